"""Layer 2. Deals of Friday the 13th by name: see screens/deal_menu.py.

The easy and the hard ones are by tools/research/difficulty.py.
"""

EASY = (
    1, 4, 6, 7, 9, 11, 13, 16, 17, 18, 20, 22, 23, 26, 29, 33, 35, 36, 37, 39, 41, 42, 45, 46,
)  # fmt: skip
HARD = (
    8, 15, 25, 38, 43, 44, 55, 75, 95, 98, 116, 139, 157, 159, 194, 280, 282, 325, 343, 353,
    400, 417, 424, 435,
)  # fmt: skip
PRESETS = (
    ("Easy deal", "", EASY),
    ("Hard deal", "", HARD),
    ("Two redeals", "redeals=2", ()),
    ("No redeal", "redeals=0", ()),
)
