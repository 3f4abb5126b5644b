"""Moves for measurements: reproducible random walks through a game."""

import random
from array import array

_DEALS = 400
_LONG = 2000


def walk(rules, least, options=None):
    """(deal, moves) of the first deal in which a random player makes at least that many moves."""
    for deal in range(1, _DEALS):
        moves = play(rules, deal, least, options)
        if len(moves) == least:
            return deal, moves
    raise ValueError(f"no walk of {least} moves in {_DEALS} deals")


def late(rules, deal, options):
    """Moves of Three Thirteen up to the first player's largest possible hand."""
    from thirteen.rules import three_thirteen_table as table

    def full(s):
        return table.number(s) == 11 and table.holds(s, 0) == 14

    moves = play(rules, deal, _LONG, options, full)
    if len(moves) == _LONG:
        raise ValueError(f"no full hand in deal {deal}")
    return moves


def play(rules, deal, most, options=None, stop=lambda s: False):
    """Up to `most` moves of a random player, who ends the game only if nothing else is legal."""
    dice = random.Random(deal)
    s = bytearray(rules.SIZE)
    rules.new(s, deal, options or bytes(len(rules.OPTIONS)))
    out = array("H", bytes(2 * rules.MOVES))
    moves = []
    while len(moves) < most and not rules.over(s) and not stop(s):
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
