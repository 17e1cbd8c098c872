"""The worked cases of docs/RULES.md sections 2 to 5, put to a referee of whole hands."""

from __future__ import annotations

import random
from typing import TypeAlias

import pytest

from helpers.product_hand import ProductHand
from helpers.soak import some, tried

from .hand import Dealt, OracleHand

Referee: TypeAlias = type[OracleHand]  # or the product's, behind the same interface

ALL = ("scarne", "hayes", "macdougall", "macdougall-bonus")
BEFORE_DRAWING = ("scarne", "macdougall", "macdougall-bonus")
MACDOUGALL = ("macdougall", "macdougall-bonus")
DECK = [rank + suit for suit in "SHDC" for rank in "ATKQJ9" for _copy in range(2)]


@pytest.fixture(params=[OracleHand, ProductHand], ids=["oracle", "product"])
def referee(request: pytest.FixtureRequest) -> Referee:
    chosen: Referee = request.param
    return chosen


# Situations, all of which a hand can come to. South has won a trick unless the test says otherwise.
# What a test does not name is dealt so that South gets nines and tens of plain suits, which make no
# meld and are good to lead.


def hand_text(cards: list[str]) -> str:
    suits = (sorted((c[0] for c in cards if c[1] == s), key="ATKQJ9".index) for s in "SHDC")
    return ".".join("".join(ranks) or "-" for ranks in suits)


def cards_of(text: str) -> list[str]:
    known = text.partition("+")[0]
    suits = zip(known.split("."), "SHDC", strict=True)
    return sorted(rank + suit for ranks, suit in suits for rank in ranks if rank != "-")


def is_dull(card: str, trump: str) -> bool:
    return card[0] in "9T" and card[1] != trump


def laid_cards(melds: str) -> tuple[list[str], list[str]]:
    """The cards of a `melds.` token: on the table, and played since."""
    copies: dict[tuple[str, str], bool] = {}
    for item in filter(None, melds.split("+")):
        for name in filter(None, item.partition("@")[0].partition(":")[2].split(".")):
            plain = name.rstrip("*")
            copies[plain[:2], plain[2:] or "1"] = name.endswith("*")
    table = [card for (card, _number), played in copies.items() if not played]
    return table, [card for (card, _number), played in copies.items() if played]


class Pack:
    """The rest of the deck: dull cards first, nines of trumps last."""

    def __init__(self, trump: str) -> None:
        self.cards = sorted(
            DECK, key=lambda card: (not is_dull(card, trump), card == "9" + trump, card[0])
        )

    def take(self, *cards: str) -> list[str]:
        for card in cards:
            self.cards.remove(card)
        return list(cards)

    def deal(self, number: int) -> list[str]:
        dealt, self.cards = self.cards[:number], self.cards[number:]
        assert len(dealt) == number
        return dealt


def position(
    referee: Referee,
    rules: str,
    upcard: str,
    south: str = "",
    north: str = "",
    *,
    melds: str = "",
    north_melds: str = "",
    act: str = "meld",
    k: int = 6,
    draws: str = "",
    north_draws: str = "",
    count: str = "",
    dealer: str = "north",
) -> OracleHand:
    """A stock-phase position: `south` and `north` are cards in the hand, `melds` those laid.

    `draws` is what South draws if he goes on winning. South is to move, North for act=dix.
    """
    trump = upcard[1]
    pack = Pack(trump)
    before = act != "play" and rules != "hayes"
    size, stock_size = (11, 25 - 2 * k) if before else (12, 23 - 2 * k)
    pack.take(upcard)
    table, gone = laid_cards(melds)
    north_table, north_gone = laid_cards(north_melds)
    hands = {
        "south": pack.take(*south.split(), *table),
        "north": pack.take(*north.split(), *north_table),
    }
    gone = pack.take(*gone, *north_gone)
    evens, odds = pack.take(*draws.split()), pack.take(*north_draws.split())
    hands["south"] += pack.deal(size - len(hands["south"]))
    evens += pack.deal((stock_size + 1) // 2 - len(evens))
    hands["north"] += pack.deal(size - len(hands["north"]))
    odds += pack.deal(stock_size // 2 - len(odds))
    stock = [(evens, odds)[i % 2][i // 2] for i in range(stock_size)]
    gone += pack.deal(2 * k - len(gone))
    assert not pack.cards
    tokens = {
        "rules": rules,
        "upcard": upcard,
        "stock": ",".join(stock),
        "act": act,
        "turn": "north" if act == "dix" else "south",
        "south": hand_text(hands["south"]),
        "north": hand_text(hands["north"]),
        "dealer": dealer,
    }
    if gone:
        tokens["gone"] = hand_text(gone)
    if melds:
        tokens["melds.south"] = melds
    if north_melds:
        tokens["melds.north"] = north_melds
    if count:
        tokens["count"] = count
    return referee.from_tokens(tokens)


def deal(
    referee: Referee,
    rules: str,
    upcard: str,
    south: str = "",
    north: str = "",
    *,
    stock: str = "",
    dealer: str = "north",
    count: str | None = None,
) -> OracleHand:
    """A whole deal around the cards named; South gets dull ones besides."""
    pack = Pack(upcard[1])
    pack.take(upcard)
    ours, theirs, first = (pack.take(*cards.split()) for cards in (south, north, stock))
    ours += pack.deal(12 - len(ours))
    theirs += pack.deal(12 - len(theirs))
    return referee(Dealt(rules, ours, theirs, upcard, first + pack.cards, dealer, count))


def claims(hand: OracleHand) -> dict[str, int]:
    """The melds and dixes that may be claimed now, with their scores; none if not asked."""
    due = hand.due()
    if due is None or due[1] == "play":
        return {}
    return {move: hand.credit(move) for move in hand.moves() if move != "pass"}


def south_wins_a_trick(hand: OracleHand, lead: str = "") -> None:
    """South leads, North throws off, and holds no dix; South is then asked, or on lead again."""
    assert hand.due() == ("south", "play")
    trump = hand.full()["trump"]
    lead = lead or next(move for move in hand.moves() if is_dull(move, trump) and len(move) == 2)
    hand.apply(lead)
    hand.apply(next(move for move in hand.moves() if move[1] not in (lead[1], trump)))
    assert hand.due() in (("south", "meld"), ("south", "play"))


def meld_points(hand: OracleHand, seat: str = "south") -> int:
    return hand.points[seat][0]


def last_item(hand: OracleHand, seat: str = "south") -> str:
    """The meld made last, without its trick."""
    return hand.full()[f"melds.{seat}"].split("+")[-1].partition("@")[0]


def table_of(hand: OracleHand, seat: str = "south") -> list[str]:
    return sorted(laid_cards(hand.full().get(f"melds.{seat}", ""))[0])


def hand_of(hand: OracleHand, seat: str = "south") -> list[str]:
    return cards_of(hand.full()[seat])


# Section 2: the shape of a hand


@pytest.mark.parametrize("rules", ALL)
@pytest.mark.parametrize(("dealer", "leader"), [("north", "south"), ("south", "north")])
def test_non_dealer_leads_first(referee: Referee, rules: str, dealer: str, leader: str) -> None:
    assert deal(referee, rules, "TH", dealer=dealer).due() == (leader, "play")


@pytest.mark.parametrize("rules", ALL)
def test_any_card_may_be_played_to_a_stock_trick(referee: Referee, rules: str) -> None:
    hand = deal(referee, rules, "TH", "KC", "AC QC 9H AS 9D JD")
    assert hand.moves() == sorted(set(hand_of(hand)))
    hand.apply("KC")
    assert hand.due() == ("north", "play")
    assert hand.moves() == sorted(set(hand_of(hand, "north")))
    assert {"AC", "QC", "9H", "AS", "9D", "JD"} <= set(hand.moves())


@pytest.mark.parametrize("rules", ALL)
@pytest.mark.parametrize(
    ("led", "answer", "winner"),
    [
        pytest.param("KC", "AC", "north", id="a higher card of the suit led wins"),
        pytest.param("AC", "KC", "south", id="a lower card of the suit led loses"),
        pytest.param("KC", "TC", "north", id="the ten is above the king"),
        pytest.param("AC", "TC", "south", id="the ten is below the ace"),
        pytest.param("AC", "JH", "north", id="a trump beats a non-trump"),
        pytest.param("JH", "AC", "south", id="a non-trump does not beat a trump"),
        pytest.param("QH", "KH", "north", id="a higher trump beats a trump"),
        pytest.param("KH", "QH", "south", id="a lower trump does not"),
        pytest.param("KC", "KC", "south", id="of two identical cards the first wins"),
        pytest.param("KH", "KH", "south", id="of two identical trumps the first wins"),
        pytest.param("9C", "AS", "south", id="a card of a third suit never wins"),
    ],
)
def test_winner_of_a_trick(
    referee: Referee, rules: str, led: str, answer: str, winner: str
) -> None:
    hand = deal(referee, rules, "TH", led, answer, count="compromise")
    hand.apply(led)
    hand.apply(answer)
    while hand.due() != (winner, "play"):
        assert claims(hand)
        hand.apply("pass")
    values = {"A": 10, "T": 10, "K": 5, "Q": 5, "J": 0, "9": 0}
    loser = "north" if winner == "south" else "south"
    assert hand.points[winner] == (0, values[led[0]] + values[answer[0]])
    assert hand.points[loser] == (0, 0)


@pytest.mark.parametrize("rules", ALL)
def test_winner_draws_first(referee: Referee, rules: str) -> None:
    hand = deal(referee, rules, "TH", "9C", "AC", stock="JS JC")
    hand.apply("9C")
    hand.apply("AC")
    while hand.due() != ("north", "play"):
        hand.apply("pass")
    assert "JS" in hand_of(hand, "north")
    assert "JC" in hand_of(hand, "south")
    assert hand.full()["stock"].count(",") == 20


@pytest.mark.parametrize("rules", ALL)
def test_twelfth_trick_winner_takes_the_last_face_down_card_loser_the_upcard(
    referee: Referee, rules: str
) -> None:
    hand = position(referee, rules, "TH", act="play", k=11, draws="AC")
    assert hand_of(hand).count("AC") == 0
    before = hand_of(hand, "north")
    lead = hand.moves()[0]
    south_wins_a_trick(hand, lead)
    assert "AC" in hand_of(hand)
    assert hand_of(hand, "north").count("TH") == before.count("TH") + 1
    assert hand.due() == ("south", "play")
    assert len(hand_of(hand)) == len(hand_of(hand, "north")) == 12


def test_scarne_melds_before_drawing(referee: Referee) -> None:
    hand = position(referee, "scarne", "TH", "KC", draws="QC", act="play")
    south_wins_a_trick(hand)
    assert hand.due() == ("south", "play")
    assert "QC" in hand_of(hand)
    south_wins_a_trick(hand)
    assert claims(hand) == {"marriage:KC.QC": 20}


@pytest.mark.parametrize("rules", MACDOUGALL)
def test_macdougall_melds_before_drawing(referee: Referee, rules: str) -> None:
    hand = position(referee, rules, "TH", "KC", draws="QC", act="play")
    south_wins_a_trick(hand)
    assert hand.due() == ("south", "play")
    south_wins_a_trick(hand)
    assert claims(hand) == {"marriage:KC.QC": 20}


def test_hayes_draws_first_and_melds_then(referee: Referee) -> None:
    hand = position(referee, "hayes", "TH", "KC", draws="QC", act="play")
    south_wins_a_trick(hand)
    assert hand.due() == ("south", "meld")
    assert len(hand_of(hand)) == len(hand_of(hand, "north")) == 12
    assert claims(hand) == {"marriage:KC.QC": 20}


@pytest.mark.parametrize("rules", ALL)
def test_winner_of_each_trick_leads_the_next(referee: Referee, rules: str) -> None:
    hand = deal(referee, rules, "TH", "9C AS", "AC")
    hand.apply("9C")
    hand.apply("AC")
    while hand.due() not in (("north", "play"), ("south", "play")):
        hand.apply("pass")
    assert hand.due() == ("north", "play")


@pytest.mark.parametrize("rules", ALL)
def test_melded_cards_stay_playable(referee: Referee, rules: str) -> None:
    hand = position(referee, rules, "TH", "KC QC")
    hand.apply("marriage:KC.QC")
    assert hand.due() == ("south", "play")
    assert {"KC@1", "QC@1"} <= set(hand.moves())
    assert "KC" in hand_of(hand)
    south_wins_a_trick(hand, "KC@1")
    assert table_of(hand) == ["QC"]
    assert "KC" not in hand_of(hand)


@pytest.mark.parametrize("rules", ALL)
def test_melded_cards_go_back_to_the_hand_when_the_stock_is_gone(
    referee: Referee, rules: str
) -> None:
    hand = position(referee, rules, "TH", melds="marriage:KC.QC", act="play", k=11, draws="AC")
    assert "KC@1" in hand.moves()
    south_wins_a_trick(hand)
    assert hand.moves() == sorted(set(hand_of(hand)))
    assert {"KC", "QC"} <= set(hand.moves())
    assert "melds.south" not in hand.full()


@pytest.mark.parametrize("rules", ALL)
def test_winner_of_the_twelfth_trick_leads_the_playoff(referee: Referee, rules: str) -> None:
    hand = position(referee, rules, "TH", "9C", "AC", act="play", k=11)
    hand.apply("9C")
    hand.apply("AC")
    while "upcard" in hand.full():
        hand.apply("pass")
    assert hand.due() == ("north", "play")


@pytest.mark.parametrize("rules", ALL)
def test_no_melds_in_the_playoff(referee: Referee, rules: str) -> None:
    hand = position(referee, rules, "TH", "KC QC KD QD 9H", act="play", k=11)
    south_wins_a_trick(hand, "9H")
    while "upcard" in hand.full():
        hand.apply("pass")
    melds = {seat: meld_points(hand, seat) for seat in ("south", "north")}
    plays = 0
    while hand.due() is not None:
        assert hand.due() in (("south", "play"), ("north", "play"))
        hand.apply(hand.moves()[0])
        plays += 1
    assert plays == 24
    assert melds == {seat: meld_points(hand, seat) for seat in ("south", "north")}


@pytest.mark.parametrize("rules", ALL)
def test_ten_for_the_last_trick(referee: Referee, rules: str) -> None:
    hand = position(referee, rules, "TH", act="play", k=11, count="simplified")
    while len(hand_of(hand)) + len(hand_of(hand, "north")) > 1:
        hand.apply(hand.moves()[0])
    before = hand.points
    led, last = hand.full()["led"], hand.moves()[0]
    hand.apply(last)
    gained = [hand.points[seat][1] - before[seat][1] for seat in ("south", "north")]
    assert hand.due() is None
    assert sorted(gained) == [0, 10 + sum(10 for card in (led, last) if card[0] in "ATK")]


@pytest.mark.parametrize("rules", ALL)
def test_the_playoff_is_a_game_of_perfect_information(referee: Referee, rules: str) -> None:
    hand = position(referee, rules, "TH", act="play", k=11)
    assert hand.view("south") != hand.full()
    south_wins_a_trick(hand)
    keys = {"rules", "count", "trump", "south", "north", "turn", "points"}
    assert hand.view("south") == hand.view("north") == hand.full()
    assert set(hand.full()) == keys
    led = hand.moves()[0]
    hand.apply(led)
    assert hand.view("south") == hand.view("north") == hand.full()
    assert set(hand.full()) == keys | {"led"}
    assert hand.full()["led"] == led


# Section 3: the playoff's obligations


def playoff(referee: Referee, rules: str, led: str, north: str) -> OracleHand:
    """Spades are trumps, `led` has been led; North has the cards named, and dull others.

    South wins trick 12 with one ace of trumps, and draws North's upcard with the other.
    """
    named = north.split()
    dull = [card for card in DECK if card[1] in "DC" and card[1] != led[1]]
    theirs = named + [card for card in dull if card not in named][: 12 - len(named)]
    rest = list(DECK)
    for card in [*theirs, "AS", "AS", led, "JS"]:
        rest.remove(card)
    rest.sort(key=lambda card: card[1] != "C")
    ours = ["AS", "AS", led, *rest[:9]]
    stock, gone = rest[9:10], rest[10:]
    hand = referee.from_tokens(
        {
            "rules": rules,
            "upcard": "JS",
            "stock": ",".join(stock),
            "turn": "south",
            "south": hand_text(ours),
            "north": hand_text(theirs),
            "gone": hand_text(gone),
            "dealer": "north",
        }
    )
    hand.apply("AS")
    hand.apply(next(card for card in hand.moves() if card not in named))
    while "upcard" in hand.full():
        hand.apply("pass")
    hand.apply("AS")
    hand.apply("JS")
    assert hand.due() == ("south", "play")
    hand.apply(led)
    assert hand.due() == ("north", "play")
    return hand


@pytest.mark.parametrize("rules", ALL)
@pytest.mark.parametrize(
    ("led", "north", "heading", "free"),
    [
        pytest.param("KH", "AH QH 9H", "AH", "AH QH 9H", id="a higher one held"),
        pytest.param("KH", "AH TH JH", "AH TH", "AH TH JH", id="two higher ones held"),
        pytest.param("AH", "TH 9H", "TH 9H", "TH 9H", id="no higher one held"),
        pytest.param("KH", "KH QH", "KH QH", "KH QH", id="an equal one is not higher"),
        pytest.param("KH", "QH TS", "QH", "QH", id="a hand that can follow may not trump"),
    ],
)
def test_obligation_holding_the_plain_suit_led(
    referee: Referee, rules: str, led: str, north: str, heading: str, free: str
) -> None:
    hand = playoff(referee, rules, led, north)
    legal = heading if rules == "hayes" else free
    assert hand.moves() == sorted(legal.split())
    for card in set(hand_of(hand, "north")):
        rule = None if card in legal.split() else "head" if card[1] == "H" else "follow"
        assert hand.renege_rule(card) == rule


@pytest.mark.parametrize("rules", ALL)
@pytest.mark.parametrize(
    ("led", "north", "legal"),
    [
        pytest.param("QS", "TS KS 9S", "TS KS", id="a higher trump if held"),
        pytest.param("TS", "KS QS 9S", "KS QS 9S", id="else any trump"),
        pytest.param("KS", "KS QS", "KS QS", id="an equal trump is not higher"),
    ],
)
def test_obligation_when_a_trump_is_led(
    referee: Referee, rules: str, led: str, north: str, legal: str
) -> None:
    hand = playoff(referee, rules, led, north)
    assert hand.moves() == sorted(legal.split())
    for card in set(hand_of(hand, "north")):
        rule = None if card in legal.split() else "head" if card[1] == "S" else "follow"
        assert hand.renege_rule(card) == rule


@pytest.mark.parametrize("rules", ALL)
def test_obligation_none_of_the_suit_led_but_trumps(referee: Referee, rules: str) -> None:
    hand = playoff(referee, rules, "KH", "TS 9S")
    assert hand.moves() == ["9S", "TS"]
    for card in set(hand_of(hand, "north")):
        assert hand.renege_rule(card) == (None if card in ("TS", "9S") else "trump")


@pytest.mark.parametrize("rules", ALL)
@pytest.mark.parametrize("led", ["KH", "KS"])
def test_obligation_neither_the_suit_led_nor_trumps(referee: Referee, rules: str, led: str) -> None:
    hand = playoff(referee, rules, led, "")
    assert hand.moves() == sorted(set(hand_of(hand, "north")))
    assert all(hand.renege_rule(card) is None for card in hand.moves())


@pytest.mark.parametrize("rules", ALL)
def test_leader_may_lead_any_card(referee: Referee, rules: str) -> None:
    hand = playoff(referee, rules, "KH", "TS 9S")
    hand.undo()
    assert hand.due() == ("south", "play")
    assert hand.moves() == sorted(set(hand_of(hand)))
    assert all(hand.renege_rule(card) is None for card in hand.moves())


@pytest.mark.parametrize("rules", ALL)
def test_no_obligations_in_the_stock_phase(referee: Referee, rules: str) -> None:
    hand = deal(referee, rules, "TH", "KC", "AC QC 9H AS")
    hand.apply("KC")
    assert all(hand.renege_rule(card) is None for card in hand.moves())


@pytest.mark.parametrize("rules", ALL)
def test_an_illegal_card_is_refused_in_the_playoff(referee: Referee, rules: str) -> None:
    hand = playoff(referee, rules, "QS", "TS 9S")
    before = hand.full()
    with pytest.raises(ValueError, match=r"."):
        hand.apply("9S")
    assert hand.full() == before


# Section 4: the table of melds


@pytest.mark.parametrize("rules", ALL)
@pytest.mark.parametrize(
    ("cards", "scores"),
    [
        pytest.param("KC QC", {"marriage:KC.QC": 20}, id="common marriage"),
        pytest.param("KH QH", {"royal-marriage:KH.QH": 40}, id="royal marriage"),
        pytest.param(
            "AH TH KH QH JH",
            {"run:AH.TH.KH.QH.JH": 150, "royal-marriage:KH.QH": 40},
            id="run",
        ),
        pytest.param("AC TC KC QC JC", {"marriage:KC.QC": 20}, id="no run but of trumps"),
        pytest.param("JS JH JD JC", {"jacks:JS.JH.JD.JC": 40}, id="jacks around"),
        pytest.param("QS QH QD QC", {"queens:QS.QH.QD.QC": 60}, id="queens around"),
        pytest.param("KS KH KD KC", {"kings:KS.KH.KD.KC": 80}, id="kings around"),
        pytest.param("AS AH AD AC", {"aces:AS.AH.AD.AC": 100}, id="aces around"),
        pytest.param("TS TH TD TC", {}, id="tens make nothing"),
        pytest.param("QS JD", {"pinochle:QS.JD": 40}, id="pinochle"),
        pytest.param("QD JS", {}, id="the other queen and jack make nothing"),
        pytest.param("9H", {"dix": 10}, id="dix"),
        pytest.param("9C 9D 9S", {}, id="other nines are no dix"),
    ],
)
def test_meld_table(referee: Referee, rules: str, cards: str, scores: dict[str, int]) -> None:
    assert claims(position(referee, rules, "TH", cards)) == scores


@pytest.mark.parametrize(
    ("rules", "scores"),
    [
        ("scarne", {"pinochle:QS.JD": 40}),
        ("hayes", {"pinochle:QS.JD": 40, "double-pinochle:QS.QS.JD.JD": 300}),
        ("macdougall", {"pinochle:QS.JD": 40}),
        ("macdougall-bonus", {"pinochle:QS.JD": 40, "double-pinochle:QS.QS.JD.JD": 300}),
    ],
)
def test_meld_table_double_pinochle(referee: Referee, rules: str, scores: dict[str, int]) -> None:
    assert claims(position(referee, rules, "TH", "QS QS JD JD")) == scores


@pytest.mark.parametrize("rules", ["scarne", "macdougall"])
def test_two_pinochles_are_80_where_there_is_no_double_pinochle(
    referee: Referee, rules: str
) -> None:
    hand = position(referee, rules, "TH", "QS QS JD JD")
    hand.apply("pinochle:QS.JD")
    south_wins_a_trick(hand)
    assert claims(hand) == {"pinochle:QS.JD": 40}
    hand.apply("pinochle:QS.JD")
    assert meld_points(hand) == 80
    assert last_item(hand) == "pinochle:QS2.JD2"


@pytest.mark.parametrize("upcard", ["TH", "TS", "TD"])
@pytest.mark.parametrize("rules", ALL)
def test_meld_table_grand_pinochle_whatever_is_trump(
    referee: Referee, rules: str, upcard: str
) -> None:
    scores = {"pinochle:QS.JD": 40}
    if upcard == "TS":
        scores["royal-marriage:KS.QS"] = 40
    else:
        scores["marriage:KS.QS"] = 20
    if rules == "macdougall-bonus":
        scores["grand-pinochle:KS.QS.JD"] = 80
    assert claims(position(referee, rules, upcard, "KS QS JD")) == scores


@pytest.mark.parametrize(
    ("rules", "score"),
    [("scarne", 240), ("hayes", None), ("macdougall", None), ("macdougall-bonus", 250)],
)
def test_meld_table_roundhouse(referee: Referee, rules: str, score: int | None) -> None:
    scores = {
        "marriage:KS.QS": 20,
        "marriage:KD.QD": 20,
        "marriage:KC.QC": 20,
        "royal-marriage:KH.QH": 40,
        "kings:KS.KH.KD.KC": 80,
        "queens:QS.QH.QD.QC": 60,
    }
    if score is not None:
        scores["roundhouse:KS.KH.KD.KC.QS.QH.QD.QC"] = score
    hand = position(referee, rules, "TH", "KS KH KD KC QS QH QD QC")
    assert claims(hand) == scores


@pytest.mark.parametrize("rules", ALL)
def test_a_meld_scores_for_its_seat_at_once(referee: Referee, rules: str) -> None:
    hand = position(referee, rules, "TH", "AS AH AD AC")
    hand.apply("aces:AS.AH.AD.AC")
    assert hand.points == {"south": (100, 0), "north": (0, 0)}


@pytest.mark.parametrize("rules", ALL)
def test_a_position_with_nothing_to_claim_goes_on_to_the_next_lead(
    referee: Referee, rules: str
) -> None:
    hand = position(referee, rules, "TH")
    assert hand.due() == ("south", "play")
    assert hand.full()["act"] == "play"
    assert len(hand_of(hand)) == len(hand_of(hand, "north")) == 12


# Section 4: who and when


@pytest.mark.parametrize("rules", ALL)
def test_only_the_winner_of_a_trick_melds(referee: Referee, rules: str) -> None:
    hand = position(referee, rules, "TH", "9C", "KD QD QS JD", act="play")
    hand.apply("9C")
    hand.apply("KD")
    assert hand.due() == ("south", "play")
    hand = position(referee, rules, "TH", "9C", "AC KD QD", act="play")
    hand.apply("9C")
    hand.apply("AC")
    assert hand.due() == ("north", "meld")
    assert "marriage:KD.QD" in hand.moves()


@pytest.mark.parametrize("rules", ALL)
def test_one_meld_per_trick_won(referee: Referee, rules: str) -> None:
    hand = position(referee, rules, "TH", "KC QC KD QD")
    hand.apply("marriage:KC.QC")
    assert hand.due() == ("south", "play")
    south_wins_a_trick(hand)
    assert claims(hand) == {"marriage:KD.QD": 20}


@pytest.mark.parametrize("rules", ALL)
def test_melding_is_never_compulsory(referee: Referee, rules: str) -> None:
    hand = position(referee, rules, "TH", "KC QC")
    assert hand.moves() == ["marriage:KC.QC", "pass"]
    assert hand.credit("pass") == 0
    hand.apply("pass")
    assert hand.due() == ("south", "play")
    assert meld_points(hand) == 0
    south_wins_a_trick(hand)
    assert hand.moves() == ["marriage:KC.QC", "pass"]


@pytest.mark.parametrize("rules", ALL)
def test_with_nothing_to_claim_nothing_is_asked(referee: Referee, rules: str) -> None:
    hand = position(referee, rules, "TH", act="play", k=0)
    south_wins_a_trick(hand)
    assert hand.due() == ("south", "play")
    assert len(hand_of(hand)) == len(hand_of(hand, "north")) == 12


def test_scarne_melds_after_the_twelfth_trick(referee: Referee) -> None:
    hand = position(referee, "scarne", "TH", "KC QC", act="play", k=11)
    south_wins_a_trick(hand)
    assert claims(hand) == {"marriage:KC.QC": 20}
    hand.apply("marriage:KC.QC")
    assert hand.due() == ("south", "play")
    assert "upcard" not in hand.full()
    assert meld_points(hand) == 20


@pytest.mark.parametrize("rules", ["hayes", *MACDOUGALL])
def test_no_meld_after_the_twelfth_trick(referee: Referee, rules: str) -> None:
    hand = position(referee, rules, "TH", "KC QC", act="play", k=11)
    south_wins_a_trick(hand)
    assert hand.due() == ("south", "play")
    assert "upcard" not in hand.full()


@pytest.mark.parametrize(
    ("rules", "adds"),
    [("scarne", 150), ("hayes", 110), ("macdougall", 150), ("macdougall-bonus", 150)],
)
def test_run_after_its_royal_marriage(referee: Referee, rules: str, adds: int) -> None:
    hand = position(referee, rules, "9H", "AH TH KH QH JH")
    hand.apply("royal-marriage:KH.QH")
    assert meld_points(hand) == 40
    south_wins_a_trick(hand)
    assert claims(hand) == {"run:AH.TH.KH.QH.JH": adds}
    hand.apply("run:AH.TH.KH.QH.JH")
    assert meld_points(hand) == 40 + adds
    assert last_item(hand) == "run:AH.TH.KH.QH.JH"


@pytest.mark.parametrize(
    ("rules", "scores"),
    [
        ("scarne", {"pinochle:QS.JD": 40}),
        ("hayes", {"pinochle:QS.JD": 40, "double-pinochle:QS.QS.JD.JD": 260}),
        ("macdougall", {"pinochle:QS.JD": 40}),
        ("macdougall-bonus", {"pinochle:QS.JD": 40}),
    ],
)
def test_double_pinochle_after_a_pinochle(
    referee: Referee, rules: str, scores: dict[str, int]
) -> None:
    hand = position(referee, rules, "TH", "QS QS JD JD")
    hand.apply("pinochle:QS.JD")
    south_wins_a_trick(hand)
    assert claims(hand) == scores


# Section 4: which cards, rules 1 to 8


@pytest.mark.parametrize("rules", ALL)
def test_rule_1_a_card_from_the_hand_is_needed(referee: Referee, rules: str) -> None:
    kings_and_queens = "kings:KS.KH.KD.KC+queens:QS.QH.QD.QC"
    hand = position(referee, rules, "9H", melds=kings_and_queens, act="play")
    south_wins_a_trick(hand)
    assert claims(hand) == {}
    hand = position(referee, rules, "9H", "KC", melds=kings_and_queens)
    assert claims(hand) == {"marriage:KC.QC": 20}


@pytest.mark.parametrize("rules", ALL)
def test_rule_2_a_card_may_serve_in_several_classes(referee: Referee, rules: str) -> None:
    hand = position(referee, rules, "TH", "KS QS QH QD QC JD")
    for move in ("pinochle:QS.JD", "queens:QS.QH.QD.QC", "marriage:KS.QS"):
        hand.apply(move)
        assert last_item(hand) == move
        south_wins_a_trick(hand)
    assert meld_points(hand) == 120
    assert len(table_of(hand)) == 6


@pytest.mark.parametrize("rules", ALL)
@pytest.mark.parametrize(
    ("table", "new"),
    [
        pytest.param("marriage:KC.QC", "KC", id="a queen marries once"),
        pytest.param("marriage:KC.QC", "QC", id="a king marries once"),
        pytest.param("royal-marriage:KH.QH", "KH", id="a queen of trumps marries once"),
        pytest.param("pinochle:QS.JD", "JD", id="a queen is in one pinochle"),
        pytest.param("pinochle:QS.JD", "QS", id="a jack is in one pinochle"),
        pytest.param("kings:KS.KH.KD.KC", "KD", id="a king is in kings around once"),
        pytest.param("aces:AS.AH.AD.AC", "AS AH AD", id="the fourth ace must be another, too"),
        pytest.param("run:AH.TH.KH.QH.JH", "AH TH JH KH", id="a queen is in one run"),
    ],
)
def test_rule_3_a_card_serves_once_in_a_kind(
    referee: Referee, rules: str, table: str, new: str
) -> None:
    hand = position(referee, rules, "9H", new, melds=table, act="play")
    south_wins_a_trick(hand)
    assert claims(hand) == {}


@pytest.mark.parametrize("rules", ALL)
def test_rule_3_a_second_meld_of_a_kind_with_other_cards(referee: Referee, rules: str) -> None:
    hand = position(referee, rules, "TH", "KC QC", melds="marriage:KC.QC")
    hand.apply("marriage:KC.QC")
    assert last_item(hand) == "marriage:KC2.QC2"
    hand = position(referee, rules, "9H", "AS AH AD AC", melds="aces:AS.AH.AD.AC")
    assert claims(hand) == {"aces:AS.AH.AD.AC": 100}


@pytest.mark.parametrize("rules", ALL)
def test_rule_3_a_second_run_with_other_cards(referee: Referee, rules: str) -> None:
    hand = position(referee, rules, "9H", "AH TH KH QH JH", melds="run:AH.TH.KH.QH.JH")
    assert claims(hand) == {"run:AH.TH.KH.QH.JH": 150, "royal-marriage:KH.QH": 40}
    hand.apply("run:AH.TH.KH.QH.JH")
    assert last_item(hand) == "run:AH2.TH2.KH2.QH2.JH2"


@pytest.mark.parametrize("rules", ALL)
@pytest.mark.parametrize("fresh", ["KH", "QH"])
def test_rule_3_after_a_run_one_fresh_card_is_no_royal_marriage(
    referee: Referee, rules: str, fresh: str
) -> None:
    hand = position(referee, rules, "9H", fresh, melds="run:AH.TH.KH.QH.JH", act="play")
    south_wins_a_trick(hand)
    assert claims(hand) == {}


@pytest.mark.parametrize("rules", ALL)
def test_rule_3_after_a_run_a_fresh_king_and_queen_are_a_royal_marriage(
    referee: Referee, rules: str
) -> None:
    hand = position(referee, rules, "9H", "KH QH", melds="run:AH.TH.KH.QH.JH")
    assert claims(hand) == {"royal-marriage:KH.QH": 40}
    hand.apply("royal-marriage:KH.QH")
    assert last_item(hand) == "royal-marriage:KH2.QH2"


@pytest.mark.parametrize("rules", ALL)
def test_rule_3_a_card_of_another_class_is_fresh(referee: Referee, rules: str) -> None:
    table = "pinochle:QS.JD+run:AS.TS.KS.QS.JS+pinochle:QS2.JD2"
    hand = position(referee, rules, "9S", "KS", melds=table)
    assert claims(hand) == {"royal-marriage:KS.QS": 40}
    hand.apply("royal-marriage:KS.QS")
    assert last_item(hand) == "royal-marriage:KS2.QS2"


@pytest.mark.parametrize("rules", ["scarne", "macdougall-bonus"])
@pytest.mark.parametrize(
    "table", ["marriage:KC.QC", "pinochle:QS.JD", "kings:KS.KH.KD.KC", "queens:QS.QH.QD.QC"]
)
def test_rule_4_no_roundhouse_with_a_card_from_the_table(
    referee: Referee, rules: str, table: str
) -> None:
    on_table = laid_cards(table)[0]
    kings_and_queens = [rank + suit for rank in "KQ" for suit in "SHDC"]
    rest = " ".join(card for card in kings_and_queens if card not in on_table)
    hand = position(referee, rules, "TH", rest, melds=table)
    assert not [move for move in claims(hand) if "roundhouse" in move]


def test_rule_4_roundhouse_from_the_hand_with_other_copies_on_the_table(
    referee: Referee,
) -> None:
    hand = position(referee, "scarne", "TH", "KS KH KD KC QS QH QD QC", melds="marriage:KC.QC")
    hand.apply("roundhouse:KS.KH.KD.KC.QS.QH.QD.QC")
    assert last_item(hand) == "roundhouse:KS.KH.KD.KC2.QS.QH.QD.QC2"
    assert meld_points(hand) == 240


@pytest.mark.parametrize(("rules", "score"), [("scarne", 240), ("macdougall-bonus", 250)])
def test_rule_4_roundhouse_with_the_upcard_of_an_exchange_at_that_turn(
    referee: Referee, rules: str, score: int
) -> None:
    hand = position(referee, rules, "KH", "KS KD KC QS QH QD QC 9H")
    scores = claims(hand)
    assert scores["dix+roundhouse:KS.KH.KD.KC.QS.QH.QD.QC"] == score + 10
    assert "roundhouse:KS.KH.KD.KC.QS.QH.QD.QC" not in scores
    hand.apply("dix+roundhouse:KS.KH.KD.KC.QS.QH.QD.QC")
    assert meld_points(hand) == score + 10


@pytest.mark.parametrize("rules", ["scarne", "macdougall-bonus"])
def test_rule_4_after_a_roundhouse_its_cards_have_served(referee: Referee, rules: str) -> None:
    table = "roundhouse:KS.KH.KD.KC.QS.QH.QD.QC"
    hand = position(referee, rules, "9H", "KC QD", melds=table, act="play", k=3)
    south_wins_a_trick(hand)
    assert claims(hand) == {}
    hand = position(referee, rules, "9H", "KC QC JD", melds=table, k=3)
    assert claims(hand) == {"marriage:KC.QC": 20, "pinochle:QS.JD": 40}


@pytest.mark.parametrize(("rules", "score"), [("scarne", 240), ("macdougall-bonus", 250)])
def test_rule_4_run_after_a_roundhouse(referee: Referee, rules: str, score: int) -> None:
    hand = position(referee, rules, "9H", "KS KH KD KC QS QH QD QC AH TH", draws="JH", k=3)
    hand.apply("roundhouse:KS.KH.KD.KC.QS.QH.QD.QC")
    south_wins_a_trick(hand)
    assert claims(hand) == {"run:AH.TH.KH.QH.JH": 150}
    hand.apply("run:AH.TH.KH.QH.JH")
    assert meld_points(hand) == score + 150
    assert last_item(hand) == "run:AH.TH.KH.QH.JH"


@pytest.mark.parametrize("table", ["pinochle:QS.JD", "marriage:KS.QS", "kings:KS.KH.KD.KC"])
def test_rule_4_no_grand_pinochle_with_a_card_from_the_table(referee: Referee, table: str) -> None:
    on_table = laid_cards(table)[0]
    rest = " ".join(card for card in ("KS", "QS", "JD") if card not in on_table)
    hand = position(referee, "macdougall-bonus", "9H", rest, melds=table)
    assert not [move for move in claims(hand) if "grand" in move]


def test_rule_4_after_a_grand_pinochle_its_cards_have_served(referee: Referee) -> None:
    table = "grand-pinochle:KS.QS.JD"
    for new in ("KS", "QS", "JD", "KS JD"):
        hand = position(referee, "macdougall-bonus", "9H", new, melds=table, act="play")
        south_wins_a_trick(hand)
        assert claims(hand) == {}, new
    hand = position(referee, "macdougall-bonus", "9H", "QS QH QD QC", melds=table)
    assert claims(hand) == {"queens:QS.QH.QD.QC": 60}
    hand.apply("queens:QS.QH.QD.QC")
    assert last_item(hand) == "queens:QS.QH.QD.QC"


def test_rule_4_run_after_a_grand_pinochle_with_spades_trump(referee: Referee) -> None:
    hand = position(referee, "macdougall-bonus", "9S", "KS QS JD AS TS JS")
    hand.apply("grand-pinochle:KS.QS.JD")
    south_wins_a_trick(hand)
    assert claims(hand) == {"run:AS.TS.KS.QS.JS": 150}
    hand.apply("run:AS.TS.KS.QS.JS")
    assert meld_points(hand) == 230


def test_rule_4_grand_pinochle_with_the_upcard_of_an_exchange(referee: Referee) -> None:
    hand = position(referee, "macdougall-bonus", "QS", "KS JD 9S")
    assert claims(hand) == {
        "dix": 10,
        "dix+royal-marriage:KS.QS": 50,
        "dix+pinochle:QS.JD": 50,
        "dix+grand-pinochle:KS.QS.JD": 90,
    }


@pytest.mark.parametrize(
    ("table", "new"),
    [
        ("pinochle:QS.JD", "QS JD"),
        ("queens:QS.QH.QD.QC", "QS JD JD"),
        ("marriage:KS.QS+jacks:JS.JH.JD.JC", "QS JD"),
    ],
)
def test_rule_4_macdougall_bonus_double_pinochle_only_from_the_hand(
    referee: Referee, table: str, new: str
) -> None:
    hand = position(referee, "macdougall-bonus", "9H", new, melds=table)
    assert claims(hand) == {"pinochle:QS.JD": 40}


def test_rule_4_macdougall_bonus_double_pinochle_with_the_upcard_of_an_exchange(
    referee: Referee,
) -> None:
    hand = position(referee, "macdougall-bonus", "QS", "QS JD JD 9S")
    assert claims(hand)["dix+double-pinochle:QS.QS.JD.JD"] == 310
    hand.apply("dix+double-pinochle:QS.QS.JD.JD")
    assert last_item(hand) == "double-pinochle:QS.QS2.JD.JD2"
    assert meld_points(hand) == 310


def test_rule_4_after_macdougall_bonus_double_pinochle_no_pinochle(referee: Referee) -> None:
    hand = position(referee, "macdougall-bonus", "TH", "QS QS JD JD")
    hand.apply("double-pinochle:QS.QS.JD.JD")
    assert meld_points(hand) == 300
    south_wins_a_trick(hand)
    assert claims(hand) == {}


@pytest.mark.parametrize("rules", ALL)
def test_rule_5_example_a_run_of_the_married_king_and_another_queen(
    referee: Referee, rules: str
) -> None:
    hand = position(referee, rules, "9H", "QH AH TH JH", melds="royal-marriage:KH.QH")
    assert claims(hand) == {"run:AH.TH.KH.QH.JH": 150}
    hand.apply("run:AH.TH.KH.QH.JH")
    # Only in hayes does the second queen score more than the one on the table.
    queen = "QH2" if rules == "hayes" else "QH"
    assert last_item(hand) == f"run:AH.TH.KH.{queen}.JH"


def test_rule_5_example_the_same_with_another_king(referee: Referee) -> None:
    hand = position(referee, "hayes", "9H", "KH AH TH JH", melds="royal-marriage:KH.QH")
    assert claims(hand) == {"run:AH.TH.KH.QH.JH": 150}
    hand.apply("run:AH.TH.KH.QH.JH")
    assert last_item(hand) == "run:AH.TH.KH2.QH.JH"


def test_rule_5_110_when_both_have_served_in_royal_marriages(referee: Referee) -> None:
    table = "royal-marriage:KH.QH+royal-marriage:KH2.QH2"
    hand = position(referee, "hayes", "9H", "AH TH JH", melds=table)
    assert claims(hand) == {"run:AH.TH.KH.QH.JH": 110}
    table = "royal-marriage:KH.QH*+royal-marriage:KH2*.QH2"
    hand = position(referee, "hayes", "9H", "AH TH JH", melds=table)
    assert claims(hand) == {"run:AH.TH.KH.QH.JH": 110}


def test_rule_5_another_king_and_queen_in_hand(referee: Referee) -> None:
    hand = position(referee, "hayes", "9H", "KH QH AH TH JH", melds="royal-marriage:KH.QH")
    assert claims(hand) == {"run:AH.TH.KH.QH.JH": 150, "royal-marriage:KH.QH": 40}
    hand.apply("run:AH.TH.KH.QH.JH")
    assert last_item(hand) == "run:AH.TH.KH.QH2.JH"


def test_rule_6_300_with_cards_on_the_table_from_other_classes(referee: Referee) -> None:
    table = "queens:QS.QH.QD.QC+jacks:JS.JH.JD.JC"
    hand = position(referee, "hayes", "9H", "QS JD", melds=table)
    assert claims(hand)["double-pinochle:QS.QS.JD.JD"] == 300
    hand.apply("double-pinochle:QS.QS.JD.JD")
    assert last_item(hand) == "double-pinochle:QS.QS2.JD.JD2"


@pytest.mark.parametrize(
    ("table", "new"),
    [
        pytest.param("pinochle:QS.JD", "QS JD", id="two new cards"),
        pytest.param("marriage:KS.QS+pinochle:QS.JD+marriage:KS2.QS2", "JD", id="one new card"),
    ],
)
def test_rule_6_260_after_one_pinochle_still_held(referee: Referee, table: str, new: str) -> None:
    hand = position(referee, "hayes", "9H", new, melds=table)
    assert claims(hand) == {"pinochle:QS.JD": 40, "double-pinochle:QS.QS.JD.JD": 260}
    hand.apply("double-pinochle:QS.QS.JD.JD")
    assert meld_points(hand) == 260
    assert last_item(hand) == "double-pinochle:QS.QS2.JD.JD2"


def test_rule_6_260_needs_a_new_card(referee: Referee) -> None:
    table = (
        "marriage:KS*.QS+pinochle:QS.JD+marriage:KS2*.QS2"
        "+jacks:JS*.JH*.JD.JC*+jacks:JS2.JH2.JD2.JC2"
    )
    hand = position(referee, "hayes", "9H", melds=table, act="play", k=7)
    south_wins_a_trick(hand)
    assert claims(hand) == {}


@pytest.mark.parametrize("played", ["JD", "QS"])
def test_rule_6_pinochle_laid_one_of_it_played_the_others_drawn_later(
    referee: Referee, played: str
) -> None:
    hand = position(referee, "hayes", "9H", "9C", melds="pinochle:QS.JD", act="play", draws="QS JD")
    south_wins_a_trick(hand, f"{played}@1")
    south_wins_a_trick(hand)
    assert claims(hand) == {"pinochle:QS.JD": 40}
    hand.apply("pinochle:QS.JD")
    assert last_item(hand) == "pinochle:QS2.JD2"


def test_rule_6_two_pinochles_laid_separately_are_80_and_no_more(referee: Referee) -> None:
    hand = position(referee, "hayes", "TH", "QS QS JD JD")
    hand.apply("pinochle:QS.JD")
    south_wins_a_trick(hand)
    hand.apply("pinochle:QS.JD")
    assert meld_points(hand) == 80
    south_wins_a_trick(hand)
    assert claims(hand) == {}


def test_rule_6_after_a_double_pinochle_no_pinochle(referee: Referee) -> None:
    hand = position(referee, "hayes", "TH", "QS QS JD JD")
    hand.apply("double-pinochle:QS.QS.JD.JD")
    south_wins_a_trick(hand)
    assert claims(hand) == {}
    assert meld_points(hand) == 300


@pytest.mark.parametrize("rules", ALL)
def test_rule_7_a_played_card_serves_no_more_and_points_stay(referee: Referee, rules: str) -> None:
    hand = position(referee, rules, "TH", "KS QS", draws="JD")
    hand.apply("marriage:KS.QS")
    south_wins_a_trick(hand, "QS@1")
    south_wins_a_trick(hand)
    assert claims(hand) == {}
    assert "JD" in hand_of(hand)
    assert meld_points(hand) == 20
    assert hand.full()["melds.south"].startswith("marriage:KS.QS*")


@pytest.mark.parametrize("rules", ALL)
def test_rule_8_example_the_table_king_with_the_hand_queen(referee: Referee, rules: str) -> None:
    table = "kings:KS.KH.KD.KC+queens:QS.QH.QD.QC"
    for upcard, kind in (("TC", "marriage"), ("9H", "royal-marriage")):
        hand = position(referee, rules, upcard, "KH QH", melds=table)
        hand.apply(f"{kind}:KH.QH")
        assert last_item(hand) == f"{kind}:KH.QH2"


@pytest.mark.parametrize("rules", ALL)
def test_rule_8_fewest_new_cards(referee: Referee, rules: str) -> None:
    hand = position(referee, rules, "TC", "KS QS JD", melds="queens:QS.QH.QD.QC")
    hand.apply("pinochle:QS.JD")
    assert last_item(hand) == "pinochle:QS.JD"
    south_wins_a_trick(hand)
    hand.apply("marriage:KS.QS")
    assert last_item(hand) == "marriage:KS.QS"


@pytest.mark.parametrize("rules", ALL)
def test_rule_8_of_equals_the_last_named_comes_from_the_hand(referee: Referee, rules: str) -> None:
    table = "aces:AS.AH.AD.AC"
    hand = position(referee, rules, "9H", "AS AH AD AC", melds=table)
    hand.apply("aces:AS.AH.AD.AC")
    assert last_item(hand) == "aces:AS2.AH2.AD2.AC2"
    table = "queens:QS.QH.QD.QC+jacks:JS.JH.JD.JC"
    hand = position(referee, rules, "9H", "QS JD", melds=table)
    hand.apply("pinochle:QS.JD")
    assert last_item(hand) == "pinochle:QS.JD2"


ROUNDHOUSE = ("scarne", "macdougall-bonus")
BONUS = ("macdougall-bonus",)


@pytest.mark.parametrize(
    ("rulebooks", "upcard", "table", "new", "item"),
    [
        pytest.param(
            ALL,
            "TC",
            "queens:QS.QH.QD.QC+pinochle:QS.JD+pinochle:QS2.JD2",
            "KS",
            "marriage:KS.QS",
            id="the one that has served in more",
        ),
        pytest.param(
            ROUNDHOUSE,
            "9S",
            "pinochle:QS.JD*+roundhouse:KS.KH*.KD*.KC*.QS2.QH.QD.QC",
            "AS TS JS",
            "run:AS.TS.KS.QS2.JS",
            id="the second has served in more",
        ),
        pytest.param(
            ROUNDHOUSE,
            "9S",
            "run:AS*.TS*.KS.QS.JS*+roundhouse:KS2.KH*.KD*.KC*.QS2.QH.QD.QC",
            "JD",
            "pinochle:QS2.JD",
            id="the second has served in more, though not in the run",
        ),
        pytest.param(
            ALL,
            "9S",
            "run:AS.TS.KS.QS.JS+royal-marriage:KS2.QS2",
            "JD",
            "pinochle:QS.JD",
            id="as many, the one with the run",
        ),
        pytest.param(
            ("hayes",),
            "9S",
            "royal-marriage:KS.QS+run:AS.TS.KS.QS2.JS",
            "JD",
            "pinochle:QS2.JD",
            id="as many, the second with the run",
        ),
        pytest.param(
            BONUS,
            "9S",
            "queens:QS.QH.QD.QC+pinochle:QS.JD*+grand-pinochle:KS.QS2.JD2*",
            "AS TS JS",
            "run:AS.TS.KS.QS2.JS",
            id="as many, the second with the marriage",
        ),
        pytest.param(
            BONUS,
            "9S",
            "royal-marriage:KS.QS+queens:QS.QH.QD.QC+grand-pinochle:KS2.QS2.JD",
            "AS TS JS",
            "run:AS.TS.KS.QS2.JS",
            id="as many, both married, the second with the pinochle",
        ),
        pytest.param(
            ALL,
            "TC",
            "marriage:KS.QS+marriage:KS2.QS2",
            "JD",
            "pinochle:QS.JD",
            id="alike, the lower number",
        ),
        pytest.param(
            ALL,
            "TC",
            "marriage:KS.QS*+marriage:KS2.QS2",
            "JD",
            "pinochle:QS2.JD",
            id="not the one that has been played",
        ),
    ],
)
def test_rule_8_of_two_table_copies(
    referee: Referee, rulebooks: tuple[str, ...], upcard: str, table: str, new: str, item: str
) -> None:
    for rules in rulebooks:
        hand = position(referee, rules, upcard, new, melds=table, k=7)
        hand.apply(item.replace("2", ""))
        assert last_item(hand) == item


def test_rule_8_scores_most_before_all_else(referee: Referee) -> None:
    table = "pinochle:QS.JD+royal-marriage:KS.QS+pinochle:QS2.JD2"
    hand = position(referee, "hayes", "9S", "AS TS JS KS", melds=table)
    assert claims(hand)["run:AS.TS.KS.QS.JS"] == 150
    hand.apply("run:AS.TS.KS.QS.JS")
    assert last_item(hand) == "run:AS.TS.KS.QS2.JS"
    hand = position(referee, "scarne", "9S", "AS TS JS KS", melds=table)
    hand.apply("run:AS.TS.KS.QS.JS")
    assert last_item(hand) == "run:AS.TS.KS.QS.JS"


def test_rule_8_fewest_new_cards_before_the_preferred_table_copy(referee: Referee) -> None:
    table = "kings:KS.KH*.KD*.KC*+royal-marriage:KS.QS+kings:KS2.KH2*.KD2*.KC2*"
    hand = position(referee, "hayes", "9S", "AS TS JS QS", melds=table)
    assert claims(hand)["run:AS.TS.KS.QS.JS"] == 150
    hand.apply("run:AS.TS.KS.QS.JS")
    assert last_item(hand) == "run:AS.TS.KS2.QS.JS"


# Section 4: the worked cases


@pytest.mark.parametrize("rules", ALL)
@pytest.mark.parametrize(
    ("first", "second"),
    [("pinochle:QS.JD", "marriage:KS.QS"), ("marriage:KS.QS", "pinochle:QS.JD")],
)
def test_worked_case_kings_and_jacks_around_and_the_queen_of_spades(
    referee: Referee, rules: str, first: str, second: str
) -> None:
    table = "kings:KS.KH.KD.KC+jacks:JS.JH.JD.JC"
    hand = position(referee, rules, "9H", "QS", melds=table)
    assert set(claims(hand)) == {first, second}
    hand.apply(first)
    south_wins_a_trick(hand)
    assert claims(hand) == {}


@pytest.mark.parametrize("rules", ALL)
@pytest.mark.parametrize(("new", "second"), [("KS", "marriage:KS.QS"), ("JD", "pinochle:QS.JD")])
def test_worked_case_the_other_one_with_another_new_card(
    referee: Referee, rules: str, new: str, second: str
) -> None:
    first = "pinochle:QS.JD" if new == "KS" else "marriage:KS.QS"
    table = "kings:KS.KH.KD.KC+jacks:JS.JH.JD.JC+" + first
    hand = position(referee, rules, "9H", new, melds=table)
    assert second in claims(hand)


@pytest.mark.parametrize("rules", ALL)
def test_worked_case_an_extra_trump_king_beside_a_run(referee: Referee, rules: str) -> None:
    hand = position(referee, rules, "9H", "AH TH KH QH JH KH")
    hand.apply("run:AH.TH.KH.QH.JH")
    south_wins_a_trick(hand)
    assert claims(hand) == {}


def meld_in_turn(hand: OracleHand, moves: list[str]) -> list[int]:
    """Make the melds, one a trick, and give what each scored."""
    scored: list[int] = []
    for move in moves:
        if scored:
            south_wins_a_trick(hand)
        before = meld_points(hand)
        hand.apply(move)
        scored.append(meld_points(hand) - before)
    return scored


@pytest.mark.parametrize("rules", ALL)
def test_worked_case_roundhouse_by_its_parts_is_220(referee: Referee, rules: str) -> None:
    hand = position(referee, rules, "TH", "KS KH KD KC QS QH QD QC", k=3)
    moves = [
        "kings:KS.KH.KD.KC",
        "royal-marriage:KH.QH",
        "marriage:KD.QD",
        "marriage:KC.QC",
        "queens:QS.QH.QD.QC",
    ]
    assert meld_in_turn(hand, moves) == [80, 40, 20, 20, 60]
    assert meld_points(hand) == 220
    south_wins_a_trick(hand)
    assert claims(hand) == {}


@pytest.mark.parametrize("rules", ALL)
def test_worked_case_roundhouse_by_its_parts_without_the_royal_marriage_is_200(
    referee: Referee, rules: str
) -> None:
    hand = position(referee, rules, "TH", "KS KH KD KC QS QH QD QC", k=3)
    moves = [
        "kings:KS.KH.KD.KC",
        "marriage:KS.QS",
        "marriage:KD.QD",
        "marriage:KC.QC",
        "queens:QS.QH.QD.QC",
    ]
    assert sum(meld_in_turn(hand, moves)) == 200
    south_wins_a_trick(hand)
    assert claims(hand) == {}


@pytest.mark.parametrize("rules", ALL)
def test_worked_case_four_marriages_first_make_only_100(referee: Referee, rules: str) -> None:
    hand = position(referee, rules, "TH", "KS KH KD KC QS QH QD QC", k=3)
    moves = ["marriage:KS.QS", "royal-marriage:KH.QH", "marriage:KD.QD", "marriage:KC.QC"]
    assert sum(meld_in_turn(hand, moves)) == 100
    south_wins_a_trick(hand)
    assert claims(hand) == {}


@pytest.mark.parametrize("rules", ALL)
def test_worked_case_after_the_220_a_second_queen_marries_the_last_king(
    referee: Referee, rules: str
) -> None:
    table = (
        "kings:KS.KH.KD.KC+royal-marriage:KH.QH+marriage:KD.QD+marriage:KC.QC+queens:QS.QH.QD.QC"
    )
    hand = position(referee, rules, "9H", "QS QD", melds=table)
    assert claims(hand) == {"marriage:KS.QS": 20}
    hand.apply("marriage:KS.QS")
    assert last_item(hand) == "marriage:KS.QS2"


# Section 4: the dix


@pytest.mark.parametrize("dealer", ["south", "north"])
@pytest.mark.parametrize(
    ("rules", "score"), [("scarne", 10), ("hayes", 0), ("macdougall", 10), ("macdougall-bonus", 10)]
)
def test_dix_turned_up_by_the_dealer(referee: Referee, rules: str, score: int, dealer: str) -> None:
    hand = deal(referee, rules, "9H", dealer=dealer)
    assert meld_points(hand, dealer) == score
    assert sum(melds for melds, _tricks in hand.points.values()) == score
    assert sum(melds for melds, _tricks in deal(referee, rules, "TH").points.values()) == 0


@pytest.mark.parametrize("rules", BEFORE_DRAWING)
def test_dix_with_or_without_another_meld(referee: Referee, rules: str) -> None:
    hand = position(referee, rules, "TH", "9H KC QC")
    assert claims(hand) == {"dix": 10, "dix+marriage:KC.QC": 30, "marriage:KC.QC": 20}
    hand.apply("dix+marriage:KC.QC")
    assert meld_points(hand) == 30
    assert hand.full()["upcard"] == "9H"
    assert "TH" in hand_of(hand)
    assert [item.partition("@")[0] for item in hand.full()["melds.south"].split("+")] == [
        "dix",
        "marriage:KC.QC",
    ]


@pytest.mark.parametrize("rules", BEFORE_DRAWING)
def test_dix_without_a_meld(referee: Referee, rules: str) -> None:
    hand = position(referee, rules, "TH", "9H KC QC")
    hand.apply("dix")
    assert hand.due() == ("south", "play")
    assert meld_points(hand) == 10


def test_dix_in_hayes_is_the_one_meld_of_the_trick(referee: Referee) -> None:
    hand = position(referee, "hayes", "TH", "9H KC QC")
    assert claims(hand) == {"dix": 10, "marriage:KC.QC": 20}
    hand.apply("dix")
    assert hand.due() == ("south", "play")
    assert hand.full()["upcard"] == "9H"
    assert "TH" in hand_of(hand)
    assert "9H" not in hand_of(hand)
    assert meld_points(hand) == 10
    south_wins_a_trick(hand)
    assert claims(hand) == {"marriage:KC.QC": 20}


@pytest.mark.parametrize("rules", ["scarne", "hayes"])
def test_dix_of_the_loser_of_a_trick_waits(referee: Referee, rules: str) -> None:
    hand = position(referee, rules, "TH", "9C", "9H KS", act="play")
    hand.apply("9C")
    hand.apply("KS")
    assert hand.due() == ("south", "play")


@pytest.mark.parametrize("rules", MACDOUGALL)
def test_dix_in_macdougall_needs_no_trick(referee: Referee, rules: str) -> None:
    hand = position(referee, rules, "TH", "9C", "9H KS QS JD", act="play")
    hand.apply("9C")
    hand.apply("KS")
    assert hand.due() == ("north", "dix")
    assert claims(hand) == {"dix": 10}
    assert hand.moves() == ["dix", "pass"]
    hand.apply("dix")
    assert meld_points(hand, "north") == 10
    assert hand.full()["upcard"] == "9H"
    assert "TH" in hand_of(hand, "north")
    assert hand.due() == ("south", "play")


@pytest.mark.parametrize("rules", MACDOUGALL)
def test_dix_in_macdougall_the_loser_is_asked_directly(referee: Referee, rules: str) -> None:
    hand = position(referee, rules, "TH", "KC QC", "9H", act="dix")
    assert hand.due() == ("north", "dix")
    hand.apply("pass")
    assert hand.due() == ("south", "play")
    assert meld_points(hand, "north") == 0


@pytest.mark.parametrize("rules", MACDOUGALL)
def test_dix_in_macdougall_winner_first_then_loser(referee: Referee, rules: str) -> None:
    hand = position(referee, rules, "TH", "9H KC QC", "9H")
    assert hand.due() == ("south", "meld")
    hand.apply("dix+marriage:KC.QC")
    assert hand.due() == ("north", "dix")
    stock = hand.full()["stock"]
    hand.apply("dix")
    assert hand.full()["melds.north"].startswith("dix:9H")
    assert table_of(hand, "north") == ["9H"]
    assert "TH" in hand_of(hand, "south")
    assert meld_points(hand, "north") == 10
    assert stock.endswith(hand.full()["stock"])
    assert len(stock) == len(hand.full()["stock"]) + 6


@pytest.mark.parametrize("rules", MACDOUGALL)
def test_dix_in_macdougall_the_winner_passes_and_the_loser_exchanges(
    referee: Referee, rules: str
) -> None:
    hand = position(referee, rules, "TH", "9H", "9H")
    hand.apply("pass")
    hand.apply("dix")
    assert "TH" in hand_of(hand, "north")
    assert hand.full()["melds.north"].partition("@")[0] == "dix"
    south_wins_a_trick(hand)
    hand.apply("dix")
    assert last_item(hand) == "dix:9H"


@pytest.mark.parametrize("rules", ALL)
def test_dix_second_is_shown_not_exchanged(referee: Referee, rules: str) -> None:
    hand = position(referee, rules, "9H", "9H KC QC", north_melds="dix")
    with_meld = {} if rules == "hayes" else {"dix+marriage:KC.QC": 30}
    assert claims(hand) == {"dix": 10, "marriage:KC.QC": 20, **with_meld}
    hand.apply("dix")
    assert last_item(hand) == "dix:9H"
    assert meld_points(hand) == 10
    assert hand.full()["upcard"] == "9H"
    assert "9H" in hand_of(hand)


@pytest.mark.parametrize("rules", ALL)
def test_dix_the_only_other_one_when_the_upcard_is_a_nine(referee: Referee, rules: str) -> None:
    hand = position(referee, rules, "9H", "9H")
    assert claims(hand) == {"dix": 10}
    hand.apply("dix")
    assert last_item(hand) == "dix:9H"
    assert meld_points(hand) == 10


@pytest.mark.parametrize("rules", ALL)
def test_dix_a_shown_nine_lies_on_the_table_and_can_be_played(referee: Referee, rules: str) -> None:
    hand = position(referee, rules, "9H", "9H")
    hand.apply("dix")
    assert "9H" in cards_of(hand.view("north")["south"])
    assert "9H@1" in hand.moves()
    assert "9H" not in hand.moves()
    assert "9H@hand" not in hand.moves()
    south_wins_a_trick(hand)
    assert claims(hand) == {}
    south_wins_a_trick(hand, "9H@1")
    assert hand.full()["melds.south"].partition("@")[0] == "dix:9H*"


@pytest.mark.parametrize("rules", BEFORE_DRAWING)
def test_dix_the_upcard_gained_may_be_melded_at_the_same_turn(referee: Referee, rules: str) -> None:
    hand = position(referee, rules, "KH", "9H QH AH TH JH")
    assert claims(hand) == {
        "dix": 10,
        "dix+royal-marriage:KH.QH": 50,
        "dix+run:AH.TH.KH.QH.JH": 160,
    }
    hand.apply("dix+run:AH.TH.KH.QH.JH")
    assert meld_points(hand) == 160
    assert table_of(hand) == ["AH", "JH", "KH", "QH", "TH"]


def test_dix_in_hayes_the_upcard_gained_waits_for_another_turn(referee: Referee) -> None:
    hand = position(referee, "hayes", "KH", "9H QH")
    assert claims(hand) == {"dix": 10}
    hand.apply("dix")
    south_wins_a_trick(hand)
    assert claims(hand) == {"royal-marriage:KH.QH": 40}


@pytest.mark.parametrize("rules", BEFORE_DRAWING)
def test_dix_both_nines_held_one_a_trick(referee: Referee, rules: str) -> None:
    hand = position(referee, rules, "TS", "9S 9S KC QC KD QD")
    hand.apply("dix+marriage:KC.QC")
    assert hand.due() == ("south", "play")
    assert meld_points(hand) == 30
    south_wins_a_trick(hand)
    assert claims(hand) == {"dix": 10, "marriage:KD.QD": 20, "dix+marriage:KD.QD": 30}
    hand.apply("dix+marriage:KD.QD")
    assert meld_points(hand) == 60
    items = [item.partition("@")[0] for item in hand.full()["melds.south"].split("+")]
    assert items == ["dix", "marriage:KC.QC", "dix:9S", "marriage:KD.QD"]


def test_dix_in_hayes_both_nines_held_each_uses_up_a_meld_turn(referee: Referee) -> None:
    hand = position(referee, "hayes", "TS", "9S 9S KC QC")
    assert claims(hand) == {"dix": 10, "marriage:KC.QC": 20}
    hand.apply("dix")
    south_wins_a_trick(hand)
    assert claims(hand) == {"dix": 10, "marriage:KC.QC": 20}
    hand.apply("dix")
    south_wins_a_trick(hand)
    assert claims(hand) == {"marriage:KC.QC": 20}
    assert meld_points(hand) == 20
    assert hand.full()["melds.south"].count("dix") == 2


@pytest.mark.parametrize("rules", ALL)
def test_dix_unclaimed_by_the_playoff_is_lost(referee: Referee, rules: str) -> None:
    hand = position(referee, rules, "9H", "9H", act="play", k=11)
    south_wins_a_trick(hand)
    while "upcard" in hand.full():
        hand.apply("pass")
    assert hand.points["south"][0] == 0
    while hand.due() is not None:
        assert hand.moves() != ["pass"]
        hand.apply(hand.moves()[0])
    assert hand.points["south"][0] == hand.points["north"][0] == 0


@pytest.mark.parametrize("rules", MACDOUGALL)
def test_dix_in_macdougall_a_nine_just_drawn_waits_for_the_next_trick(
    referee: Referee, rules: str
) -> None:
    hand = position(referee, rules, "TH", act="play", draws="9H", north_draws="9H")
    south_wins_a_trick(hand)
    assert hand.due() == ("south", "play")
    assert "9H" in hand_of(hand)
    assert "9H" in hand_of(hand, "north")
    hand.apply(next(card for card in hand.moves() if card[0] in "9T" and card != "9H"))
    hand.apply(next(card for card in hand.moves() if card[1] == "S" and card[0] != "A"))
    winner, _act = hand.due() or ("", "")
    assert hand.due() == (winner, "meld")
    hand.apply("pass")
    assert hand.due() == ("north" if winner == "south" else "south", "dix")


def test_dix_in_hayes_a_nine_just_drawn_may_be_melded(referee: Referee) -> None:
    hand = position(referee, "hayes", "TH", act="play", draws="9H")
    south_wins_a_trick(hand)
    assert claims(hand) == {"dix": 10}


def test_dix_in_scarne_a_nine_just_drawn_waits(referee: Referee) -> None:
    hand = position(referee, "scarne", "TH", act="play", draws="9H")
    south_wins_a_trick(hand)
    assert hand.due() == ("south", "play")
    south_wins_a_trick(hand)
    assert claims(hand) == {"dix": 10}


def test_dix_in_scarne_after_trick_12_with_exchange_and_meld(referee: Referee) -> None:
    hand = position(referee, "scarne", "KH", "9H QH", act="play", k=11, draws="9C")
    south_wins_a_trick(hand)
    assert claims(hand) == {"dix": 10, "dix+royal-marriage:KH.QH": 50}
    hand.apply("dix+royal-marriage:KH.QH")
    assert hand.due() == ("south", "play")
    assert meld_points(hand) == 50
    assert {"KH", "QH", "9C"} <= set(hand_of(hand))
    assert "9H" in hand_of(hand, "north")


def test_dix_in_scarne_the_nine_drawn_at_trick_12_scores_nothing(referee: Referee) -> None:
    hand = position(referee, "scarne", "TH", act="play", k=11, draws="9H")
    south_wins_a_trick(hand)
    assert hand.due() == ("south", "play")
    assert "9H" in hand_of(hand)
    assert hand.points["south"][0] == hand.points["north"][0] == 0


@pytest.mark.parametrize("upcard", ["TH", "9H"])
def test_dix_in_hayes_none_after_trick_12(referee: Referee, upcard: str) -> None:
    hand = position(referee, "hayes", upcard, "9H", act="play", k=11, draws="9C")
    south_wins_a_trick(hand)
    assert hand.due() == ("south", "play")
    assert "upcard" not in hand.full()
    assert "9H" in hand_of(hand)
    assert hand.points["south"][0] == 0


@pytest.mark.parametrize("rules", MACDOUGALL)
def test_dix_in_macdougall_after_trick_12_the_winner_exchanges(
    referee: Referee, rules: str
) -> None:
    hand = position(referee, rules, "KH", "9H QH", act="play", k=11, draws="9C")
    south_wins_a_trick(hand)
    assert claims(hand) == {"dix": 10}
    assert hand.moves() == ["dix", "pass"]
    hand.apply("dix")
    assert hand.due() == ("south", "play")
    assert meld_points(hand) == 10
    assert {"KH", "QH", "9C"} <= set(hand_of(hand))
    assert "9H" in hand_of(hand, "north")
    assert meld_points(hand, "north") == 0


@pytest.mark.parametrize("rules", MACDOUGALL)
def test_dix_in_macdougall_after_trick_12_the_loser_exchanges(referee: Referee, rules: str) -> None:
    hand = position(referee, rules, "KH", "9C", "9H JS", act="play", k=11)
    hand.apply("9C")
    hand.apply("JS")
    assert hand.due() == ("north", "dix")
    hand.apply("dix")
    assert hand.due() == ("south", "play")
    assert meld_points(hand, "north") == 10
    # The nine lies as the upcard, and the loser takes the upcard.
    assert {"KH", "9H"} <= set(hand_of(hand, "north"))


@pytest.mark.parametrize("rules", MACDOUGALL)
def test_dix_in_macdougall_after_trick_12_both_seats(referee: Referee, rules: str) -> None:
    hand = position(referee, rules, "KH", "9C 9H", "9H JS", act="play", k=11)
    hand.apply("9C")
    hand.apply("JS")
    hand.apply("dix")
    assert hand.due() == ("north", "dix")
    hand.apply("dix")
    assert hand.due() == ("south", "play")
    assert meld_points(hand) == meld_points(hand, "north") == 10
    assert hand_of(hand, "north").count("9H") == 2


@pytest.mark.parametrize("rules", MACDOUGALL)
@pytest.mark.parametrize("upcard", ["TH", "9H"])
def test_dix_in_macdougall_drawn_face_down_after_trick_12_scores_of_itself(
    referee: Referee, rules: str, upcard: str
) -> None:
    hand = position(referee, rules, upcard, act="play", k=11, draws="9H")
    south_wins_a_trick(hand)
    assert hand.due() == ("south", "play")
    assert meld_points(hand) == 10
    assert meld_points(hand, "north") == 0


@pytest.mark.parametrize("rules", ALL)
def test_dix_taken_as_the_upcard_after_trick_12_does_not_score(
    referee: Referee, rules: str
) -> None:
    hand = position(referee, rules, "9H", act="play", k=11, draws="9C")
    south_wins_a_trick(hand)
    assert "9H" in hand_of(hand, "north")
    assert hand.points["south"][0] == hand.points["north"][0] == 0


# Section 5: card points


@pytest.mark.parametrize("rules", ALL)
@pytest.mark.parametrize(
    ("count", "values"),
    [
        ("old", {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2, "9": 0}),
        ("compromise", {"A": 10, "T": 10, "K": 5, "Q": 5, "J": 0, "9": 0}),
        ("simplified", {"A": 10, "T": 10, "K": 10, "Q": 0, "J": 0, "9": 0}),
    ],
)
@pytest.mark.parametrize("rank", "ATKQJ9")
def test_card_points(
    referee: Referee, rules: str, count: str, values: dict[str, int], rank: str
) -> None:
    hand = deal(referee, rules, "TH", rank + "C", "9D", count=count)
    hand.apply(rank + "C")
    hand.apply("9D")
    assert hand.points["south"][1] == values[rank]
    assert hand.full()["count"] == count


@pytest.mark.parametrize(
    ("rules", "count"),
    [
        ("scarne", "old"),
        ("hayes", "compromise"),
        ("macdougall", "old"),
        ("macdougall-bonus", "old"),
    ],
)
def test_count_of_a_rulebook(referee: Referee, rules: str, count: str) -> None:
    assert deal(referee, rules, "TH").full()["count"] == count


# Moves and positions (NOTATION.md)


@pytest.mark.parametrize("rules", ALL)
@pytest.mark.parametrize(
    ("table", "new", "plays"),
    [
        pytest.param("", "QS QS", ["QS"], id="no copy on the table"),
        pytest.param("pinochle:QS.JD", "", ["QS@1"], id="one on the table"),
        pytest.param("pinochle:QS.JD", "QS", ["QS@1", "QS@hand"], id="one on each"),
        pytest.param(
            "marriage:KS.QS+pinochle:QS.JD+pinochle:QS2.JD2",
            "",
            ["QS@1", "QS@2"],
            id="served differently",
        ),
        pytest.param(
            "pinochle:QS.JD+pinochle:QS2.JD2", "", ["QS@1"], id="served alike: the lower number"
        ),
        pytest.param(
            "pinochle:QS.JD+marriage:KS.QS+marriage:KS2.QS2+pinochle:QS2.JD2",
            "",
            ["QS@1"],
            id="served alike in another order",
        ),
        pytest.param("pinochle:QS*.JD+marriage:KS.QS2", "", ["QS@2"], id="the first one played"),
        pytest.param("pinochle:QS*.JD", "QS", ["QS"], id="played, another in the hand"),
    ],
)
def test_plays_name_a_copy_when_one_lies_on_the_table(
    referee: Referee, rules: str, table: str, new: str, plays: list[str]
) -> None:
    hand = position(referee, rules, "TC", new, melds=table, act="play")
    assert [move for move in hand.moves() if move.startswith("QS")] == plays


@pytest.mark.parametrize("rules", ALL)
def test_which_copy_is_played_is_kept(referee: Referee, rules: str) -> None:
    table = "marriage:KS.QS+pinochle:QS.JD+pinochle:QS2.JD2"
    hand = position(referee, rules, "TC", melds=table, act="play")
    south_wins_a_trick(hand, "QS@2")
    assert hand.full()["melds.south"] == "marriage:KS.QS+pinochle:QS.JD+pinochle:QS2*.JD2"
    hand = position(referee, rules, "TC", melds=table, act="play")
    south_wins_a_trick(hand, "QS@1")
    assert hand.full()["melds.south"] == "marriage:KS.QS*+pinochle:QS*.JD+pinochle:QS2.JD2"


@pytest.mark.parametrize("rules", ALL)
def test_moves_that_are_not_legal_are_refused(referee: Referee, rules: str) -> None:
    hand = position(referee, rules, "TH", "KC QC")
    before = hand.full()
    for move in ("KC", "dix", "marriage:KD.QD", "marriage:QC.KC", ""):
        with pytest.raises(ValueError, match=r"."):
            hand.apply(move)
        with pytest.raises(ValueError, match=r"."):
            hand.credit(move)
    hand.apply("pass")
    for move in ("pass", "KH", "KC@1", "KC@hand", "marriage:KC.QC"):
        with pytest.raises(ValueError, match=r"."):
            hand.apply(move)
    hand.undo()
    assert hand.full() == before


def test_views_of_a_deal(referee: Referee) -> None:
    hand = deal(referee, "scarne", "TH", "AS KS QS JD", "AC", dealer="north")
    full, seen = hand.full(), hand.view("south")
    assert set(seen) == {
        "rules",
        "count",
        "upcard",
        "trump",
        "stock",
        "act",
        "turn",
        "south",
        "north",
        "points",
        "dealer",
    }
    assert seen["south"] == full["south"]
    assert seen["north"] == "-.-.-.-+12"
    assert seen["stock"] == "23"
    assert seen["points"] == "0+0/0+0"
    assert (seen["act"], seen["turn"], seen["dealer"]) == ("play", "south", "north")
    assert (seen["rules"], seen["count"]) == ("scarne", "old")
    assert (seen["upcard"], seen["trump"]) == ("TH", "H")
    assert hand.view("north")["north"] == full["north"]
    assert {**full, "stock": "23", "north": "-.-.-.-+12"} == seen


def test_views_through_a_scarne_hand(referee: Referee) -> None:
    hand = deal(
        referee,
        "scarne",
        "KH",
        "AS KS QS JD 9H 9H 9C 9C",
        "9S AC KC QC",
        stock="JS JC QD 9D",
        dealer="north",
    )
    hand.apply("AS")
    assert hand.view("north")["led"] == "AS"
    assert hand.view("north")["south"] == "-.-.-.-+11"
    assert hand.view("south")["north"] == "-.-.-.-+12"
    hand.apply("9S")
    seen = hand.view("north")
    assert (seen["act"], seen["turn"], seen["stock"]) == ("meld", "south", "23")
    assert seen["south"] == "-.-.-.-+11"
    assert seen["tricks"] == "AS-9S"
    assert seen["points"] == "0+11/0+0"
    assert "melds.south" not in seen

    hand.apply("dix+pinochle:QS.JD")
    seen = hand.view("north")
    assert seen["melds.south"] == "dix@1+pinochle:QS.JD@1"
    # The king taken in the exchange is known, besides the two cards on the table.
    assert seen["south"] == "Q.K.J.-+9"
    assert (seen["upcard"], seen["stock"]) == ("9H", "21")
    assert seen["points"] == "50+11/0+0"
    assert hand.view("south")["north"] == "-.-.-.-+12"

    hand.apply("9C")
    hand.apply("AC")
    seen = hand.view("south")
    assert (seen["act"], seen["turn"]) == ("meld", "north")
    hand.apply("marriage:KC.QC")
    seen = hand.view("south")
    assert seen["tricks"] == "AS-9S,9C-AC"
    assert seen["melds.north"] == "marriage:KC.QC@2"
    assert seen["north"] == "-.-.-.KQ+10"
    assert (seen["act"], seen["turn"], seen["stock"]) == ("play", "north", "19")

    hand.apply("QC@1")
    assert hand.view("south")["melds.north"] == "marriage:KC.QC*@2"
    assert hand.view("south")["north"] == "-.-.-.K+10"
    assert hand.view("south")["led"] == "QC"
    hand.apply("KH")
    seen = hand.view("north")
    assert seen["south"] == "Q.-.J.-+9"
    assert hand.due() == ("south", "meld")
    assert "marriage:KS.QS" in hand.moves()
    hand.apply("dix+marriage:KS.QS")
    seen = hand.view("north")
    assert seen["melds.south"] == "dix@1+pinochle:QS.JD@1+dix:9H@3+marriage:KS.QS@3"
    assert seen["south"] == "KQ.9.J.-+8"
    assert seen["points"].startswith("80+")


def test_view_of_the_upcard_taken_until_a_copy_is_laid_from_the_hand(referee: Referee) -> None:
    hand = deal(referee, "scarne", "KH", "AS 9H QH", "9S", dealer="north")
    hand.apply("AS")
    hand.apply("9S")
    hand.apply("dix")
    assert hand.view("north")["south"] == "-.K.-.-+11"
    hand.apply("9C")
    hand.apply(next(card for card in hand.moves() if card[1] not in "CH"))
    assert hand.view("north")["south"] == "-.K.-.-+10"
    hand.apply("royal-marriage:KH.QH")
    assert hand.view("north")["south"] == "-.KQ.-.-+10"
    hand.apply("KH@1")
    assert hand.view("north")["south"] == "-.Q.-.-+10"


def test_view_of_the_upcard_taken_and_melded_in_the_same_move(referee: Referee) -> None:
    hand = deal(referee, "scarne", "KH", "AS 9H QH", "9S", dealer="north")
    hand.apply("AS")
    hand.apply("9S")
    hand.apply("dix+royal-marriage:KH.QH")
    assert hand.view("north")["south"] == "-.KQ.-.-+10"
    assert hand.view("north")["melds.south"] == "dix@1+royal-marriage:KH.QH@1"


def test_view_of_a_card_played_from_the_table_leaves_the_upcard_taken_known(
    referee: Referee,
) -> None:
    hand = deal(referee, "scarne", "KH", "AS KH QH 9H", "9S", stock="9D 9D", dealer="north")
    hand.apply("AS")
    hand.apply("9S")
    hand.apply("royal-marriage:KH.QH")
    south_wins_a_trick(hand)
    hand.apply("dix")
    assert hand.view("north")["south"] == "-.KKQ.-.-+9"
    hand.apply("KH@1")
    assert hand.view("north")["south"] == "-.KQ.-.-+9"


def test_view_numbers_the_copies_in_the_order_they_were_laid(referee: Referee) -> None:
    hand = deal(referee, "scarne", "TC", "AH QS QS JD KS", dealer="north")
    south_wins_a_trick(hand, "AH")
    hand.apply("pinochle:QS.JD")
    south_wins_a_trick(hand)
    hand.apply("marriage:KS.QS")
    assert hand.view("north")["melds.south"] == "pinochle:QS.JD@1+marriage:KS.QS@2"
    south_wins_a_trick(hand, "QS@1")
    assert hand.full()["melds.south"] == "pinochle:QS*.JD@1+marriage:KS.QS*@2"


def test_a_full_position_can_be_taken_up_again(referee: Referee) -> None:
    rng = random.Random(11)
    taken_up = 0
    for number in range(12):
        hand = random_deal(referee, rng, ALL[number % 4])
        while "upcard" in hand.full():
            again = referee.from_tokens(hand.full())
            assert again.full() == hand.full()
            assert again.moves() == hand.moves()
            assert again.points == hand.points
            taken_up += 1
            hand.apply(eager(rng, hand))
    assert taken_up > 12 * 24


# Whole hands


def random_deal(referee: Referee, rng: random.Random, rules: str) -> OracleHand:
    cards = rng.sample(DECK, 48)
    dealer = rng.choice(("south", "north"))
    count = rng.choice((None, "old", "compromise", "simplified"))
    return referee(Dealt(rules, cards[:12], cards[12:24], cards[24], cards[25:], dealer, count))


def eager(rng: random.Random, hand: OracleHand) -> str:
    """A random move, seldom a pass, and seldom a play that spoils a meld."""
    moves = hand.moves()
    for keep in (
        [move for move in moves if move != "pass"],
        [move for move in moves if move[0] in "9TA" and "@" not in move],
    ):
        if keep and rng.random() < 0.8:
            moves = [move for move in moves if move in keep] or moves
    return rng.choice(moves)


def snapshot(hand: OracleHand) -> tuple[object, ...]:
    return (
        hand.due(),
        hand.moves(),
        hand.full(),
        hand.view("south"),
        hand.view("north"),
        hand.points,
    )


@pytest.mark.parametrize("rules", ALL)
def test_every_hand_has_24_tricks_and_250_points(referee: Referee, rules: str) -> None:
    rng = random.Random(1947)
    for _hand in range(10):
        hand = random_deal(referee, rng, rules)
        plays = 0
        while (due := hand.due()) is not None:
            moves = hand.moves()
            assert moves
            assert moves == sorted(set(moves))
            assert due[0] in ("south", "north")
            if due[1] == "play":
                plays += 1
            else:
                assert "pass" in moves
                assert moves != ["pass"]
                assert due[1] == "meld" or (due[1] == "dix" and rules in MACDOUGALL)
            before, move = hand.points, eager(rng, hand)
            gain = hand.credit(move) if due[1] != "play" else 0
            hand.apply(move)
            gained = meld_points(hand, due[0]) - before[due[0]][0]
            late = gained - gain
            assert late == 0 or (late == 10 and rules in MACDOUGALL and plays == 24)
        assert plays == 48
        assert hand.moves() == []
        assert sum(tricks for _melds, tricks in hand.points.values()) == 250
        assert hand_of(hand) == hand_of(hand, "north") == []
        assert hand.view("south") == hand.view("north") == hand.full()


@pytest.mark.parametrize("rules", some(ALL, 2))
def test_undo_restores_everything(referee: Referee, rules: str) -> None:
    rng = random.Random(52)
    for _hand in range(1):
        hand = random_deal(referee, rng, rules)
        passed = []
        while hand.due() is not None:
            before = snapshot(hand)
            passed.append(before)
            for move in hand.moves():
                hand.apply(move)
                hand.undo()
                assert snapshot(hand) == before
            hand.apply(eager(rng, hand))
        for before in reversed(passed):
            hand.undo()
            assert snapshot(hand) == before


@pytest.mark.parametrize("rules", some(ALL, 2, 1))
def test_a_view_knows_nothing_hidden_and_nothing_wrong(referee: Referee, rules: str) -> None:
    rng = random.Random(3)
    for _hand in range(tried(1, 50)):
        hand = random_deal(referee, rng, rules)
        while "upcard" in hand.full():
            full = hand.full()
            for seat, away in (("south", "north"), ("north", "south")):
                seen = hand.view(seat)
                known, _plus, unknown = seen[away].partition("+")
                held = cards_of(full[away])
                for card in cards_of(known):
                    held.remove(card)
                assert len(held) == int(unknown or "0")
                same = set(full) - {"stock", away}
                assert set(seen) == set(full)
                assert all(seen[key] == full[key] for key in same)
                assert int(seen["stock"]) == len(full["stock"].split(","))
                assert set(table_of(hand, away)) <= set(cards_of(known))
            hand.apply(eager(rng, hand))


@pytest.mark.parametrize("rules", ALL)
def test_all_cards_are_somewhere(referee: Referee, rules: str) -> None:
    rng = random.Random(4)
    for _hand in range(3):
        hand = random_deal(referee, rng, rules)
        while "upcard" in hand.full():
            full = hand.full()
            cards = cards_of(full["south"]) + cards_of(full["north"]) + full["stock"].split(",")
            cards += [full["upcard"]] + ([full["led"]] if "led" in full else [])
            played = full.get("tricks", "").replace("-", ",").split(",")
            assert sorted(cards + [card for card in played if card]) == sorted(DECK)
            hand.apply(eager(rng, hand))
