# ruff: noqa: B904, E402, F401, F821 (the heap is read before the imports; probes share them)
"""On the device: the firmware as main.py starts it, driven from outside.

The host sends this file, then a probe; before them it defines NAME, DEAL, OPTIONS and what else
the game needs (session.py). `play(script)` runs the launcher. The script is a generator: the key
that it yields is pressed in the next frame (0: none), and it continues after that frame. Then
`took` is the time in microseconds from polling the keys until everything is drawn and sent,
`grown` the bytes that stayed allocated (only if `counting` is set, because counting is slow), and
`moving` is whether anything still moves. Nothing is saved.
"""

import gc

from utime import ticks_add, ticks_diff, ticks_us

_STILL = 30  # frames in which nothing moves
_FOUND = 80  # after which what is found out of a new deal is known

took = grown = longest = 0
counting = moving = False
seated = False  # a probe sets it: computer players of Three Thirteen play by themselves
game = None

_script = _tick = None
_began = _before = 0


class Done(BaseException):
    """The script has ended. Not an Exception, which the firmware would catch."""


def poll(pace=0):
    """Replaces the firmware's polling of the keys: a frame is over, so continue the script."""
    global took, grown, _began, _before
    took = ticks_diff(ticks_us(), _began)
    if counting:
        grown = gc.mem_alloc() - _before
    try:
        k = next(_script)
    except StopIteration:
        raise Done
    pressed = _poll(0)
    if counting:
        _before = gc.mem_alloc()
    _began = ticks_us()
    return k or pressed


def Game(name, deal):
    """Replaces game.Game: exposes the current game; the script makes all its moves."""
    global game
    game = _Game(name, deal)
    if NAME == "three_thirteen" and not seated:  # without computer players
        game.mode = patience.Mode()
    game.mode.confirm_new_deal = lambda *_: True  # no questions before a game
    return game


def tick(s, dt):
    """The view's tick; notes whether anything moves."""
    global moving
    moving = _tick(s, dt)
    return moving


def play(script):
    global _script
    _script = script
    hal.read = hal.remove = lambda name: None
    hal.read_with = lambda name, use, given: None
    hal.write = lambda name, parts: None
    hal.names = lambda: ()
    hal.keys = lambda: 0
    keys.poll = poll
    settings.first = lambda row: False  # no lesson
    shell.Game = Game
    try:
        shell.run()  # main.py would show an error and continue
    except Done:
        pass


def alone(work):
    """Run a function that polls the keys itself; `longest` is then its longest frame."""
    global _script, _began, longest
    mine = _script
    _script = watch()
    longest = 0
    _began = ticks_us()
    try:
        work()
    finally:
        _script = mine


def watch():
    global longest
    while True:
        longest = max(longest, took)
        yield 0


def live(base):
    """Live bytes after a collection, without this program; `base` is those of the bare REPL."""
    gc.collect()
    return gc.mem_alloc() - _own + base


def opened(name):
    """From the launcher into the game."""
    global game, _tick
    game = None
    yield 0
    for _ in range(catalog.row(name)):
        yield 1024  # keys.NEXT, a name that the build removes
    if name == "make13":
        from thirteen.screens import make13_menu

        make13_menu.enter = enter
    yield hal.A
    for _ in range(100):
        if game:
            break
        yield 0
    _tick = game.view.tick
    game.view.tick = tick
    game.end_shown = True  # no menu at the end
    yield from still()


def enter(game, day=0, step=0, deal=()):
    """Replaces the menus before a race."""
    game.match.deal(DEAL, OPTIONS)
    game.reset_counters()
    return True


def still():
    """Wait until nothing moves."""
    yield 0
    while moving:
        yield 0


def dealt(number, options):
    """Deal the game."""
    game.match.deal(number, options)
    game.reset_counters()
    game.deal_made()
    game.end_shown = True
    game.show()
    yield from still()


def bytes_a_frame(moves):
    """Bytes left allocated by a frame: at rest, and in an animation after its first frame."""
    global counting
    yield from dealt(DEAL, OPTIONS)
    for _ in range(_FOUND):
        yield 0
    counting = True
    hal.collect()
    yield 0
    rest = flight = 0
    for _ in range(_STILL):
        yield 0
        rest = max(rest, grown)
    for m in moves:
        game.move(m)
        yield 0
        while moving:
            yield 0
            if moving:
                flight = max(flight, grown)
        hal.collect()
        yield 0
    counting = False
    tell("bytes", NAME, rest, flight)


def tell(*what):
    print(repr(what))


gc.collect()
_own = gc.mem_alloc()  # includes this program, which is not part of the firmware

import hal
from thirteen import background, catalog, shell
from thirteen.modes import patience
from thirteen.storage import settings
from thirteen.ui import keys

_poll = keys.poll
_Game = shell.Game
