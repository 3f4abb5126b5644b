"""The end of a game: the menu, statistics, and that it counts once."""

import playing
import pytest
from screen_checks import ScreenChecks

DRAWN = False  # by the fixture `handheld`


def stats_of(handheld, game):
    handheld.on()
    numbers = handheld.numbers(game)
    names = "PLAYED WON STREAK BEST_STREAK BEST SUM FASTEST SECONDS CLEAN UNAIDED".split()
    return [numbers[name] for name in names]


def almost_over(handheld, game):
    """Save a game one move before it is lost, that move to be redone; returns the deal."""
    handheld.on()
    table = handheld.module("game").Game(game)
    for deal in range(1, 400):
        table.match.deal(deal)
        playing.play_on(table.match, 5000, deal)
        if table.match.rules.over(table.match.s) == 2:
            table.reset_counters()
            table.seconds = 61
            table.match.undo()
            table.save()
            settings = handheld.module("storage.settings")
            settings.load()
            settings.remember(table.row)
            settings.save()
            return deal
    pytest.fail(f"no random game of {game} is lost")


def ways(handheld, game):
    """Keys for each item of the game's end menu."""
    over = handheld.module("screens.game_over")
    offered = [over.ROWS[i] for i in over.rows(game.mode.won(game))]
    names = {"new": "New deal", "again": "Same deal again", "undo": "Undo",
             "look": "Look at the table", "review": "Review the game",
             "leave": "Leave"}  # fmt: skip
    return {key: "DOWN*%d A" % offered.index(name) if offered.index(name) else "A"
            for key, name in names.items()}  # fmt: skip


@pytest.mark.parametrize("game", playing.PATIENCES)
def test_the_end_menu_has_five_items(handheld, game):
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
    panel = handheld.status_panel
    assert panel._captions[0][1][2:] == "what next?" and not panel._message
    on(END["look"] + " 600 B 600 " + END["look"] + " 600 Y")  # B shows the card again
    assert "UNDONE" in handheld.facts(handheld.game)
    assert handheld.status_panel._captions[0][1][2:] != "what next?"
    assert on(END["new"]).match.played == 0 and handheld.game.match.number != deal
    assert on(END["again"]).match.played == 0 and handheld.game.match.number == deal
    table = on(END["undo"])
    assert not table.rules.over(table.match.s) and "UNDONE" in handheld.facts(table)
    assert on(END["leave"]) and handheld.play("500").game is None


@pytest.mark.parametrize("game", playing.PATIENCES)
def test_a_game_counts_once(handheld, game):
    almost_over(handheld, game)
    redo = playing.row(handheld, "Redo") + " 2500 "
    END = ways(handheld, handheld.play(redo).game)
    first = stats_of(handheld, game)
    assert first[0] == 1 and first[7] >= 61
    for _ in range(2):  # at the next power-on its end is shown again but not counted again
        assert handheld.play("1000").game.end_shown
        assert stats_of(handheld, game) == first
    handheld.play("600 " + END["undo"] + " 2500")
    assert stats_of(handheld, game) == first  # undone and left, it stays lost
    handheld.play(redo)
    again = stats_of(handheld, game)
    assert again[0] == 1
    history = handheld.module("storage.history")
    (record,) = history.records(history.load())
    assert not record[history.HOW] & history.IS_UNDONE  # the first of two that are as good
    handheld.play("600 " + END["look"] + " 600 Y 300 " + redo + END["look"] + " 500")
    assert stats_of(handheld, game)[:4] == again[:4]
    handheld.play("600 " + END["leave"] + " 300 A 600")
    assert handheld.game.end_shown and stats_of(handheld, game)[:4] == again[:4]


def test_a_review_is_noted_before_more_than_the_end_is_seen(handheld):
    """Whoever then cuts the power plays on in a game that is known."""
    almost_over(handheld, "friday")
    review = ways(handheld, handheld.saved("friday"))["review"]
    redo = playing.row(handheld, "Redo") + " 2500"
    shown = []

    def watched():
        screen = handheld.module("screens.review")
        show = screen._show

        def showing(game, at, *rest, **more):
            kept = handheld.module("storage.store").load("friday")
            facts = handheld.module("storage.saved_game").facts(kept)
            shown.append(facts & handheld.module("storage.history").IS_SEEN > 0)
            show(game, at, *rest, **more)

        screen._show = showing

    handheld.play(redo + " " + review, before=watched, after=100)
    assert shown and all(shown)


def test_an_end_that_could_not_be_counted_is_kept_by_who_leaves(handheld):
    """Without the room for it in the history, then a game and its last move have to be saved."""
    almost_over(handheld, "friday")
    leave = ways(handheld, handheld.saved("friday"))["leave"]

    def full():
        handheld.fill("history.")
        handheld.module("game").Game.key = lambda game, k: game.redo(1)

    handheld.play(f"400 RIGHT 2500 A 2500 {leave} 400", before=full, after=0)
    assert handheld.module("screens.launcher").home
    table = handheld.saved("friday")
    assert table.rules.over(table.match.s) and "CLOSED" not in handheld.facts(table)


def test_a_hasty_key_plays_no_move_after_the_end(handheld):
    """Thirteens, deal 8695: lost after 25 moves, when a card could still be brought down."""
    handheld.on()
    game = handheld.start("thirteens", deal=8695)
    game.view.open(game.match.s)
    moves = "187 108 125 35 125 142 102 40 140 52 158 153 187 171 157 107 40 120 141 157"
    for m in (moves + " 39 103 86 265 5").split():
        game.move(int(m))
    assert game.rules.over(game.match.s) == 2 and game.match.allows(257)
    game.move(257)
    assert game.match.played == 25


def test_the_page_of_statistics_has_the_means_and_the_best(handheld):
    handheld.on()
    for won, seconds in ((True, 100), (True, 80), (False, 10), (True, 90)):
        how = " ".join(["UNDONE"] * (not won) + ["HINTED"] * (seconds == 80))
        score = 52 if won else 12
        handheld.played("friday", won, how=how, time=seconds, score=score, moves=seconds)
    statistics, history = handheld.module("screens.statistics"), handheld.module("storage.history")
    table, past = handheld.start("friday"), history.load()
    row = history.statistics(past, 2)[0]

    def lines():
        return dict(line.split("\t") for line in statistics.lines(table, row, True, past))

    shown = lines()
    assert shown["Most wins in a row"] == "2"
    assert (shown["Fastest win"], shown["Fewest moves"]) == ("1:20", "80")
    assert (shown["On average"], shown["Time on average"]) == ("42 cards", "1:10")
    assert shown["Won without undo"] == "3"
    row[history.WON] = 0
    assert lines()["Best"]


def book(handheld, game):
    """The pages of a game's statistics."""
    history, statistics = handheld.module("storage.history"), handheld.module("screens.statistics")
    table = handheld.start(game)
    return statistics._Book(table, history.load())


def test_statistics_start_with_the_most_played_rows_and_omit_unplayed_ones(handheld):
    handheld.on()
    for row in (3, 3, 1):
        handheld.played("three_thirteen", kind=row)
    made = book(handheld, "three_thirteen")
    statistics = handheld.module("screens.statistics")
    assert made.pages == [(3, 0), (3, statistics._LAST), (1, 0)]
    assert [made.title(page) for page in made.pages][::2] == ["Against hard", "Against easy"]


def test_a_bar_each_of_the_last_twenty_games_as_high_as_its_score(handheld):
    """Gold for a win; the latest at the right; older ones and those before a reset have none."""
    handheld.drawn = True
    handheld.on()
    history, charts = handheld.module("storage.history"), handheld.module("draw.charts")
    canvas = handheld.module("draw.canvas")
    handheld.played("friday", score=52)
    history.reset(2)
    for n in range(21):
        handheld.played("friday", n % 2 == 1, score=52 if n % 2 else 10 + n)
    drawn = []
    charts.bars = lambda x, y, w, h, values, inks, n: drawn.append((values, inks))
    made = book(handheld, "friday")
    made.draw(1)
    ((values, inks),) = drawn
    assert values == [52, 12, 52, 14, 52, 16, 52, 18, 52, 20] + values[10:] and values[-1] == 30
    assert len(values) == 20 and [ink == canvas.GOLD for ink in inks] == [True, False] * 10
    page = handheld.module("screens.statistics")  # and the word for a win has a sample beside it
    y = page._HEAD + page._CHART + 4 + handheld.module("draw.art").SMALL[0] // 2
    assert handheld.hal.fb.pixel(page._MARGIN + page._SWATCH // 2, y) == canvas.GOLD


def test_the_rating_s_curve_ends_at_the_rating_and_steps_by_what_each_match_gave(handheld):
    handheld.on()
    history = handheld.module("storage.history")
    for gain, how in ((20, "RATED"), (9, ""), (-30, "RATED"), (12, "RATED")):
        handheld.played("three_thirteen", gain > 0, kind=2, how=how, gain=gain)
    past = history.load()
    made = book(handheld, "three_thirteen")
    start = made.rating - 2
    assert history.ratings(past, 4, start + 2) == [start, start + 20, start - 10, start + 2]
    assert history.ratings(past, 2, 1000) == []
    assert made.title(made.pages[-1]) == "Rating"
    history.reset(4)
    assert history.ratings(history.load(), 4, 1000) == []


@pytest.mark.parametrize("text", (0, 1))
@pytest.mark.parametrize("board", ("ws_lcd_13", "ws_lcd_114", "picopad"))
def test_all_facts_of_a_veteran_are_on_some_page_whole(handheld, board, text):
    """Four-digit numbers, on the smallest screen and in large text."""
    handheld.drawn = True
    handheld.board = board
    handheld.prepare(text=text)
    handheld.on()
    handheld.module("storage.settings").load()
    handheld.module("preferences").apply()
    history = handheld.module("storage.history")
    past = history.empty()
    r = [1234, 1187, 1058, 1123, 1088, 1135, 21, 1100, 0, 3599, 141, 0, 52, 48765, 7654321]
    history.put_sum(past, 2 << 4, r)
    for n in range(3):
        how = history.IS_WON | history.IS_REACHED | history.IS_DAILY
        history.put(past, (n + 9, n, 52, how, 0, 9800 + n, 99, 99, 2 << 4, 0, 0, 0))
    history.save(past)
    handheld.hal.today = lambda: 9802
    made = book(handheld, "friday")
    checks = ScreenChecks(handheld)
    drawn = []
    text = handheld.hal.text
    handheld.hal.text = lambda font, what, *at: drawn.append(what) or text(font, what, *at)
    for at in range(len(made.pages)):
        made.draw(at)
        handheld.hal.refresh()
    facts, _ = made.facts(0)
    assert len(facts) == 8
    for fact in facts:
        name, value = fact.split("\t")
        assert drawn[drawn.index(name) + 1] == value
    assert not checks.faults


def test_statistics_are_erased_only_after_a_confirmation(handheld):
    handheld.prepare("thirteens", 42)
    handheld.played("thirteens")
    page = playing.row(handheld, "Statistics")
    handheld.play(f"{page} 100 A 100 UP A 100 A 300")
    assert stats_of(handheld, "thirteens")[0] == 1
    handheld.play(f"{page} 100 A 100 UP A 100 DOWN A 300")
    assert stats_of(handheld, "thirteens")[0] == 0


def lost(handheld, game):
    """A lost game whose last move can be redone from the pause menu: (deal, keys for it)."""
    return almost_over(handheld, game), playing.row(handheld, "Redo")


@pytest.mark.parametrize("beat", (240, 300, 470, 640))
def test_a_player_still_tapping_sees_the_result(handheld, beat):
    """The result ignores keys at first, or a press in the player's rhythm would deal again."""
    deal, redo = lost(handheld, "thirteens")
    taps = " ".join(f"A {beat - 100}" for _ in range(690 // beat))
    game = handheld.play(f"{redo} 300 {taps} 100").game
    assert game.end and game.match.number == deal and game.match.played == game.match.logged


def test_a_key_held_through_the_result_does_not_choose_in_the_menu(handheld):
    deal, redo = lost(handheld, "thirteens")
    game = handheld.play(f"{redo} 300 DOWN:1500 300 A 600").game
    assert "UNDONE" in handheld.facts(game) and not game.rules.over(
        game.match.s
    )  # only the first row was chosen


@pytest.mark.parametrize("speed", (0, 2))
def test_lines_of_a_result_appear_one_by_one_only_once(handheld, speed):
    handheld.on()
    card, hardware = handheld.module("screens.result_card"), handheld.hardware
    card.card_art.speed = speed
    line, at = card._line, []
    card._line = lambda *what: (at.append(hardware.now), line(*what))
    for new in (True, False):
        card.show(
            "Title",
            ["Time\t1:00", "Best so far\t0:59", "Your first win"],
            won=True,
            new=new,
            below=90,
        )
    apart = [b - a for a, b in zip(at, at[1:])]
    assert all(100 <= ms <= 250 for ms in apart[:2]) if speed else apart[:2] == [0, 0]
    assert apart[2] >= 300 and apart[3:] == [0, 0]


@pytest.mark.parametrize("won", (True, False))
def test_a_win_is_celebrated_once_and_a_loss_is_not(handheld, won):
    handheld.on()
    over = handheld.module("screens.game_over")
    table = handheld.start("friday", 5, 5000)
    table.view.open(table.match.s)
    table.mode.won = lambda _: won
    cheered = []
    handheld.module("screens.celebration").run = lambda *what: cheered.append(what)
    handheld.module("screens.result_card").show = over.menu.ask = lambda *what, **how: -1
    over.run(table)
    over.run(table)  # as after looking at the table
    assert len(cheered) == won


def test_new_trophies_cost_no_press(handheld):
    """Their page is a row of the menu: A is a new deal at once."""
    handheld.on()
    game = handheld.start("friday", 42)
    game.view.open(game.match.s)
    identity = handheld.played("friday", earned=1)
    history, ending = handheld.module("storage.history"), handheld.module("ending")
    game.end = ending.End(history.find(history.load(), identity), True)
    over, led = handheld.module("screens.game_over"), []
    over.menu.ask = lambda title, rows, at, **_: led.append((rows[at], rows)) or len(rows) - 1
    ways = [(i, over.ROWS[i]) for i in over.rows(True)]
    for new in (True, False):
        over.what_next(game, "You won!", [], ways, won=True, new=new)
    assert [first for first, _ in led] == ["New deal"] * 2
    assert all("Trophies" in rows for _, rows in led)


def test_a_deal_without_a_move_offers_no_undo(handheld):
    handheld.prepare("thirteens", 17).on()
    table = handheld.saved("thirteens")
    table.view.open(table.match.s)
    over = handheld.module("screens.game_over")
    offered = []
    handheld.module("screens.result_card").show = lambda *what, **how: -1
    over.menu.ask = lambda title, rows, *at, **how: offered.extend(rows) or 0
    over.run(table)
    assert offered == ["New deal", "Look at the table", "Leave"]
    assert table.match.number != 17 and not table.rules.over(table.match.s)


def test_a_review_goes_through_the_game_and_leaves_it_as_it_was(handheld):
    deal, redo = lost(handheld, "thirteens")
    down = "DOWN*3 A"  # review
    game = handheld.play(f"{redo} 2500 {down} 300 LEFT*4 200 A 2500 UP 300 RIGHT 300").game
    assert game.match.played == 1  # before its second move
    game = handheld.play(f"1500 {down} 300 LEFT*4 200 A 2500 UP 300 B 500").game
    match = game.match
    assert match.number == deal and match.rules.over(match.s) == 2 and match.played == match.logged


def test_a_review_of_a_race_skips_waits(handheld):
    handheld.on()
    review = handheld.module("screens.review")
    table = handheld.start("make13", 13)
    rules = table.rules
    for m in (rules.WAIT | 2, rules.DRAW, rules.WAIT | 3, rules.DRAW):
        table.match.play(m)
    assert [review._before(table, at) for at in (4, 3, 1)] == [3, 1, 1]
    assert [review._after(table, at, 4) for at in (-1, 1, 3)] == [1, 3, 3]


def result_of(handheld, won, seconds, moves, undone=False, hinted=False, how=0, par=0, day=0):
    """The result lines of a patience that has just ended, and its Game."""
    over, ending = handheld.module("screens.game_over"), handheld.module("ending")
    table = handheld.start("friday", 3)
    table.identity = 77 + seconds * moves
    history = handheld.module("storage.history")
    facts = (undone and history.IS_UNDONE) | (hinted and history.IS_HINTED) | how
    table.seconds, table.how, table.day = seconds, facts, day
    table.match.played = moves
    table.mode.par = lambda game: par
    table.par = par
    table.rules.over = lambda s: 1 if won else 2
    table.save = lambda: True
    table.mode.won = lambda game: won
    ending.close(table, won, 0, seconds)
    table.end.news = []
    return over.lines(table, won, handheld.module("storage.history").load())


def test_a_result_shows_what_is_new_then_facts_and_a_star_at_a_record(handheld):
    handheld.on()
    star = handheld.module("draw.art").CH_STAR
    result = result_of(handheld, True, 75, 90)
    assert result[:4] == ["Your first win", "Deal\t3", "Time\t1:15", "Moves\t90"]
    assert result[-1] == "Without undo or hints"
    assert result_of(handheld, True, 75, 90) == result  # shown again, it is no better than itself
    for seconds, moves in ((60, 80), (130, 70)):
        handheld.played("friday", time=seconds, moves=moves)
    result = result_of(handheld, True, 59, 75, True, True)
    assert f"Time\t{star} 0:59, was 1:00" in result and "Moves\t75, best 70" in result
    assert f"Wins in a row\t{star} 4, your longest" in result
    assert f"Moves\t{star} 69, was 70" in result_of(handheld, True, 61, 69, True, True)
    result = result_of(handheld, True, 59, 69, True, True)
    assert "Time\t0:59, best 0:59" in result and "Moves\t69, best 69" in result  # no better
    assert result_of(handheld, False, 10, 9)[-1] == "Wins in a row\tended at 6"
    assert result_of(handheld, True, 99, 99, False, True)[-1] == "Without undo"


def test_below_par_there_is_a_star_and_at_par_none(handheld):
    handheld.on()
    star = handheld.module("draw.art").CH_STAR
    assert f"Moves\t{star} 89, par 90" in result_of(handheld, True, 75, 89, par=90)
    assert "Moves\t90, par 90, best 89" in result_of(handheld, True, 75, 90, par=90)


def test_a_win_in_no_time_is_the_fastest_one(handheld):
    """0 would stand for no win at all."""
    handheld.on()
    result_of(handheld, True, 0, 90)
    history, row = handheld.module("storage.history"), handheld.module("catalog").row("friday")
    assert history.statistics(history.load(), row)[0][history.FASTEST] == 1


def test_moves_that_the_log_has_forgotten_are_counted(handheld):
    handheld.on()
    table = handheld.start("friday", 3, 40)
    table.match.forgotten = 500
    handheld.module("ending").close(table, False, 0, 60)
    history = handheld.module("storage.history")
    assert table.end.record[history.MOVES] == 500 + table.match.played


@pytest.mark.parametrize("dated", (True, False))
@pytest.mark.parametrize("late", (0, 4))
def test_days_in_a_row_are_told_as_of_the_day_of_the_deal(handheld, dated, late):
    """Also if the date was lost with the power since; a deal of another day counts for none."""
    handheld.on()
    history, day = handheld.module("storage.history"), 9822
    if dated:
        handheld.hal.set_today(day)
    for n in 1, 2:
        handheld.played("friday", how="DAILY", day=day - n, deal=n)
    result = result_of(handheld, True, 75, 90, how=history.IS_DAILY | late, day=day)
    assert ("Daily deals in a row\t3" in result) == (not late)
    assert len([line for line in result if line.startswith("Daily deals")]) == (not late)


def test_a_known_deal_says_that_it_earns_no_streak(handheld):
    handheld.on()
    known = handheld.module("storage.history").IS_KNOWN
    assert "Your first win" not in result_of(handheld, True, 75, 90, how=known)
    handheld.played("friday")
    handheld.played("friday")
    result = result_of(handheld, True, 75, 90, how=known)
    assert "Known deal\tno streak, no trophy" in result
    assert not [line for line in result if "in a row" in line]
    assert handheld.numbers("friday")["STREAK"] == 2
    assert not [line for line in result_of(handheld, False, 5, 9, how=known) if "ended" in line]


@pytest.mark.parametrize(
    "before, line",
    (
        ([(True, 99)], "Won\t1 of 2 games"),
        ([(False, 1 << 20)], "Best so far\t"),
        ([(False, 0)], "Your best try so far"),
        ([(False, None)], "Best so far\t"),  # as good as this one
        ([], "Time\t"),
    ),
)
def test_a_loss_is_compared_with_earlier_games(handheld, before, line):
    handheld.on()
    over, history = handheld.module("screens.game_over"), handheld.module("storage.history")
    table = handheld.start("thirteens", 7, 5000)
    same = table.rules.score(table.match.s)
    for won, score in before:
        handheld.played("thirteens", won, score=same if score is None else score)
    handheld.played("thirteens", False, identity=table.identity)
    handheld.module("ending").again(table)
    table.view.open(table.match.s)
    assert over.lines(table, False, history.load())[-1].startswith(line)


@pytest.mark.parametrize("game", playing.GAMES)
def test_a_review_names_each_move_and_the_hint_for_it(handheld, game):
    """For every game."""
    handheld.prepare(game, 13, 20)
    handheld.on()
    review = handheld.module("screens.review")
    table = handheld.saved(game)
    end = table.match.played
    table.view.open(table.match.s)
    proof = None if table.mode.LIVE else review.Proof(table, end)
    notes = []
    at = end
    for _ in range(6):
        at = review._before(table, at)
        table.match.go(at)
        if table.mode.yours(table.match.s):
            note, m, _ = review._ask(table, at, end, "", False, proof)
            assert note.startswith(f"{at + 1}/{end} ")
            assert m != table.match.log[at] and ("as the hint would" in note) == (m < 0)
            assert m < 0 or " Hint: " in note
            notes.append(note)
    assert len(notes) > 1
    solvable = any(word in " ".join(notes) for word in ("Winnable.", "Lost."))
    assert solvable or game != "thirteens"
