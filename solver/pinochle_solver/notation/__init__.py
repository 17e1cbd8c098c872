"""Text to values and back: positions and hand records, as docs/NOTATION.md describes them.

- ``tokens``: how a line of ``key=value`` tokens is read.
- ``token_table``: tables of the tokens of positions: how each is read, written and made exact.
- ``position_tokens``: the tokens of two-handed positions, a row each.
- ``position_kinds``: the kinds of values that they hold.
- ``position_fields``: the parts of positions: points, acts, partly known hands.
- ``known_rulebooks``: the rulebooks that a text may name, and the one used if it names none.
- ``rulebook_text``: users' own rulebooks, as files hold them.
- ``rulebook_files``: those of all games.
- ``field_text``: how values are read and written by the types of their fields.
- ``toml_text``: the text of these and of the user's settings.
- ``playoff_position``: a position of the playoff.
- ``stock_position``: a position of the stock phase: its text and its construction.
- ``stock_fields``: the fields of such a position, and what follows from them.
- ``typed_words``: positions in words, as people type them: into tokens.
- ``left_out``: what a line may leave out, because it follows.
- ``numbers``: numbers that people type for what stands in a list.
- ``stock_checks``, ``stock_meld_checks``: the checks on such a position, and on its melds.
- ``players``: the names of the players, and who sits where hand after hand, as they tell.
- ``calls``: call-outs in a hand: who may claim the target, and what follows.
- ``position_lines``: positions of either phase, line by line.
- ``many``: many positions as functions take them, and what to do with wrong ones.
- ``hand_records``: hand records, as values and as they are written.
- ``record_tags``, ``hand_tags``: the tags of records, a row each, and those of two-handed ones.
- ``record_text``: the text of records, of any game: files into records, tags by name.
- ``record_reading``, ``trick_reading``: reading them, their tags and their tricks.
- ``trick_words``: the words of numbered tricks, of any game.
- ``marks``: the words in braces that say what the cards do not tell, a row each, of any game.
- ``record_files``: the records of a file, even if some are wrong.
- ``sources``: the lines of a file, or of anything else that holds lines.
- ``table``: the same for the games for three and four.

A position made here is always a possible one. Whether a record is possible is checked by the room
``game``.

May use: _core, errors, rules, shown, sizes, table.
"""
