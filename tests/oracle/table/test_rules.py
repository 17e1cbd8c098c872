"""The table oracle against sections 1 to 3: rulebooks, deals, auctions."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from oracle.table import auction, game
from oracle.table.cards import SEATS, best_place, deck, left_of, points, whole_count
from oracle.table.rulebooks import ALL, RULEBOOKS, Rulebook, Table, table


def seats_from(first: str, at: Table) -> list[str]:
    seats = game.playing(at, "north")
    i = seats.index(first)
    return [*seats[i:], *seats[:i]]


def outcome(name: str, calls: str, *options: str, with_out: bool = False) -> tuple[str, int] | str:
    """Who has it, as the place in the order of speaking, and for how much; or whose turn it is."""
    at = table(name, options, with_out=with_out)
    seats = game.playing(at, "north")
    held = auction.held(at, seats, "north", calls.split())
    first = auction.opened(at, seats, "north").turn
    assert first
    order = seats_from(first, at)
    if held.turn is not None:
        return f"turn {order.index(held.turn) + 1}"
    if held.holder is None:
        return "passed out"
    return f"{order.index(held.holder) + 1}", held.contract


def calls_open(
    name: str, calls: str, *options: str, hand: str = "KS QS", with_out: bool = False
) -> list[str]:
    at = table(name, options, with_out=with_out)
    seats = game.playing(at, "north")
    hands = {seat: hand.split() for seat in seats}
    held = auction.held(at, seats, "north", calls.split(), hands)
    return auction.legal_calls(held, hand.split())


# Section 1


@pytest.mark.parametrize("book", ALL, ids=lambda book: book.name)
def test_section_1_the_deck_is_dealt_out(book: Rulebook) -> None:
    cards = len(book.seats) * book.hand + book.widow + book.stock
    assert cards == 24 * book.copies
    assert sum(each for each, _widow in book.packets) == book.hand
    assert sum(widow for _each, widow in book.packets) == book.widow


@pytest.mark.parametrize(
    ("name", "seats", "hand", "widow", "stock", "target"),
    [
        ("auction", 3, 15, 3, 0, None),
        ("auction-score", 3, 15, 3, 0, 1000),
        ("partnership", 4, 12, 0, 0, 1000),
        ("firehouse", 4, 12, 0, 0, 1000),
        ("partnership-auction", 4, 11, 4, 0, 1000),
        ("corners", 4, 12, 0, 0, 1000),
        ("check", 4, 12, 0, 0, 1000),
        ("check-original", 4, 12, 0, 0, 1000),
        ("macdougall-3", 3, 12, 0, 12, 500),
        ("hayes-3", 3, 8, 0, 24, 1000),
        ("hayes-4", 4, 6, 0, 24, 1000),
        ("hayes-3x", 3, 12, 0, 36, 1000),
        ("hayes-4x", 4, 12, 0, 48, 1000),
    ],
)
def test_section_1_the_table_of_games(
    name: str, seats: int, hand: int, widow: int, stock: int, target: int | None
) -> None:
    book = RULEBOOKS[name]
    assert (len(book.seats), book.hand, book.widow, book.stock) == (seats, hand, widow, stock)
    assert book.target == target
    assert book.count == ("old" if name == "macdougall-3" else "compromise")


@pytest.mark.parametrize("count", ["old", "compromise", "simplified"])
def test_section_1_what_the_cards_make(count: str) -> None:
    assert [whole_count(copies, count) for copies in (2, 3, 4)] == [250, 370, 490]
    assert points(["AS", "TS"], count) in (20, 21)


def test_section_1_seats_go_clockwise() -> None:
    assert [left_of(SEATS, seat) for seat in SEATS] == ["west", "north", "east", "south"]
    assert left_of(SEATS[:3], "north") == "south"
    assert left_of(("south", "west", "east"), "north") == "east"


@pytest.mark.parametrize(
    ("dealer", "how", "options", "with_out", "following"),
    [
        ("north", "made", (), False, "south"),
        ("north", "passed out", (), False, "south"),
        ("north", "void", (), False, "north"),
        ("north", "made", (), True, "east"),
        ("north", "passed out", ("noforce",), True, "north"),
        ("north", "made", ("noforce",), True, "east"),
    ],
)
def test_section_1_the_deal_passes_to_the_left(
    dealer: str, how: str, options: tuple[str, ...], with_out: bool, following: str
) -> None:
    at = table("auction", options, with_out=with_out)
    assert game.next_dealer(at, dealer, how) == following


def test_section_1_an_out_dealer_gets_no_cards() -> None:
    at = table("auction-score", with_out=True)
    dealt = game.deal(at, "west", deck(2))
    assert dealt.out == "west"
    assert sorted(dealt.hands) == ["east", "north", "south"]
    with pytest.raises(ValueError, match="nobody sits out"):
        table("corners", with_out=True)


def test_section_1_the_packets_of_the_deal() -> None:
    at = table("auction")
    pack = deck(2)
    random.Random(3).shuffle(pack)
    dealt = game.deal(at, "north", pack)
    assert dealt.hands["south"][:6] == (*pack[0:3], *pack[10:13])
    assert dealt.hands["west"][:3] == tuple(pack[3:6])
    assert dealt.hands["north"][:3] == tuple(pack[6:9])
    assert dealt.widow == (pack[9], pack[19], pack[29])
    assert dealt.hands["north"][-3:] == tuple(pack[45:48])

    dealt = game.deal(table("partnership-auction"), "east", pack)
    assert dealt.widow == tuple(pack[36:40])
    assert dealt.hands["south"] == (*pack[0:3], *pack[12:15], *pack[24:27], *pack[40:42])
    assert dealt.hands["east"][-2:] == tuple(pack[46:48])

    dealt = game.deal(table("corners"), "south", pack)
    assert dealt.hands["west"] == (*pack[0:3], *pack[12:15], *pack[24:27], *pack[36:39])

    dealt = game.deal(table("partnership"), "south", pack)
    assert dealt.upcard == dealt.hands["south"][-1] == pack[47]

    dealt = game.deal(table("hayes-4"), "south", pack)
    assert dealt.hands["west"] == tuple(pack[0:24:4])
    assert dealt.upcard == pack[24]
    assert dealt.stock == tuple(pack[25:])

    dealt = game.deal(table("macdougall-3"), "north", pack)
    assert dealt.upcard == pack[36]
    assert len(dealt.stock) == 11


@pytest.mark.parametrize("book", ALL, ids=lambda book: book.name)
def test_section_1_every_card_is_dealt_once(book: Rulebook) -> None:
    at = table(book.name)
    pack = deck(book.copies)
    random.Random(2).shuffle(pack)
    dealt = game.deal(at, book.seats[0], pack)
    cards = Counter(card for hand in dealt.hands.values() for card in hand)
    cards.update([*dealt.widow, *dealt.stock])
    if book.stock:
        assert dealt.upcard
        cards[dealt.upcard] += 1
    assert cards == Counter(pack)
    with pytest.raises(ValueError, match="wrong deck"):
        game.deal(at, book.seats[0], [*pack[1:], pack[1]])


def test_section_1_of_two_identical_cards_the_first_wins() -> None:
    assert best_place(["KS", "AS", "AS"], "H") == 1
    assert best_place(["KS", "9H", "9H", "AS"], "H") == 1
    assert best_place(["9C", "AD", "TC"], "H") == 2


# Section 3: options


@pytest.mark.parametrize(
    ("name", "options", "with_out"),
    [
        ("auction", ("min150", "min200"), False),
        ("auction", ("hearts", "nospades"), False),
        ("auction", ("kitty", "kitty350"), False),
        ("auction", ("force295",), False),
        ("auction", ("force",), False),
        ("auction", ("force290", "noforce"), True),
        ("auction", ("noforce",), False),
        ("auction-score", ("kitty",), False),
        ("check", ("bidderfirst",), False),
        ("hayes-3", ("topall",), False),
        ("corners", ("min200",), False),
    ],
)
def test_options_that_do_not_go(name: str, options: tuple[str, ...], with_out: bool) -> None:
    with pytest.raises(ValueError, match=r".+"):
        table(name, options, with_out=with_out)


# Section 3: the table, column by column


@pytest.mark.parametrize(
    ("name", "first"),
    [
        ("auction", "south"),
        ("auction-score", "south"),
        ("firehouse", "east"),
        ("partnership-auction", "north"),
        ("corners", "east"),
        ("check", "east"),
    ],
)
def test_section_3_who_speaks_first(name: str, first: str) -> None:
    at = table(name)
    assert auction.opened(at, at.rulebook.seats, "north").turn == first


@pytest.mark.parametrize(
    ("name", "options", "lowest", "highest"),
    [
        ("auction", (), 250, 650),
        ("auction-score", (), 250, 650),
        ("auction", ("min150",), 150, 650),
        ("auction", ("min200",), 200, 650),
        ("auction", ("min300",), 300, 650),
        ("auction", ("min0",), 10, 650),
        ("firehouse", (), 200, 1000),
        ("partnership-auction", (), 10, 1000),
        ("corners", (), 150, 1000),
        ("check", (), 200, 1000),
        ("check-original", (), 200, 1000),
    ],
)
def test_section_3_lowest_and_highest_bid(
    name: str, options: tuple[str, ...], lowest: int, highest: int
) -> None:
    bids = [str(bid) for bid in range(lowest, highest + 1, 10)]
    assert calls_open(name, "", *options) == [*bids, "p"]
    assert calls_open(name, bids[3], *options) == [*bids[4:], "p"]
    assert calls_open(name, str(highest), *options) == ["p"]


@pytest.mark.parametrize(
    ("name", "calls", "expected"),
    [
        # The examples of the page.
        ("auction", "250 260 p 450 p", ("1", 450)),
        ("firehouse", "p 200 250 p", ("3", 250)),
        ("corners", "p p p 190", ("4", 190)),
        ("check-original", "p p p 200 210 p p p", ("1", 210)),
        # A pass is final; a partner's bid must be overcalled like any other.
        ("corners", "150 p 160 p", "turn 1"),
        ("corners", "150 p 160 p 170", "turn 3"),
        ("corners", "150 p 160 p 170 p", ("1", 170)),
        # The holder of the highest bid is not asked again.
        ("auction", "p 250 p", ("2", 250)),
        ("auction", "p p 300", ("3", 300)),
        ("partnership-auction", "p p p 10", ("4", 10)),
        # One call a seat.
        ("firehouse", "200 p p p", ("1", 200)),
        ("firehouse", "200 210 220 230", ("4", 230)),
        ("firehouse", "p p p 200", ("4", 200)),
        # All pass.
        ("auction", "p p p", "passed out"),
        ("auction-score", "p p p", "passed out"),
        ("firehouse", "p p p p", "passed out"),
        ("partnership-auction", "p p p p", "passed out"),
        # The forced bid ends the auction, but in check-original.
        ("check", "p p p 200", ("4", 200)),
        ("check", "p p p 340", ("4", 340)),
        ("check-original", "p p p 200", "turn 1"),
        ("check-original", "p p p 200 p p p", ("4", 200)),
        ("check-original", "p p p 200 210 p p", "turn 4"),
        ("check-original", "p p p 200 210 p p 220", "turn 1"),
    ],
)
def test_section_3_who_has_it(name: str, calls: str, expected: object) -> None:
    assert outcome(name, calls) == expected


def test_section_3_the_dealer_must_bid() -> None:
    assert calls_open("corners", "p p p")[0] == "190"
    assert "p" not in calls_open("corners", "p p p")
    for name in ("check", "check-original"):
        assert calls_open(name, "p p p", hand="KS QH") == ["200"]
        assert calls_open(name, "p p p")[:2] == ["200", "210"]
        assert "p" not in calls_open(name, "p p p")


def test_section_3_in_check_a_bid_needs_a_marriage() -> None:
    for name in ("check", "check-original"):
        assert calls_open(name, "p p", hand="KS QH AS TS") == ["p"]
        assert calls_open(name, "p p", hand="KH QH")[0] == "200"
    at = table("check-original")
    hands = {seat: ["KS", "QS"] for seat in SEATS} | {"north": ["AS", "TS"]}
    held = auction.held(at, SEATS, "north", ["p", "p", "p", "200", "210", "p", "p"], hands)
    assert held.turn == "north"
    assert auction.legal_calls(held, hands["north"]) == ["p"]


@pytest.mark.parametrize(
    ("calls", "options", "with_out", "least"),
    [
        ("p p", ("force250",), False, 250),
        ("p p", ("force300",), False, 300),
        ("p p", ("force250", "min300"), False, 300),
        ("p p", (), True, 290),
        ("p p", ("force320",), True, 320),
    ],
)
def test_section_3_the_third_is_forced(
    calls: str, options: tuple[str, ...], with_out: bool, least: int
) -> None:
    for name in ("auction", "auction-score"):
        bids = calls_open(name, calls, *options, with_out=with_out)
        assert bids == [str(bid) for bid in range(least, 651, 10)]
        assert outcome(name, f"p p {least}", *options, with_out=with_out) == ("3", least)


def test_section_3_not_forced() -> None:
    assert calls_open("auction", "p p")[-1] == "p"
    assert calls_open("auction", "p p", "noforce", with_out=True)[-1] == "p"
    assert outcome("auction", "p p p", "noforce", with_out=True) == "passed out"


@pytest.mark.parametrize(
    ("calls", "options", "expected"),
    [
        ("p p p", (), "passed out"),
        ("p 250 p", (), "turn 1"),
        ("p 250 p p", (), ("2", 250)),
        ("p 250 p 260 p 270", (), "turn 1"),
        ("p 250 p 260 p 270 p p", (), ("3", 270)),
        ("p p 250", (), "turn 1"),
        ("p p 250 p p", (), ("3", 250)),
        ("p p 300 310 p p", ("force300",), ("1", 310)),
    ],
)
def test_section_3_reenter(calls: str, options: tuple[str, ...], expected: object) -> None:
    assert outcome("auction", calls, "reenter", *options) == expected


@pytest.mark.parametrize(
    ("name", "calls", "wrong"),
    [
        ("auction", "", "240"),
        ("auction", "250", "250"),
        ("auction", "250", "265"),
        ("auction", "", "660"),
        ("auction", "250 p p", "260"),
        ("corners", "p p p", "180"),
    ],
)
def test_section_10_void_bids(name: str, calls: str, wrong: str) -> None:
    with pytest.raises(ValueError, match=wrong):
        outcome(name, f"{calls} {wrong}")
