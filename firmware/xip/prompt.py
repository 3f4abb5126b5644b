# ruff: noqa: F821 (viper has names of its own)
"""Layer 1, device only: the games end at MicroPython's prompt, where the pack may be rewritten.

Names typed there may be those of the pool whose texts lie in the pack (setup.py): they are copied
to memory.
"""

import micropython
from micropython import const

_PIECE = const(256)  # bytes: small ones leave a large block free


def copy_texts(pool):
    """Let a pool's texts be in memory, and the pool refer to it; how many bytes they take."""
    taken = 0
    done = 0
    while done >= 0:
        done = _copy(pool, bytearray(_PIECE), done)
        taken += _PIECE
    return taken


@micropython.viper
def _copy(pool, piece, i: int) -> int:
    """Copy texts from that of name i on, as many as there is room for; the next name, or -1."""
    words = ptr32(pool)
    lengths = ptr8(words[5])
    to = int(ptr8(piece))
    end = to + _PIECE
    while i < words[3]:
        size = lengths[i] + 1
        if to + size > end:
            return i
        text = ptr8(words[6 + i])
        k = 0
        while k < size:
            ptr8(to)[k] = text[k]
            k += 1
        words[6 + i] = to
        to += size
        i += 1
    return -1
