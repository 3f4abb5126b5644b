"""Layer 2. The catalogue of games: a row each, which launcher, saves, tools and tests read."""

from micropython import const

# The fields of a game's row.
NAME = const(0)  # in every folder
TITLE = const(1)
ABOUT = const(2)  # the launcher's line, until the game has been played
MODE = const(3)  # a module of modes/

# Saves refer to a game by its row number, so new games are appended.
GAMES = (
    ("thirteens", "Thirteens", "pairs that make 13", "patience"),
    ("make13", "Make 13", "sums against the clock", "race"),
    ("friday", "Friday the 13th", "thirteen piles, one redeal", "patience"),
    ("imaginary", "Imaginary Thirteen", "count in ones to eights", "patience"),
    ("three_thirteen", "Three Thirteen", "rummy in eleven rounds", "players"),
)


def row(name):
    """A game's number in the catalogue."""
    for i, game in enumerate(GAMES):
        if game[NAME] == name:
            return i
    raise ValueError(name)
