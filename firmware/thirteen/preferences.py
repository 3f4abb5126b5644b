"""Layer 5. Applies the player's settings."""

import hal
from thirteen.draw import art, canvas, card_art, large, palettes
from thirteen.storage import settings
from thirteen.ui import keys, sound, speech

_SLEEP = (0, 1, 2, 5, 10)  # minutes
_ONE = (0, 2400, 1500, 900)  # ms for which a place is offered to a player with one key
_LETTERS = (
    art.CH_UP, art.CH_DOWN, art.CH_LEFT, art.CH_RIGHT,
    art.CH_BUTTON_A, art.CH_BUTTON_B, art.CH_BUTTON_X, art.CH_BUTTON_Y,
)  # fmt: skip

WIRED = 0x30 | 15 * hal.PAD | 0xC0 * hal.XY  # the buttons that can be exchanged, a bit each

_small = art.SMALL  # the font as it was made


def apply() -> None:
    """Set sound, backlight, colours and keys from the settings."""
    values = settings.values
    sound.level = (0, 90, 255)[values[settings.SOUND]]
    keys.light = (values[settings.BRIGHTNESS] + 1) * 64 - 1
    hal.light(keys.light)
    palettes.felt = values[settings.FELT]
    canvas.theme(values[settings.THEME])
    order = settings.order(WIRED)
    one = _ONE[values[settings.ONE]]
    if keys.order != order or keys.scan_ms != one:
        keys.remap(order, one)
        speech.exchange(order)
    art.SMALL = named(_small)
    canvas.reading = named(large.FONT) if values[settings.TEXT] else art.SMALL
    hal.turn(values[settings.LEFT_HANDED] == 1)
    keys.repeat = values[settings.KEY_REPEAT] == 1
    keys.dim_after = _SLEEP[values[settings.SLEEP]] * 60000
    cards()


def named(font: bytes) -> bytes:
    """A font in which the letters of keys are those of the buttons that they are on."""
    order = settings.order(WIRED)
    if not order:
        return font
    out = bytearray(font)
    for i in range(8):
        to = 4 + 2 * (ord(_LETTERS[order[i]]) - font[1])
        of = 4 + 2 * (ord(_LETTERS[i]) - font[1])
        out[to : to + 2] = font[of : of + 2]
    return bytes(out)


def cards() -> None:
    """Set speed, colours and backs of the cards."""
    card_art.speed = settings.values[settings.ANIMATION]
    card_art.colours(settings.values[settings.FOUR_COLOURS] == 1)
    if card_art.worn != settings.values[settings.BACK]:
        card_art.wear(settings.values[settings.BACK])
