"""Planning melds: the order to lay them in, what each card is needed for, what is missing.

- ``planner``: the best order for a number of turns to meld.
- ``graph``: all that can be laid with the cards held, turn after turn.
- ``outs``: what each card is still good for, and which melds wait for cards to be drawn.
- ``report``: what to show of a hand: what can be laid now, and perhaps a plan.
- ``prospects``: what melds are worth to a seat, complete or not, by a rule of thumb.
- ``draws``: what a drawn card is worth to a seat, by another rule of thumb.

May use: errors, notation, rules.
"""
