"""Layer 2. Marks functions that are compiled to machine code on the device.

    @fast
    def total(a: ptr8, n: int) -> int:

The build replaces this decorator by `micropython.viper`; everywhere else it does nothing, and the
same source runs unchanged. Such a function handles only integers below 2**31 and bytes: no
objects, no negative indices, no chained comparisons; the result of a call is read as `int(f(x))`.

@native becomes `micropython.native`, for what each frame calls. It is Python without limits whose
locals lie on the C stack: bytecode with more than a few takes them from the heap at each call,
and looking for room there takes up to 0.4 ms. Without any of them (95 then, 70 kB of flash,
0.5 kB of RAM) a cursor key takes up to 0.8 ms of 13 more, a move's first frame comes up to 17 ms
later, an undo up to 36; without those of motion.py and four views, which gain least, drawing a
table takes 0.6 ms of 7 more, and the longest frame of a move 1.3 to 1.7 (`bench --only frames`).
So all stay.
"""

from array import array

ptr8 = bytearray  # viper's types for pointers: to bytes, 16 and 32 bits
ptr16 = array
ptr32 = array


def fast(function):
    return function


def native(function):
    return function
