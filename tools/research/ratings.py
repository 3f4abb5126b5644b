"""Elo ratings from two-player games: 400 points mean ten wins to one loss."""

import math
import random

_SWEEPS = 200  # of the fit; it converges long before
_RESAMPLES = 200


def fit(games, anchor, anchored):
    """{player: rating} of maximum likelihood (Bradley-Terry).

    `games` is a list of (winner, loser, count). The rating of `anchor` is fixed at `anchored`.
    Each pair gets half a win more each way, so that an undefeated player has a rating too.
    """
    won = {}
    met = {}
    for a, b, count in games:
        won[a] = won.get(a, 0) + count
        won.setdefault(b, 0)
        pair = (min(a, b), max(a, b))
        met[pair] = met.get(pair, 0) + count
    for a, b in met:
        won[a] += 0.5
        won[b] += 0.5
        met[a, b] += 1
    strength = dict.fromkeys(won, 1.0)
    for _ in range(_SWEEPS):
        for p in strength:
            share = sum(
                n / (strength[a] + strength[b]) for (a, b), n in met.items() if p in (a, b)
            )
            strength[p] = won[p] / share
    unit = strength[anchor]
    return {p: anchored + 400 * math.log10(s / unit) for p, s in strength.items()}


def rate(results, anchor, anchored, seed=13):
    """{player: (rating, low, high)}; the 95% interval is a bootstrap over the deals.

    `results` has a list for each pair of players, with an item for each deal: the (winner, loser)
    of its games.
    """

    def counted(deals):
        total = {}
        for deal in deals:
            for one in deal:
                total[one] = total.get(one, 0) + 1
        return [(a, b, n) for (a, b), n in total.items()]

    rnd = random.Random(seed)
    best = fit(counted(deal for pair in results for deal in pair), anchor, anchored)
    drawn = {p: [] for p in best}
    for _ in range(_RESAMPLES):
        games = []
        for pair in results:
            games += counted(rnd.choices(pair, k=len(pair)))
        for p, rating in fit(games, anchor, anchored).items():
            drawn[p].append(rating)
    rated = {}
    for p, rating in best.items():
        values = sorted(drawn[p])
        cut = len(values) // 40
        rated[p] = (rating, values[cut], values[-1 - cut])
    return rated
