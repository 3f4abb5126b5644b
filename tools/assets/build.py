"""Turn the ASCII-art sheets of this folder into the firmware's art.py and emblems.py."""
from pathlib import Path

from tools.assets import pack, sheet

HERE = Path(__file__).resolve().parent
SUITS = ("spade", "heart", "diamond", "club")
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
# Fonts start below the blank with the glyphs that ASCII lacks, so every text stays one byte a
# glyph and needs no decoding on the device.
EXTRAS = ("button_x", "button_y", "spade", "heart", "diamond", "club", "left", "right", "up",
          "down", "dot", "ellipsis", "check", "times", "star", "button_a", "button_b", "dash")
FIRST = 32 - len(EXTRAS)
GAP = 1
NAMED = {"space": " ", "missing": "\x7f"}


class Module:
    """The text of a generated module, and the bytes that each of its objects takes."""

    def __init__(self, purpose):
        self.lines = [f'"""{purpose} Generated from tools/assets; do not edit."""']
        self.sizes = {}

    def data(self, name, value):
        """Add a bytes object."""
        self.sizes[name] = len(value)
        self.lines.append(f"{name} = (")
        for start in range(0, len(value), 22):
            row = "".join(f"\\x{byte:02x}" for byte in value[start:start + 22])
            self.lines.append(f'    b"{row}"')
        self.lines.append(")")

    def const(self, name, value):
        """Add a number, a string or a tuple."""
        self.lines.append(f"{name} = {value!r}")

    def text(self):
        return "\n".join(self.lines) + "\n"


def font(name):
    """The bytes of a font from its sheet; letters the sheet leaves out show the missing glyph."""
    drawn = {NAMED.get(key, key): rows for key, rows in sheet.read(HERE / name).items()}
    codes = list(EXTRAS) + [chr(code) for code in range(32, 128)]
    unknown = set(drawn) - set(codes)
    if unknown:
        raise ValueError(f"{name}: no code for {' '.join(sorted(unknown))}")
    return pack.font([drawn.get(code) for code in codes], FIRST, GAP)


def add_strip(module, name, pictures):
    """Add equally large sprites with their width, height and distance."""
    data, step = pack.strip(pictures)
    module.data(name, data)
    module.const(name + "_W", data[0])
    module.const(name + "_H", data[1])
    module.const(name + "_STEP", step)


def add_rack(module, name, prefix, pictures):
    """Add sprites of any size, each with a constant for its offset."""
    data, places = pack.rack(pictures)
    module.data(name, data)
    for key, place in places.items():
        module.const(prefix + key.upper(), place)


def art():
    """The module with fonts, card parts and icons."""
    module = Module("Fonts, parts of cards and icons.")
    module.data("SMALL", font("small.txt"))
    module.data("LARGE", font("large.txt"))
    for code, name in enumerate(EXTRAS, FIRST):
        module.const("CH_" + name.upper(), chr(code))
    module.const("CH_SUITS", "".join(chr(FIRST + EXTRAS.index(name)) for name in SUITS))
    for size in ("big", "mid", "small"):
        drawn = sheet.read(HERE / f"ranks_{size}.txt")
        add_strip(module, "RANK_" + size.upper(), [drawn[rank] for rank in RANKS])
    suits = sheet.read(HERE / "suits.txt")
    for size in (9, 13, 19, 27):
        add_strip(module, f"SUIT{size}", [suits[f"{suit}{size}"] for suit in SUITS])
    add_rack(module, "BACK", "BACK_", sheet.read(HERE / "back.txt"))
    add_rack(module, "ICONS", "ICON_", sheet.read(HERE / "icons.txt"))
    return module


def emblems():
    """The module with the launcher's pictures: each in layers, drawn one over the other."""
    module = Module("The launcher's pictures.")
    add_rack(module, "EMBLEMS", "", sheet.read(HERE / "emblems.txt"))
    return module
