"""The match: undo, redo, restart, save, load, replay and record, for every game."""

import json
import random
import struct
import types

import playing
import pytest

from thirteen import match, states
from thirteen.rules import thirteens, three_thirteen
from tools import games
from tools.trace import Random, first

GAMES = games.names()


def short_log(rules, size):
    """The same rules with a log of that many moves."""
    out = types.ModuleType(rules.__name__)
    out.__dict__.update({k: v for k, v in vars(rules).items() if not k.startswith("__")})
    out.LOG = size
    if not rules.possible(bytearray(rules.SIZE), bytearray(rules.SIZE)):
        out.possible = lambda s, first: True  # otherwise its log never gets full
    return out


def play(m, most, choose=None):
    """Play up to `most` random moves; returns the states after each, starting with the deal."""
    choose = choose or Random(m.number)
    states = [bytes(m.s)]
    while len(states) <= most and not m.rules.over(m.s):
        out, n = m.legal()
        before = m.played
        m.play(choose(m, out, n))
        if m.played == before and not m.forgotten:  # merged into the move before
            states.pop()
        states.append(bytes(m.s))
    return states


@pytest.mark.parametrize("size", (None, 16, 8), ids=("whole", "short", "tight"))
@pytest.mark.parametrize("game", GAMES)
def test_a_match_is_a_list_of_states(game, size, monkeypatch):
    """Play, undo, redo, restart, going anywhere, saving, loading and checking, at random.

    `short` has a log of 16 moves that begins with four, and forgets the oldest; `tight` the same,
    without memory for more than eight.
    """
    rules = games.rules(game)
    if size:
        rules = short_log(rules, 16)
        monkeypatch.setattr(match, "_FIRST", 4)
        grow = match.Match._grow

        def refusing(self, n):
            if n > size:
                raise MemoryError
            grow(self, n)

        monkeypatch.setattr(match.Match, "_grow", refusing)
    for seed in range(4 if size else 6):
        dice = random.Random(seed)
        options = bytes(len(rules.OPTIONS)) if seed % 2 else None
        m = match.Match(rules, 100 + seed, options)
        states, at, choose = [bytes(m.s)], 0, Random(seed)
        hand = 0  # moves after which a save begins: the last hand was dealt then
        for _ in range(220):
            do = dice.choice("ppppppppuurrgbsfkR" if not rules.over(m.s) else "uuurrgbsfkR")
            if do == "p":
                out, n = m.legal()
                move = choose(m, out, n)
                assert n and m.allows(move)
                forgotten = m.forgotten
                m.play(move)
                assert m.forgotten == forgotten or len(m.log) == size  # it grows before
                merged = m.forgotten + m.played == at
                states[at + (not merged) :] = [bytes(m.s)]
                at += not merged
                hand = at if rules.deals(move) else hand if hand > m.forgotten else 0
            elif do == "u":
                assert m.undo() == (at > m.forgotten)
                at = max(at - 1, m.forgotten)
            elif do == "r":
                assert m.redo() == (at < len(states) - 1)
                at = min(at + 1, len(states) - 1)
            elif do == "g":
                at = dice.randrange(m.forgotten, len(states))
                m.review(dice.random() < 0.5)
                m.go(at - m.forgotten)
            elif do == "R" and dice.random() < 0.3:
                if m.forgotten:
                    del states[1:]
                m.restart()
                at = 0
            elif do == "b" and m.played:
                was = bytes(m.before())
                assert states[at - 1] == was + bytes(len(m.s) - len(was))
            elif do == "k" and m.forgotten:
                with pytest.raises(ValueError, match="too long for a record"):
                    m.record()
            elif do == "k":
                rec = json.loads(json.dumps(m.record()))
                assert rec["result"] == match.result(rules.over(m.s)) and rec["game"] == game
                again = match.Match(rules, rec["deal"], m.options)
                again.replay(rec["moves"])
                assert again.s == m.s
            elif do in "sf":
                again = match.Match(rules, 1)
                again.load(saved(m))
                if do == "f":
                    assert again.check()
                else:
                    again.check(dice.randrange(1, 9))
                assert (again.number, again.options) == (m.number, m.options)
                assert again.forgotten == max(hand, m.forgotten)
                m, hand = again, 0
            hand = hand if at >= hand else 0
            assert m.s == states[at] and m.forgotten + m.played == at, (seed, do, at)
            assert m.forgotten + m.logged == len(states) - 1
            assert m.played <= len(m.log) <= (size or rules.LOG)
        assert at or seed
        assert bool(m.forgotten) <= bool(size) or game == "three_thirteen"


@pytest.mark.parametrize("game", GAMES)
def test_where_a_log_can_begin_is_possible(game):
    """After any number of moves, as they are forgotten when memory runs out."""
    rules = games.rules(game)
    longest = 0
    for deal in range(1, 13):
        m = match.Match(rules, deal)
        choose = Random(deal)
        first = bytearray(m.s)
        for _ in range(300):
            if rules.over(m.s):
                break
            assert rules.possible(bytearray(m.s), first) == playing.forgets(game)
            out, n = m.legal()
            if not n:
                break
            m.play(choose(m, out, n))
        longest = max(longest, m.played)
    assert longest < match._FIRST or playing.forgets(game)


@pytest.mark.parametrize("game", GAMES)
def test_a_replay_reports_the_move_at_which_it_fails(game):
    m = match.Match(games.rules(game), 31)
    play(m, 3, first)
    moves = m.record()["moves"]
    for wrong in ("", "nonsense", "a1-", "zz", "é", "1-1-1", "wait", "wait x", "w", "9" * 50):
        again = match.Match(games.rules(game), 31)
        if wrong == "wait" and game == "make13":
            continue
        with pytest.raises(ValueError, match=f"^move {len(moves) + 1}: "):
            again.replay([*moves, wrong])
    longer = match.Match(games.rules(game), 31)
    play(longer, 60)
    wrong = [t for t in longer.record()["moves"] if not m.allows(m.rules.parse(m.s, t))]
    with pytest.raises(ValueError, match=f"^move {len(moves) + 1}: .* is not legal"):
        match.Match(m.rules, 31).replay([*moves, wrong[0]])


def test_a_replay_ends_with_the_game():
    m = match.Match(thirteens, 17)
    while not thirteens.over(m.s):
        out, _ = m.legal()
        m.play(out[0])
    moves = m.record()["moves"]
    with pytest.raises(ValueError, match=f"move {len(moves) + 1}: the game is already over"):
        match.Match(thirteens, 17).replay([*moves, "a1"])


def load(m, data):
    """Load and check to the end."""
    m.load(data)
    assert m.check()


def saved(m):
    return b"".join(bytes(part) for part in m.save())


@pytest.mark.parametrize("game", GAMES)
def test_damaged_saves_are_refused(game):
    """Truncated or lengthened anywhere; with other rules; with an invalid deal number."""
    m = match.Match(games.rules(game), 8)
    play(m, 10, first)
    data = saved(m)
    other = match.Match(m.rules, 1)
    for n in range(len(data)):
        with pytest.raises(ValueError):
            load(other, data[:n])
    for more in (b"\0", data):
        with pytest.raises(ValueError, match="of the wrong length"):
            load(other, data + more)
    for i in (0, 1):
        with pytest.raises(ValueError, match="from another version"):
            load(other, data[:i] + bytes((data[i] + 7,)) + data[i + 1 :])
    for deal in (0, 1000000, 0xFFFFFFFF):
        with pytest.raises(ValueError, match="from another game"):
            load(other, data[:2] + struct.pack("<I", deal) + data[6:])
    load(other, data[:2] + struct.pack("<I", 8) + data[6:])
    for n, top in ((11, 10), (0, 10000), (10000, 10000)):
        with pytest.raises(ValueError, match="of the wrong length|cut short"):
            load(other, data[:10] + struct.pack("<HH", n, top) + data[14:])
    for name in GAMES:
        if name != game:
            with pytest.raises(ValueError):
                load(match.Match(games.rules(name), 1), data)


@pytest.mark.parametrize("game", GAMES)
def test_a_state_that_does_not_follow_from_the_moves_is_found(game):
    m = match.Match(games.rules(game), 8)
    play(m, 10, first)
    m.undo()
    s = bytes(m.s)
    for i in range(0, len(s), 7):
        m.s[i] ^= 1
        with pytest.raises(ValueError, match="do not lead to its position"):
            load(match.Match(m.rules, 1), saved(m))
        m.s[:] = s
    load(match.Match(m.rules, 1), saved(m))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("undone", (0, 4))
def test_an_illegal_move_is_found_anywhere_in_the_log(game, undone):
    """Also among undone moves, because they can be redone."""
    m = match.Match(games.rules(game), 11)
    play(m, 12, first)
    log = list(m.log[: m.logged])
    for _ in range(undone):
        m.undo()
    other = match.Match(m.rules, 1)
    load(other, saved(m))
    for i in range(other.forgotten, len(log)):
        at = match.Match(m.rules, 11)
        for move in log[:i]:
            at.play(move)
        for wrong in (0, 3, 255, 258, 256 + 0x3D, 0x8000, 0x7FFF):
            if at.allows(wrong):
                continue
            m.log[i] = wrong
            with pytest.raises(ValueError, match="not legal"):
                load(match.Match(m.rules, 1), saved(m))
        m.log[i] = log[i]
    load(match.Match(m.rules, 1), saved(m))


def test_no_move_is_accepted_after_the_end_of_a_game():
    m = match.Match(thirteens, 17)
    while not thirteens.over(m.s):
        m.play(m.legal()[0][0])
    m.log[m.played] = 0
    m.logged += 1
    with pytest.raises(ValueError, match="not legal"):
        load(match.Match(thirteens, 1), saved(m))


@pytest.mark.parametrize("game", GAMES)
def test_going_back_replays_few_moves(game, monkeypatch):
    rules = games.rules(game)
    m = match.Match(rules, 3)
    play(m, 120)
    applied = []
    apply = rules.apply
    monkeypatch.setattr(rules, "apply", lambda s, move: applied.append(move) or apply(s, move))
    other = match.Match(rules, 1)
    load(other, saved(m))
    for one in (m, other):
        one.review(True)
        one.go(0)
        one.go(one.logged)
        while one.played:
            applied.clear()
            assert one.undo() and len(applied) <= 16, one.played


def test_a_game_of_hidden_cards_goes_back_to_any_move_and_the_last_ones_at_once(monkeypatch):
    """With few snapshots: by replaying, from the round's deal on if it can."""
    m = match.Match(three_thirteen, 3)
    passed = play(m, 85)
    dealt = max(i for i in range(m.played) if m.log[i] == three_thirteen.NEXT) + 1
    applied = []
    apply = three_thirteen.apply
    monkeypatch.setattr(
        three_thirteen, "apply", lambda s, move: applied.append(move) or apply(s, move)
    )
    for _ in range(3):
        assert m.undo() and m.s == passed[m.played]
    assert not applied and m.played > dealt + 3
    for n in (dealt + 1, dealt, dealt - 1, 85, 0, 70, 69):
        applied.clear()
        m.go(n)
        assert m.s == passed[n] and (len(applied) <= 1 or n not in (dealt, dealt + 1))


def test_every_possible_move_survives_saving():
    from thirteen.storage import saved_game as file

    moves = [*range(0x140), *range(0x7FF0, 0x8110), 0xFFFF]
    packed = bytes(file._pack_log(moves))
    log, end = file._read_log(packed, 0, len(moves))
    assert list(log[: len(moves)]) == moves and end == len(packed)
    assert len(bytes(file._pack_log([0, 0xBF, 0x100, 0x13D]))) == 4


@pytest.mark.parametrize("game", GAMES)
def test_a_save_fits_inline_in_littlefs_metadata(game):
    """Up to 512 bytes need no block; 28 are the file's and its name's, 3 the game's."""
    rules = games.rules(game)
    options = b"\0\0\0\3\0" if game == "make13" else bytes(len(rules.OPTIONS))
    sizes = []
    for deal in range(1, 11):
        m = match.Match(rules, deal, options)
        choose = Random(deal)
        while not rules.over(m.s) and m.played < 130:
            out, n = m.legal()
            m.play(choose(m, out, n))
            sizes.append(len(saved(m)) + 31)
    assert max(sizes) <= 512 and sizes.count(max(sizes)) < len(sizes)


def test_results_in_the_notation_of_records():
    assert [match.result(c) for c in (0, 1, 2, 3, 4)] == [None, "won", "lost", "done", "quit"]
    assert match.result(16) == "won 0" and match.result(18) == "won 2"
    assert match.name(thirteens) == "thirteens"


def test_undo_keeps_the_earlier_snapshots():
    kept = states.States(4, True)
    for n in range(100):
        kept.keep(n, bytes((n, 0, 0, 0)))
    assert kept.nearest(99) == 99 and kept.nearest(80) == 80  # a spread one
    kept.forget(57)
    assert kept.nearest(99) == 56 and kept.get(56) == bytes((56, 0, 0, 0))
    assert kept.nearest(55) == 48 and kept.get(57) is None and kept.get(64) is None
    kept.keep(58, bytes((158, 0, 0, 0)))  # the game continues differently
    assert kept.nearest(64) == 58 and kept.get(58)[0] == 158
    kept.clear()
    assert kept.nearest(99) == -1
    for n in (5, 16, 18, 19):
        kept.keep(n, bytes(4))
    kept.shift(8)  # the first of them is of moves that are forgotten
    assert [kept.nearest(n) for n in (7, 9, 99)] == [-1, 8, 11]
