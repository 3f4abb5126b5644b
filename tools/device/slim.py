"""slim: leave out what the device does not need. The build's step before mpy-cross.

MicroPython keeps every name of a module on the heap, as text and in the module's dict, although
nothing on the device reads them. So:

    functions that only the desktop calls             are removed
    functions that only return an expression          are inlined where that is shorter
    public constants (numbers, short texts)           are inlined in other modules
    constants that nothing uses any more              are removed
    module-level names never accessed as an attribute of an unknown object, and names of
    arguments that no call uses                       are shortened, to names that every .mpy
                                                      knows by number: no text in flash or heap
    annotations, and the imports they need            are removed

Line numbers do not change, so tracebacks stay right. The firmware also runs without this step. A
source with a syntax error is left as it is, for mpy-cross to report.
"""

import ast
import io
import tokenize
from functools import lru_cache
from itertools import count
from string import ascii_letters

from tools.device import calls, inline, numbers
from tools.device.tree import nodes, walk

_DYNAMIC = ("hal", "thirteen/ui/emblems")  # their public names are used unseen
_TYPES = "thirteen.protocols"  # names for annotations, which the compiler ignores
_NESTED = 3  # how often calls are inlined in what was inlined before

# Names with a number in every .mpy of version 6 (MicroPython's py/makeqstrdata.py), except those
# that mean something to the compiler.
_NUMBERED = """
id abs all any chr dir end get key len map ord pop pow sep set str sum zip args copy dict find hash
iter join keys list next open read repr send sort step stop type bytes clear close count index
items lower print rfind round split start strip throw tuple upper value write append divmod extend
format insert little lstrip remove rindex rsplit rstrip sorted update values getattr hasattr
isalpha isdigit islower isspace isupper OSError popitem replace reverse setattr bytecode callable
Ellipsis endswith EOFError KeyError NoneType readinto readline to_bytes bytearray Exception
NameError TypeError from_bytes IndexError isinstance issubclass setdefault startswith SystemExit
ValueError classmethod ImportError LookupError MemoryError SyntaxError RuntimeError staticmethod
BaseException GeneratorExit OverflowError StopIteration AssertionError AttributeError
ArithmeticError IndentationError KeyboardInterrupt ZeroDivisionError NotImplementedError
""".split()


def slim(texts, watchers=()):
    """{module: source} as it goes on the device.

    A module is named by its path without the .py. `watchers` are the sources of programs that
    access the firmware from outside; names that they use are kept.
    """
    packages = {name: name.removesuffix("/__init__") for name in texts}
    out = _slim({packages[name]: text for name, text in texts.items()}, watchers)
    return {name: out[packages[name]] for name in texts}


def _slim(texts, watchers):
    try:
        texts = {name: edit(text, _without_types(ast.parse(text))) for name, text in texts.items()}
        texts = {name: edit(text, numbers.apart(ast.parse(text))) for name, text in texts.items()}
        program = _Program(texts, watchers)
    except SyntaxError:
        return dict(texts)
    texts = _without_uncalled(texts, program, watchers)
    for _ in range(_NESTED):
        program = _Program(texts, watchers)
        imports = {name: program.imports(name) for name in texts}
        held = {name: program.held(name) for name in texts}
        shorter = inline.edits(program.trees, imports, program.constants, held)
        before, texts = texts, {n: edit(text, shorter[n]) for n, text in texts.items()}
        if texts == before:
            break
    texts = _without_uncalled(texts, _Program(texts, watchers), watchers)
    program = _Program(texts, watchers)
    short = {name: program.short_names(name, text) for name, text in texts.items()}
    out = {}
    for name, text in texts.items():
        text = edit(text, [*program.inlined(name), *program.renamed(name, short)])
        text = _renamed(text, short[name])
        text = edit(text, program.unexported(name, ast.parse(text)))
        text = _shortened(text, program.fixed | set(short[name].values()))
        out[name] = _with_short_arguments(text, program.keywords)
    return out


def _without_uncalled(texts, program, watchers):
    modules = {name: (tree, program.imports(name)) for name, tree in program.trees.items()}
    held = dict.fromkeys(program.closed, program.watched)
    uncalled = calls.uncalled(modules, watchers, _DYNAMIC, held)
    return {n: edit(text, [(f, "pass") for f in uncalled[n]]) for n, text in texts.items()}


@lru_cache(maxsize=512)
def _parsed(text):
    """A syntax tree, not to be changed: most texts are the same in each round."""
    return ast.parse(text)


class _Program:
    """All modules, and the names that they use of each other.

    constants: of each module, the value of each public constant that is never assigned again.
    fixed: names accessed as attributes of unknown objects, or from outside (watched).
    closed: modules only accessed by their names in imports: of these, only watched names are kept.
    keywords: names of keyword arguments in calls.
    used: the (module, name) pairs that other modules access.
    """

    def __init__(self, texts, watchers=()):
        self.trees = {name: _parsed(text) for name, text in texts.items()}
        self.nodes = {name: nodes(tree) for name, tree in self.trees.items()}
        self._imports = {}
        self._values = set(_DYNAMIC)  # modules that are also unknown objects somewhere
        self.fixed = set()
        self.keywords = set()
        self.used = set()  # (module, name)
        self.imported = set()  # those that the importing module then has as its own
        stored = set()
        for name in self.trees:
            modules = self.imports(name)
            for node in self.nodes[name]:
                if isinstance(node, ast.Attribute):
                    module = modules.get(getattr(node.value, "id", None))
                    if module is None:
                        self.fixed.add(node.attr)
                    if not isinstance(node.ctx, ast.Load):
                        stored.add(node.attr)
                elif isinstance(node, ast.ImportFrom):
                    self.imported |= {(_path(node.module), alias.name) for alias in node.names}
                elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                    self.fixed.add(node.value)
                elif isinstance(node, ast.keyword):
                    self.keywords.add(node.arg)
        self.watched = set()
        for text in watchers:
            for node in walk(ast.parse(text)):
                if isinstance(node, ast.Attribute):
                    self.watched.add(node.attr)
                elif isinstance(node, ast.ImportFrom):
                    self.watched |= {alias.name for alias in node.names}
                elif isinstance(node, ast.keyword):
                    self.keywords.add(node.arg)
        self.closed = self._closed()
        self.fixed |= self.watched
        self.constants = {
            name: {k: v for k, v in numbers.public(tree).items() if k not in stored}
            for name, tree in self.trees.items()
        }
        # An attribute of an unknown object may also be found where it was imported to.
        self.imported -= {
            (module, name) for module in texts for name in self.constants[module]
            if name not in self.fixed
        }  # fmt: skip
        self.used |= self.imported
        for name in texts:
            for module, node in self._references(name):
                if node.attr not in self.constants[module]:
                    self.used.add((module, node.attr))
        self.fixed |= {name for _, name in self.used if name.startswith("_")}
        self.watched |= {name for name in self.fixed if name.startswith("_")}

    def _closed(self):
        """Modules that are never a value, nor imported by a name put together at run time."""
        for name in self.trees:
            modules = self.imports(name)
            bases = [n.value for n in self.nodes[name] if isinstance(n, ast.Attribute)]
            others = set(self.nodes[name]) - set(bases)
            bare = {node.id for node in others if isinstance(node, ast.Name)}
            self._values |= {module for alias, module in modules.items() if alias in bare}
        texts = {word.rpartition(".")[2] for word in self.fixed}  # names and paths
        return {n for n in self.trees if n not in self._values and n.split("/")[-1] not in texts}

    def held(self, name):
        """Names of a module that may be accessed unseen."""
        return self.watched if name in self.closed else self.fixed

    def imports(self, name):
        """{name in this module: module of ours}, unless it is also used for something else."""
        if name in self._imports:
            return self._imports[name]
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
        taken = {node.id for node in self.nodes[name] if isinstance(node, ast.Name)
                 and not isinstance(node.ctx, ast.Load)}  # fmt: skip
        taken |= {node.arg for node in self.nodes[name] if isinstance(node, ast.arg)}
        known = {alias: path for alias, path in found.items() if alias not in taken}
        self._imports[name] = known
        self._values |= {path for alias, path in found.items() if alias in taken}
        return known

    def _references(self, name):
        """Accesses to other modules of ours: (module, node)."""
        modules = self.imports(name)
        for node in self.nodes[name]:
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                if node.value.id in modules:
                    yield modules[node.value.id], node

    def inlined(self, name):
        """Edits that inline the constants of other modules."""
        for module, node in self._references(name):
            if node.attr in self.constants[module] and isinstance(node.ctx, ast.Load):
                yield node, numbers.literal(self.constants[module][node.attr])
        values = {}
        for node in self.nodes[name]:
            if isinstance(node, ast.ImportFrom):
                known = self.constants.get(_path(node.module), {})
                rest = [a for a in node.names if a.name not in known or a.name in self.fixed]
                if len(rest) < len(node.names):
                    values.update(
                        (alias.asname or alias.name, known[alias.name])
                        for alias in node.names if alias not in rest
                    )  # fmt: skip
                    names = ", ".join(ast.unparse(alias) for alias in rest)
                    yield node, f"from {node.module} import {names}" if rest else "pass"
        for node in self.nodes[name]:
            if isinstance(node, ast.Name) and node.id in values:
                yield node, numbers.literal(values[node.id])

    def short_names(self, name, text):
        """{public name: short name} of a module whose attributes are all accessed by name."""
        if name in _DYNAMIC:
            return {}
        fixed = self.held(name) | self.keywords | set(self.constants[name])
        fixed |= {other for module, other in self.imported if module == name}
        names = sorted(_module_names(self.trees[name], lambda n: n[0] != "_") - fixed)
        return dict(zip(names, _short_names({*_names_in(text), *self.fixed}), strict=False))

    def renamed(self, name, short):
        """Edits that use the short names of other modules."""
        for module, node in self._references(name):
            if node.attr in short[module]:
                yield node, f"{node.value.id}.{short[module][node.attr]}"

    def unexported(self, name, tree):
        """Edits that make constants private, or drop them, if no other module uses them."""
        if name in _DYNAMIC:
            return
        names = [node.id for node in walk(tree) if isinstance(node, ast.Name)]
        for node in tree.body:
            own = node.targets[0].id if numbers.is_constant(node) else None
            if (
                own not in self.constants[name]
                or own in self.held(name)
                or (name, own) in self.used
            ):
                continue
            if isinstance(node.value, ast.Call):  # the compiler drops a private constant
                if "_" + own not in names:
                    for use in walk(tree):
                        if isinstance(use, ast.Name) and use.id == own:
                            yield use, "_" + own
            elif names.count(own) == 1:
                yield node, "pass"


def _without_types(tree):
    """Edits that remove annotations, except those that viper and the assembler need."""
    for node in walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module == _TYPES:
            yield node, ""
        elif isinstance(node, ast.FunctionDef) and not node.decorator_list:
            typed = (arg for arg in walk(node.args) if isinstance(arg, ast.arg))
            yield from ((arg, arg.arg) for arg in typed if arg.annotation)
            if node.returns:
                yield node.returns, "None"


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


def _shortened(text, fixed):
    """The module with its private names shortened."""
    private = _module_names(ast.parse(text), lambda n: n[0] == "_" and n[1:2].isalpha()) - fixed
    names = [word for word in _names_in(text) if word in private]
    return _renamed(text, dict(zip(names, _short_names({*_names_in(text), *fixed}), strict=False)))


def _names_in(text):
    """The names in a text, last occurrence first."""
    tokens = list(tokenize.generate_tokens(io.StringIO(text).readline))
    return list(dict.fromkeys(t.string for t in reversed(tokens) if t.type == tokenize.NAME))


def _renamed(text, short):
    """The module with its own names replaced."""
    tokens = list(tokenize.generate_tokens(io.StringIO(text).readline))
    lines = text.splitlines(keepends=True)
    for i in range(len(tokens) - 1, -1, -1):
        token = tokens[i]
        if token.type == tokenize.NAME and token.string in short and tokens[i - 1].string != ".":
            row, start = token.start
            line = lines[row - 1]
            lines[row - 1] = line[:start] + short[token.string] + line[token.end[1] :]
    return "".join(lines)


def _with_short_arguments(text, keywords):
    """The module with argument names replaced."""
    edits = []
    for function in walk(ast.parse(text)):
        if not isinstance(function, ast.FunctionDef) or is_assembler(function):
            continue
        inside = walk(function)
        known = {n.id for n in inside if isinstance(n, ast.Name)}
        known |= {n.arg for n in inside if isinstance(n, ast.arg)}
        own = [n.arg for n in walk(function.args) if isinstance(n, ast.arg)]
        args = {n.arg for n in inside if isinstance(n, ast.arg)}
        nested = [n for n in inside[1:] if isinstance(n, ast.FunctionDef | ast.Lambda)]
        if nested or len(args) != len(own):  # scopes are not analysed here
            continue
        free = _short_names(known | keywords)
        short = {n: next(free) for n in own if n not in keywords | {"self"}}
        defaults = [d for d in function.args.defaults + function.args.kw_defaults if d]
        outside = {node for d in defaults for node in walk(d)}
        for node in inside:
            word = getattr(node, "arg", None) if isinstance(node, ast.arg) else None
            word = node.id if isinstance(node, ast.Name) else word
            if word in short and node not in outside:
                edits.append((node.lineno, node.col_offset, word, short[word]))
    lines = [line.encode() for line in text.splitlines(keepends=True)]
    for row, start, word, new in sorted(edits, reverse=True):
        line = lines[row - 1]
        lines[row - 1] = line[:start] + new.encode() + line[start + len(word) :]
    return b"".join(lines).decode()


def is_assembler(function):
    decorators = getattr(function, "decorator_list", ())
    return any(getattr(d, "attr", "") == "asm_thumb" for d in decorators)


def _short_names(taken):
    yield from (name for name in _NUMBERED if name not in taken)
    for n in count(1):
        for i in range(len(ascii_letters) ** n):
            name = "_"
            for _ in range(n):
                name += ascii_letters[i % len(ascii_letters)]
                i //= len(ascii_letters)
            if name not in taken:
                yield name


def _module_names(tree, wanted):
    """Wanted names that mean the same in the whole module, and that it keeps at run time."""
    names = set()
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            names.add(node.name)
            continue
        if isinstance(node, ast.Assign):
            if isinstance(node.value, ast.Call) and getattr(node.value.func, "id", "") == "const":
                continue  # the compiler drops it
            targets = [n for t in node.targets for n in walk(t) if isinstance(n, ast.Name)]
            names |= {n.id for n in targets if isinstance(n.ctx, ast.Store)}  # not its own
    for function in walk(tree):
        if isinstance(function, ast.ClassDef):
            names -= {getattr(node, "name", "") for node in function.body}
        if isinstance(function, ast.FunctionDef | ast.Lambda):
            own = {node.arg for node in walk(function.args) if isinstance(node, ast.arg)}
            inside = walk(function)
            own |= {n.id for n in inside if isinstance(n, ast.Name)
                    and not isinstance(n.ctx, ast.Load)}  # fmt: skip
            for node in inside:
                if isinstance(node, ast.Global):
                    own -= set(node.names)
            names -= own
    return {name for name in names if wanted(name)}
