"""A grid of cells: where arrows and taps lead, what is drawn anew, and what cells are called."""

import re

import pytest

from tools.games import FIRMWARE

DRAWN = False  # by the fixture `handheld`


class Keys:
    """Keys in turn in place of a player; B at last."""

    def __init__(self, module, names):
        self.left = [getattr(module, name) for name in names.split()]
        self.b = module.B

    def __call__(self, *_):
        return self.left.pop(0) if self.left else self.b


@pytest.fixture
def cells(handheld):
    handheld.on()
    grid, keys = handheld.module("ui.grid"), handheld.module("ui.keys")

    class Cells(grid.Grid):
        left, top, w, h = 10, 20, 30, 40

        def __init__(self, n, columns, free=0, at=0):
            self.n, self.columns, self.free, self.at = n, columns, free, at
            self.drawn, self.whole, self.told = [], 0, []

        def draw(self):
            self.whole += 1

        def cell(self, i, on, *place):
            self.drawn.append((i, on, place))

        def foot(self):
            self.told.append(self.at)

        def key(self, k):
            return self.at if k == keys.A else -1 if k == keys.B else None

    def choose(names, *what, **more):
        keys.wait = Keys(keys, names)
        made = Cells(*what, **more)
        return made.run(), made

    return choose


@pytest.mark.parametrize(
    "keys, n, columns, free, at, to",
    [
        ("RIGHT", 6, 3, 0, 5, 0), ("LEFT", 6, 3, 0, 0, 5), ("NEXT", 6, 3, 0, 2, 3),
        ("DOWN", 6, 3, 0, 1, 4), ("DOWN", 6, 3, 0, 4, 1), ("UP", 6, 3, 0, 1, 4),
        ("DOWN", 13, 5, 0, 9, 4), ("UP", 13, 5, 0, 3, 8), ("DOWN", 13, 5, 0, 12, 2),
        ("DOWN", 30, 7, 6, 0, 7), ("UP", 30, 7, 6, 0, 28), ("UP", 30, 7, 6, 1, 29),
        ("DOWN", 1, 4, 0, 0, 0), ("RIGHT", 1, 4, 0, 0, 0),
    ],
)  # fmt: skip
def test_an_arrow_stays_in_its_column_and_comes_round(cells, keys, n, columns, free, at, to):
    assert cells(keys + " A", n, columns, free=free, at=at)[0] == to


def test_each_cell_has_its_place_and_only_what_changes_is_drawn_again(cells):
    _, made = cells("", 5, 3, free=2, at=1)
    assert [(i, on) for i, on, _ in made.drawn] == [(i, i == 1) for i in range(5)]
    assert [place for _, _, place in made.drawn] == [
        (70, 20, 30, 40), (10, 60, 30, 40), (40, 60, 30, 40), (70, 60, 30, 40), (10, 100, 30, 40)
    ]  # fmt: skip
    _, made = cells("RIGHT", 5, 3, at=1)
    assert [(i, on) for i, on, _ in made.drawn[5:]] == [(1, False), (2, True)]
    assert made.told == [1, 2] and made.whole == 1
    assert [made.place(i) for i in range(5)] == [place for _, _, place in made.drawn[:5]]


def test_a_change_of_the_theme_draws_all_of_it_anew(handheld, cells):
    canvas, grid = handheld.module("draw.canvas"), handheld.module("ui.grid")
    key = grid.Grid.key
    made = []

    class Themed(grid.Grid):
        n = 2
        columns = 2

        def draw(self):
            made.append(canvas.ON_PANEL)

        def cell(self, *what):
            pass

        def key(self, k):
            if k == handheld.module("ui.keys").X:
                canvas.theme(2)
                return None
            return key(self, k) or True

    handheld.module("ui.keys").wait = Keys(handheld.module("ui.keys"), "X RIGHT")
    assert Themed().run() and len(made) == 2 and made[0] != made[1]


@pytest.mark.parametrize("row", range(6))
def test_what_a_day_and_a_trophy_are_called(handheld, row):
    """For those who don't see them: a day of one game says how its deal ended."""
    handheld.on()
    handheld.hal.today = lambda: 9824
    screen = handheld.module("screens.calendar")
    screen._now = 9824
    screen._past = handheld.module("storage.history").load()
    month = screen._Month(row, 9824)
    if row == 5:
        assert month.label(23) == "24 Nov 2026, 0 of 5 won"
    else:
        assert re.fullmatch(r"24 Nov 2026, deal \d+, not played yet", month.label(23))
        page = handheld.module("screens.trophies")._Page(row)
        assert page.label(0).endswith(", not won yet") and page.label(0)[0].isupper()


def test_every_grid_names_its_cells(handheld):
    handheld.on()
    for path in FIRMWARE.rglob("*.py"):
        if "(grid.Grid)" in path.read_text("utf-8"):
            handheld.module(f"{path.parent.name}.{path.stem}")
    grids = handheld.module("ui.grid").Grid.__subclasses__()
    assert len(grids) > 5 and all("label" in vars(cls) for cls in grids)
