"""Three or four hidden hands: worlds that a seat holds possible, played out card by card.

- ``worlds``: deals of the unseen cards, drawn exactly, and how likely they make the melds laid;
- ``hands``: a world on words, what is known to all beside it, and a card played;
- ``policy``: which card a seat plays, by what it sees;
- ``held``: what a hand holds, for the others here;
- ``auctions``: how likely the calls, the trump and the burial make a world;
- ``likelihood``: how likely the cards played so far make a world;
- ``burials``: the burials that a rule of thumb likes best, for many hands;
- ``open_ends``: the last tricks of a world, played with all cards face up;
- ``playouts``: what candidates come to in worlds;
- ``learning``: the policy improved by its own playouts.

And of games with a stock, while there is one:

- ``stock_worlds``: deals of the unseen cards to the hands and the stock;
- ``stock_hands``: a world, what is laid and what each seat has seen; cards, melds, draws;
- ``stock_policy``: what a seat does, by what it sees;
- ``stock_playouts``: what moves come to in worlds, played to the end of the hand;
- ``stock_learning``: that policy improved by its own playouts.
"""
