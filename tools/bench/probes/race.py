# ruff: noqa: F821 (names from stage.py and from the lines that the host prepends)
"""On the device, after stage.py: a race in which cards fly all the time."""

from array import array

_SECONDS = 8
_PRESSES = 4  # of a player, at least, for a group


def most(out, n):
    """The largest legal group, so that as many cards as possible fly at once."""
    best = cards = 0
    for m in out[:n]:
        some = sum([m >> i & 1 for i in range(8)]) if m < game.rules.DRAW else 0
        if some >= cards:
            best, cards = m, some
    return best


def script():
    yield from opened(NAME)
    game.mode._count_down = lambda: None  # it would wait for a key
    yield from dealt(DEAL, OPTIONS)
    rules = game.rules
    s = game.match.s
    out = array("H", bytes(2 * rules.MOVES))
    hal.collect()
    yield 0
    level = rules.get(s, rules.LEVEL)
    ticks = rules.get(s, rules.TICKS)
    began = ticks_us()
    frames = spent = worst = 0
    while ticks_diff(ticks_us(), began) < _SECONDS * 1000000:
        n = rules.moves(s, out)
        if not n or rules.over(s) or rules.get(s, rules.LEVEL) != level:
            break
        game.move(most(out, n))
        keys.presses += _PRESSES
        yield 0  # the changes of the move itself are drawn in this one
        while moving:
            start = ticks_us()
            yield 0
            time = ticks_diff(ticks_us(), start)
            if moving:
                spent += time
                worst = max(worst, time)
                frames += 1
    whole = ticks_diff(ticks_us(), began)
    tell("race", NAME, frames, spent, worst, whole, rules.get(s, rules.TICKS) - ticks, rules.TICK)
    game.save = lambda: None  # or it would save after a while without a key
    yield from bytes_a_frame(most(out, rules.moves(s, out)) for _ in range(6))


play(script())
