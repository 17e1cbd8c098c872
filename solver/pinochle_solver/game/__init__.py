"""Hands that were played: written down, replayed from their records, and scored as a game.

- ``recording``: the record of a hand, or of what one seat saw of it.
- ``replay``: a hand as it was replayed: its tricks, its points, what was wrong.
- ``replaying``: plays a record through the referee.
- ``shows``: what a record says was shown, made or found to be wrong.
- ``turns``: whose turns there are to show something between two tricks.
- ``drawing``: how the stock was really drawn, where that was not as it should be.
- ``finding_log``: notes what is found wrong meanwhile.
- ``rulings``: what can be wrong, and what the rulebook makes of it.
- ``last_dix``: the dix that was drawn last, as records tell it.
- ``unknown_cards``: the record of one seat, completed to a deal.
- ``reconstruction``, ``seat_cards``: one way to complete it, and the cards of a seat in it.
- ``notebook``, ``noted``: the record of one seat as it grows beside the table.
- ``game``: a game of several hands, as it was scored.
- ``scoring``: scores it, hand by hand.
- ``under_way``: a game as it is played, scored after each hand.
- ``call_outs``: claims to have reached the target.

May use: _core, errors, hand, notation, rules.
"""
