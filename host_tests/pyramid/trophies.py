"""Layer 2. The trophies of Pyramid. See screens/awards.py."""

from thirteen.protocols import Match
from thirteen.rules import pyramid as rules

TROPHIES = (
    ("On your own", "Win by the usual rules without undo or hints.",
     "won>=1 house<=0 undone<=0 hinted<=0"),
    ("One trip", "Win without a redeal.", "won>=1 house<=0 redealt<=0"),
    ("Two minutes", "Win within two minutes.", "won>=1 seconds<=120"),
    ("Three in a row", "Win 3 games in a row.", "won>=1 streak>=3"),
    ("Thirteen days", "Finish 13 daily deals in a row.", "days>=13"),
    ("A hundred wins", "Win 100 games.", "won>=1 wins>=100"),
)  # fmt: skip


def facts(match: Match) -> dict:
    """What they ask besides, of a game that is over."""
    return {"redealt": 2 - match.options[0] - rules.redeals(match.s)}
