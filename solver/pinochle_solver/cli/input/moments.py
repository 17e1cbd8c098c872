"""Which hand and which moment of a record is asked for on the command line."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

import click

from pinochle_solver.cli.input.options import Whole
from pinochle_solver.errors import quoted

_Command = TypeVar("_Command", bound=Callable[..., Any])

END = "end"
BURY = "bury"
_MOST_HANDS = 10**6


class AskedMoment(NamedTuple):
    """What is asked for of a record.

    Attributes:
        at: a trick and ``l``, ``r``, ``m``, ``d``, ``s``, ``o``, ``a`` or ``b``; ``end``; None for
            the last decision.
        hand: the number of the hand, from 1; None for the last one.
    """

    at: tuple[int, str] | str | None = None
    hand: int | None = None


class MomentType(click.ParamType):  # type: ignore[type-arg]  # older click has none
    """A moment of a hand: ``7``, ``7l``, ``7r``, ``7m``, ``7d``, ``7o``, ``0d``, or ``end``.

    At a table of three or four ``7``, ``7:west``, ``bury`` or ``end``.
    """

    name = "moment"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[int, str] | str:
        """Read it; a bad one is a usage error."""
        text = str(value).lower()
        if text in (END, BURY):
            return text
        at_table = re.fullmatch(r"([1-9][0-9]?):(south|west|north|east)", text)
        if at_table is not None:
            return int(at_table[1]), at_table[2]
        match = re.fullmatch(r"([1-9][0-9]?)([lrmdsoab]?)|(0)([ds])", text)
        if match is None:
            fact = f"is neither {END} nor a trick and l, r, m, d, s, o, a or b, such as 7m"
            fact += f"; nor, for three or four, 7:west or {BURY}"
            raise click.UsageError(f"--at: {quoted(str(value))} {fact}")
        return int(match[1] or match[3]), match[2] or match[4] or "l"


LAST_DECISION = AskedMoment()

MOMENT_METAVAR = "DECISION"
MOMENTS_HELP = (
    "the lead to trick K (K or Kl), the reply (Kr), the meld after it (Km), a dix after it (Kd; in "
    "goulash Ks and Kd), a double after it (Ko), the answers to the double (Ka, Kb), or the end of "
    "the record (end)"
)
TABLE_MOMENTS_HELP = "For three or four: K, K:west, bury, Km, Kd or end."


def at_option(*, tables: bool) -> Callable[[_Command], _Command]:
    """The option for a moment of a record; with `tables` of the games for three and four, too."""
    return click.option(
        "--at",
        metavar=MOMENT_METAVAR,
        type=MomentType(),
        help=f"The decision of a record: {MOMENTS_HELP}. Default: the last decision."
        + f" {TABLE_MOMENTS_HELP}" * tables,
    )


def _hand_option(default: str) -> Callable[[_Command], _Command]:
    return click.option(
        "--hand",
        metavar="N",
        type=Whole(1, _MOST_HANDS),
        help=f"The N-th hand of a record. Default: {default}.",
    )


hand_option = _hand_option("the last hand")
one_hand_option = _hand_option("all hands")


def is_record(line: str) -> bool:
    """Whether a line that says something is the first of a record."""
    return line.lstrip().startswith("[")
