"""The tools: what each does with its arguments."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import nan
from typing import Any, TypeVar

from pinochle_solver._core.limits import StopFlag
from pinochle_solver.double_dummy.analysis import ChanceAnalysis
from pinochle_solver.double_dummy.burial_solutions import solve_burial
from pinochle_solver.double_dummy.solution import TableSolution
from pinochle_solver.double_dummy.solver import solve_open
from pinochle_solver.errors import NotationError, PositionError, quoted
from pinochle_solver.game.call_outs import CallOut
from pinochle_solver.game.replayed_hand import Replay
from pinochle_solver.game.replayer import replay_record
from pinochle_solver.game.scoring import score_game
from pinochle_solver.game.table.call_outs import TableCallOut
from pinochle_solver.game.table.replayed_hand import TableReplay
from pinochle_solver.game.table.replayer import replay_table_record
from pinochle_solver.game.table.scoring import score_table_game
from pinochle_solver.hand.position_moves import position_options
from pinochle_solver.hidden_hands.searching import analyze_table
from pinochle_solver.mcp_server.answers import Answer, IntervalObject, bounded, estimated
from pinochle_solver.mcp_server.limits import DEFAULT_WORLDS
from pinochle_solver.mcp_server.requests import (
    AnalyzeRequest,
    MeldsRequest,
    Request,
    ReviewRequest,
    RulesRequest,
    ScoreRequest,
    SolveRequest,
    read,
)
from pinochle_solver.melding.planner import plan, plan_position
from pinochle_solver.melding.report import BareHand, MeldReport
from pinochle_solver.notation.known_rulebooks import (
    KnownRulebooks,
    refuse_table_game,
    unknown_rulebook,
)
from pinochle_solver.notation.playoff_position import PlayoffPosition
from pinochle_solver.notation.stock_position import (
    STOCK_TOKENS,
    StockPosition,
    is_of_stock_phase,
    without_upcard,
)
from pinochle_solver.notation.table.all_games import (
    AnyRecord,
    is_table_game,
    is_table_record,
    numbered_records_of_all,
)
from pinochle_solver.notation.table.positions import TablePosition
from pinochle_solver.notation.token_table import check_tokens
from pinochle_solver.notation.tokens import line_tokens
from pinochle_solver.notation.typed_words import typed_line
from pinochle_solver.playoff.solution import Solution
from pinochle_solver.playoff.solver import solve
from pinochle_solver.reviews.review import Review, review
from pinochle_solver.rules.cards import Hand, Suit
from pinochle_solver.rules.meld_table import hand_options
from pinochle_solver.rules.melds import parse_laid_melds
from pinochle_solver.rules.rules import Pays, Rulebook, Seat
from pinochle_solver.schema.lines import line_of
from pinochle_solver.schema.reviews import review_line
from pinochle_solver.stock.analysis import STAKE, Analysis
from pinochle_solver.stock.search import analyze
from pinochle_solver.table.acts import Act
from pinochle_solver.table.pays import TablePays

_Parsed = TypeVar("_Parsed")

_POINTS, _STAKES = "points", "stakes"


@dataclass(frozen=True, slots=True)
class Means:
    """What a call may use.

    Attributes:
        rulebooks: the rulebooks that it may name.
        threads: the number of threads.
        stop: ends its search, which then answers with what it has found.
    """

    rulebooks: KnownRulebooks
    threads: int
    stop: StopFlag


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool.

    Attributes:
        name: its name, which is that of the command with the same lines.
        title: what it gives, in a few words.
        description: when to use it and how to read the answer.
        request: the arguments.
        run: takes the arguments and the means; raises `PositionError`.
    """

    name: str
    title: str
    description: str
    request: type[Request]
    run: Callable[[Any, Means], Answer]

    def answer(self, arguments: Mapping[str, Any], means: Means) -> Answer:
        """The answer to a call; raises `PositionError` for what is wrong in its arguments."""
        return self.run(read(self.request, arguments), means)


def _tokens(text: str, rulebooks: KnownRulebooks) -> dict[str, str]:
    """The tokens of a position in words; the quotes that a shell would take away are taken away."""
    words = text if text.lstrip().startswith("{") else text.replace('"', "")
    return line_tokens(typed_line(words, rulebooks))


def _solve(asked: SolveRequest, means: Means) -> Answer:
    tokens = _tokens(asked.position, means.rulebooks)
    limits: dict[str, Any] = {"nodes": asked.nodes, "seconds": asked.seconds, "stop": means.stop}
    if not is_table_game(tokens.get("rules"), means.rulebooks):
        position = PlayoffPosition.from_tokens(tokens, means.rulebooks)
        solution = solve(position, **limits)
        return Answer.of(solution, _of_cards(solution))
    table = TablePosition.from_tokens(tokens, means.rulebooks)
    if table.act is Act.BURY:
        # Of the many decisions only the best is listed.
        found = solve_burial(table, moves=False, threads=means.threads, **limits)
        total = bounded(found.best.move.text(), "total", _POINTS, *found.total)
        return Answer.of(found, [total])
    opened = solve_open(table, **limits)
    return Answer.of(opened, _of_side_cards(opened))


def _of_cards(solution: Solution) -> Iterator[IntervalObject]:
    """The points still to come for the player to move."""
    for move in solution.moves:
        bounds = move.bounds
        own = bounds.south if solution.position.turn is Seat.SOUTH else bounds.north
        yield bounded(move.card.text(), "value", _POINTS, *own)


def _of_side_cards(solution: TableSolution) -> Iterator[IntervalObject]:
    """The points still to come for the side to move."""
    own = next(place for place, side in enumerate(solution.sides) if solution.position.turn in side)
    for move in solution.moves:
        yield bounded(move.card.text(), "value", _POINTS, *move.bounds[own])


def _analyze(asked: AnalyzeRequest, means: Means) -> Answer:
    tokens = _tokens(asked.position, means.rulebooks)
    if is_table_game(tokens.get("rules"), means.rulebooks):
        table = TablePosition.from_tokens(tokens, means.rulebooks)
        if asked.objective != _POINTS:
            raise NotationError("objective", "goes with the two-handed game only")
        chances = analyze_table(
            table, seconds=asked.seconds, worlds=asked.worlds, seed=asked.seed, stop=means.stop
        )
        return Answer.of(chances, _of_chances(chances))
    means.rulebooks.expect(tokens, "rules")
    if not is_of_stock_phase(tokens):
        check_tokens(tokens, STOCK_TOKENS, (), "")
        fact = "missing, no stock phase; solve takes playoff positions"
        raise without_upcard(tokens) or NotationError("upcard", fact)
    analysis = analyze(
        StockPosition.from_tokens(tokens, means.rulebooks),
        seconds=asked.seconds,
        worlds=asked.worlds,
        seed=asked.seed,
        threads=means.threads,
        objective=asked.objective,
        stop=means.stop,
    )
    return Answer.of(analysis, _of_moves(analysis))


def _of_moves(analysis: Analysis) -> Iterator[IntervalObject]:
    """The expected final difference, own points minus the opponent's, or the expected payment."""
    unit = _STAKES if analysis.objective == STAKE else _POINTS
    for move in analysis.moves:
        yield estimated(move.move.text(), "mean", unit, move.mean, move.mean_se)
    for move in analysis.moves[1:]:
        behind = move.points_behind if move.stake_behind is None else move.stake_behind
        yield estimated(move.move.text(), "behind", unit, *behind)


def _of_chances(analysis: ChanceAnalysis) -> Iterator[IntervalObject]:
    """What a move is worth, in what the game is paid in."""
    for what in ("mean", "behind"):
        for move in analysis.moves:
            value = getattr(move, what)
            if value is not None:
                error = value.se if analysis.tells_errors(move) else nan
                yield estimated(str(move.move), what, analysis.objective, value.mean, error)


def _review(asked: ReviewRequest, means: Means) -> Answer:
    if asked.seconds is not None and asked.worlds is not None:
        raise NotationError("seconds", "or worlds, not both")
    records = list(_records("record", asked.record, means.rulebooks))
    if len(records) > 1:
        raise NotationError("record", f"{len(records)} of them, give one hand in a call")
    [(_, record)] = records
    if is_table_record(record):
        raise refuse_table_game(record.rules, "Rules")
    is_limited = asked.seconds is not None or asked.worlds is not None
    found = review(
        record,
        seat=None if asked.seat is None else Seat.parse(asked.seat),
        seconds=asked.seconds,
        worlds=asked.worlds if is_limited else DEFAULT_WORLDS,
        seed=asked.seed,
        threads=means.threads,
        stop=means.stop,
    )
    line = review_line(found)
    if not asked.moves:
        for decision in (*line.decisions, *(line.doublings or ())):
            decision.moves = []
    return Answer((line,), tuple(_of_losses(found)))


def _of_losses(found: Review) -> Iterator[IntervalObject]:
    """The points lost by each seat, then by each decision."""
    for seat in found.seats:
        yield estimated(seat.text(), "lost", _POINTS, *found.total(seat).lost)
    for decision in found.decisions:
        of = f"{decision.trick}{decision.act} {decision.seat.text()}"
        yield estimated(of, "loss", _POINTS, *decision.loss.points)


def _melds(asked: MeldsRequest, means: Means) -> Answer:
    if (asked.position is None) == (asked.hand is None):
        fact = "missing, or give a hand with its trump" if asked.hand is None else "not with a hand"
        raise NotationError("position", fact)
    if asked.hand is not None:
        return Answer.of(_melds_of_hand(asked.hand, asked, means.rulebooks))
    assert asked.position is not None
    for name in ("trump", "rules", "table", "gone", "draws"):
        if getattr(asked, name) is not None:
            raise NotationError(name, "goes with a hand, a position says it itself")
    position = StockPosition.from_tokens(_tokens(asked.position, means.rulebooks), means.rulebooks)
    order = None if asked.turns is None else plan_position(position, asked.turns)
    return Answer.of(MeldReport(position, tuple(position_options(position)), order))


def _melds_of_hand(text: str, asked: MeldsRequest, rulebooks: KnownRulebooks) -> MeldReport:
    if asked.trump is None:
        raise NotationError("trump", "missing. Add it: S, H, D or C")
    for name in ("draws", "gone"):
        if getattr(asked, name) is not None and asked.turns is None:
            raise NotationError(name, "goes with turns")
    rules = rulebooks.read({} if asked.rules is None else {"rules": asked.rules}, "rules")
    trump = _named("trump", Suit.parse, asked.trump)
    laid = () if asked.table is None else _named("table", parse_laid_melds, asked.table)
    gone = None if asked.gone is None else _named("gone", Hand.parse, asked.gone)
    hand = Hand.parse(text)
    options = hand_options(rules, trump, hand, laid)
    order = None
    if asked.turns is not None:
        order = plan(rules, trump, hand, laid, turns=asked.turns, gone=gone, draws=asked.draws)
    return MeldReport(BareHand(rules, trump, hand, tuple(laid)), tuple(options), order)


def _named(argument: str, parse: Callable[[str], _Parsed], text: str) -> _Parsed:
    """What is read from the text of an argument; raises `NotationError` that names it."""
    try:
        return parse(text)
    except PositionError as error:
        raise NotationError(argument, error.fact) from None


def _rules(asked: RulesRequest, means: Means) -> Answer:
    known = means.rulebooks
    found: list[object] = []
    for name in asked.names:
        rules = known.by_name.get(name.lower()) or known.table_rules(name)
        if rules is None:
            fact = unknown_rulebook(name, (*known.by_name, *known.table_names))
            raise NotationError("names", fact)
        found.append(rules)
    return Answer(tuple(map(line_of, found or known.by_name.values())))


def _score(asked: ScoreRequest, means: Means) -> Answer:
    records = list(_records("records", asked.records, means.rulebooks))
    is_table = is_table_record(records[0][1])
    for line, record in records:
        if is_table_record(record) != is_table:
            players = "three or four" if is_table else "two"
            raise NotationError("Rules", f"{record.rules.name}, in a game for {players}").at(line)
    options: dict[str, Any] = {
        "target": asked.target,
        "chips": asked.chips,
        "single_hand": asked.single_hand,
        "call_out_at_once": asked.call_out_at_once,
        "pays": None if asked.pays is None else _pays(asked.pays, is_table),
    }
    if not is_table:
        game = score_game(
            _replayed(records, replay_record),
            ahead=asked.ahead,
            drop_last_digit=asked.drop_last_digit,
            call_outs=[_named("call_outs", CallOut.parse, call) for call in asked.call_outs],
            **options,
        )
        return Answer.of(game)
    for name in ("ahead", "drop_last_digit"):
        if getattr(asked, name):
            raise NotationError(name, "goes with the two-handed game only")
    scored = score_table_game(
        _replayed(records, replay_table_record),
        call_outs=[_named("call_outs", TableCallOut.parse, call) for call in asked.call_outs],
        **options,
    )
    return Answer.of(scored)


def _pays(text: str, is_table: bool) -> Pays | TablePays:
    """The settlement that is asked for, of a game for two, or for three and four."""
    known = [pays.value for pays in (TablePays if is_table else Pays)]
    if text not in known:
        raise NotationError("pays", f"{quoted(text)}, expected {' or '.join(known)}")
    return TablePays(text) if is_table else Pays(text)


def _replayed(
    records: Iterable[tuple[str, AnyRecord]], replay: Callable[[Any], Replay | TableReplay]
) -> Iterator[Any]:
    """The records played through; raises `PositionError` with the line of one that cannot be."""
    for line, record in records:
        try:
            yield replay(record)
        except PositionError as error:
            raise error.at(line) from None


def _records(
    argument: str, text: str, rulebooks: KnownRulebooks
) -> Iterator[tuple[str, AnyRecord]]:
    """The records of a text, each with the line on which it begins.

    Raises:
        PositionError: for a record that cannot be read, and if there is none.
    """
    is_empty = True
    for number, record in numbered_records_of_all(text.split("\n"), rulebooks):
        is_empty = False
        if isinstance(record, PositionError):
            raise record.at(f"line {number}")
        yield f"line {number}", record
    if is_empty:
        raise NotationError(argument, "no record in it")


def all_rulebooks(rulebooks: KnownRulebooks) -> tuple[str, ...]:
    """The names of all rulebooks that a call may name."""
    two_handed = [name for name, each in rulebooks.by_name.items() if isinstance(each, Rulebook)]
    return (*two_handed, *rulebooks.table_names)


TOOLS = (
    Tool(
        "solve",
        "Exact values with all cards known",
        "Solve a pinochle position in which all hands are known: the exact value of every legal "
        "card and the best line. Use it for the playoff of the two-handed game (rules=hayes "
        "trump=S south=T.T.KQ.- north=A.-.K.TK turn=south), and for three and four with all "
        "cards face up; "
        "with act=bury it finds the best trump and burial. If a limit stops the search, the answer "
        "has bounds and exact is false.",
        SolveRequest,
        _solve,
    ),
    Tool(
        "analyze",
        "Estimates with hidden cards",
        "Value every move of a position in which cards are hidden, from sampled worlds. For two "
        "players, in the stock phase, a hand is enough: AS AS TS 9S KH QH QC QC JC JC 9C 9C up 9S. "
        "For three and four, name the rules: values are then averages with all cards face up. Do "
        "not "
        "call a move best if the answer lists it as close to another (close), or if guess is true.",
        AnalyzeRequest,
        _analyze,
    ),
    Tool(
        "review",
        "Losses of a hand, decision by decision",
        "Review the record of a two-handed hand: for each decision the move played, the best move "
        "and the points lost. A loss counts only if significant is true. If finished is false, "
        "time was up: ask for one seat or for fewer worlds.",
        ReviewRequest,
        _review,
    ),
    Tool(
        "melds",
        "Melds of a hand",
        "List every meld that a hand can make now, with its points, for a hand with its trump or a "
        "two-handed position. With turns it also plans the best order of melds.",
        MeldsRequest,
        _melds,
    ),
    Tool(
        "rules",
        "The parameters of rulebooks",
        "Give the parameters of rulebooks for two, three and four players: what cards and melds "
        "count, the obligations of play, the target, penalties.",
        RulesRequest,
        _rules,
    ),
    Tool(
        "score",
        "The score of a game",
        "Check and score the hand records of a game, in order: the points of each hand, the "
        "running score, who wins, and what is wrong in the records (faults, findings).",
        ScoreRequest,
        _score,
    ),
)
"""All tools, in the order in which clients list them."""
