"""Layer 3. The panel beside or below a table: progress, messages, key captions.

A message is shown above the key captions, which never move for it: below a table it takes the
place of the progress, and hides the lines of captions that it covers. In large text on a low
screen the progress is but a bar, and for a message of two lines the panel grows over the table.
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
_CELL = const(18)  # width of a text in the second line
_LINE_H = art.SMALL[0]
_STEP = _LINE_H + 1
_TOP = canvas.SPACE - 1  # above the first line below a table
_ROWS = min(max(hal.H // 5 // _STEP, 2), 3)  # lines below a table: as many as fit a fifth of it
_KEPT = const(4)  # captions whose layout is
_TALL = hal.H >= 200  # whether they have room for large text
_THIN = const(4)  # height of a bar above large captions where they have none
_WIDE = const(300)  # width of a screen that has room for a race's captions in large text
_LAP = const(3)  # by which the panel grows there for a large line above small captions

# What the lamp says of the deal, not known, it can be won, or it is lost: colour, mark, its ink.
_LAMPS = (
    (canvas.DARK_GREY, "?", 0x4560),
    (canvas.GREEN, art.CH_CHECK, 0x45B0),
    (canvas.RED, art.CH_TIMES, 0x4580),
)

_COMMON = (named.HINT, named.UNDO, named.MOVE, named.MENU, named.LEAVE)


class StatusPanel:
    """The one panel: where it lies, what it says, and how that is laid out."""

    def __init__(self) -> None:
        self.x = self.y = self.w = self._h = 0
        self.stale = False  # what it says is not drawn yet, nor laid out
        self.quiet = False  # no captions are drawn: the keys are for what lies over the table
        self.teaches = False  # a lesson: there is no undo, and the menu's key leaves
        self._lets_go = False  # a card is chosen: B lets go of it
        self._message = ""
        self._shorter: tuple = ()  # the same in fewer words, for large text
        self._lines: list = []  # the message as wrapped,
        self._font = art.SMALL  # and its font
        self._reading = b""  # the font of messages when it was wrapped,
        self._texts: list = []  # and as canvas.texts draws it
        self._grown = 0  # pixels by which the panel is higher for it,
        self._over = 0  # and large lines that may be
        self._captions: tuple = ()
        self._step = _STEP  # from line to line below a table
        self._keys_font = art.SMALL  # of captions, those common to all games excepted
        self._keys: list = []  # those that are true: text, x, font, and how far down each is,
        self._keys_top = 0  # from here,
        self._keys_from = 0  # and how far down one must be
        self._laid: list = []  # the last captions: they, canvas.reading, _lets_go, _keys, a font
        self._scan_ms = 0  # at this keys.scan_ms
        self._progress = -1  # of the whole, -1 for none
        self._whole = 0
        self._label = self._progress_text = ""
        self._bar = False  # whether it is shown
        self._second: tuple = ("", ())  # a line below it: a label, texts and the ink of each,
        self._under = False  # and whether it is shown
        self._lamp = -1  # a row of _LAMPS, -1 for none

    def beside(self, left: int, top: int) -> None:
        """Place the panel beside the table, right of `left`; above `top` the view draws on it."""
        self._place(left, 3, hal.W - left - 3, hal.H - 6, False)
        self._bar_y = top
        self._bar_w = self.w - 2 * _INSET

    def below(self, over: int = 1) -> tuple[int, int]:
        """Place the panel below the table; returns the table's width and height.

        over: how many large lines of a message may cover the lowest cards of a low screen.
        """
        self._over = over
        self._step = (canvas.reading if _TALL else art.SMALL)[0] + 1
        height = _ROWS * self._step + 2 * _TOP  # with the gap below it
        top = hal.H - height
        self._place(3, top, hal.W - 6, height - _TOP, True)
        self._bar_y = top + _TOP + _LINE_H // 2 - 2
        self._bar_w = _BAR_W
        return hal.W, top

    def _place(self, left: int, top: int, width: int, height: int, under: bool) -> None:
        self.x = left
        self.y = top
        self.w = width
        self._h = height
        self._below = under
        self._message = ""
        self._lines.clear()
        self._captions = ()
        self._laid.clear()
        self.teaches = False
        self._progress = self._lamp = -1
        self._second = ("", ())
        self.stale = True

    def captions(self, new: tuple) -> tuple:
        """Set the key captions, pairs of ui/captions, and return the old ones."""
        was = self._captions
        if new is not was:
            self._captions = new
            self.stale = True
        return was

    def progress(self, label: str, n: int, whole: int) -> None:
        """Set the progress: n of `whole`."""
        if n != self._progress or whole != self._whole or label != self._label:
            self.stale |= self._progress < 0
            self._label = label
            self._progress = n
            self._whole = whole
            self._progress_text = text = "%d/%d" % (n, whole)
            self._progress_x = self.x + self.w - _INSET - canvas.width(art.SMALL, text)

    def second(self, label: str, cells: tuple) -> None:
        """Set a line below the progress, shown where no caption takes it: texts, ink of each."""
        if label != self._second[0] or cells != self._second[1]:
            self._second = label, cells
            self.stale = True

    def lamp(self, verdict: int) -> None:
        """Show whether the deal can be won: 0 not known, 1 yes, 2 no; -1: not."""
        if (verdict < 0) != (self._lamp < 0):  # it takes room from the captions
            self._laid.clear()
            self.stale = True
        self._lamp = verdict

    def left(self) -> tuple[int, int]:
        """How much of the progress is missing, and the whole."""
        return self._whole - self._progress, self._whole

    def has_message(self) -> bool:
        """Whether a message is shown."""
        return bool(self._message)

    if hal.VOICE:

        def message_shown(self) -> str:
            return self._message

        def lamp_shown(self) -> int:
            return self._lamp

    def captions_shown(self) -> tuple:
        """The captions that are true here."""
        true = self._captions
        if self._lets_go:
            true = tuple([named.LET_GO if c[0] == keys.B else c for c in true])
        if self.teaches:
            true = tuple([c for c in true if c is not named.UNDO])
            true = tuple([named.LEAVE if c is named.MENU else c for c in true])
        return true

    def lets_go(self, chosen: bool) -> None:
        """Whether a card is chosen: B lets go of it."""
        if chosen != self._lets_go:
            self._lets_go = chosen
            self.stale = True

    def shows_second(self) -> bool:
        """Whether there is room for the line below the progress, with a label to show."""
        if self.stale:
            self._lay_out()
        return self._under

    @native
    def message(self, text: str, *shorter: str) -> None:
        """Show a short message to the player until the next one.

        In large text the first of these and the shorter ones that has room; small if none has.
        """
        if text != self._message or shorter != self._shorter:
            self._message = text
            self._shorter = shorter
            self.stale = True

    def ground(self) -> None:
        """Draw its ground, on which a view may draw, too."""
        canvas.box(self.x, self.y, self.w, self._h, canvas.DARK_FELT)

    @native
    def draw(self) -> None:
        """Draw what it says."""
        if self.stale or self._reading is not canvas.reading or self._scan_ms != keys.scan_ms:
            self._lay_out()
        if self._grown:
            high = self._h + self._grown
            canvas.box(self.x, self.y - self._grown, self.w, high, canvas.DARK_FELT)
        if self._bar and self._thin():
            wide = self.w - 2 * _INSET
            top = self.y + _THIN
            left = self.x + _INSET
            canvas.bar(left, top, wide, _THIN, self._progress, self._whole, canvas.GOLD)
        elif self._bar:
            left = self.x + self.w // 2 - self._bar_w // 2
            wide = self._bar_w
            if self._lamp >= 0:
                if not self._below:
                    wide -= _LAMP + 4
                self._draw_lamp(left - _LAMP - 5 if self._below else left + wide + 4)
            canvas.bar(left, self._bar_y, wide, _BAR_H, self._progress, self._whole, canvas.GOLD)
            if self._below:
                y = self.y + _TOP
                hal.text(art.SMALL, self._label, self.x + _INSET, y, canvas.ON_FELT)
                hal.text(art.SMALL, self._progress_text, self._progress_x, y, canvas.ON_FELT)
            if self._under:
                label, cells = self._second
                y = self.y + _TOP + self._step
                hal.text(art.SMALL, label, self.x + _INSET, y, canvas.ON_FELT)
                left = self.x + self.w - _INSET - _CELL * len(cells)
                for text, ink in cells:
                    hal.centre(art.SMALL, text, left, y, _CELL, ink)
                    left += _CELL
        canvas.texts(self._texts)
        if self.quiet:
            return
        for text, left, font, down in self._keys:
            if down >= self._keys_from:
                hal.text(font, text, left, self._keys_top + down, canvas.ON_FELT)

    def _thin(self) -> bool:
        """Whether large captions leave room for a thin bar only."""
        return self._below and not _TALL and self._keys_font is not art.SMALL

    @native
    def _draw_lamp(self, left: int) -> None:
        colour, mark, ink = _LAMPS[self._lamp]
        top = self._bar_y + (_BAR_H - _LAMP) // 2
        canvas.box(left, top, _LAMP, _LAMP, colour)
        hal.centre(art.SMALL, mark, left, top + (_LAMP - _LINE_H + 1) // 2, _LAMP, ink)

    @native
    def _lay_out(self) -> None:
        """Set message and captions, which change less often than they are drawn."""
        self.stale = False
        self._lay_out_keys(canvas.reading)
        self._wrap()
        if not self._below and self._keys_font is not art.SMALL:
            bottom = self._message_top() + len(self._lines) * (self._font[0] + 1)
            if bottom > self._column_top():
                self._lay_out_keys(art.SMALL)
                self._wrap()
        self._bar = self._progress >= 0 and not (self._below and self._lines)
        last = (_ROWS - 1) * self._step
        taken = [down for text, _, _, down in self._keys if text and down < last]
        self._under = self._below and _ROWS > 2 and self._second[0] != "" and not taken
        self._texts.clear()
        font = self._font
        large = self._below and not _TALL and font is not art.SMALL
        lapped = large and len(self._lines) == 1
        self._grown = _LAP if lapped else 0
        if large and len(self._lines) > 1:
            self._grown = len(self._lines) * (font[0] + 1) + 1 - self._h
        top = self._message_top()
        for line in self._lines:
            if top + font[0] <= self.y + self._h:
                self._texts.append((font, line, self.x + _INSET, top, canvas.GOLD_FELT))
            top += font[0] + 1
        self._keys_top = self._column_top()
        self._keys_from = top - self._keys_top
        if self._grown:
            self._keys_from = 0 if lapped else hal.H
        if not self._below and self._keys_from > 0:
            self._keys_from = hal.H  # the whole column, or nothing

    @native
    def _message_top(self) -> int:
        return self.y + _TOP - self._grown if self._below else self._bar_y + _STEP

    def _room(self) -> int:
        """The height for a message: above the captions if there are two lines, else over them.

        Below a table a line is the keys'; on a low screen large lines have room over the cards.
        Beside it a large text may take all of theirs.
        """
        if self._below and not _TALL and self._font is not art.SMALL:
            return self._over * (self._font[0] + 1)
        if self._below:
            return self._h - _TOP - self._keys_font[0] - 1
        room = self._column_top() - 2 - self._message_top()
        if room < 2 * _STEP or self._font is not art.SMALL:
            return self.y + self._h - self._message_top()
        return room

    @native
    def _wrap(self) -> None:
        """Wrap the message, in the small font if it has no room in the large one."""
        self._reading = self._font = canvas.reading
        lines = self._lines
        lines.clear()
        if not self._message:
            return
        most = 1 + len(self._shorter)  # in the large font
        for i in range(most + 1):
            self._font = font = canvas.reading if i < most else art.SMALL
            text = self._shorter[i - 1] if 0 < i < most else self._message
            lines.clear()
            at = 0
            while at < len(text):
                stop = canvas.wrap(font, text, at, self.w - 2 * _INSET)
                lines.append(text[at:stop])
                at = stop
                while text.startswith(" ", at):  # a slice would make a string: 0.15 ms
                    at += 1
            if (font[0] + 1) * len(lines) <= self._room() or not i and font is art.SMALL:
                break

    def _column_top(self) -> int:
        """The y of the first caption beside a table, and of the first line below one."""
        if self._below:
            return self.y + _TOP
        return self.y + self._h - 4 - len(self._keys) * (self._keys_font[0] + 2)

    @native
    def _lay_out_keys(self, wanted: bytes) -> None:
        """The captions, in the font wanted if all have room in it: not below a message, too.

        Those common to all games are small if they have none in a line of their own.

        A cursor on its way changes to and fro between a few of them: those are kept.
        """
        if self._scan_ms != keys.scan_ms:
            self._scan_ms = keys.scan_ms
            self._laid.clear()
        if self._below and not _TALL and self._message:
            wanted = art.SMALL
        lets_go = self._lets_go
        for captions, reading, chosen, laid, font in self._laid:
            if captions is self._captions and reading is wanted and chosen is lets_go:
                self._keys = laid
                self._keys_font = font
                return
        self._keys = []
        self._keys_font = wanted
        if not self._lay_keys(wanted) and wanted is not art.SMALL:
            if not (self._below and _TALL) or not self._lay_keys(art.SMALL):
                self._keys_font = art.SMALL
                self._lay_keys(art.SMALL)
        if len(self._laid) == _KEPT:
            self._laid.pop(0)
        self._laid.append((self._captions, wanted, lets_go, self._keys, self._keys_font))

    @native
    def _lay_keys(self, common: bytes) -> bool:
        """The captions: beside a table one below the other, below it in the last line.

        There those common to all games are a line higher if there is one, so that they stay where
        they are. Of what has no room left of the menu's, something is left out. Whether all fit.
        """
        self._keys.clear()
        captions = self.captions_shown()
        font = self._keys_font
        left = self.x + _INSET
        down = (_ROWS - 1) * self._step if self._below else 0
        right = self.x + self.w - _INSET
        held = named.LEAVE if self.teaches else named.MENU
        menu = canvas.width(common, held[1]) + _GAP if held in captions else 0
        end = right if _ROWS > 2 else right - menu
        fits = font[0] < self._step or not self._below or not _TALL and self._lamp < 0
        if font[0] >= self._step and self._below:
            down = self._h - _TOP - font[0]
        for c in captions:
            text = c[1] if not self._scan_ms or named.works(c[0]) else ""
            if _ROWS > 2 and self._below and c in _COMMON:
                font = common
            wide = canvas.width(font, text)
            if not self._below:
                if wide > right - left:
                    at = canvas.wrap(font, text, 0, right - left)
                    self._keys.append((text[:at], left, font, down))
                    text = text[at + 1 :]
                    down += font[0] + 2
                self._keys.append((text, left, font, down))
                down += font[0] + 2
                fits = down <= self._h * 5 // 9 or font is art.SMALL
                continue
            if _ROWS > 2 and c in _COMMON and down > self._step:
                left = self.x + _INSET
                down = self._step
                end = right - menu
            if c[0] == keys.MENU and c is not held and font is not art.SMALL:
                fits = fits and hal.W >= _WIDE  # else not with each of a race's others
            if c is held:  # at the right
                left = right - wide
            elif left + wide > end:
                fits = False
                continue
            self._keys.append((text, left, font, down))
            left += wide + _GAP if text else 0
        return fits


status_panel = StatusPanel()
