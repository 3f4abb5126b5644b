"""The page is played: each game from where it is left to its end card, and on to the next.

A person listens, presses keys or taps, waits, reloads, looks away. What takes minutes is for
`make soak`: a race of each kind from its first level to its result.
"""

import itertools
import re
import time
import types

import chromium
import firefox
import playing
import pytest
import test_speech
from person import KEYS, Person
from playing import SOAK
from test_web import same, served, simulated, take_home
from test_web_visits import LINK, ON, OVERLAY, Plain

from tools import bank
from tools.research import steps

DRAWN = False  # by the fixture `handheld`
KINDS = ("Endless", "First to", "Fastest", "Race")
RACES = [("chromium", by, kind) for by in ("keys", "finger") for kind in KINDS]
RACES.append(("firefox", "keys", "First to"))
LEFT = {"make13": 8, "three_thirteen": 6}  # moves of its first step; of a patience 4
MOST_LEVELS = 3  # of a race are played well; then the player only draws, so that each kind ends
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
def person(request, url, folder):
    """In Chromium, or in the browser that the test is told, without saves."""
    if getattr(request, "param", "chromium") == "firefox":
        with served(folder) as another:  # an origin of its own
            yield Person(request.getfixturevalue("in_firefox"), another)
        return
    page = request.getfixturevalue("browser").page(width=480, height=400, fresh=True)
    yield Person(page, url)
    assert page.console() == []
    page.close()


def first_stones(handheld):
    """Save each game of its first step, all but its last moves played; {game: its deal}."""
    handheld.prepare(last=False, animation=2 if SOAK else 0)
    deals = {}
    for game in playing.GAMES:
        table = handheld.saved(game)
        handheld.module("screens.deal_menu").chosen(table, 0, 1)
        for m in winning(game, table)[: -LEFT.get(game, 4)]:
            table.match.play(m)
        table.save()
        deals[game] = table.match.number
    return deals


def winning(game, table):
    """Moves that win its first step, of all players."""
    if game in bank.GAMES:
        return bank.decode(table.rules, table.match.number, bank.read(game)[table.match.number])
    made = []
    rules = types.SimpleNamespace(**vars(table.rules))
    rules.apply = lambda s, m: (made.append(m), table.rules.apply(s, m))
    s = bytearray(table.match.s)
    if game in playing.RACES:
        steps._race(rules, s, steps.PLAYERS[game]["plain"])
    else:
        steps._match(rules, s, steps.PLAYERS[game]["easy"])
    return made


HALF = ("thirteens", "make13", "three_thirteen"), ("friday", "imaginary")
HOWS = [("chromium", "keys", True, HALF[0]), ("chromium", "finger", False, HALF[1])]
if SOAK:
    HOWS += [(name, "keys", False, ()) for name in BROWSERS[1:]]
    HOWS = [(*how[:3], playing.GAMES) for how in HOWS]


@pytest.mark.parametrize(("person", "by", "listens", "played"), HOWS, indirect=["person"])
def test_games_are_won_to_their_first_stone_and_the_next_begun(
    person, by, listens, played, handheld
):
    """In one visit: by keys and heard, by finger and seen; with SOAK all five each way."""
    deals = first_stones(handheld)
    if by == "finger":
        person.takes_a_phone()
    person.visit(listens=listens)
    person.bring(handheld)
    for game in played:
        starts = person.page.run("thirteen.handheld.starts")
        person.page.run(f"location.hash = '#{game}'")
        person.page.until(f"thirteen.handheld.starts > {starts}")
        person.settles()
        if game in playing.RACES:
            person.press("A", "A", "B")  # without 3, 2, 1
        for _ in range(60):
            if result := person.page.run("thirteen.result"):
                break
            if game in playing.PATIENCES:
                person.press("X", "X")
                person.settles()
            person.press("B" if game in playing.RACES else "A")
            time.sleep(0.5)
        assert "won" in result or game in playing.RACES
        for _ in range(20):
            person.settles()
            now = person.playing()
            if now.startswith(f"#{game}/") and now != f"#{game}/{deals[game]}":
                break
            person.press("A")
        else:
            raise AssertionError((game, result, now, person.lines[-5:]))
        if listens:
            assert any("Step 1 won!" in line for line in person.fresh()), game
    if not person.firefox:
        take_home(person.page, handheld, "history")
        past = handheld.module("storage.history").load()
        earned = handheld.module("screens.steps").stars
        assert all(earned(past, playing.GAMES.index(game)) for game in played)


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
    """Play a level as test_speech's listeners do, who know nothing but what is said."""
    ear = test_speech.Ear()
    person.fresh()
    person.press("T")
    for what in itertools.chain([500], play(ear)):
        if what == "turn":
            continue
        time.sleep(QUIET if isinstance(what, str) else what / 1000)
        for line in person.fresh():
            ear(line)
        if test_speech.level_over(ear):
            return  # the clock may have ended it: no key for what is shown now
        if isinstance(what, str):
            ear.fresh.clear()  # no answer to this key
            person.press(what)


def draws(ear):
    """One card from the deck after the other; then what makes 13, else no level ends (M12)."""
    while not any("deck is empty" in line for line in ear.heard):
        yield from ear.press("B")
    yield from test_speech.make13_level(ear)


def to_the_result(person, tries="try 1"):
    """Level after level: whatever makes 13, else a card from the deck; then the first page.

    In the first and the second one the player does something else in between.
    """
    for level in itertools.count():
        by_ear(person, test_speech.make13_level if level < MOST_LEVELS else draws)
        told = person.insists("A", "Deal: |" + 3 * r"Column \d: .*")  # the next level's
        if "Deal: " in told:
            break
        if level < 2:
            (person.reload, lambda: looks_away(person))[level]()
            person.hear("Resume, 1 of")
            person.insists("A", "3. Any key")
            person.hear("1. Any key")
            time.sleep(1)
    assert f"Player: AAA, {tries}" in told


def looks_away(person):
    person.hide(True)
    time.sleep(3)
    person.hide(False)


@pytest.mark.skipif(not SOAK, reason="minutes: the one below is run in seconds")
@pytest.mark.parametrize(("person", "by", "kind"), RACES, indirect=["person"])
def test_a_race_of_each_kind_is_run_to_its_result_and_another_one_begun(person, by, kind):
    if by == "finger":
        person.takes_a_phone()
    begin(person, kind)
    to_the_result(person)
    person.insists("B", "Once more")
    person.insists("A", "3. Any key")
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
    looks_away(person)
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
        person.choose("End")
        person.hear("End this race?")
        person.at -= 1
        person.choose("End")
        person.hear("Levels busted", f"Player: AAA, try {n}")
    time.sleep(1)
    person.press("B")
    person.hear("Level by level, 1 of")
    person.press("DOWN", "DOWN", "DOWN", "DOWN")
    assert not any("Once more" in line for line in person.fresh())


@pytest.mark.skipif(len(BROWSERS) < 2, reason="no Firefox here: install it, or name it in FIREFOX")
def test_a_visit_in_firefox_is_played_and_reloaded(folder, in_firefox, handheld):
    page, before = in_firefox, len(in_firefox.errors)
    with served(folder, Plain) as address:
        page.go(address)
        page.until(ON)
        handheld.drawn = True
        assert same(page, simulated(handheld))
        page.run("location.hash = 'friday/1234'")
        handheld.prepare("friday", deal=1234)
        assert same(page, simulated(handheld))
        page.key(KEYS["A"][1], "a", " ", KEYS["A"][1])
        wanted = simulated(handheld, "A A A A")
        assert same(page, wanted)
        page.run("window.before = true")
        page.reload()
        page.until(f"!window.before && ({ON})")
        assert same(page, wanted) and page.run(f"{OVERLAY}.hidden")
        page.run("document.getElementById('friend').click()")
        page.until("!!document.querySelector('#friends[open]')")
        assert page.errors[before:] == []


@pytest.mark.parametrize("person", BROWSERS, indirect=True)
def test_the_end_of_a_match_by_link_is_read_and_left(person):
    person.visit("#friday/7")  # is left open, and not gone on with
    person.hear("Friday the 13th, deal 7")
    person.page.run(f"location.hash = '{LINK}'")
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
