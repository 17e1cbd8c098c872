"""Hand records as text: what reads, what does not, and that nothing is read as something else."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oracle.records import KINDS, write_record
from pinochle_solver.errors import NotationError, PositionError
from pinochle_solver.game.replayed_hand import Replay
from pinochle_solver.game.replayer import replay_record
from pinochle_solver.notation.hand_records import HandRecord, RecordedEvent, RecordedTrick
from pinochle_solver.notation.players import Players, exact_players
from pinochle_solver.notation.record_reading import numbered_records, parse_record
from pinochle_solver.rules.cards import Card, Hand
from pinochle_solver.rules.counts import COUNTS
from pinochle_solver.rules.rulebooks import PINOCHLE_BOOKS, RULEBOOKS
from pinochle_solver.rules.rules import Points, Seat

DEALT = """\
[Rules "scarne"]
[Dealer "north"]
[Upcard "TH"]
[South "T9.KQ.KQJ.AAKK9"]
[North "KQ.AJ9.AT9.AKJ9"]
[Stock "AS AS TS TS KS QS JS JS 9S AH TH KH QH JH 9H AD TD KD QD JD 9D TC TC"]
"""
VIEW = """\
[Rules "hayes"]
[Dealer "north"]
[View "south"]
[Upcard "TH"]
[South "T9.KQ.KQJ.AAKK9"]
"""


def dealt(moves: str, tags: str = DEALT) -> HandRecord:
    return parse_record(f"{tags}\n{moves}\n")


def swapped(tags: str, old: str, new: str) -> str:
    assert old in tags
    return tags.replace(old, new)


# Reading


def test_tags_and_moves_read() -> None:
    tags = DEALT + '[Count "compromise"]\n[Target "1500"]\n[Score "640/710"]\n'
    record = dealt("1. 9C JC {dix+marriage:KH.QH} 2. TD 9S {S:+AS =?}", tags)
    assert record.unread is not None
    record = dealt("1. 9C JC {N:dix+marriage:KH.QH=20 pass +AS S:+TC} 2. TD", tags)
    assert record.unread is None
    assert record.rules is RULEBOOKS["scarne"]
    assert record.count == COUNTS["compromise"]
    assert (record.target, record.score) == (1500, Points(640, 710))
    assert (record.dealer, record.view) == (Seat.NORTH, None)
    assert record.upcard == Card.parse("TH")
    assert record.south == Hand.parse("T9.KQ.KQJ.AAKK9")
    assert record.north == Hand.parse("KQ.AJ9.AT9.AKJ9")
    assert record.stock is not None
    assert [card.text() for card in record.stock[:3]] == ["AS", "AS", "TS"]
    assert record.tricks == (
        RecordedTrick(
            1,
            ("9C", "JC"),
            (
                RecordedEvent(Seat.NORTH, "dix+marriage:KH.QH", 20),
                RecordedEvent(None, "pass"),
                RecordedEvent(None, "+AS"),
                RecordedEvent(Seat.SOUTH, "+TC"),
            ),
        ),
        RecordedTrick(2, ("TD",)),
    )
    assert record.tricks[0].events[2].drawn == "AS"
    assert record.tricks[0].events[1].drawn is None


@pytest.mark.parametrize(
    "text",
    [
        "1.9C JC {marriage:KH.QH} 2.10D 9S",
        "1. 9C JC{marriage:KH.QH}2. 10D 9S",
        "1.\n9C\n\n\nJC { marriage:KH.QH }\n2. 10D 9S",
        "1. 9C JC ; the king of hearts {\n{marriage:KH.QH} ; 7. AS\n2. 10D 9S",
        "1. 9C JC {} {marriage:KH.QH} {} 2. 10D 9S",
    ],
)
def test_moves_read_with_any_blanks_and_comments(text: str) -> None:
    record = dealt(text)
    assert record.unread is None
    assert record == dealt("1. 9C JC {marriage:KH.QH} 2. 10D 9S")
    assert [trick.plays for trick in record.tricks] == [("9C", "JC"), ("10D", "9S")]


@pytest.mark.parametrize(
    "text",
    [
        DEALT.replace("\n", "\r\n"),
        DEALT.replace("\n", "\r"),
        "\ufeff" + DEALT,
        DEALT.replace("\n", " "),
        "\n\n; a hand\n" + DEALT.replace("\n", "  ; \n"),
        DEALT.replace("[", "[ ").replace('"]', '" ]'),
        DEALT.replace("Rules", "rules").replace("Stock", "STOCK").replace("scarne", "Scarne"),
        DEALT.replace("TH", "10h").replace("T9.KQ", "109.kq").replace("north", "North"),
        swapped(DEALT, '[Dealer "north"]', '; dealt by North\n[Dealer "north"]'),
        swapped(DEALT, '[Dealer "north"]', '[Dealer "north"]\n   ; by North\n;'),
    ],
)
def test_tags_read_in_any_form(text: str) -> None:
    assert parse_record(text) == parse_record(DEALT)


def test_moves_may_stand_apart_from_tags_and_be_missing() -> None:
    assert dealt("\n\n1. 9C JC\n\n2. TD").tricks[1].plays == ("TD",)
    assert parse_record(DEALT).tricks == ()


def test_records_of_a_file_follow_each_other() -> None:
    text = f"{DEALT}\n{VIEW}\n1. 9C JC\n\n{DEALT}\n1. TD\n{VIEW}"
    found = list(numbered_records(text.splitlines()))
    records = [record for _, record in found if isinstance(record, HandRecord)]
    assert [line for line, _ in found] == [1, 8, 16, 24]
    assert [record.line for record in records] == [1, 8, 16, 24]
    assert [record.view for record in records] == [None, Seat.SOUTH, None, Seat.SOUTH]
    assert [len(record.tricks) for record in records] == [0, 1, 1, 0]


def test_a_bad_record_leaves_the_others() -> None:
    text = f"{DEALT}\n{swapped(VIEW, 'hayes', 'hoyle')}\n1. 9C\n\n{VIEW}"
    (_, first), (line, error), (_, last) = numbered_records(text.splitlines())
    assert (first, last) == (parse_record(DEALT), parse_record(VIEW))
    assert line == 8
    assert isinstance(error, NotationError)
    assert error.token == "Rules"


@pytest.mark.parametrize(
    ("braces", "text", "credit"),
    [
        ("{dix marriage:KH.QH}", "dix+marriage:KH.QH", None),
        ("{dix+marriage:KH.QH}", "dix+marriage:KH.QH", None),
        ("{dix} {marriage:KH.QH}", "dix+marriage:KH.QH", None),
        ("{dix+marriage:KH.QH=40}", "dix+marriage:KH.QH", 40),
        # What stands behind a meld of its own is its own.
        ("{dix marriage:KH.QH=40}", "dix+marriage:KH.QH", 50),
        ("{dix=20 marriage:KH.QH=40}", "dix+marriage:KH.QH", 60),
        ("{DIX Marriage:kh.qh}", "DIX+Marriage:kh.qh", None),
    ],
)
def test_a_dix_and_a_meld_of_one_turn_are_one(braces: str, text: str, credit: int | None) -> None:
    record = dealt(f"1. 9C JC {braces}")
    assert record.unread is None
    assert record.tricks[0].events == (RecordedEvent(None, text, credit),)


@pytest.mark.parametrize(
    ("braces", "draws"),
    [
        # North has won the trick, so what has no letter is its own as well.
        ("{N:dix marriage:KH.QH}", []),
        ("{dix N:marriage:KH.QH}", []),
        ("{n:marriage:KH.QH dix}", []),
        ("{dix S:+KC marriage:KH.QH}", ["+KC"]),
        ("{dix S:+KC N:marriage:KH.QH +AC}", ["+KC", "+AC"]),
        ("{+AC marriage:KH.QH S:+KC dix}", ["+AC", "+KC"]),
    ],
)
def test_they_are_one_whatever_tells_the_seat_and_whatever_is_drawn_between(
    braces: str, draws: list[str]
) -> None:
    record = dealt(f"1. 9C JC {braces}")
    assert record.unread is None
    events = record.tricks[0].events
    shown = [event for event in events if event.drawn is None]
    assert [(event.text, event.credit) for event in shown] == [("dix+marriage:KH.QH", None)]
    assert record.seat_of(shown[0], Seat.NORTH) is Seat.NORTH
    assert [event.text for event in events if event.drawn is not None] == draws
    assert parse_record(record.text()) == record


@pytest.mark.parametrize(
    ("second", "number"),
    [("AS TS", 2), ("9S TS", 1), ("9S QH", 1), ("QH QH", 2)],  # North leads.
)
def test_the_cards_tell_whether_a_dix_of_south_goes_with_the_winners_meld(
    second: str, number: int
) -> None:
    record = dealt(f"1. 9C JC 2. {second} {{S:dix marriage:KH.QH}}")
    assert len(record.tricks[1].events) == number


@pytest.mark.parametrize(
    "braces",
    [
        "{S:dix marriage:KH.QH}",
        "{S:dix +KC marriage:KH.QH}",
        "{dix S:pass marriage:KH.QH}",
        "{dix +KC marriage:KH.QH}",
        "{marriage:KH.QH +KC dix}",
        "{dix S:out-of-turn S:+KC +AC marriage:KH.QH}",
    ],
)
def test_a_dix_and_a_meld_with_the_other_seat_or_their_own_draw_between_are_not_one(
    braces: str,
) -> None:
    events = dealt(f"1. 9C JC {braces}").tricks[0].events
    assert all("dix+" not in event.text for event in events)
    assert len(events) == len(braces.split())


def test_a_dix_written_after_the_last_draw_is_not_one_with_a_meld_before_it() -> None:
    rules = replace(RULEBOOKS["scarne"], name="last", last_draw_dix=10)
    tricks = " ".join(f"{number}. 9C JC" for number in range(1, 13))
    for number, texts in (
        (11, ["marriage:KS.QS", "+9H", "dix"]),
        (12, ["marriage:KS.QS", "+9H", "dix"]),
    ):
        moves = tricks.replace(f"{number}. 9C JC", f"{number}. 9C JC {{marriage:KS.QS +9H dix}}")
        record = parse_record(f"{swapped(DEALT, 'scarne', 'last')}\n{moves}\n", [rules])
        assert [event.text for event in record.tricks[number - 1].events] == texts


# What does not read


@pytest.mark.parametrize(
    ("tags", "token", "fact"),
    [
        (DEALT + "[Event]", "tag", "'[Event]' is not [Name \"value\"]"),
        (DEALT + '[Evnet "x"] [Socre "1/2"]', "Socre", "unknown tag, did you mean Score?"),
        (DEALT + '[SouthPlayer "a=b"]', "SouthPlayer", "no = or quotation mark"),
        (DEALT + '[South "T9.KQ.KQJ.AAKK9"]', "South", "given twice"),
        (swapped(DEALT, "scarne", "hoyle"), "Rules", "unknown rulebook 'hoyle'"),
        (swapped(DEALT, '[Dealer "north"]\n', ""), "Dealer", "missing"),
        (swapped(DEALT, '"north"', '"east"'), "Dealer", "'east'"),
        (swapped(DEALT, '"TH"', '"1H"'), "Upcard", "unknown rank"),
        (swapped(DEALT, "T9.KQ.KQJ.AAKK9", "T9.KQ.KQJ"), "South", "3 suits"),
        (swapped(DEALT, "AS AS", "AS ZS"), "Stock", "unknown rank"),
        (DEALT + '[Score "640"]', "Score", "640"),
        (DEALT + '[Count "new"]', "Count", "unknown count 'new'"),
        (DEALT + '[Target "0"]', "Target", "0"),
        (re.sub(r"\[Stock.*\n", "", DEALT), "Stock", "missing, in a record without View"),
        (re.sub(r"\[North.*\n", "", DEALT), "North", "missing, in a record without View"),
        (swapped(VIEW, '"south"', '"north"'), "North", "missing, though it is the View"),
        (DEALT + '[View "south"]', "North", "given, but the View is south"),
        (VIEW + '[Stock "AS"]', "Stock", "given, but the View is south"),
        ("1. 9C JC", "record", "tricks without tags before them"),
        ("", "record", "0 records, expected one"),
        (f"{DEALT}\n{DEALT}", "record", "2 records, expected one"),
        ('[Rules "\udc80"]', "tag", "is not"),
    ],
)
def test_wrong_tags_are_named(tags: str, token: str, fact: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_record(tags)
    assert caught.value.token == token
    assert fact in caught.value.fact


@pytest.mark.parametrize(
    ("text", "kept", "token", "fact"),
    [
        ("9C JC", 0, "tricks", "'9C' before the number of a trick"),
        ("2. 9C JC", 0, "trick 1", "missing, 2. stands in its place"),
        ("1. 9C JC 3. TD", 1, "trick 2", "missing, 3. stands in its place"),
        ("1. 9C JC 1. TD", 1, "trick 2", "missing, 1. stands in its place"),
        ("1. 9C 2. TD 9S", 1, "trick 1", "only one card"),
        ("1. 9C JC TD", 1, "trick 1", "'TD' is one card too many"),
        ("1. 9C JC {pass} TD", 1, "trick 1", "'TD' is one card too many"),
        ("1. 9C ZC", 1, "trick 1", "unknown rank 'Z'"),
        ("1. 9C JC 2. TD 9", 2, "trick 2", "'9' is no card"),
        ("1. 9C {pass} JC", 1, "trick 1", "'pass' behind one card; only misdeal may stand there"),
        ("1. {misdeal} 9C JC", 1, "trick 1", "'{' cannot stand here"),
        ("{pass} 1. 9C JC", 0, "tricks", "'pass' needs the letter of its seat before the first"),
        ("1. 9C JC } 2. TD", 1, "trick 1", "'}' cannot stand here"),
        ("1. 9C JC {pass {+AS}}", 1, "trick 1", "'{' cannot stand here"),
        ("1. 9C JC {pass", 1, "trick 1", "the brace is not closed"),
        ("1. 9C JC {marriage:KH.QH=x}", 1, "trick 1", "'x' is no number of points"),
        ("1. 9C JC {marriage:KH.QH=}", 1, "trick 1", "'' is no number of points"),
        ("1. 9C JC {marriage:KH.QH=99999}", 1, "trick 1", "'99999' is no number of points"),
        ("1. 9C JC {dix=10 jacks:JS.JH.JD.JC=20000}", 1, "trick 1", "'20010' is no number"),
        ("1. 9C JC {=20}", 1, "trick 1", "'=20' is nothing that happened"),
        ("1. 9C JC {S:}", 1, "trick 1", "'S:' is nothing that happened"),
        ("1. 9C JC {pass=20}", 1, "trick 1", "'pass=20' scores nothing"),
        ("1. 9C JC {+AS=11}", 1, "trick 1", "'+AS=11' scores nothing"),
        ("1. 9C JC {+}", 1, "trick 1", "'' is no card"),
        ("1. 9C JC {N:+ZS}", 1, "trick 1", "unknown rank 'Z'"),
        ("1. 9C JC {dix=20 marriage:KH.QH}", 1, "trick 1", "the credit has to follow the meld"),
        ("1. 9C JC {\udc80}", 1, "trick 1", "is not text"),
        ("1. 9C \x1b[1m", 1, "trick 1", "is not text"),
        ("9" * 5000 + ". 9C", 0, "tricks", "before the number of a trick"),
    ],
)
def test_moves_that_do_not_read_are_named_and_the_rest_is_kept(
    text: str, kept: int, token: str, fact: str
) -> None:
    record = dealt(text)
    assert len(record.tricks) == kept
    assert record.unread is not None
    assert record.unread.token == token
    assert fact in record.unread.fact


@pytest.mark.parametrize(
    ("word", "fact"),
    [
        ("\u017f:+AS", "is no meld, dix, draw (+9C) or pass, nor misdeal, looked,"),
        ("\u017f:dix", "does not begin with the letter of a seat; did you mean S:dix or N:dix?"),
    ],
)
def test_the_long_s_is_no_seat(word: str, fact: str) -> None:
    record = dealt(f"1. 9C JC {{{word}}}")
    assert record.unread is not None
    assert record.unread.fact.startswith(f"'{word}' {fact}")
    assert record.tricks[0].events == ()


@pytest.mark.parametrize(
    ("names", "shown"),
    [
        (("North", "Bob"), ("south", "Bob")),
        (("Ann", "south"), ("Ann", "north")),
        (("South", "Bob"), ("South", "Bob")),
        (("west", None), ("south", "north")),
        (("north", None), ("south", "north")),
        (("Norton", "Northam"), ("Norton", "Northam")),
    ],
)
def test_a_player_called_as_another_seat_is_shown_by_his_own(
    names: tuple[str | None, str | None], shown: tuple[str, str]
) -> None:
    players = Players(*names)
    assert (players.name(Seat.SOUTH), players.name(Seat.NORTH)) == shown
    assert exact_players(players) == players


# Writing


@pytest.mark.parametrize("tags", [DEALT, VIEW])
def test_text_reads_back(tags: str) -> None:
    more = '[Count "simplified"]\n[Target "1500"]\n[Score "640/710"]\n'
    moves = "1. 9C JC {dix+marriage:KH.QH=40 S:+AS} 2. TD@hand 9S {N:pass}\n3. AS\n"
    for text in (tags, tags + more, f"{tags}\n{moves}", f"{tags}{more}\n{moves}"):
        record = parse_record(text)
        assert record.unread is None
        assert parse_record(record.text()) == record


def test_text_is_as_the_notation_says() -> None:
    text = swapped(DEALT, '[Rules "scarne"]', '[Rules "hayes"]') + "\n1. 9C JC {+AS S:+TC} 2. TD\n"
    assert parse_record(text).text() == text


def test_a_hand_without_cards_is_written() -> None:
    record = parse_record(swapped(VIEW, "T9.KQ.KQJ.AAKK9", "-.-.-.-"))
    assert parse_record(record.text()) == record


def test_lines_are_short() -> None:
    written = write_record("macdougall", 1, draws=True)
    assert written is not None
    lines = parse_record(written.text).text().splitlines()
    assert max(map(len, lines)) <= 100
    assert len(lines) > 10


# Text with an error is never read as something else


@cache
def texts() -> tuple[str, ...]:
    """Records of all kinds, right ones and ones with an error."""
    found = []
    for seed in range(3):
        for rules in PINOCHLE_BOOKS:
            for viewer in (None, "south", "north"):
                moves = None if seed else 30
                written = write_record(
                    rules, seed, viewer=viewer, draws=seed < 2, moves=moves, gaps=seed == 1
                )
                assert written is not None
                found.append(written.text)
    for kind in KINDS:
        written = write_record("scarne", 2, plant=kind)
        if written is not None:
            found.append(written.text)
    return tuple(found)


_INSERTED = [*'{}.;:=+@"[]/ \n\r\t\0', *"ATKQJ9SHDCNkqjx10♠", "dix", "pass", "{+AS}", "QS@1"]
_INSERTED += ["run:AS.TS.KS.QS.JS", "13.", "\ufeff", "\u017f", "\u2028", "9" * 5000, "=20", "S:"]


def mutated(text: str, random: Random) -> str:
    """The text with some characters or words deleted, doubled, swapped or put in."""
    for _ in range(random.choice([1, 1, 1, 2, 3, 8])):
        parts = list(text) if random.random() < 0.5 else re.split(r"(\s+)", text)
        place, other = random.randrange(len(parts)), random.randrange(len(parts))
        match random.randrange(5):
            case 0:
                del parts[place]
            case 1:
                parts.insert(place, parts[place])
            case 2:
                parts[place], parts[other] = parts[other], parts[place]
            case 3:
                parts[place] = parts[other]
            case _:
                parts[place] = random.choice(_INSERTED)
        text = "".join(parts) or " "
    return text


def check_text(text: str) -> Counter[str]:
    """Read and replay text: nothing but errors of a position, and no other hand than it tells."""
    done: Counter[str] = Counter()
    for _, record in numbered_records(text.split("\n")):
        if isinstance(record, PositionError):
            assert str(record).isprintable()
            done["refused"] += 1
            continue
        replay = replay_record(record)
        for finding in replay.findings:
            assert str(finding).isprintable()
        if record.unread is None:
            assert parse_record(record.text()) == record, text
        if any(finding.kind.value != "forgotten dix" for finding in replay.findings):
            done["found"] += 1
            continue
        assert record.unread is None
        assert told(record) == replayed(record, replay), text
        done["replayed"] += 1
    return done


def told(record: HandRecord) -> list[object]:
    """What a record says, in a plain form: plays, shows without passes, draws in any order."""
    items: list[object] = []
    for trick in record.tricks:
        items.append(trick.number)
        items += [Card.parse(play.partition("@")[0]).text() for play in trick.plays]
        shown, drawn = [], []
        for event in trick.events:
            if event.drawn is not None:
                drawn.append(Card.parse(event.drawn).text())
            elif event.text.lower() != "pass" and event.credit != 0:  # dix=0 says it was none
                shown.append(_plain_show(event.text))
        items += [*shown, *sorted(drawn)]
    return items


def _plain_show(text: str) -> str:
    parts = []
    for part in text.split("+"):
        kind, _, cards = part.partition(":")
        names = sorted(Card.parse(card).text() for card in cards.split(".")) if cards else []
        parts.append(kind.lower() + ":" + ".".join(names))
    return "+".join(parts)


def replayed(record: HandRecord, replay: Replay) -> list[object]:
    """The same of what was replayed; of the draws those that the record tells."""
    items: list[object] = []
    for trick, written in zip(replay.tricks, record.tricks, strict=True):
        items.append(trick.number)
        items += [play.card.text() for play in trick.plays]
        items += [_plain_show(shown.show.text()) for shown in trick.shown]
        winner = trick.winner
        told = {
            event.seat if event.seat is not None else winner if record.view is None else record.view
            for event in written.events
            if event.drawn is not None
        }
        assert replay.referee is not None
        drawn = replay.referee.draws[2 * trick.number - 2 : 2 * trick.number]
        items += sorted(card.text() for seat, card in drawn if seat in told)
    return items


def test_mutated_records_are_refused_or_replayed_as_they_stand() -> None:
    random = Random(1)
    done: Counter[str] = Counter()
    for _ in range(250):
        done += check_text(mutated(random.choice(texts()), random))
    assert min(done[kind] for kind in ("refused", "found", "replayed")) > 10


@given(st.integers(0, 10**6), st.data())
def test_records_with_anything_put_in(seed: int, data: st.DataObject) -> None:
    text = Random(seed).choice(texts())
    place = data.draw(st.integers(0, len(text)))
    size = data.draw(st.integers(0, 5))
    check_text(text[:place] + data.draw(st.text(max_size=6)) + text[place + size :])


@given(st.text(alphabet=st.sampled_from('1239.{}[]"ATKQJSHDC:+=@ \n;dixN'), max_size=80))
def test_anything_after_tags(moves: str) -> None:
    check_text(f"{VIEW}\n{moves}")


@given(st.text(max_size=60))
def test_any_text(text: str) -> None:
    check_text(text)


def test_the_points_claimed_may_be_as_many_as_a_meld_of_glup_scores() -> None:
    events = (RecordedEvent(None, "quadruple-aces:AS.AS.AS.AS", 10000),)
    record = dealt("1. 9C JC")
    record = replace(record, tricks=(replace(record.tricks[0], events=events),))
    read = parse_record(record.text())
    assert (read, read.unread) == (record, None)


def test_files_are_read_lazily(tmp_path: Path) -> None:
    path = tmp_path / "hands.pnr"
    path.write_text(f"{DEALT}\n1. 9C JC\n\n{VIEW}", encoding="utf-8-sig", newline="\r\n")
    with path.open(encoding="utf-8") as file:
        records = numbered_records(file)
        assert next(records)[0] == 1
        assert not file.closed
        assert [line for line, _ in records] == [10]
