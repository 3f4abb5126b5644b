"""Converts the rule sheets of seeds/ into the pages that the handheld shows.

One line per paragraph: `# ` is a heading, `- ` a list item or a table row; the device wraps by the
width of its font. Table headings are removed, and the sections for developers (notation, state,
vectors) are left out.

A line that begins with cards, `[5H 8S] make 13`, is a row of small cards and words; `--` is an
empty place. The device gets each card as the character 64 above its byte, with a tab before and
after the cards of a bracket.
"""

import re

from thirteen import cards
from tools.assets.generate import EXTRAS, FIRST

SKIPPED = ("state", "notation", "vectors", "trace", "sources", "source")
# Replacements for non-ASCII characters: the fonts' extra glyphs (generate.EXTRAS) or letters.
GLYPHS = {
    "\u2660": "spade",
    "\u2665": "heart",
    "\u2666": "diamond",
    "\u2663": "club",
    "\u2190": "left",
    "\u2192": "right",
    "\u2191": "up",
    "\u2193": "down",
    "\u00b7": "dot",
    "\u2026": "ellipsis",
    "\u00d7": "times",
    "\u2013": "dash",
    "\u2014": "dash",
}
PLAIN = {
    "\u2018": "'",
    "\u2019": "'",
    "\u201c": '"',
    "\u201d": '"',
    "\u2212": "-",
    "\u2265": ">=",
    "\u2264": "<=",
    "\u00a0": " ",
}
PLAIN.update((char, chr(FIRST + EXTRAS.index(name))) for char, name in GLYPHS.items())


def inline(text):
    """A line without Markdown, in characters that the fonts have."""
    text = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", text)
    text = re.sub(r"\*\*|__|`", "", text)
    text = re.sub(r"(?<!\w)[*_](\S(?:[^*_]*\S)?)[*_](?!\w)", r"\1", text)
    for fancy, plain in PLAIN.items():
        text = text.replace(fancy, plain)
    odd = sorted({char for char in text if not FIRST <= ord(char) < 127})
    if odd:
        raise ValueError(f"the fonts cannot draw {odd} in: {text.strip()}")
    return re.sub(" +", " ", text).strip()


def row(line):
    """A row of cards and words in the device's format; ValueError for an invalid card."""
    out = []
    for part in re.split(r"(\[[^\[\]]*\])", line):
        if part.startswith("["):
            codes = [0 if name == "--" else cards.parse(name) for name in part[1:-1].split()]
            out.append("".join(chr(64 + code) for code in codes))
        else:
            out.append(inline(part))
    return "\t".join(out)


def cells(line):
    """A table row as text: a colon after its first cell, commas between the others."""
    found = [inline(cell) for cell in line.strip().strip("|").split("|")]
    found = [cell for cell in found if cell]
    return ": ".join((found[0], ", ".join(found[1:]))) if len(found) > 1 else "".join(found)


def page(markdown):
    """The device's lines for a sheet in Markdown."""
    out = []
    part = []
    fenced = skipped = False

    def flush():
        if part:
            out.append(inline(" ".join(part)))
            part.clear()

    for line in markdown.splitlines():
        text = line.strip()
        heading = re.match(r"(#+)\s+(.*?)\s*#*$", text)
        point = re.match(r"(?:[-*+]|\d+[.)])\s+(.*)$", text)
        if text.startswith("```"):
            fenced = not fenced
        elif heading and not fenced:
            flush()
            if len(heading.group(1)) <= 2:
                if heading.group(2).lower() == "notation":
                    break
                skipped = heading.group(2).lower() in SKIPPED
            if not skipped:
                out.append("# " + inline(heading.group(2)))
        elif fenced or skipped or text.startswith("Source:"):
            continue
        elif text.startswith("|") and not set(text) <= set("|-: "):
            flush()
            out.append("- " + cells(text))
        elif text.startswith("|"):
            out.pop()
        elif re.match(r"\[(?:\w\w|--)[ \]]", text):
            flush()
            out.append(row(text))
        elif point:
            flush()
            words = re.sub(r"^[A-Z]\d+ ", "", point.group(1))  # rule numbers are for the tests
            if not re.match("Options?\\b", words):  # the house rules menu shows those
                part.append("- " + words)
        elif text:
            part.append(text)
        else:
            flush()
    flush()
    return out


_MODULE = '''"""Layer 2. A rule sheet, see ui/pages. Generated; do not edit."""

LINES = (
{})
'''


def module(lines):
    """The firmware's module of a sheet: the game borrows it while it is read."""
    rows = "".join(f"    {ascii(line)},\n" for line in lines)
    return _MODULE.format(rows)


def sheets(seeds):
    """(name, module of the lines for the handheld) of each sheet in a folder."""
    for path in sorted(seeds.glob("*.md")):
        if path.stem.lower() == "readme":
            continue
        try:
            yield path.stem, module(page(path.read_text(encoding="utf-8")))
        except ValueError as error:
            raise ValueError(f"{path.name}: {error}") from None
