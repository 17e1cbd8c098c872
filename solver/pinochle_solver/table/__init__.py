"""The games for three and four at the table: their rules as values, and the referee of a hand.

A house beside the two-handed one: cards and counts are those of ``rules``, all else is told here.

- ``seats``: the seats and their order.
- ``rules``: all that a rulebook decides.
- ``options``: what may be chosen besides, and what each changes.
- ``rulebooks``: the rulebooks by name.
- ``melds``: melds laid from the hand all at once, and their text.
- ``moves``: moves and their text.

May use: errors, rules.
"""
