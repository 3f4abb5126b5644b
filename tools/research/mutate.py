"""`mutate`: mutation testing. Changes one token of the code at a time, runs the tests.

A mutant is one change in one place: a comparison, an operator, `and` for `or`, a number by one. It
is tested in a copy of the repository by the tests that call the changed function, the fastest
first. These are found once by tracing all tests and cached in build/calls.json; then by those that
no tracer sees, the emulated Pico's too if PICO_UF2 names MicroPython's image. Surviving mutants
are listed with their line. Each means a missing test, unless the change makes no difference.

Every result is stored in build/mutants.json at once, so an interrupted run can be continued.
"""

import argparse
import ast
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tools import games, progress
from tools.checks import GENERATED
from tools.games import ROOT, Bad
from tools.research import calls

_TESTED = 60  # seconds of tests for a mutant at most
_LONGEST = 180  # seconds of the CPU for all: more is an endless loop, so the mutant is killed
_UNCHANGED = [
    ("host_tests/test_cards.py",)
]  # must pass unchanged, or every mutant would seem killed
_KEPT = ROOT / "build" / "mutants.json"
_SWAPS = {
    ast.Lt: ("<", "<="), ast.LtE: ("<=", "<"), ast.Gt: (">", ">="), ast.GtE: (">=", ">"),
    ast.Eq: ("==", "!="), ast.NotEq: ("!=", "=="), ast.Add: ("+", "-"), ast.Sub: ("-", "+"),
    ast.Mult: ("*", "+"), ast.FloorDiv: ("//", "*"), ast.BitAnd: ("&", "|"), ast.BitOr: ("|", "&"),
    ast.LShift: ("<<", ">>"), ast.RShift: (">>", "<<"), ast.And: ("and", "or"),
    ast.Or: ("or", "and"),
}  # fmt: skip


def function(text, line):
    """The name of the innermost function around a line, None outside functions."""
    found = None
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef) and node.lineno <= line <= node.end_lineno:
            found = node.name  # ast.walk goes from the outside to the inside
    return found


def tests(called, path, name, seconds=_TESTED):
    """The tests that call a function, up to that many seconds in total.

    Those of the module's own test files come first, then the others, each group the fastest first.

    called: what calls.of returns. Outside functions: the tests that call anything in the
    file.
    """
    found = sorted(
        (took, test) for test, (took, functions) in called.items()
        if f"{path}:*" in functions
        or (f"{path}:{name}" in functions if name
            else any(f.startswith(path + ":") for f in functions))
    )  # fmt: skip
    own, others = [], []
    for took, test in found:
        (own if _own(path, test) else others).append((took, test))
    chosen = []
    for some in own, others:
        left = seconds
        for took, test in some:
            left -= took
            if left < 0 and chosen:
                break
            chosen.append(test)
    return chosen + calls.unseen(path)


def _own(path, test):
    """Whether a test is in a file of the module's name, or of a part of it."""
    module = Path(path).stem
    file = Path(test.partition("::")[0]).stem.removeprefix("test_")
    return file in module or module in file


def mutants(path, text):
    """(line, column, end column, old, new, line of text) of each possible change."""
    lines = text.splitlines()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Compare):
            pairs = zip([node.left, *node.comparators], node.ops, node.comparators)
        elif isinstance(node, ast.BinOp):
            pairs = [(node.left, node.op, node.right)]
        elif isinstance(node, ast.BoolOp):
            pairs = [(a, node.op, b) for a, b in zip(node.values, node.values[1:])]
        else:
            if isinstance(node, ast.Constant) and type(node.value) is int and node.value < 256:
                yield (node.lineno, node.col_offset, node.end_col_offset,
                       lines[node.lineno - 1][node.col_offset : node.end_col_offset],
                       str(node.value + 1))  # fmt: skip
            continue
        for left, op, right in pairs:
            swap = _SWAPS.get(type(op))
            if swap and left.end_lineno == right.lineno:
                line = lines[right.lineno - 1]
                at = line.find(swap[0], left.end_col_offset, right.col_offset)
                if at >= 0:
                    yield right.lineno, at, at + len(swap[0]), *swap


def choose(n, seed, files):
    """n mutants, drawn uniformly: (path, line, column, end, old, new)."""
    every = [(path, *m) for path in files for m in mutants(path, (ROOT / path).read_text("utf-8"))]
    return random.Random(seed).sample(every, min(n, len(every)))


def apply(root, mutant, when=0):
    """Write the mutant into root; returns the file's old text. `when` becomes its time stamp, so
    that Python does not take another mutant's bytecode for its own."""
    path, line, column, end, old, new = mutant
    whole = (root / path).read_text("utf-8")
    lines = whole.splitlines(keepends=True)
    text = lines[line - 1]
    assert text[column:end] == old
    lines[line - 1] = text[:column] + new + text[end:]
    (root / path).write_text("".join(lines), "utf-8")
    os.utime(root / path, (when, when))
    return whole


def noticed(root, chosen):
    """Whether one of these tests fails in root."""
    env = os.environ | {"PYTHONDONTWRITEBYTECODE": "1"}
    (root / "chosen.txt").write_text("\n".join(chosen), "utf-8")  # too many for a command
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-o", "addopts=", "-p",
               "no:cacheprovider", "@chosen.txt"]  # fmt: skip
    try:
        done = subprocess.run(
            command, cwd=root, env=env, capture_output=True, timeout=10 * _LONGEST,
            preexec_fn=None if os.name == "nt" else _limit,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return True
    return done.returncode != 0


def _limit():
    """In the process of the tests: a busy machine takes longer, but no more of the CPU."""
    import resource

    resource.setrlimit(resource.RLIMIT_CPU, (_LONGEST, _LONGEST))


class Results:
    """A file with the results so far: {mutant: whether it was killed}."""

    def __init__(self, path):
        self.path = path
        self.of = json.loads(path.read_text("utf-8")) if path.is_file() else {}

    def add(self, name, dies):
        self.of[name] = dies
        self.path.parent.mkdir(exist_ok=True)
        games.write(self.path, json.dumps(self.of, indent=0))


def default_files():
    """The firmware but for its generated files, the build and the simulator."""
    found = []
    for folder in calls.TRACED:
        found += sorted((ROOT / folder).rglob("*.py"))
    found = [path.relative_to(ROOT).as_posix() for path in found]
    return [path for path in found if path not in GENERATED and "/boards/" not in path]


def main(argv):
    parser = argparse.ArgumentParser(
        prog="python -m tools research mutate",
        description="Mutation testing: change one token of the code at a time, run the tests.",
    )
    parser.add_argument("--n", type=int, default=200, help="number of mutants (default: 200)")
    parser.add_argument("--seed", type=int, default=1, help="for choosing them (default: 1)")
    parser.add_argument("--again", action="store_true", help="repeat those that survived")
    parser.add_argument("files", nargs="*", help="files of the firmware, the build or the "
                        "simulator (default: all)")  # fmt: skip
    args = parser.parse_args(argv)
    if args.n < 1:
        raise Bad("--n takes a number from 1")
    files = args.files or default_files()
    for path in files:
        if not path.startswith(calls.TRACED) or not (ROOT / path).is_file():
            raise Bad(f"{path} is not a file below {', '.join(calls.TRACED)}")
    results = Results(_KEPT)
    chosen = {}  # {name: mutant}
    for mutant in choose(args.n, args.seed, files):
        path, number, column, _, old, new = mutant
        line = (ROOT / path).read_text("utf-8").splitlines()[number - 1].strip()
        chosen[f"{path}:{number}: {old} to {new} at {column}: {line}"] = mutant
    left = [
        name for name in chosen if name not in results.of or args.again and not results.of[name]
    ]
    began = time.monotonic()
    if left:
        _try(left, chosen, results)
    lived = [name for name in chosen if not results.of[name]]
    print(*(f"lives: {name}" for name in lived), sep="\n")
    print(f"{len(chosen) - len(lived)} of {len(chosen)} mutants were killed "
          f"({100 * (len(chosen) - len(lived)) // len(chosen)}%), seed {args.seed}; "
          f"{len(left)} were tried in {time.monotonic() - began:.0f} s")  # fmt: skip
    return 0


def _try(names, chosen, results):
    """Test these mutants in a copy of the repository."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / "repository"
        skip = shutil.ignore_patterns(".git", ".venv", "node_modules", "build", "__pycache__")
        shutil.copytree(ROOT, root, ignore=skip)
        called = calls.of(root, ROOT / "build" / "calls.json")
        for tests_of in {*_UNCHANGED, *(tuple(calls.unseen(chosen[name][0])) for name in names)}:
            if tests_of and noticed(root, tests_of):
                raise Bad(f"without a mutant these tests fail: {' '.join(tests_of)}")
        with progress.bar(len(names), "mutants") as bar:
            for when, name in enumerate(names):
                path, number = chosen[name][:2]
                whole = apply(root, chosen[name], when)
                meets = tests(called, path, function(whole, number))
                results.add(name, bool(meets) and noticed(root, meets))
                (root / path).write_text(whole, "utf-8")
                if not results.of[name]:
                    print(f"lives: {name} ({len(meets)} tests)", flush=True)
                bar.update()
