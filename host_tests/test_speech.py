"""The games told by voice: whole games played by somebody who hears only what is said.

A player gets each sentence, and answers with keys; what lies on the table, whose turn it is and
how it ended follows from the sentences alone. Beside it the test compares what follows with the
state of the game.
"""

import itertools
import os
import random
import re
import sys

import playing
import pytest
import scripted_player

DRAWN = False
MANY = bool(os.environ.get("SOAK"))
RANKS = ["ace", *map(str, range(2, 11)), "jack", "queen", "king"]
SUITS = ["spades", "hearts", "diamonds", "clubs"]
CARD = rf"(?:{'|'.join(RANKS)}) of (?:{'|'.join(SUITS)})"


def named(c):
    """A card's name."""
    return f"{RANKS[(c & 15) - 1]} of {SUITS[c >> 4 & 3]}" if c else "empty"


def cards(words):
    """The cards that are named in these words."""
    return re.findall(CARD, words.lower())


def rank(words):
    """The rank of the first card or rank in these words, 0 for none."""
    found = re.search("|".join(rf"\b{r}\b" for r in RANKS), words)
    return RANKS.index(found[0]) + 1 if found else 0


class Ear:
    """All that was said, and what lies where by that."""

    def __init__(self):
        self.heard = []  # sentences
        self.fresh = []  # those since the last key
        self.there = {}  # what was said of each place: "turned card": "5 of hearts"
        self.keys = 0  # pressed
        self.at = ""  # the last sentence: the cursor's place

    def __call__(self, words):
        said = re.split(r"(?<=[.?!]) ", words)
        self.heard += said
        self.fresh += said
        for sentence in said:
            name, colon, what = sentence.rstrip(".").partition(": ")
            part = re.fullmatch(r"(\w+ column) from (\d)", name.lower())
            if part:  # what lies below is as it was
                name = part[1] + " from the bottom"
                below = cards(self.there[name])[: int(part[2]) - 1]
                what = ", ".join(below + cards(what))
            if colon:
                self.there[name.lower()] = what
        if not said[-1].startswith("Keys"):
            self.at = said[-1].rstrip(".").lower()
        elif len(said) > 1:
            self.at = said[-2].rstrip(".").lower()

    def press(self, key, ms=1600):
        """A key, and the answer to it."""
        self.fresh = []
        self.keys += 1
        yield key
        for _ in range(ms // 20):
            yield 20
            if self.fresh:
                return
        raise AssertionError(f"{key}: nothing is said after {self.heard[-6:]}")

    def said(self, words):
        """Whether a sentence since the last key has these words."""
        return any(words in sentence for sentence in self.fresh)

    def over(self):
        """Whether the result was told."""
        return any(
            re.match(r"Time: \d|You won!|No moves left", sentence) for sentence in self.heard[-12:]
        )

    def go(self, where, row, column):
        """Move the cursor: where(sentence) is (row, column) of a place, None for another."""
        tried = []
        while where(self.at) != (row, column):
            was = where(self.at)
            way = "RIGHT" if not was else ("DOWN" if was[0] < row else "UP")
            if was and was[0] == row or tried[-2:] == [(was, way)] * 2:
                way = "RIGHT" if not was or was[1] < column else "LEFT"
            tried.append((was, way))
            assert len(tried) < 60, (was, row, column, self.heard[-6:])
            yield from self.press(way)

    def choose(self):
        """A, and A again where it asks which."""
        yield from self.press("A")
        if self.said("Choose"):
            assert self.said("It can go to: ") and self.at.endswith(", takes it")
            yield from self.press("A")


def follow(handheld, play, agree=None):
    """Play a game by what is heard; at each "turn" that agrees with what lies there."""

    def script(handheld):
        handheld.hardware.listener = ear
        while not ear.heard:
            yield 50
        for n, what in enumerate(play(ear)):
            assert n < 30000, ear.heard[-9:]
            if what == "turn":
                game = handheld.game
                agrees = not agree or game.rules.over(game.match.s) or agree(game, ear)
                assert agrees, ear.heard[-9:]
            else:
                yield what
        handheld.done = True

    ear = Ear()
    handheld.done = False
    try:
        scripted_player.play(handheld, script, step=8, blind=True)
    finally:
        handheld.hardware.listener = None
    assert handheld.done
    return ear


COLUMNS = ("left", "middle", "right")


def thirteens(ear):
    """T3, T4: any two that touch and make 13, kings alone; T6: else a card is brought down."""

    def where(text):
        found = re.search(r"(left|middle|right) (\d)", text)
        return found and (5 - int(found[2]), COLUMNS.index(found[1]))

    while not ear.over():
        yield "turn"
        tops = {}
        for x, name in enumerate(COLUMNS):
            for y, card in enumerate(cards(ear.there[name + " column from the bottom"])):
                tops[4 - y, x] = rank(card)
        ways = [
            (a, b)
            for a, b in itertools.product(tops, tops)
            if tops[a] + tops[b] == 13 and max(abs(a[0] - b[0]), abs(a[1] - b[1])) == 1
        ]
        ways += [(a, a) for a in tops if tops[a] == 13]
        if ways:
            a, b = max(ways)
            yield from ear.go(where, *a)
            yield from ear.press("A")
            if ear.said("Choose the other card"):
                yield from ear.go(where, *b)
                yield from ear.press("A")
        else:
            empty = [x for x in range(3) if (4, x) not in tops]
            yield from ear.go(where, 4, empty[0])
            yield from ear.choose()
        yield 100


def thirteens_agree(game, ear):
    s = game.match.s
    return all(
        cards(ear.there[name + " column from the bottom"])
        == [named(c) for c in s[5 * x : 5 * x + 5] if c]
        for x, name in enumerate(COLUMNS)
    )


def friday(ear):
    """F3: what is turned is played if a pile takes it, then what lies on the waste."""
    tried = None
    while not ear.over():
        yield "turn"
        turned, waste = rank(ear.there["turned card"]), ear.there["waste"]
        wanted = {
            rank(what.partition("wants ")[2])
            for name, what in ear.there.items()
            if name.endswith(" pile") and "wants" in what
        }
        if waste != tried and rank(waste) in wanted and turned not in wanted:
            tried = waste
            while not ear.at.startswith("waste"):
                yield from ear.press("RIGHT")
            yield from ear.choose()
        else:
            while not ear.at.startswith("turned card"):
                yield from ear.press("LEFT" if ear.at.startswith("waste") else "RIGHT")
            yield from ear.choose()
            tried = None if rank(ear.there["turned card"]) != turned else tried
        yield 100


def friday_agrees(game, ear):
    s, rules = game.match.s, game.rules
    tops = {r + " pile": named(rules.top(s, (i + 3) % 13)) for i, r in enumerate(RANKS)}
    tops |= {"turned card": named(rules.turned(s)), "waste": named(rules.waste(s))}
    started = {name: top for name, top in tops.items() if top != "empty" or name in ear.there}
    built = [what for name, what in ear.there.items() if "wants" in what]
    assert all(rank(what.partition("wants")[2]) == rank(what) % 13 + 1 for what in built)  # F4, F9
    return all(ear.there[name].startswith(top) for name, top in started.items())


def imaginary(ear):
    """I3 to I5: from a waste if a pile wants its top, else the next card of the stock."""
    tried = set()
    while not ear.over():
        yield "turn"
        wanted = [rank(ear.there[f"plus {n} pile"].partition("wants ")[2]) for n in range(1, 9)]
        ways = [w for w in "abcd" if rank(ear.there["waste " + w]) in wanted and w not in tried]
        ways = [w for w in ways if cards(ear.there["waste " + w])]
        name = "waste " + ways[0] if ways else "turned card"
        before = dict(ear.there)
        while not ear.at.startswith(name):
            low = ear.at.startswith(("waste", "turned"))
            yield from ear.press("RIGHT" if low else "DOWN")
        yield from ear.choose()
        yield 100
        tried = tried | set(ways[:1]) if before == ear.there else set()


def imaginary_agrees(game, ear):
    s, rules = game.match.s, game.rules
    heights = [rules.height(s, f) for f in range(8)]
    tops = {f"plus {f + 1} pile": rules.built(s, f, h - 1) for f, h in enumerate(heights)}
    tops |= {"waste " + w: rules.waste(s, i) for i, w in enumerate("abcd")}
    tops["turned card"] = rules.turned(s)
    return all(
        ear.there[name].startswith(named(c) if c else ("empty", "none"))
        for name, c in tops.items()
    )


PATIENCES = {
    "thirteens": (thirteens, thirteens_agree, [190, 42, 7, 13, 77], 120),
    "friday": (friday, friday_agrees, [42, 7, 13, 99], 75),
    "imaginary": (imaginary, imaginary_agrees, [5, 7, 42], 100),
}


@pytest.mark.parametrize("game", PATIENCES)
def test_a_patience_is_played_to_its_end_by_ear(handheld, game):
    play, agree, deals, most = PATIENCES[game]
    for deal in deals if MANY else deals[:1]:
        handheld.prepare(game, deal, animation=0)
        ear = follow(handheld, play, agree)
        match = handheld.game.match
        assert match.rules.over(match.s) and match.played > 1
        assert match.played < 20 or len(" ".join(ear.heard)) / ear.keys < most  # letters a key


def level_over(ear):
    """Whether the last sentences told its end: a clock may bring it between two keys."""
    return any("busted" in s or "Target reached" in s for s in ear.heard[-6:])


def make13_level(ear):
    """A level: any cards that make 13 together, else one from the deck."""

    def where(text):
        found = re.match(r"(column|stack) (\d)", text)
        return found and (found[1] == "stack", int(found[2]))

    while not level_over(ear):
        yield "turn"
        tops = {
            where(name): rank(what)
            for name, what in ear.there.items()
            if where(name) and cards(what)
        }
        groups = [
            group
            for n in (1, 2, 3, 4)
            for group in itertools.combinations(tops, n)
            if sum(tops[at] for at in group) == 13
        ]
        so_far = 0
        for at in groups[0] if groups else ():
            yield from ear.go(where, *at)
            yield from ear.press("A")
            so_far += tops[at]
            if so_far < 13:
                assert ear.said(f"{so_far} so far, {13 - so_far} to go")
            else:
                assert ear.said("points") or ear.said("busted")
        if not groups:
            yield from ear.press("B")


def make13(ear):
    """A race of one level, and what it earned."""
    yield from make13_level(ear)
    last = " ".join(ear.heard[-8:])
    points = [int(n) for n in re.findall(r"(?:points|bonus|Bust): (\d+)", last)]
    total = int(re.search(r"Total: (\d+)", last)[1])
    assert total == sum(points) > 0
    while not any("All levels played" in s for s in ear.heard):
        yield 400
        yield "A"
    assert f"{total} points." in ear.heard


def make13_agrees(game, ear):
    s = game.match.s
    names = [f"column {i}" for i in range(1, 6)] + [f"stack {i}" for i in range(1, 4)]
    tops = [named(game.rules.top(s, p)) for p in range(8)]
    return all(ear.there[name].startswith(top) for name, top in zip(names, tops, strict=True))


def test_what_the_clock_does_is_told_without_a_key(handheld):
    handheld.prepare("make13", 113, animation=0)

    def play(ear):
        yield from ear.press("A")  # Resume
        yield 16_000  # 3, 2, 1, and the ten seconds of the timer
        yield "turn"
        assert ear.said("Time!") and ear.said("Stack 1: "), ear.heard[-5:]

    follow(handheld, play, make13_agrees)


def test_a_race_of_make_13_is_played_by_ear_with_its_sums(handheld):
    """Through the launcher, its menu and the countdown to its results."""
    handheld.prepare(animation=0)
    settings = handheld.module("storage.settings")
    settings.choose(playing.GAMES.index("make13"), 1, 2)  # one level
    settings.save()

    def play(ear):
        while not ear.said("Make 13, "):
            yield from ear.press("RIGHT")
        yield from ear.press("A")
        assert ear.at.startswith("practice") or ear.said("Practice, 1 of"), ear.fresh
        yield from ear.press("DOWN")
        assert ear.said("Start: "), ear.fresh
        yield from ear.press("A")
        while "column 1" not in ear.there:
            yield 50
        yield from make13(ear)

    follow(handheld, play, make13_agrees)
    match = handheld.game.match
    assert match.rules.over(match.s) and any(m < 256 for m in match.log[: match.played])


COST = r"(\w+)(?: went out)?: .*?; .*?(\d+ points?|all melded), (\d+) in all"
QUESTION = r"Go out with \d+\? .*(Go out|End the turn)\.$"


class Rummy:
    """What a listener knows of Three Thirteen: the wild rank, the hand, everybody's points."""

    def __init__(self):
        self.rounds = []  # (number, wild rank) of each
        self.totals = {}
        self.hand = []
        self.winner = ""

    def hear(self, sentence):
        if found := re.match(r"Round (\d+) of \d+\.", sentence):
            self.rounds.append([int(found[1]), 0])
        elif found := re.match(r"(\w+)s are wild\.", sentence):
            self.rounds[-1][1] = RANKS.index(found[1].lower()) + 1
        elif sentence.startswith("Scores: "):
            told = {who: int(n) for who, n in re.findall(r"(\w+) with (\d+)", sentence)}
            assert self.totals in ({}, told)  # as they were after the round before
        elif sentence.startswith("Your hand: "):
            self.hand = cards(sentence)
        elif found := re.match(rf"You have the ({CARD}) now", sentence):
            self.hand.append(found[1])
        elif found := re.match(rf"You discard the ({CARD})\.", sentence):
            self.hand.remove(found[1])
        elif found := re.match(COST, sentence):
            cost = int(found[2].split()[0]) if found[2][0].isdigit() else 0
            assert self.totals.get(found[1], 0) + cost == int(found[3])
            self.totals[found[1]] = int(found[3])
        elif found := re.match(r"(\w+) wins?\.", sentence):
            self.winner = found[1]

    def wants(self, card):
        """Whether a card of the discards is worth taking: it is wild, or makes a pair."""
        return rank(card) == self.rounds[-1][1] or rank(card) in [rank(c) for c in self.hand]


def three_thirteen(rummy):
    def play(ear):
        done = 0
        while not ear.over():
            while done < len(ear.heard):
                rummy.hear(ear.heard[done])
                done += 1
            last = " ".join(ear.fresh)
            if found := re.search(rf"Your turn: .*?(?:take the ({CARD}) from|stock\.)", last):
                yield "turn"
                way = "RIGHT" if found[1] and rummy.wants(found[1]) else ""
                if way:
                    yield from ear.press(way)
                    assert ear.at.startswith("discards: " + found[1])
                yield from ear.press("A")
            elif "discard a card" in last:
                yield "turn"
                for _ in rummy.hand:
                    if "left over" in ear.at and ", wild" not in ear.at:
                        break
                    yield from ear.press("LEFT")
                yield from ear.press("A")
            elif "Go out with" in last or "Keys: A" in last and "in all" in last:
                assert "Go out with" not in last or re.search(QUESTION, last)
                yield from ear.press("A")
            else:
                yield 50

    return play


def rummy_agrees(rummy):
    def agree(game, ear):
        s = game.match.s
        table = sys.modules["thirteen.rules.three_thirteen_table"]
        at = table.hand(0)
        assert rummy.rounds[-1] == [table.number(s), table.wild(s)]  # R2
        return sorted(rummy.hand) == sorted(named(c) for c in s[at : at + table.holds(s, 0)])

    return agree


def test_three_thirteen_is_played_by_ear_with_its_wilds_and_scores(handheld):
    rounds = b"\0" if MANY else b"\4"
    handheld.prepare("three_thirteen", 6, options=b"\0\0\2\0\0\0\0\0" + rounds, animation=0)
    rummy = Rummy()
    ear = follow(handheld, three_thirteen(rummy), rummy_agrees(rummy))
    game = handheld.game
    assert game.rules.over(game.match.s)
    table = sys.modules["thirteen.rules.three_thirteen_table"]
    totals = [table.total(game.match.s, p) for p in range(2)]
    assert list(rummy.totals.values()) == totals and set(rummy.totals) == {"You", "Ada"}
    assert rummy.totals[rummy.winner] == min(totals)
    wilds = {n: wild for n, wild in rummy.rounds}
    assert wilds == {n: n + 2 for n in range(1, table.rounds(game.match.s) + 1)}
    turns = [s for s in ear.heard if s.startswith("Ada ") and "discards the" in s]
    assert len(turns) > 8 and all(re.match(r"Ada (draws from|takes the)", s) for s in turns[1:])


SCREENS = [  # keys, and what is said after them; all of it again by a key of the page
    (
        "",
        r"Thirteen\. In 3 columns\. Thirteens, 1 of 6\. pairs.* Keys: A play, X today, Y path, .*",
    ),
    ("RIGHT", r"Make 13, 2 of 6\. sums against the clock\."),
    ("X", r"Nov 2026\. Make 13\. 13 Nov 2026, deal \d+, not played yet, 13 of 30\. Keys: .*"),
    ("UP", r"6 Nov 2026, deal \d+, 6 of 30\."),
    ("B:700", r"Calendar\. Make 13, 2 of 7\."),
    ("UP*2", r"Medals, 7 of 7\."),
    ("A", r"Medals\. .*: 0 won; bronze at 10, 12 of 12\. Keys: A the month, B back\."),
    ("B B", r"Thirteen\. Make 13, 2 of 6\..*"),
    ("B:700 DOWN*2 A", r"The path\. Step 1, open, 1 of 13\. .+ Keys: A play, B back\."),
    ("RIGHT", r"Step 2, open, 2 of 13\. First to 1,000 points\. stars: none yet\."),
    ("B DOWN A", r"Make 13\. .+, not won yet, 1 of \d+\. .+ Keys: .*"),
    ("B DOWN*2 A", r"Thirteen\. Five card games around.* Keys. A chooses, B goes back\..*"),
    ("B UP*5 A", r"Settings\. Left and right change a value\. Light signals: weak, 1 of \d+\..*"),
    ("RIGHT", r"Light signals: strong, 1 of \d+\. Flashes in place of sounds\."),
    ("UP A", r"Date: YYMMDD\. 2, 1 of 6\. 261113\. Keys: up or down change, A OK\."),
    ("UP", r"3, 1 of 6\. 361113\."),
    (
        "B B B DOWN A",
        r"Who plays\? Left and right .* Deal the cards, 1 of \d+\. The lowest total.*",
    ),
]


def test_every_screen_names_what_it_shows_and_tells_it_again(handheld):
    """Of a new row or cell it alone is told; by the key of the page all of it, the title first."""
    told = []

    def script(handheld):
        handheld.hardware.day = 9813
        handheld.hardware.listener = ear = Ear()
        for keys, wanted in SCREENS:
            for key in keys.split():
                name, _, times = key.partition("*")
                for _ in range(int(times or 1)):
                    ear.fresh = []
                    yield name
                    yield 1000
            yield 400
            now = " ".join(ear.fresh)
            ear.fresh = []
            handheld.hardware.asked = 1
            yield 100
            told.append((keys, now, wanted, " ".join(ear.fresh)))

    handheld.prepare(animation=0)
    try:
        scripted_player.play(handheld, script, step=8, blind=True)
    finally:
        handheld.hardware.listener = None
    for keys, now, wanted, again in told:
        plain = re.sub(r" In \d columns\.", "", now) if keys else now  # the launcher's are three
        assert re.fullmatch(wanted, plain), (keys, now)
        assert again.endswith(now.partition(" Keys: ")[0]) or now in again, (now, again)
    assert len(told) == len(SCREENS)


@pytest.mark.parametrize("game", playing.GAMES)
def test_a_table_is_told_whole_and_so_are_its_moves(handheld, game):
    """Every open card, every place by a name of its own; the moves as the view has them."""
    handheld.prepare(game, 42, 3, animation=0, **PRACTICE.get(game, {}))
    heard = []

    def script(handheld):
        handheld.hardware.listener = heard.append
        yield 4000
        if "Continue: " in heard[0]:
            yield "A"
        yield 4000
        for asked in (1, 2):
            handheld.hardware.asked = asked
            yield 200
        handheld.done = True

    try:
        scripted_player.play(handheld, script, step=8, blind=True)
    finally:
        handheld.hardware.listener = None
    table, moves = heard[-2:]
    piles, places = handheld.module("table.piles"), handheld.module("table.places")
    open_ones = {c for c in piles.cards_now if 0 < c < 64}
    assert {named(c) for c in open_ones} <= {*cards(table)} and open_ones
    match = handheld.game.match
    at, n = match.legal()
    spoken, view = handheld.game.spoken(), handheld.game.view
    assert moves.startswith("You can: ") and moves.count(";") <= n
    for c in cards(" ".join(view.describe(match.s, m) for m in at[:n])):
        assert c in moves
    if game in ("thirteens", "make13"):  # several cards of a rank lie open: which are meant?
        where = r"(left|middle|right) \d|(column|stack) \d"
        for way in moves.partition(": ")[2].split("; "):
            assert len(cards(way)) == len(re.findall(where, way)), way
    seen = [p for p in range(places.count) if handheld.module("table.choice").stops[p]]
    names = {re.sub(CARD, "", spoken.place(match.s, p).lower()) for p in seen}
    assert len(names) == len(seen)


def test_the_stack_that_is_told_gets_the_next_card(handheld):  # M10
    handheld.on()
    game = handheld.start("make13", 42, 0, PRACTICE["make13"]["options"])
    rules, s, spoken = game.rules, game.match.s, game.spoken()
    game.view.open(s)
    for _ in range(5):
        told = re.search(r"the next one goes to (stack \d)", " ".join(spoken.table(s)))[1]
        before = [rules.height(s, p) for p in range(8)]
        game.match.play(rules.DRAW)
        grown = [p for p in range(8) if rules.height(s, p) > before[p]]
        assert [spoken.place(s, p).partition(":")[0] for p in grown] == [told]


def test_what_is_told_as_left_over_costs_the_deadwood(handheld):
    """In hands of ten cards, put together at random: tens are wild."""
    handheld.on()
    game = handheld.start("three_thirteen", 5, 0, b"\0\0\2")
    s, view, table = game.match.s, game.view, handheld.module("rules.three_thirteen_table")
    view.viewer = 0
    s[table.ROUND], s[table.HOLDS] = 8, 10
    deck = [suit << 4 | r for suit in range(4) for r in range(1, 14)]
    dice, left = random.Random(1), 0
    for _ in range(20):
        s[table.HANDS : table.HANDS + 10] = bytes(0x80 | c for c in dice.sample(deck, 10))
        view.open(s)
        told = [game.spoken().place(s, p).split(", ") for p in range(2, 12)]
        spare = [min(rank(card), 10) for card, *more in told if "left over" in more]
        assert sum(spare) == table.least(s, 0), told
        left += len(spare)
    assert 20 < left < 150


@pytest.mark.parametrize(
    "option, told", [(0, "1 redeal left"), (1, "no redeal"), (2, "2 redeals")]
)
def test_the_redeals_that_are_left_are_told(handheld, option, told):
    handheld.on()
    game = handheld.start("friday", 42, 0, bytes((option,)))
    s, rules, hand = game.match.s, game.rules, 13
    assert told in game.spoken().place(s, hand)
    while rules.hand(s):
        game.match.play(rules.TURN)
    if option != 1:
        game.match.play(rules.REDEAL)
    assert game.spoken().place(s, hand).endswith(" 1 redeal left" if option == 2 else "no redeal")


def test_the_cat_has_a_place_of_its_own(handheld):
    handheld.prepare("friday", 42, animation=0)
    s = handheld.play("900").game.match.s
    spoken, cat = handheld.module("spoken.friday"), 16
    assert spoken.place(s, cat) == "the cat's place"
    assert all(spoken.place(s, p) != spoken.place(s, cat) for p in range(cat))


PRACTICE = {"make13": {"options": b"\0\0\0\3\0"}, "three_thirteen": {"options": b"\0\0\2"}}


def test_a_handheld_passed_on_tells_each_player_their_own_hand(handheld):
    """And nobody's before the handheld is in their hands, whatever is asked for."""
    handheld.prepare("three_thirteen", 7, options=b"\0\0\0", animation=0)
    told = []

    def script(handheld):
        for player in (1, 0):
            for asked in (1, 2):
                yield 900
                handheld.hardware.listener = ear = Ear()
                handheld.hardware.asked = asked
                yield 200
                assert "Hand over to" in ear.heard[0] or asked == 2
                assert not cards(" ".join(ear.heard).replace(told[-1] if told else "-", ""))
            yield "A:900"
            yield 900
            table = sys.modules["thirteen.rules.three_thirteen_table"]
            s, at = handheld.game.match.s, table.hand(player)
            own = [named(c & 63) for c in s[at : at + table.holds(s, player)]]
            assert sorted(cards(ear.there["your hand"])) == sorted(own)
            yield "A"
            yield 900
            ear.fresh = []
            yield "A"
            yield 1900
            told.append(cards(" ".join(ear.fresh))[0])  # what was discarded is seen by all
        handheld.done = True

    try:
        scripted_player.play(handheld, script, step=8, blind=True)
    finally:
        handheld.hardware.listener = None
    assert handheld.done and len(told) == 2


def test_nothing_is_made_while_nobody_listens(handheld):
    """No text, no module of spoken/, and nothing is kept of the moves."""
    handheld.prepare("friday", 42, animation=0)
    handheld.on()
    speech = handheld.module("ui.speech")
    speech.pronounce = speech.card = speech.many = lambda *_: pytest.fail("said")
    handheld.tap("A 300 A 300 LEFT 300 B:700 DOWN B 300 A 600")
    assert handheld.game.match.played == 3
    assert not [name for name in sys.modules if name.startswith("thirteen.spoken")]
    assert not speech._made


def test_a_match_without_a_person_is_nobody_s_turn(handheld):
    handheld.prepare("three_thirteen", 6, options=b"\0\2\2\0\0\0\0\0\4", animation=0)

    def listen(ear):
        while not ear.said("Keys: A the score sheet"):
            yield 50

    heard = " ".join(follow(handheld, listen).heard)
    assert "Al's hand: " in heard and " discards the " in heard and "Your " not in heard


def test_three_stars_are_said_and_fewer_by_their_names(handheld):
    handheld.on()
    speech, art = handheld.module("ui.speech"), handheld.module("draw.art")
    assert speech.pronounce("Stars: " + 3 * art.CH_STAR) == "Stars: three stars"
    assert speech.pronounce("Stars: " + art.CH_STAR + " won") == "Stars: won"
