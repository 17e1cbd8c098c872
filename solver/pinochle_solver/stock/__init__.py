"""The stock phase analysed: what every move is worth to a seat that cannot see the other's cards.

- ``search``: the analysis, by whichever of these ways fits the position.
- ``settings``: how positions are analysed, as one value, and who waits for an analysis.
- ``playout_search``: moves tried in sampled worlds, each hand played on.
- ``comparing``: two moves compared in worlds in which neither was chosen.
- ``expectation``: all worlds gone through, where they are few.
- ``doubling``: doubles, their answers and moves in initial stakes.
- ``open_stock``, ``open_estimates``: positions in which every card is known, solved or estimated.
- ``tree_search``: search trees over worlds, as a yardstick for the first way.
- ``observed_trees``, ``open_trees``: trees over what the seats have seen, and over open hands.
- ``trees``, ``tree_values``: what both kinds share, and the values of their moves.
- ``problem``: a decision in the form that all of these take, made once from its position.
- ``beliefs``: what is hidden, and the worlds that are possible.
- ``assumptions``: the worlds that meet conditions in words, and with which weight.
- ``counted_hands``: the hands that give some answers to questions, counted and drawn.
- ``nets``: the learned networks of a rulebook.
- ``optimism``: how much too high means of playouts were found to be.
- ``sampling``: the chunks in which worlds come, how alike they are, what to expect of them.
- ``card_chances``: where the unseen cards are, and what tells it.
- ``behaviour``: how the other seat is assumed to choose, when worlds are judged by its moves.
- ``histories``: what was seen so far, from which worlds are judged.
- ``models``: how both are taken to go on after a move, in words.
- ``analysis``: what an analysis finds: each move, its value, how sure that is.
- ``standings``: which move is best, and how far behind the others are.
- ``later_worlds``: what moves came to in the worlds that are not kept one by one.
- ``estimates``: means and standard errors over the same worlds.
- ``chances``: the chance to win a hand or a game, from its points.
- ``valued_chances``: the same from a network's value of a lead.
- ``prices``: what a show scores, lays open and gives up.
- ``tallies``: what makes one move better than another, in parts with their errors.
- ``reasons``, ``reasoning``: why the best move is the best, and how that is found.
- ``reason_words``: the same in a sentence.
- ``doubling_policy``: when to double, by thresholds on the chance to win.
- ``doubling_playouts``: what to say at a window, by playouts in which both sides double.

May use: _core, equities, errors, halving, hand, intervals, limits, notation, playoff, rows, rules,
shown, threads.
"""
