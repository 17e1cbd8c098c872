"""The record of one seat as it is kept beside the table: what is asked, noted, taken back."""

from __future__ import annotations

from collections import Counter
from dataclasses import fields, replace
from random import Random

import pytest

from helpers.one_seat import HAYES
from helpers.small_decks import small_rules
from helpers.strategies import play_on
from helpers.witness import Witness
from pinochle_solver import Seat, random_deals
from pinochle_solver.errors import IllegalMoveError, NotationError, PositionError
from pinochle_solver.game.entered_hand import EnteredHand
from pinochle_solver.game.notebook import Notebook
from pinochle_solver.game.notebook_entries import EntryKind, Question
from pinochle_solver.game.recording import record_of
from pinochle_solver.game.replayed_hand import Replay
from pinochle_solver.game.replayer import replay_record
from pinochle_solver.hand.referee import Referee
from pinochle_solver.notation.hand_records import HandRecord, RecordedEvent
from pinochle_solver.notation.record_reading import parse_record
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.rules.rulebooks import PINOCHLE_BOOKS
from pinochle_solver.rules.rules import Doubles

BEGUN = """\
[View "south"] [Dealer "north"] [Upcard "QC"]
[South "A9.AA9.AQ9.KKJ9"]
"""
# South has won the first trick and drawn.
DOUBLED = """\
[View "south"] [Dealer "south"] [Upcard "QH"] [Rules "macdougall"] [Doubles "every"]
[South "KJ99.TK9.TQ.KK9"]

1. 9D TD {+TC}
"""


def kept(record: HandRecord) -> Notebook:
    return Notebook(replace(record, tricks=()))


@pytest.mark.parametrize(("rules", "tricks"), [*zip(PINOCHLE_BOOKS, [0, 18, 13, 22], strict=True)])
def test_what_is_told_from_any_trick_is_the_record_and_goes_back_to_the_deal(
    rules: str, tricks: int
) -> None:
    """Bit by bit, and back again."""
    witness, view = Witness(rules, 5), Seat.NORTH
    record = witness.record(view)
    begun = replace(record, tricks=record.tricks[:tricks])
    notebook = Notebook(begun)
    assert notebook.replay.points == replay_record(begun).points
    while notebook.question is not None:
        notebook.note(witness.tell(notebook.question))
    assert notebook.record.text() == record.text()
    assert notebook.is_over
    times = 0
    while notebook.undo() is not None:
        times += 1
    assert notebook.record == replace(record, tricks=())
    assert times > 48


def assert_it_is_followed_anew(notebook: Notebook) -> None:
    """What is kept of what was noted before is what following all of it again comes to."""
    blank = replace(notebook.record, opening=(), tricks=(), call_outs=())
    again, plain = EnteredHand(blank, notebook.seat), replay_record(notebook.record)
    again.entries += notebook.entries
    again._follow_record()
    assert (notebook.question, notebook.game) == (again.question, again.game)
    for field in fields(Replay):
        if field.name != "referee":
            assert getattr(notebook.replay, field.name) == getattr(plain, field.name), field.name
    for referee, other in (
        (notebook.referee, again.referee),
        (notebook.replay.referee, plain.referee),
    ):
        assert referee is not None
        assert other is not None
        assert (referee.history, referee.draws) == (other.history, other.draws)
        assert (referee.moves(), referee.points) == (other.moves(), other.points)


@pytest.mark.parametrize(
    ("rules", "seed", "doubles"),
    [("hayes", 2, None), ("macdougall", 7, Doubles.EVERY)],
)
def test_going_back_leads_to_the_hand_as_it_was(
    rules: str, seed: int, doubles: Doubles | None
) -> None:
    """With words refused, corrections, and irregularities, whatever is noted afterwards."""
    witness, chance, view = Witness(rules, seed, doubles), Random(seed), Seat.SOUTH
    notebook = kept(witness.record(view))
    met: Counter[str] = Counter()
    deeds = ("told", "back", "refused", "corrected", "looked")
    while notebook.question is not None and met["told"] < 70:
        (does,) = chance.choices(deeds, (50, 9, 6, 6, 6))
        met[does] += 1
        if does == "told":
            notebook.note(witness.tell(notebook.question, notebook.referee.due))
            continue
        if does == "back":
            for _ in range(chance.choice((1, 2, 9))):
                notebook.undo()
        elif does == "refused":
            with pytest.raises(PositionError):
                notebook.note("no card")
            with pytest.raises(PositionError):
                notebook.note("back")
        elif does == "looked" and len(notebook.record.tricks) > 1:
            notebook.note_looking(chance.choice((*Seat,)))
        elif does == "corrected" and notebook.entries:
            said = [n for n, entry in enumerate(notebook.entries) if not entry.is_automatic]
            before, place = [*notebook.entries], said[max(0, len(said) - 9)]
            if before[place].question.kind is EntryKind.LOOK:
                continue
            changed = notebook.corrected(place, before[place].text)
            assert notebook.entries == before
            assert changed.notebook.entries == before
            assert_it_is_followed_anew(changed.notebook)
            changed.notebook.undo()
        assert_it_is_followed_anew(notebook)
    assert min(met.values()) > 1
    assert len(met) == 5
    assert_it_is_followed_anew(notebook)


@pytest.mark.parametrize(
    ("rules", "doubles"),
    [*zip(("macdougall", "goulash"), Doubles, strict=True)],
)
def test_a_hand_with_doubles_is_noted_and_gone_on_with(rules: str, doubles: Doubles) -> None:
    # A notebook is kept alike by both seats: one for each of the two agreements.
    for view in (Seat.SOUTH,) if doubles is Doubles.EVERY else (Seat.NORTH,):
        witness = Witness(rules, 7, doubles)
        record, notebook = witness.record(view), kept(witness.record(view))
        said = 0
        while notebook.question is not None:
            asked, due = notebook.question, notebook.referee.due
            is_said = asked.kind is EntryKind.SAY
            first = asked.kind in (EntryKind.DRAW, EntryKind.CREDIT)
            assert is_said == (due is not None and due.doubles and not first)
            if is_said and asked.seat is view:
                position = notebook.view()
                assert isinstance(position, StockPosition)
                assert position.act is due
            said += is_said
            notebook.note(witness.tell(asked, due))
            # Reading a record back notes all of it again: some moments will do.
            if is_said and said % 16 == 1:
                again = Notebook(parse_record(notebook.record.text()))
                assert again.question == notebook.question
                assert [n.text for n in again.entries] == [n.text for n in notebook.entries]
        assert notebook.record.text() == record.text()
        assert said > 1
        while notebook.undo() is not None:
            said -= notebook.question is not None and notebook.question.kind is EntryKind.SAY
        assert said == 0


def test_what_is_said_to_a_double_is_read_and_checked() -> None:
    notebook = Notebook(parse_record(DOUBLED))
    assert notebook.question == Question(EntryKind.SAY, Seat.SOUTH, 1)
    with pytest.raises(NotationError, match="'accept' is not no-double or double"):
        notebook.note("accept")
    assert notebook.note("d").text == "double"
    assert notebook.note("Accept").text == "accept"
    assert notebook.question == Question(EntryKind.PLAY, Seat.SOUTH, 2, leads=True)
    assert "{pass +TC double N:accept}" in notebook.record.text()
    notebook.undo()
    assert notebook.note("refuse").text == "refuse"
    assert notebook.is_over
    assert notebook.replay.payment == (1, -1)
    changed = notebook.corrected(len(notebook.entries) - 2, "no-double")
    assert [entry.text for entry in changed.left_over] == ["refuse"]
    assert changed.notebook.question == Question(EntryKind.PLAY, Seat.SOUTH, 2, leads=True)


def test_what_is_seen_where_there_is_a_choice_is_what_the_referee_shows() -> None:
    witness, view = Witness("macdougall", 4), Seat.SOUTH
    notebook = kept(witness.record(view))
    referee = Referee.of_deal(witness.deal)
    moves = iter(witness.moves)
    seen = 0
    while notebook.question is not None:
        if notebook.is_own_choice:
            while referee.turn is not view or referee.moves() != notebook.moves():
                referee.push(next(moves))
            position = referee.view(view)
            assert position is not None
            assert notebook.view().text() == position.text()
            seen += 1
        notebook.note(witness.tell(notebook.question))
    assert seen > 20


def test_what_cannot_be_is_refused_and_nothing_is_lost() -> None:
    notebook = Notebook(parse_record(BEGUN))
    for text, error, fact in (
        ("KS", IllegalMoveError, "does not hold it"),
        ("Zz", NotationError, "unknown rank"),
        ("", NotationError, "nothing was said"),
        ("run", NotationError, "no card"),
    ):
        with pytest.raises(error, match=fact):
            notebook.note(text)
        assert notebook.record == parse_record(BEGUN)
    assert notebook.note("ace of diamonds").text == "AD"
    for card in ("9C", "pass"):
        notebook.note(card)
    with pytest.raises(IllegalMoveError, match="more copies of 9C"):
        notebook.note("9C")


@pytest.mark.parametrize("text", ["+JS", "double"])
@pytest.mark.parametrize("reply", ["9S", "9C"])
def test_what_else_stands_in_a_brace_is_nothing_to_show(text: str, reply: str) -> None:
    begun = BEGUN.replace("[View", '[Rules "macdougall"] [Doubles "every"] [View')
    notebook = Notebook(parse_record(begun + f"\n1. AD {reply}\n"))
    asked = notebook.question
    assert asked is not None
    assert asked.kind is EntryKind.SHOW
    with pytest.raises(NotationError, match="is no meld"):
        notebook.note(text)
    assert notebook.question == asked


def test_shows_are_read_as_they_are_said() -> None:
    notebook = Notebook(
        parse_record(f"{BEGUN}\n1. AD 9S {{dix +9C}} 2. QC AD {{dix +JS}} 3. 9H JH")
    )
    with pytest.raises(IllegalMoveError, match=r"could be marriage:KS\.QS or marriage:KH\.QH"):
        notebook.note("marriage")
    assert notebook.note("marriage in hearts").text == "marriage:KH.QH"
    assert notebook.question == Question(EntryKind.DRAW, Seat.SOUTH, 3)


@pytest.mark.parametrize("text", ["KS", "pass"])
def test_an_earlier_card_can_be_corrected(text: str) -> None:
    tricks = "1. AD 9S {dix +9C} 2. QC AD {dix +JS} 3. 9H JH {marriage:KH.QH S:+QS} 4. KS AH"
    notebook = Notebook(parse_record(f"{BEGUN}\n{tricks}"))
    (place,) = [n for n in notebook.of_trick(1) if notebook.entries[n].text == "9S"]
    better = notebook.corrected(place, "QD")
    assert (better.left_over, better.why) == ((), "")
    notebook.take_over(better.notebook)
    assert notebook.record.text().replace("AD QD", "AD 9S").endswith(f"{tricks}\n")


def test_what_does_not_fit_a_correction_is_told_and_kept() -> None:
    tricks = "1. AD 9S {dix +9C} 2. QC AD {dix +JS} 3. 9H JH {marriage:KH.QH S:+QS} 4. KS AH"
    notebook = Notebook(parse_record(f"{BEGUN}\n{tricks}"))
    (place,) = [n for n in notebook.of_trick(3) if notebook.entries[n].text == "JH"]
    other = notebook.corrected(place, "9D")  # so south takes the trick
    assert other.why.startswith("marriage:KH.QH: ")
    assert [entry.text for entry in other.left_over] == ["marriage:KH.QH", "QS", "KS", "AH"]
    assert notebook.record.text().endswith(f"{tricks}\n")
    assert other.notebook.record.tricks[2].plays == ("9H", "9D")


def test_points_that_the_cards_do_not_tell_are_asked_for() -> None:
    """Of many hands one in which hayes's run may have replaced a royal marriage."""
    asked = set()
    for seed in range(12):
        witness = Witness("macdougall", seed)
        for view in Seat:
            notebook = kept(witness.record(view))
            while notebook.question is not None:
                if notebook.question.kind is EntryKind.CREDIT:
                    asked.add(notebook.question.credits)
                    with pytest.raises(NotationError, match="is not"):
                        notebook.note("7")
                    notebook.note("?")
                    continue
                notebook.note(witness.tell(notebook.question))
        if asked:
            break
    assert (0, 10) in asked


def test_a_record_may_end_in_the_middle_of_a_trick() -> None:
    notebook = Notebook(parse_record(f"{BEGUN}\n1. AD"))
    assert notebook.question == Question(EntryKind.PLAY, Seat.NORTH, 1)
    notebook.note("9S")
    assert notebook.record.text().endswith("1. AD 9S\n")


def test_a_card_from_the_table_is_noted_as_such() -> None:
    tags = BEGUN.replace("A9.AA9.AQ9.KKJ9", "A9.AKQ.AQ9.KKJ9")
    notebook = Notebook(parse_record(f"{tags}\n1. AD 9S {{marriage:KH.QH +9H}}"))
    assert notebook.note("king of hearts").text == "KH@1"
    assert notebook.record.text().endswith("{marriage:KH.QH +9H} 2. KH@1\n")


def test_a_pass_that_there_is_no_room_for_any_more_is_left_out() -> None:
    tags = BEGUN.replace("A9.AA9.AQ9.KKJ9", "A9.AA9.AQ9.TKKJ")
    notebook = Notebook(parse_record(f"{tags}\n1. 9D TD {{S:+9H}}"))
    (place,) = [n for n in notebook.of_trick(1) if notebook.entries[n].text == "TD"]
    better = notebook.corrected(place, "9D")  # south, who has nothing to show, takes the trick
    assert (better.left_over, better.why) == ((), "")
    assert better.notebook.record.text().endswith("1. 9D 9D {+9H}\n")


def test_a_correction_that_leaves_a_double_without_an_answer_does_not_fit() -> None:
    notebook = Notebook(parse_record(DOUBLED + "\n"))
    for text in ("no-double", "KH"):
        notebook.note(text)
    (place,) = (
        n for n, entry in enumerate(notebook.entries) if entry.question.kind is EntryKind.SAY
    )
    correction = notebook.corrected(place, "double")
    assert correction.why == "KH: north says something to a double then"
    assert [entry.text for entry in correction.left_over] == ["KH"]


def test_after_the_end_nothing_that_was_noted_later_fits() -> None:
    notebook = Notebook(parse_record(DOUBLED))
    for text in ("double", "accept", "KC"):
        notebook.note(text)
    refused = notebook.corrected(len(notebook.entries) - 2, "refuse")
    assert [entry.text for entry in refused.left_over] == ["KC"]
    assert refused.why == "KC: the hand is over before it"
    assert refused.notebook.is_over


@pytest.mark.parametrize("points", ["110", "150"])
def test_the_points_of_a_run_are_noted_with_it(points: str) -> None:
    run = "run:AH.TH.KH.QH.JH"
    notebook = Notebook(parse_record(HAYES))
    asked = Question(EntryKind.CREDIT, Seat.NORTH, 2, scored_for=run, credits=(110, 150))
    assert notebook.question == asked
    notebook.note(points)
    assert notebook.record.text().endswith(f"{{S:+QC {run}={points}}}\n")
    assert notebook.replay.points is not None
    assert notebook.replay.points.north.melds == 40 + int(points)
    again = Notebook(parse_record(notebook.record.text()))
    assert (again.question, again.entries) == (notebook.question, notebook.entries)


def test_what_a_run_scores_for_sure_is_noted_of_itself() -> None:
    tags = HAYES.partition("1. ")[0]
    notebook = Notebook(parse_record(f"{tags}1. 9S AS {{+JC}}"))
    notebook.note("run")
    assert notebook.record.text().endswith("1. 9S AS {S:+JC run:AH.TH.KH.QH.JH=150}\n")
    assert notebook.question == Question(EntryKind.PLAY, Seat.NORTH, 2, leads=True)
    notebook.undo()
    assert notebook.record.text().endswith("1. 9S AS {S:+JC}\n")


@pytest.mark.parametrize(
    ("seed", "winner", "view", "tells"),
    [
        # The other seat has drawn the queen of spades last, the dix, and scored for it;
        (1, Seat.SOUTH, Seat.NORTH, ["dix=10", "dix", "S:+QS", "S:+QS dix"]),
        # no dix, as the cards tell anyway;
        (19, Seat.NORTH, Seat.SOUTH, ["dix=0"]),
        # or the seat itself has.
        (1, Seat.SOUTH, Seat.SOUTH, ["+QS", "+QS dix"]),
    ],
)
def test_what_is_told_of_a_dix_drawn_last_is_gone_on_with(
    seed: int, winner: Seat, view: Seat, tells: list[str]
) -> None:
    rules = small_rules("ATKQ", copies=2, hand=3, upcard=True)
    (deal,) = random_deals(1, seed, rules)
    referee, random = Referee.of_deal(deal), Random(seed)
    while not referee.in_playoff:
        play_on(referee, 1, random)
    record = record_of(deal, referee.history, view)
    text, told = record.text(), tells[0]
    assert text.endswith(f"{told}}}\n")
    for other in tells:
        notebook = Notebook(parse_record(text.replace(told, other), [rules]))
        assert (notebook.replay.points, notebook.replay.unknown) == (referee.points, ())
        assert notebook.question == Question(EntryKind.PLAY, winner, 6, leads=True)
    if told != "dix=10":
        wrong = text.replace(told, "dix" if told == "dix=0" else f"{told} dix=0")
        with pytest.raises(NotationError, match=r"^trick 5: nothing can be melded there$"):
            Notebook(parse_record(wrong, [rules]))


@pytest.mark.parametrize(
    ("record", "error", "fact"),
    [
        ('[Dealer "north"] [Upcard "QC"]', NotationError, "View"),
        (f"{BEGUN}\n1. AD 9S 2. QC AD", NotationError, "draw is not written"),
        (f"{BEGUN}\n1. KS", IllegalMoveError, "does not hold"),
        (f"{BEGUN}\n1. AD XX", NotationError, "unknown suit"),
        (
            f"{BEGUN.replace('AQ9.KK', 'AQ9.KQ')}\n1. AD 9S {{dix=20 +9H}}",
            NotationError,
            "trick 1: dix: 20 claimed, it scores 10",
        ),
        (f"{BEGUN}\n1. AD 9S {{pass +9C N:dix}}", NotationError, "1: nothing can be melded there"),
        (f"{BEGUN}\n1. AD 9S {{pass +9C +KD +TC}}", IllegalMoveError, "a third card is drawn"),
        (
            f"{DOUBLED.rstrip()[:-1]} double N:refuse}} 2. KC 9C",
            NotationError,
            "1: no card can be played there",
        ),
        (
            f"{DOUBLED.rstrip().replace('every', 'first-last')} 2. KC 9C {{+AS double}}",
            NotationError,
            "2: nobody can double there, or answer a double",
        ),
    ],
)
def test_what_cannot_be_gone_on_with(record: str, error: type[Exception], fact: str) -> None:
    whole = '[South "A9.AA9.AQ9.KKJ9"][North "ATTK9.KQJ9.AJ.T"][Stock "' + "9C " * 23 + '"]'
    if "View" not in record:
        record = f"{record}{whole}"
    with pytest.raises(error, match=fact):
        Notebook(parse_record(record))


@pytest.mark.parametrize(("rules", "seed"), [("scarne", 4), ("hayes", 8), ("goulash", 2)])
def test_draws_of_the_other_seat_that_were_seen_stay_noted(rules: str, seed: int) -> None:
    witness = Witness(rules, seed)
    seen = {
        trick.number: card.text()
        for trick in replay_record(witness.record()).tricks[:-1]
        for drawer, card in trick.drawn
        if drawer is Seat.NORTH
    }
    record = witness.record(Seat.SOUTH)
    tricks = []
    for trick in record.tricks[:5]:
        (own,) = (place for place, event in enumerate(trick.events) if event.drawn)
        other = RecordedEvent(Seat.NORTH, f"+{seen[trick.number]}")
        events = (*trick.events[: own + 1], other, *trick.events[own + 1 :])
        tricks.append(replace(trick, events=events))
    noted = replace(record, tricks=tuple(tricks))
    notebook = Notebook(noted)
    assert notebook.record.text() == noted.text()
    place = next(p for p, each in enumerate(notebook.entries) if each.text == tricks[2].plays[0])
    correction = notebook.corrected(place, tricks[2].plays[0])
    assert correction.left_over == ()
    assert correction.notebook.record.text() == noted.text()
    *_, last = (place for place in notebook.of_trick(5) if notebook.entries[place].text == seen[5])
    assert notebook.entries[last].question == Question(EntryKind.DRAW, Seat.NORTH, 5)
    with pytest.raises(NotationError, match="unknown"):
        notebook.corrected(last, "ZZ")
    assert notebook.corrected(last, seen[5]).notebook.record.text() == noted.text()


def test_when_the_hand_is_over_nothing_is_noted_or_seen() -> None:
    witness = Witness("scarne", 4)
    notebook = Notebook(witness.record(Seat.SOUTH))
    assert notebook.is_over
    with pytest.raises(ValueError, match=r"^the hand is over$"):
        notebook.note("AS")
    with pytest.raises(ValueError, match=r"^the hand is over, or its cards"):
        notebook.view()
    assert notebook.undo() is not None
    assert not notebook.is_over
