"""`new`: writes a playable skeleton of a new game; `check`: lists what a game still lacks.

The skeleton is a small game: take pairs that make 13 from a row of cards. Playing, saving, hints,
records and tests work from the start; then its rules are replaced by the new game's.
"""

import argparse
import importlib
import importlib.util
import keyword
import re
import sys
from pathlib import Path

from thirteen import match, protocols
from tools import games
from tools.games import ROOT, Bad

SKELETON = Path(__file__).resolve().parent / "skeleton"
CATALOG = "firmware/thirteen/catalog.py"
# A game's files: the template of each and its path.
FILES = {
    "sheet.md": "seeds/{}.md",
    "rules.py": "firmware/thirteen/rules/{}.py",
    "bots.py": "firmware/thirteen/bots/{}.py",
    "views.py": "firmware/thirteen/views/{}.py",
    "lesson.py": "firmware/thirteen/lessons/{}.py",
    "test.py": "host_tests/test_{}.py",
}
_PROTOCOLS = {"rules": protocols.Rules, "bots": protocols.Bot, "views": protocols.View}
_NUMBERS = "one two three four five six seven eight nine ten".split()
_ABOUT = "a game of cards"  # the launcher's line, until the author writes one
_ROW = """    ("{name}", "{title}", "{about}", "patience", "ARb"),
)
"""


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
    paths = {part: root / path.format(name) for part, path in FILES.items()}
    catalog = root / CATALOG
    rows = catalog.read_text("utf-8")
    there = [path for path in paths.values() if path.exists()]
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
    end = rows.index("\n)\n", rows.index("GAMES = (")) + 1
    row = _ROW.format(name=name, title=title, about=_ABOUT)
    catalog.write_text(rows[:end] + row + rows[end + 2 :], "utf-8")
    return [*paths.values(), catalog]


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


def missing(name, root=ROOT):
    """What the game still lacks, as sentences."""
    for path in FILES.values():
        if not (root / path.format(name)).is_file():
            yield f"{path.format(name)} is missing"
    rows = (root / CATALOG).read_text("utf-8")
    if f'"{name}"' not in rows:
        yield f"{CATALOG} has no row for this game"
        return
    if _ABOUT in rows.partition(f'"{name}"')[2].partition("\n")[0]:
        yield f"{CATALOG} still has the skeleton's line about this game"
    for folder in ("rules", "bots", "views"):
        yield from _lacks(name, folder, _names(_PROTOCOLS[folder]), root)
    view = root / f"firmware/thirteen/views/{name}.py"
    row = rows.partition(f'"{name}"')[2].partition("\n")[0]
    if view.is_file() and '"patience"' in row:
        yield from _lacks(name, "views", _names(protocols.Patience), root)
    sheet = root / f"seeds/{name}.md"
    if sheet.is_file():
        text = sheet.read_text("utf-8")
        tests = "".join(p.read_text("utf-8") for p in (root / "host_tests").glob("test_*.py"))
        for rule in re.findall(r"^- ([A-Z]+\d+) ", text, re.M):
            if not re.search(rf"\b{rule}\b", tests):
                yield f"no test cites rule {rule} of seeds/{name}.md"
        if "One line that says what the game is about" in text:
            yield f"seeds/{name}.md still begins with the skeleton's line"
    if not (root / f"host_tests/golden/{name}.txt").is_file():
        yield f"host_tests/golden/{name}.txt is missing: python -m tools golden --record FILE"
    if not (root / f"host_tests/deals/{name}.txt").is_file():
        yield f"host_tests/deals/{name}.txt is missing: the same command pins its deals"
    yield from _lesson(name, root)
    readme = (root / "README.md").read_text("utf-8")
    number = _NUMBERS[rows.count('\n    ("') - 1]
    named = readme + (root / "pyproject.toml").read_text("utf-8")
    if len(re.findall(f"{number} card games", named, re.I)) < 2:
        yield f"README.md and pyproject.toml must speak of {number} card games"
    if f"tools/pictures/{name}.png" not in readme:
        yield f"README.md has no line and picture of this game: python -m tools shots {name}"
    if not (root / f"tools/assets/emblems/{name}.txt").is_file():
        yield f"tools/assets/emblems/{name}.txt is missing: its picture in the launcher"


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
    if {text for text, _ in skeleton["STEPS"]} & {*texts}:
        yield f"{where} still has the skeleton's texts"
    if max(map(len, texts)) > 170:
        yield f"{where}: a text has more than 170 letters"
    if sum(len(text.split()) for text in texts) > 200:
        yield f"{where}: the texts have more than 200 words"
    played = match.Match(_module(root / FILES["rules.py"].format(name)), 1)
    played.deal(lesson["DEAL"], lesson.get("OPTIONS"))
    for move in [move for _, moves in lesson["STEPS"] for move in moves.split(",") if move]:
        out, n = played.legal()
        legal = [played.rules.text(played.s, m) for m in out[:n]]
        if move not in legal:
            yield f"{where}: the move {move!r} is not legal; these are: {', '.join(legal)}"
            return
        played.play(out[legal.index(move)])


def _module(path):
    """The module of a file, which may be in another copy of the repository."""
    spec = importlib.util.spec_from_file_location(f"{path.stem}_{path.parent.name}", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _lacks(name, folder, names, root):
    path = root / f"firmware/thirteen/{folder}/{name}.py"
    if not path.is_file():
        return
    text = path.read_text("utf-8")
    for wanted in names:
        if not re.search(rf"^(def {wanted}\(|{wanted} = |    {wanted},$)|import .*\b{wanted}\b",
                         text, re.M):  # fmt: skip
            yield f"{path.relative_to(root)} has no {wanted}"


def main(argv):
    parser = argparse.ArgumentParser(
        prog="python -m tools new",
        description="Write a playable skeleton of a new game: sheet, rules, bot, view, lesson, "
        "test, a row in the catalogue and a salt of its own.",
    )
    parser.add_argument("name", help="its name in the code: small letters, digits, _")
    parser.add_argument("--title", help="its name for players (default: derived from the name)")
    args = parser.parse_args(argv)
    title = args.title or args.name.replace("_", " ").title()
    for path in create(args.name, title):
        print(path.relative_to(ROOT))
    print(f"Play it: python -m tools play. What it still lacks: python -m tools check {args.name}")
    return 0


def check(argv):
    parser = argparse.ArgumentParser(
        prog="python -m tools check",
        description="List what a game still lacks. The exit code is 1 if anything is missing.",
    )
    parser.add_argument("name", nargs="*", help="a game (default: all)")
    args = parser.parse_args(argv)
    found = 0
    for name in args.name or games.names():
        if not any((ROOT / path.format(name)).exists() for path in FILES.values()):
            raise Bad(f"there is no game {name!r}: choose from {', '.join(games.names())}")
        for sentence in missing(name):
            print(f"{name}: {sentence}")
            found += 1
    importlib.invalidate_caches()
    if not found:
        print("nothing is missing", file=sys.stderr)
    return 1 if found else 0
