"""Layer 1, device only: from now on modules are imported from the flash, and run there (XIP).

An RP2040 reads and executes its flash like memory; MicroPython knows no such thing for a file. So
setup.py finds the pack's blocks and makes a pool of its qstrs, importer.py imports, and probe.py
shows that this MicroPython lets it. If not, `runs` is False, and modules are read into the heap.
"""

import builtins
import gc
import sys

import pack
from xip import importer, setup

_END = 2  # of a file: to seek from there

taken = 0  # bytes, for MicroPython's prompt, once the games have ended
_pool = None


def _begin(setup):
    """Whether modules run from the flash."""
    global _pool
    blocks = setup.layouts_are_known() and setup.find_blocks(pack.file, pack.size, pack.digest)
    if not blocks:
        return False
    pack.file.seek(-pack.find("/qstrs"), _END)
    made = setup.make_pool(blocks, pack.file.read(6))
    if not made:
        return False
    _pool, qstrs = made
    pack.use(*importer.begin(pack.size, blocks, qstrs, pack.rows, pack.TAIL))
    works = importer.import_and_release("xip.probe", None, None, (), 0).works(setup.word)
    del sys.modules["xip.probe"]
    if works:
        builtins.__import__ = importer.import_flat
    else:
        pack.use_file()
    return works


def leave():
    """The games have ended: what MicroPython's prompt uses no longer lies in the flash."""
    global taken
    if not runs:
        return
    from xip import prompt  # not needed in play

    builtins.__import__ = importer.plain_import
    gc.collect()
    try:
        pack.use_file()
        taken = 8 * pack.rows + prompt.copy_texts(_pool)
    except MemoryError:  # then they stay there
        pass


runs = _begin(setup)
del setup, sys.modules["xip.setup"]
# Now, while there is little: what follows would come to lie behind this garbage, and stay there in
# pieces; then there is no large block in half of the heap. It takes 5 ms of power-on.
gc.collect()
