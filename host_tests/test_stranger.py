"""A stranger's order of play, by keys alone from the first power-on: what is shown is true.

A lesson, a win by the proof of the deal, its review, a loss, the calendar, a match of two people.
"""

import importlib
import random

from scripted_player import play, way

from tools import bank


class Eye:
    """The texts drawn since it was last asked."""

    def __init__(self, handheld):
        hal = handheld.hal
        self.seen = []
        for name, at in (("text", 1), ("centre", 1), ("right", 1)):
            draw = getattr(hal, name, None)
            if draw:
                setattr(hal, name, self.watched(draw, at))

    def watched(self, draw, at):
        def watched(*what):
            self.seen.append(str(what[at]))
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


def go(handheld, m, places):
    """The keys for move m of Thirteens: to its source and, if that is not enough, its target."""
    keys = handheld.module("ui.keys")
    arrows = [(name, getattr(keys, name)) for name in ("UP", "DOWN", "LEFT", "RIGHT")]
    table, view, s = handheld.module("ui.table"), handheld.game.view, handheld.game.match.s
    n = handheld.game.match.n
    for p in (view.source(s, m), view.target(s, m)):
        if handheld.game.match.n > n:
            return
        for name in way(lambda bit, q: places.go(bit, q, table.stops), table.cursor, p, arrows):
            yield name
            yield 30
        yield "A"
        yield 30


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
    game, places = handheld.game, handheld.module("ui.places")
    eye.sees("hint", "undo", "menu")
    done.append("lesson")

    # Each caption does what it says.
    yield from press(handheld, "X")
    eye.sees("Playable now")
    proof = bank.decode(game.rules, game.match.number, bank.read("thirteens")[game.match.number])
    yield from go(handheld, proof[0], places)
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
        yield from go(handheld, m, places)
    yield 9000
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
        yield from go(handheld, r.choice([m for m in moves[:n] if m < 256]), places)
    yield 2500
    eye.sees("Undo", "Review the game", "1 of 2 games")
    assert game.rules.over(game.match.s) == 2
    done.append("lost")
    yield from press(handheld, "UP", "A")
    yield 1200
    eye.sees("Thirteen")

    yield from press(handheld, "X")
    yield 600
    eye.sees("The calendar needs the date.")
    yield from press(handheld, "B")
    yield 600
    done.append("calendar")

    yield from press(handheld, "LEFT", "LEFT")
    yield 600
    eye.seen.clear()
    yield "A"
    yield 400
    eye.sees("Three Thirteen", "Learn it in a minute?")
    yield from press(handheld, "DOWN", "A")
    yield 400
    eye.sees("Who plays?", "Deal the cards")
    yield from press(handheld, "DOWN", "DOWN", "DOWN", "RIGHT", "RIGHT", "UP", "UP", "UP")
    eye.sees("human")
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

    play(handheld, first, 10)
    assert done == ["lesson", "won", "lost", "calendar", "two people"]
