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
_SAVE = 0x10000  # bits beside the keys': a while after one of them, so save;
_TOUCH = 0x20000  # the finger, or the mouse, has moved;
_HEARD = 0x40000  # somebody listens;
_LOST = 0x80000  # the system took the finger away: what it held was not meant;
_ASKS = 20  # from here two for what who listens asks for;
_AWAY = 0x400000  # and the page was hidden, or is being closed

_wait = page.wait
_held = page.held
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

hal.today = page.today  # a tab may be open over midnight
hal.SLEEPS = False  # a black square among lit ones saves nothing, and looks like a fault


class _Host:
    """The page as `hardware.host`."""

    def __init__(self):
        self.brightness = hardware.brightness
        self.address = ""  # of the open game, as the page was told,
        self.over = ""  # "over" if something lies over the launcher, and no game is open,
        self.kept = ""  # and of that which the saves open again
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
        _wait(ms, self.for_key)
        held = _held()
        self.for_key = False
        if held < 0:
            raise hardware.Stop
        game = _playing()
        if held & _AWAY:
            keys = sys.modules.get("thirteen.ui.keys")
            if keys:
                keys.on_screen_off()
        elif held & _SAVE:
            if game:
                game.mode.save(game)
            background = sys.modules.get("thirteen.background")
            if background:  # that it is this game which is open, among others
                background.finish()
        if held & _TOUCH:
            at = _touch()
            hardware.touch(at & 1023, at >> 10 & 1023, at >> 20 & 1, at >> 21 & 1)
        if (held & _HEARD > 0) != (hardware.listener is not None):
            hardware.listener = _say if held & _HEARD else None
        hardware.asked |= held >> _ASKS & 3
        lost = held & _LOST
        held &= _KEYS
        address = _address(game) if game else ""
        if address != self.address:
            self.address = address
            page.report("open", address)
        over = "" if game or _at_home() else "over"
        if over != self.over:
            self.over = over
            page.report("over", over)
        if self.kept != address and _is_kept(game):
            self.kept = address
            page.report("kept", address)
        if self.ghost and game and game.match.played != self.beside:
            self.beside = game.match.played
            page.report("proof", _compared(game, self.ghost))
        if game and game.match.played != self.ended:
            self.ended = game.match.played
            page.report("result", _ended(game))
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

    {"home": true}, in the launcher, whatever game was left open, or
    {"deal": [game, number or 0 for none, the options or null]}, or
    {"record": a record to watch, as written by `python -m tools record`, or a handheld's code}, or
    {"turn": a match by link, see by_link.py}; and "ghost": who is played against, or null.
    """
    plan = json.loads(plan) or {}
    hardware.host = _Host()
    if page.calm is not None:
        _animate(not page.calm)
    if "home" in plan:
        _leave()
    try:
        if "record" in plan:
            import film

            film.run(plan["record"], page.report)
        elif "turn" in plan:
            import by_link

            by_link.run(plan["turn"], page.report)
        else:
            import main
            from thirteen import shell

            if "deal" in plan:
                name, number, chosen = plan["deal"]
                shell.asked = name, (number, chosen and bytes(chosen)) if number else ()
            hardware.host.ghost = plan.get("ghost")
            main.run()
    except hardware.Stop:
        pass


def _playing():
    """The game in play, or None."""
    shell = sys.modules.get("thirteen.shell")
    return shell and shell.playing


def _at_home():
    """Whether the launcher's tiles wait for a key, if there is a launcher."""
    launcher = sys.modules.get("thirteen.screens.launcher")
    return not launcher or launcher.home


def _is_kept(game):
    """Whether the saves have that game, and that it is the one that is open."""
    background = sys.modules.get("thirteen.background")
    return bool(background) and not background.jobs and (not game or game.clean)


def _address(game):
    """What opens that game: the part of the page's address after #."""
    return "%s/%d" % (getattr(game.mode, "ADDRESS", game.name), game.match.number)


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


def _animate(moves):
    """Set the player's choice of animation as the system's changes: none, or normal."""
    from thirteen.storage import settings

    settings.load()
    settings.values[settings.ANIMATION] = 2 if moves else 0
    settings.save()
    _forget_modules()


def _leave():
    """The game that was left open is not opened again by itself."""
    from thirteen.storage import settings

    settings.load()
    settings.remember(-1)
    settings.save()
    _forget_modules()


def _forget_modules():
    for path in [path for path in sys.modules if path.startswith("thirteen")]:
        del sys.modules[path]
