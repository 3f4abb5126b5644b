"""`setup`: creates the virtual environment that a command needs; requires only Python.

Each command names package groups in pyproject.toml. If this Python has them, in those versions, it
runs the command; otherwise .venv is created in the repository, what is missing is installed, and
the command runs there. What is installed is locked by hash: tools/locked, which `python -m tools
lock` writes. Only the standard library is imported here.
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
TYPINGS = VENV / "typings"  # the Pico's stubs: mypy reads them instead of typeshed
OLDEST, NEWEST = (3, 11), (3, 14)  # Pythons that all packages are made for

# What pip says of a package that it fetches, or has at hand, and before it unpacks them.
_STEP = re.compile(
    r"(?:Downloading|Using cached) (?:\S*/)?([^-\s]+-[^-\s]+)-\S+\.whl\S*( \(.*\))?$|Installing "
)

_INSIDE = "THIRTEEN_VENV"  # set in the environment of a command that was restarted


def groups():
    """The names of the groups in pyproject.toml."""
    return re.findall(r"^(\w+) = \[", _section(), re.MULTILINE)


def locked(group):
    """The file for pip with a group's packages, what they need, and hashes."""
    return ROOT / "tools" / "locked" / f"{group}.txt"


def _section(text=None):
    text = text or (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    return text.partition("[dependency-groups]\n")[2].partition("\n[")[0]


def requirements(group, text=None):
    """["name==version", ...] of a group in pyproject.toml, including nested groups."""
    section = _section(text)
    found = re.search(rf"^{group} = \[(.*?)\]", section, re.MULTILINE | re.DOTALL)
    if not found:
        raise Bad(f"pyproject.toml has no package group {group!r}")
    wanted = []
    for included, package in re.findall(r'include-group = "(.*?)"|"(.*?)"', found[1]):
        wanted += requirements(included, text) if included else [package]
    return list(dict.fromkeys(wanted))


def missing(groups, path=None):
    """Requirements of the groups that this Python, or the folder `path`, lacks."""
    wanted = dict.fromkeys(package for group in groups for package in requirements(group))
    return [package for package in wanted if _version(package.split("==")[0], path) != package]


def _version(name, path):
    found = importlib.metadata.distributions(name=name, **({"path": [str(path)]} if path else {}))
    return next((f"{name}=={one.version}" for one in found), None)


def python():
    """The path of .venv's Python, which may not exist yet."""
    return VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def inside():
    """Whether this Python is that of .venv."""
    return Path(sys.prefix) == VENV


def enter(groups, argv):
    """None if this Python has these groups; else set up .venv, run the command there and return
    its exit code."""
    if not groups or not missing(groups):
        return None
    if os.environ.get(_INSIDE) == str(VENV):
        lacking = ", ".join(missing(groups))
        raise Bad(f"{VENV} still lacks {lacking}: run `python -m tools clean`, then try again")
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
        with contextlib.suppress(KeyboardInterrupt):  # the command receives it too
            return done.wait()


def install(groups):
    """Install these groups into .venv, in the versions that pyproject.toml names."""
    if inside():
        lacking = missing(groups)
    else:
        _make()
        lacking = _ask(groups)
    if lacking:
        _pip(lacking, groups)


def typings():
    """Install the stubs that mypy reads."""
    lacking = missing(["typings"], TYPINGS)
    if lacking:
        _make()  # this Python may have all packages, so that there is no .venv yet
        _pip(lacking, ["typings"], "--upgrade", "--target", str(TYPINGS))


def _make():
    """Create .venv unless its Python runs."""
    if python().exists() and _runs([str(python()), "-c", "import pip"]):
        return
    _say(f"Making {VENV}, once ...")
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
    """The requirements that .venv lacks, according to its own Python."""
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
    except OSError:  # the Python that it was created from is gone
        return False


def _pip(packages, groups, *arguments):
    """Install groups as locked; `packages` are those that they lack."""
    names = ", ".join(package.split("==")[0] for package in packages)
    _say(f"Installing {names}:")
    command = [str(python()), "-m", "pip", "install", "--disable-pip-version-check"]
    command += ["--progress-bar", "off"]
    command += ["--require-hashes", "--only-binary", ":all:", *arguments]
    for group in groups:
        command += ["-r", str(locked(group))]
    pip = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    printed = ""
    for line in pip.stdout:
        printed += line
        step = _STEP.match(line.strip())
        if step:
            _say("  " + (f"{step[1]}{step[2] or ''}" if step[1] else "unpacking all of it ..."))
    if not pip.wait():
        return
    if "DO NOT MATCH THE HASHES" in printed:
        raise Bad(
            "a package is not the one that was locked, so it was not installed: the package index,"
            " or something between, sent another file; try again from another network"
        )
    if re.search(r"Retrying|Max retries|timed out|from versions: none", printed):
        if sys.version_info[:2] > NEWEST and "from versions: none" in printed:
            raise Bad("the packages are made for Python %d.%d to %d.%d" % (OLDEST + NEWEST))
        raise Bad(
            "the packages could not be fetched: there is no connection to the package index;"
            " try again when there is one, it continues from here"
        )
    raise Bad(f"the packages could not be installed: {_last(printed)}")


def _say(text):
    print(text, file=sys.stderr, flush=True)


def _last(text):
    """The line of a program's output that says what was wrong."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    errors = [line for line in lines if line.startswith("ERROR")]
    return (errors or lines or ["no reason given"])[-1].removeprefix("ERROR: ")


def main(argv=None):
    """Set up everything at once, for example before working offline."""
    parser = argparse.ArgumentParser(
        prog="python -m tools setup",
        description="Create .venv with the packages of all commands and tests. A command installs"
        " what it needs by itself; this does it all beforehand.",
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
        node.install(tests=True)
    except (node.NoNode, node.NoPackage) as error:
        raise Bad(str(error)) from None
    print(f"All is set up in {VENV}.")
    return 0
