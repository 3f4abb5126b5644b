"""Layer 2. Deals of Thirteens by name: see screens/deal_menu.py.

The easy and the hard ones are by tools/research/difficulty.py.
"""

EASY = (
    10, 38, 40, 54, 70, 73, 74, 84, 90, 97, 127, 135, 141, 154, 156, 175, 183, 187, 204, 206,
    217, 222, 225, 271,
)  # fmt: skip
HARD = (
    36, 96, 166, 230, 491, 614, 773, 805, 912, 939, 1057, 1069, 1319, 1441, 1518, 1614, 1727,
    1859, 1888, 1958, 1967, 1998, 2033, 2248,
)  # fmt: skip
PRESETS = (
    ("Easy deal", "", EASY),
    ("Hard deal", "", HARD),
    ("Kings go by themselves", "kings=auto", ()),
)
