"""Records which test calls which function of the firmware; `mutate` selects its tests by that.

A pytest plug-in (`-p tools.calls`). It writes {test: [seconds, [function, ...]]} to the file named
by THIRTEEN_CALLS in the environment. A function is "path:name".
"""

import hashlib
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest

from tools import games, progress

_OUT = "THIRTEEN_CALLS"
# These start other processes, which are not traced, or take minutes under a tracer.
_ELSEWHERE = (
    "bank build calls clock docs environment fresh_clone fronts monkey month mutate "
    "new_game pico release slices tools_cli tune_patience tune_three_thirteen uf2 wasm_basics "
    "wasm_game web web_install".split()
)
_found = {}


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item):
    """Traces fixtures too: many of them start the firmware."""
    codes = set()
    began = time.perf_counter()
    sys.settrace(lambda frame, event, arg: codes.add(frame.f_code))
    try:
        return (yield)
    finally:
        sys.settrace(None)
        seconds = time.perf_counter() - began
        firmware = str(item.config.rootpath / "firmware") + os.sep
        names = {
            f"{os.path.relpath(code.co_filename, item.config.rootpath)}:{code.co_name}"
            for code in codes if code.co_filename.startswith(firmware)
        }  # fmt: skip
        _found[item.nodeid] = [round(seconds, 3), sorted(names)]


def pytest_sessionfinish():
    Path(os.environ[_OUT]).write_text(json.dumps(_found), "utf-8")


def of(root, kept):
    """{test: [seconds, [function, ...]]} of the tests in root; the file `kept` caches it for
    test files that have not changed."""
    known = json.loads(kept.read_text("utf-8")) if kept.is_file() else {}
    files = {}
    for path in sorted((root / "host_tests").glob("test_*.py")):
        if path.stem.removeprefix("test_") not in _ELSEWHERE:
            files[f"host_tests/{path.name}"] = hashlib.sha256(path.read_bytes()).hexdigest()
    known = {file: entry for file, entry in known.items() if entry["digest"] == files.get(file)}
    new = [file for file in files if file not in known]
    kept.parent.mkdir(parents=True, exist_ok=True)
    with progress.bar(len(new), "test files traced") as bar:
        for file in new:
            known[file] = {"digest": files[file], "tests": _trace(root, file)}
            kept.write_text(json.dumps(known), "utf-8")  # now, in case this is interrupted
            bar.update()
    return {test: what for entry in known.values() for test, what in entry["tests"].items()}


def _trace(root, file):
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "calls.json"
        env = os.environ | {_OUT: str(out), "PYTHONPATH": str(games.ROOT)}
        command = [sys.executable, "-m", "pytest", "-q", "-o", "addopts=", "--rootdir", str(root),
                   "-p", "tools.calls", "-p", "no:cacheprovider", file]  # fmt: skip
        subprocess.run(command, cwd=root, env=env, capture_output=True)
        return json.loads(out.read_text("utf-8")) if out.is_file() else {}
