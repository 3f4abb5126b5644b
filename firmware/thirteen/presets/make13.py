"""Layer 2. Races of Make 13 by name, in its menu More: see screens/deal_menu.py."""

STEPS = (
    ("levels=1 timer=200", 500, "1 level, 20 s a group: 500 points"),
    ("levels=1 timer=200", 1000, "1 level, 20 s a group: 1,000 points"),
    ("levels=1 timer=150", 1500, "1 level, 15 s a group: 1,500 points"),
    ("levels=2 timer=150", 2500, "2 levels, 15 s a group: 2,500 points"),
    ("levels=2", 3500, "2 levels: 3,500 points"),
    ("kind=score target=1000", 0, "First to 1,000 points"),
    ("levels=3", 5000, "3 levels: 5,000 points"),
    ("kind=level levels=3", 0, "Clear 3 levels"),
    ("levels=3", 7000, "3 levels: 7,000 points"),
    ("levels=5", 9000, "A race of 5 levels: 9,000 points"),
    ("levels=5", 11000, "A race of 5 levels: 11,000 points"),
    ("kind=score", 0, "First to 5,000 points"),
    ("levels=5", 13000, "A race of 5 levels: 13,000 points"),
)
PRESETS = (
    ("Short race: 1 level", "levels=1", ()),
    ("Relaxed: 20 s a group", "timer=200", ()),
    ("First to 1,000", "kind=score target=1000", ()),
)
_SCORES = "\nEach setting has its own high scores."
HOUSE = {
    "levels": ("Levels", "How many levels make a game" + _SCORES),
    "target": ("Target", "The points that win a First to" + _SCORES),
    "timer": ("Move Timer", "How long each group may take" + _SCORES, "10 s", "15 s", "20 s"),
    "entries": ("Entries", "How often a player may try a deal" + _SCORES),
}
