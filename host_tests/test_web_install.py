"""Installing from the page: the guarantees of `make flash`, from a browser's serial port.

The port is a fake in the page, connected to the fake handheld of the other tests, which runs the
programs it receives and whose power can be cut before any change of its files.
"""

import base64
import json
import random
import shutil

import emulator
import pytest
from fake_pico import MINE, NEW, OLD, FakePico, files, starts
from mpremote.transport import TransportError, TransportExecError
from playing import SOAK
from test_web import HERE, served

from tools.device import install
from tools.emulator.pico import PowerCut
from tools.web import site

pytestmark = pytest.mark.slow

TRACE = "Traceback (most recent call last):\r\n"
BANNER = b"raw REPL; CTRL-B to exit\r\n>"


class Wire:
    """MicroPython's raw REPL in front of a fake handheld: bytes in, bytes out.

    After a reset its games run, and nothing answers, or else its prompt does.
    """

    def __init__(self, pico):
        self.pico = pico
        self.raw = False
        self.line = b""
        self.said = None  # what a start printed that ended at the prompt

    def feed(self, data):
        out = b""
        for byte in data:
            letter = bytes([byte])
            if letter == b"\x03":
                self.line = b""
            elif not self.raw:
                if letter == b"\x01":
                    self.raw, self.line = True, b""
                    out += BANNER
                elif self.said is not None and letter == b"\r":
                    out += b"\r\n>>> "
                elif self.said is not None and letter == b"\x04":
                    out += b"\r\nMPY: soft reboot\r\n" + self.said.encode() + b"\r\n>>> "
            elif self.line + letter == b"\x05A\x01":
                self.line = b""
                out += b"R\x00"  # it knows paste mode but does not support it
            elif letter == b"\x04":
                out += self._end()
                self.line = b""
            else:
                self.line += letter
        return out

    def _end(self):
        if not self.line:
            self.pico._new_heap()
            return b"OK\r\nMPY: soft reboot\r\n" + BANNER
        resets = self.pico.resets
        try:
            out = b"OK" + self.pico.exec(self.line.decode()) + b"\x04\x04>"
            if self.pico.resets > resets:
                self._start()
            return out
        except TransportExecError as error:
            return b"OK" + error.status_code + b"\x04" + error.error_output.encode() + b"\x04>"

    def _start(self):
        self.raw, self.said = False, None
        try:
            self.pico.exec(self.pico.files.get("/boot.py", b"").decode())
        except TransportExecError as error:
            last = error.error_output.strip().splitlines()[-1]
            self.said = f'{TRACE}  File "boot.py", line 1, in <module>\r\n{last}\r\n'


@pytest.fixture(scope="module")
def bench(browser, folder, tmp_path_factory):
    """A page with a fake serial port."""
    out = tmp_path_factory.mktemp("install") / "web"
    shutil.copytree(folder, out)
    for name, wanted in (("old", OLD), ("new", NEW)):
        (out / f"device-{name}.bin").write_bytes(site.bundle(wanted))
    with served(out) as url:
        page = browser.page(url + "licences.txt", fresh=True)
        page.until("document.readyState === 'complete'")
        yield Bench(browser, page, url, out)
        page.close()


class Bench:
    def __init__(self, browser, page, url, folder):
        self.browser, self.page, self.url, self.folder = browser, page, url, folder
        self.bytes = 0  # sent by the page
        page.call("Runtime.addBinding", name="toTest")
        page.run((HERE / "web_serial.js").read_text("utf-8"))

    def heard(self, seconds=60):
        """Wait for the page's messages since the last call: (kind, value) pairs."""
        while True:
            events = self.browser.events("Runtime.bindingCalled", self.page.session)
            messages = [json.loads(event["payload"]) for event in events]
            if messages or not self.browser.wait(seconds):
                return [(one["kind"], one["value"]) for one in messages]

    def answer(self, data):
        text = base64.b64encode(data).decode()
        self.page.call("Runtime.evaluate", expression=f"bench.last.answer('{text}')")

    def drop(self):
        self.page.call("Runtime.evaluate", expression="bench.last.drop()")

    def until_over(self):
        """All messages until the page has finished."""
        seen = []
        while not any(kind in ("done", "failed") for kind, _ in seen):
            seen += self.heard()
        return seen

    def serve(self, pico):
        """Act as the handheld until the page has finished; returns its message."""
        wire = Wire(pico)
        while True:
            for kind, value in self.heard():
                if kind in ("done", "failed"):
                    return value
                if kind == "bytes" and not pico.dead:
                    self.bytes += len(base64.b64decode(value))
                    try:
                        data = wire.feed(base64.b64decode(value))
                    except TransportError:
                        self.drop()
                    else:
                        if data:
                            self.answer(data)

    def start(self, which):
        script = f"void bench.install('{self.url}', '{which}')"
        self.page.call("Runtime.evaluate", expression=script)

    def put(self, pico, which="new"):
        """Install on a fake handheld; returns the page's message."""
        self.start(which)
        return self.serve(pico)

    def put_on(self, rig, which):
        """Install on an emulated Pico."""
        seen = len(rig.console)
        todo = b""
        self.start(which)
        while True:
            for kind, value in self.heard(0):
                if kind in ("done", "failed"):
                    return value
                if kind == "bytes":
                    todo += base64.b64decode(value)
            if todo:
                todo = todo[rig.chip.write(todo[:64]) :]
            try:
                rig.run(0.001)
            except PowerCut:
                self.drop()
            else:
                if len(rig.console) > seen:
                    self.answer(bytes(rig.console[seen:]))
            seen = len(rig.console)


@pytest.fixture
def pico():
    return FakePico({**OLD, **MINE})


def test_an_empty_handheld_gets_everything_and_starts(bench):
    pico = FakePico()
    assert bench.put(pico) == {"copied": len(NEW), "same": 0}
    assert files(pico) == NEW and pico.resets == 1


def test_an_update_replaces_the_game_and_keeps_the_users_files(bench, pico):
    bench.put(pico)
    assert files(pico) == {**NEW, **MINE}


def test_a_second_time_changes_nothing(bench, pico):
    bench.put(pico)
    before = pico.changes
    assert bench.put(pico) == {"copied": 0, "same": len(NEW)}
    assert pico.changes == before


def test_only_what_has_changed_is_sent_and_after_a_break_it_goes_on(bench):
    rng = random.Random(4)
    old = rng.randbytes(150_000)
    new = old[:70_000] + b"a line more" + old[70_000:]
    for name, pack in (("a", old), ("b", new)):
        data = site.bundle({"/main.py": b"main", "/pack.mpy": pack})
        (bench.folder / f"device-{name}.bin").write_bytes(data)
    pico = FakePico()
    bench.put(pico, "a")
    whole, heard = bench.bytes, bench.bytes
    assert whole > 200_000
    bench.put(pico, "b")
    assert files(pico)["/pack.mpy"] == new and bench.bytes - heard < 15_000
    pico = FakePico()
    pico.cut = 6  # behind the second part
    assert bench.put(pico, "a").startswith("Lost")
    assert len(pico.files["/thirteen.new/pack.mpy"]) > 60_000
    pico.power_on()
    heard = bench.bytes
    bench.put(pico, "a")
    assert files(pico)["/pack.mpy"] == old and bench.bytes - heard < whole * 2 // 3


def test_the_users_boot_py_is_kept(bench, pico):
    pico.files["/boot.py"] = b"mine = 1"
    bench.put(pico)
    assert files(pico) == {**NEW, **MINE, "/boot.py": b"mine = 1"}


def test_a_boot_py_that_fails_is_told(bench, pico):
    """MicroPython then starts no main.py: the screen stays dark."""
    pico.files["/boot.py"] = b"import network"
    message = bench.put(pico)
    assert "boot.py ends in ImportError: no module named network: " in message
    assert "mpremote rm :boot.py" in message and files(pico)["/main.py"] == NEW["/main.py"]


def test_cut_before_every_change_the_handheld_has_the_old_game_or_the_new(bench):
    pico = FakePico({**OLD, **MINE})
    bench.put(pico)
    seen = []
    for cut in range(pico.changes):
        torn = FakePico({**OLD, **MINE})
        torn.cut = cut
        assert bench.put(torn).startswith("Lost: The connection was lost")
        assert torn.power_on()
        seen.append(starts(torn))
        bench.put(torn)
        assert files(torn) == {**NEW, **MINE}
    print(f"{len(seen)} cuts: {seen.count('old')} old, {seen.count('new')} new")
    assert seen == ["old"] * seen.count("old") + ["new"] * seen.count("new")
    assert seen.count("old") > 5 and seen.count("new") > 3


def test_an_installation_begun_by_make_flash_is_completed_here_and_vice_versa(bench):
    from tools.device import Lost, flash
    from tools.device.port import Device

    for cut in (3, 6, 10):
        pico = FakePico({**OLD, **MINE})
        pico.cut = cut
        with pytest.raises(Lost):
            flash.flash(Device(pico, "PORT"), NEW)
        pico.power_on()
        bench.put(pico)
        assert files(pico) == {**NEW, **MINE}
        pico = FakePico({**OLD, **MINE})
        pico.cut = cut
        bench.put(pico)
        pico.power_on()
        flash.flash(Device(pico, "PORT"), NEW)
        assert files(pico) == {**NEW, **MINE}


def test_flash_memory_that_reads_back_differently_leaves_the_old_game(bench, pico):
    path = next(path for path in NEW if NEW[path] != OLD.get(path))
    pico.worn = "/thirteen.new" + path
    assert f"{path} reads back differently" in bench.put(pico)
    assert pico.power_on() and starts(pico) == "old" and pico.resets == 1


@pytest.mark.parametrize(
    ("about", "message"),
    [
        ({"version": (1, 27, 1)}, "runs MicroPython 1.27.1, the games need 1.28"),
        ({"name": "circuitpython"}, "runs circuitpython 1.28.0: put MicroPython on it"),
        ({"mpy": 0x1106}, "another version than 6.3"),
    ],
)
def test_an_unsuitable_micropython_is_refused(bench, about, message):
    pico = FakePico({**OLD, **MINE}, **about)
    assert message in bench.put(pico)
    assert starts(pico) == "old" and not pico.changes


def test_another_chip_and_a_full_flash(bench, pico):
    pico.machine = "Generic ESP32 module with ESP32"
    assert "for boards with an RP2040 or RP2350" in bench.put(pico)
    pico = FakePico({**OLD, **MINE, "/big.bin": bytes(4096 * 330)})
    before = dict(pico.files)
    assert "Remove some of your own files" in bench.put(pico)
    assert pico.files == before
    pico = FakePico({**OLD, **MINE, "/pack.mpy": bytes(4096 * 170)})
    pico.blocks = pico.used() + 10  # room for one copy, as on a Pico W
    assert "Remove the old games, /pack.mpy" in bench.put(pico)
    need = sum(-(-len(data) // 4096) for data in NEW.values()) + install.SPARE_BLOCKS + 2
    for short in (20, 40):  # the old games' link, of 30 blocks, goes if that is enough
        pico = FakePico({**OLD, "/pack.mpy": bytes(4096 * 170), "/pack.link": bytes(4096 * 30)})
        pico.blocks = pico.used() + need - short
        assert ("Remove the old games" in bench.put(pico)) == (short > 30)
        assert ("/pack.link" in pico.files) == (short > 30)


def test_an_image_other_than_micropython_is_refused(bench):
    bench.start("new")
    messages = {}
    while "failed" not in messages:
        messages.update(bench.heard())
    assert "does not answer like MicroPython" in messages["failed"]


def test_the_button_installs(bench, pico):
    """By a click on the page."""
    page = bench.page
    page.go(bench.url)
    page.until("document.getElementById('handheld').dataset.state === 'on'")
    page.run((HERE / "web_serial.js").read_text("utf-8"))
    page.run("document.getElementById('target').add(new Option('new', 'new'))")
    page.run("document.getElementById('target').value = 'new'")
    page.run("document.getElementById('install').click()")
    wire = Wire(pico)
    progress = "document.querySelector('#progress span').textContent"
    while not page.run(progress).startswith("Done"):
        for kind, value in bench.heard():
            if kind == "bytes":
                data = wire.feed(base64.b64decode(value))
                if data:
                    bench.answer(data)
    assert files(pico) == {**NEW, **MINE}


def test_a_device_that_never_falls_silent_ends_in_a_sentence(bench):
    """A GPS, a logger, a program on a second thread."""
    bench.start("new")
    bench.page.run("""window.noise = setInterval(() => {
        try { bench.last.answer(btoa("$GPRMC,")); } catch { void 0; } }, 50)""")
    message = next(value for kind, value in bench.until_over() if kind == "failed")
    bench.page.run("clearInterval(noise)")
    assert "It never falls silent" in message


@pytest.fixture
def rig(tmp_path):
    (tmp_path / "main.py").write_text("print('IDLE')\n")
    (tmp_path / "notes.txt").write_text("mine")
    rig = emulator.boot(tmp_path)
    while not rig.chip.connected():
        rig.run(0.001)
    return rig


def test_an_emulated_pico_starts_what_was_installed(bench, rig, handheld):
    files = site._installs(["ws_lcd_13"])
    (bench.folder / "device-ws_lcd_13.bin").write_bytes(files["device-ws_lcd_13.bin"])
    done = bench.put_on(rig, "ws_lcd_13")
    assert done["copied"] > 1 and not done["same"]
    handheld.on()
    handheld.tap("500")
    picture = handheld.panel.pixels()
    end = rig.t + 5
    while emulator.picture(rig) != picture:
        rig.run(0.1)
        assert rig.t < end
    assert emulator.run(rig, "print(open('/notes.txt').read())") == "mine\n"


def test_an_emulated_pico_whose_power_is_cut_has_the_old_game_or_the_new(bench, rig):
    """Here the programs are sent in paste mode, as to a real one."""
    old = {"/main.py": b"while True: pass\n", "/pack.mpy": b"1" * 5000}
    new = {"/main.py": b"while True: pass", "/pack.mpy": b"3" * 9000}
    for name, wanted in (("a", old), ("b", new)):
        (bench.folder / f"device-{name}.bin").write_bytes(site.bundle(wanted))
    assert "copied" in bench.put_on(rig, "a")
    rig.run(1)
    powered = rig.save()
    seen = []
    for cut in range(1, 1000, 1 if SOAK else 9):
        rig.load(powered)
        rig.plan_cut(cut, 0.5)
        message = bench.put_on(rig, "b")
        if "copied" in message:
            break
        assert message.startswith("Lost")
        rig.run(3)  # it completes an installation that had started
        there = {path: bytes.fromhex(emulator.run(rig, _READ % path)) for path in old}
        seen.append("old" if there == old else "new")
        assert there in (old, new)
        assert "copied" in bench.put_on(rig, "b")
        rig.run(0.5)
        assert {path: bytes.fromhex(emulator.run(rig, _READ % path)) for path in old} == new
    print(f"{len(seen)} cuts: {seen.count('old')} old, {seen.count('new')} new")
    assert "old" in seen and seen == sorted(seen, reverse=True)


_READ = "import binascii\nprint(binascii.hexlify(open(%r, 'rb').read()).decode())"
