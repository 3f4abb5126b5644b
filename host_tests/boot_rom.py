"""The drive of a boot ROM: what dragging a UF2 file onto it writes, in which order, and what then.

After pico-bootrom-rp2040's virtual_disk.c and pico-bootrom-rp2350's usb_virtual_disk.c: blocks of
another family are passed over; an RP2040 erases a sector for every 16 block numbers, an RP2350 for
every sector that it meets; when a file's last block is there it restarts, and the drive is gone.
"""

import struct

PAGE, SECTOR = 256, 4096
FAMILIES = {"RP2040": {0xE48BFF56}, "RP2350": {0xE48BFF57, 0xE48BFF58, 0xE48BFF59, 0xE48BFF5A}}


def drag(data, memory, chip="RP2040", most=None):
    """Drag a UF2 file onto the drive; True if it restarts, False if the drive stays.

    memory: the flash, a bytearray. most: blocks until the cable is pulled.
    """
    transfer, seen, erased = None, set(), set()
    for at in range(0, len(data), 512)[:most]:
        magic, second, flags, address, size, number, count, family = struct.unpack_from(
            "<8I", data, at
        )
        assert (magic, second) == (0x0A324655, 0x9E5D5157)
        if not flags & 0x2000 or family not in FAMILIES[chip] or size != PAGE:
            continue
        assert 0x10000000 <= address < 0x10000000 + len(memory) and not address % PAGE
        if transfer != (count, family):
            transfer, seen, erased = (count, family), set(), set()
        if number in seen:
            continue
        seen.add(number)
        begin = address - 0x10000000
        sector = begin & -SECTOR
        group = number // (SECTOR // PAGE) if chip == "RP2040" else sector
        if group not in erased:
            erased.add(group)
            memory[sector : sector + SECTOR] = b"\xff" * SECTOR
        old = memory[begin : begin + PAGE]
        page = data[at + 32 : at + 32 + PAGE]  # programming only clears bits
        memory[begin : begin + PAGE] = bytes(a & b for a, b in zip(old, page, strict=True))
        if len(seen) == count:
            return True
    return False
