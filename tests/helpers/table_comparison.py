"""A random hand for three or four on the product's referee and on the oracle's, move by move.

The oracle (``oracle/table``) draws the rules with their options, the deal and the moves. After each
move all must be the same: whose turn it is, every legal move as written, what each seat sees; and
at the end the points, money and checks.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from random import Random

from oracle.table import burial as oracle_burial
from oracle.table import deals as oracle_deals
from oracle.table import hand as oracle_hands
from oracle.table import melds as oracle_melds
from oracle.table import scoring as oracle_scoring
from oracle.table.cards import SUITS, canonical, without
from oracle.table.game import Deal as OracleDeal
from oracle.table.rulebooks import Table as OracleTable
from pinochle_solver.notation.table.positions import position_of
from pinochle_solver.rules.cards import NO_CARDS, Card, Hand, Suit
from pinochle_solver.rules.counts import COUNTS
from pinochle_solver.rules.partial_hands import PartialHand
from pinochle_solver.table.acts import Act
from pinochle_solver.table.burial import burials, laid_by, laying_all
from pinochle_solver.table.deals import TableDeal, random_deal
from pinochle_solver.table.hands import TableHand, begun
from pinochle_solver.table.melds import EXCHANGE, melds_text, parse_melds
from pinochle_solver.table.moves import CONCEDE, Bury, Lay, TableMove
from pinochle_solver.table.rulebooks import TABLE_RULEBOOKS, TableRules, with_options
from pinochle_solver.table.scoring import HandFacts, Outcome, Unit
from pinochle_solver.table.seats import Seat
from pinochle_solver.table.views import view_of

WITHOUT_STOCK = tuple(name for name, rules in TABLE_RULEBOOKS.items() if rules.stock is None)


class DifferenceError(AssertionError):
    """Product and oracle do not agree; the text says where."""


def rules_of(table: OracleTable) -> TableRules:
    """The product's rules of a table of the oracle's."""
    return with_options(
        TABLE_RULEBOOKS[table.rulebook.name],
        table.options,
        count=COUNTS[table.count],
        target=table.target,
        out_dealer=table.with_out,
    )


def hand_of(cards: Iterable[str]) -> Hand:
    """A hand from the oracle's cards."""
    return Hand.of(map(Card.parse, cards))


def deal_of(rules: TableRules, deal: OracleDeal) -> TableDeal:
    """The product's deal of one of the oracle's."""
    return TableDeal(
        rules=rules,
        dealer=Seat.parse(deal.dealer),
        hands=tuple(hand_of(deal.hands.get(seat.text(), ())) for seat in rules.table),
        widow=hand_of(deal.widow),
        upcard=None if deal.upcard is None else Card.parse(deal.upcard),
        stock=tuple(map(Card.parse, deal.stock)),
    )


def move_of(hand: TableHand, text: str) -> TableMove:
    """A legal move from its text."""
    if hand.act is Act.BURY and text != "concede":
        named, _, melds = text.partition("/")
        letter, _, cards = named.partition(":")
        trump = Suit.parse(letter)
        buried = hand_of(cards.split(".")) if cards else NO_CARDS
        return Bury(trump, buried, parse_melds(melds, trump) if melds else None)
    if hand.act is Act.BURY:
        return CONCEDE
    if hand.act is Act.MELD:
        assert hand.trump is not None
        return Lay(None if text == "all" else parse_melds(text, hand.trump))
    return next(move for move in hand.legal_moves() if move.text() == text)


def compare_hand(name: str, seed: int, count: Callable[[str], None] | None = None) -> None:
    """Play the hand of a seed on both; raises `DifferenceError` naming the first difference.

    Args:
        name: a rulebook without a stock.
        seed: which of its hands.
        count: called with the act of every move, and with the outcome.
    """
    rng = random.Random(f"table {name} {seed}")
    hand: TableHand | None = None
    for oracle, move in oracle_deals.random_hand(name, seed):
        if hand is None:
            hand = begun(deal_of(rules_of(oracle.table), oracle.deal))
        for where, mine, theirs in state(hand, oracle, rng):
            if mine != theirs:
                calls = ",".join(oracle.calls)
                raise DifferenceError(
                    f"{name} {seed} ({','.join(oracle.table.options)}; {calls}; {oracle.act} "
                    f"{oracle.turn}, then {move or 'the result'}): {where}: "
                    f"{_not_in(mine, theirs)!r}, by the oracle {_not_in(theirs, mine)!r}"
                )
        if count is not None:
            count(hand.act.value if move else hand.result().outcome.value)
        if move:
            hand = hand.after(move_of(hand, move))


def _not_in(mine: object, theirs: object) -> object:
    """What is in the one and not in the other."""
    if isinstance(mine, dict) and isinstance(theirs, dict):
        return {key: value for key, value in mine.items() if theirs.get(key, mine) != value}
    if isinstance(mine, list) and isinstance(theirs, list):
        return [each for each in mine if each not in theirs] or mine
    return mine


def state(
    hand: TableHand, oracle: oracle_hands.Hand, rng: random.Random
) -> Iterator[tuple[str, object, object]]:
    """What must be the same after every move: a name, the product's, the oracle's."""
    yield "act", hand.act.value, oracle.act
    if hand.turn is None:
        yield from _results(hand, oracle, rng.choice((0, 0, 5, 75, 1000)))
    else:
        yield "turn", hand.turn.text(), oracle.turn
        yield from _moves(hand, oracle, rng)
        if hand.act is Act.PLAY and rng.random() < 0.7:
            return
        for seat in (None, *hand.players):
            told = None if seat is None else seat.text()
            yield f"view of {told}", _tokens(hand, seat), _their_tokens(hand, oracle, told)


def _moves(
    hand: TableHand, oracle: oracle_hands.Hand, rng: random.Random
) -> Iterator[tuple[str, object, object]]:
    assert hand.turn is not None
    if hand.act is not Act.BURY:
        moves = [move.text() for move in hand.legal_moves()]
        theirs = oracle_hands.legal_moves(oracle)
        if hand.act is Act.MELD:  # all first, none last; between them in no order of the page's
            moves[1:-1], theirs[1:-1] = sorted(moves[1:-1]), sorted(theirs[1:-1])
        yield "moves", moves, theirs
        return
    cards, widow = oracle.hands[oracle.turn], oracle.table.rulebook.widow
    buried = [tuple(map(Card.text, each)) for each in burials(hand.hands[hand.turn], widow)]
    yield "burials", buried, oracle_burial.burials(cards, widow)
    for choice in rng.sample(list(laying_all(hand.hands[hand.turn], widow)), 4):
        melds = laid_by(choice, hand.hands[hand.turn])
        kept = without(cards, map(Card.text, choice.cards))
        yield (
            choice.text(),
            melds_text(melds),
            oracle_melds.laying_text(oracle_melds.most(kept, choice.trump.letter)),
        )
    for text in (*_burials_tried(oracle, rng), "concede"):
        move = move_of(hand, text)
        yield text, hand.is_legal(move), oracle_hands.is_legal(oracle, text)


def _burials_tried(oracle: oracle_hands.Hand, rng: random.Random) -> Iterator[str]:
    """Some burials with all melds of what is kept, of the whole hand, and more: not all legal."""
    cards, widow = oracle.hands[oracle.turn], oracle.table.rulebook.widow
    for _time in range(4):
        trump = rng.choice(SUITS)
        all_melds = list(oracle_melds.most(cards, trump))
        shown = list(oracle_melds.shown(tuple(all_melds)).elements())
        buried = rng.sample(rng.choice((cards, shown if len(shown) >= widow else cards)), widow)
        kept = without(cards, buried)
        for laid in (
            oracle_melds.most(kept, trump),
            all_melds,
            [*oracle_melds.most(kept, trump), *all_melds],
        ):
            chosen = oracle_melds.in_order(item for item in laid if rng.random() < 0.8)
            named = ":".join(filter(None, (trump, ".".join(canonical(buried)))))
            yield f"{named}/{oracle_melds.laying_text(chosen)}"


def _tokens(hand: TableHand, seat: Seat | None) -> dict[str, object]:
    """What a seat sees: the oracle's tokens, as values; None sees all."""
    view = view_of(hand, seat)
    open_hands = seat is None
    tokens: dict[str, object] = {
        "act": view.act.value,
        "bidder": None if view.bidder is None else view.bidder.text(),
        "contract": view.contract,
        "trump": None if view.trump is None else view.trump.letter,
        "upcard": None if view.upcard is None else view.upcard.text(),
        "led": [card.text() for card in view.led],
        "tricks": [
            (trick.leader.text(), *(card.text() for card in trick.cards)) for trick in view.tricks
        ],
        "widow": hand.widow.text() if open_hands else _seen(view.widow),
        "buried": hand.buried.text() if open_hands else _seen(view.buried),
    }
    for other in hand.players:
        held = hand.held[other] if open_hands else view.held[other]
        tokens[other.text()] = (held.known.text(), held.hidden)
        melds = view.laid[other]
        told = None if melds is None else melds_text(melds)
        if melds == (EXCHANGE,):
            told = position_of(hand, seat).tokens()[f"melds.{other.text()}"]
        tokens[f"melds.{other.text()}"] = told
    if hand.act in (Act.MELD, Act.PLAY):
        tokens["won"] = [hand.tricks_won(other) for other in hand.players]
        tokens["points"] = _points(hand.facts(), hand.facts().units)
    return tokens


def _points(facts: HandFacts, units: Iterable[Unit]) -> str:
    return "/".join(
        f"{facts.meld_points(unit)}+{sum(facts.cards[seat] for seat in unit)}" for unit in units
    )


def _seen(cards: PartialHand) -> str:
    return cards.text() if len(cards) and not cards.hidden else ""


def _their_tokens(
    hand: TableHand, oracle: oracle_hands.Hand, seat: str | None
) -> dict[str, object]:
    told = oracle_hands.position(oracle, seat)
    empty = NO_CARDS.text() if seat is None else ""
    tokens: dict[str, object] = {
        "act": told["act"],
        "bidder": told.get("bidder"),
        "contract": int(told["contract"]) if "contract" in told else None,
        "trump": told.get("trump"),
        "upcard": told.get("upcard"),
        "led": told["led"].split(",") if "led" in told else [],
        "tricks": [(leader, *cards) for leader, cards in oracle.tricks],
        "widow": _not_hidden(told.get("widow", empty)),
        "buried": _not_hidden(told.get("buried", empty)),
    }
    for other in oracle.seats:
        known, _, more = told[other].partition("+")
        tokens[other] = (known or NO_CARDS.text(), int(more or 0))
        tokens[f"melds.{other}"] = told.get(f"melds.{other}")
    if oracle.act in ("meld", "play"):
        tokens["won"] = [int(number) for number in told["won"].split("/")]
        tokens["points"] = told["points"]
    return tokens


def _not_hidden(cards: str) -> str:
    return "" if cards.startswith("+") else cards


def _results(
    hand: TableHand, oracle: oracle_hands.Hand, kitty: int
) -> Iterator[tuple[str, object, object]]:
    result, told = hand.result(kitty), oracle_hands.result(oracle, kitty)
    named = [oracle_scoring.name([seat.text() for seat in unit]) for unit in result.units]
    yield "outcome", result.outcome.value, told.how
    yield "scores", dict(zip(named, result.scores, strict=True)), told.score
    yield "checks", dict(zip(named, result.checks, strict=False)), told.checks
    if hand.rules.money is not None:
        yield "kitty", result.kitty, told.kitty
    if result.bidder is not None and result.outcome is not Outcome.CONCEDED:
        yield "total", result.total_of(result.bidder), told.total


def finished(name: str, seed: int) -> list[tuple[TableHand, TableMove | None]]:
    """A random hand: each state with the move made there."""
    random = Random(f"hands {name} {seed}")
    hand = begun(random_deal(seed, 23, TABLE_RULEBOOKS[name]))
    course: list[tuple[TableHand, TableMove | None]] = []
    while hand.turn is not None:
        if hand.act is Act.BURY:
            cards = hand.hands[hand.turn]
            moves: list[TableMove] = [*laying_all(cards, hand.rules.widow)]
        else:
            moves = list(hand.legal_moves())
        if hand.act is Act.BID:
            moves = [*moves[:2], *moves[-1:]]
        move = random.choice(moves)
        course.append((hand, move))
        hand = hand.after(move)
    return [*course, (hand, None)]
