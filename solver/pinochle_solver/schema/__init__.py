"""What commands write as JSON: a struct for each object, and how it is made of a value.

- ``objects``: what they share.
- ``notation``, ``playoff``, ``stock``, ``melding``, ``game``, ``reviews``, ``ledger``, ``matches``,
  ``rules``, ``bench``, ``equities``, ``openings``, ``tournaments``: the lines of the values
  of these rooms.
- ``card_chances``: where unseen cards are, in games of any number of players.
- ``table``: the same of the games for three and four.
- ``lines``: the line of any value, and the JSON schema of all lines (docs/schema.json).
- ``filling``: how a struct takes over the fields of a value.

Fields stand in the order in which they are written; one that is unset is left out.

May use: bench, double_dummy, equities, game, intervals, ledger, matches, melding, notation,
openings, playoff, reviews, rules, stock, table, tournaments.
"""
