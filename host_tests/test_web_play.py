"""The page is played: each game from where it is left to its end card, and on to the next.

A person listens, presses keys, waits, reloads, looks away. What takes minutes is for `make soak`:
a race of each kind, the last moves of the longer patiences and of a match.
"""

import itertools
import re
import time

import chromium
import firefox
import playing
import pytest
import test_speech
from person import Person
from playing import SOAK
from test_web import served

DRAWN = False  # by the fixture `handheld`
KINDS = ("Endless", "First to", "Fastest", "Race")
# A match of one round, whose last move is the friend's.
LINK = "#turn/13-280NF9500030NK25RQEWBQEWSQEWTKEMSN6GG0ZN6"
FAST = 8
MOST_LEVELS = 5  # of a race
QUIET = 0.3  # seconds until who listens has heard all

if not chromium.find():
    pytest.skip("no Chromium here: install it, or name it in CHROMIUM", allow_module_level=True)

pytestmark = pytest.mark.slow
BROWSERS = ["chromium"]
if firefox.find():
    BROWSERS.append("firefox")


@pytest.fixture(scope="module")
def url(folder):
    with served(folder) as address:
        yield address


@pytest.fixture(scope="module")
def in_firefox():
    with firefox.Firefox() as page:
        yield page


@pytest.fixture
def person(request, url):
    """In Chromium, or in the browser that the test is told."""
    if getattr(request, "param", "chromium") == "firefox":
        yield Person(request.getfixturevalue("in_firefox"), url)
        return
    page = request.getfixturevalue("browser").page("about:blank", fresh=True)
    yield Person(page, url)
    assert page.console() == []
    page.close()


def near_the_end(handheld, game, left=5):
    """Save a game that is won in `left` moves."""
    deal, moves = playing.won(game)
    handheld.prepare(last=False)
    table = handheld.start(game, deal)
    for m in moves[:-left]:
        table.match.play(m)
    table.save()
    settings = handheld.module("storage.settings")
    settings.remember(table.row)
    settings.save()


@pytest.mark.parametrize("game", playing.PATIENCES if SOAK else playing.PATIENCES[:1])
def test_a_patience_is_won_by_hints_and_another_one_begun(game, person, handheld):
    near_the_end(handheld, game)
    person.visit()
    person.bring(handheld)
    person.hear(", deal ")
    person.hurry(FAST)
    mark = len(person.lines)
    while not any("plays itself" in line or "won!" in line for line in person.lines[mark:]):
        assert len(person.lines) - mark < 60, person.lines[mark:]
        person.advised()
        time.sleep(0.6)
        person.listen()
    person.at = mark
    assert "Your first win" in person.hear("You won!")
    person.at -= 1
    person.choose("New deal")
    person.hear("deal ")
    was = f"#{game}/{playing.won(game)[0]}"
    person.page.until(f"location.hash !== {was!r}", 30)


def cards_left(person):
    """How many the deck has, by T."""
    person.fresh()
    person.press("T")
    return int(re.search(r"deck has (\d+)", person.hear("deck has"))[1])


def begin(person, kind):
    """From the page of the games to a race of that kind, counted in."""
    person.visit("#make13")
    person.choose("More")
    person.choose(kind)
    person.choose("Random")
    person.hear("3. Any key")
    person.hear("Make 13, deal", "10 seconds")


def by_ear(person, play):
    """Play as test_speech's listeners do, who know nothing but what is said."""
    ear = test_speech.Ear()
    person.fresh()
    person.press("T")
    for what in itertools.chain([500], play(ear)):
        if isinstance(what, int):
            time.sleep(what / 1000)
        elif what != "turn":
            time.sleep(QUIET)
            for line in person.fresh():
                ear(line)
            ear.fresh.clear()  # no answer to this key
            person.press(what)
        for line in person.fresh():
            ear(line)


def to_the_result(person, tries="try 1"):
    """Level after level: whatever makes 13, else a card from the deck; then the first page."""
    for _ in range(MOST_LEVELS):
        by_ear(person, test_speech.make13_level)
        for _ in range(20):
            if any("Deal: " in line or "Column 1: " in line for line in person.lines[-3:]):
                break
            person.press("A")
            time.sleep(1)
            person.listen()
        if any("Deal: " in line for line in person.lines[-3:]):
            break
    assert any(f"Player: AAA, {tries}" in line for line in person.lines[-5:]), person.lines[-9:]


@pytest.mark.skipif(not SOAK, reason="minutes: the one below is run in seconds")
@pytest.mark.parametrize("kind", KINDS)
def test_a_race_of_each_kind_is_run_to_its_result_and_another_one_begun(kind, person):
    begin(person, kind)
    to_the_result(person)
    person.press("B")
    person.choose("Once more")
    person.hear("3. Any key")
    person.hear("Column 1: ")


def test_a_race_outlives_f5_another_tab_and_two_minutes(person):
    """Nothing is won by it, and nothing lost: neither cards nor time nor a try."""
    begin(person, "Endless")
    time.sleep(2.5)  # it was suspended by the key that began it
    assert not any("Resume" in line for line in person.fresh())
    person.press("B", "B", "B")
    assert cards_left(person) == 29
    person.reload()
    person.hear("Resume, 1 of")
    person.press("A")
    person.hear("3. Any key")
    line = person.hear("Make 13, deal")
    assert int(re.search(r"(\d+) seconds on the timer", line)[1]) < 10
    assert cards_left(person) == 29
    person.hide(True)
    time.sleep(3)
    person.hide(False)
    person.hear("Resume, 1 of")
    person.hurry(60)
    time.sleep(130 / 60)  # in the menu; then the first key counts
    person.hurry(1)
    person.press("A")
    person.hear("3. Any key")
    person.hear("1. Any key")
    time.sleep(1)
    assert cards_left(person) == 29
    if SOAK:
        to_the_result(person)


def test_a_race_that_an_address_names_is_an_entry(person):
    for n in (1, 2, 3):
        person.visit("#thirteens/1") if n == 1 else person.page.run("location.hash = '#thirteens'")
        person.hear("Thirteens, deal")
        person.page.run("location.hash = '#make13/8'")
        person.choose("Start: Race")
        person.hear("1. Any key")
        person.hear("Make 13, deal 8")
        person.press("MENU")
        person.hear("Resume, 1 of")
        person.at -= 1
        person.choose("Quit")
        person.hear("Quit this game?")
        person.at -= 1
        person.choose("Quit")
        person.hear("Levels busted", f"Player: AAA, try {n}")
    time.sleep(1)
    person.press("B")
    person.hear("Level by level, 1 of")
    person.press("DOWN", "DOWN", "DOWN", "DOWN")
    assert not any("Once more" in line for line in person.fresh())


@pytest.mark.skipif(not SOAK, reason="some hundred keys")
def test_a_match_is_played_to_its_end(person, handheld):
    """Of Three Thirteen, its last moves; then another one."""
    handheld.prepare(last=False)
    table = handheld.start("three_thirteen", 7)
    playing.play_on(table.match, 10**6)
    n = table.match.played
    handheld.prepare("three_thirteen", 7, n - 12)
    person.visit()
    person.bring(handheld)
    person.hear("ound ", " of 11")
    person.hurry(FAST)
    mark = len(person.lines)
    while not any("Rating: " in line or "New deal, 1 of" in line for line in person.lines[mark:]):
        assert len(person.lines) - mark < 400, person.lines[-9:]
        person.press("A")
        person.listen()


@pytest.mark.parametrize("person", BROWSERS, indirect=True)
def test_the_end_of_a_match_by_link_is_read_and_left(person):
    person.visit(LINK)
    person.hear("The end of round 1", "A the score sheet")
    person.page.until("document.getElementById('status').textContent.includes('has seen it')", 30)
    person.press("A")
    person.hear("Scores after round 1", "A the result")
    person.press("A")
    person.hear("You win", "Look at the table, 1 of 2")
    person.at -= 1
    held = """document.dispatchEvent(new KeyboardEvent('%s',
        { bubbles: true, code: 'Enter', key: 'Enter' }))"""
    person.press("DOWN")
    person.hear("Leave, 2 of 2")
    person.page.run(held % "keydown")  # as long as the next handheld needs to start
    person.hear("Thirteen. ")
    time.sleep(1)
    person.page.run(held % "keyup")
    time.sleep(1)
    assert not any("Learn it" in line for line in person.fresh())
    assert person.playing() == ""


def test_after_two_minutes_the_first_key_counts(person):
    person.visit()
    person.hurry(60)
    time.sleep(250 / 60)
    person.hurry(1)
    assert person.page.run("document.getElementById('screen').style.filter") == ""
    person.fresh()
    person.press("RIGHT")
    person.hear("Make 13, 2 of")
