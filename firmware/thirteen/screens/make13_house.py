"""Layer 5. Make 13's house rules: other options make another tournament."""

from thirteen import options
from thirteen.draw import canvas
from thirteen.storage import settings
from thirteen.ui import menu

_SCORES = "\nEach setting has its own high scores."
_ABOUT = (
    "How many levels make a game" + _SCORES,
    "The points that win a First to" + _SCORES,
    "How long each group may take" + _SCORES,
    "How often a player may try a deal" + _SCORES,
)


def ask(game):
    """Let the player choose the options of the next races."""
    names = game.rules.OPTIONS
    at = 0
    while at >= 0:
        canvas.clear()
        own = settings.options(game.row, names)
        values = [options.value(names[k][1], own[k]) for k in range(5)]
        if values[1] == "open":
            values[1] = 5
        rows = (
            "Levels\t%d" % values[1],
            "Target\t%d" % values[2],
            "Move Timer\t%d s" % ((values[3] if values[3] != "off" else 100) // 10),
            "Entries\t%d" % values[4],
        )
        at = menu.ask("House rules", rows, at, _ABOUT, 220, _chosen)
        if at >= 0:
            _step(game, at + 1, values[at + 1])
    settings.save()


def _chosen(i, way):
    """LEFT and RIGHT change a value, which is told anew."""


def _step(game, k, v):
    """Change option k from its value v: to the next or previous one, or one entered."""
    spec = game.rules.OPTIONS[k][1]
    if k < 3:
        unit, most = (1, 99) if k == 1 else (500, 60000)
        if menu.way:
            v = min(max(v + menu.way * unit, unit), most)
        else:
            canvas.clear()
            from thirteen.ui import digits  # rarely needed

            got = digits.number(("Levels", "Target")[k - 1], v, (2, 5)[k - 1])
            if got >= 0:
                v = min(max((got + unit // 2) // unit * unit, unit), most)
        settings.choose(game.row, k, options.index(spec, str(v)))
    else:
        n = 3 if k == 3 else options.count(spec)
        at = options.index(spec, str(v)) if v != "off" else 0
        settings.choose(game.row, k, (at + (menu.way or 1)) % n)
