"""Layer 2. Shuffles that are the same on every interpreter and in every version.

A chaotic generator of four 16-bit words, one of them a counter, after Chris Doty-Humphrey's
sfc16. Every intermediate value stays below 2**30, so MicroPython keeps it a small integer: nothing
is allocated, and nothing rounds or wraps differently elsewhere.

A generator is an array('H') of four words: three of state, one of count.
"""

from array import array

from micropython import const

from thirteen.fast import fast, ptr8, ptr16
from thirteen.protocols import Table

DEALS = const(999999)  # the highest number of a deal; the lowest is 1

_r = array("H", (0, 0, 0, 0))


def seed(r: "array[int]", deal: int, salt: int) -> None:
    """Start r for a deal number; salt (16 bits) separates games, levels and rounds."""
    r[0] = deal & 0xFFFF
    r[1] = deal >> 16 & 0xFFFF
    r[2] = salt
    r[3] = 1
    for _ in range(16):  # until each word depends on every bit of the seed
        word(r)


@fast
def word(r: ptr16) -> int:
    """The next 16 bits."""
    b = r[1]
    c = r[2]
    n = r[3]
    out = r[0] + b + n & 0xFFFF
    r[3] = n + 1 & 0xFFFF
    r[0] = b ^ b >> 5
    r[1] = c + (c << 3) & 0xFFFF
    r[2] = ((c << 6 | c >> 10) + out) & 0xFFFF
    return out


def below(r: "array[int]", n: int) -> int:
    """A uniform number from 0 to n - 1, n up to 65536."""
    most = 65536 - 65536 % n  # reject the tail, which would favour small numbers
    x = word(r)
    while x >= most:
        x = word(r)
    return x % n


def shuffle(a: Table, n: int, deal: int, salt: int) -> None:
    """Shuffle a[0:n] for a deal number (Fisher-Yates)."""
    seed(_r, deal, salt)
    _shuffle(a, n, _r)


@fast
def _shuffle(a: ptr8, n: int, r: ptr16):  # type: ignore[no-untyped-def]
    """With `below` and `word` inlined: a deck is shuffled for each deal, and again by undo."""
    x = r[0]
    b = r[1]
    c = r[2]
    k = r[3]
    while n > 1:
        most = 65536 - 65536 % n
        while True:
            out = x + b + k & 0xFFFF
            k += 1
            x = b ^ b >> 5
            b = c * 9 & 0xFFFF
            c = (c << 6 | c >> 10) + out & 0xFFFF
            if out < most:
                break
        out %= n
        n -= 1
        t = a[n]
        a[n] = a[out]
        a[out] = t
