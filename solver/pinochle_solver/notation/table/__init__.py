"""The text of the games for three and four: positions and hand records (NOTATION-TABLE.md).

This folder does for these games what the room around it does for the two-handed game; the room
``table`` has the games themselves. Code for the two-handed game imports nothing of it.

- ``positions``: the position as a value, and its line.
- ``position_fields``: the fields of a position.
- ``field_readers``: the parts of these fields other than cards.
- ``position_tokens``: the tokens of a position, a row each.
- ``position_reading``: reading them.
- ``left_out``: what a line may leave out, because it follows.
- ``spoken_calls``: calls that name their seats, as people tell them.
- ``checks``, ``hand_checks``, ``trick_checks``: the checks on a position.
- ``stock_checks``: the checks for the games with a stock.
- ``turned_up``: who is known to hold the upcard of `partnership`, and the nines.
- ``all_games``: positions and records of all games.
- ``position_hands``: the hand of a position, and the position of a hand.
- ``move_reading``, ``offered_moves``: moves as text, and the legal ones as the protocol lists them.
- ``said_moves``: moves as people say them.
- ``hand_records``, ``record_parts``: hand records, as values and as they are written.
- ``hand_tags``: their tags, a row each.
- ``record_reading``: reading them.
- ``record_files``: the records of a file of table games, for Python.
- ``irregularity_words``: the words in braces that say what went wrong.
- ``stock_items``: what else stands in braces where there is a stock.
- ``rulebook_text``: users' own rulebooks of these games.
- ``dealing``: random endings.
"""
