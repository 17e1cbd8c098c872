"""What calls, trump and burial tell of hands: their likelihood beside the rule of thumb itself."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from math import comb, exp, inf, log
from random import Random

import numpy as np
import pytest

from pinochle_solver import StopFlag
from pinochle_solver._core.hidden_hands.auctions import AuctionLikelihood
from pinochle_solver.double_dummy.choices import choice_of
from pinochle_solver.double_dummy.unseen import BURIED, GONE, WIDOW, Place
from pinochle_solver.hidden_hands.auctions import (
    CONCEDES_BELOW,
    CONCEDES_SPREAD,
    SLIPS,
    SPREAD,
    TEMPERATURE,
    Limit,
    auction_likelihood,
    limits_of,
)
from pinochle_solver.hidden_hands.beliefs import Beliefs
from pinochle_solver.notation.table.positions import TablePosition
from pinochle_solver.rules.cards import CARDS, NO_CARDS, Card, Hand, Suit
from pinochle_solver.table.holdings import joined, less
from pinochle_solver.table.melds import most_meld_points
from pinochle_solver.table.moves import Bury
from pinochle_solver.table.rulebooks import TABLE_RULEBOOKS
from pinochle_solver.table.seats import Seat

CORNERS = TABLE_RULEBOOKS["corners"]
AUCTION = TABLE_RULEBOOKS["auction"]
REST = 30  # the rule of thumb has this constant, in which all hands are alike


def guess(hand: Hand, trump: Suit) -> float:
    return choice_of(hand, Bury(trump, NO_CARDS), CORNERS).guess + REST


def added_to(position: TablePosition, hands: dict[Seat, Hand], buried: Hand = NO_CARDS) -> float:
    """The logarithm of the likelihood of one world."""
    places: tuple[Place, ...] = (*position.players, WIDOW, BURIED, GONE)
    likelihood = auction_likelihood(position, places)
    assert likelihood is not None
    world = np.zeros((1, len(places), CARDS), np.uint8)
    for place, cards in enumerate((*hands.values(), NO_CARDS, buried)):
        world[0, place] = list(cards.counts)
    found = np.zeros(1)
    assert likelihood.add(world, found, StopFlag()) == 1
    return float(found[0])


def logistic(number: float) -> float:
    return 0.0 if number == -inf else 1 / (1 + exp(-number))


def dealt(seed: int, rules: str = "corners") -> dict[Seat, Hand]:
    deck = list(TABLE_RULEBOOKS[rules].deck)
    Random(seed).shuffle(deck)
    players = TABLE_RULEBOOKS[rules].players(None)
    return {seat: Hand.of(deck[seat * 12 : seat * 12 + 12]) for seat in players}


# ---------------------------------------------------------------------------------- calls


def in_auction(bids: str, turn: str, rules: str = "corners") -> TablePosition:
    hands = dict.fromkeys(("south", "west", "north", "east"), "+12")
    hands[turn] = dealt(0)[Seat.parse(turn)].text()
    called = f"bids={bids} " if bids else ""
    line = " ".join(f"{seat}={cards}" for seat, cards in hands.items())
    return TablePosition.parse(f"rules={rules} dealer=east act=bid {called}turn={turn} {line}")


def test_the_calls_tell_between_which_bids_a_limit_lies() -> None:
    position = in_auction("150,p,160,p,200", "north")
    assert limits_of(position) == {
        Seat.SOUTH: Limit(200, inf, False),
        Seat.WEST: Limit(-inf, 160, False),
        Seat.NORTH: Limit(160, inf, False),
        Seat.EAST: Limit(-inf, 170, False),
    }


def test_a_forced_bid_says_nothing_but_the_passes_before_it_do() -> None:
    position = TablePosition.parse(
        "rules=corners dealer=east act=bury bids=p,p,p,190 bidder=east contract=190 turn=east "
        f"south=+12 west=+12 north=+12 east={dealt(0)[Seat.EAST].text()}"
    )
    passed = Limit(-inf, 150, False)
    assert limits_of(position) == dict.fromkeys((Seat.SOUTH, Seat.WEST, Seat.NORTH), passed)


def test_a_pass_that_is_not_final_is_taken_back_by_a_bid() -> None:
    position = TablePosition.parse(
        "rules=auction options=reenter dealer=north act=bid bids=p,250,p,260,270 turn=north "
        "south=+15 west=+15 north=TQJ9.TQJ9.KJ9.ATQJ widow=+3"
    )
    assert limits_of(position)[Seat.SOUTH] == Limit(260, inf, False)
    assert limits_of(position)[Seat.WEST] == Limit(270, inf, False)


def test_calls_are_as_likely_as_the_guess_of_the_hand_makes_them() -> None:
    position = in_auction("150,p,160,p,200", "north")
    limits = limits_of(position)
    for seed in range(20):
        hands = dealt(seed)
        expected = 0.0
        for seat in (Seat.SOUTH, Seat.WEST, Seat.EAST):
            low, high, _ = limits[seat]
            best = max(guess(hands[seat], trump) for trump in Suit)
            chance = sum(
                logistic((best + added - low) / SPREAD)
                - (logistic((best + added - high) / SPREAD) if high < inf else 0)
                for added in (33, 76)
            )
            expected += log(SLIPS + (1 - SLIPS) * chance / 2)
        assert added_to(position, hands) == pytest.approx(expected)


def test_without_the_marriage_that_a_bid_needs_a_pass_tells_nothing() -> None:
    hands = dealt(0)
    strong = Hand.parse("AATTJJ99.AA.A.A")
    married = Hand.parse("AATTKQ99.AA.A.A")
    position = in_auction("p,p", "north", "check")
    weak = hands | {Seat.SOUTH: Hand.parse("J99.J99.J99.J99"), Seat.WEST: Hand.parse("9.9.9.9")}
    found = [added_to(position, weak | {Seat.WEST: west}) for west in (strong, married)]
    assert found[0] == pytest.approx(added_to(position, weak | {Seat.WEST: Hand.parse("AA...")}))
    assert found[1] < found[0] - 2


# --------------------------------------------------------------------- trump and burial

DEFENDER = (
    "rules=auction dealer=south bids=p,p,250 bidder=south contract=250 trump=S turn=west act=play "
    "south=KQ.K.KJ.KQ+7 west={west} north=+15 widow=9.T.J.- buried=+3 led=9S melds.south="
    "royal-marriage:KS.QS+marriage:KC.QC+kings:KS.KH.KD.KC+pinochle:QS.JD won=0/0/0 "
    "points=180+0/0+0/0+0"
)


def likelihood_of(number: int) -> AuctionLikelihood:
    """Of a bidder in the first place, who names hearts and buries so many cards."""
    position = TablePosition.parse(
        "rules=auction-score bidder=south contract=250 trump=H turn=west act=play south=+14 "
        "west=TK.AATK9.TQ9.AKQJ9 north=+15 widow=9.T.J.- buried=+3 led=9H points=0+0/0+0/0+0 "
        "won=0/0/0"
    )
    found = auction_likelihood(position, (Seat.SOUTH, BURIED))
    assert found is not None
    found.see_trump(0, bytes(CARDS), Suit.HEARTS, 1, number)
    return found


def judged(likelihood: AuctionLikelihood, kept: Hand, buried: Hand) -> float:
    world = np.array([[list(kept.counts), list(buried.counts)]], np.uint8)
    found = np.zeros(1)
    likelihood.add(world, found, StopFlag())
    return float(found[0])


def test_the_trump_is_as_likely_as_the_guesses_make_it() -> None:
    likelihood = likelihood_of(0)
    for seed in range(20):
        hand = dealt(seed)[Seat.SOUTH]
        shares = [exp(guess(hand, trump) / TEMPERATURE) for trump in Suit]
        chance = shares[Suit.HEARTS] / sum(shares)
        expected = log(SLIPS / len(Suit) + (1 - SLIPS) * chance)
        assert judged(likelihood, hand, NO_CARDS) == pytest.approx(expected)


def spared(hand: Hand, burial: Hand, trump: Suit) -> float:
    """What the rule of thumb guesses that a burial spares."""
    whole = most_meld_points(hand, trump, AUCTION.melds)
    short, total = {0: 17.0, 1: 5.5}, float(AUCTION.count.of(burial))
    for card in burial:
        total += most_meld_points(hand.without(card), trump, AUCTION.melds) - whole
        alone = Hand.of([card])
        in_play = guess(alone, trump) - guess(NO_CARDS, trump)
        # One card of a suit is worth something for being alone.
        total -= in_play - ((5.5 - 17) if card.suit is not trump else 0)
        total += 10 * (card == Card.parse(f"9{trump.letter}"))
    for suit in Suit:
        if suit is not trump:
            lengths = (len(cards.ranks_text(suit)) for cards in (hand, less(hand, burial)))
            before, after = (short.get(length, 0.0) for length in lengths)
            total += after - before
    return total


def test_the_burial_is_one_of_all_in_proportion_to_what_it_spares() -> None:
    trump, both, alone = Suit.HEARTS, likelihood_of(3), likelihood_of(0)
    for seed in range(4):
        hand = dealt(seed)[Seat.SOUTH]
        burials = Counter(Hand.of(cards) for cards in combinations(hand, 3))
        shares = {each: exp(spared(hand, each, trump) / TEMPERATURE) for each in burials}
        whole = sum(shares[each] * ways for each, ways in burials.items())
        all_of_them = 0.0
        for burial, ways in burials.items():
            kept = less(hand, burial)
            found = judged(both, kept, burial) - judged(alone, kept, burial)
            chance = SLIPS / comb(12, 3) + (1 - SLIPS) * shares[burial] / whole
            assert found == pytest.approx(log(chance))
            all_of_them += ways * exp(found)
        assert all_of_them == pytest.approx(1)


def test_who_plays_on_is_seldom_far_below_the_contract() -> None:
    """A bidder who may concede; what he has buried counts for him."""
    found, without = likelihood_of(3), likelihood_of(3)
    found.see_playing_on(100.0, 12.0)
    sides = set[bool]()
    for seed in range(20):
        hand = dealt(seed)[Seat.SOUTH]
        burial = Hand.of(list(hand)[:3])
        kept = less(hand, burial)
        least = guess(kept, Suit.HEARTS) + AUCTION.count.of(burial)
        expected = log(SLIPS + (1 - SLIPS) * logistic((least - 100) / 12))
        added = judged(found, kept, burial) - judged(without, kept, burial)
        assert added == pytest.approx(expected)
        sides.add(least > 100)
    assert sides == {False, True}
    with pytest.raises(ValueError, match="spread 0"):
        found.see_playing_on(180.0, 0.0)


def test_the_widow_was_not_dealt_to_the_bidder() -> None:
    west = Hand.parse("TK.AATK9.TQ9.AKQJ9")
    position = TablePosition.parse(DEFENDER.format(west=west.text()))
    hands = {
        Seat.SOUTH: Hand.parse("KQ.K.KJ.AATTKQJJ9"),
        Seat.WEST: west,
        Seat.NORTH: Hand.parse("TJ9.AAQJ9.Q99.9"),
    }
    widow, buried = Hand.parse("9.T.J.-"), Hand.parse("-.T.Q.A")
    had = less(joined(joined(hands[Seat.SOUTH], Hand.parse("9...")), buried), widow)
    best = max(guess(had, trump) for trump in Suit)
    north = max(guess(hands[Seat.NORTH], trump) for trump in Suit)
    calls = sum(
        log(SLIPS + (1 - SLIPS) * sum(map(chance, (-15, 30))) / 2)
        for chance in (
            lambda added: logistic((best + added - 250) / SPREAD),
            lambda added: 1 - logistic((north + added - 250) / SPREAD),
        )
    )
    named = likelihood_of(3)
    named.see_trump(0, bytes(Hand.parse("9...").counts), Suit.SPADES, 1, 3)
    kept = joined(hands[Seat.SOUTH], Hand.parse("9..."))
    least = guess(kept, Suit.SPADES) - REST + AUCTION.count.of(buried)
    over = least - 250 - CONCEDES_BELOW
    plays_on = log(SLIPS + (1 - SLIPS) * logistic(over / CONCEDES_SPREAD))
    expected = calls + judged(named, hands[Seat.SOUTH], buried) + plays_on
    assert added_to(position, hands, buried) == pytest.approx(expected)


def test_a_bidder_seldom_buries_an_ace_of_trumps_or_a_card_that_he_could_meld() -> None:
    position = TablePosition.parse(DEFENDER.format(west="TJ9.AAQJ9.Q99.ATJ9"))
    shares = [
        (Beliefs(position, hears_auction=hears).worlds(2_000).at(BURIED) > 0).mean(axis=0)
        for hears in (False, True)
    ]
    for card in ("AS", "QH"):
        without, within = (share[Card.parse(card).index] for share in shares)
        assert within < 0.7 * without


def test_what_was_called_tells_where_the_cards_are() -> None:
    aces, hands = [], in_auction("p,200", "north")
    for hears in (False, True):
        batch = Beliefs(hands, hears_auction=hears).worlds(2_000).hands()
        held = batch[:, [Seat.SOUTH, Seat.WEST]].reshape(len(batch), 2, len(Suit), -1)
        aces.append(held[..., -1].sum(axis=2).mean(axis=0))
    assert abs(aces[0][0] - aces[0][1]) < 0.1
    assert aces[1][0] < aces[0][0] - 0.1
    assert aces[1][1] > aces[0][1] + 0.1


def test_nothing_is_judged_if_nobody_has_called() -> None:
    position = in_auction("", "south")
    assert auction_likelihood(position, (*position.players, WIDOW, BURIED, GONE)) is None
    assert not Beliefs(position).infers
    assert Beliefs(in_auction("p", "west")).infers


def test_arrays_of_other_sizes_are_refused() -> None:
    nine, eight, two = np.zeros(9), np.zeros(8), np.zeros(2)
    with pytest.raises(ValueError, match="8 melds"):
        AuctionLikelihood(eight, eight, eight, two, eight, two, 1.0, 1.0, 0.1)
    with pytest.raises(ValueError, match="spread 0"):
        AuctionLikelihood(nine, eight, eight, two, eight, two, 0.0, 1.0, 0.1)
    likelihood = likelihood_of(3)
    with pytest.raises(ValueError, match="place 9: 32 cards"):
        likelihood.see_calls(9, bytes(CARDS), 0.0, 1.0, needs_marriage=False)
    with pytest.raises(ValueError, match="trump 4, 3 cards buried"):
        likelihood.see_trump(0, bytes(CARDS), 4, 1, 3)
    with pytest.raises(ValueError, match="worlds: 1 places"):
        likelihood.add(np.zeros((1, 1, CARDS), np.uint8), np.zeros(1), StopFlag())
