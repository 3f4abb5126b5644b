"""A person at the page, in Chromium or Firefox: presses keys or taps, and hears what is said.

Waits are for words, as a person's are; `hurry` lets the handheld's clock run faster.
"""

import base64
import io
import json
import re
import time
import zipfile

from chromium import Failed
from test_web import CHECKSUM

from tools.device import backup

ON = "document.getElementById('handheld').dataset.state === 'on'"
# By the handheld's names: Chromium's code, and WebDriver's letter for Firefox.
KEYS = {
    "A": ("Enter", "\ue007"), "B": ("KeyB", "b"), "X": ("KeyX", "x"), "Y": ("KeyY", "y"),
    "MENU": ("Escape", "\ue00c"), "UP": ("ArrowUp", "\ue013"), "DOWN": ("ArrowDown", "\ue015"),
    "LEFT": ("ArrowLeft", "\ue012"), "RIGHT": ("ArrowRight", "\ue014"),
    "V": ("KeyV", "v"), "T": ("KeyT", "t"), "P": ("KeyP", "p"),
}  # fmt: skip
_ROW = re.compile(r"(?:^|[.!?] )([^.!?]*?), \d+ of \d+\.")
_PACE = 0.15  # seconds from one key to the next
_STILL = 3  # pictures alike, a tenth of a second apart
_HEARS = """(() => { if (window.heard) return;
    window.heard = [...document.querySelectorAll('#said p')].map((line) => line.textContent);
    new MutationObserver((all) => { for (const one of all) for (const line of one.addedNodes)
        heard.push(line.textContent); }).observe(document.getElementById('said'),
        { childList: true }); })()"""


class Person:
    """page: a chromium.Page or a firefox.Firefox."""

    def __init__(self, page, url):
        self.page, self.url = page, url
        self.firefox = hasattr(page, "context") and isinstance(page.context, str)
        self.lines = []  # all that was heard
        self.at = 0  # how many of them `hear` has returned
        self.known = 0  # and how many of those of this document
        self.finger = False  # whether it taps the handheld's keys

    def takes_a_phone(self):
        self.page.resize(390, 844, touch=True)
        self.finger = True

    def visit(self, hash="", listens=True):
        self.page.go(self.url + hash)
        self.arrives()
        if listens and not self.listens():
            self.press("V")
        return self

    def arrives(self):
        self.page.until(ON)
        self.page.run(_HEARS)
        self.known = 0

    def listens(self):
        pressed = "document.getElementById('voice').getAttribute('aria-pressed')"
        return self.page.run(pressed) == "true"

    def reload(self):
        """F5."""
        self.page.run("window.before = true")
        self.page.reload() if self.firefox else self.page.call("Page.reload")
        self.page.until(f"!window.before && {ON}")
        self.arrives()

    def hide(self, hidden):
        self.page.run(f"""(() => {{
            Object.defineProperty(document, 'hidden', {{ value: {json.dumps(hidden)},
                configurable: true }});
            document.dispatchEvent(new Event('visibilitychange')); }})()""")

    def hurry(self, times):
        self.page.run(f"""(() => {{ const button = document.querySelector('[data-speed]');
            button.dataset.speed = {times}; button.click(); }})()""")

    def press(self, *keys):
        for key in keys:
            finger = self.finger and key not in "VTP"  # of a keyboard alone
            self.tap(key) if finger else self.page.key(KEYS[key][self.firefox])
            time.sleep(_PACE)

    def tap(self, key):
        """Put a finger on a key of the handheld."""
        x, y = json.loads(
            self.page.run(f"""(() => {{
            const box = document.querySelector('[data-key={key}]').getBoundingClientRect();
            return JSON.stringify([box.x + box.width / 2, box.y + box.height / 2]); }})()""")
        )
        touch = "Input.dispatchTouchEvent"
        self.page.call(touch, type="touchStart", touchPoints=[{"x": x, "y": y}])
        self.page.call(touch, type="touchEnd", touchPoints=[])

    def settles(self, seconds=5):
        """Wait until the picture has stood still for a while, or that long: a clock may run."""
        end, before, still = time.monotonic() + seconds, 0, 0
        while still < _STILL and time.monotonic() < end:
            now = self.page.run(CHECKSUM)
            still = still + 1 if now == before else 0
            before = now
            time.sleep(0.1)

    def listen(self):
        """Take what was said since."""
        new = json.loads(self.page.run(f"JSON.stringify(window.heard.slice({self.known}))"))
        self.known += len(new)
        self.lines += new

    def hear(self, *words, seconds=60):
        """Wait until one line has all these words; returns it, and skips what came before."""
        end = time.monotonic() + seconds
        while True:
            self.listen()
            for i in range(self.at, len(self.lines)):
                if all(word in self.lines[i] for word in words):
                    self.at = i + 1
                    return self.lines[i]
            if time.monotonic() > end:
                last = "\n".join(self.lines[-12:])
                raise Failed(f"{words} were not heard; the last lines:\n{last}")
            time.sleep(0.1)

    def insists(self, key, words, seconds=3):
        """Press a key, and after a while again, until a line has these words (a pattern): it."""
        self.fresh()
        for _ in range(20):
            self.press(key)
            end = time.monotonic() + seconds
            while time.monotonic() < end:
                for line in self.fresh():
                    if re.search(words, line):
                        return line
                time.sleep(0.1)
        raise Failed(f"{key}: {words!r} was not heard; the last lines: {self.lines[-9:]}")

    def fresh(self):
        """What was said since `hear` or `fresh`."""
        self.listen()
        new, self.at = self.lines[self.at :], len(self.lines)
        return new

    def choose(self, row, most=20):
        """Go down a menu to the row that begins so, and take it."""
        seen = []
        while not (seen and seen[-1].startswith(row)):
            if seen:
                self.press("DOWN")
            while not (rows := _ROW.findall(self.hear(" of ", seconds=20))):
                pass
            seen.append(rows[-1])
            assert len(seen) < most, f"no row {row!r}: {seen}"
        self.press("A")

    def playing(self):
        """What the address names."""
        return self.page.run("location.hash")

    def bring(self, handheld):
        """Load a handheld's saves, as a backup that is dropped onto the page."""
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w") as packed:
            for name, data in backup_of(handheld).items():
                packed.writestr(name, data)
        give(self.page, out.getvalue())
        self.page.until("document.getElementById('status').textContent.includes(' loaded from ')")
        self.page.until(ON)


def backup_of(handheld):
    files = {f"/saves/{name}": data for name, data in handheld.files().items()}
    path = handheld.saves.parent / "brought.zip"
    backup.store(path, files)
    with zipfile.ZipFile(path) as packed:
        return {name: packed.read(name) for name in packed.namelist()}


def give(page, data):
    """Drop a file onto the page."""
    text = base64.b64encode(data).decode()
    page.run(f"""(() => {{ const data = new DataTransfer();
        const bytes = Uint8Array.from(atob('{text}'), (letter) => letter.charCodeAt(0));
        data.items.add(new File([bytes], 'brought.zip'));
        dispatchEvent(new DragEvent('drop', {{ dataTransfer: data, cancelable: true }})); }})()""")
