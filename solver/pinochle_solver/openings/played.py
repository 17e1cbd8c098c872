"""Hands that were played, as they are counted: by engines, or in records."""

from __future__ import annotations

from pinochle_solver.engines.advice import advice_move
from pinochle_solver.game.replayed_hand import Replay
from pinochle_solver.hand.deals import Deal, random_deal
from pinochle_solver.hand.referee import Referee
from pinochle_solver.notation.hand_records import HandRecord
from pinochle_solver.notation.playoff_position import PlayoffPosition
from pinochle_solver.openings.classes import card_kind, class_of
from pinochle_solver.openings.tallies import PlayedOpening
from pinochle_solver.playoff.solver import solve
from pinochle_solver.rules.cards import Card
from pinochle_solver.rules.meld_kinds import DIX
from pinochle_solver.rules.moves import Play, Show
from pinochle_solver.rules.rules import Points, Rulebook, Seat

_Laid = dict[Seat, dict[str, int]]


def class_of_played(rules: Rulebook, played: PlayedOpening) -> str:
    """The name of the class of a hand that was played."""
    return class_of(rules, played.trump, played.hand, leads=not played.place).text()


def by_advice(number: int, seed: int, rules: Rulebook) -> list[PlayedOpening]:
    """Both seats' hands of a deal that is played by the books' advice, and then exactly.

    Args:
        number: of the deal among those of the seed.
        seed: the seed.
        rules: the rulebook, one with an upcard.
    """
    deal = random_deal(number, seed, rules)
    referee = Referee.of_deal(deal)
    laid: _Laid = {seat: {} for seat in Seat}
    led: Card | None = None
    while True:
        assert referee.turn is not None
        position = referee.view(referee.turn)
        if isinstance(position, PlayoffPosition):
            break
        assert position is not None
        move = advice_move(position)
        if led is None and isinstance(move, Play):
            led = move.card
        if isinstance(move, Show):
            for name in _names(move):
                laid[referee.turn].setdefault(name, referee.completed_tricks)
        referee.push(move)
    final = solve(position).final
    assert final is not None
    assert led is not None
    return _of_seats(deal, led, laid, final)


def of_record(replay: Replay) -> list[PlayedOpening]:
    """The hands of a record that was played to its end, of the seats whose cards are known."""
    record, points = replay.record, replay.points
    if not replay.is_complete or points is None or not replay.tricks:
        return []
    laid: _Laid = {seat: {} for seat in Seat}
    for shown_after in replay.tricks:
        for shown in shown_after.shown:
            for name in _names(shown.show):
                laid[shown.seat].setdefault(name, shown_after.number)
    final = Points(sum(points.south), sum(points.north))
    led = replay.tricks[0].plays[0].card
    return _of_seats(record, led, laid, final)


def _of_seats(
    deal: Deal | HandRecord, led: Card, laid: _Laid, final: Points
) -> list[PlayedOpening]:
    """The hands of a deal, of the seats whose cards are known, the south hand first."""
    found = []
    assert deal.upcard is not None
    trump = deal.upcard.suit
    for seat, hand in ((Seat.SOUTH, deal.south), (Seat.NORTH, deal.north)):
        if hand is None or len(hand) != deal.rules.deck.hand:
            continue
        leads, margin = seat is not deal.dealer, final[seat] - final[seat.other]
        found.append(
            PlayedOpening(
                hand,
                trump,
                int(not leads),
                card_kind(led, trump) if leads else None,
                laid[seat],
                float(margin),
                1.0 if margin > 0 else 0.5 if margin == 0 else 0.0,
            )
        )
    return found


def _names(show: Show) -> list[str]:
    """The names of what is laid."""
    names = [] if show.meld is None else [show.meld.kind.name]
    return [DIX, *names] if show.dix else names
