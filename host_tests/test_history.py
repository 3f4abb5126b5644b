"""The player's history: records, what is folded from them, and what is kept when one drops off."""

import random
import struct
import sys

import playing
import pytest
from transcript import FIELDS, own

DRAWN = False  # by the fixture `handheld`

FRIDAY = playing.GAMES.index("friday")
FIRST = 9497  # 2026-01-01
NOW = FIRST + 300
ASKED = range(FIRST - 3, FIRST + 610)


@pytest.fixture
def history(handheld):
    handheld.on()
    return handheld.module("storage.history")


def record(history, how="", won=False, row=FRIDAY, kind=0, **what):
    bits = sum(getattr(history, "IS_" + name) for name in how.split())
    bits |= (history.IS_WON | history.IS_REACHED) if won else 0
    given = {"deal": 5, "time": 60, "moves": 70, "score": 30, **what}
    given.update(where=row << 4 | kind, how=bits)
    return tuple(given.get(name, 0) for name in FIELDS)


def some(history, r, identity):
    """Any record."""
    how = [name for name in "KNOWN DAILY UNDONE HINTED GIVEN_UP RATED".split() if r.random() < 0.3]
    if r.random() < 0.8:
        how.append("DATED")
    if "DAILY" in how and r.random() < 0.2:
        how.append("LATE")
    row = r.randrange(5)
    return record(
        history, " ".join(how), r.random() < 0.5, row, r.randrange(4), identity=identity,
        deal=r.randrange(1, 40), score=r.randrange(60), day=FIRST + r.randrange(600),
        time=r.randrange(1, 900), moves=r.randrange(20, 200),
        gain=r.randrange(-60, 60) if "RATED" in how else 0,
    )  # fmt: skip


def figures(history, log):
    """All that is shown of a history, as plain values."""
    days = history.days(log)
    return {
        "statistics": [history.statistics(log, row) for row in range(5)],
        "days": bytes(days),
        "streaks": [history.in_a_row(days, row, NOW) for row in range(-1, 5)],
        "of one row": [history.streak(log, row, NOW) for row in range(5)],
        "of one day": {
            day: [history.result_of(log, row, day) for row in range(5)] for day in ASKED
        },
        "fewest": [history.fewest(log, row, deal, b"") for row in range(5) for deal in range(40)],
        "numbers": [history._last(log, row) for row in range(5)],
    }


@pytest.mark.parametrize("seed", range(20 if playing.SOAK else 2))
def test_every_figure_is_that_of_all_games_however_many_have_dropped_off(history, seed):
    """400 games, some of them ended twice: counted here from the list of what ended last."""
    r = random.Random(seed)
    log = history.empty()
    games = {}
    for n in range(400):
        identity = 1000 + n
        recent = [k for k in list(games)[-20:]]
        if recent and r.random() < 0.1:
            identity = r.choice(recent)
        made = some(history, r, identity)
        games.pop(identity, None)
        games[identity] = made
        history.put(log, made)
        assert sum(map(len, log)) <= 3500
        if n % 57 == 0 or n == 399:
            assert history.save(log)
            log = history.load()
            want, got = own(history, games.values(), NOW), figures(history, log)
            for name in ("statistics", "days", "streaks"):
                assert got[name] == want[name], name
            assert got["of one row"] == want["streaks"][1:]
            told = dict(struct.iter_unpack("<HH", want["days"]))
            for day, marks in got["of one day"].items():
                assert marks == [told.get(day, 0) >> 2 * row & 3 for row in range(5)], day
            assert all(not n or a == n[0] for a, n in zip(got["numbers"], want["numbers"]))
            if n < 57:
                assert got["fewest"] == want["fewest"]
    assert len(log[history.RECORDS]) // 24 >= 48


def test_the_best_at_a_deal_is_the_fewest_moves_ever_however_many_have_dropped_off(history):
    r = random.Random(3)
    log = history.empty()
    fewest = {}
    for n in range(400):
        deal, moves = r.randrange(1, 9), r.randrange(20, 200)
        history.put(log, record(history, won=True, identity=1000 + n, deal=deal, moves=moves))
        fewest[deal] = min(fewest.get(deal, moves), moves)
    assert fewest == {deal: history.fewest(log, FRIDAY, deal, b"") for deal in fewest}


def test_a_game_that_ends_again_replaces_its_record(history):
    log = history.empty()
    history.put(log, record(history, won=True, identity=1, time=50))
    history.put(log, record(history, identity=2))
    history.put(log, record(history, won=True, identity=3))
    r = history.statistics(log, FRIDAY)[0]
    assert (r[history.PLAYED], r[history.WON], r[history.STREAK]) == (3, 2, 1)
    history.put(log, record(history, "UNDONE", True, identity=2, time=40))
    r = history.statistics(log, FRIDAY)[0]
    assert (r[history.PLAYED], r[history.WON], r[history.STREAK]) == (3, 3, 3)
    assert (r[history.CLEAN], r[history.FASTEST]) == (2, 40)
    assert [got[history.IDENTITY] for got in history.of(log, FRIDAY)] == [2, 3, 1]
    r = history.statistics(log, FRIDAY, 2)[0]  # as it was before
    assert (r[history.PLAYED], r[history.STREAK], r[history.FASTEST]) == (2, 2, 50)


def test_the_oldest_of_the_game_with_most_drops_off(history):
    log = history.empty()
    for n in range(30):
        history.put(log, record(history, row=0, identity=1000 + n))
    for n in range(300):
        history.put(log, record(history, identity=2000 + n))
    assert len(list(history.of(log, 0))) == 30  # a game rarely played keeps what it has
    left = [got[history.IDENTITY] for got in history.of(log, FRIDAY)]
    assert left == sorted(left, reverse=True) and left[0] == 2299 and len(left) > 60
    assert history.statistics(log, FRIDAY)[0][history.PLAYED] == 300


def test_a_known_deal_earns_no_streak_and_ends_none(history):
    log = history.empty()
    for how, won in (("", True), ("KNOWN", True), ("KNOWN", False), ("", True)):
        history.put(log, record(history, how, won, identity=1 + len(log[history.RECORDS])))
    r = history.statistics(log, FRIDAY)[0]
    assert (r[history.PLAYED], r[history.WON], r[history.STREAK], r[history.NEW]) == (4, 3, 2, 2)


def test_a_score_counts_in_whole_units(history):
    """The fraction of a score only breaks ties: 51,3 counts as 52 cards taken."""
    log = history.empty()
    for score, total in ((51300, 52000), (52000, 104000), (1, 105000), (0, 105000)):
        history.put(log, record(history, "IN_THOUSANDS", score=score, row=0, identity=5 + score))
        assert history.statistics(log, 0)[0][history.SUM] == total
    assert history.average(history.statistics(log, 0)[0]) == (105000 // 4, 60)


def test_a_game_given_up_is_lost_and_not_part_of_the_averages(history):
    log = history.empty()
    history.put(log, record(history, won=True, identity=1, score=52))
    history.put(log, record(history, "GIVEN_UP", identity=2, score=0, time=5))
    r = history.statistics(log, FRIDAY)[0]
    assert (r[history.PLAYED], r[history.STREAK]) == (2, 0) and history.average(r) == (52, 60)


def test_resetting_a_game_s_statistics_leaves_the_days_and_the_others(handheld, history):
    for game in ("friday", "thirteens"):
        handheld.played(game, how="DAILY DATED", day=FIRST)
    assert history.reset(FRIDAY)
    assert not any(handheld.numbers("friday").values()) and handheld.numbers("thirteens")["WON"]
    log = history.load()
    assert history.result(history.days(log), FRIDAY, FIRST) == history.WON_THEN
    assert history.is_known(log, FRIDAY, 7)
    handheld.played("friday")
    assert handheld.numbers("friday")["WON"] == 1


# Days


def finish(handheld, history, day, won, now=None, game="friday"):
    """The daily deal of a day ends, dealt on day `now`."""
    how = "DAILY DATED" if now in (None, day) else "DAILY DATED LATE"
    handheld.played(game, won, how=how, day=day)


def results(history, days, row=FRIDAY):
    marked = history.days(history.load())
    return [history.result(marked, row, day) for day in days]


def test_a_day_is_missed_played_or_won(handheld, history):
    finish(handheld, history, FIRST, False)
    finish(handheld, history, FIRST + 1, True)
    finish(handheld, history, FIRST + 1, False)  # a win stays
    finish(handheld, history, FIRST + 4, False)
    finish(handheld, history, FIRST + 4, True)
    handheld.played("friday", how="DATED", day=FIRST + 3)  # another deal
    days = range(FIRST, FIRST + 5)
    want = [history.PLAYED_THEN, history.WON_THEN, history.MISSED, history.MISSED]
    assert results(history, days) == [*want, history.WON_THEN]
    assert results(history, days, FRIDAY + 1) == [0] * 5


def test_a_missed_day_may_be_won_later(handheld, history):
    finish(handheld, history, FIRST + 2, False, now=FIRST + 9)
    assert results(history, [FIRST + 2]) == [history.MISSED]
    finish(handheld, history, FIRST + 2, True, now=FIRST + 9)
    assert results(history, [FIRST + 2]) == [history.LATER]
    finish(handheld, history, FIRST, False)
    finish(handheld, history, FIRST, True, now=FIRST + 9)
    assert results(history, [FIRST, FIRST + 2]) == [history.WON_THEN, history.LATER]


def test_without_a_date_no_day_is_marked_but_the_next_deal_is_on_offer(handheld, history):
    for number in (1, 2):
        assert history.offered(history.load(), FRIDAY) == number
        handheld.played("friday", how="DAILY", day=number)
    log = history.load()
    assert not history.days(log) and history.on_offer(log, FRIDAY) == "no. 3"


def test_days_in_a_row_need_one_game_each_and_none_won_later(handheld, history):
    for day, game in (
        (0, "friday"),
        (1, "make13"),
        (2, "thirteens"),
        (2, "friday"),
        (5, "friday"),
    ):
        finish(handheld, history, FIRST + day, day == 1, game=game)

    def row(day, game=-1):
        return history.in_a_row(history.days(history.load()), game, FIRST + day)

    assert [row(day) for day in range(8)] == [1, 2, 3, 3, 0, 1, 1, 0]
    assert [row(day, FRIDAY) for day in range(8)] == [1, 1, 1, 1, 0, 1, 1, 0]
    finish(handheld, history, FIRST + 4, True, now=FIRST + 6)
    assert row(5) == 1


def test_a_year_of_days_is_kept(history):
    """Far apart, too: two bits a game, the last 366 days."""
    days = random.Random(5).sample(range(FIRST, FIRST + 20000), 600)
    log = history.empty()
    for n, day in enumerate(days):
        made = record(history, "DAILY DATED", True, day % 5, day=day, identity=n)
        history.put(log, made)
    kept = sorted(days)[-366:]
    marked = history.days(log)
    assert len(marked) == 4 * 366 and len(log[history.DAYS]) < 1400
    for day in kept:
        assert history.results(marked, day) == history.WON_THEN << 2 * (day % 5)


# Files


def test_a_history_that_is_full_is_one_small_file(handheld, history):
    log = history.empty()
    r = random.Random(13)
    for n in range(1500):
        won, row, day = r.random() < 0.7, r.randrange(5), FIRST + n // 3 * 2
        made = record(history, "DAILY DATED", won, row, deal=n + 1, day=day, identity=n + 1)
        history.put(log, made)
    assert history.save(log)
    assert len(handheld.hal.read("history.a")) < 3600
    assert len(log[history.DAYS]) > 1000 and len(log[history.BESTS]) == 48 * 9
    assert len(log[history.RECORDS]) // 24 > 45


def test_a_long_streak_is_told_from_its_days_and_from_its_records(history):
    """Day by day, up to today or yesterday, with a day before it that was won later, or none."""
    for before in (None, "DAILY DATED LATE"):
        log = history.empty()
        if before:
            history.put(log, record(history, before, True, day=FIRST - 1, identity=1))
        for n in range(420):
            history.put(
                log, record(history, "DAILY DATED", n % 3 > 0, day=FIRST + n, identity=n + 2)
            )
            if n % 7 == 0 or n > 360:
                for later, want in ((0, n + 1), (1, n + 1), (2, 0)):
                    got = history.streak(log, FRIDAY, FIRST + n + later)
                    assert want and min(want, 366) <= got <= min(want, 367) or got == want == 0
        assert history.streak(log, FRIDAY + 1, FIRST + 419) == 0 == history.streak(log, FRIDAY, -1)


class Sizes:
    """A file that notes how much is asked for at once."""

    def __init__(self, f, sizes):
        self.f, self.sizes, self.seek = f, sizes, f.seek

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.f.close()

    def read(self, n):
        self.sizes.append(n)
        return self.f.read(n)

    def readinto(self, into):
        self.sizes.append(len(into))
        return self.f.readinto(into)


def test_no_more_of_a_full_history_is_read_at_once_than_a_section(handheld, history):
    log = history.empty()
    for n in range(1500):
        made = record(history, "DAILY DATED", n % 3 > 0, n % 5, day=FIRST + n // 3, identity=n + 1)
        history.put(log, made)
    assert history.save(log) and sum(map(len, log)) > 3400
    files = sys.modules["files"]
    sizes = []
    files.open = lambda *args: Sizes(open(*args), sizes)
    try:
        assert history.load() == log
    finally:
        del files.open
    assert max(sizes) == max(map(len, log)) <= 24 * 96 and sum(sizes) > 7000


def test_at_most_96_records_are_one_block(history):
    """Of a player without daily deals, too."""
    log = history.empty()
    for n in range(300):
        history.put(log, record(history, identity=1000 + n, row=n % 2))
        assert len(log[history.RECORDS]) == 24 * min(n + 1, 96)
    assert sum(history.statistics(log, row)[0][history.PLAYED] for row in (0, 1)) == 300


@pytest.mark.parametrize(
    "data",
    (
        b"",
        b"\1",
        b"\2\5" + bytes(60),
        b"\1\5" + bytes(9),
        bytes(99),
        b"\1\5" + b"\xff" * 200,
        b"\1\5\55\0\1\0\0\0\0\0\0\0" + bytes(46),
    ),
)
def test_a_file_that_is_no_history_is_set_aside(handheld, history, data):
    store = handheld.module("storage.store")
    handheld.played("friday")
    store.save("history", (data,))
    assert handheld.numbers("friday")["WON"] == 1  # by the one before
    assert data == b"" or "history.bad0" in handheld.files()


def test_what_a_later_version_appends_is_kept(handheld, history):
    log = history.empty()
    log[history.COUNTERS] += b"counters"
    log.append(bytearray(b"later"))
    assert history.save(log)
    handheld.played("friday")
    log = history.load()
    assert log[history.COUNTERS].endswith(b"counters") and bytes(log[-1]) == b"later"
    assert len(log) == history._SECTIONS + 1 and handheld.numbers("friday")["WON"] == 1


def test_forged_numbers_do_no_harm(handheld, history):
    """Sums near the largest of 32 bits, in the files of 1.1.0 and in the history itself."""
    store = handheld.module("storage.store")
    store.save("friday-st", (struct.pack("<11I", *[0xFFFFFFFF] * 11),))
    handheld.module("storage.older").take_over()
    for _ in range(200):
        handheld.played("friday", score=0xFFFFFFFF, time=65535, moves=65535)
    assert handheld.numbers("friday")["PLAYED"] >= 65535
    history.average(history.statistics(history.load(), FRIDAY)[0])


@pytest.mark.parametrize("where, whole", [(0x7F, True), (0x80, False), (0xFF, False)])
def test_a_record_of_a_game_beyond_the_eighth_row_is_damage(history, where, whole):
    log = history.empty()
    history.put(log, record(history, row=where >> 4, kind=where & 15, identity=7))
    assert history.save(log)
    assert (len(history.load()[history.RECORDS]) > 0) == whole


def test_each_game_counts_its_own_deals_in_turn(history):
    log = history.empty()
    for row in range(8):
        history.put_turn(log, row, 1000 + row)
    assert [history.turn(log, row)[1] for row in range(8)] == [1000 + row for row in range(8)]


def test_the_bits_of_a_record_stay_as_they_were_saved(history):
    names = (
        "KNOWN DAILY DATED LATE OLD WON REACHED UNDONE HINTED GIVEN_UP RATED IN_THOUSANDS CLEARED"
    )
    bits = [getattr(history, "IS_" + name) for name in names.split()]
    assert bits == [1, 2, 4, 8, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768]
