"""Layer 5. Applies the player's settings."""

import hal
from thirteen.storage import settings
from thirteen.ui import art, canvas, card_art, keys, sound

_SLEEP = (0, 1, 2, 5, 10)  # minutes


_large = None  # the module with the font, while it is the one for reading


def apply():
    """Set sound, backlight, colours and keys from the settings."""
    global _large
    values = settings.values
    sound.level = (0, 90, 255)[values[settings.SOUND]]
    keys.light = (values[settings.BRIGHTNESS] + 1) * 64 - 1
    hal.light(keys.light)
    card_art.speed = values[settings.ANIMATION]
    card_art.colours(values[settings.FOUR_COLOURS] == 1)
    canvas.theme(values[settings.THEME])
    _large = None
    if values[settings.TEXT]:
        from thirteen.ui import large as _large  # not needed by most players
    canvas.reading = _large.FONT if _large else art.SMALL
    hal.turn(values[settings.LEFT_HANDED] == 1)
    keys.repeat = values[settings.KEY_REPEAT] == 1
    keys.dim_after = _SLEEP[values[settings.SLEEP]] * 60000
