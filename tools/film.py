"""`film`: a short animation for the README: the launcher, some moves of each game, a win.

The firmware plays by its own hints, at the times that a scene gives. Deterministic, like `shots`.
"""

import argparse
import io
import sys
import tempfile
from pathlib import Path

from tools import games, progress
from tools.games import Bad
from tools.shots import PICTURES, need_pillow, playing, prepare

EVERY = 50  # ms between frames

# A scene: game and deal, number of moves before it, keys, ms of each move, ms in total.
_SCENES = (
    (None, 0, 0, "300 RIGHT 250 RIGHT 250 DOWN", (), 1500),
    ("thirteens", 42, 4, "", (300, 1100), 1900),
    ("friday", 13, 24, "", (300, 900, 1500), 2100),
    ("imaginary", 13, 30, "", (300, 900, 1500), 2100),
    ("make13", 364, 0, "100 A 100 A", (700, 1300), 1900),
    ("three_thirteen", 13, 0, "", (400, 1300), 4200),
)
_OTHERS = [
    (game, 13, 12, "", (300, 900, 1500), 2100)
    for game in games.names()
    if game not in [scene[0] for scene in _SCENES]
]
_WIN = ("thirteens", 42, 29, "4200 A", (300, 1100), 6400)
SCENES = (*_SCENES, *_OTHERS, _WIN)


def shoot(scene, film, start):
    """Append a scene, starting at `start` ms, to a film (None at first); returns the film."""
    from tools.simulator import handheld, live

    game, deal, moves, keys, plays, end = scene
    with tempfile.TemporaryDirectory() as saves:
        handheld.power_on("ws_lcd_13", saves)
        prepare(game, deal, moves, 0)
        handheld.power_on("ws_lcd_13", saves)
        import hardware
        import main
        from thirteen import loader, shell

        seated = []
        play = shell.play

        def watched(this):
            seated.append(this)
            play(this)

        shell.play = watched

        def move():
            table = seated[-1]
            bot = loader.load(game, "bots")
            table.move(games.think(bot, table.match.s))

        def look():
            nonlocal film
            if film is None:
                film = live.Film(start + hardware.now)
            film.look(start + hardware.now)

        events = hardware.taps(keys)[0] + [(ms, move) for ms in plays]
        events += [(ms, look) for ms in range(200, end, EVERY)] + [(end, hardware.Stop)]
        hardware.script(sorted(events, key=lambda event: event[0]))
        playing(main.run)
    return film


def main(argv):
    parser = argparse.ArgumentParser(
        prog="python -m tools film",
        description="Let the firmware play itself, and record the README's film.",
    )
    parser.add_argument(
        "-o", "--out", default=PICTURES / "film.gif", type=Path, metavar="GIF",
        help="default: tools/pictures/film.gif",
    )  # fmt: skip
    args = parser.parse_args(argv)
    need_pillow()
    if args.out.suffix.lower() != ".gif":
        raise Bad(f"{args.out} can't be a film: its name must end in .gif")
    if args.out.is_dir() or not args.out.resolve().parent.is_dir():
        raise Bad(f"{args.out} can't be written: it is a folder, or its folder does not exist")
    film = None
    start = 0
    with progress.bar(sum(scene[5] for scene in SCENES), "ms") as bar:
        for scene in SCENES:
            film = shoot(scene, film, start)
            start += scene[5]
            bar.update(scene[5])
    picture = io.BytesIO()
    film.save(picture, start, scale=1)
    games.write(args.out, picture.getvalue())
    print(f"{args.out}: {args.out.stat().st_size} bytes", file=sys.stderr)
    return 0
