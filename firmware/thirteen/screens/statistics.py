"""Layer 5. The pages of a game's statistics."""

from micropython import const

import hal
from hal import fb
from thirteen.draw import art, canvas, large
from thirteen.storage import dates, history
from thirteen.ui import keys, menu

_MARGIN = const(10)
_TITLE_Y = canvas.SPACE - 1
_LINE_Y = _TITLE_Y + art.LARGE_H + canvas.SPACE // 2
_HEAD = _LINE_Y + canvas.SPACE + 3
_BOX_H = const(44)  # of a box with a large number
_LOW_BOX_H = const(16)
_SHARE_H = art.SMALL[0] + 3
_STEP = canvas.line_height()
_STARS = const(8)
_ON = keys.A
if hal.POINTER:
    from thirteen.ui import pointer  # unless there is none

    _ON |= pointer.TAP


def pages(game, titles=None, endless=0):
    """Show a page for each row of the statistics with a game, the row played most first.

    `titles` names the rows, those of the mode by default; the first `endless` ones can't be won.
    """
    titles = titles or game.mode.STATISTICS
    at = 0
    while True:
        log = history.load()
        table = history.statistics(log, game.row)[: len(titles)]
        order = [i for i, r in enumerate(table) if r[history.PLAYED]]
        order = order or [game.mode.kind(game.match.options)]
        order.sort(key=lambda i: -table[i][history.PLAYED])
        at %= len(order)
        i = order[at]
        items = ["Back", "Trophies"]
        if table[i][history.PLAYED]:
            items.append("Reset" + art.CH_ELLIPSIS)
        if len(order) > 1:
            items[0] = titles[order[(at + 1) % len(order)]] + "\t" + art.CH_RIGHT
        top = hal.H - menu.height(items) - 3
        end = _draw(game, titles[i] or "Statistics", table[i], i >= endless, top, log)
        del log  # 4 kB
        hal.refresh()
        if end > top:  # no room for the menu below the page
            if not keys.wait(False) & _ON:
                return
            canvas.clear(canvas.PANEL)
            top = -1
        got = menu.ask("", items, width=hal.W - 2 * _MARGIN, top=top)
        if got == 1:
            from thirteen.screens import trophies  # rarely needed

            trophies.show(game.row)
        elif got > 0:
            if menu.sure("Reset these numbers?", "Reset"):
                history.reset(game.row)
        elif got < 0 or len(order) == 1:
            return
        else:
            at += 1


def _draw(game, title, r, winnable, bottom, log):
    """Three numbers, the share of wins as a bar, and the rest line by line; returns the end.

    The numbers are large if the page then ends above `bottom`, or nothing makes it end there.
    """
    canvas.clear(canvas.PANEL)
    hal.text(large.FONT, title, _MARGIN, _TITLE_Y, canvas.GOLD_PANEL)
    fb.hline(_MARGIN, _LINE_Y, hal.W - 2 * _MARGIN, canvas.DARK_GOLD)
    n = r[history.PLAYED]
    if not n:
        canvas.centre(art.SMALL, "No game finished yet", 0, _HEAD + 20, hal.W, canvas.ON_PANEL)
        return _HEAD
    unit = game.rules.UNIT
    rating = game.mode.rating(log, game.row)
    boxes = [("played", "%d" % n)]
    if winnable:
        boxes.append(("won", "%d" % r[history.WON]))
        streak = "%d" % r[history.STREAK]
        boxes.append(("rating", "%d" % rating) if rating else ("in a row", streak))
    texts = lines(game, r, winnable, unit, log)
    rest = canvas.SPACE + (_SHARE_H if winnable else 0) + len(texts) * _STEP
    room = bottom if _HEAD + _LOW_BOX_H + rest <= bottom else hal.H
    box_h = _BOX_H if _HEAD + _BOX_H + rest <= room else _LOW_BOX_H
    _draw_boxes(boxes, box_h)
    y = _HEAD + box_h + canvas.SPACE
    if winnable:
        share = "%d%%" % (r[history.WON] * 100 // n)
        w = hal.W - 2 * _MARGIN - 40
        fb.fill_rect(_MARGIN, y + 3, w, 8, canvas.DARK_FELT)
        fb.fill_rect(_MARGIN, y + 3, w * r[history.WON] // n, 8, canvas.GOLD)
        canvas.right(art.SMALL, share, hal.W - _MARGIN, y, canvas.GOLD_PANEL)
        y += _SHARE_H
    for line in texts:
        name, _, value = line.partition("\t")
        hal.text(art.SMALL, name, _MARGIN, y, canvas.ON_PANEL)
        canvas.right(art.SMALL, value, hal.W - _MARGIN, y, canvas.GOLD_PANEL)
        y += _STEP
    return y


def _draw_boxes(boxes, box_h):
    w = (hal.W - 2 * _MARGIN + 6) // len(boxes)
    x = _MARGIN
    for name, value in boxes:
        canvas.box(x, _HEAD, w - 6, box_h, canvas.DARK_FELT)
        if box_h == _LOW_BOX_H:
            text = value + " " + name
            canvas.centre(art.SMALL, text, x, _HEAD + 2, w - 6, canvas.GOLD_FELT)
        else:
            canvas.centre(large.FONT, value, x, _HEAD + 6, w - 6, canvas.GOLD_FELT)
            canvas.centre(art.SMALL, name, x, _HEAD + box_h - 17, w - 6, canvas.ON_FELT)
        x += w


def lines(game, r, winnable, unit, log):
    """The other values of a row of the statistics: lines of a name, a tab and a value."""
    points = game.rules.points
    out = []
    if r[history.BEST_STREAK] > 1:
        best = r[history.BEST_STREAK]
        out.append("Most wins in a row\t%s %d" % (art.CH_STAR * min(best, _STARS), best))
    days = history.streak(history.days(log), game.row)
    if days > 1:
        out.append("Daily deals in a row\t%s %d" % (art.CH_STAR * min(days, _STARS), days))
    if r[history.WON]:
        text = "Fastest win\t" + dates.clock(r[history.FASTEST])
        if r[history.FEWEST] and len(game.mode.STATISTICS) == 1:
            text += ", fewest moves %d" % r[history.FEWEST]
        out.append(text)
        out.append("Won without undo\t%d" % r[history.CLEAN])
        out.append("Won without hints\t%d" % r[history.UNAIDED])
    if not r[history.WON] or not winnable:
        out.append("Best\t" + points(r[history.BEST]))
    score, seconds = history.average(r)
    out.append("On average\t%s, %s" % (points(score // unit * unit), dates.clock(seconds)))
    return out
