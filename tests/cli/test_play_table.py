"""`pinochle play` for three and four: whole hands, slips, undo, claims, records that go on."""

from __future__ import annotations

import re
from collections.abc import Callable
from io import StringIO
from itertools import count
from pathlib import Path

import pytest

from helpers.commandline import piped
from helpers.soak import some
from helpers.terminals import at_terminal
from pinochle_solver import cli
from pinochle_solver.cli.dialogues import playing, reading
from pinochle_solver.cli.dialogues.reading import QuitError
from pinochle_solver.cli.table import play as table_play
from pinochle_solver.cli.table.listed_moves import list_moves, tell_how
from pinochle_solver.engines.levels import Level
from pinochle_solver.engines.registry import make_table_engine
from pinochle_solver.engines.table.maxims import maxim_for
from pinochle_solver.engines.table.sight import TableSight
from pinochle_solver.errors import PositionError
from pinochle_solver.game.table.recording import record_of_hand
from pinochle_solver.game.table.replayer import replay_table_record
from pinochle_solver.game.table.scoring import score_table_game
from pinochle_solver.limits import Limits
from pinochle_solver.matches.table.hand_in_play import TableHandInPlay
from pinochle_solver.matches.table.sitting import TableSitting
from pinochle_solver.notation.table.hand_records import TableRecord
from pinochle_solver.notation.table.positions import TablePosition
from pinochle_solver.notation.table.record_files import read_table_records
from pinochle_solver.notation.table.said_moves import said_melds, said_move
from pinochle_solver.render.table.renderer import TableRenderer
from pinochle_solver.rules.agreed import Agreed
from pinochle_solver.rules.cards import Card, Hand, Suit
from pinochle_solver.rules.irregularities import Irregularity
from pinochle_solver.table.acts import Act
from pinochle_solver.table.deals import random_deal
from pinochle_solver.table.hands import TableHand, begun
from pinochle_solver.table.melds import most_melds
from pinochle_solver.table.moves import PASS, Bury, Call, Dix
from pinochle_solver.table.rulebooks import TABLE_RULEBOOKS, with_options
from pinochle_solver.table.seats import Seat

QUICK = ("--engine", "greedy", "--seconds", "0.02", "--ascii")
Play = Callable[..., str]
Says = Callable[[str, str], str]


def answer(prompt: str, shown: str) -> str:
    """What a person says who bids once, names spades, lays all, and plays the first card."""
    if prompt.startswith("call"):
        bid = re.search(r"you can call (\d+)", shown)
        assert bid is not None, shown
        must_bid = "or pass" not in shown
        return f"I bid {bid[1]}" if must_bid or "bids" not in shown else "pass"
    if prompt.startswith("trump"):
        widow = re.search(r"bury (\d)", shown)
        return "spades" + "".join(f" {n + 1}" for n in range(int(widow[1]) if widow else 0))
    return "" if prompt.startswith("melds") else "1"


@pytest.fixture
def play(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Play:
    """Plays with somebody who says each time first something that is no move."""

    def played(
        *arguments: str, slips: bool = True, says: Callable[[str, str], str] = answer
    ) -> str:
        written, seen = list[str](), list[str]()
        slipped = False

        def read(prompt: str) -> str:
            nonlocal slipped
            shown = capsys.readouterr().out
            written.append(shown + prompt)
            seen[:] = [*seen, shown] if slipped else [shown]
            slipped = slips and not slipped
            word = "fly" if slipped else says(prompt, "".join(seen))
            written.append(f"{word}\n")
            return word

        for module in (playing, reading, table_play):
            monkeypatch.setattr(module, "read_line", read)
        status = cli.run(["play", *QUICK, *arguments])
        last = capsys.readouterr()
        assert status == 0, last.err
        return "".join(written) + last.out

    return played


def only_record(file: Path) -> TableRecord:
    (record,) = read_table_records(file)
    return record


@pytest.mark.parametrize("rules", some(TABLE_RULEBOOKS, 7))
def test_a_whole_hand_of_each_game(rules: str, tmp_path: Path, play: Play) -> None:
    file = tmp_path / "hand.pnr"
    out = play("--rules", rules, "--seed", "4", "--record", str(file))
    assert "the hand is over: " in out
    assert "fly" in out
    replay = replay_table_record(only_record(file))
    assert replay.is_complete
    assert {finding.kind for finding in replay.findings} <= {Irregularity.FORGOTTEN_DIX.value}
    assert replay.result is not None
    for place, unit in enumerate(replay.result.units):
        name = "+".join("you" if seat is Seat.SOUTH else seat.text() for seat in unit)
        total, score = replay.result.totals[place], replay.result.scores[place]
        assert f"  {name}: {total} in melds and cards, {score:+d}" in out


def test_a_hand_of_auction_in_words() -> None:
    words = ["260", "spades 3 7 12", "all but aces", *["1"] * 15]
    run = piped(["play", *QUICK, "--rules", "auction", "--seed", "3"], "\n".join(words) + "\n")
    assert run.status == 0, run.err
    lines = run.out.splitlines()
    for line in (
        "west dealt",
        "north passes",
        "  so far: north pass",
        "  you can call 250 to 650 in steps of 10, or pass",
        "you play for 260; the widow is AS TH JH",
        "you name trump and bury 3 cards",
        "  2  aces AS AH AD AC: 100",
        "  all of it: 180 points",
        "you name S and bury TH KS JD",
        "you meld marriage KC QC, queens QS QH QD QC: 80",
        "  you play for 260; you have 95 with 15 buried",
        "you AS, west 9S, north 9S: you take the trick, 10 points",
        "  points so far: you 80 in melds",
        "  points so far: you 80 in melds + 25 in cards, west 25 in cards",
        "trick 7, trump S, west TC, north QC, you play",
        "  1 KC  2 QC  3 9C",
        "you play 9D, your only card",
        "the hand is over: you played for 260: set",
        "  you: 120 in melds and cards, -200 cents",
    ):
        assert line in lines


def test_only_ones_own_hand_is_shown(play: Play) -> None:
    out = play("--rules", "corners", "--seed", "6", slips=False)
    before_play = out[: out.index("melds")]
    for seat in ("west", "north", "east"):
        assert not re.search(rf"^  {seat} +S", before_play, re.MULTILINE)


def test_undo_takes_back_a_call_a_burial_and_a_card(tmp_path: Path) -> None:
    file = tmp_path / "hand.pnr"
    words = ["undo", "260", "undo", "300", "S 1 2 3", "back", "S:AS.KS.QS", "", "undo"]
    words += ["hearts 1 2 9", "", "1", "undo", "2"]
    arguments = ["play", *QUICK, "--rules", "auction", "--seed", "3", "--record", str(file)]
    out = piped(arguments, "\n".join(words) + "\n").out
    assert "nothing to take back in this hand\n" in out
    record = only_record(file)
    assert record.calls == (PASS, Call(300), PASS)
    assert record.trump is Suit.HEARTS
    assert record.buried == Hand.parse("AA.J.-.-")
    assert record.tricks[0].plays[0] == "QS"


def test_help_and_errors_speak_the_words_that_are_typed() -> None:
    words = ["260", "?", "spades", "spades xx", "spades 9d 9d 9d", "spades 9d 9d 9d/none"]
    words += ["hearts ad jd kc", "?", "hint", "fly", "undo", "hearts ad jd kc", "", "9s", "2s"]
    out = piped(["play", *QUICK, "--rules", "auction", "--seed", "3"], "\n".join(words) + "\n").out
    for line in (
        "  type the trump suit and the 3 cards to bury: spades JS 9D 9C",
        "  or their numbers: spades 5 13 18",
        "  type concede to give up the contract",
        "'spades': that buries no card. Type the trump suit and 3 cards (? lists the moves)",
        "'xx': no card. Type its rank and suit, as in QS, or its number (? lists the moves)",
        "'spades 9d 9d 9d': you hold only one 9D (? lists the moves)",
        "'spades 9d 9d 9d/none': you hold only one 9D (? lists the moves)",
        "  type all, none, names such as marriage hearts, or numbers; undo takes the burial back",
        "best: all; the default engine lays whatever the bidder can meld",
        "'fly': no meld. Type all, none, names or numbers (? lists the melds)",
        "'9s': you have no such card (? lists the moves)",
        "'2s': no card. Type its rank and suit, as in QS, or its number (? lists the moves)",
    ):
        assert f"{line}\n" in out
    assert out.count("you name trump and bury 3 cards\n") == 2  # once more after undo


def test_without_a_widow_the_suits_are_listed_with_their_melds() -> None:
    hand = bidder_of("check", 200)
    out = StringIO()
    list_moves(hand, TableRenderer(out, ascii=True))
    tell_how(hand, TableRenderer(out, ascii=True))
    assert out.getvalue() == (
        "  in melds: spades 100, hearts 90, diamonds 90 or clubs 80\n"
        "  type the trump suit: spades, hearts, diamonds or clubs\n"
    )


def test_who_may_only_pass_is_told_why_by_the_cards() -> None:
    arguments = ["play", *QUICK, "--rules", "check", "--seed", "1"]
    out = piped([*arguments, "--ask-all"], "hint\n?\nq\n").out
    assert out.count("  you can only pass: no marriage to bid with\n") == 2
    assert "only a pass: no marriage to bid with\n" in out
    assert "mean: your side's checks minus the opponents', as the others then bid; +-" in out
    assert "  type pass\n" in out
    assert "you pass: no marriage to bid with\n" in piped(arguments, "q\n").out


def test_melds_of_a_bid_are_those_of_both_partners() -> None:
    out = piped(["play", *QUICK, "--rules", "corners", "--seed", "1"], "hint\nq\n").out
    assert re.search(r"; you and north meld about \d+\.", out)
    assert "of a bid if it wins the auction, of a pass as the others then bid; +-" in out


def test_what_is_certain_has_no_error() -> None:
    """The contract is made: whatever is played, each opponent pays 50 cents."""
    words = ["250", "S th jd 9d", "", *["1"] * 9, "hint", "q"]
    out = piped(["play", *QUICK, "--rules", "auction", "--seed", "3"], "\n".join(words)).out
    hint = out.partition("card> hint\n")[2]
    rows = re.findall(r"^ *\w\w +100\.0 .*$", hint, re.MULTILINE)
    assert len(rows) == 2
    assert not any("+-" in row for row in rows)
    assert "no card that is left changes what this hand pays\n" in hint


def test_the_stake_is_told_with_the_dear_suit() -> None:
    words = "260\nspades ad jd kc\n\nq\n"
    out = piped(["play", *QUICK, "--rules", "auction", "--seed", "3"], words).out
    assert out.count("  the stake: 25 cents from each, spades count double\n") == 1
    assert out.count("  the stake: 2 x 25 cents from each, as spades are trumps\n") == 1
    hearts = ["--rules", "auction", "--options", "hearts,nickel", "--seed", "3"]
    out = piped(["play", *QUICK, *hearts], "310\nhearts ad jd kc\n\nq\n").out
    assert "  the stake: 15 cents from each, spades count double, hearts count triple\n" in out
    assert "  the stake: 3 x 15 cents from each, as hearts are trumps\n" in out


def test_a_hint_has_the_values_of_the_first_moves() -> None:
    words = "260\nS 3 7 12\n\nhint\nhint\n"
    arguments = ["play", *QUICK, "--worlds", "40", "--rules", "auction", "--seed", "3"]
    arguments.remove("--seconds")
    arguments.remove("0.02")
    out = piped(arguments, words).out
    _, hint, again = out.split("card> hint\n")
    assert again.startswith(hint)
    assert re.search(r"^best: \w\w$", hint, re.MULTILINE)
    assert re.search(r"^ move +mean +loss +made +cards +deals$", hint, re.MULTILINE)
    assert "mean: what you are paid in cents; +- and brackets are 95% intervals" in hint


def test_a_hint_names_the_maxim_that_speaks_for_the_best_card() -> None:
    position = TablePosition.parse(
        "rules=auction bidder=west trump=H turn=south south=AKQ.Q.A.- west=+5 north=+5"
    )
    sight = TableSight(position)
    bare, guarded = Card.parse("AD"), Card.parse("AS")
    maxim = maxim_for(sight, bare, guarded)
    assert maxim is not None
    assert maxim.advice == "lead a bare ace at once"
    assert maxim_for(sight, guarded, bare) is None


def test_no_maxim_speaks_for_a_card_that_does_not_follow_it() -> None:
    """Low trumps come before the ace, but no club is a low trump."""
    position = TablePosition.parse(
        "rules=auction bidder=south trump=H turn=south south=-.AQJ99.-.QJJ west=+8 north=+8"
    )
    sight, ace = TableSight(position), Card.parse("AH")
    low = maxim_for(sight, Card.parse("9H"), ace)
    assert low is not None
    assert low.name == "low trump first"
    assert maxim_for(sight, Card.parse("JC"), ace) is None


def test_a_claim_is_checked_and_a_contract_given_up_in_the_play(tmp_path: Path) -> None:
    file = tmp_path / "hand.pnr"
    words = ["260", "S 3 7 12", "", *["1"] * 8, "the rest are mine", "concede", "no"]
    arguments = ["play", *QUICK, "--rules", "auction", "--seed", "3", "--record", str(file)]
    out = piped(arguments, "\n".join([*words, "concede", "yes"]) + "\n").out
    refused = "not so: with all cards face up the others can win trick 10, to which you play JH\n"
    assert out.count(refused) == 1
    assert out.count("give up the contract? it is then set, as if played; yes or no> ") == 2
    assert "the hand is over: you played for 260: set, the rest given up\n" in out
    assert '[Result "set"]' in file.read_text()
    replay = replay_table_record(only_record(file))
    assert (replay.findings, replay.is_complete) == ((), True)


def test_a_refused_concession_names_the_trick(play: Play) -> None:
    def gives_up(prompt: str, shown: str) -> str:
        is_asked = prompt.startswith("card") and "not so" not in shown
        return "concede" if is_asked else answer(prompt, shown)

    out = play("--rules", "partnership", "--seed", "4", slips=False, says=gives_up)
    refused = r"not so: with all cards face up your side can still win trick \d+, to which you "
    assert re.search(refused, out)


def test_a_contract_is_given_up_only_if_that_is_meant() -> None:
    start, rest = ["260", "S 3 7 12", "", "concede"], ["table", "concede", "yes"]
    out = piped(
        ["play", *QUICK, "--rules", "auction", "--seed", "3"],
        "\n".join([*start, "no", *rest]) + "\n",
    ).out
    assert out.count("give up the contract? yes or no> ") == 2
    assert "it is then set" not in out
    played_on, given_up = out.index("you play on\n"), out.index("you give up the hand\n")
    assert played_on < given_up
    assert out.count("you give up the hand\n") == 1


def test_a_claim_plays_the_best_line() -> None:
    """South has the ace of trumps and both aces of clubs behind it."""
    hand = TableHandInPlay(random_deal(2, 3, TABLE_RULEBOOKS["auction"]), Seat.SOUTH)
    greedy = make_table_engine("greedy")
    while len(hand.hand.tricks) < 13:
        hand.push(hand.decision(greedy, Limits()).move)
    before = hand.moves_made
    sides = ((Seat.SOUTH,), (Seat.WEST, Seat.NORTH))
    steps = next(filter(None, (hand.claim(side).steps for side in sides)), ())
    assert len(steps) == 6
    assert hand.is_over
    assert hand.moves_made == before + 6
    assert [step.is_choice for step in steps] == [True, *[False] * 5]


def test_the_other_side_gives_up_a_contract_that_is_safe(play: Play, tmp_path: Path) -> None:
    file = tmp_path / "hand.pnr"

    for seed in range(1, 12):
        file.unlink(missing_ok=True)
        out = play("--rules", "auction", "--seed", str(seed), "--record", str(file), says=passing)
        if "you give up the hand" in out:
            replay = replay_table_record(only_record(file))
            assert replay.is_complete
            assert not replay.findings
            return
    pytest.fail("nobody has made a contract")


@pytest.mark.parametrize(("bid", "outcome"), [("250", "made"), ("400", "set")])
def test_a_settled_contract_is_said_and_claimed(
    bid: str, outcome: str, tmp_path: Path, play: Play
) -> None:
    """The rest of the hand no longer counts, so either side may end it."""
    file = tmp_path / "hand.pnr"

    def claims(prompt: str, shown: str) -> str:
        if prompt.startswith("call"):
            return bid
        if prompt.startswith("trump"):
            return "spades th jd 9d"
        is_told = "claim ends the hand here" in shown
        return "claim" if is_told else answer(prompt, shown)

    out = play("--rules", "auction", "--seed", "3", "--record", str(file), says=claims)
    settled = {"made": "your 250 is made", "set": "your 400 cannot be made any more"}[outcome]
    assert f"{settled}\nclaim ends the hand here; only the contract counts\n" in out
    assert out.count(f"{settled}\n") == 2
    assert f"the hand is over: you played for {bid}: {outcome}, the rest given up\n" in out
    assert (" in melds and cards, the rest among them, +" in out) == (outcome == "made")
    replay = replay_table_record(only_record(file))
    assert (replay.findings, replay.is_complete) == ((), True)
    assert len(replay.record.tricks) < 15
    assert f'[Result "{outcome}"]' in file.read_text()


def passing(prompt: str, shown: str) -> str:
    """Passes, and gives up as soon as a card is asked for; then plays on."""
    if prompt.startswith("call"):
        return "pass"
    if prompt.startswith("card") and "not so" not in shown:
        return "concede"
    return answer(prompt, shown)


def test_tricks_that_count_are_given_up_only_if_that_is_meant(play: Play) -> None:
    def says(prompt: str, shown: str) -> str:
        if prompt.startswith("give up"):
            return "no"
        if prompt.startswith("call"):
            return "pass"
        is_asked = prompt.startswith("card") and "you play on" not in shown
        return "concede" if is_asked else answer(prompt, shown)

    bidding = ("--rules", "corners", "--seed", "4", "--engine", "advice")
    out = play(*bidding, slips=False, says=says)
    assert "east plays for 210\n" in out
    assert "give up every trick that is left? yes or no> no\nyou play on\n" in out
    assert "you give up the hand" not in out


def test_nothing_is_claimed_before_a_card_is_led() -> None:
    early = piped(["play", *QUICK, "--rules", "corners", "--seed", "4"], "claim\nq\n").out
    assert "only in the play of the cards, once all melds are laid\n" in early


def test_a_game_goes_on_from_its_file(tmp_path: Path, play: Play) -> None:
    file = tmp_path / "game.pnr"

    asked = count()

    def leaves(prompt: str, shown: str) -> str:
        if prompt.startswith("card") and next(asked) == 5:
            raise QuitError
        return answer(prompt, shown)

    begun = ("--rules", "partnership", "--seed", "8", "--target", "700", "--game")
    play(*begun, "--record", str(file), slips=False, says=leaves)
    half = only_record(file)
    assert 3 < len(half.tricks) < 12
    out = play("--seed", "8", "--game", "--record", str(file), slips=False)
    records = list(read_table_records(file))
    assert records[1].dealer == (half.dealer + 1) % 4
    assert records[1].score is not None
    assert "wins: " in out
    whole = tmp_path / "whole.pnr"
    play(*begun, "--record", str(whole), slips=False)
    assert whole.read_text() == file.read_text()


def test_hands_for_money_with_a_kitty_and_four_at_the_table(tmp_path: Path, play: Play) -> None:
    file = tmp_path / "money.pnr"
    options = ("--rules", "auction", "--options", "kitty,force290", "--four", "--hands", "3")
    out = play(*options, "--seed", "2", "--record", str(file), slips=False)
    records = list(read_table_records(file))
    assert len(records) == 3
    dealers = [record.dealer for record in records]
    assert [(d - dealers[0]) % 4 for d in dealers] == [0, 1, 2]
    assert "hand 3: " in out
    assert "dealt and are out" in out
    assert all(record.kitty is not None for record in records[1:])
    assert "kitty: " in out
    game = TableSitting(records[0].rules, 2, Seat.SOUTH, None, is_game=True, earlier=records)
    assert game.game is not None
    assert not game.game.has_faults


CALLS = ("--rules", "macdougall-3", "--seed", "3", "--game", "--target", "200", "--call-out")


def test_an_engine_that_has_reached_the_target_calls_out(tmp_path: Path, play: Play) -> None:
    file = tmp_path / "game.pnr"
    out = play(*CALLS, "--record", str(file), slips=False)
    assert "north calls out with 222\n" in out
    assert "a trick won by who has called and led it wins the game\n" in out
    assert "north wins: you 26, west 136, north 244; he called out rightly\n" in out
    assert "the hand is over: called out\n" in out
    *_, last = read_table_records(file)
    assert [(call.trick, call.seat) for call in last.call_outs] == [(3, Seat.NORTH)]
    game = score_table_game(map(replay_table_record, read_table_records(file)))
    assert game.game.scores == (26, 136, 244)
    assert game.game.caller is Seat.NORTH


def test_a_wrong_call_out_loses_the_game() -> None:
    out = piped(["play", *QUICK, *CALLS], "1\ncall out\n").out
    assert "you call out with 0\n" in out
    assert "west wins: you 0, west 0, north 0; you were wrong to call out\n" in out
    assert "the hand is over: called out\n" in out


def test_a_call_out_that_waits_can_be_taken_back() -> None:
    deal = random_deal(0, 3, TABLE_RULEBOOKS["macdougall-3"])
    hand = TableHandInPlay(deal, Seat.SOUTH, agreed=Agreed.CALL_OUT)
    hand.call_out(Seat.SOUTH)
    assert not hand.may_call(Seat.SOUTH)
    assert [call.text() for call in hand.record().call_outs] == ["0:south"]
    assert hand.take_back()
    assert hand.may_call(Seat.SOUTH)
    assert not hand.record().call_outs


def test_the_end_of_input_and_an_interrupt_leave_the_record_whole(tmp_path: Path) -> None:
    file = tmp_path / "hand.pnr"
    arguments = ["play", *QUICK, "--rules", "check", "--seed", "3", "--record", str(file)]
    run = piped(arguments, "")
    assert run.status == 0
    assert only_record(file).rules.name == "check"
    with at_terminal("call|melds.*|card|trump", *arguments) as terminal:
        terminal.read_to_prompt()
        terminal.process.send_signal(2)
        assert terminal.process.wait(20) == 130
    assert len(list(read_table_records(file))) == 2


def test_every_seat_may_have_an_engine_and_a_strength_of_its_own() -> None:
    seated = table_play._engines(
        TABLE_RULEBOOKS["check"],
        Seat.SOUTH,
        "advice",
        "greedy",
        ("west=default:worlds=16", "east=default:seconds=0.5,objective=win"),
        "points",
        Limits(seconds=2.0),
    )
    names = {seat.text(): (type(one.engine).name, one.limits) for seat, one in seated.items()}
    assert names == {
        "west": ("default", Limits(worlds=16)),
        "north": ("greedy", Limits(seconds=2.0)),
        "east": ("default", Limits(seconds=0.5)),
    }


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--rules", "auction", "--seat", "east"], "--seat: nobody sits east in auction. "),
        (["--rules", "auction", "--partner", "greedy"], "--partner: in auction nobody has a "),
        (["--rules", "auction", "--level", "mine"], "--level mine: goes with the two-handed game "),
        (["--rules", "auction", "--level", "9"], "--level: '9', expected beginner, casual, club, "),
        (["--rules", "check", "--level", "2", "--engine", "advice"], "--level: not with --engine"),
        (["--rules", "check", "--with", "west=default:level=2"], "--with west=default:level=2: "),
        (
            ["--rules", "auction", "--game", "--target", "900"],
            "--target: auction is paid hand by hand",
        ),
        (["--rules", "check", "--options", "kitty"], "--options: 'kitty' is no option of check"),
        (["--rules", "auction", "--game", "--call-out"], "--call-out: auction has none"),
        (["--rules", "macdougall-3", "--call-out"], "--call-out: goes with --game"),
        (["--rules", "hayes", "--hands", "3"], "--hands: hayes is a two-handed game. Type --game"),
        (["--rules", "hayes", "--seat", "west"], "--seat: nobody sits west in hayes. "),
        (["--rules", "hayes", "--partner", "greedy"], "--partner: hayes is a two-handed game"),
        (["--rules", "hayes", "--with", "north=greedy"], "--with: hayes is a two-handed game."),
        (["--rules", "check", "--with", "bob=greedy"], "--with bob=greedy: unknown seat 'bob'"),
        (["--rules", "check", "--with", "greedy"], "--with greedy: expected SEAT=ENGINE, as in "),
        (["--rules", "check", "--with", "west=cmd:x"], "--with west=cmd:x: expected SEAT=ENGINE"),
        (["--rules", "check", "--with", "west=bad"], "--with west=bad: 'bad' is no engine ("),
        (["--rules", "check", "--with", "west=default:worlds=0"], ": '0' is no worlds"),
        (
            ["--rules", "check", "--with", "south=greedy"],
            "--with south=greedy: no engine sits south. Type west, north, east",
        ),
        (["--engine", "open-average"], "--engine: open-average plays only games for three and "),
        (["--rules", "auction", "--engine", "pimc"], "--engine pimc: "),
    ],
)
def test_what_a_game_has_not_is_refused(arguments: list[str], message: str) -> None:
    run = piped(["play", *arguments], "")
    assert run.status == 2
    assert message in run.err.splitlines()[-1]


def test_the_others_have_a_level() -> None:
    run = piped(["play", "--rules", "check", "--seed", "3", "--level", "club", "--ascii"], "")
    assert "the others lose 1 point of 500 at stake a decision on average (club)\n" in run.out
    seated = table_play._engines(
        TABLE_RULEBOOKS["check"],
        Seat.SOUTH,
        "default",
        "advice",
        ("east=graded:level=beginner",),
        "points",
        Limits(seconds=2.0),
        Level(1.0),
    )
    assert type(seated[Seat.NORTH].engine).name == "advice"
    levels = [seated[seat].engine.level.points for seat in (Seat.WEST, Seat.EAST)]  # type: ignore[attr-defined]
    assert levels == [1.0, 4.0]


# Words


def bidder_of(rules: str, bid: int) -> TableHand:
    """A hand in which south has won the auction."""
    hand = begun(random_deal(0, 1, TABLE_RULEBOOKS[rules], Seat.EAST if rules == "check" else None))
    while hand.act is Act.BID:
        calls = [move for move in hand.legal_moves() if isinstance(move, Call)]
        is_ours = hand.turn is Seat.SOUTH and Call(bid) in calls
        hand = hand.after(Call(bid) if is_ours else PASS if PASS in calls else calls[0])
    return hand


def test_calls_are_read_as_people_say_them() -> None:
    hand = begun(random_deal(0, 1, TABLE_RULEBOOKS["auction"]))
    for text in ("310", "I bid 310", "bid 310.", "i say 310"):
        assert said_move(hand, text) == Call(310)
    for text in ("p", "Pass", "I pass", "passes"):
        assert said_move(hand, text) == PASS
    with pytest.raises(PositionError, match="no call"):
        said_move(hand, "what?")


def test_burials_are_read_as_people_say_them() -> None:
    hand = bidder_of("auction", 250)
    assert hand.turn is not None
    held = hand.hands[hand.turn]
    three = sorted(held, key=lambda card: (card.suit, -card.rank))[:3]
    named = " ".join(card.text().lower() for card in three)
    expected = Bury(Suit.DIAMONDS, Hand.of(three))
    for text in (f"diamonds {named}", f"D: {named}", f"trump diamonds, bury {named}", "d 1 2 3"):
        assert said_move(hand, text) == expected
    assert said_move(hand, "I concede").text() == "concede"
    for text, fact in (
        ("1 2 3", "no suit. Type the trump suit, and then the cards to bury, such as S "),
        ("d 1 1 2", "a number is given twice"),
        ("d 1 2 99", "there is no such card"),
    ):
        with pytest.raises(PositionError, match=re.escape(fact)):
            said_move(hand, text)
    check = bidder_of("check", 200)
    assert said_move(check, "hearts") == Bury(Suit.HEARTS)


def test_melds_are_read_as_people_say_them() -> None:
    possible = most_melds(Hand.parse("ATKKQJ9.KQ.KJ.KQ"), Suit.SPADES)
    run, *_, dix = possible
    hearts, clubs, kings, pinochle = possible[1:5]
    for text, melds in {
        "all": None,
        "none": (),
        "nothing": (),
        "run": (run,),
        "run and pinochle": (run, pinochle),
        "dix, kings": (kings, dix),
        "marriage hearts": (hearts,),
        "the marriage in clubs": (clubs,),
        "KC QC": (clubs,),
        "1 3": (run, clubs),
        "all but the dix and run": (hearts, clubs, kings, pinochle),
        "run:AS.TS.KS.QS.JS": (run,),
    }.items():
        assert said_melds(text, possible, Suit.SPADES) == melds, text
    (royal,) = said_melds("royal marriage", possible, Suit.SPADES) or ()
    assert royal.text() == "royal-marriage:KS.QS"
    for text, fact in (
        ("marriage", "could be KH QH or KC QC. Type the cards"),
        ("aces", "no such meld is possible now"),
        ("rnu", "'rnu': no meld. Type all, none, names or numbers"),
        ("marriage in haerts", "'haerts': no meld. Type all, none, names or numbers"),
        ("hearts", "'hearts': no meld. Type all, none, names or numbers"),
        ("two runs", "'run': only 1 of these is possible now"),
        ("9", "there is no such meld"),
    ):
        with pytest.raises(PositionError, match=re.escape(fact)):
            said_melds(text, possible, Suit.SPADES)


def test_a_dix_is_read_by_words_and_numbers() -> None:
    hand = begun(random_deal(4, 5, TABLE_RULEBOOKS["partnership"]))
    for index in range(50):
        hand = begun(random_deal(index, 5, TABLE_RULEBOOKS["partnership"]))
        if hand.act is Act.DIX:
            break
    assert said_move(hand, "yes") == said_move(hand, "1") == Dix(True)
    assert said_move(hand, "pass") == said_move(hand, "2") == Dix(False)


def test_the_record_of_a_hand_in_play_is_the_referees() -> None:
    rules = with_options("corners", ["mustbid"])
    hand = TableHandInPlay(random_deal(1, 7, rules), Seat.NORTH)
    advice = make_table_engine("advice")
    while not hand.is_over:
        hand.push(hand.decision(advice, Limits()).move)
    assert isinstance(hand.hand, TableHand)
    assert hand.record() == record_of_hand(hand.hand)
    assert hand.take_back()
    assert hand.is_persons_turn


def test_at_a_terminal_a_review_is_offered_and_giving_up_is_asked_for_twice() -> None:
    arguments = ["play", *QUICK, "--rules", "auction", "--seed", "3"]
    with at_terminal("call|card|meld|trump and burial|review|yes or no", *arguments) as person:
        assert person.read_to_prompt() is not None
        person.type("260")
        person.type("concede")
        assert "give up the hand? yes or no> " in person.text
        assert (person.type("no") or "").endswith("trump and burial> ")
        person.type("concede")
        assert (person.type("yes") or "").endswith("review> ")
        assert person.type("") is None
        assert person.process.wait(60) == 0
    text = person.text.replace("\r", "")
    assert "the hand is over: you played for 260: conceded\n" in text
    assert "y reviews the hand, which takes half a minute; n or Enter does not\n" in text


def test_cards_named_with_the_trump_are_refused_if_nothing_is_buried() -> None:
    words = "260\nspades 1 2\nspades\n"
    out = piped(["play", *QUICK, "--rules", "check", "--seed", "3"], words).out
    refused = "'spades 1 2': nothing is buried in check. Type the trump suit alone"
    assert f"{refused} (? lists the moves)\n" in out
    assert "you name S\n" in out or "melds (Enter: all)> " in out
