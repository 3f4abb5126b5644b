"""The standings of a Make 13 tournament: what counts, what is rejected and why."""

import json
import random

import pytest

from thirteen import options
from thirteen.bots import make13 as bot
from thirteen.match import Match
from thirteen.rules import make13 as rules
from tools import standings
from tools.games import Bad

pytestmark = pytest.mark.usefixtures("few_playouts")


def game(player, deal=7, pause=8, quits=0, **chosen):
    """The record of a game by the computer player, with a move every `pause` ticks."""
    m = Match(rules, deal, options.pack(rules.OPTIONS, {"levels": 1, **chosen}))
    while not rules.over(m.s):
        m.play(rules.WAIT | pause)
        if not rules.over(m.s):
            m.play(rules.QUIT if quits and m.played > quits else bot.choose(m.s))
    return {**m.record(), "player": player}


def score(rec):
    """The score of a record, replayed without the match."""
    s = bytearray(rules.SIZE)
    rules.new(s, rec["deal"], options.pack(rules.OPTIONS, rec["options"]))
    for t in rec["moves"]:
        rules.apply(s, rules.parse(s, t))
    return rules.score(s)


@pytest.fixture
def saved(tmp_path):
    """A function that writes records to files and returns their paths."""

    def put(**recs):
        paths = []
        for name, rec in recs.items():
            path = tmp_path / (name + ".json")
            path.write_text(rec if isinstance(rec, str) else json.dumps(rec))
            paths.append(str(path))
        return paths

    return put


def table(paths):
    named, rows, refused = standings.standings(paths)
    short = {path.rpartition("/")[2][:-5]: why for path, why in refused}
    return named, rows, short


def test_the_best_entry_counts(saved):  # M16
    recs = [game("Ann", pause=p) for p in (20, 5, 11)] + [game("Bob", pause=7)]
    named, rows, refused = table(saved(a=recs[0], b=recs[1], c=recs[2], d=recs[3]))
    assert not refused and named["deal"] == 7 and named["options"]["levels"] == 1
    assert [(r["rank"], r["player"], r["score"], r["entry"], r["entries"]) for r in rows] == [
        (1, "Ann", score(recs[1]), 2, 3),
        (2, "Bob", score(recs[3]), 1, 1),
    ]


def test_the_entry_limit(saved):  # M16
    recs = {name: game("Ann", pause=p) for name, p in zip("abcd", (9, 8, 7, 2))}
    recs["d"]["player"] = " ANN "  # the same person
    _, rows, refused = table(saved(**recs))
    assert refused == {"d": "ANN has more than 3 entries"}
    assert rows[0]["score"] == score(recs["c"]) and rows[0]["entries"] == 3
    one = {name: game("Ann", pause=p, entries=1) for name, p in zip("ab", (9, 2))}
    assert table(saved(**one))[2] == {"b": "Ann has more than 1 entry"}


def test_numbered_entries(saved):
    recs = {name: game("Ann", pause=p) for name, p in zip("abcd", (9, 8, 7, 6))}
    recs["b"]["entry"], recs["c"]["entry"], recs["d"]["entry"] = 1, 1, 4
    _, rows, refused = table(saved(**recs))
    assert refused == {
        "c": "Ann already has entry 1, in b.json",
        "d": "Ann has more than 3 entries",
    }
    assert rows[0]["entries"] == 2 and rows[0]["entry"] == 1


def test_sprints_have_no_entry_limit_and_rank_by_time(saved):  # M6
    chosen = {"kind": "score", "target": 500}
    recs = {
        name: game(who, pause=p, **chosen)
        for name, who, p in (
            ("a", "Ann", 9),
            ("b", "Bob", 4),
            ("c", "Bob", 5),
            ("d", "Bob", 6),
            ("e", "Bob", 7),
        )
    }
    recs["f"] = game("Cy", quits=3, pause=1, **chosen)
    _, rows, refused = table(saved(**recs))
    assert not refused
    assert [(r["player"], r["result"]) for r in rows] == [
        ("Bob", "won"), ("Ann", "won"), ("Cy", "quit")]  # fmt: skip
    assert rows[0]["file"] == "b.json" and rows[0]["ticks"] < rows[1]["ticks"]
    e = {"result": "lost", "score": 9, "busted": 1, "ticks": 5}
    more = {"result": "lost", "score": 1, "busted": 2, "ticks": 9}
    assert standings.key(more, 2) < standings.key(e, 2)
    assert standings.key(e, 1) < standings.key(more, 1)


def test_equal_scores_share_a_rank(saved):
    recs = {"a": game("Zoe"), "b": game("Ann"), "c": game("Bob", quits=4)}
    _, rows, _ = table(saved(**recs))
    assert [(r["rank"], r["player"]) for r in rows] == [(1, "Ann"), (1, "Zoe"), (3, "Bob")]


def test_records_of_another_tournament_are_rejected(saved):
    recs = {
        "a": game("Ann", deal=8),
        "b": game("Ann"),
        "c": game("Bob"),
        "d": game("Bob", levels=2),
    }
    named, rows, refused = table(saved(**recs))
    assert named["deal"] == 7 and len(rows) == 2
    assert refused == {
        "a": "it belongs to another tournament: deal 8, not 7",
        "d": "it belongs to another tournament: deal 7 with other options",
    }


def test_each_reason_for_rejection(saved):
    good = game("Ann")
    moves = good["moves"]
    open_game = {**good, "moves": moves[:-1], "result": None}
    recs = {
        "text": "{",
        "array": "[]",
        "game": {**good, "game": "friday"},
        "rules": {**good, "rules": 2},
        "open": open_game,
        "claim": {**good, "result": "won"},
        "claimed": {**good, "score": score(good) + 1},
        "moved": {**good, "moves": ["f1+f1", *moves]},
        "illegal": {**good, "moves": ["next", *moves]},
        "beyond": {**good, "moves": [*moves, "wait 5"]},
        "nobody": {k: v for k, v in good.items() if k != "player"},
        "blank": {**good, "player": " "},
        "bell": {**good, "player": "A\a"},
        "entry": {**good, "entry": 0},
        "practice": game("Ann", timer="off"),
        "good": {**good, "score": score(good)},
    }
    _, rows, refused = table(saved(**recs))
    assert len(rows) == 1 and set(refused) == set(recs) - {"good"}
    assert all(why and "\n" not in why and "Traceback" not in why for why in refused.values())
    assert refused["illegal"].startswith("move 1:")
    assert refused["beyond"].startswith(f"move {len(moves) + 1}:")
    assert refused["claimed"].endswith(f"and replays to {score(good)}")


@pytest.mark.parametrize(("pause", "step"), [(100, 3), (12, 19)])
def test_a_changed_byte_is_rejected_or_replays_to_the_true_score(tmp_path, pause, step):
    good = game("Ann", pause=pause)
    data = json.dumps({**good, "score": score(good)}).encode()
    rnd = random.Random(pause)
    path = tmp_path / "a.json"
    stood = 0
    for i in range(0, len(data), step):
        for new in (data[i] ^ 1 << rnd.randrange(8), rnd.choice(b'0123456789"f+s,'), data[i] ^ 1):
            path.write_bytes(data[:i] + bytes((new,)) + data[i + 1 :])
            try:
                e = standings.entry(str(path))
            except Bad as why:
                assert str(why) and "\n" not in str(why)
                continue
            stood += 1
            assert e["score"] == score(json.loads(path.read_bytes()))
    assert 0 < stood < len(data)  # a changed name, or a byte that stays the same


def run(capsys, *argv):
    code = standings.main(list(argv))
    out, err = capsys.readouterr()
    return code, out, err


def test_the_table_and_what_is_refused(saved, capsys):
    ann, bob = game("Ann", pause=5), game('Bob, "B"', pause=50)
    paths = saved(a=ann, b=bob)
    code, out, err = run(capsys, *paths)
    assert code == 0 and not err
    head, _, columns, first, second = out.splitlines()
    assert head == ("Make 13, Limited Entry, deal 7: levels 1, target 5000, timer 100, entries 3")
    assert columns.split() == "player score busted time result entry file".split()
    assert first.split()[:3] == ["1", "Ann", str(score(ann))] and "Bob" in second
    bad = saved(c="{}")
    code, again, err = run(capsys, *paths, *bad)
    assert code == 1 and again == out
    assert err == f"{bad[0]}: refused: it is not a record of Make 13\n"


def test_standings_without_a_valid_entry(saved, capsys):
    code, out, err = run(capsys, *saved(a="?"), "/nowhere/b.json")
    assert code == 1 and not out and err.count("refused") == 2


def test_a_file_given_twice_counts_once(saved, capsys):
    paths = saved(a=game("Ann"))
    code, out, _ = run(capsys, *paths, *paths)
    assert code == 0 and "1 (1 played)" in out


def test_times_are_written_as_minutes_and_seconds():
    assert standings.time(0) == "0:00.0" and standings.time(754) == "1:15.4"
