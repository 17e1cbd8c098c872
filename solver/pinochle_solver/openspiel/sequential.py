"""One hand as a tree of numbered actions and chance outcomes, the way game libraries want it.

Source: docs/RULES.md, sections 2 to 5, played by the compiled hand: a hand from the deal to the
last trick. Left out: the game of several hands (section 6), irregularities (7), doubles (8), the
dealer's lift, decks without an upcard and those that the compiled hand does not play.

**Chance** deals one card at a time, the dealer's opponent's hand first, the dealer's, the upcard;
then every face-down card when it is drawn, the winner's of the trick first. An outcome is a card
by `Card.index`, as likely as copies of it are left. Who deals is not left to chance. The upcard is
among the last two to be drawn and no outcome.

**Actions** are the same whatever is trump: a play is the card's index, and 32 more for each number
of the copy on the table that is played (0 the hand); with m melds in the rulebook, p is a pass,
p + k laying the k-th meld of `melds_of`, and m + 1 more any of these with a dix. p is 96, with four
copies of a card 160. A decision of which passing is the only choice is not asked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from pinochle_solver._core.hand.game import HandGame, dealt_state
from pinochle_solver._core.hand.hand import PASS as _PASS
from pinochle_solver.hand.move_numbers import numbers_of, source_of
from pinochle_solver.notation.position_fields import HandPoints, SeatPoints
from pinochle_solver.rules.cards import CARDS, Card, Hand, Suit
from pinochle_solver.rules.counts import COUNTS, CardCount
from pinochle_solver.rules.hand_packing import (
    Due,
    StateRecord,
    check_whole_hands,
    copies_of,
    hand_of,
    hand_rules_record,
    planes_of,
)
from pinochle_solver.rules.meld_kinds import CopyRule
from pinochle_solver.rules.melds import dix_card, melds_of
from pinochle_solver.rules.moves import Move, Play, Show
from pinochle_solver.rules.piles import draw_places
from pinochle_solver.rules.rulebooks import RULEBOOKS
from pinochle_solver.rules.rules import Rulebook, Seat

_FEWEST_COPIES = 2
_DUES, _SEATS = tuple(Due), tuple(Seat)
_CARDS = tuple(map(Card.from_index, range(CARDS)))
_LISTS = (
    "actions",
    "dealt",
    "drawn",
    "events",
    "shows",
    "_left",
    "_pile",
    "_log",
    "_in_text",
    "_texts",
)


class PublicEvent(NamedTuple):
    """Something that both seats saw.

    Attributes:
        seat: who did it; for a draw of both, who won the trick.
        action: what; None for a draw of both.
        cards: the cards that left the hand by it, not those from the table, by `Card.index`.
        takes: the upcard that was taken in exchange, or None.
    """

    seat: Seat
    action: int | None
    cards: tuple[Card, ...] = ()
    takes: Card | None = None


class PastShow(NamedTuple):
    """A show, and the state in which it was decided.

    Attributes:
        event: its number in `SequentialHand.events`.
        seat: who showed.
        action: what.
        before: the state before it.
    """

    event: int
    seat: Seat
    action: int
    before: StateRecord


class OwnPass(NamedTuple):
    """A pass, which only its seat saw.

    Attributes:
        due: what it was asked for.
    """

    due: Due


class DixScored(NamedTuple):
    """A dix drawn last, or held then, has scored of itself, which both saw.

    Attributes:
        seat: whose it was.
    """

    seat: Seat


Seen = PublicEvent | Card | OwnPass | DixScored
"""Something that a seat saw; a card is one that it drew."""


class ActionNumbers:
    """The numbers of the actions of a rulebook.

    Attributes:
        plays: how many are plays: those below; this one is the pass.
        size: how many there are.
    """

    def __init__(self, rules: Rulebook) -> None:
        self._shows = 1 + len(melds_of(rules, rules.deck.suits[0]))
        self.plays = (1 + max(rules.deck.copies, _FEWEST_COPIES)) * CARDS
        self.size = self.plays + 2 * self._shows

    def action(self, number: int) -> int:
        """The action of a move of the compiled hand."""
        if number < _PASS:
            return number
        return self.plays + number - _PASS

    def number(self, action: int) -> int:
        """The move of the compiled hand that an action is."""
        if action < self.plays:
            return action
        return _PASS + action - self.plays

    def shown(self, action: int) -> tuple[bool, int]:
        """Whether an action that is no play shows a dix, and 1 + the number of its meld or 0."""
        dix, meld = divmod(action - self.plays, self._shows)
        return bool(dix), meld


class SequentialHand:
    """A hand under way, advanced by `apply` alone.

    Args:
        rules: the rulebook; its deck has an upcard.
        count: what cards count; the rulebook's own if None is given.
        dealer: who deals; the other seat leads.

    Attributes:
        rules, count, dealer: these.
        actions: all that was applied, chance outcomes included.
        dealt: the cards dealt so far, those of the dealer's opponent first, then the upcard.
        drawn: the face-down cards drawn so far, in order.
        events: what both seats saw, but for the deal; a pass is not seen.
        shows: the shows among these, in order.
        due: what comes next; a draw during the deal, too.
        turn: whose decision it is; None when a card is to be drawn and when the hand is over.
    """

    def __init__(
        self, rules: Rulebook, count: CardCount | None = None, dealer: Seat = Seat.NORTH
    ) -> None:
        self.rules, self.count, self.dealer = rules, count or rules.count, dealer
        self.numbers, deck = _known_of(rules)
        self.actions: list[int] = []
        self.dealt: list[Card] = []
        self.drawn: list[Card] = []
        self.events: list[PublicEvent] = []
        self.shows: list[PastShow] = []
        self.due = Due.DRAW
        self.turn: Seat | None = None
        # The cards not dealt or drawn yet, and those drawn, as the compiled hand has them.
        self._left = bytearray(deck)
        self._pile = bytearray()
        self._game: HandGame | None = None
        self._known_state: StateRecord | None = None
        self._drawing = b""
        # What was seen, by both for None; how much of it is in the texts of the seats, and these.
        self._log: list[tuple[Seat | None, Seen]] = []
        self._in_text = [0, 0]
        self._texts = ["", ""]

    # What is due

    @property
    def trump(self) -> Suit:
        """The trump suit; only after the deal."""
        return self.dealt[-1].suit

    @property
    def upcard(self) -> Card:
        """The card that was turned up; only after the deal."""
        return self.dealt[-1]

    @property
    def is_dealt(self) -> bool:
        """Whether all cards have been dealt, the upcard too."""
        return self._game is not None

    @property
    def is_chance(self) -> bool:
        """Whether a card is to be dealt or drawn."""
        return self.due is Due.DRAW

    @property
    def is_over(self) -> bool:
        """Whether the last trick has been played."""
        return self.due is Due.NOTHING

    @property
    def drawer(self) -> Seat | None:
        """Who draws a face-down card now, after the deal; None when nobody does."""
        if self._game is None or self.due is not Due.DRAW:
            return None
        return self._drawers()[len(self._drawing)]

    @property
    def in_playoff(self) -> bool:
        """Whether the stock is gone."""
        return self._game is not None and bool(self.state.playoff)

    @property
    def points(self) -> HandPoints:
        """What has been scored."""
        if self._game is None:
            return HandPoints(SeatPoints(0, 0), SeatPoints(0, 0))
        state = self.state
        return HandPoints(
            *(
                SeatPoints(seat.meld_points, seat.trick_points)
                for seat in (state.south, state.north)
            )
        )

    @property
    def difference(self) -> int:
        """South's points less north's."""
        south, north = self.points
        return south.melds + south.tricks - north.melds - north.tricks

    def outcomes(self) -> list[tuple[int, int]]:
        """The cards that can be dealt or drawn now, by index, and how many copies are left."""
        return sorted(Counter(self._left).items())

    def legal(self) -> list[int]:
        """The legal actions of `turn`, in order; none at a chance node or when the hand is over."""
        if self._game is None:
            return []
        return sorted(map(self.numbers.action, self._game.legal()))

    def move(self, action: int) -> Move:
        """A legal action as a move."""
        if action < self.numbers.plays:
            source, index = divmod(action, CARDS)
            assert self.turn is not None
            table = self.state.seat(self.turn).table
            if source:
                return Play(_CARDS[index], source_of(source))
            return Play(_CARDS[index], "hand" if numbers_of(table, _CARDS[index]) else None)
        dix, meld = self.numbers.shown(action)
        return Show(dix, melds_of(self.rules, self.trump)[meld - 1] if meld else None)

    # What is done

    def apply(self, action: int) -> None:
        """Make a legal action or chance outcome; ValueError for any other."""
        if self._game is None:
            self._deal(action)
        elif self.due is Due.DRAW:
            self._draw(action)
        else:
            self._decide(action, self._game)
        self.actions.append(action)
        if self._game is not None:
            self._known_state = None
            self.due = _DUES[self._game.due]
            decides = self.due is not Due.DRAW and self.due is not Due.NOTHING
            self.turn = _SEATS[self._game.turn] if decides else None

    def copy(self) -> SequentialHand:
        """The same hand, to go on from here."""
        new = SequentialHand.__new__(SequentialHand)
        new.__dict__.update(self.__dict__)
        for name in _LISTS:
            setattr(new, name, getattr(self, name)[:])
        if self._game is not None:
            new._game = new._game_of(self.state)
        return new

    def __deepcopy__(self, memo: object) -> SequentialHand:
        return self.copy()

    def __reduce__(self) -> tuple[object, ...]:
        """Kept by its actions; of a rulebook or count of the user's own whole."""
        rules = self.rules.name if RULEBOOKS.get(self.rules.name) is self.rules else self.rules
        count = self.count.name if COUNTS.get(self.count.name) is self.count else self.count
        return _replayed, (rules, count, int(self.dealer), tuple(self.actions))

    def _take(self, index: int) -> Card:
        if not 0 <= index < CARDS or index not in self._left:
            raise ValueError(f"no card number {index} is left")
        self._left.remove(index)
        return _CARDS[index]

    def _deal(self, index: int) -> None:
        hand = self.rules.deck.hand
        self.dealt.append(self._take(index))
        if len(self.dealt) <= 2 * hand:
            return
        first, second = self.dealt[:hand], self.dealt[hand:-1]
        for seat, cards in ((self.dealer.other, first), (self.dealer, second)):
            self._texts[seat] = f"{Hand.of(cards).text()} {self.upcard}"
        state = dealt_state(
            self._record(),
            bytes(card.index for card in self.dealt) + self._left,
            self.dealer,
        )
        self._game = self._game_of(StateRecord.unpack(state))

    def _draw(self, index: int) -> None:
        assert self._game is not None
        card = self._take(index)
        self.drawn.append(card)
        state = self.state
        winner, drawers = Seat(state.leader), self._drawers()
        self._log.append((drawers[len(self._drawing)], card))
        self._drawing += bytes([index])
        if len(self._drawing) < len(drawers):
            return
        by_seat = dict(zip(drawers, self._drawing, strict=True))
        # Piles take turns in the row that the compiled hand has, whoever wins.
        for seat in Seat if self.rules.deck.own_piles else drawers:
            if seat in by_seat:
                self._pile.append(by_seat[seat])
        self._drawing = b""
        self._game = self._game_of(state)
        self._game.draw()
        event = PublicEvent(winner, None)
        self.events.append(event)
        self._log.append((None, event))
        # A dix drawn last, or held then, scores of itself, which both see.
        self._known_state = None
        for seat in (winner, winner.other):
            if self.state.seat(seat).meld_points > state.seat(seat).meld_points:
                self._log.append((None, DixScored(seat)))

    def _drawers(self) -> tuple[Seat, ...]:
        """Who draws face-down cards now, in order."""
        state = self.state
        places = draw_places(self.rules, state.drawn, Seat(state.leader))
        return tuple(seat for seat, place in places.items() if place is not None)

    def _decide(self, action: int, game: HandGame) -> None:
        seat = self.turn
        if seat is None:
            raise ValueError(f"action {action}: the hand is over")
        # What it shows is read off before it is done, which an action that is none has not.
        if action not in self.legal():
            raise ValueError(f"action {action}: not legal")
        if action == self.numbers.plays:
            self._log.append((seat, OwnPass(self.due)))
            game.apply(self.numbers.number(action))
            return
        state = self.state
        event = self._event(seat, action, game, state)
        game.apply(self.numbers.number(action))
        if action > self.numbers.plays:
            self.shows.append(PastShow(len(self.events), seat, action, state))
        self.events.append(event)
        self._log.append((None, event))

    def _event(self, seat: Seat, action: int, game: HandGame, state: StateRecord) -> PublicEvent:
        if action < self.numbers.plays:
            return PublicEvent(seat, action, _CARDS[action : action + 1])
        _, _, planes = game.shown(self.numbers.number(action))
        cards = [card for card, _ in copies_of(planes)]
        takes = None
        dix = dix_card(self.rules, self.trump)
        if self.numbers.shown(action)[0] and dix is not None:
            cards.append(dix)
            takes = None if state.upcard == dix.index else self.upcard
        return PublicEvent(seat, action, sorted_cards(cards), takes)

    # What a seat could have done with other cards

    def shown_from(self, show: PastShow, held: Iterable[Card]) -> tuple[Card, ...] | None:
        """The cards that would have left the hand by the same action, had its seat held these.

        Returns:
            the cards by `Card.index`; None if the action would not have been legal.
        """
        game = self._game_with(show.before, show.seat, held)
        if self.numbers.number(show.action) not in game.legal():
            return None
        return self._event(show.seat, show.action, game, show.before).cards

    def has_choice(self, held: Iterable[Card]) -> bool:
        """Whether the seat to decide would have more than one legal action if it held these."""
        assert self.turn is not None
        return len(self._game_with(self.state, self.turn, held).legal()) > 1

    def held_by(self, seat: Seat, show: PastShow | None = None) -> Hand:
        """The cards in a seat's hand, not those on its table: now, or before a show."""
        return hand_of((self.state if show is None else show.before).seat(seat).hand)

    def _game_with(self, state: StateRecord, seat: Seat, held: Iterable[Card]) -> HandGame:
        """The compiled hand in a state of it in which a seat holds other cards."""
        changed = state.seat(seat)._replace(hand=planes_of(held))
        state = (
            state._replace(south=changed, plays=0)
            if seat is Seat.SOUTH
            else state._replace(north=changed, plays=0)
        )
        left = Counter(self.rules.deck.cards())
        for planes in (state.gone, *(state.seat(each).hand for each in Seat)):
            left.subtract(hand_of(planes))
        for each in Seat:
            left.subtract(hand_of(state.seat(each).table))
        left.subtract(_CARDS[card] for card in (state.upcard, state.led) if card < CARDS)
        pile = bytes(state.drawn) + bytes(card.index for card in left.elements())
        return HandGame(self._record(), state.pack(), pile)

    # What a seat sees

    def information(self, seat: Seat) -> str:
        """All that a seat has seen, in order; of two equal ones it cannot tell the hands apart.

        Its cards and the upcard, then the moves of both, after a show in brackets the cards that
        left the hand for it; its own draws (``+AS``) and passes; ``+`` when both have drawn, with
        ``N+dix`` after it for a dix that scores then; at its own decision what is due.
        """
        if self._game is None:
            return f"{self._head(seat)} {self.dealt_to(seat).text()}"
        for who, what in self._log[self._in_text[seat] :]:
            if who is None or who is seat:
                self._texts[seat] += f" {self._text(what)}"
        self._in_text[seat] = len(self._log)
        due = f" {self.due.name.lower()}?" if self.turn is seat else ""
        return f"{self._head(seat)} {self._texts[seat]}{due}"

    def seen_by(self, seat: Seat | None) -> Iterator[Seen]:
        """What a seat has seen since the deal, in order; for None, what both have seen."""
        return (what for who, what in self._log if who is None or who is seat)

    def public_information(self) -> str:
        """All that both seats have seen, in order."""
        upcard = [self.upcard.text()] if self.is_dealt else []
        return " ".join([self._game_text(), *upcard, *map(self._text, self.seen_by(None))])

    def private_information(self, seat: Seat) -> str:
        """All that a seat alone has seen: the cards dealt, its draws and passes, and what it sees.

        Its passes have the number of tricks that were over (``meld-pass@2``).
        """
        words, plays = [self.dealt_to(seat).text()], 0
        for who, what in self._log:
            if isinstance(what, OwnPass) and who is seat:
                words.append(f"{what.due.name.lower()}-pass@{plays // len(Seat)}")
            elif isinstance(what, Card) and who is seat:
                words.append(self._text(what))
            elif isinstance(what, PublicEvent) and what.action is not None:
                plays += what.action < self.numbers.plays
        return f"{self.private_observation(seat)} dealt={' '.join(words)}"

    def _text(self, seen: Seen) -> str:
        if isinstance(seen, OwnPass):
            return "pass"
        if isinstance(seen, DixScored):
            return f"{seen.seat.name[0]}+dix"
        if isinstance(seen, Card):
            return f"+{seen}"
        if seen.action is None:
            return "+"
        who = seen.seat.name[0]
        if seen.action < self.numbers.plays:
            source, index = divmod(seen.action, CARDS)
            return f"{who}:{_CARDS[index]}@{source}" if source else f"{who}:{_CARDS[index]}"
        shown = ".".join(map(Card.text, seen.cards))
        return f"{who}:{self.move(seen.action)}({shown})"

    def observation(self, seat: Seat) -> str:
        """What a seat sees now, of the past only what it would keep account of.

        That is the points, the cards gone and the melds laid. It is `private_observation` and
        `public_observation` in one line.
        """
        return f"{self.private_observation(seat)} {self.public_observation()}"

    def private_observation(self, seat: Seat) -> str:
        """What a seat alone sees now: the cards in its hand, and what it is asked for."""
        if not self.is_dealt:
            return f"{seat.text()} hand={self.dealt_to(seat).text()}"
        due = [f"{self.due.name.lower()}?"] if self.turn is seat else []
        return " ".join([seat.text(), f"hand={self.held_by(seat).text()}", *due])

    def public_observation(self) -> str:
        """What both seats see now, of the past only what they would keep account of.

        Of each seat the cards in its hand that the other knows, those on its table with what they
        have served in, and how often it has laid which meld.
        """
        if not self.is_dealt:
            return self._game_text()
        state = self.state
        words = [
            self._game_text(),
            f"trump={self.trump.letter}",
            f"upcard={_card_text(state.upcard)}",
        ]
        for seat in Seat:
            words += [
                f"known.{seat.text()}={hand_of(state.seat(seat).known).text()}",
                f"table.{seat.text()}={self._table_text(seat)}",
                f"melds.{seat.text()}={self._melds_text(seat)}",
            ]
        words += [
            f"gone={hand_of(state.gone).text()}",
            f"drawn={state.drawn}",
            f"leader={Seat(state.leader).text()}",
            f"led={_card_text(state.led)}",
            f"points={self.points.text()}",
        ]
        if self.rules.glups:
            words.append(f"glups={state.glups[0]}/{state.glups[1]}")
        return " ".join(words)

    def melds_laid(self, seat: Seat) -> Counter[int]:
        """How often a seat has laid each meld, by its place in `melds_of`."""
        laid = (self.numbers.shown(show.action)[1] for show in self.shows if show.seat is seat)
        return Counter(meld - 1 for meld in laid if meld)

    def _melds_text(self, seat: Seat) -> str:
        melds = melds_of(self.rules, self.trump)
        laid = sorted(self.melds_laid(seat).items())
        return "+".join(f"{melds[meld]}x{times}" for meld, times in laid) or "-"

    def _table_text(self, seat: Seat) -> str:
        """The copies on a table, each with what it has served in: services, or kinds of meld."""
        state = self.state
        served = dict(enumerate(state.seat(seat).served))
        if self.rules.copy_rule is CopyRule.KINDS:
            laid = [entry for entry in state.log if entry.seat == seat]
            served = {number: entry.copies for number, entry in enumerate(laid)}
        texts = []
        for card, number in copies_of(state.seat(seat).table):
            bit = card.index + CARDS * (number - 1)
            what = "".join(str(each) for each, planes in served.items() if planes >> bit & 1)
            texts.append(f"{card}{number}/{what}")
        return ".".join(texts) or "-"

    def drawn_by(self, seat: Seat) -> list[Card]:
        """The face-down cards that a seat has drawn, in order."""
        winners = [event.seat for event in self.events if event.action is None]
        if self._drawing:
            winners.append(Seat(self.state.leader))
        drawers = [
            drawer
            for trick, winner in enumerate(winners)
            for drawer, place in draw_places(self.rules, 2 * trick, winner).items()
            if place is not None
        ]
        return [card for card, drawer in zip(self.drawn, drawers, strict=False) if drawer is seat]

    def _head(self, seat: Seat) -> str:
        return f"{seat.text()} {self._game_text()}"

    def _game_text(self) -> str:
        return f"{self.rules.name} {self.count.name} dealer={self.dealer.text()}"

    def dealt_to(self, seat: Seat) -> Hand:
        """The cards dealt to a seat so far."""
        hand = self.rules.deck.hand
        first = seat is not self.dealer
        return Hand.of(self.dealt[:hand] if first else self.dealt[hand : 2 * hand])

    # The compiled hand

    def _record(self) -> bytes:
        return hand_rules_record(self.rules, self.count, self.trump)

    @property
    def state(self) -> StateRecord:
        """The state of the compiled hand; only after the deal."""
        assert self._game is not None
        if self._known_state is None:
            self._known_state = StateRecord.unpack(self._game.state())
        return self._known_state

    def _game_of(self, state: StateRecord) -> HandGame:
        """The compiled hand in a state; what nobody has drawn is in any order in its stock."""
        log = () if state.playoff else state.log
        record = state._replace(plays=0, log=log).pack()
        return HandGame(self._record(), record, self._pile + self._drawing + self._left)


@lru_cache(maxsize=256)
def _known_of(rules: Rulebook) -> tuple[ActionNumbers, bytes]:
    """The numbers of the actions of a rulebook and its cards; ValueError for one not played here.

    A game makes a hand whenever it is asked how large its tensors are.
    """
    if not rules.deck.upcard:
        raise ValueError(f"Rulebook {rules.name!r}: no upcard, which decides the trump here")
    check_whole_hands(rules)
    return ActionNumbers(rules), bytes(card.index for card in rules.deck.cards())


def _replayed(
    rules: Rulebook | str, count: CardCount | str, dealer: int, actions: Iterable[int]
) -> SequentialHand:
    hand = SequentialHand(
        RULEBOOKS[rules] if isinstance(rules, str) else rules,
        COUNTS[count] if isinstance(count, str) else count,
        Seat(dealer),
    )
    for action in actions:
        hand.apply(action)
    return hand


def sorted_cards(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Cards as an event has them."""
    return tuple(sorted(cards, key=lambda card: card.index))


def _card_text(index: int) -> str:
    return "-" if index >= CARDS else Card.from_index(index).text()
