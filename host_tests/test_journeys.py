"""Journeys: what the screens show, step by step, is as it was approved: tools/journeys.py."""

import playing
import pytest

from tools import journeys
from tools.games import Bad

ALL = [(name, size) for name in journeys.names() for size in journeys.sizes(name)]


@pytest.mark.parametrize("name, size", ALL)
def test_a_journey_shows_what_was_approved(name, size):
    with playing.kept_modules():
        now = journeys.play(name, size)
    changed = list(journeys.differences(name, size, now))
    if changed:
        told = [line for what in changed[:5] for line in journeys.told(name, size, *what)]
        told.append(f"{len(changed)} steps. Look: python -m tools journeys {name}")
        told.append(f"If that is meant: python -m tools journeys {name} --accept")
        pytest.fail("\n".join(told), pytrace=False)
    assert now == journeys.recorded(name, size)


def test_a_change_is_told_drawn_and_accepted(tmp_path, monkeypatch, capsys):
    """Another text in one step: that step alone is shown, and after `--accept` nothing differs."""
    monkeypatch.setattr(journeys, "FOLDER", tmp_path)
    monkeypatch.setattr(journeys, "OUT", tmp_path / "out")
    (tmp_path / "one.txt").write_text("A game.\nstart friday deal 13\n\n600  it\nMENU 200  menu\n")
    with playing.kept_modules():
        assert journeys.main(["--size", "240x240"]) == 1
        assert journeys.main(["--size", "240x240", "--accept"]) == 0
        kept = tmp_path / "one-240x240.txt"
        text = kept.read_text("utf-8")
        assert text.count("\n") == 7 and "[Resume]" in text and "JD QS KH AC" in text
        assert journeys.main(["--size", "240x240"]) == 0
        kept.write_text("<<<<<<< ours\n" + text.replace("[Resume]", "[Go on]"), "utf-8")
        capsys.readouterr()
        assert journeys.main(["one", "--size", "240x240"]) == 1
        told = capsys.readouterr().out
        assert "one on 240x240, step 2:" in told and "step 1" not in told
        assert "[Go on]" in told and "[Resume]" in told
        assert [path.name for path in (tmp_path / "out/one-240x240").iterdir()] == ["02.png"]
        assert journeys.main(["one", "--accept"]) == 0 and kept.read_text("utf-8") == text


def test_a_step_says_what_it_must_show(tmp_path, monkeypatch):
    """A text over the end of a line, a mark of a card, and what must not be there."""
    monkeypatch.setattr(journeys, "FOLDER", tmp_path)
    step = "One.\nstart thirteens deal 7\n\nLEFT 100 UP 100 A 100  it  sees "
    with playing.kept_modules():
        for sees, fault in (
            ('refused "No 7 touches it" no chosen', ""),
            ("chosen", "shows no chosen, but: .*No 7 touches it"),
            ('no "touches it"', "shows 'touches it', but"),
            ('"touches it" lit', "shows no lit, but"),
        ):
            (tmp_path / "one.txt").write_text(step + sees + "\n", "utf-8")
            if fault:
                with pytest.raises(Bad, match="one on 240x240, step 1, .*  it: " + fault):
                    journeys.play("one", "240x240")
            else:
                journeys.play("one", "240x240")


def test_a_script_that_is_none_is_told_in_a_sentence(tmp_path, monkeypatch):
    monkeypatch.setattr(journeys, "FOLDER", tmp_path)
    for text, why in (
        ("A\n", "no steps"),
        ("A\nbegin x\n\n600\n", "is no beginning"),
        ("A\n\n600  it  sees golden\n", "'golden': sees"),
        ("A\n\n600  it  shows lit\n", "'shows'"),
        ("A\n\n600  it  sees no\n", "'sees no': two blanks, sees"),
    ):
        (tmp_path / "one.txt").write_text(text)
        with pytest.raises(Bad, match=why):
            journeys.script("one")
    with pytest.raises(Bad, match="there is no journey 'two': choose from one"):
        journeys.script("two")
