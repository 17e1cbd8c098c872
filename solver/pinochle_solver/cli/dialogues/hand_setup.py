"""What `pinochle new` asks for before the first lead: rules, who leads, upcard, hand."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import click

from pinochle_solver.cli.dialogues.addressing import addressed
from pinochle_solver.cli.dialogues.setup import SetupDialogue
from pinochle_solver.cli.input.game_options import refusing_options
from pinochle_solver.cli.input.rulebooks import check_playable, known_rulebooks
from pinochle_solver.errors import GameError, NotationError, PositionError, quoted
from pinochle_solver.game.game import exchanged
from pinochle_solver.game.notebook import Notebook
from pinochle_solver.game.replayer import replay_record
from pinochle_solver.game.scoring import score_game
from pinochle_solver.notation.hand_records import HandRecord
from pinochle_solver.notation.players import Players
from pinochle_solver.notation.position_fields import NO_SCORE
from pinochle_solver.render.renderer import Renderer
from pinochle_solver.rules.agreed import Agreed, GameTerms
from pinochle_solver.rules.cards import Card, Suit
from pinochle_solver.rules.counts import CardCount
from pinochle_solver.rules.doubles import check_doubles
from pinochle_solver.rules.rules import Doubles, Pays, Points, Rulebook, Seat

if TYPE_CHECKING:
    from pinochle_solver.table.rules import TableRules


@dataclass
class _Answers:
    """What was asked before the first trick."""

    rules: Rulebook
    dealer: Seat | None = None
    upcard: Card | None = None


class _Game(NamedTuple):
    """The game that a hand belongs to, as it stands before the hand."""

    score: Points
    target: int
    ahead: int | None = None
    pays: Pays | None = None
    agreed: Agreed = Agreed.NOTHING


class TableGameError(Exception):
    """A game for three or four is said, which another dialogue notes.

    Attributes:
        rules: the game.
    """

    def __init__(self, rules: TableRules) -> None:
        super().__init__(rules)
        self.rules = rules


class HandSetup(SetupDialogue[Notebook]):
    """Asks for what is known before the first lead.

    Args:
        earlier: the hands before in the file: what the last one says is taken for this one, too.
        rules: the rulebook, unless another one is said.
        asks_rules: whether to ask for it.
        seat: the seat that keeps the record. The person may have changed seats since the hand
            before.
        players: the names of those who play.
        doubles: after which tricks doubles may be offered; None for as in the hand before.
        terms: what the game is played for, unless it goes on from the hand before.
        renderer: shows what is said.

    Raises:
        click.UsageError: for changed seats where the hand before does not name the person, and for
            terms that the rulebook does not know, or that are not those of the hand before.
    """

    def __init__(
        self,
        earlier: Sequence[HandRecord],
        rules: Rulebook,
        asks_rules: bool,
        seat: Seat,
        players: Players,
        doubles: Doubles | None,
        terms: GameTerms,
        renderer: Renderer,
    ) -> None:
        self._earlier = earlier
        self._last = last = earlier[-1] if earlier else None
        if last is not None and asks_rules:
            rules, asks_rules = last.rules, False
        self._seat, self._players = seat, players
        self._changes_seats = last is not None and last.view not in (None, seat)
        if self._changes_seats and last is not None and last.players[seat.other] is None:
            fact = f"the hand before has you as {seat.other.text()} and does not name you"
            raise click.UsageError(f"--seat: {fact}; leave --seat out")
        super().__init__(renderer)
        self._doubles = doubles
        self._answers = _Answers(rules)
        self._asks_rules = asks_rules
        self._terms = terms
        if not asks_rules:
            self._check_terms()

    def _check_terms(self) -> None:
        """Refuse terms that do not go with the rules or with the hand before."""
        with refusing_options():
            self._terms.check(self._answers.rules, has_doubles=self._stakes() is not None)
            self._game()

    def record(self, promise: str) -> Notebook:
        """Ask until there is a hand; raises `QuitError`."""
        say = self._renderer.line
        say(f"a new hand, in which you are {self._seat.text()}; {promise}")
        say("undo goes back, quit ends, ? helps")
        if self._last is not None and not self._asks_rules:
            say(f"{self._answers.rules.name}, as the hand before")
        questions = [self._ask_leader, self._ask_upcard]
        if self._asks_rules:
            questions.insert(0, self._ask_rules)
        return self._ask_all(questions, lambda: self._notebook(self._asked_cards("your cards")))

    def _told(self, error: PositionError) -> str:
        return addressed(error.fact, self._seat, self._players)

    @property
    def _own_seat(self) -> str:
        return self._seat.text()

    def _ask_rules(self) -> None:
        rulebooks = known_rulebooks()
        known = rulebooks.by_name
        names = ", ".join(known)
        default = self._answers.rules.name
        what = f"the rulebook: {names}; or a game for three or four, such as auction; Enter for"
        text = self._asked(f"rules [{default}]", f"{what} {default}")
        tables = rulebooks.table_rules(text.lower()) if text else None
        if tables is not None:
            raise TableGameError(tables)
        rules = rulebooks.read({"rules": text or default}, "rules")
        check_playable(rules, recorded=True)
        if self._doubles is not None:
            check_doubles(rules, self._doubles)
        try:
            self._terms.check(rules, has_doubles=self._doubles is not None)
        except GameError as error:
            raise NotationError("rules", f"--{error.token}: {error.fact}") from None
        self._answers.rules = rules

    def _ask_leader(self) -> None:
        other = self._players.name(self._seat.other)
        leads = None if self._last is None else replay_record(self._last).next_dealer.other
        if leads is not None and self._changes_seats:
            leads = leads.other
        default = None if leads is None else "you" if leads is self._seat else other
        brackets = "" if default is None else f" [{default}]"
        what = f"who did not deal leads to the first trick: you, or {other}"
        text = self._asked(f"who leads first, you or {other}{brackets}", what)
        own = {"you", "me", "i", "myself", "mine", self._seat.text(), self._seat.text()[0]}
        others = {"other", "they", "he", "she", other.lower()}
        others |= {self._seat.other.text(), self._seat.other.text()[0]}
        said = text or default or ""
        if not said:
            raise NotationError("leader", f"say who did not deal: you or {other}")
        leader = _LEADS.sub("", said.lower())
        if leader not in own | others:
            raise NotationError("leader", f"{quoted(text)} is neither you nor {other}")
        self._answers.dealer = self._seat.other if leader in own else self._seat

    def _ask_upcard(self) -> None:
        what = "the card turned up after the deal, which makes its suit trumps, such as 9S"
        text = self._asked("upcard", what)
        if not text or _is_suit(text):
            raise NotationError("upcard", "say the card itself, its rank first, such as 9S")
        card = Card.parse(text)
        if card not in self._answers.rules.deck.cards():
            raise NotationError("upcard", f"there is no {card} in this deck")
        self._answers.upcard = card

    def _notebook(self, text: str) -> Notebook:
        answers = self._answers
        assert answers.dealer is not None
        assert answers.upcard is not None
        hand = self._whole_hand(text, answers.rules.deck.hand)
        game = self._game()
        return Notebook(
            HandRecord(
                rules=answers.rules,
                count=self._count(),
                target=game.target,
                ahead=game.ahead,
                pays=game.pays,
                agreed=game.agreed,
                dealer=answers.dealer,
                view=self._seat,
                upcard=answers.upcard,
                south=hand if self._seat is Seat.SOUTH else None,
                north=hand if self._seat is Seat.NORTH else None,
                score=game.score,
                doubles=self._stakes(),
                players=self._players,
            )
        )

    def _count(self) -> CardCount:
        rules, last = self._answers.rules, self._last
        return last.count if last is not None and last.rules == rules else rules.count

    def _stakes(self) -> Doubles | None:
        """After which tricks doubles may be offered."""
        rules, last = self._answers.rules, self._last
        if self._doubles is None and last is not None and last.rules == rules:
            return last.doubles
        return self._doubles

    def _game(self) -> _Game:
        """The game as the hand before leaves it; once it is won, another one like it.

        Raises:
            GameError: for terms that are not those of a game that goes on.
        """
        last, rules, terms = self._last, self._answers.rules, self._terms
        target = rules.target if terms.target is None else terms.target
        asked = _Game(NO_SCORE, target, terms.ahead, None, terms.agreed)
        if last is None or last.rules != rules:
            return asked
        if last.doubles is not None or self._stakes() is not None:
            return asked
        if self._has_another_opponent(last):
            return asked
        game = score_game([replay_record(last)])
        # A tie may have raised the target since.
        first = next((each for each in reversed(self._earlier) if each.score == NO_SCORE), last)
        if game.winner is not None:
            if terms.options:
                return asked._replace(pays=first.pays)
            return _Game(NO_SCORE, first.target, first.ahead, first.pays, first.agreed)
        agreed = last.agreed_or_used
        terms.check_same(first.target, first.ahead, agreed)
        if game.single_hand:
            return _Game(NO_SCORE, last.target, last.ahead, None, agreed)
        score = exchanged(game.score) if self._changes_seats else game.score
        return _Game(score, game.target, game.ahead, None, agreed)

    def _has_another_opponent(self, last: HandRecord) -> bool:
        """Whether somebody else sits opposite than in the hand before: then it is another game."""
        before = last.players[self._seat if self._changes_seats else self._seat.other]
        now = self._players[self._seat.other]
        return before is not None and now is not None and before.casefold() != now.casefold()


# What people say behind the name of who leads: I do, north leads first.
_LEADS = re.compile(r"( (do|does|leads?|first))+$")


def _is_suit(text: str) -> bool:
    try:
        Suit.parse(text)
    except NotationError:
        return False
    return True
