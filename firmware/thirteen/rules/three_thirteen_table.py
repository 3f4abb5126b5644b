"""Layer 2. The table of Three Thirteen: the layout of its state, and its readers.

State, 248 bytes:
    0         round, 1 to 11; 12 the tie-break
    1         dealer; players count from 0, clockwise
    2         turn: the player who moves
    3         phase: 0 draw, 1 discard, 2 declare, 3 scored
    4         who has gone out + 1, or 0
    5         what over() says
    6         who plays this round: a bit a player
    7, 8      cards in the deck; how many are dealt and drawn from it
    9         cards in the discard pile
    10        whether the turn may go out, in the phase declare
    11        turns ended in this round, 255 at most
    12..20    options, as packed: players, four seats, out, upcard, wild_penalty, rounds
    21..23    deal number, low byte first
    24..27    how many cards each player holds
    28..31    the card each drew in the cut (R10), or 0
    32..79    penalties, four bytes a round
    80..139   hands, 15 bytes a player, as the cards came; bit 7 (face down) marks those that only
              the player has seen, so that a card taken from the pile is known for what it is
    140..243  the deck in order; the discard pile, bottom first, replaces the cards dealt
    244..247  the card that each player discarded last in this round, or 0
"""

from micropython import const

from thirteen import cards
from thirteen.protocols import Table
from thirteen.rules import three_thirteen_melds as melds
from thirteen.rules.three_thirteen_arrange import arrange

ROUND, DEALER, TURN, PHASE, GONE, OVER, PLAYS, CARDS, DEALT, THROWN, MAY, TURNS = range(12)
PLAYERS, SEATS, MELDED, UPCARD, PRICE, ROUNDS, DEAL = 12, 13, 17, 18, 19, 20, 21
HOLDS, DREW, PENALTY, HANDS, DECK, LAST, SIZE = 24, 28, 32, 80, 140, 244, 248
HAND = const(15)  # bytes of a hand

STOCK, PILE, OUT, END, NEXT, DISCARD = 0, 1, 2, 3, 4, 256  # moves
DRAWING, DISCARDING, DECLARING, SCORED = 0, 1, 2, 3  # phases
HUMAN, EASY, MEDIUM, HARD = 0, 1, 2, 3  # seats
TIE_BREAK = const(12)  # the round

_PHASES = ("draw", "discard", "declare", "scored")


def players(s: bytearray) -> int:
    return 2 + s[PLAYERS]


def seat(s: bytearray, p: int) -> int:
    """HUMAN, EASY, MEDIUM or HARD."""
    return s[SEATS + p]


def people(s: bytearray) -> int:
    """The number of people among the players."""
    n = 0
    for p in range(players(s)):
        n += not seat(s, p)
    return n


def hand(p: int) -> int:
    """Where the hand of player p begins in the state."""
    return HANDS + p * HAND


def holds(s: bytearray, p: int) -> int:
    """The number of cards of player p."""
    return s[HOLDS + p]


def plays(s: bytearray, p: int) -> int:
    """Whether player p is in this round."""
    return s[PLAYS] >> p & 1


def number(s: bytearray) -> int:
    """The round, 1 to 11, or TIE_BREAK."""
    return s[ROUND]


def rounds(s: bytearray) -> int:
    """The number of rounds without a tie-break."""
    return s[ROUNDS] or 11


def wild(s: bytearray) -> int:
    """The rank that is wild."""
    return s[ROUND] + 2 if s[ROUND] < TIE_BREAK else 1


def price(s: bytearray) -> int:
    """The penalty of a wild card that is left over."""
    return (melds.VALUE[wild(s)], 15, 20)[s[PRICE]]


def may_go_out(s: bytearray) -> bool:
    """R7, R13: whether the turn may end by going out."""
    return s[MAY] > 0


def may_pay(s: bytearray, dead: int) -> bool:
    """Whether going out with that deadwood may gain something.

    Of two medium players in 1,803 simulated games, one who went out with more than this had the
    fewer points in at most four rounds of ten, and lost points on average.
    """
    return dead <= 10 + s[ROUND]


def turn(s: bytearray) -> int:
    return s[TURN]


def turns(s: bytearray) -> int:
    """The number of turns that have ended in this round."""
    return s[TURNS]


def phase(s: bytearray) -> int:
    """DRAWING, DISCARDING, DECLARING or SCORED."""
    return s[PHASE]


def out(s: bytearray) -> int:
    """Who has gone out, or -1."""
    return s[GONE] - 1


def stock(s: bytearray) -> int:
    """The number of cards in the stock."""
    return s[CARDS] - s[DEALT]


def pile(s: bytearray) -> int:
    """The number of cards in the discard pile."""
    return s[THROWN]


def discarded(s: bytearray, i: int) -> int:
    """The i-th card of the discard pile from the bottom."""
    return s[DECK + i]


def top(s: bytearray) -> int:
    """The top of the discard pile, or 0."""
    return s[DECK + s[THROWN] - 1] if s[THROWN] else 0


def least(s: bytearray, p: int) -> int:
    """The least deadwood of player p: R12."""
    return melds.least(s, hand(p), s[HOLDS + p], wild(s), price(s))


def penalty(s: bytearray, n: int, p: int) -> int:
    """The penalty of player p in round n, if it is scored."""
    return s[PENALTY + 4 * (n - 1) + p]


def total(s: bytearray, p: int) -> int:
    t = 0
    for i in range(PENALTY + p, HANDS, 4):
        t += s[i]
    return t


def before_tie(s: bytearray, p: int) -> int:
    """A player's points without those of a tie-break."""
    return total(s, p) - penalty(s, TIE_BREAK, p)


def rank(s: bytearray, p: int) -> int:
    """What orders the players at the end, the least first: their points, then the tie-break."""
    return before_tie(s, p) << 8 | penalty(s, TIE_BREAK, p)


def leader(s: bytearray) -> int:
    """The player with the fewest points so far, -1 for a tie."""
    totals = [total(s, p) for p in range(players(s))]
    least = min(totals)
    return totals.index(least) if totals.count(least) == 1 else -1


def drew(s: bytearray, p: int) -> int:
    """The card that player p drew in the cut, or 0."""
    return s[DREW + p]


def possible(s: bytearray, first: bytearray) -> bool:
    """Whether s can have followed the deal `first`: see protocols.Rules."""
    n = players(first)
    if s[PLAYERS:HOLDS] != first[PLAYERS:HOLDS] or s[CARDS] != first[CARDS] or s[OVER]:
        return False
    if not 1 <= s[ROUND] <= TIE_BREAK or s[PHASE] > SCORED or s[GONE] > n or s[MAY] > 1:
        return False
    if s[DEALER] >= n or s[TURN] >= n or s[PLAYS] >> n or not plays(s, s[TURN]):
        return False
    if s[DEALT] > s[CARDS] or s[DEALT] == s[CARDS] and s[PHASE] == DRAWING:
        return False
    seen = bytearray(64)
    shown = bytearray(64)
    held = s[THROWN]
    for p in range(4):
        h = s[ROUND] + 2 if plays(s, p) else 0
        h += p == s[TURN] and s[PHASE] == DISCARDING
        if s[HOLDS + p] != h or not cards.tally(s, hand(p), hand(p) + h, seen):
            return False
        held += h
        for at in (DREW + p, LAST + p):
            if s[at] and not cards.tally(s, at, at + 1, shown):
                return False
    if held != s[DEALT] or not cards.tally(s, DECK, DECK + s[THROWN], seen):
        return False
    return cards.tally(s, DECK + held, DECK + s[CARDS], seen) and max(seen) <= s[CARDS] // 52


def masked(s: bytearray, p: int, out: Table) -> None:
    """Copy the state to out as player p may know it; hidden cards are face down.

    Of the other hands only cards seen by all remain; after scoring all hands are open.
    """
    out[:] = s
    out[DEAL:HOLDS] = bytes(3)  # it determines every deck
    n = s[DEALT]
    out[DECK + s[THROWN] : DECK + n] = bytes(n - s[THROWN])
    out[DECK + n : DECK + s[CARDS]] = b"\x80" * (s[CARDS] - n)
    if s[PHASE] != SCORED:
        for q in range(4):
            if q != p:
                for i in range(hand(q), hand(q) + s[HOLDS + q]):
                    if out[i] > cards.DOWN:
                        out[i] = cards.DOWN
        if s[TURN] != p:
            out[MAY] = 0


def last_discard(s: bytearray, p: int) -> int:
    """The card player p discarded last in this round, or 0."""
    return s[LAST + p]


def deal_number(s: bytearray) -> int:
    return s[DEAL] | s[DEAL + 1] << 8 | s[DEAL + 2] << 16


def state(s: bytearray) -> dict:
    """The JSON state of the rule sheet."""
    n = players(s)
    w = wild(s)
    out = {
        "round": s[ROUND],
        "cards": s[ROUND] + 2,
        "wild": "A23456789TJQK"[w - 1],
        "dealer": s[DEALER],
        "turn": s[TURN],
        "phase": _PHASES[s[PHASE]],
        "out": s[GONE] - 1 if s[GONE] else None,
        "hands": [cards.texts(s, hand(p), hand(p) + s[HOLDS + p]) for p in range(n)],
        "stock": cards.texts(s, DECK + s[DEALT], DECK + s[CARDS]),
        "discards": cards.texts(s, DECK, DECK + s[THROWN]),
        "deadwood": None,
        "totals": [total(s, p) for p in range(n)],
    }
    if s[PHASE] == SCORED:
        out["deadwood"] = [penalty(s, s[ROUND], p) if plays(s, p) else None for p in range(n)]
        out["melds"] = [_melds(s, p) for p in range(n)]
    if s[DREW] | s[DREW + 1] | s[DREW + 2] | s[DREW + 3]:
        out["cut"] = [cards.text(drew(s, p)) if drew(s, p) else None for p in range(n)]
    return out


def _melds(s: bytearray, p: int) -> list:
    order = bytearray(HAND)
    group = bytearray(HAND)
    n = s[HOLDS + p]
    arrange(s, hand(p), n, wild(s), price(s), order, group)
    found = {}
    for i in range(n):
        if group[i]:
            found.setdefault(group[i], []).append(cards.text(s[hand(p) + order[i]]))
    return [found[g] for g in sorted(found)]
