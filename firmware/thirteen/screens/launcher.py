"""Layer 5. The launcher: tiles for the games and the settings."""

from micropython import const

import hal
from hal import fb
from thirteen import background, catalog, preferences, screens
from thirteen.draw import art, canvas, card_art, large, palettes
from thirteen.draw.emblems import EMBLEMS
from thirteen.storage import dates, gauge, history, saved_game, settings, store
from thirteen.ui import captions, grid, keys, speech

_ACROSS = const(3)
_TOP = const(56)
_GAP = const(4)
_LOW = const(80)  # height of a tile up to which it has no picture
_PICTURE = const(40)  # size of a game's picture
_WIDE = const(100)  # width of a tile from which it has room beside the title
_SMALL = const(46)  # size of the settings tile if it is in the headline
_LINE = const(78)  # left edge of the line about the selected game
_SOON = const(160)  # ms without a key until it is told what a tile is: no arrow waits for it
_RESTS = const(350)  # ms without a key until the selected game's files are read
_BEAT = const(500)  # ms from one of the two pictures of the selected tile to the other,
_STILL = const(15000)  # ms without a key after which it stands still
_DEMO = const(60000)  # ms without a key until the games play themselves
_DESERTED = const(-1)  # in place of a key: there was none for so long
_FRIDAY = "friday"  # the game whose moon is red on a day of its name,
_RED_MOON = const(0x88D0)  # the ink of that layer of its picture
_SETTINGS_ABOUT = "daily deals, trophies, about"

_games = len(catalog.GAMES)
_rows = (_games + _ACROSS - 1) // _ACROSS
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
_CAPTIONS = (captions.of(keys.A, "play"), captions.of(keys.X, "daily"), captions.MENU)
if not captions.UNDO_KEY:
    _CAPTIONS = _CAPTIONS[:1] + tuple(reversed(captions.GAME))

_log: list = []  # the history, while a summary is made of it


def run() -> tuple:
    """Let the player choose a game.

    Returns its row, and for what it is opened: the day chosen in the calendar, and the step chosen
    on the path, 0 for none.
    """
    at = settings.last(len(catalog.GAMES))
    if at >= 0:
        settings.remember(-1)
        background.defer(settings.save)
    at = max(at, 0)
    tiles = _Tiles()
    while True:
        tiles.at = at
        if hal.today() < 0 and screens.ask_date.due():
            tiles.show()
            hal.refresh()  # before the history is read
            screens.ask_date.run(tiles.show)
        k = tiles.run()
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
        background.finish()  # the game just left may be opened again
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
    global _log
    if i == 0:
        log = _log = history.load()
        table = history.statistics(log, at)
        won = history.total(table, history.WON)
        played = history.total(table, history.PLAYED)
        if won:
            parts.append("%d won" % won)
            if catalog.GAMES[at][catalog.MODE] == "patience":
                parts.append("best " + dates.clock(table[0][history.FASTEST]))
        elif played:
            parts.append("%d played" % played)
        if played:
            n = history.steps(log, at)
            text = "step %d of 13" % (n + 1) if n < 13 else "13 steps " + art.CH_STAR
            parts.append(captions.of(keys.Y, text)[1] if captions.UNDO_KEY else text)
    elif i == 1:
        data = store.load(catalog.GAMES[at][catalog.NAME], saved_game.first)
        facts = saved_game.facts(data) if data else 0
        if facts & (history.IS_BEGUN | history.IS_CLOSED) == history.IS_BEGUN:
            parts.insert(0, "in progress")
    else:
        log = _log or history.load()  # it is gone if the tile was read aloud meanwhile
        text = "daily " + art.CH_CHECK if history.is_done(log, at) else ""
        days = history.in_a_row(log, at, history.today(log))
        _log = []
        if days > 1:
            text += (", " if text else "") + "%d in a row" % days
        if text:
            parts.insert(2, text)


def _show_summary(at: int, parts: list) -> None:
    """Draw the summary of the selected tile in the headline, and below it what the keys do."""
    w = hal.W - _LINE - (_SMALL + 2 * _GAP if _headline else 0)
    fb.fill_rect(_LINE, 27, w, _TOP - 27, canvas.FELT)
    texts = [text for k, text in _CAPTIONS if not keys.scan_ms or captions.works(k)]
    while canvas.width(art.SMALL, "  ".join(texts)) > w:
        texts.pop()
    hal.text(art.SMALL, "  ".join(texts), _LINE, 41, canvas.ON_FELT)
    about = catalog.GAMES[at][catalog.ABOUT] if at != _SETTINGS else _SETTINGS_ABOUT
    text = ", ".join(parts) or about
    while len(parts) > 1 and canvas.width(art.SMALL, text) > w:
        parts.pop()
        text = ", ".join(parts)
    fits = canvas.wrap(art.SMALL, text, 0, w)  # the rest would cover the settings' small tile
    hal.text(art.SMALL, text[:fits], _LINE, 27, canvas.GOLD_FELT)


class _Tiles(grid.Grid):
    title = "Thirteen"
    n = _games + 1
    left = _GAP
    top = _TOP
    w = _tile_w + _GAP
    h = _tile_h + _GAP
    columns = _ACROSS

    def __init__(self) -> None:
        self.told = -1  # the tile that the headline tells of
        self.up = 0  # pixels by which the selected tile's picture is lifted
        self.pressed = False  # it is shown as chosen
        self.red = False  # today is a Friday the 13th

    def draw(self) -> None:
        if hal.today() >= 0:
            self.red = dates.friday_13(hal.today())
        canvas.use_theme_of(palettes.HOUSE)
        for row in range(min(_games, len(_FELTS))):
            hal.palette(_FELTS[row], canvas.felt(row))
        canvas.clear()
        self.picture("logo", 10, 5)
        hal.text(large.FONT, self.title, 78, 10, canvas.GOLD_FELT)
        _show_summary(self.at, [])
        self.told = self.at
        if hal.battery() >= 0:
            charge = gauge.charge()
            x, y = (150, 10) if _headline else (hal.W - 54, 12)
            low = charge < canvas.LOW_CHARGE
            ink = canvas.GOLD_FELT if low else canvas.ON_FELT
            hal.blit(art.ICONS, art.ICON_BATTERY, x, y + 2, ink)
            fb.fill_rect(x + 2, y + 4, 9, 5, canvas.FELT)
            full = canvas.RED if low else canvas.WHITE
            fb.fill_rect(x + 2, y + 4, max(charge * 9 + 50, 200) // 100, 5, full)
            canvas.right(art.SMALL, "%d%%" % charge, x + 46, y, ink)

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

    def wait(self) -> int:
        """Wait for a key. Say what the tile is, and once the cursor rests how it stands."""
        at = self.at
        files = 3 if at == _SETTINGS else 0  # that have been read, one a frame
        parts = []
        beat = -3 * _BEAT  # it begins once the player rests
        k = keys.poll()
        while not k:
            pace = keys.REST
            beat += keys.dt
            if self.told != at and keys.idle > _SOON:
                self.tell([])
            elif files < 3 and min(keys.idle, beat + 3 * _BEAT) > _RESTS:
                _look_up(at, files, parts)
                files += 1
                if files == 3:
                    self.tell(parts)
            elif _deserted():
                return _DESERTED
            elif _BEAT < beat and keys.idle < _STILL and settings.values[settings.ANIMATION]:
                beat = 0
                self.up ^= 1
                self.one(at)
                hal.refresh()
            elif keys.rest():
                pace = keys.BUSY
            k = keys.poll(pace)
            if not k and keys.step():
                k = keys.NEXT
        self.up = 0
        if store.problems:
            screens.problems.show()
            self.show()
        return k

    def tell(self, parts: list) -> None:
        _show_summary(self.at, parts)
        hal.refresh()
        self.told = self.at

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
        """Draw a tile; the picture of the selected one may be lifted."""
        pressed = on and self.pressed
        up = self.up if on else 0
        ground = _FELTS[i] if i < len(_FELTS) and i != _SETTINGS else canvas.DARK_FELT
        canvas.box(x, y, w, h, canvas.GOLD if on else ground)
        if on and not pressed:
            canvas.box(x + 3, y + 3, w - 6, h - 6, ground)
        small = h <= _LOW
        beside = small and h > _PICTURE + 6 and w >= _WIDE
        left = x + (3 if beside else w // 2 - _PICTURE // 2)
        high = y + (h - _PICTURE) // 2 if beside else y + 7
        title = "Settings"
        if i == _SETTINGS:
            if w == _SMALL:
                _sliders(left, y + 7)
                return
            if beside or not small:
                (_back if settings.values[settings.BACK] else _sliders)(left, high + 5 - up)
        else:
            name, title = catalog.GAMES[i][:2]
            moon = _RED_MOON if self.red and name == _FRIDAY else 0
            if small and moon and not beside:
                canvas.box(x + w - 15, y + 6, 9, 9, canvas.RED)
            if name not in EMBLEMS:
                name = "logo"
                left -= 10
            if beside or not small:
                self.picture(name, left, high - up, moon)
        font = art.SMALL
        top = y + h - 2 * font[0] - 6
        if beside:
            top = y + h // 2 - font[0]
            x += _PICTURE - 6
            w -= _PICTURE - 10
        ink = canvas.GOLD_FELT if on else canvas.ON_FELT
        if pressed:
            ink = canvas.ON_GOLD
        at = canvas.wrap(font, title, 0, w - 14)
        if at == len(title):
            hal.centre(font, title, x, top + font[0] // 2, w, ink)
        else:
            hal.centre(font, title[:at], x, top, w, ink)
            hal.centre(font, title[at + 1 :], x, top + font[0], w, ink)

    def picture(self, name: str, x: int, y: int, first: int = 0) -> None:
        """Draw an emblem in layers, each given by its offset in the sprites, x, y and ink.

        first: another ink for the lowest.
        """
        sheet, layers = EMBLEMS[name]
        for i in range(0, len(layers), 4):
            ink = first if first and not i else layers[i + 3]
            hal.blit(sheet, layers[i], x + layers[i + 1], y + layers[i + 2], ink)


def _back(x: int, y: int) -> None:
    """In the place of that picture the back that is worn, in colours that show no felt here."""
    if card_art.worn != settings.values[settings.BACK]:
        preferences.cards()
    canvas.BACK = 0
    for shift in (0, 4, 8, 12):
        canvas.BACK |= _INKS[canvas.worn >> shift & 15] << shift
    card_art.back(x + 6, y - 6, 28, 40)
    canvas.own_back()


def _sliders(x: int, y: int) -> None:
    """The picture of the settings."""
    for i, knob in enumerate((24, 6, 16)):
        fb.fill_rect(x, y + 12 * i + 3, 40, 3, canvas.PALE_FELT)
        canvas.box(x + knob, y + 12 * i, 9, 9, canvas.GOLD)
