"""Slow, obvious reference implementations that the fast solver is checked against."""
