"""Turn the rule sheets of seeds/ into the pages that the handheld shows.

A line a paragraph: `# ` a heading, `- ` a point; the device wraps by width of its font. What only
developers need (notation, state, vectors, numbers of sources) stays behind.
"""
import re

SKIPPED = ("state", "notation", "vectors", "trace", "sources", "source")
# What the device's fonts cannot draw, in what they can.
PLAIN = {"\u2018": "'", "\u2019": "'", "\u201c": '"', "\u201d": '"', "\u2013": "-",
         "\u2014": "-", "\u2026": "...", "\u00d7": "x", "\u2212": "-", "\u2265": ">=",
         "\u2264": "<=", "\u2660": "S", "\u2665": "H", "\u2666": "D", "\u2663": "C",
         "\u00b7": "-", "\u2192": "to", "\u00a0": " "}


def inline(text):
    """A line without Markdown's marks, in ASCII."""
    text = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", text)
    text = re.sub(r"\*\*|__|`", "", text)
    text = re.sub(r"(?<!\w)[*_](\S(?:[^*_]*\S)?)[*_](?!\w)", r"\1", text)
    for fancy, plain in PLAIN.items():
        text = text.replace(fancy, plain)
    odd = sorted({char for char in text if not 32 <= ord(char) < 127})
    if odd:
        raise ValueError(f"the fonts cannot draw {odd} in: {text.strip()}")
    return " ".join(text.split())


def cells(line):
    """A table's row as text: its cells, comma between, the first with a colon."""
    found = [inline(cell) for cell in line.strip().strip("|").split("|")]
    found = [cell for cell in found if cell]
    return ": ".join((found[0], ", ".join(found[1:]))) if len(found) > 1 else "".join(found)


def page(markdown):
    """The text that the device shows of a sheet in Markdown."""
    out = []
    part = ""
    fenced = skipped = head = False

    def flush():
        nonlocal part
        if part:
            out.append(inline(part))
        part = ""

    for line in markdown.splitlines():
        text = line.strip()
        if text.startswith("```"):
            fenced = not fenced
            continue
        heading = re.match(r"(#+)\s+(.*?)\s*#*$", text)
        if heading and not fenced:
            flush()
            name = heading.group(2)
            if len(heading.group(1)) <= 2:
                if name.lower() == "notation":
                    break
                skipped = name.lower() in SKIPPED
            if not skipped:
                out.append("# " + inline(name))
            continue
        if fenced or skipped or text.startswith("Source:"):
            continue
        if text.startswith("|"):
            flush()
            if set(text) <= set("|-: "):
                head = True
                if out and out[-1].startswith("- "):
                    out.pop()
            else:
                out.append("- " + cells(text))
            continue
        if not text or head and not text:
            flush()
            continue
        point = re.match(r"(?:[-*+]|\d+[.)])\s+(.*)$", text)
        if point:
            flush()
            part = "- " + point.group(1)
        else:
            part = f"{part} {text}" if part else text
    flush()
    while out and out[-1].startswith("# "):
        out.pop()
    return "\n".join(out)


def modules(seeds):
    """(name, text of the module, bytes of its text) for each sheet in a folder."""
    yield "__init__", '"""The rule sheets as the handheld shows them. Generated."""\n', 0
    for path in sorted(seeds.glob("*.md")):
        if path.stem.lower() == "readme":
            continue
        try:
            text = page(path.read_text(encoding="utf-8"))
        except ValueError as error:
            raise ValueError(f"{path.name}: {error}") from None
        lines = [f'"""The rules that the handheld shows, from seeds/{path.name}. Generated."""',
                 "TEXT = ("]
        lines += [f"    {line!r}" for line in text.splitlines(keepends=True)]
        yield path.stem, "\n".join(lines) + "\n)\n", len(text)
