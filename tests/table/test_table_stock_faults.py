"""What goes wrong in hands with a stock for three and four: found in records, and ruled."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from helpers.commandline import Pinochle
from pinochle_solver.errors import IllegalMoveError
from pinochle_solver.game.table.recording import record_of_deal
from pinochle_solver.game.table.replayed_hand import TableReplay
from pinochle_solver.game.table.replayer import replay_table_record
from pinochle_solver.game.table.scoring import score_table_game
from pinochle_solver.notation.table.record_reading import parse_table_record
from pinochle_solver.rules.cards import Card
from pinochle_solver.rules.moves import Play, Show
from pinochle_solver.table.acts import Act
from pinochle_solver.table.deals import TableDeal, random_deal
from pinochle_solver.table.moves import Dix
from pinochle_solver.table.rulebooks import TABLE_RULEBOOKS
from pinochle_solver.table.scoring import Outcome
from pinochle_solver.table.seats import Seat
from pinochle_solver.table.stock_hands import StockHand, begun_with_stock

OLD_STYLE = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2, "9": 0}
COMPROMISE = {"A": 10, "T": 10, "K": 5, "Q": 5, "J": 0, "9": 0}
COUNTS = {"macdougall-3": OLD_STYLE, "hayes-3": COMPROMISE, "hayes-4": COMPROMISE}
MELDS = """[Rules "RULES"]
[Dealer "north"]
[South "AJJ9.AAQ9.KQ.KK"]
[West "TKQ.Q9.TTQ9.QJ9"]
[North "T9.KJ.AKJ9.ATT9"]
[Upcard "QC"]
[Stock "AS AD AC TH TH KS KH QS JH JD JC"]

"""


def replayed(text: str) -> TableReplay:
    return replay_table_record(parse_table_record(text))


def without_shows(hand: StockHand) -> StockHand:
    """Past everything that could be shown."""
    while hand.act in (Act.MELD, Act.DIX):
        hand = hand.after(Show() if hand.act is Act.MELD else Dix(False))
    return hand


def reneges(hand: StockHand) -> list[Play]:
    if hand.turn is None or hand.upcard is not None:
        return []
    held = hand.hands[hand.turn].distinct()
    return [play for play in map(Play, held) if hand.is_renege(play)]


def reneged_hand(name: str, seed: int) -> tuple[StockHand, StockHand, Play, Seat]:
    """A hand played at random, nothing shown, with one renege: at its end, when it came, by whom.

    Returns:
        The hand at its end, the hand before the renege, the card, and the offender.
    """
    rng = random.Random(f"{name}/{seed}")
    hand = without_shows(begun_with_stock(random_deal(seed, 7, TABLE_RULEBOOKS[name])))
    found = None
    while hand.act is not Act.OVER:
        wrong = reneges(hand)
        if found is None and wrong and rng.random() < 0.2:
            assert hand.turn is not None
            play = rng.choice(wrong)
            found = (hand, play, hand.turn)
            hand = without_shows(hand.after_renege(play))
        else:
            hand = without_shows(hand.after(rng.choice(list(hand.legal_moves()))))
    return reneged_hand(name, seed + 1000) if found is None else (hand, *found)


def written(deal: TableDeal, tricks: list[list[str]]) -> str:
    lines = [f"{number}. {' '.join(cards)}" for number, cards in enumerate(tricks, start=1)]
    return record_of_deal(deal).text() + "\n" + "\n".join(lines) + "\n"


def taken(
    deal: TableDeal, tricks: list[list[str]], first: Seat, values: dict[str, int]
) -> dict[Seat, int]:
    """Card points by seat, added up from the cards alone."""
    assert deal.upcard is not None
    trump, seats = deal.upcard.text()[1], list(deal.rules.table)
    points, leader = dict.fromkeys(seats, 0), first
    for number, cards in enumerate(tricks, start=1):
        if len(cards) < len(seats):
            break
        order = seats[seats.index(leader) :] + seats[: seats.index(leader)]
        best = 0
        for place, card in enumerate(cards):
            same = card[1] == cards[best][1]
            higher = "9JQKTA".index(card[0]) > "9JQKTA".index(cards[best][0])
            if (same and higher) or (card[1] == trump != cards[best][1]):
                best = place
        leader = order[best]
        points[leader] += sum(values[card[0]] for card in cards)
        whole = deal.rules.hand + len(deal.stock or ()) // len(seats) + 1
        points[leader] += 10 * (number == whole)
    return points


def texts(hand: StockHand) -> list[list[str]]:
    rows = [[card.text() for card in trick.cards] for trick in hand.tricks]
    return rows + [[card.text() for card in hand.led]] * bool(hand.led)


@pytest.mark.parametrize("seed", range(6))
def test_a_renege_costs_the_count_where_the_two_handed_rules_say_so(seed: int) -> None:
    over, before, play, offender = reneged_hand("macdougall-3", seed)
    replay = replayed(written(over.deal, texts(over)))
    [finding] = [f for f in replay.findings if f.kind != "forgotten dix"]
    assert (finding.kind, finding.seat, finding.what) == ("renege", offender, play.text())
    assert finding.trick == len(before.tricks) + 1
    assert finding.ruling == "the offender's card points become 0, the others keep theirs"
    first = over.rules.from_left_of(over.deal.dealer)[0]
    points = taken(over.deal, texts(over), first, OLD_STYLE)
    assert sum(points.values()) == 250
    assert replay.is_complete
    assert replay.result is not None
    expected = [points[seat] * (seat is not offender) for seat in over.rules.table]
    assert [*replay.result.scores] == [
        score + over.melds_made(seat)
        for score, seat in zip(expected, over.rules.table, strict=True)
    ]
    assert all(not moment.hand.is_renege(moment.move) for moment in replay.moments if moment.move)  # type: ignore[union-attr,arg-type]


def test_nothing_is_shown_after_a_renege(pinochle: Pinochle, tmp_path: Path) -> None:
    over, before, _, _ = reneged_hand("macdougall-3", 0)
    file = tmp_path / "hand.pnr"
    file.write_text(written(over.deal, texts(over)))
    last = len(over.tricks)
    assert len(before.tricks) + 1 < last
    found = pinochle("show", "--at", str(last), "-f", str(file))
    fact = "there is no such moment in this hand"
    after = "or it comes after the renege, and nothing is shown from there on"
    assert (found.status, found.out) == (2, "")
    assert found.err == f"{file}:1: at: {last}: {fact}, {after}\n"


def test_a_hand_that_ends_with_a_renege_is_scored_as_it_lies() -> None:
    over, before, play, offender = reneged_hand("macdougall-3", 3)
    rows = texts(before)
    if not before.led:
        rows.append([])
    rows[-1].append(play.text())
    replay = replayed(written(over.deal, rows))
    assert replay.result is not None
    points = taken(over.deal, rows, over.rules.from_left_of(over.deal.dealer)[0], OLD_STYLE)
    got = dict(zip(over.rules.table, replay.result.scores, strict=True))
    for seat in over.rules.table:
        assert got[seat] - before.melds_made(seat) == points[seat] * (seat is not offender)


@pytest.mark.parametrize("name", ["hayes-3", "hayes-4"])
def test_where_no_penalty_is_named_the_hand_is_not_scored(name: str) -> None:
    over, before, play, offender = reneged_hand(name, 1)
    replay = replayed(written(over.deal, texts(over)))
    [finding] = replay.findings
    assert (finding.kind, finding.seat, finding.what) == ("renege", offender, play.text())
    assert finding.trick == len(before.tricks) + 1
    assert finding.ruling == "an illegal play, no penalty is named"
    assert replay.hand is not None
    assert replay.hand.tricks == over.tricks
    assert replay.is_unscored
    assert not replay.is_complete
    assert replay.result is None
    last = replay.moments[-1]
    assert isinstance(last.hand, StockHand)
    assert isinstance(last.move, Play)
    assert last.hand.after(last.move) == before


def test_a_renege_told_in_braces_counts_as_one() -> None:
    name = "macdougall-3"
    rng = random.Random(4)
    hand = without_shows(begun_with_stock(random_deal(4, 7, TABLE_RULEBOOKS[name])))
    while hand.act is not Act.OVER:
        hand = without_shows(hand.after(rng.choice(list(hand.legal_moves()))))
    rows = texts(hand)
    text = written(hand.deal, rows).replace(" ".join(rows[9]), " ".join(rows[9]) + " {renege west}")
    replay, fair = replayed(text), replayed(written(hand.deal, rows))
    assert replay.result is not None
    assert fair.result is not None
    [finding] = [f for f in replay.findings if f.kind == "renege"]
    assert finding.ruling.startswith("the offender's card points become 0")
    lost = [a - b for a, b in zip(fair.result.scores, replay.result.scores, strict=True)]
    assert lost == [hand.cards_won(seat) * (seat is Seat.WEST) for seat in hand.rules.table]


def test_a_play_that_is_none_is_no_renege() -> None:
    _, before, play, _ = reneged_hand("macdougall-3", 0)
    legal = next(before.legal_moves())
    assert isinstance(legal, Play)
    with pytest.raises(IllegalMoveError, match="no renege"):
        before.after_renege(legal)
    assert not before.is_renege(Show())
    assert before.after_renege(play).hands != before.hands
    stock = begun_with_stock(random_deal(0, 7, TABLE_RULEBOOKS["macdougall-3"]))
    assert not stock.is_renege(Play(Card.parse("AS")))


@pytest.mark.parametrize(
    ("words", "fact", "points"),
    [
        ("{W:marriage:KS.QS}", "only the winner of the trick may meld", 20),
        # Of the two games one has other trumps.
        ("{marriage:KH.QH}", ("QH is not held", "no marriage with hearts as trump"), 20),
        ("{kings:KS.KH.KD.KC}", "KS is not held", 80),
        ("{jacks:JS.JH.JD.JC+marriage:KH.QH}", "only one dix and one meld for a trick won", 60),
    ],
)
@pytest.mark.parametrize("rules", ["macdougall-3", "hayes-3x"])
def test_a_wrong_meld_goes_to_the_others_where_the_two_handed_rules_say_so(
    rules: str, words: str, fact: str | tuple[str, str], points: int
) -> None:
    if rules == "hayes-3x":
        rng = random.Random(2)
        hand = without_shows(begun_with_stock(random_deal(3, 7, TABLE_RULEBOOKS[rules])))
    else:
        rng = random.Random(5)
        replay = replayed(MELDS.replace("RULES", rules) + "1. JS QH TS\n")
        assert isinstance(replay.hand, StockHand)
        hand = without_shows(replay.hand)
    while hand.act is not Act.OVER:
        hand = without_shows(hand.after(rng.choice(list(hand.legal_moves()))))
    rows = texts(hand)
    told = words
    if rules == "hayes-3x" and "W:" in words:
        loser = next(seat for seat in Seat if seat is not hand.tricks[0].winner)
        told = words.replace("W:", f"{loser.letter}:")
    head = " ".join(rows[0])
    fair = written(hand.deal, rows)
    replay, right = replayed(fair.replace(head, f"{head} {told}", 1)), replayed(fair)
    [finding] = [f for f in replay.findings if f.kind != "forgotten dix"]
    is_forbidden = "W:" in words
    assert finding.kind == ("forbidden meld" if is_forbidden else "wrong meld")
    assert finding.trick == 1
    assert finding.fact.endswith(fact)
    assert replay.result is not None
    assert right.result is not None
    more = [a - b for a, b in zip(replay.result.scores, right.result.scores, strict=True)]
    if rules == "hayes-3x":
        assert finding.ruling == ("goes back, no penalty" if is_forbidden else "corrected")
        assert not any(more)
    else:
        assert finding.ruling == f"{points} to each of the others"
        assert finding.seat is not None
        assert more == [points * (seat is not finding.seat) for seat in hand.rules.table]


def test_the_dix_shown_beside_a_wrong_meld_counts() -> None:
    text = MELDS.replace("RULES", "macdougall-3") + "1. KC AC AC {dix+kings:KS.KH.KD.KC}\n"
    text = text.replace('"TKQ.Q9.TTQ9.QJ9"', '"TKQ.Q9.TTQ.AQJ9"').replace('"AS AD AC', '"AS AD 9D')
    text = text.replace('"AJJ9.AAQ9.KQ.KK"', '"AJJ9.AAQ9.KQ.K9"').replace(
        '"T9.KJ.AKJ9.ATT9"', '"T9.KJ.AKJ9.ATTK"'
    )
    replay = replayed(text)
    assert isinstance(replay.hand, StockHand)
    told = [(f.kind, f.what) for f in replay.findings]
    assert told == [("wrong meld", "kings:KS.KH.KD.KC")]
    assert replay.hand.melds_made(Seat.WEST) == 10


def test_a_nine_not_claimed_before_the_playoff_is_told() -> None:
    seen = 0
    for seed in range(8):
        rng = random.Random(seed)
        hand = without_shows(
            begun_with_stock(random_deal(seed, 9, TABLE_RULEBOOKS["macdougall-3"]))
        )
        asked: list[Seat] = []
        while hand.upcard is not None:
            if hand.act is Act.DIX and hand.last_draw:
                assert hand.turn is not None
                asked.append(hand.turn)
            if hand.act is Act.PLAY:
                hand = hand.after(rng.choice(list(hand.legal_moves())))
            else:
                hand = hand.after(Show() if hand.act is Act.MELD else Dix(False))
        rows = texts(hand)
        if hand.act is Act.PLAY:
            rows.append([next(hand.legal_moves()).text()])
        found = [f for f in replayed(written(hand.deal, rows)).findings if f.seat is not None]
        assert [f.seat for f in found if f.kind == "forgotten dix"] == asked
        seen += len(asked)
    assert seen > 2


FAIR = """[Rules "macdougall-3"]
[Dealer "north"]
[South "ATKJJ9.A.AQJJ.K"]
[West "TQ.TK9.AK.ATKQ9"]
[North "AQ9.KQJ.TT9.AQ9"]
[Upcard "9D"]
[Stock "JC TC KD QD JH AH TH KS JC 9H QH"]

1. AD QC AC
2. KC AC JH
3. QS JH JD
4. TH TS JC
5. AS KS QS
6. AH 9H QH
7. QD AD KD
8. TH KH AH
9. 9S KD 9S
10. 9C QC JC
11. AS JS QD
12. QH 9D 9H
13. 9D JD KC
14. TS KH TD
15. TD JS TC
16. 9C KS TC
"""


@pytest.mark.parametrize(
    ("trick", "words"),
    [("3. QS JH JD", "E:marriage:KH.QH"), ("10. 9C QC JC", "renege east")],
)
def test_nobody_sits_in_the_east_of_three(trick: str, words: str) -> None:
    replay = replayed(FAIR.replace(trick, f"{trick} {{{words}}}"))
    finding = replay.findings[-1]
    assert (finding.kind, finding.what) == ("unreadable", words)
    assert finding.fact == "there is no east at a table of 3"
    assert replay.result is None


@pytest.mark.parametrize(
    ("words", "whats"),
    [
        ("dix", ["dix"]),
        ("dix+kings:KS.KH.KD.KC", ["dix", "kings:KS.KH.KD.KC"]),
        ("dix+marriage:KS.QS", ["dix", "marriage:KS.QS"]),
    ],
)
def test_a_dix_of_one_without_a_nine_is_a_wrong_meld(words: str, whats: list[str]) -> None:
    replay, fair = replayed(FAIR.replace("1. AD QC AC", f"1. AD QC AC {{{words}}}")), replayed(FAIR)
    found = [finding for finding in replay.findings if finding.kind == "wrong meld"]
    assert [finding.what for finding in found] == whats
    assert found[0].fact == "there is no 9D in the hand"
    assert found[0].ruling == "10 to each of the others"
    assert replay.result is not None
    assert fair.result is not None
    more = [a - b for a, b in zip(replay.result.scores, fair.result.scores, strict=True)]
    lost = sum(int(finding.ruling.split()[0]) for finding in found)
    assert more == [0, lost, lost]


def test_a_renege_that_is_seen_and_told_is_one() -> None:
    over, before, play, offender = reneged_hand("macdougall-3", 3)
    rows = texts(over)
    number = len(before.tricks) + 1
    seen = written(over.deal, rows)
    told = " ".join(rows[number - 1])
    both = replayed(seen.replace(told, f"{told} {{renege {offender.text()}}}"))
    assert both.findings == replayed(seen).findings
    [finding] = [each for each in both.findings if each.kind == "renege"]
    assert (finding.trick, finding.seat, finding.what) == (number, offender, play.text())


def test_a_renege_in_the_playoff_needs_its_seat() -> None:
    replay = replayed(FAIR.replace("9. 9S KD 9S", "9. 9S KD 9S {renege}"))
    finding = replay.findings[-1]
    assert (finding.kind, finding.trick, finding.what) == ("unreadable", 9, "renege")
    assert finding.fact == "without its seat, such as renege west"
    assert replay.result is None


def test_each_seats_first_renege_costs_its_count_and_a_second_one_no_more() -> None:
    fair = replayed(FAIR)
    assert fair.result is not None
    assert isinstance(fair.hand, StockHand)
    one = FAIR.replace("9. 9S KD 9S", "9. 9S KD 9S {renege south}")
    two = one.replace("11. AS JS QD", "11. AS JS QD {renege west}")
    price = "the offender's card points become 0, the others keep theirs"
    nothing = "no further penalty: the offender's card points are 0 already"
    for text, seats, rulings in (
        (one, [Seat.SOUTH], [price]),
        (two, [Seat.SOUTH, Seat.WEST], [price, price]),
        (two.replace("west}", "south}"), [Seat.SOUTH, Seat.SOUTH], [price, nothing]),
    ):
        replay = replayed(text)
        found = [finding for finding in replay.findings if finding.kind == "renege"]
        assert [(finding.seat, finding.ruling) for finding in found] == [
            *zip(seats, rulings, strict=True)
        ]
        assert replay.result is not None
        assert [
            before - after
            for before, after in zip(fair.result.scores, replay.result.scores, strict=True)
        ] == [fair.hand.cards_won(seat) * (seat in seats) for seat in fair.hand.rules.table]
    assert fair.hand.cards_won(Seat.SOUTH) > 0
    assert fair.hand.cards_won(Seat.WEST) > 0


@pytest.mark.parametrize("wrong", ["XX", "AS AS"])
def test_what_cannot_be_played_after_a_renege_leaves_the_hand_open(wrong: str) -> None:
    text = FAIR.replace("9. 9S KD 9S", "9. 9S KD 9S {renege south}")
    assert replayed(text).result is not None
    broken = replayed(text.replace("11. AS JS QD", f"11. {wrong} JS QD"))
    assert broken.result is None
    assert [finding.kind for finding in broken.findings][-2] == "renege"


def test_a_second_nine_that_is_not_shown_is_told() -> None:
    text = """[Rules "macdougall-3"]
[Dealer "north"]
[South "ATQ.TKQ.TQQ.AJ9"]
[West "KJ.QJ.AKKJ.ATKQ"]
[North "AQ9.AAJ9.J9.KJ9"]
[Upcard "JS"]
[Stock "KH TD 9S 9H TC AD QC TH TS KS 9D"]

1. TH JH 9H
2. TS KD 9C
3. JC JD 9D
4. AC QC AS SHOWN
"""
    for shown, lost in (("{N:dix}", "9S"), ("{N:pass}", "9S, 9S")):
        [finding] = replayed(text.replace("SHOWN", shown)).findings
        assert (finding.kind, finding.seat, finding.what) == ("forgotten dix", Seat.NORTH, lost)


def test_a_meld_that_only_other_games_have_is_a_wrong_meld() -> None:
    told = FAIR.replace("3. QS JH JD", "3. QS JH JD {roundhouse:KS.KH.KD.KC.QS.QH.QD.QC}")
    replay, right = replayed(told), replayed(FAIR)
    finding = replay.findings[0]
    assert (finding.kind, finding.ruling) == ("wrong meld", "corrected")
    assert replay.result is not None
    assert replay.result == right.result


def test_a_card_after_the_last_trick_is_told_and_changes_nothing() -> None:
    fair, replay = replayed(FAIR), replayed(f"{FAIR}17. AS\n")
    assert replay.findings[:-1] == fair.findings
    assert str(replay.findings[-1]) == "trick 17: AS: the hand is over"
    assert replay.result is not None
    assert replay.result == fair.result


# What ends a hand, and what does not

STOCK_BOOKS = ("macdougall-3", "hayes-3", "hayes-4", "hayes-3x", "hayes-4x")


def fair_hand(name: str, seed: int) -> StockHand:
    """A hand played at random to its end, nothing shown."""
    rng = random.Random(f"fair {name}/{seed}")
    hand = without_shows(begun_with_stock(random_deal(seed, 7, TABLE_RULEBOOKS[name])))
    while hand.act is not Act.OVER:
        hand = without_shows(hand.after(rng.choice(list(hand.legal_moves()))))
    return hand


def found(replay: TableReplay) -> list[tuple[int, str, Seat | None, str]]:
    return [
        (finding.trick, finding.kind, finding.seat, finding.what)
        for finding in replay.findings
        if finding.kind != "forgotten dix"
    ]


@pytest.mark.parametrize("name", STOCK_BOOKS)
@pytest.mark.parametrize("trick", [0, 1, -2, -1])
def test_a_misdeal_makes_a_hand_void_at_any_time(name: str, trick: int) -> None:
    hand = fair_hand(name, 1)
    rows = texts(hand)
    place = trick if trick >= 0 else len(rows) + 1 + trick
    told = [*rows]
    if place:
        told[place - 1] = [*rows[place - 1], "{misdeal west}"]
    text = written(hand.deal, told)
    if not place:
        text = text.replace("1. ", "{misdeal west} 1. ", 1)
    replay = replayed(text)
    assert found(replay) == [(place, "misdeal", Seat.WEST, "misdeal west")]
    assert replay.findings[-1].ruling == "the hand is void"
    assert replay.hand is not None
    assert len(replay.hand.tricks) == place
    assert replay.is_complete
    assert replay.result is not None
    assert replay.result.outcome is Outcome.VOID
    assert replay.result.scores == replay.result.totals == (0,) * len(hand.players)
    again = replayed(written(hand.deal, rows))
    assert again.result is not None
    game = score_table_game([replay, again], target=100_000)
    assert [each.faults for each in game.hands] == [(), ()]
    assert game.game.scores == again.result.scores


def test_nothing_behind_a_misdeal_is_read() -> None:
    replay = replayed(FAIR.replace("3. QS JH JD", "3. QS JH JD {misdeal} {kings:KS.KH.KD.KC} XX"))
    assert found(replay) == [(3, "misdeal", None, "misdeal")]
    before = replayed(FAIR.replace("3. QS JH JD", "3. QS JH JD {kings:KS.KH.KD.KC misdeal}"))
    assert [each[1] for each in found(before)] == ["wrong meld", "misdeal"]
    assert before.result == replay.result


@pytest.mark.parametrize(
    ("brace", "cards"), [("5. {misdeal} AS KS XX", 0), ("5. AS KS {misdeal} XX 6. AS", 2)]
)
def test_a_misdeal_within_a_trick_ends_the_reading_there(brace: str, cards: int) -> None:
    replay = replayed(FAIR.replace("5. AS KS QS", brace))
    assert found(replay) == [(5, "misdeal", None, "misdeal")]
    assert replay.hand is not None
    assert (len(replay.hand.tricks), len(replay.hand.led)) == (4, cards)
    assert replay.result is not None
    assert replay.result.outcome is Outcome.VOID


ANSWERED = """[Rules "macdougall-3"]
[Dealer "north"]
[South "AJJ9.AAQ9.KQ.KK"]
[West "TKQ.KQ.TTQ9.QJ9"]
[North "T9.J9.AKJ9.ATT9"]
[Upcard "QC"]
[Stock "AS AD AC TH TH KS KH QS JH JD JC"]

1. JS TS 9S
"""
HAYES = """[Rules "hayes-3"]
[Dealer "south"]
[Upcard "TS"]
[South "J.T9.AATJJ.-"]
[West "Q99.J.T.TTQ"]
[North "KQ.KQ.K.AK9"]
[Stock "9H QD JS JH AC AH AH QC 9D AS KS KC JC JC 9C TS AS QD TH KH KD 9D QH"]

1. JH KD 9H
"""
LAST_NINE = (
    FAIR.partition("5. AS KS")[0]
    .replace('"9D"', '"KD"')
    .replace("JC TC KD QD JH AH TH KS JC 9H", "JC TC 9H QD JH AH TH KS JC 9D")
)
"""South wins the fourth trick and draws the 9D; north has the other one in the hand."""


@pytest.mark.parametrize(
    ("record", "after", "brace", "seat", "what", "fact"),
    [
        (FAIR, "5. AS KS QS", "dix", Seat.SOUTH, "dix", "nothing is melded in the playoff"),
        (FAIR, "9. 9S KD 9S", "N:dix", Seat.NORTH, "dix", "nothing is melded in the playoff"),
        (
            FAIR,
            "16. 9C KS TC",
            "W:kings:KS.KH.KD.KC",
            Seat.WEST,
            "kings:KS.KH.KD.KC",
            "nothing is melded in the playoff",
        ),
        (
            FAIR,
            "4. TH TS JC",
            "marriage:KH.QH",
            Seat.SOUTH,
            "marriage:KH.QH",
            "nothing may be melded after the last trick of the stock",
        ),
        (ANSWERED, "1. JS TS 9S", "+AS dix", Seat.WEST, "dix", "melded after west drew"),
        (
            ANSWERED,
            "1. JS TS 9S",
            "marriage:KH.QH marriage:KS.QS",
            Seat.WEST,
            "marriage:KS.QS",
            "west has melded at this turn",
        ),
        (
            ANSWERED,
            "1. JS TS 9S",
            "dix dix",
            Seat.WEST,
            "dix",
            "west has melded at this turn",
        ),
        (ANSWERED, "1. JS TS 9S", "N:dix dix", Seat.WEST, "dix", "west's turn is past"),
        (
            ANSWERED,
            "1. JS TS 9S",
            "N:dix marriage:KH.QH",
            Seat.WEST,
            "marriage:KH.QH",
            "west's turn is past",
        ),
        (ANSWERED, "", "N:dix W:dix", Seat.WEST, "dix", "west's turn is past"),
        (
            ANSWERED,
            "",
            "W:marriage:KH.QH",
            Seat.WEST,
            "marriage:KH.QH",
            "nothing is melded before the first lead",
        ),
        (HAYES, "", "W:dix", Seat.WEST, "dix", "nothing is melded before the first lead"),
        (
            HAYES,
            "1. JH KD 9H",
            "N:dix",
            Seat.NORTH,
            "dix",
            "only the winner of the trick may meld anything",
        ),
    ],
)
def test_a_meld_or_dix_at_a_forbidden_time_goes_back(
    record: str, after: str, brace: str, seat: Seat, what: str, fact: str
) -> None:
    told = after or "1. "
    text = record.replace(told, f"{told} {{{brace}}}" if after else f"{{{brace}}} {told}", 1)
    replay = replayed(text)
    number = int(after.partition(".")[0]) if after else 0
    assert found(replay) == [(number, "forbidden meld", seat, what)]
    [finding] = [each for each in replay.findings if each.kind == "forbidden meld"]
    assert finding.fact == fact
    points = {"dix": 10, "marriage": 20, "kings": 80}[what.partition(":")[0]]
    priced = f"{points} to each of the others"
    assert finding.ruling == ("goes back, no penalty" if record is HAYES else priced)
    assert replay.faults.wrong_melds == ((seat, points),)
    assert replay.hand is not None
    right = replayed(record).hand
    assert right is not None
    assert len(replay.hand.tricks) == len(right.tricks)
    if record is FAIR:
        fair = replayed(FAIR)
        assert replay.result is not None
        assert fair.result is not None
        more = [a - b for a, b in zip(replay.result.scores, fair.result.scores, strict=True)]
        assert more == [points * (each is not seat) for each in (Seat.SOUTH, Seat.WEST, Seat.NORTH)]


@pytest.mark.parametrize("name", ["hayes-3", "hayes-4"])
def test_a_dix_in_the_playoff_costs_nothing_where_no_price_is_named(name: str) -> None:
    hand = fair_hand(name, 3)
    rows = texts(hand)
    fair = replayed(written(hand.deal, rows))
    replay = replayed(written(hand.deal, [*rows[:-1], [*rows[-1], "{S:dix}"]]))
    assert found(replay) == [(len(rows), "forbidden meld", Seat.SOUTH, "dix")]
    assert replay.findings[-1].ruling == "goes back, no penalty"
    assert replay.result is not None
    assert replay.result == fair.result


@pytest.mark.parametrize(
    ("brace", "melds"),
    [
        ("dix marriage:KH.QH", [0, 30, 0]),  # two words, one turn
        ("dix+marriage:KH.QH", [0, 30, 0]),
        ("dix N:dix", [0, 10, 10]),
        ("+AS N:dix N:+AD", [0, 0, 10]),  # north has not drawn yet
        ("kings:KS.KH.KD.KC marriage:KH.QH", [0, 20, 0]),
    ],
)
def test_what_may_be_shown_beside_it_counts(brace: str, melds: list[int]) -> None:
    replay = replayed(ANSWERED.replace("TS 9S", f"TS 9S {{{brace}}}") + "2. KS")
    assert [kind for _, kind, _, _ in found(replay)] == ["wrong meld"] * ("kings" in brace)
    assert isinstance(replay.hand, StockHand)
    assert [replay.hand.melds_made(seat) for seat in replay.hand.players] == melds


def test_in_hayes_melds_stand_behind_the_draws() -> None:
    brace = "{+9H N:+QD S:+JS dix}"
    replay = replayed(HAYES.replace("KD 9H", f"KD 9H {brace}"))
    assert replay.findings == ()
    assert isinstance(replay.hand, StockHand)
    assert replay.hand.melds_made(Seat.WEST) == 10
    drawn = replayed(HAYES.replace("KD 9H", "KD 9H {+9H}"))
    assert (drawn.moments[-1].hand.act, drawn.moments[-1].move) == (Act.MELD, None)


@pytest.mark.parametrize(
    ("brace", "wrong"),
    [
        ("dix", []),
        ("+9D dix", []),
        ("dix dix", [("wrong meld", "there is no 9D in the hand")]),
        ("dix +9D dix", [("forbidden meld", "melded after south drew")]),
        ("W:dix", [("wrong meld", "there is no 9D in the hand")]),
        ("+9D W:+QH W:dix", [("forbidden meld", "melded after west drew")]),
    ],
)
def test_the_nine_drawn_last_may_be_told_once(brace: str, wrong: list[tuple[str, str]]) -> None:
    replay = replayed(LAST_NINE.replace("TH TS JC", f"TH TS JC {{{brace}}}") + "5. AS")
    told = [(each.kind, each.fact) for each in replay.findings if each.kind != "forgotten dix"]
    assert told == wrong
    assert isinstance(replay.hand, StockHand)
    assert [replay.hand.melds_made(seat) for seat in replay.hand.players] == [10, 0, 0]


def test_what_follows_a_renege_is_checked_where_no_price_is_named(
    pinochle: Pinochle, tmp_path: Path
) -> None:
    over, before, play, offender = reneged_hand("hayes-4", 1)
    rows, number = texts(over), len(before.tricks) + 1
    assert number < len(rows) - 1
    first = (number, "renege", offender, play.text())
    again = [*rows]
    again[-2] = [*rows[-2], "{renege west S:marriage:KH.QH}"]
    replay = replayed(written(over.deal, again))
    assert found(replay) == [
        first,
        (len(rows) - 1, "renege", Seat.WEST, "renege west"),
        (len(rows) - 1, "forbidden meld", Seat.SOUTH, "marriage:KH.QH"),
    ]
    assert replay.findings[1].ruling == "an illegal play, no penalty is named"
    assert replay.result is None
    leader = over.tricks[-1].leader
    broken = [*rows[:-1], [play.text(), *rows[-1][1:]]]
    replay = replayed(written(over.deal, broken))
    assert found(replay) == [first, (len(rows), "illegal", leader, broken[-1][0])]
    assert replay.result is None
    file = tmp_path / "hand.pnr"
    file.write_text(written(over.deal, rows))
    assert "the hand ends and is not scored" in pinochle("replay", str(file)).out
    assert "hand 1: not scored, adds nothing" in pinochle("score", str(file)).out


def test_a_record_that_goes_on_after_a_renege_and_breaks_off_leaves_the_hand_open() -> None:
    text = FAIR.replace("9. 9S KD 9S", "9. 9S KD 9S {renege south}")
    ends = replayed(text.partition("10.")[0])
    assert ends.result is not None
    goes_on = text.partition("12.")[0]
    assert replayed(goes_on).result is None
    assert replayed(text.partition("QC JC")[0]).result is None
    second = replayed(goes_on + "{renege west}")
    assert second.result is not None
    fair = replayed(FAIR.partition("12.")[0]).hand
    assert isinstance(fair, StockHand)
    lies = fair.score_so_far().scores
    south, west = fair.cards_won(Seat.SOUTH), fair.cards_won(Seat.WEST)
    assert west > 0
    assert second.result.scores == (lies[0] - south, lies[1] - west, lies[2])
    assert replayed(text).result is not None
    assert replayed(FAIR.partition("4.")[0] + "{renege west}").result is None


@pytest.mark.parametrize("name", ["macdougall-3", "hayes-3"])
def test_a_look_through_tricks_taken_costs_the_count_in_macdougall(name: str) -> None:
    hand = fair_hand(name, 2)
    rows = texts(hand)
    fair = replayed(written(hand.deal, rows))
    seat = max(hand.players, key=hand.cards_won)
    told = [*rows[:1], [*rows[1], f"{{looked {seat.text()}}}"], *rows[2:]]
    replay = replayed(written(hand.deal, told))
    assert found(replay) == [(2, "looked", seat, f"looked {seat.text()}")]
    assert replay.result is not None
    assert fair.result is not None
    lost = [a - b for a, b in zip(fair.result.scores, replay.result.scores, strict=True)]
    [finding] = [each for each in replay.findings if each.kind == "looked"]
    if name == "hayes-3":
        assert finding.ruling == "no penalty is named"
        assert not any(lost)
    else:
        assert finding.ruling == "the offender's card points become 0, the others keep theirs"
        assert lost == [hand.cards_won(each) * (each is seat) for each in hand.players]
        assert sum(lost) > 60


def test_who_looked_has_to_be_named() -> None:
    replay = replayed(FAIR.replace("3. QS JH JD", "3. QS JH JD {looked}"))
    assert found(replay) == [(3, "unreadable", None, "looked")]
    assert replay.findings[-1].fact == "without its seat, such as looked west"
