"""`journeys`: what the screens show, step by step, in text files that people read and approve.

host_tests/journeys/NAME.txt is a script. Its first line says what it is about, further lines how
it begins:

    start friday won -2       a game two moves before the end of its recorded win, or `golden 30`:
                              30 moves into its golden playthrough; `lost -2`: of a deal that is
                              lost by first moves; or `deal 7`: just dealt
    as step=1 day=9813 IS_DAILY   it is a step of its path, a day's deal; bits of HOW in history.py
    set ANIMATION=0 THEME=1   settings, by their names in storage/settings.py
    day 9813                  the date, in days since 2000
    lost friday 588 9811      a game lost before: its deal, and the day
    won_daily thirteens 9813 9  its deals of nine days up to that one, won
    veteran 9813              two years of play before, up to that day: see tools/veteran.py
    games 5                   only that many rows of the catalogue are there: the launcher shows it
    battery 8                 its charge in per cent, on a board that measures it
    spoil friday settings.b   these saved files are damaged, both generations or the one named
    flash 28                  nothing can be written, for this reason: an errno
    held A+B                  these keys are down at power-on, until the first key of a step
    crashed                   the report of a crash lies there, as after a power-off in its screen
    only 240x240              played on that size alone: what it shows differs in words only
    only 240x135 display_pack  and on that board, which has no arrow keys

After an empty line come the steps: keys as `hardware.taps` reads them, `@By_number` (down to that
row of a menu), PLAY (the next move of the game that it began with, or PLAY*5), HINTED*5 (so many
moves as the hint says) or OFF (switched off and on again); two blanks, and what they are for. Of
several games the last one is open. After two more blanks a step may say what it must show, on each
size:

    A 300  one of two cards is chosen  sees chosen "Choose the other card"

That is a text in quotes, wherever its lines end, or a mark of a card: chosen, lit or refused. With
`no` before it, it must not be there.

For each size of screen NAME-240x240.txt keeps of each step a checksum of the picture; `says`: the
texts to be seen, [those under the cursor]; and `cards`: what lies at the places of the table, with
[the cursor], + chosen, * lit, ! refused, and (the number of cards that do not show).
"""

import argparse
import difflib
import importlib.util
import io
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import traceback
import zlib
from pathlib import Path

from tools import games, golden, trace, veteran
from tools.games import ROOT, Bad

FOLDER = ROOT / "host_tests" / "journeys"
OUT = ROOT / "build" / "journeys"
# Boards with arrow keys, of each size.
BOARDS = {"240x240": "ws_lcd_13", "240x135": "ws_lcd_114", "320x240": "picopad"}
_START, _SET, _DAY, _GAMES, _LOST = "start", "set", "day", "games", "lost"
_VETERAN, _BATTERY, _SPOIL, _ONLY = "veteran", "battery", "spoil", "only"
_FLASH, _KEYS, _CRASHED, _AS, _WON_DAILY = "flash", "held", "crashed", "as", "won_daily"
_BEGINNINGS = (
    _START, _SET, _DAY, _GAMES, _LOST, _VETERAN, _BATTERY, _SPOIL, _ONLY, _FLASH, _KEYS, _CRASHED,
    _AS, _WON_DAILY,
)  # fmt: skip
_REPORT = 'Traceback:\n  File "/pack/main.py", line 13, in run\nValueError: 13'
_PACE, _HELD = 160, 40  # ms from key to key, and for which each is held
_MENU = "B:700"  # as on every board
_HINTED = ("X", "60", "X", "60", "A", "60")  # what can be played, the best of it, and that
_ROWS = 30  # of a menu, at most
_MARKS = {"chosen": "+", "lit": "*", "refused": "!"}  # of cards, in what a step is to show
_ENTROPY = 61914  # of random deals
_SHOWN = {
    "button_a": "Ⓐ", "button_b": "Ⓑ", "button_x": "Ⓧ", "button_y": "Ⓨ", "spade": "♠", "heart": "♥",
    "diamond": "♦", "club": "♣", "left": "←", "right": "→", "up": "↑", "down": "↓", "dot": "·",
    "ellipsis": "…", "check": "✓", "times": "×", "star": "★", "dash": "–",
}  # fmt: skip


def names():
    """The journeys that there are scripts of."""
    return sorted(path.stem for path in FOLDER.glob("*.txt") if not _size(path.stem))


def _size(stem):
    """The size in the name of a file of recorded steps, "" for a script."""
    return next((size for size in BOARDS if stem.endswith("-" + size)), "")


def sizes(name):
    """Those on which a journey is played."""
    _, begin, _ = script(name)
    only = [line.split()[1] for line in begin if line.split()[0] == _ONLY]
    return only or [*BOARDS]


def recorded(name, size):
    """The text that is kept of a journey, "" if there is none yet."""
    path = FOLDER / f"{name}-{size}.txt"
    return path.read_text("utf-8") if path.is_file() else ""


def script(name):
    """(about, lines of the beginning, [(keys, words), ...]) of a script; Bad if it is none."""
    path = FOLDER / f"{name}.txt"
    if not path.is_file():
        raise Bad(f"there is no journey {name!r}: choose from {', '.join(names())}")
    head, _, steps = path.read_text("utf-8").partition("\n\n")
    about, *begin = head.splitlines()
    found = []
    for line in steps.splitlines():
        if line.strip():
            keys, words, *sees = (part.strip() for part in re.split(" {2,}", line + "  "))
            sees = [part for part in sees if part]
            found.append((keys, words, _shown_in(path.name, sees)))
    for line in begin:
        if line.split()[0] not in _BEGINNINGS:
            kinds = ", ".join(_BEGINNINGS)
            raise Bad(f"{path.name}: {line!r} is no beginning: {kinds}")
    if not found:
        raise Bad(f"{path.name} has no steps after an empty line")
    return about, begin, found


def _shown_in(name, sees):
    """[(wanted or not, a mark or a text), ...] of what stands behind a step."""
    if not sees:
        return []
    found, wanted = [], True
    text = "  ".join(sees)
    for what in re.findall(r'"[^"]+"|\S+', text.removeprefix("sees")):
        if what == "no" and wanted:
            wanted = False
            continue
        if what[0] != '"' and what not in _MARKS:
            raise Bad(f'{name}: {what!r}: sees "a text", {", ".join(_MARKS)}, or no before one')
        found.append((wanted, what.strip('"') if what[0] == '"' else _MARKS[what]))
        wanted = True
    if not text.startswith("sees ") or not found or not wanted:
        raise Bad(f"{name}: {text!r}: two blanks, sees, and what is to be seen")
    return found


# Playing one


class Lost(BaseException):
    """A step can't be made. Not an Exception, which the firmware would catch."""


def play(name, size, each=lambda i: None):
    """The text of a journey as it is now; each(i) is called at the end of step i."""
    about, begin, steps = script(name)
    out = [about]
    with tempfile.TemporaryDirectory() as saves:
        _power_on(size, saves, begin)
        day = _prepare(begin)
        while steps:
            _power_on(size, saves, begin)
            import hardware

            hardware.day = day
            hardware.charge = charge(begin)
            _hindered(begin, hardware)
            steps = _switched_on(name, size, steps, out, each, _line(begin))
    return "\n".join(out) + "\n"


def from_beginning(begin, size, script):
    """Switch on as these lines of a journey's beginning say, and play script(hardware): events."""
    with tempfile.TemporaryDirectory() as saves:
        _power_on(size, saves, begin)
        day = _prepare(begin)
        _power_on(size, saves, begin)
        import hardware
        import main

        hardware.day = day
        hardware.script(script(hardware))
        playing(main.run)


def playing(run):
    """Run the firmware's `main.run` to the end of the script; Bad if it crashed."""
    import hardware
    import main as firmware
    from thirteen.screens import crash

    def caught(error):
        raise Crashed from error

    crash.caught = caught
    firmware._drop_all = lambda: None  # which would drop that screen
    try:
        run()
    except hardware.Stop:
        pass
    except Crashed as crashed:
        traceback.print_exception(crashed.__cause__)
        raise Bad("the game crashed (see above): no picture was written") from None


class Crashed(BaseException):
    """The firmware shows its crash screen. Not an Exception, which the firmware would catch."""


def need_pillow():
    """Bad if Pillow is missing, before any work is done."""
    if not importlib.util.find_spec("PIL"):
        raise Bad("the package Pillow is missing, which is needed for pictures: run `make setup`")


def _power_on(size, saves, begin):
    from tools.simulator import handheld

    named = [line.split()[2:] for line in begin if line.split()[0] == _ONLY]
    handheld.power_on(named[0][0] if any(named) else BOARDS[size], saves)
    from thirteen import catalog

    for line in begin:
        if line.split()[0] == _GAMES:
            catalog.GAMES = catalog.GAMES[: int(line.split()[1])]


def _prepare(begin):
    """Save the games and settings with which a journey begins; returns its day."""
    import hal
    from thirteen.game import Game
    from thirteen.storage import settings

    hal.entropy = lambda: _ENTROPY
    day = -1
    settings.load()
    for line in begin:
        what, *words = line.split()
        if what == _DAY:
            day = int(words[0])
        elif what == _SET:
            for word in words:
                key, _, value = word.partition("=")
                settings.values[getattr(settings, key)] = int(value)
        elif what == _VETERAN:
            veteran.play(int(words[0]))
        elif what == _LOST:
            _put_lost(words[0], *map(int, words[1:]))
        elif what == _WON_DAILY:
            _put_won_daily(words[0], *map(int, words[1:]))
        elif what == _START:
            table = Game(words[0])
            deal, options, moves = _moves(table.rules, *words)
            table.match.deal(deal, options)
            table.reset_counters()
            for m in moves:
                table.match.play(m)
            table.clean = False
            table.save()
            settings.remember(table.row)
        elif what == _AS:
            _make(table, words)
    if any(line.split()[0] in (_START, _SET) for line in begin):
        _open_all(settings)
        settings.save()
    _spoil(begin)
    return day


def _hindered(begin, hardware):
    """What is wrong from power-on: with the flash, with a key, with the time before."""
    import hal

    def write(name, parts):
        raise OSError(reason)

    for line in begin:
        what, *words = line.split()
        if what == _FLASH:
            reason = int(words[0])
            hal.write = write
        elif what == _KEYS:
            hardware.hold(sum(1 << hardware.KEYS.index(key) for key in words[0].split("+")))
        elif what == _CRASHED:
            (Path(hardware.saves) / "crash").write_text(_REPORT)


def charge(begin):
    """Of the battery, in per cent."""
    return next((int(line.split()[1]) for line in begin if line.split()[0] == _BATTERY), 100)


def _spoil(begin):
    """Damage saved files, after all that saves them."""
    import hardware

    for line in begin:
        for stem in line.split()[1:] if line.split()[0] == _SPOIL else ():
            stem = stem if "." in stem else f"{stem}.[ab]"
            for path in Path(hardware.saves).glob(stem):
                data = bytearray(path.read_bytes())
                data[len(data) // 2] ^= 255
                path.write_bytes(data)


def _make(table, words):
    """Let the game be a step of its path, the deal of a day; set bits of HOW."""
    from thirteen.storage import history

    for word in words:
        name, _, value = word.partition("=")
        if value:
            setattr(table, name, int(value))
        else:
            table.note(getattr(history, name))
    table.clean = False
    table.save()


def _put_lost(name, deal, day):
    from thirteen.storage import history

    past = history.load()
    _put(past, name, deal, deal, 0, day)
    history.save(past)


def _put_won_daily(name, last, n):
    from thirteen import catalog
    from thirteen.storage import deals, history

    past = history.load()
    how = history.IS_DAILY | history.IS_WON | history.IS_REACHED
    for day in range(last - n + 1, last + 1):
        _put(past, name, day, deals.daily(name, catalog.row(name), day), how, day)
    history.save(past)


def _put(past, name, identity, deal, how, day):
    """Add a game of five minutes and sixty moves to the history."""
    from thirteen import catalog
    from thirteen.storage import history

    row = catalog.row(name)
    options = history.crc16(bytes(len(games.rules(name).OPTIONS)))
    history.put(past, (identity, deal, 0, how, options, day, 300, 60, row << 4, 0, 0, 0))


def _open_all(settings):
    """Each game was opened before: no lesson is offered."""
    from thirteen import catalog

    for row in range(len(catalog.GAMES)):
        settings.first(row)


def _moves(rules, name, kind, n):
    """(deal, options, moves) of a beginning."""
    if kind == "deal":
        return int(n), None, ()
    played = _whole(rules, name, kind)
    n = int(n)
    return played.number, played.options, list(played.log[: n if n >= 0 else played.played + n])


def _whole(rules, name, kind):
    """The match of which a beginning is a part, played to its end."""
    from thirteen import match, options

    if kind == "lost":
        played = match.Match(rules, 1)
        while rules.over(played.s) != 2:
            played.deal(played.number + 1)
            for _ in trace.play(played, trace.first, 1000):
                pass
        return played
    if kind == "golden":
        what = golden.read((golden.FOLDER / f"{name}.txt").read_text("utf-8"))
        _, deal, chosen, texts = what
    elif kind == "won":
        lines = (ROOT / f"host_tests/records/{name}.jsonl").read_text("utf-8").splitlines()
        record = json.loads(lines[0])
        deal, chosen, texts = record["deal"], record["options"], record["moves"]
    else:
        raise Bad(f"{kind!r} is no beginning of a game: deal, golden, won or lost")
    played = match.Match(rules, deal, options.pack(rules.OPTIONS, chosen))
    played.replay(texts)
    return played


def _line(begin):
    """All moves of the game that is open, and how many of them are made at the beginning."""
    started = [line.split() for line in begin if line.split()[0] == _START]
    if not started or started[-1][2] == "deal":
        return [], 0
    _, name, kind, n = started[-1]
    played = _whole(games.rules(name), name, kind)
    moves = list(played.log[: played.played])
    return moves, len(moves[: int(n)])


def _make_next(game, ahead):
    """Make the next of these moves that is legal now: others, the clock has made."""
    while ahead:
        m = ahead.pop(0)
        out, n = game.match.legal()
        if m in out[:n]:
            game.move(m)
            return


def _switched_on(name, size, steps, out, each, line):
    """Play the steps until one that switches off; returns those after it."""
    import hal
    import hardware
    import main
    import panel
    from thirteen import shell

    here = [keys for keys, *_ in steps]
    n = here.index("OFF") if "OFF" in here else len(steps)
    hal.entropy = lambda: _ENTROPY
    eye = Eye(hal)
    player = _player(steps[:n], out, each, eye)
    moves, begun = line
    opened, ahead = [], moves[begun:]
    run = shell.play
    shell.play = lambda game: (opened.append(game), run(game))[1]

    def go_on():
        keys = next(player, None)
        if keys is None:
            raise hardware.Stop
        if keys == "PLAY":
            game = opened[-1]
            if not game.match.played:
                ahead[:] = moves
            _make_next(game, ahead)
            keys = "400"
        events, ms = hardware.taps(keys, 0, gap=_PACE - _HELD)
        hardware.script([*events, (max(ms, 1), go_on)])

    hardware.script([(100, go_on)])
    try:
        playing(main.run)
        for _ in player:  # the games have ended: what is shown stays
            pass
    except Lost as lost:
        number = len(out) // 3 + 1
        picture = OUT / f"{name}-{size}" / f"{number:02}.png"
        picture.parent.mkdir(parents=True, exist_ok=True)
        panel.image().save(picture)
        raise Bad(f"{name} on {size}, step {number}, {lost}; look: {picture}") from None
    rest = steps[n + 1 :]
    if not rest:
        return []
    keys, words, sees = rest[0]
    return [("0 " + keys, "switched off and on: " + words, sees), *rest[1:]]


def _player(steps, out, each, eye):
    """The keys to be pressed, one by one; what is to be seen after each step goes to `out`."""
    for keys, words, sees in steps:
        for key in keys.split():
            if key.startswith("PLAY"):
                yield from ["PLAY"] * int(key.partition("*")[2] or 1)
                continue
            if key.startswith("HINTED"):
                yield from _HINTED * int(key.partition("*")[2] or 1)
                continue
            if key[0] != "@":
                yield _MENU if key == "MENU" else key
                continue
            row = key[1:].replace("_", " ")
            for _ in range(_ROWS):
                if eye.focus(row):
                    break
                yield "DOWN" if eye.hal.PAD else "Y"
            else:
                raise Lost(f"{keys}: no row of the menu says {row!r}: {eye.texts()}")
        number = len(out) // 3 + 1
        shown = eye.look(number, keys, words)
        _check(f"{keys}  {words}", sees, *shown[1:])
        out.extend(shown)
        each(number)


def _check(step, sees, says, cards):
    """Lost unless a step shows what it is to show."""
    says = re.sub(" +", " ", says.partition("says")[2].replace(" / ", " "))
    for wanted, what in sees:
        there = what in (cards if what in _MARKS.values() else re.sub(r"[\[\]]", "", says))
        if there != wanted:
            name = next((mark for mark, letter in _MARKS.items() if letter == what), repr(what))
            fault = f"shows {'no ' if wanted else ''}{name}"
            raise Lost(f"{step}: {fault}, but:{says}; {cards.strip()}")


class Eye:
    """Sees what the simulated handheld shows."""

    def __init__(self, hal):
        from tools.assets import generate

        self.hal = hal
        self.drawn = {}  # (x, y): text, ink, font, where it ends
        self.names = {chr(generate.FIRST + i): _SHOWN[k] for i, k in enumerate(generate.EXTRAS)}
        self.text = hal.text
        hal.text = self.watch

    def watch(self, font, s, x, y, ink):
        end = self.text(font, s, x, y, ink)
        if s and y < self.hal.H:  # below the screen it is only measured
            self.drawn[x, y] = s, ink, font, end
        return end

    def look(self, number, keys, words):
        """The lines that tell what is to be seen after a step."""
        import panel

        crc = zlib.crc32(repr(panel.colours()).encode(), zlib.crc32(self.hal.buf))
        return [
            f"{number:02} {crc:08X} > {keys}{'  ' + words if words else ''}",
            "   says  " + self.texts(),
            "   cards " + self.cards(),
        ]

    def texts(self):
        """The texts to be seen, row by row."""
        self.forget()
        rows = []
        for (x, y), (s, ink, _, end) in sorted(self.drawn.items(), key=lambda what: what[0][1]):
            s = "".join(self.names.get(letter, letter) for letter in s).strip()
            s = f"[{s}]" if self.in_focus(ink) else s
            if rows and abs(rows[-1][0] - y) < 4:
                rows[-1][1].append((x, s, end))
            else:
                rows.append((y, [(x, s, end)]))
        return " / ".join(self.row(sorted(texts)) for _, texts in rows)

    def row(self, texts):
        """Texts side by side, the digits of a number together."""
        line = ""
        before = -9
        for x, s, end in texts:
            line += ("" if s.isdigit() and x - before < 3 else "  ") + s
            before = end
        return line.strip()

    def forget(self):
        """Forget the texts over which something was drawn."""
        self.drawn = {at: what for at, what in self.drawn.items() if self.is_seen(*at, *what)}

    def in_focus(self, ink):
        """Whether texts of that ink are under a menu's cursor."""
        from thirteen.draw import canvas

        return ink == canvas.ON_GOLD

    def is_seen(self, x, y, s, ink, font, _):
        for letter in s:
            code = ord(letter) - font[1]
            if not 0 <= code < font[2]:
                code = font[2] - 1
            at = font[4 + 2 * code] | (font[5 + 2 * code] & 15) << 8
            if not self.shows(font, at, x, y + (font[5 + 2 * code] >> 4), ink):
                return False
            x += font[at] + font[3]
        return True

    def shows(self, font, at, x, y, ink):
        """Whether the picture has that letter there; two pixels of the framebuffer are a byte."""
        w, h = font[at : at + 2]
        buf, pitch = self.hal.buf, self.hal.W
        inks = [ink >> 4 * level & 15 for level in range(4)]
        if x < 0 or y < 0 or x + w > pitch or y + h > self.hal.H:
            return False
        at += 2
        for row in range(y, y + h):
            for i in range(w):
                level = font[at + (i >> 2)] >> 2 * (i & 3) & 3
                if level:
                    byte = buf[row * pitch + x + i >> 1]
                    if (byte & 15 if x + i & 1 else byte >> 4) != inks[level]:
                        return False
            at += w + 3 >> 2
        return True

    def focus(self, words):
        """Whether a text with these words is under a menu's cursor."""
        for (x, y), (s, ink, font, _) in self.drawn.items():
            if words in s and self.in_focus(ink) and self.is_seen(x, y, s, ink, font, 0):
                return True
        return False

    def cards(self):
        """What lies at the places of the table, if it is that which is shown."""
        from thirteen import cards
        from thirteen.table import choice, piles, places, table

        if not table.shown:
            return "-"
        out = []
        for p in range(places.count):
            there = bytes(c for c in piles.cards_now[places.at[p] : places.at[p + 1]] if c)
            out_of_sight = piles.counts[p] - len(there)
            text = ".".join("##" if c & cards.DOWN else cards.text(c) for c in there)
            text = (f"({out_of_sight})" if out_of_sight > 0 else "") + text or "--"
            marks, flags = places.marks[p], places.flags[p]
            text += "+" if marks & places.PICKED else ""
            text += "!" if marks & places.REFUSED else ""
            text += "*" if flags & (places.HINT | places.TARGET) else ""
            out.append(f"[{text}]" if p == choice.cursor else text)
        return " ".join(out)


# Comparing


def differences(name, size, now):
    """(step, what was kept of it, what it is now) of the steps that differ; "" for none."""
    before, after = _steps(recorded(name, size)), _steps(now)
    for n in sorted({*before, *after}):
        if before.get(n) != after.get(n):
            yield n, before.get(n, ""), after.get(n, "")


def _steps(text):
    """{number: its lines} of the steps of a recorded text, which may have a merge's marks."""
    found = re.findall(r"^(\d+) ([0-9A-F]{8} > .*(?:\n   .*)*)", text, re.M)
    return {int(n): f"{n} {rest}" for n, rest in found}


def told(name, size, n, old, new):
    """Lines that say what a step shows that it did not."""
    yield f"{name} on {size}, step {n}:"
    lines = list(difflib.ndiff(old.splitlines(), new.splitlines()))
    said = [line for line in lines if line[0] in "+-" and line[2:5] == "   "]
    head = (new or old).splitlines()[0]
    yield f"  {head.partition('> ')[2]}"
    yield from ("  " + line for line in said or ["  the same texts and cards, another picture"])


def draw(name, size, wanted, folder):
    """Write pictures of these steps of a journey to folder/NN.png."""
    import panel

    folder.mkdir(parents=True, exist_ok=True)

    def keep(n):
        if n in wanted:
            panel.image().save(folder / f"{n:02}.png")

    play(name, size, keep)


def drawn_before(name, size, wanted, folder):
    """The same with the sources of when its steps were accepted, if they can be had."""
    path = f"host_tests/journeys/{name}-{size}.txt"
    commit = _git("log", "-1", "--format=%H", "--", path).decode().strip()
    if not commit:
        return
    tree = OUT / commit[:12]
    if not tree.is_dir():
        with tarfile.open(fileobj=io.BytesIO(_git("archive", commit))) as sources:
            sources.extractall(tree, filter="data")
    call = f"journeys.draw({name!r}, {size!r}, {list(wanted)!r}, Path({str(folder)!r}))"
    subprocess.run(
        [sys.executable, "-c", f"from pathlib import Path; from tools import journeys; {call}"],
        cwd=tree, capture_output=True,
        env={key: value for key, value in os.environ.items() if key != "PYTHONPATH"},
    )  # fmt: skip


def _git(*command):
    done = subprocess.run(["git", *command], cwd=ROOT, capture_output=True)
    return done.stdout if done.returncode == 0 else b""


def show(name, size, wanted):
    """Write a sheet for each of these steps: before, after, difference; returns the folder."""
    from PIL import Image, ImageChops

    folder = OUT / f"{name}-{size}"
    shutil.rmtree(folder, ignore_errors=True)
    draw(name, size, wanted, folder / "after")
    drawn_before(name, size, wanted, folder / "before")
    for n in wanted:
        parts = []
        for when in ("before", "after"):
            path = folder / when / f"{n:02}.png"
            parts.append(Image.open(path).convert("RGB") if path.is_file() else None)
        old, new = parts
        old = old or Image.new("RGB", new.size if new else (1, 1))
        new = new or Image.new("RGB", old.size)
        changed = ImageChops.difference(old, new).convert("L").point(lambda v: 255 if v else 0)
        over = Image.composite(
            Image.new("RGB", new.size, "red"), new.point(lambda v: v // 3), changed
        )
        w, h = new.size
        sheet = Image.new("RGB", (3 * w + 16, h), "white")
        for i, part in enumerate((old, new, over)):
            sheet.paste(part, (i * (w + 8), 0))
        sheet.save(folder / f"{n:02}.png")
    for when in ("before", "after"):
        shutil.rmtree(folder / when, ignore_errors=True)
    return folder


def main(argv):
    parser = argparse.ArgumentParser(
        prog="python -m tools journeys",
        description="Play the journeys and show what has changed: in words, and as a sheet for "
        "each changed step (before, after, difference). The exit code is 1 if something has.",
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"which: {', '.join(names())}")
    parser.add_argument("--size", choices=BOARDS, help="only on screens of this size")
    parser.add_argument("--accept", action="store_true", help="keep what is shown now")
    args = parser.parse_args(argv)
    need_pillow()
    changed = 0
    for name in args.names or names():
        for size in sizes(name) if not args.size else {args.size} & {*sizes(name)}:
            now = play(name, size)
            found = list(differences(name, size, now))
            new = not recorded(name, size)
            if recorded(name, size) == now:
                continue
            changed += 1
            if new:
                print(f"{name} on {size}: new, {now.count(chr(10)) // 3} steps")
            elif found:
                for what in found:
                    print("\n".join(told(name, size, *what)))
                print(
                    f"  before, after and difference: {show(name, size, [n for n, *_ in found])}"
                )
            if args.accept:
                games.write(FOLDER / f"{name}-{size}.txt", now)
    if not changed:
        print("nothing has changed", file=sys.stderr)
        return 0
    if args.accept:
        print(f"{changed} accepted", file=sys.stderr)
        return 0
    print("If that is meant: python -m tools journeys --accept", file=sys.stderr)
    return 1
