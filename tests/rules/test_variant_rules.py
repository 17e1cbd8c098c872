"""The parameters of goulash and glup, one by one, in hands of decks made up for them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from pinochle_solver._core.hand.game import HandGame, dealt_state
from pinochle_solver.errors import IllegalPositionError, RulesError
from pinochle_solver.hand.legal_moves import LegalMoves
from pinochle_solver.notation.rulebook_text import parse_rulebook, rulebook_text
from pinochle_solver.rules.cards import Card, Hand
from pinochle_solver.rules.counts import COUNTS
from pinochle_solver.rules.decks import Deck
from pinochle_solver.rules.hand_packing import (
    Due,
    StateRecord,
    check_whole_hands,
    hand_of,
    hand_rules_record,
)
from pinochle_solver.rules.meld_kinds import CopyRule, MeldKind
from pinochle_solver.rules.meld_table import MeldTable
from pinochle_solver.rules.melds import Copy, LaidMeld, melds_of
from pinochle_solver.rules.piles import Piles
from pinochle_solver.rules.rulebooks import RULEBOOKS
from pinochle_solver.rules.rules import GameRules, Rulebook, Seat
from pinochle_solver.rules.suits import Rank, Suit

GOULASH, GLUP, SCARNE = RULEBOOKS["goulash"], RULEBOOKS["glup"], RULEBOOKS["scarne"]
SOUTH, NORTH = Seat.SOUTH, Seat.NORTH

# Two suits of four ranks: hands of two cards, and six tricks of the stock or as many as are asked.
TINY = Deck(
    "tiny",
    (Rank.ACE, Rank.KING, Rank.QUEEN, Rank.NINE),
    copies=2,
    hand=4,
    stock=7,
    suits=(Suit.SPADES, Suit.HEARTS),
    upcard=True,
)
TINY_RULES = Rulebook(
    "tiny", "", COUNTS["old"], (MeldKind("dix", 10, "9t"),), dix_by_loser=True, deck=TINY
)


class Table:
    """A hand of a deck in the order given: both hands, the upcard, the pile. North has dealt."""

    def __init__(self, rules: Rulebook, cards: str, lifted: bool = False) -> None:
        dealt = [Card.parse(card) for card in cards.split()]
        trump = dealt[2 * rules.deck.hand].suit
        record = hand_rules_record(rules, rules.count, trump)
        indices = bytes(card.index for card in dealt)
        state = dealt_state(record, indices, NORTH, lifted)
        self.game = HandGame(record, state, indices[2 * rules.deck.hand + 1 :])
        self._legal = LegalMoves(self.game, rules, trump)

    @property
    def state(self) -> StateRecord:
        return StateRecord.unpack(self.game.state())

    @property
    def melds(self) -> tuple[int, int]:
        return self.state.south.meld_points, self.state.north.meld_points

    def due(self) -> tuple[Seat, Due]:
        return Seat(self.game.turn), Due(self.game.due)

    def moves(self) -> list[str]:
        return [move.text() for move in self._legal.moves()]

    def play(self, moves: str) -> None:
        for text in moves.split():
            while self.game.due == Due.DRAW:
                self.game.draw()
            move = next(move for move in self._legal.moves() if move.text() == text)
            self.game.apply(self._legal.number_of(move))
        while self.game.due == Due.DRAW:
            self.game.draw()

    def hand(self, seat: Seat) -> str:
        return hand_of(self.state.seat(seat).hand, self.state.seat(seat).table).text()


def tiny(**changes: Any) -> Rulebook:
    return replace(TINY_RULES, **changes)


# South KS QS KH QH, north AS AH 9H 9H; the AH is turned up.
DEALT = "KS QS KH QH AS AH 9H 9H AH KS QS 9S KH QH AS 9S"
NORTH_WINS_ALL = "KS AS AH KH KS QS QH QS"


def test_each_seat_draws_from_its_own_pile() -> None:
    deck = replace(TINY, own_piles=True)
    table = Table(tiny(melds=(), deck=deck), DEALT)
    table.play("KS AS")
    assert (table.hand(SOUTH), table.hand(NORTH)) == ("KQ.KQ.-.-", "Q.A99.-.-")
    shared = Table(tiny(melds=()), DEALT)
    shared.play("KS AS")
    assert (shared.hand(SOUTH), shared.hand(NORTH)) == ("QQ.KQ.-.-", "K.A99.-.-")


def test_a_row_is_made_of_both_piles_card_by_card() -> None:
    row = tuple(map(Card.parse, ("AS", "KS", "QS", "KH", "9S")))
    piles = Piles.of_row(row)
    assert (piles.of(SOUTH), piles.of(NORTH), piles.dead) == (row[0:4:2], row[1:4:2], row[4])
    assert piles.row() == row


@pytest.mark.parametrize(
    ("to_winner", "hands"),
    [(True, ("A9.KQ.-.-", "9.A99.-.-")), (False, ("A.AKQ.-.-", "99.99.-.-"))],
)
def test_who_draws_the_upcard(to_winner: bool, hands: tuple[str, str]) -> None:
    table = Table(tiny(melds=(), upcard_to_winner=to_winner), DEALT)
    table.play(NORTH_WINS_ALL)
    assert table.state.playoff
    assert (table.hand(SOUTH), table.hand(NORTH)) == hands


def test_dix_turns_are_the_dealers_first_and_then_after_the_draws() -> None:
    table = Table(tiny(dix_turns=True), DEALT)
    assert table.due() == (NORTH, Due.DIX)
    assert table.moves() == ["pass", "dix"]
    table.play("dix")
    assert table.melds == (0, 10)
    assert table.due() == (SOUTH, Due.PLAY)
    table.play("KS AS")
    assert table.state.drawn == 2
    assert table.due() == (NORTH, Due.SHOW)
    table.play("dix")
    assert table.melds == (0, 20)
    assert table.due() == (NORTH, Due.PLAY)


def test_the_loser_has_its_dix_turn_after_the_winner() -> None:
    table = Table(tiny(dix_turns=True), DEALT)
    table.play("pass KH AS")
    assert table.due() == (NORTH, Due.DIX)
    assert table.state.leader == SOUTH
    table.play("pass")
    assert table.due() == (SOUTH, Due.PLAY)


def test_there_is_no_dix_turn_once_the_stock_is_gone() -> None:
    table = Table(tiny(dix_turns=True), DEALT)
    table.play("pass KS AS pass AH KH pass KS QS pass QH QS")
    assert table.due() == (NORTH, Due.PLAY)
    assert table.state.playoff
    assert table.melds == (0, 0)


@pytest.mark.parametrize("first", ["pass", "dix"])
def test_a_dix_held_unshown_scores_when_the_stock_is_gone(first: str) -> None:
    """Both nines; or one exchanged and one held, the exchanged one being south's upcard then."""
    table = Table(tiny(dix_turns=True, held_dix=10), DEALT)
    table.play(f"{first} KS AS pass AH KH pass KS QS pass QH QS")
    assert table.state.playoff
    assert table.melds == (0, 20)


def test_a_dix_by_exchange_only_is_not_shown_for_a_dix() -> None:
    cards = "KS QS KH QH AS AH KH 9H 9H KS QS 9S AH QH AS 9S"
    for by_exchange in (False, True):
        table = Table(tiny(dix_by_exchange=by_exchange), cards)
        table.play("KS AS")
        assert table.due() == (NORTH, Due.PLAY if by_exchange else Due.MELD)


def test_a_dix_scores_as_it_is_played_in_the_stock_phase() -> None:
    table = Table(tiny(played_dix=3, dealer_dix=1), DEALT)
    table.play("KS 9H pass")
    assert table.melds == (0, 3)


def glup_hand(led: str, reply: str, glups: int) -> tuple[int, int]:
    """The follower's glups and points after a card played to a card led; spades are trump."""
    left = list(GLUP.deck.cards())
    for card in (led, reply, "JS"):
        left.remove(Card.parse(card))
    Random(1).shuffle(left)
    rest = [card.text() for card in left]
    cards = [led, *rest[:17], reply, *rest[17:34], "JS", *rest[34:]]
    table = Table(GLUP, " ".join(cards))
    record = hand_rules_record(GLUP, GLUP.count, Suit.SPADES)
    state = table.state._replace(glups=(0, glups)).pack()
    pile = bytes(Card.parse(card).index for card in rest[34:])
    table.game = HandGame(record, state, pile)
    for card in (led, reply):
        table.game.apply(Card.parse(card).index)
    after = StateRecord.unpack(table.game.state())
    assert after.glups[SOUTH] == 0
    return after.glups[NORTH], after.north.meld_points


@pytest.mark.parametrize(
    ("before", "led", "reply", "after", "points"),
    [
        (5, "TD", "TD", 6, 1),
        (0, "TH", "9H", 1, 0),
        (0, "AC", "KC", 2, 0),
        (0, "JS", "JS", 2, 0),
        (2, "AC", "QC", 3, 1),
        (8, "AC", "TC", 9, 10),
        (10, "KH", "KH", 12, 1),
        (14, "AS", "9S", 15, 11),  # the nine of trumps is played, too
        (17, "AC", "9C", 18, 10),
        (7, "AC", "9D", 0, 0),
        (7, "KC", "AC", 0, 0),
        (7, "KC", "JS", 0, 0),
    ],
)
def test_glups(before: int, led: str, reply: str, after: int, points: int) -> None:
    assert glup_hand(led, reply, before) == (after, points)


@pytest.mark.parametrize(
    ("upcard", "lifted", "points"),
    [("JS", False, 0), ("9S", False, 1), ("JS", True, 1), ("9S", True, 3)],
)
def test_the_dealer_scores_for_the_lift(upcard: str, lifted: bool, points: int) -> None:
    rest = [card.text() for card in GLUP.deck.cards()]
    rest.remove(upcard)
    cards = [*rest[:36], upcard, *rest[36:]]
    assert Table(GLUP, " ".join(cards), lifted).melds == (0, points)


# Copies, as the rules page has them


@pytest.mark.parametrize(
    ("laid", "hand", "meld", "table", "from_hand"),
    [
        ("kings:KS.KH.KD.KC", "-.KQ.-.-", "marriage:KH.QH", "KH", "QH"),
        ("queens:QS.QH.QD.QC jacks:JS.JH.JD.JC", "Q.-.J.-", "pinochle:QS.JD", "QS", "JD"),
        ("run:AS.TS.KS.QS.JS", "KQ.-.-.-", "royal-marriage:KS.QS", "KS", "QS"),
        (
            "run:AS.TS.KS.QS.JS royal-marriage:KS.QS2",
            "K.-.-.-",
            "royal-marriage:KS.QS",
            "QS",
            "KS",
        ),
        ("marriage:KH.QH", "-.KKQ.-.-", "marriage:KH.QH", "", "KH QH"),
    ],
)
def test_which_copies_a_meld_takes(
    laid: str, hand: str, meld: str, table: str, from_hand: str
) -> None:
    melds = MeldTable(GLUP, Suit.SPADES, map(LaidMeld.parse, laid.split()))
    options = {option.show.text(): option for option in melds.options(Hand.parse(hand))}
    assert "double-marriage:KH.KH.QH.QH" not in options
    assert " ".join(copy.text() for copy in options[meld].from_table) == table
    assert " ".join(card.text() for card in options[meld].from_hand) == from_hand


def test_the_copy_that_served_in_more_kinds_is_taken_first() -> None:
    laid = ["trump-queens:QH.QH2.QH3.QH4", "queens:QS.QH2.QD.QC"]
    melds = MeldTable(GLUP, Suit.HEARTS, map(LaidMeld.parse, laid))
    assert melds.kinds(Copy(Card.parse("QH"), 2)) == {"queens", "trump-queens"}
    (option,) = (
        option
        for option in melds.options(Hand.parse("-.K.-.-"))
        if option.show.text() == "royal-marriage:KH.QH"
    )
    assert [copy.text() for copy in option.from_table] == ["QH2"]


def test_a_copy_that_served_in_a_kind_that_bars_is_refused() -> None:
    laid = ["run:AS.TS.KS.QS.JS", "double-run:AS.AS2.TS.TS2.KS.KS2.QS.QS2.JS.JS2"]
    with pytest.raises(IllegalPositionError, match="has served in a kind of meld that bars double"):
        MeldTable(GLUP, Suit.SPADES, map(LaidMeld.parse, laid))


# Rules that cannot be


@pytest.mark.parametrize(
    ("field", "changes", "fact"),
    [
        ("dix_turns", {"dix_turns": True, "dix_by_loser": False}, "both seats have dix turns"),
        ("dix_is_a_meld", {"dix_turns": True, "dix_is_a_meld": True}, "uses up no meld"),
        ("held_dix", {"held_dix": 10, "last_draw_dix": 10}, "drawn last would score"),
        ("held_dix", {"held_dix": -1}, "from 0 to 9999"),
        ("played_dix", {"played_dix": 10000}, "from 0 to 9999"),
        ("dealer_lift", {"dealer_lift": True}, "expected an int"),
        ("ahead", {"game": GameRules(ahead=-1)}, "from 0 to 999999"),
        ("melds", {"melds": (MeldKind("one", 1, "Kp", bars=("one",)),)}, "copy rule of kinds"),
        (
            "melds",
            {"melds": (MeldKind("one", 1, "Kp", bars=("two",)),), "copy_rule": CopyRule.KINDS},
            "bars 'two', which is no meld",
        ),
        ("melds", {"melds": SCARNE.melds, "copy_rule": CopyRule.KINDS}, "kinds bar kinds here"),
    ],
)
def test_rules_that_cannot_be_are_refused(field: str, changes: dict[str, Any], fact: str) -> None:
    with pytest.raises(RulesError, match=fact) as raised:
        tiny(**changes)
    assert raised.value.field == field


@pytest.mark.parametrize(
    ("rules", "field", "fact"),
    [
        (TINY_RULES, "dix_turns", "Rulebook 'tiny': 1 is no bool"),
        (TINY_RULES, "dix_by_exchange", "Rulebook 'tiny': 1 is no bool"),
        (TINY_RULES, "upcard_to_winner", "Rulebook 'tiny': 1 is no bool"),
        (TINY_RULES, "glups", "Rulebook 'tiny': 1 is no bool"),
        (TINY, "own_piles", "Deck 'tiny': 1 is no bool"),
    ],
)
def test_flags_are_true_or_false(rules: Rulebook | Deck, field: str, fact: str) -> None:
    changes: dict[str, Any] = {field: 1}
    with pytest.raises(TypeError) as raised:
        replace(rules, **changes)
    assert str(raised.value) == fact


def test_a_meld_is_worth_ten_thousand_at_most() -> None:
    assert MeldKind("hoard", 10000, "Kp").points == 10000
    with pytest.raises(RulesError, match="from 0 to 10000"):
        MeldKind("hoard", 10001, "Kp")


def _kinds(number: int) -> tuple[MeldKind, ...]:
    return tuple(MeldKind(f"kind{n}", 1, "Kp") for n in range(number))


@pytest.mark.parametrize(
    ("rules", "fact"),
    [
        (replace(SCARNE, name="four", deck=GLUP.deck), "4 copies, at most 2"),
        (tiny(copy_rule=CopyRule.KINDS, melds=_kinds(65)), "65 kinds of melds, at most 64"),
        (tiny(melds=(*_kinds(48), MeldKind("dix", 10, "9t"))), "48 melds, at most 47"),
        (tiny(melds=_kinds(95)), "95 melds, at most 94"),
    ],
)
def test_rules_by_which_no_hand_is_played(rules: Rulebook, fact: str) -> None:
    with pytest.raises(IllegalPositionError, match=fact):
        check_whole_hands(rules)


# Text


@pytest.mark.parametrize("rules", [GOULASH, GLUP], ids=str)
def test_the_text_of_a_rulebook_reads_back(rules: Rulebook) -> None:
    assert parse_rulebook(rulebook_text(rules)) == rules


def test_a_kind_that_is_left_out_bars_nothing() -> None:
    text = 'name = "house"\nbased-on = "glup"\nmelds.quadruple-aces = false'
    rules = parse_rulebook(text)
    assert rules.meld("quadruple-aces") is None
    aces, trump_aces = rules.meld("aces"), rules.meld("trump-aces")
    assert aces is not None
    assert aces.bars == ("aces", "double-aces", "triple-aces")
    assert trump_aces is not None
    assert trump_aces.bars == ("trump-aces",)


# A game of its own

THREE = Rulebook(
    "three",
    "three copies, piles of their own, glups",
    COUNTS["glup"],
    (
        MeldKind("marriage", 2, "Kp Qp", bars=("marriage", "triple-marriage")),
        MeldKind("triple-marriage", 45, "Kp Kp Kp Qp Qp Qp", bars=("triple-marriage",)),
        MeldKind("pair", 5, "At Kt", all_at_once=True),
        MeldKind("dix", 3, "8t"),
    ),
    dix_by_loser=True,
    dix_turns=True,
    upcard_to_winner=True,
    held_dix=2,
    played_dix=1,
    glups=True,
    copy_rule=CopyRule.KINDS,
    deck=Deck(
        "three",
        (Rank.ACE, Rank.KING, Rank.QUEEN, Rank.EIGHT),
        copies=3,
        hand=7,
        stock=21,
        suits=(Suit.SPADES, Suit.HEARTS, Suit.CLUBS),
        upcard=True,
        own_piles=True,
    ),
)


def hands_of(rules: Rulebook, number: int) -> Iterator[tuple[HandGame, Random]]:
    for seed in range(number):
        random = Random(seed)
        cards = list(rules.deck.cards())
        random.shuffle(cards)
        dealt, place = bytes(card.index for card in cards), 2 * rules.deck.hand
        record = hand_rules_record(rules, rules.count, cards[place].suit)
        yield HandGame(record, dealt_state(record, dealt, 0), dealt[place + 1 :]), random


def test_a_game_of_ones_own_is_played_to_its_end() -> None:
    shown = 0
    melds = melds_of(THREE, Suit.SPADES)
    for game, random in hands_of(THREE, 60):
        while game.due != Due.NOTHING:
            if game.due == Due.DRAW:
                game.draw()
                continue
            for seat in Seat:
                unseen, hidden = game.unseen(seat)
                state = StateRecord.unpack(game.state())
                assert hidden <= len(hand_of(state.seat(seat.other).hand))
                assert len(unseen) == hidden + 22 - state.drawn - (state.upcard != 255)
            before, moves = game.state(), game.legal()
            assert len(set(moves)) == len(moves)
            move = moves[-1] if random.random() < 0.7 else random.choice(moves)
            game.apply(move)
            game.undo()
            assert game.state() == before
            game.apply(move)
        shown += len(game.laid())
        state = StateRecord.unpack(game.state())
        tricks = state.south.trick_points + state.north.trick_points
        assert tricks == THREE.count.of_hand(THREE.deck)
        assert hand_of(state.gone) == THREE.deck.cards()
        assert all(meld >= 254 or meld < len(melds) for _, meld, *_ in game.laid())
    assert shown > 100
