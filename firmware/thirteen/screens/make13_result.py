"""Layer 5. The end of a race of Make 13: saved, then shown by its points, levels, high scores."""

from micropython import const

import hal
from hal import fb
from thirteen import catalog, dealing, ending, screens
from thirteen.draw import art, canvas, card_art, large
from thirteen.protocols import Game, Module
from thirteen.screens import game_over, onward, steps
from thirteen.screens import make13_races as races
from thirteen.storage import dates, history, make13_ghost
from thirteen.storage import make13_entries as entries
from thirteen.ui import keys, menu, pages, sound, speech
from thirteen.ui.status_panel import status_panel

_NAMES_Y = pages.HEAD - 2  # of the columns of a table
_FIRST_Y = _NAMES_Y + art.SMALL[0] + 2  # its first row
_LEAST = art.SMALL[0]  # height of a row
_HIGHEST = const(17)
_ROWS = min((pages.FOOT - _FIRST_Y) // _LEAST, 10)  # of a table on a page
_ROW = min((pages.FOOT - _FIRST_Y) // _ROWS, _HIGHEST)
_SUMS_Y = pages.HEAD + art.LARGE_H + canvas.SPACE + 5  # below the points
_PRAISE_H = const(32)  # of a place among the high scores, if it fits below five rows
_BOXED = pages.FOOT - _SUMS_Y - _PRAISE_H >= 5 * _LEAST
_RIGHT = hal.W - pages.MARGIN

_HOW = ("not busted", "", "busted", "Super Bust")  # by what rules.bust says of a level,
_SIGNS = (art.CH_TIMES, "", art.CH_CHECK, art.CH_STAR)  # and in short
_ENDS = ("", "You won!", "Level not busted", "All levels played", "Ended early")
_QUIT = const(4)
_LEVELS = const(100)  # rows besides those of game_over
_SCORES = const(101)
_NOBODY = b"AAA", 0
_NONE = "-", "0", "0 levels"  # nothing to be compared with


def finish(game: Game) -> tuple:
    """Save the result of a game that is over, then show it, and ask what next.

    Returns a row of game_over.ROWS, and the onward.After if that is NEXT.

    Each file is written once however often it is tried; the history, the last, ends that.
    """
    rules = game.rules
    s = game.match.s
    chosen = game.match.options
    practice = races.kind(chosen) == races.PRACTICE
    begun = entries.last(rules)
    who, n = begun[2:] if begun and begun[:2] == (game.match.number, chosen) else _NOBODY
    ticks, busted = rules.get(s, rules.TICKS), rules.get(s, rules.BUSTED)
    row = who, n, rules.score(s), ticks, busted, rules.over(s), game.match.number
    place = -1
    fault = ""
    if not game.has(history.IS_CLOSED):
        game.mark_changed()
        game.save()
    game.end_shown = True
    if practice:
        dealing.give_up(game)
        game.note(history.IS_CLOSED)
        game.save()
    elif game.has(history.IS_CLOSED):  # power was lost while it was shown
        ending.again(game)
        rows = entries.table(chosen)
        place = rows.index(row) if row in rows else -1
    else:
        fault = entries.keep(game.match, who, n)
        place = entries.enter(chosen, row)
        if rules.over(s) != _QUIT:
            make13_ghost.raced(game.name, game.match, who)
        _close(game)
    screens.problems.show()
    if not rules.score(s):
        place = -1  # no place in the table
    if fault:
        menu.alert("Not saved", "This race could not be saved: %s." % fault)
    if rules.over(s) == 1 or place == 0 and rules.over(s) != _QUIT:
        sound.won(catalog.GAMES[game.row][catalog.JINGLE])
        screens.celebration.run(game.view.leave_from(), game.match.number)
    _leaf([_end(game, who.decode(), n, place)], _counted(game))
    most = entries.limit(rules, chosen)
    following = _ask(game, most - n if most and not game.step else -1, practice, place)
    if not game.has(history.IS_CLOSED):
        _close(game)  # it could not be written before
    return following


def _close(game: Game) -> None:
    rules, s = game.rules, game.match.s
    get = rules.get
    all_busted = 0 < get(s, rules.LEVELS) <= get(s, rules.BUSTED)
    kind = game.mode.kind(game.match.options)
    ending.close(game, rules.over(s) == 1, kind, get(s, rules.TICKS) // 10, all_busted)


def _counted(game: Game) -> int:
    """The points, which are counted up; -1 in practice."""
    s = game.match.s
    return game.rules.score(s) if game.rules.get(s, game.rules.START) else -1


def _ask(game: Game, left: int, practice: bool, place: int) -> tuple:
    """What next? The deal may be played again `left` times; -1 is any number. See `finish`."""
    done = game_over.LEAVE, "Done"
    review = game_over.REVIEW, game_over.ROWS[game_over.REVIEW]
    ways = [(_LEVELS, "Level by level"), review, done]
    past = history.load()
    reached = game.step > 0 and game.end is not None and steps.reached(game.name, game.end.record)
    title = "Practice over" if practice else "Race over"
    after = None
    card: list = []
    if not practice:
        ways.insert(1, (_SCORES, "High scores"))
        card = ["Points\t%d" % game.rules.score(game.match.s)]
        card += game.end.news if game.end else []
        after = onward.after(game, reached or not game.step, past)
        if game.step:
            title = "Step %d won!" % game.step if reached else "Step %d" % game.step
            if reached:
                card.append("Stars\t" + steps.stars_of(past, game.row, game.step - 1))
    if left and not practice:
        text = "Step %d: again" % game.step if game.step else "Once more"
        ways.insert(0, (game_over.AGAIN, text + ("\t%d left" % left if left >= 0 else "")))
    best = make13_ghost.find(game.name, game.match)
    if best:
        n = make13_ghost.value(best)
        text = dates.clock(n // 10) if game.match.options[0] else "%d" % n
        card.append("Best here\t%s by %s" % (text, best[:3].decode()))
    card += onward.lines(game, reached, past) if game.step else []
    won = game.rules.over(game.match.s) != _QUIT and (reached or not game.step)
    new = bool(game.end and (game.end.trophies or game.end.news))  # else it may come at once
    status_panel.captions(())
    while True:
        canvas.clear()
        chosen = game_over.what_next(game, title, card, ways, won=won, new=new, after=after)
        if chosen == _LEVELS:
            _leaf(_level_pages(game))
        elif chosen == _SCORES:
            _leaf(_tables(game.match.options, place))
        else:
            return chosen, after
        new = False


# Pages: the title of each, what draws it, and with what


def _end(game: Game, who: str, n: int, place: int) -> tuple:
    """The page of a game's points; `place` is the entry's rank in the table, from 0, or -1."""
    over = game.rules.over(game.match.s)
    praised = place if over != _QUIT else -1
    title = _ENDS[over] if _BOXED or praised < 0 else _praise(place)
    return title, _summary, (game, who, n, praised, place != 0)


def _level_pages(game: Game) -> list:
    rules, s = game.rules, game.match.s
    levels = rules.get(s, rules.LEVEL)
    first = max(levels - 98, 1)  # the state remembers 99
    return [
        ("Level by level", _levels, (rules, s, i, levels))
        for i in range(first, levels + 1, _ROWS)
    ]  # fmt: skip


def high_scores(kinds: list) -> None:
    """Show the high scores of each kind of race."""
    _leaf([page for chosen in kinds for page in _tables(chosen, -1)])


def _tables(chosen: bytes, place: int) -> list:
    """The pages of a kind's high scores, the entry at `place` highlighted."""
    n = max(len(entries.table(chosen)), 1)
    return [(races.title(chosen), _best, (chosen, place, i)) for i in range(0, n, _ROWS)]


def _leaf(every: list, score: int = -1) -> None:
    """Leaf through pages; a score is counted up first."""
    page = 0
    while page >= 0:
        title, draw, what = every[page]
        more = page + 1 < len(every)
        pages.head(title, page, len(every))
        speech.page(title, [])
        pages.foot(more, "done")
        draw(*what)
        if score >= 0:
            _count_up(score)
            score = -1
        hal.refresh()
        page = pages.turn(keys.wait(False), page, more)


def _count_up(score: int) -> None:
    """Count the score up, ignoring keys, which may still be meant for the race."""
    left = keys.IGNORED_FOR
    while True:
        if score:
            part = keys.IGNORED_FOR - left if card_art.speed else keys.IGNORED_FOR
            fb.fill_rect(0, pages.HEAD, hal.W, 24, canvas.PANEL)
            _points(score * part // keys.IGNORED_FOR)
        hal.refresh()
        if not left:
            break
        keys.poll(keys.FLIGHT)
        left = max(left - keys.dt, 0)
    keys.forget()


def _points(n: int) -> None:
    canvas.centre(large.FONT, "%d points" % n, 0, pages.HEAD + 2, hal.W, canvas.ON_PANEL)


def _lines(y: int, rows: list, room: int) -> int:
    """Draw rows of a name and a value, as many as have room; returns the y below them."""
    fit = min(room // _LEAST, len(rows))
    for name, value in rows[:fit]:
        speech.more(name, value)
        hal.text(art.SMALL, name, pages.MARGIN, y, canvas.ON_PANEL)
        canvas.right(art.SMALL, value, _RIGHT, y, canvas.ON_PANEL)
        y += min(room // fit, _HIGHEST)
    return y


def _summary(game: Game, who: str, n: int, place: int, beaten: bool) -> None:
    """The points and their sums, the race, and what was best before: the last rows if they fit.

    place: the one to be praised, or -1; beaten: another entry is better.
    """
    rules = game.rules
    s = game.match.s
    get = rules.get
    levels = get(s, rules.LEVEL)
    rows = [("Levels busted", "%d of %d" % (get(s, rules.BUSTED), levels))]
    deal = "Deal", "%d" % game.match.number
    if not get(s, rules.START):
        _lines(pages.HEAD, rows + [deal], pages.FOOT - pages.HEAD)
        return
    rows += [("Time", dates.clock(get(s, rules.TICKS) // 10)), deal]
    rows.append(("Player", "%s, try %d" % (who, n) if n else who))
    best = entries.best(game.match.options)
    if place < 0 and beaten and best not in _NONE:
        rows.append(("Best so far", best))
    before = entries.best_at(game.match.options, game.match.number, who.encode(), n)
    if before and before not in _NONE:
        rows.append(("Before, at this deal", before))
    speech.more("%d points" % rules.score(s))
    _points(rules.score(s))
    boxed = _BOXED and place >= 0
    room = pages.FOOT - _SUMS_Y - (_PRAISE_H if boxed else 0)
    y = _lines(_SUMS_Y, _sums(rules, s, levels, room // _LEAST - len(rows)) + rows, room)
    if boxed:
        canvas.box(pages.MARGIN - 4, y + 4, _RIGHT - pages.MARGIN + 8, 24, canvas.GOLD)
        hal.blit(art.ICONS, art.ICON_TROPHY, pages.MARGIN + 4, y + 9, canvas.ON_GOLD)
        text = _praise(place) + (" after " + best if place else "")
        speech.more(text)
        canvas.centre(art.SMALL, text, 0, y + 10, hal.W, canvas.ON_GOLD)


def _sums(rules: Module, s: bytearray, levels: int, room: int) -> list:
    """Rows of what the levels have earned, each kind its own if there is room for three."""
    sums = [0, 0, 0]
    for level in range(max(levels - 98, 1), levels + 1):
        for i in range(3):
            sums[i] += rules.earned(s, level, 2 * i)
    if room < 3:
        return [("Moves, runs, busts", "%d, %d, %d" % tuple(sums))]
    return list(zip(("Move points", "Run bonus", "Super Busts"), [str(n) for n in sums]))


def _praise(place: int) -> str:
    """The place in the table, in words."""
    n = place + 1
    how = "%d%s best" % (n, ("th", "st", "nd", "rd")[n if n < 4 else 0])
    return how if place else "New high score!"


def _levels(rules: Module, s: bytearray, first: int, last: int) -> None:
    """A row for each level: whether it was busted, and what it earned."""
    paid = rules.get(s, rules.START)
    rows = []
    for level in range(first, min(first + _ROWS, last + 1)):
        how = rules.bust(s, level)
        earned = [rules.earned(s, level, 2 * i) for i in range(3)]
        values = earned + [sum(earned)] if paid else ["", "", "", _HOW[how]]
        rows.append((canvas.ON_PANEL, level, _SIGNS[how], values))
    names = ("moves", "run", "super", "sum") if paid else ()
    edges = [_RIGHT - (3 - i) * (hal.W - 92) // 4 for i in range(4)]
    _table(names, edges, rows, 3)


def _best(chosen: bytes, place: int, first: int) -> None:
    """A page of a kind's high scores, from `first` on, with the entry at `place` highlighted."""
    rows = []
    for i, row in enumerate(entries.table(chosen)[first : first + _ROWS], first + 1):
        who, _, score, ticks, busted, over, deal = row
        ink = canvas.GOLD_PANEL if over == 1 else canvas.ON_PANEL
        rows.append((ink, i, who.decode(), (score, busted, dates.clock(ticks // 10), deal)))
    if not rows:
        text = "Nobody has played one yet"
        speech.more(text)
        canvas.centre(art.SMALL, text, 0, hal.H // 2, hal.W, canvas.ON_PANEL)
        return
    more = (hal.W - 240) // 4  # extra space between columns on wide screens
    edges = [_RIGHT - (3 - i) * more - x for i, x in enumerate((126, 92, 47, 0))]
    _table(("points", "busts", "time", "deal"), edges, rows, 0, place - first)


def _table(names: tuple, edges: list, rows: list, gold: int, marked: int = -1) -> None:
    """Draw a table: the columns' names and right edges; of each row an ink, a number, a text and
    the columns' values. The one in column `gold` stands out, and all of the row `marked`.
    """
    font = art.SMALL
    for x, name in zip(edges, names):
        canvas.right(font, name, x, _NAMES_Y, canvas.DIM_PANEL)
    y = _FIRST_Y
    for i, (ink, n, text, values) in enumerate(rows):
        if hal.VOICE:
            words = ["%s %s" % pair for pair in zip(names or ("",) * 4, values)]
            said = _HOW[_SIGNS.index(text)] if text in _SIGNS else text
            speech.more("%d, %s" % (n, said), ", ".join(words))
        if i == marked:
            top = y - (_ROW - font[0]) // 2 - 1
            canvas.box(pages.MARGIN - 5, top, _RIGHT - pages.MARGIN + 10, _ROW + 1, canvas.GOLD)
            ink = canvas.ON_GOLD
        canvas.right(font, "%d" % n, pages.MARGIN + 14, y, ink)
        hal.text(font, text, pages.MARGIN + 22, y, ink)
        for k, value in enumerate(values):
            faint = value == 0 and i != marked
            shines = k == gold and i != marked
            its = canvas.DIM_PANEL if faint else canvas.GOLD_PANEL if shines else ink
            canvas.right(font, "%s" % value, edges[k], y, its)
        y += _ROW
