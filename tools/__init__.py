"""The host's side of the handheld: `python -m tools` prints its commands."""
