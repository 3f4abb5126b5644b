"""A game is over: ways on, statistics, and that it counts once."""

import playing
import pytest


def stats_of(handheld, game):
    handheld.on()
    stats = handheld.module("storage.stats")
    return stats.load(game, 1)[0][:10]


def almost_over(handheld, game, want=None):
    """A saved game one first legal move before its end: (deal, the last move), or a skip."""
    handheld.on()
    table = handheld.module("game").Game(game)
    for deal in range(1, 400):
        table.match.deal(deal)
        playing.play_on(table.match, 5000, deal)
        over = table.match.rules.over(table.match.s)
        if over and (want is None or over == want):
            table.fresh()
            table.seconds = 61
            table.match.undo()
            table.save()
            settings = handheld.module("storage.settings")
            settings.load()
            settings.remember(table.row)
            settings.save()
            return deal
    pytest.fail(f"no random game of {game} ends so")


def ways(handheld, game):
    """Keys for each way on, from the menu of the end as it is shown for that game."""
    over = handheld.module("screens.game_over")
    offered = [over.ROWS[i] for i in over.rows(game.mode.won(game))]
    names = {"new": "New deal", "again": "Same deal again", "undo": "Undo",
             "look": "Look at the table", "leave": "Leave"}  # fmt: skip
    return {key: "DOWN*%d A" % offered.index(name) if offered.index(name) else "A"
            for key, name in names.items()}  # fmt: skip


@pytest.mark.parametrize("game", playing.PATIENCES)
def test_the_end_offers_five_ways_on(handheld, game):
    deal = almost_over(handheld, game)
    redo = playing.row(handheld, "Redo") + " 2500"
    handheld.play(redo)
    table = handheld.game
    END = ways(handheld, table)
    assert table.end_shown and stats_of(handheld, game)[0] == 1
    saved = handheld.files()

    def on(keys):
        for path in handheld.saves.iterdir():
            path.unlink()
        for name, data in saved.items():
            (handheld.saves / name).write_bytes(data)
        return handheld.play("600 " + keys + " 2500").game

    assert on(END["look"]).end_shown and handheld.game.match.number == deal
    assert on(END["new"]).match.n == 0 and handheld.game.match.number != deal
    assert on(END["again"]).match.n == 0 and handheld.game.match.number == deal
    table = on(END["undo"])
    assert not table.rules.over(table.match.s) and table.undone
    assert on(END["leave"]) and handheld.play("500").game is None


@pytest.mark.parametrize("game", playing.PATIENCES)
def test_a_game_counts_once(handheld, game):
    almost_over(handheld, game)
    redo = playing.row(handheld, "Redo") + " 2500 "
    END = ways(handheld, handheld.play(redo).game)
    first = stats_of(handheld, game)
    assert first[0] == 1 and first[7] >= 61
    for _ in range(2):  # at the next power-on its end is shown again, but not counted again
        assert handheld.play("1000").game.end_shown
        assert stats_of(handheld, game) == first
    handheld.play("600 " + END["undo"] + " 2500")
    assert stats_of(handheld, game) == [0] * 10  # taken back, it is not over any more
    handheld.play(redo)
    again = stats_of(handheld, game)
    assert again[0] == 1 and again[8] == 0  # nor is it without undo
    handheld.play("600 " + END["look"] + " 600 Y 300 " + redo + END["look"] + " 500")
    assert stats_of(handheld, game)[:4] == again[:4]
    handheld.play("600 " + END["leave"] + " 300 A 600")
    assert handheld.game.end_shown and stats_of(handheld, game)[:4] == again[:4]


def test_what_was_counted_before_stays_when_a_game_is_taken_back(handheld):
    handheld.on()
    stats = handheld.module("storage.stats")
    stats.add("thirteens", 1, 0, True, 52000, 1000, 60, False, False)
    stats.add("thirteens", 1, 0, True, 52000, 1000, 50, True, False)
    before = stats.load("thirteens", 1)
    stats.add("thirteens", 1, 0, False, 11000, 1000, 40, False, True)
    assert stats.load("thirteens", 1)[0][:4] == [3, 2, 0, 2]
    stats.take_back("thirteens", 1)
    assert stats.load("thirteens", 1) == before
    stats.take_back("thirteens", 1)
    assert stats.load("thirteens", 1) == before


def test_streaks_means_and_times(handheld):
    handheld.on()
    stats = handheld.module("storage.stats")
    for won, seconds in ((True, 100), (True, 80), (False, 10), (True, 90)):
        score = 52 if won else 12
        assert stats.add("friday", 1, 0, won, score, 1, seconds, not won, False, None, seconds)
    statistics = handheld.module("screens.statistics")
    row = stats.load("friday", 1)[0]
    assert row[:4] == [4, 3, 1, 2]
    table = handheld.start("friday")
    report = dict(line.split("\t") for line in statistics.lines(table, row, True, 1))
    assert report["Most wins in a row"].endswith(" 2")
    assert report["Fastest win"] == "1:20, fewest moves 80"
    assert report["Average"] == "42 cards, 1:10"
    assert report["Without undo, hints"] == "3, 3"
    row[stats.WON] = 0
    assert dict(line.split("\t") for line in statistics.lines(table, row, True, 1))["Best"]


def test_statistics_begin_with_what_was_played_most_and_leave_out_the_rest(handheld):
    handheld.prepare("three_thirteen", 42)
    stats = handheld.module("storage.stats")
    for row in (3, 1, 1):
        stats.add("three_thirteen", 4, row, True, 50, 1, 60, False, False)
    handheld.on()
    statistics = handheld.module("screens.statistics")
    titles = []
    draw = statistics._draw
    statistics._draw = lambda game, title, *rest: (titles.append(title), draw(game, title, *rest))
    table = handheld.saved("three_thirteen")
    answers = [-1, 0, 0]
    handheld.module("ui.menu").ask = lambda *_, **__: answers.pop()
    statistics.pages(table)
    assert titles == ["Against easy", "Against hard", "Against easy"]


def test_daily_deals_on_days_in_a_row_are_counted(handheld):
    handheld.on()
    deals = handheld.module("storage.deals")
    dates = handheld.module("storage.dates")
    counts = []
    for day in (1, 2, 2, 3, 5, 6):
        assert dates.set_today(260100 + day)
        now = deals.day(2)
        assert deals.finished("friday", 2, deals.daily("friday", 2, now))
        counts.append(deals.streak(2))
    assert counts == [1, 2, 2, 3, 1, 2]
    dates.set_today(260107)
    assert deals.streak(2) == 2  # today's is still to come
    dates.set_today(260108)
    assert deals.streak(2) == 0
    assert not deals.finished("friday", 2, deals.daily("friday", 2, deals.day(2)) + 1)


def test_statistics_are_wiped_only_when_the_player_says_yes(handheld):
    handheld.prepare("thirteens", 42)
    stats = handheld.module("storage.stats")
    stats.add("thirteens", 1, 0, True, 52000, 1000, 60, False, False)
    page = playing.row(handheld, "Statistics")
    handheld.play(f"{page} 100 UP A 100 A 300")
    assert stats_of(handheld, "thirteens")[0] == 1
    handheld.play(f"{page} 100 UP A 100 DOWN A 300")
    assert stats_of(handheld, "thirteens")[0] == 0


def lost(handheld, game):
    """A lost game whose last move can be made again from the pause menu: (deal, keys for it)."""
    return almost_over(handheld, game, 2), playing.row(handheld, "Redo")


@pytest.mark.parametrize("beat", (240, 300, 470, 640))
def test_whoever_taps_on_sees_the_result_and_loses_nothing(handheld, beat):
    """Before the result was deaf, a press in the player's own rhythm dealt anew."""
    deal, redo = lost(handheld, "thirteens")
    taps = " ".join(f"A {beat - 100}" for _ in range(690 // beat))
    game = handheld.play(f"{redo} 300 {taps} 100").game
    assert game.counted and game.match.number == deal and game.match.n == game.match.top


def test_a_loss_offers_undo_first_and_a_win_a_new_deal(handheld):
    handheld.on()
    over = handheld.module("screens.game_over")
    assert over.ROWS[over.rows(False)[0]] == "Undo"
    assert over.ROWS[over.rows(True)[0]] == "New deal"
    assert sorted(over.rows(True)) == sorted(over.rows(False)) == list(range(len(over.ROWS)))


def test_a_review_goes_through_the_game_and_leaves_it_as_it_was(handheld):
    deal, redo = lost(handheld, "thirteens")
    down = "DOWN*3 A"  # the review
    game = handheld.play(f"{redo} 2500 {down} 300 LEFT*4 200 A 2500 UP 300 RIGHT 300").game
    assert game.match.n == 1  # before its second move
    game = handheld.play(f"1500 {down} 300 LEFT*4 200 A 2500 UP 300 B 500").game
    match = game.match
    assert match.number == deal and match.rules.over(match.s) == 2 and match.n == match.top


@pytest.mark.parametrize("game", ("thirteens", "friday"))
def test_the_move_that_lost_is_the_first_after_which_the_bot_knows(handheld, game):
    handheld.prepare(game, 3)
    handheld.on()
    handheld.blind()
    review = handheld.module("screens.review")
    bot = handheld.module("bots." + game)
    table = handheld.module("game").Game(game)
    match = table.match

    def verdict(n):
        match.go(n)
        bot.think(match.s)
        while not bot.step():
            pass
        return bot.verdict()

    for deal in (3, 4, 5):
        match.deal(deal)
        playing.play_on(match, 5000, deal)
        end = match.n
        table.view.open(match.s)
        if match.rules.over(match.s) == 1:
            continue
        at, words = review._search(table, end, end)
        assert words.startswith(("Move", "This deal could not"))
        assert verdict(at + 1) == 2 or at + 1 == end
        assert words.startswith("This deal") or verdict(at) != 2


def test_a_score_counts_in_whole_units(handheld):
    """The rest of a score only breaks ties: 51,3 counts as 52 cards taken away."""
    handheld.on()
    stats = handheld.module("storage.stats")
    for score, total in ((51300, 52000), (52000, 104000), (1, 105000), (0, 105000)):
        stats.add("x", 1, 0, False, score, 1000, 1, False, False)
        assert stats.load("x", 1)[0][stats.SUM] == total


def result_of(handheld, won, seconds, moves, before=(), **flags):
    """The lines of the result of a patience, after these earlier games: (won, seconds, moves)."""
    handheld.on()
    over = handheld.module("screens.game_over")
    stats = handheld.module("storage.stats")
    for w, t, m in before:
        stats.add("friday", 1, 0, w, 52, 1, t, False, False, None, m)
    table = handheld.start("friday", 3)
    table.seconds = seconds
    row = stats.load("friday", 1)[0]
    stats.add("friday", 1, 0, won, 52, 1, seconds, *flags.values(), None, moves)
    table.match.n = moves
    table.undone, table.hinted = flags["undone"], flags["hinted"]
    return over._lines(table, won, row)


def test_a_result_names_the_best_before_the_streak_and_what_is_special(handheld):
    result = result_of(handheld, True, 75, 90, undone=False, hinted=False)
    assert result == ["Time\t1:15, 90 moves", "Your first win"]
    earlier = (True, 60, 80), (True, 130, 70)
    result = result_of(handheld, True, 59, 75, earlier, undone=True, hinted=True)
    assert result[1] == "Best so far\t1:00, 70 moves" and result[-1] == "Your fastest win"
    assert result[2].endswith(" 4, best 4")
    result = result_of(handheld, True, 61, 69, undone=True, hinted=True)
    assert result[-1] == "Your fewest moves"
    result = result_of(handheld, False, 10, 9, undone=False, hinted=False)
    assert result == ["Time\t0:10, 9 moves", "Wins in a row\tended at 5"]
    result = result_of(handheld, True, 99, 99, undone=False, hinted=True)
    assert result[-1] == "Without undo"


def test_a_lost_table_is_grey_and_says_how_much_was_left(handheld):
    handheld.prepare("friday", 5, 5000)
    seen = []
    handheld.on()
    card = handheld.module("screens.result_card")
    show = card.show
    handheld.module("preload").in_play = lambda: None  # the module that is watched stays loaded

    def watched(title, lines, *rest):
        coloured = {b >> 4 for b in handheld.hal.buf} | {b & 15 for b in handheld.hal.buf}
        seen.append((title, lines, coloured))
        return show(title, lines, *rest)

    card.show = watched
    game = handheld.tap("2500").game
    (title, lines, coloured), = seen
    left = 52 - game.rules.score(game.match.s)
    assert lines[0] == "Left\t%d of 52 cards" % left
    assert title == ("So close!" if left * 8 <= 52 else "No moves left")
    canvas = handheld.module("ui.canvas")
    assert not coloured & {canvas.RED, canvas.GOLD, canvas.BLUE, canvas.GREEN, canvas.PAPER}


@pytest.mark.parametrize("game", playing.GAMES)
def test_a_review_names_each_move_and_the_hint_for_it(handheld, game):
    """In all five games."""
    handheld.prepare(game, 13, 20)
    handheld.on()
    review = handheld.module("screens.review")
    table = handheld.saved(game)
    end = table.match.n
    table.view.open(table.match.s)
    notes = []
    at = end
    for _ in range(6):
        at = review._before(table, at)
        table.match.go(at)
        if review._yours(table):
            note, m = review._ask(table, at, end, "")
            assert note.startswith(f"{at + 1}/{end} ") and " Hint: " in note
            assert m != table.match.log[at] and ("the same" in note) == (m < 0)
            notes.append(note)
    assert len(notes) > 1
    solvable = any(word in " ".join(notes) for word in ("Winnable.", "Lost."))
    assert solvable or game != "thirteens"
