"""spell: give the names that stay in memory a spelling which MicroPython's ROM has.

The build's last step before mpy-cross. MicroPython keeps the text of every attribute, function and
argument for ever, except for those of its own: they are in ROM. A name that its ROM lacks can't be
one of MicroPython's, so it is ours, and all modules together may spell it otherwise. Not changed:

    names of modules and everything of other modules that a module of ours accesses
    names that also occur as texts (getattr), or are put together at run time
    names that programs from outside use: bench's are spelled alike (respelled)

Line numbers do not change. rom_names.txt lists the identifiers in the images for RPI_PICO of both
1.28 and 1.29; with an image that lacks some of them, these cost what all did without this step.
"""

import ast
import builtins
import io
import tokenize
from keyword import iskeyword
from pathlib import Path

from tools.device import slim
from tools.device.tree import walk

_ROM = frozenset((Path(__file__).parent / "rom_names.txt").read_text("utf-8").split())
_PYTHON = frozenset().union(
    *(dir(x) for x in (builtins, str, bytearray, list, dict, set, int, float, io.BufferedRandom))
)
_BY_TEXT = ("thirteen/ui/emblems",)  # their names are put together at run time


def spell(texts, outside=()):
    """({module: source}, {name: its spelling}); a module is named by its path without the .py.

    `outside` are sources of programs that access the modules by their names.
    """
    try:
        trees = {name: ast.parse(text) for name, text in texts.items()}
        kept = {word for text in outside for word in _words(text)}
    except (SyntaxError, tokenize.TokenError):
        return dict(texts), {}
    ours, words = set(), set(kept)
    kept |= {part for name in texts for part in name.split("/")}
    modules = {name.removesuffix("/__init__") for name in texts}
    for name, tree in trees.items():
        words.update(_words(texts[name]))
        others = set()
        for node in walk(tree):
            if isinstance(node, ast.Import | ast.ImportFrom):
                found = [alias.name for alias in node.names if isinstance(node, ast.Import)]
                found.append(getattr(node, "module", "") or "")
                kept.update(part for path in found for part in path.split("."))
                for alias in node.names:
                    known = modules.isdisjoint(_paths(node, alias))
                    (others if known else ours).add(alias.asname or alias.name)
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                kept.add(node.value)
        for node in walk(tree):
            if isinstance(node, ast.Attribute):
                (kept if getattr(node.value, "id", None) in others else ours).add(node.attr)
            elif isinstance(node, ast.FunctionDef | ast.ClassDef):
                ours.add(node.name)
                if slim.is_assembler(node):
                    kept |= {arg.arg for arg in node.args.args}
            elif isinstance(node, ast.arg | ast.keyword):
                ours.add(node.arg)
        (kept if name in _BY_TEXT else ours).update(_globals(tree))
    ours = sorted(n for n in ours - kept - _ROM - _PYTHON if n and n[:2] != "__")
    free = (n for n in sorted(_ROM - words - kept, key=lambda n: (len(n), n)) if _plain(n))
    names = dict(zip(ours, free, strict=False))
    return {name: respelled(text, names) for name, text in texts.items()}, names


def _globals(tree):
    """The names that a module assigns to, but for private constants, which the compiler drops."""
    for node in tree.body:
        constant = isinstance(node, ast.Assign) and "const" == getattr(
            getattr(node.value, "func", None), "id", None
        )
        for part in () if isinstance(node, ast.FunctionDef | ast.ClassDef) else walk(node):
            if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store):
                if not (constant and part.id[0] == "_"):
                    yield part.id


def _paths(node, alias):
    """The modules that an import may mean, as paths."""
    base = (getattr(node, "module", None) or "").replace(".", "/")
    return base, f"{base}/{alias.name}", alias.name.replace(".", "/")


def _plain(name):
    return name[0] != "_" and name not in _PYTHON and not iskeyword(name)


def _tokens(text):
    return tokenize.generate_tokens(io.StringIO(text).readline)


def _words(text):
    return {token.string for token in _tokens(text) if token.type == tokenize.NAME}


def respelled(text, names):
    """The text with these names replaced wherever they occur."""
    lines = text.splitlines(keepends=True)
    for token in reversed(list(_tokens(text))):
        if token.type == tokenize.NAME and token.string in names:
            row, start = token.start
            line = lines[row - 1]
            lines[row - 1] = line[:start] + names[token.string] + line[token.end[1] :]
    return "".join(lines)
