"""Hands with one to three irregularities, ruled by the product and by the independent oracle."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import pytest

from helpers.irregularity_checks import (
    STOCK_TABLES,
    TABLES,
    check_faulty_record,
    check_faulty_table,
    compare,
    read,
)
from helpers.soak import tried
from oracle.faulty_hands import BARRED, PLANTS, RULES, FaultyRecord, faulty_record
from oracle.table.faulty_hands import CALLS, STOPS, FaultyTable, faulty_table
from oracle.table.faulty_stock import PLANTS as STOCK_PLANTS
from oracle.table.faulty_stock import faulty_stock
from oracle.table.rulebooks import ALL
from pinochle_solver import (
    RULEBOOKS,
    Rulebook,
    Seat,
    parse_rulebook,
    replay_record,
    rulebook_text,
)

HANDS, TABLE_HANDS = tried(6, 200), tried(8, 200)


def test_every_rulebook_has_a_writer_of_irregularities() -> None:
    assert set(RULES) == set(RULEBOOKS)
    assert set(TABLES) == {book.name for book in ALL if not book.stock}
    assert set(STOCK_TABLES) == {book.name for book in ALL if book.stock}


@pytest.mark.parametrize("rules", RULES)
def test_irregularities_are_named_and_ruled_as_the_oracle_does(rules: str) -> None:
    made: Counter[str] = Counter()
    for seed in range(HANDS):
        made += check_faulty_record(rules, seed)
    assert made["scored"] > HANDS // 4
    assert made["2 planted"] + made["3 planted"] > HANDS // 4


@pytest.mark.parametrize("name", TABLES)
def test_irregularities_of_three_and_four_are_ruled_as_the_oracle_does(name: str) -> None:
    made: Counter[str] = Counter()
    for seed in range(TABLE_HANDS):
        made += check_faulty_table(name, seed)
    assert made["open"] < TABLE_HANDS // 2


@pytest.mark.parametrize("name", STOCK_TABLES)
def test_irregularities_of_games_with_a_stock_are_ruled_as_the_oracle_does(name: str) -> None:
    made: Counter[str] = Counter()
    for seed in range(2 * TABLE_HANDS):
        made += check_faulty_table(name, seed)
    assert made["void"]
    assert made["played"]
    assert sum(made[plant] for plant in ("renege", "said", "in playoff")) > TABLE_HANDS // 2


def test_every_irregularity_is_planted_somewhere() -> None:
    assert_planted(
        {*PLANTS, BARRED},
        (faulty_record(("macdougall", "goulash")[seed % 2], seed // 2) for seed in range(160)),
    )
    assert_planted(
        {*CALLS, *STOPS, "shown", "disobeyed"},
        (faulty_table(("auction", "check")[seed % 2], seed // 2) for seed in range(160)),
    )
    assert_planted({*STOCK_PLANTS}, (faulty_stock("hayes-3", seed) for seed in range(40)))


def assert_planted(wanted: set[str], records: Iterable[FaultyRecord | FaultyTable]) -> None:
    """Find all of these irregularities, in no more of the records than it takes."""
    missing = {*wanted}
    for record in records:
        missing.difference_update(record.planted)
        if not missing:
            return
    pytest.fail(f"never planted: {missing}")


def house_of(rules: str, ruling: str = "", changed: str = "") -> Rulebook:
    """A rulebook by another name, with a ruling changed."""
    text = rulebook_text(RULEBOOKS[rules]).replace(f'name = "{rules}"', 'name = "house"')
    assert ruling in text
    key = ruling.partition(" = ")[0]
    return parse_rulebook(text.replace(ruling, f"{key} = {changed}") if ruling else text)


def test_a_missed_draw_makes_the_hand_void_where_a_rulebook_says_so() -> None:
    house = house_of("scarne", 'missed-draw = "two next"', '"void"')
    done = 0
    for seed in range(64):
        written = faulty_record("scarne", seed)
        missed = next((found for found in written.found if found.kind == "missed draw"), None)
        if missed is None:
            continue
        replay = replay_record(read(written.text, house))
        *before, last = replay.findings
        assert (last.trick, last.kind.value) == (missed.trick, "missed draw"), written.text
        assert last.seat is Seat.parse(missed.seat or "")
        earlier = [found.kind for found in written.found if found.trick < missed.trick]
        assert [f.kind.value for f in before if f.trick < missed.trick] == earlier, written.text
        assert replay.points is None, written.text
        done += 1
    assert done > 2


@pytest.mark.parametrize(
    ("rules", "ruling", "changed"),
    [
        ("scarne", 'renege = "count to opponent"', '"count lost"'),
        ("macdougall", 'renege = "count lost"', '"none"'),
        ("hayes", 'renege = "none"', '"count lost"'),
        ("macdougall", "wrong-meld-to-opponent = true", "false"),
        ("scarne", "claims-stand-after-stock = true", "false"),
        ("macdougall", "forgotten-dix-is-lost = true", "false"),
        ("macdougall", "looking-loses-count = true", "false"),
        ("scarne", 'missed-draw = "two next"', '"void"'),
        ("scarne", 'face-up = "taken"', '"shuffled"'),
        ("macdougall", 'face-up = "shuffled"', '"taken"'),
        ("scarne", "short-hand-melds = false", "true"),
        ("macdougall", "short-hand-melds = true", "false"),
        ("hayes", 'extra-card-melds = "after a trick"', '"when righted"'),
    ],
)
def test_a_ruling_that_is_changed_is_noticed(rules: str, ruling: str, changed: str) -> None:
    """By a rulebook of one's own with one ruling changed the comparison soon fails."""
    other = house_of(rules, ruling, changed)
    assert other.penalties != RULEBOOKS[rules].penalties
    for seed in range(64):
        try:
            compare(faulty_record(rules, seed), other)
        except AssertionError:
            return
    pytest.fail(f"{ruling}, changed to {changed}, is not noticed")


@pytest.mark.parametrize("rules", RULES)
def test_a_rulebook_of_ones_own_rules_as_the_one_it_was_made_from(rules: str) -> None:
    for seed in range(HANDS // 4):
        compare(faulty_record(rules, seed), house_of(rules))
