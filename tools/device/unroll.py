"""unroll: loops in Thumb code become the instructions that they stand for. A step of the build.

MicroPython's assembler has no loops that run while it assembles. In a function for it

    for register, offset in ((r0, 4), (r1, 8)):
        ldr(register, [r7, offset])

means two loads, `for _ in range(8):` the same eight times. A label is a name like any other: each
turn needs its own. The lines below move, but no traceback names them: such a module has only
native code besides.
"""

import ast
import copy

from tools.device import slim


def unrolled(text):
    """A module's source without such loops."""
    if "asm_thumb" not in text:
        return text
    functions = [f for f in ast.walk(ast.parse(text)) if isinstance(f, ast.FunctionDef)]
    loops = [
        node
        for function in functions
        if any(getattr(d, "attr", "") == "asm_thumb" for d in function.decorator_list)
        for node in function.body
        if isinstance(node, ast.For)
    ]
    return slim.edit(text, [(loop, "\n    ".join(_instructions(loop, {}))) for loop in loops])


def _instructions(node, names):
    if not isinstance(node, ast.For):
        yield ast.unparse(_Names(names).visit(copy.deepcopy(node)))
        return
    for values in _turns(node.iter):
        targets = node.target.elts if isinstance(node.target, ast.Tuple) else [node.target]
        given = values.elts if isinstance(node.target, ast.Tuple) else [values]
        turn = {t.id: v for t, v in zip(targets, given, strict=True)}
        for inner in node.body:
            yield from _instructions(inner, {**names, **turn})


def _turns(over):
    """The values that a loop is over: those written there, or those of range(n)."""
    if isinstance(over, ast.Call):
        return [ast.Constant(i) for i in range(over.args[0].value)]
    return over.elts


class _Names(ast.NodeTransformer):
    def __init__(self, values):
        self.values = values

    def visit_Name(self, node):
        return self.values.get(node.id, node)
