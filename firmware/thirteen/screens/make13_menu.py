"""Layer 5. Make 13 between two games: which race comes next, at which deal, and whose it is.

Each menu is a list of rows: a text, what it is about, and what to do, which returns whether a game
was started or goes on. An entry counts as soon as it starts, even if the player quits it.
"""

from micropython import const

import hal
from thirteen import dealing, screens
from thirteen.draw import art, canvas
from thirteen.protocols import Function, Game, Module
from thirteen.screens import deal_menu, game_over, pause_menu
from thirteen.screens import make13_races as races
from thirteen.storage import deals, history, set_aside
from thirteen.storage import make13_entries as entries
from thirteen.ui import digits, keys, menu, speech

_WIDTH = const(230)
_LISTED = const(20)
_WAITS = "The clock waits until you go on:\nthree, two, one."
_WHOSE = "Whose high score it will be,\nand whose tries are counted"
_COLUMNS = "\nDeal   details\tgames   player   tries"
_FIRST = b"AAA"

_who = b""  # the player chosen for the next race; b"" for the one of the last entry


def enter(game: Game, day: int = 0, step: int = 0, deal: tuple = ()) -> bool:
    """Finish a game that is over and let the player choose another; False for the launcher.

    A race at the deal of `day`, or that of a step, starts at once if that is not 0; of a `deal`
    the player is asked whose race it will be.
    """
    screens.problems.show()
    match = game.match
    if game.rules.over(match.s) and not game.end_shown:
        chosen, after = _result().finish(game)
        if chosen == game_over.AGAIN:
            last = entries.last(game.rules)
            day = game.day if game.has(history.IS_DAILY) else 0
            who = last[2] if last else _FIRST
            _start(game, match.options, match.number, who, day, game.step)
            return True
        if chosen == game_over.NEXT:
            if after.row != game.row:
                game.onward = after.row, after.day, 0
                return False
            step = after.step
    if day or step or deal:
        number, chosen = deal_menu.deal_of(game, day, step, deal)
        goes_on = _playing(game) and deal_menu.goes_on(game, number, chosen, day, step)
        chosen = chosen or races.options_of(game, _next_race(game)[0])
        if deal and not goes_on:
            if _run(game, "Deal %d" % number, lambda game: _asked(game, chosen, number)):
                return True
        elif not goes_on and _race(game, chosen, number, day, step):
            return True
    if not _run(game, "Make 13", _rows):
        return False
    game.view.best = entries.best(match.options)
    keys.forget()
    return True


def _result() -> Module:
    return screens.make13_result


def _run(game: Game, title: str, rows: Function) -> bool:
    """A menu of these rows, which are asked for anew each time, until a game starts."""
    at = n = 0
    while True:
        shown = rows(game)
        at = max(at - max(n - len(shown), 0), 0)  # a race that was quit no longer has a row
        n = len(shown)
        canvas.clear()
        notes = tuple([row[1] for row in shown])
        at = menu.ask(title, [row[0] for row in shown], at, notes, width=_WIDTH)
        if at < 0:
            return False
        canvas.clear()
        if shown[at][2](game, *shown[at][3:]):
            return True


def _playing(game: Game) -> int:
    """Whether there is a race to go on with."""
    return game.identity and not game.rules.over(game.match.s)


def _next_race(game: Game) -> tuple:
    """(kind, player) of the next race: those of the last one, unless another has been named."""
    last = entries.last(game.rules)  # the file takes 13 ms
    return races.kind(last[1]) if last else 0, _who or (last[2] if last else _FIRST)


def _rows(game: Game) -> list:
    kind, who = _next_race(game)
    race, practice = races.options_of(game, kind), races.options_of(game, races.PRACTICE)
    about = races.about(race)
    done = "\t" + art.CH_CHECK if history.is_done(history.load(), game.row) else ""
    more = "Other goals, house rules, the rules,\nstatistics, your tournaments"
    rows = [
        ("Start\t" + races.title(race), about, _race, race),
        ("Daily deal" + done, about, _daily, race),
        ("Player\t" + who.decode(), _WHOSE, _ask_who),
        ("Practice", races.about(practice), _race, practice),
        ("High scores", "The ten best tries\nof each kind of race", _scores),
        ("More" + art.CH_ELLIPSIS, more, _more_menu),
    ]
    _ordered(rows, 3)
    if _playing(game):
        text = "Continue\tlevel %d" % game.rules.get(game.match.s, game.rules.LEVEL)
        clock = races.kind(game.match.options) != races.PRACTICE
        rows.insert(0, (text, _WAITS if clock else races.about(practice), _playing))
    return rows


def _asked(game: Game, chosen: bytes, number: int) -> list:
    """The rows for a deal that a host asks for."""
    practice = races.options_of(game, races.PRACTICE)
    rows = [
        ("Start\t" + races.title(chosen), races.about(chosen), _race, chosen, number, 0, 0, True),
        ("Player\t" + _next_race(game)[1].decode(), _WHOSE, _ask_who),
        ("Practice", races.about(practice), _race, practice, number, 0, 0, True),
    ]
    return _ordered(rows, 2)


def _ordered(rows: list, practice: int) -> list:
    """For who listens practice comes first: to hear a table takes longer than its clock."""
    if hal.VOICE and speech.heard():
        rows.insert(0, rows.pop(practice))
    return rows


def _more_menu(game: Game) -> bool:
    return _run(game, "More", _more_menu_rows)


def _more_menu_rows(game: Game) -> list:
    every = [(races.title(chosen), chosen) for chosen in races.all_of(game)[: races.PRACTICE]]
    every += [
        (row[0], deal_menu.rules_of(game, row[1])) for row in deal_menu.presets_of(game.name)
    ]
    return [(name, races.about(chosen), _ask_deal, name, chosen) for name, chosen in every] + [
        ("House rules", "Levels, target,\nclock and tries", pause_menu.look_up, pause_menu.HOUSE),
        ("Rules", "How Make 13\nis played", pause_menu.look_up, pause_menu.RULES),
        ("Statistics", "Races played\nand won", pause_menu.look_up, pause_menu.STATISTICS),
        ("Tournaments", "Tournaments you have started,\nto play them again", _tournaments),
    ]


def _scores(game: Game) -> None:
    _result().high_scores(races.all_of(game)[: races.PRACTICE])


def _tournaments(game: Game) -> bool:
    if entries.last(game.rules):
        return _run(game, "Tournaments", _my_tournaments)
    menu.alert("Tournaments", "You have not begun one yet.")
    return False


def _my_tournaments(game: Game) -> list:
    """The tournaments begun: the deal and the details, the games, the player, the tries left."""
    rows = []
    for deal, chosen, who, n in entries.all_begun(game.rules)[:_LISTED]:
        most = entries.limit(game.rules, chosen)
        levels = races.value(chosen, 1)
        games = "?" if races.kind(chosen) == races.SPRINT or levels == "open" else "%d" % levels
        row = deal, races.short(chosen), games, who.decode()
        text = "%d   %s\t%s   %s   " % row + ("%d left" % (most - n) if most else "any")
        rows.append((text, races.about(chosen) + _COLUMNS, _race_again, chosen, deal, who))
    return rows


def _race_again(game: Game, chosen: bytes, deal: int, who: bytes) -> bool:
    global _who
    _who = who
    return _race(game, chosen, deal)


def _ask_deal(game: Game, title: str, chosen: bytes) -> bool:
    """Let the player choose the deal of a race."""
    return _run(game, title, lambda game: _deals(game, chosen))


def _deals(game: Game, chosen: bytes) -> list:
    last = entries.last(game.rules)
    pace = races.pace(chosen)
    done = history.in_words(history.load(), art.CH_CHECK, game.row)
    rows = [
        ("Random", pace, _race, chosen),
        ("By number", pace, _by_number, chosen, last[0] if last else 1),
        ("Daily deal\t" + done, pace, _daily, chosen),
    ]
    if last and last[1] == chosen:
        rows.insert(2, ("Once more\t%d" % last[0], pace, _race, chosen, last[0]))
    return rows


def _by_number(game: Game, chosen: bytes, deal: int) -> bool:
    deal = digits.number("Deal number", deal, 6)
    return deal > 0 and _race(game, chosen, deal, typed=True)


def _daily(game: Game, chosen: bytes) -> bool:
    """Race at the daily deal on offer."""
    day = history.today(history.load())
    return _race(game, chosen, deals.daily(game.name, game.row, day), day)


def _race(
    game: Game, chosen: bytes, deal: int = 0, day: int = 0, step: int = 0, typed: bool = False
) -> bool:
    """Start a race at a deal, a random one or that of `day`; not if one in play is kept.

    typed: its number was chosen.
    It is the player's who chose to be next; one who has no tries left may name another. A step may
    be tried for ever.
    """
    global _who
    deal = deal or deals.any_deal(game.name)
    if _playing(game):
        canvas.clear()
        if not menu.sure("End this race?", "End", "Keep playing", "Its points so far count"):
            return False
        game.match.play(game.rules.QUIT)
        game.view.open(game.match.s)  # for the review: from the launcher no table was shown
        _result().finish(game)
    if races.kind(chosen) == races.PRACTICE:
        _deal(game, chosen, deal, day, step, typed)
        return True
    most = entries.limit(game.rules, chosen)
    while most and not step and entries.begun(deal, chosen, _next_race(game)[1]) >= most:
        text = "%s has no tries left for deal %d. Who else plays?"
        text %= _next_race(game)[1].decode(), deal
        canvas.clear()
        if not menu.alert("No tries left", text) or not _ask_who(game, True):
            return False
    who = _next_race(game)[1]
    _who = b""
    _start(game, chosen, deal, who, day, step, typed=typed)
    return True


def _ask_who(game: Game, go_on: bool = False) -> bool:
    """Let the player choose who is next, or enter new initials; `go_on` if one was named."""
    global _who
    known = [_next_race(game)[1]]
    for row in entries.all_begun(game.rules):
        if row[2] not in known:
            known.append(row[2])
    at = len(known)
    canvas.clear()
    if at > 1:
        items = [who.decode() for who in known] + ["Somebody else" + art.CH_ELLIPSIS]
        at = menu.ask("Who plays?", items)
    if at == len(known):
        canvas.clear()
        known.append(digits.letters("Who plays?", known[0]))
    if at >= 0 and known[at]:
        _who = known[at]
        return go_on
    return False


def _start(
    game: Game, chosen: bytes, deal: int, who: bytes, day: int, step: int, *, typed: bool = False
) -> None:
    """Count the entry, and deal."""
    _cover()
    if not entries.begin(deal, chosen, who):
        canvas.clear()
        screens.problems.show()
    _deal(game, chosen, deal, day, step, typed)
    game.view.best = entries.best(chosen)


def _cover() -> None:
    """The answer to the key: files are written before anything else is shown."""
    canvas.clear()
    hal.refresh()


def _deal(game: Game, chosen: bytes, deal: int, day: int, step: int, typed: bool) -> None:
    _cover()
    game.match.deal(deal, chosen)
    game.reset_counters()
    practised = deal == set_aside.deal(game.name, game.identity)
    dealing.begin(game, None, practised, day, step, typed)
    game.save()
