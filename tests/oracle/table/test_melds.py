"""The table oracle against section 4: melds laid at once, burials, partnership's turned trump."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from oracle.table import burial, game, hand, melds
from oracle.table.cards import SUITS, deck, hand_cards, points
from oracle.table.melds import VALUES
from oracle.table.rulebooks import table


def worth(text: str, trump: str) -> int:
    return melds.value(melds.most(hand_cards(text), trump))


SPECIMENS = [
    ("ATKQJ.AK.AKJJ.AKKQ", "S", 390),
    ("AKQJ.ATKQJ.KQ9.KQ9", "H", 350),
    ("AKQJ.ATKQJ.KQ9.KQ9", "S", 240),
    ("ATKQQJ.QQ.KQQJJ.QQ", "S", 370),
    ("AKQ.AKQ.ATKQJ9.AKQ", "D", 500),
    ("AATTKKQQJJ.A.AJJ.A", "S", 480),
    # What the page says in words.
    ("KQ.-.-.-", "H", 20),
    ("KQ.-.-.-", "S", 40),
    ("ATKQJ.-.-.-", "S", 150),
    ("ATKKQQJ.-.-.-", "S", 190),
    ("ATKKQJ.-.-.-", "S", 150),
    ("ATKQJ.-.-.-", "H", 20),
    ("J.J.J.J", "S", 40),
    ("Q.Q.Q.Q", "S", 60),
    ("K.K.K.K", "S", 80),
    ("A.A.A.A", "S", 100),
    ("QQ.QQ.QQ.QQ", "S", 120),
    ("AA.AA.AA.A", "S", 100),
    ("Q.-.J.-", "H", 40),
    ("QQ.-.JJ.-", "H", 80),
    ("QQ.-.J.-", "H", 40),
    ("99.-.-.-", "S", 20),
    ("99.-.-.-", "H", 0),
    ("AATTKKQQJJ.-.-.-", "S", 300),
    ("KQ.KQ.KQ.KQ", "S", 240),
    ("ATKQJ.KQ.KQ.KQ", "S", 350),
    ("-.-.-.-", "S", 0),
]


@pytest.mark.parametrize(("text", "trump", "total"), SPECIMENS)
def test_section_4_the_most_a_hand_can_meld(text: str, trump: str, total: int) -> None:
    assert worth(text, trump) == total


def test_section_4_the_specimens_item_by_item() -> None:
    laid = melds.most(hand_cards("ATKQJ.AK.AKJJ.AKKQ"), "S")
    assert laid == (
        "run:AS.TS.KS.QS.JS",
        "marriage:KC.QC",
        "aces:AS.AH.AD.AC",
        "kings:KS.KH.KD.KC",
        "pinochle:QS.JD",
    )
    kinds = Counter(map(melds.kind_of, melds.most(hand_cards("AKQ.AKQ.ATKQJ9.AKQ"), "D")))
    assert kinds == Counter(
        {"run": 1, "aces": 1, "kings": 1, "queens": 1, "marriage": 3, "pinochle": 1, "dix": 1}
    )
    kinds = Counter(map(melds.kind_of, melds.most(hand_cards("AATTKKQQJJ.A.AJJ.A"), "S")))
    assert kinds == Counter({"run": 2, "aces": 1, "pinochle": 2})


def test_section_4_500_is_the_most_in_15_cards() -> None:
    """Every combination of items is looked at that two of each card can make."""
    every = list(melds.limits(deck(2), "D"))
    cards = [Counter(melds.cards_of(item)) for item in every]
    classes = [melds.CLASSES[melds.kind_of(item)] for item in every]
    best = 0

    def add(first: int, used: dict[str, Counter[str]], total: int) -> None:
        nonlocal best
        best = max(best, total)
        for i in range(first, len(every)):
            more = used | {classes[i]: used[classes[i]] + cards[i]}
            if max(more[classes[i]].values()) > 2:
                continue
            needed: Counter[str] = Counter()
            for counted in more.values():
                needed |= counted
            if sum(needed.values()) <= 15:
                add(i, more, total + VALUES[melds.kind_of(every[i])])

    add(0, {name: Counter() for name in set(classes)}, 0)
    assert best == 500


def test_section_4_fewer_runs_leave_their_king_and_queen() -> None:
    cards = hand_cards("ATKKQQJ9.-.-.-")
    worths = {melds.value(laid) for laid in melds.layings(cards, "S")}
    assert worths == {0, 10, 40, 50, 80, 90, 150, 160, 190, 200}
    assert melds.lawful(("royal-marriage:KS.QS",) * 2, cards, "S")
    assert not melds.lawful(("run:AS.TS.KS.QS.JS", *("royal-marriage:KS.QS",) * 2), cards, "S")
    assert not melds.lawful(("marriage:KS.QS",), cards, "S")
    assert not melds.lawful(("run:AS.TS.KS.QS.JS",) * 2, cards, "S")


@pytest.mark.parametrize("seed", range(40))
def test_section_4_layings_of_random_hands(seed: int) -> None:
    rng = random.Random(seed)
    cards = rng.sample(deck(2), rng.choice((11, 12, 15)))
    trump = rng.choice(SUITS)
    every = melds.layings(cards, trump)
    assert every[0] == melds.most(cards, trump)
    assert every[-1] == ()
    assert len(set(every)) == len(every)
    assert melds.value(every[0]) == max(melds.value(laid) for laid in every)
    for laid in every:
        assert melds.lawful(laid, cards, trump)
        assert not melds.shown(laid) - Counter(cards)
        assert melds.read_laying(melds.laying_text(laid)) == laid
        more = (*laid, rng.choice(list(melds.limits(deck(2), trump))))
        assert melds.lawful(melds.in_order(more), cards, trump) == (melds.in_order(more) in every)


def test_section_4_what_is_shown() -> None:
    laid = ("marriage:KH.QH", "kings:KS.KH.KD.KC", "queens:QS.QH.QD.QC")
    assert melds.shown(laid)["KH"] == melds.shown(laid)["QH"] == 1
    assert melds.shown((*laid, "marriage:KH.QH"))["KH"] == 2
    both = ("run:AS.TS.KS.QS.JS", "royal-marriage:KS.QS", "pinochle:QS.JD")
    assert melds.shown(both) == Counter(["AS", "TS", "KS", "KS", "QS", "QS", "JS", "JD"])
    assert melds.shown(("dix:9S", "dix:9S")) == Counter({"9S": 2})


def test_section_4_the_example_of_a_burial() -> None:
    cards = [*hand_cards("AAKQJ9.KQ.AATKQJ.K"), "JH", "TC", "9C"]
    widow = burial.read("D:JH.TC.9C", cards)
    assert (melds.value(widow.laid), points(widow.buried, "compromise")) == (310, 10)
    assert 450 - 310 - 10 == 130
    other = burial.read("D:KH.QH.9C", cards)
    assert (melds.value(other.laid), points(other.buried, "compromise")) == (210, 10)


def test_section_3_no_buried_card_is_melded() -> None:
    cards = [*hand_cards("AAKQJ9.KQ.AATKQJ.K"), "JH", "TC", "9C"]
    assert burial.is_legal(burial.read("D:KH.QH.9C/none", cards), cards, 3)
    assert not burial.is_legal(burial.read("D:KH.QH.9C/marriage:KH.QH", cards), cards, 3)
    assert not burial.is_legal(burial.read("D:KH.QH", cards), cards, 3)
    assert not burial.is_legal(burial.read("D", cards), cards, 3)
    with pytest.raises(ValueError, match="not in list"):
        burial.read("D:AC.QH.9C", cards)


def test_section_3_any_cards_may_be_buried() -> None:
    cards = hand_cards("AAT.KQJ9.AAT.QQJ9")
    every = burial.burials(cards, 3)
    assert ("AS", "AS", "AD") in every
    assert len(every) == len(set(every))
    assert {card for buried in every for card in buried} == set(cards)


@pytest.mark.parametrize("seed", range(3))
def test_burials_as_moves(seed: int) -> None:
    """What is listed is legal, and reads back; all that is short lays all melds."""
    rng = random.Random(seed)
    cards = rng.sample(deck(2), 8)
    short = set(burial.laying_all(cards, 3))
    every = list(burial.every(cards, 3))
    assert [burial.text(choice, cards) for choice in every] == burial.moves(cards, 3)
    for choice in every:
        move = burial.text(choice, cards)
        assert burial.read(move, cards) == choice
        assert burial.is_legal(choice, cards, 3)
        assert ("/" in move) == (choice not in short)


# partnership (p67)


def turned(upcard: str, dealt: dict[str, str]) -> hand.Hand:
    """A hand of partnership, south dealer; seats get the cards named, and others at random."""
    rest = Counter(deck(2))
    rest.subtract([upcard])
    rest.subtract(card for cards in dealt.values() for card in cards.split())
    cards = [card for card in rest.elements() if card[0] != "9" or card[1] != upcard[1]]
    nines = [card for card in rest.elements() if card == "9" + upcard[1]]
    assert not nines, "say who has the nines"
    random.Random(5).shuffle(cards)
    hands = {}
    for seat in ("south", "west", "north", "east"):
        held = dealt.get(seat, "").split()
        last = [upcard] if seat == "south" else []
        number = 12 - len(held) - len(last)
        hands[seat] = tuple(held + cards[:number] + last)
        del cards[:number]
    return hand.begin(table("partnership"), game.Deal("south", None, hands, (), upcard))


def dix_moves(now: hand.Hand) -> list[str]:
    """Which seats are asked, all of them passing."""
    asked = []
    while now.act == "dix":
        asked.append(now.turn)
        now = hand.apply(now, "pass")
    return asked


def test_section_4_partnership_asks_from_the_dealers_left() -> None:
    assert dix_moves(turned("AS", {"east": "9S", "west": "9S"})) == ["west", "east"]
    assert dix_moves(turned("AS", {"south": "9S", "north": "9S"})) == ["north", "south"]
    assert dix_moves(turned("9S", {"north": "9S"})) == []


def test_section_4_partnership_the_first_who_does_ends_it() -> None:
    now = turned("AS", {"west": "9S", "east": "9S"})
    assert now.trump == "S"
    after = hand.apply(now, "dix")
    assert after.act != "dix"
    assert after.exchanged == "west"
    assert Counter(after.hands["west"]) == Counter(now.hands["west"]) - Counter(["9S"]) + Counter(
        ["AS"]
    )
    assert Counter(after.hands["south"]) == Counter(now.hands["south"]) - Counter(["AS"]) + Counter(
        ["9S"]
    )
    assert now.hands["west"].count("9S") == 1, "the old state stays"


def laid_all(now: hand.Hand) -> dict[str, int]:
    """How many dixes each seat lays when all lay all."""
    while now.act == "meld":
        now = hand.apply(now, "all")
    return {
        seat: sum(melds.kind_of(item) == "dix" for item in laid)
        for seat, laid in hand.played(now).laid.items()
    }


def test_section_4_partnership_whose_dix_a_nine_is() -> None:
    def dixes(now: hand.Hand) -> tuple[int, ...]:
        found = laid_all(now)
        return tuple(found[seat] for seat in ("south", "west", "north", "east"))

    assert dixes(hand.apply(turned("AS", {"west": "9S 9S"}), "dix")) == (0, 2, 0, 0)
    assert dixes(hand.apply(turned("AS", {"west": "9S", "south": "9S"}), "dix")) == (1, 1, 0, 0)
    assert dixes(turned("9S", {"north": "9S"})) == (1, 0, 1, 0)
    assert dixes(turned("9S", {"south": "9S"})) == (2, 0, 0, 0)
    now = turned("AS", {"east": "9S", "north": "9S"})
    assert dixes(hand.apply(hand.apply(now, "pass"), "pass")) == (0, 0, 1, 1)


def test_section_4_partnership_melds_and_leads_from_the_dealers_left() -> None:
    now = turned("AS", {"west": "9S KH QH", "north": "KD QD", "east": "9S KC QC", "south": "KH QH"})
    now = hand.apply(now, "dix")
    order = []
    while now.act == "meld":
        order.append(now.turn)
        now = hand.apply(now, "none")
    assert order == ["west", "north", "east", "south"]
    assert (now.act, now.turn) == ("play", "west")


def test_section_9_partnership_what_is_known_of_the_exchange() -> None:
    now = turned("AS", {"west": "9S", "south": "9S"})
    assert hand.known_cards(now, "south") == ["AS"]
    now = hand.apply(now, "dix")
    assert hand.known_cards(now, "south") == ["9S"]
    assert hand.known_cards(now, "west") == ["AS"]
    assert hand.position(now)["melds.west"] == "dix"
    assert hand.position(now)["points"] == "0+0/10+0"
    while now.act == "meld":
        now = hand.apply(now, "dix:9S" if now.turn == "south" else "none")
    assert hand.position(now)["melds.west"] == "dix+none"
    assert hand.known_cards(now, "south") == ["9S", "9S"]
    assert hand.known_cards(now, "west") == ["AS"]
