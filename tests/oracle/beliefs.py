"""What one seat can believe about the hidden cards: every possibility counted, nothing sampled.

Written from docs/RULES.md and docs/NOTATION.md alone, for positions as one seat sees them in the
stock phase, of the whole deck or of a smaller one that is a part of it. Probabilities are exact.

Two beliefs:

- `worlds`: every assignment of the unseen cards to the other hand's hidden places and to the
  face-down stock in its order is equally likely. Identical cards are distinct when possibilities
  are counted and the same when they are told.
- `histories`: every order of the deck that agrees with all that the seat has observed is equally
  likely. A card that was played to a trick or laid after it had been dealt or drawn by then.

Decisions:

- `histories` counts in one of two ways, which differ when the other seat may have had both copies
  of a card that it showed. With `DISTINCT` (the default) the copy that was shown is one particular
  copy, so that two copies in hand are not the likelier cause of the card shown; the cards held
  now are then exactly as likely as in `worlds`, whatever was played. With `FACES` an order of the
  deck counts in full when some copy was there in time; `worlds` does not follow from it.
- A play names no copy in `tricks=`. A copy marked `*` was played at the first play of its card
  after it was laid, as NOTATION.md reads an unmarked card; all other plays were from the hand.
- A seat that took the upcard shows that copy first when it later plays or lays the card from its
  hand, which leaves the loosest bound for the other copy.
- The upcard that the other seat took and no longer holds is told by the position only when one of
  the cards it showed since can have been it; else it must be given.
- What the viewer drew and when does not matter: each order of its own cards leaves as many orders
  of the others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import permutations
from math import perm
from typing import NamedTuple

from .hand import hand_cards, item_cards, other
from .hand_melds import DECK, canonical, wins

DISTINCT = "distinct"
FACES = "faces"


class View(NamedTuple):
    """What a seat knows of where the cards are.

    `known` are the cards of the other hand that are known (on its table, or the upcard taken in an
    exchange), `hidden` is the number of the others, `out` are the cards of the completed tricks
    and the card led, `face_down` is the number of cards of the stock, the upcard not counted.
    """

    own: tuple[str, ...]
    known: tuple[str, ...]
    hidden: int
    upcard: str | None
    out: tuple[str, ...]
    face_down: int


class World(NamedTuple):
    """The hidden cards of the other hand in canonical order, and the stock, next drawn first."""

    hidden: tuple[str, ...]
    stock: tuple[str, ...]


class History(NamedTuple):
    """How the other seat came by its cards: dealt (in canonical order), and `drawn[i]` after trick
    i + 1; and the stock as it lies now, next drawn first. The upcard is in none of them."""

    dealt: tuple[str, ...]
    drawn: tuple[str, ...]
    stock: tuple[str, ...]


class Shown(NamedTuple):
    """A copy that the other seat was dealt (`by` 0) or had drawn after trick `by` at latest."""

    card: str
    by: int


# ------------------------------------------------------------------------------------ the view


def known_and_hidden(text: str) -> tuple[tuple[str, ...], int]:
    """A hand's known cards and its number of unknown ones (NOTATION.md, `+n`)."""
    cards, _plus, number = text.partition("+")
    return tuple(hand_cards(cards)) if cards else (), int(number or "0")


def played_tricks(tokens: Mapping[str, str]) -> list[tuple[str, str]]:
    """The completed tricks, leader's card first."""
    tricks = []
    for trick in filter(None, tokens.get("tricks", "").split(",")):
        led, reply = trick.split("-")
        tricks.append((led, reply))
    return tricks


def view_of(tokens: Mapping[str, str], seat: str | None = None) -> View:
    """What a position as one seat sees it tells of the cards; `seat` is `turn` when not given."""
    seat = seat or tokens["turn"]
    known, hidden = known_and_hidden(tokens[other(seat)])
    out = [card for trick in played_tricks(tokens) for card in trick]
    if not out and "gone" in tokens:
        out = hand_cards(tokens["gone"])
    if "led" in tokens:
        out.append(tokens["led"])
    return View(
        own=tuple(hand_cards(tokens[seat])),
        known=known,
        hidden=hidden,
        upcard=tokens.get("upcard"),
        out=tuple(out),
        face_down=int(tokens["stock"]),
    )


def unseen_cards(view: View, deck: Sequence[str] = DECK) -> list[str]:
    """The cards that the seat cannot see, in canonical order.

    Raises:
        ValueError: A card is seen more often than the deck has it, or the numbers do not agree.
    """
    seen = [*view.own, *view.known, *view.out] + ([view.upcard] if view.upcard else [])
    unseen = without(deck, seen)
    if len(unseen) != view.hidden + view.face_down:
        raise ValueError(f"{len(unseen)} unseen, {view.hidden} hidden, {view.face_down} face down")
    return sorted(unseen, key=canonical)


def without(cards: Iterable[str], gone: Iterable[str]) -> list[str]:
    """The cards that are left when some are taken away, copy by copy."""
    left = list(cards)
    for card in gone:
        if card not in left:
            raise ValueError(f"too many copies of {card}")
        left.remove(card)
    return left


# ---------------------------------------------------------------------------------- the worlds


def worlds(view: View, deck: Sequence[str] = DECK) -> dict[World, Fraction]:
    """Every world that the seat considers possible, with its probability; they sum to 1.

    Every arrangement of the unseen copies on the places counts once.
    """
    unseen = unseen_cards(view, deck)
    counted: Counter[World] = Counter()
    for stock in permutations(range(len(unseen)), view.face_down):
        hidden = tuple(unseen[i] for i in range(len(unseen)) if i not in stock)
        counted[World(hidden, tuple(unseen[i] for i in stock))] += 1
    whole = perm(len(unseen), view.face_down)
    return {world: Fraction(number, whole) for world, number in counted.items()}


# ------------------------------------------------------------------------------- the histories


def histories(
    tokens: Mapping[str, str],
    deck: Sequence[str] = DECK,
    seat: str | None = None,
    first_upcard: str | None = None,
    counting: str = DISTINCT,
) -> dict[History, Fraction]:
    """Every way in which the other seat came by its cards, with its probability; they sum to 1.

    Args:
        tokens: A position as one seat sees it, with `tricks=`, `dealer=` and `@k` on melds.
        deck: The deck, of which the real one is too big for this.
        seat: The viewer, `turn` when not given.
        first_upcard: The upcard of the deal, needed only when the other seat took it and the
            position does not tell what it was.
        counting: `DISTINCT` or `FACES`.
    """
    seat = seat or tokens["turn"]
    view = view_of(tokens, seat)
    shown = shown_cards(tokens, seat, first_upcard)
    mine, _theirs = plays(tokens, seat)
    pool = without(deck, [*view.own, *(card for card, _trick in mine)])
    if exchange_of(tokens, other(seat)) is not None:
        pool = without(pool, [_taken(tokens, other(seat), first_upcard)])
    elif view.upcard:
        pool = without(pool, [view.upcard])
    pool.sort(key=canonical)
    draws = draws_made(tokens)
    counted: Counter[History] = Counter()
    for places in permutations(range(len(pool)), draws + view.face_down):
        # The copies by where they came from: 0 the deal, k the draw after trick k.
        came = dict.fromkeys(set(range(len(pool))) - set(places), 0)
        came |= {copy: k for k, copy in enumerate(places[:draws], start=1)}
        if _agrees(pool, came, shown, counting):
            dealt = tuple(pool[copy] for copy in sorted(came) if came[copy] == 0)
            drawn = tuple(pool[copy] for copy in places[:draws])
            stock = tuple(pool[copy] for copy in places[draws:])
            counted[History(dealt, drawn, stock)] += 1
    whole = sum(counted.values())
    if not whole:
        raise ValueError("no order of the deck agrees with the position")
    return {history: Fraction(number, whole) for history, number in counted.items()}


def _agrees(pool: list[str], came: dict[int, int], shown: list[Shown], counting: str) -> bool:
    """Whether every copy shown had come to the other seat in time."""
    for card in {copy.card for copy in shown}:
        bounds = sorted(copy.by for copy in shown if copy.card == card)
        copies = [copy for copy, face in enumerate(pool) if face == card]
        if counting == DISTINCT:
            # The copies shown are particular ones: the first of the pool.
            if any(came.get(copy, 99) > by for copy, by in zip(copies, bounds, strict=False)):
                return False
        else:
            times = sorted(came.get(copy, 99) for copy in copies)
            if any(time > by for time, by in zip(times, bounds, strict=False)):
                return False
        if len(bounds) > len(copies):
            return False
    return True


def draws_made(tokens: Mapping[str, str]) -> int:
    """How many cards each seat has drawn (RULES.md 2.3: in hayes before the winner melds)."""
    tricks = len(played_tricks(tokens))
    waiting = tokens.get("act", "play") != "play" and tokens.get("rules", "scarne") != "hayes"
    return tricks - 1 if waiting else tricks


def plays(
    tokens: Mapping[str, str], seat: str
) -> tuple[list[tuple[str, int]], list[tuple[str, int]]]:
    """What `seat` played and what the other one did, each card with the number of its trick."""
    trump = tokens["trump"] if "trump" in tokens else tokens["upcard"][1]
    tricks = played_tricks(tokens)
    played: dict[str, list[tuple[str, int]]] = {"south": [], "north": []}
    leader = other(tokens["dealer"]) if tricks else ""
    for number, (led, reply) in enumerate(tricks, start=1):
        played[leader].append((led, number))
        played[other(leader)].append((reply, number))
        if wins(led, reply, trump):
            leader = other(leader)
    if "led" in tokens:
        played[other(tokens["turn"])].append((tokens["led"], len(tricks) + 1))
    return played[seat], played[other(seat)]


def exchange_of(tokens: Mapping[str, str], seat: str) -> int | None:
    """The trick after which a seat took the upcard for its nine, None if it did not."""
    for text in filter(None, tokens.get("melds." + seat, "").split("+")):
        kind, cards, after = item_cards(text)
        if kind == "dix" and not cards:
            if after is None:
                raise ValueError(f"melds.{seat}: {text} does not tell after which trick")
            return after
    return None


def shown_cards(
    tokens: Mapping[str, str], seat: str, first_upcard: str | None = None
) -> list[Shown]:
    """What `seat` has seen of the other one's cards, and by when each had been dealt or drawn.

    The upcard that the other seat took was neither dealt nor drawn and is left out.
    """
    away = other(seat)
    trump = tokens["trump"] if "trump" in tokens else tokens["upcard"][1]
    exchange = exchange_of(tokens, away)
    taken = _taken(tokens, away, first_upcard) if exchange is not None else None
    shown = []
    if exchange is not None:
        shown.append(Shown("9" + trump, _draw_before_meld(tokens, exchange)))
    for card, time, by in _appearances(tokens, seat):
        if card == taken and exchange is not None and time > exchange:
            taken = None
        else:
            shown.append(Shown(card, by))
    return shown


def _appearances(tokens: Mapping[str, str], seat: str) -> list[tuple[str, float, int]]:
    """Every copy that left the other seat's hand for the table or for a trick, by time.

    With each its time (k for trick k, a half later for the melds after it) and the draw by which
    the seat had it.
    """
    away = other(seat)
    laid: dict[tuple[str, int], tuple[int, bool]] = {}
    for text in filter(None, tokens.get("melds." + away, "").split("+")):
        _kind, cards, after = item_cards(text)
        for card, number, played in cards:
            if after is None:
                raise ValueError(f"melds.{away}: {text} does not tell after which trick")
            first, before = laid.get((card, number), (after, False))
            laid[card, number] = (first, before or played)
    found = [
        (card, after + 0.5, _draw_before_meld(tokens, after))
        for (card, _number), (after, _played) in laid.items()
    ]
    _mine, theirs = plays(tokens, seat)
    for (card, number), (after, played) in sorted(laid.items()):
        if played:
            later = [play for play in theirs if play[0] == card and play[1] > after]
            if not later:
                raise ValueError(f"melds.{away}: {card}{number}* was not played since")
            theirs.remove(later[0])
    found += [(card, float(trick), trick - 1) for card, trick in theirs]
    return sorted(found, key=lambda one: one[1])


def _draw_before_meld(tokens: Mapping[str, str], trick: int) -> int:
    """The last draw before a meld that follows a trick."""
    return trick if tokens.get("rules", "scarne") == "hayes" else trick - 1


def _taken(tokens: Mapping[str, str], away: str, first_upcard: str | None) -> str:
    """The upcard that the other seat took in its exchange.

    Raises:
        ValueError: It is not given, and the position does not tell.
    """
    if first_upcard is not None:
        return first_upcard
    trump = tokens["trump"] if "trump" in tokens else tokens["upcard"][1]
    known, _hidden = known_and_hidden(tokens[away])
    held = without(known, table_of(tokens, away))
    if held:
        return held[0]
    exchange = exchange_of(tokens, away)
    candidates = {
        card
        for card, time, _by in _appearances(tokens, other(away))
        if exchange is not None and time > exchange and card[1] == trump and card[0] != "9"
    }
    if len(candidates) != 1:
        raise ValueError("the position does not tell what the upcard was")
    return candidates.pop()


def table_of(tokens: Mapping[str, str], seat: str) -> list[str]:
    """The cards that a seat has on the table: what its melds laid and has not been played."""
    laid: dict[tuple[str, int], bool] = {}
    for text in filter(None, tokens.get("melds." + seat, "").split("+")):
        _kind, cards, _after = item_cards(text)
        for card, number, played in cards:
            laid[card, number] = laid.get((card, number), False) or played
    return [card for (card, _number), played in laid.items() if not played]
