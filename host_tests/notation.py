"""Test helpers for rules, with moves in the notation of the rule sheets."""

from array import array

from thirteen import match, options


def dealing(rules):
    """dealt(deal, ...): a state by these options, as their indices or by name and value."""

    def dealt(deal=1, *indices, **chosen):
        s = bytearray(rules.SIZE)
        rules.new(s, deal, bytes(indices) or options.pack(rules.OPTIONS, chosen))
        return s

    return dealt


def of(rules):
    """legal(s), do(s, *texts) and over(s) for a game's rules."""

    def legal(s):
        """The legal moves as texts; checks that the rules list them in order, each once."""
        out = array("H", bytes(2 * rules.MOVES))
        n = rules.moves(s, out)
        assert list(out[:n]) == sorted(set(out[:n]))
        return [rules.text(s, m) for m in out[:n]]

    def do(s, *texts):
        """Make moves, which must be legal; returns the state."""
        for t in texts:
            assert t in legal(s), (t, legal(s))
            rules.apply(s, rules.parse(s, t))
        return s

    def over(s):
        """The result of the game, None while it is in progress."""
        return match.result(rules.over(s))

    return legal, do, over
