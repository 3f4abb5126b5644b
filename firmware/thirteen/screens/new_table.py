"""Layer 5. Before a game of several: who plays, and by which rules."""

from thirteen import options
from thirteen.screens import settings_menu
from thirteen.storage import settings
from thirteen.ui import menu


def invite(game, below):
    """Let the seats be chosen, over what `below` draws; False for back."""
    names = game.rules.OPTIONS
    at = 0
    while True:
        below()
        chosen = settings.options(game.row, names)
        rows = ["Deal the cards"]
        for i, (word, spec) in enumerate(names):
            rows.append("%s\t%s" % (settings_menu.label(word), options.value(spec, chosen[i])))
            if i == chosen[0] + 2:
                break
        at = menu.ask("Who plays?", rows, at)
        if at <= 0:
            settings.save()
            return at == 0
        n = options.count(names[at - 1][1])
        settings.choose(game.row, at - 1, (chosen[at - 1] + (menu.way or 1)) % n)
