"""Floor 2. A text in pages, as the rules are: headings, paragraphs, items.

A line of the text is a paragraph; "# " before it makes it a heading, "- " an item.
"""

from array import array

from micropython import const

import hal
from thirteen.ui import art, gfx, keys

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
_MOST = const(64)

_starts = array("H", bytes(2 * _MOST))  # where each page starts in the text


def show(title, text):
    """Page through the text until the player has had enough."""
    last = _count(text)
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


def _count(text):
    """Find where the pages start; the last page's number."""
    page = 0
    at = 0
    while page < _MOST - 1:
        _starts[page] = at
        at = _lay(text, at, False)
        if at >= len(text):
            break
        page += 1
    return page


def _draw(title, text, page, last):
    hal.fb.fill(_GROUND)
    small = art.SMALL
    hal.text(art.LARGE, title, _MARGIN, 4, gfx.GOLD_PANEL)
    gfx.right(small, "%d/%d" % (page + 1, last + 1), hal.W - _MARGIN, 8, gfx.DIM_PANEL)
    hal.fb.hline(_MARGIN, art.LARGE[0] + 6, hal.W - 2 * _MARGIN, _LINE)
    _lay(text, _starts[page], True)
    gfx.dirty(0, 0, hal.W, hal.H)
    gfx.flush()


def _lay(text, at, draw):
    """Lay a page from `at` on; where the next starts."""
    font = art.SMALL
    step = font[0] + 1
    y = art.LARGE[0] + 12
    low = hal.H - step - 2
    while at < len(text):
        end = text.find("\n", at)
        if end < 0:
            end = len(text)
        line = text[at:end]
        head = line.startswith("# ")
        item = line.startswith("- ")
        left = _MARGIN + (10 if item else 0)
        i = 2 if head or item else 0
        if head and y > low - step:  # a heading does not stand alone at the foot
            return at
        first = True
        while i < len(line):
            if y > low:
                return at + i
            stop = gfx.wrap(font, line, i, hal.W - left - _MARGIN)
            if draw:
                if item and first:
                    hal.fb.fill_rect(_MARGIN + 2, y + font[0] // 2, 3, 3, _LINE)
                ink = gfx.GOLD_PANEL if head else gfx.ON_PANEL
                hal.text(font, line[i:stop], left, y, ink)
            first = False
            y += step
            i = stop
            while i < len(line) and line[i] == " ":
                i += 1
        y += 4
        at = end + 1
    return at
