"""Three Thirteen: its rules by number, and random games against an oracle of the rule sheet.

SOAK=1 plays 5,000 random games each of two, three and four players.
"""

import os
import random
from pathlib import Path

import notation
import pytest
import three_thirteen_oracle as oracle

from thirteen import cards, match, options, rng
from thirteen.rules import three_thirteen as rules
from thirteen.rules import three_thirteen_melds as melds
from thirteen.rules import three_thirteen_table as table

HERE = Path(__file__).resolve().parent
SOAK = bool(os.environ.get("SOAK"))
RANKS = "A23456789TJQK"

legal, do, over = notation.of(rules)
dealt = notation.dealing(rules)


def give(s, p, text):
    """Put cards into a hand; the rest of the state is unchanged."""
    held = [cards.parse(t) for t in text.split()]
    at = table.hand(p)
    s[at : at + 15] = bytes(c | cards.DOWN for c in held) + bytes(15 - len(held))
    s[table.HOLDS + p] = len(held)


def a_turn(s, end="end"):
    """Draw from the stock and discard the card drawn."""
    do(s, "stock")
    drawn = rules.state(s)["hands"][table.turn(s)][-1]
    do(s, "discard " + drawn)
    if table.phase(s) == table.DECLARING:
        do(s, end)


def play_round(s, out=True):
    """Play to the end of the round: the first player who may goes out."""
    while table.phase(s) != table.SCORED:
        a_turn(s, "out" if out else "end")


def in_round(n, deal=1, **chosen):
    s = dealt(deal, **chosen)
    while table.number(s) < n:
        play_round(s)
        do(s, "next")
    return s


# The rules by number


@pytest.mark.parametrize("players, deck", [(2, 52), (3, 104), (4, 104)])
def test_r1_players_and_decks(players, deck):
    """R1."""
    s = dealt(players=players)
    state = rules.state(s)
    assert len(state["hands"]) == len(state["totals"]) == players
    out = bytearray(104)
    assert rules.deck(out, 1, options.pack(rules.OPTIONS, {"players": players})) == deck
    whole = cards.texts(out, 0, deck)
    assert sorted(whole) == sorted([r + u for r in RANKS for u in "SHDC"] * (deck // 52))
    eldest = (state["dealer"] + 1) % players
    for k, card in enumerate(whole[: 3 * players]):  # R11: one at a time, eldest hand first
        assert state["hands"][(eldest + k) % players][k // players] == card
    assert state["stock"] == whole[3 * players :]


def test_r2_eleven_rounds_each_a_card_more_and_another_rank_wild():
    """R2."""
    s = dealt(4)
    for n in range(1, 12):
        state = rules.state(s)
        assert (state["round"], state["cards"], state["wild"]) == (n, n + 2, RANKS[n + 1])
        assert [len(hand) for hand in state["hands"]] == [n + 2] * 2
        assert not rules.over(s)
        play_round(s)
        if n < 11:
            do(s, "next")
    assert over(s).startswith("won") and legal(s) == []


def test_r3_the_dealer_is_random_and_the_deal_passes_on():
    """R3."""
    for players in (2, 3, 4):
        first = [dealt(deal, players=players)[table.DEALER] for deal in range(1, 600)]
        for p in range(players):
            assert abs(first.count(p) / 600 - 1 / players) < 0.06
    s = dealt(3, players=4)
    dealer = s[table.DEALER]
    for _ in range(10):
        assert table.turn(s) == (dealer + 1) % 4
        play_round(s)
        do(s, "next")
        dealer = (dealer + 1) % 4
        assert s[table.DEALER] == dealer


def test_r4_a_turn_is_a_draw_and_a_discard():
    """R4."""
    s = dealt()
    p = table.turn(s)
    assert legal(s) == ["stock"]
    before = rules.state(s)
    do(s, "stock")
    assert rules.state(s)["hands"][p] == before["hands"][p] + before["stock"][:1]
    held = rules.state(s)["hands"][p]
    assert sorted(legal(s)) == sorted("discard " + c for c in held)
    do(s, "discard " + held[1], "end")
    assert rules.state(s)["discards"] == [held[1]]
    assert table.turn(s) == 1 - p and legal(s) == ["stock", "pile"]
    do(s, "pile")
    assert rules.state(s)["hands"][1 - p][-1] == held[1] and rules.state(s)["discards"] == []
    do(s, "discard " + held[1])  # it may go back
    assert rules.state(s)["discards"] == [held[1]]


def test_r4_equal_cards_are_one_discard():
    """R4 with two decks."""
    s = dealt(players=3)
    p = table.turn(s)
    do(s, "stock")
    give(s, p, "5C 9D 5C AS")
    assert legal(s) == ["discard AS", "discard 9D", "discard 5C"]
    do(s, "discard 5C")
    assert rules.state(s)["hands"][p] == ["9D", "5C", "AS"]


def test_r5_r6_melds_count_in_the_hand():
    """R5, R6 and R9; test_melds.py tries them all."""
    s = in_round(3)
    give(s, 0, "7D 8D 9D KC 5S")  # fives are wild: K and 5 stay, or the 5 joins the run
    give(s, 1, "AS KS QS 2D 3D")
    assert [table.least(s, p) for p in (0, 1)] == [10, 26]


def test_r7_after_a_declaration_each_other_has_one_turn_more():
    """R7."""
    for players in (2, 3, 4):
        s = dealt(5, players=players)
        a_turn(s)
        p = table.turn(s)
        a_turn(s, "out")
        assert rules.state(s)["out"] == p
        for k in range(1, players):
            assert table.turn(s) == (p + k) % players and table.phase(s) == table.DRAWING
            a_turn(s)
        assert table.phase(s) == table.SCORED


def test_r8_the_last_card_of_the_stock_ends_the_round():
    """R8."""
    s = dealt()
    while table.stock(s) > 1:
        a_turn(s)
    p = table.turn(s)
    do(s, "pile")
    do(s, "discard " + rules.state(s)["hands"][p][0])
    assert legal(s) == ["out", "end"]  # the last card is still there
    do(s, "end", "stock")
    assert rules.state(s)["stock"] == []
    do(s, "discard " + rules.state(s)["hands"][1 - p][0])
    assert rules.state(s)["phase"] == "scored" and rules.state(s)["out"] is None
    assert legal(s) == ["next"]


def test_r9_penalties_add_up_and_the_lowest_total_wins():
    """R9."""
    s = dealt(2, rounds=2)
    p = table.turn(s)
    do(s, "stock", "discard " + rules.state(s)["hands"][p][0])
    give(s, p, "AS TD QC")
    do(s, "out", "stock")
    give(s, 1 - p, "2H 9S KD JC")
    do(s, "discard JC")
    state = rules.state(s)
    assert state["deadwood"] == state["totals"] == ([21, 21])
    do(s, "next")
    give(s, 0, "AS AH AD 2C")
    give(s, 1, "AS AH AD 4C")
    play_round(s)
    state = rules.state(s)
    assert state["totals"] == [21 + state["deadwood"][0], 21 + state["deadwood"][1]]
    low = min(range(2), key=lambda p: state["totals"][p])
    assert state["totals"][0] != state["totals"][1] and over(s) == "won %d" % low


def finish(s, hands):
    """To the end of the round, which is scored with these hands: a dict of player to text."""
    while table.phase(s) != table.SCORED:
        do(s, "stock")
        p = table.turn(s)
        last = rules.state(s)["hands"][p][-1]
        if table.out(s) >= 0 and p == s[table.DEALER]:  # the last discard
            for q, text in hands.items():
                give(s, q, text + (" " + last if q == p else ""))
        do(s, "discard " + last)
        if table.phase(s) == table.DECLARING:
            do(s, "out")


def tied(players, who, deal=3):
    """The last round, scored, with the players in `who` tied for the lowest total."""
    s = dealt(deal, players=players, rounds=1)
    finish(s, {p: "AS 2D 7C" if p in who else "KS QD 9C" for p in range(players)})
    return s


def test_r10_an_extra_round_among_the_tied():
    """R10, and its dealer."""
    s = tied(4, (1, 3))
    assert over(s) is None and legal(s) == ["next"]
    dealer = s[table.DEALER]
    do(s, "next")
    state = rules.state(s)
    assert (state["round"], state["cards"], state["wild"]) == (12, 14, "A")
    assert [len(hand) for hand in state["hands"]] == [0, 14, 0, 14]
    assert len(state["stock"]) == 104 - 28
    expected = next(p for k in range(1, 5) if (p := (dealer + k) % 4) in (1, 3))
    assert state["dealer"] == expected and state["turn"] == (3 if expected == 1 else 1)
    turns = []
    while table.phase(s) != table.SCORED:
        turns.append(table.turn(s))
        a_turn(s, "out")
    assert sorted(turns) == [1, 3]
    state = rules.state(s)
    assert state["deadwood"][0] is None and state["melds"][0] == []
    assert state["totals"][1] == 10 + state["deadwood"][1]
    assert over(s) in ("won 1", "won 3") and legal(s) == []


def cut(deal, players, who):
    """A tie-break with equal hands, so that the cut decides."""
    s = tied(players, who, deal)
    do(s, "next")
    finish(s, {p: "KS QD 9C" for p in who})
    return s


def test_r10_r15_the_cut_decides_between_those_still_tied():
    """R10, R15: the lowest card wins, the ace lowest; equal lowest draw again."""
    again = 0
    for deal in range(1, 80):
        s = cut(deal, 4, (0, 1, 3))
        deck = bytearray(104)
        cards.deck(deck, 2)
        rng.shuffle(deck, 104, deal, 0x500 + 13)
        drawn = {}
        left = [p % 4 for p in range(s[table.DEALER] + 1, s[table.DEALER] + 5) if p % 4 != 2]
        k = 0
        while len(left) > 1:
            for p in left:
                drawn[p] = cards.text(deck[k])
                k += 1
            low = min(RANKS.index(drawn[p][0]) for p in left)
            left = [p for p in left if RANKS.index(drawn[p][0]) == low]
        again += k > 3
        assert over(s) == "won %d" % left[0] and legal(s) == []
        assert rules.state(s)["cut"] == [drawn[0], drawn[1], None, drawn[3]]
    assert again > 3


def test_r11_no_card_is_turned_up():
    """R11."""
    assert all(rules.state(dealt(deal))["discards"] == [] for deal in range(1, 50))


def test_r12_a_wild_card_left_over_counts_its_rank():
    """R12, R16."""
    for price, dead in (("rank", 3 + 10 + 9), ("15", 34), ("20", 39)):
        s = dealt(2, wild_penalty=price)
        give(s, 0, "3D KS 9H")
        assert table.least(s, 0) == dead


def test_the_discard_that_empties_the_stock_ends_the_round_and_reveals():
    """R8: all hands are open then, so it is not undone."""
    s = dealt(3)
    while table.phase(s) != table.SCORED:
        ways = {table.DRAWING: "stock", table.DECLARING: "end"}
        text = ways.get(table.phase(s)) or legal(s)[0]
        was = bytearray(s)
        do(s, text)
    assert table.out(s) < 0 and text.startswith("discard")
    assert rules.reveals(was, rules.parse(was, text))


def test_going_out_may_pay_with_up_to_ten_points_more_than_the_round():
    s = dealt()
    for n in range(1, 12):
        s[table.ROUND] = n
        assert [table.may_pay(s, dead) for dead in (0, 10 + n, 11 + n)] == [True, True, False]


def test_r13_a_player_may_go_out_with_deadwood():
    """R13 and the option out."""
    s = dealt()
    p = table.turn(s)
    do(s, "stock")
    give(s, p, "KS QD 9C 7H")
    do(s, "discard 7H")
    assert legal(s) == ["out", "end"]
    s = dealt(out="melded")
    p = table.turn(s)
    do(s, "stock")
    give(s, p, "KS QD 9C 7H")
    do(s, "discard 7H")
    assert legal(s) == ["end"]
    do(s, "end", "stock")
    give(s, 1 - p, "KS KD KC 7H")
    do(s, "discard 7H")
    assert legal(s) == ["out", "end"]


def test_r14_nobody_declares_in_the_last_turns():
    """R14; R8 ends the round then, too."""
    s = dealt(players=3)
    a_turn(s, "out")
    p = table.turn(s)
    do(s, "stock")
    do(s, "discard " + rules.state(s)["hands"][p][0])
    assert table.phase(s) == table.DRAWING and table.turn(s) == (p + 1) % 3
    s = dealt(players=3)
    while table.stock(s) > 2:
        a_turn(s)
    a_turn(s, "out")
    a_turn(s)
    assert table.phase(s) == table.SCORED  # the third has no turn


def test_r16_a_discard_turned_up_may_be_drawn_first():
    """R16."""
    s = dealt(upcard="yes")
    plain = rules.state(dealt())
    state = rules.state(s)
    assert state["hands"] == plain["hands"]
    assert state["discards"] == plain["stock"][:1] and state["stock"] == plain["stock"][1:]
    assert legal(s) == ["stock", "pile"]
    do(s, "pile")
    assert rules.state(s)["hands"][table.turn(s)][-1] == plain["stock"][0]


@pytest.mark.parametrize("rounds", range(1, 12))
def test_r16_a_short_game(rounds):
    """R16."""
    s = in_round(rounds, 9, rounds=rounds)
    assert not rules.over(s)
    play_round(s)
    state = rules.state(s)
    if state["totals"][0] == state["totals"][1]:
        assert legal(s) == ["next"]
    else:
        assert over(s).startswith("won")


def test_r16_seats_are_kept_and_change_no_deal():
    """R16."""
    s = dealt(7, players=3, seat0="hard", seat1="human", seat2="easy")
    assert [table.seat(s, p) for p in range(3)] == [table.HARD, table.HUMAN, table.EASY]
    assert rules.state(s) == rules.state(dealt(7, players=3))


def test_play_changes_no_later_deal():
    one = in_round(4, 11)
    other = dealt(11)
    while table.number(other) < 4:
        do(other, legal(other)[0])  # the stock, the lowest spade, out
    assert rules.state(one)["totals"] != rules.state(other)["totals"]
    assert rules.state(one)["hands"] == rules.state(other)["hands"]
    assert rules.state(one)["stock"] == rules.state(other)["stock"]


# Hidden information


def test_cards_drawn_stay_hidden_and_cards_taken_are_known():
    s = dealt(players=3)
    p = table.turn(s)
    a_turn(s)
    q = table.turn(s)
    top = table.top(s)
    do(s, "pile")
    view = bytearray(rules.SIZE)
    table.masked(s, p, view)
    at = table.hand(q)
    assert list(view[at : at + 4]) == [cards.DOWN] * 3 + [top]
    assert view[table.hand(p) : table.hand(p) + 3] == s[table.hand(p) : table.hand(p) + 3]
    hidden = [view[i] for i in range(table.DECK + table.DEALT, table.LAST)]
    assert set(hidden) <= {0, cards.DOWN} and hidden.count(cards.DOWN) == table.stock(s)
    assert table.deal_number(view) == 0
    do(s, "discard " + cards.text(top))  # the one known to all is discarded
    table.masked(s, p, view)
    assert list(view[at : at + 4]) == [cards.DOWN] * 3 + [0]


def test_of_two_equal_cards_the_known_one_is_discarded():
    s = dealt(players=3)
    p = table.turn(s)
    do(s, "stock")
    give(s, p, "5C 9D 5C AS")
    s[table.hand(p) + 2] &= ~cards.DOWN
    do(s, "discard 5C")
    assert all(c & cards.DOWN for c in s[table.hand(p) : table.hand(p) + 3])


def test_masked_hides_whether_another_could_go_out():
    s = dealt(out="melded")
    p = table.turn(s)
    do(s, "stock")
    give(s, p, "KS KD KC 7H")
    do(s, "discard 7H")
    view = bytearray(rules.SIZE)
    table.masked(s, p, view)
    assert view[table.MAY]
    table.masked(s, 1 - p, view)
    assert not view[table.MAY]


def test_after_scoring_the_hands_are_open():
    s = dealt()
    play_round(s)
    view = bytearray(rules.SIZE)
    table.masked(s, 0, view)
    assert view[table.HANDS : table.DECK] == s[table.HANDS : table.DECK]
    assert set(view[table.DECK + s[table.DEALT] : table.LAST]) == {cards.DOWN, 0}


def test_moves_that_reveal_something_are_found():
    s = dealt(players=3)

    def revealing():
        return {t: rules.reveals(s, rules.parse(s, t)) for t in legal(s)}

    assert revealing() == {"stock": True}
    do(s, "stock")
    assert set(revealing().values()) == {False}
    do(s, legal(s)[0])
    assert revealing() == {"out": True, "end": True}
    do(s, "out")
    assert revealing() == {"stock": True, "pile": False}
    do(s, "pile")
    assert set(revealing().values()) == {True}  # the turn ends with it
    do(s, legal(s)[0])
    a_turn(s)
    assert revealing() == {"next": True}


def test_the_score_is_the_person_s_and_a_lower_total_is_better():
    s = dealt(2, rounds=1, seat0="hard", seat1="human")
    play_round(s)
    assert rules.score(s) == 9999 - table.total(s, 1)
    assert rules.points(rules.score(s)) == "%d points" % table.total(s, 1)
    s = dealt(2, rounds=1, seat0="hard", seat1="easy")
    assert rules.score(s) == 9999


def test_notation():
    s = dealt()
    for t in ("stock", "pile", "out", "end", "next", "discard TD", "discard AS"):
        assert rules.text(s, rules.parse(s, t)) == t
    for t in ("", "draw", "discard", "discard 1D", "discard  5C", "outt"):
        with pytest.raises(ValueError):
            rules.parse(s, t)


# Random games against the oracle


def least_of(hand, wild):
    codes = bytes(cards.parse(t) for t in hand)
    rank = RANKS.index(wild) + 1
    return melds.least(codes, 0, len(codes), rank, min(rank, 10))


def random_game(players, deal, eager):
    """All states of a game by the oracle; `eager` is the probability of going out if allowed."""
    rnd = random.Random(deal * 10 + players)
    chosen = {
        "players": players,
        "out": rnd.choice(("free", "melded")),
        "upcard": rnd.choice(("no", "yes")),
        "wild_penalty": rnd.choice(("rank", "15", "20")),
        "rounds": rnd.choice((1, 2, 3, 11)),
    }
    s = dealt(deal, **chosen)
    state = rules.state(s)
    whole = sorted(sum(state["hands"], state["stock"] + state["discards"]))
    plays = range(players)
    texts = []
    after = {}  # turns of each player since one went out
    while not rules.over(s):
        names = set(legal(s))
        assert names == oracle.legal(state, chosen, over(s), least_of)
        move = rnd.choice(sorted(names))
        if "out" in names:
            move = "out" if rnd.random() < eager else "end"
        elif state["phase"] == "draw" and rnd.random() < 0.6:
            move = "stock"
        if state["phase"] == "draw" and state["out"] is not None:
            after[state["turn"]] = after.get(state["turn"], 0) + 1
        rules.apply(s, rules.parse(s, move))
        texts.append(move)
        new = rules.state(s)
        assert sorted(sum(new["hands"], []) + new["stock"] + new["discards"]) == whole
        if move == "next":
            if new["round"] == 12:
                low = min(state["totals"])
                plays = [p for p in range(players) if state["totals"][p] == low]
            k = next(k for k in range(1, 5) if (state["dealer"] + k) % players in plays)
            assert new["dealer"] == (state["dealer"] + k) % players
            assert new["turn"] == oracle.seated(new, plays)[0]
            for p in range(players):
                assert len(new["hands"][p]) == (new["cards"] if p in plays else 0)
            assert len(new["discards"]) == (chosen["upcard"] == "yes")
            after = {}
        else:
            oracle.follow(state, move, new, chosen, plays)
            if new["phase"] == "scored":
                oracle.check_scores(state, new, chosen)
                if new["stock"] and new["out"] is not None:
                    assert after == {p: 1 for p in plays if p != new["out"]}
                assert new["stock"] == [] or new["out"] is not None
        state = new
    if state["round"] < 12:
        assert state["round"] == chosen["rounds"]
        low = [p for p in range(players) if state["totals"][p] == min(state["totals"])]
        assert over(s) == "won %d" % low[0] and len(low) == 1
    return chosen, texts, s


@pytest.mark.parametrize("players", (2, 3, 4))
def test_random_games_agree_with_the_oracle_and_replay(players):
    """R1 to R16: the oracle checks every move; the same moves lead to the same state."""
    for deal in range(1, 5001 if SOAK else 13):
        chosen, texts, s = random_game(players, deal, (0.02, 0.2, 0.7)[deal % 3])
        assert rules.over(s)
        again = match.Match(rules, deal, options.pack(rules.OPTIONS, chosen))
        again.replay(texts)
        assert again.s == s
