"""A hand as numbered actions and chance, beside the referee; and the worlds that look the same."""

from __future__ import annotations

import copy
import pickle
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from math import comb
from random import Random

import pytest

from helpers.drawn_hands import nodes_of_a_hand
from helpers.rivals import SMALL_RULES
from helpers.small_decks import small_rules
from helpers.strategies import some_move
from helpers.worlds_by_hand import chances_of_worlds, world_of
from pinochle_solver import (
    COUNTS,
    RULEBOOKS,
    Card,
    Deck,
    Hand,
    Rank,
    Referee,
    Rulebook,
    Seat,
    Suit,
)
from pinochle_solver.errors import IllegalPositionError
from pinochle_solver.hand.deals import Deal, random_deals
from pinochle_solver.notation.position_fields import HandPoints, SeatPoints
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.openspiel import worlds
from pinochle_solver.openspiel.sequential import ActionNumbers, SequentialHand
from pinochle_solver.openspiel.worlds import hand_of_view, resample
from pinochle_solver.rules.hand_packing import Due
from pinochle_solver.rules.melds import melds_of
from pinochle_solver.rules.moves import Show
from pinochle_solver.rules.piles import Piles
from pinochle_solver.rules.rules import Doubles

PUBLISHED = list(RULEBOOKS.values())
rulebook = pytest.mark.parametrize("rules", PUBLISHED, ids=RULEBOOKS)

PASS = PLAYS = 96  # with two copies of a card


def begun(deal: Deal) -> SequentialHand:
    """A deal, dealt."""
    hand = SequentialHand(deal.rules, deal.count, deal.dealer)
    first, second = (
        (deal.north, deal.south) if deal.dealer is Seat.SOUTH else (deal.south, deal.north)
    )
    assert deal.upcard is not None
    for card in (*first, *second, deal.upcard):
        hand.apply(card.index)
    return hand


def deal_of(hand: SequentialHand) -> Deal:
    """The deal of a hand, what nobody has drawn in any order."""
    left = hand.rules.deck.cards()
    for card in (*hand.dealt, *hand.drawn):
        left = left.without(card)
    return Deal(
        rules=hand.rules,
        count=hand.count,
        dealer=hand.dealer,
        south=hand.dealt_to(Seat.SOUTH),
        north=hand.dealt_to(Seat.NORTH),
        upcard=hand.upcard,
        stock=_row(hand, left),
        trump=hand.trump,
    )


def _row(hand: SequentialHand, left: Hand) -> tuple[Card, ...]:
    """The face-down cards as the referee deals them."""
    if not hand.rules.deck.own_piles:
        return (*hand.drawn, *left)
    rest = list(left)
    piles = [hand.drawn_by(seat) for seat in Seat]
    size = hand.rules.deck.stock // 2
    dead = [pile.pop() for pile in piles if len(pile) > size]
    for pile in piles:
        pile += [rest.pop() for _ in range(size - len(pile))]
    return Piles((*piles[0],), (*piles[1],), (dead or rest)[0]).row()


def refereed(hand: SequentialHand) -> Referee:
    """A referee who has seen the same played."""
    referee = Referee.of_deal(deal_of(hand))
    again = begun(deal_of(hand))
    for action in hand.actions[len(again.actions) :]:
        if not again.is_chance:
            referee.push(again.move(action))
        again.apply(action)
    return referee


def draw(hand: SequentialHand, stock: tuple[Card, ...]) -> None:
    """Draw all that is due from a stock, or from the piles that it is a row of."""
    deck = hand.rules.deck
    while hand.is_chance:
        place = len(hand.drawn)
        if deck.own_piles and place < deck.stock - 1:
            assert hand.drawer is not None
            place += hand.drawer - place % 2
        hand.apply(stock[place].index)


def played(rules: Rulebook, seed: int) -> Iterator[tuple[Referee, SequentialHand]]:
    """A hand and its referee, before each decision and at the end."""
    (deal,) = random_deals(1, seed, rules)
    referee, hand, random = Referee.of_deal(deal), begun(deal), Random(seed)
    while not referee.is_over:
        yield referee, hand
        move = some_move(referee, random)
        action = hand.numbers.action(referee.number_of(move))
        assert hand.move(action) == move
        referee.push(move)
        hand.apply(action)
        draw(hand, deal.stock)
    yield referee, hand


def drawn_at_random(rules: Rulebook, seed: int) -> Iterator[SequentialHand]:
    """A hand at each of its nodes after the deal, chance nodes included."""
    for hand in nodes_of_a_hand(rules, seed):
        if len(hand.dealt) == 2 * rules.deck.hand + 1:
            yield hand


# ------------------------------------------------------------------------------------ the numbers


@rulebook
def test_every_move_has_a_number_that_does_not_depend_on_the_trump(rules: Rulebook) -> None:
    numbers = ActionNumbers(rules)
    melds = len(melds_of(rules, rules.deck.suits[0]))
    assert all(len(melds_of(rules, trump)) == melds for trump in rules.deck.suits)
    plays = numbers.plays
    assert plays == (PLAYS if rules.deck.copies == 2 else 160)
    assert numbers.size == plays + 2 * (melds + 1)
    found = [numbers.number(action) for action in range(numbers.size)]
    assert [numbers.action(number) for number in found] == list(range(numbers.size))
    assert found[:plays] == list(range(plays))
    assert found[plays] == 160


def test_the_numbers_are_the_documented_ones() -> None:
    hand = begun(next(random_deals(1, 1, RULEBOOKS["scarne"])))
    assert PASS == 96
    for action in hand.legal():
        assert hand.move(action).text() == Card.from_index(action).text()
    melds = melds_of(hand.rules, hand.trump)
    assert hand.move(PASS) == Show()
    assert hand.move(PASS + 1) == Show(False, melds[0])
    assert hand.move(PASS + 1 + len(melds)) == Show(True)
    assert hand.move(hand.numbers.size - 1) == Show(True, melds[-1])


# -------------------------------------------------------------------------------- beside a referee


@rulebook
def test_it_plays_as_the_referee_does(rules: Rulebook) -> None:
    for seed in range(6):
        for referee, hand in played(rules, seed):
            assert (hand.turn, hand.is_over) == (referee.turn, referee.is_over)
            assert hand.points == referee.points
            if not hand.is_over:
                assert hand.in_playoff == referee.in_playoff
                assert set(map(hand.move, hand.legal())) == set(referee.moves())
                assert hand.legal() == sorted(hand.legal())


@rulebook
def test_a_copy_a_deep_copy_and_a_pickle_go_on_alike(rules: Rulebook) -> None:
    for number, hand in enumerate(drawn_at_random(rules, 3)):
        if number % 7 or hand.is_over:
            continue
        before = (hand.information(Seat.SOUTH), len(hand.actions), hand.points)
        for again in (hand.copy(), copy.deepcopy(hand), pickle.loads(pickle.dumps(hand))):
            assert again.actions == hand.actions
            assert again.outcomes() == hand.outcomes()
            assert [again.information(seat) for seat in Seat] == [
                hand.information(seat) for seat in Seat
            ]
            again.apply(again.outcomes()[0][0] if again.is_chance else again.legal()[0])
            assert (hand.information(Seat.SOUTH), len(hand.actions), hand.points) == before


def test_what_is_not_legal_is_refused() -> None:
    rules = RULEBOOKS["scarne"]
    hand = SequentialHand(rules)
    with pytest.raises(ValueError, match="no card number 32"):
        hand.apply(32)
    hand.apply(hand.outcomes()[0][0])
    hand.apply(hand.outcomes()[0][0])
    with pytest.raises(ValueError, match="left"):
        hand.apply(hand.actions[0])
    with pytest.raises(ValueError, match="not dealt yet"):
        resample(hand, Seat.SOUTH, Random(1).random)
    hand = begun(next(random_deals(1, 1, rules)))
    before = hand.information(Seat.SOUTH)
    for action in (PASS, -1, hand.numbers.size, 10**30):
        with pytest.raises(ValueError, match=f"^action {action}: not legal$"):
            hand.apply(action)
    assert hand.information(Seat.SOUTH) == before
    *_, over = drawn_at_random(rules, 1)
    with pytest.raises(ValueError, match="action 5: the hand is over"):
        over.apply(5)
    with pytest.raises(ValueError, match="no upcard"):
        SequentialHand(SMALL_RULES)


def test_during_the_deal_nothing_is_scored_or_decided() -> None:
    hand = SequentialHand(RULEBOOKS["scarne"])
    for card in ("AS", "KH"):
        hand.apply(Card.parse(card).index)
    assert hand.points == HandPoints(SeatPoints(0, 0), SeatPoints(0, 0))
    assert (hand.difference, hand.legal(), hand.drawer, hand.in_playoff) == (0, [], None, False)
    assert hand.public_information() == hand.public_observation() == "scarne old dealer=north"
    for seat, cards in zip(Seat, ("A.K.-.-", "-.-.-.-"), strict=True):
        assert hand.information(seat) == f"{seat.text()} scarne old dealer=north {cards}"
        own = f"{seat.text()} hand={cards}"
        assert hand.private_observation(seat) == own
        assert hand.private_information(seat) == f"{own} dealt={cards}"
        assert hand.observation(seat) == f"{own} scarne old dealer=north"


def test_the_difference_is_what_south_has_more() -> None:
    *_, over = drawn_at_random(RULEBOOKS["hayes"], 1)
    south, north = refereed(over).points
    assert over.difference == sum(south) - sum(north)
    assert over.difference


# ------------------------------------------------------------------------------- what a seat sees


def test_the_information_of_a_seat_is_what_it_saw() -> None:
    rules = RULEBOOKS["macdougall"]
    cards = "QS KH QH AS TS JS KC QC JC AC TC 9C", "9H 9S KS QD KD AD TD JD 9D TH AH JH"
    hand = SequentialHand(rules)
    for card in " ".join((*cards, "AH")).split():
        hand.apply(Card.parse(card).index)
    assert hand.information(Seat.SOUTH) == (
        "south macdougall old dealer=north ATQJ.KQ.-.ATKQJ9 AH play?"
    )
    hand.apply(Card.parse("AS").index)
    hand.apply(Card.parse("QD").index)
    assert hand.information(Seat.SOUTH).endswith(" AH S:AS N:QD meld?")
    assert hand.information(Seat.NORTH).endswith(" AH S:AS N:QD")
    hand.apply(PASS)
    # North, asked for its dix, does not see that south passed; nor south that north is asked.
    assert hand.information(Seat.SOUTH).endswith(" S:AS N:QD pass")
    assert hand.information(Seat.NORTH).endswith(" S:AS N:QD dix?")
    hand.apply(hand.legal()[-1])
    for seat in Seat:
        assert hand.information(seat).endswith(" N:dix(9H)" if seat else " pass N:dix(9H)")
    hand.apply(Card.parse("JH").index)
    assert hand.information(Seat.SOUTH).endswith(" N:dix(9H) +JH")
    hand.apply(Card.parse("TS").index)
    assert hand.information(Seat.SOUTH).endswith(" N:dix(9H) +JH + play?")
    assert hand.information(Seat.NORTH).endswith(" N:dix(9H) +TS +")
    assert hand.observation(Seat.SOUTH) == (
        "south hand=TQJ.KQJ.-.ATKQJ9 play? macdougall old dealer=north trump=H upcard=9H"
        " known.south=-.-.-.- table.south=- melds.south=- known.north=-.A.-.- table.north=-"
        " melds.north=- gone=A.-.Q.- drawn=2 leader=south led=- points=0+14/10+0"
    )
    assert hand.private_observation(Seat.NORTH) == "north hand=TK9.AATJ.ATKJ9.-"
    assert hand.public_information() == "macdougall old dealer=north AH S:AS N:QD N:dix(9H) +"
    assert hand.private_information(Seat.SOUTH) == (
        "south hand=TQJ.KQJ.-.ATKQJ9 play? dealt=ATQJ.KQ.-.ATKQJ9 meld-pass@1 +JH"
    )
    assert hand.private_information(Seat.NORTH).endswith(" +TS")


@rulebook
def test_an_observation_keeps_account_of_the_melds_laid(rules: Rulebook) -> None:
    kinds = set()
    for seed in range(4):
        for hand in drawn_at_random(rules, seed):
            laid: dict[Seat, Counter[str]] = {seat: Counter() for seat in Seat}
            for event in (hand.events[show.event] for show in hand.shows):
                assert event.action is not None
                move = hand.move(event.action) if hand.turn is not None else None
                if isinstance(move, Show) and move.meld is not None:
                    laid[event.seat][move.meld.text()] += 1
            if hand.turn is None:
                continue
            for seat in Seat:
                words = hand.public_observation().split(f"melds.{seat.text()}=")[1].split(" ")[0]
                told = Counter[str]()
                for word in words.split("+") if words != "-" else []:
                    meld, _, times = word.rpartition("x")
                    told[meld] = int(times)
                assert told == laid[seat]
                kinds |= set(told)
    assert len(kinds) > 3


# ------------------------------------------------------------------------------------ other worlds


@rulebook
def test_another_world_looks_the_same(rules: Rulebook) -> None:
    """At some of the nodes of a hand; benchmarks/speed/openspiel_worlds.py takes many more."""
    step = 18 if rules.deck.copies == 2 else 37
    for seed in range(1):
        random = Random(seed)
        for number, hand in enumerate(drawn_at_random(rules, seed)):
            if number % step and not hand.is_over:
                continue
            for viewer in Seat:
                other = resample(hand, viewer, random.random)
                assert other.information(viewer) == hand.information(viewer)
                assert other.observation(viewer) == hand.observation(viewer)
                assert (other.turn, other.due, other.points) == (hand.turn, hand.due, hand.points)
                if hand.turn is viewer:
                    assert other.legal() == hand.legal()
                    assert refereed(other).view(viewer) == refereed(hand).view(viewer)


def test_who_is_asked_what_it_shows_has_something_to_show_in_every_world() -> None:
    asked = 0
    for hand in drawn_at_random(RULEBOOKS["goulash"], 0):
        if hand.turn is None or hand.due is not Due.MELD:
            continue
        other = resample(hand, hand.turn.other, Random(1).random)
        assert (other.turn, other.due) == (hand.turn, hand.due)
        assert other.legal()[0] == other.numbers.plays
        assert len(other.legal()) > 1
        asked += 1
    assert asked > 2


def test_a_meld_is_laid_from_the_same_copies_in_every_world() -> None:
    """North, with kings and queens around, has married by a king: it had no queen more."""
    position = StockPosition.parse(
        "rules=scarne upcard=TS stock=17 turn=south led=9S south=AAJ9.J9.A9.AJ99"
        " north=KQ.KKQ.KQ.KQ+2 dealer=north tricks=9H-AH,TD-9D,AC-JC"
        " melds.north=kings:KS.KH.KD.KC@1+queens:QS.QH.QD.QC@2+marriage:KH2.QH@3"
    )
    queen = Card.parse("QH")
    assert queen in position.unseen
    for seed in range(30):
        hand = hand_of_view(position, Random(seed).random)
        seen = refereed(hand).view(Seat.SOUTH)
        assert isinstance(seen, StockPosition)
        assert seen.melds_north == position.melds_north
        had = [*hand.dealt_to(Seat.NORTH), *hand.drawn_by(Seat.NORTH)[:2]]
        assert had.count(queen) == 1


def test_the_unseen_cards_go_anywhere_alike() -> None:
    """Before the first lead a card is in the other hand as often as places are there."""
    hand = begun(next(random_deals(1, 4, RULEBOOKS["scarne"])))
    random, number, viewer = Random(1), 400, hand.turn
    assert viewer is not None
    held: Counter[Card] = Counter()
    for _ in range(number):
        held.update(refereed(resample(hand, viewer, random.random)).hand(viewer.other))
    view = refereed(hand).view(viewer)
    assert isinstance(view, StockPosition)
    hidden, known = view.hand(viewer.other).hidden, view.hand(viewer.other).known
    share = hidden / len(view.unseen)
    for card in set(view.unseen):
        copies = list(view.unseen).count(card)
        often = held[card] / number - list(known).count(card)
        assert often == pytest.approx(copies * share, abs=5 * (copies / 4 / number) ** 0.5)


def leading(first: Card, second: Card) -> SequentialHand:
    """South leads a card, wins, and leads another one; north has seen no other copy of either."""
    for deal in random_deals(10_000, 1, RULEBOOKS["scarne"]):
        seen_by_north = (*deal.north, deal.upcard, *deal.stock[:2])
        if deal.dealer is Seat.SOUTH or {first, second} & {*seen_by_north}:
            continue
        if first not in deal.south or second not in deal.south:
            continue
        hand = begun(deal)
        hand.apply(first.index)
        hand.apply(hand.legal()[0])
        while hand.due in (Due.MELD, Due.DIX):
            hand.apply(PASS)
        draw(hand, deal.stock)
        if hand.turn is Seat.SOUTH:
            hand.apply(second.index)
            return hand
    raise AssertionError("no such deal")


def by_chance(unseen: int) -> dict[tuple[int, int], float]:
    """How often who led two cards, of two copies each, has had how many of them.

    Twelve cards were dealt and one was drawn: the first card led was among those dealt, the second
    one among all of them.
    """
    ways: Counter[tuple[int, int]] = Counter()
    for dealt in product(range(3), repeat=2):
        rest = unseen - 4
        deals = comb(2, dealt[0]) * comb(2, dealt[1]) * comb(rest, 12 - sum(dealt))
        draws = {(1, 0): 2 - dealt[0], (0, 1): 2 - dealt[1], (0, 0): rest - 12 + sum(dealt)}
        for drawn, copies in draws.items():
            had = (dealt[0] + drawn[0], dealt[1] + drawn[1])
            if dealt[0] and had[1] and copies:
                ways[had] += deals * copies
    return {had: number / ways.total() for had, number in ways.items()}


def test_worlds_come_as_often_as_by_chance() -> None:
    """Of two equal cards the seat that led one had the other one no oftener than others have."""
    first, second = Card.parse("QS"), Card.parse("KS")
    hand, random, number = leading(first, second), Random(1), 500
    found: Counter[tuple[int, int]] = Counter()
    for _ in range(number):
        other = resample(hand, Seat.NORTH, random.random)
        held = [*other.dealt_to(Seat.SOUTH), *other.drawn_by(Seat.SOUTH)]
        found[held.count(first), held.count(second)] += 1
    expected = by_chance(len(hand.rules.deck.cards()) - 12 - 1 - 1)
    assert set(found) == set(expected)
    for had, chance in expected.items():
        error = (chance * (1 - chance) / number) ** 0.5
        assert found[had] / number == pytest.approx(chance, abs=4 * error)


@rulebook
def test_a_hand_of_a_view_is_seen_like_it(rules: Rulebook) -> None:
    count = COUNTS["simplified"]
    for seed in range(1):
        random = Random(seed)
        (deal,) = random_deals(1, seed, rules, count)
        referee = Referee.of_deal(deal)
        while not referee.in_playoff:
            assert referee.turn is not None
            view = referee.view(referee.turn)
            assert isinstance(view, StockPosition)
            hand = hand_of_view(view, random.random)
            assert hand.turn is view.turn
            assert set(map(hand.move, hand.legal())) == set(referee.moves())
            assert refereed(hand).view(view.turn) == view
            referee.push(some_move(referee, random))


def test_a_view_without_its_past_is_refused() -> None:
    position = StockPosition.parse(
        "upcard=TS stock=17 act=meld turn=south south=Q9.AKQ.AJ.KQJ9 north=-.-.KQ.-+9 "
        "melds.south=pinochle:QS.JD melds.north=marriage:KD.QD gone=-.T9.J9.AAT9"
    )
    with pytest.raises(IllegalPositionError, match="tricks: missing"):
        hand_of_view(position, Random(1).random)


def test_a_view_with_doubles_or_without_an_upcard_is_refused() -> None:
    (deal,) = random_deals(1, 1, RULEBOOKS["macdougall"])
    doubled = Referee.of_deal(deal, doubles=Doubles.EVERY)
    (bare,) = random_deals(1, 1, SMALL_RULES)
    for referee, error in (
        (doubled, "doubles: given, but OpenSpiel's game is one without doubles"),
        (Referee.of_deal(bare), "upcard: missing, or not known any more"),
    ):
        assert referee.turn is not None
        view = referee.view(referee.turn)
        assert isinstance(view, StockPosition)
        with pytest.raises(IllegalPositionError) as caught:
            hand_of_view(view, Random(1).random)
        assert str(caught.value) == error


def test_a_view_that_no_hand_leads_to_is_refused() -> None:
    """With a queen of hearts in the hand the king on the table would have been married to it."""
    line = (
        "rules=hayes upcard=TS stock=17 turn=south south={} dealer=north tricks=AS-9S,AD-9D,AC-9C"
        " melds.south=kings:KS.KH.KD.KC@1+queens:QS.QH.QD.QC@2+marriage:KH2.QH@3"
    )
    possible = StockPosition.parse(line.format("AKQ.ATKKQ.KQ.KQ"))
    hand = hand_of_view(possible, Random(1).random)
    assert hand.information(Seat.SOUTH).endswith(" S:marriage:KH.QH(KH) play?")
    impossible = StockPosition.parse(line.format("AKQ.AKKQQ.KQ.KQ"))
    with pytest.raises(IllegalPositionError, match=r"^tricks: no hand found that leads to this"):
        hand_of_view(impossible, Random(1).random)


def test_a_world_is_found_from_the_hand_itself_if_none_is_found_by_chance(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(worlds, "_MOST_SWAPS", 0)
    begun_anew = 0
    begin = worlds._Arrangement.begin

    def begun_again(self: worlds._Arrangement, cards: list[int]) -> None:
        nonlocal begun_anew
        begun_anew += 1
        begin(self, cards)

    monkeypatch.setattr(worlds._Arrangement, "begin", begun_again)
    random, number = Random(1), 0
    for seed in (5,):
        for hand in drawn_at_random(RULEBOOKS["macdougall-bonus"], seed):
            for viewer in Seat:
                number += 1
                other = resample(hand, viewer, random.random)
                assert other.information(viewer) == hand.information(viewer)
                assert other.points == hand.points
    # It always begins once by chance.
    assert begun_anew > number + 20


SMALL_BOOKS = {
    "dix": small_rules("AKQ", 2, 3, upcard=True),
    "draws first": small_rules("AKQ", 2, 3, draws_first=True, upcard=True),
    "few": small_rules("KQ", 2, 2, upcard=True),
    "kinds": replace(
        RULEBOOKS["glup"],
        name="small-glup",
        deck=Deck(
            "small-glup",
            (Rank.KING, Rank.QUEEN),
            copies=4,
            hand=3,
            stock=9,
            suits=(Suit.SPADES, Suit.HEARTS),
            upcard=True,
        ),
    ),
}


@pytest.mark.parametrize(
    ("rules", "seed", "node", "viewer"),
    [
        # A dix that scored when it was drawn last, or did not.
        ("few", 5, 9, "south"),
        ("few", 5, 7, "south"),
        # The other seat is asked because it has something to show.
        ("dix", 4, 7, "north"),
        ("dix", 9, 6, "south"),
        ("draws first", 3, 4, "south"),
        ("draws first", 2, 8, "north"),
        ("kinds", 0, 15, "north"),
        ("kinds", 3, 7, "south"),
        # It has shown cards, of which there are other copies.
        ("draws first", 1, 10, "south"),
        ("kinds", 4, 12, "north"),
    ],
)
def test_every_world_comes_as_often_as_chance_brings_it(
    rules: str, seed: int, node: int, viewer: str
) -> None:
    """Beside all worlds of a small deck, found by playing each: the chi-square of 300 of them.

    It is at most 4 standard deviations above its mean, the number of worlds but one.
    """
    number, seat = 300, Seat.parse(viewer)
    hand = [hand.copy() for hand in drawn_at_random(SMALL_BOOKS[rules], seed)][node]
    chances = chances_of_worlds(hand, seat)
    random = Random(1)
    found = Counter(
        world_of(resample(hand, seat, random.random), seat.other) for _ in range(number)
    )
    assert set(found) <= set(chances)
    assert 2 <= len(chances) <= number / 2
    chi_square = sum(
        (found[world] - number * chance) ** 2 / (number * chance)
        for world, chance in chances.items()
    )
    freedom = len(chances) - 1
    assert chi_square <= freedom + 4 * (2 * freedom) ** 0.5


def test_a_dix_drawn_last_is_seen_to_score() -> None:
    """In other worlds it scores, or does not, as it did."""
    rules, scored = RULEBOOKS["macdougall"], set()
    for seed in range(60):
        for hand in drawn_at_random(rules, seed):
            if hand.in_playoff and hand.due is Due.PLAY:
                break
        words = hand.information(Seat.SOUTH).split()
        dix = next((word for word in words if word.endswith("+dix")), None)
        if dix is None and seed > 3:
            continue
        scored.add(dix)
        viewer = Seat.SOUTH if dix is None or dix[0] == "N" else Seat.NORTH
        for number in range(3):
            other = resample(hand, viewer, Random(number).random)
            assert other.points == hand.points
            assert other.information(viewer) == hand.information(viewer)
    assert len(scored) > 1


def test_hands_hold_what_was_dealt() -> None:
    (deal,) = random_deals(1, 1, RULEBOOKS["hayes"])
    hand = begun(deal)
    assert (hand.dealt_to(Seat.SOUTH), hand.dealt_to(Seat.NORTH)) == (deal.south, deal.north)
    assert deal_of(hand).stock == tuple(Hand.of(deal.stock))
