"""Layer 1, desk: what is done to the simulated handheld from outside, and seen of it.

Runs on CPython and MicroPython. Left alone it is deterministic: the clock moves by `hal.sleep`
only, and the buttons follow the script. A window sets `host`, and then time is real.
"""

from array import array

KEYS = ("UP", "DOWN", "LEFT", "RIGHT", "A", "B", "X", "Y", "MENU")
STUCK = 200000  # readings of a stopped clock before it is an error

saves = ".saves"  # folder of the saved files, before hal is imported
host = None  # clock() -> ms, wait(ms), tone(hz, ms), entropy() of a window or a terminal

now = 0  # ms since power-on
level = 0  # buttons held down, as on the board when it is held upright
pressed = 0  # buttons that went down since the HAL looked at them last
writing = 0  # ms that a file's writing takes, in which nobody looks at the buttons
turned = False  # the picture is upside down on the board
charge = 100  # of the battery, where there is one
day = -1  # since 2000-01-01, of a handheld that knows the date
brightness = 255
shows = 0  # calls of hal.show that had something to send
sent = 0  # bytes they sent to the panel
beeps = 0  # tones played, and the last one's pitch and length
beep = array("i", [0, 0])

_script = ()
_at = 0
_reads = 0


class Stop(BaseException):
    """The script's end. Not an Exception, so that no crash screen takes it for one."""


def reset():
    """As before power-on; hal does this when it is imported."""
    global now, level, pressed, turned, charge, day, brightness, shows, sent, beeps
    global writing, _script, _at, _reads
    now = level = pressed = writing = shows = sent = beeps = _at = _reads = 0
    turned = False
    charge = 100
    day = -1
    brightness = 255
    _script = ()


def script(events):
    """What is to happen: a list of (ms from now, what) in order.

    what is the level bits from then on, or a function to call, or Stop to end the run.
    """
    global _script, _at
    _script = [(now + ms, what) for ms, what in events]
    _at = 0


def taps(text, start=100, hold=40, gap=60):
    """A script from a text such as "A LEFT LEFT 500 UP+B A*3 B:900", and the ms at its end.

    A number waits for as many ms; `*3` taps three times; `:900` holds the button for 900 ms.
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
    """Run a function that never returns for as long as it takes to tap `text`."""
    events, ms = taps(text, start)
    script(events + [(ms + after, Stop)])
    try:
        run()
    except Stop:
        pass


def clock():
    """The time in ms. A loop that waits for it without sleeping would never end."""
    global _reads
    if host is not None:
        return host.clock()
    _reads += 1
    if _reads > STUCK:
        raise RuntimeError(f"the clock was read {STUCK} times without a hal.sleep")
    return now


def hold(buttons):
    """These buttons are down from now on, the others up."""
    global level, pressed
    pressed |= buttons & ~level
    level = buttons


def step(ms):
    """Let time go by, and with it the script."""
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
