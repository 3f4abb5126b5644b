"""Layer 5. The mode of games for one player without a clock.

Every mode defines these names; `game` is a game.Game.
"""

from micropython import const

import hal
from thirteen import later
from thirteen.ui import keys, sound, status_panel

LIVE = False  # whether things happen without a key press
ALONE = True  # whether nobody else plays
STATISTICS = ("",)  # names of the separate rows of statistics
SLICE = const(6)  # ms per frame for computing a hint

_WAIT = const(600)  # ms without a key until a decided game plays itself
_TRY = const(3)  # ms per frame for finding out whether it does

_CLOSE = const(8)  # a loss with 1/8 of the cards left is a close one

_VERDICTS = (
    "Not sure if this can be won.",
    "It can still be won.",
    "This deal can't be won from here.",
)


_trial = None  # the state reached by trying the rest,
_tried = -1  # the number of moves of the game at that time
_wins = False  # the rest wins without a decision, so it is played automatically
_played = 0  # number of automatic moves made
_stopped = False  # a key stopped that; it is not done again in this deal


def enter(game, back):
    """The game is opened; False for the launcher. `back`: it was open when power was lost."""
    if not game.load():
        game.deal()
    return True


def begin(game):
    """A new or saved deal is ready; returns whether to show it."""
    global _tried, _wins, _stopped, _played
    _tried = -1
    _played = 0
    _wins = _stopped = False
    return True


def frame(game, k):
    """A frame starts, with key k pressed; returns the key for the game to handle."""
    global _wins, _stopped
    if k and _wins:
        _wins = False
        _stopped = True
        game.view.skip(game.match.s)
        status_panel.note("Stopped: the rest is yours")
        return k if k == keys.MENU else 0
    return k


def play_on(game):
    """Nothing moves: play the next move of a rest that needs no decision. Whether there is more.

    Not right after a key, and not if the player has just undone a move.
    """
    global _wins, _played
    match = game.match
    if _stopped or keys.idle < _WAIT or not match.n or match.n < match.top:
        return False
    if not _wins:
        if not match.check(0) or game.rules.over(match.s):
            return False
        return _try(game)
    game.move(game.rules.obvious(match.s))
    _played += 1
    sound.run(_played)
    _wins = not game.rules.over(match.s)
    status_panel.note("The rest plays itself. Any key stops it.")
    return True


def _try(game):
    """Try for a few ms whether the rest is won without a decision; False if it is not."""
    global _trial, _tried, _wins
    rules = game.rules
    n = game.match.n
    if _tried != n:
        _tried = n
        _trial = None
        if rules.obvious(game.match.s) >= 0:
            _trial = bytearray(game.match.s)
    now = hal.ms()
    while _trial and (hal.ms() - now & hal.WRAP) < _TRY:
        m = rules.obvious(_trial)
        if m < 0:
            _trial = None
            break
        rules.apply(_trial, m)
        if rules.over(_trial):
            _wins = rules.over(_trial) == 1
            _trial = None
        elif hal.ms() == now:
            hal.sleep(0)
    return _wins or _trial is not None


def turn(game):
    """Called after the key was handled and before drawing: the computer players' turn."""


def own_keys():
    """Whether the view handles X and Y."""
    return False


def may_save():
    """Whether to save when the player pauses."""
    return True


def over(game):
    """The game is over and on the screen; False for the launcher."""
    from thirteen.screens import game_over  # not needed at power-on

    return game_over.run(game)


def pause(game):
    """The pause menu opens; which one: 0 for a game, 1 for a race, 2 for practice."""
    later.do(game.save)
    return 0


def covered():
    """Whether the table is hidden while a menu is open."""
    return False


def resume():
    """The pause menu is closed."""


def may_undo(game):
    """Whether the last move can be undone."""
    return True


def invite(game):
    """Before a new deal: choose players and rules; False for back."""
    return True


def start(part):
    """Start a game, or resume one with the value that `part` returned when it was saved."""


def part():
    """Up to five bits to save with the game."""
    return 0


def thinks():
    """Whether it is a computer player's turn."""
    return False


def read(game):
    """Whether the player has seen the result, so that the game-over menu may open."""
    return True


def won(game):
    """Whether the player has won."""
    return game.rules.over(game.match.s) == 1


def title(game):
    """The verdict on a finished game."""
    if won(game):
        return "You won!"
    left, whole = status_panel.left()
    return "So close!" if left * _CLOSE <= whole else "No moves left"


def standings(game, gain):
    """The first lines of the result; `gain` is the change of the rating, None if not rated."""
    if won(game):
        return ["Played\t" + game.rules.points(game.rules.score(game.match.s))]
    return ["Left\t%d of %d cards" % status_panel.left()]


def yours(s):
    """Whether it is the player's move, not a computer player's."""
    return True


def row(game):
    """The row of STATISTICS in which the game counts."""
    return 0


def rating(game):
    """The player's rating, 0 if the mode has none."""
    return 0


def gain(game):
    """The change of the rating by the finished game; None if it is not rated."""
    return None


def show_moves(game, moves, n):
    """Highlight the n legal moves; returns the note."""
    game.view.playable(game.match.s)
    return "Playable now"


def show_best(game, m, bot):
    """Highlight the best move, and note what it is and whether the deal can be won."""
    s = game.match.s
    game.view.hint(s, m)
    words = game.view.describe(s, m) + ". " if m >= 0 else ""
    status_panel.note(words + _VERDICTS[bot.verdict()])
