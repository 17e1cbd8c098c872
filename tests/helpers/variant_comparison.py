"""Whole hands of goulash and glup, played by the compiled hand and by the oracles side by side.

After every move, and again after it has been taken back, both must agree on what is due, every
legal move, what each meld scores, the points, where all cards lie, what they have served in, and
what each seat cannot see. Half of the hands are stacked: one seat is dealt the cards of a meld, or
as many as there is room for, and winning cards beside them, so that rare melds come up.
"""

from __future__ import annotations

from collections import Counter
from random import Random

from helpers.compiled_hand import CompiledHand
from oracle.glup import GlupHand
from oracle.goulash import GoulashHand
from oracle.hand import SEATS, other
from oracle.variants import COUNTS, VariantHand
from pinochle_solver.rules.melds import melds_of
from pinochle_solver.rules.rulebooks import RULEBOOKS
from pinochle_solver.rules.suits import Suit

VARIANTS = ("goulash", "glup")


def compare_variant_hand(rules: str, seed: int) -> Counter[str]:
    """Play one hand both ways; count its moves and what was shown, by kind.

    Raises `AssertionError` with the position in which the two differ.
    """
    random = Random(f"{rules}/{seed}")
    dealer, count = random.choice(SEATS), random.choice(list(COUNTS))
    stacked = seed % 2 == 1
    lifted = rules == "glup" and random.random() < 0.3
    deck, kept = deck_to_deal(rules, random, stacked)
    oracle: VariantHand = (
        GlupHand(deck, dealer, count, lifted)
        if rules == "glup"
        else GoulashHand(deck, dealer, count)
    )
    product = CompiledHand(oracle, dealer, count, lifted)
    made: Counter[str] = Counter()
    while oracle.due() is not None:
        _compare(product, oracle)
        move = chosen_move(oracle, kept, random)
        if move == "dix" or ":" in move:
            made[move.partition(":")[0]] += 1
        made["moves"] += 1
        before = product.game.state()
        product.apply(move)
        product.undo()
        assert product.game.state() == before, (oracle.full(), move)
        oracle.apply(move)
        product.apply(move)
        if seed % 8 == 0 and random.random() < 0.1 and oracle.due() is not None:
            product.begin_here()
    _compare(product, oracle)
    made += Counter(what for seat in SEATS for what in oracle.account[seat])
    return made


def _compare(product: CompiledHand, oracle: VariantHand) -> None:
    place = oracle.full()
    assert product.due() == oracle.due(), place
    assert product.points == oracle.points, place
    assert product.moves() == oracle.moves(), place
    assert product.cards() == _cards(oracle), place
    credits = (
        {}
        if "act" not in place or place["act"] == "play"
        else {move: oracle.credit(move) for move in oracle.moves() if move != "pass"}
    )
    assert product.credits() == credits, place


def _cards(oracle: VariantHand) -> dict[str, object]:
    state = oracle._now
    played = oracle.deck()
    for card in oracle._cards_left():
        played.remove(card)
    gone = Counter(played)
    text = ["".join(rank * gone[rank + suit] for rank in "ATKQJ987") or "-" for suit in "SHDC"]
    found: dict[str, object] = {
        "upcard": oracle.upcard,
        "glups": dict(state.glups),
        "gone": ".".join(text),
    }
    face_down = [*state.stock, *(card for seat in SEATS for card in state.piles[seat])]
    face_down += [state.dead] if state.dead else []
    for seat in SEATS:
        found[seat] = oracle.hand(seat)
        found[f"table.{seat}"] = sorted(
            (copy.card, copy.number, sorted(copy.served)) for copy in oracle.table(seat)
        )
        hidden = oracle.hand(other(seat))
        taken = state.taken[other(seat)]
        if taken is not None:
            hidden.remove(taken)
        found[f"unseen.{seat}"] = sorted(hidden + face_down)
        found[f"hidden.{seat}"] = len(hidden)
    return found


def deck_to_deal(rules: str, random: Random, stacked: bool) -> tuple[list[str], Counter[str]]:
    """The cards in the order in which they are dealt, and those that a player keeps."""
    oracle = GlupHand if rules == "glup" else GoulashHand
    deck = oracle.deck()
    random.shuffle(deck)
    if not stacked:
        return deck, Counter()
    size, trump = oracle.hand_size, random.choice("SHDC")
    meld = random.choice(melds_of(RULEBOOKS[rules], Suit.parse(trump)))
    wanted = [card.text() for card in meld.cards]
    wanted += [rank + trump for rank in "ATK" for _ in range(2)]
    upcard = next(card for card in deck if card[1] == trump and wanted.count(card) < 2)
    deck.remove(upcard)
    rich: list[str] = []
    for card in wanted:
        if card in deck and len(rich) < size:
            deck.remove(card)
            rich.append(card)
    while len(rich) < size:
        rich.append(deck.pop())
    random.shuffle(rich)
    poor, rest = deck[:size], deck[size:]
    hands = [rich, poor] if random.random() < 0.7 else [poor, rich]
    step = 1 if rules == "glup" else 4
    dealt = [
        card
        for start in range(0, size, step)
        for hand in hands
        for card in hand[start : start + step]
    ]
    return [*dealt, upcard, *rest], Counter(card.text() for card in meld.cards)


def chosen_move(oracle: VariantHand, kept: Counter[str], random: Random) -> str:
    moves = oracle.moves()
    if "pass" in moves:
        if random.random() < 0.9:
            moves = [move for move in moves if move != "pass"]
        if random.random() < 0.6:
            return max(moves, key=lambda move: (oracle.credit(move), move))
        return random.choice(moves)
    if not kept:
        return random.choice(moves)
    # Winning cards first, those that make the meld last.
    seat = oracle.full()["turn"]
    held = Counter([*oracle.hand(seat), *(copy.card for copy in oracle.table(seat))])
    weights = [
        0.02
        if 0 < held[move[:2]] <= kept[move[:2]]
        else _WINNING
        if _wins(move, oracle.trump)
        else 2
        for move in moves
    ]
    return random.choices(moves, weights)[0]


_WINNING = 20


def _wins(card: str, trump: str) -> bool:
    """Whether it is likely to win the trick."""
    return card[1] == trump and card[0] in "AT"
