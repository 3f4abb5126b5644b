"""Layer 5. The scores of a match of Three Thirteen: a curve a player, round by round."""

from micropython import const

import hal
from hal import fb
from thirteen.draw import art, canvas, charts, large
from thirteen.protocols import Game
from thirteen.rules import three_thirteen_table as rummy
from thirteen.ui import captions, keys
from thirteen.views import three_thirteen_labels as labels

_MARGIN = const(8)
_NAMES_W = const(76)  # of faces, names and totals beside the curves
_NAME_H = const(14)
_INKS = bytes((canvas.GOLD, canvas.RED, canvas.WHITE, canvas.PALE_FELT))


def run(game: Game) -> None:
    """Show the scores until a key is pressed."""
    draw(game.match.s)
    hal.refresh()
    keys.wait(False)


def sums(s: bytearray) -> list:
    """The points of each player after each round, from 0 on."""
    out = [[0] for _ in range(rummy.players(s))]
    for n in range(1, rummy.number(s) + 1):
        for p, points in enumerate(out):
            plays = n < rummy.TIE_BREAK or rummy.plays(s, p)
            points.append(points[-1] + (rummy.penalty(s, n, p) if plays else 0))
    return out


def draw(s: bytearray) -> None:
    width, height = canvas.screen()
    canvas.clear(canvas.PANEL)
    hal.text(large.FONT, "Points", _MARGIN, 2, canvas.GOLD_PANEL)
    canvas.right(art.SMALL, "fewest win", width - _MARGIN, 7, canvas.ON_PANEL)
    points = sums(s)
    most = max([max(row) for row in points])
    y = art.LARGE_H + 8
    w = width - 2 * _MARGIN - _NAMES_W
    h = height - y - 2 * art.SMALL[0] - 2
    dim = canvas.DIM_PANEL >> 12
    fb.hline(_MARGIN, y + h, w, dim)
    fb.fill_rect(_MARGIN, y, 1, h, dim)
    rounds = "%d rounds" % (len(points[0]) - 1)
    canvas.centre(art.SMALL, rounds, _MARGIN, y + h + 1, w, canvas.DIM_PANEL)
    canvas.centre(art.SMALL, captions.BACK[1], 0, height - art.SMALL[0], width, canvas.ON_PANEL)
    for p, row in enumerate(points):
        charts.curve(_MARGIN + 1, y, w - 1, h, row, low=0, high=most, ink=_INKS[p])
    top, lowest = y, y + h - _NAME_H
    for p in sorted(range(len(points)), key=lambda p: -points[p][-1]):
        left = len([1 for row in points if row[-1] < points[p][-1]])  # to be named below
        at = charts.place(points[p][-1], 0, most, y, h) - _NAME_H // 2
        y_name = min(max(at, top), lowest - left * _NAME_H)
        top = y_name + _NAME_H  # names don't cover each other
        _name(s, p, points[p][-1], width - _MARGIN - _NAMES_W + 3, y_name, width - _MARGIN)


def _name(s: bytearray, p: int, total: int, x: int, y: int, end: int) -> None:
    fb.fill_rect(x, y + 5, 5, 3, _INKS[p])
    x = labels.face(s, p, x + 8, y)
    hal.text(art.SMALL, labels.name(s, p), x, y, canvas.ON_PANEL)
    canvas.right(art.SMALL, "%d" % total, end, y, canvas.GOLD_PANEL)
