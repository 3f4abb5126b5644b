"""Layer 5. The pause menu of a game."""

import hal
from thirteen.screens import hint
from thirteen.ui import canvas, keys, menu

_RESUME, _NEW, _UNDO, _HINT, _REDO, _RESTART, _OTHER = range(7)
_HOUSE, _CODE, _RULES, _STATISTICS, _SETTINGS, _LEAVE, _QUIT, _BACK = range(7, 15)

ROWS = (
    "Resume", "New deal", "Undo", "Hint", "Redo", "Restart", "Choose a deal", "House rules",
    "QR code", "Rules", "Statistics", "Settings", "Leave", "Quit the game", "Back to deal %d",
)  # fmt: skip
# By what a mode's `pause` returns: in a game, a race, practice.
_MENUS = (
    bytes(range(_QUIT)),
    bytes((_RESUME, _QUIT, _RULES, _SETTINGS, _LEAVE)),
    bytes((_RESUME, _NEW, _UNDO, _HINT, _REDO, _RESTART, _QUIT, _CODE, _RULES, _SETTINGS, _LEAVE)),
)
_BESIDE = (_HOUSE, _CODE, _RULES, _STATISTICS, _SETTINGS)  # after these the menu is shown again


def run(game):
    """Run the menu until play resumes; False to leave the game."""
    from thirteen.storage import history, left  # not needed during play

    game.view.skip(game.match.s)
    rows = _MENUS[game.mode.pause(game)]
    if game.mode.table_hidden():
        canvas.clear()
    else:
        game.draw()
    was = left.deal(game.name, game.match.number) if _NEW in rows else 0
    if was:
        rows = rows[:-1] + bytes((_BACK, _LEAVE))
    names = [ROWS[i] % was if i == _BACK else ROWS[i] for i in rows]
    if hal.battery() >= 0:
        from thirteen.storage import gauge  # not needed without a battery

        names[0] += "\tbattery %d%%" % gauge.charge()
    undone = game.match.top - game.match.n
    if undone and _REDO in rows:
        names[names.index(ROWS[_REDO])] += "\t%d undone" % undone
    title = "Deal %d" % game.match.number
    if game.how & history.IS_DAILY:
        title = "Daily " + history.in_words(game.day, game.how & history.IS_DATED > 0)
    at = 0
    while True:
        at = menu.ask(title, names, at)
        chosen = rows[at] if at >= 0 else _RESUME
        if chosen not in (_RESUME, _LEAVE) and not game.verify(-1):
            return True
        if chosen not in _BESIDE:
            break
        _draw(game)
        _look_up(game, chosen)
        _draw(game)
    if chosen != _LEAVE:
        _do(game, chosen)
    keys.forget()
    return chosen != _LEAVE


def _draw(game):
    """Draw what is below a menu: not the table of a race, as thinking time would be free."""
    if game.mode.table_hidden():
        canvas.clear()
    else:
        game.draw()


def _look_up(game, chosen):
    """Run an item that does not change the game."""
    if chosen == _HOUSE:
        from thirteen.screens import settings_menu  # not needed during play

        settings_menu.house(game.row, game.rules.OPTIONS)
    elif chosen == _CODE:
        from thirteen.screens import qr_code  # not needed during play, and rarely

        qr_code.run(game)
    elif chosen == _RULES:
        from thirteen.screens import rules_menu  # not needed during play

        if rules_menu.read(game.name):
            game.view.open(game.match.s)
    elif chosen == _STATISTICS:
        from thirteen.screens import statistics  # not needed during play

        statistics.pages(game)
    else:
        from thirteen.screens import settings_menu  # not needed during play

        settings_menu.ask(lambda: _draw(game))


def _sure(game, question):
    _draw(game)
    return menu.sure(question, question.split()[0], "Keep playing")


def _ask_how_many(game):
    """How many undone moves to redo: if there are several, one or all."""
    match = game.match
    n = match.top - match.n
    if n < 2:
        return n
    _draw(game)
    at = menu.ask("Redo", ("One move", "All %d moves" % n), 0 if match.n else 1)
    return (0, 1, n)[at + 1]


def _do(game, chosen):
    """Run an item that changes the game."""
    if chosen == _QUIT:
        if _sure(game, "Quit this game?"):
            game.move(game.rules.QUIT)
    game.mode.resume()
    if chosen in (_NEW, _BACK, _RESTART):
        game.show()  # before the game that is left is written
    if chosen == _NEW:
        from thirteen.screens import deal_menu  # not needed during play

        deal_menu.at_once(game)
    elif chosen == _OTHER:
        from thirteen.screens import deal_menu  # not needed during play

        game.draw()
        deal_menu.other(game)
    elif chosen == _BACK:
        from thirteen import dealing  # not needed during play

        dealing.back(game)
    elif chosen == _RESTART and (game.mode.ALONE or _sure(game, "Restart this game?")):
        from thirteen import dealing  # not needed during play

        dealing.restart(game)
    if chosen == _HINT:
        hint.run(game, True)
    n = _ask_how_many(game) if chosen == _REDO else 0
    game.draw()
    if chosen == _UNDO:
        game.undo()
    elif chosen == _REDO:
        game.redo(n)
