"""Layer 5. Messages about damaged or unsaved files."""

from thirteen.storage import store
from thirteen.ui import menu


def tell():
    """Show the pending messages once; False if there are none."""
    text = store.trouble()
    if text:
        menu.say("Saved files", text)
    return bool(text)
