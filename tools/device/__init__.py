"""The way onto the handheld: build, flash, backup, restore and repl, a module each."""

from tools.games import Bad


class Trouble(Bad):
    """An expected failure, reported in one sentence that says what to do."""


class Lost(Trouble):
    """The handheld stopped answering in the middle of something."""
