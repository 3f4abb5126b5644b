"""Layer 2. The two small networks by which the hard player of Three Thirteen decides.

Each network has one hidden layer of rectified linear units. Its result is what a choice gains over
the other hands. The inputs are bytes, and follow from what a player may know:

    0, 1     deadwood left, and expected after one more draw, in half points
    2, 3     share of unseen cards that lower the deadwood by more than 3, or to 2, in 255ths
    4        outs of the loose pairs times points a card, in 16ths
    5..8     loose cards; the two most expensive, in 16ths of a point; wild cards, in 32nds
  about the card to be discarded:
    9        its points, in 16ths
    10       by how many points the next player's last discard exceeds it
    11, 12   cards of its rank, and near it in suit, known in other hands; four times for the next
             player's
    13, 14   the same, unseen; twice for those next to it
    15, 16   the same, in the pile
  about the table, from 17 on for a discard, from 9 on for going out:
    +0..2    the round; turns of a player; cards in the stock a player
    +3, 4    mean points of the others' last discards; cards known in their hands
    +5, 6    the cheapest card that everyone passed over; number of other players
    +7       the wild rank, only for a discard

A table starts with the bias of the result in two bytes. Then, for each unit: a byte a weight (plus
128), its bias and its weight in the result (two bytes each, plus 32768, high byte first).

They were trained on rounds played out: tools/research/README.md.
"""

from micropython import const

from thirteen import cards
from thirteen.bots import three_thirteen_outlook as outlook
from thirteen.fast import fast, ptr8
from thirteen.rules import three_thirteen_melds as melds
from thirteen.rules import three_thirteen_table as table

OUT_INPUTS = const(16)
DISCARD_INPUTS = const(25)
_UNITS = const(16)

OUT = (
    b"\x6e\xa9\xeb\x9e\xb5\xa7\xff\x5a\x81\x45\x3f\xc1\x8c\x3a\x7c\x96\x62\x96\x7f\xfd\x7d\x25"
    b"\xf2\x5c\x9f\x8f\x5b\x64\xa1\x67\xa0\x73\x23\xff\x7a\xb7\x79\xb9\x7e\xf0\x7e\x50\x45\xcd"
    b"\x78\x6d\x4c\x9e\x6b\x92\x30\x7e\x01\xa9\x8a\x52\x48\x7a\x80\x97\x85\x3e\x52\xff\x55\x6e"
    b"\x16\xdd\x58\x4e\x68\x9d\x2a\x7f\xc5\x66\xf1\x71\x7f\x13\x83\xab\xff\xad\x8f\xa4\x8c\x7c"
    b"\xa6\xa1\xaa\x74\x87\x9a\x56\x7c\x73\x87\x7f\x98\x7c\xa2\xf6\x8b\x91\x93\x53\xcd\x88\x71"
    b"\xf3\x01\x95\x87\xa5\x7c\x78\x79\x7f\x8b\x79\x00\xff\x75\x8e\x8d\xdc\x6f\x88\x99\xa2\x65"
    b"\x9e\x90\x75\x8a\x72\x5a\x7f\xfd\x7b\xeb\xff\xac\xa1\x9b\xa0\x4a\x95\x84\xa9\x5a\xb9\x84"
    b"\x7f\x6e\x87\x61\x7f\xa0\x7d\x16\xff\x77\xa7\x74\xd4\x67\x72\x9c\x71\x9e\xb2\x73\x42\x80"
    b"\x53\x2d\x80\xa3\x7d\xd0\xe2\x5d\x8a\x7e\xb8\x59\x6f\x68\x93\x84\xd8\x65\x01\x82\x33\x2e"
    b"\x82\x78\x7c\xb9\x4a\x8d\x73\x99\x5e\x87\x47\x57\x9b\x90\xf9\x43\x89\xff\xab\x74\x80\x3e"
    b"\x84\x1c\x22\x11\x8c\x8d\x92\x2a\x60\xa6\x9a\x95\x7e\x72\x6c\x01\x46\x84\x81\x42\x84\xc4"
    b"\xb5\x92\x8b\x84\x70\x5b\x8e\xa9\xec\xa3\x01\x55\xd5\x88\x94\x7c\x7e\x76\x7c\x9a\xff\xed"
    b"\x8b\x8a\xb6\x7e\x71\x93\xc9\x60\x95\x8a\x7f\x81\x6a\x80\x7f\xd0\x79\xf4\xb6\x6c\x73\x87"
    b"\x55\xa5\x85\x74\xa5\x9c\x01\x86\x83\x1b\x34\x5c\x80\x86\x87\xff\xff\xe6\x93\x98\x72\x48"
    b"\x67\xb0\x8d\xd5\x7f\x95\x5f\x9c\x91\xcd\x7e\xd1\x7e\x06"
)
DISCARD = (
    b"\x6f\x1a\x9d\xa2\x85\x8b\x96\x7d\x94\xa1\x89\x60\x82\xff\xc8\xaa\x9a\x1b\x6a\x77\x7b\x55"
    b"\x61\x78\x75\x61\x7c\x7f\xf8\x7b\xff\x5d\xc1\x70\x71\x01\x92\x8c\x76\x8e\x81\x7b\xc2\x86"
    b"\x6d\x80\x53\x8c\x82\x83\x83\x86\x6a\x9d\x98\x86\x7f\xb6\x7c\xab\x78\x46\x89\x6b\x90\x91"
    b"\x7c\x81\x01\x8b\x7b\xae\x82\xf7\x6f\x81\x3e\x60\x32\xbe\x8f\x80\xc1\x5f\x6e\x7f\x70\x81"
    b"\x90\xab\x43\x82\xd0\xa3\xad\x72\x75\x67\x90\x8a\x01\x28\x77\x83\x59\x5b\x54\x35\xe2\x93"
    b"\xa0\x90\x73\x54\x7f\xad\x82\x40\x74\x9b\x80\x86\x70\x7d\x83\x85\x7c\x91\x71\x01\x61\x8d"
    b"\x80\x9c\x7a\x7c\x84\xc1\x96\x81\x85\xa0\x79\x7f\x38\x78\x01\xa3\x0e\xd9\x75\xff\x7e\xf0"
    b"\xa2\x9a\x97\xa5\x63\x6f\xc7\x86\xbe\x6e\x6d\x9f\x3e\x2a\xa7\x53\x87\x6a\x7f\xd3\x82\x67"
    b"\x7b\x4c\x83\x9b\x7e\x8d\x93\x79\x01\x94\x77\x47\x68\x95\x74\x7c\x8b\x6b\x6a\xa2\x58\xab"
    b"\x7c\x6a\x55\x80\xda\x82\x06\x8c\xcf\x87\x3e\x1c\x7b\x7d\x95\x61\x5a\x7d\xff\x3d\x83\x73"
    b"\x3c\x59\x83\xa4\xdd\x97\x83\x4e\xae\x85\x7f\xa9\x7d\xe8\xa5\xc9\x6b\x58\x08\x86\xb6\x7b"
    b"\xac\x7b\x66\x61\xff\x64\x87\x74\x59\x93\xcc\xa5\xaf\x79\x76\x87\x8c\x7e\xe2\x7d\x82\x80"
    b"\x7d\x84\x7d\x7a\x88\x7b\x6d\x86\x36\xaf\x5a\x6e\xb6\x76\xce\xa8\x85\x01\x9e\x9e\xad\xd1"
    b"\xa4\x6a\x7e\xf4\x7a\xb8\x83\x66\x72\x71\x7c\x7d\x69\x62\x49\x87\x8e\x7a\x89\x6a\x86\x6a"
    b"\x87\x88\xff\x84\x6a\x79\x62\x6e\x8e\x80\xf7\x86\x3a\x6e\x46\x6a\x68\x61\x7f\x78\x42\x57"
    b"\x8a\x7c\x38\x2a\x74\x7f\x82\x83\x87\x01\x60\xe6\x5d\xa3\x92\x97\x7f\x65\x84\x01\xe6\x23"
    b"\xea\x67\xff\x5c\xb0\xb0\xf5\x8c\xa3\xc7\x96\xab\x83\x9a\x9f\x52\x8a\x6b\x0a\xb1\x69\x8e"
    b"\x7b\x7f\xfb\x81\x9e\x84\x7b\x68\x79\x71\x7e\x58\x60\x76\x98\x80\x7d\x6f\x7e\x6c\xc5\x86"
    b"\x88\xb1\x81\x01\x71\x6d\x8f\x81\x82\x10\x83\xeb\x82\x89\x9b\x42\x70\x75\x82\x7a\x68\x41"
    b"\x85\x01\x47\xab\x7a\xa8\x90\x75\x7b\x2b\x7b\x75\x22\x59\x7c\x81\xca\x7d\x2c\xa2\xc4\xa8"
    b"\x6f\x6f\x59\x54\x74\x30\x75\xd8\xa8\x61\x01\x40\x70\x74\xde\x7c\x0e\x4e\x52\x6f\x52\xb0"
    b"\x80\x8c\x81\xc7"
)

inputs = bytearray(DISCARD_INPUTS)
piled = bytearray(64)  # per card, how many are in the pile
known = bytearray(64)  # how many are known in other hands, times four for the next player's

_last = 0  # points of the card that the next player discarded last


def put(at: int, v: int) -> None:
    """Set an input, limited to a byte."""
    inputs[at] = min(max(v, 0), 255)


def put_hand(dead: int, expected: int, chances: int, m: int, skip: int, n: int, wild: int) -> None:
    """Inputs 0 to 8: a hand of n cards, m of them loose, without the one in place `skip`."""
    hand = outlook.hand
    count = outlook.unseen() + 1
    put(0, dead * 2)
    put(1, expected // 8)
    put(2, int(outlook.lower(outlook.after, outlook.live, dead - 3)) * 255 // count)
    put(3, int(outlook.lower(outlook.after, outlook.live, 3)) * 255 // count)
    put(4, chances * 16 // count)
    at = 6
    inputs[6] = inputs[7] = 0
    for k in range(m):
        if outlook.loose[k] != skip and at < 8:
            put(at, outlook.worth(hand[outlook.loose[k]]) * 16)
            at += 1
    put(5, (m - (skip >= 0)) * 16)
    wilds = 0
    for j in range(n):
        wilds += hand[j] & 15 == wild
    put(8, wilds * 32)


def put_table(s: bytearray, player: int, at: int) -> None:
    """The inputs about the table, from `at` on; prepares `put_card`."""
    global _last
    known[:] = bytes(64)
    others = thrown = taken = 0
    players = table.players(s)
    for p in range(player + 1, player + players):
        p %= players
        if table.plays(s, p):
            others += 1
            c = table.last_discard(s, p)
            thrown += melds.VALUE[c & 15] if c else 12
            if others == 1:
                _last = outlook.worth(c) if c else 10
            first = table.hand(p)
            for i in range(first, first + table.holds(s, p)):
                if s[i] < cards.DOWN:
                    taken += 1
                    known[s[i]] += 4 if others == 1 else 1
    passed = 10
    for i in range(table.pile(s) - 1):
        c = table.discarded(s, i)
        if c & 15 != table.wild(s):
            passed = min(passed, melds.VALUE[c & 15])
    put(at, table.number(s) * 16)
    put(at + 1, table.turns(s) // (others + 1) * 8)
    put(at + 2, table.stock(s) * 4 // (others + 1))
    put(at + 3, thrown * 16 // others)
    put(at + 4, taken * 32 // others)
    put(at + 5, passed * 16)
    put(at + 6, others * 64)


def put_card(c: int, wild: int) -> None:
    """Inputs 9 to 16: card c, which may be discarded."""
    points = outlook.worth(c)
    rank = c & 15
    put(9, points * 16)
    put(10, (_last - points) * 16)
    at = 11
    for counts in (known, outlook.live, piled):
        same = near = 0
        for u in range(0, 64, 16):
            same += counts[u | rank]
        for r in range(max(rank - 2, 1), min(rank + 2, 13) + 1):
            if r != rank:
                n = counts[c & 48 | r]
                if at == 13:  # the unseen ones
                    n = 0 if r == wild else n * 2 if -2 < r - rank < 2 else n
                near += n
        scale = 32 if at == 15 else 16
        put(at, same * scale)
        put(at + 1, near * scale)
        at += 2


@fast
def value(net: ptr8, x: ptr8, n: int) -> int:
    """The network's result for n inputs."""
    total = (net[0] << 8 | net[1]) - 32768
    at = 2
    for _ in range(_UNITS):
        a = 0
        for i in range(n):
            a += (net[at + i] - 128) * x[i]
        at += n
        a += (net[at] << 8 | net[at + 1]) - 32768 << 6
        if a > 0:
            total += (a >> 8) * ((net[at + 2] << 8 | net[at + 3]) - 32768)
        at += 4
    return total
