"""Layer 5. Messages about damaged or unsaved files."""

from thirteen.storage import store
from thirteen.ui import menu


def show():
    """Show the pending messages once; False if there are none."""
    text = store.trouble()
    if text:
        menu.message("Saved files", text)
    return bool(text)
