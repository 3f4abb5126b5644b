"""Layer 5. Make 13 before and after a game: choosing a tournament and a player, the result.

A tournament is a deal number and its options, so people with different handhelds can play the same
one. An entry counts as soon as it starts, even if the player quits it.
"""

from thirteen import dealing, ending, options
from thirteen.draw import art, canvas
from thirteen.game import show_problems
from thirteen.screens import make13_results as results
from thirteen.storage import dates, deals, history, make13_ghost, settings
from thirteen.storage import make13_entries as entries
from thirteen.ui import keys, menu, sound

_REVIEW = "Review the game"
_AGAIN = "Once more"
_TROPHIES = "Trophies"
_WIDTH = 230
_PRACTICE = 4
_SCORES_OF = ("Race", "Endless", "First to the target", "Fastest")  # in the statistics
_QUIT = 4  # the result code of a race that was quit
_ROWS = (
    "Start",
    "Daily deal",
    "Player",
    "Practice",
    "High scores",
    "More" + art.CH_ELLIPSIS,
)
_START, _DAILY, _PLAYER, _PRACTISE, _SCORES_ROW, _OTHERS = range(6)
# What each kind of race is, in two lines.
_KINDS = (
    "Most points in %s wins.\nEach player has %s at a deal.",
    "Most points wins. Play until\na level isn't cleared. %s.",
    "First to %s points. Clear\nevery level, or the race ends.",
    "Clear %s as fast as you can.\nPoints do not count.",
    "No clock and no points:\ntake your time, with hints and undo.",
)
_OPEN = "open"
_COLUMNS = "\nDeal   details\tgames   player   tries"
_LISTED = 20
_DETAILS = "", "OE", "STS %d", "STL"  # of a kind of race, in the list, as its source has them
_FIRST = b"AAA"

_who = b""  # the player chosen for the next race; b"" for the one of the last entry


def enter(game, there, day=0, step=0):
    """Finish a game that is over and let the player choose another; False for the launcher.

    `there`: the state is that of a game played, not merely the initial one. A race at the deal of
    `day`, or that of a step, starts at once if that is not 0.
    """
    show_problems()
    over = game.rules.over(game.match.s)
    if there and over and not game.settled:
        if finish(game):
            last = entries.last(game.rules)
            day = game.day if game.how & history.IS_DAILY else 0
            who = last[2] if last else _FIRST
            _start(game, game.match.number, game.match.options, who, day)
            return True
    playing = there and not game.rules.over(game.match.s)
    number = deals.daily(game.name, game.row, day) if day else 0
    there = playing and game.match.number == number  # the game goes on
    if step:
        from thirteen.screens import steps  # rarely needed

        number, text, _ = steps.deal(steps.of(game.name), step - 1)
        chosen = steps.rules(game, text)
        if playing and (game.match.number, bytes(game.match.options)) == (number, chosen):
            there = True  # the game goes on
        elif _race(game, chosen, number, playing, step=True):
            return True
    elif day and not there and _race(game, _options(game, _usual(game)), number, playing, day):
        return True
    return _choose(game, playing and not game.rules.over(game.match.s))


def _choose(game, playing):
    at = 0
    while True:
        before = entries.last(game.rules)  # read once: the file takes 13 ms
        kind = results.kind(before[1]) if before else 0
        rows = list(_ROWS)
        rows[_START] += "\t" + results.title(_options(game, kind))
        if history.is_done(history.load(), game.row):
            rows[_DAILY] += "\t" + art.CH_CHECK
        rows[_PLAYER] += "\t" + (_who or (before[2] if before else _FIRST)).decode()
        notes = [_goal(game, kind)] * 2
        notes.append("Whose high score it will be,\nand whose tries are counted")
        notes.append(_goal(game, _PRACTICE))
        notes.append("The ten best entries\nof each kind of race")
        notes.append("Other goals, house rules, the rules,\nstatistics, your tournaments")
        if playing:
            level = game.rules.get(game.match.s, game.rules.LEVEL)
            rows.insert(0, "Continue\tlevel %d" % level)
            clock = "The clock waits until you go on:\nthree, two, one."
            practice = game.match.options[3] == 3
            notes.insert(0, _goal(game, _PRACTICE) if practice else clock)
        canvas.clear()
        at = min(max(at, 0), len(rows) - 1)  # a race that was quit no longer has a row
        at = menu.ask("Make 13", rows, at, tuple(notes), width=_WIDTH)
        if at < 0:
            return False
        if at < playing or _chosen(game, at - playing, kind, playing):
            game.view.best = entries.best(game.match.options)
            keys.forget()
            return True
        playing = playing and not game.rules.over(game.match.s)  # it may have been quit meanwhile


def _chosen(game, row, kind, playing):
    """Do what a row says, for a race of that kind; True if a game was started."""
    if row == _START:
        return _race(game, _options(game, kind), deals.any_deal(game.name), playing)
    if row == _DAILY:
        return _race(game, _options(game, kind), *_daily(game, playing))
    if row == _PRACTISE:
        return _race(game, _options(game, _PRACTICE), deals.any_deal(game.name, False), playing)
    if row == _OTHERS:
        return _others(game, playing)
    if row == _PLAYER:
        _ask_who(game)
    else:
        results.high_scores([_options(game, k) for k in range(4)])
    return False


def _daily(game, playing):
    """(the daily deal on offer, playing, its day): for `_race`."""
    day = history.offered(history.load(), game.row)
    return deals.daily(game.name, game.row, day), playing, day


def _player(game):
    """The initials of the player of the next race."""
    before = entries.last(game.rules)
    return _who or (before[2] if before else _FIRST)


def _usual(game):
    """The kind of the last race."""
    before = entries.last(game.rules)
    return results.kind(before[1]) if before else 0


def _goal(game, i):
    """What a race of kind i is, for the menu."""
    return _about(game, _options(game, i))


def _about(game, chosen):
    """What a race with these options is, in two lines."""
    i = results.kind(chosen)
    n = entries.limit(game.rules, chosen)
    tries = "1 try" if n == 1 else "%d tries" % n
    if i == _PRACTICE:
        return _KINDS[i]
    if i == 1:
        return _KINDS[i] % tries
    if i == 2:
        return _KINDS[i] % results.number(_value(game, chosen, 2))
    levels = _levels_text(_value(game, chosen, 1))
    return _KINDS[i] % ((levels, tries) if i == 0 else levels)


def _others(game, playing):
    """The menu of all that is rarely needed; True if a race was started."""
    from thirteen.screens import deal_menu  # rarely needed

    at = 0
    presets = deal_menu.of(game.name)
    races = [_options(game, i) for i in range(4)]
    rows = [results.title(chosen) for chosen in races]
    rows += ["House rules", "Rules", "Statistics", "Tournaments", "Practice"]
    rows += [row[0] for row in presets]
    races += [deal_menu.rules_of(game, row[1]) for row in presets]
    notes = (
        "Levels, target,\nclock and tries",
        "How Make 13\nis played",
        "Races played\nand won",
        "Tournaments you have started,\nto play them again",
    )
    while at >= 0:
        canvas.clear()
        goals = [_about(game, chosen) for chosen in races]
        about = tuple(goals[:4]) + notes + (_goal(game, _PRACTICE),) + tuple(goals[4:])
        at = menu.ask("More", rows, at, about, width=_WIDTH)
        if 0 <= at < 4 or at == 8:
            return _begin(game, _PRACTICE if at == 8 else at, playing)
        if at == 4:
            from thirteen.screens import make13_house  # rarely needed

            make13_house.ask(game)
        elif at == 5:
            from thirteen.screens import rules_menu  # not needed by a race

            rules_menu.read(game.name)
        elif at == 6:
            from thirteen.screens import statistics  # not needed by a race

            statistics.pages(game, _SCORES_OF, 2)  # the first two can't be won or lost
        elif at == 7 and _tournaments(game, playing):
            return True
        elif at > 8:
            return _race(game, races[at - 5], deals.any_deal(game.name), playing)
    return False


def _tournaments(game, playing):
    """The list of tournaments begun: True if one was started once more."""
    global _who
    begun = entries.all_begun(game.rules)[:_LISTED]
    canvas.clear()
    if not begun:
        menu.alert("Tournaments", "You have not begun one yet.")
        return False
    rows = [_tournament(game, *row) for row in begun]
    notes = tuple([_about(game, row[1]) + _COLUMNS for row in begun])
    at = menu.ask("Tournaments", rows, 0, notes, width=_WIDTH)
    if at < 0:
        return False
    deal, chosen, _who, _ = begun[at]
    return _race(game, chosen, deal, playing)


def _tournament(game, deal, chosen, who, n):
    """A row of the list: the deal and the details, the games, the player and the tries left."""
    i = results.kind(chosen)
    details = _DETAILS[i]
    if i == 2:
        details %= _value(game, chosen, 2)
    levels = _value(game, chosen, 1)
    most = entries.limit(game.rules, chosen)
    games = "?" if i == 2 or levels == _OPEN else "%d" % levels
    tries = "%d left" % (most - n) if most else "any"
    return "%d   %s\t%s   %s   %s" % (deal, details, games, who.decode(), tries)


def _options(game, i):
    """The options of a kind of tournament, from the house rules; unused ones are 0."""
    own = settings.options(game.row, game.rules.OPTIONS)
    levels = own[1] if own[1] != 1 else 0
    timer = own[3] if own[3] < 3 else 0
    if i == _PRACTICE:
        return bytes((0, options.index(game.rules.OPTIONS[1][1], "99"), 0, 3, 0))
    target = own[2] if i == 2 else 0
    tries = own[4] if i < 2 else 0
    return bytes(((0, 0, 1, 2)[i], (levels, 1, 0, levels)[i], target, timer, tries))


def _value(game, chosen, k):
    return options.value(game.rules.OPTIONS[k][1], chosen[k])


def _levels_text(n):
    return "1 level" if n == 1 else "%d levels" % n


def _describe(game, chosen):
    """The options of a tournament in one line."""
    levels = _value(game, chosen, 1)
    if chosen[3] == 3:
        return "No clock, no points"
    text = _levels_text(levels) if levels != _OPEN else "no last level"
    if chosen[0] == 1:
        text = "to %s points" % results.number(_value(game, chosen, 2))
    return text + ", Move Timer %d s a group" % (_value(game, chosen, 3) // 10)


def _begin(game, i, playing):
    """Choose the deal of a tournament of kind i and start it; False if the player went back."""
    chosen = _options(game, i)
    items = ["Random", "By number"]
    before = entries.last(game.rules)
    if before and before[1] == chosen:
        items.append("Once more\t%d" % before[0])
    items.append("Daily deal\t" + history.on_offer(history.load(), game.row, art.CH_CHECK))
    canvas.clear()
    at = menu.ask(results.title(chosen), items, 0, _describe(game, chosen), width=_WIDTH)
    if at < 0:
        return False
    if at == len(items) - 1:
        return _race(game, chosen, *_daily(game, playing))
    deal = before[0] if before and at == 2 else deals.any_deal(game.name)
    if at == 1:
        canvas.clear()
        from thirteen.ui import digits  # rarely needed

        deal = digits.number("Deal number", before[0] if before else 1, 6)
        if deal < 1:
            return False
    return _race(game, chosen, deal, playing)


def _race(game, chosen, deal, playing, day=0, step=False):
    """Start a race at a deal, that of `day`, unless one in play is kept; whether it did.

    It is the player's who chose to be next; one who has no tries left may name another. A step may
    be tried for ever.
    """
    global _who
    if playing:
        canvas.clear()
        if not menu.sure("Quit this race?", "Quit", "Keep playing"):
            return False
        game.match.play(game.rules.QUIT)
        finish(game)
    if results.kind(chosen) == _PRACTICE:
        _deal(game, deal, chosen, day)
        return True
    most = entries.limit(game.rules, chosen)
    who = _player(game)
    while most and not step and entries.begun(deal, chosen, who) >= most:
        canvas.clear()
        text = "%s has no tries left for deal %d. Who else plays?"
        if not menu.alert("No tries left", text % (who.decode(), deal)) or not _ask_who(game):
            return False
        who = _who
    _who = b""
    _start(game, deal, chosen, who, day)
    return True


def _ask_who(game):
    """Let the player enter other initials for the next race; False for back."""
    global _who
    from thirteen.ui import digits  # rarely needed

    canvas.clear()
    who = digits.letters("Who plays?", _player(game))
    if who:
        _who = who
    return bool(who)


def _start(game, deal, chosen, who, day=0):
    """Count the entry, and deal."""
    if not entries.begin(deal, chosen, who):
        canvas.clear()
        show_problems()
    _deal(game, deal, chosen, day)
    game.view.best = entries.best(chosen)


def _deal(game, deal, chosen, day):
    game.match.deal(deal, chosen)
    game.reset_counters()
    dealing.begin(game, day=day)
    game.save()


def finish(game):
    """Save the result of a game that is over, then show it; True to play the deal again.

    Each file is written once however often it is tried; the history, the last, ends that.
    """
    s = game.match.s
    rules = game.rules
    chosen = game.match.options
    practice = chosen[3] == 3
    place = -1
    begun = entries.last(game.rules)
    who, n = _FIRST, 0
    if begun and begun[:2] == (game.match.number, chosen):
        who, n = begun[2:]
    why = ""
    get = rules.get
    game.mark_changed()
    game.save()
    if not practice:
        why = entries.keep(game.match, who, n)
        row = (who, n, rules.score(s), get(s, rules.TICKS), get(s, rules.BUSTED), rules.over(s))
        place = entries.enter(chosen, row + (game.match.number,))
        if not rules.score(s):
            place = -1  # no place in the table
    game.end_shown = True
    if practice:
        game.settled = 2
        game.clean = False
        game.save()
    else:
        if rules.over(s) != _QUIT:
            make13_ghost.raced(game.name, game.match, who)
        busted = 0 < get(s, rules.LEVELS) <= get(s, rules.BUSTED)
        seconds = get(s, rules.TICKS) // 10
        ending.settle(game, rules.over(s) == 1, results.kind(chosen), seconds, busted)
    show_problems()
    if why:
        menu.alert("Not saved", "This race could not be saved: %s." % why)
    if rules.over(s) == 1 or place == 0 and rules.over(s) != _QUIT and rules.score(s):
        from thirteen.screens import celebration  # not needed by a race

        sound.won()
        celebration.run(game.view.leave_from(), game.match.number)
    results.show(game, who.decode(), n, place)
    most = entries.limit(rules, chosen)
    again = not practice and not (most and n >= most)
    if practice:
        game.trophies = game.news = ()
    return _ask_on(game, "\t%d left" % (most - n) if most else "", again)


def _ask_on(game, left, again):
    """Whether to play the deal once more; the game may be reviewed before."""
    items = (_AGAIN + left, _REVIEW, "Done") if again else ("Done", _REVIEW)
    if game.trophies:
        items = (_TROPHIES,) + items
    new = True
    at = 0
    while True:
        canvas.clear()
        title = "Deal %d" % game.match.number
        best = make13_ghost.find(game.name, game.match)
        note = _best_here(game.match, best) if best else ""
        top = -1
        if game.trophies or game.news:
            from thirteen.screens import result_card  # not needed by a race

            lines = list(game.news) + ([note.replace(": ", "\t")] if note else [])
            top = result_card.show(title, lines, True, new, menu.height(items), None, game)
        shown = top >= 0
        at = menu.ask("" if shown else title, items, at, "" if shown else note, top=top)
        new = False
        if at >= 0 and items[at] == _TROPHIES:
            from thirteen.screens import trophies  # rarely needed

            trophies.show(game.row, game.trophies[0])
            at = 1
            continue
        if at < 0 or items[at] != _REVIEW:
            return again and at >= 0 and items[at].startswith(_AGAIN)
        from thirteen.screens import review  # not needed by a race

        game.view.open(game.match.s)
        review.run(game)


def _best_here(match, best):
    """The best race at a deal, in words."""
    n = make13_ghost.value(best)
    text = dates.clock(n // 10) if match.options[0] else "%d" % n
    return "Best here: %s by %s" % (text, best[:3].decode())
