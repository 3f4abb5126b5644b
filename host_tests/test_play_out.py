"""A patience that needs no more decisions is played to its end, unless a key stops it."""

import playing
import pytest

from thirteen.match import Match
from tools import bank

DRAWN = False  # by the fixture `handheld`


def decided(game):
    """(deal, moves until nothing is left to decide, how many follow, preferably many)."""
    rules = playing.RULES[game]
    best = (0, [], 0)
    for deal, text in list(bank.read(game).items())[:200]:
        if not bank.won(text):
            continue
        s = bytearray(rules.SIZE)
        rules.new(s, deal, bytes(len(rules.OPTIONS)))
        line = bank.decode(rules, deal, text)
        for n, m in enumerate(line):
            rest = alone(rules, s)
            if rest:
                if rest > best[2]:
                    best = deal, line[:n], rest
                break
            rules.apply(s, m)
        if best[2] > 2:
            return best
    return best


def alone(rules, s):
    """The number of obvious moves that win from s; 0 if they do not."""
    s = bytearray(s)
    n = 0
    while not rules.over(s):
        m = rules.obvious(s)
        if m < 0:
            return 0
        rules.apply(s, m)
        n += 1
    return n if rules.over(s) == 1 else 0


def prepare(handheld, game, deal, moves, **chosen):
    handheld.prepare(**chosen)
    table = handheld.module("game").Game(game)
    table.match.deal(deal)
    table.reset_counters()
    for m in moves:
        table.match.play(m)
    table.seconds = 61
    table.save()
    settings = handheld.module("storage.settings")
    settings.remember(table.row)
    settings.save()


@pytest.mark.parametrize("speed", [0, 2])
@pytest.mark.parametrize("game", bank.GAMES)
def test_the_rest_is_played_counted_and_logged(handheld, game, speed):
    deal, moves, rest = decided(game)
    prepare(handheld, game, deal, moves, animation=speed)
    tones = []

    def listen():
        handheld.module("ui.sound").run = tones.append

    table = handheld.play(f"{rest * 500 + 12000}", before=listen).game
    assert tones[:rest] == [*range(1, rest + 1)]  # each higher than the one before
    match = table.match
    assert table.rules.over(match.s) == 1 and match.played == len(moves) + rest
    numbers = handheld.numbers(game)
    assert numbers["PLAYED"] == numbers["WON"] == 1  # once
    assert not handheld.facts(table) & {"UNDONE", "HINTED"}
    assert match.record()["result"] == "won"
    again = handheld.module("match").Match(table.rules)
    again.deal(deal)
    again.replay(match.record()["moves"])  # all are legal
    assert again.s == match.s


STARTS = 2000  # ms after the table was shown; a note warns 1400 ms before


@pytest.mark.parametrize("game", ["friday", "imaginary"])
def test_a_key_stops_it_and_undo_goes_through_it(handheld, game):
    deal, moves, rest = decided(game)
    prepare(handheld, game, deal, moves)
    table = handheld.play(f"{STARTS + 700} B 6000").game
    n = table.match.played
    assert len(moves) < n < len(moves) + rest
    panel = handheld.status_panel
    assert "Stopped" in panel._message and panel._captions[0][1].endswith(" go on")
    assert any(" hint" in text for _, text in panel._captions)
    assert table.mode.frame(table, 16) == 0  # A only goes on
    prepare(handheld, game, deal, moves)
    table = handheld.play(f"{STARTS - 700} B 2000").game  # before its first move
    assert table.match.played == len(moves) and "Stopped" in handheld.status_panel._message
    prepare(handheld, game, deal, moves)
    handheld.play(f"{STARTS + 700} B 600 LEFT")  # the player goes on
    assert not handheld.status_panel._captions[0][1].endswith(" go on")
    prepare(handheld, game, deal, moves)
    handheld.play(f"{STARTS + 200}")  # it plays: no other key does what it did
    assert [text[:4] for _, text in handheld.status_panel._captions] == ["hold"]
    prepare(handheld, game, deal, moves)
    table = handheld.play(f"{STARTS + 700} B 600 " + "Y 600 " * (n - len(moves) + 1)).game
    assert table.match.played == len(moves) - 1  # before the start of the automatic moves
    prepare(handheld, game, deal, moves)
    undo = playing.row(handheld, "Undo")
    table = handheld.play(f"{STARTS + 700} {undo} 600").game  # stopped by the menu
    assert table.match.played == n - 1 and table.mode.frame(table, 16) == 16


@pytest.mark.parametrize("game", bank.GAMES)
def test_while_the_last_card_flies_nothing_is_said_to_stop_it(handheld, game):
    """The game is over then; after an undo the keys are the table's again."""
    deal, moves, rest = decided(game)
    prepare(handheld, game, deal, moves, animation=0)
    panel, seen = [], []

    def watch():
        hal, status_panel = handheld.hal, handheld.status_panel
        panel.append(status_panel)
        refresh = hal.refresh

        def watched(*args):
            refresh(*args)
            if handheld.game and handheld.game.rules.over(handheld.game.match.s):
                seen.append((status_panel._message, status_panel._captions))

        hal.refresh = watched

    ends = STARTS + rest * 500 + 12000  # the menu's "Undo", then
    table = handheld.play(f"{ends} UP*3 A 900", before=watch).game  # above the trophies
    assert table.match.played == len(moves) + rest - 1 and len(seen) > 5
    assert all(
        note == "" and [text[:4] for _, text in texts] == ["hold"] for note, texts in seen[:5]
    )
    assert any("undo" in text for _, text in panel[0]._captions)


@pytest.mark.parametrize("game", ["friday", "imaginary"])
def test_arrows_do_not_stop_it_and_a_starts_it_again(handheld, game):
    deal, moves, rest = decided(game)

    def played(keys):
        prepare(handheld, game, deal, moves)
        return handheld.play(f"{STARTS + 700} {keys} {rest * 500 + 12000}").game.match.played

    whole = len(moves) + rest
    assert played("LEFT 200 UP 200 RIGHT 200 DOWN 200 B 900 A") == whole
    assert played("B 900 LEFT") < whole  # the player goes on


@pytest.mark.parametrize("game", ["friday", "imaginary"])
def test_the_table_is_shown_and_a_note_warns_before_it_starts(handheld, game):
    deal, moves, _ = decided(game)
    prepare(handheld, game, deal, moves)
    note = handheld.module("modes.patience")._NOTE
    for ms, warned in ((500, False), (STARTS - 500, True)):
        match = handheld.play(f"{ms}", start=0, after=0).game.match
        assert match.played == len(moves)
        assert (handheld.status_panel._message == note) == warned
    assert handheld.play(f"{STARTS - 300} LEFT 900").game.match.played == len(moves)


@pytest.mark.parametrize("game", bank.GAMES)
def test_it_waits_for_the_player_and_not_after_undo(handheld, game):
    deal, moves, rest = decided(game)
    prepare(handheld, game, deal, moves)
    match = handheld.play("RIGHT 900 LEFT 900 RIGHT 900 LEFT", after=100).game.match
    assert match.played == len(moves)
    prepare(handheld, game, deal, moves)
    assert handheld.play("Y 4000").game.match.played == len(moves) - 1
    prepare(handheld, game, deal, (*moves, playing.RULES[game].obvious(_after(game, deal, moves))))
    match = handheld.play("Y 4000").game.match
    # it does not play that move again
    assert (match.played, match.logged) == (len(moves), len(moves) + 1)


def _after(game, deal, moves):
    match = Match(playing.RULES[game], deal)
    for m in moves:
        match.play(m)
    return match.s


@pytest.mark.parametrize("game", ["thirteens", "friday"])
def test_after_another_move_in_place_of_one_taken_back_the_rest_is_tried_again(handheld, game):
    """The first move leaves something to decide, the second does not."""
    deal, moves, rest = decided(game)
    handheld.on()
    table = handheld.module("game").Game(game, deal)
    table.view.open(table.match.s)
    table.mode.begin(table)
    table.mode.fresh = False
    *before, last = moves
    for m in before:
        table.match.play(m)
    out, n = table.match.legal()
    others = [m for m in out[:n] if not alone(table.rules, after(table, m))]
    for m, plays in (others[0], False), (last, True):
        table.move(m)
        table.mode.waited = 9999
        while table.mode.autoplay(table) and table.match.played == len(moves):
            pass
        assert (table.match.played > len(moves)) == plays
        table.undo()


def after(table, m):
    s = bytearray(table.match.s)
    table.rules.apply(s, m)
    return s


@pytest.mark.parametrize("game", ["friday", "imaginary"])
def test_it_never_plays_a_rest_that_it_does_not_win(handheld, game):
    deal, moves = undecided(game)
    prepare(handheld, game, deal, moves)
    assert handheld.play("4000").game.match.played == len(moves)


def undecided(game):
    """(deal, moves) of a game with every card known in which obvious moves do not win."""
    rules = playing.RULES[game]
    for deal in range(1, 60):
        match = Match(rules)
        match.deal(deal)
        for _ in range(400):
            out, n = match.legal()
            if rules.over(match.s):
                break
            if rules.obvious(match.s) >= 0:
                if alone(rules, match.s):
                    break
                return deal, list(match.log[: match.played])
            plays = [m for m in out[:n] if game != "friday" or m > 31] or out[n - 1 : n]
            match.play(plays[0])
    raise AssertionError(f"no such game of {game}")
