"""A match played pair by pair, in this process or in several."""

from __future__ import annotations

from collections.abc import Generator, Iterable

from pinochle_solver._core.limits import StopFlag
from pinochle_solver.matches.log import MatchLog
from pinochle_solver.matches.results import AnyPair, MatchSettings
from pinochle_solver.matches.table import MatchTable


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
    table = MatchTable(settings, stop, log)
    try:
        for pair in pairs:
            if stop.is_set:
                return
            yield table.play(pair)
    except InterruptedError:
        return
    finally:
        table.close()
