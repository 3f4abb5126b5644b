"""Saves: two generations, quarantine of damaged files, cuts at every step, a full flash."""

import importlib.util
import io
import random
import struct
import sys
import types
import zlib
from pathlib import Path
from unittest import mock

import pytest
from cut_disk import Cut, Dict, apart, use

from thirteen import match
from tools import games

ROOT = Path(__file__).resolve().parent.parent
FOR_EVER = 1000
OLD, NEW = b"the game before", b"the game after, which is longer"


class Flash(types.ModuleType):
    """A hal with only files, whose space can run out."""

    def __init__(self):
        super().__init__("hal")
        self.files = {}
        self.room = 1 << 20
        self.unreadable = {}  # name: how many more times, and the error
        self.fixed = ""  # generations that can't be renamed

    def read_with(self, name, use, given):
        left, error = self.unreadable.get(name, (0, 0))
        if left:
            self.unreadable[name] = left - 1, error
            raise OSError(error)
        data = self.files.get(name)
        return None if data is None else use(io.BytesIO(data), len(data), *given)

    def write(self, name, parts):
        data = b"".join(bytes(part) for part in parts)
        others = sum(len(d) for n, d in self.files.items())
        if others + len(data) > self.room:
            raise OSError(28)
        self.files[name] = data

    def remove(self, name):
        self.files.pop(name, None)

    def quarantine(self, name, stem):
        if name[-1] in self.fixed or name not in self.files:
            raise OSError(5)
        n = 0
        while f"{stem}.bad{n}" in self.files:
            n += 1
        self.files[f"{stem}.bad{n}"] = self.files.pop(name)
        self.unreadable.pop(name, None)
        return f"{stem}.bad{n}"


def boot(hal):
    """The store as after power-on, with empty caches."""
    return _load("store", hal=hal)


def _load(name, **modules):
    path = ROOT / "firmware" / "thirteen" / "storage" / (name + ".py")
    spec = importlib.util.spec_from_file_location(name + "_after_power_on", path)
    module = importlib.util.module_from_spec(spec)
    with mock.patch.dict(sys.modules, modules):
        spec.loader.exec_module(module)
    return module


@pytest.fixture
def flash():
    """A flash with two generations of one game: OLD in .a, NEW in .b."""
    flash = Flash()
    store = boot(flash)
    assert store.save("thirteens", (OLD,)) and store.save("thirteens", (NEW[:5], NEW[5:]))
    assert sorted(flash.files) == ["thirteens.a", "thirteens.b"]
    return flash


NAMES = "thirteens", "thirteens-left", "settings"


class Shelf:
    """What a plain reader of the rules expects of a file's two generations."""

    def __init__(self):
        self.there = {}  # generation: (its place in the order of saves, payload)
        self.wrong = {}  # generation: bytes of one that can't be read or used
        self.known = False  # since power-on; no damage is looked for then
        self.stuck = False  # one that is wrong can't be renamed
        self.failing = False  # told of already

    def newest(self):
        return max(self.there, key=self.there.get, default="")

    def look(self, fixed):
        """A load: (payload or None, whether something is told, what is set aside)."""
        aside, told = [], False
        if not self.known:
            told = bool(self.wrong)
            aside = [data for g, data in self.wrong.items() if g not in fixed]
            self.wrong = {g: data for g, data in self.wrong.items() if g in fixed}
            self.stuck = bool(self.wrong)
            self.known = not self.stuck
        return self.there[self.newest()][1] if self.there else None, told, aside

    def write(self, order, data, room):
        """A save after a look: (whether it succeeds, whether that is told)."""
        if self.stuck or not room:
            self.known = False
            told, self.failing = not self.failing, True
            return False, told
        g = "b" if self.newest() == "a" else "a"
        self.there[g], self.failing = (order, data), False
        return True, False


@pytest.mark.parametrize("seed", range(20))
def test_it_is_a_shelf_of_two_generations_of_which_nothing_is_lost(seed):
    """Saves, loads, power-offs, damage, a flash that is full, fails or renames nothing."""
    r = random.Random(seed)
    flash, shelves, kept = Flash(), {name: Shelf() for name in NAMES}, []
    store = boot(flash)
    for name in NAMES:
        shelves[name].known = True
        if r.random() < 0.7:  # the number of its saves wraps soon
            store.newest[store._key(name)] = 0xFFFB << 1 | 1
            assert store.save(name, ()) and shelves[name].write(-1, b"", True)
    for order in range(150):
        name = r.choice(NAMES)
        shelf, told = shelves[name], False
        way = r.choice("save save save load load off damage refuse full fixed read hiccup".split())
        if way == "save":
            data = r.randbytes(r.choice((0, 1, 40, 300)))
            if not shelf.known:
                _, told, aside = shelf.look(flash.fixed)
                kept += aside
            well, failed = shelf.write(order, data, flash.room)
            cut = r.randrange(len(data) + 1)
            assert store.save(name, (data[:cut], bytearray(data[cut:]))) == well, order
            told |= failed
        elif way == "load":
            payload, told, aside = shelf.look(flash.fixed)
            kept += aside
            assert store.load(name) == payload, order
        elif way == "refuse":  # its reader can't use it
            payload, told, aside = shelf.look(flash.fixed)
            kept += aside
            assert store.load(name) == payload
            goes = shelf.known and payload is not None and shelf.newest() not in flash.fixed
            if goes:
                kept.append(flash.files[f"{name}.{shelf.newest()}"])
                del shelf.there[shelf.newest()]
                shelf.known = False
            assert store.quarantine(name) == goes
            told |= goes
        elif way == "full":
            flash.room = r.choice((0, 1 << 20, 1 << 20))
        else:
            if way == "damage" and shelf.there:
                g = r.choice([*shelf.there])
                data = bytearray(flash.files[f"{name}.{g}"])
                data[r.randrange(len(data))] ^= r.randrange(1, 256)
                flash.files[f"{name}.{g}"] = shelf.wrong[g] = bytes(data)
                del shelf.there[g]
            elif way == "read" and shelf.there:
                g = r.choice([*shelf.there])
                flash.unreadable[f"{name}.{g}"] = FOR_EVER, 5
                shelf.wrong[g] = flash.files[f"{name}.{g}"]
                del shelf.there[g]
            elif way == "hiccup" and shelf.there:  # one error is forgiven
                flash.unreadable[f"{name}.{r.choice([*shelf.there])}"] = 1, 5
            flash.fixed = r.choice(("", "", "a", "b", "ab")) if way == "fixed" else flash.fixed
            store = boot(flash)
            for shelf in shelves.values():
                shelf.known = shelf.stuck = shelf.failing = False
        assert (store.take_problems() is not None) == told, (order, way)
        for data in kept:
            assert data in flash.files.values()
        there = {f"{n}.{g}" for n, s in shelves.items() for g in (*s.there, *s.wrong)}
        assert {n for n in flash.files if ".bad" not in n} == there


def test_files_that_were_put_in_place_of_the_known_ones_are_found(flash):
    """As by a backup that is restored: the newest of them, whichever was known."""
    store = boot(flash)
    assert store.load("thirteens") == NEW
    other = boot(flash)
    for n in range(5):
        assert other.save("thirteens", (b"%d" % n,))
    assert store.load("thirteens") == b"4"
    flash.files = {"thirteens.a": flash.files["thirteens.b"]}
    assert store.load("thirteens") == b"3"


def damaged(flash, data, name="thirteens.b", left=OLD):
    """Damage the file with `data`: it is quarantined and reported, the other generation used."""
    flash.files[name] = data
    store = boot(flash)
    assert store.load("thirteens") == left
    assert flash.files["thirteens.bad0"] == data and name not in flash.files
    text = store.take_problems()
    assert (
        "Your saved Thirteens game was" in text and "The old one is kept as thirteens.bad0" in text
    )
    assert ("the copy before it is used" if left else "a new one starts") in text
    assert store.take_problems() is None
    store.load("thirteens")
    assert store.take_problems() is None  # reported once
    assert store.save("thirteens", (b"on",)) and boot(flash).load("thirteens") == b"on"
    assert flash.files["thirteens.bad0"] == data
    return text


def copy(flash):
    other = Flash()
    other.files.update(flash.files)
    return other


def seal(data):
    return data + struct.pack("<I", zlib.crc32(data))


def test_whatever_is_wrong_with_a_file_is_found(flash):
    """Any byte changed, any length, another name or format; also where the checksum is right."""
    data = flash.files["thirteens.b"]
    wrong = [data[:n] for n in range(len(data))]
    wrong += [data + data, data + b"\0", b"\0" + data, bytes(4096), b"\xff" * 4096]
    for i in range(len(data)):
        wrong += [data[:i] + bytes((data[i] ^ by,)) + data[i + 1 :] for by in (0x01, 0x80, 0xFF)]
    for text in wrong:
        assert "was damaged" in damaged(copy(flash), text)
    damaged(copy(flash), b"", name="thirteens.a", left=NEW)
    data = data[:-4]
    for text in (data[:2] + b"\2" + data[3:], b"14" + data[2:]):
        assert "was from another version" in damaged(copy(flash), seal(text))
    damaged(copy(flash), seal(data + b"more"))
    for n in (b"\xff", b"\0"):
        damaged(copy(flash), seal(data[:3] + n + data[4:]))
    damaged(copy(flash), seal(data[:6] + struct.pack("<I", 0xFFFFFFFF) + data[10:]))
    boot(flash).save("friday", (b"another game",))
    assert "was from another game" in damaged(flash, flash.files["friday.a"])


LONG = bytes(i * i // 7 & 255 for i in range(700))  # more than is checked at once


def test_a_file_that_is_read_in_pieces_is_refused_at_whatever_byte_it_is_wrong(flash):
    assert boot(flash).save("thirteens", (LONG,))
    assert boot(flash).load("thirteens") == LONG
    data = flash.files["thirteens.a"]
    wrong = [data[:n] for n in range(len(data))]
    wrong += [data[:i] + bytes((data[i] ^ 1 << i % 8,)) + data[i + 1 :] for i in range(len(data))]
    for text in wrong:
        flash.files = {"thirteens.a": text, "thirteens.b": flash.files.get("thirteens.b")}
        store = boot(flash)
        assert store.load("thirteens") == NEW and "was damaged" in store.take_problems()
        assert flash.files["thirteens.bad0"] == text


class Tired(io.BytesIO):
    """A file whose read number `at`, of all since `left` was set, fails, and those after it."""

    at = left = 0

    def _count(self):
        Tired.at -= 1
        if Tired.at < 0 < Tired.left:
            Tired.left -= 1
            raise OSError(5)

    def read(self, *args):
        self._count()
        return super().read(*args)

    def readinto(self, into):
        self._count()
        return super().readinto(into)


def test_a_read_that_fails_in_the_middle_is_one_that_fails(flash):
    """Once is forgiven; the older generation is used after that, also of a file known before."""
    store = boot(flash)
    assert store.save("thirteens", (LONG,))
    flash.read_with = lambda name, use, given: (
        use(Tired(flash.files[name]), len(flash.files[name]), *given)
        if name in flash.files
        else None
    )
    before = dict(flash.files)
    for known in (False, True):
        for at in range(14):
            store = boot(flash)
            if known:
                assert store.load("thirteens") == LONG
            Tired.at, Tired.left = at, 1
            assert store.load("thirteens") == LONG and store.take_problems() is None
            assert flash.files == before
    store = boot(flash)
    assert store.load("thirteens") == LONG
    Tired.at, Tired.left = 5, 4
    assert store.load("thirteens") == NEW and "was unreadable" in store.take_problems()
    assert flash.files["thirteens.bad0"] == before["thirteens.a"]


@pytest.mark.parametrize("name, left", [("thirteens.a", NEW), ("thirteens.b", OLD)])
@pytest.mark.parametrize("error, why", [(5, "unreadable"), (27, "too large")])
def test_a_file_that_cannot_be_read_is_set_aside_and_never_overwritten(
    flash, name, left, error, why
):
    before = flash.files[name]
    flash.unreadable = {name: (FOR_EVER, error)}
    store = boot(flash)
    assert store.load("thirteens") == left
    text = store.take_problems()
    assert f"was {why}" in text and "The old one is kept as thirteens.bad0" in text
    flash.unreadable = {}
    for n in range(4):
        assert store.save("thirteens", (b"%d" % n,))
        assert flash.files["thirteens.bad0"] == before
    assert boot(flash).load("thirteens") == b"3"


def test_at_most_four_troubles_wait_to_be_shown(flash):
    store = boot(flash)
    flash.room = 0
    for name in "abccdef":
        store.save(name, (b"more",))
    assert store.take_problems().count("could not be saved") == 4 and store.take_problems() is None


def test_a_full_flash_loses_nothing_and_is_reported_once(flash):
    store = boot(flash)
    flash.room = 0
    before = dict(flash.files)
    assert not store.save("thirteens", (b"more",))
    assert "Your Thirteens game could not be saved: there is no room left" in store.take_problems()
    assert not store.save("thirteens", (b"more",))
    assert store.take_problems() is None
    assert flash.files == before and boot(flash).load("thirteens") == NEW
    flash.room = 1 << 20
    assert store.save("thirteens", (b"more",)) and store.take_problems() is None
    flash.room = 0
    assert not store.save("thirteens", (b"again",)) and store.take_problems()
    assert boot(flash).load("thirteens") == b"more"


def test_a_damaged_file_stays_in_place_if_it_cannot_be_renamed(flash):
    flash.files["thirteens.a"] = b"?" * 50
    flash.fixed = "ab"
    store = boot(flash)
    assert store.load("thirteens") == NEW
    assert "can't be renamed" in store.take_problems()
    assert not store.save("thirteens", (b"more",))
    assert "could not be saved: a damaged one is in its place" in store.take_problems()
    assert flash.files["thirteens.a"] == b"?" * 50
    assert not store.quarantine("thirteens")
    flash.fixed = ""
    assert store.save("thirteens", (b"more",))
    assert flash.files["thirteens.bad0"] == b"?" * 50
    assert boot(flash).load("thirteens") == b"more"


def test_other_flash_errors_are_reported_by_number(flash):
    store = boot(flash)
    with mock.patch.object(flash, "write", side_effect=OSError(5)):
        assert not store.save("thirteens", (b"more",))
    assert "error 5" in store.take_problems()
    store = boot(flash)
    with mock.patch.object(flash, "write", side_effect=OSError):
        assert not store.save("thirteens", (b"more",))
    assert "error 0" in store.take_problems()


@pytest.mark.parametrize("game", games.names())
def test_a_match_survives_the_store(game):
    flash = Flash()
    m = match.Match(games.rules(game), 77)
    for _ in range(3):
        out, _ = m.legal()
        m.play(out[0])
    m.undo()
    assert boot(flash).save(game, m.save())
    other = match.Match(games.rules(game), 1)
    other.load(boot(flash).load(game))
    assert other.s == m.s and other.logged == m.logged and other.redo()


def each_cut(prepare, do):
    """Do something with a power cut at step 1, 2, ...; yields (store, disk, done)."""
    for n in range(1, 200):
        disk, files = Dict(), apart()
        use(files, disk)
        prepare(boot(files), disk)
        store = boot(files)
        disk.steps, disk.break_at = 0, n
        done = False
        try:
            do(store)
            done = True
        except Cut:
            disk.opened.clear()
        disk.break_at = None
        files.root("/saves/")
        yield boot(files), disk, done
        if done:
            return
    raise AssertionError("it never ends")


def two(store, disk):
    store.save("thirteens", (b"older still",))
    store.save("thirteens", (OLD,))


def test_a_save_cut_at_any_step_leaves_the_game_before_or_after():
    seen = []
    for store, _, done in each_cut(two, lambda s: s.save("thirteens", (NEW, b"!"))):
        seen.append(store.load("thirteens"))
        assert seen[-1] == NEW + b"!" if done else seen[-1] in (OLD, NEW + b"!")
        assert store.take_problems() is None
        assert store.save("thirteens", (b"next",)) and store.load("thirteens") == b"next"
    assert len(seen) > 6 and OLD in seen


def test_a_quarantine_interrupted_at_any_step_loses_nothing():
    def prepare(store, disk):
        two(store, disk)
        disk.files["/saves/thirteens.b"] = b"damaged"

    steps = 0
    for store, disk, _ in each_cut(prepare, lambda s: s.load("thirteens")):
        assert store.load("thirteens") == b"older still"
        kept = [path for path, data in disk.files.items() if data == b"damaged"]
        assert kept == ["/saves/thirteens.bad0"]
        steps += 1
    assert steps > 1


@pytest.mark.parametrize(
    "file, words",
    [
        ("m13-100-5-0", "Make 13 scores file"), ("history", "file of games played"),
        ("history-copy", "copy of the games played"), ("settings", "settings file"),
        ("make13", "Make 13 game"), ("make13-bests", "Make 13 file of best games"),
        ("three_thirteen-left", "Three Thirteen game that was left"), ("friday", "Friday game"),
    ],
)  # fmt: skip
def test_a_message_calls_a_file_what_a_player_knows(file, words):
    from thirteen.storage import messages

    assert messages.rejected(file, "x.bad0").startswith(f"Your saved {words} can't be used")
