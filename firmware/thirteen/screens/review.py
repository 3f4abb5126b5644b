"""Layer 5. Reviewing a finished game: each move, what the hint would have played, what lost.

All cards are known now. While the player looks at a lost game, a search proves of its positions
that they could be won, or not; a strip along the game shows how far: green, grey, red. A move is
blamed only if the position before it is proved winnable and the one after it lost: the review goes
there, unless a key was pressed before. A won game proves that each of its positions could be won.

LEFT and RIGHT step (X and Y without a pad); once the player rests, the hint's move is named, and A
shows it on the table. UP leads to the first move, DOWN to the one that lost the game, or to the
last; B leaves. A menu names these, and lets a patience be played on from the move shown. The match
itself is stepped, so nothing is copied; nothing is saved meanwhile, and at the end the match is
back where it was.
"""

from micropython import const

import hal
from thirteen import catalog
from thirteen.bots import losing_move
from thirteen.draw import art, canvas
from thirteen.protocols import Game, Thought, Value
from thirteen.screens import hint
from thirteen.storage import deals, history
from thirteen.table import table
from thirteen.ui import captions, keys, menu
from thirteen.ui.status_panel import status_panel

if hal.POINTER:
    from thirteen.ui import pointer  # unless there is none

_SLICE = const(8)  # ms of thinking between two polls of the keys
_HINT_NOW = const(-1)  # in place of a key: the player rests,
_PROVED = const(-2)  # or more is proved
_STRIP = const(3)  # height of the strip, and how far its mark stands out of it
_RESTS = const(250)  # ms without a key until the hint is asked
_VERDICTS = (" Can't tell.", " Winnable.", " Lost.")
_NOT_YET = " Can't tell yet."
_HELP = (
    (art.CH_LEFT + art.CH_RIGHT + " to step; wait for the hint")
    if hal.PAD
    else "Step, or wait for the hint"
)
_SEARCHING = "Looking for the move that lost it " + art.CH_ELLIPSIS
_LOOKING_ON = " Still looking."
_NEVER = "This deal could not be won at all."
_BEFORE = "It was lost before these moves."
_MOVE = "Move %d lost it: you %s."
# What the keys do in a lost game of one player without a clock, and in any other; a narrow panel
# has room for three captions. The first is another once there is a hint to show.
_LOST_KEYS = _KEYS = captions.GAME
if hal.PAD:
    _STEP = captions.of(keys.LEFT | keys.RIGHT, "step")
    _KEYS = _STEP, captions.of(keys.UP, "first " + art.CH_DOWN + " last"), captions.MENU
    _LOST_KEYS = _STEP, captions.of(keys.UP, "first " + art.CH_DOWN + " lost"), captions.MENU
_HINT = (captions.of(keys.A, "the hint"),)
_PLAY_ON = const(0)  # rows of the menu
_LOST_ROWS = ("Play on from here", "Find the losing move", "The first move", "Leave the review")
_ROWS = ("Play on from here", "The last move", "The first move", "Leave the review")
_BETWEEN = "After move %d it could be won, after move %d no more."
_DEAL = "This deal could be won, after move %d no more."
_LATEST = "After move %d it was lost, perhaps before."


class Proof:
    """The search for the move that lost a game, in slices; `bounds`: what it has proved so far."""

    def __init__(self, game: Game, end: int) -> None:
        match = game.match
        self._game = game
        self._bot: Value = None  # until the search begins: after the first picture
        self.bounds = losing_move.Bounds(match.rules, match.start, match.log, end)
        self._work = self._search()

    def done(self) -> bool:
        """Whether nothing more will be proved."""
        return not self._work

    def pause(self) -> None:
        """Others think: give back what the search has in memory, and begin it anew later."""
        if self._work:
            self._work = self._search()

    def step(self) -> bool:
        """Search for some ms; whether more is proved, or all that can be."""
        start = hal.ms()
        bounds = self.bounds
        was = bounds.won, bounds.lost
        while self._work and (hal.ms() - start & hal.WRAP) < _SLICE:
            try:
                next(self._work)
            except (StopIteration, MemoryError):
                self._work = None
                return True
            if was != (bounds.won, bounds.lost):
                return True
            if hal.ms() == start:
                hal.sleep(0)
        return False

    def _search(self) -> Thought:
        if not self._bot:
            match = self._game.match
            if not match.forgotten:
                if deals.proved_win(self._game.name, match.number, match.options):
                    self.bounds.tell(0, losing_move.WINNABLE)
            self._bot = catalog.module("bots", self._game.name)
            yield -1
        yield from self.bounds.search(self._bot, hal.ROOM)

    def loss(self) -> tuple:
        """(move number, message): where the game was lost, as far as that is proved."""
        game = self._game
        won = self.bounds.won
        lost = self.bounds.lost
        if not lost:
            return 0, _BEFORE if game.match.forgotten else _NEVER
        if self.bounds.exact():
            game.match.go(won)
            what = game.view.describe(game.match.s, game.match.log[won], True)
            return won, _MOVE % (lost, what[0].lower() + what[1:])
        more = "" if self.done() else _LOOKING_ON
        if won < 0:
            return lost - 1, _LATEST % lost + more
        return won, (_BETWEEN % (won, lost) if won else _DEAL % lost) + more

    def strip(self, at: int, end: int) -> None:
        """Draw the strip along the lower edge, its mark at move `at`."""
        y = hal.H - _STRIP
        won = hal.W * (self.bounds.won + 1) // (end + 1)
        lost = hal.W * self.bounds.lost // (end + 1)
        hal.fb.fill_rect(0, y, won, _STRIP, canvas.GREEN)
        hal.fb.fill_rect(won, y, lost - won, _STRIP, canvas.LIGHT_GREY)
        hal.fb.fill_rect(lost, y, hal.W - lost, _STRIP, canvas.RED)
        hal.fb.fill_rect(hal.W * at // (end + 1), y - _STRIP, _STRIP, 2 * _STRIP, canvas.WHITE)


def run(game: Game) -> Value:
    """Run until the player leaves; True to play on from a move."""
    match = game.match
    end = match.played
    proof = None
    if not (game.mode.LIVE or game.rules.over(match.s) == 1):
        proof = Proof(game, end)
    captioned = status_panel.captions(_captions(proof, -1))
    message = _SEARCHING if proof else _HELP
    status_panel.message(message)
    game.show()  # the answer to the key: the end, which is known
    game.note(history.IS_SEEN)
    game.save()  # before anything else is seen
    match.review(True)
    table.still = True
    at = _before(game, end)
    names_loss = plays_on = False  # the message tells where the game was lost
    hinted = False
    asked = True  # the hint was asked, or is not to be
    shown = False  # the hint's move is highlighted
    best = -1  # that move
    k = 0
    while True:
        _show(game, at, end, message, best, shown, proof=proof)
        k = k or _wait(proof, not asked and game.mode.yours(match.s))
        if k == _HINT_NOW:
            asked = True
            message, best, k = _ask(game, at, end, message, names_loss, proof)
            hinted = hinted or not k
            continue
        if k == _PROVED:
            k = 0
            names_loss = (
                names_loss or message is _SEARCHING and (proof.done() or proof.bounds.exact())
            )
            if names_loss:
                at, message = proof.loss()
                best = -1
                asked = shown = False
            continue
        if k == keys.A and best >= 0:
            k = 0
            shown = not shown
            continue
        if k == keys.MENU:
            k, plays_on = _menu(game, proof)
        if plays_on or k == keys.B:
            break
        names_loss = proof is not None and (k == keys.DOWN or k == keys.A and not hal.PAD)
        at, message = proof.loss() if names_loss else (_step(game, k, at, end), "")
        k = 0
        best = -1
        asked = shown = False
    if not plays_on:
        match.go(end)
    if hinted:
        game.note(history.IS_HINTED)
    status_panel.captions(captioned)
    _leave(game, plays_on)
    return plays_on


def _leave(game: Game, plays_on: Value) -> None:
    """Back to play from the move shown, or to the end."""
    match = game.match
    match.review(False)
    if plays_on:
        game.position_replaced()
        game.show()
    else:  # what it was opened from draws the end
        game.view.changed(match.s)
        status_panel.message("")
    table.still = False


def _captions(proof: Value, best: Value) -> Value:
    """The captions that name its keys; best: a hint that A shows, or -1."""
    names = _LOST_KEYS if proof else _KEYS
    return names if best < 0 else _HINT + names[1:]


def _menu(game: Game, proof: Value) -> tuple:
    """(the key that does what the player chose, whether to play on from here)."""
    first = _PLAY_ON + 1 if game.mode.LIVE else _PLAY_ON
    at = menu.ask("Review", (_LOST_ROWS if proof else _ROWS)[first:])
    keys.forget()
    if at < 0:
        return 0, False
    return (keys.B, keys.DOWN, keys.UP, keys.B)[first + at], first + at == _PLAY_ON


def _wait(proof: Value, asks: Value) -> Value:
    """Wait for a key, _HINT_NOW once the player rests, if that is asked for, or _PROVED."""
    waited = 0
    searches = proof and not proof.done()
    while True:
        k = keys.poll(keys.BUSY if searches else keys.REST)
        if hal.POINTER:
            k = pointer.turn(k)
        waited += keys.dt
        if not k and keys.scan():
            k = keys.NEXT
        if k:
            return k
        if keys.holds(keys.B):  # it counts when it is let go: nothing is begun now
            continue
        if asks and waited > _RESTS:
            return _HINT_NOW
        if searches and proof.step():
            return _PROVED


def _step(game: Game, k: int, at: int, end: int) -> Value:
    """The number of the move that key k leads to."""
    if k in (keys.LEFT, keys.PREV):
        return _before(game, at)
    if k in (keys.RIGHT, keys.NEXT, keys.A):
        return _after(game, at, end)
    if k == keys.DOWN:
        return _before(game, end)
    return _after(game, -1, end) if k == keys.UP else at


def _time(game: Game, i: int) -> Value:
    """Whether move i of the log is a wait."""
    return game.match.log[i] & game.rules.WAIT


def _before(game: Game, at: int) -> Value:
    """The number of the move before move `at`, skipping waits; `at` if it is the first."""
    i = at - 1
    while i > 0 and _time(game, i):
        i -= 1
    return at if i < 0 or _time(game, i) else i


def _after(game: Game, at: int, end: int) -> Value:
    i = at + 1
    while i < end and _time(game, i):
        i += 1
    return i if i < end else max(at, 0)


def _show(
    game: Game, at: int, end: int, message: Value, best: Value, shown: Value, *, proof: Value
) -> None:
    """Show the table before move `at`, with that move or, if `shown`, the hint's highlighted."""
    match = game.match
    view = game.view
    match.go(at)
    s = match.s
    view.changed(s)
    status_panel.captions(_captions(proof, best))
    m = match.log[at] if at < end else -1
    if m >= 0:
        view.hint(s, best if shown else m)
    known = _known(proof.bounds, at) if proof else ""
    status_panel.message(message or _move(game, at, end) + known)
    game.draw()
    if proof:
        proof.strip(at, end)
    hal.refresh()


def _known(bounds: losing_move.Bounds, at: int) -> Value:
    if at <= bounds.won:
        return _VERDICTS[losing_move.WINNABLE]
    return _VERDICTS[losing_move.LOST] if at >= bounds.lost else ""


def _move(game: Game, at: int, end: int) -> str:
    """The text of move `at`."""
    words = game.view.describe(game.match.s, game.match.log[at], True) if at < end else ""
    return "%d/%d %s." % (at + 1, end, words)


def _ask(game: Game, at: int, end: int, message: Value, names_loss: Value, proof: Value) -> tuple:
    """(the message with what the hint would have played here, that move if it is another, a key).

    The key has ended the search; then there is no hint.
    """
    match = game.match
    if proof:
        proof.pause()
    bot = hint.bot_for(game)
    bot.think(match.s)
    start = hal.ms()
    while not bot.step():
        if hal.ms() - start & hal.WRAP >= _SLICE:
            k = keys.poll(keys.BUSY)
            if k:
                return message, -1, k
            start = hal.ms()
    message = message or _move(game, at, end)
    m = -1 if game.rules.over(match.s) else bot.move()
    if m >= 0:
        last = at < end and _as_good(game, m, match.log[at])
        if not last:
            message += " Hint: %s." % game.view.describe(match.s, m)
        elif names_loss:
            message += " The hint is the same."
        else:
            message = message[:-1] + ", as the hint would."
        if game.mode.LIVE and hasattr(bot, "why"):
            message = "%s: %s." % (message[:-1], bot.why())
        if last:
            m = -1
    if not (names_loss or game.mode.LIVE):
        if not proof:
            return message + _VERDICTS[losing_move.WINNABLE], m, 0
        proof.bounds.tell(at, bot.verdict())
        message += _known(proof.bounds, at) or (_VERDICTS[0] if proof.done() else _NOT_YET)
    return message, m, 0


def _as_good(game: Game, m: int, other: Value) -> bool:
    """Whether two moves are one, or lead to positions that do not differ in play."""
    if m == other:
        return True
    rules = game.rules
    s = bytearray(game.match.s)
    t = bytearray(s)
    rules.apply(s, m)
    rules.apply(t, other)
    return rules.like(s, t, 0) >= 0
