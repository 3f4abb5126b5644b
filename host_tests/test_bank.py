"""The bank of winnable deals: its proofs win, its bitmaps agree, an interrupted run continues."""

import errno
import os
from array import array

import pytest

from tools import bank, games
from tools.__main__ import main
from tools.games import Bad

SOAK = bool(os.environ.get("SOAK"))
DEALS = {"thirteens": 10_000, "friday": 2000, "imaginary": 2000}  # the least in each bank


@pytest.mark.parametrize("game", bank.GAMES)
def test_every_deal_has_an_entry(game):
    entries = bank.read(game)
    assert list(entries) == list(range(1, len(entries) + 1))
    assert len(entries) >= DEALS[game]
    assert bank.path(game).read_text().startswith(bank.head(game))


@pytest.mark.parametrize("game", bank.GAMES)
def test_the_bank_s_lines_of_play_win(game):
    rules = games.rules(game)
    proofs = [(deal, text) for deal, text in bank.read(game).items() if bank.won(text)]
    assert len(proofs) > 500
    for deal, text in proofs:
        bank.decode(rules, deal, text)  # Bad if it does not win
    for deal, text in proofs[::100]:
        assert bank.encode(rules, deal, bank.decode(rules, deal, text)) == text


def test_every_deal_of_thirteens_is_solved():
    entries = bank.read("thirteens")
    proofs = list(entries.values())
    assert bank.UNKNOWN not in proofs
    assert 0.85 < sum(map(bank.won, proofs)) / len(proofs) < 0.86
    for deal in list(entries)[:: 1 if SOAK else 40]:
        assert bank.settle("thirteens", deal) == entries[deal]


@pytest.mark.parametrize(("game", "deals"), [("friday", (1, 4, 2000)), ("imaginary", (1, 2, 500))])
def test_the_searches_find_the_same_again(game, deals):
    entries = bank.read(game)
    for deal in deals:
        assert bank.settle(game, deal) == entries[deal]


@pytest.mark.parametrize("change", ["", "0", "x", "!", "end"])
def test_an_invalid_proof_is_refused(change):
    rules = games.rules("thirteens")
    entries = bank.read("thirteens")
    deal, text = next((deal, text) for deal, text in entries.items() if len(text) > 20)
    bad = {"": text[:-1], "end": text + "0"}.get(change, change + text[1:])
    if bad != text:
        with pytest.raises(Bad, match=f"deal {deal}: "):
            bank.decode(rules, deal, bad)


@pytest.mark.parametrize("game", bank.GAMES)
def test_the_bitmap_agrees_with_the_proofs(game, tmp_path):
    from tools import assets

    entries = bank.read(game)
    sizes = assets.build(tmp_path)
    name = f"thirteen/bank/{game}.bin"
    data = (tmp_path / name).read_bytes()
    assert data == bank.bitmap(entries) and sizes[name] == {"deals": len(data)}
    last, won = array("H", data[:4])
    blocks = -(-last // 512)
    assert len(data) == 4 + 2 * blocks + 64 * blocks
    bits = data[4 + 2 * blocks :]
    deals = range(1, 512 * blocks + 1)
    marked = [deal for deal in deals if bits[deal - 1 >> 3] >> (deal - 1 & 7) & 1]
    assert marked == [deal for deal, text in entries.items() if bank.won(text)]
    assert won == len(marked) and last == len(entries)
    before = array("H", data[4 : 4 + 2 * blocks])
    assert list(before) == [sum(deal <= 512 * i for deal in marked) for i in range(blocks)]


def test_a_bank_with_gaps_and_an_empty_bank():
    assert bank.bitmap({}) == bytes(4)
    data = bank.bitmap({3: "0", 515: "1", 7: bank.LOST, 520: bank.UNKNOWN})
    assert len(data) == 4 + 4 + 128 and list(array("H", data[:8])) == [520, 2, 0, 1]
    assert data[8] == 4 and data[8 + 64] == 4
    with pytest.raises(Bad, match="ends at deal 16384"):
        bank.bitmap({16385: "0"})


# Runs


def run(out, deals, workers=1, game="thirteens"):
    args = ["bank", game, "--deals", deals, "--workers", str(workers), "--out", str(out)]
    return main(args)


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    out = tmp_path_factory.mktemp("bank") / "whole.txt"
    assert run(out, "1-40") == 0
    return out.read_bytes()


def test_the_file_is_that_of_the_bank(whole):
    assert bank.path("thirteens").read_bytes().startswith(whole)
    assert whole.count(b"\n") == bank.head("thirteens").count("\n") + 40


def test_the_number_of_workers_does_not_change_the_file(whole, tmp_path, capsys):
    assert run(tmp_path / "a.txt", "1-40", 3) == 0
    assert (tmp_path / "a.txt").read_bytes() == whole
    assert capsys.readouterr().out.startswith("thirteens: 40 deals, ")


def test_a_run_interrupted_anywhere_can_be_continued(whole, tmp_path, monkeypatch):
    out = tmp_path / "a.txt"
    settled = []
    settle = bank.settle

    def counted(game, deal):
        settled.append(deal)
        return settle(game, deal)

    monkeypatch.setattr(bank, "settle", counted)
    head, n = len(bank.head("thirteens")), len(whole)
    for size in (0, 1, 100, head, head + 1, n // 2, n - 1, n):
        out.write_bytes(whole[:size])
        settled.clear()
        assert run(out, "1-40") == 0
        assert out.read_bytes() == whole
        left = whole[:size].count(b"\n") - bank.head("thirteens").count("\n")
        assert len(settled) == 40 - max(left, 0)


def test_ctrl_c_keeps_finished_deals(whole, tmp_path, monkeypatch, capsys):
    out = tmp_path / "a.txt"
    settle = bank.settle

    def stopped(game, deal):
        if deal == 20:
            raise KeyboardInterrupt
        return settle(game, deal)

    with monkeypatch.context() as patch:
        patch.setattr(bank, "settle", stopped)
        assert run(out, "1-40") == 130
    assert list(bank.read("thirteens", out)) == list(range(1, 20))
    assert run(out, "1-40") == 0
    assert out.read_bytes() == whole


def test_parts_in_any_order_make_the_same_file(whole, tmp_path):
    out = tmp_path / "a.txt"
    for deals in ("31-40", "7", "1-35"):
        assert run(out, deals) == 0
    assert out.read_bytes() == whole


def test_invalid_arguments_are_reported(tmp_path, capsys, monkeypatch):
    def refusal(out, deals, workers=1):
        assert run(out, deals, workers) == 2
        return capsys.readouterr().err

    out = tmp_path / "a.txt"
    assert "not a deal" in refusal(out, "0-5") and "not a deal" in refusal(out, "x")
    assert "not a range" in refusal(out, "9-5") and "up to deal 16384" in refusal(out, "1-20000")
    assert "--workers" in refusal(out, "1-5", 0)
    out.write_text("dear diary\n")
    assert "not a bank of thirteens" in refusal(out, "1-5") and out.read_text() == "dear diary\n"
    for line in ("12\n", "x 0\n", "3 -\n3 -\n"):
        out.write_text(bank.head("thirteens") + line)
        assert "line" in refusal(out, "1-5")
    out.write_bytes(b"\xff\xfe")
    assert "isn't text" in refusal(out, "1-5")
    assert "there is no folder" in refusal(tmp_path / "new" / "a.txt", "1-5")
    assert not (tmp_path / "new").exists()
    (tmp_path / "folder").mkdir()
    assert "can't be read" in refusal(tmp_path / "folder", "1-5")
    assert "there is no folder" in refusal(out / "b.txt", "1-5")
    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", no_room)
        assert "can't be written: No space left" in refusal(tmp_path / "b.txt", "1-5")


def no_room(*_):
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
