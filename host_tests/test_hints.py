"""Hints of the patience games and Make 13: their decisions, knowledge and verdicts.

The bots share one protocol, for hints and for reviews: think(s), step(), then move() and
verdict(), which is 1 if the position can be won, 2 if it cannot, 0 if unknown.
"""

import hashlib
import random
from array import array

import pytest
from playing import hint

from thirteen import options
from tools import bank, games

# A game, its options, deals, and a digest of all decisions in them. What a bot regards among the
# options occurs with its different values.
DECISIONS = [
    ("thirteens", {}, range(1, 31), "bf4ba81ff2bd30e6"),
    ("thirteens", {"kings": "auto"}, range(1, 21), "d4dbce97939ce852"),
    ("make13", {}, range(1, 4), "b72b84a77ec0ea7e"),
    ("make13", {"kind": "level", "levels": "9"}, range(1, 3), "0f0f786394cb7ed2"),
    ("make13", {"kind": "score"}, range(1, 4), "d444585789450e1d"),
    ("friday", {}, range(1, 5), "1745f32d4a6e4805"),
    ("friday", {"redeals": "2"}, range(5, 6), "556657922aa0b370"),
    ("imaginary", {"hold": "yes"}, range(1, 2), "bae521e41339d0b5"),
    ("imaginary", {}, range(2, 3), "9e449da428258fa6"),
    ("imaginary", {"bases": "no", "wastes": "6"}, range(3, 4), "b45d29ba27a53e3e"),
]


@pytest.fixture(autouse=True)
def in_short(monkeypatch):
    """Use only a few orders of the stock: CPython is slow."""
    monkeypatch.setattr(games.bot("make13"), "_PLAYOUTS", 12)
    monkeypatch.setattr(games.bot("imaginary"), "_WORK", 600)


def legal(rules, s):
    out = array("H", bytes(2 * rules.MOVES))
    return out[: rules.moves(s, out)]


def played(rules, s, m):
    after = bytearray(s)
    rules.apply(after, m)
    return after


def decisions(name, chosen, deals):
    """(deal, state, hint, verdict) of games played by hints, except every seventh move."""
    rules, bot = games.rules(name), games.bot(name)
    for deal in deals:
        s = bytearray(rules.SIZE)
        rules.new(s, deal, options.pack(rules.OPTIONS, chosen))
        n = 0
        while not rules.over(s):
            n += 1
            m, verdict = hint(bot, s)
            yield deal, bytes(s), m, verdict
            moves = legal(rules, s)
            rules.apply(s, m if n % 7 and m >= 0 else moves[n % len(moves)])


def digest(name, chosen, deals):
    h = hashlib.sha256()
    for deal, state, m, verdict in decisions(name, chosen, deals):
        h.update(f"{deal} {state.hex()} {m} {verdict}\n".encode())
    return h.hexdigest()[:16]


@pytest.mark.parametrize("name, chosen, deals, pinned", DECISIONS)
def test_the_decisions_of_hints_are_pinned(name, chosen, deals, pinned):
    """If a digest changes, so does the play: measure it again with `tools research hints`."""
    assert digest(name, chosen, deals) == pinned


def hidden(name, s):
    """The slice of a state with the cards whose order the player does not know."""
    rules = games.rules(name)
    if name == "friday":
        if s[rules._MADE]:
            return range(0)
        return range(rules._PILE + s[rules._HAND], rules._PILE + s[rules._END])
    return range(rules.STOCK + s[rules.TAKEN] + 1, rules.STOCK + s[rules.DEALT])


@pytest.mark.parametrize("name", ["friday", "imaginary"])
def test_a_hint_and_its_verdict_do_not_depend_on_unseen_cards(name):
    """F3, I8: another order of the unseen cards changes nothing."""
    rules, bot = games.rules(name), games.bot(name)
    dice = random.Random(13)
    checked = 0
    for _, state, m, verdict in list(decisions(name, {}, range(31, 32)))[::4]:
        s = bytearray(state)
        places = hidden(name, s)
        if len(places) < 2:
            continue
        left = [s[i] for i in places]
        dice.shuffle(left)
        for i, c in zip(places, left):
            s[i] = c
        assert hint(bot, s) == (m, verdict)
        assert not rules.over(s)
        checked += 1
        if name == "friday":  # it counts each of them: ranks from a 4 on, as the piles begin
            ranks = sorted(((c & 15) + 2) % 13 + 1 for c in left)
            first = bot.table.CARDS + 48 - len(left)
            assert sorted(bot._root[first : first + len(left)]) == ranks
    assert checked > 5


def walk(rules, deal, packed, left):
    """A state of a random game with at most `left` cards in the stock, or None."""
    dice = random.Random(deal)
    s = bytearray(rules.SIZE)
    rules.new(s, deal, packed)
    while not rules.over(s) and rules.stock(s) > left:
        moves = list(legal(rules, s))
        plays = [m for m in moves if m < 16 or m >= 64]
        rules.apply(s, dice.choice(plays or moves))
    return None if rules.over(s) else s


def can_win(rules, s, met):
    """By exhaustive search."""
    if rules.over(s):
        return rules.over(s) == 1
    key = bytes(s)
    if key not in met:
        met.add(key)
        return any(can_win(rules, played(rules, s, m), met) for m in legal(rules, s))
    return False


def end(rules, heights, wastes, stock):
    """A state of Imaginary Thirteen: foundations' heights, ranks in the wastes and the stock."""
    s = bytearray(rules.SIZE)
    s[rules._HOLD], s[rules.IN_USE] = 1, len(wastes)
    s[rules.HEIGHT : rules.TOP] = bytes(heights)
    for w, pile in enumerate(wastes):
        for r in pile:
            s[rules.STOCK + s[rules.TAKEN]] = r
            s[rules.UNDER + s[rules.TAKEN]] = s[rules.TOP + w]
            s[rules.TAKEN] += 1
            s[rules.TOP + w] = s[rules.TAKEN]
            s[rules._WASTED + w] += 1
    s[rules.DEALT] = s[rules.TAKEN] + len(stock)
    s[rules.STOCK + s[rules.TAKEN] : rules.STOCK + s[rules.DEALT]] = bytes(stock)
    return s


def ends(rules, n):
    """Positions near the end: the needed cards are in the wastes, one or two in the stock."""
    dice = random.Random(5)
    for _ in range(n):
        heights = [12] * 8
        for _ in range(dice.randrange(10, 18)):
            f = dice.randrange(8)
            heights[f] = max(heights[f] - 1, 1)
        left = [rules.rank_at(f, h) for f in range(8) for h in range(heights[f], 12)]
        dice.shuffle(left)
        k = dice.randrange(3)
        wastes = [[], [], []]
        for r in left[k:]:
            wastes[dice.randrange(3)].append(r)
        yield end(rules, heights, wastes, left[:k])


def test_imaginary_thirteen_weighs_nothing_if_there_is_one_move(monkeypatch):
    rules, bot = games.rules("imaginary"), games.bot("imaginary")
    begun = []
    play_out = bot.table.play_out
    monkeypatch.setattr(bot.table, "play_out", lambda *of: begun.append(1) or play_out(*of))
    alone = 0
    for deal in range(1, 13):
        s = bytearray(rules.SIZE)
        rules.new(s, deal, bytes(len(rules.OPTIONS)))
        begun.clear()
        hint(bot, s)
        if all(rules.text(s, m) in "abcd" for m in legal(rules, s)):
            assert not begun  # all wastes are empty: one is as good as another
            alone += 1
    assert alone > 2


def test_verdicts_of_imaginary_thirteen_agree_with_exhaustive_search():
    """I6: 1 only if the order is known and can be won, 2 only if it can't be won."""
    rules, bot = games.rules("imaginary"), games.bot("imaginary")
    met = {1: 0, 2: 0}
    unknown = 0
    for s in ends(rules, 120):
        m, verdict = hint(bot, s)
        truth = can_win(rules, s, set())
        if verdict:
            assert truth == (verdict == 1)
            met[verdict] += 1
        else:
            unknown += 1
        if verdict == 1 and not rules.over(s):
            assert can_win(rules, played(rules, s, m), set())
    assert min(met.values()) > 20 and unknown < 60


@pytest.mark.parametrize("name, most, every", [("imaginary", 20, 20), ("friday", 8, 9)])
def test_no_deal_is_called_lost_if_the_bank_wins(name, most, every):
    """I6, F13: no verdict of 2 along a winning line."""
    rules, bot = games.rules(name), games.bot(name)
    entries = bank.read(name)
    for deal in [deal for deal in range(1, 60) if bank.won(entries[deal])][:most]:
        s = bytearray(rules.SIZE)
        rules.new(s, deal, bytes(len(rules.OPTIONS)))
        for n, m in enumerate(bank.decode(rules, deal, entries[deal])):
            if n % every == every // 2:
                assert hint(bot, s)[1] != 2
            rules.apply(s, m)


def test_thirteens_verdicts_agree_with_the_bank():
    """T7, T11: a deal proved lost is never called winnable, nor the reverse."""
    rules, bot = games.rules("thirteens"), games.bot("thirteens")
    entries = bank.read("thirteens")
    for deal in range(9000, 9060):
        s = bytearray(rules.SIZE)
        rules.new(s, deal, bytes(1))
        verdict = hint(bot, s)[1]
        assert verdict in (0, 1 if bank.won(entries[deal]) else 2)


@pytest.mark.parametrize("name, n", [("make13", 99), ("three_thirteen", 3)])
def test_no_verdict_where_unseen_cards_decide(name, n):
    """M8, R1."""
    for _, (_, _, _, verdict) in zip(range(n), decisions(name, {}, range(40, 42))):
        assert verdict == 0


def test_a_hint_comes_however_long_a_picture_takes(handheld):
    """On the handheld a table is drawn in 6 to 11 ms: longer than a slice of thinking."""
    handheld.on()
    game = handheld.start("friday", 42)
    game.deal_made()
    game.view.open(game.match.s)
    game.shown = game.match.played  # the second press: it thinks
    game.view.tick = lambda s, dt: True  # something moves all the while
    hal, refresh, frames = handheld.hal, handheld.hal.refresh, []

    def slow():
        refresh()
        hal.sleep(9)
        frames.append(1)
        assert len(frames) < 400

    hal.refresh = slow
    handheld.module("screens.hint").run(game, False)
    assert "HINTED" in handheld.facts(game) and frames


@pytest.mark.parametrize("moves, way", ((0, "deal"), (3, "undo")))
def test_after_a_new_deal_or_an_undo_the_first_press_only_marks(handheld, moves, way):
    """Though as many moves lie before it as before the press that marked another position."""
    handheld.on()
    game = handheld.start("friday", 42, moves)
    game.deal_made()
    game.view.open(game.match.s)
    hint = handheld.module("screens.hint")
    hint.run(game, False)
    if way == "deal":
        handheld.module("dealing").deal(game)
    else:
        game.undo()
        game.move(game.match.legal()[0][0])
    assert game.match.played == moves
    hint.run(game, False)
    assert "HINTED" not in handheld.facts(game)


def friday_position(bot, s):
    """What the bot takes a state for: all cards in their real order."""
    bot._s[:] = s
    bot._q[:] = bytes(bot.SIZE)
    for at in range(0, 48, 8):
        bot._set_up(at)
    bot._count()
    return bytearray(bot._q)


def test_what_friday_s_bot_plays_on_in_its_mind_are_the_rules_own_moves(monkeypatch):
    """Any way from a position, then the position of the state after the same move."""
    rules, bot = games.rules("friday"), games.bot("friday")
    table = bot.table
    monkeypatch.setattr(bot, "_sort", lambda: None)

    def said(q):
        first, wasted = table.CARDS, q[table.WASTED]
        hand = q[first + q[table.HAND] : first + q[table.END]]
        known = [q[i] for i in (table.SLOT, table.LEFT, table.TURNED, table.GONE)]
        return list(q[:14]), known, bytes(q[first : first + wasted]), bytes(hand)

    ways_met = set()
    for deal in range(1, 25):
        s, dice = bytearray(rules.SIZE), random.Random(deal)
        rules.new(s, deal, bytes(len(rules.OPTIONS)))
        while not rules.over(s):
            q = friday_position(bot, s)
            assert q[0] == q[13]
            plays = table.look(q)
            ways = (plays >> table.SURE or plays) | table.TURN
            way = dice.choice([w for w in (table.WASTE, table.PLAY, table.TURN) if ways & w])
            if not table.take(q, way):
                break
            m = bot._as_move(way)
            assert m in legal(rules, s)
            rules.apply(s, m)
            assert said(q) == said(friday_position(bot, s)), (deal, way)
            ways_met.add((way, rules.redealt(s) > 0))
    assert len(ways_met) == 6
