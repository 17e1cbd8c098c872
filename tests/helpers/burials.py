"""Burials for the tests of the bidder's decision: at random, and all of them tried."""

from __future__ import annotations

import random

from oracle.table.cards import deck
from pinochle_solver.double_dummy.burials import BuryingHands
from pinochle_solver.double_dummy.solver import CompiledSolver
from pinochle_solver.rules.cards import Card, Hand
from pinochle_solver.rules.counts import COUNTS
from pinochle_solver.table.burial import laying_all
from pinochle_solver.table.melds import most_meld_points
from pinochle_solver.table.moves import Bury
from pinochle_solver.table.rulebooks import TABLE_RULEBOOKS, with_options

SOLVER = CompiledSolver(table_mb=8)

CHECK = (
    "rules=check dealer=east act=bury bidder=south contract=200 turn=south "
    "south=TQJ9.J.ATKJ9.QJ west=J9.AAKK99.T9.Q9 north=AATKQ.QQJ.QJ.J9 east=K.TT.AKQ.AATTKK"
)

WIDOW = (
    "rules=partnership-auction dealer=north act=bury bids=10,p,p,p bidder=north contract=10 "
    "turn=north south=AATQ9.K.TQ.KJJ west=TK.ATJ9.AQ9.Q9 north=KQJ.ATKQJ.KKJ.AAQ9 "
    "east=J9.Q9.ATJ9.TTK widow=-.KJ.-.Q9"
)


def random_burying(rng: random.Random) -> BuryingHands:
    """A small deal of few suits, so that there are neighbours, ties and melds."""
    name = rng.choice(("auction", "auction-score", "partnership-auction", "corners"))
    rules = TABLE_RULEBOOKS[name]
    if rng.random() < 0.4:
        rules = with_options(rules, ["topall"])
    rules = with_options(
        TABLE_RULEBOOKS[name], rules.options, count=COUNTS[rng.choice(("compromise", "old"))]
    )
    number = rng.randint(1, 2) if rules.widow else 0
    cards = [card for card in deck(2) if card[1] in rng.sample("SHDC", rng.choice((2, 3, 4)))]
    if len(cards) > 24:
        cards = rng.sample(cards, 24)
    rng.shuffle(cards)
    players = rules.players(None)
    size = min(rng.randint(2, 4), (len(cards) - number) // len(players))
    bidder = rng.choice(players)
    hands = {}
    for seat in players:
        held = size + number * (seat is bidder)
        hands[seat] = Hand.of(map(Card.parse, cards[:held]))
        del cards[:held]
    side = next(unit for unit in rules.units(None) if bidder in unit)
    return BuryingHands(rules, bidder, hands, side, number)


def all_tried(deal: BuryingHands) -> dict[Bury, tuple[int, int, int]]:
    """Melds, burial and play of every decision, each played out for itself."""
    found = {}
    for move in laying_all(deal.hands[deal.bidder], deal.number):
        table = deal.after(move)
        melding = [deal.bidder] if deal.rules.only_bidder_melds else deal.side
        melds = sum(
            most_meld_points(table.hands[seat], move.trump, table.rules.melds) for seat in melding
        )
        found[move] = melds, deal.rules.count.of(move.cards), SOLVER.value(table)
    return found
