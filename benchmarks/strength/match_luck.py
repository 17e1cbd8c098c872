"""What finished matches come to without the luck of the draws, as that is told today.

    python benchmarks/strength/match_luck.py results.res ...

For files of ``pinochle match --resume`` of hands, which keep every move: those that were played
before the learned value told luck have in them what a rule of thumb said. Gives the points of A
over B a hand, with 95% intervals and the deviation of a pair, of each rulebook and of all files:
as scored, less luck as it is written there, and less luck as `draw_luck` tells it now.
"""

from __future__ import annotations

if __name__ == "__main__":
    import sys
    from pathlib import Path

    sys.path.insert(0, str(Path(__file__).parents[2]))
    from benchmarks.common.starting import end_at_ctrl_c

    end_at_ctrl_c()

from collections import defaultdict
from pathlib import Path

import click

from benchmarks.common.measurements import echo_table
from benchmarks.correctness.check_matches import read_results
from pinochle_solver.errors import visible
from pinochle_solver.matches.luck import draw_luck
from pinochle_solver.matches.results import MatchSettings, PairResult
from pinochle_solver.matches.statistics import Mean
from pinochle_solver.rules.rules import Seat


def less_luck(settings: MatchSettings, pair: PairResult) -> float:
    """The points of A over B in a hand of a pair, less the luck that is told today."""
    deal = settings.deal(pair.pair)
    found = 0.0
    for hand in pair.hands:
        luck = draw_luck(deal, hand.moves)
        found += hand.margin - (luck if Seat.parse(hand.a_sits) is Seat.SOUTH else -luck)
    return found / len(pair.hands)


@click.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
def main(files: tuple[Path, ...]) -> None:
    """Tell the luck of results files anew."""
    by_rules: dict[str, list[tuple[float, float, float]]] = defaultdict(list)
    for path in files:
        settings, pairs = read_results(path)
        if settings.game or settings.doubles is not None:
            raise click.UsageError(visible(f"{path}: not a match of hands without doubles"))
        for pair in pairs:
            assert isinstance(pair, PairResult)
            found = pair.mean, pair.without_luck, less_luck(settings, pair)
            by_rules[pair.rules].append(found)
    rows = list(by_rules.items())
    if len(rows) > 1:
        rows.append(("all", [found for _, its in rows for found in its]))
    columns = ("pairs", "as scored", "less luck, as written", "less luck, as told today")
    echo_table("rulebook", columns, ((name, str(len(its)), *_means(its)) for name, its in rows))


def _means(found: list[tuple[float, float, float]]) -> list[str]:
    means = [Mean.of(values) for values in zip(*found, strict=True)]
    return [
        f"{mean.mean:+.1f} ({low:+.1f} to {high:+.1f}), deviation {mean.deviation:.1f}"
        for mean in means
        for low, high in (mean.interval,)
    ]


if __name__ == "__main__":
    main()
