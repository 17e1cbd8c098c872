"""Melds planned: in which order to lay them, what each card is still needed for, what is missing.

- ``planner``: the best order in so many turns to meld.
- ``graph``: all that can be laid with the cards held, turn after turn.
- ``outs``: what each card is still good for, and the melds that wait for cards to be drawn.
- ``prospects``: what melds are worth to a seat, complete or not, by a rule of thumb.

May use: errors, notation, rules.
"""
