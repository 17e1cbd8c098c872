"""What commands write as JSON: a struct for each object, and how it is made of a value.

- ``objects``: what all of them share.
- ``positions``, ``solutions``, ``analyses``, ``melds``, ``records``, ``reviews``, ``matches``,
  ``rulebooks``, ``benches``, ``equities``: the lines of ``show`` and ``replay --at``,
  ``solve`` and ``verify``,
  ``analyze``, ``melds``, ``replay`` and ``score``, ``review``, ``match``, ``rules``, ``bench``,
  ``equity``.
- ``table``: the same of the games for three and four.
- ``making``: the line of any value.
- ``lines``: all kinds of lines by command, and the JSON schema of them (docs/schema.json).

Fields stand in the order in which they are written; one that is unset is left out.

May use: bench, double_dummy, equities, game, intervals, match, melding, notation, playoff, reviews,
rules, stock, table.
"""
