"""Where the cards are: chances beside all deals gone through, and what moved them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from math import isnan

import numpy as np
import pytest
from numpy.typing import NDArray

from helpers.oracle_decks import SMALL_RULEBOOKS, oracle_deck, oracle_tokens, views
from helpers.past_deals import deal_of, few_histories
from oracle.beliefs import FACES, histories
from pinochle_solver import (
    RULEBOOKS,
    Card,
    IllegalPositionError,
    Referee,
    StockPosition,
    random_deals,
)
from pinochle_solver._core.stock.inference import PLAYED
from pinochle_solver.notation.position_fields import Act
from pinochle_solver.rules.card_chances import CardChance, CardChances, Seen, SeenKind
from pinochle_solver.rules.rulebooks import PINOCHLE_BOOKS
from pinochle_solver.stock.behaviour import Behaviour
from pinochle_solver.stock.beliefs import INFERRED, UNIFORM, Belief
from pinochle_solver.stock.card_chances import CHAIN, card_chances, chances_of

# Colder than the default, so that the few moves of a small deck tell something.
COLD = Behaviour(temperature=6.0, slips=0.1, last_slips=0.2)
LATE = StockPosition.parse(
    "rules=scarne upcard=9H stock=11 turn=south south=AAJ.ATKQ.AQJ.AA north=-.ATKQJ.-.-+7 "
    "melds.south=dix@1+aces:AS.AH.AD.AC@6 melds.north=royal-marriage:KH.QH@4+run:AH.TH.KH.QH.JH@5 "
    "tricks=TD-9H,9D-9C,JD-9D,QD-KD,TC-9C,JC-QC points=110+17/190+17 dealer=south"
)
Floats = NDArray[np.float64]


def of(chances: CardChances, card: str) -> CardChance:
    found = chances.of(Card.parse(card))
    assert found is not None
    return found


# ---------------------------------------------------------------------------- by counting


@pytest.mark.parametrize("rules", SMALL_RULEBOOKS.values(), ids=SMALL_RULEBOOKS)
def test_counting_is_the_share_of_all_worlds(rules: object) -> None:
    told = 0
    for _, view in views(rules, 1, seed=6):  # type: ignore[arg-type]
        belief = Belief(view, UNIFORM)
        if view.face_down > 5:
            continue
        weighed = list(belief.worlds())
        whole = sum(weight for _, weight in weighed)
        found = card_chances(view, belief=UNIFORM)
        assert (found.worlds, found.belief, found.holder) == (0, UNIFORM, view.turn.other.text())
        known = view.hand(view.turn.other).known
        for each in found.cards:
            assert each.at_least == each.by_counting
            assert each.at_least_se == (0.0,) * each.copies
            for copies, chance in enumerate(each.at_least, start=1):
                share = sum(
                    weight
                    for world, weight in weighed
                    if known.count(each.card) + world[: belief.hidden].count(each.card) >= copies
                )
                assert chance == pytest.approx(share / whole)
            assert each.number == pytest.approx(each.number_by_counting)
            told += 1
        held = sum(each.number for each in found.cards)
        assert held == pytest.approx(len(view.hand(view.turn.other)))
    assert told > 10


def test_before_anything_is_seen_all_is_counted() -> None:
    (deal,) = random_deals(1, 3, RULEBOOKS["scarne"])
    view = Referee.of_deal(deal).view(deal.dealer.other)
    assert isinstance(view, StockPosition)
    found = card_chances(view)
    assert (found.belief, found.worlds) == (UNIFORM, 0)
    # Twelve of the 35 unseen cards: of one copy 12/35, of one of two 1 - 23/35 * 22/34.
    for each in found.cards:
        one = 12 / 35 if each.copies == 1 else 1 - 23 / 35 * 22 / 34
        assert each.at_least[0] == pytest.approx(one)
        assert each.shift is None


def test_with_all_cards_open_each_is_certain() -> None:
    (deal,) = random_deals(1, 3, RULEBOOKS["scarne"])
    position = Referee.of_deal(deal).position()
    assert isinstance(position, StockPosition)
    for each in card_chances(position).cards:
        assert set(each.at_least) == {1.0}
        assert each.known == each.copies
        assert each.shift is not None


# ------------------------------------------------------------------- beside all past deals


@dataclass(frozen=True)
class Exact:
    """A view of a small deck, and all that may have come to it.

    Attributes:
        belief: of the view.
        holds: for each way, how many copies of each card the opponent holds unseen.
        before: how likely the ways are before anything was seen.
        added: what each act adds to the logarithms of their likelihoods, (ways, acts + 1, 2).
    """

    belief: Belief
    holds: NDArray[np.int64]
    before: Floats
    added: Floats

    def chance(self, card: Card, added: Floats) -> float:
        """The chance of a copy that he is not known to hold, by what acts add."""
        weights = self.before * np.exp(added.sum(axis=(1, 2)))
        return float(weights[self.holds[:, card.index] > 0].sum() / weights.sum())

    def without(self, card: Card, seen: Seen) -> float:
        """The same without one thing that was seen."""
        added, history = self.added.copy(), self.belief.history
        assert history is not None
        if seen.kind is SeenKind.DID_NOT_MELD:
            added[:, :, 0] = 0
            return self.chance(card, added)
        plays, other = 0, self.belief.position.turn.other
        for number, act in enumerate(history.acts):
            is_play = act.kind == PLAYED
            trick = plays // 2 + is_play
            plays += is_play
            if act.seat is other and trick == seen.trick:
                is_meant = is_play == (seen.kind is not SeenKind.MELDED)
                if is_meant and (not is_play or act.cards[0][0] == seen.card):
                    added[:, number, 1] = 0
        return self.chance(card, added)


def exact(belief: Belief) -> Exact:
    view, history = belief.position, belief.history
    assert history is not None
    assert history.upcard is not None
    ways = histories(
        oracle_tokens(view),
        oracle_deck(view.rules),
        first_upcard=history.upcard.text(),
        counting=FACES,
    )
    search = belief.playouts()
    world = np.zeros((1, len(belief.cards)), np.uint8)
    search.sample(1, 0, world)
    template = search.past_deal(world[0], 1, 0)
    assert template is not None
    deals = [deal_of(view, template, history, way) for way in ways]
    rows = np.array([list(deal) for deal in deals], np.uint8)
    added = np.zeros((len(rows), len(history.acts) + 1, 2))
    search.log_likelihoods(rows, np.zeros(len(rows)), added)
    cards = Counter(card.index for card in belief.cards)
    holds = np.zeros((len(rows), 32), np.int64)
    for row, deal in zip(holds, deals, strict=True):
        stock = Counter(deal[len(deal) - view.face_down :])
        for index, copies in cards.items():
            row[index] = copies - stock[index]
    return Exact(belief, holds, np.array([float(each) for each in ways.values()]), added)


def small_views() -> Iterator[Exact]:
    for number, rules in enumerate(SMALL_RULEBOOKS.values()):
        for _, view in views(rules, 3, seed=number):
            belief = Belief(view, INFERRED, COLD)
            if belief.history is not None and few_histories(view) and view.face_down > 1:
                yield exact(belief)


def test_chances_and_what_moved_them_are_those_of_all_past_deals() -> None:
    off, without = [], []
    kinds: Counter[SeenKind] = Counter()
    for known in small_views():
        found = chances_of(known.belief, seed=3)
        for each in found.cards:
            if each.known == each.copies:
                continue
            place = each.known
            # A tenth is by counting alone.
            counted = 0.1 * each.by_counting[place]
            true = 0.9 * known.chance(each.card, known.added) + counted
            assert each.at_least[:place] == (1.0,) * place
            off.append((each.at_least[place] - true) / each.at_least_se[place])
            if each.shift is not None:
                seen = each.shift.seen
                kinds[seen.kind] += 1
                true = 0.9 * known.without(each.card, seen) + counted
                without.append((each.shift.without - true) / max(each.shift.without_se, 2e-3))
    assert len(off) > 100
    assert max(map(abs, off)) < 5
    assert np.mean(np.square(off)) < 1.3
    assert len(without) > 20
    assert max(map(abs, without)) < 5
    assert len(kinds) > 2


# ------------------------------------------------------------------------- what moved a card


def test_what_lies_on_the_table_is_certain() -> None:
    found = card_chances(LATE)
    assert (found.holder, found.belief, found.worlds) == ("north", INFERRED, 24 * CHAIN)
    ace = of(found, "AH")
    assert (ace.at_least, ace.at_least_se, ace.by_counting) == ((1.0,), (0.0,), (1.0,))
    assert ace.shift is not None
    assert ace.shift.seen == Seen(SeenKind.ON_TABLE)
    assert isnan(ace.shift.without)
    # One jack of trumps is on his table; the other may be in his hand or in the stock.
    jack = of(found, "JH")
    assert (jack.copies, jack.known, jack.at_least[0]) == (2, 1, 1.0)
    assert list(jack.by_counting) == pytest.approx([1.0, 7 / 18])
    assert jack.number == pytest.approx(sum(jack.at_least))


def test_a_king_given_away_tells_of_another() -> None:
    # Who takes a queen with a king has another one, or no use for it.
    king = of(card_chances(LATE), "KD")
    assert king.at_least[0] > king.by_counting[0] + 0.15
    assert king.shift is not None
    assert king.shift.seen.text() == "took QD with KD (trick 4)"
    assert king.shift.without < king.at_least[0] - 0.2


def test_the_numbers_add_up_to_the_hand() -> None:
    held = sum(each.number for each in card_chances(LATE, reasons=False).cards)
    assert held == pytest.approx(len(LATE.hand(LATE.turn.other)), abs=1e-9)


def test_a_seed_gives_the_same_again() -> None:
    assert card_chances(LATE, seed=2, chains=4) == card_chances(LATE, seed=2, chains=4)
    assert card_chances(LATE, seed=2, chains=4) != card_chances(LATE, seed=3, chains=4)


@pytest.mark.parametrize("name", PINOCHLE_BOOKS)
def test_every_moment_of_a_hand_has_its_chances(name: str) -> None:
    (deal,) = random_deals(1, 5, RULEBOOKS[name])
    referee, kinds = Referee.of_deal(deal), set()
    while not referee.in_playoff:
        assert referee.turn is not None
        view = referee.view(referee.turn)
        assert isinstance(view, StockPosition)
        if len(referee.moves()) > 1 and view.completed_tricks % 4 == 0:
            found = card_chances(view, chains=4)
            kinds.add((view.act is Act.PLAY, found.belief))
            assert sum(each.number for each in found.cards) == pytest.approx(
                len(view.hand(view.turn.other)), abs=1e-6
            )
        referee.push(referee.moves()[-1])
    assert (True, INFERRED) in kinds


def test_conditions_hold_in_the_chances() -> None:
    sure = card_chances(LATE, where=["north holds TD"], chains=8)
    ten = of(sure, "TD")
    assert (ten.at_least[0], ten.shift, sure.belief) == (1.0, None, INFERRED)
    assert ten.by_counting[0] == pytest.approx(7 / 18)
    held = sum(each.number for each in sure.cards)
    assert held == pytest.approx(len(LATE.hand(LATE.turn.other)), abs=1e-9)
    half = of(card_chances(LATE, where=["0.5: north holds TD"], belief=UNIFORM), "TD")
    assert half.at_least[0] == pytest.approx(0.5, abs=4 * half.at_least_se[0])
    assert half.at_least_se[0] < 0.03
    with pytest.raises(IllegalPositionError, match="north cannot"):
        card_chances(LATE, where=["north holds 2 AC"])


@pytest.mark.parametrize(
    ("seen", "text"),
    [
        (Seen(SeenKind.LED, 2, Card.parse("TS")), "led TS (trick 2)"),
        (Seen(SeenKind.TOOK, 4, Card.parse("AS"), Card.parse("TS")), "took TS with AS (trick 4)"),
        (Seen(SeenKind.GAVE, 4, Card.parse("9S"), Card.parse("AS")), "did not take AS (trick 4)"),
        (Seen(SeenKind.MELDED, 4, melds=("run", "dix")), "melded run and dix (trick 4)"),
        (Seen(SeenKind.MELDED, 0, melds=("dix",)), "melded dix at first"),
        (Seen(SeenKind.DID_NOT_MELD, melds=("queens",)), "did not meld queens"),
        (Seen(SeenKind.DID_NOT_MELD), "did not meld"),
        (Seen(SeenKind.ON_TABLE), "on the table"),
        (Seen(SeenKind.EXCHANGED), "exchanged"),
    ],
)
def test_what_was_seen_in_words(seen: Seen, text: str) -> None:
    assert seen.text() == text


def test_what_cannot_be_asked_for() -> None:
    with pytest.raises(ValueError, match="belief is 'sure', expected one of inferred, uniform"):
        card_chances(LATE, belief="sure")
    with pytest.raises(ValueError, match="chains is 3, expected at least 4"):
        card_chances(LATE, chains=3)
    with pytest.raises(ValueError, match="seed is -1"):
        card_chances(LATE, seed=-1)
    with pytest.raises(TypeError, match="StockPosition"):
        card_chances("analyze")  # type: ignore[arg-type]
