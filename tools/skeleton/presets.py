"""Layer 2. Deals of Skeleton by name: see screens/deal_menu.py."""

PRESETS = (("One of thirteen", "", (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13)),)
