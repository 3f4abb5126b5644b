"""pack: puts a build into one file for the handheld: see tools/xip/pack.py."""

import argparse
from collections import Counter
from pathlib import Path

from tools.device import Trouble, build
from tools.xip import pack as xip

PACK = "/pack.mpy"
MAIN = "/main.py"
LINK = "/pack.link"  # which the handheld makes itself

_HEAD = "xip/pack.mpy"
_INIT = "/__init__.mpy"
# What MicroPython itself reads, into the heap: the link's maker, and what shows how far that is.
_READ = {"xip/link.mpy": "/link.mpy", "no_room.mpy": "/no_room.mpy", "board.mpy": "/board.mpy"}


def program(text):
    """A program for MicroPython's prompt, or a main.py, that uses the modules in the pack.

    It is compiled once their names are known.
    """
    return f"import pack\npack.use()\nexec({text!r})\n"


def pack(modules):
    """{path on the device: bytes} of all files for it, from the folder of a build's modules."""
    return {MAIN: build.START.encode(), PACK: packed(modules).data}


def packed(modules):
    """What tools/xip/pack.py makes of them."""
    code, files = {}, {}
    for name in (modules / build.CONTENTS).read_text("utf-8").split():
        data = (modules / name).read_bytes()
        if name in _READ:
            files[_READ[name]] = data
        if name == _HEAD:
            head = data
        elif build.is_code(name):
            code[_module(name)] = data, name.endswith(_INIT)
        else:
            files["/" + name] = data
    try:
        return xip.pack(head, code, files)
    except ValueError as error:
        raise Trouble(f"The build can't be packed: {error}.") from None


def _module(name):
    """The name of the module that a file is."""
    return name.removesuffix(".mpy").removesuffix("/__init__").replace("/", ".")


def main(argv=None):
    """Show what the pack of a board consists of."""
    from tools.device import built

    parser = argparse.ArgumentParser(
        prog="python -m tools pack",
        description="Show what the handheld's file consists of, by kind and by module.",
    )
    parser.add_argument("--board", default=build.BOARD, help=f"default: {build.BOARD}")
    parser.add_argument("--modules", action="store_true", help="each module, the largest first")
    args = parser.parse_args(argv)
    built.files(args.board)
    print(report(packed(Path(build.ROOT) / "build" / "modules" / args.board), args.modules))


def report(packed, by_module=False):
    """The sizes as text."""
    sums = Counter()
    for (module, kind), size in packed.sizes.items():
        sums[module or "(of all)" if by_module else kind] += size
    lines = [f"{size:8}  {what}" for what, size in sums.most_common()]
    lines.append(f"{len(packed.data):8}  bytes of {PACK}")
    lines.append(f"{packed.linked:8}  bytes of {LINK}, made at the first start")
    return "\n".join(lines)
