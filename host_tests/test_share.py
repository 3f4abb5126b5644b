"""How many of Friday's deals can be won: the file of proofs, and the program that made it."""

import shutil

import playing
import pytest

from tools import bank
from tools.research import plain_play, share, verdicts

DRAWN = False
MOST = 3000  # positions of a comparison


def test_every_deal_is_won_in_the_bank_or_in_the_file():
    entries = share.read()
    won = {deal for deal, line in bank.read("friday").items() if bank.won(line)}
    assert won.isdisjoint(entries) and won | set(entries) == set(range(1, 2001))


def test_the_file_is_what_other_programs_find():
    entries = share.read()
    lost = [deal for deal, (verdict, met, *_) in entries.items() if verdict == "lost"]
    small = [deal for deal in lost if entries[deal][1] < 200]
    some = {deal: entries[deal] for deal in small[:: 1 if playing.SOAK else 12]}
    some |= {deal: entry for deal, entry in entries.items() if entry[0] == "won"}
    count, wrong = share.check(some, MOST, 1)
    assert count > 20 and not wrong
    assert share.check({small[0]: ("lost", 199)}, MOST, 1) == (1, [small[0]])


@pytest.mark.skipif(not any(map(shutil.which, ("cc", "gcc", "clang"))), reason="no C compiler")
def test_the_program_meets_the_positions_that_the_handheld_meets():
    solver = share.Solver(16)
    rules = playing.RULES["friday"]
    bot = playing.importlib.import_module("thirteen.bots.friday")
    found = set()
    for deal in range(1, 400, 40 if not playing.SOAK else 4):
        for s in plain_play.line("friday", deal, deal)[3::17]:
            if rules.over(s) or rules.hopeless(s):
                continue
            with verdicts.counted() as met:
                *_, verdict = bot.settle(s, MOST)
            name, positions, line = solver.settle(s, MOST)
            assert name == ("open", "won", "lost")[verdict]
            assert positions == len(met) or name == "open"
            found.add(name)
            for m in line:
                rules.apply(s, m)
            assert not line or rules.over(s) == 1
    assert found >= {"won", "lost"}
