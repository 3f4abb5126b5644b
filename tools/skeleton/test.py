"""Skeleton: tests of the rules, cited by number."""

import notation

from thirteen import cards, match
from thirteen.rules import skeleton as rules

legal, do, over = notation.of(rules)


def put(row, stock=""):
    """A state from text; `--` is an empty place."""
    s = bytearray(rules.SIZE)
    row = [0 if t == "--" else cards.parse(t) for t in row.split()]
    stock = [cards.parse(t) for t in stock.split()]
    s[: len(row)] = bytes(row)
    s[rules.SIZE - len(stock) :] = bytes(stock)
    s[rules._DEALT] = rules._IN_STOCK - len(stock)
    s[rules._GONE] = 52 - len(stock) - sum(c > 0 for c in row)
    return s


def test_a_deal_is_one_deck():
    """SK1."""
    s = bytearray(rules.SIZE)
    rules.new(s, 42, b"")
    state = rules.state(s)
    assert len(state["row"]) == 13 and len(state["stock"]) == 39
    assert len(set(state["row"] + state["stock"])) == 52


def test_pairs_make_13_and_kings_go_alone():
    """SK2, SK3."""
    assert legal(put("5C 8H KD 9S")) == ["1-2", "3"]


def test_the_stock_fills_the_gaps_while_it_lasts():
    """SK4."""
    s = put("5C 8H KD", "AS 2S")
    do(s, "1-2")
    assert rules.state(s)["row"][:3] == ["AS", "2S", "KD"]
    do(s, "3")
    assert rules.state(s)["row"][:3] == ["AS", "2S", None]


def test_the_end():
    """SK5."""
    s = put("KD")
    assert not over(s)
    do(s, "1")
    assert over(s) == "won"
    assert over(put("5C 5H AD")) == "lost"


def test_a_game_replays():
    """SK1 to SK5, with the moves that the rules list."""
    table = match.Match(rules, 7)
    while not rules.over(table.s):
        table.play(table.legal()[0][0])
    record = table.record()
    again = match.Match(rules, 7)
    again.replay(record["moves"])
    assert again.s == table.s
