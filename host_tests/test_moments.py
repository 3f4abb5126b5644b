"""When something is written, and what only a rare state shows."""

import playing
import pytest

DRAWN = False  # by the fixture `handheld`


def watching(handheld, writes):
    """What notes, once it is called, each write: its file, the time, ms since the last key."""

    def watch():
        write = handheld.hal.write

        def writing(name, parts):
            writes.append((name, handheld.hardware.now, handheld.module("ui.keys").idle))
            write(name, parts)

        handheld.hal.write = writing

    return watch


def test_who_never_pauses_is_saved_all_the_same(handheld):
    """Six seconds after the first move that is not."""
    handheld.prepare("friday", 42, animation=0)
    noted: list = []
    keys = "B 300 A 300 RIGHT 300 LEFT 300 " * 8
    handheld.play(keys, before=watching(handheld, noted), after=0)
    writes = [now for name, now, _ in noted if name.startswith("friday.")]
    assert [6000 < b - a < 8000 for a, b in zip([0, *writes], writes)] == [True, True]


@pytest.mark.parametrize("seconds", (0, 60))
def test_who_leaves_a_game_keeps_the_last_move_and_the_time_since(handheld, seconds):
    """It is saved as the pause menu opens, or else on the way out."""
    handheld.prepare("friday", 42, animation=0)
    leave = playing.row(handheld, "Leave")
    handheld.play(f"400 B {1000 * seconds} {leave} 4000", after=0)
    table = handheld.saved("friday")
    assert table.match.played == 1 and seconds <= table.seconds <= seconds + 1


def test_who_opens_a_game_at_once_after_another_does_not_wait_for_its_save(handheld):
    """Only before it is opened again it is written, even from a third game on."""
    handheld.prepare("friday", 42, animation=0)
    noted: list = []
    opened = []

    def watch():
        watching(handheld, noted)()
        shell = handheld.module("shell")
        play = shell.play

        def opening(game):
            written = [name for name, *_ in noted if name.startswith("friday.")]
            opened.append((game.name, game.match.played, len(written)))
            play(game)

        shell.play = opening

    leave = "MENU 60 UP 60 A 60 "
    keys = f"400 B 60 {leave}LEFT*2 60 A 100 {leave}RIGHT*2 60 A 100 B 60 {leave}A 100 "
    handheld.play(keys, before=watch, after=0)
    assert opened == [("friday", 0, 0), ("thirteens", 0, 0), ("friday", 1, 1), ("friday", 2, 2)]
    handheld.play(f"400 B 60 {leave}LEFT*2 60 A 600", before=watch, after=0)
    assert handheld.saved("friday").match.played == 3


def test_a_game_that_crashes_as_it_is_opened_costs_no_move_of_the_one_before(handheld):
    handheld.prepare("friday", 42, animation=0)

    def watch():
        shell = handheld.module("shell")
        play = shell.play

        def opening(game):
            if game.name == "thirteens":
                raise ValueError
            play(game)

        shell.play = opening

    handheld.play("400 B 60 MENU 60 UP 60 A 60 LEFT*2 60 A 100", before=watch, after=0)
    assert handheld.saved("friday").match.played == 1


@pytest.mark.parametrize("ms", (20, 600))
def test_a_card_that_was_revealed_is_kept_soon(handheld, ms):
    """Its draw can't be undone, nor is it by switching off."""
    handheld.prepare("three_thirteen", 42, options=b"\0\0\2", animation=0)
    handheld.play(f"4000 A {ms}", after=0)
    assert handheld.game.match.played == 1
    assert handheld.saved("three_thirteen").match.played == (ms > 200)


def test_in_menus_too_a_write_waits_for_a_pause(handheld):
    """1.3 seconds without a key, or six if the keys never pause: then one that has just come."""
    handheld.prepare("friday", 42, animation=0)
    writes: list = []
    watch = watching(handheld, writes)
    keys = "400 B MENU 300 "
    handheld.play(keys + "DOWN 700 UP 2000", before=watch, after=0)
    assert writes and all(1300 <= idle < 1500 for *_, idle in writes)
    assert handheld.saved("friday").match.played == 1
    writes.clear()
    handheld.prepare("friday", 42, animation=0)
    handheld.play(keys + "DOWN 400 UP 400 " * 12, before=watch, after=0)
    assert 6000 < writes[0][1] < 8000 and writes[0][2] < 500
    assert handheld.saved("friday").match.played == 1


@pytest.mark.parametrize("game", playing.PATIENCES)
def test_a_table_at_rest_is_not_drawn_again(handheld, game):
    """Or the battery lasts as long as in a race."""
    handheld.prepare(game, 42, 2)
    drawn: list = []

    def watch():
        games = handheld.module("game").Game
        draw = games.draw
        games.draw = lambda table: drawn.append(handheld.hardware.now) or draw(table)

    handheld.play("RIGHT 3000", before=watch, after=2000)
    assert drawn and not [now for now in drawn if now > 3100]


def test_without_a_pause_garbage_is_collected_right_after_a_press(handheld):
    """Or it would fill the heap, and what stays would come to lie anywhere in it."""
    handheld.prepare("friday", 42, animation=0)
    collected = []

    def watch():
        keys = handheld.module("ui.keys")
        handheld.hal.collect = lambda: collected.append((keys.presses, keys._since_press))

    handheld.play("900 " + "RIGHT 120 LEFT 120 " * 11, before=watch, after=0)
    busy = [(presses, since) for presses, since in collected if presses]
    assert [presses for presses, _ in busy] == [7, 14, 21]
    assert all(since < 60 for _, since in busy)


def test_a_race_is_saved_as_the_screen_goes_dark(handheld):
    """With all the time that has passed; then it is suspended."""
    handheld.prepare("make13", 7, 9, animation=0, sleep=1)
    game = handheld.play("900 A 500 A 130000", after=0).game
    rules = game.rules
    assert handheld.module("ui.keys")._dark == 2
    live = rules.get(game.match.s, rules.TICKS)
    assert live > 600 and rules.get(handheld.saved("make13").match.s, rules.TICKS) == live


def test_a_race_is_suspended_and_saved_at_once_but_not_one_that_is_over(handheld):
    """A page that is hidden may end any moment."""
    handheld.on()
    game = handheld.start("make13", 7, options=bytes(5))
    game.view.open(game.match.s)
    game.mode.begin(game)
    game.match.play(game.rules.WAIT | 30)
    game.mode.suspend(game)
    assert game.mode.suspended and handheld.saved("make13").match.played == 1
    game.match.play(game.rules.QUIT)
    game.mode.suspend(game)
    assert not game.mode.suspended


def test_a_pause_saves_the_part_of_a_tick_that_has_passed(handheld):
    """Or a race would gain it by each power-off in its pause menu."""
    handheld.on()
    game = handheld.start("make13", 7, options=bytes(5))
    assert game.save()
    game.mode.passed = 60
    game.mode.pause(game)
    handheld.module("background").finish()
    assert handheld.saved("make13").mode.passed == 60


def test_the_clock_of_a_race_waits_while_the_handheld_writes(handheld):
    """A flash that takes 400 ms for a file costs no time of the level."""
    played = []
    for ms in 0, 400:
        handheld.prepare("make13", 7, 9, animation=0)
        begun = []  # of each save, in ms

        def watch(ms=ms, begun=begun):
            write = handheld.hal.write
            handheld.hardware.writing = ms
            handheld.hal.write = lambda *file: begun.append(handheld.hardware.now) or write(*file)

        game = handheld.play("900 A 500 A 9000", after=0, before=watch).game
        played.append(100 * game.rules.get(game.match.s, game.rules.TICKS))
        took = ms * sum(now > 1500 for now in begun)
    assert took >= 800 and abs(played[0] - took - played[1]) <= 100


def test_what_was_put_off_is_written_before_the_clock_starts(handheld):
    handheld.on()
    handheld.module("draw.card_art").speed = 0  # no countdown
    written = []
    handheld.module("background").defer(lambda: written.append(1))
    game = handheld.start("make13", 7, options=bytes(5))
    game.view.open(game.match.s)
    assert game.mode.begin(game) and written


def test_a_key_tapped_while_something_is_written_skips_no_countdown(handheld):
    """A second tap on Resume is none of "any key: start now"."""
    handheld.prepare("make13", 7, options=bytes(5))

    def slow():
        handheld.module("background").finish = lambda: handheld.hardware.step(400)

    game = handheld.play("600 A 120 B 700", before=slow, after=0).game
    assert not game.rules.get(game.match.s, game.rules.TICKS)


def test_nothing_is_searched_within_200_ms_of_a_key(handheld):
    handheld.on()
    table, asked = handheld.start("friday"), []
    handheld.module("background").work = lambda waited: False
    table.mode.ponder = lambda game: bool(asked.append(1))
    assert [(table.work(ms), len(asked)) for ms in (0, 200, 201)] == [(0, 0), (0, 0), (0, 1)]


def test_moves_in_quick_succession_cost_no_time(handheld):
    """What is left of a second after a move counts on."""
    handheld.on()
    table = handheld.start("friday")
    for _ in range(10):
        table.ms += 1300
        table.mark_changed()
    assert (table.seconds, table.ms) == (13, 0)


def test_after_a_crash_no_deferred_job_is_done(handheld):
    handheld.on()
    background, done = handheld.module("background"), []
    background.defer(lambda: done.append(1))
    handheld.module("shell").forget()
    background.finish()
    assert not done


@pytest.mark.parametrize("won", (False, True))
def test_a_game_that_has_left_the_records_counts_once(handheld, won):
    """Undone and played to its end again, whatever that is; its step may be won at last."""
    handheld.prepare("friday", 5, 5000).on()
    table = handheld.saved("friday")
    handheld.module("dealing").begin(table, step=1)
    ending, history = handheld.module("ending"), handheld.module("storage.history")
    ending.close(table, False, 0, 60)
    for _ in range(120):
        handheld.played("friday")
    assert not history.find(history.load(), table.identity)
    before = handheld.numbers("friday")
    for again in (table, handheld.saved("friday")):  # at once, and after a power-off
        again.view.open(again.match.s)
        again.undo()
        ending.close(again, won, 0, 50)
        assert handheld.numbers("friday") == before and again.end.record[history.TIME] == 50
        assert bool(history.step(history.load(), table.row, 0)) == won


def test_the_same_date_once_more_changes_nothing(handheld):
    handheld.on()
    dates = handheld.module("storage.dates")
    assert dates.set_today(261113)
    handheld.module("dealing").deal(handheld.module("game").Game("friday"))
    assert dates.set_today(261113) and not dates.moved
    assert dates.set_today(261114) and dates.moved


def test_what_was_dealt_on_a_date_that_was_set_wrongly_is_late(handheld):
    """Ended before the right date was set, or after it; not what is dealt on that."""
    handheld.on()
    history, dates = handheld.module("storage.history"), handheld.module("storage.dates")
    ended = {}

    def dealt(game):
        table = handheld.start(game, 7)
        table.day = dates.on(handheld.hal.today())
        table.note(history.IS_DAILY | history.IS_BEGUN)
        return table

    def close(name, table):
        handheld.module("ending").close(table, True, 0, 60)
        ended[name] = table.identity

    assert dates.set_today(261113)
    close("before", dealt("friday"))
    during = dealt("imaginary")
    assert dates.set_today(261114)
    for name in ("during", "after", "next"):
        close(name, during if name == "during" else dealt("friday"))
        past = history.load()
        late = [
            name
            for name in ended
            if history.find(past, ended[name])[history.HOW] & history.IS_LATE
        ]
        assert late == ["before", "during"]
    assert history.in_a_row(past, playing.GAMES.index("friday"), handheld.hal.today()) == 1


@pytest.mark.parametrize("quits, day", ((False, "WON_THEN"), (True, "FINISHED")))
def test_a_race_in_which_all_levels_were_busted_is_won_in_the_calendar(handheld, quits, day):
    """A deal whose first groups bust its one level; in the statistics nobody wins such races."""
    handheld.on()
    game = handheld.start("make13", 1, options=bytes((0, 2, 0, 0, 0)))
    history, result = handheld.module("storage.history"), handheld.module("screens.make13_result")
    rules, match = game.rules, game.match
    result._leaf = result._ask = lambda *what: None
    handheld.module("screens.celebration").run = lambda *what: None
    game.view.open(match.s)
    game.identity, game.day, game.how = 5, history.today(history.load()), history.IS_DAILY
    while not rules.over(match.s):
        out, n = match.legal()
        match.play(
            rules.QUIT if quits else min(out[:n], key=lambda m: (m >= rules.NEXT, m == 256))
        )
    result.finish(game)
    past = history.load()
    assert history.result(past, game.row, game.day) == getattr(history, day)
    assert not history.total(history.statistics(past, game.row), history.WON)


def test_a_race_s_result_is_there_again_after_a_power_off(handheld):
    """Its pages, then what comes next; it counts once, and only what was open comes back."""
    handheld.prepare("make13", 7, 30, animation=0)
    said = []

    def watch():
        said.clear()
        text = handheld.hal.text
        handheld.hal.text = lambda font, s, *rest: (said.append(s), text(font, s, *rest))[1]

    handheld.play("900 DOWN A 300 DOWN A 2500", before=watch)
    assert "Ended early" in said
    numbers = handheld.numbers("make13")
    assert numbers["PLAYED"] == 1
    for keys in ("2500", "2500 B 900"):
        handheld.play(keys, before=watch)
        assert "Ended early" in said
        assert handheld.numbers("make13") == numbers
    handheld.play("2500 B 900 UP A 900 B 1500 A 900", before=watch)  # done, the launcher, again
    assert said[-1] != "Ended early" and "Player" in said


@pytest.mark.parametrize("full", (False, True))
def test_what_has_not_changed_is_not_written(handheld, full):
    """Nor is it tried once more, in each pause, if the flash was full."""
    handheld.on()
    if full:
        handheld.fill("friday.")
    game, write = handheld.start("friday", 5), handheld.hal.write
    writes = []
    handheld.hal.write = lambda *file: writes.append(1) or write(*file)
    for played in 1, 0, 1:
        if played:
            game.match.play(game.match.legal()[0][0])
            game.mark_changed()
        writes.clear()
        assert game.save() == (played and not full) and len(writes) == played


def test_facts_too_long_for_large_text_are_in_small(handheld):
    handheld.prepare(text=1)
    handheld.on()
    handheld.module("storage.settings").load()
    handheld.module("preferences").apply()
    handheld.played("friday")
    statistics, canvas = handheld.module("screens.statistics"), handheld.module("draw.canvas")
    book = statistics._Book(handheld.start("friday", 5), handheld.module("storage.history").load())
    for value, font in ("short", canvas.reading), ("long " * 9, handheld.module("draw.art").SMALL):
        statistics.lines = lambda *args, value=value: ["A fact\t" + value]
        assert book.facts(0) == ([f"A fact\t{value}"], font)
    assert canvas.reading[0] > font[0]


def test_an_end_that_cannot_be_written_is_not_taken_for_written(handheld):
    """It is as soon as there is room: here before the next deal."""
    handheld.on()
    game = handheld.start("friday", 5)
    ending, history = handheld.module("ending"), handheld.module("storage.history")
    write = handheld.hal.write

    def full(name, parts):
        raise OSError(28)

    over = handheld.module("screens.game_over")
    game.match.play(game.match.legal()[0][0])
    for room, closed in (False, False), (True, True):
        handheld.hal.write = write if room else full
        if room:
            over._do(game, over._NEW)
        else:
            ending.close(game, False, 0, 60)
            assert not game.has(history.IS_CLOSED)
        table = history.statistics(history.load(), game.row)
        assert (history.total(table, history.PLAYED) == 1) >= closed


def test_a_race_that_cannot_be_written_is_before_the_next(handheld):
    handheld.on()
    result, write = handheld.module("screens.make13_result"), handheld.hal.write
    result._leaf = result.screens.problems.show = lambda *what: None
    asked = []

    def ask(*what):
        asked.append(handheld.numbers("make13")["PLAYED"])
        handheld.hal.write = write

    result._ask = ask
    race = handheld.start("make13", 7, 0)
    race.match.play(race.rules.QUIT)
    handheld.fill("history.")
    result.finish(race)
    assert (asked, handheld.numbers("make13")["PLAYED"]) == ([0], 1)
