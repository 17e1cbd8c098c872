"""Hands with doubles: positions and what is refused of them, records, payments, analyses."""

from __future__ import annotations

import json
import pickle
from dataclasses import replace
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any

import pytest

from helpers.commandline import Pinochle, piped
from helpers.doubled import LAST, REDOUBLED, changed
from helpers.games import DOUBLED as RECORD
from helpers.games import scoring
from helpers.small_decks import minimax, small_rules
from pinochle_solver import (
    RULEBOOKS,
    Doubler,
    Doubles,
    Doubling,
    IllegalPositionError,
    Irregularity,
    PlayoffPosition,
    Points,
    PositionError,
    Seat,
    Stakes,
    StockPosition,
    analyze,
    analyze_with,
    parse_record,
    parse_rulebook,
    record_of,
    replay_record,
    score_game,
)
from pinochle_solver._core.hand.game import HandGame
from pinochle_solver._core.hand.hand import ACCEPT, DOUBLE, NO_DOUBLE, PASS, REDOUBLE, REFUSE
from pinochle_solver.errors import GameError, IllegalMoveError
from pinochle_solver.hand.deals import random_deal
from pinochle_solver.hand.exploration import Exploration
from pinochle_solver.hand.referee import Referee
from pinochle_solver.notation.position_fields import Act, HandPoints, SeatPoints
from pinochle_solver.notation.position_lines import parse_position
from pinochle_solver.render.renderer import Renderer
from pinochle_solver.reviews.choices import choices
from pinochle_solver.rules.cards import Suit
from pinochle_solver.rules.hand_packing import StateRecord, hand_rules_record
from pinochle_solver.rules.moves import Move
from pinochle_solver.rules.rules import GameRules
from pinochle_solver.stock.analysis import Analysis, MoveEstimate
from pinochle_solver.stock.doubling import RIGHT, analyze_doubling, best_of, in_stakes, worths
from pinochle_solver.stock.estimates import Estimate
from pinochle_solver.stock.reasoning import rival

WITH_DOUBLES = ("macdougall", "macdougall-bonus", "goulash")

PLAYOFF = (
    "rules=goulash doubles=first-last stake=8 trump=S south=T.T.KQ.- north=A.-.K.TK turn=south"
)
OWN_GAME = "but with doubles each hand is a game of its own"
NO_POWER = "is not a power of two from 1 to 4294967296"


# Positions


@pytest.mark.parametrize(
    ("line", "moves"),
    [
        (REDOUBLED, ["refuse", "accept"]),
        (changed(REDOUBLED, "act=answer", "turn=north", "north=K9.TKJJ.ATJ9.T9", "south=+12"),
         ["refuse", "accept", "redouble"]),
        (LAST, ["no-double", "double"]),
        (changed(LAST, "stock=0"), ["no-double", "double"]),
        (changed(LAST, "act=ANSWER", "turn=south", "south=QJ9.AAKJ.QQ9.AK", "north=+12"),
         ["refuse", "accept", "redouble"]),
    ],
)  # fmt: skip
def test_positions_read_and_say_what_may_be_said(line: str, moves: list[str]) -> None:
    position = parse_position(line)
    assert isinstance(position, StockPosition)
    assert parse_position(position.text()) == position
    assert parse_position(json.dumps(position.tokens())) == position
    assert pickle.loads(pickle.dumps(position)) == position
    assert [move.text() for move in position.legal_moves()] == moves


def test_the_canonical_line_leaves_out_what_is_usual() -> None:
    line = changed(LAST, "stake=1", "doubler=both", "south=-.-.-.-+12")
    text = changed(line, "stake=", "doubler=")
    assert StockPosition.parse(line).text() == text
    assert StockPosition.parse(text).stakes == Stakes(Doubles.EVERY, 1, Doubler.BOTH)
    # What the deal cannot have come to by itself is written.
    told = changed(line, "doubler=south", "turn=south", "north=+12", "south=QJ9.AAKJ.QQ9.AK")
    assert "doubler=south" in StockPosition.parse(told).text()
    assert "stake=2 doubler=both" in StockPosition.parse(
        changed(LAST, "doubler=both")
    ).text()  # fmt: skip


@pytest.mark.parametrize("stake", [1, 2, 2**31, 2**32])
def test_a_playoff_may_have_any_stake(stake: int) -> None:
    position = parse_position(changed(PLAYOFF, f"stake={stake}"))
    assert isinstance(position, PlayoffPosition)
    assert position.stakes is not None
    assert position.stakes.stake == stake


def test_a_playoff_keeps_its_stake_and_need_not_tell_who_may_double() -> None:
    position = PlayoffPosition.parse(PLAYOFF)
    assert position.stakes == Stakes(Doubles.FIRST_LAST, 8)
    assert position.text() == changed(PLAYOFF)
    assert Referee.of_position(position).position() == position
    told = PlayoffPosition.parse(changed(PLAYOFF, "doubler=north"))
    assert told.text().startswith("rules=goulash doubles=first-last stake=8 doubler=north trump=S")
    assert position.with_rules(RULEBOOKS["hayes"]).stakes is None
    assert position.with_rules(RULEBOOKS["macdougall"]).stakes == position.stakes


@pytest.mark.parametrize(
    ("line", "error"),
    [
        (changed(REDOUBLED, "rules=scarne"), "doubles: every, but in scarne there are no doubles"),
        (changed(REDOUBLED, "rules=hayes"), "doubles: every, but in hayes there are no doubles"),
        (changed(PLAYOFF, "rules=hayes"), "doubles: first-last, but in hayes there are no"),
        (changed(REDOUBLED, "doubles=always"), "doubles: 'always' is not every or first-last"),
        (changed(REDOUBLED, "doubles="), "stake: given, but doubles= is not"),
        (changed(PLAYOFF, "doubles="), "stake: given, but doubles= is not"),
        (changed(REDOUBLED, "doubles=", "stake="), "doubler: given, but doubles= is not"),
        (changed(REDOUBLED, "doubles=", "stake=", "doubler="), "act: answer-redouble, but without"),
        (changed(REDOUBLED, "score=0/0"), "score: given, but with doubles each hand is a game"),
        (changed(REDOUBLED, "called=south"), "called: given, but with doubles each hand is a game"),
        (changed(REDOUBLED, "target=1000"), "target: given, but with doubles each hand is a game"),
        (changed(REDOUBLED, "ahead=100"), "ahead: given, but with doubles each hand is a game"),
        (changed(REDOUBLED, "stake=3"), "stake: '3' is not a power of two from 1 to 4294967296"),
        (changed(REDOUBLED, "stake=0"), "stake: '0' is not a power of two"),
        (changed(REDOUBLED, "stake=-2"), "stake: '-2' is not a power of two"),
        (changed(REDOUBLED, "stake=8589934592"), "stake: '8589934592' is not a power of two"),
        (changed(REDOUBLED, "stake=two"), "stake: 'two' is not a power of two"),
        (changed(REDOUBLED, "stake=2147483648"), "stake: 2147483648, nobody doubles a stake over"),
        (changed(REDOUBLED, "doubler=west"), "doubler: 'west' is not both, south or north"),
        (changed(REDOUBLED, "doubler="), "doubler: missing, needed at a stake of 4"),
        (changed(REDOUBLED, "doubler=north"), "doubler: north, but south won the trick"),
        (changed(LAST, "doubler=south"), "doubler: south, but north won the trick"),
        (changed(REDOUBLED, "act=answer"), "doubler: south, but north won the trick"),
        (changed(REDOUBLED, "act=redouble"), "act: unknown act 'redouble' (play, meld, dix,"),
        (changed(REDOUBLED, "led=9H"), "led: 9H, in the middle of a trick nobody doubles"),
        (changed(REDOUBLED, "doubles=first-last"), "act: answer-redouble after trick 2, but"),
        (changed(REDOUBLED, "gone=", "stock=23", "points="), "act: answer-redouble, before any"),
        (changed(REDOUBLED, "stock=21"), "stock: 21 cards, expected 19 after 2 tricks"),
        (changed(REDOUBLED, "north=+11"), "north: 11 cards, expected 12"),
        (changed(REDOUBLED, "points=0+15/0+0"), "points: card points sum to 15, the cards"),
        (changed(REDOUBLED, "points=10+16/0+0"), "points: meld points are 10/0, the melds scored"),
        (changed(LAST, "upcard=TC"), "upcard: TC, but after the last draws there is none"),
        (changed(LAST, "stock=1"), "stock: 1 card, expected 0"),
        (changed(LAST, "stock=TC"), "stock: 1 card, expected 0"),
        (changed(LAST, "trump="), "trump: missing"),
        (changed(LAST, "gone=ATQJ.TKQJ9.AATTKKJ9.ATKJJ"), "upcard: missing"),
        (changed(LAST, "melds.north=royal-marriage:KC.QC"), "melds.north: after the last draws"),
        (changed(LAST, "points=5+95/0+0"), "points: meld points are 5, expected a multiple of 10"),
        (changed(LAST, "points=0+95/0+1"), "points: card points sum to 96"),
        (changed(LAST, "act=play"), "act: belongs to a stock-phase position"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_named(line: str, error: str) -> None:
    with pytest.raises(PositionError) as caught:
        parse_position(line)
    assert str(caught.value).startswith(error), str(caught.value)


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"score": Points(10, 0)}, f"score: 10/0, {OWN_GAME}"),
        ({"target": 1200}, f"target: 1200, {OWN_GAME}"),
        ({"ahead": 100}, f"ahead: 100, {OWN_GAME}"),
        ({"called": [Seat.SOUTH]}, f"called: south, {OWN_GAME}"),
        ({"stakes": "every"}, "doubles: 'every' is no Stakes"),
        ({"stakes": None}, "act: answer-redouble, but without doubles= nobody doubles"),
    ],
)
def test_positions_of_values_pass_the_same_checks(changes: dict[str, Any], error: str) -> None:
    position = StockPosition.parse(REDOUBLED)
    with pytest.raises(IllegalPositionError) as caught:
        replace(position, **changes)
    assert str(caught.value) == error


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (("every",), "doubles: 'every' is none of every, first_last"),
        ((Doubles.EVERY, 6), f"stake: '6' {NO_POWER}"),
        ((Doubles.EVERY, 2.5), f"stake: '2.5' {NO_POWER}"),
        ((Doubles.EVERY, 2, "south"), "doubler: 'south' is none of both, south, north"),
    ],
)
def test_what_are_no_stakes_is_refused(arguments: tuple[Any, ...], error: str) -> None:
    with pytest.raises(IllegalPositionError) as caught:
        Stakes(*arguments)
    assert str(caught.value) == error


def test_who_has_the_right_may_double_in_a_window_up_to_the_largest_stake() -> None:
    rules = RULEBOOKS["macdougall"]
    right = Stakes(Doubles.EVERY, 2, Doubler.SOUTH)
    assert right.may_double(Seat.SOUTH, 2, rules)
    assert not right.may_double(Seat.NORTH, 2, rules)
    assert not replace(right, doubles=Doubles.FIRST_LAST).may_double(Seat.SOUTH, 2, rules)
    assert not replace(right, stake=1 << 32).may_double(Seat.SOUTH, 2, rules)
    assert not Stakes(Doubles.EVERY, 2).may_double(Seat.SOUTH, 2, rules)


def test_solve_takes_no_window(pinochle: Pinochle) -> None:
    for act in ("double", "answer", "answer-redouble"):
        result = pinochle("solve", f"{PLAYOFF} act={act}")
        assert (result.status, result.out) == (2, "")
        assert "act: belongs to a stock-phase position" in result.err
    assert pinochle("solve", PLAYOFF).status == 0


# The compiled hand


def test_the_numbers_of_what_is_said_are_nothing_elses() -> None:
    said = {NO_DOUBLE, DOUBLE, REFUSE, ACCEPT, REDOUBLE}
    assert said == set(range(251, 256))
    for name in WITH_DOUBLES:
        rules = RULEBOOKS[name]
        for seed in range(4):
            deal = random_deal(seed, 3, rules)
            referee = Referee.of_deal(deal, ask_always=True, doubles=Doubles.EVERY)
            random = Random(seed)
            while not referee.is_over:
                numbers = set(referee.numbers())
                assert referee.due is not None
                assert numbers <= said if referee.due.doubles else not numbers & said
                referee.push_number(random.choice(sorted(numbers - {REFUSE})))


def test_a_rulebook_of_too_many_melds_has_no_doubles() -> None:
    assert PASS + 91 == NO_DOUBLE
    melds = "".join(
        f'[melds.m{n}]\npoints = 10\ncards = "{rank}S {other}D"\n'
        for n, (rank, other) in enumerate((rank, other) for rank in "ATKQJ9" for other in "ATKQJ9")
    )
    text = f'name = "many"\nbased-on = "macdougall"\n[melds]\n{melds}'
    rules = parse_rulebook(text)
    assert hand_rules_record(rules, rules.count, Suit.SPADES)
    with pytest.raises(ValueError, match="too many for a hand with doubles"):
        hand_rules_record(rules, rules.count, Suit.SPADES, doubles=Doubles.EVERY)
    line = changed(REDOUBLED, "rules=many")
    with pytest.raises(
        IllegalPositionError, match=r"^doubles: .* too many for a hand with doubles"
    ):
        StockPosition.parse(line, [rules])
    assert StockPosition.parse(
        changed(line, "doubles=", "stake=", "doubler=", "act="), [rules]
    )  # fmt: skip


def test_without_doubles_no_state_has_a_stake() -> None:
    rules = RULEBOOKS["macdougall"]
    deal = random_deal(1, 1, rules)
    plain, doubled = (Referee.of_deal(deal, doubles=doubles) for doubles in (None, Doubles.EVERY))
    assert plain.first_state == doubled.first_state
    record = hand_rules_record(rules, rules.count, deal.trump)
    pile = bytes(card.index for card in deal.stock)
    HandGame(record, plain.first_state, pile)
    staked = StateRecord.unpack(plain.first_state)._replace(stake=1, right=1).pack()
    with pytest.raises(ValueError, match="no sound record"):
        HandGame(record, staked, pile)
    HandGame(hand_rules_record(rules, rules.count, deal.trump, doubles=1), staked, pile)


# Records

PLAIN = RECORD.replace('[Doubles "every"]\n', "")


def said(text: str) -> str:
    """The record with this in place of what follows trick 3."""
    return RECORD[: RECORD.index("{double S:redouble")] + text


def played(rules: str, seed: int, doubles: Doubles | None = Doubles.EVERY) -> Referee:
    """A hand played at random; nobody refuses in most of them."""
    random = Random(seed)
    referee = Referee.of_deal(random_deal(seed, 2, RULEBOOKS[rules]), doubles=doubles)
    while not referee.is_over:
        moves = [*referee.moves()]
        if Doubling.REFUSE in moves and random.random() < 0.8:
            moves.remove(Doubling.REFUSE)
        referee.push(random.choice(moves))
    return referee


def test_the_example_replays() -> None:
    record = parse_record(RECORD)
    replay = replay_record(record)
    assert not replay.findings
    assert (replay.is_complete, replay.refuser, replay.payment) == (True, Seat.SOUTH, (-8, 8))
    spoken = [[(seat.text(), word.text()) for seat, word in t.said] for t in replay.tricks]
    assert spoken == [
        [("south", "double"), ("north", "accept")],
        [],
        [("north", "double"), ("south", "redouble"), ("north", "accept")],
        [("north", "double"), ("south", "refuse")],
    ]
    assert [m.text() for m in replay.moments if m.act in "oab"] == [
        *("1o", "1a", "3o", "3a", "3b", "4o", "4a")
    ]  # fmt: skip
    window = replay.at(3, "b", Seat.NORTH)
    assert isinstance(window, StockPosition)
    assert (window.act, window.stakes) == (
        Act.ANSWER_REDOUBLE,
        Stakes(Doubles.EVERY, 2, Doubler.NORTH),
    )
    assert parse_record(record.text()) == record


@pytest.mark.parametrize("rules", WITH_DOUBLES)
@pytest.mark.parametrize("doubles", Doubles)
def test_hands_are_written_and_read_back(rules: str, doubles: Doubles) -> None:
    random = Random(rules)
    for seed in range(4):
        referee = played(rules, seed, doubles)
        deal = random_deal(seed, 2, RULEBOOKS[rules])
        moves = referee.history[: random.choice([len(referee.history), 9, 23])]
        for view in (None, *Seat):
            record = record_of(deal, moves, view, doubles=doubles)
            assert parse_record(record.text()) == record
            replay = replay_record(record)
            kinds = {finding.kind for finding in replay.findings}
            assert kinds <= {Irregularity.FORGOTTEN_DIX}, record.text()
            assert replay.referee is not None
            assert replay.referee.stakes is not None
            if len(moves) == len(referee.history) and not replay.unknown:
                assert replay.payment == referee.payment
                assert replay.refuser is referee.refuser
        # A record that ends where somebody did not double says so, as nothing else does.
        made = [i for i, move in enumerate(referee.history) if move is Doubling.NO_DOUBLE]
        for end in made[:2]:
            record = record_of(deal, referee.history[: end + 1], doubles=doubles)
            assert record.text().rstrip().endswith("no-double}")
            assert replay_record(record).referee.due is Act.PLAY  # type: ignore[union-attr]
            shorter = record_of(deal, referee.history[:end], doubles=doubles)
            assert replay_record(shorter).moments[-1].act == "o"


@pytest.mark.parametrize(
    ("text", "finding"),
    [
        (said("{N:double}"), None),
        (said("{double}"), None),
        (said("{double} 4. AC 9C"), "trick 3: south, illegal double: double: south has not"),
        (said("{double N:accept}"), "trick 3: north, illegal double: accept: south has to say"),
        (said("{accept}"), "trick 3: north, illegal double: accept: north may say no-double"),
        (said("{double S:double}"), "trick 3: south, illegal double: double: south may say refuse"),
        (said("{double S:redouble redouble}"), "trick 3: north, illegal double: redouble: north"),
        (said("{S:double}"), "trick 3: south, illegal double: double: north has to say something"),
        (said("{double S:refuse accept}"), "trick 3: north, illegal double: accept: the hand is"),
        (said("{double S:refuse} 4. AC 9C"), "trick 4: illegal play: 4. AC 9C: the hand is over"),
        (RECORD.replace("9C 3.", "9C {double} 3."), "trick 2: south, illegal double: double:"),
        (said("{double marriage:KC.QC}"), "trick 3: unreadable: 'marriage:KC.QC' behind double,"),
        (said("{double=10}"), "trick 3: unreadable: 'double=10' scores nothing"),
        (PLAIN, "trick 1: unreadable: 'double', but without the tag Doubles"),
    ],
)  # fmt: skip
def test_what_was_said_wrongly_is_named(text: str, finding: str | None) -> None:
    replay = replay_record(parse_record(text))
    if finding is None:
        assert not replay.findings
    else:
        (found,) = replay.findings
        assert str(found).startswith(finding), found


@pytest.mark.parametrize(
    ("tags", "error"),
    [
        ({'"macdougall"': '"scarne"'}, "Doubles: every, but in scarne there are no doubles"),
        ({'[Doubles "every"]': '[Doubles "often"]'}, "Doubles: 'often' is not every or first-last"),
        ({'[Dealer': '[Score "0/0"]\n[Dealer'}, "Score: given, but with doubles each hand is a"),
        ({'[Dealer': '[Target "1200"]\n[Dealer'}, "Target: given, but with doubles"),
        ({'[Dealer': '[Pays "difference"]\n[Dealer'}, "Pays: given, but with doubles"),
        ({'[Dealer': '[CallOut "3:south"]\n[Dealer'}, "CallOut: given, but with doubles"),
        ({'[Doubles': '[Double'}, "Double: unknown tag, did you mean Doubles?"),
    ],
)  # fmt: skip
def test_tags_that_do_not_go_with_doubles(tags: dict[str, str], error: str) -> None:
    text = RECORD
    for old, new in tags.items():
        text = text.replace(old, new)
    with pytest.raises(PositionError) as caught:
        parse_record(text)
    assert str(caught.value).startswith(error)


def test_last_draws_that_were_wrong_leave_the_last_window_open() -> None:
    """Who drew out of turn last: the other seat has the upcard, and the window is there."""
    referee = Referee.of_deal(random_deal(3, 2, RULEBOOKS["macdougall"]), doubles=Doubles.EVERY)
    random = Random(3)
    while not referee.stock_is_gone:
        referee.push(random.choice([m for m in referee.moves() if m is not Doubling.DOUBLE]))
    deal = random_deal(3, 2, RULEBOOKS["macdougall"])
    record = record_of(deal, referee.history, doubles=Doubles.EVERY)
    loser = referee.leader.other.text()[0].upper()
    last = record.tricks[-1]
    text = record.text()[:-1]
    text = (
        f"{text[:-1]} {loser}:out-of-turn}}" if last.events else f"{text} {{{loser}:out-of-turn}}"
    )
    replay = replay_record(parse_record(text + "\n"))
    assert [finding.kind.value for finding in replay.findings] == ["draw out of turn"]
    assert replay.referee is not None
    assert replay.referee.due is Act.DOUBLE
    assert replay.referee.hand(referee.leader) != referee.hand(referee.leader)


# Games of them


def test_a_game_with_doubles_is_the_sum_of_its_payments() -> None:
    records = []
    total = 0
    for seed in range(5):
        referee = played("goulash", seed)
        deal = replace(random_deal(seed, 2, RULEBOOKS["goulash"]), dealer=Seat(seed % 2))
        referee = Referee.of_deal(deal, doubles=Doubles.EVERY)
        random = Random(seed)
        while not referee.is_over:
            referee.push(random.choice(referee.moves()))
        records.append(record_of(deal, referee.history, doubles=Doubles.EVERY))
        assert referee.payment is not None
        total += referee.payment.south
    game = score_game([replay_record(record) for record in records])
    assert not game.has_faults
    assert game.score == (total, -total)
    assert (game.winner, game.ending, game.target_reached) == (None, None, False)
    for hand in game.hands:
        assert (hand.points is None) == (hand.outcome.value == "refused")
    for options in (
        {"target": 1000}, {"chips": True}, {"single_hand": True}, {"ahead": 10},
    ):  # fmt: skip
        with pytest.raises(GameError, match="with doubles each hand is a game of its own"):
            score_game([replay_record(records[0])], **options)


def test_a_tie_pays_nobody() -> None:
    deal = random_deal(1, 2, RULEBOOKS["goulash"])
    record = record_of(deal, played("goulash", 1).history, doubles=Doubles.EVERY)
    (hand,) = score_game([scoring(record, 200, 200)]).hands
    assert (hand.payment, hand.notes) == ((0, 0), ("a tie: nobody pays",))


def test_a_dead_hand_pays_nobody() -> None:
    dead = RECORD.replace('[South "AT9', '[South "AT99')
    game = score_game([replay_record(parse_record(text)) for text in (dead, RECORD)])
    assert [hand.outcome.value for hand in game.hands] == ["dead hand", "refused"]
    assert [hand.payment for hand in game.hands] == [None, (-8, 8)]
    assert game.score == (-8, 8)


def test_score_and_replay_tell_the_payment(
    pinochle: Pinochle, tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.mktemp("doubles") / "hand.pnr"
    path.write_text(RECORD)
    text = pinochle("replay", str(path))
    assert "south refuses and pays 8 (-8/8, in initial stakes)" in text.out
    assert "double; accept" in text.out
    line = json.loads(pinochle("replay", "--json", str(path)).out)
    assert (line["doubles"], line["stake"], line["refused"]) == ("every", 8, "south")
    assert line["payment"] == {"south": -8, "north": 8}
    scored = json.loads(pinochle("score", "--json", str(path)).out)
    assert (scored["target"], scored["winner"], scored["doubles"]) == (None, None, "every")
    assert scored["score"] == {"south": -8, "north": 8}
    (hand,) = scored["hands"]
    assert (hand["outcome"], hand["points"]) == ("refused", None)
    assert "paid in stakes: south -8, north 8" in pinochle("score", str(path)).out
    refused = pinochle("score", "--chips", str(path))
    assert (refused.status, refused.out) == (2, "")
    assert "--chips: with doubles each hand is a game of its own" in refused.err


def test_a_hand_played_out_pays_by_its_points_with_penalties() -> None:
    for seed in range(40):
        referee = played("macdougall", seed)
        if referee.refuser is None:
            break
    deal = random_deal(seed, 2, RULEBOOKS["macdougall"])
    record = record_of(deal, referee.history, doubles=Doubles.EVERY)
    replay = replay_record(record)
    assert replay.points is not None
    assert referee.stakes is not None
    south, north = map(sum, replay.points)
    sign = (south > north) - (south < north)
    assert replay.payment == (sign * referee.stakes.stake, -sign * referee.stakes.stake)
    # A wrong meld's points go to the other seat, and with them the stake that nobody doubled.
    first, winner = record.tricks[0], replay.tricks[0].winner
    assert winner is not None
    claims = f"{first.number}. {' '.join(first.plays)} {{aces:AS.AH.AD.AC=9000}}"
    wrong = replay_record(parse_record(record.text().replace(first.text(), claims, 1)))
    assert wrong.points is not None
    assert wrong.points[winner] == replay.points[winner]
    other = replay.points[winner.other]
    assert wrong.points[winner.other] == other._replace(melds=other.melds + 9000)
    assert wrong.payment == Points.of(winner, -1, 1)


def test_replay_tells_the_stake_of_a_hand_under_way(pinochle: Pinochle, tmp_path: Path) -> None:
    path = tmp_path / "hand.pnr"
    path.write_text(said("{double}"))
    shown = pinochle("replay", str(path))
    assert (shown.status, shown.err) == (0, "")
    assert shown.out.splitlines()[-1] == "the stake is 2"


def test_replay_tells_who_pays_for_a_hand_played_out() -> None:
    seed = next(seed for seed in range(40) if played("macdougall", seed).refuser is None)
    referee, deal = played("macdougall", seed), random_deal(seed, 2, RULEBOOKS["macdougall"])
    replay = replay_record(record_of(deal, referee.history, doubles=Doubles.EVERY))
    assert referee.stakes is not None
    assert referee.payment is not None
    loser, stake = "south" if referee.payment.south < 0 else "north", referee.stakes.stake
    for each, told in (
        (replay, f"{loser} pays {stake} ({referee.payment.text()}, in initial stakes)"),
        (scoring(replay.record, 200, 200), "a tie: nobody pays (0/0, in initial stakes)"),
    ):
        page = StringIO()
        Renderer(page, ascii=True).replay(each)
        assert page.getvalue().splitlines()[-1] == told


# What is known, and what moves are worth


def test_explore_steps_through_a_window() -> None:
    line = changed(REDOUBLED, "act=double", "stake=1", "doubler=both")
    exploration = Exploration(StockPosition.parse(line))
    exploration.make(exploration.read("double"))
    assert exploration.is_hidden
    assert [move.text() for move in exploration.moves()] == ["refuse", "accept", "redouble"]
    exploration.make(exploration.read("redouble"))
    exploration.make(exploration.read("accept"))
    position = exploration.position
    assert isinstance(position, StockPosition)
    assert (position.act, position.stakes) == (
        Act.PLAY,
        Stakes(Doubles.EVERY, 4, Doubler.SOUTH),
    )
    exploration.back()
    exploration.make(exploration.read("refuse"))
    assert exploration.position is None


def test_explore_goes_on_from_the_last_window_to_the_playoff() -> None:
    for hand in (LAST, StockPosition.parse(LAST).text()):
        exploration = Exploration(StockPosition.parse(hand))
        exploration.make(exploration.read("double"))
        exploration.make(exploration.read("accept"))
        assert isinstance(exploration.position, PlayoffPosition)
        assert exploration.position.stakes == Stakes(Doubles.EVERY, 4, Doubler.SOUTH)


def test_explore_tells_what_was_said_and_what_is_paid() -> None:
    line = changed(REDOUBLED, "act=double", "stake=1", "doubler=both")
    talk = "double\n\nredouble\naccept\nback\nrefuse\n"
    told = piped(["explore", "--worlds", "16", "--ascii", line], talk).out
    for text in (
        "south doubles",
        "north's answer>",
        "the hand is hidden: say what that player says (? lists the choices)",
        "north redoubles",
        "south accepts: the stake is 4",
        "the hand is over: south refuses and pays 2",
    ):
        assert text in told


@pytest.mark.parametrize("move", ["pass", "KS", "dix", "accept", "9H@table"])
def test_other_moves_are_refused_in_a_window(move: str) -> None:
    referee = Referee.of_position(StockPosition.parse(LAST), StockPosition.parse(LAST).unseen)
    with pytest.raises(IllegalMoveError, match="north has to double now, or not"):
        referee.push(move)
    referee.push("no-double")
    with pytest.raises(IllegalMoveError, match="north has to play a card now"):
        referee.push("double")


CHANCES = (0.1, 0.19, 0.25, 0.55, 0.65, 1)


def test_what_a_choice_comes_to_before_the_last_window() -> None:
    """The rule: chances to win, and a little for the right to double."""
    at = {
        act: {chance: worths(act, 2, chance, RIGHT, 0) for chance in CHANCES}
        for act in (Act.DOUBLE, Act.ANSWER, Act.ANSWER_REDOUBLE)
    }  # fmt: skip
    for act, chances in at.items():
        for chance, values in chances.items():
            assert [*values] == [*(list(Doubling)[:2] if act is Act.DOUBLE else values)]
            assert best_of(values).payment == max(each.payment for each in values.values())
            assert all(0 <= each.paid <= 1 for each in values.values()), (act, chance)
    doubles = [
        p for p, values in at[Act.DOUBLE].items() if best_of(values) is values[Doubling.DOUBLE]
    ]
    assert doubles == [0.65]  # at 1 it comes to the same, and is named second
    accepts = [
        p for p, values in at[Act.ANSWER].items() if best_of(values) is not values[Doubling.REFUSE]
    ]
    assert accepts == [0.25, 0.55, 0.65, 1]
    assert at[Act.ANSWER][0.1][Doubling.REFUSE].payment == -2
    assert at[Act.ANSWER_REDOUBLE][0.1][Doubling.REFUSE].payment == -4


def analysis_of(position: StockPosition, *moves: MoveEstimate) -> Analysis:
    """An analysis that found this, the best first."""
    return Analysis(
        position=position,
        engine="default",
        objective="points",
        belief="uniform",
        model="",
        moves=moves,
        choice=moves[0].move,
        worlds=64,
        seed=1,
        seconds=0.1,
    )


def estimated(move: Move, win: Estimate, behind: Estimate, points: Estimate) -> MoveEstimate:
    return MoveEstimate(
        move=move,
        objective="points",
        mean=50 - points.mean,
        mean_se=3.0,
        win=win.mean,
        win_se=win.se,
        points_behind=points,
        win_behind=behind,
        visits=64,
        exact=False,
    )


NONE = Estimate(0.0, 0.0)


def test_payments_of_cards_are_so_many_stakes_as_the_chance_and_so_are_their_errors() -> None:
    """A chance of p is paid p - (1 - p) stakes: an error of the chance counts twice a stake."""
    first, second, third, *_ = StockPosition.parse(changed(REDOUBLED, "act=")).legal_moves()
    for stake in (1, 4):
        doubler = "both" if stake == 1 else "south"
        line = changed(REDOUBLED, "act=", f"stake={stake}", f"doubler={doubler}")
        found = in_stakes(
            analysis_of(
                StockPosition.parse(line),
                estimated(first, Estimate(0.625, 0.03125), NONE, NONE),
                estimated(
                    second,
                    Estimate(0.6875, 0.0625),
                    Estimate(-0.0625, 0.015625),
                    Estimate(2, 1.5),
                ),
                estimated(third, Estimate(0.5, 0.125), Estimate(0.125, 0.25), Estimate(9, 2.5)),
            )
        )
        assert [(move.move, move.mean, move.mean_se) for move in found.moves] == [
            (second, 0.375 * stake, 0.125 * stake),
            (first, 0.25 * stake, 0.0625 * stake),
            (third, 0.0, 0.25 * stake),
        ]
        # Errors of the difference from the first by points, which is no longer the first.
        assert [move.stake_behind for move in found.moves] == [
            NONE,
            Estimate(0.125 * stake, 0.03125 * stake),
            Estimate(0.375 * stake, 0.5 * stake),
        ]
        assert [move.points_behind for move in found.moves] == [
            NONE,
            Estimate(-2, 1.5),
            Estimate(7, 2.5),
        ]
        assert [move.win_behind for move in found.moves] == [
            NONE,
            Estimate(0.0625, 0.015625),
            Estimate(0.1875, 0.25),
        ]
        # 0.125 stakes are four standard errors: the move by points is no longer close.
        assert found.choice == second


def test_payments_of_doubles_have_the_errors_of_the_chance() -> None:
    """Of a chance of 0.6 with an error of 0.05, for who alone may double; the right is worth 0.1.

    At 4 stakes: without a double 4 * (0.2 + 0.1). Doubled the other seat, whose chance is 0.4,
    accepts: that pays it 8 * (-0.2 + 0.1). At 0.65 and 0.55 these are 1.6 and 0.8, and 1.6 and 0.
    """
    position = StockPosition.parse(changed(REDOUBLED, "act=double"))
    chance = estimated(Doubling.NO_DOUBLE, Estimate(0.6, 0.05), NONE, NONE)
    found = analyze_doubling(position, lambda *_: analysis_of(position, chance), lambda _: None)
    values = {move.move: move for move in found.moves}
    assert [*values] == [Doubling.NO_DOUBLE, Doubling.DOUBLE]
    for choice, payment, behind in (
        (Doubling.NO_DOUBLE, (1.2, 0.4), (0, 0)),
        (Doubling.DOUBLE, (0.8, 0.8), (0.4, 0.4)),
    ):
        move = values[choice]
        assert (move.mean, move.mean_se) == pytest.approx(payment)
        assert (move.win, move.win_se) == pytest.approx((0.6, 0.05))
        assert move.stake_behind == pytest.approx(behind)
        assert move.win_behind == pytest.approx((0, 0))
    # While both may double, nobody has the right alone: 4 * 0.2 without a double.
    both = replace(position, stakes=Stakes(Doubles.EVERY, 4, Doubler.BOTH))
    found = analyze_doubling(both, lambda *_: analysis_of(both, chance), lambda _: None)
    assert {move.move: pytest.approx(move.mean) for move in found.moves} == {
        Doubling.NO_DOUBLE: 0.8,
        Doubling.DOUBLE: 0.8,
    }


@pytest.mark.parametrize("engine", ["default", "pimc", "greedy", "advice", "random"])
def test_engines_answer_in_stakes(engine: str) -> None:
    for act in ("double", "answer", "answer-redouble", "play"):
        line = changed(REDOUBLED, f"act={act}")
        if act == "answer":
            line = changed(line, "turn=north", "south=+12", "north=K9.TKJJ.ATJ9.T9")
        position = StockPosition.parse(changed(line, "act=") if act == "play" else line)
        found = analyze_with(engine, position, worlds=16, seed=1)
        assert found.objective == "stake"
        assert found.choice in position.legal_moves()
        means = [move.mean for move in found.moves]
        if engine in ("default", "pimc"):
            assert means == sorted(means, reverse=True)
            assert {m.move for m in found.moves} == {*position.legal_moves()}
            assert all(abs(mean) <= 16 * (1 + RIGHT) for mean in means)
            assert all(move.behind >= 0 for move in found.moves)
        if act == "play" and engine == "default":
            for move in found.moves:
                assert move.mean == pytest.approx(4 * (2 * move.win - 1))


def test_moves_are_behind_the_one_that_pays_most() -> None:
    """Not behind the one that makes most points."""
    position = StockPosition.parse(
        "rules=macdougall doubles=every stake=8 doubler=south upcard=9D stock=5 turn=north led=TC "
        "south=-.-.KQ.KQ+7 north=AKQ.AKKQ.ATK.QJ points=80+29/80+46 dealer=south "
        "melds.south=dix:9D*@4+royal-marriage:KD.QD@5+marriage:KC.QC@6 "
        "melds.north=marriage:KH.QH@1+marriage:KS.QS*@2+royal-marriage:KD.QD*@3 "
        "tricks=TS-TS,9S-JH,9C-9S,9H-TC,TH-TD,JC-QS,AC-QD,9H-9D,JS-JS"
    )
    found = analyze(position, worlds=16, belief="uniform")
    by_points = analyze(replace(position, stakes=None), worlds=16, belief="uniform")
    assert found.best.move != by_points.best.move
    points = {move.move: move.mean for move in by_points.moves}
    assert found.best.points_behind == found.best.win_behind == found.best.stake_behind == (0, 0)
    for move in found.moves[1:]:
        assert move.win_behind.mean == pytest.approx(found.best.win - move.win)
        lost = points[found.best.move] - points[move.move]
        assert move.points_behind.mean == pytest.approx(lost)
        assert min(move.win_behind.se, move.points_behind.se, move.behind_se) > 0


def test_the_belief_of_who_answers_is_inferred() -> None:
    """What was seen before a double is explained as before a lead."""
    referee = Referee.of_deal(random_deal(4, 1, RULEBOOKS["macdougall"]), doubles=Doubles.EVERY)
    random = Random(4)
    while referee.completed_tricks < 3 or referee.due is not Act.DOUBLE:
        moves = [move for move in referee.moves() if move is not Doubling.DOUBLE]
        referee.push(random.choice(moves))
    for word in ("double", "redouble", "accept"):
        assert referee.turn is not None
        view = referee.view(referee.turn)
        assert isinstance(view, StockPosition)
        assert analyze(view, worlds=16).belief == "inferred"
        referee.push(word)


def test_analyze_tells_stakes(pinochle: Pinochle) -> None:
    shown = pinochle("analyze", LAST)
    assert "north leads next and may double" in shown.out
    assert "stake: 2, north may double; doubles after every trick of the stock" in shown.out
    assert "mean: what north is paid, in initial stakes; exact" in shown.out
    assert "points= not given" in shown.out
    line = json.loads(pinochle("analyze", "--json", LAST).out)
    assert line["objective"] == "stake"
    assert [(m["move"], m["mean"], m["win"]) for m in line["moves"]] == [
        ("no-double", 2, 1),
        ("double", 2, 1),
    ]
    assert line["choice"] == "no-double"
    some = json.loads(pinochle("analyze", "--json", "--moves", "double", LAST).out)
    assert [m["move"] for m in some["moves"]] == ["double"]
    wrong = pinochle("analyze", "--moves", "accept", LAST)
    assert (wrong.status, wrong.out) == (2, "")
    with pytest.raises(ValueError, match=r"^moves is empty, expected at least one move$"):
        analyze(StockPosition.parse(LAST), moves=[])


def test_there_is_no_verdict_on_a_double_that_was_valued_alone(pinochle: Pinochle) -> None:
    line = (
        "rules=macdougall doubles=every upcard=TD stock=15 act=double turn=south"
        " south=ATKKJ.TQ.KQJ.KK north=+12 melds.south=royal-marriage:KD.QD@2"
        " tricks=TH-9D,AH-JS,JC-QC,AC-QD dealer=south points=40+37/0+5"
    )
    both = pinochle("analyze", "--worlds", "16", line)
    assert "\ndouble; north should accept\n" in both.out
    for word in ("double", "no-double"):
        shown = pinochle("analyze", "--worlds", "16", "--moves", word, line)
        assert shown.status == 0
        assert f"{word} was valued alone" in shown.out
        assert "if doubled" in shown.out
        assert "north should" not in shown.out
        assert "too good to double" not in shown.out


def test_no_reason_is_told_of_what_is_said_to_a_double(pinochle: Pinochle) -> None:
    line = changed(LAST, "act=answer", "turn=south", "south=QJ9.AAKJ.QQ9.AK", "north=+12")
    found = analyze(StockPosition.parse(line))
    assert rival(found) is not None
    assert found.reason is None
    shown = pinochle("analyze", "--ascii", line)
    assert shown.status == 0
    assert " it " not in shown.out


def test_where_no_thresholds_were_learnt_the_chance_to_win_decides() -> None:
    house = parse_rulebook('name = "mine"\nbased-on = "hayes"\ngame.doubles = ["every"]')
    line = changed(REDOUBLED, "rules=mine", "points=")
    found = analyze(StockPosition.parse(line, [house]), worlds=16)
    assert found.model.endswith("; points= not given, those from here on decide who is paid")
    values = {move.move: move for move in found.moves}
    accepted = values[Doubling.ACCEPT]
    assert (values[Doubling.REFUSE].mean, values[Doubling.REFUSE].win) == (-8, 0)
    assert accepted.mean == pytest.approx(16 * (2 * accepted.win - 1 + RIGHT))
    worse = found.moves[-1]
    alone = analyze(StockPosition.parse(line, [house]), worlds=16, moves=[worse.move])
    assert (alone.best.mean, alone.best.behind) == (worse.mean, 0)
    assert worse.behind > 0


@pytest.mark.parametrize("seed", range(4))
def test_with_every_card_open_a_double_is_worth_what_the_hand_comes_to(seed: int) -> None:
    game = GameRules(doubles=(Doubles.EVERY,))
    rules = replace(small_rules("ATKQ", copies=2, hand=3, upcard=True), game=game)
    referee, random = Referee.of_deal(random_deal(seed, 1, rules), doubles=Doubles.EVERY), Random(1)
    while referee.due is not Act.DOUBLE or referee.completed_tricks < 4:
        moves = [move for move in referee.moves() if move is not Doubling.DOUBLE]
        referee.push(random.choice(moves))
    offered = referee.position()
    assert isinstance(offered, StockPosition)
    lead = replace(offered, act=Act.PLAY, stakes=None)
    value = minimax(Referee.of_position(lead)) * (1 if lead.turn is Seat.SOUTH else -1)
    win = ((value > 0) - (value < 0) + 1) / 2
    referee.push("double")
    answered = referee.position()
    assert isinstance(answered, StockPosition)
    for position, chance in ((offered, win), (answered, 1 - win)):
        found = analyze(position)
        expected = {
            choice: worth.payment
            for choice, worth in worths(position.act, 1, chance, RIGHT, 0).items()
        }
        assert {move.move: move.mean for move in found.moves} == pytest.approx(expected)
        assert found.model.startswith("every card known to both")


def test_a_playoff_pays_by_all_points_of_the_hand_where_they_are_told() -> None:
    for points, payment in (("0+184/0+0", (8, -8)), ("0+0/0+184", (-8, 8)), ("", None)):
        position = PlayoffPosition.parse(changed(PLAYOFF, f"points={points}"))
        referee = Referee.of_position(position)
        assert referee.payment is None
        while not referee.is_over:
            referee.push(referee.moves()[0])
        assert referee.payment == payment


def test_programs_are_told_of_doubles(pinochle: Pinochle) -> None:
    talk = f"pn\nposition {LAST}\nmoves\nposition {REDOUBLED}\nmoves\nposition {LAST}\ngo\n"
    ended = piped(["engine"], talk)
    assert "legal no-double double" in ended.out
    assert "bestmove no-double mean 2.0 se 0.0" in ended.out
    assert "legal refuse accept" in ended.out
    assert "error" not in ended.out


def test_a_review_leaves_out_what_was_said() -> None:
    replay = replay_record(parse_record(RECORD))
    reviewed = [moment.text() for moment in choices(replay)]
    assert {"1l", "3r", "3m"} <= {*reviewed}
    assert not {text for text in reviewed if text[-1] in "oab"}
    assert not replay.is_played_out


# Rulebooks of one's own


def test_a_rulebook_says_which_doubles_it_offers() -> None:
    text = 'name = "house"\nbased-on = "macdougall"\ngame.doubles = ["first-last"]'
    house = parse_rulebook(text)
    assert house.game.doubles == (Doubles.FIRST_LAST,)
    line = changed(REDOUBLED, "rules=house")
    with pytest.raises(IllegalPositionError, match="doubles: every, but in house only first-last"):
        StockPosition.parse(line, [house])
    hayes = parse_rulebook('name = "mine"\nbased-on = "hayes"\ngame.doubles = ["every"]')
    referee = Referee.of_deal(random_deal(1, 1, hayes), doubles=Doubles.EVERY)
    random, asked = Random(1), 0
    while not referee.is_over:
        asked += referee.due is Act.DOUBLE
        for seat in Seat:
            view = referee.view(seat)
            assert view is not None
            assert parse_position(view.text(), [hayes]) == view
        referee.push(random.choice([m for m in referee.moves() if m is not Doubling.REFUSE]))
    assert asked > 2


# At the table


def test_a_person_plays_with_doubles(pinochle: Pinochle) -> None:
    talk = "\n".join(["1"] * 200)
    command = [
        "play",
        "--rules",
        "macdougall",
        "--doubles",
        "every",
        "--engine",
        "random",
        "--seed",
        "5",
        "--ascii",
    ]
    ended = piped(command, talk)
    assert ended.status == 0
    assert "the stake is 1, both may double" in ended.out
    assert "pay" in ended.out.splitlines()[-1]
    for wrong, complaint in (
        (
            ["play", "--doubles", "every", "--rules", "hayes"],
            "--doubles: every, but in hayes there",
        ),
        (["play", "--doubles", "every", "--game", "--rules", "goulash"], "not --game"),
        (["match", "greedy", "random", "--doubles", "every"], "--doubles: every, but in scarne"),
    ):
        refused = pinochle(*wrong)
        assert (refused.status, refused.out) == (2, "")
        assert complaint in refused.err


def test_in_the_playoff_nobody_may_double(pinochle: Pinochle) -> None:
    """The right to the next double is still known then, but of no use."""
    playoff = "trump=S south=T.T.KQ.- north=A.-.K.TK turn=south"
    for doubler in ("", "doubler=north "):
        shown = pinochle("show", f"rules=macdougall doubles=every stake=2 {doubler}{playoff}")
        assert shown.out.splitlines()[-1].strip() == "stake: 2; no more doubles"
    command = ["play", "--rules", "macdougall", "--doubles", "every", "--engine", "random"]
    talk = "\n".join(["no-double", "accept", "1"] * 400)
    played = piped([*command, "--seed", "5", "--ascii"], talk).out
    stock, playoff = played.split("the stock is gone", 1)
    assert "the stake is 2, you may double" in stock
    assert "no more doubles" not in stock
    # The last window is before the first lead.
    window, playoff = playoff.split("you lead\n", 1)
    assert "the stake is 2, you may double" in window
    assert "the stake is 2, no more doubles" in playoff
    assert "may double" not in playoff


def test_at_the_table_a_tie_pays_nobody() -> None:
    page, seat = StringIO(), SeatPoints(40, 125)
    Renderer(page, ascii=True).play_end(HandPoints(seat, seat), Seat.SOUTH, Points(0, 0))
    assert page.getvalue().splitlines()[-2:] == ["a tie", "nobody pays"]
