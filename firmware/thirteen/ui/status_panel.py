"""Layer 3. The panel beside or below a table: progress, notes, key captions.

It draws only what has changed. Without a note it shows the key captions; a note is shown above
them, or replaces them if there is no room below a table for both. On a tiny screen a note
has the whole panel except the bar.
"""

from micropython import const

import hal
from hal import fb
from thirteen.ui import art, canvas

_INSET = const(6)
_NOTE_Y = 46 if canvas.TINY else 100  # beside a table
_TOP = 1 if canvas.TINY else 3  # above the first line below a table
_BAR_W = const(60)
_GAP = 8 if canvas.TINY else 10  # between captions
_LINE_H = art.SMALL[0]
_STEP = _LINE_H + 1

x = 0
y = 0
_w = 0
_h = 0
_below = False  # whether the panel is below the table
_captions: tuple = ()
_label = ""
_part = -1
_whole = 0
_note = ""
_lines: list = []  # the note as wrapped
_font = art.SMALL  # and its font
_bottom = 0  # the end of what was drawn there last, note and captions
_part_text = ""  # formatted only when it changes: that takes 0.1 ms
_shown: list = [None, None]  # progress and note as drawn
late = False  # the note is put off to the next frame
_fresh = False  # the whole panel is being redrawn, and is cleared already


def open(left):
    """Place the panel beside the table: from `left` to the right edge."""
    _place(left, 3, hal.W - left - 3, hal.H - 6, False)


def foot(top):
    """Place the panel below the table: from `top` to the lower edge."""
    _place(3, top, hal.W - 6, hal.H - top - _TOP, True)


def _place(left, top, w, h, below):
    global x, y, _w, _h, _below, _note, _captions, _part
    x = left
    y = top
    _w = w
    _h = h
    _below = below
    _note = ""
    _captions = ()
    _part = -1


def captions(texts):
    """Set the key captions and return the old ones; captions.GAME are common to all games."""
    global _captions
    was = _captions
    if texts is not was:
        _captions = texts
        _shown[1] = None
    return was


def part(label, n, whole):
    """Set the progress: n of `whole`."""
    global _label, _part, _part_text, _whole
    if n != _part or whole != _whole or label != _label:
        _label = label
        _part = n
        _whole = whole
        if _below:
            _part_text = "%d/%d" % (n, whole)
        _shown[0] = None


def left():
    """How much of the progress is missing, and the whole."""
    return _whole - _part, _whole


def note(text):
    """Show a short message to the player until the next one.

    It is wrapped here, as the frames that draw it may not allocate.
    """
    global _note
    if text != _note:
        _note = text
        _wrap()


def draw(full):
    """Draw what has changed. Notes are slow to draw, so moved cards show one frame earlier."""
    global _fresh, late
    _fresh = full
    shown = _shown
    if full:
        canvas.box(x, y, _w, _h, canvas.DARK_FELT)
        shown[0] = shown[1] = None
        _wrap()  # the font of notes may have been changed
        if not (_below or canvas.TINY):
            _draw_column()
    if shown[0] is None and _part >= 0:
        shown[0] = _part
        if not (canvas.TINY and _below) or shown[1] == "":
            _draw_part()
    if shown[1] != _note:
        late = not (full or late) and canvas.n > 0
        if not late:
            shown[1] = _note
            _draw_note()
    else:
        late = False
    if full:
        canvas.drawn()


def _wipe(left, top, w, h):
    """Clear a rectangle for redrawing."""
    if not _fresh:
        fb.fill_rect(left, top, w, h, canvas.DARK_FELT)
        canvas.dirty(left, top, w, h)


def _draw_part():
    """The progress row; beside a table only a bar, as the view shows the number itself."""
    if not _below:
        _wipe(x + _INSET, _NOTE_Y - 14, _w - 2 * _INSET, 6)
        canvas.bar(x + _INSET, _NOTE_Y - 14, _w - 2 * _INSET, 6, _part, _whole, canvas.GOLD)
        return
    top = y + _TOP
    _wipe(x + 2, top, _w - 4, _LINE_H)
    hal.text(art.SMALL, _label, x + _INSET, top, canvas.ON_FELT)
    left = x + _w // 2 - _BAR_W // 2
    canvas.bar(left, top + _LINE_H // 2 - 2, _BAR_W, 6, _part, _whole, canvas.GOLD)
    canvas.right(art.SMALL, _part_text, x + _w - _INSET, top, canvas.ON_FELT)


def _note_top():
    if not _below:
        return _NOTE_Y
    return y + _TOP if _part < 0 or canvas.TINY else y + _TOP + _STEP


def _note_end():
    return y + _h - 1 if _below or canvas.TINY else _column_top() - 2


def _wrap():
    """Wrap the note, in the small font if it has no room in the large one."""
    global _font
    room = _note_end() - _note_top()
    for _font in (canvas.reading, art.SMALL):
        _lines.clear()
        at = 0
        while at < len(_note):
            stop = canvas.wrap(_font, _note, at, _w - 2 * _INSET)
            _lines.append(_note[at:stop])
            at = stop
            while _note.startswith(" ", at):  # _note[at] would make a string, which takes 0.15 ms
                at += 1
        if (_font[0] + 1) * len(_lines) <= room + 1:
            break


def _draw_note():
    global _bottom
    first = top = _note_top()
    end = _note_end()
    _wipe(x + 2, top, _w - 4, _bottom - top)
    _bottom = end
    if not _note:
        if canvas.TINY and _below and _part >= 0:
            _draw_part()
            top += _STEP
        if _below:
            _bottom = _draw_row(top)
        elif canvas.TINY:
            _draw_column()
    else:
        for line in _lines:
            if top + _font[0] <= end:
                hal.text(_font, line, x + _INSET, top, canvas.GOLD_FELT)
            top += _font[0] + 1
        if _below:
            top = _draw_row(top)
        _bottom = top
    _bottom = min(_bottom, end)
    canvas.dirty(x + 2, first, _w - 4, _bottom - first)


def _draw_row(top):
    """The captions side by side, in as many lines as there is room for; returns their end."""
    left = x + _INSET
    for text in _captions:
        if left > x + _INSET and left + canvas.width(art.SMALL, text) > x + _w - _INSET:
            left = x + _INSET
            top += _STEP
        if top + _LINE_H > y + _h - 1:
            return top
        left = hal.text(art.SMALL, text, left, top, canvas.ON_FELT) + _GAP
    return top + _STEP


def _column_top():
    return y + _h - 4 - len(_captions) * (_STEP + 1)


def _draw_column():
    """The captions one below the other, at the bottom of the panel."""
    top = _column_top()
    for text in _captions:
        hal.text(art.SMALL, text, x + _INSET, top, canvas.ON_FELT)
        top += _STEP + 1
