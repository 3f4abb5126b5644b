"""`test`, `quick`, `lint`, `soak` and `clean`.

Arguments are passed to pytest: `python -m tools test host_tests/test_match.py -x`.
"""

import argparse
import contextlib
import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

from tools import environment
from tools.environment import ROOT
from tools.games import Bad

# Generated or downloaded: ignored by git, and a command makes it again.
GENERATED = (
    ".venv", "build", "tools/wasm/node_modules", "tools/wasm/node_modules.lock",
    "firmware/thirteen/backs", "firmware/thirteen/pictures", "firmware/thirteen/cat.bin",
    "firmware/thirteen/worn.bin",
    "firmware/thirteen/sheets", "firmware/thirteen/bank", "firmware/thirteen/draw/art.py",
    "firmware/thirteen/draw/large.py", "firmware/thirteen/draw/emblems.py",
    "firmware/thirteen/version.py",
    ".pytest_cache", ".ruff_cache", ".mypy_cache",
)  # fmt: skip


def _parser(command, description):
    return argparse.ArgumentParser(
        prog="python -m tools " + command, description=description, allow_abbrev=False
    )


def _run(*command, **env):
    process = subprocess.Popen(
        [sys.executable, "-m", *command], cwd=ROOT, env={**os.environ, **env}
    )  # fmt: skip
    try:
        return process.wait()
    except KeyboardInterrupt:  # pytest has heard it, too, and reports what has failed so far
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(60)
        raise
    finally:
        process.kill()


def lint(argv=()):
    """Run all that checks without running; returns the first exit code that is not 0."""
    about = (
        "Run ruff (rules and format) and mypy; over the page's scripts, tsc and biome; over the"
        " workflows, zizmor and actionlint."
    )
    _parser("lint", about).parse_args(argv)
    from tools import assets

    environment.typings()
    assets.build(ROOT / "firmware")
    conformance = ROOT / "build" / "conformance.py"
    conformance.parent.mkdir(exist_ok=True)
    conformance.write_text(_conformance(), "utf-8")
    workflows = sorted(str(path) for path in (ROOT / ".github" / "workflows").glob("*.yml"))
    ruff = _run("ruff", "check", "-q", ".") or _run("ruff", "format", "--check", "-q", ".")
    return (
        ruff
        or _run("mypy")
        or _run("mypy", str(conformance))
        or _scripts()
        or _program("zizmor", "--offline", "--no-progress", "--quiet", ".github")
        or _program("actionlint", *workflows)
    )


def _scripts():
    """Check the types of the page's scripts, and lint them; the first exit code that is not 0."""
    from tools.wasm import node

    try:
        node.install(tests=True)
    except (node.NoNode, node.NoPackage) as error:
        raise Bad(str(error)) from None
    web = ROOT / "tools" / "web"
    programs = (
        ("typescript/bin/tsc", "--project", "."),
        ("@biomejs/biome/bin/biome", "lint", "page"),
    )
    for program, *arguments in programs:
        command = [*node.find()[0], str(node.HERE / "node_modules" / program), *arguments]
        done = subprocess.run(command, cwd=web, capture_output=True, text=True, encoding="utf-8")
        if done.returncode:
            print(done.stdout + done.stderr)
            return done.returncode
    return 0


def _program(name, *arguments):
    """Run a program that a package has installed; its exit code."""
    path = Path(sysconfig.get_path("scripts")) / name
    return subprocess.run([str(path), *arguments], cwd=ROOT).returncode


def _conformance():
    """A program for mypy: each game's modules as the protocols that they implement."""
    from thirteen import catalog

    lines = ["from thirteen.protocols import *"]
    for row in catalog.GAMES:
        game, mode = row[catalog.NAME], row[catalog.MODE]
        solves = hasattr(catalog.module("bots", game), "reason")
        bot = "Player" if mode == "three_thirteen" else "Solver" if solves else "Bot"
        view = "".join(word.capitalize() for word in mode.split("_"))
        for folder, protocol in (("rules", "Rules"), ("bots", bot), ("views", view)):
            lines.append(f"from thirteen.{folder} import {game} as {game}_{folder}")
            lines.append(f"the_{game}_{folder}: {protocol} = {game}_{folder}")
    return "\n".join(lines) + "\n"


def test(argv=()):
    """Lint, then every test that needs no hardware; with arguments, just pytest with these."""
    parser = _parser(
        "test",
        "Lint, then every test that needs no hardware: seven minutes on two cores. With"
        " arguments, only pytest is run, with these.",
    )
    parser.add_argument("pytest", nargs=argparse.REMAINDER, help="a file, then pytest's options")
    args = parser.parse_args(argv)
    if args.pytest:
        return _run("pytest", *_few(args.pytest))
    print("Seven minutes on two cores (make quick: 1.5). First ruff and mypy:", flush=True)
    return lint() or _run("pytest")


def _few(arguments):
    """The arguments; one or two files need no more than one process, which imports all once."""
    files = [text.partition("::")[0] for text in arguments if _names_a_file(text)]
    for file in files:
        if not (ROOT / file).exists():
            raise Bad(f"there is no file {file}")
    chosen = [text for text in arguments if text.startswith(("-n", "--numprocesses", "--dist"))]
    return [*arguments] if chosen or not 0 < len(files) < 3 else ["-n", "0", *arguments]


def _names_a_file(text):
    return not text.startswith("-") and text.partition("::")[0].endswith(".py")


def quick(argv=()):
    """The tests that are not marked slow."""
    _parser("quick", "The quick tests: a minute and a half on two cores.").parse_args(argv)
    return _run("pytest", "-m", "not slow")


def soak(argv=()):
    """All tests, including the long ones."""
    _parser("soak", "Every test, a million keys, every random game: hours.").parse_args(argv)
    return _run("pytest", "-v", SOAK="1")


def clean(argv=()):
    """Delete everything that can be rebuilt. Saves and backups stay."""
    _parser("clean", "Delete everything that can be rebuilt; saves stay.").parse_args(argv)
    if os.name == "nt" and environment.inside():
        raise Bad("this Python is the one in .venv: run `py -m tools clean` with another")
    for name in GENERATED:
        path = ROOT / name
        if path.is_symlink() or path.is_file():
            path.unlink()
        else:
            shutil.rmtree(path, ignore_errors=True)
    return 0
