"""Hands of three and four with one planted blunder, reviewed: whether the review finds it."""

from __future__ import annotations

from itertools import count, islice
from random import Random
from time import process_time

from benchmarks.strength.planted_hands import (
    LONG_WORLDS,
    PLAYING_WORLDS,
    SURE_OF_IT,
    FalseMark,
    PlantedHand,
)
from pinochle_solver import Mark, TablePosition, review_table
from pinochle_solver.double_dummy.stakes import stake_of
from pinochle_solver.engines.registry import make_table_engine
from pinochle_solver.game.table.recording import record_of_hand
from pinochle_solver.hidden_hands.comparing import compare
from pinochle_solver.hidden_hands.search import analyze_hidden
from pinochle_solver.limits import Limits
from pinochle_solver.notation.table.positions import position_of
from pinochle_solver.reviews.table.decisions import JudgedDecision, TableKind
from pinochle_solver.reviews.table.reviewing import BID_SHARE
from pinochle_solver.table.acts import Act
from pinochle_solver.table.deals import random_deal
from pinochle_solver.table.hands import TableHand, begun
from pinochle_solver.table.moves import TableMove
from pinochle_solver.table.rulebooks import TABLE_RULEBOOKS
from pinochle_solver.table.views import AnyMove

ACTS = (Act.BID, Act.BURY, Act.PLAY)
"""What blunders are planted in, in turn."""
LEAST_SHARE = 0.06
"""How much of what is at stake a blunder loses: 30 points of 500, as in the game for two."""
NO_SHARE = 0.01
_LOOKED_AT = 512
_TRIED = 3
_LATEST_CARD = 24
_DEALS_APART = 100_000
_MISTAKES = (Mark.MISTAKE, Mark.BLUNDER)
_SEED_BITS = 53
_PER_CENT = 100.0


def planted_table_hand(
    number: int, rules: tuple[str, ...], seed: int, seconds: float | None, worlds: int | None
) -> PlantedHand:
    """Play a hand with a blunder in it, and review it; losses are in per cent of the stake.

    All other decisions are those of the default engine.

    Args:
        number: of the hand, from 0.
        rules: the rulebooks, taken in turn after one blunder of each kind.
        seed: of deals and of everything else.
        seconds: for each decision that is reviewed,
        worlds: or in how many worlds it is.
    """
    random = Random(f"planted at a table/{seed}/{number}")
    name, act = rules[number // len(ACTS) % len(rules)], ACTS[number % len(ACTS)]
    for more in islice(count(), 50):
        deal = random_deal(number + _DEALS_APART * more, seed, TABLE_RULEBOOKS[name])
        planted = _planted(begun(deal), act, random)
        if planted is not None:
            break
    else:
        return PlantedHand(number, name)
    hand, position, move, long = planted
    while hand.turn is not None:
        hand = hand.after(_choice(hand, random))
    began = process_time()
    found = review_table(
        record_of_hand(hand), seconds=seconds, worlds=worlds, seed=1 + _seed(random)
    )
    took = process_time() - began
    here = [each for each in found.decisions if each.position == position]
    assert here, (number, move)
    blunder, others = here[0], [each for each in found.decisions if each.position != position]
    worst = found.worst(1)
    return PlantedHand(
        number,
        name,
        f"{blunder.trick} {blunder.seat.text()}",
        blunder.kind.value,
        _PER_CENT * long,
        _PER_CENT * blunder.share,
        "" if blunder.mark is None else blunder.mark.value,
        bool(worst) and worst[0] is blunder,
        sum(each.loss is not None for each in others),
        tuple(_false_marks(others, random)),
        took,
    )


def _planted(
    hand: TableHand, act: Act, random: Random
) -> tuple[TableHand, TablePosition, TableMove, float] | None:
    """Play to a decision of a kind and make a blunder there.

    Returns:
        the hand after it, what its seat saw, the blunder, and the share of the stake that it
        loses; None where there is no place.
    """
    first = {Act.BID: random.randrange(3), Act.PLAY: random.randrange(_LATEST_CARD)}.get(act, 0)
    number = 0
    while hand.turn is not None:
        if hand.act is act and len(list(islice(hand.legal_moves(), 2))) > 1:
            number += 1
            view = position_of(hand, hand.turn)
            found = _blunder(view, random) if number > first else None
            if found is not None:
                return hand.after(found[0]), view, *found
        hand = hand.after(_choice(hand, random))
    return None


def _choice(hand: TableHand, random: Random) -> TableMove:
    assert hand.turn is not None
    moves = list(islice(hand.legal_moves(), 2))
    if len(moves) == 1:
        return moves[0]
    engine = make_table_engine("default")
    view = position_of(hand, hand.turn)
    move = engine.choose(view, Limits(worlds=PLAYING_WORLDS), seed=_seed(random)).move
    assert isinstance(move, TableMove)
    return move


def _blunder(view: TablePosition, random: Random) -> tuple[TableMove, float] | None:
    """A move that surely loses `LEAST_SHARE` or more, by a long search; None if none does."""
    is_bid = view.act is Act.BID
    looked_at = Limits(worlds=_LOOKED_AT // (4 if is_bid else 1))
    moves = analyze_hidden(view, looked_at, _seed(random)).moves
    known = [(move.mean.mean, move.move) for move in moves if move.mean is not None]
    most, best = max(known, key=lambda each: each[0])
    least = LEAST_SHARE * (2 if is_bid else 1)
    promising = [move for mean, move in known if most - mean >= least * stake_of(view, best, move)]
    if not is_bid:  # of bids the lowest are what somebody might say
        random.shuffle(promising)
    for move in promising[:_TRIED]:
        share, error = _long(view, best, move, random)
        if share - SURE_OF_IT * error >= LEAST_SHARE:
            assert isinstance(move, TableMove)
            return move, share
    return None


def _false_marks(decisions: list[JudgedDecision], random: Random) -> list[FalseMark]:
    found = []
    for each in decisions:
        if each.mark not in _MISTAKES:
            continue
        share, _ = _long(each.position, each.best, each.played, random)
        if share < NO_SHARE:
            place = f"{each.trick} {each.seat.text()} {each.kind.value}"
            found.append(FalseMark(place, _PER_CENT * each.share, _PER_CENT * share))
    return found


def _long(
    view: TablePosition, first: AnyMove, second: AnyMove, random: Random
) -> tuple[float, float]:
    """How much more a move is worth than another, and the error, as shares of the stake."""
    worlds = 2 * LONG_WORLDS // BID_SHARE if TableKind.of(view) is TableKind.CALL else LONG_WORLDS
    found = compare(view, first, second, Limits(worlds=worlds), _seed(random))
    assert found is not None
    stake = stake_of(view, first, second)
    return found.ahead.mean / stake, found.ahead.se / stake


def _seed(random: Random) -> int:
    return int(random.random() * 2**_SEED_BITS)
