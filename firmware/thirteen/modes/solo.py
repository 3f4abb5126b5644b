"""Layer 5. A game for one player, who has all the time there is.

Every mode has these names; `game` is a game.Game.
"""

from micropython import const

from thirteen import later
from thirteen.ui import status_panel

LIVE = False  # whether something happens without a key
STATISTICS = ("",)  # names of the rows that the statistics keep apart
SLICE = const(6)  # ms of a frame in which a hint thinks

_VERDICTS = (
    "Not sure if this can be won.",
    "It can still be won.",
    "This deal can't be won from here.",
)


def enter(game, back):
    """The game is opened; False for the launcher. `back`: the light had gone out in it."""
    if not game.load():
        game.deal()
    return True


def begin(game):
    """A deal is on the table, a new or a saved one; whether to show it."""
    return True


def frame(game, k):
    """A frame begins, in which key k went down; the key that the game gets."""
    return k


def turn(game):
    """The key has been played: what others do before the frame is drawn."""


def own_keys():
    """Whether X and Y are the view's."""
    return False


def may_save():
    """Whether to save when the player rests."""
    return True


def over(game):
    """The game's end is on the screen; False for the launcher."""
    from thirteen.screens import game_over  # not needed at power-on

    return game_over.run(game)


def pause(game):
    """The pause menu opens; which one: 0 of a table, 1 of a race, 2 of its practice."""
    later.do(game.save)
    return 0


def covered():
    """Whether the table is hidden while a menu is open."""
    return False


def resume():
    """The pause menu is closed."""


def may_undo(game):
    """Whether the last move can be taken back."""
    return True


def invite(game):
    """Before a new deal: who plays, and by which rules; False for back."""
    return True


def start(part):
    """A game begins, or goes on with what `part` told when it was saved."""


def part():
    """Up to five bits to be saved with the game."""
    return 0


def thinks():
    """Whether it is a computer player's turn."""
    return False


def read(game):
    """Whether the end has been looked at, so that the menu of the end may come."""
    return True


def won(game):
    """Whether the player has won."""
    return game.rules.over(game.match.s) == 1


def title(game):
    """Of the end."""
    return "You won!" if won(game) else "No moves left"


def row(game):
    """The row of the statistics where the game counts."""
    return 0


def rating(game):
    """The player's rating, where the mode has one; else 0."""
    return 0


def gain(game):
    """What the finished game changes in it; None where it is not rated."""
    return None


def show_moves(game, moves, n):
    """Show the n legal moves; in words, too."""
    game.view.playable(game.match.s)
    return "Playable now"


def show_best(game, m, bot):
    """Point at the best move, and say which it is and whether the deal can be won."""
    s = game.match.s
    game.view.hint(s, m)
    words = game.view.describe(s, m) + ". " if m >= 0 else ""
    status_panel.note(words + _VERDICTS[bot.verdict()])
