"""Hands in a row: dealers, scores, the end of a game (RULES-TABLE.md, sections 1 and 7)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from pinochle_solver.table.checks_paid import game_checks
from pinochle_solver.table.pays import TablePays
from pinochle_solver.table.rules import EndRules, TableRules, Tie
from pinochle_solver.table.scoring import HandResult, Outcome, Unit
from pinochle_solver.table.seats import Seat, left_of


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a game is after a hand.

    Attributes:
        winner: who has won the game; None: it goes on.
        target: the target from now on.
    """

    winner: Unit | None
    target: int


def standing(
    rules: TableRules,
    scores: Mapping[Unit, int],
    bidding_side: Unit | None = None,
    target: int | None = None,
    *,
    is_made: bool = False,
) -> Standing:
    """How a game stands after a hand; its rules must play for a target.

    Args:
        rules: the rulebook with its options.
        scores: what each unit has, including the hand.
        bidding_side: the unit that bid in the hand; None: no one did.
        target: the target before the hand; None: still that of the rules.
        is_made: whether the bidding side has made its contract.
    """
    end, first = rules.end, rules.target
    assert end is not None
    assert first is not None
    now = first if target is None else target
    highest = max(scores.values())
    leaders = [unit for unit, score in scores.items() if score == highest]
    alone = leaders[0] if len(leaders) == 1 else None
    has_reached = bidding_side is not None and scores[bidding_side] >= now
    is_out = has_reached and is_made if end.must_bid else highest >= now
    if not is_out:
        fallen = end.floor and min(scores.values()) <= -first
        return Standing(alone if fallen else None, now)
    if has_reached and (end.bidder_first or end.must_bid):
        return Standing(bidding_side, now)
    return Standing(alone, now) if alone else _tied(end, now, highest, bidding_side)


def _tied(end: EndRules, target: int, score: int, bidding_side: Unit | None) -> Standing:
    if end.tie is Tie.BIDDER_WINS:
        return Standing(bidding_side, target)
    if end.tie is Tie.TARGET_RISES:
        target += ((score - target) // end.target_step + 1) * end.target_step
    return Standing(None, target)


def next_dealer(rules: TableRules, dealer: Seat, outcome: Outcome) -> Seat:
    """Who deals after a hand: the seat at the dealer's left, also after a hand passed out.

    A void hand keeps its dealer, and so does a hand passed out if the rules say so (`noforce`).
    """
    redealt = rules.auction is not None and rules.auction.redeal_by_same
    if outcome is Outcome.VOID or (outcome is Outcome.PASSED_OUT and redealt):
        return dealer
    return left_of(rules.table, dealer)


@dataclass(frozen=True, slots=True, kw_only=True)
class TableGame:
    """A game after some hands. `game_begun` gives the game before its first hand.

    Attributes:
        rules: the rulebook with its options.
        dealer: who deals the next hand, or would if the game were not over.
        scores: what each unit of `TableRules.score_units` has; in games for stakes, in money.
        checks: what each unit has in checks, if they are paid; else empty.
        kitty: what is in the kitty.
        target: the current target; None if each hand is paid for, or is a game, by itself.
        winner: who has won; None: the game goes on.
        single_hand: whether each hand is a game of its own; then the scores are the games won.
        caller: whose call-out has decided the game; None: nobody's.
    """

    rules: TableRules
    dealer: Seat
    scores: tuple[int, ...]
    checks: tuple[int, ...] = ()
    kitty: int = 0
    target: int | None = None
    winner: Unit | None = None
    single_hand: bool = False
    caller: Seat | None = None

    @property
    def is_settled(self) -> bool:
        """Whether what is to be paid is: the game is over, or each hand is a game."""
        return self.winner is not None or self.single_hand

    def after(self, hand: HandResult) -> TableGame:
        """The game after the result of a hand that this dealer dealt.

        Raises:
            ValueError: the game is over.
        """
        if self.winner is not None:
            raise ValueError("the game is over")
        scores = self._scores_after(hand)
        game = replace(
            self,
            dealer=next_dealer(self.rules, self.dealer, hand.outcome),
            scores=scores,
            kitty=hand.kitty,
        )
        if hand.checks:
            checks = tuple(map(sum, zip(self.checks, hand.checks, strict=True)))
            game = replace(game, checks=checks)
        if self.rules.end is None or self.single_hand or hand.outcome is Outcome.VOID:
            return game
        by_unit = dict(zip(self.rules.score_units, scores, strict=True))
        is_made = hand.outcome is Outcome.MADE
        now = standing(self.rules, by_unit, hand.bidding_side, self.target, is_made=is_made)
        game = replace(game, target=now.target, winner=now.winner)
        return game._with_checks_for_the_game() if now.winner else game

    def called_out(self, hand: HandResult, winner: Seat, caller: Seat) -> TableGame:
        """The game after a call-out that has decided it.

        Args:
            hand: what the hand has come to when somebody called out.
            winner: who wins the game: the caller, or after a wrong call another seat.
            caller: who called out.
        """
        won = next(unit for unit in self.rules.score_units if winner in unit)
        scores = self._scores_after(hand)
        return replace(self, scores=scores, winner=won, caller=caller)

    def _scores_after(self, hand: HandResult) -> tuple[int, ...]:
        """The scores with what a hand adds: its points, or the game for the most points in it."""
        adds = hand.scores
        if self.single_hand:
            most = winner_of_hand(hand)
            adds = tuple(int(unit == most) for unit in hand.units)
        return tuple(map(sum, zip(self.scores, adds, strict=True)))

    def _with_checks_for_the_game(self) -> TableGame:
        rules = self.rules.checks
        if rules is None:
            return self
        units = self.rules.score_units
        losers = max(
            score for unit, score in zip(units, self.scores, strict=True) if unit != self.winner
        )
        won = game_checks(rules, losers)
        checks = tuple(
            checks + won * (unit == self.winner)
            for unit, checks in zip(units, self.checks, strict=True)
        )
        return replace(self, checks=checks)


def winner_of_hand(hand: HandResult) -> Unit | None:
    """The unit with the most points in a hand; None: several have as many."""
    most = max(hand.scores)
    winners = [unit for unit, score in zip(hand.units, hand.scores, strict=True) if score == most]
    return winners[0] if len(winners) == 1 else None


def game_begun(rules: TableRules, dealer: Seat, *, single_hand: bool = False) -> TableGame:
    """A game before its first hand; or before several hands that are games of their own."""
    nothing = (0,) * len(rules.score_units)
    return TableGame(
        rules=rules,
        dealer=dealer,
        scores=nothing,
        checks=nothing if rules.checks else (),
        target=None if single_hand else rules.target,
        single_hand=single_hand,
    )


def why_not_settled(rules: TableRules, pays: TablePays) -> str | None:
    """Why a game cannot be settled in this way, in a few words; None: it can."""
    if rules.target is None:
        return f"{rules.name} is paid hand by hand"
    if pays is TablePays.DIFFERENCE_ALONE and not rules.stakes.bonus:
        return f"{rules.name} has no bonus to leave off. Type {TablePays.DIFFERENCE.value}"
    if pays is TablePays.ALL_DIFFERENCES and rules.partners:
        return f"{rules.name} has two sides. Type {TablePays.DIFFERENCE.value}"
    return None


def bonus_of(rules: TableRules, pays: TablePays) -> int:
    """What each loser of a game pays the winner besides the difference of the scores."""
    return rules.stakes.bonus if pays is TablePays.DIFFERENCE else 0


def payments(pays: TablePays, game: TableGame, hands: Iterable[HandResult]) -> dict[Unit, int]:
    """What each unit gets by agreement, minus what it pays; everybody in a unit gets this much.

    A game that is not over pays nothing yet, except for the stakes of its hands. A difference is
    below 0 if a loser stands above the winner (RULES-TABLE.md, section 7).

    Args:
        pays: how the game is settled; see `why_not_settled`.
        game: the game as it stands; if each hand is a game, each is settled for itself.
        hands: the hands of the game.
    """
    if game.single_hand:
        gets = dict.fromkeys(game.rules.score_units, 0)
        for hand in hands:
            one = replace(game, single_hand=False, scores=hand.scores, winner=winner_of_hand(hand))
            for unit, amount in payments(pays, one, ()).items():
                gets[unit] += amount
        return gets
    stakes, units = game.rules.stakes, game.rules.score_units
    gets = dict.fromkeys(units, 0)

    def pay(winner: Unit, amounts: Mapping[Unit, int]) -> None:
        for unit, amount in amounts.items():
            gets[unit] -= amount
            gets[winner] += amount

    if pays is TablePays.STAKES:
        for hand in hands:
            if hand.bidding_side is not None and hand.outcome in _FOR_STAKES:
                amount = stakes.hand if hand.outcome is Outcome.MADE else -stakes.hand
                others = (unit for unit in units if unit != hand.bidding_side)
                pay(hand.bidding_side, dict.fromkeys(others, amount))
    if game.winner is None:
        return gets
    scores = dict(zip(units, game.scores, strict=True))
    if pays is TablePays.ALL_DIFFERENCES:
        total = sum(scores.values())
        return {unit: len(units) * score - total for unit, score in scores.items()}
    bonus = bonus_of(game.rules, pays)
    lead = scores.pop(game.winner)
    if pays is TablePays.STAKES:
        pay(game.winner, dict.fromkeys(scores, stakes.game))
    else:
        pay(game.winner, {unit: lead - score + bonus for unit, score in scores.items()})
    return gets


_FOR_STAKES = (Outcome.MADE, Outcome.SET)
