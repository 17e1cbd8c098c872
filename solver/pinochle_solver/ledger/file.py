"""The file of a ledger: its tables, its versions, and what is written to it.

It is a DuckDB file. A hand is written in one transaction, with its decisions, so that it is there
whole or not at all, whatever ends the program. DuckDB lets one program write, or several read.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from pinochle_solver.errors import LedgerError
from pinochle_solver.ledger.facts import ENGINE, Facts
from pinochle_solver.version import __version__

if TYPE_CHECKING:
    from pinochle_solver.ledger.hands import Rows
    from pinochle_solver.ledger.incoming import Incoming

_STEPS = (
    """
    CREATE TABLE about (version INTEGER NOT NULL, program VARCHAR NOT NULL);
    INSERT INTO about VALUES (0, '');
    CREATE SEQUENCE hand_numbers;
    CREATE TABLE hands (
        hand INTEGER PRIMARY KEY, key VARCHAR NOT NULL UNIQUE, record VARCHAR NOT NULL,
        players TINYINT NOT NULL, rulebook VARCHAR NOT NULL, day DATE, place VARCHAR NOT NULL,
        findings INTEGER NOT NULL,
        engine VARCHAR NOT NULL, program VARCHAR NOT NULL, worlds INTEGER NOT NULL,
        seed UBIGINT NOT NULL, reviewed TIMESTAMP NOT NULL
    );
    CREATE TABLE seats (
        hand INTEGER NOT NULL, seat VARCHAR NOT NULL, player VARCHAR NOT NULL,
        forced INTEGER NOT NULL, dealt BOOLEAN, bid BOOLEAN,
        unit VARCHAR, result DOUBLE, deal DOUBLE, draws DOUBLE, unseen DOUBLE
    );
    CREATE TABLE decisions (
        hand INTEGER NOT NULL, number INTEGER NOT NULL, seat VARCHAR NOT NULL,
        player VARCHAR NOT NULL, trick SMALLINT NOT NULL, tricks_left SMALLINT,
        kind VARCHAR NOT NULL, role VARCHAR, position VARCHAR NOT NULL,
        played VARCHAR NOT NULL, best VARCHAR NOT NULL, reason VARCHAR,
        unit VARCHAR NOT NULL, loss DOUBLE, loss_se DOUBLE, points DOUBLE, points_se DOUBLE,
        spread DOUBLE, exact BOOLEAN, significant BOOLEAN, mark VARCHAR,
        expected DOUBLE, win DOUBLE, worlds INTEGER,
        trump VARCHAR, led VARCHAR, played_card VARCHAR, best_card VARCHAR,
        cards TINYINT, trumps TINYINT,
        aces TINYINT, tens TINYINT, kings TINYINT, queens TINYINT, jacks TINYINT, nines TINYINT,
        eights TINYINT, sevens TINYINT,
        spades TINYINT, hearts TINYINT, diamonds TINYINT, clubs TINYINT
    );
    """,
)
"""What makes a file of each version of one of the version before; the first one of an empty file.

A released step is never changed: files of its version are about.
"""
VERSION = len(_STEPS)


class Kept(NamedTuple):
    """A hand that is in the file.

    Attributes:
        hand: its number.
        settings: by what it was reviewed: engine, program, worlds, seed.
        day: its day; None if that is not known.
    """

    hand: int
    settings: tuple[str, str, int, int]
    day: date | None


def settings_of(worlds: int, seed: int) -> tuple[str, str, int, int]:
    """The settings of a review by this program, as of `Kept`."""
    return (ENGINE, __version__, worlds, seed)


class Ledger:
    """The file, open.

    Args:
        connection: of DuckDB.
        path: where it is, for messages.
    """

    def __init__(self, connection: Any, path: Path) -> None:
        self._connection, self.path = connection, path
        self._names: dict[str, str] = {}

    def rows(self, query: str, values: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        """The rows that a query has."""
        found: list[tuple[Any, ...]] = self._connection.execute(query, list(values)).fetchall()
        return found

    def table(self, query: str, values: Sequence[object] = ()) -> Any:
        """The Arrow table that a query has."""
        return self._connection.sql(query, params=list(values)).to_arrow_table()

    def columns(self, query: str, values: Sequence[object] = ()) -> dict[str, Any]:
        """The numpy columns of what a query has, by name."""
        found: dict[str, Any] = self._connection.execute(query, list(values)).fetchnumpy()
        return found

    def kept(self) -> dict[str, Kept]:
        """The hands that are in the file, by their keys."""
        query = "SELECT key, hand, engine, program, worlds, seed, day FROM hands"
        return {
            key: Kept(hand, (engine, program, worlds, seed), day)
            for key, hand, engine, program, worlds, seed, day in self.rows(query)
        }

    def players(self) -> list[str]:
        """The names of all players, in the order in which they came."""
        query = "SELECT player FROM seats GROUP BY player ORDER BY min(hand), player"
        return [name for (name,) in self.rows(query)]

    def add(self, hand: Incoming, found: Rows, settings: tuple[str, str, int, int]) -> None:
        """Write a hand with its decisions, in place of what was known of it.

        Raises:
            LedgerError: when the file cannot be written.
        """
        names = {seat: self._spelled(name) for seat, name in hand.names.items()}
        with self._transaction():
            self._connection.execute(
                "DELETE FROM decisions WHERE hand IN (SELECT hand FROM hands WHERE key = ?)",
                [hand.key],
            )
            self._connection.execute(
                "DELETE FROM seats WHERE hand IN (SELECT hand FROM hands WHERE key = ?)",
                [hand.key],
            )
            self._connection.execute("DELETE FROM hands WHERE key = ?", [hand.key])
            ((number,),) = self.rows("SELECT nextval('hand_numbers')")
            self._connection.execute(
                "INSERT INTO hands VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, now())",
                [
                    number,
                    hand.key,
                    hand.record.text(),
                    hand.seats,
                    hand.rulebook,
                    hand.day,
                    hand.place,
                    found.findings,
                    *settings,
                ],
            )
            for name, rows in (("seats", found.seats), ("decisions", found.decisions)):
                self._insert(name, number, names, rows)

    def set_day(self, hand: int, day: date) -> None:
        """Note the day of a hand that had none, or another one."""
        with self._transaction():
            self._connection.execute("UPDATE hands SET day = ? WHERE hand = ?", [day, hand])

    def _insert(
        self, name: str, hand: int, names: Mapping[str, str], rows: Sequence[Facts]
    ) -> None:
        if not rows:
            return
        columns = list(dict.fromkeys(column for row in rows for column in row))
        given = [
            (hand, names[str(row["seat"])], *(row.get(column) for column in columns))
            for row in rows
        ]
        places = ", ".join("?" for _ in given[0])
        self._connection.executemany(
            f"INSERT INTO {name} (hand, player, {', '.join(columns)}) VALUES ({places})", given
        )

    def _spelled(self, name: str) -> str:
        """A player's name as it was first written: it is the same in either case."""
        if not self._names:
            self._names = {each.casefold(): each for each in self.players()}
        return self._names.setdefault(name.casefold(), name)

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        import duckdb

        self._connection.begin()
        try:
            yield
            self._connection.commit()
        except duckdb.Error as error:
            raise LedgerError(f"{self.path}: {_fact(error)}") from None
        except BaseException:
            self._connection.rollback()
            raise


@contextmanager
def open_ledger(path: Path, *, writes: bool = False) -> Iterator[Ledger]:
    """The ledger of a file, until the block ends.

    Args:
        path: where it is.
        writes: whether it is to be written; then it is made if there is none.

    Raises:
        LedgerError: if DuckDB is missing, and for a file that is none, of a later version, or in
            use.
    """
    try:
        import duckdb
    except ImportError:
        fact = "DuckDB is not installed (pip install 'pinochle-solver[ledger]')"
        raise LedgerError(fact) from None
    if not writes and not path.exists():
        raise LedgerError(f"{path}: no ledger yet. Type pinochle ledger add FILE")
    try:
        connection = duckdb.connect(str(path), read_only=not writes)
    except duckdb.Error as error:
        raise LedgerError(f"{path}: {_fact(error)}") from None
    with closing(connection):
        version = _version(connection, path)
        if version < VERSION and not writes:
            # It is brought up to date by who may write, once.
            connection.close()
            with open_ledger(path, writes=True):
                pass
            with open_ledger(path) as ledger:
                yield ledger
            return
        for number in range(version, VERSION):
            connection.begin()
            connection.execute(_STEPS[number])
            connection.execute(
                "UPDATE about SET version = ?, program = ?", [number + 1, __version__]
            )
            connection.commit()
        yield Ledger(connection, path)


def _version(connection: Any, path: Path) -> int:
    """The version of a file; 0 for an empty one."""
    tables = {name for (name,) in connection.execute("SHOW TABLES").fetchall()}
    if not tables:
        return 0
    if "about" not in tables:
        raise LedgerError(f"{path}: a DuckDB file, but no ledger")
    ((version, program),) = connection.execute("SELECT version, program FROM about").fetchall()
    if version > VERSION:
        fact = f"written by pinochle-solver {program}, which is newer than {__version__}"
        raise LedgerError(f"{path}: {fact}")
    return int(version)


def _fact(error: Exception) -> str:
    """Why DuckDB cannot use a file, in a few words."""
    first = str(error).splitlines()[0]
    if "lock" in first.lower():
        return "in use by another program; try again when that has ended"
    if "not a valid DuckDB" in first or "not a DuckDB" in first:
        return "no ledger: not a DuckDB file"
    return first.partition(": ")[2] or first
