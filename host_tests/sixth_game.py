"""Pyramid, a finished sixth game that is no part of the product: its files lie in pyramid/.

The tests add it to a copy of the repository as its author would: by `python -m tools new`, and
then by its own files. CONTRIBUTING quotes its view.
"""

import re
import shutil
import subprocess
import sys
from pathlib import Path

from tools import new_game

ROOT = Path(__file__).resolve().parent.parent
SOURCE = Path(__file__).resolve().parent / "pyramid"
NAME = "pyramid"
ABOUT = "twenty-eight cards, one peak"
PICTURES = {"emblem.txt": "tools/assets/emblems", "back.txt": "tools/assets/backs"}
KEYS = "host_tests/test_pyramid_keys.py"


def copy(root):
    """A copy of the repository without what can be made."""
    skip = shutil.ignore_patterns(".*", "node_modules", "build", "__pycache__", "pictures", "bank")
    shutil.copytree(ROOT, root, ignore=skip)
    made = Path(sys.pycache_prefix)  # so that what is the same is not compiled again
    shutil.copytree(made / ROOT.relative_to("/"), made / root.relative_to("/"), ignore=skip)


def add(root):
    """Add the game to the copy in `root`."""
    new_game.create(NAME, "Pyramid", root)
    for part, path in new_game.FILES.items():
        shutil.copy(SOURCE / part, root / path.format(NAME))
    for part, folder in PICTURES.items():
        shutil.copy(SOURCE / part, root / folder / f"{NAME}.txt")
    shutil.copy(SOURCE / "keys.py", root / KEYS)
    catalog = root / new_game.CATALOG
    rows = catalog.read_text("utf-8")
    before, row = rows.split(f'    ("{NAME}"')
    row = re.sub(re.escape(new_game._ABOUT), ABOUT, row)
    catalog.write_text(f'{before}    ("{NAME}"{row}', "utf-8")
    for command in (("golden", NAME, "--anew"), ("record", NAME, "--won", "20"), ("assets",)):
        done = subprocess.run(
            [sys.executable, "-m", "tools", *command], cwd=root, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stderr
