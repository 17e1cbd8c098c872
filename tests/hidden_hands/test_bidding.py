"""What calls come to: burials chosen by the bidder's own cards, contracts settled, passes."""

from __future__ import annotations

from math import hypot
from random import Random

import numpy as np
import pytest

from helpers.table_positions import BID
from pinochle_solver import StopFlag, TablePosition, analyze_table
from pinochle_solver._core.hidden_hands.burials import swap_widows
from pinochle_solver.double_dummy.choices import choice_of, likely_choices
from pinochle_solver.double_dummy.outcomes import Contract, Laid, Sums, worth_of
from pinochle_solver.double_dummy.unseen import WIDOW
from pinochle_solver.engines.registry import make_table_engine
from pinochle_solver.hidden_hands.beliefs import Beliefs
from pinochle_solver.hidden_hands.bidding import PASS_PART, BidSearch
from pinochle_solver.hidden_hands.comparing import compare, difference
from pinochle_solver.hidden_hands.laying import shown_by_laying
from pinochle_solver.hidden_hands.search import analyze_hidden
from pinochle_solver.hidden_hands.settling import PlayedHands, Settling
from pinochle_solver.hidden_hands.taking_up import TakingUp, finder_of, found_burials
from pinochle_solver.limits import Limits
from pinochle_solver.rules.cards import Hand, Suit
from pinochle_solver.table.holdings import less
from pinochle_solver.table.melds import most_melds, shown_cards
from pinochle_solver.table.moves import PASS, Bury, Call
from pinochle_solver.table.rulebooks import TABLE_RULEBOOKS, with_options
from pinochle_solver.table.seats import Seat

CHECK = (
    "rules=check dealer=east act=bid bids=p,p turn=north south=+12 west=+12 "
    "north=AATKQ.AK.AQJ.KQ east=+12"
)


def hands_of(name: str, number: int) -> list[Hand]:
    rng, rules = Random(name), TABLE_RULEBOOKS[name]
    size = rules.hand + rules.widow
    return [Hand.of(rng.sample(list(rules.deck), size)) for _ in range(number)]


def counts_of(hands: list[Hand]) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    return np.array([list(hand.counts) for hand in hands], dtype=np.uint8)


@pytest.mark.parametrize("name", ["auction", "partnership-auction", "check"])
def test_burials_are_those_that_the_rule_of_thumb_puts_first(name: str) -> None:
    rules, hands = TABLE_RULEBOOKS[name], hands_of(name, 12)
    found = found_burials(finder_of(rules), counts_of(hands), 4, StopFlag())
    for number, hand in enumerate(hands):
        guesses = found.guesses[number]
        first = likely_choices(hand, rules, 8)[0]
        assert guesses.max() >= first.guess - 1e-9
        for trump in Suit:
            assert list(guesses[trump]) == sorted(guesses[trump], reverse=True)
            for kept, brought, guess in zip(
                found.kept[number, trump], found.brought[number, trump], guesses[trump], strict=True
            ):
                if guess == -np.inf:
                    continue
                choice = choice_of(hand, Bury(trump, less(hand, Hand(kept.tobytes()))), rules)
                assert (choice.melds, choice.buried) == tuple(brought)
                assert choice.guess == pytest.approx(guess)


def test_a_roundhouse_is_counted_where_the_rules_count_it() -> None:
    rules = with_options(TABLE_RULEBOOKS["auction"], ["roundhouse250"])
    hand = Hand.parse("AKQJ9.AKQ9.AKQJ.KQJ99T")
    found = found_burials(finder_of(rules), counts_of([hand]), 1, StopFlag())
    for trump in Suit:
        kept = Hand(found.kept[0, trump, 0].tobytes())
        choice = choice_of(hand, Bury(trump, less(hand, kept)), rules)
        assert choice.melds == found.brought[0, trump, 0, 0]


def test_cards_shown_are_those_that_laying_all_shows() -> None:
    hands = hands_of("auction", 40)
    for trump in Suit:
        shown = shown_by_laying(trump, counts_of(hands))
        for hand, row in zip(hands, shown, strict=True):
            assert Hand(row.tobytes()) == shown_cards(most_melds(hand, trump))


def test_with_another_widow_nobody_has_more_cards_and_no_card_is_lost() -> None:
    position = TablePosition.parse(BID)
    batch = Beliefs(position).worlds(40, seed=3)
    deals, widows = batch.hands().copy(), np.ascontiguousarray(batch.at(WIDOW))
    wanted = np.ascontiguousarray(widows[np.arange(40) - 1])
    swap_widows(deals, widows, wanted, 1)
    assert (deals.sum(axis=2) == 15).all()
    assert (deals[:, 1] == batch.hands()[:, 1]).all()
    assert (deals.sum(axis=1) + wanted == np.array(list(position.rules.deck.counts))).all()


def test_a_bidder_chooses_without_the_hands_of_the_world_that_he_plays_in() -> None:
    # World 0 and the widow in it decide what is tried; the worlds after it how it is judged.
    position = TablePosition.parse(BID)
    taking = TakingUp(position, Beliefs(position), seed=4)
    one, many = taking.worlds(1, 0, StopFlag()), taking.worlds(6, 0, StopFlag())
    assert one is not None
    assert many is not None
    for alone, array in zip(one[1], many[1], strict=True):
        assert isinstance(alone, np.ndarray)
        assert isinstance(array, np.ndarray)
        assert (alone[0] == array[0]).all()


GAMES = ("auction", "auction-score", "corners", "check", "partnership-auction")


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("score", [None, (880, 640)])
def test_contracts_are_settled_as_single_hands_are(
    name: str, score: tuple[int, int] | None
) -> None:
    rules, rng = TABLE_RULEBOOKS[name], Random(name)
    units = rules.units(None)
    score = score if rules.partners else None
    for bidder in (Seat.SOUTH, Seat.WEST):
        bid, number = rng.choice((210, 260, 300, 410)), 60
        contract = Contract(bidder, bid, kitty=70, score=score)
        shape = number, len(units)
        melds = np.array([[rng.randrange(0, 200, 10) for _ in units] for _ in range(number)])
        checks = np.array([[rng.randrange(6) for _ in units] for _ in range(number)])
        cards = np.array([[rng.randrange(0, 200, 5) for _ in units] for _ in range(number)])
        tricks = np.array([[rng.randrange(3) for _ in units] for _ in range(number)])
        trumps = np.array([rng.randrange(4) for _ in range(number)])
        assert melds.shape == shape
        settling = Settling(rules, units, units[0], contract)
        hands = PlayedHands(melds, checks, cards, tricks)
        settled = settling(hands, trumps, np.full(number, bid))
        for row in range(number):
            idle = [unit for place, unit in enumerate(units) if not tricks[row, place]]
            busy = [unit for unit in units if unit not in idle]
            uncounted = frozenset(
                unit
                for unit in idle
                if not rules.melds_count(is_bidding=bidder in unit, has_trick=False)
            )
            paid = checks[row] if rules.checks is not None else [0] * len(units)
            laid = [Laid(int(m), int(c)) for m, c in zip(melds[row], paid, strict=True)]
            sums = Sums(
                dict(zip(units, laid, strict=True)),
                dict(zip(units, map(float, cards[row]), strict=True)),
                uncounted,
                busy[0] if len(busy) == 1 else None,
            )
            worth = worth_of(rules, Seat.SOUTH, sums, Suit(int(trumps[row])), contract)
            assert settled.means[row] == pytest.approx(worth.mean)
            is_bidding = bidder in units[0]
            assert settled.made[row] == (worth.win == is_bidding)


@pytest.mark.parametrize("line", [BID, CHECK])
def test_calls_have_the_same_values_on_any_number_of_threads(line: str) -> None:
    position = TablePosition.parse(line)
    alone = analyze_table(position, worlds=200, seed=2)
    both = analyze_table(position, worlds=200, seed=2, threads=3)
    assert alone.moves == both.moves
    assert alone.bidders == both.bidders
    assert alone.worlds == 200


def test_bids_say_what_is_named_and_melded_and_a_pass_what_it_is_worth() -> None:
    found = analyze_table(TablePosition.parse(BID), worlds=128)
    lowest, *_, last = found.moves
    assert lowest.trump is not None
    assert lowest.trump_share is not None
    assert 0.25 <= lowest.trump_share <= 1
    assert lowest.melds is not None
    assert 40 <= lowest.melds <= 250
    assert lowest.given_up is not None
    assert last.mean is not None
    # South has bid 250: if it is conceded west gets 25 cents, and 100 is paid at most up to 400.
    assert -100 <= last.mean.mean <= 100
    assert found.bidders is not None
    assert sum(found.bidders.values()) == pytest.approx(1)
    assert Seat.WEST not in found.bidders


def test_a_hand_that_nobody_bids_is_worth_nothing() -> None:
    position = TablePosition.parse(
        "rules=auction dealer=north act=bid bids=p,p turn=north south=+15 west=+15 "
        "north=TK.AATK9.TQ9.AKQJ9 widow=+3"
    )
    found = analyze_table(position, worlds=32)
    assert found.moves[-1].mean is not None
    assert found.moves[-1].mean.mean == 0
    assert found.bidders == {None: 1}


@pytest.mark.parametrize("name", ["corners", "check", "firehouse", "partnership-auction"])
def test_with_a_partner_the_engine_never_passes_what_its_own_melds_make(name: str) -> None:
    # A run, aces and a marriage are 270. The partner has bid, and the next seat has passed.
    rules, engine = TABLE_RULEBOOKS[name], make_table_engine("default")
    cards = "ATKQJ.AKQ.AJ.AJ" if rules.hand == 12 else "ATKQJ.AKQ.A.AJ"
    for bid in (200, 260):
        line = f"rules={name} bids={bid},p south={cards} turn=south act=bid"
        call = engine.choose(TablePosition.parse(line), Limits(worlds=1)).move
        assert isinstance(call, Call)
        assert call.bid is not None
        assert call.bid > bid


def test_a_strong_hand_is_bid_and_a_weak_one_passed() -> None:
    engine = make_table_engine("default")
    for cards, passes in (("AATKQJ.TKQ.KQ.TKJ9", False), ("J99.TJJ9.TQQ9.TJ99", True)):
        line = f"rules=auction south={cards} act=bid turn=south bids=p"
        call = engine.choose(TablePosition.parse(line), Limits(worlds=64)).move
        assert isinstance(call, Call)
        assert (call.bid is None) is passes


@pytest.mark.parametrize("name", ["check", "check-original"])
def test_who_may_only_pass_has_one_call(name: str) -> None:
    line = f"rules={name} south=99TJ.9JT.J9T.J9 act=bid turn=south"
    found = analyze_table(TablePosition.parse(line), worlds=16)
    assert [move.move.text() for move in found.moves] == ["p"]
    assert found.moves[0].mean is not None


def test_with_all_cards_open_no_bid_is_made_less_often_than_in_open_play() -> None:
    search = BidSearch(TablePosition.parse(CHECK), Beliefs(TablePosition.parse(CHECK)), seed=2)
    found = search.open_chances(Limits(worlds=5), StopFlag())
    chances = list(found.values())
    assert all(each.in_all.mean >= each.in_play.mean for each in chances)
    for of in ("in_play", "in_all"):
        made = [getattr(each, of).mean for each in chances]
        assert made == sorted(made, reverse=True)
    assert (made[0], made[-1], chances[0].worlds) == (1, 0, 5)
    # The worlds are those of the search, whatever chunks they are drawn in.
    two = BidSearch(TablePosition.parse(CHECK), Beliefs(TablePosition.parse(CHECK)), 2, threads=2)
    assert two.open_chances(Limits(worlds=5), StopFlag()) == found


def test_a_stopped_search_with_open_cards_knows_nothing() -> None:
    stop = StopFlag()
    stop.set()
    search = BidSearch(TablePosition.parse(CHECK), Beliefs(TablePosition.parse(CHECK)), seed=2)
    assert search.open_chances(Limits(worlds=5), stop) == {}


# Calls with what the others may still call

HOPELESS = "south=9.KQJJ99.KQ99.TTJ9 north=+15 widow=+3"
DOUBLE_RUN = "west=AATTKKQQJJ.A.A.A+2"


def apart(line: str, first: Call, second: Call, bids_up_to: int | None = 0) -> tuple[float, float]:
    """How much more a call is worth than another with what the others may call, and its error."""
    position = TablePosition.parse(line)
    found = compare(position, first, second, Limits(worlds=256), 7, bids_up_to=bids_up_to)
    assert found is not None
    assert found.worlds == 256 // PASS_PART
    return found.ahead


def static(line: str, first: Call, second: Call) -> float:
    """The same if the bid wins the auction."""
    found = difference(analyze_hidden(TablePosition.parse(line), Limits(worlds=128)), first, second)
    assert found is not None
    return found.ahead.mean


def test_five_steps_too_high_cost_nothing_if_a_later_seat_surely_overbids() -> None:
    """West holds two runs, bids far above 310 in any case, and makes that as it makes 260."""
    line = f"rules=auction-score dealer=north act=bid turn=south {HOPELESS} {DOUBLE_RUN}"
    assert static(line, PASS, Call(300)) > 100
    assert apart(line, PASS, Call(300)) == (0.0, 0.0)
    assert apart(line, Call(250), Call(300)) == (0.0, 0.0)


def test_the_last_to_call_pays_in_full_for_a_bid_that_is_too_high() -> None:
    line = f"rules=auction-score dealer=south act=bid bids=p,p turn=south {HOPELESS} west=+15"
    lost, error = apart(line, PASS, Call(300))
    assert lost == pytest.approx(static(line, PASS, Call(300)), abs=4 * hypot(error, 10))
    assert lost > 300


def test_between_the_two_a_bid_costs_its_part_of_the_deals() -> None:
    """Nothing is known of west: in some deals it overbids, in others south has to play."""
    line = f"rules=auction-score dealer=north act=bid turn=south {HOPELESS} west=+15"
    lost, error = apart(line, PASS, Call(300))
    assert 50 < lost + 2 * error < static(line, PASS, Call(300))


def test_who_is_overcalled_bids_on_as_far_as_it_pays() -> None:
    """Else the lower of two bids would lose the hand whenever another seat bids once."""
    held = "south=AATKQJ.AKQ.ATKQ.KQ west=+15 north=+15 widow=+3"
    line = f"rules=auction-score dealer=north act=bid turn=south {held}"
    gives_up, _ = apart(line, Call(350), Call(250), bids_up_to=250)
    goes_on, error = apart(line, Call(350), Call(250), bids_up_to=400)
    assert gives_up > 20
    assert abs(goes_on) < gives_up / 4 + 2 * error
    # Without a limit it is the lower bid.
    assert apart(line, Call(350), Call(250), bids_up_to=None)[0] == gives_up


def test_calls_are_compared_alike_on_any_number_of_threads_and_in_both_orders() -> None:
    position = TablePosition.parse(
        f"rules=auction-score dealer=north act=bid turn=south {HOPELESS} west=+15"
    )
    pair, limits = (PASS, Call(300)), Limits(worlds=128)
    one = compare(position, *pair, limits, 3, threads=1, bids_up_to=0)
    two = compare(position, *pair, limits, 3, threads=2, bids_up_to=0)
    back = compare(position, *pair[::-1], limits, 3, bids_up_to=0)
    assert one is not None
    assert back is not None
    assert one == two
    assert back.ahead == pytest.approx((-one.ahead.mean, one.ahead.se))
