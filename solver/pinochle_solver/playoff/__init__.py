"""The playoff solved: what every card is worth, exactly, and the best line.

- ``solver``: solves one position, or many on several threads.
- ``solution``: what a search finds: bounds, moves, the line.
- ``lines``: what follows a card: the position after it, and the best line from there.
- ``reasons``: why the best card is the best.
- ``packing``: positions as the records that the compiled solver reads, also in numpy arrays.
- ``race``: who reaches the target first, in a game with call-outs.
- ``verify``: compares the search with every state of a deal, valued from the last card backwards.

May use: _core, errors, limits, notation, rows, rules, shown, threads.
"""
