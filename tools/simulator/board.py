"""Layer 1, simulator: stands in for the device's /board.py, with the profile named by BOARD."""

import os

from tools import boards

globals().update(boards.read(os.environ.get("BOARD") or "ws_lcd_13"))
