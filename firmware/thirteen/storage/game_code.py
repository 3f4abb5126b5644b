"""Layer 3. A game as a short code: in a QR code, in an address, or as text to paste.

"13-" and letters of five bits each, in the order of the alphabet below (0 to 9, then letters that
are not easily confused). Numbers have their highest bit first:
    4    format: 1
    5    row of the game in the catalogue
    7    version of its rules
    20   deal
    then each option, its index in as few bits as hold the last one
    1    1: every move follows; 0: only the result
    then either
    12   number of moves
         each move, its index among the legal ones in as few bits as hold the last one
    or
    5    value of `over`
    30   score, two's complement
    then zeros up to a whole letter
    20   the lowest bits of the CRC-32 of all letters before, as ASCII
With every move, replaying the code proves the result. A game with a clock, one whose oldest moves
are forgotten, and one too long for the room are given by their result, which is only a claim.
"""

from array import array
from binascii import crc32

from micropython import const

from thirteen import options as specs
from thirteen import rng
from thirteen.protocols import Match, Rules, Thought

START = "13-"

_LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_ALIKE = (("O", "0"), ("I", "1"), ("L", "1"))
_FORMAT = const(1)
_CHECK = const(4)  # letters
MOST = const(4000)  # letters of the longest code that is read
_SCORE = const(30)  # bits


class Writer:
    """Letters from numbers."""

    def __init__(self) -> None:
        self.out = bytearray()
        self._n = 0  # bits that do not fill a letter yet,
        self._last = 0  # and their value

    def put(self, value: int, bits: int) -> None:
        n = self._n + bits
        last = self._last << bits | value
        while n >= 5:
            n -= 5
            self.out.append(ord(_LETTERS[last >> n]))
            last &= (1 << n) - 1
        self._n = n
        self._last = last

    def letters(self) -> int:
        """How many letters the code has."""
        return len(self.out) + (self._n > 0) + _CHECK

    def text(self) -> str:
        """The whole code."""
        if self._n:
            self.put(0, 5 - self._n)
        check = Writer()
        check.put(crc32(self.out) & 0xFFFFF, 5 * _CHECK)
        return START + (self.out + check.out).decode()


class Reader:
    """Numbers from letters; ValueError at the end."""

    def __init__(self, letters: str):
        self._letters = letters
        self._at = 0
        self._left = 0
        self._last = 0

    def get(self, bits: int) -> int:
        n = 0
        while bits:
            if not self._left:
                if self._at == len(self._letters):
                    raise ValueError("the code is cut short")
                self._last = _LETTERS.find(self._letters[self._at])
                self._at += 1
                self._left = 5
            k = min(bits, self._left)
            bits -= k
            self._left -= k
            n = n << k | self._last >> self._left & (1 << k) - 1
        return n

    def end(self) -> bool:
        """Whether only the zeros of the last letter are left."""
        return self._at == len(self._letters) and not self.get(self._left)


def _bits(n: int) -> int:
    """As few bits as hold every number below n."""
    bits = 0
    while n > 1 << bits:
        bits += 1
    return bits


def write(row: int, match: Match, most: int) -> Thought:
    """Yield None between two slices, and at last (code, whether it has every move).

    It has if it is not longer than `most` letters then.
    """
    made = _head(row, match, 1)
    rules = match.rules
    s = bytearray(rules.SIZE)
    rules.new(s, match.number, match.options)
    legal = array("H", bytes(2 * rules.MOVES))
    whole = not match.forgotten and match.played < 1 << 12
    made.put(match.played, 12)
    for i in range(match.played if whole else 0):
        n = rules.moves(s, legal)
        m = match.log[i]
        k = 0
        while k < n and legal[k] != m:
            k += 1
        made.put(k, _bits(n))
        if k == n or made.letters() > most:  # a wait is not among them
            whole = False
            break
        yield None
        rules.apply(s, m)
        yield None
    if not whole:
        made = _head(row, match, 0)
        made.put(rules.over(match.s), 5)
        made.put(rules.score(match.s) & (1 << _SCORE) - 1, _SCORE)
    yield made.text(), whole


def _head(row: int, match: Match, whole: int) -> Writer:
    made = Writer()
    made.put(_FORMAT, 4)
    made.put(row, 5)
    made.put(match.rules.VERSION, 7)
    made.put(match.number, 20)
    for i, (_, spec) in enumerate(match.rules.OPTIONS):
        made.put(match.options[i], _bits(specs.count(spec)))
    made.put(whole, 1)
    return made


def find(text: str) -> str:
    """The code in a text, which may be an address that ends with it; "" if there is none."""
    text = "".join(text.split()).upper()
    text = text[text.rfind("#") + 1 :]
    return text if text.startswith(START) else ""


def begin(code: str) -> tuple[int, Reader]:
    """(row of the game, the rest); ValueError with a sentence if the code is damaged."""
    letters = code[len(START) :].upper()
    for a, b in _ALIKE:
        letters = letters.replace(a, b)
    if len(letters) > MOST:
        raise ValueError("the code is too long")
    for letter in letters:
        if letter not in _LETTERS:
            raise ValueError("the code has other characters than digits and capital letters")
    check = Reader(letters[-_CHECK:])
    letters = letters[:-_CHECK]
    if check.get(5 * _CHECK) != crc32(letters.encode()) & 0xFFFFF:
        raise ValueError("the code is damaged or incomplete: its check is wrong")
    rest = Reader(letters)
    if rest.get(4) != _FORMAT:
        raise ValueError("the code is of another version of the games")
    return rest.get(5), rest


def read(rules: Rules, rest: Reader) -> tuple:
    """(deal, options, moves, result) of the rest of a code; ValueError with a sentence.

    `moves` is an array of those replayed, or None for a code that only claims; `result` is
    (value of `over`, score), replayed or claimed.
    """
    if rest.get(7) != rules.VERSION:
        raise ValueError("the code is of other rules than these")
    deal = rest.get(20)
    if not 1 <= deal <= rng.DEALS:
        raise ValueError("the code has no deal: deals are numbered 1 to %d" % rng.DEALS)
    chosen = bytearray()
    for _, spec in rules.OPTIONS:
        n = specs.count(spec)
        chosen.append(rest.get(_bits(n)))
        if chosen[-1] >= n:
            raise ValueError("the code has a house rule that there is not")
    options = bytes(chosen)
    if not rest.get(1):
        over = rest.get(5)
        score = rest.get(_SCORE)
        if not rest.end():
            raise ValueError("the code is longer than its game")
        if 4 < over < 16 or over > 19:
            raise ValueError("the code claims a result that there is not")
        return deal, options, None, (over, score - (score >> _SCORE - 1 << _SCORE))
    moves = array("H", bytes(2 * rest.get(12)))
    s = bytearray(rules.SIZE)
    rules.new(s, deal, options)
    legal = array("H", bytes(2 * rules.MOVES))
    for i in range(len(moves)):
        n = 0 if rules.over(s) else rules.moves(s, legal)
        k = rest.get(_bits(n))
        if k >= n:
            raise ValueError("move %d of the code is not legal" % (i + 1))
        moves[i] = legal[k]
        rules.apply(s, moves[i])
    if not rest.end():
        raise ValueError("the code is longer than its game")
    return deal, options, moves, (rules.over(s), rules.score(s))
