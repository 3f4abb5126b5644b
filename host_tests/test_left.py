"""The game that was left for another deal is kept: one of each kind, whatever happens."""

import playing
import pytest

DRAWN = False  # by the fixture `handheld`

NEW = "500 MENU 100 DOWN A 900 "
BACK = "Y 900 "
ROW = "MENU 100 UP*2 A 100 DOWN*2 A 900 "


def left(handheld, game="friday"):
    """(deal, moves played) of the game in play and of the one that was left, as saved."""
    handheld.on()
    store = handheld.module("storage.store")
    kept = handheld.module("storage.set_aside")
    found = []
    here = store.load(game)
    identity = handheld.module("storage.saved_game").read_head(here)[1] if here else 0
    for data in (here, kept.load(game, identity)):
        if data:
            table = handheld.module("game").Game(game, 0)
            assert table.restore(bytes(data)) and table.moves_are_legal(-1)
            found.append((table.match.number, table.match.played))
    return found


@pytest.mark.parametrize("game", playing.PATIENCES + playing.MULTIPLAYER)
def test_a_game_left_for_a_new_deal_comes_back_as_it_was(handheld, game):
    handheld.prepare(game, 42, 6, b"\0\0\2" if game in playing.MULTIPLAYER else None)
    before = handheld.on() and handheld.saved(game)
    history = handheld.module("storage.history")
    before.seconds = 77
    before.note(history.IS_BEGUN | history.IS_UNDONE | history.IS_HINTED)
    before.save()
    confirm = "A 900 " if game in playing.MULTIPLAYER else ""  # who plays
    handheld.play(NEW + confirm, after=2500)
    assert handheld.game.match.number != 42
    after = handheld.play("600 " + ROW).game
    n = before.match.played
    assert after.match.number == 42 and after.match.played >= n  # computer players may go on
    assert list(after.match.log[:n]) == list(before.match.log[:n])
    assert game in playing.MULTIPLAYER or after.match.s == before.match.s
    assert after.seconds >= 77 and after.has(history.IS_UNDONE) and after.has(history.IS_HINTED)
    assert not after.end


@pytest.mark.parametrize("name", ("", "Easy deal"))
def test_the_note_on_another_deal_names_the_one_that_is_lost_with_it(handheld, name):
    handheld.on()
    leave = handheld.module("dealing").leave
    notes = [leave(handheld.start("friday", deal, 5), name)[1] for deal in (42, 43, 44)]
    assert notes[0] == (name or "New deal") + ". Undo: back to deal 42"
    assert notes[1:] == [f"Deal {n} is lost. Undo: back to deal {n + 1}" for n in (42, 43)]


def test_two_games_change_places(handheld):
    handheld.prepare("friday", 42, 5)
    handheld.play(NEW + "B 600 B 600", after=2500)
    other = handheld.game.match.number
    assert left(handheld) == [(other, 2), (42, 5)]
    handheld.play("600 " + ROW)
    assert left(handheld) == [(42, 5), (other, 2)]
    handheld.play("600 " + ROW)
    assert left(handheld) == [(other, 2), (42, 5)]


@pytest.mark.parametrize("forced", (0, 1))
def test_a_deal_without_a_move_of_the_player_s_is_not_kept(handheld, forced):
    """Friday's first moves are no decision, and may go by themselves."""
    handheld.prepare("friday", 42, 8, forced=forced)
    handheld.play(NEW + NEW, after=2500)
    (other, moves), *rest = left(handheld)
    assert rest == [(42, 8)] and (moves > 0) == forced
    game = handheld.play("600 " + BACK, after=2500).game
    assert (game.match.number, game.match.played) == (42, 8)
    assert left(handheld) == [(42, 8)] and not handheld.numbers("friday")["PLAYED"]


def test_undo_goes_back_from_an_untouched_deal_only(handheld):
    handheld.prepare("friday", 42, 5)
    handheld.play(NEW + "B 600 Y 300 Y 600")
    assert handheld.game.match.number != 42
    assert handheld.status_panel._message == "Nothing to undo"


def test_a_finished_deal_offers_the_game_that_was_left(handheld):
    handheld.prepare("friday", 42, 5)
    handheld.play(NEW, after=2500)
    handheld.on()
    table = handheld.saved("friday")
    playing.play_on(table.match, 5000)
    table.clean = False
    table.save()
    game = handheld.play("4000 UP*2 A 900").game
    assert (game.match.number, game.match.played) == (42, 5)
    assert not game.end_shown and not game.end


@pytest.mark.parametrize("at", range(6))
def test_a_power_cut_at_any_write_loses_neither_game(handheld, at):
    handheld.prepare("friday", 42, 5)
    handheld.play(NEW + "B 600 B 600", after=2500)
    games = sorted(left(handheld))
    assert len(games) == 2

    def cut():
        writes = iter(range(99))
        write = handheld.hal.write

        def stopping(path, parts):
            if next(writes) == at:
                raise handheld.hardware.Stop
            write(path, parts)

        handheld.hal.write = stopping

    handheld.play("600 " + ROW + ROW, after=2500, before=cut)
    assert sorted(left(handheld)) == games
    kept = left(handheld)[0]
    handheld.play("600 " + NEW, after=2500)
    assert left(handheld)[1:] == [kept] and handheld.numbers("friday")["PLAYED"] == 1


def test_a_game_gone_back_to_before_a_power_cut_is_not_lost_when_it_is_left(handheld):
    """Its file was written, and that of the games left still has it, too."""
    handheld.on()
    dealing, kept = handheld.module("dealing"), handheld.module("storage.set_aside")
    table = handheld.start("friday", 42, 5)
    assert dealing.leave(table)[0] and kept.deal("friday", 0) == 42
    assert dealing.leave(table) == (True, "New deal. Undo: back to deal 42")
    assert not handheld.numbers("friday")["PLAYED"] and kept.deal("friday", 0) == 42


@pytest.mark.parametrize("game", ("friday", "three_thirteen"))
def test_a_game_that_is_over_is_not_gone_back_to_as_it_was_when_it_was_left(handheld, game):
    """Power was lost before the next deal was written: it went on, and its file has it, too."""
    handheld.on()
    dealing, alone = handheld.module("dealing"), game == "friday"
    table = handheld.start(game, 42, 5, None if alone else b"\0\0\2")
    assert dealing.leave(table)[0]
    if alone:
        playing.play_on(table.match, 5000)
        handheld.module("ending").close(table, False, 0, 60)
    else:
        dealing.restart(table)
    assert handheld.numbers(game, 0 if alone else 2)["PLAYED"] == 1
    dealing.deal(table)
    assert not dealing.back(table)


def test_without_room_nothing_is_left(handheld):
    handheld.prepare("friday", 42, 5)
    game = handheld.play(NEW + "A 600", before=lambda: handheld.fill("-left")).game
    assert (game.match.number, game.match.played) == (42, 5)


def test_a_loss_that_cannot_be_written_keeps_the_game(handheld):
    """What was left stays, and the game in play goes on."""
    handheld.on()
    dealing = handheld.module("dealing")
    assert dealing.leave(handheld.start("friday", 42, 5))[0]
    write = handheld.hal.write
    handheld.fill("history")
    table = handheld.start("friday", 43, 5)
    assert dealing.leave(table) == (False, "")
    assert handheld.module("storage.set_aside").deal("friday", 43) == 42
    match = handheld.start("three_thirteen", 7, 9, b"\0\0\2")
    match.note(handheld.module("storage.history").IS_BEGUN)
    before = bytes(match.match.s)
    dealing.restart(match)  # which gives it up
    assert bytes(match.match.s) == before
    handheld.hal.write = write
    assert dealing.leave(table) == (True, "Deal 42 is lost. Undo: back to deal 43")


def test_a_game_that_was_left_by_other_rules_is_set_aside(handheld):
    handheld.prepare("friday", 42, 5)
    handheld.play(NEW + "B 600 B 600", after=2500)
    here = left(handheld)[0]
    store = handheld.module("storage.store")
    data = bytearray(store.load("friday-left"))
    data[2 + 15 + 1] ^= 99  # the version of its rules
    store.save("friday-left", (data,))
    handheld.play("600 " + ROW + "A 600", after=2500)
    assert "friday-left.bad0" in handheld.files()
    assert left(handheld) == [here]


def test_a_game_gone_back_to_that_cannot_be_saved_stays_kept(handheld):
    handheld.prepare("friday", 42, 5)
    handheld.play(NEW + "B 600 B 600", after=2500)
    games = sorted(left(handheld))
    handheld.play("600 " + ROW, before=lambda: handheld.fill("friday."))
    assert handheld.module("storage.store").failing or handheld.module("storage.store").problems
    assert sorted(left(handheld)) == games


@pytest.mark.parametrize("size", (1, 2, 10, 30, "format", "step"))
def test_a_file_that_holds_no_game_that_was_left_stops_no_new_deal(handheld, size):
    """Both generations are whole, and hold what another version may have written."""
    handheld.prepare("friday", 42, 5)
    handheld.play(NEW + "B 600 B 600", after=2500)
    store = handheld.module("storage.store")
    data = bytearray(store.load("friday-left"))
    if size == "format":
        data[2] ^= 99
    elif size == "step":
        data[2 + 11] = 14
    else:
        del data[size:]
    assert store.save("friday-left", (data,)) and store.save("friday-left", (data,))
    handheld.play(NEW + "A 600 B 600", after=2500)
    files = handheld.files()
    assert "friday-left.bad1" in files and not [n for n in files if n.startswith("crash")]
    assert left(handheld)[1][1] == 2
