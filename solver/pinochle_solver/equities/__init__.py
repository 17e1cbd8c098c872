"""The game, not the hand: the chance to win it from any score.

- ``hands``: the chances of what both seats score in a hand.
- ``tables``: the chance to win a game from every score, worked out backwards.
- ``equity``: the chance at a score, and what points are worth there.
- ``table``: the same for three and four.

May use: errors, notation, rules, shown, table.
"""
