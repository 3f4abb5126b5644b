"""Make 13 on the screen: cursor, selection, messages, whole entries by keys."""

import functools
import json
import operator
import random
import re
import sys
from array import array
from pathlib import Path
from types import SimpleNamespace

import pytest
import wasm
from scripted_player import play, way

from thirteen.bots import make13 as bot
from thirteen.rules import make13 as rules
from tools import handheld_records, records

DRAWN = False  # by the fixture `handheld`

UP, DOWN, LEFT, RIGHT, A, B, X, Y = 1, 2, 4, 8, 16, 32, 64, 128
PREV, NEXT = 512, 1024
NONE = 255  # no place
ARROWS = (("UP", UP), ("DOWN", DOWN), ("LEFT", LEFT), ("RIGHT", RIGHT))
BOARDS = ("ws_lcd_13", "display_pack_2", "youmaketech")


class Pick:
    """The view with a state, whose cards are picked by keys; nothing is drawn."""

    def __init__(self, handheld):
        handheld.on()
        self.view = handheld.module("views.make13")
        self.choice = handheld.module("table.choice")
        self.s = None

    def __getattr__(self, name):
        return getattr(self.choice, name)

    @property
    def refused(self):
        """The places marked as refused, a bit each."""
        places = self.choice.places
        return sum(1 << p for p in range(places.count) if places.marks[p] & places.REFUSED)

    @property
    def message(self):
        return self.view._line.message

    def open(self, s):
        if s is not self.s:
            self.s = s
            self.view.open(s)

    def at(self, p, s):
        """Press A at place p."""
        self.open(s)
        self.choice.cursor = p
        return self.view.key(A, s)

    def key(self, k, s):
        self.open(s)
        return self.view.key(k, s)

    def named(self):
        """What the captions say that keys do, but for the last: held, one pauses."""
        panel = sys.modules["thirteen.ui.status_panel"].status_panel
        return [text[text.index(" ") + 1 :] for _, text in panel.captions_shown()][:-1]

    def go(self, k, p):
        """Where an arrow leads to from place p."""
        self.choice._came_from = NONE
        self.choice.cursor = p
        self.choice.move_cursor(k)
        return self.choice.cursor


@pytest.fixture
def pick(handheld):
    return Pick(handheld)


def level(columns, stacks=("", "", ""), deck="", timer=100):
    """A state with these columns, each written like "5 K A"; stacks and deck in the same way."""
    names = "A 2 3 4 5 6 7 8 9 T J Q K".split()
    s = bytearray(rules.SIZE)
    rules.new(s, 1, bytes(5))
    for p, cards in enumerate([*columns, *stacks]):
        cards = cards.split()
        s[rules._HIGH + p] = len(cards)
        for i in range(4 if p < 5 else 11):
            s[rules._AT[p] + i] = names.index(cards[i]) + 1 if i < len(cards) else 0
    cards = deck.split()
    s[rules._DEALT] = 32 - len(cards)
    for i, c in enumerate(cards):
        s[rules._DECK + s[rules._DEALT] + i] = names.index(c) + 1
    s[rules.TIMER] = timer
    return s


# The cursor


def full():
    return level(["5 6 7 8"] * 5, ["2", "3", "4"], "3")


def test_every_place_is_three_presses_from_any_other(pick):
    pick.open(full())
    lengths = [len(way(pick.go, a, b, ARROWS)) for a in range(8) for b in range(8)]
    assert max(lengths) <= 3 and sum(lengths) / 56 < 2


def test_the_cursor_goes_where_the_player_expects(pick):
    """Level places follow each other around; an arrow is undone by the opposite one."""
    pick.open(full())
    assert [pick.go(RIGHT, p) for p in range(8)] == [1, 2, 3, 4, 0, 6, 7, 5]
    assert [pick.go(LEFT, pick.go(RIGHT, p)) for p in range(8)] == list(range(8))
    assert [pick.go(UP, p) for p in (5, 6, 7)] == [0, 2, 3]
    for p in range(8):
        for k, back in ((UP, DOWN), (DOWN, UP), (LEFT, RIGHT), (RIGHT, LEFT)):
            to = pick.go(k, p)
            pick.choice.move_cursor(back)
            assert pick.cursor == p, (p, k, to)


def test_the_cursor_passes_places_without_a_card(pick):
    pick.open(level(["5", "", "", "", "9"], ["", "2", ""], "3"))
    assert pick.go(RIGHT, 0) == 4 and pick.go(RIGHT, 4) == 0
    assert pick.go(DOWN, 0) == pick.go(DOWN, 4) == 6


def test_without_a_pad_it_steps_through_places_with_cards(pick):
    s = level(["5", "", "7", "", "9"], ["", "2", ""], "3")
    pick.open(s)
    pick.choice.cursor = 0
    seen = []
    for _ in range(4):
        assert pick.key(NEXT, s) == -1
        seen.append(pick.cursor)
    assert seen == [2, 4, 6, 0]
    for _ in range(4):
        pick.key(PREV, s)
        seen.append(pick.cursor)
    assert seen[4:] == [6, 4, 2, 0]
    s = level(["5", "", "", "", ""])
    pick.key(NEXT, s)
    assert pick.cursor == 0


# Picking: M1, M9, M15


def test_a_group_is_taken_by_the_press_that_makes_thirteen(pick):
    s = level(["5", "6", "3", "K", "9"], ["2", "", ""], "3")
    assert pick.at(0, s) == -1 and pick.group() == 1
    assert pick.at(1, s) == -1 and pick.group() == 3
    assert pick.at(5, s) == 0b100011
    rules.apply(s, 0b100011)
    pick.view.moved(s, 0b100011, s)
    assert pick.group() == 0


def test_a_king_is_taken_alone_by_one_press_and_the_rest_stays_picked(pick):
    s = level(["5", "6", "3", "K", "9"])
    assert pick.at(3, s) == 1 << 3
    pick.at(0, s)
    assert pick.at(3, s) == 1 << 3
    rules.apply(s, 1 << 3)
    pick.view.moved(s, 1 << 3, s)
    assert pick.group() == 1


def test_from_two_groups_on_a_run_is_gold(handheld):
    handheld.on()
    game = handheld.start("make13", 42)
    game.view.open(game.match.s)
    art, canvas = handheld.module("draw.art"), handheld.module("draw.canvas")
    inks = []
    handheld.hal.text = lambda font, s, x, y, ink: s == art.CH_TIMES and inks.append(ink) or x
    for groups in (1, 2, 3):
        handheld.module("views.make13").hud.run(groups, 50)
    assert inks == [canvas.ON_FELT, canvas.GOLD_FELT, canvas.GOLD_FELT]


def test_above_thirteen_the_selection_is_cleared_visibly(pick):
    s = level(["5", "9", "3", "K", "9"])
    pick.at(0, s)
    assert pick.at(1, s) == -1
    assert pick.group() == 0 and pick.refused == 3 and pick.message == "14: past 13"
    pick.view.tick(s, 350)
    assert pick.refused
    pick.view.tick(s, 100)
    assert not pick.refused and pick.message
    pick.view.tick(s, 600)
    assert not pick.message


def test_a_second_press_unselects_a_card_and_b_unselects_all(pick):
    s = level(["5", "6", "3", "K", "9"], deck="4")
    assert pick.at(0, s) == -1 and pick.named() == ["let go"]
    pick.at(0, s)
    assert pick.group() == 0 and pick.named() == ["pick", "deck"]
    pick.at(0, s)
    pick.at(1, s)
    assert pick.key(RIGHT, s) == -1 and pick.named() == ["pick", "let go"]
    assert pick.key(B, s) == -1 and pick.group() == 0
    assert pick.key(B, s) == rules.DRAW


def test_empty_places_and_an_empty_deck_are_refused(pick):
    s = level(["", "6", "3", "K", "9"])
    assert pick.at(0, s) == -1
    assert pick.message == "No card here" and pick.refused == 1
    assert pick.key(B, s) == -1 and pick.message == "The deck is empty"


def test_random_keys_make_only_legal_moves_and_selections_below_thirteen(pick):
    rnd = random.Random(3)
    keys = (UP, DOWN, LEFT, RIGHT, A, A, A, A, B, X, Y, PREV, NEXT)
    for deal in range(1, 20):
        s = bytearray(rules.SIZE)
        rules.new(s, deal, bytes(5))
        out = array("H", bytes(2 * rules.MOVES))
        for _ in range(400):
            m = pick.key(rnd.choice(keys), s)
            assert rules.total(s, pick.group()) < 13
            assert 0 <= pick.cursor < 8
            if m >= 0:
                n = rules.moves(s, out)
                assert m in out[:n]
                rules.apply(s, m)
                pick.view.moved(s, m, s)
            if rules.over(s):
                break


# On the table


def table(handheld, s=None):
    """The view with a game on the screen, without a shell."""
    handheld.on()
    handheld.module("storage.settings").load()
    view = handheld.module("views.make13")
    if s is None:
        s = bytearray(rules.SIZE)
        rules.new(s, 7, bytes(5))
    view.open(s)
    view.draw(s)
    return view, s


def make(view, s, m):
    """Make a move as the shell does, or a wait as a race does."""
    was = bytes(s)
    rules.apply(s, m)
    view.moved(s, m, None if m & rules.WAIT else was)
    view.draw(s)


def pass_time(view, s, ms, step=10):
    for _ in range(ms // step):
        view.tick(s, step)
        view.draw(s)


def test_a_card_dealt_onto_a_selected_one_unselects_it(handheld):
    """M12: the timer deals a card, which may cover a selected one."""
    view, s = table(handheld, level(["5", "6", "4", "K", "9"], ["2", "3", "3"], "8 J"))
    choice = handheld.module("table.choice")
    for choice.cursor in (0, 5):
        view.key(A, s)
    assert choice.group() == 0b100001
    make(view, s, rules.WAIT | 100)
    assert rules.height(s, 5) == 2 and choice.group() == 1
    assert view._line.message == "Time!"
    choice.cursor = 5
    assert view.key(A, s) == 0b100001


def test_next_level_is_offered_if_no_other_move_is_left(handheld):
    """M7."""
    view, s = table(handheld, level(["5", "6", "4", "", ""], ["6", "", ""]))
    assert handheld.status_panel.captions_shown()[0][1].endswith(" go on")
    assert view.key(B, s) == rules.NEXT == view.key(A, s)
    view, s = table(handheld, level(["5", "6", "7", "", ""], ["6", "", ""]))
    assert view.key(B, s) == -1 and view.key(A, s) == -1


def test_without_a_group_a_hint_names_the_deck_or_the_next_level(handheld):
    """M7."""
    race = handheld.on() and handheld.module("modes.make13").Mode()
    view = SimpleNamespace(hint=lambda s, m: None)
    game = SimpleNamespace(view=view, match=SimpleNamespace(s=b""), rules=rules)
    assert race.show_moves(game, [rules.DRAW], 1) == "Take a card from the deck"
    assert race.show_moves(game, [rules.NEXT], 1) == "Go on to the next level"
    assert race.show_moves(game, [rules.DRAW, 0b100001], 2) == "These can make 13"


def numbers(view, s, font=None):
    """The numbers that the message shows now, or those in that font."""
    hud, shown = sys.modules["thirteen.views.make13_hud"], []
    digits = hud.digits
    hud.digits = lambda v, f, *more: font in (None, f) and shown.append(v) or 0
    view.draw(s)
    hud.digits = digits
    view.draw(s)
    return shown


def test_the_end_of_a_level_is_shown_while_the_clock_is_stopped(handheld):
    handheld.drawn = True
    view, s = table(handheld, level(["5", "", "", "", ""], ["8", "K", ""], "2"))
    hud = handheld.module("views.make13").hud
    assert view.running()
    make(view, s, 0b100001)
    assert not view.running() and hud._title == "Level 1 busted"
    assert view.key(A, s) == -1 and not view.running()  # late keys of the game
    totals = []
    for _ in range(150):
        pass_time(view, s, 10)
        totals.append(numbers(view, s)[-1])
    assert totals == sorted(totals) and len(set(totals)) > 20  # counted up
    assert totals[-1] == rules.earned(s, 1, rules.MOVE_POINTS) + rules.earned(
        s, 1, rules.RUN_BONUS
    )
    picture = handheld.picture()
    pass_time(view, s, 400)
    assert handheld.picture() == picture
    assert view.key(A, s) == -1
    pass_time(view, s, 2000)
    assert view.running() and handheld.picture() != picture


@pytest.mark.parametrize(
    "how, code, title",
    [
        (0, 0, "Level 3: not busted"), (0, 2, "Level 3: not busted"), (0, 1, "Target reached!"),
        (2, 0, "Level 3 busted"), (2, 1, "Level 3 busted"), (3, 1, "SUPER BUST!"), (0, 4, None),
    ],
)  # fmt: skip
def test_the_end_of_a_level_is_called_what_it_is(handheld, monkeypatch, how, code, title):
    """Of one that was given up nothing is said."""
    view, s = table(handheld)
    view = handheld.module("views.make13")
    monkeypatch.setattr(view.rules, "bust", lambda s, n: how)
    monkeypatch.setattr(view.rules, "over", lambda s: code)
    view.hud._title = None
    view._end(s, 3)
    assert view.hud._title == title


def test_the_clock_waits_until_the_last_card_of_a_level_lies(handheld):
    """At any speed: the score does not depend on a comfort setting. Any key ends the deal."""
    view, s = table(handheld)
    flights, art = handheld.module("table.flights"), handheld.module("draw.card_art")
    whole = handheld.picture()
    for art.speed in (0, 1, 2, 3):
        view.open(s)
        view.enter(s)
        ms = 0
        while not view.running():
            assert flights.count
            pass_time(view, s, 10)
            ms += 10
        assert (ms > 300) == (art.speed > 0) and not flights.count
        view.draw(s)
        assert handheld.picture() == whole
    view.enter(s)
    pass_time(view, s, 100)
    assert not view.running()
    view.draw(s)
    assert view.status_panel.left() == (20, 20)  # what is to come is not cleared
    view.key(LEFT, s)
    assert view.running() and not flights.count


def test_undone_cards_fly_back(handheld):
    handheld.drawn = True
    view, s = table(handheld, level(["5 6", "9", "", "", ""], ["2 7", "", ""], "2"))
    flights, choice = handheld.module("table.flights"), handheld.module("table.choice")
    handheld.module("draw.card_art").speed = 2
    before, whole = bytes(s), handheld.picture()
    for m, n in ((0b100001, 2), (rules.DRAW, 1)):
        at = choice.cursor
        make(view, s, m)
        pass_time(view, s, 2000)
        after = bytes(s)
        s[:] = before
        view.changed(s)
        view.undone(s, m, after)
        assert flights.count == n
        pass_time(view, s, 20)
        assert handheld.picture() != whole
        pass_time(view, s, 2000)
        choice.cursor = at
        view.draw(s)
        assert handheld.picture() == whole


@pytest.mark.parametrize("speed, lefts, lands", [(2, {16, 18, 20}, 1), (0, {18}, 0)])
def test_a_super_bust_shakes_by_two_pixels_and_its_star_flies_to_the_total(
    handheld, speed, lefts, lands
):
    handheld.drawn = True
    view, s = table(handheld, level(["5", "", "", "", ""], ["8", "", ""]))
    handheld.module("draw.card_art").speed = speed
    hud, canvas = handheld.module("views.make13").hud, handheld.module("draw.canvas")
    hud.show_message("SUPER BUST!", [1, 2, 3000], True)
    hal, seen, stars = handheld.hal, set(), []
    pixels = lambda y: [p for b in hal.buf[y * 120 : y * 120 + 120] for p in (b >> 4, b & 15)]  # noqa: E731
    for _ in range(110):
        view.draw(s)
        box = [y for y in range(180) if {canvas.RED, canvas.GOLD} & set(pixels(y)[15:30])]
        middle = pixels((box[0] + box[-1]) // 2)
        seen.add(min(x for x in range(240) if middle[x] in (canvas.RED, canvas.GOLD)))
        stars.append(canvas.GOLD in pixels(box[-1] - 13)[203:216])  # right of the total
        view.tick(s, 20)
    assert seen == lefts
    assert stars[-1] == lands and not any(stars[:60])


def test_a_super_bust_shows_a_message(handheld):
    """M5: a panel, at most three flashes a second, which disappears by itself."""
    handheld.drawn = True
    view, s = table(handheld, level(["5", "", "", "", ""], ["8", "", ""]))
    hud = handheld.module("views.make13").hud
    canvas = handheld.module("draw.canvas")
    make(view, s, 0b100001)
    assert hud._title == "SUPER BUST!" and hud._points[2] == 3000
    edges = []
    while hud.has_message():
        last = numbers(view, s)
        edges.append(set(handheld.hal.buf) & {canvas.RED * 17, canvas.GOLD * 17})
        if len(edges) == 180:
            assert numbers(view, s, view.large.FONT) == [3000]
        view.tick(s, 10)
        view.draw(s)
    assert 1900 <= 10 * len(edges) <= 2600 and 3000 in last
    flashes = [i for i in range(1, len(edges)) if edges[i] != edges[i - 1]]
    for i in flashes:
        assert sum(i <= j < i + 100 for j in flashes) <= 6
    assert flashes


def test_points_are_shown_as_they_are_earned(handheld):
    """M3, M4."""
    view, s = table(handheld, level(["K", "K", "4 4", "6 6", "9 9"], deck="2 3"))
    hud, status = handheld.module("views.make13").hud, handheld.status_panel
    make(view, s, rules.WAIT | 3)
    make(view, s, 1)
    assert hud._gain == "+97"
    make(view, s, rules.WAIT | 1)
    make(view, s, 2)
    assert hud._gain == "+99" and rules.get(s, rules.RUN) == 196
    make(view, s, rules.DRAW)
    assert status._message == "Run bonus +196 for 2 groups"
    pass_time(view, s, 1500)
    assert hud._gain == ""
    make(view, s, rules.QUIT)
    assert not hud.has_message()  # no level has ended


def test_the_last_two_seconds_are_heard_and_red(handheld):
    handheld.board = "picosystem"
    view, s = table(handheld)
    handheld.module("preferences").apply()
    bar = []
    beeps = []
    before = 0
    canvas = handheld.module("draw.canvas")
    drawn = canvas.bar
    canvas.bar = lambda *what: bar.append(what[-1] if not what[1] else 0) or drawn(*what)
    for t in range(99, 0, -1):
        make(view, s, rules.WAIT | 1)
        if handheld.hardware.beeps > before:
            beeps.append(rules.get(s, rules.TIMER))
            before = handheld.hardware.beeps
        assert rules.get(s, rules.TIMER) == t
    assert beeps == [19, 14, 9, 4]
    reds = [c for c in bar if c in (8, 12)]
    assert reds.index(8) == 99 - 20 and set(reds[79:]) == {8}


# Whole entries by keys, through the launcher


def choose(handheld, row):
    """Keys from the launcher to the table, for a row of the menu of tournaments."""
    pad = handheld.hal.PAD
    yield "RIGHT" if pad else "Y"
    yield "A"
    yield 50
    up, down = ("UP", "DOWN") if pad else ("X", "Y")
    if row == 4:
        yield from [down] * 3
    elif row:
        yield from [up, "A"] + [down] * row
    yield "A"  # the tournament
    if row < 4:
        yield "A"  # a random deal
        for _ in range(1 if pad else 3):
            yield "A"  # initials
        yield "A"  # start
    yield 100


def toward(handheld, p):
    """The name of the first arrow on the way to place p."""
    choice = handheld.module("table.choice")
    at, arrow = choice.cursor, choice._arrow

    def go(k, q):
        choice._came_from = NONE
        choice.cursor = q
        choice.move_cursor(k)
        return choice.cursor

    first = way(go, at, p, ARROWS)[0]
    choice.cursor, choice._came_from, choice._arrow = at, NONE, arrow
    return first


pytestmark = pytest.mark.usefixtures("few_playouts")


def race_on(handheld, think=300):
    """Play the entry by keys, with the computer player's moves."""
    s = handheld.game.match.s
    hud, choice = handheld.module("views.make13").hud, handheld.module("table.choice")
    while not rules.over(s):
        if hud.has_message():
            yield 400
            yield "A"
            continue
        m = bot.choose(s)
        if m == rules.NEXT:
            yield "A"
        elif m == rules.DRAW:
            yield "B"
            yield 20
        else:
            level = rules.get(s, rules.LEVEL)
            for p in range(8):
                if not m >> p & 1 or choice.group() >> p & 1:
                    continue
                while choice.cursor != p and rules.get(s, rules.LEVEL) == level:
                    yield toward(handheld, p) if handheld.hal.PAD else "Y"
                if rules.get(s, rules.LEVEL) == level and not hud.has_message():
                    yield "A"
        yield think


@pytest.mark.parametrize("row, board", [(i, BOARDS[i % 2]) for i in range(4)])
def test_an_entry_by_keys_leaves_a_record_that_replays_to_its_score(handheld, board, row):
    handheld.board = board
    handheld.prepare(animation=0)
    seen = {}

    def script(h):
        yield from choose(h, row)
        assert h.game.mode.view_takes_x_y()
        yield from race_on(h)
        seen["state"] = bytes(h.game.match.s)
        yield 2500
        for _ in range(5):
            yield "A"
            yield 50
        yield 500

    play(handheld, script, 12, True)
    s = seen["state"]
    assert rules.over(s) in (1, 2, 3)
    assert s[rules.KIND] == (0, 0, 1, 2)[row]
    (path,) = Path(handheld.saves).glob("*.rec")
    rec = json.loads(json.dumps(handheld_records.unpack(path.read_bytes())))
    assert rec["player"] == "AAA" and rec["entry"] == 1 and rec["score"] == rules.score(s)
    assert any(re.fullmatch(r"wait \d+", t) for t in rec["moves"])
    played = records.check(rec)
    assert played.s == s


def test_a_record_replays_though_frames_are_slow(handheld):
    """The clock makes the moves: slow frames change their times, not their effects."""
    handheld.prepare(animation=0)

    def script(h):
        refresh = h.hal.refresh

        def late():
            h.hardware.host.now += 35
            h.hardware.host.until += 35
            refresh()

        h.hal.refresh = late
        yield from choose(h, 1)
        yield from race_on(h, 40)
        yield 8000

    play(handheld, script, 12, True)
    (path,) = handheld.saves.glob("*.rec")
    records.check(handheld_records.unpack(path.read_bytes()))


def hinted(h):
    """The places that a hint lights, a bit each; 8 is the deck."""
    places = h.module("table.places")
    return sum(1 << p for p in range(9) if places.flags[p] & places.HINT)


def test_practice_has_hints_and_undo_and_no_clock(handheld):
    """M17: the timer off."""
    handheld.prepare(animation=0)

    def script(h):
        yield from choose(h, 4)
        assert not h.game.mode.view_takes_x_y()
        s = h.game.match.s
        first = bytes(s)
        assert not rules.get(s, rules.START)
        yield "B"
        yield 500
        assert rules.stock(s) == 31
        yield "X"
        yield 500
        out = array("H", bytes(2 * rules.MOVES))
        groups = [m for m in out[: rules.moves(s, out)] if m < 256]
        assert hinted(h) == functools.reduce(operator.or_, groups)
        assert "again: the best" in h.status_panel._message
        yield "X"
        yield 3000
        m = hinted(h)
        assert m and m == h.module("bots.make13").choose(s)
        yield "Y"
        yield 300
        assert bytes(s) == first and "UNDONE" in h.facts(h.game)
        yield 5000
        assert bytes(s) == first
        yield "MENU"
        yield 50
        yield "DOWN"
        yield "A"  # Redo
        yield 50
        assert rules.stock(s) == 31
        yield from race_on(h, 10)
        yield 5000

    # Practice ends only by quitting, so the player stops after some levels.
    def some(h):
        n = 0
        for what in script(h):
            yield what
            n += 1
            if h.game and rules.get(h.game.match.s, rules.LEVEL) > 3:
                break

    play(handheld, some, 12, True)
    assert not list(Path(handheld.saves).glob("*.rec"))


def test_in_a_race_x_and_y_are_no_hint_and_no_undo(handheld):
    handheld.prepare(animation=0)

    def script(h):
        yield from choose(h, 0)
        s = h.game.match.s
        for _ in range(2):  # the first may give up what is picked
            if rules.stock(s) == 32:
                yield "B"
                yield 50
        assert rules.stock(s) == 31 and rules.DRAW in h.game.match.log[: h.game.match.played]
        yield "Y"
        yield 50
        assert h.game.view._line.message == "No undo in a race" and rules.stock(s) == 31
        yield "X"
        yield 50
        assert h.game.view._line.message == "No hint in a race"
        assert not h.facts(h.game) & {"HINTED", "UNDONE"}

    play(handheld, script)


def test_time_that_passes_leaves_no_garbage():
    """Ticks, counters and the timer, in MicroPython: checked every half second for 8 seconds."""
    script = """
import gc
from array import array
import hardware
from thirteen import shell
from thirteen.game import Game
from thirteen.storage import settings
settings.load()
game = Game("make13")
game.match.deal(7, bytes(5))
game.reset_counters()
game.save = lambda: None
seen = array("i", [0] * 64)
n = 0

def look():
    global n
    seen[n] = gc.mem_alloc()
    n += 1

events = [(2000 + 500 * i, look) for i in range(16)] + [(11000, hardware.Stop)]  # it has begun
gc.collect()
gc.disable()
hardware.script(events)
try:
    shell.play(game)
except hardware.Stop:
    pass
print(game.match.played, game.rules.get(game.match.s, game.rules.TICKS) > 40)
print([seen[i + 1] - seen[i] for i in range(1, n - 1)])
"""
    played, grown = wasm.run(script, files=wasm.game(), heap=400000).splitlines()
    assert played == "1 True"
    dealt = [n for n in json.loads(grown) if n]  # when the timer deals a card
    assert len(dealt) <= 3 and max(dealt, default=0) < 1024


def test_a_run_rises_by_semitones_and_no_higher_than_an_octave(handheld):
    """M4: each group of a run sounds a semitone above the one before."""
    handheld.on()
    sound = handheld.module("ui.sound")
    sound.level = 255
    tones = []
    sound.hal.tone = lambda hz, ms, level: tones.append(hz)
    for n in range(1, 16):
        sound.run(n)
    ratios = [b / a for a, b in zip(tones, tones[1:13])]
    assert all(1.04 < ratio < 1.08 for ratio in ratios)
    assert tones[12] == tones[14] and 1.97 < tones[12] / tones[0] < 2.03


def test_the_score_counts_up_to_what_was_earned_and_gets_there(handheld):
    """M4. Without animation it is shown at once."""
    handheld.on()
    hud = handheld.module("views.make13").hud
    art = handheld.module("draw.card_art")
    shown = []
    drawn = handheld.module("views.make13_hud")
    drawn.digits = lambda v, font, right, y, ink: shown.append(v) or right
    for art.speed, last in ((2, 9), (0, 1)):
        hud.open(180, 55, 240, False, "B")
        hud.forget()
        hud.score(100)
        hud.points(0, "", "", 0)
        shown.clear()
        for _ in range(9):
            hud.score(195)
            hud.points(0, "", "", 0)
            hud.pass_time(60)
        rising = [v for v in shown if v >= 100]
        assert rising == sorted(rising) and rising[-1] == 195 and len(set(rising)) <= last
        assert art.speed == 0 or len(set(rising)) > 3
