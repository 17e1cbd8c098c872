"""Positions as pictures: cards drawn here, no fonts but the reader's own, SVG for any size.

- ``svg``: elements of a picture as text, everything escaped.
- ``card_pictures``: one card, face up or down.
- ``card_symbols``: all cards as symbols of a page, which its stylesheet colours.
- ``table_pictures``: a position as its cards lie.
- ``equity_picture``: the chances to win a game at every score.
- ``bid_picture``: the points that a bidder makes.
- ``charts``: how a hand stood after every decision.
- ``round_table``: a position of three or four, the seats around the table.
- ``review_parts``: what the page of a review shows of a hand of any game.
- ``hand_part``, ``table_part``: that of a hand of two, and of three or four.
- ``pages``: pages made of templates.
- ``review_page``: a review as one page, whose template is ``review.html.j2``.
- ``ledger_page``: a player's own numbers as one page, whose template is ``ledger.html.j2``.
- ``openings_page``: opening hands like one as one page, whose template is ``openings.html.j2``.
- ``hands_page``: hands before the auction like one, by the same template.

May use: double_dummy, equities, intervals, ledger, matches, notation, openings, reviews,
rules, table.
"""
