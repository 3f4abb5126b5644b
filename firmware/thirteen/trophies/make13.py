"""Layer 2. The trophies of Make 13. See screens/awards.py."""

from thirteen.protocols import Match
from thirteen.rules import make13 as rules

TROPHIES = (
    ("Super Bust", "Empty field, stacks and deck of a level with its last group.", "supers>=1"),
    ("Hat trick", "Three Super Busts in one race.", "supers>=3"),
    ("All five", "Bust all five levels of a Race.", "limited>=1 busted>=5"),
    ("Twenty thousand", "20,000 points in a Race by the usual rules.",
     "limited>=1 house<=0 score>=20000"),
    ("Thirteen levels", "Bust 13 levels in an Endless race.", "open>=1 busted>=13"),
    ("Sprinter", "Win a Fastest race by the usual rules within eight minutes.",
     "won>=1 climb>=1 house<=0 seconds<=480"),
)  # fmt: skip


def facts(match: Match) -> dict:
    """What they ask besides, of a race that is over."""
    s = match.s
    get = rules.get
    last = get(s, rules.LEVEL)
    kind = s[rules.KIND]
    levels = get(s, rules.LEVELS)
    return {
        "supers": sum([rules.bust(s, n) == 3 for n in range(max(last - 98, 1), last + 1)]),
        "busted": get(s, rules.BUSTED),
        "score": rules.score(s),
        "limited": int(kind == 0 and levels == 5),
        "open": int(kind == 0 and not levels),
        "climb": int(kind == 2),
    }
