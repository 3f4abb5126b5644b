"""Floor 4. A game in play: keys to the view, its moves to the match, the pause menu, the ends.

The shell owns the one state. Whatever a view shows, it gets here: undo, hints, saves, statistics
and the menu are written once, for all games.
"""

import gc

from micropython import const

import hal
from thirteen import asides, catalog, clock, match, settings, stats, store
from thirteen.ui import art, gfx, keys, menu, side, sound

_X = const(64)
_Y = const(128)
_MENU = const(256)
_SAVE_AFTER = const(1500)  # ms of rest after a move until it is saved
_SAVE_AT_LAST = const(6000)  # ms that moves stay unsaved where there is no rest
_SLICE = const(6)  # ms of thought between two frames

_PAUSE = (
    "Resume", "Hint", "Undo", "Redo", "Restart", "New deal", "House rules", "Rules", "Statistics",
    "Settings", "Leave",
)  # fmt: skip


class Game:
    """One game from its opening to the way back to the launcher."""

    def __init__(self, name):
        self.name = name
        self.row = catalog.row(name)
        self.rules = catalog.bring("rules", name)
        self.match = match.Match(self.rules)
        self.view = catalog.bring("views", name)
        self.was = bytearray(self.rules.SIZE)
        self.clean = True  # saved as it stands
        self.rest = 0  # ms since the last move
        self.unsaved = 0  # ms since the first move that is not saved
        self.seconds = 0
        self.ms = 0
        self.undone = self.hinted = False
        self.counted = False  # its end stands in the statistics
        self.told = False  # the player has been told of its end
        self.shown = -1  # the number of the move at which was shown what can be played
        self.bot = None
        self.race = None  # the module racing, where the game has a clock
        self.seats = None  # the module seats, where several play

    def open(self):
        """Take up the saved game, or deal a new one."""
        if not self.load():
            self.deal(self.number())

    def load(self):
        """Take up the saved game, and tell what is wrong with it; False where there is none."""
        there = self._take(store.load(self.name))
        asides.tell_troubles()
        return there

    def _take(self, data):
        if data:
            try:
                self.seconds, flags = data[0] | data[1] << 8, data[2]
                self.match.load(data[3:])
                self.undone = bool(flags & 1)
                self.hinted = bool(flags & 2)
                self.counted = bool(flags & 4)
                clock.start(flags >> 3)
                return True
            except (ValueError, IndexError):
                store.aside(self.name)
        return False

    def save(self):
        """Keep the game as it stands."""
        if self.clean:
            return
        flags = self.undone | self.hinted << 1 | self.counted << 2 | clock.saved() << 3
        head = bytes((self.seconds & 255, self.seconds >> 8 & 255, flags))
        self.unsaved = 0
        self.clean = store.save(self.name, (head,) + tuple(self.match.save()))
        if not self.clean:
            self.clean = True  # once is enough, until the next move
            asides.tell_troubles()

    def deal(self, number):
        chosen = settings.options(self.row, self.rules.OPTIONS)
        self.match.deal(number, chosen)
        self.fresh()

    def number(self):
        """A deal by chance; one proved winnable where the player wants no others."""
        from thirteen import deals

        n = deals.any_deal(self.name, settings.winnable(self.row, self.rules.OPTIONS))
        catalog.forget("deals")
        return n

    def next_deal(self):
        """Let the player choose another deal."""
        from thirteen import deals

        only = settings.winnable(self.row, self.rules.OPTIONS)
        n = deals.choose(self.name, self.row, self.match.number, only, self.show)
        catalog.forget("deals")
        if n and (not self.seats or self.seats.invite(self)):
            self.deal(n)
            self.opened()

    def fresh(self):
        """Nothing has been played yet."""
        self.seconds = self.ms = 0
        self.undone = self.hinted = self.counted = self.told = False
        self.clean = False
        clock.start()

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
        alive = self.race or self.seats  # something happens without a key
        seen = False  # nothing has changed since the last frame
        while True:
            k = keys.poll()
            if keys.dt < 1000:
                self.ms += keys.dt
            free = hal.PAD  # X and Y are not the view's
            if self.race:
                k = self.race.frame(self, k)
                free = free and not self.race.on
            if k == _MENU:
                if not self.pause():
                    break
            elif k == _X and free:
                self.hint()
            elif k == _Y and free:
                self.undo()
            elif k:
                m = self.view.key(k, self.match.s)
                if m >= 0:
                    self.move(m)
            if self.seats:
                self.seats.frame(self)
            moving = self.view.tick(self.match.s, keys.dt)
            if k or moving or alive:
                seen = False
            if not seen:
                if alive or not moving:  # a patience draws as it moves
                    self.view.draw(self.match.s, False)
                gfx.flush()
            if not moving:
                if not seen:
                    seen = True
                    if self.rules.over(self.match.s) and not self.told:
                        if not self.end():
                            break
                        seen = False
                self.idle()
        self.save()
        keys.before_dark = keys.nothing

    def idle(self):
        if not self.clean and not (self.race and self.race.on):
            self.rest += keys.dt
            self.unsaved += keys.dt
            if self.rest > _SAVE_AFTER or self.unsaved > _SAVE_AT_LAST:
                self.save()

    def move(self, m):
        """Play a move of the player's; the view has seen that it is legal."""
        self.view.skip(self.match.s)  # what still moves would stay where it was
        self.was[:] = self.match.s
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
        if self.seats and not self.seats.may_undo(self):
            side.note("What was shown can't be taken back")
        elif self.match.undo():
            self.undone = True
            self.stepped()
        else:
            side.note("Nothing to undo")

    def redo(self):
        self.view.skip(self.match.s)
        if self.match.redo():
            self.stepped()
        else:
            side.note("Nothing to redo")

    def stepped(self):
        """The state is another one, by no move."""
        if self.counted:
            stats.take_back(self.name, len(self.stat_rows()))
        self.counted = self.told = False
        side.note("")
        self.view.changed(self.match.s)
        self.changed()

    def hint(self):
        """First what can be played; asked again, think in slices, then point at the best play."""
        if self.rules.over(self.match.s) or self.seats and self.seats.thinks():
            return
        if hasattr(self.view, "playable") and self.shown != self.match.n:
            self.shown = self.match.n
            self.hinted = True
            self.changed()
            self.view.playable(self.match.s)
            side.note("These can be played. A hint again: the best")
            return
        bot = self.bot = self.bot or catalog.bring("bots", self.name)
        self.hinted = True
        self.changed()
        side.note("Thinking " + art.CH_ELLIPSIS)
        bot.think(self.match.s)
        done = False
        while not done:
            k = keys.poll()
            if k:
                side.note("")
                return
            start = hal.ms()
            while not done and (hal.ms() - start & hal.WRAP) < _SLICE:
                done = bot.step()
                if hal.ms() == start:
                    hal.sleep(0)
            self.view.tick(self.match.s, keys.dt)
            self.view.draw(self.match.s, False)
            gfx.flush()
        side.note(bot.why() if self.seats else _VERDICTS[bot.verdict()])
        self.view.hint(self.match.s, bot.move())

    def pause(self):
        """The pause menu; False to leave the game."""
        if self.race:
            return self.race.pause(self)
        self.view.skip(self.match.s)
        self.save()
        at = 0
        while at >= 0:
            at = menu.ask("Pause", _PAUSE, at)
            word = _PAUSE[at] if at >= 0 else ""
            if word == "Leave":
                return False
            if word not in ("House rules", "Rules", "Statistics", "Settings"):
                self.chosen(word)
                break
            self.look_up(word)
        keys.forget()
        return True

    def chosen(self, word):
        """What the pause menu does to the game."""
        if word == "New deal":
            self.next_deal()
        elif word == "Restart":
            self.match.restart()
            self.fresh()
            self.opened()
        self.show()
        if word == "Hint":
            self.hint()
        elif word == "Undo":
            self.undo()
        elif word == "Redo":
            self.redo()

    def look_up(self, word):
        """What the pause menu shows and sets beside the game."""
        self.show()
        if word == "House rules":
            settings.house(self.row, self.rules.OPTIONS, self.show)
        elif word == "Rules":
            asides.read_rules(self.name)
            self.view.open(self.match.s)
        elif word == "Statistics":
            stats.pages(self.name, self.stat_rows(), self.rules, self.show)
        else:
            asides.change_settings(self.show)
        asides.tell_troubles()
        self.show()

    def opened(self):
        """A new deal is on the table."""
        side.note("")
        self.view.open(self.match.s)
        if self.seats:
            self.seats.begin(self)
        self.changed()

    def stat_rows(self):
        """The names of the rows that the statistics keep apart."""
        return self.seats.STAT_ROWS if self.seats else ("",)

    def end(self):
        """The game is over: count it, say so, and ask what next; False to leave."""
        if self.race:
            return False
        s = self.match.s
        rules = self.rules
        won = self.seats.won(self) if self.seats else rules.over(s) == 1
        if not self.counted:
            self.count(won)
            (sound.won if won else sound.lost)()
        if self.seats and not self.view.read:
            return True
        self.told = True
        told = rules.points(rules.score(s))
        told += "\nin %d:%02d" % (self.seconds // 60, self.seconds % 60)
        if won and not self.undone:
            told += ", no undo"
        items = ("New deal", "Same deal again", "Undo", "Look at the table", "Leave")
        title = self.seats.verdict(self) if self.seats else "You won!" if won else "No moves left"
        got = menu.ask(title, items, 0, told)
        keys.forget()
        if got == 0:
            self.deal(self.number())
            self.opened()
        elif got == 1:
            self.match.restart()
            self.fresh()
            self.opened()
        elif got == 4:
            return False
        self.show()
        if got == 2:
            self.undo()
        return True

    def count(self, won):
        """Into the statistics with it, once: a power cut in between must not count it twice."""
        self.changed()
        self.counted = True
        self.save()
        asides.count(self, won)


_VERDICTS = ("I can't tell if it can be won", "It can still be won", "It cannot be won any more")


def new_number():
    """A deal nobody has chosen."""
    return hal.entropy() % 999999 + 1


def open_game(name, back=False):
    """Play a game until the player leaves it; `back`: the light had gone out in it."""
    gc.collect()
    game = Game(name)
    if settings.remember(game.row):
        settings.save()
    if hasattr(game.rules, "TICK"):
        from thirteen import racing

        racing.run(game, back)
        catalog.forget("racing")
    else:
        if hasattr(game.rules, "peeked"):
            from thirteen import seats

            game.seats = seats
        game.open()
        game.play()
        if game.seats:
            catalog.forget("seats")
    del game
    catalog.leave(name)
    settings.remember(-1)
    settings.save()
