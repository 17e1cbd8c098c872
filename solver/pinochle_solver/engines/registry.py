"""The engines by name: a new engine takes one module and one row here.

Other packages add engines by an entry point of the group `GROUP`. The entry point's name is the
engine's name, and its value is the engine's class. What an engine needs is imported when the engine
is first asked for.

An engine may play the two-handed game, the games for three and four, or both, by a class for each.

>>> engine_class("greedy").summary
'the most points now'
>>> "open-average" in engine_names(), "open-average" in table_engine_names()
(False, True)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, NamedTuple

from pinochle_solver._core.limits import StopFlag
from pinochle_solver.engines.engine import Engine, EngineError
from pinochle_solver.limits import Limits
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.rules.moves import Move
from pinochle_solver.stock.analysis import POINTS, Analysis
from pinochle_solver.stock.beliefs import INFERRED
from pinochle_solver.stock.settings import SearchSettings, as_conditions

if TYPE_CHECKING:
    from pinochle_solver.engines.table.engine import TableEngine

GROUP = "pinochle_solver.engines"


class EngineRow(NamedTuple):
    """Where an engine is.

    Attributes:
        name: the engine's name.
        target: ``module:class`` of the engine of the two-handed game; empty if it has none.
        tables: the same of the games for three and four.
        product: what else must be installed, by the name that people know; empty for nothing.
        extra: the extra of this package that installs it.
        modules: the modules that show whether it is installed.
    """

    name: str
    target: str = ""
    tables: str = ""
    product: str = ""
    extra: str = ""
    modules: tuple[str, ...] = ()

    @property
    def is_installed(self) -> bool:
        """Whether what the engine needs is installed."""
        return all(find_spec(module) for module in self.modules)


GRADED = "graded"
"""The engine that has levels."""
_TABLES = "pinochle_solver.engines.table"
_ROWS = (
    EngineRow(
        "default",
        "pinochle_solver.engines.searching:DefaultEngine",
        f"{_TABLES}.hidden_hands:HiddenHandsEngine",
    ),
    EngineRow("pimc", "pinochle_solver.engines.searching:PimcEngine"),
    EngineRow("ismcts", "pinochle_solver.engines.searching:IsmctsEngine"),
    EngineRow(
        "advice",
        "pinochle_solver.engines.by_rule:AdviceEngine",
        f"{_TABLES}.by_rule:TableAdviceEngine",
    ),
    EngineRow(
        "greedy",
        "pinochle_solver.engines.by_rule:GreedyEngine",
        f"{_TABLES}.by_rule:TableGreedyEngine",
    ),
    EngineRow(
        "random",
        "pinochle_solver.engines.by_rule:RandomEngine",
        f"{_TABLES}.by_rule:TableRandomEngine",
    ),
    EngineRow(
        GRADED,
        "pinochle_solver.engines.graded:GradedEngine",
        f"{_TABLES}.graded:TableGradedEngine",
    ),
    EngineRow("open-average", tables=f"{_TABLES}.open_average:OpenAverageEngine"),
    EngineRow(
        "openspiel-ismcts",
        "pinochle_solver.openspiel.engine:OpenSpielEngine",
        product="OpenSpiel",
        extra="openspiel",
        modules=("pyspiel", "open_spiel"),
    ),
)

DEFAULT = _ROWS[0].name
ENGINES = tuple(row.name for row in _ROWS if row.target and not row.product)
"""The engines of the two-handed game that need nothing but this package."""


@cache
def _added() -> tuple[EngineRow, ...]:
    """The engines that other packages have added, by name; they cannot replace ours."""
    from importlib.metadata import entry_points

    own = {row.name for row in _ROWS}
    points = sorted(entry_points(group=GROUP), key=lambda point: point.name)
    return tuple(EngineRow(each.name, each.value) for each in points if each.name not in own)


def engine_names() -> tuple[str, ...]:
    """All engines of the two-handed game, including those that need something not installed."""
    return tuple(row.name for row in (*_ROWS, *_added()) if row.target)


def table_engine_names() -> tuple[str, ...]:
    """All engines of the games for three and four."""
    return tuple(row.name for row in _ROWS if row.tables)


def named(text: str, names: Iterable[str]) -> str | None:
    """Which of some names a text is, capitals apart if it is none exactly; None for none.

    The engines of other packages may have capitals in their names.
    """
    alike = [name for name in names if name.lower() == text.lower()]
    return text if text in alike else next(iter(alike), None)


def installed_engines() -> tuple[str, ...]:
    """The engines of the two-handed game that can be used here."""
    return tuple(row.name for row in (*_ROWS, *_added()) if row.target and row.is_installed)


def engine_class(name: str) -> type[Engine]:
    """An engine's class; it has the options even if what the engine needs is not installed.

    Raises:
        ValueError: for a name that no engine of the two-handed game has.
        EngineError: when it cannot be imported.
    """
    engine: type[Engine] = _class_at(_row(name).target)
    return engine


def table_engine_class(name: str) -> type[TableEngine]:
    """The class of an engine of the games for three and four.

    Raises:
        ValueError: for a name that no such engine has.
    """
    row = next((row for row in _ROWS if row.name == name and row.tables), None)
    if row is None:
        known = ", ".join(table_engine_names())
        fact = "no engine for three and four" if name in installed_engines() else "no engine"
        raise ValueError(f"{name!r} is {fact}, expected one of {known}")
    engine: type[TableEngine] = _class_at(row.tables)
    return engine


def _class_at(target: str) -> Any:
    module, _, attribute = target.partition(":")
    try:
        return getattr(import_module(module), attribute)
    except (ImportError, AttributeError) as error:
        raise EngineError(f"cannot be imported: {error}") from error


def check_usable(name: str) -> None:
    """Raise `EngineError` if an engine needs something not installed, or cannot be imported."""
    row = _row(name)
    if not row.is_installed:
        install = f"pip install 'pinochle-solver[{row.extra}]'"
        raise EngineError(f"{row.product} is not installed ({install})")
    engine_class(name)


def make_engine(name: str, **options: object) -> Engine:
    """An engine, made with options by name.

    Raises:
        ValueError: for a name that no engine has, and for values that its options do not take.
        TypeError: for options that it does not have.
        EngineError: when it needs something that is not installed, or cannot be imported.
    """
    check_usable(name)
    made: Callable[..., Engine] = engine_class(name)
    return made(**options)


def make_table_engine(name: str, **options: object) -> TableEngine:
    """An engine of the games for three and four, made with options by name.

    Raises:
        ValueError: for a name that no such engine has, and for values that its options do not take.
        TypeError: for options that it does not have.
    """
    made: Callable[..., TableEngine] = table_engine_class(name)
    return made(**options)


def table_engine_for(name: str, *, objective: str, threads: int, **options: object) -> TableEngine:
    """An engine of the games for three and four, made with those of such options that it has.

    Args:
        name: the engine.
        objective: as of `TableEngine`.
        threads: as of `TableEngine`.
        options: what else it may take, by name.

    Raises:
        ValueError: as `make_table_engine`.
    """
    known = table_engine_class(name).options
    own = {option: value for option, value in options.items() if option in known}
    return make_table_engine(name, objective=objective, threads=threads, **own)


class EngineFamily(NamedTuple):
    """The engines of some games.

    Attributes:
        names: gives their names.
        class_of: gives the class of one by its name.
    """

    names: Callable[[], tuple[str, ...]]
    class_of: Callable[[str], type[Engine] | type[TableEngine]]


TWO_HANDED = EngineFamily(engine_names, engine_class)
TABLE_GAMES = EngineFamily(table_engine_names, table_engine_class)
"""The engines of the games for three and four."""


def engine_for(name: str, settings: SearchSettings, **options: object) -> Engine:
    """An engine, made with what such settings have of its options; errors as `make_engine`.

    Args:
        name: the engine.
        settings: what it is made with.
        options: what else it may take, by name; it gets those of them that it has.
    """
    known = engine_class(name).options if options else {}
    return make_engine(
        name,
        **{option: value for option, value in options.items() if option in known},
        belief=settings.belief,
        objective=settings.objective,
        threads=settings.threads,
        **with_call_out(settings.call_out),
        **with_conditions(settings.where),
    )


def with_call_out(is_agreed: bool) -> dict[str, bool]:
    """The option for `make_engine` that says that a game is played with call-outs, if it is.

    It is left out otherwise, because engines of other packages may not know it.
    """
    return {"call_out": True} if is_agreed else {}


def with_conditions(where: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    """The option for `make_engine` that says what is assumed of hidden cards, if anything is."""
    return {"where": where} if where else {}


def _row(name: str) -> EngineRow:
    # Ours first, so that other packages are searched only when needed.
    row = next((row for row in _ROWS if row.name == name), None)
    row = row or next((row for row in _added() if row.name == name), None)
    if row is None or not row.target:
        raise ValueError(f"engine is {name!r}, expected one of {', '.join(installed_engines())}")
    return row


def analyze_with(
    engine: str,
    position: StockPosition,
    *,
    seconds: float | None = None,
    worlds: int | None = None,
    target_error: float | None = None,
    seed: int = 1,
    threads: int = 1,
    belief: str = INFERRED,
    objective: str = POINTS,
    where: str | Iterable[str] = (),
    moves: Iterable[Move | str] | None = None,
    stop: StopFlag | None = None,
    progress: Callable[[Analysis], None] | None = None,
) -> Analysis:
    """The analysis of a position by an engine; the arguments are those of `analyze`.

    The engines that do not search give the move that they choose, without values.

    Raises:
        TypeError: for anything but a `StockPosition`.
        ValueError: also for an unknown engine, for `moves` with any engine but the default one, and
            for `where` with one that looks at no hidden cards.
        EngineError: for an engine that needs something that is not installed.
    """
    settings = SearchSettings(
        limits=Limits(seconds=seconds, worlds=worlds, target_error=target_error),
        seed=seed,
        threads=threads,
        belief=belief,
        objective=objective,
        where=as_conditions(where),
    )
    asked = engine_for(engine, settings)
    return asked.analyze(
        position, settings.limits, seed=seed, moves=moves, stop=stop, progress=progress
    )
