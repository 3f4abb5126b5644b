"""Layer 5. The launcher: tiles for the games and the settings."""

from micropython import const

import hal
from hal import fb
from thirteen import background, catalog, preferences, screens
from thirteen.draw import art, canvas, card_art, large, palettes, pictures
from thirteen.storage import dates, gauge, history, saved_game, settings, store
from thirteen.ui import captions, grid, keys, speech

_ACROSS = const(3)
_TOP = const(56)
_LOW = const(80)  # height of a tile up to which a picture has no room above its title
_PICTURE = const(40)  # size of a game's picture
_WIDE = const(100)  # width of a tile from which it has room beside the title, else half of it
_SMALL = const(46)  # size of the settings tile if it is in the headline
_LINE = const(78)  # left edge of the line about the selected game
_SOON = const(160)  # ms without a key until it is told what a tile is: no arrow waits for it
_RESTS = const(350)  # ms without a key until the selected game's files are read
_BEAT = const(500)  # ms from one of the two pictures of the selected tile to the other,
_STILL = const(15000)  # ms without a key after which all stand still
_TURNS = const(8)  # beats after which each of the others shows its second picture for one
_PIPS = const(13)  # the steps of a game at the foot of its tile,
_STARS = const(3)  # and the stars of one
_DEMO = const(60000)  # ms without a key until the games play themselves
_DESERTED = const(-1)  # in place of a key: there was none for so long
_FRIDAY = "friday"  # the game whose moon is red on a day of its name,
_RED_MOON = const(0x88D0)  # the ink of that layer of its picture
_SETTINGS_ABOUT = "settings, trophies, about"

_games = len(catalog.GAMES)
_rows = (_games + _ACROSS - 1) // _ACROSS
_small = (hal.H - _TOP) // _rows <= _LOW
_beside = _small and (hal.H - _TOP) // _rows > _PICTURE + 10 and hal.W >= _ACROSS * _WIDE
_GAP = 2 if _small and not _beside else 4
_tile_w = (hal.W - _GAP) // _ACROSS - _GAP  # size of a tile
_tile_h = (hal.H - _TOP) // _rows - _GAP
# The settings use a tile left over by the games, or a small one in the headline.
_headline = _games == _rows * _ACROSS
_SETTINGS = _games
# The colours that show the games' felts on their tiles; no emblem has one of them.
_FELTS = bytes((canvas.GREEN, canvas.BLUE, canvas.ACCENT, canvas.CHOICE, canvas.PANEL))
# What each colour of a card's back is drawn in here.
_INKS = b"\x0c\x01\x02\x03\x04\x05\x06\x07\x08\x08\x02\x03\x0c\x0d\x02\x0f"
# What the keys do, as much of it as has room.
_CAPTIONS: tuple = (captions.of(keys.A, "play"),)
if captions.UNDO_KEY:
    _CAPTIONS += captions.of(keys.X, "today"), captions.of(keys.Y, "path"), captions.MENU
else:
    _CAPTIONS += (captions.of(keys.MENU, "path, menu"),) + captions.GAME[:1] * (not hal.PAD)

_past: list = []  # the history, while a summary is made of it
_shown: list = []  # the _Grown that was shown last, until the next is read
home = False  # its tiles wait for a key, and nothing lies over them: for a host


class _Grown:
    """What the player has won so far, as the tiles show it."""

    def __init__(self) -> None:
        past = history.load()
        self.stars = 0
        self.steps = []  # of each game, the stars of each of its steps
        self.done = []  # whether today's deal was finished
        for row in range(_games):
            got = bytes([history.stars(past, row, i) for i in range(_PIPS)])
            self.steps.append(got)
            self.stars += sum(got)
            self.done.append(history.is_done(past, row))
        self.whole = _games * _PIPS * _STARS
        self.day = history.played_days(past)

    def today(self) -> str:
        """How today stands, in a few words."""
        text = "%d of %d today" % (sum(self.done), _games)
        return ("day %d, " % self.day if _headline or hal.battery() >= 0 else "") + text


def run() -> tuple:
    """Let the player choose a game.

    Returns its row, and for what it is opened: the day chosen in the calendar, and the step chosen
    on the path, 0 for none.
    """
    global home
    at = settings.latest(_games)
    if settings.last(_games) >= 0:
        settings.leave()
        background.defer(settings.save, background.SOON)
    tiles = _Tiles()
    while True:
        tiles.at = at
        home = True
        k = tiles.run()
        home = False
        at = tiles.at
        if k == _DESERTED:
            background.finish()
            screens.demo.run(at % _games)
            continue
        if k == keys.X or k == keys.Y:
            tiles.press()  # the answer to the key, until the screen is there
            hal.refresh()
        if k == keys.A and at != _SETTINGS:
            got: tuple | None = (at, 0, 0)
        else:
            got = screens.main_menu.run(at, k)
        if not got:
            continue
        at, day, step = got
        if k == keys.A:
            tiles.press()
        else:  # over the screen on which it was chosen
            canvas.clear()
        hal.refresh()  # the answer to the key, until the game is there
        if _offered(at):
            break
    settings.remember(at)
    background.defer(settings.save)
    return at, day, step


def _offered(at: int) -> bool:
    """The lesson is offered before a game is opened for the first time; False for back."""
    if settings.first(at):  # saved after the lesson: power lost during it offers it again
        if not screens.lesson.offer(catalog.GAMES[at][catalog.NAME]):
            settings.unopened(at)
            return False
    return True


def _deserted() -> bool:
    """Whether nobody has pressed a key for a while; who listens hears no game play itself."""
    if hal.VOICE and speech.heard():
        return False
    return keys.idle > _DEMO


def _look_up(at: int, i: int, parts: list) -> None:
    """Add part i of a game's summary: its wins, its saved game, its daily deal."""
    global _past
    if i == 0:
        past = _past = history.load()
        table = history.statistics(past, at)
        won = history.total(table, history.WON)
        played = history.total(table, history.PLAYED)
        if won:
            parts.append("%d won" % won)
            if catalog.GAMES[at][catalog.MODE] == "patience":
                parts.append("best " + dates.clock(table[0][history.FASTEST]))
        elif played:
            parts.append("%d played" % played)
    elif i == 1:
        if _in_progress(at):
            parts.insert(0, "in progress")
    else:
        past = _past or history.load()  # it is gone if the tile was read aloud meanwhile
        days = history.in_a_row(past, at, history.today(past))
        _past = []
        if days > 1:
            parts.insert(1, "%d days in a row" % days)


def _in_progress(at: int) -> bool:
    """Whether a game has a save that has been begun and is not over."""
    data = store.load(catalog.GAMES[at][catalog.NAME], saved_game.first)
    facts = saved_game.facts(data) if data else 0
    return facts & (history.IS_BEGUN | history.IS_CLOSED) == history.IS_BEGUN


def _show_summary(at: int, parts: list, first: str = "") -> None:
    """Draw the summary of the selected tile in the headline, and below it what the keys do.

    first: what is told before it is known.
    """
    w = hal.W - _LINE - (_SMALL + 2 * _GAP if _headline else 0)
    fb.fill_rect(_LINE, 27, w, _TOP - 27, canvas.FELT)
    texts = [text for k, text in _CAPTIONS if not keys.scan_ms or captions.works(k)]
    while canvas.width(art.SMALL, "  ".join(texts)) > w:
        texts.pop()
    hal.text(art.SMALL, "  ".join(texts), _LINE, 41, canvas.ON_FELT)
    about = catalog.GAMES[at][catalog.ABOUT] if at != _SETTINGS else _SETTINGS_ABOUT
    text = ", ".join(parts) or first or about
    while len(parts) > 1 and canvas.width(art.SMALL, text) > w:
        parts.pop()
        text = ", ".join(parts)
    fits = canvas.wrap(art.SMALL, text, 0, w)  # the rest would cover the settings' small tile
    hal.text(art.SMALL, text[:fits], _LINE, 27, canvas.GILT_FELT)


class _Tiles(grid.Grid):
    title = "Thirteen"
    n = _games + 1
    left = _GAP
    top = _TOP
    w = _tile_w + _GAP
    h = _tile_h + _GAP
    columns = _ACROSS

    def __init__(self) -> None:
        self.headline_of = -1  # the tile that the headline tells of
        self.beat = 0  # of the pictures, as long as they breathe
        self.grown: _Grown | None = _shown[0] if _shown else None
        self.read = False  # what it shows, once the player pauses,
        self.saves = 0  # and so many saved games, one a frame:
        self.open = 0  # those in progress, a bit each
        self.pressed = False  # it is shown as chosen
        self.tidy = False  # garbage was collected since
        self.halves: dict = {}  # by name, pictures at half their size
        self.red = False  # today is a Friday the 13th

    def draw(self) -> None:
        if hal.today() >= 0:
            self.red = dates.friday_13(hal.today())
        canvas.use_theme_of(palettes.HOUSE)
        canvas.gild()
        for row in range(min(_games, len(_FELTS))):
            hal.palette(_FELTS[row], canvas.tile(row))
        canvas.clear()
        grown = self.grown
        pictures.logo(10, 5, grown.stars if grown else 0, grown.whole if grown else 1)
        hal.text(large.FONT, self.title, 78, 10, canvas.GILT_FELT)
        _show_summary(self.at, [], grown.today() if grown and grown.day else "")
        self.headline_of = self.at
        if hal.battery() >= 0:
            charge = gauge.charge()
            x, y = (150, 10) if _headline else (hal.W - 54, 12)
            low = charge < canvas.LOW_CHARGE
            ink = canvas.GILT_FELT if low else canvas.ON_FELT
            hal.blit(art.ICONS, art.ICON_BATTERY, x, y + 2, ink)
            fb.fill_rect(x + 2, y + 4, 9, 5, canvas.FELT)
            full = canvas.RED if low else canvas.WHITE
            fb.fill_rect(x + 2, y + 4, max(charge * 9 + 50, 200) // 100, 5, full)
            canvas.right(art.SMALL, "%d%%" % charge, x + 46, y, ink)
        elif grown and grown.day and not _headline:
            text = "day %d" % grown.day
            canvas.right(art.SMALL, text, hal.W - _GAP - 2, 14, canvas.ON_FELT)

    def show(self) -> None:
        self.draw()
        for i in range(self.n):
            self.one(i)

    if hal.VOICE:
        legend = tuple([text for _, text in _CAPTIONS])

        def label(self, i: int) -> str:
            return "Settings" if i == _SETTINGS else catalog.GAMES[i][catalog.TITLE]

        def about(self, i: int) -> str:
            """What the game is, and how it stands."""
            if i == _SETTINGS:
                return _SETTINGS_ABOUT
            parts = [catalog.GAMES[i][catalog.ABOUT]]
            for k in range(3):
                _look_up(i, k, parts)
            past = history.load()
            n = history.steps(past, i)
            if n:
                parts.append("%d of %d steps won" % (n, _PIPS))
            if history.is_done(past, i):
                parts.append("today's deal done")
            return ". ".join(parts)

    def key(self, k: int) -> int | None:
        if k == keys.Y:
            return k if captions.UNDO_KEY and self.at != _SETTINGS else None
        return k if k in (keys.A, keys.MENU, _DESERTED) or k == keys.X and hal.PAD else None

    def tap(self, i: int) -> int:
        """A tap on a tile opens it."""
        if i < 0:
            return 0
        self.go(i)
        return keys.A

    def lead(self, k: int) -> int:
        """The settings' small tile is above the last column."""
        if not _headline or k not in (keys.UP, keys.DOWN):
            return grid.Grid.lead(self, k)
        column = self.at % _ACROSS if self.at < _games else _ACROSS - 1
        tiles = list(range(column, _games, _ACROSS)) + [_SETTINGS] * (column == _ACROSS - 1)
        return tiles[(tiles.index(self.at) + (1 if k == keys.DOWN else -1)) % len(tiles)]

    def ask_date(self) -> None:
        """Ask for it over the tiles."""
        global home
        home = False
        if screens.ask_date.run(self.show):
            self.show()
            hal.refresh()
        home = True

    def wait(self) -> int:
        """Wait for a key. Say what the tile is, and once the cursor rests how it stands."""
        if hal.today() < 0 and screens.ask_date.due():
            self.ask_date()
        at = self.at
        files = 3 if at == _SETTINGS else 0  # that have been read, one a frame
        parts: list = []
        beat = -3 * _BEAT  # it begins once the player rests
        k = keys.poll()
        while not k:
            pace = keys.REST
            beat += keys.dt
            if not self.read and keys.idle > _SOON:
                hal.collect()  # what is read stays: it is to lie between nothing
                self.read = True
                self.grown = _Grown()
                _shown[:] = (self.grown,)
                self.show()
                hal.refresh()
            elif self.read and not self.tidy:
                self.tidy = True
                hal.collect()  # what a game has left: not while the next one is opened
            elif self.headline_of != at and keys.idle > _SOON:
                self.headline([])
            elif files < 3 and min(keys.idle, beat + 3 * _BEAT) > _RESTS:
                _look_up(at, files, parts)
                files += 1
                if files == 3:
                    self.headline(parts)
                    hal.collect()  # what was read: not while a game is opened
            elif self.read and self.saves < _games and keys.idle > _RESTS:
                if _in_progress(self.saves):
                    self.open |= 1 << self.saves
                    self.one(self.saves)
                    hal.refresh()
                self.saves += 1
            elif _deserted():
                return _DESERTED
            elif _BEAT < beat and keys.idle < _STILL and settings.values[settings.ANIMATION]:
                beat = 0
                self.breathe()
                hal.refresh()
            elif keys.rest():
                pace = keys.BUSY
            k = keys.poll(pace)
            if not k and keys.scan():
                k = keys.NEXT
        if k == keys.A:  # its tile is drawn anew in any case
            self.beat = 0
        else:
            self.set_beat(0)
        if store.problems:
            canvas.use_theme_of(palettes.HOUSE)
            screens.problems.show()
            self.show()
        return k

    def breathe(self) -> None:
        """A beat: draw the tiles whose pictures change."""
        self.set_beat(self.beat % _TURNS + 1)
        if self.beat == _TURNS:
            hal.collect()  # what the beats have left

    def set_beat(self, beat: int) -> None:
        """Go to that beat: 0 is at rest."""
        was = [self.second(i) for i in range(_games)]
        self.beat = beat
        for i in range(_games):
            if self.second(i) != was[i]:
                self.one(i)

    def second(self, i: int) -> bool:
        """Whether a tile shows the second of its pictures: the selected one every other beat."""
        if i == self.at:
            return self.beat & 1 > 0
        return self.beat == 1 + 3 * i % _TURNS

    def headline(self, parts: list) -> None:
        _show_summary(self.at, parts)
        hal.refresh()
        self.headline_of = self.at

    def place(self, i: int) -> tuple:
        if _headline and i == _SETTINGS:
            return hal.W - _GAP - _SMALL, _GAP, _SMALL, _SMALL
        x, y, _, _ = grid.Grid.place(self, i)
        return x, y, _tile_w, _tile_h

    def press(self) -> None:
        """Show that the tile with the cursor was chosen."""
        self.pressed = True
        self.one(self.at)
        self.pressed = False

    def cell(self, i: int, on: bool, x: int, y: int, w: int, h: int) -> None:
        """Draw a tile, with what was won of its game: steps, today's deal."""
        pressed = on and self.pressed
        ground = _FELTS[i] if i < len(_FELTS) and i != _SETTINGS else canvas.DARK_FELT
        canvas.box(x, y, w, h, canvas.GOLD if pressed else canvas.GILT_EDGE if on else ground)
        if on and not pressed:
            canvas.box(x + 3, y + 3, w - 6, h - 6, ground)
        halved = _small and not _beside
        left = x + (3 if _small else w // 2 - _PICTURE // 2)
        high = y + (h - _PICTURE) // 2 - 2 if _beside else y + 6
        title = "Settings"
        if i == _SETTINGS:
            if w == _SMALL:
                _sliders(left, y + 7)
                return
            if halved:
                _sliders(left, y + 6, 1)
            elif settings.values[settings.BACK]:
                _back(left, high + 4)
            else:
                _sliders(left, high + 4)
        else:
            name, title = catalog.GAMES[i][:2]
            moon = _RED_MOON if self.red and name == _FRIDAY else 0
            if not pictures.has(name):
                name = "logo"
                if not halved:
                    left -= 10  # it is wider
            if halved:
                if name not in self.halves:
                    self.halves[name] = pictures.halved(name)
                high = y + 5 - int(self.second(i))
                pictures.draw_halved(self.halves[name], left, high, moon)
            else:
                pictures.draw(name, left, high, self.second(i), moon)
            if self.grown:
                self.marks(i, x, y, w, h)
        font = art.SMALL
        top = y + h - 2 * font[0] - 10
        if halved:
            top = y + 3
            x += _PICTURE // 2 + 3
            w -= _PICTURE // 2 + 7
        elif _beside:
            top = y + h // 2 - font[0]
            x += _PICTURE - 6
            w -= _PICTURE - 10
        ink = canvas.GILT_FELT if on else canvas.ON_FELT
        if pressed:
            ink = canvas.ON_GILT
        at = canvas.wrap(font, title, 0, w if halved else w - 14)
        if at == len(title):
            hal.centre(font, title, x, top + font[0] // 2, w, ink)
        else:
            top = top if halved else max(top, y + (h - 2 * font[0]) // 2)
            hal.centre(font, title[:at], x, top, w, ink)
            hal.centre(font, title[at + 1 :], x, top + font[0], w, ink)

    def marks(self, i: int, x: int, y: int, w: int, h: int) -> None:
        """A pip a step, gold if it was won, higher with all its stars; a mark for today.

        Two bars, as for a pause, for a game in progress. Where the title reaches the edge, all
        are at the foot.
        """
        foot = _small and not _beside
        top = y + h - 10 if foot else y + 4
        if self.open >> i & 1:
            for left in (x + 4, x + (7 if _small else 9)):
                wide, high = (2, 6) if _small else (3, 9)
                fb.fill_rect(left, top if foot else y + 6, wide, high, canvas.GOLD)
        grown = self.grown
        pitch = (w - (24 if foot else 10)) // _PIPS
        left = x + (w - _PIPS * pitch + 1) // 2
        for k, stars in enumerate(grown.steps[i]):
            high = 5 if stars == 3 else 3
            c = canvas.GILT_EDGE if stars else canvas.DARK_FELT
            fb.fill_rect(left + k * pitch, y + h - 3 - high, pitch - 1, high, c)
        size = 7 if _small else 13
        left = x + w - size - 3
        if grown.done[i]:
            canvas.box(left, top, size, size, canvas.GOLD)
            if not _small:
                hal.text(art.SMALL, art.CH_CHECK, x + w - 14, y + 4, canvas.ON_GILT)
        elif grown.day:  # an empty box
            fb.rect(left, top, size, size, canvas.PALE_FELT)


def _back(x: int, y: int) -> None:
    """In the place of that picture the back that is worn, in colours that show no felt here."""
    if card_art.worn != settings.values[settings.BACK]:
        preferences.cards()
    canvas.BACK = 0
    for shift in (0, 4, 8, 12):
        canvas.BACK |= _INKS[canvas.worn >> shift & 15] << shift
    card_art.back(x + 6, y - 6, 28, 40)
    canvas.own_back()


def _sliders(x: int, y: int, half: int = 0) -> None:
    """The picture of the settings; half: 1 for half its size."""
    for i, knob in enumerate((24, 6, 16)):
        fb.fill_rect(x, y + (12 * i + 3 >> half), 40 >> half, 3 - half, canvas.PALE_FELT)
        size = 9 - 4 * half
        canvas.box(x + (knob >> half), y + (12 * i >> half), size, size, canvas.GOLD)
