"""The checks of the melds laid in a stock-phase position; errors name the token and the fact."""

from __future__ import annotations

from itertools import pairwise

from pinochle_solver.errors import IllegalPositionError, PositionError
from pinochle_solver.notation.position_fields import Act
from pinochle_solver.notation.stock_fields import StockFields
from pinochle_solver.rules.cards import Card, Hand
from pinochle_solver.rules.checks import counted, in_short
from pinochle_solver.rules.meld_kinds import DIX
from pinochle_solver.rules.melds import LaidMeld, dix_card
from pinochle_solver.rules.rules import Seat


def check_melds(position: StockFields) -> dict[Seat, int]:
    """Check what both seats have laid, each check after those that it relies on.

    Returns:
        the points that each seat's melds scored.
    """
    scored = {seat: _check_melds_of(position, seat) for seat in Seat}
    _check_melds_of_both(position)
    for seat in Seat:
        _check_turns(position, seat)
    _check_dix(position)
    return scored


def exchanges(position: StockFields) -> list[tuple[Seat, LaidMeld]]:
    """Who has exchanged a dix for the upcard: nobody or one seat, if the position is sound."""
    return [
        (seat, meld)
        for seat in Seat
        for meld in position.melds(seat)
        if meld.name == DIX and not meld.copies
    ]


def _check_melds_of(position: StockFields, seat: Seat) -> int:
    """Follow the melds of a seat; return what they scored."""
    if not position.melds(seat):
        return 0
    token = f"melds.{seat.text()}"
    try:
        credits = position.credits(seat)
    except PositionError as error:
        raise IllegalPositionError(token, error.fact) from None
    on_table = position.on_table(seat)
    for card in on_table.distinct():
        if position.hand(seat).known.count(card) < on_table.count(card):
            raise IllegalPositionError(
                token, f"{card} is on the table, but {seat.text()} does not hold it"
            )
    _check_played_copies(position, seat)
    _check_tricks_of_melds(position, seat)
    return credits


def _check_played_copies(position: StockFields, seat: Seat) -> None:
    """Check that the copies with a star can have been played, each after its last meld."""
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
                f"melds.{seat.text()}", f"{card}* has not been played since it was melded"
            )


def _times_played(position: StockFields, seat: Seat, card: Card, after_trick: int) -> int:
    """How many times a seat can have played a card after a trick."""
    has_led = position.led == card and position.leader is seat
    if position.tricks is None:
        return position.gone.count(card) + has_led
    plays = [
        trick[leader is not seat]
        for leader, trick in zip(position.leaders, position.tricks, strict=True)
    ]
    return plays[after_trick:].count(card) + has_led


def _check_tricks_of_melds(position: StockFields, seat: Seat) -> None:
    """Check that what a seat laid can have followed the tricks that it is said to have followed."""
    winners = (*position.leaders, position.leader)[1:]
    last = _last_meld_turn(position)
    laid = [meld for meld in position.melds(seat) if meld.trick is not None]
    for meld in laid:
        assert meld.trick is not None
        first_turn, last_turn = 1, last
        if meld.name == DIX:
            first_turn, last_turn = _first_dix_turn(position), _last_dix_turn(position, seat)
        if not first_turn <= meld.trick <= last_turn:
            raise _out_of_time(seat, meld, f"expected a trick from {first_turn} to {last_turn}")
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
        if meld.trick == before.trick and before.name == DIX and position.rules.dix_turns:
            raise _out_of_time(seat, meld, "it stands behind the dix, which comes after the draws")


def _out_of_time(seat: Seat, meld: LaidMeld, fact: str) -> IllegalPositionError:
    return IllegalPositionError(f"melds.{seat.text()}", f"{in_short(meld.text())}: {fact}")


def _last_meld_turn(position: StockFields) -> int:
    """The last trick after which there was, or could have been, a meld."""
    return position.completed_tricks - (position.act is Act.MELD)


def _first_dix_turn(position: StockFields) -> int:
    """The first trick that a dix may follow; with dix turns a dix may come before any trick."""
    return 0 if position.rules.dix_turns else 1


def _last_dix_turn(position: StockFields, seat: Seat) -> int:
    """The last trick after which a seat has had a turn to show a dix; -1 before its first turn."""
    act, is_turn = position.act, seat is position.turn
    if not position.rules.dix_turns or act not in (Act.SHOW, Act.DIX):
        to_come = act is Act.MELD or (act is Act.DIX and is_turn)
    else:
        # The seat that leads next is asked first; before the first lead the dealer is.
        is_second = (act is Act.DIX) == (position.completed_tricks > 0)
        to_come = is_turn or not is_second
    return position.completed_tricks - to_come


def _is_meld(position: StockFields, meld: LaidMeld) -> bool:
    """Whether this uses up the one meld of a trick won; a loser's dix does not."""
    rules = position.rules
    return meld.name != DIX or (rules.dix_is_a_meld and not rules.dix_by_loser)


def _check_turns(position: StockFields, seat: Seat) -> None:
    """Check that a seat has had the turns for what it showed, and has played its starred copies.

    The order of the tricks may be unknown. Then the seat that lost the last trick has lost at least
    one.
    """
    tricks = position.completed_tricks
    melds = position.melds(seat)
    won = tricks - (seat is not position.leader and tricks > 0)
    meld_turns = min(won, _last_meld_turn(position))
    dix_turns = 1 + _last_dix_turn(position, seat) - _first_dix_turn(position)
    if not position.rules.dix_by_loser:
        dix_turns = min(won, dix_turns)
    for what, shown, at_most in (
        ("meld", sum(_is_meld(position, meld) for meld in melds), meld_turns),
        ("dix", sum(meld.name == DIX for meld in melds), dix_turns),
    ):
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


def _check_melds_of_both(position: StockFields) -> None:
    """Refuse melds of both seats that are impossible together."""
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
    stars = Hand.of(card for seat in Seat for card in position.played_from_table(seat))
    for card in stars.distinct():
        if stars.count(card) > position.gone.count(card) + (position.led == card):
            raise IllegalPositionError(
                "melds.north", f"{card}*, with south's, are more than the {card} played"
            )


def _check_dix(position: StockFields) -> None:
    """Only the first dix is exchanged, and only if the upcard is none (RULES.md, section 4)."""
    dix = dix_card(position.rules, position.trump)
    exchanged = exchanges(position)
    shown = [
        (seat, meld)
        for seat in Seat
        for meld in position.melds(seat)
        if meld.name == DIX and meld.copies
    ]
    if position.rules.dix_by_exchange:
        for seat, meld in shown:
            fact = f"in {position.rules.name} a dix is only exchanged for the upcard"
            raise _out_of_time(seat, meld, fact)
    for seat, meld in exchanged[1:]:
        raise _out_of_time(seat, meld, "the dix has been exchanged before")
    if position.upcard != dix:
        for seat, meld in exchanged + shown:
            raise _out_of_time(seat, meld, f"the upcard is {position.upcard}, expected {dix}")
    for seat, exchange in exchanged:
        for other, meld in shown:
            melds = position.melds(seat)
            earlier = (
                melds.index(meld) < melds.index(exchange)
                if seat is other
                else (meld.trick or exchange.trick or 0) < (exchange.trick or 0)
                or (meld.trick == exchange.trick and _goes_first(position, meld.trick, other))
            )
            if earlier:
                raise _out_of_time(other, meld, "melded before the dix was exchanged")


def _goes_first(position: StockFields, trick: int | None, seat: Seat) -> bool:
    """Whether it is known that a seat is the first to show a dix after a trick.

    The first is the winner of the trick; before the first lead it is the dealer.
    """
    leaders = (*position.leaders, position.leader)
    if trick == 0:
        return leaders[0] is not seat and position.is_ordered
    return trick is not None and leaders[trick : trick + 1] == (seat,)
