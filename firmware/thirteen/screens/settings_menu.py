"""Layer 5. The menus for the settings and for a game's house rules."""

import hal
from thirteen import loader, options, preferences
from thirteen.storage import dates, settings
from thirteen.ui import captions, keys, menu

# For each option of the rules: its name in the menu, and what it does.
_HOUSE = {
    "kings": ("Kings", "Auto: kings leave by themselves"),
    "redeals": ("Redeals", "How often the waste is turned over"),
    "hold": ("Hold back", "Yes: a card that fits may be wasted"),
    "bases": ("Bases dealt", "No: the piles begin empty"),
    "wastes": ("Wastes", "How many waste piles there are"),
    "players": ("Players", "How many sit at the table"),
    "seat": ("", "A person, or a computer player"),
    "out": ("Going out", "Melded: only with no card left over"),
    "upcard": ("Turned-up card", "Yes: the discards begin with a card"),
    "wild_penalty": ("Spare wild card", "What it costs; rank: its own points"),
    "rounds": ("Rounds", "How many rounds make a game"),
}
_LATER = "\nUsed from the next deal."

# For each setting, in the order of PLACES: its name, and the names of its values.
ROWS = (
    ("Light signals", ("off", "weak", "strong"))
    if hal.LIGHT and not hal.SOUND
    else ("Sound", ("off", "soft", "loud")),
    ("Brightness", ("low", "middle", "high", "full")),
    ("Animation", ("none", "fast", "normal", "slow")),
    ("Suit colours", ("two", "four")),
    ("Table", ("dark", "blue", "pale")),
    ("Flip screen", ("no", "yes")),
    ("Key repeat", ("no", "yes")),
    ("Sleep after", ("never", "1 min", "2 min", "5 min", "10 min")),
    ("Deals", ("any", "winnable")),  # of the deals that a patience offers
    ("Text", ("normal", "large")),
    ("One key", ("off", "slow", "medium", "fast")),
    ("Forced moves", ("by hand", "alone")),
    ("Still winnable", ("not shown", "lamp")),
)
# What each does, and the date, in a line.
ABOUT = (
    "Flashes in place of sounds" if hal.LIGHT and not hal.SOUND else "For cards, wins and losses",
    "How bright the screen is",
    "How fast cards move",
    "Four: blue diamonds, green clubs",
    "Dark, blue or pale",
    "Upside down, for the left-handed",
    "Hold an arrow to keep moving",
    "If no key is pressed; any key wakes it",
    "Deal only games that can be won",
    "Large: menus, lessons, rules",
    "Choices come in turn; press to pick",
    "Alone: played on to the next choice",
    "For patiences; counts as a hint",
    "For the daily deals",
)
PLACES = bytes(range(9)) + bytes((settings.TEXT, settings.ONE, settings.FORCED, settings.LAMP))
_SEEN = bytes((settings.FOUR_COLOURS, settings.THEME, settings.TEXT))  # all over the picture


def ask(draw):
    """Let the player change the settings, over the current picture, which `draw` redraws."""
    at = 0
    before = bytes(settings.values)
    while at >= 0:
        rows = [_row(i) for i in range(len(ROWS))]
        rows.append("Date\t" + dates.today())
        at = menu.ask("Settings", rows, at, ABOUT, 220, _change)
        draw()
        if at == len(ROWS):
            set_date(draw)
            draw()
    if before != settings.values:
        loader.defer(settings.save)


def _row(i):
    name, values = ROWS[i]
    if not hal.LIGHT and (i == settings.SOUND and not hal.SOUND or i == settings.BRIGHTNESS):
        return name + "\tnot on this board"
    return "%s\t%s" % (name, values[settings.values[PLACES[i]]])


def _change(i, way):
    """The row's new text; None for the date, and for what changes the whole picture."""
    if i < len(ROWS):
        step(PLACES[i], way)
    return _row(i) if i < len(ROWS) and PLACES[i] not in _SEEN else None


def step(i, way):
    """Apply the next value of setting i, or the previous one."""
    settings.step(i, way)
    preferences.apply()
    if i == settings.LEFT_HANDED:
        keys.forget()  # the arrow being held has changed its direction


def set_date(draw):
    """Let the player set the date, for the daily deals."""
    from thirteen.ui import digits  # rarely needed

    while True:
        n = digits.number("Date: YYMMDD", dates.yymmdd(), 6)
        if n < 0 or dates.set_today(n):
            return
        draw()
        menu.alert("No such date", "Year, month and day, two digits each, from 260101 on.")
        draw()


def label(name):
    """The name of an option in the menu."""
    if name.startswith("seat"):
        return "Player %d" % (int(name[4]) + 1)
    if name in _HOUSE:
        return _HOUSE[name][0]
    return name[0].upper() + name[1:].replace("_", " ")


def about(name):
    """What an option does, in one line."""
    return _HOUSE.get("seat" if name.startswith("seat") else name, ("", "a house rule"))[1]


def option(row, names, i, way=0):
    """The menu text of option i of a game, after moving it on by `way` values."""
    name, spec = names[i]
    chosen = settings.option(row, i, spec)
    if way:
        chosen = (chosen + way) % options.count(spec)
        settings.choose(row, i, chosen)
    value = options.value(spec, chosen)
    if name.startswith("seat"):
        value = value if chosen else "person"
        who = captions.PLAYERS[int(name[4])] if chosen else settings.who(int(name[4]))
        value = "%s, %s" % (who, value) if who else value
    return "%s\t%s" % (label(name), value)


def house(row, names):
    """Let the player set the options of a game, but for who plays: a new deal asks for that."""
    shown = [i for i, (name, _) in enumerate(names) if name != "players" and name[:4] != "seat"]
    if not shown:
        menu.alert("House rules", "This game has none.")
        return
    menu.ask(
        "House rules",
        [option(row, names, i) for i in shown],
        note=tuple([about(names[i][0]) + _LATER for i in shown]),
        width=220,
        change=lambda k, way: option(row, names, shown[k], way),
    )
    loader.defer(settings.save)
