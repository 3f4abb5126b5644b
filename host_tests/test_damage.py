"""Damaged files: no crash, no unreachable position; reported once, nothing lost.

The handheld has every kind of file in two generations. In each case some are damaged, then it is
switched on. The suite runs a sample; SOAK=1 damages twenty thousand files.
"""

import random
import struct
from array import array
from binascii import crc32

import playing
import pytest
from playing import SOAK

from thirteen import match

DRAWN = False  # by the fixture `handheld`

GAMES = playing.GAMES
CASES = 600 if SOAK else 6
PER_CASE = 12 if SOAK else 6  # times the three kinds of case: above 20,000 files


@pytest.fixture(scope="module")
def worn(tmp_path_factory):
    """The files of a handheld on which every game was played and counted."""
    folder = tmp_path_factory.mktemp("worn")
    with playing.kept_modules():
        handheld = playing.Handheld(folder)
        handheld.on()
        settings = handheld.module("storage.settings")
        settings.load()
        settings.values[settings._OPENED] = 0xFF  # no game is new: no lesson is offered
        for i, game in enumerate(GAMES, 1):
            for moves in (8, 21):
                handheld.start(game, deal=i, moves=moves).save()
                handheld.played(game, moves > 9, how="DAILY", day=9500 + i)
        entries = handheld.module("storage.make13_entries")
        for deal in (5, 6):
            settings.save()
            entries.begin(deal, bytes(5), b"AAA")
            entries.enter(bytes(5), (b"AAA", 1, 100 * deal, 60, 1, 3, deal))
        return handheld.files()


def spoil(r, data, others):
    """A damaged version of the bytes of a file."""
    data = bytearray(data)
    kind = r.randrange(7)
    if kind == 0:
        for _ in range(r.choice((1, 1, 2, 9))):
            data[r.randrange(len(data))] ^= r.randrange(1, 256)
    elif kind == 1:
        del data[r.randrange(r.choice((len(data), min(len(data), 32)))) :]
    elif kind == 2:
        data *= 2
    elif kind == 3:
        data = bytearray(r.choice(others))
    elif kind == 4:
        at = r.randrange(len(data))
        data[at : at + r.randrange(1, 40)] = r.randbytes(r.randrange(40))
    elif kind == 5:
        data = bytearray(len(data)) if r.random() < 0.5 else bytearray(b"\xff" * len(data))
    else:  # littlefs returns old blocks
        other = r.choice(others)
        cut = r.randrange(len(data))
        data = data[:cut] + bytearray(other)[cut:]
    return bytes(data)


def reseal(name, payload, number=9):
    """A valid file around any payload, as another version could have written it."""
    tag = name.encode()
    data = struct.pack("<2sBBHI", b"13", 1, len(tag), number, len(payload)) + tag + payload
    return data + struct.pack("<I", crc32(data))


def as_file(game, match, number=9):
    """A valid save of a game around any match, whose parts are given."""
    from thirteen.storage import saved_game

    head = saved_game.head(0, 0, 0, 0, 0, 0, 0)
    return reseal(game, b"".join(bytes(part) for part in (head, *match)), number)


def payload(name, data):
    return data[10 + len(name) : -4]


def called(name):
    """The name of a file in messages to the player."""
    game, _, rest = name.partition(".")[0].partition("-")
    if game == "m13":
        return "Make 13 scores"
    if game == "settings":
        return game
    if game == "history":
        return "file of games played"
    names = {"make13": "Make 13", "three_thirteen": "Three Thirteen"}
    return names.get(game, game.capitalize()) + (" statistics" if rest else " game")


def replace_saves(handheld, files):
    handheld.saves.mkdir(exist_ok=True)
    for path in handheld.saves.iterdir():
        path.unlink()
    for name, data in files.items():
        (handheld.saves / name).write_bytes(data)


def read_all(handheld):
    """Read every file as the firmware does; returns its messages to the player."""
    handheld.module("storage.store").newest.clear()  # as after power-on
    messages = []
    handheld.module("ui.menu").alert = lambda title, text: messages.append(text)
    settings = handheld.module("storage.settings")
    settings.load()
    for i, n in enumerate(settings.VALUES):
        assert settings.values[i] < n
    store = handheld.module("storage.store")
    statistics = handheld.module("screens.statistics")
    messages.append(store.take_problems())
    for game in GAMES:
        table = handheld.saved(game)
        if game in playing.MULTIPLAYER:  # nobody is there to press A
            handheld.module("modes.three_thirteen").Mode._cover = lambda mode, game, p: None
        check_position(table)
        handheld.module("dealing").deal(table, 7)
        check_position(table)
        history = handheld.module("storage.history")
        past = history.load()
        row = history.statistics(past, table.row)[0]
        if row[0]:
            statistics.lines(table, row, True, past)
        messages.append(store.take_problems())
    entries = handheld.module("storage.make13_entries")
    entries.last(playing.RULES["make13"])
    entries.begun(5, bytes(5), b"AAA")
    entries.best(bytes(5))
    for row in entries.table(bytes(5)):
        row[0].decode()
    messages.append(store.take_problems())
    return " ".join(filter(None, messages))


def check_position(table):
    """Check that legal moves lead here from the deal, or from the oldest position kept."""
    while not table.verify(-1):  # quarantined: the earlier one or a new deal is loaded
        pass
    playing.check_log(table.match)


def unharmed(handheld, files, damaged):
    """Check that undamaged files are unchanged, and that damaged ones are quarantined."""
    there = handheld.files()
    for name, data in files.items():
        if name in damaged:
            quarantined = [other for other in there if other.startswith(name[:-1] + "bad")]
            assert there.get(name) == data or data in [there[other] for other in quarantined], name
        else:
            assert there[name] == data, name


@pytest.mark.parametrize("seed", range(CASES))
def test_damaged_files(handheld, worn, seed):
    r = random.Random(seed)
    handheld.on()
    handheld.blind()
    for _ in range(PER_CASE):
        damaged = {}
        names = r.sample(sorted(worn), r.choice((1, 1, 2, 5)))
        if r.randrange(2):  # both generations of a file
            names += [name for name in sorted(worn) if name[:-1] == names[0][:-1]]
        for name in sorted(set(names)):
            new = spoil(r, worn[name], [worn[n] for n in worn if n[:-1] != name[:-1]])
            if new != worn[name]:
                damaged[name] = new
        files = {**worn, **damaged}
        replace_saves(handheld, files)
        messages = read_all(handheld)
        for name in damaged:
            assert called(name) in messages or messages.count(".") > 4, (name, messages)
        assert bool(messages) == bool(damaged)
        unharmed(handheld, files, damaged)
        assert read_all(handheld) == ""  # once


@pytest.mark.parametrize("seed", range(CASES))
def test_valid_files_with_unexpected_contents(handheld, worn, seed):
    """Their checksums are right, as if an older or newer version wrote them."""
    r = random.Random(seed)
    handheld.on()
    handheld.blind()
    for _ in range(PER_CASE):
        files = dict(worn)
        for name in r.sample(sorted(worn), 3):
            if not name.endswith((".a", ".b")):
                continue
            stem = name[:-2]
            others = [payload(n[:-2], worn[n]) for n in worn if n[:-2] != stem]
            strange = spoil(r, payload(stem, worn[name]), others)
            files[stem + ".a"] = files[stem + ".b"] = reseal(stem, strange, r.randrange(65536))
        replace_saves(handheld, files)
        read_all(handheld)
        read_all(handheld)


@pytest.mark.parametrize("seed", range(CASES // 2 + 1))
def test_damaged_files_met_in_play(handheld, worn, seed):
    """Through launcher and menus: the player gets a message, and plays on."""
    r = random.Random(seed)
    game = GAMES[seed % len(GAMES)]
    files = dict(worn)
    broken = [f"{game}.{r.choice('ab')}", f"settings.{r.choice('ab')}"]
    for name in broken:
        # Not the other generation of the same file: that would be valid.
        others = [worn[n] for n in ("settings.a", GAMES[0] + ".a") if n[:-1] != name[:-1]]
        files[name] = spoil(r, files[name], others)
    replace_saves(handheld, files)
    handheld.on()
    messages = []
    menu = handheld.module("ui.menu")
    say = menu.alert
    menu.alert = lambda title, text: (messages.append(text), say(title, text))[1]
    there = "RIGHT " * handheld.module("catalog").row(game)
    handheld.tap(f"300 B 300 {there} A 500 B 300")
    for name in broken:
        mentions = sum(called(name) in text for text in messages)
        assert mentions == (files[name] != worn[name]), (name, messages)
    assert not [name for name in handheld.files() if name.startswith("crash")]
    assert len(messages) <= 2


def forged(game, deal, moves, wrong, options=None):
    """A valid save whose last move is illegal, with a matching state."""
    from thirteen import match

    m = match.Match(playing.RULES[game], deal, options)
    playing.play_on(m, moves)
    while m.played - m._from < 2:  # a save of Three Thirteen begins with the round
        playing.play_on(m, 1, m.played)
    m.log[m.played - 1] = wrong
    return as_file(game, m.save())


def opened(handheld, files):
    """Switch on with these files, without keys: (messages, files left)."""
    replace_saves(handheld, files)
    handheld.on()
    messages = []
    menu = handheld.module("ui.menu")
    menu.alert = lambda title, text: messages.append(text)
    handheld.tap("", after=3000)
    return messages, handheld.files()


@pytest.mark.parametrize("wrong", (False, True))
def test_a_win_with_an_illegal_move_does_not_count(handheld, wrong):
    deal, moves = playing.won("friday")
    handheld.prepare("friday", deal)
    table = handheld.start("friday", deal)
    for m in moves:
        table.match.play(m)
    if wrong:
        table.match.log[0] = 0x7FFF
    table.save()
    opened(handheld, handheld.files())
    history = handheld.module("storage.history")
    table = history.statistics(history.load(), 2)
    assert history.total(table, history.WON) == (not wrong)


@pytest.mark.parametrize("game", playing.PATIENCES + playing.MULTIPLAYER)
def test_a_save_with_an_illegal_move_is_replaced_by_the_one_before(handheld, game):
    options = b"\0\0\2" if game in playing.MULTIPLAYER else None  # or it waits for who plays
    handheld.prepare(game, 42, 12, options)
    handheld.start(game, 42, 14, options).save()
    files = handheld.files()
    newest, other = sorted((f"{game}.a", f"{game}.b"), key=lambda n: -files[n][4])
    good = handheld.start(game, 42, 12, options).match
    files[newest] = forged(game, 43, 12, 0x7FFF, good.options)
    messages, left = opened(handheld, files)
    assert len(messages) == 1 and newest in messages[0] and f"{game}.bad0" in messages[0]
    assert left[f"{game}.bad0"] == files[newest] and left[other] == files[other]
    m = handheld.game.match
    assert m.number == 42 and m.forgotten + m.played >= good.played
    assert m.log[: good.played - m.forgotten] == good.log[m.forgotten : good.played]
    assert "crash" not in left
    assert opened(handheld, left)[0] == []


def test_before_a_row_of_the_pause_menu_is_run_all_moves_are_checked(handheld):
    """Whoever is quick chooses one before they have been checked while the keys rested."""
    replace_saves(handheld, {"thirteens.a": forged("thirteens", 43, 12, 0x7FFF)})
    handheld.on()
    game, messages = handheld.saved("thirteens"), []
    game.view.open(game.match.s)
    assert game.match.number == 43 and game.match.played == 12
    menu, undo = handheld.module("ui.menu"), 2
    menu.alert = lambda title, text: messages.append(text)
    menu.ask = lambda *_, **__: undo
    game.undo = lambda: pytest.fail("a move of a save that was not checked was taken back")
    assert handheld.module("screens.pause_menu").run(game)
    assert "thirteens.bad0" in handheld.files() and "thirteens.bad0" in messages[0]


def test_while_a_menu_waits_for_a_key_the_moves_are_checked(handheld):
    handheld.prepare("thirteens", 42, 20)
    handheld.play("300")
    assert handheld.module("ui.keys").on_idle == handheld.game.work
    game = handheld.saved("thirteens")
    assert not game.match.check(0)
    for _ in range(30):
        game.work(0)
    assert game.match.check(0)


@pytest.mark.parametrize("game", playing.PATIENCES + playing.MULTIPLAYER)
def test_a_state_that_breaks_the_view_is_quarantined_at_once(handheld, game):
    """Whether its view raises or not, there is no crash, now or at the next start."""
    handheld.prepare(game, 42, 12)
    files = handheld.files()
    name = next(name for name in (f"{game}.a", f"{game}.b") if name in files)
    from thirteen import match

    m = match.Match(playing.RULES[game], 42)
    playing.play_on(m, 12)
    for byte in (0x3F, 0xFF, 0x55):
        m.s[:] = bytes([byte]) * len(m.s)
        strange = as_file(game, m.save())
        messages, left = opened(handheld, {**files, name: strange})
        assert len(messages) == 1 and "crash" not in left and strange in left.values()
        assert handheld.game.match.played < 10 and handheld.game.match.check()  # a new deal
        assert opened(handheld, left)[0] == []


def after_forgotten(game, start, moves=(), s=None, gone=128):
    """A save whose log begins, after that many forgotten moves, in a state of any kind."""
    from thirteen.storage import saved_game

    rules = playing.RULES[game]
    options = bytes((0, 0, 2)) + bytes(6) if game in playing.MULTIPLAYER else bytes(8)
    options = options[: len(rules.OPTIONS)]
    log = memoryview(array("H", moves or (0,)))
    numbers = 42, gone, len(log), len(log)
    parts = saved_game.pack(rules.VERSION, numbers, options, start, s or start, log)
    return b"".join(bytes(part) for part in parts)


def spoilt_states(game):
    """States of a game in play with a byte changed, and with all of them alike."""
    r = random.Random(game)
    options = bytes((0, 0, 2)) + bytes(6) if game in playing.MULTIPLAYER else None
    for moves in (0, 5, 12, 30):
        m = match.Match(playing.RULES[game], 42, options)
        playing.play_on(m, moves)
        for byte in (0xFF, 0x3F, 0x55, 0):
            yield bytes([byte]) * len(m.s)
        for _ in range(60 if not SOAK else 2000):
            s = bytearray(m.s)
            for _ in range(r.choice((1, 2, 8))):
                s[r.randrange(len(s))] = r.choice(
                    (0, 1, 5, 13, 0x40, 0x80, 0xFF, r.randrange(256))
                )
            yield bytes(s)


@pytest.mark.parametrize("game", GAMES)
def test_where_a_log_begins_without_its_first_moves_is_checked(handheld, game):
    """What is loaded can be drawn, told and played on from, whatever its first bytes were."""
    handheld.on()
    handheld.blind()
    table = handheld.start(game, 42, 0)
    if game in playing.MULTIPLAYER:
        handheld.module("modes.three_thirteen").Mode._cover = lambda mode, game, p: None
    loaded = 0
    for state in spoilt_states(game):
        try:
            table.match.load(after_forgotten(game, state))
        except (ValueError, IndexError):
            continue
        loaded += 1
        assert playing.forgets(game)
        rules, s = table.rules, table.match.s
        table.view.open(s)
        table.view.draw(s)
        rules.state(s)
        playing.play_on(table.match, 40)
        table.view.changed(table.match.s)
        table.view.draw(table.match.s)
    assert loaded or not playing.forgets(game)


@pytest.mark.parametrize("game", playing.PATIENCES + playing.MULTIPLAYER)
def test_two_generations_without_a_game_are_no_crash(handheld, game):
    """Legal moves to another position, and a start that no game has: in both generations."""
    handheld.prepare(game, 42, 12, b"\0\0\2" if game in playing.MULTIPLAYER else None)
    files = handheld.files()
    m = match.Match(
        playing.RULES[game], 42, b"\0\0\2" + bytes(6) if game in playing.MULTIPLAYER else None
    )
    playing.play_on(m, 12)
    other = match.Match(playing.RULES[game], 43, m.options)
    playing.play_on(other, 12)
    m.s[:] = other.s
    elsewhere = b"".join(bytes(part) for part in m.save())
    m.s[:] = bytes([0xFF]) * len(m.s)  # its view raises
    broken = b"".join(bytes(part) for part in m.save())
    for kind in (elsewhere, broken, after_forgotten(game, bytes([0x55]) * len(m.s))):
        for name in (f"{game}.a", f"{game}.b"):
            files[name] = as_file(game, [kind], 7 + (name[-1] == "b"))
        messages, left = opened(handheld, files)
        assert messages and "crash" not in left and "crash-read" not in left
        assert f"{game}.bad0" in left and f"{game}.bad1" in left
        assert handheld.game.match.played < 10 and handheld.game.match.check()


def test_a_save_that_crashes_twice_is_quarantined(handheld, monkeypatch):
    """Even if its moves are legal; otherwise the game could never be opened again."""
    handheld.prepare("friday", 42, 12)
    files = handheld.files()
    replace_saves(handheld, files)
    handheld.on()
    view = handheld.module("views.friday")
    opens = view.open
    tries = []

    def broken(s):
        opens(s)
        tries.append(s[0])
        if handheld.game.match.played == 12:
            raise ZeroDivisionError

    view.open = broken
    import main

    monkeypatch.setattr(main, "_drop_all", lambda: None)  # the broken view stays
    messages = []
    handheld.module("ui.menu").alert = lambda title, text: messages.append(text)
    handheld.tap("500 A 1500", after=1000)
    assert len(tries) == 3 and handheld.game.match.played == 0
    left = handheld.files()
    assert "friday.bad0" in left and len(messages) == 1
    assert "crash-read" in left and "crash" not in left


def test_a_message_at_power_on_is_shown_on_the_table(handheld):
    """Nothing was drawn before it, and the framebuffer's zeros are the yellow of a chosen card."""
    handheld.drawn = True
    handheld.prepare("thirteens", 42, 3)
    for path in handheld.saves.iterdir():
        if path.name.startswith("thirteens"):
            path.write_bytes(bytes(40))
    handheld.play("300", after=0)
    felt = handheld.module("draw.canvas").tile(0)
    assert handheld.panel.at(2, 2) == felt
    assert handheld.panel.at(handheld.hal.W // 2, 90) != felt
