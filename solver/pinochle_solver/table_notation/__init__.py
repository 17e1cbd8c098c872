"""The text of the games for three and four: positions and hand records (NOTATION-TABLE.md).

This room does for these games what `notation` does for the two-handed game; `table` has the games
themselves.

- ``positions``: the position as a value, and its line.
- ``table_fields``: the fields of a position.
- ``fields``: the parts of these fields other than cards.
- ``reading``: the tokens of a position, and what a line may leave out.
- ``checks``, ``hand_checks``, ``trick_checks``: the checks on a position.
- ``stock_sizes``, ``stock_checks``: the checks for the games with a stock.
- ``turned_up``: who is known to hold the upcard of `partnership`, and the nines.
- ``order``: who lays and leads when, as far as a position tells.
- ``position_lines``: positions of all games, line by line.
- ``legal_moves``: the legal moves of a position, as the referee has them.
- ``next_position``, ``stock_next``: the position after a move.
- ``move_reading``: moves as text.
- ``seen``: the position of a hand being played, as a seat sees it.
- ``records``: hand records, as values and as they are written.
- ``record_reading``: reading them.
- ``record_lines``: the records of a file, for all games.
- ``record_files``: the records of a file of table games, for Python.
- ``recording``: the record of a hand being played.
- ``replays``: a record played through: its moments, what is wrong in it, its result.
- ``replaying``, ``stock_replaying``: how the referee plays records through.
- ``hand_replaying``: a record under way without a stock, and rulings on what is wrong.
- ``auction_replaying``: its auction, with calls that went wrong.
- ``shown_cards``: cards shown before their time, and whether their holders obey.
- ``irregularity_words``: the words in braces that say what went wrong.
- ``dealing``: random endings.
- ``one_seat``: what follows from the record of one seat.
- ``games``: games of several hands from their records.
- ``call_outs``: claims in such a game to have reached the target.

May use: errors, notation, rules, table.
"""
