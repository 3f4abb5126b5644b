"""Layer 2. Deals of Imaginary Thirteen by name: see screens/deal_menu.py.

The easy and the hard ones are by tools/research/difficulty.py: by how often sensible plays win.
STEPS are thirteen deals from easy to hard, with the share in per cent.
"""

EASY = (
    7, 19, 23, 38, 62, 64, 93, 106,
    116, 118, 120, 122, 133, 146, 191, 195,
    204, 222, 225, 228, 243, 262, 263, 275,
)  # fmt: skip
HARD = (
    1, 4, 6, 8, 16, 47, 72, 75,
    76, 77, 85, 88, 111, 115, 139, 158,
    162, 170, 197, 201, 209, 217, 218, 221,
)  # fmt: skip
STEPS = (
    (853, 76), (373, 70), (1992, 61), (7, 56), (1011, 51), (1134, 44), (64, 38), (243, 32),
    (488, 26), (100, 20), (39, 14), (229, 7), (53, 1),
)  # fmt: skip
PRESETS = (
    ("One of the easiest", "", EASY),
    ("Hard deal", "", HARD),
    ("Six waste piles", "wastes=6", ()),
)
HOUSE = {
    "hold": ("Hold back", "Yes: a card that fits may be wasted"),
    "bases": ("Bases dealt", "No: the piles begin empty"),
    "wastes": ("Wastes", "How many waste piles there are"),
}
