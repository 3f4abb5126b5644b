"""Somebody plays all five games in any order, restarts, reviews, leaves, and keeps a book.

The book is this file's own: what a player would write down of each game, by what "What counts"
of the owner's guide says. Every number that the handheld shows, on the card at the end and on the
other screens, is the book's.
"""

import random

import playing
import pytest
from transcript import better, own

from tools import bank

DRAWN = False  # by the fixture `handheld`

DAY = 9822  # 2026-11-22
RECENT = 8  # games of a kind whose deals are known for certain: a fifth of forty
TYPED = (7, 8, 9)  # deals that are chosen by number again and again
FACTS = "KNOWN DAILY LATE UNDONE HINTED HOUSE REVIEWED".split()
# Of Three Thirteen: a round against medium, a match against easy; two people, and with a third.
TABLES = tuple(map(bytes, (
    (0, 0, 2, 0, 0, 0, 0, 0, 1), (0, 0, 1, 0, 0, 0, 0, 0, 0),
    (0, 0, 0, 0, 0, 0, 0, 0, 1), (1, 0, 3, 0, 0, 0, 0, 0, 1),
)))  # fmt: skip


class Book:
    """What was played: `ended` as records in order; of each kind the game open and that left."""

    def __init__(self, history):
        self.history = history
        self.ended = {}
        self.games = dict.fromkeys(playing.GAMES)
        self.left = dict.fromkeys(playing.GAMES)
        self.n = 0

    def met(self, name, deal):
        """Whether a deal of a game was played, or is begun; None if that is long ago.

        The handheld keeps the last records only, and the bests of some deals.
        """
        row = playing.GAMES.index(name)
        played = [r[1] == deal for r in self.ended.values() if r[8] >> 4 == row]
        begun = [g for g in (self.games[name], self.left[name]) if g and g["begun"]]
        if any(played[-RECENT:]) or any(g["deal"] == deal for g in begun):
            return True
        return None if any(played) else False

    def begin(self, name, deal, **facts):
        """A game was dealt."""
        self.n += 1
        self.games[name] = {
            "game": name, "n": self.n, "deal": deal, "begun": False, "over": False, "step": 0,
            **dict.fromkeys([fact.lower() for fact in FACTS], False), "seen": False, **facts,
        }  # fmt: skip
        return self.games[name]

    def end(self, g, how, score=0, seconds=0, moves=0, kind=0):
        """It ended, as far as it is counted the best of its ends."""
        bits = sum(getattr(self.history, "IS_" + fact) for fact in FACTS if g[fact.lower()])
        bits |= sum(getattr(self.history, "IS_" + name) for name in how.split())
        if g["game"] == "thirteens":
            bits |= self.history.IS_IN_THOUSANDS
        where = playing.GAMES.index(g["game"]) << 4 | kind
        rest = g["day"], seconds, moves, where, 0, g["step"], 0
        made = g["n"], g["deal"], score, bits, 0, *rest
        before = self.ended.get(g["n"])
        if better(self.history, before, made) == made:
            self.ended.pop(g["n"], None)
            self.ended[g["n"]] = made
        g["over"] = True

    def drop(self, g):
        """It will not be gone back to."""
        if g and g["begun"] and g["n"] not in self.ended:
            match = g["game"] == "three_thirteen"
            kind = max(g["seats"]) if match else 0
            if match and g["seats"].count(0) > 1:
                self.end({**g, "daily": False}, "GIVEN_UP UNCOUNTED", moves=g["moves"])
            else:
                rated = match and not (g["known"] or g["house"])
                how = "GIVEN_UP RATED" if rated else "GIVEN_UP"
                self.end(g, how, 0, g["seconds"], g["moves"], kind)


class Player:
    """Who plays and writes the book."""

    def __init__(self, handheld, seed):
        self.h, self.r = handheld, random.Random(seed)
        self.day = DAY
        self.done = set()
        self.on()
        self.book = Book(self.history)
        self.table = None

    def on(self):
        """Power-on: of the modules nothing is left."""
        h = self.h
        h.on()
        h.blind()
        h.hal.entropy = lambda: self.r.getrandbits(30)  # or each power-on has the same
        h.hardware.day = self.day
        self.history = h.module("storage.history")
        h.module("storage.settings").load()
        h.module("preferences").apply()
        self.over = h.module("screens.game_over")
        h.module("screens.celebration").run = lambda *what: None
        h.module("screens.celebration").bare = lambda *what: None
        h.module("modes.three_thirteen").Mode._cover = lambda *what: None
        self.told = None
        self.over.what_next = self.asked

    def asked(self, game, title, told, offered, **how):
        self.told = told
        return self.over.LOOK

    def today(self):
        """The date, or the day of play: one more once something has ended since power-on."""
        return self.day if self.day >= 0 else self.history.today(self.history.load())

    def open(self, name):
        """Open a game of a patience or a match; its Game."""
        table = self.h.module("game").Game(name, 0)
        there = table.load()
        assert there == (self.book.games[name] is not None)
        table.mode.result_was_read = lambda game: True
        if there:
            table.view.open(table.match.s)
            table.mode.begin(table)
        return table

    def check(self, table, g):
        """What the game knows of itself is what the book has of it."""
        facts = {fact for fact in FACTS if g[fact.lower()]}
        assert self.h.facts(table) & {*FACTS} == facts, g
        assert (table.match.number, table.day, table.step) == (g["deal"], g["day"], g["step"])
        assert table.in_play() == (g["begun"] and not table.rules.over(table.match.s))

    # What one may do with the open game. Each returns whether it was possible.

    def deal(self, table, g):
        """Another deal: any, by number, of today or another day, a step, by its name."""
        name, r = table.name, self.r
        kind = r.choice("any any number today other step".split())
        deals, dealing = self.h.module("storage.deals"), self.h.module("dealing")
        today = self.today()
        wanted = {"rules": None}
        day = step = number = 0
        if kind == "number":
            number = r.choice(TYPED)
            wanted["typed"] = True
        elif kind in ("today", "other"):
            other = max(today - r.randrange(1, 6), 1)
            day = today if kind == "today" else other
        elif kind == "step":
            step = r.randrange(1, 14)
            steps = self.h.module("screens.steps")
            number, text, _ = steps.deal(steps.of(name), step - 1)
            wanted["rules"] = steps.rules(table, text)
        options = wanted["rules"] or bytes(len(table.rules.OPTIONS))
        if name == "three_thirteen" and kind != "step":
            options = r.choice(TABLES)
        elif name != "three_thirteen" and kind == "any" and r.random() < 0.3:
            options = b"\1" + bytes(len(options) - 1)
        wanted["rules"] = options
        if g and g["begun"] and not g["over"]:
            left = self.book.left[name]
            if left and left["n"] != g["n"]:
                self.book.drop(left)
            self.book.left[name] = {**g, "moves": table.match.forgotten + table.match.played,
                                    "seconds": table.seconds}  # fmt: skip
        assert dealing.leave(table)[0]
        if kind == "step":
            wanted["step"] = step
        number_of_day = deals.daily(name, table.row, day) if day else number
        met = number_of_day and self.book.met(name, number_of_day)
        result = day and self.history.result(self.history.load(), table.row, day)
        dealing.deal(table, number, day=day, **wanted)
        deal = table.match.number
        assert not number_of_day or deal == number_of_day
        if not day and deal == deals.daily(name, table.row, today):
            day = today
            result = self.history.result(self.history.load(), table.row, day)
        house = any(options[5:] if name == "three_thirteen" else options)
        if met is None:
            met = table.has(self.history.IS_KNOWN)
        self.book.begin(
            name, deal, day=day or today, daily=day > 0, late=0 < day != today, house=house,
            known=bool(met or result or kind == "number" and not day), step=step,
            seats=options[1 : 3 + options[0]],
        )  # fmt: skip
        table.deal_made()
        return True

    def move(self, table, g, most=6):
        if table.rules.over(table.match.s):
            return False
        for _ in range(self.r.randrange(1, most)):
            out, n = table.match.legal()
            if not n or table.rules.over(table.match.s):
                break
            g["begun"] = g["begun"] or table.mode.yours(table.match.s)
            table.move(out[self.r.randrange(n)])
        return True

    def lose(self, table, g):
        """Play on to the end at random, which of a patience is nearly always a loss."""
        short = table.name in playing.PATIENCES or table.match.options[8] == 1  # of one round
        return short and not g["over"] and self.move(table, g, 3000)

    def win(self, table, g):
        """By the proof, from the deal on."""
        name, match = table.name, table.match
        line = name in bank.GAMES and bank.read(name).get(match.number)
        if not line or any(match.options) or match.played or not bank.won(line):
            return False
        g["begun"] = True
        for m in bank.decode(table.rules, match.number, line):
            table.move(m)
        return True

    def undo(self, table, g):
        if table.name not in playing.PATIENCES or not table.match.played:
            return False
        table.undo()
        self.replaced(g)
        g["undone"] = True
        return True

    def replaced(self, g):
        """Something else lies on the table; after a review that is another game."""
        if g["seen"]:
            result = g["daily"] and self.history.result(
                self.history.load(), playing.GAMES.index(g["game"]), g["day"]
            )
            self.book.n += 1
            g.update(n=self.book.n, known=True, undone=True, reviewed=True, seen=False)
            g["day"] = g["day"] if g["daily"] else self.today()
            g["late"] = g["daily"] and g["day"] != self.today()
            assert result is not None
        g["over"] = False

    def again(self, table, g):
        """Restart, or the same deal again."""
        name = table.name
        over = table.rules.over(table.match.s)
        if name in playing.PATIENCES and not over:
            table.view.skip(table.match.s)
            self.h.module("dealing").restart(table)
            g["undone"] = True
            return True
        if g["begun"] and not over:
            g["moves"] = table.match.forgotten + table.match.played
            g["seconds"] = table.seconds
            self.book.drop(g)
        today = self.today()
        self.h.module("dealing").restart(table)
        day = g["day"] if g["daily"] else today
        daily = g["daily"] or table.has(self.history.IS_DAILY)
        self.book.begin(
            name, g["deal"], day=day, daily=daily, late=daily and day != today, known=True,
            house=g["house"], step=g["step"], seats=g["seats"],
        )  # fmt: skip
        return True

    def review(self, table, g):
        """Look at the game that is over, and perhaps play on from there."""
        if not g["over"] or table.name not in playing.PATIENCES or table.match.forgotten:
            return False
        review = self.h.module("screens.review")
        plays_on = self.r.random() < 0.5
        keys = self.h.module("ui.keys")
        pressed = iter((keys.LEFT, keys.LEFT, keys.MENU if plays_on else keys.B))
        review._wait = lambda proof, asks: next(pressed)
        review._menu = lambda game, proof: (0, True)
        assert review.run(table) == plays_on
        g["seen"] = True
        if plays_on:
            self.replaced(g)
        return True

    def hint(self, table, g):
        if g["over"] or table.rules.over(table.match.s) or not table.mode.yours(table.match.s):
            return False
        hint = self.h.module("screens.hint")
        hint._accepted = lambda *what: True
        table.shown = table.match.played  # it is asked for the second time
        self.h.module("ui.keys").poll = lambda *what: 0
        bot = type("Bot", (), {"think": lambda s: 0, "step": lambda: True, "move": lambda: -1,
                               "why": lambda: "", "verdict": lambda: 0})  # fmt: skip
        hint.bot_for, table.mode.show_best = (lambda game: bot), (lambda *what: None)
        hint.run(table, False)
        g["hinted"] = True
        return True

    def back(self, table, g):
        """To the game that was left; one in play is left for it."""
        left = self.book.left[table.name]
        if not left:
            return False
        mine = {**g, "moves": table.match.forgotten + table.match.played,
                "seconds": table.seconds}  # fmt: skip
        assert self.h.module("dealing").back(table)
        self.book.left[table.name] = mine if g["begun"] and not g["over"] else None
        self.book.games[table.name] = left
        return True

    def tell(self, table, g):
        """The game is over: its card, whose numbers are the book's."""
        rules, match = table.rules, table.match
        new = not g["over"]
        if new:
            table.seconds = self.r.randrange(5, 400)
        seconds = table.seconds
        self.told = None
        assert table.mode.over(table)
        won = table.mode.won(table)
        kind = table.mode.kind(match.options)
        if new:
            alone = table.name in playing.PATIENCES
            rated = not alone and g["seats"].count(0) == 1 and not (g["known"] or g["house"])
            how = "WON REACHED" if won else ""
            if rated and not (g["hinted"] and self.last(table)[9] >= 0):
                how += " RATED"
            self.book.end(
                g, how, rules.score(match.s), seconds, match.forgotten + match.played, kind
            )
        record = self.book.ended[g["n"]]
        lines = dict(line.split("\t") for line in self.told if "\t" in line)
        clock = self.h.module("storage.dates").clock
        assert clock(record[6]) in lines["Time"]
        told = won and (table.name in playing.PATIENCES or kind > 0)  # of people nothing
        assert ("Known deal" in lines) == (told and g["known"])
        assert ("House rules" in lines) == (told and g["house"] and not g["known"])

    def races(self):
        """Make 13: what waits goes on or is quit for another race, or for practice."""
        h, book, r = self.h, self.book, self.r
        menu, result = h.module("screens.make13_menu"), h.module("screens.make13_result")
        menu.menu.sure = menu.menu.alert = lambda *what: True
        menu._ask_who = lambda *what: setattr(menu, "_who", bytes(r.choices(b"ABC", k=3))) or True
        result._leaf, result._ask = (lambda *what: None), (lambda *what: (0, None))
        table = self.open("make13")
        for _ in range(r.randrange(1, 4)):
            g = book.games["make13"]
            if not g or g["over"] or r.random() < 0.5:
                g = self.race(table, g, menu)
                table.view.open(table.match.s)
            for _ in range(r.choice((0, 4, 60, 600))):
                out, n = table.match.legal()
                if g["over"] or table.rules.over(table.match.s):
                    break
                m = r.choice([m for m in out[:n] if m != table.rules.QUIT])
                if m & table.rules.WAIT:
                    table.match.play(m | r.randrange(1, 40))
                else:
                    table.move(m)
                    g["begun"] = True
            if table.rules.over(table.match.s) and not g["over"]:
                result.finish(table)
                self.raced(table, g)
            self.check(table, g)
        table.clean = False
        assert table.save()

    def race(self, table, g, menu):
        """Another race, of any kind and deal; the one in play is quit. What the book has of it."""
        r, name = self.r, "make13"
        kinds, deals = self.h.module("screens.make13_races"), self.h.module("storage.deals")
        how = r.choice("any number today other step".split())
        kind = r.choice((kinds.PRACTICE, r.randrange(len(kinds.RACES))))
        options = r.choice((bytes(5), kinds.options_of(table, kind)))
        today = self.today()
        day = {"today": today, "other": max(today - r.randrange(1, 6), 1)}.get(how, 0)
        step = number = 0
        if how == "step":
            steps, step = self.h.module("screens.steps"), r.randrange(1, 14)
            number, text, _ = steps.deal(steps.of(name), step - 1)
            options = steps.rules(table, text)
        elif how == "number":
            number = r.choice(TYPED)
        elif day:
            number = deals.daily(name, table.row, day)
        if g and not g["over"]:
            table.match.play(table.rules.QUIT)  # as it will be, for the book
            self.raced(table, g)
            table.match.undo()
        ended = dict(self.book.ended)
        assert menu._race(table, options, number, day, step, how == "number")
        assert self.book.ended == ended
        deal = table.match.number
        assert deal == number or not number
        if not day and deal == deals.daily(name, table.row, today):
            day = today
        tried = own(self.history, ended.values(), today)["days"].get((day, 1), 0)
        met = self.book.met(name, deal)
        if met is None:
            met = table.has(self.history.IS_KNOWN)
        return self.book.begin(
            name, deal, day=day or today, daily=day > 0, late=0 < day != today, step=step,
            known=bool(met or tried or how == "number" and not day),
            house=any(options[1:]), seats=b"",
        )  # fmt: skip

    def raced(self, table, g):
        """A race is over: it counts, practice does not."""
        rules, match, s = table.rules, table.match, table.match.s
        kinds = self.h.module("screens.make13_races")
        moves = match.forgotten + match.played
        if kinds.kind(match.options) == kinds.PRACTICE:
            self.book.end({**g, "daily": False}, "GIVEN_UP UNCOUNTED", moves=moves)
            g["over"] = True
            return
        busted = 0 < rules.get(s, rules.LEVELS) <= rules.get(s, rules.BUSTED)
        how = "WON REACHED" if rules.over(s) == 1 else "REACHED" if busted else ""
        seconds = max(rules.get(s, rules.TICKS) // 10, 1)
        self.book.end(g, how, rules.score(s), seconds, moves, table.mode.kind(match.options))

    def last(self, table):
        return next(iter(self.history.records(self.history.load())))

    def session(self):
        """A power-on: one game after another is opened and played for a while."""
        self.on()
        self.look()
        for _ in range(self.r.randrange(1, 4)):
            name = self.r.choice(playing.GAMES)
            if name in playing.RACES:
                self.races()
                self.done.add("race")
                continue
            table = self.open(name)
            g = self.book.games[name]
            if not g:
                self.deal(table, None)
            elif table.rules.over(table.match.s):
                self.tell(table, g)  # it is shown once more
            plan = []
            for _ in range(self.r.randrange(2, 9)):
                g = self.book.games[name]
                ways = "deal move move lose win win undo again review hint back".split()
                way = plan.pop(0) if plan else self.r.choice(ways)
                if getattr(self, way)(table, g):
                    self.done.add(way)
                    if way == "hint" and self.r.random() < 0.5:
                        plan = ["lose", "review"]
                g = self.book.games[name]
                if table.rules.over(table.match.s) and not table.end:
                    self.tell(table, g)
                self.check(table, g)
            table.clean = False
            assert table.save()
        if self.r.random() < 0.1:
            row = self.r.randrange(5)
            assert self.history.reset(row)
            for n, r in self.book.ended.items():
                if r[8] >> 4 == row:
                    bits = r[3] | self.history.IS_UNCOUNTED
                    self.book.ended[n] = (*r[:3], bits, *r[4:])
        self.look()

    def look(self):
        """Every number that the screens show."""
        history, now = self.history, self.today()
        past = history.load()
        want = own(history, self.book.ended.values(), now)
        got = [history.statistics(past, row) for row in range(5)]
        for tables in (got, want["statistics"]):  # a change of the rating is another test's
            for r in (r for table in tables for r in table):
                r[history.CHANGE] = 0
        assert got == want["statistics"]
        days = {(day, row) for day in range(now - 60, now + 1) for row in range(5) if day > 0}
        results = {key: history.result(past, key[1], key[0]) for key in days}
        there = {key: n for key, n in want["days"].items() if key in days}
        assert {key: n for key, n in results.items() if n} == there
        assert [history.in_a_row(past, row, now) for row in range(-1, 5)] == want["streaks"]
        launcher, awards = self.h.module("screens.launcher"), self.h.module("screens.awards")
        steps = {(r[8] >> 4, r[10]) for r in self.book.ended.values()
                 if r[10] and r[3] & history.IS_WON}  # fmt: skip
        for row, name in enumerate(playing.GAMES):
            said = []
            for i in range(3):
                launcher._look_up(row, i, said)
            said = ", ".join(said)
            table, streak = want["statistics"][row], want["streaks"][row + 1]
            won = sum(r[history.WON] for r in table)
            assert (f"{won} won" in said) == (won > 0)
            assert (f"{streak} days in a row" in said) == (streak > 1)
            g = self.book.games[name]
            assert ("in progress" in said) == bool(g and g["begun"] and not g["over"])
            assert awards.progress(row, "days>=13", past) == f"{streak} of 13"
            if name in playing.PATIENCES:
                run = table[0][history.STREAK]
                assert awards.progress(row, "streak>=13", past) == f"{run} of 13"
                assert history.steps(past, row) == sum(k == row for k, _ in steps)


@pytest.mark.parametrize(
    "seed, dated", [(seed, seed % 2 > 0) for seed in range(8 if playing.SOAK else 2)]
)
def test_every_number_is_that_of_a_book(handheld, seed, dated):
    """With a date, which goes on by days, and without; of a year in make soak."""
    handheld.prepare(animation=0)
    player = Player(handheld, seed)
    for _ in range(365 if playing.SOAK else 24):
        player.day = player.day + player.r.choice((0, 1, 1, 2)) if dated else -1
        player.session()
    ways = {*"deal move lose win undo again review hint back race".split()}
    assert player.done >= ways
