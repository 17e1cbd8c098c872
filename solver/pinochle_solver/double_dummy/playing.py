"""The mean of each card, and of each laying of melds, over deals of the unseen cards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from pinochle_solver.double_dummy.analysis import Findings
from pinochle_solver.double_dummy.estimates import Stake
from pinochle_solver.double_dummy.finishing import Finish, Tricks, Won, won_with_tricks
from pinochle_solver.double_dummy.open_hands import OpenHands, OpenSolver
from pinochle_solver.double_dummy.outcomes import (
    Laid,
    Unit,
    at_stake,
    laid_by,
    laid_by_units,
    where_settled,
)
from pinochle_solver.double_dummy.sides import (
    Standing,
    are_aces_in_doubt,
    sides_of,
    standing_of,
    unit_of,
    was_dealt_aces,
)
from pinochle_solver.double_dummy.trials import Tried
from pinochle_solver.double_dummy.worlds import World, Worlds
from pinochle_solver.notation.table.position_hands import hand_of
from pinochle_solver.notation.table.positions import TablePosition
from pinochle_solver.rules.cards import NO_CARDS, Card, Hand
from pinochle_solver.table.hands import TableHand
from pinochle_solver.table.money import paid_for_aces
from pinochle_solver.table.moves import Lay, PlayCard, TableMove


def card_chances(position: TablePosition, worlds: Worlds, solver: OpenSolver) -> Findings:
    """The cards that may be played, the best mean first.

    If a position gives neither what was bid nor what has been won so far, the means count what is
    still to come.

    Args:
        position: a position with a card to play.
        worlds: deals of what is hidden.
        solver: of open hands.
    """
    found = _Found(position)

    def play(world: World) -> tuple[World, Finish, Mapping[Card, Won]]:
        finish = found.finish(world)
        return world, finish, finish.values(solver)

    for world, finish, played in worlds.each(play):
        found.see(world, finish)
        for card, won in played.items():
            found.add(PlayCard(card), finish, won, is_only=worlds.is_one)
    return found.findings(is_settled=found.is_settled)


def laying_chances(position: TablePosition, worlds: Worlds, solver: OpenSolver) -> Findings:
    """The possible layings of melds, the best mean first; among equals those that lay more.

    With open cards, showing melds gives nothing away, so leaving out a meld is never better; the
    means say by how much. Seats that lay afterwards lay all they can.

    Args: as in `card_chances`.
    """
    own = unit_of(position, position.turn)
    hand = hand_of(position)
    assert isinstance(hand, TableHand)
    most = hand.most_melds(position.turn, position.hands[position.turn].known)
    layings = {
        move: laid_by(position.rules, most if move.melds is None else move.melds)
        for move in position.legal_moves()
        if isinstance(move, Lay)
    }
    found = _Found(position)

    def play(world: World) -> tuple[World, Mapping[Lay, Finish], Won]:
        others = _still_laid(position, hand, world)
        finishes = {
            move: found.finish(world, others | {own: others[own].plus(laid)})
            for move, laid in layings.items()
        }
        points = solver.value(open_hands(position, world))
        return world, finishes, won_with_tricks(points, solver, finishes.values())

    for world, finishes, won in worlds.each(play):
        for move, finish in finishes.items():
            found.see(world, finish)
            found.add(move, finish, won, is_only=worlds.is_one)
    return found.findings(is_settled=found.is_settled and _are_melds_known(hand))


class _Found:
    """What moves came to, how sure that is, and on what it depends.

    Attributes:
        is_settled: whether it is settled that a contract is made or set, however the cards lie and
            are played. What is still to come and what is buried add up to the same count in all
            deals, unless it is not told which cards are gone. The bidder may get all of it or none.
    """

    def __init__(self, position: TablePosition) -> None:
        self._position, self._standing = position, standing_of(position)
        self._hand = hand_of(position)
        self._cards = len(position.hands[position.turn].known)
        self._tried = Tried(self._cards)
        self._is_first_side = position.turn in sides_of(position)[0]
        self._stakes = set[Stake]()
        # With no card hidden: whether a mean depends on what single units of one side win, and the
        # moves of which that decides if the contract is made, or who has most points.
        self._are_means_parted, self._wins_parted = False, set[TableMove]()
        is_buried_known = position.buried is None or not position.buried.hidden
        self.is_settled = position.completed_tricks is not None or (
            position.is_open and is_buried_known
        )

    def finish(self, world: World, laid: Mapping[Unit, Laid] | None = None) -> Finish:
        """The end of a hand with the cards of a deal.

        Args:
            world: the deal.
            laid: what is laid that the position does not give.
        """
        position, standing = self._position, self._standing
        contract = standing.contract
        if contract is not None:
            aces = was_dealt_aces(self._hand, world.hands[contract.bidder], world.buried)
            contract = replace(contract, four_aces=aces)
        return Finish(
            rules=position.rules,
            seat=position.turn,
            bidder=position.bidder,
            table=open_hands(position, world),
            melds={
                unit: melds.plus((laid or {}).get(unit, Laid()))
                for unit, melds in standing.melds.items()
            },
            cards=_cards_with(position, standing, world.buried),
            with_trick=standing.with_trick,
            contract=contract,
        )

    def see(self, world: World, finish: Finish) -> None:
        """Take a deal into account."""
        position = self._position
        known = NO_CARDS if position.buried is None else position.buried.known
        wins = {
            replace(finish, cards=_cards_with(position, self._standing, buried))(won).win
            for buried in (known, world.buried)
            for won in (Won(0, Tricks.NONE), Won(finish.table.to_come, Tricks.ALL))
        }
        self.is_settled = self.is_settled and len(wins) == 1
        if finish.counts_checks:
            self._stakes.add(finish.stake())

    def add(self, move: TableMove, finish: Finish, won: Won, *, is_only: bool) -> None:
        """Note the result of a move in one more deal, which may be the only one."""
        points = won.points if self._is_first_side else finish.table.to_come - won.points
        self._tried.add(move, finish(won), points)
        if is_only:
            self._are_means_parted |= finish.depends_on_parts(won)
            if len({worth.win for worth in finish.however_parted(won)}) > 1:
                self._wins_parted.add(move)

    def findings(self, *, is_settled: bool) -> Findings:
        """The results; `is_settled` if no card can now decide whether a contract is made.

        Without a contract that says nothing: another unit may have the most points in the next
        deal. With no card hidden a chance that depends on parts is left out.
        """
        position, contract = self._position, self._standing.contract
        is_settled = is_settled and contract is not None
        for_aces = paid_for_aces(position.rules) if are_aces_in_doubt(position) else 0
        chances = self._tried.chances(
            self._stake(is_settled=is_settled), is_settled=is_settled, for_aces=for_aces
        )
        parted = self._wins_parted
        moves = [replace(each, win=None) if each.move in parted else each for each in chances]
        return Findings(moves=moves, is_proven=not self._are_means_parted)

    def _stake(self, *, is_settled: bool) -> Stake:
        position, contract = self._position, self._standing.contract
        if self._stakes:
            return Stake.of_any(self._stakes)
        if is_settled:
            return where_settled(position.rules, self._cards)
        assert position.trump is not None
        for_bidder = contract is not None and position.turn in unit_of(position, contract.bidder)
        return at_stake(
            position.rules, self._cards, position.trump, contract, for_bidder=for_bidder
        )


def _cards_with(position: TablePosition, standing: Standing, buried: Hand) -> dict[Unit, float]:
    """What the cards of each unit count so far, this burial with the bidder's."""
    points = position.rules.count.of(buried)
    return {
        unit: float(cards + points * (position.bidder in unit))
        for unit, cards in standing.cards.items()
    }


def _are_melds_known(hand: TableHand) -> bool:
    """Whether the seats that lay after the one on turn do so from open hands."""
    return not any(hand.held[seat].hidden for seat in hand.waiting)


def open_hands(position: TablePosition, world: World) -> OpenHands:
    """The cards of a deal for playing it out: from the next card on, or from the first lead."""
    assert position.trump is not None
    leads = position.act.value != "play"
    return OpenHands(
        rules=position.rules,
        trump=position.trump,
        turn=position.order[0] if leads else position.turn,
        hands=world.hands,
        side=sides_of(position)[0],
        led=position.led,
    )


def _still_laid(position: TablePosition, hand: TableHand, world: World) -> dict[Unit, Laid]:
    """What the seats after the one on turn lay, if they lay all that they can."""
    later = {seat: hand.most_melds(seat, world.hands[seat]) for seat in hand.waiting}
    return laid_by_units(position.rules, position.units, later)
