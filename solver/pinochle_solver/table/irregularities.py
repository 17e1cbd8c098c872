"""The irregularities, and what each does to a hand (RULES-TABLE.md, section 10).

If a hand has several, the one that was called first decides. Games with a stock follow RULES.md,
section 7.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from operator import add, sub

from pinochle_solver.rules.irregularities import Irregularity
from pinochle_solver.rules.rules import RenegePenalty, Rulebook
from pinochle_solver.table.acts import Act, Ending
from pinochle_solver.table.money import base_of
from pinochle_solver.table.rules import Renege, TableRules
from pinochle_solver.table.scoring import (
    HandFacts,
    HandResult,
    Outcome,
    Unit,
    checks_for_contract,
    paid,
    scored,
)
from pinochle_solver.table.seats import Seat
from pinochle_solver.table.stock_hands import StockHand

VOID_HAND = "the hand is void"
"""The ruling on what makes a hand void."""
BEFORE_THE_PLAY = frozenset((Irregularity.BID, Irregularity.MARRIAGE, Irregularity.SEEN))
"""What goes wrong in the auction alone."""


@dataclass(frozen=True, slots=True)
class Ruling:
    """A row of section 10.

    Attributes:
        meaning: what happened, for people.
        bidding_side: what becomes of the contract if the bidding side did it; None: the hand goes
            on.
        others: the same when another seat did.
        remedy: what is done if the hand goes on, for people; empty if nothing is done.
    """

    meaning: str
    bidding_side: Outcome | None
    others: Outcome | None
    remedy: str = ""


RULINGS = {
    Irregularity.RENEGE: Ruling("a card that might not be played", Outcome.SET, Outcome.MADE),
    Irregularity.BURIAL: Ruling(
        "a melded card, or a wrong number of cards, was buried", Outcome.SET, None
    ),
    Irregularity.LEAD: Ruling("a lead out of turn", None, Outcome.MADE),
    Irregularity.LOOKED: Ruling(
        "a look at the burial or at an old trick", Outcome.SET, Outcome.MADE
    ),
    Irregularity.SHOWN: Ruling(
        "a card shown before the auction ended",
        None,
        None,
        "when its holder may first play it, the bidder may demand or forbid it",
    ),
    Irregularity.WIDOW: Ruling("a card of the widow exposed", Outcome.VOID, Outcome.VOID),
    Irregularity.NUMBER: Ruling(
        "a wrong number of cards in a hand",
        Outcome.CONCEDED,
        Outcome.MADE,
        "before the widow is open the short hand draws unseen from the long one or the widow",
    ),
    Irregularity.MISDEAL: Ruling("a misdeal", Outcome.VOID, Outcome.VOID),
    Irregularity.BID: Ruling("a call that might not be made", None, None),
    # The hand is void if the opponents choose a redeal. Nothing else that they choose ends it.
    Irregularity.MARRIAGE: Ruling("a bid without a marriage", Outcome.VOID, Outcome.VOID),
    Irregularity.SEEN: Ruling("a look at a card of the widow", None, None),
}


def outcome_after(facts: HandFacts, irregularity: Irregularity, offender: Seat) -> Outcome | None:
    """What becomes of the contract; None: the hand goes on.

    Without an auction (`partnership`) a hand that is stopped is scored without a contract. Before
    an auction is won, only what makes a hand void ends it. A wrong number of cards in the bidder's
    hand found later loses it as if he had conceded; after the first lead, or where nothing can be
    conceded, as if the contract were set.
    """
    ruling = RULINGS[irregularity]
    bidding = offender in _bidding_side(facts)
    outcome = ruling.bidding_side if bidding else ruling.others
    if facts.bidder is None and outcome is not Outcome.VOID:
        return Outcome.PLAYED if outcome and facts.rules.auction is None else None
    has_led = facts.is_led or any(facts.won)
    if outcome is Outcome.CONCEDED and (has_led or not facts.rules.melds_win):
        return Outcome.SET
    return outcome


def remedy(facts: HandFacts, irregularity: Irregularity, offender: Seat) -> str:
    """What is done about an irregularity after which the hand goes on, in words; empty: nothing."""
    if irregularity is Irregularity.SHOWN:
        if facts.rules.exposed_is_played:
            return "to be played when its holder first may, or the opponents name a lead"
        if facts.rules.auction is None or offender in _bidding_side(facts):
            return ""
    return RULINGS[irregularity].remedy


def result_after(
    facts: HandFacts, irregularity: Irregularity, offender: Seat, kitty: int = 0
) -> HandResult | None:
    """The result of a hand with an irregularity; None: the hand goes on.

    Args:
        facts: the hand so far, before the card or the trick with which it happened.
        irregularity: what happened.
        offender: whose fault it was.
        kitty: what is in the kitty before the hand, where there is one.
    """
    outcome = outcome_after(facts, irregularity, offender)
    if outcome is None:
        return None
    renege = irregularity in (Irregularity.RENEGE, Irregularity.LEAD)
    if renege and facts.rules.renege is Renege.TRICKS_LOST:
        return scored(_tricks_lost(facts, offender), kitty)
    if irregularity is Irregularity.WIDOW:
        return exposed_widow(facts.rules, offender, facts.highest_bid, kitty)
    if outcome is Outcome.VOID:
        return void_hand(facts.rules, kitty)
    return stopped(facts, outcome, offender, kitty)


def stopped(facts: HandFacts, outcome: Outcome, offender: Seat, kitty: int = 0) -> HandResult:
    """The result of a hand in which play stops, with the contract made, set or conceded.

    Where points are scored, the bidding side gets or loses the contract, and the offender's side
    gets nothing. Every other side gets the cards that it has won so far and its melds, with or
    without a trick.

    Args: as in `result_after`.
    """
    rules = facts.rules
    if rules.money is not None:
        return paid(facts, rules.money, outcome, kitty)
    units = rules.score_units
    return HandResult(
        outcome=outcome,
        units=units,
        scores=tuple(_score_so_far(facts, unit, outcome, offender) for unit in units),
        totals=tuple(_total_so_far(facts, unit, offender) for unit in units),
        bidder=facts.bidder,
        check_parts=tuple(
            checks_for_contract(facts, rules.checks, unit, outcome)
            for unit in units
            if rules.checks is not None
        ),
        kitty=kitty,
    )


def _score_so_far(facts: HandFacts, unit: Unit, outcome: Outcome, offender: Seat) -> int:
    if facts.bidder in unit:
        assert facts.contract is not None
        return facts.contract if outcome is Outcome.MADE else -facts.contract
    if offender in unit:
        return 0
    return _total_so_far(facts, unit, offender)


def _total_so_far(facts: HandFacts, unit: Unit, offender: Seat) -> int:
    """Melds and cards of a unit; of a third one the melds count without a trick."""
    if facts.bidder in unit or offender in unit:
        return facts.total(unit)
    return facts.meld_points(unit) + facts.card_points(unit)


def _bidding_side(facts: HandFacts) -> Unit:
    return next((unit for unit in facts.units if facts.bidder in unit), ())


def _tricks_lost(facts: HandFacts, offender: Seat) -> HandFacts:
    """The hand with this trick and all later ones won by a seat not on the offender's side."""
    other = next(unit for unit in facts.units if offender not in unit)[0]
    cards, won = list(facts.cards), list(facts.won)
    cards[other] += facts.rules.whole_count - sum(facts.cards) - facts.buried
    won[other] += facts.rules.hand - sum(facts.won)
    return replace(facts, cards=tuple(cards), won=tuple(won), ending=Ending.PLAYED)


def void_hand(rules: TableRules, kitty: int = 0) -> HandResult:
    """A hand that does not count; its dealer deals again."""
    nothing = (0,) * len(rules.score_units)
    return HandResult(
        outcome=Outcome.VOID,
        units=rules.score_units,
        scores=nothing,
        totals=nothing,
        check_parts=((),) * len(nothing) if rules.checks is not None else (),
        kitty=kitty,
    )


def exposed_widow(
    rules: TableRules, offender: Seat, highest_bid: int = 0, kitty: int = 0
) -> HandResult:
    """A hand that is void because a player has exposed a card of the widow.

    In games for stakes that player pays the base of the highest bid to everybody at the table, and
    to the kitty if there is one. A bid of 0 means that there is none.
    """
    void = void_hand(rules, kitty)
    if rules.money is None:
        return void
    base = base_of(rules.money, highest_bid)
    to_kitty = base if rules.money.kitty else 0
    loss = -base * (len(void.units) - 1) - to_kitty
    scores = tuple(loss if offender in unit else base for unit in void.units)
    return replace(void, scores=scores, kitty=kitty + to_kitty)


@dataclass(frozen=True, slots=True)
class StockFaults:
    """What changes the score of a hand with a stock (RULES.md, section 7).

    Attributes:
        reneged: who reneged in the playoff, in order; each loses the count.
        wrong_melds: who has melded wrongly, or where nothing may be melded, and what was claimed
            for it. These points are not in the offender's score.
        looked: who has looked through tricks already taken.
        is_void: whether there was a misdeal.
        ends_there: whether the record ends with the trick of a renege, before the hand is over.
    """

    reneged: tuple[Seat, ...] = ()
    wrong_melds: tuple[tuple[Seat, int], ...] = ()
    looked: frozenset[Seat] = frozenset()
    is_void: bool = False
    ends_there: bool = False

    def result(self, hand: StockHand) -> HandResult | None:
        """The result of the hand; None: it is not over, or no rule says what a renege costs."""
        if self.is_void:
            return void_hand(hand.rules)
        is_unpriced = _two_handed(hand.rules).penalties.renege is RenegePenalty.NONE
        is_open = hand.act is not Act.OVER and not self.ends_there
        return None if is_open or (self.reneged and is_unpriced) else self.score_so_far(hand)

    def score_so_far(self, hand: StockHand) -> HandResult:
        """Melds and cards of each seat up to now, with what the faults cost."""
        penalties, so_far = _two_handed(hand.rules).penalties, hand.score_so_far()
        cards = list(so_far.cards)
        without_count = [*self.looked] if penalties.looking_loses_count else []
        if penalties.renege is not RenegePenalty.NONE:
            without_count += self.reneged
        for seat in without_count:
            cards[hand.players.index(seat)] = 0
        more = list(map(sub, cards, so_far.cards))
        if penalties.wrong_meld_to_opponent:
            for offender, points in self.wrong_melds:
                for place, seat in enumerate(hand.players):
                    more[place] += points * (seat is not offender)
        return replace(
            so_far,
            scores=tuple(map(add, so_far.scores, more)),
            totals=tuple(map(add, so_far.totals, more)),
            cards=tuple(cards),
        )


NO_FAULTS = StockFaults()


_COUNT_LOST = "the offender's card points become 0, the others keep theirs"


def stock_renege_ruling(rules: TableRules, *, again: bool) -> str:
    """What follows from a renege in a game with a stock, in words.

    Args:
        rules: the rules of the hand.
        again: whether the seat has reneged before.
    """
    if _two_handed(rules).penalties.renege is RenegePenalty.NONE:
        return "an illegal play, no penalty is named"
    return "no further penalty: the offender's card points are 0 already" if again else _COUNT_LOST


def looking_ruling(rules: TableRules) -> str:
    """What follows from a look through tricks taken in a game with a stock, in words."""
    return (
        _COUNT_LOST if _two_handed(rules).penalties.looking_loses_count else "no penalty is named"
    )


def wrong_meld_ruling(rules: TableRules, points: int, is_forbidden: bool) -> str:
    """What follows from a wrong or a forbidden meld in a game with a stock, in words."""
    if points and _two_handed(rules).penalties.wrong_meld_to_opponent:
        return f"{points} to each of the others"
    return "goes back, no penalty" if is_forbidden else "corrected"


def _two_handed(rules: TableRules) -> Rulebook:
    assert rules.stock is not None
    return rules.stock.book
