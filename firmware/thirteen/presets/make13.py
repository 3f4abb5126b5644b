"""Layer 2. Races of Make 13 by name, in its menu More: see screens/deal_menu.py."""

STEPS = (
    ("levels=1 timer=200", 2000, "1 level, 20 s a group: 2,000 points"),
    ("kind=score target=1000", 0, "First to 1,000 points"),
    ("levels=1 timer=150", 3000, "1 level, 15 s a group: 3,000 points"),
    ("levels=2 timer=150", 6500, "2 levels, 15 s a group: 6,500 points"),
    ("levels=2", 4500, "2 levels: 4,500 points"),
    ("kind=score target=2500", 0, "First to 2,500 points"),
    ("levels=3", 7000, "3 levels: 7,000 points"),
    ("kind=level levels=2", 0, "Clear 2 levels"),
    ("levels=5", 12000, "A race of 5 levels: 12,000 points"),
    ("kind=level levels=3", 0, "Clear 3 levels"),
    ("levels=5", 16000, "A race of 5 levels: 16,000 points"),
    ("kind=score", 0, "First to 5,000 points"),
    ("levels=5", 20000, "A race of 5 levels: 20,000 points"),
)
PRESETS = (
    ("Short race: 1 level", "levels=1", ()),
    ("Relaxed: 20 s a group", "timer=200", ()),
    ("First to 1,000", "kind=score target=1000", ()),
)
_SCORES = "\nEach setting has its own high scores."
HOUSE = {
    "levels": ("Levels", "How many levels make a race" + _SCORES),
    "target": ("Target", "The points that win a First to" + _SCORES),
    "timer": ("Move Timer", "How long each group may take" + _SCORES, "10 s", "15 s", "20 s"),
    "entries": ("Tries", "How often a player may try a deal" + _SCORES),
}
