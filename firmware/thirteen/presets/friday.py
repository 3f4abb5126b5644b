"""Layer 2. Deals of Friday the 13th by name: see screens/deal_menu.py.

The easy and the hard ones are by tools/research/difficulty.py: by how often sensible plays win.
STEPS are thirteen deals from easy to hard, with the share in per cent.
"""

EASY = (
    6, 7, 9, 11, 16, 17, 20, 23,
    26, 29, 33, 35, 36, 37, 41, 42,
    45, 46, 51, 52, 53, 57, 59, 60,
)  # fmt: skip
HARD = (
    28, 47, 55, 108, 282, 343, 417, 435,
    469, 731, 755, 790, 820, 837, 923, 984,
    1042, 1075, 1104, 1208, 1233, 1340, 1388, 1435,
)  # fmt: skip
STEPS = (
    (6, 100), (1, 92), (133, 84), (78, 75), (1421, 67), (4, 58), (1066, 50), (43, 42),
    (955, 34), (1632, 26), (1103, 18), (1138, 10), (343, 1),
)  # fmt: skip
PRESETS = (
    ("Easy deal", "", EASY),
    ("Hard deal", "", HARD),
    ("Two redeals", "redeals=2", ()),
    ("No redeal", "redeals=0", ()),
)
HOUSE = {"redeals": ("Redeals", "How often the waste is turned over")}
