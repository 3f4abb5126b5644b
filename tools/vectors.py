"""Test vectors of deals and games, equal on every interpreter. Runs on MicroPython too.

DECKS and DIGESTS pin the results of `decks` and `digest`. If one changes, existing deal numbers
and records get another meaning, so the game's VERSION must be raised.
`PYTHONPATH=firmware:tools/simulator python host_tests/vectors.py GAME` prints a game's vectors.
"""

from array import array

from thirteen import cards, options, rng

DEALS = (1, 42, 999999)

# The shuffled deck of each deal in DEALS under the default options, next card first.
DECKS = {
    "friday": (
        "4H 3S 6C 5H AC 7C TS KD 8S 5S AD 6S 8H KC 4S 5C 9H TD QD QS 6H 8D 3H 5D TH AH "
        "JH 3C 8C 7H KS JS 2D 9D 9C 4D 4C 3D 2C JC QH 6D TC 9S 2S 7S 7D 2H",
        "7C 7S 4S 4C 9S 3S TH AS 9C 8D 3D 8C QS TD AD 6D 7D 2C JC AC QH 3C 2H 4D 2D TS "
        "4H JD QD 9H TC 6H 7H 5S 5H 6S 8S 5C 8H 3H JH KS 9D 6C KH 5D 2S KC",
        "TC 6H 3D JS 9S JH 4C AH AS 9C 8C 4H 3S 3H 5H 7H 6D 2H JC 2S 7S QH 8D 5D 9H 5C "
        "2D AD 6S 4S QC QD KC KD 9D TD 8S 6C KS 4D 2C TH 5S 8H 7C TS 3C 7D",
    ),
    "imaginary": (
        "JH 4C QD AD JD JS TS 2C 2D 8C TD 5D 3H 7D 9D 8C 9H QS 2D 9H 5C KS 9S KH JD 8S "
        "TH 3S 9D AC 5D TD 6D KC KD QH 5S QD 6C JH 4H 5C KH AS AD 5S JS TH AH KC TC 6D "
        "9C 8D KD JC QC 8H KS AC QC 3D 7D 6C TC 3C 7C 8D 7S 3C 4S 2C 6S 6H 2S 4D JC 2H "
        "9C 5H 7H 3D 7C QH 7S 4D 9S 4C",
        "7C KD 3D QD 9C 8D 5D TH KD KH 2D 8C 4C JD 7D 7S AC 8C 3H 6D 3S KS 7H AD AC TD "
        "2S 8S QC 5C 7C 8H TS KH 4S 6C 5S JH 9S 7S AS TC JS 4H TH 9C 7D 6C 6H KC KS 3C "
        "QS 2C 8D 2D JC 9D 6D QH 5H 9S 5S AH 2H 3D TD KC JD QC JC 6S JH 2C AD 4C TC 4D "
        "5C 5D QD 9H 4D 9D QH 9H 3C JS",
        "5C 3C 2D 3D 6D 2C KS 5D 6H JC AD 4H 7C KD 9H 3C 2C QH QD 7C 8C 7D 5S 9H 5D TH "
        "9C 3H 4S 4C KH 7S QC JC TS 8D AS KC 2H 8D 5S QS 8H 6C TC KC 7D 9C JS 2D 4D QC "
        "TD JD 7H 6C JD QD QH AH 3S TH 2S 9S AC 6D 9S TC 9D JH 5C 3D KD 8S 4C JH 7S 5H "
        "6S 4D 9D TD AC 8C KS KH AD JS",
    ),
    "make13": (
        "7D QC 6C 8C JS KS TD 7S AS KD 3C QS 4C 8S 2H 5H 4D 3H 6D 5C AH TC 7C JD 6S 3D "
        "2S JH JC 5S AD 3S 8H 8D AC 5D KC 9H KH 6H TS 2C 4S QH 2D 9C 7H TH 9D QD 4H 9S",
        "JS 5H 6C KC 8S 2C AS TD 8D 3C QS 9D 3D JH KD KH JC 9H KS 6D AC 2H 7D 9C 8H TC "
        "7C QH 7S 4C 5D 4S 6H 5S 7H TH 4D 4H QC QD AD 3H 9S JD AH 6S 5C 8C TS 3S 2S 2D",
        "2H 5D 4D QC 3C 4C 4S 8D JS 7C 6H TC 9S 9H TS TH KC TD JC 7S AH JH 5H KD 3H 6S "
        "7H 9C AC 9D 7D AS 6C 2D 3D 8C QD 5C KH JD KS 4H 2C AD 6D 5S 3S 2S QH 8H QS 8S",
    ),
    "thirteens": (
        "9H 2H 9D 7D 3H 3C TS 4H 4D TC 5S 7S KH 8H KC JD AD 6D 7C KS 5D JS AS 2C 9C QH "
        "6S 5C 4S KD JC JH 6H QS TH 4C 8C 8S 8D 7H 6C 5H 3D QC 2S TD 3S AH 2D AC QD 9S",
        "7H 2D AC TS AD 8S QD QS 3H 3C 9C AS 6C TC 6D 5S 9S 6H 7D 8C QH 3S 4H 7S 4D KS "
        "TD KD TH 9D 7C 8H 5H 2S 8D 2C 9H JC 3D 5C 4S JH KC 5D JD 4C KH QC AH 6S JS 2H",
        "3D QD 9D 8D 8C 4D KS KC JC 8H 2S TC 4C AC QS 7C 2C 2H 6H 3C TD AS 6D 9H QH JD "
        "2D 6C TS 3H TH AD 3S AH KD 9C 5H 4S JH 7D KH 8S JS QC 9S 7H 5D 7S 6S 5C 4H 5S",
    ),
    "three_thirteen": (
        "9S 6C 5C 8D QS 6S 3D 8H 4D AD QD KH 7D 4S KS 8C 5S TH 3H 6D 2S 4H TC 8S 4C 6H "
        "5H 9H 2D JC 2C 7H JH 3S AS KD TS KC AC 9D JD 9C 5D 7C 7S AH QC 3C 2H TD JS QH",
        "AH 5H 2S QD 8S QC 4D 7D 9S 7H 5D KC 6C TC TD AS 4S 7S 8H 3S 8C 2C 3C 5S 9H TH "
        "JH 4H AD 2H JC 5C KD 3D AC QH 4C JD 7C 8D 6S 9D 9C TS QS 6D JS 3H 6H 2D KS KH",
        "5H 4D 2H 9D 5D KC QS JD JS QC 3D KH TH TD 6H 5S QH TS QD AC 7C 8C 9C AS 2D 3S "
        "6C 8H 8D JH 4S 2S 7D 6S 3C 6D AH 4C TC 9H KD 7H 4H 9S JC 5C 7S AD 2C 3H 8S KS",
    ),
}

# For each game: first deal, last deal, digest.
DIGESTS = {
    "friday": (1, 40, 658581),
    "imaginary": (1, 40, 559243),
    "make13": (1, 40, 11967255),
    "thirteens": (1, 40, 2907559),
    "three_thirteen": (1, 40, 4397365),
}

_SALT = 0xFFFE  # used by no game
_MOST = 150  # moves of a game in the digest
_LONGEST = 400  # moves of a game in the checksum: more than any patience has


def deck(rules, deal):
    out = bytearray(104)
    n = rules.deck(out, deal, bytes(len(rules.OPTIONS)))
    return " ".join(cards.texts(out, 0, n))


def digest(rules, first, last):
    """A hash below 2**24 of every state, its legal moves and the result, in random games.

    Every second deal also has random options. If there are more legal moves than those listed
    (waits), one of them is played.
    """
    r = array("H", (0, 0, 0, 0))
    s = bytearray(rules.SIZE)
    out = array("H", bytes(2 * rules.MOVES))
    same = rules.same if rules.TICK else None
    h = 0
    for deal in range(first, last + 1):
        rng.seed(r, deal, _SALT)
        chosen = bytearray(len(rules.OPTIONS))
        if deal % 2:
            for i, (_, spec) in enumerate(rules.OPTIONS):
                chosen[i] = rng.below(r, options.count(spec))
        rules.new(s, deal, bytes(chosen))
        for _ in range(_MOST):
            over = rules.over(s)
            n = rules.moves(s, out)
            h = _fold(h, over + 32 * n)
            h = _fold(h, rules.score(s) & 0xFFFFFF)
            for b in s:
                h = (h ^ b) * 59
                h = (h ^ h >> 13) & 0xFFFFFF
            for i in range(n):
                h = _fold(h, out[i])
            if over or not n:
                break
            m = out[rng.below(r, n)]
            if same:
                more = m | 1 + rng.below(r, 63)
                if same(more) == m:
                    m = more
            rules.apply(s, m)
    return h


def checksum(rules, first, last):
    """A CRC-32 of every state and its legal moves, in random games played to the end.

    Fast enough for thousands of deals. Nothing is pinned to it. Nobody quits a game.
    """
    from binascii import crc32

    r = array("H", (0, 0, 0, 0))
    s = bytearray(rules.SIZE)
    out = array("H", bytes(2 * rules.MOVES))
    legal = memoryview(out)
    give_up = getattr(rules, "QUIT", None)
    crc = states = 0
    for deal in range(first, last + 1):
        rng.seed(r, deal, _SALT)
        chosen = bytearray(len(rules.OPTIONS))
        for i, (_, spec) in enumerate(rules.OPTIONS):
            chosen[i] = rng.below(r, options.count(spec)) if deal % 2 else 0
        rules.new(s, deal, bytes(chosen))
        n = rules.moves(s, out)
        for _ in range(_LONGEST):
            crc = crc32(legal[:n], crc32(s, crc))
            states += 1
            if rules.over(s) or not n:
                break
            m = out[rng.below(r, n)]
            if m != give_up:
                rules.apply(s, m)
                n = rules.moves(s, out)
    return "%d %d" % (crc & 0xFFFFFFFF, states)


def _fold(h, x):
    h = (h ^ x & 0xFFFFFF) * 59
    return (h ^ h >> 13) & 0xFFFFFF


def _print(rules, game):
    print(f'    "{game}": (')
    for deal in DEALS:
        words = deck(rules, deal).split()
        rows = [" ".join(words[i : i + 26]) for i in range(0, len(words), 26)]
        print("\n".join(f'        "{row} "' for row in rows)[:-2] + '",')
    print("    ),")
    print(f'    "{game}": (1, 40, {digest(rules, 1, 40)}),')


if __name__ == "__main__":
    import importlib
    import sys

    _print(importlib.import_module("thirteen.rules." + sys.argv[1]), sys.argv[1])
