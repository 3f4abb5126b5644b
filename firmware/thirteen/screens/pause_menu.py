"""Layer 5. The pause menu of a game."""

import hal
from thirteen import dealing, screens
from thirteen.draw import art, canvas
from thirteen.protocols import Game
from thirteen.screens import hint
from thirteen.storage import dates, gauge, history, set_aside
from thirteen.ui import keys, menu

_RESUME, _NEW, _UNDO, _REDO, _ALL, _HINT, _RESTART, _OTHER, HOUSE, _CODE = range(10)
RULES, STATISTICS, _SETTINGS, _LEAVE, _QUIT, _BACK, _MORE, _FINISH = range(10, 18)

ROWS = (
    "Resume", "New deal", "Undo", "Redo", "Redo all %d", "Hint", "Restart", "Choose a deal",
    "House rules", "QR code", "Rules", "Statistics", "Settings", "Leave, go on later",
    "End the race", "Back to deal %d", "More" + art.CH_ELLIPSIS, "End the practice",
)  # fmt: skip
# The menu, and what More opens, by what a mode's `pause` returns: in a game, a race, practice.
# Rows that can't be chosen now are left out.
_PLAY = bytes((_RESUME, _REDO, _ALL, _NEW, _UNDO, _HINT, _MORE, _LEAVE))
_MENUS = (
    (_PLAY, bytes((_RESTART, _OTHER, _BACK, HOUSE, RULES, STATISTICS, _CODE, _SETTINGS))),
    (bytes((_RESUME, _QUIT, RULES, _SETTINGS, _LEAVE)), b""),
    (_PLAY, bytes((_RESTART, _BACK, RULES, _CODE, _SETTINGS, _FINISH))),
)
_BESIDE = (HOUSE, _CODE, RULES, STATISTICS, _SETTINGS)  # after these the menu is shown again


def run(game: Game) -> bool:
    """Run the menu until play resumes; False to leave the game."""
    game.view.skip(game.match.s)
    menus = _MENUS[game.mode.pause(game)]
    _draw(game)
    counts = [-1] * len(ROWS)  # what a row tells
    if menus[1]:
        counts[_REDO] = counts[_ALL] = game.match.logged - game.match.played
    title = "Step %d" % game.step if game.step else "Deal %d" % game.match.number
    if game.has(history.IS_DAILY):
        title = "Daily " + dates.text(game.day)
    again = ""
    if menus[1] and game.shown == game.match.played:
        costs = game.mode.SOLO and not game.has(history.IS_HINTED) and game.mode.hint_costs(game)
        again = hint.COSTS if costs else hint.AGAIN
    # For most of what can be chosen:
    at = [0, 0]
    i = 0  # the menu, or what More opens
    while True:
        rows = [k for k in menus[i] if counts[k] and (k != _ALL or counts[k] > 1)]
        names = [ROWS[k] % counts[k] if "%" in ROWS[k] else ROWS[k] for k in rows]
        if counts[_ALL] == 2 and not i:
            names[rows.index(_ALL)] = "Redo both"
        note = "Battery %d%%" % gauge.charge() if hal.battery() >= 0 and not i else ""
        if again and not i:
            note = note + "\n" + again if note else again
        awake = keys.awake
        at[i] = menu.ask("More" if i else title, names, at[i], note)
        if not game.mode.table_hidden():  # who looks at the table thinks
            game.ms += keys.awake - awake
        chosen = rows[at[i]] if at[i] >= 0 else _RESUME
        if chosen == _MORE or i and at[i] < 0:
            i = chosen == _MORE
            if i:
                counts[_BACK] = _left(game)
            at[1] = 0
            _draw(game)
            continue
        if chosen not in (_RESUME, _LEAVE):
            if not (chosen in _BESIDE or game.match.check(0)):
                _draw(game)
                hal.refresh()  # before a game that has just been loaded is checked
            if not game.verify(-1):
                return True
        if chosen not in _BESIDE:
            break
        if chosen != STATISTICS:  # which fill the screen
            _draw(game)
        look_up(game, chosen)
        _draw(game)
    if chosen != _LEAVE:
        _do(game, chosen)
    keys.forget()
    return chosen != _LEAVE


def _left(game: Game) -> int:
    """The deal that was left for this one, 0 if there is none."""
    return set_aside.deal(game.name, game.identity)


def _draw(game: Game) -> None:
    """Draw what is below a menu: not the table of a race, as thinking time would be free."""
    if game.mode.table_hidden():
        canvas.clear()
    else:
        game.draw()


def look_up(game: Game, chosen: int) -> None:
    """Run an item that does not change the game."""
    if chosen == HOUSE:
        screens.settings_menu.house(game)
    elif chosen == _CODE:
        screens.qr_code.run(game)
    elif chosen == RULES:
        if screens.rules_menu.read(game.name):
            game.view.open(game.match.s)
    elif chosen == STATISTICS:
        screens.statistics.pages(game)
    else:
        screens.settings_menu.ask(lambda: _draw(game))


def _sure(game: Game, question: str, note: str = "") -> bool:
    _draw(game)
    return menu.sure(question, question.split(" ")[0], "Keep playing", note)


def _do(game: Game, chosen: int) -> None:
    """Run an item that changes the game."""
    if chosen == _QUIT and _sure(game, "End this race?", "Its points so far count"):
        game.move(game.rules.QUIT)
    elif chosen == _FINISH and _sure(game, "End this practice?"):
        game.move(game.rules.QUIT)
    game.mode.resume()
    if chosen in (_NEW, _BACK, _RESTART):
        game.show()  # before the game that is left is written
    if chosen == _NEW:
        screens.deal_menu.at_once(game)
    elif chosen == _OTHER:
        game.draw()
        wanted = screens.deal_menu.other(game)
        if wanted:
            screens.deal_menu.at_once(game, *wanted)
    elif chosen == _BACK:
        dealing.back(game)
    elif chosen == _RESTART and (game.mode.SOLO or _sure(game, "Restart this game?")):
        dealing.restart(game)
    if chosen == _HINT:
        hint.run(game, True)
    game.draw()
    if chosen == _UNDO:
        game.undo()
    elif chosen in (_REDO, _ALL):
        game.redo(1 if chosen == _REDO else game.match.logged - game.match.played)
