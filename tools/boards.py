"""Board profiles, firmware/boards/NAME.py: found, read and checked for every command.

A profile assigns constants; _defaults.py beside it has those that it leaves out. Pins are GP
numbers, -1 for none.
"""

import functools

from tools.games import FIRMWARE, Bad

KEYS = ("UP", "DOWN", "LEFT", "RIGHT", "A", "B", "X", "Y", "MENU")
PINS = (
    "SCK", "MOSI", "CS", "DC", "RST", "BL", "VSYNC", *KEYS, "USB", "BUZZER", "BATTERY",
    "BATTERY_GATE",
)  # fmt: skip
NEEDED = ("SPI", "SCK", "MOSI", "DC", "MADCTL", "A", "B")  # have no default

BITS = {"ST7789": (12, 16), "ILI9341": (16,)}  # that each panel takes a pixel
MEMORY = (240, 320)  # pixels of both panels' memory, upright
# The pins that the chip offers for each SPI, and for measuring.
CLOCKS = {0: (2, 6, 18, 22), 1: (10, 14, 26)}
DATA = {0: (3, 7, 19, 23), 1: (11, 15, 27)}
MEASURED = (26, 27, 28, 29)

_SIDEWAYS = 0x20  # the bit of MADCTL that exchanges rows and columns
_FASTEST = 62_500_000  # Hz, half the chip's clock
_SETS = "TUNINGS"  # the name of _defaults.py that no profile assigns
_DEFAULTS = "_defaults"


def names(firmware=FIRMWARE):
    """The names of all profiles, sorted."""
    return sorted(path.stem for path in (firmware / "boards").glob("[!_]*.py"))


def path(board, firmware=FIRMWARE):
    """A profile's file; Bad if there is none."""
    known = names(firmware)
    if board not in known:
        raise Bad(f"there is no board {board!r}: choose one of {', '.join(known)}")
    return firmware / "boards" / (board + ".py")


def read(board, firmware=FIRMWARE):
    """{name: value} of a profile; Bad if it would not run, in a sentence that says what to do."""
    file = path(board, firmware)
    found = values(file, firmware)
    wrong = fault(found)
    if wrong:
        raise Bad(f"{file}: {wrong}")
    return found


def values(file, firmware=FIRMWARE):
    """{name: value} of a profile's file and of what it leaves out, not checked yet."""
    found = _constants(firmware / "boards" / f"{_DEFAULTS}.py") if file.stem != _DEFAULTS else {}
    sets = found.pop(_SETS, {"": ""})
    known = {"NAME", *found, *NEEDED}
    own = _constants(file)
    for name in own:
        if found and name not in known:
            raise Bad(f"{file}: {name} is no name of a profile: boards/{_DEFAULTS}.py lists them")
    found = {"NAME": file.stem, **found, **own}
    if found.get("TUNING") in sets:
        rows = (bytes.fromhex(row) for row in sets[found["TUNING"]].split(","))
        found["TUNING"] = b"".join(bytes((row[0], len(row) - 1)) + row[1:] for row in rows if row)
    return found


def text(board, firmware=FIRMWARE):
    """The source of the device's module `board`."""
    return source(path(board, firmware), firmware)


def source(file, firmware=FIRMWARE):
    """The source of a module with all values of a profile's file."""
    found = values(file, firmware)
    return "".join(f"{name} = {value!r}\n" for name, value in found.items())


@functools.cache
def _compiled(text, name):
    """The code of a file; the simulator reads the same profile at each power-on."""
    return compile(text, name, "exec")


def _constants(file):
    """What a file assigns to names in capitals."""
    found = {}
    try:
        exec(_compiled(file.read_text(encoding="utf-8"), file.name), found)
    except SyntaxError as error:
        raise Bad(f"{file}, line {error.lineno}: this is no Python: {error.msg}") from None
    except UnicodeDecodeError:
        raise Bad(f"{file} is no text in UTF-8") from None
    except Exception as error:  # whatever a line of it raises
        raise Bad(f"{file} does not run: {type(error).__name__}: {error}") from None
    return {name: value for name, value in found.items() if name.isupper()}


def fault(b):
    """What is wrong with a profile's values, or None."""
    for name in NEEDED:
        if name not in b:
            return f"{name} is missing"
    for name, value in b.items():
        kind = {"INVERT": bool, "LEDS": tuple, "TUNING": bytes, "NAME": str, "PANEL": str}
        kind = kind.get(name, int)
        if name == "TUNING" and kind is not type(value):
            return f"TUNING is {value!r}: boards/{_DEFAULTS}.py lists those that there are"
        if type(value) is not kind:
            what = {str: "a text", bool: "True or False", int: "a whole number"}
            return f"{name} is {value!r}, not {what.get(kind, 'pins in brackets')}"
    return _panel(b) or _size(b) or _wires(b) or _battery(b)


def _panel(b):
    if b["PANEL"] not in BITS:
        return f"there is no driver for the panel {b['PANEL']!r}: only for {' and '.join(BITS)}"
    if b["BITS"] not in BITS[b["PANEL"]]:
        return f"BITS is {b['BITS']}: {b['PANEL']} takes {_choice(BITS[b['PANEL']])}"
    if b["MODE"] not in (0, 3):
        return f"MODE is {b['MODE']}: displays take 0 or 3"
    if not 0 < b["BAUD"] <= _FASTEST:
        return f"BAUD is {b['BAUD']}: it is in Hz, {_FASTEST:_} at most"
    if not 0 <= b["MADCTL"] <= 255:
        return f"MADCTL is {b['MADCTL']}: it is one byte"
    return None


def _size(b):
    w, h = b["W"], b["H"]
    if not (240 <= w <= 320 and 135 <= h <= (320 if w == 240 else 240)):
        return f"the picture, W x H, is {w}x{h}: it can be 240x135 to 320x240, or up to 240x320"
    if w % 8:
        return f"W is {w}: it must be a multiple of 8, the pixels of a word; take {w & ~7}"
    across, down = reversed(MEMORY) if b["MADCTL"] & _SIDEWAYS else MEMORY
    if w > across:
        return (
            f"W is {w}, but the panel has {across} columns while MADCTL is 0x{b['MADCTL']:02X}: "
            "turn it to its side, with 0x60 or 0xA0"
        )
    if not 0 <= b["XOFF"] <= across - w:
        return f"XOFF is {b['XOFF']}: {w} of {across} columns start at 0 to {across - w}"
    if not 0 <= b["MARGIN"] <= b["YOFF"] <= down - h - b["MARGIN"]:
        return (
            f"YOFF is {b['YOFF']} and MARGIN {b['MARGIN']}: {h} rows with that margin do not fit"
            f" into the panel's {down} from there"
        )
    return None


def _wires(b):
    used = {}
    for name, pin in [(name, b[name]) for name in PINS] + [("LEDS", pin) for pin in b["LEDS"]]:
        if type(pin) is not int:
            return f"LEDS is {b['LEDS']!r}, not pins in brackets"
        if not -1 <= pin <= 29:
            return f"{name} is {pin}: pins are 0 to 29, or -1 for none"
        if pin in used:
            return f"{name} and {used[pin]} are the same pin, GP{pin}"
        if pin >= 0:
            used[pin] = name
        elif name in NEEDED:
            return f"{name} has no pin, but is needed"
    if b["SPI"] not in CLOCKS:
        return f"SPI is {b['SPI']}: there are 0 and 1"
    for name, pins in ("SCK", CLOCKS), ("MOSI", DATA):
        if b[name] not in pins[b["SPI"]]:
            return f"{name} is {b[name]}: SPI {b['SPI']} has it on {_choice(pins[b['SPI']])}"
    pad = [b[key] >= 0 for key in KEYS[:4]]
    if any(pad) and not all(pad):
        return "UP, DOWN, LEFT and RIGHT need a pin each, or none of them has one"
    if not any(pad) and (b["X"] < 0 or b["Y"] < 0):
        return "without UP, DOWN, LEFT and RIGHT the keys X and Y are needed"
    return None


def _battery(b):
    if b["BATTERY"] >= 0 and b["BATTERY"] not in MEASURED:
        return f"BATTERY is {b['BATTERY']}: only {_choice(MEASURED)} can be measured"
    if b["BATTERY_FULL"] <= b["BATTERY_EMPTY"]:
        return "BATTERY_FULL must be above BATTERY_EMPTY"
    if not 1 <= b["BATTERY_RATIO"] <= 4:
        return f"BATTERY_RATIO is {b['BATTERY_RATIO']}: it is 1 to 4"
    return None


def _choice(values):
    """Values as in "2, 6 or 18"."""
    *first, last = map(str, values)
    return f"{', '.join(first)} or {last}" if first else last
