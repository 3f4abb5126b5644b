"""The match: undo, redo, restart, save, load, replay, record, for every game there is."""

import json
import types

import pytest

from thirteen import match
from thirteen.rules import thirteens
from tools import games
from tools.trace import Random, first

GAMES = games.names()


def short_log(rules, size):
    """The same rules with a log of that many moves."""
    out = types.ModuleType(rules.__name__)
    out.__dict__.update({k: v for k, v in vars(rules).items() if not k.startswith("__")})
    out.LOG = size
    return out


def play(m, most, choose=None):
    """Play up to `most` logged moves at random; the states after each, the deal's first."""
    choose = choose or Random(m.number)
    states = [bytes(m.s)]
    while len(states) <= most and not m.rules.over(m.s):
        out, n = m.legal()
        before = m.n
        m.play(choose(m, out, n))
        if m.n == before and not m.gone:  # merged into the move before
            states.pop()
        states.append(bytes(m.s))
    return states


@pytest.mark.parametrize("game", GAMES)
def test_undo_goes_back_to_the_deal_and_redo_to_the_end(game):
    m = match.Match(games.rules(game), 42)
    states = play(m, 200)
    assert m.n == len(states) - 1
    for state in states[-2::-1]:
        assert m.undo()
        assert m.s == state
    assert not m.undo() and m.n == 0
    for state in states[1:]:
        assert m.redo()
        assert m.s == state
    assert not m.redo()


@pytest.mark.parametrize("game", GAMES)
def test_a_move_after_undo_forgets_what_was_undone(game):
    m = match.Match(games.rules(game), 7)
    play(m, 6, first)
    n = m.n
    m.undo()
    m.undo()
    kept = bytes(m.s)
    out, _ = m.legal()
    move = out[0]
    m.play(move)
    after = bytes(m.s)
    assert not m.redo()
    assert m.n == m.top <= n - 1
    m.undo()
    if m.n == n - 2:  # else the move was merged
        assert m.s == kept
        m.redo()
        assert m.s == after


@pytest.mark.parametrize("game", GAMES)
def test_restart_keeps_the_deal_and_can_be_taken_back(game):
    m = match.Match(games.rules(game), 9)
    states = play(m, 40)
    m.restart()
    assert m.s == states[0] and m.n == 0
    for state in states[1:]:
        assert m.redo() and m.s == state


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("undone", (0, 1, 5))
def test_a_saved_match_loads_as_it_was(game, undone):
    rules = games.rules(game)
    m = match.Match(rules, 123456)
    play(m, 70)
    for _ in range(undone):
        m.undo()
    data = b"".join(m.save())
    other = match.Match(rules, 1)
    other.load(data)
    assert (other.s, other.n, other.top) == (m.s, m.n, m.top)
    assert (other.number, other.options, other.gone) == (m.number, m.options, m.gone)
    while m.redo():
        assert other.redo() and other.s == m.s
    while m.undo():
        assert other.undo() and other.s == m.s


@pytest.mark.parametrize("game", GAMES)
def test_a_full_log_loses_the_oldest_undo_steps_only(game):
    rules = games.rules(game)
    m = match.Match(rules, 5)
    small = match.Match(short_log(rules, 16), 5)
    choose = Random(5)
    states = [bytes(m.s)]
    for _ in range(100):
        if rules.over(m.s):
            break
        out, n = m.legal()
        move = choose(m, out, n)
        m.play(move)
        small.play(move)
        assert small.s == m.s and small.n <= 16
        assert small.gone + small.n == m.n
        if m.n == len(states):
            states.append(bytes(m.s))
        else:
            states[-1] = bytes(m.s)
    again = match.Match(small.rules, 1)
    again.load(b"".join(small.save()))
    assert again.s == small.s and again.gone == small.gone
    for one in (small, again):
        for n in range(m.n - 1, one.gone - 1, -1):
            assert one.undo() and one.s == states[n]
        assert not one.undo()
    if small.gone:
        with pytest.raises(ValueError, match="too long for a record"):
            small.record()
        small.restart()
        assert small.s == states[0] and not small.gone


def test_the_log_of_thirteens_holds_any_game_but_a_very_patient_one():
    rules = short_log(thirteens, 16)
    m = match.Match(rules, 1)
    assert match.LOG >= 2 * 52 and len(match.Match(thirteens, 1).log) <= match.LOG
    assert len(m.log) == 16


def test_the_log_grows_as_it_has_to_and_is_taken_up_as_long(monkeypatch):
    monkeypatch.setattr(match, "_FIRST", 4)
    m = match.Match(thirteens, 1)
    states = []
    out = [0] * thirteens.MOVES
    while not thirteens.over(m.s) and len(states) < 20:
        states.append(bytes(m.s))
        assert thirteens.moves(m.s, out)
        m.play(out[0])
    assert len(states) > 8 and 4 < len(m.log) <= match.LOG and not m.gone
    other = match.Match(thirteens, 2)
    other.load(b"".join(bytes(part) for part in m.save()))
    assert other.s == m.s
    for one in m, other:
        for s in reversed(states):
            assert one.undo() and one.s == s
        assert not one.undo()


@pytest.mark.parametrize("game", GAMES)
def test_a_record_replays_to_the_same_position(game):
    rules = games.rules(game)
    m = match.Match(rules, 31)
    play(m, 300)
    rec = json.loads(json.dumps(m.record()))
    assert rec["game"] == game and rec["deal"] == 31 and rec["rules"] == rules.VERSION
    assert rec["result"] == match.result(rules.over(m.s))
    again = match.Match(rules, 31)
    again.replay(rec["moves"])
    assert again.s == m.s


@pytest.mark.parametrize("game", GAMES)
def test_a_replay_tells_the_move_at_which_it_fails(game):
    m = match.Match(games.rules(game), 31)
    play(m, 3, first)
    moves = m.record()["moves"]
    for wrong in ("", "nonsense", "a1-", "zz", "é", "1-1-1", "wait", "wait x", "w", "9" * 50):
        again = match.Match(games.rules(game), 31)
        if wrong == "wait" and game == "make13":
            continue
        with pytest.raises(ValueError, match=f"^move {len(moves) + 1}: "):
            again.replay([*moves, wrong])


def test_a_replay_ends_where_the_game_does():
    m = match.Match(thirteens, 17)
    while not thirteens.over(m.s):
        out, _ = m.legal()
        m.play(out[0])
    moves = m.record()["moves"]
    with pytest.raises(ValueError, match=f"move {len(moves) + 1}: the game is over before it"):
        match.Match(thirteens, 17).replay([*moves, "a1"])


def test_damaged_saves_are_refused():
    m = match.Match(thirteens, 8)
    play(m, 10, first)
    data = b"".join(m.save())
    other = match.Match(thirteens, 1)
    for n in range(len(data)):
        with pytest.raises(ValueError):
            other.load(data[:n])
    with pytest.raises(ValueError, match="of the wrong length"):
        other.load(data + data)
    with pytest.raises(ValueError, match="of another version"):
        other.load(data[:1] + bytes((data[1] + 1,)) + data[2:])
    make13 = match.Match(games.rules("make13"), 1)
    with pytest.raises(ValueError):
        make13.load(data)
    spot = 15 + 1 + 3
    with pytest.raises(ValueError, match="do not lead to its position"):
        other.load(data[:spot] + bytes((data[spot] ^ 1,)) + data[spot + 1 :])


def test_results_as_records_write_them():
    assert [match.result(c) for c in (0, 1, 2, 3, 4)] == [None, "won", "lost", "done", "quit"]
    assert match.result(16) == "won 0" and match.result(18) == "won 2"
    assert match.name(thirteens) == "thirteens"
