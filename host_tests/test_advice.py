"""A player who knows X and A alone: A plays the hint, which leads where it says."""

import playing
import pytest
from scripted_player import play

DRAWN = False


def follow(handheld, seen):
    """X until a move is advised, then A; notes (the move advised, the one made) of each A."""
    choice, hint, menu = map(handheld.module, ("table.choice", "screens.hint", "ui.menu"))
    busy = []

    def during(module, name):
        function = getattr(module, name)

        def watched(*args, **more):
            busy.append(name)
            try:
                return function(*args, **more)
            finally:
                busy.remove(name)

        setattr(module, name, watched)

    during(hint, "run")
    during(menu, "ask")
    yield 600
    match = handheld.game.match
    while not match.rules.over(match.s):
        yield "X"
        yield 40
        while "run" in busy:  # it may ask first whether the hint is worth what it costs
            yield "A" if "ask" in busy else None
        if choice.advised < 0:
            continue
        before, advised = match.played, choice.advised
        hud = getattr(handheld.game.view, "hud", None)
        if hud and hud.has_message():  # of a level that is over
            yield "A"
        yield "A"
        for _ in range(100):  # or the game plays itself
            if match.played == before:
                yield None
        assert match.played > before
        seen.append((advised, match.log[before]))
        yield 200


def followed(handheld, most):
    """The match after at most that many hints, each of which was played by one A."""
    seen = []

    def script(handheld):
        for what in follow(handheld, seen):
            if len(seen) > most:
                return
            yield what

    play(handheld, script, step=8)
    assert seen and all(advised == made for advised, made in seen)
    return handheld.game.match


@pytest.mark.parametrize("game", playing.PATIENCES)
def test_a_deal_that_can_be_won_is_won_by_x_and_a(handheld, game):
    """Where a card has several targets A plays to the one that was named, too."""
    deal, _ = playing.won(game)  # by hints
    handheld.prepare(game, deal)
    match = followed(handheld, 200)
    assert match.rules.over(match.s) == 1


def test_a_group_of_make_13_is_taken_by_x_and_a(handheld):
    handheld.prepare("make13", 364, options=b"\0\0\0\3\0")
    match = followed(handheld, 120)
    assert match.rules.get(match.s, match.rules.LEVEL) > 1


def test_a_match_is_played_by_x_and_a(handheld):
    handheld.prepare("three_thirteen", 42, options=bytes((0, 0, 2, 0, 0, 0, 0, 0, 1)))
    match = followed(handheld, 100)
    assert match.rules.over(match.s)
