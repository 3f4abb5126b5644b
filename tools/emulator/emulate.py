"""emulate: MicroPython's own image with the built games, in `play`'s window, in real time.

The emulated USB is on a TCP port, for mpremote and for this project's commands. F8 cuts the power.
"""

import argparse
import os
import socket
import sys
import time
from pathlib import Path

from tools import boards, games
from tools.device import Trouble, build, built
from tools.emulator import IMAGE, checked, chip, pico
from tools.simulator import handheld, play

_SLICE = 0.005  # emulated seconds between two looks at buttons, panel and port
_LATE = 0.1  # seconds behind the clock after which time is not made up for


class Port:
    """The handheld's USB on a TCP port of this machine, for one client at a time."""

    def __init__(self, number):
        self._server = socket.socket()
        self._server.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            self._server.bind(("127.0.0.1", number))
        except (OSError, OverflowError) as error:
            why = getattr(error, "strerror", None) or "ports are 0 to 65535"
            raise Trouble(f"Port {number} cannot be used ({why}): choose by --tcp.") from None
        self._server.listen(1)
        self._server.setblocking(False)
        self._client = None
        self._typed = b""
        self.number = self._server.getsockname()[1]

    def exchange(self, printed, write):
        """Pass on what was printed, and what was typed to `write`, which returns how much it took.

        True if a client is there.
        """
        if not self._client:
            try:
                self._client, _ = self._server.accept()
            except BlockingIOError:
                return False
            self._client.setblocking(False)
        try:
            while printed:
                try:
                    printed = printed[self._client.send(printed) :]
                except BlockingIOError:  # the client is slower: the handheld waits for it
                    time.sleep(_SLICE)
            if len(self._typed) < 4096:
                typed = self._client.recv(4096)
                if not typed:
                    raise ConnectionError
                self._typed += typed
        except BlockingIOError:
            pass
        except OSError:
            self._client.close()
            self._client, self._typed = None, b""
            return False
        if self._typed:
            self._typed = self._typed[write(self._typed) :]
        return True

    def close(self):
        for one in filter(None, (self._client, self._server)):
            one.close()


def run(machine, live, port, panel, hardware, echo=None):
    """Show a Pico and press its buttons until the front end stops. echo: where it prints."""
    held = 0
    picture = None
    began = time.perf_counter() - machine.t
    while True:
        for i, key in enumerate(hardware.KEYS):
            if (held ^ hardware.level) >> i & 1 and key in machine.pins:
                (machine.press if hardware.level >> i & 1 else machine.release)(key)
        held = hardware.level
        if not machine.run(_SLICE):
            raise Trouble("The emulated processor has locked up: " + "; ".join(machine.notes[-2:]))
        printed = bytes(machine.console)
        if not port.exchange(printed, machine.chip.write) and echo:
            echo.write(printed.decode("utf-8", "replace").replace("\r", ""))
            echo.flush()
        machine.console.clear()
        for note in machine.notes:
            live.speak(note)
        machine.notes.clear()
        light = int(machine.chip.stat("lcd_bl")) >> 8
        before, picture = picture, machine.picture()
        if picture != before or light != hardware.brightness:
            hardware.brightness = light
            panel.changes += 1
        ahead = machine.t - (time.perf_counter() - began)
        if live.paused or ahead < -_LATE:
            live.wait(1)
            began = time.perf_counter() - machine.t
        else:
            live.wait(max(0, 1000 * ahead))


def _contents(path):
    data = path.read_bytes()
    if len(data) != chip.FLASH_BYTES:
        raise Trouble(f"{path} is no flash that `emulate` kept: it has {len(data)} bytes.")
    return data


def parser():
    p = argparse.ArgumentParser(
        prog="python -m tools emulate",
        description="Boot MicroPython's own image for the Pico with the built games, on an "
        "emulated RP2040 with the board's panel and buttons. F8 cuts the power, then switches on "
        "again.",
    )
    p.add_argument("image", metavar="IMAGE", nargs="?", help=f"RPI_PICO-....uf2; default ${IMAGE}")
    p.add_argument("--board", help="profile in firmware/boards (default: $BOARD or ws_lcd_13)")
    p.add_argument("--flash", metavar="FILE", help="keep the flash in this file, with the saves "
                   "and the games that were put there first")  # fmt: skip
    p.add_argument("--tcp", type=int, default=0, metavar="PORT",
                   help="of the emulated USB (default: a free one)")  # fmt: skip
    play.add_front(p)
    return p


def main(argv=None):
    """Play until the window is closed."""
    args = parser().parse_args(argv)
    image = args.image or os.environ.get(IMAGE)
    if not image:
        raise Trouble("Name MicroPython's image: make emulate IMAGE=RPI_PICO-....uf2, from"
                      " micropython.org/download/RPI_PICO.")  # fmt: skip
    checked(image)  # before a build of seconds
    board = args.board or os.environ.get("BOARD") or build.BOARD
    profile = boards.read(board)
    kept = args.flash and Path(args.flash)
    if kept and kept.exists():
        machine = pico.Pico(image, profile, flash=_contents(kept))
    else:
        machine = pico.Pico(image, profile, built.files(board)[0])
    if kept:  # or it could not be kept at the end either
        games.write(kept, machine.flash())
    handheld.add_paths()
    import hardware
    import live
    import panel

    hardware.reset()
    panel.power_on(profile["W"], profile["H"], profile["BITS"])
    panel.source = machine.picture
    port = Port(args.tcp)
    front = play.front(board, [profile[key] for key in hardware.KEYS], args)
    shown = live.Live(front, getattr(front, "speak", print))
    shown.power = machine.restart
    hardware.host = shown
    in_terminal = hasattr(front, "speak")
    usb = f"Its USB: mpremote connect socket://127.0.0.1:{port.number}"
    if in_terminal:
        shown.notify(usb)
        shown.note_until += 30  # seconds, long enough to note it
    else:
        print(usb, flush=True)
    try:
        run(machine, shown, port, panel, hardware, None if in_terminal else sys.stdout)
    except (hardware.Stop, KeyboardInterrupt):
        return 0
    finally:
        hardware.host = panel.source = None
        front.close()
        port.close()
        if kept:
            games.write(kept, machine.flash())
    return 0
