"""Draws out of turn, missed draws, a card too many at the last draw, a card face up in the stock.

RULES.md, section 7: they are named, nobody is punished, and the hand goes on with the cards as they
were really drawn. Random hands of the oracle's referee, for whom cards are drawn like that, have to
replay to the same points, draws and positions.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from helpers.games import record as played_record
from helpers.json_lines import as_json
from helpers.paths import DATA
from helpers.record_checks import _tokens
from helpers.soak import some, tried
from helpers.strategies import play_on
from oracle.slips import Named, SlippedRecord, Slips, slipped_record
from pinochle_solver import (
    RULEBOOKS,
    Card,
    Referee,
    Seat,
    parse_rulebook,
    random_deals,
)
from pinochle_solver.errors import NotationError
from pinochle_solver.game.findings import READ_SO_FAR, Finding
from pinochle_solver.game.recording import record_of
from pinochle_solver.game.replayed_hand import Replay
from pinochle_solver.game.replayer import replay_record
from pinochle_solver.hand.deals import random_deal
from pinochle_solver.notation.hand_records import HandRecord, RecordedEvent, RecordedTrick
from pinochle_solver.notation.record_reading import parse_record
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.rules.irregularities import Irregularity
from pinochle_solver.rules.rulebooks import PINOCHLE_BOOKS

SOUTH, NORTH = Seat
STOCK_TRICKS = 12
NAMES = list(PINOCHLE_BOOKS)
SHUFFLING = [name for name in NAMES if name != "scarne"]
"""The rulebooks in which the stock is shuffled if a card lies face up in it."""


def named(findings: tuple[Finding, ...]) -> list[Named]:
    return [
        Named(f.kind.value, f.trick, None if f.seat is None else f.seat.text(), f.what)
        for f in findings
        if f.kind is not Irregularity.FORGOTTEN_DIX
    ]


def compare(written: SlippedRecord) -> Counter[str]:
    """Replay a record with slips: what it names, and everything else, is as the oracle has it."""
    record = parse_record(written.text)
    assert record.unread is None
    assert parse_record(record.text()) == record
    replay = replay_record(record)
    assert sorted(map(str, named(replay.findings))) == sorted(map(str, written.named)), written.text
    assert replay.is_complete, written.text
    assert replay.points is not None
    south, north = replay.points
    points = {"south": (south.melds, south.tricks), "north": (north.melds, north.tricks)}
    assert points == written.points, written.text
    forgotten = [f.seat.text() for f in replay.findings if f.what == "dix" and f.seat is not None]
    assert sorted(forgotten) == sorted(written.forgotten), written.text
    for trick in replay.tricks[:STOCK_TRICKS]:
        drawn: dict[str, list[str]] = {"south": [], "north": []}
        for seat, card in trick.drawn:
            drawn[seat.text()].append(card.text())
        expected = written.drawn[trick.number]
        for seat_name in drawn:
            assert sorted(drawn[seat_name]) == sorted(expected[seat_name]), written.text
    moments = {(moment.trick, moment.act) for moment in replay.moments}
    assert moments == written.moments.keys(), written.text
    for (number, act), moment in written.moments.items():
        for view, tokens in (
            (None, moment.full),
            (SOUTH, moment.views["south"]),
            (NORTH, moment.views["north"]),
        ):
            assert _tokens(replay.at(number, act, view)) == tokens, (number, act, written.text)
    return Counter(f.name for f in written.named)


@pytest.mark.parametrize("rules", some(NAMES, 2))
def test_hands_with_draws_out_of_turn(rules: str) -> None:
    done: Counter[str] = Counter()
    for seed in range(1):
        random = Random(seed)
        tricks = frozenset(random.sample(range(1, 13), random.randint(1, 3)))
        written = slipped_record(rules, seed, Slips(out_of_turn=tricks), notes=True)
        done += compare(written)
        done += compare(slipped_record(rules, seed, Slips(out_of_turn=tricks), notes=False))
    assert done["draw out of turn"] > 3


def test_a_hand_with_a_dix_forgotten_and_a_draw_out_of_turn() -> None:
    slips = Slips(out_of_turn=frozenset({12}))
    written = slipped_record("macdougall", 364, slips, notes=True)
    assert written.forgotten == ["south"]
    compare(written)


def test_no_dix_is_forgotten_that_is_yet_to_be_drawn_where_the_upcard_is_one_too() -> None:
    """South's last card was told as forgotten, which scores of itself."""
    record = parse_record("""
        [Rules "macdougall"]
        [Dealer "south"]
        [Upcard "KH"]
        [South "T.AT.AT.AATKKQJ"]
        [North "AAQ9.T9.KQQJ9.Q"]
        [Stock "KD JS AD KH 9C QS TD TC JC KS 9C JH JS QH 9S QH JD JH TS AH 9D KS 9H"]

        1. TH JC {pinochle:QS.JD}  2. AS TC {dix S:no-draw}  3. AD TS {marriage:KD.QD}
        4. KD@1 TD  5. JS KD  6. TC JC  7. AC QD@1  8. AC TD  9. TH QS@1  10. AD KH  11. JS KC
        12. JD@hand TS  13. AS KS
    """)
    replay = replay_record(record)
    missed, extra = replay.findings
    assert (missed.kind, extra.kind) == (Irregularity.MISSED_DRAW, Irregularity.CARD_TOO_MANY)
    assert (extra.seat, extra.what) == (SOUTH, "+9H")
    assert replay.points is not None
    assert replay.points.south.melds == 10


@pytest.mark.parametrize("rules", some(NAMES, 2, 1))
def test_hands_with_a_missed_draw(rules: str) -> None:
    done: Counter[str] = Counter()
    for seed in range(6, 8):
        random = Random(seed)
        trick = random.randint(1, 11)
        made_up = random.choice([None, *range(trick + 1, 12)])
        slips = Slips(missed=(trick, random.random() < 0.5), made_up=made_up)
        done += compare(slipped_record(rules, seed, slips, notes=False))
    assert done["missed draw"] == 2
    assert done["card too many"] > 0


@pytest.mark.parametrize("rules", SHUFFLING)
def test_hands_with_a_card_face_up(rules: str) -> None:
    for seed in range(2):
        slips = Slips(shuffled=Random(seed).randint(1, 11))
        assert compare(slipped_record(rules, seed, slips, notes=False))["card face up"] == 1


@pytest.mark.parametrize("rules", SHUFFLING)
def test_several_slips_in_one_hand(rules: str) -> None:
    for seed in range(2):
        random = Random(seed)
        first, second, third, fourth = sorted(random.sample(range(1, 12), 4))
        slips = Slips(
            out_of_turn=frozenset({first}),
            missed=(second, random.random() < 0.5),
            made_up=third,
            shuffled=fourth,
        )
        assert compare(slipped_record(rules, seed, slips, notes=True)).total() == 3


# One draw swapped in any hand: one finding, and all else as the swapped deal gives


@settings(max_examples=12)
@given(st.sampled_from(NAMES), st.integers(0, 999), st.integers(0, 10), st.integers(0, 2))
@example("scarne", 0, 10, 2)  # two equal cards: nobody sees who drew first
def test_a_swapped_draw_is_one_finding_and_the_swapped_deal(
    rules: str, seed: int, trick: int, written: int
) -> None:
    (deal,) = random_deals(1, seed, RULEBOOKS[rules])
    swapped = list(deal.stock)
    swapped[2 * trick : 2 * trick + 2] = reversed(swapped[2 * trick : 2 * trick + 2])
    hand = play_on(Referee.of_deal(replace(deal, stock=tuple(swapped))), 999, Random(seed))
    right = replay_record(record_of(replace(deal, stock=tuple(swapped)), tuple(hand.history)))
    record = replace(right.record, stock=deal.stock)
    (winner, first), (loser, second) = hand.draws[2 * trick : 2 * trick + 2]
    told = [RecordedEvent(winner, f"+{first}"), RecordedEvent(loser, f"+{second}")]
    record = with_events(record, trick + 1, told if written == 2 else [told[written]])
    replay = replay_record(record)
    others = [f for f in replay.findings if f not in right.findings]
    if first == second:
        assert not others
    else:
        (finding,) = others
        assert finding.kind is Irregularity.DRAW_OUT_OF_TURN
        assert (finding.trick, finding.seat, finding.what) == (trick + 1, loser, f"+{second}")
        assert finding.fact == f"drawn before {winner.text()} drew"
    assert (replay.tricks, replay.points) == (right.tricks, right.points)
    assert replay.moments == right.moments
    for moment in replay.moments[::7]:
        for view in Seat:
            place = (moment.trick, moment.act, view)
            assert replay.at(*place) == right.at(*place)


def with_events(record: HandRecord, number: int, events: list[RecordedEvent]) -> HandRecord:
    """The record with these events added after what happened after a trick."""
    tricks = list(record.tricks)
    trick = tricks[number - 1]
    tricks[number - 1] = RecordedTrick(number, trick.plays, (*trick.events, *events))
    return replace(record, tricks=tuple(tricks))


@pytest.mark.parametrize("rules", NAMES)
def test_a_record_without_slips_has_its_stock_as_it_lies(rules: str) -> None:
    for seed in range(6):
        replay = replay_record(played_record(rules, seed))
        for moment in replay.moments:
            position = replay.at(moment.trick, moment.act)
            if isinstance(position, StockPosition):
                assert isinstance(position.stock, tuple)
                assert replay.record.stock is not None
                assert position.stock == replay.record.stock[-len(position.stock) :]


# By hand

TAGS = """\
[Rules "RULES"]
[Dealer "north"]
[Upcard "QC"]
[South "A9.AA9.AQ9.KKJ9"]
[North "ATTK9.KQJ9.AJ.T"]
[Stock "9C KD JS TC QC QS AC TH JC TH JH TD AC QD KS JD 9D QS QH KD JS TD KH"]
"""
GOULASH = """\
[Rules "goulash"]
[Dealer "north"]
[Upcard "QC"]
[South "A98.AA9.AQ98.KKJ987"]
[North "ATTK98.KQJ9.AJ8.T87"]
[PileSouth "KS QS JS 7S TH KH 8H 7H TD KD QD 7D AC TC 9C"]
[PileNorth "QS JS 7S TH QH JH 8H 7H TD KD JD 9D 7D AC QC"]
[Dead "JC"]
"""
ONE_SEAT = """\
[Rules "scarne"]
[Dealer "north"]
[View "north"]
[Upcard "QC"]
[North "ATTK9.KQJ9.AJ.T"]
"""


def replayed(moves: str, rules: str = "scarne", tags: str = TAGS) -> Replay:
    return replay_record(parse_record(f"{tags.replace('RULES', rules)}\n{moves}\n"))


def told(replay: Replay) -> list[str]:
    return [str(finding) for finding in replay.findings]


def test_what_is_said_of_a_draw_out_of_turn() -> None:
    expected = [
        "trick 1: north, draw out of turn: +9C: drawn before south drew "
        "(stands as recorded, no penalty)"
    ]
    for draws in ("+KD", "N:+9C", "+KD N:+9C", "N:+9C S:+KD", "N:out-of-turn"):
        replay = replayed(f"1. AD 9S {{{draws}}} 2. KC TC")
        assert told(replay)[0] == expected[0], draws
        assert replay.tricks[0].drawn == ((SOUTH, Card.parse("KD")), (NORTH, Card.parse("9C")))
    # The north hand has the nine now, and south's king may be played.
    assert told(replayed("1. AD 9S {+KD} 2. KD 9C {+JS S:+TC}")) == expected
    assert [f.kind.value for f in replayed("1. AD 9S {+KD} 2. 9C 9C").findings] == [
        "draw out of turn"
    ]
    json = as_json(replayed("1. AD 9S {+KD}"))["findings"]
    assert [(found["kind"], found["trick"], found["seat"], found["what"]) for found in json] == [
        ("draw out of turn", 1, "north", "+9C")
    ]


@pytest.mark.parametrize(
    ("draws", "slip"),
    [
        ("+KD N:+KD", "south, draw slip: +KD: drawn, but 9C is next"),
        ("+9C N:+9C", "north, draw slip: +9C: drawn, but KD is next"),
        ("+KD N:+JS", "south, draw slip: +KD: drawn, but 9C is next"),
        ("+9C N:+KD N:out-of-turn", "south, draw slip: +9C: drawn, but KD is next"),
        ("+9C +KD +JS", "south, draw slip: +JS: a third card is drawn after one trick"),
        ("+9C +TC", "south, draw slip: +TC: drawn, but 9C and KD are next"),
    ],
)
def test_what_is_no_swap_is_a_slip_as_before(draws: str, slip: str) -> None:
    replay = replayed(f"1. AD 9S {{{draws}}} 2. KC TC")
    assert replay.findings[-1].kind is Irregularity.DRAW_SLIP
    assert told(replay)[-1].startswith(f"trick 1: {slip} (")
    assert len(replay.tricks) == 0


def test_the_one_who_is_short_cannot_use_the_card_before_he_has_it() -> None:
    # North draws none: next are KD JS TC QC. It has no nine of clubs, and no king of diamonds yet.
    start = "1. AD 9S {+9C N:no-draw} "
    missed = "trick 1: north, missed draw: no-draw: no card is drawn (two are drawn next turn)"
    assert told(replayed(start + "2. KC TC {+KD +JS S:+TC} 3. KD 9C")) == [missed]
    for play, is_held in (("TC", True), ("AD", True), ("KD", False), ("JS", False), ("9C", False)):
        replay = replayed(f"{start}2. KC {play}")
        fact = [f"trick 2: north, illegal play: {play}: north does not hold it ({READ_SO_FAR})"]
        assert told(replay) == [missed, *([] if is_held else fact)], play
    # Nor the second of the two that he draws then, which is dealt him before.
    for plays, wrong in (
        ("JS {+KD +JS S:+TC}", "JS: north does not hold it"),
        ("TC@left", "TC@left: 'left' is not hand, table, 1 or 2"),
    ):
        replay = replayed(f"{start}2. KC {plays}")
        illegal = f"trick 2: north, illegal play: {wrong} ({READ_SO_FAR})"
        assert told(replay) == [missed, illegal]


def test_every_rulebook_has_two_drawn_next_turn() -> None:
    rulings = {rules: replayed("1. AD 9S {no-draw}", rules).findings[0].ruling for rules in NAMES}
    assert rulings == dict.fromkeys(NAMES, "two are drawn next turn")


def test_who_is_a_card_short_may_not_meld_in_scarne() -> None:
    # North is short after trick 1, and draws two cards after trick 2.
    start = "1. AD 9S {+9C N:no-draw} 2. KC TC"
    replay = replayed(f"{start} {{marriage:KH.QH +KD +JS S:+TC}} 3. KS AS")
    assert told(replay)[1:] == [
        "trick 2: north, forbidden meld: marriage:KH.QH: north is a card short after trick 1 "
        "(goes back, no penalty)"
    ]
    assert replay.tricks[1].shown == ()
    later = replayed(f"{start} {{+KD +JS S:+TC}} 3. KS 9S {{marriage:KH.QH}}")
    assert [f.kind for f in later.findings] == [Irregularity.MISSED_DRAW]
    assert len(later.tricks[2].shown) == 1
    wrong = replayed(f"{start} {{+KD +TC S:+JS}} 3. KS 9S")
    assert told(wrong)[-1].startswith("trick 2: north, draw slip: +TC: drawn, but KD and JS are")
    other = replayed("1. AD 9S {no-draw N:+9C} 2. KC TC {marriage:KH.QH}")
    assert [f.kind for f in other.findings] == [Irregularity.MISSED_DRAW]
    # "No meld" is Scarne's alone.
    for rules in ("macdougall", "macdougall-bonus"):
        short = replayed(f"{start} {{marriage:KH.QH +KD +JS S:+TC}} 3. KS AS", rules)
        assert [f.kind for f in short.findings] == [Irregularity.MISSED_DRAW]
        assert short.points is not None
        assert short.points.north.melds == 20


@pytest.mark.parametrize("rules", NAMES)
def test_who_is_a_card_short_may_show_a_dix_that_he_holds(rules: str) -> None:
    # South has the nine of clubs from the deal. In hayes a dix is a meld, and may be laid.
    replay = replayed("1. AD 9S {no-draw N:+9C} 2. KC JD {dix}", rules)
    assert [shown.show.text() for shown in replay.tricks[1].shown] == ["dix"]
    assert len(replay.findings) == 1


def test_nobody_shows_a_dix_that_he_has_not_drawn() -> None:
    # North will have the nine of clubs when it has drawn the two cards.
    tags = TAGS.replace("9C KD JS TC", "KD JS 9C TC")
    start = "1. AD 9S {+KD N:no-draw} 2. KC TC {SHOWN +JS +9C S:+TC} 3. KS AS"
    for shown in ("dix", "dix+marriage:KH.QH"):
        replay = replayed(start.replace("SHOWN", shown), tags=tags)
        assert [f.what for f in replay.findings] == ["no-draw", shown]
        assert replay.tricks[1].shown == ()
    alone = replayed(start.replace("SHOWN", "dix"), tags=tags)
    assert "north has no 9C in the hand" in told(alone)[1]


@pytest.mark.parametrize(
    ("draws", "fact"),
    [
        ("{N:no-draw N:+KD}", "north, draw slip: no-draw: +KD is written as well"),
        ("{N:out-of-turn N:no-draw}", "north, draw slip: out-of-turn: one of the seats draws none"),
        ("{+9C N:no-draw} 2. KC TC {+KD +JS no-draw}", "draw slip: no-draw: +KD is written"),
        ("{+9C N:no-draw} 2. KC TC {no-draw}", "slip: no-draw: the draw that it missed before has"),
        ("{+9C N:no-draw} 2. KC TC {+KD +JS +TC}", "slip: +TC: a third card is drawn after one"),
        ("{+9C back:9C}", "south, draw slip: back:9C: it has no card too many"),
        ("{+9C +KD back:KD back}", "south, draw slip: back: a card is put back already"),
        ("{+9C +KD back:9C}", "south, draw slip: back:9C: the card that it drew last is KD"),
        ("{+9C N:+KD N:+JS} 2. KC TC {+TC +QC}", "+QC: it has a card too many already"),
        (
            "{+9C N:+KD N:+JS} 2. KC JS {N:back:JS +TC}",
            "slip: back:JS: north has no JS in",
        ),
        ("{face-up:9S}", "draw slip: face-up:9S: it does not lie in the stock any more"),
        ("{+9C N:+KD face-up:9C}", "slip: face-up:9C: it does not lie in the stock any more"),
    ],
)
def test_what_cannot_be_followed_is_told(draws: str, fact: str) -> None:
    replay = replayed(f"1. AD 9S {draws}", "macdougall")
    assert fact in told(replay)[-1]
    assert told(replay)[-1].endswith(f"({READ_SO_FAR})")
    assert len(replay.tricks) == draws.count(" 2. ")


def test_a_card_face_up_is_named_where_it_was_found() -> None:
    replay = replayed("1. AD 9S {+9C face-up:9D N:+QC} 2. KC TC {+KD S:+KS}", "hayes")
    assert told(replay) == [
        "trick 1: card face up: 9D: it lay face up in the stock "
        "(it is turned and the stock shuffled, the hand counts)"
    ]
    drawn = [[card.text() for _, card in trick.drawn] for trick in replay.tricks]
    assert drawn == [["9C", "QC"], ["KD", "KS"]]
    # What is written is drawn where it is written; the others come in the order of the tag.
    replay = replayed("1. AD 9S {+9C N:+KD face-up:9D} 2. KC TC {S:+KH} 3. KS AS {pass}", "hayes")
    assert [card.text() for _, card in replay.tricks[1].drawn] == ["JS", "KH"]
    assert replay.tricks[2].drawn[0][1].text() == "TC"
    # A stock written in the order in which it was drawn is right as well.
    replay = replayed("1. AD 9S {+9C N:+KD face-up:9D} 2. KC TC {+JS S:+TC}", "hayes")
    assert [f.kind for f in replay.findings] == [Irregularity.CARD_FACE_UP]
    wrong = replayed("1. AD 9S {+9C N:+KD face-up:9D} 2. KC TC {+9S S:+TC}", "hayes")
    assert told(wrong)[-1].startswith("trick 2: north, draw slip: +9S: drawn, but ")


@pytest.mark.parametrize("rules", NAMES)
@pytest.mark.parametrize("text", ["no-draw", "out-of-turn", "face-up:9H"])
def test_after_the_last_draw_nothing_is_drawn(rules: str, text: str) -> None:
    whole = played_record(rules, 3)
    winner = replay_record(whole).tricks[14].winner
    assert winner is not None
    seat = None if text.startswith("face") else winner.other
    replay = replay_record(with_events(whole, 15, [RecordedEvent(seat, text)]))
    finding = replay.findings[-1]
    assert (finding.kind, finding.trick) == (Irregularity.DRAW_SLIP, 15)
    assert (finding.seat, finding.what, finding.fact) == (seat, text, "the stock is gone")
    assert len(replay.tricks) == 14


@pytest.mark.parametrize("rules", NAMES)
def test_the_last_draw_cannot_be_missed(rules: str) -> None:
    whole = played_record(rules, 3)
    winner = replay_record(whole).tricks[11].winner
    replay = replay_record(with_events(whole, 12, [RecordedEvent(winner, "no-draw")]))
    assert "the last draws leave nothing to be drawn later" in told(replay)[-1]
    written = slipped_record(rules, 4, Slips(missed=(4, True)), notes=False)
    short = parse_record(written.text)
    winner = replay_record(short).tricks[11].winner
    assert winner is not None
    both = replay_record(with_events(short, 12, [RecordedEvent(winner.other, "out-of-turn")]))
    further = [f for f in both.findings if f not in replay_record(short).findings]
    assert [(f.kind, f.seat) for f in further] == [(Irregularity.DRAW_OUT_OF_TURN, winner.other)]
    assert both.tricks == replay_record(short).tricks


def test_a_hand_a_card_short_has_no_position() -> None:
    written = slipped_record("scarne", 2, Slips(missed=(5, True), made_up=8), notes=False)
    replay = replay_record(parse_record(written.text))
    assert {"6l", "6r", "6m", "7l", "8m"}.isdisjoint(f"{m.trick}{m.act}" for m in replay.moments)
    with pytest.raises(NotationError, match="a hand is a card short after trick 5"):
        replay.at(7)
    with pytest.raises(NotationError, match=r"there is no 25l \(the last moment: 24r\)"):
        replay.at(25)
    assert replay.at(5, "m") != replay.at(9)


def test_a_nine_drawn_last_scores_whoever_draws_it_face_down() -> None:
    seeds = 0
    for seed in range(400):
        written = slipped_record("macdougall", seed, Slips(out_of_turn=frozenset({12})), notes=True)
        (found,) = written.named
        record = parse_record(written.text)
        if found.what != f"+9{record.upcard.suit.letter}" or record.upcard == Card.parse(
            found.what[1:]
        ):
            continue
        plain = replay_record(record)
        loser = Seat.parse(found.seat or "")
        if plain.tricks[11].drawn[0][1].text() == found.what[1:]:
            continue  # the upcard is a nine, too, and nobody sees which is which
        seeds += 1
        for seat, is_right in ((loser, True), (loser.other, False)):
            replay = replay_record(with_events(record, 12, [RecordedEvent(seat, "dix")]))
            further = [f for f in replay.findings if f not in plain.findings]
            assert [f.kind for f in further] == [Irregularity.WRONG_MELD] * (not is_right)
            of_itself = [s for s in replay.tricks[11].shown if s.of_itself]
            assert [(s.seat, s.points) for s in of_itself] == [(loser, 10)] * is_right
            assert (replay.points == plain.points) is is_right
        if seeds == tried(1, 20):
            return
    pytest.fail("no hand in which the loser draws a nine of trumps last")


def test_of_three_cards_left_the_loser_may_have_drawn_the_other() -> None:
    for seed in range(40):
        written = slipped_record("scarne", seed, Slips(missed=(4, seed % 2 == 0)), notes=False)
        record = parse_record(written.text)
        record = replace(record, tricks=record.tricks[:STOCK_TRICKS])
        plain = replay_record(record)
        winner, finding = plain.tricks[11].winner, plain.findings[-1]
        if finding.kind is not Irregularity.CARD_TOO_MANY or finding.seat is not winner:
            continue
        assert winner is not None
        (first,) = (card for seat, card in plain.tricks[11].drawn if seat is winner.other)
        if finding.what == f"+{first}":
            continue
        last = record.tricks[11]
        shown = tuple(event for event in last.events if event.drawn is None)
        bare = replace(record, tricks=(*record.tricks[:11], replace(last, events=shown)))
        other = with_events(bare, 12, [RecordedEvent(winner.other, finding.what)])
        replay = replay_record(other)
        assert replay.findings == (*plain.findings[:-1], replace(finding, what=f"+{first}"))
        assert finding.fact.endswith("takes the upcard and the extra one")
        drawn = {f"+{card}" for seat, card in replay.tricks[11].drawn if seat is winner.other}
        assert drawn == {finding.what}
        return
    pytest.fail("no hand in which the winner of trick 12 is a card short")


def test_without_a_dix_the_last_draw_out_of_turn_scores_nothing() -> None:
    scarne = RULEBOOKS["scarne"]
    melds = tuple(kind for kind in scarne.melds if kind.name != "dix")
    (deal,) = random_deals(1, 3, replace(scarne, name="plain", melds=melds, dealer_dix=0))
    hand = Referee.of_deal(deal)
    while not hand.in_playoff:
        play_on(hand, 1, Random(3))
    record = record_of(deal, hand.history)
    (winner, right), (loser, upcard) = hand.draws[-2:]
    replay = replay_record(with_events(record, 12, [RecordedEvent(loser, "out-of-turn")]))
    (finding,) = replay.findings
    assert (finding.seat, finding.what) == (loser, f"+{right}")
    assert replay.tricks[11].drawn == ((winner, upcard), (loser, right))
    assert replay.points == hand.points


# Piles of one's own


def test_who_missed_a_draw_draws_two_from_his_own_pile() -> None:
    start = "1. AD 9S {N:no-draw} 2. AH KH"
    replay = replayed(f"{start} {{N:+QS N:+JS}} 3. AH QH {{pass}}", tags=GOULASH)
    missed = "trick 1: north, missed draw: no-draw: no card is drawn (two are drawn next turn)"
    assert told(replay) == [missed]
    drawn = [[card.text() for _, card in trick.drawn] for trick in replay.tricks]
    assert drawn == [["KS"], ["QS", "QS", "JS"], ["JS", "7S"]]
    with pytest.raises(NotationError, match="a hand is a card short after trick 1"):
        replay.at(2)
    assert replay.at(3) is not None
    # As long as that is not made up for, the last of the pile is no card of the hand either.
    for play, is_held in (("KH", True), ("QS", False), ("QC", False)):
        replay = replayed(start.replace("KH", play), tags=GOULASH)
        fact = [f"trick 2: north, illegal play: {play}: north does not hold it ({READ_SO_FAR})"]
        assert told(replay) == [missed, *([] if is_held else fact)], play


def test_out_of_turn_at_the_last_draw_the_winner_has_the_upcard_all_the_same() -> None:
    whole = played_record("goulash", 3)
    right = replay_record(whole)
    winner = right.tricks[15].winner
    assert winner is not None
    replay = replay_record(with_events(whole, 16, [RecordedEvent(winner.other, "out-of-turn")]))
    (finding,) = [f for f in replay.findings if f not in right.findings]
    assert (finding.kind, finding.trick) == (Irregularity.DRAW_OUT_OF_TURN, 16)
    assert (finding.seat, finding.what) == (winner.other, "out-of-turn")
    assert (replay.tricks, replay.points) == (right.tricks, right.points)


# The cases of the issue


def case(name: str) -> Replay:
    """A record of ``tests/data``, replayed."""
    return replay_record(parse_record((DATA / f"{name}.pnr").read_text()))


def moments_of(replay: Replay) -> set[str]:
    return {moment.text() for moment in replay.moments}


def test_who_drew_two_does_not_draw_on_the_next_round_and_the_hand_is_scored() -> None:
    replay = case("two-drawn")
    assert told(replay) == [
        "trick 1: south, two drawn: +9D: drawn besides another (no card is drawn on the next round)"
    ]
    assert replay.is_complete
    assert replay.points is not None
    assert replay.points.text() == "0+25/0+225"
    drawn = [[f"{seat.text()[0]}{card}" for seat, card in t.drawn] for t in replay.tricks[:3]]
    assert drawn == [["nTC", "sKD", "s9D"], ["nJD"], ["sQH", "nQC"]]
    assert {"2l", "2r", "2m"}.isdisjoint(moments_of(replay))
    assert {"1l", "1r", "1m", "3l"} <= moments_of(replay)
    third = replay.at(3, "l", SOUTH)
    assert isinstance(third, StockPosition)
    # South has played both nines of spades, and holds KD and 9D.
    assert (third.stock, third.south.text()) == (19, "KJ.TK9.TKQ9.KK9")
    with pytest.raises(NotationError, match="a hand has a card too many after trick 1"):
        replay.at(2)


def test_in_scarne_whose_turn_it_is_takes_the_card_that_lay_face_up() -> None:
    replay = case("face-up")
    assert told(replay) == [
        "trick 1: card face up: 9D: it lay face up in the stock "
        "(no misdeal: the player to draw takes it)"
    ]
    assert replay.points is not None
    assert replay.points.text() == "0+21/0+42"
    # North takes the card, and then south the next one as the stock lay.
    assert [card.text() for _, card in replay.tricks[1].drawn] == ["9D", "JD"]
    assert {"2l", "2r", "2m"}.isdisjoint(moments_of(replay))
    seen = replay.at(3, "l", SOUTH)
    assert "north=-.-.9.-+11" in seen.text()
    own = replay.at(3, "l", NORTH)
    assert "south=-.-.-.-+12" in own.text()
    with pytest.raises(NotationError, match="the next card of the stock is known after trick 1"):
        replay.at(2)


@pytest.mark.parametrize(
    ("first", "drawn"),
    [
        # The nine of diamonds lies 17th in the stock.
        ("{+9C N:+KD face-up:9D} 2. KC TC", [["s9C", "nKD"], ["n9D", "sJS"]]),
        ("{+9C face-up:9D N:+9D} 2. KC TC", [["s9C", "n9D"], ["nKD", "sJS"]]),
    ],
)
def test_in_scarne_a_card_face_up_is_drawn_next_wherever_it_lay(
    first: str, drawn: list[list[str]]
) -> None:
    replay = replayed(f"1. AD 9S {first} 3. KS AS {{+TC}}")
    assert [f.kind for f in replay.findings] == [Irregularity.CARD_FACE_UP]
    told_of = [[f"{seat.text()[0]}{card}" for seat, card in t.drawn] for t in replay.tricks]
    assert told_of == [*drawn, ["sTC", "nQC"]]


def test_in_macdougall_a_card_face_up_before_the_first_draw_is_turned() -> None:
    replay = case("face-up-early")
    assert told(replay) == [
        "trick 1: card face up: 9D: it lay face up in the stock "
        "(it is turned and the stock shuffled, the hand counts)"
    ]
    drawn = [[card.text() for _, card in trick.drawn] for trick in replay.tricks]
    assert drawn == [["TC", "KD"], ["9D", "JD"], []]
    assert replay.points is not None
    assert replay.points.text() == "0+21/0+42"
    text = (DATA / "face-up-early.pnr").read_text()
    scarne = replay_record(parse_record(text.replace("macdougall", "scarne")))
    assert [(f.kind, f.trick, f.what, f.is_void) for f in scarne.findings] == [
        (Irregularity.CARD_FACE_UP, 1, "9D", True)
    ]
    assert (scarne.is_void, scarne.points) == (True, None)
    before = text.replace("{face-up:9D +TC N:+KD}", "{+TC N:+KD}").replace(
        "1. TH", "{face-up:9D} 1. TH"
    )
    for rules, is_void in (("macdougall", False), ("hayes", False), ("scarne", True)):
        replay = replay_record(parse_record(before.replace("macdougall", rules)))
        (finding,) = replay.findings
        assert (finding.kind, finding.trick, finding.seat) == (Irregularity.CARD_FACE_UP, 0, None)
        assert replay.is_void is is_void
        assert len(replay.tricks) == 3 * (not is_void)


@pytest.mark.parametrize("view", ["", '[View "north"]'])
def test_what_is_laid_before_a_card_face_up_voids_the_hand_is_named_in_its_place(view: str) -> None:
    text = (DATA / "face-up-early.pnr").read_text().partition("1. TH")[0]
    if view:
        kept = [line for line in text.splitlines() if line[:6] not in ("[South", "[Stock")]
        text = "\n".join([view, *kept, ""])
    dix = "deal: north, forbidden meld: dix: nothing may be melded before the first lead"
    face = "deal: card face up: 9D: it lay face up in the stock"
    void = f"{face} before the non-dealer's first draw (void: nothing is scored, and the same dea"
    turned = f"{face} (it is turned and the stock shuffled, the hand counts)"
    for rules, brace, expected in (
        ("scarne", "{N:dix face-up:9D}", [f"{dix} (goes back, no penalty)", void]),
        ("scarne", "{face-up:9D N:dix}", [void]),
        ("hayes", "{N:dix face-up:9D}", [f"{dix} (goes back, no penalty)", turned]),
        ("macdougall", "{face-up:9D N:dix}", [turned, f"{dix} (10 to south)"]),
    ):
        replay = replay_record(parse_record(text.replace("macdougall", rules) + brace))
        found = told(replay)
        assert len(found) == len(expected), (rules, brace)
        assert all(map(str.startswith, found, expected)), (rules, brace)
        assert replay.is_void is (rules == "scarne")


def test_in_macdougall_who_is_a_card_short_may_meld() -> None:
    replay = case("missed-draw-meld")
    assert [(f.kind, f.trick, f.seat) for f in replay.findings] == [
        (Irregularity.MISSED_DRAW, 1, NORTH)
    ]
    assert replay.points is not None
    assert replay.points.text() == "0+21/40+34"
    text = (DATA / "missed-draw-meld.pnr").read_text()
    scarne = replay_record(parse_record(text.replace("macdougall", "scarne")))
    assert [(f.kind, f.trick, f.what) for f in scarne.findings] == [
        (Irregularity.MISSED_DRAW, 1, "no-draw"),
        (Irregularity.FORBIDDEN_MELD, 2, "pinochle:QS.JD"),
    ]
    assert scarne.points is not None
    assert scarne.points.text() == "0+21/0+34"


def test_a_rulebook_of_ones_own_may_make_a_missed_draw_void_the_hand() -> None:
    house = parse_rulebook(
        'name = "house"\nbased-on = "macdougall"\npenalties.missed-draw = "void"'
    )
    text = (DATA / "missed-draw-meld.pnr").read_text().replace("macdougall", "house")
    replay = replay_record(parse_record(text, [house]))
    assert told(replay) == [
        "trick 1: north, missed draw: no-draw: no card is drawn "
        "(void: nothing is scored, and the same dealer deals again)"
    ]
    assert (replay.is_void, replay.points, len(replay.tricks)) == (True, None, 0)


@pytest.mark.parametrize("rules", NAMES)
def test_a_card_put_back_is_next_and_known_if_it_was_shown(rules: str) -> None:
    # Next are 9C KD JS TC: south draws 9C, north KD and JS, and puts JS back.
    start = "1. AD 9S {+9C N:+KD N:+JS N:back:JS} 2. KC TC {+JS S:+TC} 3. KD 9D"
    replay = replayed(start, rules)
    (finding,) = replay.findings
    assert (finding.kind, finding.seat, finding.what) == (Irregularity.TWO_DRAWN, NORTH, "+JS")
    assert {"2l", "2r"}.isdisjoint(moments_of(replay))
    assert "north=J.-.-.-+11" in replay.at(3, "l", SOUTH).text()
    unseen = replayed(start.replace("back:JS", "back"), rules)
    assert {"2l", "2r"} <= moments_of(unseen)
    assert "north=-.-.-.-+12" in unseen.at(3, "l", SOUTH).text()
    assert unseen.tricks == replay.tricks
    # The same a trick later: until then north has a card too many.
    later = replayed(
        "1. AD 9S {+9C N:+KD N:+JS} 2. KC TC {+TC S:+QC N:back:TC} 3. KD 9D {+TC S:+QS}", rules
    )
    assert [f.kind for f in later.findings] == [Irregularity.TWO_DRAWN]
    twice = "1. AD 9S {+9C N:+KD N:+JS} 2. KC TC {+TC S:+QC N:back} 3. KD 9D"
    rulings = [each.findings[0].ruling for each in (replay, unseen, later, replayed(twice, rules))]
    assert rulings == [
        "the card is shown and put back after trick 1",
        "the card is put back unseen after trick 1",
        "the card is shown and put back after trick 2",
        "the card is put back unseen after trick 2",
    ]
    kept = replayed(start.replace(" N:back:JS", ""), rules).findings[0].ruling
    assert "no card is drawn" in kept
    assert ("extra card is put back" in kept) is (rules == "scarne")
    assert {"2l", "2r", "3l"}.isdisjoint(moments_of(later))


# The record of one seat


@pytest.mark.parametrize("rules", NAMES)
def test_one_seat_may_name_a_draw_out_of_turn_and_a_card_face_up(rules: str) -> None:
    for seed in range(0, 4, 3):
        for viewer in Seat:
            record = played_record(rules, seed, view=viewer)
            right = replay_record(record)
            number = 1 + seed * 3
            loser = right.tricks[number - 1].winner
            assert loser is not None
            loser = loser.other
            replay = replay_record(
                with_events(record, number, [RecordedEvent(loser, "out-of-turn")])
            )
            (finding,) = [f for f in replay.findings if f not in right.findings]
            own = [f"+{card}" for s, card in right.tricks[number - 1].drawn if s is loser]
            assert (finding.kind, finding.trick) == (Irregularity.DRAW_OUT_OF_TURN, number)
            assert (finding.seat, finding.what) == (loser, own[0] if own else "out-of-turn")
            assert (replay.tricks, replay.points) == (right.tricks, right.points)
            if rules == "scarne":
                continue
            replay = replay_record(with_events(record, number, [RecordedEvent(None, "face-up:9H")]))
            (finding,) = [f for f in replay.findings if f not in right.findings]
            assert (finding.kind, finding.what) == (Irregularity.CARD_FACE_UP, "9H")
            assert (replay.tricks, replay.moments) == (right.tricks, right.moments)


def test_one_seat_cannot_tell_who_drew_the_upcard_out_of_turn() -> None:
    record = played_record("scarne", 5, view=SOUTH)
    winner = replay_record(record).tricks[11].winner
    assert winner is not None
    replay = replay_record(with_events(record, 12, [RecordedEvent(winner.other, "out-of-turn")]))
    assert "followed in records of all cards only" in told(replay)[-1]
    assert len(replay.tricks) == 11


# Reading


@pytest.mark.parametrize(
    ("item", "fact"),
    [
        ("N:face-up:9H", "face-up is nobody's: no letter stands before it"),
        ("face-up", "face-up without its card, such as face-up:9H"),
        ("face-up:9X", "unknown suit 'X' in '9X'"),
        ("no-draw:9H", "no-draw names no card"),
        ("out-of-turn", "out-of-turn is the loser's, whose letter stands before it"),
        ("S:out-of-turn", "out-of-turn is the loser's, whose letter stands before it"),
        ("no-draw=10", "'no-draw=10' scores nothing"),
        ("face-up:9H=10", "'face-up:9H=10' scores nothing"),
    ],
)
def test_notes_that_do_not_read(item: str, fact: str) -> None:
    # South wins the trick.
    record = parse_record(f"{ONE_SEAT}\n1. AD 9S {{{item}}}\n")
    assert record.unread is not None
    assert record.unread.token == "trick 1"
    assert fact in record.unread.fact


def test_notes_stand_between_a_dix_and_the_meld_of_its_turn() -> None:
    for text in ("dix face-up:9D marriage:KC.QC", "face-up:9D dix marriage:KC.QC"):
        record = parse_record(f"{ONE_SEAT}\n1. AD 9S {{{text}}} 2. KC TC\n")
        shown = [event.text for event in record.tricks[0].events if event.is_shown]
        assert shown == ["dix+marriage:KC.QC"]
        assert parse_record(record.text()) == record


def test_who_forgot_both_nines_is_named_once() -> None:
    """North is dealt both nines of trumps, lays nothing and plays neither before the playoff."""
    rules = RULEBOOKS["macdougall"]
    deals = (random_deal(seed, 1, rules) for seed in range(400))
    deal = next(d for d in deals if [c.text() for c in d.north].count(f"9{d.trump.letter}") == 2)
    referee, nine = Referee.of_deal(deal), f"9{deal.trump.letter}"
    while not referee.in_playoff:
        legal = [move for move in referee.moves() if not move.text().startswith(("dix", nine))]
        referee.push(next((move for move in legal if move.text() == "pass"), legal[0]))
    replay = replay_record(record_of(deal, referee.history))
    assert [(f.kind, f.trick, f.seat, f.what) for f in replay.findings] == [
        (Irregularity.FORGOTTEN_DIX, 12, NORTH, "dix")
    ]


def test_in_goulash_a_dix_written_before_its_seats_draw_is_that_of_the_turn_after_it() -> None:
    """South, who won trick 1, holds both sevens of trumps (the deal of a golden hand)."""
    start = (
        '[Rules "goulash"]\n[Dealer "north"]\n[Upcard "KH"]\n'
        '[South "AA77.QQ77.877.K8877"]\n[North "9988.9988.J998.JJ99"]\n'
        '[PileSouth "QC AH AD AC TS TH TD TC KS KD KC QS QD JS JH"]\n'
        '[PileNorth "AH AD AC TS TH TD TC KS KH KD QS QD QC JS JH"]\n[Dead "JD"]\n\n1. AS 8S '
    )
    late, early = (
        replay_record(parse_record(f"{start}{{{brace}}} 2. AS 9S"))
        for brace in ("+QC dix", "dix +QC")
    )
    assert (late.findings, early.findings) == ((), ())
    assert early.tricks == late.tricks
    assert [shown.points for shown in early.tricks[0].shown] == [10]
    assert early.points == late.points
