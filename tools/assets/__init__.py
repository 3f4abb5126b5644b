"""Generates the firmware's fonts, sprites and rule texts from readable sources.

`build(firmware)` writes thirteen/draw/art.py, large.py and emblems.py, thirteen/backs/ (of cards),
worn.bin (patterns for them) and cat.bin, thirteen/pictures/ (of trophies), thirteen/sheets/,
thirteen/bank/ (the bank of winnable deals) and thirteen/version.py.
"""

import argparse
from pathlib import Path

from tools import bank, games
from tools.assets import generate, rules

ROOT = Path(__file__).resolve().parents[2]


_VERSION = '''"""Version and page from pyproject.toml. Generated; do not edit."""

VERSION = "{}"
PAGE = "{}"
'''


def build(out_dir):
    """Write the generated modules below out_dir (the firmware folder). Returns {path: sizes}.

    Unchanged files are not written, so they keep their time stamps.
    """
    out = Path(out_dir)
    done = {}
    art, large, emblems = generate.art(), generate.large(), generate.emblems()
    jobs = [
        ("thirteen/draw/art.py", art.text(), art.sizes),
        ("thirteen/draw/large.py", large.text(), large.sizes),
        ("thirteen/draw/emblems.py", emblems.text(), emblems.sizes),
        ("thirteen/version.py", _VERSION.format(games.version(), games.page()), {}),
    ]
    jobs += [
        (f"thirteen/sheets/{name}.py", text, {"text": len(text.encode())})
        for name, text in rules.sheets(ROOT / "seeds")
    ]
    for name, text, sizes in jobs:
        path = out / name
        _write(path, text.encode())
        done[name] = sizes
    for name in ("sheets/*.txt", "ui/art.py", "ui/emblems.py", "ui/large.py"):
        for stale in out.glob("thirteen/" + name):  # they lay there once
            stale.unlink()
    for name, data in (("cat", generate.cat()), ("worn", generate.patterns())):
        _write(out / f"thirteen/{name}.bin", data)
        done[f"thirteen/{name}.bin"] = {name: len(data)}
    for game in games.names():
        name = f"thirteen/backs/{game}.bin"
        data = generate.backs(generate.back_sheet(game))
        _write(out / name, data)
        done[name] = {"back": len(data)}
    for path in sorted((ROOT / "tools/assets/trophies").glob("*.*")):
        name = f"thirteen/pictures/{path.stem}.bin"
        data = generate.trophies(path)
        _write(out / name, data)
        done[name] = {"pictures": len(data)}
    for game in bank.GAMES:
        name = f"thirteen/bank/{game}.bin"
        path = out / name
        data = bank.bitmap(bank.read(game))
        _write(path, data)
        done[name] = {"deals": len(data)}
    for game in bank.LINED:
        name = f"thirteen/bank/{game}-lines.bin"
        data = _lines(game, out / name)
        done[name] = {"lines": len(data)}
    return done


def _lines(game, path):
    """Write the file of proved lines, unless it is newer than what it is made of; its bytes."""
    sources = [bank.path(game), Path(bank.__file__)]
    changed = max(source.stat().st_mtime for source in sources if source.exists())
    if path.exists() and path.stat().st_mtime > changed:
        return path.read_bytes()
    data = bank.lines(games.rules(game), bank.read(game))
    _write(path, data)
    path.touch()
    return data


def _write(path, data):
    """Write a file whole, because several processes may do so at once."""
    if path.exists() and path.read_bytes() == data:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    games.write(path, data)


def main(argv=None):
    parser = argparse.ArgumentParser(
        prog="python -m tools assets",
        description="Generate the firmware's fonts, sprites and rule texts.",
    )
    parser.add_argument(
        "--out",
        default=str(ROOT / "firmware"),
        metavar="DIR",
        help="firmware folder to write into (default: this repository's)",
    )
    build(parser.parse_args(argv).out)
    return 0
