"""The bank of winnable deals: host_tests/bank/GAME.txt, its proofs, and the handheld's bitmap.

The text files have one deal a line; their header describes the format. `research/bank.py` finds
the deals; the tests play every line again; `assets` makes a `bitmap` of them.
"""

import string
import sys
from array import array
from collections import Counter
from pathlib import Path

from tools import games
from tools.games import Bad

FOLDER = games.ROOT / "host_tests" / "bank"
GAMES = ("thirteens", "friday", "imaginary")
LINED = GAMES[1:]  # their hints may not look at hidden cards, so proofs come with the game
LOST, UNKNOWN = "-", "?"
BLOCK = 64  # bytes of the bitmap that the handheld reads at a time
SIZES = 64  # of lines: so many are told beside where the first of them begins
MOST = 13  # legal moves of a choice in a proved line

_DIGITS = string.digits + string.ascii_letters
_HEAD = """\
# {game}: deals under the default options (rules version {version}), and how each can be won.
# Made by `python -m tools research bank {game} --deals 1-N`; the tests replay every line.
# A line is the deal's number and its moves, a letter each: the place of the move among all legal
# ones in ascending order, as 0-9a-zA-Z. A move that is the only legal one is not written.
# In place of the moves: "-" where no play wins, "?" where a bounded search found none that does.
"""


def dealt(rules, deal):
    """The state of a deal under the default options."""
    s = bytearray(rules.SIZE)
    rules.new(s, deal, bytes(len(rules.OPTIONS)))
    return s


def encode(rules, deal, moves):
    """Moves in the file's notation. AssertionError unless they are legal and win."""
    s = dealt(rules, deal)
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
    s = dealt(rules, deal)
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


def choices(rules, deal, text):
    """Yield (number of legal moves, place of the one made) of each choice in the file's line."""
    s = dealt(rules, deal)
    out = array("H", bytes(2 * rules.MOVES))
    letters = iter(text)
    while not rules.over(s):
        n = rules.moves(s, out)
        at = _DIGITS.index(next(letters)) if n > 1 else 0
        if n > 1:
            yield n, at
        rules.apply(s, out[at])


def shares(lines):
    """The shares of choices among 2 to MOST legal moves: firmware/thirteen/bots/banked.py."""
    made = Counter(choice for line in lines for choice in line)
    out = bytearray()
    for n in range(2, MOST + 1):
        counts = [made[n, at] for at in range(n)]
        left = 256 - n  # as each has one, if it is ever so rare
        row = [1 + left * count // max(sum(counts), 1) for count in counts]
        row[row.index(max(row))] += 255 - sum(row)  # of a byte: what is over, nothing lies in
        out += bytes(row)
    return bytes(out)


def packed(line, shares):
    """A line, its choices, as the handheld reads it: firmware/thirteen/bots/banked.py."""
    number = 0
    for n, at in reversed(line):
        row = shares[n * (n - 1) // 2 - 1 :]
        more, part = divmod(number, row[at])
        number = more << 8 | sum(row[:at]) + part
    return number.to_bytes(-(-number.bit_length() // 8) or 1, "little")


def lines(rules, entries):
    """The file of the proved lines for the handheld: storage/deals.py has its layout."""
    made = [list(choices(rules, deal, entry)) for deal, entry in entries.items() if won(entry)]
    if max((n for line in made for n, _ in line), default=0) > MOST:
        raise Bad(f"the handheld reads choices among up to {MOST} moves")
    head = shares(made)
    found = [packed(line, head) for line in made]
    if max(map(len, found), default=0) > BLOCK:
        raise Bad(f"the handheld reads lines of up to {BLOCK} bytes")
    blocks = [found[i : i + SIZES] for i in range(0, len(found), SIZES)]
    at = len(head) + (2 + SIZES) * len(blocks)
    table = bytearray()
    for block in blocks:
        if at > 0xFFFF:
            raise Bad("the lines take more than the 64 kB that the handheld reads")
        sizes = bytes(map(len, block))
        table += at.to_bytes(2, "little") + sizes.ljust(SIZES, b"\0")
        at += sum(sizes)
    return head + bytes(table) + b"".join(found)


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
