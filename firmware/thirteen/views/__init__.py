"""Floor 3: one file a game. Views draw from the state and turn keys into moves."""
