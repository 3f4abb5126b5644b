"""Layer 5. Starting a deal, and leaving one; what is noted of it is in storage/history.py."""

from micropython import const

import hal
from thirteen.protocols import Data, Game
from thirteen.storage import dates, deals, history, saved_game, set_aside, settings, store
from thirteen.ui.status_panel import status_panel

_TRIES = const(300)  # for a deal that is new: more than the history knows


def deal(
    game: Game, number: int = 0, rules: bytes | None = None, day: int = 0, step: bool = False
) -> None:
    """Deal that number, or the daily deal of a day; for 0 one at random.

    step: it is one of the game's thirteen steps, which nobody knows before.

    A random deal is a proven winnable one if the settings say so: each of them comes once before
    one comes again. One that is known, or over before the first move, is passed over.
    rules: the options, if they are not those that the player has set.
    """
    log = history.load()
    match = game.match
    begun = match.number if game.in_play() or match.logged else 0, set_aside.deal(game.name, 0)
    chosen = rules or settings.options(game.row, game.rules.OPTIONS)
    if day:
        number = deals.daily(game.name, game.row, day)
    turn = turns(game, log)
    for _ in range(_TRIES):
        n = number
        if not n and settings.winnable(chosen):
            n = deals.in_turn(game.name, history.turn(log, game.row)[0], turn)
            turn = turn + 1 & 0xFFFF
        n = n or deals.any_deal(game.name)
        match.deal(n, chosen)
        if number or not (
            game.rules.over(match.s) or n in begun or history.is_known(log, game.row, n)
        ):
            break
    game.reset_counters()
    game.turn = turn
    today = deals.daily(game.name, game.row, history.offered(log, game.row))
    known = n in begun or number and not (day or step) and number != today
    begin(game, log, known, day)


def turns(game: Game, log: list) -> int:
    """How many of the winnable deals that come in turn have been dealt, as far as is known."""
    n = history.turn(log, game.row)[1]
    return game.turn if (game.turn - n & 0xFFFF) < 0x8000 else n


def begin(game: Game, log: list | None = None, known: int = False, day: int = 0) -> None:
    """A game was dealt: note what it is in the player's history.

    known: the player may know the deal; day: that day's deal was asked for.
    """
    log = log or history.load()
    row, number = game.row, game.match.number
    while history.find(log, game.identity):
        game.identity = game.identity + 1 & hal.WRAP
    now = dates.on()
    offered = history.offered(log, row)
    if not day and number == deals.daily(game.name, row, offered):
        day = offered
    how = 0
    if day:
        how = history.IS_DAILY | (history.IS_LATE if day != offered else 0)
    if now >= 0:
        how |= history.IS_DATED
    if known or history.is_known(log, row, number):
        how |= history.IS_KNOWN
    elif day and now >= 0 and history.result_of(log, row, day):
        how |= history.IS_KNOWN
    game.how = how
    game.day = day or max(now, 0)


def inherit(game: Game, flags: int) -> None:
    """A save of an earlier version: what is known of the game."""
    game.day = game.how = 0
    log = history.load()
    day = history.offered(log, game.row)
    if game.match.number == deals.daily(game.name, game.row, day):
        game.day = day
        game.how = history.IS_DAILY | (history.IS_DATED if hal.today() >= 0 else 0)
    if not game.mode.ALONE and flags >> 3 & 1:
        game.how |= history.IS_KNOWN
    if game.settled:
        game.how |= history.IS_OLD


def leave(game: Game, name: str = "") -> tuple:
    """Keep a game in play, as another deal follows; (whether it may, the message about it).

    name: what the other deal is called. The game that was kept before is given up: its loss is
    written before the file that it lies in.
    """
    if not game.in_play():
        return True, name
    before = set_aside.load(game.name, 0)
    mine = _packed(game)
    lost = 0
    if before and not _same(before, mine):
        lost = _give_up(game, before)
    if lost < 0 or not set_aside.keep(game.name, mine):
        return False, ""
    message = "Deal %d is lost" % lost if lost else name or "New deal"
    return True, "%s. Undo: back to deal %d" % (message, game.match.number)


def _same(a: Data, b: Data) -> bool:
    """Whether two saves are of one game."""
    return saved_game.read_head(a)[2] == saved_game.read_head(b)[2]


def _packed(game: Game) -> bytes:
    """Its save in one piece; MicroPython joins nothing but bytes."""
    return b"".join([bytes(part) for part in game.pack()])


def back(game: Game) -> bool:
    """Go back to the game that was left; one in play is left for it. False if there is none."""
    match = game.match
    theirs = set_aside.load(game.name, match.number)
    if not theirs:
        return False
    mine = _packed(game)
    kept = (mine,) if game.in_play() else ()
    if kept and not set_aside.keep(game.name, mine, theirs):
        return True
    game.reset_counters()
    if not (game.restore(theirs) and game.moves_are_legal(-1)):
        game.restore(mine)
        set_aside.keep(game.name, theirs)
        store.quarantine(set_aside.name(game.name))
        set_aside.keep(game.name)
    elif game.save():
        set_aside.keep(game.name, *kept)
    status_panel.message("")
    game.view.open(match.s)
    game.mode.begin(game)
    game.show()
    return True


def restart(game: Game) -> None:
    """Start the same deal again.

    Of a patience in play that undoes all its moves; else it is another game, of a known deal.
    """
    match = game.match
    if game.mode.ALONE and not game.rules.over(match.s):
        match.restart()
        game.undone = True
        game.position_replaced()
    else:
        if game.in_play() and _give_up(game, _packed(game)) < 0:
            return
        day = game.day if game.how & history.IS_DAILY else 0
        match.deal(match.number, match.options)
        game.reset_counters()
        begin(game, None, True, day)
    game.deal_made()


def play_on(game: Game) -> None:
    """Play on from a move of a game that was reviewed: another game, of a known deal."""
    game.identity = game.identity + 1 & hal.WRAP
    day = game.day if game.how & history.IS_DAILY else 0
    begin(game, None, True, day)
    game.undone = True


def _give_up(game: Game, data: Data) -> int:
    """The game with this save will not be gone back to; the number of its deal if it is lost now.

    It counts as lost, unless the history has it: then it stays what it was. -1 if that can't be
    saved: then it is not to be given up.
    """
    seconds, flags, identity, day, how, _ = saved_game.read_head(data)
    options = saved_game.options(data)
    log = history.load()
    lost = game.mode.given_up(log, game.row, options)
    if not lost or how & history.IS_OLD or history.find(log, identity):
        return 0
    kind, gain = lost
    if day < 0:  # a save of an earlier version
        day = 0
        how = history.IS_KNOWN if not game.mode.ALONE and flags >> 3 & 1 else 0
    if how & history.IS_KNOWN:
        gain = None
    how |= flags << 10 & (history.IS_UNDONE | history.IS_HINTED) | history.IS_GIVEN_UP
    if gain is not None:
        how |= history.IS_RATED
    number = saved_game.deal(data)
    moves = min(saved_game.moves(data), 65535)
    history.put(log, (
        identity, number, 0, history.crc16(options), day, seconds, moves,
        game.row << 4 | kind, gain or 0, how,
    ))  # fmt: skip
    return number if history.save(log) else -1
