"""Runs a test for each of many small cases, as one item: an item costs more than such a case."""


def each(name, cases):
    """In place of pytest.mark.parametrize; a failure shows the arguments of its case."""

    def decorate(test):
        def run():
            for case in cases:
                test(**(dict(zip(name.split(", "), case)) if ", " in name else {name: case}))

        run.__name__, run.__doc__, run.__module__ = test.__name__, test.__doc__, test.__module__
        return run

    return decorate
