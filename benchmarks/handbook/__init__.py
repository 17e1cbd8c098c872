"""What the pages for players tell: maxims, the worth of openings and playoffs, puzzles."""
