"""Test helpers for the simulated handheld: switch on, play a script of keys, inspect."""

import contextlib
import importlib
import json
import os
import random
import sys
import zlib
from pathlib import Path

from thirteen import catalog, match, options
from tools import boards, games
from tools.simulator.handheld import power_on

ROOT = Path(__file__).resolve().parent.parent
SOAK = bool(os.environ.get("SOAK"))

think = games.think
GAMES = tuple(game[catalog.NAME] for game in catalog.GAMES)
RULES = {game: importlib.import_module("thirteen.rules." + game) for game in GAMES}
RACES = [game[catalog.NAME] for game in catalog.GAMES if game[catalog.MODE] == "make13"]
MULTIPLAYER = [
    game[catalog.NAME] for game in catalog.GAMES if game[catalog.MODE] == "three_thirteen"
]
PATIENCES = [game[catalog.NAME] for game in catalog.GAMES if game[catalog.MODE] == "patience"]


def forgets(game):
    """Whether its games can be so long that the log forgets moves: some have a few moves only."""
    rules = RULES[game]
    dealt = bytearray(rules.SIZE)
    rules.new(dealt, 1, bytes(len(rules.OPTIONS)))
    return rules.possible(dealt, bytearray(dealt))


def won(game):
    """(deal, moves) of a recorded game of a patience, by the usual rules, that is won."""
    for line in (ROOT / f"host_tests/records/{game}.jsonl").read_text("utf-8").splitlines():
        record = json.loads(line)
        played = match.Match(RULES[game], record["deal"])
        if record["options"] == options.unpack(RULES[game].OPTIONS, played.options):
            played.replay(record["moves"])
            return record["deal"], list(played.log[: played.played])
    raise AssertionError(game)


# The bytes of the settings file, as keywords of `prepare`.
NAMES = (
    "sound", "brightness", "animation", "colours", "theme", "left", "repeat", "sleep", "winnable",
    "text", "one", "forced",
)  # fmt: skip


def hint(bot, s, most=4000):
    """(the move that a bot proposes, its verdict); it ends, and the state is unchanged."""
    before = bytes(s)
    bot.think(s)
    steps = 0
    while not bot.step():
        steps += 1
    assert steps < most and bytes(s) == before
    return bot.move(), bot.verdict()


def check_log(match):
    """Check that every move of a log is legal, and that they lead to the state."""
    other = type(match)(match.rules, match.number, match.options)
    if match.forgotten:  # it begins with the oldest position kept
        other.start[:] = match.start
        other._begin()
    for move in match.log[: match.played]:
        assert other.allows(move)
        other.play(move)
    assert other.s == match.s


# Of a record of the history.
FIELDS = "identity deal score how options day time moves where gain step earned".split()

_OURS = ("board", "files", "hal", "main", "thirteen")


@contextlib.contextmanager
def kept_modules():
    """Restore the loaded modules afterwards; the hardware module is shared."""
    before = {name: sys.modules[name] for name in sys.modules if name.split(".")[0] in _OURS}
    board = os.environ.get("BOARD")
    try:
        yield
    finally:
        for name in [name for name in sys.modules if name.split(".")[0] in _OURS]:
            del sys.modules[name]
        sys.modules.update(before)
        os.environ.pop("BOARD", None)
        if board is not None:
            os.environ["BOARD"] = board


class Handheld:
    """A handheld: a board and its saves. `on()` switches it on; `play(keys)` runs main.py."""

    def __init__(self, saves, board="ws_lcd_13"):
        self.saves = saves
        self.board = board
        self.size = {}  # W and H, if they are not the board's
        self.drawn = True  # or nothing is, from the next `on` on
        self.game = None  # the last game opened
        self.identity = 1000  # of the game last added to the history

    def on(self):
        """Switch on, with an empty memory; returns hal."""
        read = boards.read
        boards.read = lambda board: {**read(board), **self.size}
        try:
            self.hal = power_on(self.board, self.saves)
            self.hal.ROOM = 1344  # as on a handheld: the desk would look for long
        finally:
            boards.read = read
        import hardware
        import panel

        self.hardware, self.panel = hardware, panel
        self.hardware.host = None
        self.game = None
        if not self.drawn:
            self.blind()
        self.module("storage.settings").first = lambda row: False  # no lesson
        return self.hal

    def blind(self):
        """Draw nothing, for speed; call before the firmware is imported."""
        hal = self.hal
        hal.fb = _Nothing()
        hal.blit = hal.stamp = hal.stamps = hal.centre = hal.right = hal.refresh = _nothing
        hal.text = _measure
        return self

    def module(self, name):
        """A loaded module of the firmware, without the prefix `thirteen.`."""
        name = "thirteen." + name
        __import__(name)
        return sys.modules[name]

    @property
    def status_panel(self):
        return self.module("ui.status_panel").status_panel

    def play(self, keys="", start=100, after=500, before=None):
        """Switch on, call `before`, tap keys (see hardware.taps), then switch off."""
        self.on()
        if before:
            before()
        return self.tap(keys, start, after)

    def tap(self, keys, start=100, after=500):
        events, ms = self.hardware.taps(keys, start)
        return self.follow(events + [(ms + after, self.hardware.Stop)])

    def follow(self, events):
        """Run main.py with a script of the hardware."""
        import main

        self.watch()
        self.hardware.script(events)
        with contextlib.suppress(self.hardware.Stop):
            main.run()
        return self

    def watch(self):
        shell = self.module("shell")
        play = shell.play

        def watched(this):
            self.game = this
            play(this)

        shell.play = watched

    def saved(self, game):
        """A Game from its save, or with a new deal."""
        table = self.module("game").Game(game)
        if not table.load():
            self.module("dealing").deal(table)
        return table

    def prepare(self, game=None, deal=1, moves=0, options=None, last=True, **chosen):
        """Save settings (`chosen`) and a game in progress."""
        self.on()
        settings = self.module("storage.settings")
        settings.load()
        settings.values[settings._OPENED] = 0xFF  # every game was opened before: no lesson
        for i, value in chosen.items():
            at = NAMES.index(i)
            settings.values[(*range(9), settings.TEXT, settings.ONE, settings.FORCED)[at]] = value
        if game:
            table = self.start(game, deal, moves, options)
            table.save()
            if last:
                settings.remember(table.row)
        settings.save()
        return self

    def start(self, game, deal=1, moves=0, options=None):
        """A Game after that many random moves, or fewer if it ends."""
        settings = self.module("storage.settings")
        if not any(settings.values):
            settings.load()  # as at power-on
        table = self.module("game").Game(game)
        if options:
            options += bytes(len(table.rules.OPTIONS) - len(options))
        table.match.deal(deal, options)
        table.reset_counters()
        play_on(table.match, moves)
        if moves:
            table.note(self.module("storage.history").IS_BEGUN)
        table.clean = False
        return table

    def played(self, game, won=True, kind=0, how="", **what):
        """Add a finished game to the player's history; its identity.

        how: names of bits of HOW without IS_; what: other fields of the record by name.
        """
        history = self.module("storage.history")
        past = history.load()
        bits = sum(getattr(history, "IS_" + name) for name in how.split())
        bits |= (history.IS_WON | history.IS_REACHED) if won else 0
        if RULES[game].UNIT > 1:
            bits |= history.IS_IN_THOUSANDS
        given = {"identity": 1 + self.identity, "deal": 7, "time": 60, "how": bits, **what}
        self.identity += 1
        given["where"] = GAMES.index(game) << 4 | kind
        history.put(past, tuple(given.get(name, 0) for name in FIELDS))
        assert history.save(past)
        return given["identity"]

    def fill(self, part):
        """From now on the flash has no room for a file whose name has that part."""
        write = self.hal.write

        def writing(name, parts):
            if part in name:
                raise OSError(28)
            write(name, parts)

        self.hal.write = writing

    def facts(self, table):
        """The names of the bits of HOW that are set in a Game."""
        history = self.module("storage.history")
        names = "KNOWN DAILY LATE BEGUN UNDONE HINTED HOUSE REVIEWED SEEN OLD CLOSED".split()
        return {name for name in names if table.has(getattr(history, "IS_" + name))}

    def numbers(self, game, kind=0):
        """A row of a game's statistics, by the names of its columns."""
        history = self.module("storage.history")
        row = history.statistics(history.load(), GAMES.index(game))[kind]
        names = (
            "PLAYED WON STREAK BEST_STREAK CLEAN UNAIDED GIVEN_UP NEW RATED FASTEST FEWEST CHANGE"
        )
        return dict(zip((*names.split(), "BEST", "SUM", "SECONDS"), row))

    def picture(self):
        """A checksum of the framebuffer."""
        return zlib.crc32(self.hal.buf)

    def stale(self):
        """The number of pixels that differ between panel and framebuffer."""
        panel = self.panel
        w, h = self.hal.W, self.hal.H
        fresh = bytearray(w * h)
        shown, panel.shown = panel.shown, fresh
        changes = panel.changes
        panel.receive(self.hal.buf, 0, 0, w, h, self.hardware.turned)
        panel.shown, panel.changes = shown, changes
        return 0 if fresh == shown else sum(a != b for a, b in zip(fresh, shown))

    def files(self):
        """{path: bytes} of the saved files."""
        return {path.name: path.read_bytes() for path in sorted(self.saves.iterdir())}


class _Nothing:
    """A framebuffer that ignores all drawing."""

    def __getattr__(self, name):
        return _nothing


def _nothing(*_):
    pass


_widths = {}  # glyph widths by the font's id; the font is kept, or the id could be reused


def _measure(font, s, x, y, ink):
    """The return value of hal.text."""
    widths = _widths.get(id(font))
    if not widths:
        offsets = [font[4 + 2 * i] | (font[5 + 2 * i] & 15) << 8 for i in range(font[2])]
        widths = _widths[id(font)] = font, [font[at] + font[3] for at in offsets]
    first = font[1]
    widths = widths[1]
    last = font[2] - 1
    for letter in s:
        i = ord(letter) - first
        x += widths[i if 0 <= i <= last else last]
    return x


def row(handheld, name, undone=0, opens="MENU", down="DOWN"):
    """The keys that choose a row of the pause menu, or of what More in it opens.

    undone: how many moves can be redone, two if the row is about that.
    """
    handheld.on()
    pause = handheld.module("screens.pause_menu")
    undone = undone or 2 * name.startswith("Redo")
    gone = {"Redo": not undone, "Redo all %d": undone < 2, "Back to deal %d": name[:4] != "Back"}
    first, more = (
        [pause.ROWS[i] for i in rows if not gone.get(pause.ROWS[i])] for rows in pause._MENUS[0]
    )
    whole = next(text for text in first + more if text.startswith(name))
    ways = [(first, pause.ROWS[pause._MORE]), (more, whole)] if whole in more else [(first, whole)]
    places = [rows.index(there) for rows, there in ways]
    return " 60 ".join([opens, *(f"{down}*{at} A" if at else "A" for at in places)])


def rest(handheld, seconds, then):
    """Wait that many seconds after power-on (with fewer, longer frames), then tap keys."""
    handheld.on()
    sleep = handheld.hal.sleep
    end = seconds * 1000

    def slow(ms):
        sleep(200 if 500 < handheld.hardware.now < end else ms)

    handheld.hal.sleep = slow
    handheld.tap(f"{end} {then}".strip())


def play_on(match, moves, seed=1):
    """Make up to that many random legal moves, without quitting."""
    r = random.Random(seed)
    for _ in range(moves):
        out, n = match.legal()
        if match.rules.over(match.s) or not n:
            break
        m = out[r.randrange(n)]
        if m != getattr(match.rules, "QUIT", None):
            match.play(m)
