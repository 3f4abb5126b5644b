"""Layer 5. A game that is open: its rules, its view, its mode, and the match that is played.

The game owns the one state; whatever a view shows, it gets here. A view has, of a state s that it
never writes:
    open(s)           a game comes onto the table: find its places
    key(k, s)         a key went down: the move that it makes, or -1
    moved(s, m, was)  move m was made; `was` is the state before, None where time went by alone
    changed(s)        the state is another one, by no move
    undone(s, m, was) after that: move m was taken back, and had led from s to `was`
    enter(s)          a new deal is on the table, and comes in with the next full picture
    tick(s, dt)       dt ms pass; True while something moves, which a patience draws in it
    skip(s)           end all motion at once
    draw(s, full)     draw what looks another way than it was drawn, or all of it
    hint(s, m)        point at move m, at nothing for -1
    playable(s)       light up what can be played, in a patience
and what the modes timed and players ask of theirs. What a mode has is listed in modes/solo.py.
"""

import hal
from thirteen import catalog, match
from thirteen.storage import store
from thirteen.ui import canvas, sound, status_panel


class Game:
    """One game, from its opening to the way back to the launcher."""

    def __init__(self, name):
        self.name = name
        self.row = catalog.row(name)
        self.rules = catalog.load(name, "rules")
        self.match = match.Match(self.rules)
        self.view = catalog.load(name, "views")
        self.mode = catalog.mode(name)
        self.was = bytearray(getattr(self.rules, "TABLE", self.rules.SIZE))  # before a move
        self.clean = True  # saved as it stands
        self.rest = 0  # ms since the last move and the last key
        self.unsaved = 0  # ms since the first move that is not saved
        self.seconds = 0
        self.ms = 0
        self.undone = self.hinted = False
        self.counted = False  # its end stands in the statistics
        self.told = False  # the player has been told of its end
        self.shown = -1  # the number of the move at which was shown what can be played

    def load(self):
        """Take up the saved game, and tell what is wrong with it; False where there is none."""
        data = store.load(self.name)
        while data and not self._take(data):
            data = store.load(self.name) if store.aside(self.name) else None
        if store.troubles:
            self.tell_troubles()
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
        """Keep the game as it stands."""
        if self.clean or not self.verify(-1):
            return
        flags = self.undone | self.hinted << 1 | self.counted << 2 | self.mode.part() << 3
        head = bytes((self.seconds & 255, self.seconds >> 8 & 255, flags))
        self.unsaved = 0
        store.save(self.name, (head,) + tuple(self.match.save()))
        self.clean = True  # where it failed, once is enough until the next move

    def verify(self, ms):
        """Check the moves of a loaded game for so long, or to the end for -1.

        False where they are wrong: that save is set aside, and another game is on the table.
        """
        if self._sound(ms):
            return True
        kept = store.aside(self.name)
        while kept and self.load():
            if self._sound(-1):
                self.clean = True
                break
            kept = store.aside(self.name)
        else:
            self.deal()
        self.opened()
        self.show()
        return False

    def _sound(self, ms):
        """Check for so long, or to the end for -1; whether no move was wrong."""
        end = hal.ms() + ms
        try:
            while not self.match.check(1) and (ms < 0 or (end - hal.ms() & hal.WRAP) <= ms):
                hal.sleep(0)
        except MemoryError:
            raise
        except Exception:  # whatever moves that no player made have led to
            return False
        return True

    def deal(self):
        """A new deal, as the player's settings want it."""
        from thirteen import dealing  # power-on does without

        dealing.deal(self)

    def tell_troubles(self):
        """Say what went wrong with saved files."""
        from thirteen.screens import notices  # power-on does without

        notices.tell()

    def fresh(self):
        """Nothing has been played yet."""
        self.seconds = self.ms = 0
        self.undone = self.hinted = self.counted = self.told = False
        self.clean = False
        self.mode.start(0)

    def draw(self):
        """The whole picture, at rest, for the next flush."""
        self.view.draw(self.match.s, True)

    def show(self):
        """The whole picture on the screen."""
        self.draw()
        canvas.flush()

    def move(self, m):
        """Play a move of the player's; the view has seen that it is legal."""
        self.view.skip(self.match.s)  # what still moves would stay where it was
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
        if not self.mode.may_undo(self):
            status_panel.note("Can't undo: a card was revealed")
            return
        self.was[:] = memoryview(self.match.s)[: len(self.was)]
        if self.match.undo():
            self.undone = True
            self.stepped()
            self.view.undone(self.match.s, self.match.log[self.match.n], self.was)
        else:
            status_panel.note("Nothing to undo")

    def redo(self):
        self.view.skip(self.match.s)
        if self.match.redo():
            self.stepped()
        else:
            status_panel.note("Nothing to redo")

    def stepped(self):
        """The state is another one, by no move."""
        if self.counted:
            from thirteen.storage import stats  # power-on does without

            stats.take_back(self.name, len(self.mode.STATISTICS))
        self.counted = self.told = False
        status_panel.note("")
        self.view.changed(self.match.s)
        self.changed()

    def opened(self):
        """A new deal is on the table."""
        status_panel.note("")
        self.view.open(self.match.s)
        self.view.enter(self.match.s)
        self.mode.begin(self)
        self.changed()
