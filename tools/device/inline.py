"""inline: calls of functions that only return an expression become that expression. Used by slim.

    def top(s, f):                      rules.top(s, 3)  ->  (s[52 + 3])
        return s[52 + f]

On the device a function costs some 80 bytes of heap besides its name, and each call time and more
bytecode than a short expression. A function is replaced everywhere, and then removed as never
called, if that makes the program smaller; else only where the expression is the shorter.
"""

import ast
import builtins
import copy
from collections import Counter
from functools import lru_cache

from tools.device import numbers
from tools.device.tree import nodes, walk

_FUNCTION = 80  # bytes of heap of a function besides its code
_FIXED = (ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.NamedExpr,
          ast.Yield, ast.YieldFrom, ast.JoinedStr, ast.Starred)  # fmt: skip


def edits(trees, imports, constants, kept):
    """{module: [(call, text)]}: what to replace.

    `imports` is {module: {alias: module}}, `constants` {module: {name: value}}, `kept` {module:
    names that are accessed in other ways}.
    """
    return _Inliner(trees, imports, constants, kept).edits()


class _Inliner:
    def __init__(self, trees, imports, constants, kept):
        self.trees, self.imports = trees, imports
        self.constants = {
            name: {**constants[name], **numbers.private(trees[name])} for name in trees
        }
        self.globals = {name: _assigned(tree) for name, tree in trees.items()}
        self.bodies = {
            (name, f.name): f
            for name, tree in trees.items()
            for f in tree.body
            if isinstance(f, ast.FunctionDef) and _returns_expression(f)
            and Counter(self.globals[name])[f.name] == 1
        }  # fmt: skip
        uses, gains = Counter(), Counter()
        for name in trees:
            for key, node, inside in self._calls(name):
                new = self._expression(name, key, node, inside)
                uses[key] += 1
                gains[key] += _bytes(node, inside) - _bytes(new, inside) if new else -_FUNCTION
        named = self._named()
        removable = {key for key in uses if uses[key] == named[key] and key[1] not in kept[key[0]]}
        self.everywhere = {key for key in removable if gains[key] > -_FUNCTION}

    def edits(self):
        return {name: list(self._edits(name)) for name in self.trees}

    def _edits(self, name):
        done = set()
        for key, node, inside in self._calls(name):
            if node in done:
                continue
            new = self._expression(name, key, node, inside)
            if new and (key in self.everywhere or _bytes(new, inside) <= _bytes(node, inside)):
                done.update(walk(node))
                yield node, f"({ast.unparse(new)})"

    def _named(self):
        """How often each function is named, called or not."""
        named = Counter()
        for name, tree in self.trees.items():
            for node in nodes(tree):
                if isinstance(node, ast.Name):
                    named[name, node.id] += 1
                elif isinstance(node, ast.Attribute):
                    module = self.imports[name].get(getattr(node.value, "id", None))
                    named[module, node.attr] += 1
                elif isinstance(node, ast.ImportFrom):
                    path = (node.module or "").replace(".", "/")
                    named.update((path, alias.name) for alias in node.names)
        return named

    def _calls(self, name):
        """The module's calls of such functions: (function, call, the function it is in)."""
        for function in nodes(self.trees[name]):
            if not isinstance(function, ast.FunctionDef) or function.decorator_list:
                continue
            for node in nodes(function):
                key = self._called(name, node)
                if key in self.bodies:
                    yield key, node, function

    def _called(self, name, node):
        if not isinstance(node, ast.Call) or node.keywords:
            return None
        if isinstance(node.func, ast.Name):
            return name, node.func.id
        alias = getattr(getattr(node.func, "value", None), "id", None)
        module = self.imports[name].get(alias)
        return (module, node.func.attr) if module else None

    def _expression(self, name, key, call, inside):
        """What the call returns, as an expression in that module; None if there is none."""
        module, _ = key
        function = self.bodies[key]
        args = dict(zip([a.arg for a in function.args.args], call.args, strict=False))
        if len(args) != len(call.args) or len(args) != len(function.args.args):
            return None
        body = copy.deepcopy(function.body[-1].value)
        counts = Counter(node.id for node in walk(body) if isinstance(node, ast.Name))
        for arg, value in args.items():
            simple = isinstance(value, (ast.Name, ast.Constant))
            if not (simple or counts[arg] == 1) or not self._pure(name, value):
                return None
        words = {n for word in counts if word not in args
                 if not (n := self._word(name, module, word, call, inside))}  # fmt: skip
        if words:
            return None
        return _Filled(args, lambda w: self._word(name, module, w, call, inside)).visit(body)

    def _pure(self, name, value):
        """Whether it does not matter when an argument is evaluated."""
        inside = walk(value)
        calls = (node for node in inside if isinstance(node, ast.Call))
        return not any(isinstance(node, _FIXED) for node in inside) and all(
            self._called(name, node) in self.bodies for node in calls
        )

    def _word(self, name, module, word, call, inside):
        """A name of the function's module, in the calling one; "" if it can't be accessed."""
        if word in self.constants[module]:
            return repr(self.constants[module][word])
        own = word in self.globals[module] or word in self.imports[module]
        if not own:
            free = hasattr(builtins, word) and word not in self.globals[name]
            return word if free and word not in _locals(inside) else ""
        if module == name:
            return word if word not in _locals(inside) else ""
        if word in self.imports[module]:
            there = self.imports[module][word]
            found = (a for a, m in self.imports[name].items() if m == there)
            return next(found, "")
        if isinstance(call.func, ast.Attribute) and word[0] != "_":
            return f"{call.func.value.id}.{word}"
        return ""


class _Filled(ast.NodeTransformer):
    def __init__(self, args, word):
        self.args, self.word = args, word

    def visit_Name(self, node):
        if node.id in self.args:
            return copy.deepcopy(self.args[node.id])
        return ast.parse(self.word(node.id), mode="eval").body


def _returns_expression(function):
    docstring = ast.get_docstring(function) is not None
    body = function.body[docstring:]
    a = function.args
    plain = not (function.decorator_list or a.defaults or a.vararg or a.kwarg or a.kwonlyargs)
    if len(body) != 1 or not plain or not isinstance(body[0], ast.Return) or not body[0].value:
        return False
    return not any(isinstance(node, _FIXED) for node in walk(body[0]))


def _assigned(tree):
    """All names that a module binds, once for each time."""
    names = []
    for node in nodes(tree):
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            names.append(node.id)
        elif isinstance(node, ast.arg):
            names.append(node.arg)
        elif isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            names.append(node.name)
    return names


@lru_cache(maxsize=4096)
def _locals(function):
    inside = walk(function)
    names = {n.id for n in inside if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)}
    return names | {n.arg for n in inside if isinstance(n, ast.arg)}


def _bytes(node, function):
    """About the bytes of an expression's bytecode, in that function."""
    size = 0
    own = _locals(function)
    for n in walk(node):
        if isinstance(n, ast.Constant):
            size += 1 if isinstance(n.value, int) and -16 <= n.value < 48 else 2
        elif isinstance(n, ast.Name):
            size += 1 if n.id in own or n.id.isupper() else 3
        else:
            size += _BYTES.get(type(n), 0)
    return size


_BYTES = {ast.Attribute: 3, ast.Call: 2, ast.Subscript: 1, ast.BinOp: 1, ast.UnaryOp: 1,
          ast.Compare: 1, ast.BoolOp: 3, ast.IfExp: 5}  # fmt: skip
