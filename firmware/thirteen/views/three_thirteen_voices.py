"""Layer 4. What Ada, Bo and Cy say at a table of Three Thirteen, and how they look.

Each has lines of their own, and says nothing twice in a round: an event has two lines, which
rounds take in turn, and the second event of a kind passes without a word.
"""

from micropython import const

from thirteen.draw import art
from thirteen.rules import three_thirteen_table as rummy

# What happens to a player: they take a card of the discards, or go out; they win the round, or
# have the most of many points; they win or lose the match. No line tells what is hidden.
TAKES, OUT, WINS, SUFFERS, TRIUMPHS, BEATEN = range(6)
_MOODS = b"\0\0\1\2\1\2\0"  # by the event, the last for none: faces below

# Two lines an event, in that order.
_ADA = """I was waiting for that.
Thank you.
That will do.
I am ready.
As planned.
It adds up.
I saw that coming.
Note to self: hurry.
A pleasure.
Good game.
Well played.
You counted better."""
_BO = """Ooh, lovely!
Just what I need!
Here goes!
Ta-da!
Lucky me!
Hooray!
Ouch, ouch, ouch.
Who shuffled this?
Best of three?
What a game!
You're too good!
Wow. Again?"""
_CY = """Mine.
You'll miss that one.
No time to lose!
Enough of this.
Naturally.
Next.
Hmph.
My cards were wet.
Told you.
Too easy.
Again. Now.
Beginner's luck."""
_LINES = ("", _ADA, _BO, _CY)
_FACES = (
    (art.ICON_AL, art.ICON_ADA, art.ICON_BO, art.ICON_CY),
    (art.ICON_AL, art.ICON_ADA, art.ICON_BO_GLAD, art.ICON_CY),
    (art.ICON_AL, art.ICON_ADA_DOWN, art.ICON_BO_DOWN, art.ICON_CY_DOWN),
)
_MANY = const(20)  # points in a round that hurt

_told = 0  # what was said in this round: a bit for each seat that took, then that went out


def begin() -> None:
    """A round begins: nothing has been said in it."""
    global _told
    _told = 0


def line(p: int, event: int, number: int) -> str:
    """What the player of seat p says to an event in that round."""
    lines = _LINES[p].split("\n")
    return '"%s"' % lines[2 * event + (number & 1)] if p else ""


def move(s: bytearray, p: int, m: int) -> str:
    """What player p says to their move m in s, "" for nothing."""
    global _told
    if m not in (rummy.PILE, rummy.OUT):
        return ""
    event = TAKES if m == rummy.PILE else OUT
    bit = 1 << 4 * event + p
    if not rummy.seat(s, p) or _told & bit:
        return ""
    _told |= bit
    return line(p, event, rummy.number(s))


def event(s: bytearray, p: int, winner: int) -> int:
    """What the end of a round was to player p, -1 for nothing; winner: of the match, or -1."""
    if winner >= 0:
        return TRIUMPHS if p == winner else BEATEN
    n = rummy.number(s)
    seats = [q for q in range(rummy.players(s)) if rummy.plays(s, q)]
    costs = [rummy.penalty(s, n, q) for q in seats]
    cost = rummy.penalty(s, n, p)
    if not rummy.plays(s, p) or min(costs) == max(costs):
        return -1
    return WINS if cost == min(costs) else SUFFERS if cost == max(costs) >= _MANY else -1


def icon(p: int, event: int) -> int:
    """The face of the player of seat p after that event."""
    return _FACES[_MOODS[event]][p]
