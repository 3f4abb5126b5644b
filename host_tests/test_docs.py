"""The files, commands and boards that the documents mention exist."""

import re
import subprocess
import textwrap
from pathlib import Path

import pytest

from thirteen import protocols
from tools import boards
from tools.__main__ import COMMANDS

ROOT = Path(__file__).resolve().parent.parent
DOCS = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md"]
DOCS += sorted((ROOT / "tools" / "docs").glob("*.md")) + [ROOT / "tools" / "xip" / "README.md"]


@pytest.mark.parametrize("doc", DOCS, ids=lambda path: path.name)
def test_links_in_the_documents_lead_somewhere(doc):
    text = doc.read_text("utf-8")
    for link in re.findall(r"\]\((?!https?:)([^)]+)\)", text):
        if link == "../../releases":  # on GitHub, beside the files
            continue
        name, _, anchor = link.partition("#")
        target = doc.parent / name if name else doc
        assert target.exists(), link
        if anchor:
            heads = re.findall(r"^#+ (.*)$", target.read_text("utf-8"), re.MULTILINE)
            assert anchor in [head.lower().replace(" ", "-") for head in heads], link


@pytest.mark.parametrize("doc", DOCS[:2], ids=lambda path: path.name)
def test_files_named_in_the_documents_exist(doc):
    places = "firmware firmware/thirteen tools/host/thirteen".split()
    folders = (ROOT, *(ROOT / place for place in places))
    for name in re.findall(r"`([a-z_0-9/]+\.(?:py|md))`", doc.read_text("utf-8")):
        assert any((folder / name).exists() for folder in folders), name


@pytest.mark.parametrize("doc", DOCS, ids=lambda path: path.name)
def test_commands_named_in_the_documents_exist(doc):
    text = doc.read_text("utf-8")
    targets = re.findall(r"^([\w ]+):", (ROOT / "Makefile").read_text(), re.MULTILINE)
    targets = {name for line in targets for name in line.split()}
    for name in re.findall(r"(?:`|^    )make ([a-z0-9]+)", text, re.MULTILINE):
        assert name in targets, name
    for name in re.findall(r"(?:-m )tools ([a-z0-9]+)", text):
        assert name in COMMANDS, name


def test_every_board_of_the_table_exists_and_has_its_diagram():
    """A board of one's own needs neither."""
    readme = (ROOT / "README.md").read_text("utf-8")
    building = (ROOT / "tools" / "docs" / "building.md").read_text("utf-8")
    promised = re.findall(r"^\| `([a-z0-9_]+)`(?: \(default\))? \| ", readme, re.MULTILINE)
    assert len(promised) >= 12 and set(promised) <= set(boards.names())
    for board in promised:
        assert f"`{board}`" in building and f"(wiring/{board}.svg)" in building
    assert set(re.findall(r"\(wiring/(\w+)\.svg\)", building)) == set(promised)


def test_make_lists_each_target_once():
    text = (ROOT / "Makefile").read_text("utf-8")
    targets = re.search(r"^\.PHONY: (.*\n\.PHONY: .*)$", text, re.MULTILINE)[1]
    listed = re.findall(r'"make ([a-z0-9]+) |; make ([a-z0-9]+) ', text)
    listed = [one or other for one, other in listed]
    assert sorted(listed) == sorted({*targets.split()} - {".PHONY:", "help"})


def test_the_map_names_every_folder():
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    above = [ROOT / name for name in ("", "firmware", "firmware/thirteen", "host_tests", "tools")]
    listed = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.splitlines()
    folders = {parent for path in listed for parent in (ROOT / path).parents}
    missing = [path for path in folders if path.parent in above and path.name[0] != "."
               and path.name + "/" not in text]  # fmt: skip
    assert len(folders) > 30 and not missing


def test_the_first_view_is_that_of_a_game_which_is_tested():
    """Each paragraph of the sample, up to whole functions, stands in the file as it is quoted."""
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    section = text.partition("## A first view\n")[2].partition("\n## ")[0]
    sample = [p for p in section.split("\n\n") if p.startswith("    ")]
    view = (ROOT / "host_tests/pyramid/views.py").read_text("utf-8")
    quoted = [textwrap.dedent(paragraph).strip("\n") for paragraph in sample]
    assert len(quoted) > 5 and not [one for one in quoted if f"\n\n{one}\n" not in view]
    names = re.findall(r"^def (\w+)", "\n".join(quoted), re.M)
    assert {"open", "cards", "source", "target", "refusal"} <= {*names}
    assert {*names} <= {*dir(protocols.Patience)}
