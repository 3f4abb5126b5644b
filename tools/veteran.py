"""The history of a player of two years: 6,000 games, put into the file as the firmware does.

For journeys, tests and measurements. Call `play` in a handheld that is switched on.
"""

import random

GAMES = 6000
_played: dict = {}  # the parts made, by day: they take two seconds
DAYS = 730
STEPS = 13
# How often of a hundred games each row of the catalogue is played, and won.
_SHARES = (30, 20, 20, 15, 15)
_WON = (55, 60, 70, 75, 50)
_KINDS = (1, 4, 1, 1, 4)  # rows of the statistics


def play(last):
    """Fill the history with games up to day `last`, all steps, all trophies."""
    from thirteen.storage import history

    if last not in _played:
        _played[last] = [bytes(part) for part in _parts(history, last)]
    history.save([bytearray(part) for part in _played[last]])


def _parts(history, last):
    import hal
    from thirteen import catalog

    chance = random.Random(13)
    past = history.empty()
    rows = min(len(catalog.GAMES), len(_SHARES))
    for row in range(rows):
        for trophy in range(6):
            history.earn(past, row, trophy)
        for i in range(STEPS):
            history.put_step(past, row, i, 90 + i)
    today = hal.today
    for n in range(GAMES):
        row = chance.choices(range(rows), _SHARES[:rows])[0]
        day = last - DAYS + 1 + n * DAYS // GAMES
        hal.today = lambda day=day: day
        history.put(past, _game(history, chance, n + 1, row, day, n % 8 < 5))
    hal.today = today
    return past


def _game(history, chance, identity, row, day, daily):
    """A record; of five games of eight the deal is that day's."""
    won = chance.randrange(100) < _WON[row]
    kind = chance.randrange(_KINDS[row])
    how = history.IS_DAILY if daily else 0
    how |= history.IS_WON | history.IS_REACHED if won else 0
    how |= history.IS_UNDONE if chance.random() < 0.3 else 0
    how |= history.IS_HINTED if chance.random() < 0.2 else 0
    gain = 0
    if row == 0:
        how |= history.IS_IN_THOUSANDS
        score = 52000 - chance.randrange(9) if won else 1000 * chance.randrange(18, 50)
    elif row == 1:
        score = chance.randrange(900, 24000)
    elif row == 4:
        score = 9999 - chance.randrange(20, 320)
        how |= history.IS_RATED if kind else 0
        gain = (chance.randrange(4, 16) if won else -chance.randrange(4, 16)) if kind else 0
    else:
        whole = 52 if row == 2 else 96
        score = whole if won else chance.randrange(9, whole)
    seconds, moves = chance.randrange(70, 3599), chance.randrange(88, 190)
    deal = chance.randrange(1, 1 << 20)
    return identity, deal, score, how, 0, day, seconds, moves, row << 4 | kind, gain, 0, 0
