"""Moves tried in the same worlds, fewer of them from stage to stage; for any game.

- ``search``: the stages, the threads, and the end at the right time.
- ``ranking``: which move is the best so far, and which go on.
- ``deadline``: when a search has to answer.

May use: _core, limits, threads.
"""
