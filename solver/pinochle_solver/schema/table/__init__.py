"""The objects of the games for three and four.

- ``notation``, ``game``: positions; hands and games that were played.
- ``double_dummy``: open hands solved, hidden ones analysed.
- ``reviews``: hands gone through decision by decision.
- ``matches``: matches of engines.
- ``equities``: the chances to win a game.
- ``openings``: classes of hands before the auction.
- ``rules``: the rulebooks of ``table``.
"""
