"""Converts the ASCII-art sheets of this folder into the firmware's pictures and fonts."""

import itertools
from pathlib import Path

from tools import games
from tools.assets import pack, sheet

HERE = Path(__file__).resolve().parent
SUITS = ("spade", "heart", "diamond", "club")
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
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
BACKS = ((52, 50), (37, 49), (44, 38), (36, 38), (25, 37), (21, 33))
EMBLEM = 40  # pixels, wide and high
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


def back(width, height, tile, medal):
    """A card's back: the lattice cropped with a crossing at the centre, and the medal on it."""
    size = len(tile)
    left, top = (width - len(medal[0])) // 2, (height - len(medal)) // 2
    field = tile[0][0]
    rows = [
        [tile[(y - height // 2) % size][(x - width // 2) % size] for x in range(width)]
        for y in range(height)
    ]
    for y, row in enumerate(medal):
        drawn = [x for x, level in enumerate(row) if level]
        rows[top + y][left + drawn[0] : left + drawn[-1] + 1] = row[drawn[0] : drawn[-1] + 1]
    rows[0] = rows[-1] = [field] * width
    for row in rows:
        row[0] = row[-1] = field
    return rows


def backs(path):
    """The bytes of a game's backs, in the sizes and order of BACKS."""
    parts = sheet.read(path)
    drawn = {size: back(*size, parts["tile"], parts["medal"]) for size in BACKS}
    return pack.rack(drawn)[0]


def back_sheet(game):
    """The drawing of a game's back; the house's for a game that has none."""
    path = HERE / "backs" / f"{game}.txt"
    return path if path.is_file() else HERE / "backs" / "house.txt"


def cat():
    """The bytes of the cat of Friday the 13th, sprites of equal size."""
    return pack.strip(list(sheet.read(HERE / "cat.txt").values()))[0]


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
    ends = list(itertools.accumulate(2 + (w + 3) // 4 * h for w, h in BACKS))
    module.const("BACKS", (0, *ends))  # where each begins in a file of backs/, and the file's end
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
    """The layers of an emblem from the bottom up: [(ink for the dark theme, rows of levels)]."""
    if path.suffix == ".png":
        return _layers_of_picture(path)
    return [(int(key.partition("=")[2], 16), rows) for key, rows in sheet.read(path).items()]


def _layers_of_picture(path):
    """The same of a PNG: a layer for each colour of the game that its pixels come nearest to."""
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
    if picture.size != (EMBLEM, EMBLEM):
        size = "%dx%d" % picture.size
        raise games.Bad(f"{path.name} is {size} pixels: an emblem has {EMBLEM}x{EMBLEM}")
    colours = palettes.colours(0, catalog.row(path.stem))
    rows = {}
    data = picture.tobytes()
    for at in range(EMBLEM * EMBLEM):
        *rgb, alpha = data[4 * at : 4 * at + 4]
        if alpha > 127:
            far = [sum((a - b) ** 2 for a, b in zip(rgb, c.to_bytes(3, "big"))) for c in colours]
            i = far.index(min(far))
            layer = rows.setdefault(i, [[0] * EMBLEM for _ in range(EMBLEM)])
            layer[at // EMBLEM][at % EMBLEM] = 3
    return [(i * 0x1110, rows[i]) for i in sorted(rows)]


def emblems():
    """The module with the launcher's emblems, one for each file of the folder."""
    module = Module("The launcher's emblems: sprites, and for each layer offset, x, y, ink.")
    for path in sorted((HERE / "emblems").glob("*.*")):
        drawn = layers(path)
        parts = [cropped(rows) for _, rows in drawn]
        data, places = pack.rack({i: part[0] for i, part in enumerate(parts)})
        numbers = []
        for i, (ink, _) in enumerate(drawn):
            numbers += (places[i], parts[i][1], parts[i][2], ink)
        module.data(path.stem.upper(), data)
        module.const(path.stem, tuple(numbers))
    return module
