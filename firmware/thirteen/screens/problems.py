"""Layer 5. Reports what went wrong with saved files, once."""

from thirteen.storage import store
from thirteen.ui import menu


def show() -> None:
    """Show the sentences, if there are any."""
    text = store.take_problems()
    if text:
        menu.alert("Saved files", text)
