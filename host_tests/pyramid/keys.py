"""Pyramid played by keys, from the launcher to its end card and on to the next deal."""

import emulator
import playing
import pytest
import scripted_player

from tools import boards, journeys, left_on_flash
from tools.device import build, pack
from tools.emulator.pico import Pico

GAME = "pyramid"
BOARDS = ("ws_lcd_13", "display_pack", "picopad")  # 240x240, 240x135, 320x240


def moves(won):
    """(deal, moves) of a recorded win, or of a deal in which the stock alone is turned."""
    if won:
        return playing.won(GAME)
    rules = playing.RULES[GAME]
    s = bytearray(rules.SIZE)
    rules.new(s, 7, b"\0")
    made = []
    while not rules.over(s):
        out = [0] * rules.MOVES
        made.append(out[rules.moves(s, out) - 1])  # turn or redeal, while there is one
        rules.apply(s, made[-1])
    return 7, made


def keys(handheld, line, pressed):
    """The script of a player who makes these moves; notes each key in `pressed`."""

    def press(key):
        pressed.append(key)
        return key

    eye = journeys.Eye(handheld.hal)
    yield 900
    row = playing.GAMES.index(GAME)
    pad = handheld.hal.PAD
    for _ in range(row):
        yield press("RIGHT" if pad else "Y")
    yield 300
    yield press("A")
    yield 2500
    view, choice = handheld.module("views." + GAME), handheld.module("table.choice")
    places, bits = handheld.module("table.places"), handheld.module("ui.keys")
    arrows = [(name, getattr(bits, name)) for name in ("UP", "DOWN", "LEFT", "RIGHT")]
    for m in line:
        match = handheld.game.match
        played = match.played
        for p in dict.fromkeys((view.source(match.s, m), view.target(match.s, m))):
            if match.played > played:
                break
            while choice.cursor != p:
                if pad:
                    way = scripted_player.way(
                        lambda k, at: places.go(k, at, choice.stops), choice.cursor, p, arrows
                    )
                    yield press(way[0])
                else:
                    yield press("Y")
                yield 100
            yield press("A")
            yield 150
        assert match.log[match.played - 1] == m, (match.played, m)
    for _ in range(40):
        if not handheld.game.end_shown:
            yield 500  # a win is celebrated
    yield 2000
    pressed.append("END")
    handheld.over = handheld.game.rules.over(handheld.game.match.s)
    handheld.counted = handheld.numbers(GAME)
    for _ in range(15):
        if not handheld.game.match.played:
            break
        # A goes on from a card that hides the menu, and answers a question before it.
        menu = any(row in eye.texts() for row in ("Same deal", "New deal", "Review the", "Undo"))
        chosen = eye.focus("New deal") or not menu
        yield press("A" if chosen else "DOWN" if pad else "Y")
        yield 1500 if chosen else 400
    yield 1000


@pytest.fixture
def played(handheld, request):
    """The handheld after a game by keys: its end card is shown."""
    board, won = request.param
    deal, line = moves(won)
    handheld.board = board
    handheld.prepare(GAME, deal=deal, last=False)
    pressed = []
    scripted_player.play(handheld, lambda handheld: keys(handheld, line, pressed))
    handheld.pressed, handheld.won = pressed, won
    return handheld


@pytest.mark.parametrize("played", [(b, won) for b in BOARDS for won in (1, 0)], indirect=True)
def test_it_is_played_by_keys_to_its_end_which_counts(played):
    assert played.over == (1 if played.won else 2)
    assert (played.counted["PLAYED"], played.counted["WON"]) == (1, played.won)
    assert not played.game.match.played and not played.game.end_shown  # the next deal


@pytest.mark.parametrize("played", [("ws_lcd_13", 1)], indirect=True)
def test_the_same_keys_win_it_on_an_emulated_pico(played, tmp_path):
    """At a person's pace; it counts there, too, and the next deal is on the table."""
    image = emulator.image()
    played.saves = tmp_path / "new"
    played.saves.mkdir()
    played.prepare(GAME, deal=moves(1)[0], last=False)
    files = {f"/saves/{path.name}": path.read_bytes() for path in played.saves.iterdir()}
    build.build(played.board, tmp_path / "built")
    pico = Pico(image, boards.read(played.board), {**pack.pack(tmp_path / "built"), **files})
    pico.lit()
    pico.settled(2)
    for key in played.pressed:
        if key == "END":
            pico.settled(4, 60)
        else:
            pico.tap(key)
            pico.run(0.35)
    pico.settled(2)
    for path, data in left_on_flash.contents(pico.flash()).items():
        if path.startswith("/saves/"):
            (played.saves / path[7:]).write_bytes(data)
    played.on()
    counts = played.numbers(GAME)
    assert (counts["PLAYED"], counts["WON"]) == (1, 1)
    assert not played.saved(GAME).match.played
