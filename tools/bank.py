"""`bank`: find deals that can be won, each proved by a winning line of play.

host_tests/bank/GAME.txt has the proofs, one deal a line; its header describes the format. The
search is bounded by positions, not by time, so the file depends on the deals only: not on the
number of workers, nor on interruptions. The handheld gets a `bitmap` of it.
"""

import argparse
import string
import sys
from array import array
from pathlib import Path

from tools import games, progress
from tools.games import Bad
from tools.workers import each

FOLDER = games.ROOT / "host_tests" / "bank"
GAMES = ("thirteens", "friday", "imaginary")
LOST, UNKNOWN = "-", "?"

_DIGITS = string.digits + string.ascii_letters
_CHUNK = {"thirteens": 16}  # deals a worker takes at a time; 1 for slow ones
BLOCK = 64  # bytes of the bitmap that the handheld reads at a time
_HEAD = """\
# {game}: deals under the default options (rules version {version}), and how each can be won.
# Made by `python -m tools bank {game} --deals 1-N`; the tests play every line of it again.
# A line is the deal's number and its moves, a letter each: the place of the move among all legal
# ones in ascending order, as 0-9a-zA-Z. A move that is the only legal one is not written.
# In place of the moves: "-" where no play wins, "?" where a bounded search found none that does.
"""


def settle(game, deal):
    """A deal's entry: its moves as the file has them, LOST or UNKNOWN."""
    if game == "thirteens":
        moves = _settle_thirteens(deal)
    elif game == "friday":
        from tools import search_friday

        moves = search_friday.solve(deal) or UNKNOWN
    else:
        from tools import search_imaginary

        moves = search_imaginary.solve(deal) or UNKNOWN
    return moves if isinstance(moves, str) else encode(games.rules(game), deal, moves)


_met = set()


def _fresh(*position):
    """A table for the solver, without bounds."""
    if position in _met:
        return False
    _met.add(position)
    return True


def _settle_thirteens(deal):
    """The moves of a win, or LOST: an exhaustive search by the handheld's own solver."""
    rules = games.rules("thirteens")
    bot = games.bot("thirteens")
    kept = bot.limit, bot.fresh
    bot.limit, bot.fresh = 1 << 29, _fresh
    try:
        _met.clear()
        bot.think(_dealt(rules, deal))
        while not bot.step():
            pass
    finally:
        bot.limit, bot.fresh = kept
    if not bot.verdict():
        raise AssertionError(f"thirteens {deal} was not settled")
    return bot.line() if bot.verdict() == 1 else LOST


def _dealt(rules, deal):
    s = bytearray(rules.SIZE)
    rules.new(s, deal, bytes(len(rules.OPTIONS)))
    return s


def encode(rules, deal, moves):
    """Moves in the file's notation. AssertionError unless they are legal and win."""
    s = _dealt(rules, deal)
    out = array("H", bytes(2 * rules.MOVES))
    text = []
    for m in moves:
        n = rules.moves(s, out)
        at = out[:n].index(m)
        if n > 1:
            text.append(_DIGITS[at])
        rules.apply(s, m)
    assert rules.over(s) == 1, f"deal {deal} is not won by its line"
    return "".join(text)


def decode(rules, deal, text):
    """The moves of a line of the file, up to the end of the game.

    Bad if they don't win.
    """
    s = _dealt(rules, deal)
    out = array("H", bytes(2 * rules.MOVES))
    letters = iter(text)
    moves = []
    while not rules.over(s):
        n = rules.moves(s, out)
        at = 0
        if n != 1:
            letter = next(letters, "")
            at = _DIGITS.find(letter) if letter else n
        if not 0 <= at < n:
            raise Bad(f"deal {deal}: move {len(moves) + 1} is illegal")
        rules.apply(s, out[at])
        moves.append(out[at])
    if rules.over(s) != 1 or next(letters, None):
        raise Bad(f"deal {deal}: its line does not end in a win")
    return moves


def path(game):
    return FOLDER / (game + ".txt")


def head(game):
    return _HEAD.format(game=game, version=games.rules(game).VERSION)


def read(game, file=None):
    """{deal: entry} of a bank, in the file's order; empty if there is no file.

    An incomplete last line is ignored. Bad if the file is not a bank of this game.
    """
    file = Path(file or path(game))
    try:
        text = file.read_text(encoding="ascii")
    except FileNotFoundError:
        return {}
    except OSError as e:
        raise Bad(f"{file} can't be read: {e.strerror}") from None
    except UnicodeDecodeError:
        raise Bad(f"{file} is not a bank: it isn't text") from None
    if head(game).startswith(text):
        return {}
    if not text.startswith(head(game)):
        raise Bad(f"{file} is not a bank of {game} by these rules: name another, or remove it")
    entries = {}
    first = head(game).count("\n") + 1
    for n, line in enumerate(text[len(head(game)) :].split("\n")[:-1], first):
        deal, space, entry = line.partition(" ")
        if not space or not deal.isdigit() or int(deal) in entries:
            raise Bad(f"{file}, line {n}: {line[:40]!r} is not a line of a bank")
        entries[int(deal)] = entry
    return entries


def won(entry):
    return entry not in (LOST, UNKNOWN)


def bitmap(entries):
    """The file for the handheld, little-endian:

    0  16 bits: the highest deal
    2  16 bits: number of deals won
    4  16 bits for each block: number of deals won in the blocks before it
    then blocks of 64 bytes, one bit per deal; deal 1 is bit 0 of the first byte
    """
    last = max(entries, default=0)
    blocks = -(-last // (8 * BLOCK))
    if 2 * blocks > BLOCK:
        raise Bad(f"the handheld's bitmap ends at deal {BLOCK * BLOCK * 4}")
    bits = bytearray(blocks * BLOCK)
    for deal, entry in entries.items():
        if won(entry):
            bits[deal - 1 >> 3] |= 1 << (deal - 1 & 7)
    table = array("H")
    sums = 0
    for i in range(0, len(bits), BLOCK):
        table.append(sums)
        sums += int.from_bytes(bits[i : i + BLOCK], "little").bit_count()
    numbers = array("H", [last, sums]) + table
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers.tobytes() + bytes(bits)


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


def _range(text):
    first, dash, last = text.partition("-")
    deals = games.deal(first), games.deal(last if dash else first)
    if deals[0] > deals[1]:
        raise Bad(f"{text!r} is not a range of deals: write 1-10000")
    if deals[1] > BLOCK * BLOCK * 4:
        raise Bad(f"a bank goes up to deal {BLOCK * BLOCK * 4}")
    return range(deals[0], deals[1] + 1)


def main(argv=None):
    p = argparse.ArgumentParser(
        prog="python -m tools bank",
        description="Find deals that can be won under the default options, each proved by a line "
        "of play. An interrupted run continues where it stopped.",
    )
    p.add_argument("game", choices=GAMES)
    p.add_argument("--deals", default="1-10000", metavar="A-B", help="which (1-10000)")
    p.add_argument("--workers", type=int, default=1, metavar="W", help="processes (1)")
    p.add_argument("--out", metavar="FILE", help="default: host_tests/bank/GAME.txt")
    args = p.parse_args(argv)
    if not 1 <= args.workers <= 256:
        raise Bad("--workers is a number of processes from 1 to 256")
    deals = _range(args.deals)
    if args.out and not Path(args.out).resolve().parent.is_dir():
        raise Bad(f"{args.out} can't be written: there is no folder {Path(args.out).parent}")
    entries = make(args.game, deals, args.workers, args.out)
    found = [entries[deal] for deal in deals]
    n = len(found)
    print(
        f"{args.game}: {n} deals, {sum(map(won, found))} won, {found.count(LOST)} lost, "
        f"{found.count(UNKNOWN)} unknown"
    )
    return 0
