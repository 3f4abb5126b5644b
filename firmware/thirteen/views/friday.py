"""Layer 4. Friday the 13th on the screen: foundations above; hand, turned card and waste below."""

import sys

from micropython import const

from thirteen.cards import NAMES, SHORT, a_rank
from thirteen.draw import art, canvas
from thirteen.fast import native
from thirteen.rules import friday as rules
from thirteen.table import choice, piles, places, table
from thirteen.table.table import (  # noqa: F401 - the view's own names
    draw,
    enter,
    flag,
    leave_from,
    move_rects,
    pairs,
    playable,
)
from thirteen.ui import captions, keys, sound
from thirteen.ui.status_panel import status_panel
from thirteen.views.friday_cat import Cat

cat = Cat()
badge = cat.badge

_HAND = const(13)  # places; 0 to 12 are the foundations
_TURNED = const(14)
_WASTE = const(15)
_CAT = const(16)
_FANNED = const(4)  # cards of the waste that show
_LISTED = const(24)  # cards of the waste in one message

_REDEALS = ("no redeal", "1 redeal", "2 redeals")

# What the keys do where A plays, and where it turns, too.
_PLAYS = (captions.of(keys.A, "play"), captions.of(keys.B, "turn")) + captions.GAME
_TURNS = (captions.of(keys.A | keys.B, "turn"),) + captions.GAME
_PETS = (captions.of(keys.A, "pet"), captions.of(keys.B, "turn")) + captions.GAME
_NAMES = (_PLAYS, _TURNS, _PETS)
_PATIENT = const(6)  # offers in a row that a player with one key lets pass until the cat is one
_TODAY = "It is Friday the 13th, and the cat knows."

_listed = 0  # the first card of the waste that the message lists
_passed = 0  # offers in a row that were let pass
_line_y = _count_y = 0  # of the lines above and below the lower row


def open(s: bytearray) -> None:
    global _line_y, _count_y
    width, height = status_panel.below(2)
    line = canvas.line_height()
    pitch = (width - 2) // 7
    top = height // 64
    gap = height // 48
    room = height - top - gap - 2 * line
    w = pitch - 2
    h = min(w * 11 // 8, room * 8 // 25)
    big_w = w * 11 // 8
    big_h = min(big_w * 9 // 7, room - 2 * h)
    left = (width - 7 * pitch + 2) // 2
    row_y = top + 2 * h + gap + line + (room - 2 * h - big_h + 1) // 2
    label = bytes((1, 1, 0x2F, 0, (w - 12) // 2, (h - 15) // 2))
    places.clear()
    for f in range(13):
        x = left + f % 7 * pitch
        places.add(x, top + f // 7 * (h + gap), w, h, empty=label)
    cat.open()
    fan = big_w * 6 // 11
    apart = (width - 2 * big_w - big_w - (_FANNED - 1) * fan) // 4
    places.add(apart, row_y, big_w, big_h, places.STOCK)
    places.add(2 * apart + big_w, row_y, big_w, big_h)
    places.add(3 * apart + 2 * big_w, row_y, big_w, big_h, most=_FANNED, right=fan)
    places.add(left + 6 * pitch, top + h + gap, w, h)
    _line_y = row_y - line
    _count_y = row_y + big_h + (line - art.SMALL[0] + 1) // 2
    status_panel.captions(_PLAYS)
    table.open(sys.modules[__name__], s, _TURNED)
    _rest(s, 0)


@native
def cards(s: bytearray, p: int, out: bytearray, at: int) -> int:
    if p == _CAT:
        return 0
    if p == _HAND:
        out[at] = 0x80
        return rules.hand(s)
    if p == _TURNED:
        out[at] = rules.turned(s)
        return 1 if out[at] else 0
    if p == _WASTE:
        n = min(rules.wasted(s), _FANNED)
        for i in range(n):
            out[at + i] = rules.waste(s, n - 1 - i)
        return rules.wasted(s)
    out[at] = rules.top(s, p)
    return rules.height(s, p)


def empty(s: bytearray, p: int) -> int:
    if p == _CAT:
        return 0
    if p >= _HAND:
        return piles.BARE
    return (piles.GOLD_BARE if p == rules.filled(s) else piles.BARE) | rules.label(p)


def source(s: bytearray, m: int) -> int:
    if m < rules.FROM_TURNED:
        return _HAND
    return _WASTE if m & rules.FROM_WASTE else _TURNED


def target(s: bytearray, m: int) -> int:
    return _HAND if m < rules.FROM_TURNED else m & 15


def value(s: bytearray, m: int) -> int:
    """Starting a pile is preferred to building on one."""
    return 1 if m >= rules.FROM_TURNED and not rules.top(s, m & 15) else 0


def describe(s: bytearray, m: int, done: bool = False) -> str:
    """Move m in a few words, or what it did; with its source where the rank doesn't tell it."""
    if m == rules.REDEAL:
        return "Redealt" if done else "Redeal"
    if m == rules.TURN:
        return "Turned a card" if done else "Turn the next card"
    r = NAMES[rules.source(s, m) & 15]
    card = "the " + r
    alike = rules.turned(s) & 15 == rules.waste(s) & 15
    if alike:
        card = ("the waste's " if m & rules.FROM_WASTE else "the turned ") + r
    top = rules.top(s, m & 15)
    if top:
        return ("Played %s on the %s" if done else "Play %s on the %s") % (card, NAMES[top & 15])
    pile = r + " with " + card if alike else r
    return ("Began the pile of " if done else "Begin the pile of ") + pile


def refusal(s: bytearray, p: int, chosen: int) -> str:
    if p == _HAND:
        return "The hand is empty: play from the waste"
    if p == _CAT:
        return "The cat takes no cards"
    if p > _HAND:
        c = rules.turned(s) if p == _TURNED else rules.waste(s)
        return "No pile takes %s now" % a_rank(c & 15) if c else "No card here"
    if rules.top(s, p) or p == rules.filled(s):
        return "This pile waits for %s" % a_rank(rules.wants(s, p))
    return "Piles begin in order: next is the %s" % NAMES[rules.label(rules.filled(s))]


def status(s: bytearray) -> str:
    """F13: whether an empty foundation can never be filled."""
    f = rules.lacking(s)
    if f < 0:
        return _TODAY if cat.real and rules.hand(s) == 48 else ""
    name = NAMES[rules.label(f)]
    return "No %s is left for its pile. This deal can't be won from here." % name


@native
def key(k: int, s: bytearray) -> int:
    global _passed
    at = choice.cursor
    cat.wake()
    _passed = _passed + 1 if k == keys.NEXT and keys.scan_ms else 0
    if not choice.picked:
        if k == keys.A and at == _CAT:
            status_panel.message(cat.pet(s))
            sound.purr()
            return -1
        if k == keys.PREV or _passed > _PATIENT:
            places.flags[_CAT] |= places.FREE
        if (
            k == keys.B
            or k == keys.A
            and at == _TURNED
            and not places.flags[_TURNED] & places.FREE
        ):
            skip(s)
            return choice.press(s, _HAND)
        if k & (keys.PREV | keys.NEXT) and rules.wasted(s):
            places.flags[_WASTE] |= places.FREE  # to let the player list its cards
        if at == _WASTE and k & (keys.RIGHT | keys.NEXT) and rules.wasted(s) > _LISTED:
            more = _listed + _LISTED
            if more < rules.wasted(s) or k == keys.RIGHT:
                _list_waste(s, more if more < rules.wasted(s) else 0)
                return -1
        m = table.key(k, s)
        if choice.cursor == _WASTE and k != keys.A and at != _WASTE:
            _list_waste(s, 0)
        elif choice.cursor == _CAT and at != _CAT:
            status_panel.message(cat.line(s))
    else:
        m = table.key(k, s)
    _name_keys()
    return m


def moved(s: bytearray, m: int, was: bytearray) -> None:
    """The cursor rests on the turned card, or on the waste while its next card goes, too."""
    table.moved(s, m, was)
    cat.wake()
    if m == rules.REDEAL:
        cat.stir()
    _rest(s, m)


def changed(s: bytearray) -> None:
    table.changed(s)
    _name_keys()


def hint(s: bytearray, m: int) -> None:
    table.hint(s, m)
    _name_keys()


def undone(s: bytearray, m: int, after: bytearray) -> None:
    table.undone(s, m, after)
    _rest(s, m)


def _rest(s: bytearray, m: int) -> None:
    more = m & rules.FROM_WASTE and places.flags[_WASTE] & places.FREE
    done = not (rules.turned(s) or rules.hand(s) or rules.redeals(s)) and rules.wasted(s)
    choice.cursor = _WASTE if more or done else _TURNED
    _name_keys()


def _name_keys() -> None:
    """Say what A does here, unless others have set what the keys do."""
    at = choice.cursor
    turns = at == _HAND or at == _TURNED and not places.flags[_TURNED] & places.FREE
    names = _TURNS if turns else _PETS if at == _CAT else _PLAYS
    was = status_panel.captions(_PLAYS if choice.picked else names)
    if was not in _NAMES:
        status_panel.captions(was)


def skip(s: bytearray) -> None:
    table.skip(s)
    cat.rest()


def console() -> None:
    """The last games were all lost."""
    cat.near = True


def tick(s: bytearray, dt: int) -> bool:
    sits = cat.tick(dt)
    return table.tick(s, dt) or sits


@native
def _list_waste(s: bytearray, first: int) -> None:
    """Note the waste's cards from number `first` on, in the order in which they will return."""
    global _listed
    _listed = first
    n = rules.wasted(s)
    end = min(first + _LISTED, n)
    if end > first:
        ranks = " ".join([SHORT[c & 15] for c in rules.lying(s, first, end)])
        if n > _LISTED:
            words = "%d to %d of %d, %s: %s" % (first + 1, end, n, captions.MORE, ranks)
        else:
            words = "Waste: " + ranks
        status_panel.message(words)


@native
def draw_labels(s: bytearray) -> None:
    """The counts, and whether an empty hand can be dealt again."""
    x = places.x
    w = places.w
    status_panel.progress("played", rules.score(s), 52)
    n = rules.redeals(s)
    canvas.centre(art.SMALL, _REDEALS[n], x[_HAND] - 8, _line_y, w[_HAND] + 16, canvas.GOLD_FELT)
    _draw_count(_HAND, "%d left")
    _draw_count(_WASTE, "waste %d")
    cat.draw(s, _TURNED if rules.turned(s) else _HAND, choice.cursor == _CAT)
    if n and not piles.depth(_HAND):
        piles.icon(_HAND, art.ICON_UNDO, canvas.GOLD_FELT)


@native
def _draw_count(p: int, form: str) -> None:
    """The number of cards below those of place p that show."""
    n = piles.depth(p)
    x = places.x[p] - 8
    w = places.card_w[p] + 16 + places.across[p] * max(min(n, _FANNED) - 1, 0)
    canvas.centre_formatted(p - _HAND, form, n, x, _count_y, w, canvas.ON_FELT)
