"""The handheld in a terminal. Each character is a "▀", two pixels one above the other.

A terminal reports key presses but not releases, so a key counts as held for a
moment, a capital letter for a second.
"""

import atexit
import functools
import os
import select
import signal
import sys
import time

import case
import hardware
import panel

try:
    import termios
except ImportError:  # Windows
    termios = None

HOLD = 0.07  # seconds; longer than the repeat period of a held key
LONG = 1.0
GAP = 0.04  # seconds between two presses that arrived together
_LEAST = 24, 12
_ENTER = "\x1b[?1049h\x1b[?25l\x1b[?7l\x1b[2J"
_LEAVE = "\x1b[0m\x1b[?7h\x1b[?25h\x1b[?1049l"
_LETTERS = dict(zip("wsadzxcv", hardware.KEYS, strict=False))
_ARROWS = {"A": "UP", "B": "DOWN", "C": "RIGHT", "D": "LEFT"}
_COMMANDS = {"15~": "picture", "17~": "film", "19~": "power", "20~": "pause", "21~": "frame"}


class NoTerminal(Exception):
    """This terminal can't be used; the text is one sentence why."""


def tokens(text):
    """Parse typed text: (button, seconds) for a press, (None, command) for the F keys."""
    found = []
    i = 0
    while i < len(text):
        if text[i : i + 2] in ("\x1b[", "\x1bO"):
            end = i + 2
            while end < len(text) and text[end] in "0123456789;":
                end += 1
            word = text[i + 2 : end + 1]
            if word[-1:] in _ARROWS:
                found.append((_ARROWS[word[-1:]], HOLD))
            elif word in _COMMANDS:
                found.append((None, _COMMANDS[word]))
            i = end + 1
            continue
        letter = text[i]
        i += 1
        if letter == "\x1b":
            found.append(("MENU", HOLD))
        elif letter.lower() in _LETTERS:
            found.append((_LETTERS[letter.lower()], LONG if letter.isupper() else HOLD))
    return found


class Terminal:
    def __init__(self, pins):
        if termios is None:
            raise NoTerminal("this system's console is not supported")
        if not (sys.stdin.isatty() and sys.stdout.isatty()):
            raise NoTerminal("standard input and output are not a terminal")
        if os.environ.get("TERM") == "dumb":
            raise NoTerminal("this terminal can't draw (TERM=dumb)")
        try:
            import PIL  # noqa: F401
        except ImportError:
            raise NoTerminal("Pillow is missing (run `make setup`)") from None
        self._buttons = {name for name, pin in zip(hardware.KEYS, pins, strict=True) if pin >= 0}
        self._colour = _true_colour if _has_true_colour() else _one_of_256
        self._size = None
        self._rows = []
        self._queue = []
        self._held = {}  # button -> time of its release
        self._rest = 0.0
        self._fd = sys.stdin.fileno()
        self._before = termios.tcgetattr(self._fd)
        mode = termios.tcgetattr(self._fd)
        mode[0] &= ~termios.IXON
        mode[3] &= ~(termios.ICANON | termios.ECHO)
        mode[6][termios.VMIN] = mode[6][termios.VTIME] = 0
        # Ctrl-Z would leave the shell with a terminal in this state.
        mode[6][termios.VSUSP] = os.fpathconf(self._fd, "PC_VDISABLE").to_bytes(1, "big")
        atexit.register(self.close)
        self._signals = {
            number: signal.signal(number, _stop) for number in (signal.SIGTERM, signal.SIGHUP)
        }
        termios.tcsetattr(self._fd, termios.TCSADRAIN, mode)
        self._write(_ENTER)

    def close(self):
        """Restore the terminal; a second call does nothing."""
        if self._before is None:
            return
        before, self._before = self._before, None
        try:
            self._write(_LEAVE)
            termios.tcsetattr(self._fd, termios.TCSADRAIN, before)
        except OSError:  # the terminal is gone
            pass
        for number, handler in self._signals.items():
            signal.signal(number, handler)
        atexit.unregister(self.close)

    def speak(self, note):
        """Notes appear in the last line."""

    def tone(self, hz, ms, level):
        """No sound: a terminal has only its bell."""

    def _write(self, text):
        sys.stdout.write(text)
        sys.stdout.flush()

    def pump(self, live):
        size = os.get_terminal_size(sys.stdout.fileno())
        if size != self._size:
            self._size = size
            self._rows = []
            self._write("\x1b[0m\x1b[2J")
            live.redraw()
        if select.select([self._fd], [], [], 0)[0]:
            typed = os.read(self._fd, 1024)
            if not typed:
                raise hardware.Stop
            self._type(live, tokens(typed.decode(errors="ignore")))
        now = time.perf_counter()
        self._next(now)
        self._held = {name: until for name, until in self._held.items() if until > now}
        live.held = sum(1 << hardware.KEYS.index(name) for name in self._held)

    def _type(self, live, typed):
        """Start a press or prolong it; presses that arrive together follow one after another."""
        presses = []
        for name, what in typed:
            if name is None:
                live.command(what)
            elif name == "MENU" and name not in self._buttons:
                presses.append(("B", LONG))
            elif name in self._buttons:
                presses.append((name, what))
        if len(presses) == 1 and not self._queue:
            self._press(*presses[0])
        else:
            self._queue += presses

    def _next(self, now):
        if self._queue and now > self._rest:
            self._press(*self._queue.pop(0))

    def _press(self, name, seconds):
        until = time.perf_counter() + seconds
        self._held[name] = max(until, self._held.get(name, 0))
        self._rest = until + GAP

    def draw(self, live):
        columns, lines = self._size
        if columns < _LEAST[0] or lines < _LEAST[1]:
            self._write("\x1b[0m\x1b[2J\x1b[HMake the terminal larger or its font smaller.")
            return
        picture = panel.image(hardware.turned)
        part = min(1, columns / panel.width, (lines - 1) * 2 / panel.height)
        if part < 1:
            size = int(panel.width * part), int(panel.height * part) & ~1
            picture = picture.resize(size, 4)  # 4: box filter, every pixel counts by its area
        if hardware.brightness < 255:
            dimmed = [v * (hardware.brightness + 28) // 283 for v in range(256)]
            picture = picture.point(dimmed * 3)
        out = self._picture(picture.tobytes(), picture.width, columns)
        line = self._status(live, part)[: columns - 1]
        out.append(f"\x1b[0m\x1b[{lines};1H{line}\x1b[K")
        self._write("".join(out))

    def _picture(self, data, width, columns):
        """The escape codes for the cells that have changed."""
        rows = [data[i : i + width * 6] for i in range(0, len(data), width * 6)]
        before = self._rows if len(self._rows) == len(rows) else [b""] * len(rows)
        left = (columns - width) // 2 + 1
        out = []
        for y, (row, old) in enumerate(zip(rows, before, strict=True)):
            if row == old:
                continue
            under = width * 3
            last = None
            stood = -2
            for x in range(0, under, 3):
                cell = row[x : x + 3], row[under + x : under + x + 3]
                if cell == (old[x : x + 3], old[under + x : under + x + 3]):
                    continue
                if stood != x - 3:
                    out.append(f"\x1b[{y + 1};{left + x // 3}H")
                stood = x
                if cell != last:
                    last = cell
                    out.append(self._colour(*cell))
                out.append("▀")
        self._rows = rows
        return out

    def _status(self, live, part):
        if live.note:
            return live.note
        if live.paused:
            return "paused: F9 continues, F10 one frame"
        words = [] if "UP" not in self._buttons else ["arrows"]
        for name in hardware.KEYS[4:]:
            if name in self._buttons:
                words.append(f"{case.KEY_NAMES[name]}={name}")
        words += ["Ctrl-C=end", "capital letter=held"]
        if part < 1:  # last, as it may be cut off
            whole = f"{panel.width}x{panel.height // 2 + 1}"
            words.append(f"a smaller font shows more: {whole} every pixel, this {part:.0%}")
        return "  ".join(words)


def _stop(number, frame):
    raise hardware.Stop


def _has_true_colour():
    return os.environ.get("COLORTERM", "").lower() in ("truecolor", "24bit")


@functools.lru_cache(4096)
def _true_colour(above, below):
    return "\x1b[38;2;{};{};{};48;2;{};{};{}m".format(*above, *below)


@functools.lru_cache(4096)
def _one_of_256(above, below):
    return f"\x1b[38;5;{_nearest(above)};48;5;{_nearest(below)}m"


@functools.lru_cache(4096)
def _nearest(rgb):
    """The nearest colour of xterm's cube of 6x6x6 or of its 24 greys."""
    steps = 0, 95, 135, 175, 215, 255
    cube = [min(range(6), key=lambda i, v=v: abs(steps[i] - v)) for v in rgb]
    grey = max(0, min(23, (sum(rgb) // 3 - 3) // 10))
    far_cube = sum((steps[i] - v) ** 2 for i, v in zip(cube, rgb, strict=True))
    far_grey = sum((8 + 10 * grey - v) ** 2 for v in rgb)
    if far_grey < far_cube:
        return 232 + grey
    return 16 + 36 * cube[0] + 6 * cube[1] + cube[2]
