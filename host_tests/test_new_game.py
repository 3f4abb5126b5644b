"""A new game by `python -m tools new`: created, tested, played by keys, checked for gaps.

There are two: the skeleton as it is written, and a finished game.
"""

import re
import subprocess
import sys
from pathlib import Path

import playing
import pytest
import sixth_game

from tools import games, new_game
from tools.games import Bad

KEYS = Path(sixth_game.KEYS).stem
LESSON = "firmware/thirteen/lessons/probe13.py"
ROOT = Path(__file__).resolve().parent.parent
_PLAY = """
import sys
sys.path[:0] = [{simulator!r}, {host!r}, {firmware!r}]
import hardware
hardware.saves = {saves!r}
from thirteen import catalog, shell
from thirteen.game import Game
from thirteen.storage import settings, store
settings.first = lambda row: False
row = len(catalog.GAMES) - 1
keys = "600 " + "RIGHT " * row + "400 A 900 X 400 X 2500 A 400 A 900 A 400 A 2500"
events, ms = hardware.taps(keys, 100)
hardware.script(events + [(ms + 3000, hardware.Stop)])
try:
    shell.run()
except hardware.Stop:
    pass
game = Game("probe13")
print(game.load(), game.match.played > 0, game.has(32), settings.last(row + 1) == row, end=" ")
print(store.take_problems())
"""


@pytest.fixture(autouse=True, scope="module")
def plain():
    """What is run in the copies is compiled there, and pytest's own way to do that is slow."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTEST_ADDOPTS", "--assert=plain")
        yield


@pytest.fixture(scope="module")
def root(tmp_path_factory):
    """A copy of the repository with a game as the command creates it."""
    root = tmp_path_factory.mktemp("skeleton") / "repository"
    sixth_game.copy(root)
    new_game.create("probe13", "Probe", root)
    subprocess.run([sys.executable, "-m", "tools", "assets"], cwd=root, check=True)
    return root


@pytest.fixture(scope="module")
def finished(tmp_path_factory):
    """Another with a finished game."""
    root = tmp_path_factory.mktemp("sixth") / "repository"
    sixth_game.copy(root)
    sixth_game.add(root)
    return root


def quick(root):
    """The files that ask something of every game, but for those that take long in MicroPython."""
    return [s for s in new_game.asking(root) if s != KEYS and (playing.SOAK or "wasm" not in s)]


# What the skeleton is asked; the finished game is asked all.
SHORT = "golden", "hints", "layers", "layout", "lessons", "match", "one_key", "presets", "table"


def test_the_skeleton_passes_what_check_runs(root):
    stems = [stem for stem in quick(root) if playing.SOAK or stem[5:] in SHORT]
    assert new_game.failing("probe13", stems, root) == []


def test_the_finished_game_passes_it_and_is_played_by_keys(finished):
    assert new_game.failing(sixth_game.NAME, [*quick(finished), KEYS], finished) == []


def test_the_finished_game_lacks_nothing(finished):
    root = finished
    assert list(new_game.missing(sixth_game.NAME, root)) == []
    assert list(new_game.unclean(sixth_game.NAME, root)) == []
    view = root / new_game.FILES["views.py"].format(sixth_game.NAME)
    text = view.read_text("utf-8")
    view.write_text(text.replace("import sys\n", "import sys, os\n"), "utf-8")
    said = " ".join(new_game.unclean(sixth_game.NAME, root))
    view.write_text(text, "utf-8")
    assert "views/pyramid.py:6:1: E401" in said and "`os` imported but unused" in said


def test_it_is_opened_hinted_played_and_saved_by_keys(root, tmp_path):
    program = _PLAY.format(
        simulator=str(root / "tools/simulator"),
        host=str(root / "tools/host"),
        firmware=str(root / "firmware"),
        saves=str(tmp_path / "saves"),
    )
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == ["True", "True", "True", "True", "None"]


def test_check_lists_what_it_still_lacks(root):
    lacks = list(new_game.missing("probe13", root))
    assert lacks == [
        "firmware/thirteen/catalog.py still has the skeleton's line about this game",
        "seeds/probe13.md still begins with the skeleton's line",
        f"{LESSON} still has the skeleton's texts",
    ]
    rules = root / "firmware/thirteen/rules/probe13.py"
    view = root / "firmware/thirteen/views/probe13.py"
    kept = root / "host_tests/records/probe13.jsonl"
    before = {path: path.read_text("utf-8") for path in (rules, view, kept)}
    rules.write_text(rules.read_text("utf-8").replace("def points(", "def pints("), "utf-8")
    view.write_text(view.read_text("utf-8").replace("def refusal(", "def wherefore("), "utf-8")
    lacks = list(new_game.missing("probe13", root))
    assert "firmware/thirteen/rules/probe13.py has no points" in lacks
    kept.unlink()
    lacks = list(new_game.missing("probe13", root))
    assert [sentence for sentence in lacks if "missing" in sentence] == [
        "host_tests/records/probe13.jsonl is missing: python -m tools record probe13 --won 20 "
        "plays games to keep"
    ]
    assert "firmware/thirteen/views/probe13.py has no refusal" in lacks
    for path, text in before.items():
        path.write_text(text, "utf-8")


def test_check_reads_the_lesson(root):
    """A lesson is replayed, and has its limits; the skeleton's own words are found."""
    lesson = root / "firmware/thirteen/lessons/probe13.py"
    text = lesson.read_text("utf-8")
    lacks = list(new_game.missing("probe13", root))
    assert f"{LESSON} still has the skeleton's texts" in lacks
    for broken, sentence in (
        (text.replace('("', '("' + "word " * 40, 1), "a text has more than 170 letters"),
        (text.replace('("', '("' + "a " * 80).replace("a a ", "b "), "more than 200 words"),
        (re.sub(r', "[^"]+"\),\n', ', "zz"),\n', text, count=1), "the move 'zz' is not legal"),
        ("", "has no DEAL"),
    ):
        lesson.write_text(broken, "utf-8")
        found = [s for s in new_game.missing("probe13", root) if s.startswith(LESSON)]
        assert any(sentence in s for s in found), (sentence, found)
    lesson.write_text(text, "utf-8")


def test_the_existing_games_lack_nothing():
    for game in games.names():
        assert list(new_game.missing(game)) == []


@pytest.mark.parametrize("name", ("friday", "Probe", "a", "probe!", "class", "test", "x" * 17))
def test_a_taken_or_invalid_name_changes_nothing(name, root):
    rows = (root / new_game.CATALOG).read_text("utf-8")
    with pytest.raises(Bad):
        new_game.create(name, "Title", root)
    assert (root / new_game.CATALOG).read_text("utf-8") == rows
