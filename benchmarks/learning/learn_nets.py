"""Learn the networks of a rulebook: the estimate of a playoff, the value of a lead, the policy.

    python benchmarks/learning/learn_nets.py scarne [--start FILE] [--rounds 2] [--hands 1500000]

First playoffs of the policy's hands are solved, and the estimate is learned from these; where that
takes too long, ``--playoffs 0`` leaves the linear estimate (``_core/playoff/search.pyx``). Value
and policy begin with what there is: the policy with the linear one, the value with nothing, or both
with networks that were written before (``--start FILE``). A round learns the value of the hands
that the policy plays, which the first one leaves out where it begins with a value, then a policy
that chooses what comes to most: first for the end of the stock, where the hand is played out, and
at last for its beginning, by the value of a lead. At the end the value of the hands of the last
policy is learned once more. Values are learned from what the next leads are worth and from how the
hand ended (TD(lambda): Sutton 1988), policies by the expected loss of a softmax; both less the luck
of the draws, where there is a value that tells it.

Hands are numbered and drawn from the seed: no data is kept, but for the solved playoffs. What was
learned so far is kept in ``build/learning`` every minute, and the same command goes on from there;
with other settings it begins anew. At the end the rounded weights are written to where the package
has them, ``solver/pinochle_solver/stock/weights``. Ctrl-C ends it with status 130.
"""

from __future__ import annotations

if __name__ == "__main__":
    import sys
    from pathlib import Path

    sys.path.insert(0, str(Path(__file__).parents[2]))
    from benchmarks.common.starting import end_at_ctrl_c

    end_at_ctrl_c()

import os

from benchmarks.common.starting import run

# One thread for matrices: there is one more that plays hands, and often another rulebook beside.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import hashlib
import json
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import click
import numpy as np
from numpy.typing import NDArray

from benchmarks.common.measurements import in_a_thread
from benchmarks.learning.network_learning import (
    CARDS_HELD,
    CONTEXT,
    FEATURES,
    HUNDRED,
    KINDS,
    MOVE,
    PARTS,
    Adam,
    Decisions,
    Floats,
    Weights,
    as_bytes,
    part_of_policy,
    playoff_gradient,
    playoffs_of,
    policy_step,
    value_gradient,
    values_of,
)
from pinochle_solver import RULEBOOKS, Suit, __version__
from pinochle_solver._core.stock.learning import Hands
from pinochle_solver.cli import INTERRUPTED
from pinochle_solver.rules.hand_packing import hand_rules_record
from pinochle_solver.stock.nets import linear_of, weights_of

ROOT = Path(__file__).parents[2]
NETS = ROOT / "solver" / "pinochle_solver" / "stock" / "weights"
KEPT = ROOT / "build" / "learning"
RANDOM_MOVES = 10  # in a hundred
ASKED = 100  # of a hundred decisions
# The lead that follows by which moves are compared, by the part of the policy; 0 for the end.
LEADS = (3, 3, 3, 3, 0, 0, 0, 0)
LAMBDA = 0.8
HANDS_A_STEP, DECISIONS_A_STEP, PLAYOFFS_A_STEP = 512, 256, 512
RATES = {"playoff": 0.003, "value": 0.002, "policy": 0.004}
STEPS_A_NETWORK = 64  # that hands are played by, and luck is told by
LEAST_RATE = 0.003
EPOCHS = 25  # that solved playoffs are gone through
HELD_OUT = 1 << 40  # the number of the first hand that is not learned from
HELD_OUT_PLAYOFFS, HELD_OUT_HANDS, HELD_OUT_DECISIONS = 10_000, 20_000, 10_000
AT_A_TIME = 1_000
KEEP_SECONDS = 60.0
MOVES_A_DECISION = 40  # room for so many


@dataclass(frozen=True)
class Leads:
    """Every lead of some hands, arrays of (tricks, hands); in hundreds of points.

    Attributes:
        rows: (tricks, hands, features).
        signs: 1 where south leads, -1 where north does.
        so_far: south's points less north's.
        counted: where no move before was made at random.
        to_come: how many more south makes from here on than north.
        luck: how many of them are luck of the draw after the trick.
    """

    rows: Floats
    signs: Floats
    so_far: Floats
    counted: NDArray[np.bool_]
    to_come: Floats
    luck: Floats

    @classmethod
    def of(cls, hands: Hands, first: int, number: int) -> Leads:
        """Of hands number `first` and on."""
        tricks = hands.tricks
        rows = np.zeros((number, tricks, FEATURES), np.float32)
        leaders, so_far = np.zeros((2, number, tricks), np.int32)
        start, final = np.zeros((2, number), np.int32)
        luck = np.zeros((number, tricks), np.float32)
        in_a_thread(hands.leads, first, rows, leaders, so_far, start, final, luck=luck)
        points = so_far.T.astype(np.float32) / np.float32(HUNDRED)
        return cls(
            np.ascontiguousarray(rows.transpose(1, 0, 2)),
            (1 - 2 * leaders.T).astype(np.float32),
            points,
            np.arange(tricks)[:, None] >= start[None, :],
            final.astype(np.float32)[None, :] / np.float32(HUNDRED) - points,
            luck.T / np.float32(HUNDRED),
        )

    def targets(self, values: Floats, trust: float) -> Floats:
        """What values should be: south's, told by how the hand ended with weight `trust`."""
        found = np.empty_like(values)
        found[-1] = later = self.to_come[-1] - self.luck[-1]
        for trick in range(len(values) - 2, -1, -1):
            scored = self.so_far[trick + 1] - self.so_far[trick]
            later = scored - self.luck[trick] + (1 - trust) * values[trick + 1] + trust * later
            found[trick] = later
        return found


@dataclass(frozen=True)
class Playoffs:
    """Solved playoffs.

    Attributes:
        rows: (playoffs, features), 0 or 1.
        more: what the leader makes more than half of the points, in hundreds of them.
        estimated: the same by the estimate that there was.
    """

    rows: NDArray[np.uint8]
    more: Floats
    estimated: Floats

    @classmethod
    def of(cls, hands: Hands, first: int, number: int) -> Playoffs:
        """Of hands number `first` and on."""
        rows = np.zeros((number, CARDS_HELD), np.uint8)
        outstanding, solved, estimated = np.zeros((3, number), np.int16)
        in_a_thread(hands.playoffs, first, rows, outstanding, solved, estimated)
        half = outstanding.astype(np.float32) / 2
        return cls(rows, *((points - half) / np.float32(HUNDRED) for points in (solved, estimated)))


def decisions_of(hands: Hands, first: int, number: int, part: int) -> tuple[Decisions, int]:
    """So many decisions of a part in hands number `first` and on; and how many hands there were."""
    contexts = np.zeros((number, CONTEXT), np.float32)
    kinds = np.zeros((number, 3), np.int32)
    moves = np.zeros((number * MOVES_A_DECISION, MOVE), np.float32)
    scores, values = np.zeros((2, len(moves)), np.float32)
    arrays = contexts, kinds, moves, scores, values
    played, written, rows = in_a_thread(
        hands.decisions, first, ASKED, *arrays, part=part, leads=LEADS[part]
    )
    kinds = kinds[:written]
    owners = np.repeat(np.arange(written), kinds[:, 2])
    found = Decisions(
        contexts[:written], kinds[:, 0], owners, moves[:rows], scores[:rows], values[:rows]
    )
    return found, played


class Learning:
    """The networks of a rulebook, and how far they are learned.

    Args:
        rulebook: its name.
        settings: what else fixes the result.
        say: takes lines of progress.
        kept: the folder in which it is kept how far they are.
    """

    def __init__(
        self,
        rulebook: str,
        settings: dict[str, int | str],
        say: Callable[[str], None],
        kept: Path = KEPT,
    ) -> None:
        rules = RULEBOOKS[rulebook]
        self._rules = [hand_rules_record(rules, rules.count, trump) for trump in Suit]
        self._linear = weights_of(rules, rules.count)
        self._others = linear_of(rules, rules.count)
        self._seed, self._say = int(settings["seed"]), say
        self._settings = json.dumps({"rulebook": rulebook, **settings}, sort_keys=True)
        self._file, self._solved = kept / f"{rulebook}.npz", kept / f"{rulebook}-playoffs.npz"
        random = np.random.default_rng(self._seed)
        self.weights = {kind: of.new(random) for kind, of in KINDS.items()}
        self._known = set[str]()
        self._stage, self._kind, self._steps = 0, "", 0
        self._part = 0  # of the policy
        self._adam = Adam({}, 0.0)
        self._kept_at = time.monotonic()

    # Stages

    def learn(self, stage: int, kind: str, number: int, part: int = 0) -> None:
        """Go through a stage unless it is over: one of `KINDS`, of so many examples.

        A stage of the policy is of one of its parts.
        """
        if stage < self._stage:
            return
        self._part = part
        if stage > self._stage or not self._kind:
            self._stage, self._kind, self._steps = stage, kind, 0
            self._adam = Adam(self._learnt(kind), RATES[kind])
        name = f"part {part} of the policy" if kind == "policy" else kind
        self._say(f"stage {stage}: {name}, {number:,} examples")
        for _ in self._steps_of(kind, number):
            self._steps += 1
            # Where the hands of the next steps come from the networks that there are now.
            if self._steps % STEPS_A_NETWORK == 0 and (
                time.monotonic() - self._kept_at > KEEP_SECONDS
            ):
                self.keep()
        if kind not in self._known:
            self._leave_out_unseen(kind)
        if kind != "policy" or part == 0:
            self._known.add(kind)
        self._say(f"stage {stage}: held out, {self._tested(kind)}")
        self._stage, self._kind, self._steps = stage + 1, "", 0
        self.keep()

    def _learnt(self, kind: str) -> Weights:
        """The weights that a stage of a kind learns."""
        weights = self.weights[kind]
        return part_of_policy(weights, self._part) if kind == "policy" else weights

    def _leave_out_unseen(self, kind: str) -> None:
        """Have nothing where learning began for what no example has: other cards, later tricks."""
        for name, square in self._adam.second.items():
            if square.ndim > 1:
                self._adam.weights[name] *= square.any(axis=-1, keepdims=True)

    def _steps_of(self, kind: str, number: int) -> Iterator[None]:
        if kind == "playoff":
            return self._playoff_steps(number)
        if kind == "value":
            return self._value_steps(number // HANDS_A_STEP)
        return self._policy_steps(number // DECISIONS_A_STEP)

    def _record(self, kind: str) -> bytes:
        return as_bytes(KINDS[kind].record(self.weights[kind]))

    def _hands(self, *kinds: str) -> Hands:
        """The hands of this stage, played and estimated by those networks that are learned."""
        hands = Hands(self._rules, self._seed + self._stage, RANDOM_MOVES, self._linear)
        if "policy" in self._known:
            hands.use_policy(self._record("policy"))
        if "playoff" in self._known and "playoff" not in kinds:
            hands.use_playoff(self._record("playoff"))
        if "value" in kinds:
            hands.use_value(self._record("value"))
        return hands

    def _playoff_steps(self, number: int) -> Iterator[None]:
        solved = self._solved_playoffs(number)
        steps = max(1, EPOCHS * number // PLAYOFFS_A_STEP)
        for step in range(self._steps, steps):
            # Any of them in any step: the steps after an interruption are the same.
            random = np.random.default_rng([self._seed, step])
            some = random.integers(number, size=min(PLAYOFFS_A_STEP, number))
            rows = solved.rows[some].astype(np.float32)
            gradient = playoff_gradient(self.weights["playoff"], rows, solved.more[some])
            self._adam.step(gradient, max(LEAST_RATE, 1 - step / steps))
            yield

    def _solved_playoffs(self, number: int) -> Playoffs:
        """So many; what is solved is kept."""
        rows = np.zeros((0, CARDS_HELD), np.uint8)
        more, estimated = np.zeros((2, 0), np.float32)
        if self._solved.exists():
            with np.load(self._solved) as kept:
                if str(kept["settings"]) == self._settings:
                    rows, more, estimated = (kept[of] for of in ("rows", "more", "estimated"))
        hands, kept_at = self._hands("playoff"), time.monotonic()
        while len(rows) < number:
            some = Playoffs.of(hands, len(rows), min(AT_A_TIME, number - len(rows)))
            rows = np.concatenate([rows, some.rows])
            more = np.concatenate([more, some.more])
            estimated = np.concatenate([estimated, some.estimated])
            if time.monotonic() - kept_at > KEEP_SECONDS or len(rows) == number:
                self._write(self._solved, {"rows": rows, "more": more, "estimated": estimated})
                kept_at = time.monotonic()
        return Playoffs(rows, more, estimated)

    def _value_steps(self, steps: int) -> Iterator[None]:
        hands, weights = self._hands(), self.weights["value"]
        from_nothing = "value" not in self._known

        def play(step: int) -> Leads:
            return Leads.of(hands, step * HANDS_A_STEP, HANDS_A_STEP)

        with ThreadPoolExecutor(1) as pool:
            ahead: Future[Leads] | None = None
            for step in range(self._steps, steps):
                # Without a value nothing is told as luck.
                if step % STEPS_A_NETWORK == 0 and not from_nothing:
                    hands.use_value(self._record("value"))
                leads = ahead.result() if ahead is not None else play(step)
                ahead = pool.submit(play, step + 1) if (step + 1) % STEPS_A_NETWORK else None
                values, hidden = values_of(weights, leads.rows)
                by_south = values * leads.signs
                # At first there are no values to learn from.
                fresh = from_nothing and step < steps / 5
                wrong = by_south - leads.targets(by_south, 1.0 if fresh else LAMBDA)
                slopes = (wrong * leads.signs * leads.counted * 2 / leads.counted.sum()).astype(
                    np.float32
                )
                gradient = value_gradient(weights, leads.rows, hidden, slopes)
                self._adam.step(gradient, max(LEAST_RATE, 1 - step / steps))
                yield

    def _policy_steps(self, steps: int) -> Iterator[None]:
        hands, weights = self._hands("value"), self._learnt("policy")

        def play(step: int) -> Decisions:
            # Far apart: how many hands a step takes is not known before.
            first = step * DECISIONS_A_STEP
            return decisions_of(hands, first, DECISIONS_A_STEP, self._part)[0]

        with ThreadPoolExecutor(1) as pool:
            ahead: Future[Decisions] | None = None
            for step in range(self._steps, steps):
                if step % STEPS_A_NETWORK == 0 and "policy" in self._known:
                    hands.use_policy(self._record("policy"))
                found = ahead.result() if ahead is not None else play(step)
                ahead = pool.submit(play, step + 1) if (step + 1) % STEPS_A_NETWORK else None
                gradient, _, _ = policy_step(weights, found)
                self._adam.step(gradient, max(LEAST_RATE, 1 - step / steps))
                yield

    def _tested(self, kind: str) -> str:
        """What is lost in hands that nothing was learned from."""
        if kind == "playoff":
            solved = Playoffs.of(self._hands("playoff"), HELD_OUT, HELD_OUT_PLAYOFFS)
            found, _, _ = playoffs_of(self.weights[kind], solved.rows.astype(np.float32))
            off, before = (
                HUNDRED * float(((of - solved.more) ** 2).mean()) ** 0.5
                for of in (found, solved.estimated)
            )
            return f"{off:.2f} points off, the linear estimate {before:.2f}"
        if kind == "value":
            hands = self._hands()
            lost, number = np.zeros((2, hands.tricks))
            for first in range(HELD_OUT, HELD_OUT + HELD_OUT_HANDS, AT_A_TIME):
                leads = Leads.of(hands, first, min(AT_A_TIME, HELD_OUT_HANDS))
                values, _ = values_of(self.weights[kind], leads.rows)
                wrong = HUNDRED * (values * leads.signs - leads.to_come)
                lost += (wrong**2 * leads.counted).sum(axis=1)
                number += leads.counted.sum(axis=1)
            by_trick = " ".join(f"{each:.1f}" for each in (lost / number) ** 0.5)
            return f"{(lost.sum() / number.sum()) ** 0.5:.2f} points off; by trick {by_trick}"
        hands, weights = self._hands("value"), self._learnt(kind)
        decisions, _ = decisions_of(hands, HELD_OUT, HELD_OUT_DECISIONS, self._part)
        _, softly, highest = policy_step(weights, decisions)
        zero = {name: np.zeros_like(of) for name, of in weights.items()}
        _, _, linear = policy_step(zero, decisions)
        return (
            f"{highest - linear:+.2f} points a decision over the linear policy, "
            f"softly {softly - linear:+.2f}"
        )

    # Files

    def _write(self, file: Path, arrays: dict[str, NDArray[np.generic]]) -> None:
        """Write arrays and the settings, at once or not at all."""
        file.parent.mkdir(parents=True, exist_ok=True)
        part = file.with_suffix(".part.npz")
        np.savez(part, settings=np.array(self._settings), **arrays)  # type: ignore[arg-type]
        part.replace(file)

    def keep(self) -> None:
        """Write down how far it is."""
        parts = {**self.weights, "first": self._adam.first, "second": self._adam.second}
        arrays: dict[str, NDArray[np.generic]] = {
            f"{part}.{name}": of for part, weights in parts.items() for name, of in weights.items()
        }
        arrays["part"] = np.array(self._part)
        arrays["place"] = np.array([self._stage, self._steps, self._adam.steps])
        arrays["kind"], arrays["known"] = np.array(self._kind), np.array(sorted(self._known), "U9")
        self._write(self._file, arrays)
        self._kept_at = time.monotonic()

    def take_up(self) -> bool:
        """Go on from where it was kept; False if there is nothing, or of other settings."""
        if not self._file.exists():
            return False
        with np.load(self._file) as kept:
            if str(kept["settings"]) != self._settings:
                return False
            self._stage, self._steps, steps = map(int, kept["place"])
            self._kind, self._known = str(kept["kind"]), set(kept["known"].tolist())
            self.weights = {kind: _part(kept, kind) for kind in KINDS}
            if self._kind:
                self._part = int(kept["part"])
                self._adam = Adam(
                    self._learnt(self._kind),
                    RATES[self._kind],
                    steps,
                    _part(kept, "first"),
                    _part(kept, "second"),
                )
        return True

    def start_from(self, file: Path) -> None:
        """Begin with networks that were written before."""
        with np.load(file) as written:
            for kind, of in KINDS.items():
                record = _part(written, kind)
                if record.keys() >= of.shapes.keys():
                    self.weights[kind] = of.weights(record)
                    self._known.add(kind)

    def write(self, into: Path) -> Path:
        """Write the rounded weights as the package has them."""
        into.mkdir(parents=True, exist_ok=True)
        file = into / self._file.name
        arrays = {
            f"{kind}.{name}": array
            for kind, of in KINDS.items()
            if kind in self._known
            for name, array in of.record(self.weights[kind]).items()
        }
        arrays |= self._others
        np.savez_compressed(file, **arrays)  # type: ignore[arg-type]  # taken for its own options
        return file


def _part(file: np.lib.npyio.NpzFile, part: str) -> dict[str, NDArray[Any]]:
    """The arrays whose names begin with that of a part."""
    return {
        name.removeprefix(f"{part}."): file[name]
        for name in file.files
        if name.startswith(f"{part}.")
    }


@click.command()
@click.argument("rulebook", type=click.Choice(list(RULEBOOKS)))
@click.option(
    "--hands",
    type=click.IntRange(0),
    default=1_500_000,
    show_default=True,
    help="Hands of each value, twice as many of the last; 0 to leave it as it is.",
)
@click.option(
    "--decisions",
    type=click.IntRange(1),
    default=3_000_000,
    show_default=True,
    help="Decisions of each part of a policy.",
)
@click.option(
    "--part",
    "parts",
    type=click.IntRange(0, PARTS - 1),
    multiple=True,
    help="Learn only this part of the policy, 0 for the beginning of the stock; may be repeated.",
)
@click.option(
    "--rounds",
    type=click.IntRange(1),
    default=2,
    show_default=True,
    help="Policies after one another.",
)
@click.option(
    "--playoffs",
    type=click.IntRange(0),
    default=400_000,
    show_default=True,
    help="Playoffs solved; 0 for the estimate that it begins with, without any for the linear one.",
)
@click.option("--seed", default=1, show_default=True)
@click.option(
    "--start",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    default=None,
    help="Begin with networks that were written before.",
)
@click.option("--into", type=click.Path(file_okay=False), default=NETS, help="A folder.")
def main(
    rulebook: str,
    hands: int,
    decisions: int,
    parts: tuple[int, ...],
    rounds: int,
    playoffs: int,
    seed: int,
    start: Path | None,
    into: str,
) -> None:
    """Learn the networks of RULEBOOK, and write them into the package."""
    began = time.monotonic()

    def say(text: str) -> None:
        print(f"{time.monotonic() - began:6.0f} s  {rulebook}: {text}", file=sys.stderr, flush=True)

    if parts and start is None:
        raise click.UsageError(
            "--part: a part alone is learned from networks that there are, --start"
        )
    settings: dict[str, int | str] = {
        "version": __version__,
        "hands": hands,
        "decisions": decisions,
        "parts": repr(sorted(set(parts) or range(PARTS))),
        "rounds": rounds,
        "playoffs": playoffs,
        "seed": seed,
        "start": hashlib.sha256(start.read_bytes()).hexdigest() if start else "",
    }
    learning = Learning(rulebook, settings, say)
    if not learning.take_up() and start is not None:
        try:
            learning.start_from(start)
        except (ValueError, BadZipFile) as error:
            raise click.BadParameter(f"{start}: {error}", param_hint="--start") from None
    try:
        if playoffs:
            learning.learn(0, "playoff", playoffs)
        for number in range(rounds):
            first = number * (1 + PARTS) + 1
            if hands and (number or start is None):
                learning.learn(first, "value", hands)
            for part in sorted(set(parts) or range(PARTS), reverse=True):
                learning.learn(first + PARTS - part, "policy", decisions, part)
        if hands:
            learning.learn(rounds * (1 + PARTS) + 1, "value", 2 * hands)
    except KeyboardInterrupt:
        say("stopped; the same command goes on from the last minute")
        click.get_current_context().exit(INTERRUPTED)
    print(learning.write(Path(into)))


if __name__ == "__main__":
    run(main)
