"""Power-on, power cuts and crashes: what is resumed."""

import io
import random
import sys
import types

import playing
import pytest

DRAWN = False  # by the fixture `handheld`


@pytest.mark.parametrize("game", playing.PATIENCES)
def test_switched_off_at_any_moment_it_resumes_that_game(handheld, game):
    handheld.prepare(game, 42)
    r = random.Random(game)
    words = [r.choice("A A A A RIGHT LEFT UP DOWN B Y 300 1200 2500".split()) for _ in range(40)]
    events, end = handheld.hardware.taps(" ".join(words))
    first = handheld.files()
    for stop in sorted(r.sample(range(1000, end), 60 if playing.SOAK else 5)):
        for path in handheld.saves.iterdir():
            path.unlink()
        for name, data in first.items():
            (handheld.saves / name).write_bytes(data)
        handheld.on()
        handheld.blind()
        history = [(0, saved_state(handheld, game))]
        opened = handheld.module("game").Game
        changed = opened.mark_changed

        def noted(table, changed=changed, history=history):
            changed(table)
            history.append((handheld.hardware.now, bytes(table.match.s)))

        opened.mark_changed = noted
        handheld.follow([e for e in events if e[0] < stop] + [(stop, handheld.hardware.Stop)])
        last = bytes(handheld.game.match.s)
        handheld.on()
        handheld.blind()
        handheld.tap("")
        assert handheld.game and handheld.game.name == game
        back = bytes(handheld.game.match.s)
        recent = [s for ms, s in history if ms > stop - 7500] or [history[-1][1]]
        older = [s for ms, s in history if ms <= stop - 7500][-1:]
        assert back in recent + older, f"switched off after {stop} ms"
        keys = max([ms for ms, _ in events if ms < stop], default=0)
        if stop - max(history[-1][0], keys) > 2500:
            assert back == last, f"switched off after {stop} ms"


@pytest.mark.parametrize("game", playing.RACES)
def test_a_race_waits_after_power_on_and_can_be_resumed(handheld, game):
    handheld.prepare(game, 42, 3, animation=0)  # no countdown
    rules = playing.RULES[game]

    def ticks(keys, after=0):
        return rules.get(handheld.play(keys, after=after).game.match.s, rules.TICKS)

    start = ticks("500")
    assert ticks("9000") == start  # the clock stops behind the pause menu
    ran = ticks("500 A 6000")
    assert 50 <= ran - start <= 62
    back = ticks("500")
    assert ran - 35 <= back <= ran  # a save may wait for three seconds without a key
    stopped = ticks("500 A 2000 MENU 5000")
    assert stopped - back <= 22 and ticks("500") == stopped


@pytest.mark.parametrize("game", playing.MULTIPLAYER)
def test_keys_in_a_computer_players_turn_cause_no_illegal_move(handheld, game):
    """Undo, redo and interrupted hints do not disturb its thinking."""
    for seed in range(2):
        handheld.prepare(game, 42, 0, options=b"\x00\x00\x01\x02\x02")
        handheld.on()
        handheld.blind()
        r = random.Random(seed)
        keys = [r.choice("A A A Y X DOWN RIGHT".split()) for _ in range(250)]
        handheld.tap(" ".join(f"{key} {r.choice((0, 100, 300))}" for key in keys))
        playing.check_log(handheld.game.match)
        assert handheld.game.match.played > 10
    handheld.prepare(game, 42, 40, options=b"\x00\x01\x01")
    redo = f"{playing.row(handheld, 'Redo all %d')} 50 "
    handheld.play(f"300 {playing.row(handheld, 'Restart')} 50 {redo * 5} 3000")
    playing.check_log(handheld.game.match)
    assert handheld.game.match.played > 8


def test_a_hint_is_for_the_player_s_own_turn(handheld):
    """Also right after a pause, when the computer player has not begun to think."""
    handheld.on()
    rummy = handheld.module("rules.three_thirteen_table")
    for deal in range(1, 9):
        table = handheld.start("three_thirteen", deal, 0, b"\0\0\2")
        table.view.open(table.match.s)
        handheld.module("screens.hint").run(table, False)
        mine = not rummy.turn(table.match.s)
        assert "HINTED" not in handheld.facts(
            table
        )  # the first press only shows what can be played
        note = handheld.status_panel._message
        assert note.startswith("Draw" if mine else "Hints are for your own turn")


@pytest.mark.parametrize("game", playing.MULTIPLAYER)
def test_computer_players_move_on_after_power_off(handheld, game):
    options = bytes((0, 1, 0))  # a computer player starts, against a person
    handheld.prepare(game, 42, 0, options)
    for keys in ("300", "2500", "6000"):
        match = handheld.play(keys, after=0).game.match
        states = [bytes(match.s)]
        while match.undo():
            states.append(bytes(match.s))
        assert bytes(handheld.play("", after=0).game.match.s) in states
    match = handheld.play("9000").game.match
    from thirteen.rules import three_thirteen_table as table

    assert not table.seat(match.s, table.turn(match.s)) and match.played >= 2


def saved_state(handheld, game):
    table = handheld.saved(game)
    return bytes(table.match.s)


@pytest.mark.parametrize("game", playing.PATIENCES + playing.MULTIPLAYER)
def test_at_rest_it_resumes_with_the_same_picture(handheld, game):
    handheld.prepare(game, 7, 9)
    picture = handheld.play("3000").picture()
    assert handheld.play("500").picture() == picture


def crash_at(handheld, monkeypatch, game="thirteens"):
    """Make key A raise in the game's view."""
    view = handheld.module("views." + game)
    key = view.key

    def broken(k, s):
        if k == 16:
            raise IndexError("a deliberate one")
        return key(k, s)

    monkeypatch.setattr(view, "key", broken)


@pytest.mark.parametrize("answer, open_then", [("A", True), ("B", False)])
def test_an_exception_is_shown_saved_and_can_be_left(handheld, monkeypatch, answer, open_then):
    handheld.drawn = True
    handheld.prepare("thirteens", 42, 5)
    before = handheld.play("2000").game.match.played
    table = handheld.picture()
    handheld.on()
    crash_at(handheld, monkeypatch)
    handheld.tap("500 A 500")  # the crash screen stays until the light goes off
    shown = handheld.picture()
    assert shown != table
    kept = (handheld.saves / "crash").read_text()
    assert "IndexError: a deliberate one" in kept and "view.key" in kept
    handheld.play("500")  # reported at the next start
    crashed = handheld.picture()
    assert crashed not in (table, shown) and handheld.game is None
    handheld.play(f"500 {answer} 800")
    assert (handheld.game is not None) == open_then
    if open_then:
        assert handheld.game.match.played == before and handheld.picture() == table
    assert "crash" not in handheld.files() and "crash-read" in handheld.files()
    handheld.play("500")
    assert (handheld.game is not None) == open_then


def test_a_crash_is_reported_once_though_a_folder_has_its_later_name(handheld, monkeypatch):
    handheld.prepare("thirteens", 42, 5)
    (handheld.saves / "crash-read" / "mine").mkdir(parents=True)
    handheld.on()
    crash_at(handheld, monkeypatch)
    handheld.tap("500 A 500 A 800")
    assert handheld.game.match.played == 5
    there = {path.name for path in handheld.saves.iterdir()}
    assert "crash" not in there and "crash.bad0" in there
    handheld.play("500")
    assert handheld.game is not None  # the table, not the report


def test_a_crash_in_any_screen_can_be_left(handheld):
    for name in ("ui.menu", "screens.statistics", "ui.pages"):
        handheld.prepare("thirteens", 42, 5)
        way = {
            "ui.menu": "MENU",
            "screens.statistics": playing.row(handheld, "Statistics"),
            "ui.pages": playing.row(handheld, "Rules") + " 200 A",
        }[name]
        handheld.on()
        module = handheld.module(name)
        for function in ("ask", "pages", "show"):
            if hasattr(module, function):
                setattr(module, function, None)
        handheld.tap(f"500 {way} 300 B 500")
        assert handheld.play("500").game is None  # B led to the launcher
        assert "crash-read" in handheld.files()


def in_play(handheld):
    """Whether the saved game was resumed at power-on without a key."""
    handheld.play("800")
    return handheld.game is not None and handheld.game.match.played == 5


TOO_LARGE = bytes(100_000)


@pytest.mark.parametrize("report", [b"\xff\xfe\x80", b"", b"Trace\xe9", bytes(3), TOO_LARGE])
def test_a_damaged_crash_report_does_not_stop_power_on(handheld, report):
    handheld.prepare("thirteens", 42, 5)
    (handheld.saves / "crash").write_bytes(report)
    handheld.play("800 A 500")
    assert handheld.game.match.played == 5 and "crash" not in handheld.files()
    assert report in [data for name, data in handheld.files().items() if name.startswith("crash")]
    assert in_play(handheld)


def test_a_folder_in_place_of_the_crash_report_does_not_stop_power_on(handheld):
    handheld.prepare("thirteens", 42, 5)
    (handheld.saves / "crash").mkdir()
    assert in_play(handheld)
    assert not (handheld.saves / "crash").exists()


@pytest.mark.parametrize("fails", [1, 2, 1000])
@pytest.mark.parametrize("at", range(8))
def test_read_errors_at_power_on_do_not_stop_it(handheld, at, fails):
    handheld.drawn = True
    handheld.prepare("thirteens", 42, 5)
    before = handheld.files()
    handheld.on()
    import files

    reads = []

    def opened(*args, **named):
        reads.append(args)
        if at < len(reads) <= at + fails:
            raise OSError(5)
        return open(*args, **named)

    files.open = opened
    handheld.tap("800 B 300")  # B leaves a message
    assert handheld.hardware.shows
    kept = handheld.files().values()
    assert all(data in kept for name, data in before.items() if name.startswith("thirteens"))


def test_a_file_in_place_of_the_saves_folder_does_not_stop_power_on(handheld, tmp_path):
    handheld.saves = tmp_path / "saves"
    handheld.saves.write_bytes(b"no folder")
    handheld.play("800 A 500 A 500 A 500 A 800")  # messages and the first game
    assert handheld.game is not None
    assert handheld.saves.read_bytes() == b"no folder"


@pytest.mark.parametrize("name", ["settings", "thirteens"])
def test_a_far_too_large_save_is_set_aside_at_power_on(handheld, name):
    handheld.prepare("thirteens", 42, 5)
    large = bytes(150_000)
    for path in handheld.saves.glob(name + ".?"):
        path.write_bytes(large)
    handheld.on()
    texts = []
    handheld.module("ui.menu").alert = lambda title, text: texts.append(text)
    handheld.tap("800")
    assert large in [data for file, data in handheld.files().items() if ".bad" in file]
    assert len(texts) == 1 and "too large" in texts[0]


@pytest.mark.parametrize("stuck", range(9))
def test_a_stuck_key_does_not_keep_the_crash_screen(handheld, stuck):
    handheld.prepare("thirteens", 42, 5)
    (handheld.saves / "crash").write_text("Traceback\nIndexError: a deliberate one")
    held = 1 << stuck
    other = 32 if stuck == 4 else 16
    handheld.on()
    handheld.hardware.level = held if stuck != 5 else 0  # B held at power-on: the prompt
    taps = [(1000, held), (1100, held | other), (1180, held)]
    handheld.follow(taps + [(3000, handheld.hardware.Stop)])
    assert "crash" not in handheld.files() and "crash-read" in handheld.files()


def test_a_key_that_bounces_or_was_held_does_not_answer_the_crash_screen(handheld):
    handheld.prepare("thirteens", 42, 5)
    (handheld.saves / "crash").write_text("Traceback\nIndexError: a deliberate one")
    handheld.on()
    handheld.hardware.level = 16
    handheld.follow([(2000, 16), (2200, 0), (2600, handheld.hardware.Stop)])
    assert "crash" in handheld.files() and handheld.game is None


def test_b_at_power_on_gives_the_prompt(handheld):
    handheld.drawn = True
    handheld.prepare("thirteens", 42, 5)
    handheld.on()
    handheld.hardware.level = 32
    handheld.hardware.script([(9000, handheld.hardware.Stop)])  # if it does not end
    import main

    main.run()
    assert handheld.hardware.shows == 1 and not handheld.stale()
    assert handheld.game is None


def test_the_game_makes_room_before_a_crash_is_shown(handheld, monkeypatch):
    handheld.on()
    import main

    done = []
    shell = handheld.module("shell")

    def broken():
        done.append("play")
        if len(done) > 6:
            raise handheld.hardware.Stop
        handheld.hal.sleep(3000)
        raise ValueError

    shell.run = broken
    handheld.module("screens.crash").caught = lambda e: done.append(type(e))
    monkeypatch.setattr(main, "_drop_all", lambda: done.append("drop"))
    with pytest.raises(handheld.hardware.Stop):
        main.run()
    assert done == ["play", "drop", ValueError] * 2 + ["play"]


def test_out_of_memory_the_game_starts_again_and_goes_on(handheld, monkeypatch, capsys):
    """With the moves that were not saved yet, and without a word to the player."""
    handheld.prepare("friday", deal=42, moves=5)
    handheld.on()
    import main

    def full(game):
        monkeypatch.undo()
        game.move(game.match.legal()[0][0])
        assert not game.clean
        raise MemoryError

    shell = handheld.module("shell")
    monkeypatch.setattr(shell, "_rest", lambda game: hasattr(game, "later") or later(game))

    def later(game):
        if handheld.hal.ms() > 2500:
            full(game)
        return False

    handheld.hardware.script([(6000, handheld.hardware.Stop)])
    with pytest.raises(handheld.hardware.Stop):
        main.run()
    assert capsys.readouterr().out == "Out of memory: started again.\n"
    assert handheld.module("shell") is not shell
    assert not [name for name in handheld.files() if name.startswith("crash")]
    assert handheld.saved("friday").match.played == 6


def test_a_module_that_is_missing_for_want_of_room_is_no_crash(handheld, capsys):
    """MicroPython takes any exception in the search for a file as that it is not there."""
    handheld.on()
    import main

    def full():
        handheld.hal.sleep(3000)
        raise ImportError("no module named 'thirteen.table.places'")

    handheld.module("shell").run = full
    handheld.hardware.script([(4000, handheld.hardware.Stop)])
    with pytest.raises(handheld.hardware.Stop):
        main.run()
    assert capsys.readouterr().out == "Out of memory: started again.\n"
    assert not [name for name in handheld.files() if name.startswith("crash")]


def test_a_module_that_stays_missing_is_a_crash(handheld):
    """Not in the pack at all: to start again for ever would not help."""
    handheld.on()
    import main

    caught = []

    def missing():
        if len(caught) > 1:
            raise handheld.hardware.Stop
        raise ImportError("no module named 'thirteen.none'")

    main._drop_all = main._leave_game = lambda: None
    handheld.module("shell").run = missing
    handheld.module("screens.crash").caught = caught.append
    with pytest.raises(handheld.hardware.Stop):
        main.run()
    assert str(caught[0]) == "no module named 'thirteen.none'"


def test_a_game_that_runs_out_of_memory_again_at_once_is_left(handheld, monkeypatch):
    handheld.prepare("friday", deal=42, moves=5)
    handheld.on()
    import main

    def full():
        raise MemoryError

    handheld.module("shell").run = full
    handheld.hardware.script([(1000, handheld.hardware.Stop)])
    with pytest.raises(handheld.hardware.Stop):
        main.run()
    assert "thirteen.screens.launcher" in sys.modules
    assert handheld.saved("friday").match.played == 5


def test_out_of_memory_before_there_are_keys_it_starts_again(handheld, capsys):
    handheld.on()
    import main

    def full():
        sys.modules["thirteen.ui.keys"] = None  # an import of it fails
        del sys.modules["thirteen.ui"].keys
        handheld.hal.sleep(3000)
        raise MemoryError

    handheld.module("ui.keys")
    handheld.module("shell").run = full
    handheld.hardware.script([(4000, handheld.hardware.Stop)])
    with pytest.raises(handheld.hardware.Stop):
        main.run()
    assert capsys.readouterr().out == "Out of memory: started again.\n"
    assert "thirteen.screens.launcher" in sys.modules


@pytest.mark.parametrize("board", ["ws_lcd_13", "ws_lcd_114"])
@pytest.mark.parametrize("full", [False, True])
def test_lack_of_memory_is_told_in_the_middle_of_the_screen(handheld, board, full):
    """Without memory for a font in MicroPython's own."""
    handheld.board, handheld.drawn = board, True
    hal = handheld.on()
    import main

    def centre(font, line, x, y, w, ink):
        if full:
            raise MemoryError
        lines.append((line, y, font[0]))

    lines = []
    hal.centre = centre
    hal.fb.text = lambda line, x, y, ink: lines.append((line, y, 8))
    main._show_out_of_memory()
    assert [line for line, *_ in lines][-1] == "your saves are kept."  # nobody has a boot.py
    assert [y for _, y, _ in lines] == [hal.H // 2 - 30 + 20 * i for i in range(3)]
    assert max(y + height for _, y, height in lines) < hal.H


@pytest.mark.parametrize("part", ["main._report_crash", "shell.run"])
def test_lack_of_memory_for_the_games_is_reported(handheld, part, capsys):
    """No crash screen, from which "go on" would lead to the same again."""
    handheld.drawn = True
    handheld.on()
    import main

    black = handheld.picture()

    def full():
        raise MemoryError

    main._drop_all = lambda: None  # what it imports anew would not be full
    module, _, name = part.partition(".")
    setattr(main if module == "main" else handheld.module(module), name, full)
    texts = []
    centre = handheld.hal.centre
    handheld.hal.centre = lambda font, s, *rest: (texts.append(s), centre(font, s, *rest))
    main.run()
    assert "Too little memory" in texts[0] and handheld.picture() != black
    assert not handheld.stale() and handheld.hardware.brightness == 255
    said = capsys.readouterr().out.removeprefix("Out of memory: started again.\n")
    assert said.startswith("Too little memory is free. Install the games again")


@pytest.mark.parametrize(
    "reason, staged, made", ((1, True, True), (1, False, False), (2, True, False))
)
def test_an_update_that_did_not_end_makes_room_for_the_games_that_are_there(
    handheld, monkeypatch, capsys, reason, staged, made
):
    """Its pack goes, and the handheld starts anew."""
    handheld.on()
    import no_room
    from tools.device import install, pack

    done = []

    def remove(path):
        if not staged:
            raise OSError(2)
        done.append(path)

    monkeypatch.setattr(no_room.os, "remove", remove)
    reset = types.SimpleNamespace(reset=lambda: done.append("reset"))
    monkeypatch.setitem(sys.modules, "machine", reset)
    monkeypatch.setattr(no_room, "_show", lambda lines: None)
    no_room.run(reason)
    assert done == ([install.STAGE + pack.PACK, "reset"] if made else [])
    assert capsys.readouterr().out == " ".join(no_room.lines(reason)) + "\n"


def test_how_far_a_first_start_is_shows_from_its_fourth_tenth_of_a_second_on(
    handheld, monkeypatch
):
    handheld.on()
    import no_room

    shown = []
    monkeypatch.setattr(no_room, "_panel", [])
    monkeypatch.setattr(no_room, "_show", shown.append)
    monkeypatch.setattr(no_room, "_window", lambda bus, x, y, w, h: shown.append(w))
    monkeypatch.setattr(no_room, "_bus", lambda: [io.BytesIO()])
    monkeypatch.setitem(sys.modules, "board", types.SimpleNamespace(W=240, H=240))
    for ms, part in ((399, 1), (400, 2), (500, 4)):
        clock = types.SimpleNamespace(ticks_ms=lambda ms=ms: ms, ticks_diff=lambda a, b: a - b)
        monkeypatch.setattr(no_room, "time", clock)
        no_room.bar(part, 4)
    assert shown == [("Getting ready", ""), 60, 120]


def test_a_boot_py_is_blamed_only_where_there_is_one(handheld, monkeypatch):
    handheld.on()
    import no_room

    assert no_room.lines()[1] == "Install the games again:"
    machine = "Raspberry Pi Pico W with RP2040"
    monkeypatch.setattr(no_room.sys, "implementation", types.SimpleNamespace(_machine=machine))
    assert no_room.lines()[1:] == ("Copy MicroPython for", "the plain Pico to this one.")
    stat = no_room.os.stat
    monkeypatch.setattr(no_room.os, "stat", lambda path: path == "/boot.py" or stat(path))
    assert no_room.lines()[1] == "Remove what boot.py loads,"
