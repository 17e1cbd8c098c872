"""Rulebooks as TOML: what is written reads back, and what is wrong is named by its key."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.oracle_decks import SMALL_RULEBOOKS
from helpers.paths import ROOT
from helpers.small_decks import small_rules
from pinochle_solver import (
    COUNTS,
    RULEBOOKS,
    CallOutRule,
    CardCount,
    Deck,
    Doubles,
    GameRules,
    MeldKind,
    NotationError,
    PlayoffPosition,
    Rank,
    Rulebook,
    Service,
    SingleHandTie,
    Suit,
    parse_rulebook,
    read_records,
    rulebook_text,
)
from pinochle_solver.notation.known_rulebooks import KnownRulebooks
from pinochle_solver.notation.record_reading import parse_record
from pinochle_solver.notation.rulebook_files import parse_any_rulebook
from pinochle_solver.rules.rulebooks import PINOCHLE_BOOKS
from pinochle_solver.rules.rules import (
    MOST_POINTS,
    ExtraCardMelds,
    ExtraDraw,
    FaceUp,
    MissedDraw,
    Penalties,
    RenegePenalty,
)

DOCS = ROOT / "docs" / "RULEBOOKS.md"
SCARNE = RULEBOOKS["scarne"]
BASED = 'name = "house"\nbased-on = "scarne"\n'

# What is made up


def _distinct(values: type[Rank] | type[Suit]) -> st.SearchStrategy[tuple[int, ...]]:
    return st.sets(st.sampled_from(list(values)), min_size=1).map(lambda each: tuple(sorted(each)))


NAMES = st.from_regex(r"[a-z0-9][a-z0-9-]{0,12}", fullmatch=True)
LINES = st.text(max_size=30).filter(str.isprintable)
CARDS = st.lists(
    st.tuples(st.sampled_from("ATKQJ987"), st.sampled_from("SHDCtp*")).map("".join),
    min_size=1,
    max_size=5,
).map(" ".join)


@st.composite
def decks(draw: st.DrawFn) -> Deck:
    ranks = tuple(reversed(draw(_distinct(Rank))))
    suits = draw(_distinct(Suit))
    copies = draw(st.integers(1, 4))
    size = len(ranks) * len(suits) * copies
    upcard = size > 2 and draw(st.booleans())
    hand = draw(st.integers(1, max(1, min(32, (size - upcard) // 2))))
    stock = draw(st.integers(0, max(0, size - upcard - 2 * hand)))
    if size < 2:
        copies, hand, stock = 2, 1, 0
    return Deck(draw(LINES), ranks, copies, hand, stock, suits, upcard)  # type: ignore[arg-type]


@st.composite
def meld_kinds(draw: st.DrawFn, name: str, names: list[str]) -> MeldKind:
    services = st.sampled_from(list(Service))
    return MeldKind(
        name,
        draw(st.integers(0, 9999)),
        draw(CARDS),
        tuple(draw(st.lists(st.tuples(services, CARDS), max_size=3))),
        tuple(draw(st.lists(services, max_size=3))),
        draw(st.booleans()),
        draw(st.none() | st.sampled_from(names)),
    )


@st.composite
def made_up_rulebooks(draw: st.DrawFn) -> Rulebook:
    """A rulebook in which every field may hold what it can."""
    name = draw(NAMES.filter(lambda name: name not in RULEBOOKS))
    points = st.integers(0, 255)
    count_name = draw(NAMES.filter(lambda name: name not in COUNTS))
    ranks = ("ace", "ten", "king", "queen", "jack", "nine", "eight", "seven")
    own_count = CardCount(
        count_name,
        **{rank: draw(points) for rank in ranks},
        last_trick=draw(st.integers(0, 999)),
    )
    kinds = draw(st.lists(NAMES.filter(lambda name: name not in ("dix", "pass")), unique=True))
    draws_first, melds_late = draw(st.sampled_from([(True, False), (False, True), (False, False)]))
    return Rulebook(
        name,
        draw(LINES),
        draw(st.sampled_from([own_count, *COUNTS.values()])),
        (
            *(draw(meld_kinds(kind, kinds)) for kind in kinds),
            *([MeldKind("dix", 10, "9t")] if draw(st.booleans()) else []),
        ),
        target=draw(st.integers(1, MOST_POINTS)),
        must_head_plain=draw(st.booleans()),
        must_head_trumps=draw(st.booleans()),
        must_trump=draw(st.booleans()),
        draws_before_melding=draws_first,
        melds_after_last_stock_trick=melds_late,
        dix_is_a_meld=draw(st.booleans()),
        dix_by_loser=draw(st.booleans()),
        dealer_dix=draw(st.integers(0, 9999)),
        last_draw_dix=draw(st.integers(0, 9999)),
        penalties=Penalties(
            renege=draw(st.sampled_from(RenegePenalty)),
            wrong_meld_to_opponent=draw(st.booleans()),
            claims_stand_after_stock=draw(st.booleans()),
            forgotten_dix_is_lost=draw(st.booleans()),
            looking_loses_count=draw(st.booleans()),
            missed_draw=draw(st.sampled_from(MissedDraw)),
            extra_draw=draw(st.sampled_from(ExtraDraw)),
            face_up=draw(st.sampled_from(FaceUp)),
            short_hand_melds=draw(st.booleans()),
            extra_card_melds=draw(st.sampled_from(ExtraCardMelds)),
        ),
        game=GameRules(
            doubles=(Doubles.FIRST_LAST,),
            other_targets=tuple(draw(st.lists(st.integers(1, MOST_POINTS), max_size=3))),
            tie_raises_target_by=draw(st.integers(0, MOST_POINTS)),
            chips_up_from=draw(st.integers(0, 9)),
            single_hand_tie=draw(st.sampled_from(SingleHandTie)),
            call_out=draw(st.sampled_from(CallOutRule)),
        ),
        deck=draw(decks()),
    )


# Writing and reading


@given(made_up_rulebooks())
def test_a_made_up_rulebook_reads_back(rules: Rulebook) -> None:
    assert parse_rulebook(rulebook_text(rules)) == rules


@pytest.mark.parametrize(
    "rules",
    [
        *RULEBOOKS.values(),
        *SMALL_RULEBOOKS.values(),
        small_rules("AKQ9", 2, 3, draws_first=True),
        small_rules("ATKQJ", 1, 2, upcard=True),
    ],
    ids=lambda rules: rules.name,
)
def test_rulebooks_read_back(rules: Rulebook) -> None:
    text = rulebook_text(rules)
    assert parse_rulebook(text) == rules
    assert rulebook_text(parse_rulebook(text)) == text


@pytest.mark.parametrize("base", RULEBOOKS.values(), ids=RULEBOOKS)
def test_what_is_based_on_a_rulebook_is_it_but_for_what_is_said(base: Rulebook) -> None:
    text = f'name = "house"\nbased-on = "{base.name.upper()}"\ntarget = 77\n'
    assert parse_rulebook(text) == replace(base, name="house", title="house", target=77)


def test_parts_are_changed_key_by_key() -> None:
    rules = parse_rulebook(
        BASED
        + """
        Must_Head_Plain = true
        penalties.renege = "Count-Lost"
        game.other-targets = [500]
        game.call_out = "needs a trick"
        count.ace = 12
        deck.hand = 11
        deck.stock = 25
        melds.roundhouse = false
        melds.run.points = 200
        melds.run.replaces = "royal-marriage"
        melds.nines = { points = 20, cards = "9*", barred-by = ["around"] }
        """
    )
    assert rules.must_head_plain
    assert rules.penalties == replace(SCARNE.penalties, renege=RenegePenalty.COUNT_LOST)
    game = replace(SCARNE.game, other_targets=(500,), call_out=CallOutRule.NEEDS_A_TRICK)
    assert rules.game == game
    assert rules.count == replace(SCARNE.count, name="house", ace=12)
    assert rules.deck == replace(SCARNE.deck, name="house", hand=11, stock=25)
    run = SCARNE.meld("run")
    assert run is not None
    changed = replace(run, points=200, replaces="royal-marriage")
    kept = [changed if kind is run else kind for kind in SCARNE.melds if kind.name != "roundhouse"]
    assert rules.melds == (*kept, MeldKind("nines", 20, "9*", barred_by=(Service.AROUND,)))


def test_a_meld_may_replace_none_again() -> None:
    rules = parse_rulebook('name = "house"\nbased-on = "hayes"\nmelds.run.replaces = false')
    run = rules.meld("run")
    assert run is not None
    assert run.replaces is None


def test_a_rulebook_may_be_based_on_another_of_ones_own() -> None:
    house = parse_rulebook(BASED)
    flat = parse_rulebook('name = "flat"\nbased-on = "house"\nmust-trump = false', [house])
    assert flat == replace(SCARNE, name="flat", title="flat", must_trump=False)


def test_a_published_rulebook_written_out_and_changed_needs_another_name() -> None:
    text = rulebook_text(SCARNE).replace("target = 1000", "target = 1250")
    with pytest.raises(NotationError, match="name: scarne is a published rulebook, and this one"):
        parse_rulebook(text)


# What is wrong

WRONG = {
    "": "name: missing",
    'name = "house"': "count: missing",
    "name = house": r"TOML: invalid value \(at line 1",
    'name = "house"\nname = "house"': "TOML: cannot overwrite",
    "name = 1": "name: '1' is a whole number, expected text in quotes",
    'name = "My House"\nbased-on = "scarne"': "name: a name is lower-case letters",
    'name = "house"\nbased-on = "scarn"': "based-on: unknown rulebook 'scarn', did you mean scarne",
    BASED + "must-trmp = true": r"must-trmp: unknown key, did you mean must-trump\?$",
    BASED + "xyzzy = true": r"xyzzy: unknown key \(known: name, title, count, melds, ",
    BASED + "must-trump = 1": "must-trump: '1' is a whole number, expected true or false",
    BASED + "must-trump = true\nmust_trump = true": "must_trump: given twice",
    BASED + "target = 0": "target: 0, expected a whole number from 1 to 999999",
    BASED + "target = 1.5": "target: '1.5' is a number with a point, expected a whole number",
    # Python does not write numbers of so many digits.
    BASED + f"title = 0x{'f' * 4000}": "title: 'a number too long' is a whole number",
    BASED + f"target = 0x{'f' * 4000}": "target: a number is too long$",
    BASED + f"target = {'9' * 5000}": "TOML: a number is too long$",
    BASED + "title = 2026-01-01": "title: '2026-01-01' is a date or time, expected text",
    BASED + 'title = "a\\nb"': "title: .* has characters that cannot be shown",
    BASED + 'count = "odl"': r"count: 'odl' is no published count \(known: old, compromise, ",
    BASED + "count = 3": "count: '3' is a whole number, expected a table",
    BASED + "count.ace = 256": "count.ace: 256, expected a whole number from 0 to 255",
    BASED + 'count.name = "old"\ncount.ace = 9': "count.name: this is the name of a published",
    BASED + "deck.copies = 5": "deck.copies: 5, expected a whole number from 1 to 4",
    BASED + 'deck.ranks = "9A"': "deck.ranks: ranks must be distinct and go high to low",
    BASED + 'deck.ranks = "A1"': "deck.ranks: unknown rank '1'",
    BASED + 'deck.suits = "SX"': "deck.suits: unknown suit 'X'",
    BASED + 'deck.ranks = ""': "deck.ranks: empty",
    BASED + 'deck.suits = ""': "deck.suits: empty",
    BASED + 'deck.suits = "HS"': "deck.suits: suits must be distinct, in the order S H D C",
    BASED + "deck.hand = 20": "deck.hand: cannot deal 20 each from 48",
    BASED + 'penalties.renege = "death"': "penalties.renege: 'death', expected one of none, count",
    BASED + "penalties.renege = 1": "penalties.renege: '1' is a whole number, expected one of none",
    BASED + "game.chips-up-from = 10": "game.chips-up-from: 10, expected a whole number from 0",
    BASED + "game.other-targets = 5": "game.other-targets: '5' is a whole number, expected a list",
    BASED + "game.other-targets = [0]": "game.other-targets: 0, expected whole numbers from 1",
    BASED + "melds = []": "melds: is a list, expected a table",
    BASED + "melds.run = true": "melds.run: 'true' is true or false, expected a table",
    BASED + "melds.runn = false": r"melds.runn: no such meld to leave out, did you mean run\?",
    BASED + "melds.runn.points = 1": r"melds.runn.cards: missing, for a new kind of meld, did you",
    BASED + 'melds.run.name = "x"': r"melds.run.name: unknown key \(known: points, cards, ",
    BASED + 'melds.run.cards = "At 10t"': "melds.run.cards: 'At 10t' is no pattern of cards",
    BASED + 'melds.run.serves = ["run"]': r"melds.run.serves: 'run' is text, expected pairs such",
    BASED + 'melds.run.barred-by = ["rnu"]': "melds.run.barred-by: 'rnu', expected one of run, ",
    BASED + 'melds.pass = {points = 1, cards = "At"}': "melds.pass.name: this is the name of a",
    BASED + "melds.run.points = 10001": "melds.run.points: 10001, expected a whole number from 0",
    BASED + "melds.run.replaces = true": "melds.run.replaces: 'true' is true or false, expected",
    BASED + 'melds.run.replaces = "rnu"': "melds: run replaces 'rnu', which is no meld of it",
    BASED + 'melds.dix.cards = "9S"': "melds.dix.cards: '9S' is not a rank of trumps, as 9t",
    BASED + 'melds."Two words".points = 1\nmelds."Two words".cards = "At"': (
        "melds.'Two words'.name: a name is lower-case letters"
    ),
    'name = "h"\nbased-on = "hayes"\nmelds-after-last-stock-trick = true': (
        "melds-after-last-stock-trick: after the last draws there is no stock phase to meld in"
    ),
}


@pytest.mark.parametrize("text", WRONG)
def test_the_key_that_is_wrong_is_named(text: str) -> None:
    with pytest.raises(NotationError, match=f"^{WRONG[text]}") as error:
        parse_rulebook(text)
    assert "\n" not in str(error.value)


@given(st.text(max_size=200))
def test_no_text_is_more_than_refused(text: str) -> None:
    for wrong in (text, f"{BASED}{text}"):
        try:
            rules = parse_rulebook(wrong)
        except NotationError as error:
            assert "\n" not in str(error)
        else:
            assert rules.name == "house"


VALUES = ("true", "false", "1.5", "nan", "[]", "[[1]]", "{}", "1979-05-27", '["marriage"]')
TEXTS = ('""', '"a"', '"a\\nb"', '"K* Q*"', '"AK"', '["S", "H"]', '"meld"', '"marriage"')


def test_the_words_for_draws_of_former_rulebooks_are_read_and_others_refused() -> None:
    words = {
        "two are drawn next turn": MissedDraw.TWO_NEXT,
        "": MissedDraw.TWO_NEXT,
        "Two-Next": MissedDraw.TWO_NEXT,
        "void": MissedDraw.VOID,
    }
    for text, choice in words.items():
        rules = parse_rulebook(f'{BASED}penalties.missed-draw = "{text}"')
        assert rules.penalties == replace(SCARNE.penalties, missed_draw=choice)
    extra = {
        "the extra card is put back, shown to the opponent if seen": ExtraDraw.PUT_BACK,
        "the next draw is skipped": ExtraDraw.SKIP,
        "": ExtraDraw.SKIP,
    }
    for text, way in extra.items():
        rules = parse_rulebook(f'{BASED}penalties.extra-draw = "{text}"')
        assert rules.penalties == replace(SCARNE.penalties, extra_draw=way)
    with pytest.raises(NotationError, match="missed-draw: 'he deals', expected one of two next, v"):
        parse_rulebook(f'{BASED}penalties.missed-draw = "he deals"')


@given(
    st.sampled_from(list(PINOCHLE_BOOKS.values())),
    st.integers(0),
    st.integers(-1, 20),
    st.sampled_from((*VALUES, *TEXTS)),
)
def test_with_any_value_changed_it_reads_or_is_refused(
    rules: Rulebook, place: int, number: int, value: str
) -> None:
    lines = rulebook_text(replace(rules, name="house")).splitlines()
    places = [at for at, line in enumerate(lines) if " = " in line]
    at = places[place % len(places)]
    key, _, before = lines[at].partition(" = ")
    lines[at] = f"{key} = {number if before.isdigit() else value}"
    try:
        read = parse_rulebook("\n".join(lines))
    except NotationError as error:
        assert len(str(error).splitlines()) == 1
    else:
        assert parse_rulebook(rulebook_text(read)) == read


# The document


def _keys(kind: type[object], path: str = "") -> Iterator[str]:
    for each in fields(kind):  # type: ignore[arg-type]
        yield each.name.replace("_", "-")


def test_every_key_is_in_the_document() -> None:
    document = DOCS.read_text("utf-8")
    for kind in (Rulebook, CardCount, Deck, MeldKind, Penalties, GameRules):
        assert is_dataclass(kind)
        for key in _keys(kind):
            assert f"`{key}`" in document, key


def test_the_examples_of_the_document_read() -> None:
    examples = DOCS.read_text("utf-8").split("```toml\n")[1:]
    assert len(examples) >= 2
    for example in examples:
        parse_any_rulebook(example.partition("```")[0])


# Where none is named


def test_the_default_is_taken_where_none_is_named() -> None:
    house = parse_rulebook(BASED)
    taken: list[int] = []
    known = KnownRulebooks([house], house, lambda: taken.append(1))
    line = "trump=S south=T.T.KQ.- north=A.-.K.TK turn=south"
    assert PlayoffPosition.parse(line, known).rules is house
    assert PlayoffPosition.parse(f"rules=hayes {line}", known).rules is RULEBOOKS["hayes"]
    assert PlayoffPosition.parse(line, [house]).rules is SCARNE
    tags = '[Dealer "north"]\n[View "south"]\n[Upcard "TS"]\n[South "AAT9.KQ.-.KQQJ99"]\n'
    assert parse_record(tags, known).rules is house
    (found,) = read_records(tags.splitlines(), known)
    assert found.rules is house
    assert parse_record(f'[Rules "house"]\n{tags}', known).rules is house
    assert parse_record(f'[Rules "scarne"]\n{tags}', known).rules is SCARNE
    assert len(taken) == 3
    assert list(known) == [house]
