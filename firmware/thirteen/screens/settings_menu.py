"""Layer 5. The menus for the settings and for a game's house rules."""

from micropython import const

import hal
from thirteen import background, catalog, options, preferences, screens
from thirteen.draw import art
from thirteen.protocols import Function, Game
from thirteen.storage import dates, history, settings
from thirteen.ui import digits, keys, menu

_LATER = "\nUsed from the next deal."
_MANY = const(12)  # numbers of an option that are stepped through; of more one can be entered

# For each setting, in the order of PLACES: its name, and the names of its values.
ROWS = (
    ("Light signals", ("off", "weak", "strong"))
    if hal.LIGHT and not hal.SOUND
    else ("Sound", ("off", "soft", "loud")),
    ("Animation", ("none", "fast", "normal", "slow")),
    ("Brightness", ("low", "middle", "high", "full")),
    ("Table", ("dark", "blue", "pale")),
    ("Suit colours", ("two", "four")),
    ("Text", ("normal", "large")),
    ("Flip screen", ("no", "yes")),
    ("Key repeat", ("no", "yes")),
    ("One key", ("off", "slow", "medium", "fast")),
    ("Deals", ("any", "winnable")),  # of the deals that a patience offers
    ("Forced moves", ("by hand", "alone")),
    ("Still winnable", ("off", "lamp")),
    ("Sleep after", ("never", "1 min", "2 min", "5 min", "10 min")),
)
# What each does, the backs and the date, in a line.
ABOUT = (
    "Flashes in place of sounds" if hal.LIGHT and not hal.SOUND else "For cards, wins and losses",
    "How fast cards move",
    "How bright the screen is",
    "Dark, blue or pale",
    "Four: blue diamonds, green clubs",
    "Large: menus, lessons, rules",
    "Upside down, for the left-handed",
    "Hold an arrow to keep moving",
    "Choices come in turn; press to pick",
    "Deal only games that can be won",
    "Alone: played on to the next choice",
    "For patiences; counts as a hint",
    "If no key is pressed; any key wakes it",
    "What you have won",
    "For the daily deals",
)
PLACES = bytes((
    settings.SOUND, settings.ANIMATION, settings.BRIGHTNESS, settings.THEME, settings.FOUR_COLOURS,
    settings.TEXT, settings.LEFT_HANDED, settings.KEY_REPEAT, settings.ONE, settings.WINNABLE,
    settings.FORCED, settings.LAMP, settings.SLEEP,
))  # fmt: skip
_GROUPS = 2, 7, 9, 12  # rows that begin another group: screen, keys, play, the rest
_SEEN = bytes((settings.FOUR_COLOURS, settings.THEME, settings.TEXT))  # all over the picture


def ask(draw: Function) -> None:
    """Let the player change the settings, over the current picture, which `draw` redraws."""
    at = 0
    before = bytes(settings.values)
    while at >= 0:
        rows = [_row(i) for i in range(len(ROWS))]
        rows += ["Backs and felts" + art.CH_ELLIPSIS, "Date\t" + dates.today()]
        at = menu.ask("Settings", rows, at, ABOUT, width=220, change=_change, groups=_GROUPS)
        draw()
        if at == len(ROWS):
            screens.worn.run()
            draw()
        elif at > len(ROWS):
            set_date(draw)
            draw()
    if before != settings.values:
        background.defer(settings.save)


def _row(i: int) -> str:
    name, values = ROWS[i]
    p = PLACES[i]
    if not hal.LIGHT and (p == settings.SOUND and not hal.SOUND or p == settings.BRIGHTNESS):
        return name + "\tnot on this board"
    if p == settings.SLEEP and not hal.SLEEPS:
        return name + "\tnot on this screen"
    return "%s\t%s" % (name, values[settings.values[p]])


def _change(i: int, way: int) -> str | None:
    """The row's new text; None for the date, and for what changes the whole picture."""
    if i < len(ROWS):
        change(PLACES[i], way)
    return _row(i) if i < len(ROWS) and PLACES[i] not in _SEEN else None


def change(i: int, way: int) -> None:
    """Apply the next value of setting i, or the previous one."""
    settings.change(i, way)
    preferences.apply()
    if i == settings.LEFT_HANDED:
        keys.forget()  # the arrow being held has changed its direction


def set_date(draw: Function) -> None:
    """Let the player set the date, for the daily deals."""
    while True:
        n = digits.number("Date: YYMMDD", dates.yymmdd(history.last_date(history.load())), 6)
        if n < 0:
            return
        if dates.set_today(n):
            if settings.values[settings.DATELESS]:  # who sets it wants to be asked again
                settings.values[settings.DATELESS] = 0
                background.defer(settings.save)
            return
        draw()
        menu.alert("No such date", "Year, month and day, two digits each, from 260101 on.")
        draw()


def house(game: Game) -> None:
    """Let the player set the house rules of a game, those that presets/ has words for."""
    words = getattr(catalog.module("presets", game.name), "HOUSE", {})
    names = game.rules.OPTIONS
    shown = [i for i, (name, _) in enumerate(names) if name in words]
    if not shown:
        menu.alert("House rules", "This game has none.")
        return
    row = lambda k, way=0: _house_row(game.row, names, words, shown[k], way)  # noqa: E731
    notes = tuple([words[names[i][0]][1] for i in shown])
    notes = tuple([note if "\n" in note else note + _LATER for note in notes])
    at = 0
    while at >= 0:
        rows = [row(k) for k in range(len(shown))]
        at = menu.ask("House rules", rows, at, notes, width=220, change=row)
        if at >= 0:
            name, spec = names[shown[at]]
            _enter(game.row, shown[at], spec, words[name][0])
    background.defer(settings.save)


def _house_row(row: int, names: tuple, words: dict, i: int, way: int) -> str | None:
    """The text of option i, after moving its value on; None if a number is to be entered."""
    name, spec = names[i]
    title, _, *values = words[name]
    chosen = settings.option(row, i, spec)
    if way:
        if not menu.way and _is_long(spec):
            return None
        chosen = options.next(spec, chosen, way, len(values))
        settings.choose(row, i, chosen)
    text = values[chosen % len(values)] if values else options.number(spec, chosen)
    return "%s\t%s" % (title, text)


def _is_long(spec: str) -> bool:
    """Whether the option has so many numbers that one is rather entered."""
    bounds = options.bounds(spec)
    return bool(bounds) and (bounds[1] - bounds[0]) // bounds[2] >= _MANY


def _enter(row: int, i: int, spec: str, title: str) -> None:
    """Let the player enter option i: the nearest number that it has."""
    least, most, step = options.bounds(spec)
    now = options.number(spec, settings.option(row, i, spec))
    n = digits.number(title, now, len("%d" % most))
    if n >= 0:
        n = min(max((n + step // 2) // step * step, least), most)
        settings.choose(row, i, options.index(spec, "%d" % n))
