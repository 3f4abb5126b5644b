"""fold: constant folding of everything that depends on the board. The build's step before slim.

The firmware reads the size of the screen and the keys like any other names (`hal.W`, `hal.PAD`).
A build is for one board, so their values are known:

    an expression of such values and numbers              is replaced by its value
    a module-level name with such a value                 becomes a constant
    `a if b else c`, `if`, `and`, `or` with a known test  keep only the branch that is taken

So the layouts of other boards cost nothing on the device. Line numbers do not change.
"""

import ast
import operator
from collections import Counter

from tools.device import slim
from tools.device.tree import walk

_PROFILE = "board"  # the module that provides the values and is not folded
_OPERATORS = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv, ast.Mod: operator.mod, ast.LShift: operator.lshift,
    ast.RShift: operator.rshift, ast.BitAnd: operator.and_, ast.BitOr: operator.or_,
    ast.Lt: operator.lt, ast.LtE: operator.le, ast.Gt: operator.gt, ast.GtE: operator.ge,
    ast.Eq: operator.eq, ast.NotEq: operator.ne, ast.USub: operator.neg, ast.Not: operator.not_,
}  # fmt: skip
_PLAIN = (int, str)  # types of values that are inlined; bool is an int


class _Unknown(Exception):
    """The node has no value at build time."""


def fold(texts):
    """{module: source} folded for their board; a module is named by its path without the .py."""
    try:
        for text in texts.values():
            ast.parse(text)
    except SyntaxError:
        return texts  # left for mpy-cross to report
    parsed = {}  # {text: (tree, nodes)}: most texts are the same in the next round
    before = None
    while texts != before:  # what was inside another expression may be folded next
        before, texts = texts, _once(texts, False, parsed)
    return _once(texts, True, parsed)


def _once(texts, names, parsed):
    modules = {}
    for name, text in texts.items():
        modules[name.removesuffix("/__init__")] = _Module(text, name == _PROFILE, parsed)
    for module in modules.values():
        module.look_up(modules)
    growing = True
    while growing:  # a module's values may depend on another's
        growing = any([module.learn() for module in modules.values()])
    out = {}
    for name, text in texts.items():
        module = modules[name.removesuffix("/__init__")]
        out[name] = text if name == _PROFILE else slim.edit(text, module.edits(names))
    return out


class _Module:
    """values: {name: (value, whether it depends on the board)} of a module's single-use names."""

    def __init__(self, text, profile, parsed):
        self.profile = profile
        if text not in parsed:
            tree = ast.parse(text)
            parsed[text] = tree, walk(tree)
        self.tree, self.nodes = parsed[text]
        stored = [n.id for n in self.nodes if isinstance(n, ast.Name)
                  and not isinstance(n.ctx, ast.Load)]  # fmt: skip
        stored += [n.arg for n in self.nodes if isinstance(n, ast.arg)]
        self.changed = {name for name, n in Counter(stored).items() if n > 1}
        self.changed |= {s for n in self.nodes if isinstance(n, ast.Global) for s in n.names}
        self.stored = set(stored)
        self.values = {}
        self.modules = {}

    def look_up(self, modules):
        """Find imported modules and names."""
        self.names = {}  # {name here: (module, name there)}
        for node in self.nodes:
            if isinstance(node, ast.Import):
                pairs = [(a.asname or a.name, a.name.replace(".", "/")) for a in node.names]
            elif isinstance(node, ast.ImportFrom):
                base = node.module.replace(".", "/")
                pairs = [(a.asname or a.name, base + "/" + a.name) for a in node.names]
                self.names.update(
                    (a.asname or a.name, (modules[base], a.name))
                    for a in node.names if base in modules and base + "/" + a.name not in modules
                )  # fmt: skip
            else:
                continue
            self.modules.update((s, modules[path]) for s, path in pairs if path in modules)
        self.modules = {s: m for s, m in self.modules.items() if s not in self.stored}

    def learn(self):
        """Find values of names; returns whether there was a new one."""
        found = {}
        for node in self.tree.body:
            name = _assigned(node)
            if name and name not in self.changed and name not in self.values:
                try:
                    value, ours = self.value(node.value)
                    found[name] = value, ours or self.profile
                except _Unknown:
                    continue
        for name, (module, there) in self.names.items():
            if there in module.values and name not in self.stored and name not in self.values:
                found[name] = module.values[there]
        self.values.update(found)
        return bool(found)

    def value(self, node):
        """(value, whether it depends on the board) of an expression; raises _Unknown."""
        if isinstance(node, ast.Constant) and isinstance(node.value, _PLAIN):
            return node.value, False
        if isinstance(node, ast.Name) and node.id in self.values:
            return self.values[node.id]
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            module = self.modules.get(node.value.id)
            if module and node.attr in module.values:
                return module.values[node.attr]
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "const":
            return self.value(node.args[0])
        if isinstance(node, ast.IfExp):
            test, ours = self.value(node.test)
            value, too = self.value(node.body if test else node.orelse)
            return value, ours or too
        if isinstance(node, ast.BoolOp):
            values = [self.value(part) for part in node.values]
            ends = isinstance(node.op, ast.Or)
            found = next((v for v, _ in values if bool(v) is ends), values[-1][0])
            return found, any(ours for _, ours in values)
        parts = _parts(node)
        if not parts:
            raise _Unknown
        values = [self.value(part) for part in parts[1:]]
        try:
            result = parts[0](*[value for value, _ in values])
        except (TypeError, ValueError, ZeroDivisionError):
            raise _Unknown from None
        if not isinstance(result, _PLAIN):
            raise _Unknown
        return result, any(ours for _, ours in values)

    def edits(self, names):
        """Edits (node, text) of what depends on the board, outermost first.

        `names`: edits of names come last, as a constant does not show that it did.
        """
        todo = list(self.tree.body)
        while todo:
            node = todo.pop()
            name = _assigned(node)
            if name in self.values and self.decided(self.values[name]):
                new = _literal(self.values[name][0], True)
                if names and ast.unparse(node.value) != new:
                    yield node.value, new
                continue
            if isinstance(node, ast.If):
                test = self.known(node.test)
                if test is not None:
                    dead = node.orelse if test else node.body
                    yield from ((s, "pass") for s in dead if not isinstance(s, ast.Pass))
                    todo += node.body if test else node.orelse
                    if not isinstance(node.test, ast.Constant):
                        yield node.test, repr(bool(test))
                    continue
            new = self.replacement(node)
            if new is None:
                todo += ast.iter_child_nodes(node)
            else:
                yield node, new

    def known(self, node):
        """The value of a test if it depends on the board only, otherwise None."""
        if isinstance(node, ast.Constant) and isinstance(node.value, bool):
            return node.value
        try:
            value, ours = self.value(node)
        except _Unknown:
            return None
        return bool(value) if ours else None

    def replacement(self, node):
        """The text that replaces an expression, None if it stays."""
        if not isinstance(node, ast.expr) or isinstance(getattr(node, "ctx", None), ast.Store):
            return None
        if isinstance(node, ast.IfExp):
            test = self.known(node.test)
            if test is not None:
                return _inside(node.body if test else node.orelse)
        if isinstance(node, ast.BoolOp):
            return self.shorter(node)
        if isinstance(node, ast.Constant):
            return None
        try:
            value = self.value(node)
        except _Unknown:
            return None
        return _literal(value[0]) if self.decided(value) else None

    @staticmethod
    def decided(value):
        """Whether a value is inlined: texts are not."""
        return value[1] and isinstance(value[0], int)

    def shorter(self, node):
        """`and`, `or` without the known tests, except the last, which may be the result."""
        ends = isinstance(node.op, ast.Or)  # the value of a test that ends the evaluation
        rest = []
        for part in node.values:
            test = self.known(part)
            if test is None:
                rest.append(part)
            elif test is ends or part is node.values[-1]:
                rest.append(part)
                break
        if len(rest) == len(node.values):
            return None
        return _inside(rest[0] if len(rest) == 1 else ast.BoolOp(node.op, rest))


def _assigned(node):
    """The name that a statement assigns, if that is its only value; otherwise None."""
    if isinstance(node, ast.Assign) and len(node.targets) == 1:
        return getattr(node.targets[0], "id", None)
    return None


def _parts(node):
    """(function, operands) of an operation on numbers, or None."""
    if isinstance(node, ast.BinOp) and type(node.op) in _OPERATORS:
        return _OPERATORS[type(node.op)], node.left, node.right
    if isinstance(node, ast.UnaryOp) and type(node.op) in _OPERATORS:
        return _OPERATORS[type(node.op)], node.operand
    if isinstance(node, ast.Compare) and len(node.ops) == 1 and type(node.ops[0]) in _OPERATORS:
        return _OPERATORS[type(node.ops[0])], node.left, node.comparators[0]
    if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("min", "max"):
        return (min if node.func.id == "min" else max), *node.args
    return None


def _literal(value, constant=False):
    if constant and isinstance(value, int):
        return f"const({int(value)})"
    return f"({value})" if isinstance(value, int) and value < 0 else repr(value)


def _inside(node):
    """The text of an expression, in parentheses if it needs them inside another."""
    text = ast.unparse(node)
    whole = (ast.Constant, ast.Name, ast.Attribute, ast.Call, ast.Subscript, ast.Tuple, ast.List)
    return text if isinstance(node, whole) else f"({text})"
