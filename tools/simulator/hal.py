"""Layer 1, host: the HAL without hardware.

The functions are documented in firmware/hal/__init__.py. Runs unchanged on CPython and on
MicroPython in WebAssembly. The module `board` is a profile, as on the device. Time and buttons
come from `hardware`; the picture goes to `panel` if there is one. Draws with `framebuf` only, and
allocates nothing after import.
"""

import gc
from array import array

import framebuf

import board
import files
import hardware
import picture
from files import (  # noqa: F401 (part of the HAL)
    names,
    quarantine,
    read,
    read_asset,
    read_with,
    rename,
)

try:
    import panel as _panel
except ImportError:  # a MicroPython heap of the Pico's size has no room for it
    _panel = None
try:
    import sketches as _sketches  # CPython only
except ImportError:
    _sketches = None

W = board.W
H = board.H
buf = bytearray(W * H // 2)
fb = framebuf.FrameBuffer(buf, W, H, framebuf.GS4_HMSB)
_screen = buf, W // 2, H
_sent = bytearray(len(buf))
_all = True  # the next picture must be sent whole
_strips, _sent_strips = [
    [memoryview(b)[i : i + 4 * W] for i in range(0, len(b), 4 * W)] for b in (buf, _sent)
]

_PINS = [getattr(board, name) for name in hardware.KEYS]
_BUTTONS = sum([1 << i for i in range(9) if _PINS[i] >= 0])

BOARD = board.NAME
PAD = _BUTTONS & 15 == 15
XY = _BUTTONS & 192 == 192
SOUND = board.BUZZER >= 0
LIGHT = board.BL >= 0
SLEEPS = True
EMPTY = board.BATTERY_EMPTY
FULL = board.BATTERY_FULL
POINTER = True
VOICE = True
ROOM = 86016
UP, DOWN, LEFT, RIGHT, A, B, X, Y, MENU = 1, 2, 4, 8, 16, 32, 64, 128, 256
WRAP = 0x3FFFFFFF

_CHATTER = 8  # debounce time in ms: a button is ignored for as long after an edge
_SEEN = 50  # ms; without a buzzer tones of this length or more dim the backlight
_CALM = 350  # ms between two such dips
_GAP = 16  # ms between two polls of the keys; after longer, a press may be over
_COURT = 10  # the rank above which cards are court cards
_COURT_INK = 8
_COURT_SHEETS = 6  # from which on sheets of signs have their three ranks only
_CLEAR = 255  # a palette entry that no ink has: level 0 is transparent
_STRIP = 1024  # bytes of a sprite that are drawn at a time

# The letters that name keys, in the order of their bits, and the button of each.
_NAMED = 22, 23, 20, 21, 29, 30, 14, 15
_LETTERS = {_NAMED[i]: 1 << i for i in range(8)}
_REACH = 4  # pixels around a caption that still belong to it
_REMEMBERED = 128  # texts

_edges = array("i", [-_CHATTER] * 9)
_level = 0
_looked = 0
_light = 255  # of the backlight when it does not dip
_dip_end = 0
_noise = 1

# The texts drawn since the picture was cleared; where, with which font and ink.
_what: list = [""] * _REMEMBERED
_fonts: list = [None] * _REMEMBERED
_left, _top = [array("h", bytes(2 * _REMEMBERED)) for _ in range(2)]
_ink = array("H", bytes(2 * _REMEMBERED))
_count = 0  # how many

# blit also takes lists instead of framebuffers; changing their items allocates nothing
_inks = bytearray((_CLEAR, 0, 0, 0))
_palette = [_inks, 4, 1, framebuf.GS8]
_strip = bytearray(_STRIP)
_sprite = [_strip, 1, 1, framebuf.GS2_HMSB]
_sheets: tuple = ()  # of signs; _suits are their inks
_suits: tuple = ()

hardware.reset()
files.root(hardware.saves)
files.home(files.__file__.replace("\\", "/").rpartition("/")[0] + "/")

# How the panel is driven: no bytes where nothing drives one, as on the page.
_drive = getattr(_panel, "drive", None)
_own = bytes(
    (board.BAUD // 1_000_000, board.MODE, board.MADCTL, board.INVERT, board.XOFF, board.YOFF)
    if _drive
    else ()
)
_how = bytearray(_own)
if _panel:
    _panel.power_on(W, H, board.BITS)
if _drive:
    try:
        _kept = read(picture.NAME)
    except OSError:  # as on the device: then the board's profile says
        _kept = None
    _how[:] = _kept and picture.kept(BOARD, _kept) or _own
    _drive(_own, _how)
for _code in range(32, 127):
    chr(_code)  # MicroPython interns one-letter strings: create them now, not in a frame


def refresh():
    """Send the strips of eight rows that differ from what was sent; the device compares hashes."""
    global _all
    i = len(_strips) if buf == _sent and not _all else 0
    while i < len(_strips):
        end = i
        while end < len(_strips) and (_all or _strips[end] != _sent_strips[end]):
            _sent_strips[end][:] = _strips[end]
            end += 1
        if end > i:
            _send(8 * i, min(8 * end, H) - 8 * i)
        i = end + 1
    _all = False


def _send(y, h):
    hardware.shows += 1
    hardware.sent += W * h * board.BITS // 8
    if _panel:
        _panel.receive(buf, 0, y, W, h, hardware.turned)


def palette(i, rgb):
    global _all
    _all = True
    if not 0 <= i < 16:
        raise ValueError(f"no such colour: {i}")
    if _panel:
        _panel.colour(i, rgb)


def _dip(ink):
    _inks[1] = ink >> 4 & 15
    _inks[2] = ink >> 8 & 15
    _inks[3] = ink >> 12 & 15


def _stamp(src, at, x, y):
    """Draw a sprite with the current inks, strip by strip."""
    w = src[at]
    pitch = w + 3 >> 2
    left = src[at + 1]
    if x >= W or x + w <= 0 or y >= H or y + left <= 0 or not w:
        return
    at += 2
    most = _STRIP // pitch
    while left > 0:
        rows = min(left, most)
        for i in range(rows * pitch):
            _strip[i] = src[at]
            at += 1
        _sprite[1] = w
        _sprite[2] = rows
        fb.blit(_sprite, x, y, _CLEAR, _palette)
        y += rows
        left -= rows


def blit(src, at, x, y, ink):
    _dip(ink)
    _stamp(src, at, x, y)


def text(font, s, x, y, ink):
    if _sketches:
        end = _sketches.draw(_screen, _letters, x, y, (8, H // 2), (font, s, ink))
    else:
        end = _letters(x, y, font, s, ink)
    if y < H and s:
        _note(s, font, x, y, ink)
    return end


def _letters(x, y, font, s, ink):
    _dip(ink)
    first = font[1]
    last = font[2] - 1
    gap = font[3]
    for letter in s:
        i = ord(letter) - first
        if not 0 <= i <= last:
            i = last
        over = font[5 + 2 * i]  # blank rows in the upper four bits
        at = font[4 + 2 * i] | (over & 15) << 8
        _stamp(font, at, x, y + (over >> 4))
        x += font[at] + gap
    return x


def exchange(order):
    """Set which key each button is, for who points at a key's letter; b"" as on the board."""
    for i in range(8):
        _LETTERS[_NAMED[order[i] if order else i]] = 1 << i


# What the picture says, for a pointer; and a voice


def _note(what, font, x, y, ink):
    """Remember what was drawn; of too much the first goes."""
    global _count
    i = _count % _REMEMBERED
    _count += 1
    _what[i] = what
    _fonts[i] = font
    _left[i] = x
    _top[i] = y
    _ink[i] = ink


def cleared():
    """The picture was cleared."""
    global _count
    _count = 0


def voice():
    """Whether somebody listens."""
    return hardware.listener is not None


def asked():
    """What who listens has asked for since the last call, 0 for nothing: see ui/speech."""
    wanted = hardware.asked
    hardware.asked = 0
    return wanted


def say(s):
    """Say s to who listens, when what was said before is said."""
    hardware.listener(s)


def _letter_at(x, y):
    """The key of the caption at x, y, if all of it can still be seen; else 0."""
    for i in range(min(_count, _REMEMBERED)):
        font = _fonts[i]
        if _top[i] - _REACH <= y < _top[i] + font[0] + _REACH and len(_what[i]) > 1:
            key = _caption_at(i, x)
            if key:
                return key
    return 0


def _caption_at(i, x):
    """The key that text i names at x: a caption begins at the text or after two spaces."""
    s = _what[i]
    font = _fonts[i]
    begin = end = _left[i]
    key = 0
    before = ""
    for letter in s + "  ":
        code = ord(letter)
        known = letter < " " and code in _LETTERS
        if key and (known or letter == before == " "):
            if begin - _REACH <= x < end + _REACH and _is_seen(i, begin, end):
                return key
            key = 0
            begin = end
        elif letter == before == " ":
            begin = end
        if known:
            key = MENU if code == 30 and "hold \x1e" in s else _LETTERS[code]  # B held
        before = letter
        end += _step(font, code)
    return 0


def _step(font, code):
    """The pixels from a letter to the next one."""
    code -= font[1]
    if not 0 <= code < font[2]:
        code = font[2] - 1
    return font[font[4 + 2 * code] | (font[5 + 2 * code] & 15) << 8] + font[3]


def _is_seen(i, begin, end):
    """Whether nothing was drawn over text i, of which the part from x `begin` to `end`."""
    font = _fonts[i]
    x = _left[i]
    for letter in _what[i]:
        code = ord(letter) - font[1]
        if not 0 <= code < font[2]:
            code = font[2] - 1
        at = font[4 + 2 * code] | (font[5 + 2 * code] & 15) << 8
        y = _top[i] + (font[5 + 2 * code] >> 4)
        if begin <= x < end and not _shows(font, at, x, y, _ink[i]):
            return False
        x += font[at] + font[3]
    return True


def _shows(src, at, x, y, ink):
    """Whether the picture has that sprite there."""
    w = src[at]
    pitch = w + 3 >> 2
    for row in range(src[at + 1]):
        for column in range(w):
            level = src[at + 2 + row * pitch + (column >> 2)] >> 2 * (column & 3) & 3
            if level and fb.pixel(x + column, y + row) != ink >> 4 * level & 15:
                return False
    return True


hardware.letter_at = _letter_at


def fit(font, s, at, w):
    first = font[1]
    last = font[2] - 1
    gap = font[3]
    w += gap
    for n in range(at, len(s)):
        i = ord(s[n]) - first
        if not 0 <= i <= last:
            i = last
        w -= font[font[4 + 2 * i] | (font[5 + 2 * i] & 15) << 8] + gap
        if w < 0:
            return n
    return len(s)


def centre(font, s, x, y, w, ink):
    text(font, s, x + (w - text(font, s, 0, H, ink) + font[3] >> 1), y, ink)


def right(font, s, x, y, ink):
    text(font, s, x - text(font, s, 0, H, ink) + font[3], y, ink)


def signs(sources, inks):
    global _sheets, _suits
    _sheets = tuple(sources)
    _suits = tuple(inks)


def stamp(body, signs, c, x, y, w, h, tint):
    if _sketches:
        at = W - w >> 1, H - h >> 1
        what = body, bytes(signs), c, w, h, tint, _sheets, _suits
        _sketches.draw(_screen, _card, x, y, at, what)
    else:
        _card(x, y, body, signs, c, w, h, tint, _sheets, _suits)


def _card(x, y, body, signs, c, w, h, tint, sheets, suits):
    for i in range(1, 5 * body[0], 5):
        left = x + _edge(body[i], w)
        top = y + _edge(body[i + 1], h)
        colour = body[i + 4]
        if colour >= 16:
            colour = tint >> 4 if colour & 1 else tint
        right = x + _edge(body[i + 2], w)
        low = y + _edge(body[i + 3], h)
        fb.fill_rect(left, top, right - left, low - top, colour & 15)
    suit = c >> 4 & 7
    court = signs[0] > 128 and c & 15 > _COURT
    first = 1 + 5 * (signs[0] & 127) if court else 0
    last = first + 5 * (signs[first] & 127) - 4
    if last > first:
        _dip(suits[suit])
    for i in range(first + 1, last + 1, 5):
        if court and i == last:
            _dip(suits[_COURT_INK])
        at = ((c & 15) - 1) * signs[i + 1] + suit * signs[i + 2]
        if signs[i] >= _COURT_SHEETS:
            at -= len(sheets[signs[i]]) // 3 * _COURT
        left = x + _edge(signs[i + 3], w)
        _stamp(sheets[signs[i]], at, left, y + _edge(signs[i + 4], h))
    return x


def _edge(v, size):
    return v if v < 128 else v - 200 + size


def stamps(body, signs, cards, at, n, xs, ys, w, h, tint):
    for i in range(at, at + n):
        if cards[i] & 127:
            stamp(body, signs, cards[i], xs[i], ys[i], w, h, tint)


def keys():
    global _level, _looked
    now = ms()
    over = 0  # pressed and released since the last poll
    if hardware.brightness != _light and (now - _dip_end) & WRAP <= WRAP >> 1:
        hardware.brightness = _light
    if (now - _looked) & WRAP >= _GAP:
        over = hardware.pressed & ~hardware.level & ~_level
    hardware.pressed = 0
    changed = (hardware.level | over) & _BUTTONS ^ _level
    if changed:
        for i in range(9):
            bit = 1 << i
            if over & bit and (_looked - _edges[i]) & WRAP < _CHATTER:
                continue
            if changed & bit and (now - _edges[i]) & WRAP >= _CHATTER:
                _edges[i] = now
                _level ^= bit
    _looked = now
    held = _level
    if hardware.turned:
        held = _level & ~15 | (_level & 5) << 1 | (_level & 10) >> 1
    if hardware.pointed:
        held |= hardware.pointed
        if hardware.released:  # however short it was, it is reported once
            hardware.pointed = 0
    return held


def wait(ms, held):
    start = hardware.clock()
    if ms <= 0:
        sleep(0)  # in any call time may pass
    now = keys()
    left = ms
    while now == held and left > 0 and not hardware.urgent:
        bounces = (hardware.level ^ _level) & _BUTTONS  # a button that changed, ignored so far
        sleep(1 if bounces else hardware.quiet(left))
        now = keys()
        left = ms - ((hardware.clock() - start) & WRAP)
    return now


def pointer():
    """The next change of the pointer, see hardware.touched."""
    return hardware.touched()


def turn(on):
    hardware.turned = bool(on)
    if hardware.shows:
        _send(0, H)


def ms():
    return hardware.clock() & WRAP


def entropy():
    global _noise
    if hardware.host is not None:
        return hardware.host.entropy() & WRAP
    _noise = (_noise * 7141 + 54773) % 259200  # the same deals in every run
    return _noise


def collect():
    gc.collect()


def write(name, parts):
    files.write(name, parts)
    if hardware.writing:
        hardware.step(hardware.writing)


def remove(name):
    files.remove(name)


def today():
    return hardware.day if hardware.day < 65536 else -1


def set_today(day):
    hardware.day = day


def panel():
    return bytes(_how)


def set_panel(how):
    global _all
    _how[:] = how or _own
    if _drive:
        _drive(_own, _how)
    _all = True


def keep_panel():
    if _how == _own:
        picture.forget()
    else:
        picture.keep(BOARD, _how)


def tone(hz, ms, level):
    global _dip_end
    if not SOUND:
        calm = hardware.brightness == _light and hardware.clock() - _dip_end & WRAP >= _CALM
        if LIGHT and hardware.shows and ms >= _SEEN and calm:
            hardware.brightness = _light * (256 - (level * 3 >> 2)) >> 8
            _dip_end = hardware.clock() + ms
        return
    hardware.beeps += 1
    hardware.beep[0] = hz
    hardware.beep[1] = ms
    if hardware.host is not None:
        hardware.host.tone(hz, ms, level)


def light(level):
    global _light
    if LIGHT:
        _light = hardware.brightness = level


def leave():
    pass


def battery():
    if board.BATTERY < 0:
        return -1
    return EMPTY + -(-hardware.charge * (FULL - EMPTY) // 100)


def sleep(ms):
    hardware.step(ms)


def sleep_until_key():
    hardware.step(50)
    return keys()
