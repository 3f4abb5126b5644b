"""Layer 1, simulator: stands in for the device's /board.py, with the profile named by BOARD."""

import os
import runpy
from pathlib import Path

_FOLDER = Path(__file__).resolve().parents[2] / "firmware" / "boards"
_name = os.environ.get("BOARD") or "ws_lcd_13"
_path = _FOLDER / (_name + ".py")
if not _path.is_file():
    _known = ", ".join(sorted(path.stem for path in _FOLDER.glob("*.py")))
    raise SystemExit(f"there is no board {_name!r}: choose from {_known}")
globals().update(
    (name, value) for name, value in runpy.run_path(str(_path)).items() if name.isupper()
)
