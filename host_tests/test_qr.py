"""QR codes: read by another program's decoder, with errors in them too."""

import random

import pytest
import zxingcpp

from thirteen.draw import qr

ADDRESS = "https://example.org/thirteen/#"
# The most letters by version at level L: (alone, behind the address).
FULL = (
    (25, 0), (47, 1), (77, 31), (114, 68), (154, 108),
    (195, 149), (224, 178), (279, 234), (335, 289), (395, 348),
)  # fmt: skip
# Codewords by version at level L: those of errors, and how many blocks share them (ISO 18004).
SPARE = ((7, 1), (10, 1), (15, 1), (20, 1), (26, 1), (36, 2), (40, 2), (48, 2), (60, 2), (72, 4))


def make(text):
    """(size, rows of 0 and 1) of a text."""
    *slices, (size, cells) = qr.make(text)
    assert set(slices) == {None}
    return size, [[c & 1 for c in cells[y * size : (y + 1) * size]] for y in range(size)]


def letters(n, seed=1):
    r = random.Random(seed)
    return "".join(r.choice("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:") for _ in range(n))


def read(size, rows, scale=2):
    """What the decoder makes of the code within its quiet zone, or None."""
    side = (size + 2 * qr.QUIET) * scale
    edge = bytes([255]) * (side * qr.QUIET * scale)
    light = bytes([255]) * (qr.QUIET * scale)
    picture = edge
    for row in rows:
        picture += (light + b"".join(bytes([255 - 255 * c]) * scale for c in row) + light) * scale
    picture += edge
    found = zxingcpp.read_barcodes(memoryview(picture).cast("B", (side, side)))
    return found[0] if found and found[0].valid else None


@pytest.mark.parametrize("version", range(1, 11))
@pytest.mark.parametrize("head", ["", ADDRESS])
def test_a_decoder_reads_each_version(head, version):
    most = FULL[version - 1][bool(head)]
    for n in {most, most - 1, most * 3 // 4 + 1} if most > 1 else ():
        tail = letters(n, version)
        size, rows = make(head + tail)
        if n == most:
            assert size == 17 + 4 * version
        found = read(size, rows)
        assert found.text == head + tail and found.ec_level in "LM"


@pytest.mark.parametrize("version", range(1, 11))
def test_a_decoder_mends_what_the_level_allows(version):
    """Half the codewords of errors may be wrong, wherever they lie; here a quarter of them is."""
    r = random.Random(version)
    text = letters(FULL[version - 1][0], version)
    size, rows = make(text)
    wrong = SPARE[version - 1][0] // 4
    done = set()
    while len(done) < wrong:  # a module is in one codeword
        x, y = r.randrange(9, size - 9), r.randrange(9, size - 9)
        if (x, y) not in done and 6 not in (x, y):
            done.add((x, y))
            rows[y][x] ^= 1
    assert read(size, rows).text == text


@pytest.mark.parametrize("version", range(1, 11))
def test_one_letter_more_takes_the_next_version(version):
    most = FULL[version - 1][0]
    if version == 10:
        with pytest.raises(ValueError, match="too long"):
            make(letters(most + 1))
    else:
        assert make(letters(most + 1))[0] == 17 + 4 * (version + 1)


@pytest.mark.parametrize("most", (20, 38, 61, 90, 122))
def test_errors_are_corrected_at_level_m_if_there_is_room(most):
    """Of versions 1 to 5: `most` letters fit."""
    assert [read(*make(letters(n))).ec_level for n in (most, most + 1)] == ["M", "L"]


def test_dark_modules_are_those_with_bit_0():
    assert qr._dark(bytes(range(8)), 7) == 3


def penalty(rows):
    """ISO 18004, 7.8.3.1: long lines, squares, what looks like a finder, dark and light."""
    lines = [*map(tuple, rows), *zip(*rows)]
    n = 0
    for line in lines:
        text = "".join(map(str, line))
        runs = text.replace("01", "0 1").replace("10", "1 0").split()
        n += sum(len(run) - 2 for run in runs if len(run) > 4)
        for i in range(len(text) - 10):
            n += 40 * (text[i : i + 11] in ("10111010000", "00001011101"))
    for a, b in zip(rows, rows[1:]):
        n += 3 * sum(a[i : i + 2] == b[i : i + 2] in ([0, 0], [1, 1]) for i in range(len(a) - 1))
    dark = 100 * sum(map(sum, rows)) / len(rows) ** 2
    return n + 10 * int(abs(dark - 50) / 5)


def test_the_chosen_mask_is_the_one_with_the_least_penalty(monkeypatch):
    """With each of the others the code is read as well, and is no better."""
    draw, form = qr._mask, qr._format
    for seed in range(6):
        text = letters(60, seed)
        size, rows = make(text)
        costs = []
        for forced in range(8):
            monkeypatch.setattr(qr, "_mask", lambda c, n, m, out, f=forced: draw(c, n, f, out))
            monkeypatch.setattr(qr, "_format", lambda c, n, lv, m, f=forced: form(c, n, lv, f))
            _, other = make(text)
            assert read(size, other).text == text
            costs.append(penalty(other))
        monkeypatch.undo()
        assert penalty(rows) == min(costs)
