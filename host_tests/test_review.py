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


def search(handheld, verdicts, over=2):
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
    table.rules.over = lambda s: over if bot.at == end else 0
    return review._search(table, end, end)


@pytest.mark.parametrize(
    "verdicts, at, note",
    (
        ((1, 1, 1, 2, 2, 2), 2, "Move 3 lost it: you "),
        ((1, 0, 1, 2, 0, 2), 2, "Move 3 lost it: "),
        ((1, 1, 0, 0, 0, 2, 2, 2), 1, "Lost between moves 2 and 5."),
        ((1, 0, 0, 0, 0, 0, 0, 0), 0, "Lost between moves 1 and 7."),
        ((0, 0, 0, 0, 0, 2, 2, 2), 4, "Lost by move 5 at the latest."),
        ((0, 0, 0, 0, 0, 0, 0, 0), 6, "Lost by move 7 at the latest."),
        ((2, 2, 2, 2), 0, "This deal could not be won at all."),
    ),
)
def test_only_what_is_proved_is_told(handheld, verdicts, at, note):
    shown, words = search(handheld, verdicts)
    assert shown == at and words.startswith(note)


def test_a_win_is_a_win_wherever_the_review_is(handheld):
    assert search(handheld, [0] * 9, over=1) == (8, "This game was won.")


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


def test_looking_for_the_losing_move_of_a_win(handheld):
    """As a player does: step back, then look."""
    handheld.prepare("thirteens", 1).on()
    table = handheld.saved("thirteens")
    for m in bank.decode(playing.RULES["thirteens"], 1, bank.read("thirteens")[1]):
        table.match.play(m)
    table.clean = False
    table.save()
    handheld.module("screens.game_over")
    status = handheld.module("ui.status_panel")
    notes = []
    tell = status.note
    status.note = lambda text: notes.append(text) or tell(text)
    handheld.tap("6000 A 1500 DOWN*2 A 300 LEFT 300 DOWN 300 B")
    assert "This game was won." in notes
    assert not [text for text in notes if "lost" in text.lower()]


@pytest.mark.parametrize("board", ("ws_lcd_13", "ws_lcd_114", "youmaketech"))
def test_play_goes_on_from_a_move_of_the_review(handheld, board):
    """The loss does not count then, as after an undo; the moves after it can be redone."""
    handheld.board = board
    handheld.prepare("friday", 5, 5000)
    menu = "B:700" if board == "youmaketech" else "MENU"
    look = "A 500 " if board == "ws_lcd_114" else ""  # the result alone fills a small screen
    keys = f"3000 {look}DOWN*3 A 4000 LEFT*3 300 {menu} 300 "
    game = handheld.play(keys + "A 2500").game
    match = game.match
    assert 0 < match.n < match.top and not match.rules.over(match.s)
    assert game.undone and not game.counted and not game.end_shown
    assert handheld.module("storage.stats").load("friday", 1)[0][0] == 0
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
    (r"Lost by move (\d+) at the latest", None, 0),
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


@pytest.mark.parametrize("game", playing.PATIENCES)
def test_every_move_can_be_told_afterwards(handheld, game):
    handheld.on()
    told = set()
    for deal in range(1, 4):
        table = handheld.start(game, deal)
        for _ in range(200):
            out, n = table.match.legal()
            told |= {table.view.describe(table.match.s, m).split()[0] for m in out[:n]}
            if not n:
                break
            table.match.play(out[deal * 7 % n])
    assert told <= set(handheld.module("screens.review")._PAST)
