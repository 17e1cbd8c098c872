"""Hands and games that were played."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from rich.table import Table
from rich.text import Text

from pinochle_solver.render.page import Page
from pinochle_solver.rules import Seat

if TYPE_CHECKING:
    from pinochle_solver.game import Game, GameHand
    from pinochle_solver.replay import Replay


class RecordViews(Page):
    """Views of hand records and of games."""

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
        for credit in replay.unknown:
            self.line(str(credit))
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


def _remarks(hand: GameHand) -> Iterable[str]:
    if hand.says_why_it_adds_nothing:
        yield hand.outcome.value
    yield from hand.notes
    yield from hand.faults
    for finding in hand.replay.findings if hand.replay else ():
        yield f"{finding.kind.value} ({f'trick {finding.trick}' if finding.trick else 'deal'})"
