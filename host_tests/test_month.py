"""A month of play: short sessions by keys, each ended by a power cut; nothing is lost.

Every file has what was saved last, the open game is resumed in the same state, and every figure of
the player's history is as counted here from the games that ended. SOAK=1 plays 10,000 sessions.
"""

import random

import playing
from transcript import better, own

DRAWN = False  # by the fixture `handheld`

SESSIONS = 10000 if playing.SOAK else 14
DAY = 9822  # 2026-11-22
# The keys of a hasty player: mostly moves, now and then a menu or a pause.
WORDS = (
    "A A A A A A A A A A RIGHT RIGHT LEFT UP DOWN DOWN Y X 300 900 2600".split(),
    "A A RIGHT LEFT UP DOWN B:700 B:700 DOWN A 500".split(),
)


class Month:
    def __init__(self, handheld, seed):
        self.handheld = handheld
        self.r = random.Random(seed)
        self.saved = {}  # name: payload saved last
        self.games = {}  # identity: what a record is to say
        self.reset = {}  # the same of games whose statistics were reset since
        self.played = 0
        self.chosen = set()  # rows of menus
        self.table = None  # the open game

    def session(self, day):
        h = self.handheld
        h.on()
        h.hal.ROOM = h.module("bots.losing_move")._FEW = 1  # nothing here depends on a review
        h.blind()
        h.hardware.day = self.day = day
        self.table = None
        self.watch()
        self.look()
        words = []
        if self.r.random() < 0.3:  # leave the open game and choose another in the launcher
            words += "B:700 200 UP A:800 600".split()
            words += self.r.choices("RIGHT DOWN LEFT".split(), k=self.r.randrange(4))
            words += "A 500 A 500".split()
        for _ in range(self.r.randrange(20, 90)):
            words.append(self.r.choice(WORDS[self.r.random() < 0.08]))
        if self.r.random() < 0.2:
            words.append("250000")  # the screen goes off
        self.rested = self.r.random() < 0.5  # else the power goes at any moment
        h.tap(" ".join(words), after=7000 if self.rested else self.r.randrange(2000))

    def know(self, game):
        """Let A play legal moves wherever the cursor is, like an experienced player."""
        key = getattr(game.view.key, "plain", game.view.key)  # the view may be patched already

        def knowing(k, s):
            out, n = game.match.legal()
            if k != 16 or not n or game.mode.view_takes_x_y() or game.mode.thinks():
                return key(k, s)
            for _ in range(self.r.randrange(9)):
                game.move(out[self.r.randrange(n)])
                out, n = game.match.legal()
                if not n or game.rules.over(s) or not game.mode.yours(s):
                    return -1
            return out[self.r.randrange(n)]

        knowing.plain = key
        game.view.key = knowing

    def choose(self):
        """Let most menus be answered at once by any of their rows."""
        menu = self.handheld.module("ui.menu")
        ask = menu.ask

        def choosing(title, items, *more, **where):
            changes = len(more) > 3 or "change" in where  # rows have values: keys change them
            if changes or self.r.random() < 0.4:
                return ask(title, items, *more, **where)
            self.handheld.hal.sleep(200)
            row = self.r.choice(list(items))
            self.chosen.add(row.partition("\t")[0])
            return list(items).index(row)

        menu.ask = choosing

    def watch(self):
        self.choose()
        h = self.handheld
        store, history = h.module("storage.store"), h.module("storage.history")
        ending, dealing = h.module("ending"), h.module("dealing")
        shell = h.module("shell")
        play = shell.play

        def playing(game):
            self.know(game)
            self.table = game
            play(game)
            self.table = None  # closed: menus may change its save

        def saving(name, parts):
            parts = [bytes(part) for part in parts]
            assert save(name, parts), name
            self.saved[name] = b"".join(parts)
            return True

        def settling(game, won, kind, seconds, reached=False):
            before = self.rating(game.identity)
            settle(game, won, kind, seconds, reached)
            how = game.how & (history.IS_SEEN - 1)
            for fact, name in (
                (won, "WON"), (won or reached, "REACHED"), (game.rules.UNIT > 1, "IN_THOUSANDS"),
            ):  # fmt: skip
                how |= getattr(history, "IS_" + name) if fact else 0
            m = game.match
            gain, how = self.gained(before, how)
            self.note(
                game.identity, m.number, game.rules.score(m.s), how, 0, game.day, max(seconds, 1),
                m.forgotten + m.played, game.row << 4 | kind, gain, game.step, 0,
            )  # fmt: skip

        def giving_up(game, data):
            saved_game = h.module("storage.saved_game")
            seconds, identity, day, how, step, *_ = saved_game.read_head(data)
            before = self.rating(identity)
            lost = give_up(game, data)
            if lost:
                assert identity not in self.games
                options = saved_game.options(data)
                kind = game.mode.given_up(history.empty(), game.row, options)[0]
                number, moves = saved_game.deal(data), saved_game.moves(data)
                gain, how = self.gained(before, how | history.IS_GIVEN_UP)
                self.note(identity, number, 0, how, 0, day, seconds, moves, game.row << 4 | kind,
                          gain, step, 0)  # fmt: skip
            return lost

        def resetting(row):
            for identity in [k for k, g in self.games.items() if g[8] >> 4 == row]:
                self.reset[identity] = self.games.pop(identity)
            return reset(row)

        shell.play = playing
        save, settle, give_up, reset = store.save, ending.close, dealing._give_up, history.reset
        store.save, ending.close = saving, settling
        dealing._give_up, history.reset = giving_up, resetting

    def note(self, identity, *rest):
        history = self.handheld.module("storage.history")
        before = self.games.get(identity) or self.reset.get(identity)
        after = better(history, before, (identity, *rest))
        if after != before:
            self.games.pop(identity, None)
            self.reset.pop(identity, None)
            self.games[identity] = after

    def rating(self, identity):
        """(rated games, sum of the changes) without one game."""
        history = self.handheld.module("storage.history")
        rows = history.statistics(history.load(), 4, identity)
        return [sum(r[c] for r in rows) for c in (history.RATED, history.CHANGE)]

    def gained(self, before, how):
        """(change of the rating, how): by the rating before and after."""
        history = self.handheld.module("storage.history")
        n, change = self.rating(0)
        rated = history.IS_RATED if n > before[0] else 0
        return change - before[1], how | rated

    def look(self):
        """At power-on, files and figures are those saved."""
        h = self.handheld
        store, history = h.module("storage.store"), h.module("storage.history")
        for name, data in self.saved.items():
            assert store.load(name) == data, name
        past = history.load()
        want = own(history, self.games.values(), self.day)
        assert [history.statistics(past, row) for row in range(5)] == want["statistics"]
        everything = [*self.reset.values(), *self.games.values()]
        want = own(history, everything, self.day)
        days = {(day, row) for day, row in want["days"]}
        assert {key: history.result(past, key[1], key[0]) for key in days} == want["days"]
        assert [history.in_a_row(past, k, self.day) for k in range(-1, 5)] == want["streaks"]
        for row, name in enumerate(playing.GAMES):
            self.shown(row, name, own(history, self.games.values(), self.day), want)
        assert store.take_problems() is None
        assert not [name for name in h.files() if name.startswith("crash") or ".bad" in name]

    def shown(self, row, name, counted, everything):
        """What launcher, statistics and trophies say of a game, against the count here."""
        h = self.handheld
        launcher, awards = h.module("screens.launcher"), h.module("screens.awards")
        history, clock = h.module("storage.history"), h.module("storage.dates").clock
        table, days = counted["statistics"][row], everything["streaks"][row + 1]
        said = []
        for i in range(3):
            launcher._look_up(row, i, said)
        said = ", ".join(said)
        won, played = (sum(r[c] for r in table) for c in (history.WON, history.PLAYED))
        assert (f"{won} won" in said) == (won > 0) and (f"{days} days in a row" in said) == (
            days > 1
        )
        assert (f"{played} played" in said) == (played > 0 == won)
        past = history.load()
        if name in playing.PATIENCES:
            r = table[0]
            assert not won or f"best {clock(r[history.FASTEST])}" in said
            assert awards.progress(row, "streak>=13", past) == f"{r[history.STREAK]} of 13"
            assert awards.progress(row, "wins>=100", past) == f"{r[history.NEW]} of 100"
        assert awards.progress(row, "days>=13", past) == f"{days} of 13"
        page, game = h.module("screens.statistics"), h.module("game").Game(name)
        for r in table:
            if r[history.PLAYED] and len(game.mode.STATISTICS) == 1:
                lines = dict(line.split("\t") for line in page.lines(game, r, True, past))
                n = max(r[history.PLAYED] - r[history.GIVEN_UP], 1)
                assert lines["Time on average"] == clock(r[history.SECONDS] // n)
                if r[history.WON]:
                    assert lines["Fastest win"] == clock(r[history.FASTEST])
                    assert lines["Fewest moves"] == str(r[history.FEWEST])
                if r[history.BEST_STREAK] > 1:
                    assert lines["Most wins in a row"] == str(r[history.BEST_STREAK])

    def stands(self):
        """After a pause, the open game equals its save."""
        game = self.table
        if not self.rested or game is None or game.mode.view_takes_x_y() or not game.clean:
            return
        data = self.saved[game.name]
        saved_game = self.handheld.module("storage.saved_game")
        match = type(game.match)(game.rules)
        match.load(saved_game.match(data))
        live = game.match
        if match.rules.over(match.s):  # a review may be at any of its moves
            live.go(match.forgotten + match.played - live.forgotten)
        assert (match.number, match.options) == (live.number, live.options)
        assert match.forgotten + match.played == live.forgotten + live.played and match.s == live.s
        seconds, identity, day, how, *_ = saved_game.read_head(data)
        assert (seconds, identity, day, how) == (game.seconds, game.identity, game.day, game.how)
        assert match.check()
        self.played += match.played


def test_a_month_of_play_loses_nothing(handheld):
    handheld.prepare("thirteens", 42)  # no lesson, and a short game first
    month = Month(handheld, 29)
    for n in range(SESSIONS):
        month.session(DAY + n * 30 // SESSIONS + month.r.choice((0, 0, 0, 0, -40, 30)))
        month.stands()
    handheld.on()
    month.look()
    assert month.played > SESSIONS and len(month.games) > SESSIONS // 4
    # Also at the ends of games, in reviews, and in a long month with the names of people.
    rows = {"Undo", "Same deal again", "Review the game", "Names"}
    assert rows <= month.chosen if playing.SOAK else rows & month.chosen
    assert "settings" in month.saved and len(month.saved) > 2
