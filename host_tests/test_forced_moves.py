"""Moves of a patience that are no decision: which they are, and who makes them."""

import json
import random

import playing
import pytest

from thirteen.match import Match
from thirteen.rules import forced

DRAWN = False
DEALS = 500 if playing.SOAK else 12


def look(rules, s):
    """What counts of a position: not the order of Imaginary's wastes, nor which of Friday's
    foundations ends in which rank (F4: suits and heights do not count)."""
    seen = rules.state(s)
    if "wastes" in seen:
        seen["wastes"] = sorted(map(str, seen["wastes"]))
    elif "hand" in seen:
        piles = seen["foundations"].values()
        seen["foundations"] = sorted(f[-1][:-1] if f else "" for f in piles)
    return json.dumps(seen, sort_keys=True)


def positions(game):
    """(match, legal moves) all along random games."""
    rules = playing.RULES[game]
    for deal in range(1, DEALS + 1):
        match = Match(rules, deal)
        r = random.Random(deal)
        while not rules.over(match.s):
            out, n = match.legal()
            moves = list(out[:n])
            yield match, moves
            match.play(r.choice(moves))


@pytest.mark.parametrize("game", playing.PATIENCES)
def test_a_move_is_forced_if_all_lead_to_one_position_and_only_then(game):
    """No decision is lost: each legal move is made, and what lies on the table compared."""
    n = 0
    for match, moves in positions(game):
        rules = match.rules
        after = set()
        for m in moves:
            s = bytearray(match.s)
            rules.apply(s, m)
            after.add(look(rules, s))
        m = forced.only(rules, match.s, moves, len(moves))
        assert m == (moves[0] if len(after) == 1 else -1)
        n += m >= 0
    assert n > DEALS or game == "thirteens"


def decisions(match):
    """{moves played: (legal moves, the one made)} wherever there was something to decide."""
    rules = match.rules
    s = bytearray(rules.SIZE)
    rules.new(s, match.number, match.options)
    made = {}
    out = list(match.log[: match.played])
    for n, m in enumerate(out):
        moves = type(match.log)("H", bytes(2 * rules.MOVES))
        k = rules.moves(s, moves)
        if forced.only(rules, s, moves, k) < 0:
            made[n] = (list(moves[:k]), m)
        rules.apply(s, m)
    return made


def begun(handheld, keys, game="friday", deal=7, **chosen):
    """The match after these keys, from a new deal."""
    handheld.prepare(game, deal, 0, **chosen)
    return handheld.play("600 " + keys).game.match


def test_while_a_is_held_the_next_choice_is_reached_and_not_passed(handheld):
    """Friday begins with turns only: one press makes them all, and decides nothing."""
    match = begun(handheld, "A:9000 500")
    assert match.played > 1
    out, n = match.legal()
    assert forced.only(match.rules, match.s, out, n) < 0
    assert not decisions(match)


def test_while_a_is_held_a_move_comes_after_450_ms_and_then_each_180(handheld):
    made = [begun(handheld, f"A:{ms} 500", animation=0).played for ms in (400, 500, 800)]
    assert made == [1, 2, 3]


@pytest.mark.parametrize("ms", (40, 400))
def test_a_tap_makes_one_move_also_a_slow_one(handheld, ms):
    assert begun(handheld, f"A:{ms} 3000").played == 1


def test_a_press_during_a_long_frame_is_no_hold(handheld):
    """A flash write or a busy host: the key was down at both ends, and not in between."""
    handheld.prepare("friday", 7, 0)
    handheld.on()
    game = handheld.saved("friday")
    keys = handheld.module("ui.keys")
    game.view.open(game.match.s)
    game.mode.begin(game)
    keys.holds = lambda k: True
    while game.mode.autoplay(game):  # par is found
        pass
    for ms, k in ((16, keys.A), (5000, 0), (5000, 0)):
        keys.dt = ms
        game.mode.frame(game, k)
        game.mode.autoplay(game)
        assert game.match.played == 0


def test_what_was_held_before_the_game_came_moves_nothing(handheld):
    handheld.prepare("friday", 7, 0, last=False)
    at = playing.GAMES.index("friday")
    assert handheld.play(f"600 {'RIGHT ' * at}A:6000 500").game.match.played == 0


@pytest.mark.parametrize("game", ("friday", "imaginary"))
def test_by_themselves_they_are_made_to_the_next_choice(handheld, game):
    match = begun(handheld, "9000", game, forced=1)
    out, n = match.legal()
    assert forced.only(match.rules, match.s, out, n) < 0
    assert not decisions(match)


def test_by_hand_nothing_moves_by_itself(handheld):
    assert begun(handheld, "9000").played == 0


def forced_after_a_decision(game):
    """(deal, moves until a decision was made after which at least two moves are forced)."""
    for match, moves in positions(game):
        if len(moves) < 2 or forced.only(match.rules, match.s, moves, len(moves)) >= 0:
            continue
        for m in moves:
            s = bytearray(match.s)
            match.rules.apply(s, m)
            line = [*match.log[: match.played], m]
            for _ in range(2):
                out = [0] * match.rules.MOVES
                k = match.rules.moves(s, out)
                follow = forced.only(match.rules, s, out, k)
                if follow < 0 or match.rules.over(s):
                    break
                match.rules.apply(s, follow)
            else:
                if not match.rules.over(s):
                    return match.number, line
    raise AssertionError("no such position")


def test_undo_leads_back_to_the_last_decision_and_nothing_is_made_again(handheld):
    deal, line = forced_after_a_decision("friday")
    for keys, n in (("9000", None), ("9000 Y 9000", len(line) - 1)):
        handheld.prepare(forced=1)
        game = handheld.start("friday", deal)
        for m in line:
            game.match.play(m)
        game.save()
        settings = handheld.module("storage.settings")
        settings.remember(game.row)
        settings.save()
        match = handheld.play(keys).game.match
        assert match.played == n if n is not None else match.played >= len(line) + 2


def test_the_hold_is_told_once_to_who_presses_again_and_again(handheld):
    handheld.prepare("friday", 7, 0)
    notes = []

    def watch():
        panel = handheld.status_panel
        note = panel.message
        panel.message = lambda text: (notes.append(text), note(text))[1]

    handheld.play("600 " + "A 900 " * 5, before=watch)
    assert sum(text.startswith("Hold") for text in notes) == 1


@pytest.mark.parametrize("answer", (0, 1))
def test_after_the_first_win_it_is_asked_whether_forced_moves_go_by_themselves(handheld, answer):
    """Only after one that took many, and not again after the second win."""
    handheld.prepare("friday", 6)
    handheld.on()
    game = handheld.saved("friday")
    settings, menu = handheld.module("storage.settings"), handheld.module("ui.menu")
    settings.load()
    asked = []
    menu.ask = lambda title, rows, at, note, **_: (asked.append(note), answer)[1]
    game.mode.begin(game)
    forced = game.mode.forced
    forced.by_hand = 40
    game.mode.after_win(game)  # not won yet
    handheld.played("friday")
    forced.by_hand = 14
    game.mode.after_win(game)
    assert not asked
    forced.by_hand = 15
    game.mode.after_win(game)
    assert len(asked) == 1 and asked[0].startswith("15 moves")
    assert settings.values[settings.FORCED] == 1 - answer
    settings.values[settings.FORCED] = 1
    game.mode.after_win(game)  # they go by themselves
    settings.values[settings.FORCED] = 0
    handheld.played("friday")
    game.mode.after_win(game)
    assert len(asked) == 1


def test_moves_that_are_no_decision_are_counted_as_they_are_made_by_hand(handheld):
    """By A or B: a card that is turned, as nothing else can be done."""
    handheld.prepare("friday", 7, 0)
    handheld.play("600 " + "A 900 " * 5 + "B 900")
    assert handheld.game.mode.forced.by_hand >= 4


def test_quick_cards_rise_by_a_semitone_each(handheld):
    """Thirteens: pairs in a row sound higher each; after a rest the first tone comes again."""
    handheld.board = "picosystem"
    handheld.prepare("thirteens", 42, 0, sound=2)
    handheld.on()
    game = handheld.saved("thirteens")
    keys = handheld.module("ui.keys")
    game.view.open(game.match.s)
    game.mode.begin(game)
    tones = []
    handheld.module("ui.sound").level = 9
    handheld.hal.tone = lambda hz, ms, level: tones.append(hz)
    bot = handheld.module("bots.thirteens")
    for pause in (400, 2000, 2000, 5000):  # each is soon after the one before
        playing.think(bot, game.match.s)
        keys.dt = pause
        game.mode.frame(game, 0)
        game.move(bot.move())
    assert tones[0] < tones[1] < tones[2] and tones[3] == tones[0]
