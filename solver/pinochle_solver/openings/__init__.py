"""Opening hands of one class: what is led, what is laid when, and how such hands end.

- ``classes``: the class of an opening hand.
- ``tallies``: what was counted of the hands of a class.
- ``played``: hands that were played, as they are counted: by engines, or in records.
- ``tables``: the tables that are published with the program.
- ``report``: what is known of the class of a hand.
- ``table``: the same for games of three and four.

May use: _core, double_dummy, engines, game, hand, hidden_hands, intervals, limits, notation,
playoff, reviews, rules, stock, table.
"""
