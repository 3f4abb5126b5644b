"""Plays the handheld by a script of keys and takes measurements. Runs on MicroPython too.

play(keys)       run from power-on to the end of the script; `marks` has the framebuffer's
                 checksum at each "!" among the keys
steady(keys, ms) the bytes that the firmware allocates in ms milliseconds after the keys
"""

from binascii import crc32

import hal
import hardware

marks = []
shown = 0  # number of rectangles sent during `steady`
game = None  # the last game opened; the reference keeps it in memory


def mark():
    marks.append(crc32(hal.buf) & 0xFFFFFFFF)


def script(keys):
    """(events for the simulated hardware, ms at their end); "!" is a mark."""
    events = []
    ms = 100
    for part in keys.split("!"):
        more, ms = hardware.taps(part, ms)
        events += more
        events.append((ms, mark))
    events.pop()
    return events, ms


def start(events):
    """Run the script from power-on."""
    from thirteen import shell

    first = shell.play

    def noted(this):
        global game
        game = this
        first(this)

    shell.play = noted
    hardware.script(events)
    try:
        shell.run()
    except hardware.Stop:
        pass
    shell.play = first


def play(keys):
    events, ms = script(keys)
    start(events + [(ms + 100, hardware.Stop)])


def move():
    """Make the first legal move, as if the player had."""
    out, n = game.match.legal()
    game.move(out[0])


def steady(keys, ms, moves=False, begin=20, rest=0):
    """The bytes that the firmware allocates in ms milliseconds after the keys, or after a move.

    In `rest` ms before the move, too. The first frames of its animation do not count: they also
    update texts and numbers.
    """
    global shown
    import gc
    from array import array

    seen = array("i", (0, 0, 0, 0))

    def before():
        seen[0] = hardware.shows
        seen[1] = gc.mem_alloc()

    def after():
        seen[3] += gc.mem_alloc() - seen[1]
        seen[2] = hardware.shows

    events, end = script(keys)
    if rest:
        events += [(end + 20, before), (end + rest, after)]
        end += rest + 20
    if moves:
        events.append((end, move))
        end += begin
    start(events + [(end + 20, before), (end + ms, after), (end + ms, hardware.Stop)])
    shown = seen[2] - seen[0]
    return seen[3]
