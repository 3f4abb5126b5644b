"""Layer 3. What is said of the screen to who does not see it, on hosts with a voice: hal.VOICE.

Each screen names what it shows as it draws it: `page` a title and a text, `menu` its rows, `grid`
its cells. `table` is a game's: its module of spoken/ names the places and counts, and says what
happened. Whenever a key is waited for, what is new is said, and all of it to who begins to listen
or asks for it. Screens hand over what they have anyway: nothing is made before somebody listens.
"""

from micropython import const

import hal
from thirteen import cards
from thirteen.draw import art
from thirteen.protocols import Game, Module
from thirteen.table import choice, flights, piles, places
from thirteen.ui import keys
from thirteen.ui.status_panel import status_panel

AGAIN, PLAYABLE = 1, 2  # what a listener asks for: all of it, or the moves
_MOST = const(20)  # moves told at once
_LOST = const(2)  # what the lamp says
_TAKES = const(2)  # a mark: it takes the chosen card

_SUITS = (" of spades", " of hearts", " of diamonds", " of clubs")
_SUIT_LETTERS = tuple(art.CH_SUITS)
_WORDS = {
    art.CH_TIMES: "times", art.CH_DASH: "-", art.CH_CHECK: "done", art.CH_STAR: "",
}  # fmt: skip
# The letters of keys, and what is printed on their buttons.
_NAMED = (
    art.CH_UP, art.CH_DOWN, art.CH_LEFT, art.CH_RIGHT,
    art.CH_BUTTON_A, art.CH_BUTTON_B, art.CH_BUTTON_X, art.CH_BUTTON_Y,
)  # fmt: skip
_BUTTONS = ("up", "down", "left", "right", "A", "B", "X", "Y")
_WORDS.update(zip(_NAMED, _BUTTONS))
# What the lamp says, see status_panel.
_LAMPS = ("Whether it can be won is not known", "It can be won", "It can't be won any more")
_CHANGES = "Left and right change a value"

_voice = hal.voice  # type: ignore[attr-defined]
_asked = hal.asked  # type: ignore[attr-defined]
_speak = hal.say  # type: ignore[attr-defined]

_stale = False  # something was shown since something was said
_listening = False  # somebody has been told what is shown,
_whole = False  # or is to be told all of it, once nothing moves
_pressed = False  # a key was, since something was said,
_down = False  # and one is down

# The screen: its title and text, and what is chosen from.
_title = ""
_text: list | str = ""
_rows: list | tuple = ()
_notes: tuple | None = None  # one for each row
_changes = False  # LEFT and RIGHT change a row's value
_cells: Module = None  # a grid.Grid
_at = 0
_said: list = ["", "", True, ""]  # what was said: title, text, no grid, row

# The table: its game, None while there is another screen; and what was said of it.
_game: Game = None
_spoken: Module = None  # the game's module of spoken/
_deal: tuple = ()
_page = 0  # what is shown in the table's place
_made: list = []  # what the moves since did
_message = _prompt = ""
_lamp = -1
_cursor = places.NONE
_picked = 0
_cards = bytearray(places.SHOWN)
_marks = bytearray(places.MOST)


def heard() -> bool:
    """Whether somebody listens."""
    return _voice()


def exchange(order: bytes) -> None:
    """The letters of keys are said as the buttons that they are on, see keys.order."""
    for i in range(8):
        _WORDS[_NAMED[order[i] if order else i]] = _BUTTONS[i]


# What is shown


def page(title: str, text: list | str) -> None:
    """A title and its text: a note, or lines, in which a tab is between name and value.

    Lines may be those of ui/pages, too, with headings, items and rows of cards.
    """
    global _title, _text, _rows, _cells
    _title = title
    _text = text
    _rows = ()
    _cells = None
    _screen()


def more(*line: str) -> None:
    """One more line of the page: a text, or a name and values."""
    _text.append(": ".join(line))  # type: ignore[union-attr]


def menu(title: str, note: str | tuple, rows: list, at: int, changes: bool) -> None:
    """Rows to choose from, below what was shown before if there is no title; see menu.ask."""
    global _title, _text, _rows, _notes, _at, _cells, _changes
    if title:
        _title = title
        _text = "" if isinstance(note, tuple) else note
    _notes = note if isinstance(note, tuple) else None
    _rows = rows
    _at = at
    _changes = changes
    _cells = None
    _screen()


def grid(cells: Module) -> None:
    """The cells of a grid.Grid."""
    global _cells, _rows
    _cells = cells
    _rows = ()
    _screen()


def _screen() -> None:
    global _game, _stale
    _game = None
    _stale = True


def table(game: Game) -> None:
    """The table of a game, or what its view shows in its place."""
    global _game, _spoken, _stale, _page
    if _game is not game:
        _game = game
        _spoken = None
        _page = 0
        _stale = True


def made(game: Game, m: int, word: str = "") -> None:
    """Move m is made in the game's state, or with a word before it undone."""
    global _deal, _stale
    if not _voice() or m == getattr(game.rules, "QUIT", -1):
        return
    table(game)
    if game.rules.deals(m):
        _deal = ()
    elif word:
        _made.append(word + pronounce(game.view.describe(game.match.s, m, True)))
    else:
        _made.append(_words_of(game).move(game, m))
    _stale = True


def poll() -> None:
    """A key is waited for: say what is new."""
    global _listening, _pressed, _down, _whole
    if not _voice():
        _listening = False
        return
    down = not keys.idle
    _pressed |= down and not _down
    _down = down
    asked = _asked()
    _whole = _whole or not _listening or asked == AGAIN
    _listening = True
    if asked == PLAYABLE:
        _tell_moves()
    elif _game:
        _poll_table(_whole)
    elif _stale or _whole:
        _tell_screen(_whole)


keys.listen = poll


# A screen


def _tell_screen(whole: bool) -> None:
    global _stale, _pressed
    _stale = _pressed = False
    if _cells:
        title, text, row = _cells.title, _cells.intro, _cell()
    else:
        title, text, row = _title, _text, _row()
    new = whole or [title, text, _cells is None] != _said[:3]
    out = _made[:]  # what ended a game
    _made.clear()
    if new:
        out.append(pronounce(title))
        out += [_columns(), text] if _cells else _sentences(text)
        if _rows and _changes:
            out.append(_CHANGES)
    if new or row != _said[3]:
        out.append(row)
    if new and _cells and _cells.legend:
        out.append("Keys: " + _listed(_cells.legend))
    _said[:] = [title, text, _cells is None, row]
    _say(out)


def _row() -> str:
    """The row of a menu with the cursor, its number, and what it is."""
    if not _rows:
        return ""
    text = pronounce(_rows[_at].replace("\t", ": "))
    if len(_rows) > 1:
        text += ", %d of %d" % (_at + 1, len(_rows))
    return text + (". " + " ".join(_notes[_at].split("\n")) if _notes else "")


def _columns() -> str:
    """How the cells of a grid lie: up and down lead to another row."""
    return "In %d columns" % _cells.columns if 1 < _cells.columns < _cells.n else ""


def _cell() -> str:
    """The same of a cell of a grid."""
    at = _cells.at
    if not _cells.n:
        return ""
    text = "%s, %d of %d" % (_cells.label(at), at + 1, _cells.n)
    about = _cells.about(at)
    return pronounce(text + (". " + about if about else ""))


def _sentences(text: list | str) -> list:
    """What a note or lines say."""
    if isinstance(text, str):
        return [pronounce(text.replace("\n", " ").replace("\t", ", "))]
    out = []
    for line in text:
        if line[:1] == "\t":
            parts = line.split("\t")
            for i in range(1, len(parts), 2):
                parts[i] = ", ".join([_picture(letter) for letter in parts[i]])
            line = " ".join([part for part in parts if part])
        line = line[2:] if line[:2] in ("# ", "- ") else line
        out.append(pronounce(line.replace("\t", ": ")))
    return out


def _picture(letter: str) -> str:
    """A card of a page."""
    return card(ord(letter) - 64) if letter != "@" else "an empty place"


# A table


def _words_of(game: Game) -> Module:
    """What is said of a game's table: its module of spoken/."""
    global _spoken
    if not _spoken:
        _spoken = game.spoken()
    return _spoken


def _poll_table(whole: bool) -> None:
    """Say what is new at the table, once nothing moves; a screen that comes again is new, too."""
    global _page, _stale, _pressed
    _said[0] = None
    s = _game.match.s
    spoken = _words_of(_game)
    shown = spoken.page(s)
    if shown < 0 or not shown and flights.count or keys.holds(keys.B):
        return
    if shown:
        if whole or shown != _page:
            _page = shown
            out = _made + spoken.read(s, shown)
            _made.clear()
            _say(out)
        _stale = True  # for the table that comes again
        _pressed = False
        return
    if _page:
        _page = 0
        _stale = True
    at = choice.cursor
    fresh = _stale or _pressed or whole or at != _cursor or choice.picked != _picked
    fresh = fresh or piles.cards_now != _cards  # by a clock, too
    lamp = status_panel.lamp_shown()
    if fresh or status_panel.message_shown() != _message or lamp == _LOST != _lamp:
        _tell_table(s, spoken, whole)


def _tell_table(s: bytearray, spoken: Module, whole: bool) -> None:
    """Say what was done, what lies elsewhere, what the player is told, where the cursor is."""
    global _stale, _pressed, _deal, _message, _lamp, _prompt, _cursor, _picked
    at = choice.cursor
    deal = _game.name, _game.match.number, getattr(_game.view, "viewer", 0)
    whole = whole or deal != _deal
    out = _made[:]
    changed = [p for p in range(places.count) if _differs(p)]
    marked = [p for p in range(places.count) if _mark(p) & ~_marks[p] and p != at]
    if whole:
        out.append("%s, deal %d" % (_game.title(), deal[1]))
        out += spoken.table(s)
    else:
        for p in changed:
            text = spoken.changed(s, p)
            if text and text not in out:
                out.append(text)
    refused = _pressed and places.marks[at] & places.REFUSED
    lamp = status_panel.lamp_shown()
    if lamp >= 0 and whole or lamp == _LOST != _lamp:
        out.append(_LAMPS[lamp])
    message = status_panel.message_shown()
    if message and (whole or refused or message != _message):
        out.append(pronounce(spoken.message(s, message)))
    prompt = spoken.prompt(s)
    if whole or refused or prompt != _prompt:
        out.append(prompt)
    if not whole:
        out += [_place(s, p) for p in marked if not _mark(p) & _TAKES]
        takes = [spoken.place(s, p).split(":")[0] for p in marked if _mark(p) & _TAKES]
        if takes:
            out.append("It can go to: " + ", ".join(takes))
    yours = _game.mode.yours(s)
    here = _pressed or whole or yours and (at != _cursor or _mark(at) != _marks[at])
    if here and choice.stops[at]:
        text = _place(s, at)
        if whole or text not in out:
            out.append(text)
    if whole:
        out.append("Keys: " + _listed([text for _, text in status_panel.captions_shown()]))
    _made.clear()
    _stale = _pressed = False
    _deal = deal
    _message = message
    _lamp = lamp or _lamp  # while it thinks, what it said before
    _prompt = prompt
    _cursor = at if yours else places.NONE
    _picked = choice.picked
    _cards[:] = piles.cards_now
    for p in range(places.count):
        _marks[p] = _mark(p)
    _say(out)


def _differs(p: int) -> bool:
    """Whether other cards are to be seen at place p; the view tells of those that it draws."""
    if places.kind[p] & (places.COUNT_ONLY | places.VIEW_DRAWS):
        return False
    first, end = places.at[p], places.at[p + 1]
    return piles.cards_now[first:end] != _cards[first:end]


def _mark(p: int) -> int:
    """How place p is marked, a bit each: chosen, takes the chosen card, a hint."""
    flags = places.flags[p]
    takes = _TAKES if choice.picked and flags & places.TARGET else 0
    return places.marks[p] & places.PICKED | takes | (4 if flags & places.HINT else 0)


def _place(s: bytearray, p: int) -> str:
    """Place p: what lies there, where it is, and how it is marked."""
    text = _spoken.place(s, p)
    for i, word in enumerate((", chosen", ", takes it", ", hint")):
        if _mark(p) >> i & 1:
            text += word
    return text


def _tell_moves() -> None:
    """Say what can be played."""
    if not _game or _words_of(_game).page(_game.match.s):
        return _say(["There is no table here"])
    s = _game.match.s
    if _game.rules.over(s):
        return _say(["The game is over"])
    if not _game.mode.yours(s):
        return _say(["It is not your turn"])
    moves, n = _game.match.legal()
    texts: list = []
    never = (getattr(_game.rules, "QUIT", -1),)
    for i in range(n):
        if moves[i] not in never and not moves[i] & _game.rules.WAIT:
            text = _spoken.way(_game, moves[i])
            if text not in texts:
                texts.append(text)
    more = ["and %d more" % (len(texts) - _MOST)] if len(texts) > _MOST else []
    return _say(["You can: " + "; ".join(texts[:_MOST] + more) if n else "Nothing can be played"])


# Words


def card(c: int) -> str:
    """A card."""
    return "face down" if c & cards.DOWN else cards.NAMES[c & 15] + _SUITS[c >> 4 & 3]


def known(i: int) -> int:
    """The card at piles.cards_now[i] when the table was told last."""
    return _cards[i]


def upper(p: int) -> str:
    """The cards that place p shows, the uppermost first, and how many more there are."""
    end = places.at[p] + min(piles.counts[p], places.show[p])
    seen = [card(c) for c in piles.cards_now[places.at[p] : end]]
    if not seen:
        return "empty"
    seen.reverse()
    text = seen[0] + (" on " + ", ".join(seen[1:]) if len(seen) > 1 else "")
    more = piles.counts[p] - len(seen)
    return text + (", %d more below" % more if more else "")


def many(n: int, what: str) -> str:
    """A number of things."""
    return "%d %s%s" % (n, what, "" if n == 1 else "s")


def _listed(captions: list | tuple) -> str:
    """Captions of keys, some of them already side by side."""
    return ", ".join([pronounce(text) for text in captions])


def pronounce(text: str) -> str:
    """A text without glyphs; ranks before a suit, or alone after a colon, by their names."""
    head, colon, tail = text.rpartition(": ")
    ranks = tail.split(" ")
    if colon and all([r in cards.SHORT for r in ranks if r]):
        text = head + ": " + ", ".join([cards.NAMES[cards.SHORT.index(r)] for r in ranks if r])
    text = text.replace(3 * art.CH_STAR, "three stars")  # of a step: their names are left out
    words = text.replace("   ", ", ").split(" ")  # captions side by side
    for i in range(len(words) - 1):  # cards in a row
        if words[i][-1:] in _SUIT_LETTERS and words[i + 1][-1:] in _SUIT_LETTERS:
            words[i] += ","
    out = before = ""
    for letter in " ".join(words):
        if letter in art.CH_SUITS:
            rank = out[-1:]
            if rank in "AJQK" and out[-2:-1] in " ":
                out = out[:-1] + cards.NAMES[cards.SHORT.index(rank)]
            out += _SUITS[art.CH_SUITS.index(letter)]
        elif letter >= " ":
            out += letter
        else:
            word = _WORDS.get(letter, "")
            if before in _NAMED and letter in _NAMED:
                word = "or " + word
            out += word if not out or out[-1] == " " or not word else " " + word
        before = letter
    return out.strip(" ").replace("  ", " ")


def _say(parts: list) -> None:
    global _whole
    _whole = False
    words = ""
    for part in parts:
        if part:
            words += part[0].upper() + part[1:] + (" " if part[-1] in '.:?!"' else ". ")
    if words:
        _speak(words.strip(" "))
