"""Files put onto a handheld so that it has all of the old ones or all of the new ones.

New files are written to a separate folder and read back. Then one rename puts a boot.py in place,
which moves them over the old ones and removes itself. MicroPython runs boot.py at each start
before main.py, so a handheld that loses power half-way finishes by itself. Until that rename
nothing that the game uses is touched.
"""

import functools
from dataclasses import dataclass, field

from tools.device import Lost, Trouble, delta, pack
from tools.device.port import sha

STAGE = "/thirteen.new"
NEXT = "/thirteen.boot"  # ours, until all is ready
KEPT = "/thirteen.kept"  # somebody's own boot.py, until ours is done
BOOT = "/boot.py"
OURS = "# Made by make flash:"
OLD_ONES = (
    "Remove the old games, /pack.mpy, and repeat: your saves stay. "
    "On a Pico W the plain Pico's MicroPython leaves room for both."
)
SPARE_BLOCKS = 8  # for directories, and for saves meanwhile
LINK, LINK_BLOCKS = "/pack.link", 34  # what the games write for themselves at their first start

_FINISH = (
    OURS
    + """ puts new files in place, then itself away.
import os
def _put(d, to):
    for e in list(os.ilistdir(d)):
        a = d + "/" + e[0]
        b = to + "/" + e[0]
        if e[1] == 0x4000:
            try:
                os.mkdir(b)
            except OSError:
                pass
            _put(a, b)
        else:
            os.rename(a, b)
    os.rmdir(d)
def _drop(p):
    try:
        os.remove(p)
    except OSError:
        pass
# A move that the power cut off is only finished by the next change: until then a list lacks files.
_drop("%(next)s")
if "%(stage)s" in os.listdir("/"):
    _put("/%(stage)s", "")
for p in %(gone)s:
    _drop(p)
try:
    os.rename("%(kept)s", "%(boot)s")
except OSError:
    _drop("%(boot)s")
"""
)

# No such file exists: removing it makes littlefs complete a move that a power cut interrupted.
MEND = """
import os
try:
    os.remove("/thirteen.none")
except OSError:
    pass
"""


@dataclass
class Plan:
    """What an installation changes: files to copy {path: bytes}, and paths to remove."""

    copy: dict = field(default_factory=dict)
    gone: list = field(default_factory=list)
    same: int = 0

    @property
    def bytes(self):
        return sum(map(len, self.copy.values()))


def recover(device):
    """Finish, or remove, what an interrupted installation left."""
    device.run(MEND)
    tree = device.tree()
    if BOOT in tree and _ours(device):
        try:
            _finish(device)
        except Lost:
            raise
        except Trouble:
            # It can't finish, so it must not run on a half-filled stage.
            device.run(f"import os\nos.remove({BOOT!r})")
        tree = device.tree()
    if KEPT in tree:
        if BOOT in tree:
            device.run(f"import os\nos.remove({KEPT!r})")
        else:
            device.run(f"import os\nos.rename({KEPT!r}, {BOOT!r})")
        tree = device.tree()
    return tree


def plan(device, tree, wanted, gone=()):
    """Compare {path: bytes} with the handheld; `gone` are paths that should not exist."""
    wrong = sorted(path for path in wanted if tree.get(path) == -1)
    wrong += sorted({up for path in wanted for up in _parents(path) if tree.get(up, -1) != -1})
    if wrong:
        raise Trouble(
            f"{wrong[0]} on the handheld is where the game needs "
            f"{'a file' if tree[wrong[0]] == -1 else 'a folder'}: remove it first."
        )
    there = device.hashes([path for path, data in wanted.items() if tree.get(path) == len(data)])
    copy = {path: data for path, data in wanted.items() if there.get(path) != sha(data)}
    return Plan(copy, sorted(set(gone) & set(tree)), len(wanted) - len(copy))


def install(device, plan, sent=lambda path, count: None):
    """Carry out a plan. Raises Lost or Trouble, which say what it means for the handheld."""
    try:
        ready = _clear(device, plan)
        if not plan.copy and not plan.gone:
            return
        _stage(device, plan, ready, sent)
        swap = len(plan.copy) == 1 and not plan.gone
        if not swap:
            _prepare(device, plan)
    except Lost:
        raise Lost(
            f"The connection to {device.port} was lost while copying: the handheld still has "
            "what it had before; connect it again and repeat the command to go on."
        ) from None
    try:
        if swap:
            _swap(device, *plan.copy)
        else:
            device.run(f"import os\nos.rename({NEXT!r}, {BOOT!r})")
            _finish(device)
        _verify(device, plan.copy)
    except Lost:
        raise Lost(
            f"The connection to {device.port} was lost at the last step: the handheld finishes "
            "it by itself when switched off and on; repeat the command to be sure."
        ) from None


def _clear(device, plan):
    """Empty the stage, except for what an interrupted installation began: {path: bytes of it}."""
    tree = device.tree()
    staged = {STAGE + path: data for path, data in plan.copy.items()}
    old = {path for path in tree if path in (STAGE, NEXT) or path.startswith(STAGE + "/")}
    there = device.hashes(old & set(staged))
    begun = {path: staged[path][: tree[path]] for path in there}
    ready = {path: len(data) for path, data in begun.items() if sha(data) == there[path]}
    needed = {up for path in ready for up in _parents(path)}
    spare = sorted(old - set(ready) - needed, reverse=True)
    if spare:
        device.run(f"import os\nfor p in {spare!r}: os.remove(p)")
    return ready


def _stage(device, plan, ready, sent):
    tree = device.tree()
    staged = {STAGE + path: data for path, data in plan.copy.items()}
    replaced = sum(tree.get(path, 0) for path in plan.copy)
    left = {path: data[ready.get(path, 0) :] for path, data in staged.items()}
    todo = {path: data for path, data in left.items() if data or path not in ready}
    packed = STAGE + pack.PACK in staged
    more = LINK_BLOCKS if packed and pack.PACK not in tree else 0
    _room(device, todo, replaced, SPARE_BLOCKS + more, tree.get(LINK, 0) if packed else 0)
    folders = {up for path in staged for up in _parents(path)}
    device.run(f"import os\nfor p in {sorted(folders - set(tree))!r}: os.mkdir(p)")
    for path, data in staged.items():
        name = path[len(STAGE) :]
        begun = ready.get(path, 0)
        sent(name, begun)
        if left[path] or path not in ready:
            old = name if min(tree.get(name, 0), len(left[path])) >= delta.LEAST else None
            count = functools.partial(sent, name)
            device.write(path, data, count, begun, old)
    _verify(device, staged)


def _swap(device, path):
    """One file needs no more than a rename."""
    folders = [STAGE + up for up in reversed(_parents(path))] + [STAGE]
    device.run(
        f"import os\nos.rename({STAGE + path!r}, {path!r})\nfor p in {folders!r}: os.rmdir(p)"
    )


def _prepare(device, plan):
    """The boot.py that finishes the work, under another name."""
    if BOOT in device.tree():
        _copy(device, BOOT, KEPT)
    script = finish(repr(tuple(plan.gone))).encode()
    device.write(NEXT, script)
    _verify(device, {NEXT: script})


def finish(gone):
    """The boot.py that does the last steps; `gone` is a tuple of paths as Python writes it."""
    names = {"stage": STAGE[1:], "gone": gone, "kept": KEPT, "boot": BOOT, "next": NEXT}
    return _FINISH % names


def _room(device, staged, replaced, spare, link):
    """Make sure that what is staged fits, and `spare` blocks beside it; else Trouble.

    replaced: bytes of files whose place it takes; link: of the old games' link. That is of no use
    for the new ones, and goes if it is in the way. If the old ones are started once more after
    all, and have no room for it, firmware/no_room.py removes what is staged.
    """
    about = device.about()
    block = about["block"] or 4096
    folders = {up for path in staged for up in _parents(path)}
    need = sum(-(-len(data) // block) or 1 for data in staged.values())
    need += 2 * len(folders) + spare
    if about["free"] < need <= about["free"] + -(-link // block):
        device.run(f"import os\nos.remove({LINK!r})")
    elif need > about["free"]:
        short = need - about["free"] > replaced // block
        raise Trouble(
            f"The handheld has too little room: {need * block // 1024} kB are needed beside what "
            f"is there, {about['free'] * block // 1024} kB are free; nothing was changed. "
            + ("Remove some of your own files." if short else OLD_ONES)
        )


def _copy(device, source, target):
    device.run(
        f"with open({source!r}, 'rb') as s:\n"
        f" with open({target!r}, 'wb') as t:\n"
        "  while True:\n   d = s.read(512)\n   if not d: break\n   t.write(d)\n"
    )
    there = device.hashes([source, target])
    if there.get(source) != there.get(target):
        raise Trouble(f"{source} could not be kept: the handheld reads it back differently.")


def _verify(device, files):
    there = device.hashes(files)
    for path, data in files.items():
        if there.get(path) != sha(data):
            raise Trouble(f"{path} reads back differently from what was written: flash again.")


def _finish(device):
    # Read and closed before it runs: it takes its own file away.
    device.run(f"with open({BOOT!r}) as f:\n s = f.read()\nexec(s)")


def _ours(device):
    return device.run(f"print(open({BOOT!r}).read({len(OURS)}))").strip() == OURS


def _parents(path):
    parts = path.split("/")[1:-1]
    return ["/" + "/".join(parts[: n + 1]) for n in range(len(parts))]
