"""Card backs and felts: won by steps and trophies, chosen in the settings, kept, and worn."""

import playing
import pytest
from screen_checks import ScreenChecks

from thirteen.draw import palettes
from tools.assets import sheet

BOARDS = ("ws_lcd_13", "ws_lcd_114", "picopad", "display_pack")
ROW = {game: i for i, game in enumerate(playing.GAMES)}
DRAWN = False  # by the fixture `handheld`


@pytest.fixture
def worn(handheld):
    handheld.on()
    handheld.module("storage.settings").load()
    return handheld.module("screens.worn")


def earned(handheld, steps=(), trophies=()):
    """A history with so many (game, number) steps and trophies."""
    history = handheld.module("storage.history")
    past = history.load()
    for game, n in steps:
        for i in range(n):
            history.put_step(past, ROW[game], i, 90)
    for game, n in trophies:
        for i in range(n):
            history.earn(past, ROW[game], i)
    assert history.save(past)
    return past


def test_the_owner_s_guide_counts_what_can_be_won(handheld, worn):
    awards = handheld.module("screens.awards")
    trophies = sum(len(awards.of(game).TROPHIES) for game in playing.GAMES)
    stars = 3 * handheld.module("screens.steps").COUNT * len(playing.GAMES)
    text = " ".join((playing.ROOT / "tools/docs/playing.md").read_text("utf-8").split())
    assert f"{trophies} trophies, {stars} stars, " in text
    assert f" {len(worn.BACKS)} card backs, {len(worn.FELTS)} felts" in text


def test_there_are_as_many_as_the_settings_know_and_each_has_a_name_and_a_pattern(handheld, worn):
    settings = handheld.module("storage.settings")
    patterns = sheet.read(playing.ROOT / "tools/assets/worn.txt")
    names = [key.partition("=")[0] for key in patterns]
    assert names == [thing[0].lower() for thing in worn.BACKS]
    assert (settings.BACKS, settings.FELTS) == (len(worn.BACKS), len(worn.FELTS))
    assert len(worn.FELTS) == len(palettes.FELTS)
    assert len({thing[1:] for thing in worn.BACKS + worn.FELTS}) == 16  # won in a way of its own


def test_each_is_won_by_what_its_sentence_says_and_by_no_less(handheld, worn):
    for thing in worn.BACKS + worn.FELTS:
        _, game, what, n = thing
        one = game or "imaginary"
        for many, has in ((n - 1, False), (n, True)):
            history = handheld.module("storage.history")
            assert history.save(history.empty())
            past = earned(handheld, **{"steps" if what == "step" else what: [(one, many)]})
            words = worn.words(past, thing)
            assert [thing[0] in text for text in worn.won(past)].count(True) == has
            assert words.startswith("Won with " if has else "For ") and str(n) in words
            assert has or words.endswith(f": {many} so far")
            title = handheld.module("catalog").GAMES[ROW[one]][1]
            assert (title if game else "any game") in words
    assert history.save(history.empty())
    past = earned(handheld, steps=[("friday", 7), ("make13", 7)])
    assert not [text for text in worn.won(past) if "Thirteen" in text]  # all of one game


def test_the_card_at_the_end_says_what_is_new_to_wear(handheld, worn):
    earned(handheld, steps=[("friday", 4)])
    steps = handheld.module("screens.steps")
    deal, _, _ = steps.deal(steps.of("friday"), 4)
    table = handheld.start("friday", deal)
    table.identity, table.step = 5, 5
    table.rules.score = lambda s: 52
    ending = handheld.module("ending")
    for tell in (lambda: ending.close(table, True, 0, 99), lambda: ending.again(table)):
        tell()  # at once, and after the next power-on
        assert table.end.news[0] == "New card back: Stars"
    table.identity = 6
    ending.close(table, True, 0, 99)
    assert "New card back: Stars" not in table.end.news


def test_a_back_that_was_won_is_worn_from_the_card_by_its_second_row(handheld, worn):
    """It is kept, and the row goes, as it is done."""
    over = handheld.module("screens.game_over")
    table = handheld.start("friday", 5)
    table.view.open(table.match.s)
    handheld.module("ending").close(table, True, 0, 99)
    table.end.news[:] = ["New card back: Stars"]
    asked = []

    def ask(title, texts, first, **_):
        asked.append(texts)
        return 1 if len(asked) == 1 else len(texts) - 1

    handheld.module("ui.menu").ask = ask
    rows = [(0, over.ROWS[0]), (over.LEAVE, over.ROWS[over.LEAVE])]
    assert over.what_next(table, "", [], rows, won=True, new=False) == over.LEAVE
    (first, wear, *rest), after = asked
    assert wear == over.ROWS[over._WEAR] and after == [first, *rest]
    assert handheld.module("draw.card_art").worn == 3
    handheld.on()
    settings = handheld.module("storage.settings")
    settings.load()
    assert settings.values[settings.BACK] == 3


@pytest.mark.parametrize("text", (0, 1))
@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("n", (0, 3, 13))
def test_the_grid_on_every_board(handheld, board, n, text):
    """Nothing is cut or overlaps, whichever has the cursor; what is not won can't be worn."""
    handheld.drawn = True
    handheld.board = board
    handheld.on()
    settings = handheld.module("storage.settings")
    settings.load()
    settings.values[settings.TEXT] = text
    handheld.module("preferences").apply()
    earned(handheld, [(game, n) for game in ROW], [(game, min(n, 6)) for game in ROW])
    handheld.start("friday")
    checks = ScreenChecks(handheld)
    keys = handheld.module("ui.keys")
    page = handheld.module("screens.worn")._Worn()
    for i in range(page.n):
        page.at = i
        page.show()
        handheld.hal.refresh()
        before = bytes(settings.values)
        assert page.key(keys.A) is None
        assert (settings.values != before or page.worn(i)) == page.has(i)
        assert page.label(i).endswith(", worn" if page.has(i) else ", not won yet")
    assert not checks.faults
    assert page.key(keys.B) and page.key(keys.MENU)  # which is B held, for one key


def test_what_is_chosen_by_keys_is_worn_and_kept(handheld):
    """Stars on the cards of every game; the games' own again by the first; then a felt."""
    handheld.drawn = True
    handheld.prepare("friday", 42, 5)
    handheld.on()
    earned(handheld, steps=[("friday", 9)])
    menu = handheld.module("screens.settings_menu")
    there = playing.row(handheld, "Settings") + f" 100 DOWN*{len(menu.ROWS)} A 300 "
    own = bytes(handheld.module("draw.card_art")._backs)
    game = handheld.play(f"600 {there} RIGHT*3 A 200 B B B B 2000").game
    art, settings = handheld.module("draw.card_art"), handheld.module("storage.settings")
    assert game and settings.values[settings.BACK] == art.worn == 3
    left = bytes(art._backs)  # the grid has laid others in between
    handheld.play("600")
    art, canvas = handheld.module("draw.card_art"), handheld.module("draw.canvas")
    stars = bytes(art._backs)
    assert art.worn == 3 and left == stars != own and canvas.BACK == canvas.worn == 0x577
    handheld.module("game").Game("imaginary")
    assert bytes(handheld.module("draw.card_art")._backs) == stars
    felt = handheld.panel.colours()[1]
    game = handheld.play(f"600 {there} LEFT*3 A 200 DOWN*2 RIGHT*5 A 200 B B B B 2000").game
    art, settings = handheld.module("draw.card_art"), handheld.module("storage.settings")
    assert (settings.values[settings.BACK], settings.values[settings.FELT]) == (0, 2)
    assert handheld.panel.colours()[1] != felt and bytes(art._backs) != stars


def test_a_pattern_is_laid_over_each_size_of_back(handheld, worn):
    """Tile by tile from the upper left corner, as the sheet has it."""
    art, card_art = handheld.module("draw.art"), handheld.module("draw.card_art")
    patterns = sheet.read(playing.ROOT / "tools/assets/worn.txt")
    for i, (key, rows) in enumerate(patterns.items(), 1):
        assert card_art.weave(i, 0, len(art.BACKS) - 2) == int(key.partition("=")[2], 16)
        for at in art.BACKS[:-1]:
            w, h = card_art._backs[at : at + 2]
            pitch = (w + 3) // 4
            for x, y in ((0, 0), (w - 1, h - 1), (w // 2, h // 2)):
                byte = card_art._backs[at + 2 + y * pitch + x // 4]
                assert byte >> x % 4 * 2 & 3 == rows[y % 16][x % 16]


def test_settings_of_earlier_versions_wear_nothing_and_of_later_ones_what_is_known(handheld):
    handheld.prepare("thirteens", 42)
    path = next(handheld.saves.glob("settings*"))
    handheld.on()
    settings = handheld.module("storage.settings")
    store = handheld.module("storage.store")
    for n, want in ((91, 0), (settings.BACK, 0), (settings.FELT + 1, 7), (settings.FELT + 9, 7)):
        data = bytearray(settings.FELT + 9)
        data[settings.BACK] = 7
        assert store.save("settings", [data[:n]]) and path
        settings.load()
        assert (settings.values[settings.BACK], settings.values[settings.FELT]) == (want, 0)
    data[settings.BACK], data[settings.FELT] = settings.BACKS + 1, settings.FELTS + 1
    assert store.save("settings", [data])
    settings.load()
    assert not settings.values[settings.BACK] and not settings.values[settings.FELT]
