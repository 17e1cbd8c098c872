"""Kills the program at random moments, leaves it no room, and sets bad engines on it.

    python benchmarks/correctness/faults.py --times 100 --seed 1

What is disturbed is a match (``--resume --record``), a game played and a hand noted, ``solve -f``
and a review (``--annotate --resume``). Each is run once undisturbed, then so many times

- ``kill``: killed (SIGKILL) at a random moment of the time that the undisturbed run took;
- ``power``: killed so, and its files, if it goes on with them, given zero bytes at their end, as a
  power cut leaves them;
- ``room``: allowed files of a random size only (RLIMIT_FSIZE), or given ``/dev/full`` to write to.

After each the files must read, hold all that had been reported as kept, and nothing that an
undisturbed run would not write; what cannot go on is told in one line with status 2. Then the same
command is given again, and must come to what the undisturbed one came to. ``engines`` lets programs
play that flood, fork, hang, close their output, die or lie about their time: the match must end as
its page says. Nothing that was started may be left when it is over.

Exits with 1 and tells each fault. Needs Linux.
"""

from __future__ import annotations

if __name__ == "__main__":
    import sys
    from pathlib import Path

    sys.path.insert(0, str(Path(__file__).parents[2]))
    from benchmarks.common.starting import end_at_ctrl_c

    end_at_ctrl_c()

import json
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import uuid
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import cached_property, partial
from pathlib import Path
from random import Random

import click

from benchmarks.common.starting import run as run_command
from helpers.witness import Witness
from pinochle_solver.bench import machine_line
from pinochle_solver.game.notebook import Notebook
from pinochle_solver.hand.deals import random_playoffs
from pinochle_solver.notation.hand_records import HandRecord
from pinochle_solver.notation.record_reading import numbered_records
from pinochle_solver.notation.rulebook_text import parse_rulebook
from pinochle_solver.rules.rulebooks import DEFAULT_RULEBOOK
from pinochle_solver.rules.rules import Seat

ROOT = Path(__file__).parents[2]
COMMAND = [sys.executable, "-m", "pinochle_solver"]
RULEBOOK = str(ROOT / "tests" / "rulebooks" / "two-suits.toml")
SHORT = ("--rulebook", RULEBOOK)
MARK = "PINOCHLE_FAULTS"
_ENDING_SECONDS = 60.0
_POLL_SECONDS = 0.02
_LONG_SECONDS = 120.0
_TIMES = re.compile("seconds|slowest")
_ANSWERS = 30
_OTHERS = 4
_MOST_ZEROS = 8192
_BAD_INPUT = 2


@dataclass(frozen=True)
class Run:
    """What a run of a command did.

    Attributes:
        status: it ended with; negative for a signal.
        out, err: what it wrote.
        seconds: how long it took.
        left: the processes that it left.
    """

    status: int
    out: str
    err: str
    seconds: float
    left: tuple[str, ...] = ()


@dataclass(frozen=True)
class Disturbance:
    """How a run is disturbed; not at all if neither is said.

    Attributes:
        kill_after: seconds after which it is killed.
        signal: by which.
        room: how large a file it may write.
    """

    kill_after: float | None = None
    signal: int = signal.SIGKILL
    room: int | None = None


UNDISTURBED = Disturbance()


def run(
    arguments: Sequence[str],
    folder: Path,
    said: str = "",
    disturbance: Disturbance = UNDISTURBED,
    out: Path | None = None,
) -> Run:
    """Run the program in a folder.

    Args:
        arguments: its arguments.
        folder: where.
        said: its input.
        disturbance: what happens to it.
        out: the file that its output goes to.
    """
    mark = uuid.uuid4().hex
    environment = os.environ | {MARK: mark, "PINOCHLE_SETTINGS": "", "PYTHONIOENCODING": "utf-8"}
    # Without room Python leaves what it has compiled cut off, and does not read that again.
    environment["PYTHONDONTWRITEBYTECODE"] = "1"
    room = disturbance.room

    def limited() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (room or 0, room or 0))

    (folder / "said").write_text(said)
    begun = time.monotonic()
    with (
        (folder / "said").open("rb") as given,
        (out or folder / "out").open("wb") as written,
        tempfile.TemporaryFile() as told,
        subprocess.Popen(
            [*COMMAND, *arguments],
            cwd=folder,
            env=environment,
            stdin=given,
            # What goes through a pipe is not limited.
            stdout=written if out is not None or room is None else subprocess.PIPE,
            stderr=told if room is None else subprocess.PIPE,
            preexec_fn=None if room is None else limited,
        ) as process,
    ):
        if disturbance.kill_after is not None:
            with suppress(subprocess.TimeoutExpired):
                process.wait(disturbance.kill_after)
            process.send_signal(disturbance.signal)
        piped, piped_err = process.communicate(timeout=_LONG_SECONDS)
        seconds = time.monotonic() - begun
        told.seek(0)
        err = piped_err if piped_err is not None else told.read()
    if piped is None:
        piped = b"" if out is not None else (folder / "out").read_bytes()
    return Run(
        process.returncode,
        piped.decode(errors="replace"),
        err.decode(errors="replace"),
        seconds,
        left_behind(mark),
    )


def left_behind(mark: str) -> tuple[str, ...]:
    """The processes that are still there after a while of those that have this mark; all killed."""
    deadline = time.monotonic() + _ENDING_SECONDS
    while (left := _marked(mark)) and time.monotonic() < deadline:
        time.sleep(_POLL_SECONDS)
    for process in left:
        with suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)
    return tuple(left.values())


def _marked(mark: str) -> dict[int, str]:
    found = {}
    for place in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if f"{MARK}={mark}".encode() in (place / "environ").read_bytes():
                words = (place / "cmdline").read_bytes().split(b"\0")
                found[int(place.name)] = " ".join(word.decode(errors="replace") for word in words)
    return found


# What is disturbed


class Work(ABC):
    """A piece of work whose files and result do not depend on when it is disturbed.

    Args:
        folder: where it is done undisturbed.

    Attributes:
        folder: as given.
        name: what it is called.
        files: that it writes.
        goes_on: whether it goes on with those files, and puts their end right at once.
    """

    name = ""
    files: tuple[str, ...] = ()
    goes_on = True

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def prepare(self, folder: Path) -> None:
        """Make the folder, and put there what it reads."""
        folder.mkdir(parents=True, exist_ok=True)

    @abstractmethod
    def begin(self, folder: Path, disturbance: Disturbance = UNDISTURBED) -> Run:
        """Do it, or go on with what is there."""

    @abstractmethod
    def kept(self, folder: Path, before: Run) -> Iterator[str]:
        """What is wrong with the files after a run that was disturbed."""

    @abstractmethod
    def result(self, folder: Path, last: Run) -> object:
        """What it came to, without lengths of time."""

    @cached_property
    def undisturbed(self) -> tuple[Run, object]:
        """The run that nothing happened to, and its result."""
        self.prepare(self.folder)
        done = self.begin(self.folder)
        if done.status:
            raise click.ClickException(f"{self.name}: status {done.status}: {done.err}")
        return done, self.result(self.folder, done)

    @cached_property
    def largest(self) -> int:
        """The size of its largest file, undisturbed."""
        assert self.undisturbed
        return max((self.folder / name).stat().st_size for name in self.files)


class Match(Work):
    """A match of short hands, its results and its records."""

    name = "match"
    files = ("results.jsonl", "hands.pnr")
    processes = 1

    def begin(self, folder: Path, disturbance: Disturbance = UNDISTURBED) -> Run:
        """See `Work`."""
        asked = ["default", "greedy", "--worlds", "16", "--pairs", "6", "--seed", "5", "--json"]
        results, hands = self.files
        asked += ["--resume", results, "--record", hands, "--processes", str(self.processes)]
        return run(["match", *asked, *SHORT], folder, disturbance=disturbance)

    def kept(self, folder: Path, before: Run) -> Iterator[str]:
        """See `Work`."""
        whole = {*_timeless_lines(self.folder / self.files[0])}
        text = _text(folder / self.files[0])
        for line in text.split("\n")[:-1]:
            if _timeless(json.loads(line)) not in whole:
                yield f"a result that no undisturbed match has: {line[:80]}"
        hands = _text(folder / self.files[1])
        if not _text(self.folder / self.files[1]).startswith(hands):
            yield "records that no undisturbed match has"
        # A record is written when its pair is kept.
        pairs = len(re.findall(r"^; pair \d+, hand 2", hands, re.MULTILINE))
        if max(text.count("\n") - 1, 0) < pairs - (not hands.endswith("\n")):
            yield "records of more pairs than there are results of"
        self._lines = text.split("\n")[:-1]

    def result(self, folder: Path, last: Run) -> object:
        """See `Work`."""
        lines = _text(folder / self.files[0]).split("\n")[:-1]
        missing = [line for line in getattr(self, "_lines", []) if line not in lines]
        if folder != self.folder and missing:
            return f"lost: {missing[0][:80]}"
        results = sorted(_timeless_lines(folder / self.files[0]))
        return results, _text(folder / self.files[1]), _timeless(json.loads(last.out))


class MatchOfTwo(Match):
    """The same in two processes."""

    name = "match --processes 2"
    processes = 2


class Dialogue(Work):
    """A command that asks line by line and keeps a record; it is gone on with by the answers left.

    Attributes:
        answers: what is said to it.
        texts: what its file holds after the first 0, 1, ... of these; None for no file.
    """

    files = ("kept.pnr",)
    answers: tuple[str, ...] = ()
    asked: tuple[str, ...] = ()

    @cached_property
    def texts(self) -> list[str | None]:
        """See above; the answers are given one at a time."""
        folder = self.folder / "slowly"
        folder.mkdir()
        self.prepare(folder)
        texts: list[str | None] = []
        with subprocess.Popen(
            [*COMMAND, *self.asked],
            cwd=folder,
            env=os.environ | {"PINOCHLE_SETTINGS": ""},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            bufsize=0,
        ) as process:
            assert process.stdin is not None
            assert process.stdout is not None
            for answer in self.answers:
                shown = b""
                while not shown.endswith(b"> "):
                    part = process.stdout.read(4096)
                    if not part:
                        raise click.ClickException(f"{self.name}: ended before {answer!r}")
                    shown += part
                file = folder / self.files[0]
                texts.append(_text(file) if file.exists() else None)
                process.stdin.write(f"{answer}\n".encode())
            process.stdin.close()
            process.stdout.read()
        return [*texts, _text(folder / self.files[0])]

    def prepare(self, folder: Path) -> None:
        """See `Work`."""
        assert self.answers[-1] == "quit"

    def begin(self, folder: Path, disturbance: Disturbance = UNDISTURBED) -> Run:
        """Give the answers that are missing."""
        said = self.answers[self._given(folder) or 0 :]
        return run(self.asked, folder, "".join(f"{each}\n" for each in said), disturbance)

    def _given(self, folder: Path) -> int | None:
        """How many answers the file holds; None if no undisturbed run keeps it so.

        What follows an answer at once, such as the move of the engine, may be missing; so may what
        is there before the first is asked for.
        """
        file = folder / self.files[0]
        if not file.exists():
            return 0
        kept = _moves(_text(file).rstrip("\0"))
        # Quitting changes nothing.
        texts = [None if text is None else _moves(text) for text in self.texts[:-1]]
        if texts[0] is not None and texts[0].startswith(kept):
            return 0
        for number, text in enumerate(texts):
            if text == kept:
                return number
            after = texts[min(number + 1, len(texts) - 1)]
            if after is not None and kept.startswith(text or "") and after.startswith(kept):
                return number + 1
        return None

    def kept(self, folder: Path, before: Run) -> Iterator[str]:
        """See `Work`."""
        text, given = _text(folder / self.files[0]), self._given(folder)
        if given is None:
            yield f"a record that no undisturbed run keeps: {text[-80:]!r}"
            return
        yield from _faults_of_records(text)
        if before.status == _BAD_INPUT:
            # It was told that the file takes no more: what was begun was written elsewhere.
            if text and _moves(self.texts[-1] or "") not in _moves(before.out):
                yield "the file took no more, and the record was not shown"
            return
        answered = max(before.out.count("> ") - 1, 0)
        if given < answered and self.texts[answered] is not None:
            yield f"{answered} answers were taken, but the record has {given} of them"

    def result(self, folder: Path, last: Run) -> object:
        """See `Work`."""
        return _text(folder / self.files[0])


class Play(Dialogue):
    """A game against an engine."""

    name = "play"
    answers = (*("1",) * _ANSWERS, "quit")
    asked = (
        *("play", "--game", "--engine", "greedy", "--worlds", "1", "--seed", "3", "--ask-all"),
        *("--ascii", "--record", "kept.pnr", *SHORT),
    )


class New(Dialogue):
    """A hand noted at a table."""

    name = "new"
    asked = ("new", "--no-advice", "--ascii", "kept.pnr")

    @cached_property
    def answers(self) -> tuple[str, ...]:  # type: ignore[override]  # made when it is needed
        """What somebody tells who saw the hand."""
        witness = Witness("hayes", 8)
        record = witness.record(Seat.SOUTH)
        hand = record.south
        assert hand is not None
        leads = "you" if record.dealer is Seat.NORTH else "north"
        cards = " ".join(card.text() for card in hand)
        told = ["hayes", leads, record.upcard.text(), cards]
        mirror = Notebook(
            HandRecord(
                rules=record.rules,
                count=record.count,
                target=record.target,
                dealer=record.dealer,
                view=Seat.SOUTH,
                upcard=record.upcard,
                south=hand,
            )
        )
        while (asked := mirror.question) is not None and len(told) < _ANSWERS:
            told.append(witness.tell(asked))
            mirror.note(told[-1])
        return (*told, "quit")


class Solve(Work):
    """Many playoffs, written to a file."""

    name = "solve"
    files = ("values.jsonl",)
    goes_on = False

    def prepare(self, folder: Path) -> None:
        """See `Work`."""
        positions = random_playoffs(9, 400, 1, DEFAULT_RULEBOOK)
        (folder / "positions.pn").write_text("".join(f"{position}\n" for position in positions))

    def begin(self, folder: Path, disturbance: Disturbance = UNDISTURBED) -> Run:
        """See `Work`."""
        asked = ["solve", "-f", "positions.pn", "--json"]
        return run(asked, folder, disturbance=disturbance, out=folder / self.files[0])

    def kept(self, folder: Path, before: Run) -> Iterator[str]:
        """See `Work`."""
        *whole, rest = _text(folder / self.files[0]).split("\n")
        if rest and before.status < 0:
            yield f"half a line: {rest[-80:]!r}"
        right = _timeless_lines(self.folder / self.files[0])
        if [_timeless(json.loads(line)) for line in whole] != right[: len(whole)]:
            yield "other values than an undisturbed run writes"

    def result(self, folder: Path, last: Run) -> object:
        """See `Work`."""
        return _timeless_lines(folder / self.files[0])


class Review(Work):
    """A review of short hands, written into their records."""

    name = "review"
    files = ("reviewed.pnr",)
    goes_on = False

    def prepare(self, folder: Path) -> None:
        """See `Work`."""
        if folder != self.folder:
            shutil.copy(self.folder / "hands.pnr", folder)
            return
        asked = ["match", "greedy", "random", "--worlds", "1", "--pairs", "2", "--seed", "4"]
        run([*asked, "--record", "hands.pnr", *SHORT], folder)

    def begin(self, folder: Path, disturbance: Disturbance = UNDISTURBED) -> Run:
        """See `Work`."""
        asked = ["review", "hands.pnr", "--worlds", "16", "--json", *SHORT]
        asked += ["--annotate", self.files[0], "--resume"]
        return run(asked, folder, disturbance=disturbance)

    def kept(self, folder: Path, before: Run) -> Iterator[str]:
        """See `Work`."""
        file = folder / self.files[0]
        if not file.exists():
            return
        text = _text(file)
        replayed = run(["replay", self.files[0], *SHORT], folder)
        if replayed.status:
            yield f"it does not replay: {replayed.err.splitlines()[:1]}"
        reviewed, right = _reviews(text), _reviews(_text(self.folder / self.files[0]))
        if reviewed != right[: len(reviewed)]:
            yield "other reviews than an undisturbed run writes"
        # The file is written when a review has been.
        if len(reviewed) < before.out.count("\n") - 1:
            yield "fewer reviews than were shown"

    def result(self, folder: Path, last: Run) -> object:
        """See `Work`."""
        return _text(folder / self.files[0])


def _reviews(text: str) -> list[list[str]]:
    """The comments of a review, hand by hand."""
    hands = [
        re.findall(r"^; (?:review|\d).*", hand, re.MULTILINE)
        for hand in text.split("\n[Rules ")[1:]
    ]
    return [hand for hand in hands if any(line.startswith("; review") for line in hand)]


WORKS: tuple[type[Work], ...] = (Match, MatchOfTwo, Play, New, Solve, Review)


def _text(file: Path) -> str:
    return file.read_text("utf-8") if file.exists() else ""


def _timeless(value: object) -> str:
    """JSON without its lengths of time."""

    def cleaned(each: object) -> object:
        if isinstance(each, dict):
            items = each.items()
            return {key: cleaned(item) for key, item in items if not _TIMES.search(key)}
        return [cleaned(item) for item in each] if isinstance(each, list) else each

    return json.dumps(cleaned(value))


def _timeless_lines(file: Path) -> list[str]:
    return [_timeless(json.loads(line)) for line in _text(file).split("\n")[:-1]]


def _moves(text: str) -> str:
    """A record in a form in which what was there before is its beginning."""
    return " ".join(text.replace("}", " ").split())


def _faults_of_records(text: str) -> Iterator[str]:
    """What does not read."""
    own = parse_rulebook(Path(RULEBOOK).read_text("utf-8"))
    for line, record in numbered_records(text.splitlines(), [own]):
        if not isinstance(record, HandRecord):
            yield f"line {line}: {record}"


# How it is disturbed


@dataclass
class Findings:
    """What was found of a kind of trial.

    Attributes:
        times: how many trials there were.
        faults: what was wrong, in words.
        notes: what happened how often.
    """

    times: int = 0
    faults: list[str] = field(default_factory=list)
    notes: Counter[str] = field(default_factory=Counter)


@contextmanager
def new_folder() -> Iterator[Path]:
    """An empty folder for a trial."""
    with tempfile.TemporaryDirectory(prefix="faults-") as folder:
        yield Path(folder)


def kill(work: Work, random: Random, found: Findings) -> None:
    """Kill it at a random moment, then let it finish."""
    done, _ = work.undisturbed
    after = random.uniform(0, 1.1 * done.seconds)
    with new_folder() as folder:
        work.prepare(folder)
        killed = work.begin(folder, Disturbance(kill_after=after))
        found.notes["killed" if killed.status == -signal.SIGKILL else "done before"] += 1
        found.faults += _finished(work, folder, killed, f"killed after {after:.3f} s")
        found.notes["files left for passing things"] += len([*folder.glob(".*")])


def power(work: Work, random: Random, found: Findings) -> None:
    """Kill it at a random moment, leave zero bytes at the end of its files, and let it finish."""
    done, _ = work.undisturbed
    after, zeros = random.uniform(0, 1.1 * done.seconds), random.randrange(1, _MOST_ZEROS)

    def cut(folder: Path) -> None:
        for file in (folder / name for name in work.files):
            if file.exists():
                found.notes["files with zero bytes"] += 1
                with file.open("ab") as torn:
                    torn.write(bytes(zeros))

    with new_folder() as folder:
        work.prepare(folder)
        killed = work.begin(folder, Disturbance(kill_after=after))
        told = f"killed after {after:.3f} s, {zeros} zero bytes"
        found.faults += _finished(work, folder, killed, told, cut)
        for name in work.files:
            if "\0" in _text(folder / name):
                found.faults.append(f"{work.name}, {told}: zero bytes are left in {name}")


def room(work: Work, random: Random, found: Findings) -> None:
    """Allow it files of a random size, then let it finish."""
    allowed = random.randrange(work.largest + 1)
    told = f"{allowed} bytes allowed"
    with new_folder() as folder:
        work.prepare(folder)
        short = work.begin(folder, Disturbance(room=allowed))
        found.notes[f"status {short.status}"] += 1
        if short.status not in (0, 2):
            found.faults.append(f"{told}: status {short.status}: {short.err}")
        lines = {*short.err.splitlines()}
        if short.status == 2 and not any("file too large" in line for line in lines):
            found.faults.append(f"{told}: it is not told: {short.err}")
        if len(lines) > 1:
            found.faults.append(f"{told}: more than a line: {short.err}")
        if [*folder.glob(".*")]:
            found.faults.append(f"{told}: a file for passing things is left")
        found.faults += _finished(work, folder, short, told)


def _finished(
    work: Work,
    folder: Path,
    before: Run,
    told: str,
    meanwhile: Callable[[Path], None] = lambda _: None,
) -> Iterator[str]:
    """What is wrong after a run that was disturbed, and after it was gone on with."""
    for process in before.left:
        yield f"{work.name}, {told}: it leaves {process}"
    faults = [*work.kept(folder, before)]
    if not faults:
        meanwhile(folder)
        last = work.begin(folder)
        if last.status:
            faults.append(f"it cannot be gone on with: status {last.status}: {last.err}")
        elif work.result(folder, last) != work.undisturbed[1]:
            faults.append("it comes to another result")
    for fault in faults:
        yield f"{work.name}, {told}: {fault}"


def full(random: Random, found: Findings) -> None:
    """Have what goes to standard output go to a full disk."""
    position = "rules=hayes trump=S south=T.T.KQ.- north=A.-.K.TK turn=south"
    commands = (
        ("solve", "--json", position),
        ("solve", position),
        ("match", "greedy", "random", "--worlds", "1", "--pairs", "1", *SHORT),
        ("deal", "--number", str(random.randrange(1, 400))),
        ("rules",),
        ("help", "files"),
    )
    asked = random.choice(commands)
    with new_folder() as folder:
        done = run(asked, folder, out=Path("/dev/full"))
    found.notes[asked[0]] += 1
    if (done.status, done.err) != (2, "standard output: no space left on device\n"):
        found.faults.append(f"{' '.join(asked)}: status {done.status}: {done.err}")


# Bad engines

ENGINE = r"""
import os, subprocess, sys, time
mode, moves = sys.argv[1], 0
def say(text):
    print(text, flush=True)
def flood(stream, text):
    try:
        while True:
            stream.write(text); stream.flush()
    except OSError:
        time.sleep(1e6)
for line in sys.stdin:
    word = line.split()[0] if line.split() else ""
    if word == "pn":
        if mode == "dies-at-once":
            sys.exit(3)
        say("id name bad\noption Legal\npnok")
    elif word == "ready":
        say("readyok")
    elif word == "legal":
        legal = line.split()[1:]
    elif word == "quit" and mode != "stays":
        break
    elif word == "go":
        moves += 1
        if moves > 2:
            if mode == "floods":
                flood(sys.stdout, "info nothing at all\n" * 100)
            if mode == "floods-a-line":
                flood(sys.stdout, "x" * 65536)
            if mode == "floods-errors":
                flood(sys.stderr, "x" * 100 + "\n")
            if mode == "hangs":
                time.sleep(1e6)
            if mode == "closes":
                os.close(1); time.sleep(1e6)
            if mode == "dies":
                os.kill(os.getpid(), 9)
            if mode == "forks":
                subprocess.Popen([sys.executable, "-c", "import time; time.sleep(1e6)"])
            if mode == "forks-away":
                code = "import os, time; os.setsid(); os.fork(); time.sleep(1e6)"
                subprocess.Popen([sys.executable, "-c", code], start_new_session=True)
                sys.exit(0)
            if mode == "lies-about-time":
                say("info seconds 0.001"); time.sleep(1e6)
            if mode == "moves-too-late":
                time.sleep(30)
            if mode == "nonsense":
                say("bestmove XX"); continue
        say(f"bestmove {legal[0]}")
"""
_LATE = "gave no answer within"
# What the match says that went wrong; empty where nothing does.
MODES: Mapping[str, str] = {
    "stays": "",
    "forks": "",
    "floods": f"{_LATE}|lines without an answer",
    "floods-a-line": _LATE,
    "floods-errors": _LATE,
    "hangs": _LATE,
    "closes": "closed its output",
    "dies": "ended by signal 9",
    "forks-away": "closed its output|ended with status 0",
    "lies-about-time": _LATE,
    "moves-too-late": _LATE,
    "nonsense": "XX",
    "dies-at-once": "ended with status 3",
}


def engine(mode: str, random: Random, found: Findings) -> None:
    """Let a bad engine play a short match, or end it while it plays, politely or not."""
    with new_folder() as folder:
        (folder / "bad.py").write_text(ENGINE)
        player = f"cmd:{sys.executable} bad.py {mode}"
        asked = ["match", player, "greedy", "--worlds", "1", "--pairs", "1", "--json", *SHORT]
        # A busy machine takes its time to start a program; only those that are late are waited for.
        timeout = random.uniform(2, 4) if _LATE in MODES[mode] else _LONG_SECONDS
        stopped = random.random() < 1 / _OTHERS
        disturbance = UNDISTURBED
        if stopped:
            asked_signal = random.choice((signal.SIGINT, signal.SIGTERM, signal.SIGHUP))
            disturbance = Disturbance(random.uniform(0.4, 2), asked_signal)
        ended = run([*asked, "--timeout", f"{timeout:.3f}"], folder, disturbance=disturbance)
    for process in ended.left:
        found.faults.append(f"{mode}, {disturbance}: it leaves {process}")
    if stopped:
        found.notes["stopped"] += 1
        return
    why = MODES[mode]
    found.notes[mode] += 1
    if mode == "dies-at-once":
        is_right = ended.status == 2 and re.search(why, ended.err) is not None
    else:
        failures = json.loads(ended.out)["failures"] if ended.out else [{}]
        told = json.dumps(failures)
        is_right = re.search(why, told) is not None if why else not failures
        is_right &= ended.status == (1 if why else 0)
    if not is_right:
        found.faults.append(f"{mode}: status {ended.status}: {ended.out[-300:]} {ended.err[-300:]}")


# The command


def trials(folder: Path) -> Iterator[tuple[str, Callable[[Random, Findings], None]]]:
    """Every kind of trial by name."""
    for number, kind in enumerate(WORKS):
        place = folder / str(number)
        place.mkdir()
        work = kind(place)
        for how in (kill, room, power) if work.goes_on else (kill, room):
            yield f"{how.__name__} {work.name}", partial(how, work)
    yield "full", full
    for mode in MODES:
        yield f"engines {mode}", partial(engine, mode)


@click.command()
@click.option("--times", default=100, show_default=True, help="Trials of each kind.")
@click.option("--seed", default=1, show_default=True)
@click.option("--only", default="", help="Only the kinds whose names begin so.")
def main(times: int, seed: int, only: str) -> None:
    """Disturb the program at random, and see what is lost by it."""
    click.echo(machine_line())
    failed = False
    with new_folder() as folder:
        for name, trial in trials(folder):
            if not name.startswith(only):
                continue
            found = Findings()
            for number in range(times):
                trial(Random(f"{name}/{seed}/{number}"), found)
            notes = ", ".join(f"{what} {count}" for what, count in sorted(found.notes.items()))
            click.echo(f"{name}: {times} times, {len(found.faults)} faults ({notes})")
            for fault in found.faults:
                click.echo(f"  {fault}")
            failed |= bool(found.faults)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    run_command(main)
