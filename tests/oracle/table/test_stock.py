"""The table oracle against section 8: macdougall-3 and hayes-n, melds and hands."""

from __future__ import annotations

import itertools
from collections import Counter
from typing import TypeAlias

import pytest

from oracle.table import deals, game, irregularities, stock_hand, stock_melds
from oracle.table.cards import canonical, clockwise, deck, hand_cards, whole_count
from oracle.table.rulebooks import ALL, table
from oracle.table.stock_melds import Laid

STOCK = [book.name for book in ALL if book.stock]

Steps: TypeAlias = list[list[tuple[stock_hand.StockHand, str]]]


def best(
    kind: str, cards: str, held: str, on_table: dict[str, str], *, hayes: bool = False
) -> tuple[int, list[str]] | None:
    """The score of a meld and its copies; copies as `KH1`, their services as words."""
    there = {}
    for name, served in on_table.items():
        words = served.split()
        pair = next(
            (int(word[8:]) for word in words if word.startswith("pinochle") and word[8:]), None
        )
        plain = frozenset(word.rstrip("0123456789") for word in words)
        there[name[:2], int(name[2:])] = Laid(plain, pair)
    way = stock_melds.best_way(kind, tuple(cards.split()), held.split(), there, hayes=hayes)
    return None if way is None else (way.score, [card + str(n or "") for card, n in way.copies])


# R4, class by class


@pytest.mark.parametrize(
    ("kind", "cards", "held", "there", "hayes", "expected"),
    [
        # At least one card from the hand.
        ("marriage", "KH QH", "", {"KH1": "around", "QH1": "around"}, False, None),
        ("marriage", "KH QH", "QH", {"KH1": "around", "QH1": "around"}, False, (20, ["KH1", "QH"])),
        (
            "marriage",
            "KH QH",
            "KH QH",
            {"KH1": "around", "QH1": "around"},
            False,
            (20, ["KH1", "QH"]),
        ),
        # Kings and jacks are laid, the queen makes a pinochle or a marriage.
        ("pinochle", "QS JD", "QS", {"KS1": "around", "JD1": "around"}, False, (40, ["QS", "JD1"])),
        ("marriage", "KS QS", "QS", {"KS1": "around", "JD1": "around"}, False, (20, ["KS1", "QS"])),
        ("marriage", "KS QS", "", {"KS1": "around", "QS1": "pinochle1"}, False, None),
        # Who served in a run does not marry; who married may run.
        ("royal-marriage", "KH QH", "KH", {"QH1": "run"}, False, None),
        ("royal-marriage", "KH QH", "KH QH", {"QH1": "run"}, False, (40, ["KH", "QH"])),
        (
            "run",
            "AH TH KH QH JH",
            "AH TH JH",
            {"KH1": "marriage", "QH1": "marriage"},
            False,
            (150, ["AH", "TH", "KH1", "QH1", "JH"]),
        ),
        # hayes: 110 only when both have married.
        (
            "run",
            "AH TH KH QH JH",
            "AH TH JH",
            {"KH1": "marriage", "QH1": "marriage"},
            True,
            (110, ["AH", "TH", "KH1", "QH1", "JH"]),
        ),
        (
            "run",
            "AH TH KH QH JH",
            "AH TH JH QH",
            {"KH1": "marriage", "QH1": "marriage"},
            True,
            (150, ["AH", "TH", "KH1", "QH", "JH"]),
        ),
        # An around once a card.
        ("kings", "KS KH KD KC", "KS", {"KH1": "around", "KD1": "", "KC1": ""}, False, None),
        # The copy that has served in more.
        (
            "marriage",
            "KH QH",
            "QH",
            {"KH1": "", "KH2": "around"},
            False,
            (20, ["KH2", "QH"]),
        ),
        (
            "pinochle",
            "QS JD",
            "JD",
            {"QS1": "around", "QS2": "marriage"},
            False,
            (40, ["QS2", "JD"]),
        ),
        ("pinochle", "QS JD", "JD", {"QS1": "run", "QS2": "marriage"}, False, (40, ["QS1", "JD"])),
        ("pinochle", "QS JD", "JD", {"QS1": "run", "QS2": "run"}, False, (40, ["QS1", "JD"])),
        # hayes's double pinochle.
        (
            "double-pinochle",
            "QS QS JD JD",
            "QS QS JD JD",
            {},
            True,
            (300, ["QS", "QS", "JD", "JD"]),
        ),
        (
            "double-pinochle",
            "QS QS JD JD",
            "QS JD",
            {"QS1": "around", "JD1": "around"},
            True,
            (300, ["QS1", "QS", "JD1", "JD"]),
        ),
        (
            "double-pinochle",
            "QS QS JD JD",
            "QS JD",
            {"QS1": "pinochle1", "JD1": "pinochle1"},
            True,
            (260, ["QS1", "QS", "JD1", "JD"]),
        ),
        (
            "double-pinochle",
            "QS QS JD JD",
            "",
            {"QS1": "pinochle1", "JD1": "pinochle1", "QS2": "pinochle2", "JD2": "pinochle2"},
            True,
            None,
        ),
        # Its jack played: three are left.
        ("double-pinochle", "QS QS JD JD", "QS JD", {"QS1": "pinochle1"}, True, None),
        ("pinochle", "QS JD", "QS JD", {"QS1": "pinochle1"}, True, (40, ["QS", "JD"])),
        # Three copies: two of different pinochles made no pinochle together.
        (
            "double-pinochle",
            "QS QS JD JD",
            "QS JD",
            {"QS1": "pinochle1", "JD2": "pinochle2"},
            True,
            None,
        ),
        # Two pinochles and a third pair: an upgrade of one of them.
        (
            "double-pinochle",
            "QS QS JD JD",
            "QS JD",
            {"QS1": "pinochle1", "JD1": "pinochle1", "QS2": "pinochle2", "JD2": "pinochle2"},
            True,
            (260, ["QS1", "QS", "JD1", "JD"]),
        ),
        # Four copies: a fresh double beside a laid pinochle scores more than its upgrade.
        (
            "double-pinochle",
            "QS QS JD JD",
            "QS QS JD JD",
            {"QS1": "pinochle1", "JD1": "pinochle1"},
            True,
            (300, ["QS", "QS", "JD", "JD"]),
        ),
    ],
)
def test_section_4_of_rules_which_copies(
    kind: str, cards: str, held: str, there: dict[str, str], hayes: bool, expected: object
) -> None:
    assert best(kind, cards, held, there, hayes=hayes) == expected


def test_section_8_macdougall_has_no_double_pinochle() -> None:
    kinds = {kind for kind, _cards in stock_melds.patterns("S", hayes=False).values()}
    assert stock_melds.DOUBLE_PINOCHLE not in kinds
    assert stock_melds.DOUBLE_PINOCHLE in {
        kind for kind, _cards in stock_melds.patterns("S", hayes=True).values()
    }


# Hands


def dealt(
    rules: str, upcard: str, held: dict[str, str], stock: str = "", dealer: str = "north"
) -> stock_hand.StockHand:
    """A hand with the cards named, the others in any order but nines of trumps last of all."""
    at = table(rules)
    named = [upcard, *stock.split(), *(card for cards in held.values() for card in cards.split())]
    nine = "9" + upcard[1]
    rest = list((Counter(deck(at.rulebook.copies)) - Counter(named)).elements())
    rest.sort(key=lambda card: (card == nine, card[1] == upcard[1], "9TJQKA".index(card[0])))
    hands = {}
    for seat in at.rulebook.seats:
        mine = held.get(seat, "").split()
        number = at.rulebook.hand - len(mine)
        hands[seat] = tuple(mine + rest[:number])
        del rest[:number]
    cards = (*stock.split(), *rest)
    return stock_hand.begin(at, game.Deal(dealer, None, hands, (), upcard, cards))


def asked(now: stock_hand.StockHand) -> list[str]:
    """The seats asked for a dix before the first lead, all of them passing."""
    seats = []
    while now.act == "dix":
        seats.append(now.turn)
        now = stock_hand.apply(now, "pass")
    return seats


def test_section_8_macdougall_3_before_the_first_lead() -> None:
    now = dealt("macdougall-3", "AS", {"west": "9S", "north": "9S"})
    assert now.melds == {"south": 0, "west": 0, "north": 0}
    assert asked(now) == ["west", "north"]
    one = stock_hand.apply(now, "dix")
    assert (one.upcard, one.melds["west"], "AS" in one.hands["west"]) == ("9S", 10, True)
    assert stock_hand.known_cards(one, "west") == ["AS"]
    two = stock_hand.apply(one, "dix")
    assert (two.upcard, two.melds["north"], list(two.table["north"])) == ("9S", 10, [("9S", 1)])
    assert (two.act, two.turn) == ("play", "south")
    # At most one a seat.
    now = dealt("macdougall-3", "AS", {"south": "9S 9S"})
    assert stock_hand.apply(now, "dix").act == "play"


def test_section_8_macdougall_3_a_nine_turned_up() -> None:
    now = dealt("macdougall-3", "9S", {"west": "9S"})
    assert now.melds == {"south": 0, "west": 0, "north": 10}
    after = stock_hand.apply(now, "dix")
    assert after.upcard == "9S"
    assert after.melds["west"] == 10
    assert ("9S", 1) in after.table["west"]
    assert stock_hand.position(after)["melds.west"] == "dix:9S@0"
    assert sum(dealt("hayes-3", "9S", {"west": "9S"}).melds.values()) == 0


def test_section_8_macdougall_3_after_a_trick() -> None:
    """Winner dix and meld, the others clockwise their dixes, then the draws; a nine waits."""
    held = {"south": "9S KH QH AH", "west": "9S", "north": "JC"}
    now = dealt("macdougall-3", "AS", held, stock="TC 9C JC")
    now = stock_hand.apply(stock_hand.apply(now, "pass"), "pass")
    now = stock_hand.apply(now, "AH")
    for _seat in range(2):
        moves = [move for move in stock_hand.legal_moves(now) if move[1] not in "SH"]
        now = stock_hand.apply(now, moves[-1])
    assert (now.act, now.turn, now.winner) == ("meld", "south", "south")
    assert set(stock_hand.legal_moves(now)) == {
        "pass",
        "dix",
        "marriage:KH.QH",
        "dix+marriage:KH.QH",
    }
    assert len(now.stock) == 11
    now = stock_hand.apply(now, "dix+marriage:KH.QH")
    assert (now.melds["south"], "AS" in now.hands["south"]) == (30, True)
    assert (now.act, now.turn, len(now.stock)) == ("dix", "west", 11)
    now = stock_hand.apply(now, "dix")
    assert (now.act, now.turn, len(now.stock)) == ("play", "south", 8)
    assert "TC" in now.hands["south"]
    assert stock_hand.position(now)["melds.south"] == "dix@1+marriage:KH.QH@1"
    assert {"KH@1", "QH@1"} <= set(stock_hand.legal_moves(now))


def test_section_8_the_upcard_of_an_exchange_may_be_melded() -> None:
    held = {"south": "9S KS QS JS TS AH"}
    now = dealt("macdougall-3", "AS", held)
    now = stock_hand.apply(now, "pass")
    now = stock_hand.apply(now, "AH")
    for _seat in range(2):
        moves = [move for move in stock_hand.legal_moves(now) if move[1] not in "SH"]
        now = stock_hand.apply(now, moves[-1])
    assert "dix+run:AS.TS.KS.QS.JS" in stock_hand.legal_moves(now)
    assert "run:AS.TS.KS.QS.JS" not in stock_hand.legal_moves(now)
    now = stock_hand.apply(now, "dix+run:AS.TS.KS.QS.JS")
    assert now.melds["south"] == 160


@pytest.mark.parametrize("name", STOCK)
def test_section_8_how_many_tricks(name: str) -> None:
    at = table(name)
    expected = {
        "macdougall-3": (4, 12),
        "hayes-3": (8, 8),
        "hayes-4": (6, 6),
        "hayes-3x": (12, 12),
        "hayes-4x": (12, 12),
    }[name]
    steps = list(deals.random_stock_hand(name, 1))
    over = steps[-1][0]
    assert (stock_hand.stock_tricks(over), len(over.tricks)) == (expected[0], sum(expected))
    first = next(now for now, _move in steps if now.act == "play")
    assert first.turn == clockwise(first.seats, first.dealer)[1]
    assert sum(over.cards.values()) == whole_count(at.rulebook.copies, over.at.count)


@pytest.fixture(scope="module", params=STOCK)
def played(request: pytest.FixtureRequest) -> Steps:
    # In the last one of macdougall-3 who wins trick 4 has a nine.
    return [list(deals.random_stock_hand(request.param, seed)) for seed in (*range(5), 28)]


def test_every_card_is_somewhere_once(played: Steps) -> None:
    for steps in played:
        for now, _move in steps:
            cards = Counter([*now.stock, *now.led])
            if now.upcard:
                cards[now.upcard] += 1
            for seat in now.seats:
                cards.update(now.hands[seat])
                cards.update(card for card, _number in now.table[seat])
            cards.update(card for _leader, trick in now.tricks for card in trick)
            assert cards == Counter(deck(now.at.rulebook.copies))


def test_every_state_has_the_sizes_of_the_notation(played: Steps) -> None:
    for steps in played:
        for now, _move in steps:
            tricks, seats, hand = len(now.tricks), len(now.seats), now.at.rulebook.hand
            sizes = {seat: len(now.hands[seat]) + len(now.table[seat]) for seat in now.seats}
            if now.upcard is None:
                continue
            if stock_hand.is_hayes(now):
                assert len(now.stock) == 24 * now.at.rulebook.copies - seats * (hand + tricks) - 1
                full = hand
            else:
                waits = tricks > 0 and now.act in ("meld", "dix")
                assert len(now.stock) == (14 if waits else 11) - 3 * tricks
                full = hand - waits
            out = clockwise(now.seats, now.turn)[seats - len(now.led) :]
            assert sizes == {seat: full - (seat in out) for seat in now.seats}


def test_only_the_winner_melds_and_not_at_the_end(played: Steps) -> None:
    at_the_end = False
    for steps in played:
        for now, move in steps:
            if now.act == "meld":
                assert now.turn == now.winner
                if len(now.tricks) == stock_hand.stock_tricks(now):
                    at_the_end = True
                    assert set(stock_hand.legal_moves(now)) == {"pass", "dix"}
            if stock_hand.is_hayes(now):
                assert now.act != "dix"
                assert not move.startswith("dix+")
    assert at_the_end != stock_hand.is_hayes(played[0][0][0])


def test_every_dix_is_ten_and_the_rest_are_melds(played: Steps) -> None:
    for steps in played:
        over = steps[-1][0]
        nines = 0
        for seat in over.seats:
            kinds = Counter(kind for kind, _copies, _after in over.items[seat])
            nines += kinds["dix"]
        assert nines <= over.at.rulebook.copies
        assert all(points % 10 == 0 for points in over.melds.values())
        score = stock_hand.result(over)
        assert score == {seat: over.melds[seat] + over.cards[seat] for seat in over.seats}


def test_every_playoff_keeps_the_rules(played: Steps) -> None:
    for steps in played:
        over = steps[-1][0]
        start = next(now for now, _move in steps if now.upcard is None)
        tricks = [trick for _leader, trick in over.tricks[len(start.tricks) :]]
        found = irregularities.first_renege(
            start.hands, start.turn, tricks, over.trump, over.at.obligation
        )
        assert found is None
        assert {len(cards) for cards in start.hands.values()} == {over.at.rulebook.hand}


def test_every_view_is_true(played: Steps) -> None:
    for steps in played:
        for now, _move in steps[:: max(1, len(steps) // 15)]:
            for seat in now.seats:
                seen = stock_hand.position(now, seat)
                for each in now.seats:
                    cards = Counter(now.hands[each]) + Counter(c for c, _n in now.table[each])
                    known = Counter(hand_cards(seen[each])) if each in seen else Counter()
                    assert not known - cards
                    assert known == cards or each != seat
                if now.upcard:
                    assert seen["stock"] == str(len(now.stock))


def test_section_8_macdougall_3_nines_of_the_last_draws() -> None:
    """After trick 4 a nine drawn face down scores of itself; one taken as the upcard does not."""
    seen: Counter[bool] = Counter()
    for seed in range(20):
        steps = list(deals.random_stock_hand("macdougall-3", seed))
        for (before, _move), (now, _next) in itertools.pairwise(steps):
            if before.upcard is None or now.upcard is not None:
                continue
            gain = {seat: now.melds[seat] - before.melds[seat] for seat in now.seats}
            nine = "9" + now.trump
            drawn = before.stock
            for seat, card in zip(clockwise(now.seats, now.winner), drawn, strict=False):
                seen[card == nine] += 1
                if card == nine:
                    assert gain[seat] >= 10
            last = clockwise(now.seats, now.winner)[-1]
            if before.act == "play":  # no dix was shown besides
                assert gain[last] == 0
    assert seen[True]


def test_section_8_hayes_draws_before_it_melds() -> None:
    now = next(now for now, _move in deals.random_stock_hand("hayes-3", 0) if now.act == "meld")
    assert {len(now.hands[seat]) + len(now.table[seat]) for seat in now.seats} == {8}


def test_section_8_hayes_a_third_dix_is_as_the_second() -> None:
    now = dealt("hayes-4x", "AS", {"south": "9S 9S 9S AH"}, dealer="east")
    texts = []
    for _time in range(3):
        while now.act == "play":
            moves = stock_hand.legal_moves(now)
            mine = [move for move in moves if move[:2] not in ("9S",)]
            if now.turn == "south":
                aces = [m for m in mine if m.startswith("A")] or [m for m in mine if m[0] == "T"]
                move = aces[0] if aces else mine[0]
            else:
                suit = now.led[0][1] if now.led else ""
                low = [m for m in mine if m[1] not in ("S", suit)] or [
                    m for m in mine if m[1] != "S"
                ]
                move = low[-1]
            now = stock_hand.apply(now, move)
        assert now.turn == "south"
        now = stock_hand.apply(now, "dix")
        texts.append(now.items["south"][-1])
    assert [copies for _kind, copies, _after in texts] == [(), (("9S", 1),), (("9S", 2),)]
    assert now.melds["south"] == 30


def test_section_8_two_table_copies_that_served_alike_are_one_move() -> None:
    now = dealt("hayes-3x", "AS", {"south": "KH"})
    now.table["south"] = {
        ("KH", 1): Laid(frozenset({"marriage"})),
        ("KH", 2): Laid(frozenset({"marriage"})),
        ("KH", 3): Laid(frozenset({"around"})),
    }
    kings = [move for move in stock_hand.legal_moves(now) if move.startswith("KH")]
    assert kings == ["KH@1", "KH@3", "KH@hand"]
    after = stock_hand.apply(now, "KH@3")
    assert canonical(card for card, _number in after.table["south"]) == ["KH", "KH"]


def test_the_same_seed_is_the_same_hand() -> None:
    once = [move for _now, move in deals.random_stock_hand("hayes-3", 3)]
    assert once == [move for _now, move in deals.random_stock_hand("hayes-3", 3)]
