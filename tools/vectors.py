"""Test vectors of deals and games, equal on every interpreter. Runs on MicroPython too.

host_tests/deals/GAME.txt pins them: the decks of some deals under the default options, next card
first, and a digest of random games. If one changes, existing deal numbers and records get another
meaning, so the game's VERSION must be raised.
"""

from array import array

from thirteen import cards, options, rng

DEALS = (1, 42, 999999)
GAMES = 40  # in the digest, from deal 1 on

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


def text(rules):
    """What a game's file pins: the decks of DEALS, and the digest of the first deals."""
    lines = ["%d: %s" % (n, deck(rules, n)) for n in DEALS]
    return "\n".join(lines) + "\ngames of deals 1 to %d: %d\n" % (GAMES, digest(rules, 1, GAMES))
