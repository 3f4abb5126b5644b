"""Plays a record as a film: the game's own view shows each move; nothing is saved.

A record is also taken from the code that a handheld shows; if that has only a result, the film is
the deal.
"""

import json

import hal
from thirteen import catalog, match, options, preferences
from thirteen.game import Game
from thirteen.storage import game_code, settings
from thirteen.ui import keys, pointer

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
    """Show what the record, a dict or a code, is of."""
    read = _decoded if isinstance(record, str) else _checked
    name, deal, chosen, moves, result = read(record)
    seats = chosen[1 : 3 + chosen[0]] if name == "three_thirteen" else ()
    if sum([not seat for seat in seats]) > 1 and not result[0]:
        raise Bad("people still play that match, and a film would show their hands")
    settings.load()
    preferences.apply()
    game = Game(name)
    rules = game.rules
    view = game.view
    s = game.match.s
    game.match.deal(deal, chosen)
    view.open(s)
    game.show()
    title = "%s, deal %d: " % (catalog.GAMES[game.row][catalog.TITLE], deal)
    ended = match.result(result[0]) or "still in play"
    verdict = ended + ", " + rules.points(result[1])
    scores = _scores(rules, deal, chosen, moves or ())
    ghost = {"game": name, "deal": deal, "options": list(chosen), "scores": scores, "end": verdict}
    report("offer", json.dumps(ghost))
    words = title + verdict
    if moves is None:
        report("proof", words + ", says the code. It has no moves, so that is not proved.")
        moves = ()
    else:
        report("proof", words + ". Proved: all %d moves are legal." % len(moves))
    for i, m in enumerate(moves):
        report("film", title + "move %d of %d" % (i + 1, len(moves)))
        ticks = _ticks(rules, m)
        _play(view, s, ticks * rules.TICK if ticks else _PACE)
        game.was[:] = memoryview(s)[: len(game.was)]
        game.match.play(m)
        view.moved(s, m, None if ticks else game.was)
    if moves:
        report("film", title + "%s after %d moves" % (ended, len(moves)))
    while True:
        _play(view, s, 1000)


def _scores(rules, deal, chosen, moves):
    """The score after each move, for who plays the deal against them."""
    s = bytearray(rules.SIZE)
    rules.new(s, deal, chosen)
    scores = [rules.score(s)]
    for m in moves:
        rules.apply(s, m)
        scores.append(rules.score(s))
    return scores


def _ticks(rules, m):
    """The length of a wait in ticks; 0 for any other move."""
    return m & ~rules.WAIT if m & rules.WAIT else 0


def _play(view, s, ms):
    """Let ms pass with animation, or less if A is pressed, or the picture tapped."""
    while ms > 0:
        k = keys.poll(keys.FLIGHT)
        ms -= keys.dt
        view.tick(s, keys.dt)
        view.draw(s)
        hal.refresh()
        if pointer.press(k) == keys.A:
            return


def _checked(record):
    """(game, deal, options, moves, result) of a record; Bad or ValueError if it can't be played.

    The result is the value of `over` and the score.
    """
    for field in _FIELDS:
        if field not in record:
            raise Bad("the record has no %s" % field)
    name = record["game"]
    if name not in [row[catalog.NAME] for row in catalog.GAMES]:
        raise Bad("there is no game %s" % name)
    rules = catalog.module("rules", name)
    if record["rules"] != rules.VERSION:
        raise Bad("its rules are version %s, not %d" % (record["rules"], rules.VERSION))
    trial = match.Match(rules)
    trial.deal(record["deal"], options.pack(rules.OPTIONS, record["options"]))
    trial.replay(record["moves"])
    s = bytearray(rules.SIZE)
    rules.new(s, record["deal"], trial.options)
    moves = []
    for text in record["moves"]:
        moves.append(rules.parse(s, text))
        rules.apply(s, moves[-1])
    return name, record["deal"], trial.options, moves, (rules.over(s), rules.score(s))


def _decoded(code):
    """The same of a code, whose moves may be None: then it claims the result."""
    row, rest = game_code.begin(code)
    if row >= len(catalog.GAMES):
        raise Bad("the code is of a game that is not here")
    name = catalog.GAMES[row][catalog.NAME]
    return (name,) + game_code.read(catalog.module("rules", name), rest)
