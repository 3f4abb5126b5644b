"""`mutate`: change one token of the firmware at a time and see whether a test notices.

Each mutant is one change to one place: a comparison, an operator, `and` for `or`, a number by one.
The tests of that part run against a copy of the repository; a mutant that they let live is listed
with its line, for somebody to judge: a test is missing, or the change makes no difference.
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

from tools import progress
from tools.games import ROOT, Bad

THIRTEEN = "firmware/thirteen/"
_LONGEST = 240  # seconds for the tests of one mutant: longer is an endless loop, and noticed
_SWAPS = {
    ast.Lt: ("<", "<="), ast.LtE: ("<=", "<"), ast.Gt: (">", ">="), ast.GtE: (">=", ">"),
    ast.Eq: ("==", "!="), ast.NotEq: ("!=", "=="), ast.Add: ("+", "-"), ast.Sub: ("-", "+"),
    ast.Mult: ("*", "+"), ast.FloorDiv: ("//", "*"), ast.BitAnd: ("&", "|"), ast.BitOr: ("|", "&"),
    ast.LShift: ("<<", ">>"), ast.RShift: (">>", "<<"), ast.And: ("and", "or"),
    ast.Or: ("or", "and"),
}  # fmt: skip
_GAMES = ("three_thirteen", "thirteens", "make13", "friday", "imaginary")


def tests(path):
    """The test files that are about a file of the firmware."""
    name = Path(path).stem
    folder = Path(path).parent.name
    found = [f"test_{name}", f"test_{name}_bots", f"test_{name}_bot"]
    for game in _GAMES:
        if name.startswith(game):
            found += [f"test_{game}", f"test_{game}_bots", f"test_{game}_bot", "test_slices"]
    found += {
        "rules": ["test_match"],
        "bots": ["test_decisions", "test_verdicts"],
        "storage": ["test_store", "test_damage", "test_released", "test_ends", "test_settings",
                    "test_deals", "test_tournament", "test_month"],
        "ui": ["test_patience_views", "test_screens", "test_simulator", "test_shell",
               "test_settings", "test_pages"],
        "views": ["test_patience_views", f"test_{name}_view", "test_make13_view"],
        "thirteen": ["test_match", "test_released", "test_shell", "test_rng", "test_cards",
                     "test_options"],
    }.get(folder, [])  # fmt: skip
    if "melds" in name or "search" in name or "arrange" in name:
        found.insert(0, "test_melds")
    files = [f"host_tests/{test}.py" for test in dict.fromkeys(found)]
    return [file for file in files if (ROOT / file).is_file()]


def mutants(path, text):
    """(line, column, end column, old, new, line of text) of each change that can be made."""
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
    """n mutants, each place as likely as any other: (path, line, column, end, old, new)."""
    every = [
        (path, *m) for path in files for m in mutants(path, (ROOT / path).read_text("utf-8"))
    ]
    return random.Random(seed).sample(every, min(n, len(every)))


def apply(root, mutant):
    """Write the mutant into root; the text of its line."""
    path, line, column, end, old, new = mutant
    lines = (ROOT / path).read_text("utf-8").splitlines(keepends=True)
    text = lines[line - 1]
    assert text[column:end] == old
    lines[line - 1] = text[:column] + new + text[end:]
    (root / path).write_text("".join(lines), "utf-8")
    return lines[line - 1].strip()


def noticed(root, path):
    """Whether the tests of that file fail in root."""
    env = os.environ | {"PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-o", "addopts=", "-p",
               "no:cacheprovider", *tests(path)]  # fmt: skip
    try:
        done = subprocess.run(command, cwd=root, env=env, capture_output=True, timeout=_LONGEST)
    except subprocess.TimeoutExpired:
        return True
    if done.returncode not in (0, 1, 2):
        raise Bad(f"the tests of {path} can't run: {done.stderr.decode()[-300:]}")
    return done.returncode != 0


def default_files():
    """Rules, match, saves, bots and what is drawn with."""
    found = []
    for folder in ("rules", "bots", "storage", "ui"):
        found += sorted((ROOT / THIRTEEN / folder).glob("*.py"))
    found += [ROOT / THIRTEEN / name for name in ("match.py", "states.py", "rng.py", "options.py")]
    generated = ("art.py", "emblems.py")
    return [p.relative_to(ROOT).as_posix() for p in found if p.name not in generated]


def main(argv):
    parser = argparse.ArgumentParser(
        prog="python -m tools mutate",
        description="Change one token of the firmware at a time and see whether a test notices.",
    )
    parser.add_argument("--n", type=int, default=200, help="how many mutants (default: 200)")
    parser.add_argument("--seed", type=int, default=1, help="which ones (default: 1)")
    parser.add_argument("--out", type=Path, metavar="JSON", help="write the survivors there too")
    parser.add_argument("files", nargs="*", help="of the firmware (default: rules, bots, storage, "
                        "ui and match)")  # fmt: skip
    args = parser.parse_args(argv)
    files = args.files or default_files()
    for path in files:
        if not (ROOT / path).is_file() or not tests(path):
            raise Bad(f"{path} is no file of the firmware that tests are about")
    survivors, began = [], time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / "repository"
        skip = shutil.ignore_patterns(".*", "node_modules", "build", "__pycache__")
        shutil.copytree(ROOT, root, ignore=skip)
        chosen = choose(args.n, args.seed, files)
        with progress.bar(len(chosen), "mutants") as bar:
            for mutant in chosen:
                path, number, _, _, old, new = mutant
                line = apply(root, mutant)
                if not noticed(root, path):
                    survivors.append(
                        {"file": path, "line": number, "was": old, "is": new, "text": line}
                    )
                    print(f"lives: {path}:{number}: {old} to {new}: {line}", flush=True)
                shutil.copy(ROOT / path, root / path)
                bar.update()
    killed = len(chosen) - len(survivors)
    print(f"{killed} of {len(chosen)} mutants were noticed ({100 * killed // len(chosen)}%) in "
          f"{time.monotonic() - began:.0f} s, seed {args.seed}")  # fmt: skip
    if args.out:
        args.out.write_text(json.dumps(survivors, indent=1), "utf-8")
    return 0
