"""`golden`: golden playthroughs and pinned deals, kept as text for people and regression tests.

host_tests/golden/GAME.txt has a deal and its options, then for each position what has changed, the
legal moves and the move made, with the computer player's reason if it is that player's move.
`write` generates the text from a game's moves, `read` extracts the moves. A test generates each
text again, so a change of the rules shows as a difference. host_tests/deals/GAME.txt has the
test vectors of its deals, see vectors.py.
"""

import argparse

from tools import games, records, trace, vectors
from tools.games import ROOT, Bad

FOLDER = ROOT / "host_tests" / "golden"
DEALS = ROOT / "host_tests" / "deals"
_LONG = 16  # cards of a pile; only the ends of a longer one are shown
_MOVES = range(21, 300)  # of a playthrough that is recorded here


def write(name, deal, chosen, moves):
    """The text of a playthrough. chosen: {option: value}; moves: as texts."""
    from thirteen import match, options

    rules = games.rules(name)
    played = match.Match(rules, deal, options.pack(rules.OPTIONS, chosen))
    chosen = options.unpack(rules.OPTIONS, played.options)
    lines = [" ".join([name, str(deal), *(f"{k}={v}" for k, v in chosen.items())])]
    before = {}
    for text in [*moves, None]:
        state = rules.state(played.s)
        lines += [f"    {k:12} {shown(v)}" for k, v in state.items() if before.get(k, "") != v]
        before = state
        out, n = played.legal()
        if n and not rules.over(played.s):
            lines.append("  " + ", ".join(rules.text(played.s, m) for m in out[:n]))
        if text is not None:
            m = rules.parse(played.s, text)
            if not played.allows(m):
                where = f"{name}, deal {deal}, after {played.played} moves"
                raise Bad(f"{text} is not legal in {where}")
            lines.append(f"> {text}{_reason(name, played.s, m)}")
            played.play(m)
    lines.append(f"{records.outcome(match.result(rules.over(played.s)))}, {rules.score(played.s)}")
    return "\n".join(lines) + "\n"


def random(name):
    """(game, deal, {option: value}, [move, ...]) of a random game that comes to its end."""
    from thirteen import match, options

    rules = games.rules(name)
    for deal in range(1, 200):
        played = match.Match(rules, deal)
        moves = list(trace.play(played, trace.Random(1), max(_MOVES)))
        if rules.over(played.s) and len(moves) in _MOVES:
            return name, deal, options.unpack(rules.OPTIONS, played.options), moves
    raise Bad(
        f"no random game of {name} ends after {min(_MOVES)} to {max(_MOVES)} moves: record a game "
        "and give it with --record FILE"
    )


def read(text):
    """(game, deal, {option: value}, [move, ...]) of a playthrough's text."""
    head, *rest = text.splitlines()
    name, deal, *chosen = head.split()
    moves = [line[2:].partition(": ")[0] for line in rest if line.startswith("> ")]
    return name, int(deal), dict(item.split("=") for item in chosen), moves


def shown(value):
    """A value of a state as text: piles separated by bars, an empty one as --."""
    if isinstance(value, dict):
        return " | ".join(f"{k} {shown(v)}" for k, v in value.items())
    if not isinstance(value, list):
        return "--" if value is None else str(value)
    if any(isinstance(v, list) for v in value):
        return " | ".join(shown(v) for v in value)
    if len(value) > _LONG:
        value = [*value[:2], "..", *value[-2:], f"({len(value)})"]
    return " ".join("--" if v is None else str(v) for v in value) or "--"


def _reason(name, s, m):
    """Why a computer player makes its move; a patience has none, and its hints are no rules."""
    bot = games.bot(name)
    if name not in games.names("three_thirteen"):
        return ""
    games.think(bot, s)
    return ": " + bot.why() if bot.move() == m else ""


def main(argv):
    parser = argparse.ArgumentParser(
        prog="python -m tools golden",
        description="Rewrite the golden playthroughs from the moves in them, and the pinned "
        "deals. `git diff` then shows what a change of the rules does to existing games. Of a "
        "game without a playthrough a random game is recorded.",
    )
    parser.add_argument(
        "--anew", action="store_true", help="replace the playthroughs by random games"
    )
    parser.add_argument("game", nargs="*", help="only these (default: all)")
    parser.add_argument(
        "--record", metavar="FILE", help="replace the playthrough by this record's game"
    )
    args = parser.parse_args(argv)
    if args.record:
        if args.game:
            raise Bad("a record names its game itself: leave the name out")
        rec = records.load(args.record)
        records.check(rec)
        wanted = [(rec["game"], rec["deal"], rec["options"], rec["moves"])]
    else:
        wanted = []
        for name in args.game or sorted(path.stem for path in FOLDER.glob("*.txt")):
            games.rules(name)
            path = FOLDER / f"{name}.txt"
            anew = args.anew or not path.is_file()
            wanted.append(random(name) if anew else read(path.read_text("utf-8")))
    for what in wanted:
        text = write(*what)
        games.write(FOLDER / f"{what[0]}.txt", text)
        print(f"{what[0]}: {text.count(chr(10))} lines")
        _pin(what[0])
    return 0


def _pin(name):
    path = DEALS / f"{name}.txt"
    text = vectors.text(games.rules(name))
    if path.is_file() and path.read_text("utf-8") != text:
        print(
            f"{name}: its deals or games have changed: raise VERSION in its rules, unless no"
            " version with this game was released"
        )
    games.write(path, text)
