"""Hints of winnable deals: the proved line serves as long as the game is on it."""

import random

import playing
import pytest

from thirteen.bots import banked
from tools import bank, games

DRAWN = False  # by the fixture `handheld`


class Unsure:
    """A bot that knows nothing, and counts how often it is asked."""

    def __init__(self):
        self.asked = 0

    def think(self, s):
        self.asked += 1

    def step(self):
        return True

    def move(self):
        return 77

    def verdict(self):
        return 0


def proof(game, deal):
    """The proof of a deal, by the shares in the file that goes on the handheld."""
    with open(games.FIRMWARE / f"thirteen/bank/{game}-lines.bin", "rb") as file:
        shares = file.read(banked.SHARES)
    choices = bank.choices(games.rules(game), deal, bank.read(game)[deal])
    return shares + bank.packed(list(choices), shares)


def hint(rules, deal, proof, s):
    """(move, verdict) of the line's bot for state s."""
    bot = banked.Banked(rules, deal, proof, Unsure())
    before = bytes(s)
    bot.think(s)
    for _ in range(500):
        if bot.step():
            break
    assert bytes(s) == before
    return bot.move(), bot.verdict()


@pytest.mark.parametrize("game", bank.LINED)
def test_following_the_hints_of_a_proved_deal_wins_and_is_never_unsure(game):
    rules = games.rules(game)
    proofs = [deal for deal, entry in bank.read(game).items() if bank.won(entry)]
    for deal in proofs[:: 1 if playing.SOAK else len(proofs) // 2]:
        proved = proof(game, deal)
        s = bank.dealt(rules, deal)
        while not rules.over(s):
            m, verdict = hint(rules, deal, proved, s)
            assert verdict == 1
            rules.apply(s, m)
        assert rules.over(s) == 1


def _other_names(rules, s, m, r):
    """A move that does the same as m: another foundation of its rank, another empty waste."""
    moves = memoryview(bytearray(2 * rules.MOVES)).cast("H")
    found = []
    for other in list(moves[: rules.moves(s, moves)]):
        if rules is games.rules("friday"):
            same = m & 48 == other & 48 and m > 15
            if same:
                a, b = rules.top(s, m & 15), rules.top(s, other & 15)
                same = bool(a) == bool(b)
        else:
            same = 16 <= m < 64 and 16 <= other < 64
            same = same and not rules.wasted(s, m & 7) and not rules.wasted(s, other & 7)
        if same:
            found.append(other)
    return r.choice(found or [m])


@pytest.mark.parametrize("game", bank.LINED)
def test_like_piles_may_change_places(game):
    rules = games.rules(game)
    changed = 0
    for deal, entry in list(bank.read(game).items())[: 12 if playing.SOAK else 4]:
        if not bank.won(entry):
            continue
        r = random.Random(deal)
        proved = proof(game, deal)
        s = bank.dealt(rules, deal)
        while not rules.over(s):
            m, verdict = hint(rules, deal, proved, s)
            assert verdict == 1, deal
            other = _other_names(rules, s, m, r)
            changed += other != m
            rules.apply(s, other)
        assert rules.over(s) == 1
    assert changed > 3


@pytest.mark.parametrize("game", bank.LINED)
def test_a_damaged_line_has_no_moves(game):
    """It ends before the game, or in a loss."""
    rules = games.rules(game)
    deal = next(d for d, e in bank.read(game).items() if bank.won(e))
    for seed, n in enumerate((95, 95, 150, 200, 200)):
        assert banked.moves(rules, deal, random.Random(seed).randbytes(n)) == 0
    assert banked.moves(rules, deal, proof(game, deal)) > 13


@pytest.mark.parametrize("game", bank.LINED)
def test_off_the_line_the_bot_is_asked(game):
    """And only there: every claim that a position can be won has a proof."""
    rules = games.rules(game)
    deal = next(d for d, e in bank.read(game).items() if bank.won(e))
    proved = proof(game, deal)
    moves = memoryview(bytearray(2 * rules.MOVES)).cast("H")
    strayed = 0
    for seed in range(6 if playing.SOAK else 2):
        r = random.Random(seed)
        s = bank.dealt(rules, deal)
        while not rules.over(s):
            m, verdict = hint(rules, deal, proved, s)
            if not verdict:
                assert m == 77
                strayed += 1
                break
            on = bytes(s)
            n = rules.moves(s, moves)
            rules.apply(s, moves[r.randrange(n)] if r.random() < 0.3 else m)
        s = bytearray(on)  # the last position that was said to be winnable
        while not rules.over(s):
            rules.apply(s, hint(rules, deal, proved, s)[0])
        assert rules.over(s) == 1
    assert strayed


@pytest.mark.parametrize("game", bank.GAMES)
def test_the_handheld_finds_the_line_of_each_proved_deal(handheld, game):
    handheld.on()
    deals = handheld.module("storage.deals")
    entries = bank.read(game)
    for deal in list(entries)[:: len(entries) // 60]:
        proved = bank.won(entries[deal]) and game in bank.LINED
        expected = proof(game, deal) if proved else b""
        assert deals.proved_win(game, deal) == expected, deal
    last = max(deal for deal in entries if bank.won(entries[deal]))
    assert bool(deals.proved_win(game, last)) == (game in bank.LINED)
    assert deals.proved_win(game, len(entries) + 1) == deals.proved_win(game, 999999) == b""
    assert deals.proved_win(game, last, b"\1") == b"" == deals.proved_win(game, last, b"\0\1")


@pytest.mark.parametrize("game", bank.LINED)
def test_a_winnable_deal_is_never_called_unsure_at_its_start(handheld, game):
    deal = next(d for d, e in bank.read(game).items() if bank.won(e))
    handheld.prepare(game, deal).on()
    status = handheld.status_panel
    notes = []
    tell = status.message
    status.message = lambda text, *shorter: notes.append(text) or tell(text, *shorter)
    handheld.tap("900 X 300 X 1500")
    assert any("It can still be won." in text for text in notes)
    handheld.prepare(game, deal, 0, b"\1").on()  # other rules: nothing is proved
    hint = handheld.module("screens.hint")
    table = handheld.saved(game)
    assert not isinstance(hint.bot_for(table), handheld.module("bots.banked").Banked)
