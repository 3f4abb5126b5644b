"""backup: copy the saves off a handheld."""

import argparse
import re
import tempfile
import time
import zipfile
import zlib
from pathlib import Path

from tools.device import Trouble
from tools.device.port import add_port, connect, sha

SAVES = "/saves"
SUMS = "SHA256SUMS"  # `sha256sum -c` reads it

# The names that the firmware writes, as a pattern for Python and for the page's JavaScript: a part
# and its generation, set aside, or a race's record. Windows takes NUL or con.a for a device.
NAME = (
    r"(?!(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$))"
    r"[a-z][a-z0-9_-]{0,31}(?:\.(?:a|b|bad\d{1,4}|rec))?"
)
LARGEST = 16384  # bytes of a save: larger ones the firmware does not read
FILES = 512
_SAVE = re.compile(f"{SAVES}/{NAME}")
_MOST = 16_000_000  # bytes of all saves: the largest flash
_PATIENCE = 600  # seconds for all of them


def main(argv=None):
    """Copy the saves off a handheld."""
    parser = argparse.ArgumentParser(
        prog="python -m tools backup", description="Copy the saves and settings off the handheld."
    )
    add_port(parser)
    about = "a new folder, or a new .zip file (default: backup-DATE-TIME)"
    parser.add_argument("--out", metavar="DIR", help=about)
    args = parser.parse_args(argv)
    out = fresh(args.out)
    with connect(args.port or None) as device:
        files = saves(device)
    if not files:
        print("There are no saves on the handheld: nothing to back up.")
        return
    store(out, files)
    print(f"{len(files)} files ({sum(map(len, files.values()))} bytes) are in {out}.")


def fresh(name=None, prefix="backup"):
    """A folder's name that is free; Trouble when the one that was asked for is not."""
    out = Path(name or time.strftime(f"{prefix}-%Y%m%d-%H%M%S"))
    if out.exists():
        raise Trouble(f"{out} exists already: name a new folder.")
    return out


def saves(device):
    """{path: bytes} of all saves on a handheld; Trouble if one's name is none for a computer."""
    parts = device.tree(SAVES).items()  # of writing the games delete what a power cut left
    tree = {path: size for path, size in parts if not path.endswith("~")}
    bad = not_a_save(tree)
    if bad:
        raise Trouble(f"The handheld has {bad!r}, which the games have not written: move it away.")
    sizes = {path: size for path, size in tree.items() if size != -1}  # -1: a folder
    if sum(sizes.values()) > _MOST:
        raise Trouble(f"The saves on the handheld are over {_MOST // 1_000_000} MB: no flash is.")
    files = {}
    end = time.monotonic() + _PATIENCE
    for path, size in sizes.items():
        files[path] = device.read(path)
        if len(files[path]) != size:
            raise Trouble(f"{path} did not arrive as it is on the handheld: try again.")
        if time.monotonic() > end:
            raise Trouble(
                f"The handheld sent {len(files)} of {len(sizes)} files in {_PATIENCE // 60}"
                " minutes: nothing was copied; try another cable or port."
            )
    return files


def not_a_save(paths):
    """The first path that is none of a file in /saves that the firmware writes, or None."""
    return next((path for path in paths if not _SAVE.fullmatch(path)), None)


def store(out, files):
    """Write a backup: the files by their paths, and their hashes; as a zip, if it is named so."""
    if out.suffix == ".zip":
        with tempfile.TemporaryDirectory() as folder, zipfile.ZipFile(out, "w") as packed:
            store(Path(folder), files)
            for file in sorted(path for path in Path(folder).rglob("*") if path.is_file()):
                packed.write(file, file.relative_to(folder).as_posix())
        return
    bad = not_a_save(files)
    if bad:
        raise ValueError(bad)
    sums = []
    for path, data in sorted(files.items()):
        made = out / path[1:]
        made.parent.mkdir(parents=True, exist_ok=True)
        made.write_bytes(data)
        sums.append(f"{sha(data)}  {path[1:]}\n")
    (out / SUMS).write_text("".join(sums), encoding="utf-8")


def load(folder):
    """{path: bytes} of a backup, a folder or a zip; Trouble when it is not whole."""
    folder = Path(folder)
    if not folder.exists():
        raise Trouble(f"There is no backup {folder}.")
    if folder.suffix == ".zip":
        return _unpacked(folder)
    try:
        lines = (folder / SUMS).read_text(encoding="utf-8").splitlines()
    except OSError:
        raise Trouble(f"{folder} is not a backup: there is no {SUMS} in it.") from None
    except ValueError:
        raise Trouble(f"{folder / SUMS} is damaged: it is no text.") from None
    names = [line.partition("  ")[2] for line in lines]
    bad = not_a_save("/" + name for name in names)
    if bad:
        raise Trouble(f"{folder / SUMS} names {bad[1:]!r}, which is no save.")
    for path in [folder / SAVES[1:], *folder.glob("saves/**/*")]:
        if path.is_symlink() or path.exists() and not (path.is_dir() or path.is_file()):
            raise Trouble(f"{path} is a link or no file: a backup has files and folders only.")
    files = {}
    for line in lines:
        digest, _, name = line.partition("  ")
        try:
            data = (folder / name).read_bytes()
        except OSError:
            raise Trouble(f"{folder / name} is missing: this backup is not whole.") from None
        if sha(data) != digest:
            raise Trouble(f"{folder / name} is damaged: its hash is not the one in {SUMS}.")
        files["/" + name] = data
    there = {"/" + path.relative_to(folder).as_posix(): path for path in folder.glob("saves/**/*")}
    for path in sorted(there.keys() - files.keys()):
        if not there[path].is_dir():
            raise Trouble(f"{folder / SUMS} does not name {path[1:]}: this backup is not whole.")
    if not files:
        raise Trouble(f"{folder} has no saves in it: there is nothing to restore.")
    return files


def _unpacked(packed):
    """The same of a zip, in which all may lie in one folder."""
    with tempfile.TemporaryDirectory() as folder:
        try:
            with zipfile.ZipFile(packed) as whole:
                if sum(one.file_size for one in whole.infolist()) > _MOST:
                    raise Trouble(
                        f"{packed} unpacks to over {_MOST // 1_000_000} MB: no backup does."
                    )
                whole.extractall(folder)  # stops where a file has its stated size
        except (
            OSError,
            ValueError,
            NotImplementedError,
            RuntimeError,
            zlib.error,
            zipfile.BadZipFile,
        ):
            raise Trouble(f"{packed} can't be read: it is no zip file, or damaged.") from None
        found = sorted(Path(folder).rglob(SUMS))
        try:
            return load(found[0].parent if found else folder)
        except Trouble as trouble:
            raise Trouble(str(trouble).replace(folder, str(packed))) from None
