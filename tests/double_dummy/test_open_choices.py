"""Burials, bids and exchanges when no card is hidden: beside all choices tried one by one."""

from __future__ import annotations

import json
import random
import re
from dataclasses import replace
from functools import cache
from types import SimpleNamespace
from typing import cast

import pytest

from helpers.burials import CHECK, SOLVER, random_burying
from helpers.commandline import Pinochle
from helpers.soak import some
from helpers.table_open_solver import SumSolver
from helpers.table_positions import shown
from pinochle_solver import StopFlag
from pinochle_solver.double_dummy.analysis import ChanceAnalysis
from pinochle_solver.double_dummy.bidding import _best_of_all, _with_tricks
from pinochle_solver.double_dummy.burials import BurialSearch, BuryingHands
from pinochle_solver.double_dummy.chances import analyze_chances
from pinochle_solver.double_dummy.choice_values import aim_for, finish_after, open_after
from pinochle_solver.double_dummy.choices import choice_of
from pinochle_solver.double_dummy.finishing import Finish, won_with_tricks
from pinochle_solver.double_dummy.open_hands import OpenHands, SolverStoppedError
from pinochle_solver.double_dummy.outcomes import Contract, Worth
from pinochle_solver.double_dummy.searching import analyze_with_open_cards
from pinochle_solver.double_dummy.solver import CompiledSolver
from pinochle_solver.limits import Limits
from pinochle_solver.notation.table.positions import TablePosition, position_of
from pinochle_solver.table.acts import Act
from pinochle_solver.table.burial import laying_all
from pinochle_solver.table.deals import random_deal
from pinochle_solver.table.hands import TableHand, begun
from pinochle_solver.table.moves import CONCEDE, Bury, Dix, Lay
from pinochle_solver.table.rulebooks import TABLE_RULEBOOKS, with_options
from pinochle_solver.table.rules import FIRST_CHECKS, TableRules
from pinochle_solver.table.seats import Seat

# The burial that makes 360 breaks a marriage; it is not among those that look best.
HANDS = "west=AATKJ99.AQ9.KK.J99 north=Q.ATKK.ATTQJJ99.TK widow=-.J.A.A rules=auction dealer=north"
BOUGHT = f"{HANDS} act=bury bids={{bid}},p,p south=TKQJ.TQJJ9.AQ.AATKQQJ"
ASKED = f"{HANDS} act=bid turn=south south=TKQJ.TQJ9.Q.ATKQQJ"


def small_position(deal: BuryingHands) -> TablePosition:
    """What is asked of a position when there are fewer cards than a position may have."""
    rules, others = deal.rules, tuple(seat for seat in deal.hands if seat not in deal.side)
    return cast(
        "TablePosition",
        SimpleNamespace(
            rules=rules,
            turn=deal.bidder,
            act=Act.BURY,
            players=tuple(deal.hands),
            units=rules.units(None),
            sides=(deal.side, others),
        ),
    )


def all_played_out(deal: BuryingHands) -> dict[Bury, tuple[Finish, int, int]]:
    """Every decision, played out for itself: its end, the points won then, the bidder's total."""
    position, found = small_position(deal), {}
    for move in laying_all(deal.hands[deal.bidder], deal.number):
        choice = choice_of(deal.hands[deal.bidder], move, deal.rules)
        table = open_after(position, dict(deal.hands), choice)
        finish, won = finish_after(position, table, choice.buried, None), SOLVER.value(table)
        found[move] = finish, won, finish.melds[deal.side].points + choice.buried + won
    return found


def worth_for(end: Finish, points: int, contract: Contract | None) -> Worth:
    """What an end is worth to the bidder if it is played for a contract."""
    finish = replace(end, contract=contract)
    return finish(won_with_tricks(points, SOLVER, [finish]))


def for_checks(rules: TableRules, name: str) -> TableRules:
    """A house that plays a game for the checks of another, with or without a widow.

    Melds of two cards are dear, so that hands of a few cards make contracts. Of burials that leave
    the same play the one that keeps more points of melds need not keep more checks.
    """
    plain = TABLE_RULEBOOKS[rules.name]
    assert plain.auction is not None
    return replace(
        plain,
        auction=replace(plain.auction, lowest=FIRST_CHECKS, forced=None),
        checks=TABLE_RULEBOOKS[name].checks,
        melds=replace(plain.melds, run=900, royal_marriage=190, marriage=160, dix=120, jacks=0),
    )


def small_deal(seed: int) -> tuple[BuryingHands, random.Random]:
    """A deal of few cards in which the bidder buries as many as can be tried, 1 or 2."""
    rng = random.Random(seed)
    deal = random_burying(rng)
    rules, options = deal.rules, list(deal.rules.options)
    if rules.money:
        options += rng.choice([[], ["hearts"], ["nospades"]])
    elif rules.partners and rng.random() < 0.7:
        rules = for_checks(rules, rng.choice(["check", "check-original"]))
    rules = with_options(rules.without_options or rules, options, count=deal.rules.count)
    return BuryingHands(rules, deal.bidder, deal.hands, deal.side, deal.number), rng


def lowest_bid(deal: BuryingHands) -> int:
    """The lowest contract to try: these deals are too small for those of most games."""
    return 10 if deal.rules.checks is None else FIRST_CHECKS


@pytest.mark.parametrize("seed", some(range(36), 18))
def test_the_best_for_a_contract_is_that_of_all_tried(seed: int) -> None:
    deal, rng = small_deal(seed)
    played_out = all_played_out(deal)
    highest = max(total for *_, total in played_out.values())
    points = rng.choice([highest, highest - highest % 10, highest + 1, rng.randint(1, highest + 9)])
    score = tuple(rng.choice([-300, 0, 800, 950]) for _ in deal.rules.score_units)
    points = max(points, lowest_bid(deal))
    contract = rng.choice([None, Contract(deal.bidder, points, score=score)])
    tried = {
        move: (worth_for(end, points_won, contract), total)
        for move, (end, points_won, total) in played_out.items()
    }
    position, hands = small_position(deal), dict(deal.hands)
    for then_most in (False, True):
        search = BurialSearch(deal, table_mb=8)
        search.aim_at(aim_for(position, hands, contract, then_most=then_most))
        for _ in search.run():
            pass
        best = search.best
        most = max(worth.mean for worth, _ in tried.values())
        assert tried[best.move][0].mean == most
        assert (search.likeliest, search.settled) == (None, search.decisions)
        if then_most:
            equals = [total for worth, total in tried.values() if worth.mean == most]
            assert best.total == (max(equals),) * 2
        # Another decision, whatever it is worth, is settled when it is asked for.
        for move in rng.sample(list(tried), min(6, len(tried))):
            value = search.settle(move)
            assert value is not None
            choice = choice_of(hands[deal.bidder], move, deal.rules)
            table = open_after(position, hands, choice)
            for won in value.cards:
                finish = finish_after(position, table, choice.buried, contract)
                assert finish(won_with_tricks(won, SOLVER, [finish])) == tried[move][0]


@pytest.mark.parametrize("seed", some(range(50, 64), 5))
def test_for_every_bid_the_best_choice_is_among_those_found(seed: int) -> None:
    deal, rng = small_deal(seed)
    position, hands = small_position(deal), dict(deal.hands)
    score = tuple(rng.choice([-300, 0, 800, 950]) for _ in deal.rules.score_units)
    played_out = all_played_out(deal)
    most = max(total for *_, total in played_out.values())
    # All that some choice makes, two that none makes, and a far one: there are many of this kind.
    lowest, far = lowest_bid(deal), 250 if deal.rules.checks is None else 490
    bids = sorted({*range(lowest, max(lowest, most) + 21, 10), far})
    contracts = [Contract(deal.bidder, points, score=score) for points in bids]
    search = BurialSearch(deal, solver=CompiledSolver(table_mb=8))
    found = _best_of_all(position, hands, search, contracts)
    assert found[0][0] == most
    best = [_with_tricks(position, each, contracts, SOLVER) for each in found]
    for contract in contracts:
        told = max(
            finish_after(position, each.table, each.choice.buried, contract)(each.won).mean
            for each in best
        )
        worth = max(worth_for(end, won, contract).mean for end, won, _ in played_out.values())
        if contract.points <= most or not deal.rules.melds_win:
            assert told == worth
        else:
            assert told <= worth < 0  # it is given up


def test_what_solve_proves_to_be_made_is_not_conceded() -> None:
    found = analyze_with_open_cards(TablePosition.parse(BOUGHT.format(bid=360)), worlds=1)
    best, second = found.moves[:2]
    assert (best.move.text(), best.mean, best.win) == ("C:TS.KS.JS", (100, 0), (1, 0))
    assert (best.melds, best.buried) == (210, 15)
    assert (second.move, second.mean, second.behind) == (CONCEDE, (-100, 0), (200, 0))
    assert (found.exact, found.finished, found.tried, found.burials) == (True, True, 1988, 1988)


def test_a_hand_that_follows_from_the_others_is_not_hidden() -> None:
    line = BOUGHT.format(bid=360)
    known, found = (
        analyze_with_open_cards(TablePosition.parse(each), worlds=1)
        for each in (line, line.replace("west=AATKJ99.AQ9.KK.J99", "west=+15"))
    )
    assert found.moves == known.moves
    assert (found.is_open, found.exact, found.tried) == (True, True, 1988)


def test_what_cannot_be_made_is_conceded_once_that_is_proven() -> None:
    found = analyze_with_open_cards(TablePosition.parse(BOUGHT.format(bid=370)), worlds=1)
    assert found.moves[0].move == CONCEDE
    assert {move.win for move in found.moves} == {(0, 0)}
    assert (found.exact, found.finished, found.tried) == (True, True, 1988)


@cache
def asked() -> ChanceAnalysis:
    return analyze_with_open_cards(TablePosition.parse(ASKED))


def test_every_bid_that_can_be_made_is_told() -> None:
    found = asked()
    chances = {move.move.text(): move.chance and move.chance.mean for move in found.moves}
    assert [int(bid) for bid, chance in chances.items() if chance == 1] == [*range(250, 370, 10)]
    assert {chances[str(bid)] for bid in range(370, 660, 10)} == {0}
    assert (found.exact, found.burials, found.tried) == (True, 1988, 1988)
    means = {move.move.text(): move.mean for move in found.moves}
    # Clubs pay two opponents' base; what cannot be made is given up for it.
    assert (means["350"], means["360"], means["370"]) == ((100, 0), (100, 0), (-100, 0))
    assert "\ncan be made: up to 360\n" in shown(found)


# Cut short


class StoppingSolver(CompiledSolver):
    """Answers so often, and is stopped then."""

    def __init__(self, answers: int) -> None:
        super().__init__()
        self._left = answers

    def _ask(self) -> None:
        if not self._left:
            raise SolverStoppedError
        self._left -= 1

    def value(self, position: OpenHands) -> int:
        self._ask()
        return super().value(position)

    def reaches(self, position: OpenHands, points: int) -> bool:
        self._ask()
        return super().reaches(position, points)


def stopped(line: str, answers: int) -> ChanceAnalysis:
    return analyze_chances(TablePosition.parse(line), StoppingSolver(answers), Limits(worlds=1))


@pytest.mark.parametrize("answers", [0, 1, 10, 100])
def test_conceding_never_comes_first_before_it_is_proven_to_be_best(answers: int) -> None:
    found = stopped(BOUGHT.format(bid=360), answers)
    assert (found.exact, found.finished, found.is_open) == (False, False, True)
    assert found.tried is not None
    assert all(move.move != CONCEDE for move in found.moves[:1])
    if not found.moves or found.moves[0].win == (1, 0):
        return
    unknown = found.moves[0]
    assert (unknown.mean, unknown.win, unknown.behind, unknown.worlds) == (None, None, None, 0)
    told = shown(found)
    named = re.sub("[:.]", " ", unknown.move.text())
    assert f"\n{named} is not settled: it may make the contract, others too\n" in told
    assert f"\n{found.tried:,} of 1,988 choices of trump and burial are proven" in told


def test_of_a_stopped_search_the_proven_bids_are_told() -> None:
    found = stopped(ASKED, 30)
    assert (found.exact, found.finished) == (False, False)
    chances = [move.chance.mean if move.chance else None for move in found.moves[:-1]]
    made, unknown = chances.count(1), chances.count(None)
    assert made
    assert unknown
    assert chances == [1] * made + [None] * unknown + [0] * (len(chances) - made - unknown)
    assert 240 + 10 * made <= 360 < 250 + 10 * (made + unknown)
    assert all(move.mean is None for move in found.moves)


def test_a_stopped_search_of_open_hands_says_so(pinochle: Pinochle) -> None:
    out = pinochle("analyze", "--seconds", "0.0001", BOUGHT.format(bid=360)).out
    assert re.search(r"\nno card is hidden; \S+ s, stopped\n", out)
    assert "no deal was finished" not in out
    stop = StopFlag()
    stop.set()
    position = TablePosition.parse(BOUGHT.format(bid=360))
    found = analyze_with_open_cards(position, stop=stop)
    assert (found.moves, found.exact, found.finished) == ((), False, False)
    told = shown(found)
    assert "\nnothing is settled yet, so nothing is known: give more --seconds\n" in told
    assert re.search(r"\nno card is hidden; \S+ s, stopped\n", told)


# The words


def hidden(line: str) -> str:
    """What south sees of these hands."""
    for seat in ("west", "north"):
        line = re.sub(rf"{seat}=\S+", f"{seat}=+15", line)
    return line.replace("widow=-.J.A.A", "widow=+3") if "act=bid" in line else line


def test_the_view_and_the_line_tell_how_many_burials_were_tried(pinochle: Pinochle) -> None:
    out = pinochle("analyze", "--ascii", "--seconds", "60", BOUGHT.format(bid=360)).out
    assert "C TS KS JS is best: 200.0 better than concede" in out
    # 48 likely ones were tried, the best among them, and conceding; JSON has them all.
    rows = re.findall(r"^ ([SHDC] .+?|concede) {2,}-?\d+\.\d ", out, re.M)
    rows = [" ".join(row.split()) for row in rows]
    assert (len(rows), rows[:2]) == (24, ["C TS KS JS", "concede"])
    assert "\n25 more were tried\n" in out
    assert "\nnone of the 1,988 choices of trump and burial is better\nexact: no card is hid" in out
    out = pinochle("analyze", "--ascii", "--worlds", "1", hidden(BOUGHT.format(bid=360))).out
    assert "\n239 of 1,988 choices of trump and burial were tried\n1 deal, seed 1" in out
    assert "exact" not in out
    found = analyze_with_open_cards(TablePosition.parse(hidden(ASKED)), worlds=1)
    assert (found.tried, found.exact, found.finished) == (24, False, True)
    # Of 18 cards at least half are different, of which three are buried, in any of four suits.
    assert found.burials is not None
    assert 4 * 84 <= found.burials <= 4 * 816
    tried = f"24 of {found.burials:,} choices of trump and burial were tried in each deal"
    assert f"\n{tried}\n" in shown(found)


def test_where_nothing_is_buried_every_trump_is_tried(pinochle: Pinochle) -> None:
    found = json.loads(pinochle("analyze", "--json", CHECK).out)
    assert (found["burials"], found["tried"], found["exact"]) == (4, 4, True)
    assert [move["move"] for move in found["moves"][:2]] == ["S", "D"]
    # What `solve` says of them, by the melds of both partners and the cards.
    totals = {move["move"]: move["melds"] + move["cards"] for move in found["moves"]}
    assert totals == {"S": 350, "D": 330, "C": 195, "H": 185}
    assert "\nnone of the 4 trumps is better\n" in pinochle("analyze", "--ascii", CHECK).out


# The exchange


def exchanges(seed: int) -> TableHand | None:
    """A hand of `partnership` in which two seats may exchange, if this deal is one."""
    hand = begun(random_deal(seed, 9, TABLE_RULEBOOKS["partnership"]))
    return hand if hand.act is Act.DIX and hand.waiting else None


def test_a_seat_asked_later_exchanges_only_if_that_is_best_for_its_side() -> None:
    solver, passes, asked = SumSolver(), 0, 0
    for hand in filter(None, map(exchanges, range(120))):
        assert hand.turn is not None
        position = position_of(hand)
        own = next(unit for unit in position.units if hand.turn in unit)

        def lead(after: TableHand, own: tuple[Seat, ...] = own) -> int:
            """The own side's points minus the other's."""
            while after.act is Act.MELD:
                after = after.after(Lay())
            facts, hands = after.facts(), dict(zip(after.players, after.hands, strict=True))
            units = after.rules.units(None)
            points = [
                facts.meld_points(unit) + sum(after.rules.count.of(hands[seat]) for seat in unit)
                for unit in units
            ]
            # The solver for tests gives the last trick to the other side.
            points[1 - units.index(own)] += after.rules.count.last_trick
            return points[units.index(own)] - points[1 - units.index(own)]

        later = hand.after(Dix(False))
        assert later.turn is not None
        ways = {shown: lead(later.after(Dix(shown))) for shown in (True, False)}
        choose = max if later.turn in own else min
        expected = {Dix(True): lead(hand.after(Dix(True))), Dix(False): choose(ways.values())}
        found = analyze_chances(position, solver, Limits(worlds=1))
        assert found.exact
        assert {move.move: move.mean.mean for move in found.moves if move.mean} == expected
        asked += 1
        passes += expected[Dix(False)] != ways[True]
    assert asked >= 10
    assert passes >= 1


# Who shares with whom


@pytest.mark.parametrize(
    ("points", "win"),
    # South has 40 or 35 of 55 to come, west and north together 15 or 20.
    [("0+100/0+50/0+45", 1), ("0+0/0+100/0+95", 0), ("0+60/0+95/0+40", None)],
)
def test_a_chance_that_depends_on_how_others_share_is_not_told(
    points: str, win: float | None
) -> None:
    line = (
        "rules=auction-score bidder=south trump=S turn=south south=AQJ.-.-.- west=AJ.9.-.- "
        f"north=Q.T.K.- points={points}"
    )
    found = analyze_chances(TablePosition.parse(line), CompiledSolver(), Limits())
    best = found.moves[0]
    assert best.win == (None if win is None else (win, 0))
    assert found.exact  # south's mean is against the average of the others


def test_what_a_defender_scores_alone_is_not_called_exact(pinochle: Pinochle) -> None:
    line = (
        "rules=auction-score bidder=south trump=S turn=west led=JS south=AQ.-.-.- west=AJ.9.-.- "
        "north=Q.T.K.-"
    )
    found = analyze_chances(TablePosition.parse(line), CompiledSolver(), Limits())
    assert (found.is_open, found.exact, found.finished) == (True, False, True)
    out = pinochle("analyze", "--ascii", line).out
    assert "\nno card is hidden; " in out
    assert "seats of one side that are not partners get equal parts of what it wins" in out
    assert "+-" not in out
    for_stakes = line.replace("auction-score", "auction") + (
        " contract=270 buried=-.-.AK.9 points=100+110/0+40/0+30"
    )
    assert analyze_chances(TablePosition.parse(for_stakes), CompiledSolver(), Limits()).exact
