"""What a seat sees of a hand as tensors: their parts, and that they tell as much as the texts."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from random import Random

import numpy as np
import pytest

from helpers.drawn_hands import nodes_of_a_hand
from helpers.paths import ROOT
from pinochle_solver import COUNTS, RULEBOOKS, Card, Rulebook, Seat
from pinochle_solver.openspiel.sequential import ActionNumbers, SequentialHand
from pinochle_solver.openspiel.tensors import SeatTensor, parts_of
from pinochle_solver.openspiel.worlds import resample
from pinochle_solver.rules.meld_kinds import CopyRule, Service
from pinochle_solver.rules.melds import melds_of

rulebook = pytest.mark.parametrize("rules", RULEBOOKS.values(), ids=RULEBOOKS)

PASS = 96
SOUTH, NORTH = Seat


def tensor_of(rules: Rulebook, **kinds: bool) -> SeatTensor:
    return SeatTensor(rules, rules.count, **{"recall": True, **kinds})


def around(hand: SequentialHand, random: Random) -> Iterator[SequentialHand]:
    """A hand, some that can follow it, and one that looks the same to each seat."""
    yield hand
    if not hand.is_over:
        following = [c for c, _ in hand.outcomes()] if hand.is_chance else hand.legal()
        for action in random.sample(following, min(3, len(following))):
            after = hand.copy()
            after.apply(action)
            yield after
    if hand.is_dealt:
        for viewer in Seat:
            yield resample(hand, viewer, random.random)


@rulebook
def test_a_tensor_tells_exactly_what_the_text_tells(rules: Rulebook) -> None:
    """Hands of one text have one tensor, and hands of different texts have different ones."""
    whole, now = tensor_of(rules), tensor_of(rules, recall=False)
    public = tensor_of(rules, private=False)
    own = tensor_of(rules, public=False)
    texts: dict[tuple[str, bytes], str] = {}
    tensors: dict[tuple[str, str], bytes] = {}
    alike = 0
    by_classes = rules.copy_rule is not CopyRule.KINDS
    for seed in range(1):
        random = Random(seed)
        for number, node in enumerate(nodes_of_a_hand(rules, seed)):
            if number % (8 if by_classes else 14):
                continue
            for hand in around(node, random):
                for seat in Seat:
                    for name, tensor, text in (
                        ("whole", whole, hand.information(seat)),
                        ("now", now, hand.observation(seat)),
                        ("public", public, hand.public_information()),
                        ("own", own, hand.private_information(seat)),
                    ):
                        tensor.set_from(hand, seat)
                        seen = sha256(tensor.tensor.tobytes()).digest()
                        alike += (name, text) in tensors
                        assert tensors.setdefault((name, text), seen) == seen
                        if name != "now" or by_classes:
                            assert texts.setdefault((name, seen), text) == text
    assert len(texts) > 200
    assert alike > 200


@rulebook
def test_the_parts_have_their_shapes(rules: Rulebook) -> None:
    tensor = tensor_of(rules)
    parts = parts_of(rules)
    assert {part.name: part.shape for part in parts} == {
        name: part.shape for name, part in tensor.dict.items()
    }
    assert sum(part.size for part in tensor.dict.values()) == tensor.tensor.size
    assert all(np.shares_memory(part, tensor.tensor) for part in tensor.dict.values())
    assert tensor.tensor.dtype == np.float32
    private = {part.name for part in parts if part.private}
    assert private == {"player", "hand", "due", "dealt", "draws", "passes"}
    assert set(tensor_of(rules, public=False).dict) == private
    assert set(tensor_of(rules, private=False).dict) == set(tensor.dict) - private
    assert ("glups" in tensor.dict) == (rules.name == "glup") == ("served" not in tensor.dict)


def test_the_shapes_are_the_documented_ones() -> None:
    shapes = {part.name: part.shape for part in parts_of(RULEBOOKS["scarne"])}
    assert shapes["hand"] == (2, 4, 8)
    assert shapes["served"] == (2, 4, 2, 4, 8)
    assert shapes["melds"] == (2, 11)
    assert shapes["plays"] == (24, 2, 4, 8)
    assert shapes["sources"] == (24, 2, 3)
    assert shapes["shows"] == (13, 2, 12)
    assert shapes["draws"] == (12, 4, 8)


def test_the_page_has_the_sizes() -> None:
    page = (ROOT / "docs" / "OPENSPIEL.md").read_text()
    for name, rules in RULEBOOKS.items():
        sizes = [tensor_of(rules, recall=recall).tensor.size for recall in (True, False)]
        numbers = " | ".join(f"{size:,}" for size in (ActionNumbers(rules).size, *sizes))
        assert f"\n| {name} | {numbers} |\n" in page


def ones(part: np.ndarray[tuple[int, ...], np.dtype[np.float32]]) -> list[tuple[int, ...]]:
    """The places of the ones of a part, all else being 0."""
    assert set(np.unique(part)) <= {0.0, 1.0}
    return [tuple(map(int, place)) for place in np.argwhere(part)]


def place(card: str) -> tuple[int, int]:
    """Suit and rank of a card."""
    return divmod(Card.parse(card).index, 8)


def test_the_numbers_of_a_hand_are_what_was_dealt_and_played() -> None:
    """North deals; south leads AS, is given QD, passes; north exchanges its dix; both draw."""
    rules = RULEBOOKS["macdougall"]
    south, north = (
        "QS KH QH AS TS JS KC QC JC AC TC 9C",
        "9H 9S KS QD KD AD TD JD 9D TH AH JH",
    )
    hand = SequentialHand(rules)
    tensor = tensor_of(rules)
    for card in south.split():
        hand.apply(Card.parse(card).index)
    tensor.set_from(hand, SOUTH)
    dealt = {(0, *place(card)) for card in south.split()}
    assert set(ones(tensor.dict["hand"])) == set(ones(tensor.dict["dealt"])) == dealt
    assert ones(tensor.dict["phase"]) == [(0,)]
    tensor.set_from(hand, NORTH)
    assert tensor.tensor.sum() == 2
    assert ones(tensor.dict["player"]) == [(1,)]
    for card in [*north.split(), "AH", "AS", "QD"]:
        hand.apply(Card.parse(card).index)
    hand.apply(PASS)
    hand.apply(hand.legal()[-1])
    for card in ("JH", "TS"):
        hand.apply(Card.parse(card).index)

    tensor.set_from(hand, SOUTH)
    parts = tensor.dict
    now = dealt - {(0, *place("AS"))} | {(0, *place("JH"))}
    assert set(ones(parts["hand"])) == now
    assert set(ones(parts["dealt"])) == dealt
    assert ones(parts["player"]) == [(0,)]
    assert ones(parts["due"]) == [(0,)]
    assert ones(parts["phase"]) == [(1,)]
    assert ones(parts["trump"]) == [(1,)]
    assert ones(parts["upcard"]) == [place("9H")]
    assert ones(parts["turned"]) == [place("AH")]
    assert parts["drawn"][0] == np.float32(2 / 24)
    assert ones(parts["leader"]) == [(0,)]
    assert ones(parts["led"]) == []
    # North took the ace of hearts; south does not see the other one that it was dealt.
    assert ones(parts["known"]) == [(1, 0, *place("AH"))]
    assert ones(parts["table"]) == ones(parts["served"]) == ones(parts["melds"]) == []
    assert ones(parts["gone"]) == [(0, *place("AS")), (0, *place("QD"))]
    # Melds and tricks: 0 + 14 and 10 + 0 of 250.
    assert np.array_equal(
        parts["points"], np.array([[0, 14 / 250], [10 / 250, 0]], dtype=np.float32)
    )
    assert ones(parts["draws"]) == [(0, *place("JH"))]
    assert ones(parts["passes"]) == [(1, 0)]
    assert ones(parts["leads"]) == [(0, 0)]
    assert ones(parts["plays"]) == [(0, 0, *place("AS")), (0, 1, *place("QD"))]
    assert ones(parts["sources"]) == [(0, 0, 0), (0, 1, 0)]
    dix = parts["shows"].shape[-1] - 1
    assert ones(parts["shows"]) == [(1, 1, dix)]
    suit, rank = place("9H")
    assert parts["laid"][1, 1, suit, rank] == 0.5
    assert parts["laid"].sum() == 0.5
    assert ones(parts["scored"]) == []

    tensor.set_from(hand, NORTH)
    assert ones(parts["player"]) == [(1,)]
    assert ones(parts["due"]) == ones(parts["passes"]) == []
    assert ones(parts["leader"]) == [(1,)]
    assert ones(parts["leads"]) == [(0, 1)]
    assert (1, *place("AH")) in ones(parts["hand"])
    assert np.array_equal(
        parts["points"], np.array([[10 / 250, 0], [0, 14 / 250]], dtype=np.float32)
    )


def test_a_marriage_on_the_table_has_served_in_a_marriage() -> None:
    rules = RULEBOOKS["scarne"]
    tensor = tensor_of(rules)
    for seed in range(9):
        for hand in nodes_of_a_hand(rules, seed):
            if not hand.shows or hand.shows[-1].event < len(hand.events) - 1:
                continue
            show = hand.events[-1]
            assert show.action is not None
            meld = hand.numbers.shown(show.action)[1] - 1
            if meld < 0 or melds_of(rules, hand.trump)[meld].kind.name != "marriage":
                continue
            tensor.set_from(hand, show.seat)
            table = {entry[1:] for entry in ones(tensor.dict["table"]) if entry[0] == 0}
            married = {
                entry[2:]
                for entry in ones(tensor.dict["served"])
                if entry[:2] == (0, Service.MARRIAGE)
            }
            assert married <= table
            king, queen = melds_of(rules, hand.trump)[meld].cards
            assert {place(king.text()), place(queen.text())} == {entry[1:] for entry in married}
            assert tensor.dict["melds"][0, meld] >= 1
            return
    raise AssertionError("nobody has married")


def test_points_are_shares_of_those_of_the_count() -> None:
    for count in ("old", "simplified"):
        tensor = SeatTensor(RULEBOOKS["hayes"], COUNTS[count], recall=False)
        hand, random = SequentialHand(RULEBOOKS["hayes"], COUNTS[count]), Random(1)
        while not hand.is_over:
            hand.apply(
                random.choice([c for c, _ in hand.outcomes()] if hand.is_chance else hand.legal())
            )
        tensor.set_from(hand, SOUTH)
        tricks = tensor.dict["points"][:, 1]
        assert tricks.sum() == pytest.approx(1.0)
        assert tricks[0] == pytest.approx(hand.points.south.tricks / 250)
