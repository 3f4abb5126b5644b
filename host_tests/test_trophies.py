"""Trophies: each is earned by what its sentence says and by no less, once, and kept."""

import importlib

import playing
import pytest
import wasm
from screen_checks import ScreenChecks

from thirteen.match import Match
from thirteen.rules import three_thirteen_table as table
from thirteen.storage import trophies as rows

DRAWN = False  # by the fixture `handheld`

MODULES = {game: importlib.import_module("thirteen.trophies." + game) for game in playing.GAMES}
ALL = [
    pytest.param(game, i, id=f"{game}-{trophy[0]}")
    for game in playing.GAMES
    for i, trophy in enumerate(MODULES[game].TROPHIES)
]
COMMON = (
    "won undone hinted seconds moves rated house spare streak wins days black_friday".split()
)  # in storage/trophies.py
BLACK = 9813  # Friday, 13 November 2026


@pytest.fixture
def store(handheld):
    handheld.on()
    return handheld.module("storage.trophies")


def facts_of(game):
    """The names of the facts that there are."""
    match = Match(playing.RULES[game], 1)
    return {*COMMON, *MODULES[game].facts(match)}


def enough(conditions):
    """Facts that just meet all the conditions."""
    return {fact: n for fact, _, n in map(rows.parts, conditions.split())}


@pytest.mark.parametrize("game", playing.GAMES)
def test_each_game_has_six_with_names_of_their_own(game):
    trophies = MODULES[game].TROPHIES
    assert len(trophies) == 6 == len({name for name, _, _ in trophies})
    for _, sentence, conditions in trophies:
        assert sentence.endswith(".") and sentence.count(".") == 1
        assert {rows.parts(text)[0] for text in conditions.split()} <= facts_of(game), conditions


@pytest.mark.parametrize("game, i", ALL)
def test_each_takes_all_of_its_conditions(store, game, i):
    trophies = MODULES[game].TROPHIES
    name, _, conditions = trophies[i]
    for text in conditions.split():
        fact, least, n = rows.parts(text)
        missed = {**enough(conditions), fact: n - 1 if least else n + 1}
        assert name not in store.earn(0, trophies, missed)[0]
    assert name in store.earn(0, trophies, enough(conditions))[0]


@pytest.mark.parametrize("game, i", ALL)
def test_a_number_in_the_conditions_is_that_of_the_sentence(game, i):
    """Six rounds are said in words or digits, 120 seconds are two minutes."""
    _, sentence, conditions = MODULES[game].TROPHIES[i]
    words = sentence.lower().replace(",", "").replace("twenty thousand", "20000")
    fact, _, n = rows.parts(rows.goal(conditions))
    unit = ""
    if fact == "seconds":
        n, unit = n // 60, " minutes"
    named = "", "", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"
    assert str(n) + unit in words or n < len(named) and named[n] + unit in words


def test_a_trophy_is_earned_once_and_kept(handheld, store):
    trophies = MODULES["friday"].TROPHIES
    facts = {"won": 1, "undone": 1, "redealt": 0, "streak": 1}
    assert store.earn(2, trophies, facts)[0] == ["One pass"]
    assert store.earn(2, trophies, facts)[0] == []
    handheld.on()
    store = handheld.module("storage.trophies")
    assert [store.earned(row) for row in range(8)] == [0, 0, 2, 0, 0, 0, 0, 0]
    assert store.earn(2, trophies, {**facts, "undone": 0})[0] == ["On your own"]


def test_files_of_other_lengths_are_read_and_kept(handheld, store):
    files = handheld.module("storage.store")
    files.save("trophies", (b"\x01",))
    assert store.earned(0) == 1 and store.earned(7) == 0
    files.save("trophies", (bytes(8) + b"later",))
    store.earn(0, MODULES["thirteens"].TROPHIES, {"days": 13})
    assert bytes(files.load("trophies")) == b"\x10" + bytes(7) + b"later"


@pytest.mark.parametrize(
    "facts, near",
    (
        ({"streak": 23, "seconds": 150}, ("Two minutes", "seconds", 150, 120)),
        ({"streak": 22, "seconds": 151}, None),
        ({"streak": 23, "seconds": 151}, ("Thirty in a row", "streak", 23, 30)),
        ({"won": 0, "streak": 29, "seconds": 110, "days": 9}, None),
        ({"won": 0, "days": 10}, ("Thirteen days", "days", 10, 13)),
    ),
)
def test_near_is_a_quarter_from_the_goal_if_nothing_else_is_missing(store, facts, near):
    facts = {"won": 1, "undone": 1, "brought": 3, **facts}
    assert store.earn(0, MODULES["thirteens"].TROPHIES, facts) == ([], near)


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
    want = {"supers": 2, "busted": 4, "limited": 1, "open": 0, "climb": 0, "house": 0, "score": 0}
    assert got == want
    got = facts((0, 1, 0, 0, 0), (3,) * 120)  # open, and more levels than the state remembers
    assert (got["open"], got["limited"], got["busted"], got["supers"]) == (1, 0, 120, 99)
    got = facts((2, 0, 0, 2, 0), (2, 2))
    assert (got["climb"], got["house"], got["limited"]) == (1, 1, 0)


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
    assert scored([(5, 0)] * 10 + [(0, 50)] + [(0, 9)], number=12)["late"] == 0  # a tie-break
    assert scored([(0, 5)] * 4, rounds=4)["clean"] == 4
    seats = (table.HARD, table.HUMAN, table.HARD, table.HARD)
    got = scored([(1, 0, 9, 9)] * 11, seats)
    assert (got["hard"], got["margin"], got["clean"]) == (3, 11, 11)


def test_a_match_without_people_has_facts_too():
    rules = playing.RULES["three_thirteen"]
    match = Match(rules, 3, bytes((0, 1, 2)) + bytes(len(rules.OPTIONS) - 3))
    assert not [p for p in range(2) if not table.seat(match.s, p)]
    assert MODULES["three_thirteen"].facts(match)["hard"] == 0


@pytest.mark.parametrize("game", ("friday", "imaginary"))
def test_par_is_the_length_of_a_play_that_wins(handheld, game):
    handheld.on()
    deals, banked = handheld.module("storage.deals"), handheld.module("bots.banked")
    rules = playing.RULES[game]
    for k in (0, 100, 1000):
        number = deals.pick(game, k)
        line = deals.line(game, number)
        bot = banked.Banked(rules, number, line, None)
        match = Match(rules, number)
        while not rules.over(match.s):
            bot.think(match.s)
            while not bot.step():
                pass
            match.play(bot.move())
        assert rules.over(match.s) == 1 and banked.moves(rules, number, line) == match.n
        assert banked.moves(rules, number, line[:4]) == 0  # a damaged file


# On the handheld


def win(handheld, game="friday", number=0, **what):
    """A game won by the hints, then counted: (the Game, its lines)."""
    deals = handheld.module("storage.deals")
    made = handheld.module("game").Game(game)
    match = made.match
    match.deal(number or deals.pick(game, 40))
    made.fresh()
    bot = handheld.module("screens.hint").bot_for(made)
    while not match.rules.over(match.s):
        bot.think(match.s)
        while not bot.step():
            pass
        match.play(bot.move())
    assert match.rules.over(match.s) == 1
    for name, value in what.items():
        setattr(made, name, value)
    over = handheld.module("screens.game_over")
    over._count(made, True)
    return made, over._lines(made, True, None)


def test_a_trophy_is_a_line_of_the_result(handheld):
    handheld.on()
    made, _ = win(handheld, seconds=200)
    assert made.trophies == ["Trophy: On your own"]
    made, lines = win(handheld, seconds=200)
    assert made.trophies == []
    assert lines[0].endswith(f", {made.match.n} moves, par {made.match.n}")
    made, _ = win(handheld, seconds=200, hinted=True)
    assert made.trophies == []


def test_several_trophies_are_one_line(handheld):
    handheld.on()
    handheld.hal.today = lambda: BLACK
    made, _ = win(handheld)
    assert made.trophies == ["2 new trophies"]
    assert handheld.module("storage.trophies").earned(made.row) == 0b1001


@pytest.mark.parametrize("day", (BLACK - 1, BLACK + 7, BLACK - 24, -1))
def test_no_other_day_is_a_black_friday(handheld, day):
    handheld.on()
    handheld.hal.today = lambda: day
    made, _ = win(handheld)
    assert handheld.module("storage.trophies").earned(made.row) == 0b1


def test_near_is_said_only_when_it_is(handheld):
    handheld.on()
    stats = handheld.module("storage.stats")
    handheld.module("storage.store").save("trophies", (bytes((0, 0, 1)),))
    for _ in range(8):
        stats.add("friday", 1, 0, True, 52, 1, 100, False, False)
    made, lines = win(handheld)
    assert made.trophies == [] and "Near" not in lines[-1]  # nine
    made, lines = win(handheld)
    assert made.trophies == ["Near: Thirteen in a row\t10 of 13"] == lines[-1:]


def test_the_lines_fit_the_card(handheld):
    handheld.on()
    canvas, art = handheld.module("ui.canvas"), handheld.module("ui.art")
    card = handheld.module("screens.result_card")
    for game in playing.GAMES:
        for name, _, _ in MODULES[game].TROPHIES:
            text = f"{art.CH_STAR} Trophy: {name} {art.CH_STAR}"
            assert canvas.width(art.SMALL, text) <= card._WIDTH - 8
            near = f"Near: {name}10 of 13 "
            assert canvas.width(art.SMALL, near) <= card._WIDTH - 28
    assert canvas.width(art.SMALL, "Time 59:59, 133 moves, par 133") <= card._WIDTH - 28


def test_a_race_earns_its_trophies_unless_it_is_practice(handheld):
    handheld.on()
    rules = playing.RULES["make13"]
    tournament = handheld.module("screens.make13_tournament")
    made = handheld.module("game").Game("make13")
    said = []
    tournament.results.show = lambda *what: None
    tournament.menu.ask = lambda title, rows, at=0, note="": said.append(note) or -1
    for timer, want in ((3, ""), (0, "Trophy: Super Bust"), (3, "")):
        made.match.deal(7, bytes((0, 0, 0, timer, 0)))
        made.fresh()
        made.match.s[rules._row(1) + 5] = 3 << 6
        made.match.s[rules._OVER] = 3
        tournament.finish(made)
        assert said.pop() == want
    assert handheld.module("storage.trophies").earned(1) == 1


@pytest.mark.parametrize("over, want", ((1, "Trophy: Sprinter"), (2, "")))
def test_only_a_sprint_that_was_won_makes_a_sprinter(handheld, over, want):
    handheld.on()
    rules = playing.RULES["make13"]
    tournament = handheld.module("screens.make13_tournament")
    handheld.module("screens.celebration").run = lambda *what: None
    made = handheld.module("game").Game("make13")
    said = []
    tournament.results.show = lambda *what: None
    tournament.menu.ask = lambda title, rows, at=0, note="": said.append(note) or -1
    made.match.deal(7, bytes((rules.CLIMB, 0, 0, 0, 0)))
    made.fresh()
    made.match.s[rules._OVER] = over
    tournament.finish(made)
    assert [note for note in said if "Trophy" in note] == [want] * (want > "")


@pytest.mark.parametrize("board", ("ws_lcd_13", "ws_lcd_114", "display_pack_2", "display_pack"))
@pytest.mark.parametrize("theme", (0, 2))
def test_the_page_on_every_board(handheld, board, theme):
    """Every sentence, and no text cut off."""
    handheld.drawn = True
    handheld.board = board
    handheld.prepare(theme=theme, animation=0)
    handheld.module("storage.store").save("trophies", (bytes(range(9, 17)),))
    handheld.on()
    pad = handheld.hal.PAD
    down, right = ("DOWN", "RIGHT") if pad else ("Y", "Y")
    menu = "MENU" if handheld.hal._PINS[8] >= 0 else "B:700"
    other = "X" if pad and handheld.hal.XY else f"{menu} 100 {down} 100 A"
    checks = ScreenChecks(handheld)
    handheld.tap(f"500 {menu} 200 {down}*2 A 300 " + f"{right} 50 " * 6 + f"{other} 100 ")
    assert not checks.faults and checks.frames > 8
    screen = handheld.module("screens.trophies")
    for row, game in enumerate(playing.GAMES):
        trophies = MODULES[game].TROPHIES
        for at in range(6):
            page = screen._Page(row)
            page.at = at
            page.show()
            assert page.rows == trophies
            handheld.hal.refresh()
            w = handheld.hal.W - 8
            lines = handheld.module("ui.menu").lines(trophies[at][1], w).split("\n")
            assert len(lines) <= 2
    assert not checks.faults


MICROPYTHON = """
from thirteen import game as games, shell
from thirteen.screens import awards, game_over
from thirteen.storage import calendar, deals, settings
from thirteen.bots import banked
import hal
settings.load()
hal.today = lambda: 9813
for name, row in (("friday", 2), ("imaginary", 3)):
    number = deals.daily(name, row, 9813)
    made = games.Game(name, number)
    made.fresh()
    bot = banked.Banked(made.rules, number, deals.line(name, number), None)
    while not made.rules.over(made.match.s):
        bot.think(made.match.s)
        while not bot.step():
            pass
        made.match.play(bot.move())
    game_over._count(made, True)
    print(made.trophies, made.daily, made.par == made.match.n)
    print(calendar.result(calendar.load(), row, 9813))
for name in ("thirteens", "make13", "three_thirteen"):
    made = games.Game(name)
    print(awards.earn(made, {"won": 1, "seconds": 1, "undone": 1}, ""))
"""


def test_micropython_counts_the_same():
    """The calendar's file and the facts, in the device's own Python."""
    said = wasm.run(MICROPYTHON, files=wasm.game()).splitlines()
    assert said == [
        "['2 new trophies'] 13 Nov 2026 True", "2",
        "['2 new trophies'] 13 Nov 2026 True", "2",
        "['2 new trophies']", "[]", "[]",
    ]  # fmt: skip


def test_days_in_a_row_count_with_the_daily_deal_of_today_only(handheld):
    handheld.on()
    handheld.hal.today = lambda: BLACK
    deals = handheld.module("storage.deals")
    deals.streak = lambda row: 13
    awards = handheld.module("screens.awards")
    game = handheld.module("game").Game("thirteens")
    facts = {"brought": 9, "undone": 1}
    for day, got in (("", []), ("12 Nov 2026", []), ("13 Nov 2026", ["Trophy: Thirteen days"])):
        assert awards.earn(game, dict(facts), day) == got
