"""repl: MicroPython's prompt on a handheld."""

import argparse
import sys
import time
from types import SimpleNamespace

from tools.device import Lost, Trouble
from tools.device.port import add_port, connect


def main(argv=None):
    """Talk to MicroPython on a handheld."""
    parser = argparse.ArgumentParser(
        prog="python -m tools repl",
        description="Stop the game and talk to MicroPython. Ctrl-D starts the game again, "
        "Ctrl-] leaves.",
    )
    add_port(parser)
    args = parser.parse_args(argv)
    if not sys.stdin.isatty():
        raise Trouble("The prompt needs a terminal to type in.")
    device = connect(args.port or None)
    print(f"MicroPython on {device.port}: Ctrl-D starts the game, Ctrl-] leaves.")
    try:
        device.transport.exit_raw_repl()
        _talk(device.transport)
    except OSError:
        raise Lost(f"The handheld on {device.port} is gone.") from None
    finally:
        device.close()


def _talk(transport):
    from mpremote.console import Console
    from mpremote.repl import do_repl_main_loop

    class Patient(Console):
        # mpremote waits on a file descriptor, which a socket:// or rfc2217:// port has not.
        def waitchar(self, serial):
            time.sleep(0.01)

    console = Patient()
    console.enter()
    try:
        do_repl_main_loop(
            SimpleNamespace(transport=transport),
            console,
            console.write,
            escape_non_printable=False,
            code_to_inject=None,
            file_to_inject=None,
        )
    finally:
        console.exit()
        print()
