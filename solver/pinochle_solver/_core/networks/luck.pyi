from typing_extensions import Buffer

from pinochle_solver._core.hand.game import HandGame

def luck_of_hand(game: HandGame, net: Buffer) -> float | None: ...
