"""Layer 3. What the player reads about files that are damaged or can't be written."""

from micropython import const

_NO_ROOM = const(28)  # errno ENOSPC


def replaced(name: str, why: str, copy: bool, kept: str | None) -> str:
    """That a file is damaged. copy: the one before it is used; kept: the name it was moved to."""
    return "Your saved %s was %s; %s. %s." % (
        _words(name),
        why,
        "the copy before it is used" if copy else "a new one starts",
        "The old one is kept as " + kept if kept else "The old one can't be renamed",
    )


def rejected(name: str, kept: str) -> str:
    return "Your saved %s can't be used by this game. It is kept as %s." % (_words(name), kept)


def unsaved(name: str, error: OSError | None) -> str:
    """That a file can't be written; no error: a damaged one is in its place."""
    why = reason(error) if error else "a damaged one is in its place"
    return "Your %s could not be saved: %s. What was saved before is kept." % (_words(name), why)


def reason(error: OSError) -> str:
    """Why a file can't be written."""
    code = error.args[0] if error.args else 0
    return "there is no room left" if code == _NO_ROOM else "the flash gave error %d" % code


def _words(name: str) -> str:
    """What a file is called in messages to the player."""
    if name.startswith("m13-"):
        return "Make 13 scores file"
    if name == "history":
        return "file of games played"
    if name == "history-copy":
        return "copy of the games played"
    if name == "settings":
        return "settings file"
    game, _, rest = name.partition("-")
    game = " ".join([word[:1].upper() + word[1:] for word in game.replace("13", "_13").split("_")])
    if rest == "left":
        return game + " game that was left"
    if rest == "bests":
        return game + " file of best games"
    return game + " game"
