"""Layer 2. Matches of Three Thirteen by name. See screens/deal_menu.py."""

PRESETS = (
    ("Short match, 5 rounds", "rounds=5", ()),
    ("Out only if all melded", "out=melded", ()),
)
