"""A hand for two from the deal to the last trick, by the rules that a record states.

- ``hand``: the rules of play: what is due, the legal moves, what a move changes;
- ``melds``, ``kinds``, ``seat_melds``: what a seat can meld, by classes or by kinds of melds;
- ``packing``: the records of rules and of states;
- ``game``: a hand that Python plays;
- ``scores``: points so far, and at the end;
- ``worlds``: the cards that a seat cannot see, filled in;
- ``random_play``: whole hands at random.
"""
