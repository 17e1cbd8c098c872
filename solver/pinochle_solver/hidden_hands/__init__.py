"""Three and four at the table with the cards hidden: what a seat can know, and what to do.

- ``beliefs``: the worlds that a seat holds possible, by what it has seen.
- ``playing_out``: what is known to all, packed for the compiled playouts.
- ``policies``: the weights by which cards are chosen in them.

May use: _core, double_dummy, errors, notation, rules, table.
"""
