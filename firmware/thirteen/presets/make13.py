"""Layer 2. Races of Make 13 by name, in its menu More: see screens/deal_menu.py."""

PRESETS = (
    ("Short race: 1 level", "levels=1", ()),
    ("Relaxed: 20 s a group", "timer=200", ()),
    ("First to 1,000", "kind=score target=1000", ()),
)
