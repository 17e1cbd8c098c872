"""A referee of a whole hand of the games with a stock (section 8, and R2 to R6)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from . import stock_melds
from .cards import (
    LAST_TRICK,
    best_place,
    canonical,
    clockwise,
    hand_text,
    left_of,
    points,
)
from .copying import apart
from .game import Deal
from .play import legal_cards
from .rulebooks import Table
from .stock_melds import Copy, Laid

DIX = 10


@dataclass
class StockHand:
    """All there is to a hand. `apply` makes a new one for every move.

    `hands` are the cards not on the table, `table` the copies that lie there; `numbers` how many
    copies of a card a seat has laid in this hand, `items` what it melded: kind, copies, after which
    trick. `waiting` are the seats still to be asked for a dix, in order. `taken` are the cards that
    all know a seat to have got: the upcard. `act`: dix, meld, play or over.
    """

    at: Table
    dealer: str
    seats: tuple[str, ...]
    trump: str
    upcard: str | None
    stock: list[str]
    hands: dict[str, list[str]]
    table: dict[str, dict[Copy, Laid]]
    numbers: dict[str, Counter[str]]
    items: dict[str, list[tuple[str, tuple[Copy, ...], int]]]
    gone: dict[str, set[Copy]]
    taken: dict[str, list[str]]
    melds: dict[str, int]
    cards: dict[str, int]
    won: dict[str, int]
    act: str = "play"
    turn: str = ""
    winner: str = ""
    waiting: list[str] = field(default_factory=list)
    led: list[str] = field(default_factory=list)
    tricks: list[tuple[str, tuple[str, ...]]] = field(default_factory=list)
    known: dict[str, Counter[str]] = field(default_factory=dict)


def is_hayes(hand: StockHand) -> bool:
    """Which of the two games it is: they draw and meld differently."""
    return hand.at.rulebook.obligation == "hayes"


def stock_tricks(hand: StockHand) -> int:
    """How many tricks are played while there is a stock."""
    return hand.at.rulebook.stock // len(hand.seats)


def begin(at: Table, deal: Deal) -> StockHand:
    """The hand after the deal: in macdougall-3 the dealer's 10, then the dixes before the lead."""
    assert deal.upcard
    seats = at.rulebook.seats
    hand = StockHand(
        at,
        deal.dealer,
        seats,
        deal.upcard[1],
        deal.upcard,
        list(deal.stock),
        {seat: list(deal.hands[seat]) for seat in seats},
        {seat: {} for seat in seats},
        {seat: Counter() for seat in seats},
        {seat: [] for seat in seats},
        {seat: set() for seat in seats},
        {seat: [] for seat in seats},
        dict.fromkeys(seats, 0),
        dict.fromkeys(seats, 0),
        dict.fromkeys(seats, 0),
    )
    first = left_of(seats, deal.dealer)
    hand.turn = hand.winner = first
    if not is_hayes(hand):
        if deal.upcard[0] == "9":
            hand.melds[deal.dealer] += DIX
        hand.waiting = clockwise(seats, first)
        _ask_dix(hand)
    return hand


# Moves


def legal_moves(hand: StockHand) -> list[str]:
    """Every legal move as NOTATION writes it."""
    if hand.act == "dix":
        return ["dix", "pass"]
    if hand.act == "meld":
        return _melds(hand)
    if hand.act == "over":
        return []
    if hand.upcard is None:  # the playoff
        held = hand.hands[hand.turn]
        return legal_cards(held, hand.led, hand.trump, hand.at.obligation)
    return _stock_plays(hand)


def _stock_plays(hand: StockHand) -> list[str]:
    """Any card; where a copy lies on the seat's table the copy is named."""
    held, table = hand.hands[hand.turn], hand.table[hand.turn]
    moves = []
    for card in canonical({*held, *(copy[0] for copy in table)}):
        alike: dict[frozenset[str], int] = {}
        for copy in sorted(table):
            if copy[0] == card:
                served = table[copy].served & set(stock_melds.SERVICES)
                alike.setdefault(frozenset(served), copy[1])
        if not alike:
            moves.append(card)
            continue
        moves += [f"{card}@{number}" for number in alike.values()]
        if card in held:
            moves.append(f"{card}@hand")
    return moves


def _melds(hand: StockHand) -> list[str]:
    """What the winner of a trick may do (R4, the dix; section 8)."""
    seat = hand.turn
    hayes = is_hayes(hand)
    last = len(hand.tricks) == stock_tricks(hand)
    nine = "9" + hand.trump
    held = hand.hands[seat]
    moves = ["pass"]
    if not last:
        moves += _layable(hand, held)
    if nine in held:
        moves.append("dix")
        if not hayes and not last:
            enlarged = list(held)
            enlarged.remove(nine)
            if hand.upcard and hand.upcard != nine:
                enlarged.append(hand.upcard)
            moves += [f"dix+{meld}" for meld in _layable(hand, enlarged)]
    return moves


def _layable(hand: StockHand, held: list[str]) -> list[str]:
    hayes = is_hayes(hand)
    table = hand.table[hand.turn]
    return [
        text
        for text, (kind, cards) in stock_melds.patterns(hand.trump, hayes=hayes).items()
        if stock_melds.best_way(kind, cards, held, table, hayes=hayes)
    ]


def apply(hand: StockHand, move: str) -> StockHand:
    """The hand after a legal move; ValueError if it is not one. The old hand stays as it is."""
    if move not in legal_moves(hand):
        raise ValueError(f"{move}: not legal for {hand.turn or 'anybody'}")
    now = apart(hand)
    if now.act == "dix":
        seat = now.waiting.pop(0)
        if move == "dix":
            _dix(now, seat)
        _ask_dix(now)
    elif now.act == "meld":
        _meld(now, move)
        _after_meld(now)
    else:
        _play(now, move)
    return now


def _dix(hand: StockHand, seat: str) -> None:
    """An exchange while the upcard is no nine, else a nine is laid on the table: 10."""
    nine = "9" + hand.trump
    after = len(hand.tricks)
    hand.hands[seat].remove(nine)
    hand.melds[seat] += DIX
    if hand.upcard != nine:
        assert hand.upcard
        hand.hands[seat].append(hand.upcard)
        hand.taken[seat].append(hand.upcard)
        hand.upcard = nine
        hand.items[seat].append(("dix", (), after))
        return
    hand.numbers[seat][nine] += 1
    copy = (nine, hand.numbers[seat][nine])
    hand.table[seat][copy] = Laid()
    hand.items[seat].append(("dix", (copy,), after))


def _ask_dix(hand: StockHand) -> None:
    """Ask the next waiting seat that holds a nine (macdougall-3); then draws or the first lead."""
    nine = "9" + hand.trump
    while hand.waiting and nine not in hand.hands[hand.waiting[0]]:
        hand.waiting.pop(0)
    if hand.waiting:
        hand.act, hand.turn = "dix", hand.waiting[0]
        return
    if hand.tricks:
        _draw(hand)
    hand.act, hand.turn = "play", hand.winner


def _meld(hand: StockHand, move: str) -> None:
    seat = hand.turn
    if move == "pass":
        return
    if move == "dix" or move.startswith("dix+"):
        _dix(hand, seat)
        move = move[4:]
    if not move:
        return
    hayes = is_hayes(hand)
    kind, cards = stock_melds.patterns(hand.trump, hayes=hayes)[move]
    way = stock_melds.best_way(kind, cards, hand.hands[seat], hand.table[seat], hayes=hayes)
    assert way
    after = len(hand.tricks)
    hand.table[seat], copies = stock_melds.lay(
        way, kind, hand.table[seat], hand.numbers[seat], after
    )
    for card, number in way.copies:
        if not number:
            hand.hands[seat].remove(card)
            hand.numbers[seat][card] += 1
            _no_longer_taken(hand, seat, card)
    hand.items[seat].append((kind, copies, after))
    hand.melds[seat] += way.score


def _no_longer_taken(hand: StockHand, seat: str, card: str) -> None:
    """A copy of it came out of the hand: it may have been the upcard."""
    if card in hand.taken[seat]:
        hand.taken[seat].remove(card)


def _after_meld(hand: StockHand) -> None:
    """After the winner's turn: in macdougall-3 the others' dixes and the draws; then he leads."""
    if not is_hayes(hand):
        hand.waiting = clockwise(hand.seats, hand.winner)[1:]
        _ask_dix(hand)
    hand.act = "dix" if hand.waiting else "play"
    hand.turn = hand.waiting[0] if hand.waiting else hand.winner


def _draw(hand: StockHand) -> None:
    """The winner draws first, then the others clockwise; at the end the last takes the upcard.

    In macdougall-3 a nine of trumps drawn face down at the last draw scores of itself (R4). When
    the stock is gone the melds go back to the hands.
    """
    last = len(hand.tricks) == stock_tricks(hand)
    for seat in clockwise(hand.seats, hand.winner):
        if hand.stock:
            card = hand.stock.pop(0)
            if last and not is_hayes(hand) and card == "9" + hand.trump:
                hand.melds[seat] += DIX
        else:
            assert last
            assert hand.upcard
            card, hand.upcard = hand.upcard, None
            hand.taken[seat].append(card)
        hand.hands[seat].append(card)
    if last:
        for seat in hand.seats:
            back = [copy[0] for copy in hand.table[seat]]
            hand.known[seat] = Counter(back) + Counter(hand.taken[seat])
            hand.hands[seat] += back
            hand.table[seat] = {}


def _play(hand: StockHand, move: str) -> None:
    card, _at, where = move.partition("@")
    seat = hand.turn
    if where and where != "hand":
        del hand.table[seat][card, int(where)]
        hand.gone[seat].add((card, int(where)))
    else:
        hand.hands[seat].remove(card)
        _no_longer_taken(hand, seat, card)
    if hand.upcard is None:
        hand.known[seat] -= Counter([card])
    hand.led.append(card)
    if len(hand.led) < len(hand.seats):
        hand.turn = left_of(hand.seats, seat)
        return
    leader = left_of(hand.seats, seat)
    winner = clockwise(hand.seats, leader)[best_place(hand.led, hand.trump)]
    hand.won[winner] += 1
    hand.cards[winner] += points(hand.led, hand.at.count)
    hand.tricks.append((leader, tuple(hand.led)))
    hand.led = []
    hand.turn = hand.winner = winner
    if hand.upcard is None:
        if not hand.hands[winner]:
            hand.cards[winner] += LAST_TRICK
            hand.act, hand.turn = "over", ""
        return
    if is_hayes(hand):
        _draw(hand)
    may_meld = not is_hayes(hand) or hand.upcard is not None
    if may_meld and _melds(hand) != ["pass"]:
        hand.act = "meld"
    else:
        _after_meld(hand)


# Results and what is known


def result(hand: StockHand) -> dict[str, int]:
    """What each seat scores: melds, cards, the last trick (R2)."""
    if hand.act != "over":
        raise ValueError("the hand is not over")
    return {seat: hand.melds[seat] + hand.cards[seat] for seat in hand.seats}


def known_cards(hand: StockHand, seat: str) -> list[str]:
    """Cards that everybody knows `seat` to hold: laid, or taken as the upcard."""
    if hand.upcard is None:
        return canonical(hand.known[seat].elements())
    return canonical([*(copy[0] for copy in hand.table[seat]), *hand.taken[seat]])


def meld_text(hand: StockHand, seat: str) -> str:
    """The seat's melds as NOTATION writes them, with the tricks they followed."""
    items = []
    for kind, copies, after in hand.items[seat]:
        names = [
            card + (str(number) if number > 1 else "") + "*" * ((card, number) in hand.gone[seat])
            for card, number in copies
        ]
        items.append(kind + (":" + ".".join(names) if names else "") + f"@{after}")
    return "+".join(items)


def position(hand: StockHand, seat: str | None = None) -> dict[str, str]:
    """The tokens of a position (NOTATION): with all cards, or as `seat` sees it."""
    tokens = {"rules": hand.at.rulebook.name}
    if hand.at.options:
        tokens["options"] = ",".join(sorted(hand.at.options))
    if hand.at.count != hand.at.rulebook.count:
        tokens["count"] = hand.at.count
    tokens["dealer"] = hand.dealer
    tokens["act"] = hand.act
    tokens["turn"] = hand.turn
    tokens["trump"] = hand.trump
    for each in hand.seats:
        cards = [*hand.hands[each], *(copy[0] for copy in hand.table[each])]
        if seat in (None, each):
            tokens[each] = hand_text(cards)
        else:
            known = known_cards(hand, each)
            tokens[each] = hand_text(known, len(cards) - len(known))
        if hand.upcard:
            tokens[f"melds.{each}"] = meld_text(hand, each)
    if hand.upcard:
        tokens["upcard"] = hand.upcard
        tokens["stock"] = str(len(hand.stock)) if seat else ",".join(hand.stock)
    tokens["led"] = ",".join(hand.led)
    tokens["tricks"] = ",".join("-".join(trick) for _leader, trick in hand.tricks)
    tokens["points"] = "/".join(f"{hand.melds[each]}+{hand.cards[each]}" for each in hand.seats)
    return {token: text for token, text in tokens.items() if text}
