"""Layer 2. What most games' rules have in common. protocols.py documents the names.

A game's rules import those that they do not define themselves, so every game has all names.
"""

from micropython import const

LOG = const(1024)
UNIT = const(1)
HIDDEN = const(0)
TABLE = const(0)
TICK = const(0)
WAIT = const(0)


def obvious(s: bytearray) -> int:
    return -1


def possible(s: bytearray, first: bytearray) -> bool:
    return True


def like(s: bytearray, t: bytearray, m: int) -> int:
    return m if s == t else -1


def used(s: bytearray) -> int:
    return len(s)


def same(m: int) -> int:
    return m


def merge(a: int, b: int) -> int:
    return -1


def deals(m: int) -> bool:
    return False
