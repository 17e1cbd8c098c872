"""Which tests show which rule of docs/RULES-TABLE.md, sections 1 to 7.

Hands of every game without a stock are compared with the oracle move by move
(``test_table_hands``, ``table_comparison``), so that the oracle's own tests hold of the program as
well. That every rule has its tests is for ``test_rules_coverage`` to see.
"""

RULES = "tests/table/test_table_rules.py::"
PLAY = "tests/table/test_table_play.py::"
SCORING = "tests/table/test_table_scoring.py::"
RECORDS = "tests/table/test_table_records.py::"
HANDS = "tests/table/test_table_hands.py::"
RULINGS = "tests/table/test_table_rulings.py::"
CALL_OUTS = "tests/table/test_table_call_outs.py::"
ORACLE = "tests/oracle/table/test_rules.py::"

COVERAGE = {
    "| `auction` | Auction Pinochle for stakes | 3: the bidder against the other two | 15 + 3"
    " | each hand, in money | compromise |": [
        RULES + "test_the_games",
    ],
    "| `auction-score` | Auction, the scoring game | 3, each for himself | 15 + 3 | 1000 "
    "(1200, 1250, 1500) | compromise |": [
        RULES + "test_the_games",
    ],
    "| `partnership` (p67) | turned trump, no bidding | 4, two sides | 12 | 1000 | compromise |": [
        RULES + "test_the_games",
        RULES + "test_what_fills_the_missing_pages_is_marked",
    ],
    "| `firehouse` (p67) | one bid a seat | 4, two sides | 12 | 1000 | compromise |": [
        RULES + "test_the_games",
        RULES + "test_what_fills_the_missing_pages_is_marked",
    ],
    "| `partnership-auction` | bidding, widow of four | 4, two sides | 11 + 4 | 1000 (ruling)"
    " | compromise |": [
        RULES + "test_the_games",
    ],
    "| `corners` | bidding, dealer forced | 4, two sides | 12 | 1000 | compromise |": [
        RULES + "test_the_games",
    ],
    "| `check`, `check-original` | bidding with a marriage, paid in checks | 4, two sides | "
    "12 | 1000 | compromise |": [
        RULES + "test_the_games",
    ],
    "| `macdougall-3` | the two-handed game for three: stock, then playoff | 3, each for "
    "himself | 12, stock 12 | 500 | old-style |": [
        RULES + "test_the_games",
    ],
    "| `hayes-3`, `hayes-4` | hayes with 48 cards | 3 or 4, each for himself | 8 or 6, stock "
    "24 | 1000 | compromise |": [
        RULES + "test_the_games",
    ],
    "| `hayes-3x`, `hayes-4x` | hayes with 72 or 96 cards (3, 4 copies) | 3 or 4, each for "
    "himself | 12, stock 36 or 48 | 1000 | compromise |": [
        RULES + "test_the_games",
    ],
    "48 cards unless said; *the Auctions* are the first two.": [
        RULES + "test_the_games",
    ],
    "The default count is a ruling (in macdougall's examples kings and queens are 5); any "
    "count may be chosen.": [
        RULES + "test_the_games",
        RULES + "test_count_and_target_may_be_chosen",
    ],
    "Cards and last trick (10) make 250; hayes-3x 370, hayes-4x 490.": [
        RULES + "test_the_games",
        HANDS + "test_cards_are_kept_together_and_points_make_the_whole",
    ],
    "House versions are [files](RULEBOOKS.md#three-and-four).": [
        "tests/table/test_house_tables.py::test_hands_are_written_and_read_by_one_s_own_rulebook",
        "tests/table/test_house_tables.py::test_melds_score_by_their_own_points",
        "tests/table/test_table_rulebook_text.py::test_published_rulebooks_read_back",
        "tests/table/test_table_rulebook_text.py::test_the_example_of_the_document_reads",
    ],
    "Nothing is rounded, but for macdougall-3's chips (section 8; ruling).": [
        SCORING + "test_295_does_not_make_300",
        HANDS + "test_random_hands_are_those_of_the_oracle",
        CALL_OUTS + "test_card_points_are_rounded_for_each_of_three",
        CALL_OUTS + "test_no_other_game_has_chips_call_outs_or_single_hands",
    ],
    "**Seats**, clockwise: `south`, `west`, `north`, `east`; a table of three has no east.": [
        RULES + "test_seats_go_clockwise",
    ],
    '"Left of" is the next seat clockwise.': [
        RULES + "test_seats_go_clockwise",
    ],
    "Partners: south+north, west+east.": [
        RULES + "test_who_scores_together",
        RULES + "test_seats_go_clockwise",
    ],
    "The first dealer is drawn by lot; the deal passes to the left after every hand, played "
    "or passed out (one exception, section 3); a void hand keeps its dealer. `auction` and "
    "`auction-score` may have four at the table: the dealer is **out**, gets no cards and the"
    " other three play; for money he is one more opponent, in the scoring game he scores "
    "nothing (ruling).": [
        SCORING + "test_who_deals_next",
        SCORING + "test_an_out_dealer_is_one_more_opponent",
        RULES + "test_who_scores_together",
        RULES + "test_a_pack_is_dealt_as_the_oracle_deals_it",
    ],
    "**Options**; `pinochle rules NAME` lists a game's.": [
        RULES + "test_the_page_lists_the_options",
    ],
    "| `min0` `min150` `min200` `min300` `reenter` `forceN` `noforce` | auction, auction-score | "
    "3 |": [
        RULES + "test_the_page_lists_the_options",
    ],
    "| `dealermarriage` | check, check-original | 3 |": [
        RULES + "test_the_page_lists_the_options",
    ],
    "| `roundhouse250` | auction, auction-score, partnership, firehouse, partnership-auction, "
    "corners, check, check-original | 4 |": [
        RULES + "test_the_page_lists_the_options",
    ],
    "| `topall` | those, macdougall-3 | 5 |": [
        RULES + "test_the_page_lists_the_options",
    ],
    "| `nospades` `hearts` `points` `nickel` `kitty` `kitty350` `aces` | auction | 6 |": [
        RULES + "test_the_page_lists_the_options",
    ],
    "| `mustbid` | auction-score, firehouse, partnership-auction, corners, check, "
    "check-original | 7 |": [
        RULES + "test_the_page_lists_the_options",
    ],
    "| `bidderfirst` | firehouse | 7 |": [
        RULES + "test_the_page_lists_the_options",
    ],
    "| `renegelost` | check, check-original | 10 |": [
        RULES + "test_the_page_lists_the_options",
    ],
    "Two that answer the same question exclude each other: two lowest bids; `forceN` and "
    "`noforce`; `nospades` and `hearts`; `points` and `nickel`; `kitty` and `kitty350`; "
    "`bidderfirst` and `mustbid`.": [
        RULES + "test_the_page_lists_the_options",
        RULES + "test_options_that_cannot_be",
    ],
    "**Deal**, from the dealer's left.": [
        RULES + "test_a_pack_is_dealt_as_the_oracle_deals_it",
        ORACLE + "test_section_1_the_packets_of_the_deal",
    ],
    "15 + 3: three to each and one to the widow, three times, then three to each, twice.": [
        RULES + "test_a_pack_is_dealt_as_the_oracle_deals_it",
        ORACLE + "test_section_1_the_packets_of_the_deal",
    ],
    "11 + 4: three to each three times, four to the widow, two to each.": [
        RULES + "test_a_pack_is_dealt_as_the_oracle_deals_it",
        ORACLE + "test_section_1_the_packets_of_the_deal",
    ],
    "12: three at a time. hayes: singly (ruling).": [
        RULES + "test_a_pack_is_dealt_as_the_oracle_deals_it",
        ORACLE + "test_section_1_the_packets_of_the_deal",
    ],
    "Deal, then the auction (section 3).": [
        HANDS + "test_the_course_of_the_example",
    ],
    "Its winner is the **bidder**, his bid the **contract**; his side (in the Auctions he "
    "alone) is the *bidding side*.": [
        HANDS + "test_the_course_of_the_example",
    ],
    "The widow, if any, is turned up for all to see and goes into the bidder's hand.": [
        HANDS + "test_the_course_of_the_example",
        HANDS + "test_cards_are_kept_together_and_points_make_the_whole",
    ],
    "Nobody sees it before.": [
        HANDS + "test_random_hands_are_those_of_the_oracle",
    ],
    "The bidder, in one decision (ruling), names **any** suit trump, **buries** face down as "
    "many cards as the widow had, and lays his melds.": [
        HANDS + "test_the_course_of_the_example",
        PLAY + "test_every_choice_is_legal_and_stands_once",
    ],
    "In `auction` he may **concede** instead. (At the table he may concede until the first "
    "lead, T6.": [
        HANDS + "test_the_bidder_may_concede_only_for_money",
        RULINGS + "test_a_bidder_concedes_before_or_after_his_burial",
    ],
    "He learns nothing in between, so as a decision conceding is asked for here only, "
    "ruling; a record may have it later.)": [
        HANDS + "test_the_bidder_may_concede_only_for_money",
        RULINGS + "test_what_a_bidder_conceded_with_is_written_again",
    ],
    "In all games but `auction` the other seats lay their melds, clockwise from the bidder "
    "(ruling; the source: all at once).": [
        HANDS + "test_melds_alone_may_make_it_for_money_only",
        HANDS + "test_random_hands_are_those_of_the_oracle",
    ],
    "Melds go back to the hands.": [
        HANDS + "test_cards_are_kept_together_and_points_make_the_whole",
    ],
    "The bidder leads any card, then the winner of each trick leads: 15, 12 or 11 tricks.": [
        HANDS + "test_the_course_of_the_example",
        HANDS + "test_cards_are_kept_together_and_points_make_the_whole",
    ],
    "Scoring.": [
        SCORING + "test_a_hand_that_goes_on_has_no_result",
    ],
    "Every hand is played out, except in `auction`: conceded, or the melds alone reach the "
    "contract (made, nothing is played).": [
        HANDS + "test_melds_alone_may_make_it_for_money_only",
        HANDS + "test_the_bidder_may_concede_only_for_money",
    ],
    "In the 12-card games nothing is buried: trump is named, then all meld.": [
        PLAY + "test_how_moves_are_written",
        HANDS + "test_random_hands_are_those_of_the_oracle",
    ],
    "Legal calls, trumps, burials and melds are final (ruling).": [
        HANDS + "test_moves_that_cannot_be",
    ],
    "A seat that has nothing to lay is not asked.": [
        HANDS + "test_random_hands_are_those_of_the_oracle",
    ],
    "**Burial.** Any cards of the enlarged hand, trumps and aces too, nothing announced, but "
    "**no card that he melds**: he melds from the 15 (11) kept.": [
        PLAY + "test_what_may_be_buried",
        PLAY + "test_burials_are_those_of_the_oracle",
    ],
    "Their points count for the bidding side at the end.": [
        SCORING + "test_295_does_not_make_300",
        SCORING + "test_a_bidder_with_a_widow_needs_no_trick",
    ],
    "They are not a trick won or led; but a bidder with a widow needs no trick for his side's"
    ' melds to count (ruling: the burial is "in effect, an additional trick").': [
        SCORING + "test_a_bidder_with_a_widow_needs_no_trick",
    ],
    "Every bid is a multiple of 10 and at least 10 above the last one, any jump; at most 650 "
    "(the source for Auction; ruling: 1000 with partners).": [
        RULES + "test_what_may_be_called",
        RULES + "test_calls_that_cannot_be_made_say_what_can",
    ],
    "A pass is final.": [
        RULES + "test_auctions_that_are_over",
    ],
    "A partner's bid must be overcalled like any other.": [
        RULES + "test_auctions_that_are_over",
        RULES + "test_what_may_be_called",
    ],
    "Calls go clockwise over the seats still in, until all but the holder of the highest bid "
    "have passed; he is not asked again.": [
        RULES + "test_auctions_that_are_over",
    ],
    "| speaks first | dealer's left | dealer's left (p67) | **the dealer** | dealer's left | "
    "dealer's left |": [
        RULES + "test_what_may_be_called",
    ],
    "| lowest bid | 250 | 200 (p67) | none: 10 | 150 | 200 |": [
        RULES + "test_what_may_be_called",
        RULES + "test_the_lowest_and_the_forced_bid",
    ],
    "| calls a seat | until it passes | one, bid or pass (p67) | until it passes | until it "
    "passes | until it passes |": [
        RULES + "test_auctions_that_are_over",
    ],
    "| needed for a bid | - | - | - | - | a marriage (K Q of a suit) in the hand; the dealer "
    'needs none ("the first three players must hold a Marriage"), with option '
    "`dealermarriage` he does (ruling) |": [
        RULES + "test_a_bid_may_need_a_marriage",
        RECORDS + "test_the_dealer_needs_no_marriage_unless_agreed",
    ],
    "| three have passed (two in the Auctions), no bid | the last may pass | the last may "
    "pass (p67) | the last may pass (ruling) | the dealer must bid, 190 or more | the dealer "
    "must bid: 200; with a marriage 200 or more |": [
        RULES + "test_what_may_be_called",
        RULES + "test_a_bid_may_need_a_marriage",
    ],
    "| all pass | no score, next dealer | same | same | - | - |": [
        RULES + "test_auctions_that_are_over",
        HANDS + "test_a_hand_passed_out_comes_to_nothing",
        SCORING + "test_who_deals_next",
    ],
    "The forced bid in `corners` and `check` ends the auction.": [
        RULES + "test_auctions_that_are_over",
    ],
    "In `check-original` it reopens it: the passes before it are void, the seat at the "
    "dealer's left speaks next, and the dealer bids again only with a marriage.": [
        RULES + "test_auctions_that_are_over",
        RULES + "test_a_bid_may_need_a_marriage",
    ],
    "Options of the Auctions: `min150` `min200` `min300` `min0` (the lowest bid; min0: 10). "
    "`reenter`: a pass is not final; the auction closes at two passes in succession after a "
    "bid, or three at its start. `forceN`: when the first two pass, the third must bid N "
    "(never under the lowest bid) or more (250 is advised for three).": [
        RULES + "test_the_lowest_and_the_forced_bid",
        RULES + "test_auctions_that_are_over",
        RULES + "test_what_may_be_called",
    ],
    'With an out dealer `force290` is the default ("in most games"; or 320); `noforce` takes '
    "it away, and then after three passes **the same dealer** deals again.": [
        RULES + "test_the_lowest_and_the_forced_bid",
        RULES + "test_an_out_dealer_does_not_speak",
        SCORING + "test_who_deals_next",
    ],
    "With `reenter` a forced bid does not end the auction, for no pass is final (ruling).": [
        RULES + "test_auctions_that_are_over",
    ],
    "Examples (p a pass; from the first to speak). auction: 250 260 p 450 p: the first at "
    "450; p p 300: the third at 300 (any bid is open to him), at once. firehouse: p 200 250 "
    "p: the third. corners: p p p 190: the dealer. check-original: p p p 200 then, from his "
    "left, 210 p p p: the dealer's left at 210.": [
        RULES + "test_auctions_that_are_over",
    ],
    "Common marriage 20, royal marriage 40, run 150, jacks 40, queens 60, kings 80, aces 100,"
    " pinochle 40, dix (each nine of trumps) 10. In `auction` only the bidder melds; "
    "elsewhere every seat, from its own hand; a side adds its two seats' melds, cards of "
    "partners never combine. All is laid at once, so the order rules of R4 fall away:": [
        PLAY + "test_the_most_is_what_the_oracle_lays",
        HANDS + "test_random_hands_are_those_of_the_oracle",
    ],
    "A card serves in one meld of each class (suit, around, pinochle, dix); a run's K and Q "
    "in no royal marriage.": [
        PLAY + "test_layings_are_those_of_the_oracle",
        PLAY + "test_fewer_runs_leave_their_marriages",
    ],
    "With n(c) copies of card c held: runs r = least n over A T K Q J of trumps, 150 each; "
    "royal marriages min(n(K), n(Q)) - r, 40 each; in every plain suit min(n(K), n(Q)) "
    "marriages, 20 each; for each of J Q K A the least n over the suits, 40 60 80 100 each; "
    "pinochles min(n(QS), n(JD)), 40 each; dixes n(9), 10 each.": [
        PLAY + "test_the_most_is_what_the_oracle_lays",
    ],
    "This sum is **the most** the hand can meld.": [
        PLAY + "test_layings_are_those_of_the_oracle",
    ],
    "Fewer of any kind may be laid; fewer runs leave their K Q for royal marriages.": [
        PLAY + "test_layings_are_those_of_the_oracle",
        PLAY + "test_fewer_runs_leave_their_marriages",
    ],
    "A double run is 300, a double pinochle 80, eight queens 120, a roundhouse (K Q of every "
    "suit) 240 by its parts, with the run 350.": [
        PLAY + "test_the_melds_of_the_page",
    ],
    "Option `roundhouse250`: 250, with the run 360 (ruling), if all its parts are laid.": [
        PLAY + "test_a_roundhouse_of_250",
    ],
    "No other bonus melds.": [
        PLAY + "test_text_that_is_no_meld",
    ],
    "*Shown*: of each card as many copies as its busiest class uses (KH QH in a marriage, "
    "kings and queens: one of each).": [
        PLAY + "test_a_card_is_shown_as_often_as_its_busiest_class_uses_it",
    ],
    "All know from then on that these cards are there, each copy until its seat plays a card "
    "like it: nobody can tell the shown king of hearts from its twin, so after one shown and "
    "one played none is known, and after two shown and one played one is (ruling).": [
        HANDS + "test_the_course_of_the_example",
        HANDS + "test_a_shown_card_is_known_until_its_seat_plays_a_card_like_it",
    ],
    "The turned upcard, and the nine exchanged for it, are known in the same way.": [
        HANDS + "test_a_dealer_who_exchanges_with_himself_tells_of_his_nine",
        HANDS + "test_who_is_asked_for_a_nine_is_known_to_have_one_until_it_plays_one",
    ],
    "| ATKQJ.AK.AKJJ.AKKQ | S | run 150, aces 100, kings 80, marriage 20, pinochle 40: "
    "**390** (the second KC and JD nothing) |": [
        PLAY + "test_the_melds_of_the_page",
        PLAY + "test_what_the_first_specimen_lays",
    ],
    "| AKQJ.ATKQJ.KQ9.KQ9 | H | run 150, kings 80, queens 60, three marriages 60: **350**; "
    "trump S: 240 |": [
        PLAY + "test_the_melds_of_the_page",
    ],
    "| ATKQQJ.QQ.KQQJJ.QQ | S | run 150, queens 120, pinochles 80, marriage 20: **370** |": [
        PLAY + "test_the_melds_of_the_page",
    ],
    "| AKQ.AKQ.ATKQJ9.AKQ | D | run 150, aces 100, kings 80, queens 60, marriages 60, "
    "pinochle 40, dix 10: **500**, the most in 15 cards |": [
        PLAY + "test_the_melds_of_the_page",
    ],
    "| AATTKKQQJJ.A.AJJ.A | S | runs 300, aces 100, pinochles 80: **480** |": [
        PLAY + "test_the_melds_of_the_page",
    ],
    "Burial: dealt AAKQJ9.KQ.AATKQJ.K, widow JH TC 9C, contract 450, diamonds trump, the "
    "widow buried: run 150, kings 80, marriages 40, pinochle 40 = 310, buried 10, so tricks "
    "must bring 130.": [
        PLAY + "test_the_burial_of_the_page",
        HANDS + "test_the_course_of_the_example",
    ],
    "With KH QH 9C buried instead, kings and the heart marriage are gone: melds 210, buried 10.": [
        PLAY + "test_the_burial_of_the_page",
    ],
    "**`partnership`** (p67): the dealer's last card is turned up: its suit is trump.": [
        HANDS + "test_the_dealers_upcard_may_be_exchanged",
        RULES + "test_deals_that_cannot_be",
    ],
    "If it is no nine, each seat in turn from the dealer's left, the dealer last, may "
    "exchange a nine of trumps for it; the first who does ends this, and the dealer takes "
    "that nine.": [
        HANDS + "test_the_dealers_upcard_may_be_exchanged",
        HANDS + "test_a_nine_turned_up_is_the_dealers_dix",
    ],
    "A nine is a dix of the seat it was dealt to (the turned one of the dealer), also when "
    "exchanged away, never of the dealer who got it so.": [
        HANDS + "test_the_dealers_upcard_may_be_exchanged",
        HANDS + "test_a_nine_turned_up_is_the_dealers_dix",
    ],
    "Only seats with a nine are asked (ruling), so all know that a seat that is asked, or "
    "was asked and passed, has one, until it plays one; a dealer who exchanges with himself "
    "moves no card but has shown his nine (ruling).": [
        HANDS + "test_a_dealer_who_exchanges_with_himself_tells_of_his_nine",
        HANDS + "test_who_is_asked_for_a_nine_is_known_to_have_one_until_it_plays_one",
        HANDS + "test_random_hands_are_those_of_the_oracle",
    ],
    "That a seat which was not asked has none is written nowhere, and no analysis uses it.": [
        HANDS + "test_who_is_asked_for_a_nine_is_known_to_have_one_until_it_plays_one",
    ],
    "Then all meld, clockwise from the dealer's left, who leads to the first trick.": [
        HANDS + "test_the_dealers_upcard_may_be_exchanged",
    ],
    "*Best* is the card winning the trick so far; *higher* means beating best. The leader "
    "plays any card. The others:": [
        PLAY + "test_what_may_be_played",
        PLAY + "test_what_may_be_played_is_what_the_oracle_allows",
    ],
    "| cards of the plain suit led, not trumped yet | any of them | a higher one if held, "
    "else any of them | same as topall |": [
        PLAY + "test_what_may_be_played",
        PLAY + "test_what_may_be_played_is_what_the_oracle_allows",
    ],
    "| cards of the plain suit led, trumped already | any of them | any of them | any of them |": [
        PLAY + "test_what_may_be_played",
        PLAY + "test_what_may_be_played_is_what_the_oracle_allows",
    ],
    "| trumps, a trump led | a higher one if held, else any trump | same | same |": [
        PLAY + "test_what_may_be_played",
        PLAY + "test_what_may_be_played_is_what_the_oracle_allows",
    ],
    "| none of the suit led, but trumps | any trump, higher or not | a higher trump if held, "
    "else any trump | a higher trump if held, else **any card** (ruling) |": [
        PLAY + "test_what_may_be_played",
        PLAY + "test_what_may_be_played_is_what_the_oracle_allows",
    ],
    "| neither | any card | any card | any card |": [
        PLAY + "test_what_may_be_played",
        PLAY + "test_what_may_be_played_is_what_the_oracle_allows",
    ],
    "The highest trump wins, else the highest card of the suit led.": [
        PLAY + "test_who_wins_a_trick",
    ],
    "Spades trump: KS led, AS second; the third, with TS 9S, plays either.": [
        PLAY + "test_what_may_be_played",
    ],
    "KS led, QS second: he must play TS. AS led, AS second: he plays any trump.": [
        PLAY + "test_what_may_be_played",
    ],
    "AH led, the second, void, plays TS; the third, void with KS 9S, plays either, but one of"
    " them; with 9H he plays 9H.": [
        PLAY + "test_what_may_be_played",
    ],
    "**`auction`.** *Made*: melds + points of the buried cards and of the cards won (with the"
    " last trick) >= contract; 295 does not make 300. *Conceded* by the bidder: before the "
    "first lead only, also with trump named, the burial made and the melds laid, unless "
    "these melds reach the contract."
    " *Set*: played, not made. From or to each opponent (two; three with an out dealer):": [
        RULINGS + "test_a_bidder_concedes_before_or_after_his_burial",
        RULINGS + "test_a_result_that_cannot_be_is_told",
        SCORING + "test_295_does_not_make_300",
        SCORING + "test_an_out_dealer_is_one_more_opponent",
    ],
    "**Conceded by the defenders** (every game with bidding): once trump is named and all "
    "have melded, until the last card, the others may give up a hand that the bidder shows.": [
        RULINGS + "test_the_defenders_may_give_up_a_hand_that_is_shown",
    ],
    "In `auction` it is made.": [
        RULINGS + "test_the_defenders_may_give_up_a_hand_that_is_shown",
    ],
    "Elsewhere it is scored as if played (ruling).": [
        RULINGS + "test_the_defenders_may_give_up_a_hand_that_is_shown",
        RULINGS + "test_a_hand_given_up_goes_into_the_score_of_a_game",
    ],
    "In all of them the bidder wins every trick that is left, the open one and the last one "
    "too, and in `check` these are tricks that he has won (ruling).": [
        RULINGS + "test_the_defenders_may_give_up_a_hand_that_is_shown",
    ],
    "If even so the contract is not reached, nothing could be conceded: the record is wrong, "
    "and the hand is not over (ruling).": [
        RULINGS + "test_a_result_that_cannot_be_is_told",
    ],
    "**Given up by the bidder** in `auction`, once a card is led: the contract is set, and the "
    "tricks that are left are nobody's (ruling).": [
        RULINGS + "test_the_bidder_may_give_up_in_the_play",
    ],
    "Once it is made he cannot give it up: the record is wrong, and the hand is not over "
    "(ruling).": [
        RULINGS + "test_a_bidder_who_has_made_it_cannot_give_up",
    ],
    "| base in cents (ten cents a hundred) | contract / 10 (ruling) | 25 | 30 | 50 | 100 | "
    "200 | 400 | 800 | 1600 | 3200 |": [
        SCORING + "test_the_base",
    ],
    "| option `nickel` (a nickel a hundred) | contract / 20, rounded up (ruling) | 15 | 15 | "
    "25 | 50 | 100 | 200 | 400 | 800 | 1600 |": [
        SCORING + "test_the_base_of_a_nickel",
    ],
    "A nickel a hundred is half of ten cents.": [
        SCORING + "test_the_base_of_a_nickel",
    ],
    'The source calls 250 "usually worth $.15": that it means this stake, where half of 25 is '
    "no whole cent, is a ruling.": [
        SCORING + "test_the_base_of_a_nickel",
    ],
    "| made: the bidder gets | base | 2 base | 3 base |": [
        SCORING + "test_what_the_suit_multiplies",
    ],
    "| conceded: he pays | base | base (he names another suit) | base |": [
        SCORING + "test_what_the_suit_multiplies",
    ],
    "| set: he pays | 2 base | 4 base | 6 base |": [
        SCORING + "test_what_the_suit_multiplies",
    ],
    "Option `points`: base = the contract.": [
        SCORING + "test_the_base",
    ],
    "300 in spades: +60, -30, -120 cents from each (points: +600, -300, -1200).": [
        SCORING + "test_300_in_spades",
    ],
    "Option `kitty`, with k its size before the hand (0 at first, ruling): made at 400 or "
    'more takes all ("usually"), below 400 nothing.': [
        SCORING + "test_the_kitty",
        RECORDS + "test_a_contract_of_350_takes_half_of_the_kitty_only_if_agreed",
    ],
    "Lost, it is paid besides the opponents: contract to 390: base conceded, 2 base set, in "
    "any suit (ruling); 400 up: k, 2k.": [
        SCORING + "test_the_kitty",
    ],
    'Option `kitty350` ("sometimes"), in its place, differs at 350-390: made takes half '
    "(rounded down), lost pays k/2 (rounded up), k.": [
        SCORING + "test_the_kitty",
        RECORDS + "test_a_contract_of_350_takes_half_of_the_kitty_only_if_agreed",
    ],
    "With `points` and k = 1000: 300 costs 300 or 600, 360 360 or 720 (`kitty350`: 500 or "
    "1000), 420 1000 or 2000.": [
        SCORING + "test_the_kitty",
    ],
    "Option `aces`: a bidder dealt four different aces gets the base of the lowest bid from "
    "each, made or not (discouraged).": [
        SCORING + "test_four_aces_are_paid_for_made_or_not",
    ],
    "**`auction-score`.** The bidder, made as above, scores all he made; else he loses the "
    "contract (once, in any suit) and nothing counts for him.": [
        SCORING + "test_the_scoring_game",
    ],
    "Each other seat scores its cards (with the last trick) and its melds, these only if it "
    "won a trick.": [
        SCORING + "test_the_scoring_game",
    ],
    "Contract 300: 360 made is +360, 295 is -300.": [
        SCORING + "test_the_scoring_game",
    ],
    "**Sides.** The same with sides: the bidding side scores its total (melds and cards of "
    "both seats, buried cards) or loses the contract; the others always score their cards, "
    "and their melds if either won a trick.": [
        SCORING + "test_the_example_of_corners",
        HANDS + "test_random_hands_are_those_of_the_oracle",
    ],
    "In the 12-card games the bidding side's melds too need a trick, for the contract as "
    "well. `partnership`: each side its cards, and its melds with a trick.": [
        SCORING + "test_with_twelve_cards_the_bidding_sides_melds_need_a_trick",
        SCORING + "test_partnership_is_scored_without_a_contract",
    ],
    "Example (corners): contract 250, melds 90 + 40, cards 115: 245, so -250; the others, "
    "melds 60, cards 135: +195.": [
        SCORING + "test_the_example_of_corners",
    ],
    "**`check`** pays checks besides, to the side:": [
        SCORING + "test_checks_of_a_hand",
    ],
    "| contract of 200-240, 250-290, ... made | 2 4 7 10 15 20 25 30 (550-590), 5 more for "
    "each further 50 (ruling) | 2 4 7 10 13 16, 19 from 500 on |": [
        SCORING + "test_checks_for_the_contract",
    ],
    "| contract set: to the others | twice that, melds not counted (ruling) | twice that |": [
        SCORING + "test_checks_of_a_hand",
    ],
    "| run; double run | 2; 10 | 2; 4 |": [
        SCORING + "test_checks_for_melds",
    ],
    "| aces; eight aces | 2; 8 | 1; 2 |": [
        SCORING + "test_checks_for_melds",
    ],
    "| run and aces | 5 | 3 |": [
        SCORING + "test_checks_for_melds",
    ],
    "| kings, queens, jacks: each set | 1 | 1 |": [
        SCORING + "test_checks_for_melds",
    ],
    "| roundhouse (K Q of every suit) | 5 | 4 |": [
        SCORING + "test_checks_for_melds",
    ],
    "| pinochle; double | 0; 2 | 1; 2 |": [
        SCORING + "test_checks_for_melds",
    ],
    "| all twelve tricks | 5 | 4 |": [
        SCORING + "test_checks_for_all_tricks",
    ],
    "| the game won; if the losers stand at 0 or less | 10; 5 more | 7; - |": [
        SCORING + "test_checks_for_the_game",
    ],
    "Melds are looked at seat by seat; each run and each set of four counts in one line, "
    "chosen for the most: run and eight aces 2 + 8; a roundhouse (kings, queens and a "
    "marriage of every suit laid, of trumps also a run, which is paid as a run too) in place "
    "of one set of kings and of queens (rulings; check-original's double run, eight aces, run"
    " and aces are sums).": [
        SCORING + "test_checks_for_melds",
        SCORING + "test_checks_of_a_hand",
    ],
    "Meld checks only where the melds count; a set side gets no checks of that hand, the "
    "others those for their melds and for twelve tricks besides (ruling).": [
        SCORING + "test_checks_of_a_hand",
        SCORING + "test_checks_for_all_tricks",
    ],
    "Contract 340 made, a run in one hand, aces in the partner's: 7 + 2 + 2; set: the others 14.": [
        SCORING + "test_checks_of_a_hand",
    ],
    "At the end the difference in checks is paid, whoever won the game.": [
        SCORING + "test_a_game_of_checks",
    ],
    'Tested after each hand; "reach": target or more.': [
        SCORING + "test_both_sides_reach_the_target",
    ],
    "| auction-score | the bidder if he reached it, even with less; else the highest | the "
    "two others, bidder short: the target rises by 250 (again until above them, ruling), all "
    "scores stay |": [
        SCORING + "test_the_end_of_the_scoring_game",
        SCORING + "test_after_the_target_has_risen",
    ],
    "| partnership-auction | the bidding side | the bidding side |": [
        SCORING + "test_both_sides_reach_the_target",
    ],
    "| firehouse | the higher (ruling; option `bidderfirst`: the bidding side) | the bidding "
    "side |": [
        SCORING + "test_both_sides_reach_the_target",
    ],
    "| corners, check | the higher, whoever bid | another hand (ruling) |": [
        SCORING + "test_both_sides_reach_the_target",
    ],
    "| partnership, macdougall-3 | the higher (p67; as two-handed) | another hand (ruling) |": [
        SCORING + "test_both_sides_reach_the_target",
        SCORING + "test_games_end_as_with_the_oracle",
    ],
    "| hayes-n | the highest | as R6: 1250, 1500, ... |": [
        SCORING + "test_the_end_of_hayes",
    ],
    "auction-score: at 700, 900, 940 the first bids 280 and makes 320, the others get 200 and"
    " 230: the first wins with 1020 against 1100 and 1170.": [
        SCORING + "test_the_end_of_the_scoring_game",
    ],
    "Had he made 290, he has 990 and the third wins.": [
        SCORING + "test_the_end_of_the_scoring_game",
    ],
    "If somebody stands at minus the original target or lower and nobody has reached the "
    "target, the game ends and the highest wins (equal: another hand, ruling).": [
        SCORING + "test_the_end_of_the_scoring_game",
        SCORING + "test_after_the_target_has_risen",
    ],
    "Only macdougall-3 has call-outs (section 8; ruling where the source is silent).": [
        SCORING + "test_games_end_as_with_the_oracle",
        CALL_OUTS + "test_no_other_game_has_chips_call_outs_or_single_hands",
        CALL_OUTS + "test_calls_are_judged_by_the_rule",
    ],
    'Option `mustbid` ("must bid to go out"): a side, or in auction-score a player, wins only '
    "in a hand that it bid and whose contract it made, if it then has the target or more, "
    "whoever has more.": [
        SCORING + "test_who_must_bid_to_go_out",
        SCORING + "test_a_game_goes_on_until_somebody_bids_to_go_out",
    ],
    "Points that take anybody else to the target stay, and the game goes on: he wins once he "
    "bids and makes a contract (ruling).": [
        SCORING + "test_who_must_bid_to_go_out",
        SCORING + "test_a_game_goes_on_until_somebody_bids_to_go_out",
    ],
    "The target does not rise.": [
        SCORING + "test_who_must_bid_to_go_out",
    ],
    "A score of minus the target ends auction-score all the same, and the highest wins (ruling).": [
        SCORING + "test_who_must_bid_to_go_out",
    ],
    "**Money by agreement**, in one of these ways (`Pays`).": [
        SCORING + "test_how_a_game_is_settled",
    ],
    "A player who is out in the last hand is a player of the game as the others.": [
        SCORING + "test_how_a_game_is_settled",
        RECORDS + "test_the_three_ways_of_settling_by_points",
    ],
    "| `stakes` | each loser a stake; corners 1.00 a game and, at once, 0.25 a hand made or set"
    " | all but auction |": [
        SCORING + "test_money_by_stakes",
        SCORING + "test_a_game_is_not_settled_so",
    ],
    "| `difference` | each loser to the winner: the winner's score minus his own; in "
    "auction-score the victor's bonus of 500 too (ruling) | all but auction |": [
        SCORING + "test_money_by_the_difference",
        SCORING + "test_how_a_game_is_settled",
    ],
    "| `difference-alone` | the same without the bonus | auction-score |": [
        SCORING + "test_how_a_game_is_settled",
        SCORING + "test_a_game_is_not_settled_so",
    ],
    "| `all-differences` | every player to each above him: the difference of their scores | "
    "auction-score; macdougall-3, hayes-n (ruling) |": [
        SCORING + "test_how_a_game_is_settled",
        SCORING + "test_a_game_is_not_settled_so",
    ],
    'The book gives the victor "a bonus payment of 500", but of finals 960, 1,620, 720 it says '
    '"he collects 660 from A and 900 from C": either the 1,620 holds the bonus already or it is '
    "not paid here.": [
        RECORDS + "test_the_three_ways_of_settling_by_points",
    ],
    "Ruling: `difference` pays it on each difference (-1,160, +2,560, -1,400); "
    "`difference-alone` is the other reading (-660, +1,560, -900).": [
        SCORING + "test_how_a_game_is_settled",
        RECORDS + "test_the_three_ways_of_settling_by_points",
    ],
    "By the book's second method \"the second highest collects from the low man the "
    'difference": -420, +1,560, -1,140.': [
        RECORDS + "test_the_three_ways_of_settling_by_points",
    ],
    "The book names the bonus in the scoring game only, so no other game pays it.": [
        SCORING + "test_only_the_scoring_game_has_a_bonus",
    ],
    "If a loser stands above the winner, the difference is below 0: it is taken off the bonus, "
    "or paid to him (ruling).": [
        SCORING + "test_how_a_game_is_settled",
    ],
}
