"""Win rates of the patience games' hints: every move is the one that the hint names.

The hints know no more than a player has seen, and the rate depends on the deals and the options
only, not on the workers.
"""

import multiprocessing
from array import array

from tools import games

GAMES = ("friday", "imaginary")
_CHUNK = 10  # deals a worker takes at a time


def play(game, deal, options):
    """(what `over` says at the end, score, hints asked for, most steps that one took)."""
    rules = games.rules(game)
    bot = games.bot(game)
    s = bytearray(rules.SIZE)
    out = array("H", bytes(2 * rules.MOVES))
    rules.new(s, deal, options)
    hints = most = 0
    while not rules.over(s):
        n = rules.moves(s, out)
        bot.think(s)
        steps = 1
        while not bot.step():
            steps += 1
        if bot.move() not in out[:n]:
            raise AssertionError(f"{game} {deal}: hint {bot.move()} is not legal")
        rules.apply(s, bot.move())
        hints += 1
        most = max(most, steps)
    return rules.over(s), rules.score(s), hints, most


def _chunk(job):
    game, deals, options = job
    return [play(game, deal, options) for deal in deals]


def hint_rate(game, deals, workers=1, progress=None, options=None):
    """Play each of the deals (a range) by hints.

    Returns a dict: `deals`, `won`, `score` (mean), `hints` (asked for in all), `steps` (the most
    that one took). `progress`, where given, is called with the number of deals done at a time.
    `options` are packed bytes; None: the defaults.
    """
    if options is None:
        options = bytes(len(games.rules(game).OPTIONS))
    jobs = [(game, deals[i : i + _CHUNK], options) for i in range(0, len(deals), _CHUNK)]
    if workers == 1:
        return _sum(map(_chunk, jobs), progress)
    with multiprocessing.Pool(max(1, min(workers, len(jobs)))) as pool:
        return _sum(pool.imap(_chunk, jobs), progress)


def _sum(chunks, progress):
    told = {"deals": 0, "won": 0, "score": 0, "hints": 0, "steps": 0}
    for chunk in chunks:
        for over, score, hints, steps in chunk:
            told["deals"] += 1
            told["won"] += over == 1
            told["score"] += score
            told["hints"] += hints
            told["steps"] = max(told["steps"], steps)
        if progress:
            progress(len(chunk))
    if told["deals"]:
        told["score"] /= told["deals"]
    return told
