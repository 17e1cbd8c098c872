"""The legal moves of a hand under way, and the rule that any other move breaks."""

from __future__ import annotations

from dataclasses import replace

from pinochle_solver._core.hand.game import HandGame
from pinochle_solver._core.hand.hand import PASS, SOURCE
from pinochle_solver.errors import IllegalMoveError
from pinochle_solver.hand.move_numbers import (
    DOUBLING_NUMBERS,
    doubling_of,
    has_copy,
    numbers_named,
    play_of,
)
from pinochle_solver.hand.states import (
    IS_OVER,
    is_about_doubles,
    mover_cards,
    mover_name,
    state_of,
    what_is_due,
)
from pinochle_solver.rules.cards import Card, Suit
from pinochle_solver.rules.hand_packing import Due, Obligation, hand_of
from pinochle_solver.rules.meld_table import MeldOption, why_barred
from pinochle_solver.rules.melds import Copy, dix_card, melds_of
from pinochle_solver.rules.moves import Doubling, Move, Play, Show
from pinochle_solver.rules.rules import Rulebook

_OBLIGATIONS = {
    Obligation.FOLLOW: "must follow suit",
    Obligation.HEAD: "must play a higher card of the suit led",
    Obligation.TRUMP: "must play a trump",
}


def _kind_due(game: HandGame) -> type[Move]:
    """What kind of move has to be made."""
    if is_about_doubles(game):
        return Doubling
    return Play if game.due == Due.PLAY else Show


class LegalMoves:
    """What the seat whose turn it is may do, in moves and in the numbers of the compiled hand.

    Args:
        game: the compiled hand; the legal moves follow it from move to move.
        rules: its rulebook.
        trump: its trump suit.
    """

    def __init__(self, game: HandGame, rules: Rulebook, trump: Suit) -> None:
        self._game, self.rules, self.trump = game, rules, trump
        self._melds = melds_of(rules, trump)
        self._shows = 1 + len(self._melds)

    def moves(self) -> tuple[Move, ...]:
        """The legal moves, none when the hand is over.

        Plays come in canonical order of the cards. Among shows a pass comes first, among doubles
        ``no-double`` or ``refuse``.
        """
        numbers = self._game.legal()
        if is_about_doubles(self._game):
            return tuple(map(doubling_of, numbers))
        if self._game.due == Due.PLAY:
            table = mover_cards(self._game).table
            plays = [play_of(number, table) for number in numbers]
            return tuple(sorted(plays, key=lambda play: (-play.card.rank, play.card.suit)))
        return tuple(map(self._show, numbers))

    def options(self) -> list[MeldOption]:
        """What may be shown now, other than nothing; empty when a card is to be played."""
        if self._game.due not in (Due.MELD, Due.DIX, Due.SHOW):
            return []
        options = []
        for number in self._game.legal():
            if number == PASS:
                continue
            option = MeldOption.of_planes(self._show(number), *self._game.shown(number))
            dix = dix_card(self.rules, self.trump)
            if option.show.dix and dix is not None:
                option = replace(option, from_hand=(dix, *option.from_hand))
            options.append(option)
        return options

    def move_of(self, number: int) -> Move:
        """The legal move of this number."""
        if is_about_doubles(self._game):
            return doubling_of(number)
        return (
            play_of(number, mover_cards(self._game).table) if number < PASS else self._show(number)
        )

    def _show(self, number: int) -> Show:
        dix, meld = divmod(number - PASS, self._shows)
        return Show(bool(dix), self._melds[meld - 1] if meld else None)

    def number_of(self, move: Move) -> int:
        """The number of a legal move in the compiled hand; raises `IllegalMoveError` otherwise."""
        if self._game.due == Due.NOTHING:
            raise IllegalMoveError(move.text(), IS_OVER)
        if not isinstance(move, _kind_due(self._game)):
            raise IllegalMoveError(move.text(), what_is_due(self._game))
        if isinstance(move, Play):
            number = self._number_of_play(move)
        elif isinstance(move, Doubling):
            number = DOUBLING_NUMBERS[move]
        else:
            if move.meld is not None and move.meld not in self._melds:
                suit = self.trump.name.lower()
                raise IllegalMoveError(
                    move.text(), f"no meld of {self.rules.name} with {suit} as trump"
                )
            meld = 0 if move.meld is None else 1 + self._melds.index(move.meld)
            number = PASS + self._shows * move.dix + meld
        if number not in self._game.legal():
            raise IllegalMoveError(move.text(), self._why_not(move))
        return number

    def _number_of_play(self, play: Play) -> int:
        number = play.card.index
        if play.source is None or play.source == "hand":
            return number
        copies = self.rules.deck.copies
        if play.source not in range(1, copies + 1):
            fact = f"a card comes from the hand, or is copy {numbers_named(copies)}"
            raise IllegalMoveError(play.text(), fact)
        table = mover_cards(self._game).table
        if not has_copy(table, Copy(play.card, play.source)):
            return number + play.source * SOURCE
        # A copy that has served in the same as one with a lower number is the same move as that
        # one.
        legal = self._game.legal()
        alike = (number + copy * SOURCE for copy in range(play.source, 0, -1))
        return next(each for each in alike if each in legal)

    def _why_not(self, move: Move) -> str:
        """The rule that a move breaks."""
        mover = mover_name(self._game)
        if isinstance(move, Play):
            if isinstance(move.source, int):
                return f"{mover} has no such copy of {move.card} on the table"
            record = mover_cards(self._game)
            if move.card not in hand_of(record.hand):
                if move.card in hand_of(record.table):
                    return f"{mover} holds it on the table only"
                return f"{mover} does not hold it"
            broken = Obligation(self._game.broken_obligation(move.card.index))
            return f"{mover} {_OBLIGATIONS[broken]}"
        if isinstance(move, Doubling):
            return what_is_due(self._game)
        return self._why_not_shown(move)

    def _upcard_is_dix(self) -> bool:
        dix = dix_card(self.rules, self.trump)
        return dix is not None and state_of(self._game).upcard == dix.index

    def _why_not_shown(self, show: Show) -> str:
        rules, mover = self.rules, mover_name(self._game)
        if show.dix and self._game.due == Due.MELD and rules.dix_turns:
            return f"in {rules.name} a dix is melded after the draws, at a dix turn"
        if show.dix and rules.dix_by_exchange and self._upcard_is_dix():
            return f"the upcard is a dix, and in {rules.name} one is only exchanged"
        if show.dix and not any(number - PASS >= self._shows for number in self._game.legal()):
            dix = dix_card(rules, self.trump)
            return f"{mover} has no {dix} in the hand" if dix else f"{rules.name} has no dix"
        assert show.meld is not None
        if self._game.due != Due.MELD:
            who = "at a dix turn one" if rules.dix_turns else "the loser of a trick"
            return f"{who} may only meld a dix"
        if show.dix and rules.dix_is_a_meld:
            return f"in {rules.name} a dix is the one meld of its turn"
        reason, index = self._game.obstacle(self._melds.index(show.meld), show.dix)
        if not reason:
            return f"in {rules.name} there is no meld after the last trick of the stock"
        card = None if index < 0 else Card.from_index(index)
        return why_barred(show.meld, reason, card)
