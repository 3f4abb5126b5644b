"""Power is lost between any two file operations of what a player does: what counts stays right.

Each scenario runs once whole, then once for each cut; after it the handheld is switched on, left
alone, and asked what counts, and then the player does the same again. Results are compared, not
files.
"""

import playing
import pytest

from tools import bank

DRAWN = False  # by the fixture `handheld`

DAY = 9813  # Friday, 13 November 2026
PEOPLE = {"three_thirteen": b"\0\0\3"}
ENDS = "4000 A 3000 A 3000 A 5000 "  # of a match of Three Thirteen: the sheets, the result


class Cut(BaseException):
    """Nothing in the firmware catches it."""


class Player:
    """A handheld with files, and what was done to them."""

    def __init__(self, handheld, game):
        self.h = handheld
        self.game = game
        self.row = playing.GAMES.index(game)
        self.operations = 0
        self.cut = -1
        self.day = DAY

    def on(self):
        self.h.on()
        self.h.hardware.day = self.day
        hal = self.h.hal
        write, remove = hal.write, hal.remove

        def writing(name, parts):
            self.step()
            write(name, parts)
            self.step()

        def removing(name):
            self.step()
            remove(name)

        hal.write, hal.remove = writing, removing

    def step(self):
        self.operations += 1
        if self.operations == self.cut:
            raise Cut

    def keys(self, keys, cut=-1):
        """Switch on and press keys; False if power was lost."""
        self.on()
        self.operations, self.cut = 0, cut
        try:
            self.h.tap(keys)
        except Cut:
            return False
        finally:
            self.cut = -1
        return True

    def counts(self):
        """What counts, as a player sees it, but for the seconds that the cuts take."""
        self.on()
        history = self.h.module("storage.history")
        past = history.load()
        return {
            "statistics": [r[:9] + r[10:14] for r in history.statistics(past, self.row)],
            "days": [history.result(past, self.row, day) for day in range(DAY - 3, DAY + 3)],
            "in a row": history.in_a_row(past, self.row, self.h.hal.today()),
            "trophies": history.trophies(past, self.row),
            "stars": [history.stars(past, self.row, i) for i in range(3)],
            "records": [r[1:6] + r[7:] for r in history.records_of(past, self.row)],
            "races": self.races(),
        }

    def races(self):
        """The tries and the high scores of Make 13, and its records."""
        entries = self.h.module("storage.make13_entries")
        begun = entries.all_begun(playing.RULES["make13"])
        return begun, entries.table(bytes(5)), len(entries.records())

    def is_over(self):
        table = self.h.module("game").Game(self.game, 0)
        return table.load() and table.rules.over(table.match.s)

    def kept(self):
        return self.h.files()

    def put(self, files):
        for path in self.h.saves.iterdir():
            path.unlink()
        for name, data in files.items():
            (self.h.saves / name).write_bytes(data)


def all_cuts(player, keys, judge):
    """Cut the scenario everywhere; judge(files before it) after each. The number of places."""
    before = player.kept()
    assert player.keys(keys)
    places = player.operations
    assert places, "nothing is written: the keys are out of date"
    whole = player.kept()
    for cut in range(1, places + 1):
        player.put(before)
        assert not player.keys(keys, cut)
        judge()
        player.h.on()
        assert player.h.module("storage.store").take_problems() is None
    player.put(whole)
    print(f"{player.game}: {places} places")
    return places


def almost_over(player, won):
    """Save a game whose last move can be redone, of the day's deal; a race that can be quit."""
    handheld, game = player.h, player.game
    handheld.prepare(game, 1, 0, animation=0)
    player.on()
    table = handheld.module("game").Game(game)
    rules, match = table.rules, table.match
    number = handheld.module("storage.deals").daily(game, table.row, DAY)
    options = PEOPLE.get(game, b"") + bytes(len(rules.OPTIONS) - len(PEOPLE.get(game, b"")))
    if game == "make13":
        handheld.module("storage.make13_entries").begin(number, options, b"ANN")
    match.deal(number, options)
    table.reset_counters()
    handheld.module("dealing").begin(table, day=DAY)
    if won:
        for m in bank.decode(rules, number, bank.read(game)[number]):
            match.play(m)
    elif game == "make13":
        playing.play_on(match, 30, 1)
    else:
        playing.play_on(match, 5000, 3)
    assert game == "make13" or rules.over(match.s)
    if game in playing.PATIENCES:
        match.undo()
    table.seconds = 61
    table.clean = False
    table.save()
    return playing.row(handheld, "Redo") if game in playing.PATIENCES else ""


@pytest.mark.parametrize(  # a win where a proof tells its moves
    ("game", "won"),
    [(game, False) for game in playing.GAMES] + [(game, True) for game in bank.GAMES[:1]],
)
def test_the_end_of_the_daily_deal_counts_once_and_whole(handheld, game, won):
    """The result, the day, both streaks, trophies, rating, tries and high scores."""
    player = Player(handheld, game)
    redo = almost_over(player, won)
    if game == "make13":
        redo = "500 DOWN A 300 DOWN A "  # quit the race
    after = ENDS if game in playing.MULTIPLAYER else "9000"
    keys = redo + " " + after
    start = player.counts()
    files = player.kept()
    assert player.keys(keys)
    end = player.counts()
    assert end["records"] and end["statistics"] != start["statistics"]
    assert end["days"].count(0) == 5 and end["in a row"] == 1
    assert bool(end["trophies"]) >= won
    player.put(files)

    def judge():
        assert player.keys(after)
        assert player.counts() == (end if player.is_over() else start) or player.counts() == end
        if not player.is_over():
            assert player.keys(keys)
        assert player.counts() == end

    assert all_cuts(player, keys, judge) >= 4  # before and after the result, and the game


@pytest.mark.parametrize("game", playing.PATIENCES)
def test_a_lost_game_that_is_undone_stays_lost_and_counts_once(handheld, game):
    player = Player(handheld, game)
    redo = almost_over(player, False)
    assert player.keys(redo + " 6000")
    end = player.counts()

    def judge():
        assert player.keys("6000")
        assert player.counts() == end
        player.keys(redo + " 6000")  # lost again, or still
        assert player.counts()["statistics"] == end["statistics"]

    all_cuts(player, "3000 A 4000", judge)  # Undo is the first row


@pytest.mark.parametrize(
    ("game", "won"), [(game, True) for game in bank.GAMES] + [(bank.GAMES[0], False)]
)
def test_the_end_of_a_step_counts_once_and_whole(handheld, game, won):
    """Its stars, and whatever it wins besides."""
    player = Player(handheld, game)
    keys = almost_over(player, won) + " 6000"
    table = handheld.saved(game)
    table.how, table.step = 8, 1  # IS_BEGUN
    table.clean = False
    table.save()
    start, files = player.counts(), player.kept()
    assert player.keys(keys)
    end = player.counts()
    assert (end["stars"][0] > 0) == won and end["statistics"][0][0] == 1
    player.put(files)

    def judge():
        assert player.counts() in (start, end)
        if not player.is_over():
            assert player.keys(keys)
        assert player.keys("9000")
        assert player.counts() == end

    all_cuts(player, keys, judge)


def played_a_little(player, moves=4):
    player.h.prepare(player.game, 42, moves, PEOPLE.get(player.game), animation=0)
    table = player.h.saved(player.game)
    player.h.module("dealing").begin(table)
    table.note(player.h.module("storage.history").IS_BEGUN)
    table.save()


def test_a_match_given_up_by_a_restart_is_lost_once(handheld):
    player = Player(handheld, "three_thirteen")
    played_a_little(player)
    keys = "3000 " + playing.row(handheld, "Restart") + " 300 DOWN A 4000"
    files = player.kept()
    assert player.keys(keys)
    end = player.counts()
    assert end["statistics"][3][8] == 1 and end["statistics"][3][0] == 1  # rated and played
    player.put(files)

    def judge():
        now = player.counts()["statistics"]
        assert now in (end["statistics"], [[0] * 13] * 4)
        assert player.keys(keys)  # again: the match if it is there still, or one that was known
        assert player.counts()["statistics"][3][8] == 1

    all_cuts(player, keys, judge)


@pytest.mark.parametrize(
    ("game", "restarted"),
    [(game, False) for game in playing.PATIENCES + playing.MULTIPLAYER]
    + [(playing.PATIENCES[0], True)],
)
def test_a_game_that_was_left_is_lost_once_when_another_is_left(handheld, game, restarted):
    player = Player(handheld, game)
    played_a_little(player)
    if restarted:  # that takes nothing back
        table = handheld.saved(game)
        table.view.open(table.match.s)
        handheld.module("dealing").restart(table)
        table.match.logged = 0  # nor if they can't be made again
        table.save()
    deal = "MENU 100 DOWN A 900 " + "A 900 " * (game in playing.MULTIPLAYER)
    assert player.keys("500 " + deal + "3000")
    assert player.counts()["statistics"] == [[0] * 13] * 4  # it can be gone back to
    table = handheld.saved(game)
    playing.play_on(table.match, 3)
    table.note(handheld.module("storage.history").IS_BEGUN)
    table.clean = False
    table.save()
    files = player.kept()
    first = handheld.module("storage.set_aside").deal(game, table.match.number)
    assert player.keys("500 " + deal + "3000")
    end = player.counts()
    assert sum(r[0] for r in end["statistics"]) == sum(r[6] for r in end["statistics"]) == 1
    player.put(files)

    def judge():
        assert player.counts()["statistics"] in (end["statistics"], [[0] * 13] * 4)
        played = sum(r[0] for r in player.counts()["statistics"])
        left = handheld.module("storage.set_aside").deal(game, handheld.saved(game).match.number)
        assert played == 1 or left == first  # lost, or there still
        assert player.keys("500 " + deal + "3000")
        assert sum(r[0] for r in player.counts()["statistics"]) <= 2

    all_cuts(player, "500 " + deal + "3000", judge)


def test_what_is_played_on_from_a_review_is_another_game_of_a_known_deal(handheld):
    """Wherever power is lost, once it may have been looked at."""
    player = Player(handheld, "friday")
    redo = almost_over(player, False)
    assert player.keys(redo + " 6000")
    lost = player.counts()
    keys = "3000 DOWN*3 A 4000 LEFT*3 300 MENU 300 A 2500"

    def judge():
        assert player.counts() == lost
        table = handheld.saved("friday")
        table.view.open(table.match.s)
        if table.rules.over(table.match.s):
            table.undo()
        assert {"KNOWN", "REVIEWED"} <= handheld.facts(
            table
        ) or player.cut_at < 3  # before it is saved, nothing is shown

    before = player.kept()
    assert player.keys(keys)
    places = player.operations
    for player.cut_at in range(1, places + 1):
        player.put(before)
        assert not player.keys(keys, player.cut_at)
        judge()
    assert places > 2


def test_the_question_after_power_on_and_a_copy_of_the_week_lose_nothing(handheld):
    handheld.prepare(animation=0)
    player = Player(handheld, "friday")
    player.day = -1
    for n in range(6):
        player.on()
        handheld.hardware.day = DAY - 9 + n
        handheld.played("friday", day=DAY - 9 + n, how="DAILY")
    redo = almost_over(player, True)
    start = player.counts()
    files = player.kept()
    assert player.keys(redo + " 9000")
    end = player.counts()
    assert "history-copy.a" in player.kept() and "history-copy.a" not in files and end != start
    player.put(files)

    def judge():
        assert player.keys("9000") and player.counts() in (start, end)
        if not player.is_over():
            assert player.keys(redo + " 9000")
        assert player.counts() == end

    assert all_cuts(player, redo + " 9000", judge) > 4


def test_a_try_of_a_tournament_counts_if_it_was_dealt(handheld):
    handheld.prepare(animation=0)
    settings = handheld.module("storage.settings")
    settings.remember(playing.GAMES.index("make13"))
    settings.save()
    player = Player(handheld, "make13")
    keys = "900 A 2500"
    files = player.kept()
    assert player.keys(keys)
    assert [row[3] for row in player.races()[0]] == [1]
    player.put(files)

    def judge():
        assert player.keys("1500")  # opened
        tries = player.races()[0]
        table = handheld.module("game").Game("make13", 0)
        there = table.load()
        assert tries == [] or there and tries[0][:2] == (table.match.number, table.match.options)

    all_cuts(player, keys, judge)


def test_another_try_at_the_same_deal_counts_if_it_was_dealt(handheld):
    player = Player(handheld, "make13")
    almost_over(player, False)
    assert player.keys("500 DOWN A 300 DOWN A 2500")  # quit: the first try

    def judge():
        assert player.keys("1500")
        assert player.races()[0][0][3] == (1 if player.is_over() else 2)

    all_cuts(player, "2500 A 2500 A 2500", judge)  # its points, Once more
    assert player.races()[0][0][3] == 2
