"""Which tests show which rule of docs/RULES.md, section 7: what goes wrong at the table.

Every sentence and row has its tests (see `test_rules_coverage`). That they fail when the program
breaks a rule is for ``benchmarks/correctness/planted_bugs.py`` and
`test_a_ruling_that_is_changed_is_noticed`.
"""

ORACLE = "tests/game/test_irregularities_against_oracle.py::"
REPLAY = "tests/game/test_replay.py::"
RENEGES = "tests/game/test_reneges.py::"
FORBIDDEN = "tests/game/test_forbidden_melds.py::"
RULINGS = "tests/game/test_rulings.py::"
LOOKING = "tests/game/test_looking.py::"
DRAWING = "tests/game/test_drawing.py::"
WRONG_DRAWS = "tests/game/test_wrong_draws.py::"
VOID = "tests/game/test_void_hands.py::"
GAME = "tests/game/test_game.py::"

COVERAGE = {
    "A hand with one is reported, with the seat, the card and the trick, and ruled as "
    "below; it is never scored as if nothing had happened.": [
        ORACLE + "test_irregularities_are_named_and_ruled_as_the_oracle_does",
        ORACLE + "test_every_irregularity_is_planted_somewhere",
    ],
    "The referee finds what the cards tell; words in the record say the rest "
    '([NOTATION.md](NOTATION.md), "Irregularities").': [
        ORACLE + "test_irregularities_are_named_and_ruled_as_the_oracle_does",
        REPLAY + "test_planted_errors_are_found_and_ruled_on",
    ],
    'Columns tell whose remedy it is; "(ruling)" as everywhere.': [
        ORACLE + "test_a_ruling_that_is_changed_is_noticed",
    ],
    "| renege: an obligation of the playoff broken | the offender's card points of the "
    "hand become 0, the opponent has the whole count, 250, *instead of* his own; may be "
    'claimed until the next deal (ruling) | the offender "forfeits the count in his '
    'hand": it becomes 0; the opponent keeps what he takes | an illegal play, no penalty '
    "named; the hand is not scored (ruling) |": [
        RENEGES + "test_each_renege_has_its_ruling",
        RENEGES + "test_everything_after_a_renege_is_checked_and_counted",
        REPLAY + "test_section_7s_example_of_a_renege",
    ],
    "| both renege | the first renege has settled the count (ruling) | both counts become"
    " 0 | not scored |": [
        RENEGES + "test_two_reneges_cost_both_their_count",
        RENEGES + "test_each_renege_has_its_ruling",
    ],
    "| forbidden meld or dix: at a time or by a seat that may not lay one | goes back, "
    "never scores, no penalty | goes back, never scores; its points go to the opponent, "
    "being a wrong meld | goes back, never scores, no penalty (ruling) |": [
        FORBIDDEN + "test_a_meld_laid_after_its_seats_draw",
        FORBIDDEN + "test_a_meld_in_the_playoff",
        FORBIDDEN + "test_what_is_laid_behind_the_draws_goes_back",
    ],
    "| wrong meld (the cards do not make it), wrong credit | corrected without penalty "
    "until the last card of the stock is drawn; from then on it stands | a wrong meld's "
    "points are taken from the offender and given to the opponent; a wrong credit is "
    "corrected; until the hand is scored (ruling) | corrected until the hand is scored "
    "(ruling) |": [
        REPLAY + "test_what_a_wrong_claim_comes_to",
        RULINGS + "test_a_claim_is_ruled_on",
        RULINGS + "test_a_claim_is_counted_as_it_is_ruled_on",
    ],
    "| looking through tricks already taken | no penalty named (ruling) | the count of "
    "who looks becomes 0; the opponent keeps what he takes | no penalty named (ruling) |": [
        LOOKING + "test_who_looks_loses_his_count_and_no_more",
        LOOKING + "test_both_may_look_and_twice_costs_no_more",
    ],
    "| forgotten dix: not claimed before the playoff | lost | lost, and named | lost |": [
        ORACLE + "test_a_ruling_that_is_changed_is_noticed",
        ORACLE + "test_irregularities_are_named_and_ruled_as_the_oracle_does",
    ],
    "| missed draw | two are drawn next turn (ruling: he says that, and that the deal is "
    "void; a rulebook of one's own chooses by `missed-draw`) | two are drawn next turn | "
    "as macdougall (ruling) |": [
        DRAWING + "test_every_rulebook_has_two_drawn_next_turn",
        DRAWING + "test_a_rulebook_of_ones_own_may_make_a_missed_draw_void_the_hand",
    ],
    "| who is a card short | may not meld: no meld with a wrong number of cards | may "
    "meld: the source bars only who drew two | may meld (ruling) |": [
        DRAWING + "test_who_is_a_card_short_may_not_meld_in_scarne",
        DRAWING + "test_in_macdougall_who_is_a_card_short_may_meld",
    ],
    "| two cards drawn | he puts the extra card back, and shows it to the opponent if he "
    "has seen it; or draws no more until his hand is reduced | he does not draw on the "
    "next round | as macdougall (ruling) |": [
        DRAWING + "test_a_card_put_back_is_next_and_known_if_it_was_shown",
        DRAWING + "test_who_drew_two_does_not_draw_on_the_next_round_and_the_hand_is_scored",
    ],
    "| who has a card too many | may not meld before that is put right | may not meld "
    '"until the mistake has been righted and a trick won" | as macdougall (ruling) |': [
        ORACLE + "test_a_ruling_that_is_changed_is_noticed",
        ORACLE + "test_irregularities_are_named_and_ruled_as_the_oracle_does",
    ],
    "| a card face up in the stock, before the non-dealer's first draw | void | turned, "
    'the stock is shuffled, the hand counts: "at any time" | as macdougall (ruling) |': [
        DRAWING + "test_in_macdougall_a_card_face_up_before_the_first_draw_is_turned",
    ],
    '| the same later | "not a misdeal": the player whose turn it is must take it | as '
    "before | as macdougall (ruling) |": [
        DRAWING + "test_in_scarne_whose_turn_it_is_takes_the_card_that_lay_face_up",
        DRAWING + "test_a_card_face_up_is_named_where_it_was_found",
    ],
    "| drawn out of turn: the loser before the winner | stands as recorded, no penalty "
    "(ruling) | the same (ruling) | the same (ruling) |": [
        DRAWING + "test_hands_with_draws_out_of_turn",
        DRAWING + "test_what_is_said_of_a_draw_out_of_turn",
    ],
    "**Count** in all of this holds the last trick's 10.": [
        RENEGES + "test_everything_after_a_renege_is_checked_and_counted",
    ],
    "Melds stay after a renege.": [
        RENEGES + "test_everything_after_a_renege_is_checked_and_counted",
        RENEGES + "test_two_reneges_cost_both_their_count",
    ],
    "Example: tricks 130/120, melds 100/60, the first seat reneges: scarne 100/310, "
    "macdougall 100/180.": [
        REPLAY + "test_section_7s_example_of_a_renege",
    ],
    "**After a renege** the cards go on counting for who takes them, as they were played,"
    " and what follows is checked like everything else.": [
        RENEGES + "test_everything_after_a_renege_is_checked_and_counted",
        RENEGES + "test_every_moment_of_it_exists",
    ],
    "A seat's second renege is named and costs nothing more (ruling).": [
        RENEGES + "test_each_renege_has_its_ruling",
        RENEGES + "test_two_reneges_cost_both_their_count",
    ],
    "A record that ends with the trick of a renege is scored as it lies; in scarne the "
    "count is settled, and the record may end anywhere after the renege.": [
        RENEGES + "test_a_record_that_ends_with_the_trick_of_a_renege_is_scored_as_it_lies",
        RENEGES + "test_a_card_that_is_not_held_is_named_and_leaves_the_hand_open",
    ],
    "Elsewhere a record that goes on and breaks off, or goes on with what cannot be "
    "played, leaves the hand open (rulings, as at [tables of three and "
    "four](RULES-TABLE.md)).": [
        RENEGES + "test_after_a_renege_what_cannot_be_played_is_named",
        RENEGES + "test_a_card_that_is_not_held_is_named_and_leaves_the_hand_open",
        RENEGES + "test_a_record_that_ends_with_the_trick_of_a_renege_is_scored_as_it_lies",
    ],
    "**Forbidden** is: a meld or dix laid after its seat's own draw where melds come "
    'before the draws ("melds cannot be laid down after picking from the stock"; of a '
    "nine just drawn section 4 tells; not goulash's dix turns); before the first lead; in"
    ' the playoff ("no melds may be made"), and after the last trick of the stock where '
    "section 4 has none then; by the loser of the trick, but for the dix in macdougall "
    "and goulash; a second meld, or a second dix, after one trick; a meld by a seat that "
    "may not meld by the rows above.": [
        FORBIDDEN + "test_what_is_laid_behind_the_draws_goes_back",
        FORBIDDEN + "test_before_the_first_lead_nothing_is_laid",
        FORBIDDEN + "test_what_is_laid_in_the_playoff_goes_back",
        FORBIDDEN + "test_what_the_loser_lays_goes_back",
        FORBIDDEN + "test_a_second_meld_goes_back",
    ],
    "A dix that is no meld of its own (section 4) is not barred by them (ruling).": [
        DRAWING + "test_who_is_a_card_short_may_show_a_dix_that_he_holds",
    ],
    "What is corrected until when is said by the two rows of the table and nowhere else.": [
        FORBIDDEN
        + "test_in_scarne_a_wrong_meld_stands_once_the_stock_is_gone_and_a_forbidden_one_never",
    ],
    "In goulash a dix that is written before its seat's own draw counts as made at the dix turn "
    "after the draws (ruling).": [
        DRAWING
        + "test_in_goulash_a_dix_written_before_its_seats_draw_is_that_of_the_turn_after_it",
    ],
    "Who forgot both nines of trumps is named once (ruling).": [
        DRAWING + "test_who_forgot_both_nines_is_named_once",
    ],
    "**Missed draw.** Made up for after any later trick.": [
        DRAWING + "test_hands_with_a_missed_draw",
        WRONG_DRAWS + "test_a_hand_with_wrong_draws_replays_as_it_went",
    ],
    "If never, three cards are left at the last draw: two lie face down beside the upcard.": [
        DRAWING + "test_hands_with_a_missed_draw",
    ],
    "The winner takes the upcard, the loser the next card, and whoever is a card short "
    "the extra one (two of them, then, if he is the loser); no penalty, the hand counts "
    "(scarne).": [
        DRAWING + "test_of_three_cards_left_the_loser_may_have_drawn_the_other",
        DRAWING + "test_hands_with_a_missed_draw",
    ],
    "Of cards drawn face down then, a nine of trumps scores its drawer as in section 4, "
    "whoever he is (macdougall; ruling).": [
        DRAWING + "test_a_nine_drawn_last_scores_whoever_draws_it_face_down",
    ],
    'With `missed-draw = "void"` the hand is void instead.': [
        ORACLE + "test_a_missed_draw_makes_the_hand_void_where_a_rulebook_says_so",
        DRAWING + "test_a_rulebook_of_ones_own_may_make_a_missed_draw_void_the_hand",
    ],
    "**Two cards drawn.** A card put back is the next to be drawn (ruling), and once "
    "shown it is known: whoever draws it, both know where it is.": [
        DRAWING + "test_a_card_put_back_is_next_and_known_if_it_was_shown",
        WRONG_DRAWS + "test_a_hand_with_wrong_draws_replays_as_it_went",
    ],
    "A card put back unseen is known only to the seat that put it back (ruling).": [
        DRAWING + "test_a_card_put_back_is_next_and_known_if_it_was_shown",
    ],
    "Who keeps it draws none on the next round, or later if it is noticed later.": [
        DRAWING + "test_who_drew_two_does_not_draw_on_the_next_round_and_the_hand_is_scored",
        WRONG_DRAWS + "test_a_hand_with_wrong_draws_replays_as_it_went",
    ],
    "It is righted by that, or as the card is put back.": [
        DRAWING + "test_a_card_put_back_is_next_and_known_if_it_was_shown",
        WRONG_DRAWS + "test_a_hand_with_wrong_draws_replays_as_it_went",
    ],
    "Who still has it at the last draws draws none then, and the other seat takes the "
    "upcard (ruling; goulash: who has emptied his pile a trick early draws none after "
    "that trick).": [
        WRONG_DRAWS + "test_a_hand_with_wrong_draws_replays_as_it_went",
        ORACLE + "test_irregularities_are_named_and_ruled_as_the_oracle_does",
    ],
    "**A card face up** that scarne's player must take is drawn next, wherever it lay in "
    "the stock (ruling), and both have seen it: whoever takes it, both know where it is.": [
        DRAWING + "test_in_scarne_a_card_face_up_is_drawn_next_wherever_it_lay",
        DRAWING + "test_in_scarne_whose_turn_it_is_takes_the_card_that_lay_face_up",
    ],
    "**Drawn out of turn.** Each has the other's card; after trick 12 too: the winner has"
    " the upcard then.": [
        DRAWING + "test_a_swapped_draw_is_one_finding_and_the_swapped_deal",
        DRAWING + "test_out_of_turn_at_the_last_draw_the_winner_has_the_upcard_all_the_same",
    ],
    "**Void hands** score nothing, and the same dealer deals again. scarne: wrong number "
    "or manner of deal; a card exposed in the cut; a non-dealer's card exposed by the "
    "dealer; an uncut pack, or a face-up card in it, noticed before the non-dealer's "
    "first draw (later: play on).": [
        VOID + "test_the_same_dealer_deals_again",
        VOID + "test_it_may_be_found_after_any_trick",
        DRAWING + "test_in_macdougall_a_card_face_up_before_the_first_draw_is_turned",
    ],
    "A player's own exposed card never voids. macdougall: for an exposed non-dealer or "
    "stock card, or a wrong count, the non-dealer may demand a new deal or have it "
    "mended; it is compulsory once a player dealt too many has looked.": [
        VOID + "test_it_may_be_found_after_any_trick",
        DRAWING + "test_in_macdougall_a_card_face_up_before_the_first_draw_is_turned",
    ],
    "A record says `misdeal` where the hand was found or agreed to be void.": [
        VOID + "test_it_may_be_found_after_any_trick",
        VOID + "test_one_seat_may_write_it_down",
    ],
    "A deck that is not the pinochle deck: dead hand, earlier hands stand.": [
        REPLAY + "test_what_is_no_deck_is_a_dead_hand",
        GAME + "test_after_a_dead_hand_earlier_hands_stand_and_the_dealer_stays",
    ],
}
