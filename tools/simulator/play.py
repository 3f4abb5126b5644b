"""`play`: the game in a window, or in the terminal if there is no display."""

import argparse
import sys
import tempfile
from datetime import date
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

import handheld


def parser():
    p = argparse.ArgumentParser(
        prog="python -m tools play", description="Play on this machine as on the handheld."
    )
    p.add_argument("--board", help="profile in firmware/boards (default: $BOARD or ws_lcd_13)")
    p.add_argument(
        "--scale", type=int, choices=range(1, 17), metavar="N",
        help="window pixels per pixel of the handheld, 1 to 16",
    )  # fmt: skip
    p.add_argument(
        "--saves", default=".saves", metavar="DIR", help="for the saved games (default: .saves)"
    )
    where = p.add_mutually_exclusive_group()
    where.add_argument("--window", action="store_true", help="in a window, never in the terminal")
    where.add_argument("--terminal", action="store_true", help="in this terminal")
    return p


def _check(saves):
    """SystemExit, with the reason, unless games can be saved in this folder."""
    there = next(folder for folder in (saves, *saves.absolute().parents) if folder.exists())
    if not there.is_dir():
        raise SystemExit(f"play: {there} is not a folder: name another with --saves")
    try:  # permissions are not enough: a disk may be read-only, or full
        with tempfile.TemporaryFile(dir=there) as file:
            file.write(b"?")
    except OSError as error:
        raise SystemExit(f"play: games can't be saved in {saves}: {error.strerror}") from None


def _front(hal, args):
    """The window or the terminal; SystemExit, with the reason, if neither works."""
    import terminal

    why = None
    if not args.terminal:
        try:
            import window

            return window.Window(hal.BOARD, hal._PINS, args.scale)
        except ImportError:
            why = "pygame is missing (run `make setup`)"
        except window.NoWindow as error:
            why = str(error)
        if args.window:
            raise SystemExit(f"play: {why}")
    try:
        return terminal.Terminal(hal._PINS)
    except terminal.NoTerminal as error:
        raise SystemExit(f"play: {why}, and {error}" if why else f"play: {error}") from None


def main(argv=None, run=None):
    """Play until the window is closed. run: replaces the firmware's main."""
    args = parser().parse_args(argv)
    _check(Path(args.saves))
    hal = handheld.power_on(args.board, args.saves)
    import hardware
    import live

    hardware.day = (date.today() - date(2000, 1, 1)).days
    front = _front(hal, args)
    hardware.host = live.Live(front, getattr(front, "speak", print))
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
        front.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
