"""Engines: each says what to do in a position, from what one seat sees.

- ``engine``: what an engine is, and the base of most engines, which plays the playoff exactly.
- ``registry``: the engines by name.
- ``many``: analyses of many positions, several at once.
- ``searching``: the engines that search (the room ``stock``).
- ``by_rule``: the engines that choose without searching.
- ``own``: the base class of a user's own players.
- ``advice``, ``maxims``: the move that the books recommend, and their advice as rules.
- ``greedy``: the move that takes the most points now.
- ``graded``, ``levels``: the engine that errs like a person, and how much it loses a decision.
- ``blunders``: the moves that even a beginner sees to be wrong.
- ``seat_sight``: what a seat sees, in the terms that these engines use to judge.
- ``protocol``, ``protocol_requests``: the line protocol with which other programs ask for moves.
- ``table``: the engines of the games for three and four.
- ``external``, ``program``: another program that is asked by that protocol, and its pipes.

May use: _core, double_dummy, errors, hand, hidden_hands, intervals, limits, melding, notation,
playoff, rules, sizes, stock, table, threads, version.
"""
