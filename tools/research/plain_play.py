"""A sensible player who decides by chance, of a patience: how hard a deal is for people.

PyPy runs this module, too (pypy.py).
"""

import importlib
import random
from array import array

_CAREFUL = 0.5  # how often it looks for the better of its moves,
_TIDY = 0.9  # and in Imaginary Thirteen


def play(game, deal, n):
    """Yield (position, move) of play number n under the default options; -1 at its end.

    The position is one bytearray, which changes.
    """
    rules = importlib.import_module("thirteen.rules." + game)
    choose = _PLAYERS[game]
    out = array("H", bytes(2 * rules.MOVES))
    s = bytearray(rules.SIZE)
    rules.new(s, deal, bytes(len(rules.OPTIONS)))
    chance = random.Random(deal * 1000 + n)
    while not rules.over(s):
        m = choose(rules, s, list(out[: rules.moves(s, out)]), chance)
        yield s, m
        rules.apply(s, m)
    yield s, -1


def line(game, deal, n):
    """The positions of a play."""
    return [bytearray(s) for s, _ in play(game, deal, n)]


def wins(game, deal, plays):
    """How many of so many plays of a deal are won."""
    rules = importlib.import_module("thirteen.rules." + game)
    return sum(rules.over(s) == 1 for n in range(plays) for s, m in play(game, deal, n) if m < 0)


def _thirteens(rules, s, moves, chance):
    """Kings at once; of the pairs often the highest, in the middle; a card comes down last."""
    kings = [m for m in moves if not m & rules.BRING and m >> 4 == m & 15]
    if kings:
        return chance.choice(kings)
    pairs = [m for m in moves if not m & rules.BRING]
    if not pairs:
        return chance.choice(moves)
    if chance.random() < _CAREFUL:
        return max(pairs, key=_height)
    return chance.choice(pairs)


def _height(m):
    """How a pair is placed: cards of the middle column count one row more."""
    return sum(p % 5 + (p // 5 == 1) for p in (m >> 4, m & 15))


def _friday(rules, s, moves, chance):
    """Piles are begun at once; queens and kings often wait; all else is played."""
    begins = [m for m in moves if m >= rules.FROM_TURNED and not rules.top(s, m & 15)]
    if begins:
        return chance.choice(begins)
    builds = [m for m in moves if m >= rules.FROM_TURNED]
    if len(builds) == len(moves):
        return chance.choice(builds)
    if chance.random() < _CAREFUL:
        builds = [m for m in builds if rules.source(s, m) & 15 < 12]
    return chance.choice(builds) if builds else moves[0]


def _imaginary(rules, s, moves, chance):
    """What can be played is; other cards often go where they bury nothing that is needed first."""
    plays = [m for m in moves if m < rules.TO_WASTE or m >= rules.FROM_WASTE]
    if plays:
        return chance.choice(plays)
    if chance.random() < _TIDY:
        after = bytearray(s)
        harmless = []
        for m in moves:
            after[:] = s
            rules.apply(after, m)
            if not rules.buries(after, m & 7):
                harmless.append(m)
        moves = harmless or moves
    return chance.choice(moves)


_PLAYERS = {"thirteens": _thirteens, "friday": _friday, "imaginary": _imaginary}
