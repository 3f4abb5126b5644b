"""`release`: builds the files of a release in build/release, with checksums.

The page as a zip and, if MicroPython's image is given, one UF2 for each board. Reproducible: the
same sources and image give the same bytes.
"""

import argparse
import hashlib
import re
import shutil
import zipfile
from pathlib import Path

from tools import boards, games, progress
from tools.device import build, built, uf2
from tools.games import ROOT, Bad
from tools.web import site

OUT = ROOT / "build" / "release"
SUMS = "SHA256SUMS"  # `sha256sum -c` reads it
_EPOCH = (1980, 1, 1, 0, 0, 0)  # the earliest time that a zip can hold


def check(tag):
    """The changelog's section of this version; Bad unless it exists and the tag agrees."""
    version = games.version()
    if tag != "v" + version:
        raise Bad(f"the tag is {tag}, but pyproject.toml has version {version}: they must agree")
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    head = rf"^## {re.escape(version)}(?: .*?)?\n"  # with its date
    section = re.search(head + r"(.*?)(?=^## |\Z)", changes, re.M | re.S)
    if not section:
        raise Bad(f"CHANGELOG.md has no section {version}: rename Unreleased")
    return section[1].strip() + "\n"


def zipped(folder, path):
    """Zip a folder reproducibly: files sorted by name, without time stamps."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as out:
        for file in sorted(folder.rglob("*")):
            if file.is_file():
                info = zipfile.ZipInfo(file.relative_to(folder).as_posix(), _EPOCH)
                info.external_attr = 0o644 << 16
                info.compress_type = zipfile.ZIP_DEFLATED
                out.writestr(info, file.read_bytes())


def make(out, image=None):
    """Build into an emptied folder; returns the file names. `image`: a uf2.Image, or None."""
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True)
    profiles = boards.names() if image else []
    version = games.version()
    with progress.bar(1 + len(profiles), "files") as bar:
        page = out / "page"
        site.build(page)
        zipped(page, out / f"thirteen-{version}-web.zip")
        shutil.rmtree(page)
        bar.update()
        for board in profiles:
            boards.read(board)
            data = uf2.make(image, built.files(board)[0])
            (out / f"thirteen-{version}-{board}.uf2").write_bytes(data)
            bar.update()
    names = sorted(path.name for path in out.iterdir())
    sums = [f"{hashlib.sha256((out / name).read_bytes()).hexdigest()}  {name}\n" for name in names]
    (out / SUMS).write_text("".join(sums), encoding="utf-8", newline="\n")
    return [*names, SUMS]


def main(argv=None):
    parser = argparse.ArgumentParser(
        prog="python -m tools release",
        description="Build a release: the page and, with MicroPython's image, one UF2 for"
        " each board, with checksums.",
    )
    parser.add_argument("--image", metavar="UF2", help="RPI_PICO-....uf2, as downloaded")
    parser.add_argument("--tag", metavar="vX.Y.Z", help="fail unless this is the version")
    parser.add_argument("--out", default=OUT, type=Path, metavar="DIR", help="build/release")
    args = parser.parse_args(argv)
    notes = check(args.tag) if args.tag else None
    image = None
    if args.image:
        try:
            image = uf2.Image(Path(args.image).read_bytes(), args.image)
        except OSError as error:
            raise Bad(f"{args.image} cannot be read: {error.strerror}") from None
        image.check()
        image.filesystem()
    out = args.out
    if out.exists() and any(out.iterdir()) and not (out / SUMS).exists():
        raise Bad(f"{out} has other files: choose an empty or a new folder")
    names = make(out, image)
    if notes:
        out.with_name(out.name + "-notes.md").write_text(notes, encoding="utf-8")
    for name in names:
        print(f"{(out / name).stat().st_size:9}  {build.shown(out / name)}")
    if not image:
        print("No UF2 files: these need MicroPython's image, make release IMAGE=RPI_PICO-....uf2.")
    return 0
