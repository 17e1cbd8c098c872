"""Engines: each answers what to do in a position from what one seat sees.

- ``engine``: what an engine is, and what most are made of: they play the playoff exactly.
- ``registry``: the engines by name.
- ``many``: many positions analysed, several at once.
- ``searching``: the engines that search (the room ``stock``).
- ``by_rule``: the engines that choose without searching.
- ``advice``, ``maxims``: the move that the books advise, and their advice as rules.
- ``greedy``: the move that takes the most points now.
- ``seat_sight``: what a seat sees, in the terms by which these judge.
- ``protocol``, ``protocol_requests``: the line protocol by which other programs ask for moves.
- ``external``, ``program``: another program asked by that protocol, and its pipes.

May use: _core, errors, hand, limits, melding, notation, playoff, rules, stock, threads,
version.
"""
