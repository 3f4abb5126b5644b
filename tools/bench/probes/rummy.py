# ruff: noqa: F821 (names from the lines that the host prepends)
"""On the device: the time of Three Thirteen's computer players and of the meld search.

As in the game, a player thinks for some milliseconds between two polls of the keys. Before each
measurement garbage is collected as the firmware does it, which also occupies the lowest holes.
"""

import random

from utime import ticks_diff, ticks_us

import hal
from thirteen.bots import three_thirteen as bot
from thirteen.rules import three_thirteen as rules
from thirteen.rules import three_thirteen_melds as melds
from thirteen.ui import keys

_SLICE = 3000  # microseconds, as in modes/three_thirteen.py
_HARD = 3


def since(start):
    return ticks_diff(ticks_us(), start)


def thought(s):
    """Choose the next move: microseconds (in total, longest slice)."""
    hal.collect()
    begun = start = ticks_us()
    bot.think(s)
    longest = since(start)
    done = False
    while not done:
        start = ticks_us()
        while not done and since(start) < _SLICE:
            done = bot.step()
        longest = max(longest, since(start))
        if not done:
            keys.poll()
    return since(begun), longest


def game(players):
    """Play a game of hard players: number of moves, microseconds (total, worst, worst slice)."""
    s = bytearray(rules.SIZE)
    options = bytearray(len(rules.OPTIONS))
    options[0] = players - 2
    for p in range(players):
        options[1 + p] = _HARD
    rules.new(s, 13, options)
    n = total = worst = longest = 0
    while not rules.over(s):
        if s[3] < 3:  # leaving a scored round takes no thinking
            time, part = thought(s)
            n += 1
            total += time
            worst = max(worst, time)
            longest = max(longest, part)
        else:
            bot.think(s)
            while not bot.step():
                pass
        rules.apply(s, bot.move())
    print(("bot", players, n, total, worst, longest))


def least(hand, wild):
    hal.collect()
    start = ticks_us()
    melds.least(hand, 0, len(hand), wild, 10)
    return since(start)


def random_hands(count):
    random.seed(13)
    for i in range(count):
        deck = [u << 4 | r for u in range(4) for r in range(1, 14)] * (1 + i % 2)
        hand = bytes([deck.pop(random.randint(0, len(deck) - 1)) for _ in range(14)])
        yield least(hand, random.randint(1, 13))


for players in (2, 4):
    game(players)
times = list(random_hands(HANDS))
print(("melds", "random", sum(times) // len(times), max(times)))
print(("melds", "hard", 0, max([least(hand, wild) for wild, hand in HARDEST])))
