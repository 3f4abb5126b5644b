"""Solvers of the three patiences that leave nothing out: slow, and sure.

They share no code with the firmware's: positions are tuples, and every move of the rules is tried.
What the firmware claims of a position is compared with them. SOLVERS has one for each patience
whose bot says what can be won; a game without is not asked.
"""

import thirteens_oracle

_IMAGINARY = [[(f + 1) * (h + 2) % 13 or 13 for h in range(12)] + [0] for f in range(8)]


def friday(state, most):
    """1 if the position can be won, 2 if not, 0 after meeting so many positions.

    `state` is that of the rules' `state`; suits do not matter. Ranks are numbered from 1 for a
    jack to 13 for a ten, so that each builds on the number before it.
    """

    def ranks(cards):
        return tuple("JQKA23456789T".index(c[0]) + 1 for c in cards)

    hand, waste = ranks(state["hand"]), ranks(state["waste"])
    turned = ranks([state["turned"]])[0] if state["turned"] else 0
    away = hand + waste + (turned,)
    played = (0, *(4 - away.count(r) for r in range(1, 14)))
    begun = sum(bool(pile) for pile in state["foundations"].values())
    start = played, begun, state["redeals"], waste, hand, turned
    return _search(start, _friday_moves, lambda p: p[0] == (0,) + (4,) * 13 and p[1] == 13, most)


def _friday_moves(position):
    played, begun, redeals, waste, hand, turned = position
    away = waste + (turned,) if turned else waste
    if hand:
        yield played, begun, redeals, away, hand[1:], hand[0]
    elif redeals and away:
        yield played, begun, redeals - 1, (), away[1:], away[0]
    elif turned:
        yield played, begun, redeals, away, (), 0
    for r, rest, other in ((turned, waste, 0), (waste[-1] if waste else 0, waste[:-1], turned)):
        if r:
            after = played[:r] + (played[r] + 1,) + played[r + 1 :]
            built = played[r] - (r <= begun)  # on cards of the rank before
            if played[r - 1 or 13] > built:
                yield after, begun, redeals, rest, hand, other
            if r == begun + 1:
                yield after, begun + 1, redeals, rest, hand, other


def imaginary(state, most):
    """The same, of the default options; `state` likewise."""

    def ranks(cards):
        return tuple("A23456789TJQK".index(c[0]) + 1 for c in cards)

    stock = ranks(state["stock"])
    heights = tuple(len(pile) for pile in state["foundations"])
    wastes = tuple(sorted(ranks(pile) for pile in state["wastes"]))
    start = heights, wastes, stock
    return _search(start, _imaginary_moves, lambda p: p[0] == (12,) * 8, most)


def _imaginary_moves(position):
    heights, wastes, stock = position
    takers = {}
    for f, h in enumerate(heights):
        takers.setdefault(_IMAGINARY[f][h], []).append(f)
    for f in takers.get(stock[0], ()) if stock else ():
        yield _grown(heights, f), wastes, stock[1:]
    if stock and stock[0] not in takers:
        for w, waste in enumerate(wastes):
            yield heights, _with(wastes, w, waste + stock[:1]), stock[1:]
    for w, waste in enumerate(wastes):
        for f in takers.get(waste[-1], ()) if waste else ():
            yield _grown(heights, f), _with(wastes, w, waste[:-1]), stock


def _grown(heights, f):
    return heights[:f] + (heights[f] + 1,) + heights[f + 1 :]


def _with(wastes, w, waste):
    return tuple(sorted(wastes[:w] + (waste,) + wastes[w + 1 :]))


def _search(start, moves, won, most):
    met = {start}
    ahead = [start]
    while ahead:
        for after in moves(ahead.pop()):
            if after not in met:
                if won(after):
                    return 1
                met.add(after)
                ahead.append(after)
        if len(met) > most:
            return 0
    return 2


def thirteens(state, most):
    """The same, of the default options."""
    met, ahead = set(), [state]
    while ahead:
        state = ahead.pop()
        key = repr((state["columns"], state["stock"]))
        if key not in met and len(met) < most:
            met.add(key)
            if thirteens_oracle.over(state) == "won":
                return 1
            moves = thirteens_oracle.legal(state)
            ahead += [thirteens_oracle.play(state, t) for t in moves]
    return 2 if len(met) < most else 0


SOLVERS = {"thirteens": thirteens, "friday": friday, "imaginary": imaginary}
