"""The heap of an emulated Pico as MicroPython's collector would leave it, read from its memory.

Nothing runs for it: the handheld is not interrupted. What is alive is marked from the C variables
and the stack, a few stale words included. Source: py/gc.c and py/mpstate.h of MicroPython.
"""

import struct

RAM, STACK, END = 0x20000000, 0x20040000, 0x20042000
BLOCK = 16  # bytes
_FREE, _HEAD, _TAIL = range(3)  # two bits a block
_LEAST = 1000  # bytes of a table of blocks


def measured(memory, sp):
    """(live bytes, largest free block in bytes) of the RAM's contents; sp: the stack pointer."""
    words = struct.unpack(f"<{len(memory) // 4}I", memory)
    table, size, start = _area(words)
    kinds = memory[table - RAM : table - RAM + size]
    kind = [kinds[i >> 2] >> 2 * (i & 3) & 3 for i in range(4 * size)]
    first = (start - RAM) // 4

    def inside(word):
        """The block that a word points to, -1 for none."""
        if word & BLOCK - 1 or not start <= word < start + BLOCK * len(kind):
            return -1
        block = (word - start) // BLOCK
        return block if kind[block] == _HEAD else -1

    roots = words[: (table - RAM) // 4] + words[(sp - RAM) // 4 : (END - RAM) // 4]
    waiting = list({inside(word) for word in roots} - {-1})
    alive = set(waiting)
    blocks = set()
    while waiting:
        block = waiting.pop()
        end = block + 1
        while end < len(kind) and kind[end] == _TAIL:
            end += 1
        blocks.update(range(block, end))
        for word in words[first + 4 * block : first + 4 * end]:
            other = inside(word)
            if other >= 0 and other not in alive:
                alive.add(other)
                waiting.append(other)
    largest = free = 0
    for i in range(len(kind)):
        free = 0 if i in blocks else free + 1
        largest = max(largest, free)
    return BLOCK * len(blocks), BLOCK * largest


def _area(words):
    """(table of blocks, its bytes, first block): the collector's variables."""
    for at in range(len(words) - 5):
        table, size, marks, start, end = words[at : at + 5]
        if RAM < table < marks < start < end <= STACK and size > _LEAST:
            if table + size <= marks and abs(end - start - 4 * BLOCK * size) < 8 * BLOCK:
                return table, size, start
    raise ValueError("there is no heap")
