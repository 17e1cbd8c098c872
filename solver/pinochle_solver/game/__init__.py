"""Hands that were played: written down, replayed from their records, and scored as a game.

- ``recording``: the record of a hand, or of what one seat saw of it.
- ``replayed_hand``: a hand as it was replayed: its tricks, its points, what was wrong.
- ``replayer``: plays a record through the referee.
- ``shows``: makes the shows that a record has, or finds them to be wrong.
- ``turns``: the turns to show something between two tricks.
- ``draw_order``: who draws after each trick, as a record tells it.
- ``drawing``: how the stock was really drawn, if not as it should have been.
- ``findings``: what is found wrong during a replay, of hands of all games.
- ``replay_loop``: what playing a record through is in every game.
- ``rulings``: how the rulebook rules on what is wrong.
- ``last_dix``: the dix drawn as the last card, as records have it.
- ``unknown_cards``: the record of one seat, completed to a deal.
- ``reconstruction``, ``seat_cards``: one way to complete it, and the cards of a seat in it.
- ``notebook``, ``notebook_entries``: the record of one seat as it grows during play at the table.
- ``entered_hand``: the hand so far, and what has to be entered next.
- ``entry_text``: what people say at a table, as entries write it.
- ``game``: a game of several hands, as it was scored.
- ``scoring``: scores it, hand by hand.
- ``under_way``: a game being played, scored after each hand.
- ``call_outs``: claims to have reached the target.
- ``table``: the same for hands and games of three and four.

May use: _core, errors, hand, notation, rules, table.
"""
