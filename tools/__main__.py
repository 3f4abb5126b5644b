"""`python -m tools COMMAND`: everything that is done on the host.

A command is a function of a module, brought in when it is called, that takes the arguments; what
it returns is the exit code. Adding one is that module and a row here.
"""

import importlib
import os
import sys

from tools.games import Bad

# Each command: its module, its function, what it does.
COMMANDS = {
    "play": ("tools.simulator.play", "main", "play in a window or in the terminal"),
    "trace": ("tools.trace", "main", "play a game without a screen and print every position"),
    "record": ("tools.trace", "record", "play a game likewise and write its record"),
    "replay": ("tools.records", "main", "check a record by playing it again"),
    "shots": ("tools.shots", "main", "play each screen and write the README's pictures"),
    "film": ("tools.film", "main", "write the README's film"),
    "assets": ("tools.assets", "main", "make fonts, sprites and rule pages from their sources"),
    "survey": ("tools.survey", "main", "play many deals and tell how they come out"),
    "standings": ("tools.standings", "main", "the standings of a series of Make 13 tournaments"),
    "records": ("tools.handheld_records", "main", "a handheld's own records as JSON"),
    "arena": ("tools.arena", "main", "let the computer players play each other"),
    "hints": ("tools.survey_patience", "main", "play deals by hints alone: how many are won"),
    "worst": ("tools.worst_hand", "main", "search for hands that are hard to meld"),
    "bank": ("tools.bank", "main", "make the bank of deals that are proved winnable"),
    "build": ("tools.device.build", "main", "compile what goes on the device"),
    "flash": ("tools.device.flash", "main", "put it on a device"),
    "run": ("tools.device.run", "main", "run from here on a device, nothing written to it"),
    "repl": ("tools.device.repl", "main", "the device's prompt"),
    "backup": ("tools.device.backup", "main", "copy the saved games from a device"),
    "restore": ("tools.device.restore", "main", "copy saved games back to a device"),
    "bench": ("tools.bench", "main", "measure time and memory on a device"),
    "wasm": ("tools.wasm.node", "main", "fetch MicroPython for WebAssembly, for the tests"),
}


def usage():
    lines = ["usage: python -m tools COMMAND ...", "", "commands:"]
    lines += [f"  {name:10} {COMMANDS[name][2]}" for name in COMMANDS]
    lines += ["", "python -m tools COMMAND --help tells how each is used."]
    return "\n".join(lines)


def main(argv):
    if not argv or argv[0] in ("-h", "--help", "help"):
        print(usage())
        return 0 if argv else 2
    name = argv[0]
    if name not in COMMANDS:
        print(f"tools: there is no command {name!r}: python -m tools --help", file=sys.stderr)
        return 2
    path, function, _ = COMMANDS[name]
    try:
        return getattr(importlib.import_module(path), function)(argv[1:]) or 0
    except Bad as e:
        sys.stdout.flush()
        print(f"tools {name}: {e}", file=sys.stderr)
        return 2
    except BrokenPipeError:  # as in `trace | head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except OSError as e:
        if not e.filename:
            raise
        print(f"tools {name}: {e.filename}: {e.strerror}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("Stopped.", file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
