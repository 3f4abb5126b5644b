"""Reviewing a finished game: what is said of the move that lost it is proved."""

import re
from types import SimpleNamespace

import playing
import pytest

from thirteen.bots import losing_move
from tools import bank

DRAWN = False  # by the fixture `handheld`


def proof_of(handheld, verdicts):
    """A Proof of a game with these verdicts on its positions."""
    handheld.on()
    review = handheld.module("screens.review")
    table = handheld.start("friday", 600001, len(verdicts) - 1)
    assert table.match.played == len(verdicts) - 1
    table.view.open(table.match.s)
    proof = review.Proof(table, table.match.played)
    proof.bounds._prove = lambda bot, n, *room: (yield) or verdicts[n]
    return proof


@pytest.mark.parametrize(
    "verdicts, at, note",
    (
        ((1, 1, 1, 2, 2, 2), 2, "Move 3 lost it: you "),
        ((1, 0, 1, 2, 0, 2), 2, "Move 3 lost it: "),
        ((1, 1, 0, 0, 0, 2, 2, 2), 1, "After move 1 it could be won, after move 5 no more."),
        ((1, 0, 0, 0, 0, 0, 0, 0), 0, "This deal could be won, after move 7 no more."),
        ((0, 0, 0, 0, 0, 2, 2, 2), 4, "After move 5 it was lost, perhaps before."),
        ((0, 0, 0, 0, 0, 0, 0, 0), 6, "After move 7 it was lost, perhaps before."),
        ((2, 2, 2, 2), 0, "This deal could not be won at all."),
    ),
)
def test_only_what_is_proved_is_told(handheld, verdicts, at, note):
    proof = proof_of(handheld, verdicts)
    while not proof.done():
        proof.step()
    shown, words = proof.loss()
    assert shown == at and words.startswith(note) and "Still" not in words


def test_what_is_proved_so_far_is_told_while_it_searches(handheld):
    proof = proof_of(handheld, (1, 1, 0, 0, 0, 2, 2, 2))
    while proof.bounds.lost == 7:
        proof.step()
    assert not proof.done() and proof.loss()[1].endswith(" Still looking.")
    proof.pause()  # a hint thinks: nothing that was proved is forgotten
    lost = proof.bounds.lost
    while not proof.done():
        proof.step()
    assert lost >= proof.bounds.lost == 5


def test_most_is_spent_on_the_move_before_the_first_lost_position():
    """Sixteen times the positions, and again as long as that is lost, too."""
    verdicts, takes = (1, 1, 2, 2, 2, 2), (0, 0, 9000, 9000, 0, 0)
    bounds = losing_move.Bounds(None, b"", (), len(verdicts) - 1)
    bounds._prove = lambda bot, n, most, room: (yield) or verdicts[n] * (most >= takes[n])
    for _ in bounds.search(None, 5000):
        pass
    assert (bounds.won, bounds.lost) == (1, 2)


def test_forgotten_moves_may_have_lost_it(handheld):
    proof = proof_of(handheld, (2, 2, 2))
    proof._game.match.forgotten = 10
    while not proof.done():
        proof.step()
    assert proof.loss() == (0, handheld.module("screens.review")._BEFORE)


@pytest.mark.parametrize("board", ("ws_lcd_13", "ws_lcd_114"))
def test_the_review_goes_where_it_was_lost_and_the_strip_shows_it(handheld, board):
    """Unless a key was pressed before; keys are answered while it searches."""
    handheld.board = board
    handheld.prepare("friday", 1, 5000)
    handheld.drawn = True
    handheld.on()
    review = handheld.module("screens.review")
    table = handheld.saved("friday")
    table.view.open(table.match.s)
    shown = []
    show = review._show
    review._show = lambda game, at, end, note, *rest, **by: (
        shown.append((at, note)), show(game, at, end, note, *rest, **by),
    )  # fmt: skip
    hardware = handheld.hardware
    hardware.script([*hardware.taps("20000 ", 100)[0], (20500, hardware.Stop)])
    with pytest.raises(hardware.Stop):
        review.run(table)
    at, note = shown[-1]
    assert re.match(r"Move (\d+) lost it: you ", note)[1] == str(at + 1)
    w, h = handheld.hal.W, handheld.hal.H
    line = [handheld.hal.fb.pixel(x, h - 1) for x in range(w)]
    canvas = handheld.module("draw.canvas")
    lost = w * (at + 1) // (table.match.logged + 1)
    mark = range(w * at // (table.match.logged + 1), w * at // (table.match.logged + 1) + 3)
    for x in range(w):
        want = canvas.WHITE if x in mark else canvas.GREEN if x < lost else canvas.RED
        assert line[x] == want, x


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
    status = handheld.status_panel
    menu = handheld.module("ui.menu")
    notes = []
    shown = []
    tell = status.message
    status.message = lambda text: notes.append(text) or tell(text)
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
    n = table.match.played
    told = {int(text.split("/")[0]) for text in notes if text[:1].isdigit()}
    assert {1, 2, n - 2, n - 1, n} <= told
    verdicts = [text for text in notes if text.endswith(". Winnable.")]
    assert {int(text.split("/")[0]) for text in verdicts} >= {1, 2, n - 2, n - 1, n}
    assert "The last move" in shown
    assert not [text for text in notes + shown if "lost" in text.lower() or "losing" in text]
    assert not [text for text in notes if "can't tell" in text.lower()]


@pytest.mark.parametrize("board", ("ws_lcd_114", "youmaketech"))
def test_play_goes_on_from_a_move_of_the_review(handheld, board):
    """The moves after it can be redone; the loss stays one unless the game ends otherwise."""
    handheld.board = board
    handheld.prepare("friday", 1, 5000)
    menu = "B:700" if board == "youmaketech" else "MENU"
    look = "A 500 " if board == "ws_lcd_114" else ""  # the result alone fills a small screen
    keys = f"3000 {look}DOWN*3 A 4000 LEFT*3 300 {menu} 300 "
    game = handheld.play(keys + "A 2500").game
    match = game.match
    assert 0 < match.played < match.logged and not match.rules.over(match.s)
    facts = {"BEGUN", "HINTED", "KNOWN", "UNDONE", "REVIEWED"}
    assert handheld.facts(game) == facts and not game.end and not game.end_shown
    assert handheld.numbers("friday")["PLAYED"] == 1
    n, top = match.played, match.logged
    game = handheld.play("600").game
    assert (game.match.played, game.match.logged) == (n, top)


def test_the_review_s_menu_names_its_keys(handheld):
    handheld.prepare("friday", 1, 5000).on()
    review = handheld.module("screens.review")
    shown = []
    show = review._show
    review._show = lambda game, at, *rest, **by: (shown.append(at), show(game, at, *rest, **by))
    loss = review.Proof.loss
    review.Proof.loss = lambda proof: (shown.append("loss"), loss(proof))[1]
    handheld.tap("3000 DOWN*3 A 6000 MENU 200 DOWN*2 A 300 MENU 200 DOWN A 4000 MENU 200 B 300")
    assert shown.count("loss") >= 2 and 0 in shown and shown[-1] != 0


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
    (r"After move (\d+) it could be won, after move (\d+) no more", 0, 1),
    (r"This deal could be won, after move (\d+) no more", None, 0),
    (r"After move (\d+) it was lost", None, 0),
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
        known = match.played  # winnable until here
        playing.play_on(match, 5000, deal)
        if rules.over(match.s) == 1:
            continue
        table.view.open(match.s)
        proof = review.Proof(table, match.played)
        while not proof.done():
            proof.step()
        _, note = proof.loss()
        claim, won, lost = next(c for c in CLAIMS if re.match(c[0], note))
        told.add(claim)
        moves = [int(n) for n in re.match(claim, note).groups()]
        if won is not None and moves[won] - (won == lost) > known:
            match.go(moves[won] - (won == lost))
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


def test_up_to_what_is_proved_winnable_and_from_what_is_proved_lost_a_move_says_so(handheld):
    handheld.on()
    review = handheld.module("screens.review")
    proof = SimpleNamespace(won=3, lost=5)
    said = [review._known(proof, n).strip() for n in range(7)]
    assert said == ["Winnable."] * 4 + [""] + ["Lost."] * 2
