"""Layer 4. What is said alike of most tables; see Spoken in protocols.py."""

from thirteen.protocols import Game
from thirteen.ui import speech


def page(s: bytearray) -> int:
    """Nothing is ever shown in the table's place."""
    return 0


def read(s: bytearray, page: int) -> list:
    return []


def move(game: Game, m: int) -> str:
    """What the view says that it did."""
    return speech.pronounce(game.view.describe(game.match.s, m, True))


def way(game: Game, m: int) -> str:
    """A move that can be made, as the view says it."""
    return speech.pronounce(game.view.describe(game.match.s, m))


def message(s: bytearray, text: str) -> str:
    """As the view shows it."""
    return text


def prompt(s: bytearray) -> str:
    """The player is told by notes alone."""
    return ""
