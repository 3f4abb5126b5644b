"""First use: clone, then play. Nothing that git ignores exists yet."""

import os
import pty
import re
import select
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

if sys.platform == "win32":
    pytest.skip("needs a pseudo-terminal", allow_module_level=True)

import fcntl
import struct
import termios

ROOT = Path(__file__).resolve().parent.parent
if not (ROOT / ".git").exists():
    pytest.skip("this is no clone, but a copy of its files", allow_module_level=True)

PYTHON = f"PYTHON={sys.executable}"  # it has the packages
ESCAPES = r"\x1b\[[0-9;?]*[A-Za-z]|▀"
SECONDS = 300  # at most: on a busy machine everything takes long
needs_packages = pytest.mark.skipif(
    not os.environ.get("CI"), reason="fetches every package anew: CI=1 runs it"
)


def git(*command):
    return subprocess.run(["git", *command], cwd=ROOT, capture_output=True, check=True).stdout


def cloned(folder):
    """A clone, plus uncommitted changes."""
    git("clone", "-q", "--no-hardlinks", ROOT, folder)
    changed = git("ls-files", "-z", "--modified", "--others", "--deleted", "--exclude-standard")
    changed += git("diff", "-z", "--name-only", "--cached")
    for name in {os.fsdecode(name) for name in changed.split(b"\0") if name}:
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)
        else:
            (folder / name).unlink(missing_ok=True)
    return folder


@pytest.fixture(scope="module")
def clone(tmp_path_factory):
    return cloned(tmp_path_factory.mktemp("fresh") / "clone")


def environment(**more):
    mine = ("DISPLAY", "WAYLAND_DISPLAY", "BOARD", "VIRTUAL_ENV", "PYTHONPATH", "MAKEFLAGS")
    env = {k: v for k, v in os.environ.items() if k not in mine}
    return env | {"TERM": "xterm-256color", "COLORTERM": "truecolor"} | more


def pictures(out):
    """The number of picture cells drawn."""
    return out.count(b"\x1b[48;2;") + out.count(b"\x1b[38;2;") + out.count(b"\xe2\x96")


# A opens the first game, DOWN and A decline its lesson, B held opens the menu, UP and A leave.
KEYS = b"zszXwz"


def play(folder, *command, seconds=SECONDS):
    """Run it in a terminal of 250x130, with keys typed before anything is there to hear them,
    until a game has been left, then Ctrl-C. (exit code, what it printed)"""
    shutil.rmtree(folder / ".saves", ignore_errors=True)
    pid, fd = pty.fork()
    if not pid:
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # ignored if the tests run in the background
        os.chdir(folder)
        os.execvpe(command[0], command, environment())
    fcntl.ioctl(fd, termios.TIOCSWINSZ, struct.pack("HHHH", 130, 250, 0, 0))
    os.write(fd, KEYS)
    out, end, stop = b"", time.monotonic() + seconds, 0.0
    while time.monotonic() < end:
        if select.select([fd], [], [], 0.2)[0]:
            try:
                out += os.read(fd, 65536)
            except OSError:  # it has ended
                break
        if not stop and pictures(out) > 500 and any(folder.glob(".saves/thirteens.*")):
            stop = time.monotonic()
            os.write(fd, b"\3")
    os.close(fd)
    if not stop:
        os.kill(pid, signal.SIGKILL)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), out.decode(errors="replace")


def plays(folder, *command, **what):
    code, out = play(folder, *(command or ("make", "play", PYTHON)), **what)
    ended = code in (0, -signal.SIGINT, 128 + signal.SIGINT)  # make ends by the signal
    assert ended and "Traceback" not in out, f"{code}: {re.sub(ESCAPES, '', out)[-1000:]}"
    after = out.rpartition("\x1b[?1049l")[2]  # the screen was restored
    assert "Error" not in after and "Interrupt" not in after, after


def run(folder, *command, **env):
    return subprocess.run(
        command, cwd=folder, env=environment(**env), capture_output=True, text=True
    )  # fmt: skip


def test_a_fresh_clone_can_be_played_at_once_and_shows_an_edited_rule_sheet(clone):
    assert not (clone / "firmware/thirteen/draw/art.py").exists()
    sheet = clone / "seeds/thirteens.md"
    sheet.write_text(
        sheet.read_text("utf-8").replace("\n## ", "\n\nA new rule.\n\n## ", 1), "utf-8"
    )
    plays(clone)
    assert "A new rule." in (clone / "firmware/thirteen/sheets/thirteens.py").read_text("utf-8")
    git("-C", clone, "checkout", "-q", "seeds")


@pytest.mark.parametrize(
    "command",
    [("make", "shots"), (sys.executable, "-m", "tools", "trace", "friday", "--deal", "3")],
    ids=["shots", "trace"],
)  # fmt: skip
def test_after_make_clean_everything_is_rebuilt(clone, command):
    run(clone, "make", "clean", PYTHON)
    assert not (clone / "firmware/thirteen/draw/art.py").exists()
    done = run(clone, *command, *([PYTHON] if command[0] == "make" else []))
    assert done.returncode == 0, done.stderr
    assert git("-C", clone, "status", "--porcelain", "tools/pictures") == b""  # to the byte


@needs_packages
def test_a_clone_sets_itself_up_even_after_a_network_failure(tmp_path):
    """With a Python without packages, as users have."""
    clone = cloned(tmp_path / "clone")
    python = tmp_path / "python"
    run(tmp_path, sys.executable, "-m", "venv", "--without-pip", python)
    path = {"PATH": f"{python / 'bin'}{os.pathsep}{os.environ['PATH']}"}
    offline = {
        "PIP_INDEX_URL": "http://127.0.0.1:9/simple",
        "PIP_RETRIES": "0",
        "PIP_NO_INDEX": "0",
        "PIP_CONFIG_FILE": os.devnull,
        "PIP_FIND_LINKS": "",
    }
    old = clone / ".venv/bin"  # of a Python that no longer exists
    old.mkdir(parents=True)
    (old / "python").symlink_to(tmp_path / "nowhere")
    done = run(clone, "make", "play", **path, **offline)
    assert done.returncode and "there is no connection to the package index" in done.stderr
    assert (clone / ".venv").exists()  # half of it
    bare = f"PYTHON={python / 'bin' / 'python3'}"
    plays(clone, "make", "play", bare, seconds=900)
    shot = ("tools", "shots", "thirteens", "--out", tmp_path)
    done = run(clone, python / "bin" / "python3", "-m", *shot, **path)
    assert done.returncode == 0 and (tmp_path / "thirteens.png").exists(), done.stderr
    hints = ("tools", "research", "hints", "thirteens", "--deals", "1", "--workers", "1")
    done = run(clone, clone / ".venv/bin/python", "-m", *hints)
    assert done.returncode == 0 and "won" in done.stdout, done.stderr
    run(clone, "make", "clean", bare)
    assert not (clone / ".venv").exists()
