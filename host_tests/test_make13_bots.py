"""Make 13's hints: legal, fair, the same on the device, and without allocation."""

from array import array

import pytest
import wasm
from make13_oracle import new, position

from thirteen.bots import make13 as bot
from thirteen.rules import make13 as rules


@pytest.fixture(autouse=True)
def in_short(monkeypatch):
    """Fewer playouts: CPython is slow."""
    monkeypatch.setattr(bot, "_PLAYOUTS", 12)


def legal(s, m):
    out = array("H", bytes(2 * rules.MOVES))
    return m in out[: rules.moves(s, out)]


def test_a_hint_is_legal_and_does_not_touch_the_state():
    for deal in range(1, 5):
        s = new(deal)
        while not rules.over(s):
            was = bytes(s)
            m = bot.choose(s)
            assert s == was and legal(s, m) and bot.verdict() == 0
            rules.apply(s, m)
        assert bot.choose(s) == -1


def test_the_hint_does_not_depend_on_the_unseen_deck():
    for deal in range(1, 30):
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
    assert hint(position("6S|7S", "QS|KS", "AH")) == "draw"
    assert hint(position("QS", "AS", "4H", levels="open")) == "f1+s1"
    assert hint(position("QS", "AS|2H")) == "f1+s1"
    assert hint(position("QS", "AS")) == "f1+s1"
    assert hint(position("QS", "2H")) == "next"


def test_pairs_and_drawing_are_preferred_to_groups_of_three():
    assert hint(position("9S|3S|AH|4D|QD", "", "4H")) in ("f1+f4", "f3+f5")
    assert hint(position("9S|3S|AH|5D", "", "4H")) == "draw"
    assert hint(position("9S|3S|AH|5D")) == "f1+f2+f3"


def test_of_equal_groups_the_first_is_taken():
    assert hint(position("KS|KH|KD|2C", "", "4H")) == "f1"
    assert hint(position("2D|6H|6S|7S|QD", "", "4H")) == "f2+f4"


def test_a_single_group_waits_for_another_where_it_is_sure_to_come():
    """M4, M13: the king is the deck's only card, and two groups in a row pay twice."""
    assert hint(position("6S|7S|2C", "", "KD")) == "draw"
    assert hint(position("6S|7S|2C", "", "3D")) == "f1+f2"  # nothing to wait for


def played_out(s, m, **given):
    """What a playout of this move earns, with one deck card and others as `given`."""
    a = bytearray(bot._SIZE)
    for p in range(8):
        a[bot._HIGH + p] = rules.height(s, p)
        for i in range(rules.height(s, p)):
            a[p << 4 | i] = rules.card(s, p, i) & 15
    deck = bytearray(32)
    left = rules.unseen(s, deck)
    given = {"run": 0, "pays": 9, "clock": 0, "bust": 0, **given}
    return bot._play_out(a, deck, left, rules.parse(s, m), *given.values())


def test_a_playout_counts_what_the_rules_pay():
    """M3 to M5, M13, M14, in tens of points."""
    s = position("KS 2S|9D", "4H", "")
    assert played_out(s, "f2+s1") == 9
    assert played_out(s, "f2+s1", run=1) == 9 + 2 * 9
    s = position("6S|7S", "KS|2H", "AD")
    assert played_out(s, "s1") == 9 + 9  # the last of the field waits for the deck
    assert played_out(s, "draw") == 2 * 9 + 2 * 9
    assert played_out(s, "f1+f2", bust=100, clock=50) == 9 + 100
    s = position("6S|7S", "", "")
    assert played_out(s, "f1+f2", bust=100, clock=50) == 9 + 100 + 49
    s = position("6S|7S|JD", "KS|2H", "")
    assert played_out(s, "s1", clock=50) == 3 * 9 + 3 * 9 + 47


def test_what_is_left_in_the_deck_is_told_in_order_of_rank():
    s = position("6S", "", "9D AH 9S KC")
    out = bytearray(32)
    assert rules.unseen(s, out) == 4 and out[:4] == bytes((1, 9, 9, 13))


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
before = used = 0
gc.disable()
for deal in (1, 5, 999999):
    rules.new(s, deal, bytes((0, 2, 0, 0, 0)))
    n = 0
    while not rules.over(s):
        n += 1
        m = out[0] if rules.moves(s, out) > 2 and n % 16 else bot.choose(s)
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


def test_on_micropython_the_same_bytes_and_rules_allocate_nothing(monkeypatch):
    monkeypatch.undo()
    out = array("H", bytes(2 * rules.MOVES))
    *played, used = wasm.run(_ON_DEVICE, files=wasm.game()).split()
    assert used == "0"
    for deal, got in zip((1, 5, 999999), played):
        s = new(deal, levels=1)
        n = 0
        while not rules.over(s):
            n += 1
            m = out[0] if rules.moves(s, out) > 2 and n % 16 else bot.choose(s)
            rules.apply(s, rules.WAIT | 7)
            rules.apply(s, m)
        assert s.hex() == got
