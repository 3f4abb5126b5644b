"""Layer 3. Menus and questions: each draws itself, waits and returns the answer.

The caller redraws what was below. With large text, what does not fit in it stays small.
"""

from micropython import const

import hal
from thirteen.draw import art, canvas, large
from thirteen.protocols import Function, Value
from thirteen.ui import keys, speech

if hal.POINTER:
    from thirteen.ui import pointer  # unless there is none
_WIDEST = const(228)  # of a menu in large text
_APART = const(4)  # from an item's left text to its right one, at least
_PICTURE = const(17)  # width of a picture beside a text, with a gap

way = 0  # the key that chose the last item: 0 A, -1 LEFT, 1 RIGHT


def ask(
    title: str, items: list | tuple, at: int = 0, note: str | tuple = "", *, width: int = 184,
    change: Function = None, top: int = -1, picture: Function = None, groups: tuple = (),
) -> int:  # fmt: skip
    """Let the player choose an item; returns its index, or -1 for back.

    The menu is in the middle of the screen, or has its upper edge at `top`. The text after a tab
    in an item is aligned right, and LEFT and RIGHT choose such an item too. `change(i, way)` is
    called first: it returns the item's new text, or None to end the menu with that item.
    `picture(i, x, y)` draws what stands left of x, beside an item's right text. `note` is shown
    below the title; a tuple has one note per item, all as high as the first. A line is drawn
    above each of the items in `groups`.
    """
    global way
    items = list(items)
    step = _step(items)
    if canvas.reading is not art.SMALL:
        width = max(width, min(hal.W - 12, _WIDEST))
    notes = note if isinstance(note, tuple) else None
    font = _note_font(notes or (note,), width)
    note = notes[0] if notes else note
    head = _head(title, note, font)
    room = hal.H - (10 if top < 0 else top + 9)
    shown = min(len(items), (room - head) // step)
    height = head + shown * step + 7
    x, y = (hal.W - width) // 2, top if top >= 0 else (hal.H - height) // 2
    _panel(title, note, font, x, y, width, height)
    first = was = -1
    while True:
        if notes and was != at:
            _renew(notes[at], font, x, y, width, head)
        upper = min(max(first, at - shown + 1, 0), at)
        for i in range(upper, upper + shown):
            if upper != first or i == was or i == at:
                row_y = y + head + (i - upper) * step
                beside = _PICTURE if picture else 0
                left = _row(items[i], i == at, x + 6, row_y, width - 12, step, beside)
                if i in groups and i != at and i > upper:
                    hal.fb.hline(x + 14, row_y, width - 28, canvas.DARK_GOLD)
                if picture:
                    picture(i, left, row_y + (step - art.SMALL[0] + 1) // 2)
        if upper != first and shown < len(items):
            _draw_extent(x + width - 4, y + head, shown * step, upper, shown, len(items))
        first, was = upper, at
        hal.refresh()
        speech.menu(title, notes or note, items, at, change is not None)
        k = keys.wait()
        if hal.POINTER:
            k, at = _pointed(k, at, (x, y, width, height), (y + head, step, upper, shown))
        if _by(k):
            at = (at + _by(k)) % len(items)
        elif k in (keys.B, keys.MENU):
            return -1
        elif k == keys.A or k in (keys.LEFT, keys.RIGHT) and "\t" in items[at]:
            way = 0 if k == keys.A else 1 if k == keys.RIGHT else -1
            text = change(at, way or 1) if change else None
            if text is None:
                return at
            items[at] = text


def _by(k: int) -> int:
    """How many items a key leads on."""
    return 1 if k in (keys.DOWN, keys.NEXT) else -1 if k in (keys.UP, keys.PREV) else 0


if hal.POINTER:

    def _pointed(k: int, at: int, panel: tuple, rows: tuple) -> tuple:
        """(key, item): a tap on an item chooses it, one beside the menu goes back.

        panel: its rectangle; rows: the y of the first, from one to the next, the first, how many.
        """
        top, step, first, shown = rows
        if k == pointer.TAP:
            row = (pointer.y - top) // step
            if not pointer.within(*panel):
                return keys.B, at
            if pointer.y < top or row >= shown:
                return 0, at
            return keys.A, first + row
        return pointer.arrow(k), at


def height(items: str | list) -> int:
    """The height of a menu without a title, all items shown."""
    return _head("", "", art.SMALL) + len(items) * _step(items) + 7


def _step(items: str | list) -> int:
    """The height of an item."""
    if canvas.reading is not art.SMALL:
        return canvas.reading[0] + 2
    n = len(items)
    return art.SMALL[0] + (4 if n < 12 else 15 - n if n < 15 else 2)  # fourteen just fit


def _head(title: str, note: Value, font: bytes) -> int:
    """The height of the title and the note."""
    if not title:
        return 5
    return art.LARGE_H + 8 + (len(note.split("\n")) * font[0] + 2 if note else 0)


def _note_font(notes: tuple, width: int) -> bytes:
    """The font in which these notes fit, with room for an item on the screen."""
    font = canvas.reading
    if font is not art.SMALL:
        for note in notes:
            if _head(".", note, font) > hal.H - 10 - 2 * font[0]:
                return art.SMALL
            for line in note.split("\n"):
                if canvas.width(font, line) > width - 8:
                    return art.SMALL
    return font


def _panel(title: str, note: Value, font: bytes, x: int, y: int, width: int, height: int) -> None:
    canvas.frame(x, y, width, height, canvas.DARK_GOLD, canvas.PANEL)
    canvas.centre(large.FONT, title, x, y + 5, width, canvas.GILT_PANEL)
    _write(note, font, x, y, width)


def _draw_extent(x: int, y: int, h: int, first: int, shown: int, n: int) -> None:
    """A list too long for the screen shows at its edge which part of it is visible."""
    hal.fb.fill_rect(x, y, 2, h, canvas.PANEL)
    hal.fb.fill_rect(x, y + h * first // n, 2, h * shown // n, canvas.GILT_EDGE)


def _renew(note: str, font: bytes, x: int, y: int, width: int, head: int) -> None:
    """Replace the note."""
    hal.fb.fill_rect(x + 2, y + art.LARGE_H + 6, width - 4, head - art.LARGE_H - 8, canvas.PANEL)
    _write(note, font, x, y, width)


def _write(note: str, font: bytes, x: int, y: int, width: int) -> None:
    """Write a note's lines, centred; one with a tab is the head of the rows' columns."""
    y += art.LARGE_H + 6
    for line in note.split("\n") if note else ():
        left, tab, right = line.partition("\t")
        if tab:
            hal.text(font, left, x + 14, y, canvas.DIM_PANEL)
            canvas.right(font, right, x + width - 14, y, canvas.DIM_PANEL)
        else:
            canvas.centre(font, line, x, y, width, canvas.ON_PANEL)
        y += font[0]


def _row(item: str, on: bool, x: int, y: int, w: int, h: int, beside: int) -> int:
    """Draw an item, `on` if it has the cursor; returns the left edge of the text on its right.

    beside: what is kept free there, besides a space.
    """
    hal.fb.fill_rect(x, y, w, h, canvas.PANEL)
    if on:
        canvas.box(x, y, w, h, canvas.GILT_EDGE)
    left, _, right = item.partition("\t")
    font = canvas.reading
    if font is not art.SMALL:
        room = w - 16 - beside - canvas.width(font, left) - canvas.width(font, right)
        if room < (_APART if right else 0):
            font = art.SMALL
    top = y + (h - font[0] + 1) // 2
    hal.text(font, left, x + 8, top, canvas.ON_GOLD if on else canvas.ON_PANEL)
    if right:
        ink = canvas.ON_GOLD if on else canvas.GILT_PANEL
        canvas.right(font, right, x + w - 8, top, ink)
    return x + w - 8 - canvas.width(font, right)


def sure(question: str, yes: str, no: str = "No", note: str = "") -> bool:
    """Ask a question with two answers, the default first; True for yes."""
    return ask(question, (no, yes), note=note, width=220) == 1


def alert(title: str, text: str) -> bool:
    """Show a message until a key is pressed; False if it was B."""
    note = lines(text, 196, canvas.reading)
    if _note_font((note,), 220) is art.SMALL:
        note = lines(text, 196)
    return ask(title, ("OK",), note=note, width=220) == 0


def lines(text: str, w: int, font: bytes = art.SMALL) -> str:
    """Wrap text into lines no wider than w."""
    out = []
    for part in text.split("\n"):
        at = 0
        while at < len(part):
            end = canvas.wrap(font, part, at, w)
            out.append(part[at:end])
            at = end
            while part.startswith(" ", at):
                at += 1
    return "\n".join(out)
