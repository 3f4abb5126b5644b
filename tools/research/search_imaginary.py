"""Host search for Imaginary Thirteen with the whole stock known: finds a winning line, or none.

Suits do not matter: a position is the heights of the foundations and the ranks in the wastes,
after a stock card and every play from the wastes that it allows. This is a beam search: all
positions after the same number of stock cards are a layer, and those with the best ordered wastes
continue. If that finds no win, other measures of order and wider beams are tried.
"""

from functools import lru_cache

from thirteen.rules import imaginary as rules

# Width of the beam; how many of the nearest foundations count for a rank (1 or 2); the extra cost
# of a waste's second and further buried cards. Of 100 deals these win 74, 88, 90, 94, 96 and 97.
TRIES = ((40, 2, 0), (40, 1, 0), (150, 2, 2), (150, 1, 1), (600, 2, 0), (600, 1, 2))

_NEVER = 99
_SEQUENCE = [[rules.rank_at(f, h) for h in range(12)] + [0] for f in range(8)]
_PLACE = [{r: h for h, r in enumerate(sequence)} for sequence in _SEQUENCE]


def solve(deal):
    """The moves of a win under the default options, or None if none was found."""
    s = bytearray(rules.SIZE)
    rules.new(s, deal, bytes(len(rules.OPTIONS)))
    for how in TRIES:
        line = beam(s, *how)
        if line is not None:
            return line
    return None


def beam(s, width, copies=TRIES[0][1], more=TRIES[0][2]):
    """The moves of a win from s, or None if such a beam finds none."""
    t = bytearray(s)
    stock = []
    while rules.turned(t):
        stock.append(rules.turned(t) & 15)
        rules.apply(t, 16)  # to the first waste, only to see the next card
    heights = tuple(rules.height(s, f) for f in range(8))
    return _beam(heights, ((),) * rules.wastes(s), stock, width, copies, more)


def _beam(heights, wastes, stock, width, copies, more):
    layer = [(heights, wastes, None)]
    for r in stock:
        after = {}
        met = set()
        for heights, wastes, line in layer:
            takers = _takers(heights, r)
            for f in takers:
                _settle(_built(heights, f), wastes, (f, line), after, met)
            if takers:
                continue
            for w, waste in enumerate(wastes):
                if waste not in wastes[:w]:
                    ways = wastes[:w] + (waste + (r,),) + wastes[w + 1 :]
                    _settle(heights, ways, (16 | w, line), after, met)
        layer = list(after.values())
        if len(layer) > width:
            layer.sort(key=lambda way: _disorder(way[0], way[1], copies, more))
            del layer[width:]
    for heights, _, line in layer:
        if sum(heights) == 96:
            moves = []
            while line:
                m, line = line
                moves.append(m)
            return moves[::-1]
    return None


@lru_cache(maxsize=50_000)
def _takers(heights, r):
    return [f for f in range(8) if _SEQUENCE[f][heights[f]] == r]


def _built(heights, f):
    return heights[:f] + (heights[f] + 1,) + heights[f + 1 :]


def _settle(heights, wastes, line, after, met):
    """Play all that can be played from the wastes, with every choice of foundations."""
    ahead = [(heights, wastes, line)]
    while ahead:
        heights, wastes, line = ahead.pop()
        key = heights, tuple(sorted(wastes))
        if key in met:
            continue
        met.add(key)
        for w, waste in enumerate(wastes):
            takers = _takers(heights, waste[-1]) if waste else ()
            if takers:
                less = wastes[:w] + (waste[:-1],) + wastes[w + 1 :]
                for f in takers:
                    ahead.append((_built(heights, f), less, (64 | w << 3 | f, line)))
                break
        else:
            after[key] = heights, wastes, line


@lru_cache(maxsize=50_000)
def _soonest(heights, copies):
    """For each rank, after how many further cards on a foundation it is needed."""
    soonest = [_NEVER]
    for r in range(1, 14):
        ahead = sorted(
            _PLACE[f][r] - heights[f]
            for f in range(8)
            if r in _PLACE[f] and _PLACE[f][r] >= heights[f]
        )
        near = (ahead * 2)[:copies] if len(ahead) == 1 else ahead[:copies]
        soonest.append(sum(near) / len(near) if near else _NEVER)
    return soonest


def _disorder(heights, wastes, copies, more):
    """The cost of the wastes: little for each card, much for one that buries an earlier need."""
    soonest = _soonest(heights, copies)
    cost = 0
    for waste in wastes:
        least = _NEVER
        again = 0
        for r in waste:
            cost += 1
            if soonest[r] > least:
                cost += 3 + min(soonest[r] - least, 8) + again
                again = more
            else:
                least = soonest[r]
    return cost
