"""Records of goulash and glup: written, read again, replayed, and scored as the oracles have it."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from helpers.variant_hands import VARIANTS, deal_of, variant_hand
from pinochle_solver import (
    GameError,
    Points,
    PositionError,
    Referee,
    Seat,
    parse_record,
    record_of,
    replay_record,
    score_game,
)
from pinochle_solver.game.game import Ending, Game
from pinochle_solver.game.notebook import Notebook
from pinochle_solver.matches.hand_in_play import HandInPlay
from pinochle_solver.notation.hand_records import RecordedEvent
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.rules.irregularities import Irregularity


def _without_copies(text: str) -> str:
    """A record without the numbers of copies: which the other seat has laid may show only later."""
    return re.sub(r"@[1-4]", "", text)


def _played(rules: str, seed: int) -> Referee:
    """A hand played at random by the oracle and by a referee."""
    from helpers.variant_comparison import chosen_move

    oracle, kept, random = variant_hand(rules, seed)
    referee = Referee.of_deal(deal_of(oracle))
    while oracle.due() is not None:
        move = chosen_move(oracle, kept, random)
        oracle.apply(move)
        referee.push(move)
    south, north = referee.points
    assert oracle.points == {"south": tuple(south), "north": tuple(north)}
    return referee


@pytest.mark.parametrize("rules", VARIANTS)
@pytest.mark.parametrize("seed", range(2))
def test_a_record_is_the_same_hand_again(rules: str, seed: int) -> None:
    referee = _played(rules, seed)
    deal = deal_of(variant_hand(rules, seed)[0])
    for moves in (len(referee.history), *range(0, len(referee.history), 17)):
        record = record_of(deal, referee.history[:moves])
        text = record.text()
        again = parse_record(text)
        assert again == record
        assert again.text() == text
        replay = replay_record(again)
        assert replay.findings == ()
        halfway = Referee.of_deal(deal)
        for move in referee.history[:moves]:
            halfway.push(move)
        assert replay.points == halfway.points
        assert replay.referee is not None
        assert replay.referee.position() == halfway.position()


@pytest.mark.parametrize("rules", VARIANTS)
@pytest.mark.parametrize(("seed", "view"), [*enumerate(Seat)])
def test_the_record_of_one_seat_shows_what_it_saw(rules: str, seed: int, view: Seat) -> None:
    referee = _played(rules, seed)
    deal = deal_of(variant_hand(rules, seed)[0])
    record = parse_record(record_of(deal, referee.history, view).text())
    assert record.stock is None
    replay = replay_record(record)
    assert replay.findings == ()
    assert replay.points == referee.points
    whole = replay_record(record_of(deal, referee.history))
    seen = {(m.trick, m.act) for m in replay.moments if m.seat is view}
    for moment in whole.moments:
        if moment.seat is view and (moment.trick, moment.act) in seen:
            there, truth = (each.at(moment.trick, moment.act, view) for each in (replay, whole))
            # Which of its copies the other seat laid may show only later.
            hidden = {view.other.text(), f"melds.{view.other.text()}"}
            for token, value in truth.tokens().items():
                assert token in hidden or there.tokens()[token] == value


@pytest.mark.parametrize("rules", VARIANTS)
def test_every_position_of_a_record_goes_round(rules: str) -> None:
    referee = _played(rules, 3)
    deal = deal_of(variant_hand(rules, 3)[0])
    replay = replay_record(record_of(deal, referee.history))
    for moment in replay.moments:
        position = replay.at(moment.trick, moment.act)
        if isinstance(position, StockPosition):
            assert StockPosition.parse(position.text()) == position
            assert replace(position, dealer=deal.dealer) == position


@pytest.mark.parametrize(("rules", "seed"), [*zip(VARIANTS, range(len(VARIANTS)), strict=True)])
def test_a_notebook_asks_for_all_that_happens(rules: str, seed: int) -> None:
    """Noted as it is asked for, the record of a seat becomes the one that was written at once."""
    referee = _played(rules, seed)
    deal = deal_of(variant_hand(rules, seed)[0])
    record = record_of(deal, referee.history, Seat.SOUTH)
    notebook = Notebook(record)
    assert notebook.is_over
    assert _without_copies(notebook.record.text()) == _without_copies(record.text())
    begun = Notebook(replace(record, tricks=record.tricks[:10]))
    for _ in range(4):
        assert begun.undo() is not None
    assert Notebook(begun.record).question == begun.question


@pytest.mark.parametrize("rules", VARIANTS)
@pytest.mark.parametrize("seed", range(2))
def test_a_hand_is_gone_on_with_where_its_record_ends(rules: str, seed: int) -> None:
    referee = _played(rules, seed)
    deal = deal_of(variant_hand(rules, seed)[0])
    for moves in range(0, len(referee.history), 13):
        record = record_of(deal, referee.history[:moves])
        hand = HandInPlay.of_replay(replay_record(record), Seat.SOUTH, record.score, record.target)
        assert hand.record() == record
        there = Referee.of_deal(deal)
        for move in referee.history[:moves]:
            there.push(move)
        assert hand.referee.position() == there.position()


def _record(rules: str, view: Seat | None = None) -> str:
    deal = deal_of(variant_hand(rules, 2)[0])
    return record_of(deal, (), view).text()


@pytest.mark.parametrize(
    ("rules", "change", "error"),
    [
        ("goulash", ('[PileSouth "', '[Stock "'), "Stock: given, but in goulash each seat has a"),
        ("goulash", ("[Dead ", "[Deads "), "Deads: unknown tag, did you mean Dead?"),
        ("goulash", (re.compile(r"\[Dead .*\n"), ""), "Dead: missing"),
        ("goulash", (re.compile(r"\[PileNorth .*\n"), ""), "PileNorth: missing"),
        (
            "goulash",
            (re.compile(r'(\[PileNorth "..) '), r"\1 AS "),
            "PileNorth: 16 cards, south's pile has 15",
        ),
        (
            "goulash",
            (re.compile(r"(\[(Pile|Dead).*\n)+"), ""),
            "PileSouth: missing, in a record without View",
        ),
        ("glup", ('[Stock "', '[PileSouth "'), "PileSouth: given, but in glup both draw from one"),
        ("glup", ('[Cut "37"]', '[Cut "36"]'), "Cut: 36, but only a lift of 37 scores"),
        ("goulash", ("[Dead", '[Cut "33"]\n[Dead'), "Cut: 33, but in goulash nothing scores"),
        ("goulash", ("[Dead", '[Ahead "9"]\n[Dead'), "Ahead: 9, but goulash is played for a"),
        (
            "glup",
            ("[Stock", '[Ahead "900"]\n[Target "900"]\n[Stock'),
            "Target: given, and Ahead as well",
        ),
    ],
)
def test_tags_that_cannot_be_are_refused(
    rules: str, change: tuple[str | re.Pattern[str], str], error: str
) -> None:
    old, new = change
    text = _record(rules)
    changed = text.replace(old, new) if isinstance(old, str) else old.sub(new, text)
    assert changed != text
    with pytest.raises(PositionError) as caught:
        parse_record(changed)
    assert str(caught.value).startswith(error)


@pytest.mark.parametrize(
    ("opening", "fact"),
    [
        ("{dix}", "tricks: 'dix' needs the letter of its seat before the first lead"),
        ("{S:+AS}", "tricks: 'S:+AS', but nothing is drawn before the first lead"),
        ("{S:dix", "tricks: the brace is not closed"),
    ],
)
def test_what_cannot_stand_before_the_first_lead_is_named(opening: str, fact: str) -> None:
    record = parse_record(_record("goulash") + f"\n{opening}\n")
    assert str(record.unread) == fact
    glup = parse_record(_record("glup") + "\n{S:dix}\n")
    assert glup.unread is None
    assert [finding.kind for finding in replay_record(glup).findings] == [
        Irregularity.FORBIDDEN_MELD
    ]


def _scored(rules: str, *scores: Points, ahead: int | None = None) -> Game:
    """A game of which each record states the score before it; the last hand is not played."""
    deal = deal_of(variant_hand(rules, 2)[0])
    (score,) = scores
    return score_game([replay_record(record_of(deal, (), score=score, ahead=ahead))])


def test_glup_is_won_by_a_target_or_a_lead() -> None:
    assert _scored("glup", Points(1000, 990)).winner is Seat.SOUTH
    assert _scored("glup", Points(1000, 1000)).winner is None
    won = _scored("glup", Points(500, 1500), ahead=1000)
    assert (won.winner, won.ending) == (Seat.NORTH, Ending.AHEAD_REACHED)
    assert "1000 ahead" in won.verdict
    open_game = _scored("glup", Points(1500, 501), ahead=1000)
    assert open_game.winner is None
    assert "it is won by 1000 ahead" in open_game.verdict


@pytest.mark.parametrize(
    ("rules", "options", "error"),
    [
        ("glup", {"single_hand": True}, "single-hand: glup has no single-hand game"),
        ("goulash", {"ahead": 1000}, "ahead: goulash is played for a target"),
        (
            "glup",
            {"ahead": 1000, "target": 900},
            "ahead: a game is won by points ahead or by a target, not both",
        ),
        ("glup", {"ahead": 0}, "ahead: 0 is not within 1 to 999999"),
        ("glup", {"ahead": 1_000_000}, "ahead: 1000000 is not within 1 to 999999"),
    ],
)
def test_games_that_cannot_be_are_refused(rules: str, options: dict[str, Any], error: str) -> None:
    with pytest.raises(GameError) as caught:
        score_game([replay_record(parse_record(_record(rules)))], **options)
    assert str(caught.value) == error


def test_a_record_says_by_what_lead_its_game_is_won() -> None:
    deal = deal_of(variant_hand("glup", 2)[0])
    for ahead, target, fact in ((500, None, "500"), (None, 900, "a target of 900")):
        replay = replay_record(record_of(deal, (), ahead=1000))
        game = score_game([replay], ahead=ahead, target=target)
        assert game.hands[0].faults == (f"Ahead: 1000, the game has {fact}",)


def test_goulash_is_won_at_1500() -> None:
    assert _scored("goulash", Points(1490, 1200)).winner is None
    assert _scored("goulash", Points(1500, 1600)).winner is Seat.NORTH


@pytest.mark.parametrize("rules", VARIANTS)
def test_wrong_draws_are_named(rules: str) -> None:
    """Out of turn, none, and a card face up: whose pile it is from, the hand goes on."""
    referee = _played(rules, 2)
    deal = deal_of(variant_hand(rules, 2)[0])
    whole = record_of(deal, referee.history)
    winner = replay_record(whole).tricks[0].winner
    assert winner is not None
    letter = winner.other.text()[0].upper()
    first = whole.tricks[0]
    note = RecordedEvent(winner.other, "out-of-turn")
    noted = replace(whole, tricks=(replace(first, events=(*first.events, note)), *whole.tricks[1:]))
    assert f"{letter}:out-of-turn" in noted.text()
    replay = replay_record(parse_record(noted.text()))
    assert replay.findings[0].kind is Irregularity.DRAW_OUT_OF_TURN
    if rules == "goulash":  # each from his own pile: nobody has another card by it
        assert len(replay.findings) == 1
        assert replay.points == replay_record(whole).points


LATE_KINGS = """\
[Rules "glup"]
[Dealer "north"]
[View "south"]
[Upcard "QS"]
[South "ATQJJ.TJJ9.AKQJJ9.ATJ"]

1. 9H JC {pinochle:QS.JD +9H} 2. 9H 9S {marriage:KD.QD S:+AS} 3. 9C JD@hand {S:+TD} 4. TS 9D {S:+9S}
5. TH 9S {jacks:JS.JH.JD.JC +JC} 6. TS 9C {marriage:KD.QD +JD} 7. TH 9H {jacks:JS.JH.JD.JC +KH}
8. AD QH {+TD} 9. JH@1 9S {S:+QC} 10. TS TD {S:+9D} 11. TS 9D {S:+KS} 12. 9S TD {S:+TH}
13. JS JD@2 {royal-marriage:KS.QS S:+QC} 14. TC KD@1 {queens:QS.QH.QD.QC S:+JC}
15. AS TH {marriage:KC.QC S:+QH} 16. 9C JC@hand {royal-marriage:KS.QS +KD}
17. QD@1 TC {marriage:KH.QH +QC} 18. TC TC {+AH} 19. AH AH {+KC}
20. AS KC@hand {kings:KS.KH.KD.KC +9D} 21. 9D 9C {marriage:KC.QC +JS} 22. AS AH {+KS}
23. AC 9D {+KH} 24. KH@1 AD {+TD} 25. KH AD {+TH} 26. TH AH {marriage:KH.QH S:+TD}
27. AD TD {kings:KS.KH.KD.KC S:+JH} 28. KC@1 TD {marriage:KD.QD S:+AS} 29. QD@1 AS {+9H}
30. QC@1 AC {kings:KS.KH.KD.KC S:+QS} 31. AC KC 32. QS KS 33. 9H QH 34. AC QC 35. KS KS 36. KS QS
37. KH QH 38. KH JH 39. QS QS 40. KD KD 41. QD JD 42. KD JS 43. QC KC 44. QH JH 45. JH JS 46. JS QD
47. JC QC 48. JD JC
"""


def test_cards_that_the_other_seat_laid_late_are_not_held_before() -> None:
    """North lays kings with a new one: held sooner, it had been laid before in place of another."""
    replay = replay_record(parse_record(LATE_KINGS))
    assert (replay.findings, replay.unknown) == ((), ())
    assert replay.points is not None
    assert replay.points.text() == "31+21/39+29"


LATE_QUEEN = """\
[Rules "glup"]
[Dealer "south"]
[View "south"]
[Upcard "KH"]
[South "AATKQ9.KQQ9.AKQJJ9.TQ"]

1. AD QS {kings:KS.KH.KD.KC S:+9C} 2. KC@1 KS {S:+TD} 3. KD@1 QC {pinochle:QS.JD S:+9H}
4. AH QH {marriage:KS.QS S:+KD} 5. AC 9S {S:+9D} 6. QS@hand TD {S:+TS}
7. AH TC {jacks:JS.JH.JD.JC S:+TC}
"""


def test_a_card_that_would_have_been_laid_in_place_of_another_comes_after_it() -> None:
    """North's marriage after trick 4 has a new king: the queen he plays next he drew after it."""
    replay = replay_record(parse_record(LATE_QUEEN))
    assert (replay.findings, replay.unknown) == ((), ())
    assert replay.points is not None
    assert replay.points.text() == "0+0/18+9"
