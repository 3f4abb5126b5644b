"""Floor 1: a first game of a minute for each game: a deal, and what to say and play in it."""
