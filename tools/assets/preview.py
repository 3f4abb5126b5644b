"""Draws a picture of everything in the sheets, from the packed bytes, in each theme.

A page is a screen of 240x240, shown at scale 1 and 3.
"""

import struct
import zlib
from pathlib import Path

from tools.assets import generate, pack

W = H = 240
SCALE = 3
GAP = 12
FELT, DARK_FELT, PAPER, PANEL = 1, 2, 4, 14
ON_FELT, ON_PANEL, GOLD_PANEL = 0xF530, 0xF560, 0xCDE0
ON_PAPER, RED_PAPER, BLUE_PAPER, GREEN_PAPER = 0x7650, 0x8850, 0xAA50, 0xBB50
TWO = (ON_PAPER, RED_PAPER, RED_PAPER, ON_PAPER)
FOUR = (ON_PAPER, RED_PAPER, BLUE_PAPER, GREEN_PAPER)
BACK_INK = 0x1CDE9
TEXT = (
    "Two neighbours that sum to 13 may be",
    "discarded. A king goes by itself. Cards",
    "above fall, and the stock refills the top",
    "row at once. Won when all 52 are gone!",
)


def themes():
    """The palettes of the launcher, one a theme."""
    from thirteen.ui import palettes

    return [palettes.colours(i, palettes.HOUSE) for i in range(len(palettes.ROWS))]


class Page:
    """A page of colour indices with the drawing functions that the pages need."""

    def __init__(self, names):
        self.names = names
        self.rows = [bytearray([FELT] * W) for _ in range(H)]

    def box(self, x, y, w, h, colour):
        left, right = max(x, 0), min(x + w, W)
        for row in self.rows[max(y, 0) : y + h]:
            row[left:right] = bytes([colour]) * (right - left)

    def blit(self, data, at, x, y, ink):
        for j, row in enumerate(pack.unpack(data, at)):
            for i, level in enumerate(row):
                if (level or ink >> 16) and 0 <= x + i < W and 0 <= y + j < H:
                    self.rows[y + j][x + i] = ink >> 4 * level & 15

    def text(self, font, text, x, y, ink):
        for char in text:
            k = ord(char) - font[1]
            if not 0 <= k < font[2]:
                k = font[2] - 1
            at = font[4 + 2 * k] | (font[5 + 2 * k] & 15) << 8
            self.blit(font, at, x, y + (font[5 + 2 * k] >> 4), ink)
            x += font[at] + font[3]
        return x

    def strip(self, name, k, x, y, ink):
        self.blit(self.names[name], k * self.names[name + "_STEP"], x, y, ink)

    def paper(self, x, y, w, h):
        self.box(x + 2, y + h, w - 2, 1, DARK_FELT)
        self.box(x + w, y + 2, 1, h - 2, DARK_FELT)
        self.box(x + 1, y, w - 2, h, PAPER)
        self.box(x, y + 1, w, h - 2, PAPER)

    def card(self, rank, suit, x, y, w, h, inks=TWO):
        self.paper(x, y, w, h)
        ink = inks[suit]
        if w >= 44:
            self.strip("RANK_BIG", rank - 1, x + 4, y + 4, ink)
            self.strip("SUIT19", suit, x + w - 23, y + h - 23, ink)
        elif w >= 30:
            self.strip("RANK_MID", rank - 1, x + 3, y + 3, ink)
            self.strip("SUIT9", suit, x + w - 14, y + 5, ink)
            self.strip("SUIT19", suit, x + w - 21, y + h - 22, ink)
        else:
            self.strip("RANK_SMALL", rank - 1, x + 3, y + 3, ink)
            self.strip("SUIT9", suit, x + w - 12, y + 4, ink)
            self.strip("SUIT13", suit, x + (w - 13) // 2, y + h - 17, ink)

    def back(self, game, x, y, w, h):
        self.paper(x, y, w, h)
        data, at = generate.backs(generate.back_sheet(game)), 0
        while data[at] > w - 6 or data[at + 1] > h - 6:
            at += 2 + (data[at] + 3) // 4 * data[at + 1]
        self.blit(data, at, x + (w - data[at]) // 2, y + (h - data[at + 1]) // 2, BACK_INK)


def glyphs(screen):
    """All glyphs of both fonts."""
    y = 4
    for name, per in (("SMALL", 24), ("FONT", 16)):
        font = screen.names[name]
        codes = range(font[1], font[1] + font[2])
        for start in range(codes.start, codes.stop, per):
            x = 4
            for code in range(start, min(start + per, codes.stop)):
                x = screen.text(font, chr(code), x, y, ON_FELT) + 1
            y += font[0] + 1


def words(screen):
    """Text and titles on each background."""
    small, large = screen.names["SMALL"], screen.names["FONT"]
    y = 3
    for ground, ink, title in (
        (FELT, ON_FELT, 0xCD20),
        (PANEL, ON_PANEL, GOLD_PANEL),
        (PAPER, ON_PAPER, RED_PAPER),
    ):
        screen.box(0, y - 3, W, 80, ground)
        screen.text(large, "Thirteens  0123456789", 6, y, title)
        for k, line in enumerate(TEXT):
            screen.text(small, line, 6, y + 22 + 14 * k, ink)
        y += 80


def cards(screen):
    """Cards in three sizes, with two and with four colours."""
    for k, (rank, suit) in enumerate(((1, 0), (10, 1), (12, 2), (7, 3), (13, 1))):
        screen.card(rank, suit, 4 + 47 * k, 4, 44, 42, FOUR)
    for k, (rank, suit) in enumerate(((4, 0), (8, 1), (6, 3))):
        screen.card(rank, suit, 4 + 48 * k, 50, 46, 42)
    screen.back("thirteens", 4 + 48 * 3, 50, 45, 44)
    screen.back("make13", 4 + 48 * 4, 50, 42, 45)
    for k, (rank, suit) in enumerate(((10, 0), (3, 1), (9, 2), (12, 3), (2, 0), (5, 1))):
        screen.card(rank, suit, 4 + 34 * k, 97, 32, 44)
    screen.back("friday", 4 + 34 * 6, 97, 31, 43)
    for k in range(13):
        screen.card(k + 1, k % 4, 4 + 17 * k, 146, 28, 40, FOUR)
    for k in range(7):
        screen.card(13 - k, (k + 2) % 4, 4 + 30 * k, 191, 28, 40)
    screen.back("imaginary", 4 + 30 * 7, 191, 27, 39)


def parts(screen):
    """Ranks, suits and icons."""
    screen.box(0, 0, W, 148, PAPER)
    for k in range(13):
        screen.strip("RANK_BIG", k, 3 + 18 * k, 3, ON_PAPER)
        screen.strip("RANK_MID", k, 3 + 13 * k, 28, RED_PAPER)
        screen.strip("RANK_SMALL", k, 3 + 10 * k, 46, BLUE_PAPER)
    for k, ink in enumerate(FOUR):
        screen.strip("SUIT9", k, 140 + 11 * k, 47, TWO[k])
        screen.strip("SUIT13", k, 178 + 15 * k, 27, ink)
        screen.strip("SUIT19", k, 4 + 24 * k, 66, TWO[k])
        screen.strip("SUIT19", k, 4 + 24 * k, 96, ink)
        screen.strip("SUIT13", k, 4 + 24 * k, 124, ink)
    for y, ground, ink in ((148, FELT, ON_FELT), (194, PANEL, GOLD_PANEL)):
        screen.box(0, y, W, 46, ground)
        x = 6
        for name in sorted(screen.names):
            if name.startswith("ICON_"):
                at = screen.names[name]
                if x + screen.names["ICONS"][at] > W:
                    x = 6
                    y += 21
                screen.blit(screen.names["ICONS"], at, x, y + 6, ink)
                x += screen.names["ICONS"][at] + 8


def launcher(screen):
    """The emblems and the logo, layer by layer."""
    screen.box(0, 0, W, H, PANEL)
    data = screen.names["EMBLEMS"]
    x, y = 8, 8
    for key, layers in sorted(screen.names.items()):
        if not isinstance(layers, tuple) or key.isupper():
            continue
        width, height = (56, 48) if key == "logo" else (40, 40)
        if x + width > W:
            x, y = 8, y + 52
        screen.box(x - 3, y - 3, width + 6, height + 6, FELT if key == "logo" else DARK_FELT)
        for k in range(0, len(layers), 4):
            at, dx, dy, ink = layers[k : k + 4]
            screen.blit(data, at, x + dx, y + dy, ink)
        x += width + 12


PAGES = (glyphs, words, cards, parts, launcher)


def png(path, rows):
    """Write rows of RGB bytes as a PNG."""

    def chunk(kind, body):
        return (
            struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
        )

    head = struct.pack(">IIBBBBB", len(rows[0]) // 3, len(rows), 8, 2, 0, 0, 0)
    body = zlib.compress(b"".join(b"\0" + row for row in rows), 9)
    Path(path).write_bytes(
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", body) + chunk(b"IEND", b"")
    )


def write(path):
    """Draw all pages into a PNG: one row per page, with each theme at both scales."""
    names = {}
    for module in (generate.art(), generate.large(), generate.emblems()):
        exec(module.text(), names)
    rows = []
    grey = b"\x40\x40\x40"
    tables = []
    for theme in themes():
        tables.append([colour.to_bytes(3, "big") for colour in theme])
    for page in PAGES:
        screen = Page(names)
        page(screen)
        for y in range(H * SCALE):
            line = bytearray()
            for table in tables:
                row = b"".join(table[c] for c in screen.rows[y]) if y < H else grey * W
                big = b"".join(table[c] * SCALE for c in screen.rows[y // SCALE])
                line += row + grey * GAP + big + grey * GAP
            rows.append(bytes(line))
        rows += [grey * (len(rows[0]) // 3)] * GAP
    png(path, rows)
