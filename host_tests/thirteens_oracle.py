"""An independent model of Thirteens, written from its rule sheet alone, on JSON states."""

RANKS = "A23456789TJQK"


def value(t):
    return RANKS.index(t[0]) + 1


def discards(columns):
    places = [(a, r) for a in range(3) for r in range(len(columns[a]))]
    for i, (a, r) in enumerate(places):
        if value(columns[a][r]) == 13:
            yield [(a, r)]
        for b, q in places[i + 1 :]:
            if (
                abs(a - b) < 2
                and abs(r - q) < 2
                and value(columns[a][r]) + value(columns[b][q]) == 13
            ):
                yield [(a, r), (b, q)]


def brings(columns):
    for a in range(3):
        for b in range(3):
            if columns[a] and not columns[b]:
                yield a, b


def legal(state):
    names = ["-".join("abc"[a] + str(r + 1) for a, r in d) for d in discards(state["columns"])]
    return set(names) | {"abc"[a] + ">" + "abc"[b] for a, b in brings(state["columns"])}


def play(state, t, kings=0):
    columns = [list(column) for column in state["columns"]]
    if ">" in t:
        columns["abc".index(t[2])].append(columns["abc".index(t[0])].pop())
        return {**state, "columns": columns}
    gone = [("abc".index(p[0]), int(p[1]) - 1) for p in t.split("-")]
    after = take({**state, "columns": columns}, gone)
    return take_kings(after) if kings else after


def take(state, gone):
    columns = [
        [t for r, t in enumerate(column) if (a, r) not in gone]
        for a, column in enumerate(state["columns"])
    ]
    stock = list(state["stock"])
    for row in range(5):
        for column in columns:
            if stock and len(column) == row:
                column.append(stock.pop(0))
    return {
        "columns": columns,
        "stock": stock,
        "discarded": state["discarded"] + len(gone),
    }


def take_kings(state):
    while True:
        kings = [
            (a, r) for a in range(3) for r, t in enumerate(state["columns"][a]) if t[0] == "K"
        ]
        if not kings:
            return state
        state = take(state, kings[:1])


def over(state):
    if not any(state["columns"]):
        return "won"
    seen = set()
    ahead = [tuple(map(tuple, state["columns"]))]
    while ahead:
        columns = ahead.pop()
        if columns in seen:
            continue
        seen.add(columns)
        if any(discards(columns)):
            return None
        for a, b in brings(columns):
            after = [list(column) for column in columns]
            after[b].append(after[a].pop())
            ahead.append(tuple(map(tuple, after)))
    return "lost"
