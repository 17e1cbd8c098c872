"""Which tests show which rule of docs/RULES-VARIANTS.md, sections 1 to 5.

The tests of the oracle hold of the program as well: hands of both games are compared with it move
by move (``test_hands_against_oracle``, ``variant_comparison``), half of them dealt so that rare
melds come up. That every rule has its tests is for ``test_rules_coverage`` to see.
"""

ORACLE = "tests/oracle/test_variants.py::"
VARIANTS = "tests/rules/test_variant_rules.py::"
POSITIONS = "tests/notation/test_variant_positions.py::"
RECORDS = "tests/notation/test_variant_records.py::"
SEARCHES = "tests/stock/test_variant_searches.py::"
PARAMETERS = "tests/rules/test_rules.py::"
BELIEFS = "tests/stock/test_beliefs.py::"
DOUBLES = "tests/notation/test_doubles.py::"
OF_DOUBLES = "tests/oracle/test_doubles.py::"
SIDE_BY_SIDE = "tests/hand/test_doubles_against_oracle.py::"
STEPS = SIDE_BY_SIDE + "test_hands_with_doubles_agree_with_the_oracle_at_every_step"
GOLDEN = "tests/hand/test_golden.py::test_the_oracle_plays_the_same"

COVERAGE = {
    "| deck | 64: A T K Q J 9 8 7, two of each | 96: A T K Q J 9, four of each |": [
        PARAMETERS + "test_decks_are_as_published",
        ORACLE + "test_deck",
    ],
    "| dealt, non-dealer first (ruling) | 16 each, four at a time (ruling) | 18 each, "
    "one at a time |": [
        ORACLE + "test_goulash_deals_four_at_a_time_non_dealer_first",
        ORACLE + "test_glup_deals_one_at_a_time_non_dealer_first",
    ],
    "| upcard (its suit is trump) | the 33rd card | the 37th |": [
        ORACLE + "test_deck",
        PARAMETERS + "test_decks_are_as_published",
    ],
    "| face down after the deal | 31: two piles of 15, the dead card | 59 |": [
        ORACLE + "test_deck",
        PARAMETERS + "test_decks_are_as_published",
        POSITIONS + "test_piles_are_the_row_of_the_draws",
    ],
    "| tricks: stock, playoff | 16, 16 | 30, 18 |": [
        PARAMETERS + "test_decks_are_as_published",
        POSITIONS + "test_the_table_of_sizes",
        ORACLE + "test_winner_of_the_last_stock_trick_leads_to_the_playoff",
    ],
    "| winner may meld | after tricks 1-15, before drawing | after tricks 1-30, before drawing |": [
        ORACLE + "test_melds_come_before_the_draws",
        ORACLE + "test_goulash_melds_after_trick_fifteen_not_after_sixteen",
        ORACLE + "test_glup_melds_after_trick_thirty",
    ],
    "| dix | 7 of trumps, 10 points | 9 of trumps, 1 point |": [
        PARAMETERS + "test_melds_score_as_published",
    ],
    "| last two cards | winner the upcard, loser the dead card | winner the stock "
    "card, loser the upcard |": [
        VARIANTS + "test_who_draws_the_upcard",
        ORACLE + "test_goulash_case_upcard_never_exchanged_goes_to_the_winner",
        ORACLE + "test_glup_upcard_that_is_no_nine_goes_to_the_loser",
    ],
    "| playoff obligations (R3) | macdougall's (ruling) | hayes's |": [
        ORACLE + "test_obligations",
        ORACLE + "test_leader_plays_any_card_in_the_playoff",
        PARAMETERS + "test_parameters_are_as_published",
    ],
    "| count | A 11 T 10 K 4 Q 3 J 2, last trick 10: 250 | A T K 1 each, last trick 2: 50 |": [
        PARAMETERS + "test_counts_are_as_published",
        PARAMETERS + "test_every_count_comes_to_250_with_the_last_trick",
        ORACLE + "test_last_trick_bonus",
    ],
    "| game | 1500, or each hand by itself | 1000, or a total agreed upon |": [
        RECORDS + "test_goulash_is_won_at_1500",
        RECORDS + "test_glup_is_won_by_a_target_or_a_lead",
        PARAMETERS + "test_parameters_are_as_published",
    ],
    "| both over the target; tie | higher wins; more hands (ruling) | the same (ruling) |": [
        ORACLE + "test_targets_and_ties_of_a_game",
    ],
    "| tied single hand | pays nobody (ruling) | no such game |": [
        ORACLE + "test_a_tied_hand_is_won_by_nobody",
        PARAMETERS + "test_games_are_as_published",
    ],
    "| reneges, slips, void hands (R7) | macdougall's (ruling) | hayes's: named, no "
    "penalty (ruling) |": [
        RECORDS + "test_wrong_draws_are_named",
    ],
    "In both: ranks high to low as listed (9, 8, 7: ruling); the non-dealer leads "
    "first; in the stock phase any card may be played, from hand or table; of equal "
    "cards the first played wins; the winner draws first and leads next; melded cards "
    "go back to the hand when the stock is gone; the winner of the last stock trick "
    "leads to the playoff; the deal alternates.": [
        ORACLE + "test_non_dealer_leads_first",
        ORACLE + "test_any_card_may_be_played_to_a_stock_trick",
        ORACLE + "test_winner_of_a_trick",
        ORACLE + "test_nine_eight_seven_rank_in_this_order",
        ORACLE + "test_winner_draws_first_and_leads_next",
        ORACLE + "test_melded_cards_stay_playable",
        ORACLE + "test_melded_cards_go_back_to_the_hand_when_the_stock_is_gone",
        ORACLE + "test_winner_of_the_last_stock_trick_leads_to_the_playoff",
    ],
    "Any count goes with any deck (R5).": [
        ORACLE + "test_goulash_counts_total_250",
        ORACLE + "test_glup_any_count_goes_with_the_deck",
    ],
    "**Deal.** Cards 1-32 the hands, 33 the upcard, 34-48 the non-dealer's pile, 49-63 "
    "the dealer's, drawn in that order (ruling), 64 the dead card under the upcard.": [
        ORACLE + "test_goulash_each_draws_from_his_own_pile",
        VARIANTS + "test_each_seat_draws_from_its_own_pile",
        POSITIONS + "test_piles_are_the_row_of_the_draws",
    ],
    "Nobody looks at a pile or the dead card.": [
        ORACLE + "test_view_hides_the_other_hand_and_what_lies_face_down",
    ],
    "**Order of events.** (1) A 7 turned up: dealer 10. (2) Dix turns: dealer, then "
    "non-dealer. (3) Non-dealer leads. (4) After each of tricks 1-15: winner may meld; "
    "winner draws from his pile, loser from his; dix turns: winner, then loser; winner "
    "leads. (5) After trick 16 no meld, no dix turn: winner takes the upcard, whatever "
    "it is, loser the dead card; each 7 of trumps then held and not shown before, but "
    "one taken as the upcard, scores its holder 10 (before the playoff; he always "
    "shows it: no decision); playoff. (The source says the fifteenth trick, but then "
    "hands would be of 17: ruling.)": [
        ORACLE + "test_goulash_order_after_a_trick",
        ORACLE + "test_goulash_seven_turned_up_dealer_scores_ten",
        ORACLE + "test_goulash_another_upcard_scores_nothing",
        ORACLE + "test_goulash_dix_turns_before_the_first_lead",
        ORACLE + "test_goulash_seven_kept_through_trick_sixteen_scores_its_loser_too",
        VARIANTS + "test_dix_turns_are_the_dealers_first_and_then_after_the_draws",
        VARIANTS + "test_the_loser_has_its_dix_turn_after_the_winner",
    ],
    "**Dix turn.** A seat that holds a 7 of trumps not shown yet may play `dix`, once "
    'a turn; never compulsory (ruling; of the dealer the source says "he exchanges").': [
        ORACLE + "test_goulash_dix_is_once_a_turn",
        ORACLE + "test_goulash_only_who_has_a_seven_is_asked_before_the_first_lead",
    ],
    "While the upcard is not a 7 it is an exchange, 10: the card gained goes to the "
    "hand, for melds at later tricks.": [
        ORACLE + "test_goulash_exchanged_card_melds_at_a_later_trick",
    ],
    "Else the 7 is laid on the seat's table, 10, playable as before.": [
        ORACLE + "test_goulash_shown_seven_is_playable",
        ORACLE + "test_goulash_dealer_turns_up_a_seven_and_shows_the_other",
    ],
    'A 7 kept back may be used in any later dix turn of its holder (ruling: "the first '
    'to draw it" is the first to claim), or scores after trick 16; played unshown it '
    "brings nothing, none is forgotten (R7).": [
        ORACLE + "test_goulash_seven_kept_back_may_be_used_later",
        ORACLE + "test_goulash_the_first_to_claim_exchanges",
        ORACLE + "test_goulash_seven_played_unshown_brings_nothing",
        VARIANTS + "test_a_dix_held_unshown_scores_when_the_stock_is_gone",
    ],
    "No other time for a dix: not with the meld (ruling).": [
        ORACLE + "test_goulash_no_dix_with_the_meld",
        VARIANTS + "test_there_is_no_dix_turn_once_the_stock_is_gone",
    ],
    "All sevens bring at most 20 together.": [
        ORACLE + "test_goulash_shown_seven_does_not_score_again",
        ORACLE + "test_goulash_shown_seven_is_not_shown_again",
    ],
    "Cases (hearts trump): dealer holds 7H 7H, AH is up: he exchanges before the first "
    "lead and shows the other after trick 1's draws: 20.": [
        ORACLE + "test_goulash_case_dealer_holds_both_sevens",
    ],
    "N wins trick 4, both draw a 7H, TH still up: N exchanges, then S shows: 10 each.": [
        ORACLE + "test_goulash_case_both_draw_a_seven",
    ],
    "9H up, never exchanged: the winner of trick 16 takes 9H. 7H turned up, the other "
    "is the dead card: dealer 10, loser of trick 16 10.": [
        ORACLE + "test_goulash_case_upcard_never_exchanged_goes_to_the_winner",
        ORACLE + "test_goulash_case_seven_up_the_other_is_the_dead_card",
    ],
    "After trick 15's draws S holds both 7H, TH is up: he exchanges one; the other "
    "scores after trick 16 unless he plays it to that trick.": [
        ORACLE + "test_goulash_case_both_sevens_after_trick_fifteen",
    ],
    "**Melds.** R4's macdougall column, classes and copy rules, the dix being the 7; "
    "9, 8, 7 serve in no other.": [
        ORACLE + "test_goulash_values_of_melds",
        ORACLE + "test_goulash_has_no_other_melds",
        ORACLE + "test_goulash_copies_of_a_meld_are_those_of_the_base_rules",
        PARAMETERS + "test_melds_score_as_published",
        PARAMETERS + "test_melds_are_laid_as_published",
    ],
    "With bonus melds it is a rulebook of one's own ([RULEBOOKS.md](RULEBOOKS.md)).": [
        VARIANTS + "test_a_game_of_ones_own_is_played_to_its_end",
    ],
    "Options as macdougall: chips, call-out, single hand, doubles, counts "
    "(ruling; all total 250).": [
        PARAMETERS + "test_games_are_as_published",
        ORACLE + "test_goulash_counts_total_250",
    ],
    "**Order of events.** (1) Dealer: 1 for a 9 turned up, 1 for lifting exactly 37 "
    "cards to deal, 3 for both; a record tells the lift, random deals have none "
    "(ruling). (2) A trick; a 9 of trumps scores its player 1 as it is played; glups. "
    "(3) Winner: one meld, or `dix`, or nothing. (4) Winner draws, then loser. (5) "
    "After trick 30's draws each 9 of trumps held, on the table too, scores 1, no "
    "decision; one of the loser's does not if the upcard he took is a 9.": [
        ORACLE + "test_glup_order_of_events_after_a_trick",
        ORACLE + "test_glup_dealer",
        VARIANTS + "test_the_dealer_scores_for_the_lift",
        ORACLE + "test_glup_nine_of_trumps_scores_as_it_is_played",
        VARIANTS + "test_a_dix_scores_as_it_is_played_in_the_stock_phase",
        ORACLE + "test_glup_nines_held_after_the_last_draws_score",
        ORACLE + "test_glup_nines_on_the_table_score_at_the_end_too",
        ORACLE + "test_glup_nine_taken_as_the_upcard_does_not_score",
    ],
    "Glups end. (6) Playoff.": [
        ORACLE + "test_glup_glups_end_with_the_stock",
    ],
    "`dix`: a 9 of trumps *from the hand*, not one on the table (ruling), becomes the "
    "upcard, the upcard goes to the hand, 1; while the upcard is not a 9, also after "
    "trick 30.": [
        ORACLE + "test_glup_no_dix_from_the_table",
        ORACLE + "test_glup_no_dix_while_the_upcard_is_a_nine",
        ORACLE + "test_glup_dix_after_trick_thirty",
        ORACLE + "test_glup_only_the_winner_exchanges",
        VARIANTS + "test_a_dix_by_exchange_only_is_not_shown_for_a_dix",
    ],
    "So the four 9s of trumps bring 4 points in all, whoever gets them; a lift adds 1, "
    "with a 9 up 2.": [
        ORACLE + "test_glup_dealer",
        ORACLE + "test_random_glup_hand_with_a_lift",
    ],
    "**Melds**: at least one card from the hand each.": [
        ORACLE + "test_glup_at_least_one_card_from_the_hand",
    ],
    "A multiple has each card two, three or four times, declared at once; no upgrade later.": [
        ORACLE + "test_glup_multiples_are_declared_at_once",
        ORACLE + "test_glup_multiple_with_cards_of_compatible_melds",
    ],
    "17 cards are held when melding.": [
        ORACLE + "test_melds_come_before_the_draws",
    ],
    "| `marriage` | K Q of a plain suit | 2 | 15 | 45 | 450 |": [
        ORACLE + "test_glup_values_of_melds",
        PARAMETERS + "test_melds_score_as_published",
    ],
    "| `royal-marriage` | K Q of trumps | 4 | 30 | 90 | 900 |": [
        ORACLE + "test_glup_values_of_melds",
        PARAMETERS + "test_melds_score_as_published",
    ],
    "| `pinochle` | QS JD | 4 | 30 | 90 | 900 |": [
        ORACLE + "test_glup_values_of_melds",
        PARAMETERS + "test_melds_score_as_published",
    ],
    "| `roundhouse` | K Q of every suit | 50 | 500 | | |": [
        ORACLE + "test_glup_values_of_melds",
        PARAMETERS + "test_melds_score_as_published",
    ],
    "| `run` | A T K Q J of trumps | 15 | 150 | 1500 | |": [
        ORACLE + "test_glup_values_of_melds",
        PARAMETERS + "test_melds_score_as_published",
    ],
    "| `roundhouse-of-runs` | A K Q J of every suit | 200 | | | |": [
        ORACLE + "test_glup_values_of_melds",
        PARAMETERS + "test_melds_score_as_published",
    ],
    "| `-nines` | `double-`: two 9s of every suit; `quadruple-`: all 16 | | 20 | | 200 |": [
        ORACLE + "test_glup_values_of_melds",
        PARAMETERS + "test_melds_score_as_published",
        ORACLE + "test_glup_nines_are_melded_doubled_and_quadrupled_only",
    ],
    "| `jacks` `queens` `kings` `aces` | one of every suit | 4 6 8 10 | 40 60 80 100 | "
    "400 600 800 1000 | 4000 6000 8000 10000 |": [
        ORACLE + "test_glup_values_of_melds",
        PARAMETERS + "test_melds_score_as_published",
    ],
    "| `trump-jacks` `trump-queens` `trump-kings` `trump-aces` | all four | 4 6 8 10 | | | |": [
        ORACLE + "test_glup_values_of_melds",
        PARAMETERS + "test_melds_score_as_published",
    ],
    "**Incompatible** (the source's rule, below, worked out; symmetric; all else is "
    "compatible): a copy that served in one kind may not serve in the other.": [
        ORACLE + "test_glup_incompatible_melds_are_those_of_the_table",
        ORACLE + "test_glup_copies_serve_in_compatible_melds_only",
    ],
    "A kind with itself and its other multiples (marriages: of that suit); and": [
        ORACLE + "test_glup_incompatible_melds_are_those_of_the_table",
        ORACLE + "test_glup_copies_serve_in_compatible_melds_only",
    ],
    "| marriage, royal-marriage | roundhouse, roundhouse-of-runs |": [
        ORACLE + "test_glup_incompatible_melds_are_those_of_the_table",
        ORACLE + "test_glup_copies_serve_in_compatible_melds_only",
    ],
    "| double-marriage, double-royal-marriage | double-roundhouse |": [
        ORACLE + "test_glup_incompatible_melds_are_those_of_the_table",
        ORACLE + "test_glup_copies_serve_in_compatible_melds_only",
    ],
    "| quadruple-royal-marriage | trump-queens, trump-kings |": [
        ORACLE + "test_glup_incompatible_melds_are_those_of_the_table",
        ORACLE + "test_glup_copies_serve_in_compatible_melds_only",
    ],
    "| pinochle | roundhouse-of-runs |": [
        ORACLE + "test_glup_incompatible_melds_are_those_of_the_table",
        ORACLE + "test_glup_copies_serve_in_compatible_melds_only",
    ],
    "| quadruple-pinochle | trump-queens if spades are trump, trump-jacks if diamonds are |": [
        ORACLE + "test_glup_incompatible_melds_are_those_of_the_table",
        ORACLE + "test_glup_copies_serve_in_compatible_melds_only",
    ],
    "| roundhouse | queens, kings, roundhouse-of-runs |": [
        ORACLE + "test_glup_incompatible_melds_are_those_of_the_table",
        ORACLE + "test_glup_copies_serve_in_compatible_melds_only",
    ],
    "| double-roundhouse | double-queens, double-kings |": [
        ORACLE + "test_glup_incompatible_melds_are_those_of_the_table",
        ORACLE + "test_glup_copies_serve_in_compatible_melds_only",
    ],
    "| run | roundhouse-of-runs |": [
        ORACLE + "test_glup_incompatible_melds_are_those_of_the_table",
        ORACLE + "test_glup_copies_serve_in_compatible_melds_only",
    ],
    "| roundhouse-of-runs | jacks, queens, kings, aces |": [
        ORACLE + "test_glup_incompatible_melds_are_those_of_the_table",
        ORACLE + "test_glup_copies_serve_in_compatible_melds_only",
    ],
    "| quadruple-jacks, -queens, -kings, -aces | trump- the same rank |": [
        ORACLE + "test_glup_incompatible_melds_are_those_of_the_table",
        ORACLE + "test_glup_copies_serve_in_compatible_melds_only",
    ],
    "The source compares the two melds' *patterns* as multisets of rank and suit: they "
    "are incompatible when one is contained in (or equal to) the other, except that "
    "single marriages, single queens and single kings are compatible with a *double* "
    "roundhouse; trump marriages are always compatible with single, double and triple "
    "runs; and a roundhouse of runs is incompatible with a single run.": [
        ORACLE + "test_glup_table_is_the_rule_of_the_base_page_worked_out",
    ],
    "Worked pairs: double and triple diamond marriage: incompatible.": [
        ORACLE + "test_glup_worked_pairs",
    ],
    "Heart marriage and roundhouse: incompatible; and double roundhouse: compatible.": [
        ORACLE + "test_glup_worked_pairs",
    ],
    "Double heart marriage and roundhouse: compatible; and double roundhouse: incompatible.": [
        ORACLE + "test_glup_worked_pairs",
    ],
    "Roundhouse and double roundhouse: incompatible.": [
        ORACLE + "test_glup_worked_pairs",
    ],
    "Royal marriage and run: compatible (run laid, then an extra trump K with its Q: 4).": [
        ORACLE + "test_glup_worked_pairs",
    ],
    "Double run and roundhouse of runs: compatible.": [
        ORACLE + "test_glup_worked_pairs",
    ],
    "Pinochle and roundhouse: compatible; and roundhouse of runs: incompatible.": [
        ORACLE + "test_glup_worked_pairs",
    ],
    "Four trump queens and quadruple royal marriage, or quadruple queens: incompatible.": [
        ORACLE + "test_glup_worked_pairs",
    ],
    "Run and double run: incompatible.": [
        ORACLE + "test_glup_worked_pairs",
    ],
    "Royal marriage and roundhouse of runs: incompatible (ruling).": [
        ORACLE + "test_glup_worked_pairs",
    ],
    "**Which copies** (ruling).": [
        VARIANTS + "test_which_copies_a_meld_takes",
    ],
    "A card needed m times is taken from its copies still on the table that may serve, "
    "those in more kinds first, then the lower number; the rest from the hand.": [
        ORACLE + "test_glup_copy_in_more_kinds_is_taken_first",
        ORACLE + "test_glup_then_the_lower_number",
        VARIANTS + "test_the_copy_that_served_in_more_kinds_is_taken_first",
        VARIANTS + "test_which_copies_a_meld_takes",
    ],
    "If that lays no new card, the last card of the meld in canonical order of which "
    "the hand has a copy is taken once from the hand instead of the last table copy "
    "chosen of it.": [
        ORACLE + "test_glup_last_card_in_hand_replaces_the_last_copy_chosen",
    ],
    "Not enough copies, or none new: no meld.": [
        ORACLE + "test_glup_at_least_one_card_from_the_hand",
        VARIANTS + "test_a_copy_that_served_in_a_kind_that_bars_is_refused",
    ],
    "Cases: KH1 in kings; KH QH in hand: `marriage` is KH1 and the hand's QH. QS1 in "
    "queens, JD1 in jacks, QS JD in hand: `pinochle` is QS1 and the hand's JD. Spade "
    "run on the table, KS QS in hand, spades trump: `royal-marriage` is KS1 and the "
    "hand's QS, 4; at a later trick another, QS1 and the hand's KS, 4.": [
        ORACLE + "test_glup_case_king_on_the_table",
        ORACLE + "test_glup_case_pinochle_with_all_of_it_on_the_table",
        ORACLE + "test_glup_case_royal_marriages_after_a_run",
    ],
    "Heart marriage on the table, K K Q of hearts in hand: no `double-marriage`, one "
    "more `marriage`, all new.": [
        ORACLE + "test_glup_case_no_double_marriage_after_a_marriage",
    ],
    "**Glups.** The follower of a stock trick who follows suit and loses gains 1, +1 "
    "for an A, T or K, +1 if his card equals the one led.": [
        ORACLE + "test_glup_glups",
        VARIANTS + "test_glups",
    ],
    "With g his count before and t = 3·(g div 3) + 3: if g + gain < t, that is his "
    "count; else it is t, and he scores 10 if t is 9 or at least 15, else 1.": [
        ORACLE + "test_glup_glups",
        VARIANTS + "test_glups",
        ORACLE + "test_glups_of_a_random_hand_counted_again",
    ],
    "Every other play sets its player's count to 0.": [
        ORACLE + "test_glup_glups",
        VARIANTS + "test_glups",
    ],
    "A lower trump on a trump follows suit.": [
        ORACLE + "test_glup_glups",
    ],
    "A leader's count is 0 always.": [
        ORACLE + "test_glup_leading_sets_the_count_to_nothing",
    ],
    "Count before, card, after: 5, TD on TD, +3 but 6, scores 1.": [
        ORACLE + "test_glup_glups",
        VARIANTS + "test_glups",
    ],
    "0, 9H on TH, 1.": [
        ORACLE + "test_glup_glups",
        VARIANTS + "test_glups",
    ],
    "0, KC on AC, 2.": [
        ORACLE + "test_glup_glups",
        VARIANTS + "test_glups",
    ],
    "0, JS on JS, 2.": [
        ORACLE + "test_glup_glups",
        VARIANTS + "test_glups",
    ],
    "2, QC on QC, 3, scores 1.": [
        ORACLE + "test_glup_glups",
        VARIANTS + "test_glups",
    ],
    "8, TC on AC, 9, scores 10.": [
        ORACLE + "test_glup_glups",
        VARIANTS + "test_glups",
    ],
    "10, KH on KH, 12, scores 1.": [
        ORACLE + "test_glup_glups",
        VARIANTS + "test_glups",
    ],
    "14, 9S on AS, 15, scores 10.": [
        ORACLE + "test_glup_glups",
        VARIANTS + "test_glups",
    ],
    "7, off suit, 0.": [
        ORACLE + "test_glup_glups",
        VARIANTS + "test_glups",
    ],
    "**Game.** Tested at the end of a hand (ruling).": [
        ORACLE + "test_targets_and_ties_of_a_game",
    ],
    "Option `ahead=1000`: no target; the first to be 1000 or more ahead at the end of "
    "a hand wins.": [
        ORACLE + "test_glup_won_by_being_ahead",
        RECORDS + "test_glup_is_won_by_a_target_or_a_lead",
    ],
    "No call-out, chips or single hand (ruling).": [
        PARAMETERS + "test_games_are_as_published",
    ],
    "Its own hand; both tables and what each copy served in; the upcard and exchanges; "
    "every card played and by whom; melds, dix, offers, glups; the number of face-down cards.": [
        POSITIONS + "test_hands_are_as_the_oracle_has_them",
        ORACLE + "test_view_knows_the_card_taken_in_an_exchange_until_it_is_played",
    ],
    "Hidden: the other's hand off the table and draws, the face-down cards (goulash: "
    "both piles and the dead card).": [
        ORACLE + "test_view_hides_the_other_hand_and_what_lies_face_down",
    ],
    "Passing looks like having nothing to show.": [
        ORACLE + "test_passing_that_is_the_only_choice_does_not_come_up",
    ],
    "Without inference every unseen card is equally likely in every unseen place.": [
        BELIEFS + "test_samples_are_as_likely_as_the_worlds",
        SEARCHES + "test_scores_depend_on_what_is_seen_alone",
    ],
    "After the last draws nothing is hidden: what is unseen is the other's hand (R2).": [
        ORACLE + "test_nothing_is_hidden_after_the_last_draw",
    ],
    "Unseen cards with k stock tricks completed and the mover on lead: goulash 16 + "
    "31-2k, glup 18 + 59-2k, less the other's cards that are known.": [
        ORACLE + "test_number_of_unseen_cards",
    ],
    "An option of macdougall, macdougall-bonus and (ruling) goulash, and of a rulebook of "
    "one's own that offers it; of no other.": [
        OF_DOUBLES + "test_no_other_rulebook_has_doubles",
        PARAMETERS + "test_games_are_as_published",
        DOUBLES + "test_a_rulebook_says_which_doubles_it_offers",
    ],
    "Each hand is played for a stake, and there is no target.": [
        DOUBLES + "test_a_game_with_doubles_is_the_sum_of_its_payments",
    ],
    "State besides the hand's: the **stake** s, 1 at the deal (the agreed stake is the "
    "unit), and the **right** to offer: *both* (at the deal, R8), south or north.": [
        OF_DOUBLES + "test_at_the_deal_the_stake_is_one_and_both_may_offer",
        STEPS,
    ],
    "After a stock trick, when both have drawn and every dix turn or dix scored after the "
    "draws is done, and before the next lead, there is a **window** for W, who won the "
    "trick; L lost it.": [
        OF_DOUBLES + "test_the_window_comes_when_both_have_drawn",
        OF_DOUBLES + "test_in_goulash_the_dix_turns_after_the_draws_come_first",
        OF_DOUBLES + "test_a_nine_drawn_last_scores_before_the_last_window",
        OF_DOUBLES + "test_in_goulash_a_seven_held_scores_before_the_last_window",
        STEPS,
    ],
    "It is open when the right is *both* or W's, after every stock trick (option `every`) "
    "or the first and the last only (`first-last`).": [
        OF_DOUBLES + "test_windows_of_the_option",
        OF_DOUBLES + "test_the_window_is_closed_for_who_has_no_right",
        STEPS,
    ],
    "The last window follows the last draws; none in the playoff.": [
        OF_DOUBLES + "test_the_last_window_follows_the_last_draws_and_none_is_in_the_playoff",
        STEPS,
    ],
    "| offer: W | `no-double` | right unchanged; W leads |": [
        OF_DOUBLES + "test_no_double_leaves_stake_and_right",
        STEPS,
    ],
    "| offer: W | `double` | L answers |": [
        OF_DOUBLES + "test_while_an_answer_is_due_the_stake_is_still_the_one_before",
        STEPS,
    ],
    "| answer: L | `refuse` | hand over: L pays s |": [
        OF_DOUBLES + "test_refusing_a_double_pays_the_stake_before_it",
        STEPS,
    ],
    "| answer: L | `accept` | s becomes 2s, the right L's; W leads |": [
        OF_DOUBLES + "test_who_accepted_has_the_right_and_the_stake_is_doubled",
        STEPS,
    ],
    "| answer: L | `redouble` | W answers; no trick needed, also in the last window (ruling) |": [
        OF_DOUBLES + "test_a_redouble_needs_no_trick",
        OF_DOUBLES + "test_a_redouble_in_the_last_window",
        STEPS,
    ],
    "| answer to the redouble: W | `refuse` | hand over: W pays 2s |": [
        OF_DOUBLES + "test_refusing_a_redouble_pays_the_doubled_stake",
        STEPS,
    ],
    "| answer to the redouble: W | `accept` | s becomes 4s, the right W's; W leads |": [
        OF_DOUBLES + "test_who_accepted_a_redouble_has_the_right_and_the_stake_is_four_times",
        STEPS,
    ],
    "No third raise, one offer a window; who gains the right uses it after a *later* trick won.": [
        OF_DOUBLES + "test_no_third_raise",
        OF_DOUBLES + "test_who_gains_the_right_uses_it_after_a_later_trick_won",
        STEPS,
    ],
    "No limit to s (the program: none is doubled that is over 2^30, which takes sixteen "
    "tricks of redoubles).": [
        OF_DOUBLES + "test_no_limit_to_the_stake",
        DOUBLES + "test_what_is_wrong_is_named",
    ],
    "In a hand played out more points (melds, dix, count, R7 applied) win s, a tie nothing.": [
        OF_DOUBLES + "test_more_points_win_the_stake",
        OF_DOUBLES + "test_a_tie_pays_nobody",
        DOUBLES + "test_a_hand_played_out_pays_by_its_points_with_penalties",
    ],
    "A refused hand has no points; no hand is shown (ruling). `score=`, `target=`, "
    "call-out and chips do not go with doubles (chips: ruling).": [
        OF_DOUBLES + "test_a_refused_hand_has_no_points",
        DOUBLES + "test_what_is_wrong_is_named",
        DOUBLES + "test_score_and_replay_tell_the_payment",
    ],
    "A void hand pays nobody, its stake is forgotten (ruling).": [
        OF_DOUBLES + "test_a_void_hand_pays_nobody_and_its_stake_is_forgotten",
        DOUBLES + "test_a_dead_hand_pays_nobody",
    ],
    "Melding goes on as ever; keeping a meld back to draw a double is legal.": [
        OF_DOUBLES + "test_a_meld_may_be_kept_back",
        STEPS,
    ],
    "*As information.* Each row is a decision of the stock phase, made by what its seat "
    "has seen.": [
        DOUBLES + "test_positions_read_and_say_what_may_be_said",
        STEPS,
    ],
    "Offers, answers and an open window passed by are public; a closed window is no "
    "decision and tells nothing.": [
        OF_DOUBLES + "test_stake_right_and_what_was_said_are_public",
        OF_DOUBLES + "test_a_closed_window_is_no_decision",
        STEPS,
    ],
    "Uniform beliefs take nothing from them.": [
        OF_DOUBLES + "test_a_window_tells_nothing_of_the_cards",
    ],
    "Values are payments to the mover in initial stakes; ties go to the choice listed first.": [
        OF_DOUBLES + "test_ties_go_to_the_choice_listed_first",
        SIDE_BY_SIDE + "test_the_last_window_is_worth_what_the_oracle_says",
    ],
    "In the last window all cards are known: with D the exact final difference for W, "
    "`no-double` is worth s·sign(D); `double` s if D > 0 (L refuses), 0 if D = 0 and -2s "
    "if D < 0 (L accepts).": [
        OF_DOUBLES + "test_values_of_the_offer_are_those_of_the_page",
        SIDE_BY_SIDE + "test_the_last_window_is_worth_what_the_oracle_says",
    ],
    "Example: S wins trick 1, doubles, N accepts: 2, right N's.": [
        OF_DOUBLES + "test_example",
        GOLDEN,
    ],
    "S wins trick 2: closed.": [
        OF_DOUBLES + "test_example",
        GOLDEN,
    ],
    "N wins trick 3, doubles, S redoubles; N refuses and pays 4, or accepts: 8, right N's.": [
        OF_DOUBLES + "test_example_n_refuses_the_redouble_and_pays_four",
        GOLDEN,
    ],
    "N wins trick 4, doubles, S refuses: S pays 8.": [
        OF_DOUBLES + "test_example_s_refuses_after_trick_four_and_pays_eight",
        GOLDEN,
    ],
}
