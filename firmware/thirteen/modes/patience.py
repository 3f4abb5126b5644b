"""Layer 5. The mode of games for one player without a clock. See base.py.

A deal that is won without another decision plays itself; moves before that which are no decision
are those of modes/forced_moves.
"""

from micropython import const

import hal
from thirteen import screens
from thirteen.bots import banked
from thirteen.modes import base
from thirteen.modes.forced_moves import ForcedMoves
from thirteen.modes.winnable_lamp import Lamp
from thirteen.protocols import Game, Module, Moves, Thought, Value
from thirteen.storage import deals, history, lost, settings
from thirteen.ui import captions, keys, menu, sound
from thirteen.ui.status_panel import status_panel

_WAIT = const(600)  # ms without a key until a message says that a decided game plays itself
_WARNED = const(1400)  # ms from there to its first move
_TRY = const(3)  # ms per frame for finding out whether it does
_SAD = const(3)  # games lost one after another, of which a view may know
_QUICK = const(2500)  # ms within which the next card that leaves the table sounds higher

_VERDICTS = (
    "Not sure it can be won.",
    "It can still be won.",
    "This deal can't be won from here.",
)
_LOST = const(2)

_OFF, _WARNS, _PLAYS, _STOPPED, _DECLINED = range(5)  # of autoplay
_ARROWS = keys.UP | keys.DOWN | keys.LEFT | keys.RIGHT | keys.PREV | keys.NEXT
_NOTE = "The rest plays itself. %sstops it." % captions.B
_STOP = "Stopped. %sto go on, or play it yourself." % captions.A

_GO_ON = (captions.of(keys.A, "go on"),)
_MENU = (captions.MENU,)
_ALONE = " (costs a trophy)"

_MANY = const(15)  # moves without a choice, made one by one, after which it is asked
_ASKED = "%d moves of this game left no choice. Shall such moves go by themselves?"
_FORCED = ("By themselves", "One by one")
_AGAIN = "You lost deal %d %s. Choose a deal has it again."


class Mode(base.Mode):
    """Of one game, with what goes on since it was begun."""

    def __init__(self) -> None:
        self._forget()

    def _forget(self) -> None:
        """A game begins."""
        self.fresh = False  # a deal has begun whose par has not been told;
        self.proof: Thought = None  # its proof, while the moves are counted
        self.forced: Value = None  # the ForcedMoves of the game,
        self.lamp: Value = None  # and its lamp, if it has one
        self.consoled = False  # the view has been told if the last games were lost
        self.auto = _OFF  # autoplay,
        self.moves = 0  # the number of moves that it has made,
        self.captions: tuple = ()  # and what the keys do otherwise, while it runs
        self.trial: bytearray | None = None  # the state that it would reach,
        self.tried = -1  # and the number of moves of the game at that time
        self.waited = 0  # ms without a key since the game was shown
        self.run = 0  # quick moves in a row that brought the deal on,
        self.since = 0  # and the ms since the last

    def begin(self, game: Game) -> bool:
        self._forget()
        self.forced = ForcedMoves(game)
        self.fresh = not game.match.logged
        game.par = 0
        return True

    def _tell_par(self, game: Game) -> bool:
        """Before a deal's first move: find par for a few ms, then tell it and the player's best.

        Whether there is more to do.
        """
        if game.match.logged or status_panel.has_message():
            self.fresh = False
            self.proof = None
            return False
        if not self.proof:
            self.proof = self._counting(game)
        now = hal.ms()
        par = -1
        while par < 0 and (hal.ms() - now & hal.WRAP) < _TRY:
            par = next(self.proof)
            if hal.ms() == now:
                hal.sleep(0)
        if par < 0:
            return True
        self.fresh = False
        self.proof = None
        game.par = par
        text = self._lost(game)
        if not text:
            fewest = self._fewest(game)
            text = "Par: %d moves. " % par if par else ""
            text += "Your best: %d." % fewest if fewest else ""
        if text:
            status_panel.message(text.rstrip(" "))
        return False

    def _lost(self, game: Game) -> str:
        """What is said of a deal that was lost some days or games ago, once each; "" if none."""
        past = history.load()
        rules = settings.options(game.row, game.rules.OPTIONS)
        found = lost.untold(lost.due(past, game.row, rules, game.match.number))
        if not found or not lost.tell(past, found):
            return ""
        return _AGAIN % (found[0][history.DEAL], lost.when(found))

    def _counting(self, game: Game) -> Thought:
        """The proof that the deal can be won: yields -1 for each move, then the number."""
        match = game.match
        proof = deals.proved_win(game.name, match.number, match.options)
        if proof:
            return banked.counting(match.rules, match.number, proof)
        return iter((screens.steps.par(game.name, game.step - 1) if game.step else 0,))

    def _fewest(self, game: Game) -> int:
        return history.fewest(history.load(), game.row, game.match.number, game.match.options)

    def par(self, game: Game) -> int:
        """See base.py; takes long unless it is known already."""
        game.par = game.par or max(self._counting(game))
        return game.par

    def hint_costs(self, game: Game) -> str:
        """A trophy, as long as it is missing."""
        return _ALONE if screens.awards.on_its_own(game) else ""

    def frame(self, game: Game, k: int) -> int:
        """A key stops a game that plays itself, but not an arrow; then A, if next, goes on.

        B stops it before its first move, too.
        """
        self.since += keys.dt
        self.forced.frame(k)
        if not k:
            self.waited += keys.dt
        elif self.auto == _PLAYS or self.auto == _WARNS and k == keys.B:
            if k & _ARROWS:
                return 0
            self.auto = _STOPPED
            self._captions(_GO_ON + self.captions[1:])
            game.view.skip(game.match.s)
            status_panel.message(_STOP)
            return k if k == keys.MENU else 0
        elif self.auto == _STOPPED and k == keys.A and game.match.played == game.match.logged:
            self.auto = _PLAYS
            self._captions(_MENU)
            return 0
        else:
            self._captions(())
            self.waited = 0
            self.auto = _DECLINED if self.auto >= _STOPPED else _OFF
        return k

    def after_key(self, game: Game) -> None:
        """The lamp goes on or off as the player has set it."""
        if settings.values[settings.LAMP] and not self.lamp:
            self.lamp = Lamp(game)
        elif self.lamp and not settings.values[settings.LAMP]:
            self.lamp = None
            status_panel.lamp(-1)
        if self.lamp:
            self.lamp.after_key()

    def ponder(self, game: Game) -> bool:
        if not self.consoled:
            self.consoled = True
            self._console(game)
        return self.lamp is not None and self.lamp.search()

    def _console(self, game: Game) -> None:
        """Tell a view that shows it that the last games were lost."""
        if hasattr(game.view, "console"):
            if history.all_lost(history.load(), game.row, _SAD):
                game.view.console()
                game.drawn = False

    def autoplay(self, game: Game) -> bool:
        """Play the next move of a rest that needs no decision; first a message warns of it.

        Not right after a key, and not if the player has just undone a move.
        """
        if self.fresh:
            return self._tell_par(game)
        match = game.match
        if self.auto < _WARNS and self.forced.go_on():
            return True
        if self.auto >= _STOPPED or self.waited < _WAIT:
            return False
        if not match.played or match.played < match.logged:
            return False
        if self.auto == _OFF:
            if self.tried == match.played and not self.trial:
                return False
            if not match.check(0) or game.rules.over(match.s):
                return False
            more = self._try(game)
            if self.auto == _WARNS:
                self._captions(_MENU)
                status_panel.message(_NOTE)
            return more
        if self.auto == _WARNS and self.waited < _WAIT + _WARNED:
            return False
        game.move(game.rules.obvious(match.s))
        if game.rules.over(match.s):  # nothing is left to stop, nor to play
            self.auto = _OFF
            self._captions(())
            game.captions = status_panel.captions(_MENU)
        else:
            self.auto = _PLAYS
            self._captions(_MENU)
            status_panel.message(_NOTE)
        return True

    def placed(self, game: Game) -> None:
        """Quick moves that bring the deal on rise by a semitone each; so do its own."""
        self.tried = -1  # there may have been another move in its place
        rules = game.rules
        if self.auto in (_WARNS, _PLAYS):
            self.moves += 1
            sound.run(self.moves)
        elif not rules.TABLE and rules.score(game.match.s) > rules.score(game.was):
            self.run = self.run + 1 if self.since < _QUICK else 1
            self.since = 0
            sound.run(self.run)
        else:
            sound.place()

    def _captions(self, texts: tuple) -> None:
        """Show these captions in place of the table's; () for its own again."""
        if texts:
            was = status_panel.captions(texts)
            self.captions = self.captions or was
        elif self.captions:
            status_panel.captions(self.captions)
            self.captions = ()

    def _try(self, game: Game) -> bool:
        """Try for a few ms whether the rest is won without a decision; False if it is not."""
        rules = game.rules
        n = game.match.played
        if self.tried != n:
            self.tried = n
            self.trial = None
            if rules.obvious(game.match.s) >= 0:
                self.trial = bytearray(game.match.s)
        now = hal.ms()
        trial = self.trial
        while trial and (hal.ms() - now & hal.WRAP) < _TRY:
            m = rules.obvious(trial)
            if m < 0:
                trial = None
                break
            rules.apply(trial, m)
            if rules.over(trial):
                if rules.over(trial) == 1:
                    self.auto = _WARNS
                trial = None
            elif hal.ms() == now:
                hal.sleep(0)
        self.trial = trial
        return self.auto == _WARNS or trial is not None

    def after_win(self, game: Game) -> None:
        """After the first win with many moves without a choice: shall they go by themselves?"""
        n = self.forced.by_hand if self.forced else 0
        if n < _MANY or settings.values[settings.FORCED]:
            return
        won = history.total(history.statistics(history.load(), game.row), history.WON)
        if won == 1:
            note = menu.lines(_ASKED % n, 196)
            if menu.ask("Forced moves", _FORCED, 0, note, width=220) == 0:
                settings.values[settings.FORCED] = 1
                settings.save()

    def show_moves(self, game: Game, moves: Moves, n: int) -> str:
        """Highlight the n legal moves; returns the message."""
        game.view.playable(game.match.s)
        return "These can go"

    def show_best(self, game: Game, m: int, bot: Module) -> None:
        """Highlight the best move, and say what it is and whether the deal can be won."""
        s = game.match.s
        game.view.hint(s, m)
        verdict = bot.verdict()
        words = move = ""
        if m >= 0:
            reason = bot.why() if hasattr(bot, "why") else ""
            move = game.view.describe(s, m)
            words = move + (": " + reason if reason else "") + ". "
        told = _VERDICTS[verdict]
        brief = move + (". Lost." if verdict == _LOST else ".")
        status_panel.message(words + told, move + ". " + told, brief)
