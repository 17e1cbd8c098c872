"""Positions as pictures: cards drawn here, no fonts but the reader's own, SVG for any size.

- ``svg``: elements of a picture as text, everything escaped.
- ``card_pictures``: one card, face up or down.
- ``table_pictures``: a position as its cards lie.
- ``charts``: how a hand stood after every decision.
- ``review_page``: a review as one page, whose template is ``review.html.j2``.

May use: notation, reviews, rules, stock.
"""
