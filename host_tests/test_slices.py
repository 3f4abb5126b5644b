"""Thinking in slices: a step of a hint or a computer player takes only part of a frame.

Counts executed lines, which are the same on every machine. A line takes the RP2040 about 4 us, and
a frame has 8 ms, of which a step may use two to four. In functions marked `fast`, which are
machine code on the device, a line takes 1/24 of that.
"""

import ast
import functools
import sys
from array import array
from pathlib import Path

import pytest

from thirteen import options
from tools import games

STEP = 700
THINK = 1000  # right after the game has polled the keys


@functools.cache
def machine_code(path):
    """The first lines, with decorators, of functions that are machine code on the device."""
    found = set()
    for node in ast.walk(ast.parse(Path(path).read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef):
            marks = [mark for mark in node.decorator_list if getattr(mark, "id", "") == "fast"]
            found |= {mark.lineno for mark in marks}
    return found


def lines(work, *given):
    """(result of `work`, number of lines of the firmware that it executes)."""
    count = 0

    def slow(frame, event, _):
        nonlocal count
        count += event == "line"
        return slow

    def fast(frame, event, _):
        nonlocal count
        count += (event == "line") / 24
        return fast

    def trace(frame, event, _):
        code = frame.f_code
        return fast if code.co_firstlineno in machine_code(code.co_filename) else slow

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        got = work(*given)
    finally:
        sys.settrace(before)
    return got, count


def positions(name, deal, every, **chosen):
    """Some positions of a game in which only some moves follow the hints."""
    rules, bot = games.rules(name), games.bot(name)
    s = bytearray(rules.SIZE)
    rules.new(s, deal, options.pack(rules.OPTIONS, chosen))
    out = array("H", bytes(2 * rules.MOVES))
    n = 0
    while not rules.over(s):
        n += 1
        if n % every == 0:
            yield s
        games.think(bot, s)
        count = rules.moves(s, out)
        m = bot.move() if n % 5 and bot.move() >= 0 else out[n % count]
        rules.apply(s, m)


GAMES = [
    ("thirteens", 6, 2, {}),
    ("friday", 4, 6, {}),
    ("friday", 91, 15, {}),
    ("imaginary", 1, 24, {}),
    ("make13", 4, 12, {"levels": "1", "timer": "off"}),
    ("three_thirteen", 13, 5, {"players": 2, "seat0": "hard", "seat1": "hard"}),
    ("three_thirteen", 5, 9, {"players": 4, "seat1": "hard", "seat2": "medium", "seat3": "easy"}),
]


@pytest.mark.parametrize(("name", "deal", "every", "chosen"), GAMES)
def test_no_step_takes_long(name, deal, every, chosen):
    bot = games.bot(name)
    asked = 0
    for s in positions(name, deal, every, **chosen):
        assert lines(bot.think, s)[1] < THINK
        done = False
        while not done:
            done, count = lines(bot.step)
            assert count < STEP
        assert lines(bot.move)[1] + lines(bot.verdict)[1] < STEP
        asked += 1
    assert asked > 3
