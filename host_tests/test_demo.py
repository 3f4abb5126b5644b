"""The demonstration: after a minute in the launcher the games play themselves until a key."""

from types import SimpleNamespace

import playing
import pytest

import hardware

DRAWN = False  # by the fixture `handheld`

WAIT = 62000


def watch(handheld, keys, before=None, **chosen):
    """(names of the games played, moves made) in a minute from the launcher, then these keys."""
    handheld.prepare(last=False, **chosen)
    handheld.on()
    handheld.blind()
    if before:
        before()
    games = []
    Game = handheld.module("game").Game
    init = Game.__init__
    Game.__init__ = lambda self, *args: (games.append(self), init(self, *args))[1]
    handheld.files_before = handheld.files()
    handheld.tap(keys, start=0, after=400)
    return [game.name for game in games], [game.match.played for game in games]


def test_after_a_minute_without_a_key_the_games_play_themselves(handheld):
    names, moves = watch(handheld, f"{WAIT + 300000}", sleep=0)
    assert names[:3] == list(playing.GAMES[:3]) and min(moves[:2]) >= 12
    assert handheld.files() == handheld.files_before


@pytest.mark.parametrize("key", hardware.KEYS)
def test_any_key_ends_it_and_does_nothing_else(handheld, key):
    """The launcher is as it was: no other tile, no menu, no game, sound again."""
    names, moves = watch(handheld, f"RIGHT*2 {WAIT} {key} 900", sleep=0, sound=2)
    assert names == ["friday"]
    assert not handheld.game and handheld.module("ui.sound").level == 255
    keys = handheld.module("ui.keys")
    assert 0 < keys.idle < 1500


def test_who_begins_to_listen_ends_it(handheld):
    heard = []

    def before():
        sleep = handheld.hal.sleep

        def listens(ms):
            if hardware.now > WAIT + 3000 and not hardware.listener:
                hardware.listener = heard.append
            sleep(ms)

        handheld.hal.sleep = listens

    names, _ = watch(handheld, f"{WAIT + 60000}", before, sleep=0)
    hardware.listener = None
    assert len(names) == 1 and heard[0].startswith("Thirteen.") and "demo" not in heard[0]


def test_it_is_silent_and_the_display_sleeps_as_ever(handheld):
    lights = []

    def before():
        light = handheld.hal.light
        handheld.hal.light = lambda level: (lights.append((hardware.now, level)), light(level))
        handheld.hal.tone = lambda *tone: beeps.append(tone)

    beeps = []
    names, _ = watch(handheld, "1000 RIGHT 150000 A 500", before, sleep=1, sound=2)
    dim, dark = [at for at, level in lights if at > 5000][:2]
    assert names and 60000 < dim < 62500 and 120000 < dark < 123000 and not beeps[1:]
    assert lights[-1][1] == 255 and not handheld.game  # the key that wakes it opens no game


def test_where_the_hints_know_nothing_it_makes_the_first_legal_move(handheld):
    handheld.on()
    handheld.blind()
    demo = handheld.module("screens.demo")
    demo.hint.bot_for = lambda game: bot
    moves = []
    bot = SimpleNamespace(think=len, step=lambda: True, move=lambda: moves[-1])
    game = handheld.start("thirteens", 7)
    game.view.open(game.match.s)
    out, n = game.match.legal()
    for m, made in (-1, out[0]), (out[n - 1], out[n - 1]):
        moves.append(m)
        assert n > 1 and demo._next(game) == made
