"""Layer 5. The card that tells how a game ended: the verdict, then lines that appear one by one.

First come the trophies that were earned, each with its picture. A line is a name and a value with
a tab between them, the value in gold if it begins with a star: a record; or an honour, a text
without a tab, in gold between two stars. Keys are ignored for a moment: a
player still tapping sees the result and does not answer the menu by accident.
"""

from micropython import const

import hal
from thirteen.draw import art, canvas, card_art, large
from thirteen.fast import fast, ptr8
from thirteen.protocols import Function, Game
from thirteen.screens import awards
from thirteen.ui import captions, keys, sound, speech

TAKEN = const(-2)  # A was pressed for what comes next
_WIDTH = const(212)
_TITLE = const(29)
_LINE = const(15)
_TROPHY = const(27)
_LOW = const(160)  # height of a screen with room for one trophy
_LEAST = const(3)  # lines, for which a card stands above its menu
_TOP = const(5)  # y of the card if the menu fits below it
_EVERY = const(120)  # ms from one line to the next,
_NEXT = const(800)  # and from one trophy
_ON_GREY = const(0x4560)

# The lines that are left out first if there is no room.
_FIRST_TO_GO = (
    ("Best at this deal", "Deal", "Daily deal"), ("Wins in a row", "Won", "Rating"),
    ("Without undo or hints", "Without undo"), ("Your first win", "Stars"),
)  # fmt: skip
# What each colour of a lost table becomes: greys, on darker felt.
_GREYS = b"\x05\x02\x0e\x02\x05\x06\x06\x07\x06\x06\x06\x06\x05\x06\x0e\x05"


def room(trophies: int, below: int) -> int:
    """How many lines have room, with `below` pixels kept free under the card if they can be."""
    high = hal.H - _TITLE - 2 * _TOP - 9 - _TROPHY * _bands(trophies)
    under = (high + _TOP - 3 - below) // _LINE
    return under if under >= _LEAST else high // _LINE  # the menu will cover the card


def _bands(trophies: int) -> int:
    """How many bands they take: several side by side are one."""
    return trophies if trophies <= (1 if hal.H < _LOW else 2) else 1


def kept(lines: list, most: int) -> list:
    """At most so many lines: what is new, time and moves, and the last one stay longest."""
    lines = list(lines)
    for names in _FIRST_TO_GO:
        for i in range(len(lines) - 2, -1, -1):
            if len(lines) > most and lines[i].partition("\t")[0] in names:
                lines.pop(i)
    return lines[: most - 1] + lines[-1:] if len(lines) > most else lines


def show(
    title: str,
    lines: list,
    *,
    won: bool,
    new: bool,
    below: int,
    badge: Function = None,
    game: Game = None,
    then: str = "",
) -> int:
    """Draw the card, with `below` pixels kept free under it; `new`: its lines appear one by one.

    then: what comes next. Where the menu has no room under the card A goes on to that at once.

    `badge` draws what stands left and right of the title, else a win has a star there. `game`: its
    trophies are shown, each with its name, or many side by side. Returns the y below it, -1 if
    there is not enough room, or TAKEN.
    """
    numbers = game.end.trophies if game and game.end else []
    trophies = list(zip(numbers, awards.names(game.name, numbers))) if game else []
    high = hal.H - _TITLE - 2 * _TOP - 9 - _TROPHY * _bands(len(trophies))
    lines = kept(lines, high // _LINE)
    caption = ""
    if high + _TOP >= _LINE * len(lines) + 3 + below:
        then = ""
    elif then:
        caption = captions.line(captions.of(keys.A, then), captions.of(keys.B, "menu"))
        if len(lines) >= high // _LINE:  # the caption names what comes next
            lines = [line for line in lines if not line.startswith("Next\t")]
        lines = kept(lines, high // _LINE - 1)
    elif len(lines) < high // _LINE:
        caption = captions.of(keys.A | keys.B, "menu")[1]
    name = game.name if game else ""
    return _card(
        title, trophies, lines, won=won, new=new, below=below, badge=badge, name=name,
        caption=caption, goes_on=then != "",
    )  # fmt: skip


def _card(
    title: str,
    trophies: list,
    lines: list | tuple,
    *,
    won: bool,
    new: bool,
    below: int,
    badge: Function,
    name: str,
    caption: str,
    goes_on: bool,
) -> int:
    x = (hal.W - _WIDTH) // 2
    bands = _bands(len(trophies))
    h = _TITLE + 9 + _TROPHY * bands + _LINE * (len(lines) + (caption != ""))
    fits = _TOP + h + 3 + below <= hal.H
    y = _TOP if fits else (hal.H - h) // 2
    canvas.frame(x, y, _WIDTH, h, canvas.GOLD if won else canvas.DARK_GREY, canvas.PANEL)
    canvas.box(x, y, _WIDTH, _TITLE, canvas.GOLD if won else canvas.DARK_GREY)
    ink = canvas.ON_GOLD if won else _ON_GREY
    canvas.centre(large.FONT, title, x, y + 5, _WIDTH, ink)
    if badge:
        badge(won, x + 6, y, ink)
        badge(won, x + _WIDTH - 32, y, ink)
    elif won:
        for left in (x + 10, x + _WIDTH - 23):
            hal.blit(art.ICONS, art.ICON_STAR, left, y + 8, ink)
    speech.page(title, ["Trophy: " + text for _, text in trophies] + list(lines))
    waited = 0
    top = y + _TITLE + 4
    for k in range(bands):
        if new:
            hal.refresh()
            waited += _pass(_NEXT if waited else _EVERY)
            sound.mastered()
        _band(trophies[k : k + 1] if bands == len(trophies) else trophies, name, x, top)
        top += _TROPHY
    for line in lines:
        if new and card_art.speed:
            hal.refresh()
            waited += _pass(_EVERY)
            sound.tick()
        _line(line, x, top)
        top += _LINE
    if caption:
        canvas.centre(art.SMALL, caption, x, top + 1, _WIDTH, canvas.GOLD_PANEL)
    if new or not fits:  # else with the menu below it
        hal.refresh()
    if new:
        _pass(keys.IGNORED_FOR - waited)
        keys.forget()
    if not fits and keys.wait(False) == keys.A and goes_on:  # else the menu will cover the card
        return TAKEN
    return y + h + 3 if fits else -1


def _band(trophies: list, name: str, x: int, top: int) -> None:
    """Trophies side by side on gold."""
    canvas.box(x + 6, top, _WIDTH - 12, _TROPHY - 1, canvas.GOLD)
    left = x + 9
    for i, _ in trophies:
        awards.picture(name, i, left, top + 2)
        left += awards.PLATE + 3
    text = trophies[0][1] if len(trophies) == 1 else "%d trophies" % len(trophies)
    wide = canvas.width(art.SMALL, text)
    if left + wide < x + _WIDTH - 12:  # many leave no room for words
        hal.text(art.SMALL, text, left + 4, top + 7, canvas.ON_GOLD)
    if left + wide < x + _WIDTH - 44:
        canvas.right(art.SMALL, "new", x + _WIDTH - 14, top + 7, canvas.ON_GOLD)


def _pass(ms: int) -> int:
    """Wait that many ms, ignoring keys; returns the ms that passed."""
    left = ms
    while left > 0:
        keys.poll(keys.FLIGHT)
        left -= keys.dt
    return ms - left


def _line(text: str, x: int, y: int) -> None:
    font = art.SMALL
    name, tab, value = text.partition("\t")
    if tab:
        hal.text(font, name, x + 14, y, canvas.ON_PANEL)
        ink = canvas.GOLD_PANEL if value.startswith(art.CH_STAR) else canvas.ON_PANEL
        canvas.right(font, value, x + _WIDTH - 14, y, ink)
    else:
        name = "%s %s %s" % (art.CH_STAR, name, art.CH_STAR)
        canvas.centre(font, name, x, y, _WIDTH, canvas.GOLD_PANEL)


def grey() -> None:
    """Take the colour out of what is on the screen."""
    _replace(hal.buf, len(hal.buf), _GREYS, bytearray(256))


@fast
def _replace(buf: ptr8, n: int, colours: ptr8, pairs: ptr8):  # type: ignore[no-untyped-def]
    """Replace each colour; pairs: room for what becomes of the two pixels of a byte."""
    i = 0
    while i < 256:
        pairs[i] = colours[i >> 4] << 4 | colours[i & 15]
        i += 1
    i = 0
    while i < n:  # two at a time take two thirds of the time
        buf[i] = pairs[buf[i]]
        buf[i + 1] = pairs[buf[i + 1]]
        i += 2
