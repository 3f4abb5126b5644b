"""Layer 5. Power-on: starts the games; MicroPython's prompt if B is held.

With A and B held it first tries how the panel can be driven, for one that shows nothing.
"""

import gc
import sys

from micropython import const

import hal

_SOON = const(2000)  # ms from a start; out of memory so soon, the next start would be too


def run():
    """Play; an error is shown, saved, and reported at the next start.

    In one function with the loop: each that calls another takes 200 bytes of the C stack.
    """
    try:
        if not _starts():
            return
        tries = 0  # starts that soon ran out of memory
        while True:
            began = hal.ms()
            full = False
            try:
                from thirteen import shell

                shell.run()
            except Exception as e:
                if _lacks_room(e):
                    tries = tries + 1 if hal.ms() - began & hal.WRAP < _SOON else 0
                    full = tries < 2
                if not full:
                    if isinstance(e, MemoryError):
                        raise
                    _drop_all()
                    from thirteen.screens import crash

                    crash.caught(e)
            if full:  # nothing is lost by starting again: only this line on USB tells of it
                print("Out of memory: started again.")
                _save_game()
                _drop_all()
                if tries:
                    _leave_game()
    except MemoryError:
        _show_out_of_memory()
    finally:
        hal.leave()


def _starts():
    """Whether the games start: not if B is held, nor if there is no room for them."""
    held = hal.keys()
    if held & hal.B and held & hal.A and hal.panel():
        from thirteen.screens import mend_picture

        mend_picture.search()
    elif held & hal.B:
        from thirteen.screens import crash

        crash.prompt()  # when main.py returns, MicroPython's prompt starts
        return False
    _report_crash()
    return True


def _lacks_room(e):
    """Without memory, or stack, for the search MicroPython says that there is no such module."""
    return isinstance(e, MemoryError) or isinstance(e, ImportError) and "module named" in str(e)


def _leave_game():
    """Go on in the launcher."""
    from thirteen.storage import settings

    settings.load()
    settings.remember(-1)
    settings.save()


def _report_crash():
    try:
        crashed = hal.read("crash")
    except OSError:
        crashed = b""
    if crashed is not None:
        from thirteen.screens import crash  # not needed at power-on

        crash.resume(crashed)


def _save_game():
    """Save what is in play."""
    try:
        sys.modules["thirteen.ui.keys"].on_screen_off()
    except Exception:  # not even there yet, or no room: it goes on from what was saved last
        pass


def _drop_all():
    """Drop all modules but the HAL: their state can't be trusted, or the heap is full."""
    package = sys.modules["thirteen"]
    for path in [path for path in sys.modules if path.startswith("thirteen.")]:
        module = sys.modules.pop(path)
        if module:
            module.__dict__.clear()
        name = path[9:]
        if hasattr(package, name):
            setattr(package, name, None)
            delattr(package, name)
    gc.collect()


def _show_out_of_memory():
    gc.collect()
    import no_room  # rarely needed

    _show(no_room.lines())


def _show(lines):
    print(*lines)
    for i in (0, 5, 10, 15):  # the shades of the letters below
        hal.palette(i, 0x111111 * i)
    hal.fb.fill(0)
    top = (hal.H - 20 * len(lines)) // 2
    try:
        from thirteen.draw import art

        for i, line in enumerate(lines):
            hal.centre(art.SMALL, line, 0, top + 20 * i, hal.W, 0xFA50)
    except MemoryError:  # fall back to MicroPython's built-in font
        for i, line in enumerate(lines):
            hal.fb.text(line, 8, top + 20 * i, 15)
    hal.light(255)
    hal.refresh()
