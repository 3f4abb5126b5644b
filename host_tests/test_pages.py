"""Pages of text: nothing is cut off or lost, and each rule is next to its pictures."""

import playing
import pytest

from tools.assets import rules

LINE = 1 << 16  # places of a text, see ui/pages


@pytest.fixture(params=("ws_lcd_13", "display_pack_2", "ws_lcd_114"))
def handheld(request, tmp_path):
    with playing.kept_modules():
        one = playing.Handheld(tmp_path, request.param)
        one.on()
        yield one


def pages_of(handheld, title, text):
    """For each page what is drawn on it: (word or card, left, top, right, bottom), in order."""
    hal = handheld.hal
    pages = handheld.module("ui.pages")
    table = handheld.module("draw.card_art")
    seen = []
    draw = hal.text

    def noted(font, s, x, y, ink):
        end = draw(font, s, x, y, ink)
        seen.append((s, x, y, end, y + font[0]))
        return end

    hal.text = noted
    table.card = lambda c, x, y, w, h: seen.append((c, x, y, x + w, y + h))
    table.slot = lambda x, y, w, h: seen.append((0, x, y, x + w, y + h))
    pages.begin(title, text)
    while pages.find_page(text):
        pass
    n = pages.count(text)
    read = []
    captions = handheld.module("ui.captions")
    foot = [line + captions.B + "back" for line in (captions.A[:-1], captions.A + "next   ")]
    for page in range(n):
        seen.clear()
        pages.draw(title, text, page)
        number = f"{page + 1}/{n}"  # measured first, then drawn
        titled = page == 0 or hal.H > 160  # a low screen has it once
        assert (seen[0][0] == title) == titled
        shown = seen[titled:]
        read.append([what for what in shown if what[0] != number and what[0] not in foot])
    return read


def test_the_first_page_is_shown_before_the_pages_are_counted(handheld):
    handheld.on()
    title, text = sheet(handheld, "make13")
    pages = handheld.module("ui.pages")
    drawn = []
    draw_number = pages._draw_number
    pages._draw_number = lambda page, n, y: (drawn.append((page, n)), draw_number(page, n, y))
    events, ms = handheld.hardware.taps("300 RIGHT 300 LEFT 300", 3)
    handheld.hardware.script(events + [(ms, handheld.hardware.Stop)])
    with pytest.raises(handheld.hardware.Stop):
        pages.show(title, text)
    n = pages.count(text)
    assert n > 3 and drawn[0] == (0, 0) and drawn[-1] == (0, n)


def test_by_a_alone_a_text_is_read_once_and_left_behind_its_last_page(handheld):
    handheld.on()
    title, text = sheet(handheld, "make13")
    pages, drawn = handheld.module("ui.pages"), []
    pages.draw = lambda title, text, page: drawn.append(page)

    def wait(text, page):
        while pages.find_page(text):
            pass
        return handheld.hal.A

    pages._wait = wait
    pages.show(title, text)
    assert drawn == list(range(pages.count(text)))


def sheet(handheld, game):
    catalog = handheld.module("catalog")
    text = handheld.module("sheets." + game).LINES
    return catalog.GAMES[catalog.row(game)][catalog.TITLE], text


def wording(text):
    """A text's words and cards as one string, without markup."""
    out = []
    for line in text:
        if line.startswith("\t"):
            for i, part in enumerate(line.split("\t")):
                out += [f"<{ord(c) - 64}>" for c in part] if i & 1 else [part]
        else:
            out.append(line[2:] if line[:2] in ("# ", "- ") else line)
    return "".join("".join(out).split())


@pytest.mark.parametrize("game", playing.GAMES)
def test_all_of_a_sheet_is_on_its_pages(handheld, game):
    title, text = sheet(handheld, game)
    read = pages_of(handheld, title, text)
    assert text[0] == f"# {title}"  # every page shows the title
    words = [f"<{what}>" if isinstance(what, int) else what for page in read for what, *_ in page]
    assert "".join("".join(words).split()) == wording(text[1:])
    for n, page in enumerate(read):
        assert page
        least = 2 if n and handheld.hal.H < 160 else handheld.module("ui.pages").HEAD
        for what, left, top, right, low in page:
            assert left >= 8 and right <= handheld.hal.W - 7, (game, what)
            assert top >= least and low <= handheld.hal.H, (game, what)
    assert any(isinstance(what, int) for page in read for what, *_ in page)


@pytest.mark.parametrize("game", playing.GAMES)
def test_no_page_but_the_last_is_half_empty_or_begins_with_cards(handheld, game):
    title, text = sheet(handheld, game)
    pages_of(handheld, title, text)
    pages, hal = handheld.module("ui.pages"), handheld.hal
    lines, cards = hal.text, pages.card_art.card
    lowest = []
    hal.text = lambda font, s, x, y, i: (lowest.append(y + font[0]), lines(font, s, x, y, i))[1]
    pages.card_art.card = lambda c, x, y, w, h: (lowest.append(y + h), cards(c, x, y, w, h))
    starts = pages._starts[: pages.count(text)]
    for page, (start, end) in enumerate(zip(starts, starts[1:])):
        (n, i), first = divmod(end, LINE), start // LINE
        if i:
            assert text[n][i - 1] == " ", text[n][i - 20 : i + 20]
        elif n < len(text):
            assert text[n][0] != "\t"
            assert not text[n - 1].startswith("# ")  # no heading at the foot
        lowest.clear()
        pages.draw(title, text, page)
        assert max(lowest) > hal.H * 0.5, text[first : n + 1]
    split = [text[end // LINE][: end % LINE] for end in starts[1:] if end % LINE]
    assert sum(not words.endswith(". ") for words in split) <= 1, split  # inside a sentence


def test_a_paragraph_that_begins_low_is_not_split(handheld):
    """Whatever is above it: one that does not fit begins on the next page."""
    low = 0
    for above in range(12):
        text = ["x"] * above + ["Some words and others follow. " * 6]
        for page in pages_of(handheld, "T", text)[:-1]:
            tops = [top for what, _, top, _, _ in page if what != "x"]
            if tops:  # it goes on on the next page
                assert tops[0] <= handheld.hal.H * 3 // 5
            else:
                low += 1
    assert low


def test_a_paragraph_taller_than_a_page_continues_on_the_next(handheld):
    text = ["# A", "- " + "word " * 900, "\tAB\t"]
    read = pages_of(handheld, "B", text)
    words = [what for page in read for what, *_ in page]
    assert len(read) > 3 and words[0] == "A" and words[-2:] == [1, 2]
    assert " ".join(words[1:-2]).split() == ["word"] * 900


def test_a_row_of_cards_in_a_sheet():
    text = rules.page("# Game\n- T1 Two cards.\n  [5H TS] or [-- AC] go\nOn [here](x).\n")
    assert text == ["# Game", "- Two cards.", "\tUJ\tor\t@q\tgo", "On here."]
    for wrong in ("[5X TS]", "[5H 10S]"):
        with pytest.raises(ValueError, match="is not a card"):
            rules.page(wrong)


@pytest.mark.parametrize("text", [["a"], ["# T", "a"], ["\tAB\t"]])
def test_a_text_that_ends_with_a_line_has_no_page_after_it(handheld, text):
    handheld.on()
    assert len(pages_of(handheld, "T", text)) == 1


def test_b_menu_and_a_at_the_end_leave_a_text_and_no_other_key(handheld):
    pages, keys = map(handheld.module, ("ui.pages", "ui.keys"))
    for page in range(3):
        more = page < 2
        for k in (keys.LEFT, keys.UP, keys.PREV):
            assert pages.turn(k, page, more) == max(page - 1, 0)
        for k in (keys.RIGHT, keys.DOWN, keys.NEXT):
            assert pages.turn(k, page, more) == min(page + 1, 2)
        assert pages.turn(keys.A, page, more) == (page + 1 if more else -1)
        assert pages.turn(keys.B, page, more) == pages.turn(keys.MENU, page, more) == -1


def test_the_chapters_of_a_sheet_are_read_one_after_the_other(handheld):
    """From the first # to the end; the menu then has the cursor on the next one, or the last."""
    lines = "# One", "aim", "# Two", "b", "c", "# Three", "d"
    screen = handheld.module("screens.rules_menu")
    asked, read, answers = [], [], [0, 1, 2, -1]
    screen.menu.ask = lambda title, names, at: asked.append((list(names), at)) or answers.pop(0)
    screen.pages.show = lambda title, text: read.append((title, tuple(text)))
    screen._chapters("Game", lines)
    assert asked == [(["The aim", "Two", "Three"], at) for at in (0, 1, 2, 2)]
    assert read == [("Game", lines[:2]), ("Two", lines[2:5]), ("Three", lines[5:])]
