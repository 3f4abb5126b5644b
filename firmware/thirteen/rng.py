"""Layer 2. Shuffles that come out alike on every interpreter, for ever.

The generator is a chaotic one of four 16-bit words with a counter in it, after the design of
Chris Doty-Humphrey's sfc16. Every sum and shift stays under 2**30, so MicroPython keeps it all
in small integers: nothing is allocated, nothing rounds or wraps another way elsewhere.

A generator is an array('H') of four words: three of state, one of count.
"""

from array import array

_r = array("H", (0, 0, 0, 0))


def seed(r, deal, salt):
    """Start r for a deal number; salt (16 bits) tells games, levels and rounds apart."""
    r[0] = deal & 0xFFFF
    r[1] = deal >> 16 & 0xFFFF
    r[2] = salt
    r[3] = 1
    for _ in range(16):  # until each word depends on every bit of the seed
        word(r)


def word(r):
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


def below(r, n):
    """A number from 0 to n - 1, n up to 65536, each as likely as the others."""
    most = 65536 - 65536 % n  # the tail that would favour small numbers is thrown away
    x = word(r)
    while x >= most:
        x = word(r)
    return x % n


def shuffle(a, n, deal, salt):
    """Shuffle a[0:n] for a deal number (Fisher-Yates): `below` and `word`, but in one piece.

    A deck is shuffled with each deal and, by undo, time and again: calls would take twice as long.
    """
    r = _r
    seed(r, deal, salt)
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
