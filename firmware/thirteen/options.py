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
