"""The checks of a stock-phase position; each error names the token and the fact."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from types import NoneType
from typing import TYPE_CHECKING

from pinochle_solver.errors import IllegalPositionError, PositionError
from pinochle_solver.notation.position_fields import (
    COMMON_CONVERSIONS,
    Act,
    Conversion,
    PartialHand,
    check_annotations,
    check_game,
    check_hand_points,
    exact_cards,
    exact_int,
)
from pinochle_solver.rules.cards import Card, Hand
from pinochle_solver.rules.checks import (
    cards_text,
    check_copies,
    check_count,
    check_rules,
    check_trump,
    check_types,
    counted,
    in_short,
)
from pinochle_solver.rules.hand_packing import MOST_COPIES, meld_records
from pinochle_solver.rules.melds import LaidMeld, dix_card
from pinochle_solver.rules.rules import DIX, CardCount, Rulebook, Seat

if TYPE_CHECKING:
    from pinochle_solver.notation.stock_position import StockPosition


def check_field_types(position: StockPosition) -> None:
    """Refuse fields of another type."""
    check_types(
        (
            ("rules", position.rules, Rulebook, "Rulebook"),
            ("count", position.count, (CardCount, NoneType), "CardCount"),
            ("south", position.south, (PartialHand, Hand), "PartialHand"),
            ("north", position.north, (PartialHand, Hand), "PartialHand"),
            ("led", position.led, (Card, NoneType), "Card"),
            ("upcard", position.upcard, (Card, NoneType), "Card"),
            ("gone", position.gone, (Hand, NoneType), "Hand"),
            ("id", position.id, (str, NoneType), "text"),
        )
    )


def _exact_stock(stock: int | Iterable[Card]) -> int | tuple[Card, ...]:
    return exact_cards(stock) if isinstance(stock, Iterable) else exact_int(stock)


def _exact_tricks(tricks: Iterable[Iterable[Card]]) -> tuple[tuple[Card, Card], ...] | None:
    def exact_trick(trick: Iterable[Card]) -> tuple[Card, Card]:
        led, reply = exact_cards(trick)
        return led, reply

    return tuple(map(exact_trick, tricks)) or None


def _exact_melds(melds: Iterable[LaidMeld]) -> tuple[LaidMeld, ...]:
    melds = tuple(melds)
    if not all(isinstance(meld, LaidMeld) for meld in melds):
        raise TypeError
    return melds


def _exact_words(words: Iterable[str]) -> tuple[str, ...]:
    if isinstance(words, str):  # its letters would be words
        raise TypeError
    words = tuple(words)
    for word in words:
        if not isinstance(word, str):
            raise TypeError
        if not word.isprintable() or word.split() != [word] or "," in word:
            raise ValueError
    return words


CONVERSIONS: tuple[Conversion, ...] = (
    *COMMON_CONVERSIONS,
    ("act", "act", Act, "an act"),
    ("dealer", "dealer", Seat, "a seat"),
    ("stock", "stock", _exact_stock, "a number of cards or cards"),
    ("tricks", "tricks", _exact_tricks, "pairs of cards"),
    ("melds_south", "melds.south", _exact_melds, "melds"),
    ("melds_north", "melds.north", _exact_melds, "melds"),
    ("best_moves", "bm", _exact_words, "moves"),
)


def check_gone(position: StockPosition) -> None:
    """Whether the cards gone are whole tricks, and the same as those of the tricks."""
    gone, tricks = position.gone, position.tricks
    if gone is None:
        return
    if len(gone) % 2:
        raise IllegalPositionError("gone", f"{cards_text(len(gone))}, expected two a trick")
    if tricks is None:
        return
    played = Hand.of(card for trick in tricks for card in trick)
    if gone != played:
        raise IllegalPositionError(
            "tricks", f"they have {in_short(played.text())}, but gone is {in_short(gone.text())}"
        )


def check_possible(position: StockPosition) -> None:
    """Make every other check, in the order in which one relies on another."""
    _check_rulebook(position)
    if min(position.copies_left()) < 0:
        check_copies(position.rules.deck, position.named_cards())
    if position.south.hidden and position.north.hidden:
        raise IllegalPositionError(
            "north", f"{position.north.hidden} unknown cards, and south has unknown ones as well"
        )
    _check_act(position)
    _check_sizes(position)
    _check_dealer(position)
    credits = {seat: _check_melds(position, seat) for seat in Seat}
    _check_melds_of_both(position)
    for seat in Seat:
        _check_turns(position, seat)
    _check_dix(position)
    check_game(position.target, position.score)
    if position.points is not None:
        _check_points(position, credits)
    check_annotations(position.id, position.value)


def _check_rulebook(position: StockPosition) -> None:
    rules, deck = position.rules, position.rules.deck
    check_rules(rules)
    check_count(rules, position.count)
    undealt = deck.size - 2 * deck.hand - deck.draws
    if deck.copies > MOST_COPIES or not deck.draws or deck.draws % 2 or undealt:
        raise IllegalPositionError("rules", f"{rules.name} has no stock phase that is known here")
    if (position.upcard is not None) != deck.upcard:
        fact = "missing" if deck.upcard else f"the {deck.name} deck has none"
        raise IllegalPositionError("upcard", fact)
    check_trump(deck, position.trump)
    try:
        meld_records(rules, position.trump)
    except ValueError as error:
        raise IllegalPositionError("rules", str(error)) from None
    if position.upcard is not None and position.trump != position.upcard.suit:
        raise IllegalPositionError(
            "trump", f"{position.trump.letter}, but the upcard is {position.upcard}"
        )


def _check_act(position: StockPosition) -> None:
    rules, act, tricks = position.rules, position.act, position.completed_tricks
    if act is Act.PLAY:
        return
    if position.led is not None:
        raise IllegalPositionError("led", f"{position.led}, in the middle of a trick nobody melds")
    if tricks == 0:
        # A missing gone= is the likelier slip where cards have been drawn.
        token = "gone" if position.face_down < rules.deck.stock else "act"
        fact = "missing" if token == "gone" else f"{act.text()}, before any trick"
        raise IllegalPositionError(token, fact)
    if act is Act.DIX and not rules.dix_by_loser:
        raise IllegalPositionError(
            "act", f"dix, but in {rules.name} only the winner of a trick shows one"
        )
    if tricks == rules.deck.stock_tricks > max(rules.last_meld_trick, rules.last_dix_trick):
        raise IllegalPositionError("act", f"meld, but in {rules.name} not after trick {tricks}")


def _check_sizes(position: StockPosition) -> None:
    deck, tricks = position.rules.deck, position.completed_tricks
    before_draw = position.act is not Act.PLAY and not position.rules.draws_before_melding
    if tricks - before_draw >= deck.stock_tricks:
        token = "gone" if position.tricks is None else "tricks"
        raise IllegalPositionError(token, f"after {tricks} tricks the stock phase is over")
    face_down = deck.stock - 2 * (tricks - before_draw)
    if position.face_down != face_down:
        if tricks == 0 and position.face_down < deck.stock:
            raise IllegalPositionError(
                "gone", f"missing, though {position.face_down} cards of the stock are left"
            )
        raise IllegalPositionError(
            "stock",
            f"{cards_text(position.face_down)}, expected {face_down}"
            f" after {counted(tricks, 'trick')}",
        )
    for seat in Seat:
        has_led = position.led is not None and seat is not position.turn
        size = deck.hand - before_draw - has_led
        held = len(position.hand(seat))
        if held != size:
            raise IllegalPositionError(seat.text(), f"{cards_text(held)}, expected {size}")


def _first_leader(position: StockPosition) -> Seat | None:
    """Who led to the first trick; None where the order of the tricks is not known."""
    if position.gone and position.tricks is None:
        return None
    return (*position.leaders, position.leader)[0]


def _check_dealer(position: StockPosition) -> None:
    """Hold whose turn it is against the dealer and the tricks in their order."""
    first_leader = _first_leader(position)
    if first_leader is None or first_leader is not position.dealer:
        return
    if position.gone:
        turn, leader = position.turn.text(), position.leader.other.text()
        raise IllegalPositionError(
            "turn", f"{turn}, but with dealer= and tricks= {leader} won the last trick"
        )
    raise IllegalPositionError(
        "dealer", f"{position.dealer.text()}, but {first_leader.text()} leads to the first trick"
    )


def _check_melds(position: StockPosition, seat: Seat) -> int:
    """Follow the melds of a seat; return what they scored."""
    token = f"melds.{seat.text()}"
    try:
        table = position.meld_table(seat)
    except PositionError as error:
        raise IllegalPositionError(token, error.fact) from None
    on_table = Hand.of(copy.card for copy in table.copies if not copy.played)
    for card in on_table.distinct():
        if position.hand(seat).known.count(card) < on_table.count(card):
            raise IllegalPositionError(
                token, f"{card} is on the table, but {seat.text()} does not hold it"
            )
    _check_played_copies(position, seat)
    _check_tricks_of_melds(position, seat)
    return sum(table.credits)


def _check_played_copies(position: StockPosition, seat: Seat) -> None:
    """Whether the copies with a star can have been played, each after its last meld."""
    last_trick = {
        (copy.card, copy.number): meld.trick or 0
        for meld in position.melds(seat)
        for copy in meld.copies
        if copy.played
    }
    for (card, _), trick in last_trick.items():
        later = [key for key in last_trick if key[0] == card and last_trick[key] >= trick]
        if _times_played(position, seat, card, trick) < len(later):
            raise IllegalPositionError(
                f"melds.{seat.text()}", f"{card}* has not been played since it was laid"
            )


def _times_played(position: StockPosition, seat: Seat, card: Card, after_trick: int) -> int:
    """How often a seat can have played a card after a trick."""
    has_led = position.led == card and position.leader is seat
    if position.tricks is None:
        return position.gone.count(card) + has_led
    plays = [
        trick[leader is not seat]
        for leader, trick in zip(position.leaders, position.tricks, strict=True)
    ]
    return plays[after_trick:].count(card) + has_led


def _check_tricks_of_melds(position: StockPosition, seat: Seat) -> None:
    """Whether what a seat laid can have followed the tricks it is said to have followed."""
    winners = (*position.leaders, position.leader)[1:]
    to_come = position.act is Act.MELD or (position.act is Act.DIX and seat is position.turn)
    last = position.completed_tricks - to_come
    laid = [meld for meld in position.melds(seat) if meld.trick is not None]
    for meld in laid:
        assert meld.trick is not None
        if not 1 <= meld.trick <= last:
            raise _out_of_time(seat, meld, f"expected a trick from 1 to {last}")
        by_loser = meld.name == DIX and position.rules.dix_by_loser
        if winners and not by_loser and winners[meld.trick - 1] is not seat:
            raise _out_of_time(seat, meld, f"{seat.other.text()} won trick {meld.trick}")
        if _is_meld(position, meld) and meld.trick > position.rules.last_meld_trick:
            raise _out_of_time(seat, meld, f"no meld after trick {meld.trick}")
    melds = sum(_is_meld(position, meld) for meld in position.melds(seat))
    turns = sum(
        winner is seat and trick <= position.rules.last_meld_trick
        for trick, winner in enumerate(winners[:last], start=1)
    )
    if winners and melds > turns:
        raise IllegalPositionError(
            f"melds.{seat.text()}",
            f"{counted(melds, 'meld')}, but {seat.text()} has won only {counted(turns, 'trick')}"
            " to meld after",
        )
    for before, meld in pairwise(laid):
        assert before.trick is not None
        assert meld.trick is not None
        if meld.trick < before.trick:
            raise _out_of_time(seat, meld, f"it stands behind one that followed {before.trick}")
        both_melds = _is_meld(position, before) and _is_meld(position, meld)
        both_dix = before.name == meld.name == DIX
        if meld.trick == before.trick and (both_melds or both_dix):
            raise _out_of_time(seat, meld, "only one a trick")


def _out_of_time(seat: Seat, meld: LaidMeld, fact: str) -> IllegalPositionError:
    return IllegalPositionError(f"melds.{seat.text()}", f"{in_short(meld.text())}: {fact}")


def _is_meld(position: StockPosition, meld: LaidMeld) -> bool:
    """Whether it takes up the one meld of a trick won; a loser's dix does not."""
    rules = position.rules
    return meld.name != DIX or (rules.dix_is_a_meld and not rules.dix_by_loser)


def _check_turns(position: StockPosition, seat: Seat) -> None:
    """Whether a seat has had the turns for what it has shown, and has played what it has starred.

    The order of the tricks may be unknown: then the seat that lost the last one has lost one.
    """
    tricks = position.completed_tricks
    melds = position.melds(seat)
    won = tricks - (seat is not position.leader and tricks > 0)
    to_come = position.act is Act.MELD or (position.act is Act.DIX and seat is position.turn)
    for what, shown, turns in (
        ("meld", sum(_is_meld(position, meld) for meld in melds), won),
        (
            "dix",
            sum(meld.name == DIX for meld in melds),
            tricks if position.rules.dix_by_loser else won,
        ),
    ):
        at_most = max(turns - (to_come and turns == tricks), 0)
        if shown > at_most:
            raise IllegalPositionError(
                f"melds.{seat.text()}", f"{counted(shown, what)}, but at most {at_most} can be"
            )
    stars = {(copy.card, copy.number) for meld in melds for copy in meld.copies if copy.played}
    plays = tricks + (position.led is not None and seat is not position.turn)
    if len(stars) > plays:
        raise IllegalPositionError(
            f"melds.{seat.text()}",
            f"{counted(len(stars), 'card')} played, but {seat.text()} has played only {plays}",
        )


def _check_melds_of_both(position: StockPosition) -> None:
    """What the melds of both seats cannot be together."""
    tricks = {
        seat: {meld.trick for meld in position.melds(seat) if _is_meld(position, meld)} - {None}
        for seat in Seat
    }
    for trick in tricks[Seat.SOUTH] & tricks[Seat.NORTH]:
        raise IllegalPositionError("melds.north", f"south has melded after trick {trick} as well")
    melds = sum(_is_meld(position, meld) for seat in Seat for meld in position.melds(seat))
    last = position.completed_tricks
    turns = last - (position.act is Act.MELD or last > position.rules.last_meld_trick)
    if melds > turns:
        token = "melds.north" if position.melds_north else "melds.south"
        raise IllegalPositionError(
            token,
            f"{counted(melds, 'meld')} of both seats, but only {counted(turns, 'trick')}"
            " to meld after",
        )
    stars = Hand.of(
        copy.card for seat in Seat for copy in position.meld_table(seat).copies if copy.played
    )
    for card in stars.distinct():
        if stars.count(card) > position.gone.count(card) + (position.led == card):
            raise IllegalPositionError(
                "melds.north", f"{card}*, with south's, are more than the {card} played"
            )


def exchanges(position: StockPosition) -> list[tuple[Seat, LaidMeld]]:
    """Who has exchanged a dix for the upcard: nobody or one seat, if the position is sound."""
    return [
        (seat, meld)
        for seat in Seat
        for meld in position.melds(seat)
        if meld.name == DIX and not meld.copies
    ]


def _check_dix(position: StockPosition) -> None:
    """The first dix is exchanged unless the upcard is one, and no other (RULES.md, section 4)."""
    dix = dix_card(position.rules, position.trump)
    exchanged = exchanges(position)
    shown = [
        (seat, meld)
        for seat in Seat
        for meld in position.melds(seat)
        if meld.name == DIX and meld.copies
    ]
    for seat, meld in exchanged[1:]:
        raise _out_of_time(seat, meld, "the dix has been exchanged before")
    if position.upcard != dix:
        for seat, meld in exchanged + shown:
            raise _out_of_time(seat, meld, f"the upcard is {position.upcard}, expected {dix}")
    winners = (*position.leaders, position.leader)[1:]
    for seat, exchange in exchanged:
        for other, meld in shown:
            melds = position.melds(seat)
            earlier = (
                melds.index(meld) < melds.index(exchange)
                if seat is other
                else (meld.trick or exchange.trick or 0) < (exchange.trick or 0)
                or (meld.trick == exchange.trick and _won(winners, meld.trick, other))
            )
            if earlier:
                raise _out_of_time(other, meld, "shown before the dix was exchanged")


def _won(winners: tuple[Seat, ...], trick: int | None, seat: Seat) -> bool:
    """Whether it is known that a seat won a trick."""
    return trick is not None and winners[trick - 1 : trick] == (seat,)


def _check_points(position: StockPosition, credits: dict[Seat, int]) -> None:
    points, count = position.points, position.count
    assert points is not None
    check_hand_points(points, position.rules)
    taken = sum(seat.tricks for seat in points)
    if taken != count.of(position.gone):
        raise IllegalPositionError(
            "points",
            f"trick points sum to {taken}, the cards played count {count.of(position.gone)}",
        )
    if position.tricks is not None:
        winners = (*position.leaders, position.leader)[1:]
        for seat in Seat:
            won = sum(
                count.of(trick)
                for winner, trick in zip(winners, position.tricks, strict=True)
                if winner is seat
            )
            if points[seat].tricks != won:
                raise IllegalPositionError(
                    "points",
                    f"{seat.text()} has {points[seat].tricks} in tricks, by tricks= it is {won}",
                )
    _check_meld_points(position, credits)


def _check_meld_points(position: StockPosition, credits: dict[Seat, int]) -> None:
    """The melds' points are what was laid, and the dealer's for a nine turned up."""
    assert position.points is not None
    given = tuple(seat.melds for seat in position.points)
    laid = tuple(credits[seat] for seat in Seat)
    dix = dix_card(position.rules, position.trump)
    bonus = position.rules.dealer_dix
    dealers: tuple[Seat | None, ...] = (None,)
    if bonus and dix is not None and position.upcard == dix and not exchanges(position):
        first_leader = _first_leader(position)
        dealers = tuple(Seat) if position.dealer is None else (position.dealer,)
        if first_leader is not None:
            dealers = (first_leader.other,)
    expected = [
        tuple(
            credit + (bonus if seat is dealer else 0)
            for seat, credit in zip(Seat, laid, strict=True)
        )
        for dealer in dealers
    ]
    if given not in expected:
        texts = " or ".join(f"{south}/{north}" for south, north in expected)
        raise IllegalPositionError(
            "points", f"meld points are {given[0]}/{given[1]}, what was laid scored {texts}"
        )
