"""Records: a game as one small JSON file, checked by being played again.

A record holds `format` (1), `game`, `rules` (their version), `deal`, `options`, `moves` (texts)
and `result` (what `over` says, null in mid-game). It may name its `player`, the number of its
`entry` in a tournament, claim a `score`, and tell what it was `made_by`. `python -m tools replay
FILE` checks one.

What a record that replays proves: these moves, in this deal, by these rules and options, come to
this result and score; in a game with a clock, in this time. Not who played, nor with what help.
"""

import argparse
import json
import sys

from tools import games, progress
from tools.games import Bad

FORMAT = 1
MOVES = 65535  # as many as a handheld's own record can hold
_BYTES = 4_000_000  # of a file: more than that many moves take
LETTERS = 100  # of a move
_SHOWN = 1  # seconds until the progress of a replay is shown
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
    """What this version puts into the records that it makes."""
    return "thirteen " + games.version()


def load(path):
    """The record in a file ("-": standard input), as the dict that JSON makes of it; Bad where
    it holds none."""
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
        raise Bad(f"{path} is no record: it is over {_BYTES // 1_000_000} MB")
    try:
        return parse(data.decode("utf-8"), path)
    except UnicodeDecodeError:
        raise Bad(f"{path} is no record: it isn't text") from None


def parse(text, name="this"):
    """The dict in a record's text, its contents not yet looked at; `name` is what to call it."""
    try:
        rec = json.loads(text)
    except (ValueError, RecursionError):
        raise Bad(f"{name} is no record: it isn't JSON") from None
    if not isinstance(rec, dict):
        raise Bad(f"{name} is no record: it isn't a JSON object")
    return rec


def check(rec):
    """Play a record again: the Match at its end. Bad, with the move at which it fails."""
    from thirteen import match, options

    for key, kind in _KEYS.items():
        if key not in rec:
            raise Bad(f"the record has no {key!r}")
        if not isinstance(rec[key], kind) or isinstance(rec[key], bool):
            raise Bad(f"the record's {key!r} is of the wrong kind")
    for key in rec:
        if key not in _KEYS and key not in _MORE:
            raise Bad(f"the record has {_short(key)}, which no record has")
        if key in _MORE and type(rec[key]) is not _MORE[key]:
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
    if len(rec["moves"]) > MOVES:
        raise Bad(f"the record has {len(rec['moves'])} moves; no game takes over {MOVES}")
    for i, t in enumerate(rec["moves"]):
        if not isinstance(t, str):
            raise Bad(f"move {i + 1}: {_short(t)} is no text")
        if len(t) > LETTERS:
            raise Bad(f"move {i + 1}: {_short(t)} is not a move")
    for name in rec["options"]:
        if name not in dict(rules.OPTIONS):
            known = ", ".join(name for name, _ in rules.OPTIONS)
            raise Bad(f"there is no option {_short(name)}; there is {known or 'none'}")
    if not all(type(v) in (int, str) for v in rec["options"].values()):
        raise Bad("the record's 'options' are of the wrong kind")
    try:
        played = match.Match(rules, rec["deal"], options.pack(rules.OPTIONS, rec["options"]))
        with progress.bar(len(rec["moves"]), "moves", delay=_SHOWN) as bar:
            played.replay(_counted(rec["moves"], bar))
    except ValueError as e:
        raise Bad(" ".join(str(e).split())[:300]) from None  # it may quote what the file holds
    result = match.result(rules.over(played.s))
    if result != rec["result"]:
        raise Bad(
            f"after move {len(rec['moves'])} the game is {outcome(result)}, "
            f"and not {'in play' if rec['result'] is None else _short(rec['result'])}"
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
    except ValueError:  # a number of more digits than Python prints
        return "a huge number"
    return text if len(text) < 40 else text[:36] + "..."


def main(argv=None):
    parser = argparse.ArgumentParser(
        prog="python -m tools replay", description="Check a record by playing it again."
    )
    parser.add_argument(
        "file", help="a record, as `python -m tools record` writes it; - is standard input"
    )
    args = parser.parse_args(argv)
    rec = load(args.file)
    name = "standard input" if args.file == "-" else args.file
    try:
        played = check(rec)
    except Bad as e:
        raise Bad(f"{name}: {e}") from None
    rules = played.rules
    print(
        f"{rec['game']} deal {rec['deal']}: {outcome(rec['result'])} after {len(rec['moves'])} "
        f"moves, score {rules.points(rules.score(played.s))}"
    )
    return 0
