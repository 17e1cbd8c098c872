"""Hands of the book, played many times: with the cards hidden, and some of the deals face up."""

from __future__ import annotations

from dataclasses import dataclass

from benchmarks.handbook.macdougall.bought_hands import bought_hand
from benchmarks.handbook.macdougall.measurements import Measured
from pinochle_solver.rules.cards import Hand, Suit

SAMPLES = ("AATKQ9.ATQJ9.AQQ.A", "AATKQ9.ATQJ9.AQ9.A", "AATKQ9.ATQJ9.AQ.AJ")
"""Three readings of his example, which is printed with too many cards."""
TWELVE = ("9.9.9.AATTKKQQJJ99", "AATTKKQQJJ99.9.9.9")
"""Twelve trumps and three cards without worth, in clubs and in spades."""
MELDS = ("AKQ.ATKQJ9.AKQ.AKQ", "AKQ.AKQ.ATKQJ9.AKQ")
"""All marriages, in hearts and in diamonds."""
THREE_TRUMPS = "AAKQJ9.KQ.AATKQJ.K"
"""The hand that he bids differently by its trump."""
HANDS = (*SAMPLES, *TWELVE, *MELDS, THREE_TRUMPS)
_HIDDEN = 2048


@dataclass(frozen=True, slots=True, kw_only=True)
class SpecimenSettings:
    """In how many deals a hand is played hidden and face up, and their seed."""

    hidden: int
    open: int
    seed: int


@dataclass(frozen=True, slots=True)
class Specimen:
    """A hand of the book.

    Attributes:
        number: its place in `HANDS`.
        by_trump: (4, deals) what it makes with each trump S H D C, cards hidden.
        named: (deals,) the trump that the bidder names.
        melds: (deals,) what he lays with it.
        half_open, open: what it makes in the first deals with all hands face up
            (``bought_hands``).
    """

    number: int
    by_trump: list[list[int]]
    named: list[int]
    melds: list[int]
    half_open: list[int]
    open: list[int]

    def hidden(self, trump: Suit | None = None) -> list[int]:
        """What it makes in each deal, cards hidden, with this trump or the one named."""
        if trump is not None:
            return self.by_trump[trump]
        return [self.by_trump[suit][deal] for deal, suit in enumerate(self.named)]


def play_specimen(number: int, settings: SpecimenSettings) -> Specimen:
    """Play a hand of `HANDS`."""
    bought = bought_hand(Hand.parse(HANDS[number]), settings.hidden, settings.seed)
    half = [bought.half_open(deal) for deal in range(settings.open)]
    return Specimen(
        number=number,
        by_trump=bought.totals.T.tolist(),
        named=bought.named.tolist(),
        melds=bought.melds().tolist(),
        half_open=half,
        open=[max(each, bought.open(deal)) for deal, each in enumerate(half)],
    )


def specimens(measured: Measured) -> dict[str, Specimen]:
    """All of them, by their cards."""
    settings = SpecimenSettings(
        hidden=_HIDDEN, open=max(measured.hands // 250, 2), seed=measured.seed
    )
    found = measured.pieces("specimens", play_specimen, Specimen, settings, len(HANDS))
    return dict(zip(HANDS, found, strict=True))
