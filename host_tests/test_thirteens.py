"""Thirteens: its rules by number, and random games against an oracle of the rule sheet."""

import random

import notation
import pytest
import thirteens_oracle as oracle
from playing import SOAK

from thirteen import cards
from thirteen.rules import thirteens as rules

RANKS = "A23456789TJQK"

legal, do, over = notation.of(rules)
dealt = notation.dealing(rules)


def put(columns, stock="", kings=0):
    """A state from text: columns as "5S 8D | KC |", bottom card first; the rest is discarded."""
    s = bytearray(rules.SIZE)
    n = 0
    for a, column in enumerate(columns.split("|")):
        for row, t in enumerate(column.split()):
            s[a * 5 + row] = cards.parse(t)
            n += 1
    left = [cards.parse(t) for t in stock.split()]
    s[rules.SIZE - len(left) :] = bytes(left)
    s[rules.DEALT] = 37 - len(left)
    s[rules._GONE] = 52 - n - len(left)
    s[rules.KINGS] = kings
    assert len(s) == rules.SIZE
    return s


def columns(s):
    joined = " | ".join(" ".join(column) for column in rules.state(s)["columns"])
    return " ".join(joined.split())


def full(filler, **places):
    """A full tableau of one filler card, except the places named: full("AS", b3="6H")."""
    rows = [[places.get(c + str(r), filler) for r in range(1, 6)] for c in "abc"]
    return " | ".join(" ".join(row) for row in rows)


PLACES = [c + str(r) for c in "abc" for r in range(1, 6)]


# The rules by number


@pytest.mark.parametrize("deal", (1, 500, 999999))
def test_t1_fifteen_face_up_and_the_rest_is_stock(deal):
    """T1."""
    state = rules.state(dealt(deal))
    deck = bytearray(52)
    assert rules.deck(deck, deal, b"\0") == 52
    texts = cards.texts(deck, 0, 52)
    assert [len(column) for column in state["columns"]] == [5, 5, 5]
    assert [state["columns"][i % 3][i // 3] for i in range(15)] == texts[:15]  # T9
    assert state["stock"] == texts[15:]
    assert len(set(texts)) == 52 and state["discarded"] == 0


def test_t2_t3_pairs_are_those_that_make_thirteen():
    """T2, T3."""
    for a in range(13):
        for b in range(13):
            s = put(f"{RANKS[a]}S {RANKS[b]}H | |")
            assert ("a1-a2" in legal(s)) == (a + 1 + b + 1 == 13)


def test_t3_cards_touch_at_sides_and_corners_only():
    """T3."""
    for i, p in enumerate(PLACES):
        for q in PLACES[i + 1 :]:
            s = put(full("AS", **{p: "6H", q: "7H"}), "2S")
            near = abs(ord(p[0]) - ord(q[0])) < 2 and abs(int(p[1]) - int(q[1])) < 2
            assert legal(s) == ([f"{p}-{q}"] if near else [])


def test_t4_a_king_is_discarded_alone_from_any_place():
    """T4."""
    for p in PLACES:
        s = put(full("AS", **{p: "KH"}), "2S")
        assert legal(s) == [p]
        do(s, p)
        assert rules.state(s)["discarded"] == 52 - 15 - 1 + 1
        assert "KH" not in columns(s) and "2S" in columns(s)
    assert legal(put("KS KH | KC |")) == ["a1", "a2", "b1", "a>c", "b>c"]


def test_t5_cards_fall_and_the_stock_fills():
    """T5."""
    s = put("AS 2S 6S 7S 5S | 9S 9H 9D 9C TS | TH TD TC 3S 3H", "4S 4H 4D")
    assert columns(do(s, "a3-a4")) == "AS 2S 5S 4S 4H | 9S 9H 9D 9C TS | TH TD TC 3S 3H"
    assert rules.state(s)["stock"] == ["4D"]


def test_t5_without_stock_the_top_stays_open():
    """T5."""
    s = put("AS 6S 7S 5S | 9S | TH")
    assert columns(do(s, "a2-a3")) == "AS 5S | 9S | TH"
    assert rules.state(s)["stock"] == []


def test_t6_the_top_of_another_column_comes_down_to_an_empty_one():
    """T6."""
    s = put("AS 2S | | 5H")
    assert legal(s) == ["a>b", "c>b"]
    assert columns(do(s, "a>b")) == "AS | 2S | 5H"
    assert legal(s) == []
    s = put("| 4S 5S 6S |")
    assert legal(s) == ["b>a", "b>c"]
    assert columns(do(s, "b>c", "b>a")) == "5S | 4S | 6S"
    assert rules.state(s)["discarded"] == 49 and rules.score(s) == 49 * 1000 - 2


def test_t6_not_onto_a_column_that_holds_a_card():
    """T6."""
    assert not [t for t in legal(put(full("AS"))) if ">" in t]
    assert not [t for t in legal(put("AS | 2S | 3S")) if ">" in t]


def test_t7_won_when_all_are_gone():
    """T7."""
    s = put("6S 7S | | KH")
    assert over(s) is None
    do(s, "c1")
    assert over(s) is None
    assert over(do(s, "a1-a2")) == "won"
    assert legal(s) == [] and rules.score(s) == 52000
    s = put("| KC |")
    assert over(s) is None and over(do(s, "b1")) == "won"


def test_t8_what_touches_is_judged_after_falling():
    """T8."""
    s = put("AS AH 6S | 9S QH | 7S")
    assert "a3-c1" not in legal(s) and "a3-b2" not in legal(s)
    do(s, "a1-b2")
    assert columns(s) == "AH 6S | 9S | 7S"
    s = put("AS AH 6S | QS 7S | ")
    assert "a3-b2" in legal(s)
    assert columns(do(s, "a1-b1")) == "AH 6S | 7S |"
    assert legal(s) == ["a2-b1", "a>c", "b>c"]


def test_t9_refilled_from_the_lowest_row_then_from_the_left():
    """T9."""
    s = put(full("AS", a1="6S", b2="7S"), "2H 3H 4H")
    assert columns(do(s, "a1-b2")) == "AS AS AS AS 2H | AS AS AS AS 3H | AS AS AS AS AS"
    s = put(full("AS", c5="6S", b4="7S"), "2H 3H 4H")
    assert columns(do(s, "b4-c5")) == "AS AS AS AS AS | AS AS AS AS 2H | AS AS AS AS 3H"
    s = put(full("AS", b1="6S", b2="7S"), "2H 3H 4H")
    assert columns(do(s, "b1-b2")) == "AS AS AS AS AS | AS AS AS 2H 3H | AS AS AS AS AS"


def test_t9_the_last_card_goes_to_the_lowest_row():
    """T9."""
    s = put(full("AS", b1="6S", b2="7S"), "2H")
    assert columns(do(s, "b1-b2")) == "AS AS AS AS AS | AS AS AS 2H | AS AS AS AS AS"
    s = put(full("AS", a1="6S", b2="7S"), "2H")
    assert columns(do(s, "a1-b2")) == "AS AS AS AS 2H | AS AS AS AS | AS AS AS AS AS"


def test_t10_bringing_down_is_never_forced_and_takes_single_cards_too():
    """T10."""
    s = put("6S 7S KH | | 5H")
    assert legal(s) == ["a1-a2", "a3", "a>b", "c>b"]
    assert columns(do(s, "c>b")) == "6S 7S KH | 5H |"
    assert columns(do(s, "b>c")) == "6S 7S KH | | 5H"


def test_t11_not_lost_while_bringing_down_can_help():
    """T11."""
    s = put("6S | | 7S")
    assert legal(s) == ["a>b", "c>b"] and over(s) is None
    assert over(do(s, "a>b", "b1-c1")) == "won"
    assert over(put("6S AS 7S | |")) is None  # 7 down, ace down: 6 and 7 touch
    assert over(put("AS AS 6S | 7S |")) is None
    assert over(put("AS AH 6S 2H 7S | | 3S")) == "lost"
    assert over(put("6S | AS | 7S")) == "lost"
    assert over(put("6S 6H | |")) == "lost"
    assert over(put(full("AS"), "2S 3S")) == "lost"


def test_t11_agrees_with_every_position_that_bringing_down_leads_to():
    """T11."""
    rng = random.Random(11)
    seen = {"lost": 0, None: 0}
    for _ in range(4000):
        left = rng.sample([r + s for r in RANKS[:12] for s in "SHDC"], rng.randint(2, 8))
        cut = rng.randint(0, len(left))
        parts = [left[:cut], left[cut:], []]
        if rng.random() < 0.3:
            parts[2].append(parts[rng.choice([p for p in (0, 1) if parts[p]])].pop())
        rng.shuffle(parts)
        if max(map(len, parts)) > 5:
            continue
        state = {"columns": parts, "stock": [], "discarded": 52 - len(left)}
        s = put(" | ".join(" ".join(part) for part in parts))
        assert over(s) == oracle.over(state)
        seen[over(s)] += 1
    assert min(seen.values()) > 200


def test_t12_a_king_that_appears_goes_by_itself():
    """T12."""
    s = put(full("AS", a1="6S", b1="7S"), "KH 2H KD 3H 4H", kings=1)
    assert columns(do(s, "a1-b1")) == "AS AS AS AS 3H | AS AS AS AS 2H | AS AS AS AS AS"
    assert rules.state(s)["stock"] == ["4H"] and rules.state(s)["discarded"] == 32 + 4
    s = put(full("AS", a1="6S", b1="7S"), "KH 2H KD 3H 4H")
    assert columns(do(s, "a1-b1")) == "AS AS AS AS KH | AS AS AS AS 2H | AS AS AS AS AS"


def test_t12_kings_in_the_deal_go_the_leftmost_column_first_its_lowest_first():
    """T12."""
    met = 0
    for deal in range(1, 300):
        plain = rules.state(dealt(deal))
        expected = oracle.take_kings({**plain, "columns": [list(c) for c in plain["columns"]]})
        s = dealt(deal, 1)
        assert rules.state(s) == expected
        assert not any(t[0] == "K" for column in expected["columns"] for t in column)
        met += expected["discarded"]
    assert met > 300


@pytest.mark.parametrize("columns", ["KS KH KD|2S|3S", "2S|KS KH 4S KD|3S", "2S|3S|KC KD KH KS"])
def test_t12_kings_on_kings_all_go(columns):
    """T12."""
    s = put(columns, kings=1)
    rules._take_kings(s)
    left = [[t for t in column.split() if t[0] != "K"] for column in columns.split("|")]
    assert rules.state(s)["columns"] == left


def test_t12_the_end_may_come_by_a_king():
    """T12."""
    s = put("6S 7S | KH |", kings=1)
    rules._take_kings(s)
    assert over(do(s, "a1-a2")) == "won"


def test_bring_downs_are_counted_as_far_as_two_bytes_go():
    s = put("6S | | 9S")
    there, back = rules.parse(s, "a>b"), rules.parse(s, "b>a")
    for _ in range(33_000):
        rules.apply(s, there)
        rules.apply(s, back)
    assert s[rules._BROUGHT] == s[rules._BROUGHT + 1] == 255 and rules.score(s) == 50 * 1000 - 999


def test_points_as_a_player_reads_them():
    s = put("4S 5S 6S | |")
    assert rules.points(rules.score(s)).startswith("49")
    do(s, "a>b")
    assert "1" in rules.points(rules.score(s)).removeprefix("49")


NO_MOVES = "a a0 a6 d1 a1- -a1 a1-a1 a1-b2-c3 a>d a> A1 a1-b 256 é1".split()


@pytest.mark.parametrize("t", [*NO_MOVES, "", "a1 b2", " a1", "a>b "])
def test_an_invalid_move_text_is_refused(t):
    with pytest.raises(ValueError, match="is not a move: write a pair a1-b2, a king c3 or a>b"):
        rules.parse(put(""), t)


def test_moves_convert_to_text_and_back():
    s = put("")
    for m in [p << 4 | q for p in range(15) for q in range(p, 15)] + [
        256 | a << 2 | b for a in range(3) for b in range(3)
    ]:
        assert rules.parse(s, rules.text(s, m)) == m


@pytest.mark.parametrize("kings", (0, 1))
def test_games_at_random_agree_with_the_oracle(kings):
    rng = random.Random(13)
    ends = {"won": 0, "lost": 0}
    for deal in range(1, 10_001 if SOAK else 400):
        s = dealt(deal, kings)
        state = rules.state(s)
        brought = 0
        while True:
            assert set(legal(s)) == oracle.legal(state)
            assert over(s) == oracle.over(state)
            assert rules.score(s) == state["discarded"] * 1000 - brought
            if over(s):
                ends[over(s)] += 1
                break
            t = rng.choice(sorted(oracle.legal(state)))
            brought += ">" in t
            do(s, t)
            state = oracle.play(state, t, kings)
            assert rules.state(s) == state
    assert min(ends.values()) > 0


def test_the_last_two_pairs_need_no_decision():
    assert rules.obvious(put("QD AS | TC 3D")) >= 0
    assert rules.obvious(put("QD AS | TC 3D | 5H 8H")) < 0  # three pairs
