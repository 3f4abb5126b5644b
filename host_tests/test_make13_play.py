"""Whole games of Make 13: against the oracle, at random, replayed from the log and records."""

import random
from pathlib import Path

import playing
import pytest
from make13_oracle import Oracle

from thirteen import options
from thirteen.bots import make13 as bot
from thirteen.match import Match, result
from thirteen.rules import make13 as rules
from tools import records

HERE = Path(__file__).parent


pytestmark = pytest.mark.usefixtures("few_playouts")


CHOICES = [
    {},
    {"kind": "limited", "levels": "open", "timer": 150},
    {"kind": "score", "target": 2500},
    {"kind": "level", "levels": 2, "timer": 200},
    {"kind": "score", "levels": "open", "target": 500, "timer": 150},
    {"kind": "limited", "levels": 2, "timer": "off"},
]


def chooser(rnd):
    """A random player with one of several styles: hasty, slow, idle, clever, quitting."""
    longest = rnd.choice((1, 12, 60, 400))
    lazy = rnd.random() * 0.5
    clever = rnd.random() < 0.15
    quits = rnd.random() * 0.1 if rnd.random() < 0.1 else 0

    def choose(s, out, n):
        if rnd.random() < lazy:
            return rules.WAIT | rnd.randint(0, longest)
        if rnd.random() < quits:
            return rules.QUIT
        return bot.choose(s) if clever else out[rnd.randrange(n - 2)]  # quit and wait come last

    return choose


@pytest.mark.parametrize("chosen", CHOICES, ids=str)
def test_each_position_agrees_with_the_oracle(chosen):
    rnd = random.Random(repr(chosen))
    packed = options.pack(rules.OPTIONS, chosen)
    for _ in range(200 if playing.SOAK else 20):
        deal = rnd.randint(1, 999999)
        m = Match(rules, deal, packed)
        oracle = Oracle(deal, **chosen)
        choose = chooser(rnd)
        while True:
            out, n = m.legal()
            assert {rules.text(m.s, x) for x in out[:n]} == oracle.legal()
            assert rules.state(m.s) == oracle.state()
            assert result(rules.over(m.s)) == oracle.over
            if not n:
                break
            x = choose(m.s, out, n)
            assert m.allows(x)
            oracle.play(rules.text(m.s, x))
            m.play(x)
        replays_alike(m, rnd)


def replays_alike(m, rnd):
    """The log leads to the same bytes, even with its waits split and merged at random."""
    log = list(m.log[: m.played])
    waits = [a & b & rules.WAIT for a, b in zip(log, log[1:])]
    assert not any(waits)  # merged
    split = []
    for x in log:
        k = x & rules.MOST or 1
        while x & rules.WAIT and k > 1 and rnd.random() < 0.7:
            part = rnd.choice((1, rnd.randint(1, k - 1)))
            split.append(rules.WAIT | part)
            k -= part
        split.append(rules.WAIT | k if x & rules.WAIT else x)
    s = bytearray(rules.SIZE)
    for moves in (log, split):
        rules.new(s, m.number, m.options)
        for x in moves:
            if not rules.over(s):  # what remains of a wait that ended the game
                rules.apply(s, x)
        assert s == m.s


def test_only_waits_merge_in_the_log():
    wait = rules.WAIT
    assert rules.merge(wait | 3, wait | 4) == wait | 7
    assert rules.merge(wait, wait) == wait | 2
    assert rules.merge(wait | 32760, wait | 7) == wait | 32767
    assert rules.merge(wait | 32760, wait | 8) == -1
    assert rules.merge(wait | 3, rules.DRAW) == rules.merge(rules.DRAW, wait | 3) == -1
    assert rules.merge(1, 2) == -1


def test_undo_redo_save_and_record_with_merged_waits():
    rnd = random.Random(13)
    m = Match(rules, 13)
    seen = [bytes(m.s)]
    for i in range(150):
        x = rules.WAIT | 3 if i % 3 else bot.choose(m.s)
        n = m.played
        m.play(x)
        if m.played == n:
            seen[-1] = bytes(m.s)
        else:
            seen.append(bytes(m.s))
    assert m.played == len(seen) - 1
    for _ in range(300):
        n = m.played
        if rnd.random() < 0.55 and m.undo():
            n -= 1
        elif m.redo():
            n += 1
        assert m.played == n and m.s == seen[n]
        other = Match(rules)
        other.load(b"".join(bytes(part) for part in m.save()))
        assert other.s == m.s
    while m.played > 64:  # on a snapshot: merged into the move of that snapshot
        m.undo()
    m.play(rules.WAIT | 5)
    m.play(rules.WAIT | 6)
    at = bytes(m.s)
    m.play(rules.DRAW)
    m.undo()
    assert m.s == at
    rec = m.record()
    assert records.check(rec).s == m.s
    assert rec["moves"][-1] == f"wait {m.log[m.played - 1] & rules.MOST}"


def test_the_log_holds_every_level_of_thirty():
    """At most 122 moves a level: 28 groups, 32 cards and a Go On, each after a wait."""
    assert rules.LOG >= 122 * 30


def lines(path):
    return [line for line in path.read_text().splitlines() if line]


RECORDS = lines(HERE / "records" / "make13.jsonl")


@pytest.mark.parametrize("line", RECORDS, ids=range(len(RECORDS)))
def test_records_replay_on_the_sheet(line):
    rec = records.parse(line)
    expected = rec.pop("super_busts")
    m = records.check(rec)
    assert rules.score(m.s) == rec["score"]
    assert m.record()["moves"] == rec["moves"]
    supers = sum(rules.bust(m.s, n) == 3 for n in range(1, rules.get(m.s, rules.LEVEL) + 1))
    assert supers == expected


def test_the_records_show_each_end():
    recs = [records.parse(line) for line in RECORDS]
    ends = {(rec["options"]["kind"], rec["result"]) for rec in recs}
    assert ends >= {("score", "won"), ("level", "won"), ("limited", "done"), ("limited", "lost"),
                    ("limited", "quit"), ("level", "lost"), ("score", "lost")}  # fmt: skip
    assert any(rec["super_busts"] for rec in recs)
