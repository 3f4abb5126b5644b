"""slim: leave out what the device does not need. The build's step before mpy-cross.

A name that a module binds takes 8 bytes of the heap, although nothing on the device reads most of
them. So:

    public constants (numbers, short texts)           are inlined in other modules
    constants that nothing uses any more              are removed
    imports of types, which only annotations use      are removed, as is what speaks

Viper needs the first: it compiles only with the numbers. All names and lines are kept, so
tracebacks say what the sources say. A source with a syntax error is left for mpy-cross to
report.
"""

import ast

from tools.tree import walk

_DYNAMIC = ("hal",)  # its public names are used unseen
_TYPES = "thirteen.protocols"  # names for annotations, which the compiler ignores
_VOICE = "speech"  # where that module is not, as on the device, nor are its imports and calls
_LONGEST_TEXT = 2  # the longest text that is inlined


def slim(texts, watchers=()):
    """{module: source} as it goes on the device.

    A module is named by its path without the .py. `watchers` are the sources of programs that
    access the firmware from outside; names that they use are kept.
    """
    packages = {name: name.removesuffix("/__init__") for name in texts}
    out = _slim({packages[name]: text for name, text in texts.items()}, watchers)
    return {name: out[packages[name]] for name in texts}


def _slim(texts, watchers):
    mute = not any(name.endswith("/" + _VOICE) for name in texts)
    try:
        trees = {name: ast.parse(text) for name, text in texts.items()}
        texts = {name: edit(text, _unused(trees[name], mute)) for name, text in texts.items()}
        program = _Program(texts, watchers)
    except SyntaxError:
        return dict(texts)
    out = {}
    for name, text in texts.items():
        text = edit(text, program.inlined(name))
        out[name] = edit(text, program.unexported(name, ast.parse(text)))
    return out


class _Program:
    """All modules, and the names that they use of each other.

    imports: of each module, {name in it: the module of ours that it means there}.
    constants: of each module, the value of each public constant that is never assigned again.
    fixed: names accessed as attributes of unknown objects, as texts, or from outside.
    used: the (module, name) pairs that other modules access otherwise than as constants.
    """

    def __init__(self, texts, watchers):
        self.trees = {name: ast.parse(text) for name, text in texts.items()}
        self.nodes = {name: walk(tree) for name, tree in self.trees.items()}
        self.imports = {name: self._imports(name) for name in texts}
        self.fixed = set()
        stored, imported = set(), set()
        for name, inside in self.nodes.items():
            for node in inside:
                if isinstance(node, ast.Attribute):
                    of = getattr(node.value, "id", None)
                    if of not in self.imports[name]:
                        self.fixed.add(node.attr)
                    if not isinstance(node.ctx, ast.Load):
                        stored.add(node.attr)
                elif isinstance(node, ast.ImportFrom):
                    imported |= {(_path(node.module), alias.name) for alias in node.names}
                elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                    self.fixed.add(node.value)
        for node in (node for text in watchers for node in walk(ast.parse(text))):
            if isinstance(node, ast.Attribute):
                self.fixed.add(node.attr)
            elif isinstance(node, ast.ImportFrom):
                self.fixed |= {alias.name for alias in node.names}
        self.constants = {
            name: {k: v for k, v in _constants(tree, self.nodes[name]).items() if k not in stored}
            for name, tree in self.trees.items()
        }
        self.used = {
            (module, name) for module, name in imported
            if name in self.fixed or name not in self.constants.get(module, ())
        }  # fmt: skip
        for module, node in (found for name in texts for found in self._references(name)):
            if node.attr not in self.constants[module]:
                self.used.add((module, node.attr))
        for module, inside in self.nodes.items():  # what one imports only to hand it on
            for node in inside:
                if isinstance(node, ast.ImportFrom):
                    self.used |= {
                        (_path(node.module), alias.name) for alias in node.names
                        if (module, alias.asname or alias.name) in self.used
                    }  # fmt: skip
        self.fixed |= {name for _, name in self.used if name.startswith("_")}

    def _imports(self, name):
        found = {}
        for node in self.nodes[name]:
            if isinstance(node, ast.Import):
                pairs = [(alias.asname or alias.name, _path(alias.name)) for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                base = _path(node.module) + "/"
                pairs = [(alias.asname or alias.name, base + alias.name) for alias in node.names]
            else:
                continue
            found.update((alias, path) for alias, path in pairs if path in self.trees)
        # A name that is also used for something else means no module.
        taken = {node.id for node in self.nodes[name] if isinstance(node, ast.Name)
                 and not isinstance(node.ctx, ast.Load)}  # fmt: skip
        taken |= {node.arg for node in self.nodes[name] if isinstance(node, ast.arg)}
        return {alias: path for alias, path in found.items() if alias not in taken}

    def _references(self, name):
        """Accesses to other modules of ours: (module, node)."""
        for node in self.nodes[name]:
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                if node.value.id in self.imports[name]:
                    yield self.imports[name][node.value.id], node

    def inlined(self, name):
        """Edits that inline the constants of other modules."""
        for module, node in self._references(name):
            if node.attr in self.constants[module] and isinstance(node.ctx, ast.Load):
                yield node, _literal(self.constants[module][node.attr])
        values = {}
        for node in self.nodes[name]:
            if isinstance(node, ast.ImportFrom):
                known = self.constants.get(_path(node.module), {})
                rest = [
                    a for a in node.names
                    if a.name not in known or a.name in self.fixed
                    or (name, a.asname or a.name) in self.used  # handed on
                ]  # fmt: skip
                if len(rest) < len(node.names):
                    values.update(
                        (alias.asname or alias.name, known[alias.name])
                        for alias in node.names if alias not in rest
                    )  # fmt: skip
                    names = ", ".join(ast.unparse(alias) for alias in rest)
                    yield node, f"from {node.module} import {names}" if rest else "pass"
        for node in self.nodes[name]:
            if isinstance(node, ast.Name) and node.id in values:
                yield node, _literal(values[node.id])

    def unexported(self, name, tree):
        """Edits that make constants private, or drop them, if no other module uses them."""
        if name in _DYNAMIC:
            return
        names = {}
        for node in walk(tree):
            if isinstance(node, ast.Name):
                names.setdefault(node.id, []).append(node)
        for node in tree.body:
            own = node.targets[0].id if _is_constant(node) else None
            if own not in self.constants[name] or own in self.fixed or (name, own) in self.used:
                continue
            if isinstance(node.value, ast.Call):  # the compiler drops a private constant
                if "_" + own not in names:
                    yield from ((use, "_" + own) for use in names[own])
            elif len(names[own]) == 1:
                yield node, "pass"


def _constants(tree, nodes):
    """{name: value} of a module's public constants that are numbers or short texts."""
    found = {}
    names = [node.id for node in nodes if isinstance(node, ast.Name)
             and isinstance(node.ctx, ast.Store)]  # fmt: skip
    for node in tree.body:
        if not _is_constant(node) or names.count(node.targets[0].id) > 1:
            continue
        value = node.value
        if isinstance(value, ast.Call) and getattr(value.func, "id", "") == "const":
            value = value.args[0]
        try:
            value = ast.literal_eval(value)
        except ValueError:
            continue
        if type(value) is int or isinstance(value, str) and len(value) <= _LONGEST_TEXT:
            found[node.targets[0].id] = value
    return found


def _is_constant(node):
    """Whether a statement assigns to one public name in capitals."""
    if not isinstance(node, ast.Assign) or len(node.targets) != 1:
        return False
    name = getattr(node.targets[0], "id", "_")
    return name[0] != "_" and name.isupper()


def _literal(value):
    return f"({value})" if isinstance(value, int) and value < 0 else repr(value)


def _unused(tree, mute):
    """Edits that remove imports for annotations, which the compiler ignores; `mute`: the voice."""
    for node in walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module == _TYPES:
            yield node, ""
        elif mute and isinstance(node, ast.ImportFrom) and _VOICE in [a.name for a in node.names]:
            names = ", ".join(ast.unparse(a) for a in node.names if a.name != _VOICE)
            yield node, f"from {node.module} import {names}" if names else "pass"
        elif mute and isinstance(node, ast.Expr) and ast.unparse(node).startswith(_VOICE + "."):
            yield node, "pass"


def _path(module):
    return (module or "").replace(".", "/")


def edit(text, edits):
    """The text with nodes replaced; edits are (node, text) and do not overlap."""
    lines = [line.encode() for line in text.splitlines(keepends=True)]
    spans = sorted(
        ((n.lineno, n.col_offset, n.end_lineno, n.end_col_offset, new) for n, new in edits),
        reverse=True,
    )
    for row, start, last, end, new in spans:
        rest = lines[last - 1][end:]
        removed = last - row
        lines[row - 1 : last] = [lines[row - 1][:start] + new.encode() + rest] + [b"\n"] * removed
    return b"".join(lines).decode()
