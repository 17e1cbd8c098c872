"""Which tests show which rule of docs/RULES.md, sections 2 to 4 and 6 (see test_rules_coverage).

The suite holds that every rule has its tests, and that there are tests of these names. That they
fail when the program breaks the rule is for ``benchmarks/correctness/check_rules_coverage.py`` to
show, which breaks every rule at least once, in the ways of `broken_rules`: some test named for it
must notice.
A rule has several sides, and not each of its tests sees each break.
"""

HAND = "tests/oracle/test_hand.py::"
PARAMETERS = "tests/rules/test_rules.py::"
GAME = "tests/game/test_game.py::"
PLAY = "tests/rules/test_rules_of_play.py::"
SOLVER = "tests/playoff/test_playoff.py::"

COVERAGE = {
    "| doubles (optional) | - | - | section 8 |": [
        PARAMETERS + "test_games_are_as_published",
        "tests/notation/test_doubles.py::test_what_is_wrong_is_named",
    ],
    "The deal alternates every hand (also after a tied one; a void hand keeps its dealer).": [
        GAME + "test_the_deal_alternates_also_after_a_tied_hand",
        GAME + "test_after_a_dead_hand_earlier_hands_stand_and_the_dealer_stays",
    ],
    "Deal: 12 cards each (four at a time, non-dealer first), the 25th card face up: its "
    "suit is trump.": [
        PLAY + "test_a_deal_is_twelve_cards_each_and_an_upcard_whose_suit_is_trump",
        PARAMETERS + "test_decks_are_as_published",
    ],
    "23 cards are the face-down stock; the upcard is the last card of the stock.": [
        PLAY + "test_the_stock_is_23_cards_face_down_and_the_upcard_last",
        PARAMETERS + "test_decks_are_as_published",
    ],
    "**Stock phase**: 12 tricks.": [
        PLAY + "test_the_stock_phase_is_twelve_tricks_and_the_playoff_twelve_more",
    ],
    "Non-dealer leads first; then the winner of each trick leads.": [
        HAND + "test_non_dealer_leads_first",
        HAND + "test_winner_of_each_trick_leads_the_next",
    ],
    "*Any* card may be played to any trick, from the hand or from melds on the table.": [
        HAND + "test_any_card_may_be_played_to_a_stock_trick",
        HAND + "test_no_obligations_in_the_stock_phase",
        HAND + "test_melded_cards_stay_playable",
    ],
    "A higher card of the suit led wins; a trump beats a non-trump; of two identical "
    "cards the first played wins; a card of a third suit never wins.": [
        HAND + "test_winner_of_a_trick",
    ],
    "After each trick the winner may meld (section 4), then winner and loser each draw "
    "one card, winner first; in hayes both draw first, and then the winner may meld.": [
        HAND + "test_scarne_melds_before_drawing",
        HAND + "test_macdougall_melds_before_drawing",
        HAND + "test_hayes_draws_first_and_melds_then",
        HAND + "test_winner_draws_first",
    ],
    "At the 12th trick the winner draws the last face-down card and the loser takes the "
    "face-up card.": [
        HAND + "test_twelfth_trick_winner_takes_the_last_face_down_card_loser_the_upcard",
    ],
    "Melded cards lie face up and stay playable.": [
        HAND + "test_melded_cards_stay_playable",
        HAND + "test_a_view_knows_nothing_hidden_and_nothing_wrong",
    ],
    "When the stock is gone they go back to the hand.": [
        HAND + "test_melded_cards_go_back_to_the_hand_when_the_stock_is_gone",
        PLAY + "test_in_the_playoff_melded_cards_are_played_from_the_hand",
    ],
    "**Playoff**: 12 tricks, led off by the winner of the 12th trick, with the "
    "obligations of section 3.": [
        PLAY + "test_the_stock_phase_is_twelve_tricks_and_the_playoff_twelve_more",
        HAND + "test_winner_of_the_twelfth_trick_leads_the_playoff",
        HAND + "test_obligation_holding_the_plain_suit_led",
        HAND + "test_an_illegal_card_is_refused_in_the_playoff",
    ],
    "No melds.": [
        HAND + "test_no_melds_in_the_playoff",
    ],
    "The hand is scored: melds (as they are made) + card points taken in all 24 tricks + "
    "10 for the last trick.": [
        HAND + "test_a_meld_scores_for_its_seat_at_once",
        HAND + "test_card_points",
        HAND + "test_every_hand_has_24_tricks_and_250_points",
        HAND + "test_ten_for_the_last_trick",
    ],
    "With a perfect memory both players know both hands from the first card of the "
    "playoff on: every unseen card is the opponent's.": [
        HAND + "test_the_playoff_is_a_game_of_perfect_information",
    ],
    "So **the playoff is a game of perfect information and has an exact value**; hidden "
    "information exists only in the stock phase.": [
        HAND + "test_the_playoff_is_a_game_of_perfect_information",
        HAND + "test_a_view_knows_nothing_hidden_and_nothing_wrong",
        SOLVER + "test_values_moves_and_line_agree_with_the_oracle",
    ],
    "| cards of the suit led, a plain suit | any of them | a **higher** one if held, else"
    " any of them |": [
        HAND + "test_obligation_holding_the_plain_suit_led",
        SOLVER + "test_obligations_are_those_of_the_rulebook",
    ],
    "| trumps, when a trump is led | a higher trump if held, else any trump | the same |": [
        HAND + "test_obligation_when_a_trump_is_led",
        SOLVER + "test_obligations_are_those_of_the_rulebook",
    ],
    "| none of the suit led, but trumps | any trump | any trump |": [
        HAND + "test_obligation_none_of_the_suit_led_but_trumps",
        SOLVER + "test_obligations_are_those_of_the_rulebook",
    ],
    "| neither | any card | any card |": [
        HAND + "test_obligation_neither_the_suit_led_nor_trumps",
        SOLVER + "test_obligations_are_those_of_the_rulebook",
    ],
    '"Higher" is strictly higher: an equal card never beats the one led.': [
        HAND + "test_obligation_holding_the_plain_suit_led",
        HAND + "test_obligation_when_a_trump_is_led",
        SOLVER + "test_obligations_are_those_of_the_rulebook",
    ],
    "In every rulebook a hand that can follow suit may not trump.": [
        HAND + "test_obligation_holding_the_plain_suit_led",
    ],
    "The leader may always lead any card.": [
        HAND + "test_leader_may_lead_any_card",
    ],
    "| common marriage | K Q of a plain suit | 20 | 20 | 20 | 20 |": [
        HAND + "test_meld_table",
        PARAMETERS + "test_melds_score_as_published",
    ],
    "| royal marriage | K Q of trumps | 40 | 40 | 40 | 40 |": [
        HAND + "test_meld_table",
        PARAMETERS + "test_melds_score_as_published",
    ],
    "| run (flush, sequence) | A T K Q J of trumps | 150 | 150 | 150 | 150 |": [
        HAND + "test_meld_table",
        PARAMETERS + "test_melds_score_as_published",
    ],
    "| jacks around | J of each suit | 40 | 40 | 40 | 40 |": [
        HAND + "test_meld_table",
        PARAMETERS + "test_melds_score_as_published",
    ],
    "| queens around | Q of each suit | 60 | 60 | 60 | 60 |": [
        HAND + "test_meld_table",
        PARAMETERS + "test_melds_score_as_published",
    ],
    "| kings around | K of each suit | 80 | 80 | 80 | 80 |": [
        HAND + "test_meld_table",
        PARAMETERS + "test_melds_score_as_published",
    ],
    "| aces around | A of each suit | 100 | 100 | 100 | 100 |": [
        HAND + "test_meld_table",
        PARAMETERS + "test_melds_score_as_published",
    ],
    "| pinochle | QS + JD | 40 | 40 | 40 | 40 |": [
        HAND + "test_meld_table",
        PARAMETERS + "test_melds_score_as_published",
    ],
    "| double pinochle | QS QS + JD JD | - (two pinochles, 80) | 300 | - (80) | 300, only"
    " laid all at once |": [
        HAND + "test_meld_table_double_pinochle",
        HAND + "test_two_pinochles_are_80_where_there_is_no_double_pinochle",
        HAND + "test_rule_4_macdougall_bonus_double_pinochle_only_from_the_hand",
        PARAMETERS + "test_melds_score_as_published",
    ],
    "| grand pinochle | KS QS + JD | - | - | - | 80, laid all at once, whatever is trump |": [
        HAND + "test_meld_table_grand_pinochle_whatever_is_trump",
        HAND + "test_rule_4_no_grand_pinochle_with_a_card_from_the_table",
        PARAMETERS + "test_melds_score_as_published",
    ],
    "| roundhouse | K Q of every suit | 240, only laid all at once | - | - (220 by its "
    "parts) | 250, only laid all at once |": [
        HAND + "test_meld_table_roundhouse",
        HAND + "test_rule_4_no_roundhouse_with_a_card_from_the_table",
        HAND + "test_worked_case_roundhouse_by_its_parts_is_220",
        PARAMETERS + "test_melds_score_as_published",
    ],
    "| dix | 9 of trumps | 10 | 10 | 10 | 10 |": [
        HAND + "test_meld_table",
        PARAMETERS + "test_melds_score_as_published",
    ],
    "**Who and when.** Only the winner of a trick, after it and before leading to the next.": [
        HAND + "test_only_the_winner_of_a_trick_melds",
        PLAY + "test_nobody_melds_before_the_first_trick_or_in_the_middle_of_one",
    ],
    "One meld per trick won (the dix is special, below).": [
        HAND + "test_one_meld_per_trick_won",
    ],
    "Melding is never compulsory.": [
        HAND + "test_melding_is_never_compulsory",
    ],
    "| meld and draw | meld, then draw | both draw, then meld | meld, then draw |": [
        HAND + "test_scarne_melds_before_drawing",
        HAND + "test_macdougall_melds_before_drawing",
        HAND + "test_hayes_draws_first_and_melds_then",
    ],
    "| meld after the 12th trick | yes (the last card is not yet drawn) | no | no |": [
        HAND + "test_scarne_melds_after_the_twelfth_trick",
        PLAY + "test_in_scarne_the_last_card_is_drawn_after_the_meld",
        HAND + "test_no_meld_after_the_twelfth_trick",
    ],
    "| run after its royal marriage | adds 150 (190 in all) | **replaces** it: adds 110 "
    "(150 in all) | adds 150 |": [
        HAND + "test_run_after_its_royal_marriage",
    ],
    "| double pinochle after a pinochle | two pinochles | **replaces** it: adds 260 (300 "
    "in all) | two pinochles, also in -bonus |": [
        HAND + "test_double_pinochle_after_a_pinochle",
        HAND + "test_two_pinochles_are_80_where_there_is_no_double_pinochle",
        PLAY + "test_two_pinochles_are_80_in_macdougall_bonus",
        HAND + "test_rule_6_260_after_one_pinochle_still_held",
    ],
    "**Which cards** (not for glup, [RULES-VARIANTS.md](RULES-VARIANTS.md)). Our ruling, common "
    "to the three; it makes all of their examples come out:": [
        HAND + "test_worked_case_kings_and_jacks_around_and_the_queen_of_spades",
        HAND + "test_worked_case_an_extra_trump_king_beside_a_run",
        HAND + "test_worked_case_roundhouse_by_its_parts_is_220",
        HAND + "test_worked_case_four_marriages_first_make_only_100",
    ],
    "Every meld puts at least one card from the hand (not yet on the table) on the table "
    "(macdougall says so; ruling for the others).": [
        HAND + "test_rule_1_a_card_from_the_hand_is_needed",
    ],
    "Melds fall in three *classes*: *suit* (marriages, run), *around*, *pinochle*.": [
        HAND + "test_rule_2_a_card_may_serve_in_several_classes",
        HAND + "test_worked_case_kings_and_jacks_around_and_the_queen_of_spades",
        HAND + "test_rule_3_a_card_of_another_class_is_fresh",
        HAND + "test_rule_3_a_card_serves_once_in_a_kind",
        HAND + "test_rule_3_after_a_run_one_fresh_card_is_no_royal_marriage",
        HAND + "test_rule_6_after_a_double_pinochle_no_pinochle",
    ],
    "A card may serve in several classes.": [
        HAND + "test_rule_2_a_card_may_serve_in_several_classes",
        HAND + "test_worked_case_kings_and_jacks_around_and_the_queen_of_spades",
        HAND + "test_rule_8_fewest_new_cards",
    ],
    "Within a class, a card serves in a given meld kind once.": [
        HAND + "test_rule_3_a_card_serves_once_in_a_kind",
        HAND + "test_rule_3_a_second_meld_of_a_kind_with_other_cards",
        HAND + "test_rule_3_a_second_run_with_other_cards",
    ],
    "In the suit class: a K or Q that served in a marriage may later serve in a run; one "
    "that served in a run may never serve in a marriage afterwards.": [
        HAND + "test_run_after_its_royal_marriage",
        HAND + "test_rule_3_after_a_run_one_fresh_card_is_no_royal_marriage",
    ],
    "After a run, a fresh K *and* a fresh Q of trumps are a royal marriage.": [
        HAND + "test_rule_3_after_a_run_a_fresh_king_and_queen_are_a_royal_marriage",
        HAND + "test_rule_3_after_a_run_one_fresh_card_is_no_royal_marriage",
    ],
    '"Laid all at once" (roundhouse, grand pinochle, macdougall-bonus\'s double pinochle):'
    " every card of it comes from the hand at that turn (an upcard gained by an exchange "
    "at that turn is a card of the hand).": [
        HAND + "test_rule_4_no_roundhouse_with_a_card_from_the_table",
        HAND + "test_rule_4_no_grand_pinochle_with_a_card_from_the_table",
        HAND + "test_rule_4_macdougall_bonus_double_pinochle_only_from_the_hand",
        HAND + "test_rule_4_roundhouse_with_the_upcard_of_an_exchange_at_that_turn",
        HAND + "test_rule_4_grand_pinochle_with_the_upcard_of_an_exchange",
        HAND + "test_rule_4_macdougall_bonus_double_pinochle_with_the_upcard_of_an_exchange",
    ],
    "Afterwards its cards have served: roundhouse in a marriage each, in kings and in "
    "queens around (its trump K and Q may still serve in a run: 240 + 150 in scarne); "
    "grand pinochle in the spade marriage (with spades trump the royal marriage, so that "
    "a run may follow) and in a pinochle.": [
        HAND + "test_rule_4_after_a_roundhouse_its_cards_have_served",
        HAND + "test_rule_4_run_after_a_roundhouse",
        HAND + "test_rule_4_after_a_grand_pinochle_its_cards_have_served",
        HAND + "test_rule_4_run_after_a_grand_pinochle_with_spades_trump",
    ],
    "hayes, run over royal marriage: 110 when both the K and the Q of the run have served"
    " in royal marriages, else 150.": [
        HAND + "test_rule_5_110_when_both_have_served_in_royal_marriages",
        HAND + "test_rule_5_example_a_run_of_the_married_king_and_another_queen",
        HAND + "test_rule_5_example_the_same_with_another_king",
        HAND + "test_rule_5_another_king_and_queen_in_hand",
    ],
    "Example: K1 Q1 married, Q2 in hand with A T J: a run of K1 and Q2 scores 150.": [
        HAND + "test_rule_5_example_a_run_of_the_married_king_and_another_queen",
    ],
    "hayes, double pinochle: 300 when none of the four has served in a pinochle (they may"
    " lie on the table from other classes); 260 when two of them, still held, made one "
    "pinochle and at least one of the four is new.": [
        HAND + "test_rule_6_300_with_cards_on_the_table_from_other_classes",
        HAND + "test_rule_6_260_after_one_pinochle_still_held",
        HAND + "test_rule_6_260_needs_a_new_card",
    ],
    "Pinochle laid, its JD played, QS and JD drawn later: three are left, only another "
    "pinochle, 40.": [
        HAND + "test_rule_6_pinochle_laid_one_of_it_played_the_others_drawn_later",
    ],
    "Two pinochles laid separately: 80, no upgrade after.": [
        HAND + "test_rule_6_two_pinochles_laid_separately_are_80_and_no_more",
    ],
    "A card that was played can serve in no later meld; points scored stay.": [
        HAND + "test_rule_7_a_played_card_serves_no_more_and_points_stay",
    ],
    "A meld names cards, not copies.": [
        PLAY + "test_a_meld_names_cards_not_copies",
    ],
    "Of the ways to choose copies, the one taken scores most, then lays fewest new cards "
    "(at least one), then uses of two table copies the one that has served in more of "
    "run, marriage, pinochle, around (still equal: the one with the run, else the "
    "marriage, else the pinochle, else the lower number).": [
        HAND + "test_rule_8_scores_most_before_all_else",
        HAND + "test_rule_8_fewest_new_cards",
        HAND + "test_rule_8_of_two_table_copies",
        HAND + "test_rule_1_a_card_from_the_hand_is_needed",
    ],
    "Example: KH QH on the table from kings and queens around, another KH QH in hand: the"
    " marriage is the table's king with the hand's queen (of equals the last named comes "
    "from the hand).": [
        HAND + "test_rule_8_example_the_table_king_with_the_hand_queen",
        HAND + "test_rule_8_of_equals_the_last_named_comes_from_the_hand",
    ],
    "Worked cases, from the sources: kings around and jacks around are on the table, the "
    "QS is laid down: it makes *either* a pinochle *or* a spade marriage now, and not the"
    " other one later without another new card.": [
        HAND + "test_worked_case_kings_and_jacks_around_and_the_queen_of_spades",
        HAND + "test_worked_case_the_other_one_with_another_new_card",
    ],
    "A run is on the table: an extra trump king alone makes no marriage with the run's queen.": [
        HAND + "test_worked_case_an_extra_trump_king_beside_a_run",
    ],
    "A roundhouse by its parts: kings 80, royal marriage 40, two common marriages 40, "
    "then the last queen completes queens around 60: 220 (200 when the royal marriage is "
    "the one forgone); four marriages first make only 100 in all, since kings and queens "
    "around then lay no new card.": [
        HAND + "test_worked_case_roundhouse_by_its_parts_is_220",
        HAND + "test_worked_case_roundhouse_by_its_parts_without_the_royal_marriage_is_200",
        HAND + "test_worked_case_four_marriages_first_make_only_100",
    ],
    "After the 220, a *second* queen of the last suit still makes a marriage with the "
    "king that has not married.": [
        HAND + "test_worked_case_after_the_220_a_second_queen_marries_the_last_king",
    ],
    "| upcard is the 9 of trumps | dealer scores 10 | nothing | dealer scores 10 |": [
        HAND + "test_dix_turned_up_by_the_dealer",
    ],
    "| first dix | the winner of any trick exchanges it for the upcard, 10 points, *with "
    "or without another meld* | it is a meld of its own (the one of that trick): "
    "exchange, 10 | after any trick, winner first, then loser: exchange, 10, no trick "
    "needed |": [
        HAND + "test_dix_with_or_without_another_meld",
        HAND + "test_dix_without_a_meld",
        HAND + "test_dix_of_the_loser_of_a_trick_waits",
        HAND + "test_dix_in_hayes_is_the_one_meld_of_the_trick",
        HAND + "test_dix_in_macdougall_needs_no_trick",
        HAND + "test_dix_in_macdougall_winner_first_then_loser",
    ],
    "| second dix (or the only other one, when the upcard is a 9) | winner of a trick, "
    "10, with or without another meld | a meld of its own, 10 | shown by its holder after"
    " any trick, 10 |": [
        HAND + "test_dix_second_is_shown_not_exchanged",
        HAND + "test_dix_the_only_other_one_when_the_upcard_is_a_nine",
        HAND + "test_dix_of_the_loser_of_a_trick_waits",
        HAND + "test_dix_in_macdougall_winner_first_then_loser",
        PLAY + "test_in_macdougall_the_loser_shows_the_only_other_nine",
    ],
    "| the dix drawn by the loser of trick 12 | no score | no score | no score |": [
        HAND + "test_dix_taken_as_the_upcard_after_trick_12_does_not_score",
    ],
    "The upcard gained in an exchange may be used in the meld made at the same turn "
    "(scarne, macdougall).": [
        HAND + "test_dix_the_upcard_gained_may_be_melded_at_the_same_turn",
        HAND + "test_dix_in_hayes_the_upcard_gained_waits_for_another_turn",
    ],
    "The first dix scores only by exchange.": [
        PLAY + "test_the_first_dix_is_never_shown_without_the_exchange",
    ],
    "At most one dix a player a trick (ruling): both 9s held, TS up, trick won: exchange,"
    " 10, and a meld; next trick won: second 9, 10, and a meld; in hayes each uses up a "
    "meld turn.": [
        HAND + "test_dix_both_nines_held_one_a_trick",
        HAND + "test_dix_in_hayes_both_nines_held_each_uses_up_a_meld_turn",
    ],
    "One player may score both.": [
        HAND + "test_dix_both_nines_held_one_a_trick",
        HAND + "test_dix_in_hayes_both_nines_held_each_uses_up_a_meld_turn",
    ],
    "Claims are never automatic: what is not claimed by the playoff is lost.": [
        HAND + "test_dix_unclaimed_by_the_playoff_is_lost",
        PLAY + "test_a_dix_that_is_not_shown_scores_nothing",
    ],
    "Turn order in macdougall after each trick: winner (dix, meld), loser (dix), draws.": [
        HAND + "test_dix_in_macdougall_winner_first_then_loser",
        HAND + "test_dix_in_macdougall_the_winner_passes_and_the_loser_exchanges",
    ],
    'A 9 just drawn may be shown at once, before the next lead: "the first player to get it in '
    'the draw is permitted to make the exchange". A record may say so; the engines and `play` ask '
    "for it after the next trick, before those draws (ruling), and in a rulebook of one's own with "
    "`dix-when-drawn = false` it always waits, as many play.": [
        "tests/hand/test_nine_drawn.py::test_it_is_exchanged_at_once",
        "tests/hand/test_nine_drawn.py::test_the_loser_may_show_it_too_and_the_second_is_laid",
        "tests/hand/test_nine_drawn.py::test_one_that_was_held_before_waits",
        "tests/hand/test_nine_drawn.py::test_a_rulebook_of_ones_own_has_it_wait",
        HAND + "test_dix_in_macdougall_a_nine_just_drawn_waits_for_the_next_trick",
    ],
    "Both may still use a dix after trick 12, before the draws, exchange included.": [
        HAND + "test_dix_in_macdougall_after_trick_12_the_winner_exchanges",
        HAND + "test_dix_in_macdougall_after_trick_12_the_loser_exchanges",
        HAND + "test_dix_in_macdougall_after_trick_12_both_seats",
    ],
    "After those draws a 9 of trumps just drawn face down scores its drawer 10 of itself,"
    " no decision (ruling), the 9 taken as upcard does not.": [
        HAND + "test_dix_in_macdougall_drawn_face_down_after_trick_12_scores_of_itself",
        HAND + "test_dix_taken_as_the_upcard_after_trick_12_does_not_score",
    ],
    "In scarne the winner of trick 12 melds before drawing, so a 9 drawn then scores nothing.": [
        HAND + "test_dix_in_scarne_the_nine_drawn_at_trick_12_scores_nothing",
    ],
    "| target | 1000 (1250, 1500, 2000 by agreement) | 1000 | 1000 (or 1200), or each hand "
    "by itself |": [
        GAME + "test_a_game_is_won_at_a_thousand",
        GAME + "test_the_target_is_by_agreement",
        GAME + "test_single_hand_games",
        PARAMETERS + "test_parameters_are_as_published",
        PARAMETERS + "test_games_are_as_published",
    ],
    "| both reach it in one hand | higher score wins | higher score wins | higher score wins |": [
        GAME + "test_both_reach_it_in_one_hand_and_the_higher_score_wins",
    ],
    "| tie at or over the target | more hands until broken | the target becomes the least of "
    "1250, 1500, ... above the tie (1010-1010: 1250; then 1240-1200 plays on, 1300-1260 is "
    "won) | more hands (ruling) |": [
        GAME + "test_a_tie_is_played_on_until_it_is_broken",
        GAME + "test_in_hayes_a_tie_raises_the_target",
        GAME + "test_hayes_goes_as_the_model_says",
    ],
    '| rounding | none | none | none; optional "chips": each hand\'s card points, last trick '
    "included, rounded once: 7 or more up to the ten, less down (147-103 is 150-100, 146-104 "
    "is 140-100) |": [
        GAME + "test_chips_round_card_points_once",
        GAME + "test_chips_are_rounded_hand_by_hand",
        GAME + "test_options_that_no_game_can_have_are_refused",
    ],
    "| call-out (optional) | claim at any time, counting melds and card points already taken: "
    "right wins at once, wrong loses the game | - | wrong loses the game; a right caller must "
    "still win a trick that he leads; until then the other, at target, may call too, and the "
    "first caller to win a trick that he leads wins; if none does by the end of the hand the "
    "higher score wins. A variant drops the needed trick |": [
        GAME + "test_in_scarne_right_wins_at_once_and_wrong_loses_the_game",
        GAME + "test_melds_shown_after_the_trick_count",
        GAME + "test_options_that_no_game_can_have_are_refused",
        GAME + "test_in_macdougall_a_wrong_caller_loses_the_game",
        GAME + "test_in_macdougall_a_right_caller_must_still_win_a_trick_that_he_leads",
        GAME + "test_a_trick_that_the_other_led_is_not_enough",
        GAME + "test_until_then_the_other_may_call_and_the_first_to_win_his_trick_wins",
        GAME + "test_the_other_loses_when_his_call_is_wrong",
        GAME + "test_a_variant_drops_the_needed_trick",
    ],
    "| single-hand game (optional) | more points in one hand wins; tie: deal again | - | usual "
    "for money |": [
        GAME + "test_single_hand_games",
        GAME + "test_options_that_no_game_can_have_are_refused",
    ],
    "Reaching the target is tested at the end of a hand only, unless call-out is on.": [
        GAME + "test_the_target_is_tested_at_the_end_of_a_hand_only",
        GAME + "test_in_scarne_right_wins_at_once_and_wrong_loses_the_game",
        GAME + "test_with_call_outs_the_end_of_a_hand_is_tested_all_the_same",
    ],
    "A seat calls out once in a hand.": [
        "tests/game/test_call_outs.py::test_a_seat_calls_out_once_in_a_hand",
    ],
    "In chips a claim counts the card points taken so far rounded (ruling).": [
        GAME + "test_a_call_in_chips_counts_chips",
        "tests/game/test_game_terms.py::test_an_engine_counts_chips_before_it_calls",
    ],
    "Instead of chips the last digit of each hand's card points, the last trick included, may be "
    "dropped: 147-103 is 140-100 (optional; not glup).": [
        GAME + "test_the_last_digit_of_card_points_is_dropped",
        "tests/game/test_game_terms.py::test_a_game_is_scored_as_its_records_say",
        "tests/game/test_game_terms.py::test_all_commands_refuse_alike",
    ],
    "**Payment by the difference** (optional; ruling for scarne and hayes): the loser of a game "
    "pays the difference of the final scores.": [
        GAME + "test_what_the_loser_pays",
        GAME + "test_the_difference_is_that_of_the_final_scores",
    ],
    "Play is for points all the same, and what ends the game stays as it is.": [
        GAME + "test_what_the_loser_pays",
    ],
    "Who called out wrongly pays the difference as the scores stand then, though he may be "
    "ahead: a wrong call is never free (ruling).": [
        GAME + "test_who_calls_out_wrongly_pays_the_difference_though_he_is_ahead",
    ],
    "Where each hand is a game, each loser pays the difference of his hand, and the payments "
    "add up (ruling).": [
        GAME + "test_single_hands_add_their_differences_up",
    ],
}
