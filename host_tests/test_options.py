"""Options: named values, packed as one index per name."""

import pytest

from thirteen import options
from tools import games

SPEC = "5 open 1..99"
OPTIONS = (("kings", "manual auto"), ("levels", SPEC), ("target", "5000 500..9500/500"))


def test_values_in_their_order():
    assert options.count(SPEC) == 101
    assert [options.value(SPEC, i) for i in (0, 1, 2, 3, 100)] == [5, "open", 1, 2, 99]
    assert options.count("500..9500/500") == 19
    assert options.value("500..9500/500", 18) == 9500
    with pytest.raises(ValueError):
        options.value(SPEC, 101)


def test_the_first_of_equal_values_is_chosen():
    assert options.index(SPEC, "5") == 0
    assert options.index(SPEC, "99") == 100
    with pytest.raises(ValueError, match="100 is not one of 5 | open | 1..99"):
        options.index(SPEC, "100")


def test_packing_and_back():
    assert options.pack(OPTIONS, {}) == bytes(3)
    packed = options.pack(OPTIONS, {"kings": "auto", "target": 1000})
    assert packed == bytes((1, 0, 2))
    assert options.unpack(OPTIONS, packed) == {"kings": "auto", "levels": 5, "target": 1000}


@pytest.mark.parametrize(
    "chosen, words",
    [
        ({"queens": "auto"}, "there is no option queens; there is kings, levels, target"),
        ({"kings": "never"}, "kings: never is not one of manual | auto"),
        ({"levels": 0}, "levels: 0 is not one of"),
        ({"levels": -1}, "levels: -1 is not one of"),
        ({"target": 1001}, "target: 1001 is not one of"),
    ],
)
def test_unknown_options_and_values_are_refused_in_a_sentence(chosen, words):
    with pytest.raises(ValueError) as e:
        options.pack(OPTIONS, chosen)
    assert str(e.value).startswith(words)


@pytest.mark.parametrize("game", games.names())
def test_every_game_s_options_fit_a_byte_and_read_back(game):
    rules = games.rules(game)
    for name, spec in rules.OPTIONS:
        n = options.count(spec)
        assert 2 <= n <= 256
        values = [options.value(spec, i) for i in range(n)]
        assert len({str(v) for v in values}) == len(values), name
        for i, v in enumerate(values):
            packed = options.pack(rules.OPTIONS, {name: v})
            assert options.unpack(rules.OPTIONS, packed)[name] == v
            assert options.index(spec, str(v)) == i
