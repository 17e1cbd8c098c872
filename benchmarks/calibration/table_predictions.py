"""Do predictions of three and four come true?

    python benchmarks/calibration/table_predictions.py --rules auction --hands 400 --worlds 300

An engine plays all seats of fresh deals, calls and burials included; with ``--contract`` hands
begin after the auction. At every decision between several moves two things are compared with what
the hand came to: the mean that the engine tells of the move chosen, and its chance to win (that
the contract is made, or for the other side that it is set). A search takes the move that looks
best, and so one that was rather lucky in its worlds. ``--fresh`` worlds value the card chosen
again, and know nothing of the choice. What they predict above the result is the fault of the
model: of the worlds, or of the policy that plays on. The same is told of the card points that a
side is to win, as a share of all that are to come: from it come the figures of
``hidden_hands/corrections.py``.

What is done is kept in a file (``--resume``), and a run with the same settings goes on with it.
Ctrl-C prints what there is, and the status is 130. With ``--worlds`` the figures depend on the
settings alone, not on the number of processes.
"""

from __future__ import annotations

if __name__ == "__main__":
    import sys
    from pathlib import Path

    sys.path.insert(0, str(Path(__file__).parents[2]))
    from benchmarks.common.starting import end_at_ctrl_c

    end_at_ctrl_c()

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from math import nan, sqrt
from pathlib import Path

import click
import numpy as np

from benchmarks.common.hand_means import Floats, Ints, mean_by_hand
from benchmarks.common.measurements import (
    Row,
    echo_head,
    echo_table,
    end_command,
    gathered,
    number_text,
    processes_option,
    resume_option,
    with_error,
)
from benchmarks.common.starting import run
from pinochle_solver import StopFlag, __version__
from pinochle_solver.cli.input.options import Positive
from pinochle_solver.engines.registry import make_table_engine, table_engine_names
from pinochle_solver.engines.table.engine import TableDecision
from pinochle_solver.hidden_hands.beliefs import Beliefs
from pinochle_solver.hidden_hands.decisions import CardDecision
from pinochle_solver.limits import Limits
from pinochle_solver.matches.pairs import seed_of
from pinochle_solver.matches.table.contracts import calls_for_contract
from pinochle_solver.notation.table.positions import TablePosition, position_of
from pinochle_solver.table.acts import Act
from pinochle_solver.table.deals import random_deal
from pinochle_solver.table.hands import TableHand, begun
from pinochle_solver.table.moves import PlayCard
from pinochle_solver.table.rulebooks import TABLE_RULEBOOKS
from pinochle_solver.table.scoring import HandResult, Outcome
from pinochle_solver.table.seats import Seat

RULES = ("auction", "auction-score", "partnership-auction", "corners", "check")
BINS = 10
BIDDER, PARTNER, AGAINST, NOBODY = "bidder", "partner", "against", "nobody bid"
CALL, BURIAL, MELD, LEAD, FOLLOW = "call", "burial", "meld", "lead", "follow"
_KINDS = {Act.BID: CALL, Act.BURY: BURIAL, Act.MELD: MELD}
# Fresh worlds have other seeds than any search.
_FRESH = 1 << 40


@dataclass(frozen=True, slots=True, kw_only=True)
class PredictionSettings:
    """How hands are played and predicted.

    Attributes:
        rules: rulebooks, which the hands take in turn.
        player: the engine of all seats.
        worlds: the limit of each search,
        seconds: or its time.
        contract: whether hands begin after the auction.
        fresh: in how many fresh worlds a card chosen is valued again; 0 for not at all.
        seed: of deals, searches and fresh worlds.
    """

    rules: tuple[str, ...]
    player: str
    worlds: int | None
    seconds: float | None
    contract: bool
    fresh: int
    seed: int

    @property
    def limits(self) -> Limits:
        """Of each search."""
        return Limits(worlds=self.worlds, seconds=self.seconds)


@dataclass(frozen=True, slots=True)
class Predicted:
    """What a decision was thought to come to, and what it came to, for the seat that decided.

    Attributes:
        kind: `CALL`, `BURIAL`, `MELD`, `LEAD` or `FOLLOW`.
        side: `BIDDER`, `PARTNER`, `AGAINST` or `NOBODY`.
        trick: how many tricks were over.
        mean: what the hand was expected to be worth, in its currency.
        win: the chance to win; None where none was told.
        fresh: the mean in fresh worlds; None where there are none.
        fresh_win: the chance in fresh worlds.
        fresh_cards: the card points that its unit wins from then on in fresh worlds; None as
            `fresh`.
        cards: those that it won.
        to_come: those that were to come.
        actual: what the hand was worth.
        won: 1 if it was won, 0 if not, shared if several units have the most points.
    """

    kind: str
    side: str
    trick: int
    mean: float
    win: float | None
    fresh: float | None
    fresh_win: float | None
    fresh_cards: float | None
    cards: int
    to_come: int
    actual: float
    won: float


@dataclass(frozen=True, slots=True)
class PredictedHand:
    """A hand.

    Attributes:
        number: which, from 0.
        decisions: those that were predicted.
    """

    number: int
    decisions: list[Predicted]


def play_hand(number: int, settings: PredictionSettings) -> PredictedHand:
    """Play the hand of this number; with `worlds` it depends on the settings alone."""
    rules = TABLE_RULEBOOKS[settings.rules[number % len(settings.rules)]]
    player = make_table_engine(settings.player)
    dealer = rules.table[number % len(rules.table)]
    hand = begun(random_deal(number, settings.seed, rules, dealer))
    if settings.contract and hand.auction is not None:
        for call in calls_for_contract(hand):
            hand = hand.after(call)
    made: list[_Made] = []
    while hand.turn is not None:
        seat, moves = hand.turn, hand.legal_moves()
        first, second = next(moves), next(moves, None)
        if second is None:
            hand = hand.after(first)
            continue
        seed = seed_of(settings.seed, number, seat, len(made))
        position = position_of(hand, seat)
        decision = player.choose(position, settings.limits, seed=seed)
        fresh = None
        if settings.fresh and isinstance(decision.move, PlayCard) and not decision.exact:
            fresh = fresh_values(position, decision.move, settings.fresh, seed + _FRESH)
        made.append(_Made(seat, kind_of(hand), hand, decision, fresh))
        hand = hand.after(decision.move)  # type: ignore[arg-type]
    result = hand.result()
    predicted = [each.told(hand, result) for each in made if each.decision.mean is not None]
    return PredictedHand(number, predicted if result.outcome is not Outcome.PASSED_OUT else [])


@dataclass(frozen=True, slots=True)
class _Made:
    """A decision of a hand that is not over yet."""

    seat: Seat
    kind: str
    hand: TableHand
    decision: TableDecision
    fresh: tuple[float, float, float] | None

    def told(self, over: TableHand, result: HandResult) -> Predicted:
        """What was predicted of the hand that is over."""
        assert self.decision.mean is not None
        fresh, fresh_win, fresh_cards = self.fresh or (None, None, None)
        side, rules = side_of(over, self.seat), over.rules
        unit = next(unit for unit in rules.units(over.dealer) if self.seat in unit)
        if side != NOBODY:
            with_bidder = over.bidder in unit
            unit = tuple(
                seat for seat in over.players if (side_of(over, seat) != AGAINST) == with_bidder
            )
        won = sum(over.cards_won(seat) - self.hand.cards_won(seat) for seat in unit)
        gone = sum(rules.count.of(trick.cards) for trick in self.hand.tricks)
        return Predicted(
            kind=self.kind,
            side=side,
            trick=len(self.hand.tricks),
            mean=self.decision.mean,
            win=self.decision.win,
            fresh=fresh,
            fresh_win=fresh_win,
            fresh_cards=fresh_cards,
            cards=won,
            to_come=rules.whole_count - rules.count.of(over.buried.known) - gone,
            actual=worth_of_result(over, self.seat, result),
            won=_won(result, self.seat, side),
        )


def fresh_values(
    position: TablePosition, move: PlayCard, number: int, seed: int
) -> tuple[float, float, float] | None:
    """What a card comes to in so many worlds; None if one deal is possible.

    The mean, the chance to win, and the card points that its unit wins from then on.
    """
    beliefs = Beliefs(position)
    if beliefs.number == 1:
        return None
    decision = CardDecision(position)
    which = bytes([decision.moves.index(move)])
    outcomes = decision.evaluate(beliefs.worlds(number, seed), which, StopFlag())
    assert outcomes is not None
    means, wins, cards = (float(array.mean()) for array in outcomes)
    return means, wins, cards


def worth_of_result(hand: TableHand, seat: Seat, result: HandResult) -> float:
    """What a finished hand was worth to a seat (RULES-TABLE.md, section 9)."""
    if hand.rules.money is not None:
        return result.score_of(seat)
    units = dict(zip(result.units, result.checks or result.scores, strict=True))
    own = next(unit for unit in units if seat in unit)
    others = [score for unit, score in units.items() if unit != own]
    return units[own] - sum(others) / len(others)


def _won(result: HandResult, seat: Seat, side: str) -> float:
    if side != NOBODY:
        return float((result.outcome is Outcome.MADE) == (side != AGAINST))
    units = dict(zip(result.units, result.totals, strict=True))
    best = [unit for unit, total in units.items() if total == max(units.values())]
    return sum(seat in unit for unit in best) / len(best)


def side_of(hand: TableHand, seat: Seat) -> str:
    """`BIDDER`, `PARTNER`, `AGAINST` or `NOBODY`."""
    if hand.bidder is None:
        return NOBODY
    if seat is hand.bidder:
        return BIDDER
    unit = next(unit for unit in hand.rules.units(hand.dealer) if seat in unit)
    return PARTNER if hand.bidder in unit else AGAINST


def kind_of(hand: TableHand) -> str:
    """`CALL`, `BURIAL`, `MELD`, `LEAD` or `FOLLOW`."""
    return _KINDS.get(hand.act) or (FOLLOW if hand.led else LEAD)


@click.command(help=(__doc__ or "").splitlines()[0])
@click.option("--hands", default=400, show_default=True, type=click.IntRange(1))
@click.option("--rules", default="auction", show_default=True)
@click.option("--player", default="default", type=click.Choice(table_engine_names()))
@click.option("--worlds", type=click.IntRange(32), help="Of each search; 300 without --seconds.")
@click.option("--seconds", type=Positive(), help="Of each search.")
@click.option("--contract", is_flag=True, help="Begin after the auction.")
@click.option("--fresh", default=200, show_default=True, type=click.IntRange(0))
@click.option("--seed", default=1, show_default=True)
@resume_option
@processes_option
def main(
    hands: int,
    rules: str,
    player: str,
    worlds: int | None,
    seconds: float | None,
    contract: bool,
    fresh: int,
    seed: int,
    resume: Path | None,
    processes: int,
) -> None:
    """See the docstring of the module."""
    if worlds is not None and seconds is not None:
        raise click.UsageError("--worlds or --seconds, not both")
    names = RULES if rules == "all" else tuple(rules.split(","))
    if unknown := [name for name in names if name not in TABLE_RULEBOOKS]:
        raise click.BadParameter(f"{unknown[0]!r} is no game for three or four", param_hint="rules")
    settings = PredictionSettings(
        rules=names,
        player=player,
        worlds=300 if seconds is None and worlds is None else worlds,
        seconds=seconds,
        contract=contract,
        fresh=fresh,
        seed=seed,
    )
    header = {"measured": "table predictions", "version": __version__, **asdict(settings)}
    work = partial(play_hand, settings=settings)
    records = gathered(work, hands, PredictedHand, header, resume, processes)
    finished = len(records) == hands
    number = sum(len(record.decisions) for record in records)
    echo_head(header, f"{len(records)} hands, {number} decisions", finished)
    for place, name in enumerate(names):
        told = [record for record in records if record.number % len(names) == place]
        if any(record.decisions for record in told):
            echo_table(f"{name}: predicted minus actual", _BIAS_HEADS, bias_rows(told))
    if number:
        echo_table("chance to win", BIN_HEADS, bin_rows(records, lambda each: each.win))
        if settings.fresh:
            of_fresh = bin_rows(records, lambda each: each.fresh_win)
            echo_table("chance to win, fresh worlds", BIN_HEADS, of_fresh)
    end_command(finished)


_BIAS_HEADS = (
    "decisions",
    "hands",
    "search",
    "size of a result",
    "fresh",
    "search minus fresh",
    "cards, %",
)
BIN_HEADS = ("number", "predicted", "won", "off, points")


def bias_rows(records: Sequence[PredictedHand]) -> Iterator[Row]:
    """How far predictions were above the results, with errors by hand; by kind and side."""
    pairs = [(record.number, each) for record in records for each in record.decisions]
    groups = {f"{each.kind}, {each.side}" for _, each in pairs}
    for label in (*sorted(groups), "all"):
        chosen = [
            (hand, each) for hand, each in pairs if label in ("all", f"{each.kind}, {each.side}")
        ]
        hands = np.array([hand for hand, _ in chosen], np.int64)
        mean, fresh, actual, fresh_cards, cards, to_come = (
            np.array([getattr(each, name) for _, each in chosen], np.float64)
            for name in ("mean", "fresh", "actual", "fresh_cards", "cards", "to_come")
        )
        again = np.isfinite(fresh)
        yield (
            label,
            f"{len(chosen):,}",
            f"{len(np.unique(hands)):,}",
            with_error(*mean_by_hand(mean - actual, hands), "+.2f"),
            number_text(sqrt(float((actual**2).mean())), ".1f"),
            _bias((fresh - actual)[again], hands[again]),
            _bias((mean - fresh)[again], hands[again]),
            _bias((100 * (fresh_cards - cards) / to_come)[again], hands[again]),
        )


def _bias(values: Floats, hands: Ints) -> str:
    return with_error(*mean_by_hand(values, hands), "+.2f") if len(values) else ""


def bin_rows(
    records: Sequence[PredictedHand], chance: Callable[[Predicted], float | None]
) -> Iterator[Row]:
    """What was predicted and what came, in bins of equal width.

    The standard error is at least that of as many independent outcomes of these chances: if all
    decisions of a bin were won, they have no spread of their own.
    """
    found = [
        (record.number, predicted, each.won)
        for record in records
        for each in record.decisions
        if (predicted := chance(each)) is not None
    ]
    hands = np.array([hand for hand, _, _ in found], np.int64)
    told = np.array([predicted for _, predicted, _ in found], np.float64)
    won = np.array([each for _, _, each in found], np.float64)
    which = np.minimum((told * BINS).astype(np.int64), BINS - 1)
    for number in range(BINS):
        part = which == number
        count = int(part.sum())
        off, error = mean_by_hand(told[part] - won[part], hands[part]) if count else (nan, nan)
        if count:
            independent = sqrt(float((told[part] * (1 - told[part])).sum())) / count
            error = float(np.maximum(error, independent))  # Of a single hand it is unknown, nan.
        yield (
            f"{number / BINS:.1f} to {(number + 1) / BINS:.1f}",
            f"{count:,}",
            number_text(float(told[part].mean()) if count else nan, ".3f"),
            number_text(float(won[part].mean()) if count else nan, ".3f"),
            with_error(100 * off, 100 * error, "+.1f"),
        )


if __name__ == "__main__":
    run(main)
