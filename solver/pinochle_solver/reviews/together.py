"""Several hands together: what each player lost in all of them, wherever he sat."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pinochle_solver.notation.hand_records import HandRecord
from pinochle_solver.notation.players import Players, Seated, Seating
from pinochle_solver.reviews.decisions import Decision
from pinochle_solver.reviews.review import Review, Total
from pinochle_solver.rules.rules import Seat


def names_in(record: HandRecord) -> dict[Seat, str]:
    """The names that a record gives, by seat."""
    return {seat: name for seat, name in zip(Seat, record.players, strict=True) if name}


class WhoPlayed:
    """The players of several hands.

    Args:
        records: the hands, in order. As in a game, a player without a name is taken to sit where he
            sat in the hand before.

    Attributes:
        names: for each hand the names of its players, by seat, with those that are assumed; empty
            if nobody has a name.
        notes: for each hand what was assumed.
        seated: for each hand who sits where, by the seats of the first hand; empty if the hands are
            not all of the same two players.
        players: the names of these two.
    """

    def __init__(self, records: Iterable[HandRecord]) -> None:
        seating = Seating(tuple(Seat))
        self.names: list[dict[Seat, str]] = []
        self.notes: list[tuple[str, ...]] = []
        seated: list[Seated[Seat]] = []
        for record in records:
            given = names_in(record)
            taken = seating.take(given)
            if taken.faults:
                # Others play here: a new evening begins.
                seating = Seating(tuple(Seat))
                taken = Seated(seating.take(given).places, faults=taken.faults)
            known = {seat: seating.names.get(place) for seat, place in taken.places.items()}
            self.names.append({seat: name for seat, name in known.items() if name})
            self.notes.append(taken.notes)
            seated.append(taken)
        is_one_pair = not any(each.faults for each in seated)
        self.seated = tuple(seated) if is_one_pair else ()
        self.players = Players(*(seating.names.get(seat) for seat in Seat if is_one_pair))

    def seats_of(self, player: str) -> list[Seat | None]:
        """Where a player sits in each hand; None if he does not play in it.

        Args:
            player: a name as it stands in `names`, in either case.
        """
        return [
            next((seat for seat, own in each.items() if own.casefold() == player.casefold()), None)
            for each in self.names
        ]

    @property
    def all_names(self) -> list[str]:
        """Every player's name, once, in the order in which they come."""
        found: dict[str, str] = {}
        for each in self.names:
            for name in each.values():
                found.setdefault(name.casefold(), name)
        return list(found.values())


@dataclass(frozen=True, slots=True)
class PlayerTotal:
    """What one player lost in several hands.

    Attributes:
        name: the player's name, or else the seat.
        hands: in how many hands decisions of this player were reviewed.
        total: of these decisions.
        luck: how many points this player's draws were worth more than could be expected.
    """

    name: str
    hands: int
    total: Total
    luck: float


def totals_by_player(reviews: Sequence[Review]) -> list[PlayerTotal]:
    """What each player lost, in the order in which they first played."""
    who = WhoPlayed(review.replay.record for review in reviews)
    decisions: dict[str, list[Decision]] = {}
    written: dict[str, str] = {}
    hands: dict[str, int] = {}
    luck: dict[str, float] = {}
    for review, names in zip(reviews, who.names, strict=True):
        for seat in review.seats:
            name = names.get(seat, seat.text())
            key = name.casefold()
            written.setdefault(key, name)
            hands[key] = hands.get(key, 0) + 1
            own = [each for each in review.decisions if each.seat is seat]
            decisions.setdefault(key, []).extend(own)
            drawn = sum(draw.luck.mean for draw in review.draws if draw.seat is seat)
            luck[key] = luck.get(key, 0.0) + drawn
    return [
        PlayerTotal(name, hands[key], Total.of(decisions[key]), luck[key])
        for key, name in written.items()
    ]
