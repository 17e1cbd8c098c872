"""Claims about later tricks, burials and stakes: their measurements, in tiny sizes."""

from __future__ import annotations

import pytest

from benchmarks.handbook.macdougall import burial_trials
from benchmarks.handbook.macdougall.bought_hands import BIDDER
from benchmarks.handbook.macdougall.burial_trials import (
    JACKS,
    MARRIAGE,
    BurialSettings,
    burials_of,
    melded,
    try_burials,
)
from benchmarks.handbook.macdougall.claim import Verdict
from benchmarks.handbook.macdougall.counted_hands import CountSettings, counted_hand
from benchmarks.handbook.macdougall.endings import Ending, deals_of, hidden_gain, open_gain
from benchmarks.handbook.macdougall.later_defence import ReadSettings, read
from benchmarks.handbook.macdougall.later_play import bare_suit, play_open, takes
from benchmarks.handbook.macdougall.later_tricks import (
    MetSettings,
    Moment,
    agreed,
    all_of,
    clustered,
    meet,
)
from benchmarks.handbook.macdougall.lead_trials import NORTH, WEST, Lead, lines_of
from benchmarks.handbook.macdougall.many_marriages import MarriageSettings, marriage_hand
from benchmarks.handbook.macdougall.money_games import (
    KittyDeal,
    KittySettings,
    SwitchSettings,
    play_for_kitty,
    session,
    switch,
)
from benchmarks.handbook.macdougall.sums import with_half
from pinochle_solver.rules.cards import Card, Hand, Suit

MET = meet(0, MetSettings(worlds=2, open_cards=6, seed=1))


def test_who_opens_a_bare_suit_gets_what_is_said() -> None:
    assert bare_suit("ATK", "ATK", BIDDER) == {"T": 20, "K": 15, "A": 15}
    assert bare_suit("ATK", "ATK", WEST) == {"T": 30, "K": 35, "A": 35}
    assert bare_suit("TKJ", "AKQ", WEST) == {"Q": 15, "K": 15, "A": 25}


def test_every_card_of_a_decision_is_tried() -> None:
    assert [len(MET.leads), len(MET.leaders)] == [15, 15]
    for decision in MET.decisions:
        tried = {len(decision.cards), len(decision.first), len(decision.second)}
        assert len(tried) == 1
        assert len(decision.cards) > 1
        cards = sum(len(Hand.parse(hand)) for hand in decision.hands) + len(decision.led.split())
        assert cards + 3 * decision.trick == 45
        is_open = len(Hand.parse(decision.hands[decision.place])) <= 6
        assert len(decision.open) == is_open * len(decision.cards)


def test_a_moment_compares_in_other_deals_than_it_chooses_in() -> None:
    decision = next(each for each in MET.decisions if each.place == 0 and len(each.cards) > 2)
    decision.first[:] = [0.0, 2.0, 1.0, *[-9.0] * (len(decision.cards) - 3)]
    decision.second[:] = [5.0, 30.0, 40.0, *[99.0] * (len(decision.cards) - 3)]
    assert Moment(MET, decision).gain([1, 2], [0]) == 25.0


def test_values_of_one_deal_are_not_independent() -> None:
    assert clustered([(0, 1.0), (0, 1.0), (1, 3.0), (1, 3.0)]) == (2.0, 1.0)


def test_verdicts_of_cases_and_of_parts() -> None:
    mixed = [Verdict.CONFIRMED, Verdict.REFUTED]
    assert [agreed(mixed), all_of(mixed)] == [Verdict.CLOSE, Verdict.REFUTED]
    assert all_of([Verdict.CONFIRMED, Verdict.CLOSE]) is Verdict.CLOSE


def test_an_ending_has_its_fixed_cards_and_sizes() -> None:
    ending = Ending(
        holds={WEST: Hand.parse("-.T.-.-")},
        closed={BIDDER: (Suit.HEARTS,)},
        gone=Hand.parse("-.AA.-.-"),
        size=5,
        leader=NORTH,
        led=(Card.parse("TH"),),
    )
    assert ending.turn is BIDDER
    for dealt in deals_of(ending, 4, seed=1):
        sizes = [len(dealt.hands[seat]) for seat in (BIDDER, WEST, NORTH)]
        assert sizes == [5, 5, 4]
        assert not dealt.hands[BIDDER].ranks_text(Suit.HEARTS)
        assert dealt.gone.count(Card.parse("AH")) == 2
        assert len(dealt.gone) == 48 - 3 - 15


def test_a_sure_trick_is_better_than_none() -> None:
    """Two hearts that win against two clubs that lose."""
    ending = Ending(
        holds={
            BIDDER: Hand.parse("-.AA.-.99"),
            WEST: Hand.parse("-.-.-.AATT"),
            NORTH: Hand.parse("-.-.-.KKQQ"),
        },
        size=4,
    )
    assert open_gain(ending, Suit.HEARTS, 2, seed=1) == (50.0, 0.0)
    assert hidden_gain(ending, (Card.parse("AH"), Card.parse("9C")), 2, seed=1)[0] == 50.0


def test_the_bidder_may_lead_as_he_likes_face_up() -> None:
    hands = {
        BIDDER: Hand.parse("-.A9.-.-"),
        WEST: Hand.parse("-.TK.-.-"),
        NORTH: Hand.parse("-.-.J9.-"),
    }
    assert play_open(hands, Suit.SPADES, BIDDER) == (10 + 5 + 10, BIDDER)
    high = play_open(hands, Suit.SPADES, BIDDER, lambda hands, _: next(iter(hands[BIDDER])))
    assert high == (15, WEST)


def test_a_hand_takes_by_a_higher_card_or_a_trump() -> None:
    hand = Hand.parse("9.KJ.-.-")
    cards = [Card.parse(text) for text in ("QH", "KH", "AH", "9C", "JS")]
    assert [takes(hand, card, Suit.SPADES) for card in cards] == [True, False, False, True, False]


def test_the_tricks_of_a_deal() -> None:
    lead = Lead(holds={BIDDER: Hand.parse("AAKQ9.AAK99.-.-")}, cards=(Card.parse("AH"),))
    [tricks] = lines_of(lead, 1, seed=1)
    assert len(tricks) == 15
    assert len({card for _, led in tricks for card in led}) <= 24


def test_every_burial_is_gone_through(monkeypatch: pytest.MonkeyPatch) -> None:
    hand = Hand.parse("ATKQJ9.ATKQJ9.ATKQJ9.-")
    assert len(burials_of(hand)) == 816
    assert [melded(hand, Suit.SPADES, MARRIAGE), melded(hand, Suit.SPADES, JACKS)] == [2, 0]
    monkeypatch.setattr(burial_trials, "burials_of", lambda hand: burials_of(hand)[::16])
    monkeypatch.setattr(burial_trials, "_FIRST", 1)
    monkeypatch.setattr(burial_trials, "_MORE", 2)
    trial = try_burials(0, BurialSettings(meld=MARRIAGE, seed=1))
    assert trial.total - trial.play <= -20  # a marriage less is laid


def test_melds_are_read_or_not() -> None:
    assert read(0, ReadSettings(deals=2, seed=1)).number == 0


def test_a_kitty_is_paid_and_taken() -> None:
    deals = [
        KittyDeal(0, 0, 300, Suit.HEARTS, False),
        KittyDeal(1, 1, 400, Suit.CLUBS, True),
        KittyDeal(2, -1, 0, -1, False),
        KittyDeal(3, 2, 250, -1, False),
    ]
    found = session(deals)
    assert found.without == [(-120 - 100 + 25) / 4, (60 + 200 + 25) / 4, (60 - 100 - 50) / 4]
    assert found.left == 25
    more = [each - without for each, without in zip(found.with_kitty, found.without, strict=True)]
    assert more == pytest.approx([(-60 + 25 / 3) / 4, (60 + 25 / 3) / 4, (-25 + 25 / 3) / 4])


def test_a_deal_for_the_kitty_is_played() -> None:
    deal = play_for_kitty(2, KittySettings(seed=1, table=0))
    assert deal.bidder in (-1, 0, 1, 2)
    assert (deal.bidder < 0) == (deal.contract == 0)


def test_a_free_choice_of_trump() -> None:
    hand = switch(0, SwitchSettings(deals=4, seed=1))
    assert hand.in_spades or hand.fixed == hand.mild


def test_a_hand_with_many_marriages() -> None:
    found = marriage_hand(0, MarriageSettings(deals=2, seed=1), lambda _: True)
    hand = Hand.parse(found.hand)
    ranks = [hand.ranks_text(suit) for suit in Suit]
    assert sum(min(each.count("K"), each.count("Q")) for each in ranks) > 3


def test_nothing_is_below_zero_by_rounding() -> None:
    assert [with_half(-0.01, 0.1, form) for form in (".1f", "+.1f")] == ["0.0 ± 0.2", "+0.0 ± 0.2"]


def test_a_hand_is_played_by_each_count() -> None:
    found = counted_hand(0, CountSettings(deals=2, seed=1))
    assert [len(found.points), found.trump in range(4)] == [3, True]
    assert found.points[0] != found.points[1]
