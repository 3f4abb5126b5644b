"""Whether the games start: looked at from outside, after the reset that ends an installation.

MicroPython runs boot.py, then shows itself on USB, then runs main.py, and its prompt where either
has ended. So the games run if it is on USB and no prompt answers; if one does, a soft reset tells
what was said instead. While they run nothing reads what is sent here.
"""

import re
import time

from tools.device import Trouble
from tools.device.port import numbers

BACK = 15  # seconds until it is on USB again
SILENT = 5  # seconds without a prompt; a first start takes three and a half
ANSWER = 15  # seconds for a soft reset, boot.py included
PROMPT = ">>> "
_GAP = 0.4  # seconds between two empty lines, and before the first: until the reset
_REBOOT = "soft reboot"
_ONCE = 3  # of them, as the games end in one, too; more is a boot.py that exits
_COPIED = "What was copied is on it, but"
_MEND = (
    "Mend it, or remove it (`mpremote rm :boot.py`, or the file view of Thonny or ViperIDE), and"
    " switch off and on."
)
# Also for the page, which gets them in install.json; @ is what the handheld said.
SENTENCES = {
    "exits": f"{_COPIED} its own boot.py exits (sys.exit()): MicroPython starts it again and"
    f" again. {_MEND}",
    "boot": f"{_COPIED} its own boot.py ends in @: MicroPython then starts nothing. {_MEND}",
    "games": f"{_COPIED} the games end in @: put the MicroPython of micropython.org/download on it"
    " and install again; if it stays so, report it with these words.",
    "memory": f"{_COPIED} too little memory is left for the games: shorten its own boot.py, or"
    " remove it (`mpremote rm :boot.py`); a Pico W needs the plain Pico's MicroPython.",
    "said": f"{_COPIED} the games ended at MicroPython's prompt. It said: @",
    "held": f"{_COPIED} MicroPython's prompt runs in place of the games: is B held down,"
    " or stuck?",
    "gone": f"{_COPIED} it has not come back on USB: look at its screen. If that stays dark, its"
    " own boot.py may not end, or another program has the port.",
}
_TRACE = "Traceback (most recent call last):"
_BANNER = ">>>", "Type ", "MicroPython v", "MPY: "
_SAID = 300  # letters of what was printed that are repeated


def look(device):
    """Say that the games run, or that nobody knows; Trouble where MicroPython's prompt does."""
    print("Looking whether the games start ...", flush=True)
    line = Line(device.port, device.number)
    try:
        said = watch(line)
    except OSError:
        print(SENTENCES["gone"])
    else:
        if said is not None:
            raise Trouble(reason(said))
        print("The games run.")
    finally:
        line.close()


def watch(line, clock=time.monotonic):
    """None if the games run, else what a soft reset printed; OSError if nobody is there."""
    line.open(clock() + BACK)
    said = _prompted(line, clock, b"\r", SILENT)
    if said is None or said.count(_REBOOT) > _ONCE:
        return said
    line.write(b"\x04")
    return _prompted(line, clock, b"", ANSWER)


def _prompted(line, clock, asked, seconds):
    """What it sends until the prompt, sent `asked` time and again; None if no prompt comes."""
    heard, end, again = b"", clock() + seconds, 0
    while clock() < end:
        if asked and clock() >= again:
            line.write(asked)
            again = clock() + _GAP
        heard += line.read()
        text = heard.decode("utf-8", "replace")
        if text.count(_REBOOT) > _ONCE or text.endswith(PROMPT) and (asked or _REBOOT in text):
            return text
    return None


def reason(said):
    """What to tell of what was printed up to the prompt, at a soft reset: one sentence."""
    if said.count(_REBOOT) > _ONCE:
        return SENTENCES["exits"]
    lines = [line.strip() for line in said.partition(_REBOOT)[2].splitlines()[1:]]
    lines = [line for line in lines if line and not line.startswith(_BANNER)]
    if _TRACE not in lines:
        return SENTENCES["said" if lines else "held"].replace("@", " ".join(lines)[:_SAID])
    at = len(lines) - 1 - lines[::-1].index(_TRACE)
    error = next(line for line in lines[at + 1 :] if not line.startswith("File "))
    name = "memory" if error.startswith("MemoryError") else "games"
    if re.match(r'File "/?boot\.py"', lines[at + 1]):
        name = "boot"
    return SENTENCES[name].replace("@", error.rstrip(".: "))


class Line:
    """A serial port or socket that goes away and comes back, perhaps under another name."""

    def __init__(self, port, number):
        self.port, self.number, self._serial = port, number, None

    def open(self, until):
        """Wait until it can be opened, and is no longer the one that is about to vanish."""
        time.sleep(_GAP)
        while True:
            try:
                self._serial = self._opened()
                self._serial.write(b"\r")
                time.sleep(_GAP)
                self._serial.write(b"\r")
                return
            except OSError:
                self.close()
                if time.monotonic() > until:
                    raise
                time.sleep(_GAP)

    def _opened(self):
        import serial

        names = {number: port for port, number in numbers().items() if number}
        port = names.get(self.number, self.port)
        try:
            return serial.serial_for_url(port, timeout=0.1, write_timeout=1, exclusive=True)
        except ValueError as error:
            raise OSError(str(error)) from None

    def write(self, data):
        self._serial.write(data)

    def read(self):
        return self._serial.read(self._serial.in_waiting or 1)

    def close(self):
        if self._serial:
            self._serial.close()
            self._serial = None
