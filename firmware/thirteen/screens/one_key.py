"""Layer 5. Power-on with a button held: for who can press only one, one key is then enough."""

from micropython import const

import hal
from thirteen import preferences
from thirteen.draw import canvas, large
from thirteen.storage import settings
from thirteen.ui import keys, menu, speech

_HOLD = const(4000)  # ms for which it must be held,
_STUCK = const(4000)  # and after which it must be free again


def offer(buttons: int) -> None:
    """Turn the setting on, unless the buttons are let go before, or never: then they are stuck.

    That is remembered, and they are not asked for again.
    """
    if _held(buttons, _HOLD, "Keep holding the button, and one key is enough to play."):
        if _held(buttons, _STUCK, "Now let it go."):
            settings.mark_stuck(hal.keys())
            settings.save()
        else:
            settings.change(settings.ONE, 1)
            settings.save()
            preferences.apply()
            canvas.clear(canvas.PANEL)
            menu.alert("One key", "What can be chosen is offered in turn: any key chooses it.")
    keys.forget()


def _held(buttons: int, ms: int, text: str) -> bool:
    """Say what to do; whether one of these buttons is held for so long."""
    canvas.clear(canvas.PANEL)
    canvas.centre(large.FONT, "One key", 0, hal.H // 4, hal.W, canvas.GOLD_PANEL)
    top = hal.H // 2
    for line in menu.lines(text, hal.W - 20, canvas.reading).split("\n"):
        canvas.centre(canvas.reading, line, 0, top, hal.W, canvas.ON_PANEL)
        top += canvas.reading[0] + 2
    hal.refresh()
    if hal.VOICE and speech.heard():
        speech.page("One key", [text])
        speech.poll()  # no key is waited for
    while ms > 0 and hal.keys() & buttons:
        hal.sleep(10)
        ms -= 10
    return ms <= 0
