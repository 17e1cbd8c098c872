"""A player of one's own in a match: python examples/own_player.py.

It lays the meld with the most points, and plays the card that counts least.
"""

from random import Random

from pinochle_solver import (
    Engine,
    Move,
    Play,
    PlayoffPosition,
    StockPosition,
    match,
    position_options,
)


class Thrifty(Engine):
    """Keeps the cards that count."""

    plays_exactly = True  # in the playoff

    def move(self, position: StockPosition | PlayoffPosition, random: Random) -> Move:
        """The best show, else the cheapest card."""
        if isinstance(position, StockPosition) and position.act.shows:
            return position_options(position)[0].show  # the most points first
        plays = [move for move in position.legal_moves() if isinstance(move, Play)]
        return min(plays, key=lambda play: position.count.of((play.card,)))


if __name__ == "__main__":
    report = match(Thrifty(), "random", pairs=20, rules="hayes", seed=1)
    print(report)
    low, high = report.points.interval
    print(f"points a hand, Thrifty over random: {low:.0f} to {high:.0f}")
