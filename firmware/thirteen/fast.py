"""Layer 2. Marks functions that are compiled to machine code on the device.

    @fast
    def total(a: ptr8, n: int) -> int:

The build puts `micropython.viper` in place of this mark; everywhere else it does nothing, and the
same source runs as it is. Such a function handles integers below 2**31 and bytes only: no objects,
no negative index, no chained comparison; what it calls is taken as `int(f(x))`.
"""

ptr8 = bytearray  # how viper calls an argument whose bytes it reads and writes


def fast(function):
    return function
