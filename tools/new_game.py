"""`new`: writes a playable skeleton of a new game; `check`: says what a game still lacks.

The skeleton is a small game: take pairs that make 13 from a row of cards. All that the tests ask
of a game is written, so they pass from the start; then the skeleton's rules, words and pictures
are replaced by the new game's.
"""

import argparse
import importlib
import importlib.util
import itertools
import keyword
import os
import re
import subprocess
import sys
from pathlib import Path

from thirteen import match, protocols
from tools import games
from tools.assets import generate, sheet
from tools.games import ROOT, Bad

SKELETON = Path(__file__).resolve().parent / "skeleton"
CATALOG = "firmware/thirteen/catalog.py"
# A game's files: the template of each and its path.
FILES = {
    "sheet.md": "seeds/{}.md",
    "rules.py": "firmware/thirteen/rules/{}.py",
    "bots.py": "firmware/thirteen/bots/{}.py",
    "views.py": "firmware/thirteen/views/{}.py",
    "spoken.py": "tools/host/thirteen/spoken/{}.py",
    "lesson.py": "firmware/thirteen/lessons/{}.py",
    "trophies.py": "firmware/thirteen/trophies/{}.py",
    "presets.py": "firmware/thirteen/presets/{}.py",
    "test.py": "host_tests/test_{}.py",
}
# Those that are not from a template, and the command that makes each.
MADE = {
    "tools/assets/emblems/{}.txt": "draw it: its picture in the launcher, or a PNG of 40x40",
    "tools/assets/backs/{}.txt": "draw it: the back of its cards",
    "host_tests/golden/{}.txt": "python -m tools golden {} plays a game to keep",
    "host_tests/deals/{}.txt": "python -m tools golden {} pins its deals",
    "host_tests/records/{}.jsonl": "python -m tools record {} --won 20 plays games to keep",
}
_PROTOCOLS = {"rules": protocols.Rules, "bots": protocols.Bot, "views": protocols.View}
_HOUSE = ROOT / "tools/assets/trophies/house.txt"
_ABOUT = "a game of cards"  # the launcher's line, until the author writes one
_ROW = """    ("{name}", "{title}", "{about}", "patience", "{jingle}"),
)
"""
_NOTES = "AbRn7"  # of the jingles of new games


def _names(protocol):
    """The names that a protocol requires."""
    return [name for name in (*protocol.__annotations__, *vars(protocol)) if name[0] != "_"]


def free_salt(root):
    """An unused salt for the shuffle, so that no two games deal the same cards."""
    taken = set()
    for path in (root / "firmware/thirteen/rules").glob("*.py"):
        salts = re.findall(r"_SALT\w* = const\((\w+)\)", path.read_text("utf-8"))
        taken |= {int(n, 0) >> 8 for n in salts}
    return next(n for n in range(6, 255) if n not in taken) << 8


def free_prefix(root, name):
    """A prefix for the rule numbers that no other sheet uses."""
    taken = set()
    for path in (root / "seeds").glob("*.md"):
        taken |= set(re.findall(r"^- ([A-Z]+)\d+ ", path.read_text("utf-8"), re.M))
    letters = re.sub("[^A-Z]", "", name.upper())
    for n in range(1, len(letters) + 1):
        if letters[:n] not in taken:
            return letters[:n]
    raise Bad(f"every prefix for the rules of {name!r} is taken: choose another name")


def create(name, title, root=ROOT):
    """Write the skeleton of a game below root; returns the paths written."""
    if not re.fullmatch(r"[a-z][a-z0-9_]{1,15}", name):
        raise Bad(f"{name!r} can't name a game: use 2 to 16 small letters, digits and _")
    if keyword.iskeyword(name):
        raise Bad(f"{name!r} can't name a game: it is a keyword of Python")
    if name in "host_test_":
        raise Bad(f"{name!r} can't name a game: each test has it in its name")
    if not re.fullmatch(r"[A-Za-z][ -~]{0,23}", title) or {*title} & {*'\\"{}'}:
        raise Bad(f"{title!r} can't be a title: use 1 to 24 letters, the first from A to Z")
    paths = {part: root / path.format(name) for part, path in FILES.items()}
    catalog = root / CATALOG
    rows = catalog.read_text("utf-8")
    made = [root / path.format(name) for path in MADE]
    there = [path for path in (*paths.values(), *made) if path.exists()]
    if there or f'"{name}"' in rows:
        raise Bad(f"there is already a game {name!r}")
    prefix, salt = free_prefix(root, name), free_salt(root)
    for part, path in paths.items():
        text = (SKELETON / part).read_text("utf-8")
        text = text.replace("0x5A17", f"0x{salt:04X}").replace("SK", prefix)
        text = text.replace("skeleton", name).replace("Skeleton", title)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    _write_lesson(paths["lesson.py"], paths["rules.py"])
    made[0].write_text(_emblem(title[0].upper()), "utf-8")
    made[1].write_text(_back(title[0].upper()), "utf-8")
    end = rows.index("\n)\n", rows.index("GAMES = (")) + 1
    jingle = next(t for t in map("".join, itertools.permutations(_NOTES)) if f'"{t}"' not in rows)
    row = _ROW.format(name=name, title=title, about=_ABOUT, jingle=jingle)
    catalog.write_text(rows[:end] + row + rows[end + 2 :], "utf-8")
    for command in (("golden", name), ("record", name, "--won", "20")):
        done = subprocess.run(
            [sys.executable, "-m", "tools", *command], cwd=root, capture_output=True, text=True
        )
        if done.returncode:
            raise Bad(f"python -m tools {' '.join(command)}: {done.stderr.strip()}")
    return [*paths.values(), *made, catalog]


def _write_lesson(lesson, rules):
    """Put the moves of its deal into the lesson; they depend on the salt."""
    module = _module(rules)
    s = bytearray(module.SIZE)
    module.new(s, 1, b"")
    out = [0] * module.MOVES
    text = lesson.read_text("utf-8")
    for n in range(1, 6):
        module.moves(s, out)
        text = text.replace(f"@{n}", module.text(s, out[0]))
        module.apply(s, out[0])
    lesson.write_text(text, "utf-8")


def _letter(letter):
    """A letter of the large font as rows of its levels, without empty edges."""
    rows = sheet.read(ROOT / "tools/assets/large.txt")[letter]
    return ["".join(sheet.LEVELS[level] for level in row) for row in rows if any(row)]


def _on(field, letter):
    """A letter amid rows of text, whose middle is left free."""
    rows = _letter(letter)
    top = (len(field) - len(rows)) // 2
    left = (len(field[0]) - len(rows[0])) // 2
    for y, row in enumerate(rows, top):
        field[y] = field[y][:left] + row + field[y][left + len(row) :]
    return field


def _emblem(letter):
    """A card with the game's letter."""
    card = ["." * 40] * 3 + ["......" + "#" * 28 + "......"] * 34 + ["." * 40] * 3
    drawn = _on(["." * 40] * 40, letter)
    return "\n".join(["@ card=4440", *card, "", "@ letter=8850", *drawn, ""])


def _back(letter):
    """The house's back, with the game's letter for a medal."""
    text = (ROOT / "tools/assets/backs/house.txt").read_text("utf-8")
    rings, _, medals = text.partition("@ medal\n")
    middle = [re.sub("#", ".", row) for row in medals.partition("@")[0].split()]
    return rings + "@ medal\n" + "\n".join(_on(middle, letter)) + "\n"


# What is missing


def missing(name, root=ROOT):
    """What the game still lacks, as sentences, but for what the tests find."""
    for path in FILES.values():
        if not (root / path.format(name)).is_file():
            yield f"{path.format(name)} is missing"
    rows = (root / CATALOG).read_text("utf-8")
    if f'"{name}"' not in rows:
        yield f"{CATALOG} has no row for this game"
        return
    row = rows.partition(f'"{name}"')[2].partition("\n")[0]
    patience = '"patience"' in row
    for path, how in MADE.items():
        path = root / path.format(name)
        if path.is_file() or path.with_suffix(".png").is_file():
            continue
        if patience or path.suffix != ".jsonl":
            yield f"{path.relative_to(root)} is missing: {how.format(name)}"
    if _ABOUT in row:
        yield f"{CATALOG} still has the skeleton's line about this game"
    for folder in ("rules", "bots", "views"):
        yield from _lacks(name, folder, _names(_PROTOCOLS[folder]), root)
    yield from _lacks(name, "spoken", _names(protocols.Spoken), root)
    if patience:
        yield from _lacks(name, "views", _names(protocols.Patience), root)
    text = (root / f"seeds/{name}.md").read_text("utf-8") if _is(root, f"seeds/{name}.md") else ""
    tests = "".join(p.read_text("utf-8") for p in (root / "host_tests").glob("test_*.py"))
    for rule in re.findall(r"^- ([A-Z]+\d+) ", text, re.M):
        if not re.search(rf"\b{rule}\b", tests):
            yield f"no test cites rule {rule} of seeds/{name}.md"
    if "One line that says what the game is about" in text:
        yield f"seeds/{name}.md still begins with the skeleton's line"
    yield from _lesson(name, root)
    yield from _trophies(name, root)


def _is(root, path):
    return (root / path).is_file()


def _lesson(name, root):
    """What is wrong with the lesson: its moves are played, its texts must be short."""
    path = root / FILES["lesson.py"].format(name)
    if not path.is_file():
        return
    where = path.relative_to(root)
    lesson = {}
    exec(compile(path.read_text("utf-8"), str(path), "exec"), lesson)
    lacking = [wanted for wanted in ("DEAL", "STEPS") if wanted not in lesson]
    if lacking:
        yield f"{where} has no {' and no '.join(lacking)}"
        return
    texts = [text for text, _ in lesson["STEPS"]]
    skeleton = {}
    exec((SKELETON / "lesson.py").read_text("utf-8"), skeleton)
    if {text for text, _ in skeleton["STEPS"][:-1]} & {*texts}:
        yield f"{where} still has the skeleton's texts"
    if max(map(len, texts)) > 170:
        yield f"{where}: a text has more than 170 letters"
    if sum(len(text.split()) for text in texts) > 200:
        yield f"{where}: the texts have more than 200 words"
    played = match.Match(_module(root / FILES["rules.py"].format(name)), 1)
    played.deal(lesson["DEAL"], lesson.get("OPTIONS"))
    for move in _moves(lesson["STEPS"], played):
        out, n = played.legal()
        legal = [played.rules.text(played.s, m) for m in out[:n]]
        if move not in legal:
            yield f"{where}: the move {move!r} is not legal; these are: {', '.join(legal)}"
            return
        played.play(out[legal.index(move)])


def _moves(steps, played):
    """The moves of a lesson's steps; after a "=" all of them, from the deal on."""
    for _, step in steps:
        if step[:1] == "=":
            played.restart()
        yield from filter(None, (m.lstrip("=?").split("|")[0] for m in step.split(",")))


def _trophies(name, root):
    """What is wrong with the pictures of its trophies; a game that has none has the house's."""
    listed = root / FILES["trophies.py"].format(name)
    for path in sorted((root / "tools/assets/trophies").glob(f"{name}.*")):
        try:
            drawn = len(generate.trophies(path)) // len(generate.trophies(_HOUSE))
        except (Bad, ValueError) as error:
            yield f"tools/assets/trophies: {error}"
            continue
        if _is(root, listed.relative_to(root)) and drawn != len(_module(listed).TROPHIES):
            n = len(_module(listed).TROPHIES)
            yield f"{path.relative_to(root)} has {drawn} pictures for {n} trophies"


def _module(path):
    """The module of a file, which may be in another copy of the repository."""
    spec = importlib.util.spec_from_file_location(f"{path.stem}_{path.parent.name}", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _lacks(name, folder, names, root):
    path = root / FILES[f"{folder}.py"].format(name)
    if not path.is_file():
        return
    text = path.read_text("utf-8")
    for wanted in names:
        if not re.search(rf"^(def {wanted}\(|{wanted} = |    {wanted},$)|import .*\b{wanted}\b",
                         text, re.M):  # fmt: skip
            yield f"{path.relative_to(root)} has no {wanted}"


def asking(root=ROOT):
    """The test files that ask something of every game."""
    for path in sorted((root / "host_tests").glob("test_*.py")):
        if re.search(r"\b(GAMES|PATIENCES|MODULES)\b", path.read_text("utf-8")):
            yield path.stem


def unclean(name, root=ROOT):
    """What ruff says of the game's files, a line each."""
    files = [path.format(name) for path in FILES.values() if path.endswith(".py")]
    for words in (("check", "--output-format=concise"), ("format", "--check")):
        done = subprocess.run(
            [sys.executable, "-m", "ruff", *words, "-q", *files],
            cwd=root, capture_output=True, text=True,
        )  # fmt: skip
        if done.returncode and words[0] == "format":
            yield f"python -m ruff format {' '.join(files)} changes these files"
        else:
            yield from (done.stdout + done.stderr).strip().splitlines()


def failing(name, stems, root=ROOT):
    """The tests of this game in these files, and its own, that fail."""
    files = [f"host_tests/{stem}.py" for stem in (f"test_{name}", *stems)]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-n", "0", "-q", "-rfE", "--tb=no", "--no-header",
         "-p", "no:cacheprovider", "-k", name, *files],
        cwd=root, capture_output=True, text=True, env={**os.environ, "COLUMNS": "200"},
    )  # fmt: skip
    found = re.findall(r"^(?:FAILED|ERROR) (.*)", done.stdout, re.M)
    if not found and done.returncode:
        found = [(done.stdout + done.stderr).strip()[-2000:]]
    return found


def main(argv):
    parser = argparse.ArgumentParser(
        prog="python -m tools new",
        description="Write a playable skeleton of a new game: sheet, rules, bot, view, lesson, "
        "trophies, deals by name, pictures, tests, games to keep, a row in the catalogue and a "
        "salt of its own.",
    )
    parser.add_argument("name", help="its name in the code: small letters, digits, _")
    parser.add_argument("--title", help="its name for players (default: derived from the name)")
    args = parser.parse_args(argv)
    title = args.title or args.name.replace("_", " ").title()
    for path in create(args.name, title):
        print(path.relative_to(ROOT))
    print(
        f"Its trophies have a common picture until there is tools/assets/trophies/{args.name}.txt"
    )
    print(f"Play it: python -m tools play. What it still lacks: python -m tools check {args.name}")
    return 0


def check(argv):
    parser = argparse.ArgumentParser(
        prog="python -m tools check",
        description="Say what a game still lacks, what ruff says of its files, and which tests "
        "of it fail: half a minute on an idle machine. The exit code is 1 if anything is missing.",
    )
    parser.add_argument("name", nargs="*", help="a game (default: all)")
    parser.add_argument("--quick", action="store_true", help="run no tests")
    args = parser.parse_args(argv)
    found = 0
    for name in args.name or games.names():
        if not any((ROOT / path.format(name)).exists() for path in FILES.values()):
            raise Bad(f"there is no game {name!r}: choose from {', '.join(games.names())}")
        lacks = [*missing(name), *unclean(name)]
        for sentence in lacks:
            print(f"{name}: {sentence}", flush=True)
        found += len(lacks)
        if not args.quick and not any("missing" in sentence for sentence in lacks):
            print(f"{name}: its tests are running", file=sys.stderr, flush=True)
            for test in failing(name, asking()):
                print(f"{name}: {test}")
                found += 1
    if not found:
        print("nothing is missing", file=sys.stderr)
    return 1 if found else 0
