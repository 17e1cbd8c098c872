"""A record written by one seat, completed to a deal: the cards it does not tell are dealt somehow.

Whoever wrote the record down saw every card that the other seat played or laid, and when. So the
other seat's cards are given places, dealt or drawn, early enough for that, and so are draws of its
own that it does not tell; what was never seen goes to the places that are left. The hand then
replays as any other, and the views of the seat that wrote it are what it saw.

What a show scores may depend on cards that the record does not tell. Then it says so itself
(``=110``), or the points are not known, and `UnknownCredit` names what they may be.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any, NamedTuple

from pinochle_solver._core.hand_game import beats
from pinochle_solver.errors import IllegalPositionError, PositionError
from pinochle_solver.game.last_dix import may_tell_last_dix, tells_last_dix
from pinochle_solver.hand.deals import Deal
from pinochle_solver.hand.referee import Referee
from pinochle_solver.notation.playoff_position import PlayoffPosition
from pinochle_solver.notation.records import Event, HandRecord, RecordedTrick
from pinochle_solver.rules.cards import Card, Hand, Suit
from pinochle_solver.rules.checks import cards_text
from pinochle_solver.rules.meld_table import MeldOption, hand_options
from pinochle_solver.rules.melds import Copy, LaidMeld, Meld, dix_card, parse_meld
from pinochle_solver.rules.rules import DIX, Rulebook, Seat

# Of the ways to lay a record's melds: far more than any played hand has needed.
_MOST_ATTEMPTS = 100


@dataclass(frozen=True, slots=True)
class UnknownCredit:
    """Points that a record does not tell: what a show scored hangs on cards that it does not name.

    Attributes:
        trick: the number of the trick after which it was shown.
        seat: who scored them.
        what: the meld, or ``dix`` for one drawn last that may have scored of itself.
        possible: what it may have scored, ascending.
        counted: which of these the replay counts.
    """

    trick: int
    seat: Seat
    what: str
    possible: tuple[int, ...]
    counted: int

    def as_json(self) -> dict[str, Any]:
        """The credit as ``pinochle replay --json`` has it."""
        return {
            "trick": self.trick,
            "seat": self.seat.text(),
            "what": self.what,
            "possible": list(self.possible),
            "counted": self.counted,
        }

    def __str__(self) -> str:
        what = "a dix drawn last" if self.what == DIX else self.what
        possible = " or ".join(map(str, self.possible))
        return (
            f"trick {self.trick}: {self.seat.text()}, points not known: {what}: {possible}, "
            f"and the record does not say which ({self.counted} is counted)"
        )


class CompletedDeal(NamedTuple):
    """A deal that fits a record, and the points that the record does not tell."""

    deal: Deal
    unknown: tuple[UnknownCredit, ...]


@dataclass
class _SeatCards:
    """What is known so far of a seat's cards.

    Attributes:
        held: its cards that it has not played; of a hidden hand those with a place.
        unseen: the cards that may still be anybody's, shared by both seats.
        free: how many places are not filled yet: 0 for the cards dealt, k for the one drawn after
            trick k. Of the seat that wrote the record, only draws that it does not tell.
        places: its cards by place.
        late: cards played in the playoff that have no place yet: any is early enough for them.
        laid: what it has laid, with the copies.
        in_playoff: whether the table has been taken up.
    """

    held: Counter[Card]
    unseen: Counter[Card]
    free: Counter[int] = field(default_factory=Counter)
    places: dict[int, list[Card]] = field(default_factory=dict)
    late: list[Card] = field(default_factory=list)
    laid: list[LaidMeld] = field(default_factory=list)
    in_playoff: bool = False

    @property
    def is_guessed(self) -> bool:
        """Whether it holds, or may hold, cards that the record does not tell."""
        return bool(self.places) or any(self.free.values())

    def need(self, card: Card) -> None:
        """See to it that it holds one more copy, if that is possible."""
        if not self.unseen[card] or not self.left():
            return
        if self.in_playoff:
            self.unseen[card] -= 1
            self.held[card] += 1
            self.late.append(card)
        else:
            self.put(card, min(place for place, free in self.free.items() if free))

    def left(self) -> int:
        """How many of its cards are not known."""
        return sum(self.free.values()) - len(self.late)

    def fill(self, cards: Iterable[Card], dix: Card | None, has_last_dix: bool) -> None:
        """Put the cards that have no place, and these that it never played, into those left.

        A dix comes early, for drawn last it would have scored of itself in some rulebooks; but not
        beside one that has (`has_last_dix`), which might be taken for it. What it has laid comes
        late: held sooner, it might have been laid in place of another copy.
        """
        own = {copy.card for meld in self.laid for copy in meld.copies}
        both = sorted([*self.late, *cards], key=own.__contains__)
        both.sort(key=lambda card: card == dix, reverse=not has_last_dix)
        for place in sorted(self.free):
            number = self.free.pop(place)
            self.places.setdefault(place, []).extend(both[:number])
            del both[:number]

    def put(self, card: Card, place: int) -> None:
        """Give it a card in a place of its own."""
        self.free[place] -= 1
        self.unseen[card] -= 1
        self.places.setdefault(place, []).append(card)
        self.held[card] += 1

    def on_table(self, card: Card) -> set[int]:
        """The numbers of the copies of a card that lie on its table, in the playoff none."""
        if self.in_playoff:
            return set()
        copies = {copy for meld in self.laid for copy in meld.copies if copy.card == card}
        return {copy.number for copy in copies if not copy.played}

    def play(self, card: Card, source: str) -> bool:
        """Play a card from the table or the hand, as the text of the play says, if it can be."""
        on_table = self.on_table(card)
        number = int(source) if source in ("1", "2") else 0
        if source in ("", "table"):
            number = min(on_table, default=0)
        if number == 0 and self.held[card] <= len(on_table):
            self.need(card)
        if (number not in on_table) if number else (self.held[card] <= len(on_table)):
            return False
        self.held[card] -= 1
        self.laid = [_with_played(meld, card, number) for meld in self.laid]
        return True

    def show_dix(self, dix: Card, upcard: Card) -> bool:
        """Show a dix, or exchange it for the upcard, if it has or may have one in the hand."""
        on_table = self.on_table(dix)
        if self.held[dix] <= len(on_table):
            self.need(dix)
        if self.held[dix] <= len(on_table):
            return False
        if upcard == dix:
            laid = {copy.number for meld in self.laid for copy in meld.copies if copy.card == dix}
            self.laid.append(LaidMeld(DIX, (Copy(dix, len(laid) + 1),)))
        else:
            self.held[dix] -= 1
            self.held[upcard] += 1
        return True

    def ways(
        self, meld: Meld, rules: Rulebook, trump: Suit
    ) -> list[tuple[tuple[Card, ...], MeldOption]]:
        """How the meld can have been laid: with which cards more, as few as possible first.

        More cards than the fewest are thought of only where they would have scored more.
        """
        found: list[tuple[tuple[Card, ...], MeldOption]] = []
        for size in range(min(len(meld.cards), sum(self.free.values())) + 1):
            for more in dict.fromkeys(combinations(meld.cards, size)):
                if any(more.count(card) > self.unseen[card] for card in more):
                    continue
                option = self._option(meld, more, rules, trump)
                if option is None or Counter(more) - Counter(option.from_hand):
                    continue
                if all(len(m) == size or o.points < option.points for m, o in found):
                    found.append((more, option))
        return found

    def lay(self, more: tuple[Card, ...], option: MeldOption) -> None:
        """Lay a meld in one of its `ways`."""
        for card in more:
            self.need(card)
        self.laid.append(self._laid(option))

    def _option(
        self, meld: Meld, more: tuple[Card, ...], rules: Rulebook, trump: Suit
    ) -> MeldOption | None:
        hand = Hand.of([*self.held.elements(), *more])
        for option in hand_options(rules, trump, hand, self.laid):
            if option.show.meld == meld and not option.show.dix:
                return option
        return None

    def _laid(self, option: MeldOption) -> LaidMeld:
        """The meld of an option, its new copies numbered on."""
        assert option.show.meld is not None
        copies = list(option.from_table)
        for card in option.from_hand:
            laid = {copy.number for meld in self.laid for copy in meld.copies if copy.card == card}
            laid |= {copy.number for copy in copies if copy.card == card}
            copies.append(Copy(card, len(laid) + 1))
        return LaidMeld(option.show.meld.kind.name, tuple(copies))


def _with_played(meld: LaidMeld, card: Card, number: int) -> LaidMeld:
    copies = (
        copy._replace(played=True) if (copy.card, copy.number) == (card, number) else copy
        for copy in meld.copies
    )
    return LaidMeld(meld.name, tuple(copies), meld.trick)


class _Choice(NamedTuple):
    """A way taken of several that a record leaves open: which copies a meld used, or a last draw.

    Attributes:
        chosen: the way, from 0.
        credits: what each way scores.
        trick: the trick after which it was.
        seat: whose it was.
        what: the meld, or ``dix``.
        is_told: whether the record says what it scored.
    """

    chosen: int
    credits: tuple[int, ...]
    trick: int
    seat: Seat
    what: str
    is_told: bool

    @property
    def counted(self) -> int:
        """What the way taken scores."""
        return self.credits[self.chosen]

    @property
    def is_open(self) -> bool:
        """Whether the record leaves open what it scored."""
        return not self.is_told and len(set(self.credits)) > 1


class _Reconstruction:
    """Follows a record from its writer's side, and finds places for the cards it does not tell.

    It goes as far as what is written can be; what cannot is for the referee to refuse.

    Attributes:
        choices: the ways taken where there were several: which card of a meld was new may show only
            later, when another copy of it is played.
        is_doubtful: whether a seat did or drew what it could not have, the melds laid so.
        followed: how many times cards were played to a trick, or drawn after one.
        too_many: the writer's draw of a card that has no copy left, where it ended.
    """

    def __init__(
        self, record: HandRecord, viewer: Seat, own: Hand, choices: tuple[int, ...] = ()
    ) -> None:
        self.record = record
        self.choices: list[_Choice] = []
        self.is_doubtful = False
        self.followed = 0
        self.too_many: IllegalPositionError | None = None
        self._choose = choices
        self.rules = record.rules
        self.viewer = viewer
        self.deck = record.rules.deck
        self.trump = record.upcard.suit
        self.dix = dix_card(record.rules, self.trump)
        self.upcard = record.upcard
        self.leader = record.dealer.other
        if len(own) != self.deck.hand:
            fact = f"{cards_text(len(own))}, expected {self.deck.hand}"
            raise IllegalPositionError(viewer.text(), fact)
        unseen = Counter(self.deck.cards())
        unseen.subtract([record.upcard, *own])
        for card, left in unseen.items():
            if left < 0:
                raise _too_many(viewer.text(), card)
        self.unseen = unseen
        self.hidden = _SeatCards(Counter(), unseen, Counter({0: self.deck.hand}))
        self.cards = {viewer: _SeatCards(Counter(own), unseen), viewer.other: self.hidden}
        self.drawn: dict[int, Card] = {}
        self.winners: list[Seat] = []
        self.replies: list[tuple[Seat, Card, Card]] = []
        # Whether a dix was drawn last, as far as the record tells.
        self._told_last: bool | None = None
        self._guesses_exchange = False

    @property
    def quality(self) -> tuple[int, bool]:
        """How far the record goes so, and whether all in it can have been: more is better."""
        return self.followed, not self.is_doubtful

    def follow(self) -> None:
        """Go through the tricks, up to one that cannot be, and deal what was never seen."""
        for trick in self.record.tricks:
            if not self._play(trick) or len(trick.plays) < 2 or not self._end_trick(trick):
                break
        self._fill()

    def _play(self, trick: RecordedTrick) -> bool:
        """Play the cards of a trick, if both can be."""
        if trick.number == self.deck.stock_tricks + 1:
            for cards in self.cards.values():
                cards.in_playoff = True
        seats = (self.leader, self.leader.other)
        for seat, card, play in zip(seats, trick.cards, trick.plays, strict=False):
            if not self.cards[seat].play(card, play.partition("@")[2].lower()):
                self.is_doubtful |= self.cards[seat].is_guessed or self._guesses_exchange
                return False
        if trick.number > self.deck.stock_tricks and len(trick.plays) == 2:
            led, reply = trick.cards
            self.replies.append((self.leader.other, led, reply))
        self.followed += 1
        return True

    def _end_trick(self, trick: RecordedTrick) -> bool:
        """Go on to the next trick, if what is drawn after this one can be."""
        led, reply = trick.cards
        if beats(led.index, reply.index, self.trump):
            self.leader = self.leader.other
        self.winners.append(self.leader)
        if trick.number > self.deck.stock_tricks:
            return True
        if self.rules.draws_before_melding and not self._draw(trick):
            return False
        # Who has said what he shows.
        done: set[Seat] = set()
        for place, event in enumerate(trick.events):
            if event.drawn is not None:
                continue
            if self._tells_last_dix(trick, place):
                self._told_last = event.credit != 0
            elif self._takes_for_last_dix(trick, place):
                self._told_last = True
            elif self._shows(trick.number, event, done):
                done.add(self._by(event))
            elif may_tell_last_dix(self.record, trick, place, self.leader):
                self._told_last = True
        return self.rules.draws_before_melding or self._draw(trick)

    def _by(self, event: Event) -> Seat:
        return self.record.seat_of(event, self.leader)

    def _tells_last_dix(self, trick: RecordedTrick, place: int) -> bool:
        if self.dix is None:
            return False
        return tells_last_dix(self.record, trick, place, self.leader, self.upcard, self.dix)

    def _takes_for_last_dix(self, trick: RecordedTrick, place: int) -> bool:
        """Whether to take a dix for one drawn last, where it may as well have been exchanged.

        What the loser plays later tells, for he took the nine or the upcard.
        """
        winner = self.leader
        if (
            not may_tell_last_dix(self.record, trick, place, winner)
            or not self.cards[winner].is_guessed
            or self.dix is None
            or not self.unseen[self.dix]
            or self.upcard == self.dix
            or any(self.record.drawn(trick, seat, winner) for seat in Seat)
        ):
            return False
        self._guesses_exchange = True
        points = self.rules.last_draw_dix
        return bool(self._chosen(trick.number, winner, DIX, (points, points), is_told=True))

    def _shows(self, trick: int, event: Event, done: set[Seat]) -> bool:
        """Show a dix and a meld, if both can be, or pass; whether the seat's turn is over then."""
        rules, seat = self.rules, self._by(event)
        parts = event.text.split("+")
        has_dix = parts[0].lower() == DIX
        is_winner = seat is self.leader
        passes = event.text.lower() == "pass"
        if seat in done or not (is_winner or (rules.dix_by_loser and (has_dix or passes))):
            return False
        if not is_winner:
            done.add(self.leader)
        if passes:
            return True
        if has_dix and not self._shows_dix(seat):
            return False
        may_meld = trick <= rules.last_meld_trick
        takes_turn = has_dix and rules.dix_is_a_meld
        laid = False
        if len(parts) == 1 + has_dix and is_winner and may_meld and not takes_turn:
            with suppress(PositionError):
                meld = parse_meld(parts[-1], rules, self.trump)
                laid = self._lay(trick, seat, meld, self._credit_of_meld(event, has_dix))
        return has_dix or laid

    def _credit_of_meld(self, event: Event, has_dix: bool) -> int | None:
        """What is claimed for the meld of a show, without the dix; None if nothing is."""
        dix = self.rules.meld(DIX) if has_dix else None
        return event.credit if event.credit is None or dix is None else event.credit - dix.points

    def _lay(self, trick: int, seat: Seat, meld: Meld, credit: int | None) -> bool:
        ways = self.cards[seat].ways(meld, self.rules, self.trump)
        ways.sort(key=lambda way: way[1].points != credit)
        if not ways:
            self.is_doubtful |= self.cards[seat].is_guessed
            return False
        credits = tuple(option.points for _, option in ways)
        chosen = self._chosen(trick, seat, meld.text(), credits, credit in credits)
        self.cards[seat].lay(*ways[chosen])
        return True

    def _chosen(
        self, trick: int, seat: Seat, what: str, credits: tuple[int, ...], is_told: bool
    ) -> int:
        """Which way to take, of ways that score these credits."""
        number = len(self.choices)
        chosen = self._choose[number] if number < len(self._choose) else 0
        self.choices.append(_Choice(chosen, credits, trick, seat, what, is_told))
        return chosen

    def _shows_dix(self, seat: Seat) -> bool:
        if self.dix is None or not self.cards[seat].show_dix(self.dix, self.upcard):
            return False
        self.upcard = self.dix
        return True

    def _draw(self, trick: RecordedTrick) -> bool:
        """Note the draws that are told, and open places for the others, if a copy of each is left.

        One may be missing only because of a guess: then another way has to be tried.
        """
        seats = list(Seat)
        if trick.number == self.deck.stock_tricks:
            self.cards[self.leader.other].held[self.upcard] += 1
            seats.remove(self.leader.other)
        are_left = [self._draw_of(seat, trick) for seat in seats]
        self.is_doubtful |= not all(are_left)
        self.followed += all(are_left)
        return all(are_left)

    def _draw_of(self, seat: Seat, trick: RecordedTrick) -> bool:
        """A seat's draw from the cards that lie face down; whether a copy of it is left."""
        cards, number = self.cards[seat], trick.number
        told = self.record.drawn(trick, seat, self.leader)
        is_left = not told or self.unseen[told[0]] > 0
        if told and seat is self.viewer:
            if not is_left:
                self.too_many = _too_many(f"trick {number}", told[0])
                return False
            self.drawn[number] = told[0]
            self.unseen[told[0]] -= 1
            cards.held[told[0]] += 1
            return True
        cards.free[number] += 1
        if told and is_left:
            cards.put(told[0], number)
        elif number == self.deck.stock_tricks and not told:
            self._draw_last(number, seat)
        return is_left

    def _draw_last(self, trick: int, seat: Seat) -> None:
        """Draw the last card that lay face down, which nobody has named: a dix, or another."""
        points = self.rules.last_draw_dix
        if not points or self.dix is None or not self.unseen[self.dix]:
            return
        credits = (points, 0) if self._told_last else (0, points)
        chosen = self._chosen(trick, seat, DIX, credits, self._told_last is not None)
        if credits[chosen]:
            self.cards[seat].put(self.dix, trick)

    def _fill(self) -> None:
        """Fill the places that are left with cards that nobody has seen."""
        own = self.cards[self.viewer]
        left = list(self.unseen.elements())
        if own.left():
            left.sort(key=self._fits_the_writer)
        for cards in (self.hidden, own):
            number = cards.left()
            for card in left[:number]:
                self.unseen[card] -= 1
            cards.fill(left[:number], self.dix, bool(self._told_last))
            del left[:number]
        last = self.deck.stock_tricks
        for choice in self.choices:
            if choice.what == DIX and not choice.counted:
                # It can have been nothing else.
                self.is_doubtful |= self.cards[choice.seat].places[last] == [self.dix]

    def _fits_the_writer(self, card: Card) -> int:
        """Which cards go to the writer first, the last of them: not what he could not have held.

        In the playoff he would have had to play it. A dix he would have shown.
        """
        viewer = self.viewer
        may_not, other_may_not = (
            any(self._obliges(card, led, reply) for seat, led, reply in self.replies if seat is who)
            for who in (viewer, viewer.other)
        )
        return (other_may_not - may_not) * 2 - (card == self.dix)

    def _obliges(self, card: Card, led: Card, reply: Card) -> bool:
        """Whether this card, had it been held, could not have been kept by that reply."""
        if card == reply:
            return False
        position = PlayoffPosition(
            rules=self.rules,
            trump=self.trump,
            south=Hand.of([card, reply]),
            north=Hand.of([next(c for c in self.deck.cards() if c not in (card, reply, led))]),
            turn=Seat.SOUTH,
            led=led,
        )
        return Referee.of_position(position).is_renege(reply.text())

    def deal(self) -> Deal:
        """The deal, once the record has been followed."""
        left = list(self.unseen.elements())
        stock = list(self._stock())
        others = Hand.of(self.hidden.places.get(0, []))
        own = self.record.hand(self.viewer)
        assert own is not None
        south, north = (own, others) if self.viewer is Seat.SOUTH else (others, own)
        return Deal(
            rules=self.record.rules,
            count=self.record.count,
            dealer=self.record.dealer,
            south=south,
            north=north,
            upcard=self.record.upcard,
            stock=(*stock, *left),
            trump=self.trump,
        )

    def _stock(self) -> Iterator[Card]:
        """The face-down cards drawn, in order."""
        for number, winner in enumerate(self.winners[: self.deck.stock_tricks], start=1):
            for seat in (winner, winner.other):
                if number == self.deck.stock_tricks and seat is not winner:
                    continue
                if seat is self.viewer and number in self.drawn:
                    yield self.drawn[number]
                else:
                    yield self.cards[seat].places[number][0]


def _too_many(token: str, card: Card) -> IllegalPositionError:
    return IllegalPositionError(token, f"more copies of {card} than the deck has")


def completed_deal(record: HandRecord) -> CompletedDeal:
    """A deal that fits a record with `view`, up to a play that cannot be.

    Raises:
        IllegalPositionError: for cards that are more than the deck has.
    """
    own = record.hand(record.view) if record.view is not None else None
    if record.view is None or own is None:
        raise IllegalPositionError("View", "missing, or its hand is")
    best = _best_attempt(record, record.view, own)
    if best.too_many is not None:
        raise best.too_many
    return CompletedDeal(best.deal(), tuple(_unknown_credits(best, record.view, own)))


def _best_attempt(
    record: HandRecord, viewer: Seat, own: Hand, choices: tuple[int, ...] = ()
) -> _Reconstruction:
    """Follow a record with these first choices, the later ones so that it goes as far as it can."""
    best = attempt = _Reconstruction(record, viewer, own, choices)
    attempt.follow()
    for _ in range(_MOST_ATTEMPTS):
        following = _next_choices(attempt.choices, len(choices))
        if not best.is_doubtful or not following:
            break
        attempt = _Reconstruction(record, viewer, own, following)
        attempt.follow()
        if attempt.quality > best.quality:
            best = attempt
    return best


def _next_choices(choices: list[_Choice], fixed: int) -> tuple[int, ...]:
    """The choices to try after these: the last one that has another way takes it; none if none.

    The first `fixed` ones stay as they are.
    """
    for number in reversed(range(fixed, len(choices))):
        choice = choices[number]
        if choice.chosen + 1 < len(choice.credits):
            return (*(before.chosen for before in choices[:number]), choice.chosen + 1)
    return ()


def _unknown_credits(best: _Reconstruction, viewer: Seat, own: Hand) -> Iterator[UnknownCredit]:
    """The choices with several credits of which more than one lets the record go as far."""
    for number, choice in enumerate(best.choices):
        if not choice.is_open:
            continue
        before = tuple(earlier.chosen for earlier in best.choices[:number])
        possible = {choice.counted}
        for way, credit in enumerate(choice.credits):
            if credit not in possible:
                attempt = _best_attempt(best.record, viewer, own, (*before, way))
                if attempt.quality >= best.quality:
                    possible.add(credit)
        if len(possible) > 1:
            yield UnknownCredit(
                choice.trick, choice.seat, choice.what, tuple(sorted(possible)), choice.counted
            )
