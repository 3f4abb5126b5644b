"""Layer 5. The mode of games for one player without a clock. See defaults.py.

A deal that is won without another decision plays itself; moves before that which are no decision
are those of modes/forced_moves.
"""

from micropython import const

import hal
from thirteen.modes.defaults import *
from thirteen.modes.forced_moves import ForcedMoves
from thirteen.protocols import Game, Moves, Value
from thirteen.storage import settings
from thirteen.ui import captions, keys, sound
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
_ALONE = ', but no "On your own" then'  # a trophy's name

_AGAIN = "You lost deal %d on %s. Choose a deal has it again."

_trial = None  # the state that autoplay would reach,
_tried = -1  # the number of moves of the game at that time
_autoplay = _OFF
_own_captions: tuple = ()  # what the keys do otherwise, while autoplay runs
_fresh = False  # a deal has begun whose par has not been told;
_proof = None  # its proof, while the moves are counted
_played = 0  # number of automatic moves made
_waited = 0  # ms without a key since the game was shown
_consoled = False  # the view has been told if the last games were lost
_forced = None  # the ForcedMoves of the game,
_lamp = None  # and its lamp, if it has one
_run = 0  # quick moves in a row that brought the deal on,
_since = 0  # and the ms since the last


def begin(game: Game) -> bool:
    global _tried, _autoplay, _own_captions, _played, _waited, _fresh, _proof, _forced, _run, _lamp
    global _consoled
    _tried = -1
    _consoled = False
    _own_captions = ()
    _autoplay = _OFF
    _played = _waited = _run = 0
    _forced = ForcedMoves(game)
    _fresh = not game.match.logged
    _proof = _lamp = None
    game.par = 0
    return True


def _tell_par(game: Game) -> bool:
    """Before the first move of a deal: find par for a few ms, then tell it and the player's best.

    Whether there is more to do.
    """
    global _fresh, _proof
    if game.match.logged or status_panel.has_message():
        _fresh = False
        _proof = None
        return False
    if not _proof:
        _proof = _counting(game)
    now = hal.ms()
    par = -1
    while par < 0 and (hal.ms() - now & hal.WRAP) < _TRY:
        par = next(_proof)
        if hal.ms() == now:
            hal.sleep(0)
    if par < 0:
        return True
    _fresh = False
    _proof = None
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
    """What is said of a deal that was lost some days ago, once each; "" if there is none."""
    if hal.today() < 0:
        return ""
    from thirteen.storage import history, lost  # not needed at power-on

    log = history.load()
    rules = settings.options(game.row, game.rules.OPTIONS)
    record = lost.untold(lost.due(log, game.row, rules, game.match.number))
    if not record or not lost.tell(log, record):
        return ""
    return _AGAIN % (record[history.DEAL], lost.when(record))


def _counting(game: Game) -> Value:
    """The proof that the deal can be won, counted: yields -1 for each move, then the number."""
    from thirteen.bots import banked  # not needed at power-on
    from thirteen.storage import deals  # not needed at power-on

    match = game.match
    line = b"" if any(match.options) else deals.proved_win(game.name, match.number)
    return banked.counting(match.rules, match.number, line) if line else iter((0,))


def _fewest(game: Game) -> int:
    from thirteen.storage import history  # not needed at power-on

    return history.fewest(history.load(), game.row, game.match.number, game.match.options)


def par(game: Game) -> int:
    """See defaults.py; takes long unless it is known already."""
    game.par = game.par or max(_counting(game))
    return game.par


def hint_costs(game: Game) -> str:
    """A trophy, as long as it is missing."""
    from thirteen.screens import awards  # not needed at power-on

    return _ALONE if awards.on_its_own(game) else ""


def frame(game: Game, k: int) -> int:
    """A key stops a game that plays itself, but not an arrow. Then A goes on, if it comes next."""
    global _autoplay, _waited, _since
    _since += keys.dt
    _forced.frame(k)
    if not k:
        _waited += keys.dt
    elif _autoplay == _PLAYS:
        if k & _ARROWS:
            return 0
        _autoplay = _STOPPED
        _captions(_GO_ON + _own_captions[1:])
        game.view.skip(game.match.s)
        status_panel.message(_STOP)
        return k if k == keys.MENU else 0
    elif _autoplay == _STOPPED and k == keys.A and game.match.played == game.match.logged:
        _autoplay = _PLAYS
        _captions(_MENU)
        return 0
    else:
        _captions(())
        _waited = 0
        _autoplay = _DECLINED if _autoplay >= _STOPPED else _OFF
    return k


def turn(game: Game) -> None:
    """The lamp goes on or off as the player has set it."""
    global _lamp
    if settings.values[settings.LAMP] and not _lamp:
        from thirteen.modes.winnable_lamp import Lamp  # rarely needed: if wanted

        _lamp = Lamp(game)
    elif _lamp and not settings.values[settings.LAMP]:
        _lamp = None
        status_panel.lamp(-1)
    if _lamp:
        _lamp.turn()


def ponder(game: Game) -> bool:
    global _consoled
    if not _consoled:
        _consoled = True
        _console(game)
    return _lamp is not None and _lamp.step()


def _console(game: Game) -> None:
    """Tell a view that shows it that the last games were lost."""
    if hasattr(game.view, "console"):
        from thirteen.storage import history  # not needed at power-on

        if history.all_lost(history.load(), game.row, _SAD):
            game.view.console()
            game.drawn = False


def play_on(game: Game) -> bool:
    """Play the next move of a rest that needs no decision; first a message warns of it.

    Not right after a key, and not if the player has just undone a move.
    """
    global _autoplay, _played
    if _fresh:
        return _tell_par(game)
    match = game.match
    if _autoplay < _WARNS and _forced.step():
        return True
    if _autoplay >= _STOPPED or _waited < _WAIT or not match.played or match.played < match.logged:
        return False
    if _autoplay == _OFF:
        if _tried == match.played and not _trial:
            return False
        if not match.check(0) or game.rules.over(match.s):
            return False
        more = _try(game)
        if _autoplay == _WARNS:
            status_panel.message(_NOTE)
        return more
    if _autoplay == _WARNS and _waited < _WAIT + _WARNED:
        return False
    game.move(game.rules.obvious(match.s))
    _played += 1
    sound.run(_played)
    if game.rules.over(match.s):  # nothing is left to stop, nor to play
        _autoplay = _OFF
        _captions(())
        game.captions = status_panel.captions(_MENU)
    else:
        _autoplay = _PLAYS
        _captions(_MENU)
        status_panel.message(_NOTE)
    return True


def placed(game: Game) -> None:
    """Quick moves that bring the deal on rise by a semitone each."""
    global _run, _since
    rules = game.rules
    if not rules.TABLE and rules.score(game.match.s) > rules.score(game.was):
        _run = _run + 1 if _since < _QUICK else 1
        _since = 0
        sound.run(_run)
    else:
        sound.place()


def _captions(texts: tuple) -> None:
    """Show these captions in place of the table's; () for its own again."""
    global _own_captions
    if texts:
        was = status_panel.captions(texts)
        _own_captions = _own_captions or was
    elif _own_captions:
        status_panel.captions(_own_captions)
        _own_captions = ()


def _try(game: Game) -> bool:
    """Try for a few ms whether the rest is won without a decision; False if it is not."""
    global _trial, _tried, _autoplay
    rules = game.rules
    n = game.match.played
    if _tried != n:
        _tried = n
        _trial = None
        if rules.obvious(game.match.s) >= 0:
            _trial = bytearray(game.match.s)
    now = hal.ms()
    while _trial and (hal.ms() - now & hal.WRAP) < _TRY:
        m = rules.obvious(_trial)
        if m < 0:
            _trial = None
            break
        rules.apply(_trial, m)
        if rules.over(_trial):
            if rules.over(_trial) == 1:
                _autoplay = _WARNS
            _trial = None
        elif hal.ms() == now:
            hal.sleep(0)
    return _autoplay == _WARNS or _trial is not None


def show_moves(game: Game, moves: Moves, n: int) -> str:
    """Highlight the n legal moves; returns the message."""
    game.view.playable(game.match.s)
    return "These can go"


def show_best(game: Game, m: int, bot: Value) -> None:
    """Highlight the best move, and say what it is and whether the deal can be won."""
    s = game.match.s
    game.view.hint(s, m)
    words = ""
    if m >= 0:
        reason = bot.why() if hasattr(bot, "why") else ""
        words = game.view.describe(s, m) + (": " + reason if reason else "") + ". "
    status_panel.message(words + _VERDICTS[bot.verdict()])
