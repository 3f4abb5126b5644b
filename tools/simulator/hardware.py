"""Layer 1, host: inputs and outputs of the simulated handheld: time, buttons, battery, counters.

Runs on CPython and MicroPython. Deterministic by default: only `hal.sleep` advances the clock, and
the buttons follow a script. A window sets `host`, and then time is real.
"""

from array import array

KEYS = ("UP", "DOWN", "LEFT", "RIGHT", "A", "B", "X", "Y", "MENU")
STUCK = 200000  # times that the clock may be read without a sleep

saves = ".saves"  # folder of the saved files; set it before hal is imported
host = None  # a window or terminal with clock() -> ms, wait(ms), tone(hz, ms), entropy()

now = 0  # ms since power-on
level = 0  # buttons that are down, named as on the upright board
pressed = 0  # buttons that went down since the HAL last read them
writing = 0  # ms that writing a file takes; buttons are not read meanwhile
turned = False  # the picture is rotated by 180 degrees
charge = 100  # of the battery, in percent, if the board has one
day = -1  # since 2000-01-01; -1 if the date is unknown
brightness = 255
shows = 0  # parts of pictures sent to the panel
sent = 0  # bytes sent to the panel
beeps = 0  # number of tones, and the last one's pitch and length
beep = array("i", [0, 0])

# The finger or the mouse on the picture.
touching = False  # it is down
urgent = False  # it went down or up since the HAL last read where it is
pointed = 0  # keys whose letter on the picture it is on
released = False  # it has left that letter
letter_at = None  # hal's function that finds the key of a letter drawn at x, y

listener = None  # called with each text that is to be said
asked = 0  # what it wants to hear, see ui/speech
_touches = array("i", bytes(4 * 64))  # changes: x, y << 10, down << 20, lost << 21, moved << 22
_touched = 0  # how many changes there were
_read = 0

_script = ()
_at = 0
_reads = 0


class Stop(BaseException):
    """The end of the script. Not an Exception, so that the crash screen does not catch it."""


def reset():
    """The state before power-on; hal calls this when it is imported."""
    global now, level, pressed, turned, charge, day, brightness, shows, sent, beeps
    global writing, _script, _at, _reads, touching, urgent, pointed, _touched, _read, asked
    now = level = pressed = writing = shows = sent = beeps = _at = _reads = 0
    pointed = _touched = _read = asked = 0
    touching = urgent = turned = False
    charge = 100
    day = -1
    brightness = 255
    _script = ()


def script(events):
    """Schedule events, a list of (ms from now, event) in order.

    An event is the new `level`, a function to call, or Stop to end the run.
    """
    global _script, _at
    _script = [(now + ms, what) for ms, what in events]
    _at = 0


def taps(text, start=100, hold=40, gap=60):
    """A script from a text such as "A LEFT LEFT 500 UP+B A*3 B:900", and its length in ms.

    A number waits that many ms; `*3` taps three times; `:900` holds the button for 900 ms.
    """
    events = []
    ms = start
    for word in text.split():
        if "0" <= word[0] <= "9":
            ms += int(word)
            continue
        word, _, times = word.partition("*")
        word, _, long = word.partition(":")
        bits = 0
        for name in word.split("+"):
            bits |= 1 << KEYS.index(name)
        for _ in range(int(times or 1)):
            events.append((ms, bits))
            ms += int(long or hold)
            events.append((ms, 0))
            ms += gap
    return events, ms


def play(run, text, start=100, after=500):
    """Run a function that never returns until the taps in `text` are done."""
    events, ms = taps(text, start)
    script(events + [(ms + after, Stop)])
    try:
        run()
    except Stop:
        pass


def clock():
    """The time in ms. RuntimeError if a loop polls it without sleeping: that would never end."""
    global _reads
    if host is not None:
        return host.clock()
    _reads += 1
    if _reads > STUCK:
        raise RuntimeError(f"the clock was read {STUCK} times without a hal.sleep")
    return now


def quiet(ms):
    """The next ms, at most `ms` and at least 1, in which the buttons stay as they are."""
    if host is not None:
        quiet = getattr(host, "quiet", None)  # a scripted player knows
        return quiet(ms) if quiet else 1
    if _at < len(_script):
        ms = min(ms, _script[_at][0] - now - 1)
    return max(ms, 1)


def hold(buttons):
    """Hold these buttons down from now on and release the others."""
    global level, pressed
    pressed |= buttons & ~level
    level = buttons


def touch(x, y, down, lost=False):
    """The finger, or the mouse, is at x, y of the picture; `down`: whether it presses.

    `lost`: it is up because the system took it away, so that nothing is meant by it.
    On a letter that names a key it presses that key. Moves that nobody has read are replaced.
    """
    global touching, urgent, pointed, released, _touched
    moved = touching and down
    if not touching and not down:
        return
    if down and not touching and letter_at is not None:
        pointed = letter_at(x, y)
        released = False
    touching = down
    if pointed:
        released = not down
        return
    last = (_touched - 1) & 63
    if not (moved and _touched > _read and _touches[last] >> 22):
        last = _touched & 63
        _touched += 1
    _touches[last] = x | y << 10 | down << 20 | lost << 21 | moved << 22
    if not moved:
        urgent = True


def touched():
    """The next change: x, y << 10, whether it is down << 20, lost << 21; -1 if none is left."""
    global _read, urgent
    if _read == _touched:
        urgent = False
        return -1
    _read = max(_read + 1, _touched - 63)
    return _touches[(_read - 1) & 63] & 0x3FFFFF


def step(ms):
    """Advance the clock and run the script's events."""
    global now, _at, _reads
    _reads = 0
    if host is not None:
        host.wait(ms)
        return
    end = now + ms
    while _at < len(_script) and _script[_at][0] <= end:
        event = _script[_at]
        _at += 1
        if event[0] > now:
            now = event[0]
        what = event[1]
        if what is Stop:
            raise Stop
        if isinstance(what, int):
            hold(what)
        else:
            what()
    now = end
