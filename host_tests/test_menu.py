"""Menus and boxes in the framebuffer: the item with the cursor, the result of A."""

import pytest

GOLD, PANEL = 12, 14


@pytest.fixture
def hal(handheld):
    """A handheld that is on, with the colours and signs for boxes."""
    handheld.on()
    handheld.module("draw.card_art")
    return handheld.hal


@pytest.fixture
def menu(handheld, hal):
    """The module, and `menu.play(call, keys)`."""
    module = handheld.module("ui.menu")
    canvas = handheld.module("draw.canvas")
    assert (canvas.GOLD, canvas.PANEL) == (GOLD, PANEL)
    polled = handheld.module("ui.keys")
    rows = {}  # y: (text, where)
    row = module._row

    def noted(item, on, x, y, w, h, beside):
        rows[y] = item, x, y, w, h
        row(item, on, x, y, w, h, beside)

    module._row = noted

    def play(call, keys):
        """(result, or None if it is still open; visible items; items with the cursor)."""
        rows.clear()
        canvas.clear()
        handheld.hardware.script([(0, 0)])  # release the previous key
        for _ in range(9):
            polled.poll()
        events, ms = handheld.hardware.taps(keys)
        handheld.hardware.script(events + [(ms + 50, handheld.hardware.Stop)])
        try:
            answer = call(module)
        except handheld.hardware.Stop:
            answer = None
        chosen = [
            item for item, x, y, w, h in rows.values()
            if hal.fb.pixel(x + 1, y + h // 2) == GOLD and hal.fb.pixel(x + w - 2, y + 3) == GOLD
        ]  # fmt: skip
        shown = [rows[y][0] for y in sorted(rows)]
        return answer, shown, chosen

    module.play = play
    return module


@pytest.fixture
def digits(menu, handheld):
    return handheld.module("ui.digits")


FIVE = ["zero", "one", "two", "three\tyes", "four"]
MANY = [f"item {i}" for i in range(30)]


@pytest.mark.parametrize(
    "keys, answer, chosen",
    [
        ("", None, "zero"), ("DOWN", None, "one"), ("DOWN*2 UP", None, "one"),
        ("UP", None, "four"), ("DOWN*5", None, "zero"), ("DOWN*2 A", 2, "two"), ("B", -1, "zero"),
        ("MENU", -1, "zero"), ("RIGHT", None, "zero"), ("DOWN*3 RIGHT", 3, "three\tyes"),
    ],
)  # fmt: skip
def test_one_item_has_the_cursor_and_a_chooses_it(menu, keys, answer, chosen):
    assert menu.play(lambda m: m.ask("A title", FIVE), keys) == (answer, FIVE, [chosen])


@pytest.mark.parametrize("key, way", [("A", 0), ("LEFT", -1), ("RIGHT", 1)])
def test_the_key_that_chose_is_reported_and_an_item_may_change(menu, key, way):
    menu.play(lambda m: m.ask("", FIVE, 3), key)
    assert menu.way == way
    seen = []

    def change(i, way):
        seen.append((i, way))
        return None if len(seen) > 1 else "three\tno"

    answer, shown, chosen = menu.play(lambda m: m.ask("", FIVE, 3, change=change), f"{key} 50 A")
    assert seen == [(3, way or 1), (3, 1)] and answer == 3
    assert chosen == ["three\tno"] and FIVE[3] == "three\tyes"  # the caller's list is unchanged


@pytest.mark.parametrize(
    "keys, first, chosen", [("", 0, 0), ("DOWN*3", 0, 3), ("UP", None, 29), ("UP DOWN", 0, 0)]
)
def test_a_long_menu_scrolls_to_the_cursor(menu, keys, first, chosen):
    _, shown, on = menu.play(lambda m: m.ask("Long", MANY), keys)
    assert on == [MANY[chosen]]
    n = len(shown)
    assert 5 < n < 30 and shown == MANY[30 - n :] if first is None else shown == MANY[:n]


def test_a_menu_is_in_the_middle_or_begins_where_it_is_told(menu, hal):
    def first(top):
        menu.play(lambda menu: menu.ask("", FIVE, top=top), "")
        ground = hal.fb.pixel(0, 0)
        high = [y for y in range(hal.H) if hal.fb.pixel(hal.W // 2, y) != ground]
        return high[0], hal.H - 1 - high[-1]

    above, below = first(-1)
    assert abs(above - below) <= 1
    for top in (0, 1, 50):
        assert first(top)[0] == top


def test_a_long_menu_scrolls_by_one(menu):
    n = len(menu.play(lambda m: m.ask("Long", MANY), "")[1])
    _, shown, on = menu.play(lambda m: m.ask("Long", MANY), f"DOWN*{n}")
    assert shown == MANY[1 : n + 1] and on == [MANY[n]]
    _, shown, on = menu.play(lambda m: m.ask("Long", MANY), f"DOWN*{n} UP*{n - 1}")
    assert shown == MANY[1 : n + 1] and on == [MANY[1]]


@pytest.mark.parametrize(
    "keys, value",
    [("A", 123), ("UP A", 223), ("DOWN A", 23), ("DOWN*2 A", 923), ("RIGHT UP A", 133),
     ("LEFT UP A", 124), ("RIGHT*2 DOWN*4 A", 129), ("RIGHT*3 UP A", 223), ("B", -1),
     ("RIGHT B", -1), ("UP", None)],
)  # fmt: skip
def test_a_number_is_entered_digit_by_digit(menu, digits, keys, value):
    assert menu.play(lambda m: digits.number("Deal", 123, 3), keys)[0] == value


@pytest.mark.parametrize("keys, value", [("B", -1), ("A B UP A*3", 223), ("A*2 B*2 UP A*3", 223)])
def test_without_a_pad_b_goes_back_a_digit_and_then_leaves(menu, digits, hal, keys, value):
    hal.PAD = False
    keys = keys.replace("UP", "Y")
    assert menu.play(lambda m: digits.number("Deal", 123, 3), keys)[0] == value


@pytest.mark.parametrize("room, large", ((8, True), (7, False)))
def test_a_note_is_in_large_letters_only_if_it_keeps_four_pixels_of_each_edge_free(
    handheld, hal, room, large
):
    settings = handheld.module("storage.settings")
    settings.load()
    settings.values[settings.TEXT] = 1
    handheld.module("preferences").apply()
    menu, canvas = handheld.module("ui.menu"), handheld.module("draw.canvas")
    width = canvas.width(canvas.reading, "a longer line") + room
    font = menu._note_font(("short\na longer line",), width)
    assert (
        font is (canvas.reading if large else menu.art.SMALL) and canvas.reading != menu.art.SMALL
    )


def test_rows_are_apart_but_for_fourteen_which_just_fit(handheld, hal):
    height, letters = handheld.module("ui.menu").height, handheld.module("draw.art").SMALL[0]
    apart = [(height("x" * n) - height("")) // n - letters for n in range(1, 20)]
    assert apart == [4] * 11 + [3, 2, 1] + [2] * 5


def test_a_stray_press_chooses_no(menu):
    assert menu.play(lambda m: m.sure("Really?", "Yes"), "A")[0] is False
    assert menu.play(lambda m: m.sure("Really?", "Yes"), "DOWN A")[0] is True
    assert menu.play(lambda m: m.alert("So", "it is"), "A")[0] is True
    assert menu.play(lambda m: m.alert("So", "it is"), "B")[0] is False


def test_a_text_with_a_number_is_made_once(handheld, hal):
    """Formatting takes time, and memory in each frame."""
    formatted = handheld.module("draw.canvas").formatted
    first = formatted(0, "%d cards", 12345)
    assert formatted(0, "%d cards", 12345) is first and first == "12345 cards"
    assert formatted(0, "%d left", 12345) == "12345 left"
    assert formatted(0, "%d left", 12346) == "12346 left"
