"""Layer 3. Short, soft sound effects. Everything they signal is visible on the screen too.

Without a buzzer the backlight dips for a refusal, a level, a win and a loss (see hal.tone).
Nothing here blocks: a tone ends by itself, a tune continues with each poll of the keys. There is
one voice: a tune has it until it ends, the next one follows it, and short sounds are left out.
"""

from micropython import const

import hal

level = 0  # how loud, 0 to 255; the settings set it

_NOTE = const(110)  # ms
_UNIT = const(8)  # hertz; a tune has one byte per note
_CADENCE = b"\x62\x83\x62\x83"  # after a game's own jingle, when it is won
_LOST = b"\x2f\x27\x1f"
_LEVEL = b"\x52\x62\x7b"
_PURR = b"\x08\x07\x08\x07\x08\x07\x08\x07"
_SEMITONES = b"\x49\x4e\x52\x57\x5c\x62\x68\x6e\x75\x7b\x83\x8b\x93"  # an octave up from D5

_tune = b""  # what is played, b"" for nothing
_at = 0  # the notes of it begun
_left = 0  # ms until the next note


def choose() -> None:
    _tone(880, 18)


def place() -> None:
    _tone(587, 28)


def run(n: int) -> None:
    """Group n of a run, counted from 1: each a semitone higher, up to an octave."""
    _tone(_SEMITONES[min(n, len(_SEMITONES)) - 1] * _UNIT, 45)


def land() -> None:
    """A card comes to rest."""
    _tone(330, 8)


def mastered() -> None:
    """A level or a round has been mastered."""
    _start(_LEVEL)


def refuse() -> None:
    _tone(180, 60)


def tick() -> None:
    """A clock about to run out."""
    _tone(1200, 12)


def won(jingle: str) -> None:
    """A game is won: its jingle, and how that ends."""
    _start(jingle.encode() + _CADENCE)


def lost() -> None:
    _start(_LOST)


def purr() -> None:
    """The cat of Friday the 13th; the backlight dips for each breath."""
    _start(_PURR)


def jingle(tune: str) -> None:
    """The notes of a game that is opened; the backlight does not flicker for it."""
    if hal.SOUND:
        _start(tune.encode())


def pass_time(dt: int) -> None:
    """dt ms have passed: play the next note of a tune if it is due."""
    global _tune, _at, _left
    if not _tune:
        return
    _left -= dt
    if _left > 0:
        return
    if _at == len(_tune):
        _tune = b""
        return
    if level:
        hal.tone(_tune[_at] * _UNIT, _NOTE - 20, level)
    _left = _NOTE
    _at += 1


def due() -> int:
    """ms until the next note of a tune; a long time if none is playing."""
    return max(_left, 0) if _tune else _NOTE


def _start(tune: bytes) -> None:
    global _tune, _at, _left
    if not _tune:
        _left = 0
    _tune = _tune[_at:] + tune if _tune else tune
    _at = 0


def _tone(hz: int, ms: int) -> None:
    if level and not _tune:
        hal.tone(hz, ms, level)
