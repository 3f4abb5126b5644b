"""`bank`: find deals that can be won, each proved by a winning line of play.

The search is bounded by positions, not by time, so the file depends on the deals only: not on the
number of workers, nor on interruptions. tools/bank.py has the format.
"""

import argparse
from pathlib import Path

from tools import games, progress
from tools.bank import BLOCK, GAMES, LOST, UNKNOWN, dealt, encode, head, path, read, won
from tools.games import Bad
from tools.research.survey import rate
from tools.research.workers import add_workers, each

_ALL = 1 << 17  # positions of a deal of Thirteens: more than any has
_CHUNK = {"thirteens": 16}  # deals a worker takes at a time; 1 for slow ones


def settle(game, deal):
    """A deal's entry: its moves as the file has them, LOST or UNKNOWN."""
    if game == "thirteens":
        moves = _settle_thirteens(deal)
    elif game == "friday":
        from tools.research import search_friday

        moves = search_friday.solve(deal) or UNKNOWN
    else:
        from tools.research import search_imaginary

        moves = search_imaginary.solve(deal) or UNKNOWN
    return moves if isinstance(moves, str) else encode(games.rules(game), deal, moves)


def _settle_thirteens(deal):
    """The moves of a win, or LOST: an exhaustive search by the handheld's own solver."""
    bot = games.bot("thirteens")
    for found in bot.settle(dealt(games.rules("thirteens"), deal), _ALL):  # noqa: B007
        pass
    if not found:
        raise AssertionError(f"thirteens {deal} was not settled")
    return bot.line() if found == 1 else LOST


def make(game, deals, workers=1, file=None):
    """Solve the deals (a range) that the file lacks, and add each as soon as it is solved."""
    file = Path(file or path(game))
    entries = read(game, file)
    missing = [deal for deal in deals if deal not in entries]
    try:
        _rewrite(game, entries, file)
        with open(file, "a", encoding="ascii") as f:
            jobs = [(game, deal) for deal in missing]
            done = len(entries)
            with progress.bar(done + len(jobs), "deals", done) as bar:
                for deal, entry in each(_job, jobs, workers, _CHUNK.get(game, 1)):
                    f.write(f"{deal} {entry}\n")
                    f.flush()
                    entries[deal] = entry
                    bar.update()
        _rewrite(game, entries, file)
    except OSError as e:
        raise Bad(f"{file} can't be written: {e.strerror}") from None
    return entries


def _job(job):
    return job[1], settle(*job)


def _rewrite(game, entries, file):
    """Sort the file by deal and drop incomplete lines; left alone if nothing changes."""
    lines = [f"{deal} {entries[deal]}\n" for deal in sorted(entries)]
    text = head(game) + "".join(lines)
    if file.exists() and file.read_text(encoding="ascii") == text:
        return
    file.parent.mkdir(parents=True, exist_ok=True)
    games.write(file, text)


def deal_range(text):
    first, dash, last = text.partition("-")
    deals = games.deal(first), games.deal(last if dash else first)
    if deals[0] > deals[1]:
        raise Bad(f"{text!r} is not a range of deals: write 1-10000")
    if deals[1] > BLOCK * BLOCK * 4:
        raise Bad(f"a bank goes up to deal {BLOCK * BLOCK * 4}")
    return range(deals[0], deals[1] + 1)


def main(argv=None):
    p = argparse.ArgumentParser(
        prog="python -m tools research bank",
        description="Find deals that can be won under the default options, each proved by a line "
        "of play. An interrupted run continues where it stopped.",
    )
    p.add_argument("game", choices=GAMES)
    p.add_argument("--deals", default="1-10000", metavar="A-B", help="which (1-10000)")
    add_workers(p)
    p.add_argument("--out", metavar="FILE", help="default: host_tests/bank/GAME.txt")
    args = p.parse_args(argv)
    deals = deal_range(args.deals)
    if args.out and not Path(args.out).resolve().parent.is_dir():
        raise Bad(f"{args.out} can't be written: there is no folder {Path(args.out).parent}")
    entries = make(args.game, deals, args.workers, args.out)
    found = [entries[deal] for deal in deals]
    n = len(found)
    share, low, high = rate(sum(map(won, found)), n)
    print(
        f"{args.game}: {n} deals, {sum(map(won, found))} won, {found.count(LOST)} lost, "
        f"{found.count(UNKNOWN)} unknown; won {share:.2%} (95%: {low:.2%} to {high:.2%})"
    )
    return 0
