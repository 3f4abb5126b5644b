"""The simulator's window and terminal, with SDL's dummy display and a pseudo-terminal."""

import io
import os
import random
import re
import select
import signal
import subprocess
import sys
import time
import types
from datetime import date, timedelta
from pathlib import Path

import playing
import pytest

ROOT = Path(__file__).resolve().parent.parent
SIMULATOR = ROOT / "tools" / "simulator"
PATIENCE = 300  # seconds: on a busy machine everything takes long

# A small game instead of the firmware: a square moves along the top, the lower half takes the
# colour of the keys that are held, and B with X ends it with an exception.
GAME = f"""
import sys
sys.path[:0] = [{str(SIMULATOR)!r}, {str(ROOT)!r}]
import play

def run():
    import hal
    for i, rgb in enumerate((0, 0xFFFFFF, 0xFF0000, 0x00FF00)):
        hal.palette(i, rgb)
    hal.fb.fill(1)
    hal.refresh()
    x = 0
    while True:
        hal.sleep(8)
        keys = hal.keys()
        hal.fb.fill_rect(0, 0, hal.W, 8, 1)
        hal.fb.fill_rect(x, 0, 8, 8, 2)
        x = (x + 2) % hal.W
        hal.refresh()
        if keys == hal.B | hal.X:
            raise ValueError("the game broke")
        if keys == hal.Y:
            hal.turn(True)
        hal.tone(440, 20, 255)
        hal.fb.fill_rect(0, 120, hal.W, 120, 3 if keys == hal.A else 2 if keys == hal.MENU else 1)
        hal.refresh()

"""
PLAY = (
    GAME
    + """
from tools.__main__ import complain
from tools.games import Bad
try:
    sys.exit(play.main(sys.argv[1:], run))
except Bad as bad:
    complain("play", bad)
    sys.exit(2)
"""
)


def _python(source, cwd, *args, **env):
    env = {**os.environ, "SDL_AUDIODRIVER": "dummy", **env}
    for name in [name for name, value in env.items() if value is None]:
        del env[name]
    return subprocess.run(
        [sys.executable, "-c", source, "--saves", str(cwd / "saves"), *args],
        cwd=cwd, env=env, capture_output=True, text=True, timeout=PATIENCE,
    )  # fmt: skip


WINDOW = (
    GAME
    + """
import time
import handheld

def scenario(window, live):
    import hardware, panel, case
    import pygame
    from window import _BEZEL as window_bezel

    def key(kind, name):
        pygame.event.post(pygame.event.Event(kind, key=getattr(pygame, "K_" + name)))

    def screen(x, y):
        s = window.scale
        at = int((case.SIDE + x + 0.5) * s), int((case.EDGE + y + 0.5) * s)
        return tuple(window._screen.get_at(at))[:3]

    def exact():
        s = window.scale
        for y in range(0, panel.height, 7):
            for x in range(panel.width):
                for dx in {0, s - 1}:
                    at = (case.SIDE + x) * s + dx, (case.EDGE + y) * s + dx
                    c = window._screen.get_at(at)
                    assert (c[0] << 16 | c[1] << 8 | c[2]) == panel.at(x, y), (x, y)

    def colour(*rgb):
        return lambda: screen(20, 200) == rgb

    yield colour(255, 255, 255)
    middle, width, height = 100, panel.width, panel.height
    for off, inside in ((3, True), (9, False)):  # a bezel of six pixels on each side
        around = {screen(-1 - off, middle), screen(width + off, middle),
                  screen(middle, -1 - off), screen(middle, height + off)}
        assert (around == {window_bezel}) == inside, (off, around)
    key(pygame.KEYDOWN, "z")
    yield colour(0, 255, 0)
    key(pygame.KEYUP, "z")
    key(pygame.KEYDOWN, "ESCAPE")
    yield colour(255, 0, 0)
    key(pygame.KEYUP, "ESCAPE")
    x, y = window._case(0)[0]["A"]
    at = x * window.scale, y * window.scale
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, button=1, pos=at))
    yield colour(0, 255, 0)
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONUP, button=1, pos=at))
    yield lambda: hardware.level == 0
    for kind, x, y, more in (  # on the screen, and then beyond its left edge
        (pygame.MOUSEBUTTONDOWN, 20, 30, {"button": 1}),
        (pygame.MOUSEMOTION, -9, 31, {}),
        (pygame.MOUSEBUTTONUP, -9, 31, {"button": 1}),
    ):
        at = (case.SIDE + x) * window.scale, (case.EDGE + y) * window.scale
        pygame.event.post(pygame.event.Event(kind, pos=at, **more))
    yield lambda: hardware.urgent and not hardware.touching
    seen = [hardware.touched() for _ in range(4)]
    assert seen == [20 | 30 << 10 | 1 << 20, 31 << 10 | 1 << 20, 31 << 10, -1]
    key(pygame.KEYDOWN, "RIGHT")
    key(pygame.KEYUP, "RIGHT")
    yield lambda: hardware.level == 8
    yield lambda: hardware.level == 0
    key(pygame.KEYDOWN, "F5")
    key(pygame.KEYDOWN, "F6")
    yield lambda: live.filming and len(live._film._frames) > 3
    yield lambda: "RECORDING" in pygame.display.get_caption()[0]
    key(pygame.KEYDOWN, "F6")
    yield lambda: not live.filming
    key(pygame.KEYDOWN, "F9")
    yield lambda: live.paused
    yield 20
    exact()
    ms, changes = live.clock(), panel.changes
    yield 20
    assert live.paused and (live.clock(), panel.changes) == (ms, changes)
    key(pygame.KEYDOWN, "F10")
    yield lambda: live.clock() == ms + 16 and panel.changes == changes + 2
    yield 20
    assert live.clock() == ms + 16 and panel.changes == changes + 2
    start = time.perf_counter()
    key(pygame.KEYDOWN, "F9")
    yield lambda: not live.paused and live.clock() > ms + 16
    now = live.clock()
    gone = 1000 * (time.perf_counter() - start)
    assert now <= ms + 17 + gone, "the pause counts for nothing"
    key(pygame.KEYDOWN, "v")
    yield lambda: hardware.turned
    key(pygame.KEYUP, "v")
    key(pygame.KEYDOWN, "LEFT")
    yield lambda: hardware.level == 8  # left of the player is the board's right
    print("all seen")
    pygame.event.post(pygame.event.Event(pygame.QUIT))
    yield 1000

handheld.add_paths()
import live as live_module

class Directed(live_module.Live):
    # Goes on with the scenario once what it waits for is seen, or after so many looks.
    story = None
    looks = 0

    def _update(self, at_once):
        if self.story is None:
            self.story = scenario(self.front, self)
            self.waits = next(self.story)
        self.looks += 1
        if self.looks > self.waits if isinstance(self.waits, int) else self.waits():
            self.looks = 0
            self.waits = next(self.story)
        elif self.looks > 5000:
            raise TimeoutError(f"line {self.story.gi_frame.f_lineno} waits in vain")
        super()._update(at_once)

live_module.Live = Directed
sys.exit(play.main(sys.argv[1:], run))
"""
)


@pytest.mark.parametrize("scale", ("1", "3"))
def test_the_window(tmp_path, scale):
    pytest.importorskip("pygame")
    done = _python(
        WINDOW, tmp_path, "--window", "--scale", scale, "--board", "ws_lcd_13",
        SDL_VIDEODRIVER="dummy",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == "all seen"
    from PIL import Image

    with Image.open(tmp_path / "thirteen-1.png") as picture:
        assert picture.size == (240, 240) and picture.getpixel((0, 60)) == (255, 255, 255)
    with Image.open(tmp_path / "thirteen-1.gif") as film:
        assert film.size == (480, 480) and film.n_frames > 1
        assert min(film.seek(i) or film.info["duration"] for i in range(film.n_frames)) >= 20


def test_no_window_is_one_sentence(tmp_path):
    none = dict.fromkeys(("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"))
    done = _python(PLAY, tmp_path, "--window", SDL_VIDEODRIVER="none-such", DISPLAY=None)
    assert done.returncode == 2 and done.stderr.startswith("tools play: no window can be opened: ")
    assert done.stderr.count("\n") == 1
    if sys.platform.startswith("linux"):
        done = _python(PLAY, tmp_path, **none)
        sentence = (
            "tools play: there is no display, and standard input and output are not a terminal\n"
        )
        assert (done.returncode, done.stderr) == (2, sentence)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="X11 is Linux's")
def test_without_a_display_there_is_no_window(tmp_path):
    env = {"SDL_VIDEODRIVER": None, "WAYLAND_DISPLAY": None, "DISPLAY": ":31313"}
    done = _python(PLAY, tmp_path, "--window", **env)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert done.stderr.startswith("tools play: no window can be opened: ")
    done = _python(PLAY, tmp_path, **env)
    assert done.returncode == 2 and "not a terminal" in done.stderr


def test_a_terminal_that_cannot_draw_is_refused(tmp_path):
    pty = pytest.importorskip("pty")
    ours, theirs = pty.openpty()
    env = {**os.environ, "TERM": "dumb"}
    done = subprocess.run(
        [sys.executable, "-c", PLAY, "--terminal", "--saves", str(tmp_path / "s")],
        stdin=theirs, stdout=theirs, stderr=subprocess.PIPE, text=True, cwd=tmp_path, env=env,
        timeout=PATIENCE,
    )  # fmt: skip
    os.close(ours)
    os.close(theirs)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1) and "TERM=dumb" in done.stderr


def test_a_terminal_draws_what_has_changed():
    """Each cell an upper and a lower pixel; the cursor is moved only where a run begins."""
    import terminal

    it = terminal.Terminal.__new__(terminal.Terminal)
    it._rows, it._colour = [], lambda *cell: f"\x1b[{cell[0].hex()}{cell[1].hex()}m"
    r = random.Random(1)
    width, columns = 9, 20
    data = bytearray(r.choice((b"abc", b"abd"))[0] for _ in range(width * 6 * 4))
    seen = {}
    for changes in (0, 1, 5):
        for at in range(changes):
            data[r.randrange(len(data))] = at
        fresh, runs = {}, 0
        for word in "".join(it._picture(bytes(data), width, columns)).split("\x1b[")[1:]:
            place = re.match(r"(\d+);(\d+)H", word)
            if place:
                y, x, runs = int(place[1]) - 1, int(place[2]) - 1, runs + 1
            else:
                colour = word[:12]
            for _ in range(word.count("▀")):
                fresh[x, y] = colour
                x += 1
        before, seen = seen, seen | fresh
        left = (columns - width) // 2
        for y in range(4):
            for x in range(width):
                up = (2 * y * width + x) * 3
                cell = data[up : up + 3] + data[up + 3 * width : up + 3 * width + 3]
                assert seen[left + x, y] == cell.hex()
        changed = {at for at in seen if seen[at] != before.get(at)}
        assert fresh.keys() == changed
        assert runs == sum((x - 1, y) not in changed for x, y in changed)


@pytest.mark.parametrize("size, enough", (((24, 12), True), ((23, 12), False), ((24, 11), False)))
def test_the_smallest_terminal_in_which_a_picture_is_drawn(handheld, size, enough):
    handheld.on()
    import terminal

    it = terminal.Terminal.__new__(terminal.Terminal)
    it._size, it._rows, it._colour = size, [], lambda *cell: ""
    written = []
    it._write, it._status = written.append, lambda *what: "keys"
    it.draw(None)
    assert ("Make the terminal larger" in written[0]) != enough == ("keys" in written[0])


def test_one_of_256_colours_is_the_nearest_of_the_cube_or_a_nearer_grey():
    import terminal

    steps = 0, 95, 135, 175, 215, 255
    r = random.Random(2)
    for rgb in [r.choices(range(256), k=3) for _ in range(300)]:
        got = terminal._nearest(tuple(rgb))
        cube = divmod((got - 16) // 6, 6) + ((got - 16) % 6,)
        chosen = [steps[i] for i in cube] if got < 232 else [8 + 10 * (got - 232)] * 3
        far = sum((a - b) ** 2 for a, b in zip(chosen, rgb))
        assert far <= sum(min((step - v) ** 2 for step in steps) for v in rgb)


def test_the_simulator_knows_the_date(monkeypatch, tmp_path):
    import hardware
    import play

    began, days = date.today(), []
    monkeypatch.setattr(hardware, "day", hardware.day)
    monkeypatch.setattr(play, "front", lambda *_: types.SimpleNamespace(close=list))
    with playing.kept_modules():
        play.main(["--saves", str(tmp_path)], lambda: days.append(hardware.day))
    assert date(2000, 1, 1) + timedelta(days[0]) in (began, date.today())


@pytest.mark.skipif(os.name == "nt", reason="the console of POSIX")
@pytest.mark.parametrize("columns", (60, 80, 120, 240))
def test_each_width_of_a_terminal_names_the_keys(columns):
    """The advice on the font comes last, where a narrow terminal cuts it off."""
    import terminal

    it = terminal.Terminal.__new__(terminal.Terminal)
    it._buttons = set(terminal.hardware.KEYS)
    line = it._status(types.SimpleNamespace(note="", paused=False), 0.19)[:columns]
    assert "Esc=MENU" in line and "Ctrl-C=end" in line
    assert columns < 240 or "every pixel, this 19%" in line


def test_saves_that_cannot_be_written_are_refused_before_the_game(tmp_path):
    (tmp_path / "file").write_text("")
    for saves in ("file", "file/deeper"):
        done = _python(PLAY, tmp_path, "--saves", str(tmp_path / saves), SDL_VIDEODRIVER="dummy")
        assert done.returncode == 2 and done.stderr.startswith("tools play: ")
        assert done.stderr.count("\n") == 1 and "is not a folder" in done.stderr


@pytest.mark.parametrize("scale", ("0", "x", "99"))
def test_a_wrong_scale_is_refused(tmp_path, scale):
    done = _python(PLAY, tmp_path, "--scale", scale)
    assert done.returncode == 2 and "--scale" in done.stderr


class Pty:
    """The game in a terminal of the given size."""

    def __init__(self, tmp_path, columns, lines, *args, colours="truecolor"):
        import fcntl
        import pty
        import struct
        import termios

        self.ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
        self.theirs = theirs
        self.before = termios.tcgetattr(theirs)
        env = {**os.environ, "COLORTERM": colours, "BOARD": "ws_lcd_13", "TERM": "xterm"}
        self.errors = open(tmp_path / "errors", "w+")
        self.process = subprocess.Popen(
            [sys.executable, "-c", PLAY, "--terminal", "--saves", str(tmp_path / "s"), *args],
            stdin=theirs, stdout=theirs, stderr=self.errors, cwd=tmp_path, env=env,
            # If started in the background, these tests ignore SIGINT, and so would the game.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        )  # fmt: skip
        self.heard = io.StringIO()

    def listen(self, seconds=0.0, until=None):
        """The game's output, for some seconds or until a text appears."""
        end = time.monotonic() + (seconds or PATIENCE)
        start = len(self.heard.getvalue())
        while time.monotonic() < end:
            if select.select([self.ours], [], [], 0.05)[0]:
                try:
                    self.heard.write(os.read(self.ours, 65536).decode(errors="ignore"))
                except OSError:
                    break
            if until and until in self.heard.getvalue()[start:]:
                break
        return self.heard.getvalue()[start:]

    def type(self, text):
        os.write(self.ours, text.encode())

    def end(self):
        """Its exit code; checks first that the terminal was restored."""
        import termios

        if "\x1b[?1049l" not in self.heard.getvalue():
            self.listen(until="\x1b[?1049l")
        code = self.process.wait(PATIENCE)
        written = self.heard.getvalue()
        assert written.index("\x1b[?1049h") < written.rindex("\x1b[?1049l")
        assert written.rindex("\x1b[?25l") < written.rindex("\x1b[?25h")
        assert termios.tcgetattr(self.theirs) == self.before
        os.close(self.theirs)
        os.close(self.ours)
        return code


needs_pty = pytest.mark.skipif(os.name == "nt", reason="Windows has no terminals of this kind")
GREEN, RED = "\x1b[38;2;0;255;0;48;2;0;255;0m", "\x1b[38;2;255;0;0;48;2;255;0;0m"
WHITE = "\x1b[38;2;255;255;255;48;2;255;255;255m"


@needs_pty
def test_terminal_shows_hears_keys_and_is_restored(tmp_path):
    game = Pty(tmp_path, 250, 125)
    assert "smaller font" not in game.listen(until="capital letter")
    assert "▀" * 100 in game.heard.getvalue()
    game.type("z")
    assert GREEN in game.listen(until=GREEN)
    released = WHITE + "▀" * 100
    assert released in game.listen(until=released)
    game.type("\x1b")
    assert RED + "▀▀" in game.listen(until=RED + "▀▀")
    game.type("\x1b[20~")
    assert "paused" in game.listen(until="paused")
    game.type("\x1b[20~\x1b[15~")
    assert "saved thirteen-1.png" in game.listen(until="saved thirteen-1.png")
    assert (tmp_path / "thirteen-1.png").is_file()
    game.process.send_signal(signal.SIGINT)
    assert game.end() == 0


@needs_pty
def test_terminal_restored_when_the_game_breaks(tmp_path):
    game = Pty(tmp_path, 250, 125)
    game.listen(until="capital letter")
    while "\x1b[?1049l" not in game.heard.getvalue():  # until C comes while B is held
        game.type("X")
        game.listen(0.2)
        game.type("c")
        game.listen(0.2)
    assert game.end() == 1
    game.errors.seek(0)
    assert "ValueError: the game broke" in game.errors.read()


@needs_pty
def test_the_terminal_is_restored_after_a_termination_signal(tmp_path):
    game = Pty(tmp_path, 250, 125)
    game.listen(until="capital letter")
    game.process.send_signal(signal.SIGTERM)
    assert game.end() == 0


@needs_pty
def test_small_terminal_says_so_and_shrinks_the_picture(tmp_path):
    game = Pty(tmp_path, 80, 24, colours="")
    out = game.listen(until="Ctrl-C=end")
    assert "Ctrl-C=end" in out and "Esc=MENU" in out
    assert "▀" * 30 in out and "▀" * 47 not in out and "\x1b[38;5;" in out
    rows = [int(row) for row in re.findall(r"\x1b\[(\d+);\d+H", out)]
    assert max(rows) == 24
    game.process.send_signal(signal.SIGTERM)
    assert game.end() == 0


@needs_pty
def test_a_terminal_too_small_is_refused(tmp_path):
    game = Pty(tmp_path, 20, 8)
    assert "Make the terminal larger" in game.listen(until="larger")
    game.process.send_signal(signal.SIGTERM)
    assert game.end() == 0


def test_typed_keys_are_mapped(monkeypatch):
    monkeypatch.setattr(sys, "path", [str(SIMULATOR), *sys.path])
    import terminal

    tap, long = terminal.HOLD, terminal.LONG
    assert terminal.tokens("zX\x1b[A\x1bOD") == [
        ("A", tap), ("B", long), ("UP", tap), ("LEFT", tap),
    ]  # fmt: skip
    assert terminal.tokens("\x1b") == [("MENU", tap)]
    assert terminal.tokens("w\x1b[20~q\x1b[1;5C") == [
        ("UP", tap), (None, "pause"), ("RIGHT", tap),
    ]  # fmt: skip
    assert terminal.tokens("\x1b[") == []
    assert terminal._nearest((255, 0, 0)) == 196 and terminal._nearest((128, 128, 128)) == 244
