"""Layer 3. Key presses for the games: one at a time, with auto-repeat and a long press of B.

Boards without a pad send PREV and NEXT instead of arrows: X steps back through what can be
chosen, Y forward. A long press of B is MENU, so B is reported when it is released.

A player may exchange the buttons. For one who can press only one key `scan_ms` is set: then every
button is A, and MENU if it is held; NEXT comes by itself, from `scan`, while there is something to
choose.
"""

from micropython import const

import hal
from thirteen.protocols import Function
from thirteen.ui import sound

if hal.POINTER:
    from thirteen.ui import pointer  # unless there is none

# The bits of hal.keys(), and what takes the place of a pad.
UP = const(1)
DOWN = const(2)
LEFT = const(4)
RIGHT = const(8)
A = const(16)
B = const(32)
X = const(64)
Y = const(128)
MENU = const(256)
PREV = const(512)
NEXT = const(1024)

_ARROWS = const(15)
IGNORED_FOR = const(700)  # ms in which keys are ignored when a result has come up
_LONG = const(550)  # ms after which B held counts as MENU
_DELAY = const(320)  # ms until an arrow starts to repeat
_EVERY = const(90)  # ms between repeats
_LATELY = const(200)  # ms without a key after which none is expected at once
_SPARE = const(60)  # ms after a press in which the next one does not come

# ms from one poll of the keys to the next, unless a key ends the wait:
BUSY = const(2)  # there is something to compute
FLIGHT = const(16)  # something moves: a frame of the panel
REST = const(30)  # nothing happens without a key

_ASLEEP = const(1000)  # ms from which the time between two polls was a sleep
_FRAME = const(60)  # ms of a frame that count as waiting: one that answered a key is longer

repeat = True
scan_ms = 0  # ms for which each place is offered to a player with one key, 0 for several keys
order = b""  # which key each button is, as the number of its bit; b"" as on the board
dim_after = 0  # ms without a key until the backlight dims, 0 for never
light = 255

_buttons = 0  # buttons down at the last poll,
_down = 0  # and the keys that they are
_offered = 0  # ms for which the place under the cursor has been offered
_held = 0  # the arrow or B being held, timed for repeat or MENU
_since = 0  # ms for which it has been held
idle = 1000  # ms since a key was down; none has been yet
_waited = 1000  # the part of them in which the next one was waited for
_dark = 0  # 0 bright, 1 dimmed, 2 dark
_then = hal.ms()
_since_press = 1000  # ms since the last press; none has been yet
dt = 0  # ms between the last two polls,
awake = 0  # and the sum of those that were no sleep
presses = 0  # since power-on


def no_op() -> None:
    """The default of `on_screen_off`."""


def no_idle_work(waited: int) -> bool:
    """The default of `on_idle`."""
    return False


on_screen_off: Function = no_op  # called before the screen goes dark
if hal.VOICE:
    listen = no_op  # called before each wait for a key
on_idle = no_idle_work  # called while no key is expected, see `rest`; whether more is to be done


def poll(pace: int = BUSY) -> int:
    """Poll the keys `pace` ms after the last poll, or earlier if a key changes.

    Returns the key that was pressed (one bit), or 0; also the gestures of a pointer.
    """
    global _buttons, _down, _held, _since, _since_press, dt, awake, _then, idle, _waited
    if hal.VOICE:
        listen()
    if _dark < 2:
        pause = min(pace - (hal.ms() - _then & hal.WRAP), sound.due())
        if _held:
            pause = min(pause, BUSY)
        _buttons = hal.wait(pause, _buttons)
    else:
        _buttons = hal.sleep_until_key()  # the key may already be up again
        _then = hal.ms()
        _buttons |= hal.keys()
    down = _remapped(_buttons)
    now = hal.ms()
    dt = now - _then & hal.WRAP
    _then = now
    if dt < _ASLEEP:
        awake += dt
    _since_press += dt
    sound.pass_time(dt)
    fresh = down & ~_down
    freed = _down & ~down
    _down = down
    if hal.POINTER:
        k = _gesture()
        if k:
            return k
    if down:
        idle = _waited = 0
        if _dark:
            _wake()
            _held = 0
            return 0
    else:
        idle += dt
        _waited += min(dt, _FRAME)
        if hal.SLEEPS and dim_after and idle > dim_after:
            _dim()
    if fresh:
        return _press(fresh & -fresh)
    if freed & _held:
        k = _held
        _held = 0
        return 0 if k != B else A if scan_ms else B
    if _held:
        _since += dt
        if _held == B:
            if _since > _LONG:
                _held = 0
                return MENU
        elif repeat and _since > _DELAY:
            _since -= _EVERY
            return _name(_held)
    return 0


def _press(k: int) -> int:
    """Key k went down."""
    global _since, _since_press, _offered, _held, presses
    _since = _since_press = _offered = 0
    presses += 1
    _held = _first(k) if k & ~MENU else 0
    return 0 if k == B else _name(k)


if hal.POINTER:

    def _gesture() -> int:
        """The pointer's gesture, 0 for none; it wakes the screen, as a key does."""
        global idle, _waited
        gesture = pointer.poll(dt)
        if gesture or pointer.active():
            idle = _waited = 0
            if _dark:
                _wake()
                pointer.forget()
                return 0
        return gesture


def wait(steps: bool = True) -> int:
    """Wait for the next key press; `steps`: there is something to choose, so NEXT may come."""
    k = poll(REST)
    while not k:
        if steps and scan():
            return NEXT
        k = poll(BUSY if rest() else REST)
    return k


def scan() -> bool:
    """Whether the next place's turn has come, for a player with one key; after each `poll`."""
    global _offered
    if not scan_ms or _down or _dark > 1:
        return False
    _offered += min(dt, _FRAME)
    if _offered < scan_ms:
        return False
    _offered = 0
    return True


def remap(buttons: bytes, scan: int) -> None:
    """Set `order`, which key each button is, and `scan_ms`, how fast places are offered."""
    global order, scan_ms
    order = buttons
    scan_ms = scan
    if hal.POINTER:
        hal.exchange(order)  # type: ignore[attr-defined]
    forget()  # the button that was pressed for it is another key now


def _remapped(buttons: int) -> int:
    """The keys that these buttons are."""
    if scan_ms:
        return B if buttons else 0  # told from a hold when it is released
    if not order:
        return buttons
    keys = buttons & MENU
    for i in range(len(order)):
        keys |= (buttons >> i & 1) << order[i]
    return keys


def holds(k: int) -> bool:
    """Whether key k is down."""
    return _down & (B if scan_ms else k) > 0


def rest() -> bool:
    """Nothing moves: do some deferred work unless a key may come now; True if more is left.

    `on_idle` is told for how many ms none has come: what it does soon after one must be short.
    """
    return spare() and on_idle(_waited)


def spare() -> bool:
    """Whether no key may come now. While B is held one is due: it counts when it is let go."""
    return _waited > _LATELY or _since_press < _SPARE and _held != B


def forget() -> None:
    """Ignore the keys held down now until they are pressed again."""
    global _held, _buttons, _down
    _held = 0
    _buttons = hal.keys()
    _down = _remapped(_buttons)
    if hal.POINTER:
        pointer.forget()


def _first(k: int) -> int:
    """The key whose hold is timed: an arrow or B; else 0."""
    return k if k & (_ARROWS | B) or not hal.PAD and k & (X | Y) else 0


def _name(k: int) -> int:
    if not hal.PAD:
        if k == X:
            return PREV
        if k == Y:
            return NEXT
    return k


def _dim() -> None:
    global _dark
    if not _dark:
        _dark = 1
        hal.light(light // 2)
    elif _dark == 1 and idle > 2 * dim_after:
        _dark = 2
        on_screen_off()
        hal.light(0)


def _wake() -> None:
    """Light the screen again; the key that does it is swallowed."""
    global _dark
    _dark = 0
    hal.light(light)
