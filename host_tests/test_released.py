"""Files of released versions: this version can read their games, settings and records.

released/VERSION.json has the files written by a handheld of that version, in base64, and their
contents as that version read them. Add one with each release; never change one.
"""

import base64
import json
import struct
import zlib
from pathlib import Path

import playing
import pytest

DRAWN = False  # by the fixture `handheld`

RELEASED = sorted((Path(__file__).parent / "released").glob("*.json"))
OLDEST = [game for game in playing.GAMES if game in json.loads(RELEASED[0].read_text())["expect"]]


@pytest.fixture(params=RELEASED, ids=lambda path: path.stem)
def old(request, handheld):
    """A handheld with the files of that version, and the expected contents."""
    contents = json.loads(request.param.read_text())
    handheld.saves.mkdir(exist_ok=True)
    for name, data in contents["files"].items():
        (handheld.saves / name).write_bytes(base64.b64decode(data))
    handheld.released = {name: base64.b64decode(data) for name, data in contents["files"].items()}
    handheld.expect = contents["expect"]
    handheld.on()
    handheld.module("storage.older").take_over()
    return handheld


def unharmed(handheld):
    assert handheld.module("storage.store").take_problems() is None
    assert not [name for name in handheld.files() if ".bad" in name]


@pytest.mark.parametrize("game", OLDEST)
@pytest.mark.parametrize("generation", (0, 1))
def test_games_can_be_resumed(old, game, generation):
    expect = old.expect[game][generation]
    if generation == 0:
        (old.saves / (game + ".b")).unlink()
    table = old.module("game").Game(game)
    assert table.load()
    m = table.match
    assert m.check() and table.verify(-1)
    assert (m.number, m.options.hex(), m.forgotten) == tuple(
        expect[k] for k in ("deal", "options", "gone")
    )
    assert (m.played, m.logged, zlib.crc32(m.s)) == tuple(expect[k] for k in ("n", "top", "state"))
    assert zlib.crc32(bytes(memoryview(m.log)[: m.logged])) == expect["log"]
    facts = (table.seconds, table.undone, table.hinted)
    assert facts == tuple(expect[k] for k in ("seconds", "undone", "hinted"))
    state, left = bytes(m.s), m.logged - m.played
    table.clean = False
    table.save()
    again = old.module("game").Game(game)
    assert again.load() and again.match.check()
    assert again.match.s == state and again.match.logged - again.match.played == left
    assert again.match.number == expect["deal"]
    unharmed(old)


def test_settings_are_kept(old):
    settings = old.module("storage.settings")
    settings.load()
    known = bytes.fromhex(old.expect["settings"])
    assert settings.values[: len(known)] == known
    unharmed(old)


def shown(r, rules):
    """A row of the statistics as the lines shown by 1.0.0."""
    played, won, streak, longest, best, total, fastest, seconds, clean, unaided = r[:10]
    mean = total // played // rules.UNIT * rules.UNIT
    lines = {
        "Played": str(played),
        "Won": f"{won} ({100 * won // played}%)",
        "Won without undo": str(clean),
        "Won without hints": str(unaided),
        "Streak now / best": f"{streak} / {longest}",
        "Best score": rules.points(best),
        "Mean score": rules.points(mean),
        "Fastest win": f"{fastest // 60}:{fastest % 60:02}" if won else "-",
        "Mean time": f"{seconds // played // 60}:{seconds // played % 60:02}",
    }
    return {name: value.replace("brought down", "brought") for name, value in lines.items()}


def rows(old, game, kinds):
    """A game's statistics in the columns of 1.1.0."""
    history = old.module("storage.history")
    table = history.statistics(history.load(), playing.GAMES.index(game))[:kinds]
    names = "PLAYED WON STREAK BEST_STREAK BEST SUM FASTEST SECONDS CLEAN UNAIDED".split()
    last = lambda r: r[history.RATED] << 16 | r[history.CHANGE] & 0xFFFF | r[history.FEWEST]  # noqa: E731
    return [[r[getattr(history, name)] for name in names] + [last(r)] for r in table]


@pytest.mark.parametrize("game", OLDEST)
def test_statistics_are_kept(old, game):
    if "rows" in old.expect:
        expect = old.expect["rows"][game]
        assert rows(old, game, len(expect)) == expect
        return
    expect = old.expect[game + "-st"]
    for r, lines in zip(rows(old, game, len(expect)), expect):
        if lines == ["No game finished yet"]:
            assert not any(r)
            continue
        then = dict(line.split("\t") for line in lines if "\t" in line)
        now = shown(r, playing.RULES[game])
        assert {name: now[name] for name in then} == then
    unharmed(old)


def test_entries_high_scores_and_daily_deals_are_kept(old):
    entries = old.module("storage.make13_entries")
    begun, who, best = old.expect["entries"]
    assert entries.begun(6, bytes(5), b"XYZ") == begun
    assert [row[0].decode() for row in entries.table(bytes(5))] == who
    assert entries.best(bytes(5)) == best
    history = old.module("storage.history")
    log = history.load()
    assert [history.offered(log, row) - 1 for row in (0, 2, 3)] == old.expect["daily"]
    unharmed(old)


def test_days_trophies_and_bests_are_kept(old):
    expect = old.expect
    if "days" not in expect:
        pytest.skip("this version had none")
    history = old.module("storage.history")
    log = history.load()
    days = history.days(log)
    for day, results in expect["days"].items():
        assert [history.result(days, row, int(day)) for row in range(5)] == results
    assert len(days) == 4 * len(expect["days"])
    assert history.in_a_row(days, -1, 9822) == expect["days_in_a_row"]
    assert [history.in_a_row(days, row, 9822) for row in range(5)] == expect["streaks"]
    assert [history.trophies(log, row) for row in range(5)] == expect["trophies"]
    for game, moves in expect["fewest"].items():
        options = bytes(len(playing.RULES[game].OPTIONS))
        row = playing.GAMES.index(game)
        for deal, n in moves.items():
            assert history.fewest(log, row, int(deal), options) == n
    assert history.asked(log) == expect["asked"]
    ghost, match = old.module("storage.make13_ghost"), old.start("make13", 6).match
    assert ghost.find("make13", match).hex() == expect["ghost"]
    for game in playing.PATIENCES + playing.MULTIPLAYER:
        assert old.module("storage.set_aside").deal(game, 13) == expect["left"]
    unharmed(old)


def kept(log):
    return [bytes(log[0][:41]), *map(bytes, log[1:])]  # the rest of the first is random


@pytest.mark.parametrize("at", range(40))
def test_power_lost_while_old_files_are_taken_over(old, at):
    """Cut at any operation on a file: what is read at the next start is all there, once."""
    whole = kept(old.module("storage.history").load())
    for path in old.saves.iterdir():
        path.unlink()
    for name, data in old.released.items():
        (old.saves / name).write_bytes(data)
    old.on()
    older = old.module("storage.older")
    left = iter(range(at))

    class Cut(BaseException):
        pass

    def cutting(real):
        def cut(*args):
            if next(left, None) is None:
                raise Cut
            return real(*args)

        return cut

    hal = old.hal
    hal.write, hal.remove = cutting(hal.write), cutting(hal.remove)
    try:
        older.take_over()
    except Cut:
        pass
    old.on()
    old.module("storage.older").take_over()
    assert kept(old.module("storage.history").load()) == whole
    unharmed(old)


def test_of_many_bests_of_an_old_version_those_played_last_are_kept(handheld):
    """The latest are the first in its file."""
    handheld.on()
    store, history = handheld.module("storage.store"), handheld.module("storage.history")
    none = history.crc16(b"")
    rows = [struct.pack("<BIHH", 8, deal, none, 100 + deal) for deal in range(60, 0, -1)]
    assert store.save("friday-bests", rows) and handheld.module("storage.older").take_over()
    log, row = history.load(), playing.GAMES.index("friday")
    assert [history.fewest(log, row, deal, b"") for deal in (60, 40, 1)] == [160, 140, 0]
