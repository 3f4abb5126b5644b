"""What a player has done, counted from a plain list of games as a person would; for tests."""

from playing import FIELDS


def own(history, records, now):
    """The same counted here from a plain list of records, in the order in which they ended."""
    bit = lambda r, name: bool(r["how"] & getattr(history, "IS_" + name))  # noqa: E731
    rows = [dict(zip(FIELDS, r)) for r in records]
    statistics = []
    for row in range(5):
        table = []
        for kind in range(4):
            games = [r for r in rows if r["where"] == row << 4 | kind and not bit(r, "UNCOUNTED")]
            won = [r for r in games if bit(r, "WON")]
            ended = [r for r in games if not bit(r, "GIVEN_UP")]
            fresh = [bit(r, "WON") for r in games if not (bit(r, "KNOWN") or bit(r, "HOUSE"))]
            runs = "".join("x"[:w] or " " for w in fresh).split(" ")
            rated = [r["gain"] for r in games if bit(r, "RATED")]
            whole = [r["score"] + -r["score"] % 1000 * bit(r, "IN_THOUSANDS") for r in ended]
            table.append([
                len(games), len(won), len(runs[-1]), max(map(len, runs)),
                sum(not bit(r, "UNDONE") for r in won), sum(not bit(r, "HINTED") for r in won),
                len(games) - len(ended), sum(fresh), len(rated),
                min([r["time"] for r in won], default=0),
                min([r["moves"] for r in won], default=0),
                sum(rated), max([r["score"] for r in ended], default=0),
                sum(whole), sum(r["time"] for r in ended),
            ])  # fmt: skip
        statistics.append(table)
    results = {}
    for r in rows:
        if bit(r, "DAILY"):
            key = r["day"], r["where"] >> 4
            got, then, later = results.get(key, ("", 0, 0)), "", 0
            if not bit(r, "LATE"):
                then = (
                    "dropped" if bit(r, "GIVEN_UP") else "won" if bit(r, "REACHED") else "played"
                )
            elif bit(r, "REACHED") and got[0] != "won":
                later = 1
            order = ["", "dropped", "played", "won"]
            results[key] = max(got[0], then, key=order.index), 0, got[2] or later
    words = {"": 0, "dropped": 2, "played": 1, "won": 3}
    days = {key: words[then] | 4 * later for key, (then, _, later) in results.items()}

    def streak(row):
        on = {day for (day, k), got in days.items() if got & 1 and row in (-1, k)}
        last = now if now in on else now - 1
        n = 0
        while last - n in on:
            n += 1
        return n

    fewest = [
        min([r["moves"] for r in rows if bit(r, "WON") and r["where"] >> 4 == row
             and r["deal"] == deal and not r["options"]], default=0)
        for row in range(5) for deal in range(40)
    ]  # fmt: skip
    return {
        "statistics": statistics,
        "days": {key: got for key, got in days.items() if got},
        "streaks": [streak(row) for row in range(-1, 5)],
        "fewest": fewest,
    }


def better(history, before, after):
    """Of two ends of one game that which counts: a win, else one that was played to the end."""
    if before is None:
        return after
    how, score = FIELDS.index("how"), FIELDS.index("score")

    def rank(r):
        won = bool(r[how] & (history.IS_WON | history.IS_REACHED))
        return won, not r[how] & history.IS_GIVEN_UP, won or r[score]

    return after if rank(after) > rank(before) else before
