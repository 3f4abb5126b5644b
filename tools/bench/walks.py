"""Moves to measure by: the same random walks through a game wherever they are played."""

import random
from array import array

_DEALS = 400


def walk(rules, least, options=None):
    """(deal, moves) of the first deal in which a random player makes that many moves."""
    for deal in range(1, _DEALS):
        moves = play(rules, deal, least, options)
        if len(moves) == least:
            return deal, moves
    raise ValueError(f"no walk of {least} moves in {_DEALS} deals")


def play(rules, deal, most, options=None):
    """A random player's moves in a deal, who ends it only where he must; so many at most."""
    dice = random.Random(deal)
    s = bytearray(rules.SIZE)
    rules.new(s, deal, options or bytes(len(rules.OPTIONS)))
    out = array("H", bytes(2 * rules.MOVES))
    moves = []
    while len(moves) < most and not rules.over(s):
        choice = list(out[: rules.moves(s, out)])
        on = [m for m in choice if not rules.over(_after(rules, s, m))]
        m = dice.choice(on or choice)
        rules.apply(s, m)
        moves.append(m)
    return moves


def _after(rules, s, m):
    t = bytearray(s)
    rules.apply(t, m)
    return t
