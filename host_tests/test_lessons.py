"""The lessons: every move is legal, and the texts are short."""

import contextlib
import importlib

import playing
import pytest

from thirteen import catalog, match

GAMES = [game[catalog.NAME] for game in catalog.GAMES]


# What a player does himself in each lesson.
DONE = {
    "thirteens": {"b1-c2", "c>b", "a1-b1"},  # brings a card down, so that it touches
    "make13": {"draw", "f4+s1", "f2+s2"},
    "friday": {"w3", "redeal"},
    "imaginary": {"a", "4", "a4"},  # on a waste, on one of two piles, and from a waste
    "three_thirteen": {"pile", "out"},
}
ENDS = {"thirteens": 1, "make13": 3}  # what over() says then


def replay(lesson, table, moves):
    """Play a step of a lesson: its first move, or after a "=" all from the deal on."""
    if moves[:1] == "=":
        table.deal(lesson.DEAL, lesson.OPTIONS)
        table.replay(moves[1:].split(","))
    elif moves:
        table.replay([moves.lstrip("?").split("|")[0]])


@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_can_be_played_to_its_end(game):
    lesson = importlib.import_module("thirteen.lessons." + game)
    rules = importlib.import_module("thirteen.rules." + game)
    table = match.Match(rules, lesson.DEAL, getattr(lesson, "OPTIONS", None))
    for _, moves in lesson.STEPS:
        replay(lesson, table, moves)
    own = [move.lstrip("?").split("|")[0] for text, move in lesson.STEPS if text and move]
    assert len(own) >= 5 and DONE.get(game, set()) <= set(own)
    assert rules.over(table.s) == ENDS.get(game, 0)
    if game == "make13":
        assert rules.bust(table.s, 1) == 3  # a Super Bust


@pytest.mark.parametrize("game", GAMES)
def test_a_decision_of_ones_own_comes_by_the_fifth_press(game):
    """A text goes by A, a move takes one or two presses; what is to be found has a choice."""
    lesson = importlib.import_module("thirteen.lessons." + game)
    rules = importlib.import_module("thirteen.rules." + game)
    table = match.Match(rules, lesson.DEAL, getattr(lesson, "OPTIONS", None))
    presses = 0
    for text, moves in lesson.STEPS:
        presses += 1 if text else 0
        if moves[:1] == "?":
            break
        presses += 1 if text and moves else 0
        replay(lesson, table, moves)
    else:
        pytest.fail("nothing is left to the player")
    assert presses + 1 <= 5
    out, n = table.legal()
    right = {rules.parse(table.s, move) for move in moves[1:].split("|")}
    assert right <= set(out[:n]) and n >= 2


def test_the_lesson_of_make_13_takes_any_group_of_the_ranks_that_it_names():
    """Of "either 8 with either 5" each is right."""
    lesson = importlib.import_module("thirteen.lessons.make13")
    table = match.Match(
        importlib.import_module("thirteen.rules.make13"), lesson.DEAL, lesson.OPTIONS
    )
    rules, s = table.rules, table.s

    def ranks(m):
        return sorted(rules.top(s, p) & 15 for p in range(8) if m >> p & 1)

    for text, moves in lesson.STEPS:
        every = moves.lstrip("?").split("|") if text and moves else ()
        right = [rules.parse(s, move) for move in every]
        if right and right[0] < rules.DRAW:
            out, n = table.legal()
            groups = [m for m in out[:n] if m < rules.DRAW]
            named = [m for m in groups if ranks(m) == ranks(right[0])]
            if moves[0] != "?":  # there it is any group
                assert {m for m in right if m in groups} == set(named), text
        replay(lesson, table, moves)


@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_takes_a_minute_and_uses_only_letters_of_the_font(game):
    lesson = importlib.import_module("thirteen.lessons." + game)
    texts = [text for text, _ in lesson.STEPS]
    assert sum(len(text.split()) for text in texts) <= 90
    assert all(len(text) <= 170 and text.isascii() for text in texts)


@pytest.mark.parametrize("size", ((240, 240), (240, 135), (320, 170)))
def test_a_note_is_of_whole_sentences_in_few_lines(tmp_path, size):
    with playing.kept_modules():
        handheld = playing.Handheld(tmp_path)
        handheld.size = dict(zip("WH", size))
        for large in (False, True):
            most = 2 if large and size[1] < 200 else 4
            handheld.prepare(text=large)
            handheld.on()
            handheld.module("storage.settings").load()
            handheld.module("preferences").apply()
            lesson = handheld.module("screens.lesson")
            for game in GAMES:
                for text, _ in importlib.import_module("thirteen.lessons." + game).STEPS:
                    for lines in lesson._parts(text) if text else ():
                        assert lines[-1][-1] in ".?!" and len(lines) <= most, lines


@pytest.mark.parametrize("board", ("ws_lcd_13", "display_pack_2", "ws_lcd_114"))
@pytest.mark.parametrize("game", GAMES)
def test_a_text_does_not_cover_the_cards_that_it_explains(tmp_path, game, board):
    with playing.kept_modules():
        handheld = playing.Handheld(tmp_path, board)
        handheld.drawn = False
        handheld.on()
        handheld.module("storage.settings").load()
        lesson = handheld.module("screens.lesson")
        panel_y, practise = lesson._panel_y, lesson._practise
        hidden, hands = [], []  # of Three Thirteen, those open after the round

        def watched(h, about, places):
            y = panel_y(h, about, places)
            for _, top, _, height in about:
                part = max(min(top + height, y + h) - max(top, y), 0) / height
                hidden.append((len(hands), part))
            assert 0 < y <= handheld.hal.H - h
            pages = getattr(handheld.module("views." + game), "pages", None)
            hands.append(pages._shown if pages else 0)
            return y

        lesson._panel_y = watched
        lesson._practise = lambda game, right, *_: practise(game, right, True)
        lesson.keys.wait = lambda: lesson.keys.A
        handheld.module("draw.card_art").speed = 0  # no cards fly
        if game == "make13":
            handheld.module("views.make13").hud.show_message = lambda *_: None
        tiny = handheld.hal.H < 200  # there texts are shown two lines at a time
        lesson.run(game)
        assert len(hidden) >= 3
        covered = [text for text, part in hidden if part >= (0.55 if tiny else 0.5)]
        assert len(covered) <= tiny, f"numbers of the panels that cover their cards: {covered}"
        assert max(hands) >= 2 or game != "three_thirteen"


def test_x_in_a_lesson_highlights_the_move_again(tmp_path):
    with playing.kept_modules():
        handheld = playing.Handheld(tmp_path)
        seen = []
        for keys in ("", "RIGHT 100", "RIGHT 100 X 200"):
            handheld.prepare(animation=0)
            handheld.on()
            handheld.module("storage.settings").load()
            hardware = handheld.hardware
            events, ms = hardware.taps(f"A 500 {keys}")
            hardware.script(events + [(ms + 200, hardware.Stop)])
            with contextlib.suppress(hardware.Stop):
                handheld.module("screens.lesson").run("thirteens")
            seen.append(handheld.picture())
        assert seen[0] == seen[2] != seen[1]


@pytest.mark.parametrize("got", (-1, 999))  # nothing, and another move
def test_what_is_to_be_found_is_shown_at_the_third_wrong_press(handheld, got):
    handheld.on()
    screen, shown = handheld.module("screens.lesson"), []
    game, hardware = handheld.start("friday"), handheld.hardware
    game.view.open(game.match.s)
    game.view.key = lambda k, s: got
    screen._mark = lambda view, s, m, first: shown.append(first)
    events, ms = hardware.taps("A 300 A 300 A 300 MENU 300")
    hardware.script([*events, (ms + 100, hardware.Stop)])
    assert not screen._practise(game, [game.rules.TURN], False, finds=True)
    assert shown == ["Not yet. "]


def test_captions_in_a_lesson_are_those_of_the_table_but_for_undo_and_menu(handheld):
    """Friday's, where A turns a card, and then plays it; once it is chosen B lets it go."""
    handheld.prepare(animation=0)
    handheld.on()
    handheld.module("storage.settings").load()
    hardware, panel = handheld.hardware, handheld.status_panel
    seen = []

    def look():
        seen.append([text[text.rindex(" ") + 1 :] for _, text in panel.captions_shown()])

    events, ms = [], 100
    for keys in ("A 500", "A 900 A 400", "A 400"):
        more, ms = hardware.taps(keys, ms)
        events += [*more, (ms, look)]
    hardware.script([*events, (ms + 100, hardware.Stop)])
    with contextlib.suppress(hardware.Stop):
        handheld.module("screens.lesson").run("friday")
    play = ["play", "turn", "hint", "leave"]
    assert seen == [["turn", "hint", "leave"], play, ["play", "go", "hint", "leave"]]


@pytest.mark.parametrize("seat", (0, 1))
def test_a_lesson_is_for_the_first_seat_and_the_table_is_its_player_s_again(tmp_path, seat):
    """Opened in another player's turn: afterwards only that player's cards are shown."""
    with playing.kept_modules():
        handheld = playing.Handheld(tmp_path)
        handheld.prepare()
        handheld.on()
        handheld.module("storage.settings").load()
        view = handheld.module("views.three_thirteen")
        view.viewer = seat
        hardware = handheld.hardware
        events, ms = hardware.taps("A 300 A 900 B 500")  # a step, the stock, enough
        hardware.script(events + [(ms + 200, hardware.Stop)])
        played = []
        moved = view.moved
        view.moved = lambda s, m, was: (played.append(view.viewer), moved(s, m, was))
        handheld.module("screens.lesson").run("three_thirteen")
        assert played == [0] and view.viewer == seat


def test_after_a_lesson_from_the_menu_the_game_s_table_is_there_again(handheld):
    seen = []

    def look():
        seen.append((handheld.picture(), bytes(handheld.module("table.piles").cards_now)))

    handheld.prepare("friday", 42, 9, animation=0)
    lesson = playing.row(handheld, "Rules") + " 300 DOWN A 600 A 300 MENU 400 B 200 B 200"
    handheld.on()
    events, ms = handheld.hardware.taps(lesson, 900)
    stop = ms + 600, handheld.hardware.Stop
    handheld.follow([(600, look), *events, (ms + 500, look), stop])
    assert seen[0] == seen[1] and handheld.game.match.played == 9


def test_back_from_the_offer_of_a_lesson_is_the_launcher(handheld):
    def first():
        importlib.reload(handheld.module("storage.settings"))

    handheld.play("300 A 400 B 600", before=first)
    assert handheld.game is None
    settings = handheld.module("storage.settings")
    assert settings.first(0) and settings.last(9) < 0
    handheld.play("300 A 400 DOWN 100 A 900", before=first)
    assert handheld.game.name == GAMES[0]


def test_back_from_the_launcher_s_menu_leaves_the_cursor_at_its_game(handheld):
    handheld.prepare(last=False)
    handheld.play("300 RIGHT*2 300 MENU 300 B 300 A 900")
    assert handheld.game.name == GAMES[2]


@pytest.mark.parametrize("pressed, on", (("UP A", True), ("X B", False), ("LEFT MENU", False)))
def test_a_text_stays_until_a_or_is_left_by_b_or_menu(handheld, pressed, on):
    handheld.on()
    handheld.module("storage.settings").load()
    lesson = handheld.module("screens.lesson")
    pressed = [getattr(lesson.keys, key) for key in pressed.split()]
    lesson.keys.wait = lambda: pressed.pop(0)
    assert lesson._explain("T", ["words"], (), 0) is on and not pressed
