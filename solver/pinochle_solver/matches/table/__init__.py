"""Playing the games for three and four: engines in matches, and a person with engines.

- ``results``: the settings of such a match, and the results of its hands.
- ``players``: who plays: an engine, or a program that is asked in steps for a burial.
- ``contracts``: the contract of hands that begin after the auction.
- ``deals``: in a match a deal is played with every assignment of two players to the seats.
- ``match``: such a match in Python.
- ``report``: what a match came to.
- ``totals``: what the players of records got, hand by hand.
- ``contest``: what the parts that all matches share ask of it.
- ``hand_in_play``: a hand between a person and engines.
- ``sitting``: a person plays hands of a game with engines.
"""
