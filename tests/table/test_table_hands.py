"""Whole hands for three and four: against the oracle, the page's example, and what always holds."""

from __future__ import annotations

from collections import Counter
from itertools import islice, pairwise

import pytest

from helpers.soak import tried
from helpers.table_comparison import WITHOUT_STOCK, DifferenceError, compare_hand, finished, move_of
from pinochle_solver.errors import IllegalMoveError, IllegalPositionError
from pinochle_solver.rules.cards import NO_CARDS, Card, Hand, Suit
from pinochle_solver.rules.partial_hands import PartialHand
from pinochle_solver.table.acts import Act, Ending
from pinochle_solver.table.burial import laying_all
from pinochle_solver.table.deals import TableDeal, random_deal
from pinochle_solver.table.hands import TableHand, begun
from pinochle_solver.table.holdings import holds, joined, less
from pinochle_solver.table.melds import EXCHANGE, melds_text
from pinochle_solver.table.moves import CONCEDE, PASS, Bury, Call, Dix, Lay, PlayCard, TableMove
from pinochle_solver.table.rulebooks import TABLE_RULEBOOKS
from pinochle_solver.table.scoring import Outcome
from pinochle_solver.table.seats import Seat
from pinochle_solver.table.views import known_cards, view_of

SOUTH, WEST, NORTH, EAST = Seat
HANDS = tried(3, 200)


@pytest.mark.parametrize("name", WITHOUT_STOCK)
def test_random_hands_are_those_of_the_oracle(name: str) -> None:
    met: Counter[str] = Counter()
    for seed in range(HANDS):
        compare_hand(name, seed, lambda what: met.update([what]))
    acts = {"partnership": ("dix", "meld", "play"), "auction": ("bid", "bury", "play")}
    assert all(met[act] for act in acts.get(name, ("bid", "bury", "meld", "play")))


def test_a_difference_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = TableHand.tricks_won
    monkeypatch.setattr(TableHand, "tricks_won", lambda hand, seat: honest(hand, seat) + 1)
    with pytest.raises(DifferenceError, match=r"^corners 0 .*'won': \[1, 1, 1, 1\]"):
        compare_hand("corners", 0)


# The example of the pages


def specimen(name: str = "auction") -> TableHand:
    """The deal of the notation's examples, dealt by north."""
    hands = ("AAKQJ9.KQ.AATKQJ.K", "TK.AATK9.TQ9.AKQJ9", "TQJ9.TQJ9.KJ9.ATQJ")
    return begun(
        TableDeal(
            rules=TABLE_RULEBOOKS[name],
            dealer=NORTH,
            hands=tuple(map(Hand.parse, hands)),
            widow=Hand.parse("-.J.-.T9"),
        )
    )


def after(hand: TableHand, *moves: str) -> TableHand:
    for text in moves:
        hand = hand.after(move_of(hand, text))
    return hand


BIDS = ("250", "260", "p", "450", "p")
AD_LED = (*BIDS, "D:TC.JH.9C", "AD")
MELDS = "run:AD.TD.KD.QD.JD+marriage:KS.QS+marriage:KH.QH+kings:KS.KH.KD.KC+pinochle:QS.JD"


def test_the_course_of_the_example() -> None:
    hand = specimen()
    assert (hand.act, hand.turn, hand.bidder) == (Act.BID, SOUTH, None)
    hand = after(hand, *BIDS)
    assert (hand.act, hand.turn, hand.bidder, hand.contract) == (Act.BURY, SOUTH, SOUTH, 450)
    assert hand.hands[SOUTH] == Hand.parse("AAKQJ9.KQJ.AATKQJ.TK9")
    hand = after(hand, "D:TC.JH.9C")
    assert (hand.act, hand.turn, hand.trump) == (Act.PLAY, SOUTH, Suit.DIAMONDS)
    assert melds_text(hand.laid[SOUTH] or ()) == MELDS
    hand = after(hand, "AD", "9D")
    assert (hand.turn, hand.leader) == (NORTH, SOUTH)
    assert list(hand.legal_moves()) == [PlayCard(Card.parse(card)) for card in ("KD", "JD", "9D")]
    view = view_of(hand, WEST)
    assert view.hands == (
        Hand.parse("KQ.KQ.TKQJ.K"),
        Hand.parse("TK.AATK9.TQ.AKQJ9"),
        NO_CARDS,
    )
    assert [held.hidden for held in view.held] == [5, 0, 15]
    assert (view.buried, view.widow.known) == (PartialHand(NO_CARDS, 3), Hand.parse("-.J.-.T9"))
    assert view_of(hand, SOUTH).buried.known == Hand.parse("-.J.-.T9")


def test_the_bidder_may_concede_only_for_money() -> None:
    given_up = after(specimen(), *BIDS).after(CONCEDE)
    assert given_up.ending is Ending.CONCEDED
    assert given_up.result().scores == (-400, 200, 200)
    with pytest.raises(IllegalMoveError, match="concede: south has to name trump"):
        after(specimen("auction-score"), *BIDS).after(CONCEDE)


@pytest.mark.parametrize("name", ["auction", "auction-score"])
def test_every_move_of_the_bidder_is_listed(name: str) -> None:
    hand = after(begun(random_deal(21, 1, TABLE_RULEBOOKS[name], NORTH)), "250", "p", "p")
    assert hand.hands[SOUTH] == Hand.parse("ATJJ.ATJJ.TTQQJ9.AATK")
    moves = list(hand.legal_moves())
    assert len(set(moves)) == len(moves)
    assert (moves[-1] == CONCEDE) == (name == "auction")
    all_laid = [move for move in moves if isinstance(move, Bury) and move.melds is None]
    assert all_laid == list(laying_all(hand.hands[SOUTH], 3))
    assert len(all_laid) < len(moves) - 1
    assert all(map(hand.is_legal, moves))


def test_melds_alone_may_make_it_for_money_only() -> None:
    short = after(specimen(), "320", "p", "p", "D:TC.JH.9C")
    assert (short.act, short.turn) == (Act.PLAY, SOUTH)
    made = after(specimen(), "310", "p", "p", "D:TC.JH.9C")
    assert (made.act, made.ending) == (Act.OVER, Ending.MADE_BY_MELDS)
    assert made.result().scores == (60, -30, -30)
    assert list(made.legal_moves()) == []
    hand = after(specimen("auction-score"), "300", "p", "p", "D:TC.JH.9C")
    assert (hand.act, hand.turn) == (Act.MELD, WEST)


def test_a_hand_passed_out_comes_to_nothing() -> None:
    hand = after(specimen(), "p", "p", "p")
    assert (hand.turn, hand.bidder, hand.contract) == (None, None, None)
    assert (hand.result().outcome, hand.result().scores) == (Outcome.PASSED_OUT, (0, 0, 0))


@pytest.mark.parametrize(
    ("moves", "move", "message"),
    [
        ((), Call(240), "240: south can bid 250 to 650 in tens or pass"),
        ((), Lay(), "all: south has to call"),
        (BIDS, Bury(Suit.SPADES), "S: 0 cards are buried, expected 3"),
        (BIDS, PASS, "p: south has to name trump"),
        (
            (*BIDS, "D:TC.JH.9C", "AD"),
            PlayCard(Card.parse("AH")),
            "AH: west must follow suit, and may play only TD, QD, 9D",
        ),
        (AD_LED, PlayCard(Card.parse("AS")), "AS: west has no such card"),
        (AD_LED, Dix(True), "dix: west has to play a card"),
        (("p", "p", "p"), PASS, "p: the hand is over"),
    ],
)
def test_moves_that_cannot_be(moves: tuple[str, ...], move: TableMove, message: str) -> None:
    hand = after(specimen(), *moves)
    assert not hand.is_legal(move)
    with pytest.raises(IllegalMoveError) as caught:
        hand.after(move)
    assert str(caught.value) == message


def test_who_has_to_meld_does_nothing_else() -> None:
    hand = after(specimen("auction-score"), "300", "p", "p", "D:TC.JH.9C")
    with pytest.raises(IllegalMoveError, match=r"^AS: west has to meld$"):
        hand.after(PlayCard(Card.parse("AS")))


# Partnership


def four(*begins: str, upcard: str) -> TableHand:
    """A hand of `partnership` dealt by east: who has these cards, each with more of the rest."""
    rules = TABLE_RULEBOOKS["partnership"]
    hands = list(map(Hand.parse, begins))
    rest = rules.deck
    for hand in hands:
        rest = less(rest, hand)
    left = iter(rest)
    hands = [joined(hand, Hand.of(islice(left, rules.hand - len(hand)))) for hand in hands]
    return begun(TableDeal(rules=rules, dealer=EAST, hands=tuple(hands), upcard=Card.parse(upcard)))


def test_the_dealers_upcard_may_be_exchanged() -> None:
    hand = four("9.-.-.-", "9.-.KQ.-", "-.-.-.QQ", "ATKQJ.-.-.-", upcard="AS")
    assert (hand.act, hand.turn, hand.trump) == (Act.DIX, SOUTH, Suit.SPADES)
    assert known_cards(hand, EAST) == Hand.parse("A.-.-.-")
    hand = after(hand, "pass")
    assert hand.turn == WEST
    east = hand.hands[EAST]
    hand = after(hand, "dix")
    assert (hand.exchanger, hand.laid[WEST]) == (WEST, (EXCHANGE,))
    assert Card.parse("AS") in hand.hands[WEST]
    nine, ace = Card.parse("9S"), Card.parse("AS")
    assert hand.hands[EAST] == east.with_card(nine).without(ace)
    assert [hand.dixes(seat, hand.hands[seat]) for seat in Seat] == [1, 0, 0, 0]
    assert known_cards(hand, WEST) == Hand.of([ace])
    assert known_cards(hand, EAST) == Hand.of([nine])
    # South may lay his nine; the dealer may not lay the one that he got.
    assert (hand.act, hand.turn) == (Act.MELD, SOUTH)
    while hand.act is Act.MELD:
        hand = after(hand, "all")
    laid = [melds_text(melds or ()) for melds in hand.laid]
    assert [text.split("+").count("dix:9S") for text in laid] == [1, 0, 0, 0]
    assert laid[WEST].endswith("+dix")
    assert (hand.act, hand.turn) == (Act.PLAY, SOUTH)


def test_a_dealer_who_exchanges_with_himself_tells_of_his_nine() -> None:
    hand = four("-.-.-.-", "-.-.-.-", "-.-.-.-", "A99.-.-.-", upcard="AS")
    assert (hand.act, hand.turn) == (Act.DIX, EAST)
    east = hand.hands[EAST]
    hand = after(hand, "dix")
    assert (hand.hands[EAST], hand.dixes(EAST, east)) == (east, 1)
    assert known_cards(hand, EAST) == Hand.parse("A9.-.-.-")


def test_who_is_asked_for_a_nine_is_known_to_have_one_until_it_plays_one() -> None:
    nine, nothing, upcard = (Hand.parse(f"{cards}.-.-.-") for cards in ("9", "-", "A"))

    def known(hand: TableHand) -> list[Hand]:
        return [known_cards(hand, seat) for seat in Seat]

    # South and north have nines; west, which has none, is not asked.
    hand = four("9.-.-.-", "-.-.-.-", "9.-.-.-", "A.-.-.-", upcard="AS")
    assert (hand.turn, known(hand)) == (SOUTH, [nine, nothing, nothing, upcard])
    passed = after(hand, "pass")
    assert (passed.turn, known(passed)) == (NORTH, [nine, nothing, nine, upcard])
    exchanged = after(passed, "dix")
    assert known(exchanged) == [nine, nothing, upcard, nine]
    neither = after(passed, "pass")
    assert known(neither) == [nine, nothing, nine, upcard]
    # Of two nines one is known until both are laid.
    hand = four("99.-.-.-", "-.-.-.-", "-.-.-.-", "A.-.-.-", upcard="AS")
    passed = after(hand, "pass")
    assert (known(hand)[SOUTH], known(passed)[SOUTH]) == (nine, nine)
    assert known(after(passed, "dix:9S+dix:9S"))[SOUTH] == Hand.parse("99.-.-.-")


def test_a_shown_card_is_known_until_its_seat_plays_a_card_like_it() -> None:
    hand = four("KQ99.KKQ.-.-", "A.A.-.-", "A.A.-.-", "T.T.-.-", upcard="TS")
    hand = after(hand, "pass")
    hand = after(hand, "royal-marriage:KS.QS+marriage:KH.QH")
    while hand.act is Act.MELD:
        hand = after(hand, "none")
    assert known_cards(hand, SOUTH) == Hand.parse("KQ9.KQ.-.-")
    # It has two kings of hearts and has shown one: after one is played none is known.
    hand = after(hand, "KH")
    assert known_cards(hand, SOUTH) == Hand.parse("KQ9.Q.-.-")
    assert Card.parse("KH") in hand.hands[SOUTH]
    assert known_cards(hand, EAST) == Hand.parse("T.-.-.-")


def test_a_nine_turned_up_is_the_dealers_dix() -> None:
    hand = four("9.-.-.-", "-.-.-.-", "-.-.-.-", "9.-.-.-", upcard="9S")
    assert hand.act is Act.MELD
    assert [hand.dixes(seat, hand.hands[seat]) for seat in Seat] == [1, 0, 0, 1]
    assert known_cards(hand, EAST) == Hand.parse("9.-.-.-")


# What always holds


@pytest.mark.parametrize("name", WITHOUT_STOCK)
@pytest.mark.parametrize("seed", range(3))
def test_cards_are_kept_together_and_points_make_the_whole(name: str, seed: int) -> None:
    course = finished(name, seed)
    for hand, move in course:
        together = Hand.of(card for trick in hand.tricks for card in trick.cards)
        for cards in (*hand.hands, Hand.of(hand.led), hand.buried.known):
            together = joined(together, cards)
        if hand.bidder is None:
            together = joined(together, hand.deal.widow)
        assert together == hand.rules.deck
        assert move is None or hand.is_legal(move)
    over = course[-1][0]
    if over.ending is Ending.PLAYED:
        won = sum(map(over.cards_won, hand.players)) + hand.rules.count.of(over.buried.known)
        assert won == over.rules.whole_count
        assert sum(map(over.tricks_won, over.players)) == over.rules.hand
    for (before, _), (later, _) in pairwise(course):
        assert len(later.tricks) >= len(before.tricks)


@pytest.mark.parametrize("name", WITHOUT_STOCK)
def test_what_a_seat_knows_is_true_and_changes_with_its_own_cards_only(name: str) -> None:
    # In the second hand of `partnership` a nine is exchanged.
    for hand, _ in finished(name, 2):
        for seat in hand.players:
            view = view_of(hand, seat)
            for other in hand.players:
                assert holds(hand.hands[other], view.hands[other])
                assert view.held[other].hidden == len(hand.hands[other]) - len(view.hands[other])
                others_view = view_of(hand, other)
                if seat not in (other, hand.bidder) and other != hand.bidder:
                    third = next(each for each in hand.players if each not in (seat, other))
                    assert view.held[third] == others_view.held[third]
            assert view.hands[seat] == hand.hands[seat]
            assert joined(hand.played_by(seat), hand.hands[seat]) == _had(hand, seat)


@pytest.mark.parametrize("name", WITHOUT_STOCK)
def test_a_hand_that_a_seat_sees_goes_on_like_the_whole_hand(name: str) -> None:
    """Calls and cards: what is laid from a hidden hand must be named, and a widow be told."""
    for hand, move in finished(name, 4):
        for seat in hand.players:
            seen = view_of(hand, seat)
            assert (
                seen.with_hands(dict(zip(hand.rules.table, hand.hands, strict=True))).held
                == hand.held
            )
            if seat is hand.turn:
                assert [*islice(seen.legal_moves(), 9)] == [*islice(hand.legal_moves(), 9)]
            elif hand.turn is not None and seen.held[hand.turn].hidden:
                with pytest.raises(
                    IllegalPositionError,
                    match="hidden cards, but the player to move must see his hand",
                ):
                    seen.legal_moves()
            if not isinstance(move, (Call, PlayCard)):
                continue
            after = hand.after(move)
            if after.act is not Act.BURY:
                assert seen.after(move) == view_of(after, seat)


def _had(hand: TableHand, seat: Seat) -> Hand:
    """All cards that a seat had when play began."""
    begins = hand.deal.hands[seat]
    if seat == hand.bidder:
        begins = joined(begins, hand.deal.widow)
        begins = Hand(
            bytes(a - b for a, b in zip(begins.counts, hand.buried.known.counts, strict=True))
        )
    if hand.exchanger is not None and hand.deal.upcard is not None and hand.trump is not None:
        nine = Card.parse(f"9{hand.trump.letter}")
        if seat == hand.exchanger:
            begins = begins.with_card(hand.deal.upcard).without(nine)
        if seat == hand.dealer:
            begins = begins.with_card(nine).without(hand.deal.upcard)
    return begins
