"""QR codes: module by module those of another encoder, and read by a decoder."""

import random

import pytest
import qrcode
import zxingcpp
from qrcode import util

from thirteen.draw import qr

ADDRESS = "https://example.org/thirteen/#"
# The most letters by version at level L: (alone, behind the address).
FULL = (
    (25, 0), (47, 1), (77, 31), (114, 68), (154, 108),
    (195, 149), (224, 178), (279, 234), (335, 289), (395, 348),
)  # fmt: skip


def make(text):
    """(size, rows of 0 and 1) of a text."""
    *slices, (size, cells) = qr.make(text)
    assert set(slices) == {None}
    return size, [[c & 1 for c in cells[y * size : (y + 1) * size]] for y in range(size)]


def letters(n, seed=1):
    r = random.Random(seed)
    return "".join(r.choice("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:") for _ in range(n))


def others(head, tail, version):
    """What the other encoder makes of it, for each level and mask that hold it."""
    for level in (qrcode.ERROR_CORRECT_M, qrcode.ERROR_CORRECT_L):
        for mask in range(8):
            code = qrcode.QRCode(version, level, border=0, mask_pattern=mask)
            if head:
                code.add_data(util.QRData(head.encode(), util.MODE_8BIT_BYTE))
            code.add_data(util.QRData(tail.encode(), util.MODE_ALPHA_NUM))
            try:
                code.make(fit=False)
            except qrcode.exceptions.DataOverflowError:
                break
            yield [[int(dark) for dark in row] for row in code.modules]


@pytest.mark.parametrize("version", range(1, 11))
@pytest.mark.parametrize("head", ["", ADDRESS])
def test_another_encoder_makes_the_same(head, version):
    most = FULL[version - 1][bool(head)]
    for n in {most, most - 1, most * 3 // 4 + 1} if most > 1 else ():
        tail = letters(n, version)
        size, rows = make(head + tail)
        if n == most:
            assert size == 17 + 4 * version
        assert rows in list(others(head, tail, (size - 17) // 4))
        assert read(size, rows) == head + tail


def read(size, rows, scale=2):
    """What the decoder reads from the code within its quiet zone."""
    side = (size + 2 * qr.QUIET) * scale
    edge = bytes([255]) * (side * qr.QUIET * scale)
    light = bytes([255]) * (qr.QUIET * scale)
    picture = edge
    for row in rows:
        picture += (light + b"".join(bytes([255 - 255 * c]) * scale for c in row) + light) * scale
    picture += edge
    (found,) = zxingcpp.read_barcodes(memoryview(picture).cast("B", (side, side)))
    return found.text


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
    """Of versions 1 to 5: `most` letters fit. The second bit of the format tells the level."""
    assert [make(letters(n))[1][8][1] for n in (most, most + 1)] == [0, 1]


def test_dark_modules_are_those_with_bit_0():
    assert qr._dark(bytes(range(8)), 7) == 3


def test_the_chosen_mask_is_a_good_one():
    """By the other encoder's penalty, near the least: it counts one of the features otherwise."""
    for seed in range(10):
        tail = letters(60, seed)
        _, rows = make(tail)
        costs = [util.lost_point(other) for other in others("", tail, 3)]
        mine = util.lost_point(rows)
        assert mine - min(costs) <= 120 and mine < sorted(costs)[len(costs) // 2]
