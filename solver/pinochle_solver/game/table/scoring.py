"""Games of several hands from their records: the running score, who wins, what does not fit.

If players change seats, as their names tell, what they score follows them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import TypeVar

from pinochle_solver.errors import GameError
from pinochle_solver.game.table.call_outs import (
    TableCallOut,
    check_table_call,
    judged_calls,
    score_after,
)
from pinochle_solver.game.table.replayed_hand import TableFinding, TableReplay
from pinochle_solver.notation.many import hands_of_game
from pinochle_solver.notation.players import Seated, Seating, listed, shown_name
from pinochle_solver.notation.table.field_readers import numbers_text
from pinochle_solver.notation.table.hand_records import TableRecord
from pinochle_solver.rules.agreed import Agreed, GameTerms, call_out_rule, chips_up_from
from pinochle_solver.rules.checks import counted
from pinochle_solver.rules.claims import (
    Claims,
    check_are_dealt,
    check_given_once,
)
from pinochle_solver.table.checks_paid import CheckPart
from pinochle_solver.table.game import (
    TableGame,
    bonus_of,
    game_begun,
    next_dealer,
    payments,
    standing,
    why_not_settled,
)
from pinochle_solver.table.pays import TablePays
from pinochle_solver.table.rules import TableRules
from pinochle_solver.table.scoring import HandResult, Outcome, Unit
from pinochle_solver.table.seats import Seat

_Value = TypeVar("_Value")


@dataclass(frozen=True, slots=True, repr=False)
class ScoredHand:
    """A hand of a game. Seats are those of the game's first hand, by player.

    Attributes:
        number: its number, from 1.
        dealer: who dealt it; None if its record cannot be read, or names other players.
        bidder: who bid for it; None if nobody did, or in a game without bids.
        contract: for how much; None if nobody bid.
        result: what the hand adds; None if it adds nothing.
        game: the game after the hand.
        faults: what does not fit into the game.
        findings: what is wrong within the hand, in order.
        notes: what was assumed because the record does not name every player.
        seats: if anybody sits elsewhere than in the first hand, for each seat of this record the
            seat in the game of the player who sits there; else empty.
    """

    number: int
    dealer: Seat | None
    bidder: Seat | None
    contract: int | None
    result: HandResult | None
    game: TableGame
    faults: tuple[str, ...]
    findings: tuple[TableFinding, ...]
    notes: tuple[str, ...] = ()
    seats: Mapping[Seat, Seat] = field(default_factory=dict)

    def __repr__(self) -> str:
        scores = "/".join(map(str, self.game.scores))
        return (
            f"<ScoredHand {self.number}: {scores} after it, {counted(len(self.faults), 'fault')}>"
        )


@dataclass(frozen=True, slots=True, repr=False)
class ScoredTableGame:
    """A game scored hand by hand. A seat stands for whoever sat there in the first hand.

    Attributes:
        rules: the game with its options.
        begins_at: the score before the first hand.
        hands: its hands.
        names: the names of the players, as far as a record gives them.
        pays: how the game is settled; None: nothing is agreed.
        agreed: what else is agreed on.
    """

    rules: TableRules
    begins_at: tuple[int, ...]
    hands: tuple[ScoredHand, ...]
    names: dict[Seat, str]
    pays: TablePays | None = None
    agreed: Agreed = Agreed.NOTHING

    @property
    def game(self) -> TableGame:
        """The game as it stands."""
        return self.hands[-1].game

    @property
    def has_faults(self) -> bool:
        """Whether something is wrong in a record or does not fit into the game."""
        return any(hand.faults or hand.findings for hand in self.hands)

    @property
    def payments(self) -> dict[Unit, int] | None:
        """The payment to each unit by agreement, negative if it pays; None if none is agreed."""
        if self.pays is None:
            return None
        results = (hand.result for hand in self.hands)
        return payments(self.pays, self.game, (each for each in results if each is not None))

    @property
    def bonus(self) -> int:
        """The points that each loser pays the winner besides the difference of the scores."""
        return 0 if self.pays is None else bonus_of(self.rules, self.pays)

    @property
    def payments_in(self) -> str:
        """The unit in which payments are counted."""
        if self.pays is not TablePays.STAKES:
            return "points"
        return "cents" if self.rules.stakes.in_cents else "stakes"

    @property
    def verdict(self) -> str:
        """How the game stands, in words."""
        game, units = self.game, self.rules.score_units
        scored = zip(units, game.scores, strict=True)
        scores = ", ".join(f"{self._called(unit)} {score}" for unit, score in scored)
        if game.single_hand:
            games = sum(hand.result is not None for hand in self.hands)
            return f"games won: {scores}, tied {games - sum(game.scores)}"
        if game.caller is not None and game.winner is not None:
            how = "he called out rightly"
            if game.caller not in game.winner:
                how = f"{self._called((game.caller,))} was wrong to call out"
            return f"{self._called(game.winner)} wins: {scores}; {how}"
        if game.target is None:
            return f"each hand is paid for itself: {scores}"
        if game.winner is not None:
            return f"{self._called(game.winner)} wins: {scores}"
        return f"not over: {scores}; the target is {game.target}"

    def _called(self, unit: Unit) -> str:
        """The names of the seats of a unit, or the seats."""
        return "+".join(shown_name(self.names.get(seat), seat.text()) for seat in unit)

    def __repr__(self) -> str:
        hands = counted(len(self.hands), "hand")
        return f"<ScoredTableGame {self.rules.name}, {hands}: {self.verdict}>"


def score_table_game(
    replays: Iterable[TableReplay | None],
    target: int | None = None,
    pays: TablePays | None = None,
    *,
    chips: bool = False,
    single_hand: bool = False,
    call_outs: Iterable[TableCallOut] = (),
    call_out_at_once: bool = False,
) -> ScoredTableGame:
    """Score the hands of a game in order.

    Args:
        replays: the hands, taken one by one and not kept; None for a hand whose record cannot be
            read. At least one must be readable.
        target: the score that ends the game; the first record's if None is given.
        pays: how the game is settled; if None is given, as the first record's tag ``Pays`` says.
        chips: round each hand's card points to tens.
        single_hand: each hand is a game of its own.
        call_outs: the claims to have reached the target, besides those in the records.
        call_out_at_once: a right claim wins without another trick.

    Raises:
        TypeError: for anything but replays, and anything but a `TablePays`.
        GameError: (``game``) if there is no hand; (``target``, ``pays``) if each hand is paid for
            by itself; (``pays``) if the game is not settled in that way; (``chips``,
            ``single-hand``, ``call-out``, ``call-out-at-once``) for what the rulebook does not
            know, and for a claim that does not fit its hand.
    """
    begun, given_hands = hands_of_game(replays, TableReplay, "replay_table_record makes one")
    first = begun.record
    rules = first.rules
    if pays is None:
        pays = first.pays if rules.target is not None else None
    elif not isinstance(pays, TablePays):
        raise TypeError(f"pays is {pays!r}, expected a TablePays")
    if rules.target is None and target is not None:
        raise GameError("target", f"{rules.name} is paid hand by hand")
    fact = None if pays is None else why_not_settled(rules, pays)
    if fact is not None:
        raise GameError("pays", fact)
    calls = sorted(call_outs, key=lambda call: (call.hand, call.trick))
    check_given_once(calls)
    agreed = first.agreed | Agreed.of(
        call_out=bool(calls),
        call_out_at_once=call_out_at_once,
        chips=chips,
        single_hand=single_hand,
    )
    GameTerms(target, None, agreed).check(rules)
    if target is not None:
        rules = replace(rules, target=target)
    terms = _Terms(pays, first.rules.target, agreed, tuple(calls))
    game = game_before(first, rules, agreed)
    begins_at, seating = game.scores, Seating(rules.table)
    hands: list[ScoredHand] = []
    for number, replay in enumerate(given_hands, start=1):
        hand = _scored(number, replay, game, terms, seating)
        game = hand.game
        hands.append(hand)
    check_are_dealt(calls, len(hands))
    return ScoredTableGame(rules, begins_at, tuple(hands), seating.names, pays, agreed)


def game_before(record: TableRecord, rules: TableRules, agreed: Agreed) -> TableGame:
    """The game before a hand, as its record states it.

    Args:
        record: the record.
        rules: the game, which may have another target than the record's.
        agreed: what is agreed on about it.
    """
    game = game_begun(rules, record.dealer, single_hand=Agreed.SINGLE_HAND in agreed)
    score = None if game.single_hand else record.score
    given = {"scores": score, "checks": record.checks, "kitty": record.kitty}
    known = {name: value for name, value in given.items() if value is not None}
    game = replace(game, **known)  # type: ignore[arg-type]  # each has its field's type
    if rules.end is None or game.single_hand:
        return game
    by_unit = dict(zip(rules.score_units, game.scores, strict=True))
    return replace(game, target=standing(rules, by_unit).target)  # a tie has raised it


@dataclass(frozen=True, slots=True)
class _Terms:
    """What is agreed on for a game.

    Attributes:
        pays: how it is settled; None: nothing is agreed.
        stated: the target that its first record states.
        agreed: what else is agreed on.
        calls: the claims given besides those in the records.
    """

    pays: TablePays | None
    stated: int | None
    agreed: Agreed
    calls: tuple[TableCallOut, ...]

    def of_hand(self, number: int) -> list[TableCallOut]:
        """The claims given for a hand."""
        return [call for call in self.calls if call.hand == number]


def _scored(
    number: int,
    replay: TableReplay | None,
    game: TableGame,
    terms: _Terms,
    seating: Seating[Seat],
) -> ScoredHand:
    """A hand of a game."""
    for call in terms.of_hand(number):
        check_table_call(call, replay)
    if replay is None:
        return ScoredHand(number, None, None, None, None, game, ("does not read",), ())
    record = replay.record
    is_of_game = _counted(record.rules) == _counted(game.rules)
    seated = Seated({seat: seat for seat in record.rules.table})
    if is_of_game:
        seated = seating.take(record.names)
    hand = _hand(number, replay, game, seated)
    if game.winner is not None:
        return replace(hand, faults=("the game is over before it",), notes=())
    if seated.faults:
        return replace(hand, faults=(*seated.faults, "other players, adds nothing"))
    units = game.rules.score_units
    order = _order(units, seated.places) if is_of_game else tuple(range(len(units)))
    if order is None:
        partners = _partners(game, seated, seating.names)
        return replace(hand, faults=(f"partners changed, adds nothing: {partners}",))
    faults = tuple(_faults(replay, game, terms, seated, order, seating.names))
    if is_of_game:
        hand, called = _with_claims(hand, replay, terms, seated, order, seating.names)
        faults += hand.faults
        if called:
            return replace(hand, faults=faults)
    result = replay.result_with(game.kitty)
    fact = f"{'not scored' if replay.is_unscored else 'not finished'}, adds nothing"
    if result is not None:
        if is_of_game:
            result = result.in_chips(chips_up_from(game.rules, terms.agreed))
            of_game = _by_players(result, order, seated.places)
            # Whose turn it is to deal is told by who sat beside the dealer in this hand.
            dealer = seated.places[next_dealer(game.rules, record.dealer, result.outcome)]
            after = replace(game.after(of_game), dealer=dealer)
            return replace(hand, result=of_game, game=after, faults=faults)
        fact = "another game's score, adds nothing"
    return replace(hand, faults=(*faults, fact))


def _with_claims(
    hand: ScoredHand,
    replay: TableReplay,
    terms: _Terms,
    seated: Seated[Seat],
    order: Sequence[int],
    names: Mapping[Seat, str],
) -> tuple[ScoredHand, bool]:
    """A hand with what follows from its claims, and whether they have decided the game."""
    given, faults = terms.of_hand(hand.number), list[str]()
    calls = [*given, *_recorded(hand.number, replay, given, terms, faults)]
    game = hand.game
    if not calls:
        return replace(hand, faults=tuple(faults)), False
    up_from = chips_up_from(game.rules, terms.agreed)
    score = _in_order(game.scores, _own(order))

    @cache
    def so_far(trick: int) -> HandResult:
        return score_after(replay, trick).in_chips(up_from)

    assert replay.stock_hand is not None
    assert game.target is not None
    judged = judged_calls(
        replay.stock_hand,
        Claims(call_out_rule(game.rules, terms.agreed), score, game.target),
        calls,
        so_far,
        lambda seat: shown_name(names.get(seated.places[seat]), seated.places[seat].text()),
        is_finished=replay.is_complete,
    )
    faults, notes, decided = [*faults, *judged.faults], judged.notes, judged.decided
    hand = replace(hand, faults=tuple(faults), notes=(*hand.notes, *notes))
    if decided is None:
        return hand, False
    reached = replace(so_far(decided.trick), outcome=Outcome.CALLED_OUT)
    result = _by_players(reached, order, seated.places)
    winner, caller = seated.places[decided.winner], seated.places[decided.caller]
    return replace(hand, result=result, game=game.called_out(result, winner, caller)), True


def _recorded(
    number: int,
    replay: TableReplay,
    given: Sequence[TableCallOut],
    terms: _Terms,
    faults: list[str],
) -> Iterator[TableCallOut]:
    """The claims of a record that are not also given; impossible ones are faults."""
    recorded = (TableCallOut(number, call.trick, call.seat) for call in replay.record.call_outs)
    calls = [call for call in recorded if call not in given]
    if calls and Agreed.SINGLE_HAND in terms.agreed:
        faults.append("CallOut: the game has no target to reach")
        return
    for call in calls:
        try:
            check_table_call(call, replay)
        except GameError as error:
            faults.append(f"CallOut: {error.fact}")
        else:
            yield call


def _own(order: Sequence[int]) -> list[int]:
    """For each unit of a hand, which unit of the game it is."""
    return [order.index(place) for place in range(len(order))]


def _hand(number: int, replay: TableReplay, game: TableGame, seated: Seated[Seat]) -> ScoredHand:
    """A hand that adds nothing to the game yet."""
    played, is_ours = replay.bidding_hand, not seated.faults
    bidder = None if played is None else played.bidder
    return ScoredHand(
        number=number,
        dealer=seated.places[replay.record.dealer] if is_ours else None,
        bidder=None if bidder is None or not is_ours else seated.places[bidder],
        contract=None if played is None else played.contract,
        result=None,
        game=game,
        faults=(),
        findings=replay.findings,
        notes=seated.notes,
        seats=seated.places if is_ours and seated.is_changed else {},
    )


def _order(units: Sequence[Unit], places: Mapping[Seat, Seat]) -> tuple[int, ...] | None:
    """For each unit of the game, which unit of the hand it is; None if partners have changed."""
    played = [{places[seat] for seat in unit} for unit in units]
    if any({*unit} not in played for unit in units):
        return None
    return tuple(played.index({*unit}) for unit in units)


def _partners(game: TableGame, seated: Seated[Seat], names: Mapping[Seat, str]) -> str:
    """Who plays with whom in a hand, in words."""
    sides = (
        listed(names.get(place, place.text()) for place in (seated.places[seat] for seat in unit))
        for unit in game.rules.score_units
    )
    return " against ".join(sides)


def _by_players(
    result: HandResult, order: Sequence[int], places: Mapping[Seat, Seat]
) -> HandResult:
    """The result of a hand by the seats of the game."""
    return replace(
        result,
        scores=_in_order(result.scores, order),
        totals=_in_order(result.totals, order),
        check_parts=_parts_by_players(result, order, places),
        cards=_in_order(result.cards, order) if result.cards else (),
        bidder=None if result.bidder is None else places[result.bidder],
    )


def _parts_by_players(
    result: HandResult, order: Sequence[int], places: Mapping[Seat, Seat]
) -> tuple[tuple[CheckPart, ...], ...]:
    if not result.check_parts:
        return ()
    named = [
        tuple(
            part if part.seat is None else part._replace(seat=places[part.seat]) for part in parts
        )
        for parts in result.check_parts
    ]
    return _in_order(named, order)


def _in_order(values: Sequence[_Value], order: Sequence[int]) -> tuple[_Value, ...]:
    return tuple(values[place] for place in order)


def _counted(rules: TableRules) -> tuple[object, ...]:
    """Who has a score, and what is counted: hands that differ in it cannot be added."""
    money = None if rules.money is None else rules.money.unit
    return rules.score_units, rules.checks is not None, money


def _faults(
    replay: TableReplay,
    game: TableGame,
    terms: _Terms,
    seated: Seated[Seat],
    order: Sequence[int],
    names: Mapping[Seat, str],
) -> list[str]:
    """What a record says that disagrees with the game so far."""
    record, faults = replay.record, []
    if not _same_but_for_target(record.rules, game.rules):
        faults.append(f"Rules: {_named(record.rules)}, the game is {_named(game.rules)}")
    # After a tie has raised the target, a record may state the new one or the first.
    target, is_same_game = record.rules.target, record.rules.name == game.rules.name
    if is_same_game and target not in (terms.stated, game.target) and not game.single_hand:
        faults.append(f"Target: {target}, the game has {game.target}")
    dealer = seated.places[record.dealer]
    if dealer is not game.dealer:
        dealt = record.dealer.text() + (f" ({names[dealer]})" if dealer in names else "")
        whose = names.get(game.dealer, game.dealer.text())
        faults.append(f"Dealer: {dealt}, it is {whose}'s turn to deal")
    # What the record says is by its own seats.
    own = _own(order)
    score = (0,) * len(own) if game.single_hand else _in_order(game.scores, own)
    if record.score is not None and record.score != score:
        stands = numbers_text(score)
        faults.append(f"Score: {numbers_text(record.score)}, the game stands at {stands}")
    if record.checks is not None and record.checks != _in_order(game.checks, own):
        stands = numbers_text(_in_order(game.checks, own))
        faults.append(f"Checks: {numbers_text(record.checks)}, the game stands at {stands}")
    if record.kitty is not None and record.kitty != game.kitty:
        faults.append(f"Kitty: {record.kitty}, there is {game.kitty} in it")
    if record.agreed not in (Agreed.NOTHING, terms.agreed):
        theirs, ours = (
            " and ".join(agreed.words) or "nothing agreed"
            for agreed in (record.agreed, terms.agreed)
        )
        faults.append(f"Agreed: {theirs}, the game has {ours}")
    if record.pays not in (None, terms.pays):
        agreed = "nothing agreed" if terms.pays is None else terms.pays.value
        faults.append(f"Pays: {record.pays.value}, the game has {agreed}")
    return faults


def _same_but_for_target(rules: TableRules, others: TableRules) -> bool:
    """Whether rules are the same, or the same with another target."""
    if None in (rules.target, others.target):
        return rules == others
    return replace(rules, target=others.target) == others


def _named(rules: TableRules) -> str:
    """A rulebook with everything that could have been chosen differently."""
    words = [rules.name, *rules.options, f"{rules.count.name} count"]
    return ", ".join([*words, "the dealer out"] if rules.out_dealer else words)
