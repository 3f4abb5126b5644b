"""Layer 4. Texts and result pages of Three Thirteen: players' names, hands and points."""

from micropython import const

import hal
from thirteen import cards
from thirteen.rules import three_thirteen_table as table
from thirteen.rules.three_thirteen_arrange import arrange
from thirteen.ui import art, canvas, card_art

LOT = const(14)  # cards of the pile listed at once


_order = bytearray(table.HAND)
_group = bytearray(table.HAND)


NAMES = ("Al", "Ada", "Bo", "Cy")  # of the computer players, by seat


def name(s, p):
    """A player's name."""
    if not table.seat(s, p):
        return "Player %d" % (p + 1) if table.people(s) > 1 else "You"
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
    """List up to LOT cards of the discard pile below the top `deep` ones, the upper ones last."""
    n = table.pile(s)
    end = n - deep
    start = max(end - LOT, 0)
    head = "" if n <= LOT else "%d to %d of %d: " % (start + 1, end, n)
    return head + " ".join([card(table.discarded(s, i)) for i in range(start, end)])


def describe(s, p, m):
    """Describe move m of player p."""
    who = name(s, p)
    if m == table.STOCK:
        return who + " draws from the stock"
    if m == table.PILE:
        return who + " takes " + card(table.top(s))
    if m == table.OUT:
        return who + " goes out! Everyone else has one more turn"
    if m & table.DISCARD:
        return who + " discards " + card(m & 63)
    return ""


def leader(s):
    """The player with the fewest points so far, -1 for a tie."""
    totals = [table.total(s, p) for p in range(table.players(s))]
    least = min(totals)
    return totals.index(least) if totals.count(least) == 1 else -1


def won_round(s, p):
    """Whether player p has the fewest points in the round just scored."""
    n = table.number(s)
    got = [table.penalty(s, n, q) for q in range(table.players(s)) if table.plays(s, q)]
    return table.plays(s, p) and table.penalty(s, n, p) == min(got)


def draw_hands(s):
    """Draw each player's hand, meld by meld, and its penalty."""
    canvas.clear()
    n = table.number(s)
    word = "Tie-break" if n == table.TIE_BREAK else "Round %d" % n
    hal.text(art.LARGE, word, 6, 3, canvas.GOLD_FELT)
    p = leader(s)
    text = "Nobody leads"
    if p >= 0:
        who = name(s, p)
        text = "%s with %d" % (who + (" lead" if who == "You" else " leads"), table.total(s, p))
    canvas.right(art.SMALL, text, hal.W - 6, 9, canvas.ON_FELT)
    y = 28
    high = 48 if table.players(s) > 3 else 60
    for p in range(table.players(s)):
        if table.plays(s, p):
            _draw_hand(s, p, y)
            y += high
    canvas.centre(
        art.SMALL, art.CH_BUTTON_A + " the score sheet", 0, hal.H - 16, hal.W, canvas.ON_FELT
    )


def _draw_hand(s, p, y):
    at = table.hand(p)
    n = table.holds(s, p)
    arrange(s, at, n, table.wild(s), table.price(s), _order, _group)
    hal.text(art.SMALL, name(s, p), 6, y, canvas.ON_FELT)
    cost = table.penalty(s, table.number(s), p)
    words = "%d points" % cost if cost > 1 else "1 point" if cost else "melded"
    if table.out(s) == p:
        words = "went out, " + words
    canvas.right(art.SMALL, words, hal.W - 6, y, canvas.GOLD_FELT)
    x = 6
    step = min(24, (hal.W - 44 - 24) // max(n - 1, 1))
    for i in range(n):
        if i and _group[i] != _group[i - 1]:
            x += 5
        mark = card_art.FAN | (0 if _group[i] else card_art.DIM)
        if i < n - 1 and step < 24:
            mark |= card_art.COVERED
        c = s[at + _order[i]] & 63
        card_art.card(c, x, y + 14, 28, 31, mark)
        if c & 15 == table.wild(s):
            hal.fb.fill_rect(x + 3, y + 35, 8, 8, canvas.GOLD)
            hal.blit(art.ICONS, art.ICON_STAR, x + 1, y + 33, canvas.BLUE_PAPER)
        x += step


def draw_sheet(s, winner):
    """Draw the score sheet, a column per player; winner is -1 while the game goes on."""
    from thirteen.views import three_thirteen_scoresheet as scoresheet  # not needed at power-on

    n = table.players(s)
    best = winner if winner >= 0 else leader(s)
    rows = table.rounds(s) + (table.number(s) == table.TIE_BREAK)
    scoresheet.begin(n, rows, winner >= 0)
    for p in range(n):
        scoresheet.head(p, name(s, p), best == p)
    for i in range(rows):
        number = i + 1 if i < table.rounds(s) else table.TIE_BREAK
        scoresheet.label(i, "tie" if number == table.TIE_BREAK else "%d" % number)
        for p in range(n):
            if number == table.TIE_BREAK and not table.plays(s, p):
                scoresheet.cell(i, p, "-")
            elif number <= table.number(s):
                scoresheet.cell(i, p, "%d" % table.penalty(s, number, p))
    for p in range(n):
        scoresheet.total(p, "%d" % table.total(s, p))
    if winner >= 0:
        scoresheet.end(wins(s, winner) + _cut(s))
    else:
        scoresheet.end(art.CH_BUTTON_A + " next round   " + art.CH_BUTTON_B + " hands")


def _cut(s):
    """R10: the cards drawn to decide a tie, as text."""
    drawn = [card(table.drew(s, p)) for p in range(table.players(s)) if table.drew(s, p)]
    return ", by the draw: " + " ".join(drawn) if drawn else ""
