"""Layer 3. The panel beside or below a table: progress, messages, key captions.

A message is shown above the key captions, which never move for it: below a table it takes the
place of the progress, and hides the lines of captions that it covers.
"""

from micropython import const

import hal
from thirteen.draw import art, canvas
from thirteen.fast import native
from thirteen.ui import captions as named
from thirteen.ui import keys

_INSET = const(6)
_LAMP = const(14)  # size of the lamp
_BAR_W = const(60)
_BAR_H = const(6)
_GAP = const(9)  # between captions
_LINE_H = art.SMALL[0]
_STEP = _LINE_H + 1
_TOP = canvas.SPACE - 1  # above the first line below a table
_ROWS = min(max(hal.H // 5 // _STEP, 2), 3)  # lines below a table: as many as fit a fifth of it
_BELOW = _ROWS * _STEP + 2 * _TOP  # its height there, with the gap below it

# What the lamp says of the deal, not known, it can be won, or it is lost: colour, mark, its ink.
_LAMPS = (
    (canvas.DARK_GREY, "?", 0x4560),
    (canvas.GREEN, art.CH_CHECK, 0x45B0),
    (canvas.RED, art.CH_TIMES, 0x4580),
)

_COMMON = (named.HINT, named.UNDO, named.MOVE, named.MENU)

x = 0
y = 0
w = 0
_h = 0
_bar_y = _bar_w = 0  # of the progress
_bar = False  # whether it is shown
_below = False  # whether the panel is below the table
_captions: tuple = ()
_label = ""
_progress = -1
_whole = 0
_progress_text = ""
_progress_x = 0
_lamp = -1  # a row of _LAMPS, -1 for none
_message = ""
_lines: list = []  # the message as wrapped,
_font = art.SMALL  # and its font
_reading = None  # the font of messages when it was wrapped,
_texts: list = []  # and as canvas.texts draws it
_keys: list = []  # the captions that are true: text, x, and how far down each is,
_keys_top = 0  # from here,
_keys_end = 0  # up to where there are any,
_keys_from = 0  # and how far down one must be
_laid: tuple = ()  # the captions, when they were laid out,
_scan_ms = 0  # and keys.scan_ms
stale = False  # what it says is not drawn yet, nor laid out


def beside(left: int, top: int) -> None:
    """Place the panel beside the table, right of `left`; above `top` the view draws on it."""
    global _bar_y, _bar_w
    _place(left, 3, hal.W - left - 3, hal.H - 6, False)
    _bar_y = top
    _bar_w = w - 2 * _INSET


def below() -> tuple[int, int]:
    """Place the panel below the table; returns the table's width and height."""
    global _bar_y, _bar_w
    top = hal.H - _BELOW
    _place(3, top, hal.W - 6, _BELOW - _TOP, True)
    _bar_y = top + _TOP + _LINE_H // 2 - 2
    _bar_w = _BAR_W
    return hal.W, top


def _place(left: int, top: int, width: int, height: int, under: bool) -> None:
    global x, y, w, _h, _below, _message, _captions, _laid, _progress, _lamp, stale
    x = left
    y = top
    w = width
    _h = height
    _below = under
    _message = ""
    _lines.clear()
    _captions = _laid = ()
    _keys.clear()
    _progress = _lamp = -1
    stale = True


def captions(new: tuple) -> tuple:
    """Set the key captions, pairs of ui/captions, and return the old ones."""
    global _captions, stale
    was = _captions
    if new is not was:
        _captions = new
        stale = True
    return was


def progress(label: str, n: int, whole: int) -> None:
    """Set the progress: n of `whole`."""
    global _label, _progress, _progress_text, _progress_x, _whole, stale
    if n != _progress or whole != _whole or label != _label:
        stale |= _progress < 0
        _label = label
        _progress = n
        _whole = whole
        _progress_text = "%d/%d" % (n, whole)
        _progress_x = x + w - _INSET - canvas.width(art.SMALL, _progress_text)


def lamp(verdict: int) -> None:
    """Show beside the progress whether the deal can be won: 0 not known, 1 yes, 2 no; -1: not."""
    global _lamp
    _lamp = verdict


def left() -> tuple[int, int]:
    """How much of the progress is missing, and the whole."""
    return _whole - _progress, _whole


def has_message() -> bool:
    """Whether a message is shown."""
    return bool(_message)


if hal.VOICE:

    def message_shown() -> str:
        return _message

    def captions_shown() -> tuple:
        return _captions

    def lamp_shown() -> int:
        return _lamp


@native
def message(text: str) -> None:
    """Show a short message to the player until the next one."""
    global _message, stale
    if text != _message:
        _message = text
        stale = True


def ground() -> None:
    """Draw its ground, on which a view may draw, too."""
    canvas.box(x, y, w, _h, canvas.DARK_FELT)


@native
def draw() -> None:
    """Draw what it says."""
    if stale or _reading is not canvas.reading or _scan_ms != keys.scan_ms:
        _lay_out()
    if _bar:
        left = x + w // 2 - _bar_w // 2
        wide = _bar_w
        if _lamp >= 0:
            if not _below:
                wide -= _LAMP + 4
            _draw_lamp(left - _LAMP - 5 if _below else left + wide + 4)
        canvas.bar(left, _bar_y, wide, _BAR_H, _progress, _whole, canvas.GOLD)
        if _below:
            hal.text(art.SMALL, _label, x + _INSET, y + _TOP, canvas.ON_FELT)
            hal.text(art.SMALL, _progress_text, _progress_x, y + _TOP, canvas.ON_FELT)
    canvas.texts(_texts)
    for text, left, down in _keys:
        if down >= _keys_from:
            hal.text(art.SMALL, text, left, _keys_top + down, canvas.ON_FELT)


@native
def _draw_lamp(left: int) -> None:
    colour, mark, ink = _LAMPS[_lamp]
    top = _bar_y + (_BAR_H - _LAMP) // 2
    canvas.box(left, top, _LAMP, _LAMP, colour)
    hal.centre(art.SMALL, mark, left, top + (_LAMP - _LINE_H + 1) // 2, _LAMP, ink)


@native
def _lay_out() -> None:
    """Set message and captions, which change less often than they are drawn."""
    global stale, _bar, _keys_top, _keys_from
    stale = False
    if _laid is not _captions or _scan_ms != keys.scan_ms:
        _lay_out_keys()
    _wrap()
    _bar = _progress >= 0 and not (_below and _lines)
    _texts.clear()
    top = _message_top()
    for line in _lines:
        if top + _font[0] <= y + _h:
            _texts.append((_font, line, x + _INSET, top, canvas.GOLD_FELT))
        top += _font[0] + 1
    _keys_top = _column_top()
    _keys_from = top - _keys_top
    if not _below and _keys_from > 0:
        _keys_from = hal.H  # the whole column, or nothing


@native
def _message_top() -> int:
    return y + _TOP if _below else _bar_y + _STEP


def _room() -> int:
    """The height for a message: above the captions, if there are two lines; else they give way."""
    if _below:
        return _h - _TOP
    room = _column_top() - 2 - _message_top()
    return room if room >= 2 * _STEP else y + _h - _message_top()


@native
def _wrap() -> None:
    """Wrap the message, in the small font if it has no room in the large one."""
    global _font, _reading
    _reading = _font = canvas.reading
    _lines.clear()
    if not _message:
        return
    room = _room()
    for _font in (canvas.reading, art.SMALL):
        _lines.clear()
        at = 0
        while at < len(_message):
            stop = canvas.wrap(_font, _message, at, w - 2 * _INSET)
            _lines.append(_message[at:stop])
            at = stop
            while _message.startswith(" ", at):  # a slice would make a string: 0.15 ms
                at += 1
        most = 1 if _below and _font is not art.SMALL else 9  # a line of captions stays below it
        if len(_lines) <= most and (_font[0] + 1) * len(_lines) <= room:
            break


def _column_top() -> int:
    """The y of the first caption beside a table, and of the first line below one."""
    return y + (_TOP if _below else _h - 4 - len(_captions) * (_STEP + 1))


@native
def _lay_out_keys() -> None:
    """The captions: beside a table one below the other. Below it in the last line; those common to
    all games are a line higher where there is one, so that they stay where they are. Of what has
    no room left of the menu's, something is left out.
    """
    global _laid, _scan_ms
    _laid = _captions
    _scan_ms = keys.scan_ms
    _keys.clear()
    left = x + _INSET
    down = (_ROWS - 1) * _STEP if _below else 0
    right = x + w - _INSET
    menu = canvas.width(art.SMALL, named.MENU[1]) + _GAP if named.MENU in _captions else 0
    end = right if _ROWS > 2 else right - menu
    for c in _captions:
        text = c[1] if not _scan_ms or named.works(c[0]) else ""
        if not _below:
            _keys.append((text, left, down))
            down += _STEP + 1
            continue
        if _ROWS > 2 and c in _COMMON and down > _STEP:
            left = x + _INSET
            down = _STEP
            end = right - menu
        wide = canvas.width(art.SMALL, text)
        if c is named.MENU:  # at the right
            left = right - wide
        elif left + wide > end:
            continue
        _keys.append((text, left, down))
        left += wide + _GAP if text else 0
