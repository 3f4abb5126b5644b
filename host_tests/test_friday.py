"""Friday the 13th: its rules by number, and random games against an oracle of the rule sheet."""

import json
import random

import notation
import pytest
from playing import SOAK, hint

from thirteen import cards
from thirteen.bots import friday as bot
from thirteen.rules import friday as rules
from tools import bank

RANKS = "A23456789TJQK"
LABELS = "JQKA23456789T"
START = "J:JS Q:QH K:KD A:AC"

legal, do, over = notation.of(rules)
dealt = notation.dealing(rules)


def put(foundations=START, hand="", turned="", waste="", redeals=1, made=0):
    """A state from text: foundations as "J:JS,QH Q:QD", bottom card first."""
    s = bytearray(rules.SIZE)
    for pile in foundations.split():
        f = LABELS.index(pile[0])
        for t in pile[2:].split(","):
            s[rules._LOG + s[rules._GONE]] = cards.parse(t) & 0x30 | f
            s[rules._GONE] += 1
            s[rules._TOP + f] = cards.parse(t)
            s[rules._HEIGHT + f] += 1
    waste = [cards.parse(t) for t in waste.split()]
    hand = [cards.parse(t) for t in hand.split()]
    s[rules._LEFT], s[rules._MADE], s[rules._WASTED] = redeals, made, len(waste)
    s[rules._HAND], s[rules._END] = 48 - len(hand), 48
    s[rules._TURNED] = cards.parse(turned) if turned else 0
    s[rules._PILE : rules._PILE + len(waste)] = bytes(waste)
    s[rules._PILE + s[rules._HAND] : rules._PILE + 48] = bytes(hand)
    assert len(s) == rules.SIZE
    return s


def lying(s):
    """Hand, turned card and waste as one line: "QH 2S | 7D | 3C"."""
    state = rules.state(s)
    return " | ".join((" ".join(state["hand"]), state["turned"] or "-", " ".join(state["waste"])))


def piles(s):
    """The bytes of the waste and of the hand."""
    hand = s[rules._PILE + s[rules._HAND] : rules._PILE + s[rules._END]]
    return bytes(s[rules._PILE : rules._PILE + s[rules._WASTED]]), bytes(hand)


def everything(state):
    piles = [*state["foundations"].values(), state["hand"], state["waste"]]
    return [t for pile in piles for t in pile] + [state["turned"]] * bool(state["turned"])


# An oracle: an independent implementation of the sheet, on JSON states.


def after(t):
    return RANKS[(RANKS.index(t[0]) + 1) % 13]


def fits(state, label, t):
    pile = state["foundations"][label]
    if pile:
        return t[0] == after(pile[-1])
    before = LABELS[: LABELS.index(label)]
    return t[0] == label and all(state["foundations"][b] for b in before)


def oracle_legal(state):
    found = set()
    if state["turned"]:
        found |= {x for x in LABELS if fits(state, x, state["turned"])}
    if state["waste"]:
        found |= {"w" + x for x in LABELS if fits(state, x, state["waste"][-1])}
    if state["hand"] or state["turned"] and not state["redeals"]:
        found.add("turn")
    if not state["hand"] and state["redeals"] and (state["waste"] or state["turned"]):
        found.add("redeal")
    return found


def oracle_play(state, t):
    state = json.loads(json.dumps(state))
    if t in ("turn", "redeal"):
        if state["turned"]:
            state["waste"].append(state["turned"])
        if t == "redeal":
            state["hand"], state["waste"] = state["waste"], []
            state["redeals"] -= 1
        state["turned"] = state["hand"].pop(0) if state["hand"] else None
    elif t[0] == "w" and len(t) == 2:
        state["foundations"][t[1]].append(state["waste"].pop())
    else:
        state["foundations"][t].append(state["turned"])
        state["turned"] = None
    return state


def oracle_over(state):
    piles = state["foundations"].values()
    if sum(map(len, piles)) == 52 and all(piles):
        return "won"
    return None if oracle_legal(state) else "lost"


def oracle_hopeless(state):
    left = state["hand"] + state["waste"] + [state["turned"]] * bool(state["turned"])
    ranks = {t[0] for t in left}
    return any(not pile and x not in ranks for x, pile in state["foundations"].items())


# The rules by number


@pytest.mark.parametrize("deal", (1, 500, 999999))
def test_f1_f2_the_deal(deal):
    """F1, F2, F6: thirteen foundations in their order, the first four begun, 48 in the hand."""
    state = rules.state(dealt(deal))
    assert "".join(state["foundations"]) == LABELS
    assert [len(pile) for pile in state["foundations"].values()] == [1] * 4 + [0] * 9
    assert [state["foundations"][x][0][0] for x in "JQKA"] == list("JQKA")
    assert len(state["hand"]) == 48 and state["turned"] is None and state["waste"] == []
    assert state["redeals"] == 1
    assert sorted(everything(state)) == sorted(r + x for r in RANKS for x in "SHDC")
    assert legal(dealt(deal)) == ["turn"]


def test_f3_turned_one_at_a_time_and_wasted_by_the_next_turn():
    """F3."""
    s = put(hand="9S 8S 7S 6S")
    assert lying(do(s, "turn")) == "8S 7S 6S | 9S | "
    assert lying(do(s, "turn")) == "7S 6S | 8S | 9S"
    assert lying(do(s, "turn")) == "6S | 7S | 9S 8S"


def test_f3_the_top_of_the_waste_can_be_played_at_any_time():
    """F3."""
    s = put(hand="9S", waste="3D 2S")
    assert legal(s) == ["turn", "wA", "w2"]
    do(s, "turn")
    assert legal(s) == ["redeal", "wA", "w2"]
    assert lying(do(s, "w2")) == " | 9S | 3D"
    assert legal(s) == ["redeal", "w2", "w3"]
    assert lying(do(s, "w3", "redeal", "turn")) == " | - | 9S"


def test_f4_up_by_one_whatever_the_suit():
    """F4."""
    for t in "QS QH QD QC".split():
        assert legal(put("J:JS Q:QH", turned=t, hand="4S")) == ["turn", "J"]
    for t in "JH KS TS 2S".split():
        assert "J" not in legal(put("J:JS", turned=t, hand="4S"))


def test_f5_an_empty_foundation_takes_its_own_rank_in_its_turn():
    """F5."""
    assert legal(put(turned="2S", hand="9S")) == ["turn", "A", "2"]
    assert legal(put(turned="3S", hand="9S")) == ["turn"]
    assert legal(put(START + " 2:2S", turned="3S", hand="9S")) == ["turn", "2", "3"]
    assert legal(put(START + " 2:2S", turned="4S", hand="9S")) == ["turn"]
    assert legal(put("J:JS", turned="QS", waste="KS", hand="9S")) == ["turn", "J", "Q"]


def test_f6_f11_one_redeal_of_the_waste_unshuffled():
    """F6, F11."""
    s = put(waste="9S 8S 7D", turned="6H")
    assert legal(s) == ["redeal"]
    do(s, "redeal")
    assert lying(s) == "8S 7D 6H | 9S | " and rules.redeals(s) == 0 and rules.redealt(s) == 1
    do(s, "turn", "turn", "turn")
    assert lying(s) == " | 6H | 9S 8S 7D" and legal(s) == ["turn"]
    assert lying(do(s, "turn")) == " | - | 9S 8S 7D 6H" and legal(s) == []


def test_f6_no_redeal_while_the_hand_has_cards_or_of_nothing():
    """F6, F12."""
    assert "redeal" not in legal(put(hand="9S", waste="8S"))
    assert legal(put(waste="8S")) == ["redeal"]
    assert legal(put(turned="8S")) == ["redeal"]
    assert legal(put()) == []
    assert legal(put(waste="8S", redeals=0)) == []
    assert legal(put(hand="9S", waste="8S", redeals=0)) == ["turn"]


def test_f6_a_game_played_through_has_one_redeal():
    """F6: the cards return in the same order."""
    s = dealt(3)
    hand = rules.state(s)["hand"]
    do(s, *["turn"] * 48)
    assert legal(s)[0] == "redeal"
    do(s, "redeal")
    assert [rules.state(s)["turned"], *rules.state(s)["hand"]] == hand
    do(s, *["turn"] * 48)
    assert "redeal" not in legal(s) and rules.state(s)["waste"] == hand


def full(short=""):
    """All cards on the foundations, four on each from its label, without those in `short`."""
    piles = []
    suits = {x: list("SHDC") for x in LABELS}
    for x in LABELS:
        pile = [x + suits[x].pop(0)]
        piles.append((x, pile))
    for x, pile in piles:
        for k in range(1, 4):
            r = LABELS[(LABELS.index(x) + k) % 13]
            pile.append(r + suits[r].pop(0))
    return " ".join(x + ":" + ",".join(t for t in pile if t not in short) for x, pile in piles)


def test_f7_won_when_all_lie_on_foundations_and_none_is_empty():
    """F7."""
    s = put(full())
    assert over(s) == "won" and legal(s) == [] and rules.score(s) == 52
    last = rules.state(s)["foundations"]["T"][-1]
    s = put(full(short=[last]), turned=last, redeals=0)
    assert over(s) is None and legal(s)[0] == "turn" and "T" in legal(s)
    assert over(do(s, "T")) == "won"


def test_f7_all_cards_played_but_a_foundation_empty_is_not_won():
    """F7, F13: a ten built on a nine is not the ten that the last foundation wants."""
    piles = full().split()
    ten = piles.pop()
    piles[LABELS.index("6")] += "," + ten[2:]  # 6 7 8 9, T J Q K
    s = put(" ".join(piles))
    assert rules.score(s) == 52 and rules.filled(s) == 12
    assert len(set(everything(rules.state(s)))) == 52
    assert over(s) == "lost" and rules.hopeless(s)


def test_f8_a_playable_card_may_be_passed_over():
    """F8."""
    s = put(turned="2S", hand="9S")
    assert lying(do(s, "turn")) == " | 9S | 2S"
    assert lying(do(s, "redeal")) == "9S | 2S | "
    assert "2" in legal(s)


def test_f9_an_ace_goes_on_a_king_and_a_jack_on_a_ten():
    """F9."""
    assert legal(put("J:JS Q:QH K:KD", turned="AS", hand="5S")) == ["turn", "K", "A"]
    s = put("J:JS,QS,KS,AS,2S,3S,4S,5S,6S,7S,8S,9S,TS", turned="JH", hand="5H")
    assert legal(s) == ["turn", "J"]
    assert rules.state(do(s, "J"))["foundations"]["J"][-2:] == ["TS", "JH"]
    s = put("J:JS,QS,KS,AS,2S,3S,4S,5S,6S,7S,8S,9S,TS,JH", turned="QH", hand="5H")
    assert "J" in legal(s)


def test_f10_the_first_four_are_of_four_suits_and_out_of_the_shuffle():
    """F10."""
    seen = set()
    deck = bytearray(52)
    for deal in range(1, 400):
        first = cards.texts(rules.pulled(deal, b"\0"), 0, 4)
        assert "".join(t[0] for t in first) == "JQKA"
        assert len({t[1] for t in first}) == 4
        seen.add("".join(t[1] for t in first))
        n = rules.deck(deck, deal, b"\0")
        assert n == 48 and not set(first) & set(cards.texts(deck, 0, n))
        state = rules.state(dealt(deal))
        assert state["hand"] == cards.texts(deck, 0, n)
        assert [state["foundations"][x][0] for x in "JQKA"] == first
    assert len(seen) == 24


def test_f12_turned_card_and_waste_lie_apart():
    """F12: each can be played without the other, and nothing moves back."""
    s = put(turned="2S", waste="9S 2H", hand="5S")
    assert legal(s) == ["turn", "A", "2", "wA", "w2"]
    assert lying(do(s, "w2")) == "5S | 2S | 9S"
    assert lying(do(s, "A")) == "5S | - | 9S"
    assert lying(do(s, "turn")) == " | 5S | 9S"
    assert rules.state(s)["foundations"]["A"] == ["AC", "2S"]
    assert legal(s) == ["redeal"]


def test_f13_lost_when_nothing_can_be_moved():
    """F13."""
    assert over(put(waste="9S", redeals=0)) == "lost"
    assert over(put(waste="9S 2S", redeals=0)) is None
    assert over(put(waste="2S 9S", redeals=0)) == "lost"
    assert over(put(waste="9S")) is None
    assert over(put(turned="9S", redeals=0)) is None
    assert over(do(put(turned="9S", redeals=0), "turn")) == "lost"
    assert over(put(hand="9S", redeals=0)) is None


def test_f13_a_hopeless_deal_is_noted_but_not_ended():
    """F13."""
    three = "J:JS,QS,KS,AS,2S,3S,4S Q:QH,KH,AH,2H,3H,4H K:KD,AD,2D,3D,4D A:AC 2:2C 3:3C"
    s = put(three, turned="4C", hand="9S")
    assert LABELS[rules.lacking(s)] == "5"
    below = "5S 6S 7S 8S 9S TS"
    for hand, turned, waste in ((below, "4C", ""), (below + " 4C", "", ""), (below, "", "4C")):
        s = put(three, hand, turned, waste)
        assert not rules.hopeless(s) and rules.lacking(s) == -1
    s = put(three, "6S 7S 8S 9S TS", "4C", "5S")
    do(s, "3")
    assert rules.hopeless(s) and LABELS[rules.lacking(s)] == "4"
    assert over(s) is None and "turn" in legal(s)
    do(s, "turn", "turn", "turn", "turn", "turn", "redeal", "turn", "turn", "turn", "turn", "turn")
    assert over(s) is None and rules.hopeless(s)
    assert over(do(s, "turn")) == "lost"


def test_f14_redeals():
    """F14."""
    assert rules.OPTIONS == (("redeals", "1 0 2"),)
    for option, n in enumerate((1, 0, 2)):
        s = dealt(9, option)
        assert rules.state(s)["redeals"] == rules.redeals(s) == n
        for k in range(n):
            do(s, *["turn"] * (48 if not k else 47))
            do(s, "redeal")
        assert "redeal" not in legal(s) and rules.redeals(s) == 0
    assert rules.state(dealt(9, 1))["hand"] == rules.state(dealt(9))["hand"]


# Notation


def test_moves_convert_to_text_and_back():
    s = put()
    for m in [0, 1] + [16 | f for f in range(13)] + [32 | f for f in range(13)]:
        assert rules.parse(s, rules.text(s, m)) == m
    assert [rules.text(s, 16 | f) for f in range(13)] == list(LABELS)
    assert rules.text(s, 32 | 12) == "wT"


@pytest.mark.parametrize("t", ["", "w", "1", "10", "w10", "Turn", "t", "ww", "7w", " 7", "w 7"])
def test_an_invalid_move_text_is_refused(t):
    with pytest.raises(ValueError, match="is not a move: write turn, redeal, a foundation"):
        rules.parse(put(), t)


def test_the_functions_that_only_views_call():
    s = put(START + " 2:2S,3H", turned="9S", waste="8S 7S", hand="6S 5S")
    assert rules.turned(s) == cards.parse("9S") and rules.hand(s) == 2 and rules.wasted(s) == 2
    assert cards.text(rules.waste(s)) == "7S" and cards.text(rules.waste(s, 1)) == "8S"
    assert rules.waste(s, 2) == 0 and cards.text(rules.ahead(s, 1)) == "5S"
    assert rules.filled(s) == 5 and rules.height(s, 4) == 2 and rules.top(s, 5) == 0
    assert [rules.wants(s, f) for f in range(6)] == [12, 13, 1, 2, 4, 3]
    assert [rules.label(f) for f in range(13)] == [11, 12, 13, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
    assert rules.source(s, 16) == cards.parse("9S") and rules.source(s, 32) == cards.parse("7S")
    assert rules.source(s, 0) == rules.source(s, 1) == 0
    assert rules.points(rules.score(s)) == "6 cards"


def test_positions_are_alike_with_the_same_cards_in_the_same_order():
    lie = {"hand": "4S 5S 9S", "turned": "8S", "waste": "6S 7S"}
    s = put(**lie)
    assert rules.like(s, put(**lie), rules.TURN) == rules.TURN
    for where, other in (("hand", "5S 4S 9S"), ("turned", "8H"), ("waste", "7S 6S")):
        assert rules.like(s, put(**{**lie, where: other}), rules.TURN) < 0, where


# Many games


@pytest.mark.parametrize("redeals", (0, 1, 2))
def test_games_at_random_agree_with_the_oracle(redeals):
    """F3, F4, F5, F6, F7, F8, F9, F11, F12, F13, F14."""
    rng = random.Random(13 + redeals)
    ends = {"won": 0, "lost": 0}
    for deal in range(1, 5001 if SOAK else 50):
        s = dealt(deal, redeals)
        state = rules.state(s)
        while True:
            allowed = oracle_legal(state)
            assert set(legal(s)) == allowed
            assert over(s) == oracle_over(state)
            assert rules.hopeless(s) == oracle_hopeless(state)
            assert rules.score(s) == sum(map(len, state["foundations"].values()))
            if over(s):
                ends[over(s)] += 1
                break
            builds = sorted(allowed - {"turn", "redeal"})
            t = rng.choice(builds if builds and rng.random() < 0.9 else sorted(allowed))
            do(s, t)
            state = oracle_play(state, t)
            assert rules.state(s) == state
    assert ends["lost"] and (ends["won"] or redeals == 1)


# Hints


def test_hints_are_legal_and_positions_called_winnable_are_won():
    """F8: also by holding cards back."""
    won = held = 0
    for deal in range(1, 8):
        s = dealt(deal, deal % 3)
        sure = False
        while not rules.over(s):
            m, verdict = hint(bot, s, 1500)
            t = rules.text(s, m)
            assert t in legal(s)
            assert not (sure and verdict == 2)
            sure = sure or verdict == 1
            held += t == "turn" and len(legal(s)) > 1
            do(s, t)
        assert rules.over(s) == 1 or not sure
        won += rules.over(s) == 1
        assert hint(bot, s, 1500)[0] == -1
    assert won > 2 and held > 12


def test_a_known_hand_is_searched_only_if_no_playout_wins(monkeypatch):
    """F6: after the redeal every card is known."""
    proofs = [(deal, text) for deal, text in bank.read("friday").items() if bank.won(text)]
    won = []  # the most playouts won by a way, at each search
    settled = bot._settled
    monkeypatch.setattr(bot, "_settled", lambda s: won.append(max(bot._wins)) or settled(s))
    asked = 0
    for deal, text in proofs[:20]:
        s = dealt(deal)
        for m in bank.decode(rules, deal, text):
            if rules.redealt(s) and rules.hand(s) in (20, 40) and len(legal(s)) > 1:
                assert hint(bot, s, 1500)[1] == 1
                asked += 1
            rules.apply(s, m)
    assert asked > 10 and not any(won)


def can_win(s, met, most):
    """By exhaustive search; None if that takes too long."""
    if rules.over(s):
        return rules.over(s) == 1
    tops = sorted(c & 15 for c in s[rules._TOP : rules._HEIGHT])
    ranks = [bytes(c & 15 for c in part) for part in piles(s)]
    turned = s[rules._TURNED] & 15
    key = s[rules._LEFT], rules.filled(s), tuple(tops), *ranks, turned, s[rules._END]
    if key not in met:
        if len(met) == most:
            return None
        met[key] = False
        for t in reversed(legal(s)):
            after = bytearray(s)
            rules.apply(after, rules.parse(s, t))
            found = can_win(after, met, most)
            if found is not False:
                met[key] = found
                break
    return met[key]


def test_verdicts_agree_with_exhaustive_search():
    rng = random.Random(1)
    met = {(1, True): 0, (2, False): 0}
    for deal in range(1, 160):
        s = dealt(deal, deal % 3)
        wild = rng.random() < 0.2  # builds even if it should start a foundation
        while not rules.over(s) and (s[rules._GONE] < 40 or not rules.redealt(s)):
            builds = [t for t in legal(s) if t not in ("turn", "redeal")]
            begin = [t for t in builds if t[-1] == LABELS[min(rules.filled(s), 12)]]
            if begin and not wild:
                do(s, rng.choice(begin))
            elif builds and rng.random() < 0.8:
                do(s, rng.choice(builds))
            else:
                do(s, legal(s)[0])
        truth = can_win(s, {}, 1500)
        _, verdict = hint(bot, s, 1500)
        if not rules.over(s) and verdict and truth is not None:
            met[verdict, truth] += 1
    assert min(met.values()) > 5
