"""`python -m tools`: trace, record and replay, and one sentence for every error."""

import errno
import io
import json
import os
import random
import subprocess
import sys
from pathlib import Path

import playing
import pytest

from thirteen import match
from tools import __main__ as command
from tools import games, records, trace
from tools.games import Bad
from tools.web import serve

ROOT = Path(__file__).resolve().parent.parent
GAMES = games.names()


@pytest.fixture
def tools(capsys):
    """Runs a command: (exit code, output, error output). One may switch a handheld on."""

    def run(*argv):
        with playing.kept_modules():
            try:
                code = command.main([str(a) for a in argv])
            except SystemExit as e:  # argparse
                code = e.code
        printed, errors = capsys.readouterr()
        return code, printed, errors

    return run


def lines(text):
    return [json.loads(line) for line in text.splitlines()]


def refused(result, *words):
    code, _, errors = result
    assert code == 2
    assert errors.count("\n") == 1 and "Traceback" not in errors
    for word in words:
        assert word in errors
    return True


def test_help_lists_every_command_and_imports_none():
    done = subprocess.run(
        [sys.executable, "-m", "tools", "--help"], cwd=ROOT, capture_output=True, text=True
    )
    assert done.returncode == 0
    for name in command.COMMANDS:
        assert f"\n  {name} " in done.stdout


def test_the_version_is_that_of_the_project(tools):
    from thirteen import version

    assert tools("--version") == (0, "thirteen " + games.version() + "\n", "")
    assert version.VERSION == games.version()
    assert f'\nversion = "{games.version()}"\n' in (ROOT / "pyproject.toml").read_text()


def test_no_command_and_a_wrong_one(tools):
    assert tools()[0] == 2
    assert refused(tools("fly"), "there is no command 'fly'")


@pytest.mark.parametrize("name", command.COMMANDS)
def test_each_command_has_help_and_refuses_unknown_arguments(tools, name):
    code, printed, _ = tools(name, "--help")
    assert code == 0 and f"usage: python -m tools {name} " in printed
    code, _, errors = tools(name, "--nonsense")
    assert code == 2 and errors.startswith(f"tools {name}: ") and errors.count("\n") == 1


def test_a_file_that_cannot_be_written_is_named(tools, tmp_path):
    path = tmp_path / "file" / "pictures"
    path.parent.touch()
    assert refused(tools("shots", "--out", path), f"tools shots: {path}: Not a directory")


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("policy", ["first", "random"])
def test_a_trace_follows_the_rules(tools, game, policy):
    argv = ("trace", game, "--deal", 42, "--policy", policy, "--max-moves", 40)
    code, printed, errors = tools(*argv)
    assert (code, errors) == (0, "")
    head, *rest = lines(printed)
    rules = games.rules(game)
    keys = ["game", "rules", "deal", "options", "deck"]
    if hasattr(rules, "pulled"):
        keys.insert(4, "pulled")
    assert list(head) == keys
    assert (head["game"], head["rules"], head["deal"]) == (game, rules.VERSION, 42)
    assert all(list(line) == ["n", "move", "state", "legal", "over"] for line in rest)
    assert [line["n"] for line in rest] == list(range(len(rest)))
    assert rest[0]["move"] is None and rest[0]["over"] is None
    m = match.Match(rules, 42)
    for line in rest:
        if line["move"]:
            m.replay([line["move"]])
        assert line["state"] == json.loads(json.dumps(rules.state(m.s)))
        assert line["over"] == match.result(rules.over(m.s))
        assert len(set(line["legal"])) == len(line["legal"])
        assert (line["legal"] == []) == (line["over"] is not None)
        for t in line["legal"]:
            assert m.allows(rules.parse(m.s, t))
    for before, line in zip(rest, rest[1:]):
        assert line["move"].partition(" ")[0] in [t.partition(" ")[0] for t in before["legal"]]


def test_thirteens_deck_is_the_deal(tools):
    head, start = lines(tools("trace", "thirteens", "--deal", 1)[1])
    state = start["state"]
    assert [state["columns"][i % 3][i // 3] for i in range(15)] == head["deck"][:15]
    assert state["stock"] == head["deck"][15:] and state["discarded"] == 0


def test_policies_are_reproducible_and_seeds_differ(tools):
    def trace(seed):
        return tools(
            "trace", "make13", "--deal", 3, "--policy", "random", "--policy-seed", seed,
            "--max-moves", 30,
        )[1]  # fmt: skip

    assert trace(1) == trace(1) != trace(2)


def test_random_play_waits_and_never_quits(tools):
    moves = [
        line["move"] or ""
        for seed in range(6)
        for line in lines(
            tools("trace", "make13", "--deal", 3, "--policy", "random", "--policy-seed", seed)[1]
        )[1:]
    ]
    waits = [t for t in moves if t.startswith("wait ")]
    assert len(set(waits)) > 10 and "quit" not in moves


def test_options_are_applied(tools):
    head = lines(tools("trace", "thirteens", "--deal", 1, "--options", "kings=auto")[1])[0]
    assert head["options"] == {"kings": "auto"}
    head = lines(tools("trace", "make13", "--deal", 1, "--options", "levels=7,kind=level")[1])[0]
    assert (head["options"]["levels"], head["options"]["kind"]) == (7, "level")


def test_moves_from_a_file(tools, tmp_path):
    file = tmp_path / "moves.txt"
    moves = [
        line["move"]
        for line in lines(
            tools("trace", "make13", "--deal", 9, "--policy", "random", "--max-moves", 25)[1]
        )[2:]
    ]
    file.write_text("\n".join(moves) + "\n\n")
    code, printed, _ = tools("trace", "make13", "--deal", 9, "--moves", file)
    assert code == 0
    assert [line["move"] for line in lines(printed)[2:]] == moves
    code, printed, _ = tools("trace", "make13", "--deal", 9, "--moves", file, "--max-moves", 3)
    assert code == 0 and len(lines(printed)) == 5


def test_an_illegal_move_is_reported_after_the_legal_ones(tools, tmp_path):
    start = lines(tools("trace", "thirteens", "--deal", 1)[1])[1]
    file = tmp_path / "moves.txt"
    file.write_text(start["legal"][0] + "\na1-a1\n")
    result = tools("trace", "thirteens", "--deal", 1, "--moves", file)
    assert refused(result, "move 2: 'a1-a1' is not a move") and len(lines(result[1])) == 3
    file.write_text("a>b\n")
    assert refused(
        tools("trace", "thirteens", "--deal", 1, "--moves", file), "move 1: a>b is not legal here"
    )


def test_moves_after_the_end_are_refused(tools, tmp_path):
    moves = [
        line["move"]
        for line in lines(tools("trace", "thirteens", "--deal", 7, "--policy", "first")[1])[2:]
    ]
    file = tmp_path / "moves.txt"
    file.write_text("\n".join([*moves, "a1"]))
    assert refused(
        tools("trace", "thirteens", "--deal", 7, "--moves", file),
        f"move {len(moves) + 1}: the game is already over",
    )


@pytest.mark.parametrize("deal", ["0", "1000000", "-1", "1.5", "x", "", "²", "1e3", "9" * 40])
def test_wrong_deal_numbers(tools, deal):
    for name in ("trace", "record"):
        assert refused(tools(name, "thirteens", f"--deal={deal}"), "1 to 999999")


@pytest.mark.parametrize(
    "argv, words",
    [
        (["nix"], "there is no game 'nix'"),
        (["../rules"], "there is no game"),
        (["thirteens", "--options", "kings"], "'kings' is not an option"),
        (["thirteens", "--options", "kings=never"], "kings: never is not one of manual | auto"),
        (["thirteens", "--options", "queens=auto"], "there is no option queens"),
        (["thirteens", "--options", "kings=auto,kings=auto"], "twice"),
        (["thirteens", "--options", ","], "is not an option"),
        (["thirteens", "--moves", "no/such/file"], "can't be read: No such file"),
        (["thirteens", "--moves", "."], "can't be read"),
        (["thirteens", "--policy", "random", "--policy-seed", "x"], "--policy-seed is 'x'"),
        (["thirteens", "--max-moves", "-1"], "--max-moves is '-1'"),
    ],
)
def test_other_wrong_arguments(tools, argv, words):
    assert refused(tools("trace", *argv, "--deal", 1), words)
    assert refused(tools("record", *argv, "--deal", 1), words)


@pytest.mark.parametrize("code", ["utf-8", "utf-8-sig", "utf-16"])
def test_a_record_is_read_as_windows_saves_it(tools, tmp_path, code):
    file = tmp_path / "game.json"
    assert tools("record", "friday", "--deal", 3, "-o", file)[0] == 0
    file.write_text(file.read_text("utf-8"), code)
    assert tools("replay", file)[0] == 0


def test_files_that_are_not_text(tools, tmp_path):
    file = tmp_path / "noise"
    file.write_bytes(b"\xff\xfe\x80")
    assert refused(tools("trace", "thirteens", "--deal", 1, "--moves", file), "isn't text")
    assert refused(tools("replay", file), "isn't text")
    assert refused(tools("replay", tmp_path), "can't be read")
    assert refused(
        tools("record", "thirteens", "--deal", 1, "-o", tmp_path / "no" / "r"), "can't be written"
    )


@pytest.mark.parametrize("game", GAMES)
def test_a_record_is_replayed(tools, tmp_path, game):
    file = tmp_path / "record.json"
    args = ("record", game, "--deal", 5, "--policy", "random", "--max-moves", 60)
    assert tools(*args, "-o", file) == (0, "", "")
    assert tools(*args)[1] == file.read_text()
    code, printed, errors = tools("replay", file)
    assert (code, errors) == (0, "") and printed.count("\n") == 1
    assert printed.startswith(f"{game} deal 5: ")
    rec = json.loads(file.read_text())
    keys = {"format", "game", "rules", "deal", "options", "moves", "result", "made_by"}
    assert set(rec) == keys and rec["made_by"] == "thirteen " + games.version()


def test_a_record_with_a_wrong_move_says_which(tools, tmp_path):
    file = tmp_path / "record.json"
    tools("record", "thirteens", "--deal", 5, "--policy", "first", "-o", file)
    rec = json.loads(file.read_text())
    rec["moves"][1] = "a1-c5"
    file.write_text(json.dumps(rec))
    assert refused(tools("replay", file), "record.json: move 2: a1-c5 is not legal there")


def test_games_won_by_hints_are_recorded(tmp_path, monkeypatch, capsys):
    """Half of them with the other value of the first option; the moves of each win its deal."""
    monkeypatch.setattr(trace, "WON", tmp_path)
    trace.record(["thirteens", "--won", "4"])
    won = [json.loads(line) for line in (tmp_path / "thirteens.jsonl").read_text().splitlines()]
    assert [rec["result"] for rec in won] == ["won"] * 4
    assert [rec["options"]["kings"] for rec in won] == ["manual", "auto"] * 2
    assert len({rec["deal"] for rec in won}) == 4
    for args, why in (
        (["make13", "--won", "4"], "make13 is no game for one player without a clock"),
        (["friday", "--won", "0"], "--won is '0': it must be a number from 1 to 1000"),
        (["friday", "--won", "4", "--deal", "1"], "--won chooses deals, options and moves"),
        (["friday"], "which deal"),
    ):
        with pytest.raises(Bad, match=why):
            trace.record(args)


def test_a_record_with_a_wrong_result_is_refused():
    rec = won()
    for result in ("lost", None, "won 2", ""):
        with pytest.raises(Bad, match="the game is won, not"):
            records.check({**rec, "result": result})
    with pytest.raises(Bad, match="the game is still in play, not 'won'"):
        records.check({**rec, "moves": rec["moves"][:-1]})


def won():
    path = ROOT / "host_tests" / "records" / "thirteens.jsonl"
    return records.parse(path.read_text().splitlines()[0])


def test_any_record_is_replayed_or_refused():
    rng = random.Random(13)
    junk = (
        None, True, False, 0, 1, -1, 1.0, 10**30, 10**5000, float("nan"), "", "thirteens", "a1",
        [], [1], ["a1"], [[]], {}, {"kings": "auto"}, {"kings": None}, {"kings": [1]}, {"": {}},
        "\ud800", "\0", "x" * 1000, {"kings": True}, "__init__", "../thirteens",
    )  # fmt: skip
    good = won()
    for game in GAMES:
        for key in good:
            for value in junk:
                refuse_or_play({**good, "game": game, key: value})
        for value in junk:
            for at in (0, len(good["moves"]) // 2):
                moves = list(good["moves"])
                moves[at] = value
                refuse_or_play({**good, "game": game, "moves": moves})
                refuse_or_play({**good, "game": game, "moves": [value], "result": None})
    for key in good:
        with pytest.raises(Bad, match=f"no '{key}'"):
            records.check({k: v for k, v in good.items() if k != key})
    text = json.dumps(good)
    for _ in range(3000):
        i = rng.randrange(len(text))
        k = rng.choice((0, 1, 1, 2, 9))
        put = rng.choice(("", '"', "[", "}", "1", "\\", ",", "\ud800", "ü", text[i : i + 9]))
        try:
            rec = records.parse(text[:i] + put + text[i + k :])
        except Bad:
            continue
        refuse_or_play(rec)
    for text in ("", "[]", "[" * 100_000, "1" * 10_000, "nul", '"x"', '{"deal": ' + "9" * 9999):
        with pytest.raises(Bad):
            records.check(records.parse(text))


def refuse_or_play(rec):
    try:
        records.check(rec)
    except Bad as e:
        assert str(e) and "\n" not in str(e)


def test_a_wrong_score_and_unknown_keys_are_refused(tools, tmp_path):
    file = tmp_path / "record.json"
    rec = won()
    score = records.check(rec).rules.score(records.check(rec).s)
    for more, word in (
        ({"score": score + 1}, f"claims a score of {score + 1}, and replays to {score}"),
        ({"score": "12"}, "'score' is of the wrong kind"),
        ({"Score": 12}, "the record has an unknown key 'Score'"),
    ):
        file.write_text(json.dumps({**rec, **more}))
        assert refused(tools("replay", file), word)
    file.write_text(json.dumps({**rec, "score": score, "player": "Ann", "entry": 2}))
    assert tools("replay", file)[0] == 0


def test_a_record_from_standard_input(tools, monkeypatch):
    for text, code in ((json.dumps(won()), 0), ("{", 2)):
        stdin = io.TextIOWrapper(io.BytesIO(text.encode()))
        monkeypatch.setattr(sys, "stdin", stdin)
        result = tools("replay", "-")
        assert result[0] == code
    assert refused(result, "standard input is not a record: it isn't JSON")


def test_a_record_that_is_too_long_is_refused_before_it_is_replayed(tools, tmp_path):
    file = tmp_path / "record.json"
    rec = {**won(), "game": "make13", "options": {}, "result": None}
    for moves, word in (
        (["wait 1"] * (records.MOVES + 1), "65536 moves; no game takes over 65535"),
        (["wait " + "9" * 5000], "move 1: 'wait 9"),
    ):
        file.write_text(json.dumps({**rec, "moves": moves}))
        assert refused(tools("replay", file), word)
    assert refused(tools("replay", "/dev/zero"), "over 4 MB")
    moves = tmp_path / "moves"
    moves.write_text("wait " + "9" * 5000)
    assert refused(tools("trace", "make13", "--deal", 1, "--moves", moves), "move 1: 'wait 9")


def test_escape_codes_in_a_file_do_not_reach_the_terminal(tools, tmp_path):
    file = tmp_path / "record.json"
    owned = "\x1b]0;owned\x07\x9b31m"
    for rec in (
        {**won(), "options": {owned: 1}},
        {**won(), "options": {"kings": owned}},
        {**won(), "game": owned},
        {**won(), "result": owned},
        {**won(), owned: 1},
    ):
        file.write_text(json.dumps(rec))
        for result in (tools("replay", file), tools("standings", file)):
            assert result[0] and "owned" in result[2] or "not a record of Make 13" in result[2]
            assert not {"\x1b", "\x07", "\x9b"} & {*result[1], *result[2]}


@pytest.mark.parametrize("option", [["--policy", "first"], ["--moves", "-"], []])
def test_a_seed_is_for_random_moves(tools, option):
    result = tools("trace", "thirteens", "--deal", 1, "--policy-seed", 5, *option)
    assert refused(result, "--policy-seed is for --policy random")


@pytest.mark.parametrize("name", ["film.png", "film", "no/film.gif", "."])
def test_an_unusable_path_for_a_film_is_refused_before_any_work(tools, tmp_path, name):
    assert refused(tools("film", "-o", tmp_path / name), str(tmp_path))


def test_no_picture_is_written_of_a_crash(tools, tmp_path, monkeypatch):
    from tools import journeys

    real = journeys.playing

    def playing(run):
        def crash():
            raise ZeroDivisionError

        sys.modules["hardware"].script([(200, crash)])
        real(run)

    monkeypatch.setattr(journeys, "playing", playing)
    code, _, errors = tools("shots", "thirteens", "--out", tmp_path)
    assert code == 2 and "ZeroDivisionError" in errors
    assert errors.splitlines()[-1].startswith("tools shots: the game crashed")
    assert not list(tmp_path.iterdir())


def test_a_full_disk_is_not_the_games_fault(tools, tmp_path, monkeypatch):
    def full(path, data):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    result = tools("shots", "friday", "--out", tmp_path)
    assert refused(result, "friday.png: No space left on device") and "the game" not in result[2]


def test_a_full_disk_without_a_name_is_not_standard_output(tools, monkeypatch, tmp_path):
    def full(*_):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("tools.wiring.svg", full)
    assert refused(tools("wiring", "--out", tmp_path), "the disk is full: No space left")


def test_named_files_of_tests_run_in_one_process(tools, monkeypatch):
    ran = []
    monkeypatch.setattr("tools.environment.enter", lambda *_: None)
    monkeypatch.setattr("tools.checks._run", lambda *command: ran.append(command) or 0)
    one, two, three = "host_tests/test_rng.py", "host_tests/test_cards.py", "host_tests/test_qr.py"
    for given, alone in (
        ((one,), True), ((one + "::test_x", two, "-k", "a"), True), ((one, two, three), False),
        ((one, "-n", "2"), False), ((one, "-n4"), False), (("host_tests",), False),
    ):  # fmt: skip
        assert tools("test", *given)[0] == 0
        assert ran.pop() == ("pytest", *(("-n", "0") if alone else ()), *given)
    assert refused(tools("test", "host_tests/nosuch.py"), "there is no file host_tests/nosuch.py")
    assert not ran


def test_research_without_a_name_lists_the_names(tools):
    code, printed, _ = tools("research")
    assert code == 2 and "arena " in printed


@pytest.mark.parametrize(
    "line", ("named friday --games 0", "steps make13 --deals -1", "difficulty friday --count 0")
)
def test_research_of_nothing_is_refused(tools, line):
    assert refused(tools("research", *line.split()), "are none: choose one or more")


def test_a_missing_pillow_is_reported_in_one_sentence(tools, tmp_path, monkeypatch):
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    monkeypatch.setattr("tools.environment.enter", lambda *_: None)
    assert refused(tools("shots", "--out", tmp_path), "Pillow")
    assert refused(tools("film", "-o", tmp_path / "film.gif"), "Pillow")


needs_posix = pytest.mark.skipif(os.name == "nt", reason="pipes and devices as on POSIX")


def shell(line):
    return subprocess.run(
        ["bash", "-c", f"set -o pipefail; tools() {{ '{sys.executable}' -m tools $@; }}; {line}"],
        cwd=ROOT, capture_output=True, text=True, env={**os.environ, "PYTHONUNBUFFERED": ""},
    )  # fmt: skip


@needs_posix
@pytest.mark.parametrize("command", ["--help", "trace thirteens --deal 3", "research --help"])
def test_a_full_disk_and_a_closed_pipe_print_no_traceback(command):
    done = shell(f"tools {command} | true")
    assert (done.returncode, done.stderr) in ((1, ""), (0, ""))
    if Path("/dev/full").exists():
        done = shell(f"tools {command} > /dev/full")
        assert done.returncode == 2 and done.stderr.count("\n") == 1
        assert "standard output: No space left on device" in done.stderr


def test_an_image_that_the_emulator_cannot_boot_is_named(tools, monkeypatch, tmp_path):
    monkeypatch.setattr("tools.device.build.build", lambda *_: ({}, []))
    for image, words in (tmp_path / "x.uf2", "cannot be read"), (__file__, "no image for a Pico"):
        monkeypatch.setenv("PICO_UF2", str(image))
        assert refused(tools("faults"), words) and refused(tools("bench"), words)


@needs_posix
def test_a_file_is_written_whole_or_not_at_all(tmp_path, monkeypatch):
    path, link = tmp_path / "a.json", tmp_path / "link"
    link.symlink_to(path)
    games.write(path, "old ü")
    games.write(link, b"older")
    assert path.read_bytes() == b"older" and link.is_symlink()
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    games.write(pipe, "into it, and not in its place")
    assert os.read(reader, 99) == b"into it, and not in its place" and pipe.is_fifo()
    os.close(reader)
    pipe.unlink()
    half = Path.write_bytes

    def interrupted(self, data):
        half(self, data[:3])
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "write_bytes", interrupted)
    with pytest.raises(KeyboardInterrupt):
        games.write(path, "newer")
    assert path.read_bytes() == b"older" and sorted(tmp_path.iterdir()) == [path, link]
    monkeypatch.undo()
    with pytest.raises(OSError) as refused:
        games.write(tmp_path / "none" / "b", "x")
    assert refused.value.filename == str(tmp_path / "none" / "b")


# Runs `python -m tools trace` with Ctrl-C once a module is looked for, or twice in the command:
# the second time while it tidies up, and a third time at Python's exit.
_INTERRUPTED = """
import atexit, runpy, signal, sys

signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored in the background

class Finder:
    def find_spec(name, *_):
        if name == MODULE:
            signal.raise_signal(signal.SIGINT)

def main(argv):
    try:
        signal.raise_signal(signal.SIGINT)
    finally:
        signal.raise_signal(signal.SIGINT)
        print("tidied")

atexit.register(signal.raise_signal, signal.SIGINT)
sys.meta_path.insert(0, Finder)
if not MODULE:
    import tools.trace
    tools.trace.main = main
sys.argv[1:] = ["trace"]
runpy.run_module("tools", run_name="__main__", alter_sys=True)
"""


@pytest.mark.parametrize(
    "module, out", [("tools.environment", ""), ("tools.trace", ""), (None, "tidied\n")]
)
def test_ctrl_c_prints_one_word_at_any_moment(module, out):
    done = subprocess.run(
        [sys.executable, "-c", f"MODULE = {module!r}\n{_INTERRUPTED}"],
        cwd=ROOT, capture_output=True, text=True,
    )  # fmt: skip
    assert (done.returncode, done.stdout, done.stderr) == (130, out, "Stopped.\n")


@pytest.mark.parametrize("port, why", [(99999, "0 to 65535"), (None, "in use")])
def test_a_port_that_cannot_serve_the_page_is_refused(tmp_path, port, why):
    with serve.server(tmp_path) as busy, pytest.raises(Bad, match=f"can't be used.*{why}"):
        serve.opened(tmp_path, busy.server_port if port is None else port)


def test_bench_refuses_an_unknown_section(tools):
    assert refused(tools("bench", "--only", "speed"), "no section 'speed'", "power_on")
