"""Layer 2. Deals of Imaginary Thirteen by name: see screens/deal_menu.py.

The easy and the hard ones are by tools/research/difficulty.py.
"""

EASY = (
    7, 10, 11, 25, 26, 38, 44, 59, 62, 64, 83, 92, 93, 100, 103, 104, 106, 108, 118, 120, 122,
    126, 129, 134,
)  # fmt: skip
HARD = (
    4, 6, 22, 34, 46, 47, 61, 66, 68, 71, 75, 77, 80, 88, 94, 99, 107, 109, 111, 114, 115,
    123, 125, 149,
)  # fmt: skip
PRESETS = (
    ("Easy deal", "", EASY),
    ("Hard deal", "", HARD),
    ("Six waste piles", "wastes=6", ()),
)
