"""What `pinochle new` asks for before a hand of three or four: who dealt, the upcard, the cards."""

from __future__ import annotations

import re
from contextlib import suppress
from functools import partial

from pinochle_solver.cli.dialogues.addressing import said_to
from pinochle_solver.cli.dialogues.setup import SetupDialogue
from pinochle_solver.errors import IllegalPositionError, NotationError, PositionError, quoted
from pinochle_solver.game.table.notebook import TableNotebook
from pinochle_solver.matches.table.hand_in_play import NO_STANDING, HandStanding
from pinochle_solver.notation.table.hand_records import TableRecord
from pinochle_solver.render.table.renderer import TableRenderer
from pinochle_solver.rules.agreed import Agreed
from pinochle_solver.rules.cards import NO_CARDS, Card, Hand
from pinochle_solver.table.game import TableGame
from pinochle_solver.table.holdings import less
from pinochle_solver.table.rules import TableRules
from pinochle_solver.table.seats import Seat, clockwise

_OWN = frozenset(("you", "me", "i", "myself"))
_DEALS = re.compile(r" (?:dealt|deals|deal|did|does|do)$")
_ROUND_THE_TABLE = ("left", "across", "right")


class TableSetup(SetupDialogue[TableNotebook]):
    """Asks for what is known before the first call or lead.

    Args:
        rules: the game.
        agreed: what is agreed on about it.
        seat: the seat that keeps the record; None for a kibitzer, who is asked for all hands.
        names: the names of those who have one.
        last: the notebook of the hand before; None: there is none, or it was of another game.
        renderer: shows what is said.
    """

    def __init__(
        self,
        rules: TableRules,
        agreed: Agreed,
        seat: Seat | None,
        names: dict[Seat, str],
        last: TableNotebook | None,
        renderer: TableRenderer,
    ) -> None:
        super().__init__(renderer)
        self._rules, self._agreed = rules, agreed
        self._seat, self._names = seat, names
        self._views = renderer
        self._game: TableGame | None = None if last is None else last.game_after()
        if self._game is not None and self._game.winner is not None:
            self._game = None
        self._dealer: Seat | None = None
        self._upcard: Card | None = None
        self._hands = dict[Seat, Hand]()
        self._asked_seat = seat  # whose hand is asked for

    def record(self, promise: str) -> TableNotebook:
        """Ask until there is a hand; raises `QuitError`."""
        say = self._renderer.line
        rules = ", ".join([self._rules.name, *self._rules.options, *self._agreed.words])
        who = "see every hand" if self._seat is None else f"are {self._seat.text()}"
        say(f"a new hand of {rules}, in which you {who}; {promise}")
        say("undo goes back, quit ends, ? helps")
        if self._game is not None and not self._game.single_hand:
            units = zip(self._rules.score_units, self._game.scores, strict=True)
            scores = (f"{'+'.join(map(self._views.who, unit))} {score}" for unit, score in units)
            say(f"the score before it: {', '.join(scores)}")
        has_upcard = self._rules.turned_trump or self._rules.stock is not None
        questions = [self._ask_dealer, *[self._ask_upcard] * has_upcard]
        if self._seat is not None:
            return self._ask_all(questions, self._begun_with_own)
        hands = [partial(self._ask_hand, place) for place in range(self._rules.seats)]
        return self._ask_all([*questions, *hands], self._begun_with_all)

    def _told(self, error: PositionError) -> str:
        fact = said_to(error.fact, self._own_seat, self._views.name_of_seat)
        return self._views.in_symbols(fact)

    @property
    def _own_seat(self) -> str:
        return "" if self._asked_seat is None else self._asked_seat.text()

    def _ask_dealer(self) -> None:
        default = None if self._game is None else self._game.dealer
        order = clockwise(self._rules.table, self._seat or Seat.SOUTH)
        seats = [self._views.who(seat) for seat in order]
        brackets = "" if default is None else f" [{self._views.who(default)}]"
        *first, last = seats
        what = f"{', '.join(first)} or {last}"
        if self._seat is not None:
            what += "; left, right or across of you will do"
        text = self._asked(f"who dealt{brackets}", what)
        dealer = default if not text else self.seat_said(text)
        if dealer is None:
            raise NotationError("dealer", f"say who dealt: {', '.join(first)} or {last}")
        if self._rules.out_dealer and dealer is self._seat:
            raise NotationError("dealer", "you deal and are out: there is nothing to note")
        self._dealer = dealer

    def seat_said(self, text: str) -> Seat:
        """The seat that a word means; raises `NotationError`."""
        return seat_said(text, self._rules, self._seat, self._names)

    def _ask_upcard(self) -> None:
        what = "the card turned up after the deal, which makes its suit trumps, such as 9S"
        self._upcard = Card.parse(self._asked("upcard", what))

    # All hands

    def _ask_hand(self, place: int) -> None:
        """Ask for the cards of one of the players, counted from the dealer's left."""
        assert self._dealer is not None
        seat = self._rules.from_left_of(self._dealer)[place]
        if seat is not self._asked_seat:
            self._asked_seat, self._hand = seat, self._hands.get(seat, NO_CARDS)
        others = [hand for each, hand in self._hands.items() if each in self._before(place)]
        left = self._dealt
        for hand in others:
            left = less(left, hand)
        is_last = len(left) == self._rules.hand
        brackets = " [the cards left]" if is_last else ""
        text = self._asked_cards(f"{self._views.who(seat)}'s cards{brackets}")
        hand = self._whole_hand(left.text() if is_last and not text else text, self._rules.hand)
        for card in hand.distinct():
            if hand.count(card) > left.count(card):
                where = " or the upcard" * (card == self._upcard)
                fact = f"{card}: every other copy lies in a hand{where} that you have said"
                raise IllegalPositionError(seat.text(), fact)
        self._hands[seat] = hand

    @property
    def _dealt(self) -> Hand:
        """The cards that can lie in hands, or in the widow."""
        deck, upcard = self._rules.deck, self._upcard
        if self._rules.stock is None or upcard is None:
            return deck
        return deck.without(upcard)

    def _before(self, place: int) -> tuple[Seat, ...]:
        assert self._dealer is not None
        return self._rules.from_left_of(self._dealer)[:place]

    def _begun_with_all(self) -> TableNotebook:
        assert self._dealer is not None
        players = self._rules.players(self._dealer)
        hands = {seat: self._hands[seat] for seat in players}
        if not self._rules.widow:
            return self._begun(hands, None)
        widow = self._dealt
        for hand in hands.values():
            widow = less(widow, hand)
        cards = " ".join(map(Card.text, widow))
        self._renderer.line(self._renderer.in_symbols(f"so the widow is {cards}"))
        return self._begun(hands, widow)

    # The notebook

    def _begun_with_own(self) -> TableNotebook:
        assert self._seat is not None
        hand = self._whole_hand(self._asked_cards("your cards"), self._rules.hand)
        return self._begun({self._seat: hand}, None)

    def _begun(self, hands: dict[Seat, Hand], widow: Hand | None) -> TableNotebook:
        assert self._dealer is not None
        standing = NO_STANDING if self._game is None else HandStanding.of(self._game)
        return TableNotebook(
            TableRecord(
                rules=self._rules,
                dealer=self._dealer,
                view=self._seat,
                hands=hands,
                widow=widow,
                upcard=self._upcard,
                score=standing.score,
                checks=standing.checks,
                kitty=standing.kitty,
                agreed=self._agreed,
                names=self._names,
            )
        )


def seat_said(text: str, rules: TableRules, own: Seat | None, names: dict[Seat, str]) -> Seat:
    """The seat that a word means: a seat, a name, you, or where it is from the person.

    Args:
        text: the word.
        rules: the game.
        own: the seat of the person; None for somebody who sits at none.
        names: the names of those who have one.

    Raises:
        NotationError: for a word that means none at this table.
    """
    word = _DEALS.sub("", text.lower()).strip()
    if own is not None and (seen := _seen_from(own, word, rules)) is not None:
        return seen
    for seat, name in names.items():
        if name.lower() == word and seat is not own:
            return seat
    with suppress(NotationError):
        seat = Seat.parse(word)
        if seat in rules.table:
            return seat
    *seats, last = (seat.text() for seat in rules.table)
    fact = f"{quoted(text)} does not sit at this table. Type {', '.join(seats)} or {last}"
    raise NotationError("seat", fact)


def _seen_from(own: Seat, word: str, rules: TableRules) -> Seat | None:
    """The seat that a word means from where the person sits; None for none."""
    if word in _OWN:
        return own
    order = clockwise(rules.table, own)[1:]
    if word in _ROUND_THE_TABLE:
        if len(order) == len(_ROUND_THE_TABLE):
            return order[_ROUND_THE_TABLE.index(word)]
        if word != "across":
            return order[0] if word == "left" else order[-1]
    return own.partner if word == "partner" and rules.partners else None
