"""Floor 1: hints, solvers and computer players, thinking in slices. Pure, as the rules are."""
