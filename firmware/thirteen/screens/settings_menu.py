"""Layer 5. The menus of the settings and of a game's house rules."""

import hal
from thirteen import later, options, preferences
from thirteen.storage import dates, settings
from thirteen.ui import canvas, keys, menu

# Of each of the settings' first bytes: its name, and its values from 0 on.
ROWS = (
    ("Sound", ("off", "soft", "loud")),
    ("Brightness", ("low", "middle", "high", "full")),
    ("Animation", ("none", "fast", "normal", "slow")),
    ("Suit colours", ("two", "four")),
    ("Theme", ("dark", "light")),
    ("Left-handed", ("no", "yes")),
    ("Key repeat", ("no", "yes")),
    ("Sleep after", ("never", "1 min", "2 min", "5 min", "10 min")),
    ("Winnable only", ("no", "yes")),  # of the deals that a patience offers
)


def ask(draw):
    """Let the settings be changed, over what is drawn; `draw` draws that anew."""
    at = 0
    before = bytes(settings.values)
    while at >= 0:
        rows = [_row(i) for i in range(len(ROWS))]
        at = menu.ask("Settings", rows + ["Date\t" + dates.today()], at, change=_change)
        if at >= 0:
            draw()
            _set_date(draw)
            draw()
    if before != settings.values:
        later.do(settings.save)


def _row(i):
    name, values = ROWS[i]
    return "%s\t%s" % (name, values[settings.values[i]])


def _change(i, way):
    """The row's new text; None for the date, which is set in digits."""
    if i == len(ROWS):
        return None
    step(i, way)
    if i == settings.THEME:
        canvas.dirty(0, 0, hal.W, hal.H)
    return _row(i)


def step(i, way):
    """Put the next value of setting i into force, or the one before."""
    settings.step(i, way)
    preferences.apply()
    if i == settings.LEFT_HANDED:
        keys.forget()  # the arrow that chose it is another one now


def _set_date(draw):
    """Let the player set the date, for the daily deals."""
    while True:
        n = menu.number("Date: YYMMDD", dates.yymmdd(), 6)
        if n < 0 or dates.set_today(n):
            return
        draw()
        menu.say("No such date", "Year, month and day, two digits each, from 260101 on.")
        draw()


def label(name):
    """What an option of the rules is called in a menu."""
    if name.startswith("seat"):
        return "Player %d" % (int(name[4]) + 1)
    return name[0].upper() + name[1:].replace("_", " ")


def option(row, names, i, way=0):
    """The text of option i of a game, `way` values on from the one that is chosen."""
    name, spec = names[i]
    chosen = settings.options(row, names)[i]
    if way:
        chosen = (chosen + way) % options.count(spec)
        settings.choose(row, i, chosen)
    return "%s\t%s" % (label(name), options.value(spec, chosen))


def house(row, names):
    """Let the options of a game be set, named as in its rules."""
    menu.ask(
        "House rules",
        [option(row, names, i) for i in range(len(names))],
        note="They hold from the next deal on.",
        change=lambda i, way: option(row, names, i, way),
    )
    later.do(settings.save)
