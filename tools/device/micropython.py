"""image: MicroPython's image for the Pico, from its download page, checked by its hash.

pyproject.toml names the file and its hash; nothing else does.
"""

import argparse
import hashlib
import re
import urllib.error
import urllib.request

from tools import games
from tools.device import Trouble, build

_PAGE = "https://micropython.org/resources/firmware/"
_SECONDS = 60


def pinned():
    """(file name, SHA-256) from pyproject.toml."""
    text = (games.ROOT / "pyproject.toml").read_text(encoding="utf-8")
    section = text.partition("[tool.thirteen]\n")[2].partition("\n[")[0]
    named = dict(re.findall(r'^(\w+) = "(.*)"', section, re.MULTILINE))
    return named["image"], named["sha256"]


def fetched(folder):
    """The image's path in that folder; downloaded unless it is there."""
    name, digest = pinned()
    path = folder / name
    if path.exists() and hashlib.sha256(path.read_bytes()).hexdigest() == digest:
        return path
    try:
        with urllib.request.urlopen(_PAGE + name, timeout=_SECONDS) as answer:
            data = answer.read()
    except (urllib.error.URLError, TimeoutError) as error:
        raise Trouble(f"{_PAGE}{name} cannot be fetched: {error}.") from None
    if hashlib.sha256(data).hexdigest() != digest:
        raise Trouble(f"{_PAGE}{name} is not the file whose hash pyproject.toml names: not kept.")
    folder.mkdir(parents=True, exist_ok=True)
    games.write(path, data)
    return path


def main(argv=None):
    """Download the image and print its path."""
    parser = argparse.ArgumentParser(
        prog="python -m tools image",
        description="Download MicroPython's image for the Pico, check its hash, print its path.",
    )
    parser.parse_args(argv)
    print(fetched(build.ROOT / "build" / "image"))
