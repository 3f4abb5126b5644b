"""Layer 5 in a browser. A match of Three Thirteen with a friend far away, turn by turn by links.

A link holds the whole match so far as a code (game_code): every move since the deal, which is
checked by the rules, and by what this browser knows of the match. What a friend has done since is
shown move by move; whose turn it is not sees a link to send. This module is the mode of the game,
in place of modes/three_thirteen.py; nothing of it counts in statistics.

Its save, "link" and the deal's number: the player's seat, the number of moves already shown, 16
bits, then the code.
"""

import json

from micropython import const

import hal
import hardware
from thirteen import catalog
from thirteen.game import Game
from thirteen.modes import three_thirteen as usual
from thirteen.rules import three_thirteen_table as table
from thirteen.screens import game_over
from thirteen.storage import deals, game_code, history, settings, store
from thirteen.ui import captions, keys, menu
from thirteen.ui.status_panel import status_panel
from thirteen.views import three_thirteen_labels as labels

ADDRESS = "turn"  # of the match, in place of the game's name

_NAME = "three_thirteen"
_MENU = ("Resume", "Undo", "Rules", "Settings", "Leave, go on later")
_GRACE = const(700)  # ms between a discard and the end of the turn
_PAUSE = const(900)  # ms between two moves of the friend
_REVEAL = const(3000)  # ms for the hands of the last round, before the page names the winner
_ROUNDS = const(8)  # the option
_WAYS = (game_over.LOOK, game_over.LEAVE)  # after the end

_report = None
_seat = 0  # the player's
_line = []  # all moves that are known, also those still to be shown
_whole = ""  # the code of these
_mine = 0  # the player's turn begins after that many moves
_told = -1  # after how many moves the page was told what to send
_waited = 0


class Bad(Exception):
    """A link that can't be opened; the text says why, in one sentence."""


def run(what, report):
    """Play until the page switches the handheld off.

    what: a code, the number of a deal that was begun here, or [rounds, 0 for all] for a new match.
    """
    from thirteen import preferences, shell

    global _report
    _report = report
    settings.load()
    preferences.apply()
    try:
        game = _opened(what)
    except (Bad, ValueError) as e:
        report("unlinked", str(e))
        return
    labels.name = lambda s, p: "You" if p == _seat else "Friend"
    view = game.view
    view.TURN = tuple([tuple([c for c in row if c is not captions.HINT]) for row in view.TURN])
    game.mode = Mode()
    game.save = lambda: _save(game)
    shell.play(game)
    _leave(game)


def _opened(what):
    """The match, as far as its moves have been shown."""
    global _seat, _line, _whole, _mine
    game = Game(_NAME)
    rules = game.rules
    match = game.match
    words = ""
    if isinstance(what, list):
        chosen = bytearray(settings.options(game.row, rules.OPTIONS))
        chosen[:5] = bytes(5)  # two people
        chosen[_ROUNDS] = what[0]
        _seat = seen = 0
        number = deals.any_deal(_NAME, False)
        chosen = bytes(chosen)
        _line = []
    elif isinstance(what, int):
        kept = _kept(what)
        if not kept:
            raise Bad("no match by link with deal %d is kept in this browser" % what)
        _seat, seen, _whole, number, chosen, _line = kept
    else:
        number, chosen, _line = _read(what)
        _whole = what
        kept = _kept(number)
        if kept:
            seen, words = _joined(kept, chosen, rules)
        else:
            seen = _first(number, chosen, rules)
        n = len(_line)
        mine = ", and yours are as you made them" if kept else ""
        words = words or "Proved: all %d moves of the link are legal%s." % (n, mine)
    match.deal(number, chosen)
    for i in range(seen):
        match.play(_line[i])
    if not isinstance(what, str) or not seen:
        _whole = _code(game) if seen == len(_line) else _whole
    _mine = seen
    game.reset_counters()
    _report("proof", words)
    return game


def _read(code):
    """(deal, options, moves) of a code of a match of two people; else Bad or ValueError."""
    row, rest = game_code.begin(code)
    if row != catalog.row(_NAME):
        raise Bad("it is of another game than Three Thirteen")
    number, chosen, moves, _ = game_code.read(catalog.module("rules", _NAME), rest)
    if moves is None:
        raise Bad("its code has no moves")
    if any(chosen[:3]):
        raise Bad("it is not a match of two people")
    return number, chosen, list(moves)


def _kept(number):
    """(seat, moves shown, code, deal, options, moves) of a match begun here, else None."""
    data = store.load("link%d" % number)
    if not data:
        return None
    try:
        data = bytes(data)
        code = data[3:].decode()
        return (data[0] & 1, data[1] | data[2] << 8, code) + _read(code)
    except (ValueError, IndexError, Bad):
        store.quarantine("link%d" % number)
        return None


def _joined(kept, chosen, rules):
    """Go on with a match begun here by a link; (moves shown, what there is to say)."""
    global _seat, _line, _whole
    _seat, seen, code, number, before, line = kept
    link = _line
    if before != chosen:
        raise Bad("it has the deal of a match here, but other rules")
    n = min(len(line), len(link))
    if line[:n] != link[:n]:
        raise Bad("it does not continue the match here: its moves differ")
    s = bytearray(rules.SIZE)
    rules.new(s, number, chosen)
    for i, m in enumerate(link):
        if i >= n and m != table.NEXT and table.turn(s) == _seat:
            raise Bad("it has a turn of yours that you have not played here")
        rules.apply(s, m)
    if len(link) > len(line):
        return seen, ""
    _line = line
    _whole = code
    if len(link) == len(line):
        return seen, ""
    return seen, "That link is older than your match, which goes on here."


def _first(number, chosen, rules):
    """Take the seat that a link is for; the number of moves until the friend's last ones."""
    global _seat
    s = bytearray(rules.SIZE)
    rules.new(s, number, chosen)
    for m in _line:
        rules.apply(s, m)
    phase = table.phase(s)
    if phase in (table.DISCARDING, table.DECLARING):
        raise Bad("it ends in the middle of a turn")
    _seat = table.turn(s) if phase == table.DRAWING else 1 - table.turn(s)
    seen = 0
    rules.new(s, number, chosen)
    for i, m in enumerate(_line):
        if m != table.NEXT and table.turn(s) == _seat:
            seen = i + 1
        rules.apply(s, m)
    return seen


def _code(game):
    *_, (code, whole) = game_code.write(game.row, game.match, game_code.MOST)
    if not whole:
        _report("unlinked", "the match has become too long for a link")
    return code


def _pending(game):
    """Whether moves of the friend are still to be shown."""
    return game.match.played < len(_line)


def _save(game):
    global _whole
    if game.clean:
        return False
    game.clean = True
    n = game.match.played
    if not _pending(game):
        _whole = _code(game)
    head = bytes((_seat, n & 255, n >> 8))
    return store.save("link%d" % game.match.number, (head, _whole.encode()))


def _playing(s):
    """Whether it is the player's turn."""
    return table.turn(s) == _seat and table.phase(s) != table.SCORED


def _tell(game):
    """The friend's turn, or the end of the match: the page offers the link, once.

    Who made the last move of all has seen the end: there is no link to send to them.
    """
    global _told
    match = game.match
    if _told == match.played:
        return
    _told = match.played
    game.save()
    over = game.rules.over(match.s)
    if not over:
        status_panel.message("Your friend's turn: send the link below")
        status_panel.captions((captions.MENU,))
        game.drawn = False
    won = labels.wins(match.s, over - 16) if over else ""
    seen = bool(over) and table.turn(match.before()) != _seat
    turn = {"deal": match.number, "code": _whole, "over": won, "seen": seen}
    _report("turn", json.dumps(turn))


def _pause(game):
    """The menu of a match by link."""
    game.view.skip(game.match.s)
    game.save()
    game.draw()
    at = menu.ask("Deal %d, by link" % game.match.number, _MENU)
    if at == 1:
        game.undo()
    elif at == 2:
        from thirteen.screens import rules_menu

        if rules_menu.read(game.name):
            game.view.open(game.match.s)
            game.view.show_hand(game.match.s, _seat)
    elif at == 3:
        from thirteen.screens import settings_menu

        settings_menu.ask(game.draw)
    elif at == 4:
        _leave(game)
    keys.forget()
    game.show()


def _leave(game):
    """Back to the games: the page switches the handheld off, and on again."""
    game.save()
    _report("leave", "")
    raise hardware.Stop


class Mode(usual.Mode):
    """Played by link: the friend's moves are shown, and one's own turn becomes a link."""

    ADDRESS = ADDRESS

    def begin(self, game):
        game.view.show_hand(game.match.s, _seat)
        game.clean = False  # the link itself is kept
        return True

    def frame(self, game, k):
        global _waited
        s = game.match.s
        if k == keys.MENU:
            _pause(game)
            return 0
        if table.phase(s) == table.SCORED:
            return k
        if _pending(game) or not _playing(s):
            _waited += _PAUSE if k == keys.A else 0
            return 0
        if k == keys.X and hal.PAD:
            return 0  # no hints against a friend
        if k == keys.A and table.phase(s) == table.DECLARING and not game.view.offers_to_go_out(s):
            _waited = _GRACE
            return 0
        return k

    def after_key(self, game):
        """Show the friend's next move, end the player's turn, or tell the page what to send."""
        global _waited, _mine
        s = game.match.s
        phase = table.phase(s)
        _waited += keys.dt
        if phase == table.SCORED and not game.rules.over(s):
            _waited = 0
        elif _pending(game):
            if _waited >= _PAUSE:
                _waited = 0
                game.move(_line[game.match.played])
                _mine = game.match.played
        elif not _playing(s):
            if phase != table.SCORED or _waited >= _REVEAL:
                _tell(game)
        elif phase != table.DECLARING or game.view.offers_to_go_out(s):
            _waited = 0
        elif _waited >= _GRACE:
            _waited = 0
            game.move(table.END)

    def undo_refused(self, game):
        match = game.match
        if match.played <= _mine:
            return "Nothing to undo"
        seen = game.rules.reveals(match.before(), match.log[match.played - 1])
        return "Can't undo: a card was revealed" if seen else ""

    def result_was_read(self, game):
        return game.view.pages.read

    def over(self, game):
        """The match is over: the page has the link; who has read the sheet gets the result."""
        if not game.has(history.IS_CLOSED):
            game.note(history.IS_CLOSED)  # nothing counts; now it is asked whether it was read
            _tell(game)
        if not self.result_was_read(game):
            return True
        game.end_shown = True
        s = game.match.s
        won = game.rules.over(s) - 16 == _seat
        told = self.result_lines(game, [], ())
        offered = [(way, game_over.ROWS[way]) for way in _WAYS]
        chosen = game_over.what_next(game, self.title(game), told, offered, won=won, new=False)
        keys.forget()
        game.show()
        return chosen != game_over.LEAVE
