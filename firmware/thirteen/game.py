"""Layer 5. An open game: its rules, its view, its mode, and the match in play.

The game owns the state, and a view shows what it is given here. protocols.py lists what a view
implements, modes/base.py what a mode does.
"""

from micropython import const

import hal
from thirteen import background, catalog, dealing, match, preferences, screens
from thirteen.draw import canvas, card_art
from thirteen.protocols import Data, Value
from thirteen.storage import history, saved_game, store
from thirteen.table import choice, table
from thirteen.ui import speech
from thirteen.ui.status_panel import status_panel

_SLICE = const(3)  # ms spent checking a loaded game between two polls of the keys
_CALM = const(200)  # ms without a key after which the mode may compute


class Game:
    """One game, from opening it until the return to the launcher; deal 0: `load` comes next."""

    def __init__(self, name: str, deal: int = 1) -> None:
        self.name = name
        self.row = catalog.row(name)
        use_theme_of(name)
        self.rules = catalog.module("rules", name)
        self.match = match.Match(self.rules, deal)
        self.view = catalog.module("views", name)
        self.mode = catalog.mode(name)
        self.was = bytearray(self.rules.TABLE or self.rules.SIZE)  # before a move
        self.clean = True  # no unsaved changes
        self.idle_ms = 0  # ms since the last move and the last key
        self.unsaved_ms = 0  # ms since the first move that is not saved
        self.seconds = 0
        self.ms = 0
        # Its open record, see IDENTITY, DAY, HOW and STEP in storage/history.py.
        self.identity = self.day = self.how = self.step = 0
        self.deal_index = 0  # among the winnable deals that come in turn, from 1; 0 for none
        self.end: Value = None  # the ending.End of its end, once that was told
        self.end_shown = False  # the game-over menu has been shown
        self.par = 0  # the moves of the proof that its deal can be won, 0 for none
        self.message = ""  # for the start of play
        self.onward = ()  # after it: the row of another game, a day's deal of it, a step
        self.captions = ()  # those of its table, while others are shown after its end
        self.drawn = False  # the screen shows the state as it is
        self.shown = -1  # the move number at which the playable cards were highlighted

    def load(self) -> bool:
        """Resume the saved game, reporting damaged files; False if there is none."""
        data = store.load(self.name)
        while data and not self.restore(data):
            data = store.load(self.name) if store.quarantine(self.name) else None
        if not data:
            self.match.deal(1)
        if store.problems:
            screens.problems.show()
        return bool(data)

    def restore(self, data: Data) -> bool:
        """Resume a game from its save; False if it is none of this game."""
        try:
            head = saved_game.read_head(data)
            self.match.load(saved_game.match(data))
        except (ValueError, IndexError):
            return False
        self.seconds, self.identity, self.day, self.how, self.step, self.deal_index, mode = head
        self.end = None
        self.mode.start(mode)
        return True

    def save(self) -> bool:
        """Save the game if it has changed, or was looked at; whether it was written."""
        if not self.rules.over(self.match.s):
            self._count_time()  # or who leaves and comes back has thought for nothing
        if self.clean or not self.verify(-1):
            return False
        self.unsaved_ms = 0
        self.clean = True  # after a failure, retry only after the next move
        return store.save(self.name, self.pack())

    def pack(self) -> tuple:
        """The parts of its save: its head, then the match."""
        head = saved_game.head(
            self.seconds, self.identity, self.day, self.how, self.step, self.deal_index,
            self.mode.tick_rest(),
        )  # fmt: skip
        return (head,) + tuple(self.match.save())

    def has(self, facts: int) -> bool:
        """Whether one of these bits of HOW is set."""
        return self.how & facts > 0

    def note(self, facts: int) -> None:
        """Set bits of HOW; they are saved with the game."""
        if self.how & facts != facts:
            self.how |= facts
            self.clean = False

    def in_play(self) -> bool:
        """Whether there is something to lose: a move was made, taken back or not, and no end."""
        return self.has(history.IS_BEGUN) and not self.rules.over(self.match.s)

    def verify(self, ms: int) -> bool:
        """Check the moves of a loaded game for `ms`, or all of them for -1.

        Returns False if one is wrong: that save is quarantined, and another game is open now.
        """
        if self.moves_are_legal(ms):
            return True
        kept = store.quarantine(self.name)
        while kept and self.load():
            if self.moves_are_legal(-1):
                self.clean = True
                break
            kept = store.quarantine(self.name)
        else:
            self.deal()
        self.deal_made()
        self.show()
        return False

    def moves_are_legal(self, ms: int) -> bool:
        """Check the moves for `ms`, or to the end for -1; True unless a move was wrong."""
        end = hal.ms() + ms
        try:
            while not self.match.check(1) and (ms < 0 or (end - hal.ms() & hal.WRAP) <= ms):
                hal.sleep(0)
        except (MemoryError, ImportError):  # without memory to look for it, a module is missing
            raise
        except Exception:  # rules fed moves that no player made may fail in any way
            return False
        return True

    def work(self, waited: int) -> bool:
        """A piece of what is done while no key is expected; whether more is left."""
        if not self.match.check(0):
            self.moves_are_legal(_SLICE)
            return True
        return background.work(waited) or waited > _CALM and self.mode.ponder(self)

    def deal(self) -> None:
        """A new deal, following the player's settings."""
        dealing.deal(self)

    def reset_counters(self) -> None:
        """Reset the counters and flags: nothing has been played yet."""
        self.seconds = self.ms = self.day = self.how = self.step = self.deal_index = 0
        self.end = None
        self.end_shown = self.clean = False
        self.shown = -1
        number = self.match.number << 3 | self.row
        self.identity = hal.entropy() ^ number << 7 & hal.WRAP
        self.mode.start(0)

    def draw(self) -> None:
        """Draw the table as it is now; the next `hal.refresh` sends it."""
        if hal.POINTER:
            table.shown = False
        speech.table(self)
        self.view.draw(self.match.s)
        self.drawn = True

    def show(self) -> None:
        """Draw the table as it is now and send it to the screen."""
        self.draw()
        hal.refresh()

    if hal.VOICE:

        def spoken(self) -> Value:
            """What is said of its table."""
            return catalog.module("spoken", self.name)

        def title(self) -> Value:
            return catalog.GAMES[self.row][catalog.TITLE]

    def key(self, k: int) -> None:
        """The view handles a key: a move may follow, or an undo."""
        m = self.view.key(k, self.match.s)
        if m >= 0:
            self.move(m)
        elif m == choice.UNDO:
            self.undo()

    def move(self, m: int, forced: bool = False) -> None:
        """Play the player's move; the view has checked that it is legal.

        One that is forced begins no game: the player has decided nothing. Not after the end: a
        hasty key still meets the table, where cards could be brought down.
        """
        if self.rules.over(self.match.s):
            return
        speech.made(self, m)
        if not forced and self.mode.yours(self.match.s):
            self.how |= history.IS_BEGUN
        self.was[:] = memoryview(self.match.s)[: len(self.was)]
        self.match.play(m)
        self.mode.placed(self)
        self.view.moved(self.match.s, m, self.was)
        self.mark_changed()

    def mark_changed(self) -> None:
        self._count_time()
        self.clean = self.drawn = False
        self.idle_ms = 0

    def _count_time(self) -> None:
        if self.ms >= 1000:
            self.seconds = min(self.seconds + self.ms // 1000, 65535)
            self.ms %= 1000
            self.clean = False

    def undo(self) -> None:
        self.view.skip(self.match.s)
        if not self.verify(-1):
            return
        untouched = not (self.has(history.IS_BEGUN) or self.rules.over(self.match.s))
        if untouched and dealing.back(self):
            return
        refused = self.mode.undo_refused(self)
        if refused:
            status_panel.message(refused)
            return
        self.was[:] = memoryview(self.match.s)[: len(self.was)]
        if self.match.undo():
            self.note(history.IS_UNDONE)
            self.position_replaced()
            m = self.match.log[self.match.played]
            self.view.undone(self.match.s, m, self.was)
            speech.made(self, m, "Undone: ")
        else:
            status_panel.message("Nothing to undo")

    def redo(self, n: int) -> None:
        """Redo that many moves."""
        match = self.match
        self.view.skip(match.s)
        if n and match.redo():
            match.go(match.played + n - 1)
            self.position_replaced()

    def position_replaced(self) -> None:
        """The state was replaced by undo, redo, a restart or from a review."""
        if self.has(history.IS_SEEN):
            dealing.play_on(self)
        self.how &= ~history.IS_CLOSED
        self.end = None
        self.shown = -1
        self.end_shown = False
        status_panel.message("")
        if self.captions:
            status_panel.captions(self.captions)
            self.captions = ()
        self.view.changed(self.match.s)
        self.mark_changed()

    def deal_made(self) -> None:
        """A new deal has been made."""
        self.captions = ()
        self.view.open(self.match.s)
        self.view.enter(self.match.s)
        self.mode.begin(self)
        self.mark_changed()


def use_theme_of(name: str) -> None:
    """From now on the screen has the palette and the card backs of that game."""
    canvas.use_theme_of(catalog.row(name))
    card_art.use_backs_of(name)
    preferences.cards()
