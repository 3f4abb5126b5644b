# ruff: noqa: F821 (names from stage.py and from the lines that the host prepends)
"""On the device, after stage.py: drawing, moves, undo and cursor of a game with piles."""

from hal import lcd

_LOOK = 80  # frames
_KEYS = (hal.LEFT, hal.UP, hal.RIGHT, hal.RIGHT, hal.DOWN, hal.LEFT, hal.UP, hal.DOWN)

drawn = shown = 0
down = 0  # the key to be pressed, and its time
when = 0
sent = 0
_push = lcd.push


def push(x, y, w, h):
    """Note the time of each transfer."""
    global sent
    _push(x, y, w, h)
    sent = ticks_us()


def look():
    return down if down and ticks_diff(ticks_us(), when) >= 0 else 0


def whole():
    """Draw the whole table and send it, where something else was shown.

    Keeps the most microseconds: `drawn`, and until it was sent, `shown`.
    """
    global drawn, shown
    hal.fb.fill(0)
    hal.refresh()
    start = ticks_us()
    game.draw()
    drawn = max(drawn, ticks_diff(ticks_us(), start))
    hal.refresh()
    shown = max(shown, ticks_diff(ticks_us(), start))


def moves():
    """Time the frames of each move, the whole table and undo, after a pause.

    A player first looks at the table for a second or two; meanwhile the other modules load.
    """
    yield from dealt(DEAL, OPTIONS)
    for _ in range(_LOOK):
        yield 0
    whole()
    hal.collect()
    for i, m in enumerate(MOVES):
        start = ticks_us()
        game.move(m)
        made = ticks_diff(ticks_us(), start)
        yield 0
        made += took
        worst = frames = 0
        while moving:
            yield 0
            if moving:
                worst = max(worst, took)
                frames += 1
        tell("move", NAME, i, m, made, worst, took, frames)
        if i % 10 == 9:
            whole()
            hal.collect()
    worst = 0
    while game.match.played:
        start = ticks_us()
        game.undo()
        yield 0
        worst = max(worst, ticks_diff(ticks_us(), start))
        if game.match.played % 10 == 9:
            hal.collect()
    tell("undo", NAME, len(MOVES), worst)
    for m in LATE:
        game.match.play(m)
    game.view.open(game.match.s)
    game.show()
    hal.collect()
    whole()
    tell("whole", NAME, drawn, shown)


def latency():
    """Time from a key's edge, at any moment of a frame, to the cursor's last pixel."""
    global down, when, sent
    yield from dealt(DEAL, OPTIONS)
    game.save = lambda: None  # or it would save after a while without a key
    lcd.push = push
    hal.keys = look
    i = 0
    for key in _KEYS * 4:
        i += 1
        key = key if hal.PAD else hal.Y
        hal.collect()
        yield 0
        sent = 0
        when = ticks_add(ticks_us(), 20000 + i * 739 % 5000)
        down = key
        frames = 0
        while not sent and frames < 60:
            yield 0
            frames += 1
        if sent:
            tell("key", NAME, ticks_diff(sent, when))
        down = 0
        for _ in range(6):
            yield 0
    lcd.push = _push
    hal.keys = lambda: 0


def script():
    yield from opened(NAME)
    yield from moves()
    yield from bytes_a_frame(MOVES[:12])
    yield from latency()


play(script())
