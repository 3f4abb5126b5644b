"""The generated fonts, sprites and rule texts: their formats, and what the games need of them."""

import runpy
from pathlib import Path

import pytest
from PIL import Image

from thirteen import catalog
from thirteen.draw import canvas
from tools import assets
from tools.assets import generate, pack, rules, sheet
from tools.games import Bad

ROOT = Path(__file__).resolve().parents[1]
GAMES = [row[catalog.NAME] for row in catalog.GAMES]


@pytest.fixture(scope="module")
def art():
    names = {}
    exec(generate.art().text(), names)
    exec(generate.large().text(), names)
    return names


@pytest.fixture(scope="module")
def emblems():
    names = {}
    exec(generate.emblems().text(), names)
    return names["EMBLEMS"]


def glyph(font, char):
    """The rows of a font's glyph, including blank ones."""
    code = ord(char) - font[1]
    index = code if 0 <= code < font[2] else font[2] - 1
    at = font[4 + 2 * index] | (font[5 + 2 * index] & 15) << 8
    width, height, step = font[at], font[at + 1], (font[at] + 3) // 4
    rows = [[0] * width] * (font[5 + 2 * index] >> 4)
    for y in range(height):
        row = font[at + 2 + y * step : at + 2 + (y + 1) * step]
        rows.append([row[x // 4] >> x % 4 * 2 & 3 for x in range(width)])
    return rows + [[0] * width] * (font[0] - len(rows))


def ends(data, places):
    """The end offsets of the sprites at these offsets."""
    return [at + 2 + data[at + 1] * ((data[at] + 3) // 4) for at in places]


def test_sprite_is_low_bits_first():
    assert pack.sprite([[1, 2, 3, 0, 1], [0, 0, 0, 3, 2]]) == bytes((5, 2, 0x39, 0x01, 0xC0, 0x02))


@pytest.mark.parametrize("name", ["SMALL", "FONT"])
def test_font_is_whole(art, name):
    font = art[name]
    height, first, count, gap = font[:4]
    assert (first, first + count - 1) == (generate.FIRST, 127)
    places = [font[4 + 2 * k] | (font[5 + 2 * k] & 15) << 8 for k in range(count)]
    tops = [font[5 + 2 * k] >> 4 for k in range(count)]
    assert min(places) == 4 + 2 * count
    assert max(ends(font, places)) == len(font)
    assert all(top + font[at + 1] <= height for top, at in zip(tops, places, strict=True))
    assert len({font[places[ord(digit) - first]] for digit in "0123456789"}) == 1
    assert not any(map(any, glyph(font, " ")))


def test_the_large_font_has_the_letters_of_every_title(art):
    box = glyph(art["FONT"], "\x7f")
    missing = {chr(code) for code in range(32, 127) if glyph(art["FONT"], chr(code)) == box}
    assert missing.isdisjoint("".join(title for _, title, *_ in catalog.GAMES))


def test_the_small_font_has_all_of_ascii(art):
    box = glyph(art["SMALL"], "\x7f")
    for code in range(generate.FIRST, 127):
        assert glyph(art["SMALL"], chr(code)) != box, code


def test_a_line_of_small_holds_enough(art):
    font = art["SMALL"]
    text = "Two cards that touch and make 13 together go."
    width = sum(len(glyph(font, char)[0]) + font[3] for char in text)
    assert 34 <= 240 * len(text) // width <= 44
    assert font[0] <= 14 and 19 <= art["LARGE_H"] == art["FONT"][0] <= 22


def test_the_smallest_back_fits_the_smallest_card():
    """Those at most 23 pixels high on a tiny screen have none."""
    assert min(generate.BACKS) == generate.BACKS[-1] == (20 - 7, 24 - 7)


def test_every_game_has_a_back_of_its_own():
    drawn = {generate.backs(generate.back_sheet(game)) for game in (*GAMES, "house")}
    assert len(drawn) >= len(GAMES)


def test_emblems_fit_their_squares(emblems):
    assert len(emblems) > 5 and "logo" in emblems
    for name, (data, layers) in emblems.items():
        width, height = (56, 48) if name == "logo" else (40, 40)
        for k in range(0, len(layers), 5):
            at, x, y, ink, motion = layers[k : k + 5]
            assert motion in range(len(generate.MOTIONS))
            assert 0 <= x and x + data[at] <= width
            assert 0 <= y and y + data[at + 1] <= height
            assert 0 < ink < 1 << 16


def test_it_is_small():
    assert sum((generate.art().sizes | generate.large().sizes).values()) <= 14 * 1024
    assert max(generate.emblems().sizes.values()) <= 2048


def test_an_emblem_may_be_a_picture(tmp_path):
    """Each pixel becomes the nearest of the game's colours; transparent ones stay the ground."""
    picture = Image.new("RGBA", (40, 40))
    picture.paste((255, 255, 238, 255), (4, 5, 36, 37))
    picture.paste((190, 40, 50, 255), (10, 10, 20, 20))
    path = tmp_path / "friday.png"
    picture.save(path)
    (paper, under, _), (red, over, _) = generate.layers(path)
    assert (paper, red) == (canvas.PAPER * 0x1110, canvas.RED * 0x1110)
    assert under[5][4] == over[10][10] == 3 and not under[4][4] + under[12][12] + over[9][9]
    picture.resize((40, 41)).save(path)
    with pytest.raises(Bad, match="friday.png is 40x41 pixels: an emblem has 40x40"):
        generate.layers(path)
    path.write_text("no picture")
    with pytest.raises(Bad, match=r"friday.png is no picture"):
        generate.layers(path)


def test_pictures_of_trophies_may_be_sketches_or_one_png_of_them_all(tmp_path):
    """Each 20x20 with its ink; white is the ground, and three more colours are possible."""
    size = 2 + 2 + 5 * 20
    for path in (ROOT / "tools/assets/trophies").glob("*.txt"):
        assert len(generate.trophies(path)) == size * (1 if path.stem == "house" else 6)
    picture = Image.new("RGBA", (40, 20), "white")
    picture.paste((190, 40, 50, 255), (0, 0, 4, 1))
    picture.paste((16, 20, 34, 255), (22, 0, 24, 1))
    picture.paste((190, 40, 50, 255), (24, 0, 25, 1))
    path = tmp_path / "friday.png"
    picture.save(path)
    data = generate.trophies(path)
    assert len(data) == 2 * size
    one, two = data[:size], data[size:]
    assert one[:5] == bytes((canvas.RED << 4, 0, 20, 20, 0b01010101)) and not any(one[5:])
    assert two[:2] == bytes((canvas.INK << 4, canvas.RED)) and two[4:6] == b"\x50\x02"
    for x, colour in enumerate(("red", "blue", "black", "green")):
        picture.putpixel((x, 9), Image.new("RGB", (1, 1), colour).getpixel((0, 0)))
    picture.save(path)
    with pytest.raises(Bad, match="friday.png: trophy 1 has 4 colours: three are possible"):
        generate.trophies(path)
    picture.crop((0, 0, 40, 19)).save(path)
    with pytest.raises(Bad, match="friday.png: a trophy has 20x20 pixels, not 40x19"):
        generate.trophies(path)


def test_build_writes_valid_files_and_only_changed_ones(tmp_path):
    made = assets.build(tmp_path)
    stems = sorted(path.stem for path in (ROOT / "seeds").glob("*.md") if path.stem != "README")
    for stem in stems:
        assert f"thirteen/sheets/{stem}.py" in made
        lines = runpy.run_path(str(tmp_path / "thirteen/sheets" / f"{stem}.py"))["LINES"]
        assert lines[0].startswith("# ") and "Notation" not in " ".join(lines)
        assert not [line for line in lines if "\n" in line or line.startswith("## ")]
    path = tmp_path / "thirteen/draw/art.py"
    before = path.stat().st_mtime_ns
    assert assets.build(tmp_path) == made
    assert path.stat().st_mtime_ns == before


def test_a_drawing_that_is_not_a_rectangle_is_refused(tmp_path):
    path = tmp_path / "bad.txt"
    for text, what in (
        ("@ a b\n.. ##\n..\n", "bad.txt:3: 1 rows, 2 glyphs"),
        ("@ a\n..\n...\n", "bad.txt:3: a has rows of different width"),
        ("@ a\n.x\n", "bad.txt:2: a has an unknown level"),
        ("@ a\n#\n@ a\n#\n", "bad.txt:3: a is drawn twice"),
    ):
        path.write_text(text)
        with pytest.raises(ValueError) as raised:
            sheet.read(path)
        assert str(raised.value) == what


def test_page_of_a_rule_sheet():
    text = rules.page("""# Game

Source: nowhere.

Two **lines**
in one.

## Rules
- T1 A `king` is
  thirteen.
1. One\u2026

| Suit | Worth | Note |
|---|---|---|
| \u2660 | 4 | best |

## State
bytes
## Good to know
Yes.
## Notation
- `a1`
## More
no
""")
    assert text == [
        "# Game",
        "Two lines in one.",
        "# Rules",
        "- A king is thirteen.",
        "- One\x19",
        "- \x10: 4, best",
        "# Good to know",
        "Yes.",
    ]


def test_characters_missing_from_the_fonts_are_reported():
    with pytest.raises(ValueError, match="cannot draw"):
        rules.page("Na\u00efve")
