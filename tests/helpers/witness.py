"""Somebody who saw a whole hand and can tell a player what there is to note."""

from __future__ import annotations

from random import Random

from pinochle_solver import RULEBOOKS, Seat, random_deals
from pinochle_solver.game.notebook_entries import EntryKind, Question
from pinochle_solver.game.recording import record_of
from pinochle_solver.game.replayer import replay_record
from pinochle_solver.hand.referee import Referee
from pinochle_solver.notation.hand_records import HandRecord
from pinochle_solver.notation.position_fields import Act
from pinochle_solver.rules.meld_kinds import DIX
from pinochle_solver.rules.melds import dix_card
from pinochle_solver.rules.moves import Doubling, Play
from pinochle_solver.rules.rules import Doubles


class Witness:
    """Somebody who saw a whole hand, and tells one seat what it has to note.

    Args:
        rules: the name of the rulebook.
        seed: of the deal and of the moves.
        doubles: after which tricks doubles may be offered.
    """

    def __init__(self, rules: str, seed: int, doubles: Doubles | None = None) -> None:
        chance, self.doubles = Random(seed), doubles
        (self.deal,) = random_deals(1, seed, RULEBOOKS[rules])
        referee = Referee.of_deal(self.deal, doubles=doubles)
        while not referee.is_over:
            moves = referee.moves()
            if chance.random() < 0.7 and not isinstance(moves[0], Play):
                moves = moves[1:]
            # Or a hand with doubles would mostly be over at once.
            referee.push(chance.choice([each for each in moves if each is not Doubling.REFUSE]))
        self.moves = tuple(referee.history)
        self._plays: dict[tuple[int, Seat], str] = {}
        # At dix turns a seat may show a second time after a trick.
        self._shown: dict[tuple[int, Seat, bool], tuple[str, int]] = {}
        self._drawn: dict[tuple[int, Seat], str] = {}
        self._said: dict[int, tuple[tuple[Seat, Doubling], ...]] = {}
        for trick in replay_record(self.record()).tricks:
            for seat, play in zip((trick.leader, trick.leader.other), trick.plays, strict=True):
                self._plays[trick.number, seat] = play.text()
            for shown in trick.shown:
                at_dix_turn = self.deal.rules.dix_turns and shown.show.text() == DIX
                key = trick.number, shown.seat, at_dix_turn
                self._shown[key] = shown.show.text(), shown.points
            for seat, card in trick.drawn:
                self._drawn[trick.number, seat] = card.text()
            self._said[trick.number] = trick.said

    def record(self, view: Seat | None = None) -> HandRecord:
        return record_of(self.deal, self.moves, view, doubles=self.doubles)

    def tell(self, asked: Question, due: Act | None = None) -> str:
        """What there is to note; `due` tells a dix turn from a meld, a double from an answer."""
        key = asked.trick, asked.seat
        if asked.kind is EntryKind.PLAY:
            return self._plays[key]
        if asked.kind is EntryKind.SHOW:
            at_dix_turn = self.deal.rules.dix_turns and due is not Act.MELD
            return self._shown.get((*key, at_dix_turn), ("pass", 0))[0]
        if asked.kind is EntryKind.DRAW:
            return self._drawn[key]
        if asked.kind is EntryKind.SAY:
            return self._told_to_double(asked, due)
        if asked.scored_for == DIX:
            dix = dix_card(self.deal.rules, self.deal.trump)
            return str(10 * (dix is not None and self._drawn[key] == dix.text()))
        return str(self._shown[(asked.trick, asked.seat, False)][1])

    def _told_to_double(self, asked: Question, due: Act | None) -> str:
        """What a seat said after a trick: who offers answers a redouble, too."""
        said = [each.text() for seat, each in self._said[asked.trick] if seat is asked.seat]
        if not said:
            return Doubling.NO_DOUBLE.text()
        return said[-1 if due is Act.ANSWER_REDOUBLE else 0]
