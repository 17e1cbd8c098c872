"""The games for three and four at the table: their rules as values, and the referee of a hand.

A house beside the two-handed one: cards and counts are those of ``rules``, all else is told here.

- ``seats``: the seats and their order.
- ``rules``: all that a rulebook decides.
- ``options``: what may be chosen besides, and what each changes.
- ``rulebooks``: the rulebooks by name.
- ``melds``: melds laid from the hand all at once, and their text.
- ``moves``: moves and their text.
- ``holdings``: hands put together and taken apart.
- ``deals``: the cards dealt.
- ``auction``: whose call it is, and what may be called.
- ``burial``: trump, burial and melds in one decision.
- ``tricks``: what may be played, and who wins the trick.
- ``acts``: what is to be decided, and how a hand ends.
- ``hands``: the referee of a hand without a stock.
- ``views``: what a seat knows of it.
- ``scoring``, ``money``, ``checks_paid``: what a hand comes to.
- ``game``: hands in a row: dealers, scores, the end of a game.
- ``irregularities``: what each does to a hand.
- ``stock_kinds``, ``stock_melds``, ``stock_past``: melds where there is a stock, copy by copy.
- ``stock_seats``, ``stock_options``: what a seat has then, and what it may do.
- ``stock_hands``, ``stock_views``: the referee of a hand with a stock, and what a seat knows of it.

May use: errors, rules.
"""
