"""The self-test: its picture, its questions, and the code for a report."""

import playing
import pytest
from test_qr_code import shown

import hardware
from tools import boards, games


@pytest.mark.parametrize("board", boards.names())
@pytest.mark.parametrize(("keys", "answers"), [("A", "YYY"), ("B", "NNN")])
def test_it_ends_with_a_code_that_encodes_the_answers(tmp_path, board, keys, answers):
    with playing.kept_modules():
        handheld = playing.Handheld(tmp_path, board)
        handheld.on()
        from thirteen.draw import canvas
        from thirteen.screens import selftest

        texts = []
        real = canvas.centre

        def centre(font, text, *where):
            texts.append(text)
            real(font, text, *where)

        canvas.centre = centre
        wired = sum(1 << i for i, name in enumerate(hardware.KEYS) if _pin(board, name) >= 0)
        every = " ".join(name for i, name in enumerate(hardware.KEYS) if wired >> i & 1)
        no = "300 A" if keys == "B" else ""  # it is right
        hardware.play(selftest.run, f"{every} B:1200 {f'200 {keys} ' * 3} {no} 300 A")
        code = f"{board} {games.version()}", f"{wired:03X} {answers} "
        assert code[0] == texts[-4] and texts[-3].startswith(code[1])
        python, *driven = texts[-3].removeprefix(code[1]).split()
        b = boards.read(board)
        how = f"{b['MADCTL']:02X}{'-i'[b['INVERT']]}", f"{b['XOFF']},{b['YOFF']}"
        assert driven == [f"{b['BAUD'] // 10**6}/{b['MODE']}", *how]
        assert python.count(".") == 1 and python.replace(".", "").isdigit()
        for name in every.split():
            assert name in texts


@pytest.mark.parametrize("board", ("ws_lcd_13", "display_pack", "picopad"))
def test_with_a_page_its_code_is_an_address_too(handheld, board):
    """Which the page takes for a report."""
    handheld.board = board
    handheld.on()
    page = "https://example.org/Thirteen/"
    handheld.module("version").PAGE = page
    selftest = handheld.module("screens.selftest")
    with pytest.raises(hardware.Stop):
        events, ms = hardware.taps("A B:1200 300 A 300 A 300 A 300 A")
        hardware.script([*events, (ms + 3000, hardware.Stop)])
        selftest.run()
    b = boards.read(board)
    driven = f"{b['BAUD'] // 10**6}/{b['MODE']}:{b['MADCTL']:02X}{'-I'[b['INVERT']]}"
    where = f"{b['XOFF']}/{b['YOFF']}"
    head = f"{page}#WORKS:{board.upper().replace('_', '$')}:{games.version()}:030:YYY:"
    (text,) = shown(handheld)
    assert text.startswith(head) and text.endswith(f":{driven}:{where}")


@pytest.mark.parametrize("board", ("ws_lcd_13", "display_pack", "display_pack_2"))
def test_its_picture_reaches_each_corner(handheld, board):
    """A profile whose picture is shifted by one pixel cuts off an arrow's tip."""
    handheld.board = board
    hal = handheld.on()
    handheld.module("screens.test_picture").draw("")
    for right in (False, True):
        for below in (False, True):
            for i in range(17):
                near = hal.W - 1 - i if right else i, hal.H - 1 - i if below else i
                corner = (hal.W - 1) * right, (hal.H - 1) * below
                for x, y in (near, (near[0], corner[1]), (corner[0], near[1])):
                    assert hal.fb.pixel(x, y) == 12, (x, y)


START = "300 MENU 200 DOWN*4 A 400 B:1200 300 A 300 A 300 A 300 A 300 "  # the code, then a key
ORDERS = {
    "ws_lcd_13": "UP DOWN LEFT RIGHT B A X Y",  # A and B exchanged
    "picosystem": "Y A X B RIGHT DOWN UP LEFT",  # the pad is on the other side
    "display_pack": "X Y A B",  # moving with A and B
    "ws_lcd_114": "UP DOWN LEFT RIGHT B A",
}


def exchange(handheld, board, confirm):
    """Press the buttons of ORDERS for the keys, then `confirm`, a key, as it is now."""
    handheld.board = board
    handheld.prepare(last=False)
    start = START if _pin(board, "MENU") >= 0 else START.replace("MENU", "B:700", 1)
    if _pin(board, "UP") < 0 or _pin(board, "Y") < 0:  # the menu begins at the path
        start = start.replace("DOWN*4", "DOWN*2")
    if _pin(board, "UP") < 0:
        start = start.replace("DOWN", "Y")
    buttons = " 300 ".join(ORDERS[board].split())
    handheld.play(start + "B 300 " + buttons + " 300 " + confirm + " 900")
    return handheld.module("storage.settings")


def button(board, key):
    """The name of the button that is the key now."""
    keys = [name for name in hardware.KEYS[:8] if _pin(board, name) >= 0]
    return ORDERS[board].split()[keys.index(key)]


@pytest.mark.parametrize("board", ORDERS)
def test_keys_are_exchanged_by_pressing_and_stay_so(handheld, board):
    exchange(handheld, board, button(board, "A"))
    handheld.on()
    settings = handheld.module("storage.settings")
    settings.load()
    settings.values[settings._OPENED] = 0xFF
    settings.save()
    assert settings.order(handheld.module("preferences").WIRED)
    step = button(board, "RIGHT" if _pin(board, "UP") >= 0 else "Y")
    handheld.play(f"{step}*2 {button(board, 'A')} 900")
    assert handheld.game.name == "friday"
    hold = button(board, "B")
    handheld.play(f"900 {hold}:700 300")  # its menu, by the key that is B now
    shown = handheld.module("screens.pause_menu")
    assert shown and handheld.game.name == "friday"


def test_an_order_that_is_not_confirmed_is_forgotten(handheld):
    settings = exchange(handheld, "ws_lcd_13", button("ws_lcd_13", "B"))
    assert not settings.order(0xFF)


def test_a_button_that_is_held_leaves_the_keys_as_they_are(handheld):
    """Of a broken one nothing would come, and the question would never end."""
    handheld.prepare(last=False)
    handheld.play(START + "B 300 UP 300 DOWN 300 DOWN:1000 600 B 600 RIGHT*2 300 A 900")
    assert handheld.game.name == "friday"
    assert not handheld.module("storage.settings").order(0xFF)


@pytest.mark.parametrize("values", (b"\1\0", b"\0\0\0\0\2\0\2", bytes(8)))
def test_an_order_that_is_none_or_another_boards_is_not_used(handheld, values):
    """A damaged one; A and X exchanged, where there is no X."""
    handheld.on()
    settings = handheld.module("storage.settings")
    settings.values[settings.KEYS : settings.KEYS + 8] = values + bytes(8 - len(values))
    assert settings.order(0x3F) == b""


def test_captions_show_the_letters_of_the_buttons(handheld):
    """With A and B exchanged the picture of a caption with A is that of one with B before."""
    handheld.prepare()
    handheld.on()
    art = handheld.module("draw.art")
    settings, preferences = handheld.module("storage.settings"), handheld.module("preferences")
    settings.load()

    def drawn(text):
        handheld.hal.fb.fill(0)
        handheld.hal.text(art.SMALL, text, 10, 10, 0xF650)
        return bytes(handheld.hal.buf)

    before = [drawn(letter) for letter in (art.CH_BUTTON_A, art.CH_BUTTON_B, art.CH_UP)]
    settings.exchange(b"\0\1\2\3\5\4\6\7")
    preferences.apply()
    after = [drawn(letter) for letter in (art.CH_BUTTON_B, art.CH_BUTTON_A, art.CH_UP)]
    assert before == after and before[0] != before[1]
    settings.exchange(bytes(range(8)))
    preferences.apply()
    assert before[0] == drawn(art.CH_BUTTON_A)


def test_b_at_power_on_is_the_button_of_that_name(handheld):
    """Whatever key it is: the way to MicroPython's prompt is printed on the board."""
    exchange(handheld, "ws_lcd_13", button("ws_lcd_13", "A"))
    handheld.on()
    import main

    asked = []
    handheld.module("screens.crash").prompt = lambda: asked.append(True)
    handheld.hardware.level = 1 << hardware.KEYS.index("B")
    main.run()
    assert asked


def _pin(board, name):
    return boards.read(board)[name]
