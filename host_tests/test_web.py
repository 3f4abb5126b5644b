"""The page in a real browser: its picture equals the simulator's, and its controls work.

The server behaves like a static host and compresses text.
"""

import base64
import contextlib
import gzip
import http.server
import itertools
import json
import random
import re
import struct
import subprocess
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
import zlib
from pathlib import Path

import chromium
import playing
import pytest
import screen_checks
import scripted_player
import test_pointer
import wasm_play
from playing import SOAK

from thirteen import match
from tools import records
from tools.wasm import node
from tools.web import serve, site

HERE = Path(__file__).resolve().parent
GAMES = playing.GAMES
MOST = 360_000  # bytes transferred at the first visit until the first picture

if not chromium.find():
    pytest.skip("no Chromium here: install it, or name it in CHROMIUM", allow_module_level=True)

pytestmark = pytest.mark.slow


# What an older browser lacks, in which Python must block its thread.
OLDER = b"delete WebAssembly.Suspending;"


class Host(serve.Handler):
    """Counts the bytes transferred for the first picture."""

    kept = "no-cache"
    older = False  # whether the browser is one
    sent = 0
    # What the page loads once the picture is there, with the games' own pages.
    _BEHIND = (site._LATE, site._LICENCES, *site._OFFLINE)
    _SMALLER = (".html", ".js", ".css", ".svg", ".webmanifest", ".txt", "/")

    def do_GET(self):
        path = Path(self.translate_path(self.path.split("?")[0]))
        path = path / "index.html" if path.is_dir() else path
        if "/sources/" in self.path:  # for web_machine.js, web_serial.js
            path = site.PAGE / path.name
        if not path.is_file():
            self.send_error(404)
            return
        data = path.read_bytes()
        if self.older and path.name == "sw.js":
            data = OLDER + data
        if self.older and path.name == "index.html":  # before the policy, which would refuse it
            data = data.replace(b"<head>", b"<head><script>" + OLDER + b"</script>", 1)
        tag = f'"{zlib.crc32(data):x}"'
        known = self.headers.get("If-None-Match") == tag
        self.send_response(304 if known else 200)
        if not known and self.path.split("?")[0].endswith(self._SMALLER):
            data = gzip.compress(data, 6)
            self.send_header("Content-Encoding", "gzip")
        data = b"" if known else data
        self.send_header("Content-Type", self.guess_type(path))
        self.send_header("Content-Length", str(len(data)))
        self.send_header("ETag", tag)
        self.send_header("Cache-Control", self.kept)
        http.server.SimpleHTTPRequestHandler.end_headers(self)
        self.wfile.write(data)
        if path.name not in self._BEHIND and path.parent == Path(self.directory):
            type(self).sent += len(data)


@contextlib.contextmanager
def served(folder, handler=Host):
    """The address of a folder, as long as it is served."""
    with serve.server(folder, 0, handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/"
        finally:
            server.shutdown()


@contextlib.contextmanager
def old(handler):
    """Who comes for the first time has an older browser, for this long."""
    handler.older = True
    try:
        yield
    finally:
        handler.older = False


@pytest.fixture(scope="module")
def url(folder):
    with served(folder) as address:
        yield address


ON = "document.getElementById('handheld').dataset.state === 'on'"


def back(page, url, script="", media=(), ready=ON, width=1280, height=800, **how):
    """A tab of who was here before, but has no saves; `script` runs before the page's own.

    The page's files and their code are in the browser, and its process has begun: that takes a
    third of the time of a first visit.
    """
    page.call("Page.bringToFront")
    page.before("")
    page.go(url.split("#")[0] + "licences.txt")
    page.until("location.pathname.endsWith('.txt') && document.readyState === 'complete'")
    page.run("sessionStorage.clear()")
    kept = {"origin": "/".join(url.split("/")[:3]), "storageTypes": "indexeddb,local_storage"}
    page.call("Storage.clearDataForOrigin", **kept)
    page.browser.forget(page.session)
    page.call("Emulation.setEmulatedMedia", features=list(media))
    page.resize(width, height, **how)
    page.before(script)
    page.go(url)
    page.until(ready, 60)
    return page


@pytest.fixture
def page(url, visitor):
    """The running page."""
    page = back(visitor, url)
    yield page
    assert page.console() == []


class Picture(bytes):
    """The RGB bytes of a picture, which are too many to be printed."""

    def __repr__(self):
        return f"<picture {zlib.crc32(self):08x}>"


def picture(page):
    """What the handheld has drawn, also while the page is loaded anew."""
    got = page.until(
        """(() => { let text = ''; for (const pixel of globalThis.thirteen?.board.pixels ?? [])
            text += String.fromCharCode(pixel & 255, pixel >> 8 & 255, pixel >> 16 & 255);
        return '=' + btoa(text); })()"""  # never empty: until would wait
    )
    return Picture(base64.b64decode(got[1:]))


def simulated(handheld, keys="", after=700):
    """The simulator's picture after keys."""
    handheld.on()
    handheld.tap(keys, after=after)
    return Picture(handheld.panel.pixels())


# The CRC-32 of the picture that `picture` returns; 0 while there is none. Its function is made
# once: the browser compiles what is called again and again.
CHECKSUM = """(window.checksum ??= (() => {
    const table = Uint32Array.from({ length: 256 }, (_, n) => {
        for (let i = 0; i < 8; i++) n = n & 1 ? n >>> 1 ^ 0xedb88320 : n >>> 1;
        return n; });
    return () => {
        const pixels = globalThis.thirteen?.board.pixels ?? [];
        let sum = -1;
        for (let n = 0; n < pixels.length; n++) {
            for (let i = 0; i < 24; i += 8) sum = table[(sum ^ pixels[n] >> i) & 255] ^ sum >>> 8;
        }
        return ~sum >>> 0;
    };
})())()"""


def same(page, *wanted, seconds=60):
    """Wait until the page shows one of these pictures; returns whether it does.

    If it never does, all are in build/faults.
    """
    sums = [zlib.crc32(one) for one in wanted]
    try:
        return page.until(f"[{','.join(map(str, sums))}].includes({CHECKSUM})", seconds, 0.1)
    except chromium.Failed:
        for one in (shown := picture(page), *wanted):
            keep(one, f"{'page' if one is shown else 'wanted'} {zlib.crc32(one):08x}")
        return False


def keep(pixels, name):
    from PIL import Image

    screen_checks.OUT.mkdir(parents=True, exist_ok=True)
    size = (len(pixels) // 720, 240)
    Image.frombytes("RGB", size, pixels).save(screen_checks.OUT / f"{name}.png")


def changes(page, before, seconds=60):
    """Wait until the page shows another picture; returns whether it does."""
    try:
        return page.until(f"![0, {zlib.crc32(before)}].includes({CHECKSUM})", seconds, 0.1)
    except chromium.Failed:
        return False


@pytest.mark.parametrize("older", (False, True))
def test_a_visit_is_small_and_the_picture_is_the_simulator_s(browser, folder, handheld, older):
    """Only where Python must block its thread is the page isolated, and loaded anew for that.

    Of a server of its own: what a page before has begun to keep for later counts there.
    """

    class Visited(Host):
        pass

    with served(folder, Visited) as url, old(Visited) if older else contextlib.nullcontext():
        page = browser.page(url, fresh=True)
        page.until(ON)
        assert page.run("crossOriginIsolated") == older and Visited.sent < MOST
        assert same(page, simulated(handheld))  # one of the two that its tiles breathe between
        ms = page.run("performance.getEntriesByName('first picture')[0].startTime")
        print(f"{Visited.sent} bytes over the wire, first picture after {ms:.0f} ms")
        assert page.console() == []
        page.close()


def test_the_policy_allows_no_script_but_the_page_s_own(page):
    page.run("""(() => { window.denied = 0;
        addEventListener('securitypolicyviolation', () => denied++);
        const script = document.createElement('script');
        script.textContent = 'window.foreign = 1'; document.head.append(script);
        const button = document.createElement('button');
        button.setAttribute('onclick', 'window.foreign = 2'); button.click(); })()""")
    page.until("denied === 2")
    assert page.run("window.foreign") is None


def test_other_programs_find_a_title_and_an_icon(folder):
    html = (folder / "index.html").read_text("utf-8")
    for found in ('property="og:title"', 'property="og:description"', 'name="description"'):
        assert html.count(found) == 1
    icon = re.search(r'apple-touch-icon" href="([^"]+)"', html)[1]
    assert struct.unpack(">II", (folder / icon).read_bytes()[16:24]) == (180, 180)
    assert "og:image" not in html  # without an address nobody finds one


def test_a_page_with_an_address_has_pictures_for_previews(monkeypatch, tmp_path):
    """Of the size that messengers ask for, by the build: one a game, and one of the launcher."""
    monkeypatch.setattr(site, "page", lambda: "https://x.org/t/")
    made = site._previews()
    texts = {**site._game_pages(), "index.html": site._published().encode()}
    named = [re.search(r'og:image" content="https://x.org/t/(\w+.png)"', text.decode())[1]
             for text in texts.values()]  # fmt: skip
    assert sorted(named) == sorted(made) and len(made) == len(GAMES) + 1
    for data in made.values():
        assert struct.unpack(">II", data[16:24]) == (1200, 630) and len(set(data)) > 100


# The page as users see it.


def test_a_board_is_chosen(page, handheld):
    """A last picture of the one before, whose screen was larger, is none of it."""
    for board in ("picosystem", "display_pack_2", "ws_lcd_13"):
        page.run(f"""(async () => {{ const b = document.getElementById('board');
            const {{ worker }} = thirteen.handheld; b.value = '{board}'; b.onchange();
            await new Promise((done) => setTimeout(done));
            const rgba = new Uint8ClampedArray(4 * 320);
            worker.onmessage({{ data: {{ kind: 'show', rgba, x: 0, y: 239, w: 320, h: 1 }} }});
            }})()""")
        handheld.board = board
        assert same(page, simulated(handheld))
    names = page.run("[...document.querySelectorAll('#board option')].map((o) => o.value)")
    assert names == ["browser", *sorted(p.stem for p in site.FIRMWARE.glob("boards/[!_]*.py"))]


def test_the_page_offers_the_files_that_were_made(tmp_path, browser):
    (tmp_path / "uf2").mkdir()
    (tmp_path / "uf2" / "thirteen-picosystem.uf2").write_bytes(b"UF2")
    site.build(tmp_path / "site", installs=(), uf2=tmp_path / "uf2")
    with served(tmp_path / "site") as address:
        page = browser.page(address, fresh=True)
        page.until(ON)
        for board, file in (("picosystem", "thirteen-picosystem.uf2"), ("ws_lcd_13", None)):
            page.run(f"""(() => {{ const t = document.getElementById('target');
                t.value = '{board}'; t.onchange(); }})()""")
            assert page.run("document.getElementById('both').hidden") is (file is None)
            if file:
                link = "document.querySelector('#both a').getAttribute('href')"
                assert page.run(link) == file
        link = "document.getElementById('drag').getAttribute('href')"
        for board, chip, name in (
            ("ws_lcd_13", "pico2", "thirteen-ws_lcd_13-pico2.uf2"),
            ("picosystem", "pico2", "thirteen-picosystem-pico.uf2"),  # its chip is its own
        ):
            page.run(f"""(() => {{ const [t, c] = ["target", "chip"].map((i) =>
                document.getElementById(i));
                t.value = '{board}'; t.onchange(); c.value = '{chip}'; c.onchange(); }})()""")
            assert page.run(link) == name
        page.close()


def test_the_self_test_s_code_becomes_a_report_and_nothing_is_sent(folder, browser):
    values = "[...document.querySelectorAll('#report dd')].map((d) => d.textContent)"
    seen = "!document.getElementById('report').hidden"
    with served(folder) as address:
        page = browser.page(
            address + "#WORKS:WS$LCD$13:1.2.0:1F1:YNY:1.29:62/0:70I:0/80", fresh=True
        )
        page.until(ON)
        page.until(seen)
        assert page.run(values) == [
            *("ws_lcd_13", "1.2.0", "1.29", "UP, A, B, X, Y, MENU", "yes", "no", "yes"),
            *("62/0", "70, inverted", "0, 80"),
        ]
        assert page.run("location.hash") == "#report"
        assert not page.run("document.getElementById('status').textContent")
        assert page.run("document.querySelector('#report a').hidden")  # nobody knows where to
        page.run("""document.getElementById('report').dataset.repository = 'https://github.com/a/b';
            location.hash = '#works:PICOPAD:1.2.0:1FF:YYY:1.28'""")
        page.until("document.querySelector('#report dd').textContent === 'picopad'")
        link = urllib.parse.urlsplit(page.run("document.querySelector('#report a').href"))
        words = urllib.parse.parse_qs(link.query)
        assert (link.netloc, link.path) == ("github.com", "/a/b/issues/new")
        assert words["title"] == ["It plays on my board: picopad"]
        assert "MicroPython: 1.28\nKeys that were pressed: UP, DOWN" in words["body"][0]
        page.run("location.hash = '#works:<img src=x>%E0:1%'")
        page.until("!document.querySelector('#report .note').hidden")
        assert (
            page.run("document.querySelectorAll('#report dd, #report a:not([hidden])').length")
            == 0
        )
        page.close()


def test_the_local_server_builds_pages_on_request(tmp_path):
    handler = type("Making", (serve.Handler,), {"make": staticmethod(site._asked_for)})
    with served(tmp_path, handler) as at:
        files = gzip.decompress(urllib.request.urlopen(at + "device-ws_lcd_13.bin").read())
        assert b'"/pack.mpy"' in files[:200] and b'"/main' in files[:200]
        made = urllib.request.urlopen(at + "thirteen-ws_lcd_13-pico.uf2").read()
        assert made[:4] == b"UF2\n" and b"ws_lcd_13" in made
        for name in ("device-b.bin", "thirteen-b-pico.uf2", "thirteen-picosystem-pico2.uf2"):
            with pytest.raises(urllib.error.HTTPError, match="404"):
                urllib.request.urlopen(at + name)


def hide(page, hidden="true"):
    page.run(f"""(() => {{
        Object.defineProperty(document, 'hidden', {{ value: {hidden}, configurable: true }});
        document.dispatchEvent(new Event('visibilitychange')); }})()""")


def test_time_is_stopped_while_the_page_is_hidden(page):
    hide(page)
    for _ in range(99):  # it goes on for a second, on a busy machine longer
        before = picture(page)
        page.key("ArrowRight")
        if not changes(page, before, 1):
            break
    else:
        pytest.fail("it goes on")
    hide(page, "false")
    assert changes(page, before)


def test_touch(page, handheld):
    assert same(page, simulated(handheld))
    box = page.run(
        "(() => { const r = document.querySelector('.pad').getBoundingClientRect();"
        "return [r.left, r.top, r.width, r.height]; })()"
    )
    spot = [{"x": box[0] + 0.85 * box[2], "y": box[1] + 0.5 * box[3]}]
    page.call("Input.dispatchTouchEvent", type="touchStart", touchPoints=spot)
    page.until("document.querySelector('.pad [data-key=RIGHT]').classList.contains('down')")
    page.call("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])
    page.until("!document.querySelector('.down')")
    # On a busy machine the finger stays longer, and the key repeats.
    assert same(page, *[simulated(handheld, "RIGHT " * n) for n in (1, 2, 3, 4)])
    page.call("Input.dispatchTouchEvent", type="touchStart", touchPoints=spot)
    down = [{"x": box[0] + 0.5 * box[2], "y": box[1] + 0.85 * box[3]}]
    page.call("Input.dispatchTouchEvent", type="touchMove", touchPoints=down)  # it slides
    page.until("document.querySelector('.pad .down')?.dataset.key === 'DOWN'")
    page.call("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])


class Finger:
    """A finger on the handheld's picture, in its pixels: real touch events."""

    def __init__(self, page):
        self.page = page
        box = page.run(
            "(() => { const r = document.getElementById('screen').getBoundingClientRect();"
            "return [r.left, r.top, r.width, r.height]; })()"
        )
        self.left, self.top, self.width, self.height = box

    def send(self, kind, *points):
        spots = [
            {
                "x": self.left + (x + 0.5) * self.width / 240,
                "y": self.top + (y + 0.5) * self.height / 240,
            }
            for x, y in points
        ]
        self.page.call("Input.dispatchTouchEvent", type=kind, touchPoints=spots)

    def go(self, *points):
        """Along these points; one is a tap."""
        self.send("touchStart", points[0])
        for point in points[1:]:
            time.sleep(0.05)
            self.send("touchMove", point)
        self.send("touchEnd")


FILES = """(name) => new Promise((resolve) => {
    const open = indexedDB.open(`thirteen ${new URL('.', location).pathname} saves`);
    open.onsuccess = async () => {
        const store = open.result.transaction('saves').objectStore('saves');
        const files = {};
        for (const file of [name + '.a', name + '.b']) {
            files[file] = await new Promise((got) => {
                const asked = store.get(file);
                asked.onsuccess = () => got(asked.result ? [...asked.result] : null);
            });
        }
        open.result.close();
        resolve(files);
    };
})"""


def take_home(page, handheld, name):
    """Give the simulator a save of the page's."""
    for file, data in page.run(f"({FILES})('{name}')").items():
        if data:
            (handheld.saves / file).write_bytes(bytes(data))
    handheld.on()


def log(page, handheld, game):
    """The moves of the page's saved game, as the simulator reads them."""
    take_home(page, handheld, game)
    match = handheld.saved(game).match
    return list(match.log[: match.played])


def phone(visitor, url, deal):
    """A phone that shows a deal, without animation."""
    reduced = [{"name": "prefers-reduced-motion", "value": "reduce"}]
    size = {"width": 390, "height": 844, "touch": True}
    page = back(visitor, url + deal, media=reduced, **size)
    page.until("location.hash === '%s'" % deal)
    page.run("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    return page


def test_a_whole_game_is_played_by_touch(url, visitor, handheld):
    """The taps that play a game in the simulator make the same moves on the page."""
    taps = []

    def noted(handheld):
        for what in test_pointer.tap_out(handheld, random.Random(1), 99):
            if isinstance(what, tuple):
                taps.append(what)
            yield what

    handheld.prepare("thirteens", 190, animation=0)
    scripted_player.play(handheld, noted, step=8)
    match = handheld.game.match
    wanted = list(match.log[: match.played])
    assert match.rules.over(match.s) and len(taps) > 20
    page = phone(visitor, url, "#thirteens/190")
    handheld.prepare("thirteens", 190, animation=0)
    assert same(page, simulated(handheld))
    finger = Finger(page)
    for what in taps:
        finger.go(*what)
        time.sleep(0.05)
    end = time.monotonic() + 60
    while (made := log(page, handheld, "thirteens")) != wanted:
        assert made == wanted[: len(made)] and time.monotonic() < end
        time.sleep(0.2)
    assert page.console() == []


def test_a_card_is_dragged_by_touch_or_flies_back_and_nothing_scrolls(url, visitor, handheld):
    page = phone(visitor, url, "#friday/42")
    handheld.prepare("friday", 42, animation=0)
    assert same(page, simulated(handheld))
    finger = Finger(page)
    hand, turned, pile = (20, 145), (75, 145), (20, 20)
    before = picture(page)
    finger.send("touchStart", hand)
    finger.send("touchMove", (47, 120))
    assert changes(page, before)  # the card is under the finger
    before = picture(page)
    finger.send("touchMove", turned)
    assert changes(page, before)
    finger.send("touchEnd")
    end = time.monotonic() + 60
    while log(page, handheld, "friday") != [0] and time.monotonic() < end:
        time.sleep(0.1)
    finger.go(turned, (50, 90), pile)  # the first pile has begun already
    finger.go((120, 60), (120, 20), (120, -60))  # no card is there, and the page stays
    assert page.run("scrollY") == 0
    before = picture(page)
    finger.send("touchStart", (120, 60))
    assert changes(page, before)  # held, it opens the menu
    finger.send("touchEnd")
    assert log(page, handheld, "friday") == [0]  # no pile took the card
    assert page.console() == []


def test_a_touch_that_the_phone_cancels_plays_nothing(url, visitor, handheld):
    """A call, the notification shade, an edge swipe: a tap is none, a card flies home."""
    page = phone(visitor, url, "#friday/42")
    handheld.prepare("friday", 42, animation=0)
    assert same(page, simulated(handheld))
    finger = Finger(page)
    hand, turned = (20, 145), (75, 145)
    box = page.run("""(() => { const r = document.querySelector('[data-key=B]')
        .getBoundingClientRect(); return { x: r.left + 9, y: r.top + 9 }; })()""")
    for _ in range(7):
        for path in ([hand], [hand, (47, 120), turned]):
            finger.send("touchStart", path[0])
            for point in path[1:]:
                finger.send("touchMove", point)
                time.sleep(0.05)
            finger.send("touchCancel")
        page.call("Input.dispatchTouchEvent", type="touchStart", touchPoints=[box])
        time.sleep(0.05)
        page.call("Input.dispatchTouchEvent", type="touchCancel", touchPoints=[])
    assert log(page, handheld, "friday") == []
    finger.go(hand)
    end = time.monotonic() + 60
    while not (moves := log(page, handheld, "friday")) and time.monotonic() < end:
        time.sleep(0.1)
    assert moves == [0] and page.console() == []


def test_what_the_screen_shows_is_said_one_line_after_the_other(page, handheld):
    """To a screen reader, politely, once somebody listens: what is heard in the simulator."""
    # The par is counted meanwhile, so it may be told at any time.
    said = "[...document.querySelectorAll('#said p')]"
    said += ".map((p) => p.textContent.replace(/Par: \\d+ moves\\. ?/, '')).filter((text) => text)"
    keys = {"Enter": "A", "ArrowRight": "RIGHT", "ArrowUp": "UP", "Escape": "MENU"}
    assert page.run("document.getElementById('said').textContent") == ""
    page.key("KeyV")
    page.run("location.hash = 'friday/1234'")
    handheld.prepare("friday", deal=1234)
    heard = []
    handheld.on()
    handheld.hardware.listener = heard.append
    handheld.tap(" 900 ".join(keys.values()), 900)
    handheld.hardware.listener = None
    heard = [re.sub(r"Par: \d+ moves\. ?", "", text) for text in heard]
    heard = [text for text in heard if text]
    assert len(heard) == 5 and heard[1].startswith("Turned card: ")
    for i, key in enumerate([None, *keys]):
        if key:
            page.key(key)
        page.until(f"{said}.at(-1) === {json.dumps(heard[i])}")
    assert page.run(said)[-5:] == heard
    for key, answer in (("KeyP", "There is no table here."), ("KeyT", heard[-1])):
        page.key(key)
        page.until(f"{said}.at(-1) === {json.dumps(answer)}")
    assert page.run("document.getElementById('voice').getAttribute('aria-pressed')") == "true"
    tree = page.call("Accessibility.getFullAXTree")["nodes"]
    live = [p for node in tree for p in node.get("properties", ()) if p["name"] == "live"]
    assert [p["value"]["value"] for p in live].count("polite") >= 1
    screen = [node for node in tree if node["role"]["value"] == "application"]
    assert len(screen) == 1 and screen[0]["name"]["value"].startswith("The handheld's screen")
    assert "Sound" in [node["name"]["value"] for node in tree if "name" in node]


def test_a_game_controller(page):
    before = picture(page)
    page.run("""(() => { const pad = { buttons: [], axes: [0.9, 0.1] };
        navigator.getGamepads = () => [pad]; window.pad = pad;
        dispatchEvent(new Event('gamepadconnected')); })()""")
    page.until("document.querySelector('.pad [data-key=RIGHT]').classList.contains('down')")
    page.run("window.pad.axes = [0, 0]")
    page.until("!document.querySelector('.down')")
    assert changes(page, before)


def test_a_sound_is_heard_as_long_as_it_is_on(page, handheld):
    page.run("""(() => { window.notes = []; const Real = OscillatorNode;
        OscillatorNode = class extends Real { constructor(c, o) { super(c, o); notes.push(o); } };
    })()""")
    page.run("location.hash = 'friday/5'")
    handheld.prepare("friday", deal=5)
    assert same(page, simulated(handheld))
    page.key("ShiftLeft")  # from the first key on there is sound, a moment later
    page.until("thirteen.sound.context?.state === 'running'")
    page.key("Enter")  # turns a card
    notes = page.until("notes.length && notes")
    assert {note["type"] for note in notes} == {"square"}


SLOW_SOUND = """const Real = AudioContext; window.AudioContext = class extends Real {
    constructor() {
        for (const end = performance.now() + 700; performance.now() < end; );
        super();
    }
}"""


def test_an_arrow_is_one_step_however_long_the_first_sound_takes(url, visitor, handheld):
    """The page stands still meanwhile: the release of a key that was down would come late."""
    page = back(visitor, url, SLOW_SOUND)
    page.key("ArrowRight")
    assert same(page, simulated(handheld, "RIGHT", after=20000), seconds=20)


def test_a_deal_in_progress_is_kept_when_an_address_opens_another(page, handheld):
    page.run("location.hash = 'friday/77'")
    handheld.prepare("friday", deal=77)
    assert same(page, simulated(handheld))
    page.key("Enter")
    played = simulated(handheld, "A")
    assert same(page, played)
    page.run("location.hash = 'friday/78'")
    assert changes(page, played)
    page.until("location.hash === '#friday/78'")
    page.key("KeyY")
    page.until("location.hash === '#friday/77'")
    assert same(page, played)


def paste(page, text):
    """Paste a text; returns whether its deal, not known yet, is not offered."""
    return page.run(f"""(() => {{ const data = new DataTransfer(); data.setData('text', {text!r});
        dispatchEvent(new ClipboardEvent('paste', {{ clipboardData: data }}));
        return document.getElementById('again').disabled; }})()""")


def drop(page, text):
    """Drop a file with that text onto the page."""
    page.run(f"""(() => {{ const data = new DataTransfer();
        data.items.add(new File([{text!r}], 'game.json'));
        dispatchEvent(new DragEvent('drop', {{ dataTransfer: data, cancelable: true }})); }})()""")


def test_a_record_that_is_pasted_plays_as_a_film(page, handheld):
    first = (
        (HERE / "records" / "thirteens.jsonl").read_text("utf-8").splitlines()[0]
    )  # a short one
    before = simulated(handheld, after=3000)
    assert same(page, before)  # the launcher at rest: all of its line has come
    paste(page, first)
    page.until("!document.getElementById('film').hidden")
    page.run("document.querySelector('[data-speed=\"16\"]').click()")
    record = json.loads(first)
    result = records.outcome(record["result"])
    page.until(
        "document.getElementById('move').textContent === "
        f"'Thirteens, deal {record['deal']}: {result} after {len(record['moves'])} moves'"
    )
    end = picture(page)
    assert len({end[i : i + 3] for i in range(0, len(end), 3)}) > 6  # it was visible
    page.run("document.getElementById('stop').click()")
    assert same(page, before)  # and nothing was saved


def status(page, *words):
    """Wait until the page's status has these words."""
    test = " && ".join(f"text.includes({word!r})" for word in words)
    page.until(f"((text) => {test})(document.getElementById('status').textContent)")


def test_a_code_in_the_address_is_proved_and_its_deal_is_offered(page, url, handheld):
    """By other house rules than the player's own, also after F5 before its first save."""
    played = handheld.on() and handheld.start("friday", 123, 9999, b"\2").match
    code, whole = records.to_code(played)
    assert whole
    page.run(f"location.hash = {code!r}")
    score = played.rules.points(played.rules.score(played.s))
    status(page, "Friday the 13th, deal 123: lost, " + score, f"Proved: all {played.played} moves")
    page.until("document.getElementById('move').textContent.includes(': move ')")
    page.run("""thirteen.saves.put = () => (thirteen.saves.stored = new Promise(() => {}));
        document.getElementById('again').click()""")
    page.until("location.hash === '#friday/123'")
    page.reload(ON)
    handheld.prepare("friday", 123, 0, b"\2")
    assert same(page, simulated(handheld))
    end = f"To beat: lost, {score} after {played.played} moves."  # the other's moves as a ghost
    status(page, "Move 0: you ", end)
    page.key("Enter")
    status(page, "Move 1: you ", end)
    handheld.prepare("friday", 123, 0, b"\2")
    assert same(page, simulated(handheld, "A"))  # it has arrived, and is saved
    page.reload(ON)
    status(page, "Move 1: you ", end)
    page.run(f"location.hash = {code!r}")
    shown = "!document.getElementById('film').hidden"
    page.until(f"{shown} && thirteen.taken === null")
    for taken in ("#friday/123", ""):
        page.run("history.back()")
        page.until(f"!({shown}) && thirteen.taken === {json.dumps(taken)}")


def test_a_pasted_code_without_moves_is_a_claim(page, handheld):
    handheld.on()
    played = handheld.start("make13", 42, 9999).match
    code, whole = records.to_code(played)
    assert paste(page, f"{code[:9]}\n{code[9:]}\n")
    status(page, "Make 13, deal 42: done, ", "says the code", "not proved")
    page.run("document.getElementById('again').click()")
    film = picture(page)
    page.until("document.getElementById('film').hidden")
    assert changes(page, film)  # whose race it will be
    page.key("Enter")
    status(page, "To beat: done, ", "says the code.")


def test_two_browsers_play_a_match_by_links(browser, url):
    """The first turns; test_by_link.py plays to the end."""
    players = [browser.page(url, fresh=True), browser.page(url, fresh=True)]
    for player in players:
        player.until(ON)
    players[0].run("document.getElementById('friend').click()")
    players[0].until("document.querySelector('#friends[open] [value=new]') !== null")
    players[0].run("document.querySelector('#friends [value=new]').click()")
    links = []
    for turn in range(3):
        player = players[turn % 2]
        if links:
            player.run(f"location.hash = {links[-1].split('#')[1]!r}")
        player.until("/^#turn.[0-9]+$/.test(location.hash)", 60)
        for _ in range(99):  # the friend's moves, then draw, discard
            if player.run("document.querySelector('#link input') !== null"):
                break
            player.key("Enter")
            time.sleep(0.3)
        links.append(player.run("document.querySelector('#link input').value"))
        n = player.run("document.getElementById('status').textContent")
        assert not turn or "Proved: all " in n and ("yours are as you made" in n) == (turn > 1)
    assert len(set(links)) == 3
    player.reload(ON)  # its address is that of the match
    linked = "document.querySelector('#link input')?.value === %r" % links[-1]
    player.until(linked)
    player.run("""(() => { document.getElementById('link').remove();
        document.getElementById('board').onchange(); })()""")
    player.until(linked)
    player.run(f"location.hash = 'turn/' + {_code_of_friday()!r}")
    status(player, "This link can't be opened: it is of another game than Three Thirteen.")
    code = links[-1].split("#turn/")[1]
    player.run(f"location.hash = '{code}'")  # a film of it would show the friend's hand
    status(player, "people still play that match, and a film would show their hands")
    player.run("document.getElementById('friend').click()")
    deal = "document.querySelector('#friends [value=new] ~ [value]:not([value=\"\"])')"
    assert player.until(f"{deal}?.textContent").startswith("Go on with deal ")
    for player in players:
        assert player.console() == []
        player.close()


def _code_of_friday():
    return records.to_code(match.Match(playing.RULES["friday"], 7))[0]


def test_a_damaged_code_is_refused_in_a_sentence(page):
    for code in ("13-", "13-200G00N40BXFC07JSX", "13-2W0G00N40BX", "13-" + "Z" * 5000):
        page.run("document.getElementById('status').textContent = ''")
        paste(page, code)
        status(page, "This record can't be played: the code ")


RECORD = '{"game": "friday", "rules": 1, "deal": %s, "options": %s, "moves": %s}'
INVALID = [
    ("hello", "That is no deal, code or link, and no record"),
    ("[1]", "That is not a record of a game"),
    ('{"game": "chess", "rules": 1, "deal": 1, "options": {}, "moves": []}', "no game chess"),
    ('{"game": "friday", "rules": 1, "deal": 1, "options": {}, "moves": ["3"]}', "move 1"),
    (RECORD % ("null", "{}", "[]"), "its deal is not a number"),
    (RECORD % ("1e30", "{}", "[]"), "its deal is not a number"),
    (RECORD % ("1", "null", "[]"), "options are damaged"),
    (RECORD % ("1", '{"a": {}}', "[]"), "options are damaged"),
    (RECORD % ("1", '{"a": 1}', "[]"), "there is no option a"),
    (RECORD % ("1", "{}", '["AS", null]'), "move 2 is no text"),
    (RECORD % ("1", "[" * 5000 + "]" * 5000, "[]"), "options are damaged"),
]


def test_an_invalid_record_that_is_dropped_is_reported(page):
    for text, why in INVALID:
        page.run("document.getElementById('status').textContent = ''")
        drop(page, text)
        status(page, why)


def test_without_a_network_the_page_still_plays(browser, folder):
    with served(folder) as address:
        page = browser.page(address, fresh=True)
        page.until(ON)
        worker = (folder / "sw.js").read_text("utf-8")
        names = [
            json.loads(re.search(f"const {n} = (.*?);", worker)[1]) for n in ("FILES", "REST")
        ]
        kept = f"{json.dumps(sum(names, []))}.map((name) => caches.match(name))"
        page.until(f"Promise.all({kept}).then((all) => all.every(Boolean))")
    page.reload(ON)
    page.close()


def test_a_second_tab_leaves_the_saves_to_the_first_until_it_is_asked(browser, url):
    first = browser.page(url)
    first.until(ON)
    second = browser.page(url)
    second.until("document.getElementById('overlay').textContent.includes('another tab')")
    first.call("Page.bringToFront")
    second.until("document.hidden")
    first.reload(ON)  # nor by F5, while nobody looks at the second
    second.call("Page.bringToFront")
    second.run(
        "document.activeElement.matches('#overlay button') && document.activeElement.click()"
    )
    second.until(ON)
    first.until("document.getElementById('overlay').textContent.includes('another tab')")
    first.close()
    second.close()


@pytest.mark.parametrize("older", (False, True))
def test_without_a_service_worker_it_plays_or_says_why(browser, url, older):
    none = "Object.defineProperty(navigator, 'serviceWorker', {value: undefined});"
    with old(Host) if older else contextlib.nullcontext():
        page = browser.page(fresh=True, script=none)
        page.go(url)
        why = "document.getElementById('overlay').textContent.includes('no service worker here')"
        page.until(why if older else ON)
        page.close()


# The machine alone, with its own clock, so that every picture can be compared.

MACHINE = (HERE / "web_machine.js").read_text("utf-8")


def machine(browser, url, **job):
    page = browser.page(url + "licences.txt", fresh=True)
    page.until("document.readyState === 'complete'")
    got = page.run(f"({MACHINE})({json.dumps(url)}, {json.dumps(job)})")
    page.close()
    return got


@pytest.mark.parametrize("late", (0, 50))
def test_no_quick_key_is_lost_however_late_the_firmware_looks(late):
    """Each change is seen, and as far from the one before as its debouncing wants."""
    program = [*node.find()[0], str(HERE / "web_keys.mjs"), str(site.PAGE / "host.js")]
    done = subprocess.run([*program, str(late), "5", "9"], capture_output=True, check=True)
    seen = json.loads(done.stdout)
    assert [keys for _, keys in seen] == [16, 0] * 9
    assert min(b[0] - a[0] for a, b in itertools.pairwise(seen)) > 8


LAUNCHER = "DOWN*2 RIGHT*2 LEFT UP MENU A DOWN*4 A UP A B UP A 200 DOWN*2 B B RIGHT*2 X Y 300"
TURNS = "A*3 Y A X A 300 X A B:700 Y*3 A Y A B B A*2 B:700 X A 300"


@pytest.mark.parametrize(
    ("board", "game", "suspends"), [("ws_lcd_13", None, False), ("display_pack_2", "friday", True)]
)
def test_every_picture_is_the_simulator_s(browser, url, handheld, board, game, suspends):
    handheld.board = board
    if game:
        handheld.prepare(game, deal=123456, moves=12, colours=1)
    else:
        handheld.prepare(theme=1)
    words = (TURNS if game else LAUNCHER).split()
    keys = " ".join(w + " !" * (i % 2) for i, w in enumerate(words)) + " !"
    saves = {name: list(data) for name, data in handheld.files().items()}
    handheld.on()
    handheld.hal.SLEEPS = False  # nor does the page: the settings say so
    events, end = wasm_play.script(keys)
    marks = [ms for ms, what in events if callable(what)]
    seen = []
    panel = handheld.panel
    events = [
        (ms, (lambda: seen.append(panel.checksum())) if callable(what) else what)
        for ms, what in events
    ]
    handheld.follow([*events, (end + 100, handheld.hardware.Stop)])
    keys = [[ms, what] for ms, what in events if not callable(what)]
    got = machine(browser, url, board=board, saves=saves, keys=keys, marks=marks, end=end + 100,
                  suspends=suspends)  # fmt: skip
    assert got["marks"] == seen and len(set(seen)) > 7


def test_left_alone_the_launcher_plays_by_itself(browser, url):
    """After a minute, unless somebody listens."""
    job = {"board": "ws_lcd_13", "saves": {}, "keys": [], "marks": []}
    alone, heard = [
        machine(browser, url, **job, end=63_000, heard=heard)["shows"] for heard in (0, 1)
    ]
    assert alone > heard + 60


SOME = [("friday", 0), ("three_thirteen", 1)]


@pytest.mark.parametrize(
    ("game", "heard"), [(game, heard) for game in GAMES for heard in (0, 1)] if SOAK else SOME
)
def test_memory_does_not_grow(browser, url, game, heard):
    """Random keys, a fast clock: an hour's garbage must not stay, with the voice on and off."""
    seconds = 3600 if SOAK else 20
    browser.patience = max(browser.patience, 4 * seconds)
    job = {"random": 13, "end": 1000 * seconds, "heard": heard, "plan": {"deal": [game, 7, None]}}
    job["suspends"] = bool(heard)
    got = machine(browser, url, board="ws_lcd_13", saves={}, **job)
    print(f"{game}, {seconds} s, {got['memory'] / 1e6:.1f} MB, {got['allocated'] // 1000} kB,",
          f"{got['shows']} pictures, {got['said']} said")  # fmt: skip
    assert got["memory"] < 17_000_000 and got["allocated"] < 1_500_000  # all modules stay
    assert got["shows"] > seconds
    assert got["said"] > seconds // 2 if heard else not got["said"]
