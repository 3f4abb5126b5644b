"""Layer 2. Matches of Three Thirteen by name. See screens/deal_menu.py."""

# In the order of how often a medium player wins them, 80 to 25% of the time (`research steps`).
STEPS = (
    ("rounds=7 seat1=easy", 0, "7 rounds against Ada, easy"),
    ("rounds=5 seat1=easy", 0, "5 rounds against Ada, easy"),
    ("rounds=3 seat1=easy", 0, "3 rounds against Ada, easy"),
    ("players=3 seat1=easy seat2=easy", 0, "A match, Ada and Bo easy"),
    ("rounds=5 players=3 seat1=easy seat2=easy", 0, "5 rounds, Ada and Bo easy"),
    ("rounds=5 seat1=medium", 0, "5 rounds against Ada, medium"),
    ("seat1=medium", 0, "A match against Ada, medium"),
    ("rounds=5 seat1=hard", 0, "5 rounds against Ada, hard"),
    ("seat1=hard", 0, "A match against Ada, hard"),
    ("rounds=5 players=3 seat1=medium seat2=medium", 0, "5 rounds, Ada and Bo medium"),
    ("players=3 seat1=medium seat2=medium", 0, "A match, Ada and Bo medium"),
    ("players=4 seat1=medium seat2=medium seat3=medium", 0, "A match, all three medium"),
    ("players=4 seat1=hard seat2=hard seat3=hard", 0, "A match, all three hard"),
)
PRESETS = (
    ("Short match, 5 rounds", "rounds=5", ()),
    ("Out only if all melded", "out=melded", ()),
)
HOUSE = {
    "out": ("Going out", "Melded: only with no card left over"),
    "upcard": ("Turned-up card", "Yes: the discards begin with a card"),
    "wild_penalty": ("Spare wild card", "What it costs; rank: its own points"),
    "rounds": ("Rounds", "How many rounds make a match"),
}
