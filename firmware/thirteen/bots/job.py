"""Layer 2. The frame of the bots that give hints: a search is a generator, run a slice at a time.

A bot's `think` calls `start` with its generator, which yields after each bounded bit of work and
leaves the move in `best` and what is known of the position in `outlook`. The bot takes `step`,
`move` and `verdict` from here. One search runs at a time.
"""

from thirteen.protocols import Thought

best = -1  # the move found; -1 if there is none
outlook = 0  # 0 unknown, 1 winnable, 2 not winnable

_search = None


def start(search: Thought, known: int = 0) -> None:
    """Begin a search; none is needed if the outlook is known."""
    global best, outlook, _search
    best = -1
    outlook = known
    _search = None if known else search


def step() -> bool:
    """Run the search to its next yield; True when it has ended."""
    global _search
    for _ in _search or ():
        return False
    _search = None
    return True


def move() -> int:
    return best


def verdict() -> int:
    return outlook
