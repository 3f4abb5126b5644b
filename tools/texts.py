"""`texts`: prints all text shown on the screen, by file, for proof-reading."""

import argparse
import ast
import re

from tools.games import FIRMWARE

LEFT_OUT = ("draw/art.py", "draw/large.py", "draw/emblems.py", "bank")
# Functions that draw: what they are given is shown even if it is a single word.
_DRAW = "text centre right button formatted message alert ask sure progress _line _write"
DRAW = frozenset(_DRAW.split())


def _constants(tree):
    """(line, text, whether it is drawn here) of each string that is no docstring."""
    docs = {
        id(node.value) for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }  # fmt: skip
    drawn = {
        id(what) for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and getattr(node.func, "attr", getattr(node.func, "id", "")) in DRAW
        for given in node.args for what in ast.walk(given)
    }  # fmt: skip
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docs:
            yield node.lineno, node.value, id(node) in drawn


def shown(text):
    """Whether a string is meant for players: words, not a name, a format or a path."""
    words = re.sub(r"%[-0-9.]*[a-z]", "", text)
    return bool(re.search(r"[A-Z]?[a-z]{2,}", words)) and (
        bool(re.search(r"[a-z] |[A-Z][a-z]+$|[.!?]$", words)) and not re.search(r"[/_{}<>]", words)
    )


def texts():
    """{file: [(line, text)]} of firmware/thirteen, by line."""
    found = {}
    for path in sorted(FIRMWARE.glob("thirteen/**/*.py")):
        name = path.relative_to(FIRMWARE / "thirteen").as_posix()
        if name.startswith(LEFT_OUT):
            continue
        tree = ast.parse(path.read_text("utf-8"))
        rows = sorted(
            (line, text) for line, text, drawn in _constants(tree)
            if any(map(shown, text.split("\n"))) or drawn and re.search("[A-Za-z]{3}", text)
        )  # fmt: skip
        if rows:
            found[name] = rows
    for path in sorted(FIRMWARE.glob("thirteen/sheets/*.txt")):
        lines = path.read_text("utf-8").splitlines()
        found["sheets/" + path.name] = [
            (i, text) for i, text in enumerate(lines, 1) if shown(text)
        ]
    return found


def main(argv):
    """Print them."""
    argparse.ArgumentParser(
        prog="python -m tools texts", description="Print all text shown on the screen, by file."
    ).parse_args(argv)
    for name, rows in texts().items():
        print(f"\n{name}")
        for line, text in rows:
            for part in text.rstrip("\n").split("\n"):
                print(f"  {line:4}  {ascii(part)[1:-1]}")
    return 0
