"""Converts the ASCII-art sheets of this folder into the firmware's pictures and fonts."""

import itertools
from pathlib import Path

from tools import games
from tools.assets import pack, sheet

HERE = Path(__file__).resolve().parent
SUITS = ("spade", "heart", "diamond", "club")
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
COURT = ("jack", "queen", "king")
# The glyphs that ASCII lacks come before the blank, so every text stays one byte a
# glyph and needs no decoding on the device.
EXTRAS = (
    "button_x button_y spade heart diamond club left right up down dot "
    "ellipsis check times star button_a button_b dash"
).split()
FIRST = 32 - len(EXTRAS)
GAPS = {"small.txt": 1, "large.txt": 2}
# Sizes of backs, the largest first: each is inside the white margin of cards at least 7 pixels
# larger, and a card has the first one that fits.
BACKS = ((52, 50), (37, 49), (44, 38), (36, 38), (25, 37), (21, 33), (25, 17), (13, 17))
EMBLEM = 40  # pixels, wide and high
TROPHY = 20  # likewise
_WHITE = {4, 15}  # of the palette: PAPER, WHITE
NAMED = {"space": " ", "missing": "\x7f"}


class Module:
    """The text of a generated module, and the size of each of its objects in bytes."""

    def __init__(self, purpose):
        self.lines = [f'"""{purpose} Generated from tools/assets; do not edit."""']
        self.sizes = {}

    def data(self, name, value):
        """Add a bytes object."""
        self.sizes[name] = len(value)
        self.lines.append(f"{name} = (")
        for start in range(0, len(value), 22):
            row = "".join(f"\\x{byte:02x}" for byte in value[start : start + 22])
            self.lines.append(f'    b"{row}"')
        self.lines.append(")")

    def const(self, name, value):
        """Add a number, a string or a tuple."""
        self.lines.append(f"{name} = {value!r}")

    def text(self):
        return "\n".join(self.lines) + "\n"


def font(name):
    """The bytes of a font from its sheet; letters without a drawing get the missing glyph."""
    rows = sheet.read(HERE / name)
    drawn = {NAMED.get(key, key): rows[key] for key in rows}
    codes = list(EXTRAS) + [chr(code) for code in range(32, 128)]
    unknown = set(drawn) - set(codes)
    if unknown:
        raise ValueError(f"{name}: no code for {' '.join(sorted(unknown))}")
    return pack.font([drawn.get(code) for code in codes], FIRST, GAPS[name])


def add_strip(module, name, pictures):
    """Add sprites of equal size and a constant for their stride."""
    data, step = pack.strip(pictures)
    module.data(name, data)
    module.const(name + "_STEP", step)


def add_rack(module, name, prefix, pictures):
    """Add sprites of any size, with a constant for the offset of each."""
    data, places = pack.rack(pictures)
    module.data(name, data)
    for key, place in places.items():
        module.const(prefix + key.upper(), place)


def back(width, height, tile, medals):
    """A card's back: the lattice, a crossing at its centre, and the first medal that fits."""
    size = len(tile)
    field = tile[0][0]
    rows = [
        [tile[(y - height // 2) % size][(x - width // 2) % size] for x in range(width)]
        for y in range(height)
    ]
    for medal in medals:
        left, top = (width - len(medal[0])) // 2, (height - len(medal)) // 2
        if top > 0 and left > 0:
            for y, row in enumerate(medal):
                drawn = [x for x, level in enumerate(row) if level]
                if drawn:  # between rows of a medal the lattice may be seen
                    a, b = drawn[0], drawn[-1] + 1
                    rows[top + y][left + a : left + b] = row[a:b]
            break
    rows[0] = rows[-1] = [field] * width
    for row in rows:
        row[0] = row[-1] = field
    return rows


def backs(path):
    """The bytes of a game's backs, in the sizes and order of BACKS."""
    parts = sheet.read(path)
    medals = [parts[name] for name in ("medal", "small") if name in parts]
    drawn = {size: back(*size, parts["tile"], medals) for size in BACKS}
    return pack.rack(drawn)[0]


def back_sheet(game):
    """The drawing of a game's back; the house's for a game that has none."""
    path = HERE / "backs" / f"{game}.txt"
    return path if path.is_file() else HERE / "backs" / "house.txt"


def patterns():
    """The bytes of the patterns that can be worn: of each its ink, 16 bits, then its rows."""
    drawn = _sketches(HERE / "worn.txt")
    return b"".join(ink.to_bytes(2, "little") + pack.sprite(rows)[2:] for ink, rows in drawn)


def cat():
    """The bytes of the cat of Friday the 13th, sprites of equal size."""
    return pack.strip(list(sheet.read(HERE / "cat.txt").values()))[0]


def trophies(path):
    """The bytes of the pictures of trophies: of each its ink, 16 bits, then the sprite."""
    drawn = _pictures(path) if path.suffix == ".png" else _sketches(path)
    for _, rows in drawn:
        if (len(rows[0]), len(rows)) != (TROPHY, TROPHY):
            size = f"{len(rows[0])}x{len(rows)}"
            raise games.Bad(f"{path.name}: a trophy has {TROPHY}x{TROPHY} pixels, not {size}")
    return b"".join(ink.to_bytes(2, "little") + pack.sprite(rows) for ink, rows in drawn)


def _sketches(path):
    """[(ink, rows of levels)] of a sheet."""
    return [(int(key.partition("=")[2], 16), rows) for key, rows in sheet.read(path).items()]


# What a layer of an emblem does in the second of its two pictures.
MOTIONS = ("", "hides", "shows", "lifts")


def _moving(path):
    """[(ink, rows of levels, index into MOTIONS)] of the layers of an emblem's sheet."""
    out = []
    for key, rows in sheet.read(path).items():
        ink, _, motion = key.partition("=")[2].partition(",")
        if motion not in MOTIONS:
            raise games.Bad(f"{path.name}: {motion!r} is none of {', '.join(MOTIONS[1:])}")
        out.append((int(ink, 16), rows, MOTIONS.index(motion)))
    return out


def _pictures(path):
    """The same of a PNG with the pictures side by side: of each, white and up to three colours."""
    width, height, colours = _nearest(path)
    size = f"{width}x{height}"
    if height != TROPHY or width % TROPHY:
        raise games.Bad(f"{path.name}: a trophy has {TROPHY}x{TROPHY} pixels, not {size}")
    out = []
    for left in range(0, width, TROPHY):
        rows = [colours[y * width + left : y * width + left + TROPHY] for y in range(height)]
        used = sorted({c for row in rows for c in row} - {None} - _WHITE)
        if len(used) > 3:
            n = left // TROPHY + 1
            raise games.Bad(f"{path.name}: trophy {n} has {len(used)} colours: three are possible")
        levels = {c: level for level, c in enumerate(used, 1)}
        ink = sum(c << 4 * level for c, level in levels.items())
        out.append((ink, [[levels.get(c, 0) for c in row] for row in rows]))
    return out


def art():
    """The module with the small font, card parts and icons."""
    module = Module("The small font, parts of cards and icons.")
    module.data("SMALL", font("small.txt"))
    module.const("LARGE_H", font("large.txt")[0])
    for code, name in enumerate(EXTRAS, FIRST):
        module.const("CH_" + name.upper(), chr(code))
    module.const("CH_SUITS", "".join(chr(FIRST + EXTRAS.index(name)) for name in SUITS))
    for size in ("big", "mid", "small"):
        drawn = sheet.read(HERE / f"ranks_{size}.txt")
        add_strip(module, "RANK_" + size.upper(), [drawn[rank] for rank in RANKS])
    suits = sheet.read(HERE / "suits.txt")
    for size in (9, 13, 19):
        add_strip(module, f"SUIT{size}", [suits[f"{suit}{size}"] for suit in SUITS])
    figures = sheet.read(HERE / "figures.txt")
    for layer in ("robe", "lines"):
        drawn = [figures[f"{rank}_{layer}"] for rank in COURT]
        add_strip(module, "COURT_" + layer.upper(), drawn)
    drawn = sheet.read(HERE / "portraits.txt")
    add_strip(module, "PORTRAITS", list(drawn.values()))
    ends = list(itertools.accumulate(2 + (w + 3) // 4 * h for w, h in BACKS))
    module.const("BACKS", (0, *ends))  # where each begins in a file of backs/, and the file's end
    module.const("BACK_SIZES", bytes(itertools.chain(*BACKS)))  # width and height of each
    add_rack(module, "ICONS", "ICON_", sheet.read(HERE / "icons.txt"))
    return module


def large():
    """The module with the font of titles: only some screens and tables need it in memory."""
    module = Module("The large font.")
    module.data("FONT", font("large.txt"))
    return module


def cropped(rows):
    """A picture without its empty edges, and its offset from left and top."""
    lines = [y for y, row in enumerate(rows) if any(row)]
    columns = [x for x in range(len(rows[0])) if any(row[x] for row in rows)]
    left, right, top, low = columns[0], columns[-1] + 1, lines[0], lines[-1] + 1
    return [row[left:right] for row in rows[top:low]], left, top


def layers(path):
    """The layers of an emblem from the bottom up: [(ink, rows of levels, index into MOTIONS)]."""
    return _layers_of_picture(path) if path.suffix == ".png" else _moving(path)


def _layers_of_picture(path):
    """The same of a PNG: a layer for each colour of the game that its pixels come nearest to."""
    width, height, colours = _nearest(path)
    if (width, height) != (EMBLEM, EMBLEM):
        size = f"{width}x{height}"
        raise games.Bad(f"{path.name} is {size} pixels: an emblem has {EMBLEM}x{EMBLEM}")
    rows = [colours[at : at + EMBLEM] for at in range(0, EMBLEM * EMBLEM, EMBLEM)]
    return [
        (i * 0x1110, [[3 * (c == i) for c in row] for row in rows], 0)
        for i in sorted({*colours} - {None})
    ]


def _nearest(path):
    """(width, height, colours) of a PNG: of each pixel the game's colour that it comes nearest to.

    None for a pixel that can be seen through.
    """
    try:
        from PIL import Image
    except ImportError:
        raise games.Bad(f"{path.name} needs the package Pillow: run `make setup`") from None
    from thirteen import catalog
    from thirteen.draw import palettes

    try:
        picture = Image.open(path).convert("RGBA")
    except OSError:
        raise games.Bad(f"{path.name} is no picture") from None
    known = [rgb.to_bytes(3, "big") for rgb in palettes.colours(0, catalog.row(path.stem))]
    out = []
    data = picture.tobytes()
    for at in range(0, len(data), 4):
        *rgb, alpha = data[at : at + 4]
        far = [sum((a - b) ** 2 for a, b in zip(rgb, c)) for c in known]
        out.append(far.index(min(far)) if alpha > 127 else None)
    return *picture.size, out


def emblems():
    """The module with the launcher's emblems, one for each file of the folder."""
    module = Module("The launcher's emblems: sprites, and by layer offset, x, y, ink, motion.")
    rows = []
    for path in sorted((HERE / "emblems").glob("*.*")):
        drawn = layers(path)
        parts = [cropped(rows) for _, rows, _ in drawn]
        data, places = pack.rack({i: part[0] for i, part in enumerate(parts)})
        numbers = []
        for i, (ink, _, motion) in enumerate(drawn):
            numbers += (places[i], parts[i][1], parts[i][2], ink, motion)
        module.data("_" + path.stem, data)
        rows.append(f'    "{path.stem}": (_{path.stem}, {tuple(numbers)}),')
    module.lines += ["EMBLEMS = {", *rows, "}"]
    return module
