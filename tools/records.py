"""Records: a game as one small JSON file that can be verified by replaying it.

A record has `format` (1), `game`, `rules` (their version), `deal`, `options`, `moves` (as texts)
and `result` (the value of `over`, null for a game in progress). Optional are its `player`, the
number of its `entry` in a tournament, the claimed `score`, and the program it was `made_by`.
`python -m tools replay FILE` verifies one. The code that a handheld shows (`game_code`) is read in
place of a file's text, and written with --code.

A valid record proves that these moves, in this deal, by these rules and options, lead to this
result and score; in a game with a clock, in this time. Not who played, nor with what help.
"""

import argparse
import json
import os
import sys

from tools import games, progress
from tools.games import Bad

FORMAT = 1
MOVES = 65535  # the most that a handheld's own record can hold
_BYTES = 4_000_000  # of a file: more than the most moves need
LETTERS = 100  # of a move's text
_SHOWN = 1  # seconds before a replay shows its progress
_KEYS = {
    "format": int,
    "game": str,
    "rules": int,
    "deal": int,
    "options": dict,
    "moves": list,
    "result": (str, type(None)),
}
_MORE = {"player": str, "entry": int, "score": int, "made_by": str}


def made_by():
    """The `made_by` of this version's records."""
    return "thirteen " + games.version()


def load(path):
    """The record in a file ("-": standard input) or code as a dict, its contents unchecked; Bad if
    there is none."""
    if _code(path) and not os.path.exists(path):
        return parse(path)
    try:
        if path == "-":
            path = "standard input"
            data = sys.stdin.buffer.read(_BYTES + 1)
        else:
            with open(path, "rb") as f:
                data = f.read(_BYTES + 1)
    except OSError as e:
        raise Bad(f"{path} can't be read: {e.strerror}") from None
    if len(data) > _BYTES:
        raise Bad(f"{path} is not a record: it is over {_BYTES // 1_000_000} MB")
    try:
        return parse(data.decode(json.detect_encoding(data)), path)  # Windows likes to mark it
    except UnicodeDecodeError:
        raise Bad(f"{path} is not a record: it isn't text") from None


def parse(text, name="this"):
    """The dict in a record's or code's text, its contents unchecked; `name` is for messages."""
    if _code(text):
        return of_code(_code(text))
    try:
        rec = json.loads(text)
    except (ValueError, RecursionError):
        raise Bad(f"{name} is not a record: it isn't JSON") from None
    if not isinstance(rec, dict):
        raise Bad(f"{name} is not a record: it isn't a JSON object")
    return rec


def _code(text):
    """The code in a text, "" if there is none."""
    from thirteen.storage import game_code

    return game_code.find(text)


def of_code(code):
    """The record in a code; Bad if it is damaged, or has only a result."""
    from thirteen import catalog, match
    from thirteen.storage import game_code

    try:
        row, rest = game_code.begin(code)
        if row >= len(catalog.GAMES):
            raise ValueError("the code is of a game that is not here")
        name = catalog.GAMES[row][catalog.NAME]
        rules = games.rules(name)
        deal, options, moves, (over, score) = game_code.read(rules, rest)
    except ValueError as e:
        raise Bad(str(e)) from None
    if moves is None:
        raise Bad(
            f"the code has no moves to check: it claims that deal {deal} of {name} is "
            f"{outcome(match.result(over))}, {rules.points(score)}"
        )
    played = match.Match(rules, deal, options)
    for m in moves:
        played.play(m)
    return {**played.record(), "made_by": made_by()}


def to_code(played):
    """(the code of a match, whether it has every move and not only the result)."""
    from thirteen import catalog, match
    from thirteen.storage import game_code

    *_, done = game_code.write(catalog.row(match.name(played.rules)), played, game_code.MOST)
    return done


def check(rec):
    """Replay a record; returns the Match at its end. Bad names the move at which it fails."""
    from thirteen import match, options
    from thirteen.rng import DEALS

    for key, kind in _KEYS.items():
        if key not in rec:
            raise Bad(f"the record has no {key!r}")
        if not isinstance(rec[key], kind) or isinstance(rec[key], bool):
            raise Bad(f"the record's {key!r} is of the wrong kind")
    for key in rec:
        if key not in _KEYS and key not in _MORE:
            raise Bad(f"the record has an unknown key {_short(key)}")
        if key in _MORE and type(rec[key]) is not _MORE[key]:
            raise Bad(f"the record's {key!r} is of the wrong kind")
    if rec["format"] != FORMAT:
        raise Bad(f"the record's format is {_short(rec['format'])}, not {FORMAT}")
    rules = games.rules(rec["game"])
    if rec["rules"] != rules.VERSION:
        raise Bad(
            f"the record has rules version {_short(rec['rules'])} of {rec['game']}, "
            f"not {rules.VERSION}"
        )
    if not 1 <= rec["deal"] <= DEALS:
        raise Bad(f"there is no deal {_short(rec['deal'])}: deals are numbered 1 to {DEALS}")
    if len(rec["moves"]) > MOVES:
        raise Bad(f"the record has {len(rec['moves'])} moves; no game takes over {MOVES}")
    for i, t in enumerate(rec["moves"]):
        if not isinstance(t, str):
            raise Bad(f"move {i + 1}: {_short(t)} is not a text")
        if len(t) > LETTERS:
            raise Bad(f"move {i + 1}: {_short(t)} is not a move")
    for name in rec["options"]:
        if name not in dict(rules.OPTIONS):
            known = ", ".join(name for name, _ in rules.OPTIONS)
            raise Bad(f"there is no option {_short(name)}, only {known or 'none'}")
    if not all(type(v) in (int, str) for v in rec["options"].values()):
        raise Bad("the record's 'options' are of the wrong kind")
    try:
        played = match.Match(rules, rec["deal"], options.pack(rules.OPTIONS, rec["options"]))
        with progress.bar(len(rec["moves"]), "moves", delay=_SHOWN) as bar:
            played.replay(_counted(rec["moves"], bar))
    except ValueError as e:
        raise Bad(" ".join(str(e).split())[:300]) from None  # it may quote the file's contents
    result = match.result(rules.over(played.s))
    if result != rec["result"]:
        raise Bad(
            f"after move {len(rec['moves'])} the game is {outcome(result)}, "
            f"not {'in play' if rec['result'] is None else _short(rec['result'])}"
        )
    score = rules.score(played.s)
    if rec.get("score", score) != score:
        raise Bad(f"it claims a score of {_short(rec['score'])}, and replays to {score}")
    return played


def _counted(moves, bar):
    for t in moves:
        yield t
        bar.update()


def outcome(result):
    return "still in play" if result is None else result


def _short(value):
    try:
        text = repr(value)
    except ValueError:  # a number with more digits than Python prints
        return "a huge number"
    return text if len(text) < 40 else text[:36] + "..."


def print_code(played):
    code, whole = to_code(played)
    print(code)
    if not whole:
        print("It has the deal and the result, and no moves.", file=sys.stderr)


def main(argv=None):
    parser = argparse.ArgumentParser(
        prog="python -m tools replay", description="Check a record by replaying it."
    )
    parser.add_argument(
        "file",
        help="a record as written by `python -m tools record`, or the code that a handheld shows;"
        " - is standard input",
    )
    parser.add_argument("--code", action="store_true", help="print the record's code")
    args = parser.parse_args(argv)
    rec = load(args.file)
    name = "standard input" if args.file == "-" else args.file
    try:
        played = check(rec)
    except Bad as e:
        raise Bad(f"{name}: {e}") from None
    if args.code:
        print_code(played)
        return 0
    rules = played.rules
    print(
        f"{rec['game']} deal {rec['deal']}: {outcome(rec['result'])} after {len(rec['moves'])} "
        f"moves, score {rules.points(rules.score(played.s))}"
    )
    return 0
