"""Floor 2. The upper part of a rummy table: the players' boxes, the round and its wild rank."""

from micropython import const

import hal
from hal import fb
from thirteen import rummy
from thirteen.ui import art, gfx, scored

_MID = const(46)  # the line of stock and pile

_DARK = const(2)
_GOLD = const(12)
_WHITE = const(15)
_BOX_H = const(32)


def look(s, p):
    """What a player's box shows, as one number."""
    return rummy.holds(s, p) << 4 | (rummy.turn(s) == p) << 3 | (rummy.out(s) == p) << 2


def _box_w(s):
    return (hal.W - 4) // rummy.players(s)


def left(s, p):
    """Where a player's box begins."""
    return 2 + p * _box_w(s)


def draw_player(s, p):
    """A player's box: who, how many cards, the total; gold where it is their turn."""
    w = _box_w(s) - 2
    x = left(s, p)
    on = rummy.turn(s) == p
    gfx.box(x, 2, w, _BOX_H, _GOLD if on else _DARK)
    ink = gfx.ON_GOLD if on else gfx.ON_FELT
    hal.text(art.SMALL, scored.name(s, p), x + 5, 4, ink)
    gone = rummy.out(s) == p
    if gone:
        hal.text(art.SMALL, "OUT", x + 5, 18, ink)
    else:
        fb.rect(x + 5, 18, 7, 10, 7 if on else _WHITE)
        hal.text(art.SMALL, "%d" % rummy.holds(s, p), x + 15, 18, ink)
    gfx.right(art.SMALL, "%d" % rummy.total(s, p), x + w - 5, 18, ink)
    gfx.dirty(x, 2, w, _BOX_H)


def draw_round(s):
    """The wild rank, always in sight, and the round."""
    r = rummy.wild(s)
    x = 112
    gfx.box(x, _MID - 6, hal.W - x - 4, 56, _DARK)
    hal.text(art.SMALL, "wild", x + 8, _MID + 2, gfx.ON_FELT)
    n = rummy.number(s)
    word = "tie-break" if n == rummy.TIE_BREAK else "round %d/%d" % (n, rummy.rounds(s))
    hal.text(art.SMALL, word, x + 8, _MID + 22, gfx.GOLD_FELT)
    blit_x = hal.W - 30
    hal.blit(art.RANK_BIG, (r - 1) * art.RANK_BIG_STEP, blit_x, _MID + 6, gfx.GOLD_FELT)
    gfx.dirty(x, _MID - 6, hal.W - x - 4, 56)
