"""Floor 2. Rummy in words and sheets: players' names, a scored round's hands and points."""

from micropython import const

import hal
from thirteen import cards, rummy
from thirteen.arrange import arrange
from thirteen.ui import art, gfx, table

LOT = const(14)  # cards of the pile that are told at once

_GOLD = const(12)

_order = bytearray(rummy.HAND)
_group = bytearray(rummy.HAND)


NAMES = ("Al", "Ada", "Bo", "Cy")  # of the computer players, by seat


def name(s, p):
    """What a player is called."""
    if not rummy.seat(s, p):
        return "Player %d" % (p + 1) if rummy.people(s) > 1 else "You"
    return NAMES[p]


def wins(s, p):
    """That player p has won, in words."""
    who = name(s, p)
    return who + (" win" if who == "You" else " wins")


def card(c):
    """A card in a text: rank and the suit's own glyph."""
    r = c & 15
    return ("10" if r == 10 else cards.text(c)[0]) + art.CH_SUITS[c >> 4 & 3]


def pile(s, deep):
    """Cards of the discard pile that lie so deep, the upper ones last; as many as can be told."""
    n = rummy.pile(s)
    end = n - deep
    start = max(end - LOT, 0)
    told = "" if n <= LOT else "%d to %d of %d: " % (start + 1, end, n)
    return told + " ".join([card(rummy.discarded(s, i)) for i in range(start, end)])


def told(s, p, m):
    """What player p does with move m."""
    who = name(s, p)
    if m == rummy.STOCK:
        return who + " draws from the stock"
    if m == rummy.PILE:
        return who + " takes " + card(rummy.top(s))
    if m == rummy.OUT:
        return who + " goes out! Everyone else has one more turn"
    if m & rummy.DISCARD:
        return who + " discards " + card(m & 63)
    return ""


def draw_hands(s):
    """What each player held, meld by meld, and what it costs."""
    gfx.clear()
    n = rummy.number(s)
    word = "Tie-break" if n == rummy.TIE_BREAK else "Round %d" % n
    gfx.centre(art.LARGE, word, 0, 3, hal.W, gfx.GOLD_FELT)
    y = 28
    high = 48 if rummy.players(s) > 3 else 60
    for p in range(rummy.players(s)):
        if rummy.plays(s, p):
            _draw_hand(s, p, y)
            y += high
    gfx.centre(art.SMALL, art.CH_BUTTON_A + " the score sheet", 0, hal.H - 16, hal.W, gfx.ON_FELT)


def _draw_hand(s, p, y):
    at = rummy.hand(p)
    n = rummy.holds(s, p)
    arrange(s, at, n, rummy.wild(s), rummy.price(s), _order, _group)
    hal.text(art.SMALL, name(s, p), 6, y, gfx.ON_FELT)
    cost = rummy.penalty(s, rummy.number(s), p)
    words = "%d points" % cost if cost > 1 else "1 point" if cost else "melded"
    if rummy.out(s) == p:
        words = "went out, " + words
    gfx.right(art.SMALL, words, hal.W - 6, y, gfx.GOLD_FELT)
    x = 6
    step = min(24, (hal.W - 44 - 24) // max(n - 1, 1))
    for i in range(n):
        if i and _group[i] != _group[i - 1]:
            x += 5
        mark = table.FAN | (0 if _group[i] else table.DIM)
        if i < n - 1 and step < 24:
            mark |= table.COVERED
        c = s[at + _order[i]] & 63
        table.card(c, x, y + 14, 28, 31, mark)
        if c & 15 == rummy.wild(s):
            hal.fb.fill_rect(x + 3, y + 35, 8, 8, _GOLD)
            hal.blit(art.ICONS, art.ICON_STAR, x + 1, y + 33, gfx.BLUE_PAPER)
        x += step


def draw_sheet(s, winner):
    """Eleven rounds, each player a column; winner is -1 while the game goes on."""
    from thirteen.ui import ledger  # power-on does without

    n = rummy.players(s)
    rows = rummy.rounds(s) + (rummy.number(s) == rummy.TIE_BREAK)
    ledger.begin(n, rows)
    for p in range(n):
        ledger.head(p, name(s, p), winner == p)
    for i in range(rows):
        number = i + 1 if i < rummy.rounds(s) else rummy.TIE_BREAK
        ledger.label(i, "tie" if number == rummy.TIE_BREAK else "%d" % number)
        for p in range(n):
            if number == rummy.TIE_BREAK and not rummy.plays(s, p):
                ledger.cell(i, p, "-")
            elif number <= rummy.number(s):
                ledger.cell(i, p, "%d" % rummy.penalty(s, number, p))
    for p in range(n):
        ledger.total(p, "%d" % rummy.total(s, p))
    if winner >= 0:
        ledger.end(wins(s, winner) + _cut(s))
    else:
        ledger.end(art.CH_BUTTON_A + " next round   " + art.CH_BUTTON_B + " hands")


def _cut(s):
    """R10: what a draw of the lowest card brought."""
    drawn = [card(rummy.drew(s, p)) for p in range(rummy.players(s)) if rummy.drew(s, p)]
    return ", by the draw: " + " ".join(drawn) if drawn else ""
