"""Drives a headless Firefox by WebDriver BiDi over a WebSocket; needs no driver.

with Firefox() as browser:
    browser.go(url), browser.run("1 + 1"), browser.key("a"), browser.reload()
"""

import base64
import contextlib
import json
import os
import re
import socket
import struct
import subprocess
import tempfile
import time

import chromium
from chromium import Failed, Waiting, ended

NAMES = ("firefox-esr", "firefox")
_PATIENCE = 120  # seconds; a busy machine is slow
_SOON = 5  # seconds until it is asked again
_QUIET = """user_pref("app.update.enabled", false);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("network.proxy.type", 0);
user_pref("browser.startup.page", 0);
user_pref("browser.newtabpage.enabled", false);
user_pref("dom.ipc.processPrelaunch.enabled", false);
user_pref("services.settings.server", "data:,#remote-settings-dummy/v1");
"""


def find():
    """The browser's command, None if there is no browser."""
    return chromium.find("FIREFOX", NAMES)


class Firefox(Waiting):
    def __init__(self):
        self._folder = tempfile.TemporaryDirectory(prefix="firefox-", ignore_cleanup_errors=True)
        with open(os.path.join(self._folder.name, "user.js"), "w") as prefs:
            prefs.write(_QUIET)
        command = [find(), "--headless", "--no-remote", "--profile", self._folder.name]
        said = os.path.join(self._folder.name, "said")
        with open(said, "w") as out:
            self._process = subprocess.Popen(
                [*command, "--remote-debugging-port", "0"], stdout=out, stderr=out
            )
        end = time.monotonic() + _PATIENCE
        while not (found := re.search(r"ws://127\.0\.0\.1:(\d+)", open(said).read())):
            if self._process.poll() is not None or time.monotonic() > end:
                raise Failed("Firefox has gone")
            time.sleep(0.1)
        self._number = 0
        self.errors = []  # what scripts have logged
        while not self._connect(int(found[1])):  # what comes while it starts may be lost
            if time.monotonic() > end:
                raise Failed("Firefox does not answer")
        self.call("session.new", capabilities={})
        self.call("session.subscribe", events=["log.entryAdded"])
        self.context = self.call("browsingContext.getTree")["contexts"][0]["context"]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        with contextlib.suppress(Exception):
            self.call("browser.close")
        ended(self._process)
        self._socket.close()
        self._folder.cleanup()

    def _connect(self, port):
        """Open a WebSocket; whether it answers."""
        self._rest = b""
        self._socket = socket.create_connection(("127.0.0.1", port), _PATIENCE)
        key = base64.b64encode(os.urandom(16)).decode()
        self._socket.sendall(
            f"GET /session HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\n"
            "Sec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        while b"\r\n\r\n" not in self._rest:
            self._rest += self._more()
        self._rest = self._rest.partition(b"\r\n\r\n")[2]
        self._socket.settimeout(_SOON)
        try:
            self.call("session.status")
        except (OSError, Failed):
            self._socket.close()
            return False
        self._socket.settimeout(_PATIENCE)
        return True

    def _more(self):
        piece = self._socket.recv(1 << 16)
        if not piece:
            raise Failed("Firefox has gone")
        return piece

    def _take(self, n):
        while len(self._rest) < n:
            self._rest += self._more()
        piece, self._rest = self._rest[:n], self._rest[n:]
        return piece

    def _receive(self):
        """The next message; the parts of a long one are joined."""
        text = b""
        while True:
            first, size = self._take(2)
            if size > 125:
                size = struct.unpack(
                    ">H" if size == 126 else ">Q", self._take(2 if size == 126 else 8)
                )[0]
            text += self._take(size)
            if first & 0x80:
                return json.loads(text)

    def call(self, method, **params):
        """Send a command and return its result."""
        self._number += 1
        message = {"id": self._number, "method": method, "params": params}
        data = json.dumps(message).encode()
        n = len(data)
        size = bytes((0x80 | n,)) if n < 126 else b"\xfe" + struct.pack(">H", n)
        mask = os.urandom(4)
        masked = bytes(c ^ mask[i & 3] for i, c in enumerate(data))
        self._socket.sendall(b"\x81" + size + mask + masked)
        while True:
            answer = self._receive()
            if answer.get("id") == self._number:
                if answer["type"] == "error":
                    raise Failed(f"{method}: {answer['message']}")
                return answer["result"]
            if answer.get("method") == "log.entryAdded" and answer["params"]["level"] == "error":
                self.errors.append(answer["params"]["text"])

    def go(self, url):
        self.call("browsingContext.navigate", context=self.context, url=url, wait="interactive")

    def reload(self):
        """The browser's own reload."""
        self.call("browsingContext.reload", context=self.context, wait="none")

    def run(self, script):
        """The value of an expression that is a number, a text or a truth; a promise is awaited."""
        got = self.call(
            "script.evaluate",
            expression=script, awaitPromise=True, target={"context": self.context},
        )  # fmt: skip
        if got["type"] == "exception":
            raise Failed(got["exceptionDetails"]["text"])
        return got["result"].get("value")

    def key(self, *keys):
        """Tap keys one after another: letters, or codes of WebDriver such as "\\ue007"."""
        for key in keys:
            taps = [{"type": kind, "value": key} for kind in ("keyDown", "keyUp")]
            source = {"type": "key", "id": "keyboard", "actions": taps}
            self.call("input.performActions", context=self.context, actions=[source])
