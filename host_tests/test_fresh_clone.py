"""What somebody does first: clone, then play. Nothing that git ignores is there yet."""

import os
import pty
import select
import shutil
import signal
import struct
import subprocess
import sys
import time
from pathlib import Path

import pytest

if sys.platform == "win32":
    pytest.skip("needs a pseudo-terminal", allow_module_level=True)

import fcntl
import termios

ROOT = Path(__file__).resolve().parent.parent
SECONDS = 60  # until the first picture, on a busy machine


@pytest.fixture(scope="module")
def clone(tmp_path_factory):
    """The files that git knows, as they are now, and nothing else."""
    folder = tmp_path_factory.mktemp("fresh") / "clone"
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT, capture_output=True, check=True, text=True,
    ).stdout  # fmt: skip
    for name in filter(None, listed.split("\0")):
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)
    return folder


def environment():
    env = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY", "BOARD")}
    return env | {"TERM": "xterm-256color", "COLORTERM": "truecolor"}


def watch(folder, *command):
    """Run a command in a terminal of 250x130 until it has drawn; what it printed."""
    pid, fd = pty.fork()
    if not pid:
        os.chdir(folder)
        os.execvpe(command[0], command, environment())
    fcntl.ioctl(fd, termios.TIOCSWINSZ, struct.pack("HHHH", 130, 250, 0, 0))
    out, end = b"", time.monotonic() + SECONDS
    while time.monotonic() < end and pictures(out) < 500 and b"Traceback" not in out:
        if select.select([fd], [], [], 0.3)[0]:
            try:
                out += os.read(fd, 65536)
            except OSError:  # it has ended
                break
    os.kill(pid, signal.SIGTERM)
    os.close(fd)
    os.waitpid(pid, 0)
    return out


def pictures(out):
    """How many cells of a picture were drawn."""
    return out.count(b"\x1b[48;2;") + out.count(b"\x1b[38;2;") + out.count(b"\xe2\x96")


def play(folder):
    out = watch(folder, sys.executable, "-m", "tools", "play", "--terminal")
    assert b"Traceback" not in out, out.decode(errors="replace")[-2000:]
    assert pictures(out) >= 500, out.decode(errors="replace")[-2000:]


def test_the_first_thing_that_a_fresh_clone_does_is_play(clone):
    assert not (clone / "firmware/thirteen/ui/art.py").exists()
    play(clone)


def test_what_make_clean_throws_away_is_made_again(clone):
    play(clone)
    subprocess.run(["make", "clean"], cwd=clone, check=True, capture_output=True)
    assert not (clone / "firmware/thirteen/ui/art.py").exists()
    play(clone)


def test_a_rule_sheet_that_was_edited_is_what_the_handheld_shows(clone):
    play(clone)
    sheet = clone / "seeds/thirteens.md"
    sheet.write_text(sheet.read_text("utf-8").replace("\n## ", "\nA new rule.\n\n## ", 1), "utf-8")
    play(clone)
    assert "A new rule." in (clone / "firmware/thirteen/sheets/thirteens.py").read_text("utf-8")


@pytest.mark.parametrize("command", (["shots", "thirteens"], ["film", "-o", "film.gif"]))
def test_so_do_the_pictures(clone, command, tmp_path):
    subprocess.run(["make", "clean"], cwd=clone, check=True, capture_output=True)
    done = subprocess.run(
        [sys.executable, "-m", "tools", *command],
        cwd=clone, env=environment(), capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
