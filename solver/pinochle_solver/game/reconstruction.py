"""A record followed from its writer's side, with places for the cards that it does not tell.

Whoever wrote the record down saw every card that the other seat played or laid, and when. So the
other seat's cards are given places, dealt or drawn, early enough for that, and so are draws of its
own that it does not tell; what was never seen goes to the places that are left.
"""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from dataclasses import replace
from typing import NamedTuple

from pinochle_solver._core.hand.game import beats
from pinochle_solver.errors import IllegalPositionError, PositionError
from pinochle_solver.game.draw_order import DrawOrder
from pinochle_solver.game.drawing import Lying, StockFollower
from pinochle_solver.game.last_dix import last_drawer, may_tell_last_dix, tells_last_dix
from pinochle_solver.game.seat_cards import SeatCards
from pinochle_solver.game.turns import (
    Turn,
    answers,
    comes_after_own_draw,
    is_shown_when_drawn,
    turns_after,
)
from pinochle_solver.hand.deals import Deal
from pinochle_solver.hand.referee import Referee
from pinochle_solver.notation.hand_records import RecordedEvent, RecordedTrick
from pinochle_solver.notation.playoff_position import PlayoffPosition
from pinochle_solver.rules.cards import Card, Hand
from pinochle_solver.rules.checks import cards_text
from pinochle_solver.rules.meld_kinds import DIX
from pinochle_solver.rules.melds import Meld, dix_card, parse_meld
from pinochle_solver.rules.rules import Seat


class Choice(NamedTuple):
    """A way taken of several that a record leaves open: which copies a meld used, or a last draw.

    Attributes:
        chosen: the way, from 0.
        credits: what each way scores.
        trick: the trick after which it was.
        seat: whose it was.
        what: the meld, or ``dix``.
        is_stated: whether the record says what it scored.
    """

    chosen: int
    credits: tuple[int, ...]
    trick: int
    seat: Seat
    what: str
    is_stated: bool

    @property
    def counted(self) -> int:
        """What the way taken scores."""
        return self.credits[self.chosen]

    @property
    def is_open(self) -> bool:
        """Whether the record leaves open what it scored."""
        return not self.is_stated and len(set(self.credits)) > 1


class Reconstruction:
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
        self, order: DrawOrder, viewer: Seat, own: Hand, choices: tuple[int, ...] = ()
    ) -> None:
        record = order.record
        self.record = record
        self.choices: list[Choice] = []
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
        self.hidden = SeatCards(Counter(), unseen, Counter({0: self.deck.hand}))
        self.cards = {viewer: SeatCards(Counter(own), unseen), viewer.other: self.hidden}
        self.order = order
        # The face-down cards as they lay, with what the record tells of them.
        self.row = [Lying(None) for _ in range(self.deck.stock)]
        self._stock = StockFollower(order, self.row)
        self._stock.follow()
        # Who keeps which of them that nobody has told, by when they were drawn.
        self._unrecorded: list[tuple[int, Seat, Lying]] = []
        self._recorded: list[Lying] = []
        self._last_followed = 0
        self.replies: list[tuple[Seat, Card, Card]] = []
        # Whether a dix was drawn last, as far as the record tells.
        self._says_last_dix: bool | None = None
        self._guesses_exchange = False

    @property
    def quality(self) -> tuple[int, bool]:
        """How far the record goes so, and whether all in it can have been: more is better."""
        return self.followed, not self.is_doubtful

    def follow(self) -> None:
        """Go through the tricks, up to one that cannot be, and deal what was never seen."""
        self._show_all(self.record.before_first_lead)
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
        if trick.number > self.deck.stock_tricks:
            return True
        if self.rules.draws_before_melding:
            if not self._draw(trick):
                return False
            self._show_all(trick)
            return True
        has_drawn = self._show_all(trick)
        return self._draw(trick) if has_drawn is None else has_drawn

    def _show_all(self, trick: RecordedTrick) -> bool | None:
        """Show all that was shown after a trick.

        Returns:
            where there are dix turns after the melds, whether the draws that come before them can
            be, once one of them has come; else None.
        """
        turns = list(turns_after(self.rules, trick.number, self.leader))
        has_drawn: bool | None = None
        draw_first = self.rules.dix_turns and not self.rules.draws_before_melding
        for place, event in enumerate(trick.events):
            if not event.is_shown:
                continue
            at_once = self._is_drawn_dix(trick, place)
            is_dix_turn = at_once or (draw_first and event.text.lower().startswith(DIX))
            if is_dix_turn and trick.number and has_drawn is None:
                has_drawn = self._draw(trick)
                if not has_drawn:
                    return False
            if self._tells_last_dix(trick, place):
                self._says_last_dix = event.credit != 0
            elif self._takes_for_last_dix(trick, place):
                self._says_last_dix = True
            elif self._is_made(trick, place, turns):
                continue
            elif may_tell_last_dix(self.record, trick, place, self.leader):
                self._says_last_dix = True
        return has_drawn

    def _is_made(self, trick: RecordedTrick, place: int, turns: list[Turn]) -> bool:
        """Show what its seat may show of what was shown; whether that, or nothing, can be meant."""
        if self._is_drawn_dix(trick, place):
            self._shows_dix(self._by(trick.events[place]))
            return True
        if comes_after_own_draw(self.record, trick, place, self.leader):
            return True
        return self._shows(
            trick.number, self._allowed(trick.number, place, trick.events[place]), turns
        )

    def _is_drawn_dix(self, trick: RecordedTrick, place: int) -> bool:
        """Whether a dix is shown as it was drawn, by a seat that is written to have drawn one."""
        seat = self._by(trick.events[place])
        return self.dix in self.record.drawn(trick, seat, self.leader) and is_shown_when_drawn(
            self.record, trick, place, self.leader
        )

    def _allowed(self, trick: int, place: int, event: RecordedEvent) -> RecordedEvent:
        """What of something shown its seat may show, if a wrong number of cards bars it."""
        has_dix = event.text.lower().startswith(f"{DIX}+")
        is_alone = has_dix and not self.rules.dix_is_a_meld
        if ":" not in event.text or self.order.why_barred(trick, place, self._by(event)) is None:
            return event
        return replace(event, text=DIX if is_alone else "pass", credit=None)

    def _by(self, event: RecordedEvent) -> Seat:
        return self.record.seat_of(event, self.leader)

    def _tells_last_dix(self, trick: RecordedTrick, place: int) -> bool:
        if self.dix is None:
            return False
        return tells_last_dix(self.record, trick, place, self.leader, self.upcard, self.dix)

    def _takes_for_last_dix(self, trick: RecordedTrick, place: int) -> bool:
        """Whether to take a dix for one drawn last, where it may as well have been exchanged.

        What the other seat plays later tells, for it took the nine or the upcard.
        """
        drawer = last_drawer(self.rules, self.leader)
        if (
            not may_tell_last_dix(self.record, trick, place, self.leader)
            or not self.cards[drawer].is_guessed
            or self.dix is None
            or not self.unseen[self.dix]
            or self.upcard == self.dix
            or any(self.record.drawn(trick, seat, self.leader) for seat in Seat)
        ):
            return False
        self._guesses_exchange = True
        points = self.rules.last_draw_dix
        return bool(self._chosen(trick.number, drawer, DIX, (points, points), is_stated=True))

    def _shows(self, trick: int, event: RecordedEvent, turns: list[Turn]) -> bool:
        """Show a dix and a meld, if both can be, or pass; whether a turn is over then.

        Of the turns that are left those before it are then over as well.
        """
        made = self._show(trick, event, turns)
        if made is None:
            return False
        # A seat that passes may have had a turn before at which that was all it could do.
        del turns[: turns.index(made) + (event.text.lower() != "pass" or not self.rules.dix_turns)]
        return True

    def _show(self, trick: int, event: RecordedEvent, turns: list[Turn]) -> Turn | None:
        """Show what was shown; at which turn, None where that cannot be."""
        rules, seat = self.rules, self._by(event)
        parts = event.text.split("+")
        has_dix = parts[0].lower() == DIX
        is_winner = seat is self.leader
        turn = next((turn for turn in turns if answers(turn, rules, seat, event.text)), None)
        if turn is None or event.text.lower() == "pass":
            return turn
        if has_dix and not self._shows_dix(seat):
            return None
        may_meld = trick <= rules.last_meld_trick
        takes_turn = has_dix and rules.shows_dix_alone
        laid = False
        if len(parts) == 1 + has_dix and is_winner and may_meld and not takes_turn:
            with suppress(PositionError):
                meld = parse_meld(parts[-1], rules, self.trump)
                laid = self._lay(trick, seat, meld, self._credit_of_meld(event, has_dix))
        return turn if has_dix or laid else None

    def _credit_of_meld(self, event: RecordedEvent, has_dix: bool) -> int | None:
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
        self.cards[seat].lay(*ways[chosen], trick, self.rules, self.trump)
        return True

    def _chosen(
        self, trick: int, seat: Seat, what: str, credits: tuple[int, ...], is_stated: bool
    ) -> int:
        """Which way to take, of ways that score these credits."""
        number = len(self.choices)
        chosen = self._choose[number] if number < len(self._choose) else 0
        self.choices.append(Choice(chosen, credits, trick, seat, what, is_stated))
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
        drawn = self._kept(trick)
        if drawn is None:
            return False
        self._last_followed = trick.number
        are_left = [self._draw_of(seat, lying, trick.number) for seat, lying in drawn]
        self.is_doubtful |= not all(are_left)
        self.followed += all(are_left)
        return all(are_left)

    def _kept(self, trick: RecordedTrick) -> list[tuple[Seat, Lying]] | None:
        """Who draws which of the face-down cards to keep it; None where that cannot be followed.

        A card that is put back later is left out: it is nobody's meanwhile, for nobody uses it.
        """
        last = self.order.of(trick.number)
        if last is None or trick.number not in self._stock.handled:
            return None
        if trick.number < self.deck.stock_tricks:
            return [
                (each.seat, each.lying)
                for each in self._stock.handled[trick.number]
                if not each.is_put_back and self._stock.keeper(each.lying) is each
            ]
        if self._stock.last is None:
            return None
        upcard_to, seats = self.order.last_drawers(last)
        self.cards[upcard_to].held[self.upcard] += 1
        kept = list(zip(seats, self._stock.last, strict=False))
        for seat in Seat:
            recorded = Counter(self.record.drawn(trick, seat, self.leader))
            own = [lying for drawer, lying in kept if drawer is seat]
            has_more = recorded.total() > len(own) or not self.unseen[self.upcard]
            if seat is upcard_to and has_more:
                recorded -= Counter([self.upcard])
            for card, lying in zip(recorded.elements(), own, strict=False):
                lying.card = lying.card or card
        return kept

    def _draw_of(self, seat: Seat, lying: Lying, number: int) -> bool:
        """A seat's draw from the cards that lie face down; whether a copy of it is left."""
        cards, card = self.cards[seat], lying.card
        is_left = card is None or self.unseen[card] > 0
        if card is not None and seat is self.viewer:
            if not is_left:
                self.too_many = _too_many(f"trick {number}", card)
                return False
            self.unseen[card] -= 1
            cards.held[card] += 1
            self._recorded.append(lying)
            return True
        cards.free[number] += 1
        if card is not None and is_left:
            cards.put(card, number)
            self._recorded.append(lying)
        else:
            lying.card = None
            self._unrecorded.append((number, seat, lying))
            if number == self.deck.stock_tricks and card is None:
                self._draw_last(number, seat)
        return is_left

    def _draw_last(self, trick: int, seat: Seat) -> None:
        """Draw the last card that lay face down, which nobody has named: a dix, or another."""
        points = self.rules.last_draw_dix
        if not points or self.dix is None or not self.unseen[self.dix]:
            return
        credits = (points, 0) if self._says_last_dix else (0, points)
        chosen = self._chosen(trick, seat, DIX, credits, self._says_last_dix is not None)
        if credits[chosen]:
            self.cards[seat].put(self.dix, trick)

    def _fill(self) -> None:
        """Fill the places that are left with cards that nobody has seen."""
        self._reserve_known()
        own = self.cards[self.viewer]
        left = list(self.unseen.elements())
        if own.left():
            left.sort(key=self._fits_the_writer)
        for cards in (self.hidden, own):
            number = cards.left()
            for card in left[:number]:
                self.unseen[card] -= 1
            are_late = cards.fill(left[:number], self.dix, bool(self._says_last_dix))
            self.is_doubtful |= not are_late
            del left[:number]
        last = self.deck.stock_tricks
        for choice in self.choices:
            if choice.what == DIX and not choice.counted:
                # It can have been nothing else.
                self.is_doubtful |= self.dix in self._left_to(choice.seat, last)

    def _reserve_known(self) -> None:
        """Leave in the stock what was put back there, or lies face up, and was not drawn again."""
        for lying in self.row:
            was_drawn = any(
                each.lying is lying
                for number, handled in self._stock.handled.items()
                if number <= self._last_followed
                for each in handled
            )
            is_back = was_drawn and self._stock.keeper(lying) is None
            is_there = (is_back or lying.is_known) and lying not in self._recorded
            if lying.card and is_there and self.unseen[lying.card]:
                self.unseen[lying.card] -= 1
                self._recorded.append(lying)

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
            stock=self._put_down(),
            trump=self.trump,
            cut=self.record.cut,
        )

    def _left_to(self, seat: Seat, trick: int) -> list[Card]:
        """The cards in a seat's places after a trick, without those that the record tells."""
        recorded: list[Card | None] = [
            each.lying.card
            for each in self._stock.handled.get(trick, ())
            if each.seat is seat and self._stock.keeper(each.lying) is each
        ]
        if trick == self.deck.stock_tricks:
            last = self.order.of(trick)
            drawers = self.order.last_drawers(last)[1] if last is not None else []
            drawn = zip(drawers, self._stock.last or (), strict=False)
            recorded = [lying.card for drawer, lying in drawn if drawer is seat]
        cards = Counter(self.cards[seat].places.get(trick, ()))
        cards -= Counter(card for card in recorded if card is not None)
        return [*cards.elements()]

    def _put_down(self) -> tuple[Card, ...]:
        """The face-down cards, where they were drawn; the others anywhere."""
        for trick, seat, lying in self._unrecorded:
            lying.card = self._left_to(seat, trick)[0]
            self._recorded.append(lying)
        left = self.unseen.elements()
        return tuple(
            lying.card if lying.card and lying in self._recorded else next(left)
            for lying in self.row
        )


def _too_many(token: str, card: Card) -> IllegalPositionError:
    return IllegalPositionError(token, f"more copies of {card} than the deck has")
