"""`tune friday`, `tune imaginary`: tune the integer weights of a patience's hints.

Coordinate search: one number is changed at a time, and keeps its new value if the player then wins
significantly more of the same deals (two standard deviations, McNemar). It starts from the numbers
in the module, or from the lowest of each.
"""

import argparse
import importlib
import re

from tools import games, progress
from tools.games import Bad
from tools.research import survey_patience
from tools.research.workers import add_workers, each

HELD_OUT = 500001  # deals from here on are reserved for published figures
_CHUNK = 10  # deals a worker takes at a time
_BOTS = games.FIRMWARE / "thirteen" / "bots"


class Imaginary:
    """The cost of a card on a waste, for the playouts of the hints.

    The playout policy is tuned by itself: it sees only the turned card.
    """

    path = _BOTS / "imaginary_table.py"
    steps = {"_EMPTY": 4, "_BURIED": 1, "_IDLE": 1, "_RUN": 8}
    least = {"_EMPTY": 0, "_BURIED": 0, "_IDLE": 0, "_RUN": 0}
    deals = 4000

    @staticmethod
    def wins(deal):
        from thirteen.bots import imaginary_table as table

        rules = games.rules("imaginary")
        s = bytearray(rules.SIZE)
        rules.new(s, deal, bytes(len(rules.OPTIONS)))
        table.count(s)
        return table.play_out(s, len(s)) == table.WON


class Friday:
    """The number of playouts of each choice in an order of the hand, and the default's bonus.

    Every move follows the hint. More orders and playouts cost the Pico time, and a hint may take
    half a second at most: `python -m tools bench` measures it.
    """

    path = _BOTS / "friday.py"
    steps = {"_USUAL": 2, "_GAMES": 2, "_OPEN_GAMES": 4}
    least = {"_USUAL": 0, "_GAMES": 1, "_OPEN_GAMES": 1}
    deals = 500

    @staticmethod
    def wins(deal):
        over, *_ = survey_patience.play("friday", deal, bytes(len(games.rules("friday").OPTIONS)))
        return over == 1


PLAYERS = {"friday": Friday, "imaginary": Imaginary}


def _play(job):
    """For each deal of a job, whether it is won with these numbers."""
    game, numbers, deals = job
    player = PLAYERS[game]
    module = importlib.import_module("thirteen.bots." + player.path.stem)
    before = {name: getattr(module, name) for name in numbers}
    vars(module).update(numbers)
    try:
        return [player.wins(deal) for deal in deals]
    finally:
        vars(module).update(before)


def wins(game, numbers, deals, workers=1, bar=None):
    """For each deal of a range, in order, whether it is won with these numbers."""
    jobs = [(game, numbers, deals[i : i + _CHUNK]) for i in range(0, len(deals), _CHUNK)]
    out = []
    for chunk in each(_play, jobs, workers):
        out += chunk
        if bar:
            bar.update(len(chunk))
    return out


def better(old, new):
    """Whether `new` wins significantly more of the same deals."""
    gained = sum(b and not a for a, b in zip(old, new))
    lost = sum(a and not b for a, b in zip(old, new))
    return gained > lost and (gained - lost) ** 2 > 4 * (gained + lost)


def tune(game, numbers, deals, passes=1, workers=1, *, bar=None, log=None):
    """(numbers found, number of deals they win); `log` gets a line for each trial."""
    player = PLAYERS[game]
    numbers = dict(numbers)
    best = wins(game, numbers, deals, workers, bar)
    seen = [numbers]
    for _ in range(passes):
        before = dict(numbers)
        for name, step in player.steps.items():
            for change in (step, -step):
                changed = max(numbers[name] + change, player.least[name])
                tried = dict(numbers, **{name: changed})
                if tried in seen:
                    continue
                seen.append(tried)
                found = wins(game, tried, deals, workers, bar)
                keeps = better(best, found)
                if log:
                    log(f"{name} {changed}: {sum(found)} won{', kept' if keeps else ''}")
                if keeps:
                    numbers, best = tried, found
                    break
        if numbers == before:
            break
    return numbers, sum(best)


def read(game, source):
    """The numbers in the module's source."""
    names = PLAYERS[game].steps
    found = {name: re.search(rf"^{name} = const\((\d+)\)", source, re.M) for name in names}
    for name, match in found.items():
        if not match:
            raise Bad(f"{PLAYERS[game].path.name} has no number {name}")
    return {name: int(match[1]) for name, match in found.items()}


def replaced(source, numbers):
    """The module's source with these numbers."""
    for name, value in numbers.items():
        source = re.sub(rf"^{name} = const\(\d+\)", f"{name} = const({value})", source, flags=re.M)
    return source


def main(argv=None):
    p = argparse.ArgumentParser(
        prog="python -m tools research tune",
        description="Tune the numbers of a patience's hints, in its module.",
    )
    p.add_argument("game", choices=PLAYERS)
    usual = ", ".join(f"{game} {player.deals}" for game, player in PLAYERS.items())
    p.add_argument("--deals", type=int, metavar="N", help=f"how many ({usual})")
    p.add_argument("--first", type=int, default=1, metavar="D", help="the first deal (1)")
    p.add_argument("--passes", type=int, default=2, metavar="N", help="at most (2)")
    add_workers(p)
    p.add_argument("--anew", action="store_true", help="start from the lowest of each")
    args = p.parse_args(argv)
    game, player = args.game, PLAYERS[args.game]
    args.deals = player.deals if args.deals is None else args.deals
    if args.deals < 1 or args.passes < 1 or args.first < 1:
        raise Bad("--deals, --passes and --first are numbers from 1")
    if args.first + args.deals > HELD_OUT:
        raise Bad(f"deals from {HELD_OUT} on are reserved for figures: use fewer deals")
    source = player.path.read_text(encoding="utf-8")
    numbers = player.least if args.anew else read(game, source)
    deals = range(args.first, args.first + args.deals)
    most = args.deals * (1 + 2 * len(player.steps) * args.passes)
    with progress.bar(most, "deals") as bar:
        numbers, won = tune(
            game, numbers, deals, args.passes, args.workers, bar=bar, log=bar.write
        )
    games.write(player.path, replaced(source, numbers))
    print(f"{won} of {args.deals} deals won, with", end=" ")
    print(", ".join(f"{name} {value}" for name, value in numbers.items()))
    return 0
