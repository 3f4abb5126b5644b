"""The player's history: records, what is folded from them, and what is kept when one drops off."""

import random
import sys

import playing
import pytest
from playing import FIELDS
from transcript import better, own

DRAWN = False  # by the fixture `handheld`

FRIDAY = playing.GAMES.index("friday")
FIRST = 9497  # 2026-01-01
NOW = FIRST + 300
LAST = FIRST + 330  # no day is later, so that none leaves before its time


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
    names = "KNOWN HOUSE DAILY UNDONE HINTED GIVEN_UP RATED UNCOUNTED".split()
    how = [name for name in names if r.random() < 0.3]
    if "DAILY" in how and r.random() < 0.2:
        how.append("LATE")
    won = r.random() < 0.5 and "GIVEN_UP" not in how
    return record(
        history, " ".join(how), won, r.randrange(5), r.randrange(4), identity=identity,
        deal=r.randrange(1, 40), score=r.randrange(60), day=r.randrange(FIRST, LAST),
        time=r.randrange(1, 900), moves=r.randrange(20, 200), earned=1 << r.randrange(8),
        gain=r.randrange(-60, 60) if "RATED" in how else 0,
    )  # fmt: skip


@pytest.mark.parametrize("seed", range(20 if playing.SOAK else 2))
def test_every_figure_is_that_of_all_games_however_many_have_dropped_off(history, seed):
    """400 games, some of them ended twice: counted here from the list of what ended last."""
    r = random.Random(seed)
    past = history.empty()
    games = {}
    for n in range(400):
        identity = 1000 + n
        recent = [k for k in list(games)[-20:]]
        if recent and r.random() < 0.1:
            identity = r.choice(recent)
        made = some(history, r, identity)
        if identity in games:  # its deal, its day and what it is called stay
            before = dict(zip(FIELDS, games[identity]))
            keep = ("deal", "day", "where", "options")
            fixed = history.IS_KNOWN | history.IS_HOUSE | history.IS_DAILY | history.IS_LATE
            fixed |= history.IS_UNCOUNTED
            now = dict(zip(FIELDS, made)) | {name: before[name] for name in keep}
            now["how"] = now["how"] & ~fixed | before["how"] & fixed
            made = tuple(now.values())
        counts = better(history, games.get(identity), made)
        if counts != games.get(identity):
            earned = games.pop(identity, made)[-1]  # by the end that counted before
            games[identity] = (*counts[:-1], counts[-1] | earned)
        history.put(past, made)
        assert sum(map(len, past)) <= 4000
        if n % 57 == 0 or n == 399:
            assert history.save(past)
            past = history.load()
            want = own(history, games.values(), NOW)
            kept = list(history.records(past))
            assert kept == [games[got[0]] for got in kept]
            for row in range(5):
                ends = [g for g in games.values() if g[8] >> 4 == row][-3:]
                lost = len(ends) == 3 and not any(g[3] & history.IS_WON for g in ends)
                assert history.all_lost(past, row, 3) == lost
            assert [history.statistics(past, row) for row in range(5)] == want["statistics"]
            days = {(day, row) for day in range(FIRST - 1, LAST + 1) for row in range(5)}
            got = {key: history.result(past, key[1], key[0]) for key in days}
            assert {key: n for key, n in got.items() if n} == want["days"]
            streaks = [history.in_a_row(past, row, NOW) for row in range(-1, 5)]
            assert streaks == want["streaks"]
            if n < 57:
                ask = [(row, deal) for row in range(5) for deal in range(40)]
                assert [history.fewest(past, *at, b"") for at in ask] == want["fewest"]
    assert len(past[history.RECORDS]) // 28 >= 40


def test_the_best_at_a_deal_is_the_fewest_moves_ever_however_many_have_dropped_off(history):
    """By the same house rules; a known deal it is by any."""
    r = random.Random(3)
    past = history.empty()
    fewest = {}
    for n in range(400):
        deal, rules, moves = r.randrange(1, 9), r.choice((b"", b"\1")), r.randrange(20, 200)
        made = record(history, r.choice(("", "UNCOUNTED")), n % 3 > 0, identity=1000 + n,
                      deal=deal, moves=moves, options=history.crc16(rules))  # fmt: skip
        history.put(past, made)
        if n % 3:
            fewest[deal, rules] = min(fewest.get((deal, rules), moves), moves)
    assert fewest == {key: history.fewest(past, FRIDAY, *key) for key in fewest}
    made = record(history, won=True, identity=1, deal=1, moves=9, options=history.crc16(b""))
    history.put(past, made)
    best = [history.fewest(past, FRIDAY, 1, b"", without) for without in (0, 1)]
    assert best == [9, fewest[1, b""]]  # what a win is compared with is not itself


def test_of_more_than_48_deals_the_bests_of_those_played_last_are_kept(history):
    past = history.empty()
    for deal in (*range(1, 49), 1, *range(49, 60)):
        history.put_best(past, record(history, won=True, deal=deal))
    kept = [deal for deal in range(1, 60) if history.fewest(past, FRIDAY, deal, b"")]
    assert kept == [1, *range(13, 60)]


def test_the_oldest_of_the_game_with_most_drops_off(history):
    past = history.empty()
    for n in range(30):
        history.put(past, record(history, row=0, identity=1000 + n))
    for n in range(300):
        history.put(past, record(history, identity=2000 + n))
    assert len(list(history.records_of(past, 0))) == 30  # a game rarely played keeps what it has
    left = [got[history.IDENTITY] for got in history.records_of(past, FRIDAY)]
    assert left == sorted(left, reverse=True) and left[0] == 2299 and len(left) > 60
    assert history.statistics(past, FRIDAY)[0][history.PLAYED] == 300


def test_a_score_counts_in_whole_units(history):
    """The fraction of a score only breaks ties: 51,3 counts as 52 cards taken."""
    past = history.empty()
    for score, total in ((51300, 52000), (52000, 104000), (1, 105000), (0, 105000)):
        history.put(past, record(history, "IN_THOUSANDS", score=score, row=0, identity=5 + score))
        assert history.statistics(past, 0)[0][history.SUM] == total
    assert history.average(history.statistics(past, 0)[0]) == (105000 // 4, 60)


def test_a_game_given_up_is_lost_and_not_part_of_the_averages(history):
    past = history.empty()
    history.put(past, record(history, won=True, identity=1, score=52))
    history.put(past, record(history, "GIVEN_UP", identity=2, score=0, time=5))
    r = history.statistics(past, FRIDAY)[0]
    assert (r[history.PLAYED], r[history.STREAK]) == (2, 0) and history.average(r) == (52, 60)


def test_resetting_a_game_s_statistics_leaves_the_days_and_the_others(handheld, history):
    """Also what is left of them in the sums, and that a deal is known by the best at it alone."""
    past = history.load()
    for n in range(150):
        made = record(history, won=True, identity=n + 1, deal=9, row=(FRIDAY, FRIDAY + 1)[n % 2])
        history.put(past, made)
    assert history.save(past)
    for game in ("friday", "imaginary"):
        handheld.played(game, how="DAILY", day=FIRST)
    before = handheld.numbers("imaginary")
    assert handheld.numbers("friday") == before and before["PLAYED"] == 76
    assert history.reset(FRIDAY)
    assert not any(handheld.numbers("friday").values()) and handheld.numbers("imaginary") == before
    past = history.load()
    assert history.result(past, FRIDAY, FIRST) == history.WON_THEN
    assert history.is_known(past, FRIDAY, 7)
    handheld.played("friday")
    assert handheld.numbers("friday")["WON"] == 1
    past[history.RECORDS] = bytearray()
    assert history.is_known(past, FRIDAY, 9) and not history.is_known(past, FRIDAY, 8)


# Days


def test_a_day_tells_what_was_on_it_and_what_came_later(history):
    """Dropped, finished, won; and won later, which takes nothing from the days in a row."""
    past = history.empty()
    n = iter(range(1, 99))

    def end(day, how="", won=False):
        made = record(history, "DAILY " + how, won, day=day, identity=next(n))
        history.put(past, made)
        return history.result(past, FRIDAY, day)

    dropped, finished, won, later = (
        getattr(history, name) for name in ("DROPPED", "FINISHED", "WON_THEN", "LATER")
    )
    assert end(FIRST, "GIVEN_UP") == dropped
    assert history.in_a_row(past, FRIDAY, FIRST) == 0 == history.in_a_row(past, -1, FIRST)
    assert end(FIRST) == finished and end(FIRST, "GIVEN_UP") == finished
    assert end(FIRST + 1, won=True) == won and end(FIRST + 1) == won
    assert end(FIRST + 1, "LATE", True) == won
    assert end(FIRST + 2) == finished and end(FIRST + 2, "LATE") == finished
    assert end(FIRST + 2, "LATE", True) == finished | later
    assert end(FIRST + 4, "LATE") == 0 and end(FIRST + 4, "LATE", True) == later
    assert end(FIRST + 5, "GIVEN_UP") == dropped
    assert end(FIRST + 5, "LATE", True) == dropped | later
    assert [history.in_a_row(past, FRIDAY, FIRST + k) for k in range(6)] == [1, 2, 3, 3, 0, 0]
    assert [history.is_won(got) for got in range(8)] == [0, 0, 0, 1, 1, 1, 1, 1]
    assert history.result(past, FRIDAY + 1, FIRST) == 0


@pytest.mark.parametrize("first", (1, FIRST))
def test_days_in_a_row_have_no_end(history, first):
    """Dates, or days of play; of one game, and of any though another plays every day only."""
    past = history.empty()
    for n in range(800):
        history.put(past, record(history, "DAILY", n % 3 > 0, day=first + n, identity=2 * n + 1))
        history.put(past, record(history, "DAILY", day=first + n, row=n % 2, identity=2 * n + 2))
        if n % 61 == 0 or 360 < n < 372:
            for row, want in ((FRIDAY, n + 1), (-1, n + 1), (n % 2, 1), (4, 0)):
                got = [history.in_a_row(past, row, first + n + k) for k in range(3)]
                assert got == [want, want, 0], (n, row)
    assert len(past[history.DAYS]) == 5 * 366
    history.put(past, record(history, "DAILY", day=first + 801, identity=9999))
    assert history.in_a_row(past, FRIDAY, first + 801) == 1


def test_play_without_a_date_comes_after_that_with_one_whatever_its_numbers(history):
    """A year of dates, then days of play: what is kept is what came last."""
    past = history.empty()
    for n in range(800):
        day = FIRST + n if n < 400 else n - 399
        history.put(past, record(history, "DAILY", True, day=day, identity=n + 1))
        if n >= 400:
            assert history.in_a_row(past, FRIDAY, day) == day
    assert history.first_date(past) == 65536  # all are gone
    history.put(past, record(history, "DAILY", True, day=FIRST + 400, identity=999))
    assert history.first_date(past) == FIRST + 400


def test_a_clock_set_far_ahead_and_back_costs_no_streak(history):
    past = history.empty()
    for n, day in enumerate([*range(FIRST, FIRST + 12), FIRST + 26000, FIRST + 12]):
        history.put(past, record(history, "DAILY", day=day, identity=n + 1))
    assert history.in_a_row(past, FRIDAY, FIRST + 12) == 13


def test_a_date_is_one_day_of_play_however_often_it_is_switched_on(handheld):
    """Without a clock each power-on with a game may be a day of its own."""
    days = []
    for identity, date in enumerate((FIRST, FIRST, FIRST + 1, FIRST + 1, -1, -1), 1):
        handheld.on()
        history = handheld.module("storage.history")
        handheld.hal.today = lambda date=date: date
        past = history.load()
        history.put(past, record(history, identity=identity))
        history.put(past, record(history, identity=100 + identity))
        history.save(past)
        days.append(history.played_days(past))
    assert days == [1, 1, 2, 2, 3, 4]


def test_a_daily_deal_that_turns_out_to_be_late_is_none_of_its_day(history):
    past = history.empty()
    history.put(past, record(history, "DAILY", day=FIRST, identity=1))
    history.put(past, record(history, "DAILY", True, day=FIRST, identity=2))
    history.was_late(past, 2)
    assert history.result(past, FRIDAY, FIRST) == history.FINISHED | history.LATER
    history.was_late(past, 1)
    assert history.result(past, FRIDAY, FIRST) == history.LATER
    history.was_late(past, 77)  # there is none


# Files


def test_a_history_that_is_full_is_one_small_file(handheld, history):
    past = history.empty()
    r = random.Random(13)
    for n in range(1500):
        won, row, day = r.random() < 0.7, r.randrange(5), FIRST + n // 3 * 2
        made = record(history, "DAILY", won, row, deal=n + 1, day=day, identity=n + 1)
        history.put(past, made)
    for row in range(5):
        for i in range(13):
            history.put_step(past, row, i, 99)
    history.put(past, record(history, identity=9999))
    assert history.save(past)
    assert 4000 < len(handheld.hal.read("history.a")) <= 4096  # a block of flash
    assert len(past[history.DAYS]) == 5 * 366 and len(past[history.BESTS]) == 48 * 9
    assert len(past[history.RECORDS]) // 28 >= 40


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
    past = history.empty()
    for n in range(1500):
        made = record(history, "DAILY", n % 3 > 0, n % 5, day=FIRST + n // 3, identity=n + 1)
        history.put(past, made)
    assert history.save(past) and sum(map(len, past)) > 3900
    files = sys.modules["files"]
    sizes = []
    files.open = lambda *args: Sizes(open(*args), sizes)
    try:
        assert history.load() == past
    finally:
        del files.open
    assert max(sizes) == max(map(len, past)) <= 28 * 96 and sum(sizes) > 7000


def test_at_most_96_records_are_one_block(history):
    """Of a player without daily deals, too."""
    past = history.empty()
    for n in range(300):
        history.put(past, record(history, identity=1000 + n, row=n % 2))
        assert len(past[history.RECORDS]) == 28 * min(n + 1, 96)
    assert sum(history.statistics(past, row)[0][history.PLAYED] for row in (0, 1)) == 300


@pytest.mark.parametrize(
    "data",
    (
        b"",
        b"\1",
        b"\2\6" + bytes(60),
        b"\1\6" + bytes(9),
        bytes(99),
        b"\1\6" + b"\xff" * 200,
        b"\1\6" + bytes(24),
    ),
)
def test_a_file_that_is_no_history_is_set_aside(handheld, history, data):
    store = handheld.module("storage.store")
    handheld.played("friday")
    store.save("history", (data,))
    assert handheld.numbers("friday")["WON"] == 1  # by the one before
    assert data == b"" or "history.bad0" in handheld.files()


def test_what_a_later_version_appends_is_kept(handheld, history):
    past = history.empty()
    past[history.COUNTERS] += b"counters"
    past.append(bytearray(b"later"))
    assert history.save(past)
    handheld.played("friday")
    past = history.load()
    assert past[history.COUNTERS].endswith(b"counters") and bytes(past[-1]) == b"later"
    assert len(past) == history._SECTIONS + 1 and handheld.numbers("friday")["WON"] == 1


def test_the_largest_numbers_do_no_harm(handheld, history):
    past = history.load()
    history.put_sum(past, FRIDAY << 4, [65535] * 11 + [32767] + [0xFFFFFFFF] * 3)
    history._put_word(past[history.COUNTERS], history._UNDATED, 9496)  # below the first date
    history._put_word(past[history.COUNTERS], history._PLAYED_DAYS, 65535)
    assert history.save(past)
    for _ in range(200):
        handheld.played("friday", score=0xFFFFFFFF, time=65535, moves=65535)
    assert handheld.numbers("friday")["PLAYED"] >= 65535
    past = history.load()
    assert (history.today(past), history.played_days(past)) == (9496, 65535)
    history.average(history.statistics(history.load(), FRIDAY)[0])


@pytest.mark.parametrize("where, whole", [(0x7F, True), (0x80, False), (0xFF, False)])
def test_a_record_of_a_game_beyond_the_eighth_row_is_damage(history, where, whole):
    past = history.empty()
    history.put(past, record(history, row=where >> 4, kind=where & 15, identity=7))
    assert history.save(past)
    assert (len(history.load()[history.RECORDS]) > 0) == whole


def test_each_game_counts_its_own_deals_in_turn(history):
    past = history.empty()
    for row in range(8):
        history.put_deal_index(past, row, 1000 + row)
    assert [history.deal_index(past, row)[1] for row in range(8)] == [
        1000 + row for row in range(8)
    ]


def test_the_bits_of_a_record_stay_as_they_were_saved(history):
    names = (
        "KNOWN DAILY LATE BEGUN UNDONE HINTED HOUSE REVIEWED SEEN OLD CLOSED WON REACHED GIVEN_UP"
        " RATED IN_THOUSANDS UNCOUNTED ADVANCE COPIED"
    )
    bits = [getattr(history, "IS_" + name) for name in names.split()]
    assert bits + [history.TOLD] == [1 << i for i in range(20)]


def test_the_stars_of_a_step_are_the_best_of_each_win(history):
    past = history.empty()
    for moves, stars in ((90, history.STAR_PAR), (70, 0), (99, history.STAR_ALONE)):
        history.put_step(past, FRIDAY, 4, moves, stars)
    assert (history.step(past, FRIDAY, 4), history.stars(past, FRIDAY, 4)) == (70, 3)
    assert history.steps(past, FRIDAY) == 1 and history.stars(past, FRIDAY, 3) == 0
    history.put_step(past, 4, 12, 65535)
    assert history.step(past, 4, 12) == 8191 and history.stars(past, 4, 12) == 1


# Files that are damaged or can't be read


def weeks(handheld, history, days, first=0):
    """So many days of play with a game each, from today on; the history's file names."""
    for n in range(first, first + days):
        handheld.hardware.day = FIRST + n
        handheld.played("friday", identity=5000 + n, day=FIRST + n)
    return {name for name in handheld.files() if name.startswith("history")}


def spoil(handheld, *names, at=-30):
    for name in names:
        path = handheld.saves / name
        data = bytearray(path.read_bytes())
        data[at] ^= 16
        path.write_bytes(data)


def test_once_a_week_of_play_there_is_a_copy_for_when_both_others_fail(handheld, history):
    assert not [name for name in weeks(handheld, history, 7) if "copy" in name][1:]
    names = weeks(handheld, history, 17)
    assert {"history.a", "history.b", "history-copy.a"} <= names
    spoil(handheld, "history.a", "history.b", at=17)  # no section can be told
    handheld.on()
    assert handheld.numbers("friday")["PLAYED"] == 14
    assert "history" not in handheld.module("storage.store").failing
    kept = {name: data for name, data in handheld.files().items() if "copy" in name}
    weeks(handheld, history, 10, 20)  # what stands in for both replaces no copy
    handheld.on()
    assert handheld.numbers("friday")["PLAYED"] == 24
    assert kept == {name: data for name, data in handheld.files().items() if "copy" in name}


def failing(handheld):
    """Both generations of the history, and nothing else, give read errors until power-off."""
    handheld.on()
    read_with, quarantine = handheld.hal.read_with, handheld.hal.quarantine
    broken = {"history.a", "history.b"}

    def reading(name, use, given=()):
        if name in broken:
            raise OSError(5)
        return read_with(name, use, given)

    def renaming(name, stem):
        to = quarantine(name, stem)
        broken.discard(name)
        broken.add(to)
        return to

    handheld.hal.read_with, handheld.hal.quarantine = reading, renaming


@pytest.mark.parametrize("days, more", ((3, 0), (17, 0), (17, 120)))
def test_a_history_that_could_not_be_read_once_is_there_again_with_what_came_since(
    handheld, history, days, more
):
    """Also if what the copy has as records is only in its sums by now."""
    weeks(handheld, history, days)
    for n in range(more):
        handheld.played("friday", identity=7000 + n)
    past = history.load()
    history.earn(past, FRIDAY, 2)
    history.save(past)
    failing(handheld)
    assert handheld.numbers("friday")["PLAYED"] == (14 if days == 17 else 0)
    handheld.played("friday", False, identity=9001)
    if not more:
        handheld.played("friday", identity=5000)  # the copy may have it, too
    past = handheld.module("storage.history").load()
    handheld.module("storage.history").earn(past, FRIDAY, 4)
    handheld.module("storage.history").save(past)
    for _ in range(2):  # the flash is well again
        handheld.on()
        numbers = handheld.numbers("friday")
        got = numbers["PLAYED"], numbers["WON"], numbers["STREAK"]
        assert got == (days + more + 1, days + more, 0)
        history = handheld.module("storage.history")
        assert history.trophies(history.load(), FRIDAY) == 0b10100


def test_a_history_that_is_damaged_for_good_is_looked_for_no_more_often_than_at_power_on(
    handheld, history
):
    weeks(handheld, history, 3)
    spoil(handheld, "history.a", "history.b")
    handheld.on()
    handheld.played("friday")
    handheld.on()
    looked = []
    read_with = handheld.hal.read_with
    handheld.hal.read_with = lambda name, *rest: looked.append(name) or read_with(name, *rest)
    for _ in range(3):
        handheld.module("storage.history").load()
    assert sum(".bad" in name for name in looked) <= 2


@pytest.mark.parametrize("part", range(6))
def test_sections_that_check_are_used_though_another_is_damaged(handheld, history, part):
    """Both generations, before there is a copy."""
    for n in range(120):  # some of them have left the records
        how = "DAILY UNDONE" if n % 2 else ""
        handheld.played("friday", identity=n + 1, how=how, deal=n + 1, day=FIRST + n)
    past = history.load()
    history.earn(past, FRIDAY, 2)
    history.put_step(past, FRIDAY, 0, 99)
    assert history.save(past) and history.save(past)
    whole = [bytes(section) for section in past]
    begins = 17 + 2 + 4 * 6 + sum(len(section) for section in whole[:part])
    spoil(handheld, "history.a", "history.b", at=begins + min(len(whole[part]) - 1, 40))
    handheld.on()
    got = handheld.module("storage.history").load()
    kept = {1, 2, 3, 5} - {part}
    if part != history.RECORDS:  # they get a mark that they are another file's
        assert len(got[4]) == len(whole[4])
    assert all(bytes(got[i]) == whole[i] for i in kept) and bytes(got[part]) != whole[part]
    assert (history.trophies(got, FRIDAY) == 4) == (part != history.COUNTERS)
    handheld.played("friday", identity=999)
    assert handheld.numbers("friday")["PLAYED"] > 0


@pytest.mark.parametrize("left", (0, 22))
def test_of_two_files_cut_short_the_game_goes_on(handheld, left):
    handheld.on()
    handheld.played("friday")
    handheld.played("friday", identity=2)
    for name in ("history.a", "history.b"):
        path = handheld.saves / name
        path.write_bytes(path.read_bytes()[:left])
    handheld.on()
    assert handheld.numbers("friday")["PLAYED"] == 0
    handheld.played("friday", identity=3)
    handheld.on()
    assert handheld.numbers("friday")["PLAYED"] == 1


def test_no_game_counts_twice_where_the_copy_has_records_and_the_file_has_them_in_its_sums(
    handheld, history
):
    weeks(handheld, history, 17)
    for n in range(120):
        handheld.played("friday", identity=7000 + n)
    past = history.load()
    assert history.save(past) and history.save(past)
    assert len(past[history.SUMS])
    begins = 17 + 2 + 4 * 6 + sum(map(len, past[: history.RECORDS]))
    spoil(handheld, "history.a", "history.b", at=begins + 40)
    handheld.on()
    assert handheld.numbers("friday")["PLAYED"] == 14
