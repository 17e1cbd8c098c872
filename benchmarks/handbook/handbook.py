"""What the books' maxims are worth, on decisions of hands that the default engine plays.

    python benchmarks/handbook/handbook.py --hands 300 --resume handbook.jsonl --write

A decision tests a maxim if some moves follow it, some do not, and one of these is the best move of
the search. *Followed* is how often the best move follows the maxim. *Gain* is the margin of the
best move that follows it, minus that of the best move that does not; *always* is the loss of
following it in every decision that tests it, *never* the loss of never following it. Some worlds
choose the moves, others compare them; playoffs are exact. The tables have 95% intervals, from
standard errors by hand.

``--write`` writes the tables into docs/HANDBOOK.md, and draws docs/images/handbook-*.svg
(matplotlib). ``--resume FILE`` keeps what is done and goes on with it; Ctrl-C shows what there is,
writes none of it, and the status is 130. The figures depend on the settings alone, not on the
number of processes.
"""

from __future__ import annotations

if __name__ == "__main__":
    import sys
    from pathlib import Path

    sys.path.insert(0, str(Path(__file__).parents[2]))
    from benchmarks.common.starting import end_at_ctrl_c

    end_at_ctrl_c()

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path

import click
import numpy as np

from benchmarks.common.hand_means import Floats, mean_by_hand
from benchmarks.common.measurements import (
    echo_head,
    end_command,
    gathered,
    json_option,
    json_text,
    processes_option,
    resume_option,
    rulebook_names,
    with_error,
)
from benchmarks.common.starting import run
from benchmarks.handbook.handbook_hands import (
    HandbookSettings,
    HandQuestions,
    Question,
    measure_hand,
)
from benchmarks.handbook.handbook_rules import (
    PARTS,
    PLAYOFF_RULES,
    STOCK_RULES,
    PlayoffRule,
    StockRule,
)
from pinochle_solver import __version__
from pinochle_solver.intervals import SURE
from pinochle_solver.stock.estimates import Estimate

PAGE = Path(__file__).parents[2] / "docs" / "HANDBOOK.md"
_FEWEST_HANDS = 10
"""Of fewer hands no error is known well enough to say anything."""


@dataclass(frozen=True, slots=True)
class RuleSummary:
    """What a maxim came to.

    Attributes:
        rule: its name.
        text: what it says.
        part: the section of the handbook that it belongs to.
        decisions: in how many decisions it was in question,
        hands: of how many hands.
        followed: in what share of them the best move followed it.
        gain: how much better the best move that follows it is than the best that does not.
        always: what is lost by following it always,
        never: and never.
    """

    rule: str
    text: str
    part: str
    decisions: int
    hands: int
    followed: float
    gain: Estimate
    always: Estimate
    never: Estimate

    @property
    def verdict(self) -> str:
        """What the gain says, where it says it surely enough."""
        if self.hands < _FEWEST_HANDS:
            return "too few"
        if abs(self.gain.mean) <= SURE * self.gain.se:
            return "open"
        return "mostly right" if self.gain.mean > 0 else "mostly wrong"


def summaries(hands: Sequence[HandQuestions]) -> Iterator[RuleSummary]:
    """The figures of each maxim; maxims that no decision tested are left out."""
    for rule in (*STOCK_RULES, *PLAYOFF_RULES):
        found = [
            (hand.number, question)
            for hand in hands
            for question in hand.questions
            if question.rule == rule.name
        ]
        if found:
            yield _summary(rule, found)


def _summary(rule: StockRule | PlayoffRule, found: Sequence[tuple[int, Question]]) -> RuleSummary:
    hands = np.array([number for number, _ in found], np.int64)
    gains: Floats = np.array([question.gain for _, question in found], np.float64)
    followed = np.array([question.followed for _, question in found])
    return RuleSummary(
        rule=rule.name,
        text=rule.text,
        part=rule.part,
        decisions=len(found),
        hands=len(np.unique(hands)),
        followed=float(followed.mean()),
        gain=mean_by_hand(gains, hands),
        always=mean_by_hand(np.where(followed, 0.0, -gains), hands),
        never=mean_by_hand(np.where(followed, gains, 0.0), hands),
    )


def table(found: Sequence[RuleSummary], part: str) -> str:
    """The maxims of a part as a table in Markdown, the most useful first."""
    lines = [
        "| maxim | | gain | lost by always | lost by never | best move follows | tested |",
        "|---|---|--:|--:|--:|--:|--:|",
    ]
    for each in sorted(found, key=lambda each: -each.gain.mean):
        if each.part == part:
            cells = (
                each.rule,
                each.verdict,
                with_error(each.gain.mean, SURE * each.gain.se, "+.1f"),
                with_error(each.always.mean, SURE * each.always.se, ".1f"),
                with_error(each.never.mean, SURE * each.never.se, ".1f"),
                f"{100 * each.followed:.0f}%",
                f"{each.decisions:,}",
            )
            lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def written(page: str, tables: dict[str, str]) -> str:
    """A page with other tables between its marks, ``<!-- handbook: melds -->`` to the next."""
    for part, text in tables.items():
        begin, end = f"<!-- handbook: {part} -->\n", "<!-- handbook: end -->\n"
        before, after = page.split(begin)
        page = f"{before}{begin}\n{text}\n\n{end}{after.split(end, 1)[1]}"
    return page


@click.command(help=(__doc__ or "").splitlines()[0])
@click.option("--hands", "number", default=300, show_default=True, type=click.IntRange(1))
@click.option("--rules", default="all", show_default=True, callback=rulebook_names)
@click.option("--worlds", default=128, show_default=True, type=click.IntRange(1))
@click.option("--seed", default=1, show_default=True)
@click.option("--write", is_flag=True, help="Write docs/HANDBOOK.md and its figures.")
@resume_option
@processes_option
@json_option
def main(
    number: int,
    rules: tuple[str, ...],
    worlds: int,
    seed: int,
    write: bool,
    resume: Path | None,
    processes: int,
    as_json: bool,
) -> None:
    settings = HandbookSettings(rules=rules, worlds=worlds, seed=seed)
    header = {"measured": "handbook", "version": __version__, **asdict(settings)}
    work = partial(measure_hand, settings=settings)
    hands = gathered(work, number, HandQuestions, header, resume, processes)
    finished, found = len(hands) == number, list(summaries(hands))
    tables = {part: table(found, part) for part in PARTS}
    if as_json:
        done = {"hands": len(hands), "finished": finished, "maxims": list(map(asdict, found))}
        click.echo(json_text({**header, **done}))
    else:
        echo_head(header, f"{len(hands)} hands", finished)
        for text in tables.values():
            click.echo(f"\n{text}")
    if write and finished:
        from benchmarks.handbook.handbook_figures import draw

        PAGE.write_text(written(PAGE.read_text("utf-8"), tables), "utf-8")
        draw(hands, found, PAGE.parent / "images")
    end_command(finished)


if __name__ == "__main__":
    run(main)
