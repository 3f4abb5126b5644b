"""Layer 2. Marks functions that are compiled to machine code on the device.

    @fast
    def total(a: ptr8, n: int) -> int:

The build replaces this decorator by `micropython.viper`; everywhere else it does nothing, and the
same source runs unchanged. Such a function handles only integers below 2**31 and bytes: no
objects, no negative indices, no chained comparisons; the result of a call is read as `int(f(x))`.

@native becomes `micropython.native`, for what each frame calls. It is Python without limits whose
locals lie on the C stack: bytecode with more than a few takes them from the heap at each call, and
looking for room there takes up to 0.4 ms.
"""

from array import array

ptr8 = bytearray  # viper's types for pointers: to bytes, 16 and 32 bits
ptr16 = array
ptr32 = array


def fast(function):
    return function


def native(function):
    return function
