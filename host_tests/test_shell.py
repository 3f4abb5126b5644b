"""The handheld in play: launcher, pause menu, every move, every text, module loading."""

import ast
import json
import random
import re
import sys
from array import array
from pathlib import Path

import playing
import pytest

DRAWN = False  # by the fixture `handheld`

BOTH = ("ws_lcd_13", "display_pack_2")
BY_NUMBER = " 100 DOWN A"  # in the menu of "Choose a deal"


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


@pytest.mark.parametrize("game", playing.PATIENCES + playing.MULTIPLAYER)
def test_a_deal_that_a_host_asks_for_is_dealt_without_a_question(handheld, game):
    """By its rules, or without any by the player's own; the game in play is left for it."""
    n = len(playing.RULES[game].OPTIONS)
    rules = bytes(n - 1) + b"\1" if n else None
    handheld.prepare()
    for wanted in (42, None), (43, rules):

        def ask(wanted=wanted):
            handheld.module("shell").asked = game, wanted

        first = handheld.play(before=ask, after=300).game.identity
        match = handheld.play(before=ask, after=300).game.match
        assert handheld.game.identity == first  # the address is opened again
        assert (match.number, wanted[1] or match.options) == (wanted[0], match.options)
        kept = handheld.saved(game).match  # before the first pause: it may be opened anew
        assert (kept.number, kept.options) == (match.number, match.options)


# The pause menu, row by row


def test_resume_changes_nothing(handheld):
    handheld.prepare("thirteens", 42, 5)
    before = handheld.play("500").picture()
    assert handheld.play("500 MENU 200 A 200").picture() == before
    assert handheld.play("500 MENU 200 B 200").picture() == before
    assert handheld.play("500 B:800 200 MENU 200").picture() == before


@pytest.mark.parametrize("game", playing.PATIENCES)
def test_a_hint_says_what_each_first_move_is(handheld, game):
    handheld.on()
    table, bot = handheld.start(game, 42), handheld.module("screens.hint").bot_for
    table.view.open(table.match.s)
    bot = bot(table)
    bot.think(table.match.s)
    out, n = table.match.legal()
    for m in out[:n]:
        table.mode.show_best(table, m, bot)
        told = handheld.status_panel._message
        assert told.startswith(table.view.describe(table.match.s, m)), m


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
    store, facts = handheld.module("storage.store"), handheld.module("storage.saved_game").facts
    kept = []  # before there is something to know

    def points(s, m):
        pointed.append((bytes(s), m))
        kept.append(facts(store.load(game)) & handheld.module("storage.history").IS_HINTED > 0)
        return hint(s, m)

    view.hint = points
    handheld.tap(keys + " MENU B 2000")
    match = handheld.game.match
    assert shown == [bytes(match.s)]
    assert len(pointed) == 1 and pointed[0][0] == bytes(match.s) and kept == [True]
    out = array("H", bytes(2 * match.rules.MOVES))
    n = match.rules.moves(bytearray(match.s), out)
    assert pointed[0][1] in list(out[:n]) + [-1]
    assert "be won" in handheld.status_panel._message
    handheld.game_name = game
    assert "HINTED" in handheld.facts(at_rest(handheld))


@pytest.mark.parametrize("game", playing.MULTIPLAYER)
def test_in_a_rummy_a_hint_shows_the_legal_moves_and_then_the_best(handheld, game):
    for keys, note in (
        ("4000 X 300", "Draw from the stock. . again: the best$"),
        ("4000 X 300 X 300 A 4000", "Draw from the stock: "),
        ("4000 A 1500 X 300", "Discard any card. . again: the best$"),
        ("4000 A 1500 X 300 X 300 A 4000", "Discard ..?.: "),
    ):
        handheld.prepare(game, 42, options=b"\0\0\2")  # a medium player in the second seat
        handheld.play(keys)
        assert re.match(note, handheld.status_panel._message)


def test_the_question_where_a_selected_card_goes_stays(handheld):
    """Imaginary Thirteen: a card for the wastes only; the cursor goes to one of them."""
    forced = handheld.on() and handheld.module("rules.forced")
    deal = 0
    while True:  # a turned card that no foundation takes, and wastes that differ
        deal += 1
        match = handheld.start("imaginary", deal, 9).match
        out, n = match.legal()
        if all(16 <= m < 64 for m in out[:n]) and forced.only(match.rules, match.s, out, n) < 0:
            break
    handheld.prepare("imaginary", deal, 9)
    handheld.play("500 A 1500")
    assert handheld.status_panel._message == "Choose where it goes"


@pytest.mark.parametrize("game", playing.PATIENCES)
def test_undo_redo_and_restart(handheld, game):
    handheld.prepare(game, 42, 6)
    states = []
    first = handheld.play("500").game.match
    whole = bytes(first.s)
    top = first.logged
    while first.undo():
        states.append(bytes(first.s))
    undo, redo, every = (playing.row(handheld, name) for name in ("Undo", "Redo", "Redo all %d"))
    restart = playing.row(handheld, "Restart", undone=2)
    assert bytes(handheld.play(f"500 {undo} 1500").game.match.s) == states[0]
    assert bytes(handheld.play(f"{redo} 1500").game.match.s) == whole
    assert bytes(handheld.play("500 Y Y 2500").game.match.s) == states[1]
    assert "UNDONE" in handheld.facts(handheld.game)
    match = handheld.play(f"500 {restart} 2000").game.match
    assert bytes(match.s) == states[-1] and match.played == 0 and match.logged == top
    assert "UNDONE" in handheld.facts(handheld.game)  # it is the same game, all its moves undone
    handheld.play(f"500 {playing.row(handheld, 'Undo', undone=2)} 2000")
    assert handheld.game.match.played == 0
    match = handheld.play(f"500 {every} 1500").game.match  # the whole game, after a restart
    assert bytes(match.s) == whole and match.played == top
    match = handheld.play(f"500 Y*3 300 {redo} 1500").game.match
    assert bytes(match.s) == states[1] and match.played == top - 2
    assert handheld.play(f"500 {every} 1500").game.match.played == top


def test_a_new_deal_differs_and_its_number_can_be_chosen(handheld):
    handheld.prepare("thirteens", 42, 5)
    handheld.play(playing.row(handheld, "New deal") + " 300")
    assert handheld.game.match.number != 42 and handheld.game.match.played == 0
    number = playing.row(handheld, "Choose a deal") + BY_NUMBER
    handheld.prepare("thirteens", 42, 5)
    handheld.play(f"{number} 100 UP RIGHT*4 UP*2 RIGHT DOWN*3 A 2000")
    assert handheld.game.match.number == 100069 and handheld.game.match.played == 0
    handheld.play(f"{number} 100 UP B 300")
    assert handheld.game.match.number == 100069
    handheld.play(f"{number} 100 DOWN RIGHT*4 DOWN*6 RIGHT UP A 2000")
    assert handheld.game.match.number == 100069  # there is no deal 0
    assert handheld.play("300").game.match.number == 100069


def test_the_number_is_entered_without_a_pad(handheld):
    handheld.board = "display_pack_2"
    handheld.prepare("thirteens", 42, 5)
    handheld.on()
    pick = playing.row(handheld, "Choose a deal", opens="B:700", down="Y") + " 100 Y A 100"
    handheld.play(f"{pick} Y A X A B X A A*3 Y A 2000")
    assert handheld.game.match.number == 180043
    handheld.play(f"{pick} Y A Y A B B B 300")
    assert handheld.game.match.number == 180043


@pytest.mark.parametrize("game", [g for g in playing.PATIENCES if playing.RULES[g].OPTIONS])
def test_house_rules_apply_from_the_next_deal_on(handheld, game):
    handheld.prepare(game, 42, 3)
    house = playing.row(handheld, "House rules")
    number = playing.row(handheld, "Choose a deal") + BY_NUMBER
    handheld.play(f"{house} 100 RIGHT 100 B 100 B 1500")
    n = len(handheld.game.rules.OPTIONS)
    assert handheld.game.match.options == bytes(n)
    assert handheld.play(f"{number} A 1500").game.match.options == b"\x01" + bytes(n - 1)
    assert handheld.game.match.number == 42
    house = house.rpartition(" 60 ")[0] + " 60 DOWN*3 A"  # below the row back to what was left
    handheld.play(f"{house} 100 LEFT 100 B 100 B 100 B 100 {number} A 1500")
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
        n = pages.count(handheld.module("sheets." + game).LINES)
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
        if game in playing.RACES:  # some of its moves are automatic
            wanted -= {m for m in wanted if m >= match.rules.DRAW}
        same = getattr(match.rules, "same", lambda m: m)
        if game in playing.MULTIPLAYER:
            view.viewer = handheld.module("rules.three_thirteen_table").turn(match.s)
        view.open(match.s)
        if (
            game in playing.MULTIPLAYER
            and match.rules.END in wanted
            and not view.offers_to_go_out(match.s)
        ):
            continue  # the turn ends by itself: test_three_thirteen_view
        view.draw(match.s)
        for _ in range(60000):
            m = view.key(r.choice(choice), match.s)
            if m >= 0:
                assert match.allows(m), match.rules.text(match.s, m)
                wanted.discard(same(m))
                if not wanted:
                    break
                view.changed(match.s)
        missing = [match.rules.text(match.s, m) for m in wanted]
        assert not missing, (deal, json.dumps(match.rules.state(match.s)))


@pytest.mark.parametrize("board", BOTH)
@pytest.mark.parametrize("game", playing.MULTIPLAYER)
@pytest.mark.parametrize("least", [9, 30])
def test_the_discards_can_be_listed(handheld, board, game, least):
    """Those of a large pile in several parts, the upper ones first."""
    handheld.board = board
    handheld.on()
    keys, status = handheld.module("ui.keys"), handheld.status_panel
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
        if view.choice.cursor == 1:
            assert (": " in status._message) == (n > 14)
            listed[:0] = status._message.split(": ")[-1].split()
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
        view = handheld.module("views." + game)
        fan = view.fan
        players = handheld.module("modes.three_thirteen").Mode
        taken, shown = [], []

        def covered(mode, table, p, cover=players._cover, taken=taken):
            taken.append(p)
            cover(mode, table, p)

        def drawn(draw=fan.draw, shown=shown, view=view, taken=taken):
            shown.append((taken[-1:], view.viewer))
            draw()

        def played(mode, table, begin=players.begin, scored=scored):
            shows = begin(mode, table)
            mode.taken = mode.taken or scored  # as at the end of a round
            return shows

        players._cover, fan.draw, players.begin = covered, drawn, played
        handheld.tap("300 A:700 300 A:700 300" + " A:700 900" * 4)
        s = handheld.game.match.s
        assert shown and all(who == [p] and not rummy.seat(s, p) for who, p in shown)
        assert scored or len(set(taken)) == 2  # both get the handheld
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
        fan = handheld.module("views.three_thirteen").fan
        draw = fan.draw
        fan.draw = lambda *what: (shown.append(1), draw(*what))

    handheld.play("500 A 200 A:300 200 A 200 B 200 UP 300", before=before)
    assert not shown
    handheld.play("500 A:700 500", before=before)
    assert shown


def test_the_next_player_sees_the_others_moves(handheld):
    handheld.on()
    table = handheld.start("three_thirteen", 1, 0, b"\0\0\0")
    cover = handheld.module("screens.three_thirteen_cover")
    match = table.match
    turn = handheld.module("rules.three_thirteen_table").TURN
    first = match.s[turn]
    while match.s[turn] == first:
        match.play(match.legal()[0][0])
    state = bytes(match.s)
    lines = cover.since(table, match.s[turn])
    assert bytes(match.s) == state
    assert 1 <= len(lines) <= 2 and lines[0].startswith("Player %d discards " % (first + 1))


@pytest.mark.parametrize("deal", (1, 2, 3))
def test_moves_of_the_round_before_are_not_listed(handheld, deal):
    handheld.on()
    table = handheld.start("three_thirteen", deal, 0, b"\0\0\0")
    cover, rummy = map(
        handheld.module, ("screens.three_thirteen_cover", "rules.three_thirteen_table")
    )
    match = table.match
    while rummy.phase(match.s) != rummy.SCORED:
        out, n = match.legal()
        match.play(rummy.OUT if rummy.OUT in out[:n] else out[0])
    match.play(rummy.NEXT)
    assert [cover.since(table, p) for p in (0, 1)] == [[], []]
    first = rummy.turn(match.s)
    while rummy.turn(match.s) == first:
        match.play(match.legal()[0][0])
    assert 1 <= len(cover.since(table, rummy.turn(match.s))) <= 2


@pytest.mark.parametrize("game", playing.MULTIPLAYER)
def test_drawing_a_hidden_card_cannot_be_undone_but_a_discard_can(handheld, game):
    """The person starts deal 1."""
    handheld.prepare(game, 1, options=b"\0\0\2", animation=0)
    match = handheld.play("500 A 500 Y 300").game.match
    assert match.rules.text(match.s, match.log[0]) == "stock"
    assert (match.played, match.logged) == (1, 1)
    match = handheld.play("500 A 500 Y 300 A 500 Y 300 Y 300").game.match
    assert (match.played, match.logged) == (1, 2)


# Texts for the player


def _notes():
    """The notes of modules above the views, shown with any table."""
    for name in (
        "game",
        "modes/patience",
        "modes/three_thirteen",
        "screens/hint",
        "screens/lesson",
    ):
        tree = ast.parse((playing.ROOT / f"firmware/thirteen/{name}.py").read_text("utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "message":
                text = node.args[0]
                if isinstance(text, ast.Constant) and text.value:
                    yield text.value
            elif isinstance(node, ast.Assign) and "_VERDICTS" in ast.dump(node.targets[0]):
                yield from ast.literal_eval(node.value)


def _hints(handheld, game):
    """The notes of hints; in a rummy with the longest reasons."""
    if game in playing.PATIENCES:
        notes = ["These can go"]
        yield (
            notes[0]
            + handheld.module("screens.hint")._AGAIN
            + handheld.module("modes.patience")._ALONE
        )
        verdict = max(handheld.module("modes.patience")._VERDICTS, key=len)
        longest = {
            "thirteens": "Bring the queen down in the middle. ",
            "friday": "Begin the pile of 10 with the waste's 10. ",
            "imaginary": "Play the queen of waste b on +4. ",
        }
        longest = longest.get(game, "Take queen and ace. ")
        yield longest + verdict
        reason = {
            "friday": "another queen may need the room",
            "thirteens": "a win in 28 moves begins so",
        }
        reason = reason.get(game, "it buries nothing that must go first")
        yield f"{longest[:-2]}: {reason}. It can still be won."
        review = handheld.module("screens.review")
        verdict = max(review._VERDICTS, key=len)
        n = 99 if game == "thirteens" else 130
        yield f"{n}/{n} {longest}Hint: {longest.strip()}{verdict}"
        words = longest.strip(" .")
        yield f"{review._MOVE % (n, words)} Hint: {words}."
        yield f"{review._BETWEEN % (n, n)} Hint: {words}."
        yield f"{review._BETWEEN % (n, n)}{review._LOOKING_ON} Hint: {words}."
        yield from (review._HELP, review._SEARCHING, review._NEVER, review._BEFORE)
        yield review._LATEST % 120 + review._LOOKING_ON
    elif game in playing.RACES:
        notes = ["These can make 13", *handheld.module("modes.make13")._DECK]
    else:
        moves = handheld.module("modes.three_thirteen")._MOVES
        notes = ["Discard any card", *map(", or: ".join, (moves[:2], moves[2:4]))]
        tree = ast.parse((playing.ROOT / f"firmware/thirteen/bots/{game}.py").read_text("utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "_decide":
                for part in ast.walk(node.args[1]):
                    if isinstance(part, ast.Constant) and isinstance(part.value, str):
                        yield max(moves, key=len) + ": " + part.value.replace("%d", "88")
    yield from [words + handheld.module("screens.hint")._AGAIN for words in notes]


@pytest.mark.parametrize("board", ("ws_lcd_13", "display_pack_2"))
@pytest.mark.parametrize("game", playing.GAMES)
def test_no_note_to_the_player_is_cut_off(handheld, board, game):
    handheld.board = board
    handheld.on()
    table = handheld.module("game").Game(game)
    table.view.open(table.match.s)
    status = handheld.status_panel
    drawn = []
    handheld.hal.text = lambda font, s, *_: drawn.append(s) or 0
    notes = [*_notes(), *_hints(handheld, game)]
    assert len(notes) > 8
    for text in notes:
        if " Hint: " in text:
            status.captions(handheld.module("screens.review")._LOST_KEYS)
        drawn.clear()
        status.message(text)
        status.draw()
        lines = [part for part in drawn if part and part not in dict(status._captions).values()]
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
    status = handheld.status_panel
    keys, choice = map(handheld.module, ("ui.keys", "table.choice"))
    drawn, listed = [], []
    handheld.hal.text = lambda font, words, *_: drawn.append(words) or 0
    for _ in range(9):
        view.key(keys.NEXT, s)
        if choice.cursor == 9:
            break
    assert choice.cursor == 9
    for _ in range(-(-n // 20)):  # parts
        while view.tick(s, 20):
            pass
        drawn.clear()
        status.draw()
        lines = [
            words for words in drawn if words and words not in dict(status._captions).values()
        ]
        assert " ".join(lines) == status._message
        listed += status._message.split(": ")[-1].split()
        view.key(handheld.hal.B, s)
    short = handheld.module("cards").SHORT
    assert listed == [short[c & 15] for c in pile[:n]]


# What is in memory


def loaded():
    """The firmware's modules in memory."""
    return {name for name in sys.modules if name.startswith("thirteen.")}


def test_once_the_player_rests_every_module_is_there(handheld):
    """So no key waits for an import: what is missing here is missing in background.py's list."""
    handheld.prepare().on()
    here = Path(handheld.module("shell").__file__).parent
    paths = (path.relative_to(here.parent).with_suffix("") for path in here.rglob("*.py"))
    all_of_them = {".".join(path.parts).removesuffix(".__init__") for path in paths}
    assert not all_of_them <= loaded() | {"thirteen"}  # power-on does without most
    handheld.tap("2000")
    seldom = {"screens.one_key", "screens.mend_picture", "screens.crash", "screens.selftest"}
    seldom |= {"screens.test_picture", "screens.problems"}
    missing = all_of_them - loaded() - {"thirteen"}
    assert not {name[9:] for name in missing} - seldom


def test_a_module_that_is_imported_stays(handheld):
    handheld.prepare("thirteens", 42, 5).on()
    handheld.tap("2000")
    before = loaded()
    handheld.tap("MENU 300 UP A 2000 RIGHT A 2000 A 1500")
    assert before <= loaded()
