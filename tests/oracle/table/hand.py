"""A referee of a whole hand of the games without a stock (sections 2 to 6, 9; NOTATION)."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from . import auction, burial, melds, scoring
from .cards import (
    LAST_TRICK,
    SUITS,
    best_place,
    canonical,
    clockwise,
    hand_text,
    left_of,
    points,
    without,
)
from .copying import apart
from .game import Deal, playing
from .play import legal_cards
from .rulebooks import Table


@dataclass
class Hand:
    """All there is to a hand. `apply` makes a new one for every move.

    `act` is bid, bury, dix, meld, play or over; `turn` whose decision it is. `dixes` are the nines
    of trumps dealt to each seat and not exchanged (partnership): what it may still lay. `ending`
    says why a hand is over, as in `scoring.Played`. `led` is the open trick, leader's card first;
    `tricks` the completed ones, each with its leader.
    """

    table: Table
    deal: Deal
    seats: tuple[str, ...]
    hands: dict[str, list[str]]
    calls: list[str]
    auction: auction.Auction | None
    act: str = "bid"
    turn: str = ""
    bidder: str | None = None
    contract: int = 0
    trump: str | None = None
    buried: tuple[str, ...] | None = None
    exchanged: str | None = None
    waiting: list[str] = field(default_factory=list)
    dixes: dict[str, int] | None = None
    laid: dict[str, melds.Laying] = field(default_factory=dict)
    tricks: list[tuple[str, tuple[str, ...]]] = field(default_factory=list)
    led: list[str] = field(default_factory=list)
    won: dict[str, int] = field(default_factory=dict)
    cards: dict[str, int] = field(default_factory=dict)
    ending: str = ""


def begin(table: Table, dealt: Deal) -> Hand:
    """The hand after the deal."""
    seats = playing(table, dealt.dealer)
    hand = Hand(
        table,
        dealt,
        seats,
        {seat: list(dealt.hands[seat]) for seat in seats},
        [],
        None,
        won=dict.fromkeys(seats, 0),
        cards=dict.fromkeys(seats, 0),
    )
    if table.rulebook.auction:
        hand.auction = auction.opened(table, seats, dealt.dealer)
        assert hand.auction.turn
        hand.turn = hand.auction.turn
        return hand
    assert dealt.upcard  # partnership
    hand.trump = dealt.upcard[1]
    nine = "9" + hand.trump
    hand.dixes = {seat: hand.hands[seat].count(nine) for seat in seats}
    order = clockwise(seats, left_of(seats, dealt.dealer))
    if dealt.upcard != nine:
        hand.waiting = [seat for seat in order if nine in hand.hands[seat]]
    _next_dix(hand)
    return hand


# Moves


def legal_moves(hand: Hand) -> list[str]:
    """Every legal move as NOTATION writes it; `bury` lists every laying of every burial."""
    if hand.act == "bury":
        moves = burial.moves(hand.hands[hand.turn], hand.table.rulebook.widow)
        return [*moves, burial.CONCEDE] if hand.table.rulebook.money else moves
    if hand.act == "bid":
        assert hand.auction
        return auction.legal_calls(hand.auction, hand.hands[hand.turn])
    if hand.act == "dix":
        return ["dix", "pass"]
    if hand.act == "meld":
        every = melds.layings(hand.hands[hand.turn], _trump(hand), _dixes(hand, hand.turn))
        return ["all", *(melds.laying_text(laid) for laid in every[1:])]
    if hand.act == "play":
        return legal_cards(hand.hands[hand.turn], hand.led, _trump(hand), hand.table.obligation)
    return []


def is_legal(hand: Hand, move: str) -> bool:
    """Whether a move is one of `legal_moves`, in any spelling, without listing burials."""
    if hand.act == "bury":
        if move == burial.CONCEDE:
            return hand.table.rulebook.money
        cards = hand.hands[hand.turn]
        try:
            choice = burial.read(move, cards)
        except ValueError:
            return False
        return burial.is_legal(choice, cards, hand.table.rulebook.widow)
    if hand.act == "meld":
        seat = hand.turn
        try:
            laying = _read_melds(hand, move)
        except ValueError:
            return False
        return melds.lawful(laying, hand.hands[seat], _trump(hand), _dixes(hand, seat))
    return move in legal_moves(hand)


def random_move(hand: Hand, rng: random.Random) -> str:
    """A legal move at random: of a burial, which has many, mostly a good one."""
    if hand.act == "bid":
        moves = legal_moves(hand)
        bids = [move for move in moves if move != auction.PASS]
        if auction.PASS in moves and (not bids or rng.random() < 0.55):
            return auction.PASS
        return bids[0] if rng.random() < 0.6 else rng.choice(bids[:12])
    if hand.act != "bury":
        return rng.choice(legal_moves(hand))
    if hand.table.rulebook.money and rng.random() < 0.1:
        return burial.CONCEDE
    cards = hand.hands[hand.turn]
    trump, free = rng.choice(SUITS), cards
    if rng.random() < 0.6:
        trump = max(SUITS, key=lambda suit: melds.value(melds.most(cards, suit)))
        free = without(cards, melds.shown(melds.most(cards, trump)).elements())
    number = hand.table.rulebook.widow
    buried = tuple(canonical(rng.sample(free if len(free) >= number else cards, number)))
    kept = without(cards, buried)
    laid = melds.most(kept, trump)
    if rng.random() < 0.3:
        laid = rng.choice(melds.layings(kept, trump))
    return burial.text(burial.Burial(trump, buried, laid), cards)


def apply(hand: Hand, move: str) -> Hand:
    """The hand after a legal move; ValueError if it is not one. The old hand stays as it is."""
    if not is_legal(hand, move):
        raise ValueError(f"{move}: not legal for {hand.turn or 'anybody'}")
    now = apart(hand)
    {"bid": _bid, "bury": _bury, "dix": _dix, "meld": _meld, "play": _play}[hand.act](now, move)
    return now


def _bid(hand: Hand, call: str) -> None:
    assert hand.auction
    hand.calls.append(call)
    hand.auction = auction.after(hand.auction, call)
    if hand.auction.turn is not None:
        hand.turn = hand.auction.turn
    elif hand.auction.holder is None:
        _over(hand, "passed out")
    else:  # the widow is turned up and taken (section 2)
        hand.bidder, hand.contract = hand.auction.holder, hand.auction.contract
        hand.hands[hand.bidder] += hand.deal.widow
        hand.act, hand.turn = "bury", hand.bidder


def _bury(hand: Hand, move: str) -> None:
    assert hand.bidder
    if move == burial.CONCEDE:
        return _over(hand, "conceded")
    choice = burial.read(move, hand.hands[hand.bidder])
    hand.trump, hand.buried = choice.trump, choice.buried
    hand.hands[hand.bidder] = without(hand.hands[hand.bidder], choice.buried)
    hand.laid[hand.bidder] = choice.laid
    if hand.table.rulebook.only_bidder_melds:
        if melds.value(choice.laid) >= hand.contract:
            return _over(hand, "melds")
        return _lead(hand, hand.bidder)
    return _next_meld(hand)


def _dix(hand: Hand, move: str) -> None:
    seat = hand.waiting.pop(0)
    if move == "dix":  # the dealer's own exchange leaves all cards where they are
        nine, upcard, dealer = "9" + _trump(hand), hand.deal.upcard, hand.deal.dealer
        assert upcard
        hand.hands[seat].remove(nine)
        hand.hands[dealer].append(nine)
        hand.hands[dealer].remove(upcard)
        hand.hands[seat].append(upcard)
        hand.exchanged = seat
        assert hand.dixes
        hand.dixes[seat] -= 1
        hand.waiting = []
    _next_dix(hand)


def _next_dix(hand: Hand) -> None:
    """Ask the next seat that holds a nine, else go on to the melds."""
    if hand.waiting:
        hand.act, hand.turn = "dix", hand.waiting[0]
    else:
        _next_meld(hand)


def _meld(hand: Hand, move: str) -> None:
    hand.laid[hand.turn] = _read_melds(hand, move)
    _next_meld(hand)


def _next_meld(hand: Hand) -> None:
    """Ask the next seat that has something to lay, else the first lead (section 2)."""
    first = hand.bidder or left_of(hand.seats, hand.deal.dealer)
    for seat in clockwise(hand.seats, first):
        if seat not in hand.laid:
            if melds.most(hand.hands[seat], _trump(hand), _dixes(hand, seat)):
                hand.act, hand.turn = "meld", seat
                return
            hand.laid[seat] = ()
    _lead(hand, first)


def _lead(hand: Hand, leader: str) -> None:
    hand.act, hand.turn = "play", leader


def _play(hand: Hand, card: str) -> None:
    hand.hands[hand.turn].remove(card)
    hand.led.append(card)
    if len(hand.led) < len(hand.seats):
        hand.turn = left_of(hand.seats, hand.turn)
        return
    leader = left_of(hand.seats, hand.turn)
    winner = clockwise(hand.seats, leader)[best_place(hand.led, _trump(hand))]
    hand.won[winner] += 1
    hand.cards[winner] += points(hand.led, hand.table.count)
    hand.tricks.append((leader, tuple(hand.led)))
    hand.led = []
    hand.turn = winner
    if not hand.hands[winner]:
        hand.cards[winner] += LAST_TRICK
        _over(hand, "played")


def _over(hand: Hand, ending: str) -> None:
    hand.act, hand.turn, hand.ending = "over", "", ending


def _trump(hand: Hand) -> str:
    assert hand.trump
    return hand.trump


def _dixes(hand: Hand, seat: str) -> int | None:
    return None if hand.dixes is None else hand.dixes[seat]


def _read_melds(hand: Hand, move: str) -> melds.Laying:
    if move == "all":
        return melds.most(hand.hands[hand.turn], _trump(hand), _dixes(hand, hand.turn))
    return melds.read_laying(move)


# Results


def played(hand: Hand, kitty: int = 0) -> scoring.Played:
    """The hand as the scoring needs it."""
    dealt = hand.deal.hands[hand.bidder] if hand.bidder else ()
    return scoring.Played(
        seats=hand.seats,
        out=hand.deal.out,
        bidder=hand.bidder,
        contract=hand.contract,
        trump=hand.trump,
        laid={seat: melds_of(hand, seat) for seat in hand.seats},
        cards=hand.cards,
        buried=points(hand.buried or (), hand.table.count),
        won=hand.won,
        ending=hand.ending,
        aces={"AS", "AH", "AD", "AC"} <= set(dealt),
        kitty=kitty,
    )


def melds_of(hand: Hand, seat: str) -> melds.Laying:
    """What a seat has laid so far, an exchange included, which is a `dix` without a card."""
    exchange = ("dix",) if seat == hand.exchanged else ()
    return melds.in_order((*hand.laid.get(seat, ()), *exchange))


def result(hand: Hand, kitty: int = 0) -> scoring.Result:
    """The result of a hand that is over (section 6)."""
    if hand.act != "over":
        raise ValueError("the hand is not over")
    return scoring.result(hand.table, played(hand, kitty))


# What is known (section 9)


def widow_is_open(hand: Hand) -> bool:
    """Whether the widow has been turned up."""
    return bool(hand.deal.widow) and hand.bidder is not None


def known_cards(hand: Hand, seat: str) -> list[str]:
    """Cards that everybody knows `seat` to hold, each until he plays one like it."""
    known: Counter[str] = Counter()
    if hand.act == "bury" and seat == hand.bidder:
        known.update(hand.deal.widow)
    if hand.deal.upcard and hand.exchanged in (None, hand.deal.dealer) and seat == hand.deal.dealer:
        known[hand.deal.upcard] += 1
    shown = melds.shown(hand.laid.get(seat, ()))  # nines of one's own that were not exchanged
    if hand.exchanged is not None:
        nine = "9" + _trump(hand)
        assert hand.deal.upcard
        if seat == hand.exchanged:
            known[hand.deal.upcard] = 1
        if seat == hand.deal.dealer:
            shown[nine] += 1  # the exchanged one besides
    known |= shown
    if seat in _asked_for_nine(hand) and seat != hand.exchanged:
        known |= Counter(["9" + _trump(hand)])
    known.subtract(played_by(hand, seat))
    return canonical((+known).elements())


def _asked_for_nine(hand: Hand) -> list[str]:
    """Who was asked so far for a nine of trumps, because he was dealt one."""
    upcard = hand.deal.upcard
    if not upcard or upcard[0] == "9":
        return []
    first, *others = clockwise(hand.seats, hand.deal.dealer)
    order = [*others, first]
    last = hand.turn if hand.act == "dix" else hand.exchanged
    asked = order[: order.index(last) + 1] if last else order
    return [seat for seat in asked if "9" + upcard[1] in hand.deal.hands[seat]]


def played_by(hand: Hand, seat: str) -> list[str]:
    """The cards that a seat has played, in order."""
    cards = []
    for leader, trick in hand.tricks:
        cards.append(trick[clockwise(hand.seats, leader).index(seat)])
    if hand.led:
        leader = hand.turn
        for _card in hand.led:
            leader = hand.seats[hand.seats.index(leader) - 1]
        place = clockwise(hand.seats, leader).index(seat)
        cards += hand.led[place : place + 1]
    return cards


def position(hand: Hand, seat: str | None = None) -> dict[str, str]:
    """The tokens of a position (NOTATION): with all cards, or as `seat` sees it."""
    tokens = {"rules": hand.table.rulebook.name}
    if hand.table.options:
        tokens["options"] = ",".join(sorted(hand.table.options))
    if hand.table.count != hand.table.rulebook.count:
        tokens["count"] = hand.table.count
    if hand.deal.out:
        tokens["out"] = hand.deal.out
    tokens["dealer"] = hand.deal.dealer
    tokens["act"] = hand.act
    tokens["turn"] = hand.turn
    tokens["bids"] = ",".join(hand.calls)
    tokens["bidder"] = hand.bidder or ""
    tokens["contract"] = str(hand.contract or "")
    tokens["trump"] = hand.trump or ""
    tokens["upcard"] = hand.deal.upcard or ""
    for each in hand.seats:
        cards = hand.hands[each]
        if seat not in (None, each):
            known = known_cards(hand, each)
            tokens[each] = hand_text(known, len(cards) - len(known))
        else:
            tokens[each] = hand_text(cards)
    if hand.deal.widow:
        seen = seat is None or widow_is_open(hand)
        tokens["widow"] = _text(hand.deal.widow, seen)
    if hand.buried:
        tokens["buried"] = _text(hand.buried, seat in (None, hand.bidder))
    for each in hand.seats:
        if each in hand.laid or each == hand.exchanged:
            text = melds.laying_text(melds_of(hand, each))
            tokens[f"melds.{each}"] = "dix+none" if text == "dix" and each in hand.laid else text
    tokens["led"] = ",".join(hand.led)
    tokens["tricks"] = ",".join("-".join(trick) for _leader, trick in hand.tricks)
    if hand.act in ("meld", "play"):
        tokens["won"] = "/".join(str(hand.won[each]) for each in hand.seats)
        tokens["points"] = "/".join(
            f"{sum(melds.value(melds_of(hand, each)) for each in unit)}"
            f"+{sum(hand.cards[each] for each in unit)}"
            for unit in scoring.units(hand.table.rulebook, hand.seats)
        )
    return {token: text for token, text in tokens.items() if text}


def _text(cards: Iterable[str], seen: bool) -> str:
    held = list(cards)
    return hand_text(held) if seen else f"+{len(held)}"


def seat_sees(hand: Hand, seat: str) -> str:
    """A position line as one seat sees it."""
    return " ".join(f"{token}={text}" for token, text in position(hand, seat).items())
