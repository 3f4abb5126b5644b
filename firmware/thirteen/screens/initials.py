"""Layer 5. Entering a player's initials."""

import hal
from thirteen.ui import art, canvas, captions, keys, large, menu


def ask(title, value):
    """Let the player change `value`, three letters; bytes, or None for back."""
    letters = bytearray(value)
    width = 184
    height = 102
    x = (hal.W - width) // 2
    y = (hal.H - height) // 2
    keys_text = captions.A + ("OK   " if hal.PAD else "next   ") + captions.B + "back"
    if not hal.PAD:
        keys_text = art.CH_BUTTON_X + art.CH_BUTTON_Y + " letter   " + keys_text
    canvas.frame(x, y, width, height, canvas.DARK_GOLD, canvas.PANEL)
    canvas.centre(large.FONT, title, x, y + 6, width, canvas.GOLD_PANEL)
    canvas.centre(art.SMALL, keys_text, x, y + height - 20, width, canvas.ON_PANEL)
    left = hal.W // 2 - 45
    top = y + 36
    at = 0
    while True:
        for i in range(3):
            on = i == at
            canvas.box(left + i * 30 + 1, top, 28, 34, canvas.GOLD if on else canvas.DARK_FELT)
            ink = canvas.ON_GOLD if on else canvas.ON_FELT
            canvas.centre(large.FONT, chr(letters[i]), left + i * 30, top + 10, 30, ink)
        hal.refresh()
        k = keys.wait()
        if hal.POINTER:
            k, at = menu.on_digit(k, at, 3, left, 30, top, 34)
        if k in (keys.UP, keys.NEXT, keys.DOWN, keys.PREV):
            way = 1 if k in (keys.UP, keys.NEXT) else 25
            letters[at] = 65 + (letters[at] - 65 + way) % 26
        elif k == keys.RIGHT:
            at = (at + 1) % 3
        elif k == keys.LEFT:
            at = (at + 2) % 3
        elif k == keys.A:
            if hal.PAD and not keys.one or at == 2:
                return bytes(letters)
            at += 1
        elif k == keys.B and not hal.PAD and at:
            at -= 1
        elif k in (keys.B, keys.MENU):
            return None
