"""Layer 2. The catalogue of games: a row each, which launcher, saves, tools and tests read."""

from micropython import const

from thirteen.protocols import Module

# The fields of a game's row.
NAME = const(0)  # in every folder
TITLE = const(1)
ABOUT = const(2)  # the launcher's line, until the game has been played
MODE = const(3)  # a module of modes/
JINGLE = const(4)  # played when the game is opened: a letter a note, its code in units of 8 Hz

# Saves refer to a game by its row number, so new games are appended.
GAMES = (
    ("thirteens", "Thirteens", "pairs that make 13", "patience", "ARbRn"),
    ("make13", "Make 13", "sums against the clock", "make13", "b1b1n"),
    ("friday", "Friday the 13th", "thirteen piles, one redeal", "patience", "7AN]N"),
    ("imaginary", "Imaginary Thirteen", "count in ones to eights", "patience", "17ARn"),
    ("three_thirteen", "Three Thirteen", "rummy in eleven rounds", "three_thirteen", "bRAIWR"),
)


def row(name: str) -> int:
    """A game's number in the catalogue."""
    for i, game in enumerate(GAMES):
        if game[NAME] == name:
            return i
    raise ValueError(name)


def module(folder: str, name: str) -> Module:
    """A game's module in that folder: rules, views, bots, lessons ..."""
    return __import__("thirteen.%s.%s" % (folder, name), None, None, (name,))


def mode(name: str) -> Module:
    """How a game is played: a Mode of its module of modes/."""
    return module("modes", GAMES[row(name)][MODE]).Mode()
