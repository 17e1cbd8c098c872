"""The playthroughs written down in tests/golden, held against the referee and the oracle."""

from __future__ import annotations

import pytest

from golden.playthroughs import FOLDER, MINI, MINI_THREE, PLAYTHROUGHS
from golden.script import Playthrough, credits_of, render
from helpers.hand_comparison import as_dealt
from oracle.doubles import DoublesHand
from oracle.glup import GlupHand
from oracle.goulash import GoulashHand
from oracle.hand import OracleHand
from oracle.variants import VariantHand
from pinochle_solver import PlayoffPosition, Seat
from pinochle_solver.hand.deals import Deal
from pinochle_solver.hand.referee import Referee
from pinochle_solver.notation.stock_position import StockPosition

PLAYED_BY = {MINI.name: "scarne", MINI_THREE.name: "scarne"}
"""The published rulebook whose rules hold in games of a smaller deck, but for when they draw."""


def by_name(playthrough: Playthrough) -> str:
    return playthrough.name


def test_there_is_a_file_for_each_playthrough_and_no_other() -> None:
    names = sorted(f"{playthrough.name}.txt" for playthrough in PLAYTHROUGHS)
    assert len(set(names)) == len(names)
    assert sorted(path.name for path in FOLDER.glob("*.*") if path.suffix != ".py") == names


@pytest.mark.parametrize("playthrough", PLAYTHROUGHS, ids=by_name)
def test_the_file_is_what_is_played_now(playthrough: Playthrough) -> None:
    """A change that is meant is written with ``python -m golden.playthroughs``, in tests/."""
    written = (FOLDER / f"{playthrough.name}.txt").read_text(encoding="utf-8")
    assert render(playthrough) == written


@pytest.mark.parametrize("playthrough", PLAYTHROUGHS, ids=by_name)
def test_every_line_of_a_position_reads_back(playthrough: Playthrough) -> None:
    lines = render(playthrough).splitlines()
    seen = [line.partition("sees: ")[2] for line in lines if "sees: " in line]
    assert seen
    for line in seen:
        of_stock_phase = " act=" in line or " stock=" in line
        position = StockPosition if of_stock_phase else PlayoffPosition
        assert position.parse(line, [MINI, MINI_THREE]).text() == line


@pytest.mark.parametrize("playthrough", PLAYTHROUGHS, ids=by_name)
def test_the_oracle_plays_the_same(playthrough: Playthrough) -> None:
    referee, hand = playthrough.referee(), oracle_of(playthrough.start)
    oracle: OracleHand | VariantHand | DoublesHand = hand
    if playthrough.doubles is not None:
        assert isinstance(hand, (OracleHand, GoulashHand))
        oracle = DoublesHand(hand, playthrough.doubles.text())
    for move in playthrough.moves_of(referee):
        assert_same(referee, oracle)
        referee.push(move)
        oracle.apply(move)
    assert_same(referee, oracle)


VARIANTS: dict[str, type[VariantHand]] = {"goulash": GoulashHand, "glup": GlupHand}


def oracle_of(start: Deal | StockPosition) -> OracleHand | VariantHand:
    if start.rules.name in VARIANTS:
        position = Referee.of_deal(start).position() if isinstance(start, Deal) else start
        assert position is not None
        return VARIANTS[start.rules.name].from_tokens(position.tokens())
    if isinstance(start, StockPosition):
        return OracleHand.from_tokens(start.tokens())
    if start.rules.name in PLAYED_BY:
        position = Referee.of_deal(start).position()
        assert position is not None
        return OracleHand.from_tokens(
            {**position.tokens(), "rules": PLAYED_BY[start.rules.name]},
            start.rules.deck.stock_tricks,
            draws_first=start.rules.draws_before_melding,
        )
    return OracleHand(as_dealt(start))


def assert_same(referee: Referee, oracle: OracleHand | VariantHand | DoublesHand) -> None:
    """What is due, the legal moves, what they score, the points, and what is seen."""
    points = {seat.text(): tuple(referee.points[seat]) for seat in Seat}
    assert oracle.points == (None if referee.refuser is not None else points)
    if isinstance(oracle, DoublesHand):
        assert oracle.payment == referee.payment
    if referee.turn is None or referee.due is None:
        assert oracle.due() is None
        return
    assert oracle.due() == (referee.turn.text(), referee.due.text())
    credits = credits_of(referee)
    assert sorted(oracle.moves()) == list(credits)
    cards = oracle.hand if isinstance(oracle, DoublesHand) else oracle
    for move, score in credits.items():
        assert score is None or cards.credit(move) == score
    for seat in Seat:
        position = referee.view(seat)
        assert position is not None
        seen = position.tokens()
        seen["rules"] = PLAYED_BY.get(seen["rules"], seen["rules"])
        assert without_defaults(oracle.view(seat.text()), position) == seen


def without_defaults(
    tokens: dict[str, str], position: StockPosition | PlayoffPosition
) -> dict[str, str]:
    """The oracle's tokens without those that a canonical line leaves out."""
    defaults = {"count": position.rules.count.name, "act": "play", "stake": "1"}
    if position.stakes is not None and position.stakes.stake == 1:
        defaults["doubler"] = "both"
    if (
        isinstance(position, PlayoffPosition)
        or position.tricks is not None
        or "0/0" in tokens.get("glups", "")
    ):
        defaults["glups"] = tokens.get("glups", "")
    if "upcard" in tokens:
        defaults["trump"] = position.trump.letter
    return {token: text for token, text in tokens.items() if defaults.get(token) != text}
