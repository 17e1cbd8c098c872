"""Hand records of the oracle's writer read and replayed by the product.

Right ones, whole and from both views, ending anywhere, must replay to the oracle's points and show
at every moment what the oracle's referee shows; of one with an error planted the error must be
found, with its kind and trick, and the points must become what the writer expects.
"""

from __future__ import annotations

import re
from collections import Counter
from random import Random

from oracle.records import FORBIDDEN, KINDS, Written, write_record
from pinochle_solver.game.findings import Finding
from pinochle_solver.game.recording import record_of
from pinochle_solver.game.replayed_hand import Replay
from pinochle_solver.game.replayer import replay_record
from pinochle_solver.hand.deals import Deal
from pinochle_solver.hand.referee import Referee
from pinochle_solver.notation.position_lines import Position
from pinochle_solver.notation.record_reading import parse_record
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.rules.cards import Card, Hand
from pinochle_solver.rules.counts import COUNTS
from pinochle_solver.rules.irregularities import Irregularity
from pinochle_solver.rules.partial_hands import PartialHand
from pinochle_solver.rules.rulebooks import RULEBOOKS
from pinochle_solver.rules.rules import Seat

VIEWERS = (None, "south", "north")


def check_right_records(rules: str, seed: int) -> Counter[str]:
    """Write one hand whole and from both views, and replay it; count what was compared."""
    random = Random(f"check/{rules}/{seed}")
    done: Counter[str] = Counter()
    for viewer in VIEWERS:
        written = write_record(
            rules,
            seed,
            viewer=viewer,
            draws=random.random() < 0.5,
            passes=random.random() < 0.5,
            moves=None if random.random() < 0.4 else random.randrange(80),
            gaps=random.random() < 0.4,
            credits=random.random() < 0.7,
        )
        assert written is not None
        done["gaps"] += written.unwritten is not None
        done["undecided"] += compare_right_record(written)
        done["unknown"] += bool(replay_record(parse_record(written.text)).unknown)
        compare_recorded(written)
        done["records"] += 1
        done["moments"] += len(written.moments)
        done["moves"] += len(written.moves)
    return done


def compare_right_record(written: Written) -> bool:
    """Replay a record without errors: no finding, and the oracle's points and positions.

    Returns:
        Whether it could not be told from one seat's record which copies the other seat melded, for
        a meld names cards, and the copy that would have told was not played.
    """
    undecided = False
    replay = replay_record(parse_record(written.text))
    forgotten = {seat for seat in written.forgotten if written.viewer in (None, seat)}
    found = _forgotten(replay)
    is_told = written.unwritten is None
    assert (found == forgotten) if is_told else (found <= forgotten or replay.unknown), written.text
    assert not _others(replay), (_others(replay), written.text)
    assert written.points in _possible_points(replay), (replay.unknown, written.text)
    moments = {(moment.trick, moment.act): moment for moment in replay.moments}
    further = moments.keys() - written.moments.keys()
    expected_moments = {
        place: moment
        for place, moment in written.moments.items()
        if (is_told or _is_before_draw(written, *place))
        # Whether the other seat has a dix to show is not to be seen.
        and (place[1] != "d" or written.viewer in (None, moment.full["turn"]))
    }
    assert not expected_moments.keys() - moments.keys(), written.text
    assert not any(not _is_before_draw(written, *place) for place in moments), written.text
    # Whether the other seat has decided yet is not to be seen.
    hidden = written.due and written.viewer and written.due[0] != written.viewer
    assert not further or (hidden and len(further) == 1), (further, written.text)
    for (trick, act), moment in expected_moments.items():
        views = VIEWERS if written.viewer is None else (written.viewer,)
        for view in views:
            position = replay.at(trick, act, None if view is None else Seat.parse(view))
            expected = moment.full if view is None else moment.views[view]
            tokens = _tokens(position)
            if replay.unknown:
                tokens, expected = tokens | {"points": ""}, expected | {"points": ""}
            if written.viewer is not None and tokens != expected:
                undecided = True
                away = "north" if view == "south" else "south"
                tokens, expected = _without_copies(tokens, away), _without_copies(expected, away)
            assert tokens == expected, (trick, act, view, written.text)
    return undecided


def _is_before_draw(written: Written, trick: int, act: str) -> bool:
    """Whether the viewer's hand is known there: no draw of his has been left out before."""
    if written.unwritten is None or trick != written.unwritten:
        return written.unwritten is None or trick < written.unwritten
    return act != "m" or written.deal.rules != "hayes"


def _possible_points(replay: Replay) -> list[dict[str, tuple[int, int]]]:
    """What the hand may have scored, for each way to settle what the record does not tell."""
    found = [_points(replay)]
    for credit in replay.unknown:
        seat = credit.seat.text()
        found = [
            points | {seat: (points[seat][0] + possible - credit.counted, points[seat][1])}
            for points in found
            for possible in credit.possible
        ]
    return found


def compare_recorded(written: Written) -> None:
    """Record the same game, read that back and replay it: it is the same game."""
    referee = Referee.of_deal(_deal(written))
    for move in written.moves:
        referee.push(move)
    view = None if written.viewer is None else Seat.parse(written.viewer)
    record = record_of(_deal(written), tuple(referee.history), view)
    assert parse_record(record.text()) == record, record.text()
    replay = replay_record(record)
    assert not _others(replay), (_others(replay), record.text())
    assert not replay.unknown, (replay.unknown, record.text())
    assert replay.points == referee.points, record.text()
    assert replay.referee is not None
    if view is None:
        assert replay.referee.position() == referee.position(), record.text()
        assert replay.referee.is_over == referee.is_over


def check_planted_error(rules: str, seed: int, kind: str) -> bool:
    """Write a hand with one error and replay it; whether the hand had a place for it."""
    random = Random(f"plant/{rules}/{seed}/{kind}")
    written = write_record(
        rules,
        seed,
        plant=kind,
        viewer=random.choice(VIEWERS),
        draws=random.random() < 0.7,
        passes=random.random() < 0.5,
    )
    if written is None:
        return False
    planted = written.planted
    assert planted is not None
    record = parse_record(written.text)
    assert record.unread is None
    assert parse_record(record.text()) == record
    replay = replay_record(record)
    findings = _others(replay)
    assert len(findings) == 1, (planted, findings, written.text)
    (finding,) = findings
    seat = None if finding.seat is None else finding.seat.text()
    place = (planted, finding, written.text)
    if finding.kind is Irregularity.DEAD_HAND:
        assert kind == "deck", place
        assert replay.points is None, place
        assert finding.trick == planted.trick, place
        assert finding.what == (f"trick {planted.trick}" if planted.trick else "stock"), place
        return True
    assert finding.kind is _found_as(kind), place
    assert (finding.trick, seat) == (planted.trick, planted.seat), place
    assert finding.what.partition("@")[0] == planted.text
    if kind != "deck":
        assert _points(replay) == written.points, place
    return True


def _found_as(kind: str) -> Irregularity:
    assert kind in KINDS
    if kind in FORBIDDEN:
        return Irregularity.FORBIDDEN_MELD
    return {
        "renege": Irregularity.RENEGE,
        "meld": Irregularity.WRONG_MELD,
        "dix": Irregularity.WRONG_MELD,
        "credit": Irregularity.WRONG_CREDIT,
        "draw": Irregularity.DRAW_SLIP,
        # A third copy that the other seat plays: a card that it cannot hold.
        "deck": Irregularity.ILLEGAL_PLAY,
        "card": Irregularity.ILLEGAL_PLAY,
    }[kind.partition("-")[0]]


def _forgotten(replay: Replay) -> set[str]:
    return {
        finding.seat.text()
        for finding in replay.findings
        if finding.kind is Irregularity.FORGOTTEN_DIX and finding.seat is not None
    }


def _others(replay: Replay) -> list[Finding]:
    return [f for f in replay.findings if f.kind is not Irregularity.FORGOTTEN_DIX]


def _points(replay: Replay) -> dict[str, tuple[int, int]]:
    assert replay.points is not None
    south, north = replay.points
    return {"south": (south.melds, south.tricks), "north": (north.melds, north.tricks)}


def _tokens(position: Position) -> dict[str, str]:
    """The tokens of a position with those that the oracle never leaves out."""
    assert position.points is not None
    always = {
        "count": position.count.name,
        "trump": position.trump.letter,
        "points": position.points.text(),
    }
    if isinstance(position, StockPosition):
        always["act"] = position.act.text()
    return position.tokens() | always


def _without_copies(tokens: dict[str, str], seat: str) -> dict[str, str]:
    """A view without what tells which copies `seat` has melded."""
    melds = re.sub(r"(?<=[SHDC])2?\*?(?=[.+@]|$)", "", tokens["melds." + seat])
    cards = PartialHand.parse(tokens[seat])
    return tokens | {"melds." + seat: melds, seat: f"+{len(cards)}"}


def _deal(written: Written) -> Deal:
    deal = written.deal
    upcard = Card.parse(deal.upcard)
    return Deal(
        rules=RULEBOOKS[deal.rules],
        count=COUNTS[deal.count],
        dealer=Seat.parse(deal.dealer),
        south=Hand.of(map(Card.parse, deal.south)),
        north=Hand.of(map(Card.parse, deal.north)),
        upcard=upcard,
        stock=tuple(map(Card.parse, deal.stock)),
        trump=upcard.suit,
    )
