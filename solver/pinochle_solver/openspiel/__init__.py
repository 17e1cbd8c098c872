"""One hand as a game of the library OpenSpiel, and that library's search as an engine.

- ``sequential``: the hand as a tree of numbered actions and chance; needs no OpenSpiel.
- ``worlds``: hands that look the same to one seat; needs no OpenSpiel.
- ``tensors``: what a seat sees as numbers; needs no OpenSpiel.
- ``game``: the game that OpenSpiel loads.
- ``bot``: OpenSpiel's search, asked for one decision.
- ``engine``: that search as an engine; OpenSpiel is imported when it first thinks.

May use: _core, engines, errors, hand, limits, notation, rules, stock.
"""
