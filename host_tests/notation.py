"""Rules in the hands of a test: what is legal, made and won, in the notation of the sheets."""

from array import array

from thirteen import match


def of(rules):
    """Of a game's rules: legal(s), do(s, *texts) and over(s)."""

    def legal(s):
        """The moves as texts; the rules list them in order, each once."""
        out = array("H", bytes(2 * rules.MOVES))
        n = rules.moves(s, out)
        assert list(out[:n]) == sorted(set(out[:n]))
        return [rules.text(s, m) for m in out[:n]]

    def do(s, *texts):
        """Make legal moves; the state."""
        for t in texts:
            assert t in legal(s), (t, legal(s))
            rules.apply(s, rules.parse(s, t))
        return s

    def over(s):
        """How the game has ended, None while it goes on."""
        return match.result(rules.over(s))

    return legal, do, over
