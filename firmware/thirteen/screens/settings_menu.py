"""Layer 5. The menus of the settings and of a game's house rules."""


from thirteen import options, preferences
from thirteen.screens import notices
from thirteen.storage import dates, settings
from thirteen.ui import keys, menu

# Of each option of the rules: its name in a menu, and what it does.
_HOUSE = {
    "kings": ("Kings", "auto: kings leave by themselves"),
    "redeals": ("Redeals", "how often the waste is turned over"),
    "hold": ("Hold back", "yes: a card that fits may be wasted"),
    "bases": ("Bases dealt", "no: the piles begin empty"),
    "wastes": ("Wastes", "how many waste piles there are"),
    "players": ("Players", "how many sit at the table"),
    "seat": ("", "a person, or a computer player"),
    "out": ("Going out", "melded: only with no card left over"),
    "upcard": ("Turned-up card", "yes: the discards begin with a card"),
    "wild_penalty": ("Spare wild card", "what it costs; rank: its own points"),
    "rounds": ("Rounds", "how many rounds make a game"),
}
_LATER = "\nUsed from the next deal."

# Of each setting, by PLACES in the file: its name, and its values from 0 on.
ROWS = (
    ("Sound", ("off", "soft", "loud")),
    ("Brightness", ("low", "middle", "high", "full")),
    ("Animation", ("none", "fast", "normal", "slow")),
    ("Suit colours", ("two", "four")),
    ("Table", ("green", "blue", "pale")),
    ("Flip screen (left-handed)", ("no", "yes")),
    ("Key repeat", ("no", "yes")),
    ("Sleep after", ("never", "1 min", "2 min", "5 min", "10 min")),
    ("Only winnable deals", ("no", "yes")),  # of the deals that a patience offers
    ("Text", ("normal", "large")),
)
PLACES = bytes(range(9)) + bytes((settings.TEXT,))



def ask(show):
    """Let the settings be changed; `show` draws what lies below."""
    at = 0
    before = bytes(settings.values)
    while at >= 0:
        show()
        rows = [
            "%s\t%s" % (name, names[settings.values[PLACES[i]]])
            for i, (name, names) in enumerate(ROWS)
        ]
        at = menu.ask("Settings", rows + ["Date\t" + dates.today()], at)
        if at == len(ROWS):
            _set_date(show)
        elif at >= 0:
            step(PLACES[at], menu.way or 1)
    if before != settings.values and not settings.save():
        notices.tell()
    show()


def step(i, way):
    """Put the next value of setting i into force, or the one before."""
    settings.step(i, way)
    preferences.apply()
    if i == settings.LEFT_HANDED:
        keys.forget()  # the arrow that chose it is another one now


def _set_date(show):
    """Let the player set the date, for the daily deals."""
    while True:
        show()
        n = menu.number("Date: YYMMDD", dates.yymmdd(), 6)
        if n < 0 or dates.set_today(n):
            return
        show()
        menu.say("No such date", "Year, month and day, two digits each, from 260101 on.")


def label(name):
    """What an option of the rules is called in a menu."""
    if name.startswith("seat"):
        return "Player %d" % (int(name[4]) + 1)
    if name in _HOUSE:
        return _HOUSE[name][0]
    return name[0].upper() + name[1:].replace("_", " ")


def about(name):
    """What an option of the rules does, in a line."""
    return _HOUSE.get("seat" if name.startswith("seat") else name, ("", "a house rule"))[1]


def house(row, names, show):
    """Let the options of a game be set, named as in its rules; `show` draws what lies below."""
    at = 0
    notes = tuple([about(name) + _LATER for name, _ in names])
    while at >= 0:
        show()
        chosen = settings.options(row, names)
        rows = [
            "%s\t%s" % (label(name), options.value(spec, chosen[i]))
            for i, (name, spec) in enumerate(names)
        ]
        at = menu.ask("House rules", rows, at, notes, wide=220)
        if at >= 0:
            n = options.count(names[at][1])
            settings.choose(row, at, (chosen[at] + (menu.way or 1)) % n)
    settings.save()
