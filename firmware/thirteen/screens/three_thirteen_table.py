"""Layer 5. Setting up a game for several players: who plays, their names, and by which rules."""

from thirteen import background, options
from thirteen.protocols import Function, Game
from thirteen.storage import settings
from thirteen.ui import digits, menu
from thirteen.views import three_thirteen_labels as labels

_NOTES = ("The lowest total wins", "How many sit at the table")
# Of a seat, by who sits there: a word on how each level plays (see bots/three_thirteen.py).
_SEAT = (
    "A person at this handheld",
    "Waits until every card is melded",
    "Goes out with few points left",
    "Goes out early, even with points left",
)
_NOBODY = b"AAA"  # the letters where the entry begins are no name


def invite(game: Game, below: Function) -> bool:
    """Let the player choose the players and options, over what `below` draws; False for back.

    The first option is the number of players, then come the seats.
    """
    names = game.rules.OPTIONS
    face = lambda i, x, y: _face(settings.options(game.row, names), i - 2, x, y)  # noqa: E731
    at = 0
    while True:
        below()
        chosen = settings.options(game.row, names)
        n = chosen[0] + 3
        people = [p for p in range(n - 1) if not chosen[1 + p]]
        rows = ["Deal the cards", "Players\t%d" % (n - 1)]
        rows += ["Player %d\t%s" % (p + 1, _seat(names, chosen, p)) for p in range(n - 1)]
        notes = _NOTES + tuple([_SEAT[who] for who in chosen[1:n]])
        if len(people) > 1:
            notes += ("Three letters for each person",)
            rows.append("Names\t" + ", ".join([settings.who(p) or "-" for p in people]))
        at = min(at, len(rows) - 1)
        at = menu.ask("Who plays?", rows, at, notes, width=220, change=_chosen, picture=face)
        if at < 1:
            background.defer(settings.save)
            return at == 0
        if at <= n:
            spec = names[at - 1][1]
            following = options.next(spec, chosen[at - 1], menu.way or 1)
            settings.choose(game.row, at - 1, following)
        else:
            _name(people, below)


def _chosen(i: int, way: int) -> None:
    """LEFT and RIGHT change a value, which is told anew."""


def _seat(names: tuple, chosen: bytes, p: int) -> str:
    """Who sits there: a person, or a computer player and its level."""
    level = chosen[1 + p]
    what = options.value(names[1 + p][1], level) if level else "person"
    who = labels.PLAYERS[p] if level else settings.who(p)
    return "%s, %s" % (who, what) if who else what


def _face(chosen: bytes, p: int, x: int, y: int) -> None:
    """Draw the face of seat p left of x, if a computer player sits there."""
    if 0 <= p < chosen[0] + 2 and chosen[1 + p]:
        labels.face_of(p, x - labels.FACE_W - 2, y)


def _name(people: list[int], below: Function) -> None:
    """Let each of the people enter three letters."""
    for p in people:
        at = settings.WHO + 3 * p
        below()
        now = bytes(settings.values[at : at + 3]) if settings.who(p) else _NOBODY
        who = digits.letters("Player %d" % (p + 1), now)
        if not who:
            return
        settings.values[at : at + 3] = who if who != _NOBODY else bytes(3)
