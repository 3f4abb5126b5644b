"""The places of a table: on the screen, above the status panel, not overlapping."""

import playing
import pytest

BOARDS = ("ws_lcd_13", "display_pack_2", "picoboy_color", "display_pack")
GAMES = playing.GAMES


def boxes(handheld):
    """{place: rectangle} of the open game, as left, top, right, bottom."""
    slots = handheld.module("ui.slots")
    if handheld.game.name == "thirteens":
        columns = handheld.module("views.thirteens_columns")
        wide = handheld.module("views.thirteens_tableau").wide
        places = [(columns.x[p], columns.rest(p), wide, columns.HIGH) for p in range(15)]
    else:
        places = [(slots.x[p], slots.y[p], slots.w[p], slots.h[p]) for p in range(slots.n)]
    return {p: (x, y, x + w, y + h) for p, (x, y, w, h) in enumerate(places) if w}


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("game", GAMES)
def test_places_are_on_the_screen_and_apart(handheld, game, board):
    handheld.board = board
    handheld.prepare(game, deal=5, moves=30)
    hal = handheld.on()
    handheld.tap("A:900 900" if game == "three_thirteen" else "900")
    panel = handheld.module("ui.status_panel")
    held = boxes(handheld)
    assert len(held) >= 7
    fan = range(2, 17) if game == "three_thirteen" else ()  # there the cards overlap
    for p, (left, top, right, bottom) in held.items():
        assert left >= 0 and top >= 0 and right <= hal.W and bottom <= hal.H, p
        beside = right <= panel.x or left >= panel.x + panel._w
        assert beside or bottom <= panel.y, (p, bottom, panel.y)
        for q, other in held.items():
            apart = right <= other[0] or other[2] <= left or bottom <= other[1] or other[3] <= top
            assert apart or p == q or p in fan and q in fan, (p, q)


def test_the_choices_at_the_end_of_a_turn_are_above_the_hand(handheld):
    handheld.board = "display_pack"
    handheld.prepare("three_thirteen", deal=13, moves=200)
    handheld.on()
    handheld.tap("A:900 900")
    view, fan = (
        handheld.module("views.three_thirteen"),
        handheld.module("views.three_thirteen_fan"),
    )
    low = view._BUTTON_Y + view._BUTTON_H
    assert view._MID + view._CARD_H <= view._BUTTON_Y and low <= fan.ROW
    assert fan.ROW + fan._LOWER + fan.CARD_H <= view._FOOT
    assert fan._BAR_Y + fan._BAR_H <= view._FOOT
