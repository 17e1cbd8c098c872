"""Hands and games of three and four: replayed from their records, and scored.

- ``recording``: the record of a hand being played.
- ``replayed_hand``: a record played through: its moments, what is wrong in it, its result.
- ``table_replayer``: a record of any of these games under way.
- ``stock_replayer``: how records with a stock are played through.
- ``replayer``: how those without one are, and records of all these games.
- ``hand_replayer``: one of these under way, and rulings on what is wrong.
- ``auction_replayer``: its auction, with calls that went wrong.
- ``shown_cards``: cards shown before their time, and whether their holders obey.
- ``dealt_hands``: cards that a record leaves out and shows in the end.
- ``scoring``: games of several hands from their records.
- ``notebook``: the record of one seat, or of a kibitzer, as it grows beside the table.
- ``noted``: what it asks for, and what was noted.
- ``noted_hand``: the hand as far as it was noted, and answers that carry it on.
- ``proven_reneges``: reneges of a seat that is not seen, which a later card proves.
- ``noted_words``: answers in the words of a person.
- ``noted_faults``: what goes wrong at the table, ruled on as in a record.
- ``noted_records``: notes as a record, and a record as notes.
- ``call_outs``: claims in such a game to have reached the target.
"""
