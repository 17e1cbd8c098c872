"""The checks on the auction and the melds of a position.

Each check raises `IllegalPositionError` naming the token and the fact.
"""

from __future__ import annotations

from collections.abc import Iterable

from pinochle_solver.errors import IllegalMoveError, IllegalPositionError
from pinochle_solver.notation.table.position_fields import TableFields
from pinochle_solver.rules.cards import NO_CARDS, Hand, Rank
from pinochle_solver.rules.checks import in_short
from pinochle_solver.table.acts import Act
from pinochle_solver.table.auction import Auction, held, may_bid, opened
from pinochle_solver.table.melds import EXCHANGE, TableMelds, melds_text, melds_with, shown_cards
from pinochle_solver.table.moves import Call
from pinochle_solver.table.rules import STEP, TableRules
from pinochle_solver.table.seats import Seat

AUCTION_IS_OVER = "the auction is over, but act is bid"

# The auction


def auction_of(position: TableFields) -> Auction:
    """The auction so far, of a position that gives its dealer.

    Raises:
        IllegalPositionError: for bids that are not legal.
    """
    assert position.dealer is not None
    return auction_after(position.rules, position.dealer, position.bids or ())


def auction_after(rules: TableRules, dealer: Seat, calls: Iterable[Call]) -> Auction:
    """The auction after these calls; raises `IllegalPositionError` for one that is not legal."""
    try:
        return held(opened(rules, dealer), calls)
    except IllegalMoveError as error:
        raise IllegalPositionError("bids", f"{error.token}: {error.fact}") from None


def check_auction(position: TableFields) -> None:
    """Check the calls, and that the bidder and the contract agree with them."""
    rules, act = position.rules, position.act
    if rules.turned_trump and act is not Act.PLAY and position.dealer is None:
        raise IllegalPositionError("dealer", "missing, and nobody has led")
    if rules.auction is None:
        return
    if position.dealer is None and (act is Act.BID or position.bids is not None):
        raise IllegalPositionError("dealer", "missing, the seats that call follow from it")
    if act is Act.BID:
        _check_open_auction(position)
        return
    if act is not Act.PLAY:
        for token, value in (("bidder", position.bidder), ("contract", position.contract)):
            if value is None:
                raise IllegalPositionError(token, "missing, the auction is over")
    lowest, highest = rules.auction.lowest, rules.auction.highest
    contract = position.contract
    if contract is not None and (contract % STEP or not lowest <= contract <= highest):
        fact = f"{contract}, expected a multiple of {STEP} from {lowest} to {highest}"
        raise IllegalPositionError("contract", fact)
    if position.bids is not None:
        _check_closed_auction(position)


def _check_open_auction(position: TableFields) -> None:
    for token, value in (("bidder", position.bidder), ("contract", position.contract)):
        if value is not None:
            raise IllegalPositionError(token, "given, but act is bid")
    auction = auction_of(position)
    if auction.turn is None:
        raise IllegalPositionError("bids", AUCTION_IS_OVER)
    if auction.turn is not position.turn:
        fact = f"{position.turn.text()}, but it is {auction.turn.text()}'s call"
        raise IllegalPositionError("turn", fact)


def _check_closed_auction(position: TableFields) -> None:
    auction = auction_of(position)
    if auction.turn is not None:
        fact = f"the auction is not over, {auction.turn.text()} is to call"
        raise IllegalPositionError("bids", fact)
    if auction.bidder is not position.bidder:
        holder = "nobody" if auction.bidder is None else auction.bidder.text()
        named = "missing" if position.bidder is None else position.bidder.text()
        raise IllegalPositionError("bidder", f"{named}, but by the bids it is {holder}")
    if auction.contract != position.contract:
        fact = f"{position.contract}, but the last bid is {auction.contract}"
        raise IllegalPositionError("contract", fact)


def check_marriages(position: TableFields) -> None:
    """Refuse bids of a seat whose whole hand is known and lacked the marriage that is needed."""
    rules = position.rules.auction
    if rules is None or not rules.needs_marriage or position.dealer is None:
        return
    auction = opened(position.rules, position.dealer)
    for call in position.bids or ():
        seat = auction.turn
        assert seat is not None
        held = None if position.hands[seat].hidden else _held(position, seat)
        if held is not None and call not in auction.legal_calls(may_bid(auction, held)):
            fact = f"{call.text()} by {seat.text()}, who has no marriage"
            raise IllegalPositionError("bids", fact)
        auction = auction.after(call)


# Melds


def check_melds(position: TableFields) -> None:
    """Check that what is laid is possible, and that its cards are where they can be."""
    rules, act, laid = position.rules, position.act, position.melds
    if act is Act.BID or act is Act.BURY:
        if laid:
            token = f"melds.{min(laid).text()}"
            raise IllegalPositionError(token, f"given, but act is {act.value}")
        return
    for seat in laid:
        if rules.only_bidder_melds and seat is not position.bidder:
            fact = f"given, but in {rules.name} only the bidder melds"
            raise IllegalPositionError(f"melds.{seat.text()}", fact)
        _check_laid(position, seat, laid[seat])
    _check_exchanges(position)
    if act is Act.MELD:
        _check_order(position)
    elif act is Act.PLAY and laid and not rules.only_bidder_melds:
        for seat in position.players:
            if seat not in laid:
                fact = "missing: its melds, or none"
                raise IllegalPositionError(f"melds.{seat.text()}", fact)


def _check_exchanges(position: TableFields) -> None:
    """Refuse a second exchange, and one for a nine."""
    exchangers = [seat for seat, melds in position.melds.items() for m in melds if m == EXCHANGE]
    if exchangers and position.upcard is not None and position.upcard.rank is Rank.NINE:
        fact = f"an exchange, but {position.upcard} was turned up"
        raise IllegalPositionError(f"melds.{exchangers[0].text()}", fact)
    if len(exchangers) > 1:
        fact = f"an exchange, but {exchangers[0].text()} has made one"
        raise IllegalPositionError(f"melds.{exchangers[1].text()}", fact)


def _check_order(position: TableFields) -> None:
    """Check that seats before the one on turn have laid, and seats after it have not."""
    is_before = True
    for seat in position.order:
        is_before &= seat is not position.turn
        has_laid = any(meld != EXCHANGE for meld in position.melds.get(seat, ()))
        if is_before and seat not in position.melds:
            fact = f"missing, and it melds before {position.turn.text()}"
            raise IllegalPositionError(f"melds.{seat.text()}", fact)
        if not is_before and has_laid:
            fact = f"given, but it is {position.turn.text()}'s turn to meld"
            raise IllegalPositionError(f"melds.{seat.text()}", fact)


def _check_laid(position: TableFields, seat: Seat, laid: TableMelds) -> None:
    token, trump = f"melds.{seat.text()}", position.trump
    assert trump is not None
    known = melds_with(trump)
    for meld in laid:
        if meld != EXCHANGE and meld not in known:
            fact = f"{meld.text()} is no {meld.kind.name} with {trump.name.lower()} as trump"
            raise IllegalPositionError(token, fact)
    if EXCHANGE in laid and not position.rules.turned_trump:
        raise IllegalPositionError(token, "dix without its card, an exchange; there is none here")
    shown, held = shown_cards(laid), _held(position, seat)
    copies = position.rules.copies
    for card in shown.distinct():
        if shown.count(card) > copies:
            fact = f"{in_short(melds_text(laid))} needs {shown.count(card)} copies of {card}"
            raise IllegalPositionError(token, fact)
        buried = position.buried
        if buried is not None and shown.count(card) + buried.known.count(card) > copies:
            raise IllegalPositionError("buried", f"{card}, which {seat.text()} has melded")
        if held is not None and shown.count(card) > held.count(card):
            raise IllegalPositionError(token, f"{card} is neither in its hand nor played")


def _held(position: TableFields, seat: Seat) -> Hand | None:
    """The cards that a seat may have had before the play; None if that is not known."""
    hand = position.hands[seat].known
    players = position.players
    place = (players.index(seat) - players.index(position.leader)) % len(players)
    played = list(position.led[place : place + 1])
    if position.tricks is not None:
        for trick in position.taken:
            place = (players.index(seat) - players.index(trick.leader)) % len(players)
            played.append(trick.cards[place])
    elif position.gone is not None:
        played += position.gone
    elif len(hand) + len(played) + position.hands[seat].hidden < position.rules.hand:
        return None  # an ending, which does not tell what was played
    held = NO_CARDS if not played else Hand.of(played)
    return Hand(bytes(map(sum, zip(hand.counts, held.counts, strict=True))))
