r"""The default engine with a simple way to double, as a program that plays.

    pinochle match default "cmd:python benchmarks/strength/doubling_player.py never" \
        --doubles every --rules macdougall --worlds 24 --pairs 1000

It plays its cards and melds as the default engine does in as many worlds, or in the same time.
``never``: it never doubles, and refuses a double below 25%. ``early``: it doubles from 60% on, too.
Neither redoubles.
What the default engine wins from them is what doubling by its thresholds is worth.
"""

from __future__ import annotations

if __name__ == "__main__":
    import sys
    from pathlib import Path

    sys.path.insert(0, str(Path(__file__).parents[2]))
    from benchmarks.common.starting import end_at_ctrl_c

    end_at_ctrl_c()

import sys

from pinochle_solver import PlayoffPosition, StockPosition, analyze, parse_position, solve
from pinochle_solver.notation.position_fields import Act
from pinochle_solver.rules.moves import Doubling

WAYS = {"never": 2.0, "early": 0.6}
"""From which chance to win each doubles."""
REFUSES_BELOW = 0.25


def choice(position: PlayoffPosition | StockPosition, way: str, limits: dict[str, int]) -> str:
    """The text of the move.

    Args:
        position: as the seat to decide sees it.
        way: of `WAYS`.
        limits: of a search, as the engine protocol names them: ``worlds`` or ``movetime``, in
            milliseconds, and ``seed``.
    """
    if isinstance(position, PlayoffPosition):
        return solve(position).moves[0].card.text()
    movetime = limits.get("movetime")
    analysis = analyze(
        position,
        worlds=limits.get("worlds"),
        seconds=None if movetime is None else movetime / 1000,
        seed=limits.get("seed", 1),
    )
    if not position.act.doubles:
        return analysis.choice.text()
    goes_on = Doubling.NO_DOUBLE if position.act is Act.DOUBLE else Doubling.ACCEPT
    if analysis.doubling is not None:
        chance = analysis.doubling.chance.mean
    else:
        chance = next(move.win for move in analysis.moves if move.move is goes_on)
    if position.act is Act.DOUBLE:
        return (Doubling.DOUBLE if chance >= WAYS[way] else goes_on).text()
    return (goes_on if chance >= REFUSES_BELOW else Doubling.REFUSE).text()


def main() -> None:
    """Answer the engine protocol until the input ends."""
    way = sys.argv[1] if len(sys.argv) > 1 else ""
    if way not in WAYS:
        sys.exit(f"way: {way!r} is none of {', '.join(WAYS)}")
    position = ""
    for line in sys.stdin:
        word, _, rest = line.strip().partition(" ")
        if word == "pn":
            print(f"id name {way}\npnok", flush=True)
        elif word == "ready":
            print("readyok", flush=True)
        elif word == "position":
            position = rest
        elif word == "go":
            limits = dict(zip(rest.split()[::2], map(int, rest.split()[1::2]), strict=False))
            print("bestmove", choice(parse_position(position), way, limits), flush=True)
        elif word == "quit":
            return


if __name__ == "__main__":
    main()
