"""The saves of the first release: every later version loads them as they are.

host_tests/records/first_saves.json has the files of one player and what is in them. Until that
release is out this test may write it anew, with FIRST_SAVES=1 in the environment; a version that
writes something else adds a sample of its own.
"""

import base64
import json
import os
import struct

import playing

from tools import veteran

SAMPLE = playing.ROOT / "host_tests/records/first_saves.json"
DRAWN = False


def facts(handheld):
    """What the firmware reads of its saves, as JSON can hold it."""
    module = handheld.module
    settings, history = module("storage.settings"), module("storage.history")
    entries, ghost = module("storage.make13_entries"), module("storage.make13_ghost")
    set_aside = module("storage.set_aside")
    settings.load()
    handheld.hal.battery = lambda: 3800
    found = {"settings": list(settings.values), "battery": module("storage.gauge").charge()}
    past = history.load()
    for row, name in enumerate(playing.GAMES):
        game = module("game").Game(name)
        loaded = game.load()
        match = game.match
        found[name] = {
            "loaded": loaded, "deal": match.number, "options": list(match.options),
            "moves": list(match.log[: match.played]), "state": bytes(match.s).hex(),
            "open": [game.seconds, game.identity, game.day, game.how, game.step, game.deal_index],
            "set aside": [set_aside.deal(name, n) for n in (0, 1)],
            "statistics": history.statistics(past, row), "trophies": history.trophies(past, row),
            "steps": [
                [history.step(past, row, i), history.stars(past, row, i)] for i in range(13)
            ],
            "dealt": list(history.deal_index(past, row)),
        }  # fmt: skip
        if name == "make13":
            found["curve"] = bytes(ghost.find(name, match)).hex()
            chosen = bytes(match.options)
            found["table"] = [[str(value) for value in line] for line in entries.table(chosen)]
            found["begun"] = [[str(value) for value in line]
                              for line in entries.all_begun(game.rules)]  # fmt: skip
    found["records"] = [list(record) for record in history.records(past)]
    found["kept"] = entries.records()
    return json.loads(json.dumps(found))


def test_the_first_release_s_saves_are_all_there(handheld):
    if os.environ.get("FIRST_SAVES"):
        _write(handheld)
        for path in handheld.saves.iterdir():
            path.unlink()
    sample = json.loads(SAMPLE.read_text("utf-8"))
    for name, data in sample["files"].items():
        (handheld.saves / name).write_bytes(base64.b64decode(data))
    handheld.on()
    found, wanted = facts(handheld), sample["facts"]
    later = found["settings"]  # to which later versions may append
    found["settings"] = later[: len(wanted["settings"])]
    for name in wanted:
        assert found[name] == wanted[name], name
    assert not handheld.module("storage.store").problems
    assert not list(handheld.saves.glob("*bad*"))


def _write(handheld):
    """A little of everything, by the firmware's own functions."""
    handheld.prepare(text=1, theme=2, forced=1)
    module = handheld.module
    settings, history = module("storage.settings"), module("storage.history")
    settings.values[settings.WHO : settings.WHO + 6] = b"ANNBOB"
    settings.values[settings.BACK], settings.values[settings.LAMP] = 3, 1
    settings.save()
    veteran.play(9899)
    past = history.load()
    history.put_deal_index(past, 1, 17)
    history.save(past)
    for deal, name in enumerate(playing.GAMES, 5):
        game = handheld.start(name, deal, 12)
        game.seconds, game.identity, game.day = 77 + deal, 90000 + deal, 9899
        module("storage.set_aside").keep(name, b"".join(game.pack()))
        game = handheld.start(name, deal + 20, 9)
        game.how |= history.IS_HINTED
        assert game.save()
    entries = module("storage.make13_entries")
    race = handheld.start("make13", 26, 30)
    chosen = bytes(race.match.options)
    for who in b"ANN", b"BOB":
        assert entries.begin(26, chosen, who)
    race.match.play(race.rules.QUIT)
    entries.keep(race.match, b"ANN", 1)
    entries.enter(chosen, (b"ANN", 1, 4321, 900, 0, 1, 26))
    module("storage.make13_ghost").keep(
        "make13", race.match, b"ANN" + struct.pack("<I", 1 << 24 | 4321) + b"123"
    )
    module("storage.store").save("battery", (struct.pack("<4H", 4100, 3300, 4000, 3500),))
    paths = sorted(set(handheld.saves.iterdir()) - set(handheld.saves.glob("*-copy*")))
    files = {path.name: base64.b64encode(path.read_bytes()).decode() for path in paths}
    handheld.on()
    sample = json.dumps({"files": files, "facts": facts(handheld)}, separators=(",", ":"))
    SAMPLE.write_text(
        sample.replace("},", "},\n").replace('",', '",\n') + "\n", "utf-8", newline="\n"
    )
