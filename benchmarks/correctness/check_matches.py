"""Replays every hand of finished matches and compares it with what the match wrote down.

    python benchmarks/correctness/check_matches.py results.res ...

For files of ``pinochle match --resume``. The record of each hand, as ``--record`` would write it,
is read and replayed: it must be complete but where a player failed or a call-out ended it, hold
nothing wrong but a dix that its holder did not show, and come to the points of the results. Says
how many hands there were, how many were lost by a failure, and what time their moves took; exits
with 1 and names the hand if anything differs.
"""

from __future__ import annotations

if __name__ == "__main__":
    import sys
    from pathlib import Path

    sys.path.insert(0, str(Path(__file__).parents[2]))
    from benchmarks.common.starting import end_at_ctrl_c

    end_at_ctrl_c()

from collections import Counter
from pathlib import Path

import click
import msgspec

from pinochle_solver.errors import visible
from pinochle_solver.game.replayed_hand import Replay
from pinochle_solver.game.replayer import replay_record
from pinochle_solver.matches.results import (
    AnyPair,
    HandResult,
    MatchSettings,
    pair_type,
    records_text,
)
from pinochle_solver.notation.record_reading import numbered_records
from pinochle_solver.rules.irregularities import Irregularity
from pinochle_solver.rules.rules import Seat


def read_results(path: Path) -> tuple[MatchSettings, list[AnyPair]]:
    """What a match was played by, and its pairs; a last line that is being written is left out.

    Raises:
        click.UsageError: for a file that `match --resume` has not written.
    """
    try:
        header, *lines, _ = path.read_bytes().split(b"\n")
        settings = msgspec.json.decode(header, type=MatchSettings)
        kind = pair_type(settings)
        return settings, [msgspec.json.decode(line, type=kind) for line in lines]
    except (ValueError, OSError, msgspec.MsgspecError) as error:
        raise click.UsageError(visible(f"{path}: no file of match --resume: {error}")) from None


def differences(settings: MatchSettings, pair: AnyPair) -> list[str]:
    """What does not fit in the records of a pair of hands, or of games."""
    records = [record for _, record in numbered_records(records_text(settings, pair).splitlines())]
    if len(records) != len(pair.hands):
        return [f"{len(records)} records of {len(pair.hands)} hands"]
    found = []
    for number, (record, hand) in enumerate(zip(records, pair.hands, strict=True), start=1):
        if isinstance(record, Exception):
            found.append(f"hand {number}: {record}")
        else:
            found += [f"hand {number}: {fact}" for fact in _faults(replay_record(record), hand)]
    return found


def _faults(replay: Replay, hand: HandResult) -> list[str]:
    faults = [str(each) for each in replay.findings if each.kind is not Irregularity.FORGOTTEN_DIX]
    if hand.failed is not None or replay.points is None:
        return faults
    if not replay.is_complete and not hand.call_outs:
        faults.append("it is not complete")
    a_sits = Seat.parse(hand.a_sits)
    for seat, side in ((a_sits, hand.a), (a_sits.other, hand.b)):
        points = replay.points[seat]
        if (points.melds, points.tricks) != (side.melds, side.tricks):
            faults.append(
                f"{seat.text()} has {points.melds}+{points.tricks}, not {side.melds}+{side.tricks}"
            )
    return faults


@click.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
def main(files: tuple[Path, ...]) -> None:
    """Replay the hands of results files."""
    failed = False
    for path in files:
        settings, pairs = read_results(path)
        seconds = 0.0
        hands: Counter[str] = Counter()
        failures = 0
        for pair in pairs:
            hands[pair.rules] += len(pair.hands)
            failures += sum(hand.failed is not None for hand in pair.hands)
            seconds += sum(side.seconds for hand in pair.hands for side in (hand.a, hand.b))
            for fact in differences(settings, pair):
                failed = True
                click.echo(visible(f"{path}: pair {pair.pair}, {fact}"))
        by_rules = ", ".join(f"{number} {name}" for name, number in hands.items())
        click.echo(
            visible(
                f"{settings.a} and {settings.b}: {hands.total()} hands ({by_rules}), "
                f"{failures} lost by a failure, {seconds / 3600:.2f} hours of moves"
            )
        )
    raise SystemExit(failed)


if __name__ == "__main__":
    main()
