"""Melds planned: in which order to lay them, what each card is still needed for, what is missing.

- ``planner``: the best order in so many turns to meld.
- ``graph``: all that can be laid with the cards held, turn after turn.
- ``outs``: what each card is still good for, and the melds that wait for cards to be drawn.
- ``report``: what can be laid now, and perhaps a plan: what is shown of a hand.
- ``prospects``: what melds are worth to a seat, complete or not, by a rule of thumb.
- ``draws``: what a card drawn is worth to it, by another.

May use: errors, notation, rules.
"""
