"""Searches of the stock phase, which play hands on by a learned policy and end in playoffs.

- ``search``: what all searches of a position begin with;
- ``playouts``: moves valued over sampled worlds;
- ``claims``: when a seat would win a playout by calling out;
- ``expectation``: the end of the stock phase, decided by expectation;
- ``trees``: search trees over sampled worlds;
- ``windows``: both seats' chances between tricks, where a hand may be doubled;
- ``open_stock``: exact values with every card known, the order of the stock included;
- ``inference``, ``posterior``: worlds that explain what the other seat has done;
- ``keys``, ``keyed_table``: states and what seats observe, in hash tables;
- ``learning``: hands as examples, for the commands that learn the networks.
"""
