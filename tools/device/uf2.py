"""uf2: the games as a file to drag onto the Pico's drive, with MicroPython or behind it.

A UF2 file is a list of 512-byte blocks, each with 256 bytes and their address in flash. To
MicroPython's image this adds blocks of a littlefs with the games. The image itself declares where
that goes: a record of its binary info (pico-sdk's `pico/binary_info`) names the block device's
address and size. Blocks come in whole sectors of 4 KiB, because the RP2040's boot ROM leaves the
rest of a partly written sector undefined (erratum RP2040-E14), and erases one for each 16 block
numbers.

`--files` leaves MicroPython out: dragged after it, such a file brings the file system alone. Its
first sectors name the files and hold the main.py of first_start.py: if the rest did not come, the
screen says so.
"""

import argparse
import struct
from pathlib import Path
from typing import NamedTuple

from tools import boards, games
from tools.device import Trouble, build, built, first_start, install, pack
from tools.device.flash import OLDEST

PAGE, SECTOR = 256, 4096
FLASH = 0x10000000  # its first address
FAMILIES = {0xE48BFF56: "RP2040", 0xE48BFF59: "RP2350"}
DRIVES = {0xE48BFF56: "RPI-RP2", 0xE48BFF59: "RP2350"}


class Layout(NamedTuple):
    """Where a MicroPython has its file system, and what to call it."""

    title: str
    image: str  # at micropython.org/download
    family: int
    start: int
    size: int
    advice: str = ""  # where there is too little room


_PLAIN = "The plain Pico's MicroPython leaves more."
LAYOUTS = {
    "pico": Layout("Pico", "RPI_PICO", 0xE48BFF56, 0x100A0000, 1408 << 10),
    "pico_w": Layout("Pico W", "RPI_PICO_W", 0xE48BFF56, 0x1012C000, 848 << 10, _PLAIN),
    "pico2": Layout("Pico 2", "RPI_PICO2", 0xE48BFF59, 0x10100000, 3072 << 10),
    "pico2_w": Layout("Pico 2 W", "RPI_PICO2_W", 0xE48BFF59, 0x10180000, 2560 << 10),
}
OWN_CHIP = ("picosystem", "picoboy_color")  # no Pico is plugged in there

_BLOCK = struct.Struct("<8I476sI")  # magic x2, flags, address, size, number, count, family, data
_MAGIC = 0x0A324655, 0x9E5D5157, 0x0AB16F30
_FAMILY_GIVEN = 0x2000
_INFO = 0x7188EBF2, 0xE71AA390  # the first and the last word of binary info's header
_INFO_WITHIN = 0x1000  # bytes of the image's start
_STRING, _DEVICE = 6, 7  # kinds of record
_VERSION, _BOARD = 0x11A9BC3A, 0xB63CFFBB  # tags of strings
_ADVICE = """\
It is for a first installation: hold BOOTSEL, plug the Pico in, drag the file onto the drive
{1}. On a handheld that has saves it ERASES them: there, use `make backup` and `make flash`,
which keep them. The way back to plain MicroPython: drag Raspberry Pi's flash_nuke.uf2, which
erases everything, then {0} alone."""
_FILES_ADVICE = """\
It is for a first installation, behind MicroPython: hold BOOTSEL, plug the Pico in, drag
{0}-....uf2 of micropython.org/download/{0} onto the drive {1};
then hold BOOTSEL, plug it in again, and drag this file. On a handheld that has saves it ERASES
them: there, use `make backup` and `make flash`, which keep them."""


class Image:
    """A UF2 file: `memory` {address: page}, `family`, and the blocks of other families."""

    def __init__(self, data, name):
        self.name = name
        self.memory, self.others = {}, []
        found, numbers, counts = set(), set(), set()
        if len(data) % _BLOCK.size or not data:
            raise self._none()
        for start in range(0, len(data), _BLOCK.size):
            block = _BLOCK.unpack_from(data, start)
            first, second, flags, address, size, number, count, family, page, last = block
            if (first, second, last) != _MAGIC:
                raise self._none()
            if flags & _FAMILY_GIVEN and family not in FAMILIES:
                self.others.append(data[start : start + _BLOCK.size])  # as for the RP2350-E10
                continue
            if size != PAGE or address % PAGE:
                raise self._none()
            found.add(family if flags & _FAMILY_GIVEN else 0)
            numbers.add(number)
            counts.add(count)
            self.memory[address] = page[:PAGE]
        if len(found) != 1 or found == {0}:
            raise self._none()
        if counts != {len(numbers)} or max(numbers) >= len(numbers):
            raise Trouble(f"{name} has not all of its blocks: download it again.")
        self.family = found.pop()

    def _none(self):
        return Trouble(
            f"{self.name} is no image for a Pico: download RPI_PICO-....uf2 from"
            " micropython.org/download/RPI_PICO."
        )

    def read(self, address, size):
        """Bytes of the flash; Trouble if the image has none there."""
        out = b""
        while len(out) < size:
            at = address + len(out)
            page = self.memory.get(at & -PAGE)
            if page is None:
                raise self._none()
            out += page[at % PAGE :]
        return out[:size]

    def _words(self, address, n):
        return struct.unpack(f"<{n}I", self.read(address, 4 * n))

    def _text(self, address):
        out = b""
        while b"\0" not in out:
            out += self.read(address + len(out), 1)
        return out[:-1].decode("utf-8", "replace")

    def _records(self):
        """The binary info's records: (kind, address of what follows kind and tag)."""
        base = min(self.memory)
        for at in range(base, base + _INFO_WITHIN, 4):
            if self._words(at, 1)[0] == _INFO[0]:
                start, end, _, last = self._words(at + 4, 4)
                if last == _INFO[1]:
                    break
        else:
            raise self._none()
        for at in range(start, end, 4):
            (record,) = self._words(at, 1)
            if record & -PAGE in self.memory:
                yield int.from_bytes(self.read(record, 2), "little"), record + 4

    def strings(self):
        """{tag: text} of the program's own words."""
        found = {}
        for kind, at in self._records():
            if kind == _STRING:
                tag, text = struct.unpack("<2I", self.read(at, 8))
                found.setdefault(tag, text)
        return {tag: self._text(found[tag]) for tag in (_VERSION, _BOARD) if tag in found}

    def filesystem(self):
        """(address, bytes) of MicroPython's file system."""
        places = [
            struct.unpack("<3I", self.read(at, 12))[1:]
            for kind, at in self._records()
            if kind == _DEVICE
        ]
        places = [(at, size) for at, size in places if size and at > max(self.memory)]
        if len(places) != 1 or any(n % SECTOR for n in places[0]):
            raise Trouble(f"{self.name} does not say where its file system is: take another.")
        return places[0]

    def check(self):
        """Trouble unless the build runs on this MicroPython."""
        version = self.strings().get(_VERSION, "")
        numbers = version.lstrip("v").split("-")[0].split(".")[:2]
        if not all(part.isdigit() for part in numbers) or len(numbers) < 2:
            raise self._none()
        if tuple(map(int, numbers)) < OLDEST:
            wanted = ".".join(map(str, OLDEST))
            raise Trouble(f"{self.name} is MicroPython {version}: {wanted} or later is needed.")

    def title(self):
        texts = self.strings()
        return f"MicroPython {texts[_VERSION]} for {texts.get(_BOARD, FAMILIES[self.family])}"

    def joined(self, sectors):
        """The UF2 file of this image plus `sectors` {address: 4096 bytes}."""
        memory = dict(self.memory)
        for address in list(memory):  # whole sectors
            for page in range(address & -SECTOR, (address & -SECTOR) + SECTOR, PAGE):
                memory.setdefault(page, b"\xff" * PAGE)
        for address, data in sectors.items():
            for at in range(0, SECTOR, PAGE):
                memory[address + at] = data[at : at + PAGE]
        return b"".join(self.others) + _blocks(sorted(memory.items()), self.family)


def _blocks(pages, family):
    """The blocks of a UF2 file with (address, page) pairs, in their order."""
    return b"".join(
        _BLOCK.pack(*_MAGIC[:2], _FAMILY_GIVEN, at, PAGE, n, len(pages), family, page, _MAGIC[2])
        for n, (at, page) in enumerate(pages)
    )


def littlefs(files, size, first=None):
    """{block number: 4096 bytes} of a littlefs of `size` bytes with `files` {"/path": bytes}.

    Only what it uses: both halves of every pair of metadata blocks, though one is still empty,
    because earlier contents must not count as the newer half. In their order, but what it takes to
    read the file `first` comes first.
    """
    try:
        import littlefs as lfs
    except ImportError:
        raise Trouble("The package littlefs-python is missing: run `make setup`.") from None

    class Watched(lfs.UserContext):
        def read(self, config, block, offset, length):
            seen[block] = True
            return super().read(config, block, offset, length)

    # MicroPython reads disk version 2.0 in all its releases, and keeps using it.
    form = {"block_size": SECTOR, "block_count": size // SECTOR, "prog_size": PAGE}
    seen = {}
    disk = Watched(buffsize=size)
    fs = lfs.LittleFS(context=disk, disk_version=0x00020000, **form)
    try:
        for path, data in sorted(files.items()):
            fs.makedirs(path.rpartition("/")[0] or "/", exist_ok=True)
            with fs.open(path, "wb") as file:
                file.write(data)
    except lfs.LittleFSError:
        raise Trouble(f"The games do not fit into a file system of {size} bytes.") from None
    fs.unmount()
    # Mounting and reading everything touches what is in use, and nothing else.
    seen.clear()
    fs = lfs.LittleFS(context=disk, mount=True, **form)
    if first:
        fs.open(first, "rb").read()
    begin = list(seen) if first else []
    for folder, _, names in fs.walk("/"):
        for name in names:
            with fs.open(folder.rstrip("/") + "/" + name, "rb") as file:
                file.read()
    fs.unmount()
    order = begin + sorted(set(seen) - set(begin))
    return {n: bytes(disk.buffer[n * SECTOR : (n + 1) * SECTOR]) for n in order}


def written(disk, files):
    """A littlefs, all its bytes, after `files` {"/path": bytes} were written to it."""
    import littlefs as lfs

    context = lfs.UserContext(buffsize=len(disk))
    context.buffer = bytearray(disk)
    form = {"block_size": SECTOR, "block_count": len(disk) // SECTOR, "prog_size": PAGE}
    fs = lfs.LittleFS(context=context, mount=False, **form)
    fs.mount()
    for path, data in sorted(files.items()):
        fs.makedirs(path.rpartition("/")[0] or "/", exist_ok=True)
        with fs.open(path, "wb") as file:
            file.write(data)
    fs.unmount()
    return bytes(context.buffer)


def make(image, files):
    """The bytes of one UF2 of an Image and `files` {"/path": bytes}."""
    image.check()
    start, size = image.filesystem()
    return image.joined({start + n * SECTOR: data for n, data in littlefs(files, size).items()})


def alone(layout, board, files):
    """The bytes of a UF2 of a board's files {"/path": bytes} alone, for a Layout."""
    wrapped = first_start.wrapped(board, files)
    sectors = littlefs(wrapped, layout.size, pack.MAIN)
    lacking = len(sectors) + install.LINK_BLOCKS + install.SPARE_BLOCKS - layout.size // SECTOR
    if lacking > 0:
        raise Trouble(
            f"The games do not fit on a {layout.title} with what they write at their first start:"
            f" {lacking * SECTOR >> 10} kB are lacking. {layout.advice}".rstrip()
        )
    pages = [
        (layout.start + n * SECTOR + at, data[at : at + PAGE])
        for n, data in sectors.items()
        for at in range(0, SECTOR, PAGE)
    ]
    return _blocks(pages, layout.family)


def layouts(board):
    """The names of the layouts that a board may have."""
    return ["pico"] if board in OWN_CHIP else list(LAYOUTS)


def main(argv=None):
    """Make one file with the games, and with MicroPython or for one."""
    parser = argparse.ArgumentParser(
        prog="python -m tools uf2",
        description="Make one UF2 file of MicroPython's own image and the games, or with --files"
        " of the games alone, to be dragged after MicroPython's: for a first installation.",
    )
    parser.add_argument("image", metavar="IMAGE", nargs="?", help="RPI_PICO-....uf2")
    parser.add_argument("--board", default=build.BOARD, help=f"default: {build.BOARD}")
    parser.add_argument("--files", action="store_true", help="the games alone, without IMAGE")
    parser.add_argument(
        "--chip", choices=LAYOUTS, default="pico", help="for --files (%(default)s)"
    )
    parser.add_argument("-o", "--out", metavar="FILE", help="default: build/thirteen-BOARD.uf2,"
                        " with -CHIP behind BOARD for --files")  # fmt: skip
    args = parser.parse_args(argv)
    boards.read(args.board)
    if args.files:
        if args.image:
            raise Trouble(f"--files leaves MicroPython out: name no image, {args.image}, with it.")
        return _main_alone(args)
    if not args.image:
        raise Trouble(
            "Name MicroPython's image: make uf2 IMAGE=RPI_PICO-....uf2, from"
            " micropython.org/download/RPI_PICO; or add --files, for the games alone."
        )
    try:
        image = Image(Path(args.image).read_bytes(), args.image)
    except OSError as error:
        raise Trouble(f"{args.image} cannot be read: {error.strerror}.") from None
    image.check()
    image.filesystem()
    data = make(image, built.files(args.board)[0])
    out = Path(args.out) if args.out else build.ROOT / "build" / f"thirteen-{args.board}.uf2"
    out.parent.mkdir(parents=True, exist_ok=True)
    games.write(out, data)
    print(f"{build.shown(out)}: {len(data)} bytes, for {args.board}, with {image.title()}.")
    print(_ADVICE.format(Path(args.image).name, DRIVES[image.family]))


def _main_alone(args):
    layout = LAYOUTS[args.chip]
    if args.chip not in layouts(args.board):
        raise Trouble(f"{args.board} has a chip of its own: take --chip pico.")
    data = alone(layout, args.board, built.files(args.board)[0])
    out = args.out or build.ROOT / "build" / f"thirteen-{args.board}-{args.chip}.uf2"
    out = Path(out)
    out.parent.mkdir(parents=True, exist_ok=True)
    games.write(out, data)
    print(f"{build.shown(out)}: {len(data)} bytes, for {args.board} with a {layout.title}.")
    print(_FILES_ADVICE.format(layout.image, DRIVES[layout.family]))
