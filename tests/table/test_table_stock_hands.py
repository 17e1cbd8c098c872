"""Hands of the games with a stock: the product beside the oracle, and each case of T8."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from helpers.soak import tried
from helpers.table_stock_comparison import WITH_STOCK, compare_stock_hand
from pinochle_solver.errors import IllegalMoveError
from pinochle_solver.rules.cards import Card, Hand, Rank
from pinochle_solver.rules.melds import parse_meld
from pinochle_solver.rules.moves import Play, Show
from pinochle_solver.table.acts import Act
from pinochle_solver.table.deals import TableDeal, random_deal
from pinochle_solver.table.moves import Dix
from pinochle_solver.table.rulebooks import TABLE_RULEBOOKS
from pinochle_solver.table.seats import Seat
from pinochle_solver.table.stock_hands import StockHand, StockMove, begun_with_stock
from pinochle_solver.table.views import stock_view_of

SOUTH, WEST, NORTH, EAST = Seat


@pytest.mark.parametrize("name", WITH_STOCK)
def test_random_hands_are_played_as_the_oracle_plays_them(name: str) -> None:
    for seed in range(tried(3, 200)):
        compare_stock_hand(name, seed)


def dealt(
    name: str, upcard: str, held: dict[Seat, str], stock: str = "", dealer: Seat = NORTH
) -> StockHand:
    """A hand with these cards; the others lowest first, plain suits before nines of trumps."""
    rules, turned = TABLE_RULEBOOKS[name], Card.parse(upcard)
    named = {seat: list(map(Card.parse, held.get(seat, "").split())) for seat in rules.table}
    top = list(map(Card.parse, stock.split()))
    rest = list(rules.deck)
    for card in (turned, *top, *(card for cards in named.values() for card in cards)):
        rest.remove(card)
    trump = turned.suit
    rest.sort(key=lambda card: (card == Card(Rank.NINE, trump), card.suit == trump, card.rank))
    for cards in named.values():
        while len(cards) < rules.hand:
            cards.append(rest.pop(0))
    return begun_with_stock(
        TableDeal(
            rules=rules,
            dealer=dealer,
            hands=tuple(map(Hand.of, named.values())),
            upcard=turned,
            stock=(*top, *rest),
        )
    )


def texts(hand: StockHand) -> list[str]:
    return [move.text() for move in hand.legal_moves()]


def played(hand: StockHand, *moves: str) -> StockHand:
    """The hand after these moves, written out."""
    for text in moves:
        hand = hand.after(next(move for move in hand.legal_moves() if move.text() == text))
    return hand


def trick(hand: StockHand, lead: str) -> StockHand:
    """The hand after a trick that the leader wins with this card: the others discard low."""
    hand = played(hand, lead)
    while hand.led:
        assert hand.turn is not None
        suits = (hand.trump, hand.led[0].suit)
        low = [
            move
            for move in hand.legal_moves()
            if isinstance(move, Play) and move.card.suit not in suits
        ]
        hand = hand.after(low[-1])
    return hand


def asked_for_dix(hand: StockHand) -> Iterable[Seat | None]:
    while hand.act is Act.DIX:
        yield hand.turn
        hand = hand.after(Dix(False))


# macdougall-3


def test_before_the_first_lead_the_first_who_claims_exchanges_and_a_later_one_shows() -> None:
    hand = dealt("macdougall-3", "AS", {WEST: "9S", NORTH: "9S"})
    assert list(asked_for_dix(hand)) == [WEST, NORTH]  # from the dealer's left, who has none
    one = hand.after(Dix(True))
    assert (one.upcard, one.melds_made(WEST)) == (Card.parse("9S"), 10)
    assert one.known_cards(WEST) == Hand.parse("A.-.-.-")
    two = one.after(Dix(True))
    assert (two.upcard, two.melds_made(NORTH)) == (Card.parse("9S"), 10)
    assert two.seats[NORTH].laid.text() == "dix:9S@0"
    assert (two.act, two.turn, two.melds_made(SOUTH)) == (Act.PLAY, SOUTH, 0)


def test_who_passes_leaves_the_exchange_to_the_next() -> None:
    hand = dealt("macdougall-3", "AS", {WEST: "9S", NORTH: "9S"})
    hand = hand.after(Dix(False)).after(Dix(True))
    assert "A" in hand.hands[NORTH].ranks_text(hand.trump)
    assert (hand.melds_made(WEST), hand.melds_made(NORTH)) == (0, 10)


def test_a_seat_is_asked_for_one_dix_only() -> None:
    hand = dealt("macdougall-3", "AS", {SOUTH: "9S 9S"}).after(Dix(True))
    assert (hand.act, hand.melds_made(SOUTH)) == (Act.PLAY, 10)


def test_a_nine_turned_up_scores_for_the_dealer_and_is_not_exchanged() -> None:
    hand = dealt("macdougall-3", "9S", {WEST: "9S"})
    assert [hand.melds_made(seat) for seat in hand.players] == [0, 0, 10]
    hand = hand.after(Dix(True))
    assert (hand.melds_made(WEST), hand.seats[WEST].laid.text()) == (10, "dix:9S@0")
    hayes = dealt("hayes-3", "9S", {WEST: "9S"})
    assert [hayes.melds_made(seat) for seat in hayes.players] == [0, 0, 0]


def test_after_a_trick_dix_and_meld_then_the_others_dixes_then_draws() -> None:
    held = {SOUTH: "9S KH QH AH", WEST: "9S"}
    hand = dealt("macdougall-3", "AS", held, stock="TC 9C JC")
    hand = trick(played(hand, "pass", "pass"), "AH")
    assert (hand.act, hand.turn, len(hand.stock)) == (Act.MELD, SOUTH, 11)
    assert texts(hand) == ["pass", "marriage:KH.QH", "dix", "dix+marriage:KH.QH"]
    hand = played(hand, "dix+marriage:KH.QH")
    assert (hand.act, hand.turn, len(hand.stock)) == (Act.DIX, WEST, 11)
    assert hand.melds_made(SOUTH) == 30
    hand = played(hand, "dix")
    assert (hand.act, hand.turn, len(hand.stock)) == (Act.PLAY, SOUTH, 8)
    assert hand.seats[SOUTH].laid.text() == "dix@1+marriage:KH.QH@1"
    assert hand.seats[WEST].laid.text() == "dix:9S@1"
    assert Card.parse("TC") in hand.hands[SOUTH]


def test_a_nine_just_drawn_waits_for_the_next_trick() -> None:
    hand = dealt("macdougall-3", "AS", {SOUTH: "AH AD"}, stock="9S")
    hand = trick(hand, "AH")
    assert hand.act is Act.PLAY
    hand = trick(hand, "AD")
    assert (hand.act, hand.turn) == (Act.MELD, SOUTH)
    assert texts(hand) == ["pass", "dix"]


def test_the_upcard_of_an_exchange_may_be_melded_at_once() -> None:
    hand = dealt("macdougall-3", "AS", {SOUTH: "9S KS QS JS TS AH"})
    hand = trick(played(hand, "pass"), "AH")
    assert "run:AS.TS.KS.QS.JS" not in texts(hand)
    hand = played(hand, "dix+run:AS.TS.KS.QS.JS")
    assert hand.melds_made(SOUTH) == 160


def before_the_last_draws(dealer: Seat = NORTH, stock: str = "") -> StockHand:
    """South has won four tricks of macdougall-3 and shown nothing; west has a nine, too."""
    held = {SOUTH: "AH AD AC TH 9S KH QH", WEST: "9S"}
    hand = dealt("macdougall-3", "KS", held, stock=stock, dealer=dealer)
    while hand.act is Act.DIX:
        hand = hand.after(Dix(False))
    for lead in ("AH", "AD", "AC", "TH"):
        hand = trick(hand, lead)
        while len(hand.tricks) < 4 and hand.act is not Act.PLAY:
            hand = played(hand, "pass")
    return hand


def test_after_the_fourth_trick_are_dixes_and_no_meld() -> None:
    hand = before_the_last_draws()
    assert (hand.act, hand.turn, len(hand.stock)) == (Act.DIX, SOUTH, 2)
    assert texts(hand) == ["pass", "dix"]
    hand = played(hand, "dix")
    assert (hand.act, hand.turn) == (Act.DIX, WEST)
    assert Card.parse("KS") in hand.hands[SOUTH]
    hand = played(hand, "dix")
    assert (hand.act, hand.turn, hand.upcard, hand.stock) == (Act.PLAY, SOUTH, None, ())
    # West has its nine back; north takes the other one as the upcard, which scores nothing.
    assert hand.known_cards(WEST) == hand.known_cards(NORTH) == Hand.parse("9.-.-.-")
    assert [hand.melds_made(seat) for seat in hand.players] == [10, 10, 0]
    assert {len(cards) for cards in hand.hands} == {12}


def test_a_nine_drawn_face_down_at_last_scores_of_itself() -> None:
    hand = dealt("macdougall-3", "KS", {SOUTH: "AH AD AC TH"})  # both nines lie at the bottom
    for lead in ("AH", "AD", "AC", "TH"):
        hand = trick(hand, lead)
        assert hand.act is Act.PLAY
    assert [hand.melds_made(seat) for seat in hand.players] == [10, 10, 0]
    assert hand.known_cards(NORTH) == Hand.parse("K.-.-.-")
    assert hand.known_cards(SOUTH) == hand.known_cards(WEST) == Hand.of(())


# hayes-n


def test_hayes_draws_before_it_melds_and_nobody_is_asked_for_a_dix() -> None:
    hand = dealt("hayes-3", "AS", {SOUTH: "AH KH QH", WEST: "9S"}, stock="9S")
    assert (hand.act, hand.turn) == (Act.PLAY, SOUTH)
    hand = trick(hand, "AH")
    assert (hand.act, hand.turn, len(hand.stock)) == (Act.MELD, SOUTH, 20)
    assert {len(cards) for cards in hand.hands} == {8}
    # The nine just drawn is the one meld of the turn.
    assert texts(hand) == ["pass", "marriage:KH.QH", "dix"]
    hand = played(hand, "dix")
    assert (hand.act, hand.turn, hand.melds_made(SOUTH)) == (Act.PLAY, SOUTH, 10)
    assert hand.known_cards(SOUTH) == Hand.parse("A.-.-.-")


def test_hayes_has_no_meld_after_the_last_draw() -> None:
    hand = dealt("hayes-4", "AS", {SOUTH: "AH AD AC KH QH TH"}, dealer=EAST)
    for lead in ("AH", "AD", "AC"):
        hand = played(trick(hand, lead), "pass")
    while len(hand.tricks) < 5:
        hand = hand.after(next(iter(hand.legal_moves())))
    while hand.upcard is not None:
        assert len(hand.tricks) < 6
        hand = hand.after(next(iter(hand.legal_moves())))
    assert (hand.act, len(hand.tricks)) == (Act.PLAY, 6)
    assert hand.turn is hand.tricks[-1].winner


def test_a_third_and_fourth_dix_are_as_the_second() -> None:
    held = {SOUTH: "9S 9S 9S 9S AH AD AC TH"}
    hand = dealt("hayes-4x", "KS", held, dealer=EAST)
    for lead in ("AH", "AD", "AC", "TH"):
        hand = played(trick(hand, lead), "dix")
    assert hand.seats[SOUTH].laid.text() == "dix@1+dix:9S@2+dix:9S2@3+dix:9S3@4"
    assert hand.melds_made(SOUTH) == 40


# All of them


@pytest.mark.parametrize(
    ("name", "stock_tricks", "playoff", "whole"),
    [
        ("macdougall-3", 4, 12, 250),
        ("hayes-3", 8, 8, 250),
        ("hayes-4", 6, 6, 250),
        ("hayes-3x", 12, 12, 370),
        ("hayes-4x", 12, 12, 490),
    ],
)
def test_how_long_a_hand_is_and_what_its_cards_count(
    name: str, stock_tricks: int, playoff: int, whole: int
) -> None:
    rules = TABLE_RULEBOOKS[name]
    hand = begun_with_stock(random_deal(0, 1, rules, SOUTH))
    while hand.act is Act.DIX:
        hand = hand.after(Dix(False))
    assert hand.turn is WEST
    while hand.upcard is not None:
        hand = hand.after(next(iter(hand.legal_moves())))
    assert len(hand.tricks) == stock_tricks
    assert {len(cards) for cards in hand.hands} == {playoff}
    while hand.turn is not None:
        hand = hand.after(next(iter(hand.legal_moves())))
    assert len(hand.tricks) == stock_tricks + playoff
    assert sum(map(hand.cards_won, hand.players)) == whole
    assert hand.result().scores == tuple(map(hand.cards_won, hand.players))


def test_the_winner_draws_first_and_the_last_in_order_takes_the_upcard() -> None:
    hand = dealt("hayes-3", "KS", {WEST: "AH AD AC TH"}, stock="QD QC JH", dealer=SOUTH)
    hand = trick(hand, "AH")
    for seat, card in zip((WEST, NORTH, SOUTH), ("QD", "QC", "JH"), strict=True):
        assert Card.parse(card) in hand.hands[seat]
    assert hand.turn is WEST


def test_cards_laid_go_back_to_the_hand_and_stay_known() -> None:
    hand = dealt("hayes-3", "AS", {SOUTH: "AH KH QH"}, dealer=NORTH)
    hand = played(trick(hand, "AH"), "marriage:KH.QH")
    assert {"KH@1", "QH@1"} <= set(texts(hand))
    while hand.upcard is not None:
        away = [m for m in hand.legal_moves() if not m.text().startswith(("KH@1", "QH@1"))]
        hand = hand.after(away[0])
    assert hand.seats[SOUTH].laid.copies == ()
    assert Hand.parse("-.KQ.-.-").counts <= hand.seats[SOUTH].hand.counts
    seen = stock_view_of(hand, WEST)
    assert {Card.parse("KH"), Card.parse("QH")} <= set(seen.hands[SOUTH])
    assert seen.seats[WEST] == hand.seats[WEST]
    assert [len(seat) for seat in seen.seats] == [len(cards) for cards in hand.hands]


KH, QH = Card.parse("KH"), Card.parse("QH")


@pytest.mark.parametrize(
    ("move", "fact"),
    [
        (Play(Card.parse("AC")), "AC: it is not held"),
        (Play(KH, 2), "KH@2: there is no such copy of KH on the table"),
        (Play(KH, "hand"), "KH@hand: it is on the table only"),
        (Play(QH), "QH: a copy of QH lies on the table: say which is played"),
        (Show(), "pass: south has to play a card now"),
    ],
)
def test_an_illegal_play_is_refused_with_the_fact(move: StockMove, fact: str) -> None:
    hand = trick(dealt("hayes-3", "AS", {SOUTH: "AH KH QH QH"}), "AH")
    hand = played(hand, "marriage:KH.QH")
    assert not hand.is_legal(move)
    with pytest.raises(IllegalMoveError) as error:
        hand.after(move)
    assert str(error.value) == fact


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("dix", "there is no 9S in the hand"),
        ("aces:AS.AH.AD.AC", "AS is not held"),
        ("marriage:KH.QH", "KH has served in a meld of its class before (run or marriage)"),
        ("dix+marriage:KD.QD", "in hayes-3 a dix is the one meld of its turn"),
    ],
)
def test_an_illegal_show_is_refused_with_the_fact(text: str, fact: str) -> None:
    held = {SOUTH: "AH TH KH QH KD QD JS" + (" 9S" if text.startswith("dix+") else "")}
    hand = played(trick(dealt("hayes-3", "TS", held), "AH"), "marriage:KH.QH")
    hand = trick(hand, "TH")
    words = [word for word in text.split("+") if word != "dix"]
    book = hand.seats[SOUTH].laid.book
    melds = [parse_meld(word, book.rules, book.trump) for word in words]
    show = Show(dix="dix" in text, meld=melds[0] if melds else None)
    with pytest.raises(IllegalMoveError) as error:
        hand.after(show)
    assert error.value.fact == fact


def test_after_the_end_nothing_is_legal_and_before_it_there_is_no_result() -> None:
    hand = begun_with_stock(random_deal(0, 3, TABLE_RULEBOOKS["hayes-4"], SOUTH))
    with pytest.raises(ValueError, match="the hand is not over"):
        hand.result()
    while hand.turn is not None:
        hand = hand.after(next(iter(hand.legal_moves())))
    assert (list(hand.legal_moves()), hand.why_illegal(Show())) == ([], "the hand is over")
