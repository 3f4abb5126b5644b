"""The solvers of the review against solvers that leave nothing out; run by PyPy."""

import importlib

from host_tests import plain_solvers
from tools.research import plain_play

_PLAIN = 100_000  # positions that the plain solver may meet,
_SOLVER = 86016  # and the other one, as on the desk


def verdicts(game, deal, n):
    """(by the plain solver, by the other) of the positions of a play, from its end backwards.

    It ends where the plain one takes too long.
    """
    rules = importlib.import_module("thirteen.rules." + game)
    bot = importlib.import_module("thirteen.bots." + game)
    found = []
    for s in reversed(plain_play.line(game, deal, n)[:-1]):
        truth = getattr(plain_solvers, game)(rules.state(s), _PLAIN)
        if not truth:
            break
        for verdict in bot.settle(s, _SOLVER):  # noqa: B007
            pass
        found.append((truth, verdict))
    return found
