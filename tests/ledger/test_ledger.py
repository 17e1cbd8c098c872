"""The ledger: nothing is reviewed twice or lost, and what it shows is what the reviews found.

``ledger-1.duckdb.gz`` is a file of version 1, as the program wrote it then. It is never made anew.
"""

from __future__ import annotations

import gzip
import json
import os
import re
import shlex
import signal
import subprocess
from dataclasses import replace
from datetime import date
from io import BytesIO, StringIO, TextIOWrapper
from pathlib import Path
from time import sleep

import duckdb
import numpy as np
import pyarrow.parquet as pq
import pytest

from helpers.commandline import COMMAND, Pinochle, Run, bare_environment
from helpers.games import DOUBLED, record
from helpers.paths import DATA
from helpers.table_records import AUCTION
from pinochle_solver import Seat, __version__, review
from pinochle_solver.game.replayer import replay_record
from pinochle_solver.ledger import file as ledger_file
from pinochle_solver.ledger.file import VERSION, open_ledger
from pinochle_solver.ledger.incoming import incoming
from pinochle_solver.ledger.jobs import LedgerJob
from pinochle_solver.ledger.numbers import change_of, level_of, rating_of, times_of
from pinochle_solver.ledger.queries import condition_of
from pinochle_solver.ledger.report import ALL, Part, report_of, select, standings_of
from pinochle_solver.notation.players import Players
from pinochle_solver.notation.record_reading import parse_record
from pinochle_solver.notation.table.record_reading import parse_table_record
from pinochle_solver.render.renderer import Renderer
from pinochle_solver.reviews.choices import choices

ANN_AND_BOB = Players("Ann", "Bob")
WORLDS = ("--worlds", "16", "--workers", "0")


def hand(seed: int, day: str | None = None, moves: int = 6) -> str:
    """A hand of Ann and Bob, a few moves of it."""
    tags = (("Date", day),) if day else ()
    return replace(record(seed=seed, moves=moves), players=ANN_AND_BOB, other_tags=tags).text()


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """A ledger of version 1: seven hands, of two and of three."""
    path = tmp_path / "kept.duckdb"
    path.write_bytes(gzip.decompress((DATA / "ledger-1.duckdb.gz").read_bytes()))
    return path


def added(pinochle: Pinochle, path: Path, *files: Path, more: tuple[str, ...] = WORLDS) -> Run:
    return pinochle("ledger", "add", *map(str, files), "--ledger", str(path), *more)


def all_rows(path: Path) -> list[tuple[object, ...]]:
    with open_ledger(path) as ledger:
        return ledger.rows(
            "SELECT key, seat, player, position, played, loss FROM decisions "
            "JOIN hands USING (hand) ORDER BY ALL"
        )


def test_a_hand_is_reviewed_once_whatever_file_it_is_in(pinochle: Pinochle, tmp_path: Path) -> None:
    one, two, path = tmp_path / "one.pnr", tmp_path / "two.pnr", tmp_path / "l.duckdb"
    one.write_text(hand(1))
    two.write_text(f"; ours\n{hand(1, '2026.11.28')}\n{hand(2)}\n{hand(2)}")
    known = "pinochle settings name NAME says who you are, such as Ann, Bob"
    coming = f"next: pinochle ledger show --ledger {path}\n{known}\n"
    assert added(pinochle, path, one).out == f"{path}: 1 hand added\n{coming}"
    said = added(pinochle, path, two).out
    assert said == f"{path}: 1 hand added, 1 there already, 1 given twice\n{coming}"
    with open_ledger(path) as ledger:
        days = ledger.rows("SELECT day FROM hands ORDER BY hand")
    assert days == [(date(2026, 11, 28),), (None,)]


def test_losses_are_those_of_the_review(pinochle: Pinochle, tmp_path: Path) -> None:
    file, path = tmp_path / "one.pnr", tmp_path / "l.duckdb"
    file.write_text(hand(3, moves=10))
    added(pinochle, path, file)
    found = review(parse_record(hand(3, moves=10)), worlds=16)
    with open_ledger(path) as ledger:
        rows = ledger.rows(
            "SELECT position, played, best, loss, points, player FROM decisions ORDER BY number"
        )
    assert rows == [
        (each.position.text(), each.played.text(), each.best.text(), lost, lost, name)
        for each in found.decisions
        for lost in [each.loss.points.mean]
        for name in [ANN_AND_BOB.name(each.seat)]
    ]


def test_facts_are_those_of_the_position(kept: Path) -> None:
    with open_ledger(kept) as ledger:
        rows = ledger.rows(
            "SELECT aces, trumps, cards, trick, tricks_left, kind, led, played_card FROM decisions "
            "WHERE position LIKE '%north=AATJ.ATK.KQ9.TK %'"
        )
        forced = ledger.rows("SELECT sum(forced) FROM seats WHERE player = 'B'")
    assert rows == [(3, 3, 12, 12, 13, "lead", None, "JS")]
    assert forced == [(21,)]


def test_other_settings_review_again_when_asked(pinochle: Pinochle, tmp_path: Path) -> None:
    file, path = tmp_path / "one.pnr", tmp_path / "l.duckdb"
    file.write_text(hand(1))
    added(pinochle, path, file)
    other = ("--worlds", "17", "--workers", "0")
    run = added(pinochle, path, file, more=other)
    assert run.out.startswith(f"{path}: 0 hands added, 1 there already\n")
    assert "--again reviews them again" in run.err
    run = added(pinochle, path, file, more=(*other, "--again"))
    assert run.out.startswith(f"{path}: 1 hand added or reviewed again\n")
    run = added(pinochle, path, file, more=(*other, "--again"))
    assert run.out.startswith(f"{path}: 0 hands added, 1 there already\n")
    with open_ledger(path) as ledger:
        assert ledger.rows("SELECT worlds FROM hands") == [(17,)]


def test_it_says_how_you_play(
    kept: Path, pinochle: Pinochle, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = tmp_path / "settings.toml"
    settings.write_text('name = "b"\n')
    monkeypatch.setenv("PINOCHLE_SETTINGS", str(settings))
    file = tmp_path / "one.pnr"
    file.write_text(hand(1))
    assert added(pinochle, kept, file).out.splitlines() == [
        f"{kept}: 1 hand added",
        "B: 4.97 (-0.53 to 10.48) points lost a decision, most in tricks 9 to 12",
        f"next: pinochle ledger show --ledger {kept}",
    ]


def test_tables_doubles_and_one_seat_are_kept(pinochle: Pinochle, tmp_path: Path) -> None:
    path = tmp_path / "l.duckdb"
    texts = (DOUBLED, AUCTION, record("hayes", 4, view=Seat.NORTH, moves=8).text())
    for number, text in enumerate(texts):
        (tmp_path / f"{number}.pnr").write_text(text)
    run = added(pinochle, path, *(tmp_path / f"{number}.pnr" for number in range(3)))
    assert run.out.startswith(f"{path}: 3 hands added\nnext: pinochle ledger show")
    assert "a player without a name is kept by his seat" in run.err
    with open_ledger(path) as ledger:
        kinds = dict(
            ledger.rows(
                "SELECT players, list(DISTINCT kind) FROM decisions "
                "JOIN hands USING (hand) GROUP BY ALL"
            )
        )
        units = ledger.rows("SELECT DISTINCT unit FROM decisions ORDER BY 1")
        seats = ledger.rows("SELECT seat FROM seats WHERE hand = 3")
        without_luck = ledger.rows(
            "SELECT seat, result - deal - draws - unseen FROM seats WHERE hand = 2 ORDER BY seat"
        )
    assert {"lead", "reply", "double"} <= set(kinds[2])
    assert {"bid", "burial", "lead", "reply"} <= set(kinds[3])
    assert units == [("cents",), ("points",), ("stakes",)]
    assert seats == [("north",)]
    # What the bidder wins or loses two defenders share.
    skill = dict(without_luck)
    bidder = max(skill, key=lambda seat: abs(skill[seat]))
    assert {seat: skill[seat] / skill[bidder] for seat in skill if seat != bidder} == {
        seat: pytest.approx(-0.5) for seat in skill if seat != bidder
    }


def test_a_name_is_the_same_in_either_case(pinochle: Pinochle, tmp_path: Path) -> None:
    path = tmp_path / "l.duckdb"
    for number, text in enumerate((hand(1), hand(2).replace('"Ann"', '"ANN"'))):
        file = tmp_path / f"{number}.pnr"
        file.write_text(text)
        added(pinochle, path, file)
    with open_ledger(path) as ledger:
        assert ledger.players() == ["Ann", "Bob"]


def test_a_kill_loses_nothing_and_adds_nothing_twice(pinochle: Pinochle, tmp_path: Path) -> None:
    file, path, hands = tmp_path / "hands.pnr", tmp_path / "l.duckdb", 5
    file.write_text("\n".join(hand(seed) for seed in range(1, hands + 1)))
    command = [*COMMAND, "ledger", "add", str(file), "--ledger", str(path), *WORLDS]
    with subprocess.Popen(command, env=bare_environment(), stdout=subprocess.DEVNULL) as process:
        # Tables take 3 kB of the log beside the file, and every hand that is committed as much.
        log = path.with_name("l.duckdb.wal")
        while process.poll() is None and not (log.exists() and log.stat().st_size > 4_000):
            sleep(0.002)
        os.kill(process.pid, signal.SIGKILL)
    before = all_rows(path)
    done = len({key for key, *_ in before})
    assert 1 <= done < hands
    assert f" added, {done} there already\n" in added(pinochle, path, file).out
    after = all_rows(path)
    assert [row for row in after if row in before] == before
    with open_ledger(path) as ledger:
        found = ledger.rows("SELECT count(*) FROM decisions GROUP BY hand ORDER BY hand")
    records = [parse_record(hand(seed)) for seed in range(1, hands + 1)]
    assert found == [(len(choices(replay_record(each))),) for each in records]


def test_a_file_of_version_1_opens_and_is_added_to(
    kept: Path, pinochle: Pinochle, tmp_path: Path
) -> None:
    with open_ledger(kept) as ledger:
        assert len(ledger.kept()) == 10
    file = tmp_path / "one.pnr"
    file.write_text(hand(1))
    assert added(pinochle, kept, file).out.startswith(f"{kept}: 1 hand added\n")
    with open_ledger(kept) as ledger:
        assert ledger.rows("SELECT version FROM about") == [(VERSION,)]


def test_an_older_file_is_brought_up_to_date(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    steps = (*ledger_file._STEPS, "ALTER TABLE hands ADD COLUMN remark VARCHAR")
    monkeypatch.setattr(ledger_file, "_STEPS", steps)
    monkeypatch.setattr(ledger_file, "VERSION", len(steps))
    with open_ledger(kept) as ledger:
        assert ledger.rows("SELECT DISTINCT remark FROM hands") == [(None,)]
        assert ledger.rows("SELECT version FROM about") == [(len(steps),)]


def test_a_file_that_is_none_is_refused_in_a_line(
    kept: Path, pinochle: Pinochle, tmp_path: Path
) -> None:
    file = tmp_path / "text.duckdb"
    file.write_text("no ledger\n" * 1000)
    other = tmp_path / "other.duckdb"
    duckdb.connect(str(other)).execute("CREATE TABLE t (x INT)").close()
    with duckdb.connect(str(kept)) as connection:
        connection.execute("UPDATE about SET version = 99, program = '9.9'")
    said = {
        file: "no ledger: not a DuckDB file",
        other: "a DuckDB file, but no ledger",
        kept: f"written by pinochle-solver 9.9, which is newer than {__version__}",
        tmp_path / "none.duckdb": "no ledger yet. Type pinochle ledger add FILE",
    }
    for path, fact in said.items():
        run = pinochle("ledger", "show", "--ledger", str(path))
        assert (run.status, run.out, run.err) == (2, "", f"{path}: {fact}\n")


def test_players_stand_side_by_side_the_best_first(kept: Path, pinochle: Pinochle) -> None:
    shown = pinochle("ledger", "show", "--ledger", str(kept)).out.splitlines()
    assert shown[1].split() == [
        "player",
        "hands",
        "decisions",
        "lost",
        "a",
        "decision",
        "?!",
        "?",
        "??",
    ]
    assert [line.split()[0] for line in shown[3:9]] == ["A", "B", "A1", "B1", "A2", "B2"]
    assert shown[3].split()[:4] == ["A", "7", "96", "0.81"]


def test_a_player_is_shown_by_kind_trick_and_rulebook(kept: Path, pinochle: Pinochle) -> None:
    run = pinochle("ledger", "show", "--ledger", str(kept), "--player", "b", "--ascii")
    assert run.out.splitlines()[:4] == [
        "B, 7 hands",
        "rating: 4.97 (-0.53 to 10.48) points lost a decision (hardly more than a guess)",
        "73 decisions count; 29 trivial ones and 21 forced moves do not",
        "level: beginner (3.51 points lost a decision, trivial ones included; at worst weaker than "
        "beginner)",
    ]
    assert " leads            25    220.0   8.80 (-6.61 to 24.22)" in run.out
    assert " tricks 9 to 12           19    226.8   11.93 (-10.30 to 34.17)" in run.out
    asked = '  pinochle ledger query "tricks 9 to 12 marked" --player B'
    assert f"\n{asked} --ledger {kept} --quiz practice.pn\n" in run.out


def test_a_page_has_the_numbers_and_stands_alone(
    kept: Path, pinochle: Pinochle, tmp_path: Path
) -> None:
    page = tmp_path / "b.html"
    run = pinochle("ledger", "show", "--ledger", str(kept), "--player", "B", "--html", str(page))
    assert run.status == 0
    text = page.read_text()
    assert "4.97 (-0.53 to 10.48)" in text
    assert text.count("<svg") == 2
    assert "http" not in text.replace("http://www.w3.org/2000/svg", "")


def test_a_question_is_answered_and_taken_elsewhere(
    kept: Path, pinochle: Pinochle, tmp_path: Path
) -> None:
    quiz, anki, parquet = (tmp_path / name for name in ("q.pn", "q.txt", "q.parquet"))
    run = pinochle(
        *("ledger", "query", "marked holding two aces", "--ledger", str(kept)),
        *("--player", "B", "--quiz", str(quiz), "--anki", str(anki), "--parquet", str(parquet)),
    )
    assert run.status == 0
    assert run.out.startswith("4 of 102 decisions, 4 marked\n")
    assert run.err == (
        f"{quiz}: 4 positions; next: pinochle quiz {quiz}\n{anki}: 4 positions\n{parquet}: 4 rows\n"
    )
    assert quiz.read_text().startswith(
        "# trick 12, lead: B chose JS ?? and lost 109.7 +- 11.8 points; best was QD@1 "
        "(by a review of 17 worlds a decision, seed 1)\nrules=scarne "
    )
    head, columns, notes = (anki.read_text().splitlines()[part] for part in (0, 2, slice(4, None)))
    assert (head, columns) == ("#separator:tab", "#columns:ID\tFront\tBack\tTags")
    assert {note.count("\t") for note in notes} == {3}
    assert notes[0].split("\t")[3] == "pinochle lead scarne"
    assert "QD@1 makes a run less likely for A" in notes[0]
    assert pq.read_table(parquet)["points"].to_pylist()[0] == pytest.approx(109.69, abs=0.01)


def test_the_advised_quiz_has_the_rulebooks(kept: Path, pinochle: Pinochle, tmp_path: Path) -> None:
    house, quiz = tmp_path / "our house.toml", tmp_path / "q.pn"
    house.write_text('name = "house"\nbased-on = "scarne"\n')
    asked = ("ledger", "query", "marked", "--ledger", str(kept), "--number", "1")
    run = pinochle(*asked, "--rulebook", str(house), "--quiz", str(quiz))
    assert run.err == f"{quiz}: 1 position; next: pinochle quiz {quiz} --rulebook '{house}'\n"


def test_currencies_are_counted_apart(kept: Path, pinochle: Pinochle) -> None:
    run = pinochle("ledger", "query", "not last trick", "--ledger", str(kept), "--number", "21")
    lines = run.out.splitlines()
    assert lines[:4] == [
        "226 of 226 decisions, 5 marked",
        "",
        "two, points: 208 decisions, 5 marked",
        "1.20 (-1.20 to 3.60) points lost a decision",
    ]
    cents = lines.index("three, cents: 18 decisions, 0 marked")
    assert lines[cents + 1] == "9.38 (9.38 to 9.38) cents lost a decision"
    assert len([line for line in lines[:cents] if "±" in line]) == 9
    assert sum("21.9 ± 59.3" in line for line in lines) == 6
    # The worst at a table lose most of the stake, which is shown; a burial is written in suits.
    own = lines[cents:]
    assert any("loss," in line for line in own)
    assert any("cents" in line and line.split()[-1] == "stake" for line in own)
    shares = [float(line.split()[-1][:-1]) for line in own if line.endswith("%")]
    assert shares == sorted(shares, reverse=True)
    assert len(shares) > 3
    assert not any(":T" in line.rpartition(".pnr:")[2] for line in own)
    for move, told in (("H:TD.TD.TC", "♥ T♦ T♦ T♣"), ("S", "♠"), ("QH@1", "Q♥@1"), ("p", "p")):
        assert Renderer(TextIOWrapper(BytesIO(), "utf-8"))._kept_move(move) == told
    assert Renderer(StringIO(), ascii=True)._kept_move("H:TD.TC") == "H TD TC"


def test_slips_are_told_in_a_line(kept: Path, pinochle: Pinochle) -> None:
    own = ("--ledger", str(kept))
    for words, said in (
        (("query", "blnder", *own), "QUESTION: blnder: no tag begins so; did you mean blunder?"),
        (("show", "--where", "leads or", *own), "--where: it ends where a tag is expected"),
        (("show", "--since", "May", *own), "'May' is no day. Type one as 2026-11-29"),
        (("show", "--player", "Eve", *own), "--player: 'Eve' does not play, the names are"),
        (("show", "--html", "a.html", *own), "--html: add --player NAME"),
        (("add", "none.pnr", *own), "none.pnr: no such file or directory"),
    ):
        run = pinochle("ledger", *words)
        assert (run.status, run.out) == (2, "")
        assert said in run.err
        assert len(run.err.splitlines()) == 1


def test_an_open_ledger_is_not_opened_twice(kept: Path) -> None:
    with duckdb.connect(str(kept)):
        ended = subprocess.run(
            [*COMMAND, "ledger", "show", "--ledger", str(kept)],
            env=bare_environment(),
            capture_output=True,
            text=True,
        )
    assert ended.returncode == 2
    assert ended.stderr == f"{kept}: in use by another program; try again when that has ended\n"


def test_only_the_tables_that_a_question_names_are_joined() -> None:
    """Columns that begin like the names of tables once joined all of them."""
    assert "JOIN" not in select("d.hand, sum(d.spread)", ALL)
    assert select("h.day", ALL).count("JOIN") == 1
    assert select("count(*)", condition_of("won hands since 2026-01-01")).count("JOIN") == 2


# Numbers


def test_a_rating_has_the_error_of_whole_hands() -> None:
    rating = rating_of([10.0, 0.0, 5.0, 0.0], [5, 5, 0, 10])
    assert (rating.number, rating.mean) == (3, 0.5)
    # (10 - 2.5, 0 - 2.5, 0 - 5) over the mean of 20 / 3 decisions.
    assert rating.deviation == pytest.approx(np.std([7.5, -2.5, -5.0], ddof=1) / (20 / 3))


def test_halves_agree_within_their_intervals() -> None:
    random, apart, tries = np.random.default_rng(1), 0, 400
    for _ in range(tries):
        decisions = random.integers(15, 30, 50)
        # Few decisions lose much, more in some hands than in others.
        lost = np.array(
            [
                np.sum(random.exponential(30 * skill, n) * (random.random(n) < 0.1))
                for n, skill in zip(decisions, random.gamma(4, 0.25, 50), strict=True)
            ]
        )
        one, two = (rating_of(lost[half::2], decisions[half::2]) for half in range(2))
        apart += abs(one.mean - two.mean) > np.hypot(one.half, two.half)
    assert apart / tries <= 0.05


def test_a_trend_is_found_and_none_where_there_is_none() -> None:
    random = np.random.default_rng(2)
    decisions = random.integers(15, 30, 200)
    lost = decisions * (3.0 - np.arange(200) / 200) + random.normal(0, 20, 200)
    change = change_of(lost, decisions, np.arange(200.0))
    assert change is not None
    assert change.mean == pytest.approx(-0.5, abs=2 * change.se)
    assert change_of(lost[:9], decisions[:9], np.arange(9.0)) is None
    assert change_of(lost, decisions, np.zeros(200)) is None


@pytest.mark.parametrize(
    ("points", "level"),
    [
        (0.1, "better than expert"),
        (0.6, "expert"),
        (1.3, "club"),
        (2.5, "casual"),
        (4.5, "beginner"),
        (9.0, "weaker than beginner"),
    ],
)
def test_a_rating_names_a_level(points: float, level: str) -> None:
    assert level_of(points) == level


def test_a_record_is_known_again_by_its_cards_and_players() -> None:
    texts = [hand(1), hand(1, "2026-11-28"), hand(1).replace("Bob", "Cleo")]
    keys = [next(incoming([("", text, parse_record(text))])).key for text in texts]
    assert keys[0] == keys[1] != keys[2]


def test_what_is_to_be_practised_has_marks(kept: Path) -> None:
    """The advice of `ledger show` once asked for marked decisions where there were none."""
    with open_ledger(kept) as ledger:
        report = report_of(ledger, "Ann")
    leads = Part("leads", "leads", 10, 0, 100.0, rating_of([50.0, 50.0], [5, 5]))
    replies = Part("replies", "replies", 10, 3, 60.0, rating_of([30.0, 30.0], [5, 5]))
    rating = rating_of([40.0, 40.0], [10, 10])
    report = replace(report, rating=rating, kinds=(leads, replies), tricks=())
    assert report.worst is replies
    assert replace(report, kinds=(leads,)).worst is None
    marked = replace(leads, marked=1)
    assert replace(report, kinds=(marked, replies)).worst is marked


def test_the_parts_count_all_marks(kept: Path) -> None:
    with open_ledger(kept) as ledger:
        for standing in standings_of(ledger):
            report = report_of(ledger, standing.player)
            assert sum(part.marked for part in report.kinds) == sum(report.marks.values())


def test_the_level_at_worst_is_that_of_the_interval(kept: Path) -> None:
    with open_ledger(kept) as ledger:
        report = report_of(ledger, standings_of(ledger)[0].player)
    surely = replace(report, of_all=rating_of([1.5] * 9, [10] * 9))
    assert (surely.level, surely.worst_level) == (level_of(0.15), None)
    maybe = replace(report, of_all=rating_of([0.0, 60.0, 0.0], [10] * 3))
    assert maybe.level == level_of(2.0)
    assert maybe.worst_level == level_of(maybe.of_all.interval[1]) != maybe.level


def test_hands_of_three_have_worlds_of_their_own() -> None:
    job = LedgerJob(worlds=16, table_worlds=32)
    two, three = parse_record(hand(1)), parse_table_record(AUCTION)
    assert (job.worlds_for(two), job.worlds_for(three)) == (16, 32)


def test_a_hand_reviewed_again_keeps_its_day(pinochle: Pinochle, tmp_path: Path) -> None:
    file, path = tmp_path / "hands.pnr", tmp_path / "l.duckdb"
    file.write_text(hand(1, moves=1))
    added(pinochle, path, file, more=(*WORLDS, "--date", "2026-11-28"))
    added(pinochle, path, file, more=("--worlds", "17", "--workers", "0", "--again"))
    with open_ledger(path) as ledger:
        rows = ledger.rows("SELECT worlds, day FROM hands")
    assert rows == [(17, date(2026, 11, 28))]


def test_marks_are_practised_where_no_part_is_worst(kept: Path) -> None:
    with open_ledger(kept) as ledger:
        report = report_of(ledger, standings_of(ledger)[0].player)
    output = StringIO()
    Renderer(output).player_report(replace(report, marks={"?": 1}, kinds=(), tricks=()))
    assert 'practise the marked decisions:\n  pinochle ledger query "marked"' in output.getvalue()


def test_a_report_without_marks_says_what_to_do(kept: Path) -> None:
    with open_ledger(kept) as ledger:
        report = report_of(ledger, standings_of(ledger)[0].player)
    output = StringIO()
    Renderer(output).player_report(replace(report, marks={}, kinds=(), tricks=()))
    worlds = 4 * max(how.worlds for how in report.settings)
    assert f"pinochle ledger add FILE --again --worlds {worlds}" in output.getvalue()


def test_the_report_of_a_player_without_decisions(kept: Path) -> None:
    with open_ledger(kept) as ledger:
        report = report_of(ledger, "nobody")
    assert (report.hands, report.decisions, report.kinds, report.worst) == (0, 0, (), None)


def test_a_hand_that_cannot_be_read_is_not_kept(pinochle: Pinochle, tmp_path: Path) -> None:
    file, path = tmp_path / "hands.pnr", tmp_path / "l.duckdb"
    good = hand(1)
    first = good.index("1. ") + 3
    card = good[first : first + 2]
    file.write_text(f"{good[:first]}Z{card[1]}{good[first + 2 :]}\n{hand(2)}")
    run = pinochle("ledger", "add", str(file), "--ledger", str(path), *WORLDS)
    assert run.status == 2
    fact = f"unknown rank 'Z' in 'Z{card[1]}'; the hand is not kept"
    assert f"{file}:1: trick 1: unreadable: {fact}\n" in run.err
    assert run.out.startswith(f"{path}: 1 hand added\n")


def test_records_are_not_replaced_by_a_page_or_puzzles(pinochle: Pinochle, tmp_path: Path) -> None:
    file, path = tmp_path / "hands.pnr", tmp_path / "l.duckdb"
    file.write_text(hand(1))
    added(pinochle, path, file)
    for options in (
        ("show", "--player", "Ann", "--html"),
        ("query", "marked", "--player", "Ann", "--quiz"),
    ):
        run = pinochle("ledger", *options, str(file), "--ledger", str(path))
        assert (run.status, file.read_text()) == (2, hand(1))
        assert "it holds records; name another file to write to" in run.err


def test_a_folder_is_added_and_a_bad_file_does_not_stop_the_others(
    pinochle: Pinochle, tmp_path: Path
) -> None:
    folder, path = tmp_path / "hands", tmp_path / "l.duckdb"
    (folder / "old").mkdir(parents=True)
    for name, text in {
        "b.pnr": hand(2, moves=2),
        "a.PNR": hand(1, moves=2),
        "old/c.pnr": hand(3, moves=2),
        "bad.pnr": "no record\n",
        "empty.pnr": "",
        "notes.txt": "mine",
        ".hidden": "",
    }.items():
        (folder / name).write_text(text)
    none = tmp_path / "none.pnr"
    run = added(pinochle, path, none, folder)
    assert run.status == 2
    assert run.err.splitlines() == [
        f"{folder}: left out notes.txt: of a folder only files named *.pnr are read",
        f"{none}: no such file or directory",
        f"{folder}/bad.pnr:1: record: tricks without tags before them; a record begins with tags, "
        'such as [Dealer "south"]',
        f"{folder}/empty.pnr: no record in it; pinochle help records shows how one is written",
    ]
    assert run.out.startswith(f"{path}: 3 hands added\nnext: ")
    with open_ledger(path) as ledger:
        places = ledger.rows("SELECT place FROM hands ORDER BY hand")
    assert places == [(f"{folder}/{name}:1",) for name in ("a.PNR", "b.pnr", "old/c.pnr")]


def test_all_players_side_by_side_end_with_a_next_command(kept: Path, pinochle: Pinochle) -> None:
    asked = ("ledger", "show", "--ledger", str(kept), "--where", "not leads")
    *_, coming, who = pinochle(*asked).out.splitlines()
    first = next(iter(pinochle(*asked, "--json").out.splitlines()))
    best = json.loads(first)["player"]
    command = f"pinochle ledger show --player {best} --where 'not leads' --ledger {kept}"
    assert coming == f"next: {command}"
    assert who.startswith("pinochle settings name NAME says who you are, such as ")
    one = pinochle(*shlex.split(command)[1:])
    assert (one.status, one.out.startswith(f"{best} · ")) == (0, True)
    assert "next:" not in pinochle(*asked, "--json").out


def test_no_ledger_is_made_of_nothing(pinochle: Pinochle, tmp_path: Path) -> None:
    folder, path = tmp_path / "hands", tmp_path / "l.duckdb"
    folder.mkdir()
    run = added(pinochle, path, folder)
    assert (run.status, run.out) == (2, "")
    assert run.err == f"{folder}: no file named *.pnr in it\n"
    assert not path.exists()


def shown(pinochle: Pinochle, path: Path, *asked: str) -> list[str]:
    """The lines of `ledger show` of B that are of no table."""
    run = pinochle("ledger", "show", "--ledger", str(path), "--player", "B", "--ascii", *asked)
    assert run.status == 0
    return [line for line in run.out.splitlines() if line and not line.startswith(" ")]


def test_some_decisions_have_no_level_and_mistakes_no_rating(
    kept: Path, pinochle: Pinochle
) -> None:
    assert shown(pinochle, kept, "--where", "leads")[1:4] == [
        "only: leads",
        "rating: 8.80 (-6.61 to 24.22) points lost a decision (hardly more than a guess)",
        "25 decisions count; 1 trivial one does not",
    ]
    hands = shown(pinochle, kept, "--where", "rulebook scarne")
    assert hands[3].endswith("forced moves do not")
    assert hands[4].startswith("level: ")
    for question in ("marked", "losing 10 points", "lost hands", "wrong"):
        lines = shown(pinochle, kept, "--where", question)
        assert lines[2].endswith("; chosen by what came of them, so this is no rating")
        assert not any(line.startswith(("level", "trend", "no trend")) for line in lines)
    everybody = pinochle("ledger", "show", "--ledger", str(kept), "--where", "marked").out
    assert "the decisions are chosen by what came of them, so this is no rating\n" in everybody


def test_the_advised_command_has_what_was_asked_for(kept: Path, pinochle: Pinochle) -> None:
    asked = ("--where", "leads or replies", "--ledger", str(kept), "--player", "B")
    run = pinochle("ledger", "show", *asked)
    said = 'ledger query "(leads or replies) tricks 9 to 12 marked" --player B --ledger'
    assert f"  pinochle {said} {kept} --quiz practice.pn\n" in run.out
    with duckdb.connect(str(kept)) as connection:
        connection.execute("UPDATE hands SET day = DATE '2026-11-01' + hand")
    run = pinochle("ledger", "show", *asked, "--since", "2026-11-02")
    assert f'marked" --player B --since 2026-11-02 --ledger {kept} --quiz' in run.out


def test_a_trend_is_of_days_alone(kept: Path, pinochle: Pinochle) -> None:
    """Without dates the hands are in an order that says nothing: who ended first came first."""
    with duckdb.connect(str(kept)) as connection:
        # Five copies of the hands, so that there are enough for a trend.
        for copy in range(1, 5):
            connection.execute(
                f"INSERT INTO hands SELECT * REPLACE (hand + {100 * copy} AS hand, "
                f"key || '-{copy}' AS key) FROM hands WHERE hand < 100"
            )
            for table in ("seats", "decisions"):
                connection.execute(
                    f"INSERT INTO {table} SELECT * REPLACE (hand + {100 * copy} AS hand) "
                    f"FROM {table} WHERE hand < 100"
                )
    undated = shown(pinochle, kept)
    write = 'write [Date "2026-11-28"] into the records, or add them again with --date'
    assert f"no trend: the day of any hand is not known; {write}" in undated
    assert not any(line.startswith("trend") for line in undated)
    with duckdb.connect(str(kept)) as connection:
        connection.execute("UPDATE hands SET day = DATE '2026-11-28'")
    assert not any("trend" in line for line in shown(pinochle, kept))
    with duckdb.connect(str(kept)) as connection:
        connection.execute("UPDATE hands SET day = DATE '2026-01-01' + hand WHERE hand < 400")
        connection.execute("UPDATE hands SET day = NULL WHERE hand >= 400")
    dated = shown(pinochle, kept)
    assert any(line.startswith("trend: ") and " in 10 hands (" in line for line in dated)
    assert f"the trend is without 7 hands whose day is not known; {write}" in dated
    with open_ledger(kept) as ledger:
        report = report_of(ledger, "B")
    assert (report.hands, report.undated) == (35, 7)
    assert [each.first for each in report.periods] == [
        1,
        *(p.last + 1 for p in report.periods[:-1]),
    ]
    assert report.periods[-1].last == 28


def test_hands_of_one_day_are_of_one_time() -> None:
    days = [date(2026, 1, day) for day in (1, 1, 2, 5, 5, 5)]
    assert times_of(days).tolist() == [0.5, 0.5, 2.0, 4.0, 4.0, 4.0]


def test_one_worst_decision_is_told_as_one(kept: Path, pinochle: Pinochle) -> None:
    run = pinochle("ledger", "query", "marked", "--ledger", str(kept), "--number", "1")
    assert run.out.endswith("\nthe worst one; --number shows more\n")
    run = pinochle("ledger", "query", " ", "--ledger", str(kept))
    assert run.err == (
        "pinochle ledger query: QUESTION: empty; pinochle help tags lists the words\n"
    )


def test_what_is_not_judged_is_counted_and_few_hands_have_no_interval(
    kept: Path, pinochle: Pinochle
) -> None:
    own = "SELECT hand, number FROM decisions WHERE player = 'B' AND points IS NOT NULL LIMIT 2"
    with duckdb.connect(str(kept)) as connection:
        connection.execute(
            "UPDATE decisions SET points = NULL, loss = NULL, spread = NULL "
            f"WHERE (hand, number) IN ({own})"
        )
    told = shown(pinochle, kept)
    numbers = re.fullmatch(
        r"(\d+) decisions count; (\d+) trivial ones and 21 forced moves do not; "
        r"2 more are not judged",
        told[2],
    )
    assert numbers is not None
    assert sum(map(int, numbers.groups())) == 73 + 29 - 2
    table = pinochle("ledger", "show", "--ledger", str(kept), "--player", "B", "--ascii").out
    few = re.findall(r"  -?\d+\.\d\d \(([123]) hands\)", table)
    assert few
    asked = pinochle("ledger", "query", "not last trick", "--ledger", str(kept), "--player", "B")
    assert asked.out.splitlines()[0].split()[2] == str(73 + 29)
