"""The table and the views of the three patiences: keys, marks, and cards on their way."""

import random
from array import array

import playing
import pytest
import test_friday
import test_imaginary
import test_thirteens
from screen_checks import ReadOnly, ScreenChecks, difference

from thirteen.table import places

DRAWN = False  # by the fixture `handheld`

RED, FELT = 8, 1


class Table:
    """A view with a state, driven as by the shell."""

    def __init__(self, handheld, game, s, speed=2):
        self.hal = handheld.on()
        handheld.module("storage.settings").load()
        self.module = handheld.module
        self.rules = handheld.module("rules." + game)
        self.view = ReadOnly(handheld.module("views." + game))
        self.canvas = handheld.module("draw.canvas")
        self.choice = handheld.module("table.choice")
        self.status_panel = handheld.status_panel
        self.piles = handheld.module("table.piles")
        self.flights = handheld.module("table.flights")
        handheld.module("draw.card_art").speed = speed
        self.s = s
        self.view.open(s)
        self.full()

    def full(self):
        self.view.draw(self.s)
        self.hal.refresh()

    def legal(self):
        from array import array

        out = array("H", bytes(2 * self.rules.MOVES))
        return list(out[: self.rules.moves(self.s, out)])

    def key(self, k):
        """Press a key and draw the frame that shows it."""
        m = self.view.key(k, self.s)
        self.frame(0)
        return m

    def frame(self, dt=10):
        """Run a frame; returns whether something moves."""
        moving = self.view.tick(self.s, dt)
        self.full()
        return moving or self.flights.count > 0

    def move(self, m):
        was = bytearray(self.s)
        self.rules.apply(self.s, m)
        self.view.moved(self.s, m, was)

    def undo(self, m, was):
        after = bytearray(self.s)
        self.s[:] = was
        self.view.changed(self.s)
        self.view.undone(self.s, m, after)

    def rest(self):
        """Run until nothing moves; returns the ms taken."""
        ms = 0
        while self.frame():
            ms += 10
            assert ms < 5000
        for _ in range(45):
            self.frame()
        return ms

    def area(self, x, y, w, h):
        """The colours in a rectangle, row by row."""
        buf, wide = self.hal.buf, self.hal.W
        return [
            [buf[(row * wide + i) // 2] >> (0 if i & 1 else 4) & 15 for i in range(x, x + w)]
            for row in range(y, y + h)
        ]

    def place(self, p):
        ((x, y, w, h),) = self.piles.tops(p)
        return self.area(x, y, w - 1, h - 1)

    def colours(self, p):
        return {c for row in self.place(p) for c in row}

    def message(self):
        return self.status_panel._message

    def same_as_anew(self):
        """Whether the picture is that of the state laid out anew, with nothing chosen."""
        before = bytes(self.hal.buf)
        assert any(before), "nothing is drawn"
        at = self.choice.cursor
        panel = self.status_panel
        captions = panel.captions(())
        self.view.open(self.s)
        self.choice.cursor = at
        panel.captions(captions)  # which depend on where the cursor is
        self.full()
        after = bytes(self.hal.buf)
        if before != after:
            print("drawn otherwise:", difference(before, after, self.hal.W))
        return before == after


# Friday

TURNED, WASTE, HAND = 14, 15, 13
SIX_OR_FIVE = "J:JS Q:QH K:KD A:AC 2:2H 3:3H 4:4H 5:5S"


def friday(handheld, *what, speed=2, **more):
    return Table(handheld, "friday", test_friday.put(*what, **more), speed)


def test_friday_a_turned_card_is_on_the_screen_once(handheld):
    """It flies to the waste, and the next one from the hand; each place shows it after landing."""
    handheld.drawn = True
    table = friday(handheld, hand="9C 8C", turned="7D", waste="QH")
    table.move(0)
    assert table.piles.is_incoming(TURNED) and table.piles.is_incoming(WASTE)
    shown = set()
    while table.flights.count:
        seen = lying(table)
        assert seen.count("7D") == 1 and seen.count("8C") <= 1
        table.frame()
        shown.add(bytes(table.hal.buf))
    assert len(shown) > 10 and not table.piles.is_incoming(TURNED)
    assert table.same_as_anew()


def test_a_card_flies_fast_then_slower_and_lands_with_a_sound(handheld):
    """After half of its time it has made three quarters of its way."""
    table = friday(handheld, hand="9C", turned="7D", waste="QH")
    flights, landed = table.flights, []
    table.module("ui.sound").land = lambda: landed.append(flights._age)
    table.move(0)
    i = next(i for i in range(flights.count) if flights._card[i] & 63)
    way = flights._to_x[i] - flights._from_x[i]
    half = flights._ms[i] // 2
    table.view.tick(table.s, 900)  # a late frame does not make it jump
    assert flights._age == 40
    for _ in range((half - 40) // 10):
        table.view.tick(table.s, 10)
    assert flights._start[i] == 0 and abs(way) > 20
    assert abs((flights.now_x[i] - flights._from_x[i]) / way - 3 / 4) < 0.05
    assert not landed
    table.rest()
    assert landed and landed[0] >= 2 * half


def test_a_dragged_card_is_where_the_finger_is_and_no_other_moves(handheld):
    flights = friday(handheld, hand="9C", turned="7D", waste="QH").flights
    for i in (0, 1):
        flights.add(5, 10, 20, 30, 40, 32, 44, i, 0, 200)
    flights.advance(0)
    flights.put(70, 80)
    for x, y in (flights._from_x, flights._from_y), (flights.now_x, flights.now_y):
        assert (x[0], y[0], x[1], y[1]) == (70, 80, 10, 20)
    assert (flights._to_y[0], flights._to_y[1]) == (80, 40)


def test_a_hidden_card_on_its_way_is_not_the_one_that_is_seen(handheld):
    flights = friday(handheld, hand="9C", turned="7D", waste="QH").flights
    flights.add(0x15, 10, 20, 30, 40, 32, 44, 2, 100, 200, flights.HIDDEN)
    flights.add(0x16, 10, 20, 30, 40, 32, 44, 2, 0, 200)
    assert flights.to(2) == -1
    flights.advance(20)
    assert flights.to(2) == 1 and flights.to(3) == -1
    flights.clear()


def lying(table):
    """The cards, as texts, that the table and its flights draw face up."""
    from thirteen import cards

    seen, stamps = [], table.hal.stamps
    table.hal.stamps = lambda body, signs, what, at, n, *more: seen.extend(what[at : at + n])
    table.view.draw(table.s)
    table.hal.stamps = stamps
    return [cards.text(c) for c in seen if c and c < 64]


def test_friday_the_cursor_goes_to_the_empty_pile_first(handheld):
    table = friday(handheld, SIX_OR_FIVE, hand="7C 8C 9C TC", turned="6H")
    choice = table.choice
    choice.cursor = TURNED
    assert table.key(table.hal.A) == -1 and choice.picked
    assert test_friday.LABELS[choice.cursor] == "6"
    assert table.message() == "Choose where it goes"
    table.key(table.hal.B)
    assert table.message() == ""


def test_friday_the_waste_shows_four_and_lists_all(handheld):
    """F11: in the order in which they return; if there are many, RIGHT shows the next ones."""
    cards = "2H 3H 9C QD KS 4C 4S 10C 10D 10H 5D 5C 5H 7D 7C 7S 8C 8D 8H 9D 9H 9S JD JC JH QC KC"
    table = friday(handheld, hand="6H", waste=cards.replace("10", "T"))
    assert [t[0] for t in lying(table)][-4:] == ["J", "J", "Q", "K"]
    hal, choice = table.hal, table.choice
    choice.cursor = TURNED
    listed = []
    for _ in range(3):
        table.key(hal.RIGHT)
        assert choice.cursor == WASTE
        listed.append(table.message().split(": ")[-1].split())
    want = [t[:-1] for t in cards.split()]
    assert listed[0] + listed[1] == want and listed[2] == listed[0]
    assert table.message().startswith("1 to 24 of 27")


def test_friday_a_pile_waits_for_the_rank_above_its_top(handheld):
    table = friday(handheld, SIX_OR_FIVE)
    for f in range(8):
        rank = table.module("cards").a_rank((table.rules.top(table.s, f) & 15) % 13 + 1)
        assert table.view.refusal(table.s, f, places.NONE) == "This pile waits for " + rank


def test_friday_keeps_the_note_that_a_deal_is_lost(handheld):
    """F13: the note is shown whenever there is no other."""
    table = friday(handheld, "J:JS Q:QH K:KD A:AC", hand="9C 3C", waste="4H")
    lost = table.message()
    assert "can't be won" in lost
    table.key(table.hal.LEFT)
    table.key(table.hal.A)
    assert table.message() != lost or table.choice.cursor == HAND
    table.key(table.hal.RIGHT)
    assert table.message() == lost


def test_of_many_cards_that_are_gathered_a_few_fly(handheld):
    flying = []
    for n in (12, 20):
        waste = [rank + suit for suit in "SHDC" for rank in "23456789"][:n]
        table = friday(handheld, hand="", turned="7D", waste=" ".join(waste).replace("7D", "KS"))
        table.move(table.rules.REDEAL)
        flying.append(table.flights.count)
    assert flying[0] == flying[1] < 10


def test_friday_a_redeal_is_animated(handheld):
    """F6: backs slide from the waste to the hand, then its first card is turned."""
    handheld.drawn = True
    table = friday(handheld, hand="", turned="7D", waste="QH 9C 2D")
    backs = []
    art = table.module("draw.card_art")
    back = art.back
    art.back = lambda x, y, *more: backs.append((x, y)) or back(x, y, *more)
    table.move(1)
    ms = table.rest()
    hand = table.module("table.places").x[HAND]
    assert len({x for x, _ in backs if x > hand + 4}) > 10 and ms >= 300
    while not table.frame():  # until the cat sits down
        ms += 10
        assert ms < 3000
    assert table.rules.turned(table.s) and table.same_as_anew()


# Imaginary


def test_imaginary_an_empty_foundation_is_empty(handheld):
    """I10: also next to a complete one, and with an outline."""
    handheld.drawn = True
    s = test_imaginary.put("C0011111", stock="9C")
    table = Table(handheld, "imaginary", s)
    assert table.place(1) == table.place(2) != table.place(0)
    assert {c for row in table.place(1) for c in row} > {2}, "an outline"
    felt = table.area(0, 86, 4, 4)
    assert {c for row in felt for c in row} == {FELT}
    table.key(table.hal.UP)
    table.key(table.hal.DOWN)
    table.rest()
    assert table.same_as_anew()


def test_imaginary_hidden_cards_of_a_waste_are_listed(handheld):
    """+3 is a pile's step; four hidden cards are "4 more"."""
    s = test_imaginary.put("11111111", wastes="KS KH KD KC KS KH KD KC KS|||", stock="9C")
    texts = []
    handheld.on()
    table = Table(handheld, "imaginary", s)
    text, centre = table.hal.text, table.hal.centre
    table.hal.text = lambda font, what, *more: texts.append(what) or text(font, what, *more)
    table.canvas.centre = lambda font, what, *more: texts.append(what) or centre(font, what, *more)
    table.full()
    table.hal.text, table.canvas.centre = text, centre
    assert "4 more" in texts and texts.count("+3") == 1


@pytest.mark.parametrize(
    "height, wastes, turned, waste",
    [
        (1, "KD|9C||5D", "KC", 2),
        (1, "5D|KD|9C|KH", "KC", 1),
        (1, "KD|5D||", "7C", 1),
        (2, "2D|KD||", "5C", 1),  # the 2 must go before a 5
        (2, "2D|||", "5C", 1),
        (2, "2D|KD|3C|KH", "5C", 1),
    ],
)
def test_imaginary_the_cursor_proposes_a_waste(handheld, height, wastes, turned, waste):
    """Of its own for a king, or another king's; for others one in use where nothing is buried."""
    s = test_imaginary.put(str(height) * 8, wastes, turned + " 2C")
    table = Table(handheld, "imaginary", s)
    table.key(table.hal.A)
    assert table.choice.cursor == 9 + waste and table.choice.picked
    table.key(table.hal.B)  # back to the card, which is not chosen any more
    assert table.choice.cursor == 8 and not table.choice.picked


def test_imaginary_b_goes_on_in_the_list_of_a_waste_and_begins_again(handheld):
    """I9: twenty cards at a time."""
    cards = [rank + suit for suit in "SHDC" for rank in "23456789TJQ"]
    s = test_imaginary.put("11111111", wastes=" ".join(cards) + "|||", stock="9C")
    table = Table(handheld, "imaginary", s)
    table.choice.cursor = 8
    parts, listed = [], []
    for k in (table.hal.RIGHT, *[table.hal.B] * 3):
        table.key(k)
        assert table.choice.cursor == 9
        parts.append(table.message().split(", ")[1])
        listed.append(table.message().split(": ")[-1].replace("10", "T").split())
    assert parts == ["1 to 20 of 44", "21 to 40 of 44", "41 to 44 of 44", "1 to 20 of 44"]
    assert sum(listed[:3], []) == [card[0] for card in cards] and listed[3] == listed[0]


def test_imaginary_the_cursor_goes_home_to_what_can_be_played(handheld):
    """A waste's card first; the turned one; else to the waste that it goes to, where A puts it."""
    s = test_imaginary.put(wastes="5D 3C|||", stock="KC 6C TD 2C")
    table = Table(handheld, "imaginary", s)
    to, of = table.rules.TO_WASTE, table.rules.FROM_WASTE
    for move, home in ((to | 1, 9), (of, 9), (of | 5, 8), (1, 10)):
        table.move(move)
        assert table.choice.cursor == home
    assert not table.choice.picked and table.key(table.hal.A) == to | 1


@pytest.mark.parametrize("wastes", ("5D|KD||", "KD|5D||", "|||"))
def test_imaginary_of_two_piles_for_a_card_the_cursor_proposes_the_first(handheld, wastes):
    """Whatever lies on the wastes: +1 and +2 both wait for a 6."""
    s = test_imaginary.put("41111111", wastes, "6C 3C")
    table = Table(handheld, "imaginary", s)
    assert table.key(table.hal.A) == -1 and table.choice.cursor == 0


# Both, and marks


@pytest.mark.parametrize("game, why", [("friday", "No card here"), ("imaginary", "No card here")])
def test_a_refusal_is_marked_and_explained(handheld, game, why):
    handheld.drawn = True
    s = (
        test_friday.put(hand="9C")
        if game == "friday"
        else test_imaginary.put(wastes="|||", stock="")
    )
    table = Table(handheld, game, s)
    choice = table.choice
    choice.cursor = WASTE if game == "friday" else 8
    assert table.view.key(table.hal.A, table.s) == -1
    for _ in range(4):
        table.frame(5)
    assert table.message() == why
    assert RED in table.colours(choice.cursor)
    table.rest()
    assert RED not in table.colours(choice.cursor)
    table.key(table.hal.UP)
    assert table.message() != why


def test_imaginary_a_move_to_a_waste_is_described_by_the_waste_s_letter(handheld):
    table = Table(handheld, "imaginary", test_imaginary.put("11111111", "|||||", "TC"))
    told = [table.view.describe(table.s, m)[-1] for m in table.legal() if m & table.rules.TO_WASTE]
    assert told == list(table.rules.WASTES)


class Row:
    """A view and the rules of four cards in a row, 0 to 3: a and b are a pair if a + b is odd."""

    MOVES = 6

    def __init__(self, handheld):
        self.rules = self
        handheld.status_panel.below()
        table, places = handheld.module("table.table"), handheld.module("table.places")
        self.empty, self.flag = table.empty, table.flag
        places.clear()
        for p in range(4):
            places.add(40 * p, 0, 30, 44)

    def cards(self, s, p, out, at):
        out[at] = s[p]
        return s[p]

    def moves(self, s, out):
        pairs = [p << 4 | q for p in range(4) for q in range(p + 1, 4) if (p + q) % 2 and s[p]]
        out[: len(pairs)] = type(out)(out.typecode, pairs)
        return len(pairs)

    def source(self, s, m):
        return m >> 4

    def target(self, s, m):
        return m & 15

    def pairs(self, m):
        return True

    def value(self, s, m):
        return 0

    def status(self, s):
        return ""

    def apply(self, s, m):
        s[m >> 4] = s[m & 15] = 0

    def like(self, s, t, m):
        return m if s == t else -1


class Any(Row):
    """Places at random, perhaps empty, and any moves: to a place, of a pair, of a card alone."""

    MOVES = 64

    def __init__(self, handheld, r):
        super().__init__(handheld)
        self.r, self.places = r, handheld.module("table.places")

    def lay_out(self):
        r, places = self.r, self.places
        places.clear()
        there = r.sample([(x, y) for x in range(6) for y in range(3)], r.randrange(3, 10))
        for x, y in there:
            what = r.choice((0, places.SKIP_IF_EMPTY, places.SKIP_IF_EMPTY, places.COUNT_ONLY))
            places.add(35 * x, 50 * y, 30, 44, what if (x, y) != there[0] else 0)
        ends = [p for p in range(len(there)) if not places.kind[p] & places.COUNT_ONLY]
        kings = {p for p in ends if r.random() < 0.1}  # which go alone
        both = [(a, b) for a in ends for b in ends if a != b and not kings & {a, b}]
        both = r.sample(both, min(len(both), 14))
        self.all = [(*ends, r.random() < 0.5) for ends in both] + [(p, p, False) for p in kings]

    def cards(self, s, p, out, at):
        out[at] = s[p]
        return s[p] > 0

    def draw_labels(self, s):
        pass

    def moves(self, s, out):
        legal = []
        for a, b, pair in self.all:
            m = pair << 10 | a << 5 | b
            if s[a] and (s[b] or not pair) and m not in legal and (a == b or s[a] != s[b] or pair):
                legal.append(m)
        out[: len(legal)] = type(out)(out.typecode, legal)
        return len(legal)

    def source(self, s, m):
        return m >> 5 & 31

    def target(self, s, m):
        return m & 31

    def pairs(self, m):
        return m >> 10 > 0 and m >> 5 & 31 != m & 31

    def apply(self, s, m):
        a, b = m >> 5 & 31, m & 31
        s[b] = 0 if a == b or m >> 10 else s[a]
        s[a] = 0

    def refusal(self, s, p, chosen):
        return f"no {p}"


@pytest.mark.parametrize("seed", range(40 if playing.SOAK else 12))
def test_a_cursor_and_a_choice_are_those_of_a_plain_table(handheld, seed):
    """Random keys and hints on tables of any places and moves: what is lit, stopped at, played."""
    r = random.Random(seed)
    handheld.on()
    for view in (Any(handheld, r), Any(handheld, r)):
        play_any(handheld, r, view)


def play_any(handheld, r, view):
    hal, choice, keys = handheld.hal, handheld.module("table.choice"), handheld.module("ui.keys")
    table, places = handheld.module("table.table"), handheld.module("table.places")
    arrows = hal.UP, hal.DOWN, hal.LEFT, hal.RIGHT
    piles, drawn = handheld.module("table.piles"), []
    piles.draw_marked = lambda p, mark: drawn.append(p)
    view.lay_out()
    n, out, back = places.count, array("H", bytes(128)), None
    s = bytearray(r.choice((0, 1, 2, 3)) for _ in range(n))
    table.open(view, s, 0)
    for _ in range(80):
        legal = list(out[: view.moves(s, out)])
        ends = {m: (view.source(s, m), view.target(s, m)) for m in legal}
        leads = {p: [m for m in legal if p == ends[m][0] or p in ends[m] and view.pairs(m)]
                 for p in range(n)}  # fmt: skip
        one, at = choice.chosen(), choice.cursor
        targets = [{*ends[m]} - {one} or {one} for m in legal if one in ends[m]]
        for p in range(n):
            free = places.flags[p] & (places.FREE | places.TARGET)
            assert (free & places.FREE > 0) == (len(leads[p]) > 0)
            assert (free & places.TARGET > 0) == (any(p in ends for ends in targets))
            stops = not places.kind[p] & places.COUNT_ONLY and (
                s[p] or free or not places.kind[p] & places.SKIP_IF_EMPTY
            )
            assert choice.stops[p] == bool(stops)
        assert choice.stops[at]
        drawn.clear()
        table.draw(s)
        assert at in drawn and drawn == [p for p in range(n) if piles.marked[p]]
        way = r.random()
        if way < 0.1 and legal:
            m = r.choice(legal)
            choice.hint(s, m)
            choice.advised = m
            assert choice.cursor == ends[m][0] and choice.chosen() == places.NONE
            back = None
            continue
        k = (
            hal.A
            if way < 0.5
            else hal.B
            if way < 0.6
            else r.choice((*arrows, keys.PREV, keys.NEXT))
        )
        advised = choice.advised
        pairing = one != places.NONE and choice._pairing
        if k == hal.A and r.random() < 0.5:  # a tap
            at = r.choice([p for p in range(n) if choice.stops[p]])
            m = choice.press(s, at)
        else:
            m = choice.key(k, s)
        if k in (keys.PREV, keys.NEXT):
            want = places.FREE if one == places.NONE else places.TARGET
            lit = [p for p in range(n) if places.flags[p] & want and p != at]
            lit = lit if k == keys.NEXT else lit[::-1]
            ahead = [p for p in lit if (p > at) == (k == keys.NEXT)]
            assert choice.cursor == (ahead or lit or [at])[0] and choice.chosen() == one
            back = None
        elif k in arrows:
            returns = back and k == places.opposite(back[0]) and choice.stops[back[1]]
            returns = returns and at == back[2]  # nothing else has moved the cursor since
            assert choice.cursor == (back[1] if returns else places.go(k, at, choice.stops))
            back = (k, at, choice.cursor) if choice.cursor != at else None
            assert m < 0 and choice.advised < 0 and choice.chosen() == one
        elif k == hal.B:
            assert m < 0 and choice.chosen() == places.NONE
            assert choice.cursor == (at if one == places.NONE else one)
            back = None if one != places.NONE else back
        elif advised >= 0 and at in ends[advised]:
            assert m == advised
        elif at == one:
            assert m < 0 and choice.chosen() == places.NONE
        else:
            both = [m for m in legal if {*ends[m]} == {one, at}]
            alone = len(leads[at]) == 1 and ends[leads[at][0]] == (at, at)
            comes = [m for m in legal if at == ends[m][1] and m not in leads[at]]
            then = {bytes(after(view, s, m)) for m in leads[at]}
            if both:
                assert m in both
            elif pairing and not alone or not leads[at] and (not comes or one != places.NONE):
                assert m < 0 and places.marks[at] & places.REFUSED and choice.chosen() == one
                assert handheld.status_panel._message == f"no {at}"
            elif len(then) == 1:
                assert m in leads[at]
            elif leads[at] or len(comes) > 1:
                assert m < 0 and choice.chosen() == at != choice.cursor
                assert any({at, choice.cursor} == {*ends[m]} for m in leads[at] + comes)
            else:
                assert [m] == comes
        if m >= 0:
            was = bytearray(s)
            view.apply(s, m)
            table.moved(s, m, was)
            assert choice.chosen() == places.NONE and choice.advised < 0
        elif k == hal.A:
            back = None if choice.chosen() != one else back
        if r.random() < 0.03:
            s[:] = bytes(r.choice((0, 1, 2, 3)) for _ in range(n))
            table.changed(s)


def after(view, s, m):
    then = bytearray(s)
    view.apply(then, m)
    return then


class Columns(Row):
    """Two columns of up to three cards, the lower ones perhaps face down; no moves."""

    def __init__(self, handheld):
        super().__init__(handheld)
        places = handheld.module("table.places")
        places.clear()
        for p in range(2):
            places.add(40 * p, 0, 30, 44, most=3, below=14)

    def cards(self, s, p, out, at):
        out[at : at + len(s[p])] = s[p]
        return len(s[p])

    def moves(self, s, out):
        return 0

    def draw_labels(self, s):
        pass


def test_a_covered_card_that_lies_face_down_shows_its_back(handheld):
    handheld.drawn = True
    hal = handheld.on()
    table, canvas = handheld.module("table.table"), handheld.module("draw.canvas")

    def strip(i):
        """The colours inside of what shows of card i of the first column."""
        at = [(14 * i + y) * hal.W + x for y in range(4, 12) for x in range(4, 25)]
        return {hal.buf[k // 2] >> (0 if k & 1 else 4) & 15 for k in at}

    table.open(Columns(handheld), (b"\x80\x80\x05", b""), 1)
    table.draw(None)
    assert strip(0) == strip(1) == {canvas.BACK & 15}
    table.changed((b"\x80\x07\x05", b""))
    table.skip(None)
    table.draw(None)
    assert strip(0) == {canvas.BACK & 15} and {canvas.PAPER, canvas.INK} < strip(1)


def test_a_card_that_is_turned_over_where_it_lies_does_not_fly(handheld):
    handheld.on()
    table, flights = handheld.module("table.table"), handheld.module("table.flights")
    handheld.module("draw.card_art").speed = 2
    before, after = (b"\x80\x80\x05", b""), (b"\x80\x07", b"\x05")
    table.open(Columns(handheld), before, 0)
    for state in after, before:
        table.changed(state)
        assert flights.count == 1 and flights._card[0] == 5
        table.skip(None)


def test_a_card_that_is_nowhere_any_more_flies_nowhere(handheld):
    handheld.on()
    table, flights = handheld.module("table.table"), handheld.module("table.flights")
    handheld.module("draw.card_art").speed = 2
    table.open(Row(handheld), bytes([1, 1, 1, 1]), 0)
    table.changed(bytes([1, 1, 1, 0]))
    assert not flights.count


def test_equal_cards_fly_from_where_one_lay_each(handheld):
    handheld.on()
    table, flights = handheld.module("table.table"), handheld.module("table.flights")
    handheld.module("draw.card_art").speed = 2
    table.open(Row(handheld), bytes([0, 1, 1, 0]), 0)
    table.changed(bytes([1, 0, 0, 1]))
    ways = [(flights._from_x[i], flights._to_x[i]) for i in range(flights.count)]
    assert [sorted(ends) for ends in zip(*ways)] == [[40, 80], [0, 120]]


# Thirteens


def test_thirteens_a_pile_grows_with_its_cards(handheld):
    """The edge of one more card from the thirteenth on, and again from the twenty-sixth."""
    rules = playing.RULES["thirteens"]
    deal, line = playing.won("thirteens")
    s = bytearray(rules.SIZE)
    rules.new(s, deal, bytes(len(rules.OPTIONS)))
    table = Table(handheld, "thirteens", s)
    x, y = table.view.places.x, table.view.places.y
    edges, met = [], set()
    table.view.card_art.card_edges = lambda *at: edges.append(at[:2])
    for m in line:
        edges.clear()
        table.full()
        for p, n in (15, rules.stock(s)), (16, 52 - rules.left(s)):
            shown = [d for d in (2, 4) if (x[p] + d, y[p] - d) in edges]
            assert shown == [2, 4][: n // 13], n
            met.add((p, len(shown)))
        table.move(m)
        table.rest()
    assert len(met) == 6, met


def test_thirteens_a_refusal_tells_why(handheld):
    s = test_thirteens.put(test_thirteens.full("2S", b3="6S", b4="7S", c3="7H", a3="5H"))
    table = Table(handheld, "thirteens", s)
    table.choice.cursor = 2  # a3
    table.key(table.hal.A)
    assert table.message() == "No 8 touches it"
    table.choice.cursor = 7
    table.key(table.hal.A)
    assert table.choice.group() == 1 << 7 and table.message() == "Choose the other card"
    table.choice.cursor = 2
    table.key(table.hal.A)
    assert table.message() == "6 and 5 make 11, not 13" and table.choice.group() == 1 << 7
    table.key(table.hal.UP)
    assert table.message() == "Choose the other card"
    s = test_thirteens.put("9S TH 4S | | 3C")
    table = Table(handheld, "thirteens", s)
    table.choice.cursor = 5  # the empty column
    table.key(table.hal.A)
    assert table.message() == "Choose the card for it"
    table.choice.cursor = 0  # under the ten
    table.key(table.hal.A)
    assert table.message() == "Only the top card of a column comes down"


def test_thirteens_an_emptied_column_shows_its_place_and_the_cursor(handheld):
    """T10: a card can be brought there; the cursor passes the places above it."""
    handheld.drawn = True
    table = Table(handheld, "thirteens", test_thirteens.put("QD TD | 3H | AC"))
    assert table.choice.cursor == 5  # the lowest card of its column
    table.move(table.key(table.hal.A))
    table.rest()
    assert table.same_as_anew()
    table.key(table.hal.UP)
    assert table.choice.cursor % 5 == 0


def test_thirteens_moves_in_the_order_of_t9(handheld):
    """Both leave before anything falls; everything falls before the deal, lowest row first."""
    handheld.drawn = True
    columns = "6S 3H AS AD AC | 7S 4H 2S 2D 2C | KS KD KC TS TD"
    s = test_thirteens.put(columns, stock="9C 8D")
    table = Table(handheld, "thirteens", s)
    table.move(table.rules.parse(s, "a1-b1"))
    flights = table.flights
    assert flights.pair_is_lit()
    leave, fall, deal = {}, {}, {}
    for i in range(flights.count):
        kind = {4: leave, 1: fall, 2: deal}[flights._kind[i] & 7]
        kind[i] = flights._start[i], flights._start[i] + flights._ms[i], flights._goal[i]
    assert [goal for *_, goal in leave.values()] == [16, 16]
    assert len({a for a, *_ in leave.values()}) == 1 and min(leave.values())[0] > 0
    gone = max(end for _, end, _ in leave.values())
    assert {start for start, *_ in fall.values()} == {gone} and len(fall) == 8
    fallen = max(end for _, end, _ in fall.values())
    assert fallen > gone + 100 and min(start for start, *_ in deal.values()) == fallen
    assert [goal for *_, goal in deal.values()] == [4, 9]  # a5, then b5
    assert [start > fallen for start, *_ in deal.values()] == [False, True]
    assert table.status_panel._progress == 52 - 15 - 2
    table.rest()
    assert table.status_panel._progress == 52 - 15 and table.same_as_anew()


# Motion


@pytest.mark.parametrize("game", playing.PATIENCES)
def test_speed_off_is_off_and_slow_takes_longer(handheld, game):
    handheld.drawn = True
    lengths = []
    for speed in (0, 1, 3):
        table, was = fresh(handheld, game, speed)
        table.view.enter(table.s)
        table.full()
        entered = table.rest()
        m = table.legal()[0]
        table.move(m)
        assert speed or not table.flights.count
        made = table.rest()
        assert table.same_as_anew()
        table.undo(m, was)
        lengths.append((entered, made, table.rest()))
        assert table.same_as_anew()
    off, fast, slow = lengths
    assert (
        not off[0] and max(off) < 60 < min(fast[1:]) and all(a < b for a, b in zip(fast, slow))
    ), lengths


@pytest.mark.parametrize("what", ["enter", "move", "undo"])
@pytest.mark.parametrize("game", playing.PATIENCES)
def test_any_key_ends_what_moves(handheld, game, what):
    handheld.drawn = True
    table, was = fresh(handheld, game, 2)
    m = table.legal()[0]
    if what == "enter":
        table.view.enter(table.s)
        table.full()
    else:
        table.move(m)
    if what == "undo":
        table.undo(m, was)
    assert table.frame(16) and table.frame(16)
    table.view.key(table.hal.UP, table.s)
    for _ in range(12):
        table.frame()
    table.status_panel.message(table.view.status(table.s))  # not what the key has told
    table.full()
    assert not table.flights.count and table.same_as_anew()


SIZES = [(240, 135), (320, 240), (240, 320), (320, 170), (280, 240)]


@pytest.mark.parametrize("game, size", [*zip(playing.GAMES * 2, SIZES + SIZES[1:] + SIZES[:1])])
def test_when_all_has_arrived_the_picture_is_as_if_nothing_had_moved(handheld, game, size):
    """After a deal, moves, undo, redo, a step of the review, a restart, another deal."""
    handheld.size = dict(zip("WH", size))
    handheld.on()
    art, Game = handheld.module("draw.card_art"), handheld.module("game").Game
    flights = handheld.module("table.flights")

    def rest(this):
        moved = False
        for _ in range(120):
            this.view.tick(this.match.s, 40)
            moved = moved or flights.count > 0
        this.draw()
        return moved, handheld.picture()

    def pictures(speed):
        this = Game(game, 5)
        art.speed = speed  # after the player's own
        this.mode = handheld.module("modes.patience").Mode()  # no clock, nobody to hand over to
        this.deal_made()
        yield rest(this)
        for _ in range(6):
            out, n = this.match.legal()
            if n:  # not after the end
                this.move(out[0])
            yield rest(this)
        for step in (this.undo, lambda: this.redo(1), lambda: this.redo(0)):
            step()
            yield rest(this)
        for there in (lambda: this.match.go(3), this.match.restart):
            there()
            this.position_replaced()
            yield rest(this)
        this.match.deal(6)
        this.deal_made()
        yield rest(this)

    moving, still = list(pictures(2)), list(pictures(0))
    assert [picture for _, picture in moving] == [picture for _, picture in still]
    assert not any(moved for moved, _ in still) and sum(moved for moved, _ in moving) > 5


def fresh(handheld, game, speed):
    """A table with a new deal, and its state."""
    rules = playing.RULES[game]
    s = bytearray(rules.SIZE)
    rules.new(s, 42, bytes(len(rules.OPTIONS)))
    return Table(handheld, game, s, speed), bytearray(s)


def test_a_view_cannot_write_its_state():
    class View:
        @staticmethod
        def key(k, s):
            s[0] = 1

    with pytest.raises(TypeError):
        ReadOnly(View).key(1, bytearray(2))


# The board's keys


@pytest.mark.parametrize(
    "board, game, there, gone",
    [
        ("ws_lcd_13", "friday", ("hint", "undo", "menu", "turn"), ("move",)),
        ("youmaketech", "thirteens", ("menu", "take", "undo"), ("hint", "move")),
        ("display_pack_2", "imaginary", ("move", "menu", "undo"), ("hint",)),
    ],
)
def test_captions_name_only_keys_that_the_board_has(handheld, board, game, there, gone):
    handheld.drawn = True
    handheld.board = board
    handheld.prepare(game, 42, 5)
    handheld.on()
    checks = ScreenChecks(handheld)
    texts = []
    text = handheld.hal.text
    handheld.hal.text = lambda font, s, *more: texts.append(s) or text(font, s, *more)
    handheld.tap("800")
    words = {word for line in texts for word in line.split()}
    assert not checks.faults and words > set(there) and not words & set(gone)


@pytest.mark.parametrize("game", ("friday", "imaginary"))
@pytest.mark.parametrize("board", ("ws_lcd_13", "ws_lcd_114", "display_pack_2"))
def test_a_note_or_a_chosen_card_moves_no_caption(handheld, board, game):
    """Those common to all games stay even while another can be done with the card chosen."""
    handheld.board = board
    handheld.prepare(game, 42, 5)
    handheld.on()
    panel = handheld.status_panel
    table = handheld.saved(game)
    view, s = table.view, table.match.s
    view.open(s)
    text = handheld.hal.text

    def shown():
        drawn = {}
        handheld.hal.text = lambda font, words, x, y, ink: (
            drawn.update({words: (x, y)} if y < handheld.hal.H else {}),
            text(font, words, x, y, ink),
        )[1]
        panel.draw()
        handheld.hal.text = text
        return {
            words: at for words, at in drawn.items() if words in dict(panel._captions).values()
        }

    before = shown()
    panel.message("A note")
    assert shown() == before and "hold" in str(before)
    view.key(handheld.hal.RIGHT, s)
    view.key(handheld.hal.A, s)
    common = [words for words in shown() if "menu" in words or "undo" in words]
    assert common and all(shown()[words] == before[words] for words in common)


@pytest.mark.parametrize("game", playing.PATIENCES)
def test_a_move_concerns_the_two_places_that_it_goes_between(handheld, game):
    """For a lesson's panel, which must not hide them."""
    handheld.on()
    table, places = handheld.module("table.table"), handheld.module("table.places")
    for deal in range(1, 6):
        open_game = handheld.start(game, deal=deal, moves=3)
        view, match = open_game.view, open_game.match
        view.open(match.s)
        moves, n = match.legal()
        for m in moves[:n]:
            found = table.move_rects(match.s, m)
            ends = {view.source(match.s, m), view.target(match.s, m)}
            assert len(found) == len(ends)
            for p in ends:
                x, y = places.x[p], places.y[p]
                assert any(
                    x <= left <= right <= x + places.w[p] and y <= top <= low <= y + places.h[p]
                    for left, top, w, h in found
                    for right, low in [(left + w, top + h)]
                ), (m, p)


class Lap(Row):
    """Three cards: the second lies over the first, the third alone; none is a pair."""

    def __init__(self, handheld):
        super().__init__(handheld)
        places = handheld.module("table.places")
        places.clear()
        for x, y in ((10, 10), (26, 36), (120, 10)):
            places.add(x, y, 30, 44, places.SKIP_IF_EMPTY)

    def moves(self, s, out):
        return 0

    def empty(self, s, p):
        return 0

    def draw_labels(self, s):
        pass


def test_a_covered_card_shows_its_index_and_no_frame_crosses_the_card_above_it(handheld):
    handheld.drawn = True
    hal = handheld.on()
    table, view, s = handheld.module("table.table"), Lap(handheld), bytes([8, 9, 8, 0])
    choice = handheld.module("table.choice")
    table.open(view, s, 1)
    marks = places_of(handheld).marks
    covered = places_of(handheld).COVERED
    assert [marks[p] & covered > 0 for p in range(3)] == [True, False, False]
    assert not choice.stops[0] and choice.stops[1]  # the cursor passes it

    def picture(x, y, w=30, h=44):
        table.draw(s)
        return [[hal.fb.pixel(x + i, y + j) for i in range(w)] for j in range(h)]

    index = [row[:12] for row in picture(10, 10)[:18]]
    assert index == [row[:12] for row in picture(120, 10)[:18]]
    assert [row[:14] for row in picture(10, 10)] != [
        row[:14] for row in picture(120, 10)
    ]  # no pip
    above, alone = picture(26, 36), picture(10, 10)
    choice.cursor = 2
    above = picture(26, 36)
    choice.refuse(0, "")
    assert RED in {pixel for row in picture(10, 10, 30, 26) for pixel in row}
    assert picture(26, 36) == above
    choice.cursor = 1
    choice._unmark()
    assert picture(10, 10) == alone
    table.lay(bytes([8, 0, 8, 0]))
    assert not marks[0] & covered and choice.stops[0]


def places_of(handheld):
    return handheld.module("table.places")


def test_a_covered_card_is_not_lifted(handheld):
    handheld.on()
    table, view, s = handheld.module("table.table"), Lap(handheld), bytes([8, 9, 8, 0])
    touch, pointer = handheld.module("ui.touch"), handheld.module("ui.pointer")
    table.open(view, s, 1)
    view.over = lambda s: 0
    table.shown = True
    for there, lifted in (((12, 12), 255), ((30, 40), 1)):
        pointer.from_x, pointer.from_y = pointer.x, pointer.y = there
        touch._lift(view, s)
        assert handheld.module("table.piles").lifted == lifted


def test_a_table_has_limits_that_are_said(handheld):
    handheld.on()
    table, places, view = handheld.module("table.table"), places_of(handheld), Row(handheld)
    places.clear()
    for p in range(places.MOST):
        places.add(p, 0, 30, 44)
    choice = handheld.module("table.choice")
    view.cards = lambda s, p, out, at: 0
    view.moves = lambda s, out: 0
    table.open(view, b"", 0)
    choice.toggle(places.MOST - 1)
    choice.refuse(places.MOST - 1, "", True)
    assert choice.chosen() == places.MOST - 1 and choice.mark(places.MOST - 1) > 0
    with pytest.raises(ValueError, match="a table has at most 32 places"):
        places.add(0, 0, 30, 44)
    places.clear()
    places.add(0, 0, 30, 44, most=places.SHOWN)
    with pytest.raises(ValueError, match="the places of a table show at most 64 cards"):
        places.add(0, 0, 30, 44)
    places.clear()
    with pytest.raises(ValueError, match="a card 21 pixels high cuts its rank: 22 or more"):
        places.add(0, 0, 30, 21)
    with pytest.raises(ValueError, match="of a covered card 11 pixels show, its rank has 12"):
        places.add(0, 0, 30, 44, most=3, below=11)
    places.clear()
    places.add(0, 0, 30, 44)
    with pytest.raises(ValueError, match="of a covered card 11 pixels show"):
        places.add(15, 11, 30, 44)
    places.clear()
    places.add(0, 0, 30, 22, most=3, below=12)
    flights = handheld.module("table.flights")
    for _ in range(200):  # what has no room does not fly
        flights.add(5, 10, 20, 30, 40, 32, 44, 0, 0, 200)
    flights.advance(100)
    view.MOVES = 65
    with pytest.raises(ValueError, match="a table is for at most 64 moves in a position"):
        table.open(view, b"", 0)
