# ruff: noqa: B904, E402, F401, F821 (memory is looked at before the imports; probes share them)
"""On the device: the firmware as main.py starts it, played from outside.

The host sends this file with a probe behind it, and before it NAME, DEAL, OPTIONS and anything
else that defines what to play (session.py). `play(script)` runs the launcher. The script is a
generator: the key it yields is pressed in the next frame (0: none), and it goes on when that frame
is over. `took` then tells the microseconds from the look at the keys until all was drawn and sent,
`grown` the bytes that stayed allocated, where `counting` is set, for counting itself takes long;
`moving` is whether something is under way. Nothing is saved.
"""

import gc

from utime import ticks_add, ticks_diff, ticks_us

_STILL = 30  # frames in which nothing moves

took = grown = longest = 0
counting = moving = False
seated = False  # a probe sets it: computer players of Three Thirteen play by themselves
game = None

_script = _tick = None
_began = _before = 0


class Done(BaseException):
    """The script is through; the firmware catches exceptions only."""


def poll(pace=0):
    """In place of the firmware's look at the keys: a frame is over, the script goes on."""
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
    """In place of game.Game: the game in play is known here; the script makes all its moves."""
    global game
    game = _Game(name, deal)
    if NAME == "three_thirteen" and not seated:  # no computer player joins in
        game.mode = solo
    return game


def tick(s, dt):
    """The view's, and whether something moves."""
    global moving
    moving = _tick(s, dt)
    return moving


def play(script):
    global _script
    _script = script
    hal.read = hal.remove = lambda name: None
    hal.write = lambda name, parts: None
    hal.names = lambda: ()
    hal.keys = lambda: 0
    keys.poll = poll
    settings.first = lambda row: False  # no lesson is offered
    table.Game = Game
    try:
        shell.run()  # main.py would show what goes wrong, and go on
    except Done:
        pass


def alone(work):
    """Do what looks at the keys itself; `longest` is then the longest of its frames."""
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
    """Bytes in use after a collection; `base` is what the bare prompt has, `_own` this program."""
    gc.collect()
    return gc.mem_alloc() - _own + base


def opened(name):
    """Go from the launcher into a game."""
    global game, _tick
    game = None
    yield 0
    for _ in range(catalog.row(name)):
        yield 1024  # keys.NEXT, a name that a build leaves out
    if name == "make13":
        from thirteen.screens import make13_tournament

        make13_tournament.enter = enter
    yield hal.A
    for _ in range(100):
        if game:
            break
        yield 0
    _tick = game.view.tick
    game.view.tick = tick
    game.end_shown = True  # no questions at the end
    yield from still()


def enter(game, there):
    """In place of the menus before a race."""
    game.match.deal(DEAL, OPTIONS)
    game.fresh()
    return True


def still():
    """Until nothing moves any more."""
    yield 0
    while moving:
        yield 0


def dealt(number, options):
    """That deal on the table."""
    game.match.deal(number, options)
    game.fresh()
    game.opened()
    game.end_shown = True
    game.show()
    yield from still()


def bytes_a_frame(moves):
    """What a frame leaves allocated: at rest, and in an animation after its first frame."""
    global counting
    yield from dealt(DEAL, OPTIONS)
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
_own = gc.mem_alloc()  # with what this program takes, which is no part of the firmware

import hal
from thirteen import catalog, later, shell
from thirteen import game as table
from thirteen.modes import solo
from thirteen.storage import settings
from thirteen.ui import keys

_poll = keys.poll
_Game = table.Game
