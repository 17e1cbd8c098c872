"""What several test files share: players, positions, comparisons, and where things lie."""
