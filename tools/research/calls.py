"""Records which test calls which function; `mutate` selects its tests by that.

A pytest plug-in (`-p tools.research.calls`). It writes {test: [seconds, [function, ...]]} to the
file named by THIRTEEN_CALLS in the environment. A function is "path:name".
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

from tools import emulator, games, progress

_OUT = "THIRTEEN_CALLS"
TRACED = ("firmware/", "tools/device/", "tools/simulator/")
# These start other processes, which are not traced, or take minutes under a tracer.
_ELSEWHERE = (
    "bank build clock docs environment fresh_clone fronts monkey month new_game pico release "
    "slices tools_cli uf2 wasm_basics wasm_game web web_install".split()
)
# What runs code that no tracer sees: on an emulated core or Pico, in a window, in other processes.
# What only looks at a picture is fast, and goes with all that draws; what reads the source, too.
_PICO = [
    "host_tests/test_pico.py::test_" + name
    for name in (
        "at_power_on_it_shows_the_simulator_s_picture", "sixteen_bits_a_pixel_show_the_same",
        "modules_run_from_the_flash_unless_another_copy_is_there", "on_the_device",
        "what_it_thinks_about_comes_to_an_end", "with_too_little_memory_it_says_so_at_power_on",
    )
]  # fmt: skip
_UNSEEN = {
    "firmware/hal/": ["hal_contract", "lcd", "native", "tiles"],
    "firmware/thirteen/modes/": ["clock", "month"],
    "firmware/thirteen/screens/": ["drawn"],
    "firmware/thirteen/ui/": ["drawn"],
    "firmware/thirteen/views/": ["drawn"],
    "tools/device/": ["build", "release", "tools_cli", "uf2"],
    "tools/simulator/": ["fronts", "hal_contract"],
}
_found = {}


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item):
    """Traces fixtures too: many of them start the firmware."""
    codes = set()
    began = time.process_time()
    sys.settrace(lambda frame, event, arg: codes.add(frame.f_code))
    try:
        return (yield)
    finally:
        sys.settrace(None)
        seconds = time.process_time() - began
        root = item.config.rootpath
        traced = tuple(str(root / folder) + os.sep for folder in TRACED)
        names = {
            f"{Path(code.co_filename).relative_to(root).as_posix()}:{code.co_name}"
            for code in codes if code.co_filename.startswith(traced)
        }  # fmt: skip
        _found[item.nodeid] = [round(seconds, 3), sorted(names)]


def pytest_sessionfinish():
    Path(os.environ[_OUT]).write_text(json.dumps(_found), "utf-8")


def of(root, kept):
    """{test: [seconds, [function, ...]]} of the tests in root; the file `kept` caches it for
    test files that have not changed.

    A module changed since then may have other functions: tests that called anything in it also
    get "path:*".
    """
    known = json.loads(kept.read_text("utf-8")) if kept.is_file() else {}
    files = {}
    for path in sorted((root / "host_tests").glob("test_*.py")):
        if path.stem.removeprefix("test_") not in _ELSEWHERE:
            files[f"host_tests/{path.name}"] = _digest(path)
    known = {file: entry for file, entry in known.items() if entry["digest"] == files.get(file)}
    new = [file for file in files if file not in known]
    kept.parent.mkdir(parents=True, exist_ok=True)
    modules = {
        path.relative_to(root).as_posix(): _digest(path)
        for folder in TRACED
        for path in sorted((root / folder).rglob("*.py"))
    }
    with progress.bar(len(new), "test files traced") as bar:
        for file in new:
            known[file] = {
                "digest": files[file], "modules": modules, "tests": _trace(root, file)
            }  # fmt: skip
            games.write(kept, json.dumps(known))  # now, in case this is interrupted
            bar.update()
    found = {}
    for entry in known.values():
        then = entry.get("modules", {})
        changed = {path for path in modules if then.get(path) != modules[path]}
        for test, (seconds, functions) in entry["tests"].items():
            met = {function.partition(":")[0] for function in functions} & changed
            found[test] = [seconds, functions + [path + ":*" for path in sorted(met)]]
    return found


def unseen(path):
    """The tests that run a module's code without being traced, files or tests' names."""
    found = [
        f"host_tests/test_{name}.py"
        for folder, names in _UNSEEN.items() if path.startswith(folder) for name in names
    ]  # fmt: skip
    return found + (_PICO if path.startswith("firmware/hal/") and emulator.named() else [])


def _digest(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _trace(root, file):
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "calls.json"
        env = os.environ | {_OUT: str(out), "PYTHONPATH": str(root)}
        command = [sys.executable, "-m", "pytest", "-q", "-o", "addopts=", "--rootdir", str(root),
                   "-p", "tools.research.calls", "-p", "no:cacheprovider", file]  # fmt: skip
        subprocess.run(command, cwd=root, env=env, capture_output=True)
        return json.loads(out.read_text("utf-8")) if out.is_file() else {}
