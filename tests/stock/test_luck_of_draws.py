"""The luck of a draw: what the card is worth beside all that it might have been."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from pinochle_solver import (
    RULEBOOKS,
    Card,
    Referee,
    Rulebook,
    Seat,
    StockPosition,
    random_deals,
)
from pinochle_solver.game.recording import record_of
from pinochle_solver.game.replayer import replay_record
from pinochle_solver.melding.draws import draw_worths
from pinochle_solver.reviews.accounting import own_draws
from pinochle_solver.rules.moves import Play
from pinochle_solver.rules.rulebooks import PINOCHLE_BOOKS


@pytest.mark.parametrize("rules", PINOCHLE_BOOKS.values(), ids=PINOCHLE_BOOKS)
def test_a_card_might_have_been_any_that_the_seat_has_not_seen(rules: Rulebook) -> None:
    """Where nobody shows anything, a seat has seen its own cards, what was played, the upcard."""
    (deal,) = random_deals(1, 3, rules)
    referee, random = Referee.of_deal(deal), Random(3)
    while not referee.in_playoff:
        plays = [move for move in referee.moves() if isinstance(move, Play)]
        referee.push(random.choice(plays) if plays else "pass")
    replay = replay_record(record_of(deal, referee.history))
    for seat in Seat:
        seen = Counter(deal.south if seat is Seat.SOUTH else deal.north)
        assert deal.upcard is not None
        seen[deal.upcard] += 1
        draws = {draw.trick: draw for draw in own_draws(replay, seat)}
        assert len(draws) >= rules.deck.stock_tricks - 1
        for trick in replay.tricks[: rules.deck.stock_tricks]:
            seen[trick.plays[trick.leader is seat].card] += 1
            (card,) = (card for drawer, card in trick.drawn if drawer is seat)
            if draw := draws.get(trick.number):
                unseen = list((Counter(rules.deck.cards()) - seen).elements())
                before = replay.at(trick.number, "r", seat)
                assert isinstance(before, StockPosition)
                worths = draw_worths(before, seat, unseen)
                mean = sum(worths[each] for each in unseen) / len(unseen)
                assert draw.card == card
                assert draw.luck.mean == pytest.approx(worths[card] - mean)
            seen[card] += 1


def test_an_upcard_that_was_taken_in_exchange_is_none_of_the_unseen_when_it_is_played() -> None:
    (deal,) = random_deals(1, 5, RULEBOOKS["scarne"])
    referee = Referee.of_deal(deal)
    for move in ("9C", "TH", "dix", "9C", "KC", "pass", "9D", "QH", "pass"):
        referee.push(move)
    replay = replay_record(record_of(deal, referee.history))
    before = replay.at(3, "r", Seat.SOUTH)
    assert isinstance(before, StockPosition)
    queen = Card.parse("QH")
    assert queen == deal.upcard
    assert queen in before.unseen  # the other copy
    draw = next(draw for draw in own_draws(replay, Seat.SOUTH) if draw.trick == 3)
    worths = draw_worths(before, Seat.SOUTH, before.unseen)
    mean = sum(worths[each] for each in before.unseen) / len(before.unseen)
    assert draw.luck.mean == pytest.approx(worths[draw.card] - mean)
