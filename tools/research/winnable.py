"""Whether deals can be won, all cards known, each win with its moves; run by PyPy."""

import importlib

_USUAL = 1 << 13  # positions that almost all deals need at most,
_ALL = 1 << 18  # and more than any does


def thirteens(first, count):
    """For each of so many deals from `first` on its line: the moves of a win, or "-".

    The search is exhaustive, and each win is played again by the rules.
    """
    rules = importlib.import_module("thirteen.rules.thirteens")
    bot = importlib.import_module("thirteen.bots.thirteens")
    lines = []
    for deal in range(first, first + count):
        s = bytearray(rules.SIZE)
        rules.new(s, deal, bytes(len(rules.OPTIONS)))
        found = 0
        for most in (_USUAL, _ALL):
            if not found:
                for found in bot.settle(s, most):  # noqa: B007
                    pass
        if not found:
            raise AssertionError(f"deal {deal} was not settled")
        moves = []
        for m in bot.line() if found == 1 else ():
            moves.append(rules.text(s, m))
            rules.apply(s, m)
        assert found == 2 or rules.over(s) == 1, deal
        lines.append(" ".join(moves) or "-")
    return lines


def settled(game, deal, most):
    """1 if a deal can be won, 2 if not, 0 if so many positions do not tell."""
    rules = importlib.import_module("thirteen.rules." + game)
    bot = importlib.import_module("thirteen.bots." + game)
    s = bytearray(rules.SIZE)
    rules.new(s, deal, bytes(len(rules.OPTIONS)))
    for found in bot.settle(s, most):  # noqa: B007
        pass
    return found
