"""Records: a game as one small JSON file, checked by being played again.

A record holds `format` (1), `game`, `rules` (their version), `deal`, `options`, `moves` (texts)
and `result` (what `over` says, null in mid-game). `python -m tools replay FILE` checks one.
"""

import argparse
import json

from tools import games
from tools.games import Bad

FORMAT = 1
_KEYS = {
    "format": int,
    "game": str,
    "rules": int,
    "deal": int,
    "options": dict,
    "moves": list,
    "result": (str, type(None)),
}


def load(path):
    """The record in a file, as the dict that JSON makes of it; Bad where it holds none."""
    try:
        with open(path, encoding="utf-8") as f:
            return parse(f.read())
    except OSError as e:
        raise Bad(f"{path} can't be read: {e.strerror}") from None
    except UnicodeDecodeError:
        raise Bad(f"{path} is no record: it isn't text") from None


def parse(text):
    """The dict in a record's text, its contents not yet looked at."""
    try:
        rec = json.loads(text)
    except (ValueError, RecursionError):
        raise Bad("this is no record: it isn't JSON") from None
    if not isinstance(rec, dict):
        raise Bad("this is no record: it isn't a JSON object")
    return rec


def check(rec):
    """Play a record again: the Match at its end. Bad, with the move at which it fails."""
    from thirteen import match, options

    for key, kind in _KEYS.items():
        if key not in rec:
            raise Bad(f"the record has no {key!r}")
        if not isinstance(rec[key], kind) or isinstance(rec[key], bool):
            raise Bad(f"the record's {key!r} is of the wrong kind")
    if rec["format"] != FORMAT:
        raise Bad(f"the record's format is {_short(rec['format'])}, not {FORMAT}")
    rules = games.rules(rec["game"])
    if rec["rules"] != rules.VERSION:
        raise Bad(
            f"the record is of rules version {_short(rec['rules'])} of {rec['game']}, "
            f"these are {rules.VERSION}"
        )
    if not 1 <= rec["deal"] <= 999999:
        raise Bad(f"there is no deal {_short(rec['deal'])}: deals are numbered 1 to 999999")
    for i, t in enumerate(rec["moves"]):
        if not isinstance(t, str):
            raise Bad(f"move {i + 1}: {_short(t)} is no text")
    if not all(type(v) in (int, str) for v in rec["options"].values()):
        raise Bad("the record's 'options' are of the wrong kind")
    try:
        played = match.Match(rules, rec["deal"], options.pack(rules.OPTIONS, rec["options"]))
        played.replay(rec["moves"])
    except ValueError as e:
        raise Bad(" ".join(str(e).split())[:300]) from None  # it may quote what the file holds
    result = match.result(rules.over(played.s))
    if result != rec["result"]:
        raise Bad(
            f"after move {len(rec['moves'])} the game is {told(result)}, "
            f"and not {'in play' if rec['result'] is None else _short(rec['result'])}"
        )
    return played


def told(result):
    return "still in play" if result is None else result


def _short(value):
    try:
        text = repr(value)
    except ValueError:  # a number of more digits than Python prints
        return "a huge number"
    return text if len(text) < 40 else text[:36] + "..."


def main(argv=None):
    parser = argparse.ArgumentParser(
        prog="python -m tools replay", description="Check a record by playing it again."
    )
    parser.add_argument("file", help="a record, as `python -m tools record` writes it")
    args = parser.parse_args(argv)
    rec = load(args.file)
    try:
        played = check(rec)
    except Bad as e:
        raise Bad(f"{args.file}: {e}") from None
    rules = played.rules
    print(
        f"{rec['game']} deal {rec['deal']}: {told(rec['result'])} after {len(rec['moves'])} "
        f"moves, score {rules.points(rules.score(played.s))}"
    )
    return 0
