"""Imports the firmware again at each power-on from code that is kept, not from its files.

Half of a short test's time would go into looking for some hundred files and reading them.
"""

import sys
from importlib.machinery import ModuleSpec, PathFinder
from importlib.util import spec_from_file_location
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = tuple(f"{ROOT / folder}/" for folder in ("firmware", "tools/host", "tools/simulator"))
_TOP = ("board", "files", "hal", "main", "picture", "thirteen")


class Kept:
    """A finder and loader for sys.meta_path; only for files of this checkout's firmware."""

    def __init__(self):
        self.found = {}  # (name, where it is looked for): its spec, whose loader_state is its code

    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] not in _TOP:
            return None
        key = name, tuple(path or sys.path)
        if key not in self.found:
            spec = self._spec(name, path)
            if not spec:
                return None
            self.found[key] = spec
        return self.found[key]

    def _spec(self, name, path):
        spec = PathFinder.find_spec(name, path)
        folders = spec and spec.submodule_search_locations
        places = [spec.origin] if spec and spec.origin else [f"{path}/" for path in folders or ()]
        if not places or not all(place.startswith(FOLDERS) for place in places):
            return None
        if not spec.origin:  # a folder without __init__.py, or the halves of `thirteen`
            made = ModuleSpec(name, self, is_package=True)
            made.submodule_search_locations = list(folders)
            return made
        made = spec_from_file_location(
            name, spec.origin, loader=self, submodule_search_locations=folders
        )
        made.loader_state = spec.loader.get_code(name)
        return made

    def create_module(self, spec):
        return None

    def exec_module(self, module):
        code = module.__spec__.loader_state
        if code:
            exec(code, module.__dict__)
        else:
            module.__file__ = None  # as Python's own import does it

    def get_source(self, name):  # for tracebacks
        return Path(sys.modules[name].__file__).read_text("utf-8")


def keep():
    """From now on, in this process."""
    sys.meta_path.insert(0, Kept())
