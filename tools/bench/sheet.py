"""The table of figures: what, measured, at most, ok or over."""

from collections import namedtuple

Row = namedtuple("Row", "what measured unit most")
Row.__doc__ = "A figure; `most` is None where nothing is asked of it."

_PLACES = {"ms": 1, "kB": 1, "bytes": 0, "a second": 1, "": 0}


def verdict(row):
    if row.most is None:
        return ""
    return "ok" if row.measured <= row.most else "over"


def text(rows):
    """All rows as a table, a line each."""
    cells = [("what", "measured", "at most", "")]
    for row in rows:
        measured = f"{row.measured:.{_PLACES[row.unit]}f} {row.unit}".strip()
        most = "" if row.most is None else f"{row.most:g} {row.unit}".strip()
        cells.append((row.what, measured, most, verdict(row)))
    wide = [max(len(line[i]) for line in cells) for i in range(4)]
    lines = []
    for what, measured, most, word in cells:
        line = f"{what:{wide[0]}}  {measured:>{wide[1]}}  {most:>{wide[2]}}  {word}"
        lines.append(line.rstrip())
    over = sum(verdict(row) == "over" for row in rows)
    lines.append(f"{len(rows)} figures, {over} over." if over else f"{len(rows)} figures.")
    return "\n".join(lines)
