"""`worst`: search for hands that take the meld search longest.

Hill climbing: starting from the worst of some random hands, cards are exchanged while that
executes no fewer lines of three_thirteen_melds.py and three_thirteen_search.py. The line count
tracks the time on a microcontroller and is the same on every machine.
"""

import argparse
import random
import sys

from tools.games import Bad  # also puts the firmware on the path

CARDS = 14
FOUND = (  # (wild rank, hand), found by long runs
    (13, bytes.fromhex("15162617371818191a1a1b1c0d3d")),
    (2, bytes.fromhex("02122425351626272828292a2b2c")),
    (3, bytes.fromhex("0323153617183819391a3a3b1c3d")),
)
PATIENCE = 250  # unsuccessful exchanges before the climb stops


def lines(hand, wild):
    """The number of lines of the melds and search modules that the hand executes."""
    from thirteen.rules import three_thirteen_melds as melds
    from thirteen.rules import three_thirteen_search as search

    count = 0
    files = (melds.__file__, search.__file__)

    def trace(frame, event, _):
        nonlocal count
        if frame.f_code.co_filename not in files:
            return None
        count += event == "line"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        melds.least(hand, 0, len(hand), wild, 10)
    finally:
        sys.settrace(before)
    return count


def climb(rnd):
    """(lines, wild rank, hand) found by one climb."""
    deck = [u << 4 | r for u in range(4) for r in range(1, 14)] * rnd.randint(1, 2)
    wild = rnd.randint(1, 13)
    most = vain = 0
    best = deck
    for _ in range(20):
        rnd.shuffle(deck)
        count = lines(bytes(deck[:CARDS]), wild)
        if count > most:
            most = count
            best = deck[:]
    while vain < PATIENCE:
        new = best[:]
        for _ in range(rnd.choice((1, 1, 2))):
            i = rnd.randrange(CARDS)
            j = rnd.randrange(CARDS, len(new))
            new[i], new[j] = new[j], new[i]
        w = wild if rnd.random() < 0.93 else rnd.randint(1, 13)
        count = lines(bytes(new[:CARDS]), w)
        vain = 0 if count > most else vain + 1
        if count >= most:
            most = count
            best = new
            wild = w
    return most, wild, bytes(sorted(best[:CARDS], key=lambda c: (c & 15, c)))


def main(argv=None):
    from thirteen import cards
    from thirteen.rules import three_thirteen_melds as melds

    p = argparse.ArgumentParser(
        prog="python -m tools research worst",
        description="Search for hands that are slow to meld, and print the slowest so far.",
    )
    p.add_argument("--tries", type=int, default=10, metavar="N", help="how many (10)")
    p.add_argument("--seed", type=int, default=1, metavar="S", help="for random (1)")
    args = p.parse_args(argv)
    if args.tries < 1:
        raise Bad("--tries is a number from 1")
    rnd = random.Random(args.seed)
    found = []
    for _ in range(args.tries):
        found.append(climb(rnd))
        count, wild, hand = max(found)
        named = " ".join(cards.texts(hand, 0, CARDS))
        dead = melds.least(hand, 0, CARDS, wild, 10)
        print(f"{count} lines: {named}, wild {cards.text(wild)[0]}, least {dead}", flush=True)
    return 0
