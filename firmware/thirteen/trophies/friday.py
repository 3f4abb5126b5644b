"""Layer 2. The trophies of Friday the 13th. See screens/awards.py."""

from thirteen.protocols import Match
from thirteen.rules import friday as rules

TROPHIES = (
    ("On your own", "Win without undo or hints.", "house<=0 won>=1 undone<=0 hinted<=0"),
    ("One pass", "Win without the redeal.", "house<=0 won>=1 redealt<=0"),
    ("Under par", "Win below par.", "house<=0 won>=1 spare>=1"),
    ("Black cat", "Win on a Friday the 13th, or a 13th day of play without a date.",
     "house<=0 won>=1 black_friday>=1"),
    ("Thirteen in a row", "Win 13 games in a row.", "house<=0 won>=1 streak>=13"),
    ("Thirteen days", "Finish 13 daily deals in a row.", "days>=13"),
)  # fmt: skip


def facts(match: Match) -> dict:
    """What they ask besides, of a game that is over."""
    return {"redealt": rules.redealt(match.s)}
