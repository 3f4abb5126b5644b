"""Layer 5. The demonstration: a while after the last key the launcher's games play themselves.

Random deals, proved winnable where there are such, are played by the hints, in silence. Nothing is
saved or counted. Any key ends it and does nothing else; the display dims and sleeps as ever.
"""

from micropython import const

import hal
from thirteen import catalog
from thirteen.game import Game
from thirteen.screens import hint
from thirteen.storage import deals
from thirteen.table import table
from thirteen.ui import keys, sound, speech
from thirteen.ui.status_panel import status_panel

_MOVES = const(40)  # of a game, then the next one comes
_LIT = const(500)  # ms for which a move is lit before it is made
_APART = const(500)  # from there to the next one
_LAST = const(2000)  # ms for which the end of a game or a round shows
_SLICE = const(4)  # ms of thinking a frame
_STILL, _MOVING, _KEY = range(3)
_CAPTIONS = ((0, "a demo"), (keys.A, "any key: end"))

# Options other than the usual rules: practice in Make 13, one computer player in Three Thirteen.
_OPTIONS = {"make13": b"\0\0\0\3\0", "three_thirteen": b"\0\0\2"}


def run(row: int) -> None:
    """Play from that game on until a key is pressed."""
    level = sound.level
    sound.level = 0
    while _play(catalog.GAMES[row][catalog.NAME]):
        row = (row + 1) % len(catalog.GAMES)
    table.close()
    sound.level = level
    keys.forget()


def _play(name: str) -> bool:
    """Play some moves of a game; False as soon as a key is pressed."""
    game = Game(name)
    match = game.match
    chosen = _OPTIONS.get(name, b"")
    chosen += bytes(len(game.rules.OPTIONS) - len(chosen))
    match.deal(deals.any_deal(name, True), chosen)
    view = game.view
    if hasattr(view, "viewer"):
        view.viewer = 0
    view.open(match.s)
    view.enter(match.s)
    hal.collect()  # what is imported now lies between nothing
    while match.played < _MOVES and not game.rules.over(match.s):
        m = _next(game)
        if m < 0:
            return False
        if match.legal()[1] > 1:
            view.hint(match.s, m)
            if not _rest(game, _LIT):
                return False
        game.move(m)
        if not _rest(game, _APART):
            return False
    return _rest(game, _LAST)


def _next(game: Game) -> int:
    """The move that the hint would make, -1 once a key is pressed."""
    match = game.match
    out, n = match.legal()
    if n == 1:
        pause = _LAST if game.rules.deals(out[0]) else 0
        return out[0] if _rest(game, pause) else -1
    bot = hint.bot_for(game)
    bot.think(match.s)
    done = False
    _name_keys()
    while not done:
        if _frame(game, keys.BUSY) == _KEY:
            return -1
        start = hal.ms()
        while not done and (hal.ms() - start & hal.WRAP) < _SLICE:
            done = bot.step()
            if hal.ms() == start:
                hal.sleep(0)
    return max(bot.move(), out[0])


def _rest(game: Game, ms: int) -> bool:
    """Show the table for ms after all has come to rest; False as soon as a key is pressed."""
    _name_keys()
    pace = keys.FLIGHT
    while ms > 0:
        got = _frame(game, pace)
        if got == _KEY:
            return False
        pace = keys.FLIGHT if got == _MOVING else keys.REST
        if got == _STILL:
            ms -= keys.dt
    return True


def _name_keys() -> None:
    """The captions that views set name keys that do nothing here."""
    status_panel.captions(_CAPTIONS)


def _frame(game: Game, pace: int) -> int:
    """Wait for a key for one frame and draw what has changed; a key counts even to wake up.

    Who begins to listen wants to play, and not a game that plays itself.
    """
    if keys.poll(pace) or not keys.idle or hal.VOICE and speech.heard():
        return _KEY
    moving = game.view.tick(game.match.s, keys.dt)
    if moving or status_panel.stale:
        game.show()
    return _MOVING if moving else _STILL
