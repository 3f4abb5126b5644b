"""Floor 4. The end of a game: count it, say so, and ask what next."""

from thirteen import asides
from thirteen.ui import keys, menu, sound

_ROWS = ("New deal", "Same deal again", "Undo", "Look at the table", "Leave")


def run(game):
    """The end is on the glass; False to leave."""
    s = game.match.s
    rules = game.rules
    seats = game.seats
    won = seats.won(game) if seats else rules.over(s) == 1
    if not game.counted:
        # Into the statistics with it, once: a power cut in between must not count it twice.
        game.changed()
        game.counted = True
        game.save()
        asides.count(game, won)
        (sound.won if won else sound.lost)()
    if seats and not game.view.read:
        return True
    game.told = True
    told = rules.points(rules.score(s))
    told += "\nin %d:%02d" % (game.seconds // 60, game.seconds % 60)
    if won and not game.undone:
        told += ", no undo"
    title = seats.verdict(game) if seats else "You won!" if won else "No moves left"
    got = menu.ask(title, _ROWS, 0, told)
    keys.forget()
    if got == 0:
        asides.deal(game)
        game.opened()
    elif got == 1:
        asides.restart(game)
    elif got == 4:
        return False
    game.show()
    if got == 2:
        game.undo()
    return True
