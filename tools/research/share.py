"""`share`: how many deals of Friday the 13th can be won, all cards known; every deal proved.

A deal is won by a line of the bank, or settled by friday.c, which is compiled at first. What that
finds is kept in shares/friday.txt, a deal a line, with the line of a win or how many positions a
loss takes. --check asks other programs about the file: the rules play the lines, and the
handheld's own solver searches the losses, and has to meet as many positions.
"""

import argparse
import ctypes
import shutil
import subprocess
import tempfile
from array import array
from pathlib import Path

from tools import bank, games, progress
from tools.games import Bad
from tools.research import pypy
from tools.research.bank import deal_range
from tools.research.survey import rate
from tools.research.workers import add_workers

FILE = Path(__file__).parent / "shares" / "friday.txt"
_SOURCE = Path(__file__).with_name("friday.c")
_COMPILERS = ("cc", "gcc", "clang")
_HEAD = """\
# friday: deals under the default options (rules version {version}) that the bank has no win of.
# Made by `python -m tools research share --deals 1-N`, checked by `... --check`: deal, won, lost
# or open, positions that the search met, the line of a win as in host_tests/bank/friday.txt.
"""
_FIRST = 200_000  # positions of a first try, which almost all deals need at most
_STEPS = 400
_WASTE, _PLAY, _TURN = 1, 2, 4  # friday.c's ways


class Solver:
    """friday.c, with room for 2**bits positions."""

    def __init__(self, bits):
        compiler = next(filter(None, map(shutil.which, _COMPILERS)), None)
        if not compiler:
            raise Bad(
                "there is no C compiler: install gcc or clang (on Debian, `apt install gcc`)"
            )
        self._folder = tempfile.TemporaryDirectory()
        made = Path(self._folder.name) / "friday.so"
        command = [compiler, "-O3", "-shared", "-fPIC", "-o", str(made), str(_SOURCE)]
        subprocess.run(command, check=True)
        self._lib = ctypes.CDLL(str(made))
        self._lib.settle.argtypes = [
            ctypes.c_char_p,
            *[ctypes.c_int] * 5,
            ctypes.c_uint64,
            ctypes.c_void_p,
            ctypes.c_void_p,
        ]
        if self._lib.room(bits):
            raise Bad(f"there is no memory for 2**{bits} positions: give a lower --bits")

    def settle(self, s, most):
        """("won", "lost" or "open", positions met, the moves of a win) of a state."""
        rules = games.rules("friday")
        if rules.over(s):
            return ("won", "lost")[rules.over(s) - 1], 0, []
        wasted, hand = rules.wasted(s), rules.hand(s)
        waste = [rules.waste(s, wasted - 1 - i) for i in range(wasted)]
        ranks = bytes(map(_rank, waste + [rules.ahead(s, i) for i in range(hand)]))
        met, steps = ctypes.c_uint64(), ctypes.create_string_buffer(_STEPS)
        found = self._lib.settle(
            ranks, wasted, hand, _rank(rules.turned(s)), rules.redeals(s), rules.filled(s) + 1,
            most, ctypes.byref(met), steps,
        )  # fmt: skip
        line = _moves(rules, bytearray(s), steps.value) if found == 1 else []
        return ("open", "won", "lost")[found], met.value, line


def _rank(c):
    """A card's rank, 1 for a jack to 13 for a ten; 0 for no card."""
    return ((c & 15) + 2) % 13 + 1 if c else 0


def _moves(rules, s, steps):
    """A line's moves in the encoding of the rules, played from s."""
    out = array("H", bytes(2 * rules.MOVES))
    moves = []
    for way in steps:
        legal = out[: rules.moves(s, out)]
        if way == _TURN:
            m = legal[0]  # or the redeal
        else:
            source = rules.FROM_TURNED if way == _PLAY else rules.FROM_WASTE
            ways = [m for m in legal if m & 0x30 == source]
            m = next((m for m in ways if not rules.top(s, m & 15)), ways[0])  # it begins a pile
        rules.apply(s, m)
        moves.append(m)
    assert rules.over(s) == 1
    return moves


def read(file=FILE):
    """{deal: (verdict, positions, line)}."""
    entries = {}
    if file.exists():
        for row in file.read_text("ascii").splitlines():
            if not row.startswith("#"):
                deal, verdict, met, *line = row.split()
                entries[int(deal)] = verdict, int(met), *line
    return entries


def _write(entries, file):
    rows = (f"{deal} {' '.join(map(str, entries[deal]))}\n" for deal in sorted(entries))
    file.parent.mkdir(parents=True, exist_ok=True)
    games.write(file, _HEAD.format(version=games.rules("friday").VERSION) + "".join(rows))


def make(deals, most, bits, file=FILE):
    """Settle those deals that neither the bank nor the file has; the file grows with each."""
    rules = games.rules("friday")
    entries = read(file)
    lines = bank.read("friday")
    left = [
        deal
        for deal in deals
        if not bank.won(lines.get(deal, bank.UNKNOWN))
        and (deal not in entries or entries[deal][0] == "open" and entries[deal][1] < most)
    ]
    solver = Solver(bits)
    with progress.bar(len(left), "deals") as bar:
        for positions in sorted({min(_FIRST, most), most}):
            for deal in left:
                if entries.get(deal, ("open", 0))[0] != "open":
                    continue
                s = bank.dealt(rules, deal)
                verdict, met, line = solver.settle(s, positions)
                line = [bank.encode(rules, deal, line)] if line else []
                entries[deal] = verdict, met, *line
                if positions == most or verdict != "open":
                    bar.update()
                if positions > _FIRST:
                    bar.write(f"{deal} {verdict} {met:,}")
                    _write(entries, file)
    _write(entries, file)
    return entries


def check(entries, most, workers):
    """The deals whose entry another program denies: lines that don't win, losses that differ."""
    rules = games.rules("friday")
    wrong = []
    for deal, (verdict, _, *line) in entries.items():
        if verdict == "won":
            bank.decode(rules, deal, *line)  # Bad if it does not win
    jobs = [
        ("friday", deal, 2 * met + 2000)
        for deal, (verdict, met, *_) in entries.items()
        if verdict == "lost" and met <= most
    ]
    with progress.bar(len(jobs), "losses") as bar:
        for (_, deal, _), found in pypy.each("verdicts.settled", jobs, workers):
            if found != [*entries[deal][:2]]:
                wrong.append(deal)
                bar.write(f"{deal}: {found}, not {entries[deal]}")
            bar.update()
    return len(jobs), wrong


def main(argv):
    parser = argparse.ArgumentParser(
        prog="python -m tools research share",
        description="How many deals of Friday the 13th can be won by who knows all cards. An "
        "interrupted run goes on where it stopped; more --positions try what is open again.",
    )
    parser.add_argument("--deals", default="1-2000", metavar="A-B", help="which (1-2000)")
    parser.add_argument(
        "--positions", type=int, default=30_000_000, metavar="P", help="of a deal (30,000,000)"
    )
    parser.add_argument(
        "--bits", type=int, default=26, metavar="B", help="memory for 2**B positions (26: 0.5 GB)"
    )
    parser.add_argument("--file", type=Path, default=FILE, help="default: shares/friday.txt here")
    parser.add_argument("--check", action="store_true", help="the file, by other programs")
    add_workers(parser)
    args = parser.parse_args(argv)
    deals = deal_range(args.deals)
    if args.check:
        count, wrong = check(read(args.file), args.positions, args.workers)
        print(f"{count} losses searched by the handheld's solver, {len(wrong)} differ; lines win")
        return 1 if wrong else 0
    entries = make(deals, args.positions, args.bits, args.file)
    lines = bank.read("friday")
    found = [entries[deal][0] if deal in entries else "won" for deal in deals]
    assert all(deal in entries or bank.won(lines[deal]) for deal in deals)
    n, won, lost = len(found), found.count("won"), found.count("lost")
    low, high = rate(won, n)[1], rate(n - lost, n)[2]
    print(
        f"friday: {n} deals, {won} won, {lost} lost, {n - won - lost} open; won {won / n:.2%} to "
        f"{1 - lost / n:.2%} of them, of all deals {low:.2%} to {high:.2%} (95%)"
    )
    return 0
