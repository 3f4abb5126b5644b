"""`shots`, `film`: the README's pictures, from the games that the journeys begin with.

Deterministic: the same firmware gives the same bytes, so a changed picture shows in the diff.
"""

import argparse
import io
import sys
from pathlib import Path

from tools import games, journeys, progress
from tools.games import Bad

PICTURES = Path(__file__).resolve().parent / "pictures"
SCALE = 2
# What other programs show of a link, in pixels, and the picture in it.
PREVIEW, PREVIEW_OF, PREVIEW_SCALE = (1200, 630), "240x135", 4
LAUNCHER = "thirteen"  # the name of its preview
_AROUND, _EDGE, _WIDE = "#00261d", "#b08d3c", 6  # colours of what is around it; its edge's pixels
EVERY = 50  # ms between frames
A_MOVE = 3000  # ms that each move before a scene took, as a person plays

# How the game of a picture begins, see journeys.py, and the keys before it is taken.
_SHOTS = {
    "thirteens": ("won 9", "900"),
    "friday": ("won 30", "600"),
    "imaginary": ("won 46", "600"),
    "make13": ("deal 364", "5000 A 200 A 900"),
    "three_thirteen": ("golden 60", "3500"),
}
# A scene: how its game begins, keys, ms of each move by hints, ms in total.
SCENES = (
    ((), "300 RIGHT 250 RIGHT 250 DOWN", (), 1500),
    (("start thirteens won 4",), "", (300, 1100), 1900),
    (("start friday won 24",), "", (300, 900, 1500), 2100),
    (("start imaginary won 30",), "", (300, 900, 1500), 2100),
    (("start make13 deal 364",), "100 A 100 A", (700, 1300), 1900),
    (("start three_thirteen deal 13",), "", (400, 1300), 4200),
    (("start thirteens won -1",), "4200 A", (300,), 6400),
)


def take(name, size="240x240", scale=SCALE):
    """A game's picture, or the launcher's, as a PIL image."""
    start, keys = _SHOTS.get(name, ("deal 13", "600"))
    begin = [f"start {name} {start}"] if name != LAUNCHER else []
    taken = []

    def script(hardware):
        import panel

        events, end = hardware.taps(keys)
        shoot = (end, lambda: taken.append(panel.image(scale=scale)))
        return [*events, shoot, (end, hardware.Stop)]

    journeys.from_beginning(begin, size, script)
    return taken[0]


def preview(name):
    """The same as other programs show it beside a link."""
    from PIL import Image

    shown = take(name, PREVIEW_OF, PREVIEW_SCALE)
    picture = Image.new("RGB", PREVIEW, _AROUND)
    left, top = [(all_ - part) // 2 for all_, part in zip(PREVIEW, shown.size, strict=True)]
    edge = (left - _WIDE, top - _WIDE, left + shown.width + _WIDE, top + shown.height + _WIDE)
    picture.paste(_EDGE, edge)
    picture.paste(shown, (left, top))
    return picture


def shoot(scene, film, start):
    """Append a scene, starting at `start` ms, to a film (None at first); returns the film."""
    begin, keys, plays, end = scene

    def script(hardware):
        from thirteen import catalog, shell
        from tools.simulator import live

        seated = []
        play = shell.play

        def watched(this):
            seated.append(this)
            this.ms = A_MOVE * this.match.played
            play(this)

        shell.play = watched

        def move():
            bot = catalog.module("bots", seated[-1].name)
            seated[-1].move(games.think(bot, seated[-1].match.s))

        def look():
            nonlocal film
            film = film or live.Film(start + hardware.now)
            film.look(start + hardware.now)

        events = hardware.taps(keys)[0] + [(ms, move) for ms in plays]
        events += [(ms, look) for ms in range(200, end, EVERY)] + [(end, hardware.Stop)]
        return sorted(events, key=lambda event: event[0])

    journeys.from_beginning(begin, "240x240", script)
    return film


def main(argv):
    parser = argparse.ArgumentParser(
        prog="python -m tools shots", description="Take the README's pictures, or games'."
    )
    parser.add_argument("names", nargs="*", metavar="GAME", help="which (default: all)")
    parser.add_argument("--size", choices=journeys.BOARDS, default="240x240", help="of the screen")
    parser.add_argument("--out", metavar="DIR", help="default: tools/pictures")
    parser.add_argument(
        "--previews",
        action="store_true",
        help="for the page: as other programs show them beside a link; the launcher's, too",
    )
    args = parser.parse_args(argv)
    if args.previews and not args.out:
        parser.error("--previews wants a folder: --out DIR")
    journeys.need_pillow()
    out = Path(args.out or PICTURES)
    out.mkdir(parents=True, exist_ok=True)
    for name in args.names:
        games.rules(name)  # Bad if there is none
    for name in args.names or games.names() + [LAUNCHER] * args.previews:
        made = io.BytesIO()
        (preview(name) if args.previews else take(name, args.size)).save(made, "png")
        games.write(out / f"{name}.png", made.getvalue())
        print(out / f"{name}.png", file=sys.stderr)
    return 0


def film(argv):
    parser = argparse.ArgumentParser(
        prog="python -m tools film",
        description="Let the firmware play itself, and record the README's film.",
    )
    parser.add_argument(
        "-o", "--out", default=PICTURES / "film.gif", type=Path, metavar="GIF",
        help="default: tools/pictures/film.gif",
    )  # fmt: skip
    args = parser.parse_args(argv)
    journeys.need_pillow()
    if args.out.suffix.lower() != ".gif":
        raise Bad(f"{args.out} can't be a film: its name must end in .gif")
    if args.out.is_dir() or not args.out.resolve().parent.is_dir():
        raise Bad(f"{args.out} can't be written: it is a folder, or its folder does not exist")
    made, start = None, 0
    with progress.bar(sum(scene[-1] for scene in SCENES), "ms") as bar:
        for scene in SCENES:
            made = shoot(scene, made, start)
            start += scene[-1]
            bar.update(scene[-1])
    picture = io.BytesIO()
    made.save(picture, start, scale=1)
    games.write(args.out, picture.getvalue())
    print(f"{args.out}: {args.out.stat().st_size} bytes", file=sys.stderr)
    return 0
