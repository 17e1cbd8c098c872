"""One hand as a game of the library OpenSpiel, and a player of that library's for matches.

- ``sequential``: the hand as a tree of numbered actions and chance; needs no OpenSpiel.
- ``worlds``: hands that look the same to one seat; needs no OpenSpiel.
- ``game``: the game that OpenSpiel loads.
- ``player``: OpenSpiel's tree search as a player of matches.

May use: _core, errors, notation, playoff, rules, stock.
"""
