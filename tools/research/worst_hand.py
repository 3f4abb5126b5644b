"""Hands that take the meld search longest, for `bench`: (wild rank, hand).

Found by hill climbing over the lines that the search executes, which track its time on a
microcontroller; commit 329bd5c is the last that has that search, `tools research worst`.
"""

FOUND = (
    (13, bytes.fromhex("15162617371818191a1a1b1c0d3d")),
    (2, bytes.fromhex("02122425351626272828292a2b2c")),
    (3, bytes.fromhex("0323153617183819391a3a3b1c3d")),
)
