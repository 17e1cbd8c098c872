"""An independent, slow, obvious referee of a hand with doubles; what its last window is worth.

Written from the rules page of the two-handed variants (section 5), its notation page and
docs/RULES.md sections 6 to 8 alone. The hand itself is played by `hand` and by `goulash`, which
know nothing of stakes.

Decisions, where the pages are silent or can be read in two ways:

- A hand told from a position that is on lead in the stock phase has had its window: whoever is to
  lead did not double, or could not.
- The moves of a window are listed in the order of the page, not sorted.
- `points` of a hand that was refused or is void is None; its position can still be looked at, and
  shows the stake before the double.
- A void hand has no stake; a renege is claimed before the next deal, so after the last trick too.
  What a renege does not touch (wrong melds) is asked of `payment_for` with the totals that result.
- The last window is told without `stock=`, and without the melds and tricks that the playoff does
  not tell either.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple, TypeAlias

from . import playoff
from .goulash import GoulashHand
from .hand import SEATS, OracleHand, other

Referee: TypeAlias = OracleHand | GoulashHand

BOTH = "both"
EVERY, FIRST_LAST = "every", "first-last"
RULES_WITH_DOUBLES = ("macdougall", "macdougall-bonus", "goulash")

CHOICES = {
    "double": ("no-double", "double"),
    "answer": ("refuse", "accept", "redouble"),
    "answer-redouble": ("refuse", "accept"),
}
"""The choices of each decision, in the order of the page."""


class Step(NamedTuple):
    """What a choice leads to: the next question, if any, the stake, the right, and who pays it."""

    act: str | None
    stake: int
    right: str
    pays: str | None


class Said(NamedTuple):
    """What was said in an open window: the trick it follows, the seat, the choice."""

    trick: int
    seat: str
    choice: str


def step(act: str, choice: str, stake: int, right: str, winner: str) -> Step:
    """The table of section 5, row by row. `stake` and `right` are those before the window.

    Raises:
        ValueError: The choice does not answer this question.
    """
    loser = other(winner)
    table = {
        ("double", "no-double"): Step(None, stake, right, None),
        ("double", "double"): Step("answer", stake, right, None),
        ("answer", "refuse"): Step(None, stake, right, loser),
        ("answer", "accept"): Step(None, 2 * stake, loser, None),
        ("answer", "redouble"): Step("answer-redouble", stake, right, None),
        ("answer-redouble", "refuse"): Step(None, 2 * stake, right, winner),
        ("answer-redouble", "accept"): Step(None, 4 * stake, winner, None),
    }
    if (act, choice) not in table:
        raise ValueError(f"not a choice here: {choice!r}")
    return table[act, choice]


def payment_for(totals: Mapping[str, int], stake: int) -> tuple[int, int]:
    """What a hand played out pays, in initial stakes, south first: more points win the stake."""
    if totals["south"] == totals["north"]:
        return 0, 0
    return (stake, -stake) if totals["south"] > totals["north"] else (-stake, stake)


def next_dealer(dealer: str, outcome: str) -> str:
    """Who deals after a hand: the deal alternates, also after a refused one, not after a void."""
    return dealer if outcome == "void" else other(dealer)


@dataclass(frozen=True)
class Doubling:
    """What a hand with doubles has besides the cards.

    `act` is the question that is open, `owed` tells that a stock trick has been completed whose
    window has not come yet, `pays` who refused and `paid` how much that costs.
    """

    stake: int = 1
    right: str = BOTH
    act: str | None = None
    owed: bool = False
    said: tuple[Said, ...] = ()
    pays: str | None = None
    paid: int = 0
    void: bool = False
    reneged: frozenset[str] = frozenset()


class DoublesHand:
    """One hand with doubles: a referee of the cards, and the windows between its tricks."""

    def __init__(self, hand: Referee, doubles: str, doubling: Doubling | None = None) -> None:
        """Take a hand that has been dealt, or begin in the middle with what was doubled so far.

        Raises:
            ValueError: There is no such option, or the rulebook has no doubles.
        """
        rules = hand.full()["rules"]
        if doubles not in (EVERY, FIRST_LAST) or rules not in RULES_WITH_DOUBLES:
            raise ValueError(f"no such doubles: {doubles!r} in {rules!r}")
        self._hand = hand
        self._doubles = doubles
        self._now = doubling or Doubling()
        self._past: list[tuple[Doubling, bool]] = []
        self._settle()

    @classmethod
    def from_tokens(cls, tokens: Mapping[str, str]) -> DoublesHand:
        """A position with both hands and all face-down cards known (both notation pages)."""
        cards = {name: text for name, text in tokens.items() if name not in ("stake", "doubler")}
        doubles = cards.pop("doubles")
        act = tokens.get("act", "play")
        asked = act if act in CHOICES else None
        if asked is not None:
            cards["act"] = "play"
        if asked == "answer":
            cards["turn"] = other(tokens["turn"])
        if "upcard" not in cards:
            cards["stock"], cards["gone"] = "", _gone(cards)
        referee = GoulashHand if cards["rules"] == "goulash" else OracleHand
        hand = referee.from_tokens(cards)
        doubling = Doubling(
            stake=int(tokens.get("stake", "1")),
            right=tokens.get("doubler", BOTH),
            act=asked,
            owed=act not in CHOICES and act != "play" and hand.completed > 0,
        )
        return cls(hand, doubles, doubling)

    @property
    def hand(self) -> Referee:
        """The referee of the cards."""
        return self._hand

    @property
    def stake(self) -> int:
        """The stake in units of that at the deal; while an answer is due, that before it."""
        return self._now.stake

    @property
    def right(self) -> str:
        """Who may offer: both, or a seat."""
        return self._now.right

    @property
    def said(self) -> tuple[Said, ...]:
        """The open windows so far, what was said and what was passed by: seen by both."""
        return self._now.said

    @property
    def outcome(self) -> str | None:
        """How the hand ended: scored, tied, refused or void; None while it is being played."""
        if self._now.void:
            return "void"
        if self._now.pays is not None:
            return "refused"
        if self._hand.due() is not None:
            return None
        totals = self.totals
        assert totals is not None
        return "tied" if totals["south"] == totals["north"] else "scored"

    @property
    def points(self) -> dict[str, tuple[int, int]] | None:
        """Melds and tricks of each seat so far, None in a hand that is refused or void."""
        if self._now.void or self._now.pays is not None:
            return None
        return self._hand.points

    @property
    def totals(self) -> dict[str, int] | None:
        """The points of each seat, reneges claimed applied: an offender's tricks count nothing."""
        points = self.points
        if points is None:
            return None
        totals = {}
        for seat in SEATS:
            melds, tricks = points[seat]
            totals[seat] = melds if seat in self._now.reneged else melds + tricks
        return totals

    @property
    def payment(self) -> tuple[int, int] | None:
        """What south and north get, in initial stakes; None while the hand is being played."""
        outcome = self.outcome
        if outcome is None:
            return None
        if outcome == "void":
            return 0, 0
        if outcome == "refused":
            paid = self._now.paid
            return (-paid, paid) if self._now.pays == "south" else (paid, -paid)
        totals = self.totals
        assert totals is not None
        return payment_for(totals, self._now.stake)

    def due(self) -> tuple[str, str] | None:
        """The seat and the kind of decision it has to make, None when the hand is over."""
        if self._now.void or self._now.pays is not None:
            return None
        if self._now.act is None:
            return self._hand.due()
        winner = self._winner()
        return other(winner) if self._now.act == "answer" else winner, self._now.act

    def moves(self) -> list[str]:
        """Every legal move: those of a window in the order of the page, others sorted."""
        if self.due() is None:
            return []
        return list(CHOICES[self._now.act]) if self._now.act else self._hand.moves()

    def apply(self, move: str) -> None:
        """Make a move, with all that follows from it without a decision.

        Raises:
            ValueError: The move is not legal.
        """
        if move not in self.moves():
            raise ValueError(f"not a legal move: {move!r}")
        before = self._now
        if before.act is not None:
            self._answer(move)
            self._past.append((before, False))
            return
        in_stock_phase, completed = not self._in_playoff(), self._hand.completed
        self._hand.apply(move)
        self._past.append((before, True))
        if in_stock_phase and self._hand.completed > completed:
            self._now = replace(before, owed=True)
        self._settle()

    def undo(self) -> None:
        """Take the last applied move back.

        Raises:
            ValueError: No move has been applied.
        """
        if not self._past:
            raise ValueError("no move to take back")
        self._now, was_played = self._past.pop()
        if was_played:
            self._hand.undo()

    def make_void(self) -> None:
        """The hand is void (docs/RULES.md section 7): it pays nobody, its stake is forgotten."""
        self._now = replace(self._now, void=True)

    def claim_renege(self, offender: str) -> None:
        """A renege of this seat is claimed: its card points are nothing, the other keeps his."""
        self._now = replace(self._now, reneged=self._now.reneged | {offender})

    def full(self) -> dict[str, str]:
        """The position with everything known (both notation pages)."""
        return self._with_doubling(self._hand.full())

    def view(self, seat: str) -> dict[str, str]:
        """The position as a seat knows it: the cards as ever, stake and right are public."""
        return self._with_doubling(self._hand.view(seat))

    def _with_doubling(self, tokens: dict[str, str]) -> dict[str, str]:
        tokens |= {"doubles": self._doubles, "stake": str(self._now.stake)}
        if self._now.act is not None or not self._in_playoff():
            tokens["doubler"] = self._now.right
        due = self.due()
        if self._now.act is not None and due is not None:
            tokens["turn"], tokens["act"] = due
        return tokens

    def _in_playoff(self) -> bool:
        """Whether the last draws have been made."""
        return "upcard" not in self._hand.full()

    def _winner(self) -> str:
        """Who won the trick before the window: he leads next."""
        due = self._hand.due()
        assert due is not None
        return due[0]

    def _settle(self) -> None:
        """Open the window when all that follows the trick is done; pass by one that is closed."""
        due = self._hand.due()
        if not self._now.owed or due is None or due[1] != "play":
            return
        is_one = self._doubles == EVERY or self._hand.completed == 1 or self._in_playoff()
        is_open = is_one and self._now.right in (BOTH, self._winner())
        self._now = replace(self._now, owed=False, act="double" if is_open else None)

    def _answer(self, choice: str) -> None:
        """Go on by the table of section 5."""
        now = self._now
        due = self.due()
        assert now.act is not None
        assert due is not None
        after = step(now.act, choice, now.stake, now.right, self._winner())
        self._now = replace(
            now,
            act=after.act,
            said=(*now.said, Said(self._hand.completed, due[0], choice)),
            right=after.right,
            stake=now.stake if after.pays else after.stake,
            pays=after.pays,
            paid=after.stake if after.pays else 0,
        )


def _gone(cards: Mapping[str, str]) -> str:
    """The cards of the tricks before a position of the playoff: those that nobody holds."""
    goulash = cards["rules"] == "goulash"
    ranks = GoulashHand.ranks if goulash else "ATKQJ9"
    suits = []
    for suit, *held in zip("SHDC", *(cards[seat].split(".") for seat in SEATS), strict=True):
        led = cards.get("led", "")
        there = "".join(held) + (led[0] if led.endswith(suit) else "")
        suits.append("".join(rank * (2 - there.count(rank)) for rank in ranks) or "-")
    return ".".join(suits)


def playoff_rules(rulebook: str, count: str = "old") -> playoff.Rules:
    """The playoff of a rulebook with doubles: goulash has macdougall's obligations."""
    if rulebook != "goulash":
        return playoff.rules_for(rulebook, count)
    rules = playoff.rules_for("macdougall", count)
    return replace(rules, ranks="ATKQJ987", points={**rules.points, "8": 0, "7": 0})


def final_difference(
    rules: playoff.Rules,
    state: playoff.State,
    points: Mapping[str, int],
    evaluate: playoff.Evaluate | None = None,
) -> int:
    """South's points less north's at the end of the hand under best play by both.

    Args:
        rules: the rules of the playoff.
        state: its first lead.
        points: what each seat has already.
        evaluate: the source of the cards' values, for hands that the plain minimax is too slow for.
    """
    values = evaluate(state) if evaluate else playoff.values(rules, state)
    best = playoff.best_moves_in_order(rules, state, lambda _state: values)[0]
    south, north = values[best]
    return points["south"] + south - points["north"] - north


def last_window_values(winner: str, difference: int, stake: int, act: str) -> dict[str, int]:
    """What each choice of a decision in the last window is worth to the mover, in initial stakes.

    Every way to go on is tried. The choices are in the order of the page, in which ties go to the
    first; `best_choice` takes it.

    Args:
        winner: who won the last stock trick.
        difference: south's final points less north's (`final_difference`).
        stake: the stake before the window.
        act: the question, a key of `CHOICES`.
    """
    mover = other(winner) if act == "answer" else winner
    return {
        choice: _to_south(winner, difference, stake, act, choice) * (1 if mover == "south" else -1)
        for choice in CHOICES[act]
    }


def best_choice(values: Mapping[str, int]) -> str:
    """The best of choices that are in the order of the page; of equal ones the first."""
    return max(values, key=lambda choice: values[choice])


def _to_south(winner: str, difference: int, stake: int, act: str, choice: str) -> int:
    """What south gets when this is chosen, and both choose best from there on."""
    after = step(act, choice, stake, winner, winner)
    if after.pays is not None:
        return -after.stake if after.pays == "south" else after.stake
    if after.act is not None:
        values = last_window_values(winner, difference, stake, after.act)
        best = best_choice(values)
        return _to_south(winner, difference, stake, after.act, best)
    return payment_for({"south": difference, "north": 0}, after.stake)[0]
