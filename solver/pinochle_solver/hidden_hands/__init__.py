"""Three and four at the table with the cards hidden: what a seat can know, and what to do.

- ``beliefs``: the worlds that a seat holds possible, by what it has seen.
- ``auctions``: what the calls, the trump and the burial tell of the hands.
- ``card_chances``: where the unseen cards are.
- ``search``: the best move, tried in such worlds.
- ``searching``: the analysis, for callers that only give limits.
- ``comparing``: how much more one move is worth than another, in other worlds.
- ``decisions``: the moves of a decision, tried in worlds.
- ``bidding``: what the calls come to.
- ``open_bidding``: how often contracts are made with the cards face up.
- ``studying``: a hand in the auction, with the spread of its points and what the widow brings.
- ``taking_up``: what a bidder names and buries in worlds, by what he sees.
- ``passing``: what a pass is worth.
- ``settling``: what hands are paid under many contracts at once.
- ``standings``: how the moves stand.
- ``payoffs``: what hands played out are worth.
- ``game_worths``: what they are worth to a seat that wants to win the game.
- ``corrections``: how much more a bidder wins than playouts say.
- ``laying``: what is melded in worlds.
- ``playing_out``: what is known to all, packed for the compiled playouts.
- ``policies``: the weights by which cards and melds are chosen in them.
- ``stock_beliefs``, ``stock_decisions``, ``stock_playing_out``: the same while there is a stock.

May use: _core, double_dummy, equities, errors, halving, intervals, limits, notation, rules, table,
threads.
"""
