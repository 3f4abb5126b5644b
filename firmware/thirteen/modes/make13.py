"""Layer 5. The mode of games with a clock: ticks, pauses, tournaments. See base.py.

Time that counts is played as moves, so the log has it. The clock stops during a menu, and the
table is covered then, as thinking time would be free. It starts after a "3 2 1", also over a
covered table, that any key skips. Practice has no clock and pauses like any game.

The clock converts frame times in ms to ticks, only those of frames in play. A frame delayed by
garbage collection, a flash write, sleep or a jump of the chip's clock counts CAP at most. The
fraction of a tick carries over to the next frame and is saved with the game, so neither pausing
nor switching off gains time.
"""

from micropython import const

import hal
from thirteen import background, screens
from thirteen.draw import art, canvas, card_art, large
from thirteen.modes import base
from thirteen.protocols import Game, Module, Moves
from thirteen.storage import history, make13_ghost
from thirteen.storage import make13_entries as entries
from thirteen.table import flights
from thirteen.ui import keys, sound, speech

CAP = const(50)  # most ms counted for a frame; the slowest in play take 40

_UNIT = const(4)  # ms, the unit of the fraction of a tick in saves
_BEAT = const(500)  # ms per number of the countdown
_SAVE_AFTER = const(3000)  # ms of a race that a loss of power may take back
_SUPER = const(3)  # of rules.bust: a Super Bust
_START = "Any key: start now"
_DECK = ("Take a card from the deck", "Go on to the next level")


class Mode(base.Mode):
    """Of one game, with its clock; practice has none."""

    LIVE = True
    SOLO = True
    STATISTICS = ("Race", "Endless", "First to the target", "Fastest")
    FIRST_WINNABLE = 2
    SLICE = 6

    def __init__(self) -> None:
        self.game: Game = None
        self.there = False
        self.ran = False  # in the last frame
        self.suspended = False  # the race is, behind the pause menu
        self.hidden = 0  # cards that were in the deck at the last save
        self.unsaved_ms = 0  # ms since then
        self.writing = 0  # ms of the last frame that were spent writing
        self.passed = 0  # ms of the current tick

    def enter(self, game: Game, back: bool, day: int = 0, step: int = 0, deal: tuple = ()) -> bool:
        """Resume the game open when power was lost, or show an end not shown yet; else choose.

        A race at the deal of `day`, or that of a step, starts at once if that is not 0; of a
        `deal` the player is asked whose race it will be.
        """
        there = game.load()
        over = there and game.rules.over(game.match.s)
        if back:
            entries.dealt(game.match, there, game.has(history.IS_CLOSED))
        self.suspended = back and there and not over
        if self.suspended:
            game.view.best = entries.best(game.match.options)
        ended = over and (back or not game.has(history.IS_CLOSED))
        game.end_shown = bool(over and not ended)
        return self.suspended or ended or self._next(game, day, step, deal)

    def _next(self, game: Game, day: int = 0, step: int = 0, deal: tuple = ()) -> bool:
        return screens.make13_menu.enter(game, day, step, deal)

    def begin(self, game: Game) -> bool:
        self.game = game
        self.there = game.view.races(game.match.s)
        game.view.ghost = make13_ghost.find(game.name, game.match) if self.there else b""
        game.view.aim = self._aim(game) if self.there else ()
        self.suspended = self.suspended and self.there
        self.ran = False
        self._saved(game)
        if self.suspended:
            canvas.clear()
            hal.refresh()
        elif self.there and not game.rules.over(game.match.s):
            self._count_down()
        return not self.suspended

    def _aim(self, game: Game) -> tuple:
        """What a race is to reach: its step's points, or a target; else the best ones to beat."""
        chosen = game.match.options
        goal = screens.steps.points(game.name, game.step) if game.step else 0
        if not goal and chosen[0] == 1:
            goal = game.rules.get(game.match.s, game.rules.TARGET)
        if goal:
            return "goal", goal
        rows = entries.table(chosen) if not chosen[0] else ()
        return ("best", rows[0][2]) if rows and rows[0][2] else ()

    def _count_down(self) -> None:
        """Count down from three over a covered table."""
        background.finish()  # no flash writes while the clock runs
        if not card_art.speed:
            return
        keys.forget()
        x = hal.W // 2 - 30
        y = hal.H // 2 - 24
        for n in (3, 2, 1):
            canvas.clear()
            canvas.frame(x, y, 60, 48, canvas.DARK_GOLD, canvas.PANEL)
            canvas.centre(large.FONT, "%d" % n, x, y + 14, 60, canvas.GOLD_PANEL)
            canvas.centre(art.SMALL, _START, 0, y + 60, hal.W, canvas.ON_FELT)
            speech.page("%d" % n, _START)
            hal.refresh()
            sound.tick()
            left = _BEAT
            while left > 0:
                if keys.poll(keys.FLIGHT):
                    return
                left -= keys.dt

    def frame(self, game: Game, k: int) -> int:
        """Play the ticks that end in this frame; returns the key, MENU for a suspended race."""
        if not self.there:
            return k
        if self.suspended:
            return keys.MENU
        runs = game.view.running() and not game.rules.over(game.match.s)
        if runs and self.ran:
            n = self.ticks(keys.dt - self.writing, game.rules.TICK)
            if n:
                m = game.rules.WAIT | n
                game.match.play(m)
                game.view.moved(game.match.s, m, None)
                game.clean = False  # otherwise switching off would gain time
        elif self.ran:  # a level has ended: a good moment to write
            self._keep(game)
        self.ran = runs
        self.writing = 0
        self.unsaved_ms += keys.dt
        known = game.rules.stock(game.match.s) != self.hidden
        if runs and (known or self.unsaved_ms > _SAVE_AFTER) and not flights.count:
            now = hal.ms()
            self._keep(game)
            self.writing = hal.ms() - now & hal.WRAP
        return k

    def house(self, options: bytes) -> bool:
        """The first option is the kind of race."""
        return any(options[1:])

    def given_up(self, past: list, row: int, options: bytes) -> tuple | None:
        """A race ends as one that was quit; practice does not count."""
        return None

    def kind(self, options: bytes) -> int:
        return screens.make13_races.kind(options) % screens.make13_races.PRACTICE

    def options(self, game: Game) -> bytes:
        """A new deal in practice is for practice."""
        return game.match.options

    def view_takes_x_y(self) -> bool:
        return self.there

    def may_save(self) -> bool:
        return not self.there

    def over(self, game: Game) -> bool:
        """Show the result, and let the player choose the next game."""
        self.there = False
        game.save()
        if not self._next(game):
            return False
        game.deal_made()
        game.show()
        return True

    def pause(self, game: Game) -> int:
        """Stop the clock and save the game."""
        game.clean = False
        background.defer(game.save, background.SOON)  # switching off would gain time
        return base.IN_RACE if self.there else base.IN_PRACTICE

    def table_hidden(self) -> bool:
        return self.there

    def resume(self) -> None:
        self.suspended = self.ran = False
        if self.there and not self.game.rules.over(self.game.match.s):
            self._count_down()

    def start(self, rest: int) -> None:
        """Start the clock of a game, or resume it with the value that `tick_rest` returned."""
        self.passed = rest * _UNIT

    def ticks(self, dt: int, period: int) -> int:
        """The number of ticks of `period` ms that end in a frame of dt ms; usually 0."""
        self.passed += CAP if dt > CAP else dt if dt > 0 else 0
        n = self.passed // period
        self.passed -= n * period
        return n

    def tick_rest(self) -> int:
        """The fraction of the tick that has passed, 0 to 31, rounded up."""
        return min((self.passed + _UNIT - 1) // _UNIT, 31)

    def save(self, game: Game) -> None:
        """In a race the clock runs on, so that there is always something to write."""
        game.clean = game.clean and not self.there
        game.save()
        self._saved(game)

    def suspend(self, game: Game) -> None:
        """The race stops, behind the pause menu."""
        self.suspended = self.there and not game.rules.over(game.match.s)
        self._keep(game)

    def _keep(self, game: Game) -> None:
        """Save, even if only time has passed: a card that was seen is not dealt as a new one."""
        game.clean = False
        game.save()
        self._saved(game)

    def _saved(self, game: Game) -> None:
        self.hidden = game.rules.stock(game.match.s)
        self.unsaved_ms = 0

    def stars(self, game: Game, record: tuple, points: int, first: bool) -> tuple:
        """A fifth above the goal, or where there is none a Super Bust; and at the first try."""
        rules, s = game.rules, game.match.s
        if points:
            return 5 * rules.score(s) >= 6 * points, first
        levels = rules.get(s, rules.LEVEL)
        return _SUPER in [rules.bust(s, i) for i in range(max(levels - 98, 1), levels + 1)], first

    def show_moves(self, game: Game, moves: Moves, n: int) -> str:
        """Highlight the legal moves, which are sets of places, a bit each."""
        m = 0
        for i in range(n):
            if moves[i] < 256:
                m |= moves[i]
        game.view.hint(game.match.s, m or moves[0])
        return "These can make 13" if m else _DECK[moves[0] != game.rules.DRAW]

    def show_best(self, game: Game, m: int, bot: Module) -> None:
        """Highlight the best move; the view describes it itself."""
        game.view.hint(game.match.s, m)
