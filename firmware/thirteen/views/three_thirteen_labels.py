"""Layer 4. Texts of Three Thirteen: players' names, cards, moves."""

from micropython import const

import hal
from thirteen import cards
from thirteen.draw import art, canvas
from thirteen.fast import native
from thirteen.rules import three_thirteen_table as rummy
from thirteen.storage import settings
from thirteen.views import three_thirteen_voices as voices

LISTED = const(14)  # cards of the pile listed at once
FACE_W = const(15)  # with a gap
PLAYERS = ("Al", "Ada", "Bo", "Cy")  # the computer players, by seat

HAIR = bytes((canvas.ACCENT, canvas.RED, canvas.DARK_GREY, canvas.BLUE))


def name(s: bytearray, p: int) -> str:
    """A player's name."""
    if rummy.seat(s, p):
        return PLAYERS[p]
    return settings.who(p) or "Player %d" % (p + 1) if rummy.people(s) > 1 else "You"


def face(s: bytearray, p: int, x: int, y: int, event: int = -1) -> int:
    """Draw the face of a computer player; returns the x beside it, or x for a person.

    event: what they look like after, one of three_thirteen_voices.
    """
    return face_of(p, x, y, event) if rummy.seat(s, p) else x


@native
def face_of(p: int, x: int, y: int, event: int = -1) -> int:
    """Draw the face of the computer player of seat p; returns the x beside it."""
    icon = voices.icon(p, event)
    hal.blit(art.ICONS, icon, x, y, canvas.INK << 12 | HAIR[p] << 8 | canvas.CHOICE << 4)
    return x + FACE_W


def wins(s: bytearray, p: int) -> str:
    """That player p has won, in words."""
    who = name(s, p)
    return who + (" win" if who == "You" else " wins")


@native
def card(c: int) -> str:
    """A card in a text: rank and the suit's own glyph."""
    r = c & 15
    return ("10" if r == 10 else cards.text(c)[0]) + art.CH_SUITS[c >> 4 & 3]


@native
def pile(s: bytearray, deep: int) -> str:
    """List up to LISTED discards below the top `deep` ones, the upper ones last."""
    n = rummy.pile(s)
    end = n - deep
    start = max(end - LISTED, 0)
    head = "" if n <= LISTED else "%d to %d of %d: " % (start + 1, end, n)
    return head + " ".join([card(rummy.discarded(s, i)) for i in range(start, end)])


def banner(s: bytearray, p: int) -> str:
    """Who has gone out, told to player p; "" if nobody has."""
    q = rummy.out(s)
    if q < 0:
        return ""
    n = rummy.players(s)
    t = rummy.turn(s)
    mine = rummy.plays(s, p) and (p - t) % n < (q - t) % n  # their turn is still to end
    who = name(s, q)
    if q == p:
        return "You went out: last turns" if who == "You" else who + " is out: last turns"
    return who + " is out: one more turn for you" if mine else who + " is out"


def last_turn(s: bytearray, p: int) -> str:
    """Who has a turn left when player p goes out."""
    if rummy.players(s) > 2:
        return "The others get one turn"
    return name(s, 1 - p) + " gets one more turn"


def describe(s: bytearray, p: int, m: int, done: bool = False) -> str:
    """Describe move m of player p, or what it did; to who is to make it, as a request."""
    who = name(s, p)
    if who == "You" and not done:
        if m == rummy.STOCK:
            return "Draw from the stock"
        if m == rummy.PILE:
            return "Take the " + card(rummy.top(s))
        if m == rummy.OUT:
            return "Go out"
        return "Discard the " + card(m & 63) if m & rummy.DISCARD else ""
    if m == rummy.STOCK:
        return who + (" drew" if done else " draws") + " from the stock"
    if m == rummy.PILE:
        return who + (" took " if done else " takes ") + card(rummy.top(s))
    if m == rummy.OUT:
        return who + (" went out" if done else " goes out")
    if m & rummy.DISCARD:
        return who + (" discarded " if done else " discards ") + card(m & 63)
    return ""
