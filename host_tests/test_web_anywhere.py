"""The page where others put it: in a frame, beside another copy; what it takes along, and shows.

One browser, one built site and one tab a test, as in test_web.
"""

import base64
import contextlib
import http.server
import io
import json
import re
import shutil
import socket
import struct
import threading
import time
import zipfile

import chromium
import pytest
from playing import SOAK
from test_web import ON, back, changes, old, picture, same, served, simulated, status
from test_web_visits import Plain

from tools.device import backup
from tools.device.port import sha
from tools.web import serve

if not chromium.find():
    pytest.skip("no Chromium here: install it, or name it in CHROMIUM", allow_module_level=True)

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def site_url(folder, tmp_path_factory):
    """Two copies of the page on one origin, /a/ and /b/."""
    out = tmp_path_factory.mktemp("origin")
    for name in "ab":
        shutil.copytree(folder, out / name)
    with served(out, Plain) as address:
        yield address


@pytest.fixture
def page(site_url, visitor):
    page = back(visitor, site_url + "a/")
    yield page
    assert page.console() == []


class Blog(http.server.BaseHTTPRequestHandler):
    """Another site, without any headers, with the page in a frame."""

    inside = ""
    how = ""  # attributes of the frame

    def do_GET(self):
        frame = f"<iframe {self.how} width=700 height=600 src={self.inside}></iframe>"
        body = b"<!doctype html>" + frame.encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *args):
        pass


@contextlib.contextmanager
def blog(inside, how=""):
    """The address of another site that has a page in a frame."""
    Blog.inside, Blog.how = inside, how
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Blog) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://localhost:{server.server_port}/"
        server.shutdown()


def framed(outer):
    """The page in the frame of a tab, which is another process."""
    browser = outer.browser
    outer.call("Target.setAutoAttach", autoAttach=True, waitForDebuggerOnStart=False, flatten=True)
    end = time.monotonic() + 20
    while time.monotonic() < end:
        for event in browser.events("Target.attachedToTarget", outer.session):
            if event["targetInfo"]["type"] == "iframe":
                page = chromium.Page(browser, event["sessionId"], event["targetInfo"]["targetId"])
                page.call("Runtime.enable")
                return page
        browser.wait(0.2)
    raise AssertionError("no frame")


@pytest.mark.parametrize("older", (False, True))
def test_in_a_frame_of_another_site_it_plays_and_saves(browser, site_url, handheld, older):
    """Without shared memory, which only the other site could give."""
    with (
        old(Plain) if older else contextlib.nullcontext(),
        blog(site_url + "a/#friday/1234") as address,
    ):
        outer = browser.page(address, fresh=True)
        inner = framed(outer)
        inner.until(ON, 40)
        assert not inner.run("crossOriginIsolated")
        handheld.prepare("friday", deal=1234)
        assert same(inner, simulated(handheld), seconds=30)
        for _ in range(4):
            press(inner, "Enter")
        wanted = simulated(handheld, "A A A A")
        assert same(inner, wanted, seconds=30)
        for name in ("picosystem", "browser"):  # it is saved before it is switched off
            inner.run(f"""(() => {{ const b = document.getElementById('board');
                b.value = '{name}'; b.onchange(); }})()""")
        assert same(inner, wanted, seconds=30)
        outer.close()


class Shared(Plain):
    """A host that lets pages of no origin read its files, as GitHub's pages do."""

    def end_headers(self):
        self.send_header("Access-Control-Allow-Origin", "*")
        super().end_headers()

    def send_response(self, code, message=None):
        super().send_response(code, message)
        self.send_header("Access-Control-Allow-Origin", "*")


POPUPS = "allow-scripts allow-popups"
ESCAPE = POPUPS + " allow-popups-to-escape-sandbox"
PLAYS = (
    "",
    "allow=fullscreen",
    "credentialless",
    "sandbox='allow-scripts allow-same-origin'",
    "sandbox=allow-scripts",
    f"sandbox='{POPUPS}'",
)


@pytest.mark.parametrize("how", PLAYS if SOAK else PLAYS[2:4] + PLAYS[5:])
def test_in_any_frame_it_plays(browser, folder, handheld, how):
    """Where its host lets pages of no origin read its files; what may not be kept is said."""
    with served(folder, Shared) as address, blog(address + "#friday/1234", how) as other:
        outer = browser.page(other, fresh=True)
        inner = framed(outer)
        inner.until(ON, 40)
        handheld.prepare("friday", deal=1234)
        assert same(inner, simulated(handheld), seconds=30)
        press(inner, "Enter")
        assert same(inner, simulated(handheld, "A"), seconds=30)
        told = inner.run("document.getElementById('status').textContent")
        assert ("keeps nothing for this page" in told) == (how[:21] == "sandbox=allow-scripts"
                                                           or POPUPS in how)  # fmt: skip
        assert inner.console() == []
        outer.close()


class Refused(Plain):
    """Its pages may have no service worker, as where the browser blocks what other sites keep."""

    def guess_type(self, path):
        return "text/plain" if path.name == "sw.js" else super().guess_type(path)


SANDBOXES = [
    (host, how, older)
    for host in (Plain, Shared)
    for how in ("allow-scripts", POPUPS, ESCAPE)
    for older in (False, True)
    if host is Plain or older
] + [(Refused, "", True)]
WHY = (
    "Another page holds the games in a sandbox, where ",
    "Inside this other page the browser lets ",
)


@pytest.mark.parametrize(
    ("host", "how", "older"),
    SANDBOXES if SOAK else SANDBOXES[:1] + SANDBOXES[3:5] + SANDBOXES[8:],
)
def test_where_a_sandbox_can_not_play_it_offers_its_address(browser, folder, host, how, older):
    """A plain host sends nothing to a page of no origin; older browsers need a service worker."""
    with (
        old(host) if older else contextlib.nullcontext(),
        served(folder, host) as address,
        blog(address + "#friday/1234", f"sandbox='{how}'" if how else "") as other,
    ):
        outer = browser.page(other, fresh=True)
        inner = framed(outer)
        link = inner.until("document.querySelector('#overlay a')?.href", 40)
        assert link == address + "#friday/1234"
        text = inner.run("document.getElementById('overlay').textContent")
        assert text.startswith(WHY[not how])
        assert text.endswith("open this address, or copy it into a new tab." + link)
        if how == ESCAPE:
            before = targets(browser)
            inner.run("document.querySelector('#overlay a').click()")
            end = time.monotonic() + 30
            while not (new := targets(browser) - before):
                assert time.monotonic() < end
                time.sleep(0.1)
            page = attached(browser, new.pop())
            page.until(ON, 40)
            page.close()
        outer.close()


def targets(browser):
    infos = browser.call("Target.getTargets")["targetInfos"]
    return {info["targetId"] for info in infos if info["type"] == "page"}


def attached(browser, target):
    session = browser.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
    return chromium.Page(browser, session, target)


def test_without_https_it_plays_and_keeps(browser, folder, handheld):
    """On an address of a local network, where browsers give no locks and no service worker."""
    local = next(iter(addresses()), None)
    if not local:
        pytest.skip("this machine has no address but its own")
    with serve.server(folder, 0, Plain, local) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        page = browser.page(f"http://{local}:{server.server_port}/#friday/1234", fresh=True)
        page.until(ON, 30)
        assert not page.run("isSecureContext")
        handheld.prepare("friday", deal=1234)
        assert same(page, simulated(handheld), seconds=30)
        page.key("Enter", "Enter")
        wanted = simulated(handheld, "A A")
        assert same(page, wanted, seconds=30)
        page.reload(ON)
        assert same(page, wanted, seconds=30)
        page.run("document.getElementById('share').click()")
        status(page, "Its address: ")
        assert page.console() == []
        page.close()
        server.shutdown()


def addresses():
    """This machine's addresses that are not its own alone."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        with contextlib.suppress(OSError):
            probe.connect(("192.0.2.1", 9))  # nothing is sent
            yield probe.getsockname()[0]


def press(page, code):
    for kind in ("keydown", "keyup"):
        page.run(f"void dispatchEvent(new KeyboardEvent('{kind}', {{ code: '{code}' }}))")
        time.sleep(0.05)


# What is shown then is shown anew: a key pressed while it is switched off is heard by nobody.
CHOOSE = """(() => { const b = document.getElementById('board'); thirteen.board.pixels.fill(0);
    b.value = '%s'; b.onchange(); })()"""


def test_two_copies_on_one_origin_never_meet(browser, site_url, handheld):
    context = browser.context()
    pages = [browser.page(f"{site_url}{name}/#friday/1234", context=context) for name in "ab"]
    for page in pages:
        page.until(ON, 30)  # both have their saves at once
        page.run(CHOOSE % "picosystem")
        pages[0].run(CHOOSE % "browser")
    handheld.prepare("friday", deal=1234)
    pages[0].call("Page.bringToFront")
    assert same(pages[0], simulated(handheld))
    pages[0].key("Enter")
    assert same(pages[0], simulated(handheld, "A"))
    names = "caches.keys().then((all) => all.sort().join())"
    pages[1].until(f"({names}).then((all) => all.includes('/a/') && all.includes('/b/'))", 20)
    kept = pages[1].run("Object.keys(localStorage).sort()")
    assert kept and all(name.startswith(("thirteen /a/ ", "thirteen /b/ ")) for name in kept)
    pages[1].reload(ON)
    assert pages[1].run("document.getElementById('board').value") == "picosystem"
    for page in pages:
        assert page.console() == []
        page.close()


# Saves, taken along


def taken(page):
    """What the page lets the browser save as files: the last one's name and bytes."""
    page.run("""(() => { window.files = []; const click = HTMLAnchorElement.prototype.click;
        HTMLAnchorElement.prototype.click = function () {
            if (!this.download) return click.call(this);
            const name = this.download;
            fetch(this.href).catch(() => null);
            window.files.push(name);
        };
        const url = URL.createObjectURL;
        URL.createObjectURL = (file) => { window.last = file; return url(file); }; })()""")


def file_of(page):
    text = page.until("""window.last?.name && window.last.arrayBuffer().then((bytes) =>
        btoa(Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join('')))""")
    return base64.b64decode(text)


def give(page, name, data):
    """Drop a file onto the page."""
    text = base64.b64encode(data).decode()
    page.run(f"""(() => {{ const data = new DataTransfer();
        const bytes = Uint8Array.from(atob('{text}'), (letter) => letter.charCodeAt(0));
        data.items.add(new File([bytes], '{name}'));
        dispatchEvent(new DragEvent('drop', {{ dataTransfer: data, cancelable: true }}));
        const look = setInterval(() => {{
            const yes = document.querySelector('#replace[open] [value=yes]');
            if (yes) {{ yes.click(); clearInterval(look); }} }}, 50); }})()""")


def test_saves_go_to_a_handheld_and_come_back(page, handheld, tmp_path):
    """The file is what `make backup` writes, and the other way round."""
    page.run("location.hash = 'friday/1234'")
    handheld.prepare("friday", deal=1234)
    assert same(page, simulated(handheld))
    page.key("Enter", "Enter")
    handheld.prepare("friday", deal=1234)
    wanted = simulated(handheld, "A A")
    assert same(page, wanted)
    taken(page)
    page.run("document.getElementById('saves').click()")
    page.until("document.querySelector('#backup[open] [value=save]') !== null", 20)
    assert "Safari" in page.run("document.getElementById('promise').textContent")
    page.run("document.querySelector('#backup [value=save]').click()")
    (tmp_path / "page.zip").write_bytes(file_of(page))
    files = backup.load(tmp_path / "page.zip")
    assert any(path.startswith("/saves/friday.") for path in files)
    page.run("location.hash = 'friday/99'")
    assert changes(page, wanted)
    backup.store(tmp_path / "handheld.zip", files)
    give(page, "handheld.zip", (tmp_path / "handheld.zip").read_bytes())
    status(page, "files of saves loaded from handheld.zip")
    assert same(page, wanted)
    page.until("location.hash === '#friday/1234'")
    handheld.prepare(last=False)  # no game is open there
    files = {f"/saves/{path.name}": path.read_bytes() for path in handheld.saves.glob("*.[ab]")}
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:  # as a folder is zipped
        backup.store(tmp_path / "folder", files)
        for file in (tmp_path / "folder").rglob("*"):
            packed.write(file, f"backup/{file.relative_to(tmp_path / 'folder').as_posix()}")
    give(page, "folder.zip", out.getvalue())
    status(page, "saves loaded from folder.zip")
    page.until("location.hash === ''")


def test_a_damaged_backup_changes_nothing(page, tmp_path):
    files = {"/saves/friday.a": b"1234"}
    backup.store(tmp_path / "whole.zip", files)
    whole = (tmp_path / "whole.zip").read_bytes()
    sum_ = b"0" * 64 + b"  "
    cases = (
        (b"", "it is no zip file"),
        (whole.replace(b"1234", b"1235"), "this zip file is damaged"),
        (whole[:40] + whole[60:], "damaged"),
        (zipped({"saves/friday.a": b"1"}), "there is no SHA256SUMS in it"),
        (zipped({"SHA256SUMS": sum_ + b"saves/x\n"}), "x is missing in it"),
        (zipped({"SHA256SUMS": sum_ + b"saves/x\n", "saves/x": b"1"}), "x in it is damaged"),
    )
    for data, why in cases:
        give(page, "bad.zip", data)
        status(page, "bad.zip can't be loaded: ", why, "Nothing was changed.")


def test_a_backup_can_not_end_the_page(page, handheld):
    """Only names that the games write, sizes that they read; nothing is inflated beyond."""
    handheld.prepare("friday", deal=1234)
    page.run("location.hash = 'friday/1234'")
    wanted = simulated(handheld)
    assert same(page, wanted)
    names = (
        "..",
        ".",
        "__proto__",
        "main.py",
        "a/b",
        "..\\\\x",
        "a\0",
        "A.a",
        "x" * 33,
        "con.a",
        "",
    )
    for name in names:
        give(page, "bad.zip", hashed({name: b"1"}))
        status(page, "names what the games have not written. Nothing was changed.")
    large = hashed({"friday.a": bytes(16385)})
    lying = bytearray(large)  # says that it has 16 bytes: the stream is stopped there
    for at in (m.start() for m in re.finditer(struct.pack("<I", 16385), large)):
        lying[at : at + 4] = struct.pack("<I", 16)
    many = hashed({f"link{n}.a": b"1" for n in range(backup.FILES + 1)})
    bomb = hashed({"friday.a": bytes(200_000_000)})
    assert len(bomb) < 250_000
    for data, why in (
        (large, "friday.a in it is larger than any that the games write"),
        (bytes(lying), "this zip file is damaged"),
        (many, "it has more files than the games write"),
        (bomb, "friday.a in it is larger"),
    ):
        page.run("document.getElementById('status').textContent = ''")
        give(page, "bad.zip", data)
        said = page.run(SLOWEST)
        assert why in said and said.endswith("Nothing was changed.")
        assert page.run("slowest") < 1000, why  # 200 MB took thirty seconds
    page.reload(ON)
    assert same(page, wanted)


SLOWEST = """new Promise((done) => { let last = performance.now(); window.slowest = 0;
    const look = () => { const now = performance.now(); slowest = Math.max(slowest, now - last);
        last = now; const { textContent } = document.getElementById('status');
        textContent ? done(textContent) : setTimeout(look, 5); };
    look(); })"""


PUT = """new Promise((done) => {
    const asked = indexedDB.open('thirteen /a/ saves', 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore('saves');
    asked.onsuccess = () => {
        const change = asked.result.transaction('saves', 'readwrite');
        for (const [name, bytes] of %s) {
            change.objectStore('saves').put(Uint8Array.from(bytes), name);
        }
        change.oncomplete = () => { asked.result.close(); done(); };
    };
})"""


def test_a_page_that_has_kept_what_no_game_writes_starts(browser, site_url, handheld):
    """As after a backup that was loaded before such names were refused."""
    handheld.prepare("friday", deal=77, moves=3)
    files = [[name, list(data)] for name, data in handheld.files().items()]
    page = browser.page(site_url + "a/licences.txt", fresh=True)
    page.until("document.readyState === 'complete'", 20)
    page.run(PUT % json.dumps([*files, ["..", [1]], ["__proto__", [1]]]))
    page.go(site_url + "a/")
    page.until(ON, 30)
    handheld.on()
    assert page.console() == []
    page.close()


def hashed(saves):
    """A zip of these saves with their hashes, compressed."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, data in saves.items():
            packed.writestr(f"saves/{name}", data)
        sums = [f"{sha(data)}  saves/{name}\n" for name, data in saves.items()]
        packed.writestr(backup.SUMS, "".join(sums))
    return out.getvalue()


def zipped(files):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as packed:
        for name, data in files.items():
            packed.writestr(name, data)
    return out.getvalue()


# To show


def test_a_picture_and_a_gif_are_what_was_on_the_screen(page, handheld):
    image = pytest.importorskip("PIL.Image")
    page.run("location.hash = 'friday/1234'")
    handheld.prepare("friday", deal=1234)
    assert same(page, simulated(handheld))
    taken(page)
    page.run("document.getElementById('picture').click()")
    large = image.open(io.BytesIO(file_of(page)))
    assert large.size == (720, 720)
    small = large.convert("RGB").resize((240, 240), image.NEAREST)
    assert small.tobytes() == picture(page)
    x, y = page.run("""(() => { window.last = null; const gif = document.getElementById('gif');
        gif.scrollIntoView({ block: 'end', behavior: 'instant' });
        const box = gif.getBoundingClientRect(); return [box.x + 9, box.y + 9]; })()""")
    for kind in ("mousePressed", "mouseReleased"):
        page.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)
    status(page, "Recording")
    page.key("Enter")  # for the game
    wanted = simulated(handheld, "A")
    assert same(page, wanted)
    time.sleep(0.2)
    page.run("document.getElementById('gif').click()")
    film = image.open(io.BytesIO(file_of(page)))
    assert film.size == (240, 240) and film.n_frames > 1  # a busy machine sees few
    film.seek(film.n_frames - 1)
    assert film.convert("RGB").tobytes() == wanted
    film.seek(0)
    assert film.convert("RGB").tobytes() == small.tobytes()


def test_a_result_is_shared_as_text_link_and_picture(page, handheld):
    handheld.prepare("friday", deal=1234)
    page.run("location.hash = 'friday/1234'")
    assert same(page, simulated(handheld))
    page.run("""(() => { navigator.canShare = () => true;
        navigator.share = async (what) => { window.shared = what; }; })()""")
    page.run("document.getElementById('share').click()")
    assert page.until("shared.text", 20) == "Friday the 13th, deal 1234:"
    assert page.run("shared.url").endswith("/a/friday/#1234")
    assert page.run("shared.files[0].type") == "image/png"
    page.go(page.run("shared.url"))  # the game's own page leads to the deal
    page.until(f"location.hash === '#friday/1234' && ({ON})", 30)


def test_a_game_has_a_page_of_its_own_for_previews(folder):
    text = (folder / "make13" / "index.html").read_text("utf-8")
    assert '<meta property="og:title" content="Make 13">' in text
    assert "og:image" not in text  # without an address nobody finds it


# A day, a match, rest


def test_links_are_understood_wherever_they_are_pasted(page, handheld):
    handheld.prepare("friday", deal=77)
    for text in ("https://x.org/t/#friday/77", "(See https://x.org/friday/#77).", "#friday/77"):
        page.run("location.hash = 'thirteens/5'")
        page.until("location.hash === '#thirteens/5'", 20)
        page.run(f"""(() => {{ document.querySelector('#deal [name=number]').value = '{text}';
            document.getElementById('deal').requestSubmit(); }})()""")
        page.until("location.hash === '#friday/77'", 20)
    assert same(page, simulated(handheld))
