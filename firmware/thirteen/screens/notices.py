"""Layer 5. What went wrong with saved files, said to the player."""

from thirteen.storage import store
from thirteen.ui import menu


def tell():
    """Say it once, where there is anything."""
    text = store.trouble()
    if text:
        menu.say("Saved files", text)
