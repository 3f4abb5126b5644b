"""Layer 5. The mode of games for one player without a clock. See defaults.py.

A deal that is won without another decision plays itself; moves before that which are no decision
are those of modes/forced_moves.
"""

from micropython import const

import hal
from thirteen import screens
from thirteen.bots import banked
from thirteen.modes.defaults import *
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


class _Play:
    """What goes on since a game was begun."""

    def __init__(self) -> None:
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


_play = _Play()


def begin(game: Game) -> bool:
    global _play
    _play = _Play()
    _play.forced = ForcedMoves(game)
    _play.fresh = not game.match.logged
    game.par = 0
    return True


def _tell_par(game: Game) -> bool:
    """Before the first move of a deal: find par for a few ms, then tell it and the player's best.

    Whether there is more to do.
    """
    if game.match.logged or status_panel.has_message():
        _play.fresh = False
        _play.proof = None
        return False
    if not _play.proof:
        _play.proof = _counting(game)
    now = hal.ms()
    par = -1
    while par < 0 and (hal.ms() - now & hal.WRAP) < _TRY:
        par = next(_play.proof)
        if hal.ms() == now:
            hal.sleep(0)
    if par < 0:
        return True
    _play.fresh = False
    _play.proof = None
    game.par = par
    text = _lost(game)
    if not text:
        fewest = _fewest(game)
        text = "Par: %d moves. " % par if par else ""
        text += "Your best: %d." % fewest if fewest else ""
    if text:
        status_panel.message(text.rstrip())
    return False


def _lost(game: Game) -> str:
    """What is said of a deal that was lost some days or games ago, once each; "" if none."""
    log = history.load()
    rules = settings.options(game.row, game.rules.OPTIONS)
    found = lost.untold(lost.due(log, game.row, rules, game.match.number))
    if not found or not lost.tell(log, found):
        return ""
    return _AGAIN % (found[0][history.DEAL], lost.when(found))


def _counting(game: Game) -> Thought:
    """The proof that the deal can be won, counted: yields -1 for each move, then the number."""
    match = game.match
    line = b"" if any(match.options) else deals.proved_win(game.name, match.number)
    if line:
        return banked.counting(match.rules, match.number, line)
    return iter((screens.steps.par(game.name, game.step - 1) if game.step else 0,))


def _fewest(game: Game) -> int:
    return history.fewest(history.load(), game.row, game.match.number, game.match.options)


def par(game: Game) -> int:
    """See defaults.py; takes long unless it is known already."""
    game.par = game.par or max(_counting(game))
    return game.par


def hint_costs(game: Game) -> str:
    """A trophy, as long as it is missing."""
    return _ALONE if screens.awards.on_its_own(game) else ""


def frame(game: Game, k: int) -> int:
    """A key stops a game that plays itself, but not an arrow. Then A goes on, if it comes next."""
    _play.since += keys.dt
    _play.forced.frame(k)
    if not k:
        _play.waited += keys.dt
    elif _play.auto == _PLAYS:
        if k & _ARROWS:
            return 0
        _play.auto = _STOPPED
        _captions(_GO_ON + _play.captions[1:])
        game.view.skip(game.match.s)
        status_panel.message(_STOP)
        return k if k == keys.MENU else 0
    elif _play.auto == _STOPPED and k == keys.A and game.match.played == game.match.logged:
        _play.auto = _PLAYS
        _captions(_MENU)
        return 0
    else:
        _captions(())
        _play.waited = 0
        _play.auto = _DECLINED if _play.auto >= _STOPPED else _OFF
    return k


def turn(game: Game) -> None:
    """The lamp goes on or off as the player has set it."""
    if settings.values[settings.LAMP] and not _play.lamp:
        _play.lamp = Lamp(game)
    elif _play.lamp and not settings.values[settings.LAMP]:
        _play.lamp = None
        status_panel.lamp(-1)
    if _play.lamp:
        _play.lamp.turn()


def ponder(game: Game) -> bool:
    if not _play.consoled:
        _play.consoled = True
        _console(game)
    return _play.lamp is not None and _play.lamp.step()


def _console(game: Game) -> None:
    """Tell a view that shows it that the last games were lost."""
    if hasattr(game.view, "console"):
        if history.all_lost(history.load(), game.row, _SAD):
            game.view.console()
            game.drawn = False


def play_on(game: Game) -> bool:
    """Play the next move of a rest that needs no decision; first a message warns of it.

    Not right after a key, and not if the player has just undone a move.
    """
    if _play.fresh:
        return _tell_par(game)
    match = game.match
    if _play.auto < _WARNS and _play.forced.step():
        return True
    if _play.auto >= _STOPPED or _play.waited < _WAIT:
        return False
    if not match.played or match.played < match.logged:
        return False
    if _play.auto == _OFF:
        if _play.tried == match.played and not _play.trial:
            return False
        if not match.check(0) or game.rules.over(match.s):
            return False
        more = _try(game)
        if _play.auto == _WARNS:
            status_panel.message(_NOTE)
        return more
    if _play.auto == _WARNS and _play.waited < _WAIT + _WARNED:
        return False
    game.move(game.rules.obvious(match.s))
    if game.rules.over(match.s):  # nothing is left to stop, nor to play
        _play.auto = _OFF
        _captions(())
        game.captions = status_panel.captions(_MENU)
    else:
        _play.auto = _PLAYS
        _captions(_MENU)
        status_panel.message(_NOTE)
    return True


def placed(game: Game) -> None:
    """Quick moves that bring the deal on rise by a semitone each; so do those made by itself."""
    rules = game.rules
    if _play.auto in (_WARNS, _PLAYS):
        _play.moves += 1
        sound.run(_play.moves)
    elif not rules.TABLE and rules.score(game.match.s) > rules.score(game.was):
        _play.run = _play.run + 1 if _play.since < _QUICK else 1
        _play.since = 0
        sound.run(_play.run)
    else:
        sound.place()


def _captions(texts: tuple) -> None:
    """Show these captions in place of the table's; () for its own again."""
    if texts:
        was = status_panel.captions(texts)
        _play.captions = _play.captions or was
    elif _play.captions:
        status_panel.captions(_play.captions)
        _play.captions = ()


def _try(game: Game) -> bool:
    """Try for a few ms whether the rest is won without a decision; False if it is not."""
    rules = game.rules
    n = game.match.played
    if _play.tried != n:
        _play.tried = n
        _play.trial = None
        if rules.obvious(game.match.s) >= 0:
            _play.trial = bytearray(game.match.s)
    now = hal.ms()
    trial = _play.trial
    while trial and (hal.ms() - now & hal.WRAP) < _TRY:
        m = rules.obvious(trial)
        if m < 0:
            trial = None
            break
        rules.apply(trial, m)
        if rules.over(trial):
            if rules.over(trial) == 1:
                _play.auto = _WARNS
            trial = None
        elif hal.ms() == now:
            hal.sleep(0)
    _play.trial = trial
    return _play.auto == _WARNS or trial is not None


def after_win(game: Game) -> None:
    """After the first win that took many moves without a choice: shall they go by themselves?"""
    n = _play.forced.by_hand if _play.forced else 0
    if n < _MANY or settings.values[settings.FORCED]:
        return
    won = history.total(history.statistics(history.load(), game.row), history.WON)
    if won == 1:
        note = menu.lines(_ASKED % n, 196)
        if menu.ask("Forced moves", _FORCED, 0, note, width=220) == 0:
            settings.values[settings.FORCED] = 1
            settings.save()


def show_moves(game: Game, moves: Moves, n: int) -> str:
    """Highlight the n legal moves; returns the message."""
    game.view.playable(game.match.s)
    return "These can go"


def show_best(game: Game, m: int, bot: Module) -> None:
    """Highlight the best move, and say what it is and whether the deal can be won."""
    s = game.match.s
    game.view.hint(s, m)
    words = ""
    if m >= 0:
        reason = bot.why() if hasattr(bot, "why") else ""
        words = game.view.describe(s, m) + (": " + reason if reason else "") + ". "
    status_panel.message(words + _VERDICTS[bot.verdict()])
