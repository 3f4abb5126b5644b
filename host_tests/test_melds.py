"""The meld search against brute force by R5, R6, R9 and R12. SOAK=1 tries 50,000 hands."""

import os
import random
from itertools import combinations

import pytest

from thirteen import cards
from thirteen.rules import three_thirteen_arrange as arrange
from thirteen.rules import three_thirteen_melds as melds
from tools.research import arena

SOAK = bool(os.environ.get("SOAK"))
RANKS = "A23456789TJQK"
POINTS = dict(zip(RANKS, (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10)))

# Found like those of tools/research/worst_hand.py: wild rank, hand, least deadwood.
HARD = [
    ("K", "5H 6H 6D 7H 7C 8H 8H 9H TH TH JH QH KS KC", 6),
    ("3", "3S 3H 3D 4C 5S 6S 6D 6C 7S 8S 8C 9S TS JS", 4),
    ("4", "4S 4D 4C 6D 7H 8H 8C 9H TH TH JH JH QH KH", 6),
    ("A", "AH AC 5D 6D 6C 7S 7D 7C 8D 8C 8C 9D 9C TD", 7),
    ("9", "2D 3S 4S 4C 5S 5C 6S 6S 6C 7S 7C 8C 9S 9D", 2),
    ("T", "AC 2C 3D 3C 4S 4C 5C 6C 6C 7C 8C 9C TS TH", 3),
    ("2", "2H 2D 5H 6S 7S 7H 7C 8S 8H 9S 9H TS TH JS", 5),
    ("2", "2S 2H 4D 5D 5C 6H 6D 7D 8D 8D 9D TD JD QD", 5),
]

BUILT = [
    ("7", "7D TC 7H KS QS JD 4H 5C", 29),  # the source's example
    ("7", "7D 7H KS QS JD 4H 5C", 19),  # and after its best discard
    ("5", "AS 2S 4S 5H KS KH", 7),
    ("6", "2S 3S 5S 6H KS KH", 10),
    ("3", "3S 3H 3D", 0),  # three wild cards alone
    ("3", "3S 4H KD", 17),  # one wild card alone
    ("3", "3S 3H KD", 0),
    ("K", "QS KD AS", 21),  # a run can't wrap from king to ace
    ("2", "QS KS AS", 21),
    ("2", "QS KS AS 2H", 1),
    ("9", "5S 5S 5H", 0),  # equal cards in one set
    ("9", "5S 5S 6S 7S", 5),  # never in one run
    ("9", "5S 5S 6S 6S 7S 7S", 0),
    ("9", "3S 4S 5S 5S 6S 7S", 0),  # two runs that meet
    ("2", "4S 5S 6S 6H 6D 7H 8H", 6),
    ("2", "4S 5S 6S 6H 6D 7D 8D", 6),
    ("2", "2H 4S 5S 7S 8S", 0),  # a wild card between
    ("2", "4D 5D 6D 4H 5H 6H 4C 5C 6C 4S 5S", 0),
    ("A", "2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AH AD", 0),  # a whole suit and a wild card
    ("J", "JS JH JD JC 2S 5H 8D KC 3H", 10),
    ("J", "JS JH JD JC JS JH JD JC 2S 5H 8D KC 3H 9S", 2),
]


def codes(text):
    return bytes(cards.parse(t) for t in text.split())


def meld(hand, wild):
    """Whether these cards are one meld: R5, R6."""
    natural = [c for c in hand if c & 15 != wild]
    ranks = sorted(c & 15 for c in natural)
    if len(hand) < 3:
        return False
    if len(set(ranks)) < 2:
        return True
    one_suit = len({c >> 4 for c in natural}) == 1
    return one_suit and len(set(ranks)) == len(ranks) and ranks[-1] - ranks[0] < len(hand) < 14


def brute(hand, wild, price):
    """The least deadwood over all partitions. Longer melds can be split into ones of 3 to 5."""
    first = [[] for _ in hand]
    for k in (3, 4, 5):
        for places in combinations(range(len(hand)), k):
            if meld([hand[i] for i in places], wild):
                first[places[0]].append(sum(1 << i for i in places))
    worth = [price if c & 15 == wild else POINTS[RANKS[(c & 15) - 1]] for c in hand]
    known = {0: 0}

    def least(free):
        if free not in known:
            i = (free & -free).bit_length() - 1
            best = worth[i] + least(free & free - 1)
            for m in first[i]:
                if m & free == m:
                    best = min(best, least(free & ~m))
            known[free] = best
        return known[free]

    return least((1 << len(hand)) - 1)


def hands(seed, count):
    """Hands of every size, number of decks and wild rank; 2 in 5 from few ranks or suits."""
    rnd = random.Random(seed)
    while count:
        n = rnd.randint(3, 14)
        wild = rnd.randint(1, 13)
        deck = [u << 4 | r for u in range(4) for r in range(1, 14)] * rnd.randint(1, 2)
        kind = rnd.randrange(5)
        if kind == 0:  # few ranks
            low = rnd.randint(1, 9)
            deck = [c for c in deck if low <= c & 15 <= low + 5 or c & 15 == wild]
        elif kind == 1:  # two suits
            deck = [c for c in deck if c & 16 or c & 15 == wild]
        if len(deck) >= n:
            yield bytes(rnd.sample(deck, n)), wild, rnd.choice((min(wild, 10), 15, 20))
            count -= 1


@pytest.mark.parametrize("part", range(4))
def test_r12_the_least_deadwood_equals_brute_force(part):
    """R5, R6, R9, R12."""
    for hand, wild, price in hands(part, 12500 if SOAK else 150):
        case = hand.hex(), wild, price
        assert melds.least(hand, 0, len(hand), wild, price) == brute(hand, wild, price), case


@pytest.mark.parametrize("wild, text, dead", HARD + BUILT)
def test_r12_hard_hands(wild, text, dead):
    """R5, R6, R9, R12, and the sheet's vectors."""
    w = RANKS.index(wild) + 1
    hand = codes(text)
    assert melds.least(hand, 0, len(hand), w, POINTS[wild]) == dead
    assert brute(hand, w, POINTS[wild]) == dead


def test_r16_a_wild_card_left_over_costs_its_price():
    """R12, R16."""
    hand = codes("3S 5H KD 8C")
    assert [melds.least(hand, 0, 4, 3, price) for price in (3, 15, 20)] == [26, 38, 43]
    assert melds.least(codes("3S 5H 5D 8C"), 0, 4, 3, 20) == 8


def test_the_hand_may_be_at_any_offset_and_bit_7_is_ignored():
    hand = b"\x0d\x0d" + bytes(c | 128 for c in codes("7D 7H KS QS JD 4H 5C")) + b"\x0d"
    assert melds.least(hand, 2, 7, 7, 7) == 19


def test_the_order_of_the_cards_does_not_matter():
    rnd = random.Random(8)
    for hand, wild, price in hands(9, 100):
        mixed = rnd.sample(list(hand), len(hand))
        n = len(hand)
        assert melds.least(hand, 0, n, wild, price) == melds.least(mixed, 0, n, wild, price)


def test_a_hand_can_be_solved_in_slices_and_detects_another_hand():
    for wild, text, dead in HARD:
        hand = codes(text)
        w = RANKS.index(wild) + 1
        mine = melds.begin(hand, 0, 14, w, POINTS[wild])
        steps = 1
        while not melds.advance(3):
            steps += 1
            if steps == 9:  # interrupted in the middle of a search
                assert melds.least(codes("4S 5S 6S 7S"), 0, 4, 9, 9) == 0
                assert not melds.mine(mine)
                mine = melds.begin(hand, 0, 14, w, POINTS[wild])
        assert steps > 20 and melds.found() == dead and melds.mine(mine)
        while not arrange.plan():
            assert melds.mine(mine)
        assert melds.advance(3) and melds.found() == dead


def laid(hand, wild, price):
    """(deadwood, melds, spare cards) as arranged."""
    n = len(hand)
    order = bytearray(n)
    group = bytearray(n)
    dead = arrange.arrange(b"\x0d" + hand, 1, n, wild, price, order, group)
    assert sorted(order) == list(range(n))
    assert list(group).count(0) == n or list(group) == sorted(group, key=lambda g: g or 99)
    found = [[hand[order[i]] for i in range(n) if group[i] == g] for g in range(1, max(group) + 1)]
    return dead, found, [hand[order[i]] for i in range(n) if not group[i]]


@pytest.mark.parametrize("part", range(2))
def test_r12_the_arrangement_has_valid_melds_and_the_least_deadwood(part):
    """R6, R12: a run is in order, with its wild cards in their places."""
    built = [(codes(t), RANKS.index(w) + 1, POINTS[w]) for w, t, _ in HARD + BUILT]
    for hand, wild, price in [*built, *hands(100 + part, 25000 if SOAK else 1000)]:
        dead, found, left = laid(hand, wild, price)
        worth = [price if c & 15 == wild else POINTS[RANKS[(c & 15) - 1]] for c in left]
        assert dead == sum(worth) == melds.least(hand, 0, len(hand), wild, price)
        for m in found:
            assert meld(m, wild), (hand.hex(), wild)
            natural = [(i, c & 15) for i, c in enumerate(m) if c & 15 != wild]
            if len({r for _, r in natural}) > 1:
                low = natural[0][1] - natural[0][0]
                assert low > 0 and low + len(m) <= 14
                assert all(r == low + i for i, r in natural)


def test_shed_finds_the_card_that_leaves_the_least():
    for hand, wild, price in hands(7, 1200):
        n = len(hand)
        if n < 4:
            continue
        place, dead = arena.best_discard(hand, wild, price)
        each = [melds.least(hand[:i] + hand[i + 1 :], 0, n - 1, wild, price) for i in range(n)]
        assert dead == min(each) == each[place]


def test_joins_lists_the_cards_that_extend_a_meld():
    hand = codes("4S 5S 6S 9H 9D 9C KD")
    melds.least(hand, 0, 7, 2, 2)
    assert arrange.loose(hand, 0, 7, 2) == 1 << 6
    deck = [u << 4 | r for u in range(4) for r in range(1, 14)]
    joining = [cards.text(c) for c in deck if arrange.joins(c >> 4) >> (c & 15) & 1]
    assert joining == "3S 4S 5S 6S 7S 9S 9H 9D 9C".split()
