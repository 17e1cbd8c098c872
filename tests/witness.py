"""Somebody who saw a whole hand and can tell a player what there is to note."""

from __future__ import annotations

from random import Random

from pinochle_solver import RULEBOOKS, Seat, random_deals
from pinochle_solver.game.noted import Asked, What
from pinochle_solver.game.recording import record_of
from pinochle_solver.game.replaying import replay_record
from pinochle_solver.hand.referee import Referee
from pinochle_solver.notation.records import HandRecord
from pinochle_solver.rules.meld_kinds import DIX
from pinochle_solver.rules.melds import dix_card
from pinochle_solver.rules.moves import Play


class Witness:
    """Somebody who saw a whole hand, and tells one seat what it has to note.

    Args:
        rules: the name of the rulebook.
        seed: of the deal and of the moves.
    """

    def __init__(self, rules: str, seed: int) -> None:
        chance = Random(seed)
        (self.deal,) = random_deals(1, seed, RULEBOOKS[rules])
        referee = Referee.of_deal(self.deal)
        while not referee.is_over:
            moves = referee.moves()
            if chance.random() < 0.7 and not isinstance(moves[0], Play):
                moves = moves[1:]
            referee.push(chance.choice(moves))
        self.moves = tuple(referee.history)
        self._plays: dict[tuple[int, Seat], str] = {}
        self._shown: dict[tuple[int, Seat], tuple[str, int]] = {}
        self._drawn: dict[tuple[int, Seat], str] = {}
        for trick in replay_record(self.record()).tricks:
            for seat, play in zip((trick.leader, trick.leader.other), trick.plays, strict=True):
                self._plays[trick.number, seat] = play.text()
            for shown in trick.shown:
                self._shown[trick.number, shown.seat] = shown.show.text(), shown.points
            for seat, card in trick.drawn:
                self._drawn[trick.number, seat] = card.text()

    def record(self, view: Seat | None = None) -> HandRecord:
        return record_of(self.deal, self.moves, view)

    def tell(self, asked: Asked) -> str:
        key = asked.trick, asked.seat
        if asked.what is What.PLAY:
            return self._plays[key]
        if asked.what is What.SHOW:
            return self._shown.get(key, ("pass", 0))[0]
        if asked.what is What.DRAW:
            return self._drawn[key]
        if asked.scored_for == DIX:
            dix = dix_card(self.deal.rules, self.deal.trump)
            return str(10 * (dix is not None and self._drawn[key] == dix.text()))
        return str(self._shown[key][1])
