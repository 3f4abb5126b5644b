"""The way onto the handheld: build, flash, backup, restore, repl and run.

Commands are modules with `main(argv)`, which returns the exit code. What goes wrong in an expected
way is a `Trouble`: one sentence for the person at the keyboard.
"""

import sys


class Trouble(Exception):
    """An expected failure, told in one sentence that says what to do."""


class Lost(Trouble):
    """The handheld stopped answering in the middle of something."""


def command(work):
    """Make `main(argv)` of a function that may raise Trouble or be stopped with Ctrl-C."""

    def main(argv=None):
        try:
            return work(argv) or 0
        except Trouble as trouble:
            print(trouble, file=sys.stderr)
        except KeyboardInterrupt:
            print("Stopped.", file=sys.stderr)
            return 130
        return 1

    main.__doc__ = work.__doc__
    return main
