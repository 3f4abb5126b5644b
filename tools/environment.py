"""`setup`: the environment that a command needs, made with nothing but Python.

Each command names groups of packages in pyproject.toml. A Python that has them, in the versions
written there, runs the command; any other makes `.venv` beside this file's folder, installs what
is missing, and runs the command in it. Only the standard library is imported here.
"""

import argparse
import contextlib
import importlib.metadata
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from tools.games import Bad

ROOT = Path(__file__).resolve().parents[1]
VENV = ROOT / ".venv"
TYPINGS = VENV / "typings"  # the Pico's stubs: mypy reads them in place of Python's own library
OLDEST = (3, 10)

_INSIDE = "THIRTEEN_VENV"  # set in the environment of a command that was started again


def requirements(group, text=None):
    """["name==version", ...] of a group in pyproject.toml, with the groups that it includes."""
    text = text or (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    section = text.partition("[dependency-groups]\n")[2].partition("\n[")[0]
    found = re.search(rf"^{group} = \[(.*?)\]", section, re.MULTILINE | re.DOTALL)
    if not found:
        raise Bad(f"pyproject.toml has no group of packages {group!r}")
    wanted = []
    for included, package in re.findall(r'include-group = "(.*?)"|"(.*?)"', found[1]):
        wanted += requirements(included, text) if included else [package]
    return list(dict.fromkeys(wanted))


def missing(groups, path=None):
    """Requirements of the groups that this Python, or the folder `path`, does not have."""
    wanted = dict.fromkeys(package for group in groups for package in requirements(group))
    return [package for package in wanted if _version(package.split("==")[0], path) != package]


def _version(name, path):
    found = importlib.metadata.distributions(name=name, **({"path": [str(path)]} if path else {}))
    return next((f"{name}=={one.version}" for one in found), None)


def python():
    """The path of the Python in .venv, whether or not it is there."""
    return VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def inside():
    """Whether this Python is that of .venv."""
    return Path(sys.prefix) == VENV


def enter(groups, argv):
    """None where this Python can run a command of these groups; else the exit code of one that
    could, after it was set up."""
    if not groups or not missing(groups):
        return None
    if os.environ.get(_INSIDE) == str(VENV):
        lacking = ", ".join(missing(groups))
        raise Bad(f"{VENV} still lacks {lacking}: run `python -m tools clean`, then this again")
    install(groups)
    if inside():
        importlib.invalidate_caches()
        return None
    return again(argv)


def again(argv):
    """Run `python -m tools` with these arguments in .venv; its exit code."""
    command = [str(python()), "-m", "tools", *argv]
    env = {**os.environ, _INSIDE: str(VENV)}
    sys.stdout.flush()
    if os.name != "nt":
        os.execve(command[0], command, env)
    done = subprocess.Popen(command, env=env)  # Windows has no exec that keeps the console
    while True:
        with contextlib.suppress(KeyboardInterrupt):  # the command has got it too
            return done.wait()


def install(groups):
    """Bring .venv up to the versions that pyproject.toml names for these groups."""
    if inside():
        lacking = missing(groups)
    else:
        _make()
        lacking = _ask(groups)
    if lacking:
        _pip(lacking, lacking)


def typings():
    """Install the stubs that mypy reads."""
    lacking = missing(["typings"], TYPINGS)
    if lacking:
        _make()  # this Python may have all packages, and there be no .venv yet
        _pip(lacking, ["--upgrade", "--target", str(TYPINGS), *lacking])


def _make():
    """Create .venv unless its Python runs."""
    if python().exists() and _runs([str(python()), "-c", "import pip"]):
        return
    if VENV.exists() and not VENV.is_symlink():
        shutil.rmtree(VENV)
    done = subprocess.run(
        [sys.executable, "-m", "venv", str(VENV)], capture_output=True, text=True
    )  # fmt: skip
    if done.returncode:
        shutil.rmtree(VENV, ignore_errors=True)
        if "ensurepip" in done.stdout + done.stderr:
            raise Bad("Python's venv module is missing: on Debian, `apt install python3-venv`")
        raise Bad(f"{VENV} cannot be made: {_last(done.stderr or done.stdout)}")


def _ask(groups):
    """What the Python of .venv says is missing."""
    program = "from tools import environment as e; print(*e.missing(%r))" % (list(groups),)
    done = subprocess.run(
        [str(python()), "-c", program], cwd=ROOT, capture_output=True, text=True
    )  # fmt: skip
    if done.returncode:
        raise Bad(f"{python()} does not run: {_last(done.stderr)}")
    return done.stdout.split()


def _runs(command):
    try:
        return subprocess.run(command, capture_output=True).returncode == 0
    except OSError:  # the Python that it was made of is gone
        return False


def _pip(packages, arguments):
    names = ", ".join(package.split("==")[0] for package in packages)
    print(f"Setting up .venv, once: {names} ...", file=sys.stderr, flush=True)
    command = [str(python()), "-m", "pip", "install", "-q", "--disable-pip-version-check"]
    done = subprocess.run([*command, *arguments], capture_output=True, text=True)
    if not done.returncode:
        return
    said = done.stdout + done.stderr
    if re.search(r"Retrying|Max retries|timed out|from versions: none", said):
        raise Bad(
            "the packages could not be fetched: there is no connection to the package index;"
            " run the same again with one, it goes on from here"
        )
    raise Bad(f"the packages could not be installed: {_last(said)}")


def _last(text):
    """The line of a program's last words that says what was wrong."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    errors = [line for line in lines if line.startswith("ERROR")]
    return (errors or lines or ["no reason given"])[-1].removeprefix("ERROR: ")


def main(argv=None):
    """Set up everything at once, as for work without a network."""
    parser = argparse.ArgumentParser(
        prog="python -m tools setup",
        description="Make .venv with the packages of all commands and tests. Every command does so"
        " for itself; this is for doing it beforehand.",
    )
    parser.parse_args(argv)
    from tools.wasm import node

    install(["test"])
    if not inside():
        return again(["setup"])
    typings()
    try:
        try:
            node.find()
        except node.NoNode:
            install(["node"])
        node.install()
    except (node.NoNode, node.NoPackage) as error:
        raise Bad(str(error)) from None
    print(f"All is set up in {VENV}.")
    return 0
