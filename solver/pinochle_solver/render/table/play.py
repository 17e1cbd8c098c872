"""A hand of three or four as the person sees it who plays it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from rich.text import Text

from pinochle_solver.double_dummy.solution import TableSolution
from pinochle_solver.notation.table.field_readers import UnitPoints
from pinochle_solver.notation.table.position_hands import hand_of
from pinochle_solver.notation.table.positions import TablePosition
from pinochle_solver.render.holdings import Holding
from pinochle_solver.render.table.explorations import TableExplorationViews
from pinochle_solver.render.table.play_advice import TableAdviceViews
from pinochle_solver.render.table.replays import YOU
from pinochle_solver.render.table.solutions import TableSolutionViews
from pinochle_solver.render.table.stakes import stake_told
from pinochle_solver.render.table.steps import TableStepViews
from pinochle_solver.rules.cards import Card, Suit
from pinochle_solver.rules.checks import counted
from pinochle_solver.rules.meld_kinds import in_words, melds_in_words
from pinochle_solver.table.acts import Act
from pinochle_solver.table.auction import opened
from pinochle_solver.table.hands import TableHand
from pinochle_solver.table.melds import MeldValues, TableMelds, meld_points
from pinochle_solver.table.moves import PASS, Call
from pinochle_solver.table.rules import STEP
from pinochle_solver.table.seats import Seat, clockwise
from pinochle_solver.table.views import AnyMove

_PASS = "pass"
_MOST_CALLS = 12
"""The most calls that are told one by one."""
_BURIAL = re.compile(r"\b([SHDC]):([ATKQJ9][SHDC](?:\.[ATKQJ9][SHDC])*)")
_LAID = r"[a-z-]+:[ATKQJ9SHDC.]+"
_MELDS = re.compile(rf"/none|/?{_LAID}(?:\+{_LAID})*")
_TRUMP = re.compile(r"(?<=[ (])([SHDC])(?=[ :;]|$)")
_SEAT = re.compile(r"\b(?:south|west|north|east)\b")
_CARD_POINTS = "points: card points still to come, the last trick's included, with best play"
_WIDOW_AWAITED = "the widow is turned up"


class TablePlayViews(TableStepViews, TableAdviceViews, TableExplorationViews, TableSolutionViews):
    """Views of a hand being played; the person is called you, the others by name or seat."""

    def play_levels(self, points: float, name: str | None) -> None:
        """Write what the engines at the table lose a decision, and the name of that level."""
        lost = f"{points:g} point" + "s" * (points != 1.0)
        text = f"the others lose {lost} of 500 at stake a decision on average"
        self.line(text if name is None else f"{text} ({name})")

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


def _melded(view: TablePosition) -> Iterator[UnitPoints]:
    """What each unit has in melds before the first lead."""
    for unit in view.units:
        laid = (meld_points(view.melds.get(seat) or (), view.rules.melds) for seat in unit)
        yield UnitPoints(sum(laid), 0)


def _melds_told(found: re.Match[str]) -> str:
    """Melds of the notation in words; behind a burial with their verb."""
    verb = ", melding " if found[0].startswith("/") else ""
    return f"{verb}{melds_in_words(found[0].removeprefix('/'))}"
