"""An independent, slow, obvious referee of one hand of glup.

Written from the rules page of the two-handed variants (sections 1, 3 and 4), its notation page and
docs/RULES.md sections 2, 3 and 10 alone. What a copy has served in are the kinds of meld, each
multiple a kind of its own.

Decisions, where the pages are silent or can be read in two ways:

- "In more kinds": in more kinds of meld, the multiples of one counted as different kinds.
- "Instead of the last table copy chosen" is the last one chosen of that card.
- The suit of a marriage need not be noted, since a copy has one suit.
- A nine of trumps that was laid in `double-nines` and is held at the end scores like any other.
- The winner of trick 30 who exchanges after it scores the exchange; the nine is then the upcard
  that the loser takes, and one of the loser's nines scores nothing.
- Points are not split further by the notation: nines, glups, `dix` and the dealer's belong to the
  first number. `account` has them apart.
- `glups` are 0 for both in the playoff. Where `glups=` and `tricks=` are both given, `glups=` is
  taken without a check.
- The marriage of the trump suit is called `royal-marriage` only, its multiples likewise.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from .hand import SEATS, other
from .hand_melds import Copy, Pattern, Way
from .variants import SUITS, State, VariantHand, canonical, wins

MULTIPLES = ("", "double-", "triple-", "quadruple-")

# Section 3, "Melds": single, double, triple, quadruple.
POINTS: dict[str, tuple[int | None, ...]] = {
    "marriage": (2, 15, 45, 450),
    "royal-marriage": (4, 30, 90, 900),
    "pinochle": (4, 30, 90, 900),
    "roundhouse": (50, 500),
    "run": (15, 150, 1500),
    "roundhouse-of-runs": (200,),
    "nines": (None, 20, None, 200),
    "jacks": (4, 40, 400, 4000),
    "queens": (6, 60, 600, 6000),
    "kings": (8, 80, 800, 8000),
    "aces": (10, 100, 1000, 10000),
    "trump-jacks": (4,),
    "trump-queens": (6,),
    "trump-kings": (8,),
    "trump-aces": (10,),
}

# Section 3, "Incompatible", without the rows that hang on the trump suit.
INCOMPATIBLE = (
    (("marriage", "royal-marriage"), ("roundhouse", "roundhouse-of-runs")),
    (("double-marriage", "double-royal-marriage"), ("double-roundhouse",)),
    (("quadruple-royal-marriage",), ("trump-queens", "trump-kings")),
    (("pinochle",), ("roundhouse-of-runs",)),
    (("roundhouse",), ("queens", "kings", "roundhouse-of-runs")),
    (("double-roundhouse",), ("double-queens", "double-kings")),
    (("run",), ("roundhouse-of-runs",)),
    (("roundhouse-of-runs",), ("jacks", "queens", "kings", "aces")),
    (("quadruple-jacks",), ("trump-jacks",)),
    (("quadruple-queens",), ("trump-queens",)),
    (("quadruple-kings",), ("trump-kings",)),
    (("quadruple-aces",), ("trump-aces",)),
)
INCOMPATIBLE_BY_TRUMP = {
    "S": ((("quadruple-pinochle",), ("trump-queens",)),),
    "D": ((("quadruple-pinochle",), ("trump-jacks",)),),
}


def base_kind(kind: str) -> str:
    """A kind without its multiple."""
    for multiple in MULTIPLES[1:]:
        kind = kind.removeprefix(multiple)
    return kind


def compatible(one: str, two: str, trump: str) -> bool:
    """Whether a copy that served in one kind may serve in the other (section 3)."""
    if base_kind(one) == base_kind(two):
        return False
    return not any(
        (one in left and two in right) or (two in left and one in right)
        for left, right in INCOMPATIBLE + INCOMPATIBLE_BY_TRUMP.get(trump, ())
    )


def single_cards(kind: str, trump: str) -> list[list[str]]:
    """The cards of a single meld of this kind, once for each suit that it can be made in."""
    around = {"nines": "9", "jacks": "J", "queens": "Q", "kings": "K", "aces": "A"}
    if kind == "marriage":
        return [["K" + suit, "Q" + suit] for suit in SUITS if suit != trump]
    if kind == "royal-marriage":
        return [["K" + trump, "Q" + trump]]
    if kind == "pinochle":
        return [["QS", "JD"]]
    if kind == "run":
        return [[rank + trump for rank in "ATKQJ"]]
    if kind.startswith("trump-"):
        return [[around[kind.removeprefix("trump-")] + trump] * 4]
    ranks = {"roundhouse": "KQ", "roundhouse-of-runs": "AKQJ"}.get(kind) or around[kind]
    return [[rank + suit for rank in ranks for suit in SUITS]]


def melds(trump: str) -> list[tuple[Pattern, int]]:
    """Every meld of the game and what it scores."""
    found = []
    for kind, row in POINTS.items():
        for times, (multiple, points) in enumerate(zip(MULTIPLES, row, strict=False), start=1):
            if points is None:
                continue
            for cards in single_cards(kind, trump):
                ordered = tuple(sorted(cards * times, key=canonical))
                found.append((Pattern(multiple + kind, ordered, False), points))
    return found


def which_copies(
    pattern: Pattern, hand: Sequence[str], table: Sequence[Copy], trump: str
) -> tuple[Copy, ...] | None:
    """The copies that serve when a seat names this meld, None if it cannot make it (section 3)."""
    chosen: list[Copy] = []
    needed = Counter(pattern.cards)
    for card, times in needed.items():
        usable = [
            copy
            for copy in table
            if copy.card == card
            and all(compatible(pattern.kind, kind, trump) for kind in copy.served)
        ]
        usable.sort(key=lambda copy: (-len(copy.served), copy.number))
        usable = usable[:times]
        rest = times - len(usable)
        if rest > hand.count(card):
            return None
        chosen += usable + [Copy(card, 0, frozenset())] * rest
    if any(copy.number == 0 for copy in chosen):
        return tuple(chosen)
    in_hand = [card for card in needed if card in hand]
    if not in_hand:
        return None
    last = in_hand[-1]
    place = max(index for index, copy in enumerate(chosen) if copy.card == last)
    chosen[place] = Copy(last, 0, frozenset())
    return tuple(chosen)


def glups_after(before: int, led: str, card: str, trump: str) -> tuple[int, int]:
    """The follower's count after his card, and what he scores by it (section 3, "Glups")."""
    if card[1] != led[1] or wins(led, card, trump):
        return 0, 0
    gain = 1 + (card[0] in "ATK") + (card == led)
    threshold = 3 * (before // 3) + 3
    if before + gain < threshold:
        return before + gain, 0
    return threshold, 10 if threshold == 9 or threshold >= 15 else 1


class GlupHand(VariantHand):
    """One hand of glup, from the deal or from a position, referee of every move in it."""

    rules = "glup"
    ranks = "ATKQJ9"
    copies = 4
    hand_size = 18
    stock_tricks = 30
    heads_plain_suits = True
    own_count = "glup"
    target = 1000

    def __init__(
        self, deck: Sequence[str], dealer: str, count: str | None = None, lifted: bool = False
    ) -> None:
        """Deal the cards in the order given, and begin.

        Args:
            deck: All cards, in the order in which they are dealt.
            dealer: The seat that deals.
            count: What the cards count in tricks, if not the game's own count.
            lifted: Whether the dealer lifted exactly 37 cards to deal.
        """
        super().__init__(deck, dealer, count)
        if lifted:
            self._lifted = True
            self._score(dealer, "dealer", 2 if self._now.upcard == self._nine else 1)

    @property
    def stock(self) -> list[str]:
        """The cards that lie face down, the next one first."""
        return list(self._now.stock)

    @property
    def glups(self) -> dict[str, int]:
        """Each seat's count."""
        return dict(self._now.glups)

    @property
    def _nine(self) -> str:
        return "9" + self._trump

    def _dealt(self, deck: list[str], dealer: str) -> State:
        """Section 1: one card at a time, the non-dealer first."""
        first = other(dealer)
        hands = {first: deck[0:36:2], dealer: deck[1:36:2]}
        return State(hands, deck[36], leader=first, turn=first, stock=deck[37:])

    def _begin(self, dealer: str) -> None:
        """Order of events (1), but for the lift."""
        if self._now.upcard == self._nine:
            self._score(dealer, "dealer", 1)

    def _services(self, kind: str, card: str) -> frozenset[str]:
        return frozenset({kind})

    def _ways(self, seat: str) -> list[Way]:
        hand = self._now.hands[seat]
        table = self.table(seat)
        ways = []
        for pattern, points in melds(self._trump):
            copies = which_copies(pattern, hand, table, self._trump)
            if copies is not None:
                ways.append(Way(pattern, copies, points))
        return ways

    def _claims(self) -> dict[str, int]:
        """One meld, or the exchange."""
        state = self._now
        claims = {way.pattern.text: way.credit for way in self._ways(state.turn)}
        if self._nine in state.hands[state.turn] and state.upcard != self._nine:
            claims["dix"] = 1
        return claims

    def _show_dix(self) -> None:
        """Section 3, `dix`."""
        self._score(self._now.turn, "dix", 1)
        self._exchange(self._now.turn, self._nine)

    def _after_card(self, seat: str, card: str) -> None:
        """A nine of trumps scores as it is played; the leader has no glups."""
        if card == self._nine:
            self._score(seat, "nines", 1)
        if seat == self._now.leader:
            self._now.glups[seat] = 0

    def _after_reply(self, led: str, card: str) -> None:
        """The follower's glups; who wins has none, and leads next."""
        follower = other(self._now.leader)
        count, points = glups_after(self._now.glups[follower], led, card, self._trump)
        self._now.glups[follower] = count
        self._score(follower, "glups", points)

    def _glups_of(self, history: list[tuple[str, str]]) -> dict[str, int]:
        """Both counts after these tricks; who led the first one is told by who leads now."""
        led_last = [follow_through(history, first, self._trump) for first in SEATS]
        return next(glups for leader, glups in led_last if leader == self._now.leader)

    def _after_stock_trick(self) -> None:
        """Order of events (3), after trick 30 too."""
        self._now.act = "meld"

    def _answered(self) -> None:
        """Order of events (4) to (6)."""
        state = self._now
        winner, loser = state.leader, other(state.leader)
        state.hands[winner].append(state.stock.pop(0))
        if state.stock:
            state.hands[loser].append(state.stock.pop(0))
            state.act = "play"
            return
        for seat in SEATS:
            self._score(seat, "nines", self._held(seat).count(self._nine))
        state.hands[loser].append(state.upcard)
        self._begin_playoff()

    def _face_down_tokens(self) -> dict[str, str]:
        state = self._now
        tokens = {"stock": ",".join(state.stock)}
        tokens["glups"] = "/".join(str(state.glups[seat]) for seat in SEATS)
        if self._lifted:
            tokens["cut"] = "37"
        return tokens


def follow_through(
    history: list[tuple[str, str]], first: str, trump: str
) -> tuple[str, dict[str, int]]:
    """Who leads after these tricks, and both glup counts, if this seat led the first of them."""
    leader = first
    glups = dict.fromkeys(SEATS, 0)
    for led, card in history:
        follower = other(leader)
        glups[follower], _points = glups_after(glups[follower], led, card, trump)
        glups[leader] = 0
        if wins(led, card, trump):
            leader = follower
    return leader, glups
