"""Floor 1: one file a game, beside its sheet in seeds/. Pure: a state, a move, no more."""
