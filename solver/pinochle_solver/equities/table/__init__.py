"""The game for three and four, not the hand: the chance to win it from any score.

- ``hands``: what the units score in a hand, as hands of the engine came out.
- ``games``: the chance to win a game from every score, worked out from these hands.
- ``equity``: the chance at a score, and what points are worth there.
"""
