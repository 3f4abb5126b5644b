"""Layer 3. The game that was left for another deal: one of each kind, in the file GAME-left.

The file holds saves as the file GAME does, each after its length in 16 bits. There is one, none
once it was gone back to; while it changes places with the game in play there are both, so that a
power cut loses neither.
"""

from thirteen.protocols import Any, Data
from thirteen.storage import saved_game, store


def keep(game: str, *saves: Data) -> bool:
    """Replace what the file holds; False if that failed, and the game is not to be left."""
    parts: list = []
    for data in saves:
        parts.append(bytes((len(data) & 255, len(data) >> 8)))
        parts.append(data)
    return store.save(name(game), parts)


def load(game: str, identity: int) -> "Data | None":
    """The save of the game that was left, None if there is none; that of `identity` is in play."""
    others = _others(_all(game), identity)
    return others[0] if others else None


def drop(game: str, identity: int) -> None:
    """A game is over: if power was lost as it was left, the file has it as it was then."""
    saves = _all(game)
    others = _others(saves, identity)
    if len(others) < len(saves):
        keep(game, *others)


def _all(game: str) -> list:
    return store.load(name(game), _saves) or []


def _others(saves: list, identity: int) -> list:
    return [save for save in saves if saved_game.read_head(save)[1] != identity]


def _saves(f: Any, size: int) -> list:
    """The saves in a file; ValueError if it is not one of saves."""
    data = f.read(size)
    found: list = []
    at = 0
    while at + 2 <= len(data):
        begins = at + 2
        at = begins + (data[at] | data[at + 1] << 8)
        found.append(data[begins:at])
    if at != len(data) or not all([saved_game.is_one(save) for save in found]):
        raise ValueError("from another version")
    return found


def deal(game: str, identity: int) -> int:
    """The number of its deal, 0 if there is none."""
    return saved_game.deal(load(game, identity) or b"")


def name(game: str) -> str:
    return game + "-left"
