"""Layer 5. What went wrong with saved files, said to the player."""

from thirteen.storage import store
from thirteen.ui import menu


def tell():
    """Say it once; False where there is nothing to say."""
    text = store.trouble()
    if text:
        menu.say("Saved files", text)
    return bool(text)
