"""The criteria of `python -m tools faults`, tested on files, without the emulator."""

from binascii import crc32

import pytest

from tools import faults
from tools.emulator.pico import PowerCut
from tools.left_on_flash import counted


def whole(name, number, body):
    head = b"13\1" + bytes([len(name)]) + number.to_bytes(2, "little")
    data = head + len(body).to_bytes(4, "little") + name.encode() + body
    return data + crc32(data).to_bytes(4, "little")


GAME = {"/pack.mpy": b"old" * 9, "/main.py": b"main"}
FIRST = {
    **GAME,
    "/saves/friday.a": whole("friday", 7, b"one"),
    "/saves/friday.b": whole("friday", 6, b"none"),
    "/saves/history.a": whole("history", 1, b"figures"),
    "/saves/m13-00001.rec": b"record",
}
LAST = {**FIRST, "/saves/friday.b": whole("friday", 8, b"two"),
        "/saves/history.b": whole("history", 2, b"counted")}  # fmt: skip
NEW = {"/pack.mpy": b"new" * 9, "/main.py": b"new main"}


@pytest.mark.parametrize(
    "now", [FIRST, LAST, {**FIRST, "/saves/friday.b": LAST["/saves/friday.b"]},
            {**FIRST, "/saves/friday.b~": b"half"}],
    ids=["old", "new", "the one and not the other", "a spare file"],
)  # fmt: skip
def test_a_cut_that_leaves_the_old_or_the_new_file_is_survived(now):
    faults.compare(FIRST, LAST, now, None)


@pytest.mark.parametrize(
    "change, message",
    [
        ({"/saves/friday.b": LAST["/saves/friday.b"][:-1]}, "half written"),
        ({"/saves/friday.b": b""}, "half written"),
        ({"/saves/friday.a": None, "/saves/friday.b": None}, "friday is gone"),
        ({"/saves/friday.a": None}, "neither the old nor the new"),  # an even older one
        ({"/saves/friday.b": whole("friday", 9, b"three")}, "neither the old nor the new"),
        ({"/saves/history.b": whole("history", 3, b"twice")}, "neither the old nor the new"),
        ({"/saves/m13-00001.rec": None}, "neither the old nor the new"),
        ({"/saves/m13-00001.rec": b"rec"}, "neither the old nor the new"),
        ({"/pack.mpy": b"ol"}, "game's files"),
    ],
)
def test_a_cut_that_leaves_anything_else_is_a_loss(change, message):
    now = {path: data for path, data in {**FIRST, **change}.items() if data is not None}
    with pytest.raises(faults.Lost, match=message):
        faults.compare(FIRST, LAST, now, None)


def test_only_an_entry_whose_race_was_not_saved_may_be_taken_back():
    """To what was there before the scenario: none, or those of before."""
    path, other = "/saves/m13-entries.a", "/saves/m13-entries.b"
    begun = {**FIRST, path: whole("m13-entries", 1, b"new, old")}
    for before, back in ((FIRST, b""), ({**FIRST, path: whole("m13-entries", 0, b"old")}, b"old")):
        now = {**begun, other: whole("m13-entries", 2, back)}
        faults.compare(begun, {**LAST, path: begun[path]}, now, None, before)
        for wrong in (b"ol", b"" if back else b"old"):
            now = {**begun, other: whole("m13-entries", 2, wrong)}
            with pytest.raises(faults.Lost, match="m13-entries"):
                faults.compare(begun, {**LAST, path: begun[path]}, now, None, before)
    again = {**LAST, "/saves/history.a": whole("history", 3, b"figures")}
    with pytest.raises(faults.Lost, match="history"):
        faults.compare(LAST, LAST, again, None, FIRST)


def test_a_game_is_installed_completely_or_not_at_all():
    last = {**FIRST, **NEW}
    faults.compare(FIRST, last, FIRST, NEW)
    faults.compare(FIRST, last, last, NEW)
    with pytest.raises(faults.Lost, match="game's files"):
        faults.compare(FIRST, last, {**FIRST, "/pack.mpy": NEW["/pack.mpy"]}, NEW)
    with pytest.raises(faults.Lost, match="game's files"):  # only saves are written
        faults.compare(FIRST, last, last, None)


def test_an_empty_pico_may_have_some_files_of_the_game_but_no_partial_file():
    last = dict(NEW)
    faults.compare({}, last, {"/pack.mpy": NEW["/pack.mpy"]}, NEW)
    with pytest.raises(faults.Lost, match="game's files"):
        faults.compare({}, last, {"/pack.mpy": NEW["/pack.mpy"][:5]}, NEW)


class Machine:
    """Its flash is the number of operations; a step of so many runs, or is cut in one of them."""

    def __init__(self, *_):
        self.n = self.cut = 0

    def writes(self):
        return self.n

    save = flash = writes

    def load(self, n):
        self.n, self.cut = n, 0

    def plan_cut(self, operation, part):
        self.cut = self.n + operation

    def writing(self, count):
        self.n += count
        if self.n >= self.cut > 0:
            self.n = self.cut
            raise PowerCut


def test_each_operation_of_each_step_is_cut_in_three_places_or_every_nth(monkeypatch):
    cut = []
    monkeypatch.setattr(faults.emulated, "Pico", Machine)
    monkeypatch.setattr(faults, "contents", lambda n: {"/n": n})
    monkeypatch.setattr(faults.Pico, "_judge", lambda pico: cut.append(pico.machine.n))

    def scenario(pico, step):
        for count in (2, 0, 3):
            step(lambda: pico.machine.writing(count))  # noqa: B023 (it runs at once)

    for every in (1, 4):
        pico = faults.Pico("image", {}, every)
        pico.play(scenario)
        assert cut == [n for n in range(1, 6) for _ in faults.PARTS][every - 1 :: every]
        assert (pico.operations, pico.tried, pico.losses) == (5, len(cut), [])
        cut.clear()


def test_the_command_prints_a_row_for_each_kind_and_what_was_lost(monkeypatch, capsys):
    def run(kind, *_, every):
        pico = faults.Pico("image", {}, every)
        pico.first, pico.last = FIRST, LAST
        pico.operations, pico.tried = 5, 4
        pico.losses = [(3, 0.5, "friday is gone")] * (kind == "boot")
        return pico

    monkeypatch.setattr(faults.emulated, "Pico", Machine)
    monkeypatch.setattr(faults.emulator, "named", lambda: "image")
    monkeypatch.setattr(faults.pack, "pack", lambda folder: {})
    monkeypatch.setattr(faults, "built", lambda board: None)
    monkeypatch.setattr(faults, "run", run)
    kinds = [*faults.KINDS, *faults.FLASHES]
    assert faults.main([]) == 1
    said = capsys.readouterr().out
    assert len(said.splitlines()) == len(kinds) + 3
    assert "operation 3 of 5, 50% done: friday is gone" in said
    assert f"{4 * len(kinds)} cuts tried, {4 * len(kinds) - 1} survived" in said
    assert faults.main(["--kind", "mip"]) == 0


def test_what_counts_is_read_from_the_history(handheld):
    """All but the seconds, which differ from one run to the next."""
    handheld.on()
    handheld.played("friday", identity=5, time=60)
    seen = []
    for time in (60, 61):
        handheld.played("friday", identity=5, time=time)
        files = {"/saves/" + name: data for name, data in handheld.files().items()}
        seen.append(counted(files))
    handheld.played("friday", identity=6, moves=9)
    files = {"/saves/" + name: data for name, data in handheld.files().items()}
    assert seen[0] == seen[1] != counted(files) and len(seen[0][2]) == 1
    assert counted({}) == (b"", b"", [])
