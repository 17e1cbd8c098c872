"""Many players, each against others: a schedule of matches, and one fit to all their results.

- ``fit``: how strong players are, from the means of their matches, with the covariance.
- ``schedule``: which matches are played, and with which deals.
- ``jobs``: a pair of a match, played by any process.
- ``folder``: the results on disk: a file for each match, and who played which pair.
- ``playing``: plays what is missing.
- ``workers``: whether a machine is slow, or plays differently from the others.
- ``report``: what a tournament came to.

May use: _core, bulk, intervals, matches, stock.
"""
