"""How commands that talk with a person ask, and what they note of the answers."""
