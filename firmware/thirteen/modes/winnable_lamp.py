"""Layer 5. The lamp that shows whether a patience can still be won, with all cards known.

It is searched for while the player thinks, in slices: first along the proved line of the deal,
then by the solver, with more positions as far as the host has room. Nothing is shown that is not
proved. A position that follows a lost one is lost, until moves are undone. Who has seen the lamp
tell something has had a hint.
"""

from micropython import const

import hal
from thirteen import catalog
from thirteen.bots import banked, visited
from thirteen.protocols import Game, Thought
from thirteen.storage import deals, history
from thirteen.ui.status_panel import status_panel

_SLICE = const(3)  # ms
_MORE = const(8)  # times the positions, if fewer did not tell
_WINNABLE = const(1)  # a solver's verdicts
_LOST = const(2)


class Lamp:
    """Of the game in play, from its `begin` on."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._n = -1  # moves of the position that is searched, or was
        self._lost = -1  # moves after which a position was proved lost, -1 for none
        self._search = None

    def after_key(self) -> None:
        """A key was handled: of another position nothing is known yet."""
        match = self._game.match
        if match.played == self._n:
            return
        self._n = match.played
        self._search = None
        if match.played < self._lost:
            self._lost = -1
        over = match.rules.over(match.s)
        if over:
            status_panel.lamp(over)
        elif self._lost >= 0:
            status_panel.lamp(_LOST)
        else:
            status_panel.lamp(0)
            self._search = self._prove(bytearray(match.s))

    def search(self) -> bool:
        """The player rests: search for some ms; whether there is more to do."""
        start = hal.ms()
        while self._search and (hal.ms() - start & hal.WRAP) < _SLICE:
            try:
                verdict = next(self._search)
            except (StopIteration, MemoryError):
                verdict = 0
            if verdict >= 0:
                self._search = None
                self._show(verdict)
            elif hal.ms() == start:
                hal.sleep(0)
        return self._search is not None

    def _show(self, verdict: int) -> None:
        game = self._game
        if not verdict:
            return
        if verdict == _LOST:
            self._lost = self._n
        if not game.has(history.IS_HINTED):
            game.note(history.IS_HINTED)
            game.save()  # before it is shown
        status_panel.lamp(verdict)
        game.drawn = False

    def _prove(self, s: bytearray) -> Thought:
        """Yield -1 while it searches, then the verdict, 0 for unknown."""
        game = self._game
        rules = game.rules
        bot = catalog.module("bots", game.name)
        match = game.match
        proof = deals.proved_win(game.name, match.number, match.options)
        if proof:
            for found in banked.leads_to(rules, match.number, proof, s):
                if found > 0:
                    yield _WINNABLE
                yield -1
        most = visited.ROOM
        while hasattr(bot, "settle"):
            verdict = 0
            for verdict in bot.settle(s, most):
                if verdict < 0:
                    yield -1
            if verdict or most >= hal.ROOM:
                yield verdict
            most = min(most * _MORE, hal.ROOM)
        yield 0
