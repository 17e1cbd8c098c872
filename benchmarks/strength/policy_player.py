r"""The learned policy as a program that plays without a search: highest score, exact playoffs.

    pinochle match default "cmd:python benchmarks/strength/policy_player.py" \
        --rules goulash --seconds 0.2

This is the policy of the default engine's playouts, with its network where there is one: what a
search gains is what it wins from this player.
"""

from __future__ import annotations

if __name__ == "__main__":
    import sys
    from pathlib import Path

    sys.path.insert(0, str(Path(__file__).parents[2]))
    from benchmarks.common.starting import end_at_ctrl_c

    end_at_ctrl_c()

import sys

from pinochle_solver import PlayoffPosition, StockPosition, parse_position, solve
from pinochle_solver.stock.beliefs import Belief


def choice(position: PlayoffPosition | StockPosition) -> str:
    """The text of the move."""
    if isinstance(position, PlayoffPosition):
        return solve(position).moves[0].card.text()
    belief = Belief(position)
    search = belief.playouts()
    scores = search.learned_scores()
    return belief.problem.moves[search.legal()[scores.index(max(scores))]].text()


def main() -> None:
    """Answer the engine protocol until the input ends."""
    position = ""
    for line in sys.stdin:
        word, _, rest = line.strip().partition(" ")
        if word == "pn":
            print("id name Policy\npnok", flush=True)
        elif word == "ready":
            print("readyok", flush=True)
        elif word == "position":
            position = rest
        elif word == "go":
            print("bestmove", choice(parse_position(position)), flush=True)
        elif word == "quit":
            return


if __name__ == "__main__":
    main()
