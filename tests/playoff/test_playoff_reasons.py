"""Why the best card of a playoff is the best."""

from __future__ import annotations

from collections import Counter

import pytest

from pinochle_solver.hand.deals import random_playoffs
from pinochle_solver.notation.playoff_position import PlayoffPosition
from pinochle_solver.playoff.reasons import playoff_reason
from pinochle_solver.playoff.solver import solve
from pinochle_solver.rules.rulebooks import RULEBOOKS


@pytest.mark.parametrize(
    ("line", "card", "over", "sentence"),
    [
        (
            "rules=hayes trump=D south=KQ.A.A.KQ north=-.AQJ.Q.A9 turn=north",
            "AH",
            "AC",
            "takes the last trick: 10 points more, 10 fewer for south",
        ),
        (
            "rules=hayes trump=D south=AJ.-.-.T north=K.9.-.K turn=south",
            "TC",
            "JS",
            "saves the ace of spades and wins the king of spades:"
            " 15 points more, 15 fewer for north",
        ),
        (
            "rules=hayes trump=S south=T9.AT.KK.- north=J.-.A9.AQ9 turn=north",
            "9C",
            "AC",
            "saves the ace of clubs for the queen of clubs: 5 points more, 5 fewer for south",
        ),
        (
            "rules=scarne trump=D south=AKJ.9.-.TK north=-.TJ.TK.K9 turn=south",
            "JS",
            "AS",
            "takes the last trick for the king of spades and the jack of hearts:"
            " 4 points more, 4 fewer for north",
        ),
        (
            "rules=scarne trump=H south=T.A.-.9 north=J.-.-.AT turn=north",
            "JS",
            "TC",
            "saves the ace of clubs for the ten of clubs: 1 point more, 1 fewer for south",
        ),
    ],
)
def test_the_reason_in_a_players_words(line: str, card: str, over: str, sentence: str) -> None:
    position = PlayoffPosition.parse(line)
    reason = playoff_reason(solve(position))
    assert reason is not None
    assert (reason.card.text(), reason.other.text()) == (card, over)
    assert reason.in_words(position.turn.other.text()) == sentence


@pytest.mark.parametrize("rules", RULEBOOKS)
def test_what_is_named_adds_up_to_the_points(rules: str) -> None:
    seen = Counter[str]()
    for size in (1, 2, 5, 8):
        for position in random_playoffs(size, 8, 60, RULEBOOKS[rules]):
            solution = solve(position)
            for move in solution.moves:
                reason = playoff_reason(solution, move.card)
                assert (reason is None) is (move.loss == 0)
                if reason is None:
                    continue
                count = position.count
                gained = count.of(reason.saves) + count.of(reason.wins)
                points = gained - count.of(reason.gives_up) + reason.takes_last * count.last_trick
                assert points == reason.points == move.loss
                assert reason.in_words("north").endswith(" fewer for north")
                seen[rules] += 1
    assert seen[rules] > 20


def test_a_stopped_search_and_equal_cards_have_no_reason() -> None:
    position = next(random_playoffs(12, 1, 3, RULEBOOKS["hayes"]))
    assert playoff_reason(solve(position, nodes=1)) is None
    assert playoff_reason(solve(position, moves=False)) is None
    alike = PlayoffPosition.parse("rules=hayes trump=D south=A.-.-.- north=K.-.-.- turn=south")
    assert playoff_reason(solve(alike)) is None
