"""The output of the drawing modules, pinned by checksums: one changed pixel fails.

If a change was intended, look at the pictures that the failure names and pin the new checksum.
"""

import zlib

import playing
import pytest

BOARDS = ("ws_lcd_13", "display_pack", "display_pack_2")
SIZES = ((24, 36), (29, 30), (30, 43), (43, 44), (44, 50), (50, 64))
TEXT = (
    "# Title\n# A heading\nA paragraph of some words that goes over the edge of a line, and then"
    " over the edge of the next one too.\n- An item\n- A longer item, which needs another line on"
    " every screen that there is.\n\tMZ\tand\t@e\tgo\n# Another\n" + "many words " * 90
    + "\n\tABC\t\nThe end"
)  # fmt: skip


def cards(h):
    """Every mark on every size of card, backs, empty places."""
    art = h.module("ui.card_art")
    marks = [art.CURSOR, art.CHOSEN, art.LIT, art.DIM, art.FAN, art.WRONG, art.COVERED, art.OVER,
             art.CURSOR | art.CHOSEN, art.CURSOR | art.LIT, art.FAN | art.COVERED,
             art.OVER | art.COVERED | art.LIT]  # fmt: skip
    for w, high in SIZES:
        for four in (False, True):
            art.colours(four)
            for what in range(3):
                h.hal.fb.fill(1)
                for i, mark in enumerate([0, *marks]):
                    at = i % 4 * 55 + 1, i // 4 * 68 + 2, w, high
                    if what == 0:
                        art.card(1 + i % 4 + i // 4 * 17, *at, mark)
                    else:
                        (art.back if what == 1 else art.slot)(*at, mark & 63)
                yield
            if four:
                break


def rows(h):
    """Many cards at once: piles, columns, fans, ranks on the felt."""
    art, canvas = h.module("ui.card_art"), h.module("ui.canvas")
    faces = bytes((0x11, 0x2D, 0x3A, 0x0C, 0, 0x17))
    xs, ys = bytearray(range(3, 183, 30)), bytearray(range(4, 28, 4))
    for w, high in SIZES:
        covered = art.COVERED
        for mark in (0, art.OVER, art.OVER | covered, art.FAN | covered, art.FAN):
            h.hal.fb.fill(1)
            body, signs, tint = art.look(mark, w, high)
            h.hal.stamps(body, signs, faces, 1, 5, xs, ys, w, high, tint)
            art.below(150, 60, w, high)
            yield
        values = bytes((0x41, 0x5D, 0x6A))
        label = b"\x01\x01\x2f\x00\x07\x05"
        h.hal.stamps(art.THIN, label, values, 0, 3, xs, ys, w, high, canvas.PALE_FELT)
        yield


def boxes(h):
    """Frames, buttons, bars, lines of text."""
    canvas, art = h.module("ui.canvas"), h.module("ui.art")
    large = h.module("ui.large")
    for theme in range(3):
        canvas.theme(theme)
        canvas.clear()
        for i, w in enumerate((9, 20, 60)):
            canvas.frame(5 + 70 * i, 5, w, 15 + i, canvas.GOLD, canvas.PANEL)
            canvas.button(5 + 70 * i, 30, w, 17 + i, "go", i == theme)
            canvas.button(5 + 70 * i, 50, w, 24, "A", i == 1, large.FONT)
            canvas.bar(5 + 70 * i, 80, w, 5, i, 2, canvas.GOLD)
        canvas.bar(5, 90, 60, 5, 3, 0, canvas.GOLD)
        h.hal.fb.fill_rect(70, 84, 9, 9, canvas.FELT)
        canvas.centre(art.SMALL, "middle", 10, 100, 100, canvas.ON_PANEL)
        canvas.right(large.FONT, "12/13", 200, 100, canvas.GOLD_FELT)
        h.hal.refresh()
        assert not h.stale()
        yield h.panel.colours()
    yield [
        canvas.width(font, text) for font in (art.SMALL, large.FONT) for text in ("", "A", TEXT)
    ]
    yield [canvas.wrap(art.SMALL, TEXT, at, w) for at in range(60, 99) for w in (3, 40, 90)]
    yield [
        canvas.counted(i, form, n) for i in (0, 1, 0, 2) for form in ("%d", "a%d") for n in (1, 2)
    ]


def menus(h):
    """Menus before each key, and their results."""
    menu, keys = h.module("ui.menu"), h.module("ui.keys")
    canvas, digits = h.module("ui.canvas"), h.module("ui.digits")
    down, up, left, right, a, b = keys.DOWN, keys.UP, keys.LEFT, keys.RIGHT, keys.A, keys.B
    few = ["zero", "one\tyes", "two", "three"]
    notes = ("The first.\nTwo lines.", "second\n", "\nthird", "\n")
    many = [f"item {i}\t{i * i}" for i in range(14)]
    for ask, taps in (
        (lambda: menu.ask("Title", few), (down, right)),
        (lambda: menu.ask("", few, 2, top=9), (up, up, up, a)),
        (lambda: menu.ask("Notes", few, 3, notes, 220), (up, up, down, down, keys.PREV, b)),
        (lambda: menu.ask("Note", few, 1, "a note", change=lambda i, way: f"x\t{way}"),
         (left, right, a, keys.MENU)),
        (lambda: menu.ask("Long", many, 3), (down,) * 12 + (up,) * 14 + (keys.NEXT, a)),
        (lambda: menu.sure("Really?", "Yes"), (down, a)),
        (lambda: menu.message("So", TEXT[10:200]), (a,)),
        (lambda: digits.number("Deal", 190, 3),
         (up, right, up, right, down, keys.NEXT, left, a, a, a)),
        (lambda: digits.number("Deal", 907, 5), (keys.PREV, right, right, left, b, b, b)),
    ):  # fmt: skip
        taps = list(taps)
        seen = []

        def wait(taps=taps, seen=seen):
            assert not h.stale()
            seen.append(h.picture())
            return taps.pop(0)

        keys.wait = wait
        canvas.clear()
        yield ask(), menu.way, seen
    yield [menu.height(many[:n]) for n in range(1, 15)]


def pages(h):
    """A text page by page, in both fonts."""
    shown, canvas, art = h.module("ui.pages"), h.module("ui.canvas"), h.module("ui.art")
    for font in (art.SMALL, h.module("ui.large").FONT):
        canvas.reading = font
        shown.begin("Title", TEXT)
        for page in range(4):
            shown.draw("Title", TEXT, page)
            yield list(shown._starts[: page + 2])
        while shown.find_page(TEXT):
            pass
        shown.draw("Title", TEXT, 1)
        yield list(shown._starts[: shown.count(TEXT) + 1])
        shown.begin("Title", "\nAfter an empty line")
        shown.draw("Title", "\nAfter an empty line", 0)
        yield


def panels(h):
    """The status panel beside and below a table: progress, captions, short and long notes."""
    panel, canvas = h.module("ui.status_panel"), h.module("ui.canvas")
    captions, art = h.module("ui.captions"), h.module("ui.art")
    hal = h.hal
    for place, *at in ((panel.beside, hal.W - 80, hal.H * 2 // 5 - 20), (panel.below,)):
        for font in (art.SMALL, h.module("ui.large").FONT):
            canvas.reading = font
            canvas.clear()
            place(*at)
            panel.captions(((1, "a first caption that is far too wide for any"), (2, "two")))
            panel.ground()
            panel.draw()
            yield
            panel.captions(captions.GAME)
            for label, n, text in (
                (None, 0, ""), (None, 0, "A note"), ("left", 3, "A note"), ("left", 9, ""),
                ("left", 9, TEXT[20:90]), ("gone", 9, TEXT[20:200]), ("gone", 13, "Short"),
            ):  # fmt: skip
                if label:
                    panel.part(label, n, 13)
                panel.note(text)
                panel.ground()
                panel.draw()
                h.hal.refresh()
                yield panel.left(), panel.captions(captions.GAME)


def tables(h):
    """Each game: a deal, some moves and an undo, in flight and at rest, and a hint."""
    for name in playing.GAMES:
        game = h.module("game").Game(name, 3)
        view, s = game.view, game.match.s
        view.open(s)
        view.enter(s)

        def frames(ms, view=view, s=s):
            for _ in range(ms // 20):
                view.tick(s, 20)
            view.draw(s)
            h.hal.refresh()
            assert not h.stale()

        for pause in (60, 300, 3000):
            frames(pause)
            yield
        for i in range(6):
            moves, n = game.match.legal()
            if not n:
                break
            game.move(moves[i % n])
            for pause in (60, 200, 4000):
                frames(pause)
                yield
        game.undo()
        for pause in (60, 4000):
            frames(pause)
            yield
        view.hint(s, game.match.legal()[0][0])
        frames(20)
        yield


def chosen(h):
    """Each game's table, in the middle of a game: the cursor, cards chosen and refused."""
    hal = h.hal
    for name in playing.GAMES:
        game = h.start(name, 3, 16)
        view, s = game.view, game.match.s
        view.open(s)
        for k in (hal.A, hal.RIGHT, hal.A, hal.DOWN, hal.A, hal.B):
            m = view.key(k, s)
            view.tick(s, 30)
            view.draw(s)
            hal.refresh()
            assert not h.stale()
            yield m


def ends(h):
    """A round's hands and its score sheet, a race's result, a month of each kind."""
    canvas = h.module("ui.canvas")
    hands, rummy = h.module("views.three_thirteen_result"), h.module("rules.three_thirteen_table")
    game = h.start("three_thirteen", 7)
    s = game.match.s
    while rummy.phase(s) != rummy.SCORED or rummy.number(s) < 3:
        playing.play_on(game.match, 1, game.match.n)
    game.view.open(s)
    hands.open(s, False)
    for _ in range(2):
        hands.draw(s)
        hands.key(h.hal.A, s)
        yield
    results, game = h.module("screens.make13_results"), h.start("make13", 7, 30)
    for place in (-1, 0, 2):
        canvas.clear(canvas.PANEL)
        results._summary(game, "AAA", 1, place, True)
        yield
    canvas.clear(canvas.PANEL)
    results._levels(game.rules, game.match.s, 1, 3)
    yield
    month = h.module("screens.calendar")
    month.history.results = lambda _, day: day * day * 7919 % 1021
    month._now = 9822
    for games in (1, month._ALL):
        month._Month(games, 9818).show()
        yield


def screens(h):
    """Statistics, high scores, trophies, the launcher, a lesson's text, results, a win, a code."""
    hal, canvas, keys = h.hal, h.module("ui.canvas"), h.module("ui.keys")
    keys.wait = lambda *_: keys.A
    game, page = h.start("friday", 3, 20), h.module("screens.statistics")
    row = [9, 4, 3, 5, 1, 2, 0, 4, 0, 100, 80, 0, 52, 300, 2000]
    for winnable, bottom in ((True, hal.H), (True, 90), (False, hal.H)):
        yield page._draw(
            game, "A title", row, winnable, bottom, h.module("storage.history").empty()
        )
    table = h.module("screens.make13_results")
    for n in range(7):
        entry = b"AN%c" % (65 + n), n, 900 * n, 777 * n, n, 1 + n % 3, 10**n - 1
        table.entries.enter(bytes(5), entry)
    for first in (0, 5):
        canvas.clear(canvas.PANEL)
        table._best(bytes(5), 1, first)
        yield
    history = h.module("storage.history")
    log = history.load()
    log[history.COUNTERS][1:9] = bytes(range(9, 17))
    history.save(log)
    cups = h.module("screens.trophies")
    for name in range(len(playing.GAMES)):
        page = cups._Page(name)
        page.at = name
        page.show()
        yield page.n
    launcher = h.module("screens.launcher")
    launcher._emblems = h.module("loader").borrow("emblems", "ui")
    for at in range(len(playing.GAMES) + 1):
        tiles = launcher._Tiles(None)
        tiles.at = at
        tiles.show()
        if at & 1:
            tiles.press()
        yield
    game.view.open(game.match.s)
    game.show()
    h.module("screens.lesson")._explain("Lesson 1/2", ["Some words", "in two lines."], (), 0)
    yield
    card = h.module("screens.result_card")
    for won in (True, False):
        card.grey()
        yield card.show("A result", ["Time\t1:00", "A line"] * 2, won, False, 30)
    canvas.clear()
    places = [(9, 9), (hal.W // 4, 30), (hal.W * 3 // 4, 40), (hal.W - 20, 50)]
    for seed in (4711, 90):
        h.module("screens.celebration").run(places, seed)
        yield
    code, cells = h.module("screens.qr_code"), bytes(n * n % 7 & 1 for n in range(29 * 29))
    canvas.clear(canvas.PAPER)
    yield len(list(code._draw(29, cells)))
    code._say(game, "with all moves")
    yield
    cover, game = h.module("views.three_thirteen_cover"), h.start("three_thirteen", 7, 40)
    game.view.open(game.match.s)
    seen = []
    cover._wait_for_hold = lambda *at: seen.append((at, h.picture()))
    for p in range(2):
        cover.run(game, p)
        yield seen


def dialogs(h):
    """Menus of the screens down to their last rows, in both sizes of letters."""
    canvas, keys, settings = (
        h.module("ui.canvas"),
        h.module("ui.keys"),
        h.module("storage.settings"),
    )
    asked = [(name, "pause_menu", lambda menu, game: menu.run(game)) for name in playing.GAMES]
    asked += [(name, "deal_menu", lambda menu, game: menu.other(game)) for name in playing.GAMES]
    asked += [
        ("friday", "settings_menu", lambda menu, game: menu.ask(canvas.clear)),
        ("friday", "rules_menu", lambda menu, game: menu.read(game.name)),
        ("friday", "statistics", lambda menu, game: menu.pages(game)),
        ("friday", "trophies", lambda menu, game: menu.show(game.row)),
        ("friday", "new_table", lambda menu, game: h.module("ui.digits").letters("Who?", b"AXZ")),
        ("make13", "make13_tournament", lambda menu, game: menu._choose(game, True)),
        ("make13", "make13_tournament", lambda menu, game: menu._others(game, True)),
        ("make13", "make13_house", lambda menu, game: menu.ask(game)),
        ("three_thirteen", "new_table", lambda menu, game: menu.invite(game, canvas.clear)),
    ]  # fmt: skip
    for size in (0, 1):
        settings.values[settings.TEXT] = size
        h.module("preferences").apply()
        for name, screen, ask in asked:
            game = h.start(name, 7, 20)
            game.view.open(game.match.s)
            canvas.clear()
            taps, seen = [keys.DOWN] * 15, []

            def wait(*_, taps=taps, seen=seen):
                seen.append(h.picture())
                return taps.pop() if taps else keys.B

            keys.wait = wait
            yield ask(h.module("screens." + screen), game), seen


def alone(h):
    """The crash screen, and the self-test's picture."""
    crash, selftest = h.module("screens.crash"), h.module("screens.selftest")
    picture = h.module("screens.test_picture")
    crash._screen("The game crashed", ["Traceback", 'File "/pack/a.py" ' * 9], "A go on   B leave")
    yield h.panel.colours()
    crash.prompt()
    yield h.panel.colours()
    picture.draw("hold B to leave")
    for down in (0, 0x1F0):
        selftest._name(down)
        yield h.panel.colours()
    picture.show("An arrow in each corner?", "A yes   B no")
    yield h.panel.colours()


def tunes(h):
    """The tones and their times."""
    sound, heard = h.module("ui.sound"), []
    h.hal.tone = lambda *what: heard.append(what)
    for level in (0, 90):
        sound.level = level
        effects = [sound.choose, sound.place, sound.land, sound.refuse, sound.tick, sound.won,
                   sound.lost, sound.mastered]  # fmt: skip
        effects += [lambda n=n: sound.run(n) for n in range(1, 16)]
        for begin in effects:
            begin()
            for _ in range(20):
                heard.append(sound.due())
                sound.pass_time(47)
        yield heard


SCENES = (
    cards,
    rows,
    boxes,
    menus,
    pages,
    panels,
    tables,
    chosen,
    ends,
    screens,
    dialogs,
    alone,
    tunes,
)
# For each scene, a checksum on each board.
PINNED = {
    "cards": (0x4C149F45, 0x0C0BF70E, 0x48D820B3),
    "rows": (0xB7C1D500, 0x526E3D01, 0xC2A4C42A),
    "boxes": (0xA9202F22, 0x86929C6F, 0x145C92F7),
    "menus": (0xB4F8D94A, 0x8F840E39, 0x018E93C4),
    "pages": (0x9F0C243C, 0xCB852A19, 0xE5C5CE26),
    "panels": (0x7617179E, 0xF438CA79, 0xE8218065),
    "tables": (0xC416C27E, 0x8755E083, 0x82354D28),
    "chosen": (0x68F83F26, 0xB5A75F46, 0xC32D880F),
    "ends": (0x2795A06D, 0x31701F55, 0x268EA913),
    "screens": (0x8793F0DC, 0xA7C3FC90, 0xA6E547A0),
    "dialogs": (0x5827FAA1, 0xC26AAC72, 0x14C17E81),
    "alone": (0xC0C12F6B, 0x3FCFA704, 0x5562E509),
    "tunes": (0x911488AD, 0x5EC6C506, 0x2E4FAA0A),
}


def drawn(handheld, board, scene, each=lambda i: None):
    """A checksum of all pictures of a scene and of the values that it returns."""
    handheld.board = board
    handheld.on()
    handheld.module("preferences").apply()
    total = 0
    for i, seen in enumerate(scene(handheld)):
        total = zlib.crc32(repr(seen).encode(), total ^ handheld.picture())
        each(i)
    return total


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.__name__)
def test_drawings_match_their_checksums(handheld, board, scene):
    now = drawn(handheld, board, scene)
    if now == PINNED[scene.__name__][BOARDS.index(board)]:
        return
    folder = playing.ROOT / "build" / "drawn" / f"{scene.__name__}-{board}"
    folder.mkdir(parents=True, exist_ok=True)

    def keep(i):
        handheld.hal.refresh()
        handheld.panel.image().save(folder / f"{i}.png")

    drawn(handheld, board, scene, keep)
    pytest.fail(
        f"{scene.__name__} on {board} draws other pictures, with the checksum 0x{now:08X}: "
        f"see {folder}"
    )
