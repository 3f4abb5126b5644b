# ruff: noqa: F821 (names from stage.py and from the lines that the host prepends)
"""On the device, after stage.py: the time from the key to a game's QR code, and its longest slice.

A slice is what happens between two polls of the keys.
"""

gc.collect()
before = gc.mem_alloc()
begun = ticks_us()
from thirteen.screens import qr_code  # noqa: E402

loaded = ticks_diff(ticks_us(), begun)
gc.collect()
taken = gc.mem_alloc() - before


def shown():
    """As `run`, until the code is on the screen."""
    global text, whole, size
    start = ticks_us()
    text, whole = qr_code._work(qr_code.game_code.write(game.row, game.match, 999))
    times.append(ticks_diff(ticks_us(), start))
    size, cells = qr_code._work(qr_code.qr.make(text))
    times.append(ticks_diff(ticks_us(), start))
    qr_code._work(qr_code._draw(size, cells))
    hal.refresh()
    times.append(ticks_diff(ticks_us(), start))


def script():
    yield from opened(NAME)
    yield from dealt(DEAL, OPTIONS)
    for m in MOVES:
        game.match.play(m)
    game.view.changed(game.match.s)
    game.show()
    yield from still()
    hal.collect()
    yield 0
    alone(shown)
    tell("code", NAME, len(MOVES), len(text), whole, size, loaded, taken, times, longest)


times = []
play(script())
