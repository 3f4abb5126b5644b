"""The view of Three Thirteen: the cursor, animations, and the pages after a round."""

import importlib
import random
import types

import pytest


@pytest.fixture
def table(handheld):
    """A game of a person against one computer player, with its view."""
    handheld.on()
    game = handheld.start("three_thirteen", 13, 0, b"\0\0\2")
    view = handheld.module("views.three_thirteen")
    view.viewer = 0
    view.open(game.match.s)
    return handheld, game.match, view


def play_round(match):
    """Play until a round is scored: go out if allowed, else make the first legal move."""
    rules = match.rules
    state = rules.state
    while state(match.s)["phase"] != "scored":
        moves, n = match.legal()
        texts = {rules.text(match.s, m): m for m in moves[:n]}
        match.play(texts.get("out", moves[0]))


def sends(handheld):
    """The sizes of the rectangles that the next flush sends."""
    canvas, sizes = handheld.module("ui.canvas"), []
    show = handheld.hal.show
    handheld.hal.show = lambda x, y, w, h: sizes.append(w * h)
    canvas.flush()
    handheld.hal.show = show
    return sizes


def press(handheld, view, match, key):
    view.tick(match.s, 1000)
    view.tick(match.s, 1000)
    m = view.key(getattr(handheld.hal, key), match.s)
    if m >= 0:
        was = bytearray(match.s)
        match.play(m)
        view.moved(match.s, m, was)
    return m


def test_a_move_that_stands_says_why(table):
    """A draw from the stock shows a card; what computer players have done is theirs."""
    handheld, match, view = table
    players, seen = handheld.module("modes.players"), set()
    game = types.SimpleNamespace(match=match, rules=match.rules)
    assert players.undo_refused(game) == ""  # nothing to undo, as the game says itself
    dice = random.Random(4)
    for _ in range(60):
        person = match.rules.state(match.s)["turn"] == 0
        moves, n = match.legal()
        m = moves[dice.randrange(n)]
        text = match.rules.text(match.s, m)
        match.play(m)
        why = players.undo_refused(game)
        seen.add(why)
        if not person:
            assert why == "Can't undo: the others have played"
        elif text == "stock":
            assert why == "Can't undo: a card was revealed"
        elif text == "pile":
            assert why == ""
    assert len(seen) == 3


def test_only_showing_the_final_sheet_counts_as_read(table):
    """R9: eleven rounds; paging through earlier sheets does not count."""
    handheld, match, view = table
    rounds = 0
    while True:
        play_round(match)
        rounds += 1
        view.changed(match.s)
        view.moved(match.s, 0, match.s)
        assert not view.results().read
        press(handheld, view, match, "A")  # all hands at once
        press(handheld, view, match, "A")  # from the hands to the sheet
        assert not view.results().read
        if match.rules.over(match.s):
            break
        press(handheld, view, match, "A")
        assert not view.results().read
    assert rounds >= 11
    press(handheld, view, match, "A")
    assert view.results().read


def cursor_card(view, match):
    fan = view.fan
    return fan.card(match.s, view.viewer, view._cursor)


def give(match, text):
    """Put cards into the first player's hand."""
    from thirteen import cards
    from thirteen.rules import three_thirteen_table as table

    s = match.s
    codes = [cards.parse(t) for t in text.split()]
    for i, c in enumerate(codes):
        s[table.hand(0) + i] = c
    s[table.HOLDS] = len(codes)
    s[table.TURN] = 0


@pytest.mark.parametrize(
    ("hand", "offered"),
    [
        ("3S 5H KD 8C", "KD"),  # the first round: threes are wild
        ("KS KH KD 3C", "KD"),  # all melded: still not the wild card
        ("3S 2D 5C 9H", "9H"),
    ],
)
def test_the_cursor_offers_the_costliest_spare_card_and_no_wild_one(table, hand, offered):
    """R5, R12."""
    from thirteen import cards

    handheld, match, view = table
    give(match, hand)
    match.s[view.table.PHASE] = view.table.DISCARDING
    view.changed(match.s)
    found = cards.text(cursor_card(view, match))
    assert found == offered or hand.startswith("KS") and found[0] == "K"


def test_a_drawn_card_flies_to_its_own_place_in_the_hand(table):
    handheld, match, view = table
    while match.s[view.table.TURN] or match.s[view.table.PHASE] != view.table.DRAWING:
        match.play(match.legal()[0][0])
    view.changed(match.s)
    flown = []
    fly = view.card_art.fly
    view.card_art.fly = lambda *a: (flown.append(a), fly(*a))
    m = view.key(handheld.hal.A, match.s)
    was = bytearray(match.s)
    match.play(m)
    view.moved(match.s, m, was)
    (flight,) = flown
    place = view.fan.missing
    assert flight[3:5] == (view.slots.x[place], view.slots.y[place])
    assert view.fan.card(match.s, 0, place) == flight[0]
    view.skip(match.s)
    assert view.fan.missing == -1


def to_declare(match, pays):
    """Play until seat 0 has discarded, with deadwood for which going out may pay, or may not."""
    table = importlib.import_module("thirteen.rules.three_thirteen_table")
    s = match.s
    r = random.Random(13)
    while not match.rules.over(s):
        before = bytes(s)
        moves, n = match.legal()
        match.play(match.rules.END if match.rules.END in moves[:n] else r.choice(moves[:n]))
        if not table.turn(s) and table.phase(s) == table.DECLARING:
            if (table.least(s, 0) <= 10 + table.number(s)) == pays:
                return before, match.log[match.n - 1]
    raise AssertionError("no such turn")


@pytest.mark.parametrize("pays", [False, True])
def test_going_out_is_offered_if_it_may_pay_or_was_requested(table, pays):
    handheld, match, view = table
    before, m = to_declare(match, pays)
    view.changed(match.s)
    assert view.asks(match.s) == pays == bool(view.slots.w[view._OUT])
    match.undo()
    view.changed(match.s)
    view._cursor = view._PILE
    assert press(handheld, view, match, "A") < 0
    match.play(m)
    view.moved(match.s, m, before)
    assert view.asks(match.s)
    view._cursor = view._OUT
    assert view.key(handheld.hal.A, match.s) == match.rules.OUT
    match.play(match.rules.OUT)
    view.moved(match.s, match.rules.OUT, before)
    assert not view._insists


@pytest.mark.parametrize("speed", [0, 2])
def test_the_hands_of_a_round_are_revealed_one_by_one(table, speed):
    """All at once with animation off; a key reveals the rest without turning the page."""
    handheld, match, view = table
    view.card_art.speed = speed
    play_round(match)
    view.changed(match.s)
    view.moved(match.s, match.rules.END, match.s)
    view.draw(match.s, False)
    shown = [view.results()._shown]
    sent = sum(sends(handheld))
    assert sent == (0 if speed else handheld.hal.W * handheld.hal.H)
    while view.tick(match.s, 100):
        shown.append(view.results()._shown)
        assert sum(sends(handheld)) <= handheld.hal.W * (handheld.hal.H // 3)
    assert sorted(set(shown)) == ([0, 1, 2] if speed else [4])
    view.results().begin(match.s)
    view.key(handheld.hal.A, match.s)
    assert view.results()._shown == 4 and view.results()._page == (not speed)


def test_a_game_that_is_continued_shows_the_person_s_cards(handheld):
    """Not those of a computer player in the first seat."""
    handheld.on()
    game = handheld.start("three_thirteen", 13, 0, b"\0\1\0")
    view = handheld.module("views.three_thirteen")
    view.viewer = 0  # as at power-on
    view.open(game.match.s)
    game.mode.begin(game)
    start = view.table.hand(1)
    assert sorted(c for c in view.fan._cards if c) == sorted(
        c & 63 for c in game.match.s[start : start + 3]
    )


def test_a_round_is_dealt_card_by_card_and_any_key_ends_it(table):
    handheld, match, view = table
    view.card_art.speed = 2
    n = view.table.holds(match.s, 0)

    def deal():
        view.enter(match.s)
        view.draw(match.s, True)
        seen = []
        while view.tick(match.s, 20):
            seen.append(view.fan.shown)
            if len(seen) > 1 and seen[-1] == seen[-2] == 1:
                yield
        assert sorted(set(seen))[:n] == list(range(n))
        yield

    for _ in deal():
        pass
    assert view.fan.shown >= n and not view.card_art.flying()
    next(deal())
    assert view.fan.shown == 1
    view.key(handheld.hal.RIGHT, match.s)
    assert view.fan.shown >= n and not view.card_art.flying()
    view.card_art.speed = 0
    view.enter(match.s)
    assert view.fan.shown >= n


def test_an_undone_discard_flies_to_its_gap(table):
    handheld, match, view = table
    give(match, "4S 5H KD 8C")
    match.s[view.table.PHASE] = view.table.DISCARDING
    view.changed(match.s)
    m = view.table.DISCARD | cursor_card(view, match)
    before = bytearray(match.s)
    after = bytearray(match.s)
    match.rules.apply(after, m)
    flown = []
    view.card_art.fly = lambda *a: flown.append(a)
    view.changed(before)
    view.undone(before, m, after)
    (flight,) = flown
    assert flight[0] == m & 63 and flight[1:3] == (view.slots.x[1], view.slots.y[1])
    place = view.fan.missing
    assert flight[3:5] == (view.slots.x[place], view.slots.y[place])


def test_a_new_round_clears_the_note(table):
    handheld, match, view = table
    panel = handheld.module("ui.status_panel")
    play_round(match)
    panel.note("Ada discards")
    was = bytearray(match.s)
    match.play(match.rules.NEXT)
    view.moved(match.s, match.rules.NEXT, was)
    assert panel._note == ""


def test_neither_a_tie_nor_a_win_is_called_a_lead(table):
    """R10: the text on the hands' page during the game, in a tie-break and at the end."""
    handheld, match, view = table
    results, rules = view.results(), handheld.module("rules.three_thirteen_table")
    cases = set()
    for deal in range(1, 40):
        match.deal(deal, b"\0\0\2\0\0\0\0\0\1")  # one round
        while not match.rules.over(match.s):
            play_round(match)
            results._format(match.s)
            tied = results.leader(match.s) < 0
            over = match.rules.over(match.s)
            words = results._lead
            assert ("wins" in words or "win" in words.split()) == bool(over)
            assert (words == "A tie: one more round") == (tied and not over)
            cases.add((tied, bool(over)))
            if over:
                break
            match.play(match.rules.NEXT)
    assert {(True, False), (False, True)} <= cases and rules.TIE_BREAK


@pytest.mark.parametrize("board", ("ws_lcd_13", "display_pack", "display_pack_2"))
def test_nothing_overlaps_in_the_boxes_of_four_people(handheld, board):
    handheld.board = board
    handheld.on()
    match = handheld.start("three_thirteen", 5, 0, b"\2\0\0\0\0").match
    s = match.s
    bar, rules = handheld.module("views.three_thirteen_players_bar"), match.rules
    table = handheld.module("rules.three_thirteen_table")
    while table.number(s) < 11:  # until there are many points and cards
        play_round(match)
        match.play(rules.NEXT)
    hal, boxes = handheld.hal, []
    text = hal.text

    def noted(font, what, x, y, ink):
        end = text(font, what, x, y, ink)
        if y < hal.H:
            boxes.append((y, x, end, what))
        return end

    hal.text = noted
    for dealer in range(4):
        s[table.DEALER] = dealer
        bar.begin(s)
        bar._totals[:] = [bar.art.CH_STAR + "388"] * 4
        bar._widths[:] = bytes([bar.canvas.width(bar.art.SMALL, bar._totals[0])] * 4)
        bar.draw_players(s, [-1] * 8)
    assert sum(what == "D" for *_, what in boxes) == 4
    boxes = sorted(set(boxes))
    assert len(boxes) == 4 + 4 + 4 + 4  # names, counts, totals, with each player as dealer
    for (y, _, end, _), (below, x, *_) in zip(boxes, boxes[1:]):
        assert y != below or end <= x + 1, boxes


def test_who_plays_names_the_computer_players_as_the_table_does(handheld):
    handheld.on()
    settings_menu = handheld.module("screens.settings_menu")
    match = handheld.start("three_thirteen", 5, 0, b"\2\0\2\1\3").match
    settings = handheld.module("storage.settings")
    settings.load()
    names = match.rules.OPTIONS
    for i, value in enumerate(match.options):
        settings.choose(4, i, value)
    rows = [settings_menu.option(4, names, i) for i in range(1, 5)]
    labels = handheld.module("views.three_thirteen_labels")
    assert rows[0] == "Player 1\thuman"
    for p, level in ((1, "medium"), (2, "easy"), (3, "hard")):
        assert rows[p] == f"Player {p + 1}\t{labels.name(match.s, p)}, {level}"


@pytest.mark.parametrize("speed", (0, 2))
def test_the_page_of_hands_comes_to_rest_by_itself(table, speed):
    """Also where only the view draws, as in a patience: its ticks alone end what moves."""
    handheld, match, view = table
    view.card_art.speed = speed
    view.draw(match.s, True)
    while not view.table.phase(match.s) == view.table.SCORED:
        was = bytearray(match.s)
        moves, n = match.legal()
        m = match.rules.OUT if match.rules.OUT in moves[:n] else moves[0]
        match.play(m)
        view.moved(match.s, m, was)
    ticks = 0
    while view.tick(match.s, 20):
        ticks += 1
        assert ticks < 200
    assert view.results()._shown >= 2


def test_only_the_lines_of_a_note_are_sent(table):
    """Not the empty rest of the panel."""
    handheld, match, view = table
    panel = view.status_panel
    view.draw(match.s, True)
    panel.captions(("A",))
    for note in ("", "A note", ""):
        panel.note(note)
        sends(handheld)
        panel.draw(False)
        assert 0 < sum(sends(handheld)) < panel._w * panel._h * 3 // 4


def test_a_hand_is_sent_without_the_name_above_it(table):
    """Of the line above, only the deadwood changes from move to move."""
    handheld, match, view = table
    view.draw(match.s, True)
    sends(handheld)
    view._fresh = view._stale = True
    view.fan.dead += 1
    view.draw(match.s, False)
    line = handheld.hal.W * (view.fan.ROW - view.fan.POINT - view._NAME_Y)
    hand = handheld.hal.W * (view._FOOT - view.fan.ROW + view.fan.POINT)
    assert hand < sum(sends(handheld)) < hand + line
