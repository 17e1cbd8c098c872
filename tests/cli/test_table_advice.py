"""Advice at a table that does not change from one time to the next."""

from __future__ import annotations

from dataclasses import replace
from io import StringIO

from pinochle_solver.cli.table.advice import natural_first
from pinochle_solver.double_dummy.analysis import ChanceAnalysis, MoveChance
from pinochle_solver.double_dummy.estimates import Estimate
from pinochle_solver.notation.table.positions import TablePosition
from pinochle_solver.render.table.renderer import TableRenderer
from pinochle_solver.rules.cards import Card
from pinochle_solver.table.moves import PlayCard

POSITION = TablePosition.parse(
    "rules=auction dealer=west bids=p,250,p bidder=south contract=250 trump=S turn=south "
    "south=AAQJ.ATQJ.AQ.AKKQ9 west=+15 north=+15 widow=A.TJ.-.- buried=K.-.J9.- melds.south=none"
)


def analysis(**moves: tuple[float, float, float]) -> ChanceAnalysis:
    """What a search found: by card its mean, how far it is behind, and its card points."""
    means = (100.0, 300.0)
    tried = tuple(
        MoveChance(
            move=PlayCard(Card.parse(card)),
            mean=Estimate(mean, 1.0),
            win=Estimate((mean + means[1] - means[0]) / means[1], 0.005),
            behind=Estimate(behind, 0.0 if not place else 1.0),
            cards=Estimate(points, 1.0),
            is_level=not behind,
            worlds=300,
        )
        for place, (card, (mean, behind, points)) in enumerate(moves.items())
    )
    return ChanceAnalysis(
        position=POSITION,
        moves=tried,
        objective="cents",
        worlds=300,
        seed=1,
        seconds=1.0,
        is_open=False,
        exact=False,
        finished=True,
        has_hidden_play=True,
    )


def order(found: ChanceAnalysis) -> list[str]:
    return [move.move.text() for move in found.moves]


def test_of_cards_as_good_the_most_points_then_the_cheapest_is_first() -> None:
    found = analysis(
        AD=(100, 0, 102.0),
        KC=(100, 0, 108.1),
        QC=(99, 1, 107.7),
        JS=(99, 1, 108.2),
        AS=(90, 10, 109),
    )
    natural = natural_first(found)
    # As many points as the jack of trumps make both clubs; the queen is cheaper than the king.
    assert order(natural) == ["QC", "AD", "KC", "JS", "AS"]
    assert natural.moves[0].behind == Estimate(0.0, 0.0)
    assert not any(move.is_level for move in natural.moves[1:])


def test_a_card_that_is_surely_better_or_an_open_contract_stays() -> None:
    sure = analysis(AD=(100, 0, 102.0), QC=(90, 10, 108.0))
    assert natural_first(sure) is sure
    unsure = analysis(AD=(60, 0, 102.0), QC=(59, 1, 108.0))
    assert natural_first(unsure) is unsure
    opened = replace(analysis(AD=(100, 0, 102.0), QC=(99, 1, 108.0)), is_open=True)
    assert natural_first(opened) is opened


def test_a_hint_says_why_the_first_card_has_not_the_highest_mean() -> None:
    def hint(found: ChanceAnalysis) -> str:
        out = StringIO()
        TableRenderer(out, ascii=True).play_advice(found, found.moves[0].move)
        return out.getvalue()

    reason = "of cards as good, the one with the most points comes first, then the cheapest\n"
    natural = natural_first(analysis(AD=(100, 0, 102.0), QC=(99, 1, 107.7)))
    assert order(natural) == ["QC", "AD"]
    assert reason in hint(natural)
    assert reason not in hint(analysis(AD=(100, 0, 108.0), QC=(99, 1, 102.0)))
    level = natural_first(analysis(AD=(100.04, 0, 102.0), QC=(100, 0.04, 107.7)))
    assert order(level) == ["QC", "AD"]
    assert reason not in hint(level)  # both are shown as 100.0
