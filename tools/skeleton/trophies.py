"""Layer 2. The trophies of Skeleton. See screens/awards.py."""

from thirteen.protocols import Match

TROPHIES = (
    ("On your own", "Win without undo or hints.", "won>=1 undone<=0 hinted<=0"),
    ("A quick one", "Win within three minutes.", "won>=1 seconds<=180"),
    ("Three in a row", "Win 3 games in a row.", "won>=1 streak>=3"),
    ("Ten in a row", "Win 10 games in a row.", "won>=1 streak>=10"),
    ("Thirteen days", "Finish 13 daily deals in a row.", "days>=13"),
    ("A hundred wins", "Win 100 games.", "won>=1 wins>=100"),
)


def facts(match: Match) -> dict:
    """What they ask besides, of a game that is over."""
    return {}
