"""Nothing is pinned here any more: see test_journeys."""
