"""Layer 5. An open game: its rules, its view, its mode, and the match in play.

The game owns the state, and a view shows what it is given here. protocols.py lists what a view
implements, modes/defaults.py what a mode does. A view of a game for several players, or with a
clock, has what its mode calls besides.
"""

import hal
from thirteen import catalog, match
from thirteen.storage import store
from thirteen.ui import canvas, sound, status_panel


class Game:
    """One game, from opening it until the return to the launcher; deal 0: `load` comes next."""

    def __init__(self, name, deal=1):
        self.name = name
        self.row = catalog.row(name)
        self.rules = catalog.load(name, "rules")
        self.match = match.Match(self.rules, deal)
        self.view = catalog.load(name, "views")
        self.mode = catalog.mode(name)
        self.was = bytearray(self.rules.TABLE or self.rules.SIZE)  # before a move
        self.clean = True  # no unsaved changes
        self.rest = 0  # ms since the last move and the last key
        self.unsaved = 0  # ms since the first move that is not saved
        self.seconds = 0
        self.ms = 0
        self.undone = self.hinted = False
        self.counted = False  # the statistics have its result
        self.end_shown = False  # the game-over menu has been shown
        self.daily = False  # the game counted last was a daily deal
        self.tally = None  # of a result not shown yet: the statistics before, the rating's change
        self.shown = -1  # the move number at which the playable cards were highlighted

    def load(self):
        """Resume the saved game, reporting damaged files; False if there is none."""
        data = store.load(self.name)
        while data and not self._take(data):
            data = store.load(self.name) if store.quarantine(self.name) else None
        if not data:
            self.match.deal(1)
        if store.troubles:
            show_troubles()
        return bool(data)

    def _take(self, data):
        try:
            self.seconds, flags = data[0] | data[1] << 8, data[2]
            self.match.load(data[3:])
        except (ValueError, IndexError):
            return False
        self.undone = bool(flags & 1)
        self.hinted = bool(flags & 2)
        self.counted = bool(flags & 4)
        self.mode.start(flags >> 3)
        return True

    def save(self):
        """Save the game if it has changed."""
        if self.clean or not self.verify(-1):
            return
        flags = self.undone | self.hinted << 1 | self.counted << 2 | self.mode.part() << 3
        head = bytes((self.seconds & 255, self.seconds >> 8 & 255, flags))
        self.unsaved = 0
        store.save(self.name, (head,) + tuple(self.match.save()))
        self.clean = True  # after a failure, retry only after the next move

    def verify(self, ms):
        """Check the moves of a loaded game for `ms`, or all of them for -1.

        Returns False if one is wrong: that save is quarantined, and another game is open now.
        """
        if self._sound(ms):
            return True
        kept = store.quarantine(self.name)
        while kept and self.load():
            if self._sound(-1):
                self.clean = True
                break
            kept = store.quarantine(self.name)
        else:
            self.deal()
        self.opened()
        self.show()
        return False

    def _sound(self, ms):
        """Check for `ms`, or to the end for -1; True unless a move was wrong."""
        end = hal.ms() + ms
        try:
            while not self.match.check(1) and (ms < 0 or (end - hal.ms() & hal.WRAP) <= ms):
                hal.sleep(0)
        except MemoryError:
            raise
        except Exception:  # rules fed moves that no player made may fail in any way
            return False
        return True

    def deal(self):
        """A new deal, following the player's settings."""
        from thirteen import dealing  # not needed at power-on

        dealing.deal(self)

    def fresh(self):
        """Reset the counters and flags: nothing has been played yet."""
        self.seconds = self.ms = 0
        self.undone = self.hinted = self.counted = self.end_shown = False
        self.clean = False
        self.mode.start(0)

    def draw(self):
        """Redraw everything, without animation, for the next flush."""
        self.view.draw(self.match.s, True)

    def show(self):
        """Redraw everything and send it to the screen."""
        self.draw()
        canvas.flush()

    def move(self, m):
        """Play the player's move; the view has checked that it is legal."""
        self.view.skip(self.match.s)  # a card in flight would stay on the screen
        self.was[:] = memoryview(self.match.s)[: len(self.was)]
        self.match.play(m)
        sound.place()
        self.view.moved(self.match.s, m, self.was)
        self.changed()

    def changed(self):
        if self.ms >= 1000:
            self.seconds = min(self.seconds + self.ms // 1000, 65535)
            self.ms %= 1000
        self.clean = False
        self.rest = 0

    def undo(self):
        self.view.skip(self.match.s)
        if not self.verify(-1):
            return
        refused = self.mode.undo_refused(self)
        if refused:
            status_panel.note(refused)
            return
        self.was[:] = memoryview(self.match.s)[: len(self.was)]
        if self.match.undo():
            self.undone = True
            self.stepped()
            self.view.undone(self.match.s, self.match.log[self.match.n], self.was)
        else:
            status_panel.note("Nothing to undo")

    def redo(self, n):
        """Redo that many moves."""
        match = self.match
        self.view.skip(match.s)
        if n and match.redo():
            match.go(match.n + n - 1)
            self.stepped()
        elif match.n == match.top:
            status_panel.note("Nothing to redo")

    def stepped(self):
        """The state was replaced by undo, redo or a restart."""
        if self.counted:
            from thirteen.storage import stats  # not needed at power-on

            stats.take_back(self.name, len(self.mode.STATISTICS))
        self.counted = self.end_shown = False
        self.tally = None
        status_panel.note("")
        self.view.changed(self.match.s)
        self.changed()

    def opened(self):
        """A new deal has been made."""
        status_panel.note("")
        self.view.open(self.match.s)
        self.view.enter(self.match.s)
        self.mode.begin(self)
        self.changed()


def show_troubles():
    """Report what went wrong with saved files, once."""
    text = store.trouble()
    if text:
        from thirteen.ui import menu  # not needed at power-on

        menu.message("Saved files", text)
