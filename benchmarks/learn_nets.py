"""Learn the networks of a rulebook: the policy's, and the value of a lead.

    python benchmarks/learn_nets.py scarne [--hands 1500000] [--decisions 2000000] [--rounds 2]

Both begin with what there is: the policy with the linear one, the value with nothing, or both with
the networks of another rulebook (``--start FILE``). A round learns the value of the hands that the
policy plays, then a policy that chooses what comes to most by that value; at last the value of the
hands of the last policy is learnt once more. Values are learnt from what the next leads are worth
and from how the hand ended (TD(lambda): Sutton 1988), policies by the expected loss of a softmax.

Hands are numbered and drawn from the seed: no data is kept. What was learnt so far is kept in
``build/learning/RULEBOOK.npz`` every minute, and the same command goes on from there; with other
settings it begins anew. At the end the rounded weights are written to where the package has them,
``solver/pinochle_solver/stock/weights``. Ctrl-C ends it with status 130.
"""

from __future__ import annotations

import signal

if __name__ == "__main__" and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
    # Ctrl-C ends it during the imports, too, without a traceback.
    signal.signal(signal.SIGINT, signal.SIG_DFL)

import json
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import click
import numpy as np
from numpy.typing import NDArray

from network_learning import (
    CONTEXT,
    FEATURES,
    HUNDRED,
    MOVE,
    TRICKS,
    Adam,
    Decisions,
    Floats,
    Weights,
    as_bytes,
    new_policy,
    new_value,
    policy_record,
    policy_step,
    value_gradient,
    value_record,
    values_of,
)
from pinochle_solver import RULEBOOKS, Suit
from pinochle_solver._core.learning import Hands
from pinochle_solver.cli import INTERRUPTED
from pinochle_solver.rules.hand_packing import hand_rules_record

ROOT = Path(__file__).parents[1]
NETS = ROOT / "solver" / "pinochle_solver" / "stock" / "weights"
KEPT = ROOT / "build" / "learning"
RANDOM_MOVES = 10  # in a hundred
ASKED = 40  # of a hundred decisions
LAMBDA = 0.6
HANDS_A_STEP, DECISIONS_A_STEP = 512, 512
VALUE_RATE, POLICY_RATE = 0.003, 0.002
LEAST_RATE = 0.003
HELD_OUT = 1 << 40  # the number of the first hand that is not learnt from
HELD_OUT_HANDS, HELD_OUT_DECISIONS = 20_000, 10_000
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
    """

    rows: Floats
    signs: Floats
    so_far: Floats
    counted: NDArray[np.bool_]
    to_come: Floats

    @classmethod
    def of(cls, hands: Hands, first: int, number: int) -> Leads:
        """Of hands number `first` and on."""
        rows = np.zeros((number, TRICKS, FEATURES), np.float32)
        leaders, so_far = np.zeros((2, number, TRICKS), np.int32)
        start, final = np.zeros((2, number), np.int32)
        hands.leads(first, rows, leaders, so_far, start, final)
        points = so_far.T.astype(np.float32) / np.float32(HUNDRED)
        return cls(
            np.ascontiguousarray(rows.transpose(1, 0, 2)),
            (1 - 2 * leaders.T).astype(np.float32),
            points,
            np.arange(TRICKS)[:, None] >= start[None, :],
            final.astype(np.float32)[None, :] / np.float32(HUNDRED) - points,
        )

    def targets(self, values: Floats, trust: float) -> Floats:
        """What values should be: south's, told by how the hand ended with weight `trust`."""
        found = np.empty_like(values)
        found[-1] = later = self.to_come[-1]
        for trick in range(TRICKS - 2, -1, -1):
            scored = self.so_far[trick + 1] - self.so_far[trick]
            later = scored + (1 - trust) * values[trick + 1] + trust * later
            found[trick] = later
        return found


def decisions_of(hands: Hands, first: int, number: int) -> tuple[Decisions, int]:
    """So many decisions in hands number `first` and on; and how many hands there were."""
    contexts = np.zeros((number, CONTEXT), np.float32)
    kinds = np.zeros((number, 3), np.int32)
    moves = np.zeros((number * MOVES_A_DECISION, MOVE), np.float32)
    scores, values = np.zeros((2, len(moves)), np.float32)
    played, written, rows = hands.decisions(first, ASKED, contexts, kinds, moves, scores, values)
    kinds = kinds[:written]
    owners = np.repeat(np.arange(written), kinds[:, 2])
    found = Decisions(
        contexts[:written], kinds[:, 0], owners, moves[:rows], scores[:rows], values[:rows]
    )
    return found, played


class Learning:
    """The networks of a rulebook, and how far they are learnt.

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
        self._seed, self._say = int(settings["seed"]), say
        self._settings = json.dumps({"rulebook": rulebook, **settings}, sort_keys=True)
        self._file = kept / f"{rulebook}.npz"
        random = np.random.default_rng(self._seed)
        self.value, self.policy = new_value(random), new_policy(random)
        self.has_policy = False
        self._stage, self._steps, self._adam = 0, 0, Adam(self.value, VALUE_RATE)
        self._kept_at = time.monotonic()

    # Stages

    def learn(self, stage: int, kind: str, number: int) -> None:
        """Go through a stage unless it is over: ``value`` or ``policy``, of so many examples."""
        if stage < self._stage:
            return
        value = kind == "value"
        if stage > self._stage or not self._steps:
            weights, rate = (self.value, VALUE_RATE) if value else (self.policy, POLICY_RATE)
            self._stage, self._steps, self._adam = stage, 0, Adam(weights, rate)
        self._say(f"stage {stage}: {kind}, {number:,} examples")
        steps = number // (HANDS_A_STEP if value else DECISIONS_A_STEP)
        for _ in self._value_steps(steps) if value else self._policy_steps(steps):
            self._steps += 1
            if time.monotonic() - self._kept_at > KEEP_SECONDS:
                self.keep()
        self.has_policy |= not value
        self._say(f"stage {stage}: held out, {self._tested(value)}")
        self._stage, self._steps = stage + 1, 0
        self.keep()

    def _hands(self, stage: int) -> Hands:
        hands = Hands(self._rules, self._seed + stage, RANDOM_MOVES)
        if self.has_policy:
            hands.use_policy(as_bytes(policy_record(self.policy)))
        return hands

    def _value_steps(self, steps: int) -> Iterator[None]:
        hands = self._hands(self._stage)

        def play(step: int) -> Leads:
            return Leads.of(hands, step * HANDS_A_STEP, HANDS_A_STEP)

        with ThreadPoolExecutor(1) as pool:
            ahead: Future[Leads] = pool.submit(play, self._steps)
            for step in range(self._steps, steps):
                leads = ahead.result()
                ahead = pool.submit(play, step + 1)
                values, hidden = values_of(self.value, leads.rows)
                by_south = values * leads.signs
                # At first there are no values to learn from.
                fresh = self._stage == 0 and step < steps / 5
                wrong = by_south - leads.targets(by_south, 1.0 if fresh else LAMBDA)
                slopes = (wrong * leads.signs * leads.counted * 2 / leads.counted.sum()).astype(
                    np.float32
                )
                gradient = value_gradient(self.value, leads.rows, hidden, slopes)
                self._adam.step(gradient, max(LEAST_RATE, 1 - step / steps))
                yield

    def _policy_steps(self, steps: int) -> Iterator[None]:
        hands, valued = self._hands(self._stage), as_bytes(value_record(self.value))
        hands.use_value(valued)
        for step in range(self._steps, steps):
            hands.use_policy(as_bytes(policy_record(self.policy)))
            # Far apart: how many hands a step takes is not known before.
            found, _ = decisions_of(hands, step * DECISIONS_A_STEP, DECISIONS_A_STEP)
            gradient, _, _ = policy_step(self.policy, found)
            self._adam.step(gradient, max(LEAST_RATE, 1 - step / steps))
            yield

    def _tested(self, value: bool) -> str:
        """What is lost in hands that nothing was learnt from."""
        hands = self._hands(self._stage)
        if value:
            lost, number = np.zeros(TRICKS), np.zeros(TRICKS)
            for first in range(HELD_OUT, HELD_OUT + HELD_OUT_HANDS, AT_A_TIME):
                leads = Leads.of(hands, first, min(AT_A_TIME, HELD_OUT_HANDS))
                values, _ = values_of(self.value, leads.rows)
                wrong = HUNDRED * (values * leads.signs - leads.to_come)
                lost += (wrong**2 * leads.counted).sum(axis=1)
                number += leads.counted.sum(axis=1)
            by_trick = " ".join(f"{each:.1f}" for each in (lost / number) ** 0.5)
            return f"{(lost.sum() / number.sum()) ** 0.5:.2f} points off; by trick {by_trick}"
        hands.use_value(as_bytes(value_record(self.value)))
        found, _ = decisions_of(hands, HELD_OUT, HELD_OUT_DECISIONS)
        _, softly, highest = policy_step(self.policy, found)
        zero = {name: np.zeros_like(of) for name, of in self.policy.items()}
        _, _, before = policy_step(zero, found)
        return (
            f"{highest - before:+.2f} points a decision over the linear policy, "
            f"softly {softly - before:+.2f}"
        )

    # Files

    def keep(self) -> None:
        """Write down how far it is, at once or not at all."""
        self._file.parent.mkdir(parents=True, exist_ok=True)
        arrays: dict[str, NDArray[np.generic]] = {
            f"value.{name}": of for name, of in self.value.items()
        }
        arrays |= {f"policy.{name}": of for name, of in self.policy.items()}
        arrays |= {f"first.{name}": of for name, of in self._adam.first.items()}
        arrays |= {f"second.{name}": of for name, of in self._adam.second.items()}
        place = [self._stage, self._steps, self._adam.steps, int(self.has_policy)]
        part = self._file.with_suffix(".part.npz")
        arrays |= {"settings": np.array(self._settings), "place": np.array(place)}
        np.savez(part, **arrays)  # type: ignore[arg-type]  # taken for its own options
        part.replace(self._file)
        self._kept_at = time.monotonic()

    def take_up(self) -> bool:
        """Go on from where it was kept; False if there is nothing, or of other settings."""
        if not self._file.exists():
            return False
        with np.load(self._file) as kept:
            if str(kept["settings"]) != self._settings:
                return False
            self._stage, self._steps, steps, has_policy = map(int, kept["place"])
            self.has_policy = bool(has_policy)
            self.value, self.policy = self._of(kept, "value"), self._of(kept, "policy")
            is_value = self._stage % 2 == 0
            self._adam = Adam(
                self.value if is_value else self.policy,
                VALUE_RATE if is_value else POLICY_RATE,
                steps,
                self._of(kept, "first"),
                self._of(kept, "second"),
            )
        return True

    def start_from(self, file: Path) -> None:
        """Begin with networks that another rulebook's learning kept."""
        with np.load(file) as kept:
            self.value, self.policy = self._of(kept, "value"), self._of(kept, "policy")
        self.has_policy = True

    @staticmethod
    def _of(kept: np.lib.npyio.NpzFile, part: str) -> Weights:
        return {
            name.removeprefix(f"{part}."): kept[name]
            for name in kept.files
            if name.startswith(f"{part}.")
        }

    def write(self, into: Path) -> Path:
        """Write the rounded weights as the package has them."""
        into.mkdir(parents=True, exist_ok=True)
        file = into / self._file.name
        records = {"value": value_record(self.value), "policy": policy_record(self.policy)}
        arrays = {
            f"{of}.{name}": array
            for of, record in records.items()
            for name, array in record.items()
        }
        np.savez_compressed(file, **arrays)  # type: ignore[arg-type]  # taken for its own options
        return file


@click.command()
@click.argument("rulebook", type=click.Choice(list(RULEBOOKS)))
@click.option(
    "--hands",
    type=click.IntRange(1),
    default=1_500_000,
    show_default=True,
    help="Hands of each value.",
)
@click.option(
    "--decisions",
    type=click.IntRange(1),
    default=2_000_000,
    show_default=True,
    help="Decisions of each policy.",
)
@click.option(
    "--rounds",
    type=click.IntRange(1),
    default=2,
    show_default=True,
    help="Policies after one another.",
)
@click.option("--seed", default=1, show_default=True)
@click.option(
    "--start",
    type=click.Path(exists=True, dir_okay=False),
    default=None,
    help="Begin with what was kept of another rulebook.",
)
@click.option("--into", type=click.Path(file_okay=False), default=NETS, help="A folder.")
def main(
    rulebook: str, hands: int, decisions: int, rounds: int, seed: int, start: str | None, into: str
) -> None:
    """Learn the networks of RULEBOOK, and write them into the package."""
    began = time.monotonic()

    def say(text: str) -> None:
        print(f"{time.monotonic() - began:6.0f} s  {rulebook}: {text}", file=sys.stderr, flush=True)

    settings: dict[str, int | str] = {
        "hands": hands,
        "decisions": decisions,
        "rounds": rounds,
        "seed": seed,
        "start": Path(start).stem if start else "",
    }
    learning = Learning(rulebook, settings, say)
    if not learning.take_up() and start is not None:
        learning.start_from(Path(start))
    try:
        for number in range(rounds):
            learning.learn(2 * number, "value", hands)
            learning.learn(2 * number + 1, "policy", decisions)
        learning.learn(2 * rounds, "value", 2 * hands)
    except KeyboardInterrupt:
        say("stopped; the same command goes on from the last minute")
        click.get_current_context().exit(INTERRUPTED)
    print(learning.write(Path(into)))


if __name__ == "__main__":
    if signal.getsignal(signal.SIGINT) is signal.SIG_DFL:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    main()
