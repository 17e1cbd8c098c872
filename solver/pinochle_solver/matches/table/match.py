"""A match of three or four in Python: `match` with such a rulebook."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import ExitStack, closing
from typing import Any, cast

from pinochle_solver._core.limits import StopFlag
from pinochle_solver.engines.external import engine_name
from pinochle_solver.engines.registry import TABLE_GAMES
from pinochle_solver.engines.table.engine import TableEngine
from pinochle_solver.errors import IllegalPositionError
from pinochle_solver.limits import Limits
from pinochle_solver.matches.contests import Pair, played_at
from pinochle_solver.matches.players import TIMEOUT, PlayerSpec
from pinochle_solver.matches.table.deals import DealTable
from pinochle_solver.matches.table.players import TableEnginePlayer, TablePlayer
from pinochle_solver.matches.table.report import TableMatchReport
from pinochle_solver.matches.table.results import TableDealResult, TableMatchSettings
from pinochle_solver.notation.table.rulebook_text import table_rulebook_text
from pinochle_solver.table.rulebooks import TABLE_RULEBOOKS, as_table_rulebook, usual_rules
from pinochle_solver.table.rules import TableRules
from pinochle_solver.version import __version__


def match_tables(
    a: TableEngine | str,
    b: TableEngine | str,
    *,
    rules: TableRules | str,
    deals: int,
    seed: int,
    limits: Limits,
    contract: bool,
    processes: int,
    stop: StopFlag,
    progress: Callable[[int], None] | None,
) -> TableMatchReport:
    """`match` for three and four; arguments and errors are those of `match`."""
    rules = as_table_rulebook(rules)
    check_played(rules, contract=contract)
    one, other = (_Entrant(each, limits, stop) for each in (a, b))
    settings = TableMatchSettings(
        a=one.text,
        b=other.text,
        **rules_fields(rules),
        contract=contract,
        seed=seed,
        seconds=limits.seconds,
        worlds=limits.worlds,
        timeout=TIMEOUT,
        version=__version__,
        names=(one.name, other.name),
    )
    played = list[TableDealResult]()
    players = {side: each.player for side, each in zip("AB", (one, other), strict=True)}
    numbers = range(1, deals + 1)
    with ExitStack() as stack:
        results: Generator[Pair, None, None]
        if processes > 1:
            from pinochle_solver.matches.processes import play_in_processes

            results = play_in_processes(settings, numbers, processes, stop)
        else:
            table = stack.enter_context(closing(DealTable(settings, stop, players=players)))
            results = played_at(table, numbers, stop)
        for deal in stack.enter_context(closing(results)):
            played.append(cast("TableDealResult", deal))
            if progress is not None:
                progress(len(played))
    allowed = one.limits.seconds, other.limits.seconds
    return TableMatchReport.of(settings, played, len(played) == deals, allowed)


def check_played(rules: TableRules, *, contract: bool) -> None:
    """Refuse what is not played here; raises `IllegalPositionError` (``contract``, ``out``)."""
    if contract and rules.auction is None:
        raise IllegalPositionError("contract", f"in {rules.name} nobody bids")
    if rules.out_dealer:
        raise IllegalPositionError("out", "all at the table play in a match")


def rules_fields(rules: TableRules) -> dict[str, Any]:
    """The fields of the settings that say by which rules is played."""
    plain = usual_rules(rules)
    is_published = TABLE_RULEBOOKS.get(rules.name) == plain
    return {
        "rules": rules.name,
        "options": rules.options,
        "count": None if rules.count == plain.count else rules.count.name,
        "rulebook": "" if is_published else table_rulebook_text(plain),
    }


class _Entrant:
    """A player of `match`, and how it is written.

    Attributes:
        player: the player, for all its seats; None for one that the settings name.
        text: as it is written; the name of an engine that is given as an object.
        name: what it calls itself.
        limits: how long it may think.
    """

    def __init__(self, given: TableEngine | str, limits: Limits, stop: StopFlag) -> None:
        self.player: TablePlayer | None = None
        self.limits = limits
        if isinstance(given, str):
            spec = PlayerSpec.parse(given, TABLE_GAMES)
            self.text = self.name = spec.text()
            self.limits = spec.limits(limits)
            if spec.command is not None:
                self.name = engine_name(spec.command, TIMEOUT, stop=stop)
            return
        if not isinstance(given, TableEngine):
            raise TypeError(f"expected a TableEngine or its name, not {given!r}")
        self.text = self.name = given.name
        self.player = TableEnginePlayer(given, limits, stop)
