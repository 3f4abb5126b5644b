"""The screen with a game's QR code: read from the panel by a decoder, it is that game."""

import playing
import pytest
import zxingcpp
from screen_checks import ScreenChecks

from tools import bank, games, records

BOARDS = ("ws_lcd_13", "display_pack_2", "ws_lcd_114", "picosystem", "display_pack")
GAMES = [game for game in playing.GAMES if game not in playing.RACES]


def shown(handheld):
    """The texts of all QR codes on the panel."""
    picture = handheld.panel.image(handheld.hardware.turned).convert("L")
    w, h = picture.size
    found = zxingcpp.read_barcodes(memoryview(picture.tobytes()).cast("B", (h, w)))
    return [code.text for code in found]


def code_keys(handheld):
    """The keys that lead from the table to the code."""
    keys = playing.row(handheld, "QR code") + " 1500"
    if not handheld.hal.PAD:
        keys = keys.replace("DOWN", "Y")
    return keys if handheld.hal._PINS[8] >= 0 else keys.replace("MENU", "B:700")


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("game", GAMES)
def test_the_code_of_a_game_in_play(handheld, game, board):
    handheld.board = board
    i = GAMES.index(game) + len(board)
    alone = game not in playing.MULTIPLAYER
    options = None if alone else b"\0\0\2"  # against a computer player
    moves = i % 40 if alone else 5
    handheld.prepare(game, 100000 + i, moves, options, theme=i % 3)
    keys = "A 900 " + code_keys(handheld)
    handheld.on()
    checks = ScreenChecks(handheld)
    handheld.tap(keys)
    (text,) = shown(handheld)
    made = records.check(records.parse(text))
    assert (made.number, made.s) == (handheld.game.match.number, handheld.game.match.s)
    assert not checks.faults


@pytest.mark.parametrize("game", bank.GAMES)
def test_a_game_won_by_keys_is_proved_by_its_code(handheld, game):
    """All its moves are redone, and the code is shown from the result card."""
    deal, line = next((deal, line) for deal, line in bank.read(game).items() if bank.won(line))
    handheld.prepare(game, deal)
    table = handheld.module("game").Game(game)
    table.match.deal(deal)
    for m in bank.decode(table.rules, deal, line):
        table.match.play(m)
    table.match.go(0)
    table.reset_counters()
    table.save()
    over = handheld.module("screens.game_over")
    at = [over.ROWS[i] for i in over.rows(True)].index("QR code")
    redo = playing.row(handheld, "Redo all %d") + " 9000"
    match = handheld.play(f"600 {redo} DOWN*{at} A 1500").game.match
    (text,) = shown(handheld)
    rec = records.parse(text)
    made = records.check(rec)
    assert rec["result"] == "won" and made.s == match.s and made.played == match.played > 20


def test_any_key_leads_back_to_the_menu_and_changes_nothing(handheld):
    handheld.prepare("friday", 42, 20)
    keys = code_keys(handheld)
    for key in ("A", "B", "X", "LEFT"):
        match = handheld.play(f"600 {keys} {key} 300").game.match
        assert (match.number, match.played) == (42, 20) and not shown(handheld)
        match = handheld.play(
            f"600 {keys} {key} 300 B 300 B 300 Y 300"
        ).game.match  # back to the game
        assert match.played == 19


def test_a_key_while_the_code_is_made_leads_back(handheld):
    handheld.prepare("three_thirteen", 42, 100)
    keys = code_keys(handheld).removesuffix(" 1500")
    handheld.play(f"3000 {keys} 40 B 40 B 300")
    assert not shown(handheld) and not handheld.module("ui.keys").idle > 1000


def test_a_game_whose_moves_are_forgotten_is_shown_by_its_result(handheld):
    """A hand that was dealt can't be undone, so saves begin with the last one."""
    handheld.prepare("three_thirteen", 5, 40)
    assert handheld.saved("three_thirteen").match.forgotten
    handheld.on()
    handheld.tap("A:900 900 " + code_keys(handheld))
    (text,) = shown(handheld)
    with pytest.raises(games.Bad, match="claims that deal 5 of three_thirteen is still in play"):
        records.parse(text)


@pytest.mark.parametrize("moves, star", [(89, True), (90, False), (91, False)])
def test_a_game_below_par_has_a_star(handheld, moves, star):
    handheld.on()
    table = handheld.start("friday", 3)
    table.match.played = moves
    table.rules.over, table.mode.par = lambda s: 1, lambda game: 90
    sign = handheld.module("draw.art").CH_STAR + " "
    told = handheld.module("screens.qr_code").words(table)
    assert told[2] == sign * star + f"Won in {moves} moves, par 90"


def test_the_day_of_a_deal_is_said_once(handheld):
    handheld.on()
    table, history = handheld.start("friday", 3), handheld.module("storage.history")
    words = handheld.module("screens.qr_code").words
    for how, day, said in (
        (0, 9813, "Deal 3, 13 Nov 2026"),
        (history.IS_DAILY, 9813, "Daily deal 13 Nov 2026"),
        (0, 7, "Deal 3"),
        (history.IS_DAILY, 7, "Daily deal no. 7"),
    ):
        table.how, table.day = how, day
        assert words(table)[1] == said


def test_with_a_page_it_is_an_address(handheld):
    handheld.prepare("thirteens", 77, 5)
    keys = "600 " + code_keys(handheld)
    handheld.on()
    page = "https://example.org/Thirteen/"
    handheld.module("version").PAGE = page
    handheld.tap(keys)
    (text,) = shown(handheld)
    assert text.startswith(page + "#13-")
    assert records.check(records.parse(text)).s == handheld.game.match.s


def test_the_page_s_address_has_one_place(monkeypatch, tmp_path):
    monkeypatch.setattr(games, "ROOT", tmp_path)
    for text, page in (
        ('[project.urls]\npage = "https://a.example/T/"\n', "https://a.example/T/"),
        (
            '[project.urls]\n# page = "https://a.ex/"\n[x]\npage = "https://b.ex/"\n',
            "",
        ),
        ('[project.urls]\npage = "https://a.example/#x"\n', ""),
        ("[project]\n", ""),
    ):
        (tmp_path / "pyproject.toml").write_text(text)
        assert games.page() == page
