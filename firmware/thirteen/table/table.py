"""Layer 3. The table of every game: it shows what lies where, chooses, refuses, marks, and moves.

A view adds its places (places.py) and says which cards lie there in a state (piles.py). After a
move, an undo or a new deal the table compares what lay where with what lies there now (motion.py);
choice.py is the cursor. Nothing is known of the screen: each picture is drawn whole. Views, which
import from here what they do not do themselves: protocols.TableView.
"""

import hal
from thirteen.draw import canvas
from thirteen.fast import native
from thirteen.protocols import Module
from thirteen.table import choice, flights, motion, piles, places
from thirteen.table.choice import (  # noqa: F401 - names of views
    flag,
    hint,
    key,
    move_rects,
    playable,
    undone,
)
from thirteen.table.piles import leave_from, skip  # noqa: F401 - likewise
from thirteen.ui.status_panel import status_panel

shown = False  # the table is drawn, and not something in its place
still = False  # no card flies to where it lies now, as in a review


def open(view: Module, s: bytearray, at: int) -> None:
    """Start a game with the cursor at place `at`; the places are already set up."""
    if view.rules.MOVES > places.MOVES:
        raise ValueError("a table is for at most %d moves in a position" % places.MOVES)
    choice.open(view, at)
    piles.open(view, s)
    lay(s)


def close() -> None:
    """Forget the view: its modules go before another game's come."""
    choice.view = None


# The state


def lay(s: bytearray) -> None:
    """Lay the cards where the view says that they lie; nothing is chosen, nothing moves."""
    skip(s)
    piles.lay(choice.view, s)
    choice.begin(s)


def changed(s: bytearray) -> None:
    """The state was replaced: cards go to where they lie now."""
    piles.keep()
    lay(s)
    if not still:
        motion.start(False)


def enter(s: bytearray) -> None:
    """A new deal: its cards come from the stock, or fall from above."""
    motion.enter(s)


def moved(s: bytearray, m: int, was: bytearray) -> None:
    """Move m was made: its cards go, and the cursor returns to where it came from."""
    if choice.picked:
        choice.cursor = choice.chosen()
    a = b = places.NONE
    if choice.view.pairs(m):
        a = choice.view.source(was, m)
        b = choice.view.target(was, m)
    piles.keep()
    lay(s)
    motion.start(True, a, b)


def tick(s: bytearray, dt: int) -> bool:
    """dt ms pass; whether the picture differs now."""
    differs = choice.tick(dt)
    return piles.tick(dt) or differs


@native
def draw(s: bytearray) -> None:
    """Draw the table as it is now."""
    global shown
    if hal.POINTER:
        shown = True
    canvas.clear()
    status_panel.ground()
    piles.draw()
    piles.find_marked(choice.cursor)
    for p in range(places.count):
        if piles.marked[p]:
            piles.draw_marked(p, choice.mark(p))
    choice.view.draw_labels(s)
    status_panel.draw()
    flights.draw()


# What views import that do nothing else


def empty(s: bytearray, p: int) -> int:
    """What an empty place shows; views whose places are all alike import this as their own."""
    return piles.BARE


def pairs(m: int) -> bool:
    """Whether m takes the cards of two places; views of games that take one import this."""
    return False


def refusal(s: bytearray, p: int, chosen: int) -> str:
    """Why no move leads there; views that refuse cards in their own way import this."""
    return ""


def status(s: bytearray) -> str:
    """The message shown when there is no other: none."""
    return ""


def value(s: bytearray, m: int) -> int:
    """All moves are wanted alike."""
    return 0
