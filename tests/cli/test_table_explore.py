"""`pinochle explore` for three and four: values of moves, and the stock step by step."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from helpers.burials import CHECK, WIDOW
from helpers.commandline import piped
from helpers.table_positions import BID, BURY, ENDING, HIDDEN, NOTHING_LAID
from pinochle_solver import StopFlag
from pinochle_solver.cli.table import values as table_values
from pinochle_solver.cli.table.values import KnownTableValues, Lost, best_first, best_of, loss_of
from pinochle_solver.double_dummy.estimates import Estimate
from pinochle_solver.double_dummy.solution import TableSolution
from pinochle_solver.double_dummy.solver import solve_open
from pinochle_solver.errors import IllegalMoveError
from pinochle_solver.limits import Limits
from pinochle_solver.notation.table.dealing import random_endings
from pinochle_solver.notation.table.field_readers import UnitPoints
from pinochle_solver.notation.table.position_hands import points_at_end, position_after
from pinochle_solver.notation.table.positions import TablePosition
from pinochle_solver.rules.moves import Play
from pinochle_solver.table.moves import Bury, Dix, PlayCard
from pinochle_solver.table.rulebooks import TABLE_RULEBOOKS
from pinochle_solver.table.seats import clockwise
from pinochle_solver.table.tricks import winner_of


def explored(line: str, *words: str, options: tuple[str, ...] = ()) -> str:
    """What is shown when these words are said, one a line, and then quit."""
    run = piped(
        ["explore", "--ascii", *(options or ("--worlds", "16")), line],
        "".join(f"{word}\n" for word in (*words, "q")),
    )
    assert run.status == 0, run.err
    assert "Traceback" not in run.err
    return run.out


# Values


def test_moves_have_values_and_what_they_lose_is_told() -> None:
    shown = explored(ENDING, "AS", "b", "", "trail")
    assert "still to come: south 40, west+north 15" in shown
    assert " 1   JS        40           15      -" in shown
    assert "AS loses 5 points; best is JS" in shown
    assert "JS is best" in shown
    assert "  south JS, best  <- here" in shown


def test_moves_have_the_symbols_of_the_suits_and_seats_their_names() -> None:
    words = "AS\nb\n1\n?\ntrail\nq\n"
    shown = piped(["explore", f"{ENDING} player.south=Ann"], words).out
    assert "A♠ loses 5 points; best is J♠\n" in shown
    assert "J♠ is best\n" in shown
    assert "   1 A♠\n" in shown
    assert "  Ann J♠, best  <- here\n" in shown


def test_of_a_hidden_hand_no_list_of_moves_is_promised() -> None:
    line = "rules=hayes-3 sides=south/west+north trump=H turn=west south=A.-.-.- west=+1 north=+1"
    assert "the hand is hidden: say what that player does" in explored(line, "")


def test_the_best_line_is_told_and_gone_to_its_end() -> None:
    shown = explored(ENDING, "line", "end", "trail", "", "start")
    assert "1   south JS, west AS, north QS   west" in shown
    assert "KD, best  <- here" in shown
    assert "the hand is over; there are back, forward" in shown


@pytest.mark.parametrize("name", ["auction", "check", "hayes-3"])
def test_the_best_moves_to_the_end_win_what_was_said(name: str) -> None:
    """Step by step, each position being solved anew."""
    values = KnownTableValues(Limits(seconds=60))
    for ending in random_endings(4, 4, 8, TABLE_RULEBOOKS[name]):
        first = solve_open(ending).value
        position: TablePosition | None = ending
        won = dict.fromkeys(ending.players, 0)
        while position is not None:
            found = values.of(position)
            assert found is not None
            best = best_of(found)
            assert isinstance(best, PlayCard)
            assert best == best_first(found)[0]
            assert loss_of(found, best) == Lost(Estimate(0.0, 0.0), "points")
            for move in best_first(found):
                loss = loss_of(found, move)
                assert loss is not None
                assert loss.amount.mean >= 0
            before, position = position, position_after(position, best)
            if position is not None and position.led:
                continue
            cards, trump = (*before.led, best.card), before.trump
            assert trump is not None
            winner = clockwise(before.players, before.leader)[winner_of(cards, trump)]
            won[winner] += before.rules.count.of(cards)
            won[winner] += before.rules.count.last_trick * (position is None)
        assert ending.sides is not None
        assert tuple(sum(won[seat] for seat in side) for side in ending.sides) == first


@pytest.mark.parametrize("name", ["auction", "check", "hayes-3"])
def test_what_a_hand_comes_to_is_told_at_its_end(name: str) -> None:
    for ending in random_endings(3, 4, 8, TABLE_RULEBOOKS[name]):
        count = ending.rules.count
        held = sum(count.of(hand.known) for hand in ending.hands.values())
        won = dict.fromkeys(ending.players, 0)
        won[ending.turn] = count.of(ending.rules.deck) - held
        points = tuple(UnitPoints(0, sum(won[seat] for seat in unit)) for unit in ending.units)
        before = replace(ending, points=points)
        while True:
            card = list(before.legal_moves())[-1]
            assert isinstance(card, (PlayCard, Play))
            after, led = position_after(before, card), (*before.led, card.card)
            if len(led) == len(before.players):
                assert before.trump is not None
                winner = clockwise(before.players, before.leader)[winner_of(led, before.trump)]
                won[winner] += count.of(led)
            if after is None:
                break
            assert points_at_end(before, card.card) is None
            before = after
        won[winner] += count.last_trick
        expected = tuple(UnitPoints(0, sum(won[seat] for seat in unit)) for unit in before.units)
        assert points_at_end(before, card.card) == expected
        assert points_at_end(replace(before, points=None), card.card) is None
        shown = explored(before.text(), card.text())
        assert all(f"{each.melds} melds + {each.cards} cards" in shown for each in expected)


def test_a_burial_is_not_counted_at_the_end() -> None:
    line = (
        "rules=auction bidder=south trump=S turn=south south=A.-.-.- west=-.9.-.- north=-.T.-.-"
        " buried=-.-.TT.A points=40+140/0+50/0+0"
    )
    shown = explored(line, "AS", "9H", "TH")
    assert (
        "this hand, without what is buried: south 40 melds + 170 cards, west 0 melds + 50 cards,"
        " north 0 melds + 0 cards\n"
    ) in shown


def test_a_search_that_is_stopped_has_bounds_and_goes_on() -> None:
    line = next(iter(random_endings(15, 1, 3, TABLE_RULEBOOKS["auction"]))).text()
    shown = explored(line, "", options=("--seconds", "0.001"))
    assert "(bounds: the search was stopped)" in shown
    assert "no move is known to be the best: say which" in shown


def test_the_seconds_of_the_settings_are_taken_where_none_are_given(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "settings.toml"
    file.write_text("seconds = 7.5")
    monkeypatch.setenv("PINOCHLE_SETTINGS", str(file))
    given: list[float | None] = []

    def solved(position: TablePosition, *, seconds: float | None, stop: StopFlag) -> TableSolution:
        given.append(seconds)
        return solve_open(position, stop=stop)

    monkeypatch.setattr(table_values, "solve_open", solved)
    explored(ENDING, options=("--seed", "1"))
    explored(ENDING, options=("--seconds", "60"))
    assert given == [7.5, 60]


def test_burials_have_values_where_all_hands_are_open() -> None:
    shown = explored(WIDOW, "?", "2", "trail", options=("--seconds", "60"))
    assert "\nTrump hearts, bury KD KD QC 9C.\nsouth+north scores 415: melds 210" in shown
    assert "  north H AC AC KS KD  <- here" in shown
    shown = explored(CHECK, "H", "trail", options=("--seconds", "60"))
    assert "H loses 165 points; best is S" in shown
    assert "  south H, loses 165  <- here" in shown


def test_hidden_hands_have_estimates_and_what_a_move_loses_has_an_interval() -> None:
    shown = explored(HIDDEN, "moves", "2", "trail")
    assert "the hands are played on by a learned policy" in shown
    assert re.search(r" loses -?\d+\.\d \+- \d+\.\d ", shown)
    assert re.search(r"loses -?\d+\.\d \+- \d+\.\d  <- here", shown)


def test_what_has_no_values_is_told() -> None:
    values = KnownTableValues(Limits(seconds=1))
    found = values.of(TablePosition.parse(CHECK))
    assert found is not None
    assert loss_of(found, PlayCard) is None
    assert isinstance(best_first(found)[0], Bury)


def test_of_a_burial_there_is_no_best_line() -> None:
    shown = explored(CHECK, "line", options=("--seconds", "0.01"))
    assert "burial> line\nno best line is known from here\n" in shown


# The stock


def test_the_stock_is_stepped_through_and_draws_are_asked_for() -> None:
    words = ("JS", "QS", "KS", "", "pass", "+ZZ", "TC", "position", "trail", "b", "f")
    shown = explored(NOTHING_LAID, *words)
    assert "north's melds> " in shown
    assert "west's dix> pass" in shown
    assert "say what south drew: AS AD AC" in shown
    assert "turn=north upcard=QC stock=8 south=AJ9.AAQ9.KQ.TKK west=+12 north=+12" in shown
    assert "north pass" in shown


def test_a_draw_may_be_taken_back_with_its_move() -> None:
    shown = explored(NOTHING_LAID, "JS", "QS", "KS", "", "pass", "back", "values")
    assert "drawn: no move is made (? lists the moves)" in shown
    assert "no values: moves have values if the hand to move is known" in shown
    assert shown.rstrip().endswith("west's dix> q")


def test_a_hidden_hand_without_a_nine_cannot_exchange_one() -> None:
    line = (
        "rules=partnership dealer=south act=dix upcard=AH turn=north west=K9.KT99.KJ9.TKA"
        " south=A9.AT.QQJ9.TKJJ north=+12 east=+12"
    )
    position = TablePosition.parse(line)
    with pytest.raises(IllegalMoveError) as error:
        position_after(position, Dix(True))
    assert str(error.value) == "dix: north has no 9H"


# What is said at the edges


def answered(shown: str) -> dict[str, str]:
    """The first line that each word is answered with."""
    pairs = re.findall(r"^[a-z' ]+> (\S+)\n(.*)$", shown, re.MULTILINE)
    return dict(reversed(pairs))


def test_words_at_the_start_are_answered() -> None:
    shown = explored(ENDING, "back", "forward", "trail", "99", "table", "position", "help")
    assert answered(shown) | {"q": ""} == {
        "back": "this is the start",
        "forward": "nothing was tried from here",
        "trail": "nothing was tried yet",
        "99": "there is no move 99 (? lists those there are)",
        "table": "auction, compromise count, trump S, south to lead",
        "position": ENDING,
        "help": "  a card          KD, 10s, queen of spades, or its number in the list",
        "q": "",
    }


def test_words_at_the_end_are_answered() -> None:
    words = "values", "table", "position", "moves", "line", "JS"
    _, _, shown = explored(ENDING, "1", "end", *words).partition("the hand is over\n")
    said = answered(shown)
    assert {said[word] for word in words[:4]} == {"the hand is over"}
    assert said["line"] == "no best line is known from here"
    assert said["JS"].startswith("the hand is over; there are back, forward")


def test_a_move_has_the_number_that_is_said_whatever_zeros_it_begins_with() -> None:
    said = answered(explored(ENDING, "00002", "b", "00013"))
    assert said["00002"] == "QS loses 5 points; best is JS"
    assert said["00013"] == "there is no move 00013 (? lists those there are)"


def test_a_step_back_and_forward_again_tells_what_the_move_was_worth() -> None:
    shown = explored(ENDING, "AS", "b", "f")
    assert shown.count("AS loses 5 points; best is JS") == 2


def test_of_a_hidden_hand_it_is_said_what_is_done() -> None:
    said = answered(explored(NOTHING_LAID, "JS", "?", "1"))
    assert said["?"] == "the hand is hidden: say what that player does"
    assert said["1"] == "there is no move 1 (? lists those there are)"


def test_a_card_that_lies_on_the_table_alone_is_played_from_there() -> None:
    line = (
        "rules=macdougall-3 dealer=north upcard=QC turn=south south=AJ9.AAQ9.KQ.TKK west=+12"
        " north=+12 melds.south=marriage:KD.QD@1 tricks=KS-QS-JS"
    )
    shown = explored(line, "KD@hand", "KD", "position")
    assert answered(shown)["KD@hand"] == "KD@hand: it is on the table only (? lists the moves)"
    assert "turn=west led=KD upcard=QC stock=8 south=AJ9.AAQ9.Q.TKK " in shown
    assert " melds.south=marriage:KD*.QD@1 tricks=KS-QS-JS\n" in shown


@pytest.mark.parametrize(
    ("line", "words", "told"),
    [
        (NOTHING_LAID, ("AS", "JS"), "JS: every JS has been seen elsewhere"),
        (
            "rules=macdougall-3 upcard=QC turn=west south=AJ9.AAQ9.KQ.TKK west=+12 north=+12"
            " gone=KQJ.-.-.-",
            ("JS",),
            "JS: every JS has been seen elsewhere",
        ),
        (
            NOTHING_LAID,
            ("JS", "QS", "KS", "kings:KS.KH.KD.KC"),
            "kings:KS.KH.KD.KC: every KC has been seen elsewhere",
        ),
        (
            "rules=macdougall-3 upcard=QC act=meld turn=north south=AQJ.AA.J.TTKK9 west=+11"
            " north=Q.-.J.-+9 melds.north=pinochle:QS.JD@1 gone=TTKK.99.-.-",
            ("pinochle:QS.JD",),
            "pinochle:QS.JD: QS has served in a meld of its class before (pinochle)",
        ),
    ],
)
def test_a_hidden_hand_has_no_card_that_was_seen(
    line: str, words: tuple[str, ...], told: str
) -> None:
    assert answered(explored(line, *words))[words[-1]] == f"{told} (? lists the moves)"


def test_the_widow_is_asked_for_when_it_is_turned_up() -> None:
    shown = explored(BID, "260", "p", "p", "JH TC", "+3", "b", "p", "JH TC 9C", "position")
    assert "widow: 2 cards, expected 3; back takes the move back" in shown
    assert "say all cards that were turned up" in shown
    assert "widow: no move is made" in shown
    assert "act=bury bids=250,260,p,p bidder=west contract=260 turn=west" in shown
    assert "widow=-.J.-.T9" in shown
    ended = piped(["explore", BID], "260\np\np\nq\n")
    assert (ended.status, "the widow> q" in ended.out) == (0, True)


def test_more_moves_are_told_of_only_where_there_are_more() -> None:
    line = BID.replace("rules=auction", "rules=auction options=min0")
    assert "  and more" in explored(line.replace("bids=250", "bids=50"), "moves")
    exactly = explored(line.replace("bids=250", "bids=60"), "moves")
    assert ("  60 p" in exactly, "and more" in exactly) == (True, False)


def test_each_burial_is_listed_once_with_all_melds_and_said_with_fewer() -> None:
    listed = re.findall(r"^ +\d+ ([SHDC] .+|concede)$", explored(BURY, "moves"), re.MULTILINE)
    assert len({*listed}) == len(listed) == 60
    assert not [move for move in listed if "meld" in move]
    for said in (f"{listed[0]} / none", f"{listed[0].replace(' ', ':', 1).replace(' ', '.')}/none"):
        assert f"south {listed[0]}, meld none  <- here" in explored(BURY, said, "trail")


def test_who_concedes_ends_the_hand() -> None:
    shown = explored(BURY, "concede", "trail")
    assert "concede loses" in shown
    assert "the hand is over\nover> trail\n  south concede, loses" in shown


def test_a_question_for_a_card_can_be_left() -> None:
    assert explored(NOTHING_LAID, "JS", "QS", "KS", "", "pass").endswith("\nsouth drew> q\n")


def test_of_the_last_cards_it_is_told_whether_a_dix_was_drawn() -> None:
    line = (
        "rules=macdougall-3 dealer=north act=dix turn=north upcard=QC stock=2 "
        "south=AJ.Q.KQ9.ATKKJ west=+11 north=+11 tricks=JS-QS-KS,9H-AH-JH,AH-9H-TH,9S-JD-JD "
        "points=0+38/0+0/0+9"
    )
    shown = explored(line, "pass", "TC", "AS", "other", "position")
    assert answered(shown)["AS"] == "say what west drew: 9C or other; back takes the move back"
    assert "points=0+38/0+0/0+9" in shown
    assert "points=0+38/10+0/0+9" in explored(line, "pass", "TC", "9C", "position")


def test_values_are_told_once_more_and_the_way_to_the_end_needs_them() -> None:
    first, again = explored(ENDING, "values").split("card> values\n")
    assert again.partition("\nsouth")[0] in first
    shown = explored(NOTHING_LAID, "end", "trail")
    assert answered(shown)["trail"] == "nothing was tried yet"
