"""What can be wrong with a hand, and how its rulebook rules on it (RULES.md, section 7)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace

from pinochle_solver.game.findings import Finding
from pinochle_solver.notation.position_fields import HandPoints, SeatPoints
from pinochle_solver.rules.counts import CardCount
from pinochle_solver.rules.rules import (
    ExtraDraw,
    FaceUp,
    MissedDraw,
    Points,
    RenegePenalty,
    Rulebook,
    Seat,
)


@dataclass(frozen=True, slots=True)
class Claim:
    """Points claimed for an invalid show, or more points than a show scores.

    Attributes:
        finding: the claim's place among the findings.
        seat: who claimed them.
        points: how many points more than the seat had a right to.
        is_meld: whether there was no such meld at all.
        is_forbidden: whether the meld or dix was laid when, or by whom, none may be laid. It never
            stands.
    """

    finding: int
    seat: Seat
    points: int
    is_meld: bool
    is_forbidden: bool = False

    def stands(self, is_late: bool) -> bool:
        """Whether it is too late to correct it, if it is too late for what can stand."""
        return is_late and not self.is_forbidden


def ruled_findings(
    findings: Sequence[Finding], claims: Iterable[Claim], rules: Rulebook, is_late: bool
) -> tuple[Finding, ...]:
    """The findings, with the rulings on wrong claims.

    Args:
        findings: what is wrong.
        claims: the wrong claims among the findings.
        rules: the rulebook.
        is_late: whether it is too late to correct them.
    """
    ruled = list(findings)
    for claim in claims:
        ruling = _claim_ruling(claim, rules, is_late)
        ruled[claim.finding] = replace(ruled[claim.finding], ruling=ruling)
    return tuple(ruled)


def _claim_ruling(claim: Claim, rules: Rulebook, is_late: bool) -> str:
    if claim.stands(is_late):
        return "stands: it was not corrected before the last card of the stock was drawn"
    if claim.is_meld and rules.penalties.wrong_meld_to_opponent:
        return f"{claim.points} to {claim.seat.other.text()}"
    return "goes back, no penalty" if claim.is_forbidden else "corrected"


def points_with_claims(
    points: HandPoints, claims: Iterable[Claim], rules: Rulebook, is_late: bool
) -> HandPoints:
    """Both seats' points, with what wrong claims bring to either.

    Args:
        points: what was rightly scored.
        claims: what was wrongly claimed.
        rules: the rulebook.
        is_late: whether it is too late to correct them.
    """
    melds = {seat: points[seat].melds for seat in Seat}
    for claim in claims:
        if claim.stands(is_late):
            melds[claim.seat] += claim.points
        elif claim.is_meld and rules.penalties.wrong_meld_to_opponent:
            melds[claim.seat.other] += claim.points
    return HandPoints(*(SeatPoints(melds[seat], points[seat].tricks) for seat in Seat))


_MISSED_DRAW = {
    MissedDraw.TWO_NEXT: "two are drawn next turn",
    MissedDraw.VOID: "the hand is void",
}
_EXTRA_DRAW = {
    ExtraDraw.SKIP: "no card is drawn on the next round",
    ExtraDraw.PUT_BACK: "the extra card is put back, and shown if it was seen; or no card is drawn "
    "until the hand is right",
}
_FACE_UP = {
    FaceUp.SHUFFLED: "it is turned and the stock shuffled, the hand counts",
    FaceUp.TAKEN: "no misdeal: the player to draw takes it",
}


def missed_draw_ruling(rules: Rulebook) -> str:
    """A rulebook's ruling on a seat that has not drawn, in words."""
    return _MISSED_DRAW[rules.penalties.missed_draw]


def extra_draw_ruling(rules: Rulebook) -> str:
    """A rulebook's ruling on a seat that has drawn two cards for one, in words."""
    return _EXTRA_DRAW[rules.penalties.extra_draw]


def put_back_ruling(trick: int, *, is_shown: bool) -> str:
    """What was done, in words, if the record says that the seat put the extra card back.

    Args:
        trick: the number of the trick after which it did.
        is_shown: whether it showed the card.
    """
    card = "the card is shown and put back" if is_shown else "the card is put back unseen"
    return f"{card} after trick {trick}"


def face_up_ruling(rules: Rulebook) -> str:
    """A rulebook's ruling on a card found face up in the stock, in words."""
    return _FACE_UP[rules.penalties.face_up]


def renege_ruling(rules: Rulebook, offender: Seat, reneged: Collection[Seat]) -> str:
    """A rulebook's ruling on a renege, in words.

    Args:
        rules: the rulebook.
        offender: who reneges.
        reneged: who has reneged before.
    """
    if rules.penalties.renege is RenegePenalty.NONE:
        return "an illegal play, no penalty is named, and the hand is not scored"
    if rules.penalties.renege is RenegePenalty.COUNT_TO_OPPONENT:
        if reneged:
            return "the first renege has settled the count"
        return "the offender's card points become 0, the opponent gets them all"
    if offender in reneged:
        return "no further penalty: the offender's card points are 0 already"
    return "the offender's card points become 0, the opponent keeps his"


def looking_ruling(rules: Rulebook) -> str:
    """A rulebook's ruling on looking through tricks taken, in words."""
    if rules.penalties.looking_loses_count:
        return "the offender's card points become 0, the opponent keeps his"
    return "no penalty is named"


def points_after_looking(
    points: HandPoints, offenders: Collection[Seat], rules: Rulebook
) -> HandPoints:
    """Both seats' points once seats have looked through their tricks; melds stay."""
    if not rules.penalties.looking_loses_count:
        return points
    return HandPoints(
        *(
            SeatPoints(points[seat].melds, 0 if seat in offenders else points[seat].tricks)
            for seat in Seat
        )
    )


def points_after_reneges(
    points: HandPoints, reneged: Sequence[Seat], rules: Rulebook, count: CardCount
) -> HandPoints:
    """Both seats' points after reneges; melds stay.

    Args:
        points: what was scored, with the tricks as they were taken.
        reneged: who reneged, in order.
        rules: the rulebook.
        count: what cards count.
    """
    penalty = rules.penalties.renege
    if not reneged or penalty is RenegePenalty.NONE:
        return points
    first = reneged[0]
    if penalty is RenegePenalty.COUNT_TO_OPPONENT:
        tricks = Points.of(first, 0, count.of_hand(rules.deck))
    else:
        tricks = Points(*(0 if seat in reneged else points[seat].tricks for seat in Seat))
    return HandPoints(*(SeatPoints(points[seat].melds, tricks[seat]) for seat in Seat))
