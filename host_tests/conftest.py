"""Where the tests find the firmware, the simulator and the tools; generated assets made first."""

import gc
import os
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
for _path in (ROOT, ROOT / "firmware", ROOT / "tools" / "simulator"):
    if str(_path) not in sys.path:
        sys.path.insert(0, str(_path))

# Each simulated handheld imports the firmware anew: from bytecode, whatever the environment says.
sys.dont_write_bytecode = False
sys.pycache_prefix = str(ROOT / "build" / "pycache")

# Files whose tests take more than five seconds in all: `make quick` leaves them out.
SLOW = set(
    "bank clock damage environment fresh_clone friday fronts make13_play make13_view melds monkey "
    "native screens shell slices slim thirteens_bot three_thirteen_bots tools_cli "
    "tune_three_thirteen wasm_game web web_install".split()
)


def pytest_collection_modifyitems(items):
    for item in items:
        if item.path.stem.removeprefix("test_") in SLOW:
            item.add_marker(pytest.mark.slow)



def pytest_runtest_setup():
    # The firmware collects garbage often: it need not look through all that earlier tests left.
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True, scope="session")
def no_waiting_for_the_disk():
    """What is written reaches other processes at once; only a power cut would need more."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", lambda file: None)
        yield


@pytest.fixture
def handheld(tmp_path):
    """A simulated handheld with nothing saved."""
    import playing

    with playing.kept_modules():
        yield playing.Handheld(tmp_path)


def pytest_configure(config):
    if hasattr(config, "workerinput"):  # one of several processes: the first has done it
        return
    from tools import assets

    assets.build(ROOT / "firmware")
