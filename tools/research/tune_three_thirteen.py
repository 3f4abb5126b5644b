"""`tune three_thirteen`: trains the two networks that hard at Three Thirteen decides by.

rummy.c, compiled here, plays rounds of hard against greedy (60%), medium and itself, four
out of five with two players. Whenever hard may go out, the round is played to its end both with
and without; sometimes when it discards, once for each card that it considers. A choice is worth
the others' deadwood minus hard's at the end, and the networks are fitted to that. The next pass
plays with the new networks. Rounds are dealt by their own generator, not by deal number.

The same arguments give the same tables with the same compiler. The tables in the source were made
with the defaults in three minutes on one core; of two seeds this one won more in 40,000 games on
deals from 100001.
"""

import argparse
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

from tools import games
from tools.games import Bad

SOURCE = games.ROOT / "tools" / "research" / "rummy.c"
PATH = games.FIRMWARE / "thirteen/bots/three_thirteen_weigh.py"
INPUTS = {"OUT": 16, "DISCARD": 25}
UNITS = 16
_A_LINE = 22  # bytes


def compiled(folder):
    """Compile rummy.c into the folder; returns the program's path."""
    cc = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if not cc:
        raise Bad("tuning Three Thirteen needs a C compiler: install gcc or clang")
    program = Path(folder) / "rummy"
    run = subprocess.run([cc, "-O2", "-o", program, SOURCE, "-lm"], capture_output=True, text=True)
    if run.returncode:
        raise Bad(f"{cc} cannot compile {SOURCE.name}: {run.stderr.strip()[:500]}")
    return program


def packed(numbers, inputs):
    """A network as bytes. `numbers`: its bias, then each unit's weights, bias, output weight."""

    def two(v):
        return (v + 32768).to_bytes(2, "big")

    data = two(numbers[0])
    for k in range(1, len(numbers), inputs + 2):
        data += bytes(w + 128 for w in numbers[k : k + inputs])
        data += two(numbers[k + inputs]) + two(numbers[k + inputs + 1])
    return data


def unpacked(data, inputs):
    """The numbers of a network from its bytes."""

    def two(at):
        return int.from_bytes(data[at : at + 2], "big") - 32768

    numbers = [two(0)]
    for k in range(2, len(data), inputs + 4):
        numbers += [w - 128 for w in data[k : k + inputs]]
        numbers += [two(k + inputs), two(k + inputs + 2)]
    return numbers


def read(printed):
    """{name: bytes} of the networks in the program's text format."""
    tables = {}
    words = printed.split()
    for name, inputs in INPUTS.items():
        at = words.index(name) + 1
        count = 1 + UNITS * (inputs + 2)
        tables[name] = packed([int(w) for w in words[at : at + count]], inputs)
    return tables


def printed(tables):
    """The networks in the program's text format."""
    return "".join(
        f"{name} {' '.join(map(str, unpacked(tables[name], INPUTS[name])))}\n"
        for name in ("DISCARD", "OUT")
    )


def written(tables):
    """The source lines of the tables in the bot's module."""
    lines = []
    for name in INPUTS:
        data = tables[name]
        lines.append(f"{name} = (")
        for k in range(0, len(data), _A_LINE):
            lines.append('    b"%s"' % "".join(f"\\x{b:02x}" for b in data[k : k + _A_LINE]))
        lines.append(")")
    return "\n".join(lines) + "\n"


def replaced(source, text):
    """The bot's source with its tables replaced by these lines."""
    made, n = re.subn(
        r"^OUT = \(\n.*?^\)\nDISCARD = \(\n.*?^\)\n",
        lambda _: text,
        source,
        flags=re.M | re.S,
    )
    if n != 1:
        raise Bad(f"{PATH.name} has no tables OUT and DISCARD to replace")
    return made


def play(tables, seats, deals, first):
    """Games played by the program: [(deal, rotation of the seats, winner, totals...), ...]."""
    with tempfile.TemporaryDirectory() as folder:
        run = subprocess.run(
            [compiled(folder), "play", seats, str(deals), str(first)],
            input=printed(tables),
            capture_output=True,
            text=True,
            check=True,
        )
    return [tuple(map(int, line.split())) for line in run.stdout.splitlines()]


def main(argv=None):
    p = argparse.ArgumentParser(
        prog="python -m tools research tune three_thirteen",
        description="Train the networks of hard at Three Thirteen and write them into its module.",
    )
    p.add_argument("--choices", type=int, default=400000, metavar="N", help="a pass (400000)")
    p.add_argument("--passes", type=int, default=2, metavar="N", help="training passes (2)")
    p.add_argument("--seed", type=int, default=2, metavar="N", help="for the random generator (2)")
    p.add_argument("-o", "--output", default=str(PATH), metavar="FILE", help="default: the module")
    args = p.parse_args(argv)
    if not 200 <= args.choices <= 5000000 or args.passes < 1 or args.seed < 1:
        raise Bad("--choices is a number from 200 to 5000000, --passes and --seed from 1")
    with tempfile.TemporaryDirectory() as folder:
        arguments = [str(args.choices), str(args.passes), str(args.seed)]
        run = subprocess.run([compiled(folder), "tune", *arguments], stdout=subprocess.PIPE)
    if run.returncode:
        raise Bad("the training was interrupted")
    text = written(read(run.stdout.decode()))
    module = replaced(PATH.read_text(encoding="utf-8"), text)
    games.write(args.output, module)
    return 0
