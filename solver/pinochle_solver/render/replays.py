"""Hands and games that were played."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from rich.text import Text

from pinochle_solver.render.grids import Table
from pinochle_solver.render.page import Page, view
from pinochle_solver.rules.checks import counted
from pinochle_solver.rules.rules import Seat

if TYPE_CHECKING:
    from pinochle_solver.game.game import Game, GameHand
    from pinochle_solver.game.replayed_hand import RecordedPosition, Replay, ReplayedTrick, Shown
    from pinochle_solver.notation.position_fields import SeatPoints
    from pinochle_solver.rules.doubles import Stakes


class RecordViews(Page):
    """Views of hand records and of games."""

    @view()
    def recorded_position(self, recorded: RecordedPosition) -> None:
        """Write the line of a position."""
        self.notation(recorded.position.text())

    @view(apart=True)
    def replay(self, replay: Replay) -> None:
        """Write a hand trick by trick, what is wrong with it, and what it scores."""
        record = replay.record
        self._players = record.players
        separator = ", " if self._ascii else " · "
        headline = Text(
            f"{record.rules.name}{separator}{record.count.name} count{separator}upcard "
        )
        headline.append(self._card(record.upcard))
        headline.append(f"{separator}{self._name(record.dealer)} dealt")
        if record.view is not None:
            headline.append(f"{separator}as {self._name(record.view)} saw it")
        self._print(headline)
        if self._players.legend:
            self.line(self._players.legend)
        for name, value in record.other_tags:
            self.line(f"{name}: {value}")
        for shown in replay.opening:
            line = Text(f"before the first lead {self._name(shown.seat)} melds ")
            self._print(line.append(self._shown([shown])))
        if replay.tricks:
            self._print(self._replay_table(replay))
        for finding in replay.findings:
            self.line(str(finding))
        for credit in replay.unknown:
            self.line(str(credit))
        if replay.points is None:
            dealer = self._name(record.dealer)
            void = f"void: the hand scores nothing, and {dealer} deals again"
            self.line(void if replay.is_void else "no score")
            return
        is_final = replay.is_finished and replay.refuser is None
        state = "the hand ends" if is_final else "so far"
        texts = [
            f"{self._name(seat)} {points.melds} melds + {points.tricks} cards = {sum(points)}"
            for seat, points in zip(Seat, replay.points, strict=True)
        ]
        self.line(f"{state}: {', '.join(texts)}")
        if replay.referee is not None and replay.referee.stakes is not None:
            self.line(self._paid(replay, replay.referee.stakes))

    def _paid(self, replay: Replay, stakes: Stakes) -> str:
        """What is paid for a hand with doubles, or the stake before that is decided."""
        payment = replay.payment
        if payment is None:
            return f"the stake is {stakes.stake}"
        if replay.refuser is not None:
            text = f"{self._name(replay.refuser)} refuses and pays {max(payment)}"
        elif payment.south:
            loser = Seat.SOUTH if payment.south < 0 else Seat.NORTH
            text = f"{self._name(loser)} pays {max(payment)}"
        else:
            text = "a tie: nobody pays"
        return f"{text} ({payment.text()}, in initial stakes)"

    def _replay_table(self, replay: Replay) -> Table:
        """Two lines a trick: the leader's, then the other seat's."""
        table = self._table()
        table.add_column("trick", justify="right")
        table.add_column("played", no_wrap=True)
        table.add_column("drawn")
        table.add_column("melded")
        table.add_column("melds +\ncards", justify="right")
        played = []
        for trick in replay.tricks:
            for place, seat in enumerate((trick.leader, trick.leader.other)):
                cards = self._cards(play.card for play in trick.plays[place : place + 1])
                played.append(Text(f"{self._name(seat)} ").append(cards))
                table.add_row(
                    "" if place else str(trick.number),
                    played[-1].copy().append(" takes" if trick.winner is seat else ""),
                    self._cards(card for drawer, card in trick.drawn if drawer is seat),
                    self._shown_and_said(trick, seat),
                    _points_text(trick.points[seat]),
                )
        table.may_shorten("played", played, lost="who takes the trick (the next leader)")
        table.may_lose("drawn")
        table.may_fold("played")
        return table

    def _shown_and_said(self, trick: ReplayedTrick, seat: Seat) -> Text:
        """What a seat showed after a trick, and what it said to a double."""
        text = self._shown(shown for shown in trick.shown if shown.seat is seat)
        for speaker, said in trick.said:
            if speaker is seat:
                text.append("; " if text else "").append(said.text())
        return text

    def _shown(self, shows: Iterable[Shown]) -> Text:
        return Text("; ").join(self._move(shown.show).append(f" {shown.points}") for shown in shows)

    @view()
    def game(self, game: Game) -> None:
        """Write a game as a score sheet: hand by hand what it scores and how the game stands."""
        self._players = game.players
        separator = ", " if self._ascii else " · "
        kind = f"to {game.target}" if game.ahead is None else f"to {game.ahead} ahead"
        kind = "single-hand games" if game.single_hand else kind
        if game.doubles is not None:
            kind = f"doubles {game.doubles.text()}"
        rounded = "chips" if game.chips else "last digit dropped" if game.drops_last_digit else ""
        count = f"{game.count.name} count" + (f"{separator}{rounded}" if rounded else "")
        pays = f"{separator}the loser pays the difference" if game.pays is not None else ""
        self.line(f"{game.rules.name}{separator}{count}{separator}{kind}{pays}")
        self._print(self._game_table(game))
        for hand in game.hands:
            for remark in _remarks(hand):
                self.line(f"hand {hand.number}: {remark}")
        self.line(game.verdict)
        payment = game.payment
        if payment is not None:
            payer, paid = map(self._name, (payment.payer, payment.payer.other))
            of = "all hands together" if game.single_hand else "the difference of the scores"
            self.line(f"{payer} pays {paid} {payment.points}, {of}")
        own = game.player_score
        if own is not None and own.hands:
            each = f"{own.points / own.hands:.1f} a hand, {own.margin / own.hands:+.1f} against"
            scored = f"{own.points} points in {counted(own.hands, 'hand')}"
            self.line(f"{self._name(own.seat)}: {scored}: {each} {self._name(own.seat.other)}")

    def _game_table(self, game: Game) -> Table:
        table = self._table()
        for name in ("hand", "dealer"):
            table.add_column(name)
        for seat in Seat:
            for name in ("melds", "cards", "total"):
                table.add_column(f"{self._name(seat)}\n{name}", justify="right")
        for seat in Seat:
            name = "games" if game.single_hand else "score" if game.doubles is None else "paid"
            table.add_column(f"{name}\n{self._name(seat)}", justify="right")
        for name in ("cards", "melds"):
            table.may_lose(*(f"{self._name(seat)} {name}" for seat in Seat))
        table.may_lose("dealer")
        if game.begins_at != (0, 0):
            table.add_row("before", *[""] * 7, *map(str, game.begins_at))
        for hand in game.hands:
            table.add_row(*self._game_row(hand))
        return table

    def _game_row(self, hand: GameHand) -> Iterable[str]:
        yield str(hand.number)
        yield self._dash if hand.dealer is None else self._name(hand.dealer)
        if hand.points is None:
            yield from [self._dash] * 6
        else:
            for seat in hand.points:
                yield from map(str, (*seat, sum(seat)))
        yield from map(str, hand.score)


def _points_text(points: SeatPoints) -> str:
    return f"{points.melds}+{points.tricks}"


def _remarks(hand: GameHand) -> Iterable[str]:
    if hand.says_why_it_adds_nothing:
        yield hand.outcome.value
    yield from hand.notes
    yield from hand.faults
    for finding in hand.findings:
        yield f"{finding.kind.value} ({f'trick {finding.trick}' if finding.trick else 'deal'})"
