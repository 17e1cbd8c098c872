"""Hands that were played, gone through decision by decision: what was lost, and by whom.

- ``marks``: losses, and the marks they get.
- ``decisions``: one decision: what was seen, played and best.
- ``doublings``: what was said to a double, and what that lost.
- ``choices``: which moments of a record are decisions.
- ``settings``: how hands are reviewed.
- ``reviewing``: goes through the decisions of a record.
- ``true_values``: what moves were worth as the cards really lay.
- ``account``: what a result was made of: deal, draws, what was given away, what was unseen.
- ``accounting``: finds that.
- ``review``: all of it, and what decisions come to by seat and kind.
- ``together``: several hands, and what each player lost in all of them.
- ``own_level``: how many points a player loses a decision.
- ``mistakes``: the positions of marked mistakes.
- ``exercises``: positions to think about, and when to ask for each again.
- ``annotations``: a review as comments of a record.
- ``table``: the same for three and four.

May use: _core, double_dummy, engines, errors, game, hidden_hands, intervals, limits, melding,
notation, playoff, rows, rules, shown, stock, table, threads, version.
"""
