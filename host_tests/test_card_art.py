"""Cards: drawing several at once equals drawing each alone, in every size."""

import pytest

PLACES = ((10, 20), (80, 20), (10, 130))
CARDS = bytes((0x0D, 0x1A, 0x25))  # KC TD 5H


@pytest.mark.parametrize("board", ("ws_lcd_13", "display_pack_2", "display_pack"))
@pytest.mark.parametrize("mark", ["", "OVER"])
def test_many_cards_are_drawn_as_each_alone(handheld, board, mark):
    handheld.board = board
    hal = handheld.on()
    art = handheld.module("draw.card_art")
    mark = getattr(art, mark) if mark else 0
    xs, ys = bytearray(p[0] for p in PLACES), bytearray(p[1] for p in PLACES)
    looks = set()
    for w, h in [(w, h) for w in (24, 29, 30, 31, 43, 44, 45, 50) for h in (30, 64)]:
        hal.fb.fill(1)
        for c, (x, y) in zip(CARDS, PLACES):
            art.card(c, x, y, w, h, mark)
        alone = bytes(hal.buf)
        hal.fb.fill(1)
        body, signs, tint = art.look(mark, w, h)
        hal.stamps(body, signs, CARDS, 0, 3, xs, ys, w, h, tint)
        assert bytes(hal.buf) == alone, w
        looks.add(alone)
    assert len(looks) == 16


@pytest.mark.parametrize("mark, h", [("", 32), ("CHOSEN", 32), ("DIM", 32), ("COVERED", 24)])
def test_cards_lower_than_32_are_flat_and_strips_lower_than_24(handheld, mark, h):
    hal = handheld.on()
    art = handheld.module("draw.card_art")
    corners = []
    for high in (h - 1, h, 48):
        hal.fb.fill(1)
        art.card(0x0D, 0, 0, 34, high, getattr(art, mark) if mark else 0)
        corners.append([[hal.fb.pixel(i, j) for i in range(12)] for j in range(16)])
    assert corners[0] != corners[1] == corners[2]


@pytest.mark.parametrize("w, h", [(41, 44), (43, 49), (44, 44), (46, 45), (50, 60), (59, 66)])
@pytest.mark.parametrize("mark", ["", "FAN"])
def test_court_cards_have_figures_that_no_suit_touches(handheld, w, h, mark):
    hal = handheld.on()
    art = handheld.module("draw.card_art")
    signs = art.look(getattr(art, mark) if mark else 0, w, h)[1]
    courts = signs[1 + 5 * (signs[0] & 127) :]
    for c in (0x0B, 0x1C, 0x2D, 0x3D):
        seen = []
        for at in range(1, 5 * courts[0], 5):
            sign = courts[at : at + 5]
            hal.fb.fill(1)
            hal.stamp(b"\0", b"\x81" + bytes(5) + b"\1" + sign, c, 40, 40, w, h, 0)
            drawn = {(x, y) for x in range(150) for y in range(150) if hal.fb.pixel(x, y) != 1}
            assert all(40 < x < 39 + w and 40 < y < 39 + h for x, y in drawn)
            seen.append((sign[0], drawn))
        assert [sheet for sheet, _ in seen[-2:]] == [6, 7]  # a figure is these two
        for sheet, drawn in seen:
            others = [there for there, of in seen if of is not drawn and drawn & of]
            assert not others or sheet not in (3, 4, 5)
