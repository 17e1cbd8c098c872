"""Engines: each answers what to do in a position from what one seat sees.

- ``registry``: the engines by name.
- ``decisions``: what an engine does in a position of either phase; the playoff it plays exactly.
- ``advice``, ``maxims``: plays by the advice of the books, and that advice as rules.
- ``greedy``: takes the most points now.
- ``seat_sight``: what a seat sees, in the terms by which these players judge.
- ``protocol``: the line protocol by which other programs ask for moves.
- ``external``, ``program``: another program asked by that protocol, and its pipes.

May use: _core, errors, hand, melding, notation, playoff, rules, stock, version.
"""
