"""Hands of three and four by rulebooks of one's own: dealt, written, read, replayed, solved."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.commandline import Pinochle, piped
from helpers.house_rules import based, house_rules
from helpers.paths import TESTS
from helpers.table_open_solver import OracleSolver
from oracle.table import cards, minimax
from pinochle_solver import (
    RULEBOOKS,
    NotationError,
    PlayoffPosition,
    TablePosition,
    TableRules,
    analyze_table,
    parse_rulebook,
    parse_table_record,
    parse_table_rulebook,
    random_endings,
    read_table_records,
    replay_table_record,
    score_table_game,
    solve_open,
)
from pinochle_solver.double_dummy.solver import open_hands_of
from pinochle_solver.game.table.recording import record_of_deal, record_of_hand
from pinochle_solver.notation.known_rulebooks import KnownRulebooks
from pinochle_solver.notation.table.all_games import is_table_game, parse_any_position
from pinochle_solver.notation.table.positions import position_of
from pinochle_solver.table.acts import Act
from pinochle_solver.table.deals import random_deal
from pinochle_solver.table.hands import TableHand, begun
from pinochle_solver.table.moves import PASS, Bury
from pinochle_solver.table.rules import RANKS
from pinochle_solver.table.stock_hands import StockHand, begun_with_stock

FILES = TESTS / "rulebooks"
CORNERS = parse_table_rulebook((FILES / "corners-at-home.toml").read_text("utf-8"))
THREE = parse_table_rulebook((FILES / "three-at-home.toml").read_text("utf-8"))
OWN = ("--rulebook", str(FILES / "corners-at-home.toml"))


def played(rules: TableRules, seed: int) -> list[TableHand | StockHand]:
    """A hand played at random, move by move; the last one is over."""
    choose, deal = random.Random(seed), random_deal(seed, 1, rules)
    hand: TableHand | StockHand = begun(deal) if rules.stock is None else begun_with_stock(deal)
    hands = [hand]
    while hand.act is not Act.OVER:
        moves = list(hand.legal_moves()) if hand.act is not Act.BURY else first_burials(hand)
        # Low bids, so that the auction is not over at once.
        likely = [move for move in moves if move == PASS or hand.act is not Act.BID][:40]
        hand = hand.after(choose.choice([*likely, *moves[:3]]))
        hands.append(hand)
    return hands


def first_burials(hand: TableHand | StockHand) -> list[Bury]:
    assert isinstance(hand, TableHand)
    moves = (move for move in hand.legal_moves() if isinstance(move, Bury))
    return [next(moves) for _ in range(3)]


@given(house_rules(), st.integers(0, 10**6))
def test_hands_are_written_and_read_by_one_s_own_rulebook(rules: TableRules, seed: int) -> None:
    hands, known = played(rules, seed), KnownRulebooks([rules])
    choose = random.Random(seed)
    for hand in choose.sample(hands[:-1], min(6, len(hands) - 1)):
        for view in (None, hand.turn):
            position = position_of(hand, view)
            line = position.text()
            assert line.startswith("rules=house ")
            assert TablePosition.parse(line, [rules]) == position
            assert parse_any_position(line, known) == position
    over = hands[-1]
    if isinstance(over, TableHand):
        record = record_of_hand(over)
        again = parse_table_record(record.text(), [rules])
        assert again == record
        assert replay_table_record(again).result == over.result(0)
    else:
        record = record_of_deal(over.deal)
        assert parse_table_record(record.text(), [rules]) == record


@given(house_rules(), st.integers(0, 10**6))
def test_endings_are_solved_by_changed_counts_and_obligations(rules: TableRules, seed: int) -> None:
    """The compiled solver against the oracle, which is told what the cards count."""
    (ending,) = random_endings(2, 1, seed, rules)
    points = {rank.letter: rules.count.by_rank()[rank] for rank in RANKS}
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(cards.COUNTS, rules.count.name, points)
        patch.setattr(minimax, "LAST_TRICK", rules.count.last_trick)
        expected = OracleSolver().values(open_hands_of(ending))
    solution = solve_open(ending)
    assert {move.card: move.bounds.value[0] for move in solution.moves} == expected


AT_HOME = {
    "run": 200,
    "royal-marriage": 40,
    "marriage": 20,
    "aces": 100,
    "kings": 80,
    "queens": 60,
    "jacks": 40,
    "pinochle": 60,
    "dix": 0,
}


def test_melds_score_by_their_own_points() -> None:
    seen = set[str]()
    for seed in range(60):
        over = played(CORNERS, seed)[-1]
        assert isinstance(over, TableHand)
        result, sides = over.result(0), CORNERS.units(None)
        for side, total in zip(sides, result.totals, strict=True):
            laid = [meld.kind.name for seat in side for meld in over.laid[seat] or ()]
            won = sum(over.tricks_won(seat) for seat in side)
            seen |= {*laid} if won else set()
            melds = sum(map(AT_HOME.__getitem__, laid)) if won else 0
            assert total == melds + sum(over.cards_won(seat) for seat in side)
    assert {"pinochle", "dix", "marriage"} <= seen


def is_before_last_draw(hand: TableHand | StockHand) -> bool:
    return isinstance(hand, StockHand) and hand.upcard is not None


def test_melds_with_a_stock_score_as_its_rulebook_says() -> None:
    worth = {"marriage": 30, "aces": 120}
    found = set[str]()
    for seed in range(40):
        # In the last draw a nine scores, too.
        over = next(hand for hand in reversed(played(THREE, seed)) if is_before_last_draw(hand))
        assert isinstance(over, StockHand)
        for seat in over.players:
            shown = [laid for laid in over.seats[seat].laid.melds if laid.name in worth]
            if len(shown) == len(over.seats[seat].laid.melds):
                turned = over.deal.upcard is not None and over.deal.upcard.rank.letter == "9"
                dealt = 10 * (turned and seat is over.dealer)
                assert over.melds_made(seat) == dealt + sum(worth[laid.name] for laid in shown)
                found |= {laid.name for laid in shown}
    assert "marriage" in found


# The command line


def lines_of(text: str) -> list[str]:
    return text.splitlines()


def test_it_is_dealt_shown_solved_and_analysed(pinochle: Pinochle, tmp_path: Path) -> None:
    dealt = pinochle("deal", "--seed", "5", *OWN)
    assert (dealt.status, dealt.err) == (0, "")
    (record,) = read_table_records(dealt.out.splitlines(), [CORNERS])
    assert record.rules == CORNERS
    assert pinochle("deal", "--rules", "corners-at-home", "--seed", "5", *OWN).out == dealt.out
    (ending,) = lines_of(pinochle("deal", "--cards", "3", "--seed", "2", *OWN).out)
    assert ending.startswith("rules=corners-at-home bidder=west trump=S turn=east ")
    assert lines_of(pinochle("show", ending, *OWN).out)[0] == ending
    by_default = ending.partition(" ")[2]
    shown = pinochle("show", by_default, *OWN)
    assert lines_of(shown.out)[0] == ending
    assert "rules: corners-at-home is used, because the input names no rulebook" in shown.err
    solved = json.loads(pinochle("solve", "--json", ending, *OWN).out)
    assert solved["value"] == {"west+east": 100, "south+north": 0}
    (best, *_) = json.loads(pinochle("analyze", "--json", ending, *OWN).out)["moves"]
    assert best["move"] == "KC"
    position = TablePosition.parse(ending, [CORNERS])
    assert str(analyze_table(position, seed=1).moves[0].move) == "KC"
    explored = piped(["explore", "--ascii", ending, *OWN], "KC\nq\n")
    assert explored.status == 0
    assert "south to play" in explored.out
    unknown = pinochle("show", ending)
    assert unknown.status == 2
    assert "rules: unknown rulebook 'corners-at-home'" in unknown.err


def test_a_game_of_it_is_replayed_and_scored(pinochle: Pinochle, tmp_path: Path) -> None:
    """To 500, and for five dollars a game and fifty cents a hand."""
    file, hands, dealer = tmp_path / "game.pnr", list[TableHand](), None
    texts = list[str]()
    for seed in range(30):
        over = played(CORNERS, seed)[-1]
        assert isinstance(over, TableHand)
        if dealer is not None and over.deal.dealer is not dealer:
            continue
        dealer = over.rules.table[(over.deal.dealer + 1) % 4]
        hands.append(over)
        texts.append(record_of_hand(over).text())
    file.write_text("\n".join(texts))
    game = score_table_game(map(replay_table_record, read_table_records(file, [CORNERS])))
    expected = [0, 0]
    for over in hands[: len(game.hands)]:
        expected = [a + b for a, b in zip(expected, over.result(0).scores, strict=True)]
        if max(expected) >= 500:
            break
    run = pinochle("score", str(file), "--json", "--pays", "stakes", *OWN)
    scored = json.loads(run.out)
    assert scored["rules"] == "corners-at-home"
    assert scored["target"] == 500
    assert list(game.game.scores) == expected
    replayed = pinochle("replay", str(file), "--json", *OWN)
    first = json.loads(replayed.out.splitlines()[0])
    assert first["rules"] == "corners-at-home"
    units = [unit["score"] for unit in first["result"]["units"]]
    assert units == list(hands[0].result(0).scores)


def test_rules_shows_and_writes_it(pinochle: Pinochle) -> None:
    shown = " ".join(pinochle("rules", "corners-at-home", *OWN).out.split())
    assert "run 200, royal-marriage 40" in shown
    assert "the last must bid 150" in shown
    written = pinochle("rules", "--toml", *OWN).out
    assert parse_table_rulebook(written) == CORNERS
    (line,) = lines_of(pinochle("rules", "corners-at-home", "--json", *OWN).out)
    assert json.loads(line)["melds"]["run"] == 200
    assert pinochle("rules", "corners-at-home", "scarne", *OWN).status == 2


def test_it_is_played_and_noted() -> None:
    for named in ((), ("--rules", "corners-at-home")):
        run = piped(["play", "--engine", "greedy", "--seed", "1", *named, *OWN], "")
        assert run.status == 0
        assert run.out.startswith("corners-at-home, compromise count, seed 1; ")
        run = piped(["new", *named, *OWN], "")
        assert run.status == 0
        assert run.out.startswith("a new hand of corners-at-home, in which you are south; ")


def test_two_handed_commands_refuse_it_in_a_line(pinochle: Pinochle) -> None:
    fact = "corners-at-home is a game for four, and only the two-handed game is taken here"
    run = pinochle("melds", "KQ.-.-.-", "--trump", "S", "--rules", "corners-at-home", *OWN)
    assert (run.status, run.out) == (2, "")
    assert fact in run.err
    two = pinochle("deal", "--rules", "scarne", *OWN)
    assert two.status == 0
    assert '[Rules "scarne"]' in two.out
    both = ("--rulebook", str(FILES / "kitchen.toml"))
    assert '[Rules "kitchen"]' in pinochle("deal", *both, *OWN).out
    assert '[Rules "corners-at-home"]' in pinochle("deal", *OWN, *both).out


def test_a_rulebook_of_the_settings_is_known_and_dealt(
    pinochle: Pinochle, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PINOCHLE_SETTINGS", str(tmp_path / "settings.toml"))
    file = FILES / "corners-at-home.toml"
    assert pinochle("settings", "rulebook", str(file)).status == 0
    assert '[Rules "corners-at-home"]' in pinochle("deal").out
    assert "rules=corners-at-home" in pinochle("deal", "--cards", "2").out
    assert "KS QS" in pinochle("melds", "KQ.-.-.-", "--trump", "S", "--ascii").out


def test_python_knows_it_by_what_is_given() -> None:
    (ending,) = random_endings(3, 1, 2, CORNERS)
    assert TablePosition.parse(ending.text(), [CORNERS]) == ending
    with pytest.raises(NotationError, match="unknown rulebook 'corners-at-home'"):
        TablePosition.parse(ending.text())
    known = KnownRulebooks([CORNERS, THREE], CORNERS)
    assert is_table_game("Three-At-Home", known)
    assert is_table_game(None, known)
    assert TablePosition.parse(ending.text().partition(" ")[2], known) == ending
    with pytest.raises(NotationError, match="rules: corners-at-home is a game for four"):
        PlayoffPosition.parse("trump=S turn=south south=A.-.-.- north=K.-.-.-", known)
    house = parse_rulebook('name = "house"\nbased-on = "scarne"')
    assert known.with_more([house]).table_rules("corners-at-home") == CORNERS
    assert known.table_rules("scarne") is None
    assert known.by_name["scarne"] is RULEBOOKS["scarne"]


def test_a_count_or_target_of_a_position_is_written_if_it_is_not_the_rulebook_s() -> None:
    line = "rules=corners-at-home target=700 bidder=south trump=S turn=south "
    line += "south=A.-.-.- west=K.-.-.- north=Q.-.-.- east=J.-.-.-"
    position = TablePosition.parse(line, [CORNERS])
    assert position.rules.target == 700
    assert position.text() == line
    usual = line.replace("target=700", "target=500")
    written = TablePosition.parse(usual, [CORNERS]).text()
    assert written == line.replace("target=700 ", "")


def test_the_rulebook_of_a_house_may_have_its_own_count() -> None:
    rules = parse_table_rulebook(based("corners", "count.nine = 1"))
    line = "rules=house count=house bidder=south trump=S turn=south "
    line += "south=A.-.-.- west=K.-.-.- north=Q.-.-.- east=9.-.-.-"
    position = TablePosition.parse(line, [rules])
    assert solve_open(position).value == (10 + 5 + 5 + 1 + 10, 0)
    with pytest.raises(NotationError, match=r"^count: unknown count 'home'"):
        TablePosition.parse(line.replace("count=house", "count=home"), [rules])
