"""Module paths and fixtures for all tests; generates missing assets first."""

import contextlib
import gc
import importlib
import itertools
import os
import sys
from pathlib import Path
from shutil import rmtree
from tempfile import gettempdir

import pytest

ROOT = Path(__file__).resolve().parent.parent
for _path in (ROOT, *(ROOT / name for name in ("firmware", "tools/host", "tools/simulator"))):
    if str(_path) not in sys.path:
        sys.path.insert(0, str(_path))

# Each simulated handheld imports the firmware again, and so does each command that a test runs:
# bytecode must be written and used.
_BYTECODE = ROOT / "build" / "pycache"
sys.dont_write_bytecode = False
sys.pycache_prefix = os.environ["PYTHONPYCACHEPREFIX"] = str(_BYTECODE)
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

import firmware_modules  # noqa: E402

firmware_modules.keep()

# Test files that take more than four seconds; `make quick` leaves them out.
SLOW = set(
    "build cuts environment fresh_clone fronts hints journeys make13_view monkey new_game "
    "review screens slices slim three_thirteen_bots veteran wasm_game web web_install "
    "web_visits".split()
)

# A proxy for the packages' sake is none for this machine's own servers.
os.environ["no_proxy"] = ",".join(filter(None, [os.environ.get("no_proxy"), "127.0.0.1"]))

_collect = gc.collect
_tests = itertools.count()


# The longest tests, which wait for other programs: begun first, they do not end last. Those with a
# browser come together: a worker that takes one starts a browser.
FIRST = (
    "web", "web_visits", "web_anywhere", "web_play", "web_install", "wasm_game", "fresh_clone",
    "environment", "monkey",
)  # fmt: skip


def pytest_collection_modifyitems(items):
    for item in items:
        if item.path.stem.removeprefix("test_") in SLOW:
            item.add_marker(pytest.mark.slow)
        if item.path.stem.startswith("test_web"):
            # Browsers share the cores with all else and may come too late: the summary tells it.
            item.add_marker(pytest.mark.flaky(reruns=1))
    rank = {name: i for i, name in enumerate(FIRST)}
    items.sort(key=lambda item: rank.get(item.path.stem.removeprefix("test_"), len(FIRST)))


def pytest_terminal_summary(terminalreporter):
    """Why a test that was run once more was red."""
    for report in terminalreporter.stats.get("rerun", ()):
        terminalreporter.section(f"before the rerun: {report.nodeid}")
        terminalreporter.write_line(report.longreprtext[-5000:])


def pytest_runtest_setup():
    # Keep earlier tests' objects out of the collector.
    if not next(_tests) % 8:
        _collect()
        gc.freeze()


@pytest.fixture(autouse=True, scope="session")
def no_waiting_for_the_disk():
    """Skip fsync: other processes see writes at once, and only a power cut would need it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", lambda file: None)
        yield


@pytest.fixture
def handheld(request, tmp_path):
    """A simulated handheld without saves.

    Where a file says DRAWN = False, nothing is drawn: a test that looks at no picture takes a
    fraction of the time.
    """
    import playing

    with playing.kept_modules():
        made = playing.Handheld(tmp_path)
        made.drawn = getattr(request.module, "DRAWN", True)
        yield made


@pytest.fixture
def few_playouts(monkeypatch):
    """Make 13's hints in short: CPython is slow."""
    monkeypatch.setattr(importlib.import_module("thirteen.bots.make13"), "_PLAYOUTS", 4)


# What the tests of the page share: building it and starting a browser take seconds.


@pytest.fixture(scope="session")
def folder(tmp_path_factory):
    """The page, without what it installs on a Pico; the first worker that asks builds it."""
    import fcntl

    from tools.web import site

    base = tmp_path_factory.getbasetemp()
    out = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "page"
    with open(f"{out}.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not out.exists():
            site.build(Path(f"{out}.new"), installs=())
            os.rename(f"{out}.new", out)
    return out


@pytest.fixture(scope="session")
def browser():
    import chromium

    with chromium.Chromium() as browser:
        yield browser


@pytest.fixture(autouse=True)
def no_page_stays(request):
    """What a test has opened in the shared browser does not go on beside the next one."""
    if "browser" not in request.fixturenames:
        yield
        return
    if "visitor" in request.fixturenames and getattr(request.node, "execution_count", 1) > 1:
        request.getfixturevalue("visitor").renew()  # a rerun has one that nothing has happened to
    with request.getfixturevalue("browser").tidy():
        yield


@pytest.fixture(scope="module")
def visitor(browser):
    """A tab that keeps the page's files from one test to the next: see `back`."""
    page = browser.page(fresh=True)
    yield page
    page.close()


def compile_once():
    """Import the test files before there are workers, of whom each would compile all: 10 s."""
    for path in Path(__file__).parent.glob("test_*.py"):
        with contextlib.suppress(Exception, pytest.skip.Exception):  # collecting them tells
            importlib.import_module(path.stem)


def pytest_configure(config):
    from tools.simulator import handheld

    if not hasattr(config, "workerinput"):
        handheld.make_assets()
        # The bytecode of what earlier tests wrote and ran.
        temp = Path(gettempdir())
        for old in (_BYTECODE / temp.relative_to(temp.anchor)).glob("pytest-of-*"):
            rmtree(old, ignore_errors=True)
        if config.getoption("numprocesses") and config.args_source.name == "TESTPATHS":
            compile_once()
    handheld.make_assets = lambda: None  # for the workers, too, the main process has done it
