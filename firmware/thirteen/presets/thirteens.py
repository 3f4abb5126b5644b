"""Layer 2. Deals of Thirteens by name: see screens/deal_menu.py.

The easy and the hard ones are by tools/research/difficulty.py: by how often sensible plays win.
STEPS are thirteen deals from easy to hard, with the share in per cent and the moves of the proof
that they can be won: it is not on the handheld.
"""

EASY = (
    13, 14, 16, 24, 54, 67, 78, 86,
    90, 110, 126, 131, 135, 147, 154, 155,
    156, 184, 192, 196, 204, 212, 213, 221,
)  # fmt: skip
HARD = (
    1, 6, 9, 11, 30, 34, 35, 36,
    45, 46, 50, 51, 56, 96, 230, 491,
    773, 1057, 1319, 1727, 1859, 1888, 1958, 1998,
)  # fmt: skip
STEPS = (
    (649, 62, 30), (453, 58, 29), (1436, 52, 30), (131, 46, 31), (535, 42, 32), (687, 36, 30),
    (126, 32, 31), (39, 26, 31), (105, 22, 29), (343, 16, 31), (32, 11, 31), (82, 6, 30),
    (11, 1, 32),
)  # fmt: skip
PRESETS = (
    ("One of the easiest", "", EASY),
    ("Hard deal", "", HARD),
    ("Kings go by themselves", "kings=auto", ()),
)
HOUSE = {"kings": ("Kings", "Auto: kings leave by themselves")}
