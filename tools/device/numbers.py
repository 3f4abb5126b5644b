"""numbers: the constants of a module, for slim and inline."""

import ast

from tools.device.tree import nodes

_LONGEST_TEXT = 2  # the longest text that is inlined


def public(tree):
    """{name: value} of a module's public constants that are numbers or short texts."""
    found = {}
    names = [node.id for node in nodes(tree) if isinstance(node, ast.Name)
             and isinstance(node.ctx, ast.Store)]  # fmt: skip
    for node in tree.body:
        if not is_constant(node) or names.count(node.targets[0].id) > 1:
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


def private(tree):
    """{name: number} of a module's own constants."""
    found = {}
    for node in tree.body:
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call):
            name, value = getattr(node.targets[0], "id", ""), node.value.args[:1]
            if name[:1] == "_" and getattr(node.value.func, "id", "") == "const":
                if isinstance(value[0], ast.Constant):
                    found[name] = value[0].value
    return found


def is_constant(node):
    """Whether a statement assigns to one public name in capitals."""
    if not isinstance(node, ast.Assign) or len(node.targets) != 1:
        return False
    name = getattr(node.targets[0], "id", "_")
    return name[0] != "_" and name.isupper()


def apart(tree):
    """Edits that make one constant each of `A, B = 1, 2` and `_A, _B = range(2)`."""
    has_const = [n for n in tree.body if getattr(n, "module", "") == "micropython"]
    head = "" if has_const else "from micropython import const; "
    for node in tree.body:
        names = getattr(node, "targets", [None])[0] if isinstance(node, ast.Assign) else None
        if not isinstance(names, ast.Tuple) or not all(n.id.isupper() for n in names.elts):
            continue
        if isinstance(node.value, ast.Call) and getattr(node.value.func, "id", "") == "range":
            values = range(*[ast.literal_eval(arg) for arg in node.value.args])
        elif isinstance(node.value, ast.Tuple):
            values = [getattr(n, "value", None) for n in node.value.elts]
        else:
            continue
        if all(type(value) is int for value in values):
            each = zip(names.elts, values, strict=True)
            yield node, head + "; ".join(f"{n.id} = const({value})" for n, value in each)


def literal(value):
    return f"({value})" if isinstance(value, int) and value < 0 else repr(value)
