"""Deals that were lost come back after one, three and seven days, once each."""

import playing
import pytest

DRAWN = False  # by the fixture `handheld`

FRIDAY = playing.GAMES.index("friday")
LOST = 9697  # a Monday
USUAL = bytes(len(playing.RULES["friday"].OPTIONS))


@pytest.fixture
def lost(handheld):
    handheld.on()
    return handheld.module("storage.lost")


def played(handheld, won=False, how="", day=LOST, deal=588, **what):
    options = handheld.module("storage.history").crc16(USUAL)
    given = {"options": options, **what}
    return handheld.played("friday", won, how=how, day=day, deal=deal, **given)


def due(handheld, lost, day, but=0, row=FRIDAY):
    """The deals that are due on a day."""
    history = handheld.module("storage.history")
    handheld.hal.set_today(day)
    return [found[0][history.DEAL] for found in lost.due(history.load(), row, USUAL, but)]


def told(handheld, lost, day):
    """The deal that is told of on a day, 0 for none; then it has been."""
    history = handheld.module("storage.history")
    handheld.hal.set_today(day)
    past = history.load()
    found = lost.untold(lost.due(past, FRIDAY, USUAL, 0))
    return found[0][history.DEAL] if found and lost.tell(past, found) else 0


def test_it_is_told_after_one_three_and_seven_days_once_each(handheld, lost):
    played(handheld)
    history = handheld.module("storage.history")
    before = next(history.records(history.load()))[history.HOW]
    days = [age for age in range(0, 40) for _ in range(3) if told(handheld, lost, LOST + age)]
    assert days == [1, 3, 7]
    after = next(history.records(history.load()))[history.HOW]
    assert after == before | 7 * history.TOLD


def test_who_comes_late_is_told_once_of_each_deal(handheld, lost):
    played(handheld)
    played(handheld, day=LOST + 8, deal=7)
    assert [told(handheld, lost, LOST + 9) for _ in range(3)] == [7, 588, 0]


def test_it_is_due_until_it_is_played_again_and_after_the_next_term_once_more(handheld, lost):
    played(handheld)
    assert due(handheld, lost, LOST) == []
    assert due(handheld, lost, LOST + 2) == [588]
    assert due(handheld, lost, LOST + 2, but=588) == []
    played(handheld, how="KNOWN", day=LOST + 2)
    assert due(handheld, lost, LOST + 2) == []
    assert due(handheld, lost, LOST + 3) == [588]
    played(handheld, how="KNOWN", day=LOST + 7)
    assert due(handheld, lost, LOST + 8) == []


def test_after_a_month_it_is_no_more(handheld, lost):
    played(handheld)
    assert [due(handheld, lost, LOST + age) for age in (30, 31)] == [[588], []]


@pytest.mark.parametrize("order", [(False, True), (True, False)])
def test_a_deal_that_was_won_once_is_not_due(handheld, lost, order):
    for i, won in enumerate(order):
        played(handheld, won, day=LOST + i)
    assert due(handheld, lost, LOST + 5) == []


def test_a_win_whose_record_has_dropped_off_counts(handheld, lost):
    played(handheld)
    history = handheld.module("storage.history")
    past = history.load()
    key = history.crc16(USUAL)
    history.put_best(past, (1, 588, 0, history.IS_WON, key, LOST, 60, 90, FRIDAY << 4, 0, 0, 0))
    history.save(past)
    assert due(handheld, lost, LOST + 1) == []


def test_other_rules_make_another_deal_and_other_games_have_their_own(handheld, lost):
    played(handheld, options=1)
    played(handheld, how="UNCOUNTED", deal=9)  # practice, or reset since
    assert due(handheld, lost, LOST + 1) == []
    played(handheld)
    assert due(handheld, lost, LOST + 1) == [588]
    assert due(handheld, lost, LOST + 1, row=0) == []


@pytest.mark.parametrize("day", (3, LOST))
def test_without_a_date_it_comes_after_five_twelve_and_thirty_games(handheld, lost, day):
    """Of any kind, if it was lost without one or there is none now, as long as it is a record."""
    played(handheld, day=day)
    told_after = []
    for n in range(1, 110):
        handheld.played("thirteens" if n % 2 else "friday", deal=1000 + n)
        if told(handheld, lost, -1) == 588:
            told_after.append(n)
        assert due(handheld, lost, -1) == [588] * (n >= 5)
        if n == 7:
            (found,) = lost.due(past(handheld), FRIDAY, USUAL, 0)
            assert lost.when(found) == "7 games ago"
        if n > 80:
            break
    assert told_after == [5, 12, 30]


def past(handheld):
    return handheld.module("storage.history").load()


def test_after_the_date_was_set_anew_nothing_is(handheld, lost):
    played(handheld)
    assert due(handheld, lost, LOST - 5) == []  # the clock was set back
    dates = handheld.module("storage.dates")
    assert due(handheld, lost, LOST + 1) == [588]
    dates.dealt = True
    assert dates.set_today(260723)
    assert dates.moved and lost.due(past(handheld), FRIDAY, USUAL, 0) == []
    assert dates.set_today(260723) and dates.moved  # the same once more


def test_a_day_of_the_last_week_has_its_name(handheld, lost):
    played(handheld)
    history = handheld.module("storage.history")
    for age, name in ((1, "on Monday"), (6, "on Monday"), (7, "on 20 Jul")):
        handheld.hal.set_today(LOST + age)
        (found,) = lost.due(history.load(), FRIDAY, USUAL, 0)
        assert lost.when(found) == name


def test_what_cannot_be_noted_is_not_told(handheld, lost):
    """Or it would be told at each deal, with a flash that is full."""
    played(handheld)
    handheld.hal.set_today(LOST + 1)
    table, save = handheld.start("friday", 5), lost.history.save
    said = []
    for saving in (lambda past: False, save, save):
        lost.history.save = saving
        said.append(table.mode._lost(table)[:17])
    assert said == ["", "You lost deal 588", ""]


def test_the_deal_is_a_known_one_with_the_same_cards(handheld):
    handheld.prepare("friday", 5)
    played(handheld)
    handheld.prepare("friday", 5)
    keys = playing.row(handheld, "Choose a deal") + " 300 UP A 300 A 900"
    handheld.play(keys, before=lambda: handheld.hal.set_today(LOST + 1))
    game = handheld.game
    assert game.match.number == 588
    assert game.how & handheld.module("storage.history").IS_KNOWN


def test_two_new_deals_at_once_tell_of_two_and_a_third_of_none(handheld):
    handheld.prepare("friday", 5)
    played(handheld)
    played(handheld, deal=90)
    notes = []

    def watch():
        handheld.hal.set_today(LOST + 1)
        panel = handheld.status_panel
        message = panel.message
        panel.message = lambda text: (notes.append(text), message(text))[1]

    new = playing.row(handheld, "New deal") + " 400 "
    handheld.play("600 " + new * 3, before=watch)
    said = [text for text in notes if text.startswith("You lost")]
    assert len(said) == 2 and len(set(said)) == 2
    assert "crash" not in handheld.files()


def test_after_a_lost_deal_is_won_the_next_one_that_is_due_is_offered(handheld, lost):
    """And dealt, of a daily deal as that; after a deal that was never lost none is."""
    onward, history = handheld.module("screens.onward"), handheld.module("storage.history")
    daily = handheld.module("storage.deals").daily("friday", FRIDAY, LOST)
    played(handheld, how="DAILY", deal=daily)
    played(handheld, deal=589)
    handheld.hal.set_today(LOST + 1)
    for deal, then, facts in (
        (daily, 589, set()), (589, daily, {"DAILY", "LATE"}), (590, None, None)
    ):  # fmt: skip
        game = handheld.start("friday", deal)
        game.identity = 999
        after = onward.after(game, True, history.load())
        assert (after and after.text) == (then and f"Lost deal {then}")
        if then:
            assert onward.go(game, after) and game.match.number == then
            assert handheld.facts(game) == {"KNOWN", *facts}


@pytest.mark.parametrize("game", playing.RACES + playing.MULTIPLAYER)
def test_a_race_or_a_match_is_never_offered_as_a_lost_deal(handheld, lost, game):
    handheld.on()
    onward, history = handheld.module("screens.onward"), handheld.module("storage.history")
    table = handheld.start(game, 588)
    rules = handheld.module("storage.settings").options(table.row, table.rules.OPTIONS)
    for deal in (588, 589):
        handheld.played(game, False, day=LOST, deal=deal, options=history.crc16(rules))
    handheld.hal.set_today(LOST + 1)
    assert lost.due(history.load(), table.row, rules, 588)
    assert not onward.after(table, True, history.load())
