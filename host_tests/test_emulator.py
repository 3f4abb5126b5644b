"""The emulated chip against a plain model of its core, and its command line's sentences.

What MicroPython's image does on it is in test_pico.py.
"""

import random
import socket
import struct

import emulator
import playing
import pytest

from tools import boards
from tools.device import Trouble
from tools.emulator import chip, emulate, pico
from tools.simulator import play

STACK, WORD = 0x20041F00, 0xFFFFFFFF


def program(registers, flags, ops):
    """Thumb code: set r0 to r7 and the flags, run `ops`, push r0 to r7, then the flags; stop.

    Values lie behind the code, where `ldr rN, [pc, #...]` finds them.
    """
    code = [0] * 12 + list(ops) + [0xB4FF, 0xF3EF, 0x8000, 0xB401, 0xE7FE]
    code += [0xBF00] * (len(code) % 2)
    code[0] = 0x4800 | (2 * len(code) + 4 * 8 - 4) // 4  # ldr r0, the flags
    code[1:3] = 0xF380, 0x8800  # msr apsr_nzcvq, r0
    code[3] = 0xBF00
    for n in range(8):
        at = (4 + n) * 2 + 4 & ~3
        code[4 + n] = 0x4800 | n << 8 | (2 * len(code) + 4 * n - at) // 4
    values = struct.pack("<9I", *registers, flags)
    return struct.pack(f"<{len(code)}H", *code) + values


def on_the_chip(code):
    rom = bytes(16)
    machine = chip.Chip(rom)
    machine.write_flash(0, code)
    machine.run_until(300)
    return machine.read_memory(STACK - 36, 36)


class Plain:
    """The arithmetic of a Cortex-M0 by the words of Arm's manual (DDI 0419, A6.7)."""

    def __init__(self, registers, flags):
        self.r = [*registers]
        self.n, self.z, self.c, self.v = (flags >> bit & 1 for bit in (31, 30, 29, 28))

    def flags(self):
        return self.n << 3 | self.z << 2 | self.c << 1 | self.v

    def set(self, d, x):
        x &= WORD
        self.n, self.z = x >> 31, int(x == 0)
        if d is not None:
            self.r[d] = x

    def add(self, d, a, b, carry=0):
        total = a + b + carry
        self.c = int(total > WORD)
        self.v = int(signed(a) + signed(b) + carry != signed(total & WORD))
        self.set(d, total)

    def subtract(self, d, a, b, carry=1):
        self.add(d, a, ~b & WORD, carry)

    def shift(self, d, kind, x, n):
        """kind: 0 left, 1 right, 2 right with the sign, 3 around; no carry if n is 0."""
        if n:
            left = x << n
            right = (signed(x) if kind == 2 else x) >> n - 1
            turned = x >> (n - 1) % 32
            self.c = (left >> 32 if kind == 0 else turned if kind == 3 else right) & 1
            turn = (x >> n % 32 | x << 32 - n % 32) & WORD
            x = left if kind == 0 else turn if kind == 3 else right >> 1
        self.set(d, x)

    def do(self, op):
        r, d, m = self.r, op & 7, op >> 3 & 7
        if op < 0x1800:
            n = op >> 6 & 31
            self.shift(d, op >> 11, r[m], n or 32 * (op >> 11 > 0))
        elif op < 0x2000:
            b = op >> 6 & 7 if op & 0x400 else r[op >> 6 & 7]
            (self.subtract if op & 0x200 else self.add)(d, r[m], b)
        elif op < 0x4000:
            d, n = op >> 8 & 7, op & 255
            kind = op >> 11 & 3
            if kind == 0:
                self.set(d, n)
            elif kind == 2:
                self.add(d, r[d], n)
            else:
                self.subtract(d if kind == 3 else None, r[d], n)
        elif op < 0x4400:
            self.logic(op >> 6 & 15, d, r[d], r[m])
        elif op < 0xBA00:
            n = 16 if not op & 0x40 else 8
            x = r[m] & (1 << n) - 1
            r[d] = (x if op & 0x80 else x - (x >> n - 1 << n)) & WORD
        else:
            b = r[m].to_bytes(4, "big")
            kind = op >> 6 & 3
            if kind == 3:
                x = int.from_bytes(b[3:1:-1], "big")
                r[d] = (x - (x >> 15 << 16)) & WORD
            else:
                r[d] = int.from_bytes(b[::-1] if kind == 0 else b[1::-1] + b[3:1:-1], "big")

    def logic(self, kind, d, a, b):
        if kind in (2, 3, 4, 7):
            self.shift(d, {2: 0, 3: 1, 4: 2, 7: 3}[kind], a, b & 255)
        elif kind in (5, 6):
            (self.add if kind == 5 else self.subtract)(d, a, b, self.c)
        elif kind in (9, 10, 11):
            how = self.add if kind == 11 else self.subtract
            how(d if kind == 9 else None, 0 if kind == 9 else a, b)
        else:
            made = {0: a & b, 1: a ^ b, 8: a & b, 12: a | b, 13: a * b, 14: a & ~b, 15: ~b}
            self.set(None if kind == 8 else d, made[kind])


def signed(x):
    return x - (x >> 31 << 32)


def arithmetic(dice):
    """A random instruction that computes: shifts, sums, comparisons, logic, extensions."""
    kind = dice.randrange(4)
    if kind == 0:
        return dice.randrange(0x0000, 0x4000)  # shifts, add and subtract, immediates
    if kind == 1:
        return 0x4000 | dice.randrange(0x400)  # between low registers
    if kind == 2:
        return 0xB200 | dice.randrange(0x100)  # sign and zero extension
    return 0xBA00 | dice.choice((0, 1, 3)) << 6 | dice.randrange(64)  # bytes reversed


@emulator.needs_compiler
@pytest.mark.parametrize("seed", range(60))
def test_it_computes_what_the_manual_says(seed):
    dice = random.Random(seed)
    some = (0, 1, 31, 32, 33, 255, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF)
    registers = [dice.choice((*some, dice.getrandbits(32))) for _ in range(8)]
    flags, ops = dice.getrandbits(4) << 28, [arithmetic(dice) for _ in range(9)]
    got = struct.unpack("<9I", on_the_chip(program(registers, flags, ops)))
    plain = Plain(registers, flags)
    for op in ops:
        plain.do(op)
    assert [*got[1:]] == plain.r and got[0] >> 28 == plain.flags(), [f"{op:04X}" for op in ops]


@emulator.needs_compiler
def test_a_loop_takes_the_cycles_of_a_cortex_m0_plus():
    """SUBS takes one, a taken branch two."""
    times = {}
    for turns in 1000, 3000:
        # movs r0, #turns / 8; lsls r0, 3; subs r0, 1; bne to it; push {r0}; then for ever
        code = struct.pack("<6H", 0x2000 | turns // 16, 0x0100, 0x3801, 0xD1FD, 0xB401, 0xE7FE)
        machine = chip.Chip(bytes(16))
        machine.write_flash(0, code)
        before = machine.read_memory(STACK - 4, 4)
        while machine.read_memory(STACK - 4, 4) == before:
            machine.run_until(machine.us + 0.2)
        times[turns] = machine.stat("cycles")
    assert abs((times[3000] - times[1000]) / (2992 - 992) - 3) < 0.01


@emulator.needs_compiler
def test_a_snapshot_brings_back_memory_and_time():
    machine = chip.Chip(bytes(16))
    machine.write_flash(0, struct.pack("<3H", 0x3001, 0xB401, 0xE7FC))  # it counts on the stack
    machine.run_until(20)
    state, time = machine.save(), machine.us
    machine.run_until(40)
    after = machine.read_memory(STACK - 0x1000, 0x1000)
    machine.load(state)
    assert machine.us == time
    machine.run_until(40)
    assert machine.read_memory(STACK - 0x1000, 0x1000) == after


@emulator.needs_compiler
def test_a_power_cut_clears_the_timers_alarms():
    """A stale one seems to be due before a wait of MicroPython ends, which then never ends."""
    machine = chip.Chip(bytes(16))
    # ldr r0, the timer; ldr r1, ALARM3; push r1; str r0, ALARM3; then an endless loop
    code = (0x4802, 0x69C1, 0xB402, 0x61C0, 0xE7FE, 0xBF00)
    machine.write_flash(0, struct.pack("<6HI", *code, 0x40054000))
    machine.run_until(200)
    machine.power_cycle()
    machine.run_until(machine.us + 200)
    assert machine.read_memory(STACK - 4, 4) == bytes(4)


@emulator.needs_compiler
def test_it_is_compiled_once(tmp_path, monkeypatch):
    made = chip.compiled(tmp_path)
    monkeypatch.setattr(chip.shutil, "which", lambda name: None)
    assert chip.compiled(tmp_path) == made and list(tmp_path.iterdir()) == [made]


def test_without_a_compiler_it_says_what_to_install(tmp_path, monkeypatch):
    monkeypatch.setattr(chip.shutil, "which", lambda name: None)
    with pytest.raises(Trouble, match="C compiler: install gcc or clang"):
        chip.compiled(tmp_path)


def test_symbols_are_read_from_an_elf_file(tmp_path):
    """A header, a table of two symbols, and their names."""
    names = b"\0gc_alloc\0main\0"
    symbols = struct.pack("<3I4x", 1, 0x1234, 8) + struct.pack("<3I4x", 10, 0x5678, 8)
    head = b"\x7fELF\1".ljust(32, b"\0") + struct.pack("<I10x2H2x", 52, 40, 2)
    at = 52 + 2 * 40
    sections = struct.pack("<10I", 0, 2, 0, 0, at, len(symbols), 1, 0, 0, 16)
    sections += struct.pack("<10I", 0, 3, 0, 0, at + len(symbols), len(names), 0, 0, 0, 1)
    path = tmp_path / "firmware.elf"
    path.write_bytes(head + sections + symbols + names)
    assert chip.elf_symbol(path, "gc_alloc") == 0x1234
    assert chip.elf_symbol(path, "main") == 0x5678
    with pytest.raises(Trouble, match="names no gc"):
        chip.elf_symbol(path, "gc")
    path.write_bytes(b"no")
    with pytest.raises(Trouble, match="no .elf file"):
        chip.elf_symbol(path, "main")


def test_a_panel_that_it_lacks_is_named():
    with pytest.raises(Trouble, match="no ILI9341: choose a board with an ST7789"):
        pico.wiring(boards.read("breadboard_ili9341"))


def test_emulate_without_an_image_says_where_to_get_one(monkeypatch):
    monkeypatch.delenv("PICO_UF2", raising=False)
    with pytest.raises(Trouble, match="IMAGE=RPI_PICO-....uf2, from micropython.org"):
        emulate.main([])


def test_a_port_in_use_is_named():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        for number in (taken.getsockname()[1], 65536):
            with pytest.raises(Trouble, match="choose by --tcp"):
                emulate.Port(number)


def test_a_kept_flash_of_another_size_is_refused(tmp_path):
    (tmp_path / "flash").write_bytes(b"1" * 100)
    with pytest.raises(Trouble, match="it has 100 bytes"):
        emulate._contents(tmp_path / "flash")


class Front:
    """Presses keys in the simulator's words at times in seconds, then closes the window."""

    def __init__(self, script):
        self.script, self.pictures = list(script), []

    def pump(self, live):
        import hardware

        while self.script and live.clock() > 1000 * self.script[0][0]:
            what = self.script.pop(0)[1]
            if what == "stop":
                raise hardware.Stop
            if isinstance(what, int):
                live.held = what
            else:
                live.command(what)

    def draw(self, live):
        import panel

        self.pictures.append(panel.pixels())

    def close(self):
        pass


@pytest.mark.slow
def test_emulate_shows_the_games_takes_keys_and_survives_the_power_cut(monkeypatch, tmp_path):
    image, kept = emulator.image(), tmp_path / "flash"
    with playing.kept_modules():
        front = Front([(5, 8), (5.1, 0), (6, "power"), (8, "stop")])  # the first start takes three
        monkeypatch.setattr(play, "front", lambda *_: front)
        assert emulate.main([str(image), "--flash", str(kept)]) == 0
        launcher, right = front.pictures[-1], front.pictures[-2]
        assert len(set(front.pictures)) > 3 and len(set(launcher)) > 5 and launcher != right
        assert kept.stat().st_size == chip.FLASH_BYTES
