"""Layer 5. The mode of games for one player without a clock. See defaults.py.

A deal that is won without another decision plays itself.
"""

from micropython import const

import hal
from thirteen.modes.defaults import (
    ALONE,
    LIVE,
    SLICE,
    STATISTICS,
    covered,
    enter,
    gain,
    invite,
    may_save,
    over,
    own_keys,
    part,
    pause,
    rating,
    read,
    resume,
    row,
    standings,
    start,
    thinks,
    title,
    turn,
    undo_refused,
    won,
    yours,
)
from thirteen.ui import keys, sound, status_panel

_WAIT = const(600)  # ms without a key until a decided game plays itself
_TRY = const(3)  # ms per frame for finding out whether it does

_VERDICTS = (
    "Not sure it can be won.",
    "It can still be won.",
    "This deal can't be won from here.",
)

_trial = None  # the state reached by trying the rest,
_tried = -1  # the number of moves of the game at that time
_wins = False  # the rest wins without a decision, so it is played automatically
_played = 0  # number of automatic moves made
_stopped = False  # a key stopped that; it is not done again in this deal


def begin(game):
    global _tried, _wins, _stopped, _played
    _tried = -1
    _played = 0
    _wins = _stopped = False
    return True


def frame(game, k):
    """A key stops a game that plays itself."""
    global _wins, _stopped
    if k and _wins:
        _wins = False
        _stopped = True
        game.view.skip(game.match.s)
        status_panel.note("Stopped: the rest is yours")
        return k if k == keys.MENU else 0
    return k


def play_on(game):
    """Play the next move of a rest that needs no decision.

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
