"""Layer 5. The end of a game: count it, say so, and ask what next."""

from micropython import const

from thirteen import dealing
from thirteen.screens import notices
from thirteen.storage import deals, stats
from thirteen.ui import keys, menu, sound

_NEW, _AGAIN, _UNDO, _LOOK, _LEAVE = const(0), const(1), const(2), const(3), const(4)
_ROWS = ("New deal", "Same deal again", "Undo", "Look at the table", "Leave")


def run(game):
    """The end is on the screen; False to leave."""
    if not game.counted:
        _count(game)
    if not game.mode.read(game):
        return True
    game.told = True
    chosen = menu.ask(game.mode.title(game), _ROWS, 0, _result(game))
    keys.forget()
    if chosen == _NEW:
        dealing.deal(game)
        game.opened()
    elif chosen == _AGAIN:
        dealing.restart(game)
    elif chosen == _LEAVE:
        return False
    game.show()
    if chosen == _UNDO:
        game.undo()
    return True


def _count(game):
    """Into the statistics with it, once: a power cut in between must not count it twice."""
    won = game.mode.won(game)
    game.changed()
    game.counted = True
    game.save()
    rules = game.rules
    stats.add(
        game.name, len(game.mode.STATISTICS), game.mode.row(game), won,
        rules.score(game.match.s), getattr(rules, "UNIT", 1), game.seconds, game.undone,
        game.hinted,
    )  # fmt: skip
    deals.finished(game.name, game.row, game.match.number)
    notices.tell()
    (sound.won if won else sound.lost)()


def _result(game):
    """The score and the time."""
    rules = game.rules
    text = "%s\nin %d:%02d" % (
        rules.points(rules.score(game.match.s)), game.seconds // 60, game.seconds % 60,
    )  # fmt: skip
    return text + ", no undo" if game.mode.won(game) and not game.undone else text
