"""`arena`: let computer players of Three Thirteen play each other, whole games, mirrored deals.

Each deal is played once for each rotation of the seats, so that cards and seat favour nobody.
Games of the same deal are correlated, so the 95% intervals are those of a mean over deals. The
figures depend on seats, deals and options, not on the number of workers.
"""

import argparse
import functools
import itertools
import math

from tools import games, progress
from tools.games import Bad
from tools.research.ratings import rate
from tools.research.survey import mean
from tools.research.workers import add_workers, each

KINDS = {
    "easy": "as on the handheld",
    "medium": "as on the handheld",
    "hard": "as on the handheld",
    "greedy": "a baseline: takes the pile's top only if that lowers its deadwood, discards"
    " its most expensive deadwood card, goes out with at most 2 + 2 * round",
    "greedy0": "greedy, but goes out only without deadwood",
}
_PATIENCE = 120  # turns in a round; after that greedy draws from the stock, which ends it


def _worth(hand, wild, price):
    """The penalty of each card of a hand, in points."""
    from thirteen.rules import three_thirteen_melds as melds

    return [price if c & 15 == wild else melds.VALUE[c & 15] for c in hand]


@functools.lru_cache(1 << 14)
def solve(hand, wild, price):
    """(The least deadwood of a hand, a bit mask of the cards that are deadwood)."""
    from thirteen.rules import three_thirteen_arrange as arrange
    from thirteen.rules import three_thirteen_melds as melds

    return melds.least(hand, 0, len(hand), wild, price), arrange.loose(hand, 0, len(hand), wild)


@functools.lru_cache(1 << 14)
def best_discard(hand, wild, price):
    """The discard that leaves the least deadwood: (its index in the hand, that deadwood).

    Among equals the most expensive one, and a natural card rather than a wild one.
    """
    from thirteen.rules import three_thirteen_melds as melds

    def without(j):
        return melds.least(hand[:j] + hand[j + 1 :], 0, n - 1, wild, price)

    n = len(hand)
    worth = _worth(hand, wild, price)
    whole, loose = solve(hand, wild, price)
    # Discarding a deadwood card saves its whole penalty, and no card saves more.
    place, best = min(
        ((j, whole - worth[j]) for j in range(n) if loose >> j & 1),
        key=lambda one: one[1],
        default=(0, 255),
    )
    natural = [j for j in range(n) if hand[j] & 15 != wild]
    for j in sorted((j for j in natural if not loose >> j & 1), key=lambda j: -worth[j]):
        if whole - worth[j] >= best or not best:
            break
        dead = without(j)
        if dead < best:
            place, best = j, dead
    if best == 255:
        place = next(j for j in range(n) if hand[j] & 15 == wild)
        best = without(place)
    return place, best


def greedy(s, bearable):
    """The greedy player's move; it goes out with at most `bearable` deadwood."""
    from thirteen.rules import three_thirteen_table as table

    p = table.turn(s)
    at = table.hand(p)
    hand = bytes(s[at : at + table.holds(s, p)])
    n = len(hand)
    wild = table.wild(s)
    price = table.price(s)
    phase = table.phase(s)
    if phase == table.SCORED:
        return table.NEXT
    dead, loose = solve(hand, wild, price)
    if phase == table.DRAWING:
        if not table.top(s) or table.turns(s) >= _PATIENCE:
            return table.STOCK
        _, taken = best_discard(hand + bytes((table.top(s),)), wild, price)
        return table.PILE if taken < dead else table.STOCK
    if phase == table.DECLARING:
        may = s[table.MAY] and dead <= bearable
        return table.OUT if may else table.END
    if not loose:
        return table.DISCARD | hand[best_discard(hand, wild, price)[0]] & 63
    worth = _worth(hand, wild, price)
    j = max((j for j in range(n) if loose >> j & 1), key=lambda j: worth[j])
    return table.DISCARD | hand[j] & 63


def choose(kind, s, view):
    """The move of a player of this kind; `view` is a buffer for what it may know."""
    from thirteen.rules import three_thirteen_table as table

    if kind in ("greedy", "greedy0"):
        table.masked(s, table.turn(s), view)
        return greedy(view, 0 if kind == "greedy0" else 2 + 2 * table.number(s))
    bot = games.bot("three_thirteen")
    return games.think(bot, s, (None, "easy", "medium", "hard").index(kind))


def play(kinds, deal, options):
    """Play one game; kinds has one entry per player. Returns (winner, totals)."""
    from thirteen.rules import three_thirteen_table as table

    rules = games.rules("three_thirteen")
    s = bytearray(rules.SIZE)
    view = bytearray(rules.SIZE)
    rules.new(s, deal, options)
    while not rules.over(s):
        rules.apply(s, choose(kinds[table.turn(s)], s, view))
    return rules.over(s) - 16, [table.total(s, p) for p in range(len(kinds))]


def _deal(job):
    """Play a deal with each rotation of the seats: for each kind, (games won, sum of totals)."""
    kinds, deal, options = job
    n = len(kinds)
    won = [0] * n
    total = [0] * n
    for turn in range(n):
        winner, totals = play([kinds[(p + turn) % n] for p in range(n)], deal, options)
        won[(winner + turn) % n] += 1
        for p in range(n):
            total[(p + turn) % n] += totals[p]
    return won, total


def arena(kinds, deals, options, workers=1, bar=None):
    """Play a range of deals; returns a dict of figures for each kind, in order."""
    jobs = [(kinds, deal, options) for deal in deals]
    results = []
    for result in each(_deal, jobs, workers, 4):
        results.append(result)
        if bar:
            bar.update(len(kinds))
    return figures(kinds, results)


def figures(kinds, results):
    """A dict of figures for each kind, from the results of `_deal`."""
    n = len(kinds)
    return [
        {
            "seat": kinds[p],
            "games": n * len(results),
            "won": sum(won[p] for won, _ in results),
            "win_rate": mean([won[p] / n for won, _ in results]),
            "total": mean([total[p] / n for _, total in results]),
        }
        for p in range(n)
    ]


def ratings(kinds, deals, options, workers=1, bar=None):
    """{kind: (rating, low, high)} from games between each pair; medium's rating is fixed."""
    from thirteen.rules import three_thirteen_rating

    pairs = list(itertools.combinations(kinds, 2))
    jobs = [(pair, deal, options) for pair in pairs for deal in deals]
    results = {pair: [] for pair in pairs}
    for (pair, _, _), ((first, second), _) in zip(jobs, each(_deal, jobs, workers, 4)):
        a, b = pair
        results[pair].append([(a, b)] * first + [(b, a)] * second)
        if bar:
            bar.update(2)
    return rate(list(results.values()), "medium", three_thirteen_rating.START)


def _rated(rated):
    return "\n".join(
        f"{kind:8} {rating:6.0f}  ({low:.0f} to {high:.0f})"
        for kind, (rating, low, high) in sorted(rated.items(), key=lambda one: -one[1][0])
    )


def _summary(figures):
    lines = [f"{figures[0]['games']} games; 95% confidence in brackets"]
    for f in figures:
        rate, low, high = (x * 100 for x in f["win_rate"])
        lines.append(
            f"{f['seat']:8} won {f['won']:6}  {rate:5.1f}%  ({low:.1f} to {high:.1f})   "
            + "mean total {:6.1f}  ({:.1f} to {:.1f})".format(*f["total"])
        )
    return "\n".join(lines)


def main(argv=None):
    p = argparse.ArgumentParser(
        prog="python -m tools research arena",
        description="Let computer players of Three Thirteen play each other.",
        epilog="Seats: " + "; ".join(f"{name}: {what}" for name, what in KINDS.items()),
    )
    which = p.add_mutually_exclusive_group(required=True)
    which.add_argument("--seats", metavar="A,B,...", help="two to four players")
    which.add_argument("--ratings", action="store_true", help="every pair, --games each")
    p.add_argument("--games", type=int, default=200, metavar="N", help="how many (200)")
    p.add_argument("--first", type=int, default=1, metavar="D", help="the first deal (1)")
    add_workers(p)
    p.add_argument("--options", default="", metavar="K=V,...", help="others keep their default")
    args = p.parse_args(argv)
    kinds = ["", ""] if args.ratings else args.seats.split(",")
    if not 2 <= len(kinds) <= 4:
        raise Bad("--seats names two to four players, with commas between")
    for kind in kinds:
        if kind not in KINDS and not args.ratings:
            raise Bad(f"there is no player {kind!r}: choose from {', '.join(KINDS)}")
    if args.games < 1 or args.games % len(kinds):
        raise Bad(f"--games must be a multiple of {len(kinds)}: a deal is played from every seat")
    if any(item.startswith(("players", "seat")) for item in args.options.split(",")):
        raise Bad("--seats must say who plays")
    typed = args.options + "," * bool(args.options) + f"players={len(kinds)}"
    options = games.options("three_thirteen", typed)
    deals = games.deals(args.first, args.games // len(kinds))
    if args.ratings:
        with progress.bar(args.games * math.comb(len(KINDS), 2), "games") as bar:
            rated = ratings(tuple(KINDS), deals, options, args.workers, bar)
        print(_rated(rated))
        return 0
    with progress.bar(args.games, "games") as bar:
        found = arena(kinds, deals, options, args.workers, bar)
    print(_summary(found))
    return 0
