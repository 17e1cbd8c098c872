"""What a position of the table games may leave out, because it follows from the rest.

If the hand of one seat alone is given, that seat is on turn, and the others hold the other cards.
What is decided follows from its cards: it calls, with the widow it buries, and with trumps it
plays. Where the auction matters, the dealer is assumed to sit so that the calls reach this seat.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import Any

from pinochle_solver.errors import IllegalPositionError, IncompleteError, PositionError
from pinochle_solver.notation.table.field_readers import calls_text
from pinochle_solver.notation.table.hand_checks import AUCTION_IS_OVER, auction_after
from pinochle_solver.notation.table.position_tokens import check_has_act
from pinochle_solver.rules.cards import Card, Hand
from pinochle_solver.rules.checks import counted
from pinochle_solver.rules.partial_hands import PartialHand
from pinochle_solver.table.acts import Act
from pinochle_solver.table.auction import Auction
from pinochle_solver.table.deals import face_down_after
from pinochle_solver.table.melds import most_melds
from pinochle_solver.table.moves import PASS, Call
from pinochle_solver.table.rulebooks import TableRules
from pinochle_solver.table.seats import Seat


def fill_in(fields: dict[str, Any], rules: TableRules) -> None:
    """Fill in what the fields of a line leave out.

    Raises:
        IncompleteError: for the calls, if it is not yet the turn of the seat whose hand is given,
            for the widow that it has turned up, and for the upcard that says what is trump.
        IllegalPositionError: for bids that are not legal or do not lead to this seat, and for a
            widow or a burial of too few cards.
    """
    if "trump" not in fields and "upcard" in fields:
        fields["trump"] = fields["upcard"].suit
    me = _sole_known(fields, rules)
    if me is not None:
        _fill_in_for(me, fields, rules)
    act = fields.get("act", Act.PLAY)
    _fill_in_auction(fields, rules, act)
    if act is Act.BURY and "bidder" in fields:
        fields.setdefault("turn", fields["bidder"])
    if rules.widow and act is Act.BID:
        fields.setdefault("widow", _hidden(rules.widow))
    if rules.stock is not None:
        _fill_in_stock(fields, rules, act)
        return
    is_whole = any(len(hand) == rules.hand for hand in fields["hands"].values())
    is_told = is_whole or "gone" in fields or "tricks" in fields
    if rules.widow and act in (Act.MELD, Act.PLAY) and is_told:
        fields.setdefault("buried", _hidden(rules.widow))


def _fill_in_stock(fields: dict[str, Any], rules: TableRules, act: Act) -> None:
    """Fill in how many cards lie face down, from the tricks played."""
    if "upcard" not in fields or "stock" in fields:
        return
    players = len(rules.players(fields["dealer"]))
    tricks = len(fields.get("tricks", ())) or len(fields.get("gone", ())) // players
    fields["stock"] = max(face_down_after(rules, act, tricks), 0)


def _fill_in_auction(fields: dict[str, Any], rules: TableRules, act: Act) -> None:
    """Fill in whose call it is, or who has won the auction for how much."""
    dealer = fields["dealer"]
    needed = ("turn",) if act is Act.BID else ("bidder", "contract")
    if rules.auction is None or dealer not in rules.table or all(map(fields.__contains__, needed)):
        return
    if act is not Act.BID and "bids" not in fields:
        return
    auction = auction_after(rules, dealer, fields.get("bids", ()))
    if act is Act.BID and auction.turn is None:
        raise IllegalPositionError("bids", AUCTION_IS_OVER)
    for name, value in (
        (("turn", auction.turn),)
        if act is Act.BID
        else (("bidder", auction.bidder), ("contract", auction.contract))
    ):
        if value is not None:
            fields.setdefault(name, value)


def _hidden(number: int) -> PartialHand:
    return PartialHand(Hand.of(()), number)


# What follows from one hand alone


def _sole_known(fields: dict[str, Any], rules: TableRules) -> Seat | None:
    """The seat on turn, if its is the only whole hand that is given; else None."""
    hands = fields["hands"]
    if all(seat in hands for seat in rules.players(fields["dealer"])):
        return None
    known = [seat for seat, hand in hands.items() if not hand.hidden]
    is_one = len(known) == 1 and fields.get("turn", known[0]) is known[0]
    return known[0] if is_one and known[0] in rules.players(fields["dealer"]) else None


def _fill_in_for(me: Seat, fields: dict[str, Any], rules: TableRules) -> None:
    """Fill in what follows for the seat on turn."""
    if rules.turned_trump and "trump" not in fields:
        fact = "missing. Add the card that was turned up"
        raise IncompleteError("upcard", fact, ("upcard", "9S"))
    for token in ("widow", "buried"):
        pile: PartialHand | None = fields.get(token)
        if pile is not None and not pile.hidden and len(pile) != rules.widow:
            fact = f"{counted(len(pile), 'card')}, expected {rules.widow}"
            raise IllegalPositionError(token, fact)
    if rules.auction is not None and rules.stock is None:
        _fill_in_act(me, fields, rules)
    act = fields.get("act", Act.PLAY)
    check_has_act(rules, act)
    if act is Act.BID:
        _fill_in_caller(me, fields, rules)
    elif act is Act.BURY:
        _fill_in_bidder(me, fields, rules)
    elif act is Act.PLAY:
        _fill_in_play(me, fields, rules)
    fields.setdefault("turn", me)
    _fill_in_others(me, fields, rules, act)


def _fill_in_act(me: Seat, fields: dict[str, Any], rules: TableRules) -> None:
    """Fill in what is decided: a call, the trump and the burial, or a card."""
    if "act" in fields or not {"trump", "led", "gone", "tricks"}.isdisjoint(fields):
        return
    if not rules.widow:
        is_bidder = not {"bidder", "contract"}.isdisjoint(fields)
    else:
        widow: PartialHand | None = fields.get("widow")
        is_turned = widow is not None and not widow.hidden
        is_bidder = is_turned or len(fields["hands"][me]) == rules.hand + rules.widow
    fields["act"] = Act.BURY if is_bidder else Act.BID


def _fill_in_caller(me: Seat, fields: dict[str, Any], rules: TableRules) -> None:
    """Fill in the dealer from whom the calls so far lead to this seat."""
    calls = fields.get("bids", ())
    if fields["dealer"] is None:
        fields["dealer"] = _dealer_by(rules, calls, lambda auction: auction.turn is me)
        if fields["dealer"] is None and me in rules.table:
            if _dealer_by(rules, calls, lambda _: True) is None:
                auction_after(rules, me, calls)  # tells what is wrong with them
            fact = f"no call of {me.text()} comes after these, whoever dealt"
            raise IllegalPositionError("bids", fact)
        return
    turn = auction_after(rules, fields["dealer"], calls).turn
    if turn is None or turn is me:
        return
    after = f"after {calls_text(calls)} {turn.text()} calls next" if calls else "missing"
    if not calls:
        after += f", and {turn.text()} calls first"
    fact = f"{after}. Add the calls before {me.text()}'s"
    passed = (PASS,) * next(
        (
            number
            for number in range(1, rules.seats)
            if _turn_after(rules, fields["dealer"], (*calls, *(PASS,) * number)) is me
        ),
        0,
    )
    remedy = ("bids", calls_text((*calls, *passed))) if passed else None
    raise IncompleteError("bids", fact, remedy)


def _turn_after(rules: TableRules, dealer: Seat, calls: tuple[Call, ...]) -> Seat | None:
    try:
        return auction_after(rules, dealer, calls).turn
    except PositionError:
        return None


def _dealer_by(
    rules: TableRules, calls: tuple[Call, ...], fits: Callable[[Auction], bool]
) -> Seat | None:
    """The dealer for whom these calls are legal and lead to an auction that fits."""
    for dealer in rules.table:
        try:
            auction = auction_after(rules, dealer, calls)
        except PositionError:
            continue
        if fits(auction):
            return dealer
    return None


def _fill_in_bidder(me: Seat, fields: dict[str, Any], rules: TableRules) -> None:
    """Fill in who has bid how much, and the widow that he has taken up."""
    hand: Hand = fields["hands"][me].known
    widow: PartialHand | None = fields.get("widow")
    if rules.widow and widow is None:
        is_taken = len(hand) == rules.hand + rules.widow
        example = " ".join(map(Card.text, islice(hand, rules.widow)))
        fact = "missing. Add widow=, the cards that were turned up"
        raise IncompleteError("widow", fact, ("widow", example) if is_taken else None)
    if widow is not None and len(hand) == rules.hand and not widow.hidden:
        fields["hands"][me] = PartialHand(Hand.of((*hand, *widow.known)))
    _fill_in_contract(me, fields, rules)


def _fill_in_contract(me: Seat, fields: dict[str, Any], rules: TableRules) -> None:
    assert rules.auction is not None
    if "bids" not in fields:
        fields.setdefault("bidder", me)
        fields.setdefault("contract", rules.auction.lowest)
    else:
        _fill_in_dealer(fields.get("bidder", me), fields, rules)


def _fill_in_dealer(bidder: Seat, fields: dict[str, Any], rules: TableRules) -> None:
    """Fill in the dealer for whom the calls are an auction that the bidder has won."""
    if fields["dealer"] is not None:
        return
    calls = fields["bids"]
    fields["dealer"] = _dealer_by(
        rules, calls, lambda auction: auction.turn is None and auction.bidder is bidder
    )
    if fields["dealer"] is None:
        _refuse_calls(bidder, calls, rules)


def _refuse_calls(bidder: Seat, calls: tuple[Call, ...], rules: TableRules) -> None:
    """Tell what is wrong with calls that the bidder has won nothing by."""
    assert rules.auction is not None
    if bidder in rules.table:
        auction_after(rules, bidder, calls)  # tells of a call that is illegal
    # Who types `bid 350` behind the widow mostly means the contract.
    bid = max((call.bid for call in calls if call.bid is not None), default=rules.auction.lowest)
    name = bidder.text()
    fact = f"no auction that {name} has won. If {name} plays for {bid}, write contract {bid}"
    raise IllegalPositionError("bids", fact)


def _fill_in_play(me: Seat, fields: dict[str, Any], rules: TableRules) -> None:
    """Fill in who leads first, and of the bidder the hand that is left after the burial."""
    if not {"gone", "tricks"}.isdisjoint(fields):
        return
    _bury(me, fields, rules)
    if len(fields["hands"][me]) != rules.hand:
        return
    players = rules.players(fields["dealer"])
    leader = players[(players.index(me) - len(fields.get("led", ()))) % len(players)]
    if rules.auction is not None:
        if "sides" not in fields and "bids" not in fields:
            fields.setdefault("bidder", leader)
        if "bids" in fields:
            _fill_in_dealer(fields.get("bidder", leader), fields, rules)
        _lay_all(me, fields, rules)
    elif fields["dealer"] is None and rules.turned_trump:
        fields["dealer"] = next(
            dealer for dealer in rules.table if rules.from_left_of(dealer)[0] is leader
        )


def _lay_all(me: Seat, fields: dict[str, Any], rules: TableRules) -> None:
    """Lay all melds of a bidder for a known contract, if nobody else melds and no line tells."""
    is_bidder = rules.only_bidder_melds and fields.get("bidder") is me
    if is_bidder and "contract" in fields and "trump" in fields:
        fields["melds"] = {me: most_melds(fields["hands"][me].known, fields["trump"])}


def _bury(me: Seat, fields: dict[str, Any], rules: TableRules) -> None:
    """Take the burial out of a hand that was given with it, and put in the widow."""
    hand, widow, buried = fields["hands"][me].known, fields.get("widow"), fields.get("buried")
    if not rules.widow or buried is None or buried.hidden:
        return
    if widow is not None and len(hand) == rules.hand:
        held = Hand.of((*hand, *buried.known))
        if any(held.count(card) < widow.known.count(card) for card in widow.known):
            hand = Hand.of((*hand, *widow.known))
    if len(hand) != rules.hand + rules.widow:
        return
    for card in buried.known:
        if card not in hand:
            raise IllegalPositionError("buried", f"{card} is not in {me.text()}'s hand")
        hand = hand.without(card)
    fields["hands"][me] = PartialHand(hand)


def _fill_in_others(me: Seat, fields: dict[str, Any], rules: TableRules, act: Act) -> None:
    """Fill in the hidden hands of the others, unless how many cards they hold is not known."""
    size, led = rules.hand, fields.get("led", ())
    if act is Act.PLAY or rules.stock is not None:
        size = len(fields["hands"][me])
        if size != rules.hand and {"gone", "tricks", "upcard"}.isdisjoint(fields):
            return
    players = rules.players(fields["dealer"])
    place = players.index(me)
    in_trick = {players[place - back] for back in range(1, min(len(led), len(players) - 1) + 1)}
    for seat in players:
        fields["hands"].setdefault(seat, _hidden(size - (seat in in_trick)))
