"""Layer 3. Captions that name what the keys do, for the keys that this board has."""

import hal
from thirteen.ui import art

A = art.CH_BUTTON_A + " "
B = art.CH_BUTTON_B + " "
HOLD = "hold " + B + "menu"
PLAYERS = ("Al", "Ada", "Bo", "Cy")  # the computer players, by seat

AGAIN = ". " + (art.CH_BUTTON_X + " again" if hal.PAD and hal.XY else "Again") + ": best"
MORE = (art.CH_RIGHT if hal.PAD else art.CH_BUTTON_Y) + " more"

if not hal.PAD:
    GAME: tuple = (art.CH_BUTTON_X + art.CH_BUTTON_Y + " move", HOLD)  # common to all games
elif hal.XY:
    GAME = (art.CH_BUTTON_X + " hint", art.CH_BUTTON_Y + " undo", HOLD)
else:
    GAME = (HOLD,)

DECK = (A + "pick", B + "deck") + GAME
DECK_KEY = art.CH_BUTTON_Y if hal.PAD and hal.XY else art.CH_BUTTON_B  # in a race
# With a pad, a race uses X and Y itself; without one they step.
RACE: tuple = (A + "pick", B + "deck", "hold " + B + "pause")
if not hal.PAD:
    RACE = GAME[:1] + RACE
elif hal.XY:
    RACE = (A + "pick", art.CH_BUTTON_Y + " deck", art.CH_BUTTON_X + " let go", RACE[-1])
# The phases of a turn in a rummy game, and another player's turn.
_SORT = (B + "sort",) + GAME
TURN = tuple([(A + word,) + _SORT for word in ("draw", "discard", "choose")])
TURN += ((A + "faster",) + GAME,)
# Reviewing a game.
REVIEW: tuple = (
    (art.CH_LEFT + art.CH_RIGHT if hal.PAD else art.CH_BUTTON_X + art.CH_BUTTON_Y) + " step",
    A + "the hint",
    B + "leave",
)
