"""Layer 2. The trophies of Thirteens. See screens/awards.py."""

from thirteen.protocols import Match
from thirteen.rules import thirteens as rules

TROPHIES = (
    ("On your own", "Win without undo or hints.", "house<=0 won>=1 undone<=0 hinted<=0"),
    ("Straight down", "Win without bringing a card down.", "house<=0 won>=1 brought<=0"),
    ("Two minutes", "Win within two minutes.", "house<=0 won>=1 seconds<=120"),
    ("Thirty in a row", "Win 30 games in a row.", "house<=0 won>=1 streak>=30"),
    ("Thirteen days", "Finish 13 daily deals in a row.", "days>=13"),
    ("A hundred wins", "Win 100 games.", "house<=0 won>=1 wins>=100"),
)


def facts(match: Match) -> dict:
    """What they ask besides, of a game that is over."""
    return {"brought": rules.brought(match.s)}
