"""Layer 3. Captions that name what the keys do, for the keys that this board has."""

import hal
from thirteen.ui import art

A = art.CH_BUTTON_A + " "
B = art.CH_BUTTON_B + " "
HOLD = "hold " + B + "menu"
PLAYERS = ("Al", "Ada", "Bo", "Cy")  # the computer players, by seat

UNDO_KEY = hal.PAD and hal.XY  # Y takes a move back, X shows a hint

AGAIN = ". " + (art.CH_BUTTON_X + " again" if UNDO_KEY else "Again") + ": best"
MORE = (art.CH_RIGHT if hal.PAD else art.CH_BUTTON_Y) + " more"

if not hal.PAD:
    GAME: tuple = (art.CH_BUTTON_X + art.CH_BUTTON_Y + " move", HOLD)  # common to all games
elif UNDO_KEY:
    GAME = (art.CH_BUTTON_X + " hint", art.CH_BUTTON_Y + " undo", HOLD)
else:
    GAME = (HOLD,)
# Where B does nothing else it takes a move back, on a board without a key for that.
_UNDO: tuple = GAME[1:2] if UNDO_KEY else (B + "undo",)
SPARE_B: tuple = GAME if UNDO_KEY else _UNDO + GAME

DECK = (A + "pick", B + "deck") + GAME
RACE: tuple = (A + "pick", B + "deck", "hold " + B + "pause")
if not hal.PAD:
    RACE = GAME[:1] + RACE
# The phases of a turn in a rummy game, and another player's turn.
_SORT = (B + "sort",) + GAME
TURN = tuple([(A + word,) + _SORT for word in ("draw", "discard", "choose")])
TURN += ((A + "faster",) + GAME,)
# A turn about to end by itself.
_ASK = (art.CH_UP if hal.PAD else art.CH_BUTTON_X) + " go out?"
TURN += ((_ASK, A + "end turn") + _UNDO + GAME[-1:],)
# A game that is over, and its table looked at.
ENDED: tuple = (A + "what next?",) + GAME[-1:]
# Reviewing a lost game of one player without a clock, and any other; a narrow panel has room for
# three.
if hal.PAD:
    _STEP = art.CH_LEFT + art.CH_RIGHT + " step"
    REVIEW: tuple = (_STEP, art.CH_UP + " first " + art.CH_DOWN + " last", HOLD)
    REVIEW_LOST: tuple = (_STEP, art.CH_UP + " first " + art.CH_DOWN + " lost", HOLD)
else:
    REVIEW = REVIEW_LOST = GAME
# The first of them once there is a hint to show.
SHOW = (A + "the hint",)
