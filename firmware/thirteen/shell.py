"""Layer 5. The main loop: power-on, the launcher, and a game in play.

What it can do without at power-on is imported later: see screens/ and background.py.
"""

from micropython import const

import hal
from thirteen import background, catalog, preferences, screens
from thirteen.draw import canvas
from thirteen.game import Game
from thirteen.protocols import Value
from thirteen.storage import gauge, history, settings, store
from thirteen.table import choice, table
from thirteen.ui import keys, sound
from thirteen.ui.status_panel import status_panel

if hal.POINTER:
    from thirteen.ui import touch  # unless there is none

_SAVE_AFTER = const(1500)  # ms without a key after a move until it is saved
_SAVE_AT_LAST = const(6000)  # ms that moves stay unsaved if the keys never pause
_RARELY = const(20)  # times as long with a low battery: a flash may lose all if power fails

asked: tuple = ()  # what a host opens in place of the launcher: `open_game`'s name and deal
playing: Value = None  # the game in play, for a host

_low = False  # the battery is, and the player knows
_crashed = None  # the game that crashed last, and its save
_left: Value = None  # the game that was left last, until it is saved


def run() -> None:
    """Alternate between launcher and game forever, first resuming a game left open."""
    keys.on_screen_off = background.finish
    keys.on_idle = background.work
    background.begin()
    settings.load()
    preferences.apply()
    held = hal.keys()
    held &= ~settings.stuck(held)
    if held and not keys.scan_ms:
        screens.one_key.offer(held)
    canvas.clear()
    if store.problems:
        screens.problems.show()
    at = settings.last(len(catalog.GAMES))
    back = at >= 0  # power was lost during this game
    day = step = 0
    onward: tuple = ()
    if asked:
        onward = _open_asked()
        back = False
        at = -1
    while True:
        if onward:
            at, day, step = onward
            settings.remember(at)
            background.defer(settings.save)
        elif not back:
            at, day, step = screens.launcher.run()
        onward = open_game(catalog.GAMES[at][catalog.NAME], back, day, step)
        back = False


def _open_asked() -> tuple:
    global asked
    name, deal = asked
    asked = ()
    settings.remember(catalog.row(name))
    background.defer(settings.save)
    return open_game(name, deal=deal)


def forget() -> None:
    """After a crash: drop what refers to the game, and the work that it left."""
    global playing, _left
    playing = _left = None
    background.forget()
    keys.on_screen_off = keys.no_op
    keys.on_idle = keys.no_idle_work


def open_game(
    name: str, back: bool = False, day: int = 0, step: int = 0, deal: tuple = ()
) -> tuple:
    """Play a game until the player leaves it; `back` resumes one open at power-off.

    Returns what the player goes on to: (row, day, step), () for the launcher.
    day: one chosen in the calendar, whose deal is played; step: one of the thirteen; 0 for none.
    deal: the number and the options, or None, of one that a host asks for.
    """
    if _left and _left.name == name:
        _save_left()
    game = Game(name, 0)
    if not back:
        sound.jingle(catalog.GAMES[game.row][catalog.JINGLE])
    while True:
        try:
            if game.mode.enter(game, back, day, step, deal):
                play(game)
            return game.onward
        except (MemoryError, ImportError):  # without memory to look for it, a module is missing
            raise
        except Exception:
            if not _blames_save(game):  # one save less: this ends
                _save_left()
                raise
        finally:
            table.close()


def _blames_save(game: Game) -> bool:
    """After a crash: True if the saved game was at fault and has been quarantined.

    It was if it holds an illegal move, or if it crashed before.
    """
    global _crashed
    save = game.name, store.version(game.name)
    try:
        game.match.check()
        if save != _crashed:
            _crashed = save
            return False
    except Exception:
        pass
    _crashed = None
    game.clean = True
    return store.quarantine(game.name)


def play(game: Game) -> None:
    """The game loop, until the player leaves for the launcher."""
    global playing, _left
    playing = game
    keys.on_screen_off, keys.on_idle = _suspend, game.work
    game.view.open(game.match.s)
    if game.message:
        status_panel.message(game.message)
    if not game.match.played:
        game.view.enter(game.match.s)
    if game.mode.begin(game):
        game.show()
    drawn = False  # the screen is up to date
    covered = False  # something hides the panel, so what it says is not drawn
    pace = keys.FLIGHT
    k = 0
    moving = False
    while True:
        k = keys.poll(pace)
        if hal.POINTER:
            k = touch.key(game.view, game.match.s, k)
        if keys.dt < 1000:
            game.ms += keys.dt
        k = game.mode.frame(game, k)
        if keys.scan_ms and not (k or moving) and choice.offers() and keys.scan():
            k = keys.NEXT
        if k and not _press(game, k):
            break
        game.mode.after_key(game)
        moving = game.view.tick(game.match.s, keys.dt)
        pace = _pace(game, moving)
        if k or moving or not game.drawn or status_panel.stale and not covered:
            drawn = False
        if not drawn:
            game.show()
            covered = status_panel.stale
        if not moving:
            if not drawn:
                drawn = True
                if _ended(game):
                    if not game.mode.over(game):
                        break
                    drawn = False
            if not drawn:  # draw what comes next before saving anything
                pace = keys.BUSY
            elif game.mode.autoplay(game):
                drawn = False
            elif _rest(game):
                pace = keys.BUSY
    if not game.clean and game.verify(-1):
        _save_left()
        _left = game
        background.defer(_save_left, background.SOON)  # who leaves a game may switch off
    playing = None
    keys.on_screen_off, keys.on_idle = background.finish, background.work


def _save_left() -> None:
    """Save the game that was left last, unless that was done: before it is opened again."""
    global _left
    if _left:
        _left.save()
        _left = None


def _suspend() -> None:
    """The screen goes dark, or the page is hidden: what waits for a pause is done, too."""
    playing.mode.suspend(playing)
    background.finish()


def _pace(game: Game, moving: bool) -> int:
    """The longest wait for a key in the next frame, in ms."""
    if game.mode.thinks() or not game.match.check(0):
        return keys.BUSY
    return keys.FLIGHT if moving or game.mode.view_takes_x_y() else keys.REST


def _press(game: Game, k: int) -> bool:
    """Handle a key press; False to leave the game."""
    if k == keys.MENU:
        if not screens.pause_menu.run(game):
            return False
    elif hal.POINTER and k == touch.MOVE:
        game.move(touch.move)
        touch.moved()
    elif k == keys.X and hal.PAD and not game.mode.view_takes_x_y():
        screens.hint.run(game, False)
    elif k == keys.Y and hal.PAD and not game.mode.view_takes_x_y():
        game.undo()
    elif game.end_shown and (k == keys.A or k == keys.B and not game.mode.LIVE):
        return game.mode.over(game)  # the game-over menu again
    else:
        game.key(k)
    return True


def _ended(game: Game) -> bool:
    """Whether the game is over and the game-over menu is still to be shown."""
    if game.end_shown or not game.rules.over(game.match.s):
        return False
    if game.has(history.IS_CLOSED):
        return game.mode.result_was_read(game)
    return game.verify(-1)  # nothing counts that was not played


def _rest(game: Game) -> bool:
    """Nothing moves: check a loaded game, save, and do deferred work; True if more is left."""
    if not game.match.check(0):
        game.verify(0)
    if not game.mode.may_save():
        if keys.spare():
            background.tidy()  # 20 ms now, not while cards fly
        return False
    if not game.clean:
        game.idle_ms = min(game.idle_ms + keys.dt, keys.idle)
        game.unsaved_ms += keys.dt
        times = _RARELY if _low else 1
        if game.idle_ms > _SAVE_AFTER * times or game.unsaved_ms > _SAVE_AT_LAST * times:
            game.save()
            _look_at_battery(game)
            if game.idle_ms > _SAVE_AFTER:
                return True  # the next key comes first
    more = keys.rest()
    if store.problems:
        screens.problems.show()
        game.show()
    return more


def _look_at_battery(game: Game) -> None:
    """Warn once of a low battery, while the player pauses."""
    global _low
    if hal.battery() < 0:
        return
    charge = gauge.charge()
    gauge.save()
    was = _low
    _low = charge < canvas.LOW_CHARGE
    if _low and not was:
        status_panel.message("Battery at %d%%: moves are saved less often now." % charge)
        game.show()
