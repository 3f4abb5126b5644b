"""Layer 2. Deals of Pyramid by name: see screens/deal_menu.py."""

PRESETS = (
    ("One of thirteen", "", (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13)),
    ("One redeal", "redeals=1", ()),
    ("No redeal", "redeals=0", ()),
)
HOUSE = {"redeals": ("Redeals", "How often the waste is turned over")}
