"""The places of a table: on the screen, above the status panel, each with a part of its own."""

import playing
import pytest
import screen_checks

BOARDS = ("ws_lcd_13", "display_pack_2", "display_pack")
GAMES = playing.GAMES


def boxes(handheld):
    """{place: rectangle} of the open game, as left, top, right, bottom."""
    places = handheld.module("table.places")
    held = handheld.module("table.piles").counts
    seen = [p for p in range(places.count) if not places.kind[p] & places.COUNT_ONLY]
    seen = [p for p in seen if places.w[p] and (held[p] or not places.kind[p] & places.VIEW_DRAWS)]
    return {
        p: (places.x[p], places.y[p], places.x[p] + places.w[p], places.y[p] + places.h[p])
        for p in seen
    }


def pixels(box):
    """The points of a rectangle, two pixels apart."""
    left, top, right, bottom = box
    return [(x, y) for x in range(left & ~1, right, 2) for y in range(top & ~1, bottom, 2)]


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("game", GAMES)
def test_places_are_on_the_screen_and_can_be_told_apart(handheld, game, board):
    """Of each at least a sixth is not under the others, as in a fan or a column.

    Beside the table a place may lie on the panel, above the top that the view has named: where its
    bar and its words begin.
    """
    handheld.board = board
    handheld.prepare(game, deal=5, moves=30)
    hal = handheld.on()
    handheld.tap("A:900 900" if game == "three_thirteen" else "900")
    panel = handheld.status_panel
    held = boxes(handheld)
    assert len(held) >= 7
    area = {p: set(pixels(box)) for p, box in held.items()}
    end = panel.y if panel._below else panel._bar_y
    wrong = []
    for p, (left, top, right, bottom) in held.items():
        where = f"place {p}, {left},{top} to {right},{bottom},"
        if not (left >= 0 and top >= 0 and right <= hal.W and bottom <= hal.H):
            wrong.append(f"{where} leaves the screen, {hal.W}x{hal.H}")
        if right > panel.x and left < panel.x + panel.w and bottom > end:
            wrong.append(f"{where} lies on the panel, which begins at x {panel.x}, y {end}")
        later = set().union(*(area[q] for q in area if q > p))  # they are drawn over it
        if 6 * len(area[p] - later) < len(area[p]):
            over = [q for q in area if q > p and area[q] & area[p]]
            wrong.append(f"{where} is hidden by place {' and '.join(map(str, over))}")
    if wrong:
        kept = screen_checks.keep(handheld, f"{game}-{board}")
        pytest.fail("\n".join([*wrong, f"look: {kept}"]), pytrace=False)


def test_the_choices_at_the_end_of_a_turn_are_above_the_hand(handheld):
    handheld.board = "display_pack"
    handheld.prepare("three_thirteen", deal=13, moves=200)
    handheld.on()
    handheld.tap("A:900 900")
    view, places = handheld.module("views.three_thirteen"), handheld.module("table.places")
    hand = min(places.y[p] for p in range(view._HAND, view._OUT) if places.y[p])
    for p in (view._OUT, view._END):
        assert places.y[p] + places.h[p] <= hand
        assert places.y[view._PILE] + places.h[view._PILE] <= places.y[p]


@pytest.mark.parametrize("text", (0, 1))
def test_a_message_below_a_table_leaves_a_line_of_captions_in_large_text_too(handheld, text):
    handheld.drawn = True
    handheld.prepare("friday", deal=5, text=text)
    handheld.on()
    handheld.tap("900")
    panel = handheld.status_panel
    drawn = []
    handheld.hal.text = lambda font, s, x, y, ink: y < handheld.hal.H and drawn.append(s) or x
    for words in range(4, 9):
        drawn.clear()
        panel.message("message " * words)
        panel.draw()
        assert any("message" not in s for s in drawn), words


def test_beside_a_table_captions_are_large_until_a_message_takes_their_room(handheld):
    handheld.prepare("thirteens", deal=7, text=1)
    handheld.on()
    handheld.tap("900")
    panel, art = handheld.status_panel, handheld.module("draw.art")
    seen = []
    for message in ("", "No 7 touches it", ""):
        panel.message(message)
        panel._lay_out()
        shown = [text.split()[-1] for text, _, _, down in panel._keys if down >= panel._keys_from]
        seen.append((panel._keys_font is art.SMALL, shown))
    large = False, ["take", "hint", "undo", "hold", "menu"]  # split takes buttons for blanks
    assert seen == [large, (True, ["take", "hint", "undo", "menu"]), large]


def test_below_a_table_what_a_game_s_own_keys_do_is_large_if_not_all_can_be(handheld):
    handheld.prepare("friday", deal=5, text=1)
    handheld.on()
    handheld.tap("900")
    panel, small = handheld.status_panel, handheld.module("draw.art").SMALL
    shown = {text.split()[-1]: font is small for text, _, font, _ in panel._keys}
    assert shown == {"turn": False, "hint": True, "undo": True, "menu": True}


@pytest.mark.parametrize("game", [*playing.PATIENCES, *playing.MULTIPLAYER])
def test_on_a_low_screen_large_hints_cover_no_card_that_they_light(handheld, game):
    """Both of them; and the pause menu says what the second one costs."""
    handheld.board, handheld.drawn = "ws_lcd_114", True
    options = b"\0\0\2" if game in playing.MULTIPLAYER else None
    large = asked = told = 0
    for deal in range(1, 5):
        handheld.prepare(game, deal, 3 * deal * (options is None), options, text=1, animation=0)
        hint = playing.row(handheld, "Hint")
        agree = " A 3000" if options else ""
        for keys in hint, f"{hint} 400 {hint}{agree}":
            handheld.on()
            handheld.tap(f"1500 {keys} 3000")
            panel, places = handheld.status_panel, handheld.module("table.places")
            if not panel.has_message():
                continue
            asked += 1
            large += panel._font is not handheld.module("draw.art").SMALL
            top = panel.y - panel._grown
            lit = [p for p in range(places.count) if places.flags[p] & places.HINT]
            for p in lit if panel._below else ():
                shown = places.y[p] + places.h[p]
                assert shown - places.card_h[p] + 18 <= top, (deal, keys, p)
        handheld.prepare(game, deal, 3 * deal * (options is None), options, text=1, animation=0)
        handheld.on()
        menu = handheld.module("ui.menu")
        ask, notes = menu.ask, []
        menu.ask = lambda *a, ask=ask, notes=notes, **k: notes.append(a[3:]) or ask(*a, **k)
        handheld.tap(f"1500 {hint} 1500 MENU 500")
        text = "Hint again: the best" if options else "Hint again costs a trophy"
        told += (text,) in notes
    assert told > 2
    assert asked > 6 and large > asked * 3 // 4
