"""A stranger's order of play, by keys alone from the first power-on: what is shown is true.

A lesson, a win by the proof of the deal, its review, a loss, the calendar, a match of two people;
then a win and a loss of each of the other games.
"""

import importlib
import random

import pytest
from scripted_player import play

from tools import bank

DRAWN = False  # by the fixture `handheld`

SHORT = bytes((0, 0, 1, 0, 0, 0, 0, 0, 2))  # against easy, two rounds


class Eye:
    """The texts drawn since it was last asked."""

    def __init__(self, handheld):
        self.seen = []
        for module in handheld.hal, handheld.module("ui.canvas"):
            for name in "text", "centre", "right":
                draw = getattr(module, name, None)
                if draw:
                    setattr(module, name, self.watched(draw))

    def watched(self, draw):
        def watched(*what):
            self.seen.append(str(what[1]))
            return draw(*what)

        return watched

    def sees(self, *texts):
        got = " ".join(self.seen)
        self.seen.clear()
        for text in texts:
            assert text in got, (text, got)


def press(handheld, *keys):
    for key in keys:
        yield key
        yield 150


ARROWS = ("UP", "DOWN", "LEFT", "RIGHT")


def to(handheld, p):
    """The arrows that move the cursor to place p, by what each does there."""
    choice = handheld.module("ui.choice")
    move = choice.move_cursor
    if handheld.game.name == "three_thirteen":
        move = handheld.game.view._go
    at = "cursor", "_arrow", "_came_from"
    start = tuple(getattr(choice, name) for name in at)
    seen = {start: []}
    queue = [start]
    while queue and queue[0][0] != p:
        state = queue.pop(0)
        for name in ARROWS:
            for what, value in zip(at, state):
                setattr(choice, what, value)
            move(getattr(handheld.hal, name))
            led = tuple(getattr(choice, what) for what in at)
            if led not in seen:
                seen[led] = seen[state] + [name]
                queue.append(led)
    for what, value in zip(at, start):
        setattr(choice, what, value)
    assert queue, f"no key leads to {p}"
    for name in seen[queue[0]]:
        yield name
        yield 30
    assert choice.cursor == p


def go(handheld, m):
    """The keys for move m of a patience: to its source and, if that is not enough, its target."""
    view, match = handheld.game.view, handheld.game.match
    n = match.n
    for place in (view.source, view.target):
        if match.n == n:
            yield from to(handheld, place(match.s, m))
            yield "A"
            yield 30
    assert match.n > n, view.describe(match.s, m)


def stranger(handheld, eye, done):
    yield 1500
    eye.sees("Thirteen", "play")
    yield "A"
    yield 300
    eye.sees("Learn it in a minute?", "Show me how", "I know it")
    yield "A"
    yield 300
    eye.sees("Lesson 1/9", "go on", "leave")
    while not any("Now a real game" in text for text in eye.seen):
        yield "A"
        yield 700
    eye.sees("Lesson 9/9")
    yield "A"
    yield 1500
    game = handheld.game
    eye.sees("hint", "undo", "menu")
    done.append("lesson")

    # Each caption does what it says.
    yield from press(handheld, "X")
    eye.sees("These can go")
    proof = bank.decode(game.rules, game.match.number, bank.read("thirteens")[game.match.number])
    yield from go(handheld, proof[0])
    yield 600
    assert game.match.n == 1
    yield from press(handheld, "Y")
    assert game.match.n == 0
    yield "B:900"
    yield 300
    eye.sees("Resume", "New deal", "Choose a deal", "Statistics")
    yield from press(handheld, "B")

    for m in proof:
        if game.rules.over(game.match.s):
            break
        yield from go(handheld, m)
    yield from until(eye, "New deal")
    eye.sees("You won!", "Your first win", "Review the game")
    yield from press(handheld, "DOWN", "DOWN", "A")
    yield 500
    eye.sees("step", "first", "lost")
    yield from press(handheld, "LEFT", "DOWN")
    yield 400
    eye.sees("This game was won.")
    yield from press(handheld, "B:900", "UP", "A")
    yield 2000
    done.append("won")

    eye.seen.clear()
    yield from press(handheld, "A")
    yield 1500
    r = random.Random(1)
    while not game.rules.over(game.match.s):
        moves, n = game.match.legal()
        yield from go(handheld, r.choice([m for m in moves[:n] if m < 256]))
    yield 2500
    eye.sees("Undo", "Review the game", "1 of 2 games")
    assert game.rules.over(game.match.s) == 2
    done.append("lost")
    yield from press(handheld, "UP", "A")
    yield 1200
    eye.sees("Thirteen")

    yield from press(handheld, "X")
    yield 600
    eye.sees("The calendar needs the date.", "Set the date")
    yield from press(handheld, "A", "A")
    yield 300
    eye.sees("Mo", "Su", "Thirteens", "play", "game", "back", "deal ")
    yield from press(handheld, "X", "LEFT")
    eye.sees("Make 13")
    yield from press(handheld, "B")
    yield 600
    done.append("calendar")

    yield from press(handheld, *["RIGHT"] * 4)
    yield 600
    eye.seen.clear()
    yield "A"
    yield 400
    eye.sees("Three Thirteen", "Learn it in a minute?")
    yield from press(handheld, "DOWN", "A")
    yield 400
    eye.sees("Who plays?", "Deal the cards")
    yield from press(handheld, "DOWN", "DOWN", "DOWN", "RIGHT", "RIGHT", "UP", "UP", "UP")
    eye.sees("person")
    yield "A"
    yield 1500
    eye.sees("Hand over to Player", "to see your cards")
    for _ in range(2):
        yield "A:900"
        yield 900
        eye.sees("draw", "deadwood")
        for key in ("A", "A"):
            yield key
            yield 1200
        yield 1200
    eye.sees("Hand over to Player")
    assert handheld.game.match.n >= 4
    done.append("two people")


def test_from_the_first_power_on_to_a_match_of_two(handheld):
    done = []

    def first(handheld):
        importlib.reload(handheld.module("storage.settings"))  # no game has been opened before
        return stranger(handheld, Eye(handheld), done)

    play(handheld, first, 15, blind=True)
    assert done == ["lesson", "won", "lost", "calendar", "two people"]


def until(eye, text):
    for _ in range(90):
        if any(text in seen for seen in eye.seen):
            return
        yield 300
    raise AssertionError(text)


def patience(handheld, eye):
    """Win a patience by the proof of its deal, then lose the next deals by moves at random."""
    game = handheld.game
    match = game.match
    yield 600
    for m in bank.decode(game.rules, match.number, bank.read(game.name)[match.number]):
        if match.rules.over(match.s):
            break  # the rest has played itself
        yield from go(handheld, m)
    yield from until(eye, "New deal")
    eye.sees("You won!", "Your first win")
    yield from press(handheld, "A")
    yield 1500
    r = random.Random(1)
    while not match.rules.over(match.s):
        yield from go(handheld, r.choice(match.legal()[0][: match.legal()[1]]))
    yield 2500
    assert match.rules.over(match.s) == 2
    eye.sees("Undo", "Review the game", "1 of 2 games")


def race(handheld, eye):
    """Win a sprint to 1000 points; then race until a level is not busted, the whole deck first."""
    yield from press(handheld, "RIGHT", "A")
    yield 300
    eye.sees("Start", "Daily deal", "More")
    for wins, keys in ((True, ("UP",)), (False, ("DOWN", "A"))):
        yield from press(handheld, "UP", "A", *keys)
        eye.sees("First to 1,000 points." if wins else "Random")
        yield "A"
        yield 900
        match, choice = handheld.game.match, handheld.module("ui.choice")
        rules, hud = match.rules, handheld.module("views.make13_hud")
        while not rules.over(match.s):
            moves, n = match.legal()
            groups = [m for m in moves[:n] if m < rules.DRAW]
            if hud.has_message():
                yield 100
            elif groups and (wins or not rules.stock(match.s)):
                p = next(p for p in range(8) if (groups[0] & ~choice.group()) >> p & 1)
                yield from to(handheld, p)
                yield "A"
                yield 30
            else:
                yield "B"  # the deck, or the next level
                yield 30
        assert rules.over(match.s) == (1 if wins else 2)
        yield from until(eye, "done")
        yield 2000
        eye.sees("You won!" if wins else "Level not busted", "next")
        yield from press(handheld, "B")
        yield 600
        yield from press(handheld, "B")
        yield 600


def rummy(handheld, eye):
    """Win a short match by what the hints say, lose one by keeping what costs most."""
    game = handheld.game
    table, bot = (
        handheld.module("rules.three_thirteen_table"),
        handheld.module("bots.three_thirteen"),
    )
    for wins in (True, False):
        match = game.match
        yield 900
        while not game.rules.over(match.s):
            s = match.s
            phase = table.phase(s)
            if phase == table.SCORED or not game.mode.yours(s):
                yield "A"
            elif phase == table.DISCARDING and not wins:
                hand = handheld.module("views.three_thirteen_fan")
                cheap = min(range(2, 2 + hand.n), key=lambda p: hand.card(p) & 15)
                yield from to(handheld, cheap)
                yield "A"
            elif phase < table.DECLARING or game.view.asks(s):
                bot.think(s)
                while not bot.step():
                    pass
                yield from to(handheld, game.view.source(s, bot.move()))
                yield "A"
            yield 100
        yield from press(handheld, "A", "A", "A")
        yield from until(eye, "New deal")
        eye.sees("You win" if wins else "Ada wins", "points", "next round")
        yield from press(handheld, "A", "A")


@pytest.mark.parametrize("name", ("friday", "imaginary", "make13", "three_thirteen"))
def test_a_win_and_a_loss_of_each_game(handheld, name):
    script = {"make13": race, "three_thirteen": rummy}.get(name, patience)
    deal = next(iter(bank.read(name))) if name in bank.GAMES else 42
    options = SHORT if name == "three_thirteen" else None
    handheld.prepare(*((name, deal, 0, options) if name != "make13" else ()), animation=1)
    done = []

    def watched(handheld):
        yield 600
        yield from script(handheld, Eye(handheld))
        done.append(name)

    play(handheld, watched, 20, blind=True)
    assert done == [name]
