"""`play`: the game in a window, or in the terminal if there is no display."""

import argparse
import sys
import tempfile
from datetime import date
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

import handheld
from tools.games import Bad


def parser():
    p = argparse.ArgumentParser(
        prog="python -m tools play", description="Play on this machine as on the handheld."
    )
    p.add_argument("--board", help="profile in firmware/boards (default: $BOARD or ws_lcd_13)")
    p.add_argument(
        "--saves", default=".saves", metavar="DIR", help="for the saved games (default: .saves)"
    )
    add_front(p)
    return p


def add_front(p):
    """The options that say where the handheld is shown."""
    p.add_argument(
        "--scale", type=int, choices=range(1, 17), metavar="N",
        help="window pixels per pixel of the handheld, 1 to 16",
    )  # fmt: skip
    where = p.add_mutually_exclusive_group()
    where.add_argument("--window", action="store_true", help="in a window, never in the terminal")
    where.add_argument("--terminal", action="store_true", help="in this terminal")


def _check(saves):
    """Bad, with the reason, unless games can be saved in this folder."""
    there = next(folder for folder in (saves, *saves.absolute().parents) if folder.exists())
    if not there.is_dir():
        raise Bad(f"{there} is not a folder: name another with --saves")
    try:  # permissions are not enough: a disk may be read-only, or full
        with tempfile.TemporaryFile(dir=there) as file:
            file.write(b"?")
    except OSError as error:
        raise Bad(f"games can't be saved in {saves}: {error.strerror}") from None


def front(board, pins, args):
    """The window or the terminal; Bad, with the reason, if neither works.

    pins: of the buttons, in the order of hardware.KEYS; args: scale, window and terminal.
    """
    import terminal

    why = None
    if not args.terminal:
        try:
            import window

            return window.Window(board, pins, args.scale)
        except ImportError:
            why = "pygame is missing (run `make setup`)"
        except window.NoWindow as error:
            why = str(error)
        if args.window:
            raise Bad(why)
    try:
        return terminal.Terminal(pins)
    except terminal.NoTerminal as error:
        raise Bad(f"{why}, and {error}" if why else str(error)) from None


def main(argv=None, run=None):
    """Play until the window is closed. run: replaces the firmware's main."""
    args = parser().parse_args(argv)
    _check(Path(args.saves))
    hal = handheld.power_on(args.board, args.saves)
    import hardware
    import live

    hardware.day = (date.today() - date(2000, 1, 1)).days
    shown = front(hal.BOARD, hal._PINS, args)
    hardware.host = live.Live(shown, getattr(shown, "speak", print))
    try:
        if run is None:
            import main as game

            run = game.run
        run()
    except hardware.Stop:
        return 0
    except KeyboardInterrupt:  # ends a game in the terminal
        return 0
    finally:
        hardware.host = None
        shown.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
