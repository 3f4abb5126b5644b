"""Thirteen steps: which they are, what wins one, and the way to them by keys."""

import random
import re

import playing
import pytest

from thirteen import options
from tools import bank
from tools.research import steps as reached

DRAWN = False  # by the fixture `handheld`

ROW = {game: row for row, game in enumerate(playing.GAMES)}


@pytest.fixture
def steps(handheld):
    handheld.on()
    return handheld.module("screens.steps")


def won(handheld, row):
    """The moves of a game's steps that were won, as the file has them."""
    handheld.on()
    history = handheld.module("storage.history")
    past = history.load()
    return [history.step(past, row, i) for i in range(history.steps(past, row))]


def finish(handheld, game, i, line):
    """Deal step i as the path does, and play these moves; the game, at its end."""
    handheld.prepare(last=False)
    table = handheld.saved(game)
    handheld.module("screens.deal_menu").chosen(table, 0, i + 1)
    for m in line(table):
        table.match.play(m)
    assert table.rules.over(table.match.s)
    table.save()
    settle(handheld, table)
    return table


def settle(handheld, table):
    handheld.module("ending").close(table, table.mode.won(table), 0, 60)


def proof(game, deal):
    rules = playing.RULES[game]
    return lambda _: bank.decode(rules, deal, bank.read(game)[deal])


@pytest.mark.parametrize("game", ("make13", "three_thirteen"))
def test_the_words_of_a_step_say_its_rules_and_its_goal(steps, game):
    """Each number in them is one of its rules, in the order of words, or the points to reach."""
    usual = options.unpack(playing.RULES[game].OPTIONS, bytes(len(playing.RULES[game].OPTIONS)))
    for rules, points, words in steps.of(game):
        chosen = dict(part.split("=") for part in rules.split())
        goal = points or int(chosen.get("target", usual.get("target", 0)))
        goal = goal if points or chosen.get("kind") == "score" else 0
        want = [int(chosen[name]) for name in ("levels", "rounds") if name in chosen]
        want += [int(chosen["timer"]) // 10] if "timer" in chosen else []
        told = [int(n.replace(",", "")) for n in re.findall(r"\d[\d,]*\b", words)]
        assert told == want + [goal] * (goal > 0), words
        seats = [value for name, value in chosen.items() if name[:4] == "seat"]
        names = 3 if "all three" in words else words.count("Ada") + words.count("Bo")
        assert names == len(seats) and all(level in words for level in seats), words


@pytest.mark.parametrize("game", playing.GAMES)
def test_each_game_has_thirteen_that_can_be_dealt(steps, game):
    rows = steps.of(game)
    if not rows:
        pytest.skip("a game may have none")
    assert len(rows) == 13
    rules = playing.RULES[game]
    seen = set()
    for i in range(13):
        deal, text, points = steps.deal(rows, i)
        chosen = options.pack(rules.OPTIONS, dict(part.split("=") for part in text.split()))
        seen.add((deal, chosen, points))
        s = bytearray(rules.SIZE)
        rules.new(s, deal, chosen)
        assert not rules.over(s)
        assert 8 < len(steps.words(rows, i)) < 44
        if game in bank.GAMES:
            assert bank.won(bank.read(game)[deal])
    assert len(seen) == 13


@pytest.mark.parametrize("game", bank.GAMES)
def test_a_step_is_won_once_with_its_moves_and_opens_the_next(handheld, steps, game):
    rows = steps.of(game)
    first, second = (steps.deal(rows, i)[0] for i in (0, 1))
    table = handheld.saved(game)
    handheld.module("dealing").deal(table, first)
    for m in proof(game, first)(table):
        table.match.play(m)
    settle(handheld, table)
    assert won(handheld, table.row) == []  # it was not dealt as a step
    table = finish(handheld, game, 0, proof(game, first))
    history = handheld.module("storage.history")
    assert table.end.record[history.HOW] & history.IS_ADVANCE
    assert table.end.record[history.STEP] == 1
    moves = table.match.played
    assert won(handheld, table.row) == [moves]
    assert history.stars(history.load(), table.row, 0) == 3  # at par, without help
    table = finish(handheld, game, 0, proof(game, first))
    assert not table.end.record[history.HOW] & history.IS_ADVANCE
    table = finish(handheld, game, 1, proof(game, second))
    assert won(handheld, table.row) == [moves, table.match.played]


@pytest.mark.parametrize("n", (11, 12))
def test_the_thirteenth_can_be_shown_as_a_code_at_once(handheld, steps, n):
    history = handheld.module("storage.history")
    past = history.load()
    for i in range(n):
        history.put_step(past, ROW["friday"], i, 90)
    history.save(past)
    table = finish(handheld, "friday", n, proof("friday", steps.deal(steps.of("friday"), n)[0]))
    assert ("All thirteen steps are won" in table.end.news) == (n == 12)
    offered = []
    handheld.module("ui.menu").ask = lambda title, rows, *_, **__: (offered.extend(rows), -1)[1]
    table.end.trophies = ()
    handheld.module("screens.game_over")._show(table, True, False)
    assert (offered[0] == "QR code") == (n == 12) and offered.count("QR code") == 1


def test_so_can_a_race(handheld, steps):
    handheld.prepare(last=False)
    table = handheld.saved("make13")
    handheld.module("ending").again(table)
    table.end.news = [steps.ALL]
    table.view.open(table.match.s)
    offered = []
    menu, keys = handheld.module("ui.menu"), handheld.module("ui.keys")
    answers = iter((0, 1))
    menu.ask = lambda title, rows, *_, **__: (offered.extend(rows), next(answers))[1]
    keys.wait = lambda *_: keys.B
    keys.poll = lambda *_: 0
    over = handheld.module("screens.game_over")
    ways = [(over.AGAIN, "Again"), (over.LEAVE, "No")]
    chosen = over.what_next(table, "", ["Deal"], ways, won=True, new=False)
    assert offered == ["QR code", "Again", "No"] * 2 and chosen == over.AGAIN


def test_a_race_wins_its_step_by_points(handheld, steps):
    """One point short wins nothing, nor a race that was not dealt as the step."""
    history = handheld.module("storage.history")
    table = handheld.module("game").Game("make13")
    deal, _, points = steps.deal(steps.of("make13"), 0)
    for score, step, new in ((points - 1, 1, 0), (points, 0, 0), (points, 1, 1), (points, 1, 0)):
        past = history.load()
        record = 7, deal, score, 0, 0, 0, 60, 900, ROW["make13"] << 4, 0, step, 0
        assert steps.note_end(table, past, record) == new
        history.save(past)
    assert won(handheld, ROW["make13"]) == [900]


@pytest.mark.parametrize("game", playing.GAMES)
def test_from_the_launcher_one_key_leads_to_the_path_and_the_next_to_its_table(handheld, game):
    handheld.prepare(last=False)
    if not handheld.module("screens.steps").of(game):
        pytest.skip("a game may have none")
    handheld.play(f"600 {'RIGHT ' * ROW[game]}400 Y 500 A 6000")
    table = handheld.game
    steps = handheld.module("screens.steps")
    deal, text, _ = steps.deal(steps.of(game), 0)
    assert table.name == game and table.match.number == deal
    assert bytes(table.match.options) == steps.rules(table, text)
    assert not table.how & handheld.module("storage.history").IS_KNOWN


def test_a_step_that_is_closed_is_not_dealt_and_back_leads_to_the_launcher(handheld):
    handheld.prepare(last=False)
    handheld.play("600 Y 500 UP A 500 B 500 A 3000")
    assert handheld.game.name == playing.GAMES[0]
    steps = handheld.module("screens.steps")
    numbers = [steps.deal(steps.of(playing.GAMES[0]), i)[0] for i in range(13)]
    assert handheld.game.match.number not in numbers


def test_a_game_in_play_is_kept_when_a_step_is_dealt(handheld):
    handheld.prepare("friday", 42, 9, last=False)
    handheld.play(f"600 {'RIGHT ' * ROW['friday']}400 Y 500 A 3000")
    assert handheld.game.match.number != 42
    assert handheld.module("storage.set_aside").deal("friday", handheld.game.match.number) == 42


def test_the_step_in_play_goes_on(handheld):
    handheld.prepare(last=False)
    keys = "400 Y 500 A 3000"
    handheld.play(f"600 {'RIGHT ' * ROW['friday']}{keys} A 2500 MENU 400 UP A 900")
    assert handheld.play(f"600 {keys}").game.match.played == 1  # the cursor is there


def test_the_deal_of_a_step_or_a_day_in_play_as_any_other_is_dealt_as_that(handheld, steps):
    """Else its win would be no step's, nor the day's; the game in play is kept."""
    day = 9830
    daily = handheld.module("storage.deals").daily("friday", ROW["friday"], day)
    for number, what in (steps.deal(steps.of("friday"), 2)[0], (0, 3)), (daily, (day, 0)):
        handheld.prepare("friday", number, 4).on()
        handheld.hal.set_today(day + 1)
        game, dealt = handheld.saved("friday"), []
        for _ in range(2):  # then it goes on
            handheld.module("screens.deal_menu").chosen(game, *what)
            assert (game.match.number, game.match.played) == (number, 0)
            assert game.step == what[1] and ("DAILY" in handheld.facts(game)) == (what[0] > 0)
            game.note(handheld.module("storage.history").IS_BEGUN)
            dealt.append(game.identity)
        assert dealt[0] == dealt[1]
        assert handheld.module("storage.set_aside").deal("friday", 0) == number


def test_a_history_without_steps_is_read(handheld, steps):
    history = handheld.module("storage.history")
    past = history.load()
    history.earn(past, 2, 3)
    history.save(past)
    store = handheld.module("storage.store")
    data = bytes(store.load("history"))
    n = data[1]
    assert n == 6
    sizes = data[2 : 2 + 2 * n]
    kept = 2 + 2 * n
    store.save("history", (bytes((1, 5)) + sizes[:10] + data[kept:],))
    past = history.load()
    assert history.trophies(past, 2) == 8 and history.steps(past, 2) == 0


def test_steps_open_by_stars_and_a_hard_one_ends_no_way(handheld, steps):
    """Against a plain model: five, then as many as the stars; the next is open and not won."""
    history = handheld.module("storage.history")
    dice = random.Random(13)
    past = history.load()
    model = [set() for _ in range(13)]
    for _ in range(60):
        i = dice.randrange(13)
        bits = dice.choice((0, history.STAR_ALONE, history.STAR_PAR))
        moves = dice.choice((0, 31, 40))
        history.put_step(past, 2, i, moves, bits if moves else 0)
        if moves:
            model[i] |= {"won"} | ({bits} if bits else set())
        assert [history.stars(past, 2, k) for k in range(13)] == [len(stars) for stars in model]
        stars = sum(len(stars) for stars in model)
        assert steps.stars(past, 2) == stars and steps.stars(past, 1) == 0
        n = steps.open_at(past, 2)
        assert n == min(13, max(5, stars))
        left = [k for k in range(n) if not model[k]]
        for k in range(13):
            after = [j for j in left if j > k] or [j for j in left if j <= k]
            assert steps.following(past, 2, k) == (after[0] if after else -1)
        assert history.tried(past, 2, i)


def test_stars_are_for_a_win_without_help_and_at_par(handheld):
    """Of a patience; what one game has earned another keeps."""
    history = handheld.module("storage.history")
    table = handheld.saved("friday")
    table.par = 120
    stars = table.mode.stars
    for how, moves, earned in (
        (0, 120, (True, True)), (0, 121, (True, False)), (history.IS_HINTED, 119, (False, True)),
        (history.IS_REVIEWED, 120, (False, True)), (history.IS_UNDONE, 130, (True, False)),
    ):  # fmt: skip
        record = [0] * 12
        record[history.HOW], record[history.MOVES] = how, moves
        assert stars(table, tuple(record), 0, False) == earned
    table.par = 0
    assert not stars(table, tuple(record), 0, True)[1]


def test_stars_of_a_race_and_a_match_are_for_a_fifth_and_the_first_try(handheld):
    handheld.on()
    race = handheld.saved("make13")
    rules = race.rules
    for score, goal, second in ((2399, 2000, False), (2400, 2000, True), (99, 0, False)):
        race.match.s[rules.SCORE : rules.SCORE + 4] = score.to_bytes(4, "little")
        assert race.mode.stars(race, (), goal, True) == (second, True)
        assert race.mode.stars(race, (), goal, False) == (second, False)
    match = handheld.saved("three_thirteen")
    table = handheld.module("rules.three_thirteen_table")
    for mine, theirs, second in ((80, 100, True), (81, 100, False), (0, 0, True)):
        s = bytearray(len(match.match.s))
        s[:] = match.match.s
        s[table.PENALTY], s[table.PENALTY + 1] = mine, theirs
        match.match.s[:] = s
        assert match.mode.stars(match, (), 0, True) == (second, True)
    # Nor is it one if another game of that step was begun, and left.
    history, steps = handheld.module("storage.history"), handheld.module("screens.steps")
    chosen, firsts = handheld.module("screens.deal_menu").chosen, []
    match.mode.stars = lambda game, record, points, first: firsts.append(first) or (False, first)
    for _ in range(2):
        chosen(match, 0, 3)
        match.note(history.IS_BEGUN)
        record = dict.fromkeys(playing.FIELDS, 0) | {"how": match.how, "step": match.step}
        steps.note_end(match, history.load(), tuple(record.values()))
        assert handheld.module("dealing").leave(match)[0]
        match.deal()
    assert firsts == [True, False]


def test_par_of_a_step_is_the_length_of_its_proof(handheld, steps):
    """Where the handheld has no proofs the row of the step has it."""
    for game in bank.GAMES:
        for i, row in enumerate(steps.of(game)):
            moves = len(bank.decode(playing.RULES[game], row[0], bank.read(game)[row[0]]))
            handheld.on()
            table = handheld.saved(game)
            handheld.module("dealing").deal(table, row[0], None, 0, i + 1)
            assert table.mode.par(table) == moves


BOARDS = ("ws_lcd_13", "ws_lcd_114", "picopad", "display_pack")


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("game", bank.GAMES)
def test_from_a_won_step_to_the_next_in_two_presses(handheld, steps, game, board):
    """On every board: the first row of its end is the next step, and A takes it."""
    handheld.board = board
    handheld.prepare(animation=0)
    table = handheld.saved(game)
    row = steps.of(game)[1]
    handheld.module("dealing").deal(table, row[0], None, 0, 2)
    line = bank.decode(playing.RULES[game], row[0], bank.read(game)[row[0]])
    for m in line:
        table.match.play(m)
    table.note(handheld.module("storage.history").IS_BEGUN)
    table.clean = False
    table.save()
    settings = handheld.module("storage.settings")
    settings.remember(ROW[game])
    settings.save()
    handheld.play("4000 A 900 A 1500")
    assert handheld.game.step == 3 and handheld.game.match.number == steps.of(game)[2][0]


@pytest.mark.parametrize("wins, title", ((True, "Step 2 won!"), (False, "Step 2")))
def test_the_end_of_a_race_that_is_a_step_leads_on(handheld, wins, title):
    """A, once its points are read, is the next step, or the same one again: another entry."""
    handheld.prepare(animation=0)
    table, entries = handheld.saved("make13"), handheld.module("storage.make13_entries")
    handheld.module("screens.deal_menu").chosen(table, 0, 2)
    deal, chosen = table.match.number, bytes(table.match.options)
    assert entries.begin(deal, chosen, b"BOB")
    rules = playing.RULES["make13"]
    while not rules.over(table.match.s):
        m, _ = playing.hint(handheld.module("bots.make13"), table.match.s)
        table.match.play(m if wins and m >= 0 else rules.QUIT)
    table.note(handheld.module("storage.history").IS_BEGUN)
    table.save()
    settings = handheld.module("storage.settings")
    settings.remember(ROW["make13"])
    settings.save()
    cards = []

    def watch():
        over = handheld.module("screens.game_over")
        what_next = over.what_next
        over.what_next = lambda *what, **more: (cards.append(what), what_next(*what, **more))[1]

    handheld.play("6000 A 2500 A 6000", before=watch)
    _, said, lines, _ = cards[0]
    stars = [line.split("\t")[1].count("\x1c") for line in lines if line.startswith("Stars")]
    assert said == title and stars == ([2] if wins else [])  # the goal, at the first try
    game = handheld.game
    assert (game.step, game.match.number != deal) == (2 + wins, wins)
    begun = handheld.module("storage.make13_entries").last(rules)
    assert begun == (game.match.number, bytes(game.match.options), b"BOB", 2 - wins)


@pytest.mark.parametrize("game", playing.PATIENCES + playing.MULTIPLAYER)
def test_the_next_step_is_dealt_by_its_own_rules(handheld, steps, game):
    table, onward = handheld.saved(game), handheld.module("screens.onward")
    for i in range(len(steps.of(game))):
        number, rules, _ = steps.deal(steps.of(game), i)
        assert onward.go(table, onward.After("", table.row, step=i + 1))
        assert (table.match.number, table.step) == (number, i + 1)
        assert table.match.options == steps.rules(table, rules)


def test_a_lost_step_is_tried_again_and_stays_the_step(handheld, steps):
    handheld.prepare(animation=0)
    table = handheld.saved("friday")
    handheld.module("dealing").deal(table, steps.of("friday")[3][0], None, 0, 4)
    while not table.rules.over(table.match.s):
        table.match.play(table.match.legal()[0][0])
    assert table.rules.over(table.match.s) != 1
    table.note(handheld.module("storage.history").IS_BEGUN)
    table.clean = False
    table.save()
    settings = handheld.module("storage.settings")
    settings.remember(ROW["friday"])
    settings.save()
    handheld.on()
    offered = []
    menu = handheld.module("ui.menu")
    ask = menu.ask
    menu.ask = lambda title, rows, *a, **b: (offered.append(rows[0]), ask(title, rows, *a, **b))[1]
    handheld.tap("3000 A 900 A 1500")
    assert "Step 4: again" in offered
    assert handheld.game.step == 4 and not handheld.game.rules.over(handheld.game.match.s)


@pytest.mark.parametrize("game", reached.PLAYERS)
def test_each_step_is_reached_at_its_own_deal_by_some_player(game):
    """Of few steps by who is quick to compute; with SOAK all: `research steps` has the shares."""
    rows = reached.rows(game)
    for i in range(len(rows)) if playing.SOAK else (0, 2):
        players = reached.PLAYERS[game] if playing.SOAK else list(reached.PLAYERS[game])[:1]
        deals = range(reached.FIRST + i, reached.FIRST + i + 40, 13)
        if game == "make13":
            deals = deals[:1]  # at a table others may be luckier: there chance decides, too
        assert any(reached.play(game, i, deal, who)[0] for deal in deals for who in players), i


def test_of_races_by_one_set_of_rules_the_later_step_asks_for_more():
    least = {}
    for text, points, _ in reached.rows("make13"):
        assert points > least.get(text, -1)
        least[text] = points
