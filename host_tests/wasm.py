"""Runs Python in real MicroPython (WebAssembly, under node) for the tests.

    run(script, ..., files={"/main_part.py": "source"}) -> what it printed

Several scripts run one after another in the same interpreter; garbage is collected between
them and only there. An exception in a script raises `ScriptError` with MicroPython's traceback.
The heap starts with `heap` bytes and grows; measure a script's needs with `gc.mem_alloc`.
"""

import base64
import functools
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
if str(ROOT) not in sys.path:
    sys.path.append(str(ROOT))

from tools import boards  # noqa: E402
from tools.wasm import node  # noqa: E402

# Device modules that MicroPython for browsers lacks; the simulator replaces them.
_DEVICE_ONLY = ("hal/", "boards/", "xip/", "main.py", "pack.py")


class ScriptError(Exception):
    """A script ended with an exception; the text is MicroPython's traceback."""


@functools.cache
def _compiled(top):
    """{path in MicroPython: bytes} of a folder, compiled as for the device: no native code."""
    from tools.web import site

    inside = {path.relative_to(top).as_posix(): path for path in sorted(top.rglob("*.*"))}
    texts = {
        name[:-3]: path.read_text("utf-8")
        for name, path in inside.items()
        if name.endswith(".py") and not name.startswith(_DEVICE_ONLY)
    }
    files = {f"/{name}.mpy": data for name, data in site.mpy(texts).items()}
    return files | {f"/{n}": path.read_bytes() for n, path in inside.items() if n[-4:] == ".bin"}


def game(board="ws_lcd_13"):
    """Files for `run`: the whole firmware on the simulator's HAL, with one board's profile."""
    simulator = ROOT / "tools" / "simulator"
    files = {"/board.py": boards.text(board)}
    for name in ("hal.py", "hardware.py"):
        files["/" + name] = simulator / name
    return files | _compiled(ROOT / "firmware") | _compiled(ROOT / "tools" / "host")


def run(*scripts, heap=1 << 20, files=None, timeout=1500, version=None):
    """Run scripts (source texts) in a fresh MicroPython and return their output.

    heap: bytes to start with. files: path in MicroPython -> a Path on this machine (a file, or a
    whole folder), or the content itself as str or bytes. timeout: seconds.
    version: of MicroPython, such as "1.28"; by default the newest.
    """
    job = {
        "heap": heap,
        "scripts": scripts,
        "files": {path: _base64(data) for path, data in _flat(files or {})},
    }
    need()
    command, _ = node.find()
    done = subprocess.run(
        [*command, str(node.HERE / "run.mjs"), *([f"micropython-{version}"] if version else [])],
        input=json.dumps(job).encode(),
        capture_output=True,
        timeout=timeout,
    )
    printed = done.stdout.decode()
    if done.returncode:
        raise ScriptError((printed + done.stderr.decode()).strip())
    return printed


def _flat(files):
    for path, source in files.items():
        if not isinstance(source, Path):
            yield path, source.encode() if isinstance(source, str) else bytes(source)
        elif source.is_dir():
            for item in sorted(source.rglob("*")):
                if item.is_file() and "__pycache__" not in item.parts:
                    name = item.relative_to(source).as_posix()
                    yield f"{path.rstrip('/')}/{name}", item.read_bytes()
        else:
            yield path, source.read_bytes()


def _base64(data):
    return base64.b64encode(data).decode()


@functools.cache
def _trouble():
    """(why MicroPython cannot run here, whether node is missing), or None."""
    try:
        node.find()
        node.install()
    except node.NoNode as error:
        return str(error), True
    except node.NoPackage as error:
        return str(error), False
    return None


def need():
    trouble = _trouble()
    if trouble is None:
        return
    why, no_node = trouble
    if no_node and os.environ.get("CI", "").lower() not in ("1", "true"):
        pytest.skip(why)
    pytest.fail(why, pytrace=False)
