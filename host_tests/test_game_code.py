"""A game as a short code: its layout, every game through it and back, and codes nobody made."""

import random
from array import array
from binascii import crc32

import playing
import pytest
from playing import GAMES, RULES, SOAK

from thirteen import catalog, match, options
from thirteen.storage import game_code
from tools import records
from tools.games import Bad

LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
EACH = 200 if SOAK else 6
HOSTILE = 10_000 if SOAK else 300
SEALED = "13-200G00N40BXFC07JSW"  # Thirteens, deal 42, eleven moves

# Codes in players' hands must be read for as long as the rules have the same version.
KNOWN = {
    SEALED: ("thirteens", 42, 11, "lost"),
    "13-240G00N21RD1FHA2G9B9NG8C43V": ("friday", 42, 112, "lost"),
    "13-260G00N0GCBXJP6CDC2EX4M3D6KMD07PH1M9YGRX4Y": ("imaginary", 42, 98, "lost"),
    "13-280G00N000111QENWJ1MKA6Z6WECAQP4A21MS58D0SZ52YSN4PN9CB1WE0N1W7": (
        "three_thirteen", 42, 134, "won 1",
    ),
}  # fmt: skip


def write(game, most=game_code.MOST):
    """(code, whether it has every move) of a match."""
    row = catalog.row(match.name(game.rules))
    *slices, done = game_code.write(row, game, most)
    assert set(slices) <= {None}
    return done


def sealed(bits):
    """A code with these bits, a text of 0 and 1, and a check that is right."""
    bits += "0" * (-len(bits) % 5)
    letters = "".join(LETTERS[int(bits[i : i + 5], 2)] for i in range(0, len(bits), 5))
    check = f"{crc32(letters.encode()) & 0xFFFFF:020b}"
    return "13-" + letters + "".join(LETTERS[int(check[i : i + 5], 2)] for i in range(0, 20, 5))


def some(name, seed):
    """A match after random moves, with random options."""
    r = random.Random(f"{name} {seed}")
    rules = RULES[name]
    chosen = bytes(r.randrange(options.count(spec)) for _, spec in rules.OPTIONS)
    deal = (1, 999_999, r.randrange(1, 1_000_000))[min(seed, 2)]
    played = match.Match(rules, deal, chosen)
    playing.play_on(played, r.choice((0, 5, 50, 9999)), seed)
    return played


@pytest.mark.parametrize("name", GAMES)
def test_a_game_comes_back_from_its_code(name):
    for seed in range(EACH):
        played = some(name, seed)
        code, whole = write(played)
        if not whole:
            assert name in playing.RACES
            with pytest.raises(Bad, match=f"no moves .* deal {played.number} of {name}"):
                records.of_code(code)
            continue
        again = records.parse(code.lower() + "\n")
        assert {**played.record(), "made_by": records.made_by()} == again


def test_the_layout_of_a_code():
    rules = RULES["three_thirteen"]
    chosen = {"players": 3, "seat2": "hard", "rounds": 2}
    played = match.Match(rules, 123456, options.pack(rules.OPTIONS, chosen))
    out, n = played.legal()
    assert n == 1  # the stock: nothing is on the pile yet
    played.play(out[0])
    out, n = played.legal()
    assert n == 4  # which card to discard
    played.play(out[2])
    bits = f"{1:04b}{4:05b}{rules.VERSION:07b}{123456:020b}"
    bits += "01" + "00" + "00" + "11" + "00" + "0" + "0" + "00" + "0010"
    bits += "1" + f"{2:012b}" + "" + "10"
    assert write(played) == (sealed(bits), True)


@pytest.mark.parametrize("score", (0, 52_000, -3))
def test_the_layout_of_a_result(monkeypatch, score):
    rules = RULES["thirteens"]
    played = some("thirteens", 0)
    monkeypatch.setattr(rules, "score", lambda s: score)
    over = rules.over(played.s)
    bits = f"{1:04b}{0:05b}{1:07b}{played.number:020b}{played.options[0]}" + "0"
    code, whole = write(played, 10)
    assert (code, whole) == (sealed(bits + f"{over:05b}{score % 2**30:030b}"), False)
    _, rest = game_code.begin(code)
    got = game_code.read(rules, rest)
    assert got == (played.number, played.options, None, (over, score))


@pytest.mark.parametrize("code", KNOWN)
def test_codes_that_players_have(code):
    name, deal, moves, result = KNOWN[code]
    rec = records.of_code(code)
    records.check(rec)
    assert (rec["game"], rec["deal"], len(rec["moves"]), rec["result"]) == KNOWN[code]


def test_what_does_not_fit_is_given_by_its_result():
    played = match.Match(RULES["imaginary"], 5)
    playing.play_on(played, 60)
    code, whole = write(played)
    assert whole and write(played, len(code) - 3) == (code, True)
    shorter, whole = write(played, len(code) - 4)
    assert not whole and len(shorter) < len(code)
    played.forgotten = 1  # its first move is forgotten
    assert write(played) == (shorter, False)


def test_time_is_not_in_a_code():
    played = match.Match(RULES["make13"], 5)
    played.play(RULES["make13"].WAIT | 3)
    assert not write(played)[1]


def test_a_code_is_found_in_an_address_and_in_broken_lines():
    broken = SEALED[:9] + "\n" + SEALED[9:]
    for text in (f"https://ex-13-ample.org/t/#{SEALED}", SEALED.lower(), broken):
        assert game_code.find(text) == SEALED
    for text in ("", "{}", "friday", "#friday/13", "x" + SEALED, SEALED + "#"):
        assert game_code.find(text) == ""


def test_letters_that_are_easily_confused():
    for a, b in ("0O", "0o", "1I", "1l"):
        assert records.of_code(SEALED.replace(a, b, 9)) == records.of_code(SEALED)


def test_any_changed_letter_is_noticed():
    at = len("13-")
    for i in range(at, len(SEALED)):
        for letter in LETTERS:
            if letter != SEALED[i]:
                refused(SEALED[:i] + letter + SEALED[i + 1 :])
        refused(SEALED[:i] + SEALED[i + 1 :])
    for i in range(at, len(SEALED) - 1):
        if SEALED[i] != SEALED[i + 1]:
            refused(SEALED[:i] + SEALED[i + 1] + SEALED[i] + SEALED[i + 2 :])


def refused(code):
    """The sentence with which a code is refused."""
    with pytest.raises(Bad) as caught:
        records.of_code(code)
    text = str(caught.value)
    assert text.startswith(("the code ", "move ")) and "\n" not in text and len(text) < 120
    return text


@pytest.mark.parametrize(
    "bits, word",
    [
        ("", "cut short"),
        (f"{2:04b}" + "0" * 90, "another version"),
        (f"{1:04b}{31:05b}" + "0" * 90, "not here"),
        (f"{1:04b}{0:05b}{127:07b}" + "0" * 90, "other rules"),
        (f"{1:04b}{0:05b}{1:07b}{0:020b}" + "0" * 50, "no deal"),
        (f"{1:04b}{0:05b}{1:07b}{1048575:020b}" + "0" * 50, "no deal"),
        (f"{1:04b}{2:05b}{1:07b}{7:020b}" + "11" + "0" * 50, "house rule"),
        (f"{1:04b}{2:05b}{1:07b}{7:020b}" + "00" + "1" + "1" * 12, "cut short|not legal"),
        (f"{1:04b}{2:05b}{1:07b}{7:020b}" + "00" + "1" + "0" * 12 + "0" * 30, "longer"),
        (f"{1:04b}{2:05b}{1:07b}{7:020b}" + "00" + "0" + "0" * 35 + "0" * 30, "longer"),
    ],
)
def test_codes_that_nobody_made_are_refused_in_a_sentence(bits, word):
    with pytest.raises(Bad, match=word):
        records.of_code(sealed(bits))


def test_a_code_that_plays_on_after_the_end_is_refused():
    """Of Thirteens, where a card could still be brought down."""
    played = match.Match(RULES["thirteens"], 37)
    playing.play_on(played, 99, 37)
    assert played.rules.over(played.s) and played.played == 25
    played.play(played.legal()[0][0])
    _, rest = game_code.begin(write(played)[0])
    with pytest.raises(ValueError, match="move 26 of the code is not legal"):
        game_code.read(played.rules, rest)


def test_hostile_codes():
    """With a right check: random numbers, and codes of games with some of their bits changed."""
    r = random.Random(1)
    games = [write(some(name, 1))[0] for name in GAMES]
    read = 0
    for i in range(HOSTILE):
        if i % 2:
            bits = f"{1:04b}{r.randrange(6):05b}{1:07b}{r.randrange(1_000_000):020b}"
            bits += "".join(r.choice("01") for _ in range(r.randrange(400)))
        else:
            bits = list("".join(f"{LETTERS.index(c):05b}" for c in r.choice(games)[3:-4]))
            for _ in range(r.randrange(1, 4)):
                bits[r.randrange(len(bits))] = r.choice("01")
            bits = "".join(bits)[: r.choice((len(bits), r.randrange(len(bits))))]
        try:
            records.check(records.of_code(sealed(bits)))
            read += 1
        except Bad:
            refused(sealed(bits))
    assert read < HOSTILE
    refused("13-" + "0" * 5000)
    refused("13-" + "Ü" * 20)


def test_the_commands_read_and_write_codes(capsys, tmp_path):
    from tools import __main__ as command

    def run(*words):
        code = command.main(list(words))
        return code, *capsys.readouterr()

    args = "record", "friday", "--deal", "9", "--policy", "random"
    code, printed, _ = run(*args, "--code")
    made = printed.strip()
    assert code == 0 and game_code.find(made) == made
    file = tmp_path / "friday.json"
    assert run(*args, "-o", str(file))[0] == 0
    assert run("replay", str(file), "--code") == (0, printed, "")
    assert run("replay", made) == run("replay", str(file))
    assert run("replay", "https://example.org/#" + made)[0] == 0
    code, printed, errors = run("replay", made[:-1] + "~")
    assert code == 2 and not printed and "other characters" in errors
    code, printed, errors = run("record", "make13", "--deal", "9", "--policy", "random", "--code")
    assert code == 0 and "no moves" in errors
    code, _, errors = run("replay", printed.strip())
    assert code == 2 and "claims" in errors


def test_the_array_of_moves_is_what_was_played():
    played = some("friday", 3)
    _, rest = game_code.begin(write(played)[0])
    deal, chosen, moves, (over, score) = game_code.read(played.rules, rest)
    assert (deal, chosen) == (played.number, played.options)
    assert moves == array("H", played.log[: played.played])
    assert (over, score) == (played.rules.over(played.s), played.rules.score(played.s))
