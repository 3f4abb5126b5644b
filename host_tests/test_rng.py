"""The generator: small integers only, uniform shuffles, no repeated deals."""

import os
from array import array
from math import sqrt

import pytest

from thirteen import cards, rng

SOAK = bool(os.environ.get("SOAK"))
THIRTEENS = 0x0100
SALTS = (0x0200, 0x0301, 0x0405, 0x050B) if SOAK else ()
DEALS = 100_000 if SOAK else 10_000


def dealt(salt, deals):
    """The shuffled decks of deals 1 to `deals`, joined."""
    start = bytearray(52)
    cards.deck(start, 1)
    for i, c in enumerate(start):  # 0..51, for counting
        start[i] = (c >> 4) * 13 + (c & 15) - 1
    a = bytearray(52)
    out = bytearray()
    shuffle = rng.shuffle
    for deal in range(1, deals + 1):
        a[:] = start
        shuffle(a, 52, deal, salt)
        out += a
    return bytes(out)


def chi(counts, expected):
    """Chi-square of a table with fixed row and column sums, in standard deviations."""
    x = sum((n - expected) ** 2 for row in counts for n in row) / expected
    free = (len(counts) - 1) * (len(counts[0]) - 1)
    return (x - free) / sqrt(2 * free)


def tally(lines, size=52):
    """How often each of 0..size-1 occurs in each of the lines of bytes."""
    return [[line.count(bytes((v,))) for v in range(size)] for line in lines]


@pytest.mark.parametrize("salt", (THIRTEENS, *SALTS), ids=hex)
def test_many_deals(salt):
    decks = dealt(salt, DEALS)
    every_card_is_as_likely_in_every_place(decks)
    a_card_says_nothing_of_the_next_or_of_the_next_deal(decks)
    no_two_deals_are_alike(decks)


def every_card_is_as_likely_in_every_place(decks):
    counts = tally([decks[place::52] for place in range(52)])
    expected = DEALS / 52
    assert abs(chi(counts, expected)) < 4
    worst = max(abs(n - expected) for row in counts for n in row)
    assert worst < 5 * sqrt(expected)


def a_card_says_nothing_of_the_next_or_of_the_next_deal(decks):
    follows = [bytearray() for _ in range(52)]
    for place in (0, 14, 50):
        for a, b in zip(decks[place::52], decks[place + 1 :: 52]):
            follows[a].append(b)
    counts = tally(follows)
    assert all(counts[i][i] == 0 for i in range(52))
    expected = 3 * DEALS / (52 * 51)
    x = sum((n - expected) ** 2 for i, row in enumerate(counts) for n in row[:i] + row[i + 1 :])
    free = 51 * 51 - 52
    assert abs(x / expected - free) / sqrt(2 * free) < 4
    for place in (0, 14, 51):
        line = decks[place::52]
        later = [bytearray() for _ in range(52)]
        for a, b in zip(line, line[1:]):
            later[a].append(b)
        assert abs(chi(tally(later), DEALS / 2704)) < 4


def no_two_deals_are_alike(decks):
    assert len({decks[i : i + 52] for i in range(0, len(decks), 52)}) == DEALS


@pytest.mark.parametrize("n", (2, 3, 5, 13, 52, 104, 255))
def test_below_is_uniform(n):
    r = array("H", bytes(8))
    rng.seed(r, n, 7)
    counts = [0] * n
    for _ in range(400 * n):
        counts[rng.below(r, n)] += 1
    x = sum((c - 400) ** 2 for c in counts) / 400
    assert abs(x - (n - 1)) / sqrt(2 * (n - 1)) < 4


def test_below_rejects_the_tail_that_favours_small_numbers(monkeypatch):
    words = [65535, 65520, 65519]  # 65520 is 1260 times 52
    monkeypatch.setattr(rng, "word", lambda r: words.pop(0))
    assert rng.below(None, 52) == 65519 % 52 and not words


def test_below_covers_its_range():
    r = array("H", bytes(8))
    rng.seed(r, 1, 2)
    seen = [rng.below(r, 65536) for _ in range(5000)]
    assert min(seen) < 100 and max(seen) > 65436
    assert {rng.below(r, 1) for _ in range(10)} == {0}


def test_words_have_unbiased_bits_and_no_short_cycle():
    for deal, salt in ((1, 0), (999999, 0xFFFF), (65536, 1)):
        r = array("H", bytes(8))
        rng.seed(r, deal, salt)
        words = [rng.word(r) for _ in range(40_000)]
        for bit in range(16):
            assert abs(sum(w >> bit & 1 for w in words) - 20_000) < 4 * 100
        pairs = set(zip(words, words[1:], words[2:]))
        assert len(pairs) == len(words) - 2


def test_deals_games_and_rounds_have_independent_generators():
    r = array("H", bytes(8))
    seen = set()
    for deal in (1, 2, 255, 256, 65535, 65536, 65537, 131072, 999999):
        for salt in (0, 1, 0x0100, 0x0101, 0x0200, 0xFFFF):
            rng.seed(r, deal, salt)
            seen.add((rng.word(r), rng.word(r), rng.word(r)))
    assert len(seen) == 9 * 6


class Small(int):
    """An int that checks every result: MicroPython must be able to store it without allocating."""

    def _watched(name):
        plain = getattr(int, name)

        def op(self, other):
            result = plain(self, other)
            if result is not NotImplemented:
                assert -(2**30) <= result < 2**30, name
            return Small(result)

        return op

    for _name in "add sub mul and or xor lshift rshift mod".split():
        for _side in ("__%s__", "__r%s__"):
            locals()[_side % _name] = _watched(_side % _name)


def test_nothing_exceeds_thirty_bits():
    r = [Small(0)] * 4
    for deal in (1, 999999):
        rng.seed(r, Small(deal), Small(0xFFFF))
        r[0] = r[1] = r[2] = r[3] = Small(0xFFFF)
        for n in (2, 52, 104, 65536):
            for _ in range(300):
                rng.below(r, Small(n))
