"""Runs on the device: code and data that lie in flash and take no heap. Prints OK at the end."""

import gc
import os

from machine import mem32

import hal
from thirteen import match
from thirteen.rules import thirteens
from thirteen.ui import art

FLASH = 0x1
COPY = "again.mpy"


def plain():
    pass


def where(function):
    """The upper bits of the address of its bytecode: 1 in flash, 2 in RAM."""
    assert mem32[id(function)] == mem32[id(plain)]
    return mem32[id(function) + 12] >> 28 & 15


def played():
    """A game to its 20th move and back: its states."""
    m = match.Match(thirteens, 42)
    states = []
    for _ in range(20):
        moves, n = m.legal()
        if not n:
            break
        m.play(moves[n // 2])
        states.append(bytes(m.s))
    while m.undo():
        states.append(bytes(m.s))
    return states


def used():
    gc.collect()
    return gc.mem_alloc()


def check_data():
    small = art.SMALL
    assert type(small) is memoryview and small[0]  # a font, where it lies


def check_code():
    before = played()
    assert where(thirteens.moves) == where(match.Match.play) == where(plain) == 2
    heap = used()
    modules = (match, thirteens, hal)
    copies = hal.settle(modules)
    assert where(thirteens.moves) == where(match.Match.play) == FLASH
    assert where(plain) == 2 and where(hal.settle) == FLASH
    assert len(copies) == len(modules)
    del copies
    saved = heap - used()
    assert saved > 3500, saved
    junk = [bytes((i & 255,)) * 64 for i in range(1000)]  # where the copies were
    assert played() == before
    del junk
    hal.palette(1, 0x123456)
    hal.show(0, 0, 8, 8)
    assert hal.keys() == 0
    hal.settle(modules)  # once more: nothing is left to do
    assert where(thirteens.moves) == FLASH and played() == before


def check_doubt():
    """Two blocks with the same file: nothing tells which of them stays, so the code does."""
    from thirteen import store

    with open(store.__file__, "rb") as f:
        data = f.read()
    with open(COPY, "wb") as f:
        f.write(data)
    hal.settle((store,))
    assert where(store.load) == 2
    os.remove(COPY)


check_data()
check_code()
check_doubt()
print("OK")
