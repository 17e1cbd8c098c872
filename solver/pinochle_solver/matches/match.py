"""A match played pair by pair, in this process or in several."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from contextlib import ExitStack, closing
from typing import TYPE_CHECKING, Any, cast, overload

from pinochle_solver._core.limits import StopFlag
from pinochle_solver.engines.engine import Engine
from pinochle_solver.engines.external import engine_name
from pinochle_solver.limits import Limits
from pinochle_solver.matches.contests import AnySettings, Pair, contest_of, played_at
from pinochle_solver.matches.log import MatchLog
from pinochle_solver.matches.pairs import MatchTable
from pinochle_solver.matches.players import (
    TIMEOUT,
    EnginePlayer,
    Player,
    PlayerSpec,
    make_player,
)
from pinochle_solver.matches.report import MatchReport
from pinochle_solver.matches.results import AnyPair, MatchSettings
from pinochle_solver.notation.known_rulebooks import is_two_handed
from pinochle_solver.notation.table.all_games import is_table_game
from pinochle_solver.rules.agreed import Agreed, GameTerms
from pinochle_solver.rules.doubles import check_doubles
from pinochle_solver.rules.hand_packing import check_whole_hands
from pinochle_solver.rules.rulebooks import DEFAULT_RULEBOOK, RULEBOOKS, as_rulebook
from pinochle_solver.rules.rules import Doubles, Rulebook
from pinochle_solver.version import __version__

if TYPE_CHECKING:
    from pinochle_solver.engines.table.engine import TableEngine
    from pinochle_solver.matches.table.report import TableMatchReport
    from pinochle_solver.table.rules import TableRules

_SECONDS = 0.1


def play_pairs(
    settings: AnySettings,
    pairs: Iterable[int],
    processes: int,
    stop: StopFlag,
    log: MatchLog | None = None,
) -> Generator[Pair, None, None]:
    """Play pairs; give each as soon as it is done, with processes in any order.

    Pairs under way when `stop` is set, or when no more are wanted, are given up.

    Args:
        settings: the settings of the match.
        pairs: the numbers of the pairs.
        processes: how many to play at the same time.
        stop: ends the match when set.
        log: keeps what is said to external players and by them.

    Raises:
        WorkerError: when a process has ended or cannot be started; all pairs done before are given.
        MatchLogError: when the log cannot be written any more; all pairs done before are given.
        RuntimeError: for an error in a process, with its traceback.
    """
    if processes > 1:
        from pinochle_solver.matches.processes import play_in_processes

        yield from play_in_processes(settings, pairs, processes, stop, log)
        return
    with closing(contest_of(settings).sit_down(settings, stop, log)) as table:
        yield from played_at(table, pairs, stop)


@overload
def match(
    a: TableEngine | str,
    b: TableEngine | str,
    *,
    rules: TableRules,
    pairs: int = ...,
    seed: int = ...,
    seconds: float | None = ...,
    worlds: int | None = ...,
    contract: bool = ...,
    processes: int = ...,
    stop: StopFlag | None = ...,
    progress: Callable[[int], None] | None = ...,
) -> TableMatchReport: ...
@overload
def match(
    a: Engine | str,
    b: Engine | str,
    *,
    rules: Rulebook = ...,
    pairs: int = ...,
    seed: int = ...,
    seconds: float | None = ...,
    worlds: int | None = ...,
    game: bool = ...,
    target: int | None = ...,
    ahead: int | None = ...,
    call_out: bool = ...,
    doubles: Doubles | str | None = ...,
    processes: int = ...,
    stop: StopFlag | None = ...,
    progress: Callable[[int], None] | None = ...,
) -> MatchReport: ...
@overload
def match(
    a: Engine | TableEngine | str,
    b: Engine | TableEngine | str,
    *,
    rules: str,
    pairs: int = ...,
    seed: int = ...,
    seconds: float | None = ...,
    worlds: int | None = ...,
    game: bool = ...,
    target: int | None = ...,
    ahead: int | None = ...,
    call_out: bool = ...,
    doubles: Doubles | str | None = ...,
    contract: bool = ...,
    processes: int = ...,
    stop: StopFlag | None = ...,
    progress: Callable[[int], None] | None = ...,
) -> Any: ...
def match(
    a: Any,
    b: Any,
    *,
    pairs: int = 100,
    rules: Rulebook | TableRules | str = DEFAULT_RULEBOOK,
    seed: int = 1,
    seconds: float | None = None,
    worlds: int | None = None,
    game: bool = False,
    target: int | None = None,
    ahead: int | None = None,
    call_out: bool = False,
    doubles: Doubles | str | None = None,
    contract: bool = False,
    processes: int = 1,
    stop: StopFlag | None = None,
    progress: Callable[[int], None] | None = None,
) -> MatchReport | TableMatchReport:
    """Let two players play the same deals from either seat.

    With a rulebook for three or four they play each deal with every assignment to the seats: two
    hands if there are partners, else six for three and fourteen for four. The report is then a
    `TableMatchReport`, else a `MatchReport`.

    A player that makes an illegal move, or whose engine fails, loses the hand, and with `game` the
    game; the report has it in its `failures`. Any other exception of your own player ends the
    match.

    Args:
        a: the first player: an `Engine` of your own (for three and four a `TableEngine`), or text
            as ``pinochle match`` takes it, such as ``greedy``, ``default:belief=uniform`` or
            ``cmd:./my-engine``.
        b: the opponent, in the same way.
        pairs: the number of pairs. The two hands, or games, of a pair have the same cards, with the
            players in each other's seats. For three and four the number of deals.
        rules: the rulebook, or the name of a published one.
        seed: the seed of the deals and of what is random in the players.
        seconds: the time for each move of the stock phase, for three and four for each move; 0.1 if
            neither limit is given.
        worlds: the number of worlds for each move instead; then the result is always the same.
        game: whether whole games are played, not single hands.
        target: the points that end the games; the rulebook's if not given.
        ahead: how many points ahead at the end of a hand wins a game instead, as in glup.
        call_out: whether a player of a game may call out, and win it in the middle of a hand.
        doubles: after which tricks a double may be offered. Hands then count in stakes.
        contract: for three and four: whether hands begin after the auction.
        processes: the number of pairs played at the same time. Engines of your own play in this
            process alone.
        stop: ends the match when set; the report has the pairs played before.
        progress: called after each pair with the number of pairs played.

    Raises:
        NotationError: for a player or a rulebook that is not known.
        IllegalPositionError: (``rules``) for a rulebook by which no whole hand can be played;
            (``doubles``) for doubles that it does not offer; (``contract``) if nobody bids in it.
        GameError: for terms of a game that its rulebook does not know.
        EngineError: for an engine or a program that cannot be started.
        WorkerError: for a process that cannot be started, or has ended.
        TypeError: for a player that is neither an engine nor text.
        ValueError: for limits or numbers that make no sense.
    """
    if pairs < 1:
        raise ValueError(f"pairs is {pairs}, expected 1 or more")
    if seconds is not None and worlds is not None:
        raise ValueError("seconds or worlds, not both")
    terms = GameTerms(target, ahead, Agreed.CALL_OUT if call_out else Agreed.NOTHING)
    for option in () if game else terms.options:
        raise ValueError(f"{option.replace('-', '_')} is for game=True")
    if processes < 1:
        raise ValueError(f"processes is {processes}, expected 1 or more")
    for own in (each for each in (a, b) if processes > 1 and not isinstance(each, str)):
        name = type(own).__name__
        raise ValueError(f"processes is {processes}, but a {name} plays in this process alone")
    stop = stop or StopFlag()
    if seconds is None and worlds is None:
        seconds = _SECONDS
    limits = Limits(seconds=seconds, worlds=worlds)
    if is_table_game(rules) if isinstance(rules, str) else not is_two_handed(type(rules)):
        if game or doubles is not None:
            option = "game=True" if game else "doubles"
            raise ValueError(f"{option}: for the two-handed game only")
        from pinochle_solver.matches.table.match import match_tables

        return match_tables(
            a,
            b,
            rules=cast("TableRules | str", rules),
            deals=pairs,
            seed=seed,
            limits=limits,
            contract=contract,
            processes=processes,
            stop=stop,
            progress=progress,
        )
    if contract:
        raise ValueError("contract=True: for games of three and four only")
    rules = as_rulebook(cast("Rulebook | str", rules))
    check_whole_hands(rules)
    terms.check(rules)
    if doubles is not None:
        if game:
            raise ValueError("doubles are for single hands, not for game=True")
        doubles = Doubles.parse(doubles) if isinstance(doubles, str) else doubles
        check_doubles(rules, doubles)
    one, other = (_Entrant(each, limits, stop) for each in (a, b))
    settings = MatchSettings(
        a=one.text,
        b=other.text,
        rules=(rules.name,),
        rulebooks=() if RULEBOOKS.get(rules.name) == rules else (rules,),
        count=None,
        seed=seed,
        seconds=seconds,
        worlds=worlds,
        timeout=TIMEOUT,
        version=__version__,
        names=(one.name, other.name),
        game=game,
        target=target,
        ahead=ahead,
        call_out=call_out,
        doubles=None if doubles is None else doubles.text(),
    )
    played = list[AnyPair]()
    players = one.player, other.player
    numbers = range(1, pairs + 1)
    with ExitStack() as stack:
        table = stack.enter_context(closing(MatchTable(settings, stop, players=players)))
        results = (
            play_pairs(settings, numbers, processes, stop)
            if processes > 1
            else played_at(table, numbers, stop)
        )
        for pair in stack.enter_context(closing(results)):
            played.append(cast("AnyPair", pair))
            if progress is not None:
                progress(len(played))
    allowed = one.limits.seconds, other.limits.seconds
    return MatchReport.of(settings, played, len(played) == pairs, allowed)


class _Entrant:
    """A player of `match`, and how it is written.

    Attributes:
        player: the player.
        text: as it is written; the name of an engine that is given as an object.
        name: what it calls itself.
        limits: how long it may think.
    """

    def __init__(self, given: Engine | str, limits: Limits, stop: StopFlag) -> None:
        self.player: Player
        if isinstance(given, str):
            spec = PlayerSpec.parse(given)
            self.text = spec.text()
            self.limits = spec.limits(limits)
            self.name = (
                self.text if spec.command is None else engine_name(spec.command, TIMEOUT, stop=stop)
            )
            self.player = make_player(spec, limits, TIMEOUT, stop)
            return
        if isinstance(given, type) or not hasattr(given, "choose"):
            what = f"the class {given.__name__}" if isinstance(given, type) else repr(given)
            raise TypeError(f"expected an Engine or its name, not {what}")
        self.text = self.name = given.name
        self.limits = limits
        self.player = EnginePlayer(given, limits, stop)
