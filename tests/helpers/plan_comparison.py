"""The planner held against a search of every order of melds, on the oracle's choice of copies.

Hands are random; in some of them melds were laid before, and some of those cards were played
since. Of each are compared: what may be shown in every state that can be reached, the best order,
the melds that wait for cards, and what each copy is still needed for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations, product
from random import Random
from typing import NamedTuple

from oracle.hand import hand_text
from oracle.hand_melds import (
    DECK,
    DIX,
    SUITS,
    Copy,
    Pattern,
    Way,
    best_way,
    canonical,
    credit,
    patterns,
    services,
)
from pinochle_solver.melding.planner import Plan, plan
from pinochle_solver.rules.cards import Card, Hand, Suit
from pinochle_solver.rules.melds import LaidMeld
from pinochle_solver.rules.moves import Play
from pinochle_solver.rules.rulebooks import RULEBOOKS

MOST_TURNS = 4


class Seat(NamedTuple):
    """What a seat holds and has laid; every part of it sorted, so that it can be compared.

    `laid` counts the copies of each card ever laid, `pinochles` are the single ones.
    """

    rules: str
    trump: str
    hand: tuple[str, ...]
    table: tuple[Copy, ...]
    laid: tuple[tuple[str, int], ...]
    pinochles: frozenset[frozenset[tuple[str, int]]]
    upcard: str | None

    @property
    def nine(self) -> str:
        return "9" + self.trump


class Case(NamedTuple):
    """A seat, and the melds that it laid, as positions write them."""

    seat: Seat
    melds: tuple[str, ...]
    turns: int


def plan_case(case: Case) -> Plan:
    """The planner's plan of a case."""
    seat = case.seat
    held = [*seat.hand, *(copy.card for copy in seat.table)]
    return plan(
        RULEBOOKS[seat.rules],
        Suit.parse(seat.trump),
        Hand.of(map(Card.parse, held)),
        tuple(map(LaidMeld.parse, case.melds)),
        turns=case.turns,
        upcard=Card.parse(seat.upcard) if seat.upcard else None,
    )


def compare_case(case: Case) -> Counter[str]:
    """Compare the plan of a case with the oracle's; count what was compared.

    Raises `AssertionError` with the case in which they differ.
    """
    seat, found = case.seat, plan_case(case)
    _compare_graph(case, found)
    orders = list(_orders(seat, case.turns))
    best = min(orders, key=lambda order: _rank(order, case.turns))
    steps = [(step.text(), step.points) for step in found.steps]
    assert steps == best, (case, steps, best)
    assert found.points == sum(points for _, points in best), case
    _compare_outs(case, found)
    _compare_needs(case, found)
    counted = Counter(hands=1, orders=len(orders), outs=len(found.outs))
    counted["needs"] = sum(len(need.uses) for need in found.needs)
    counted["states"] = found.graph.number_of_nodes()
    return counted


def random_case(rules: str, seed: int) -> Case:
    """A hand of 9 or 12 cards: any, or rather pictures, or kings, queens, and trumps or nines."""
    random = Random(f"{rules}/{seed}/plan")
    trump = random.choice(SUITS)
    deck = random.sample(DECK, len(DECK))
    upcard = next(card for card in deck if card[1] == trump)
    deck.remove(upcard)
    if seed % 4:
        deck.sort(key=lambda card: random.random() + _reluctance(seed % 4, card, trump))
    seat = Seat(
        rules,
        trump,
        _in_order(deck[: random.choice((9, 12, 12))]),
        (),
        (),
        frozenset(),
        random.choice((upcard, None)),
    )
    melds: list[str] = []
    for _ in range(random.choice((0, 0, 1, 2, 3))):
        claims = _claims(seat)
        if not claims:
            break
        seat, texts = _lay(seat, random.choice(sorted(claims)))
        melds += texts
    if random.random() < 0.3:
        seat, melds = _play_some(seat, melds, random)
    return Case(seat, tuple(melds), random.randint(1, MOST_TURNS))


def _reluctance(kind: int, card: str, trump: str) -> float:
    if card[0] in "KQ":
        return 0
    if card[0] in "AJ" or card == "9" + trump:
        return 0.4 if kind < 3 else 0.2
    return 0.4 * kind - 0.5 * (card[1] == trump)


def _play_some(seat: Seat, melds: list[str], random: Random) -> tuple[Seat, list[str]]:
    """Some copies of the table have been played: gone from it, and marked in the melds."""
    kept = tuple(copy for copy in seat.table if random.random() < 0.7)
    on_table = {(copy.card, copy.number) for copy in kept}

    def starred(meld: str) -> str:
        kind, colon, cards = meld.partition(":")
        copies = [
            name + ("" if (name[:2], int(name[2:] or "1")) in on_table else "*")
            for name in cards.split(".")
            if name
        ]
        return kind + colon + ".".join(copies)

    return seat._replace(table=kept), [starred(meld) for meld in melds]


# What may be shown, from docs/RULES.md section 4


@lru_cache(maxsize=100_000)
def _claims(seat: Seat) -> dict[str, int]:
    """All that the winner of a trick may show, and what it scores."""
    claims = _meld_claims(seat)
    if seat.nine in seat.hand:
        claims["dix"] = DIX
        if seat.rules != "hayes":
            for move, points in _meld_claims(_show_dix(seat)[0]).items():
                claims["dix+" + move] = DIX + points
    return claims


def _meld_claims(seat: Seat) -> dict[str, int]:
    ways = (_way(seat, pattern) for pattern in patterns(seat.rules, seat.trump))
    return {way.pattern.text: way.credit for way in ways if way}


def _way(seat: Seat, pattern: Pattern, extra: tuple[str, ...] = ()) -> Way | None:
    hand = [*seat.hand, *extra]
    return best_way(seat.rules, pattern, hand, list(seat.table), list(seat.pinochles))


def _show_dix(seat: Seat) -> tuple[Seat, str]:
    """Exchange the nine for the upcard, or show it; what an unknown upcard is, is left open."""
    hand = list(seat.hand)
    hand.remove(seat.nine)
    if seat.upcard == seat.nine:
        laid = seat._replace(hand=tuple(hand))
        laid, number = _put_down(laid, seat.nine, frozenset())
        return laid, f"dix:{_name(seat.nine, number)}"
    if seat.upcard is not None:
        hand.append(seat.upcard)
    return seat._replace(hand=_in_order(hand), upcard=seat.nine), "dix"


def _put_down(seat: Seat, card: str, served: frozenset[str]) -> tuple[Seat, int]:
    numbers = dict(seat.laid)
    number = numbers[card] = numbers.get(card, 0) + 1
    table = (*seat.table, Copy(card, number, served))
    return seat._replace(table=_sorted(table), laid=tuple(sorted(numbers.items()))), number


@lru_cache(maxsize=100_000)
def _lay(seat: Seat, move: str) -> tuple[Seat, tuple[str, ...]]:
    """The seat after a move, and what positions write of it."""
    texts = []
    meld = move
    if move.startswith("dix"):
        seat, text = _show_dix(seat)
        texts.append(text)
        meld = move.removeprefix("dix").removeprefix("+")
    if not meld:
        return seat, tuple(texts)
    pattern = next(p for p in patterns(seat.rules, seat.trump) if p.text == meld)
    way = _way(seat, pattern)
    assert way is not None
    used = []
    for copy in way.copies:
        served = services(pattern.kind, copy.card)
        if copy.number:
            table = [c for c in seat.table if c[:2] != copy[:2]]
            table.append(copy._replace(served=copy.served | served))
            seat = seat._replace(table=_sorted(table))
            used.append((copy.card, copy.number))
        else:
            hand = list(seat.hand)
            hand.remove(copy.card)
            seat, number = _put_down(seat._replace(hand=tuple(hand)), copy.card, served)
            used.append((copy.card, number))
    if pattern.kind == "pinochle":
        seat = seat._replace(pinochles=seat.pinochles | {frozenset(used)})
    names = ".".join(_name(*copy) for copy in used)
    return seat, (*texts, f"{pattern.kind}:{names}")


def _name(card: str, number: int) -> str:
    return card + (str(number) if number > 1 else "")


def _sorted(table: list[Copy] | tuple[Copy, ...]) -> tuple[Copy, ...]:
    return tuple(sorted(table, key=lambda copy: copy[:2]))


def _in_order(cards: list[str]) -> tuple[str, ...]:
    return tuple(sorted(cards, key=canonical))


# Every order of melds

Order = list[tuple[str, int]]


def _orders(seat: Seat, turns: int) -> Iterator[Order]:
    yield []
    if turns:
        for move, points in _claims(seat).items():
            for rest in _orders(_lay(seat, move)[0], turns - 1):
                yield [(move, points), *rest]


def _rank(order: Order, turns: int) -> tuple[int, list[int], int, list[str]]:
    """The lower the better: points in all, points early, few moves, their text."""
    points = [points for _, points in order] + [0] * (turns - len(order))
    return -sum(points), [-p for p in points], len(order), [move for move, _ in order]


def _compare_graph(case: Case, found: Plan) -> None:
    """In every state the edges are what may be shown there, and lead to the state after it."""
    graph = found.graph
    seen = set()
    waiting = [(0, case.seat, case.turns)]
    while waiting:
        node, seat, turns = waiting.pop()
        if turns == 0 or (node, seat, turns) in seen:
            continue
        seen.add((node, seat, turns))
        assert graph.nodes[node]["hand"] == hand_text(seat.hand), case
        edges = list(graph.out_edges(node, data=True))
        shown = {edge["move"]: edge["points"] for _, _, edge in edges}
        assert len(shown) == len(edges), (case, node)
        assert shown == _claims(seat), (case, node)
        waiting += [(target, _lay(seat, edge["move"])[0], turns - 1) for _, target, edge in edges]
    assert {node for node, _, _ in seen} >= {node for node, *_ in graph.edges}, case


# What waits for cards, and what each copy is needed for


def _unseen(case: Case) -> Counter[str]:
    seat = case.seat
    unseen = Counter(DECK)
    unseen.subtract(seat.hand)
    unseen.subtract(copy.card for copy in seat.table)
    unseen.subtract([seat.upcard] if seat.upcard else [])
    unseen.subtract(name[:2] for name in _played(case))
    if seat.upcard is None and any(meld.partition(":")[0] == "dix" for meld in case.melds):
        unseen[seat.nine] -= 1
    assert min(unseen.values()) >= 0, case
    return unseen


def _played(case: Case) -> set[str]:
    names = (name for meld in case.melds for name in meld.partition(":")[2].split("."))
    return {name for name in names if name.endswith("*")}


def _with_upcard(seat: Seat) -> list[Seat]:
    """The seat as it is, and as it is after an exchange that it can make."""
    if seat.nine not in seat.hand or seat.upcard in (None, seat.nine):
        return [seat]
    return [seat, _show_dix(seat)[0]]


def _compare_outs(case: Case, found: Plan) -> None:
    seat, unseen = case.seat, _unseen(case)
    expected = set()
    for pattern in patterns(seat.rules, seat.trump):
        for number in range(3):
            fills = {}
            for missing in combinations(pattern.cards, number):
                if any(unseen[card] < missing.count(card) for card in missing):
                    continue
                ways = [_way(held, pattern, missing) for held in _with_upcard(seat)]
                if any(ways):
                    fills[missing] = max(way.credit for way in ways if way)
            if fills:
                if number:
                    expected |= {(pattern.text, *item) for item in fills.items()}
                break
    if seat.nine not in seat.hand and unseen[seat.nine]:
        expected.add(("dix", (seat.nine,), DIX))
    shown = {
        (out.show.text(), tuple(card.text() for card in out.missing), out.points)
        for out in found.outs
    }
    assert shown == expected, (case, shown ^ expected)
    assert len(found.outs) == len(shown), case
    for out in found.outs:
        assert out.unseen == tuple(unseen[card.text()] for card in out.missing), case
        assert out.chance is None, case


def _compare_needs(case: Case, found: Plan) -> None:
    seat, unseen = case.seat, _unseen(case)
    shown = {
        need.play.text(): {
            use.show.text(): tuple(card.text() for card in use.missing) for use in need.uses
        }
        for need in found.needs
    }
    expected = {}
    for copy in [*seat.table, *(Copy(card, 0, frozenset()) for card in seat.hand)]:
        alike = [c for c in seat.table if c.card == copy.card and c.served == copy.served]
        if copy.number and alike[0].number < copy.number:
            continue
        expected[_play_text(seat, copy)] = _uses(seat, copy, unseen)
    assert shown == expected, (case, shown, expected)


def _play_text(seat: Seat, copy: Copy) -> str:
    on_table = any(laid.card == copy.card for laid in seat.table)
    card = Card.parse(copy.card)
    if copy.number:
        return Play(card, 1 if copy.number == 1 else 2).text()
    return Play(card, "hand" if on_table else None).text()


def _uses(seat: Seat, copy: Copy, unseen: Counter[str]) -> dict[str, tuple[str, ...]]:
    """The melds that a copy can be in with at most two cards more, and the fewest of these."""
    uses = {}
    for pattern in patterns(seat.rules, seat.trump):
        if copy.card not in pattern.cards:
            continue
        fills = [
            missing
            for held in _with_upcard(seat)
            if copy.number or copy.card in held.hand
            for missing in _fills(held, pattern, copy, unseen)
        ]
        if fills:
            fewest = min(fills, key=lambda cards: (len(cards), list(map(canonical, cards))))
            uses[pattern.text] = fewest
    if copy == (seat.nine, 0, frozenset()):
        uses["dix"] = ()
    return uses


def _fills(
    seat: Seat, pattern: Pattern, wanted: Copy, unseen: Counter[str]
) -> Iterator[tuple[str, ...]]:
    """The cards that would have to be drawn for each way to make a meld with this very copy."""
    slots = []
    for card in sorted(set(pattern.cards), key=canonical):
        number = pattern.cards.count(card)
        held = [(copy, False) for copy in seat.table if copy.card == card]
        fresh = Copy(card, 0, frozenset())
        held += [(fresh, False)] * seat.hand.count(card) + [(fresh, True)] * unseen[card]
        choices = list(combinations(held, number))
        if card == wanted.card:
            choices = [choice for choice in choices if (wanted, False) in choice]
        slots.append(choices)
    for choice in product(*slots):
        taken = [copy for slot in choice for copy in slot]
        missing = tuple(copy.card for copy, drawn in taken if drawn)
        copies = tuple(copy for copy, _ in taken)
        if (
            len(missing) <= 2
            and credit(seat.rules, pattern, copies, list(seat.pinochles)) is not None
        ):
            yield missing
