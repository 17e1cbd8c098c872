"""What hands are worth in the currency of their game: against a search of what is paid itself.

`paid_by_search` plays every card of an ending and pays at its end by the oracle's scoring, each
side for the most that it can be paid. It knows nothing of points to come or of bounds.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.last_tricks import hand_text, last_trick
from helpers.soak import some, tried
from helpers.table_open_solver import OracleSolver, legal
from oracle.table import game, melds, minimax, scoring
from oracle.table.cards import LAST_TRICK, canonical, deck, points, whole_count
from oracle.table.rulebooks import RULEBOOKS, CheckScale, Table, table
from pinochle_solver.double_dummy.chances import analyze_chances
from pinochle_solver.double_dummy.finishing import CARDS_TAKEN, Finish, Tricks, Won
from pinochle_solver.double_dummy.open_hands import OpenHands
from pinochle_solver.double_dummy.outcomes import Contract, Laid
from pinochle_solver.double_dummy.worlds import Worlds
from pinochle_solver.limits import Limits
from pinochle_solver.notation.table.positions import TablePosition
from pinochle_solver.rules.cards import Card, Hand, Suit
from pinochle_solver.table.rulebooks import TABLE_RULEBOOKS, with_options
from pinochle_solver.table.rules import CheckRules
from pinochle_solver.table.seats import Seat

OPTIONS: dict[str, tuple[tuple[str, ...], ...]] = {
    "auction": ((), ("points",), ("kitty",), ("hearts",), ("nospades", "kitty"), ("kitty350",)),
    "auction-score": ((), ("topall",)),
}
Units = list[tuple[str, ...]]


@dataclass(frozen=True)
class Ending:
    """The last cards of a hand, open, and what went before.

    `laid`, `won` and `cards` by seat (the cards of a side at its first seat).
    """

    table: Table
    opened: minimax.Open
    bidder: str | None
    contract: int
    laid: dict[str, melds.Laying]
    won: dict[str, int]
    cards: dict[str, int]
    buried: int
    kitty: int
    score: dict[str, int] | None
    line: str

    @property
    def units(self) -> Units:
        return scoring.units(self.table.rulebook, self.opened.seats)

    @property
    def unit(self) -> tuple[str, ...]:
        """Who scores with the seat on turn."""
        return next(unit for unit in self.units if self.opened.turn in unit)

    @property
    def side(self) -> frozenset[str]:
        """Who plays with the seat on turn."""
        bidder = self.bidder or self.opened.seats[0]
        unit = next(unit for unit in self.units if bidder in unit)
        others = [seat for seat in self.opened.seats if seat not in unit]
        return frozenset(unit if self.opened.turn in unit else others)


def random_ending(name: str, rng: Random, at: Table | None = None) -> Ending:
    """An ending of 1 to 4 cards; often a seat or a side has won all tricks so far, or none."""
    at = at or table(name, rng.choice(OPTIONS.get(name, ((),))))
    book = at.rulebook
    seats, units = book.seats, scoring.units(book, book.seats)
    size = rng.randint(1, 4 if len(seats) == 3 else 3)
    trump, pack = rng.choice("SHDC"), deck(book.copies)
    rng.shuffle(pack)
    widow = 0 if book.stock else len(pack) - len(seats) * book.hand
    # What each seat was dealt, in the playoff of a game with a stock what it began that with.
    dealt = {seat: [pack.pop() for _ in range(book.hand)] for seat in seats}
    buried = [pack.pop() for _ in range(widow)]
    hands = {seat: cards[:size] for seat, cards in dealt.items()}
    gone = [card for cards in dealt.values() for card in cards[size:]]
    some = rng.choice([seats, rng.choice(units), (rng.choice(seats),)])
    winners = [rng.choice(some) for _ in range(book.hand - size)]
    won = {seat: winners.count(seat) for seat in seats}
    cards, left = dict.fromkeys(seats, 0), points(gone, at.count)
    if book.stock:  # the cards of the stock phase are gone, too
        left = whole_count(book.copies, at.count) - LAST_TRICK
        left -= points([card for hand in hands.values() for card in hand], at.count)
    with_tricks = [unit for unit in units if any(won[seat] for seat in unit)]
    for unit in with_tricks[:-1]:
        cards[unit[0]] = rng.randrange(0, left + 1, 5)
        left -= cards[unit[0]]
    if with_tricks:
        cards[with_tricks[-1][0]] = left
    bidder = rng.choice(seats) if book.auction else None
    asked = [] if book.stock else [bidder] if book.only_bidder_melds else list(seats)
    laid = {seat: melds.most(dealt[seat], trump) if seat in asked else () for seat in seats}
    turn, contract = rng.choice(seats), 0
    tokens = [f"rules={name}", f"trump={trump}", f"turn={turn}"]
    tokens += [f"options={','.join(sorted(at.options))}"] if at.options else []
    tokens += [f"{seat}={hand_text(hands[seat])}" for seat in seats]
    of_units = [
        (sum(melds.value(laid[seat]) for seat in unit), sum(cards[seat] for seat in unit))
        for unit in units
    ]
    tokens.append("points=" + "/".join(f"{m}+{c}" for m, c in of_units))
    if bidder:
        own = next(place for place, unit in enumerate(units) if bidder in unit)
        assert book.auction
        so_far = sum(of_units[own]) + points(buried, at.count)
        near = so_far + rng.randint(
            -20, points([card for hand in hands.values() for card in hand], at.count) + 20
        )
        contract = max(at.lowest, min(near - near % 10, book.auction.highest))
        tokens += [f"bidder={bidder}", f"contract={contract}"]
    if buried:
        tokens.append(f"buried={hand_text(buried)}")
    if not book.stock:
        tokens.append("won=" + "/".join(str(won[seat]) for seat in seats))
        tokens += [f"gone={hand_text(gone)}"] if gone else []
        tokens += [f"melds.{seat}={melds.laying_text(laid[seat])}" for seat in asked if seat]
    else:
        tokens.append(f"sides={seats[0]}/{'+'.join(seats[1:])}")
    kitty, score = 0, None
    if at.options & {"kitty", "kitty350"}:
        kitty = rng.randrange(0, 500, 5)
        tokens.append(f"kitty={kitty}")
    if not book.money and rng.random() < 0.7:
        at_target = (at.target or 0) - rng.randrange(0, 600, 10)
        score = {
            scoring.name(unit): rng.choice([at_target, at_target - 10, 0, -300, 300])
            for unit in units
        }
        tokens.append("score=" + "/".join(map(str, score.values())))
    opened = minimax.opened(hands, turn, trump, obligation=at.obligation, count=at.count)
    return Ending(
        at, opened, bidder, contract, laid, won, cards, points(buried, at.count), kitty, score,
        " ".join(tokens),
    )  # fmt: skip


Pay = Callable[[Ending, dict[str, int], dict[str, int]], Fraction]


def played(ending: Ending, won: dict[str, int], cards: dict[str, int]) -> scoring.Played:
    return scoring.Played(
        seats=ending.opened.seats,
        out=None,
        bidder=ending.bidder,
        contract=ending.contract,
        trump=ending.opened.trump,
        laid=ending.laid,
        cards=cards,
        buried=ending.buried,
        won=won,
        ending="played",
        kitty=ending.kitty,
    )


def paid(ending: Ending, won: dict[str, int], cards: dict[str, int]) -> Fraction:
    """What the seat on turn is paid, or its unit more than the others on average."""
    book, own = ending.table.rulebook, scoring.name(ending.unit)
    result = scoring.result(ending.table, played(ending, won, cards))
    if book.money:
        return Fraction(result.score[own])
    gets = result.score
    if book.checks:
        gets = dict(result.checks)
        if ending.score is not None:
            after = {unit: ending.score[unit] + points for unit, points in result.score.items()}
            bidding = next(scoring.name(unit) for unit in ending.units if ending.bidder in unit)
            winner = game.standing(ending.table, after, bidding).winner
            if winner:
                losers = max(score for unit, score in after.items() if unit != winner)
                gets[winner] += scoring.game_checks(book.checks, losers)
    others = [points for unit, points in gets.items() if unit != own]
    return gets[own] - Fraction(sum(others), len(others))


def wins(ending: Ending, won: dict[str, int], cards: dict[str, int]) -> Fraction:
    """Whether the contract is made, or set; without one, who has the most points."""
    result = scoring.result(ending.table, played(ending, won, cards))
    if ending.bidder:
        return Fraction((result.how == "made") == (ending.bidder in ending.unit))
    best = [unit for unit, score in result.score.items() if score == max(result.score.values())]
    return Fraction(scoring.name(ending.unit) in best, len(best))


def paid_by_search(ending: Ending, pay: Pay) -> dict[str, Fraction]:
    """The best pay that the side on turn can secure by each card."""
    seats, side = ending.opened.seats, ending.side
    known: dict[tuple[minimax.Open, tuple[int, ...], tuple[int, ...]], Fraction] = {}

    def value(opened: minimax.Open, won: tuple[int, ...], cards: tuple[int, ...]) -> Fraction:
        if not any(opened.hands):
            return pay(
                ending, dict(zip(seats, won, strict=True)), dict(zip(seats, cards, strict=True))
            )
        key = opened, won, cards
        if key not in known:
            found = [of_card(opened, won, cards, card) for card in legal(opened)]
            known[key] = max(found) if opened.turn in side else min(found)
        return known[key]

    def of_card(
        opened: minimax.Open, won: tuple[int, ...], cards: tuple[int, ...], card: str
    ) -> Fraction:
        now, winner, gain = minimax.after(opened, card)
        if winner is not None:
            place = seats.index(winner)
            won = (*won[:place], won[place] + 1, *won[place + 1 :])
            cards = (*cards[:place], cards[place] + gain, *cards[place + 1 :])
        return value(now, won, cards)

    start = tuple(ending.won[seat] for seat in seats), tuple(ending.cards[seat] for seat in seats)
    return {card: of_card(ending.opened, *start, card) for card in legal(ending.opened)}


class AskedSolver(OracleSolver):
    """Notes how often it was asked for tricks."""

    def __init__(self) -> None:
        self.asked_for_tricks = 0

    def values(self, position: OpenHands) -> dict[Card, int]:
        self.asked_for_tricks += position.rules.count == CARDS_TAKEN
        return super().values(position)


def unsure(ending: Ending) -> Fraction:
    """How much the melds of others that have no trick yet may make a difference, on average."""
    others = [unit for unit in ending.units if unit != ending.unit]
    at_risk = sum(
        melds.value(ending.laid[seat])
        for unit in others
        for seat in unit
        if not any(ending.won[seat] for seat in unit)
    )
    return Fraction(at_risk, len(others))


GAMES = [name for name, book in RULEBOOKS.items() if not book.stock]
ENDINGS = tried(10, 500)


@pytest.mark.parametrize("name", some(GAMES, 5))
def test_what_is_paid_is_what_a_search_of_it_finds(name: str) -> None:
    rng, exact = Random(name), 0
    for _ in range(ENDINGS):
        ending = random_ending(name, rng)
        found = analyze_chances(TablePosition.parse(ending.line), OracleSolver())
        by_card = paid_by_search(ending, paid)
        assert {chance.move.text() for chance in found.moves} == by_card.keys()
        exact += found.exact
        assert found.exact or len(ending.units) > 2, ending.line
        for chance in found.moves:
            assert chance.mean is not None
            best = by_card[chance.move.text()]
            if found.exact:
                assert chance.mean.mean == pytest.approx(float(best), abs=1e-9), ending.line
                assert not chance.mean.se
            elif ending.unit == tuple(ending.side):
                assert 0 <= float(best) - chance.mean.mean <= unsure(ending), ending.line
    assert exact == ENDINGS or (name == "auction-score" and exact)


@pytest.mark.parametrize("name", some(GAMES, 4, 1))
def test_the_chance_of_the_contract_is_what_a_search_of_it_finds(name: str) -> None:
    rng = Random(f"wins {name}")
    for _ in range(ENDINGS):
        ending = random_ending(name, rng)
        found = analyze_chances(TablePosition.parse(ending.line), OracleSolver())
        by_card = paid_by_search(ending, wins)
        for chance in found.moves:
            assert chance.win is not None
            assert chance.win.mean == float(by_card[chance.move.text()]), ending.line


def test_tricks_without_points_are_asked_for_where_they_decide() -> None:
    asked = {}
    for name in GAMES:
        rng, solver = Random(f"asked {name}"), AskedSolver()
        for _ in range(30):
            analyze_chances(TablePosition.parse(random_ending(name, rng).line), solver)
        asked[name] = solver.asked_for_tricks
    assert not asked["auction"]
    assert all(asked[name] for name in ("corners", "check", "check-original", "partnership"))


def in_points(ending: Ending, won: dict[str, int], cards: dict[str, int]) -> Fraction:
    """What the seat on turn has more in cards than the others on average."""
    own = ending.opened.turn
    others = [points for seat, points in cards.items() if seat != own]
    return cards[own] - Fraction(sum(others), len(others))


@pytest.mark.parametrize("name", [name for name, book in RULEBOOKS.items() if book.stock])
def test_after_the_stock_points_are_counted(name: str) -> None:
    rng, exact = Random(name), 0
    for _ in range(20):
        ending = random_ending(name, rng)
        found = analyze_chances(TablePosition.parse(ending.line), OracleSolver())
        assert found.objective == "points"
        # A seat that plays with others may want other points than they do together.
        assert found.exact == (ending.side == {ending.opened.turn})
        exact += found.exact
        if found.exact:
            told = {chance.move.text(): chance.mean.mean for chance in found.moves if chance.mean}
            for card, best in paid_by_search(ending, in_points).items():
                assert told[card] == pytest.approx(float(best))
    assert exact > 3


def test_a_house_may_pay_other_checks() -> None:
    rng = Random("house")
    for _ in range(40):
        at = table("check", count=rng.choice(["compromise", "old"]), target=rng.choice([700, 1200]))
        pays = rng.sample(range(1, 40), 14)
        scale = CheckScale(
            contract=tuple(sorted(pays[:3])), further=pays[3],
            run=(pays[4], pays[4] + pays[5]), aces=(pays[6], pays[6] + pays[7]),
            run_and_aces=pays[8], four=pays[9], round_house=pays[10],
            pinochle=(pays[11], pays[11] + pays[12]), all_tricks=pays[13],
            game=rng.randrange(60), losers_at_zero=rng.randrange(30),
        )  # fmt: skip
        at = replace(at, rulebook=replace(at.rulebook, checks=scale))
        ending = random_ending("check", rng, at)
        position = TablePosition.parse(f"{ending.line} count={at.count} target={at.target}")
        names = {"losers_at_zero": "game_at_zero", "round_house": "roundhouse"}
        checks = CheckRules(**{names.get(key, key): pay for key, pay in vars(scale).items()})
        position = replace(position, rules=replace(position.rules, checks=checks))
        found = analyze_chances(position, OracleSolver())
        assert (found.exact, found.objective) == (True, "checks")
        by_card = paid_by_search(ending, paid)
        for chance in found.moves:
            assert chance.mean is not None
            assert chance.mean.mean == float(by_card[chance.move.text()]), position


# By hand


@pytest.mark.parametrize(
    ("rules", "contract", "more", "checks", "counts_game"),
    [
        # For 400 15, a run 2, kings 1; the others' jacks 1.
        ("check", 400, "", 15 + 2 + 1 - 1, False),
        ("check-original", 400, "", 13 + 2 + 1 - 1, False),
        # 600 and 440 reach 1000: the game, and more if the losers, who get 80, stand at 0 or less.
        ("check", 400, "score=600/500", 17 + 10, True),
        ("check", 400, "score=600/-70", 17 + 10, True),
        ("check", 400, "score=600/-80", 17 + 15, True),
        ("check-original", 400, "score=600/-80", 15 + 7, True),
        ("check", 400, "score=550/500", 17, True),
        # The others reach it alone, or with more.
        ("check", 400, "score=500/920", 17 - 10, True),
        ("check", 400, "score=600/970", 17 - 10, True),
        ("check", 400, "score=600/960", 17, True),
        ("check", 400, "score=600/500 target=1200", 17, True),
        # Set, 20 twice to the others, and their jacks; what was set, scored and laid is lost.
        ("check", 450, "", -2 * 20 - 1, False),
        ("check", 450, "score=990/910", -41, True),
        ("check", 450, "score=990/920", -41 - 10, True),
        ("check", 450, "score=450/920", -41 - 15, True),
        ("check", 450, "score=1460/910", -41 + 10, True),
        ("check options=mustbid", 450, "score=1460/920", -41, True),
        ("check options=mustbid", 400, "score=600/500", 17 + 10, True),
        ("check options=mustbid", 400, "score=500/920", 17, True),
    ],
)
def test_checks_by_hand(
    rules: str, contract: int, more: str, checks: int, counts_game: bool
) -> None:
    found = analyze_chances(last_trick(rules, contract, more), OracleSolver())
    [chance] = found.moves
    assert (found.objective, found.counts_game) == ("checks", counts_game)
    assert (chance.mean, chance.win) == ((checks, 0), (float(contract == 400), 0))
    assert (found.exact, chance.cards) == (True, (20, 0))


def test_without_what_was_laid_points_are_counted() -> None:
    told = last_trick("check", 400).text()
    line = told[: told.index(" melds.south")] + " points=230+190/40+40"
    line = line.replace(" won=6/3/1/1", "") + " won=6/3/1/1"
    found = analyze_chances(TablePosition.parse(line), OracleSolver())
    assert (found.objective, found.counts_game) == ("points", False)
    assert [chance.mean for chance in found.moves] == [(440 - 80, 0)]
    set_ = line.replace("contract=400", "contract=450")
    found = analyze_chances(TablePosition.parse(set_), OracleSolver())
    assert [chance.mean for chance in found.moves] == [(-450 - 80, 0)]


# Hidden cards


def as_seen(ending: Ending) -> TablePosition:
    """The ending as its seat to decide sees it, and the bidder's burial known to all."""
    hidden = ending.line
    for seat, hand in zip(ending.opened.seats, ending.opened.hands, strict=True):
        if seat != ending.opened.turn:
            shown = list((Counter(hand) & melds.shown(ending.laid[seat])).elements())
            told = f"{hand_text(shown)}+{len(hand) - len(shown)}"
            hidden = re.sub(rf" {seat}=\S+", f" {seat}={told}", hidden, count=1)
    return TablePosition.parse(hidden)


@pytest.mark.parametrize("name", ["auction", "partnership", "corners", "check"])
def test_means_of_hidden_hands_are_those_of_what_is_paid_in_each_deal(name: str) -> None:
    rng, limits = Random(f"hidden {name}"), Limits(worlds=5)
    for _ in range(6):
        ending = random_ending(name, rng)
        position = as_seen(ending)
        found = analyze_chances(position, OracleSolver(), limits)
        deals = dict[str, list[Fraction]]()
        for world in Worlds(position, 1, limits):
            hands = [
                tuple(canonical([card.text() for card in world.hands[seat]]))
                for seat in position.players
            ]
            opened = replace(ending.opened, hands=tuple(hands))
            for card, gets in paid_by_search(replace(ending, opened=opened), paid).items():
                deals.setdefault(card, []).append(gets)
        means = [sum(pays) / len(pays) for pays in deals.values()]
        told = [chance.mean.mean for chance in found.moves if chance.mean]
        assert told == pytest.approx(sorted(map(float, means), reverse=True)), ending.line
        for chance in found.moves:
            assert chance.mean is not None
            pays = deals[chance.move.text()]
            assert chance.mean.mean == pytest.approx(float(sum(pays) / len(pays))), ending.line


# What points decide


WORDS = {"check": ("mustbid",), "firehouse": ("bidderfirst", "mustbid"), "corners": ("mustbid",)}


@given(st.sampled_from([name for name in GAMES if RULEBOOKS[name].partners]), st.integers(0, 2**32))
def test_pay_never_falls_when_a_side_wins_more(name: str, seed: int) -> None:
    rng = Random(seed)
    options = [rng.choice(WORDS[name])] if name in WORDS and rng.random() < 0.5 else []
    rules = with_options(TABLE_RULEBOOKS[name], options)
    if rng.random() < 0.3 and rules.end is not None and rules.auction is not None:
        end = replace(rules.end, floor=True, bidder_first=not rules.end.must_bid)
        rules = replace(rules, end=end)
    first, second = rules.units(None)
    pack = list(rules.deck)
    rng.shuffle(pack)
    size = rng.randint(1, 12)
    hands = {seat: Hand.of([pack.pop() for _ in range(size)]) for seat in rules.table}
    bidder = rng.choice(rules.table) if rules.auction else None
    score = rng.choice(
        [None, tuple(rng.choice([-1000, -990, -100, 0, 500, 700, 900, 990]) for _ in range(2))]
    )
    bid = rng.randrange(200, 500, 10)
    contract = None if bidder is None else Contract(bidder, bid, score=score)
    seat = rng.choice(rules.table)
    finish = Finish(
        rules=rules,
        seat=seat,
        bidder=bidder,
        table=OpenHands(rules, Suit.SPADES, Seat.SOUTH, hands, first),
        melds={
            unit: Laid(rng.randrange(0, 400, 10), rng.randrange(0, 12)) for unit in (first, second)
        },
        cards={first: float(rng.randrange(0, 150, 5)), second: float(rng.randrange(0, 150, 5))},
        with_trick=frozenset(unit for unit in (first, second) if rng.random() < 0.5),
        contract=contract,
    )
    to_come = finish.table.to_come
    results = [finish(Won(0, Tricks.NONE)), *(finish(Won(won)) for won in range(to_come + 1))]
    results.append(finish(Won(to_come, Tricks.ALL)))
    if seat in second:
        results.reverse()
    assert [worth.mean for worth in results] == sorted(worth.mean for worth in results)
    assert [worth.win for worth in results] == sorted(worth.win for worth in results)
    stake = finish.stake()
    assert (stake.least, stake.most) == (results[0].mean, results[-1].mean)
    assert stake.apart == results[-2].mean - results[1].mean


# Whole hands


class OwnCards:
    """Lets a side win what its own cards count, and never the last trick; then tricks of both."""

    def value(self, position: OpenHands) -> int:
        return sum(position.rules.count.of(position.hands[seat]) for seat in position.side)

    def values(self, position: OpenHands) -> dict[Card, int]:
        raise AssertionError("no card is played")

    def reaches(self, position: OpenHands, points: int) -> bool:
        return self.value(position) >= points


def paid_to_south(
    hands: Mapping[Seat, Hand], trump: str, contract: int, score: dict[str, int], **laid: str
) -> Fraction:
    """What south's side is paid in check if all lay their most, or what is given."""
    at = table("check")
    cards = {seat.text(): [card.text() for card in hand] for seat, hand in hands.items()}
    count = {seat: points(hand, at.count) for seat, hand in cards.items()}
    count["west"] += LAST_TRICK
    ending = Ending(
        table=at,
        opened=minimax.opened(cards, "south", trump),
        bidder="south",
        contract=contract,
        laid={seat: melds.most(hand, trump) for seat, hand in cards.items()}
        | {seat: melds.read_laying(text) for seat, text in laid.items()},
        won={},
        cards={},
        buried=0,
        kitty=0,
        score=score,
        line="",
    )
    return paid(ending, dict.fromkeys(cards, 3), count)


SCORE = {"south+north": 560, "west+east": 800}
DEALT = (
    "rules=check dealer=east {act} score=560/800 south=AATKQJ.AK.AQ.KQ west=+12 north=+12 east=+12"
)


def test_bids_are_worth_the_best_trump_in_each_deal() -> None:
    position, limits = TablePosition.parse(DEALT.format(act="act=bid turn=south")), Limits(worlds=4)
    found = analyze_chances(position, OwnCards(), limits)
    assert (found.objective, found.counts_game) == ("checks", True)
    worlds = [world.hands for world in Worlds(position, 1, limits)]
    for chance in found.moves[:-1]:
        best = [
            max(paid_to_south(hands, trump, int(chance.move.text()), SCORE) for trump in "SHDC")
            for hands in worlds
        ]
        assert chance.mean is not None
        assert chance.mean.mean == float(sum(best) / len(best)), chance.move
    means = [chance.mean.mean for chance in found.moves if chance.mean]
    assert len(set(means)) > 8


def test_naming_trump_is_worth_what_it_pays_in_each_deal() -> None:
    act = "act=bury bids=350,p,p,p bidder=south contract=350 turn=south"
    position, limits = TablePosition.parse(DEALT.format(act=act)), Limits(worlds=6)
    found = analyze_chances(position, OwnCards(), limits)
    worlds = [world.hands for world in Worlds(position, 1, limits)]
    assert [chance.worlds for chance in found.moves[:2]] == [6, 6]
    for chance in found.moves:
        pays = [
            paid_to_south(hands, chance.move.text(), 350, SCORE)
            for hands in worlds[: chance.worlds]
        ]
        assert chance.mean is not None
        assert chance.mean.mean == pytest.approx(float(sum(pays) / len(pays)))


def test_laying_is_worth_the_checks_of_what_is_laid() -> None:
    # North, the partner, lays after west; south has laid a run and no aces.
    line = (
        "rules=check dealer=east act=meld bids=350,p,p,p bidder=south contract=350 trump=S "
        "turn=north score=560/800 south=ATKQJ.-.-.-+7 west=+12 north=9.AKQJ.AKQJ.AKQ east=+12 "
        "melds.south=run:AS.TS.KS.QS.JS melds.west=none"
    )
    position, limits = TablePosition.parse(line), Limits(worlds=3)
    found = analyze_chances(position, OwnCards(), limits)
    for chance in found.moves:
        laid = chance.move.text()
        by_north = {} if laid == "all" else {"north": laid}
        pays = [
            paid_to_south(
                world.hands, "S", 350, SCORE, south="run:AS.TS.KS.QS.JS", west="none", **by_north
            )
            for world in Worlds(position, 1, limits)
        ]
        assert chance.mean is not None
        assert chance.mean.mean == pytest.approx(float(sum(pays) / len(pays))), laid
    assert found.moves[0].move.text() == "all"
