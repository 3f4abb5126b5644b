"""Floor 4. A game in play: keys to the view, its moves to the match, undo, saves.

The shell owns the one state; whatever a view shows, it gets here. What a game needs now and then
(the launcher, the pause menu, hints, its end) is in modules of its own, in memory while it lasts.

A view has, of a state s that it never writes:
    open(s)           a game comes onto the table: find its places
    key(k, s)         a key went down: the move that it makes, or -1
    moved(s, m, was)  move m was made; `was` is the state before, None where time went by alone
    changed(s)        the state is another one, by no move
    tick(s, dt)       dt ms pass; True while something moves, which a patience draws in it
    skip(s)           end all motion at once
    draw(s, full)     draw what looks another way than it was drawn, or all of it
    hint(s, m)        point at move m, at nothing for -1
    playable(s)       light up what can be played, in a patience
and what racing.py and seats.py ask of theirs.
"""

from micropython import const

import hal
from thirteen import catalog, match, store
from thirteen.ui import gfx, keys, side, sound

_X = const(64)
_Y = const(128)
_MENU = const(256)
_SAVE_AFTER = const(1500)  # ms of rest after a move until it is saved
_SAVE_AT_LAST = const(6000)  # ms that moves stay unsaved where there is no rest
_SLICE = const(3)  # ms of checking a loaded game between two frames


class Game:
    """One game from its opening to the way back to the launcher."""

    def __init__(self, name):
        self.name = name
        self.row = catalog.row(name)
        self.rules = catalog.bring(name, "rules")
        self.match = match.Match(self.rules)
        self.view = catalog.bring(name, "views")
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
        self.bot = None  # the computer player, where it stays in memory
        self.race = None  # the module racing, where the game has a clock
        self.seats = None  # the module seats, where several play

    def open(self):
        """Take up the saved game, or deal a new one."""
        if not self.load():
            catalog.bring("asides").deal(self)

    def load(self):
        """Take up the saved game, and tell what is wrong with it; False where there is none."""
        data = store.load(self.name)
        while data and not self._take(data):
            data = store.load(self.name) if store.aside(self.name) else None
        if store.troubles:
            catalog.bring("asides").tell_troubles()
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
        if self.race:
            self.race.clock.start(flags >> 3)
        return True

    def save(self):
        """Keep the game as it stands."""
        if self.clean or not self.verify(-1):
            return
        flags = self.undone | self.hinted << 1 | self.counted << 2
        if self.race:
            flags |= self.race.clock.saved() << 3
        head = bytes((self.seconds & 255, self.seconds >> 8 & 255, flags))
        self.unsaved = 0
        store.save(self.name, (head,) + tuple(self.match.save()))
        self.clean = True  # where it failed, once is enough until the next move
        if store.troubles:
            catalog.bring("asides").tell_troubles()
            catalog.clear()
            self.show()

    def verify(self, ms):
        """Check the moves of a loaded game for so long, or to the end for -1.

        False where they are wrong: that save is set aside, and another game is on the table.
        """
        end = hal.ms() + ms
        try:
            while not self.match.check(1) and (ms < 0 or (end - hal.ms() & hal.WRAP) <= ms):
                hal.sleep(0)
            return True
        except MemoryError:
            raise
        except Exception:  # whatever moves that no player made have led to
            kept = store.aside(self.name)
        if kept and self.load():
            self.clean = True
        else:
            catalog.bring("asides").deal(self)
        self.opened()
        self.show()
        return False

    def fresh(self):
        """Nothing has been played yet."""
        self.seconds = self.ms = 0
        self.undone = self.hinted = self.counted = self.told = False
        self.clean = False
        if self.race:
            self.race.clock.start()

    def show(self):
        """The whole picture, at rest."""
        side.deal(self.match.number)
        self.view.draw(self.match.s, True)
        gfx.flush()

    def play(self):
        """Until the player leaves for the launcher."""
        keys.before_dark = self.save
        self.view.open(self.match.s)
        if self.seats:
            self.seats.begin(self)
        if not self.race or self.race.begin(self):
            self.show()
        catalog.clear()
        alive = self.race or self.seats  # something happens without a key
        seen = False  # nothing has changed since the last frame
        pace = keys.FLIGHT
        while True:
            k = keys.poll(pace)
            if keys.dt < 1000:
                self.ms += keys.dt
            free = hal.PAD  # X and Y are not the view's
            if self.race:
                k = self.race.frame(self, k)
                free = free and not self.race.on
            if k == _MENU:
                if not self.ask("pausing"):
                    break
            elif k == _X and free:
                self.ask("hinting")
            elif k == _Y and free:
                self.undo()
            elif k:
                m = self.view.key(k, self.match.s)
                if m >= 0:
                    self.move(m)
            if self.seats:
                self.seats.frame(self)
            moving = self.view.tick(self.match.s, keys.dt)
            pace = self._pace(moving or side.late)
            if k or moving or alive:
                seen = False
            if not seen:
                if alive or not moving:  # a patience draws as it moves
                    self.view.draw(self.match.s, False)
                gfx.flush()
            if not moving:
                if not seen and not side.late:
                    seen = True
                    if self.rules.over(self.match.s) and not (self.told or self._reads()):
                        if self.race or not self.ask("ending"):
                            break
                        seen = False
                self.idle()
        self.save()
        keys.before_dark = keys.nothing

    def _pace(self, moving):
        """How long the next frame may wait for a key."""
        if self.seats and self.seats.thinks() or not self.match.check(0):
            return keys.BUSY
        return keys.FLIGHT if moving or self.race and self.race.on else keys.REST

    def _reads(self):
        """Whether an end that is counted is still being looked at."""
        return self.counted and self.seats and not self.view.read

    def ask(self, name):
        """What module `name` runs; it is in memory no longer than that. False to leave."""
        go_on = catalog.bring(name).run(self)
        catalog.clear()
        return go_on

    def idle(self):
        self.verify(_SLICE)
        if not self.clean and not (self.race and self.race.on):
            self.rest = min(self.rest + keys.dt, keys.idle)
            self.unsaved += keys.dt
            if self.rest > _SAVE_AFTER or self.unsaved > _SAVE_AT_LAST:
                self.save()

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
        if self.seats and not self.seats.may_undo(self):
            side.note("What was shown can't be taken back")
        elif self.match.undo():
            self.undone = True
            self.stepped()
        else:
            side.note("Nothing to undo")

    def stepped(self):
        """The state is another one, by no move."""
        if self.counted:
            catalog.bring("asides").take_back(self)
            catalog.clear()
        self.counted = self.told = False
        side.note("")
        self.view.changed(self.match.s)
        self.changed()

    def opened(self):
        """A new deal is on the table."""
        side.note("")
        self.view.open(self.match.s)
        if self.seats:
            self.seats.begin(self)
        self.changed()


def open_game(name, back=False):
    """Play a game until the player leaves it; `back`: the light had gone out in it."""
    game = Game(name)
    try:
        _play(game, back)
    except MemoryError:
        raise
    except Exception:
        if not _blames_save(game):
            raise
        _play(game, back)


_crashed = None  # the game in which something went wrong last, and its save


def _blames_save(game):
    """After a crash: whether the saved game was at fault, and is set aside.

    It was if it holds moves that are not legal, or if something went wrong with it before.
    """
    global _crashed
    save = game.name, store.newest.get(game.name)
    try:
        game.match.check()
        if save != _crashed:
            _crashed = save
            return False
    except Exception:
        pass
    _crashed = None
    game.clean = True
    return store.aside(game.name)


def _play(game, back):
    name = game.name
    if hasattr(game.rules, "TICK"):
        game.race = catalog.bring("racing")
    elif hasattr(game.rules, "peeked"):
        game.seats = catalog.bring("seats")
        game.bot = catalog.bring(name, "bots")
    catalog.keep()
    if game.race:
        game.race.run(game, back)
    else:
        game.open()
        game.play()


def run():
    """The launcher, and the game that is chosen there, for ever."""
    back = True  # the game that was open when the light went out comes first
    while True:
        keys.before_dark = keys.nothing
        name, back = catalog.bring("launcher").run(back)
        catalog.clear()
        open_game(name, back)
        back = False
        catalog.leave()
