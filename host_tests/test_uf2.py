"""One UF2 of MicroPython's image and the games: its blocks, its file system, what it refuses.

The images are made by the test, with binary info as documented by pico-sdk. test_pico.py starts
the result on an emulated Pico.
"""

import struct

import pytest
from littlefs import LittleFS, UserContext

from tools import boards
from tools.device import Trouble, uf2

START, SIZE = 0x100A0000, 0x160000
RP2040 = 0xE48BFF56
VERSION, BOARD = 0x11A9BC3A, 0xB63CFFBB


def flash(version="v1.29.0", disks=((START, SIZE),)):
    """The start of a flash: boot code, the header, pointers, records, texts."""
    base = 0x10000000
    data = bytearray(0x5300)  # a whole number of pages, not of sectors
    texts = {VERSION: version, BOARD: "Raspberry Pi Pico"}
    at, records = 0x1000, []
    for tag, text in texts.items():
        data[at : at + len(text)] = text.encode()
        struct.pack_into("<HHII", data, at + 0x101, 6, 0x5250, tag, base + at)  # unaligned
        records.append(base + at + 0x101)
        at += 0x200
    for disk in disks:
        struct.pack_into("<HHIIIIH", data, at, 7, 0x504D, base + 0x40, *disk, 0, 3)
        records.append(base + at)
        at += 0x200
    struct.pack_into(f"<{len(records)}I", data, 0x3000, *records)
    ends = base + 0x3000, base + 0x3000 + 4 * len(records)
    struct.pack_into("<5I", data, 0x1D4, 0x7188EBF2, *ends, 0, 0xE71AA390)
    return bytes(data)


def blocks(data, family=RP2040, base=0x10000000):
    count = len(data) // 256
    out = b""
    for n in range(count):
        page = data[256 * n : 256 * n + 256]
        head = struct.pack(
            "<8I", 0x0A324655, 0x9E5D5157, 0x2000, base + 256 * n, 256, n, count, family
        )
        out += head + page.ljust(476, b"\0") + struct.pack("<I", 0x0AB16F30)
    return out


def image(**wanted):
    return uf2.Image(blocks(flash(**wanted)), "x.uf2")


def onto(data, memory):
    """Write a UF2 as the boot ROM does, erasing whole sectors first; returns their addresses."""
    pages = {}
    for at in range(0, len(data), 512):
        first, second, flags, address, size, number, count, family = struct.unpack_from(
            "<8I", data, at
        )
        assert (first, second, flags, size) == (0x0A324655, 0x9E5D5157, 0x2000, 256)
        assert (number, count, family) == (at // 512, len(data) // 512, RP2040)
        assert data[at + 508 : at + 512] == struct.pack("<I", 0x0AB16F30)
        assert address not in pages
        pages[address] = data[at + 32 : at + 288]
    for address in pages:
        sector = range(address & -4096, (address & -4096) + 4096, 256)
        assert all(page in pages for page in sector), "erratum RP2040-E14"
        memory[address - 0x10000000 : address - 0x10000000 + 256] = pages[address]
    return pages


def files_on(memory):
    disk = UserContext(buffer=bytearray(memory[START - 0x10000000 :][:SIZE]))
    fs = LittleFS(context=disk, block_size=4096, block_count=SIZE // 4096, mount=True)
    found = {}
    for folder, _, names in fs.walk("/"):
        for name in names:
            path = folder.rstrip("/") + "/" + name
            with fs.open(path, "rb") as file:
                found[path] = file.read()
    return found


GAMES = {"/main.py": b"print(1)\n", "/a/b/c.mpy": bytes(range(256)) * 50, "/empty": b""}


def test_the_files_are_added_and_the_image_is_unchanged():
    memory = bytearray(b"\xff" * 0x200000)
    pages = onto(uf2.make(image(), GAMES), memory)
    assert memory[:0x5300] == flash()
    assert files_on(memory) == GAMES
    assert max(pages) < START + SIZE and len(pages) * 256 < 100_000


def test_earlier_contents_are_erased():
    """Every block holds metadata that are newer, by their own counting, than what comes."""
    disk = UserContext(buffsize=SIZE)
    fs = LittleFS(context=disk, block_size=4096, block_count=SIZE // 4096)
    for n in range(3000):
        with fs.open("/often", "wb") as file:
            file.write(b"%d" % n)
    fs.unmount()
    newer = max(disk.buffer[:4096], disk.buffer[4096:8192], key=lambda block: block[:4][::-1])
    memory = bytearray(b"\xff" * 0x200000)
    memory[START - 0x10000000 : START - 0x10000000 + SIZE] = newer * (SIZE // 4096)
    assert "/often" in files_on(memory)
    many_new = {f"/e{n}/new": b"new" for n in range(40)}
    onto(uf2.make(image(), many_new), memory)
    assert files_on(memory) == many_new


def test_the_file_system_is_where_the_image_declares_it():
    other = 0x10180000, 0x80000
    pages = onto(uf2.make(image(disks=[other]), GAMES), bytearray(0x200000))
    assert max(pages) < sum(other) and any(page >= other[0] for page in pages)


def test_the_block_for_an_erratum_of_the_rp2350_stays_first():
    extra = blocks(bytes(256), 0xE48BFF57, 0x10FFFF00)
    made = uf2.make(uf2.Image(extra + blocks(flash(), 0xE48BFF59), "x"), GAMES)
    assert made[:512] == extra and struct.unpack_from("<I", made, 512 + 28)[0] == 0xE48BFF59


@pytest.mark.parametrize(
    ("data", "word"),
    [
        (b"", "no image for a Pico"),
        (b"x" * 512, "no image for a Pico"),
        (blocks(flash())[:-1], "no image for a Pico"),
        (blocks(flash())[:-512], "not all of its blocks"),
        (blocks(flash())[: 9 * 512] + blocks(flash())[11 * 512 :], "not all of its blocks"),
        (blocks(bytes(0x2000)), "no image for a Pico"),
        (blocks(flash(), 0x12345678), "no image for a Pico"),
        (blocks(flash(version="v1.20.0")), "1.20.0: "),
        (blocks(flash(version="CircuitPython")), "no image for a Pico"),
        (blocks(flash(disks=[])), "where its file system is"),
        (blocks(flash(disks=[(0x10001000, 4096)])), "where its file system is"),
        (blocks(flash(disks=[(START, 8192)])), "do not fit"),
    ],
    ids=range(12),
)
def test_unsuitable_images_are_refused(data, word):
    with pytest.raises(Trouble, match=word) as error:
        uf2.make(uf2.Image(data, "x.uf2"), GAMES)
    assert "\n" not in str(error.value)


def test_the_oldest_micropython_is_good_enough():
    oldest = ".".join(map(str, uf2.OLDEST))
    for version in (oldest + ".0", oldest + ".1-preview"):
        image(version="v" + version).check()


def test_every_profile(monkeypatch, tmp_path, capsys):
    from tools.device import built

    monkeypatch.setattr(built, "files", lambda board: ({"/board.py": board.encode()},))
    (tmp_path / "pico.uf2").write_bytes(blocks(flash()))
    for board in boards.names():
        out = tmp_path / f"{board}.uf2"
        uf2.main([str(tmp_path / "pico.uf2"), "--board", board, "-o", str(out)])
        memory = bytearray(b"\xff" * 0x200000)
        onto(out.read_bytes(), memory)
        assert files_on(memory) == {"/board.py": board.encode()}
    printed = capsys.readouterr().out
    assert "ERASES" in printed and "make backup" in printed and "flash_nuke" in printed
