"""Layer 5. Power-on, the launcher, and a game in play: keys, moves, pictures, saves."""

import gc

from micropython import const

import hal
from thirteen import catalog, later, preferences, preload
from thirteen.storage import settings, store
from thirteen.ui import canvas, keys, status_panel

_A = const(16)
_X = const(64)
_Y = const(128)
_MENU = const(256)
_SAVE_AFTER = const(1500)  # ms of rest after a move until it is saved
_SAVE_AT_LAST = const(6000)  # ms that moves stay unsaved where there is no rest
_GARBAGE = const(8192)  # bytes between two collections while a game is loaded
_SLICE = const(3)  # ms of checking a loaded game between two frames

_crashed = None  # the game in which something went wrong last, and its save


def run():
    """The launcher, and the game that is chosen there, and so on; first the game left open."""
    later.forget()
    keys.before_dark = later.finish
    keys.at_rest = later.step
    settings.load()
    preferences.apply()
    if store.troubles:
        from thirteen.screens import notices  # power-on does without

        notices.tell()
    at = settings.last()
    back = 0 <= at < len(catalog.GAMES)  # the light had gone out in it
    daily = False
    while True:
        if not back:
            at, daily = _choose()
        open_game(catalog.GAMES[at][0], back, daily)
        back = False


def _choose():
    """The launcher: the row of a game, and whether for its daily deal."""
    from thirteen.screens import launcher  # a game left open does without, and all games in play

    return launcher.run(preload.want), launcher.daily


def open_game(name, back=False, daily=False):
    """Play a game until the player leaves it; `back`: the light had gone out in it."""
    gc.collect()
    gc.threshold(_GARBAGE)  # modules that lie among garbage leave no large piece free
    from thirteen.game import Game  # the launcher does without

    game = Game(name)
    try:
        _enter(game, back, daily)
    except MemoryError:
        raise
    except Exception:
        if not _blames_save(game):
            raise
        _enter(game, back, daily)


def _enter(game, back, daily):
    if game.mode.enter(game, back):
        if daily:
            from thirteen.screens import deal_menu  # power-on does without

            deal_menu.today(game)
        play(game)


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


def play(game):
    """Until the player leaves for the launcher."""
    keys.before_dark = game.save
    preload.in_play()
    game.view.open(game.match.s)
    if not game.match.n:
        game.view.enter(game.match.s)
    if game.mode.begin(game):
        game.show()
    gc.threshold(-1)
    drawn = False  # the screen shows the game as it stands
    pace = keys.FLIGHT
    while True:
        k = keys.poll(pace)
        if keys.dt < 1000:
            game.ms += keys.dt
        k = game.mode.frame(game, k)
        if k and not _press(game, k):
            break
        game.mode.turn(game)
        moving = game.view.tick(game.match.s, keys.dt)
        pace = _pace(game, moving or status_panel.late)
        if k or moving or game.mode.LIVE:
            drawn = False
        if not drawn:
            if game.mode.LIVE or not moving:  # a patience draws as it moves
                game.view.draw(game.match.s, False)
            canvas.flush()
        if not moving:
            if not drawn and not status_panel.late:
                drawn = True
                if _ended(game):
                    if not game.mode.over(game):
                        break
                    preload.in_play()
                    drawn = False
            if not drawn:  # what is next on the screen comes before any save
                pace = keys.FLIGHT
            elif _rest(game):
                pace = keys.BUSY
    if not game.clean and game.verify(-1):
        later.do(game.save)
    keys.before_dark = later.finish


def _pace(game, moving):
    """How long the next frame may wait for a key."""
    if game.mode.thinks() or not game.match.check(0):
        return keys.BUSY
    return keys.FLIGHT if moving or game.mode.own_keys() else keys.REST


def _press(game, k):
    """A key went down; False to leave the game."""
    if k == _MENU:
        from thirteen.screens import pause_menu  # power-on does without

        preload.in_menu()
        if not pause_menu.run(game):
            return False
        preload.in_play()
    elif k == _X and hal.PAD and not game.mode.own_keys():
        from thirteen.screens import hint  # power-on does without

        hint.run(game)
    elif k == _Y and hal.PAD and not game.mode.own_keys():
        game.undo()
    elif k == _A and game.told:
        game.told = False  # the menu of the end again
    else:
        m = game.view.key(k, game.match.s)
        if m >= 0:
            game.move(m)
    return True


def _ended(game):
    """Whether the game is over, and the player is still to be told."""
    if game.told or not game.rules.over(game.match.s):
        return False
    return not game.counted or game.mode.read(game)


def _rest(game):
    """Nothing moves: check what was loaded; while the player rests, save, load what may come.

    Whether there is more to do.
    """
    game.verify(_SLICE)
    if not game.mode.may_save():
        return False
    if not game.clean:
        game.rest = min(game.rest + keys.dt, keys.idle)
        game.unsaved += keys.dt
        if game.rest > _SAVE_AFTER or game.unsaved > _SAVE_AT_LAST:
            game.save()
    more = keys.rest()
    if store.troubles:
        game.tell_troubles()
        game.show()
    return more
