"""The bank of winnable deals: its proofs win, its bitmaps agree."""

import os
import shutil
from array import array

import pytest

from tools import bank, games
from tools.games import Bad
from tools.research import bank as search

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
    for deal, text in proofs[:: 1 if SOAK else 20]:
        bank.decode(rules, deal, text)  # Bad if it does not win
    for deal, text in proofs[::300]:
        assert bank.encode(rules, deal, bank.decode(rules, deal, text)) == text


def test_every_deal_of_thirteens_is_solved():
    entries = bank.read("thirteens")
    proofs = list(entries.values())
    assert bank.UNKNOWN not in proofs
    assert 0.85 < sum(map(bank.won, proofs)) / len(proofs) < 0.86
    for deal in list(entries)[:: 1 if SOAK else 160]:
        assert search.settle("thirteens", deal) == entries[deal]


@pytest.mark.parametrize(("game", "deals"), [("friday", (1, 4, 2000)), ("imaginary", (1, 2, 500))])
def test_the_searches_find_the_same_again(game, deals):
    entries = bank.read(game)
    for deal in deals:
        assert search.settle(game, deal) == entries[deal]


@pytest.mark.parametrize("change", ["", "0", "x", "!", "end"])
def test_an_invalid_proof_is_refused(change):
    rules = games.rules("thirteens")
    entries = bank.read("thirteens")
    deal, text = next((deal, text) for deal, text in entries.items() if len(text) > 20)
    bad = {"": text[:-1], "end": text + "0"}.get(change, change + text[1:])
    if bad != text:
        with pytest.raises(Bad, match=f"deal {deal}: "):
            bank.decode(rules, deal, bad)


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """(folder, sizes) of the generated files."""
    from tools import assets

    folder = tmp_path_factory.mktemp("firmware")
    for game in bank.LINED:  # which takes a second, and is tested as test_banked
        lines = f"thirteen/bank/{game}-lines.bin"
        (folder / lines).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(games.FIRMWARE / lines, folder / lines)
    return folder, assets.build(folder)


@pytest.mark.parametrize("game", bank.GAMES)
def test_the_bitmap_agrees_with_the_proofs(game, built):
    folder, sizes = built
    entries = bank.read(game)
    name = f"thirteen/bank/{game}.bin"
    data = (folder / name).read_bytes()
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
