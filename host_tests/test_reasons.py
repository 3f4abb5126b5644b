"""Why a hint is given: what it says of the cards is so."""

import re

import playing
import pytest

from tools import games
from tools.research import plain_play

DRAWN = False
ORDER = ["jack", "queen", "king", "ace", *map(str, range(2, 11))]
NAMES = ["ace", *map(str, range(2, 11)), "jack", "queen", "king"]
RANKS = dict(zip("A23456789TJQK", NAMES))


def asked(game, s):
    bot = games.bot(game)
    games.think(bot, s)
    return bot


def positions(game, deals, every):
    for deal in deals:
        yield from plain_play.line(game, deal, 0)[deal % every : -1 : every]


def friday(rules, s, m, why):
    state = rules.state(s)
    played = [RANKS[c[0]] for pile in state["foundations"].values() for c in pile]
    tops = [RANKS[c[0]] for c in (state["turned"], (state["waste"] or [None])[-1]) if c]
    found = re.fullmatch(r"every (\w+) has room", why)
    if found:
        before = ORDER[ORDER.index(found[1]) - 1]
        return found[1] in tops and played.count(before) >= 3
    found = re.fullmatch(r"another (\w+) may need the room", why)
    if found:
        return found[1] in tops and m < rules.FROM_TURNED and played.count(found[1]) < 3
    return why == "nothing can be played" and m < rules.FROM_TURNED


def imaginary(rules, s, m, why):
    after = bytearray(s)
    rules.apply(after, m)
    before, state = rules.state(s), rules.state(after)
    w = (m >> 3 if m >= rules.FROM_WASTE else m) & 7
    pile = state["wastes"][w]
    found = re.fullmatch(r"it frees an? (\w+)", why)
    if found:
        return RANKS[pile[-1][0]] == found[1] and len(pile) == len(before["wastes"][w]) - 1
    if why == "it empties the waste":
        return not pile and before["wastes"][w]
    if why == "nothing lies there":
        return len(pile) == 1
    if why == "it buries nothing that must go first":
        return not any(first(c, pile[-1], state) for c in pile[:-1])
    return False


def first(below, above, state):
    """Whether every foundation that still needs both ranks needs that of `below` first."""
    both = []
    for f, pile in enumerate(state["foundations"], 1):
        ahead = [NAMES[f * k % 13 - 1] for k in range(2 + len(pile), 14)]
        ranks = RANKS[below[0]], RANKS[above[0]]
        if all(r in ahead for r in ranks):
            both.append(ahead.index(ranks[0]) < ahead.index(ranks[1]))
    return bool(both) and all(both)


def thirteens(rules, s, m, why):
    n = int(re.fullmatch(r"a win in (\d+) moves begins so", why)[1])
    moves = games.bot("thirteens").line()
    after = bytearray(s)
    for step in moves:
        rules.apply(after, step)
    return len(moves) == n and moves[0] == m and rules.over(after) == 1


@pytest.mark.parametrize("game", [game for game in playing.PATIENCES if game in globals()])
def test_reasons_are_so(game):
    rules = playing.RULES[game]
    told = set()
    out = [0] * rules.MOVES
    for s in positions(game, range(1, 9), 1) if game != "thirteens" else ():
        for m in out[: rules.moves(s, out)]:
            why = games.bot(game).reason(s, m)
            assert not why or globals()[game](rules, s, m, why), (why, rules.state(s))
    for s in positions(game, range(1, 9), 17 if game == "friday" else 13):
        bot = asked(game, s)
        why, m = bot.why(), bot.move()
        if game != "thirteens" and bot.verdict() != 2:
            assert bot.reason(s, m) in (why, "")
        tries = re.fullmatch(r"it won (\d+) of (\d+) tries", why)
        if tries:
            assert 0 < int(tries[1]) <= int(tries[2])
        elif why:
            assert globals()[game](rules, s, m, why), (why, rules.state(s))
        told.add(re.sub(r"\d+|" + "|".join(NAMES), "_", why))
    assert len(told - {""}) > (0 if game == "thirteens" else 2)
