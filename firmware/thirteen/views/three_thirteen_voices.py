"""Layer 4. What Ada, Bo and Cy say at a table of Three Thirteen, and how they look.

Each has lines of their own, and says nothing twice in a round: an event has six lines, which the
rounds take in turn, each match beginning with another one. They speak rarely: a card of the
discards is worth a word every second round, the last turn to one of them, and both only to those
who have said nothing in the round.
"""

from micropython import const

from thirteen.draw import art
from thirteen.rules import three_thirteen_table as rummy

# What happens to a player: they take a card of the discards, or go out; they win the round, or
# have the most of many points; they win or lose the match; another has gone out, and it is their
# last turn. No line tells what is hidden.
TAKES, OUT, WINS, SUFFERS, TRIUMPHS, BEATEN, LAST = range(7)
_EACH = const(6)  # lines an event
_MOODS = b"\0\0\1\2\1\2\0\0"  # by the event, the last for none: faces below

# The lines of each, in that order.
_ADA = """I was waiting for that.
Thank you.
That will do.
Just as I counted.
Exactly my card.
You are too kind.
I am ready.
As planned.
That is all I need.
Count your cards.
I make it a finish.
Pens down, please.
It adds up.
I saw that coming.
Tidy.
A good sum.
Not a card to spare.
Order wins.
Note to self: hurry.
That was dear.
I held too long.
A costly kindness.
I shall recount.
Off by one card.
A pleasure.
Good game.
The sums agree.
I enjoyed every card.
Closer than it looks.
Shall we again?
Well played.
You counted better.
I learned something.
Fair and square.
My compliments.
You hid that well.
One turn, then.
Let me think.
Make it count.
It may still do.
So soon?
Let us see."""
_BO = """Ooh, lovely!
Just what I need!
For me? Aww!
Finders keepers!
Come to Bo!
What a treat!
Here goes!
Ta-da!
Look, look, look!
All done, I think!
Is this right? Yes!
Surprise!
Lucky me!
Hooray!
Did I do that?
Best round ever!
Pie for everyone!
Woo-hoo!
Ouch, ouch, ouch.
Who shuffled this?
I kept the queens.
So many points!
Oh well, oh well.
I need a hug.
Best of three?
What a game!
I won? I won!
Nobody tell Cy!
My knees shake!
That was fun!
You're too good!
Wow. Again?
Nicely done!
I cheered for you!
Next time, maybe!
Clap, clap, clap!
Oh! Already?
Quick, quick!
Fingers crossed!
One little card!
Eek, last one!
Please, a nine!"""
_CY = """Mine.
You'll miss that one.
Careless.
I'll have that.
Don't mind me.
Your loss.
No time to lose!
Enough of this.
Done. Show me.
Too slow, all of you.
Read them.
That's that.
Naturally.
Next.
As if.
Was that all?
Keep up.
I barely looked.
Hmph.
My cards were wet.
That doesn't count.
Bad light in here.
I was bored.
Deal better.
Told you.
Too easy.
Write that down.
Who's next?
You did try.
I'd frame that.
Again. Now.
Beginner's luck.
I let you.
Enjoy it.
Not bad. Not good.
Once. Only once.
Hurry, hurry.
Show-off.
Watch this.
I'm not finished.
One is enough.
Rude."""
_LINES = ("", _ADA, _BO, _CY)
_FACES = (
    (art.ICON_AL, art.ICON_ADA, art.ICON_BO, art.ICON_CY),
    (art.ICON_AL, art.ICON_ADA, art.ICON_BO_GLAD, art.ICON_CY),
    (art.ICON_AL, art.ICON_ADA_DOWN, art.ICON_BO_DOWN, art.ICON_CY_DOWN),
)
_MANY = const(20)  # points in a round that hurt

_spoke = 0  # in this round: a bit for each seat that has spoken
_hurried = False  # and whether one of them has, of their last turn


def begin() -> None:
    """A round begins: nothing has been said in it."""
    global _spoke, _hurried
    _spoke = 0
    _hurried = False


def line(s: bytearray, p: int, event: int) -> str:
    """What the player of seat p says to an event in this round."""
    return line_of(p, event, rummy.number(s) + s[rummy.DEAL])


def line_of(p: int, event: int, turn: int) -> str:
    """That of an event's lines whose turn it is; "" for a person."""
    lines = _LINES[p]
    at = 0
    for _ in range(_EACH * event + turn % _EACH if p else 0):
        at = lines.find("\n", at) + 1
    end = lines.find("\n", at)
    return '"%s"' % (lines[at:end] if end >= 0 else lines[at:]) if p else ""


def move(s: bytearray, p: int, m: int) -> str:
    """What player p says to their move m in s, "" for nothing."""
    global _spoke, _hurried
    if not rummy.seat(s, p):
        return ""
    if m == rummy.OUT:
        event = OUT
    elif _spoke >> p & 1 or m not in (rummy.PILE, rummy.STOCK):
        return ""
    elif rummy.out(s) >= 0:
        if _hurried:
            return ""
        _hurried = True
        event = LAST
    elif m == rummy.PILE and (rummy.number(s) + p) & 1:
        event = TAKES
    else:
        return ""
    _spoke |= 1 << p
    return line(s, p, event)


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
