"""The games for three and four at the table: their rules as values, and their hands.

These rooms stand beside those of the two-handed game: cards and counts are those of ``rules``,
everything else is here.

- ``seats``: the seats and their order.
- ``rules``: all that a rulebook decides.
- ``options``: the options of the games, and what each changes.
- ``rulebooks``: the rulebooks by name.
- ``melds``: melds laid from the hand all at once, and their text.
- ``moves``: moves and their text.
- ``holdings``: joining and splitting hands.
- ``deals``: the cards dealt, and how many are where in the course of a hand with a stock.
- ``auction``: whose call it is, and what may be called.
- ``valuation``: what MacDougall's system says a hand is worth in the auction.
- ``thumb_rule``: a rule of thumb for the same, to learn by heart.
- ``burial``: trump, burial and melds in one decision.
- ``tricks``: what may be played, and who wins the trick.
- ``acts``: what may have to be decided, and how a hand ends.
- ``under_way``: what hands with and without a stock have in common.
- ``hands``: a hand without a stock, of which some cards may be hidden.
- ``scoring``, ``money``, ``checks_paid``: the result of a hand.
- ``pays``: how a game is settled by agreement.
- ``game``: hands in a row: dealers, scores, the end of a game.
- ``irregularities``: the irregularities, and what each does to a hand.
- ``stock_kinds``, ``stock_melds``, ``stock_past``: melds in games with a stock, copy by copy.
- ``stock_seats``, ``stock_options``: what a seat has in these games, and what it may do.
- ``stock_hands``: a hand with a stock.
- ``views``: hands as a seat sees them.
- ``steps``: a move, with the hands before and after it.

May use: errors, rules.
"""
