"""Playing hands: engines against each other, and a person against an engine.

- ``match``: plays the pairs of a match, here or in several processes.
- ``pairs``: two players play the same deal from either seat.
- ``contests``: what a match of any game needs to know of the game.
- ``table``: the same for the games for three and four.
- ``processes``: pairs played at the same time.
- ``players``: who plays: an engine, or another program.
- ``luck``: the luck of the draws, to be taken from the result.
- ``results``: the settings of a match, and the results of its hands.
- ``sequencer``: puts the pairs in order, and says when a match is over.
- ``report``: the result of a match.
- ``totals``: what the players of many records got in all.
- ``statistics``: means with their intervals, and the sequential test.
- ``file``, ``locked_file``: the results file, and a file that one process writes at a time.
- ``record_file``: the hand records of a match.
- ``log``: what was said to the playing programs, and by them.
- ``person_view``: what a person sees of a hand.
- ``hand_in_play``: a hand between a person and an engine.
- ``sitting``: a person plays a hand or a game against an engine.

May use: _core, double_dummy, durable, engines, errors, game, hand, intervals, limits, melding,
notation, playoff, processes, rules, shown, stock, table, version.
"""
