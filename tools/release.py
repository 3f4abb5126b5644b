"""`release`: builds the files of a release in build/release, with checksums.

The page as a zip; for each board and each Pico a UF2 of the games, to drag after MicroPython's;
and, if MicroPython's image is given, one UF2 of both for each board. The page offers them, too. In
build/dist: a folder for each board that `mpremote mip install` and ViperIDE take.
Reproducible: the same sources and image give the same bytes.
"""

import argparse
import hashlib
import json
import re
import shutil
import zipfile
from pathlib import Path

from tools import boards, games, progress
from tools.device import build, built, flash, uf2
from tools.games import ROOT, Bad
from tools.web import site

OUT = ROOT / "build" / "release"
SUMS = "SHA256SUMS"  # `sha256sum -c` reads it
DIST = "dist"  # beside it; the branch of that name
_EPOCH = (1980, 1, 1, 0, 0, 0)  # the earliest time that a zip can hold
_VERIFY = """
Signed by its workflow: `gh attestation verify FILE --repo %(repository)s --signer-workflow
%(repository)s/.github/workflows/release.yml` says whether FILE is from here, and of which commit.
"""
_README = """\
# Thirteen %(version)s, built

For a first installation, on a Pico with MicroPython %(oldest)s or later. If the copy is
interrupted it must be repeated; to update, take the page or `make flash`, after which a Pico
always starts.

    mpremote mip install --target / github:%(repository)s/BOARD@%(branch)s

Then `mpremote reset`: the games start. If the screen stays dark, `mpremote repl` and Ctrl-D show
why: a boot.py that ends in an error starts nothing (`mpremote rm :boot.py` removes it).

That is the newest version; this one stays at `@%(branch)s-v%(version)s`, as does each before it.
With ViperIDE in Chrome, Edge or Opera, the link of your board:

%(links)s
"""


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


def set_page(url):
    """Set the page's address in pyproject.toml: QR codes are then addresses of it."""
    if not re.fullmatch(games.PAGE, url):
        raise Bad(f"{url!r} is no address for a page, such as https://example.org/thirteen/")
    path = ROOT / "pyproject.toml"
    text, found = re.subn(
        r"(?m)^(?:# )?page = .*$", f'page = "{url}"', path.read_text(encoding="utf-8"), count=1
    )
    games.write(path, text)
    if not found or games.page() != url:
        raise Bad("pyproject.toml has no line for the page's address: page, in [project.urls]")


def packages(out, repository):
    """Fill a folder with a package for each board, and a page of links to them."""
    links = []
    for board in boards.names():
        files = built.files(board)[0]
        folder = out / board
        folder.mkdir(parents=True)
        names = sorted((path[1:] for path in files), key=lambda name: (name == "main.py", name))
        for name in names:
            (folder / name).write_bytes(files["/" + name])
        # ViperIDE puts into /lib what has no fs: in front; mip knows no such word.
        for package, place in (("package.json", ""), ("viper.json", "fs:")):
            urls = [[place + name, name] for name in names]
            text = json.dumps({"version": games.version(), "urls": urls}, indent=1) + "\n"
            (folder / package).write_text(text, encoding="utf-8", newline="\n")
        address = f"github:{repository}/{board}/viper.json@{DIST}"
        links.append(f"- [{board}](https://viper-ide.org/?install={address})")
    words = {"version": games.version(), "repository": repository, "branch": DIST}
    oldest = ".".join(map(str, flash.OLDEST))
    text = (_README + _VERIFY) % {**words, "links": "\n".join(links), "oldest": oldest}
    (out / "README.md").write_text(text, encoding="utf-8", newline="\n")


def make(out, image=None):
    """Build into an emptied folder; returns the file names. `image`: a uf2.Image, or None."""
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True)
    profiles = boards.names()
    version = games.version()
    with progress.bar(1 + len(profiles), "boards") as bar:
        offered = out / "uf2"
        offered.mkdir()
        for board in profiles:
            boards.read(board)
            files = built.files(board)[0]
            for chip in uf2.layouts(board):
                data = uf2.alone(uf2.LAYOUTS[chip], board, files)
                (out / f"thirteen-{version}-{board}-{chip}.uf2").write_bytes(data)
            if image:
                data = uf2.make(image, files)
                (out / f"thirteen-{version}-{board}.uf2").write_bytes(data)
                (offered / f"thirteen-{board}.uf2").write_bytes(data)
            bar.update()
        page = out / "page"
        site.build(page, uf2=offered if image else None)
        zipped(page, out / f"thirteen-{version}-web.zip")
        shutil.rmtree(page)
        shutil.rmtree(offered)
        bar.update()
    names = sorted(path.name for path in out.iterdir())
    sums = [f"{hashlib.sha256((out / name).read_bytes()).hexdigest()}  {name}\n" for name in names]
    (out / SUMS).write_text("".join(sums), encoding="utf-8", newline="\n")
    return [*names, SUMS]


def main(argv=None):
    parser = argparse.ArgumentParser(
        prog="python -m tools release",
        description="Build a release, with checksums: the page, UF2 files of the games for each"
        " board and, with MicroPython's image, one of both.",
    )
    parser.add_argument("--image", metavar="UF2", help="RPI_PICO-....uf2, as downloaded")
    parser.add_argument("--tag", metavar="vX.Y.Z", help="fail unless this is the version")
    parser.add_argument("--page", metavar="URL", help="set the page's address in pyproject.toml")
    parser.add_argument("--repository", default="OWNER/NAME", help="on GitHub, for build/dist")
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
    dist = out.with_name(DIST)
    for folder, ours in ((out, [SUMS]), (dist, dist.glob("*/viper.json"))):
        there = folder.exists() and any(folder.iterdir())
        if there and not any((folder / name).exists() for name in ours):
            raise Bad(f"{folder} has other files: choose an empty or a new folder")
    if args.page:
        set_page(args.page)
    names = make(out, image)
    shutil.rmtree(dist, ignore_errors=True)
    packages(dist, args.repository)
    if notes:
        notes += _VERIFY % {"repository": args.repository}
        notes_file = out.with_name(out.name + "-notes.md")
        notes_file.write_text(notes, encoding="utf-8", newline="\n")
    for name in names:
        print(f"{(out / name).stat().st_size:9}  {build.shown(out / name)}")
    print(f"           {build.shown(dist)}: for mpremote mip install, and ViperIDE")
    if not image:
        print("No files with MicroPython in them: for these, make release IMAGE=RPI_PICO-....uf2.")
    return 0
