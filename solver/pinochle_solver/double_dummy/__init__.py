"""Games for three and four with open hands, and averages over them when cards are hidden.

- ``open_hands``: hands open to all, and what their solver answers.
- ``packing``, ``solver``: passing these hands to the compiled solver.
- ``solution``: what the solver finds out about a position.
- ``burials``, ``burial_solutions``: the best trump and burial with all hands open.
- ``choice_values``: what a trump and burial are worth in one deal.
- ``absent``: cards that a seat cannot have, by what it played.
- ``bidders``: marriages that a seat must have had, by what it bid.
- ``unseen``: deals of the unseen cards, every one equally likely.
- ``choices``: the burials that are worth a trial.
- ``worlds``: the deals that a position is tried in.
- ``sides``: who plays with whom, and what each unit already has.
- ``outcomes``: what a hand is worth to the seat to decide, in the currency of its game.
- ``stakes``: what is at stake for a seat.
- ``finishing``: what it is worth given what a side still wins.
- ``last_tricks``: how many tricks of a playout are played with all cards face up.
- ``samples``: the results of many deals in bounded memory.
- ``estimates``: means over deals.
- ``trials``: means for moves tried in the same deals.
- ``bidding``, ``burying``, ``exchanging``, ``playing``: what calls, burials, an exchange, melds and
  cards are worth over deals.
- ``analysis``: the results.
- ``bid_advice``: how far to bid, by the values of the calls.
- ``chances``: everything that can be expected of a position.
- ``searching``: the same, with the compiled solver, from limits alone.

May use: _core, errors, intervals, limits, notation, rows, rules, shown, table,
threads.
"""
