"""The rules as values: cards, melds, moves and the rulebooks. All other rooms build on this one.

- ``suits``: suits and ranks, and what they are called.
- ``card_text``: cards as people write them.
- ``cards``: cards and hands.
- ``card_chances``: how likely a player is to hold each card, and what tells it.
- ``partial_hands``: hands of which some cards may be hidden.
- ``decks``, ``counts``, ``meld_kinds``: what a rulebook is made of.
- ``rules``: all that a rulebook decides.
- ``field_checks``: the checks on the fields of decks, counts, melds and rulebooks.
- ``agreed``: what players agree on about their game besides.
- ``claims``: call-outs, at a table of any size.
- ``doubles``: what a hand is played for, and who may double it.
- ``agreed``: what players agree on about their game, besides the rulebook.
- ``rulebooks``: the published rulebooks by name.
- ``alike``: rulebooks by which a hand is played and scored alike.
- ``melds``: which melds there are, and how laid melds are written.
- ``moves``: a card played, or what is shown after a trick.
- ``move_words``: cards and melds in the words of a sentence.
- ``irregularities``: the kinds of things that can be wrong with a hand.
- ``meld_words``: melds as friends say them, in the words of the rulebooks.
- ``show_text``: what is shown, as people say it.
- ``meld_table``: what one seat has laid, and what it may lay next.
- ``checks``: the checks on rules, cards and points, and the words of their errors.
- ``piles``: which face-down cards the seats draw, and piles of their own.
- ``events``: what scores as it is played, including glups.
- ``rules_table``, ``hand_packing``: rules and hands as the records that the compiled modules read.

How a hand is played by these rules is compiled (``_core``); the room ``hand`` gives it a face.

May use: _core, errors, sizes.
"""
