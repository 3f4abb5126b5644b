"""Trophies: each is earned by what its sentence says and by no less, once, and kept."""

import importlib

import playing
import pytest
import wasm
from screen_checks import ScreenChecks

from thirteen.match import Match
from thirteen.rules import three_thirteen_table as table

DRAWN = False  # by the fixture `handheld`

MODULES = {game: importlib.import_module("thirteen.trophies." + game) for game in playing.GAMES}
ALL = [
    pytest.param(game, i, id=f"{game}-{trophy[0]}")
    for game in playing.GAMES
    for i, trophy in enumerate(MODULES[game].TROPHIES)
]
COMMON = (
    "won undone hinted seconds moves rated house spare streak wins days black_friday".split()
)  # in screens/awards.py
BLACK = 9813  # Friday, 13 November 2026


def parts(condition):
    """(fact, whether it is to be at least that, the number)."""
    least = ">=" in condition
    fact, n = condition.split(">=" if least else "<=")
    return fact, least, int(n)


@pytest.fixture
def earn(handheld):
    """Earn with these facts and nothing but them: the trophies' numbers, and what is near."""
    handheld.on()
    awards, history = handheld.module("screens.awards"), handheld.module("storage.history")

    def earn(game, facts, past=None, how=0):
        awards._facts = lambda *_: dict(facts)
        module = awards.of(game)
        module.facts = lambda match: {}
        awards.of = lambda name: module
        table = handheld.start(game)
        record = (1, 1, 0, how, 0, 0, 0, 0, table.row << 4, 0, 0, 0)
        return awards.earn(table, history.empty() if past is None else past, record)

    return earn


def facts_of(game):
    """The names of the facts that there are."""
    match = Match(playing.RULES[game], 1)
    return {*COMMON, *MODULES[game].facts(match)}


def enough(conditions):
    """Facts that just meet all the conditions."""
    return {fact: n for fact, _, n in map(parts, conditions.split())}


@pytest.mark.parametrize("game", playing.GAMES)
def test_each_game_has_six_with_names_of_their_own(game):
    trophies = MODULES[game].TROPHIES
    assert len(trophies) == 6 == len({name for name, _, _ in trophies})
    for _, sentence, conditions in trophies:
        assert sentence.endswith(".") and sentence.count(".") == 1
        assert {parts(text)[0] for text in conditions.split()} <= facts_of(game), conditions


@pytest.mark.parametrize("game", playing.GAMES)
def test_each_takes_all_of_its_conditions(handheld, earn, game):
    history = handheld.module("storage.history")
    row = playing.GAMES.index(game)
    for i, (_, _, conditions) in enumerate(MODULES[game].TROPHIES):
        for text in conditions.split():
            fact, least, n = parts(text)
            past = history.empty()
            earn(game, {**enough(conditions), fact: n - 1 if least else n + 1}, past)
            assert not history.trophies(past, row) >> i & 1
        past = history.empty()
        earn(game, enough(conditions), past)
        assert history.trophies(past, row) >> i & 1
        past = history.empty()
        assert earn(game, enough(conditions), past, history.IS_KNOWN) == ([], [])
        assert not history.trophies(past, row)  # nothing with a known deal


@pytest.mark.parametrize("game, i", ALL)
def test_a_number_in_the_conditions_is_that_of_the_sentence(game, i):
    """Six rounds are said in words or digits, 120 seconds are two minutes."""
    _, sentence, conditions = MODULES[game].TROPHIES[i]
    words = sentence.lower().replace(",", "").replace("twenty thousand", "20000")
    fact, _, n = parts(conditions.split()[-1])
    unit = ""
    if fact == "seconds":
        n, unit = n // 60, " minutes"
    named = "", "", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"
    assert str(n) + unit in words or n < len(named) and named[n] + unit in words


def test_a_trophy_is_earned_once_and_kept(handheld, earn):
    history = handheld.module("storage.history")
    facts = {"won": 1, "undone": 1, "redealt": 0, "streak": 1}
    past = history.load()
    assert earn("friday", facts, past) == ([1], [])
    assert earn("friday", facts, past) == ([], [])
    assert history.save(past)
    handheld.on()
    history = handheld.module("storage.history")
    assert [history.trophies(history.load(), row) for row in range(8)] == [0, 0, 2, 0, 0, 0, 0, 0]
    assert earn("friday", {**facts, "undone": 0}, past) == ([0], [])


@pytest.mark.parametrize(
    "facts, near",
    (
        ({"streak": 23, "seconds": 150}, "Two minutes\t2:30 of 2:00"),
        ({"streak": 22, "seconds": 151}, None),
        ({"streak": 23, "seconds": 151}, "Thirty in a row\t23 of 30"),
        ({"won": 0, "streak": 29, "seconds": 110, "days": 9}, None),
        ({"won": 0, "days": 10}, "Thirteen days\t10 of 13"),
    ),
)
def test_near_is_a_quarter_from_the_goal_if_nothing_else_is_missing(earn, facts, near):
    facts = {"won": 1, "undone": 1, "brought": 3, **facts}
    assert earn("thirteens", facts) == ([], ["Near: " + near] if near else [])


# What the games know


def test_the_facts_of_make_13():
    rules = playing.RULES["make13"]

    def facts(chosen, levels):
        match = Match(rules, 7, bytes(chosen))
        rules._put(match.s, rules.LEVEL, len(levels))
        rules._put(match.s, rules.BUSTED, sum(how > 0 for how in levels))
        for n, how in enumerate(levels, 1):
            match.s[rules._row(n) + 5] = how << 6
        return MODULES["make13"].facts(match)

    got = facts((0, 0, 0, 0, 0), (2, 3, 0, 3, 2))
    want = {"supers": 2, "busted": 4, "limited": 1, "open": 0, "climb": 0, "score": 0}
    assert got == want
    got = facts((0, 1, 0, 0, 0), (3,) * 120)  # open, and more levels than the state remembers
    assert (got["open"], got["limited"], got["busted"], got["supers"]) == (1, 0, 120, 99)
    got = facts((2, 0, 0, 2, 0), (2, 2))
    assert (got["climb"], got["limited"]) == (1, 0)


def scored(penalties, seats=(table.HUMAN, table.HARD), rounds=11, number=None):
    """The facts of a match with these penalties: a list of rounds, each a number a player."""
    match = Match(playing.RULES["three_thirteen"], 3)
    s = match.s
    s[table.PLAYERS] = len(seats) - 2
    s[table.ROUNDS] = rounds % 11
    s[table.SEATS : table.SEATS + len(seats)] = bytes(seats)
    s[table.ROUND] = number or rounds
    s[table.PENALTY : table.HANDS] = bytes(table.HANDS - table.PENALTY)
    for k, row in enumerate(penalties):
        for p, n in enumerate(row):
            s[table.PENALTY + 4 * k + p] = n
    return MODULES["three_thirteen"].facts(match)


def test_the_facts_of_three_thirteen():
    got = scored([(30, 0), (30, 5)] + [(0, 10)] * 8 + [(0, 20)])
    assert got == {"hard": 1, "behind": 55, "late": 0, "clean": 9, "margin": 45}
    got = scored([(5, 0)] * 10 + [(0, 60)])
    assert (got["late"], got["behind"], got["margin"]) == (1, 50, 10)
    got = scored([(5, 0)] * 10 + [(0, 50)] + [(0, 109)], number=12)  # a tie-break
    assert (got["late"], got["margin"]) == (0, 0)
    assert scored([(0, 5)] * 4, rounds=4)["clean"] == 4
    three = (table.HUMAN, table.HARD, table.HARD)  # behind one of them is behind
    assert scored([(20, 0, 25)] * 10 + [(0, 250, 250)], three)["late"] == 1
    seats = (table.HARD, table.HUMAN, table.HARD, table.HARD)
    got = scored([(1, 0, 9, 9)] * 11, seats)
    assert (got["hard"], got["margin"], got["clean"]) == (3, 11, 11)


def test_a_match_without_people_has_facts_too():
    rules = playing.RULES["three_thirteen"]
    match = Match(rules, 3, bytes((0, 1, 2)) + bytes(len(rules.OPTIONS) - 3))
    assert not [p for p in range(2) if not table.seat(match.s, p)]
    assert MODULES["three_thirteen"].facts(match)["hard"] == 0


# On the handheld


def win(handheld, game="friday", number=0, **what):
    """A game won by the hints, then counted: (the Game, its lines)."""
    deals = handheld.module("storage.deals")
    made = handheld.module("game").Game(game)
    match = made.match
    match.deal(number or deals.in_turn(game, 40, 0))
    made.reset_counters()
    bot = handheld.module("screens.hint").bot_for(made)
    while not match.rules.over(match.s):
        match.play(playing.think(bot, match.s))
    assert match.rules.over(match.s) == 1
    handheld.module("dealing").begin(made)
    known = handheld.module("storage.history").IS_KNOWN
    made.how &= ~known  # by the bots' own deal, played before
    made.how |= 32 if what.pop("hinted", 0) else 0
    for name, value in what.items():
        setattr(made, name, value)
    over = handheld.module("screens.game_over")
    handheld.module("ending").close(made, True, 0, made.seconds)
    return made, over.lines(made, True, handheld.module("storage.history").load())


def test_after_a_power_off_the_card_of_a_win_is_the_same(handheld):
    """With its par, its trophies and what else was new."""
    handheld.on()
    made, lines = win(handheld, seconds=200)
    handheld.on()
    table = handheld.saved("friday")
    handheld.module("ending").again(table)
    assert table.end.trophies == made.end.trophies
    past = handheld.module("storage.history").load()
    assert handheld.module("screens.game_over").lines(table, True, past) == lines


def test_each_new_trophy_is_named_first_one_after_another(handheld):
    """With its picture, 0.8 s each; a row of the menu leads to the first of them."""
    handheld.drawn = True
    handheld.on()
    handheld.hal.today = lambda: BLACK
    made, _ = win(handheld)
    assert made.end.trophies == [0, 3] and earned(handheld, made.row) == 0b1001
    over, awards = handheld.module("screens.game_over"), handheld.module("screens.awards")
    handheld.module("screens.celebration").run = lambda *what: None
    drawn, opened, asked = [], [], []
    awards.picture = lambda name, i, *where: drawn.append((i, handheld.hardware.now))
    handheld.module("screens.trophies").show = lambda *what: opened.append(what)

    def ask(title, rows, at=0, **how):
        asked.append(rows[at])
        return rows.index("Trophies" if len(asked) == 1 else "Leave")

    over.menu.ask = ask
    made.view.open(made.match.s)
    checks = ScreenChecks(handheld)
    assert not over.run(made)
    (first, then), (second, later) = drawn[:2]
    assert (first, second) == (0, 3) and 700 < later - then < 900
    assert asked[0] == "New deal" and opened == [(made.row, 0)]
    assert not checks.faults


@pytest.mark.parametrize("board", ("ws_lcd_13", "ws_lcd_114"))
@pytest.mark.parametrize("n", range(1, 7))
def test_all_new_trophies_are_shown_on_a_small_screen_too(handheld, n, board):
    """If need be on a card of their own."""
    handheld.drawn = True
    handheld.board = board
    hal = handheld.on()
    made = handheld.start("friday", 5)
    identity = handheld.played("friday", earned=(1 << n) - 1)
    history, ending = handheld.module("storage.history"), handheld.module("ending")
    made.end = ending.End(history.find(history.load(), identity), True)
    card, awards = handheld.module("screens.result_card"), handheld.module("screens.awards")
    drawn = []
    awards.picture = lambda name, i, x, y: drawn.append((i, y))
    handheld.module("ui.keys").wait = lambda *what: 0
    checks = ScreenChecks(handheld)
    card.show("You won!", ["Deal\t5", "Time\t1:00"], won=True, new=False, below=90, game=made)
    assert [i for i, _ in drawn] == made.end.trophies and not checks.faults
    assert all(0 < y <= hal.H - awards.PLATE for _, y in drawn)


def test_every_trophy_has_a_picture_and_a_game_without_has_the_house_s(handheld):
    hal = handheld.on()
    awards, art = handheld.module("screens.awards"), []
    hal.blit = lambda data, at, x, y, ink: art.append((bytes(data[2:]), ink))
    awards.picture("golf", 4, 0, 0)
    for game in playing.GAMES:
        own = (playing.ROOT / f"tools/assets/trophies/{game}.txt").is_file()
        first = len(art)
        for i in range(6):
            awards.picture(game, i, 0, 0)
        assert len(set(art[first:])) == (6 if own else 1) and (art[0] in art[first:]) != own
    assert all(data[:2] == b"\x14\x14" for data, _ in art)
    awards.picture(playing.GAMES[0], 0, 0, 0, False)
    assert art[-1][0] == art[1][0] and art[-1][1] != art[1][1]


@pytest.mark.parametrize("day", (BLACK - 1, BLACK + 7, BLACK - 24, -1))
def test_no_other_day_is_a_black_friday(handheld, day):
    handheld.on()
    handheld.hal.today = lambda: day
    made, _ = win(handheld)
    assert earned(handheld, made.row) == 0b1


def earned(handheld, row):
    history = handheld.module("storage.history")
    return history.trophies(history.load(), row)


def test_near_is_said_only_when_it_is(handheld):
    handheld.on()
    history = handheld.module("storage.history")
    past = history.load()
    history.earn(past, 2, 0)
    history.save(past)
    for _ in range(8):
        handheld.played("friday", time=100)
    made, lines = win(handheld)
    assert not [line for line in lines if "Near" in line]  # nine
    made, lines = win(handheld, identity=3)
    assert made.end.trophies == [] and "Near: Thirteen in a row\t10 of 13" in lines[4:]


def test_the_lines_fit_the_card(handheld):
    handheld.on()
    canvas, art = handheld.module("draw.canvas"), handheld.module("draw.art")
    card = handheld.module("screens.result_card")
    for game in playing.GAMES:
        for name, _, _ in MODULES[game].TROPHIES:
            assert canvas.width(art.SMALL, name + " new") <= card._WIDTH - 60
            near = f"Near: {name}10 of 13 "
            assert canvas.width(art.SMALL, near) <= card._WIDTH - 28
    star = art.CH_STAR
    for line in (f"Moves {star} 117, par 126, was 118", f"Wins in a row {star} 123, your longest"):
        assert canvas.width(art.SMALL, line) <= card._WIDTH - 28


@pytest.mark.parametrize("rounds", (1, 11))
def test_the_best_are_not_beaten_in_a_match_of_one_round(handheld, rounds):
    """Such a match is not rated either, whoever wins it."""
    handheld.on()
    match = handheld.start("three_thirteen", 7, 0, bytes((0, 0, 3, 0, 0, 0, 0, 0, rounds % 11)))
    handheld.module("dealing").begin(match)
    match.match.s[table.OVER] = 16  # the person has won
    handheld.module("ending").close(match, True, 3, 60)
    history = handheld.module("storage.history")
    row = playing.GAMES.index("three_thirteen")
    beaten = history.trophies(history.load(), row) & 1
    assert beaten == handheld.numbers("three_thirteen", 3)["RATED"] == (rounds == 11)


def test_a_race_earns_its_trophies_unless_it_is_practice(handheld):
    handheld.on()
    rules = playing.RULES["make13"]
    result = handheld.module("screens.make13_result")
    made = handheld.module("game").Game("make13")
    said = []
    result._leaf = lambda *what: None  # pages that wait for a key
    result.game_over.what_next = lambda *what, **how: (
        said.append(made.end) or result.game_over.LEAVE
    )
    for timer, want in ((3, None), (0, [0]), (3, None)):
        made.match.deal(7, bytes((0, 0, 0, timer, 0)))
        made.reset_counters()
        made.match.s[rules._row(1) + 5] = 3 << 6
        made.match.s[rules._OVER] = 3
        result.finish(made)
        end = said.pop()
        assert (end and end.trophies) == want
    assert earned(handheld, 1) == 1


@pytest.mark.parametrize("over, want", ((1, [5]), (2, [])))
def test_only_a_sprint_that_was_won_makes_a_sprinter(handheld, over, want):
    handheld.on()
    rules = playing.RULES["make13"]
    result = handheld.module("screens.make13_result")
    handheld.module("screens.celebration").run = lambda *what: None
    made = handheld.module("game").Game("make13")
    result._leaf = lambda *what: None
    result.game_over.what_next = lambda *what, **how: result.game_over.LEAVE
    made.match.deal(7, bytes((rules.CLIMB, 0, 0, 0, 0)))
    made.reset_counters()
    made.match.s[rules._OVER] = over
    result.finish(made)
    assert made.end.trophies == want


MICROPYTHON = """
from thirteen import dealing, ending, game as games
from thirteen.storage import deals, history, settings
from thirteen.bots import banked
import hal
settings.load()
hal.today = lambda: 9813
for name, row in (("friday", 2), ("imaginary", 3)):
    made = games.Game(name, deals.daily(name, row, 9813))
    made.reset_counters()
    dealing.begin(made)
    line = deals.proved_win(name, made.match.number)
    bot = banked.Banked(made.rules, made.match.number, line, None)
    while not made.rules.over(made.match.s):
        bot.think(made.match.s)
        while not bot.step():
            pass
        made.match.play(bot.move())
    ending.close(made, True, 0, 99)
    past = history.load()
    print(made.end.trophies, made.par == made.match.played, end=" ")
    print(history.result(past, row, 9813))
    m = made.match
    fewest = history.fewest(past, row, m.number, m.options)
    print(history.statistics(past, row)[0][:4], fewest == made.par)
for n in range(480):  # the days in any order
    how = history.IS_WON | history.IS_REACHED | history.IS_DAILY
    history.put(past, (n + 1, 5, 30, how, 0, 10000 + n, 60, 70, 32, -5, 0, 0))
print(sum([len(part) for part in past]), history.statistics(past, 2)[0])
print([history.result(past, 2, day) for day in range(9998, 10482)])
print(history.in_a_row(past, 2, 10479), history.in_a_row(past, -1, 10480))
"""


def test_micropython_counts_the_same():
    """The history in the device's own Python, until games drop off its records."""
    said = wasm.run(MICROPYTHON, files=wasm.game()).splitlines()
    assert said[:4] == ["[0, 3] True 3", "[1, 1, 1, 1] True"] * 2
    size, statistics = said[4].split(" ", 1)
    assert 3900 < int(size) <= 4000 and statistics.startswith(
        "[481, 481, 481, 481, 481, 481, 0, 481"
    )
    assert eval(said[5]) == [0] * 116 + [3] * 366 + [0, 0] and said[6] == "480 480"


@pytest.mark.parametrize("late", (False, True))
def test_thirteen_days_take_days_on_which_their_deals_were_dealt(handheld, late):
    handheld.on()
    history = handheld.module("storage.history")
    for day in range(12):
        handheld.played("friday", False, how="DAILY", day=BLACK - 12 + day)
    how = history.IS_DAILY | (history.IS_LATE if late else 0)
    table = handheld.start("friday", 5, 5000)
    table.identity, table.day, table.how = 9, BLACK, how
    handheld.module("ending").close(table, False, 0, 60)
    assert table.end.trophies == ([] if late else [5])


def test_a_date_set_thirteen_times_in_one_sitting_earns_neither_days_nor_a_black_cat(handheld):
    """The deals stay played, but as if later: the date set last is taken for the right one."""
    handheld.on()
    dates, history = handheld.module("storage.dates"), handheld.module("storage.history")
    dealing, ending = handheld.module("dealing"), handheld.module("ending")
    table = handheld.module("game").Game("friday")

    def played(day):
        assert dates.set_today(day)
        now = handheld.hal.today()
        dealing.deal(table, day=now)
        table.identity = now
        ending.close(table, True, 0, 200)
        return now

    days = [played(260901 + i) for i in range(13)]
    past = history.load()
    marks = [history.result(past, 2, day) for day in days]
    assert marks == [history.LATER] * 12 + [history.WON_THEN]
    assert history.in_a_row(past, 2, days[-1]) == 1
    assert not earned(handheld, 2) & 0b101000
    played(261113)
    assert not earned(handheld, 2) & 0b1000  # Black cat
    handheld.on()  # switched off meanwhile: no clock runs then, so any day may be right
    dealing, ending = handheld.module("dealing"), handheld.module("ending")
    dates = handheld.module("storage.dates")
    table = handheld.module("game").Game("friday")
    assert dates.set_today(270813)
    dealing.deal(table)
    ending.close(table, True, 0, 200)
    assert earned(handheld, 2) & 0b1000


def test_midnight_and_a_later_day_take_no_daily_deal_away(handheld):
    """A day's deal is that of the day on which it was dealt."""
    handheld.on()
    dealing, ending = handheld.module("dealing"), handheld.module("ending")
    history, table = handheld.module("storage.history"), handheld.module("game").Game("friday")
    handheld.module("storage.dates").set_today(261113)
    dealing.deal(table, day=BLACK)
    handheld.hardware.day += 1
    ending.close(table, True, 0, 200)
    days = history.load()
    assert history.result(days, 2, BLACK) == history.WON_THEN
    assert history.in_a_row(days, 2, BLACK + 1) == 1 and earned(handheld, 2) & 0b1000
