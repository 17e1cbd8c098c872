"""One hand, from the deal to its last card.

- ``deals``: seeded random deals.
- ``found_deals``: deals that meet conditions.
- ``deal_conditions``: conditions as they are written.
- ``condition_values``: what conditions count in hands.
- ``compatible``: whether hands can meet several conditions at once.
- ``referee``: plays a hand: makes moves, takes them back, draws.
- ``stock_moves``: draws that are not made as the rules have them.
- ``under_way``: the hand as it stands, and what each seat can see of it.
- ``legal_moves``: what may be played or shown, and which rule any other move breaks.
- ``move_text``: moves read from text.
- ``position_moves``: what a seat may do in a position, and what it can show.
- ``next_position``: what a seat sees after a move.
- ``observations``, ``hidden_cards``: what must be given for that, and which cards the hidden ones
  may be.
- ``exploration``: a position stepped through, back and forth.
- ``states``: positions as states of the compiled hand, and whose turn it is there.
- ``move_numbers``: moves of the compiled hand as numbers.

The rules of play themselves are in the compiled hand.

May use: _core, errors, notation, rules.
"""
