"""Layer 5. Starting a deal, and leaving one; what is noted of it is in storage/history.py."""

from micropython import const

import hal
from thirteen.protocols import Data, Game
from thirteen.storage import dates, deals, history, saved_game, set_aside, settings, store

_TRIES = const(300)  # for a deal that is new: more than the history knows


def deal(
    game: Game, number: int = 0, rules: bytes | None = None, day: int = 0, step: int = 0,
    typed: bool = False,
) -> None:  # fmt: skip
    """Deal that number, or the daily deal of a day; for 0 one at random.

    step: it is that one of the game's thirteen, from 1; typed: the player chose the number.

    A random deal is a proven winnable one if the settings say so: each of them comes once before
    one comes again. One that is known, or over before the first move, is passed over.
    rules: the options, if they are not those that the player has set.
    """
    past = history.load()
    match = game.match
    here = match.number if game.has(history.IS_BEGUN) else 0
    begun = here, set_aside.deal(game.name, game.identity)
    chosen = rules or settings.options(game.row, game.rules.OPTIONS)
    if day:
        number = deals.daily(game.name, game.row, day)
    index = deal_index(game, past)
    for _ in range(_TRIES):
        n = number
        if not n and settings.winnable(chosen):
            n = deals.in_turn(game.name, history.deal_index(past, game.row)[0], index)
            index = index + 1 & 0xFFFF
        n = n or deals.any_deal(game.name)
        match.deal(n, chosen)
        if number or not (
            game.rules.over(match.s) or n in begun or history.is_known(past, game.row, n)
        ):
            break
    game.reset_counters()
    game.deal_index = index
    begin(game, past, n in begun, day, step, typed)


def deal_index(game: Game, past: list) -> int:
    """How many of the winnable deals that come in turn have been dealt, as far as is known."""
    n = history.deal_index(past, game.row)[1]
    return game.deal_index if (game.deal_index - n & 0xFFFF) < 0x8000 else n


def begin(
    game: Game, past: list | None = None, known: bool = False, day: int = 0, step: int = 0,
    typed: bool = False,
) -> None:  # fmt: skip
    """A game was dealt: begin its record.

    known: the player may know the deal; day: that day's deal was asked for; step: it is that step;
    typed: the player chose its number, which may be that of today's deal.
    """
    past = past or history.load()
    row, number = game.row, game.match.number
    while history.find(past, game.identity):
        game.identity = game.identity + 1 & hal.WRAP
    today = dates.on(history.today(past))
    if not day and number == deals.daily(game.name, row, today):
        day = today
    how = 0
    if day:
        how = history.IS_DAILY | (history.IS_LATE if day != today else 0)
    known = known or typed and not day or day > 0 and history.result(past, row, day) > 0
    if known or history.is_known(past, row, number):
        how |= history.IS_KNOWN
    if game.mode.house(game.match.options):
        how |= history.IS_HOUSE
    game.how = how
    game.day = day or today
    game.step = step


def give_up(game: Game) -> bool:
    """A game in play ends here, as one that is left for good; False if that can't be saved."""
    if _give_up(game, _packed(game)) < 0:
        return False
    set_aside.drop(game.name, game.identity)
    return True


def leave(game: Game, name: str = "") -> tuple:
    """Keep a game in play, as another deal follows; (whether it may, the message about it).

    name: what the other deal is called. The game that was kept before is given up: its loss is
    written before the file that it lies in.
    """
    if not game.in_play():
        return True, name
    before = set_aside.load(game.name, game.identity)
    mine = _packed(game)
    lost = _give_up(game, before) if before else 0
    if lost < 0 or not set_aside.keep(game.name, mine):
        return False, ""
    message = "Deal %d is lost" % lost if lost else name or "New deal"
    return True, "%s. Undo: back to deal %d" % (message, game.match.number)


def _packed(game: Game) -> bytes:
    """Its save in one piece; MicroPython joins nothing but bytes."""
    return b"".join([bytes(part) for part in game.pack()])


def back(game: Game) -> bool:
    """Go back to the game that was left; one in play is left for it. False if there is none."""
    match = game.match
    theirs = set_aside.load(game.name, game.identity)
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
    game.view.open(match.s)
    game.mode.begin(game)
    game.show()
    return True


def restart(game: Game) -> None:
    """Start the same deal again.

    Of a patience in play that undoes all its moves; else it is another game, of a known deal.
    """
    match = game.match
    if game.mode.SOLO and not game.rules.over(match.s):
        match.restart()
        game.note(history.IS_UNDONE)
        game.position_replaced()
    else:
        if game.in_play() and not give_up(game):
            return
        day = game.day if game.has(history.IS_DAILY) else 0
        step = game.step
        match.deal(match.number, match.options)
        game.reset_counters()
        begin(game, None, True, day, step)
    game.deal_made()


def play_on(game: Game) -> None:
    """Play on in a game whose end was reviewed: that is another game, of a known deal."""
    kept = game.how & history.IS_HINTED
    day = game.day if game.has(history.IS_DAILY) else 0
    game.identity = game.identity + 1 & hal.WRAP
    begin(game, None, True, day, game.step)
    game.note(kept | history.IS_KNOWN | history.IS_UNDONE | history.IS_REVIEWED | history.IS_BEGUN)


def _give_up(game: Game, data: Data) -> int:
    """The game with this save will not be gone back to; the number of its deal if it is lost now.

    It counts as lost, unless the history has it: then it stays what it was. -1 if that can't be
    saved: then it is not to be given up.
    """
    seconds, identity, day, how, step, _, _ = saved_game.read_head(data)
    options = saved_game.options(data)
    past = history.load()
    if how & history.IS_OLD or history.find(past, identity):
        return 0
    lost = game.mode.given_up(past, game.row, options)
    kind, gain = lost or (0, None)
    if not lost:  # all that it leaves is that its deal is known
        how = how & ~history.IS_DAILY | history.IS_UNCOUNTED
    elif how & (history.IS_KNOWN | history.IS_HOUSE):
        gain = None
    how |= history.IS_GIVEN_UP | (history.IS_RATED if gain is not None else 0)
    number = saved_game.deal(data)
    moves = min(saved_game.moves(data), 65535)
    history.put(past, (
        identity, number, 0, how, history.crc16(options), day, seconds, moves,
        game.row << 4 | kind, gain or 0, step, 0,
    ))  # fmt: skip
    if step:
        history.put_step(past, game.row, step - 1)
    if not history.save(past):
        return -1
    return number if lost else 0
