"""Hands played step by step and written down, for people to read and for tests to compare."""
