"""The same for games of three and four.

- ``classes``: the class of a hand before the auction.
- ``tallies``: what was counted of the hands of a class.
- ``analyzed``: hands that the engine analysed, as they are counted.
- ``played``: hands of records, as they are counted.
- ``dealt_classes``, ``dealt``, ``dealt_report``: the same for games without an auction, in which a
  trump is turned up: the class of a hand, hands that were played, and what is known of a class.
- ``tables``: the tables that are published with the program.
- ``report``: what is known of the class of a hand.
"""
