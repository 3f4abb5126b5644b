"""Pyramid: tests of the rules, cited by number, and random games against a plain model."""

import random

import notation

from thirteen import cards, match
from thirteen.rules import pyramid as rules

legal, do, over = notation.of(rules)
VALUE = {c: i + 1 for i, c in enumerate("A23456789TJQK")}


def put(rows, waste="", stock="", redeals=0):
    """A state from text: rows from the peak down, `--` for a card that is gone."""
    s = bytearray(rules.SIZE)
    pyramid = [0 if t == "--" else cards.parse(t) for t in rows.split()]
    waste = [cards.parse(t) for t in waste.split()]
    stock = [cards.parse(t) for t in stock.split()]
    s[: len(pyramid)] = bytes(pyramid)
    s[rules._WASTED], s[rules._STOCK], s[rules._LEFT] = len(waste), len(stock), redeals
    s[rules._PILE : rules._PILE + len(waste)] = bytes(waste)
    s[rules.SIZE - len(stock) :] = bytes(stock)
    return s


def test_a_deal_is_one_deck():
    """P1."""
    s = bytearray(rules.SIZE)
    rules.new(s, 42, b"\0")
    state = rules.state(s)
    dealt = [c for row in state["pyramid"] for c in row]
    assert [len(row) for row in state["pyramid"]] == [1, 2, 3, 4, 5, 6, 7]
    assert len(state["stock"]) == 24 and len({*dealt, *state["stock"]}) == 52


def test_only_free_cards_go_in_pairs_that_make_13_and_kings_alone():
    """P2, P3, P4, P5."""
    assert legal(put("KS QD AC")) == ["b1-b2"]  # the king is covered
    assert legal(put("KS QD --", waste="5H AC")) == ["b1-w"]
    assert legal(put("KS -- --", waste="AC KD")) == ["a1", "w"]
    assert legal(put("4S 6H 7S 6D -- JC")) == []  # 6H lies under 6D, 7S under the jack
    assert legal(put("4S 6H 7S -- 6D JC", waste="2C")) == ["c3-w"]


def test_the_stock_goes_to_the_waste_and_comes_back():
    """P6, P7, P11."""
    s = put("4S", waste="2C 3C", stock="5C 6C", redeals=1)
    do(s, "turn")
    assert rules.state(s)["waste"] == ["2C", "3C", "5C"] and legal(s) == ["turn"]
    do(s, "turn")
    assert legal(s) == ["redeal"]
    do(s, "redeal")
    assert rules.state(s)["stock"] == ["2C", "3C", "5C", "6C"] and not rules.redeals(s)
    for _ in range(4):
        do(s, "turn")
    assert legal(s) == [] and over(s) == "lost"


def test_the_end():
    """P8, P9, P10."""
    s = put("4S", waste="9C", stock="2C")
    assert not over(s)
    do(s, "a1-w")
    assert over(s) == "won" and rules.score(s) == 28
    assert over(put("4S", waste="8C")) == "lost"
    assert not over(put("4S", waste="8C", redeals=1))


def test_the_option_says_how_often_the_waste_comes_back():
    """P12."""
    left = []
    for value in range(3):
        s = bytearray(rules.SIZE)
        rules.new(s, 1, bytes([value]))
        left.append(rules.redeals(s))
    assert left == [2, 1, 0]


def test_random_games_follow_a_plain_model():
    """P3 to P11: of each position the legal moves, and what the chosen one does."""
    for deal in range(1, 40):
        pick = random.Random(deal)
        table = match.Match(rules, deal, bytes([deal % 3]))
        state = rules.state(table.s)
        while True:
            out, n = table.legal()
            moves = [rules.text(table.s, m) for m in out[:n]]
            assert sorted(moves) == sorted(plain(state))
            if not moves:
                break
            text = pick.choice([m for m in moves if "-" in m] or moves)
            follow(state, text)
            table.play(rules.parse(table.s, text))
            now = rules.state(table.s)
            assert now == {**state, "discarded": now["discarded"]}
        assert rules.over(table.s) == (2 if state["pyramid"][0][0] else 1)
        assert len(table.record()["moves"]) == table.played


def plain(state):
    """The legal moves in a position, as texts."""
    rows = state["pyramid"]
    if not rows[0][0]:
        return
    free = {}
    for r, row in enumerate(rows):
        for i, card in enumerate(row):
            if card and (r == 6 or not any(rows[r + 1][i : i + 2])):
                free["abcdefg"[r] + str(i + 1)] = VALUE[card[0]]
    if state["waste"]:
        free["w"] = VALUE[state["waste"][-1][0]]
    names = list(free)
    for i, a in enumerate(names):
        if free[a] == 13:
            yield a
        yield from (f"{a}-{b}" for b in names[i + 1 :] if free[a] + free[b] == 13)
    if state["stock"]:
        yield "turn"
    elif state["waste"] and state["redeals"]:
        yield "redeal"


def follow(state, text):
    """Make a move in a plain position."""
    if text == "turn":
        state["waste"].append(state["stock"].pop(0))
    elif text == "redeal":
        state["stock"], state["waste"] = state["waste"], []
        state["redeals"] -= 1
    else:
        for place in text.split("-"):
            if place == "w":
                state["waste"].pop()
            else:
                state["pyramid"]["abcdefg".index(place[0])][int(place[1]) - 1] = None
