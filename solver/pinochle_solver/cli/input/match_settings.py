"""What the options of matches ask for, and the settings that follow: of one match, or of many."""

from __future__ import annotations

from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from pinochle_solver._core.limits import StopFlag
from pinochle_solver.cli.command import refuse_two_handed_options
from pinochle_solver.cli.input.game_options import check_terms
from pinochle_solver.cli.input.options import asked_doubles, own_rulebooks
from pinochle_solver.cli.input.rulebooks import check_dealt, default_rulebook, known_rulebooks
from pinochle_solver.engines.engine import EngineError
from pinochle_solver.engines.external import engine_name
from pinochle_solver.engines.registry import TABLE_GAMES, TWO_HANDED, check_usable
from pinochle_solver.errors import NotationError, PositionError
from pinochle_solver.limits import Limits
from pinochle_solver.matches.contests import AnySettings
from pinochle_solver.matches.log import MatchLog
from pinochle_solver.matches.players import PlayerSpec
from pinochle_solver.matches.results import SIDES, MatchSettings
from pinochle_solver.rules.agreed import Agreed, GameTerms
from pinochle_solver.rules.rulebooks import RULEBOOKS
from pinochle_solver.rules.rules import Rulebook
from pinochle_solver.version import __version__

if TYPE_CHECKING:
    from pinochle_solver.table.rules import TableRules

ALL = "all"
"""Of rulebooks: the two-handed ones in turn."""
DEFAULT_SECONDS = 0.1
DEFAULT_PAIRS, DEFAULT_MOST_PAIRS = 100, 100_000
SLACK_SECONDS, SLACK = 60.0, 10
"""A program has lost after so many seconds, and so many times its limit, without an answer."""


class MatchOptions(NamedTuple):
    """What the options of a command ask for; one that it has not is not asked for."""

    pairs: int | None
    seconds: float | None
    worlds: int | None
    rules: str
    table_options: str | None
    contract: bool
    card_count: str | None
    seed: int
    timeout: float | None
    sprt: tuple[float, float] | None
    resume: Path | None
    game: bool = False
    target: int | None = None
    ahead: int | None = None
    call_out: bool = False
    processes: int = 1
    record: Path | None = None
    log: Path | None = None
    doubles: str | None = None

    @property
    def terms(self) -> GameTerms:
        """What games are played for."""
        return GameTerms(self.target, self.ahead, Agreed.of(call_out=self.call_out))


def check_sprt(asked: MatchOptions) -> None:
    """Refuse bounds of a sequential test that are none: a `click.UsageError`."""
    if asked.sprt is not None:
        if not all(map(isfinite, asked.sprt)):
            raise click.UsageError("--sprt: LOW and HIGH have to be finite")
        if not asked.sprt[0] < asked.sprt[1]:
            raise click.UsageError("--sprt: LOW has to be below HIGH")


def asked_table(asked: MatchOptions) -> TableRules | None:
    """The rulebook of the game for three or four that is asked for; None for the two-handed game.

    Raises:
        click.UsageError: for options that the game does not have.
        click.ClickException: for options of the rulebook that it does not have.
    """
    source = click.get_current_context().get_parameter_source("rules")
    is_default = source is click.core.ParameterSource.DEFAULT
    rules = None
    if asked.rules != ALL:
        rules = known_rulebooks().table_rules(None if is_default else asked.rules)
    if rules is None:
        for option, is_given in (
            ("--options", asked.table_options),
            ("--contract", asked.contract),
        ):
            if is_given:
                raise click.UsageError(f"{option}: goes with games for three and four only")
        return None
    refuse_two_handed_options()
    from pinochle_solver.cli.table.deals import asked_table_rules
    from pinochle_solver.matches.table.match import check_played

    rules = asked_table_rules(rules, asked.table_options, asked.card_count, four=False)
    try:
        check_played(rules, contract=asked.contract)
    except PositionError as error:
        raise click.UsageError(f"--{error.token}: {error.fact}") from None
    return rules


def asked_match_player(name: str, text: str, table: TableRules | None) -> PlayerSpec:
    """A player that plays the game; a bad one is a usage error."""
    context = click.get_current_context()
    try:
        return PlayerSpec.parse(text, TWO_HANDED if table is None else TABLE_GAMES)
    except NotationError as error:
        param = next(param for param in context.command.params if param.name == name)
        raise click.BadParameter(error.fact, ctx=context, param=param) from None


def match_settings(
    a: PlayerSpec,
    b: PlayerSpec,
    asked: MatchOptions,
    table: TableRules | None,
    log: MatchLog | None,
    stop: StopFlag,
) -> AnySettings:
    """By what to play; raises `InterruptedError` when stopped before a program has answered."""
    seconds = DEFAULT_SECONDS if asked.seconds is None and asked.worlds is None else asked.seconds
    limits = Limits(seconds=seconds, worlds=asked.worlds)
    rules, own = _rulebooks(asked) if table is None else ((), ())
    longest = max(spec.limits(limits).seconds or 0.0 for spec in (a, b))
    timeout = asked.timeout or SLACK_SECONDS + SLACK * longest
    names = [
        _name(side, spec, timeout, log, stop) for side, spec in zip(SIDES, (a, b), strict=True)
    ]
    if table is not None:
        from pinochle_solver.matches.table.match import rules_fields
        from pinochle_solver.matches.table.results import TableMatchSettings

        return TableMatchSettings(
            a=a.text(),
            b=b.text(),
            **rules_fields(table),
            contract=asked.contract,
            seed=asked.seed,
            seconds=seconds,
            worlds=asked.worlds,
            timeout=timeout,
            sprt=asked.sprt,
            version=__version__,
            names=(names[0], names[1]),
        )
    return MatchSettings(
        a=a.text(),
        b=b.text(),
        rules=rules,
        rulebooks=own,
        count=asked.card_count,
        game=asked.game,
        target=asked.target,
        ahead=asked.ahead,
        call_out=asked.call_out,
        seed=asked.seed,
        seconds=seconds,
        worlds=asked.worlds,
        timeout=timeout,
        sprt=asked.sprt,
        version=__version__,
        names=(names[0], names[1]),
        doubles=asked.doubles,
    )


def _rulebooks(asked: MatchOptions) -> tuple[tuple[str, ...], tuple[Rulebook, ...]]:
    """The names of the rulebooks to play by, and those of them that are not published."""
    own = {rules.name: rules for rules in own_rulebooks() if rules.name not in RULEBOOKS}
    source = click.get_current_context().get_parameter_source("rules")
    if asked.rules == ALL:
        names = (*RULEBOOKS, *own)
    elif source is click.core.ParameterSource.DEFAULT:
        names = (default_rulebook().name,)
    else:
        names = (asked.rules,)
    played = tuple(own[name] for name in names if name in own)
    for rules in played:
        check_dealt(rules, recorded=asked.record is not None or asked.game)
    for rules in (*(RULEBOOKS[name] for name in names if name in RULEBOOKS), *played):
        check_terms(rules, asked.terms)
    by_name = RULEBOOKS | own
    for name in names:
        asked_doubles(by_name[name], asked.doubles)
    return names, played


def _name(side: str, spec: PlayerSpec, timeout: float, log: MatchLog | None, stop: StopFlag) -> str:
    """What a player calls itself; it has to be there, and an external one to answer."""
    try:
        if spec.engine is not None:
            if spec.family is TWO_HANDED:
                check_usable(spec.engine)
            return spec.text()
        assert spec.command is not None
        listener = log.listener(side) if log is not None else None
        return engine_name(spec.command, timeout, listener, stop)
    except EngineError as error:
        if log is not None:
            log.remark(side, str(error))
        raise click.ClickException(f"{spec.text()}: {error}") from None
