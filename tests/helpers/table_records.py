"""Records of the games for three and four."""

from __future__ import annotations

from functools import cache
from itertools import count

from oracle.table import deals, records
from oracle.table.rulebooks import table
from pinochle_solver.game.table.replayed_hand import TableReplay
from pinochle_solver.game.table.replayer import replay_table_record
from pinochle_solver.game.table.scoring import score_table_game
from pinochle_solver.notation.table.record_reading import parse_table_record

SPECIMEN = """[Rules "auction"]
[Dealer "north"]
[South "AAKQJ9.KQ.AATKQJ.K"]
[West "TK.AATK9.TQ9.AKQJ9"]
[North "TQJ9.TQJ9.KJ9.ATQJ"]
[Widow "-.J.-.T9"]
[Bids "250 260 p 450 p"]
[Trump "D"]
[Buried "-.J.-.T9"]
[MeldsSouth "all"]

1. AD 9D 9D
"""

TWO_HANDED = """[Rules "scarne"]
[Dealer "north"]
[Upcard "QC"]
[South "A9.AA9.AQ9.KKJ9"]
[North "ATTK9.KQJ9.AJ.T"]
[Stock "9C KD JS TC QC QS AC TH JC TH JH TD AC QD KS JD 9D QS QH KD JS TD KH"]

1. AD 9S
"""

TURNED = """[Rules "partnership"]
[Dealer "north"]
[South "AK.TKQQ.AAKJ.T9"]
[West "99.KJJ.KQQJ9.AJ"]
[North "TKQJ.AA99.T.TKK"]
[East "ATQJ.T.T9.AQQJ9"]
[Upcard "KC"]
"""
"""A game with an upcard, before anybody has exchanged a nine for it."""


def replayed(text: str) -> TableReplay:
    return replay_table_record(parse_table_record(text))


SEEN = '[Rules "corners"]\n[Dealer "east"]\n[View "west"]\n[West "KQ9.KQ9.KQ9.KQ9"]\n'


def over_record(name: str, seed: int) -> str:
    *_, (over, _) = deals.random_hand(name, seed)
    return records.written(over)


@cache
def played_game(name: str, hands: int) -> tuple[TableReplay, ...]:
    """Random hands whose dealers follow each other."""
    game, chosen = None, list[TableReplay]()
    for seed in count():
        # Few are by the rules as published and of the right dealer: the others are not played.
        dealt, _ = next(deals.random_hand(name, seed))
        plain = dealt.table == table(name)
        if plain and (game is None or dealt.deal.dealer == game.dealer.text()):
            chosen.append(replayed(over_record(name, seed)))
            game = score_table_game(chosen, None).game
        if len(chosen) == hands:
            break
    return tuple(chosen)
