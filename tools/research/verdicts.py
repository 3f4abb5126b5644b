"""What the handheld's solvers find, and in how many positions. PyPy runs this module, too."""

import contextlib
import importlib

from tools.research import plain_play

_FOUND = ("open", "won", "lost")


@contextlib.contextmanager
def counted():
    """A list that has an item for each new position that is met."""
    visited = importlib.import_module("thirteen.bots.visited")
    met = []
    enter = visited.Visited.fresh

    def fresh(self, x, y):
        new = enter(self, x, y)
        if new:
            met.append(None)
        return new

    visited.Visited.fresh = fresh
    try:
        yield met
    finally:
        visited.Visited.fresh = enter


def settled(game, deal, most):
    """["won", "lost" or "open", positions met] of a deal under the default options."""
    rules, bot = (importlib.import_module(f"thirteen.{part}.{game}") for part in ("rules", "bots"))
    s = bytearray(rules.SIZE)
    rules.new(s, deal, bytes(len(rules.OPTIONS)))
    with counted() as met:
        *_, found = bot.settle(s, most)
    return [_FOUND[found], len(met)]


def named(game, deal, plays, room):
    """What the review proves of the first of these plays of a deal of the bank that is lost.

    [play, moves, won, lost, positions met]: see bots/losing_move.py; None if all are won.
    """
    rules, bot, losing_move = (
        importlib.import_module("thirteen." + name)
        for name in ("rules." + game, "bots." + game, "bots.losing_move")
    )
    for n in plays:
        states, log = zip(*((bytes(s), m) for s, m in plain_play.play(game, deal, n)))
        if rules.over(bytearray(states[-1])) == 1:
            continue
        bounds = losing_move.Bounds(rules, states[0], log, len(log) - 1)
        bounds.tell(0, losing_move.WINNABLE)  # as the bank proves
        with counted() as met:
            for _ in bounds.search(bot, room):
                pass
        return [n, len(log) - 1, bounds.won, bounds.lost, len(met)]
    return None
