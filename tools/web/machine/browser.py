"""Layer 1 in a browser: connects the simulator's HAL to the page (machine.js), starts the games.

Garbage is collected while a key is waited for, see `collector` in page/machine.js.
"""

import json
import sys

import page

import files
import hardware

_PAD = 15
_KEYS = 0x1FF
_SAVE = 0x10000  # bits beside the keys': save now, the page may be closed;
_TOUCH = 0x20000  # the finger, or the mouse, has moved;
_HEARD = 0x40000  # somebody listens;
_LOST = 0x80000  # the system took the finger away: what it held was not meant;
_ASKS = 20  # and from here two for what who listens asks for

_DARK = 60000  # ms of a sleep in which nothing but a key is waited for

_wait = page.wait
_touch = page.touch
_clock = page.clock
_entropy = page.entropy
_tone = page.tone
_light = page.light
_write = files.write
_remove = files.remove
_rename = files.rename


def _save(name, parts):
    _write(name, parts)
    page.saved(name)


def _forget(name):
    _remove(name)
    if not name.endswith("~"):
        page.removed(name)


def _move(name, to):
    _rename(name, to)
    if not name.endswith("~"):  # else it is a part of `write`
        page.saved(to)
        page.removed(name)


files.write = _save
files.remove = _forget
files.rename = _move

import hal  # noqa: E402 (imports the patched `files`)


def _sleep_until_key():
    hal.sleep(hardware.quiet(_DARK))
    return hal.keys()


hal.today = page.today  # a tab may be open over midnight
hal.sleep_until_key = _sleep_until_key


class _Host:
    """The page as `hardware.host`."""

    def __init__(self):
        self.brightness = hardware.brightness
        self.game = None  # the open one
        self.number = 0  # its deal, as the page was told
        self.ghost = None  # who is played against, as film.py offers it
        self.beside = None  # the move about which the page was told
        self.ended = None  # the move after which it was told how the game ended
        self.for_key = False  # what the next wait is for

    def clock(self):
        return _clock()

    def quiet(self, ms):
        """A wait for a key: it ends when one changes, so it need not be cut into pieces."""
        self.for_key = True
        return ms

    def wait(self, ms):
        held = _wait(ms, self.for_key)
        self.for_key = False
        if held < 0:
            raise hardware.Stop
        if held & _SAVE:  # as before a power loss
            keys = sys.modules.get("thirteen.ui.keys")
            if keys:
                keys.before_dark()
        if held & _TOUCH:
            at = _touch()
            hardware.touch(at & 1023, at >> 10 & 1023, at >> 20 & 1, at >> 21 & 1)
        if (held & _HEARD > 0) != (hardware.listener is not None):
            hardware.listener = _say if held & _HEARD else None
        hardware.asked |= held >> _ASKS & 3
        lost = held & _LOST
        held &= _KEYS
        if self.game and self.game.match.number != self.number:
            self.number = self.game.match.number
            page.report("open", "%s/%d" % (self.game.name, self.number))
        if self.ghost and self.game and self.game.match.played != self.beside:
            self.beside = self.game.match.played
            page.report("proof", _compared(self.game, self.ghost))
        if self.game and self.game.match.played != self.ended:
            self.ended = self.game.match.played
            page.report("result", _ended(self.game))
        if hardware.turned:  # here the picture is upright, and so is the pad
            held = held & ~_PAD | (held & 5) << 1 | (held & 10) >> 1
        hardware.hold(held)
        if lost:
            sys.modules["thirteen.ui.keys"].forget()
        if hardware.brightness != self.brightness:
            self.brightness = hardware.brightness
            _light(hardware.brightness)

    def entropy(self):
        return _entropy()

    def tone(self, hz, ms, level):
        _tone(hz, ms, level)


def run(plan):
    """Play until the page switches the handheld off. plan: how to start, as JSON, or null.

    {"deal": [game, number, whether to give up another deal in progress, the options or null]}, or
    {"record": a record to watch, as written by `python -m tools record`, or a handheld's code}, or
    {"turn": a match by link, see by_link.py}; and "ghost": who is played against, or null.
    """
    plan = json.loads(plan) or {}
    hardware.host = _Host()
    if page.calm is not None:
        _animate(not page.calm)
    try:
        if "record" in plan:
            import film

            film.run(plan["record"], page.report)
        elif "turn" in plan:
            import by_link

            by_link.run(plan["turn"], page.report)
        elif "deal" in plan and not _prepare(*plan["deal"]):
            page.report("busy", plan["deal"][0])
        else:
            import main

            _follow()
            hardware.host.ghost = plan.get("ghost")
            main.run()
    except hardware.Stop:
        pass


def _ended(game):
    """How the game ended, "" if it goes on."""
    rules, s = game.rules, game.match.s
    over = rules.over(s)
    if not over:
        return ""
    from thirteen import catalog, match  # not needed while a game goes on

    how = "player %d won" % (over - 15) if over > 15 else match.result(over)
    title = catalog.GAMES[game.row][catalog.TITLE]
    return "%s, deal %d: %s, %s" % (title, game.match.number, how, rules.points(rules.score(s)))


def _compared(game, ghost):
    """How the player stands against who played the same deal before."""
    match, rules, scores = game.match, game.rules, ghost["scores"]
    if [game.name, match.number] != [ghost["game"], ghost["deal"]]:
        hardware.host.ghost = None
        return ""
    end = "To beat: " + ghost["end"]
    n = len(scores) - 1
    if not n:
        return end + ", says the code."
    theirs = "the other %s" % rules.points(scores[min(match.played, n)])
    mine = rules.points(rules.score(match.s))
    return "Move %d: you %s, %s. %s after %d moves." % (match.played, mine, theirs, end, n)


def _say(words):
    page.report("said", words)


def _follow():
    """Tell the page which deal is open, "" in the launcher."""
    from thirteen import shell

    play = shell.play
    host = hardware.host

    def told(game):
        host.game = game
        host.number = 0
        try:
            play(game)
        finally:
            host.game = None
            page.report("open", "")

    shell.play = told


def _animate(moves):
    """Set the player's choice of animation as the system's changes: none, or normal."""
    from thirteen.storage import settings

    settings.load()
    settings.values[settings.ANIMATION] = 2 if moves else 0
    settings.save()
    _forget_modules()


def _forget_modules():
    for path in [path for path in sys.modules if path.startswith("thirteen")]:
        del sys.modules[path]


def _prepare(name, number, anyway, chosen=None):
    """Save a deal as if it had been opened before; False if another one is in progress.

    Deal 0 means any; without options those that the player has set are used.
    """
    from thirteen import dealing
    from thirteen.game import Game
    from thirteen.storage import settings

    settings.load()
    game = Game(name)
    there = game.load()
    match = game.match
    other = match.number != number or chosen and match.options != bytes(chosen)
    if not there or number and other:
        if there and match.played and not game.rules.over(match.s) and not anyway:
            return False
        dealing.deal(game, number)
        if chosen:
            match.deal(number, bytes(chosen))
        game.save()
    settings.remember(game.row)
    settings.save()
    _forget_modules()
    return True
