"""Make 13's hints: legal, fair, the same on the device, and without allocation."""

from array import array

import pytest
import wasm
from make13_oracle import new, position

from thirteen.bots import make13 as bot
from thirteen.rules import make13 as rules


def legal(s, m):
    out = array("H", bytes(2 * rules.MOVES))
    return m in out[: rules.moves(s, out)]


def test_a_hint_is_legal_and_does_not_touch_the_state():
    for deal in range(1, 40):
        s = new(deal)
        while not rules.over(s):
            was = bytes(s)
            m = bot.choose(s)
            assert s == was and legal(s, m) and bot.verdict() == 0
            rules.apply(s, m)
        assert bot.choose(s) == -1


def test_the_hint_does_not_depend_on_the_unseen_deck():
    for deal in range(1, 60):
        s = new(deal)
        other = bytearray(s)
        deck = slice(rules._DECK, rules._DECK + 32)
        other[deck] = s[deck][::-1]
        for _ in range(12):
            m = bot.choose(s)
            assert bot.choose(other) == m
            if m == rules.DRAW:
                break
            rules.apply(s, m)
            rules.apply(other, m)


def hint(s):
    return rules.text(s, bot.choose(s))


def test_the_last_card_of_the_field_waits_if_the_level_need_not_be_busted():
    s = position("QS", "AS|AD|QD", "4H")
    assert hint(s) in ("s1+s3", "s2+s3")
    assert hint(position("QS", "AS", "4H")) == "draw"
    assert hint(position("QS", "AS", "4H", levels="open")) == "f1+s1"
    assert hint(position("QS", "AS|2H")) == "f1+s1"
    assert hint(position("QS", "AS")) == "f1+s1"
    assert hint(position("QS", "2H")) == "next"


def test_pairs_and_drawing_are_preferred_to_groups_of_three():
    assert hint(position("9S|3S|AH|4D|QD", "", "4H")) in ("f1+f4", "f3+f5")
    assert hint(position("9S|3S|AH|5D", "", "4H")) == "draw"
    assert hint(position("9S|3S|AH|5D")) == "f1+f2+f3"


def test_of_equal_groups_the_first_is_taken():
    assert hint(position("KS|KH|KD", "", "4H")) == "f1"
    assert hint(position("2D|6H|6S|7S|QD", "", "4H")) == "f2+f4"


@pytest.mark.parametrize("options, first, more", [({}, 13, 3), ({"kind": "score"}, 9, 6)])
def test_a_group_counts_more_the_higher_its_stack(options, first, more):
    def weight(stack):
        s = position("QS|5D", stack, "4H", **options)
        return bot._weigh(s, rules.parse(s, "s1"))

    assert weight("KS") == first
    by_height = [weight("3D " * under + "KS") for under in range(1, 6)]
    assert by_height == [first + more * under for under in range(1, 6)]


@pytest.mark.parametrize(
    "piles, deck, group, last",
    [("KS", "", "f1", True), ("6H|7S", "", "f1+f2", True), ("2C 6H|7S", "", "f1+f2", False),
     ("2D|6H|7S", "", "f2+f3", False), ("6H|7S", "2D", "f1+f2", False)],
)  # fmt: skip
def test_the_group_that_leaves_nothing_is_known(piles, deck, group, last):
    s = position(piles, "", deck)
    assert bot._last(s, rules.parse(s, group)) == last


def test_it_works_on_a_copy():
    s = position("KS|2S")
    bot.think(s)
    s[:] = position("2S|KS")
    while not bot.step():
        pass
    assert rules.text(s, bot.move()) == "f1"


_ON_DEVICE = """
import gc
from array import array
from thirteen.rules import make13 as rules
from thirteen.bots import make13 as bot
s = bytearray(rules.SIZE)
out = array("H", bytes(2 * rules.MOVES))
m = before = used = 0
gc.disable()
for deal in (1, 5, 999999):
    rules.new(s, deal, bytes(5))
    while not rules.over(s):
        m = bot.choose(s)
        before = gc.mem_alloc()
        rules.apply(s, rules.WAIT | 7)
        rules.moves(s, out)
        rules.apply(s, m)
        rules.merge(rules.WAIT, rules.WAIT | 4)
        rules.total(s, 255)
        used += gc.mem_alloc() - before
    print(bytes(s).hex())
print(used)
"""


def test_on_micropython_the_same_bytes_and_rules_allocate_nothing():
    *played, used = wasm.run(_ON_DEVICE, files=wasm.game()).split()
    assert used == "0"
    for deal, got in zip((1, 5, 999999), played):
        s = new(deal)
        while not rules.over(s):
            m = bot.choose(s)
            rules.apply(s, rules.WAIT | 7)
            rules.apply(s, m)
        assert s.hex() == got
