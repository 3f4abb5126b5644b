"""Drives a headless Chromium by its DevTools protocol over a pipe; needs no driver.

with Chromium() as browser:
    page = browser.page(url, width=1280, height=800)
    page.run("1 + 1"), page.until("document.title"), page.key("KeyZ"), page.shot(path)
"""

import base64
import contextlib
import itertools
import json
import os
import select
import shutil
import subprocess
import tempfile
import time

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
_FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--hide-scrollbars", "--mute-audio", "--autoplay-policy=no-user-gesture-required",
    "--disable-dev-shm-usage", "--no-default-browser-check", "--disable-extensions",
    "--disable-software-rasterizer", "--in-process-gpu", "--allow-pre-commit-input",
    # Pages of the address bar: two in each window, which take as long to load as this one.
    "--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup",
)  # fmt: skip
_PATIENCE = 300  # seconds for an answer; a busy machine is slow,
_NEVER = 60  # and so is a page


def find(variable="CHROMIUM", names=NAMES):
    """A browser's command, by a variable of the environment or by name; None if there is none."""
    named = os.environ.get(variable)
    return next(filter(None, map(shutil.which, [named] if named else names)), None)


class Failed(Exception):
    """The browser, or a script in it, reported an error."""


class Crashed(Exception):
    """A tab's process has ended: it answers nothing any more."""


def ended(process):
    """Wait for a browser's end, a while."""
    try:
        process.wait(10)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


class Waiting:
    """What runs scripts can wait for one."""

    def until(self, script, seconds=_NEVER, pace=0.05):
        """Wait until an expression is true and return it; the page may reload meanwhile."""
        end = time.monotonic() + seconds
        while True:
            try:
                got = self.run(script)
            except Failed as error:
                got, why = None, error
            else:
                why = got
            if got:
                return got
            if time.monotonic() > end:
                raise Failed(f"never true: {script} ({why})")
            time.sleep(pace)

    def leave(self, script):
        """Run what takes the page elsewhere: it goes once that has been answered."""
        self.run(f"void setTimeout(() => {{ window.before = true; {script} }})")


class Chromium:
    def __init__(self, *flags):
        self.patience = _PATIENCE  # seconds for an answer
        self.contexts = []  # that were asked for
        self.crashed = set()  # sessions of tabs
        self._ids = itertools.count(1)
        self._events = []
        self._folder = tempfile.TemporaryDirectory(prefix="chromium-", ignore_cleanup_errors=True)
        # The browser reads commands from file descriptor 3 and answers on 4.
        theirs, self._out = os.pipe()
        self._in, answers = os.pipe()
        command = [find(), *_FLAGS, *flags, f"--user-data-dir={self._folder.name}"]
        command += ["--remote-debugging-pipe", "about:blank"]
        script = 'exec 3<&%d 4>&%d; exec "$@"' % (theirs, answers)
        self._process = subprocess.Popen(
            ["bash", "-c", script, "-", *command],
            pass_fds=(theirs, answers),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(theirs)
        os.close(answers)
        self._rest = b""

    def __enter__(self):
        return self

    def __exit__(self, *_):
        with contextlib.suppress(Exception):
            self.call("Browser.close")
        ended(self._process)
        os.close(self._out)
        os.close(self._in)
        self._folder.cleanup()

    def call(self, method, session=None, **params):
        """Send a command and return its result."""
        number = self.send(method, session, **params)
        while True:
            if session in self.crashed:
                raise Crashed(f"before it had answered {method}")
            answer = self._receive(time.monotonic() + self.patience)
            if answer.get("method") == "Inspector.targetCrashed":
                self.crashed.add(answer["sessionId"])
            if answer.get("id") == number:
                if "error" in answer:
                    raise Failed(f"{method}: {answer['error']['message']}")
                return answer["result"]
            self._events.append(answer)

    def send(self, method, session=None, **params):
        """Send a command; returns its number."""
        number = next(self._ids)
        message = {"id": number, "method": method, "params": params}
        if session:
            message["sessionId"] = session
        os.write(self._out, json.dumps(message).encode() + b"\0")
        return number

    def _receive(self, end):
        while b"\0" not in self._rest:
            if not select.select([self._in], [], [], max(0, end - time.monotonic()))[0]:
                raise Failed("Chromium does not answer")
            piece = os.read(self._in, 1 << 16)
            if not piece:
                raise Failed("Chromium has gone")
            self._rest += piece
        message, _, self._rest = self._rest.partition(b"\0")
        return json.loads(message)

    def wait(self, seconds=_PATIENCE):
        """Wait for one more message, for `events` to return; False at a timeout."""
        if b"\0" not in self._rest and not select.select([self._in], [], [], seconds)[0]:
            return False
        self._events.append(self._receive(time.monotonic() + _PATIENCE))
        return True

    def events(self, method, session=None):
        """The events of that name received since the last call."""
        found = [
            event["params"]
            for event in self._events
            if event.get("method") == method and event.get("sessionId") == session
        ]
        self._events = [event for event in self._events if event.get("method") != method]
        return found

    def forget(self, session):
        """Drop what a page has told: nobody will ask for it."""
        self._events = [event for event in self._events if event.get("sessionId") != session]

    def context(self):
        """For tabs that share cookies, caches and saves with each other only."""
        self.contexts.append(self.call("Target.createBrowserContext")["browserContextId"])
        return self.contexts[-1]

    def tabs(self):
        """The open ones: {number: its context}."""
        infos = self.call("Target.getTargets")["targetInfos"]
        return {
            info["targetId"]: info.get("browserContextId")
            for info in infos
            if info["type"] == "page"
        }

    @contextlib.contextmanager
    def tidy(self):
        """Afterwards there are no other contexts and tabs than before."""
        contexts, tabs = len(self.contexts), set(self.tabs())
        yield
        for context in self.contexts[contexts:]:
            self.call("Target.disposeBrowserContext", browserContextId=context)
        del self.contexts[contexts:]
        self.close(*self.tabs().keys() - tabs)

    def close(self, *tabs):
        """Close tabs, and wait until they are."""
        for tab in tabs:
            with contextlib.suppress(Failed):  # it is closing
                self.call("Target.closeTarget", targetId=tab)
        end = time.monotonic() + _NEVER
        while self.tabs().keys() & set(tabs):
            if time.monotonic() > end:
                raise Failed("a tab does not close")
            time.sleep(0.05)

    def renderers(self):
        """The numbers of its processes that run pages and workers."""
        command = ["ps", "-wweo", "pid=,args="]
        found = subprocess.run(command, capture_output=True, text=True).stdout
        lines = (line.split(None, 1) for line in found.splitlines() if "--type=renderer" in line)
        return [int(pid) for pid, words in lines if self._folder.name in words]

    def page(self, url="about:blank", width=1280, height=800, scale=1, touch=False, fresh=False,
             context=None, script=""):  # fmt: skip
        """A new tab; with `fresh` it shares no cookies, caches or saves with others. `script` runs
        before the page's own."""
        if fresh:
            context = self.context()
        more = {"browserContextId": context} if context else {}
        target = self.call("Target.createTarget", url="about:blank", **more)["targetId"]
        session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        page = Page(self, session, target)
        page.call("Page.enable")
        page.call("Runtime.enable")
        page.resize(width, height, scale, touch)
        page.before(script)
        if url != "about:blank":
            page.go(url)
        return page


class Page(Waiting):
    def __init__(self, browser, session, target):
        self.browser, self.session, self.target = browser, session, target
        self.first = None  # the number of the script that runs before a document's own

    def call(self, method, **params):
        return self.browser.call(method, self.session, **params)

    def before(self, script):
        """From now on this script runs before each document's own, and no earlier one."""
        if self.first:
            self.call("Page.removeScriptToEvaluateOnNewDocument", identifier=self.first)
        added = self.call("Page.addScriptToEvaluateOnNewDocument", source=script)
        self.first = added["identifier"]

    def resize(self, width, height, scale=1, touch=False):
        self.call(
            "Emulation.setDeviceMetricsOverride",
            width=width, height=height, deviceScaleFactor=scale, mobile=touch,
        )  # fmt: skip
        self.call("Emulation.setTouchEmulationEnabled", enabled=touch)

    def go(self, url):
        self.call("Page.navigate", url=url)

    def close(self):
        self.browser.call("Target.closeTarget", targetId=self.target)
        self.browser.forget(self.session)

    def renew(self):
        """Go on in a new tab."""
        self.close()
        new = self.browser.page(fresh=True)
        self.session, self.target, self.first = new.session, new.target, new.first

    def run(self, script):
        """The value of an expression; a promise is awaited."""
        got = self.call(
            "Runtime.evaluate",
            expression=script, awaitPromise=True, returnByValue=True, userGesture=True,
        )  # fmt: skip
        if "exceptionDetails" in got:
            details = got["exceptionDetails"]
            raise Failed(details.get("exception", {}).get("description") or details["text"])
        return got["result"].get("value")

    def key(self, *codes):
        """Tap keys one after another, as on a US keyboard: "KeyA". "KeyQ=a" types another letter.

        Each key's release is sent with its press: however busy the machine, it is not held long
        enough to repeat. Until a page is painted, so that somebody sees it, a browser drops keys.
        """
        painted = "performance.getEntriesByType('paint').length"
        self.until(f"document.hidden || {painted}", 30)
        for code in codes:
            code, _, key = code.partition("=")
            letter = code[3:].lower() if code.startswith("Key") else code
            event = {"code": code, "key": key or letter}
            press = "Input.dispatchKeyEvent"
            self.browser.send(press, self.session, type="rawKeyDown", **event)
            self.call(press, type="keyUp", **event)

    def reload(self, ready):
        """Load the page anew and wait until `ready` is true."""
        self.leave("location.reload()")
        self.until(f"!window.before && {ready}")

    def console(self):
        """Errors that scripts have logged since the last call."""
        errors = [
            " ".join(str(arg.get("value", arg.get("description"))) for arg in event["args"])
            for event in self.browser.events("Runtime.consoleAPICalled", self.session)
            if event["type"] in ("error", "warning")
        ]
        thrown = self.browser.events("Runtime.exceptionThrown", self.session)
        return errors + [str(event["exceptionDetails"]) for event in thrown]

    def shot(self, path):
        """A picture of the window as a PNG."""
        got = self.call("Page.captureScreenshot", format="png")
        path.write_bytes(base64.b64decode(got["data"]))
