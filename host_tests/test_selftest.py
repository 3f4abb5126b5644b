"""The self-test: its picture, its questions, and the code for a report."""

import playing
import pytest

import hardware
from tools import boards, games


@pytest.mark.parametrize("board", boards.names())
@pytest.mark.parametrize(("keys", "answers"), [("A", "YY"), ("B", "NN")])
def test_it_ends_with_a_code_that_encodes_the_answers(tmp_path, board, keys, answers):
    with playing.kept_modules():
        handheld = playing.Handheld(tmp_path, board)
        handheld.on()
        from thirteen.screens import selftest
        from thirteen.ui import canvas

        texts = []
        real = canvas.centre

        def centre(font, text, *where):
            texts.append(text)
            real(font, text, *where)

        canvas.centre = centre
        wired = sum(1 << i for i, name in enumerate(hardware.KEYS) if _pin(board, name) >= 0)
        every = " ".join(name for i, name in enumerate(hardware.KEYS) if wired >> i & 1)
        hardware.play(selftest.run, f"{every} B:1200 200 {keys} 200 {keys} 300 A")
        code = f"{board} {games.version()}", f"{wired:03X} {answers} "
        assert code[0] == texts[-2] and texts[-1].startswith(code[1])
        python = texts[-1].rpartition(" ")[2]
        assert python.count(".") == 1 and python.replace(".", "").isdigit()
        for name in every.split():
            assert name in texts


@pytest.mark.parametrize("board", ("ws_lcd_13", "display_pack", "display_pack_2"))
def test_its_picture_reaches_each_corner(handheld, board):
    """A profile whose picture is shifted by one pixel cuts off an arrow's tip."""
    handheld.board = board
    hal = handheld.on()
    handheld.module("screens.selftest")._draw()
    for right in (False, True):
        for below in (False, True):
            for i in range(17):
                near = hal.W - 1 - i if right else i, hal.H - 1 - i if below else i
                corner = (hal.W - 1) * right, (hal.H - 1) * below
                for x, y in (near, (near[0], corner[1]), (corner[0], near[1])):
                    assert hal.fb.pixel(x, y) == 12, (x, y)


def _pin(board, name):
    return boards.read(board)[name]
