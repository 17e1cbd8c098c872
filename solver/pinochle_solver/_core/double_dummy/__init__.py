"""Three or four open hands, which two sides play: exact values by search, on words.

- ``deal``: the hands laid out on a word, and the obligations;
- ``tricks``: a trick under way: whose turn it is, what may be played, who wins it;
- ``moves``: the cards worth trying to it;
- ``solver``: values, all legal cards and best lines, from questions to the search;
- ``search``: whether a value reaches a bound;
- ``suits``, ``bounds``: each suit of a position, looked up, and the sure tricks in them;
- ``table``: positions seen before;
- ``ordering``, ``killers``: which cards to try first;
- ``techniques``: what the search can leave out.
"""
