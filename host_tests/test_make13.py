"""Make 13: its rules by the numbers of seeds/make13.md, on small positions."""

from array import array

import notation
import pytest
from make13_oracle import new, position, takes

from thirteen import cards, options
from thirteen.match import Match
from thirteen.rules import make13 as rules

legal, _, _ = notation.of(rules)


def play(s, *moves):
    """Play moves given as text, which must be legal; returns the state, for chaining."""
    out = array("H", bytes(2 * rules.MOVES))
    for t in moves:
        m = rules.parse(s, t)
        listed = out[: rules.moves(s, out)]
        assert rules.same(m) in listed, t
        rules.apply(s, m)
    return s


def groups(s):
    return [t for t in legal(s) if t[0] in "fs"]


def earned(s, n=1):
    parts = (rules.MOVE_POINTS, rules.RUN_BONUS, rules.SUPER_BUST)
    return [rules.earned(s, n, part) for part in parts]


def is_(s, **want):
    state = rules.state(s)
    assert {k: state[k] for k in want} == want


@pytest.mark.parametrize("pair", ["AS QH", "2S JH", "3S TH", "4C 9D", "8C 5D", "7C 6D"])
def test_values_and_groups(pair):  # M1
    a, b = pair.split()
    assert groups(position(f"{a}|{b}")) == ["f1+f2"]
    assert groups(position(f"{a}|{a}")) == []


def test_a_king_goes_alone():  # M1
    assert groups(position("KS|AD|QH")) == ["f1", "f2+f3"]
    assert groups(position("9S|3D|AH|2C|KC")) == ["f1+f2+f3", "f5"]


def test_busted_when_the_field_is_empty():  # M2
    s = play(position("KS", "2H 3H||", "4H"), "f1")
    is_(s, level=2, busted=1)
    assert rules.bust(s, 1) == 2
    s = play(position("KS|KH", "", "4H"), "f1")
    is_(s, level=1, busted=0)


def test_move_points_are_the_timer():  # M3
    s = play(position("KS|KH|2D", "", "4H"), "wait 30", "f1", "wait 1", "f2")
    assert rules.score(s) == 70 + 99


def test_run_bonus():  # M4
    s = play(position("KS|KH|2D|KD", "", "4H 5H"), "f1")
    is_(s, run=100, groups=1, score=100)
    play(s, "wait 10", "f2")
    is_(s, run=190, groups=2, score=190)
    play(s, "draw")
    is_(s, run=0, groups=0, score=380)
    assert earned(s) == [190, 190, 0]
    s = play(position("KS|KH|2D|KD", "", "4H 5H"), "f1", "f2", "wait 99")
    is_(s, run=200, groups=2, score=200, timer=1)
    play(s, "wait 1")
    is_(s, run=0, groups=0, score=400, timer=100)


def test_super_bust():  # M5
    s = play(position("QS", "AH"), "wait 7", "f1+s1")
    assert earned(s) == [93, 0, 2993]
    assert rules.bust(s, 1) == 3
    for stacks, deck in (("AH|5D", ""), ("5D AH", ""), ("AH", "5D")):
        s = play(position("QS", stacks, deck), "f1+s1")
        assert earned(s) == [100, 0, 0]
        assert rules.bust(s, 1) == 2


def last_card(s, card):
    """The same level with only that card in the field, empty stacks, and the deck."""
    s[: rules.TABLE] = bytes(rules.TABLE)
    s[0], s[rules._HIGH] = cards.parse(card), 1
    return s


def lose(s):
    """End the level without busting it."""
    last_card(s, "2S")[93] = 32
    return play(s, "next")


def bust(s):
    """End the level busted."""
    return play(last_card(s, "KS"), "f1")


def test_limited_entry():  # M6
    s = bust(lose(new(levels=3)))
    is_(s, level=3, busted=1)
    assert not rules.over(s)
    assert rules.over(lose(s)) == 3 and legal(s) == []
    is_(s, level=3, busted=1)
    s = bust(bust(bust(new(levels=3))))
    assert rules.over(s) == 3
    s = new(levels="open")
    for _ in range(120):
        bust(s)
    is_(s, level=121, busted=120)
    assert (earned(s, 120), rules.bust(s, 120)) == ([50, 0, 0], 2)
    assert (earned(s, 121), rules.bust(s, 121)) == ([0, 0, 0], 0)
    assert rules.over(lose(s)) == 2


def test_sprint_to_score():  # M6
    s = position("KS|KH|2D", "", "4H", {"score": 4850}, kind="score")
    assert not rules.over(play(s, "f1"))
    assert rules.over(play(s, "f2")) == 1  # at once, before the run is paid
    is_(s, score=5050, run=200, level=1, busted=0)
    s = position("KS|KH|2D", "", "4H", {"score": 9700}, kind="score", target=10000)
    assert not rules.over(play(s, "f1", "f2"))
    assert rules.over(play(bytearray(s), "draw")) == 1  # by the run bonus
    assert rules.over(play(s, "wait 150")) == 1 and rules.get(s, rules.TICKS) == 100
    s = position("KS|2D", numbers={"score": 4900}, kind="score")
    assert rules.over(play(bytearray(s), "f1")) == 1  # with exactly the target
    assert not rules.over(play(s, "wait 1", "f1"))
    assert rules.over(lose(new(kind="score"))) == 2
    s = new(kind="score")
    for _ in range(8):  # `levels` is ignored
        bust(s)
    is_(s, level=9, busted=8)


def test_a_payment_wins_even_if_the_level_is_lost():  # M6
    held = {"score": 4900, "run": 200, "groups": 2}
    assert rules.over(play(position("2S", numbers=held, kind="score"), "next")) == 1
    assert rules.over(play(position("2S", numbers=held, kind="score"), "wait 100")) == 1
    held["groups"] = 1
    assert rules.over(play(position("2S", numbers=held, kind="score"), "next")) == 2


def test_sprint_to_level():  # M6
    s = bust(bust(new(kind="level", levels=3)))
    is_(s, level=3, busted=2)
    assert rules.over(bust(s)) == 1
    is_(s, level=3, busted=3)
    assert rules.over(lose(bust(new(kind="level", levels=3)))) == 2
    assert rules.over(lose(bust(new(kind="level", levels="open")))) == 2


def test_next_level_and_quit():  # M7
    assert legal(position("2S|3S")) == ["next", "quit", "wait"]
    assert legal(position("2S|3S", "", "4H")) == ["draw", "quit", "wait"]
    assert legal(position("2S|KS")) == ["f2", "quit", "wait"]
    s = play(position("2S|3S", numbers={"run": 150, "groups": 2}), "next")
    is_(s, level=2, busted=0, score=150)
    s = play(position("2S", numbers={"run": 150, "groups": 2}), "quit")
    assert rules.over(s) == 4 and legal(s) == []
    is_(s, level=1, score=0)


@pytest.mark.parametrize("level", [1, 2, 3])
def test_deal_and_shuffle(level):  # M8
    s = new(deal=77)
    for _ in range(level - 1):
        bust(s)
    deck = bytearray(52)
    assert rules.deck(deck, 77, None, level) == 52
    texts = cards.texts(deck, 0, 52)
    is_(
        s,
        level=level,
        field=[texts[i:20:5] for i in range(5)],
        stacks=[[], [], []],
        deck=texts[20:],
    )
    assert len(set(texts)) == 52


def test_levels_and_deals_are_shuffled_apart():  # M8
    decks = set()
    for deal in (1, 2, 999999):
        for level in range(1, 256):
            deck = bytearray(52)
            rules.deck(deck, deal, None, level)
            decks.add(bytes(deck))
    assert len(decks) == 3 * 255


def test_groups_mix_field_and_stacks():  # M9
    s = position("5S 6S|4D|AS", "2D|QH|5C")
    assert sorted(groups(s)) == sorted(takes(rules.state(s)))
    play(s, "f3+s2")
    is_(s, field=[["5S", "6S"], ["4D"], [], [], []], stacks=[["2D"], [], ["5C"]])
    play(s, "f1+s1+s3")
    is_(s, field=[["5S"], ["4D"], [], [], []], stacks=[[], [], []])


def test_most_groups_at_once():  # M9
    s = position("AS|AH|AD|AC|5S", "5H|6D|6C")
    assert len(groups(s)) == 32 == rules.MOVES - 3
    assert sorted(groups(s)) == sorted(takes(rules.state(s)))


@pytest.mark.parametrize(
    ("stacks", "to"),
    [("", 5), ("2S", 6), ("2S|2H", 7), ("2S|2H|2D", 5), ("2S 3S|2H|2D", 6), ("2S 3S|2H 3H|2D", 7),
     ("||2S", 5), ("2S||2D", 6), ("2S 3S|2H 3H|", 7)],
)  # fmt: skip
def test_a_deck_card_goes_to_the_shortest_stack(stacks, to):  # M10
    for move in ("draw", "wait 100"):
        s = position("9S", stacks, "4H 5H")
        assert rules.next_stack(s) == to
        h = rules.height(s, to)
        play(s, move)
        assert rules.height(s, to) == h + 1
        assert cards.text(rules.top(s, to)) == "4H"
        is_(s, deck=["5H"])


def test_the_clocks():  # M11
    assert rules.TICK == 100  # ms: ten a second
    s = new()
    is_(s, timer=100, counter=3000)
    play(s, "wait 40")
    is_(s, timer=60, counter=2960)
    play(s, "draw")
    is_(s, timer=100, counter=2960)
    s = play(position("KS|2D"), "wait 99", "f1")
    is_(s, timer=100, counter=2901)
    s = play(position("KS|2D", numbers={"counter": 30}), "wait 29")
    is_(s, counter=1)
    play(s, "wait 32767")
    is_(s, counter=0, timer=100 - (29 + 32767) % 100)
    s = play(position("KS|2D", numbers={"counter": 1}), "wait")
    is_(s, counter=0, timer=99)


def test_the_move_timer_runs_out():  # M12
    s = play(position("KS|KH|2D", "", "4H 5H"), "f1", "wait 250")
    is_(s, deck=[], stacks=[["4H"], ["5H"], []], timer=50, run=0, groups=0, level=1)
    play(s, "wait 500")  # a group is left, so the level continues
    is_(s, level=1, timer=50)
    s = play(position("3S|2D"), "wait 99")
    is_(s, level=1, timer=1)
    play(s, "wait 1")
    is_(s, level=2, busted=0, timer=100, counter=3000)


def test_a_drawn_card_that_leaves_no_group_gets_its_time():  # M12
    s = play(position("2S", "", "4H"), "wait 100")
    is_(s, level=1, deck=[], timer=100)
    play(s, "wait 100")
    is_(s, level=2)


def test_no_bonus_for_one_group():  # M13
    s = play(position("KS|2D", "", "4H"), "f1", "draw")
    is_(s, score=100, run=0, groups=0)
    s = play(position("KS|KD|2D"), "f1", "f2", "next")
    is_(s, level=2, score=400, run=0, groups=0)


def test_the_level_ends_with_the_field():  # M14
    s = play(position("KS|QS", "AH|KD"), "wait 10", "f1", "s2", "wait 20", "f2+s1")
    is_(s, level=2, busted=1, score=2 * (90 + 100 + 80) + 2970, timer=100, counter=3000)
    assert earned(s) == [270, 270, 2970]
    is_(s, run=0, groups=0)
    s = play(position("KS", "KD", numbers={"score": 4700}, kind="score"), "s1", "f1")
    assert rules.over(s) == 1 and rules.score(s) == 4700 + 200 + 200 + 3000  # paid first


@pytest.mark.parametrize("bad", ["f1+f2", "f1", "f1+f2+f3", "f4", "s1", "next"])
def test_a_wrong_selection_is_not_a_move(bad):  # M15
    m = Match(rules)
    m.s[:] = position("7S|7H|AS", "", "4H")
    assert not m.allows(rules.parse(m.s, bad))
    assert rules.total(m.s, 0b11) == 14 and rules.total(m.s, 0b1011) == 14


def test_options():  # M16, M17
    default = options.unpack(rules.OPTIONS, bytes(5))
    assert default == {
        "kind": "limited", "levels": 5, "target": 5000, "timer": 100, "entries": 3,
    }  # fmt: skip
    for name, spec in rules.OPTIONS:
        values = [options.value(spec, i) for i in range(options.count(spec))]
        assert len(values) == len(set(values)) <= 256, name
        if name == "levels":
            assert set(values) == {"open", *range(1, 100)}
        if name == "target":
            assert set(values) == set(range(500, 60001, 500))
        if name == "entries":
            assert set(values) == set(range(1, 10))
    fields = {"levels": rules.LEVELS, "target": rules.TARGET, "timer": rules.START}
    for name, at in fields.items():
        spec = dict(rules.OPTIONS)[name]
        for i in range(options.count(spec)):
            v = options.value(spec, i)
            s = new(**{name: v})
            assert rules.get(s, at) == (0 if v in ("open", "off") else v), (name, v)
    for t in (100, 150, 200):
        is_(new(timer=t), timer=t, counter=3000)
        is_(play(new(timer=t), f"wait {t}"), timer=t, counter=3000 - t)


def test_practice_has_no_clock_and_no_points():  # M17
    s = play(position("KS|KH|KD", "", "4H", timer="off"), "f1", "wait 500", "f2", "draw")
    is_(s, timer=0, counter=0, score=0, run=0, deck=[])
    assert rules.get(s, rules.TICKS) == 0 and rules.start(s) == 0
    s = play(position("KS", timer="off"), "f1")
    is_(s, score=0, level=2, busted=1)
    assert rules.bust(s, 1) == 3 and earned(s) == [0, 0, 0]


@pytest.mark.parametrize(
    ("chosen", "faster"),
    [
        ({"kind": "level", "levels": 99}, True),
        ({"kind": "limited", "levels": "open"}, True),
        ({"kind": "score", "levels": "open", "target": 60000}, True),
        ({"kind": "limited", "levels": 99}, False),
        ({"kind": "score", "target": 60000}, False),
    ],
)
def test_later_levels_start_lower(chosen, faster):  # M18
    for timer in (100, 150, 200):
        s = new(timer=timer, **chosen)
        for n in range(1, 45):
            want = max(timer - 5 * max(n - 5, 0), 50) if faster else timer
            is_(s, level=n, timer=want, counter=3000)
            bust(s)
    s = new(timer="off", kind="level", levels=99)
    for _ in range(9):
        bust(s)
    is_(s, level=10, timer=0)


def test_the_state_remembers_99_levels():
    s = new(kind="level", levels=99)
    sizes = []
    for n in range(1, 200):
        rules._put(s, rules.LEVEL, n)
        sizes.append(rules.used(s))
    assert sizes == sorted(sizes) and sizes[97] < sizes[98] == sizes[-1] == rules.SIZE


def test_waits_continue_in_the_next_level():
    """Ticks left over at the end of a level are played in the next one, but not after the game."""
    s = play(position("3S|2D", levels=2), "wait 130")
    is_(s, level=2, timer=70, counter=2970)
    s = play(position("3S|2D", levels=1), "wait 130")
    assert rules.over(s) == 3 and rules.get(s, rules.TICKS) == 100
    s = play(position("3S", numbers={"score": 4900, "run": 150, "groups": 2}, kind="score"),
             "wait 130")  # fmt: skip
    assert rules.over(s) == 1 and rules.get(s, rules.TICKS) == 100


def test_notation():
    s = new()
    for t in ("f4", "f1+f3+s2", "draw", "next", "quit", "wait", "wait 1", "wait 7", "wait 32767"):
        assert rules.text(s, rules.parse(s, t)) == t
    for m in range(1, 256):
        assert rules.parse(s, rules.text(s, m)) == m
    wrong = "f6 f0 s4 f1+f1 f2+f1 s1+f1 f1+ +f1 f1+draw F1 waits wait² k2 f1,f2".split()
    wrong += ["", "draw ", "f1 f2", "wait 1 ", "wait  1", "wai"]
    wrong += ["wait " + k for k in "0 32768 -1 07 x ² ٣ 1.0".split() + ["9" * 5000]]
    for t in wrong:
        with pytest.raises(ValueError):
            rules.parse(s, t)
