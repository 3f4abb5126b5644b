"""Layer 2. A person's rating at Three Thirteen against the computer players, as Elo counts it.

A rating is a whole number from 100 to 3000. 400 points more than another mean ten games won for
each one lost, and medium's is the 1200 that the others are measured from. `tools research arena`
measured those of the levels, which are fitted to one another: 20,000 games of each two of them.
"""

from array import array

from micropython import const

START = const(1200)  # of someone who has not played yet
LEAST = const(100)
MOST = const(3000)
LEVELS = (START, 963, 1200, 1285)  # by seat: human (not rated here), easy, medium, hard

LOST, DRAWN, WON = 0, 1, 2

_STEP = const(25)
# Games out of 1024 won by the player who is 0, 25, 50 ... points ahead.
_EXPECTED = array(
    "H",
    (
        512, 549, 585, 621, 655, 689, 720, 750, 778, 804, 828,
        850, 869, 887, 904, 918, 931, 942, 953, 962, 969, 976,
        983, 988, 993, 997, 1000, 1003, 1006, 1008, 1011, 1012, 1014,
    ),
)  # fmt: skip


def expected(difference: int) -> int:
    """Games out of 1024 won with a lead of `difference` points, which may be negative."""
    ahead = abs(difference)
    i = ahead // _STEP
    if i >= len(_EXPECTED) - 1:
        share = _EXPECTED[-1]
    else:
        part = ahead - i * _STEP
        share = (_EXPECTED[i] * (_STEP - part) + _EXPECTED[i + 1] * part + _STEP // 2) // _STEP
    return share if difference >= 0 else 1024 - share


def pace(played: int) -> int:
    """The most points by which a game changes a rating after `played` games."""
    return 64 if played < 10 else 32 if played < 30 else 16


def after(rating: int, played: int, opponents: list[int], results: list[int]) -> int:
    """The rating after a game.

    `rating` 0 stands for none yet, `played` counts the rated games before this one, `opponents`
    are the ratings of the others at the table, and `results` LOST, DRAWN or WON against each:
    who has the lower total wins.
    """
    rating = rating or START
    if not opponents:
        return rating
    surprise = 0
    for i in range(len(opponents)):
        surprise += results[i] * 512 - expected(rating - opponents[i])
    unit = 1024 * len(opponents)
    change = (abs(surprise) * pace(played) + unit // 2) // unit
    rating = rating + change if surprise > 0 else rating - change
    return min(max(rating, LEAST), MOST)


def of_game(rating: int, played: int, seats: list[int], totals: list[int], player: int) -> int:
    """The rating of `player` after a game, by the levels and totals of all seats.

    Against other people nothing is rated: only seats from 1 (easy) to 3 (hard) count.
    """
    opponents = []
    results = []
    for p in range(len(totals)):
        if p != player and seats[p]:
            opponents.append(LEVELS[seats[p]])
            if totals[p] == totals[player]:
                results.append(DRAWN)
            else:
                results.append(WON if totals[player] < totals[p] else LOST)
    return after(rating, played, opponents, results)
