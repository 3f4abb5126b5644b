"""Layer 3. Captions that name what the keys do, for the keys that this board has.

A caption is a pair, made at import: the keys, as bits of ui/keys, and the text that names them
and what they do.
"""

import hal
from thirteen.draw import art
from thirteen.ui import keys

A = art.CH_BUTTON_A + " "
B = art.CH_BUTTON_B + " "

UNDO_KEY = hal.PAD and hal.XY  # Y takes a move back, X shows a hint

MORE = (art.CH_RIGHT if hal.PAD else art.CH_BUTTON_Y) + " more"

# What is printed on the keys, by the number of their bit, PREV and NEXT last.
_NAMES = (
    art.CH_UP, art.CH_DOWN, art.CH_LEFT, art.CH_RIGHT, art.CH_BUTTON_A, art.CH_BUTTON_B,
    art.CH_BUTTON_X, art.CH_BUTTON_Y, "hold " + art.CH_BUTTON_B, art.CH_BUTTON_X, art.CH_BUTTON_Y,
)  # fmt: skip


def of(k: int, word: str) -> tuple[int, str]:
    """The caption of the keys in k."""
    return k, "".join([_NAMES[i] for i in range(len(_NAMES)) if k >> i & 1]) + " " + word


def line(*captions: tuple[int, str]) -> str:
    """Some captions side by side, as a text."""
    return "   ".join([text for _, text in captions])


def works(k: int) -> bool:
    """Whether one of these keys is there for a player with one key: any is A, and MENU held."""
    return k & (keys.A | keys.MENU) > 0


BACK = of(keys.B, "back")
MENU = of(keys.MENU, "menu")
LEAVE = of(keys.MENU, "leave")
LET_GO = of(keys.B, "let go")
HINT = of(keys.X, "hint")
UNDO = of(keys.Y if UNDO_KEY else keys.B, "undo")
MOVE = of(keys.PREV | keys.NEXT, "move")
OTHER = keys.X if UNDO_KEY else keys.MENU  # the key for another game, where that is chosen

# Common to all games; and with the undo that B is where it does nothing else and no key is free.
GAME: tuple = (HINT, UNDO, MENU) if UNDO_KEY else (MENU,) if hal.PAD else (MOVE, MENU)
SPARE_B: tuple = GAME if UNDO_KEY else (UNDO,) + GAME
