"""Three or four hidden hands: worlds that a seat holds possible.

- ``worlds``: deals of the unseen cards, drawn exactly, and how likely they make the melds laid.
"""
