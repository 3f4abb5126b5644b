"""`records`: converts the entries that a handheld has recorded into JSON records.

A handheld keeps each finished entry of Make 13 as a small file, m13-00001.rec, which `make backup`
copies too. Its format, little-endian:
    0    "13R1"
    4    version of the rules
    5    number of the entry
    6    the player's initials, three letters
    9    number of options
    10   deal, score, ticks: 32 bits each; then the number of moves, 16 bits
    24   the options, a byte each; the moves, 16 bits each; CRC-32 of everything before
It is converted only if it is intact and replays to the score that it claims.
"""

import argparse
import binascii
import json
import struct
import sys
from pathlib import Path

from tools import games, records
from tools.games import Bad

_HEAD = "<4sBB3sBIIIH"
_MAGIC = b"13R1"
SUFFIX = ".rec"


def unpack(data):
    """The record in such a file, as a dict for JSON; Bad if it is invalid or does not replay."""
    from thirteen import match, options
    from thirteen.rng import DEALS

    size = struct.calcsize(_HEAD)
    if len(data) < size + 4 or data[:4] != _MAGIC:
        raise Bad("it is not a handheld's record")
    if binascii.crc32(data[:-4]) != int.from_bytes(data[-4:], "little"):
        raise Bad("it is damaged: its checksum is wrong")
    _, version, entry, who, n, deal, score, ticks, count = struct.unpack_from(_HEAD, data)
    if len(data) != size + n + 2 * count + 4:
        raise Bad("it is damaged: its length is wrong")
    rules = games.rules("make13")
    if version != rules.VERSION:
        raise Bad(f"it has rules version {version}, not {rules.VERSION}")
    if n != len(rules.OPTIONS) or not 1 <= deal <= DEALS or not who.isalpha():
        raise Bad("its deal, options or player are impossible")
    chosen = data[size : size + n]
    moves = struct.unpack_from(f"<{count}H", data, size + n)
    try:
        named = options.unpack(rules.OPTIONS, chosen)
    except ValueError as e:
        raise Bad(f"its options are invalid: {e}") from None
    played = match.Match(rules, deal, chosen)
    texts = []
    for i, m in enumerate(moves):
        if rules.over(played.s) or not played.allows(m):
            raise Bad(f"its move {i + 1} is not legal")
        texts.append(rules.text(played.s, m))
        rules.apply(played.s, m)
    if not rules.over(played.s):
        raise Bad("its game is still in play")
    if rules.score(played.s) != score or rules.get(played.s, rules.TICKS) != ticks:
        raise Bad(f"it claims {score} points, and replays to {rules.score(played.s)}")
    return {
        "format": 1,
        "game": "make13",
        "rules": version,
        "deal": deal,
        "options": named,
        "moves": texts,
        "result": match.result(rules.over(played.s)),
        "player": who.decode("ascii"),
        "entry": entry,
        "score": score,
        "made_by": records.made_by(),
    }


def find(paths):
    """The record files among files and folders, sorted by name within a folder."""
    found = []
    for path in map(Path, paths):
        if path.is_dir():
            found += sorted(path.rglob("*" + SUFFIX))
        elif path.exists():
            found.append(path)
        else:
            raise Bad(f"{path} does not exist")
    return list(dict.fromkeys(found))


def main(argv=None):
    parser = argparse.ArgumentParser(
        prog="python -m tools records",
        description="Convert a handheld's records of Make 13, as copied by `make backup`, to JSON"
        " for `replay` and `standings`. Files that can't be converted go to standard error,"
        " with the reason, and the exit code is 1.",
    )
    parser.add_argument("paths", nargs="+", metavar="PATH", help="folders or files of records")
    parser.add_argument("-o", "--out", required=True, metavar="DIR", help="where the JSON goes")
    args = parser.parse_args(argv)
    files = find(args.paths)
    if not files:
        raise Bad("there are no records: they are named *" + SUFFIX)
    out = Path(args.out)
    refused = 0
    try:
        out.mkdir(parents=True, exist_ok=True)
        for path in files:
            try:
                rec = unpack(path.read_bytes())
            except Bad as e:
                refused += 1
                print(games.printable(f"{path}: {e}"), file=sys.stderr)
                continue
            made = _free(out, f"{rec['player']}-{rec['deal']}-{rec['entry']}")
            made.write_text(json.dumps(rec) + "\n", encoding="utf-8")
            print(f"{made}: {rec['score']} points, {rec['result']}")
    except OSError as e:
        raise Bad(f"{e.filename} can't be read or written: {e.strerror}") from None
    return 1 if refused else 0


def _free(out, name):
    """A free path: entries with the same number may have other options."""
    path = out / (name + ".json")
    n = 2
    while path.exists():
        path = out / f"{name}-{n}.json"
        n += 1
    return path
