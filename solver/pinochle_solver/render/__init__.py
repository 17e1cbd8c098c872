"""What people read, as tables: positions, solutions, plans, records, rulebooks, matches, speed.

Nothing else prints these. `Renderer` writes to the stream it is given. Cards have their suit
symbols and colours, or only letters with ``ascii``; where ``color`` does not say, rich leaves
colours out for a pipe and where ``NO_COLOR`` is set.

- ``renderer``: every view in one.
- ``advice``: the best moves in short.
- ``analyses``, ``benches``, ``card_chances``, ``equities``, ``explorations``, ``ledger``,
  ``matches``, ``openings``, ``plans``, ``play``, ``positions``, ``replays``, ``reviews``,
  ``rulebooks``, ``solutions``, ``tournaments``: the views.
- ``table``: the views of the games for three and four, and their renderer.
- ``holdings``: hands side by side, or one suit a line.
- ``page``: what all views share.
- ``grids``, ``terminal``: what gives way where the terminal is narrow, and how wide it is.

May use: bench, double_dummy, equities, errors, game, hand, intervals, ledger, matches, melding,
notation, openings, playoff, reviews, rules, stock, table, tournaments.
"""
