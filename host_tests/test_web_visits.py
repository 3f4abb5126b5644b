"""Visits to the page: the first one, reloads, what is saved when it is left, and what may fail.

The server is a plain static host: no headers for shared memory, files kept for ten minutes.
"""

import contextlib
import datetime
import os
import random
import re
import shutil
import signal
import threading
import time
from pathlib import Path

import chromium
import pytest
from playing import GAMES
from test_web import ON, Host, back, old, picture, same, served, simulated  # noqa: F401

if not chromium.find():
    pytest.skip("no Chromium here: install it, or name it in CHROMIUM", allow_module_level=True)

pytestmark = pytest.mark.slow

SOAK = "SOAK" in os.environ
# A match of one round by link, whose last move is the friend's.
LINK = "#turn/13-280NF9500030NK25RQEWBQEWSQEWTKEMSN6GG0ZN6"
OVERLAY = "document.getElementById('overlay')"
SHOWN = f"{OVERLAY} && !{OVERLAY}.hidden"
AGAIN = f"!{OVERLAY}.hidden && !!{OVERLAY}.querySelector('button')"
TRY = f"{OVERLAY}?.querySelector('button')?.click()"  # unless it has tried again by itself


class Plain(Host):
    """A static host whose next answers may be failures: {path: what to do instead}."""

    kept = "max-age=600"
    faults = {}  # noqa: RUF012 (of the class: every request has its own handler)
    lacking = ""  # a path that fails every time
    instead = {}  # noqa: RUF012 {path: the script that is sent in its place}
    paths = []  # noqa: RUF012

    def do_GET(self):
        path = self.path.split("?")[0]
        self.paths.append(path)
        fault = 503 if path == self.lacking else self.faults.pop(path, None)
        if fault == "cut":
            self.close_connection = True
        elif fault:
            self.send_error(fault)
        elif path in self.instead:
            script = self.instead[path].encode()
            self.send_response(200)
            self.send_header(
                "Content-Type", self.guess_type("index.html" if path == "/" else path)
            )
            self.send_header("Content-Length", str(len(script)))
            self.end_headers()
            self.wfile.write(script)
        else:
            super().do_GET()


@pytest.fixture(scope="module")
def url(folder):
    with served(folder, Plain) as address:
        yield address


@pytest.fixture
def page(url, visitor):
    """The running page."""
    return back(visitor, url)


def f5(page):
    """The browser's own reload, which is not the same as location.reload()."""
    page.run("window.before = true")
    page.call("Page.reload")
    page.until(f"!window.before && ({ON})", 30)


FIRST = "sw.js worker.js engine.bin games.bin".split()


FAULTS = [(path, fault) for path in FIRST for fault in (503, "cut")]


@pytest.mark.parametrize(("path", "fault"), FAULTS if SOAK else FAULTS[1::2])
def test_a_request_of_the_first_visit_that_fails_once(browser, url, path, fault):
    """The page plays all the same, or says what is wrong and plays when asked to try again."""
    Plain.faults["/" + path] = fault
    page = browser.page(url, fresh=True)
    try:
        seen = page.until(f"({AGAIN}) ? {OVERLAY}.firstChild.textContent : ({ON}) && 'on'", 20)
        end = time.monotonic() + 20
        while Plain.faults:  # the service worker comes behind the games
            assert time.monotonic() < end
            time.sleep(0.1)
        if seen != "on":
            assert seen.endswith(".")
            page.until(f"({ON}) || void setTimeout(() => {TRY})", 20)
    finally:
        Plain.faults.clear()
        page.close()


def test_the_rest_of_the_games_fails_once(browser, url, handheld):
    """A first visit has the launcher first; what a hint needs comes behind it."""
    Plain.lacking = "/later.bin"
    page = browser.page(url + "#friday/1234", fresh=True)
    page.until(AGAIN, 30)
    Plain.lacking = ""
    page.leave(TRY)
    handheld.prepare("friday", deal=1234)
    assert same(page, simulated(handheld))
    assert page.run(f"{OVERLAY}.hidden")
    page.close()


def test_a_first_visit_shows_how_much_has_come(browser, folder):
    with served(folder, Halting) as url:
        Halting.on.clear()
        page = visit(browser, url, TOLD)
        try:
            page.until("told.length", 30)  # half of the engine has come
            assert 0 < page.run("told.at(-1)") < 100
        finally:
            Halting.on.set()
        page.until(ON, 30)
        told = page.run("told")
        assert told == sorted(told) and len(set(told)) > 1 and told[-1] == 100
        page.close()


class Halting(Plain):
    """Sends half of the engine, and the rest when it may."""

    on = threading.Event()

    def do_GET(self):
        if self.path == "/engine.bin":
            self.wfile = Halves(self.wfile)
        super().do_GET()


class Halves:
    def __init__(self, file):
        self.file = file

    def write(self, data):
        half = len(data) // 2
        self.file.write(data[:half])
        if half > 1000:  # no header
            Halting.on.wait(30)
        self.file.write(data[half:])

    def __getattr__(self, name):
        return getattr(self.file, name)


TOLD = """window.told = []; new MutationObserver(() => {
        const text = document.getElementById('overlay')?.textContent;
        const found = text?.startsWith('Switching on') ? [0, 100] : /(\\d+) %/.exec(text);
        if (found) told.push(Number(found[1]));
    }).observe(document, { subtree: true, childList: true });"""


class Phone(Plain):
    """1.6 Mbit/s for all connections together; 150 ms to an answer, and to a new connection."""

    wire = threading.Lock()  # of a visit

    def setup(self):
        time.sleep(0.15)
        super().setup()
        self.wfile = Wire(self.wfile)

    def do_GET(self):
        time.sleep(0.15)
        with contextlib.suppress(ConnectionError):  # the page is closed while the rest arrives
            super().do_GET()


class Wire:
    @staticmethod
    def count(n):
        """Nobody counts the bytes."""

    def __init__(self, file):
        self.file = file
        self.wire = Phone.wire

    def write(self, data):
        self.count(len(data))
        for i in range(0, len(data), 4000):
            with self.wire:
                time.sleep(len(data[i : i + 4000]) / 200_000)
            self.file.write(data[i : i + 4000])

    def __getattr__(self, name):
        return getattr(self.file, name)


class Waves(Plain):
    """Answers nothing but the page itself before all that it needs has been asked for.

    What it does not need comes once it is drawn.
    """

    needed = "/engine.bin", "/games.bin", "/worker.js"
    seen = []  # noqa: RUF012 [path, bytes]
    asked = threading.Event()
    drawn = threading.Event()

    def setup(self):
        super().setup()
        self.wfile = Wire(self.wfile)

    def do_GET(self):
        one = [self.path.split("?")[0], 0]
        self.seen.append(one)
        if {path for path, _ in self.seen} >= set(self.needed):
            self.asked.set()
        if one[0] == "/later.bin":
            self.drawn.wait(60)
        if one[0] != "/":
            self.asked.wait(20)
        self.wfile.count = lambda n: one.__setitem__(1, one[1] + n)
        super().do_GET()


def test_the_first_picture_takes_two_waves_of_requests(browser, folder):
    """On a slow phone each costs 150 ms, and a new connection as much; bytes cost the rest."""
    Waves.seen.clear()
    Waves.asked.clear()
    Waves.drawn.clear()
    with served(folder, Waves) as address:
        page = browser.page(address, fresh=True)
        page.until("Boolean(document.body)", 30)
        assert Waves.asked.wait(15), Waves.seen
        try:
            page.until(ON, 30)
        finally:
            Waves.drawn.set()
        seen = [list(one) for one in Waves.seen]
        page.close()
    print(sum(size for _, size in seen), "bytes:", seen)
    before = {path for path, _ in seen if path not in BEHIND}
    assert sorted(before) == ["/", *Waves.needed]  # again by its service worker
    assert sum(size for path, size in seen if path not in BEHIND) < 360_000


# What the first picture does not wait for: behind it, or small and beside it.
BEHIND = ("/later.bin", "/sw.js", "/icon.svg", "/drags.svg", "/site.webmanifest")


@contextlib.contextmanager
def slowly(browser):
    """The browser's processes that run pages and workers get a quarter of the time."""
    done = threading.Event()

    def hold():
        while not done.is_set():
            pids = browser.renderers()
            for _ in range(10):
                stopped = [pid for pid in pids if signalled(pid, signal.SIGSTOP)]
                time.sleep(0.015)
                for pid in stopped:
                    signalled(pid, signal.SIGCONT)
                time.sleep(0.005)

    def signalled(pid, what):
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, what)
            return True

    thread = threading.Thread(target=hold)
    thread.start()
    yield
    done.set()
    thread.join()


@pytest.mark.skipif(not SOAK, reason="a figure of an idle machine: with SOAK=1")
@pytest.mark.parametrize("once", (1, 2, 3))
def test_the_first_picture_on_a_slow_phone(browser, folder, once):
    page = browser.page(fresh=True, width=390, height=844, scale=2, touch=True)
    Phone.wire = threading.Lock()  # what the visit before still loads has another
    with served(folder, Phone) as address, slowly(browser):
        start = time.time()
        page.go(address)
        page.until(ON, 60)
        at = "performance.timeOrigin + performance.getEntriesByName('first picture')[0].startTime"
        seconds = page.run(at) / 1000 - start
        print(f"visit {once}: first picture on a slow phone after {seconds:.1f} s")
        assert seconds < 3.5
        page.close()


def test_a_new_version_is_offered_and_keeps_the_game(browser, folder, tmp_path, handheld):
    """It comes with a visit, and is taken when the player asks for it."""
    shutil.copytree(folder, tmp_path / "web")
    with served(tmp_path / "web", Plain) as address:
        page = browser.page(address + "#friday/1234", fresh=True)
        page.until(ON, 30)
        page.key("Enter", "Enter")
        handheld.prepare("friday", deal=1234)
        wanted = simulated(handheld, "A A")
        assert same(page, wanted)
        for name in ("sw.js", "index.html"):
            file = tmp_path / "web" / name
            text = file.read_text("utf-8")
            text = text.replace('VERSION = "', 'VERSION = "a').replace("<title>", "<title>New: ")
            file.write_text(text, "utf-8")
        f5(page)
        assert not page.run("document.title").startswith("New: ")  # an open page keeps its version
        page.until("!document.getElementById('update').hidden", 30)
        other = browser.page(address, context=browser.contexts[-1])  # waits, with the old files
        other.until(AGAIN)
        page.call("Page.bringToFront")
        other.until("document.hidden")
        page.leave("document.querySelector('#update button').click()")
        page.until(f"!window.before && document.title.startsWith('New: ') && ({ON})", 30)
        assert same(page, wanted)
        other.call("Page.bringToFront")
        other.until("document.title.startsWith('New: ')")
        page.close()


def test_a_first_visit_is_offered_no_newer_version(url, visitor):
    """Though Firefox may tell that its service worker waits after it has taken over."""
    page = back(visitor, url, FIRST_WORKER)
    page.until("thereIs.listens")
    page.run("installed(one)")
    assert page.run("document.getElementById('update').hidden")
    page.run("installed(Object.assign(new EventTarget(), { state: 'installing' }))")
    assert not page.run("document.getElementById('update').hidden")


FIRST_WORKER = """(() => {
    window.one = Object.assign(new EventTarget(), { state: 'installing', postMessage() {} });
    window.thereIs = Object.assign(new EventTarget(), { installing: one, waiting: null });
    const found = thereIs.addEventListener;
    thereIs.addEventListener = (...how) => (thereIs.listens = true, found.apply(thereIs, how));
    const workers = Object.assign(new EventTarget(), { controller: null,
        register: async () => thereIs, ready: Promise.resolve({ active: one }) });
    Object.defineProperty(navigator, 'serviceWorker', { value: workers });
    window.installed = (worker) => {
        thereIs.installing = worker;
        thereIs.dispatchEvent(new Event('updatefound'));
        worker.state = 'installed';
        Object.assign(thereIs, { installing: null, waiting: worker });
        workers.controller = one;
        worker.dispatchEvent(new Event('statechange'));
    };
})()"""


# What has been played is not lost, however the page is left.


@pytest.fixture(params=(False, True), ids=("suspends", "blocks"))
def older(request):
    """Whether the browser is one in which Python must block its thread."""
    with old(Plain) if request.param else contextlib.nullcontext():
        yield request.param


@pytest.fixture
def friday(browser, url, older, visitor, handheld):
    """Four moves of Friday, just played; returns the page and the picture to come back to."""
    page = browser.page(url, fresh=True) if older else back(visitor, url)
    page.until(ON)
    page.run("location.hash = 'friday/1234'")
    handheld.prepare("friday", deal=1234)
    assert same(page, simulated(handheld))
    page.key("Enter", "Enter", "Enter", "Enter")
    return page, simulated(handheld, "A A A A")


def reload(page):
    f5(page)


def by_script(page):
    page.reload(ON)


def blank(page):
    """So that what is shown then is shown anew."""
    page.run("thirteen.board.pixels.fill(0)")


def another_board(page):
    blank(page)
    page.run("""(() => { const b = document.getElementById('board');
        for (const name of ['picosystem', 'browser']) { b.value = name; b.onchange(); } })()""")


def elsewhere_and_back(page):
    page.go("about:blank")
    page.until("!document.getElementById('handheld')", 30)
    page.leave("history.back()")
    page.until(ON, 30)


def a_link(page):
    blank(page)
    page.run("document.querySelector('.games a[href=\"#friday\"]').click()")


def a_record(page):
    """One that can't be played."""
    blank(page)
    record = '{"game": "x", "rules": 1, "deal": 1, "options": {}, "moves": []}'
    page.run(f"""(() => {{ const data = new DataTransfer();
        data.setData('text', '{record}');
        dispatchEvent(new ClipboardEvent('paste', {{ clipboardData: data }})); }})()""")


LEAVE = (reload, by_script, another_board, elsewhere_and_back, a_link, a_record)


def test_moves_are_kept(friday, older, handheld):
    """One more before each way to leave the page, once it is seen."""
    page, wanted = friday
    for n, leave in enumerate(LEAVE[::2] if older else LEAVE, 1):
        assert same(page, wanted, seconds=30)
        time.sleep(0.2)  # as fast as a hand is; a move is in the database after 150 ms
        leave(page)
        assert same(page, wanted), leave.__name__
        page.run(TWO_FRAMES)  # until then the browser may drop a key
        page.key("Backspace")
        handheld.prepare("friday", deal=1234)
        wanted = simulated(handheld, "A A A A" + " B" * n)


def test_moves_are_kept_when_the_tab_is_closed(browser, url, handheld, older):
    """As soon as they are seen; Chromium ends the page half a second later, however busy."""
    context = browser.context()
    first = browser.page(url + "#friday/1234", context=context)
    first.until(ON, 30)
    handheld.prepare("friday", deal=1234)
    assert same(first, simulated(handheld))
    first.key("Enter", "Enter", "Enter", "Enter")
    wanted = simulated(handheld, "A A A A")
    assert same(first, wanted)
    first.close()
    second = browser.page(url, context=context)
    second.until(ON, 30)
    assert same(second, wanted)
    second.close()


def test_moves_are_kept_when_another_tab_takes_over_and_gives_back(browser, url, handheld):
    context = browser.context()
    first = browser.page(url, context=context)
    first.until(ON, 30)
    first.run("location.hash = 'friday/1234'")
    handheld.prepare("friday", deal=1234)
    assert same(first, simulated(handheld))
    second = browser.page(url, context=context)
    second.until(AGAIN, 30)
    first.call("Page.bringToFront")
    first.until("!document.hidden", 30)
    first.key("Enter", "Enter", "Enter", "Enter")
    second.call("Page.bringToFront")  # a hidden page's clock stops
    second.run(f"{OVERLAY}.querySelector('button').click()")
    wanted = simulated(handheld, "A A A A")
    assert same(second, wanted)
    second.run("document.dispatchEvent(new Event('visibilitychange'))")  # nor does it ask twice
    assert second.run("navigator.locks.query().then((all) => all.pending.length)") == 0
    first.until(AGAIN, 30)
    first.call("Page.bringToFront")
    first.run("document.querySelector('.games a[href=\"#friday\"]').click()")  # it asks, too
    assert same(first, wanted)
    second.until(AGAIN, 30)
    first.key("Escape", "ArrowUp", "Enter")
    first.until("location.hash === ''")
    second.call("Page.bringToFront")
    second.run(f"{OVERLAY}.querySelector('button').click()")
    second.until("location.hash === ''")  # though its own game was open
    first.until(AGAIN, 30)
    first.call("Page.bringToFront")
    first.run(f"history.replaceState(null, '', '{LINK}')")  # a match is opened all the same
    first.run(f"{OVERLAY}.querySelector('button').click()")
    first.until("thirteen.taken?.startsWith('#turn/')")
    first.close()
    second.close()


@pytest.mark.parametrize("older", (False,), indirect=True)
def test_another_tab_has_the_saves_once_the_handheld_has_stopped(friday):
    page, _ = friday
    page.run("""(() => { window.order = [];
        thirteen.handheld.stop = () => new Promise((done) => setTimeout(done, 100)).then(
            () => order.push('stopped'));
        thirteen.turn.letGo = () => order.push('let go');
        thirteen.turn.end(); })()""")
    page.until("order.length === 2")
    assert page.run("order") == ["stopped", "let go"]


@pytest.mark.parametrize("older", (False,), indirect=True)
def test_a_move_is_saved_while_the_player_only_pauses(friday):
    """Without any event at the end: the browser may be ended from outside."""
    page, _ = friday
    seen = page.until(f"({STORED})()", 20)
    page.key("Enter")
    start = time.monotonic()
    page.until(f"({STORED})().then((now) => now !== '{seen}')", 20)
    print(f"saved {1000 * (time.monotonic() - start):.0f} ms after the key")


STORED = """() => new Promise((resolve) => {
    const open = indexedDB.open(`thirteen ${new URL('.', location).pathname} saves`);
    open.onsuccess = () => {
        const all = open.result.transaction('saves').objectStore('saves').getAll();
        all.onsuccess = () => { open.result.close(); resolve(String(all.result)); };
    };
})"""


# What the browser or the server may deny.


def visit(browser, url, script):
    """A first visit in which this script runs before the page's own."""
    page = browser.page(fresh=True, script=script)
    page.go(url)
    return page


def says(page, text, where="overlay"):
    page.until(f"document.getElementById('{where}')?.textContent.includes({text!r})", 30)


DENIED = "{ get() { throw new DOMException('denied', 'SecurityError'); } }"


LACKS = {
    "DecompressionStream, which": "delete window.DecompressionStream",
    "WebAssembly, which": "delete window.WebAssembly",
}


def test_what_an_older_browser_lacks_is_said(browser, url, visitor, folder):
    for text, script in LACKS.items():
        page = back(visitor, url, script, ready=SHOWN)
        says(page, text)
        says(page, "They need Chrome or Edge 103, Firefox 114 or Safari 16.4")
    html = (folder / "index.html").read_text("utf-8")
    policy, module = (
        html.index('<meta http-equiv="Content-Security-Policy"'),
        '<script type="module">',
    )
    html = html[:policy] + html[html.index(">", policy) + 1 :]
    Plain.instead["/"] = html.replace(module, module + "a script of years to come;")
    page = browser.page(url, fresh=True)
    says(page, "too old for the games. They need Chrome or Edge 103")
    Plain.instead.clear()
    page.close()


def test_isolated_without_shared_memory_it_plays(browser, url, handheld):
    """As in WebKit on Linux."""
    with old(Plain):
        page = visit(browser, url, "delete window.SharedArrayBuffer")
        page.until(ON)
    page.key("ArrowRight")
    assert same(page, simulated(handheld, "RIGHT", after=20000))
    page.close()


def test_what_nothing_catches_is_a_sentence_and_a_way_on(url, visitor):
    odd = "navigator.locks.request = async () => { throw new Error('odd') }"
    page = back(visitor, url, odd, ready=SHOWN)
    says(page, "The games could not start: odd")
    time.sleep(1)  # it stays
    assert page.run(f"{OVERLAY}.querySelector('button').textContent") == "Try again"
    page = back(visitor, url)
    for script in (
        "Promise.reject(new Error('late'))",
        "setTimeout(() => { throw Error('late') })",
    ):
        page.run("document.getElementById('status').textContent = ''")
        page.run(f"void {script}")
        says(page, "Something went wrong on this page: late. If the games do not go on", "status")


def test_a_policy_binds_the_worker_too(browser, url):
    """The page's own, in its text, does not. The worker that plays is never idle to be asked."""
    context = browser.context()
    first = browser.page(url, context=context)
    first.until(ON, 30)
    first.until("navigator.serviceWorker.controller !== null", 30)  # hidden, it takes its time
    page = browser.page(url + "licences.txt", context=context)
    page.until("navigator.serviceWorker.controller !== null", 20)
    page.call("Target.setAutoAttach", autoAttach=True, waitForDebuggerOnStart=False, flatten=True)
    page.run("void (window.spare = new Worker('worker.js', { type: 'module' }))")
    end = time.monotonic() + 20
    found = {}
    while "worker" not in found:
        assert time.monotonic() < end
        page.browser.wait(0.2)
        for event in page.browser.events("Target.attachedToTarget", page.session):
            found[event["targetInfo"]["type"]] = event["sessionId"]
    worker = chromium.Page(page.browser, found["worker"], None)
    worker.until("typeof onmessage === 'function'", 20)
    assert worker.run(REFUSED) == "connect-src"
    page.close()


REFUSED = """new Promise((done) => {
    addEventListener('securitypolicyviolation', (event) => done(event.effectiveDirective));
    fetch('http://127.0.0.1:9/').catch(() => setTimeout(done, 500));
})"""


def test_without_local_storage_it_plays(url, visitor):
    page = back(visitor, url, f"Object.defineProperty(window, 'localStorage', {DENIED})")
    page.run("(() => { document.getElementById('sound').click();"
             "document.getElementById('theme').click(); })()")  # fmt: skip
    assert page.console() == []


def test_without_sound_and_locks_it_plays_and_says_nothing(url, visitor, handheld):
    script = "delete window.AudioContext; delete Navigator.prototype.locks;"
    page = back(visitor, url + "#friday/1234", script)
    page.key("Enter")
    handheld.prepare("friday", deal=1234)
    assert same(page, simulated(handheld, "A"))
    assert page.run("'locks' in navigator || 'AudioContext' in window") is False
    assert "wrong" not in page.run("document.getElementById('status').textContent")
    assert page.console() == []


def test_who_follows_a_link_for_the_first_time_is_told_what_it_is(browser, url):
    page = browser.page(url + "#friday/1234", fresh=True)
    page.until(ON)
    says(page, "Friday the 13th, deal 1234, as whoever sent you the link has it.", "status")
    says(page, " Thirteen piles to begin in their order, ", "status")
    says(page, "Menu, Rules, Play the lesson", "status")
    page.until(f"({STORED})()")
    f5(page)
    page.run("location.hash = 'friday/77'")
    page.until("location.hash === '#friday/77' && thirteen.taken === '#friday/77'")
    assert page.run("document.getElementById('status').textContent") == ""
    page.close()


def test_on_a_phone_back_is_the_menu_then_the_launcher_then_leaves(browser, url, handheld):
    page = browser.page(fresh=True, width=390, height=844, touch=True)
    page.go(url + "#friday/1234")
    page.until(ON)
    handheld.prepare("friday", deal=1234)
    assert same(page, simulated(handheld))
    box = page.run("""(() => { const { x, y } = document.querySelector('[data-key=A]')
        .getBoundingClientRect(); return { x: x + 9, y: y + 9 }; })()""")
    for _ in range(2):
        page.call("Input.dispatchTouchEvent", type="touchStart", touchPoints=[box])
        page.call("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])
    assert same(page, simulated(handheld, "A A"))
    page.leave("history.back()")
    handheld.prepare("friday", deal=1234)
    assert same(page, simulated(handheld, "A A MENU"))
    page.leave("history.back()")
    page.until("location.hash === '' && history.state === 0")
    assert same(page, simulated(handheld, "A A MENU UP A LEFT LEFT"))
    assert page.run("location.hash === '' && history.state === 0")
    page.leave("history.back()")
    page.until("location.href === 'about:blank'")
    page.close()


def test_on_a_phone_back_closes_what_lies_over_the_launcher(browser, url, handheld):
    """One screen after the other, without the handheld being switched off and on."""
    page = browser.page(fresh=True, width=390, height=844, touch=True)
    page.go(url)
    page.until(ON)
    assert same(page, simulated(handheld))
    box = page.run("""(() => { const { x, y } = document.querySelector('[data-key=MENU]')
        .getBoundingClientRect(); return { x: x + 9, y: y + 9 }; })()""")
    page.call("Input.dispatchTouchEvent", type="touchStart", touchPoints=[box])
    page.call("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])
    assert same(page, simulated(handheld, "MENU"))
    page.key("ArrowDown", "ArrowDown", "Enter")
    path = "MENU DOWN DOWN A"
    for keys in (path, path + " B", path + " B B"):
        assert same(page, simulated(handheld, keys))
        if keys[-3:] != "B B":
            page.until("thirteen.over")
            page.leave("history.back()")
    page.until("!thirteen.over && history.state === 0")
    assert page.run("thirteen.handheld.starts") == 1
    page.leave("history.back()")
    page.until("location.href === 'about:blank'")
    page.close()


def test_all_storage_denied_is_said(browser, url, older):
    stores = ("localStorage", "sessionStorage", "indexedDB")
    deny = "".join(f"Object.defineProperty(window, '{name}', {DENIED});" for name in stores)
    for name in ("serviceWorker.register", "locks.query", "locks.request"):
        deny += f"navigator.{name} = async () => {{ throw new DOMException('denied'); }};"
    deny += (
        "window.BroadcastChannel = class { constructor() { throw new DOMException('denied'); } }"
    )
    page = visit(browser, url, deny)
    if older:
        says(page, "allow cookies and site data")
    else:
        page.until(ON, 30)
        says(page, "keeps nothing", "status")
    page.close()


def test_without_a_database_the_player_is_told(url, visitor):
    """And what the address names is opened by it, after F5 too."""
    deny = f"Object.defineProperty(window, 'indexedDB', {DENIED})"
    page = back(visitor, url + "#friday/7", deny)
    for again in (False, True):
        if again:
            page.key("Enter")
            time.sleep(0.3)  # it would be kept by now
            f5(page)
        says(page, "keeps nothing", "status")
        page.until("thirteen.taken === '#friday/7'")


FAILS = """(() => { const real = IDBDatabase.prototype.transaction;
    IDBDatabase.prototype.transaction = function (...how) {
        const made = real.apply(this, how);
        if (how[1] === 'readwrite') { made.commit = () => made.abort(); }
        return made; }; })()"""


@pytest.mark.parametrize("older", (False,), indirect=True)
@pytest.mark.parametrize("how", (FAILS, "thirteen.saves.close()"), ids=("aborted", "closed"))
def test_a_save_that_fails_is_told(friday, how):
    page, _ = friday
    page.run(how)
    page.key("Enter")
    says(page, "could not save your last moves", "status")


def test_a_browser_without_room_plays_all_the_same(browser, url):
    page = browser.page(fresh=True)
    page.call("Storage.overrideQuotaForOrigin", origin=url.rstrip("/"), quotaSize=1000)
    page.go(url)
    page.until(ON, 30)
    page.close()


def test_opened_as_a_file_it_says_what_to_do(browser, url, folder):
    page = browser.page((folder / "index.html").as_uri(), fresh=True)
    says(page, "from a web server")
    page.close()


def test_an_address_that_names_no_deal_is_told(page):
    """And gives way to that of the game that is open."""
    page.run("location.hash = 'friday/7'")
    page.until("thirteen.saved === '#friday/7'")
    for hash in ("friday/abc", "nosuch/1", "friday/999999999999", "friday/0"):
        page.run("document.getElementById('status').textContent = ''")
        page.run(f"location.hash = '{hash}'")
        says(page, f"names no game or deal: #{hash}", "status")
        assert page.run("location.hash") == "#friday/7"


def test_the_address_follows_the_open_game(page, handheld):
    page.run("location.hash = 'FRIDAY/0012'")
    page.until("location.hash === '#friday/12'", 30)
    f5(page)
    handheld.prepare("friday", deal=12)
    assert same(page, simulated(handheld))
    assert page.run("location.hash") == "#friday/12"
    page.run("""navigator.share = (what) => { window.shared = what.url; return Promise.resolve() };
        document.getElementById('share').click()""")
    assert page.until("window.shared", 30).endswith("/friday/#12")
    page.key("Escape", "ArrowUp", "Enter")
    page.until("location.hash === ''", 30)


MIDNIGHT = """const Clock = Date;
globalThis.Date = class extends Clock {
    constructor() { super(Clock.now() + 864e5 * (performance.now() > 9000)); }
};
"""


def test_an_open_tab_has_the_new_day_after_midnight(browser, url, folder, handheld):
    """X in the launcher is the calendar, which marks today."""
    worker = (folder / "worker.js").read_text("utf-8")
    Plain.instead["/worker.js"] = MIDNIGHT + worker
    page = browser.page(url, fresh=True)
    page.until(ON, 30)
    began = time.monotonic()
    today = (datetime.date.today() - datetime.date(2000, 1, 1)).days
    for day in (today, today + 1):
        handheld.on()
        handheld.hardware.day = day
        handheld.tap("400 X", after=900)
        page.key("KeyX")
        assert same(page, handheld.panel.pixels())
        page.key("KeyB")
        time.sleep(max(0, 9.5 - (time.monotonic() - began)))
    Plain.instead.clear()
    page.close()


def test_reduced_motion_becomes_the_setting_of_the_games(browser, url):
    page = browser.page(fresh=True)
    reduced = [{"name": "prefers-reduced-motion", "value": "reduce"}]
    page.call("Emulation.setEmulatedMedia", features=reduced)
    page.go(url)
    page.until(ON, 30)
    page.until(f"({STORED})().then((all) => all.includes('{SETTINGS % 0}'))", 20)
    page.call("Emulation.setEmulatedMedia", features=[])
    f5(page)
    page.until(f"({STORED})().then((all) => all.includes('{SETTINGS % 2}'))", 20)
    page.close()


SETTINGS = ",1,3,%d,0,0,0,1,2,1,"  # the defaults, but for animation


# Keys, by what is printed on them.


def pressed(page, *codes):
    """The handheld's keys that these keys of the keyboard press, in order."""
    page.run("""(() => { window.went = []; window.watch?.disconnect();
        window.watch = new MutationObserver((all) => { for (const one of all)
        if (one.target.classList.contains('down')) went.push(one.target.dataset.key); });
        const device = document.getElementById('handheld');
        watch.observe(device, { subtree: true, attributeFilter: ['class'] });
        })()""")
    page.key(*codes)
    return page.run("went.filter((key) => key).join(' ')")


QWERTY = ["KeyA", "KeyB", "KeyX", "KeyY", "KeyM"]
AZERTY = ["KeyQ=a", "KeyB=b", "KeyX=x", "KeyY=y", "Semicolon=m"]
QWERTZ = ["KeyA=a", "KeyB=b", "KeyX=x", "KeyZ=y", "KeyM=m"]
RUSSIAN = ["KeyA=ф", "KeyB=и", "KeyX=ч", "KeyY=н", "KeyM=ь"]


def test_the_letters_that_the_screen_names(page):
    for layout in (QWERTY, AZERTY, QWERTZ, RUSSIAN):
        assert pressed(page, *layout) == "A B X Y MENU", layout


def test_w_a_s_d_move_and_a_is_a_button_until_then(page):
    for codes, keys in (
        (["KeyW", "KeyA", "KeyS", "KeyD"], "UP LEFT DOWN RIGHT"),
        (["KeyW=z", "KeyA=q", "KeyS=s", "KeyD=d"], "UP LEFT DOWN RIGHT"),  # AZERTY
        (["ArrowUp", "KeyA", "KeyD", "KeyA", "ArrowUp", "KeyA"], "UP A RIGHT LEFT UP A"),
        (["Enter", "NumpadEnter", "Space", "Backspace", "Escape"], "A A A B MENU"),
    ):
        assert pressed(page, *codes) == keys


def test_a_key_released_while_control_is_held_is_released(page):
    press, arrow = "Input.dispatchKeyEvent", {"code": "ArrowLeft", "key": "ArrowLeft"}
    page.call(press, type="rawKeyDown", **arrow)
    page.until("document.querySelector('.down') !== null", 20)
    page.call(press, type="keyUp", modifiers=2, **arrow)
    page.until("!document.querySelector('.down')", 20)


def test_a_controller_chooses_on_a_board_without_a_pad(page):
    page.run("""(() => { const b = document.getElementById('board');
        b.value = 'display_pack'; b.onchange(); const pad = { buttons: [], axes: [0.9, 0.1] };
        navigator.getGamepads = () => [pad]; window.pad = pad;
        dispatchEvent(new Event('gamepadconnected')); })()""")
    page.until("document.querySelector('.buttons [data-key=Y].down') !== null", 20)
    # Chromium 156 may end a tab's process if it is left while a worker's modules come.
    page.until("thirteen.board.pixels.some((colour) => colour)", 20)


SIZES = [
    (1366, 650, 1), (960, 540, 1), (1920, 1080, 1), (1280, 800, 1.25), (1097, 617, 1.75),
    (320, 568, 2), (360, 640, 3), (412, 915, 2.625), (390, 844, 2.75), (800, 1280, 1.5),
    (640, 360, 2), (568, 320, 2), (844, 390, 3), (280, 653, 1),
]  # fmt: skip


def test_in_any_window_the_picture_is_large_and_every_key_in_sight(url, visitor):
    """The picture begins on a device pixel; nothing moves while the page loads."""
    page, kind = None, None
    for width, height, scale in sorted(SIZES, key=kind_of):
        size = {"width": width, "height": height, "scale": scale}
        if kind != kind_of(size.values()):
            kind = kind_of(size.values())
            page = back(visitor, url, SHIFTS, touch=width < height, **size)
            page.run(TWO_FRAMES)
            assert page.run("shifted") < 0.05, size
        page.resize(width, height, scale, width < height)
        page.run("document.getElementById('status').textContent = 'More than a line. '.repeat(9)")
        page.run(TWO_FRAMES)
        top, bottom = page.run(STATUS)
        assert 0 < top < bottom <= height, size
        assert page.run(HIDDEN) == [], size
        assert page.run("document.documentElement.scrollWidth <= innerWidth"), size
        left, top, w, h = page.run(PICTURE)
        assert abs(left - round(left)) < 0.02 and abs(top - round(top)) < 0.02, size
        assert max(w / width, h / height) > 0.73, size
    page.until("performance.now() > 5000", 10)
    page.key("ArrowLeft")  # who goes on playing has read it
    below = "document.getElementById('handheld').getBoundingClientRect().bottom"
    page.until(f"{below} <= {STATUS}[0]", 5)  # it would go by itself, but later


TWO_FRAMES = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


def kind_of(size):
    """Which of the page's layouts a window has: keys below, beside, or all on a low screen."""
    width, height, _ = size
    return width > height, height <= 480


HIDDEN = """[...document.querySelectorAll('.handheld button:not([disabled])')].filter((button) => {
    const { left, right, bottom, width, height } = button.getBoundingClientRect();
    const small = width < 44 || height < 44;
    return small || left < 0 || right > innerWidth || bottom > innerHeight;
}).map((button) => button.dataset.key)"""
STATUS = """(() => { const at = document.getElementById('status').getBoundingClientRect();
    return [at.top, at.bottom]; })()"""
PICTURE = """(() => { const at = document.getElementById('screen').getBoundingClientRect();
    const pixels = devicePixelRatio;
    return [at.left * pixels, at.top * pixels, at.width, at.height]; })()"""


def test_with_chosen_colours_every_key_has_an_edge(page):
    forced = [{"name": "forced-colors", "value": "active"}]
    page.call("Emulation.setEmulatedMedia", features=forced)
    page.until("matchMedia('(forced-colors: active)').matches", 20)
    bare = """[...document.querySelectorAll('button, .play')].filter((one) =>
        one.offsetWidth && getComputedStyle(one).borderTopWidth === '0px').map((one) => one.id)"""
    assert page.run(bare) == ["theme"]  # a picture of its own


def test_at_rest_it_hardly_wakes(url):
    """A while after the last key: not a hundred times a second, as long as nothing is due."""
    with chromium.Chromium() as browser:  # of its own: others may have a page that runs
        back(browser.page(), url).run("location.hash = 'friday/7'")
        time.sleep(7)
        for _ in range(4):  # a busy machine comes to rest later
            before = woken(browser.renderers())
            time.sleep(3)
            times = woken(browser.renderers()) - before
            print(f"{times / 3:.1f} wake-ups a second")
            if times < 40:
                break
    assert 0 < times < 40


@pytest.mark.skipif(not SOAK, reason="an hour of keys: with SOAK=1, or SOAK=300 for 300 seconds")
@pytest.mark.parametrize("heard", (0, 1))
def test_an_hour_of_quick_keys_in_the_page(page, heard):
    """Seven a second in all games; a key of the page says what they show, or not."""
    seconds = max(int(os.environ["SOAK"]), 60) if os.environ["SOAK"] != "1" else 3600
    if heard:
        page.key("KeyV")
    r = random.Random(13)
    arrows = ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"]
    codes = arrows * 2 + ["Enter"] * 5 + ["KeyX", "KeyY"]
    start, pressed, said = time.monotonic(), 0, 0
    while (now := time.monotonic() - start) < seconds:
        if pressed % 300 == 0:  # half a minute in each game
            game = GAMES[pressed // 300 % len(GAMES)]
            page.run(f"location.hash = '{game}/{r.randrange(1, 999)}'")
            page.run("document.querySelector('#busy[open] [value=deal]')?.click()")
        page.key(r.choice(codes))
        pressed += 1
        said += page.run("document.querySelectorAll('#said p').length") > 0
        time.sleep(max(0, start + pressed / 7.5 - time.monotonic()))
    memory = int(page.run("document.getElementById('handheld').dataset.memory"))
    print(f"{now:.0f} s, {pressed} keys: {memory / 1e6:.1f} MB of WebAssembly memory")
    assert memory < 64_000_000 and (said > 0) == bool(heard)


def woken(renderers):
    """How often threads of the workers of these processes have begun to wait."""
    sum_ = 0
    for pid in renderers:
        for task in Path(f"/proc/{pid}/task").glob("*"):
            with contextlib.suppress(OSError):
                if (task / "comm").read_text().startswith("DedicatedWorker"):
                    text = (task / "status").read_text()
                    sum_ += int(re.search(r"^voluntary_ctxt_switches:\s*(\d+)", text, re.M)[1])
    return sum_


# But for what follows a resize, which counts as input: so a layout shift is defined.
SHIFTS = """window.shifted = 0; new PerformanceObserver((list) => {
    for (const one of list.getEntries()) if (!one.hadRecentInput) shifted += one.value;
}).observe({ type: 'layout-shift', buffered: true })"""
