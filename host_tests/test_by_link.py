"""A match of Three Thirteen by exchanged links, as the page's worker runs it.

Two browsers are two folders of saves; what the page is told to send goes from one to the other.
"""

import json
import random
import sys

import playing
import pytest
from playing import RULES

from thirteen import match
from tools import records
from tools.web import site

DRAWN = False  # by the fixture `handheld`


class Browser:
    """One player's: `go` opens something and plays until it is the friend's turn, or the end."""

    def __init__(self, folder):
        self.handheld = playing.Handheld(folder)

    def go(self, what, keys=400, until=9999, end=()):
        """[(kind, text) that the page was told].

        keys: how often to press one at most; until: the number of moves after which to stop; end:
        keys of a person who looks at the end of the match, one every two seconds.
        """
        told = []
        handheld = self.handheld
        handheld.on()
        sys.modules.pop("by_link", None)
        import by_link

        handheld.watch()
        chooser = _Chooser(handheld, told, keys, until, end)
        handheld.hardware.host = chooser
        heard = getattr(self, "heard", None)
        handheld.hardware.listener = heard.append if heard is not None else None
        try:
            by_link.run(what, lambda kind, text: told.append((kind, text)))
        except handheld.hardware.Stop:
            pass
        finally:
            handheld.hardware.host = None
        self.match = handheld.game.match if handheld.game else None
        self.view = handheld.game.view if handheld.game else None
        return told


class _Chooser:
    """Presses A: draws from the stock, throws the costliest card, goes out, goes on."""

    def __init__(self, handheld, told, keys, until, end):
        self.handheld, self.hardware = handheld, handheld.hardware
        self.told, self.keys, self.until = told, keys, until
        self.now = self.next = 0
        self.end = list(end)

    def clock(self):
        return self.now

    def entropy(self):
        return 25

    def tone(self, *_):
        pass

    def quiet(self, ms):
        return ms

    def wait(self, ms):
        self.now += max(ms, 40)
        if self.hardware.level:
            self.hardware.hold(0)
        elif any(kind == "turn" for kind, _ in self.told) or not self.keys or self.done():
            if not self.end:
                self.handheld.game.save()
                raise self.hardware.Stop
            if self.now > self.next:
                self.next = self.now + 2000
                self.hardware.hold(getattr(self.handheld.hal, self.end.pop(0)))
        else:
            self.keys -= 1
            self.hardware.hold(16)

    def done(self):
        return self.handheld.game and self.handheld.game.match.played >= self.until


@pytest.fixture
def two(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(str(site.HERE / "machine"))
    folders = tmp_path / "a", tmp_path / "b"
    for folder in folders:
        folder.mkdir()
    with playing.kept_modules():
        yield [Browser(folder) for folder in folders]
    sys.modules.pop("by_link", None)


def sent(told):
    """What the page is told to send."""
    kinds = dict(told)
    assert "unlinked" not in kinds, kinds
    return json.loads(kinds["turn"])


def refused(told):
    """Why the page is told that a link can't be opened."""
    assert [kind for kind, _ in told] == ["unlinked"], told
    return told[0][1]


def test_a_match_is_played_to_its_end_by_links_alone(two):
    link = sent(two[0].go([1]))
    turns = 0
    while not link["over"]:
        turns += 1
        player = two[turns % 2]
        told = player.go(link["code"])
        known = turns > 1 or player is two[0]
        words = "legal, and yours are as you made them." if known else "legal."
        assert dict(told)["proof"].startswith("Proved: all ")
        assert dict(told)["proof"].endswith(words)
        link = sent(told)
        assert turns < 20
    assert turns > 3 and link["over"] in ("You win", "Friend wins")
    last, first = two[turns % 2], two[1 - turns % 2]
    other = sent(first.go(link["code"]))
    assert {link["over"], other["over"]} == {"You win", "Friend wins"}
    # Who made the last move sends it; who opens that link need not send it back.
    assert [link["seen"], other["seen"]] == [False, True]
    assert sent(last.go(link["deal"]))["seen"] is False  # also tomorrow
    logs = [list(one.match.log[: one.match.played]) for one in two]
    assert logs[0] == logs[1]
    assert two[0].handheld.files().keys() == {f"link{link['deal']}.{i}" for i in "ab"}

    _the_end_is_read(first, other)
    _the_end_is_read(last, link)


def _the_end_is_read(player, link):
    """By A: from the hands to the sheet, the result, the sheet below, again, and out."""
    player.heard = []
    told = player.go(link["deal"], end="B A A A A DOWN A B B".split())
    hands, sheet, result, below, again, leave = [text.split(".")[0] for text in player.heard[-6:]]
    assert hands.startswith("The end of round 1")
    assert sheet == below and sheet.startswith("Scores after round 1")
    assert result == again == link["over"] and leave == "Leave, 2 of 2"
    assert told[-1] == ("leave", "") and player.handheld.files().keys() == {
        f"link{link['deal']}.{i}" for i in "ab"
    }


_begun = []


@pytest.fixture
def begun(two):
    """Three links of a match: the last one is two[1]'s to open."""
    if not _begun:
        codes = [sent(two[0].go([0]))["code"]]
        for turn in (1, 0):
            codes.append(sent(two[turn].go(codes[-1]))["code"])
        _begun.append((codes, [player.handheld.files() for player in two]))
    codes, files = _begun[0]
    for player, kept in zip(two, files, strict=True):
        for name, data in kept.items():
            (player.handheld.saves / name).write_bytes(data)
    return codes


def test_only_the_player_s_own_hand_is_seen(two, begun):
    seats = []
    for player in two:
        player.go(begun[2], 0)
        view = player.view
        seats.append(view.viewer)
        told = bytearray(99)
        assert view.cards(player.match.s, 19 + view.viewer, told, 0) == 0
        assert view.cards(player.match.s, 20 - view.viewer, told, 0) > 2 and not any(told)
    assert sorted(seats) == [0, 1]


def test_a_turn_that_was_begun_goes_on_where_it_was_left(two, begun):
    n = len(_read(begun[2])[2])
    two[1].go(begun[2], until=n + 1)
    log = list(two[1].match.log[: n + 1])
    for what in (begun[2], two[1].match.number):  # nor can a draw be tried again
        told = two[1].go(what, 0)
        assert list(two[1].match.log[: two[1].match.played]) == log
        assert "unlinked" not in dict(told)


def test_an_older_link_shows_the_match_as_it_is(two, begun):
    told = two[0].go(begun[0], 0)
    assert dict(told)["proof"] == "That link is older than your match, which goes on here."
    assert two[0].match.played == len(_read(begun[2])[2])


def test_one_s_own_link_is_offered_again(two, begun):
    assert sent(two[0].go(begun[2]))["code"] == begun[2]


def _with(code, change=None, more=0):
    """The code of the match of another code with another move at `change`, or with more moves."""
    rules = RULES["three_thirteen"]
    number, chosen, moves = _read(code)
    played = match.Match(rules, number, chosen)
    for i, m in enumerate(moves + [-1] * more):
        out, n = played.legal()
        legal = list(out[:n])
        if i == change:
            legal.remove(m)
        played.play(m if m in legal else legal[0])
    return records.to_code(played)[0]


def _read(code):
    from thirteen.storage import game_code

    number, chosen, moves, _ = game_code.read(RULES["three_thirteen"], game_code.begin(code)[1])
    return number, chosen, list(moves)


@pytest.mark.parametrize(
    ("change", "more", "why"),
    [
        (1, 0, "it does not continue the match here: its moves differ"),
        (None, 9, "it has a turn of yours that you have not played here"),
        (None, 1, "it ends in the middle of a turn"),
    ],
)
def test_a_link_that_does_not_fit_is_refused_in_a_sentence(two, begun, change, more, why):
    reader = two[1]
    if more == 1:
        for path in reader.handheld.saves.iterdir():
            path.unlink()
    before = reader.handheld.files()
    assert refused(reader.go(_with(begun[2], change, more))) == why
    assert reader.handheld.files() == before


def _of(game, options=b""):
    return records.to_code(match.Match(RULES[game], 7, options or None))[0]


def test_a_foreign_damaged_or_hostile_link_is_refused_in_a_sentence(two):
    player = two[0]
    assert refused(player.go(_of("friday"))) == "it is of another game than Three Thirteen"
    for chosen in (b"\1", b"\0\2", b"\0\0\3"):
        options = chosen + bytes(9 - len(chosen))
        why = refused(player.go(_of("three_thirteen", options)))
        assert why == "it is not a match of two people"
    assert refused(player.go(424242)) == (
        "no match by link with deal 424242 is kept in this browser"
    )
    good = _of("three_thirteen")
    r = random.Random(13)
    hostile = ["13-", "13-" + "Z" * 5000, good[:-1], good + "0"]
    for _ in range(6):
        i = r.randrange(3, len(good))
        other = r.choice([letter for letter in "0123456789ABCDEFG" if letter != good[i]])
        hostile.append(good[:i] + other + good[i + 1 :])
    for code in hostile:
        assert refused(player.go(code)).startswith("the code ")
    assert not player.handheld.files()


def test_a_damaged_save_of_a_match_is_set_aside(two, begun):
    files = two[0].handheld.saves
    for path in files.iterdir():
        path.write_bytes(path.read_bytes()[:-9])
    told = two[0].go(_read(begun[0])[0], 0)
    assert refused(told).startswith("no match by link with deal")
    assert {path.suffix[:4] for path in files.iterdir()} == {".bad"}
