"""Breaks of the rules, each a change of the program's text, for ``check_rules_coverage.py``.

A break says what it makes of the game, which code it puts in place of which, and which rules of
`rules_coverage` it breaks, by their first words. The tests named for those rules have to notice.
"""

from __future__ import annotations

from typing import NamedTuple

RULEBOOKS = "solver/pinochle_solver/rules/rulebooks.py"
RULES = "solver/pinochle_solver/rules/rules.py"
DECKS = "solver/pinochle_solver/rules/decks.py"
PACKING = "solver/pinochle_solver/rules/rules_table.py"
UNDER_WAY = "solver/pinochle_solver/hand/under_way.py"
SCORING = "solver/pinochle_solver/game/scoring.py"
TURNS = "solver/pinochle_solver/game/turns.py"
GAME = "solver/pinochle_solver/game/game.py"
AGREED = "solver/pinochle_solver/rules/agreed.py"
CLAIMS = "solver/pinochle_solver/rules/claims.py"
CALL_OUTS = "solver/pinochle_solver/game/call_outs.py"
HAND = "ext/pinochle_solver/_core/hand/hand.pyx"
HAND_SHARED = "ext/pinochle_solver/_core/hand/hand.pxd"
MELDS = "ext/pinochle_solver/_core/hand/melds.pyx"
MELDS_SHARED = "ext/pinochle_solver/_core/hand/melds.pxd"
LAYOUT = "ext/pinochle_solver/_core/layout.pyx"
LAYOUT_SHARED = "ext/pinochle_solver/_core/layout.pxd"


class Break(NamedTuple):
    """One change by which the program breaks some rules.

    Attributes:
        what: what the game is like then.
        file: the file that is changed.
        within: the function, class or value whose code is changed.
        old: code that is there once (see `code_places` of the benchmarks).
        new: what stands in its place.
        rules: the rules that are broken, by their first words.
    """

    what: str
    file: str
    within: str
    old: str
    new: str
    rules: tuple[str, ...]


BREAKS = (
    # Section 2: the shape of a hand
    Break(
        "the same player deals again",
        "solver/pinochle_solver/game/replayed_hand.py",
        "Replay.next_dealer",
        "return dealer if self.points is None else dealer.other",
        "return dealer",
        ("The deal alternates",),
    ),
    Break(
        "eleven cards are dealt to each, and 25 are the stock",
        DECKS,
        "PINOCHLE_DECK",
        "    hand=12,\n    stock=23,\n",
        "    hand=11,\n    stock=25,\n",
        ("Deal: 12 cards", "23 cards are", "**Stock phase**", "**Playoff**: 12"),
    ),
    Break(
        "the dealer leads first",
        HAND,
        "deal_hand",
        "    state.leader = state.turn = 1 - dealer\n",
        "    state.leader = state.turn = dealer\n",
        ("Non-dealer leads first",),
    ),
    Break(
        "the loser of a trick leads",
        HAND,
        "_lead_now",
        "    hand.state.turn = hand.state.leader\n    hand.state.due = DUE_PLAY\n",
        "    hand.state.leader = hand.state.turn = 1 - hand.state.leader\n"
        "    hand.state.due = DUE_PLAY\n",
        ("Non-dealer leads first", "**Playoff**: 12"),
    ),
    Break(
        "melded cards are not played in the stock phase",
        HAND,
        "_stock_cards",
        "    cards = seat.table\n    while cards:\n        card = lowest_bit(cards)\n",
        "    cards = 0\n    while cards:\n        card = lowest_bit(cards)\n",
        ("*Any* card", "Melded cards lie"),
    ),
    Break(
        "the second of two identical cards wins",
        HAND_SHARED,
        "beats_card",
        "        return reply > led\n",
        "        return reply >= led\n",
        ("A higher card of the suit led",),
    ),
    Break(
        "a trump beats no other suit in the stock phase",
        HAND_SHARED,
        "beats_card",
        "    return reply // RANKS == trump\n",
        "    return False\n",
        ("A higher card of the suit led",),
    ),
    Break(
        "the loser of a trick draws first",
        HAND,
        "draw",
        "    for order in range(SEATS):\n        seat = state.leader ^ order\n"
        "        if state.drawn",
        "    for order in range(1, -1, -1):\n        seat = state.leader ^ order\n"
        "        if state.drawn",
        ("After each trick the winner", "At the 12th trick", "23 cards are"),
    ),
    Break(
        "in hayes the winner melds before both draw",
        RULEBOOKS,
        "HAYES",
        "    draws_before_melding=True,\n",
        "    draws_before_melding=False,\n",
        ("After each trick the winner", "| meld and draw |"),
    ),
    Break(
        "in macdougall both draw before the winner melds",
        RULEBOOKS,
        "MACDOUGALL",
        "    melds=_COMMON_MELDS,\n    dix_by_loser=True,\n",
        "    melds=_COMMON_MELDS,\n    draws_before_melding=True,\n    dix_by_loser=True,\n",
        ("After each trick the winner", "| meld and draw |", "Turn order in macdougall"),
    ),
    Break(
        "melded cards do not go back to the hand",
        HAND,
        "_take_up",
        "        _hold(rules, seat, lowest_bit(copies) % CARDS)\n",
        "",
        ("When the stock is gone",),
    ),
    Break(
        "the last trick scores nothing",
        HAND,
        "_complete_trick",
        "trick_points += rules.playoff.last_trick",
        "trick_points += 0",
        ("The hand is scored",),
    ),
    Break(
        "the card of the follower counts nothing",
        HAND,
        "_complete_trick",
        "+= points[led % RANKS] + points[reply % RANKS]",
        "+= points[led % RANKS]",
        ("The hand is scored",),
    ),
    Break(
        "what is melded scores nothing",
        MELDS,
        "lay_meld",
        "    seat.meld_points += copies.points\n",
        "",
        ("The hand is scored",),
    ),
    Break(
        "the seats see each other's cards as their own in the playoff",
        UNDER_WAY,
        "HandUnderWay._position",
        "south=self.hand(Seat.SOUTH),\n                north=self.hand(Seat.NORTH),\n",
        "south=self.hand(Seat.NORTH),\n                north=self.hand(Seat.SOUTH),\n",
        ("With a perfect memory", "So **the playoff is"),
    ),
    # Section 3: the playoff's obligations
    Break(
        "in hayes a plain suit need not be headed",
        RULEBOOKS,
        "HAYES",
        "    must_head_plain=True,\n    draws_before_melding=True,\n",
        "    draws_before_melding=True,\n",
        ("| cards of the suit led, a plain suit |",),
    ),
    Break(
        "a trump need not be headed",
        PACKING,
        "playoff_fields",
        '"must_head_trumps": rules.must_head_trumps',
        '"must_head_trumps": False',
        ("| trumps, when a trump is led |",),
    ),
    Break(
        "who cannot follow need not trump",
        PACKING,
        "playoff_fields",
        '"must_trump": rules.must_trump',
        '"must_trump": False',
        ("| none of the suit led, but trumps |",),
    ),
    Break(
        "who has neither suit nor trump must play his lowest card",
        LAYOUT_SHARED,
        "legal_replies",
        "            return choice\n    return held\n",
        "            return choice\n    return held & (~held + 1)\n",
        ("| neither |",),
    ),
    Break(
        "who holds the suit led and trumps must trump",
        LAYOUT_SHARED,
        "legal_replies",
        "    if following:\n",
        "    if following and not held & layout.trumps:\n",
        ("In every rulebook a hand that can follow", "| cards of the suit led, a plain suit |"),
    ),
    Break(
        "an equal card is higher",
        LAYOUT,
        "_relate_cards",
        "        up_to_this = (bit(card) - 1) | layout.identical[card]\n",
        "        up_to_this = (bit(card) - 1) & ~layout.identical[card]\n",
        ('"Higher" is strictly higher',),
    ),
    Break(
        "trumps are led only by who holds nothing else",
        HAND,
        "_playoff_cards",
        "    if hand.state.led != NO_CARD:\n        cards = legal_replies",
        "    if hand.state.led == NO_CARD and cards & ~layout.trumps:\n"
        "        cards &= ~layout.trumps\n"
        "    if hand.state.led != NO_CARD:\n        cards = legal_replies",
        ("The leader may always lead any card",),
    ),
    # Section 4: what melds score
    *(
        Break(f"{what} have another score", RULEBOOKS, within, old, new, (rule,))
        for what, within, old, new, rule in (
            (
                "marriages",
                "_MELDS_BUT_DIX",
                '"marriage", 20,',
                '"marriage", 30,',
                "| common marriage |",
            ),
            (
                "royal marriages",
                "_MELDS_BUT_DIX",
                '"royal-marriage", 40,',
                '"royal-marriage", 50,',
                "| royal marri",
            ),
            ("runs", "_RUN", '"run", 150,', '"run", 160,', "| run (flush, sequence) |"),
            ("four jacks", "_MELDS_BUT_DIX", '"jacks", 40,', '"jacks", 50,', "| jacks around |"),
            (
                "four queens",
                "_MELDS_BUT_DIX",
                '"queens", 60,',
                '"queens", 70,',
                "| queens around |",
            ),
            ("four kings", "_MELDS_BUT_DIX", '"kings", 80,', '"kings", 90,', "| kings around |"),
            ("four aces", "_MELDS_BUT_DIX", '"aces", 100,', '"aces", 110,', "| aces around |"),
            ("pinochles", "_MELDS_BUT_DIX", '"pinochle", 40,', '"pinochle", 50,', "| pinochle |"),
            ("dixes", "_COMMON_MELDS", '(DIX, 10, "9t")', '(DIX, 20, "9t")', "| dix | 9 of trumps"),
            (
                "double pinochles",
                "_DOUBLE_PINOCHLE",
                '"double-pinochle", 300,',
                '"double-pinochle", 310,',
                "| double pinochle | QS QS",
            ),
            (
                "a grand pinochle",
                "_GRAND_PINOCHLE",
                '80, "KS QS JD"',
                '90, "KS QS JD"',
                "| grand pinochle |",
            ),
            ("roundhouses", "_ROUNDHOUSE", '240, "K* Q*"', '220, "K* Q*"', "| roundhouse |"),
        )
    ),
    # Section 4: who and when
    Break(
        "the loser of a trick melds",
        HAND,
        "_offer_meld",
        "        hand.state.due = DUE_MELD\n        hand.state.turn = hand.state.leader\n",
        "        hand.state.due = DUE_MELD\n        hand.state.turn = 1 - hand.state.leader\n",
        ("**Who and when.**",),
    ),
    Break(
        "the winner melds as often as he can",
        HAND,
        "apply_move",
        "        _show(rules, hand, move)\n        _offer_dix(rules, hand)\n",
        "        _show(rules, hand, move)\n        if move != PASS:\n"
        "            _offer_meld(rules, hand)\n            return\n"
        "        _offer_dix(rules, hand)\n",
        ("One meld per trick won", "At most one dix a player a trick"),
    ),
    Break(
        "who can meld has to",
        HAND,
        "_shows",
        "    cdef int count = 1\n    moves[0] = PASS\n",
        "    cdef int count = 0\n    moves[0] = PASS\n",
        ("Melding is never compulsory", "Claims are never automatic"),
    ),
    Break(
        "in scarne there is no meld after the 12th trick",
        RULEBOOKS,
        "SCARNE",
        "    melds_after_last_stock_trick=True,\n    dealer_dix=10,\n",
        "    dealer_dix=10,\n",
        ("| meld after the 12th trick |",),
    ),
    Break(
        "in macdougall there is a meld after the 12th trick",
        RULEBOOKS,
        "MACDOUGALL",
        "    melds=_COMMON_MELDS,\n    dix_by_loser=True,\n",
        "    melds=_COMMON_MELDS,\n    melds_after_last_stock_trick=True,\n"
        "    dix_by_loser=True,\n",
        ("| meld after the 12th trick |",),
    ),
    Break(
        "there are melds in scarne's playoff",
        HAND,
        "_complete_trick",
        "            state.due = DUE_NOTHING\n    elif rules.draws_first:\n",
        "            state.due = DUE_NOTHING\n"
        "        elif may_meld_after(rules, rules.stock_tricks):\n"
        "            _offer_meld(rules, hand)\n    elif rules.draws_first:\n",
        ("No melds.",),
    ),
    # Section 4: which cards
    Break(
        "in hayes the run adds to its royal marriage",
        RULEBOOKS,
        "HAYES",
        '        replace(_RUN, replaces="royal-marriage"),\n',
        "        _RUN,\n",
        ("| run after its royal marriage |", "hayes, run over royal marriage"),
    ),
    Break(
        "in hayes one married card makes the run worth 110",
        MELDS,
        "points_of_meld",
        "(0 if meld.replaced & ~served else meld.replaced_points)",
        "(meld.replaced_points if meld.replaced & served else 0)",
        ("hayes, run over royal marriage", "Example: K1 Q1 married"),
    ),
    Break(
        "in hayes the double pinochle adds to its pinochle",
        RULEBOOKS,
        "_DOUBLE_PINOCHLE",
        '((Service.PINOCHLE, "QS JD"),), replaces="pinochle"\n)',
        '((Service.PINOCHLE, "QS JD"),)\n)',
        ("| double pinochle after a pinochle |", "hayes, double pinochle"),
    ),
    Break(
        "two queens and one jack are a double pinochle",
        RULEBOOKS,
        "_DOUBLE_PINOCHLE",
        '"QS QS JD JD"',
        '"QS QS JD"',
        ("| double pinochle | QS QS", "Pinochle laid, its JD played"),
    ),
    Break(
        "a card of jacks or queens around makes no pinochle",
        RULEBOOKS,
        "_MELDS_BUT_DIX",
        "barred_by=(Service.PINOCHLE,)\n",
        "barred_by=(Service.PINOCHLE, Service.AROUND)\n",
        ("Melds fall in three", "A card may serve in several classes", "Worked cases"),
    ),
    Break(
        "a meld needs no card from the hand",
        MELDS_SHARED,
        "may_lay",
        "    if not meld.one & in_hand or meld.one & ~(",
        "    if meld.one & ~(",
        ("Every meld puts at least one card", "Two pinochles laid separately"),
    ),
    Break(
        "a card serves in kings around, or queens, as often as it may",
        RULEBOOKS,
        "_around",
        "barred_by=(Service.AROUND,)",
        "barred_by=()",
        ("Within a class",),
    ),
    Break(
        "the cards of a run marry",
        RULEBOOKS,
        "_SUIT_CLASS",
        "_SUIT_CLASS = (Service.MARRIAGE, Service.RUN)",
        "_SUIT_CLASS = (Service.MARRIAGE,)",
        ("In the suit class", "After a run, a fresh K", "A run is on the table"),
    ),
    Break(
        "a roundhouse is laid bit by bit",
        RULEBOOKS,
        "_ROUNDHOUSE",
        '(Service.AROUND, "K* Q*")),\n    all_at_once=True,\n',
        '(Service.AROUND, "K* Q*")),\n',
        ('"Laid all at once"',),
    ),
    Break(
        "a grand pinochle is laid bit by bit",
        RULEBOOKS,
        "_GRAND_PINOCHLE",
        '(Service.PINOCHLE, "QS JD")),\n    all_at_once=True,\n',
        '(Service.PINOCHLE, "QS JD")),\n',
        ('"Laid all at once"',),
    ),
    Break(
        "the cards of a roundhouse have not married",
        RULEBOOKS,
        "_ROUNDHOUSE",
        '((Service.MARRIAGE, "K* Q*"), (Service.AROUND, "K* Q*"))',
        '((Service.AROUND, "K* Q*"),)',
        ("Afterwards its cards have served",),
    ),
    Break(
        "kings and queens around count as married",
        RULEBOOKS,
        "_around",
        "((Service.AROUND, cards),)",
        "((Service.AROUND, cards), (Service.MARRIAGE, cards))",
        ("**Which cards**", "A roundhouse by its parts", "After the 220, a *second* queen"),
    ),
    Break(
        "a played card still lies on the table",
        HAND,
        "_play",
        "        seat.table &= ~copy\n",
        "",
        ("A card that was played", "Pinochle laid, its JD played"),
    ),
    Break(
        "a meld is named once for each copy on the table",
        HAND,
        "_melds",
        "            moves[count] = base + 1 + meld\n            count += 1\n",
        "            moves[count] = base + 1 + meld\n            count += 1\n"
        "            if rules.meld[meld].one & <uint32_t> seat.table:\n"
        "                moves[count] = base + 1 + meld\n                count += 1\n",
        ("A meld names cards",),
    ),
    Break(
        "of two copies on the table the one that has served in less is used",
        MELDS,
        "_best_copy",
        "return two if _worth_using(seat, two) > _worth_using(seat, one) else one",
        "return two if _worth_using(seat, two) < _worth_using(seat, one) else one",
        ("Of the ways to choose copies",),
    ),
    Break(
        "the copies that score most are not looked for",
        MELDS,
        "choose_copies",
        "    if best.points == meld.points:\n        return best\n",
        "    return best\n",
        ("Of the ways to choose copies",),
    ),
    Break(
        "of equals the first named comes from the hand",
        MELDS,
        "_fewest_new",
        "                last = card\n",
        "                last = card if last < 0 else last\n",
        ("Example: KH QH on the table",),
    ),
    # Section 4: the dix
    Break(
        "a nine turned up scores nothing",
        HAND,
        "deal_hand",
        ".meld_points = rules.dealer_dix",
        ".meld_points = 0",
        ("| upcard is the 9 of trumps |",),
    ),
    Break(
        "in hayes the dix is no meld of its own",
        RULEBOOKS,
        "HAYES",
        "    draws_before_melding=True,\n    dix_is_a_meld=True,\n",
        "    draws_before_melding=True,\n",
        ("| first dix |", "| second dix", "The upcard gained", "One player may score both"),
    ),
    Break(
        "in macdougall the loser of a trick shows no dix",
        RULEBOOKS,
        "MACDOUGALL",
        "    melds=_COMMON_MELDS,\n    dix_by_loser=True,\n",
        "    melds=_COMMON_MELDS,\n",
        ("| first dix |", "| second dix", "Turn order in macdougall", "Both may still use a dix"),
    ),
    Break(
        "in macdougall a nine just drawn always waits",
        TURNS,
        "is_shown_when_drawn",
        "        rules.penalties.dix_when_drawn\n",
        "        False\n",
        ("A 9 just drawn may be shown at once",),
    ),
    Break(
        "a dix is exchanged for the other nine",
        HAND,
        "show_dix",
        "    if upcard == rules.dix_card:\n        return Planes(lay_card",
        "    if False:\n        return Planes(lay_card",
        ("| second dix",),
    ),
    Break(
        "the first dix is shown without an exchange",
        HAND,
        "_show",
        "        laid = show_dix(rules, seat, state.upcard)\n"
        "        state.upcard = rules.dix_card\n",
        "        laid = lay_card(seat, rules.dix_card)\n",
        ("The first dix scores only by exchange", "| first dix |"),
    ),
    Break(
        "the second dix is not shown",
        HAND,
        "_may_show_dix",
        "    return (may_show_dix_after(rules, state.tricks)\n",
        "    return (may_show_dix_after(rules, state.tricks) and state.upcard != rules.dix_card\n",
        ("| second dix", "At most one dix a player a trick", "One player may score both"),
    ),
    Break(
        "the nine taken as upcard after trick 12 scores",
        HAND,
        "draw",
        "            card = state.upcard\n",
        "            card = state.upcard\n            if card == rules.dix_card:\n"
        "                state.seats[state.leader ^ order].meld_points += rules.dix_points\n",
        ("| the dix drawn by the loser of trick 12 |", "After those draws"),
    ),
    Break(
        "the upcard gained waits for another turn",
        HAND,
        "_shows",
        "        show_dix(rules, &seat, state.upcard)\n",
        "        seat.hand = remove_card(seat.hand, rules.dix_card)\n",
        ("The upcard gained",),
    ),
    Break(
        "a nine held when the stock is gone scores of itself",
        HAND,
        "_take_up_tables",
        "        seat.table = seat.laid = seat.known = 0\n",
        "        seat.table = seat.laid = seat.known = 0\n"
        "        if rules.dix_card >= 0 and seat.hand >> rules.dix_card & 1:\n"
        "            seat.meld_points += rules.dix_points\n",
        ("Claims are never automatic",),
    ),
    Break(
        "no dix is shown after trick 12 where there is no meld",
        RULES,
        "Rulebook.last_dix_trick",
        "        last = self.last_meld_trick if self.dix_is_a_meld else self.deck.stock_tricks\n",
        "        last = self.last_meld_trick\n",
        ("Both may still use a dix",),
    ),
    Break(
        "in macdougall a nine drawn after trick 12 scores nothing",
        HAND,
        "draw",
        ".meld_points += rules.last_draw_dix",
        ".meld_points += 0",
        ("After those draws",),
    ),
    Break(
        "in scarne a nine drawn after trick 12 scores",
        RULEBOOKS,
        "SCARNE",
        "    melds_after_last_stock_trick=True,\n    dealer_dix=10,\n",
        "    melds_after_last_stock_trick=True,\n    dealer_dix=10,\n    last_draw_dix=10,\n",
        ("In scarne the winner of trick 12",),
    ),
    # Section 6: the game
    Break(
        "a game is won at 1,250",
        RULES,
        "Rulebook.target",
        "    target: int = 1000\n",
        "    target: int = 1250\n",
        ("| target |",),
    ),
    Break(
        "the lower score wins",
        SCORING,
        "_higher",
        "return Seat.SOUTH if points.south > points.north",
        "return Seat.SOUTH if points.south < points.north",
        ("| both reach it in one hand |", "| target |", "| single-hand game"),
    ),
    Break(
        "in hayes a tie leaves the target",
        RULEBOOKS,
        "HAYES",
        "GameRules(tie_raises_target_by=250)",
        "GameRules()",
        ("| tie at or over the target |",),
    ),
    Break(
        "chips are rounded up from six",
        RULEBOOKS,
        "_MACDOUGALL_GAME",
        "    chips_up_from=7,\n",
        "    chips_up_from=6,\n",
        ("| rounding |",),
    ),
    Break(
        "in scarne a right caller must win a trick",
        RULEBOOKS,
        "SCARNE",
        "    call_out=CallOutRule.WINS,\n",
        "    call_out=CallOutRule.NEEDS_A_TRICK,\n",
        ("| call-out (optional) |",),
    ),
    Break(
        "macdougall has doubles after the first and the last trick only",
        RULEBOOKS,
        "_MACDOUGALL_GAME",
        "    doubles=tuple(Doubles),\n",
        "    doubles=(Doubles.FIRST_LAST,),\n",
        ("| doubles (optional) |",),
    ),
    Break(
        "a wrong caller wins",
        CLAIMS,
        "HandWithClaims._claimed",
        "winner = call.seat if came is Claim.WINS else heir",
        "winner = call.seat",
        ("| call-out (optional) |",),
    ),
    Break(
        "a seat calls out as often as it likes",
        CLAIMS,
        "HandWithClaims.decided",
        "elif call.seat in made:",
        "elif call in made.values():",
        ("A seat calls out once",),
    ),
    Break(
        "in chips a claim counts card points as they are",
        CALL_OUTS,
        "CallOutJudge._points_after",
        "return self.counted(points)",
        "return points",
        ("In chips a claim counts",),
    ),
    Break(
        "a last digit of 7 or more is not dropped",
        AGREED,
        "chips_up_from",
        "        return _NEVER_UP\n",
        "        return rules.game.chips_up_from or _NEVER_UP\n",
        ("Instead of chips",),
    ),
    Break(
        "in hayes each hand may be a game",
        RULEBOOKS,
        "HAYES",
        "GameRules(tie_raises_target_by=250)",
        "GameRules(tie_raises_target_by=250, single_hand_tie=SingleHandTie.NOBODY_WINS)",
        ("| single-hand game",),
    ),
    Break(
        "the target is tested in the middle of a hand",
        SCORING,
        "_ScoreKeeper._played",
        "            self._add(points)\n            self._test_target(remarks)\n",
        "            for trick in replay.tricks if self.winner is None else ():\n"
        "                for seat in Seat:\n"
        "                    if self.score[seat] + sum(trick.points[seat]) >= self.target:\n"
        "                        self.winner, self.ending = seat, Ending.TARGET_REACHED\n"
        "            self._add(points)\n"
        "            if self.winner is None:\n                self._test_target(remarks)\n",
        ("Reaching the target is tested",),
    ),
    Break(
        "the winner pays",
        GAME,
        "Game.payment",
        "return Payment(self.winner.other, abs(",
        "return Payment(self.winner, abs(",
        ("**Payment by the difference**", "Who called out wrongly"),
    ),
    Break(
        "where the loser pays, half the points end a game",
        SCORING,
        "_ScoreKeeper._test_target",
        "if max(self.score) < self.target:",
        "if max(self.score) < self.target // (1 + (self.options.pays is not None)):",
        ("Play is for points",),
    ),
    Break(
        "who is ahead pays nothing for a wrong call",
        GAME,
        "Game.payment",
        "abs(self.score.south - self.score.north)",
        "max(0, self.score[self.winner] - self.score[self.winner.other])",
        ("Who called out wrongly",),
    ),
    Break(
        "of single hands only the last one is paid for",
        GAME,
        "Game.payment",
        "owed = sum(south - north for south, north in scored)",
        "owed = sum(south - north for south, north in scored[-1:])",
        ("Where each hand is a game",),
    ),
)
