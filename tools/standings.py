"""`standings`: verifies the records of one Make 13 tournament and prints the table.

A tournament is a deal and its options; if the files have several, the most frequent one counts. A
record submitted must name its `player` and may give the `entry` (1, 2, 3, ...) and the claimed
`score`. In a Limited Entry the options limit the entries of a player: numbered ones come first,
then the others in the order of the files.
"""

import argparse
import collections
import os
import sys

from tools import games, records
from tools.games import Bad

COLUMNS = ("rank", "player", "score", "busted", "ticks", "result", "entry", "entries", "file")
_KINDS = ("Limited Entry", "Sprint to Score", "Sprint to Level")
_LONGEST = 40  # letters in a name


def entry(path):
    """The result of a replayed record, as a dict; Bad if it is rejected."""
    rec = records.load(path)
    if rec.get("game") != "make13":
        raise Bad("it is not a record of Make 13")
    played = records.check(rec)
    rules = played.rules
    if rec["result"] is None:
        raise Bad("the game is still in play")
    if not rules.get(played.s, rules.START):
        raise Bad("it is a practice game, with the timer off")
    score = rules.score(played.s)
    number = rec.get("entry")
    if number is not None and number < 1:
        raise Bad("its 'entry' is not a number from 1")
    return {
        "file": os.path.basename(path),
        "player": _player(rec),
        "deal": played.number,
        "options": played.options,
        "score": score,
        "busted": rules.get(played.s, rules.BUSTED),
        "ticks": rules.get(played.s, rules.TICKS),
        "result": rec["result"],
        "entry": number,
    }


def _player(rec):
    name = rec.get("player")
    if not isinstance(name, str) or not name.strip():
        raise Bad("it names no 'player'")
    name = " ".join(name.split())
    if len(name) > _LONGEST or not name.isprintable():
        raise Bad(f"its player's name has unprintable letters, or more than {_LONGEST}")
    return name


def key(e, kind):
    """Sort key of an entry, the best first."""
    won = e["result"] == "won"
    if kind == 0:
        return (-e["score"],)
    if won:  # a sprint's winners: by time
        return (0, e["ticks"])
    return (1, -e["score"]) if kind == 1 else (1, -e["busted"], e["ticks"])


def standings(paths):
    """(the tournament or None, the table's rows, [(path, reason for its rejection)])."""
    found, refused = [], []
    for path in paths:
        try:
            e = entry(path)
            e["path"] = path
            found.append(e)
        except Bad as why:
            refused.append((path, str(why)))
    if not found:
        return None, [], refused
    tournaments = collections.Counter((e["deal"], e["options"]) for e in found)
    deal, chosen = tournaments.most_common(1)[0][0]
    of_it = []
    for e in found:
        if (e["deal"], e["options"]) == (deal, chosen):
            of_it.append(e)
        else:
            refused.append((e["path"], _other(e, deal)))
    named = _named(deal, chosen)
    kind = chosen[0]
    kept = _admit(of_it, named["options"]["entries"] if kind == 0 else None, refused)
    rows = _rank(kept, kind)
    order = {path: i for i, path in enumerate(paths)}
    refused.sort(key=lambda r: order[r[0]])
    return named, rows, refused


def _named(deal, chosen):
    from thirteen import options

    rules = games.rules("make13")
    return {
        "game": "make13",
        "rules": rules.VERSION,
        "deal": deal,
        "options": options.unpack(rules.OPTIONS, chosen),
    }


def _other(e, deal):
    if e["deal"] != deal:
        return f"it belongs to another tournament: deal {e['deal']}, not {deal}"
    return f"it belongs to another tournament: deal {deal} with other options"


def _admit(found, limit, refused):
    """The entries within the limit, by player and number; the others go to `refused`."""
    kept = collections.defaultdict(dict)
    for e in sorted(found, key=lambda e: e["entry"] is None):  # numbered ones first
        mine = kept[e["player"].casefold()]
        n = e["entry"] or next(i for i in range(1, len(mine) + 2) if i not in mine)
        if limit and n > limit:
            many = "1 entry" if limit == 1 else f"{limit} entries"
            refused.append((e["path"], f"{e['player']} has more than {many}"))
        elif n in mine:
            why = f"{e['player']} already has entry {n}, in {mine[n]['file']}"
            refused.append((e["path"], why))
        else:
            e["entry"] = n
            mine[n] = e
    return kept


def _rank(kept, kind):
    best = []
    for mine in kept.values():
        if mine:
            e = min(mine.values(), key=lambda e: (key(e, kind), e["entry"]))
            e["entries"] = len(mine)
            best.append(e)
    best.sort(key=lambda e: (key(e, kind), e["player"].casefold()))
    rows = []
    for i, e in enumerate(best):
        same = rows and key(e, kind) == key(best[i - 1], kind)
        e["rank"] = rows[-1]["rank"] if same else i + 1
        rows.append({column: e[column] for column in COLUMNS})
    return rows


def time(ticks):
    """Ticks as minutes, seconds and tenths."""
    return f"{ticks // 600}:{ticks // 10 % 60:02}.{ticks % 10}"


def as_text(named, rows):
    options = named["options"]
    head = f"Make 13, {_KINDS[('limited', 'score', 'level').index(options['kind'])]}, "
    head += f"deal {named['deal']}: "
    head += ", ".join(f"{name} {value}" for name, value in options.items() if name != "kind")
    table = [["", "player", "score", "busted", "time", "result", "entry", "file"]]
    for r in rows:
        of = f"{r['entry']} ({r['entries']} played)"
        cells = (r["rank"], r["player"], r["score"], r["busted"], time(r["ticks"]), r["result"])
        table.append([str(c) for c in (*cells, of, r["file"])])
    widths = [max(len(line[i]) for line in table) for i in range(len(table[0]))]
    left = (1, 5, 6, 7)
    lines = [head, ""]
    for line in table:
        cells = (c.ljust(w) if i in left else c.rjust(w) for i, (c, w) in
                 enumerate(zip(line, widths)))  # fmt: skip
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines)


def main(argv=None):
    p = argparse.ArgumentParser(
        prog="python -m tools standings",
        description="Verify the records of one Make 13 tournament and print its table. Rejected"
        " records are listed on standard error, with the reason, and the exit"
        " code is then 1.",
    )
    p.add_argument("files", nargs="+", metavar="FILE", help="a record with its 'player'")
    args = p.parse_args(argv)
    named, rows, refused = standings(list(dict.fromkeys(args.files)))
    if named:
        print(as_text(named, rows))
    sys.stdout.flush()
    for path, text in refused:
        why = text.removeprefix(f"{path} ")  # if the sentence begins with the name, too
        print(games.printable(f"{path}: refused: {why}"), file=sys.stderr)
    return 1 if refused else 0
