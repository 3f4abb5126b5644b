"""Layer 2. What every game's modules define, for readers and for mypy; not built for the device.

The build drops this file and the imports of its names: only annotations use them. It keeps those
of functions with a decorator; there they are quoted.
"""

from array import array  # noqa: F401 - below

try:
    from typing import Any, Protocol, TypeAlias
except ImportError:  # MicroPython that runs from the sources
    Any = Protocol = object  # type: ignore[assignment]

Moves: TypeAlias = "array | bytearray"  # array("H"): a move is a 16-bit number
Data: TypeAlias = "bytes | bytearray | memoryview"
Table: TypeAlias = "bytearray | memoryview"  # bytes to write to
Parts: TypeAlias = "list | tuple"  # of Data: the contents of a file
Lines: TypeAlias = "list | tuple"  # of str: a text
Value: TypeAlias = Any  # of an option: an int or a str
Match: TypeAlias = Any  # a match.Match, for modules below it
Game: TypeAlias = Any  # a game.Game, likewise
Module: TypeAlias = Any
Function: TypeAlias = Any
Numbers: TypeAlias = "array | list"
Thought: TypeAlias = Any  # a generator: it yields between two slices, and may return a result


class Rules(Protocol):
    """A module of rules/, for a state s and a move m. `defaults` has what few games need."""

    __name__: str
    VERSION: int  # of the rules: a save of another version is not loaded
    SIZE: int  # bytes of a state
    MOVES: int  # most legal moves in a position
    OPTIONS: tuple  # the house rules, see options.py
    LOG: int  # the log's capacity in moves
    HIDDEN: int  # 1 if cards are hidden: undo ends at the move that revealed the last one
    UNIT: int  # of the score that means are taken in; the remainder breaks ties
    TABLE: int  # the leading bytes of a state that a view compares; 0: all of them
    TICK: int  # ms of a tick of the rules' clock; 0: there is none
    WAIT: int  # the move WAIT | n lets n ticks pass; 0: there is none

    def deck(self, out: Table, deal: int, options: bytes) -> int:
        """Write the shuffled deck to out; returns its number of cards."""

    def new(self, s: bytearray, deal: int, options: bytes) -> None:
        """Deal into s."""

    def moves(self, s: bytearray, out: Moves) -> int:
        """Write the legal moves to out, in ascending order, each once; returns their number."""

    def apply(self, s: bytearray, m: int) -> None:
        """Make a legal move."""

    def over(self, s: bytearray) -> int:
        """0 in play, 1 won, 2 lost, 3 done, 4 quit; 16 + p: won by player p."""

    def score(self, s: bytearray) -> int: ...

    def points(self, v: int) -> str:
        """A score as shown to the player."""

    def obvious(self, s: bytearray) -> int:
        """The next move if nothing is left to decide, else -1.

        A game that such moves alone win is played to its end automatically.
        """

    def possible(self, s: bytearray, first: bytearray) -> bool:
        """Whether s, from a saved file, can have followed the deal `first`, by forgotten moves.

        What a view reads without a check must be right: cards, their number, whose turn it is.
        """

    def like(self, s: bytearray, t: bytearray, m: int) -> int:
        """The move in s that does what m does in t; -1 if s is another position.

        States may differ in what has no influence on play, such as the order of like piles.
        """

    def used(self, s: bytearray) -> int:
        """Bytes of the state in use so far, the rest being zero: snapshots omit them."""

    def same(self, m: int) -> int:
        """The listed move that is legal exactly when m is: waits are too many to be listed."""

    def merge(self, a: int, b: int) -> int:
        """A move equivalent to a followed by b, or -1; the log keeps only that one."""

    def deals(self, m: int) -> bool:
        """Whether m deals a new hand; it can't be undone, so saves begin there."""

    def text(self, s: bytearray, m: int) -> str:
        """Host only, as the next two: m in the notation of the sheet."""

    def parse(self, s: bytearray, t: str) -> int:
        """The move that t names; ValueError if there is none."""

    def state(self, s: bytearray) -> dict:
        """The state, for JSON: every card of the deck, or how many are `discarded`."""


class Bot(Protocol):
    """A module of bots/: a hint, or a computer player's move, computed in slices."""

    def think(self, s: bytearray) -> None:
        """Start on a copy of s."""

    def step(self) -> bool:
        """Compute one slice; True after the last."""

    def move(self) -> int:
        """The best move, -1 for none."""

    def verdict(self) -> int:
        """0 unknown, 1 winnable, 2 not winnable."""


class Solver(Bot, Protocol):
    """A bot of a patience may also know all cards, and say why."""

    def settle(self, s: bytearray, most: int, keep: int = 0) -> Thought:
        """Yield -1 while it searches, at most so many positions, then the verdict.

        keep: how many there is room for, 0: for all.
        """

    def why(self) -> str:
        """What speaks for its move in a few words, "" for nothing."""

    def reason(self, s: bytearray, m: int) -> str:
        """The same of any move, without having thought; asked if its deals have proved lines."""


class Player(Bot, Protocol):
    """A bot that plays against people."""

    def why(self) -> str:
        """The reason for its move in a few words."""


class View(Protocol):
    """A module of views/: shows a state s, which it never writes."""

    def open(self, s: bytearray) -> None:
        """A game is opened: set up its places."""

    def key(self, k: int, s: bytearray) -> int:
        """A key was pressed; returns the move it makes, or -1."""

    def moved(self, s: bytearray, m: int, was: Any) -> None:
        """Move m was made; `was` is the state before, None for a move of time alone."""

    def changed(self, s: bytearray) -> None:
        """The state was replaced otherwise than by a move."""

    def undone(self, s: bytearray, m: int, after: bytearray) -> None:
        """Called after `changed`: move m, which led from s to `after`, was undone."""

    def enter(self, s: bytearray) -> None:
        """A new deal: its cards are dealt."""

    def tick(self, s: bytearray, dt: int) -> bool:
        """dt ms pass; whether the picture differs now."""

    def skip(self, s: bytearray) -> None:
        """End what moves now."""

    def draw(self, s: bytearray) -> None:
        """Draw the whole picture as it is now. It allocates nothing."""

    def cards(self, s: bytearray, p: int, out: bytearray, at: int) -> int:
        """What lies at place p: the cards that it shows to out[at:], the lowest first.

        Returns how many lie there, seen or not.
        """

    def empty(self, s: bytearray, p: int) -> int:
        """What place p shows while it is empty: 0, piles.BARE, or that and a rank."""

    def flag(self, s: bytearray) -> None:
        """Flag in places.flags what can be chosen, and what takes the chosen card."""

    def source(self, s: bytearray, m: int) -> int:
        """The place that move m leads from."""

    def target(self, s: bytearray, m: int) -> int:
        """The place that move m leads to."""

    def pairs(self, m: int) -> bool:
        """Whether m takes the cards of both places, either of which may be chosen first."""

    def refusal(self, s: bytearray, p: int, chosen: int) -> str:
        """Why no move leads from or to place p now, or from the place `chosen` (or NONE) to p."""

    def status(self, s: bytearray) -> str:
        """The message shown when there is no other."""

    def draw_labels(self, s: bytearray) -> None:
        """Draw what is not a card: counts and marks."""

    def hint(self, s: bytearray, m: int) -> None:
        """Highlight move m, nothing for -1."""

    def move_rects(self, s: bytearray, m: int) -> list[tuple[int, int, int, int]]:
        """The rectangles of what move m concerns: left, top, width, height of each."""

    def leave_from(self) -> list[tuple[int, int]]:
        """Where the cards of a win leave from: positions on the screen."""

    def describe(self, s: bytearray, m: int, done: bool = False) -> str:
        """Move m in a few words, or afterwards what it did; never the same of different cards."""


class Patience(View, Protocol):
    """A view of a game for one player without a clock, whose moves lead from place to place.

    table/choice.py does the choosing; what the view does not do itself it imports from there and
    from table/table.py.
    """

    def playable(self, s: bytearray) -> None:
        """Highlight what can be played."""

    def value(self, s: bytearray, m: int) -> int:
        """How likely m is wanted, 0 to 255: the cursor goes to the best."""


class Spoken(Protocol):
    """A module of spoken/: what is said of a game's table to who doesn't see it.

    A sentence about a place begins with its name and a colon, or ends with where it is. What most
    games say alike is in spoken/defaults.py. On the device there is none of them.
    """

    def table(self, s: bytearray) -> list[str]:
        """All of the table, a sentence each: the counts with their names, then the places."""

    def place(self, s: bytearray, p: int) -> str:
        """What place p is, what lies there, and how many cards it covers."""

    def changed(self, s: bytearray, p: int) -> str:
        """The same once other cards lie there, "" if the move has told it; once for a sentence."""

    def prompt(self, s: bytearray) -> str:
        """What the player is to do, or has chosen, "" for nothing; said when it changes."""

    def message(self, s: bytearray, text: str) -> str:
        """What is said of a message on the panel."""

    def move(self, game: Game, m: int) -> str:
        """What move m does, who makes it first, if there are several players."""

    def way(self, game: Game, m: int) -> str:
        """A move that can be made, so that its cards are found."""

    def page(self, s: bytearray) -> int:
        """0 while the table is shown, another number for what is in its place, -1 to wait."""

    def read(self, s: bytearray, page: int) -> list[str]:
        """All of that, a sentence each."""


class Make13(View, Protocol):
    """A view of a game against the clock, with what its mode asks besides."""

    best: str  # the high score shown beside the table
    ghost: bytes  # the best race at this deal, see storage/make13_ghost.py

    def races(self, s: bytearray) -> bool:
        """Whether this game has a clock; practice has none."""

    def running(self) -> bool:
        """Whether the clock runs now."""


class ThreeThirteen(View, Protocol):
    """A view of a game of several players, likewise."""

    viewer: int  # the player whose hand is shown
    pages: Any  # of the round that was just scored, else None

    def show_hand(self, s: bytearray, p: int) -> None:
        """From now on show the hand of player p."""

    def offers_to_go_out(self, s: bytearray) -> bool:
        """Whether to ask the viewer; otherwise the turn ends by itself."""

    def wins(self, s: bytearray) -> str:
        """Who has won, in words."""
