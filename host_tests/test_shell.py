"""The handheld in play: launcher, pause menu, every move, every text, module loading."""

import ast
import json
import random
import re
import sys
from array import array

import playing
import pytest

BOTH = ("ws_lcd_13", "display_pack_2")
BY_NUMBER = " 100 DOWN A"  # in the menu of "Other deal"


def at_rest(handheld):
    """The saved game as the next power-on finds it."""
    handheld.on()
    handheld.module("storage.settings").load()
    return handheld.saved(handheld.game_name)


# Launcher


@pytest.mark.parametrize("board", BOTH)
def test_every_tile_opens_what_it_shows(handheld, board):
    handheld.board = board
    handheld.on()
    games = handheld.module("catalog").GAMES
    for i, (name, *_) in enumerate(games):
        step = "RIGHT" if board == "ws_lcd_13" else "Y"
        opened = []
        handheld.prepare()
        handheld.on()
        opening = handheld.module("game").Game
        first = opening.__init__

        def noted(table, name, first=first, opened=opened):
            opened.append(name)
            first(table, name)

        opening.__init__ = noted
        handheld.tap(f"300 {step}*{i} A 500" if i else "300 A 500")
        assert opened == [name]
        for path in handheld.saves.iterdir():
            path.unlink()


def test_an_open_game_is_resumed_at_power_on_and_one_that_was_left_is_not(handheld):
    handheld.prepare("thirteens", 42, 5)
    assert handheld.play("300").game.match.number == 42
    assert handheld.play("300 MENU UP A 500").game.match.number == 42
    assert handheld.play("300").game is None
    assert handheld.play("300 A 300").game.match.number == 42


# The pause menu, row by row


def test_resume_changes_nothing(handheld):
    handheld.prepare("thirteens", 42, 5)
    before = handheld.play("500").picture()
    assert handheld.play("500 MENU 200 A 200").picture() == before
    assert handheld.play("500 MENU 200 B 200").picture() == before
    assert handheld.play("500 B:800 200 MENU 200").picture() == before


@pytest.mark.parametrize("game", playing.PATIENCES)
def test_hint_points_at_a_legal_move_and_is_remembered(handheld, game):
    handheld.prepare(game, 42, 3)
    pointed = []
    keys = playing.row(handheld, "Hint") + " 300 X 5000"  # playable cards, then the best move
    handheld.on()
    view = handheld.module("views." + game)
    hint, playable = view.hint, view.playable
    shown = []
    view.playable = lambda s: (shown.append(bytes(s)), playable(s))
    view.hint = lambda s, m: (pointed.append((bytes(s), m)), hint(s, m))
    handheld.tap(keys + " MENU B 2000")
    match = handheld.game.match
    assert shown == [bytes(match.s)]
    assert len(pointed) == 1 and pointed[0][0] == bytes(match.s)
    out = array("H", bytes(2 * match.rules.MOVES))
    n = match.rules.moves(bytearray(match.s), out)
    assert pointed[0][1] in list(out[:n]) + [-1]
    assert "be won" in handheld.module("ui.status_panel")._note
    handheld.game_name = game
    assert at_rest(handheld).hinted


@pytest.mark.parametrize("game", playing.MULTIPLAYER)
def test_in_a_rummy_a_hint_shows_the_legal_moves_and_then_the_best(handheld, game):
    handheld.prepare(game, 42, options=b"\0\0\2")  # a medium player in the second seat
    for keys, note in (
        ("4000 X 300", "Draw from the stock. . again: best$"),
        ("4000 X 300 X 4000", "Draw from the stock: "),
        ("4000 A 1500 X 300", "Discard any card. . again: best$"),
        ("4000 A 1500 X 300 X 4000", "Discard ..?.: "),
    ):
        handheld.play(keys)
        assert re.match(note, handheld.module("ui.status_panel")._note)


def test_the_question_where_a_selected_card_goes_stays(handheld):
    """Imaginary Thirteen: a card for the wastes only; the cursor goes to one of them."""
    rules = handheld.module("rules.imaginary")
    handheld.prepare("imaginary", 42)
    handheld.on()
    table = handheld.game or handheld.module("game").Game("imaginary")
    s = table.match.s
    out = array("H", bytes(2 * rules.MOVES))
    deal = 0
    while True:  # a turned card that no foundation takes, and wastes to choose from
        deal += 1
        rules.new(s, deal, bytes(len(rules.OPTIONS)))
        moves = list(out[: rules.moves(s, out)])
        if len(moves) > 1 and all(16 <= m < 64 for m in moves):
            break
    handheld.prepare("imaginary", deal)
    handheld.play("500 A 1500")
    assert handheld.module("ui.status_panel")._note == "Choose where it goes"


@pytest.mark.parametrize("game", playing.PATIENCES)
def test_undo_redo_and_restart(handheld, game):
    handheld.prepare(game, 42, 6)
    states = []
    first = handheld.play("500").game.match
    whole = bytes(first.s)
    top = first.top
    while first.undo():
        states.append(bytes(first.s))
    undo, redo, restart = (playing.row(handheld, name) for name in ("Undo", "Redo", "Restart"))
    assert bytes(handheld.play(f"500 {undo}").game.match.s) == states[0]
    assert bytes(handheld.play(f"{redo} 500").game.match.s) == whole
    assert bytes(handheld.play("500 Y Y 300").game.match.s) == states[1]
    assert handheld.game.undone
    match = handheld.play(f"500 {restart} 2000").game.match
    assert bytes(match.s) == states[-1] and match.n == 0 and match.top == top
    assert not handheld.game.undone
    handheld.play(f"500 {undo} 2000")
    assert handheld.game.match.n == 0
    assert handheld.play(f"500 {redo} 100 B 300").game.match.n == 0
    match = handheld.play(f"500 {redo} 100 A 1000").game.match  # the whole game, after a restart
    assert bytes(match.s) == whole and match.n == top
    match = handheld.play(f"500 Y*3 300 {redo} 100 A 300").game.match
    assert bytes(match.s) == states[1] and match.n == top - 2
    assert handheld.play(f"500 {redo} 100 DOWN A 300").game.match.n == top


def test_a_new_deal_differs_and_its_number_can_be_chosen(handheld):
    handheld.prepare("thirteens", 42, 5)
    handheld.play(playing.row(handheld, "New deal") + " 300")
    assert handheld.game.match.number != 42 and handheld.game.match.n == 0
    number = playing.row(handheld, "Other deal") + BY_NUMBER
    handheld.prepare("thirteens", 42, 5)
    handheld.play(f"{number} 100 UP RIGHT*4 UP*2 RIGHT DOWN*3 A 2000")
    assert handheld.game.match.number == 100069 and handheld.game.match.n == 0
    handheld.play(f"{number} 100 UP B 300")
    assert handheld.game.match.number == 100069
    handheld.play(f"{number} 100 DOWN RIGHT*4 DOWN*6 RIGHT UP A 2000")
    assert handheld.game.match.number == 100069  # there is no deal 0
    assert handheld.play("300").game.match.number == 100069


def test_the_number_is_entered_without_a_pad(handheld):
    handheld.board = "display_pack_2"
    handheld.prepare("thirteens", 42, 5)
    handheld.on()
    at = handheld.module("screens.pause_menu").ROWS.index("Other deal")
    pick = f"B:700 Y*{at} A 100 Y A 100"
    handheld.play(f"{pick} Y A X A B X A A*3 Y A 2000")
    assert handheld.game.match.number == 180043
    handheld.play(f"{pick} Y A Y A B B B 300")
    assert handheld.game.match.number == 180043


@pytest.mark.parametrize("game", [g for g in playing.PATIENCES if playing.RULES[g].OPTIONS])
def test_house_rules_apply_from_the_next_deal_on(handheld, game):
    handheld.prepare(game, 42, 3)
    house = playing.row(handheld, "House rules")
    number = playing.row(handheld, "Other deal") + BY_NUMBER
    handheld.play(f"{house} 100 RIGHT 100 B 100 B 500")
    n = len(handheld.game.rules.OPTIONS)
    assert handheld.game.match.options == bytes(n)
    assert handheld.play(f"{number} A 300").game.match.options == b"\x01" + bytes(n - 1)
    assert handheld.game.match.number == 42
    handheld.play(f"{house} 100 LEFT 100 B 100 B {number} A 300")
    assert handheld.game.match.options == bytes(n)


def test_the_sheet_of_every_game_can_be_read_to_its_end(handheld):
    for game in playing.GAMES:
        handheld.on()
        pages = handheld.module("ui.pages")
        drawn = set()
        draw = pages.draw

        def noted(title, text, page, draw=draw, drawn=drawn):
            drawn.add(page)
            draw(title, text, page)

        pages.draw = noted
        events, ms = handheld.hardware.taps("A RIGHT*40")
        handheld.hardware.script(events + [(ms, handheld.hardware.Stop)])
        with pytest.raises(handheld.hardware.Stop):
            handheld.module("screens.rules_menu").read(game)
        n = pages.count(handheld.module("screens.rules_menu").sheet(game))
        assert n > 1 and drawn == set(range(n)), game


# Every move can be made, with and without a pad


@pytest.mark.parametrize("board", BOTH)
@pytest.mark.parametrize("game", playing.GAMES)
def test_every_legal_move_can_be_made(handheld, game, board):
    handheld.board = board
    handheld.on()
    handheld.blind()
    handheld.module("storage.settings").load()
    keys = handheld.module("ui.keys")
    pad = handheld.hal.PAD
    choice = [1, 2, 4, 8, 16, 16, 32] if pad else [keys.PREV, keys.NEXT, keys.NEXT, 16, 16, 32]
    r = random.Random(13)
    view = handheld.module("views." + game)
    for deal in range(1, 7):
        match = handheld.start(game, deal, moves=9 * deal).match
        if match.rules.over(match.s):
            continue
        out, n = match.legal()
        wanted = set(out[:n])
        same = getattr(match.rules, "same", lambda m: m)
        if game in playing.MULTIPLAYER:
            view.viewer = handheld.module("rules.three_thirteen_table").turn(match.s)
        view.open(match.s)
        if game in playing.MULTIPLAYER and match.rules.END in wanted and not view.asks(match.s):
            continue  # the turn ends by itself: test_three_thirteen_view
        view.draw(match.s, True)
        for _ in range(20000):
            m = view.key(r.choice(choice), match.s)
            if m >= 0:
                assert match.allows(m), match.rules.text(match.s, m)
                wanted.discard(same(m))
                if not wanted:
                    break
                view.changed(match.s)
        if game in playing.TIMED:  # some of its moves are automatic
            wanted -= {m for m in wanted if m >= match.rules.DRAW}
        missing = [match.rules.text(match.s, m) for m in wanted]
        assert not missing, (deal, json.dumps(match.rules.state(match.s)))


@pytest.mark.parametrize("board", BOTH)
@pytest.mark.parametrize("game", playing.MULTIPLAYER)
@pytest.mark.parametrize("least", [9, 30])
def test_the_discards_can_be_listed(handheld, board, game, least):
    """Those of a large pile in several parts, the upper ones first."""
    handheld.board = board
    handheld.on()
    keys, status = handheld.module("ui.keys"), handheld.module("ui.status_panel")
    match = handheld.start(game, 5).match
    rummy = handheld.module("rules.three_thirteen_table")
    while rummy.phase(match.s) != rummy.DRAWING or rummy.pile(match.s) < least:
        out, n = match.legal()
        match.play(rummy.END if rummy.END in out[:n] else out[0])
    view = handheld.module("views." + game)
    view.viewer = rummy.turn(match.s)
    view.open(match.s)
    n = rummy.pile(match.s)
    listed = []
    view.key(handheld.hal.RIGHT if handheld.hal.PAD else keys.NEXT, match.s)
    for _ in range(9):
        if view._cursor == 1:
            assert (": " in status._note) == (n > 14)
            listed[:0] = status._note.split(": ")[-1].split()
        if len(listed) >= n:
            break
        view.key(handheld.hal.UP if handheld.hal.PAD else keys.NEXT, match.s)
    cards = [rummy.discarded(match.s, i) for i in range(n)]
    assert listed == [handheld.module("views.three_thirteen_labels").card(c) for c in cards]


# No player sees another's cards


@pytest.mark.parametrize("game", playing.MULTIPLAYER)
@pytest.mark.parametrize("deal", (1, 2))  # a computer player starts; a person starts
def test_of_two_people_only_the_current_players_hand_is_shown(handheld, game, deal):
    handheld.prepare(game, deal, options=b"\1\0\0\2", animation=0)
    for scored in (False, True):
        handheld.on()
        handheld.blind()
        rummy = handheld.module("rules.three_thirteen_table")
        fan, view = map(handheld.module, ("views.three_thirteen_fan", "views." + game))
        players = handheld.module("modes.players")
        taken, shown = [], []

        def covered(table, p, cover=players._cover, taken=taken):
            taken.append(p)
            cover(table, p)

        def drawn(draw=fan.draw, shown=shown, view=view, taken=taken):
            shown.append((taken[-1:], view.viewer))
            draw()

        def played(table, players=players, begin=players.begin, scored=scored):
            shows = begin(table)
            players._taken = players._taken or scored  # as at the end of a round
            return shows

        players._cover, fan.draw, players.begin = covered, drawn, played
        handheld.tap("300 A:700 300 A:700 300" + " A:700 900" * 4)
        s = handheld.game.match.s
        assert shown and all(who == [p] and not rummy.seat(s, p) for who, p in shown)
        if not scored:  # at the end of the round: the next one starts when the handheld is taken
            table = handheld.start(game, deal, 0, b"\1\0\0\2")
            while rummy.phase(table.match.s) != rummy.SCORED:
                out, n = table.match.legal()
                table.match.play(rummy.OUT if rummy.OUT in out[:n] else out[0])
            table.save()


def test_only_a_held_key_shows_the_next_player_s_cards(handheld):
    handheld.prepare("three_thirteen", 1, options=b"\0\0\0", animation=0)
    shown = []

    def before():
        fan = handheld.module("views.three_thirteen_fan")
        draw = fan.draw
        fan.draw = lambda: (shown.append(1), draw())

    handheld.play("500 A 200 A 200 A 200 B 200 UP 300", before=before)
    assert not shown
    handheld.play("500 A:700 500", before=before)
    assert shown


def test_the_next_player_sees_the_others_moves(handheld):
    handheld.on()
    table = handheld.start("three_thirteen", 1, 0, b"\0\0\0")
    cover = handheld.module("views.three_thirteen_cover")
    match = table.match
    turn = handheld.module("rules.three_thirteen_table").TURN
    first = match.s[turn]
    while match.s[turn] == first:
        match.play(match.legal()[0][0])
    state = bytes(match.s)
    lines = cover.since(table, match.s[turn])
    assert bytes(match.s) == state
    assert 1 <= len(lines) <= 2 and lines[0].startswith("Player %d discards " % (first + 1))


@pytest.mark.parametrize("game", playing.MULTIPLAYER)
def test_drawing_a_hidden_card_cannot_be_undone_but_a_discard_can(handheld, game):
    """The person starts deal 1."""
    handheld.prepare(game, 1, options=b"\0\0\2", animation=0)
    match = handheld.play("500 A 500 Y 300").game.match
    assert match.rules.text(match.s, match.log[0]) == "stock"
    assert (match.n, match.top) == (1, 1)
    match = handheld.play("500 A 500 Y 300 A 500 Y 300 Y 300").game.match
    assert (match.n, match.top) == (1, 2)


# Texts for the player


def _notes():
    """The notes of modules above the views, shown with any table."""
    for name in ("game", "modes/solo", "modes/players", "screens/hint", "screens/tutorial"):
        tree = ast.parse((playing.ROOT / f"firmware/thirteen/{name}.py").read_text("utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "note":
                text = node.args[0]
                if isinstance(text, ast.Constant) and text.value:
                    yield text.value
            elif isinstance(node, ast.Assign) and "_VERDICTS" in ast.dump(node.targets[0]):
                yield from ast.literal_eval(node.value)


def _hints(handheld, game):
    """The notes of hints; in a rummy with the longest reasons."""
    if game in playing.PATIENCES:
        notes = ["Playable now"]
        verdict = max(handheld.module("modes.solo")._VERDICTS, key=len)
        longest = {
            "thirteens": "Take queen and ace. ",
            "friday": "Turn the next card. ",
            "imaginary": "Put the 10 on waste b. ",
        }
        longest = longest.get(game, "Take queen and ace. ")
        yield longest + verdict
        review = handheld.module("screens.review")
        verdict = max(review._VERDICTS, key=len)
        yield f"120/120 {longest}Hint: {longest.strip()}{verdict}"
        yield f"Move 120 lost it: {longest}Hint: {longest.strip()}"
        yield from (review._HELP, review._SEARCHING)
    elif game in playing.TIMED:
        notes = ["These can make 13", *handheld.module("modes.timed")._DECK]
    else:
        moves = handheld.module("modes.players")._MOVES
        notes = ["Discard any card", *map(", or: ".join, (moves[:2], moves[2:4]))]
        tree = ast.parse((playing.ROOT / f"firmware/thirteen/bots/{game}.py").read_text("utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "_decide":
                for part in ast.walk(node.args[1]):
                    if isinstance(part, ast.Constant) and isinstance(part.value, str):
                        yield max(moves, key=len) + ": " + part.value.replace("%d", "88")
    yield from [words + handheld.module("ui.captions").AGAIN for words in notes]


@pytest.mark.parametrize("board", ("ws_lcd_13", "display_pack_2"))
@pytest.mark.parametrize("game", playing.GAMES)
def test_no_note_to_the_player_is_cut_off(handheld, board, game):
    handheld.board = board
    handheld.on()
    table = handheld.module("game").Game(game)
    table.view.open(table.match.s)
    status = handheld.module("ui.status_panel")
    drawn = []
    handheld.hal.text = lambda font, s, *_: drawn.append(s) or 0
    notes = [*_notes(), *_hints(handheld, game)]
    assert len(notes) > 8
    status.draw(True)
    for text in notes:
        if " Hint: " in text:
            status.captions(handheld.module("ui.captions").REVIEW)
        drawn.clear()
        status.note(text)
        status.draw(False)
        status.draw(False)  # animation is drawn first
        lines = [part for part in drawn if part and part not in status._captions]
        assert " ".join(lines) == text


@pytest.mark.parametrize("board", BOTH)
def test_every_card_of_a_waste_can_be_listed(handheld, board):
    """I9: in several parts if there are many; also without a pad."""
    handheld.board = board
    handheld.on()
    table = handheld.module("game").Game("imaginary")
    rules, view, match = table.rules, table.view, table.match
    match.deal(7, b"\1\0\0")  # option hold
    waste = next(m for m in match.legal()[0] if rules.text(match.s, m) == "a")
    while match.allows(waste):
        match.play(waste)
    s = match.s
    pile = bytearray(96)
    n = rules.pile(s, 0, pile)
    assert n > 80
    view.open(s)
    status, keys, piles = map(handheld.module, ("ui.status_panel", "ui.keys", "ui.piles"))
    status.draw(True)
    drawn, listed = [], []
    handheld.hal.text = lambda font, words, *_: drawn.append(words) or 0
    for _ in range(9):
        view.key(keys.NEXT, s)
        if piles.cursor == 9:
            break
    assert piles.cursor == 9
    while len(listed) < n:
        view.draw(s, False)
        while view.tick(s, 20):
            view.draw(s, False)
        drawn.clear()
        status._shown[1] = None
        status.draw(False)
        status.draw(False)
        lines = [words for words in drawn if words and words not in status._captions]
        assert " ".join(lines) == status._note
        listed += status._note.split(": ")[-1].split()
        view.key(handheld.hal.B, s)
    assert listed == [view._SHORT[c & 15] for c in pile[:n]]


# What is in memory


def loaded():
    return {
        name[9:]
        for name, module in sys.modules.items()
        if name.startswith("thirteen.") and module.__file__
    }


def own_modules(handheld):
    """{game: the modules that only it uses}."""
    catalog = handheld.module("catalog")
    return {row[catalog.NAME]: set(row[catalog.MODULES].split()) for row in catalog.GAMES}


def test_only_one_game_s_modules_are_in_memory(handheld):
    """Those of the selected tile, except bots, are loaded while the launcher rests, and stay."""
    modules = {
        name: {path for path in parts if not path.startswith("bots.")}
        for name, parts in own_modules(handheld.prepare()).items()
    }
    handheld.on()
    for i, (name, own) in enumerate(modules.items()):
        others = set().union(*modules.values()) - own
        handheld.play("2000 " + (f"RIGHT*{i} " if i else "") + "1000")
        assert own <= loaded() and not others & loaded(), name


def test_a_game_s_bots_are_in_memory_only_while_it_is_played(handheld):
    handheld.prepare("three_thirteen", 42, 6, b"\0\0\2")
    bots = {path for path in own_modules(handheld)["three_thirteen"] if path.startswith("bots.")}
    handheld.on()
    handheld.tap("2000")
    assert bots and bots <= loaded()
    handheld.tap("MENU 300 UP A 2000")
    assert not bots & loaded() and "rules.three_thirteen" in loaded()


def test_the_computer_players_make_room_for_the_score_sheet(handheld):
    """Between two rounds they are out of memory; they are back in the next one."""
    handheld.prepare("three_thirteen", 42, 6, b"\0\0\2")
    handheld.on()
    handheld.tap("2000")
    game, bots = handheld.game, {path for path in loaded() if path.startswith("bots.")}
    rules = sys.modules["thirteen.rules.three_thirteen"]
    table = sys.modules["thirteen.rules.three_thirteen_table"]
    while table.phase(game.match.s) != table.SCORED:
        out, n = game.match.legal()
        game.match.play(rules.OUT if rules.OUT in out[:n] else out[0])
    handheld.module("modes.players").turn(game)
    assert bots and not bots & loaded()
    game.match.play(table.NEXT)
    handheld.module("modes.players").turn(game)
    while handheld.module("preload").step():
        pass
    assert bots <= loaded()


def test_the_score_sheet_is_loaded_once_somebody_has_gone_out(handheld):
    """In the last turns of a round, not with the frame that shows it."""
    handheld.prepare("three_thirteen", 42, 6, b"\0\0\2")
    handheld.on()
    handheld.tap("2000")
    game, table = handheld.game, sys.modules["thirteen.rules.three_thirteen_table"]
    preload, players = handheld.module("preload"), handheld.module("modes.players")
    players.turn(game)
    while preload.step():
        pass
    assert "views.three_thirteen_result" not in loaded()
    while table.out(game.match.s) < 0:
        out, n = game.match.legal()
        going = sys.modules["thirteen.rules.three_thirteen"].OUT
        game.match.play(going if going in out[:n] else out[0])
    assert table.phase(game.match.s) != table.SCORED
    players.turn(game)
    while preload.step():
        pass
    assert "views.three_thirteen_result" in loaded()


def test_the_settings_go_from_memory_when_the_launcher_is_back(handheld):
    handheld.prepare()
    handheld.on()
    handheld.tap("4000 MENU 300 A 500")
    assert "screens.settings_menu" in loaded()
    handheld.tap("4000 MENU 300 A 500 B 300 B 1500")
    assert "screens.settings_menu" not in loaded() and "screens.launcher" in loaded()


def test_the_pause_menu_drops_screens_that_play_had_no_pause_to_drop(handheld):
    handheld.prepare("thirteens", 42, 5)
    handheld.on()
    preload = handheld.module("preload")
    handheld.module("screens.selftest")
    preload.in_play("thirteens")
    preload.in_menu()
    while preload.step():
        pass
    assert "screens.selftest" not in loaded() and "screens.statistics" in loaded()


def test_where_no_screen_is_dropped_no_garbage_is_collected(handheld, monkeypatch):
    """It takes 16 ms, which the first word of a hint would wait for."""
    handheld.prepare("thirteens", 42, 5)
    handheld.on()
    preload = handheld.module("preload")
    collected = []
    monkeypatch.setattr(preload.hal, "collect", lambda: collected.append(loaded()))
    handheld.module("screens.selftest")
    for _ in range(2):
        preload.in_play("thirteens")
        preload.make_room()
    assert len(collected) == 1 and "screens.selftest" not in collected[0]


def test_at_rest_screens_are_dropped_and_garbage_is_collected_in_frames_of_their_own(
    handheld, monkeypatch
):
    """Each takes 10 to 35 ms, for which a key may have to wait."""
    handheld.prepare("thirteens", 42, 5)
    handheld.on()
    preload = handheld.module("preload")
    while preload.step():
        pass
    collected = []
    monkeypatch.setattr(preload.hal, "collect", lambda: collected.append(loaded()))
    handheld.module("screens.selftest")
    preload.in_launcher()
    preload.step()
    assert not collected and "screens.selftest" not in loaded()
    while preload.step():
        pass
    assert len(collected) == 1 and not preload.step() and len(collected) == 1


def test_at_rest_no_garbage_is_collected_within_an_import(handheld, monkeypatch):
    """It was collected before; when a game is opened by a key it was not."""
    handheld.on()
    preload, catalog = handheld.module("preload"), handheld.module("catalog")
    limits = []
    monkeypatch.setattr(catalog.gc, "threshold", lambda n=-1: limits.append(n) or -1)
    preload.want("thirteens")
    while preload.step():
        pass
    assert "views.thirteens" in loaded() and not limits
    catalog.load("friday", "rules")
    assert max(limits) > 0


def test_computer_players_are_loaded_in_play_and_not_after_its_end(handheld):
    handheld.prepare("three_thirteen", 42, 5)
    handheld.play("3000")
    preload = handheld.module("preload")
    for ended in (True, False):
        preload.in_play("three_thirteen", ended)
        while preload.step():
            pass
        assert ("bots.three_thirteen" in loaded()) != ended


def test_a_hint_by_way_of_the_menu_drops_the_screens_behind_it(handheld):
    seen = []

    def watch():
        catalog = handheld.module("catalog")
        load = catalog.load

        def watched(name, folder):
            seen.append((folder, loaded()))
            return load(name, folder)

        catalog.load = watched

    handheld.prepare("thirteens", 42, 5)
    handheld.play("X 300 MENU 3000 DOWN*3 A 300", before=watch)
    menus = set(handheld.module("preload").MENUS.split()) - {"ui.large"}
    assert [folder for folder, _ in seen][-1] == "bots" and not menus & seen[-1][1]


def test_the_screens_of_a_game_just_left_stay_like_its_other_modules(handheld):
    """It may be opened again at once."""
    handheld.prepare("make13", deal=7)
    handheld.on()
    preload = handheld.module("preload")
    handheld.module("catalog").load("make13", "rules")
    handheld.module("screens.make13_tournament")
    handheld.module("screens.selftest")
    preload.in_launcher()
    preload.step()
    assert "screens.make13_tournament" in loaded() and "screens.selftest" not in loaded()


def test_a_race_drops_screens_before_its_clock_runs_on(handheld):
    """While it runs nothing is done at rest: they would stay until the game ends."""
    handheld.prepare("make13", deal=7)
    handheld.on()
    menus = set(handheld.module("preload").MENUS.split()) - {"screens.launcher", "ui.large"}
    handheld.tap("A 200 A 200 A 4000 MENU 3000")
    assert menus <= loaded()
    handheld.tap("A 200 A 200 A 4000 MENU 3000 B 4000 A 200 A 200")
    assert handheld.module("modes.timed").own_keys() and not menus & loaded()


def test_garbage_is_collected_soon_after_a_key(handheld, monkeypatch):
    """At 12 kB, or live objects would be scattered over the heap."""
    later, keys = handheld.module("later"), handheld.module("ui.keys")
    free, collected = [80000], []
    monkeypatch.setattr(later.gc, "mem_free", lambda: free[0])
    monkeypatch.setattr(later.hal, "collect", lambda: collected.append(keys.idle))
    later.forget()
    for left, idle in ((80000, 30), (80000, 20), (68001, 10), (67999, 10), (67999, 9)):
        free[0], keys.idle = left, idle  # if it is less, a key was pressed since
        later.step()
    assert collected == [9]  # of the two with so little left, the one after a key


def test_shared_modules_are_loaded_at_rest_one_at_a_time(handheld):
    handheld.prepare("thirteens", 42, 5)
    handheld.on()
    preload = handheld.module("preload")
    step, most = preload.step, [0]

    def counted():
        before = len(loaded())
        more = step()
        most[0] = max(most[0], len(loaded()) - before)
        return more

    preload.step = counted
    handheld.tap("2000")
    assert most == [1] and set(preload.SHARED.split()) <= loaded()


def test_menu_screens_are_loaded_with_the_menu_and_dropped_in_play(handheld):
    handheld.prepare("thirteens", 42, 5)

    def after(keys):
        handheld.play(keys + " 2000")
        return loaded()

    table = after("")
    menus = set(handheld.module("preload").MENUS.split())
    assert {"bots.thirteens", *menus} & table == {"ui.large"}  # its table shows a large 13
    assert after("X 300") == table
    assert after("X 300 X 1000") - table - {"fast"} == {"bots.thirteens"}
    assert after("MENU") - table == menus - {"ui.large"}
    assert after("MENU 2000 DOWN*9 A 300 B B") == table
    assert "screens.pause_menu" in after("MENU 300 B")


@pytest.mark.parametrize("large", (False, True))
def test_the_large_font_is_in_memory_while_something_shows_it(handheld, large):
    handheld.prepare("friday", 42, 5)
    settings = handheld.module("storage.settings")
    settings.values[settings.TEXT] = large
    settings.save()
    for keys, there in (("2000", large), ("MENU 300", True), ("MENU 300 B 2000", large)):
        handheld.play(keys)
        assert ("ui.large" in loaded()) == there
        if there:
            font = handheld.module("ui.large").FONT
            assert (handheld.module("ui.canvas").reading is font) == large
