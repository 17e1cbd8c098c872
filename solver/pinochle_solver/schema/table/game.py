"""Records of the games for three and four played through, and games of several hands."""

from __future__ import annotations

from functools import partial

from msgspec import UNSET, UnsetType

from pinochle_solver.game.table.replayed_hand import RecordedTablePosition, TableReplay
from pinochle_solver.game.table.scoring import ScoredHand, ScoredTableGame
from pinochle_solver.notation.table.field_readers import side_text
from pinochle_solver.rules.cards import Card
from pinochle_solver.rules.melds import laid_melds_text
from pinochle_solver.schema.filling import filled, makes, text_or_none
from pinochle_solver.schema.lines import line
from pinochle_solver.schema.objects import FindingObject, JsonObject, PositionLine
from pinochle_solver.table.hands import TableHand
from pinochle_solver.table.melds import meld_points, melds_text
from pinochle_solver.table.scoring import HandResult
from pinochle_solver.table.stock_hands import StockHand
from pinochle_solver.table.views import AnyHand


class TableMeldsObject(JsonObject, kw_only=True):
    """What a seat has laid, and the points for it, whether or not they count."""

    seat: str
    melds: str
    points: int


class TableTrickObject(JsonObject, kw_only=True):
    """A trick: its cards in the order played; the winner is null while it is open."""

    trick: int
    leader: str
    cards: list[str]
    winner: str | None


class TableFindingObject(FindingObject, kw_only=True):
    """Something wrong in a record, and what it comes to.

    Attributes:
        kind: a word for an irregularity, ``bid``, ``illegal`` or ``unreadable``; in games with a
            stock also ``wrong meld``, ``forbidden meld`` (a dix too) or ``forgotten dix``.
        trick: the number of the trick; 0 before the first lead.
        seat: whose fault it is; null: nobody's.
        what: the move, the word or the tag that is wrong.
        fact: what is wrong with it.
        ruling: what follows from it; empty if the rules do not say.
    """


class UnitResultObject(JsonObject, kw_only=True):
    """What a unit gets from a hand: what its melds and cards come to, score and checks."""

    unit: str
    total: int
    score: int
    checks: int | None


class TableResultObject(JsonObject, kw_only=True):
    """What a hand comes to; the kitty is that after it."""

    outcome: str
    units: list[UnitResultObject]
    kitty: int


class TableReplayLine(JsonObject, kw_only=True):
    """A hand of a game for three or four played through; the result is null before its end."""

    rules: str
    options: list[str]
    count: str
    dealer: str
    bids: list[str]
    bidder: str | None
    contract: int | None
    trump: str | None
    buried: str | None
    melds: list[TableMeldsObject]
    tricks: list[TableTrickObject]
    complete: bool
    result: TableResultObject | None
    findings: list[TableFindingObject]


class ScoredTableHandObject(JsonObject, kw_only=True):
    """A hand of a game; ``scores`` is the running score, by unit.

    ``seats`` is there if anybody sits elsewhere than in the first hand: for each seat of the record
    the seat in the game of the player who sits there. ``notes`` are there if a player has no name
    in the record: where he is assumed to sit.
    """

    hand: int
    dealer: str | None
    bidder: str | None
    contract: int | None
    result: TableResultObject | None
    scores: dict[str, int]
    faults: list[str]
    findings: list[str]
    notes: list[str] | UnsetType = UNSET
    seats: dict[str, str] | UnsetType = UNSET


class TableGameLine(JsonObject, kw_only=True):
    """A game for three or four, by unit.

    A seat stands for whoever sat there in the first hand, as the names of the records tell;
    ``players`` are their names, as far as there are any. ``pays`` is how the game is settled, if
    that is agreed; ``paid`` is what each unit gets, minus what it pays. ``bonus`` is there if each
    loser pays the winner these points besides the difference of the scores. ``agreed`` are the
    words of what else is agreed on; with ``single-hand`` the scores are the games won. ``caller``
    is who has ended the game by calling out, rightly if he is the winner.
    """

    rules: str
    options: list[str]
    count: str
    begins_at: dict[str, int]
    hands: list[ScoredTableHandObject]
    scores: dict[str, int]
    checks: dict[str, int] | None
    kitty: int
    target: int | None
    winner: str | None
    paid: dict[str, int] | None
    paid_in: str | None
    verdict: str
    players: dict[str, str] | UnsetType = UNSET
    pays: str | UnsetType = UNSET
    bonus: int | UnsetType = UNSET
    agreed: list[str] | UnsetType = UNSET
    caller: str | UnsetType = UNSET


@line("replay")
def table_replay_line(replay: TableReplay) -> TableReplayLine:
    """The line of ``replay`` for a game for three or four."""
    hand = replay.bidding_hand
    auction = None if hand is None else hand.auction
    return filled(
        partial(
            TableReplayLine,
            bids=[] if auction is None else [call.text() for call in auction.calls],
            bidder=None if hand is None else text_or_none(hand.bidder),
            contract=None if hand is None else hand.contract,
            trump=None if hand is None else text_or_none(hand.trump),
            buried=hand.buried.text() if hand is not None and len(hand.buried) else None,
            melds=_shown(replay.stock_hand) if hand is None else _melds(hand),
            tricks=[] if replay.hand is None else _tricks(replay.hand),
            complete=replay.is_complete,
        ),
        replay,
        replay.record,
        replay.record.rules,
    )


@line("replay")
def recorded_table_position_line(recorded: RecordedTablePosition) -> PositionLine:
    """The line of ``replay --at``."""
    return filled(PositionLine, recorded)


def _melds(hand: TableHand) -> list[TableMeldsObject]:
    values = hand.rules.melds
    return [
        TableMeldsObject(seat=seat.text(), melds=melds_text(laid), points=meld_points(laid, values))
        for seat, laid in zip(hand.rules.table, hand.laid, strict=True)
        if laid is not None
    ]


def _shown(hand: StockHand | None) -> list[TableMeldsObject]:
    """What was shown while there was a stock, and what it scored."""
    if hand is None:
        return []
    return [
        TableMeldsObject(
            seat=seat.text(),
            melds=laid_melds_text(hand.seats[seat].laid.melds) or "none",
            points=hand.melds_made(seat),
        )
        for seat in hand.players
    ]


def _tricks(hand: AnyHand) -> list[TableTrickObject]:
    tricks = [
        TableTrickObject(
            trick=number,
            leader=trick.leader.text(),
            cards=list(map(Card.text, trick.cards)),
            winner=trick.winner.text(),
        )
        for number, trick in enumerate(hand.tricks, start=1)
    ]
    if hand.led and hand.leader is not None:
        open_trick = TableTrickObject(
            trick=len(tricks) + 1,
            leader=hand.leader.text(),
            cards=list(map(Card.text, hand.led)),
            winner=None,
        )
        tricks.append(open_trick)
    return tricks


@makes(TableResultObject)
def _result(result: HandResult) -> TableResultObject:
    units = [
        UnitResultObject(
            unit=side_text(unit),
            total=result.totals[place],
            score=result.scores[place],
            checks=result.checks[place] if result.checks else None,
        )
        for place, unit in enumerate(result.units)
    ]
    return filled(partial(TableResultObject, units=units), result)


@line("score")
def table_game_line(scored: ScoredTableGame) -> TableGameLine:
    """The line of ``score`` for a game for three or four."""
    rules, game, paid = scored.rules, scored.game, scored.payments
    units = [side_text(unit) for unit in rules.score_units]
    return filled(
        partial(
            TableGameLine,
            begins_at=dict(zip(units, scored.begins_at, strict=True)),
            hands=[_scored_hand(hand, units) for hand in scored.hands],
            scores=dict(zip(units, game.scores, strict=True)),
            checks=dict(zip(units, game.checks, strict=True)) if game.checks else None,
            winner=None if game.winner is None else side_text(game.winner),
            paid=None if paid is None else {side_text(unit): paid[unit] for unit in paid},
            paid_in=None if scored.pays is None else scored.payments_in,
            players={seat.text(): name for seat, name in scored.names.items()} or UNSET,
            bonus=scored.bonus or UNSET,
            agreed=list(scored.agreed.words) or UNSET,
        ),
        scored,
        game,
        rules,
    )


def _scored_hand(hand: ScoredHand, units: list[str]) -> ScoredTableHandObject:
    return filled(
        partial(
            ScoredTableHandObject,
            hand=hand.number,
            scores=dict(zip(units, hand.game.scores, strict=True)),
            findings=list(map(str, hand.findings)),
            notes=[*hand.notes] or UNSET,
            seats={seat.text(): place.text() for seat, place in hand.seats.items()} or UNSET,
        ),
        hand,
    )
