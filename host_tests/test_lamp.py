"""The lamp: whether a patience can still be won. It claims nothing that is not so."""

import plain_solvers
import playing
import pytest

from tools import bank

DRAWN = False  # by the fixture `handheld`

UNKNOWN, WINNABLE, LOST = range(3)
HINTED = 32  # of HOW in storage/history.py


class Seen:
    """A game with the lamp on; `look` rests until nothing is searched, and says what it shows."""

    def __init__(self, handheld, game, deal, lamp=1):
        handheld.prepare()
        handheld.on()
        settings = handheld.module("storage.settings")
        settings.load()
        settings.values[settings.LAMP] = lamp
        self.game = handheld.start(game, deal)
        self.panel = handheld.status_panel
        self.game.view.open(self.game.match.s)
        self.game.mode.begin(self.game)
        self.slices = 0

    def look(self):
        self.game.mode.after_key(self.game)
        self.slices = 0
        while self.game.mode.ponder(self.game):
            self.slices += 1
        return self.panel._lamp

    def play(self, m):
        self.game.match.play(m)
        return self.look()


@pytest.mark.parametrize("game", plain_solvers.SOLVERS)
def test_what_it_says_is_so(handheld, game):
    """Near the end of a win, with some random moves off it, and of random games."""
    deal, line = playing.won(game)
    met = {UNKNOWN: 0, WINNABLE: 0, LOST: 0}
    for off in range(48 if playing.SOAK else 12):
        seen = Seen(handheld, game, deal)
        match = seen.game.match
        for m in line[: -2 * (off % 6) - 8] if off % 3 else ():
            match.play(m)
        playing.play_on(match, off if off % 3 else 400, off)
        for _ in range(off + 1):
            said = seen.look()
            really = plain_solvers.SOLVERS[game](match.rules.state(match.s), 4000)
            assert said in (really, UNKNOWN) or not really, (off, match.played)
            met[said] += really > 0 and said > 0
            match.undo()
    assert min(met[WINNABLE], met[LOST]) > 5, met


def test_on_the_proved_line_of_a_deal_it_can_be_won(handheld):
    deal = next(deal for deal, text in bank.read("friday").items() if bank.won(text))
    seen = Seen(handheld, "friday", deal)
    solver = handheld.module("bots.friday")
    solver.settle = None  # not asked
    assert seen.look() == WINNABLE
    for m in bank.decode(playing.RULES["friday"], deal, bank.read("friday")[deal])[:60]:
        assert seen.play(m) == WINNABLE


def lost(handheld, game="thirteens"):
    """A game in which it has just become lost, with a move to be made after that."""
    for deal in range(1, 99):
        seen = Seen(handheld, game, deal)
        said = seen.look()
        while said == WINNABLE:
            out, n = seen.game.match.legal()
            said = seen.play(out[n - 1])
        rules = seen.game.rules
        if said == LOST and seen.game.match.played and not rules.over(seen.game.match.s):
            return seen
    raise AssertionError


def test_after_a_lost_position_nothing_is_searched_until_an_undo(handheld):
    seen = lost(handheld)
    out, _ = seen.game.match.legal()
    assert seen.play(out[0]) == LOST and not seen.slices
    seen.game.match.undo()
    assert seen.look() == LOST and not seen.slices
    seen.game.match.undo()
    assert seen.look() == WINNABLE


def test_who_has_seen_it_has_had_a_hint(handheld):
    seen = Seen(handheld, "thirteens", 42)
    assert not seen.game.has(HINTED)
    seen.look()
    assert seen.game.has(HINTED) and handheld.saved("thirteens").has(HINTED)
    settings = handheld.module("storage.settings")
    settings.values[settings.LAMP] = 0  # turned off meanwhile
    assert seen.look() == -1
    seen = Seen(handheld, "thirteens", 42, lamp=0)
    assert seen.look() == -1 and not seen.game.has(HINTED)


def test_without_memory_it_knows_nothing_and_the_game_goes_on(handheld):
    seen = Seen(handheld, "thirteens", 42)

    def settle(s, most):
        yield -1
        raise MemoryError

    handheld.module("bots.thirteens").settle = settle
    handheld.module("storage.deals").line = lambda *_: b""
    assert seen.look() == UNKNOWN and not seen.game.has(HINTED)


def test_a_game_that_is_over_is_told_by_its_end(handheld):
    seen = Seen(handheld, "friday", 7)
    playing.play_on(seen.game.match, 999)
    assert seen.game.rules.over(seen.game.match.s) == LOST
    assert seen.look() == LOST and not seen.slices
