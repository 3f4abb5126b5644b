"""Layer 2. The trophies of Three Thirteen. See screens/awards.py."""

from thirteen.protocols import Match
from thirteen.rules import three_thirteen_table as table

TROPHIES = (
    ("Beat the best",
     "Win a rated match (new deal, usual rules, one person, no hint) against a hard player.",
     "house<=0 rated>=1 won>=1 hard>=1"),
    ("Three against one", "Win a rated match against three hard players.",
     "house<=0 rated>=1 won>=1 hard>=3"),
    ("From behind", "Win a rated match after being 50 points behind.",
     "house<=0 rated>=1 won>=1 behind>=50"),
    ("At the last", "Win a rated match in which you were behind before the last round.",
     "house<=0 rated>=1 won>=1 late>=1"),
    ("Clear of all", "Win a rated match by 100 points.", "house<=0 rated>=1 won>=1 margin>=100"),
    ("Clean sheet", "Win a rated match with no penalty in six rounds.",
     "house<=0 rated>=1 won>=1 clean>=6"),
)  # fmt: skip


def facts(match: Match) -> dict:
    """What they ask besides, of a match that is over, about the first person in it.

    Without a person about the first player: such a match is not rated.
    """
    s = match.s
    n = table.players(s)
    me = ([p for p in range(n) if not table.seat(s, p)] or [0])[0]
    others = [p for p in range(n) if p != me]
    last = table.rounds(s)
    behind = late = clean = 0
    ahead = [0] * n  # totals so far
    for k in range(1, last + 1):
        if k == last and table.number(s) == last:  # no tie-break decided it
            late = int(ahead[me] > min([ahead[p] for p in others]))
        for p in range(n):
            ahead[p] += table.penalty(s, k, p)
        clean += not table.penalty(s, k, me)
        behind = max(behind, ahead[me] - min([ahead[p] for p in others]))
    return {
        "hard": len([p for p in others if table.seat(s, p) == table.HARD]),
        "behind": behind,
        "late": late,
        "clean": clean,
        "margin": min([table.before_tie(s, p) for p in others]) - table.before_tie(s, me),
    }
