"""The table of figures: name, value, limit, ok or over."""

from collections import namedtuple

Row = namedtuple("Row", "what measured unit most")
Row.__doc__ = "A figure; `most` is None if it has no limit."

_MORE = ("a second", "kB free", "times")  # units where more is better
_PLACES = {
    "%": 1, "ms": 1, "kB": 1, "kB free": 1, "bytes": 0, "a second": 1, "an hour": 1, "times": 1,
    "": 0,
}  # fmt: skip


def verdict(row):
    if row.most is None:
        return ""
    if row.unit in _MORE:
        return "ok" if row.measured >= row.most else "under"
    return "ok" if row.measured <= row.most else "over"


HEAD = f"{'what':<72}  {'measured':>12}  {'limit':>12}"


def line(row):
    """A row of the table as text."""
    measured = f"{row.measured:.{_PLACES[row.unit]}f} {row.unit}".strip()
    most = "" if row.most is None else f"{row.most:g} {row.unit}".strip()
    return f"{row.what:<72}  {measured:>12}  {most:>12}  {verdict(row)}".rstrip()


def over(rows):
    """The number of figures that miss their limit."""
    return sum(verdict(row) in ("over", "under") for row in rows)


def end(rows):
    """The last line: a summary."""
    return f"{len(rows)} figures, {over(rows)} over or under."
