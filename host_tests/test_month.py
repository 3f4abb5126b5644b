"""A month of play: short sessions by keys, each ended by a power cut; nothing is lost.

Every file has what was saved last, the open game is resumed in the same state, and the statistics
are the sums of the games counted. SOAK=1 plays 10,000 sessions.
"""

import random

import playing

DRAWN = False  # by the fixture `handheld`

SESSIONS = 10000 if playing.SOAK else 20
DAY = 9822  # 2026-11-22
# The keys of a hasty player: mostly moves, now and then a menu or a pause.
WORDS = (
    "A A A A A A A A A A RIGHT RIGHT LEFT UP DOWN DOWN Y X 300 900 2600".split(),
    "A A RIGHT LEFT UP DOWN B:700 B:700 DOWN A 500".split(),
)


class Totals:
    """The statistics of a game's row, summed up from the games counted."""

    def __init__(self):
        self.games = []
        self.given_up = []  # of each match given up, the games before it and its gain

    def row(self):
        won = [g for g in self.games if g["won"]]
        streak = best = 0
        ends = {before for before, _ in self.given_up}
        for n, g in enumerate(self.games, 1):
            streak = streak + 1 if g["won"] else 0
            best = max(best, streak)
            if n in ends:
                streak = 0
        return [
            len(self.games), len(won), streak, best,
            max([g["score"] for g in self.games], default=0),
            sum(-(-g["score"] // g["unit"]) * g["unit"] for g in self.games),
            min([g["seconds"] for g in won], default=0),
            sum(g["seconds"] for g in self.games),
            sum(not g["undone"] for g in won), sum(not g["hinted"] for g in won), self.last(won),
        ]  # fmt: skip

    def last(self, won):
        """The fewest moves of a win; in a game that is rated, how many were and what they gave."""
        rated = [g["gain"] for g in self.games if g["gain"] is not None]
        rated += [gain for _, gain in self.given_up]
        if rated:
            return len(rated) << 16 | sum(rated) & 0xFFFF
        return min([g["moves"] for g in won if g["moves"]], default=0)


class Month:
    def __init__(self, handheld, seed):
        self.handheld = handheld
        self.r = random.Random(seed)
        self.saved = {}  # name: payload saved last
        self.totals = {}  # game, row: Totals
        self.counted = {}  # game: the Totals whose last game can still be undone
        self.played = 0
        self.chosen = set()  # rows of menus
        self.table = None  # the open game

    def session(self, day):
        h = self.handheld
        h.on()
        h.blind()
        h.hardware.day = day
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
        h.tap(" ".join(words), after=7000)

    def know(self, game):
        """Let A play legal moves wherever the cursor is, like an experienced player."""
        key = getattr(game.view.key, "plain", game.view.key)  # the view may be patched already

        def knowing(k, s):
            out, n = game.match.legal()
            if k != 16 or not n or game.mode.own_keys() or game.mode.thinks():
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
        store, stats = h.module("storage.store"), h.module("storage.stats")
        loader, shell = h.module("loader"), h.module("shell")
        forget, play = loader._forget, shell.play
        loader._forget = lambda path: path.endswith(".stats") or forget(path)  # it is watched

        def playing(game):
            self.know(game)
            self.table = game
            play(game)
            self.table = None  # closed: menus may change its save

        shell.play = playing
        save, add, take_back = store.save, stats.add, stats.take_back
        reset, lose = stats.reset, stats.lose

        def saving(name, parts):
            parts = [bytes(part) for part in parts]
            assert save(name, parts), name
            self.saved[name] = b"".join(parts)
            return True

        def adding(game, rows, row, won, score, unit, seconds, undone, hinted, gain=None, moves=0):
            total = self.totals.setdefault((game, rows, row), Totals())
            total.games.append(
                dict(
                    won=won, score=score, unit=unit, seconds=seconds, undone=undone, hinted=hinted,
                    gain=gain, moves=moves,
                )
            )  # fmt: skip
            self.counted[game] = total
            return add(game, rows, row, won, score, unit, seconds, undone, hinted, gain, moves)

        def taking_back(game, rows):
            total = self.counted.pop(game, None)  # None if the power was cut after it
            if total:
                total.games.pop()
            return take_back(game, rows)

        def losing(game, rows, row, gain):
            total = self.totals.setdefault((game, rows, row), Totals())
            total.given_up.append((len(total.games), gain))
            self.counted.pop(game, None)
            return lose(game, rows, row, gain)

        def resetting(game):
            self.counted.pop(game, None)
            for key in [key for key in self.totals if key[0] == game]:
                del self.totals[key]
            return reset(game)

        store.save, stats.add, stats.take_back = saving, adding, taking_back
        stats.reset, stats.lose = resetting, losing

    def look(self):
        """At power-on, files and statistics are those saved."""
        h = self.handheld
        store, stats = h.module("storage.store"), h.module("storage.stats")
        for name, data in self.saved.items():
            assert store.load(name) == data, name
        for (game, rows, row), total in self.totals.items():
            if not total.games and not total.given_up:
                continue
            assert stats.load(game, rows)[row] == total.row(), game
        assert store.trouble() is None
        assert not [name for name in h.files() if name.startswith("crash") or ".bad" in name]

    def stands(self):
        """After a pause, the open game equals its save."""
        game = self.table
        if game is None or game.mode.own_keys() or not game.clean:
            return
        data = self.saved[game.name]
        match = type(game.match)(game.rules)
        match.load(data[3:])
        live = game.match
        if match.rules.over(match.s):  # a review may be at any of its moves
            live.go(match.gone + match.n - live.gone)
        assert (match.number, match.options) == (live.number, live.options)
        assert match.gone + match.n == live.gone + live.n and match.s == live.s
        assert (data[0] | data[1] << 8, data[2] & 1) == (game.seconds, game.undone)
        assert match.check()
        self.played += match.n


def test_a_month_of_play_loses_nothing(handheld):
    handheld.prepare("thirteens", 42)  # no lesson, and a short game first
    month = Month(handheld, 26)
    for n in range(SESSIONS):
        month.session(DAY + n * 30 // SESSIONS)
        month.stands()
    handheld.on()
    month.look()
    finished = sum(len(total.games) for total in month.totals.values())
    assert month.played > 4 * SESSIONS and finished > SESSIONS // 2
    # Also at the ends of games, in reviews, and in a long month with the names of people.
    rows = {"Undo", "Same deal again", "Review the game"}
    assert rows | ({"Names"} if playing.SOAK else set()) < month.chosen
    assert "settings" in month.saved and len(month.saved) > 2
