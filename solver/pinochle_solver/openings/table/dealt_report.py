"""What is known of a class of hands with a turned-up trump, beside the engine's word about one."""

from __future__ import annotations

from dataclasses import dataclass

from pinochle_solver.double_dummy.analysis import ChanceAnalysis
from pinochle_solver.notation.known_rulebooks import KnownRulebooks
from pinochle_solver.notation.table.positions import TablePosition
from pinochle_solver.openings.report import ClassReport, EngineWord, OpeningSource
from pinochle_solver.openings.table.dealt_classes import DealtClass, sum_with
from pinochle_solver.rules.cards import Card, Hand
from pinochle_solver.table.acts import Act
from pinochle_solver.table.moves import Lay
from pinochle_solver.table.rules import TableRules
from pinochle_solver.table.seats import Seat
from pinochle_solver.table.thumb_rule import ThumbSum


@dataclass(frozen=True, slots=True)
class DealtReport(ClassReport):
    """A class of hands of a game for three or four without an auction.

    Attributes:
        rules: the rulebook.
        hand, upcard: the hand that was asked about, and the card turned up.
        kind: its class.
        sources: where hands of this class were counted.
        analysis: the engine's word about the first decision of the leader; None if none was asked
            for.
    """

    rules: TableRules
    hand: Hand
    upcard: Card
    kind: DealtClass
    sources: tuple[OpeningSource, ...]
    analysis: ChanceAnalysis | None

    @property
    def facts(self) -> list[str]:
        """As `ClassReport.facts`."""
        return [self.rules.name, f"trump {self.upcard.suit.name.lower()}", *self.kind.words]

    @property
    def best(self) -> ThumbSum | None:
        """The sum of the hand, if its class is one of sums."""
        if self.kind.sums is None:
            return None
        return sum_with(self.rules, self.hand, self.upcard.suit)

    @property
    def words(self) -> list[EngineWord]:
        """As `ClassReport.words`."""
        found = []
        for each in () if self.analysis is None else self.analysis.moves:
            if each.mean is None:
                continue
            verb = "lays" if isinstance(each.move, Lay) else "leads"
            win = (None, None) if each.win is None else each.win
            found.append(EngineWord(verb, each.move.text(), *each.mean, *win))
        return found

    @property
    def worlds(self) -> int:
        """As `ClassReport.worlds`."""
        return 0 if self.analysis is None else self.analysis.worlds


def first_decision(rules: TableRules, hand: Hand, upcard: Card) -> TablePosition:
    """The first decision of a hand that leads: its melds in `partnership`, else the lead.

    Nobody has exchanged or shown a dix before.

    Raises:
        IllegalPositionError: (``south``, ``upcard``) if no such hand is dealt.
    """
    dealer = rules.table[-1]
    hidden = f"+{rules.hand}"
    tokens = {
        "rules": rules.name,
        "dealer": dealer.text(),
        "act": (Act.MELD if rules.turned_trump else Act.PLAY).value,
        "turn": Seat.SOUTH.text(),
        "trump": upcard.suit.letter,
        "upcard": upcard.text(),
        **{seat.text(): hidden for seat in rules.table},
        "south": hand.text(),
    }
    if rules.stock is not None:
        tokens["stock"] = str(rules.stock.cards - 1)
    else:
        tokens[dealer.text()] = f"{Hand.of([upcard]).text()}+{rules.hand - 1}"
    return TablePosition.from_tokens(tokens, KnownRulebooks((rules,)))
