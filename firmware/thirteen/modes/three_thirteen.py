"""Layer 5. The mode of games for several: computer players, and people who pass the handheld.

A computer player thinks in slices between frames, using only what its seat may know, while the
table stays responsive. When the handheld is passed on, the screen is covered until the next person
confirms. A move that revealed something hidden can't be undone. See base.py.
"""

from micropython import const

import hal
from thirteen import background, catalog, screens
from thirteen.draw import canvas, card_art
from thirteen.modes import base
from thirteen.protocols import Function, Game, Module, Moves
from thirteen.rules import three_thirteen_rating
from thirteen.rules import three_thirteen_table as table
from thirteen.storage import history
from thirteen.table import flights
from thirteen.ui import keys
from thirteen.ui.status_panel import status_panel
from thirteen.views import three_thirteen_labels as labels

_MOVES = ("Draw from the stock", "Take the discard", "Go out", "End the turn", "Go on")
_SLICE = const(3)  # ms of thinking per frame, while cards may fly
_GRACE = const(700)  # ms between a person's discard and the end of the turn
_PAUSE = const(420)  # ms between two moves of a computer player, at normal speed


_SEATS = const(5)  # options that say who plays


class Mode(base.Mode):
    """Of one game: whose turn it is, and how far a computer player has come."""

    LIVE = True
    SOLO = False
    GRAPH = "three_thirteen_graph"
    STATISTICS = ("Against people", "Against easy", "Against medium", "Against hard")
    SLICE = 5

    def __init__(self) -> None:
        self.bot: Module = None  # the computer players, while one thinks,
        self.at = -1  # about the move of that number,
        self.done = False  # or knows it,
        self.tidy = False  # and its garbage has been collected
        self.waited = 0  # ms
        self.hurried = False  # A was pressed meanwhile: skip pauses until a person's turn
        self.taken = False  # the handheld has been passed on in this round

    def enter(self, game: Game, back: bool, day: int = 0, step: int = 0, deal: tuple = ()) -> bool:
        """The game is opened; asks who plays if none is saved. False for the launcher.

        A deal chosen in the calendar has the players of the last one, a step its own.
        """
        if not game.load() and not (day or step or deal):
            if not back and not self.confirm_new_deal(game, canvas.clear):
                return False
            game.deal()
        if day or step or deal:
            screens.deal_menu.chosen(game, day, step, deal)
        return True

    def begin(self, game: Game) -> bool:
        """A new or saved game starts."""
        self.at = -1
        self.taken = False
        s = game.match.s
        p = self._person(s)
        if p != game.view.viewer:
            game.view.show_hand(s, p)
        if table.phase(s) != table.SCORED:
            self._take(game)
        return True

    def _cover(self, game: Game, p: int) -> None:
        """Hide the table until the handheld is in the hands of player p."""
        screens.three_thirteen_cover.run(game, p)

    def _take(self, game: Game) -> None:
        """A round starts or resumes: several people pass the handheld to the next to play."""
        self.taken = True
        if table.people(game.match.s) > 1:
            self._cover(game, self._person(game.match.s))

    def placed(self, game: Game) -> None:
        """What a person reveals is kept once nothing moves: switching off does not undo it."""
        base.Mode.placed(self, game)
        m = game.match.log[game.match.played - 1]
        if self.yours(game.was) and game.rules.reveals(game.was, m):
            background.defer(game.save, background.SOON)

    def won(self, game: Game) -> bool:
        """Whether a person, not a computer player, has won."""
        s = game.match.s
        return not table.seat(s, game.rules.over(s) - 16)

    def title(self, game: Game) -> str:
        return game.view.wins(game.match.s)

    def result_lines(self, game: Game, past: list, record: tuple) -> list:
        """A line for each player, the winner first, and the new rating."""
        s = game.match.s
        winner = game.rules.over(s) - 16
        order = sorted(range(table.players(s)), key=lambda p: (p != winner, table.rank(s, p)))
        lines = ["%s\t%d points" % (labels.name(s, p), table.total(s, p)) for p in order]
        if table.number(s) == table.TIE_BREAK:
            lines[0] += ", tie-break"
        if record and record[history.HOW] & history.IS_RATED:
            text = "Rating\t%d (%+d)"
            lines.append(text % (self.rating(past, game.row), record[history.GAIN]))
        return lines

    def _person(self, s: bytearray) -> int:
        """The person whose turn it is or is next; computer players' cards are never shown."""
        n = table.players(s)
        for k in range(n):
            p = (table.turn(s) + k) % n
            if not table.seat(s, p):
                return p
        return 0

    def result_was_read(self, game: Game) -> bool:
        return game.view.pages.read

    def confirm_new_deal(self, game: Game, below: Function = None) -> bool:
        return screens.three_thirteen_table.invite(game, below or game.draw)

    def frame(self, game: Game, k: int) -> int:
        """A in a computer player's turn skips pauses and flights until a person's turn.

        After a person's own discard it ends the turn.
        """
        s = game.match.s
        if table.phase(s) == table.SCORED or not table.seat(s, table.turn(s)):
            self.hurried = False
            if (
                k == keys.A
                and table.phase(s) == table.DECLARING
                and not game.view.offers_to_go_out(s)
            ):
                self.waited = _GRACE
                return 0
        elif k == keys.A:
            self.hurried = True
            return 0
        return k

    def after_key(self, game: Game) -> None:
        """Let a computer player think and move, or hand the handheld over."""
        s = game.match.s
        if game.rules.over(s) or table.phase(s) == table.SCORED:
            self.taken = False  # everybody looks at it
            return
        if not self.taken:
            self._take(game)
        p = table.turn(s)
        if not table.seat(s, p):
            self.at = -1
            if p != game.view.viewer:
                self._cover(game, p)
            self._end_turn(game)
            return
        bot = self.bot
        if self.at != game.match.played:  # redo moves on too
            bot = self.bot = catalog.module("bots", game.name)
            bot.think(s)
            self.at = game.match.played
            self.done = False
        self.waited += keys.dt
        if self.hurried and flights.count:
            game.view.skip(s)
        if not self.done:
            self.tidy = False
            now = hal.ms()
            while not self.done and (hal.ms() - now & hal.WRAP) < _SLICE:
                self.done = bot.step()
                if hal.ms() == now:
                    hal.sleep(0)
        elif not flights.count:
            if not self.tidy:
                self.tidy = True
                hal.collect()  # 20 ms: neither while cards fly nor in the frame of the move
            elif self.hurried or self.waited >= _PAUSE * card_art.speed // 2:
                self.at = -1
                self.waited = 0
                game.move(bot.move())

    def _end_turn(self, game: Game) -> None:
        """A person's turn ends by itself after a discard, unless there is something to decide.

        Until then the discard can be undone; this is also the pause before the next player's move.
        """
        s = game.match.s
        if table.phase(s) != table.DECLARING or game.view.offers_to_go_out(s):
            self.waited = 0
            return
        self.waited += keys.dt
        if self.waited >= _GRACE and not flights.count:
            game.move(table.END)

    def pause(self, game: Game) -> int:
        """The pause menu opens; afterwards a computer player starts thinking again."""
        self.at = -1
        self.bot = None
        return base.Mode.pause(self, game)

    def thinks(self) -> bool:
        """Whether it is a computer player's turn."""
        return self.at >= 0

    def undo_refused(self, game: Game) -> str:
        """Why the last move stands; "" if it was a person's and revealed nothing, or is none."""
        m = game.match
        if not m.played:
            return ""
        was = m.before()
        if table.seat(was, table.turn(was)):
            return "Can't undo: the others have played"
        revealed = game.rules.reveals(was, m.log[m.played - 1])
        return "Can't undo: a card was revealed" if revealed else ""

    def yours(self, s: bytearray) -> bool:
        """Whether it is a person's move."""
        return not table.seat(s, table.turn(s))

    def house(self, options: bytes) -> bool:
        """Who plays is no house rule."""
        return any(options[_SEATS:])

    def kind(self, options: bytes) -> int:
        """The row of the strongest computer player, or the one for people only."""
        return max(self._seats(options))

    def counts(self, options: bytes) -> bool:
        """Not if all are computer players, whom somebody watches."""
        return table.HUMAN in self._seats(options)

    def _seats(self, options: bytes) -> list[int]:
        return list(options[1 : 3 + options[0]])

    def _rated_so_far(self, past: list, row: int, without: int = 0) -> tuple:
        """(rating, rated games) by the history, without the game of that identity."""
        rows = history.statistics(past, row, without)
        change = history.total(rows, history.CHANGE)
        return three_thirteen_rating.START + change, history.total(rows, history.RATED)

    def rating(self, past: list, row: int) -> int:
        """The person's rating against the computer players; 0 before the first rated game."""
        now, n = self._rated_so_far(past, row)
        return now if n else 0

    def given_up(self, past: list, row: int, options: bytes) -> tuple | None:
        """A match against computer players is lost, and rated as the last of all."""
        seats = self._seats(options)
        if seats.count(table.HUMAN) != 1:
            return None
        me = seats.index(table.HUMAN)
        totals = [int(p == me) for p in range(len(seats))]
        return max(seats), self._gain(self._rated_so_far(past, row), seats, totals, me)

    def gain(self, game: Game, past: list) -> int | None:
        """None with other people, by house rules, or if the deal was known.

        With hints points can only be lost.
        """
        s = game.match.s
        if table.people(s) != 1 or game.has(history.IS_KNOWN | history.IS_HOUSE):
            return None
        before = self._rated_so_far(past, game.row, game.identity)
        seats = self._seats(game.match.options)
        ranks = [table.rank(s, p) for p in range(table.players(s))]
        points = self._gain(before, seats, ranks, self._person(s))
        return None if game.has(history.IS_HINTED) and points >= 0 else points

    def _gain(self, before: tuple, seats: list, totals: list, me: int) -> int:
        """The change of a (rating, rated games) by these totals of a match."""
        now, n = before
        return three_thirteen_rating.of_game(now, n, seats, totals, me) - now

    def hint_costs(self, game: Game) -> str:
        """That a win is rated."""
        unrated = history.IS_KNOWN | history.IS_HOUSE
        if table.people(game.match.s) != 1 or game.has(unrated):
            return ""
        return "With a hint, a win is not rated. A lost match still counts."

    def stars(self, game: Game, record: tuple, points: int, first: bool) -> tuple:
        """At most four fifths of the points of the best of the others; and at the first try."""
        s = game.match.s
        mine, *others = [table.before_tie(s, p) for p in range(table.players(s))]
        return 5 * mine <= 4 * min(others), first

    def show_moves(self, game: Game, moves: Moves, n: int) -> str:
        if moves[0] >= len(_MOVES):
            return "Discard any card"
        words = " or ".join([_MOVES[moves[i]] for i in range(n)]).lower()
        return words[0].upper() + words[1:]

    def show_best(self, game: Game, m: int, bot: Module) -> None:
        game.view.hint(game.match.s, m)
        what = _MOVES[m] if m < len(_MOVES) else "Discard " + labels.card(m & 63)
        status_panel.message("%s: %s" % (what, bot.why()), what)
