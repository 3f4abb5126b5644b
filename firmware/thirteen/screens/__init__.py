"""Layer 5. The screens over a game: each is imported when it is first used, as `screens.review`.

Power-on needs few of them; the others are imported while no key is expected, see background.py.
"""

from thirteen.protocols import Module


def __getattr__(name: str) -> Module:
    if name[0] == "_":
        raise AttributeError(name)
    return __import__("thirteen.screens." + name, None, None, (name,))
