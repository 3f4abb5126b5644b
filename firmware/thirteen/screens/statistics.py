"""Layer 5. The pages of a game's statistics."""

from thirteen.storage import stats
from thirteen.ui import art, captions, menu


def lines(game, rows, row, points, unit):
    """The lines of a page: name, tab, value. `points` formats a score."""
    r = stats.load(game, rows)[row]
    n = r[stats.PLAYED]
    if not n:
        return ["No game finished yet"]
    return [
        "Played\t%d" % n,
        "Won\t%d (%d%%)" % (r[stats.WON], r[stats.WON] * 100 // n),
        "Won without undo\t%d" % r[stats.CLEAN],
        "Won without hints\t%d" % r[stats.UNAIDED],
        "Streak now / best\t%d / %d" % (r[stats.STREAK], r[stats.BEST_STREAK]),
        "Best score\t" + points(r[stats.BEST]),
        "Mean score\t" + points(r[stats.SUM] // n // unit * unit),
        "Fastest win\t" + (_clock(r[stats.FASTEST]) if r[stats.WON] else "-"),
        "Mean time\t" + _clock(r[stats.SECONDS] // n),
    ]


def pages(game):
    """Show a page for each row of the mode's STATISTICS, with a way to reset them all."""
    rows = game.mode.STATISTICS
    unit = game.rules.UNIT
    played = [r[stats.PLAYED] for r in stats.load(game.name, len(rows))]
    i = played.index(max(played))  # start with the row played most
    while True:
        text = lines(game.name, len(rows), i, game.rules.points, unit)
        rating = game.mode.rating(game)
        if rating:
            text.insert(0, "Your rating\t%d" % rating)
        more = "%d of %d   %snext" % (i + 1, len(rows), captions.A) if len(rows) > 1 else ""
        text.append("Reset " + art.CH_ELLIPSIS)
        got = menu.ask(rows[i] or "Statistics", text, 0, more, width=220)
        game.draw()
        if got == len(text) - 1:
            if menu.sure("Reset all?", "Reset"):
                stats.reset(game.name)
            game.draw()
        elif got < 0 or len(rows) == 1:
            return
        else:
            i = (i + 1) % len(rows)


def _clock(seconds):
    return "%d:%02d" % (seconds // 60, seconds % 60)
