"""The text of the games for three and four: positions and hand records (NOTATION-TABLE.md).

What `notation` is to the two-handed game; the games themselves are those of `table`.

- ``positions``: the position, a value, and its line.
- ``table_fields``: what it says.
- ``fields``: what that is made of besides cards.
- ``reading``: its tokens, and what a line may leave out.
- ``checks``, ``hand_checks``, ``trick_checks``: what has to hold of it.
- ``stock_sizes``, ``stock_checks``: the same in the games with a stock.
- ``order``: who lays and leads when, as far as it tells.
- ``position_lines``: positions of all games, line by line.
- ``legal_moves``: its legal moves, as the referee has them.
- ``next_position``, ``stock_next``: the position after a move.
- ``move_reading``: moves as text.
- ``seen``: the position of a hand that is played, as a seat sees it.
- ``records``: hand records, as values and as they are written.
- ``record_reading``: reading them.
- ``record_lines``: the records of a file, of all games.
- ``record_files``: those of a file of table games, for Python.
- ``recording``: the record of a hand that is played.
- ``replays``: a record played through: its moments, what is wrong in it, what it comes to.
- ``replaying``, ``stock_replaying``: how records are played through by the referee.
- ``dealing``: random endings.
- ``one_seat``: what follows from the record of one seat.
- ``games``: games of several hands from their records.

May use: errors, notation, rules, table.
"""
