"""Imaginary Thirteen: its rules by number, and random games against an oracle of the sheet."""

import json
import random
from array import array

import notation
import pytest
from playing import SOAK, hint

from thirteen import cards
from thirteen.bots import imaginary as bot
from thirteen.rules import imaginary as rules

RANKS = "A23456789TJQK"
WASTES = "abcdef"
# I3, as the sheet's table has it.
COUNTS = (
    "23456789TJQK",
    "468TQA3579JK",
    "69Q258JA47TK",
    "8Q37J26TA59K",
    "T27Q49A6J38K",
    "Q5J4T3928A7K",
    "A8293T4J5Q6K",
    "3J6A94Q72T5K",
)

legal, do, over = notation.of(rules)
dealt = notation.dealing(rules)


def put(heights="11111111", wastes="|||", stock="", hold=0):
    """A state from text: heights of the foundations (C = 12), wastes as "KD 9C | | |"."""
    s = bytearray(rules.SIZE)
    piles = [pile.split() for pile in wastes.split("|")]
    s[rules._HOLD], s[rules.IN_USE] = hold, len(piles)
    for f in range(8):
        s[rules.HEIGHT + f] = int(heights[f], 16)
        for h in range(s[rules.HEIGHT + f]):
            s[rules.BUILT + 12 * f + h] = cards.parse(COUNTS[f][h] + "S")
    for w, pile in enumerate(piles):
        for t in pile:
            s[rules.STOCK + s[rules.TAKEN]] = cards.parse(t)
            s[rules.UNDER + s[rules.TAKEN]] = s[rules.TOP + w]
            s[rules.TAKEN] += 1
            s[rules.TOP + w] = s[rules.TAKEN]
            s[rules._WASTED + w] += 1
    s[rules.DEALT] = s[rules.TAKEN]
    for t in stock.split():
        s[rules.STOCK + s[rules.DEALT]] = cards.parse(t)
        s[rules.DEALT] += 1
    return s


def wastes(s):
    return " | ".join(" ".join(pile) for pile in rules.state(s)["wastes"])


def everything(state):
    return [t for pile in [*state["foundations"], *state["wastes"], state["stock"]] for t in pile]


# An oracle: an independent implementation of the sheet, on JSON states.


def fits(state, f, t):
    pile = state["foundations"][f]
    return len(pile) < 12 and COUNTS[f][len(pile)] == t[0]


def oracle_legal(state, hold=False):
    found = set()
    piles = state["wastes"]
    if state["stock"]:
        found = {str(f + 1) for f in range(8) if fits(state, f, state["stock"][0])}
        if hold or not found:
            found |= set(WASTES[: len(piles)])
    for w, pile in enumerate(piles):
        found |= {WASTES[w] + str(f + 1) for f in range(8) if pile and fits(state, f, pile[-1])}
    return found


def oracle_play(state, t):
    state = json.loads(json.dumps(state))
    source = state["wastes"][WASTES.index(t[0])] if len(t) == 2 else state["stock"]
    card = source.pop() if len(t) == 2 else source.pop(0)
    if t[-1] in WASTES:
        state["wastes"][WASTES.index(t)].append(card)
    else:
        state["foundations"][int(t[-1]) - 1].append(card)
    return state


def oracle_over(state, hold=False):
    if all(len(pile) == 12 for pile in state["foundations"]):
        return "won"
    return None if oracle_legal(state, hold) else "lost"


def oracle_buries(state, w):
    """The uppermost card that must be played before the top of waste w, None if none must."""
    *below, top = state["wastes"][w]
    for t in reversed(below):
        both = []
        for f, pile in enumerate(state["foundations"]):
            ahead = COUNTS[f][len(pile) :]
            if t[0] in ahead and top[0] in ahead:
                both.append(ahead.index(t[0]) < ahead.index(top[0]))
        if both and all(both):
            return t
    return None


# The rules by number


@pytest.mark.parametrize("deal", (1, 500, 999999))
def test_i1_i2_i4_the_deal(deal):
    """I1, I2, I4, I7: eight bases, 88 cards of stock, four empty wastes, no marker anywhere."""
    s = dealt(deal)
    state = rules.state(s)
    assert [pile[0][0] for pile in state["foundations"]] == list("2468TQA3")
    assert [len(pile) for pile in state["foundations"]] == [1] * 8
    assert state["wastes"] == [[]] * 4 and len(state["stock"]) == rules.stock(s) == 88
    markers = [r + "H" for r in RANKS[:8]]
    two_decks = sorted([r + x for r in RANKS for x in "SHDC"] * 2)
    assert sorted(everything(state) + markers) == two_decks
    assert over(s) is None


def test_i3_the_eight_counts():
    """I3: the base is twice the marker; then add the marker each time, modulo 13."""
    for f in range(8):
        rank, found = f + 1, ""
        for _ in range(12):
            rank += f + 1
            rank -= 13 * (rank > 13)
            found += RANKS[rank - 1]
        assert found == COUNTS[f]
        assert "".join(RANKS[rules.rank_at(f, h) - 1] for h in range(12)) == found


def test_i3_built_by_the_marker_whatever_the_suit_up_to_the_king():
    """I3."""
    for f in range(8):
        for h in range(1, 12):
            s = put("".join("%X" % (h if g == f else 12) for g in range(8)), stock="")
            for rank in RANKS:
                for suit in "SHDC":
                    takes = rules.takes(s, f, cards.parse(rank + suit))
                    assert takes == (rank == COUNTS[f][h])
    s = put("C" * 8)
    assert not any(rules.takes(s, f, cards.parse(r + "S")) for f in range(8) for r in RANKS)
    assert [rules.wants(s, f) for f in range(8)] == [0] * 8


def test_i4_a_card_that_can_be_played_is_played():
    """I4."""
    s = put(stock="3C KD")
    assert legal(s) == ["1"]
    assert rules.state(do(s, "1"))["foundations"][0] == ["2S", "3C"]
    assert legal(s) == list("abcd")


def test_i4_another_goes_to_any_waste():
    """I4: also an empty one."""
    for w in "abcd":
        s = put(wastes="7C | | 7D |", stock="KD 5S")
        assert legal(s) == list("abcd")
        assert rules.state(do(s, w))["wastes"]["abcd".index(w)][-1] == "KD"
        assert rules.stock(s) == 1


def test_i5_the_tops_of_the_wastes_can_be_played_at_any_time():
    """I5."""
    s = put(wastes="KD 3C | 3H | 3D 7C |", stock="KS")
    assert legal(s) == ["a", "b", "c", "d", "a1", "b1"]
    assert legal(put(wastes="3C | | |", stock="3H")) == ["1", "a1"]
    s = put(wastes="4C 3C | | |")
    assert legal(s) == ["a1"]
    assert legal(do(s, "a1")) == ["a1"]
    assert wastes(do(s, "a1")) == " |  |  | "
    assert rules.state(s)["foundations"][0] == ["2S", "3C", "4C"]


def test_i6_won_when_all_have_their_kings():
    """I6."""
    s = put("CCCCCCCB", stock="KD")
    assert over(s) is None
    assert over(do(s, "8")) == "won" and legal(s) == [] and rules.score(s) == 96
    assert over(put("CCCCCCCB", "KD | | |")) is None


def test_i6_lost_when_the_stock_is_out_and_nothing_can_be_played():
    """I6."""
    assert over(put(wastes="3C KD | | |")) == "lost"
    assert over(put(wastes="KD 3C | | |")) is None
    assert over(put(wastes="3C KD | | |", stock="KS")) is None
    s = do(put(wastes="3C KD | | |", stock="KS"), "a")
    assert over(s) == "lost" and legal(s) == []


def test_i7_markers_and_bases_are_out_of_the_shuffle():
    """I7: spades first, for the bases, then hearts."""
    deck = bytearray(104)
    for deal in range(1, 50):
        first = cards.texts(rules.pulled(deal, bytes(3)), 0, 16)
        assert first == "2S 4S 6S 8S TS QS AS 3S AH 2H 3H 4H 5H 6H 7H 8H".split()
        n = rules.deck(deck, deal, bytes(3))
        assert n == 88 and rules.state(dealt(deal))["stock"] == cards.texts(deck, 0, n)
        two_decks = sorted([r + x for r in RANKS for x in "SHDC"] * 2)
        assert sorted(first + cards.texts(deck, 0, n)) == two_decks


def test_i8_the_player_chooses_where_several_take_a_card():
    """I8: the stock's next card is face up; here an eight fits two foundations."""
    s = put("12111111", stock="8D")
    assert legal(s) == ["2", "7"]
    for t in "27":
        assert rules.state(do(bytearray(s), t))["foundations"][int(t) - 1][-1] == "8D"
    assert cards.text(rules.turned(s)) == "8D"


def test_i9_nothing_goes_from_waste_to_waste_or_back():
    """I9: and every card of a waste can be looked at."""
    s = put(wastes="KD 7C | TC | |", stock="KS")
    assert legal(s) == list("abcd")
    out = bytearray(96)
    assert rules.pile(s, 0, out) == 2 and cards.texts(out, 0, 2) == ["KD", "7C"]
    assert cards.text(rules.waste(s, 0)) == "7C" and rules.wasted(s, 0) == 2
    assert rules.waste(s, 2) == 0 and rules.wasted(s, 2) == 0


def test_i9_the_cards_of_a_waste_are_listed_and_nothing_else():
    s = dealt(1)
    for _ in range(60):
        moves = legal(s)
        do(s, next((t for t in "dcba" if t in moves), moves[0]))
    for w in range(4):
        out = array("H", [9999] * 104)
        n = rules.pile(s, w, out)
        assert cards.texts(out, 0, n) == rules.state(s)["wastes"][w]
        assert n == rules.wasted(s, w) and set(out[n:]) == {9999}
    assert sum(rules.wasted(s, w) for w in range(4)) > 10


def test_i10_hold():
    """I10."""
    assert rules.OPTIONS[0] == ("hold", "no yes")
    assert legal(put(stock="3C")) == ["1"]
    s = put(stock="3C 7D", hold=1)
    assert legal(s) == ["1", *"abcd"]
    assert legal(do(s, "c")) == ["a", "b", "c", "d", "c1"]
    assert rules.state(dealt(7, hold="yes")) == rules.state(dealt(7))
    for deal in range(1, 20):
        plays = [t for t in legal(dealt(deal)) if t.isdigit()]
        assert legal(dealt(deal, hold="yes")) == [*plays, *"abcd"]
        assert legal(dealt(deal)) == plays or not plays


def test_i10_bases():
    """I10: empty foundations start with their bases, and the stock has 96 cards."""
    assert rules.OPTIONS[1] == ("bases", "yes no")
    s = dealt(7, bases="no")
    state = rules.state(s)
    assert state["foundations"] == [[]] * 8 and rules.stock(s) == 96 and rules.score(s) == 0
    assert [RANKS[rules.wants(s, f) - 1] for f in range(8)] == list("2468TQA3")
    markers = [r + "H" for r in RANKS[:8]]
    assert cards.texts(rules.pulled(7, b"\0\1\0"), 0, 8) == markers
    two_decks = sorted([r + x for r in RANKS for x in "SHDC"] * 2)
    assert sorted(state["stock"] + markers) == two_decks
    s = put("00000000", stock="QD 2C 9S")
    assert rules.state(do(s, "6", "1"))["foundations"][5] == ["QD"]
    assert legal(s) == list("abcd")


def test_i10_wastes():
    """I10."""
    assert rules.OPTIONS[2] == ("wastes", "4 3 5 6")
    for n in (3, 4, 5, 6):
        s = dealt(5, wastes=n)
        assert rules.wastes(s) == len(rules.state(s)["wastes"]) == n
        assert rules.state(s)["stock"] == rules.state(dealt(5))["stock"]
        while legal(s) == [legal(s)[0]]:
            do(s, legal(s)[0])
        assert legal(s) == list(WASTES[:n])
        assert rules.state(do(s, WASTES[n - 1]))["wastes"][-1]


# Notation and functions for the view


def test_moves_convert_to_text_and_back():
    s = put(wastes="|||||")
    moves = list(range(8)) + [16 | w for w in range(6)]
    moves += [64 | w << 3 | f for w in range(6) for f in range(8)]
    assert len({rules.text(s, m) for m in moves}) == len(moves)
    for m in moves:
        assert rules.parse(s, rules.text(s, m)) == m
    assert rules.text(s, 2) == "3" and rules.text(s, 17) == "b" and rules.text(s, 64 | 10) == "b3"


@pytest.mark.parametrize("t", ["", "0", "9", "e", "e1", "A", "a9", "a0", "ab", "3b", "a10", " a"])
def test_an_invalid_move_text_is_refused(t):
    with pytest.raises(ValueError, match="is not a move: write a foundation 1 to 8, a waste"):
        rules.parse(put(), t)


def test_the_functions_that_only_views_call():
    s = put("25C11111", "9S 8D | | 5H | 6C", "TC 4D")
    assert [rules.height(s, f) for f in range(8)] == [2, 5, 12, 1, 1, 1, 1, 1]
    assert [RANKS[rules.wants(s, f) - 1] for f in (0, 1)] == ["4", "A"]
    assert rules.wants(s, 2) == 0
    assert cards.text(rules.built(s, 1, 4)) == "QS" and rules.built(s, 1, 5) == 0
    assert rules.source(s, 0) == rules.source(s, 16) == cards.parse("TC")
    sources = [rules.source(s, 64 | w << 3 | 7) for w in (0, 2, 3)]
    assert sources == [cards.parse(t) for t in ("8D", "5H", "6C")]
    assert rules.points(rules.score(s)) == "24 cards" and rules.stock(s) == 2


def test_buries_warns_of_a_card_that_must_come_first():
    s = put(wastes="3C KD | KD 3C | 9C | 3C 3D")
    assert cards.text(rules.buries(s, 0)) == "3C"
    assert [rules.buries(s, w) for w in (1, 2, 3)] == [0, 0, 0]
    s = put(wastes="9C 3S | 3S 9C | |")  # foundation 1 needs the three first, 3 the nine
    assert rules.buries(s, 0) == rules.buries(s, 1) == 0
    s = put("BCCCCCCC", wastes="KC KD | | |")
    assert rules.buries(s, 0) == 0
    s = put("ACCCCCCC", wastes="QC 3S KD | 3S QC | |")
    assert cards.text(rules.buries(s, 0)) == "QC" and rules.buries(s, 1) == 0


# Many games


CHOICES = ({}, {"hold": "yes"}, {"bases": "no", "wastes": 6}, {"hold": "yes", "wastes": 3})


@pytest.mark.parametrize("chosen", CHOICES)
def test_games_at_random_agree_with_the_oracle(chosen):
    """I2, I3, I4, I5, I6, I8, I9, I10."""
    rng = random.Random(13)
    hold = "hold" in chosen
    warned = 0
    for deal in range(1, 1001 if SOAK else 30):
        s = dealt(deal, **chosen)
        state = rules.state(s)
        while True:
            allowed = oracle_legal(state, hold)
            assert set(legal(s)) == allowed
            assert over(s) == oracle_over(state, hold)
            assert rules.score(s) == sum(map(len, state["foundations"]))
            for w, pile in enumerate(state["wastes"]):
                if pile and deal % 5 == 0:
                    found = rules.buries(s, w)
                    assert (cards.text(found) if found else None) == oracle_buries(state, w)
                    warned += found > 0
            if over(s):
                break
            t = rng.choice(sorted(allowed))
            do(s, t)
            state = oracle_play(state, t)
            assert rules.state(s) == state
    assert warned


# Hints


@pytest.mark.parametrize("chosen", CHOICES)
def test_hints_are_legal(chosen, monkeypatch):
    monkeypatch.setattr(bot, "_WORK", 1)  # one order of the stock: weaker but faster
    for deal in range(1, 4):
        s = dealt(deal, **chosen)
        while not rules.over(s):
            do(s, rules.text(s, hint(bot, s)[0]))
        assert hint(bot, s)[0] == -1 and rules.score(s) > 30


@pytest.fixture
def rounds(monkeypatch):
    """Asks for a hint: [(orders left, lead of the best move, playouts a round, unseen cards)]."""
    found = []
    weighed = bot._weighed

    def watched(usual, left, unseen):
        wins = dict(zip(bot._out, bot._wins[: bot._n]))
        found.append((left, max(wins.values()) - wins[usual], bot._n, unseen))
        return weighed(usual, left, unseen)

    def run(s):
        found.clear()
        hint(bot, s)
        return found

    monkeypatch.setattr(bot, "_weighed", watched)
    return run


def midgames():
    rng = random.Random(5)
    for deal in range(1, 20):
        s = dealt(deal)
        for _ in range(40):
            do(s, rng.choice(legal(s)))
        yield s


def test_a_hint_s_playouts_end_when_those_left_change_nothing(rounds, monkeypatch):
    monkeypatch.setattr(bot, "_DRAWS", 6)
    monkeypatch.setattr(bot, "_WORK", 1 << 20)
    numbers = set()
    for s in midgames():
        found = rounds(s)
        for left, lead, _, _ in found:
            assert (left + lead - bot._USUAL <= 0 or not left) == (left == found[-1][0])
        numbers.add(len(found))
    assert len(numbers) > 1 and max(numbers) <= 6


@pytest.mark.parametrize("unseen, lead, best", [(1, 1, 6), (2, 2, 5), (2, 3, 6), (9, 2, 5)])
def test_the_usual_move_stands_unless_clearly_beaten(monkeypatch, unseen, lead, best):
    """With one card unseen there is but one order: then any lead will do."""
    monkeypatch.setattr(bot, "_n", 2)
    monkeypatch.setattr(bot.job, "best", 5)
    bot._out[0], bot._out[1] = 5, 6
    bot._wins[0], bot._wins[1] = 0, lead
    assert bot._weighed(5, 0, unseen) and bot.job.best == best


def test_hints_make_obviously_good_moves():
    """I5: a useful waste card is played first; a king goes where it buries nothing."""
    s = put(wastes="3C | | |", stock="5S 7S")
    assert rules.text(s, hint(bot, s)[0]) == "a1"
    s = put("11111111", wastes="4C TC | 7S 4H | KC | AS 7C", stock="KS 9S")
    assert rules.text(s, hint(bot, s)[0]) == "c"
