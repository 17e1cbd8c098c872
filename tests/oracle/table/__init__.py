"""An independent, slow, obvious referee of the games for three and four.

Written from the page of the rules of the table games (its sections are named in the docstrings; R4
is section 4 of docs/RULES.md) and the page of their notation alone; nothing here knows the product.
What is marked (p67) there is marked here: `partnership`, and `firehouse` but for its end of a game.

`cards`, `rulebooks` (all games as data), `game` (deals, dealers, ends of games), `auction`,
`burial`, `melds`, `play`, `scoring` (points, money, checks), `hand` (a whole hand without a stock),
`stock_melds`, `stock_hand` (macdougall-3, hayes-n), `irregularities`, `minimax` (double dummy),
`records`, `deals` (random hands, seeded), `faulty_hands` and `faulty_stock` (records of hands in
which things go wrong).

Decisions, where the pages are silent, unclear or at odds with themselves:

Writing
- Cards are written rank high to low, then S H D C, "everywhere": so the burial of the notation's
  example, `D:JH.TC.9C` there, is written `D:TC.JH.9C` here. Reading takes any order.
- Melds are written in the order that the page gives for lists (marriages before aces), also in a
  position, where its example has kings before marriages. Of two of a kind the suits S H D C.
- `act=play` with one legal card is a state like any other here; `meld` and `dix` with one move are
  not, they make it themselves.
- While the bidder buries, the others' view has the turned widow among his known cards.
- `points=` and `won=` are written in `meld` and `play`.
- A record's `Melds` of a seat leave out its exchange, which has a tag of its own.

Auction
- `forceN` takes N of 10 to 650 in tens; it and `noforce` exclude each other, and so do two lowest
  bids. `noforce` without an out dealer changes nothing and is refused.
- `reenter` with `forceN`: the forced bid does not end the auction, as no pass is final.
- `check-original`: after the forced bid every seat may call again, with a marriage.

Melds
- Nothing but the sum decides what is most; with a run held, the runs are laid first.
- A seat that has nothing to lay is not asked, and has melded nothing.
- (p67) The dealer of `partnership` is asked for an exchange only if he holds a nine; his own moves
  no card (the upcard is his already) but tells of the nine. An exchange scores its 10 at once, as
  the `dix` without a card that NOTATION has among the melds; only other nines that were dealt to a
  seat are left to lay. The exchanged nine is known at the dealer's beside those that he lays.
- A shown card is known to be held until its seat plays a card like it.

Scoring
- Four aces (option `aces`) are looked for in the 15 cards dealt, and paid also when conceded.
- `check`, `check-original`: a set contract pays the others twice its checks and nothing for the set
  side's melds; their own melds, and twelve tricks, are paid besides. A run that is the trumps' part
  of a round house is paid as a run too. The melds of a side without a trick pay nothing.
- `auction-score`: the floor is that game's alone. hayes-n: the target rises to 1250 at least.

Games with a stock
- Before the first lead of macdougall-3 only seats with a nine are asked.
- Its trick 4 is R4's trick 12: the winner may meld a dix, then the others; a nine drawn face down
  afterwards scores its drawer 10, whoever he is.
- Of ways to choose copies R4's rule 8 is taken card by card in the order of the meld, a copy on the
  table before one from the hand, after score and number of new cards.
- Table copies served alike if they did in the same of run, marriage, pinochle, around (R4), though
  with three or four copies it may matter with which other card they made a pinochle.
- A double pinochle counts as a pinochle for its cards. With three or four copies two of a double
  may have made a pinochle together; two that served in different ones may not.

Irregularities
- A hand stopped by one: a third seat's melds, and those of the seats beside a set bidder, count
  without a trick. Checks are those for the contract alone.
- A widow card exposed by a player is paid for to the kitty once, where there is one; in the scoring
  game the hand is only void.
- `renegelost` is read as the row of the Auctions. Of two reneges only the one called first is put.
- What goes wrong in an auction, and shown cards, are in `faulty_hands`.
"""
