"""Text to values and back: positions and hand records, as docs/NOTATION.md describes them.

- ``tokens``: how a line of ``key=value`` tokens is read.
- ``position_fields``: what positions are made of: points, acts, hands that are partly known.
- ``known_rulebooks``: the rulebooks that a text may name, and the one it means if it names none.
- ``two_handed``: what is said where a game for three or four is meant.
- ``rulebook_text``: rulebooks of one's own, as files say them.
- ``position_text``: the line of a position, of either phase.
- ``playoff_position``: a position of the playoff.
- ``stock_position``: a position of the stock phase: its text, and how one is made.
- ``stock_fields``: the fields of such a position, and what follows from them.
- ``left_out``: what a line may leave out, because it follows.
- ``stock_conversions``: which values the fields take.
- ``stock_checks``, ``stock_meld_checks``: what has to hold of it, and of the melds in it.
- ``players``: the names of those who play.
- ``calls``: call-outs in a hand: who may claim the target, and what comes of it.
- ``position_lines``: positions of either phase, line by line.
- ``many``: many positions as functions take them, and what becomes of those that are wrong.
- ``records``: hand records, as values and as they are written.
- ``record_text``: their text, of any game: files into records, tags by name.
- ``record_reading``, ``trick_reading``: reading them, their tags and their tricks.
- ``record_files``: the records of a file, whatever is wrong with them.
- ``sources``: the lines of a file, or of whatever else holds lines.

A position that is made here is a possible one. Whether a record is, the room ``game`` finds out.

May use: _core, errors, rules, table.
"""
