"""Games for three and four with open hands, and what is made of that when cards are hidden.

- ``open_hands``: hands open to all, and what a solver of them answers.
- ``packing``, ``solver``: these hands into the compiled solver.
- ``solution``: what it finds of a position.
- ``burials``, ``burial_solutions``: the best trump and burial with all hands open.
- ``absent``: cards that a seat cannot have, by what it played.
- ``bidders``: marriages that a seat must have had, by what it bid.
- ``unseen``: deals of the unseen cards, every one equally likely.
- ``choices``: the burials that are worth a trial.
- ``worlds``: those that a position is tried in.
- ``sides``: who plays with whom, and what each has already.
- ``outcomes``: what a hand comes to for the seat to decide.
- ``estimates``: means over deals.
- ``trials``: of moves tried in the same ones.
- ``bidding``, ``burying``, ``exchanging``, ``playing``: what calls, burials, an exchange, melds and
  cards come to over deals.
- ``analysis``: what is found.
- ``chances``: all that can be expected of a position.
- ``searching``: the same, with the compiled solver and limits alone.

May use: _core, errors, limits, rules, table, table_notation, threads.
"""
