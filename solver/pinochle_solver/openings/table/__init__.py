"""The same for games of three and four with an auction.

- ``classes``: the class of a hand before the auction.
- ``tallies``: what was counted of the hands of a class.
- ``analyzed``: hands that the engine analysed, as they are counted.
- ``played``: hands of records, as they are counted.
- ``tables``: the tables that are published with the program.
- ``report``: what is known of the class of a hand.
"""
