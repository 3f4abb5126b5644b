"""Layer 3. The panel beside or below a table: progress, notes, key captions.

A note is shown above the key captions. Below a table it takes the progress's line if it would
else leave none to the captions; what still has no room is left out.
"""

from micropython import const

import hal
from thirteen.fast import native
from thirteen.ui import art, canvas, keys

_INSET = const(6)
_BAR_W = const(60)
_BAR_H = const(6)
_GAP = const(8)  # between captions
_LINE_H = art.SMALL[0]
_STEP = _LINE_H + 1
_TOP = canvas.SPACE - 1  # above the first line below a table
_ROWS = min(max(hal.H // 5 // _STEP, 2), 3)  # lines below a table: as many as fit a fifth of it
_BELOW = _ROWS * _STEP + 2 * _TOP  # its height there, with the gap below it

x = 0
y = 0
w = 0
_h = 0
_bar_y = 0  # beside a table
_below = False  # whether the panel is below the table
_captions: tuple = ()
_label = ""
_part = -1
_whole = 0
_part_text = ""
_note = ""
_lines: list = []  # the note as wrapped,
_font = art.SMALL  # and its font
_reading = None  # the font of notes when it was wrapped
stale = False  # what it says is not drawn yet


def beside(left: int, top: int) -> None:
    """Place the panel beside the table, right of `left`; above `top` the view draws on it."""
    global _bar_y
    _place(left, 3, hal.W - left - 3, hal.H - 6, False)
    _bar_y = top


def below() -> tuple[int, int]:
    """Place the panel below the table; returns the table's width and height."""
    top = hal.H - _BELOW
    _place(3, top, hal.W - 6, _BELOW - _TOP, True)
    return hal.W, top


def _place(left: int, top: int, width: int, height: int, under: bool) -> None:
    global x, y, w, _h, _below, _note, _captions, _part
    x = left
    y = top
    w = width
    _h = height
    _below = under
    _note = ""
    _lines.clear()
    _captions = ()
    _part = -1


def captions(texts: tuple) -> tuple:
    """Set the key captions and return the old ones; captions.GAME are common to all games."""
    global _captions, stale
    was = _captions
    _captions = texts
    stale = True
    return was


def part(label: str, n: int, whole: int) -> None:
    """Set the progress: n of `whole`."""
    global _label, _part, _part_text, _whole
    if n != _part or whole != _whole or label != _label:
        _label = label
        _part = n
        _whole = whole
        if _below:
            _part_text = "%d/%d" % (n, whole)  # here, as frames may not allocate


def left() -> tuple[int, int]:
    """How much of the progress is missing, and the whole."""
    return _whole - _part, _whole


def has_note() -> bool:
    """Whether a note is shown."""
    return bool(_note)


def note(text: str) -> None:
    """Show a short message to the player until the next one.

    It is wrapped here, as the frames that draw it may not allocate.
    """
    global _note, stale
    if text != _note:
        _note = text
        _wrap()
        stale = True


def ground() -> None:
    """Draw its ground, on which a view may draw, too."""
    canvas.box(x, y, w, _h, canvas.DARK_FELT)


@native
def draw() -> None:
    """Draw what it says."""
    global stale
    stale = False
    if _reading is not canvas.reading:
        _wrap()
    if _shows_part():
        _draw_part()
    top = _note_top()
    for line in _lines:
        if top + _font[0] <= y + _h:
            hal.text(_font, line, x + _INSET, top, canvas.GOLD_FELT)
        top += _font[0] + 1
    if _below:
        _draw_row(top)
    elif top <= _column_top():
        _draw_column()


def _shows_part() -> bool:
    """Whether the progress has a line; below a table only if a note leaves another one."""
    lines = (_font[0] + 1) * len(_lines)
    return _part >= 0 and (not _below or not lines or lines + 2 * _STEP <= _h - _TOP)


def _draw_part() -> None:
    """The progress row; beside a table only a bar, as the view shows the number itself."""
    if not _below:
        canvas.bar(x + _INSET, _bar_y, w - 2 * _INSET, _BAR_H, _part, _whole, canvas.GOLD)
        return
    top = y + _TOP
    hal.text(art.SMALL, _label, x + _INSET, top, canvas.ON_FELT)
    start = x + w // 2 - _BAR_W // 2
    canvas.bar(start, top + _LINE_H // 2 - 2, _BAR_W, _BAR_H, _part, _whole, canvas.GOLD)
    canvas.right(art.SMALL, _part_text, x + w - _INSET, top, canvas.ON_FELT)


def _note_top() -> int:
    if not _below:
        return _bar_y + _STEP
    return y + _TOP + (_STEP if _shows_part() else 0)


def _room() -> int:
    """The height for a note: above the captions, if there are two lines; else they give way."""
    if _below:
        return _h - _TOP if _part < 0 else 2 * _STEP
    room = _column_top() - 2 - _note_top()
    return room if room >= 2 * _STEP else y + _h - _note_top()


def _wrap() -> None:
    """Wrap the note, in the small font if it has no room in the large one."""
    global _font, _reading
    _reading = canvas.reading
    room = _room()
    for _font in (canvas.reading, art.SMALL):
        _lines.clear()
        at = 0
        while at < len(_note):
            stop = canvas.wrap(_font, _note, at, w - 2 * _INSET)
            _lines.append(_note[at:stop])
            at = stop
            while _note.startswith(" ", at):  # _note[at] would make a string, which takes 0.15 ms
                at += 1
        if (_font[0] + 1) * len(_lines) <= room:
            break


@native
def _draw_row(top: int) -> None:
    """The captions side by side, in as many lines as there is room for."""
    start = x + _INSET
    for text in _captions:
        if keys.one and not _works(text):
            continue
        if start > x + _INSET and start + canvas.width(art.SMALL, text) > x + w - _INSET:
            start = x + _INSET
            top += _STEP
        if top + _LINE_H > y + _h - 1:
            return
        start = hal.text(art.SMALL, text, start, top, canvas.ON_FELT) + _GAP


def _column_top() -> int:
    return y + _h - 4 - len(_captions) * (_STEP + 1)


@native
def _draw_column() -> None:
    """The captions one below the other, at the bottom of the panel."""
    top = _column_top()
    for text in _captions:
        if not keys.one or _works(text):
            hal.text(art.SMALL, text, x + _INSET, top, canvas.ON_FELT)
        top += _STEP + 1


def _works(text: str) -> bool:
    """Whether a caption is true for a player with one key: A is any key, and there is the hold."""
    return text.startswith(art.CH_BUTTON_A) or text.startswith("hold")
