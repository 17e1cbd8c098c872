"""Whole games of three and four through `pinochle play` and `pinochle new` at a terminal.

    python benchmarks/correctness/check_table_dialogues.py --games 1 --seed 1 --resume said.jsonl

The referee plays a game of each rulebook with a quick engine in every seat, to its end, or if each
hand is paid for by itself some hands. Then a person at a pseudo-terminal plays the same game in
`play`, and notes it hand by hand in `new` from a seat that is drawn. At random he types what is no
answer, takes answers back and gives them again, and corrects earlier ones. The records that both
keep are compared with the referee's. Exits with 1 and names the games that differ.
"""

from __future__ import annotations

if __name__ == "__main__":
    import sys
    from pathlib import Path

    sys.path.insert(0, str(Path(__file__).parents[2]))
    from benchmarks.common.starting import end_at_ctrl_c

    end_at_ctrl_c()

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import click

from benchmarks.common.measurements import gathered, processes_option, resume_option
from benchmarks.common.starting import run
from helpers.table_noting import Noter
from helpers.terminals import at_terminal
from pinochle_solver.bench import machine_line
from pinochle_solver.engines.registry import make_table_engine
from pinochle_solver.game.table.noted import NoteKind
from pinochle_solver.game.table.replayer import replay_table_record
from pinochle_solver.limits import Limits
from pinochle_solver.matches.table.sitting import TableSitting
from pinochle_solver.notation.table.hand_records import TableRecord
from pinochle_solver.notation.table.record_files import read_table_records
from pinochle_solver.table.moves import Bury
from pinochle_solver.table.rulebooks import TABLE_RULEBOOKS, with_options
from pinochle_solver.table.rules import TableRules
from pinochle_solver.table.seats import Seat
from pinochle_solver.table.steps import TableStep
from pinochle_solver.table.views import AnyMove

_ENGINE = "greedy"
_SLIP = 0.08
"""How often each kind of slip is made."""
_COMPARED = ("dealer", "view", "hands", "upcard", "calls", "trump", "melds", "opening", "tricks")
_PROMPT = r"[^\n]*"


@dataclass(frozen=True, slots=True)
class SaidGame:
    """One game.

    Attributes:
        number: which it was, from 0.
        rules: its rulebook.
        hands: how many hands it had.
        lines: how many lines were typed.
        slips: how many of them were slips or corrections.
        differs: what differs first; empty if nothing does.
    """

    number: int
    rules: str
    hands: int
    lines: int
    slips: int
    differs: str = ""


class DifferenceError(Exception):
    """Something differs from the referee's game."""


class Person:
    """Types lines at a terminal, with slips.

    Args:
        random: draws the slips.
    """

    def __init__(self, random: Random) -> None:
        self._random = random
        self.lines = self.slips = 0

    def _draws(self) -> bool:
        return self._random.random() < _SLIP

    def said(self, words: Sequence[str], tricks: Sequence[int | None] = ()) -> Iterator[str]:
        """The words of a hand in order, with slips between them.

        Args:
            words: what is typed.
            tricks: the trick of each answer, if earlier ones may be corrected; None: it may not.
        """
        # After the last word the hand may be over, and nothing can be taken back.
        for place, word in enumerate(words):
            if self._draws():
                yield self._slip(self._random.choice(("fly", "?", "QQ", "correct 99")))
            yield self._line(word)
            if self._draws() and place + 1 < len(words):
                yield self._slip("undo")
                yield self._slip(word)
            trick = tricks[place] if tricks else None
            if trick is not None and self._draws() and place + 1 < len(words):
                yield self._slip(f"correct {trick}")
                yield self._slip(f"1 {words[tricks.index(trick)]}")

    def _line(self, word: str) -> str:
        self.lines += 1
        return word

    def _slip(self, word: str) -> str:
        self.slips += 1
        return self._line(word)


def refereed(
    rules: TableRules, seed: int, person: Seat, hands: int | None
) -> tuple[TableSitting, list[list[TableStep]]]:
    """A game with the engine in every seat, and the moves of each hand."""
    sitting = TableSitting(rules, seed, person, hands, is_game=True)
    engine, games = make_table_engine(_ENGINE), list[list[TableStep]]()
    while True:
        hand, steps = sitting.hand, list[TableStep]()
        while not hand.is_over:
            if hand.is_choice:
                move = hand.decision(engine, Limits()).move
            else:
                (move,) = hand.hand.legal_moves()
            steps.append(hand.push(move))
        games.append(steps)
        sitting.finish_hand()
        if sitting.is_over:
            return sitting, games
        sitting.begin_hand()


def typed(arguments: Sequence[str], lines: Iterator[str]) -> str:
    """What a command writes at a terminal while these lines are typed, to its end."""
    with at_terminal(_PROMPT, *arguments, forked=True) as terminal:
        written = terminal.read_to_prompt()
        for line in lines:
            if written is None:
                raise DifferenceError(f"it has ended before {line!r}: {terminal.text[-600:]}")
            written = terminal.type(line)
        if written is not None:
            raise DifferenceError(f"it asks on: {terminal.text[-600:]}")
        return terminal.text


def play_again(
    rules: TableRules,
    seed: int,
    seat: Seat,
    steps: list[list[TableStep]],
    person: Person,
    file: Path,
) -> None:
    """Play the referee's game in `play`."""
    own = ([_said(step.move) for step in hand if step.seat is seat] for hand in steps)
    length = ["--game"] if rules.target is not None else ["--hands", str(len(steps))]
    target = ["--target", str(rules.target)] if rules.target is not None else []
    arguments = ["play", "--rules", rules.name, "--engine", _ENGINE, "--seed", str(seed)]
    arguments += ["--seat", seat.text(), "--ask-all", "--record", str(file), *length, *target]
    typed(arguments, chain.from_iterable(map(person.said, own)))


def _said(move: AnyMove) -> str:
    """A move in one line: a burial with its melds, which are asked for otherwise."""
    text = move.text()
    return f"{text}/all" if isinstance(move, Bury) and move.melds is None else text


def note_again(
    record: TableRecord, seat: Seat, steps: list[TableStep], person: Person, file: Path
) -> TableRecord:
    """Note a hand of the referee's in `new`; its record."""
    noter = Noter(steps[0], seat)
    for step in steps:
        noter.take(step)
    upcard = [] if record.upcard is None else [record.upcard.text()]
    setup = [record.dealer.text(), *upcard, record.hands[seat].text()]
    tricks = [
        entry.question.trick if entry.question.kind is NoteKind.PLAY else None
        for entry in noter.notebook.entries
    ]
    arguments = ["new", "--no-advice", "--rules", record.rules.name, "--seat", seat.text()]
    arguments += ["--target", str(record.rules.target)] if record.rules.target else []
    lines = iter([*setup, *person.said(noter.words, tricks)])
    typed([*arguments, str(file)], lines)
    person.lines += len(setup)
    expected = noter.notebook.record
    *_, kept = read_table_records(file)
    wrong = [
        tag
        for tag in (
            "dealer",
            "view",
            "hands",
            "upcard",
            "calls",
            "trump",
            "melds",
            "tricks",
            "opening",
        )
        if getattr(kept, tag) != getattr(expected, tag)
    ]
    if wrong:
        raise DifferenceError(f"new, {', '.join(wrong)}: {kept.text()}\nnot\n{expected.text()}")
    return kept


def converse(
    names: Sequence[str], seed: int, target: int | None, most: int, number: int
) -> SaidGame:
    """Play and note the game of a number: the rulebooks take turns."""
    index, place = divmod(number, len(names))
    rules = TABLE_RULEBOOKS[names[place]]
    if target is not None and rules.target is not None:
        rules = with_options(rules, target=target)
    random, game_seed = Random(f"{seed}/{number}"), seed + index
    seat, noter = random.choice(rules.table), random.choice(rules.table)
    sitting, steps = refereed(rules, game_seed, seat, None if rules.target else most)
    person, differs = Person(random), ""
    with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        try:
            file = Path(folder, "played.pnr")
            play_again(rules, game_seed, seat, steps, person, file)
            records = list(sitting.records())
            for hand, (kept, record) in enumerate(
                zip(read_table_records(file), records, strict=True), start=1
            ):
                if kept.text() != record.text():
                    raise DifferenceError(f"play, hand {hand}: {kept.text()}\nnot\n{record.text()}")
            notes = Path(folder, "noted.pnr")
            for record, made in zip(records, steps, strict=True):
                kept = note_again(record, noter, made, person, notes)
                if (kept.score, kept.kitty) != (record.score or None, record.kitty):
                    raise DifferenceError(f"new stands at {kept.score}, not {record.score}")
                played = sum(len(trick.plays) for trick in kept.tricks)
                if not rules.stock and played == rules.hand * rules.seats:
                    result = replay_table_record(kept).result
                    if result != replay_table_record(record).result:
                        raise DifferenceError(f"new: the result is {result}")
        except (DifferenceError, AssertionError) as error:
            differs = f"{rules.name}, seed {game_seed}, {seat.text()}: {error}"
    return SaidGame(number, rules.name, len(steps), person.lines, person.slips, differs)


@click.command()
@click.option("--games", default=1, show_default=True, help="Games of each rulebook.")
@click.option("--seed", default=1, show_default=True, help="The first game's; they count up.")
@click.option("--target", type=int, help="The points that end a game. Default: the rulebook's.")
@click.option("--hands", default=3, show_default=True, help="Hands if each is paid for by itself.")
@click.option(
    "--rules",
    "names",
    type=click.Choice(list(TABLE_RULEBOOKS)),
    multiple=True,
    help="Only this rulebook; may be given several times.",
)
@processes_option
@resume_option
def main(
    games: int,
    seed: int,
    target: int | None,
    hands: int,
    names: tuple[str, ...],
    processes: int,
    resume: Path | None,
) -> None:
    """Play and note whole games of every rulebook at a terminal, with slips."""
    click.echo(machine_line())
    names = names or tuple(TABLE_RULEBOOKS)
    header = {"seed": seed, "rules": names, "target": target, "hands": hands}
    number = games * len(names)
    found = gathered(
        partial(converse, names, seed, target, hands), number, SaidGame, header, resume, processes
    )
    differing = [game for game in found if game.differs]
    for game in differing:
        click.echo(game.differs)
    for name in names:
        of = [game for game in found if game.rules == name]
        wrong = sum(bool(game.differs) for game in of)
        total, lines = sum(game.hands for game in of), sum(game.lines for game in of)
        slips = sum(game.slips for game in of)
        click.echo(
            f"{name}: {len(of)} games, {total} hands, {lines:,} lines, {slips:,} of them slips; "
            f"{wrong} differ"
        )
    sys.exit(bool(differing) or len(found) < number)


if __name__ == "__main__":
    run(main)
