"""A hand of three or four as the person sees it who plays it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from rich.text import Text

from pinochle_solver.double_dummy.analysis import ChanceAnalysis, MoveChance
from pinochle_solver.double_dummy.bid_advice import (
    BidAdvice,
    BidGroup,
    bid_advice,
    bid_groups,
)
from pinochle_solver.double_dummy.estimates import Estimate
from pinochle_solver.double_dummy.outcomes import CENTS, GAME
from pinochle_solver.double_dummy.solution import TableSolution
from pinochle_solver.notation.table.field_readers import UnitPoints
from pinochle_solver.notation.table.position_hands import hand_of
from pinochle_solver.notation.table.positions import TablePosition
from pinochle_solver.render.holdings import Holding
from pinochle_solver.render.table.answers import burial_said, is_close
from pinochle_solver.render.table.chances import TableChanceViews, has_a_contract, of_calls
from pinochle_solver.render.table.explorations import TableExplorationViews
from pinochle_solver.render.table.replays import (
    YOU,
    TableRecordViews,
    outcome_told,
    unit_lines,
    whose,
)
from pinochle_solver.render.table.solutions import TableSolutionViews
from pinochle_solver.render.table.stakes import stake_told
from pinochle_solver.reviews.table.unlaid import Unlaid
from pinochle_solver.rules.cards import Card, Suit
from pinochle_solver.rules.checks import counted
from pinochle_solver.rules.meld_kinds import in_words
from pinochle_solver.rules.moves import Play, Show
from pinochle_solver.table.acts import Act, Ending
from pinochle_solver.table.auction import opened
from pinochle_solver.table.hands import TableHand
from pinochle_solver.table.holdings import beyond
from pinochle_solver.table.melds import EXCHANGE, MeldValues, TableMelds, meld_points
from pinochle_solver.table.moves import PASS, Bury, Call, Concede, Dix, Lay, PlayCard
from pinochle_solver.table.rules import STEP
from pinochle_solver.table.scoring import Outcome
from pinochle_solver.table.seats import Seat, clockwise
from pinochle_solver.table.steps import TableStep
from pinochle_solver.table.stock_hands import StockHand
from pinochle_solver.table.views import AnyHand, AnyMove

if TYPE_CHECKING:
    from pinochle_solver.table.scoring import HandResult

_MOST_ADVISED = 6
_NEVER = Estimate(0.0, 0.0)
_SHARES = (0.95, 0.8, 0.5)
"""Of each the highest bid is shown that is made so often."""
_PASS = "pass"
_MOST_CALLS = 12
"""The most calls that are told one by one."""
_MOST_BURIALS = 8
_BURIAL = re.compile(r"\b([SHDC]):([ATKQJ9][SHDC](?:\.[ATKQJ9][SHDC])*)")
_LAID = r"[a-z-]+:[ATKQJ9SHDC.]+"
_MELDS = re.compile(rf"/none|/?{_LAID}(?:\+{_LAID})*")
_TRUMP = re.compile(r"(?<=[ (])([SHDC])(?=[ :;]|$)")
_SEAT = re.compile(r"\b(?:south|west|north|east)\b")
_HAND_ALONE = "checks of this hand alone, without those for the game"
_CARD_POINTS = "points: card points still to come, the last trick's included, with best play"
_WIDOW_AWAITED = "the widow is turned up"
_NATURAL_FIRST = "of cards as good, the one with the most points comes first, then the cheapest"
_STOCK_GONE = "the stock is gone: now the obligations of the playoff hold"


class TablePlayViews(TableChanceViews, TableExplorationViews, TableRecordViews, TableSolutionViews):
    """Views of a hand being played; the person is called you, the others by name or seat."""

    _called: Mapping[Seat, str] = {}  # replaced, never changed

    def play_as(self, person: Seat | None, names: Mapping[Seat, str]) -> None:
        """Call one seat you from here on, and the others by these names.

        Args:
            person: the seat; None for somebody who only looks on.
            names: the names of those who have one.
        """
        self._called = dict(names) if person is None else {**names, person: YOU}
        self._hand_alone, self._most_burials = _HAND_ALONE, _MOST_BURIALS

    def who(self, seat: Seat) -> str:
        """What a seat is called."""
        return self._called.get(seat, seat.text())

    def _seat(self, position: TablePosition, seat: Seat) -> str:
        return self._called.get(seat) or super()._seat(position, seat)

    def name_of_seat(self, seat: str) -> str:
        """What the seat of this name is called."""
        return self.who(Seat.parse(seat))

    def _verb(self, seat: Seat, verb: str) -> str:
        """Who does something: ``you bid``, ``west passes``."""
        if self.who(seat) == YOU:
            return f"{YOU} {verb}"
        return f"{self.who(seat)} {verb}{'es' if verb.endswith('s') else 's'}"

    def _has(self, position: TablePosition, seat: Seat) -> str:
        """As for a position; of the person ``you have``."""
        return f"{YOU} have" if self.who(seat) == YOU else super()._has(position, seat)

    def play_levels(self, points: float, name: str | None) -> None:
        """Write what the engines at the table lose a decision, and the name of that level."""
        lost = f"{points:g} point" + "s" * (points != 1.0)
        text = f"the others lose {lost} of 500 at stake a decision on average"
        self.line(text if name is None else f"{text} ({name})")

    # The table

    def play_table(
        self,
        view: TablePosition,
        person: Seat,
        told: Iterable[Text] = (),
        last_call: Call | None = None,
    ) -> None:
        """Write what lies before a person, as that seat sees it.

        Args:
            view: the position.
            person: the seat.
            told: lines to write first below the cards.
            last_call: the call after the position that has ended the auction, if the widow is not
                noted yet; None: the seat on turn decides.
        """
        view = replace(view, names=self._called)
        self.line()
        self.line(self._play_headline(view, None if last_call is None else _WIDOW_AWAITED))
        self._holdings([*self._play_holdings(view, person)])
        for line in (*told, *self._play_facts(view, last_call)):
            self._print(Text("  ").append(line))

    def play_whole_table(
        self, position: TablePosition, person: Seat, last_call: Call | None = None
    ) -> None:
        """Write what a seat sees, with the bidding, the sides and the melds, as if just come.

        Args: as of `play_table`.
        """
        view = replace(position, names=self._called)
        melds = (self._laid(view, seat, laid) for seat, laid in view.melds.items() if laid)
        sides = *self._sides_told(view, person), *self._buried_told(view)
        stake = map(Text, self._stake_told(view) if view.completed_tricks else ())
        told = *self._auction_told(view), *sides, *melds, *stake
        self.play_table(position, person, told, last_call)

    def table_facts(self, position: TablePosition) -> Iterator[Text]:
        """What a player may know of a hand whose bidding is over, a line each: no cards in hand."""
        view = replace(position, names=self._called)
        yield from self._auction_told(view)
        yield from self._buried_told(view)
        yield from self._play_facts(view)
        hand = hand_of(view) if view.act is Act.MELD and not view.has_stock else None
        if isinstance(hand, TableHand):
            melds = hand.most_melds(view.turn, hand.hands[view.turn])
            can = Text(f"{self.who(view.turn)} can meld ")
            yield can.append(self._laid_melds(melds, hand.rules.melds))

    def _buried_told(self, view: TablePosition) -> Iterator[Text]:
        """What the bidder has buried, if it is known."""
        if view.bidder is not None and view.buried is not None and len(view.buried.known):
            yield Text(f"{self._has(view, view.bidder)} buried ").append(self._few(view.buried))

    def _stake_told(self, view: TablePosition) -> Iterator[str]:
        """What the contract is played for, in games for stakes."""
        money, contract = view.rules.money, view.contract
        if money is not None and contract is not None and view.act is not Act.BID:
            yield f"the stake: {stake_told(money, contract, view.trump)}"

    def _auction_told(self, view: TablePosition) -> Iterator[Text]:
        """Who dealt, how the bidding went, and what was turned up."""
        if view.dealer is not None:
            yield from map(Text, self._bidding_told(view))
        if view.widow is not None and len(view.widow.known):
            yield Text("the widow was ").append(self._cards(view.widow.known))

    def _bidding_told(self, view: TablePosition) -> Iterator[str]:
        """Who dealt, and the calls: of a long auction the highest bid of each seat."""
        assert view.dealer is not None
        yield f"{self.who(view.dealer)} dealt"
        if view.act is Act.BID or not view.bids:
            return
        calls = [*self._calls(view)]
        if len(calls) <= _MOST_CALLS:
            yield f"the bidding: {', '.join(f'{who} {said}' for who, said in calls)}"
            return
        highest = dict.fromkeys(map(self.who, view.players), _PASS)
        highest.update((who, said) for who, said in calls if said != _PASS)
        yield f"the highest bid of each: {', '.join(f'{w} {s}' for w, s in highest.items())}"

    def _calls(
        self, view: TablePosition, last_call: Call | None = None
    ) -> Iterator[tuple[str, str]]:
        """The calls so far, and one after them: who called what."""
        assert view.dealer is not None
        auction = opened(view.rules, view.dealer)
        for call in (*(view.bids or ()), *([] if last_call is None else [last_call])):
            assert auction.turn is not None
            yield self.who(auction.turn), _PASS if call == PASS else call.text()
            auction = auction.after(call)

    def _sides_told(self, view: TablePosition, person: Seat) -> Iterator[Text]:
        """Who plays against whom, as far as it is settled."""
        if view.sides is None:
            return
        own, others = view.sides if person in view.sides[0] else view.sides[::-1]
        mates = [self.who(seat) for seat in own if seat is not person]
        text = f"{self._verb(person, 'play')} {'with ' + ' and '.join(mates) if mates else 'alone'}"
        against = " and ".join(self.who(seat) for seat in others)
        bid = ""
        if view.bidder is not None and view.contract is None:
            bid = f"; {self._has(view, view.bidder)} bid"
        yield Text(f"{text} against {against}{bid}")

    def play_solved(self, solution: TableSolution, card: Card) -> None:
        """Write what each card is worth with all cards face up, and whether one was the best."""
        solution = replace(solution, position=replace(solution.position, names=self._called))
        self.line()
        self._print(self._table_verdict(solution))
        self._print(self._table_cards(solution))
        self._print(Text(_CARD_POINTS, style="dim"))
        lost = next(value.loss for value in solution.moves if value.card == card)
        text = Text("wrong: " if lost else "right: ").append(self._card(card))
        if not lost:
            self._print(text.append(" is best"))
            return
        text.append(f" loses {counted(lost, 'card point')}; best is ")
        self._print(text.append(self._card(solution.moves[0].card)))

    def play_told(self, text: str) -> None:
        """Write what a file of puzzles says of a position, as a person is told it."""
        words = _MELDS.sub(_melds_told, text)
        words = _BURIAL.sub(lambda found: f"{found[1]} {' '.join(found[2].split('.'))}", words)
        words = _TRUMP.sub(lambda found: self._symbol_of(found[1]), words)
        words = words.replace("+-", self._plus_minus)
        self.line(_SEAT.sub(lambda seat: self.name_of_seat(seat[0]), self.in_symbols(words)))

    def _symbol_of(self, letter: str) -> str:
        return letter if self._ascii else Suit.parse(letter).symbol

    def play_score(self, view: TablePosition) -> None:
        """Write the points of this hand, and how the game stands before it."""
        view = replace(view, names=self._called)
        points = _melded(view) if view.points is None else view.points
        so_far = [*self._points_told(view, points)] or ["points so far: none in melds or cards"]
        for line in (*so_far, *self._number_lines(replace(view, points=None))):
            self.line(line)

    def _play_headline(self, view: TablePosition, awaited: str | None) -> Text:
        separator = ", " if self._ascii else " · "
        parts = list[Text]()
        if view.act is Act.PLAY:
            completed, left = view.completed_tricks, len(view.hands[view.turn])
            last = f"the last {counted(left, 'trick')}"
            parts.append(Text(last if completed is None else f"trick {completed + 1}"))
        elif view.completed_tricks:
            parts.append(Text(f"trick {view.completed_tricks}"))
        if view.trump is not None:
            parts.append(Text("trump ").append(self._suit(view.trump)))
        if view.has_stock and view.upcard is not None:
            stock = f"{view.face_down} face down, then the upcard "
            parts.append(Text(stock).append(self._card(view.upcard)))
        if view.led:
            seats = clockwise(view.players, view.leader)
            parts.append(self._by_seat(view, seats, view.led))
        parts.append(Text(awaited or self._to_do(view)))
        return Text(separator).join(parts)

    def _to_do(self, view: TablePosition) -> str:
        """What is to be decided, in words."""
        turn, widow = view.turn, view.rules.widow
        if view.act is Act.BID:
            return self._verb(turn, "call")
        if view.act is Act.BURY:
            bury = f" and bury {counted(widow, 'card')}" if widow else ""
            names = self._verb(turn, "name")
            return (
                f"{names} trump{bury if self.who(turn) == YOU else bury.replace('bury', 'buries')}"
            )
        if view.act is Act.DIX:
            what = "show the dix" if view.has_stock else "exchange the nine of trumps"
            return f"{self.who(turn)} may {what}"
        if view.act is Act.MELD:
            return f"{self.who(turn)} may meld"
        return self._verb(turn, "play" if view.led else "lead")

    def _play_holdings(self, view: TablePosition, person: Seat) -> Iterator[Holding]:
        """The person's cards, and what is known of the others'."""
        for seat in clockwise(view.players, person)[1:]:
            hand = view.hands[seat]
            if len(hand.known):
                yield self._partial(self.who(seat), hand)
        yield self._partial(self.who(person), view.hands[person])

    def _play_facts(self, view: TablePosition, last_call: Call | None = None) -> Iterator[Text]:
        if view.act is Act.BID and view.dealer is not None:
            calls = [f"{who} {said}" for who, said in self._calls(view, last_call)]
            if calls:
                yield Text(f"so far: {', '.join(calls)}")
        if view.bidder is not None and view.contract is not None:
            yield Text(self._contract(view))
        if not view.completed_tricks:
            yield from map(Text, self._stake_told(view))
        if view.act is Act.PLAY and view.won is not None:
            shares = zip(view.players, view.won, strict=True)
            tricks = ", ".join(f"{self.who(seat)} {won}" for seat, won in shares)
            yield Text(f"tricks won: {tricks}")
        for seat, laid in view.laid.items():
            yield self._shown_melds(view, seat, laid)
        yield from map(Text, self._so_far(view))
        yield from map(Text, self._number_lines(replace(view, points=None)))

    def _contract(self, view: TablePosition) -> str:
        """Who plays for how much, and what that side has so far."""
        assert view.bidder is not None
        text = f"{self._verb(view.bidder, 'play')} for {view.contract}"
        if view.act is not Act.PLAY or view.points is None:
            return text
        unit, points = next(
            (unit, points)
            for unit, points in zip(view.units, view.points, strict=True)
            if view.bidder in unit
        )
        has = sum(points)
        if len(unit) == 1:
            own = self._has(view, view.bidder)
        else:
            own = f"{'your' if YOU in map(self.who, unit) else 'that'} side has"
        if view.buried is None:
            return f"{text}; {own} {has}"
        if view.buried.hidden:
            return f"{text}; {own} {has} without the burial"
        buried = view.count.of(view.buried.known)
        return f"{text}; {own} {has + buried} with {buried} buried"

    def _so_far(self, view: TablePosition) -> Iterator[str]:
        """What each unit has melded and taken, of those that have some points."""
        yield from self._points_told(view, view.points or ())

    def _points_told(self, view: TablePosition, points: Iterable[UnitPoints]) -> Iterator[str]:
        parts = list[str]()
        for unit, had in zip(view.units, points, strict=False):
            melds, cards = f"{had.melds} in melds", f"{had.cards} in cards"
            scored = [*[melds] * bool(had.melds), *[cards] * bool(had.cards)]
            if scored:
                parts.append(f"{self._unit(view, unit)} {' + '.join(scored)}")
        if parts:
            yield f"points so far: {', '.join(parts)}"

    def play_calls(self, seat: Seat, calls: Sequence[Call], why: str | None) -> None:
        """Write what a seat may call.

        Args:
            seat: the seat.
            calls: its calls.
            why: why it may only pass; None: it may bid.
        """
        if why is not None:
            self.line(f"  {self.who(seat)} can only pass: {why}")
            return
        bids = [call.bid for call in calls if call.bid is not None]
        can = [str(bids[0])] if bids else []
        if len(bids) > 1:
            can = [f"{bids[0]} to {bids[-1]} in steps of {STEP}"]
        can += ["pass"] if PASS in calls else []
        self.line(f"  {self.who(seat)} can call {', or '.join(can)}")

    def play_trumps(self, melds: Mapping[Suit, int]) -> None:
        """Write the points that each trump melds."""
        *others, last = (f"{suit.name.lower()} {points}" for suit, points in melds.items())
        self.line(f"  in melds: {', '.join(others)} or {last}")

    def play_cards(self, cards: Iterable[Card]) -> None:
        """Write cards side by side, each with its number."""
        self.play_choices(map(self._card, cards))

    def play_moves(self, moves: Iterable[AnyMove]) -> None:
        """Write moves side by side, each with the number that chooses it."""
        self.play_choices(map(self._in_words, moves))

    def play_choices(self, choices: Iterable[Text]) -> None:
        """Write choices side by side; no line ends between a number and its choice."""
        row = Text()
        for number, choice in enumerate(choices, start=1):
            numbered = Text(f"  {number} ").append(choice)
            if self._width is not None and len(row) + len(numbered) > self._width:
                self.line(row)
                row = Text()
            row.append(numbered)
        self.line(row)

    def play_melds(self, melds: TableMelds, values: MeldValues) -> None:
        """Write the melds that may be laid, each with its number and its points."""
        for number, meld in enumerate(melds, start=1):
            line = Text(f"  {number}  {in_words(meld.kind.name)} ").append(self._cards(meld.cards))
            self.line(line.append(f": {meld_points([meld], values)}"))
        self.line(f"  all of it: {counted(meld_points(melds, values), 'point')}")

    # What happens

    def play_step(self, step: TableStep, person: Seat) -> None:
        """Write a move and what followed from it; a card of the person's is not told."""
        is_own = step.seat is person
        for line in self._step_lines(step, is_own=is_own):
            self.line(line)
        if isinstance(step.after, StockHand) and isinstance(step.before, StockHand):
            for line in self._stock_lines(step.before, step.move, step.after, person):
                self.line(line)

    def play_followed(self, step: TableStep, person: Seat | None) -> None:
        """Write what followed from a move that the person has noted, but not the move.

        Args:
            step: the move.
            person: the seat of the person; None for somebody who only looks on.
        """
        after = step.after
        if isinstance(step.move, Call):
            lines: Iterator[Text] = self._after_auction(after)
        elif isinstance(step.move, (Bury, Lay, Show)):
            lines = self._step_lines(step, is_own=step.seat is person)
        elif len(after.tricks) > len(step.before.tricks):
            lines = iter((self._taken(after),))
        else:
            lines = iter(())
        for line in lines:
            self.line(line)
        if isinstance(after, StockHand) and step.before.upcard and after.upcard is None:
            self.line(_STOCK_GONE)

    def _step_lines(self, step: TableStep, *, is_own: bool) -> Iterator[Text]:
        seat, move, after = step.seat, step.move, step.after
        if isinstance(move, Call):
            if not is_own:
                said = "pass" if move == PASS else "bid"
                bid = "" if move.bid is None else f" {move.bid}"
                yield Text(f"{self._verb(seat, said)}{bid}")
            yield from self._after_auction(after)
        elif isinstance(move, Concede):
            yield Text(f"{self._verb(seat, 'give')} up the hand")
        elif isinstance(move, Bury):
            yield from self._burial_lines(seat, move, after, is_own=is_own)
        elif isinstance(move, Lay) and isinstance(after, TableHand):
            laid = tuple(meld for meld in after.laid[seat] or () if meld != EXCHANGE)
            yield self._melds_line(seat, laid, after.rules.melds)
        elif isinstance(move, Dix):
            yield from self._dix_lines(step.before, seat, move)
        elif isinstance(move, Show):
            if move != Show():
                yield self._show_line(step.before, seat, move, after)
        elif isinstance(move, (Play, PlayCard)):
            if not is_own:
                verb = self._verb(seat, "play" if step.before.led else "lead")
                yield Text(f"{verb} ").append(self._card(move.card))
            if len(after.tricks) > len(step.before.tricks):
                yield self._taken(after)

    def _after_auction(self, hand: AnyHand) -> Iterator[Text]:
        if not isinstance(hand, TableHand) or hand.act is Act.BID:
            return
        if hand.bidder is None:
            yield Text("all have passed")
            return
        line = Text(f"{self._verb(hand.bidder, 'play')} for {hand.contract}")
        if len(hand.widow):
            line.append("; the widow is ").append(self._cards(hand.widow.known))
        yield line

    def _burial_lines(
        self, seat: Seat, move: Bury, hand: AnyHand, *, is_own: bool
    ) -> Iterator[Text]:
        assert isinstance(hand, TableHand)
        line = Text(f"{self._verb(seat, 'name')} ").append(self._suit(move.trump))
        if len(hand.buried):
            line.append(" and bury " if self.who(seat) == YOU else " and buries ")
            line.append(self._cards(move.cards) if is_own else counted(len(hand.buried), "card"))
        yield line
        yield self._melds_line(seat, hand.laid[seat] or (), hand.rules.melds)
        if hand.ending is Ending.MADE_BY_MELDS:
            yield Text("the melds alone make the contract")

    def _melds_line(self, seat: Seat, melds: TableMelds, values: MeldValues) -> Text:
        return Text(f"{self._verb(seat, 'meld')} ").append(self._laid_melds(melds, values))

    def _show_line(self, before: AnyHand, seat: Seat, move: Show, after: AnyHand) -> Text:
        assert isinstance(before, StockHand)
        assert isinstance(after, StockHand)
        points = after.melds_made(seat) - before.melds_made(seat)
        line = Text(f"{self._verb(seat, 'meld')} ").append(self._move(move))
        return line.append(f": {counted(points, 'point')}")

    def _dix_lines(self, hand: AnyHand, seat: Seat, move: Dix) -> Iterator[Text]:
        if isinstance(hand, StockHand):
            if move.shown:
                yield Text(f"{self._verb(seat, 'show')} the dix")
            return
        assert hand.upcard is not None
        if move.shown:
            line = Text(f"{self._verb(seat, 'exchange')} the nine of trumps for ")
            yield line.append(self._card(hand.upcard))
        else:
            yield Text(f"{self._verb(seat, 'keep')} the nine of trumps")

    def play_unlaid(self, unlaid: Unlaid, *, with_trump: bool) -> None:
        """Write what the person could have laid besides, and how far ``undo`` goes back.

        Args:
            unlaid: the melds, with their points.
            with_trump: whether the melds were laid with the naming of trump.
        """
        line = Text("you did not lay ").append(self._named_melds(unlaid.melds))
        undo = "undo goes back to the trump" if with_trump else "undo takes that back"
        self.line(line.append(f": {counted(unlaid.points, 'point')} ({undo})"))

    def play_passed_up(self, show: Show, points: int) -> None:
        """Write the best meld that the person has passed up in a game with a stock."""
        line = Text("you passed up ").append(self._move(show))
        self.line(line.append(f": {counted(points, 'point')} (undo takes that back)"))

    def play_trick(self, hand: AnyHand) -> None:
        """Write the last trick, and who has taken it."""
        self.line(self._taken(hand))

    def _taken(self, hand: AnyHand) -> Text:
        """The last trick, and who has taken it."""
        trick = hand.tricks[-1]
        seats = clockwise(hand.players, trick.leader)
        cards = (
            Text(f"{self.who(seat)} ").append(self._card(card))
            for seat, card in zip(seats, trick.cards, strict=True)
        )
        points, last = hand.rules.count.of(trick.cards), hand.rules.count.last_trick
        is_last = hand.act is Act.OVER and last > 0
        text = Text(", ").join(cards).append(f": {self._verb(trick.winner, 'take')} the trick")
        text.append(f", {counted(points + last * is_last, 'point')}")
        return text.append(f", {last} of them for the last trick") if is_last else text

    def _stock_lines(
        self, before: StockHand, move: AnyMove, after: StockHand, person: Seat
    ) -> Iterator[Text]:
        """What the person has drawn, and that the stock is gone."""
        held = before.hands[person]
        if isinstance(move, Play) and before.turn is person:
            held = held.without(move.card)
        if len(after.stock) < len(before.stock) or (before.upcard and after.upcard is None):
            drawn = beyond(after.hands[person], held)
            yield Text("you draw ").append(self._cards(drawn))
        if before.upcard is not None and after.upcard is None:
            yield Text(_STOCK_GONE)

    def play_forced(self, move: AnyMove, why: str | None) -> None:
        """Write a move that was made for the person, for there was no other.

        Args:
            move: the move.
            why: of a pass, why it was the only call.
        """
        if isinstance(move, Call):
            self.line(f"you pass: {why}" if move == PASS else f"you must bid {move.bid}")
        else:
            self.line(Text("you play ").append(self._in_words(move)).append(", your only card"))

    def play_claimed(self, *, is_own: bool) -> None:
        """Write that a claim to all that is left is granted, or that it is given up."""
        wins = "your side wins" if is_own else "the opponents win"
        self.line(f"proven with all cards face up: {wins} every point that is left")

    def play_claim_refused(self, lost: AnyHand | None, person: Seat, *, is_own: bool) -> None:
        """Write why the rest of a hand is not claimed or given up.

        No card is named but the person's own: the others' are still hidden.

        Args:
            lost: as in `Claim`.
            person: the seat of the person.
            is_own: whether the person has claimed, and not given up, the rest.
        """
        if lost is None:
            self.line("the search was stopped before it was known")
            return
        trick = lost.tricks[-1]
        own = trick.cards[clockwise(lost.players, trick.leader).index(person)]
        winner = "the others can win" if is_own else "your side can still win"
        text = Text(
            f"not so: with all cards face up {winner} trick {len(lost.tricks)}, to which you "
        )
        self._print(
            text.append("lead " if trick.leader is person else "play ").append(self._card(own))
        )

    def play_settled(self, hand: TableHand, outcome: Outcome) -> None:
        """Write that a contract is made, or cannot be made any more, whatever is still played."""
        assert hand.bidder is not None
        is_made = outcome is Outcome.MADE
        whose_contract = f"{whose(self.who(hand.bidder))} {hand.contract}"
        self.line(f"{whose_contract} {'is made' if is_made else 'cannot be made any more'}")

    def play_called(self, seat: Seat, has: int) -> None:
        """Write that a seat calls out with so many points."""
        self.line(f"{self._verb(seat, 'call')} out with {has}")

    def play_end(self, hand: AnyHand, result: HandResult) -> None:
        """Write what a hand has come to."""
        self.line()
        table_hand = hand if isinstance(hand, TableHand) else None
        outcome = outcome_told(result, table_hand)
        if table_hand is not None and table_hand.bidder is not None:
            who = self.who(table_hand.bidder)
            outcome = f"{who} played for {table_hand.contract}: {outcome}"
        self.line(f"the hand is over: {outcome}")
        for line in unit_lines(result, self._called, hand.rules.money, table_hand):
            self.line(line)

    # Advice

    def play_advice(
        self, analysis: ChanceAnalysis | None, best: AnyMove, maxim: str | None = None
    ) -> None:
        """Write the move that the default engine would make, and the values of the first moves.

        Args:
            analysis: what the moves are worth; None if only the move is known.
            best: the move.
            maxim: a maxim of play that speaks for it; None for none.
        """
        self._print(Text("best: ").append(self._advised(best)))
        if analysis is None or not analysis.moves:
            return
        analysis = replace(analysis, position=replace(analysis.position, names=self._called))
        advice = bid_advice(analysis) if analysis.position.act is Act.BID else None
        if advice is not None:
            self._tell_bid_answer(analysis, advice)
            groups = bid_groups(analysis.moves)
            shown = _telling(groups, advice)
            self._print(self._bids_table(analysis, shown, advice))
            self._tell_more(len(groups) - len(shown))
            self._tell_given_up(groups)
        else:
            moves = analysis.moves[:_MOST_ADVISED]
            if len(moves) > 1 or moves[0].mean is not None:
                self._print(self._chances_table(replace(analysis, moves=moves)))
            self._tell_more(len(analysis.moves) - len(moves))
            self._print(self._chances_verdict(replace(analysis, moves=moves)))
            if _is_not_highest(moves):
                self.line(_NATURAL_FIRST)
        if maxim is not None:
            self.line(f"MacDougall: {maxim}")
        self._print(Text(f"{self._what_means_are(analysis)}; {self._exactness(analysis)}", "dim"))

    def _tell_more(self, moves: int) -> None:
        if moves > 0:
            self.line(Text(f"and {moves} more", style="dim"))

    def _advised(self, move: AnyMove) -> Text:
        if isinstance(move, Call):
            return Text("pass" if move == PASS else f"bid {move.bid}")
        if isinstance(move, Bury):
            return Text(self.in_symbols(burial_said(move))).append(self._held_back(move))
        return self._in_words(move)

    def _exactness(self, analysis: ChanceAnalysis) -> str:
        return "exact" if analysis.exact else self._intervals

    def _what_means_are(self, analysis: ChanceAnalysis) -> str:
        """Said to the person if the person decides."""
        position, what = analysis.position, analysis.objective
        if self.who(position.turn) != YOU:
            return super()._what_means_are(analysis)
        money, has_contract = position.rules.money, has_a_contract(position)
        if what == GAME:
            text = "mean: your chance to win the game, in per cent"
        elif what == CENTS or (money is not None and money.in_points and has_contract):
            text = f"mean: what you are paid in {what}"
        else:
            side = "your side's" if position.rules.partners else "your"
            others = "the opponents'" if len(position.units) == 2 else "the others' average"
            text = f"mean: {side} {what} minus {others}"
        return f"{text}{of_calls(analysis)}"


def _melded(view: TablePosition) -> Iterator[UnitPoints]:
    """What each unit has in melds before the first lead."""
    for unit in view.units:
        laid = (meld_points(view.melds.get(seat) or (), view.rules.melds) for seat in unit)
        yield UnitPoints(sum(laid), 0)


def _melds_told(found: re.Match[str]) -> str:
    """Melds of the notation in words; behind a burial with their verb."""
    melds = list[str]()
    for meld in found[0].removeprefix("/").split("+"):
        kind, _, cards = meld.partition(":")
        melds.append(f"{in_words(kind)} {cards.replace('.', ' ')}".strip())
    verb = ", melding " if found[0].startswith("/") else ""
    return f"{verb}{', '.join(melds)}"


def _is_not_highest(moves: Sequence[MoveChance]) -> bool:
    """Whether a card is first although one that is as good has a higher mean, as it is shown."""
    best, *others = moves
    if best.mean is None or not isinstance(best.move, PlayCard):
        return False
    shown = f"{best.mean.mean:.1f}"
    return any(
        is_close(move, best)
        and move.mean is not None
        and move.mean.mean > best.mean.mean
        and f"{move.mean.mean:.1f}" != shown
        for move in others
    )


def _telling(groups: list[BidGroup], advice: BidAdvice) -> list[BidGroup]:
    """Of many bids those that show how the chance falls, and those of the advice."""
    if len(groups) <= _MOST_ADVISED:
        return groups
    kept = [
        groups[0],
        *(each for each in groups if each.has(advice.best) or each.has(advice.limit)),
    ]
    for share in _SHARES:
        likely = (each for each in groups if (each.chance.chance or _NEVER).mean >= share)
        kept += [*likely][-1:]
    return [each for each in groups if each in kept]
