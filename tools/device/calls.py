"""calls: finds functions of the firmware that are never called on the device. Used by slim.

The roots are module-level code and programs from outside. A function is reachable if reachable
code names it; a name accessed on an unknown object may be any function of that name.
"""

import ast


def uncalled(modules, watchers, whole):
    """{module: its unreachable functions}; modules is {module: (tree, {alias: module})}.

    Modules in `whole` are kept whole: they are called by names put together at run time, or
    implement a protocol.
    """
    named = {(None, name) for text in watchers for _, name in _named(ast.parse(text))}
    waiting = {}
    for module, (tree, aliases) in modules.items():
        functions = [] if module in whole else _functions(tree)
        waiting.update(dict.fromkeys(functions, module))
        named |= _named(tree, module, aliases, functions)

    while True:
        called = [f for f, m in waiting.items() if named & {(m, f.name), (None, f.name)}]
        if not called:
            return {m: [f for f in waiting if waiting[f] == m] for m in modules}
        for function in called:
            module = waiting.pop(function)
            named |= _named(function, module, modules[module][1])


def _functions(tree):
    """A module's functions and methods that can be removed if nothing names them."""
    classes = [node for node in tree.body if isinstance(node, ast.ClassDef)]
    inside = [node for block in (tree, *classes) for node in block.body]
    plain = [f for f in inside if isinstance(f, ast.FunctionDef) and not f.decorator_list]
    return [f for f in plain if not f.name.startswith("__")]


def _named(node, module=None, aliases=None, without=()):
    """{(module, name)} named in this part of a module; module None for unknown objects."""
    names, parts = set(), [node]
    for part in parts:
        if isinstance(part, ast.Name):
            names.add((module, part.id))
        elif isinstance(part, ast.Attribute):
            names.add(((aliases or {}).get(getattr(part.value, "id", None)), part.attr))
        elif isinstance(part, ast.Constant) and isinstance(part.value, str):
            names.add((None, part.value))
        elif isinstance(part, ast.ImportFrom):
            path = (part.module or "").replace(".", "/")
            names |= {(path, alias.name) for alias in part.names}
        parts += [child for child in ast.iter_child_nodes(part) if child not in without]
    return names
