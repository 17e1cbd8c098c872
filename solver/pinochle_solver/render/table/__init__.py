"""The views of the games for three and four.

- ``renderer``: every view in one.
- ``positions``, ``explorations``: positions, and the moves that are tried in one.
- ``solutions``, ``chances``: open hands solved, hidden ones analysed.
- ``answers``: what to call, bury or play, in a sentence.
- ``bids``: a hand in the auction.
- ``openings``: classes of hands before the auction.
- ``card_chances``: where the unseen cards are.
- ``stakes``: what a contract is played for.
- ``replays``: hands and games that were played.
- ``reviews``: hands gone through decision by decision.
- ``persons``: who is called you, and by which name.
- ``play``: a hand as the person sees it who plays it.
- ``steps``: what happens in it.
- ``play_advice``: what the person is advised to do.
- ``matches``: what matches came to.
- ``equities``: the chances to win a game.
- ``rulebooks``: the rules of these games side by side.
"""
