"""Layer 2. Hints for Imaginary Thirteen, in slices, without a look into the stock.

What can be played from a waste is played. Where there is a choice, positions are weighed by what
their wastes cost. A card's time is how far its rank lies ahead, on the average of the foundations
that need it: a step is short where that card lies open or many of it are in the stock, long where
all lie under others. A card costs what it buries: each card below that is needed earlier, the one
it lies on most, less where that is the very next after it.
"""

from array import array

from micropython import const

from thirteen.rules import imaginary

# The weights were found by trying: many deals at a time, kept when more were won.
_OPEN = const(7)  # a step over a card that lies open
_STOCK = const(2)  # over one of which the stock has many
_RARE = const(36)  # more where it has few: this by one more than they are
_BURIED = const(24)  # over one that only lies under others
_LATER = const(2)  # for each by which the time of the card below is earlier,
_LATEST = const(51)  # but not for more
_BEFORE = const(2)  # for a foundation that takes the lower card first, less for one that
_AFTER = const(1)  # takes it later: eight times the average of those that need both;
_RIGHT = const(5)  # so many times that for the card right below
_SAME = const(1)  # for a card below of the same rank
_RUN = const(33)  # less for a card that lies on the one next after it
_EMPTY = const(11)  # to take an empty waste
_HEIGHT = const(8)  # for each card in a waste
_BUILT = const(15)  # less for each card on a foundation
_AHEAD = const(4)  # for the cost of the card that comes next, on the average of the stock

_MOST = const(16)  # moves that are weighed
_SLICE = const(60)  # pairs of cards in a step

_s = bytearray(imaginary.SIZE)
_out = array("H", bytes(2 * imaginary.MOVES))
_heights = bytearray(8)
_count = bytearray(6)
_cards = bytearray(6 * 96)  # ranks in the wastes, the bottom first
_rem = bytearray(8 * 14)  # for each foundation and rank: 1 the next that it takes, 0 none of it
_hidden = array("b", bytes(14))  # cards of each rank in the stock, but for the turned one
_needed = bytearray(14)
_step = bytearray(14)
_time = array("h", bytes(2 * 14))
_whole = array("h", bytes(2 * 6 * 14))  # of a rank on each waste as it is
_cost = array("h", bytes(2 * 14 * 14))  # of a rank that lies somewhere above another
_next = array("h", bytes(2 * 14 * 14))  # right above it

_job = None  # what step does
_move = -1
_n = 0  # moves to weigh
_k = 0  # the one being weighed
_w = 0  # the waste, and how far in it
_j = 0
_sum = 0
_best = 0


def think(s):
    global _job, _move, _w, _k, _best
    _s[:] = s
    _move = -1
    _w = _k = 0
    _best = 1 << 28
    _job = None if imaginary.over(s) else _lay


def step():
    """One bounded bit of work; True when done."""
    if _job:
        _job()
    return _job is None


def move():
    return _move


def verdict():
    """Nothing is known for certain while cards lie in the stock."""
    return 2 if imaginary.over(_s) == 2 else 0


def _lay():
    """Take in one waste; when all are in, what the stock still has."""
    global _w, _job
    s = _s
    if _w < imaginary.wastes(s):
        part = memoryview(_cards)[_w * 96 : _w * 96 + 96]
        n = imaginary.pile(s, _w, part)
        _count[_w] = n
        for i in range(n):
            part[i] &= 15
        _w += 1
        return
    for f in range(8):
        _heights[f] = imaginary.height(s, f)
    _job = _list


def _list():
    """The moves to weigh. What a waste's top can do goes before the turned card's moves."""
    global _n, _job, _move
    n = imaginary.moves(_s, _out)
    first = 0
    if _out[n - 1] >= 64:
        while _out[first] < 64:
            first += 1
    _n = 0
    empty = False
    for i in range(first, n):
        m = _out[i]
        if 16 <= m < 64 and not _count[m & 7]:
            if empty:  # one is as good as another
                continue
            empty = True
        if _n < _MOST:
            _out[_n] = m
            _n += 1
    _move = _out[0]
    _job = _weigh if _n > 1 else None


def _weigh():
    """Set the position up that the next move leads to; the turned card's wastes share one."""
    global _job, _w, _j, _sum
    m = _out[_k]
    if m >= 64:
        _count[m >> 3 & 7] -= 1
    if m < 16 or m >= 64:
        _heights[m & 7] += 1
    _w = _j = _sum = 0
    _job = _reckon


def _done():
    """What the position costs is in _sum; take it back."""
    global _job, _w
    m = _out[_k]
    if m >= 64:
        _count[m >> 3 & 7] += 1
    if m < 16 or m >= 64:
        _heights[m & 7] -= 1
        _compare(m, _sum - _BUILT)
        _next_move()
    else:
        _w = 0
        _job = _foresee


def _next_move():
    global _job, _k
    _k += 1
    _job = _weigh if _k < _n else None


def _foresee():
    """What each rank in the stock would cost on each waste, two ranks in a step."""
    global _job, _w
    for r in (_w + 1, _w + 2):
        if r < 14:
            for f in range(0, 8 * 14, 14):
                if _rem[f + r] == 1:  # it can be played, and costs nothing
                    _hidden[r] = 0
            if _hidden[r] > 0:
                for w in range(imaginary.wastes(_s)):
                    _whole[w * 14 + r] = _put(r, w, _count[w])
    _w += 2
    if _w == 14:
        _job = _cover


def _cover():
    """Weigh one waste for the turned card, with what the next card may come to cost."""
    m = _out[_k]
    w = m & 7
    n = _count[w]
    c = imaginary.turned(_s) & 15
    top = _cards[w * 96 + n - 1] if n else 0
    total = costs = 0
    for r in range(1, 14):
        k = _hidden[r]
        if k > 0:
            if n:
                best = _whole[w * 14 + r] + _cost[r * 14 + top] - _next[r * 14 + top]
            else:
                best = _HEIGHT
            best += _next[r * 14 + c]
            for x in range(imaginary.wastes(_s)):
                if x != w and _whole[x * 14 + r] < best:
                    best = _whole[x * 14 + r]
            costs += k * best
            total += k
    cost = _sum + _put(c, w, n)
    if total:
        cost += _AHEAD * costs // total
    _compare(m, cost)
    _next_waste()


def _next_waste():
    """The other wastes share the position."""
    global _job, _k
    _k += 1
    _job = _cover if _k < _n else None


def _compare(m, cost):
    global _best, _move
    if cost < _best:
        _best = cost
        _move = m


def _reckon():
    """Which ranks each foundation still takes, two of them in a step; how often each rank."""
    global _job, _w
    rem = _rem
    hidden = _hidden
    if not _w:
        for r in range(14):
            hidden[r] = 0
            _time[r] = 0
    for f in (_w, _w + 1):
        for i in range(f * 14, f * 14 + 14):
            rem[i] = 0
        r = (f + 1) * (_heights[f] + 1) % 13
        for k in range(1, 13 - _heights[f]):
            r += f + 1
            if r > 13:
                r -= 13
            rem[f * 14 + r] = k
            hidden[r] += 1
    _w += 2
    if _w == 8:
        _w = 0
        _job = _steps


def _steps():
    """How long the step over a card of each rank is."""
    global _job
    hidden = _hidden
    for r in range(1, 14):
        _needed[r] = hidden[r]
    for w in range(6):
        for i in range(w * 96, w * 96 + _count[w]):
            hidden[_cards[i]] -= 1
    if _out[_k] >= 16 and imaginary.turned(_s):
        hidden[imaginary.turned(_s) & 15] -= 1
    for r in range(1, 14):
        n = hidden[r]
        _step[r] = _STOCK + _RARE // (n + 1) if n > 0 else _BURIED
    for w in range(6):
        if _count[w]:
            _step[_cards[w * 96 + _count[w] - 1]] = _OPEN
    _job = _times


def _times():
    """The sums of the times of each rank, two foundations in a step; at last the averages."""
    global _job, _w, _j
    for f in (_w, _w + 1):
        r = (f + 1) * (_heights[f] + 1) % 13
        t = 0
        for _ in range(12 - _heights[f]):
            r += f + 1
            if r > 13:
                r -= 13
            _time[r] += t
            t += _step[r]
    _w += 2
    if _w == 8:
        for r in range(1, 14):
            if _needed[r]:
                _time[r] //= _needed[r]
            _cost[r * 15] = _next[r * 15] = _SAME
        _w = 1
        _j = 1
        _job = _pairs


def _pairs():
    """What two ranks cost that lie above each other, four pairs in a step."""
    global _job, _w, _j
    for _ in range(4):
        _j += 1
        if _j == 14:
            _w += 1
            _j = _w + 1
            if _w == 13:
                _w = _j = 0
                m = _out[_k]
                _job = _add_up if m < 16 or m >= 64 or _out[0] < 16 else _done
                return
        _pair(_w, _j)


def _pair(a, b):
    rem = _rem
    first = second = 0  # foundations that take a first, b first
    run_a = run_b = 0  # whether one takes b right after a, a right after b
    for f in range(0, 8 * 14, 14):
        x = rem[f + a]
        y = rem[f + b]
        if x and y:
            if x < y:
                first += 1
                if y == x + 1:
                    run_a = _RUN
            else:
                second += 1
                if x == y + 1:
                    run_b = _RUN
    later = _time[a] - _time[b]
    if not _needed[a] or not _needed[b]:
        later = 0
    both = first + second or 1
    _set(a * 14 + b, later, (_BEFORE * second - _AFTER * first) * 8 // both, run_a)
    _set(b * 14 + a, -later, (_BEFORE * first - _AFTER * second) * 8 // both, run_b)


def _set(at, later, order, run):
    cost = _LATER * min(later, _LATEST) if later > 0 else 0
    _cost[at] = cost + order
    _next[at] = cost + order * _RIGHT - run


def _add_up():
    """What all cards in the wastes cost."""
    global _job, _w, _j, _sum
    work = _SLICE
    while work > 0:
        if _j == _count[_w]:
            _j = 0
            _w += 1
            if _w == 6:
                _job = _done
                return
            continue
        _sum += _put(_cards[_w * 96 + _j], _w, _j)
        work -= _j + 8
        _j += 1


def _put(c, w, n):
    """The cost of card c on the first n cards of waste w."""
    if not n:
        return _HEIGHT + _EMPTY
    at = w * 96
    below = c * 14
    cost = _HEIGHT + _next[below + _cards[at + n - 1]]
    for i in range(at, at + n - 1):
        cost += _cost[below + _cards[i]]
    return cost
