"""Make 13's tournaments: entries, high scores and records, also with damaged files."""

import json
import random
import struct

import pytest
from scripted_player import play

from thirteen import options
from thirteen.bots import make13 as bot
from thirteen.match import Match
from thirteen.rules import make13 as rules
from tools import handheld_records, records, standings
from tools.games import Bad

DRAWN = False  # by the fixture `handheld`

DEFAULT = bytes(5)
SPRINT = options.pack(rules.OPTIONS, {"kind": "score"})
CLIMB = options.pack(rules.OPTIONS, {"kind": "level"})
SLOW = options.pack(rules.OPTIONS, {"timer": 200})
PRACTICE = bytes((0, 0, 0, 3, 0))


pytestmark = pytest.mark.usefixtures("few_playouts")


@pytest.fixture
def entries(handheld):
    handheld.on()
    return handheld.module("storage.make13_entries")


def finished(deal=7, chosen=DEFAULT, moves=10**6):
    """A Match played to its end by the computer player, a move a second, or quit after `moves`."""
    m = Match(rules, deal, chosen)
    while not rules.over(m.s):
        m.play(rules.WAIT | 10)
        if not rules.over(m.s):
            m.play(bot.choose(m.s) if moves else rules.QUIT)
            moves -= 1
    return m


# Entries: M16


def in_order(rows, kind):
    """Rows of high scores in the order of the standings.

    Where these share a rank, the quicker is first, or of a sprint's winners the higher score; of
    equal ones the earlier.
    """

    def key(row):
        _, _, score, ticks, busted, over, _ = row
        facts = {"score": score, "ticks": ticks, "busted": busted}
        key = standings.key({**facts, "result": "won" if over == 1 else "lost"}, kind)
        return key, -score if kind and over == 1 else ticks

    return sorted(rows, key=key)


def value(row, chosen):
    """A row of high scores as the player reads it."""
    if chosen != CLIMB:
        return str(row[2])
    return "%d:%02d" % divmod(row[3] // 10, 60) if row[5] == 1 else f"{row[4]} levels"


@pytest.mark.parametrize("seed", range(4))
def test_entries_and_high_scores_are_those_of_plain_lists(handheld, seed):  # M16
    """Sixty tournaments of a player, the latest first; ten rows of each kind, each row once."""
    handheld.on()
    entries = handheld.module("storage.make13_entries")
    r = random.Random(seed)
    begun, tables, made = [], {}, []
    for _ in range(250):
        chosen = r.choice((DEFAULT, SPRINT, CLIMB, SLOW))
        who, deal = r.choice((b"ANN", b"BOB")), r.choice((7, 8, r.randrange(1, 99)))
        what = deal, chosen, who
        table = tables.setdefault(chosen, [])
        way = r.random()
        if way < 0.5:
            n = 1 + sum(row[3] for row in begun if row[:3] == what)
            begun = [(*what, n), *[row for row in begun if row[:3] != what]][:60]
            assert entries.begin(*what)
        elif way < 0.9:
            over = r.choice((1, 2, 4)) if chosen[0] else 3
            row = who, r.randrange(1, 4), 500 * r.randrange(9), r.randrange(9) * 600 + 35
            row = (
                r.choice(made) if made and r.random() < 0.2 else (*row, r.randrange(6), over, deal)
            )
            made.append(row)
            if row not in table:
                table[:] = in_order([*table, row], chosen[0])[:10]
            assert entries.enter(chosen, row) == (table.index(row) if row in table else -1)
        elif way < 0.98:  # at power-on that deal lies on the table, none, or practice
            deal, chosen = r.choice((deal, 0)), r.choice((chosen, PRACTICE))
            if begun and begun[0][:2] != (deal, chosen) and not (deal and chosen == PRACTICE):
                n = begun[0][3] - 1
                begun[:1] = [(*begun[0][:3], n)] if n else []
            saved = handheld.module("match").Match(rules, deal or 1, chosen)
            entries.dealt(saved, deal > 0, False)
            chosen = what[1]
        else:
            handheld.on()
            entries = handheld.module("storage.make13_entries")
        assert entries.all_begun(rules) == begun
        assert entries.last(rules) == (begun[0] if begun else None)
        assert entries.begun(*what) == sum(row[3] for row in begun if row[:3] == what)
        assert entries.table(chosen) == table
        assert entries.best(chosen) == (value(table[0], chosen) if table else "-")
        others = [row for row in table if row[6] == deal and row[:2] != (who, 1)]
        best = value(others[0], chosen) if others else ""
        assert entries.best_at(chosen, deal, who, 1) == best


def test_only_a_limited_entry_is_limited(entries):
    assert entries.limit(rules, DEFAULT) == 3
    assert entries.limit(rules, options.pack(rules.OPTIONS, {"entries": 1})) == 1
    assert entries.limit(rules, SPRINT) == entries.limit(rules, CLIMB) == 0


def test_tries_are_counted_up_to_255(entries):
    entries._save(entries._ENTRIES, entries._BEGUN, [(7, DEFAULT, b"ANN", 254)])
    for n in (255, 255):
        assert entries.begin(7, DEFAULT, b"ANN") and entries.begun(7, DEFAULT, b"ANN") == n


# High scores


def row(who, score, ticks=1000, busted=5, over=3, deal=7, entry=1):
    return (who.encode(), entry, score, ticks, busted, over, deal)


# Damaged files and a full flash


@pytest.mark.parametrize("who, more", [(b"Ann", b""), (b"ANN", b"?"), (b"A N", b"")])
def test_a_file_with_other_initials_or_of_a_wrong_length_is_quarantined(
    handheld, entries, who, more
):
    """The one before it is used."""
    store = handheld.module("storage.store")
    assert entries.begin(9, bytes(5), b"BOB")
    store.save("m13-entries", (bytes((7, 0, 0, 0)) + bytes(5) + who + b"\1" + more,))
    assert entries.begin(9, bytes(5), b"BOB")
    assert entries.last(rules) == (9, bytes(5), b"BOB", 2)
    assert "from another version; the copy" in store.take_problems()
    assert (handheld.saves / "m13-entries.bad0").exists()


def entry(chosen, deal=7, who=b"ANN"):
    return struct.pack("<I5s3sB", deal, bytes(chosen), who, 1)


@pytest.mark.parametrize(
    "unknown",
    (
        entry((9, 0, 0, 0, 0)),
        entry((0, 100, 0, 0, 0)),
        entry((0, 0, 0, 4, 0)),
        entry((0,), 1 << 31),
    ),
)
def test_entries_of_a_later_version_are_passed_over_and_kept(handheld, unknown):
    """Make 13 can be opened, and the file goes on."""
    handheld.prepare("make13", 1, 0, last=False)
    store = handheld.module("storage.store")
    for _ in range(2):
        store.save("m13-entries", (unknown + entry(SPRINT, 8),))
    there = "RIGHT " * handheld.module("catalog").row("make13")
    handheld.on()
    handheld.module("storage.settings").first = lambda row: False
    handheld.tap(f"300 {there} A 800 B 500")
    assert not [n for n in handheld.files() if n.startswith("crash") or ".bad" in n]
    entries = handheld.module("storage.make13_entries")
    assert entries.last(rules) == (8, SPRINT, b"ANN", 1)
    saved = handheld.module("match").Match(rules, 1, DEFAULT)
    entries.dealt(saved, True, False)  # nor is it one whose deal was never made
    entries.begin(9, DEFAULT, b"BOB")
    assert unknown in handheld.module("storage.store").load("m13-entries")


def test_a_foreign_name_is_no_record(handheld, entries):
    for name in ("m13-zzzzz.rec", "m13-1.rec", "m13-000001.rec", "m13-00007.rec"):
        (handheld.saves / name).write_bytes(b"foreign")
    assert entries.records() == ["m13-00007.rec"]
    assert entries.keep(finished(moves=3), b"ANN", 1) == ""
    assert entries.records() == ["m13-00007.rec", "m13-00008.rec"]


def test_a_record_that_cannot_be_read_is_no_crash(handheld, entries):
    m = finished(moves=3)
    assert entries.keep(m, b"ANN", 1) == ""

    def broken(name):
        raise OSError(5)

    handheld.hal.read = broken
    assert entries.keep(m, b"ANN", 1) == "" and len(entries.records()) == 2


@pytest.mark.parametrize("number", (1, 30))
def test_a_folder_among_the_records_keeps_none_away(handheld, entries, number):
    folder = handheld.saves / f"m13-{number:05}.rec"
    folder.mkdir()
    (folder / "x").write_bytes(b"x")
    m = finished(moves=3)
    for n in range(1, 31):
        assert entries.keep(m, b"ANN", n) == ""
    kept = [handheld.saves / name for name in entries.records() if name != folder.name]
    read = [handheld_records.unpack(path.read_bytes())["entry"] for path in kept]
    assert read[-19:] == list(range(12, 31)) and len(read) <= 20


def test_after_the_highest_number_the_records_begin_again(handheld, entries):
    m = finished(moves=3)
    assert entries.keep(m, b"ANN", 1) == ""
    (handheld.saves / "m13-00001.rec").rename(handheld.saves / "m13-99998.rec")
    for n in range(2, 31):
        assert entries.keep(m, b"ANN", n) == ""
        kept = entries.records()
        assert len(kept) == min(n, 20)
        assert handheld_records.unpack((handheld.saves / kept[-1]).read_bytes())["entry"] == n
    assert kept[0] == "m13-00009.rec" and kept[-1] == "m13-00028.rec"


def test_a_full_flash_is_reported(handheld, entries):
    m = finished(moves=5)

    def full(name, parts):
        raise OSError(28)

    write = handheld.hal.write
    handheld.hal.write = full
    assert entries.keep(m, b"ANN", 1) == "there is no room left"
    assert not entries.begin(7, DEFAULT, b"ANN")
    assert (
        "could not be saved: there is no room left"
        in handheld.module("storage.store").take_problems()
    )
    handheld.hal.write = write
    assert entries.keep(m, b"ANN", 1) == "" and len(entries.records()) == 1


# Records


def test_a_power_cut_after_a_record_does_not_leave_two(entries):
    m = finished(moves=3)
    assert entries.keep(m, b"ANN", 1) == entries.keep(m, b"ANN", 1) == ""
    assert len(entries.records()) == 1
    assert entries.keep(m, b"ANN", 2) == "" and len(entries.records()) == 2


@pytest.mark.parametrize(
    "chosen, moves", [(DEFAULT, 0), (SPRINT, 40), (SPRINT, 10**6), (CLIMB, 10**6)]
)
def test_a_record_replays_to_its_score(handheld, entries, chosen, moves):
    m = finished(31, chosen, moves)
    assert entries.keep(m, b"ZOE", 2) == ""
    (path,) = handheld.saves.glob("*.rec")
    rec = json.loads(json.dumps(handheld_records.unpack(path.read_bytes())))
    played = records.check(rec)
    assert played.s == m.s and rec["score"] == rules.score(m.s)
    assert rec["moves"] == m.record()["moves"] and rec["result"] == m.record()["result"]
    assert (rec["player"], rec["entry"]) == ("ZOE", 2)


def test_a_game_too_long_for_its_log_says_so(entries):
    m = finished(moves=3)
    m.forgotten = 5
    assert entries.keep(m, b"ANN", 1) == "the game is too long for one"
    assert not entries.records()


def test_a_record_with_any_changed_byte_is_refused(handheld, entries):
    entries.keep(finished(moves=12), b"ANN", 1)
    (path,) = handheld.saves.glob("*.rec")
    data = path.read_bytes()
    rnd = random.Random(4)
    for i in range(len(data)):
        other = bytearray(data)
        other[i] ^= 1 << rnd.randrange(8)
        with pytest.raises(Bad):
            handheld_records.unpack(bytes(other))
    for n in range(len(data)):
        with pytest.raises(Bad):
            handheld_records.unpack(data[:n])


def forge(data, at, value):
    """The file with other bytes at `at` and a matching checksum."""
    import zlib

    data = data[:at] + value + data[at + len(value) : -4]
    return data + struct.pack("<I", zlib.crc32(data))


def test_a_forged_record_replays_or_is_refused(handheld, entries):
    m = finished(moves=12)
    entries.keep(m, b"ANN", 1)
    (path,) = handheld.saves.glob("*.rec")
    data = path.read_bytes()
    assert handheld_records.unpack(forge(data, 6, b"BOB"))["player"] == "BOB"
    for at, value, why in (
        (14, b"\x88\x13\0\0", "claims 5000 points"),
        (10, b"\x08\0\0\0", "not legal|claims"),
        (10, b"\0\0\0\0", "deal, options or player are impossible"),
        (6, b"A\0B", "deal, options or player are impossible"),
        (4, b"\x09", "rules version 9"),
        (24, b"\x03", "options"),
        (29, b"\x01\x01", "move 1 is not legal"),
        (22, b"\x02\0", "length"),
    ):
        with pytest.raises(Bad, match=why):
            handheld_records.unpack(forge(data, at, value))


def test_the_tool_makes_files_that_the_standings_read(handheld, entries, tmp_path, capsys):
    made = [("ANN", 1, 12), ("ANN", 2, 30), ("BOB", 1, 10**6)]
    for who, n, moves in made:
        entries.keep(finished(7, DEFAULT, moves), who.encode(), n)
    (handheld.saves / "m13-00009.rec").write_bytes(b"no record at all")
    out = tmp_path / "json"
    assert handheld_records.main([str(handheld.saves), "-o", str(out)]) == 1
    note = capsys.readouterr()
    assert "m13-00009.rec: it is not a handheld's record" in note.err
    paths = sorted(map(str, out.glob("*.json")))
    assert len(paths) == 3
    named, rows, refused = standings.standings(paths)
    assert not refused and named["deal"] == 7
    assert [r["player"] for r in rows] == ["BOB", "ANN"]
    assert handheld_records.main([paths[0], "-o", str(out)]) == 1
    with pytest.raises(Bad, match="does not exist"):
        handheld_records.main([str(tmp_path / "nowhere"), "-o", str(out)])
    (tmp_path / "empty").mkdir()
    with pytest.raises(Bad, match="no records"):
        handheld_records.main([str(tmp_path / "empty"), "-o", str(out)])


# On the handheld


def start(h, keys):
    """From the launcher into the menu of Make 13, then keys."""
    pad = h.hal.PAD
    yield "RIGHT" if pad else "Y"
    yield "A"
    yield 50
    for k in keys.split():
        name, _, n = k.partition("*")
        for _ in range(int(n or 1)):
            yield name
    yield 50


QUIT = "MENU DOWN A DOWN A"


def quit_now(n=0):
    yield n
    yield from QUIT.split()
    yield 800  # the result ignores keys at first


def test_a_limited_entry_can_be_played_three_times_by_each(handheld):
    """M6, M16: a tournament is its deal number and options."""
    handheld.prepare(animation=0)
    asked = []

    def script(h):
        menu = h.module("ui.menu")
        say = menu.alert
        menu.alert = lambda title, text: (asked.append(text), say(title, text))[1]
        yield from start(h, "UP A A DOWN A UP RIGHT*5 DOWN*4 A")  # by number: 100007
        for n in range(1, 4):
            assert h.game.match.number == 100007 and h.game.match.options == DEFAULT
            assert h.module("storage.make13_entries").begun(100007, DEFAULT, b"AAA") == n
            yield from quit_now(500)
            # Its pages, then once more; after the last entry, done.
            yield from ["A", "A", "A", "A"] if n < 3 else ["A", "UP", "A"]
            yield 100
        yield from ["UP", "A", "A", "DOWN", "DOWN", "A"]  # the last one again, the same player
        yield 50
        assert asked == ["AAA has no tries left for deal 100007. Who else plays?"]
        yield from ["A", "UP", "A"]  # another player, BAA, may
        yield 100
        assert h.game.match.number == 100007
        assert h.module("storage.make13_entries").last(rules) == (100007, DEFAULT, b"BAA", 1)

    play(handheld, script)
    made = [handheld_records.unpack(p.read_bytes()) for p in sorted(handheld.saves.glob("*.rec"))]
    assert [(r["player"], r["entry"], r["result"]) for r in made] == [
        ("AAA", n, "quit") for n in (1, 2, 3)
    ]


def test_a_race_that_is_quit_for_another_can_be_reviewed(handheld):
    """Before any table was shown: from the menu that Make 13 opens with."""
    handheld.prepare("make13", 7, 12, last=False)
    there = "RIGHT " * handheld.module("catalog").row("make13")
    quit_for_another = "DOWN A 600 DOWN A 4000"  # Start, Quit
    shown = []

    def watch():
        draw = handheld.module("views.make13").draw
        handheld.module("views.make13").draw = lambda s: (draw(s), shown.append(bytes(s)))

    keys = f"600 {there} 300 A 1500 {quit_for_another} A 3000 DOWN*3 A 4000"
    handheld.play(keys, before=watch)
    assert shown and rules.over(shown[0]) == 4  # the review begins at the end
    assert "m13-00001.rec" in handheld.files()
    assert not [name for name in handheld.files() if name.startswith("crash")]


@pytest.mark.parametrize("when", ("record", "enter", "counted"))
def test_a_power_cut_at_the_end_neither_loses_nor_duplicates_an_entry(handheld, when):
    """The power is cut while the results of an entry are saved."""
    handheld.prepare(animation=0)
    cuts = []

    def script(h):
        tournament = h.module("screens.make13_menu")
        entries = h.module("storage.make13_entries")

        def cut(*_):
            cuts.append(1)
            raise h.hardware.Stop

        yield from start(h, "A")
        if when == "record":
            entries.keep = cut
        elif when == "enter":
            entries.enter = cut
        else:
            h.module("storage.history").save = cut
        assert tournament
        yield from quit_now(800)
        yield 500

    play(handheld, script)
    assert cuts == [1]

    def again(h):
        yield 300
        for _ in range(5):
            yield "A"
            yield 50

    play(handheld, again)
    (path,) = handheld.saves.glob("*.rec")
    handheld.on()
    assert len(handheld.module("storage.make13_entries").table(DEFAULT)) == 1
    assert handheld_records.unpack(path.read_bytes())["entry"] == 1


def test_an_end_that_could_not_be_saved_is_before_its_result_is(handheld):
    """Else a power cut after that would let the race end twice."""
    handheld.on()
    game, store = handheld.start("make13", deal=7), handheld.module("storage.store")
    results, save = handheld.module("screens.make13_result"), store.save
    game.match.play(rules.QUIT)
    game.mark_changed()
    store.save = lambda *_: False  # the flash is full
    game.save()
    store.save = save

    def cut(*_):
        assert rules.over(handheld.saved("make13").match.s)
        raise handheld.hardware.Stop

    results.entries.keep = cut
    with pytest.raises(handheld.hardware.Stop):
        results.finish(game)


def test_without_a_pad_initials_are_set_letter_by_letter(handheld):
    handheld.board = "display_pack_2"
    handheld.prepare(animation=0)

    def script(h):
        yield from start(h, "Y Y A Y*2 A X A Y A X X A")
        assert h.module("storage.make13_entries").last(rules)[2] == b"CZB"
        yield from ["B:900"]
        yield 200

    play(handheld, script)


@pytest.mark.parametrize("board, taps, left", (
    ("ws_lcd_13", "RIGHT B", None), ("display_pack_2", "NEXT A NEXT B NEXT A A A", b"CBA"),
    ("display_pack_2", "B", None), ("display_pack_2", "A MENU", None),
))  # fmt: skip
def test_b_leaves_the_initials_or_without_a_pad_goes_back_a_letter(handheld, board, taps, left):
    handheld.board = board
    handheld.on()
    keys = handheld.module("ui.keys")
    handheld.module("preferences").apply()
    taps = [getattr(keys, name) for name in taps.split()]
    keys.wait = lambda: taps.pop(0)
    assert handheld.module("ui.digits").letters("Who?", b"AAA") == left and not taps


@pytest.mark.parametrize("k, at, way, then", (
    (1, 99, 1, 99), (1, 98, 1, 99), (1, 2, -1, 1), (1, 1, -1, 1),
    (2, 60000, 1, 60000), (2, 59500, 1, 60000), (2, 1000, -1, 500), (2, 500, -1, 500),
))  # fmt: skip
def test_levels_and_target_end_at_their_least_and_most(handheld, k, at, way, then):
    handheld.prepare()
    house, settings = handheld.module("screens.settings_menu"), handheld.module("storage.settings")
    settings.choose(1, k, options.index(rules.OPTIONS[k][1], str(at)))
    house.menu.way = way
    house.menu.ask = lambda title, rows, at, notes, change, **how: change(k - 1, way) and -1
    house.house(handheld.saved("make13"))
    own = settings.options(1, rules.OPTIONS)
    assert options.value(rules.OPTIONS[k][1], own[k]) == then


@pytest.mark.parametrize("score, place, over, praised", (
    (0, -1, 3, 0), (50, 1, 3, 0), (70, 0, 3, 2), (70, 0, 4, 0), (50, 1, 1, 2),
))  # fmt: skip
def test_a_race_without_a_point_has_no_place_and_others_have_theirs(
    handheld, score, place, over, praised
):
    """Once it has ended, and after power was lost while that was shown.

    The best one, unless it was quit, and one that reaches its target are celebrated.
    """
    handheld.on()
    game, shown = handheld.start("make13", deal=7), []
    results = handheld.module("screens.make13_result")
    results.entries.enter(game.match.options, row("AAA", 60, deal=8, entry=0))
    game.rules.over, game.rules.score = lambda s: over, lambda s: score
    heard, results.sound.won = [], lambda jingle: heard.append("jingle")
    handheld.module("screens.celebration").run = lambda *_: heard.append("cards")
    handheld.module("draw.card_art").speed = 0
    results._leaf = results._ask = lambda *_: None
    results._end = lambda game, who, n, place: shown.append(place)
    for _ in range(2):
        results.finish(game)
    assert shown == [place] * 2 and heard == ["jingle", "cards"] * praised


@pytest.mark.parametrize("timer, over, times", ((0, False, 2), (3, False, 0), (0, True, 0)))
def test_only_a_race_in_play_is_counted_down(handheld, timer, over, times):
    """As it begins, and after a pause."""
    handheld.on()
    game, counted = handheld.start("make13", 7, options=bytes((0, 0, 0, timer))), []
    game.mode._count_down = lambda: counted.append(1)
    if over:
        game.match.play(rules.QUIT)
    game.view.open(game.match.s)
    game.mode.begin(game)
    game.mode.resume()
    assert len(counted) == times


@pytest.mark.parametrize("left, text", ((-1, "Once more"), (2, "Once more\t2 left"), (0, "")))
def test_once_more_is_offered_as_long_as_there_are_tries_left(handheld, left, text):
    handheld.on()
    game, offered = handheld.start("make13", 7), []
    results = handheld.module("screens.make13_result")
    game.match.play(rules.QUIT)
    results.game_over.what_next = lambda game, title, card, ways, **_: offered.extend(ways)
    results._ask(game, left, False, -1)
    assert [words for _, words in offered if words.startswith("Once")] == [text] * bool(text)


@pytest.mark.parametrize("timer, points", ((0, 50), (3, -1)))
def test_points_are_counted_up_but_there_are_none_in_practice(handheld, timer, points):
    handheld.on()
    game, counted = handheld.start("make13", 7, options=bytes((0, 0, 0, timer))), []
    results = handheld.module("screens.make13_result")
    game.match.play(rules.QUIT)
    game.rules.score = lambda s: 50
    results._leaf = lambda pages, score: counted.append(score)
    results._ask = lambda *_: None
    results.finish(game)
    assert counted == [points]
    assert not results.make13_ghost.find("make13", game.match)  # as it was quit


@pytest.mark.parametrize("board", ("ws_lcd_13", "display_pack", "display_pack_2"))
def test_the_results_mark_each_level_and_name_the_entry_before(handheld, board):
    handheld.board = board
    handheld.on()
    results, art = handheld.module("screens.make13_result"), handheld.module("draw.art")
    game, hal = handheld.start("make13", deal=7), handheld.hal
    texts = []
    text = hal.text
    hal.text = lambda font, s, *at: texts.append(s) or text(font, s, *at)
    game.rules.bust = lambda s, level: (0, 2, 2, 3)[level - 1]
    results.speech.page("", [])
    results._levels(game.rules, game.match.s, 1, 4)
    signs = [t for t in texts if t in (art.CH_TIMES, art.CH_CHECK, art.CH_STAR)]
    assert signs == [art.CH_TIMES, art.CH_CHECK, art.CH_CHECK, art.CH_STAR]
    for before in ("", "4711"):
        for place in (-1, 0):
            results.entries.best_at = lambda *what, before=before: before
            texts.clear()
            results._summary(game, "AAA", 1, place, True)
            room = board != "display_pack"  # there is none
            assert ("Before, at this deal" in texts) == bool(before and room), place
    results.canvas.centre = lambda font, s, *at: texts.append(s)
    for place, words in enumerate(("New high score!", "2nd best", "3rd best", "4th best")):
        texts.clear()
        results._summary(game, "AAA", 1, place, True)
        assert any(text.startswith(words) for text in texts) == room


@pytest.mark.parametrize("board", ("ws_lcd_13", "display_pack"))
def test_a_place_among_the_high_scores_is_marked_on_the_page_that_has_it(handheld, board):
    handheld.board = board
    handheld.on()
    results = handheld.module("screens.make13_result")
    for n in range(10):
        results.entries.enter(DEFAULT, row("ANN", 1000 - n, busted=0))
    results.speech.page("", [])
    gold, places, ink = results.canvas.ON_GOLD, [], []
    write = lambda font, text, x, y, colour: ink.append(colour) or places.append(text)  # noqa: E731
    results.canvas.right = handheld.hal.text = write
    for place in range(10):
        places.clear(), ink.clear()
        for _, draw, what in results._tables(DEFAULT, place):
            draw(*what)
        marked = [text for text, colour in zip(places, ink) if colour == gold]
        assert marked == [f"{place + 1}", "ANN", f"{1000 - place}", "0", "1:40", "7"]


def test_other_house_rules_make_another_tournament(handheld):
    """M17."""
    handheld.prepare(animation=0)

    def script(h):
        yield from start(h, "UP A UP*4 A LEFT*2 DOWN RIGHT DOWN RIGHT DOWN LEFT B")
        yield from ["B", "DOWN"]  # Limited Entry
        yield from ["A", "A"]
        yield 100
        named = options.unpack(rules.OPTIONS, h.game.match.options)
        assert named == {
            "kind": "limited",
            "levels": 3,
            "target": 5000,
            "timer": 150,
            "entries": 2,
        }
        assert rules.get(h.game.match.s, rules.START) == 150
        yield from quit_now()
        yield 200
        yield from ["B", "B"]
        yield from ["UP", "A", "DOWN", "DOWN", "A", "A"]  # Sprint to Score
        yield 100
        named = options.unpack(rules.OPTIONS, h.game.match.options)
        assert (named["kind"], named["target"], named["levels"]) == ("score", 5500, 5)

    play(handheld, script)


def test_house_rules_by_number_take_the_nearest_value(handheld):
    handheld.prepare(animation=0)

    def script(h):
        yield from start(h, "UP A UP*4 A A UP A DOWN A RIGHT UP*3 RIGHT UP*6 A B")
        own = h.module("storage.settings").options(1, rules.OPTIONS)
        assert options.value(rules.OPTIONS[1][1], own[1]) == 15
        assert options.value(rules.OPTIONS[2][1], own[2]) == 8500

    play(handheld, script)


def test_the_high_score_is_shown_when_a_race_is_resumed(handheld):
    handheld.prepare(animation=0)

    def script(h):
        h.module("storage.make13_entries").enter(DEFAULT, row("ANN", 4711))
        yield from start(h, "A")
        yield 300
        raise h.hardware.Stop

    play(handheld, script)

    def again(h):
        yield 300
        yield "A"
        yield 300
        assert h.game.view.best == "4711"

    play(handheld, again)


def test_a_race_begun_without_the_menu_shows_its_high_score_too(handheld):
    """Once more, the daily deal, a step."""
    handheld.on()
    game = handheld.start("make13", 7)
    handheld.module("storage.make13_entries").enter(DEFAULT, row("ANN", 4711))
    handheld.module("screens.make13_menu")._start(game, DEFAULT, 8, b"AAA", 0, 0)
    assert game.view.best == "4711" and game.match.number == 8


@pytest.mark.parametrize("timer, words", ((0, "three, two, one"), (3, "No clock")))
def test_the_menu_speaks_of_a_clock_only_if_there_is_one(handheld, timer, words):
    handheld.prepare("make13", deal=13, moves=3, options=bytes((0, 0, 0, timer, 0)))
    handheld.on()
    handheld.tap("900")
    tournament = handheld.module("screens.make13_menu")
    said = []

    def ask(title, rows, at, notes, **how):
        said.append((rows[0], notes[0]))
        return -1

    tournament.menu.ask = ask
    tournament.enter(handheld.game)
    assert said[0][0].startswith("Continue") and words in said[0][1]


def test_a_race_that_was_quit_disappears_from_the_menu(handheld):
    handheld.prepare("make13", deal=13, moves=8)
    handheld.on()
    handheld.tap("900")
    tournament, game = handheld.module("screens.make13_menu"), handheld.game
    asked = []

    def ask(title, rows, at, *what, **more):
        asked.append((len(rows), at))
        return 6 if len(asked) == 1 else -1  # the last row: other races

    tournament.menu.ask = ask
    tournament._more_menu = lambda game: game.match.play(game.rules.QUIT) or False
    tournament.enter(game)
    assert asked == [(7, 0), (6, 5)]


def test_tournaments_begun_are_listed_with_details_and_games_and_played_again(handheld):
    """Open Ended as OE and a question mark, as in the source of the rules."""
    handheld.prepare(animation=0)
    handheld.on()
    entries = handheld.module("storage.make13_entries")
    for deal, chosen, n in ((7, SPRINT, 1), (99, bytes((0, 1, 0, 0, 0)), 2), (8, DEFAULT, 1)):
        for _ in range(n):
            entries.begin(deal, chosen, b"BOB")
    shown = {}

    def watch():
        ask = handheld.module("ui.menu").ask
        tournament = handheld.module("screens.make13_menu")

        def watched(title, items, *more, **named):
            shown[title] = list(items)
            return ask(title, items, *more, **named)

        tournament.menu.ask = watched

    handheld.play("300 RIGHT A 500 UP A 200 UP A 200 DOWN A 900", before=watch)
    assert shown["Tournaments"] == [
        "8   \t5   BOB   2 left", "99   OE\t?   BOB   1 left", "7   STS 5,000\t?   BOB   any",
    ]  # fmt: skip
    match = handheld.game.match
    assert match.number == 99 and match.options[1] == 1
    entries = handheld.module("storage.make13_entries")  # as of the second power-on
    assert entries.begun(99, match.options, b"BOB") == 3


def test_a_new_deal_in_practice_is_for_practice(handheld):
    handheld.prepare(animation=0)
    keys = "300 RIGHT A 500 DOWN*3 A 500 "
    numbers = []
    handheld.on()
    made = handheld.module("game").Game
    reset = made.reset_counters
    made.reset_counters = lambda game: numbers.append(game.match.number) or reset(game)
    handheld.tap(keys + "MENU 100 DOWN A 500")
    match = handheld.game.match
    assert match.options[3] == 3 and len(set(numbers)) == 2 and not match.played


@pytest.mark.parametrize("moved", (True, False))
def test_a_deal_that_was_practised_and_left_is_known_to_a_race(handheld, moved):
    handheld.on()
    menu, races = handheld.module("screens.make13_menu"), handheld.module("screens.make13_races")
    table = handheld.saved("make13")
    menu._deal(table, races.options_of(table, races.PRACTICE), 99, 0, 0, False)
    table.how |= moved * handheld.module("storage.history").IS_BEGUN
    assert handheld.module("dealing").leave(table)[0]
    table.deal()
    menu._deal(table, races.options_of(table, 0), 99, 0, 0, False)
    assert ("KNOWN" in handheld.facts(table)) == moved
