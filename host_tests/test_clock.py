"""The clock of a race: no frame, pause, save or sleep adds or loses a tick."""

import random

import playing
import pytest
from scripted_player import play

from thirteen.rules import make13 as rules

DRAWN = False  # by the fixture `handheld`

PERIOD = rules.TICK
CAP = 50  # most ms that a frame costs


@pytest.fixture
def clock(handheld):
    """The mode whose clock it is."""
    handheld.on()
    return handheld.module("modes.make13").Mode()


def test_ticks_add_up_to_the_time_of_the_frames(clock):
    rnd = random.Random(1)
    for _ in range(50):
        clock.start(0)
        longest = rnd.choice((3, 20, CAP))
        frames = [rnd.randrange(longest + 1) for _ in range(3000)]
        played = ms = 0
        for dt in frames:
            n = clock.ticks(dt, PERIOD)
            assert n in (0, 1)
            played, ms = played + n, ms + dt
            assert played == ms // PERIOD


@pytest.mark.parametrize("dt", (51, 100, 5000, 10**6, 2**30 - 1))
def test_a_long_frame_costs_no_more_than_the_limit(clock, dt):
    clock.start(0)
    played = sum(clock.ticks(dt, PERIOD) for _ in range(100))
    assert played == 100 * CAP // PERIOD
    assert CAP < PERIOD


def test_a_stopped_clock_costs_nothing(clock):
    clock.start(0)
    assert clock.ticks(99 - CAP, PERIOD) == 0
    assert clock.ticks(CAP, PERIOD) == 0
    assert not any(clock.ticks(0, PERIOD) for _ in range(1000))
    assert not any(clock.ticks(-5, PERIOD) for _ in range(1000))
    assert clock.ticks(1, PERIOD) == 1


def test_the_fraction_of_a_tick_is_saved_rounded_up(clock):
    for part in range(PERIOD):
        clock.start(0)
        for _ in range(part):
            assert clock.ticks(1, PERIOD) == 0
        saved = clock.tick_rest()
        assert 0 <= saved <= 31
        clock.start(saved)
        left = 0
        while not clock.ticks(1, PERIOD):
            left += 1
        assert PERIOD - part - 4 <= left + 1 <= PERIOD - part or left == 0
        clock.start(saved)
        assert clock.tick_rest() == saved


# The same on the handheld, in a race at deal 7.


def ticks(handheld):
    """Ticks played so far, which must be equal in the state and the log."""
    m = handheld.game.match
    logged = sum(x & 0x7FFF for x in m.log[: m.played] if x & rules.WAIT)
    played = rules.get(m.s, rules.TICKS)
    assert logged == played
    return played


def test_seconds_on_the_table_are_ticks_in_the_log(handheld):
    handheld.prepare("make13", 7, animation=0)

    def script(h):
        yield "A"
        start = ticks(h), h.hardware.host.now
        yield 12345
        assert ticks(h) - start[0] == (h.hardware.host.now - start[1]) // PERIOD
        log = h.game.match
        assert log.played == 1 and rules.text(log.s, log.log[0]) == "wait %d" % ticks(h)

    play(handheld, script)
    assert ticks(handheld) > 120


@pytest.mark.parametrize("jump", (200, 3000, 10**7, 2**30 - 700, 2**30))
def test_a_stalling_jumping_or_wrapping_clock_costs_no_tick(handheld, jump):
    handheld.prepare("make13", 7, sleep=0)

    def script(h):
        player = h.hardware.host
        player.now += 2**30 - 3000  # it wraps during the game
        player.until += 2**30 - 3000
        yield "A"  # Resume
        yield "A"  # three, two, one
        yield 1000
        before = ticks(h)
        for _ in range(20):
            player.now += jump
            player.until += jump
            yield 10
        assert before <= ticks(h) <= before + 1 + 20 * (10 + CAP) // PERIOD
        before = ticks(h)
        yield 10000
        assert 99 <= ticks(h) - before <= 101

    play(handheld, script)


def test_a_pause_costs_no_time_and_covers_the_table(handheld):
    handheld.prepare("make13", 7, animation=0)
    shown = []

    def script(h):
        yield "A"
        view = h.module("views.make13")
        draw = view.draw
        view.draw = lambda s: (shown.append(h.hardware.host.now), draw(s))
        for i in range(60):
            yield 70 + i % 5
            n = ticks(h)
            yield "MENU"
            yield 100
            assert ticks(h) - n <= 1
            n = ticks(h)
            shown.clear()
            yield 40000
            assert ticks(h) == n and not shown
            yield "A"

    play(handheld, script)
    # Each round shows the table for some 145 ms: the wait, the press, the frame after it.
    assert 60 * 70 // PERIOD < ticks(handheld) < 60 * 190 // PERIOD


def test_the_table_is_covered_while_the_clock_is_stopped(handheld):
    pictures = set()
    for moves in (0, 12):
        handheld.prepare("make13", 7, moves, animation=0)

        def script(h):
            yield 500
            pictures.add(h.picture())  # at power-on
            yield "A"
            yield 500
            yield "MENU"
            yield 300
            pictures.add(h.picture())
            for keys in ("DOWN", "A"):  # End the race?
                yield keys
                yield 100
            pictures.add((h.picture(), "quit"))

        play(handheld, script)
    assert len(pictures) == 2


def test_leaving_and_power_cuts_regain_no_time(handheld):
    handheld.prepare("make13", 7, animation=0)
    played = []

    def leave(h):
        yield "A"
        yield 330
        yield "MENU"
        yield 50
        played.append(ticks(h))
        yield "UP"
        yield "A"
        yield 300

    play(handheld, leave)
    for _ in range(7):
        handheld.prepare(animation=0)
        handheld.on()
        handheld.module("storage.settings").load()
        handheld.module("storage.settings").remember(1)
        handheld.module("storage.settings").save()
        play(handheld, leave)
    assert played == sorted(played)
    assert played[-1] >= 8 * 330 // PERIOD


def test_a_power_cut_regains_no_card_and_hardly_time(handheld):
    """Keys all the while, so that nothing pauses: what was seen is written all the same."""
    handheld.prepare("make13", 7, animation=2)
    for cut in (150, 900, 2000, 4000):
        seen = []

        def script(h, cut=cut, seen=seen):
            yield "A"  # Resume
            yield "A"  # three, two, one
            yield 700
            while h.game.match.s[93] % 5 < 4:  # cards of the deck
                yield "B"
                yield 400
            for _ in range(cut // 100):
                yield "LEFT"
                yield 50
            seen.append((ticks(h), rules.stock(h.game.match.s)))

        play(handheld, script)
        handheld.on()
        kept = handheld.saved("make13").match.s
        time, stock = seen[0]
        assert rules.stock(kept) == stock and 0 <= time - rules.get(kept, rules.TICKS) <= 31
        handheld.prepare("make13", 7 + cut, animation=2)


def test_a_race_pauses_when_the_screen_goes_off(handheld):
    handheld.prepare("make13", 7, sleep=1, animation=0)

    def script(h):
        yield "A"
        yield 119000
        before = ticks(h)
        assert before > 1100
        yield 60000
        assert ticks(h) <= before + 20
        yield "A"  # wakes and does nothing else
        yield 1000
        before = ticks(h)
        yield 1000
        assert ticks(h) == before
        yield "A"  # Resume
        yield 1000
        assert ticks(h) > before

    play(handheld, script)


def test_a_write_to_the_flash_costs_no_tick(handheld):
    handheld.prepare("make13", 7, animation=0)

    def script(h):
        player = h.hardware.host
        writes = []
        write = h.hal.write

        def slow(name, parts):
            writes.append(name)
            player.now += 180
            player.until += 180
            write(name, parts)

        h.hal.write = slow
        yield "A"
        yield "Y"
        start = ticks(h), player.now
        yield 24000
        spent = player.now - start[1] - 180 * len(writes)
        assert 6 <= len(writes) <= 9
        assert spent // PERIOD - 1 <= ticks(h) - start[0] <= spent // PERIOD + 1

    play(handheld, script)


def test_three_two_one_over_a_covered_table_before_the_clock_starts(handheld):
    """After a pause the cards show with the first tick, not before. Any key ends the countdown."""
    pictures = []
    for deal in (7, 8):
        handheld.prepare("make13", deal, animation=2)

        def script(h):
            yield 300
            start = ticks(h)
            yield "A"  # Resume
            for _ in range(3):
                pictures.append((len(pictures) % 3, h.picture()))
                yield 480
                assert ticks(h) == start
            yield 400
            assert 1 <= ticks(h) - start <= 5
            yield "MENU"
            yield 100
            yield "A"
            yield 100
            start = ticks(h)
            log = h.game.match.played
            yield "B"  # starts at once and takes no card
            yield 300
            assert 2 <= ticks(h) - start <= 4
            assert h.game.match.played == log

        play(handheld, script)
    assert len(set(pictures)) == 3


@pytest.mark.parametrize("menu, counted", [("MENU", 20), ("MENU 300 UP 100 UP A", 20)])
def test_who_looks_at_the_table_under_a_menu_thinks(handheld, menu, counted):
    """The time of a patience runs as without the menu: in that, and in what More opens."""
    handheld.prepare("friday", 5, 3)
    played = handheld.play(f"500 {menu} 20000 B B 500").game
    assert counted <= played.seconds + played.ms // 1000 <= counted + 3


def test_what_covers_the_table_stops_the_time(handheld):
    """The rules; and a screen that is dark."""
    handheld.prepare("friday", 5, 3)
    rules = playing.row(handheld, "Rules")
    played = handheld.play(f"500 {rules} 300 A 20000 B B B B 500").game
    assert played.seconds + played.ms // 1000 < 6
    handheld.prepare("friday", 5, 3, sleep=1)
    sleeps = []
    handheld.on()
    until_key = handheld.hal.sleep_until_key
    handheld.hal.sleep_until_key = lambda: sleeps.append(1) or until_key()
    played = handheld.tap("500 MENU 2000000 A A 500").game
    assert sleeps and played.seconds < 400
