"""The settings of a match, and the results of its hands or games: values written as JSON lines."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from pinochle_solver.game.recording import record_of
from pinochle_solver.game.under_way import GameUnderWay
from pinochle_solver.hand.deals import Deal, random_deal
from pinochle_solver.hand.referee import Referee
from pinochle_solver.limits import Limits
from pinochle_solver.notation.hand_records import HandRecord
from pinochle_solver.notation.players import Players
from pinochle_solver.rules.claims import RecordedCall
from pinochle_solver.rules.counts import COUNTS
from pinochle_solver.rules.moves import Move
from pinochle_solver.rules.rulebooks import RULEBOOKS
from pinochle_solver.rules.rules import Doubles, Rulebook, Seat

SIDES = ("A", "B")

GLUPS = "glups"
"""Among the kinds of melds what was scored for glups."""

# No game has more, whatever its target: both seats gain in every hand.
_MOST_HANDS = 10**6


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchSettings:
    """What decides how a match goes; a match can only be continued with the same settings.

    Attributes:
        a, b: the players, as they are written.
        rules: the names of the rulebooks, played in turn.
        count: what cards count; None for each rulebook's own.
        seed: the seed of the deals and of what is random in the players.
        seconds: the time for each move; None if `worlds` is given.
        worlds: the worlds for each move.
        timeout: after how many seconds without an answer an external player has lost the hand.
        sprt: the bounds of the sequential test, in points a hand; None without one.
        version: the version of the package.
        names: what the players call themselves.
        rulebooks: the rulebooks among these that are not published.
        game: whether whole games are played, not hands.
        target: the points that end the games; None for the rulebook's target.
        ahead: the lead that wins the games; None if the target ends them.
        call_out: whether the games are played with call-outs.
        doubles: ``every`` or ``first-last`` if hands are played with doubles and count in stakes;
            None if they count in points.
    """

    a: str
    b: str
    rules: tuple[str, ...]
    count: str | None
    seed: int
    seconds: float | None
    worlds: int | None
    timeout: float
    sprt: tuple[float, float] | None = None
    version: str
    names: tuple[str, str]
    rulebooks: tuple[Rulebook, ...] = ()
    game: bool = False
    target: int | None = None
    ahead: int | None = None
    call_out: bool = False
    doubles: str | None = None

    @property
    def with_doubles(self) -> Doubles | None:
        """The doubles of each hand."""
        return None if self.doubles is None else Doubles.parse(self.doubles)

    @property
    def limits(self) -> Limits:
        """How long each may think about a stock-phase move, unless its options say otherwise."""
        return Limits(seconds=self.seconds, worlds=self.worlds)

    def deal(self, pair: int, hand: int = 1) -> Deal:
        """The cards of a pair of hands, or of both hands of this number in a pair of games.

        Pairs and hands are numbered from 1; the deal alternates from each to the next.
        """
        round_, place = divmod(pair - 1, len(self.rules))
        known = RULEBOOKS | {rules.name: rules for rules in self.rulebooks}
        rules = known[self.rules[place]]
        count = COUNTS[self.count] if self.count is not None else None
        index = (pair - 1) * _MOST_HANDS + hand - 1 if self.game else pair - 1
        deal = random_deal(index, self.seed, rules, count)
        return replace(deal, dealer=Seat((round_ + hand - 1) % 2))


@dataclass(frozen=True, slots=True, kw_only=True)
class SideResult:
    """What one player did in one hand.

    Attributes:
        melds: its points for melds.
        tricks: its points in tricks; for a hand that was broken off, as far as it went.
        shown: for each kind of meld, how often it was laid and the points for it; `GLUPS` is how
            often and how much it scored for glups.
        decisions: how many decisions it made in the stock phase.
        seconds: the time that it took for them.
        slowest: the time for the longest of them.
    """

    melds: int
    tricks: int
    shown: dict[str, tuple[int, int]] = field(default_factory=dict)
    decisions: int = 0
    seconds: float = 0.0
    slowest: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class HandResult:
    """One hand.

    Attributes:
        a_sits: the seat of player A.
        margin: A's points less B's; if a player has failed, what the hand counts as.
        a, b: what the players did.
        moves: all moves, in order.
        luck: what A drew better than B, in points (`draw_luck`).
        failed: ``A`` or ``B`` if that player has failed, which ended the hand.
        failure: why it failed.
        call_outs: who called out and when, as a record has it.
        payment: with doubles what is paid to A, in initial stakes; else None.
    """

    a_sits: str
    margin: int
    a: SideResult
    b: SideResult
    moves: tuple[str, ...]
    luck: float = 0.0
    failed: str | None = None
    failure: str | None = None
    call_outs: tuple[str, ...] = ()
    payment: int | None = None

    @property
    def counts(self) -> int:
        """What the hand counts for A: the payment with doubles, else the margin."""
        return self.margin if self.payment is None else self.payment

    def side(self, side: str) -> SideResult:
        """What A or B did."""
        return self.a if side == "A" else self.b


@dataclass(frozen=True, slots=True, kw_only=True)
class PairResult:
    """The same cards played twice, with the players changing seats.

    Attributes:
        pair: its number, from 1.
        rules: the rulebook.
        hands: the two hands; A sits south in the first.
    """

    pair: int
    rules: str
    hands: tuple[HandResult, HandResult]

    @property
    def played(self) -> Iterator[PlayedHand]:
        """The hands, and what they are called."""
        for number, hand in enumerate(self.hands, start=1):
            yield PlayedHand(hand, None, number)

    @property
    def mean(self) -> float:
        """A's points over B per hand; with doubles the stakes paid to A."""
        return sum(hand.counts for hand in self.hands) / 2

    @property
    def without_luck(self) -> float:
        """The same less what A drew better than B; for stakes nothing less, as that is not known.

        What luck is worth there depends on the stake.
        """
        if any(hand.payment is not None for hand in self.hands):
            return self.mean
        return self.mean - sum(hand.luck for hand in self.hands) / 2


@dataclass(frozen=True, slots=True, kw_only=True)
class GameResult:
    """One game.

    Attributes:
        a_sits: the seat of player A.
        winner: ``A`` or ``B``.
        a, b: their scores at the end.
        hands: its hands in order. A player who failed in the last one has lost the game.
    """

    a_sits: str
    winner: str
    a: int
    b: int
    hands: tuple[HandResult, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class GamePairResult:
    """Two games with the same deals, with the players changing seats.

    Attributes:
        pair: its number, from 1.
        rules: the rulebook.
        games: the two games; A sits south in the first.
    """

    pair: int
    rules: str
    games: tuple[GameResult, GameResult]

    @property
    def hands(self) -> tuple[HandResult, ...]:
        """The hands of both games."""
        return tuple(hand for game in self.games for hand in game.hands)

    @property
    def played(self) -> Iterator[PlayedHand]:
        """The hands, and what they are called."""
        for number, game in enumerate(self.games, start=1):
            for place, hand in enumerate(game.hands, start=1):
                yield PlayedHand(hand, number, place)

    @property
    def share(self) -> float:
        """The share of the games that A won."""
        return sum(game.winner == "A" for game in self.games) / 2


AnyPair = PairResult | GamePairResult


def pair_type(settings: MatchSettings) -> type[AnyPair]:
    """What the pairs of a match are."""
    return GamePairResult if settings.game else PairResult


class PlayedHand(NamedTuple):
    """A hand of a pair.

    Attributes:
        hand: its result.
        game: the number of its game; None if hands are played.
        number: its number, in its game or in the pair.
    """

    hand: HandResult
    game: int | None
    number: int

    @property
    def name(self) -> str:
        """``hand 1``, or ``game 2, hand 3``."""
        return (
            f"hand {self.number}" if self.game is None else f"game {self.game}, hand {self.number}"
        )

    def text(self) -> str:
        """``1``, or of the third hand of a game ``2.3``."""
        return f"{self.number}" if self.game is None else f"{self.game}.{self.number}"


def records_text(settings: MatchSettings, pair: AnyPair) -> str:
    """The records of all hands: the players are named A and B, a comment says which is which."""
    texts = []
    for played, record in zip(pair.played, _records(settings, pair), strict=True):
        hand = played.hand
        way = 1 if hand.a_sits == Seat.SOUTH.text() else -1
        seats = (settings.a, settings.b)[::way]
        remarks = [
            f"; pair {pair.pair}, {played.name}: south {seats[0]}, north {seats[1]}",
            f"; {hand.failed} failed: {hand.failure}" if hand.failed else "",
        ]
        text = replace(record, players=Players(*SIDES[::way])).text()
        texts.append("".join(f"{remark}\n" for remark in remarks if remark) + text)
    return "\n".join(texts)


def _records(settings: MatchSettings, pair: AnyPair) -> Iterator[HandRecord]:
    """The records of all hands; in a game, with the score before each."""
    if isinstance(pair, PairResult):
        deal, doubles = settings.deal(pair.pair), settings.with_doubles
        for hand in pair.hands:
            yield record_of(deal, _read_moves(deal, hand.moves, doubles), doubles=doubles)
        return
    for played in pair.games:
        game = GameUnderWay(settings.deal(pair.pair).rules, settings.target, settings.ahead)
        for number, hand in enumerate(played.hands, start=1):
            deal = settings.deal(pair.pair, number)
            calls = map(RecordedCall.parse, hand.call_outs)
            record = game.record(deal, _read_moves(deal, hand.moves), calls)
            yield record
            game.add(record)


def _read_moves(
    deal: Deal, texts: tuple[str, ...], doubles: Doubles | None = None
) -> tuple[Move, ...]:
    referee = Referee.of_deal(deal, doubles=doubles)
    for text in texts:
        referee.push(text)
    return tuple(referee.history)


def encoded(value: Any) -> bytes:
    """A settings or result value as one line of JSON, without the end of the line."""
    import msgspec

    return msgspec.json.encode(value)
