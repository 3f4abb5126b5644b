"""Every screen on every board: nothing stale, nothing cut off, no remains of earlier pictures.

Screens are tested by properties (screen_checks.py), not by pictures: the panel is up to date at
each wait, text is complete and readable on a single background, and a table at rest, drawn again,
is the same.
"""

import contrast
import monkey
import playing
import pytest
from screen_checks import ScreenChecks

BOARDS = ("ws_lcd_13", "display_pack_2", "ws_lcd_114", "picosystem")
SIZES = ((320, 170), (280, 240), (240, 280), (240, 320))  # of a picture that no profile has
GAMES = playing.GAMES
PRESSES = 4000 if playing.SOAK else 90


def tour(handheld, game=None, part=0):
    """Keys that lead through every screen of the launcher, or of the open game.

    Of the pause menu, which all games share, every third row from `part` on: by make soak all.
    """
    pad = handheld.hal.PAD
    down, up = ("DOWN", "UP") if pad else ("Y", "X")
    many = f"{down} 60 A {down} A A"  # choose rows, changing the value of one
    menu = "MENU" if handheld.hal._PINS[8] >= 0 else "B:700"
    if not game:
        about = f"A {down}*3 B"
        return (
            f"{down}*6 {up}*2 {menu} A {many} {down}*5 A B {down}*3 A RIGHT A+B X+Y B:1300 300 "
            f"{down} {about} 100 B {down} A {menu} {up} A 200"
        )
    if game in playing.RACES:
        return _race(pad, down, up, menu, many)
    pause_menu = handheld.module("screens.pause_menu")
    shown = "A:900 300 " if game in playing.MULTIPLAYER else ""  # uncovers the player's cards
    walk = [f"{shown}{down} A {up} A 700 A B {down}*3 A 600 {shown}"]
    rows = list(enumerate(pause_menu.ROWS[:13]))
    for i, row in rows if playing.SOAK else rows[part % 3 :: 3]:
        inside = {
            "Hint": "2500",
            "New deal": "A 300",
            "Restart": f"{down} A 300",
            "Choose a deal": f"{down} A "
            + (f"{up} A*2 {down} B*7 300" if not pad else "UP RIGHT DOWN*2 LEFT A 300 A 300"),
            "House rules": f"A {down} A B 100 B",
            "Rules": f"A 100 {down}*3 {up} B 100 B",
            "Statistics": f"{up} A 100 B B 100 B",
            "Settings": f"{many} {down}*2 A {down}*2 A A B 100 B",
        }.get(row, "100")
        walk.append(f"{menu} {down}*{i} A {inside}" if i else f"{menu} A 100")
    return " ".join(walk)


def _race(pad, down, up, menu, many):
    """The same through a suspended race, its end, and the screens of tournaments."""
    initials = f"{up} A" if pad else f"{up} A*3"
    return " ".join(
        (
            f"A 400 {down} A {up} A 900 {menu} {down}*2 A 100 A {down}*2 B 200",  # the rules
            f"{down} A {many} B B 300 {menu} A 500",
            f"{menu} {down} A 100 {down} A 600 A A B 300 B 300",  # quit; its results
            f"{down}*2 A 200 A*2 B 200",  # high scores, then the house rules
            f"{down} A 100 {down}*4 A 100 A 100 B 100 {down}*2 A 100 B 200",
            f"{down} A 100 A 100 {down}*2 B 200",  # rules, then statistics
            f"{down} A 100 {up} A 100 B 100 B 200",
            f"{down}*2 A 100 A 100 {initials} 100 A 900 {down} A 600 {menu} {up} A 400",
            f"A 300 {down}*2 A 100 A 100 {down} A 900 {menu} {down} A 2000",  # practice; a hint
        )
    )


def look_around(handheld, keys):
    handheld.on()
    checks = ScreenChecks(handheld)
    handheld.tap(keys)
    assert not checks.faults
    assert checks.frames > 40
    assert not contrast.unreadable(checks.inks)
    crash = [name for name in handheld.files() if name.startswith("crash")]
    assert not crash, (handheld.saves / crash[0]).read_text()


def test_the_checks_find_faults(handheld):
    hal = handheld.on()
    checks = ScreenChecks(handheld)
    small = handheld.module("draw.art").SMALL
    handheld.module("draw.canvas").theme(0)
    hal.fb.fill(1)
    hal.refresh()
    hal.text(small, "whole", 20, 20, 0xF530)
    assert not checks.faults and checks.inks == {((255, 255, 255), (0x22, 0x33, 0x44))}
    hal.sleep(2)
    assert [said.split(":")[0] for said in checks.faults] == ["stale"]
    hal.refresh()
    hal.text(small, "cut off", hal.W - 20, 20, 0xF530)
    hal.text(small, "again", 22, 21, 0xF530)
    off, over = checks.faults[1:]
    assert off.startswith("off the screen: 'cut off' at 220,20 ends at 2")
    assert over.startswith("over something: 'again' at 22,21 covers 'whole' at 20,20; look: ")
    assert (playing.ROOT / over.partition("look: ")[2]).is_file()
    pale, felt, white = (handheld.panel.colours()[i] for i in (3, 1, 15))
    poor = contrast.unreadable({(pale, felt), (white, felt)})
    assert [pair[:2] for pair in poor] == [(pale, felt)]


FACES = [(0, 0), (1, 1), (2, 0)]  # (theme, text)
# A face each board, by make soak each of each.
DRESSED = [
    (board, *face)
    for i, board in enumerate(BOARDS)
    for face in (FACES if playing.SOAK else FACES[i % 3 :][:1])
]


@pytest.mark.parametrize("board, theme, text", DRESSED)
def test_launcher_settings_self_test_and_about(handheld, board, theme, text):
    handheld.board = board
    handheld.prepare(theme=theme, text=text)
    look_around(handheld, tour(handheld))


TOURS = [
    (game, board)
    for i, game in enumerate(GAMES)
    for j, board in enumerate((*BOARDS[:2], "display_pack"))
    if playing.SOAK or (i + j) % 3 == 1
]  # one of three boards


@pytest.mark.parametrize("game, board", TOURS)
def test_a_game_and_all_its_menus(handheld, game, board):
    handheld.board = board
    i = GAMES.index(game) + len(board)
    handheld.prepare(game, deal=123456, moves=12, theme=i % 3, text=(i + 1) % 2)
    look_around(handheld, tour(handheld, game, i))


@pytest.mark.parametrize("w, h", SIZES)
def test_the_launcher_of_any_size(handheld, w, h):
    handheld.size = {"W": w, "H": h}
    handheld.prepare(theme=1, text=w // 8 % 2)
    look_around(handheld, tour(handheld))


@pytest.mark.parametrize("w, h", SIZES)
@pytest.mark.parametrize("game", GAMES)
def test_a_game_and_its_end_of_any_size(handheld, game, w, h):
    """Its table and its end, and in every fourth case all its menus: by make soak in each."""
    handheld.size = {"W": w, "H": h}
    i = GAMES.index(game)
    if playing.SOAK or (i + SIZES.index((w, h))) % 4 == 0:
        handheld.prepare(game, deal=123456, moves=12, text=(i + h) % 2)
        look_around(handheld, tour(handheld, game, i + h))
    ends(handheld, game)
    assert (handheld.hal.W, handheld.hal.H) == (w, h)


@pytest.mark.parametrize("game", GAMES)
def test_a_table_of_each_width(handheld, game):
    """With the heights of panels that are sold."""
    sizes = [(w, (135, 240, 172)[w // 8 % 3]) for w in range(240, 321, 8)]
    sizes += [(w, 240) for w in range(240, 321, 16)] + [(240, h) for h in (170, 260, 280, 320)]
    for w, h in sizes:
        handheld.size = {"W": w, "H": h}
        handheld.on()
        checks = ScreenChecks(handheld)
        table = handheld.start(game, deal=123456, moves=30)
        if game in playing.MULTIPLAYER:
            turn = handheld.module("rules.three_thirteen_table").turn
            table.view.viewer = turn(table.match.s)
        table.view.open(table.match.s)
        table.view.draw(table.match.s)
        assert not checks.faults, f"{w}x{h}: {checks.faults}"


@pytest.mark.parametrize("board", BOARDS[:3])
@pytest.mark.parametrize("game", GAMES)
def test_the_end_of_a_game(handheld, game, board):
    handheld.board = board
    ends(handheld, game)


def ends(handheld, game):
    handheld.prepare(game, deal=7, moves=5000, theme=1)
    keys = "500 A 200 A 500 " if game == "three_thirteen" else "500 "  # the hands, the score sheet
    keys += "Y*5 B 200" if not handheld.hal.PAD else "DOWN*5 B 200"
    handheld.on()
    checks = ScreenChecks(handheld)
    handheld.tap(keys)
    assert not checks.faults and handheld.game.end_shown


@pytest.mark.parametrize("game", GAMES)
def test_at_rest_a_table_drawn_again_is_the_same(handheld, game):
    seed = GAMES.index(game) + 21
    handheld.board = BOARDS[seed % 3]
    handheld.prepare(game, deal=seed, moves=20 * seed, animation=seed % 4)
    handheld.on()
    checks = ScreenChecks(handheld)
    weights = [(k, 2 if k == monkey.MENU else n) for k, n in monkey._WEIGHTS]
    monkey.Monkey(seed, PRESSES, step=(6, 14)[seed % 2], trip=10**6, weights=weights).run()
    assert not checks.faults and checks.drawn > 2


@pytest.mark.parametrize("board", BOARDS[:3])
def test_crash_and_prompt(handheld, board):
    handheld.board = board
    handheld.on()
    checks = ScreenChecks(handheld)

    def broken():
        raise ValueError("a sentence that says, at some length, what the matter was with it")

    handheld.module("screens.launcher").run = broken
    handheld.tap("300 A 300 B 300")
    handheld.module("screens.crash").prompt()
    handheld.hal.sleep(1)
    assert not checks.faults
    assert not contrast.unreadable(checks.inks)
