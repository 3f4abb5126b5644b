"""Layer 2. House rules that a player can set.

A rules file lists its options with their values, the default first, as its sheet does:
`OPTIONS = (("kings", "manual auto"), ("levels", "5 open 1..99"))`. A game's options are `bytes`
of one value index per option, so all zeros are the rules of the source. `1..99` means every number
in that range, `500..9500/500` a range with a step.
"""

from thirteen.protocols import Data, Value


def _range(word: str) -> tuple[int, int, int] | None:
    """(first, last, step) of a word like 1..99 or 500..9500/500, else None."""
    at = word.find("..")
    if at < 0:
        return None
    last, _, step = word[at + 2 :].partition("/")
    return int(word[:at]), int(last), int(step or 1)


def count(spec: str) -> int:
    """The number of values of the spec."""
    n = 0
    for word in spec.split():
        r = _range(word)
        n += (r[1] - r[0]) // r[2] + 1 if r else 1
    return n


def value(spec: str, i: int) -> Value:
    """The value at index i: an int if it is a number, else a str."""
    for word in spec.split():
        r = _range(word)
        n = (r[1] - r[0]) // r[2] + 1 if r else 1
        if i < n:
            if r:
                return r[0] + i * r[2]
            return int(word) if word.isdigit() else word
        i -= n
    raise ValueError("no value %d in %s" % (i, spec))


def index(spec: str, text: str) -> int:
    """The index of the value with this text; ValueError if the spec has no such value."""
    i = 0
    for word in spec.split():
        r = _range(word)
        if not r:
            if word == text:
                return i
        elif text.isdigit() and r[0] <= int(text) <= r[1] and not (int(text) - r[0]) % r[2]:
            return i + (int(text) - r[0]) // r[2]
        i += (r[1] - r[0]) // r[2] + 1 if r else 1
    raise ValueError("%s is not one of %s" % (text, " | ".join(spec.split())))


def bounds(spec: str) -> tuple:
    """(least, most, step) of the numbers of a spec with a range, else ()."""
    words = spec.split()
    ranges = [r for r in [_range(word) for word in words] if r]
    if not ranges:
        return ()
    ends = [int(word) for word in words if word.isdigit()] + [r[0] for r in ranges]
    return min(ends), max(ends + [r[1] for r in ranges]), ranges[0][2]


def number(spec: str, i: int) -> Value:
    """The value at index i; of a spec with a range the default in place of a word."""
    v = value(spec, i)
    return v if isinstance(v, int) or not bounds(spec) else value(spec, 0)


def next(spec: str, i: int, way: int, n: int = 0) -> int:
    """The index of the value after that at i, or before it: of the first n, or of a spec with a
    range of its numbers in order, which end where they are many.
    """
    ends = bounds(spec)
    if not ends or n:
        return (i + way) % (n or count(spec))
    least, most, step = ends
    v = number(spec, i) + way * step
    if most - least < 12 * step:
        v = least + (v - least) % (most - least + step)
    return index(spec, "%d" % min(max(v, least), most))


def pack(options: tuple, chosen: dict) -> bytes:
    """The bytes for a dict of name to value; missing names get their defaults."""
    known = [name for name, _ in options]
    for name in chosen:
        if name not in known:
            raise ValueError(
                "there is no option %s; there is %s" % (name, ", ".join(known) or "none")
            )
    out = bytearray(len(options))
    for k, (name, spec) in enumerate(options):
        if name in chosen:
            try:
                out[k] = index(spec, str(chosen[name]))
            except ValueError as e:
                raise ValueError("%s: %s" % (name, e)) from None
    return bytes(out)


def unpack(options: tuple, packed: Data) -> dict:
    """The dict of name to value for the bytes."""
    return {name: value(spec, packed[k]) for k, (name, spec) in enumerate(options)}
