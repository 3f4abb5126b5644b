"""Layer 5. Make 13 before and after a game: choosing a tournament and a player, the result.

A tournament is a deal number and its options, so people with different handhelds can play the same
one. An entry counts as soon as it starts, even if the player quits it.
"""

from thirteen import options
from thirteen.game import show_troubles
from thirteen.screens import make13_results as results
from thirteen.storage import deals, settings, stats
from thirteen.storage import make13_entries as entries
from thirteen.ui import art, canvas, captions, keys, menu, sound

_REVIEW = "Review the game"
_TITLES = results.TITLES
_WIDTH = 230
_PRACTICE = 4
_SCORES = "\nEach setting has its own high scores."
_ABOUT = (
    "How many levels make a game" + _SCORES,
    "The score that wins a Sprint to Score" + _SCORES,
    "How long each group may take" + _SCORES,
    "How often a player may try a deal" + _SCORES,
)
_QUIT = 4  # the result code of a race that was quit
_ROWS = ("Practice", "High scores", "Other races " + art.CH_ELLIPSIS)
_BUST = "\nA level is busted when its field is empty."
# The goal of each kind of race, in two lines.
_KINDS = (
    "The most points in %s." + _BUST,
    "The most points until you miss a bust." + _BUST,
    "First to %s points; bust every level." + _BUST,
    "Bust %s, as fast as you can." + _BUST,
    "No clock and no points:\ntake your time, with hints and undo.",
)
_OPEN = "open"
_FIRST = b"AAA"


def enter(game, there):
    """Finish a game that is over and let the player choose another; False for the launcher.

    `there`: the state is that of a game played, not merely the initial one.
    """
    show_troubles()
    over = game.rules.over(game.match.s)
    if there and over and not game.counted:
        if finish(game):
            last = entries.last(game.rules)
            _start(game, game.match.number, game.match.options, last[2] if last else _FIRST)
            return True
    return _choose(game, there and not game.rules.over(game.match.s))


def _choose(game, playing):
    at = 0
    while True:
        kind = _usual(game)
        rows = ["Start\t" + _TITLES[kind]]
        notes = [_goal(game, kind), _goal(game, _PRACTICE)]
        notes.append("The ten best entries\nof each kind of race")
        notes.append("Other goals, house rules,\nrules and statistics")
        rows.extend(_ROWS)
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
        i = at - playing
        if i < 0:
            begun = True
        elif i == 3:
            begun = _others(game, playing)
        elif i == 2:
            results.high_scores([_options(game, k) for k in range(4)])
            continue
        else:
            begun = _begin(game, (kind, _PRACTICE)[i], playing)
        if begun:
            game.view.best = entries.best(game.match.options)
            keys.forget()
            return True
        playing = playing and not game.rules.over(game.match.s)  # it may have been quit meanwhile


def _usual(game):
    """The kind of the last race."""
    before = entries.last(game.rules)
    return results.kind(before[1]) if before else 0


def _goal(game, i):
    """The goal of a race of kind i, for the menu."""
    chosen = _options(game, i)
    text = _KINDS[i]
    if i == 2:
        return text % _value(game, chosen, 2)
    return text % _levels_text(_value(game, chosen, 1)) if "%" in text else text


def _others(game, playing):
    """The menu of all races, house rules, rules and statistics; True if a race was started."""
    at = 0
    rows = tuple(_TITLES[:4]) + ("House rules", "Rules", "Statistics")
    notes = ("Levels, target,\nclock and tries", "How Make 13\nis played", "Races played\nand won")
    while at >= 0:
        canvas.clear()
        about = tuple([_goal(game, i) for i in range(4)]) + notes
        at = menu.ask("Other races", rows, at, about, width=_WIDTH)
        if 0 <= at < 4:
            return _begin(game, at, playing)
        if at == 4:
            _house(game)
        elif at == 5:
            from thirteen.screens import rules_menu  # not needed by a race

            rules_menu.read(game.name)
        elif at == 6:
            from thirteen.screens import statistics  # not needed by a race

            statistics.pages(game, _TITLES[:4], 2)  # a Limited Entry can't be won or lost
    return False


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
    text = _levels_text(levels) if levels != _OPEN else "open"
    if chosen[0] == 1:
        text = "to %d points" % _value(game, chosen, 2)
    return text + ", Move Timer %d s" % (_value(game, chosen, 3) // 10)


def _begin(game, i, playing):
    """Choose the deal of a tournament of kind i and start it; False if the player went back."""
    from thirteen.screens import deal_menu  # not needed by a race

    chosen = _options(game, i)
    items = ["Random", "By number"]
    before = entries.last(game.rules)
    if before and before[1] == chosen:
        items.append("Once more\t%d" % before[0])
    items.append("Daily deal\t" + deal_menu.day(game.row))
    canvas.clear()
    at = menu.ask(_TITLES[i], items, 0, _describe(game, chosen), width=_WIDTH)
    if at < 0:
        return False
    if at == len(items) - 1:
        deal = deals.daily(game.name, game.row, deals.day(game.row))
    else:
        deal = before[0] if before and at == 2 else deals.any_deal(game.name, False)
    if at == 1:
        canvas.clear()
        deal = menu.number("Deal number", before[0] if before else 1, 6)
        if deal < 1:
            return False
    if playing:
        canvas.clear()
        if not menu.sure("Quit this game?", "Quit"):
            return False
        game.match.play(game.rules.QUIT)
        finish(game)
    return _prepare(game, i, deal)


def _prepare(game, i, deal):
    """Check the player's number of entries, then deal; False if there is no game.

    It is the player of the last entry, unless another one is chosen; at first it asks.
    """
    chosen = _options(game, i)
    if i == _PRACTICE:
        _deal(game, deal, chosen)
        return True
    before = entries.last(game.rules)
    who = before[2] if before else _ask_who(_FIRST)
    most = entries.limit(game.rules, chosen)
    while who:
        n = entries.begun(deal, chosen, who)
        name = who.decode()
        canvas.clear()
        if most and n >= most:
            menu.message("Used up", "%s has no tries left for deal %d." % (name, deal))
            at = 1
        else:
            text = "%s, entry %d" % (name, n + 1)
            if most:
                text += " of %d" % most
            text += "\n%s\n%s" % (_describe(game, chosen), "   ".join(captions.RACE[:-1]))
            at = menu.ask("Deal %d" % deal, ("Start", "Other player"), 0, text, width=220)
        if at == 0:
            _start(game, deal, chosen, who)
            return True
        who = _ask_who(who) if at == 1 else None
    return False


def _ask_who(who):
    canvas.clear()
    return results.initials(who)


def _start(game, deal, chosen, who):
    """Count the entry, and deal."""
    if not entries.begin(deal, chosen, who):
        canvas.clear()
        show_troubles()
    _deal(game, deal, chosen)
    game.view.best = entries.best(chosen)


def _deal(game, deal, chosen):
    game.match.deal(deal, chosen)
    game.fresh()
    game.save()


def finish(game):
    """Save the result of a game that is over, then show it; True to play the deal again."""
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
    if not practice:
        why = entries.keep(game.match, who, n)
        row = (who, n, rules.score(s), get(s, rules.TICKS), get(s, rules.BUSTED), rules.over(s))
        place = entries.enter(chosen, row + (game.match.number,))
        if not rules.score(s):
            place = -1  # no place in the table
    game.counted = game.end_shown = True
    game.clean = False
    game.save()
    if not practice:
        seconds = get(s, rules.TICKS) // 10
        row = results.kind(chosen)
        stats.add(game.name, 4, row, rules.over(s) == 1, rules.score(s), 1, seconds, False, False)
    deals.finished(game.name, game.row, game.match.number)
    show_troubles()
    if why:
        menu.message("No record", "The record of this entry could not be kept: %s." % why)
    if rules.over(s) == 1 or place == 0 and rules.over(s) != _QUIT and rules.score(s):
        from thirteen.screens import celebration  # not needed by a race

        sound.won()
        celebration.run(game.view.leave_from(), game.match.number)
    results.show(game, who.decode(), n, place)
    most = entries.limit(rules, chosen)
    again = not practice and not (most and n >= most)
    return _ask_on(game, "\t%d left" % (most - n) if most else "", again)


def _ask_on(game, left, again):
    """Whether to play the deal once more; the game may be reviewed before."""
    items = ("Once more" + left, _REVIEW, "Done") if again else ("Done", _REVIEW)
    while True:
        canvas.clear()
        at = menu.ask("Deal %d" % game.match.number, items)
        if at < 0 or items[at] != _REVIEW:
            return again and at == 0
        from thirteen.screens import review  # not needed by a race

        game.view.open(game.match.s)
        review.run(game)


def _house(game):
    """The menu of the options for tournaments; other options make another tournament."""
    at = 0
    while at >= 0:
        canvas.clear()
        own = settings.options(game.row, game.rules.OPTIONS)
        values = [_value(game, own, k) for k in range(5)]
        if values[1] == _OPEN:
            values[1] = 5
        rows = (
            "Levels\t%d" % values[1],
            "Target\t%d" % values[2],
            "Move Timer\t%d s" % ((values[3] if values[3] != "off" else 100) // 10),
            "Entries\t%d" % values[4],
        )
        at = menu.ask("House rules", rows, at, _ABOUT, width=220)
        if at >= 0:
            _step(game, at + 1, values[at + 1])
    settings.save()


def _step(game, k, v):
    """Change option k from its value v: to the next or previous one, or one entered."""
    spec = game.rules.OPTIONS[k][1]
    if k < 3:
        unit, most = (1, 99) if k == 1 else (500, 60000)
        if menu.way:
            v = min(max(v + menu.way * unit, unit), most)
        else:
            canvas.clear()
            got = menu.number(("Levels", "Target")[k - 1], v, (2, 5)[k - 1])
            if got >= 0:
                v = min(max((got + unit // 2) // unit * unit, unit), most)
        settings.choose(game.row, k, options.index(spec, str(v)))
    else:
        n = 3 if k == 3 else options.count(spec)
        at = options.index(spec, str(v)) if v != "off" else 0
        settings.choose(game.row, k, (at + (menu.way or 1)) % n)
