"""What a player has done, counted from a plain list of games as a person would; for tests."""

import struct

FIELDS = "identity deal score options day time moves where gain how".split()


def own(history, records, now):
    """The same counted here from a plain list of records, the way a person would."""
    bit = lambda r, name: bool(r["how"] & getattr(history, "IS_" + name))  # noqa: E731
    rows = [dict(zip(FIELDS, r)) for r in records]
    statistics = []
    for row in range(5):
        table = []
        for kind in range(4):
            games = [r for r in rows if r["where"] == row << 4 | kind]
            won = [r for r in games if bit(r, "WON")]
            ended = [r for r in games if not bit(r, "GIVEN_UP")]
            fresh = [bit(r, "WON") for r in games if not bit(r, "KNOWN")]
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
        if bit(r, "DAILY") and bit(r, "DATED"):
            day = results.setdefault(r["day"], {})
            got = day.get(r["where"] >> 4, "")
            if bit(r, "WON"):
                got = "late" if bit(r, "LATE") and got in ("", "late") else "won"
            elif not bit(r, "LATE"):
                got = got or "played"
            day[r["where"] >> 4] = got
    values = ["", "played", "won", "late"]
    days = {
        day: sum(values.index(got) << 2 * row for row, got in rows.items())
        for day, rows in sorted(results.items()) if any(rows.values())
    }  # fmt: skip

    def streak(row):
        def on(day):
            got = results.get(day, {})
            return any(got.get(k) in ("played", "won") for k in ([row] if row >= 0 else range(5)))

        last = now if on(now) else now - 1
        n = 0
        while on(last - n):
            n += 1
        return n

    fewest = [
        min([r["moves"] for r in rows if bit(r, "WON") and r["where"] >> 4 == row
             and r["deal"] == deal and not r["options"]], default=0)
        for row in range(5) for deal in range(40)
    ]  # fmt: skip
    return {
        "statistics": statistics,
        "days": b"".join(struct.pack("<HH", *day) for day in days.items()),
        "streaks": [streak(row) for row in range(-1, 5)],
        "fewest": fewest,
        "numbers": [
            [r["day"] for r in rows if r["where"] >> 4 == row and bit(r, "DAILY")
             and not bit(r, "LATE")][-1:] for row in range(5)
        ],
    }  # fmt: skip
