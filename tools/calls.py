"""Which test calls which function of the firmware: what `mutate` chooses the tests of a mutant by.

A plug-in of pytest (`-p tools.calls`): THIRTEEN_CALLS in the environment names a folder, where
each process leaves {test: [seconds, [function, ...]]}. A function is "path:name".
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

_FOLDER = "THIRTEEN_CALLS"
# Their tests start other processes, in which nothing is seen, or take minutes under a trace.
_ELSEWHERE = (
    "bank build calls docs environment fresh_clone mutate new_game pico release uf2 wasm_basics "
    "wasm_game web web_install".split()
)
_found = {}


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item):
    """Its fixtures too: many of them switch a handheld on."""
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
    path = Path(os.environ[_FOLDER]) / f"{os.getpid()}.json"
    path.write_text(json.dumps(_found), "utf-8")


def of(root, kept):
    """{test: [seconds, [function, ...]]} of the tests in root; `kept` is a file that remembers
    it for test files that have not changed."""
    known = json.loads(kept.read_text("utf-8")) if kept.is_file() else {}
    files = {}
    for path in sorted((root / "host_tests").glob("test_*.py")):
        if path.stem.removeprefix("test_") not in _ELSEWHERE:
            files[f"host_tests/{path.name}"] = hashlib.sha256(path.read_bytes()).hexdigest()
    known = {file: entry for file, entry in known.items() if entry["digest"] == files.get(file)}
    new = [file for file in files if file not in known]
    if new:
        found = _trace(root, new)
        for file in new:
            tests = {test: what for test, what in found.items() if test.split("::")[0] == file}
            known[file] = {"digest": files[file], "tests": tests}
        kept.parent.mkdir(parents=True, exist_ok=True)
        kept.write_text(json.dumps(known), "utf-8")
    return {test: what for entry in known.values() for test, what in entry["tests"].items()}


def _trace(root, files):
    print(f"Running {len(files)} test files once, to see what each test calls ...",
          file=sys.stderr, flush=True)  # fmt: skip
    with tempfile.TemporaryDirectory() as folder:
        here = str(Path(__file__).resolve().parents[1])
        env = os.environ | {_FOLDER: folder, "PYTHONPATH": here}
        command = [sys.executable, "-m", "pytest", "-q", "-o", "addopts=", "--rootdir", str(root),
                   "-p", "tools.calls", "-p", "no:cacheprovider", "-n", "2" if files[1:] else "0",
                   *files]  # fmt: skip
        subprocess.run(command, cwd=root, env=env, capture_output=True)
        found = {}
        for path in Path(folder).glob("*.json"):
            found.update(json.loads(path.read_text("utf-8")))
    return found
