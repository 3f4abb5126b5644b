"""The house: each game has its files, its sheet, its line and its picture, and no more."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from thirteen import catalog
from tools import games

ROOT = Path(__file__).resolve().parent.parent
GAMES = [game[0] for game in catalog.GAMES]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    "path",
    [
        "seeds/{}.md",
        "firmware/thirteen/rules/{}.py",
        "firmware/thirteen/bots/{}.py",
        "firmware/thirteen/views/{}.py",
        "firmware/thirteen/lessons/{}.py",
        "host_tests/test_{}.py",
        "host_tests/golden/{}.txt",
    ],
)
def test_every_game_has_its_files(game, path):
    assert (ROOT / path.format(game)).is_file()


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_its_line_and_picture_in_the_readme(game):
    text = (ROOT / "README.md").read_text()
    title = catalog.GAMES[catalog.row(game)][1]
    assert f"**{title}**" in text
    pictures = re.findall(r"\(([^)]*%s[^)]*\.png)\)" % game, text)
    assert pictures
    for picture in pictures:
        assert (ROOT / picture).is_file()


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_of_the_sheet_is_cited_by_a_test(game):
    sheet = (ROOT / f"seeds/{game}.md").read_text()
    rules = re.findall(r"^- ([A-Z]\d+) ", sheet, re.M)
    assert len(rules) == len(set(rules)) and rules
    tests = "".join(path.read_text() for path in (ROOT / "host_tests").glob("test_*.py"))
    missing = [rule for rule in rules if not re.search(rf"\b{rule}\b", tests)]
    assert not missing


def test_the_top_level_holds_what_was_agreed():
    listed = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.splitlines()
    top = {path.split("/")[0] for path in listed}
    agreed = set(
        "README.md LICENSE CHANGELOG.md CONTRIBUTING.md "
        "firmware host_tests tools Makefile seeds pyproject.toml".split()
    )
    assert {name for name in top if not name.startswith(".")} <= agreed


_SIXTH = """
import sys
sys.path[:0] = [{simulator!r}, {folder!r}]
import desk
desk.saves = {saves!r}
from thirteen import match, options, settings, shell, store
from thirteen.game import Game
events, ms = desk.taps({keys!r}, 100)
desk.script(events + [(ms + 3000, desk.Stop)])
try:
    shell.run()
except desk.Stop:
    pass
settings.load()
game = Game("sixth")
game.load()
print(game.match.n, game.hinted, settings.options(5, game.rules.OPTIONS)[0], settings.last())
print(store.trouble())
"""


def test_a_sixth_game_needs_its_files_and_a_row(tmp_path):
    """One more in the launcher, opened, played, asked for a hint, its house rules changed."""
    folder = tmp_path / "firmware"
    shutil.copytree(ROOT / "firmware", folder)
    for room in ("rules", "bots", "views", "sheets"):
        text = (folder / "thirteen" / room / "friday.py").read_text("utf-8")
        text = re.sub(r"\bfriday\b", "sixth", text)
        (folder / "thirteen" / room / "sixth.py").write_text(text, encoding="utf-8")
    rows = folder / "thirteen/catalog.py"
    text = rows.read_text("utf-8")
    row = '("sixth", "A sixth game", "solo", "rules.sixth ui.piles views.sixth"),'
    rows.write_text(text.replace("\n)  # fmt", f"\n    {row}\n)  # fmt", 1), "utf-8")
    program = _SIXTH.format(
        simulator=str(games.SIMULATOR),
        folder=str(folder),
        saves=str(tmp_path / "saves"),
        keys="300 RIGHT*5 A 300 DOWN A 500 A 500 A 500 X 300 X 3000 B:900 DOWN*6 A 200 A B B 200",
    )
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    assert run.stdout.splitlines() == ["2 True 1 5", "None"]
