"""What people read: positions, solutions and rulebooks as tables. Nothing else prints these.

`Renderer` writes to standard output. Cards have their suit symbols and colours, or only letters
with ``ascii``; rich leaves colours out for a pipe and where ``NO_COLOR`` is set.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from enum import IntEnum
from fractions import Fraction
from typing import TYPE_CHECKING

from rich import box
from rich.console import Console, RenderableType
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text

from pinochle_solver.cards import Card, Hand, Suit
from pinochle_solver.position import PlayoffPosition
from pinochle_solver.position_fields import Act
from pinochle_solver.rules import DIX, GameRules, Penalties, Rulebook, Seat
from pinochle_solver.solution import Solution

if TYPE_CHECKING:
    from pinochle_solver.bench import BenchResult, SetResult
    from pinochle_solver.game import Game, GameHand
    from pinochle_solver.meld_table import MeldOption
    from pinochle_solver.melds import Copy
    from pinochle_solver.moves import Show
    from pinochle_solver.outs import Need, Out, Use
    from pinochle_solver.planner import Plan, Step
    from pinochle_solver.replay import Replay
    from pinochle_solver.stock_position import StockPosition

_ASCII_BOX = box.Box("    \n    \n -- \n    \n    \n    \n    \n    \n", ascii=True)
_PIPE_WIDTH = 100
_WIDEST = 1000
_PARAMETER_WIDTH, _RULEBOOK_WIDTH = 24, 18


class _Console(Console):
    """A console that leaves a closed pipe to its caller; rich's own would exit with 1."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


class Renderer:
    """Writes views to standard output.

    Args:
        ascii: whether to write letters instead of suit symbols; always so where the encoding of
            standard output has no such symbols.
    """

    def __init__(self, ascii: bool = False) -> None:
        self._ascii = ascii or not _can_encode_symbols()
        self._console = _Console(highlight=False, markup=False, emoji=False)
        if not self._console.is_terminal:
            self._console.width = max(self._console.width, _PIPE_WIDTH)

    def line(self, text: str = "") -> None:
        """Write one line of text, never wrapped."""
        if self._ascii:
            text = text.encode("ascii", "backslashreplace").decode()
        sys.stdout.write(f"{text}\n")

    def _print(self, view: RenderableType, wrap: bool = False) -> None:
        """Write a view without the blanks that rich pads lines with.

        It is as wide as it wants to be, for a cut number is worse than a long line; with `wrap`
        it is fitted to the terminal.
        """
        options = self._console.options.update(max_width=_WIDEST)
        wanted = Measurement.get(self._console, options, view).maximum
        terminal = self._console.width
        self._console.width = terminal if wrap else max(terminal, wanted)
        with self._console.capture() as captured:
            self._console.print(view)
        self._console.width = terminal
        for line in captured.get().splitlines():
            self.line(line.rstrip())

    def position(self, position: PlayoffPosition) -> None:
        """Write what is known of a position: rules, whose turn, hands, points."""
        self._print(self._headline(position, _decision(position)))
        table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 3, 0, 0))
        for seat in Seat:
            table.add_row(f"  {seat.text()}", *self._suits(position.hand(seat)))
        self._print(table)
        if position.led is not None:
            led = Text(f"  {position.turn.other.text()} has led ").append(self._card(position.led))
            self._print(led)
        for note in _notes(position):
            self._print(Text(f"  {note}"))

    def stock_position(self, position: StockPosition) -> None:
        """Write the table as it lies: both seats' cards and melds, what is hidden, the stock."""
        self._print(self._stock_headline(position))
        table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 3, 0, 0))
        for seat in Seat:
            hand, on_table = position.hand(seat), position.on_table(seat)
            in_hand = hand.known
            for card in on_table:
                in_hand = in_hand.without(card)
            hidden = Text(f"and {hand.hidden} hidden" if hand.hidden else "")
            table.add_row(f"  {seat.text()}", "in hand", *self._suits(in_hand), hidden)
            if on_table:
                table.add_row("", "on the table", *self._suits(on_table))
        if position.unseen:
            table.add_row("  unseen", "", *self._suits(position.unseen))
        self._print(table)
        if position.led is not None:
            led = f"  {position.turn.other.text()} has led "
            self._print(Text(led).append(self._card(position.led)))
        self._print(self._stock_line(position))
        for seat in Seat:
            if position.melds(seat):
                self._print(self._laid_line(position, seat))
        for note in _notes(position):
            self._print(Text(f"  {note}"))

    def meld_options(self, options: Sequence[MeldOption]) -> None:
        """Write what may be shown: the points, and where the cards come from."""
        if not options:
            self.line("nothing to meld")
            return
        table = self._table()
        table.add_column("meld", no_wrap=True)
        table.add_column("points", justify="right")
        table.add_column("from the hand", no_wrap=True)
        table.add_column("on the table", no_wrap=True)
        for option in options:
            table.add_row(
                _shown(option.show),
                str(option.points),
                self._cards(option.from_hand),
                self._copies(option.from_table) if option.from_table else self._dash,
            )
        self._print(table)

    def replay(self, replay: Replay) -> None:
        """Write a hand trick by trick, what is wrong with it, and what it scores."""
        record = replay.record
        separator = ", " if self._ascii else " · "
        headline = Text(
            f"{record.rules.name}{separator}{record.count.name} count{separator}upcard "
        )
        headline.append(self._card(record.upcard))
        headline.append(f"{separator}{record.dealer.text()} dealt")
        if record.view is not None:
            headline.append(f"{separator}as {record.view.text()} saw it")
        self._print(headline)
        if replay.tricks:
            self._print(self._replay_table(replay))
        for finding in replay.findings:
            self.line(str(finding))
        if replay.points is None:
            self.line("no score")
            return
        state = "the hand ends" if replay.is_complete else "so far"
        texts = [
            f"{seat.text()} {points.melds} melds + {points.tricks} tricks = {sum(points)}"
            for seat, points in zip(Seat, replay.points, strict=True)
        ]
        self.line(f"{state}: {', '.join(texts)}")

    def _replay_table(self, replay: Replay) -> Table:
        table = self._table()
        for name in ("trick", "lead", "reply", "taken by", "shown", "drawn", "south", "north"):
            right = name in ("trick", "south", "north")
            table.add_column(name, justify="right" if right else "left", no_wrap=True)
        for trick in replay.tricks:
            shown = "; ".join(
                f"{shown.seat.text()} {shown.show.text()} {shown.points}" for shown in trick.shown
            )
            drawn = Text("  ").join(
                Text(f"{seat.text()[0]} ").append(self._card(card)) for seat, card in trick.drawn
            )
            plays = [self._card(play.card) for play in trick.plays]
            table.add_row(
                str(trick.number),
                Text(f"{trick.leader.text()} ").append(plays[0]) if plays else "",
                Text(f"{trick.leader.other.text()} ").append(plays[1]) if plays[1:] else "",
                trick.winner.text() if trick.winner is not None else "",
                shown,
                drawn,
                *(f"{points.melds}+{points.tricks}" for points in trick.points),
            )
        return table

    def plan(self, plan: Plan) -> None:
        """Write a plan: the steps, what each card is needed for, and the outs."""
        turns = "1 turn" if plan.turns == 1 else f"{plan.turns} turns"
        points = f"{plan.points} points" if plan.steps else "nothing to show"
        self._print(Text(f"in {turns}: {points}", style="bold"))
        if plan.steps:
            self._print(self._steps_table(plan.steps))
        self._print(self._needs_table(plan.needs))
        if plan.outs:
            self._print(self._outs_table(plan.outs))

    def _steps_table(self, steps: Sequence[Step]) -> Table:
        table = self._table()
        table.add_column("turn", justify="right")
        table.add_column("meld", no_wrap=True)
        table.add_column("points", justify="right")
        table.add_column("total", justify="right")
        table.add_column("from the hand", no_wrap=True)
        table.add_column("on the table", no_wrap=True)
        for step in steps:
            option = step.option
            table.add_row(
                str(step.turn),
                _shown(option.show),
                str(step.points),
                str(step.total),
                self._cards(option.from_hand),
                self._copies(option.from_table) if option.from_table else self._dash,
            )
        return table

    def _needs_table(self, needs: Sequence[Need]) -> Table:
        table = self._table()
        table.add_column("card", no_wrap=True)
        table.add_column("still needed for (missing)", no_wrap=True)
        for need in needs:
            source = need.play.source
            card = self._card(need.play.card)
            if source is not None:
                card.append(" in hand" if source == "hand" else f" on table{_number(source)}")
            uses = Text(", ").join(map(self._use, need.uses))
            table.add_row(card, uses if need.uses else self._dash)
        return table

    def _use(self, use: Use) -> Text:
        text = Text(_shown(use.show))
        if use.missing:
            text.append(" (").append(self._cards(use.missing)).append(")")
        return text

    def _outs_table(self, outs: Sequence[Out]) -> Table:
        table = self._table()
        table.add_column("waits for cards", no_wrap=True)
        table.add_column("points", justify="right")
        table.add_column("missing", no_wrap=True)
        table.add_column("unseen", no_wrap=True)
        table.add_column("draws", justify="right")
        table.add_column("chance", justify="right")
        for out in outs:
            table.add_row(
                _shown(out.show),
                str(out.points),
                self._cards(out.missing),
                " ".join(map(str, out.unseen)),
                self._dash if out.draws is None else str(out.draws),
                self._dash if out.chance is None else _percent(out.chance),
            )
        return table

    def solution(self, solution: Solution) -> None:
        """Write a position and all that the search found of it."""
        self.position(solution.position)
        self.line()
        self._print(self._verdict(solution))
        if solution.moves:
            self._print(self._moves_table(solution))
        if solution.tricks:
            self._print(self._line_table(solution))
        noun = "node" if solution.nodes == 1 else "nodes"
        cost = f"{solution.nodes:,} {noun}, {1000 * solution.seconds:.3g} ms"
        self._print(Text(cost, style="dim"))

    def rulebooks(self, rulebooks: Sequence[Rulebook]) -> None:
        """Write the parameters of rulebooks, side by side if the terminal is wide enough."""
        if self._console.width >= _PARAMETER_WIDTH + _RULEBOOK_WIDTH * len(rulebooks):
            self._print(self._rulebook_table(rulebooks), wrap=True)
        else:
            for rulebook in rulebooks:
                self._print(self._rulebook_table([rulebook]), wrap=True)

    def _rulebook_table(self, rulebooks: Sequence[Rulebook]) -> Table:
        table = self._table()
        table.add_column("", no_wrap=True)
        for rulebook in rulebooks:
            table.add_column(rulebook.name)
        for parameter, *values in _parameters(rulebooks):
            table.add_row(parameter, *(value.replace("–", self._dash) for value in values))
        return table

    def game(self, game: Game) -> None:
        """Write a game as a score sheet: hand by hand what it scores and how the game stands."""
        separator = ", " if self._ascii else " · "
        kind = "single-hand games" if game.single_hand else f"to {game.target}"
        count = f"{game.count.name} count" + (f"{separator}chips" if game.chips else "")
        self.line(f"{game.rules.name}{separator}{count}{separator}{kind}")
        table = self._table()
        for name in ("hand", "dealer"):
            table.add_column(name, no_wrap=True)
        for seat in Seat:
            for name in (f"{seat.text()}\nmelds", "\ntricks", "\ntotal"):
                table.add_column(name, justify="right", no_wrap=True)
        for name in ("games\nsouth" if game.single_hand else "score\nsouth", "\nnorth"):
            table.add_column(name, justify="right", no_wrap=True)
        table.add_column("remarks")
        if game.begins_at != (0, 0):
            table.add_row("before", *[""] * 7, *map(str, game.begins_at), "")
        for hand in game.hands:
            table.add_row(*self._game_row(hand))
        self._print(table)
        self.line(game.verdict)

    def _game_row(self, hand: GameHand) -> Iterable[str]:
        yield str(hand.number)
        yield hand.replay.record.dealer.text() if hand.replay else self._dash
        if hand.points is None:
            yield from [self._dash] * 6
        else:
            for seat in hand.points:
                yield from map(str, (*seat, sum(seat)))
        yield from map(str, hand.score)
        yield "\n".join(_remarks(hand))

    def bench(self, result: BenchResult, earlier: BenchResult | None = None) -> None:
        """Write the figures of a bench, and beside them the ratios to an earlier one."""
        before = {found.name: found for found in earlier.sets} if earlier else {}
        self.line(result.machine)
        if earlier:
            same = "the same" if earlier.signature == result.signature else "another"
            self.line(f"compared with: {earlier.machine}, {same} signature {earlier.signature}")
            for name in before.keys() - {found.name for found in result.sets}:
                self.line(f"not in this run: {name}")
        table = self._table()
        table.add_column("positions", no_wrap=True)
        for unit in ("nodes", "ms"):
            for figure in ("mean", "median", "p99", "max"):
                table.add_column(f"{unit}\n{figure}", justify="right")
        table.add_column("all cards\ntime", justify="right")
        for found in result.sets:
            table.add_row(*_bench_row(found, before.get(found.name)))
        self._print(table)
        peak = "" if result.peak_mib is None else f", {result.peak_mib:.0f} MiB at the most"
        self.line(f"table {result.table_mib:.0f} MiB{peak}")
        self.line(f"node signature: {result.signature}")
        if result.hands:
            self.line()
            self._print(self._hands_table(result, earlier))
            self.line(f"hand signature: {result.hand_signature}")

    def _hands_table(self, result: BenchResult, earlier: BenchResult | None) -> Table:
        before = {found.name: found for found in earlier.hands} if earlier else {}
        table = self._table()
        table.add_column("whole hands at random", no_wrap=True)
        table.add_column("moves", justify="right")
        table.add_column("million moves/s", justify="right")
        for found in result.hands:
            speed = f"{found.millions_a_second:.1f}"
            if found.name in before:
                ratio = found.millions_a_second / before[found.name].millions_a_second
                speed += f" ({ratio:.2f}x)"
            table.add_row(f"{found.hands:,} {found.name}", f"{found.moves:,}", speed)
        return table

    @property
    def _dash(self) -> str:
        return "-" if self._ascii else "–"

    def _table(self) -> Table:
        return Table(box=_ASCII_BOX if self._ascii else box.SIMPLE_HEAD, pad_edge=False)

    def _card(self, card: Card) -> Text:
        return Text(card.rank.letter).append(self._suit(card.suit))

    def _suit(self, suit: Suit) -> Text:
        red = suit in (Suit.HEARTS, Suit.DIAMONDS)
        return Text(suit.letter if self._ascii else suit.symbol, style="red" if red else "")

    def _suits(self, hand: Hand) -> Iterable[Text]:
        for suit in Suit:
            yield self._suit(suit).append(" " + (" ".join(hand.ranks_text(suit)) or self._dash))

    def _cards(self, cards: Iterable[Card]) -> Text:
        return Text(" ").join(map(self._card, cards))

    def _copies(self, copies: Iterable[Copy]) -> Text:
        """Laid copies: a second one numbered, those played since in brackets."""
        return Text(" ").join(map(self._copy, copies))

    def _copy(self, copy: Copy) -> Text:
        text = self._card(copy.card)
        if copy.number > 1:
            text.append(str(copy.number))
        return Text("(").append(text).append(")") if copy.played else text

    def _laid_line(self, position: StockPosition, seat: Seat) -> Text:
        line = Text(f"  {seat.text()} has laid ")
        credits = position.meld_table(seat).credits
        for number, (meld, points) in enumerate(zip(position.melds(seat), credits, strict=True)):
            line.append("; " if number else "").append(meld.name)
            if meld.copies:
                line.append(" ").append(self._copies(meld.copies))
            line.append(f" {points}")
            if meld.trick is not None:
                line.append(f" (trick {meld.trick})")
        return line

    def _stock_line(self, position: StockPosition) -> Text:
        line = Text(f"  stock: {position.face_down} face down")
        if not isinstance(position.stock, int) and position.stock:
            line.append(" (").append(self._cards(position.stock)).append(")")
        if position.upcard is not None:
            line.append(", then the upcard ").append(self._card(position.upcard))
        played = position.completed_tricks
        line.append(f"; {played} {'trick' if played == 1 else 'tricks'} played")
        if position.dealer is not None:
            line.append(f", {position.dealer.text()} dealt")
        return line

    def _stock_headline(self, position: StockPosition) -> Text:
        decision = _DECISIONS.get(position.act, _decision(position))
        return self._headline(position, decision)

    def _headline(self, position: PlayoffPosition | StockPosition, decision: str) -> Text:
        separator = ", " if self._ascii else " · "
        headline = Text(position.id + separator if position.id else "", style="bold")
        headline.append(f"{position.rules.name}{separator}{position.count.name} count{separator}")
        headline.append("trump ").append(self._suit(position.trump))
        return headline.append(f"{separator}{position.turn.text()} {decision}")

    def _moves_table(self, solution: Solution) -> Table:
        table = self._table()
        table.add_column("card")
        for name in ("south", "north", "loss")[: 3 if solution.exact else 2]:
            table.add_column(name, justify="right")
        for move in solution.moves:
            row = [self._card(move.card), *map(self._range, move.bounds)]
            if solution.exact:
                row.append(Text(str(move.loss) if move.loss else self._dash))
            table.add_row(*row, style="bold" if solution.exact and not move.loss else "")
        return table

    def _range(self, bounds: tuple[int, int]) -> Text:
        low, high = bounds
        return Text(str(low) if low == high else f"{low}{self._dash}{high}")

    def _verdict(self, solution: Solution) -> Text:
        south, north = map(self._range, solution.bounds)
        verdict = Text("still to come: ")
        verdict.append("south ").append(south).append(", north ").append(north)
        verdict.stylize("bold", len("still to come: "))
        if not solution.exact:
            verdict.append(" (bounds: the search was stopped)")
        elif solution.final is not None:
            verdict.append(f"; the hand ends {solution.final.text()}")
        return verdict

    def _line_table(self, solution: Solution) -> Table:
        table = self._table()
        table.add_column("trick", justify="right", no_wrap=True)
        for name in ("lead", "reply", "taken by"):
            table.add_column(name, no_wrap=True)
        table.add_column("points", justify="right", no_wrap=True)
        position = solution.position
        leader = position.turn if position.led is None else position.turn.other
        for number, trick in enumerate(solution.tricks, start=1):
            table.add_row(
                str(number),
                Text(f"{leader.text()} ").append(self._card(trick.led)),
                Text(f"{leader.other.text()} ").append(self._card(trick.reply)),
                trick.winner.text(),
                str(trick.points),
            )
            leader = trick.winner
        return table


def _shown(show: Show) -> str:
    """The kinds of what is shown, without its cards."""
    return " + ".join([DIX] * show.dix + ([show.meld.kind.name] if show.meld else []))


def _percent(chance: Fraction) -> str:
    """A chance rounded to tenths of a per cent; what is not certain never looks so."""
    text = f"{float(chance):.1%}"
    if text == "100.0%" and chance < 1:
        return ">99.9%"
    return "<0.1%" if text == "0.0%" and chance > 0 else text


def _number(source: str | int) -> str:
    """The number of a copy on the table, from 2 on."""
    return "" if source == 1 else f" {source}"


def _remarks(hand: GameHand) -> Iterable[str]:
    if hand.says_why_it_adds_nothing:
        yield hand.outcome.value
    yield from hand.notes
    yield from hand.faults
    for finding in hand.replay.findings if hand.replay else ():
        yield f"{finding.kind.value} ({f'trick {finding.trick}' if finding.trick else 'deal'})"


def _bench_row(found: SetResult, before: SetResult | None) -> Iterable[str]:
    yield f"{found.positions} {found.name}"
    for figures, earlier, form in (
        (found.nodes, before and before.nodes, ",.0f"),
        (found.milliseconds, before and before.milliseconds, ".3f"),
    ):
        for name in ("mean", "median", "p99", "max"):
            figure = getattr(figures, name)
            divisor = getattr(earlier, name) if earlier else 0
            ratio = f" ({figure / divisor:.2f}x)" if divisor else ""
            yield format(figure, form) + ratio
    yield f"{found.all_cards_time:.2f}x"


def _can_encode_symbols() -> bool:
    try:
        "♠♥♦♣·–".encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return True


_DECISIONS = {
    Act.MELD: "has won the trick and may meld",
    Act.DIX: "has lost the trick and may show a dix",
}


def _decision(position: PlayoffPosition | StockPosition) -> str:
    return "to lead" if position.led is None else "to reply"


def _notes(position: PlayoffPosition | StockPosition) -> Iterable[str]:
    if position.points is not None:
        south, north = position.points
        yield (
            f"this hand so far: south {south.melds} melds + {south.tricks} tricks, "
            f"north {north.melds} melds + {north.tricks} tricks"
        )
    if position.score != (0, 0):
        yield f"game before this hand: {position.score.text()}, to {position.target}"


def _parameters(rulebooks: Sequence[Rulebook]) -> Iterable[list[str]]:
    """Rows of a parameter and its value in each rulebook; ``–`` where a rulebook has none."""
    yield ["source", *(book.title for book in rulebooks)]
    yield ["count", *(book.count.name for book in rulebooks)]
    yield [_ranks(rulebooks[0]), *(_card_points(book) for book in rulebooks)]
    yield ["last trick", *(str(book.count.last_trick) for book in rulebooks)]
    yield ["target", *(str(book.target) for book in rulebooks)]
    yield ["playoff, plain suit led", *(_heading(book.must_head_plain) for book in rulebooks)]
    yield ["playoff, trump led", *(_heading(book.must_head_trumps) for book in rulebooks)]
    yield ["playoff, void", *(_when_void(book.must_trump) for book in rulebooks)]
    yield from _meld_parameters(rulebooks)
    yield ["draw", *(_when(book.draws_before_melding) for book in rulebooks)]
    yield ["meld after trick 12", *(_yes(book.melds_after_last_stock_trick) for book in rulebooks)]
    yield ["dix uses up the meld", *(_yes(book.dix_is_a_meld) for book in rulebooks)]
    yield ["dix by the trick's loser", *(_yes(book.dix_by_loser) for book in rulebooks)]
    yield ["dealer turns up a nine", *(_points(book.dealer_dix) for book in rulebooks)]
    yield ["nine in the last draw", *(_points(book.last_draw_dix) for book in rulebooks)]
    yield ["renege", *(book.penalties.renege.text() for book in rulebooks)]
    yield ["wrong meld", *(_wrong_meld(book.penalties) for book in rulebooks)]

    yield from _game_parameters([book.game for book in rulebooks])


def _game_parameters(games: Sequence[GameRules]) -> Iterable[list[str]]:
    yield ["other targets", *(", ".join(map(str, game.other_targets)) or "–" for game in games)]
    yield ["tie at the target", *(_tie(game.tie_raises_target_by) for game in games)]
    yield ["chips, rounded up from", *(_points(game.chips_up_from) for game in games)]
    yield ["single-hand game, a tie", *(_words(game.single_hand_tie) for game in games)]
    yield ["call-out, a right one", *(_words(game.call_out) for game in games)]


def _meld_parameters(rulebooks: Sequence[Rulebook]) -> Iterable[list[str]]:
    names = dict.fromkeys(kind.name for book in rulebooks for kind in book.melds)
    for name in names:
        yield [name, *(_meld(book, name) for book in rulebooks)]


def _meld(rulebook: Rulebook, name: str) -> str:
    kind = rulebook.meld(name)
    if kind is None:
        return "–"
    remark = ", all at once" if kind.all_at_once else ""
    if kind.replaces:
        remark += f", replaces {kind.replaces}"
    return f"{kind.points}{remark}"


def _ranks(rulebook: Rulebook) -> str:
    return " ".join(rank.letter for rank in rulebook.deck.ranks)


def _card_points(rulebook: Rulebook) -> str:
    by_rank = rulebook.count.by_rank()
    return " ".join(str(by_rank[rank]) for rank in rulebook.deck.ranks)


def _heading(must_head: bool) -> str:
    return "higher if able" if must_head else "any of the suit"


def _when_void(must_trump: bool) -> str:
    return "trump if able" if must_trump else "any card"


def _when(draws_before_melding: bool) -> str:
    return "before melding" if draws_before_melding else "after melding"


def _wrong_meld(penalties: Penalties) -> str:
    if penalties.wrong_meld_to_opponent:
        return "points to the opponent"
    return "stands after the stock" if penalties.claims_stand_after_stock else "corrected"


def _yes(value: bool) -> str:
    return "yes" if value else "no"


def _tie(raises_target_by: int) -> str:
    return f"target raised by {raises_target_by}s" if raises_target_by else "more hands"


def _words(value: IntEnum) -> str:
    """The name of a value in words; of the first, which is none, a dash."""
    return value.name.lower().replace("_", " ") if value else "–"


def _points(points: int) -> str:
    return str(points) if points else "–"
