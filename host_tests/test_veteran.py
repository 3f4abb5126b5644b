"""Two years of play, 6,000 games, all trophies and steps: every screen shows them whole."""

import contextlib
import types

import contrast
import playing
import pytest
from screen_checks import ScreenChecks

from tools import veteran

TODAY = 10200
FACES = [  # board, text, theme; by make soak each board with both texts
    (board, text, 2 * text)
    for board, least in (("ws_lcd_13", 0), ("ws_lcd_114", 1), ("picopad", 0))
    for text in (0, 1)
    if playing.SOAK or text == least
]


@pytest.fixture(scope="module")
def two_years(tmp_path_factory):
    """The file of the player's history: (its name, its bytes)."""
    with playing.kept_modules():
        handheld = playing.Handheld(tmp_path_factory.mktemp("veteran"))
        handheld.on()
        veteran.play(TODAY)
        path = min(handheld.saves.glob("history*"))  # besides the copy of the week
        return path.name, path.read_bytes()


@pytest.fixture(params=FACES, ids=lambda face: "-".join(map(str, face)))
def old_hand(handheld, two_years, request):
    """That player's handheld, on a board, with normal or large text, in a theme."""
    name, data = two_years
    handheld.board, text, theme = request.param
    handheld.prepare(text=text, theme=theme, animation=0)
    (handheld.saves / name).write_bytes(data)
    handheld.on()
    settings = handheld.module("storage.settings")
    settings.load()
    settings.values[settings.BACK], settings.values[settings.FELT] = 11, 1
    handheld.module("preferences").apply()
    handheld.hal.today = lambda: TODAY
    handheld.module("ui.keys").wait = lambda *what: 0
    handheld.checks = ScreenChecks(handheld)
    return handheld


def whole(handheld):
    """Nothing was cut off, nothing covers anything else, all can be read."""
    handheld.hal.refresh()
    assert not handheld.checks.faults
    assert not contrast.unreadable(handheld.checks.inks)


class Answered(Exception):
    """A menu was drawn and waits."""


def test_the_history_is_what_it_says(handheld, two_years):
    name, data = two_years
    handheld.on()
    (handheld.saves / name).write_bytes(data)
    history = handheld.module("storage.history")
    past = history.load()
    tables = [history.statistics(past, row) for row in range(5)]
    assert sum(history.total(table, history.PLAYED) for table in tables) == veteran.GAMES
    assert [history.trophies(past, row) for row in range(5)] == [63] * 5
    assert [history.steps(past, row) for row in range(5)] == [13] * 5
    assert 3900 < sum(map(len, past)) <= 4000 and len(past[history.DAYS]) == 5 * 366


def test_numbers_bars_and_the_rating(old_hand):
    statistics = old_hand.module("screens.statistics")
    history = old_hand.module("storage.history")
    shown = set()
    for row, name in enumerate(playing.GAMES):
        table = old_hand.start(name)
        book = statistics._Book(table, history.load())
        for at, page in enumerate(book.pages):
            book.draw(at)
            shown.add((row, min(page[1], 0)))
        whole(old_hand)
    assert len(shown) == 11  # numbers and bars of five games, and one rating


def test_trophies_steps_medals_and_the_calendar(old_hand):
    history = old_hand.module("storage.history")
    past = history.load()
    calendar = old_hand.module("screens.calendar")
    calendar._past, calendar._now = past, TODAY
    for row in range(5):
        old_hand.module("draw.canvas").use_theme_of(row)
        grids = [old_hand.module("screens.trophies")._Page(row)]
        grids.append(old_hand.module("screens.path")._Path(row, history.load()))
        grids.append(old_hand.module("screens.medals")._Medals(past, row, TODAY))
        grids += [calendar._Month(row, TODAY - 31 * back) for back in (0, 11)]
        keys = old_hand.module("ui.keys")
        assert all(page.key(k) == -1 for page in grids[1:3] for k in (keys.B, keys.MENU))
        for page in grids:
            page.show()
            for i in range(page.n):
                page.go(i)
        whole(old_hand)


def test_the_launcher_says_how_things_stand(old_hand):
    launcher = old_hand.module("screens.launcher")
    tiles = launcher._Tiles()
    tiles.show()
    for row in range(5):
        tiles.go(row)
        parts = []
        for i in range(3):
            launcher._look_up(row, i, parts)
        assert any(text.endswith(" won") and len(text) > 6 for text in parts)
        tiles.headline(parts)
    whole(old_hand)


@pytest.mark.parametrize("new", (0, 2, 6))
def test_the_card_of_a_win_and_of_a_loss(old_hand, new):
    over, menu = old_hand.module("screens.game_over"), old_hand.module("ui.menu")
    history = old_hand.module("storage.history")
    for name in playing.GAMES:
        if name in playing.RACES:
            continue
        alone = name not in playing.MULTIPLAYER
        table = old_hand.start(name, 987654, 12, None if alone else b"\2\0\3\3\3")
        table.view.open(table.match.s)
        table.draw()
        table.how = history.IS_DAILY
        table.day, table.seconds, table.par = TODAY, 3599, 188
        for won in (True, False):
            end = (1 if won else 2) if alone else 16
            table.rules.over = lambda s, end=end: end
            table.mode.won = lambda game, won=won: won
            table.identity = old_hand.played(
                name, won, time=3599, moves=187, score=52, earned=(1 << new) - 1
            )
            old_hand.module("ending").again(table)

            def wait(*what):
                raise Answered

            menu.keys.wait = lambda *what: 0

            def asked(*what, **how):
                menu.keys.wait = wait
                return menu.ask(*what, **how)

            over.menu = types.SimpleNamespace(**{**vars(menu), "ask": asked})
            with contextlib.suppress(Answered):
                over._show(table, won, False)
            over.menu = menu
            whole(old_hand)


def test_the_code_of_a_long_game(old_hand):
    code = old_hand.module("screens.qr_code")
    history = old_hand.module("storage.history")
    for name in playing.PATIENCES:
        table = old_hand.start(name, 987654, 60)
        table.how, table.day = history.IS_DAILY, TODAY
        code.run(table)
        whole(old_hand)
