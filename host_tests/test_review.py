"""Reviewing a finished game: what is said of the move that lost it is proved."""

import re
from types import SimpleNamespace

import playing
import pytest

from tools import bank

DRAWN = False  # by the fixture `handheld`


def bot_that_says(verdicts):
    """A bot whose verdict on the position after n moves is verdicts[n]; `go` tells it n."""
    bot = SimpleNamespace(at=0, step=lambda: True, think=lambda s: None)
    bot.verdict = lambda: verdicts[bot.at]
    return bot


def search(handheld, verdicts):
    """The move shown and the note of a search in a game with these verdicts on its positions."""
    handheld.on()
    review = handheld.module("screens.review")
    table = handheld.start("friday", 3, len(verdicts) - 1)
    bot = bot_that_says(verdicts)
    end = table.match.n
    assert end == len(verdicts) - 1
    table.view.open(table.match.s)
    table.match.go = lambda n: setattr(bot, "at", n)
    review.hint.bot_for = lambda game: bot
    table.rules.over = lambda s: 2 if bot.at == end else 0
    return review._search(table, end, end)


@pytest.mark.parametrize(
    "verdicts, at, note",
    (
        ((1, 1, 1, 2, 2, 2), 2, "Move 3 lost it: you "),
        ((1, 0, 1, 2, 0, 2), 2, "Move 3 lost it: "),
        ((1, 1, 0, 0, 0, 2, 2, 2), 1, "Lost between moves 2 and 5."),
        ((1, 0, 0, 0, 0, 0, 0, 0), 0, "Lost between moves 1 and 7."),
        ((0, 0, 0, 0, 0, 2, 2, 2), 4, "Already lost by move 5."),
        ((0, 0, 0, 0, 0, 0, 0, 0), 6, "Already lost by move 7."),
        ((2, 2, 2, 2), 0, "This deal could not be won at all."),
    ),
)
def test_only_what_is_proved_is_told(handheld, verdicts, at, note):
    shown, words = search(handheld, verdicts)
    assert shown == at and words.startswith(note)


def test_a_key_that_interrupts_is_no_verdict(handheld):
    handheld.on()
    review = handheld.module("screens.review")
    table = handheld.start("friday", 5, 5000)
    table.view.open(table.match.s)
    review._think = lambda game: None
    assert review._search(table, table.match.n, 7) == (7, review._STOPPED)


def test_forgotten_moves_may_have_lost_it(handheld):
    handheld.on()
    review = handheld.module("screens.review")
    table = handheld.start("friday", 5, 5000)
    table.view.open(table.match.s)
    table.match.gone = 10
    review._think = lambda game: bot_that_says([2])
    assert review._search(table, table.match.n, 7) == (0, review._BEFORE)


@pytest.mark.parametrize("game", bank.GAMES)
def test_every_position_of_a_won_game_could_be_won(handheld, game):
    """As a player looks: at the last moves, at the first ones, through the menu."""
    deal, line = next((d, line) for d, line in bank.read(game).items() if bank.won(line))
    handheld.prepare(game)
    handheld.on()
    review = handheld.module("screens.review")
    table = handheld.start(game, deal)
    for m in bank.decode(playing.RULES[game], deal, line):
        table.match.play(m)
    table.view.open(table.match.s)
    status = handheld.module("ui.status_panel")
    menu = handheld.module("ui.menu")
    notes = []
    shown = []
    tell = status.note
    status.note = lambda text: notes.append(text) or tell(text)
    name = status.captions
    status.captions = lambda pairs: shown.extend(t for _, t in pairs) or name(pairs)
    ask = menu.ask
    menu.ask = lambda title, rows, *rest, **more: (
        shown.extend(rows) or ask(title, rows, *rest, **more)
    )
    rest = " 4000 "
    look = "LEFT" + rest + "LEFT" + rest + "UP" + rest + "RIGHT" + rest + "DOWN" + rest
    keys = "4000 " + look + "MENU 300 DOWN A 300 MENU 300 DOWN*3 A 300"
    handheld.hardware.script(handheld.hardware.taps(keys, 100)[0])
    assert not review.run(table)
    n = table.match.n
    told = {int(text.split("/")[0]) for text in notes if text[:1].isdigit()}
    assert {1, 2, n - 2, n - 1, n} <= told
    verdicts = [text for text in notes if text.endswith(". Winnable.")]
    assert {int(text.split("/")[0]) for text in verdicts} >= {1, 2, n - 2, n - 1, n}
    assert "The last move" in shown
    assert not [text for text in notes + shown if "lost" in text.lower() or "losing" in text]
    assert not [text for text in notes if "can't tell" in text.lower()]


@pytest.mark.parametrize("board", ("ws_lcd_13", "ws_lcd_114", "youmaketech"))
def test_play_goes_on_from_a_move_of_the_review(handheld, board):
    """The moves after it can be redone; the loss stays one unless the game ends otherwise."""
    handheld.board = board
    handheld.prepare("friday", 5, 5000)
    menu = "B:700" if board == "youmaketech" else "MENU"
    look = "A 500 " if board == "ws_lcd_114" else ""  # the result alone fills a small screen
    keys = f"3000 {look}DOWN*3 A 4000 LEFT*3 300 {menu} 300 "
    game = handheld.play(keys + "A 2500").game
    match = game.match
    assert 0 < match.n < match.top and not match.rules.over(match.s)
    assert game.undone and not game.settled and not game.end_shown
    assert handheld.numbers("friday")["PLAYED"] == 1
    n, top = match.n, match.top
    game = handheld.play("600").game
    assert (game.match.n, game.match.top) == (n, top)


def test_the_review_s_menu_names_its_keys(handheld):
    handheld.prepare("friday", 5, 5000).on()
    review = handheld.module("screens.review")
    shown = []
    handheld.module("loader").drop_screens = lambda *_: None
    show = review._show
    review._show = lambda game, at, *rest: (shown.append(at), show(game, at, *rest))
    search = review._search
    review._search = lambda *what: (shown.append("search"), search(*what))[1]
    handheld.tap("3000 DOWN*3 A 4000 MENU 200 DOWN*2 A 300 MENU 200 DOWN A 4000 MENU 200 B 300")
    assert shown.count("search") == 2 and 0 in shown and shown[-1] not in (0, "search")


def winnable(rules, s):
    """Whether any play wins, by trying all."""
    moves = memoryview(bytearray(2 * rules.MOVES)).cast("H")
    ahead = [bytes(s)]
    seen = {ahead[0]}
    while ahead:
        s = bytearray(ahead.pop())
        over = rules.over(s)
        if over == 1:
            return True
        for m in list(moves[: rules.moves(s, moves)]) if not over else ():
            after = s[:]
            rules.apply(after, m)
            if bytes(after) not in seen:
                seen.add(bytes(after))
                ahead.append(bytes(after))
    return False


CLAIMS = (  # of a note: the position that can be won, the one that can't
    (r"Move (\d+) lost it", 0, 0),
    (r"Lost between moves (\d+) and (\d+)", 0, 1),
    (r"Already lost by move (\d+)", None, 0),
)


@pytest.mark.parametrize("game, cut", (("thirteens", 12), ("friday", 30), ("imaginary", 14)))
def test_claims_agree_with_trying_every_play(handheld, game, cut):
    """Games that follow a win until `cut` moves are left, and go on at random."""
    handheld.prepare(game, 3)
    handheld.on()
    handheld.blind()
    review = handheld.module("screens.review")
    rules = playing.RULES[game]
    proofs = [(deal, line) for deal, line in bank.read(game).items() if bank.won(line)]
    told = set()
    for deal, line in proofs[:8]:
        table = handheld.start(game, deal)
        match = table.match
        for m in bank.decode(rules, deal, line)[:-cut]:
            match.play(m)
        known = match.n  # winnable until here
        playing.play_on(match, 5000, deal)
        if rules.over(match.s) == 1:
            continue
        table.view.open(match.s)
        _, note = review._search(table, match.n, match.n)
        claim, won, lost = next(c for c in CLAIMS if re.match(c[0], note))
        told.add(claim)
        moves = [int(n) for n in re.match(claim, note).groups()]
        if won is not None and moves[won] - 1 > known:
            match.go(moves[won] - 1)
            assert winnable(rules, match.s), (deal, note)
        assert moves[lost] > known, (deal, note)
        match.go(moves[lost])
        assert not winnable(rules, match.s), (deal, note)
    assert CLAIMS[0][0] in told


@pytest.mark.parametrize("game", playing.GAMES)
def test_no_two_moves_are_told_alike_unless_they_are(handheld, game):
    """Of the legal moves of random games: alike are those that lead to positions that are."""
    handheld.on()
    rules = playing.RULES[game]
    told = []
    for deal in range(1, 7):
        table = handheld.start(game, deal)
        match = table.match
        for turn in range(150):
            out, n = match.legal()
            moves = list(out[:n])
            if not moves or rules.over(match.s):
                break
            words = {}
            for m in moves:
                after = bytearray(match.s)
                rules.apply(after, m)
                text = table.view.describe(match.s, m)
                like = words.setdefault(text, after)
                assert rules.like(like, after, 0) >= 0 or same_card(game, match.s, m, text), text
                told.append((text, table.view.describe(match.s, m, True)))
            match.play(moves[(deal * 7 + turn) % n])
    assert all(a[:1].isupper() and b[:1].isupper() for a, b in told)
    assert not [a for a, b in told if a == b and not a.startswith("Put")]
    assert any(mark in text for text, _ in told for mark in MARKS.get(game, ("",)))


MARKS = {  # what tells cards of one rank apart
    "thirteens": "\x10\x11\x12\x13",
    "make13": "\x10\x11\x12\x13",
    "friday": ("the turned ", "the waste's "),
    "imaginary": ("the turned ", " of waste "),
    "three_thirteen": "\x10\x11\x12\x13",
}


def same_card(game, s, m, text):
    """A card of which there are two, whose text names it whole, is one to a player."""
    return game == "three_thirteen" and text[-1] in MARKS[game]
