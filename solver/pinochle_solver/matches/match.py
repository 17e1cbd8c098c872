"""A match played pair by pair, in this process or in several."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from contextlib import ExitStack, closing

from pinochle_solver._core.limits import StopFlag
from pinochle_solver.engines.engine import Engine
from pinochle_solver.engines.external import engine_name
from pinochle_solver.limits import Limits
from pinochle_solver.matches.log import MatchLog
from pinochle_solver.matches.players import EnginePlayer, Player, PlayerSpec, make_player
from pinochle_solver.matches.report import MatchReport
from pinochle_solver.matches.results import AnyPair, MatchSettings
from pinochle_solver.matches.table import MatchTable
from pinochle_solver.rules.agreed import Agreed, GameTerms
from pinochle_solver.rules.doubles import check_doubles
from pinochle_solver.rules.hand_packing import check_whole_hands
from pinochle_solver.rules.rulebooks import DEFAULT_RULEBOOK, RULEBOOKS, as_rulebook
from pinochle_solver.rules.rules import Doubles, Rulebook
from pinochle_solver.version import __version__

_SECONDS = 0.1
_TIMEOUT = 60.0


def play_pairs(
    settings: MatchSettings,
    pairs: Iterable[int],
    processes: int,
    stop: StopFlag,
    log: MatchLog | None = None,
) -> Generator[AnyPair, None, None]:
    """Play pairs of hands or games; give each as soon as it is done, with processes in any order.

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
    with closing(MatchTable(settings, stop, log)) as table:
        yield from _played(table, pairs, stop)


def _played(
    table: MatchTable, pairs: Iterable[int], stop: StopFlag
) -> Generator[AnyPair, None, None]:
    """The pairs one after the other, until all are played or `stop` is set."""
    try:
        for pair in pairs:
            if stop.is_set:
                return
            yield table.play(pair)
    except InterruptedError:
        return


def match(
    a: Engine | str,
    b: Engine | str,
    *,
    pairs: int = 100,
    rules: Rulebook | str = DEFAULT_RULEBOOK,
    seed: int = 1,
    seconds: float | None = None,
    worlds: int | None = None,
    game: bool = False,
    target: int | None = None,
    ahead: int | None = None,
    call_out: bool = False,
    doubles: Doubles | str | None = None,
    processes: int = 1,
    stop: StopFlag | None = None,
    progress: Callable[[int], None] | None = None,
) -> MatchReport:
    """Let two players play the same deals from either seat.

    A player that makes an illegal move, or whose engine fails, loses the hand, and with `game` the
    game; the report has it in its `failures`. Any other exception of your own player ends the
    match.

    Args:
        a: the first player: an `Engine` of your own, or text as ``pinochle match`` takes it, such
            as ``greedy``, ``default:belief=uniform`` or ``cmd:./my-engine``.
        b: the opponent, in the same way.
        pairs: the number of pairs. The two hands, or games, of a pair have the same cards, with the
            players in each other's seats.
        rules: the rulebook, or the name of a published one.
        seed: the seed of the deals and of what is random in the players.
        seconds: the time for each move of the stock phase; 0.1 if neither limit is given.
        worlds: the number of worlds for each move instead; then the result is always the same.
        game: whether whole games are played, not single hands.
        target: the points that end the games; the rulebook's if not given.
        ahead: how many points ahead at the end of a hand wins a game instead, as in glup.
        call_out: whether a player of a game may call out, and win it in the middle of a hand.
        doubles: after which tricks a double may be offered. Hands then count in stakes.
        processes: the number of pairs played at the same time. Engines of your own play in this
            process alone.
        stop: ends the match when set; the report has the pairs played before.
        progress: called after each pair with the number of pairs played.

    Raises:
        NotationError: for a player or a rulebook that is not known.
        IllegalPositionError: (``rules``) for a rulebook by which no whole hand can be played;
            (``doubles``) for doubles that it does not offer.
        GameError: for terms of a game that its rulebook does not know.
        EngineError: for an engine or a program that cannot be started.
        WorkerError: for a process that cannot be started, or has ended.
        TypeError: for a player that is neither an engine nor text.
        ValueError: for limits or numbers that make no sense.
    """
    rules = as_rulebook(rules)
    check_whole_hands(rules)
    if pairs < 1:
        raise ValueError(f"pairs is {pairs}, expected 1 or more")
    if seconds is not None and worlds is not None:
        raise ValueError("seconds or worlds, not both")
    terms = GameTerms(target, ahead, Agreed.CALL_OUT if call_out else Agreed.NOTHING)
    for option in () if game else terms.options:
        raise ValueError(f"{option.replace('-', '_')} is for game=True")
    terms.check(rules)
    if doubles is not None:
        if game:
            raise ValueError("doubles are for single hands, not for game=True")
        doubles = Doubles.parse(doubles) if isinstance(doubles, str) else doubles
        check_doubles(rules, doubles)
    if processes < 1:
        raise ValueError(f"processes is {processes}, expected 1 or more")
    for own in (each for each in (a, b) if processes > 1 and not isinstance(each, str)):
        name = type(own).__name__
        raise ValueError(f"processes is {processes}, but a {name} plays in this process alone")
    stop = stop or StopFlag()
    if seconds is None and worlds is None:
        seconds = _SECONDS
    limits = Limits(seconds=seconds, worlds=worlds)
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
        timeout=_TIMEOUT,
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
            else _played(table, numbers, stop)
        )
        for pair in stack.enter_context(closing(results)):
            played.append(pair)
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
                self.text
                if spec.command is None
                else engine_name(spec.command, _TIMEOUT, stop=stop)
            )
            self.player = make_player(spec, limits, _TIMEOUT, stop)
            return
        if isinstance(given, type) or not hasattr(given, "choose"):
            what = f"the class {given.__name__}" if isinstance(given, type) else repr(given)
            raise TypeError(f"expected an Engine or its name, not {what}")
        self.text = self.name = given.name
        self.limits = limits
        self.player = EnginePlayer(given, limits, stop)
