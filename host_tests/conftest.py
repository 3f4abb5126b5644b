"""Where the tests find the firmware, the simulator and the tools; generated assets made first."""

import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
for _path in (ROOT, ROOT / "firmware", ROOT / "tools" / "simulator"):
    if str(_path) not in sys.path:
        sys.path.insert(0, str(_path))


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
