"""Texts on the screen: no old wordings; notes fit."""

import playing

from tools import texts

GONE = (
    "tournament another one", "hold from the next deal", "leads on", "Again: the best",
    "Groups lie among", "cannot be won any more", "I can't tell if", "Take the pile's top",
    "dearest", "the pile helps less", "What was shown", "Play what is marked", "Not that one yet",
    "column move", "handheld is yours", "One more turn for the others", "is through",
    "piles to its left come first", "There is no card", "Together", "Enough", "take it   ",
    "End it", "of the high scores", "has had", "no other copy", "Something went wrong",
    "Winnable only", "round the corner", "are dear", "Take kings soon", "mpremote",
    "Other races", "Other deal", "Same again", "Read them", "Pass it", "Without undo, hints",
)  # fmt: skip


def test_no_old_wording_is_left():
    found = texts.texts()
    rows = [(name, line, text) for name in found for line, text in found[name]]
    assert len(rows) > 250
    for game in playing.GAMES:
        assert {f"sheets/{game}.txt", f"lessons/{game}.py"} <= set(found)
    words = {text for _, _, text in rows}
    assert {"OUT", "wild", "score", "New deal", "deadwood %d"} <= words
    assert not [row for row in rows for old in GONE if old in row[2]]


def test_each_house_rule_has_an_explanation_of_one_line(handheld):
    handheld.on()
    settings_menu = handheld.module("screens.settings_menu")
    canvas = handheld.module("ui.canvas")
    art = handheld.module("ui.art")
    for game in playing.GAMES:
        for name, _ in playing.RULES[game].OPTIONS if game not in playing.RACES else ():
            line = settings_menu.about(name)
            assert line != "a house rule" and settings_menu.label(name), name
            assert canvas.width(art.SMALL, line) <= 208, line


def test_the_command_prints_them(capsys):
    assert texts.main([]) == 0
    printed = capsys.readouterr().out
    assert "screens/pause_menu.py" in printed and "New deal" in printed
