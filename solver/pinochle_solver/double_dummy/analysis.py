"""The results for a hand whose other cards are hidden, as values, not yet words.

They are averages over deals of the unseen cards. Each deal is played on in one of two ways:

- *with hidden cards*, every seat by the cards that it sees (`pinochle_solver.hidden_hands`);
- *with open cards*, as if all cards were seen from then on. Nobody at the table plays that well.
  Against defenders who see as little as the bidder does, he may do better or worse. Hiding or
  revealing cards is worth nothing then.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pinochle_solver.double_dummy.estimates import Estimate
from pinochle_solver.intervals import UNSEEN, Interval, chance_interval, is_guess
from pinochle_solver.notation.table.positions import TablePosition
from pinochle_solver.rows import Row
from pinochle_solver.rules.card_chances import CardChances
from pinochle_solver.rules.cards import Suit
from pinochle_solver.rules.checks import counted
from pinochle_solver.shown import Plotted, ShownAsText
from pinochle_solver.table.moves import CONCEDE
from pinochle_solver.table.seats import Seat
from pinochle_solver.table.views import AnyMove

# How many moves of an analysis a notebook shows.
_SHOWN = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveChance:
    """One move of the player to move.

    Attributes:
        move: the move.
        mean: what the hand is worth, as in `Worth`; for a pass, if the others go on as
            `pinochle_solver.hidden_hands.passing` says. None: it is not known.
        win: the chance that the contract is made, or for a seat of the other side that it is set;
            without a contract the chance that its unit has the most points. None in the auction.
        behind: how far the mean is below that of the best move, from the same deals.
        win_behind: how far `win` is below that of the best move, from the same deals; None where it
            was not compared.
        is_level: whether it did as well as the best move in every deal.
        chance: for a bid, the chance that this contract can be made.
        melds, buried: for a burial, what its side lays (the partner's most on average), or with
            hidden hands the bidder alone, and what the buried cards count. For a bid with hidden
            cards what its side lays on average.
        trump, trump_share: for a bid with hidden cards, the trump that is named in most of the
            deals, and in what part of them.
        given_up: for a bid in a game for stakes, in what part of the deals it is conceded once the
            widow is taken; `chance` counts these as played.
        cards: the card points its side still wins, on average. None for calls, and for a burial in
            games for stakes, where the only question is whether the contract is made.
        worlds: in how many deals it was tried.
    """

    move: AnyMove
    mean: Estimate | None
    win: Estimate | None = None
    behind: Estimate | None = None
    win_behind: Estimate | None = None
    is_level: bool = False
    chance: Estimate | None = None
    melds: float | None = None
    buried: int | None = None
    trump: Suit | None = None
    trump_share: float | None = None
    given_up: float | None = None
    cards: Estimate | None = None
    worlds: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Findings:
    """The moves that were tried, and what was left out.

    Attributes:
        moves: the moves, as in `ChanceAnalysis`.
        tried, burials: as in `ChanceAnalysis`.
        is_cut: whether the clock or a stop left out what would have been tried.
        is_proven: if no card is hidden, whether every value is exact and no move that was left out
            is better than the best.
    """

    moves: list[MoveChance]
    tried: int | None = None
    burials: int | None = None
    is_cut: bool = False
    is_proven: bool = True


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class ChanceAnalysis(ShownAsText, Plotted):
    """The analysis of a position.

    Attributes:
        position: the position.
        moves: the moves, the best first; in the auction rising bids, the pass last. Empty if the
            search was stopped in its first deal.
        objective: what the means count: `CENTS`, `CHECKS` or `POINTS` of `outcomes`.
        worlds: how many deals were tried.
        seed: the seed of these deals.
        seconds: the time it took.
        is_open: whether no card is hidden.
        exact: whether no card is hidden, every value is exact, and every alternative that was left
            out is proven to be no better than the best.
        finished: whether nothing was cut short: everything was tried in as many deals as were asked
            for, in at least one, and nobody stopped the search.
        burials: how many choices of trump and burial there are, in an auction in the deal with
            most; None if none is to be chosen.
        tried: how many of these were tried, in an auction in each deal. If no card is hidden, how
            many are proven to be no better than the best.
        counts_game: whether checks for the game are counted, too, if the hand ends it.
        has_hidden_play: whether the deals were played on with hidden cards.
        open_average: by move, the mean if all cards were open from then on; None: it was not asked
            for. It is too high, because it assumes that every seat sees all cards.
        cards: where the cards are that the player to move has not seen, by place; None: it was not
            asked for.
        bidders: in the auction, who buys the hand after a pass in what part of the deals, the
            likeliest first; None among them: nobody. None: it is not known.
    """

    position: TablePosition
    moves: tuple[MoveChance, ...]
    objective: str
    worlds: int
    seed: int
    seconds: float
    is_open: bool
    exact: bool
    finished: bool
    burials: int | None = None
    tried: int | None = None
    counts_game: bool = False
    has_hidden_play: bool = False
    open_average: Mapping[AnyMove, Estimate] | None = None
    cards: tuple[CardChances, ...] | None = None
    bidders: Mapping[Seat | None, float] | None = None

    def tells_errors(self, move: MoveChance) -> bool:
        """Whether the errors of a move are known: a single deal of many gives none."""
        return self.is_open or move.worlds > 1

    def interval_of(self, move: MoveChance, chance: Estimate) -> Interval:
        """The 95% interval of a chance, between 0 and 1.

        If no card is hidden, or the contract is conceded, both ends are the chance itself.

        Args:
            move: one of the moves.
            chance: its `win` or its `chance`.
        """
        if self.is_open or move.move == CONCEDE:
            return Interval(chance.mean, chance.mean)
        return chance_interval(chance.mean, UNSEEN if move.worlds == 1 else chance.se)

    def to_rows(self) -> list[Row]:
        """A row of plain values for each of `moves`, in their order, as table libraries take them.

        All rows have the same keys. Values are for the player to move, None where they are not
        known, and a standard error also after a single deal:

        - ``id``, ``position``: the position's name (None if it has none) and its line.
        - ``mover``: the player to move, ``south``, ``west``, ``north`` or ``east``.
        - ``order``: the place among `moves`, from 1.
        - ``move``: its text.
        - ``mean``, ``mean_se``: what the hand is worth, in the unit of ``objective``, and the
          standard error of that.
        - ``behind``, ``behind_se``: how far the mean is below that of the best move.
        - ``level``: whether it did as well as the best move in every deal.
        - ``win``, ``win_se``: the chance, 0 to 1, that `MoveChance.win` describes.
        - ``win_low``, ``win_high``: the 95% interval of that.
        - ``chance``, ``chance_se``, ``chance_low``, ``chance_high``: of a bid, the chance that this
          contract can be made, its standard error and its 95% interval.
        - ``melds``, ``buried``: of a burial, the points of `MoveChance.melds` and in the burial.
        - ``cards``, ``cards_se``: the card points that the side still wins.
        - ``visits``: in how many deals it was tried.
        - ``objective``, ``worlds``, ``seed``, ``seconds``, ``exact``, ``finished``, ``burials``,
          ``tried``: those of the analysis, the same in all rows.
        - ``guess``: `is_guess`, the same in all rows.
        """
        whole: Row = {
            "objective": self.objective,
            "worlds": self.worlds,
            "seed": self.seed,
            "seconds": self.seconds,
            "exact": self.exact,
            "finished": self.finished,
            "burials": self.burials,
            "tried": self.tried,
            "guess": self.is_guess,
        }
        position = self.position.text()
        return [
            {
                "id": self.position.id,
                "position": position,
                "mover": self.position.turn.text(),
                "order": order,
                "move": move.move.text(),
                **self._estimate("mean", move, move.mean),
                **self._estimate("behind", move, move.behind),
                "level": move.is_level,
                **self._estimate("win", move, move.win),
                **self._interval("win", move, move.win),
                **self._estimate("chance", move, move.chance),
                **self._interval("chance", move, move.chance),
                "melds": move.melds,
                "buried": move.buried,
                **self._estimate("cards", move, move.cards),
                "visits": move.worlds,
                **whole,
            }
            for order, move in enumerate(self.moves, start=1)
        ]

    def _estimate(self, name: str, move: MoveChance, value: Estimate | None) -> Row:
        """The columns of an estimate of a move: its mean and its standard error."""
        mean, se = (None, None) if value is None else value
        return {name: mean, f"{name}_se": se if self.tells_errors(move) else None}

    def _interval(self, name: str, move: MoveChance, chance: Estimate | None) -> Row:
        """The columns of the 95% interval of a chance of a move."""
        low, high = (None, None) if chance is None else self.interval_of(move, chance)
        return {f"{name}_low": low, f"{name}_high": high}

    @property
    def is_guess(self) -> bool:
        """Whether so few deals were tried that this is hardly more than a guess."""
        return not self.is_open and is_guess(self.worlds)

    def __repr__(self) -> str:
        moves = [
            str(move.move) if move.mean is None else f"{move.move} {move.mean.mean:.1f}"
            for move in self.moves[:_SHOWN]
        ]
        more = len(self.moves) - len(moves)
        if more:
            moves.append(f"and {more} more")
        deals = counted(self.worlds, "deal")
        return f"<ChanceAnalysis {', '.join(moves) or 'no move'}; {deals}; {self.position.text()}>"
