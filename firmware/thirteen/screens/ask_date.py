"""Layer 5. The question for the date, over the launcher, once after a power-on without one.

Most handhelds forget it with their power. The last day on which something was played is proposed:
A is that day, RIGHT the next one, B none. A player who wants none is never asked again.
"""

import hal
from thirteen import background, screens
from thirteen.draw import art
from thirteen.protocols import Function
from thirteen.storage import dates, history, settings
from thirteen.ui import keys, menu

_asked = False  # since power-on


def due() -> bool:
    """Whether it is to be asked, if there is a last day."""
    return not (_asked or settings.values[settings.DATELESS])


def run(draw: Function) -> bool:
    """Ask, if there is a last day; whether it was. `draw` draws what is below."""
    global _asked
    _asked = True
    last = history.last_date(history.load())
    if not last:
        return False
    _, m, d = dates.date(last)
    _, next_m, next_d = dates.date(last + 1)
    following = "%d %s" % (next_d, dates.month(next_m))
    arrow = art.CH_RIGHT + " " + following if hal.PAD and not keys.scan_ms else ""
    rows = ["Yes\t" + arrow, following, "Another day" + art.CH_ELLIPSIS, "No date", "Never ask"]
    at = menu.ask("Still %d %s?" % (d, dates.month(m)), rows)
    if at == 0:
        hal.set_today(last + (menu.way > 0))
    elif at == 1:
        hal.set_today(last + 1)
    elif at == 2:
        draw()
        screens.settings_menu.set_date(draw)
    elif at == 4:
        settings.values[settings.DATELESS] = 1
        background.defer(settings.save)
    return True
