"""Finger and mouse: whole games played by taps alone, cards dragged, menus and pages by tap."""

import random

import playing
import pytest
import scripted_player

from thirteen.draw.art import SMALL


def at(handheld, p, i=None):
    """A pixel of place p: of its uppermost card that nothing covers."""
    places = handheld.module("table.places")
    piles = handheld.module("table.piles")
    i = max(min(piles.counts[p], places.show[p]) - 1, 0) if places.show[p] > 1 else 0
    x = places.x[p] + i * places.across[p] + min(6, places.w[p] // 2)
    return x, places.y[p] + i * places.down[p] + places.card_h[p] // 2


class Reader:
    """Notes where each text was drawn last, so that a test can tap what a player reads."""

    def __init__(self, handheld):
        hal = handheld.hal
        self.at = {}
        self.fresh = set()  # those drawn since the last tap on a text
        text = self.text = hal.text

        def noted(font, s, x, y, ink):
            right = text(font, s, x, y, ink)
            if y < hal.H:
                self.fresh.add(s)
                self.at[s] = x + 6, y + font[0] // 2
            return right

        hal.text = noted

    def on(self, words):
        """A tap on the beginning of these words."""
        found = [(s, at) for s, at in self.at.items() if words in s]
        assert found, (words, list(self.at)[-30:])
        s, (x, y) = found[-1]
        self.fresh.clear()
        return ((self.text(SMALL, s[: s.index(words)], x, 400, 0), y),)


def tap_out(handheld, r, most):
    """Taps that make `most` random moves: on the place that each leads from, and the other."""
    while handheld.game is None:
        yield 50
    game = handheld.game
    view, match = game.view, game.match
    while match.played < most and not game.rules.over(match.s):
        moves, n = match.legal()
        m = moves[r.randrange(n)]
        before = match.played
        yield (at(handheld, view.source(match.s, m)),)
        yield 30
        if match.played == before and handheld.module("table.choice").picked:
            yield (at(handheld, view.target(match.s, m)),)
            yield 30
        assert match.played > before, game.rules.text(match.s, m)


def test_a_tap_beside_a_place_reaches_it_from_each_side_alike(handheld):
    handheld.on()
    touch, places = handheld.module("ui.touch"), handheld.module("table.places")
    game = handheld.start("friday", deal=5, moves=4)
    view, s = game.view, game.match.s
    view.open(s)
    view.draw(s)
    stops = handheld.module("table.choice").stops
    stops[:] = bytes(len(stops))
    p = next(p for p in range(places.count) if places.w[p])
    touch._only = lambda view, s, q: 0 if q == p else -1
    left, top = places.x[p], places.y[p]
    right, low = left + places.w[p] - 1, top + places.h[p] - 1
    x, y = (left + right) // 2, (top + low) // 2
    for n in range(touch._NEAR + 2):
        for at in ((left - n, y), (right + n, y), (x, top - n), (x, low + n), (left - n, low + n)):
            assert touch._find(view, s, *at) == (p if n <= touch._NEAR else places.NONE), (n, at)


def test_a_tap_beside_the_cards_lets_go_of_the_chosen_one(handheld):
    hal = handheld.on()
    touch, choice = handheld.module("ui.touch"), handheld.module("table.choice")
    view = (game := handheld.start("thirteens", 7)).view
    s = game.match.s
    view.open(s)
    view.draw(s)
    touch.pointer.x, touch.pointer.y = hal.W - 2, hal.H - 2
    choice.pick(0)
    view.key(touch.key(view, s, touch.pointer.TAP), s)
    assert not choice.picked
    assert touch.key(view, s, touch.pointer.TAP) == 0


@pytest.mark.parametrize("board", ("ws_lcd_13", "ws_lcd_114", "display_pack_2"))
@pytest.mark.parametrize("game", playing.PATIENCES)
def test_a_patience_is_played_to_its_end_by_taps(handheld, game, board):
    handheld.board = board
    handheld.prepare(game, 184, animation=0)
    scripted_player.play(
        handheld, lambda h: tap_out(h, random.Random(game), 400), step=8, blind=True
    )
    match = handheld.game.match
    assert match.rules.over(match.s) and match.played > 12


def until(handheld, read, words):
    """Wait until these words have been drawn since the last tap on a text."""
    for _ in range(200):
        yield 20
        if any(s.lstrip(" ").startswith(words) for s in read.fresh):
            return
    raise AssertionError((words, read.fresh))


def race(handheld, read):
    """From the launcher through a race of Make 13 and its results."""
    from thirteen.bots import make13 as bot

    bot._PLAYOUTS = 2  # CPython is slow
    yield from until(handheld, read, "Make 13")
    yield read.on("Make 13")
    yield from until(handheld, read, "Start")
    yield read.on("Start")
    while handheld.game is None:
        yield 50
    game = handheld.game
    s = game.match.s
    rules = game.rules
    for name in ("blit", "stamp", "stamps"):  # for speed
        setattr(handheld.hal, name, lambda *_: None)
    while not rules.over(s):
        if not handheld.module("views.make13").running():
            yield ((120, 100),)  # the points of a level
            yield 60
            continue
        m = bot.choose(s)
        if m == rules.NEXT:
            yield from until(handheld, read, "\x1d go on")
            yield read.on("\x1d go on")
        else:
            for p in range(9):
                if m >> p & 1:
                    yield (at(handheld, p),)
        yield 40
    assert any(m < rules.DRAW for m in game.match.log[: game.match.played])
    while "All levels played" not in read.fresh:
        yield ((200, 100),)
        yield 900
    handheld.done = True


def test_a_race_of_make_13_is_played_by_taps(handheld):
    """Menus, the deck and a level's points too."""
    handheld.prepare(animation=0)
    settings = handheld.module("storage.settings")
    settings.choose(playing.GAMES.index("make13"), 1, 2)  # one level
    settings.save()
    handheld.done = False
    scripted_player.play(handheld, lambda h: race(h, Reader(h)), step=8)
    assert handheld.done


def rummy(handheld):
    """Three Thirteen until it is over: draw, discard, go out if asked, then the score sheet."""
    while handheld.game is None:
        yield 50
    game = handheld.game
    s = game.match.s
    rummy = handheld.module("rules.three_thirteen_table")
    r = random.Random(3)
    done = set()
    while not game.rules.over(s):
        before = game.match.played
        phase = rummy.phase(s)
        moves, n = game.match.legal()
        if phase == rummy.SCORED:
            yield ((200, 100),)
        elif rummy.turn(s) == 0 and (phase < rummy.DECLARING or game.view.offers_to_go_out(s)):
            m = rummy.OUT if phase == rummy.DECLARING else moves[r.randrange(n)]
            yield (at(handheld, game.view.source(s, m)),)
            yield 20
            assert game.match.log[before] in (m, m ^ 64)
            done.add(min(m, 4))
        yield 20
    assert done == {rummy.STOCK, rummy.PILE, rummy.OUT, 4}
    while not game.view.pages.read:
        yield ((200, 100),)
        yield 50
    handheld.done = True


def test_three_thirteen_is_played_by_taps(handheld):
    """Stock, discards, cards of the fan, the button Go out, the score sheets."""
    handheld.prepare("three_thirteen", 6, options=b"\0\0\2\0\0\0\0\0\4", animation=0)
    handheld.done = False
    scripted_player.play(handheld, rummy, step=8, blind=True)
    assert handheld.done


# Dragging


def drags(handheld, wanted):
    """Drag cards until `wanted` moves were made: each first to a place where it may not go."""
    while handheld.game is None:
        yield 50
    game, view = handheld.game, handheld.game.view
    s = game.match.s
    places, piles = handheld.module("table.places"), handheld.module("table.piles")
    choice = handheld.module("table.choice")
    flights = handheld.module("table.flights")
    r = random.Random(5)
    while game.match.played < wanted and not game.rules.over(s):
        while flights.count:
            yield 50
        moves, n = game.match.legal()
        ways = {(view.source(s, m), view.target(s, m)): m for m in moves[:n]}
        ways = {way: m for way, m in ways.items() if way[0] != way[1]}
        if not ways:
            game.move(moves[0])
            continue
        (p, q), m = r.choice(sorted(ways.items()))
        pair = view.pairs(m)
        wrong = [
            w for w in range(places.count) if w != p and (p, w) not in ways and choice.stops[w]
        ]
        wrong = [w for w in wrong if not (pair and (w, p) in ways)]
        log = game.match.played
        start = at(handheld, p)
        for goal, made in ((r.choice(wrong), False), (q, True)) if wrong else ((q, True),):
            x, y = at(handheld, goal)
            half = (start[0] + x) // 2, (start[1] + y) // 2

            def look(p=p):
                assert flights.count == 1 and piles.lifted == p
                away = flights.now_x[0] - places.x[p], flights.now_y[0] - places.y[p]
                assert max(map(abs, away)) > 6

            yield (start, half, (x, y), look, (x, y))
            yield 20
            assert (game.match.played > log) == made, game.rules.text(s, m)
            if made:
                assert game.match.log[log] == m or pair
            while made and flights.count:
                yield 50
            yield 300  # the way back
            assert not flights.count and piles.lifted == places.NONE
            if not made:
                assert not choice.picked
    handheld.done = True


@pytest.mark.parametrize("game", playing.PATIENCES)
def test_cards_are_dragged_and_fly_back_if_they_may_not(handheld, game):
    handheld.prepare(game, 184)
    handheld.done = False
    scripted_player.play(handheld, lambda h: drags(h, 12), step=8, blind=True)
    assert handheld.done


def drag(handheld, p, q):
    """A drag from place p to place q."""
    (x, y), goal = at(handheld, p), at(handheld, q)
    return ((x, y), ((x + goal[0]) // 2, (y + goal[1]) // 2), goal)


def opened(handheld, script):
    """Run script(handheld, read) once a game is open; its end is the end."""

    def run(handheld, read):
        while handheld.game is None:
            yield 50
        yield 100
        yield from script(handheld, read)
        handheld.done = True

    handheld.done = False
    scripted_player.play(handheld, lambda h: run(h, Reader(h)), step=8)
    assert handheld.done


def test_cards_of_the_fan_are_dragged_to_the_discards_and_draws_to_the_hand(handheld):
    def script(handheld, read):
        game = handheld.game
        fan = game.view.fan
        yield drag(handheld, 0, 1)  # a draw anywhere
        yield 300
        assert game.match.played == 1 and game.match.log[0] == 0
        for p, q in ((2, 4), (3, 0), (4, 20)):  # in the hand, onto the stock, onto a player
            yield drag(handheld, p, q)
            yield 300
            assert game.match.played == 1
        c = fan.card(3)
        yield drag(handheld, 3, 1)
        yield 100
        assert game.match.log[1] & 63 == c

    handheld.prepare("three_thirteen", 42, options=b"\0\0\2")
    opened(handheld, script)


def test_a_card_dragged_in_another_player_s_turn_flies_back(handheld):
    """The others' moves are legal then, but not this player's."""

    def script(handheld, read):
        game = handheld.game
        piles, places = handheld.module("table.piles"), handheld.module("table.places")
        rummy = handheld.module("rules.three_thirteen_table")
        while rummy.phase(game.match.s) != rummy.DISCARDING:
            yield 10
        assert rummy.turn(game.match.s) == 1
        game.mode.after_key = lambda game: None  # it thinks for long
        n = game.match.played
        for p in (2, 3, 4):
            yield drag(handheld, p, 1)
            yield 20
            assert game.match.played == n and piles.lifted == p
            yield 300
            assert game.match.played == n and piles.lifted == places.NONE

    handheld.prepare("three_thirteen", 42, 2, options=b"\0\0\2")
    opened(handheld, script)


def test_two_cards_of_make_13_are_dragged_together_and_the_deck_is_tapped(handheld):
    def script(handheld, read):
        game = handheld.game
        rules, s = game.rules, game.match.s
        pairs = 0
        while pairs < 3 and not rules.over(s):
            n = game.match.played
            moves, count = game.match.legal()
            twos = [m for m in moves[:count] if m < rules.DRAW and bin(m).count("1") == 2]
            if twos:
                a, b = [p for p in range(8) if twos[0] >> p & 1]
                yield drag(handheld, a, next(p for p in range(8) if p not in (a, b)))
                yield 300
                assert game.match.played == n  # they make something else
                yield drag(handheld, *((a, b) if pairs & 1 else (b, a)))
                pairs += 1
            else:
                yield (at(handheld, 8),)
            yield 900
            assert game.match.played == n + 1
            assert game.match.log[n] == (twos[0] if twos else rules.DRAW)

    handheld.prepare("make13", 8, options=b"\0\0\0\3")
    opened(handheld, script)


def test_a_refused_card_flies_home_and_the_picture_is_as_before(handheld):
    def script(handheld, read):
        piles, flights = handheld.module("table.piles"), handheld.module("table.flights")
        places = handheld.module("table.places")
        yield (at(handheld, 9),)  # a tap that is refused: the cursor and the note are there
        yield 600
        before = handheld.picture()
        yield drag(handheld, 14, 9)
        yield 60
        assert flights.count == 1 and piles.lifted == 14
        assert places.y[9] < flights.now_y[0] < places.y[14]
        yield 600
        assert flights.count == 0 and handheld.game.match.played == 5
        yield (at(handheld, 9),)
        yield 600
        assert handheld.picture() == before

    handheld.prepare("friday", 42, 5)
    opened(handheld, script)


@pytest.mark.parametrize("game", playing.PATIENCES)
def test_what_the_system_takes_the_finger_from_makes_no_move(handheld, game):
    """A call, an edge swipe: a tap is none, a card in the fingers flies home."""

    def lost():
        handheld.hardware.touch(*spot, False, True)

    def script(handheld, read):
        nonlocal spot
        piles, flights = handheld.module("table.piles"), handheld.module("table.flights")
        match, view = handheld.game.match, handheld.game.view
        moves, n = match.legal()
        choice = handheld.module("table.choice")
        cursor = choice.cursor
        while flights.count:  # the deal
            yield 100
        for m in list(moves[:n])[:4]:
            p, q = view.source(match.s, m), view.target(match.s, m)
            spot = at(handheld, p)
            yield (spot, lost)
            yield 100
            spot = at(handheld, q)
            yield (*drag(handheld, p, q), lost)
            assert flights.count <= 1 and piles.lifted in (p, handheld.module("table.places").NONE)
            yield 500
            assert flights.count == 0 and piles.lifted == handheld.module("table.places").NONE
            assert match.played == 0 and not choice.picked and choice.cursor == cursor

    spot = 0, 0
    handheld.prepare(game, 42)
    opened(handheld, script)


# Captions, menus, pages


def test_captions_are_keys_as_long_as_they_can_be_seen(handheld):
    def script(handheld, read):
        game = handheld.game
        undo = read.on("\x0f undo")
        yield undo
        yield 100
        assert game.match.played == 4
        yield read.on("hold \x1e menu")
        yield from until(handheld, read, "Resume")
        yield ((3, 3),)  # beside the menu: back
        yield 300
        assert handheld.module("table.table").shown and game.match.played == 4
        x, y = undo[0]
        assert handheld.hardware.letter_at(x, y) == handheld.hal.Y
        handheld.hal.fb.fill_rect(x - 6, y - 6, 12, 12, 0)
        assert handheld.hardware.letter_at(x, y) == 0
        yield read.on("\x0e hint")
        yield 100
        assert handheld.status_panel._message.startswith("These can go")

    handheld.prepare("friday", 42, 5)
    opened(handheld, script)


def test_a_finger_that_stays_opens_the_menu_whose_rows_and_pages_are_tapped(handheld):
    def script(handheld, read):
        yield ((60, 60),) * 20
        yield from until(handheld, read, "More")
        yield read.on("More")
        yield from until(handheld, read, "Settings")
        yield read.on("Rules")
        yield from until(handheld, read, "Read the rules")
        yield read.on("Read the rules")
        for side, number in ((200, "2/"), (200, "3/"), (40, "2/"), (40, "1")):
            yield ((side, 120),)
            yield from until(handheld, read, number)
            read.fresh.clear()
        yield ((200, 60), (120, 60), (60, 60))  # pull the next page in
        yield from until(handheld, read, "2")
        yield read.on("\x1e back")
        yield from until(handheld, read, "Settings")
        yield 100
        yield read.on("Settings")
        yield from until(handheld, read, "Table")
        yield read.on("Table")
        yield from until(handheld, read, "blue")

    handheld.prepare("friday", 42, 5)
    opened(handheld, script)


def test_tiles_open_games_and_a_drag_goes_from_tile_to_tile(handheld):
    def script(handheld, read):
        yield from until(handheld, read, "Make 13")
        yield ((30, 100), (70, 100), (120, 100))  # from the first tile back to the settings
        yield from until(handheld, read, "settings, trophies")
        yield read.on("Imaginary")
        while handheld.game is None:
            yield 50
        handheld.done = handheld.game.name

    handheld.prepare()
    scripted_player.play(handheld, lambda h: script(h, Reader(h)), step=8)
    assert handheld.done == "imaginary"


def test_a_covered_table_is_uncovered_by_holding_the_words_that_say_so(handheld):
    def script(handheld, read):
        yield from until(handheld, read, "Player 1: hold")
        x, y = read.on("Player 1: hold")[0]
        yield ((x + 50, y),) * 20
        yield 100
        handheld.done = handheld.module("table.table").shown

    handheld.done = False
    handheld.prepare("three_thirteen", 42, options=b"\0\0\0")
    scripted_player.play(handheld, lambda h: script(h, Reader(h)), step=8)
    assert handheld.done


def answered(handheld, ask, script):
    """What ask() returns while a finger follows the script."""
    handheld.on()
    handheld.module("preferences").apply()
    handheld.hardware.host = scripted_player.Player(script(Reader(handheld)), 8)
    try:
        return ask()
    finally:
        handheld.hardware.host = None


def test_a_number_is_entered_by_taps_above_and_below_its_digits(handheld):
    def script(read):
        yield from until(handheld, read, "2")
        (one, y), (two, _), (three, _) = [read.at[digit] for digit in "129"]
        yield ((one, y - 9),)
        yield ((two, y + 9),)
        yield ((three, y - 9),)
        yield 60
        yield read.on("\x1d OK")

    menu = lambda: handheld.module("ui.digits").number("Deal", 129, 3)  # noqa: E731
    assert answered(handheld, menu, script) == 210


def test_each_initial_s_box_takes_taps_up_to_its_edges(handheld):
    def script(read):
        yield from until(handheld, read, "BBB")
        x, y = handheld.hal.W // 2 - 45, handheld.hal.H // 2
        for tap in ((x, y - 9), (x + 29, y - 9), (x + 30, y + 9), (x + 89, y - 9)):
            yield (tap,)
        yield 60
        yield read.on("\x1d OK")

    ask = lambda: handheld.module("ui.digits").letters("BBB", b"BBB")  # noqa: E731
    assert answered(handheld, ask, script) == b"DAC"


def test_trophies_are_chosen_by_taps(handheld):
    from thirteen.screens import awards

    name, sentence = awards.of("friday").TROPHIES[3][:2]

    def script(read):
        yield from until(handheld, read, name)
        yield read.on(name)
        yield from until(handheld, read, sentence[:20])
        yield read.on("\x1e back")

    answered(handheld, lambda: handheld.module("screens.trophies").show(2), script)


def test_a_day_of_the_calendar_is_chosen_and_played_by_taps(handheld):
    def script(read):
        yield from until(handheld, read, "7")
        yield (read.at["7"],)
        yield ((handheld.hal.W - 1, read.at["7"][1]),)  # beside the last column: no day
        yield 60
        yield (read.at["7"],)

    def ask():
        handheld.hardware.day = 10000 + 9  # some day after the 7th of a month
        while handheld.module("storage.dates").date(handheld.hardware.day)[2] < 9:
            handheld.hardware.day += 1
        return handheld.module("screens.calendar").run(2)

    row, chosen = answered(handheld, ask, script)
    day = handheld.hardware.day
    while handheld.module("storage.dates").date(day)[2] != 7:
        day -= 1
    assert (row, chosen) == (2, day)


@pytest.mark.parametrize("game", playing.GAMES)
def test_a_lesson_is_taken_by_taps(handheld, game):
    """A text is read by a tap anywhere; a move is made where it is marked."""
    due = []

    def script(read):
        lesson = handheld.module("screens.lesson")
        practise = lesson._practise

        def noted(this, right, by_itself, finds=False):
            due[:] = [] if by_itself else [(this, right[0])]
            try:
                return practise(this, right, by_itself, finds)
            finally:
                due.clear()

        lesson._practise = noted
        while not any(s.startswith("Well done!") for s in read.fresh):
            if not due:
                yield ((4, 4),)
                yield 100
                continue
            (this, m), view = due[0], due[0][0].view
            s = this.match.s
            if game == "make13":
                spots = [p for p in range(9) if m >> p & 1]
            else:
                spots = [view.source(s, m), view.target(s, m)]
            for p in spots:
                if due == [(this, m)]:
                    yield (at(handheld, p),)
                    yield 60
            while due == [(this, m)] and handheld.module("table.flights").count:
                yield 50
        yield read.on("OK")

    answered(handheld, lambda: handheld.module("screens.lesson").run(game), script)
    assert not due


@pytest.mark.parametrize(
    "x, y, key, item",
    [
        (15, 30, "A", 3), (109, 69, "A", 4), (50, 29, "", 7), (50, 70, "", 7), (50, 99, "", 7),
        (9, 40, "B", 7), (110, 40, "B", 7), (50, 19, "B", 7), (50, 100, "B", 7),
    ],
)  # fmt: skip
def test_a_menu_s_title_and_edge_choose_nothing(handheld, x, y, key, item):
    """Two rows of 20 pixels, from y 30 on, in a panel of 100x80 at 10, 20."""
    hal = handheld.on()
    menu = handheld.module("ui.menu")
    menu.pointer.x, menu.pointer.y = x, y
    found = menu._pointed(menu.pointer.TAP, 7, (10, 20, 100, 80), (30, 20, 3, 2))
    assert found == (getattr(hal, key, 0), item)
