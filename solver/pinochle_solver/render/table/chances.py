"""What was found about hidden hands of the games for three and four."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from rich.text import Text

from pinochle_solver.double_dummy.analysis import ChanceAnalysis, MoveChance
from pinochle_solver.double_dummy.bid_advice import BidAdvice, BidGroup, bid_advice, bid_groups
from pinochle_solver.double_dummy.estimates import Estimate
from pinochle_solver.double_dummy.last_tricks import (
    OPEN_TRICKS,
    OPEN_TRICKS_FOR_CHECKS,
    open_tricks_of,
)
from pinochle_solver.double_dummy.outcomes import CENTS, GAME, POINTS
from pinochle_solver.double_dummy.sides import sides_of, standing_of
from pinochle_solver.intervals import SURE
from pinochle_solver.notation.players import listed
from pinochle_solver.notation.table.position_hands import hand_of
from pinochle_solver.notation.table.positions import TablePosition
from pinochle_solver.render.grids import Table
from pinochle_solver.render.page import guess_from, percent_within, view
from pinochle_solver.render.table.answers import (
    NEARLY_ALWAYS,
    burial_answer,
    card_answer,
    in_hand,
    is_certain,
    is_close,
    melds_given_up,
    why_to_pass,
    win_heading,
)
from pinochle_solver.render.table.card_chances import TableCardChanceViews
from pinochle_solver.rules.checks import counted
from pinochle_solver.table.acts import Act
from pinochle_solver.table.hands import TableHand
from pinochle_solver.table.moves import CONCEDE, PASS, Call

if TYPE_CHECKING:
    from pinochle_solver.reviews.table.decisions import JudgedDecision

_LIKELY = 0.5
_MOST_NAMED = 8
_MOST_SHOWN = 24
# Of burials that all make the contract for sure a few will do.
_MOST_CERTAIN = 4
"""The most burials that are shown."""
_GIVEN_UP = (
    "makes it: if every hand is played; given up: hands that you concede before the first lead, "
    "some of which would have been made"
)
_OF_HIDDEN_CARDS = "the hands are played on by a learned policy that sees one seat's cards"
_OF_LAST_TRICKS = "the last {} tricks are played as with all cards face up"
_WORDS = {OPEN_TRICKS: "three", OPEN_TRICKS_FOR_CHECKS: "five"}
_OPEN_AVERAGE = "face up: the mean if all cards lay face up from now on, which is too high"
_OF_OPEN_CARDS = "each mean assumes that all cards lie face up; real players see less"


_IN_EQUAL_PARTS = (
    "seats of one side that are not partners get equal parts of what it wins, and a trick each"
)
_LUCKIER = "not proven: another choice may be better if its side wins no points but a trick, or all"
_WITH_GAME = "checks for the game are counted if this hand ends it"
_HAND_ALONE = "checks of this hand alone: give score= to count those for the game"
_POINTS_FOR_CHECKS = "points, not checks: these need contract= and the melds of every seat"


class TableChanceViews(TableCardChanceViews):
    """Views of what can be expected of hidden hands."""

    _hand_alone, _most_burials = _HAND_ALONE, _MOST_SHOWN

    @view(apart=True)
    def table_chances(self, analysis: ChanceAnalysis) -> None:
        """Write a position, what each move comes to on average, and what that is."""
        self.table_position(analysis.position)
        self.table_chance_values(analysis)

    def table_chance_values(
        self,
        analysis: ChanceAnalysis,
        own: JudgedDecision | None = None,
        *,
        has_verdict: bool = True,
    ) -> None:
        """Write what each move comes to on average, and what that is.

        Args:
            analysis: what was found.
            own: a decision, which has a row in any case.
            has_verdict: whether to write which moves are best, or too close to call.
        """
        advice = bid_advice(analysis) if analysis.position.act is Act.BID else None
        if advice is not None:
            self._print_bids(analysis, advice)
        elif analysis.moves:
            if analysis.has_hidden_play and (has_verdict or analysis.position.act is Act.BURY):
                self._print_answer(analysis)
            shown, left_out = shown_moves(analysis, self._most_burials)
            if own is not None and all(each.move != own.played for each in shown):
                shown = *shown, _row_of(analysis, own)
            self._print(self._chances_table(replace(analysis, moves=shown)))
            if left_out:
                self.line(left_out)
            if has_verdict:
                self._print(self._chances_verdict(analysis))
            self._print_meaning(analysis)
            if analysis.is_open and analysis.finished and not analysis.exact:
                parted = len(analysis.position.units) > len(sides_of(analysis.position))
                self._print(Text(_IN_EQUAL_PARTS if parted else _LUCKIER, style="dim"))
        else:
            self.line()
            what = "nothing is settled yet" if analysis.is_open else "no deal was finished"
            self.line(f"{what}, so nothing is known: give more --seconds")
        if analysis.burials and analysis.moves:
            self._print(Text(_tried(analysis), style="dim"))
        stopped = "" if analysis.finished else ", stopped"
        numbers = (
            f"{counted(analysis.worlds, 'deal')}, seed {analysis.seed}, {analysis.seconds:.3g} s"
        )
        if analysis.is_open:
            exact = "exact: " if analysis.exact else ""
            numbers = f"{exact}no card is hidden; {analysis.seconds:.3g} s"
        self._print(Text(numbers + stopped, style="dim"))
        if analysis.cards is not None:
            self.table_card_chances(analysis.position, analysis.cards)

    def _print_meaning(self, analysis: ChanceAnalysis) -> None:
        """Write what the figures are, and how far they can be relied on."""
        if analysis.is_guess:
            self.line(guess_from(counted(analysis.worlds, "deal")))
        self._print(Text(self._what_means_are(analysis), style="dim"))
        if analysis.open_average is not None:
            self._print(Text(_OPEN_AVERAGE, style="dim"))
        for line in self._what_checks_count(analysis):
            self._print(Text(line, style="dim"))
        if not analysis.is_open:
            self._print(Text(self._intervals, style="dim"))
            play = _OF_HIDDEN_CARDS if analysis.has_hidden_play else _OF_OPEN_CARDS
            self._print(Text(play, style="dim"))
            position = analysis.position
            if analysis.has_hidden_play and position.act is Act.PLAY and not position.has_stock:
                number = open_tricks_of(position.rules)
                self._print(Text(_OF_LAST_TRICKS.format(_WORDS[number]), style="dim"))

    def _what_checks_count(self, analysis: ChanceAnalysis) -> Iterator[str]:
        """What the means of a game for checks count, and what they leave out."""
        if analysis.position.rules.checks is None or analysis.objective == GAME:
            return
        if analysis.objective == POINTS:
            yield _POINTS_FOR_CHECKS
        else:
            yield _WITH_GAME if analysis.counts_game else self._hand_alone

    def _figure(
        self,
        estimate: tuple[float, float],
        *,
        is_exact: bool = False,
        signed: bool = False,
        places: int = 1,
    ) -> str:
        """As elsewhere; what is certain to the last figure has no error."""
        figure = super()._figure(estimate, is_exact=is_exact, signed=signed, places=places)
        return figure.removesuffix(f" {self._plus_minus} {0:.{places}f}")

    # The calls

    def _print_bids(self, analysis: ChanceAnalysis, advice: BidAdvice) -> None:
        """Write what to call, and what each call comes to."""
        self.line()
        self._tell_bid_answer(analysis, advice)
        groups = bid_groups(analysis.moves)
        self._print(self._bids_table(analysis, groups, advice))
        if groups[-1].highest < _highest(analysis):
            self.line("higher bids are made even less often")
        if analysis.bidders is not None and advice.passing is not None:
            self._print(Text(self._after_pass(analysis), style="dim"))
        self._tell_given_up(groups)
        self._print_meaning(analysis)

    def _tell_given_up(self, groups: Sequence[BidGroup]) -> None:
        """Write how "makes it" and "given up" go together, if hands are given up."""
        if any(group.chance.given_up for group in groups):
            self._print(Text(_GIVEN_UP, style="dim"))

    def _tell_bid_answer(self, analysis: ChanceAnalysis, advice: BidAdvice) -> None:
        """Write what to call, and how much more that is worth than the other calls that matter."""
        answer, *more = self.bid_sentences(analysis, advice)
        self._print(Text(answer, "bold"))
        for sentence in more:
            self._print(Text(sentence))

    def bid_sentences(self, analysis: ChanceAnalysis, advice: BidAdvice) -> Iterator[str]:
        """What to call, and how much more that is worth than the other calls that matter."""
        yield self._bid_answer(analysis.position, advice)
        call = advice.call
        if not analysis.tells_errors(call):
            return
        unit = "" if analysis.objective == GAME else f" {analysis.objective}"
        more = [
            f"{self._figure(lead)}{unit * (place == 0)} more than "
            f"{'a pass' if each.move == PASS else each.move.text()}"
            for place, (each, lead) in enumerate(advice.leads())
        ]
        if more:
            said = "A pass" if call.move == PASS else call.move.text()
            yield f"{said} is worth {listed(more)}."

    def _bid_answer(self, position: TablePosition, advice: BidAdvice) -> str:
        """What to call, in a sentence or two."""
        lowest, limit = advice.lowest.move.text(), advice.limit
        unit = next(unit for unit in position.units if position.turn in unit)
        own = [position.turn, *(seat for seat in unit if seat is not position.turn)]
        melds = "melds"
        if len(own) > 1:
            melds = f"{' and '.join(self._seat(position, seat) for seat in own)} meld"
        if advice.passing is None:
            must = f"You must bid: {advice.best.move.text()}."
            return f"{must} {in_hand(advice.best, melds)}"
        unsure = " (too close to call)" if advice.is_close else ""
        if limit is None:
            return f"Pass{unsure}. {lowest} {why_to_pass(advice)}"
        best = f" {advice.best.move.text()} pays best." if advice.pays_to_jump else ""
        return f"Bid up to {limit.move.text()}{unsure}.{best} {in_hand(limit, melds)} Pass above."

    def _bids_table(
        self, analysis: ChanceAnalysis, groups: list[BidGroup], advice: BidAdvice
    ) -> Table:
        moves = [group.chance for group in groups]
        names = [group.text() for group in groups]
        if advice.passing is not None:
            moves.append(advice.passing)
            names.append("pass")
        shown = replace(analysis, moves=tuple(moves))
        columns: dict[str, list[str | Text]] = {
            "mean": [*self._estimates(shown, lambda move: move.mean)],
            "face up": [
                *self._estimates(shown, lambda m: (analysis.open_average or {}).get(m.move))
            ],
            "makes it": [self._within(shown, move) for move in moves],
            "given up": [self._part(move.given_up) for move in moves],
            "trump": [self._named(move) for move in moves],
            "melds": [self._dash if move.melds is None else f"{move.melds:.0f}" for move in moves],
            "deals": [f"{move.worlds:,}" for move in moves],
        }
        filled = {
            name: cells
            for name, cells in columns.items()
            if any(str(cell) != self._dash for cell in cells)
        }
        table = self._table()
        table.add_column("bid", no_wrap=True)
        for name in filled:
            table.add_column(name, justify="right", no_wrap=True)
        best = advice.passing if advice.limit is None else advice.limit
        for place, (name, move) in enumerate(zip(names, moves, strict=True)):
            is_best = move is best or (place < len(groups) and groups[place].has(best))
            cells = (column[place] for column in filled.values())
            table.add_row(name, *cells, style="bold" if is_best else "")
        table.may_lose(*(n for n in ("deals", "melds", "given up", "trump") if n in filled))
        return table

    def _named(self, move: MoveChance) -> Text | str:
        """The trump that is named, with its part of the deals if it is often another."""
        if move.trump is None or move.trump_share is None:
            return self._dash
        suit = self._suit(move.trump)
        return suit if move.trump_share >= NEARLY_ALWAYS else suit + f" {move.trump_share:.0%}"

    def _part(self, share: float | None) -> str:
        return self._dash if share is None else f"{share:.0%}"

    def _after_pass(self, analysis: ChanceAnalysis) -> str:
        """What a pass leads to."""
        shares = analysis.bidders or {}
        buys = " buys the hand in "
        said = []
        for seat, share in shares.items():
            if seat is not None:
                said.append(f"{self._seat(analysis.position, seat)}{buys}{share:.0%}")
                buys = " in "
        if None in shares:
            said.append(f"nobody bids in {shares[None]:.0%}, which is worth 0")
        return f"pass: the others bid by MacDougall's values; {', '.join(said)}"

    # The moves

    def _print_answer(self, analysis: ChanceAnalysis) -> None:
        """Write what to do, before the values that say so."""
        is_burial = analysis.position.act is Act.BURY
        answer = burial_answer(analysis) if is_burial else card_answer(analysis)
        if answer:
            self.line()
            self._print(Text(self.in_symbols(answer), "bold"))

    def _chances_table(self, analysis: ChanceAnalysis) -> Table:
        moves, win = analysis.moves, win_heading(analysis)
        # With the other hands hidden a partner's melds are not among those of a burial.
        is_alone = analysis.is_open or all(len(unit) == 1 for unit in analysis.position.units)
        melds = "melds" if is_alone else "own melds"
        columns: dict[str, list[str]] = {
            "mean": self._estimates(analysis, lambda move: move.mean),
            "loss": self._estimates(
                analysis, lambda move: None if move is moves[0] else move.behind
            ),
            "face up": self._estimates(
                analysis, lambda move: (analysis.open_average or {}).get(move.move)
            ),
            win: [self._within(analysis, move) for move in moves],
            "less often": [self._less_often(analysis, move) for move in moves],
            melds: [self._tenths(move.melds) for move in moves],
            "given up": [self._tenths(each or None) for each in melds_given_up(analysis)],
            "buried": [self._buried(analysis, move) for move in moves],
            "cards": [self._tenths(None if m.cards is None else m.cards.mean) for m in moves],
            "deals": [f"{move.worlds:,}" for move in moves],
        }
        filled = {
            name: cells
            for name, cells in columns.items()
            if name == "deals" or any(cell != self._dash for cell in cells)
        }
        table = self._table()
        said = self._moves_said(analysis.position, [move.move for move in moves])
        for name in said:
            table.add_column(name, no_wrap=True)
        for name in filled:
            table.add_column(name, justify="right", no_wrap=True)
        for place in range(len(moves)):
            is_best = not place and analysis.position.act is not Act.BID
            move = (column[place] for column in said.values())
            cells = (column[place] for column in filled.values())
            table.add_row(*move, *cells, style="bold" if is_best else "")
        lost = ("deals", "less often", "cards", "buried", "given up", melds)
        table.may_lose(*(name for name in lost if name in filled))
        table.may_fold(*said)
        return table

    def _estimates(
        self, analysis: ChanceAnalysis, value: Callable[[MoveChance], Estimate | None]
    ) -> list[str]:
        """Cells of means and their 95% intervals, each below the other; dashes for unknown."""
        values = [value(move) for move in analysis.moves]
        errors = [
            self._error(analysis, move, each)
            for move, each in zip(analysis.moves, values, strict=True)
        ]
        width = max(map(len, errors), default=0)
        return [
            self._dash
            if each is None
            else f"{round(each.mean, 1) + 0.0:.1f}{error:>{width}}".rstrip()
            for each, error in zip(values, errors, strict=True)
        ]

    def _error(self, analysis: ChanceAnalysis, move: MoveChance, value: Estimate | None) -> str:
        if analysis.is_open or value is None:
            return ""
        if move.move == CONCEDE and value is move.mean:
            return ""
        if not analysis.tells_errors(move):
            return f" {self._plus_minus} ?"
        error = f"{SURE * value.se:.1f}"
        return "" if not float(error) else f" {self._plus_minus} {error}"

    def _within(self, analysis: ChanceAnalysis, move: MoveChance) -> str:
        """A chance and its 95% interval; a dash for a move that has none."""
        chance = move.chance if move.win is None else move.win
        if chance is None:
            return self._dash
        return percent_within(chance.mean, analysis.interval_of(move, chance))

    def _less_often(self, analysis: ChanceAnalysis, move: MoveChance) -> str:
        """How much less often than by the best burial the contract is made, from the same deals."""
        lost = move.win_behind
        if analysis.position.act is not Act.BURY or lost is None or move is analysis.moves[0]:
            return self._dash
        figure, error = f"{lost.mean + 0.0:.1%}", f"{SURE * lost.se:.1%}"
        return figure if error == f"{0:.1%}" else f"{figure} {self._plus_minus} {error}"

    def _buried(self, analysis: ChanceAnalysis, move: MoveChance) -> str:
        has_burial = move.buried is not None and analysis.position.rules.widow
        return str(move.buried) if has_burial else self._dash

    def _tenths(self, number: float | None) -> str:
        return self._dash if number is None else f"{number:.1f}"

    # What they come to

    def _chances_verdict(self, analysis: ChanceAnalysis) -> Text:
        best, *others = analysis.moves
        if analysis.position.act is Act.BID:
            return _bids_verdict(analysis)
        if best.mean is None:
            text = self._in_words(best.move)
            return text.append(" is not settled: it may make the contract, others too")
        if analysis.is_open and not analysis.finished:
            return Text("best so far: ").append(self._in_words(best.move))
        if not others:
            return self._in_words(best.move).append(" is the only move that was tried")
        if not all(map(analysis.tells_errors, (best, others[0]))):
            return Text("one deal alone does not show which is best")
        if not analysis.is_open and all(map(is_certain, analysis.moves)):
            return Text("no card that is left changes what this hand pays")
        close = [move for move in others if is_close(move, best)]
        if close:
            equal = all(move.is_level for move in close)
            where = "" if analysis.is_open else " in these deals"
            text = Text(f"equally good{where}: " if equal else "too close to call: ")
            named = [best, *close][:_MOST_NAMED]
            text.append(Text(", ").join(self._in_words(move.move) for move in named))
            more = 1 + len(close) - len(named)
            return text.append(f" and {more} more") if more else text
        second = others[0]
        assert second.behind is not None
        lead = f"{second.behind.mean:.1f}{self._error(analysis, second, second.behind)}"
        text = self._in_words(best.move).append(f" is best: {lead} better than ")
        return text.append(self._in_words(second.move))

    def _what_means_are(self, analysis: ChanceAnalysis) -> str:
        position = analysis.position
        own = [unit for unit in position.units if position.turn in unit]
        names = "+".join(self._seat(position, seat) for seat in own[0])
        money, what = position.rules.money, analysis.objective
        if what == GAME:
            text = f"mean: the chance of {names} to win the game, in per cent"
        elif what == CENTS or (money is not None and money.in_points and has_a_contract(position)):
            text = f"mean: what {self._seat(position, position.turn)} is paid in {what}"
        elif len(position.units) == len(own) + 1:
            text = f"mean: {names}'s {what} minus the opponents'"
        else:
            text = f"mean: {names}'s {what} minus the others' average"
        return f"{text}{of_calls(analysis)}"


def of_calls(analysis: ChanceAnalysis) -> str:
    """When the means of calls are paid; nothing in other positions."""
    valued = [move.move for move in analysis.moves if move.mean is not None]
    if analysis.position.act is not Act.BID:
        return ""
    if PASS not in valued:
        return ", if this bid wins"
    if valued == [PASS]:
        return ", as the others then bid"
    return "; of a bid if it wins the auction, of a pass as the others then bid"


def _highest(analysis: ChanceAnalysis) -> int:
    bids = [each.move.bid for each in analysis.moves if isinstance(each.move, Call)]
    return max(bid for bid in bids if bid is not None)


def has_a_contract(position: TablePosition) -> bool:
    """Whether the hand is played for a contract, or one is being bid for."""
    return position.act is Act.BID or standing_of(position).contract is not None


def _tried(analysis: ChanceAnalysis) -> str:
    """How many of how many choices were tried."""
    position, number = analysis.position, f"{analysis.burials:,}"
    choices = "choices of trump and burial" if position.rules.widow else "trumps"
    if analysis.exact:
        return f"none of the {number} {choices} is better"
    tried = f"{analysis.tried:,} of {number} {choices} "
    if analysis.is_open:
        return f"{tried}are proven to be no better"
    return f"{tried}were tried{' in each deal' * (position.act is Act.BID)}"


def shown_moves(
    analysis: ChanceAnalysis, burials: int = _MOST_SHOWN
) -> tuple[tuple[MoveChance, ...], str]:
    """The moves to show, and what to say of the others.

    Of the bids that are made in no deal the first stands for all. Of burials the first are shown,
    and conceding in any case.

    Args:
        analysis: of a position.
        burials: how many burials are shown.
    """
    moves = analysis.moves
    if analysis.position.act is Act.BID:
        hopeless = [each for each in moves if each.chance is not None and not each.chance.mean]
        shown = tuple(each for each in moves if each not in hopeless[1:])
        left_out = "no higher bid is made in any deal either"
    else:
        most = burials if analysis.position.act is Act.BURY else len(moves)
        if is_certain(moves[0]) and sum(map(is_certain, moves)) > _MOST_CERTAIN:
            most = min(most, _MOST_CERTAIN)
        shown = tuple(each for each in moves if each in moves[:most] or each.move == CONCEDE)
        left_out = f"{len(moves) - len(shown)} more were tried"
    return shown, left_out if len(shown) < len(moves) else ""


def _row_of(analysis: ChanceAnalysis, decision: JudgedDecision) -> MoveChance:
    """The row of a decision: as it was tried, or with what it lost in other deals alone."""
    move = decision.played
    tried = next((each for each in analysis.moves if each.move == move), None)
    if tried is not None:
        return tried
    lost = None if decision.loss is None else decision.loss.amount
    return MoveChance(move=move, mean=None, behind=lost, worlds=decision.worlds)


def _bids_verdict(analysis: ChanceAnalysis) -> Text:
    bids = [m for m in analysis.moves if isinstance(m.move, Call) and m.move.bid is not None]
    if not bids:
        hand = hand_of(analysis.position)
        assert isinstance(hand, TableHand)
        return Text(f"only a pass: {hand.why_only_pass}")
    likely = [m.move.text() for m in bids if m.chance is not None and m.chance.mean >= _LIKELY]
    if not analysis.is_open:
        if not likely:
            return Text("no bid is made in half of the deals")
        return Text(f"made in half of the deals or more: up to {likely[-1]}")
    open_bids = [m.move.text() for m in bids if m.chance is None]
    text = f"can be made: up to {likely[-1]}" if likely else "no bid can be made"
    if open_bids:
        text = f"{text if likely else 'not one bid is proven'}; not settled: up to {open_bids[-1]}"
    return Text(text)
