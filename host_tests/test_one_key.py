"""One key is enough: places and rows are offered in turn, any key chooses, a hold is the menu."""

import random

import playing
import pytest
from scripted_player import Player

import hardware

KEYS = ("A", "B", "X", "UP")  # all are the one key
STEP = 60  # ms a frame: fewer frames
PRESS = 150
ONE_LEVEL = 2  # the number of that option of Make 13
LONGEST = 3_600_000  # ms on the handheld's clock after which a script has failed


class Person:
    """Somebody with one key. Each method is a part of a script, see scripted_player.py."""

    def __init__(self, handheld):
        self.handheld = handheld
        self.random = random.Random(1)
        self.offered = ""  # the row under a menu's cursor
        menu = handheld.module("ui.menu")
        draw = menu._row

        def row(item, on, *where):
            self.offered = item if on else self.offered
            return draw(item, on, *where)

        menu._row = row
        self.menus = 0  # that are open
        ask = menu.ask

        def asked(*what, **more):
            self.menus += 1
            got = ask(*what, **more)
            self.menus -= 1
            return got

        menu.ask = asked

    def press(self, ms=PRESS):
        yield f"{self.random.choice(KEYS)}:{ms}"
        yield 2 * STEP

    def hold(self):
        yield from self.press(900)

    def until(self, ready, what, most=900):
        for _ in range(most):
            if ready():
                return
            yield STEP
        raise AssertionError(f"{what} is not offered")

    def row(self, word):
        """Wait in a menu until that row is offered, then press."""
        self.offered = ""
        yield from self.until(lambda: self.offered.startswith(word), word)
        yield from self.press()

    def place(self, p):
        """Press when that place of a table is offered, unless the rest plays itself before."""
        choice = self.handheld.module("table.choice")
        mode = self.handheld.game and self.handheld.game.mode
        plays = lambda: mode and getattr(mode, "_rest", 0) == 2  # noqa: E731
        yield from self.until(lambda: choice.cursor == p or plays(), p)
        if not plays():
            yield from self.press()

    def move(self, m):
        """Make a move of a patience: from its source and, if that is not enough, to its target."""
        game = self.handheld.game
        was = game.match.played
        for place in (game.view.source, game.view.target):
            if game.match.played == was:
                yield from self.place(place(game.match.s, m))
        assert game.match.played > was, m

    def tile(self, game):
        """Choose a game in the launcher."""
        launcher = self.handheld.module("screens.launcher")
        at = []
        tiles = launcher._Tiles
        cell = tiles.cell
        tiles.cell = lambda self, i, on, *more: (on and at.append(i), cell(self, i, on, *more))
        yield from self.until(lambda: at and at[-1] == playing.GAMES.index(game), game)
        yield from self.press()


def play(handheld, script, run=None):
    """Play by script(person), whose errors are not the game's; it must come to its end.

    run: what to play, if it is not all that follows power-on.
    """
    ended = []

    def guarded():
        try:
            yield from script(Person(handheld))
            ended.append(None)
        except Exception as e:
            ended.append(e)

    handheld.on()
    handheld.blind()
    handheld.watch()
    player = hardware.host = Player(guarded(), STEP)
    wait = player.wait
    player.wait = lambda ms: wait(ms) if player.now < LONGEST else _late()
    try:
        (run or handheld.module("shell").run)()
        ended.append(None)
    except hardware.Stop:
        pass
    finally:
        hardware.host = None
        hardware.level = 0
    assert ended, "the script did not end"
    if ended[0]:
        raise ended[0]


def _late():
    raise hardware.Stop


@pytest.mark.parametrize("game", playing.PATIENCES)
def test_a_patience_is_won_reviewed_and_the_next_dealt_with_one_key(handheld, game):
    deal, moves = playing.won(game)
    handheld.prepare(game, deal, one=3, animation=1)

    def script(person):
        yield 600
        match = handheld.game.match
        mode, plays, stopped = handheld.game.mode, 2, 3  # its autoplay
        for m in moves:
            if mode.auto >= plays:
                break  # the rest plays itself
            yield from person.move(m)
        if mode.auto == stopped:
            yield from person.press()  # goes on
        yield from person.until(lambda: match.rules.over(match.s), "the end")
        assert match.rules.over(match.s) == 1
        yield from person.row("Review")
        yield 900
        yield from person.hold()
        yield from person.row("Leave the review")
        yield from person.row("New deal")
        yield 300
        if person.offered == "By themselves":  # asked once, after many moves without a choice
            yield from person.row("One by one")
        yield 900
        assert match.number != deal and not match.played
        yield from person.hold()
        yield from person.row("Leave")
        yield from person.tile("make13")
        yield from person.until(lambda: person.offered.startswith("Start"), "another game")

    play(handheld, script)


def test_three_thirteen_is_played_to_its_end_with_one_key(handheld):
    """Four rounds against a computer player: draw, discard, go out or not, the score sheet."""
    options = bytes((0, 0, 1, 0, 0, 0, 0, 0, 4))
    handheld.prepare("three_thirteen", 42, 0, options, one=3, animation=1)

    def script(person):
        yield 900
        game = handheld.game
        s, rules = game.match.s, game.rules
        table = handheld.module("rules.three_thirteen_table")
        while not rules.over(s):
            if table.phase(s) == table.SCORED:
                yield from person.press()
            elif (
                game.view.offers_to_go_out(s)
                or game.mode.yours(s)
                and table.phase(s) < table.DECLARING
            ):
                bot = handheld.module("bots.three_thirteen")
                playing.think(bot, s)
                was = game.match.played
                yield from person.place(game.view.source(s, bot.move()))
                assert game.match.played > was
            yield STEP
        person.offered = ""
        while not person.offered:  # the pages after the round
            yield from person.press()
            yield 900
        yield from person.row("New deal")

    play(handheld, script)


def test_a_cover_between_people_is_lifted_with_one_key(handheld):
    handheld.prepare("three_thirteen", 42, 0, bytes(9), one=3, animation=1)

    def script(person):
        yield 600
        game = handheld.game
        yield from person.press()  # too short
        yield STEP
        yield from person.press(1200)
        yield 600
        yield from person.place(0)
        yield from person.place(2)
        yield 2000
        assert game.view.viewer == 0
        yield from person.press(1200)
        yield 600
        assert game.view.viewer == 1

    play(handheld, script)


def test_a_race_is_run_to_its_end_with_one_key(handheld):
    """Of one level: the deck is offered like any place, and "go on" when nothing is left."""
    handheld.prepare(last=False, one=3, animation=1)
    settings = handheld.module("storage.settings")
    settings.choose(playing.GAMES.index("make13"), 1, ONE_LEVEL)
    settings.save()

    def script(person):
        yield from person.tile("make13")
        yield from person.row("Player")
        yield 950  # to the next letter
        for _ in range(3):
            yield from person.press()
        yield from person.row("More")
        yield from person.row("Race")
        yield from person.row("Random")
        yield from person.press()  # the count of three
        yield 600
        view, match = handheld.game.view, handheld.game.match
        rules, choice = match.rules, handheld.module("table.choice")
        handheld.module("ui.keys").scan_ms = 3 * STEP  # a quick person: fewer frames
        while not rules.over(match.s):
            out, n = match.legal()
            group = min(out[:n]) if min(out[:n]) < rules.DRAW else rules.DRAW
            p = next(p for p in range(9) if (group & ~choice.group()) >> p & 1)
            deck = rules.stock(match.s)  # the timer may take a card from it meanwhile
            same = lambda: rules.stock(match.s) == deck and not view._shown.stuck  # noqa: E731, B023
            yield from person.until(lambda: choice.cursor == p or not same(), p)  # noqa: B023
            if view._shown.stuck or same():
                yield from person.press()  # stuck: "go on"
        assert rules.score(match.s) > 0
        assert handheld.module("storage.make13_entries").last(rules)[2] == b"BAA"
        yield 3000
        person.offered = ""
        while not person.offered:  # the pages after it
            yield from person.press()
            yield 300
        yield from person.row("Done")

    play(handheld, script)


def test_numbers_and_the_calendar_are_entered_with_one_key(handheld):
    handheld.prepare("friday", 42, 5, one=3)

    def script(person):
        yield 600
        yield from person.hold()
        yield from person.row("More")
        yield from person.row("Choose a deal")
        yield from person.row("By number")
        for _ in range(6):
            yield 950  # one more than the digit of 42
            yield from person.press()
        yield 900
        assert handheld.game.match.number == 111153
        yield from person.hold()
        yield from person.row("Leave")
        hardware.day = 9824
        yield 900
        yield from person.hold()
        yield from person.row("Daily deals")
        yield 900
        month = handheld.module("screens.calendar")._Month  # the one on the screen
        turns, turn = [], month.show_month
        month.show_month = lambda self, day: (turns.append(day), turn(self, day))
        yield from person.hold()
        yield from person.row("The month before")
        yield STEP
        assert turns and turns[-1] < hardware.day - 14
        yield from person.hold()
        yield from person.row("Leave")
        yield from person.row("Trophies")
        yield 900
        yield from person.press()
        yield from person.row("About")

    play(handheld, script)


def test_pages_and_a_qr_code_are_read_with_one_key(handheld):
    """A press turns the page, or leaves what has one; a hold leaves."""
    handheld.prepare("friday", 42, 5, one=3)

    def script(person):
        yield 600
        for row in ("Rules", "Statistics", "QR code", "House rules", "Settings"):
            yield from person.hold()
            yield from person.row("More")
            yield from person.row(row)
            if row == "Rules":
                yield from person.row("Read the rules")
                yield from person.press()
                yield from person.press()
            yield 900
            leave = person.press if row == "QR code" else person.hold
            yield from leave()
            yield 300
            while person.menus:
                yield from person.hold()
            assert handheld.game.match.played == 5
            if row == "Rules":
                assert handheld.module("ui.pages")._found > 2
        yield from person.hold()
        yield from person.row("Undo")
        yield 300
        assert handheld.game.match.played == 4

    play(handheld, script)


@pytest.mark.parametrize("game", playing.GAMES)
def test_a_lesson_is_done_with_one_key(handheld, game):
    handheld.prepare(one=3, animation=1)

    def learn():
        handheld.module("storage.settings").load()
        handheld.module("preferences").apply()
        lesson = handheld.module("screens.lesson")
        practise = lesson._practise

        def watched(game, right, by_itself, finds=False):
            handheld.asked = None if by_itself else (game, right[0])
            return practise(game, right, by_itself, finds)

        lesson._practise = watched
        lesson.run(game)

    def script(person):
        handheld.asked = None
        choice = handheld.module("table.choice")
        for _ in range(200):
            if person.offered == "OK":  # "Now a real game"
                break
            if not handheld.asked:
                yield from person.press()
                continue
            (this, m), n = handheld.asked, handheld.asked[0].match.played
            places = [this.view.source(this.match.s, m), this.view.target(this.match.s, m)]
            if game == "make13":
                places = [p for p in range(9) if m >> p & 1]
            for p in places:
                if this.match.played == n and not choice.group() >> p & 1:
                    yield from person.place(p)
            handheld.asked = None
            assert this.match.played > n
        yield from person.row("OK")

    play(handheld, script, learn)


def test_the_setting_is_chosen_with_many_keys_and_left_with_one(handheld):
    """The press that turns it on is no press of the one key, and it comes round to off again."""
    handheld.prepare("thirteens", 42, 5)
    rows = [row[0] for row in handheld.module("screens.settings_menu").ROWS]

    def script(person):
        keys = handheld.module("ui.keys")
        yield 600
        yield "B:900"
        yield from person.until(lambda: person.offered, "a menu")
        for key in ("UP", "UP", "A", "UP", "A"):  # More, Settings
            yield key + ":150"
            yield 2 * STEP
        for _ in range(rows.index("One key")):
            yield "DOWN:150"
            yield 2 * STEP
        seen = []
        for _ in range(2):
            yield "A:150"
            yield 6 * STEP
            seen.append(keys.scan_ms)
            yield from person.until(lambda: person.offered.startswith("One key"), "the row")
        assert seen[0] == 2400 and seen[1] == 1500
        while keys.scan_ms:
            yield from person.row("One key")
        assert person.offered == "One key\toff"

    play(handheld, script)


@pytest.mark.parametrize("ms, one, game", [(2000, 0, False), (6000, 1, False), (20000, 0, True)])
def test_a_button_held_at_power_on_turns_it_on(handheld, ms, one, game):
    """Let go of in time; one that is stuck changes nothing, and plays nothing."""
    handheld.prepare("thirteens", 42, 5, last=game)
    handheld.on()
    hardware.hold(1 << hardware.KEYS.index("X"))
    handheld.follow([(ms, 0), (ms + 2000, hardware.Stop)])
    settings = handheld.module("storage.settings")
    assert settings.values[settings.ONE] == one
    assert handheld.module("ui.keys").scan_ms == (2400 if one else 0)
    if game:
        assert handheld.game.match.played == 5
    settings = handheld.on() and handheld.module("storage.settings")
    settings.load()
    assert settings.values[settings.ONE] == one


def test_nothing_is_offered_while_a_button_is_held(handheld):
    handheld.on()
    keys = handheld.module("ui.keys")
    keys.scan_ms, keys.dt = 100, 60
    for down, turns in ((keys.B, 0), (0, 3), (keys.B, 0)):
        keys._down = down
        assert sum(keys.scan() for _ in range(6)) == turns


def test_the_crash_screen_is_left_by_any_key(handheld):
    """The settings are not read yet."""
    handheld.prepare("thirteens", 42, 5, one=3)
    (handheld.saves / "crash").write_text("Traceback\nIndexError: a deliberate one")
    handheld.play("2000 X:100 900")
    assert "crash" not in handheld.files() and handheld.game.match.played == 5


def test_a_press_ends_the_games_that_play_themselves_and_does_nothing_else(handheld):
    handheld.prepare(last=False, one=3, animation=1, sleep=0)
    seen = []

    def script(person):
        demo = handheld.module("screens.demo")
        run = demo.run
        demo.run = lambda row: (seen.append(1), run(row), seen.append(2))
        yield from person.until(lambda: seen, "a demonstration", 1200)
        yield 2000
        yield from person.press(300)
        yield 600
        assert seen == [1, 2] and not handheld.game

    play(handheld, script)


def started(handheld, held, after):
    """Hold buttons from power-on; ms until the launcher waits for a key, and what is held then."""
    handheld.on()
    handheld.blind()
    launcher = handheld.module("screens.launcher")
    seen = []
    launcher.run = lambda *_: (
        seen.append(handheld.hardware.now) or (_ for _ in ()).throw(handheld.hardware.Stop)
    )
    handheld.hardware.level = held
    handheld.hardware.script([(ms, to) for ms, to in after])
    try:
        handheld.module("shell").run()
    except handheld.hardware.Stop:
        pass
    return seen[0]


def test_a_stuck_button_is_asked_about_once(handheld):
    """Of two buttons the one that is not stuck still turns the setting on."""
    handheld.prepare(last=False)
    x, y = handheld.on().X, handheld.hal.Y
    assert started(handheld, x, []) >= 8000
    assert started(handheld, x, []) < 100
    one = handheld.module("storage.settings")
    assert started(handheld, x | y, [(500, x)]) < 1000
    one = handheld.module("storage.settings")
    assert not one.values[one.ONE]
    assert started(handheld, 0, []) < 100
    handheld.module("storage.settings").save()
    assert started(handheld, x, [(300, 0)]) > 200  # it came up in between: it is asked again
