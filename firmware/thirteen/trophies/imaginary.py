"""Layer 2. The trophies of Imaginary Thirteen. See screens/awards.py."""

from thirteen.protocols import Match
from thirteen.rules import imaginary as rules

TROPHIES = (
    ("On your own", "Win without undo or hints.", "house<=0 won>=1 undone<=0 hinted<=0"),
    ("Under par", "Win below par.", "house<=0 won>=1 spare>=1"),
    ("Tidy", "Win with at most 36 cards put on wastes.", "house<=0 won>=1 wasted<=36"),
    ("Five minutes", "Win within five minutes.", "house<=0 won>=1 seconds<=300"),
    ("Thirteen in a row", "Win 13 games in a row.", "house<=0 won>=1 streak>=13"),
    ("Thirteen days", "Finish 13 daily deals in a row.", "days>=13"),
)  # fmt: skip


def facts(match: Match) -> dict:
    """What they ask besides, of a game that is over."""
    cards = match.s[rules.DEALT]  # each one a move, or two by way of a waste
    return {"wasted": match.forgotten + match.played - cards}
