"""The playoff of two open hands: exact values by search, on words.

- ``solver``: values, all legal cards and best lines, from questions to the search;
- ``search``: whether a value reaches a bound;
- ``suits``: each suit of a position, looked up;
- ``table``: positions seen before;
- ``ordering``: which cards to try first;
- ``retrograde``: all states of an ending, valued from the end, to check the search;
- ``race``: whether a seat can win a playoff with call-outs.
"""
