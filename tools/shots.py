"""`shots`: takes screenshots by scripted key presses.

A shot is a board, a starting position and keys in the notation of `hardware.taps`. Deterministic:
the same firmware gives the same bytes, so a changed picture shows in the diff.
"""

import argparse
import importlib.util
import io
import sys
import tempfile
import traceback
from pathlib import Path

from tools import games
from tools.games import Bad

PICTURES = Path(__file__).resolve().parent / "pictures"
SCALE = 2

# name: board, game, deal, number of moves made first (by hints), theme, keys
SHOTS = {
    "launcher": ("ws_lcd_13", None, 0, 0, 0, "400"),
    "thirteens": ("ws_lcd_13", "thirteens", 42, 9, 0, "900"),
    "thirteens-light": ("ws_lcd_13", "thirteens", 7, 4, 1, "600 X 1500"),
    "thirteens-wide": ("display_pack_2", "thirteens", 99, 12, 0, "600"),
    "friday": ("ws_lcd_13", "friday", 13, 30, 0, "600"),
    "friday-wide": ("display_pack_2", "friday", 5, 40, 1, "600"),
    "imaginary": ("ws_lcd_13", "imaginary", 13, 46, 0, "600"),
    "imaginary-wide": ("display_pack_2", "imaginary", 21, 60, 1, "600"),
    "make13": ("ws_lcd_13", "make13", 13, 8, 0, "300 A 200 A 900"),
    "make13-wide": ("display_pack_2", "make13", 13, 8, 0, "300 A 200 A 900"),
    "three_thirteen": ("ws_lcd_13", "three_thirteen", 13, 200, 0, "3500"),
    "cascade": ("ws_lcd_13", "thirteens", 42, 999, 0, "2600"),
    "result": ("ws_lcd_13", "friday", 13, 999, 0, "9000"),
    "round": ("ws_lcd_13", "three_thirteen", 13, 999, 0, "900"),
    "review": ("ws_lcd_13", "friday", 13, 999, 0, "9000 DOWN*2 A 600 LEFT*9 1500"),
    "statistics": (
        "ws_lcd_13",
        "thirteens",
        42,
        999,
        0,
        "9000 DOWN A 600 MENU 200 UP*2 A 200 UP*3 A 400",
    ),
    "thirteens-tiny": ("display_pack", "thirteens", 42, 9, 0, "600"),
    "friday-tiny": ("ws_lcd_114", "friday", 13, 30, 0, "600"),
    "imaginary-tiny": ("display_pack", "imaginary", 13, 46, 0, "600"),
    "make13-tiny": ("ws_lcd_114", "make13", 13, 8, 0, "300 A 200 A 900"),
    "three_thirteen-tiny": ("display_pack", "three_thirteen", 13, 200, 0, "3500"),
    "menu": ("ws_lcd_13", "thirteens", 42, 9, 0, "600 MENU 300"),
    "rules": ("ws_lcd_13", "thirteens", 42, 9, 0, "600 MENU 200 UP*2 A 200 UP*4 A 300"),
    "settings": ("ws_lcd_13", "thirteens", 42, 9, 0, "600 MENU 200 UP*2 A 200 UP A 300"),
    "self-test": ("ws_lcd_13", None, 0, 0, 0, "300 MENU 200 DOWN*3 A 400 X:900"),
}
_SIZES = {"": "ws_lcd_13", "-wide": "display_pack_2", "-tiny": "display_pack"}
for _game in games.names():
    for _size, _board in _SIZES.items():
        SHOTS.setdefault(_game + _size, (_board, _game, 13, 12, 0, "600"))
README = tuple(games.names())


def prepare(game, deal, moves, theme):
    """Create the saves: settings and a game in progress."""
    from thirteen import dealing, loader
    from thirteen.game import Game
    from thirteen.storage import settings

    settings.load()
    settings.values[4] = theme
    if game:
        table = Game(game)
        dealing.deal(table, deal)
        bot = loader.load(game, "bots")
        for _ in range(moves):
            if table.rules.over(table.match.s):
                break
            table.match.play(games.think(bot, table.match.s))
        table.clean = False
        table.save()
        settings.remember(table.row)
    settings.save()


def take(name, out):
    """Play shot `name` and write its picture into the folder; returns the path."""
    from tools.simulator import handheld

    board, game, deal, moves, theme, keys = SHOTS[name]
    path = Path(out) / f"{name}.png"
    taken = io.BytesIO()
    with tempfile.TemporaryDirectory() as saves:
        handheld.power_on(board, saves)
        prepare(game, deal, moves, theme)
        handheld.power_on(board, saves)
        import hardware
        import main
        import panel

        events, end = hardware.taps(keys)
        if ":" in keys.split()[-1]:  # the last key is still down when the picture is taken
            end -= 300
        events += [
            (end, lambda: panel.image(scale=SCALE).save(taken, "png")),
            (end, hardware.Stop),
        ]
        hardware.script(events)
        playing(main.run)
    games.write(path, taken.getvalue())
    return path


def playing(run):
    """Run the firmware's `main.run` to the end of the script; Bad if it crashed."""
    import hardware
    from thirteen import loader
    from thirteen.screens import crash

    def caught(error):
        raise Crashed from error

    crash.caught = caught
    loader.unload = lambda: None  # which would drop that screen
    try:
        run()
    except hardware.Stop:
        pass
    except Crashed as crashed:
        traceback.print_exception(crashed.__cause__)
        raise Bad("the game crashed (see above): no picture was written") from None


class Crashed(BaseException):
    """The firmware shows its crash screen. Not an Exception, which the firmware would catch."""


def need_pillow():
    """Bad if Pillow is missing, before any work is done."""
    if not importlib.util.find_spec("PIL"):
        raise Bad("the package Pillow is missing, which is needed for pictures: run `make setup`")


def main(argv):
    parser = argparse.ArgumentParser(
        prog="python -m tools shots",
        description="Take screenshots: the README's, or those named.",
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"which: {', '.join(SHOTS)}")
    parser.add_argument(
        "--out", default=PICTURES, metavar="DIR", help="a folder (default: tools/pictures)"
    )
    args = parser.parse_args(argv)
    need_pillow()
    names = args.names or README
    Path(args.out).mkdir(parents=True, exist_ok=True)
    for name in names:
        if name not in SHOTS:
            raise Bad(f"there is no shot {name!r}: {', '.join(SHOTS)}")
        print(take(name, args.out), file=sys.stderr)
    return 0
