"""The output of the drawing modules, pinned by checksums: one changed pixel fails.

If a change was intended, look at the pictures that the failure names and pin the new checksum.
"""

import array
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
    art = h.module("ui.card_art")
    faces = bytes((0x11, 0x2D, 0x3A, 0x0C, 0, 0x17))
    xs, ys = bytearray(range(3, 183, 30)), bytearray(range(4, 28, 4))
    for w, high in SIZES:
        for draw in (art.faces, art.lapped, art.covered, art.fan):
            h.hal.fb.fill(1)
            draw(faces, 1, 5 if draw != art.fan else 3, xs, ys, w, high)
            art.below(150, 60, w, high)
            yield
        values = bytes((0x41, 0x5D, 0x6A))
        art.ranks(art.THIN, b"\x01\x01\x2f\x00\x07\x05", values, 0, 3, xs, ys, w, high)
        yield


def flights(h):
    """Cards that fly near and far, one after another, off the screen, and are cancelled."""
    art, canvas = h.module("ui.card_art"), h.module("ui.canvas")
    hal = h.hal
    for speed in (2, 3, 0):
        art.speed = speed
        art.room(3, 30, 43)
        canvas.clear()
        canvas.box(60, 30, 90, 60, canvas.GOLD)
        canvas.flush()
        numbers = [
            art.fly(0x1D, 5, 6, 101, 70, 30, 43, 200),
            art.fly(0x82, 200, 10, 199, 14, 30, 43, 140, 30),
            art.fly(0x25, -9, hal.H, hal.W, -5, 29, 43, 200, 60),
            art.fly(0x25, 0, 0, 9, 9, 30, 43, 200),
        ]
        assert numbers == ([0, 1, 2, -1] if speed else [-1] * 4)
        for frame in range(40):
            art.land()
            going = art.advance(16)
            yield art.arrived
            assert going == (art.flying() > 0)
            if frame == 9 and speed == 3:
                art.stop()
            art.rise()
            canvas.flush()
            assert not h.stale()
            yield art.arrived


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
        canvas.wipe(0, 0, 8, 8, canvas.RED)  # no effect: the screen was just cleared
        canvas.drawn()
        canvas.wipe(70, 84, 9, 9)
        canvas.centre(art.SMALL, "middle", 10, 100, 100, canvas.ON_PANEL)
        canvas.right(large.FONT, "12/13", 200, 100, canvas.GOLD_FELT)
        canvas.flush()
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
    canvas = h.module("ui.canvas")
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
        (lambda: menu.number("Deal", 190, 3),
         (up, right, up, right, down, keys.NEXT, left, a, a, a)),
        (lambda: menu.number("Deal", 907, 5), (keys.PREV, right, right, left, b, b, b)),
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
    yield [captions.A, captions.B, captions.HOLD, captions.AGAIN, captions.MORE, captions.GAME,
           captions.DECK, captions.RACE, captions.TURN, captions.REVIEW]  # fmt: skip
    for place, at in (
        (panel.open, hal.W - 80),
        (panel.foot, hal.H - 40),
        (panel.foot, hal.H - 55),
    ):
        for font in (art.SMALL, h.module("ui.large").FONT):
            canvas.reading = font
            canvas.clear()
            place(at)
            panel.captions(("a first caption that is far too wide for any of the panels", "two"))
            panel.draw(True)
            yield
            panel.captions(captions.GAME)
            for label, n, text in (
                (None, 0, ""), (None, 0, "A note"), ("left", 3, "A note"), ("left", 9, ""),
                ("left", 9, TEXT[20:90]), ("gone", 9, TEXT[20:200]), ("gone", 13, "Short"),
            ):  # fmt: skip
                if label:
                    panel.part(label, n, 13)
                panel.note(text)
                canvas.dirty(0, 0, 9, 9)  # a card has moved: the note is a frame late
                for full in (False, False, True):
                    panel.draw(full)
                    canvas.flush()
                    yield panel.late, panel.left(), panel.captions(captions.GAME)


class Toy:
    """A simple view of Friday for `piles`: sixteen places in four rows."""

    def __init__(self, h):
        self.slots, self.art = h.module("ui.slots"), h.module("ui.card_art")
        self.canvas, self.piles = h.module("ui.canvas"), h.module("ui.piles")
        self.panel = h.module("ui.status_panel")
        self.rules = h.module("rules.friday")
        self.s = bytearray(self.rules.SIZE)
        self.slots.clear()
        step = (h.hal.H - 28) // 4
        for p in range(16):
            self.slots.add(p % 4 * 57 + 3, p // 4 * step + 1, 30, step - 2, 26, step - 4)
        self.art.room(4, 26, step - 4)
        self.art.speed = 2
        self.panel.foot(h.hal.H - 26)

    def source(self, s, m):
        return 13 if m < 2 else 15 if m & 32 else 14

    def target(self, s, m):
        return 14 if m < 2 else m & 15

    def pairs(self, m):
        return False

    def value(self, s, m):
        return m & 15

    def why(self, s, p):
        return f"not {p}"

    def standing(self, s):
        return "turn" if self.rules.TURN in self.moves(s) else ""

    def moves(self, s):
        out = array.array("H", bytes(2 * self.rules.MOVES))
        return out[: self.rules.moves(s, out)]

    def card_x(self, s, p):
        return self.slots.x[p] + 2

    def card_y(self, s, p):
        return self.slots.y[p] + 1

    def look(self, s, p):
        state = self.rules
        if p == 13:
            return s[state._END] - s[state._HAND]
        shown = self.shown(s, p)
        return shown | self.piles.hides(p) << 7

    def shown(self, s, p):
        if p < 13:
            return s[self.rules._TOP + p]
        waste = s[self.rules._WASTED]
        return s[self.rules._TURNED] if p == 14 else waste and s[self.rules._PILE + waste - 1]

    def draw_place(self, s, p, mark, anew):
        x, y = self.card_x(s, p), self.card_y(s, p)
        size = self.slots.card_w[p], self.slots.card_h[p]
        c = 128 if p == 13 else self.shown(s, p)
        (self.art.card if c and not self.piles.hides(p) else self.art.slot)(
            *([c] if c and not self.piles.hides(p) else []), x, y, *size, mark
        )

    def draw_all(self, s):
        for p in range(16):
            self.draw_place(s, p, 0, True)

    def draw(self, s, full):
        self.piles.draw(s, full)
        self.panel.draw(full)

    def play(self, m, back=False):
        """Make or undo a move."""
        was = bytearray(self.s)
        self.rules.apply(self.s, m)
        self.piles.moved(self.s, m, was)
        if back:
            after = bytearray(self.s)
            self.s[:] = was
            self.piles.changed(self.s)
            self.piles.undone(self.s, m, after)


def piles(h):
    """A deal, cursor, choices, refusals, marks, flights, undo: frame by frame."""
    toy, keys, sound = Toy(h), h.module("ui.keys"), h.module("ui.sound")
    piles, hal, s = toy.piles, h.hal, toy.s
    toy.rules.new(s, 3, bytes(1))
    tones = []
    sound.level = 200
    hal.tone = lambda *what: tones.append(what)
    piles.open(toy, s, 13)

    def frames(n, dt=16):
        for _ in range(n):
            moving = piles.tick(s, dt)
            if not moving:
                toy.draw(s, False)
            toy.canvas.flush()
            assert not h.stale()
            yield moving, piles.cursor, toy.panel._note, list(toy.slots.flags), tones[:]
            tones.clear()

    toy.draw(s, True)
    yield from frames(2)
    piles.enter(s, 100, 60, 0, 13)
    toy.draw(s, True)
    yield from frames(40)
    piles.enter(s, 90, 50, 2, 7)
    toy.draw(s, True)
    yield from frames(5)
    piles.skip(s)
    yield from frames(2)
    around = (keys.A, keys.LEFT, keys.UP, keys.A, keys.RIGHT, keys.DOWN, keys.NEXT, keys.A, keys.B,
              keys.PREV, keys.A, keys.NEXT, keys.A)  # fmt: skip
    played = []
    for k in around * 5:
        m = piles.key(k, s)
        yield m, piles.chosen()
        if m >= 0:
            played.append(m)
            toy.play(m, len(played) % 4 == 0)
        yield from frames(3 if len(played) & 1 else 16)
    piles.playable(s)
    yield from frames(2)
    for m in toy.moves(s):
        piles.hint(s, m)
        yield from frames(2)
    piles.hint(s, -1)
    piles.refuse(3, "so not")
    yield from frames(3, 133)
    yield from frames(3, 1)
    piles.invalidate_place(5)
    piles.invalidate()
    yield piles.stale, piles.leave_from()
    yield from frames(2)
    toy.slots.unlight()
    yield list(toy.slots.flags), [toy.slots.go(k, p) for k in (1, 2, 4, 8) for p in range(16)]


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


SCENES = (cards, rows, flights, boxes, menus, pages, panels, piles, tunes)
# For each scene, a checksum on each board.
PINNED = {
    "cards": (0x9BFFCB09, 0xDCCCC6A2, 0x7A791627),
    "rows": (0x473D5A54, 0x9C623614, 0xF2A840B1),
    "flights": (0x427428E1, 0x554790AE, 0x76FB537B),
    "boxes": (0xFA0C415B, 0x560D223F, 0x669B5E9A),
    "menus": (0xD7291EAE, 0x5EB48F61, 0x55FCB818),
    "pages": (0x71212119, 0xC0FE11C9, 0xB83B4F8D),
    "panels": (0x3337D6A3, 0xCAF7B24B, 0xB8DB87DC),
    "piles": (0xA270A245, 0x14023487, 0x14922979),
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
        handheld.hal.show(0, 0, handheld.hal.W, handheld.hal.H)
        handheld.panel.image().save(folder / f"{i}.png")

    drawn(handheld, board, scene, keep)
    pytest.fail(
        f"{scene.__name__} on {board} draws other pictures, with the checksum 0x{now:08X}: "
        f"see {folder}"
    )


def test_dirty_rectangles_are_merged_and_cut_at_the_edges(handheld):
    handheld.on()
    canvas = handheld.module("ui.canvas")
    canvas.flush()
    for part in ((-8, -3, 20, 10), (10, 4, 20, 10), (100, -9, 20, 8), (150, 60, 20, 20)):
        canvas.dirty(*part)
    assert list(canvas.rects[: 4 * canvas.n]) == [0, 0, 30, 14, 150, 60, 170, 80]
