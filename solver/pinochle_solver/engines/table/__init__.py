"""Engines for the games of three and four: each says what to do by what one seat sees.

- ``engine``: what such an engine is, and what it decides.
- ``sight``: what a seat sees, in the terms that rule-based engines use to judge.
- ``by_rule``: the engines that choose without searching: ``advice``, ``greedy``, ``random``.
- ``bidding``, ``maxims``: his advice on calls and burials, and on the play of the cards, as rules.
- ``analysing``: the engines that play what an analysis puts first.
- ``hidden_hands``: hands played out in worlds, every seat by the cards that it sees.
- ``graded``: the engine that errs like a person, as much as its level says.
- ``open_average``: averages over deals that are played with all cards open.
"""
