"""`trace` and `record`: play a game without a screen, by a list of moves or by a policy.

`trace` prints a line of JSON for the deal and one for each position; `record` writes a record
that can be replayed. Both take the same arguments. `record GAME --won N` plays by the game's own
hints and keeps games that they win, for the tests.
"""

import argparse
import json
import sys
from array import array

from tools import games, progress, records
from tools.games import Bad

_SALT = 0xFFFF  # used by no game, so that the policy's choices are independent of the deal
_LONGEST_WAIT = 30  # ticks
WON = games.ROOT / "host_tests" / "records"  # a file for each game: records of won games
_TRIES = 100  # deals for each of them


def arguments(command, description):
    p = argparse.ArgumentParser(prog="python -m tools " + command, description=description)
    p.add_argument("game", metavar="GAME", help=", ".join(games.names()))
    p.add_argument("--deal", metavar="N", help="1 to 999999")
    p.add_argument("--options", default="", metavar="K=V,...", help="others keep their default")
    how = p.add_mutually_exclusive_group()
    how.add_argument("--moves", metavar="FILE", help="moves as text, one a line; - is standard in")
    how.add_argument(
        "--policy",
        choices=("random", "first"),
        help="random: any move but quit, waits of up to %d ticks; first: the first listed"
        % _LONGEST_WAIT,
    )
    p.add_argument("--policy-seed", metavar="S", help="for --policy random (default: 1)")
    p.add_argument("--max-moves", default="1000", metavar="K", help="stop there (default: 1000)")
    return p


def start(args):
    """(match as dealt, chooser of the moves) for parsed arguments; Bad if these are invalid."""
    from thirteen import match

    rules = games.rules(args.game)
    options = games.options(args.game, args.options)
    if args.deal is None:
        raise Bad("which deal? Say --deal N")
    seed = _number("--policy-seed", args.policy_seed or "1", 0xFFFFFFFF)
    if args.policy_seed is not None and args.policy != "random":
        raise Bad("--policy-seed is for --policy random")
    played = match.Match(rules, games.deal(args.deal), options)
    if args.moves:
        choose = written(args.moves)
    elif args.policy == "first":
        choose = first
    elif args.policy == "random":
        choose = Random(seed)
    else:
        choose = nothing
    return played, choose


def play(played, choose, most):
    """Make up to `most` moves, until the game is over or there are no more; yield each text."""
    rules = played.rules
    for _ in range(most):
        out, n = played.legal()
        if not n or rules.over(played.s):
            if isinstance(choose, Written) and choose.left():
                raise Bad(f"move {choose.at + 1}: the game is already over")
            return
        m = choose(played, out, n)
        if m is None:
            return
        t = rules.text(played.s, m)
        played.play(m)
        yield t


def first(played, out, n):
    return out[0]


def nothing(played, out, n):
    return None


class Random:
    """Chooses with its own generator: the same moves on every machine."""

    def __init__(self, seed):
        from thirteen import rng

        self.rng = rng
        self.r = array("H", bytes(8))
        rng.seed(self.r, seed, _SALT)

    def __call__(self, played, out, n):
        rules = played.rules
        texts = {out[i]: rules.text(played.s, out[i]) for i in range(n)}
        moves = [m for m, t in texts.items() if t != "quit"]
        m = moves[self.rng.below(self.r, len(moves))] if moves else out[0]
        if texts[m] == "wait":
            ticks = 1 + self.rng.below(self.r, _LONGEST_WAIT)
            return rules.parse(played.s, "wait %d" % ticks)
        return m


class Written:
    """Makes the moves of a list; Bad, with its number, if one isn't legal."""

    def __init__(self, texts):
        self.texts = texts
        self.at = 0

    def left(self):
        return self.at < len(self.texts)

    def __call__(self, played, out, n):
        if not self.left():
            return None
        t = self.texts[self.at]
        self.at += 1
        try:
            m = played.rules.parse(played.s, t)
        except ValueError as e:
            raise Bad(f"move {self.at}: {e}") from None
        if not played.allows(m):
            raise Bad(f"move {self.at}: {t} is not legal here")
        return m


def written(path):
    try:
        if path == "-":
            text = sys.stdin.read()
        else:
            with open(path, encoding="utf-8") as f:
                text = f.read()
    except OSError as e:
        raise Bad(f"{path} can't be read: {e.strerror}") from None
    except UnicodeDecodeError:
        raise Bad(f"{path} has no moves: it isn't text") from None
    moves = [line.strip() for line in text.splitlines() if line.strip()]
    for i, t in enumerate(moves):
        if len(t) > records.LETTERS:
            raise Bad(f"move {i + 1}: {t[:36]!r}... is not a move")
    return Written(moves)


def _number(name, text, most, least=0):
    if text.isascii() and text.isdigit() and len(text) < 11 and least <= int(text) <= most:
        return int(text)
    raise Bad(f"{name} is {text!r}: it must be a number from {least} to {most}")


def header(played):
    """The first line of a trace, as a dict."""
    from thirteen import cards, match, options

    rules = played.rules
    line = {
        "game": match.name(rules),
        "rules": rules.VERSION,
        "deal": played.number,
        "options": options.unpack(rules.OPTIONS, played.options),
    }
    if hasattr(rules, "pulled"):
        pulled = rules.pulled(played.number, played.options)
        line["pulled"] = cards.texts(pulled, 0, len(pulled))
    deck = bytearray(104)
    n = rules.deck(deck, played.number, played.options)
    line["deck"] = cards.texts(deck, 0, n)
    return line


def position(played, n, move):
    """A further line: the position after move n."""
    from thirteen import match

    rules = played.rules
    over = match.result(rules.over(played.s))
    out, count = played.legal()
    legal = [rules.text(played.s, out[i]) for i in range(count)] if over is None else []
    return {"n": n, "move": move, "state": rules.state(played.s), "legal": legal, "over": over}


def main(argv=None):
    p = arguments("trace", "Play a game and print every position as a line of JSON.")
    args = p.parse_args(argv)
    most = _number("--max-moves", args.max_moves, 999999)
    played, choose = start(args)
    print(json.dumps(header(played)))
    print(json.dumps(position(played, 0, None)))
    for n, t in enumerate(play(played, choose, most), 1):
        print(json.dumps(position(played, n, t)))
    return 0


def _line(played):
    return json.dumps({**played.record(), "made_by": records.made_by()}) + "\n"


def _won(name, n):
    """Record that many games which the hints win."""
    from thirteen import match

    rules, bot = games.rules(name), games.bot(name)
    if name not in games.names("patience"):
        raise Bad(f"{name} is no game for one player without a clock: hints don't win it")
    lines = []
    with progress.bar(n, "games won") as bar:
        for deal in range(1, _TRIES * n + 1):
            options = bytearray(len(rules.OPTIONS))
            if options:
                options[0] = len(lines) % 2
            played = match.Match(rules, deal, bytes(options))
            for m in _hinted(played, bot):
                played.play(m)
            if rules.over(played.s) == 1:
                lines.append(_line(played))
                bar.update()
            if len(lines) == n:
                break
        else:
            raise Bad(f"{name}: by hints only {len(lines)} of {deal} deals were won, not {n}")
    games.write(WON / f"{name}.jsonl", "".join(lines))
    print(f"{name}: {n} games won, the last of them deal {deal}")
    return 0


def _hinted(played, bot):
    """The moves that the hints propose, until the end, or until there are too many."""
    for _ in range(1000):
        if played.rules.over(played.s):
            return
        m = games.think(bot, played.s)
        if m < 0:
            return
        yield m


def record(argv=None):
    p = arguments("record", "Play a game and write its record.")
    out = p.add_mutually_exclusive_group()
    out.add_argument("-o", "--out", metavar="FILE", help="default: standard output")
    out.add_argument("--code", action="store_true", help="print it as a handheld's code instead")
    out.add_argument(
        "--won",
        metavar="N",
        help="play the deals from 1 on by hints, with each value of the first option in turn, "
        "until so many are won: they replace host_tests/records/GAME.jsonl",
    )
    args = p.parse_args(argv)
    if args.won:
        if args.deal is not None or args.moves or args.policy or args.options:
            raise Bad("--won chooses deals, options and moves itself: leave the others out")
        return _won(args.game, _number("--won", args.won, 1000, 1))
    most = _number("--max-moves", args.max_moves, 999999)
    played, choose = start(args)
    for _ in play(played, choose, most):
        pass
    if args.code:
        records.print_code(played)
        return 0
    try:
        text = _line(played)
    except ValueError as e:
        raise Bad(str(e)) from None
    if not args.out:
        sys.stdout.write(text)
        return 0
    try:
        games.write(args.out, text)
    except OSError as e:
        raise Bad(f"{args.out} can't be written: {e.strerror}") from None
    return 0
