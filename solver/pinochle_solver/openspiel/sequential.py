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
from collections.abc import Iterable
from typing import NamedTuple

from pinochle_solver._core.hand import PASS as _PASS
from pinochle_solver._core.hand_game import HandGame, dealt_state
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
_LISTS = ("actions", "dealt", "drawn", "events", "_left", "_pile", "_log", "_told", "_texts")


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
        due: what comes next; a draw during the deal, too.
        turn: whose decision it is; None when a card is to be drawn and when the hand is over.
    """

    def __init__(
        self, rules: Rulebook, count: CardCount | None = None, dealer: Seat = Seat.NORTH
    ) -> None:
        if not rules.deck.upcard:
            raise ValueError(f"Rulebook {rules.name!r}: no upcard, which decides the trump here")
        check_whole_hands(rules)
        self.rules, self.count, self.dealer = rules, count or rules.count, dealer
        self.numbers = ActionNumbers(rules)
        self.actions: list[int] = []
        self.dealt: list[Card] = []
        self.drawn: list[Card] = []
        self.events: list[PublicEvent] = []
        self.due = Due.DRAW
        self.turn: Seat | None = None
        # The cards not dealt or drawn yet, and those drawn, as the compiled hand has them.
        self._left = bytearray(card.index for card in rules.deck.cards())
        self._pile = bytearray()
        self._game: HandGame | None = None
        self._known_state: StateRecord | None = None
        self._drawing = b""
        # What was seen, by both for None; how much of it is in the texts of the seats, and these.
        self._log: list[tuple[Seat | None, PublicEvent | Card | str]] = []
        self._told = [0, 0]
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
        return self._game is not None and bool(self._state().playoff)

    @property
    def points(self) -> HandPoints:
        """What has been scored."""
        if self._game is None:
            return HandPoints(SeatPoints(0, 0), SeatPoints(0, 0))
        state = self._state()
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
            table = self._state().seat(self.turn).table
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
            new._game = new._game_of(self._state())
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
        state = self._state()
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
            if self._state().seat(seat).meld_points > state.seat(seat).meld_points:
                self._log.append((None, f"{seat.name[0]}+dix"))

    def _drawers(self) -> tuple[Seat, ...]:
        """Who draws face-down cards now, in order."""
        state = self._state()
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
            game.apply(self.numbers.number(action))
            self._log.append((seat, "pass"))
            return
        event = self._event(seat, action, game)
        game.apply(self.numbers.number(action))
        self.events.append(event)
        self._log.append((None, event))

    def _event(self, seat: Seat, action: int, game: HandGame) -> PublicEvent:
        if action < self.numbers.plays:
            return PublicEvent(seat, action, _CARDS[action : action + 1])
        _, _, planes = game.shown(self.numbers.number(action))
        cards = [card for card, _ in copies_of(planes)]
        takes = None
        dix = dix_card(self.rules, self.trump)
        if self.numbers.shown(action)[0] and dix is not None:
            cards.append(dix)
            takes = None if self._state().upcard == dix.index else self.upcard
        return PublicEvent(seat, action, sorted_cards(cards), takes)

    # What a seat sees

    def information(self, seat: Seat) -> str:
        """All that a seat has seen, in order; of two equal ones it cannot tell the hands apart.

        Its cards and the upcard, then the moves of both, after a show in brackets the cards that
        left the hand for it; its own draws (``+AS``) and passes; ``+`` when both have drawn, with
        ``N+dix`` after it for a dix that scores then; at its own decision what is due.
        """
        if self._game is None:
            return f"{self._head(seat)} {self.dealt_to(seat).text()}"
        for who, what in self._log[self._told[seat] :]:
            if who is None or who is seat:
                self._texts[seat] += f" {self._text(what)}"
        self._told[seat] = len(self._log)
        due = f" {self.due.name.lower()}?" if self.turn is seat else ""
        return f"{self._head(seat)} {self._texts[seat]}{due}"

    def _text(self, seen: PublicEvent | Card | str) -> str:
        if isinstance(seen, str):
            return seen
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
        """What a seat sees now, what it would have to remember left out: but for the points."""
        if self._game is None:
            return self.information(seat)
        state = self._state()
        own, other = state.seat(seat), state.seat(seat.other)
        known = hand_of(other.known, other.table)
        words = (
            self._head(seat),
            f"{hand_of(own.hand, own.table).text()} table={self._table_text(seat)}",
            f"other={known.text()} table={self._table_text(seat.other)}",
            f"trump={self.trump.letter}",
            f"upcard={_card_text(state.upcard)} drawn={state.drawn}",
            f"leader={Seat(state.leader).text()} led={_card_text(state.led)}",
            f"points={self.points.text()}",
            *([f"glups={state.glups[0]}/{state.glups[1]}"] if self.rules.glups else []),
            f"{self.due.name.lower()}?" if self.turn is seat else "",
        )
        return " ".join(words).rstrip()

    def _table_text(self, seat: Seat) -> str:
        """The copies on a table, each with what it has served in: services, or kinds of meld."""
        state = self._state()
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
            winners.append(Seat(self._state().leader))
        drawers = [
            drawer
            for trick, winner in enumerate(winners)
            for drawer, place in draw_places(self.rules, 2 * trick, winner).items()
            if place is not None
        ]
        return [card for card, drawer in zip(self.drawn, drawers, strict=False) if drawer is seat]

    def _head(self, seat: Seat) -> str:
        return f"{seat.text()} {self.rules.name} {self.count.name} dealer={self.dealer.text()}"

    def dealt_to(self, seat: Seat) -> Hand:
        """The cards dealt to a seat so far."""
        hand = self.rules.deck.hand
        first = seat is not self.dealer
        return Hand.of(self.dealt[:hand] if first else self.dealt[hand : 2 * hand])

    # The compiled hand

    def _record(self) -> bytes:
        return hand_rules_record(self.rules, self.count, self.trump)

    def _state(self) -> StateRecord:
        assert self._game is not None
        if self._known_state is None:
            self._known_state = StateRecord.unpack(self._game.state())
        return self._known_state

    def _game_of(self, state: StateRecord) -> HandGame:
        """The compiled hand in a state; what nobody has drawn is in any order in its stock."""
        log = () if state.playoff else state.log
        record = state._replace(plays=0, log=log).pack()
        return HandGame(self._record(), record, self._pile + self._drawing + self._left)


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
