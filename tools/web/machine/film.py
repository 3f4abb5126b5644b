"""Plays a record as a film: the game's own view shows each move; nothing is saved."""

from thirteen import catalog, match, options, preferences
from thirteen.game import Game
from thirteen.storage import settings
from thirteen.ui import canvas, keys

_PACE = 600  # ms from one move to the next
_FIELDS = ("game", "rules", "deal", "options", "moves")


class Bad(Exception):
    """A record that can't be played; the text says why, in one sentence."""


def run(record, report):
    """Show a record, then its last position until the page switches the handheld off."""
    try:
        _show(record, report)
    except (Bad, ValueError) as e:
        report("bad", str(e))


def _show(record, report):
    name, moves = _checked(record)
    settings.load()
    preferences.apply()
    game = Game(name)
    rules = game.rules
    view = game.view
    s = game.match.s
    game.match.deal(record["deal"], options.pack(rules.OPTIONS, record["options"]))
    view.open(s)
    game.show()
    title = catalog.GAMES[game.row][catalog.TITLE]
    for i, text in enumerate(moves):
        report("film", "%s, deal %d: move %d of %d" % (title, record["deal"], i + 1, len(moves)))
        m = rules.parse(s, text)
        ticks = _ticks(rules, m)
        _play(view, s, ticks * rules.TICK if ticks else _PACE)
        view.skip(s)
        game.was[:] = memoryview(s)[: len(game.was)]
        game.match.play(m)
        view.moved(s, m, None if ticks else game.was)
    ended = match.result(rules.over(s)) or "still in play"
    report("film", "%s, deal %d: %s after %d moves" % (title, record["deal"], ended, len(moves)))
    while True:
        _play(view, s, 1000)


def _ticks(rules, m):
    """The length of a wait in ticks; 0 for any other move."""
    return m & ~rules.WAIT if m & rules.WAIT else 0


def _play(view, s, ms):
    """Let ms pass with animation, or less if A is pressed."""
    while ms > 0:
        k = keys.poll(keys.FLIGHT)
        ms -= keys.dt
        view.tick(s, keys.dt)
        view.draw(s, False)
        canvas.flush()
        if k == keys.A:
            return


def _checked(record):
    """(game, moves) of a record; Bad or ValueError if it can't be played to its end."""
    for field in _FIELDS:
        if field not in record:
            raise Bad("the record has no %s" % field)
    name = record["game"]
    if name not in [row[catalog.NAME] for row in catalog.GAMES]:
        raise Bad("there is no game %s" % name)
    rules = catalog.load(name, "rules")
    if record["rules"] != rules.VERSION:
        raise Bad("its rules are version %s, not %d" % (record["rules"], rules.VERSION))
    trial = match.Match(rules)
    trial.deal(record["deal"], options.pack(rules.OPTIONS, record["options"]))
    trial.replay(record["moves"])
    return name, record["moves"]
