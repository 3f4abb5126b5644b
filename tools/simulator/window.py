"""The handheld in a window, its screen scaled by an integer."""

import contextlib
import math
import os
import sys
import time
from array import array

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
import pygame

import case
import hardware
import panel

RATE = 22050
_SHORTEST = 0.03  # seconds that a press lasts at least, even if both its events arrive together
_KEYS = {
    pygame.K_UP: "UP", pygame.K_w: "UP", pygame.K_DOWN: "DOWN", pygame.K_s: "DOWN",
    pygame.K_LEFT: "LEFT", pygame.K_a: "LEFT", pygame.K_RIGHT: "RIGHT", pygame.K_d: "RIGHT",
    pygame.K_z: "A", pygame.K_x: "B", pygame.K_c: "X", pygame.K_v: "Y", pygame.K_ESCAPE: "MENU",
}  # fmt: skip
_COMMANDS = {
    pygame.K_F5: "picture", pygame.K_F6: "film", pygame.K_F8: "power", pygame.K_F9: "pause",
    pygame.K_F10: "frame",
}  # fmt: skip
# Neighbours are drawn pressed in different pictures, as their corners overlap.
_UP_AND_DOWN = ("B", "X")
_OTHERS = ("UP", "DOWN", "LEFT", "RIGHT", "A", "Y", "MENU")
_OPPOSITE = {"UP": "DOWN", "DOWN": "UP", "LEFT": "RIGHT", "RIGHT": "LEFT"}

_GROUND = (24, 26, 30)
_BOARD = (38, 46, 58)
_BOARD_EDGE = (58, 68, 84)
_BEZEL = (8, 9, 11)
_CAP = (205, 207, 204)
_CAP_DOWN = (255, 201, 74)
_CAP_EDGE = (14, 17, 22)
_LETTER = (38, 42, 50)
_HINT = (138, 150, 168)
_UNSEEN = ("offscreen", "dummy", "evdev")  # SDL's fallbacks if no display answers
_SMOOTH = 2  # antialiasing: the board is drawn larger by this factor, then scaled down


class NoWindow(Exception):
    """No window can be opened; the text is one sentence why."""


def best_scale(width, height):
    """The largest integer scale at which the board fits this desktop."""
    board_w, board_h = case.size(width, height)
    room = pygame.display.get_desktop_sizes()[0]
    return max(1, min(4, room[0] * 9 // 10 // board_w, room[1] * 82 // 100 // board_h))


class Window:
    def __init__(self, board, pins, scale=None):
        screens = "DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"
        if sys.platform.startswith("linux") and not any(map(os.environ.get, screens)):
            raise NoWindow("there is no display")  # SDL would try other drivers and print errors
        os.environ.setdefault("SDL_VIDEO_X11_WMCLASS", "thirteen")
        try:
            with _silenced():
                pygame.display.init()
            driver = pygame.display.get_driver()
            if driver in _UNSEEN and not os.environ.get("SDL_VIDEODRIVER"):
                raise pygame.error("the display does not answer")
            self.scale = scale or best_scale(panel.width, panel.height)
            size = [n * self.scale for n in case.size(panel.width, panel.height)]
            self._screen = pygame.display.set_mode(size)
        except pygame.error as error:
            pygame.display.quit()
            raise NoWindow(f"no window can be opened: {error}") from None
        pygame.font.init()
        self._board = board
        self._places = case.buttons(panel.width, panel.height, pins)
        self._cases = {}
        self._down = {}  # key -> (pressed at, released at)
        self._clicked = None
        self._sounds = {}
        self._audible = None  # unknown before the first tone

    def close(self):
        pygame.quit()

    def pump(self, live):
        now = time.perf_counter()
        for event in pygame.event.get():
            if event.type == pygame.QUIT:
                raise hardware.Stop
            if event.type == pygame.KEYDOWN:
                if event.key in _COMMANDS:
                    live.command(_COMMANDS[event.key])
                self._down[event.key] = now, math.inf
            elif event.type == pygame.KEYUP and event.key in self._down:
                since = self._down[event.key][0]
                self._down[event.key] = since, max(now, since + _SHORTEST)
            elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
                self._clicked = self._button_at(event.pos)
                if self._on_screen(event.pos):
                    self._touch(event.pos, True)
            elif event.type == pygame.MOUSEMOTION and hardware.touching:
                self._touch(event.pos, True)
            elif event.type == pygame.MOUSEBUTTONUP and event.button == 1:
                self._clicked = None
                self._touch(event.pos, False)
            elif event.type == pygame.WINDOWFOCUSLOST:
                self._down.clear()
            elif event.type == pygame.WINDOWEXPOSED:
                live.redraw()
        self._down = {key: times for key, times in self._down.items() if times[1] > now}
        names = {_KEYS[key] for key in self._down if key in _KEYS}
        if self._clicked:
            names.add(self._clicked)
        if "MENU" in names and "MENU" not in self._places:
            names.add("B")  # a long B opens the menu on a board without that button
        live.held = sum(1 << hardware.KEYS.index(name) for name in names if name in self._places)

    def draw(self, live):
        _, picture = self._case(live.held)
        self._screen.blit(picture, (0, 0))
        shown = pygame.image.frombuffer(panel.pixels(), (panel.width, panel.height), "RGB")
        if hardware.turned:
            shown = pygame.transform.rotate(shown, 180)
        shown = pygame.transform.scale_by(shown, self.scale)
        at = case.SIDE * self.scale, case.EDGE * self.scale
        self._screen.blit(shown, at)
        if hardware.brightness < 255:
            shade = pygame.Surface(shown.get_size(), pygame.SRCALPHA)
            shade.fill((0, 0, 0, (255 - hardware.brightness) * 9 // 10))
            self._screen.blit(shade, at)
        pygame.display.set_caption(self._title(live))
        pygame.display.flip()

    def _title(self, live):
        words = [f"thirteen on {self._board}"]
        if live.paused:
            words.append("PAUSED: F9 continues, F10 one frame")
        if live.filming:
            words.append("RECORDING: F6 stops")
        if live.note:
            words.append(live.note)
        if len(words) == 1:
            pad = "arrows, " if "UP" in self._places else ""
            words.append(pad + self._key_list())
            words.append("F5 picture, F6 film, F9 pause" + ", F8 power" * bool(live.power))
        return "  |  ".join(words)

    def _key_list(self):
        names = [name for name in self._places if name not in _OPPOSITE]
        keys = ", ".join(f"{case.KEY_NAMES[name]} = {name}" for name in names)
        return keys if "MENU" in self._places else keys + ", hold Esc = menu"

    def tone(self, hz, ms, level):
        if self._audible is None:
            self._audible = _open_mixer()
        if not self._audible:
            return
        pygame.mixer.stop()
        if hz < 16 or ms <= 0:
            return
        if (hz, ms) not in self._sounds:
            self._sounds[hz, ms] = pygame.mixer.Sound(buffer=wave(hz, ms))
        self._sounds[hz, ms].set_volume(level / 255)
        self._sounds[hz, ms].play()

    def _pixel(self, pos):
        """The pixel of the screen at that place of the window, perhaps outside of it."""
        return pos[0] // self.scale - case.SIDE, pos[1] // self.scale - case.EDGE

    def _on_screen(self, pos):
        x, y = self._pixel(pos)
        return 0 <= x < panel.width and 0 <= y < panel.height

    def _touch(self, pos, down):
        """Pass the mouse on; outside of the screen it is at its edge."""
        x, y = self._pixel(pos)
        if hardware.turned:
            x, y = panel.width - 1 - x, panel.height - 1 - y
        x, y = min(max(x, 0), panel.width - 1), min(max(y, 0), panel.height - 1)
        hardware.touch(x, y, down)

    def _button_at(self, pos):
        places, _ = self._case(0)
        near = (case.BUTTON * self.scale) ** 2
        for name, (x, y) in places.items():
            if (pos[0] - x * self.scale) ** 2 + (pos[1] - y * self.scale) ** 2 <= near:
                return name
        return None

    def _case(self, held):
        """The positions of the buttons as the player sees them, and pictures of them pressed."""
        if hardware.turned not in self._cases:
            places = self._places
            if hardware.turned:
                places = case.turned(places, panel.width, panel.height)
                places = {_OPPOSITE.get(name, name): at for name, at in places.items()}
            drawn = [self._draw_case(places, down) for down in ("", _OTHERS, _UP_AND_DOWN)]
            self._cases[hardware.turned] = places, *drawn
        places, free, *pressed = self._cases[hardware.turned]
        if not held:
            return places, free
        picture = free.copy()
        for name, (x, y) in places.items():
            if held >> hardware.KEYS.index(name) & 1:
                w, h = case.reach(name)
                area = pygame.Rect(x - w, y - h, 2 * w, 2 * h)
                area = [n * self.scale for n in area]
                picture.blit(pressed[name in _UP_AND_DOWN], area, area)
        return places, picture

    def _draw_case(self, places, down):
        board_w, board_h = case.size(panel.width, panel.height)
        k = _SMOOTH * self.scale
        big = pygame.Surface((board_w * k, board_h * k))
        big.fill(_GROUND)
        whole = pygame.Rect(3 * k, 3 * k, (board_w - 6) * k, (board_h - 6) * k)
        pygame.draw.rect(big, _BOARD_EDGE, whole, border_radius=20 * k)
        pygame.draw.rect(big, _BOARD, whole.inflate(-2 * k, -2 * k), border_radius=19 * k)
        frame = pygame.Rect(
            (case.SIDE - 6) * k, (case.EDGE - 6) * k,
            (panel.width + 12) * k, (panel.height + 12) * k,
        )  # fmt: skip
        pygame.draw.rect(big, _BEZEL, frame, border_radius=6 * k)
        if "UP" in places:
            self._draw_cross(big, places, k)
        for name, (x, y) in places.items():
            self._draw_button(big, name, x * k, y * k, name in down, k)
        picture = pygame.transform.smoothscale(big, (board_w * self.scale, board_h * self.scale))
        for name, at in places.items():
            self._label(picture, name, at)
        return picture

    def _draw_cross(self, big, places, k):
        x, y = places["UP"][0], places["LEFT"][1]
        arm, half = 32 * k, 11 * k
        for w, h in ((arm, half), (half, arm)):
            rect = pygame.Rect(x * k - w, y * k - h, 2 * w, 2 * h)
            pygame.draw.rect(big, _CAP_EDGE, rect.inflate(3 * k, 3 * k), border_radius=6 * k)
        for w, h in ((arm, half), (half, arm)):
            rect = pygame.Rect(x * k - w, y * k - h, 2 * w, 2 * h)
            pygame.draw.rect(big, _CAP, rect, border_radius=5 * k)

    def _draw_button(self, big, name, x, y, down, k):
        if name in _OPPOSITE:
            dx, dy = {"UP": (0, -1), "DOWN": (0, 1), "LEFT": (-1, 0), "RIGHT": (1, 0)}[name]
            tip = (x + dx * 6 * k, y + dy * 6 * k)
            base = [
                (x - dx * 3 * k + side * dy * 6 * k, y - dy * 3 * k + side * dx * 6 * k)
                for side in (-1, 1)
            ]
            pygame.draw.polygon(big, _CAP_DOWN if down else _LETTER, [tip, *base])
            if down:
                pygame.draw.polygon(big, _LETTER, [tip, *base], k)
            return
        cap = _CAP_DOWN if down else _CAP
        if name == "MENU":
            rect = pygame.Rect(x - 17 * k, y - 7 * k, 34 * k, 14 * k)
            pygame.draw.rect(big, _CAP_EDGE, rect.inflate(3 * k, 3 * k), border_radius=9 * k)
            pygame.draw.rect(big, cap, rect, border_radius=7 * k)
            return
        pygame.draw.circle(big, _CAP_EDGE, (x, y), (case.BUTTON - 1) * k)
        pygame.draw.circle(big, cap, (x, y), (case.BUTTON - 2.5) * k)

    def _label(self, picture, name, at):
        if name in _OPPOSITE:
            return
        x, y = at[0] * self.scale, at[1] * self.scale
        self._write(picture, name, x, y, 9 if name == "MENU" else 14, _LETTER)
        below = (14 if name == "MENU" else 19) * self.scale
        if name in ("X", "Y") and "UP" in self._places:
            below = -below
        self._write(picture, case.KEY_NAMES[name], x, y + below, 9, _HINT)

    def _write(self, picture, text, x, y, height, colour):
        font = pygame.font.Font(None, height * self.scale)
        drawn = font.render(text, True, colour)
        picture.blit(drawn, drawn.get_rect(center=(x, y)))


def _open_mixer():
    """Whether there is sound."""
    try:
        with _silenced():
            pygame.mixer.init(RATE, -16, 1, 512)
    except (pygame.error, NotImplementedError):
        return False
    return True


@contextlib.contextmanager
def _silenced():
    """Silence what the libraries below SDL print without a display or sound."""
    errors = os.dup(2)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 2)
    try:
        yield
    finally:
        os.dup2(errors, 2)
        os.close(errors)
        os.close(nowhere)


def wave(hz, ms):
    """A soft square wave: the first three harmonics, fading in and out within 4 ms."""
    n = RATE * ms // 1000
    ramp = max(1, min(n // 2, RATE // 250))
    samples = array("h")
    for i in range(n):
        t = 2 * math.pi * hz * i / RATE
        level = math.sin(t) + math.sin(3 * t) / 4 + math.sin(5 * t) / 10
        samples.append(int(5000 * level * min(i, n - i, ramp) / ramp))
    return samples.tobytes()
