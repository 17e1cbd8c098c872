"""An independent, slow, obvious referee of one hand of goulash.

Written from the rules page of the two-handed variants (sections 1, 2 and 4), its notation page and
docs/RULES.md sections 2 to 5 alone. The melds and the choice of copies are macdougall's, from
`hand_melds`.

Decisions, where the pages are silent or can be read in two ways:

- "Four at a time": four to the non-dealer, four to the dealer, and so on, four times.
- A seat is asked at a dix turn only while it has a 7 of trumps that is not on the table; one that
  lies there has been shown.
- A seat asked before the first lead is asked once: the dealer who exchanged does not show his other
  7 before trick 1, also when the non-dealer passed.
- Which 7 the winner of trick 16 holds is told by where it came from: the one taken as the upcard
  scores nothing, another one that he kept back scores 10.
- A 7 on the table goes back to the hand after trick 16 like a melded card.
- The 10 for a 7 held after trick 16 is no item of `melds`, it is only scored.
- Doubles are not played here, so there is no window.
"""

from __future__ import annotations

from .hand import SEATS, Item, other
from .hand_melds import Way, best_way, patterns, services
from .variants import State, VariantHand

DIX = 10
PILE = 15


class GoulashHand(VariantHand):
    """One hand of goulash, from the deal or from a position, referee of every move in it."""

    rules = "goulash"
    ranks = "ATKQJ987"
    copies = 2
    hand_size = 16
    stock_tricks = 16
    heads_plain_suits = False
    own_count = "old"
    target = 1500

    @property
    def piles(self) -> dict[str, list[str]]:
        """Each seat's pile, the next card first."""
        return {seat: list(self._now.piles[seat]) for seat in SEATS}

    @property
    def dead(self) -> str:
        """The card under the upcard, an empty text when it has been taken."""
        return self._now.dead

    @property
    def _seven(self) -> str:
        return "7" + self._trump

    def _dealt(self, deck: list[str], dealer: str) -> State:
        """Section 2, "Deal"."""
        first = other(dealer)
        hands: dict[str, list[str]] = {seat: [] for seat in SEATS}
        for start in range(0, 32, 8):
            hands[first] += deck[start : start + 4]
            hands[dealer] += deck[start + 4 : start + 8]
        piles = {first: deck[33 : 33 + PILE], dealer: deck[33 + PILE : 33 + 2 * PILE]}
        return State(hands, deck[32], leader=first, turn=dealer, piles=piles, dead=deck[63])

    def _begin(self, dealer: str) -> None:
        """Order of events (1) and (2)."""
        if self._now.upcard == self._seven:
            self._score(dealer, "dealer", DIX)
        self._now.act = "dix"

    def _services(self, kind: str, card: str) -> frozenset[str]:
        return services(kind, card)

    def _ways(self, seat: str) -> list[Way]:
        hand = self._now.hands[seat]
        table = self.table(seat)
        ways = [
            best_way("macdougall", pattern, hand, table, [])
            for pattern in patterns("macdougall", self._trump)
        ]
        return [way for way in ways if way is not None]

    def _claims(self) -> dict[str, int]:
        """A meld, or at a dix turn the dix."""
        state = self._now
        if state.act == "meld":
            return {way.pattern.text: way.credit for way in self._ways(state.turn)}
        return {"dix": DIX} if self._seven in state.hands[state.turn] else {}

    def _show_dix(self) -> None:
        """Section 2, "Dix turn"."""
        state = self._now
        seat = state.turn
        self._score(seat, "dix", DIX)
        if state.upcard == self._seven:
            copy = self._lay(seat, self._seven)
            state.items[seat].append(Item("dix", (copy,), state.completed))
        else:
            self._exchange(seat, self._seven)

    def _after_card(self, seat: str, card: str) -> None:
        """No card scores as it is played."""

    def _after_reply(self, led: str, card: str) -> None:
        """There are no glups."""

    def _glups_of(self, history: list[tuple[str, str]]) -> dict[str, int]:
        return dict.fromkeys(SEATS, 0)

    def _after_stock_trick(self) -> None:
        """Order of events (4) and (5)."""
        if self._now.completed < self.stock_tricks:
            self._now.act = "meld"
        else:
            self._last_draws()

    def _answered(self) -> None:
        """Before the first lead dealer, then non-dealer; after a trick winner, then loser."""
        state = self._now
        leads, follows = state.leader, other(state.leader)
        if state.act == "meld":
            self._draw()
            state.act, state.turn = "show", leads
        elif state.act == "dix" and state.completed == 0:
            state.act, state.turn = "show", leads
        elif state.act == "show" and state.completed > 0:
            state.act, state.turn = "dix", follows
        else:
            state.act, state.turn = "play", leads

    def _draw(self) -> None:
        """Each from his own pile, the winner first."""
        state = self._now
        for seat in (state.leader, other(state.leader)):
            state.hands[seat].append(state.piles[seat].pop(0))

    def _last_draws(self) -> None:
        """Winner the upcard, loser the dead card; sevens kept back score (order of events, 5)."""
        state = self._now
        winner, loser = state.leader, other(state.leader)
        state.hands[loser].append(state.dead)
        for seat in SEATS:
            self._score(seat, "sevens held", DIX * state.hands[seat].count(self._seven))
        state.hands[winner].append(state.upcard)
        state.dead = ""
        self._begin_playoff()

    def _face_down_tokens(self) -> dict[str, str]:
        state = self._now
        tokens = {"pile." + seat: ",".join(state.piles[seat]) or "-" for seat in SEATS}
        return tokens | {"dead": state.dead}
