"""Layer 3. A text in pages, as the rules are: headings, paragraphs, items.

A line of the text is a paragraph; "# " before it makes it a heading, "- " an item. A line with a
tab first is a row of little cards and words, in turns, a tab between: each card is the character
64 above its byte, @ is an empty place.
"""

from array import array

from micropython import const

import hal
from thirteen.ui import art, canvas, captions, card_art, keys

_UP = const(1)
_DOWN = const(2)
_LEFT = const(4)
_RIGHT = const(8)
_A = const(16)
_PREV = const(512)
_NEXT = const(1024)

_GROUND = const(14)
_LINE = const(13)
_MARGIN = const(8)
_FOOT = const(18)  # the captions
_SPLITS = hal.H * 2 // 3  # what begins below does so on the next page if it does not fit
_MOST = const(64)
_CARD_W = const(26)
_CARD_H = const(36)
_ROW_H = const(41)

_starts = array("H", bytes(2 * _MOST))  # where each page starts in the text


def show(title, text):
    """Page through the text until the player has had enough."""
    last = _count(title, text)
    page = 0
    while True:
        _draw(title, text, page, last)
        k = keys.wait()
        if k in (_RIGHT, _DOWN, _NEXT):
            page = min(page + 1, last)
        elif k in (_LEFT, _UP, _PREV):
            page = max(page - 1, 0)
        elif k == _A and page < last:
            page += 1
        else:
            return


def _count(title, text):
    """Find where the pages start; the last page's number."""
    page = 0
    at = len(title) + 3 if text.startswith("# %s\n" % title) else 0  # not the title twice
    while page < _MOST - 1:
        _starts[page] = at
        at = _lay(text, at, len(text), False)
        if at >= len(text):
            break
        page += 1
    return page


def _draw(title, text, page, last):
    hal.fb.fill(_GROUND)
    small = art.SMALL
    hal.text(art.LARGE, title, _MARGIN, 4, canvas.GOLD_PANEL)
    canvas.right(small, "%d/%d" % (page + 1, last + 1), hal.W - _MARGIN, 8, canvas.DIM_PANEL)
    hal.fb.hline(_MARGIN, art.LARGE[0] + 6, hal.W - 2 * _MARGIN, _LINE)
    _lay(text, _starts[page], _starts[page + 1] if page < last else len(text), True)
    more = captions.A + "next   " if page < last else ""
    canvas.centre(small, more + captions.B + "back", 0, hal.H - 15, hal.W, canvas.DIM_PANEL)
    canvas.dirty(0, 0, hal.W, hal.H)
    canvas.flush()


def _lay(text, at, until, draw):
    """Lay a page from `at` on, at most until there; where the next starts."""
    font = canvas.reading
    step = font[0] + 1
    y = art.LARGE[0] + 12
    foot = hal.H - _FOOT
    low = foot - step
    page = at
    above = -1  # the heading right above
    while at < until:
        start = text.rfind("\n", 0, at) + 1
        end = text.find("\n", at)
        if end < 0:
            end = len(text)
        line = text[start:end]
        if line[:1] == "\t":
            if y > foot - _CARD_H:
                return at
            if draw:
                _row(line, y)
            y += _ROW_H
            at = end + 1
            continue
        head = line.startswith("# ")
        item = line.startswith("- ")
        left = _MARGIN + (10 if item else 0)
        room = hal.W - left - _MARGIN
        i = at - start
        if not i:
            # A heading does not stand alone at the foot, nor a rule in two halves, unless its
            # letters are large and half a page would stay empty.
            back = at if above < 0 else above
            tall = 2 * step if head else _height(text, line, end, room, step)
            whole = font is art.SMALL or y > _SPLITS or text[end + 1 : end + 2] == "\t"
            if back > page and y + tall > foot and (head or whole):
                return back
            above = at if head else -1
            if draw and item:
                hal.fb.fill_rect(_MARGIN + 2, y + font[0] // 2, 3, 3, _LINE)
            i = 2 if head or item else 0
        while i < len(line):
            if y > low:
                return start + i
            stop = canvas.wrap(font, line, i, room)
            if draw:
                ink = canvas.GOLD_PANEL if head else canvas.ON_PANEL
                hal.text(font, line[i:stop], left, y, ink)
            y += step
            i = stop
            while i < len(line) and line[i] == " ":
                i += 1
        y += 4
        at = end + 1
    return at


def _height(text, line, end, room, step):
    """The height of a paragraph and of the pictures under it."""
    h = 0
    while text[end + 1 : end + 2] == "\t":
        h += _ROW_H
        end = text.find("\n", end + 1)
        if end < 0:
            break
    i = 2
    while i < len(line):
        i = canvas.wrap(canvas.reading, line, i, room)
        h += step
        while i < len(line) and line[i] == " ":
            i += 1
    return h


def _row(line, y):
    """Cards and words; the x where they end."""
    x = _MARGIN + 10
    for i, part in enumerate(line.split("\t")):
        if not i & 1:
            if part:
                middle = y + (_CARD_H - art.SMALL[0]) // 2
                x = hal.text(art.SMALL, part, x + 3, middle, canvas.ON_PANEL) + 5
            continue
        for letter in part:
            if letter == "@":
                card_art.slot(x, y, _CARD_W, _CARD_H)
            else:
                card_art.card(ord(letter) - 64, x, y, _CARD_W, _CARD_H)
            x += _CARD_W + 2
    return x
