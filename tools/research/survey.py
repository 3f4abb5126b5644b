"""`survey`: plays many deals of Make 13 with the computer player and reports statistics.

95% confidence intervals: Wilson's for rates, the normal one for means, order statistics for
quartiles. The figures depend on deals, options and policy, not on the number of workers.
"""

import argparse
import math
from array import array

from tools import games, progress
from tools.research.workers import add_workers, each

POLICIES = {
    "human": (10, "a move a second, planned (the default)"),
    "fast": (0, "the same moves, taking no time"),
    "greedy": (10, "a move a second, takes the largest group, no planning"),
}
_CHUNK = 20  # deals a worker takes at a time
_Z = 1.959964  # normal deviate for 95%


def play(deal, options, policy):
    """Play one entry; returns its result as a dict."""
    rules = games.rules("make13")
    bot = games.bot("make13")
    out = array("H", bytes(2 * rules.MOVES))
    s = bytearray(rules.SIZE)
    rules.new(s, deal, options)
    wait = POLICIES[policy][0]
    busts = []
    groups = moves = 0
    while not rules.over(s):
        level = rules.get(s, rules.LEVEL)
        if wait:
            rules.apply(s, rules.WAIT | wait)
        if not rules.over(s):
            m = greedy(rules, s, out) if policy == "greedy" else bot.choose(s)
            rules.apply(s, m)
            groups += m < rules.DRAW
            moves += 1
        how = rules.bust(s, level)
        if how or rules.over(s) > 1 or rules.get(s, rules.LEVEL) > level:
            busts.append(how)  # the level in which a Sprint to Score is won is not completed
    return {
        "score": rules.score(s),
        "levels": len(busts),
        "busted": sum(how > 0 for how in busts),
        "super": sum(how == 3 for how in busts),
        "groups": groups,
        "moves": moves,
        "ticks": rules.get(s, rules.TICKS),
        "over": rules.over(s),
    }


def greedy(rules, s, out):
    """A greedy player's move: the largest group, the first of equals."""
    n = rules.groups(s, out)
    if not n:
        return rules.DRAW if rules.stock(s) else rules.NEXT
    return max(out[:n], key=lambda m: (m & 31).bit_count())


def _chunk(job):
    deals, options, policy = job
    return [play(deal, options, policy) for deal in deals]


def survey(deals, options, policy="human", workers=1):
    """Play each of the deals (a range); returns their results in order."""
    jobs = [(deals[i : i + _CHUNK], options, policy) for i in range(0, len(deals), _CHUNK)]
    entries = []
    with progress.bar(len(deals), "deals") as bar:
        for chunk in each(_chunk, jobs, workers):
            entries += chunk
            bar.update(len(chunk))
    return entries


def rate(k, n):
    """[k / n, low, high] with Wilson's interval."""
    if not n:
        return [0.0, 0.0, 1.0]
    p = k / n
    z2 = _Z * _Z
    mid = (p + z2 / (2 * n)) / (1 + z2 / n)
    half = _Z * math.sqrt(p * (1 - p) / n + z2 / (4 * n * n)) / (1 + z2 / n)
    return [p, max(mid - half, 0.0), min(mid + half, 1.0)]


def mean(values):
    """[mean, low, high]; low and high are the mean if there is only one value."""
    n = len(values)
    m = sum(values) / n
    half = 0.0
    if n > 1:
        half = _Z * math.sqrt(sum((v - m) ** 2 for v in values) / (n - 1) / n)
    return [m, m - half, m + half]


def quantile(values, q):
    """[quantile q, low, high]."""
    a = sorted(values)
    n = len(a)
    half = _Z * math.sqrt(n * q * (1 - q))
    ranks = (n * q, n * q - half, n * q + half)
    return [a[min(max(math.ceil(r) - 1, 0), n - 1)] for r in ranks]


def figures(entries):
    """The statistics of the entries of `survey`, a dict for JSON."""
    levels = sum(e["levels"] for e in entries)
    scores = [e["score"] for e in entries]
    summary = {
        "deals": len(entries),
        "levels": levels,
        "bust_rate": rate(sum(e["busted"] for e in entries), levels),
        "super_bust_rate": rate(sum(e["super"] for e in entries), levels),
        "score": mean(scores),
        "least": min(scores),
        "quartiles": [quantile(scores, q) for q in (0.25, 0.5, 0.75)],
        "most": max(scores),
    }
    for key in ("levels", "groups", "moves", "ticks"):
        summary[key + "_a_deal"] = mean([e[key] for e in entries])
    from thirteen import match

    for code in sorted({e["over"] for e in entries}):
        summary[match.result(code)] = sum(e["over"] == code for e in entries)
    return summary


def _report(f):
    def span(a, scale, form):
        v, low, high = (form % (x * scale) for x in a)
        return f"{v}  ({low} to {high})"

    lines = [
        f"{f['deals']} deals, {f['levels']} levels; 95% confidence in brackets",
        "busted        " + span(f["bust_rate"], 100, "%.2f%%"),
        "Super Bust    " + span(f["super_bust_rate"], 100, "%.3f%%"),
        "score, mean   " + span(f["score"], 1, "%.0f"),
    ]
    for name, a in zip(("quarter", "median", "3 quarters"), f["quartiles"], strict=True):
        lines.append(f"  {name:12}" + span(a, 1, "%d"))
    lines.append(f"  from {f['least']} to {f['most']}")
    for key in ("levels", "groups", "moves"):
        lines.append(f"{key + ' a deal':14}" + span(f[key + "_a_deal"], 1, "%.2f"))
    lines.append("time a deal   " + span(f["ticks_a_deal"], 0.1, "%.1f s"))
    ends = [f"{f[w]} {w}" for w in ("won", "done", "lost", "quit") if w in f]
    return "\n".join(lines + ["games         " + ", ".join(ends)])


def main(argv=None):
    p = argparse.ArgumentParser(
        prog="python -m tools research survey",
        description="Play many deals with the computer player and report statistics.",
        epilog="Policies: " + "; ".join(f"{name}: {why}" for name, (_, why) in POLICIES.items()),
    )
    p.add_argument("game", choices=("make13",))
    p.add_argument("--deals", type=int, default=1000, metavar="N", help="how many (1000)")
    p.add_argument("--first", type=int, default=1, metavar="D", help="the first deal (1)")
    add_workers(p)
    p.add_argument("--policy", choices=POLICIES, default="human", help="how it plays, see below")
    p.add_argument("--options", default="", metavar="K=V,...", help="others keep their default")
    args = p.parse_args(argv)
    chosen = games.options(args.game, args.options)
    deals = games.deals(args.first, args.deals)
    summary = figures(survey(deals, chosen, args.policy, args.workers))
    print(_report(summary))
    return 0
