"""Plans random hands, and searches every order of their melds beside it.

    python benchmarks/correctness/check_planner.py --number 1000 --seed 1

The search stands on the oracle's choice of copies (``tests/helpers/plan_comparison.py``). Compared
are, of each hand: what may be shown in every state of the graph, the best order for one to four
turns, which melds wait for one or two cards, and what each copy is still needed for. Exits with 1
and names the hand if anything differs.
"""

from __future__ import annotations

if __name__ == "__main__":
    import sys
    from pathlib import Path

    sys.path.insert(0, str(Path(__file__).parents[2]))
    from benchmarks.common.starting import end_at_ctrl_c

    end_at_ctrl_c()

import sys
from collections import Counter
from pathlib import Path
from time import perf_counter

import click

from helpers.plan_comparison import compare_case, plan_case, random_case
from pinochle_solver.bench import machine_line
from pinochle_solver.rules.rulebooks import PINOCHLE_BOOKS

COUNTED = ("hands", "states", "orders", "outs", "needs")


@click.command()
@click.option("--number", default=1000, show_default=True, help="Hands, of all rulebooks in turn.")
@click.option("--seed", default=1, show_default=True, help="The first hand's; they count up.")
def main(number: int, seed: int) -> None:
    """Compare the plans of random hands with every order of their melds."""
    click.echo(machine_line())
    names = list(PINOCHLE_BOOKS)
    counted = {name: Counter[str]() for name in names}
    times = []
    differ = 0
    for index in range(number):
        rules = names[index % len(names)]
        case = random_case(rules, seed + index // len(names))
        try:
            counted[rules] += compare_case(case)
        except AssertionError as error:
            differ += 1
            click.echo(f"{rules} {seed + index // len(names)}: {error}")
        start = perf_counter()
        plan_case(case)
        times.append(perf_counter() - start)
        if sys.stderr.isatty():
            click.echo(f"\r{index + 1:,} hands ", nl=False, err=True)
    for rules in names:
        found = ", ".join(f"{counted[rules][what]:,} {what}" for what in COUNTED)
        click.echo(f"{rules}: {found}")
    total = sum(counted.values(), Counter())
    click.echo(f"all: {', '.join(f'{total[what]:,} {what}' for what in COUNTED)}")
    click.echo(f"{number:,} compared, {differ} differ")
    times.sort()
    mean, median = sum(times) / len(times), times[len(times) // 2]
    click.echo(
        f"a plan: mean {1000 * mean:.1f} ms, median {1000 * median:.1f} ms, "
        f"most {1000 * times[-1]:.1f} ms"
    )
    sys.exit(differ > 0)


if __name__ == "__main__":
    main()
