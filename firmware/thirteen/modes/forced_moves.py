"""Layer 5. Moves of a patience that are no decision, made for the player.

While A is held they follow the move that its press made. If the player has set it, they come by
themselves, and an undo goes on through them, back to the last decision. Nothing is made that the
player has just undone.
"""

from micropython import const

from thirteen.protocols import Game
from thirteen.rules import forced
from thirteen.storage import settings
from thirteen.ui import captions, keys
from thirteen.ui.status_panel import status_panel

_HOLD = const(450)  # ms for which A is held until they begin
_FRAME = const(40)  # ms of a frame that count: in a longer one nobody saw when A was let go
_PACE = const(180)  # ms from one to the next, at least
_TELL = const(4)  # made one by one in a row: a message tells of the hold, once
_TIP = "Hold %sto go on to the next choice." % captions.A

_by_hand = 0  # made one by one in a row, _TELL once the hold was told


class ForcedMoves:
    """Of the game in play, from its `begin` on."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._n = game.match.played  # when nothing moved last: if fewer now, they were undone
        self._undone = False  # moves were, and no key has come since
        self._pressed = False  # A is held, and was pressed in this game
        self._since = 0  # ms since a key, or since the last of these moves
        self.by_hand = 0  # how many the player has made one by one

    def frame(self, k: int) -> None:
        """A frame starts, with key k pressed."""
        self._since += min(keys.dt, _FRAME)
        if k:
            self._since = 0
            self._undone = False
            self._pressed = k == keys.A and not keys.scan_ms
            if k in (keys.A, keys.B):
                self._count()
        elif not keys.holds(keys.A):
            self._pressed = False

    def go_on(self) -> bool:
        """Nothing moves: make a move that is no decision, or undo one; whether that was done."""
        global _by_hand
        game = self._game
        match = game.match
        alone = settings.values[settings.FORCED]
        if match.played < self._n:
            self._undone = True
        self._n = match.played
        if _by_hand == _TELL:
            _by_hand += 1
            status_panel.message(_TIP)
        held = self._pressed and self._since > _HOLD
        if not (held or alone and self._since > _PACE) or not match.check(0):
            return False
        if match.played < match.logged:
            if not (self._undone and alone and match.played and self._move() >= 0):
                return False
            game.undo()
        else:
            m = self._move()
            if m < 0:
                return False
            game.move(m, True)
        self._n = match.played
        self._since = _HOLD - _PACE if held else 0
        return True

    def _move(self) -> int:
        """The move if nothing is to be decided, else -1."""
        match = self._game.match
        if self._game.rules.over(match.s):
            return -1
        moves, n = match.legal()
        return forced.only(self._game.rules, match.s, moves, n)

    def _count(self) -> None:
        """Count what the player makes one by one; several in a row until the hold is told."""
        global _by_hand
        forced = self._move() >= 0
        self.by_hand += forced
        if self._pressed and _by_hand < _TELL:
            _by_hand = _by_hand + 1 if forced else 0
