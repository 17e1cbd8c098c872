"""Hands that were played, gone through decision by decision: what was lost, and by whom.

- ``marks``: losses, and the marks they get.
- ``decisions``: one decision: what was seen, played and best.
- ``reviewing``: goes through the decisions of a record.
- ``review``: all of them, and what they come to by seat and kind.

May use: _core, engines, errors, game, limits, notation, playoff, rules, stock.
"""
