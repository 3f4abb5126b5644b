"""Imports the firmware again at each power-on from code that is kept, not from its files.

Half of a short test's time would go into looking for some hundred files and reading them.
"""

import sys
from importlib.machinery import PathFinder
from importlib.util import spec_from_file_location
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = tuple(f"{ROOT / folder}/" for folder in ("firmware", "tools/host", "tools/simulator"))
_TOP = ("board", "files", "hal", "main", "thirteen")


class Kept:
    """A finder and loader for sys.meta_path; only for files of this checkout's firmware."""

    def __init__(self):
        self.found = {}  # (name, where it is looked for): (file, its code, folder of a package)

    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] not in _TOP:
            return None
        key = name, tuple(path or sys.path)
        if key not in self.found:
            found = self._found(name, path)
            if not found:
                return None
            self.found[key] = found
        file, _, folder = self.found[key]
        spec = spec_from_file_location(name, file, loader=self, submodule_search_locations=folder)
        spec.loader_state = key
        return spec

    def _found(self, name, path):
        spec = PathFinder.find_spec(name, path)
        if not spec or not (spec.origin or "").startswith(FOLDERS):
            return None
        return spec.origin, spec.loader.get_code(name), spec.submodule_search_locations

    def create_module(self, spec):
        return None

    def exec_module(self, module):
        exec(self.found[module.__spec__.loader_state][1], module.__dict__)

    def get_source(self, name):  # for tracebacks
        return Path(sys.modules[name].__file__).read_text("utf-8")


def keep():
    """From now on, in this process."""
    sys.meta_path.insert(0, Kept())
