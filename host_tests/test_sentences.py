"""Every sentence that a screen can say is seen in a journey, or listed with the reason why not."""

import ast
import functools
import re
from pathlib import Path

import pytest

from tools import journeys

ROOT = Path(__file__).resolve().parent.parent
FIRMWARE = ROOT / "firmware" / "thirteen"
LIST = Path(__file__).resolve().parent / "unseen.txt"
# Where what a player reads is written. Rule sheets and lessons have tests of their own.
FOLDERS = "bots draw modes presets rules screens storage table trophies ui views".split()
DATA = re.compile(r"\w[=>]+\w|\w\.\w|/\w+/|\w/\w|\w_\w|%\(")  # options, conditions, modules, files
DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef)
# What is said to programmers and on the host.
NOT_SHOWN = ("text", "parse", "state", "_parse_place", "_place")


def sentences():
    """{sentence: "module:line"} of the firmware's texts of two words and more."""
    found = {}
    for folder in ("", *FOLDERS):
        for path in sorted((FIRMWARE / folder).glob("*.py")):
            for text, line in _texts(ast.parse(path.read_text("utf-8"))):
                where = f"{path.relative_to(FIRMWARE).with_suffix('')}:{line}"
                found.setdefault(text, where)
    return found


def _texts(tree):
    skip = set()
    for node in ast.walk(tree):
        if isinstance(node, DOCUMENTED) and ast.get_docstring(node):
            skip.add(node.body[0].value)
        if isinstance(node, ast.FunctionDef) and node.name in NOT_SHOWN:
            skip |= {*ast.walk(node)}
        if isinstance(node, ast.If) and "VOICE" in ast.unparse(node.test):
            skip |= {inner for part in node.body for inner in ast.walk(part)}
        if isinstance(node, (ast.Raise, ast.Assert)):
            skip |= {*ast.walk(node)}
        if isinstance(node, ast.Expr) and ast.unparse(node).startswith("speech."):
            skip |= {*ast.walk(node)}
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "OPTIONS":
            skip |= {*ast.walk(node)}
        if isinstance(node, ast.FunctionDef):
            for arg in [*node.args.args, node.returns]:
                note = arg.annotation if isinstance(arg, ast.arg) else arg
                skip |= {*ast.walk(note)} if note else set()
        if isinstance(node, ast.AnnAssign):
            skip |= {*ast.walk(node.annotation)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in skip:
            for part in node.value.split("\t"):
                words = re.findall(r"[A-Za-z]{2,}", re.sub(r"%\w|\{\w\}", "", part))
                if len(words) >= 2 and " " in part.strip() and not DATA.search(part):
                    yield part, node.lineno


def pattern(text, at=""):
    """What a sentence looks like on a screen: its values are any, a line may end at any blank.

    A trophy's name has others beside it in the grid; of a computer player's lines one is said.
    """
    if "voices" in at:
        return re.compile("|".join(map(re.escape, text.split("\n"))))
    if at.startswith("trophies/") and text[-1] != ".":
        return re.compile(r"\b.{0,40}? ".join(map(re.escape, text.split())))
    text = re.sub(r"\n[-#] ", "\n", text)  # of an item, of a heading
    out = ""
    for part in re.split(r"(%0?\d?[ds%]|%\(\w+\)s|\{[A-Z]\}|\s+|[^ -~])", text.strip()):
        if re.fullmatch(r"%0?\d?d", part):
            out += r"[\d ]+"
        elif part == "%%":
            out += "%"
        elif part.startswith("%"):
            out += ".*?"
        elif part.isspace():
            out += " "
        else:
            out += r"\S*" if re.fullmatch(r"\{[A-Z]\}|[^ -~]", part) else re.escape(part)
    return re.compile(out)


def seen():
    """All that the journeys show, a line a step."""
    lines = []
    for path in sorted(journeys.FOLDER.glob("*x*.txt")):
        for line in path.read_text("utf-8").splitlines():
            if line.startswith("   says  "):
                line = line.removeprefix("   says  ").replace("[", "").replace("]", "")
                lines.append(re.sub(r" +", " ", line.replace(" / ", " ")))
    return "\n".join(lines)


def listed():
    """{sentence: reason} of those in no journey."""
    found, reason = {}, ""
    for line in LIST.read_text("utf-8").splitlines():
        if line.startswith("# "):
            reason = line[2:]
        elif line:
            found[ast.literal_eval(line)] = reason
    return found


@functools.cache
def unseen():
    shown = seen()
    return {text: at for text, at in sentences().items() if not pattern(text, at).search(shown)}


def test_each_sentence_is_in_a_journey_or_in_the_list():
    missing = [f"{at}  {text!r}" for text, at in unseen().items() if text not in listed()]
    if missing:
        told = "No journey shows these: let one come past them (host_tests/journeys), or list them"
        pytest.fail(
            "\n".join([f"{told} in {LIST.name} with the reason.", *missing]), pytrace=False
        )


def test_the_list_has_only_sentences_that_are_and_are_not_seen():
    missing = unseen()
    gone = [text for text in listed() if text not in missing]
    assert not gone and all(listed().values())
