"""The table oracle's referee of whole hands: the page's specimen, and what holds in every hand."""

from __future__ import annotations

import random
from collections import Counter
from typing import TypeAlias

import pytest

from oracle.table import deals, game, hand, irregularities, melds, scoring
from oracle.table.cards import (
    clockwise,
    deck,
    hand_cards,
    left_of,
    points,
    whole_count,
)
from oracle.table.rulebooks import ALL, RULEBOOKS, table

BIDDING = [book.name for book in ALL if not book.stock]
HANDS = 8

Steps: TypeAlias = list[list[tuple[hand.Hand, str]]]


def specimen(rules: str = "auction", *options: str) -> hand.Hand:
    """The deal of NOTATION's examples."""
    dealt = {
        "south": "AAKQJ9.KQ.AATKQJ.K",
        "west": "TK.AATK9.TQ9.AKQJ9",
        "north": "TQJ9.TQJ9.KJ9.ATQJ",
    }
    hands = {seat: tuple(hand_cards(cards)) for seat, cards in dealt.items()}
    return hand.begin(table(rules, options), game.Deal("north", None, hands, ("JH", "TC", "9C")))


def after(now: hand.Hand, moves: str) -> hand.Hand:
    for move in moves.split():
        now = hand.apply(now, move)
    return now


def tokens(now: hand.Hand, seat: str) -> dict[str, str]:
    return hand.position(now, seat)


# NOTATION, the specimen


def test_notation_a_bid_as_west_sees_it() -> None:
    seen = tokens(after(specimen(), "250"), "west")
    assert seen == {
        "rules": "auction",
        "dealer": "north",
        "act": "bid",
        "bids": "250",
        "turn": "west",
        "south": "+15",
        "west": "TK.AATK9.TQ9.AKQJ9",
        "north": "+15",
        "widow": "+3",
    }


def test_notation_the_burial_as_the_bidder_sees_it() -> None:
    seen = tokens(after(specimen(), "250 260 p 450 p"), "south")
    assert seen == {
        "rules": "auction",
        "dealer": "north",
        "act": "bury",
        "bids": "250,260,p,450,p",
        "bidder": "south",
        "contract": "450",
        "turn": "south",
        "south": "AAKQJ9.KQJ.AATKQJ.TK9",
        "west": "+15",
        "north": "+15",
        "widow": "-.J.-.T9",
    }


def test_section_9_the_burial_as_a_defender_sees_it() -> None:
    seen = tokens(after(specimen(), "250 260 p 450 p"), "west")
    assert (seen["south"], seen["widow"]) == ("-.J.-.T9+15", "-.J.-.T9")
    assert hand.known_cards(after(specimen(), "250 260 p 450 p D:KS.KH.KC/none"), "south") == []


def test_section_9_a_shown_card_is_known_until_one_like_it_is_played() -> None:
    now = after(specimen(), "250 260 p 450 p D:JH.TC.9C AD")
    assert hand.known_cards(now, "south").count("AD") == 0
    assert now.hands["south"].count("AD") == 1


def test_notation_the_first_trick_as_west_sees_it() -> None:
    now = after(specimen(), "250 260 p 450 p D:JH.TC.9C AD")
    seen = tokens(now, "west")
    assert seen["south"] == "KQ.KQ.TKQJ.K+5"
    assert (seen["led"], seen["buried"], seen["widow"]) == ("AD", "+3", "-.J.-.T9")
    assert set(seen["melds.south"].split("+")) == {
        "run:AD.TD.KD.QD.JD",
        "kings:KS.KH.KD.KC",
        "marriage:KS.QS",
        "marriage:KH.QH",
        "pinochle:QS.JD",
    }
    assert tokens(now, "south")["buried"] == "-.J.-.T9"
    assert (now.turn, hand.legal_moves(now)) == ("west", ["TD", "QD", "9D"])


def test_section_6_the_specimen_conceded_and_made_by_melds() -> None:
    now = hand.apply(after(specimen(), "250 260 p 450 p"), "concede")
    assert hand.result(now).score == {"south": -400, "west": 200, "north": 200}
    now = after(specimen(), "250 p p D:JH.TC.9C")
    assert (now.act, now.ending) == ("over", "melds")
    assert hand.result(now).score == {"south": 50, "west": -25, "north": -25}
    # In the scoring game it is played out, and nobody concedes.
    now = after(specimen("auction-score"), "250 p p")
    assert not hand.is_legal(now, "concede")
    now = after(now, "D:JH.TC.9C")
    assert (now.act, now.turn) == ("meld", "west")
    assert hand.apply(now, "all").turn == "north"


def test_section_6_the_specimen_played() -> None:
    """Tricks must bring 130 of 250 less the burial's 10."""
    rng = random.Random(4)
    seen = set()
    for _time in range(15):
        now = after(specimen(), "250 260 p 450 p D:JH.TC.9C")
        while now.act != "over":
            now = hand.apply(now, rng.choice(hand.legal_moves(now)))
        result = hand.result(now)
        seen.add(result.how)
        assert result.how == ("made" if now.cards["south"] >= 130 else "set")
        assert result.score["south"] == {"made": 400, "set": -800}[result.how]
    assert seen == {"made", "set"}


def test_section_2_the_bury_moves_are_all_legal() -> None:
    now = after(specimen(), "250 260 p 450 p")
    moves = hand.legal_moves(now)
    assert len(set(moves)) == len(moves)
    assert moves[-1] == "concede"
    rng = random.Random(1)
    for move in rng.sample(moves, 50):
        assert hand.is_legal(now, move)
    moves = [
        "D:JH.TC",
        "D:JH.TC.AC",
        "X:JH.TC.9C",
        "D",
        "p",
        "D:JH.TC.9C/aces",
        "D:JH.TC.9C/aces:AS.AH.AD.AC",
    ]
    for wrong in moves:
        assert not hand.is_legal(now, wrong)
        with pytest.raises(ValueError, match="not legal"):
            hand.apply(now, wrong)


# Every hand


@pytest.fixture(scope="module", params=BIDDING)
def played(request: pytest.FixtureRequest) -> Steps:
    return [list(deals.random_hand(request.param, seed)) for seed in range(HANDS)]


def test_every_move_is_one_of_the_legal_ones(played: Steps) -> None:
    for steps in played:
        for now, move in steps:
            if now.act != "bury":
                moves = hand.legal_moves(now)
                assert (move in moves) == (now.act != "over")
                assert all(hand.is_legal(now, each) for each in moves)


def test_every_card_is_somewhere_once(played: Steps) -> None:
    for steps in played:
        for now, _move in steps:
            cards = Counter(card for held in now.hands.values() for card in held)
            cards.update(now.led)
            cards.update(card for _leader, trick in now.tricks for card in trick)
            cards.update(now.buried or (now.deal.widow if now.bidder is None else ()))
            assert cards == Counter(deck(2))


def test_every_finished_hand_adds_up(played: Steps) -> None:
    for steps in played:
        over, count = steps[-1][0], steps[-1][0].table.count
        result = hand.result(over)
        whole = sum(over.cards.values()) + points(over.buried or (), count)
        if over.ending == "played":
            assert whole == whole_count(2, count)
            assert sum(over.won.values()) == over.table.rulebook.hand
        elif result.how != "passed out":
            assert over.table.rulebook.money
        if over.table.rulebook.money:
            assert sum(result.score.values()) == -result.kitty
        elif result.how in ("made", "played"):
            units = scoring.units(over.table.rulebook, over.seats)
            assert result.score.keys() >= {"+".join(unit) for unit in units}
            assert sum(result.score.values()) >= whole


def test_every_trick_keeps_the_rules(played: Steps) -> None:
    for steps in played:
        over = steps[-1][0]
        if over.tricks:
            start = next(now for now, _move in steps if now.act == "play")
            assert start.turn == (over.bidder or left_of(over.seats, over.deal.dealer))
            tricks = [trick for _leader, trick in over.tricks]
            found = irregularities.first_renege(
                start.hands, start.turn, tricks, over.trump or "", over.table.obligation
            )
            assert found is None


def test_every_view_is_true_and_hides_the_rest(played: Steps) -> None:
    """What a seat sees is right, and is the same whatever the unseen cards are."""
    for steps in played:
        for now, _move in steps[:: max(1, len(steps) // 12)]:
            whole = hand.position(now)
            for seat in now.seats:
                seen = hand.position(now, seat)
                assert seen.keys() == whole.keys()
                for each in now.seats:
                    known = Counter(hand_cards(seen[each])) if each in seen else Counter()
                    assert not known - Counter(now.hands[each])
                    if each == seat:
                        assert known == Counter(now.hands[each])
                hidden = {each for each in now.seats if each != seat}
                for token, text in seen.items():
                    if token not in hidden | {"widow", "buried"}:
                        assert text == whole[token]


def test_views_do_not_change_when_unseen_cards_change_places(played: Steps) -> None:
    """Two other seats swap cards that nobody has seen: the view stays as it was."""
    rng = random.Random(8)
    for steps in played:
        for now, _move in steps[:: max(1, len(steps) // 6)]:
            seat = rng.choice(now.seats)
            first, second = rng.sample([each for each in now.seats if each != seat], 2)
            free = {
                each: list(
                    (Counter(now.hands[each]) - Counter(hand.known_cards(now, each))).elements()
                )
                for each in (first, second)
            }
            if free[first] and free[second]:
                other = {each: list(cards) for each, cards in now.hands.items()}
                mine, theirs = rng.choice(free[first]), rng.choice(free[second])
                other[first].remove(mine)
                other[second].remove(theirs)
                other[first].append(theirs)
                other[second].append(mine)
                before = hand.position(now, seat)
                kept, now.hands = now.hands, other
                assert hand.position(now, seat) == before
                now.hands = kept


def test_shown_cards_stay_known_until_played(played: Steps) -> None:
    """Said in other words: a laid card that its seat has played none like is known to be there."""
    for steps in played:
        for now, _move in steps:
            for seat, laid in now.laid.items():
                for card in melds.shown(laid):
                    if card not in hand.played_by(now, seat) and card[0] != "9":
                        assert card in hand.known_cards(now, seat)


def test_the_same_seed_is_the_same_hand() -> None:
    for name in BIDDING:
        once = [move for _now, move in deals.random_hand(name, 3)]
        assert once == [move for _now, move in deals.random_hand(name, 3)]
        assert once != [move for _now, move in deals.random_hand(name, 4)]


def test_the_order_of_the_melds_is_clockwise_from_the_bidder() -> None:
    for seed in range(10):
        steps = list(deals.random_hand("corners", seed))
        asked = [now.turn for now, _move in steps if now.act == "meld"]
        bidder = steps[-1][0].bidder
        assert bidder
        order = clockwise(RULEBOOKS["corners"].seats, bidder)[1:]
        assert asked == [seat for seat in order if seat in asked]
