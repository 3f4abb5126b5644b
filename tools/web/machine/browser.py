"""Layer 1 in a browser: connects the simulator's HAL to the page (machine.js), starts the games.

MicroPython collects garbage here only between scripts, and `main.run` never returns, so the code
that runs every frame allocates nothing.
"""

import json
import sys

import page

import files
import hardware

_PAD = 15
_KEYS = 0x1FF
_SAVE = 0x10000  # a bit beside the keys': save now, the page may be closed

_wait = page.wait
_clock = page.clock
_entropy = page.entropy
_tone = page.tone
_light = page.light
_write = files.write
_remove = files.remove


def _save(name, parts):
    _write(name, parts)
    page.saved(name)


def _forget(name):
    _remove(name)
    if not name.endswith("~"):
        page.removed(name)


files.write = _save
files.remove = _forget

import hal  # noqa: E402, F401 (imports the patched `files`)


class _Host:
    """The page as `hardware.host`."""

    def __init__(self):
        self.brightness = hardware.brightness

    def clock(self):
        return _clock()

    def wait(self, ms):
        held = _wait(ms)
        if held < 0:
            raise hardware.Stop
        if held & _SAVE:  # as before a power loss
            keys = sys.modules.get("thirteen.ui.keys")
            if keys:
                keys.before_dark()
            held &= _KEYS
        if hardware.turned:  # here the picture is upright, and so is the pad
            held = held & ~_PAD | (held & 5) << 1 | (held & 10) >> 1
        hardware.hold(held)
        if hardware.brightness != self.brightness:
            self.brightness = hardware.brightness
            _light(hardware.brightness)

    def entropy(self):
        return _entropy()

    def tone(self, hz, ms, level):
        _tone(hz, ms, level)


def run(plan):
    """Play until the page switches the handheld off. plan: how to start, as JSON, or null.

    {"deal": [game, number, whether to give up another deal in progress]}, or
    {"record": a record to watch, as written by `python -m tools record`}.
    """
    plan = json.loads(plan) or {}
    hardware.day = page.day
    hardware.host = _Host()
    try:
        if "record" in plan:
            import film

            film.run(plan["record"], page.report)
        elif "deal" in plan and not _prepare(*plan["deal"]):
            page.report("busy", plan["deal"][0])
        else:
            import main

            main.run()
    except hardware.Stop:
        pass


def _prepare(name, number, anyway):
    """Save a deal as if it had been opened before; False if another one is in progress.

    Deal 0 means any.
    """
    from thirteen import dealing
    from thirteen.game import Game
    from thirteen.storage import settings

    settings.load()
    game = Game(name)
    there = game.load()
    match = game.match
    if not there or number and match.number != number:
        if there and match.n and not game.rules.over(match.s) and not anyway:
            return False
        dealing.deal(game, number)
        game.save()
    settings.remember(game.row)
    settings.save()
    for path in [path for path in sys.modules if path.startswith("thirteen")]:
        del sys.modules[path]
    return True
