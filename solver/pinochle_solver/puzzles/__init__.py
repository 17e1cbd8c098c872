"""Puzzles made by the program: positions with one best move, where the natural move is wrong.

- ``puzzle``: a puzzle, and how it is written.
- ``themes``: what puzzles are about.
- ``natural``: the natural card of a playoff, and cards by counting more tricks than one.
- ``playoff_themes``, ``playoff_puzzles``: puzzles of the playoff, proven by the solver.
- ``stock_puzzles``: puzzles of the stock phase, estimated in worlds.
- ``alike``: which positions are alike but for the names of suits and seats.
- ``sources``: where positions come from: records, hands that engines play, endings dealt.
- ``making``: all of this together.
- ``daily``: the puzzle of a day.

May use: _core, engines, game, hand, intervals, limits, notation, playoff, reviews, rules, stock.
"""
