"""Layer 3. What the keys do, as a screen says it: only keys that this board has are named."""

import hal
from thirteen.ui import art

A = art.CH_BUTTON_A + " "
B = art.CH_BUTTON_B + " "
_MENU = "hold " + B + "menu"

AGAIN = ". " + (art.CH_BUTTON_X + " again" if hal.PAD and hal.XY else "Again") + ": best"
MORE = (art.CH_RIGHT if hal.PAD else art.CH_BUTTON_Y) + " more"

if not hal.PAD:
    GAME: tuple = (art.CH_BUTTON_X + art.CH_BUTTON_Y + " move", _MENU)  # what every game has
elif hal.XY:
    GAME = (art.CH_BUTTON_X + " hint", art.CH_BUTTON_Y + " undo", _MENU)
else:
    GAME = (_MENU,)

DECK = (A + "pick", B + "deck") + GAME
# A race has X and Y to itself where there is a pad; without one they step.
RACE: tuple = (A + "pick", B + "deck", "hold " + B + "pause")
if not hal.PAD:
    RACE = GAME[:1] + RACE
elif hal.XY:
    RACE = (A + "pick", art.CH_BUTTON_Y + " deck", art.CH_BUTTON_X + " let go", RACE[-1])
# The phases of a turn in a rummy game.
_SORT = (B + "sort",) + GAME
TURN = ((A + "draw",) + _SORT, (A + "discard",) + _SORT, (A + "choose",) + _SORT)
