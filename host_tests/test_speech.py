"""The games told by voice: whole games played by somebody who hears only what is said."""

import itertools
import re
import sys

import playing
import pytest
import scripted_player

RANKS = ["ace", *map(str, range(2, 11)), "jack", "queen", "king"]
SUITS = ["spades", "hearts", "diamonds", "clubs"]
CARD = rf"(?:{'|'.join(RANKS)}) of (?:{'|'.join(SUITS)})"
WHERE = r"((?:, chosen|, takes it|, hint)*), row (\d+), (\d+) of \d+"


def named(c):
    """A card's name."""
    return f"{RANKS[(c & 15) - 1]} of {SUITS[c >> 4 & 3]}"


def rank(words):
    """The rank of the first card or rank in these words, 0 for none."""
    found = re.search("|".join(rf"\b{r}\b" for r in RANKS), words)
    return RANKS.index(found[0]) + 1 if found else 0


class Listener:
    """All that was said, and what follows from it."""

    def __init__(self):
        self.heard = []
        self.table = {}  # (row, number in it): what lies there
        self.hand = []
        self.at = None  # the cursor
        self.fresh = ""  # said since the last key

    def __call__(self, words):
        self.heard.append(words)
        self.fresh += words + " "
        if hand := re.search(rf"(?:^|\. )({CARD}(?:, {CARD})+)\. (?!row)", words):
            self.hand = hand[1].split(", ")
        elif drawn := re.search(rf"You (?:drew from the stock|took [^.]*)\. ({CARD})\.", words):
            self.hand.append(drawn[1])
        elif gone := re.search(r"You discarded ([^.]*)\.", words):
            r, suit = gone[1].split(" of ")
            r = {"A": "ace", "J": "jack", "Q": "queen", "K": "king"}.get(r, r)
            self.hand.remove(f"{r} of {suit}")
        for row, line in re.findall(r"row (\d+): ([^.]*)", words):
            if row == "1":
                self.table.clear()
            for i, what in enumerate(line.split("; ")):
                self.table[int(row), i + 1] = what
        for what, _, row, i in re.findall(r"(?:^|\. |: )([^.:]*?)" + WHERE, words):
            self.table[int(row), int(i)] = what
            self.at = int(row), int(i)

    def press(self, key):
        """A key, and the answer to it."""
        self.fresh = ""
        yield key
        for _ in range(200):
            yield 20
            if self.fresh:
                return
        raise AssertionError(f"{key}: nothing is said after {self.heard[-3:]}")

    def go(self, row, i):
        """Move the cursor to a place."""
        tried = []
        while self.at != (row, i):
            was = self.at
            way = ("DOWN" if was[0] < row else "UP") if was[0] != row else None
            if not way or tried[-2:] == [(was, way)] * 2:
                way = "RIGHT" if was[1] < i else "LEFT"
            tried.append((was, way))
            assert len(tried) < 60, (was, row, i, self.heard[-3:])
            yield from self.press(way)

    def choose(self):
        """A, and A again where it asks which."""
        yield from self.press("A")
        if "Choose" in self.fresh:
            yield from self.press("A")


def follow(handheld, play, check=None, opened=True):
    """Play a game by what is heard; at each turn that agrees with what lies there."""

    def script(handheld):
        while opened and handheld.game is None or not ear.heard:
            yield 50
        for turn, _ in enumerate(play(ear)):
            assert turn < 9000, ear.heard[-9:]
            if _ == "check":
                game = handheld.game
                ended = game.rules.over(game.match.s)
                assert not check or ended or check(game, ear), ear.heard[-3:]
            else:
                yield _
        handheld.done = True

    ear = Listener()
    handheld.done = False
    handheld.on()
    handheld.hardware.listener = ear
    try:
        scripted_player.play(handheld, script, step=8)
    finally:
        handheld.hardware.listener = None
    assert handheld.done
    return ear


def over(ear):
    """Whether the result was told: its time."""
    return re.search(r"Time, (star )?\d+:\d\d", " ".join(ear.heard[-4:])) is not None


def thirteens(ear):
    """T3, T4: any two that touch and make 13, kings alone; T6: else a card is brought down."""
    while not over(ear):
        yield "check"
        tops = {at: rank(what) for at, what in ear.table.items() if what != "empty"}
        ways = [
            (a, b)
            for a, b in itertools.product(tops, tops)
            if tops[a] + tops[b] == 13 and max(abs(a[0] - b[0]), abs(a[1] - b[1])) == 1
        ]
        ways += [(a, a) for a in tops if tops[a] == 13]
        if ways:
            a, b = max(ways)
            yield from ear.go(*a)
            yield from ear.press("A")
            if "Choose the other card" in ear.fresh:
                yield from ear.go(*b)
                yield from ear.press("A")
        else:
            yield from ear.go(*max(at for at, what in ear.table.items() if what == "empty"))
            yield from ear.choose()
        yield 100


def thirteens_agree(game, ear):
    s = game.match.s
    there = {(5 - p % 5, p // 5 + 1): named(s[p]) if s[p] else "empty" for p in range(15)}
    return ear.table == there


def friday(ear):
    """F3: what is turned is played if a pile takes it, then what lies on the waste."""
    tried = None
    while not over(ear):
        yield "check"
        turned, waste = ear.table[3, 2], ear.table[3, 3]
        seen = [rank(what) for at, what in ear.table.items() if at[0] < 3 and " of " in what]
        if waste != tried and (rank(waste) - 2) % 13 + 1 in seen and " of " in waste:
            tried = waste
            yield from ear.go(3, 3)
            yield from ear.choose()
        else:
            yield from ear.go(3, 2)
            yield from ear.choose()
            if turned != ear.table[3, 2]:
                tried = None
        yield 100


def friday_agrees(game, ear):
    s = game.match.s
    rules = game.rules
    tops = [rules.top(s, f) for f in range(13)] + [rules.turned(s), rules.waste(s)]
    said = [ear.table[1 + f // 7, 1 + f % 7] for f in range(13)] + [
        ear.table[3, 2],
        ear.table[3, 3],
    ]
    return all(
        what.startswith(named(c) if c else "empty") for c, what in zip(tops, said, strict=True)
    )


def imaginary(ear):
    """I3 to I5: from a waste if a pile wants its top, else the next card of the stock."""
    tried = set()
    while not over(ear):
        yield "check"
        wants = [rank(ear.table[1, f].split("+")[1][1:]) for f in range(1, 9)]
        wastes = [w for w in range(2, 6) if rank(ear.table[2, w]) in wants and w not in tried]
        wastes = [w for w in wastes if " of " in ear.table[2, w]]
        before = dict(ear.table)
        yield from ear.go(2, wastes[0] if wastes else 1)
        yield from ear.choose()
        tried = tried | set(wastes[:1]) if before == ear.table else set()
        yield 100


def imaginary_agrees(game, ear):
    s = game.match.s
    rules = game.rules
    tops = [rules.built(s, f, rules.height(s, f) - 1) for f in range(8)] + [rules.turned(s)]
    tops += [rules.waste(s, w) for w in range(4)]
    said = [ear.table[1, f + 1] for f in range(8)] + [ear.table[2, i] for i in range(1, 6)]
    return all(
        what.startswith(named(c) if c else "empty") for c, what in zip(tops, said, strict=True)
    )


GAMES = {
    "thirteens": (thirteens, thirteens_agree, 190),
    "friday": (friday, friday_agrees, 42),
    "imaginary": (imaginary, imaginary_agrees, 5),
}


@pytest.mark.parametrize("game", GAMES)
def test_a_patience_is_played_to_its_end_by_ear(handheld, game):
    play, agree, deal = GAMES[game]
    handheld.prepare(game, deal, animation=0)
    ear = follow(handheld, play, agree)
    match = handheld.game.match
    assert match.rules.over(match.s) and match.played > 8
    assert len(" ".join(ear.heard)) / match.played < 450  # letters a move


def make13(ear):
    """A race of one level: any cards that make 13 together, else one from the deck."""
    while "next level" not in ear.fresh and "busted" not in ear.fresh:
        yield "check"
        tops = {at: rank(what) for at, what in ear.table.items() if " of " in what}
        groups = [
            group
            for n in (1, 2, 3, 4)
            for group in itertools.combinations(tops, n)
            if sum(tops[at] for at in group) == 13
        ]
        for at in groups[0] if groups else ():
            yield from ear.go(*at)
            yield from ear.press("A")
        if not groups:
            yield from ear.press("B")
    while "All levels played" not in " ".join(ear.heard):
        yield 400
        yield "A"


def make13_agrees(game, ear):
    s = game.match.s
    places = [(1, i) for i in range(1, 6)] + [(2, i) for i in range(1, 4)]
    tops = [game.rules.top(s, p) for p in range(8)]
    said = [ear.table[at] for at in places]
    return all(
        what.startswith(named(c) if c else "empty") for c, what in zip(tops, said, strict=True)
    )


def test_a_race_of_make_13_is_played_by_ear(handheld):
    """Through its menu and its countdown to its results."""
    handheld.prepare(animation=0)
    settings = handheld.module("storage.settings")
    settings.choose(playing.GAMES.index("make13"), 1, 2)  # one level
    settings.save()

    def play(ear):
        while "Make 13" not in ear.heard[-1].split(". ")[-1]:
            yield from ear.press("RIGHT")
        yield from ear.press("A")
        assert "Start" in ear.fresh
        yield from ear.press("A")
        while not ear.table:
            yield 50
        yield from make13(ear)

    follow(handheld, play, make13_agrees, opened=False)
    match = handheld.game.match
    assert match.rules.over(match.s) and any(m < 256 for m in match.log[: match.played])


def three_thirteen(ear):
    """R3 to R13 by the words of key A, with the card that costs most."""
    while "You win" not in ear.fresh and "wins" not in ear.fresh:
        yield "check"
        now = " ".join(ear.heard[-3:])
        if "A faster" in now[now.rindex("A ") :] or "You" not in now:
            yield 100
        else:
            yield from ear.press("A")


def hand_agrees(game, ear):
    s = game.match.s
    rummy = sys.modules["thirteen.rules.three_thirteen_table"]
    if rummy.phase(s) == rummy.SCORED:
        return True
    at = rummy.hand(0)
    return sorted(ear.hand) == sorted(named(c) for c in s[at : at + rummy.holds(s, 0)])


def test_three_thirteen_is_played_by_ear(handheld):
    handheld.prepare("three_thirteen", 6, options=b"\0\0\2\0\0\0\0\0\4", animation=0)
    ear = follow(handheld, three_thirteen, hand_agrees)
    assert handheld.game.rules.over(handheld.game.match.s)
    rounds = re.findall(r"wild\. .*?(\d+)\. \d+\. round (\d+)", " ".join(ear.heard))
    assert rounds == [(str(n + 2), str(n)) for n in range(1, 5)]  # R2


def test_beside_a_digit_only_the_other_digits_of_its_height_are_no_news(handheld):
    """Of a number that is set digit by digit, all but the one under the cursor."""
    handheld.on()
    speech, canvas = handheld.module("ui.speech"), handheld.module("draw.canvas")
    white = canvas.ON_PANEL
    chosen = (40, 20, "7", canvas.ON_GOLD, 30, 22)
    others = [
        (40, 50, "4", white, 60, 22), (80, 90, "9", white, 99, 12), (100, 90, "Al", white, 99, 22)
    ]  # fmt: skip
    said = []
    speech._say = said.extend
    speech._drawn = lambda table: [chosen, *others]
    speech._tell_screen()
    assert said == ["9", "Al", "7"]


@pytest.mark.parametrize(
    "y, same", ((0, True), (19, True), (20, False), (-19, True), (-20, False))
)
def test_places_are_in_one_row_if_more_than_half_of_the_lower_lies_level(handheld, y, same):
    handheld.on()
    speech, places = handheld.module("ui.speech"), handheld.module("table.places")
    places.clear()
    places.add(0, 30, 30, 40)
    places.add(40, 30 + y, 30, 40)
    assert speech._level(0, 1) == same


@pytest.mark.parametrize("off, belongs", ((4, True), (5, False)))
def test_a_text_belongs_to_a_place_four_pixels_beside_it(handheld, off, belongs):
    handheld.on()
    speech, places = handheld.module("ui.speech"), handheld.module("table.places")
    places.clear()
    places.add(50, 60, 30, 40)
    for x in (80 + off, 50 - off - 20):
        near = speech._near((70, x, "12", 1, x + 20, 10))
        assert near == (0 if belongs else places.NONE)
