"""An emulated Pico's flash in a realistic state: an installation followed by two updates.

A file system written in one go would give flattering figures: littlefs looks names up in a log
that grows with every write, rename and removal. So the project's own install code writes the files
through the emulated console. Images are cached in build/bench by a digest of their inputs.
"""

import contextlib
import functools
import hashlib
import io
from pathlib import Path

from tools import boards
from tools.device import Trouble, build, flash, pack, uf2
from tools.device.port import Device
from tools.emulator import checked
from tools.emulator.pico import Pico
from tools.emulator.prompt import Transport

_FOLDER = build.ROOT / "build" / "bench" / "flash"
_KEPT = 16  # images of 2 MB each
_FIRST = 8  # seconds that a first start takes at most


def updated_twice(micropython, profile, wanted, saves, tell):
    """The path of a flash image. micropython: its UF2's path; wanted, saves: {path: bytes}."""
    packed = wanted[pack.PACK]
    half = len(packed) // 2
    others = [dict(wanted, **{pack.PACK: data})  # they are only written, never run
              for data in (packed[half:] + packed[:half], packed[::-1])]  # fmt: skip
    digest = _digest(
        {
            "": Path(micropython).read_bytes(),
            "profile": repr(profile["NAME"]).encode(),
            "way": b"4",
        }
    )
    steps = [(files, {}) for files in (*others, wanted)] + [({}, saves)]
    before = None
    for number, (files, extra) in enumerate(steps, 1):
        digest = _digest({"": digest, **files, **extra})
        image = _FOLDER / (digest.hex()[:16] + ".bin")
        if not image.exists():
            tell(f"Flash: version {number}" if files else "Flash: saved games")
            _install(micropython, profile, before, files, extra, image)
        image.touch()
        before = image
    for old in sorted(_FOLDER.glob("*.bin"), key=lambda path: path.stat().st_mtime)[:-_KEPT]:
        old.unlink()
    return image


def linked(micropython, profile, wanted, saves):
    """The flash with the games `wanted` after a first start without them; then with the saves."""
    start, size = checked(micropython).filesystem()
    flash = _first_start(micropython, profile["NAME"], wanted[pack.PACK])
    disk = flash[start - uf2.FLASH : start - uf2.FLASH + size]
    files = {path: data for path, data in (wanted | saves).items() if path != pack.PACK}
    disk = uf2.written(disk, files)
    return flash[: start - uf2.FLASH] + disk + flash[start - uf2.FLASH + size :]


@functools.lru_cache(4)
def _first_start(micropython, board, packed):
    main = pack.program("print('LINKED')").encode()
    machine = Pico(micropython, boards.read(board), {pack.PACK: packed, pack.MAIN: main})
    if not machine.wait("LINKED", _FIRST):
        raise Trouble(f"The first start fails: {machine.console.decode('utf-8', 'replace')}")
    return machine.flash()


def _install(micropython, profile, before, files, extra, image):
    _FOLDER.mkdir(parents=True, exist_ok=True)
    if before:
        machine = Pico(micropython, profile, flash=before.read_bytes())
    else:
        machine = Pico(micropython, profile, files={})
    machine.run(1)
    device = Device(Transport(machine), "the emulator")
    device.transport.enter_raw_repl()
    if files:
        with contextlib.redirect_stdout(io.StringIO()):
            flash.flash(device, files)
    if extra:
        device.run("import os\nif 'saves' not in os.listdir('/'): os.mkdir('/saves')")
    for path, data in extra.items():
        device.write(path, data)
    if not extra:  # else the games would go on with what was saved
        machine.restart()
        machine.run(6)  # the first start, which makes the link
    image.write_bytes(machine.flash())


def _digest(files):
    digest = hashlib.sha256()
    for path, data in sorted(files.items()):
        digest.update(path.encode() + b"\0" + hashlib.sha256(data).digest())
    return digest.digest()
